"""Every hand of Asia Poker, in every way to set it, against all others that the house sets; exactly.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.shared_kernel import hands_with

PARTS = 3


@njit(cache=True, nogil=True)
def count_pairs(
    sets: NDArray[np.int8],
    times: NDArray[np.int64],
    cards: int,
    deck: NDArray[np.int64],
    flush: int,
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    suited_from: NDArray[np.int64],
    house: NDArray[np.int16],
    firsts: NDArray[np.int64],
    ways: NDArray[np.int16],
    sizes: NDArray[np.int64],
    wins: NDArray[np.int64],
) -> None:
    """For each set of so many cards, all hands that have it against one another, so many times.

    ``house`` has the three parts of the hands of a number as the house sets them, by their place among all of
    ``sizes``; ``ways``, from ``firsts`` on, how many of those are below each way's own. What is added up is how often
    two of a way's parts are above the other's.
    """
    counts = np.zeros(len(house), dtype=np.int64)
    numbers = np.empty(len(house), dtype=np.int64)
    places = np.zeros((PARTS, sizes.max() + 1), dtype=np.int64)
    table = np.zeros((sizes[0] + 1) * (sizes[1] + 1) * (sizes[2] + 1), dtype=np.int64)
    for at in range(len(sets)):
        many = hands_with(
            sets[at], cards, deck, flush, adds, lower_at, upper_at, rank_from, suited_from, counts, numbers
        )
        tall, wide = lay_out(numbers[:many], counts, house, sizes, places, table)
        last = places[0, sizes[0]] * tall
        end, edge = places[1, sizes[1]] * wide, wide - 1
        for number in numbers[:many]:
            weight = times[at] * counts[number]
            counts[number] = 0
            for way in range(firsts[number], firsts[number + 1]):
                high, medium = places[0, ways[way, 0]] * tall, places[1, ways[way, 1]] * wide
                low = places[2, ways[way, 2]]
                all_three = table[high + medium + low]
                two = table[high + medium + edge] + table[high + end + low] + table[last + medium + low]
                wins[way] += weight * (two - 2 * all_three)


@njit(cache=True, nogil=True)
def lay_out(
    numbers: NDArray[np.int64],
    counts: NDArray[np.int64],
    house: NDArray[np.int16],
    sizes: NDArray[np.int64],
    places: NDArray[np.int64],
    table: NDArray[np.int64],
) -> tuple[int, int]:
    """How many hands the house sets with each part below that of a place.

    Only parts that are there have places: ``places`` says how many of those lie below. Returns how far apart two high
    parts are in the table, and two medium ones.
    """
    places[:] = 0
    for number in numbers:
        for part in range(PARTS):
            places[part, house[number, part] + 1] = 1
    for part in range(PARTS):
        for at in range(sizes[part]):
            places[part, at + 1] += places[part, at]
    highs, mediums, lows = places[0, sizes[0]], places[1, sizes[1]], places[2, sizes[2]]
    wide = lows + 1
    tall = (mediums + 1) * wide
    table[: (highs + 1) * tall] = 0
    for number in numbers:
        high, medium = places[0, house[number, 0]] + 1, places[1, house[number, 1]] + 1
        table[high * tall + medium * wide + places[2, house[number, 2]] + 1] += counts[number]
    for high in range(1, highs + 1):
        for medium in range(1, mediums + 1):
            along = 0
            start = high * tall + medium * wide
            for place in range(start, start + wide):
                along += table[place]
                table[place] = along + table[place - wide]
        for place in range(high * tall, (high + 1) * tall):
            table[place] += table[place - tall]
    return int(tall), int(wide)
