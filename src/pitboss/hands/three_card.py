"""Three-card poker hands: a straight beats a flush, three of a kind beats both."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.equipment.cards import Card, known
from pitboss.errors import PitbossError
from pitboss.hands import poker
from pitboss.hands.poker import in_words

HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = range(6)
NAMES = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
MINI_ROYALS = ("mini_royal_spades", "mini_royal")
THREE_CARD_NAMES = (*NAMES, *MINI_ROYALS)
"""Everything a hand may be called on a pay table."""


class ThreeCardHand(NamedTuple):
    """A hand's worth: its category, then the ranks that decide between hands of the same category.

    >>> from pitboss.equipment.cards import cards
    >>> three_card_hand(cards("4d 3s 2h")) > three_card_hand(cards("Kc Jc 2c"))
    True
    >>> three_card_hand(cards("Ac 2d 3s")) < three_card_hand(cards("2s 3d 4c"))
    True
    """

    category: int
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        return NAMES[self.category]

    @property
    def in_words(self) -> str:
        """What a player would call it.

        >>> ThreeCardHand(FLUSH, (13, 9, 2)).in_words, ThreeCardHand(PAIR, (6, 14)).in_words
        ('flush, king high', 'pair of sixes')
        """
        return in_words(poker.NAMES.index(self.name), self.ranks)


def three_card_hand(hand: Sequence[Card], whose: str = "the") -> ThreeCardHand:
    """The worth of three cards."""
    known(hand, whose)
    if len(hand) != 3:
        raise PitbossError(f"a three-card hand has three cards, not {len(hand)}")
    return _worth(*hand)


@lru_cache(maxsize=140_000)
def _worth(first: Card, second: Card, third: Card) -> ThreeCardHand:
    high, middle, low = sorted((first.rank, second.rank, third.rank), reverse=True)
    suited = first.suit == second.suit == third.suit
    if high == middle == low:
        return ThreeCardHand(THREE_OF_A_KIND, (high,))
    wheel = (high, middle, low) == (14, 3, 2)
    if wheel or high - 1 == middle == low + 1:
        return ThreeCardHand(STRAIGHT_FLUSH if suited else STRAIGHT, (3 if wheel else high,))
    if suited:
        return ThreeCardHand(FLUSH, (high, middle, low))
    if middle in (high, low):
        return ThreeCardHand(PAIR, (middle, low if high == middle else high))
    return ThreeCardHand(HIGH_CARD, (high, middle, low))


def three_card_names(hand: Sequence[Card], whose: str = "the") -> tuple[str, ...]:
    """The names a pay table may know the hand by, finest first.

    >>> from pitboss.equipment.cards import cards
    >>> three_card_names(cards("Qs As Ks"))
    ('mini_royal_spades', 'mini_royal', 'straight_flush')
    """
    worth = three_card_hand(hand, whose)
    if worth == (STRAIGHT_FLUSH, (14,)):
        return (*(MINI_ROYALS if hand[0].suit == "s" else MINI_ROYALS[1:]), "straight_flush")
    return (worth.name,)


def ace_high_names(hand: Sequence[Card], whose: str = "the") -> tuple[str, ...]:
    """The names where the ace is never low: ace, two, three is no straight.

    >>> from pitboss.equipment.cards import cards
    >>> ace_high_names(cards("As 2s 3s")), ace_high_names(cards("As 2s 3h")), ace_high_names(cards("As Ks Qh"))
    (('flush',), ('high_card',), ('straight',))
    """
    worth = three_card_hand(hand, whose)
    if worth.ranks != (3,) or worth.category not in (STRAIGHT, STRAIGHT_FLUSH):
        return three_card_names(hand, whose)
    return (NAMES[FLUSH if worth.category == STRAIGHT_FLUSH else HIGH_CARD],)
