"""Best four of several cards, for kernels: the tables they are ranked by, and every hand of five or six by its number.

A hand's *rank* is its place among all different ones, from worst to best: a higher number is a better hand.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.hands.four_card import (
    FLUSH,
    FOUR_OF_A_KIND,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    FourCardHand,
)

RANKS, SIZE = 13, 4
Names = tuple[str, ...]


FLUSHES, FOURS, PAIRS, KICKERS, PLACES, FIRSTS = range(6)
"""The rows of the tables that ranks are made by, each by thirteen bits for the ranks that are held.

The rank of the best flush or straight flush if they are of one suit, -1 without one; that of the best straight, or of
the highest four where there is none; of two pair of them. Ranks of a pair and of three of a kind go on by kickers, the
place of the highest two of the twelve ranks that are left, by twelve bits, from where the first of them is; the last
row has these first ranks, and that of four of a kind. The place of the highest rank stands before it. One array, since
kernels are handed one much faster than several.
"""


@cache
def four_card_tables() -> NDArray[np.int16]:
    rank_of = {hand: rank for rank, hand in enumerate(every_four())}
    tables = np.full((6, 1 << RANKS), -1, dtype=np.int16)
    twos = {two: place for place, two in enumerate(sorted((high, low) for low, high in combinations(range(12), 2)))}
    for held in range(1, 1 << RANKS):
        there = [rank for rank in range(14, 1, -1) if held >> rank - 2 & 1]
        tables[PLACES, held] = there[0] - 2
        with_low_ace = held << 1 | held >> RANKS - 1
        top = max((top for top in range(4, 15) if with_low_ace >> top - 4 & 15 == 15), default=0)
        if top:
            tables[FOURS, held] = rank_of[FourCardHand(STRAIGHT, (top,))]
            tables[FLUSHES, held] = rank_of[FourCardHand(STRAIGHT_FLUSH, (top,))]
        elif len(there) >= SIZE:
            tables[FOURS, held] = rank_of[FourCardHand(HIGH_CARD, tuple(there[:SIZE]))]
            tables[FLUSHES, held] = rank_of[FourCardHand(FLUSH, tuple(there[:SIZE]))]
        if len(there) >= 2:
            tables[PAIRS, held] = rank_of[FourCardHand(TWO_PAIR, (there[0], there[1]))]
            if there[0] < 14:
                tables[KICKERS, held] = twos[there[0] - 2, there[1] - 2]
    firsts = (FourCardHand(PAIR, (2, 4, 3)), FourCardHand(THREE_OF_A_KIND, (2, 3)), FourCardHand(FOUR_OF_A_KIND, (2,)))
    tables[FIRSTS, : len(firsts)] = [rank_of[hand] for hand in firsts]
    return tables


@cache
def every_four() -> tuple[FourCardHand, ...]:
    """All different hands from worst to best; a hand's rank is its place here.

    >>> len(every_four()), every_four()[-1].names[0]
    (2535, 'four_aces')
    """
    ranks = range(2, 15)
    tops = range(4, 15)
    different = [tuple(sorted(four, reverse=True)) for four in combinations(ranks, SIZE)]
    straight = {(14, 4, 3, 2), *((top, top - 1, top - 2, top - 3) for top in range(5, 15))}
    found = [
        FourCardHand(category, four) for category in (HIGH_CARD, FLUSH) for four in different if four not in straight
    ]
    found += [FourCardHand(category, (top,)) for category in (STRAIGHT, STRAIGHT_FLUSH) for top in tops]
    found += [FourCardHand(FOUR_OF_A_KIND, (rank,)) for rank in ranks]
    found += [FourCardHand(THREE_OF_A_KIND, (rank, other)) for rank in ranks for other in ranks if other != rank]
    found += [FourCardHand(TWO_PAIR, (high, low)) for low, high in combinations(ranks, 2)]
    found += [
        FourCardHand(PAIR, (pair, high, low))
        for pair in ranks
        for low, high in combinations(ranks, 2)
        if pair not in (low, high)
    ]
    return tuple(sorted(found))


def ranks_of_all(size: int) -> NDArray[np.int16]:
    """The rank of the best four of every five or six cards, by their number."""

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.poker.four_card_kernel import rank_every_hand

        return {"ranks": rank_every_hand(size, four_card_tables())}

    return kept(f"best-four-of-{size}", "v2", compute)["ranks"]


def four_card_counts(size: int = 5) -> Mapping[Names, int]:
    """How many of all hands of so many cards go by which names, the best four counting."""
    times = np.bincount(ranks_of_all(size), minlength=len(every_four())).tolist()
    found: dict[Names, int] = {}
    for hand, count in zip(every_four(), times, strict=True):
        found[hand.names] = found.get(hand.names, 0) + count
    return found
