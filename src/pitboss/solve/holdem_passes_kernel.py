"""The two passes over all boards of hold'em with three chances to bet: before the flop, after it, after the river.

The result of a five-card board does not depend on which three of its cards were the flop. So the 134,459 boards that
differ under renaming of suits are ranked once each, and what a holding is worth on a board is handed to all ten flops
the board contains. Suits are renamed so that the flop is the canonical one; where that leaves a choice, the sum over
the flop's own symmetries is taken at the end. All sums are integers.

Imports Numba: import this module only where it is used.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.holdem_chart_kernel import BEST_VALUE, BET_VALUE, BETS, PASS_VALUE, SITUATIONS
from pitboss.solve.holdem_kernel import cards_left, compare_holdings, flop_in, rank_holdings
from pitboss.solve.holdem_tables import Numbers, Stakes
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_cards

RAISE_4, RAISE_3, RAISE_2, RAISE_1, FOLD = range(5)


@njit(cache=True, nogil=True)
def worth(counts: NDArray[np.signedinteger[Any]], category: int, stakes: Stakes) -> tuple[int, int]:
    """What a hand of this category gets from so many dealer hands of each case: the wagers down, and one unit more."""
    base = 0
    unit = 0
    for case in range(6):
        base += counts[case] * stakes.base[category, case]
        unit += counts[case] * stakes.play[category, case]
    return base, unit


@njit(cache=True, nogil=True)
def value_flops(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    number: Numbers,
    ranking: Ranking,
    stakes: Stakes,
    by_flop: NDArray[np.int64],
    by_holding: NDArray[np.int64],
) -> None:
    """Add up what the boards are worth to every holding.

    ``by_flop[flop, holding]``: the value of betting two units after the flop, and of checking to the river and then
    betting one or folding, whichever is better. ``by_holding[holding]``: the result of the wagers already down, and
    of one unit more, for betting before the flop.
    """
    left = np.empty(47, dtype=np.int64)
    rank = np.empty((47, 47), dtype=np.int16)
    counts = np.empty((1081, 6), dtype=np.int16)
    value = np.empty((1081, 2), dtype=np.int64)
    stamp = np.full(7462, -1, dtype=np.int64)
    group = np.empty(7462, dtype=np.uint16)
    renamed = np.empty(4, dtype=np.int64)
    moved = np.empty(47, dtype=np.uint64)
    for at in range(len(boards)):
        board = boards[at]
        weight = weights[at]
        cards_left(board, left)
        rank_holdings(board, left, ranking.keys, ranking.rows, ranking.ranks, ranking.flushes, rank)
        compare_holdings(rank, stakes.lowest_qualifying, stamp, group, at, counts)
        n = np.uint64(0)
        for i in range(47):
            for j in range(i + 1, 47):
                base, unit = worth(counts[n], stakes.category[rank[i, j]], stakes)
                value[n, 0] = weight * (base + 2 * unit)
                value[n, 1] = weight * max(base + unit, 990 * stakes.fold)
                h = number.holding[left[i], left[j]]
                by_holding[h, 0] += weight * base
                by_holding[h, 1] += weight * unit
                n += np.uint64(1)
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    sums = by_flop[flop_in(board, x, y, z, renamed, number.flop)]
                    for i in range(47):
                        moved[i] = (left[i] & ~3) | renamed[left[i] & 3]
                    n = np.uint64(0)
                    for i in range(47):
                        numbers = number.holding[moved[i]]
                        for j in range(i + 1, 47):
                            h = numbers[moved[j]]
                            sums[h, 0] += value[n, 0]
                            sums[h, 1] += value[n, 1]
                            n += np.uint64(1)


@njit(cache=True, nogil=True)
def count_outcomes(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    number: Numbers,
    ranking: Ranking,
    stakes: Stakes,
    before_flop: NDArray[np.int8],
    after_flop: NDArray[np.int8],
    six: Ranking,
    outcome: NDArray[np.int64],
    river: NDArray[np.int64],
) -> None:
    """Count every deal under the chosen decisions into ``outcome[decision, category, case]``.

    Each deal is counted ten times, once for every three of its five board cards that can be the flop. ``river`` are the
    situations of the last decision by the number of unseen cards that each alone, with the board, would make the dealer
    a higher hand; ``six`` ranks six cards.
    """
    left = np.empty(47, dtype=np.int64)
    rank = np.empty((47, 47), dtype=np.int16)
    counts = np.empty((1081, 6), dtype=np.int16)
    raised = np.empty(1081, dtype=np.int8)
    stamp = np.full(7462, -1, dtype=np.int64)
    group = np.empty(7462, dtype=np.uint16)
    renamed = np.empty(4, dtype=np.int64)
    moved = np.empty(47, dtype=np.uint64)
    with_one = np.empty(47, dtype=np.int16)
    outs = np.empty(1081, dtype=np.int16)
    for at in range(len(boards)):
        board = boards[at]
        weight = weights[at]
        cards_left(board, left)
        rank_holdings(board, left, ranking.keys, ranking.rows, ranking.ranks, ranking.flushes, rank)
        compare_holdings(rank, stakes.lowest_qualifying, stamp, group, at, counts)
        rank_with_one(board, left, six, with_one)
        outs[:] = -1
        raised[:] = 0
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    raises = after_flop[flop_in(board, x, y, z, renamed, number.flop)]
                    for i in range(47):
                        moved[i] = (left[i] & ~3) | renamed[left[i] & 3]
                    n = np.uint64(0)
                    for i in range(47):
                        numbers = number.holding[moved[i]]
                        for j in range(i + 1, 47):
                            raised[n] += raises[numbers[moved[j]]]
                            n += np.uint64(1)
        n = np.uint64(0)
        for i in range(47):
            for j in range(i + 1, 47):
                c = stakes.category[rank[i, j]]
                early = before_flop[number.holding[left[i], left[j]]]
                if early >= 0:
                    for case in range(6):
                        outcome[early, c, case] += 10 * weight * counts[n, case]
                elif raised[n]:
                    for case in range(6):
                        outcome[RAISE_2, c, case] += raised[n] * weight * counts[n, case]
                if early < 0 and raised[n] < 10:
                    times = (10 - raised[n]) * weight
                    base, unit = worth(counts[n], c, stakes)
                    bet, fold = base + unit, 990 * stakes.fold
                    late = RAISE_1 if bet >= fold else FOLD
                    for case in range(6):
                        outcome[late, c, case] += times * counts[n, case]
                    g = group[rank[i, j]]
                    if outs[g] < 0:
                        outs[g] = 47 - np.searchsorted(with_one, rank[i, j], side="right")
                    row = river[outs[g]]
                    row[SITUATIONS] += times
                    row[BETS] += times * int(bet >= fold)
                    row[BET_VALUE] += times * bet
                    row[BEST_VALUE] += times * max(bet, fold)
                    row[PASS_VALUE] += times * fold
                n += np.uint64(1)


@njit(cache=True, nogil=True)
def rank_with_one(board: NDArray[np.int8], left: NDArray[np.int64], six: Ranking, with_one: NDArray[np.int16]) -> None:
    """What each of the 47 cards left makes with the board alone, in rising order."""
    cards = np.empty(6, dtype=np.int64)
    cards[1:] = board
    suited = np.zeros(4, dtype=np.int64)
    for card in board:
        suited[card & 3] += 1
    flush = suited.max() >= 4
    for at in range(47):
        # Cards of one rank, which lie side by side, make the same hand where none of them can make a flush.
        if at > 0 and left[at] >> 2 == left[at - 1] >> 2 and not flush:
            with_one[at] = with_one[at - 1]
        else:
            cards[0] = left[at]
            with_one[at] = rank_cards(cards, six)
    with_one.sort()


@njit(cache=True)
def over_symmetries(
    flops: NDArray[np.int8], holding_number: NDArray[np.uint16], total: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Complete the sums over all renamings of suits that leave the flop as it is; each board then counts 24-fold."""
    whole = np.zeros_like(total)
    masks = np.zeros(4, dtype=np.int64)
    suit = np.empty(4, dtype=np.int64)
    for at in range(len(flops)):
        masks[:] = 0
        for card in flops[at]:
            masks[card & 3] |= 1 << (card >> 2)
        for a in range(4):
            for b in range(4):
                for c in range(4):
                    if a in (b, c) or b == c:
                        continue
                    suit[0], suit[1], suit[2], suit[3] = a, b, c, 6 - a - b - c
                    same = True
                    for s in range(4):
                        if masks[s] != masks[suit[s]]:
                            same = False
                    if not same:
                        continue
                    for one in range(52):
                        for two in range(one + 1, 52):
                            h = holding_number[one, two]
                            m = holding_number[(one & ~3) | suit[one & 3], (two & ~3) | suit[two & 3]]
                            for part in range(2):
                                whole[at, h, part] += total[at, m, part]
    return whole
