"""Double Cross Poker: on one cross, every two cards on both axes against every dealer's, in one sweep by rank.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_five

PAIRS = 52 * 51 // 2
TRIPLES = 52 * 51 * 50 // 6
LEFT = 47
HOLDINGS = LEFT * (LEFT - 1) // 2
DEALERS = 45 * 44 // 2
LOW_BITS, HIGH_BITS = 7, 6


@njit(cache=True, nogil=True)
def pair_number(low: int, high: int) -> int:
    """The number of two cards, the lower one first."""
    return high * (high - 1) // 2 + low


@njit(cache=True, nogil=True)
def triple_number(first: int, second: int, third: int) -> int:
    """The number of three cards in any order."""
    low, high = min(first, second, third), max(first, second, third)
    middle = first + second + third - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@njit(cache=True, nogil=True)
def level_table(level_of: NDArray[np.int16], ranking: Ranking) -> NDArray[np.int16]:
    """What every three cards and every other two are worth, by their numbers."""
    table = np.zeros((TRIPLES, PAIRS), dtype=np.int16)
    hand = np.zeros(5, dtype=np.int64)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                row = table[triple_number(a, b, c)]
                hand[0], hand[1], hand[2] = a, b, c
                for e in range(52):
                    if e in (a, b, c):
                        continue
                    for d in range(e):
                        if d not in (a, b, c):
                            hand[3], hand[4] = d, e
                            row[pair_number(d, e)] = level_of[rank_five(hand, ranking)]
    return table


@njit(cache=True, nogil=True)
def next_number(state: NDArray[np.uint64]) -> np.uint64:
    """The next of a row of random numbers (splitmix64)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(mixed ^ (mixed >> np.uint64(31)))


@njit(cache=True, nogil=True)
def sweep(
    cross: NDArray[np.int64],
    table: NDArray[np.int16],
    pairs: NDArray[np.int32],
    levels: NDArray[np.int16],
    found: NDArray[np.int32],
) -> None:
    """All holdings of a cross (top, right, centre, left, bottom): their ``pairs`` of cards, levels, wins and ties.

    ``levels[holding, axis]``, vertical first; ``found[holding, axis]`` are the dealers that are beaten and the ties.
    """
    vertical = table[triple_number(cross[0], cross[2], cross[4])]
    horizontal = table[triple_number(cross[1], cross[2], cross[3])]
    keys = np.empty(2 * HOLDINGS, dtype=np.int16)
    used = np.zeros(52, dtype=np.bool_)
    for card in cross:
        used[card] = True
    size = 0
    for high in range(52):
        if used[high]:
            continue
        for low in range(high):
            if used[low]:
                continue
            number = pair_number(low, high)
            pairs[size, 0], pairs[size, 1], pairs[size, 2] = low, high, number
            levels[size, 0], levels[size, 1] = vertical[number], horizontal[number]
            keys[size] = max(vertical[number], horizontal[number])
            keys[HOLDINGS + size] = min(vertical[number], horizontal[number])
            size += 1
    order = _by_key(keys)
    held = np.zeros(52, dtype=np.int32)
    total = 0
    at = 0
    while at < 2 * HOLDINGS:
        level = keys[order[at]]
        end = at
        before = total
        while end < 2 * HOLDINGS and keys[order[end]] == level:
            lower = order[end] >= HOLDINGS
            each = order[end] - HOLDINGS if lower else order[end]
            found[each, _axis(levels[each], lower), 0] = before - held[pairs[each, 0]] - held[pairs[each, 1]]
            end += 1
        for place in range(at, end):
            each = order[place]
            if each < HOLDINGS:
                total += 1
                held[pairs[each, 0]] += 1
                held[pairs[each, 1]] += 1
        for place in range(at, end):
            lower = order[place] >= HOLDINGS
            each = order[place] - HOLDINGS if lower else order[place]
            own = 1 if keys[each] <= level else 0  # among those that hold one card of it or the other, counted twice
            told = found[each, _axis(levels[each], lower)]
            told[1] = total - held[pairs[each, 0]] - held[pairs[each, 1]] + own - told[0]
        at = end


