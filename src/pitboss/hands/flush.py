"""Flush hands: the most cards of one suit, and between as many the higher ones. And straight flushes among them."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.equipment.cards import SUITS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands.naming import high
from pitboss.hands.poker import RANKS_IN_WORDS

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
FLUSH_NAMES = tuple(f"{NUMBERS[size - 1]}_card_flush" for size in range(7, 1, -1))
STRAIGHT_FLUSH_NAMES = tuple(f"{NUMBERS[size - 1]}_card_straight_flush" for size in range(7, 2, -1))
"""What hands of seven cards may be called on a pay table, the highest first."""
NO_STRAIGHT_FLUSH = "no_straight_flush"
ACE = 14


class FlushHand(NamedTuple):
    """The largest flush of a hand: how many cards of one suit, then their ranks, the highest first.

    >>> FlushHand(4, (7, 6, 4, 2)) > FlushHand(3, (14, 13, 12)), FlushHand(3, (9, 3, 2)) >= FlushHand(3, (9,))
    (True, True)
    """

    size: int
    ranks: tuple[int, ...]

    @property
    def in_words(self) -> str:
        """What a player would call it.

        >>> FlushHand(4, (13, 9, 8, 2)).in_words
        'four-card flush, king high'
        """
        return high(f"{NUMBERS[self.size - 1]}-card flush, ", [RANKS_IN_WORDS[rank] for rank in self.ranks])


def flush_hand(hand: Sequence[Card], whose: str = "the") -> FlushHand:
    """The largest flush; of two as large, the higher.

    >>> from pitboss.equipment.cards import cards
    >>> flush_hand(cards("Qh 8h 4h 7s 2s Ad 9s"))
    FlushHand(size=3, ranks=(12, 8, 4))
    """
    known(hand, whose)
    if not hand:
        raise PitbossError("a flush has cards")
    return max(FlushHand(len(ranks), tuple(ranks)) for ranks in _by_suit(hand))


def flush_cards(hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of the largest flush, as they lie.

    >>> from pitboss.equipment.cards import cards
    >>> flush_cards(cards("Qh 8h 7s 4h 2s")) == cards("Qh 8h 4h")
    True
    """
    suits = [tuple(card for card in hand if card.suit == suit) for suit in SUITS]
    return max((held for held in suits if held), key=flush_hand)


def longest_straight_flush(hand: Sequence[Card], ace_low: bool, whose: str = "the") -> int:
    """How many cards of one suit follow one another; the ace is above the king, and where it may, below the two too.

    >>> from pitboss.equipment.cards import cards
    >>> hand = cards("Ah 2h 3h 9c 8c Kd Jd")
    >>> longest_straight_flush(hand, ace_low=True), longest_straight_flush(hand, ace_low=False)
    (3, 2)
    """
    known(hand, whose)
    return len(straight_flush_cards(hand, ace_low))


def straight_flush_cards(hand: Sequence[Card], ace_low: bool) -> tuple[Card, ...]:
    """The longest row of cards of one suit that follow one another, from the lowest on.

    >>> from pitboss.equipment.cards import cards
    >>> straight_flush_cards(cards("3h 9c 8c Ah 2h Kd Jd"), ace_low=True) == cards("Ah 2h 3h")
    True
    """
    longest: list[Card] = []
    for suit in SUITS:
        held = {card.rank: card for card in hand if card.suit == suit}
        if ace_low and ACE in held:
            held[1] = held[ACE]
        for bottom in held:
            row = [held[bottom]]
            while bottom + len(row) in held:
                row.append(held[bottom + len(row)])
            longest = max(longest, row, key=len)
    return tuple(longest)


def flush_names(size: int) -> tuple[str, ...]:
    """The name of a flush of so many cards.

    >>> flush_names(4)
    ('four_card_flush',)
    """
    return (FLUSH_NAMES[7 - size],)


def straight_flush_names(size: int) -> tuple[str, ...]:
    """The names of a straight flush of so many cards and of every smaller one that it holds; below three it is none.

    >>> straight_flush_names(4), straight_flush_names(2)
    (('four_card_straight_flush', 'three_card_straight_flush'), ('no_straight_flush',))
    """
    return STRAIGHT_FLUSH_NAMES[7 - size :] if size >= 3 else (NO_STRAIGHT_FLUSH,)


def _by_suit(hand: Sequence[Card]) -> list[list[int]]:
    """The ranks of each suit that is there, the highest first."""
    suits = [sorted((card.rank for card in hand if card.suit == suit), reverse=True) for suit in SUITS]
    return [ranks for ranks in suits if ranks]
