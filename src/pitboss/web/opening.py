"""Opening a table: the entry, the house's options, the first fill, who deals, and the time to bet and to decide."""

from functools import partial
from typing import Any

from nicegui import ui
from pydantic import ValidationError

from pitboss.api import models
from pitboss.api.commands import MINDS_TABLES, amount_moved, must_be
from pitboss.errors import PitbossError
from pitboss.house.house import House
from pitboss.house.live.pace import Pace, must_leave_time
from pitboss.house.people import Person
from pitboss.house.storage.batch import Batch
from pitboss.rulebook import entries
from pitboss.rulebook.loader import load
from pitboss.sheets.choices import assume_required, read_options
from pitboss.web.desk import Desk, new_key, sentence
from pitboss.web.parts import Live, button, choice, cited, dialog, field, tag

TIMES = {"betting": "Seconds to bet", "decision": "Seconds to decide"}
SECONDS = "30"
"""A table has times, so that nobody who vanishes holds it up; with none, only the floor ends a turn."""
DEALT_BY = {"dealer": "a dealer", "auto": "the table itself, when bets are placed"}


class Opening:
    """A button and a dialog to open a table with."""

    def __init__(self, desk: Desk, person: Person) -> None:
        self.desk, self.person = desk, person
        self._key = ""
        self.wanted = {"table": "", "entry": "", "fill": "10000", "options": "", "deals": "dealer"}
        self.wanted |= dict.fromkeys(TIMES, SECONDS)

    def button(self) -> None:
        self._dialog, body = dialog("Open a table")
        with body, tag("div", "form"):
            games = {entry.name: f"{entry.title} ({entry.rulebook})" for entry in entries() if entry.wagers}
            self.wanted["entry"] = next(iter(games))
            choice("Game", partial(self._want, "entry"), games)
            with tag("div", "two"):
                field("Table number or name", partial(self._want, "table"))
                fill = self.wanted["fill"]
                field("First fill in dollars", partial(self._want, "fill"), value=fill, inputmode="decimal")
            options = "Options, one name=value a line; what is left out is as the rulebook has it"
            field(options, partial(self._want, "options"), "textarea", rows="3")
            choice("Dealt by", partial(self._want, "deals"), DEALT_BY)
            with tag("div", "two"):
                for name, words in TIMES.items():
                    label = f"{words}; empty for no limit"
                    field(label, partial(self._want, name), value=SECONDS, inputmode="decimal")
            self._problem = Live("div", "trouble", role="alert")
            button("Open the table", self._open, "main")
        button("Open a table", self._ask, "main", aria_haspopup="dialog")

    def _ask(self) -> None:
        self._key = new_key()
        self._dialog.open()

    def _want(self, name: str, value: str) -> None:
        self.wanted[name] = value

    async def _open(self) -> None:
        wanted = self.wanted
        try:
            chosen = read_options([line for line in wanted["options"].splitlines() if line.strip()])
            options, _ = assume_required(load(wanted["entry"]), chosen)
            # The service's own model judges the name and the sizes.
            sent = models.OpenTable(table=wanted["table"].strip(), entry=wanted["entry"])
            betting, decision = (_seconds(wanted[name], words) for name, words in TIMES.items())
            pace = Pace(betting, decision, auto_deal=wanted["deals"] == "auto")
            must_leave_time(pace)
            fill = amount_moved(wanted["fill"].strip() or "0")

            def work(house: House, batch: Batch) -> dict[str, Any]:
                must_be(self.person, MINDS_TABLES, "open a table")
                by = self.person.id
                live = house.open_table(sent.table, sent.entry, options, fill=fill, by=by, pace=pace, into=batch)
                return {"table": live.id}

            done = await self.desk.in_house(self.person, self._key, dict(wanted), work)
        except Exception as error:
            self._problem.show(cited(*sentence(error)))
            return
        self._dialog.close()
        ui.navigate.to(f"/table/{done['table']}/dealer")


def _seconds(text: str, what: str) -> float | None:
    """A time limit as somebody typed it; nothing is none."""
    if not text.strip():
        return None
    try:
        typed = {"betting": text.strip()}  # a text, which is no number over HTTP
        return models.PaceWanted.model_validate(typed, strict=False).betting
    except ValidationError as error:
        raise PitbossError(f"{what} is a number above 0 and at most 3600, or empty for no limit") from error