@njit(cache=True, nogil=True)
def _axis(levels: NDArray[np.int16], lower: bool) -> int:
    """Which axis the lower or the higher level of a holding is on; of equal ones the vertical is the higher."""
    higher = 0 if levels[0] >= levels[1] else 1
    return 1 - higher if lower else higher


@njit(cache=True, nogil=True)
def _by_key(keys: NDArray[np.int16]) -> NDArray[np.int32]:
    """The places of keys of 13 bits in rising order."""
    size = len(keys)
    first, second = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    starts = np.zeros((1 << LOW_BITS) + 1, dtype=np.int32)
    mask = (1 << LOW_BITS) - 1
    for at in range(size):
        starts[(keys[at] & mask) + 1] += 1
    for at in range(len(starts) - 1):
        starts[at + 1] += starts[at]
    for at in range(size):
        low = keys[at] & mask
        first[starts[low]] = at
        starts[low] += 1
    starts[:] = 0
    for at in range(size):
        starts[(keys[at] >> LOW_BITS) + 1] += 1
    for at in range(len(starts) - 1):
        starts[at + 1] += starts[at]
    for place in first:
        high = keys[place] >> LOW_BITS
        second[starts[high]] = place
        starts[high] += 1
    return second


@njit(cache=True, nogil=True)
def draw_cross(top: int, right: int, state: NDArray[np.uint64], cross: NDArray[np.int64]) -> None:
    """A cross with these two cards and three others by chance."""
    cross[0], cross[1] = top, right
    for at in range(2, 5):
        while True:
            card = np.int64(next_number(state) % np.uint64(52))  # of 2^64 numbers the odd 16 make no difference
            fresh = True
            for before in range(at):
                fresh = fresh and cross[before] != card
            if fresh:
                cross[at] = card
                break


@njit(cache=True, nogil=True)
def worths(
    top: int,
    right: int,
    crosses: int,
    seed: int,
    wins: NDArray[np.int64],
    loss: int,
    table: NDArray[np.int16],
    sums: NDArray[np.int64],
) -> None:
    """Add what each two cards win on each axis of so many crosses to ``sums[pair]``; last, the crosses themselves.

    ``wins`` is what a win nets by level, ``loss`` what a loss does.
    """
    state = np.zeros(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    cross = np.zeros(5, dtype=np.int64)
    pairs = np.zeros((HOLDINGS, 3), dtype=np.int32)
    levels = np.zeros((HOLDINGS, 2), dtype=np.int16)
    found = np.zeros((HOLDINGS, 2, 2), dtype=np.int32)
    for _ in range(crosses):
        draw_cross(top, right, state, cross)
        sweep(cross, table, pairs, levels, found)
        for each in range(HOLDINGS):
            row = sums[pairs[each, 2]]
            for axis in range(2):
                beaten, ties = found[each, axis, 0], found[each, axis, 1]
                row[axis] += beaten * wins[levels[each, axis]] + (DEALERS - beaten - ties) * loss
            row[2] += 1


@njit(cache=True, nogil=True)
def outcomes(
    top: int,
    right: int,
    crosses: int,
    seed: int,
    decided: NDArray[np.int8],
    class_of: NDArray[np.int8],
    table: NDArray[np.int16],
    counts: NDArray[np.int64],
) -> None:
    """Count what becomes of all holdings on so many crosses by the decisions: 0 folds, else one more than the axis.

    ``counts[class, result]`` has wins, ties and losses; the last class is that of folds.
    """
    state = np.zeros(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    cross = np.zeros(5, dtype=np.int64)
    pairs = np.zeros((HOLDINGS, 3), dtype=np.int32)
    levels = np.zeros((HOLDINGS, 2), dtype=np.int16)
    found = np.zeros((HOLDINGS, 2, 2), dtype=np.int32)
    for _ in range(crosses):
        draw_cross(top, right, state, cross)
        sweep(cross, table, pairs, levels, found)
        for each in range(HOLDINGS):
            choice = decided[pairs[each, 2]]
            if choice == 0:
                counts[-1, 2] += DEALERS
                continue
            beaten, ties = found[each, choice - 1, 0], found[each, choice - 1, 1]
            row = counts[class_of[levels[each, choice - 1]]]
            row[0] += beaten
            row[1] += ties
            row[2] += DEALERS - beaten - ties
