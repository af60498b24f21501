"""Supreme Pai Gow hands: two cards by pair, face cards or points, jokers being 3 or 6; four cards for the bonus."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from pitboss.equipment.cards import JOKERS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands.naming import Name
from pitboss.hands.poker import RANKS_IN_WORDS, many

POINTS, FACES, PAIR = range(3)
ACE, KING, QUEEN, JACK, TEN = 14, 13, 12, 11, 10
JOKER_COUNTS = (3, 6)
FACE_ORDER = {(KING, QUEEN): 3, (KING, JACK): 2, (QUEEN, JACK): 1}
"""Two different face cards, by how they rank among one another."""
JOKER_PAIR = ACE + 1


class SupremeHand(NamedTuple):
    """What two cards are worth: their kind, how they rank in it, and then the highest card alone, aces being low."""

    category: int
    order: int
    top: int

    @property
    def rank(self) -> tuple[int, int]:
        """What decides before single cards do; by this a high hand is at least as high as the low hand."""
        return self.category, self.order

    @property
    def is_zero(self) -> bool:
        """True of a hand that goes by its points and has none."""
        return self.rank == (POINTS, 0)

    @property
    def in_words(self) -> str:
        """What a player would call it: ``pair of nines``, ``king and jack``, ``7 points``."""
        if self.category == PAIR:
            return "pair of jokers" if self.order == JOKER_PAIR else f"pair of {many(self.order)}"
        if self.category == FACES:
            higher, lower = next(faces for faces, order in FACE_ORDER.items() if order == self.order)
            return f"{RANKS_IN_WORDS[higher]} and {RANKS_IN_WORDS[lower]}"
        points = f"{self.order} point{'s' * (self.order != 1)}"
        return Name(points, f"{points}, {RANKS_IN_WORDS.get(self.top, 'ace')} the higher card")


def two_cards(hand: Sequence[Card], whose: str = "the") -> SupremeHand:
    """What two cards are worth; a joker counts what makes more points.

    >>> from pitboss.equipment.cards import cards
    >>> [two_cards(cards(hand)).in_words for hand in ("6s Xr", "Xr Xb", "Ks Jh", "Ac 9d")]
    ['9 points', 'pair of jokers', 'king and jack', '0 points']
    """
    known(hand, whose)
    if len(hand) != 2:
        raise PitbossError(f"a hand has two cards, not {len(hand)}")
    return _worth(*hand)


@cache
def _worth(first: Card, second: Card) -> SupremeHand:
    if first in JOKERS and second in JOKERS:
        return SupremeHand(PAIR, JOKER_PAIR, 0)
    if first.rank == second.rank:
        return SupremeHand(PAIR, first.rank, 0)
    faces = (max(first.rank, second.rank), min(first.rank, second.rank))
    if faces in FACE_ORDER:
        return SupremeHand(FACES, FACE_ORDER[faces], 0)
    ways = product(_counts(first), _counts(second))
    return max(SupremeHand(POINTS, (one + other) % 10, max(high, low)) for (one, high), (other, low) in ways)


def _counts(card: Card) -> list[tuple[int, int]]:
    """The points that a card may count, and its rank as a single card then."""
    if card in JOKERS:
        return [(count, count) for count in JOKER_COUNTS]
    if card.rank == ACE:
        return [(1, 1)]
    return [(card.rank if card.rank < TEN else 0, card.rank)]


# -- four cards, for the bonus ----------------------------------------------------------------------------------------

BONUS_NAMES = (
    *("four_aces", "royal_flush", "two_jokers_and_two_aces", "four_of_a_kind", "straight_flush", "three_of_a_kind"),
    *("flush", "two_pair", "straight", "two_jokers", "any_pair"),
)
"""The highest first."""
NOTHING = "less_than_a_pair"


def bonus_name(hand: Sequence[Card], whose: str = "the") -> str:
    """The best that four cards are; a joker is a joker, or a 3 or a 6 that completes a straight.

    >>> from pitboss.equipment.cards import cards
    >>> [bonus_name(cards(hand)) for hand in ("Xr 7s 8s 9s", "Xr Xb Ah Ad", "2d 6d 9d Xr", "4c 5d Xr Xb")]
    ['straight_flush', 'two_jokers_and_two_aces', 'less_than_a_pair', 'straight']
    """
    known(hand, whose)
    natural = [card for card in hand if card not in JOKERS]
    jokers = len(hand) - len(natural)
    times = Counter(card.rank for card in natural)
    most = sorted(times.values(), reverse=True)
    suited = len({card.suit for card in natural}) == 1
    straight = _is_straight([card.rank for card in natural], jokers)
    found = {
        "four_aces": times[ACE] == 4,
        "royal_flush": suited and set(times) == {ACE, KING, QUEEN, JACK},
        "two_jokers_and_two_aces": jokers == 2 and times[ACE] == 2,
        "four_of_a_kind": most[0] == 4,
        "straight_flush": suited and straight,
        "three_of_a_kind": most[0] == 3,
        "flush": suited and not jokers,
        "two_pair": most[:2] == [2, 2] or (jokers == 2 and most[0] == 2),
        "straight": straight,
        "two_jokers": jokers == 2,
        "any_pair": most[0] == 2,
    }
    return next((name for name in BONUS_NAMES if found[name]), NOTHING)


def _is_straight(ranks: Sequence[int], jokers: int) -> bool:
    """True of four ranks in a row, with an ace at either end."""
    for counted in product(JOKER_COUNTS, repeat=jokers):
        held = {*ranks, *counted}
        low = {1 if rank == ACE else rank for rank in held}
        if len(held) == 4 and (max(held) - min(held) == 3 or max(low) - min(low) == 3):
            return True
    return False
