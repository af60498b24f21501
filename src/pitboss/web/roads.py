"""The roads of a baccarat table and the history of its shoe, drawn from the rounds that the journal has."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Self

from pitboss.api.shoe_history import ShoeHand, hands_of_shoe
from pitboss.api.views import View
from pitboss.games.baccarat.drawing import BANKER, PLAYER
from pitboss.games.baccarat.roads import (
    BIG_EYE_BOY,
    COCKROACH_PIG,
    ROWS,
    SMALL_ROAD,
    TIE,
    Mark,
    bead_plate,
    big_road,
    derived_road,
    winner,
)
from pitboss.house.people import Person
from pitboss.rulebook.setup import Setup
from pitboss.web.desk import Desk
from pitboss.web.parts import Live, tag, words

FAMILY = "baccarat"
LETTERS = {PLAYER: "P", BANKER: "B", TIE: "T"}
WIDTHS = {"bead plate": 18, "big road": 24, "big eye boy": 36, "small road": 18, "cockroach pig": 18}
"""How many columns of each road are shown; of a longer one the last."""
DERIVED = {"big eye boy": BIG_EYE_BOY, "small road": SMALL_ROAD, "cockroach pig": COCKROACH_PIG}
CELL = 20


class Roads:
    """A card with the five roads of the shoe and what each of its hands came to."""

    def __init__(self, desk: Desk, person: Person, table: str, setup: Setup) -> None:
        self.desk, self.person, self.table, self.setup = desk, person, table, setup
        self._hands: list[ShoeHand] = []
        self._looked = self._painted = -1

    def build(self) -> None:
        with tag("section", "card roads", aria_label="The shoe so far"):
            words("The shoe so far", "h2")
            self._tally = Live("p", "tally")
            self._drawn = Live("div", "drawn")
            with tag("details"):
                words("Every hand of the shoe", "summary")
                self._listed = Live("div", "scrolls")

    @classmethod
    def of(cls, desk: Desk, person: Person, table: str, setup: Setup) -> Self | None:
        """Those of a table; None where its game has none."""
        return cls(desk, person, table, setup) if setup.entry.family == FAMILY else None

    async def look(self, played: View | None) -> None:
        """Read the rounds that have come since, by the round that the table shows."""
        rounds_over = played["number"] - played["going_on"] if played else 0
        if rounds_over == self._looked:
            return
        self._hands = await self.desk.read(self.person, lambda store: hands_of_shoe(store, self.table, self.setup))
        self._looked = rounds_over

    def paint(self) -> None:
        """Draw the shoe, where a hand has come since it was drawn."""
        if self._painted == self._looked:
            return
        self._painted = self._looked
        results = [winner(hand.found) for hand in self._hands]
        self._tally.show(tally(self._hands))
        self._drawn.show(drawn(self._hands, results))
        self._listed.show(listed(self._hands))


def tally(hands: Sequence[ShoeHand]) -> str:
    """How the hands of the shoe went, in figures."""
    if not hands:
        return "No hand yet."
    went = Counter(winner(hand.found) for hand in hands)
    pairs = [sum(score.pair for score in scores) for scores in zip(*(hand.found for hand in hands), strict=True)]
    sides = " ".join(
        f'<b class="{side}">{title} {went[side]}</b>'
        for side, title in ((BANKER, "Banker"), (PLAYER, "Player"), (TIE, "Tie"))
    )
    naturals = sum(any(score.natural for score in hand.found) for hand in hands)
    many = f"{len(hands)} hand{'s' * (len(hands) != 1)}"
    return f"{many}: {sides} <span class=soft>pairs: Player {pairs[0]}, Banker {pairs[1]} · naturals {naturals}</span>"


def drawn(hands: Sequence[ShoeHand], results: Sequence[str]) -> str:
    """All five roads, each a picture with words for those who do not see it."""
    found = [
        _road("bead plate", bead_plate(results), lambda mark: _bead(mark, hands)),
        _road("big road", big_road(results), _ring),
    ]
    shapes = (_small_ring, _dot, _slash)
    for (name, back), shape in zip(DERIVED.items(), shapes, strict=True):
        found.append(_road(name, derived_road(results, back), shape))
    return "".join(found)


def listed(hands: Sequence[ShoeHand]) -> str:
    """What each hand came to, the newest first."""
    rows = []
    for hand in reversed(hands):
        side = winner(hand.found)
        player, banker = hand.found
        rows.append(
            f"<tr><td>{hand.round}</td><td>{player.points}</td><td>{banker.points}</td>"
            f'<td><b class="{side}">{side.title()}</b></td><td>{escape(_remarks(hand))}</td></tr>'
        )
    heads = "".join(f"<th>{head}</th>" for head in ("Round", "Player", "Banker", "Result", ""))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>" if rows else ""


def _remarks(hand: ShoeHand) -> str:
    """Pairs and naturals of a hand."""
    told = []
    for name, score in zip(("Player", "Banker"), hand.found, strict=True):
        told += [f"{name} pair"] * score.pair + [f"{name} natural"] * score.natural
    return ", ".join(told)


def _road(name: str, marks: Sequence[Mark], shape: Callable[[Mark], str]) -> str:
    """A road on its grid."""
    columns = WIDTHS[name]
    last = max((mark.column for mark in marks), default=0)
    first = max(0, last - columns + 1)
    shown = [mark for mark in marks if mark.column >= first]
    inside = "".join(f'<g class="{mark.says}" {_at(mark, first)}>{shape(mark)}</g>' for mark in shown)
    label = f"{name.capitalize()}: {_spoken(marks)}"
    width, height = columns * CELL, ROWS * CELL
    lines = "".join(f"M{at * CELL} 0V{height}" for at in range(1, columns))
    lines += "".join(f"M0 {at * CELL}H{width}" for at in range(1, ROWS))
    return (
        f'<figure class="road {name.replace(" ", "-")}">'
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">'
        f'<path class="lines" d="{lines}"/>{inside}</svg><figcaption>{name.capitalize()}</figcaption></figure>'
    )


def _at(mark: Mark, first: int) -> str:
    return f'transform="translate({(mark.column - first) * CELL} {mark.row * CELL})"'


def _spoken(marks: Iterable[Mark]) -> str:
    """The runs of a road in words: ``banker 3, player 1``; of a long one the last twelve."""
    told: list[tuple[str, int]] = []
    for mark in marks:
        if told and told[-1][0] == mark.says:
            told[-1] = mark.says, told[-1][1] + 1
        else:
            told.append((mark.says, 1))
    return ", ".join(f"{says} {many}" for says, many in told[-12:]) or "nothing yet"


def _bead(mark: Mark, hands: Sequence[ShoeHand]) -> str:
    player, banker = hands[mark.hand].found
    dots = '<circle class="banker-pair" cx="4.5" cy="4.5" r="2.6"/>' * banker.pair
    dots += '<circle class="player-pair" cx="15.5" cy="15.5" r="2.6"/>' * player.pair
    return f'<circle class="bead" cx="10" cy="10" r="8.6"/><text x="10" y="14">{LETTERS[mark.says]}</text>{dots}'


def _ring(mark: Mark) -> str:
    ties = '<path class="ties" d="M4 16L16 4"/>' if mark.ties else ""
    many = f'<text class="many" x="10" y="14">{mark.ties}</text>' if mark.ties > 1 else ""
    return f'<circle class="ring" cx="10" cy="10" r="7"/>{ties}{many}'


def _small_ring(mark: Mark) -> str:
    return '<circle class="ring" cx="10" cy="10" r="6.5"/>'


def _dot(mark: Mark) -> str:
    return '<circle class="dot" cx="10" cy="10" r="7.5"/>'


def _slash(mark: Mark) -> str:
    return '<path class="slash" d="M3 17L17 3"/>'
