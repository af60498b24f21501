"""Five-card poker hands, and the best five of more cards."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.equipment.cards import SUITS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands.naming import Name, high, kicked

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
ALL_NAMES = (*NAMES, "royal_flush")
"""Everything a hand may be called on a pay table."""
_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
RANKS_IN_WORDS = dict(enumerate(_RANKS, start=2))
HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH = range(9)


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

    @property
    def in_words(self) -> str:
        """What a player would call it.

        >>> PokerHand(TWO_PAIR, (14, 7, 3)).in_words, PokerHand(STRAIGHT_FLUSH, (14,)).in_words
        ('two pair, aces and sevens', 'royal flush')
        """
        return "royal flush" if len(self.names) > 1 else in_words(self.category, self.ranks)


def in_words(category: int, ranks: Sequence[int]) -> Name:
    """A category with the ranks that make it: ``pair of tens``, ``flush, king high``; and at length with the others.

    >>> in_words(PAIR, (6, 14, 3, 2)), in_words(FULL_HOUSE, (10, 2)), in_words(HIGH_CARD, (14, 9))
    ('pair of sixes', 'full house, tens over twos', 'ace high')
    >>> in_words(PAIR, (6, 14, 3)).at_length[-1], in_words(FLUSH, (13, 9)).at_length[-1]
    ('pair of sixes, ace-three kickers', 'flush, king-nine high')
    """
    words = [RANKS_IN_WORDS[rank] for rank in ranks]
    second = many(ranks[1]) if len(ranks) > 1 else ""
    match category:
        case 0:
            return high("", words)
        case 1:
            return kicked(f"pair of {many(ranks[0])}", words[1:])
        case 2:
            return kicked(f"two pair, {many(ranks[0])} and {second}", words[2:])
        case 3:
            return kicked(f"three {many(ranks[0])}", words[1:])
        case 6:
            return Name(f"full house, {many(ranks[0])} over {second}")
        case 7:
            return kicked(f"four {many(ranks[0])}", words[1:])
        case _:
            return high(f"{NAMES[category].replace('_', ' ')}, ", words)


def many(rank: int) -> str:
    """Cards of a rank: ``kings``, ``sixes``."""
    return "sixes" if rank == 6 else f"{RANKS_IN_WORDS[rank]}s"


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
    return _best(tuple(hand))


@lru_cache(maxsize=4096)
def _best(hand: tuple[Card, ...]) -> PokerHand:
    best = best_of_ranks([card.rank for card in hand])
    for suit in SUITS:
        suited = sorted((card.rank for card in hand if card.suit == suit), reverse=True)
        if len(suited) >= 5:
            top = straight_in(suited)
            flush = PokerHand(STRAIGHT_FLUSH, (top,)) if top else PokerHand(FLUSH, tuple(suited[:5]))
            best = max(best, flush)
    return best


def best_of_ranks(ranks: Sequence[int]) -> PokerHand:
    """The best five-card hand of five or more ranks, flushes aside."""
    times = [ranks.count(rank) for rank in range(15)]
    held = sorted(set(ranks), reverse=True)
    groups = sorted(held, key=times.__getitem__, reverse=True)
    first, pairs = groups[0], [rank for rank in held if times[rank] >= 2 and rank != groups[0]]
    if times[first] == 4:
        return PokerHand(FOUR_OF_A_KIND, _with_kickers((first,), held, 1))
    if times[first] == 3 and pairs:
        return PokerHand(FULL_HOUSE, (first, pairs[0]))
    if top := straight_in(held):
        return PokerHand(STRAIGHT, (top,))
    if times[first] == 3:
        return PokerHand(THREE_OF_A_KIND, _with_kickers((first,), held, 2))
    if times[first] == 2 and pairs:
        return PokerHand(TWO_PAIR, _with_kickers((first, pairs[0]), held, 1))
    if times[first] == 2:
        return PokerHand(PAIR, _with_kickers((first,), held, 3))
    return PokerHand(HIGH_CARD, tuple(held[:5]))


def straight_in(ranks: Sequence[int]) -> int:
    """The top card of the best straight in these ranks, the ace being low as well as high; 0 without one."""
    held = set(ranks) | ({1} if 14 in ranks else set())
    return max((top for top in held if {top - 1, top - 2, top - 3, top - 4} <= held), default=0)


def without_low_ace(hand: PokerHand) -> PokerHand:
    """The worth of a hand where the ace is never low: a five-high straight is none.

    >>> without_low_ace(PokerHand(STRAIGHT, (5,)))
    PokerHand(category=0, ranks=(14, 5, 4, 3, 2))
    """
    if hand.ranks != (5,) or hand.category not in (STRAIGHT, STRAIGHT_FLUSH):
        return hand
    return PokerHand(FLUSH if hand.category == STRAIGHT_FLUSH else HIGH_CARD, (14, 5, 4, 3, 2))


def _with_kickers(group: tuple[int, ...], held: list[int], kickers: int) -> tuple[int, ...]:
    return group + tuple([rank for rank in held if rank not in group][:kickers])
