"""Two-card poker hands with jokers: a straight beats a pair, a pair beats a flush, and a joker only makes a pair."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.equipment.cards import Card, known
from pitboss.errors import PitbossError
from pitboss.hands.naming import high
from pitboss.hands.poker import RANKS_IN_WORDS, many

HIGH_CARD, FLUSH, PAIR, STRAIGHT, STRAIGHT_FLUSH, ROYAL_FLUSH, PAIR_OF_JOKERS = range(7)
NAMES = ("high_card", "flush", "pair", "straight", "straight_flush", "royal_flush", "pair_of_jokers")
HIGH_FLUSHES = {14: "ace_high_flush", 13: "king_high_flush"}
TWO_CARD_NAMES = (*NAMES, *HIGH_FLUSHES.values(), "straight_or_less")
"""Everything a hand may be called on a pay table."""
ACE, TWO = 14, 2


class TwoCardHand(NamedTuple):
    """A hand's worth: its category, then the ranks that decide between hands of the same category.

    >>> from pitboss.equipment.cards import cards
    >>> two_card_hand(cards("Xr 7s")) == two_card_hand(cards("7d 7c")) > two_card_hand(cards("Ah Qh"))
    True
    >>> two_card_hand(cards("As 2h")) < two_card_hand(cards("3d 2c"))
    True
    """

    category: int
    ranks: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names a pay table may know the hand by, finest first.

        >>> TwoCardHand(FLUSH, (14, 3)).names, TwoCardHand(PAIR_OF_JOKERS, ()).names
        (('ace_high_flush', 'flush', 'straight_or_less'), ('pair_of_jokers', 'pair'))
        """
        own: tuple[str, ...] = (NAMES[self.category],)
        if self.category == PAIR_OF_JOKERS:
            return (*own, NAMES[PAIR])
        if self.category == FLUSH and self.ranks[0] in HIGH_FLUSHES:
            own = (HIGH_FLUSHES[self.ranks[0]], *own)
        return (*own, "straight_or_less") if self.category <= STRAIGHT else own

    @property
    def in_words(self) -> str:
        """What a player would call it.

        >>> TwoCardHand(PAIR, (9,)).in_words, TwoCardHand(STRAIGHT, (2,)).in_words
        ('pair of nines', 'straight, two high')
        """
        if self.category in (ROYAL_FLUSH, PAIR_OF_JOKERS):
            return NAMES[self.category].replace("_", " ")
        if self.category == PAIR:
            return f"pair of {many(self.ranks[0])}"
        before = "" if self.category == HIGH_CARD else f"{NAMES[self.category].replace('_', ' ')}, "
        return high(before, [RANKS_IN_WORDS[rank] for rank in self.ranks])


def two_card_hand(hand: Sequence[Card], whose: str = "the") -> TwoCardHand:
    """The worth of two cards."""
    known(hand, whose)
    if len(hand) != 2:
        raise PitbossError(f"a two-card hand has two cards, not {len(hand)}")
    return _worth(*hand)


def two_card_names(hand: Sequence[Card], whose: str = "the") -> tuple[str, ...]:
    """The names a pay table may know two cards by, finest first."""
    return two_card_hand(hand, whose).names


@lru_cache(maxsize=4096)
def _worth(first: Card, second: Card) -> TwoCardHand:
    high, low = max(first.rank, second.rank), min(first.rank, second.rank)
    if not high:
        return TwoCardHand(PAIR_OF_JOKERS, ())
    if low in (0, high):
        return TwoCardHand(PAIR, (high,))
    suited, wheel = first.suit == second.suit, (high, low) == (ACE, TWO)
    if suited and (high, low) == (ACE, ACE - 1):
        return TwoCardHand(ROYAL_FLUSH, ())
    if wheel or high == low + 1:
        return TwoCardHand(STRAIGHT_FLUSH if suited else STRAIGHT, (TWO if wheel else high,))
    return TwoCardHand(FLUSH if suited else HIGH_CARD, (high, low))
