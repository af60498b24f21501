"""What a player is told beside the felt: the last pay-off, what happened, the wagers' edges, and the sealed deal."""

from collections.abc import Awaitable, Callable, Mapping
from html import escape
from typing import Any

from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.web import table_html
from pitboss.web.betting import cents_of
from pitboss.web.parts import Live, button, field, net, tag, words
from pitboss.web.sheets import wager_table

View = Mapping[str, Any]


class Telling:
    """The parts of a table's page that only tell."""

    def __init__(self, setup: Setup, add_word: Callable[[str], Awaitable[None]]) -> None:
        self.setup, self._add_word = setup, add_word
        self._word = ""
        self._told = self._asked = 0
        self.heard = Live("div", "unseen", role="status", aria_live="polite")

    def build_result(self) -> None:
        self._result = Live("section", "card result", aria_label="The last round")

    def build_rest(self) -> None:
        with tag("details", "card"):
            words("What happened in this round", "summary")
            self._log = Live("div")
        with tag("details", "card"):
            words("Wagers, odds and house edge", "summary")
            self._wagers = Live("div", "scrolls")
        with tag("details", "card"):
            words("A deal you can check", "summary")
            self._fairness = Live("div", "stack small")
            with tag("div", "form") as self._wording:
                field("A word of your own for the next shuffle", self._typed, maxlength="64")
                button("Add the word", lambda: self._add_word(self._word))

    def _typed(self, word: str) -> None:
        self._word = word

    def paint(self, view: View, notes: Mapping[str, str]) -> None:
        played = view["round"]
        self._paint_result(view)
        self._log.show(table_html.log(played["events"]) if played else '<p class="soft">Nothing yet.</p>')
        self._wagers.show(wager_table(self.setup, notes))
        self._fairness.show(_fairness(view["fairness"]))
        self._wording.set_visibility(bool(view["you"]["seats"]))

    def ask(self, asking: View | None) -> None:
        """Tell a screen reader that the player is asked, once for each question."""
        if asking and asking["yours"] and asking["decision"] != self._asked:
            answers = ", ".join(action["action"].replace("_", " ") for action in asking["actions"])
            self.heard.show(escape(f"Your decision at seat {asking['seat']}: {answers}."))
        self._asked = asking["decision"] if asking and asking["yours"] else 0

    def _paint_result(self, view: View) -> None:
        """What became of the player's wagers, each with its clause; a screen reader is told once."""
        played = view["round"]
        rows = settled(view)
        banked = not rows and has_banked(view)
        self._result.set_visibility(bool(rows) or banked)
        if not rows and not banked:
            return
        seats = played["seats"]
        if banked:
            rows = played["settlements"]
        total = dollars(sum(cents_of(played["net"].get(str(seat), "0.00")) for seat in seats))
        void = '<p class="trouble">The round is void; wagers are returned.</p>' if played["void"] else ""
        self._result.show(
            f"<h2>Round {played['number']}{' · you banked' if banked else ''}</h2>"
            f'<p class="net">{net(total)}</p>{void}'
            f"{table_html.outcomes(rows, self.setup, banked or len(seats) > 1)}"
            f"{table_html.fees(played, seats)}"
        )
        if played["number"] != self._told:
            self._told = played["number"]
            self.heard.show(escape(table_html.spoken_result(played["number"], total, rows, self.setup, banked)))


def settled(view: View) -> list[View]:
    """What became of the viewer's own wagers in the round that is over; nothing while one is going on."""
    played = view["round"]
    if not played or played["going_on"]:
        return []
    return [row for row in played["settlements"] if row["seat"] in played["seats"]]


def has_banked(view: View) -> bool:
    """True when the viewer was the player-dealer of the round that is over, and wagered nothing."""
    played = view["round"]
    over = bool(view["bank"] and played and not played["going_on"])
    return over and any(str(seat) in played["net"] for seat in played["seats"])


def _fairness(fair: View) -> str:
    if not fair["commitment"]:
        return "<p>Nothing has been shuffled yet.</p>"
    return (
        f"<p>Deal {fair['deal']} is sealed: this number was published before it, and the seed it is made from "
        "is published after it. <code>pitboss verify-deal</code> deals it again. Each round of your history "
        "has the deal to check.</p>"
        f'<p class="hash">{escape(fair["commitment"])}</p>'
        + "".join(f"<p>{escape(each['name'])} adds the word “{escape(each['word'])}”.</p>" for each in fair["words"])
    )
