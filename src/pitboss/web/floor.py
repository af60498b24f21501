"""The floor's view: every table's drop and hold, the meters, what is low, and the calls that wait to be confirmed."""

from collections.abc import Callable, Hashable, Sequence
from decimal import Decimal
from functools import partial
from html import escape

from nicegui import ui
from nicegui.element import Element

from pitboss.api import models
from pitboss.api.queries import figures
from pitboss.api.views import View, lobby_view, pending_view
from pitboss.house.house import House
from pitboss.house.people import Person
from pitboss.money import cents, dollars
from pitboss.web.call_report import Calls
from pitboss.web.desk import Desk, new_key, sentence, unless_gone
from pitboss.web.opening import Opening
from pitboss.web.parts import (
    Live,
    Rows,
    amount,
    button,
    capital,
    cited,
    dialog,
    field,
    frame,
    markup,
    net,
    pill,
    tag,
    words,
)
from pitboss.web.ruling import address_of, link_to

LOW = Decimal("0.25")
"""A bank that holds less than this part of what was filled wants a fill."""
LOOK_EVERY = 1.0
NUMBERS = ("Seated", "Rounds", "Drop", "Won", "Hold", "Bank", "Fees")
NOTHING = {
    "drop": "0.00",
    "fills": "0.00",
    "credits": "0.00",
    "bank": "0.00",
    "fees": "0.00",
    "won": "0.00",
    "hold": None,
}


