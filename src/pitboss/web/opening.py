"""Opening a table: the entry, the house's options, the first fill, and who deals."""

from functools import partial

from nicegui import ui

from pitboss.api import models
from pitboss.api.commands import MINDS_TABLES, must_be
from pitboss.cli.choices import assume_required, read_options
from pitboss.house.house import House
from pitboss.house.pace import Pace
from pitboss.house.people import Person
from pitboss.house.store import Batch
from pitboss.money import cents
from pitboss.rulebook import entries
from pitboss.rulebook.loader import load
from pitboss.web.desk import Desk, sentence
from pitboss.web.parts import Live, button, choice, cited, dialog, field, tag

DEALT_BY = {"dealer": "a dealer", "auto": "the table itself, when bets are placed"}


class Opening:
    """A button and a dialog to open a table with."""

    def __init__(self, desk: Desk, person: Person) -> None:
        self.desk, self.person = desk, person
        self.wanted = {"table": "", "entry": "", "fill": "10000", "options": "", "deals": "dealer"}

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
            self._problem = Live("div", "trouble", role="alert")
            button("Open the table", self._open, "main")
        button("Open a table", self._dialog.open, "main", aria_haspopup="dialog")

    def _want(self, name: str, value: str) -> None:
        self.wanted[name] = value

    async def _open(self) -> None:
        wanted = self.wanted
        try:
            chosen = read_options([line for line in wanted["options"].splitlines() if line.strip()])
            options, _ = assume_required(load(wanted["entry"]), chosen)
            # The service's own model judges the name and the sizes.
            models.OpenTable(table=wanted["table"].strip(), entry=wanted["entry"])
            pace = Pace(auto_deal=wanted["deals"] == "auto")
            fill = cents(wanted["fill"].strip() or "0")

            def work(house: House, batch: Batch) -> str:
                must_be(self.person, MINDS_TABLES, "open a table")
                name = wanted["table"].strip()
                by = self.person.id
                return house.open_table(name, wanted["entry"], options, fill=fill, by=by, pace=pace, into=batch).id

            name = await self.desk.in_house(work)
        except Exception as error:
            self._problem.show(cited(*sentence(error)))
            return
        self._dialog.close()
        ui.navigate.to(f"/table/{name}/dealer")
