"""Four-card poker hands: the best four of four or more cards; three of a kind beats a flush, and a flush a straight."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.equipment.cards import SUITS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands import poker
from pitboss.hands.poker import in_words

HIGH_CARD, PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE_OF_A_KIND, STRAIGHT_FLUSH, FOUR_OF_A_KIND = range(8)
NAMES = (
    "high_card",
    "pair",
    "two_pair",
    "straight",
    "flush",
    "three_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
)
PAIRS = ("pair_of_aces", "pair_of_queens_or_better")
FOUR_CARD_NAMES = (*NAMES, *PAIRS, "four_aces", "royal_flush")
"""Everything a hand may be called on a pay table."""
SIZE = 4
ACE, QUEEN = 14, 12


class FourCardHand(NamedTuple):
    """A hand's worth: its category, then the ranks that decide between hands of the same category.

    >>> from pitboss.equipment.cards import cards
    >>> four_card_hand(cards("Kh Jh 8h 3h 2c")) > four_card_hand(cards("Td 9s 8c 7d 4h 4s"))
    True
    >>> four_card_hand(cards("Ac 2d 3s 4h")) < four_card_hand(cards("2s 3d 4c 5c"))
    True
    """

    category: int
    ranks: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names a pay table may know the hand by, finest first.

        >>> FourCardHand(PAIR, (12, 9, 5)).names, FourCardHand(STRAIGHT_FLUSH, (14,)).names
        (('pair_of_queens_or_better', 'pair'), ('royal_flush', 'straight_flush'))
        """
        name, first = NAMES[self.category], self.ranks[0]
        match self.category:
            case 1:
                return (*(PAIRS if first == ACE else PAIRS[1:] if first >= QUEEN else ()), name)
            case 6 if first == ACE:
                return ("royal_flush", name)
            case 7 if first == ACE:
                return ("four_aces", name)
            case _:
                return (name,)

    @property
    def in_words(self) -> str:
        """What a player would call it.

        >>> FourCardHand(FLUSH, (13, 9, 4, 2)).in_words, FourCardHand(TWO_PAIR, (14, 6)).in_words
        ('flush, king high', 'two pair, aces and sixes')
        """
        return in_words(poker.NAMES.index(NAMES[self.category]), self.ranks)


def four_card_hand(hand: Sequence[Card], whose: str = "the") -> FourCardHand:
    """The best four-card hand in four or more cards."""
    known(hand, whose)
    if len(hand) < SIZE:
        raise PitbossError(f"a four-card hand has four cards or more, not {len(hand)}")
    return _best(tuple(hand))


def four_card_names(hand: Sequence[Card], whose: str = "the") -> tuple[str, ...]:
    """The names a pay table may know the best four of these cards by, finest first."""
    return four_card_hand(hand, whose).names


@lru_cache(maxsize=4096)
def _best(hand: tuple[Card, ...]) -> FourCardHand:
    best = _of_ranks([card.rank for card in hand])
    for suit in SUITS:
        suited = sorted((card.rank for card in hand if card.suit == suit), reverse=True)
        if len(suited) >= SIZE:
            top = _straight_in(suited)
            flush = FourCardHand(STRAIGHT_FLUSH, (top,)) if top else FourCardHand(FLUSH, tuple(suited[:SIZE]))
            best = max(best, flush)
    return best


def _of_ranks(ranks: Sequence[int]) -> FourCardHand:
    """The best hand of these ranks, flushes aside."""
    held = sorted(set(ranks), reverse=True)
    times = {rank: ranks.count(rank) for rank in held}
    groups = sorted(held, key=times.__getitem__, reverse=True)
    first, pairs = groups[0], [rank for rank in held if times[rank] >= 2]
    kickers = [rank for rank in held if rank != first]
    if times[first] == 4:
        return FourCardHand(FOUR_OF_A_KIND, (first,))
    if times[first] == 3:
        return FourCardHand(THREE_OF_A_KIND, (first, kickers[0]))
    if top := _straight_in(held):
        return FourCardHand(STRAIGHT, (top,))
    if len(pairs) >= 2:
        return FourCardHand(TWO_PAIR, (pairs[0], pairs[1]))
    if pairs:
        return FourCardHand(PAIR, (first, *kickers[:2]))
    return FourCardHand(HIGH_CARD, tuple(held[:SIZE]))


def _straight_in(ranks: Sequence[int]) -> int:
    """The top card of the best straight in these ranks, the ace being low as well as high; 0 without one."""
    held = set(ranks) | ({1} if ACE in ranks else set())
    return max((top for top in held if {top - 1, top - 2, top - 3} <= held), default=0)
