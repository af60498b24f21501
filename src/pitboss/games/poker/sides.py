"""Side wagers on cards that nobody chooses among: which cards each sees, and what they go by on a pay table.

The script settles by it and the mathematics counts by it: a game lists its side wagers once, under their names.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Held, Judged, Weighs
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import Card
from pitboss.games.poker.kit import COMMUNITY, DEALER, Names, cards_of, community
from pitboss.hands.poker import ALL_NAMES, PokerHand, best_hand

OWN = "own"
Named = Callable[[Sequence[Card], str], Names]
"""The names that a pay table may know some cards by, finest first; the text says whose cards they are."""


@dataclass(frozen=True, slots=True)
class ByWorth:
    """Cards named by what their best five are worth, whatever else is among them."""

    names_of: Callable[[PokerHand], Names]

    def __call__(self, cards: Sequence[Card], whose: str) -> Names:
        return self.names_of(best_hand(cards, whose))


def hand_names(hand: PokerHand) -> Names:
    """The names a pay table may know a hand by that goes by categories alone."""
    return hand.names


five_card_names = ByWorth(hand_names)
"""The names of the best five cards by their category."""


class Seen(NamedTuple):
    """So many cards, from the first, of a player's own hand, of the dealer's or of the community's."""

    hand: str
    cards: int


@dataclass(frozen=True, slots=True)
class Side:
    """The cards that a side wager sees, how they are named, and the names that its pay table may list.

    >>> Side((Seen(OWN, 2), Seen(COMMUNITY, 3)), five_card_names).size
    5
    """

    sees: tuple[Seen, ...]
    named: Named
    lines: Names = ALL_NAMES

    @property
    def size(self) -> int:
        """How many cards it sees."""
        return sum(seen.cards for seen in self.sees)

    def names(self, t: Round, seat: int) -> Names:
        """What the cards go by that the wager of a seat sees."""
        return self.named(self.cards(t, seat), " and ".join(_whose(seen.hand, seat) for seen in self.sees))

    def cards(self, t: Round, seat: int) -> tuple[Card, ...]:
        """The cards that the wager of a seat sees."""
        return tuple(card for seen in self.sees for card in _cards(t, seen, seat))


def weighs(sides: Mapping[str, Side]) -> Weighs:
    """Tells which cards decided these side wagers."""

    def weigh(t: Round, row: Settlement, held: Held) -> Weighed | None:
        if row.wager not in sides or not row.line:
            return None
        named = {OWN: Hand.of(row.seat)}
        seen = [held.get(named.get(part.hand, Hand(part.hand)), ())[: part.cards] for part in sides[row.wager].sees]
        return Weighed(on=tuple(card for cards in seen for card in cards))

    return weigh


def judged(sides: Mapping[str, Side], cases: str = "shown fold") -> dict[str, Judged]:
    """What a script may come to with its side wagers."""
    return {wager: Judged(cases, side.lines) for wager, side in sides.items()}


def _cards(t: Round, seen: Seen, seat: int) -> tuple[Card, ...]:
    """A hand as it is, so that one with a card too many is found out; of the board what the wager sees."""
    if seen.hand == COMMUNITY:
        return community(t)[: seen.cards]
    return cards_of(t, seat) if seen.hand == OWN else tuple(t.hands[DEALER])


def _whose(hand: str, seat: int) -> str:
    return f"seat {seat}'s" if hand == OWN else "the community" if hand == COMMUNITY else "the dealer's"
