"""Five-card poker hands, and the best five of more cards."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from pitboss.equipment.cards import Card, known
from pitboss.errors import PitbossError

NAMES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
STRAIGHT_FLUSH = NAMES.index("straight_flush")
_BY_SHAPE = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}


class PokerHand(NamedTuple):
    """A five-card hand's worth: category, then ranks in the order they decide."""

    category: int
    ranks: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names a pay table may know the hand by, finest first."""
        if self == (STRAIGHT_FLUSH, (14,)):
            return ("royal_flush", "straight_flush")
        return (NAMES[self.category],)


def best_hand(hand: Sequence[Card], whose: str = "the") -> PokerHand:
    """The best five-card hand in five or more cards.

    >>> from pitboss.equipment.cards import cards
    >>> best_hand(cards("9s 9h 4d 9d 9c Ks")).names
    ('four_of_a_kind',)
    >>> best_hand(cards("As 2d 3h 4c 5s")).ranks, best_hand(cards("2d 3h 4c 5s 6s")).ranks
    ((5,), (6,))
    """
    known(hand, whose)
    if len(hand) < 5:
        raise PitbossError(f"a poker hand has five cards or more, not {len(hand)}")
    return max(_five(five) for five in combinations(hand, 5))


def _five(five: Sequence[Card]) -> PokerHand:
    counted = sorted(((times, rank) for rank, times in Counter(card.rank for card in five).items()), reverse=True)
    ranks = tuple(rank for _, rank in counted)
    category = _BY_SHAPE[tuple(times for times, _ in counted)]
    if category:
        return PokerHand(category, ranks)
    flush = len({card.suit for card in five}) == 1
    straight = ranks[0] - ranks[4] == 4 or ranks == (14, 5, 4, 3, 2)
    if straight:
        top = 5 if ranks == (14, 5, 4, 3, 2) else ranks[0]
        return PokerHand(STRAIGHT_FLUSH if flush else 4, (top,))
    return PokerHand(5 if flush else 0, ranks)
