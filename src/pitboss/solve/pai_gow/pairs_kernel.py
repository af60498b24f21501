"""Every hand of seven cards, in every way to set it, against all others that the house sets; exactly.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.settings_kernel import LOWS
from pitboss.solve.pai_gow.shared_kernel import hands_with

LOW, HIGH, HOUSE_WAY, RETURNS, FIRST_WAY = range(5)
"""What is known of the hands of a number: both parts as the house sets them, which of the ways that is, whether it
returns all wagers, and where its ways begin."""
FRONT, BELOW, UP_TO = range(3)
"""What is known of a way: its low part, and how many high parts of the house are below its own, or not above it."""
BOTH, BY_HIGH, BY_LOW, LOWER, NOT_ABOVE = range(5)
"""What is counted of it: hands of the house that are below it in both parts, in the high, in the low one (of those that
are seen, in the low one alone or in both); that are above it in both; that are above it in neither."""


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
    hands: NDArray[np.int32],
    ways: NDArray[np.int32],
    highs: int,
    cells: NDArray[np.int64],
    seen: NDArray[np.int64],
    met: NDArray[np.int64],
    found: NDArray[np.int64],
) -> None:
    """For each set of so many cards, all hands that have it against one another, so many times.

    What is added up: in ``cells`` how often the house's setting is above, or not below, the other's low part and its
    high part; in ``seen`` what a player comes to who sees the other hand before; in ``met`` how many hands that return
    nothing those of a number meet, and in ``found`` what its ways come to.
    ``seen`` and ``found`` are left out where they are empty.
    """
    counts = np.zeros(len(hands), dtype=np.int64)
    numbers = np.empty(len(hands), dtype=np.int64)
    low_at = np.empty(LOWS + 1, dtype=np.int64)
    high_at = np.empty(highs + 1, dtype=np.int64)
    table = np.zeros((LOWS + 1) * (highs + 1), dtype=np.int64)
    for at in range(len(sets)):
        many = hands_with(
            sets[at], cards, deck, flush, adds, lower_at, upper_at, rank_from, suited_from, counts, numbers
        )
        width = lay_out(numbers[:many], counts, hands, low_at, high_at, table)
        for number in numbers[:many]:
            weight = times[at] * counts[number]
            _of_house(weight, hands[number], ways, low_at, high_at, table, width, cells)
            if len(seen):
                _of_seen(weight, number, hands, ways, low_at, high_at, table, width, seen)
            if len(found):
                met[number] += weight * table[(low_at[LOWS] + 1) * width - 1]
                _of_ways(weight, number, hands, ways, low_at, high_at, table, width, found)
            counts[number] = 0


@njit(cache=True, nogil=True)
def lay_out(
    numbers: NDArray[np.int64],
    counts: NDArray[np.int64],
    hands: NDArray[np.int32],
    low_at: NDArray[np.int64],
    high_at: NDArray[np.int64],
    table: NDArray[np.int64],
) -> int:
    """How many hands the house sets with a low part below the row's and a high part below the column's.

    Only parts that are there have rows and columns: ``low_at`` and ``high_at`` say how many of those lie below.
    Returns how wide the table is.
    """
    low_at[:] = 0
    high_at[:] = 0
    for number in numbers:
        if not hands[number, RETURNS]:
            low_at[hands[number, LOW] + 1] = 1
            high_at[hands[number, HIGH] + 1] = 1
    for at in range(len(low_at) - 1):
        low_at[at + 1] += low_at[at]
    for at in range(len(high_at) - 1):
        high_at[at + 1] += high_at[at]
    rows, width = low_at[-1], high_at[-1] + 1
    table[: (rows + 1) * width] = 0
    for number in numbers:
        if not hands[number, RETURNS]:
            row, column = low_at[hands[number, LOW]] + 1, high_at[hands[number, HIGH]] + 1
            table[row * width + column] += counts[number]
    for row in range(1, rows + 1):
        along = 0
        for place in range(row * width, (row + 1) * width):
            along += table[place]
            table[place] = table[place - width] + along
    return int(width)


@njit(cache=True, nogil=True)
def _of_house(
    weight: int,
    hand: NDArray[np.int32],
    ways: NDArray[np.int32],
    low_at: NDArray[np.int64],
    high_at: NDArray[np.int64],
    table: NDArray[np.int64],
    width: int,
    cells: NDArray[np.int64],
) -> None:
    way = ways[hand[HOUSE_WAY]]
    at = 0
    for row in (low_at[way[FRONT]], low_at[way[FRONT] + 1], low_at[LOWS]):
        for column in (high_at[way[BELOW]], high_at[way[UP_TO]], width - 1):
            cells[at] += weight * table[row * width + column]
            at += 1


@njit(cache=True, nogil=True)
def _of_seen(
    weight: int,
    number: int,
    hands: NDArray[np.int32],
    ways: NDArray[np.int32],
    low_at: NDArray[np.int64],
    high_at: NDArray[np.int64],
    table: NDArray[np.int64],
    width: int,
    seen: NDArray[np.int64],
) -> None:
    """Whoever cannot beat both parts sets the highest high hand if it beats the other's, else the highest low hand.

    The highest front comes first, so that each way beats what is above the high parts of those before it.
    """
    beaten, tallest = 0, 0
    first, end = hands[number, FIRST_WAY], hands[number + 1, FIRST_WAY]
    top = first
    for way in range(first, end):
        row, column = low_at[ways[way, FRONT]] * width, high_at[ways[way, BELOW]]
        if column > tallest:
            beaten += table[row + column] - table[row + tallest]
            tallest = column
        if ways[way, BELOW] > ways[top, BELOW]:
            top = way
    last = low_at[LOWS] * width
    total, by_high = table[last + width - 1], table[last + tallest]
    row = low_at[ways[first, FRONT]] * width
    seen[BOTH] += weight * beaten
    seen[BY_HIGH] += weight * by_high
    seen[BY_LOW] += weight * (table[row + width - 1] - table[row + tallest] + beaten)
    # With the highest high hand a part may be a copy where none wins.
    row = low_at[ways[first, FRONT] + (1 if ways[top, FRONT] == ways[first, FRONT] else 0)] * width
    column = high_at[ways[top, UP_TO]]
    seen[LOWER] += weight * (total - table[row + width - 1] - table[last + column] + table[row + column])


@njit(cache=True, nogil=True)
def _of_ways(
    weight: int,
    number: int,
    hands: NDArray[np.int32],
    ways: NDArray[np.int32],
    low_at: NDArray[np.int64],
    high_at: NDArray[np.int64],
    table: NDArray[np.int64],
    width: int,
    found: NDArray[np.int64],
) -> None:
    last = low_at[LOWS] * width
    total = table[last + width - 1]
    for way in range(hands[number, FIRST_WAY], hands[number + 1, FIRST_WAY]):
        row, column = low_at[ways[way, FRONT]] * width, high_at[ways[way, BELOW]]
        found[way, BOTH] += weight * table[row + column]
        found[way, BY_HIGH] += weight * table[last + column]
        found[way, BY_LOW] += weight * table[row + width - 1]
        row, column = low_at[ways[way, FRONT] + 1] * width, high_at[ways[way, UP_TO]]
        not_above = table[row + column]
        found[way, NOT_ABOVE] += weight * not_above
        found[way, LOWER] += weight * (total - table[row + width - 1] - table[last + column] + not_above)
