"""Opening a table: the entry, the house's options, the first fill, and who deals."""

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
from pitboss.web.deciding import VALUE
from pitboss.web.desk import Desk, sentence
from pitboss.web.parts import Live, button, cited, dialog, tag, words


class Opening:
    """A button and a dialog to open a table with."""

    def __init__(self, desk: Desk, person: Person) -> None:
        self.desk, self.person = desk, person
        self.wanted = {"table": "", "entry": "", "fill": "10000", "options": "", "deals": "dealer"}

    def button(self) -> None:
        self._dialog, body = dialog("Open a table")
        with body, tag("div", "form"):
            with tag("label", "field"):
                words("Game", "span")
                with tag("select") as choice:
                    for entry in entries():
                        if entry.wagers:
                            self.wanted["entry"] = self.wanted["entry"] or entry.name
                            words(f"{entry.title} ({entry.rulebook})", "option", value=entry.name)
                choice.on("change", lambda event: self.wanted.update(entry=str(event.args)), js_handler=VALUE)
            with tag("div", "two"):
                self._field("table", "Table number or name")
                self._field("fill", "First fill in dollars", inputmode="decimal")
            with tag("label", "field"):
                words("Options, one name=value a line; what is left out is as the rulebook has it", "span")
                area = tag("textarea", rows="3")
                area.on("input", lambda event: self.wanted.update(options=str(event.args)), js_handler=VALUE)
            with tag("label", "field"):
                words("Dealt by", "span")
                with tag("select") as deals:
                    words("a dealer", "option", value="dealer")
                    words("the table itself, when bets are placed", "option", value="auto")
                deals.on("change", lambda event: self.wanted.update(deals=str(event.args)), js_handler=VALUE)
            self._problem = Live("div", "trouble", role="alert")
            button("Open the table", self._open, "main")
        button("Open a table", self._dialog.open, "main", aria_haspopup="dialog")

    def _field(self, name: str, label: str, **attributes: str) -> None:
        with tag("label", "field"):
            words(label, "span")
            field = tag("input", value=self.wanted[name], **attributes)
            field.on("input", lambda event: self.wanted.update({name: str(event.args)}), js_handler=VALUE)

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
