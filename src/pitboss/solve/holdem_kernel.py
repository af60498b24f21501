"""Kernels for hold'em against a dealer with three chances to bet: before the flop, after it, after the river.

The result of a five-card board does not depend on which three of its cards were the flop. So the 134,459 boards that
differ under renaming of suits are ranked once each, and what a holding is worth on a board is handed to all ten flops
the board contains. Suits are renamed so that the flop is the canonical one; where that leaves a choice, the sum over
the flop's own symmetries is taken at the end. All sums are integers.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

ROW_BITS = 9
HOLDINGS = 1326
WIN, TIE, LOSE = 0, 1, 2
RAISE_4, RAISE_3, RAISE_2, RAISE_1, FOLD = range(5)


@njit(cache=True)
def canonical_boards(size: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Boards of three or five cards, one per class under renaming of suits, and how many boards each stands for."""
    most = 1755 if size == 3 else 134459
    boards = np.zeros((most, size), dtype=np.int8)
    weights = np.zeros(most, dtype=np.int64)
    chosen = np.arange(size)
    found = 0
    masks = np.zeros(4, dtype=np.int64)
    while True:
        masks[:] = 0
        for card in chosen:
            masks[card & 3] |= 1 << (card >> 2)
        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
            for at in range(size):
                boards[found, at] = chosen[at]
            weights[found] = 24 // symmetries(masks)
            found += 1
        at = size - 1
        while at >= 0 and chosen[at] == 52 - size + at:
            at -= 1
        if at < 0:
            break
        chosen[at] += 1
        for later in range(at + 1, size):
            chosen[later] = chosen[later - 1] + 1
    return boards[:found], weights[:found]


@njit(cache=True)
def symmetries(masks: NDArray[np.int64]) -> int:
    """How many renamings of suits leave a set of cards as it is: its suits with equal cards may change places."""
    count, run = 1, 1
    order = np.sort(masks)
    for at in range(1, 4):
        run = run + 1 if order[at] == order[at - 1] else 1
        count *= run
    return count


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


@njit(cache=True, nogil=True)
def value_flops(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    flop_number: NDArray[np.uint16],
    holding_number: NDArray[np.uint16],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    category: NDArray[np.int8],
    first_pair: int,
    base_price: NDArray[np.int64],
    unit_price: NDArray[np.int64],
    fold_price: int,
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
    worth = np.empty((1081, 2), dtype=np.int64)
    stamp = np.full(7462, -1, dtype=np.int64)
    group = np.empty(7462, dtype=np.uint16)
    renamed = np.empty(4, dtype=np.int64)
    moved = np.empty(47, dtype=np.uint64)
    for at in range(len(boards)):
        board = boards[at]
        weight = weights[at]
        cards_left(board, left)
        rank_holdings(board, left, keys, rows, ranks, flushes, rank)
        compare_holdings(rank, first_pair, stamp, group, at, counts)
        n = np.uint64(0)
        for i in range(47):
            for j in range(i + 1, 47):
                c = category[rank[i, j]]
                base = 0
                unit = 0
                for case in range(6):
                    base += counts[n, case] * base_price[c, case]
                    unit += counts[n, case] * unit_price[c, case]
                worth[n, 0] = weight * (base + 2 * unit)
                worth[n, 1] = weight * max(base + unit, 990 * fold_price)
                h = holding_number[left[i], left[j]]
                by_holding[h, 0] += weight * base
                by_holding[h, 1] += weight * unit
                n += np.uint64(1)
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    sums = by_flop[flop_in(board, x, y, z, renamed, flop_number)]
                    for i in range(47):
                        moved[i] = (left[i] & ~3) | renamed[left[i] & 3]
                    n = np.uint64(0)
                    for i in range(47):
                        numbers = holding_number[moved[i]]
                        for j in range(i + 1, 47):
                            h = numbers[moved[j]]
                            sums[h, 0] += worth[n, 0]
                            sums[h, 1] += worth[n, 1]
                            n += np.uint64(1)


@njit(cache=True, nogil=True)
def count_outcomes(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    flop_number: NDArray[np.uint16],
    holding_number: NDArray[np.uint16],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    category: NDArray[np.int8],
    first_pair: int,
    base_price: NDArray[np.int64],
    unit_price: NDArray[np.int64],
    fold_price: int,
    before_flop: NDArray[np.int8],
    after_flop: NDArray[np.int8],
    outcome: NDArray[np.int64],
) -> None:
    """Count every deal under the chosen decisions into ``outcome[decision, category, case]``.

    Each deal is counted ten times, once for every three of its five board cards that can be the flop.
    """
    left = np.empty(47, dtype=np.int64)
    rank = np.empty((47, 47), dtype=np.int16)
    counts = np.empty((1081, 6), dtype=np.int16)
    raised = np.empty(1081, dtype=np.int64)
    stamp = np.full(7462, -1, dtype=np.int64)
    group = np.empty(7462, dtype=np.uint16)
    renamed = np.empty(4, dtype=np.int64)
    moved = np.empty(47, dtype=np.uint64)
    for at in range(len(boards)):
        board = boards[at]
        weight = weights[at]
        cards_left(board, left)
        rank_holdings(board, left, keys, rows, ranks, flushes, rank)
        compare_holdings(rank, first_pair, stamp, group, at, counts)
        raised[:] = 0
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    raises = after_flop[flop_in(board, x, y, z, renamed, flop_number)]
                    for i in range(47):
                        moved[i] = (left[i] & ~3) | renamed[left[i] & 3]
                    n = 0
                    for i in range(47):
                        numbers = holding_number[moved[i]]
                        for j in range(i + 1, 47):
                            raised[n] += raises[numbers[moved[j]]]
                            n += 1
        n = 0
        for i in range(47):
            for j in range(i + 1, 47):
                c = category[rank[i, j]]
                early = before_flop[holding_number[left[i], left[j]]]
                if early >= 0:
                    for case in range(6):
                        outcome[early, c, case] += 10 * weight * counts[n, case]
                else:
                    base = 0
                    unit = 0
                    for case in range(6):
                        base += counts[n, case] * base_price[c, case]
                        unit += counts[n, case] * unit_price[c, case]
                    late = RAISE_1 if base + unit >= 990 * fold_price else FOLD
                    for case in range(6):
                        outcome[RAISE_2, c, case] += raised[n] * weight * counts[n, case]
                        outcome[late, c, case] += (10 - raised[n]) * weight * counts[n, case]
                n += 1


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
