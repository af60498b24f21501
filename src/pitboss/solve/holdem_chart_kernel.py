"""Situations after the flop and after the river, sorted into the few classes that a player tells apart at a glance.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_cards

# What the player has after the flop, the first that applies.
(
    STRAIGHT_OR_BETTER,
    THREE_OF_A_KIND,
    TWO_PAIR,
    POCKET_PAIR,
    PAIR_WITH_FLOP,
    TRIPS_ON_FLOP,
    FOUR_TO_FLUSH,
    OPEN_STRAIGHT,
    INSIDE_STRAIGHT,
    PAIR_ON_FLOP,
    NOTHING,
) = range(11)
KINDS, DETAILS = 11, 13
# What is known of a class: situations, those where betting is best, and what betting, the best decision and, after
# the flop, checking are worth in all of them together.
SITUATIONS, BETS, BET_VALUE, BEST_VALUE, PASS_VALUE = range(5)
_PAIR, _THREE, _STRAIGHT = 1, 3, 4


@njit(cache=True)
def chart_flops(
    flops: NDArray[np.int8],
    weights: NDArray[np.int64],
    holding: NDArray[np.uint16],
    five: Ranking,
    category: NDArray[np.int8],
    before_flop: NDArray[np.int8],
    values: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Every flop with every holding that has not bet yet, in ``chart[kind, detail]``.

    ``values[flop, holding]`` are the values of betting and of checking; ``five`` ranks five cards.
    """
    chart = np.zeros((KINDS, DETAILS, 5), dtype=np.int64)
    cards = np.empty(5, dtype=np.int64)
    for flop in range(len(flops)):
        cards[2:] = flops[flop]
        for one in range(52):
            for two in range(one + 1, 52):
                h = holding[one, two]
                if before_flop[h] >= 0 or one in flops[flop] or two in flops[flop]:
                    continue
                cards[0], cards[1] = one, two
                kind, detail = flop_class(cards, category[rank_cards(cards, five)])
                bet, check = values[flop, h, 0], values[flop, h, 1]
                row = chart[kind, detail]
                row[SITUATIONS] += weights[flop]
                row[BETS] += weights[flop] * int(bet >= check)
                row[BET_VALUE] += weights[flop] * bet
                row[BEST_VALUE] += weights[flop] * max(bet, check)
                row[PASS_VALUE] += weights[flop] * check
    return chart


@njit(cache=True)
def flop_class(cards: NDArray[np.int64], category: int) -> tuple[int, int]:
    """What the first two cards make with the three of a flop, and what tells it apart within its kind.

    That is the rank of a pocket pair, or of the highest own card beside three of a kind on the flop or in the flush; or
    the place of a pair's rank among those of the flop, lowest first.
    """
    first, second = cards[0] >> 2, cards[1] >> 2
    ranks = np.zeros(13, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    for card in cards[2:]:
        ranks[card >> 2] += 1
        suits[card & 3] += 1
    if category >= _STRAIGHT:
        return STRAIGHT_OR_BETTER, 0
    if ranks.max() == _THREE:
        return TRIPS_ON_FLOP, max(first, second)
    if category > _PAIR:
        return (THREE_OF_A_KIND if category == _THREE else TWO_PAIR), 0
    if first == second:
        return POCKET_PAIR, first
    if ranks[first] or ranks[second]:
        paired = first if ranks[first] else second
        return PAIR_WITH_FLOP, int(np.count_nonzero(ranks[:paired]))
    suits[cards[0] & 3] += 1
    suits[cards[1] & 3] += 1
    for suit in range(4):
        if suits[suit] == 4:
            return FOUR_TO_FLUSH, max(first if cards[0] & 3 == suit else 0, second if cards[1] & 3 == suit else 0)
    ways = straight_ways(cards)
    if ways:
        return (OPEN_STRAIGHT if ways > 1 else INSIDE_STRAIGHT), 0
    return (PAIR_ON_FLOP if category == _PAIR else NOTHING), 0


@njit(cache=True)
def straight_ways(cards: NDArray[np.int64]) -> int:
    """How many ranks would make a straight of cards that are none yet; the ace is low as well as high."""
    seen = np.int64(0)
    for card in cards:
        seen |= np.int64(2) << (card >> 2)
    ways = 0
    for rank in range(13):
        more = seen | (np.int64(2) << rank)
        more |= more >> 13
        for low in range(10):
            if (more >> low) & 31 == 31:
                ways += 1
                break
    return ways
