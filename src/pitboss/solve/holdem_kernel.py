"""Boards, flops and holdings of hold'em: numbered, ranked and compared.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking_kernel import ROW_BITS


@njit(cache=True)
def flop_numbers(flops: NDArray[np.int8]) -> NDArray[np.uint16]:
    """The number of a canonical flop, by its three cards in rising order."""
    numbers = np.zeros((52, 52, 52), dtype=np.uint16)
    for at in range(len(flops)):
        numbers[flops[at, 0], flops[at, 1], flops[at, 2]] = at
    return numbers


@njit(cache=True)
def holding_numbers() -> NDArray[np.uint16]:
    """The number of a holding, by its two cards in either order."""
    numbers = np.zeros((52, 52), dtype=np.uint16)
    count = 0
    for a in range(52):
        for b in range(a + 1, 52):
            numbers[a, b] = numbers[b, a] = count
            count += 1
    return numbers


@njit(cache=True)
def rank_holdings(
    board: NDArray[np.int8],
    left: NDArray[np.int64],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    out: NDArray[np.int16],
) -> None:
    """Rank every holding of the 47 cards left on a board; ``out[i, j]`` for i < j. Most depends on ranks alone."""
    board_key = 0
    suit_count = np.zeros(4, dtype=np.int64)
    suit_mask = np.zeros(4, dtype=np.int64)
    for card in board:
        board_key += keys[card >> 2]
        suit_count[card & 3] += 1
        suit_mask[card & 3] |= 1 << (card >> 2)
    by_ranks = np.empty((13, 13), dtype=np.int16)
    for high in range(13):
        for low in range(high + 1):
            key = board_key + keys[high] + keys[low]
            at = (key & ((1 << ROW_BITS) - 1)) + rows[min(key >> ROW_BITS, len(rows) - 1)]
            by_ranks[high, low] = ranks[min(at, len(ranks) - 1)]
            by_ranks[low, high] = by_ranks[high, low]
    suit = -1
    for s in range(4):
        if suit_count[s] >= 3:
            suit = s
    for i in range(47):
        first = left[i]
        row = by_ranks[first >> 2]
        for j in range(i + 1, 47):
            out[i, j] = row[left[j] >> 2]
    if suit < 0:
        return
    for i in range(47):
        first = left[i]
        in_suit = 1 if first & 3 == suit else 0
        mask = suit_mask[suit] | (in_suit << (first >> 2))
        for j in range(i + 1, 47):
            second = left[j]
            also = 1 if second & 3 == suit else 0
            if suit_count[suit] + in_suit + also >= 5:
                out[i, j] = flushes[mask | (also << (second >> 2))]


@njit(cache=True)
def compare_holdings(
    rank: NDArray[np.int16],
    first_pair: int,
    stamp: NDArray[np.int64],
    group: NDArray[np.uint16],
    now: int,
    out: NDArray[np.int16],
) -> None:
    """For every holding, how many of the 990 dealer holdings it beats, ties and loses to, by whether they qualify.

    ``out[n]`` is (win, tie, lose) against those that qualify, then (win, tie, lose) against those that do not, for the
    n-th holding in the order i < j.
    """
    values = np.empty(1081, dtype=np.int16)
    distinct = 0
    no_pair = 0
    no_pair_with = np.zeros(47, dtype=np.int16)
    for i in range(47):
        for j in range(i + 1, 47):
            value = rank[i, j]
            if stamp[value] != now:
                stamp[value] = now
                values[distinct] = value
                distinct += 1
            if value < first_pair:
                no_pair += 1
                no_pair_with[i] += 1
                no_pair_with[j] += 1
    ordered = np.sort(values[:distinct])
    for at in range(distinct):
        group[ordered[at]] = at
    starts = np.zeros(distinct + 1, dtype=np.uint16)
    for i in range(47):
        for j in range(i + 1, 47):
            starts[group[rank[i, j]] + 1] += 1
    for at in range(distinct):
        starts[at + 1] += starts[at]
    fill = starts[:distinct].copy()
    members = np.empty((1081, 3), dtype=np.uint16)
    number = 0
    for i in range(47):
        for j in range(i + 1, 47):
            g = group[rank[i, j]]
            at = fill[g]
            fill[g] += 1
            members[at, 0] = i
            members[at, 1] = j
            members[at, 2] = number
            number += 1
    lower = 0
    lower_with = np.zeros(47, dtype=np.int16)
    equal_with = np.zeros(47, dtype=np.int16)
    for g in range(distinct):
        begin, end = starts[g], starts[g + 1]
        for at in range(begin, end):
            equal_with[members[at, 0]] += 1
            equal_with[members[at, 1]] += 1
        paired = ordered[g] >= first_pair
        for at in range(begin, end):
            i, j, n = members[at, 0], members[at, 1], members[at, 2]
            wins = lower - lower_with[i] - lower_with[j]
            ties = int(end - begin) - equal_with[i] - equal_with[j] + 1
            losses = 990 - wins - ties
            unqualified = no_pair - no_pair_with[i] - no_pair_with[j]
            if paired:
                out[n, 0] = wins - unqualified
                out[n, 1] = ties
                out[n, 2] = losses
                out[n, 3] = unqualified
                out[n, 4] = 0
                out[n, 5] = 0
            else:
                unqualified += 1
                out[n, 0] = 0
                out[n, 1] = 0
                out[n, 2] = 990 - unqualified
                out[n, 3] = wins
                out[n, 4] = ties
                out[n, 5] = unqualified - wins - ties
        for at in range(begin, end):
            i, j = members[at, 0], members[at, 1]
            lower_with[i] += 1
            lower_with[j] += 1
            equal_with[i] = 0
            equal_with[j] = 0
        lower += int(end - begin)


@njit(cache=True)
def suits_for_flop(a: int, b: int, c: int, renamed: NDArray[np.int64]) -> None:
    """The renaming of suits that makes a flop canonical: its suits in falling order of what they hold."""
    masks = np.zeros(4, dtype=np.int64)
    masks[a & 3] |= 1 << (a >> 2)
    masks[b & 3] |= 1 << (b >> 2)
    masks[c & 3] |= 1 << (c >> 2)
    for suit in range(4):
        place = 0
        for other in range(4):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                place += 1
        renamed[suit] = place


@njit(cache=True)
def flop_in(
    board: NDArray[np.int8], i: int, j: int, k: int, renamed: NDArray[np.int64], numbers: NDArray[np.uint16]
) -> int:
    """The number of the flop that three of the board's cards make, and the renaming of suits that leads there."""
    suits_for_flop(board[i], board[j], board[k], renamed)
    a = (board[i] & ~3) | renamed[board[i] & 3]
    b = (board[j] & ~3) | renamed[board[j] & 3]
    c = (board[k] & ~3) | renamed[board[k] & 3]
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return int(numbers[a, b, c])


@njit(cache=True)
def cards_left(board: NDArray[np.int8], left: NDArray[np.int64]) -> None:
    at = 0
    for card in range(52):
        on_board = False
        for other in board:
            if other == card:
                on_board = True
        if not on_board:
            left[at] = card
            at += 1
