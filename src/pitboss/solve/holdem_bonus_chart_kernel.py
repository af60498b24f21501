"""Situations on the flop and on the turn, sorted into the few classes that a player tells apart at a glance.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.holdem_chart_kernel import (
    BEST_VALUE,
    BET_VALUE,
    BETS,
    PASS_VALUE,
    SITUATIONS,
    straight_ways,
)
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_cards

# What the player has, the first that applies.
(
    STRAIGHT_OR_BETTER,
    ALIKE_ON_BOARD,
    THREE_OF_A_KIND,
    TWO_PAIR,
    POCKET_PAIR,
    PAIR_WITH_BOARD,
    FOUR_TO_FLUSH,
    OPEN_STRAIGHT,
    TWO_PAIR_ON_BOARD,
    PAIR_ON_BOARD,
    NOTHING,
) = range(11)
KINDS, DETAILS = 11, 13
_PAIR, _TWO_PAIR, _THREE, _STRAIGHT = 1, 2, 3, 4


@njit(cache=True)
def chart_street(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    holding: NDArray[np.uint16],
    ranking: Ranking,
    category: NDArray[np.int8],
    before_flop: NDArray[np.int8],
    values: NDArray[np.signedinteger],
    named: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Every flop, or every four cards of the board, with every holding that is still in, in ``chart[kind, detail]``.

    ``values[board, holding]`` is what a bet wins; ``named[folded, category]`` counts what all holdings make of it.
    """
    chart = np.zeros((KINDS, DETAILS, 5), dtype=np.int64)
    size = boards.shape[1]
    cards = np.empty(2 + size, dtype=np.int64)
    for at in range(len(boards)):
        cards[2:] = boards[at]
        weight = weights[at]
        for one in range(52):
            if one in boards[at]:
                continue
            for two in range(one + 1, 52):
                if two in boards[at]:
                    continue
                h = holding[one, two]
                cards[0], cards[1] = one, two
                c = category[rank_cards(cards, ranking)]
                folded = before_flop[h] < 0
                named[int(folded), c] += weight
                if folded:
                    continue
                kind, detail = street_class(cards, c)
                bet = np.int64(values[at, h])
                row = chart[kind, detail]
                row[SITUATIONS] += weight
                row[BETS] += weight * int(bet > 0)
                row[BET_VALUE] += weight * bet
                row[BEST_VALUE] += weight * max(bet, 0)
                row[PASS_VALUE] += 0
    return chart


@njit(cache=True)
def street_class(cards: NDArray[np.int64], category: int) -> tuple[int, int]:
    """What the first two cards make with those of the board, and what tells it apart within its kind.

    That is how many ranks of the board are above a pair, or the rank of the player's highest card; of a flush draw, of
    the highest in it.
    """
    first, second = cards[0] >> 2, cards[1] >> 2
    ranks = np.zeros(13, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    for card in cards[2:]:
        ranks[card >> 2] += 1
        suits[card & 3] += 1
    highest = max(first, second)
    most = ranks.max()
    if most == 4:
        return ALIKE_ON_BOARD, highest
    if category >= _STRAIGHT:
        return STRAIGHT_OR_BETTER, 0
    if most == 3:
        return ALIKE_ON_BOARD, highest
    if category == _THREE:
        return THREE_OF_A_KIND, 0
    paired = first if first == second or ranks[first] else second
    if first == second or ranks[paired]:
        if category == _TWO_PAIR:
            return TWO_PAIR, 0
        above = int(np.count_nonzero(ranks[paired + 1 :]))
        return (POCKET_PAIR if first == second else PAIR_WITH_BOARD), above
    for suit in range(4):
        own = int(cards[0] & 3 == suit) + int(cards[1] & 3 == suit)
        if own and suits[suit] + own == 4:
            return FOUR_TO_FLUSH, max(first if cards[0] & 3 == suit else 0, second if cards[1] & 3 == suit else 0)
    if straight_ways(cards) > 1:
        return OPEN_STRAIGHT, highest
    if category == _TWO_PAIR:
        return TWO_PAIR_ON_BOARD, highest
    return (PAIR_ON_BOARD if category == _PAIR else NOTHING), highest
