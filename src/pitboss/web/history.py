"""A player's own rounds at a table, each as the player saw it."""

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from pitboss.api.queries import may_check_deals, one_round
from pitboss.api.views import Viewer
from pitboss.errors import Refused
from pitboss.house.people import Person
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.sheets.hand_history import code_of
from pitboss.web import table_html
from pitboss.web.betting import cents_of
from pitboss.web.desk import Desk
from pitboss.web.parts import Live, button, dialog, markup, net, tag
from pitboss.web.rounds import Kept, find

MOST = 25


class History:
    """A button that opens the player's last rounds; each of them can be looked into."""

    def __init__(self, desk: Desk, person: Person, table: str, setup: Setup) -> None:
        self.desk, self.person, self.table, self.setup = desk, person, table, setup

    def button(self) -> None:
        self._dialog, body = dialog("Your rounds at this table")
        with body:
            if self._in_phh:
                path = f"/table/{quote(self.table, safe='')}/hands.phhs"
                markup("All of them as a PHH file", "a", "small", href=path, download="")
            self._list = tag("div", "stack")
            self._one = Live("div", "stack")
        button("History", self._open, aria_haspopup="dialog")

    async def _open(self) -> None:
        rounds = await self.desk.read(self.person, lambda store: find(store, self.table, self.person.id, most=MOST))
        self._one.show("")
        self._list.clear()
        with self._list:
            if not rounds:
                Live("p", "soft").show("No round yet.")
            for kept in rounds:
                self._line(kept)
        self._dialog.open()

    def _line(self, kept: Kept) -> None:
        total = _net(kept, kept.seats_of(self.person.id))
        with tag("div", "row"):
            label = f"Round {kept.number} <span class=soft>{escape(kept.at[11:19])}</span> {net(total)}"
            button(label, lambda: self._show(kept), "quiet")

    async def _show(self, kept: Kept) -> None:
        seats = kept.seats_of(self.person.id)
        viewer = Viewer.of(self.person)
        whole = await self.desk.read(self.person, lambda store: one_round(store, self.table, kept.number, viewer))
        events = whole["events"] if whole is not None else []
        rows = [row for row in kept.body["settlements"] if row["seat"] in seats]
        # Whoever banked had no wager, and all the others were against the bank.
        banked = not rows and any(str(seat) in kept.body["net"] for seat in seats)
        told = table_html.outcomes(kept.body["settlements"] if banked else rows, self.setup, banked or len(seats) > 1)
        head = f"<h2>Round {kept.number}{' · you banked' if banked else ''}</h2>"
        checks = await self.desk.read(self.person, lambda store: may_check_deals(store, self.table, viewer))
        links = f"{self._as_phh(kept)}{self._to_check(kept) if checks else ''}"
        self._one.show(f"{head}{told}{table_html.log(events)}{links}")

    @property
    def _in_phh(self) -> bool:
        """Whether hands of this table can be told in the format of other poker programs."""
        try:
            return bool(code_of(self.setup))
        except Refused:
            return False

    def _as_phh(self, kept: Kept) -> str:
        if not self._in_phh:
            return ""
        path = f"/table/{quote(kept.table, safe='')}/rounds/{kept.number}/hand.phh"
        return f'<p class="small"><a href="{path}" download>This hand as a PHH file</a></p>'

    def _to_check(self, kept: Kept) -> str:
        """Where to get the round for ``pitboss verify-deal``; the seed is told when all that it dealt is over."""
        path = f"/table/{quote(kept.table, safe='')}/rounds/{kept.number}/deal.json"
        return f'<p class="small"><a href="{path}" target="_blank">The deal of this round, to check it</a></p>'


def _net(kept: Kept, seats: Sequence[int]) -> str:
    return dollars(sum(cents_of(kept.body["net"].get(str(seat), "0.00")) for seat in seats))
