"""Five-card hands in which some cards stand for any other: each takes the rank and suit that make the best hand."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.equipment.cards import Card, known
from pitboss.errors import PitbossError
from pitboss.hands import poker
from pitboss.hands.poker import best_hand, in_words, many

WILD_NAMES = (*poker.NAMES, "five_of_a_kind", "royal_flush", "five_wilds")
"""From worst to best: five of a kind lies between the straight flush and the royal flush."""
FIVE_OF_A_KIND, ROYAL_FLUSH, FIVE_WILDS = range(9, 12)
SIZE = 5
ACE = 14


class WildRules(NamedTuple):
    """What a rulebook leaves open: whether A-2-3-4-5 is a straight, and whether a wild card in a flush is always an ace
    or the highest card that the flush lacks."""

    ace_low: bool = True
    always_ace: bool = False


USUAL = WildRules()


class WildHand(NamedTuple):
    """A hand's worth: its category, then the ranks that decide between hands of the same category.

    >>> from pitboss.equipment.cards import cards
    >>> is_wild = lambda card: card.rank in (0, 2)
    >>> wild_hand(cards("Th Jh Qh Ah 2c"), is_wild).name, wild_hand(cards("8s 8d 8h Xr 2c"), is_wild).name
    ('royal_flush', 'five_of_a_kind')
    >>> wild_hand(cards("Xr Ac Td 7s 4h"), is_wild).in_words
    'pair of aces'
    """

    category: int
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        return WILD_NAMES[self.category]

    @property
    def in_words(self) -> str:
        """What a player would call it."""
        if self.category == FIVE_OF_A_KIND:
            return f"five {many(self.ranks[0])}"
        return self.name.replace("_", " ") if self.category > FIVE_OF_A_KIND else in_words(*self)


def wild_hand(
    hand: Sequence[Card], is_wild: Callable[[Card], bool], rules: WildRules = USUAL, whose: str = "the"
) -> WildHand:
    """The worth of five cards of which some may be wild."""
    known(hand, whose)
    if len(hand) != SIZE:
        raise PitbossError(f"a hand with wild cards has five cards, not {len(hand)}")
    return with_wilds(tuple(card for card in hand if not is_wild(card)), rules)


@lru_cache(maxsize=300_000)
def with_wilds(natural: tuple[Card, ...], rules: WildRules = USUAL) -> WildHand:
    """The worth of five cards, those that are not wild being given."""
    wild = SIZE - len(natural)
    if not natural:
        return WildHand(FIVE_WILDS, ())
    if not wild:
        return _natural(natural, rules)
    held = sorted({card.rank for card in natural}, reverse=True)
    times = {rank: sum(card.rank == rank for card in natural) for rank in held}
    suited = len({card.suit for card in natural}) == 1
    top = _straight_with(held, rules) if len(held) == len(natural) else 0
    most = max(times.values())
    if suited and top == ACE:
        return WildHand(ROYAL_FLUSH, ())
    if len(held) == 1:
        return WildHand(FIVE_OF_A_KIND, (held[0],))
    if suited and top:
        return WildHand(poker.STRAIGHT_FLUSH, (top,))
    if most + wild == 4:
        four = next(rank for rank in held if times[rank] == most)
        return WildHand(poker.FOUR_OF_A_KIND, (four, *(rank for rank in held if rank != four)))
    if len(held) == 2:  # two pairs and one wild card
        return WildHand(poker.FULL_HOUSE, tuple(held))
    if suited:
        return WildHand(poker.FLUSH, _filled(held, wild, rules))
    if top:
        return WildHand(poker.STRAIGHT, (top,))
    best = next(rank for rank in held if times[rank] == most)
    category = poker.THREE_OF_A_KIND if most + wild == 3 else poker.PAIR
    return WildHand(category, (best, *(rank for rank in held if rank != best)))


def _natural(hand: tuple[Card, ...], rules: WildRules) -> WildHand:
    """Five cards without a wild one."""
    worth = best_hand(hand)
    if worth.category in (poker.STRAIGHT, poker.STRAIGHT_FLUSH) and worth.ranks == (5,) and not rules.ace_low:
        ranks = tuple(sorted((card.rank for card in hand), reverse=True))
        return WildHand(poker.FLUSH if worth.category == poker.STRAIGHT_FLUSH else poker.HIGH_CARD, ranks)
    if worth == (poker.STRAIGHT_FLUSH, (ACE,)):
        return WildHand(ROYAL_FLUSH, ())
    return WildHand(*worth)


def _straight_with(held: Sequence[int], rules: WildRules) -> int:
    """The top card of the best straight that wild cards fill up; 0 where these ranks are in none."""
    for top in range(ACE, 4 if rules.ace_low else 5, -1):
        if set(held) <= _straight(top):
            return top
    return 0


def _straight(top: int) -> set[int]:
    return {ACE if rank == 1 else rank for rank in range(top - 4, top + 1)}


def _filled(held: Sequence[int], wild: int, rules: WildRules) -> tuple[int, ...]:
    """The ranks of a flush with its wild cards."""
    if rules.always_ace:
        return tuple(sorted((*held, *[ACE] * wild), reverse=True))
    missing = [rank for rank in range(ACE, 1, -1) if rank not in held]
    return tuple(sorted((*held, *missing[:wild]), reverse=True))
