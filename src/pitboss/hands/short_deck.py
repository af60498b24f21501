"""Poker with sixes to aces: a flush beats a full house, three of a kind a straight, and A-6-7-8-9 is a straight."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pitboss.equipment.cards import Card, known
from pitboss.errors import PitbossError
from pitboss.hands import poker
from pitboss.hands.poker import PokerHand, best_hand

LOWEST_STRAIGHT = {14, 6, 7, 8, 9}
ORDER = (
    poker.HIGH_CARD,
    poker.PAIR,
    poker.TWO_PAIR,
    poker.STRAIGHT,
    poker.THREE_OF_A_KIND,
    poker.FULL_HOUSE,
    poker.FLUSH,
    poker.FOUR_OF_A_KIND,
    poker.STRAIGHT_FLUSH,
)
"""From worst to best."""


class ShortDeckHand(NamedTuple):
    """A hand's worth: the place of its category, then the ranks that decide.

    >>> from pitboss.equipment.cards import cards
    >>> short_deck_hand(cards("As 6d 9s 8d 7c Kh Qd")).in_words
    'straight, nine high'
    >>> short_deck_hand(cards("Ah 7h Kh 9h 6h")) > short_deck_hand(cards("Ks Kh Kc 9h 9d"))
    True
    """

    place: int
    ranks: tuple[int, ...]

    @property
    def _usual(self) -> PokerHand:
        return PokerHand(ORDER[self.place], self.ranks)

    @property
    def names(self) -> tuple[str, ...]:
        return self._usual.names

    @property
    def in_words(self) -> str:
        return self._usual.in_words


def short_deck_hand(hand: Sequence[Card], whose: str = "the") -> ShortDeckHand:
    """The best five of five or more cards."""
    known(hand, whose)
    if len(hand) < 5:
        raise PitbossError(f"a poker hand has five cards or more, not {len(hand)}")
    return max(_five(five) for five in combinations(sorted(hand), 5))


FLUSHES = tuple(mask for mask in range(1 << 13) if mask.bit_count() >= 5 and not mask & 0b1111)
"""The thirteen bits of a suit, twos first, that hold five cards or more of it."""


def short_deck_of_ranks(ranks: Sequence[int]) -> ShortDeckHand:
    """The best five of these ranks, flushes aside."""
    return max(map(_five_ranks, set(combinations(sorted(ranks), 5))))


def short_deck_flush(mask: int) -> ShortDeckHand:
    """The best flush or straight flush of a suit."""
    ranks = [rank for rank in range(14, 5, -1) if mask >> (rank - 2) & 1]
    return max(_worth(PokerHand(poker.FLUSH, five), set(five), True) for five in combinations(ranks, 5))


@lru_cache(maxsize=5_000)
def _five_ranks(five: tuple[int, ...]) -> ShortDeckHand:
    return _worth(poker.best_of_ranks(five), set(five), False)


@lru_cache(maxsize=100_000)
def _five(five: tuple[Card, ...]) -> ShortDeckHand:
    worth = best_hand(five)
    return _worth(worth, {card.rank for card in five}, worth.category in (poker.FLUSH, poker.STRAIGHT_FLUSH))


def _worth(usual: PokerHand, ranks: set[int], suited: bool) -> ShortDeckHand:
    """What five cards are worth here that are worth so much with a whole deck."""
    top = 9 if ranks == LOWEST_STRAIGHT else poker.straight_in(sorted(ranks)) if len(ranks) == 5 else 0
    if top:
        usual = PokerHand(poker.STRAIGHT_FLUSH if suited else poker.STRAIGHT, (top,))
    return ShortDeckHand(ORDER.index(usual.category), usual.ranks)
