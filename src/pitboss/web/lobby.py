"""The lobby: every table by family, with its limits, its free seats and its meters."""

from html import escape
from itertools import groupby

from nicegui import ui

from pitboss.api.views import View
from pitboss.house.people import Person
from pitboss.web import table_html
from pitboss.web.desk import Desk, unless_gone
from pitboss.web.opening import Opening
from pitboss.web.parts import Live, capital, frame, pill, tag, words

FAMILIES = {
    "wheels": "Wheels",
    "dice": "Dice",
    "baccarat": "Baccarat",
    "blackjack": "Blackjack",
    "comparing": "Comparing cards",
    "stud": "Stud poker against the house",
    "poker": "Five-card poker",
    "holdem": "Hold'em against the house",
    "paigow": "Pai gow",
    "pot_poker": "Pot poker",
    "draws": "Draws",
}

LOOK_EVERY = 1.0


class LobbyPage:
    """One person's lobby."""

    def __init__(self, desk: Desk, person: Person) -> None:
        self.desk, self.person = desk, person
        self._changed = False

    async def build(self) -> None:
        with frame(self.person, "Lobby", "Lobby"):
            with tag("div", "head"):
                words("Tables", "h1")
                self.count = Live("span", "soft")
                with tag("div", "tools"):
                    if self.person.role == "floor":
                        Opening(self.desk, self.person).button()
            self.list = Live("div")
        await self.refresh()
        ui.context.client.on_delete(self.desk.listen(self.person, "", self._note))
        ui.timer(LOOK_EVERY, self._look)

    async def _note(self) -> None:
        self._changed = True

    async def _look(self) -> None:
        """A busy house changes many times a second; nobody reads a lobby that fast."""
        if self._changed:
            with unless_gone():
                await self.refresh()

    async def refresh(self) -> None:
        self._changed = False
        tables = await self.desk.tables(self.person)
        order = list(FAMILIES)
        tables = sorted(
            tables, key=lambda row: (_place(order, row["family"]), row["title"], row["entry"], _natural(row["table"]))
        )
        open_ones = [row for row in tables if row["status"] == "open"]
        self.count.show(f"{len(open_ones)} open")
        parts = []
        for family, rows in groupby(tables, key=lambda row: str(row["family"])):
            cards = "".join(f"<li>{self._card(row)}</li>" for row in rows)
            title = FAMILIES.get(family, family.replace("_", " "))
            parts.append(f'<section class="family"><h2>{escape(title)}</h2><ul class="tables">{cards}</ul></section>')
        parts = parts or ['<p class="soft">No table is open yet.</p>']
        if damaged := await self.desk.damaged(self.person):
            told = "".join(f'<li class="trouble">{escape(capital(row["why"]))}.</li>' for row in damaged)
            parts.append(f'<section class="family"><h2>Kept closed</h2><ul>{told}</ul></section>')
        if others := await self.desk.elsewhere(self.person):
            cards = "".join(f"<li>{_elsewhere(other)}</li>" for other in others)
            title = "<h2>More tables of this house</h2>"
            parts.append(f'<section class="family">{title}<ul class="tables">{cards}</ul></section>')
        self.list.show("".join(parts))

    def _card(self, row: View) -> str:
        free = len(row["free"])
        state = pill("closed", "closed") if row["status"] != "open" else pill(_free(free), "open" if free else "busy")
        rulebook = row["entry"].partition("/")[0]
        path = f"/table/{escape(row['table'])}" + ("/dealer" if self.person.role in ("dealer", "floor") else "")
        limits = f"<dt>Limits</dt><dd>{escape(row['limits'])}</dd>" if row["limits"] else ""
        return (
            f'<a class="table-card {"closed" if row["status"] != "open" else ""}" href="{path}">'
            f"<h3>{escape(row['title'])}</h3>{table_html.meters(row['meters'])}"
            f'<dl class="facts"><dt>Table</dt><dd>{escape(row["table"])}</dd>'
            f"<dt>Rules</dt><dd>{escape(rulebook)}</dd>{limits}</dl>"
            f'<div class="row">{state}{pill("in play", "busy") if row["going_on"] else ""}'
            f"{pill('practice', 'busy') if row['practice'] else ''}</div></a>"
        )


def _elsewhere(other: View) -> str:
    """Tables that another process serves, and the way to its lobby."""
    return (
        f'<a class="table-card" href="{escape(other["address"])}/lobby"><h3>Tables {escape(other["tables"])}</h3>'
        f'<span class="soft small">{escape(other["address"])}</span></a>'
    )


def _free(seats: int) -> str:
    return "no seat free" if not seats else "1 seat free" if seats == 1 else f"{seats} seats free"


def _place(order: list[str], family: str) -> int:
    return order.index(family) if family in order else len(order)


def _natural(name: str) -> tuple[int, str]:
    """Tables in the order of their numbers."""
    return (int(name), "") if name.isdecimal() else (10**9, name)
