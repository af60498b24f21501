"""Compiled helpers for hand tables, and bulk enumeration. Imports Numba: import this module only where it is used."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def slide_rows(
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
    column: NDArray[np.int64],
    ranks: NDArray[np.int16],
    table: NDArray[np.int16],
) -> NDArray[np.int32]:
    """Place each row at the first shift where all its columns are free; fills ``table`` and returns the shifts."""
    shifts = np.zeros(len(starts), dtype=np.int32)
    taken = np.zeros(len(table) // 64 + 2, dtype=np.uint64)
    lowest = 0
    for row in range(len(starts)):
        columns = column[starts[row] : starts[row] + counts[row]]
        while table[lowest] >= 0:
            lowest += 1
        shift = first_free(taken, columns, max(0, lowest - columns[0]))
        for at in range(len(columns)):
            place = shift + columns[at]
            table[place] = ranks[starts[row] + at]
            taken[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
        shifts[row] = shift
    return shifts


@njit(cache=True)
def first_free(taken: NDArray[np.uint64], columns: NDArray[np.int64], shift: int) -> int:
    """The first shift from this one on where the bits of all columns are free; 64 shifts are tried at once."""
    while True:
        clashes = np.uint64(0)
        for each in columns:
            word, bit = (shift + each) >> 6, np.uint64((shift + each) & 63)
            clashes |= taken[word] >> bit
            if bit:
                clashes |= taken[word + 1] << (np.uint64(64) - bit)
            if ~clashes == 0:
                break
        if ~clashes:
            while clashes & np.uint64(1):
                clashes >>= np.uint64(1)
                shift += 1
            return shift
        shift += 64


@njit(cache=True, nogil=True)
def count_ranks_of_seven(
    first: int,
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    counts: NDArray[np.int64],
) -> None:
    """Rank every seven-card hand whose lowest card is ``first`` and add it to ``counts[rank]``.

    A card's value holds its rank's key and, above it, a four-bit counter per suit that reaches eight at five cards.
    """
    suit_mask = np.zeros(4, dtype=np.int64)
    value = np.empty(52, dtype=np.int64)
    for card in range(52):
        value[card] = keys[card >> 2] + (1 << (32 + 4 * (card & 3)))
    start = np.int64(0x3333) << 32
    flush = np.int64(0x8888) << 32
    low = (np.int64(1) << 32) - 1
    for b in range(first + 1, 47):
        for c in range(b + 1, 48):
            three = start + value[first] + value[b] + value[c]
            for d in range(c + 1, 49):
                four = three + value[d]
                for e in range(d + 1, 50):
                    five = four + value[e]
                    for f in range(e + 1, 51):
                        six = five + value[f]
                        for g in range(f + 1, 52):
                            seven = six + value[g]
                            if seven & flush:
                                suit_mask[:] = 0
                                for card in (first, b, c, d, e, f, g):
                                    suit_mask[card & 3] |= 1 << (card >> 2)
                                best = max(
                                    flushes[suit_mask[0]],
                                    flushes[suit_mask[1]],
                                    flushes[suit_mask[2]],
                                    flushes[suit_mask[3]],
                                )
                                counts[best] += 1
                            else:
                                key = seven & low
                                counts[ranks[(key & 511) + rows[key >> 9]]] += 1


@njit(cache=True)
def rank_hands(
    hands: NDArray[np.int8],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
) -> NDArray[np.int16]:
    """Rank many hands of one size."""
    found = np.empty(len(hands), dtype=np.int16)
    masks = np.zeros(4, dtype=np.int64)
    for at in range(len(hands)):
        masks[:] = 0
        key = 0
        for card in hands[at]:
            masks[card & 3] |= 1 << (card >> 2)
            key += keys[card >> 2]
        best = max(flushes[masks[0]], flushes[masks[1]], flushes[masks[2]], flushes[masks[3]])
        found[at] = best if best >= 0 else ranks[(key & 511) + rows[key >> 9]]
    return found
