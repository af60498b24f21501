"""All 154,143,080 hands of seven cards, by what tells them apart for any bonus wager: one of each kind, and how many.

Some hundred kinds are left of them. What a kind is called, the functions say that the table settles by.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import JOKERS, RANKS, SUITS, Card
from pitboss.games.pai_gow.bonuses import FIRST_THREE, Cards
from pitboss.games.pai_gow.house_way import Ranking
from pitboss.hands.pai_gow import ACE, straight_order
from pitboss.hands.pai_gow_seven import SIZE
from pitboss.solve.pai_gow.numbering import numbering

CLASSES = 448_409
DECK = (*(Card(rank + suit) for rank in RANKS for suit in SUITS), JOKERS[0])
LOWEST = 2
FLUSH = 5
WHAT_JOKERS_ARE = ("ace", "ace_or_fifth", "wild")
JOKER_ROWS = ("text", "example", "none")
Counts = tuple[int, ...]
"""How many cards of a hand are of each suit."""


def as_numbers(ranking: Ranking) -> tuple[bool, int, int]:
    """How a kernel takes what a rulebook says of the hands: where the wheel ranks, the joker, and its row."""
    return ranking.wheel == "second", WHAT_JOKERS_ARE.index(ranking.joker), JOKER_ROWS.index(ranking.joker_row)


def card_of(code: int) -> Card:
    """The card that a kernel knows by this number."""
    return DECK[code]


def all_classes() -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.int64]]:
    """One hand of every class of suits, how many hands that is, and what tells it apart."""
    from pitboss.solve.pai_gow.sevens_kernel import WORDS, every_class

    hands = np.zeros((CLASSES, SIZE), dtype=np.int8)
    weights = np.zeros(CLASSES, dtype=np.int64)
    words = np.zeros((CLASSES, WORDS), dtype=np.int64)
    filled = every_class(hands, weights, words)
    assert filled == CLASSES
    return hands, weights, words


@cache
def kinds() -> tuple[tuple[Cards, int], ...]:
    """A hand of every kind, and how many of all hands are of it."""

    def compute() -> dict[str, NDArray[Any]]:
        hands, weights, words = all_classes()
        _, first, kind = np.unique(words, axis=0, return_index=True, return_inverse=True)
        counts = np.zeros(len(first), dtype=np.int64)
        np.add.at(counts, kind.reshape(-1), weights)
        return {"hands": hands[first], "counts": counts}

    found = kept("pai-gow-sevens", "v1", compute)
    return tuple(
        (tuple(map(card_of, hand)), count)
        for hand, count in zip(found["hands"].tolist(), found["counts"].tolist(), strict=True)
    )


def kinds_of_numbers() -> NDArray[np.int32]:
    """By the number that a hand has for its setting, of which of ``kinds`` it is."""
    numbered = numbering(FLUSH)
    hands, _, words = all_classes()
    _, kind = np.unique(words, axis=0, return_inverse=True)
    found = np.zeros(len(numbered.hands), dtype=np.int32)
    found[numbered.of(hands.astype(np.int64))] = kind.reshape(-1)
    return found


@cache
def threes() -> tuple[tuple[Cards, int], ...]:
    """All 23,426 hands of three cards."""
    return tuple((hand, 1) for hand in combinations(DECK, FIRST_THREE))


@cache
def colors() -> tuple[tuple[Cards, int], ...]:
    """Seven cards by how many are red and how many black, and how many hands that is."""
    red, black = ([card for card in DECK if card not in JOKERS and card.suit in suits] for suits in ("hd", "sc"))
    found = []
    for jokers, reds in product((0, 1), range(SIZE + 1)):
        blacks = SIZE - jokers - reds
        if blacks >= 0:
            ways = comb(len(red), reds) * comb(len(black), blacks)
            found.append(((*red[:reds], *black[:blacks], *DECK[-1:] * jokers), ways))
    return tuple(found)


# -- two hands that are ace high --------------------------------------------------------------------------------------


@cache
def two_ace_highs() -> Mapping[tuple[bool, bool], int]:
    """How many deals of two hands are both ace high, by whether the dealer's has the joker and the player's does.

    Such a hand has seven different ranks, an ace or the joker among them. Whether two of them are dealt together hangs
    on how many ranks they share, which must differ in suit, and on no flush being in either.
    """
    found: Counter[tuple[bool, bool]] = Counter()
    sets = {joker: list(_ace_high_ranks(joker)) for joker in (False, True)}
    for dealer, player in ((False, False), (True, False), (False, True)):
        shared = Counter(len(one & other) for one in sets[dealer] for other in sets[player])
        for ranks, pairs in shared.items():
            found[dealer, player] += pairs * _suits_without_flush(ranks, dealer, player)
    return found


def _ace_high_ranks(joker: bool) -> Iterator[frozenset[int]]:
    """The natural ranks of hands that are ace high and have no straight."""
    if not joker:
        for others in combinations(range(LOWEST, ACE), SIZE - 1):
            ranks = (*others, ACE)
            if not any(straight_order(five) for five in combinations(ranks, 5)):
                yield frozenset(ranks)
        return
    for ranks in combinations(range(LOWEST, ACE), SIZE - 1):
        if not any(straight_order(four) for four in combinations(ranks, 4)):
            yield frozenset(ranks)


def _suits_without_flush(shared: int, first_joker: bool, second_joker: bool) -> int:
    """In how many suits two hands come that share so many ranks, each in another suit, neither of them a flush."""
    sizes = SIZE - first_joker - shared, SIZE - second_joker - shared
    mosts = FLUSH - 1 - first_joker, FLUSH - 1 - second_joker
    return sum(
        ways * _filled_up(tuple(sorted(one)), sizes[0], mosts[0]) * _filled_up(tuple(sorted(other)), sizes[1], mosts[1])
        for (one, other), ways in _in_other_suits(shared).items()
    )


@cache
def _in_other_suits(ranks: int) -> Counter[tuple[Counts, Counts]]:
    """How often so many ranks, in another suit in each of two hands, come to which suits; one suit is like another."""
    if not ranks:
        return Counter({((0,) * 4, (0,) * 4): 1})
    found: Counter[tuple[Counts, Counts]] = Counter()
    for (one, other), ways in _in_other_suits(ranks - 1).items():
        for first, second in permutations(range(4), 2):
            suits = sorted(zip(_one_more(one, first), _one_more(other, second), strict=True))
            found[tuple(suit[0] for suit in suits), tuple(suit[1] for suit in suits)] += ways
    return found


@cache
def _filled_up(counts: Counts, more: int, most: int) -> int:
    """In how many suits so many more cards come where no suit may be there more often than that."""
    if max(counts) > most:
        return 0
    if not more:
        return 1
    return sum(_filled_up(tuple(sorted(_one_more(counts, suit))), more - 1, most) for suit in range(4))


def _one_more(counts: Counts, suit: int) -> Counts:
    return tuple(count + (suit == at) for at, count in enumerate(counts))


# -- the house's low hand ---------------------------------------------------------------------------------------------


def nine_high_low_hands(ranking: Ranking) -> tuple[int, int]:
    """How many hands the house sets with a nine-high low hand, and how many otherwise."""

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.pai_gow.house_way_kernel import NINE, many_worths

        hands, weights, _ = all_classes()
        low, high = np.zeros(CLASSES, dtype=np.int64), np.zeros(CLASSES, dtype=np.int64)
        many_worths(hands.astype(np.int64), *as_numbers(ranking), low, high)
        # Two cards that are no pair: the higher one is above the last four bits.
        nine = int(weights[low >> 4 == NINE].sum())
        return {"counts": np.array([nine, int(weights.sum()) - nine], dtype=np.int64)}

    nine, others = kept("pai-gow-nine-low", ("v1", tuple(ranking)), compute)["counts"].tolist()
    return nine, others