class FloorPage:
    """A supervisor's page."""

    def __init__(self, desk: Desk, person: Person) -> None:
        self.desk, self.person = desk, person
        self._changed = False
        self._low: dict[str, Live] = {}
        self._rows: dict[str, list[Live]] = {}
        self._amount = "5000"
        self._table = self._key = ""

    async def build(self) -> None:
        with frame(self.person, "Floor", "Floor"):
            with tag("div", "head"):
                words("The floor", "h1")
                with tag("div", "tools"):
                    Opening(self.desk, self.person).button()
            self.trouble = Live("div", "trouble", role="alert")
            self.totals = Live("div", "figures")
            with tag("section", "card", aria_label="Alerts"):
                words("Alerts", "h2")
                with tag("div", aria_live="polite"):
                    self.quiet = words("Nothing waits for you.", classes="soft")
                    self.alerts = Rows(tag("ul", "alerts"))
            with tag("section", "card", aria_label="Tables"):
                words("Tables", "h2")
                self.tables = tag("div", "scrolls")
            self.meters = Live("section", "card", aria_label="Meters")
            self._ruling()
            Calls(self.desk, self.person)
        self._chips()
        await self.refresh()
        ui.context.client.on_delete(self.desk.listen(self.person, "", self._note))
        ui.timer(LOOK_EVERY, self._look)

    def _ruling(self) -> None:
        """The way to the ruling of any round of the house."""
        wanted = {"table": "", "number": ""}

        def show() -> None:
            if wanted["table"] and wanted["number"].isdecimal():
                ui.navigate.to(address_of(wanted["table"], int(wanted["number"])))
            else:
                trouble.show("A ruling is found by the table and the number of the round.")

        with tag("section", "card stack", aria_label="A ruling"):
            words("The ruling of a round", "h2")
            with tag("div", "form"), tag("div", "two"):
                for name, label, more in (("table", "Table", {}), ("number", "Round", {"inputmode": "numeric"})):
                    made = field(label, partial(_note_down, wanted, name), **more)
                    made.on("keydown.enter", show)
            with tag("div", "row"):
                button("Show the ruling", show, "main")
            trouble = Live("div", "trouble", role="alert")

    async def _note(self) -> None:
        self._changed = True

    async def _look(self) -> None:
        if self._changed:
            with unless_gone():
                await self.refresh()

    async def refresh(self) -> None:
        self._changed = False

        def look(house: House) -> list[View]:
            return [
                {
                    **lobby_view(live),
                    "calls": pending_view(live),
                    "stopped": "" if live.table.stopped is None else str(live.table.stopped),
                }
                for live in house.tables.values()
            ]

        tables = await self.desk.ask(self.person, None, look)
        money = {row["table"]: row for row in await self.desk.read(self.person, figures)}
        rows = [{**NOTHING, **money.get(row["table"], {}), **row} for row in tables]
        with self.tables:
            self._paint_totals(rows)
            self._paint_alerts(rows)
            self._paint_tables(rows)
            self._paint_meters(rows)

    def _paint_totals(self, rows: Sequence[View]) -> None:
        drop, won = (sum(Decimal(row[name]) for row in rows) for name in ("drop", "won"))
        hold = _percent(won / drop if drop else None)
        facts = {
            "tables open": str(sum(row["status"] == "open" for row in rows)),
            "players seated": str(sum(row["taken"] for row in rows)),
            "drop": amount(str(drop)),
            "won by the house": amount(str(won)),
            "hold": hold,
        }
        self.totals.show(
            "".join(f'<div class="figure"><b>{value}</b><span>{name}</span></div>' for name, value in facts.items())
        )

    def _paint_alerts(self, rows: Sequence[View]) -> None:
        calls = [(row["table"], row["title"], call) for row in rows for call in row["calls"]]
        stopped = [row for row in rows if row["stopped"]]
        low = [row for row in rows if row["status"] == "open" and _is_low(row)]
        self.quiet.set_visibility(not calls and not stopped and not low)
        lines: dict[Hashable, Callable[[], Element]] = {}
        for table, title, call in calls:
            lines["call", table, str(call)] = partial(self._call, table, title, call)
        for row in stopped:
            lines["stopped", row["table"], row["stopped"]] = partial(self._stopped, row)
        for row in low:
            lines["low", row["table"]] = partial(self._is_down, row)
        self.alerts.show(lines)
        for row in low:
            said = f"Table {row['table']}, {row['title']}: the bank is down to {amount(row['bank'])}"
            self._low[row["table"]].show(escape(said))

    def _stopped(self, row: View) -> Element:
        with tag("li", "alert") as line:
            words(f"Table {row['table']}, {row['title']}: {row['stopped']}", "div", "grow")
            label = f"Table {row['table']} is repaired"
            button("It is repaired", partial(self._do, row["table"], models.Repaired(), new_key()), aria_label=label)
        return line

    def _is_down(self, row: View) -> Element:
        with tag("li", "alert low") as line:
            self._low[row["table"]] = Live("div", "grow")
            label = f"Fill table {row['table']}"
            button("Fill", partial(self._ask, row["table"]), aria_label=label, aria_haspopup="dialog")
        return line

    def _call(self, table: str, title: str, call: View) -> Element:
        with tag("li", "alert") as line:
            who = f"seat {call['seat']}, " if call["seat"] else ""
            said = f"Table {table}, {title}: {who}{call['trigger']}. {capital(call['text'])}"
            markup(
                f"{cited(said, call['cite'])} <span class=soft>Called by {escape(call['by'])}"
                f"{escape(': ' + call['note']) if call['note'] else ''}.</span>",
                "div",
                "grow",
            )
            number = call["number"]
            key = new_key()
            button("Confirm", lambda: self._do(table, models.Confirm(number=number), f"{key}-confirm"), "main")
            button("Reject", lambda: self._do(table, models.Reject(number=number), f"{key}-reject"))
        return line

    def _paint_tables(self, rows: Sequence[View]) -> None:
        """Each figure is told again where it changed; what has the focus keeps it."""
        names = [row["table"] for row in rows]
        if names != list(self._rows):
            self._begin_tables(names)
        for row in rows:
            for cell, told in zip(self._rows[row["table"]], _cells(row), strict=True):
                cell.show(told)

    def _begin_tables(self, names: list[str]) -> None:
        self.tables.clear()
        self._rows = {}
        heads = ("Table", "Game", "State", *NUMBERS, "Chips")
        with self.tables, tag("table"):
            cells = [f'<th scope="col"{" class=number" if head in NUMBERS else ""}>{head}</th>' for head in heads]
            markup(f"<tr>{''.join(cells)}</tr>", "thead")
            with tag("tbody"):
                for name in names:
                    with tag("tr"):
                        self._rows[name] = [Live("td", kind) for kind in ("", "", "", *("number" for _ in NUMBERS))]
                        with tag("td"):
                            label = f"Fill or credit at table {name}"
                            ask = partial(self._ask, name)
                            button("Fill", ask, "quiet", aria_label=label, aria_haspopup="dialog")

    def _paint_meters(self, rows: Sequence[View]) -> None:
        found: dict[str, View] = {}
        tables: dict[str, list[str]] = {}
        for row in rows:
            for meter in row["meters"]:
                found[meter["meter"]] = meter
                tables.setdefault(meter["meter"], []).append(row["table"])
        lines = "".join(
            f"<tr><td>{escape(meter['title'])}</td><td>{escape(name)}</td><td>{escape(', '.join(tables[name]))}</td>"
            f'<td class="number">{amount(meter["amount"])}</td></tr>'
            for name, meter in found.items()
        )
        self.meters.set_visibility(bool(lines))
        self.meters.show(
            '<h2>Progressive meters</h2><div class="scrolls"><table><thead><tr><th scope="col">Meter</th>'
            '<th scope="col">Name</th><th scope="col">Tables</th><th scope="col" class="number">Stands at</th>'
            "</tr></thead>"
            f"<tbody>{lines}</tbody></table></div>"
        )

    # -- doing ---------------------------------------------------------------------------------------------------

    def _chips(self) -> None:
        self._dialog, body = dialog("Fill or credit")
        with body, tag("div", "form"):
            self._where = Live("p")
            field("Amount in dollars", partial(setattr, self, "_amount"), value=self._amount, inputmode="decimal")
            self._problem = Live("div", "trouble", role="alert")
            with tag("div", "row"):
                button("Fill: cage to table", lambda: self._move("fill"), "main")
                button("Credit: table to cage", lambda: self._move("credit"))

    def _ask(self, table: str) -> None:
        self._table, self._key = table, new_key()
        self._where.show(f"Table {escape(table)}")
        self._problem.show("")
        self._dialog.open()

    async def _move(self, kind: str) -> None:
        try:
            sent = dollars(cents(self._amount))
            command = models.Fill(amount=sent) if kind == "fill" else models.Credit(amount=sent)
            await self.desk.do(self.person, self._table, command, f"{self._key}-{kind}")
        except Exception as error:
            self._problem.show(cited(*sentence(error)))
            return
        self._dialog.close()
        await self.refresh()

    async def _do(self, table: str, command: models.AtTable, key: str) -> None:
        try:
            await self.desk.do(self.person, table, command, key)
            self.trouble.show("")
        except Exception as error:
            self.trouble.show(cited(*sentence(error)))
        await self.refresh()


def _note_down(wanted: dict[str, str], name: str, value: str) -> None:
    wanted[name] = value.strip()


def _last_round(row: View) -> str:
    """How many rounds were dealt; the number leads to the ruling of the last one that is over."""
    over = row["rounds"] - bool(row["going_on"])
    return link_to(row["table"], over, str(row["rounds"])) if over > 0 else str(row["rounds"])


def _cells(row: View) -> tuple[str, ...]:
    """A table's line."""
    state = pill("open", "open") if row["status"] == "open" else pill("closed", "closed")
    state += pill("in play", "busy") if row["going_on"] else ""
    rulebook = escape(row["entry"].partition("/")[0])
    return (
        f'<a href="/table/{escape(row["table"])}/dealer">{escape(row["table"])}</a>',
        f'{escape(row["title"])} <span class="soft">{rulebook}</span>',
        state,
        f"{row['taken']} of {row['seats']}",
        _last_round(row),
        amount(row["drop"]),
        net(row["won"]),
        _percent(None if row["hold"] is None else Decimal(row["hold"])),
        amount(row["bank"]),
        amount(row["fees"]),
    )


def _percent(part: Decimal | None) -> str:
    """A part of a hundred; nothing is not less than nothing."""
    return "–" if part is None else f"{100 * part:.1f} %".replace("-0.0 %", "0.0 %")


def _is_low(row: View) -> bool:
    filled = Decimal(row["fills"]) - Decimal(row["credits"])
    return Decimal(row["bank"]) < max(filled * LOW, Decimal(0)) or Decimal(row["bank"]) < 0
