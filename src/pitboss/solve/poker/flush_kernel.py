"""High Card Flush: every seven cards by the cards of each suit, against all seven that a dealer may hold besides.

A suit is thirteen bits. Whose flush is higher depends on one suit at a time, so the dealer's hands below a flush are
counted suit by suit and put together: so many ways to hold none, one, two … cards of each suit that stay below.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

SIZE = 7
UNQUALIFIED, WIN, TIE, LOSE = range(4)
_CHOOSE = np.array([[1 if k == 0 else 0 for k in range(SIZE + 1)] for _ in range(14)], dtype=np.int64)
for _n in range(1, 14):
    for _k in range(1, SIZE + 1):
        _CHOOSE[_n, _k] = _CHOOSE[_n - 1, _k - 1] + _CHOOSE[_n - 1, _k]
BITS = np.array([bin(mask).count("1") for mask in range(1 << 13)], dtype=np.int64)


@njit(cache=True, nogil=True)
def _lower(held: int, size: int, flush: int, top_only: bool, equal_too: bool) -> int:
    """Of the cards held of a suit, how many sets of so many are lower than a flush, or as high."""
    if top_only:
        top = flush
        while top & (top - 1):
            top &= top - 1
        return int(_CHOOSE[BITS[held & (2 * top - 1 if equal_too else top - 1)], size])
    count, need = 0, size
    bit = 1 << 12
    while bit:
        if flush & bit:
            count += _CHOOSE[BITS[held & (bit - 1)], need]
            if not held & bit:
                return int(count)
            need -= 1
        bit >>= 1
    return int(count + equal_too)


@njit(cache=True, nogil=True)
def _hands_below(
    left: NDArray[np.int64], size: int, flush: int, top_only: bool, equal_too: bool, ways: NDArray[np.int64]
) -> int:
    """How many sevens of the cards left have no flush above this one: more of a suit than ``size`` is above."""
    for suit in range(4):
        many = BITS[left[suit]]
        for cards in range(size):
            ways[suit, cards] = _CHOOSE[many, cards]
        ways[suit, size] = _lower(left[suit], size, flush, top_only, equal_too)
    total = 0
    for first in range(size + 1):
        for second in range(size + 1):
            rest = SIZE - first - second
            if rest < 0 or rest > 2 * size:
                continue
            both = ways[0, first] * ways[1, second]
            for third in range(max(0, rest - size), min(size, rest) + 1):
                total += both * ways[2, third] * ways[3, rest - third]
    return total


@njit(cache=True, nogil=True)
def compare_with_dealers(
    left: NDArray[np.int64],
    size: int,
    flush: int,
    every: int,
    qualifies_size: int,
    qualifies_flush: int,
    top_only: bool,
    ways: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Of all hands that a dealer may hold of the cards left, how many do not qualify, lose, tie and win."""
    under = _hands_below(left, qualifies_size, qualifies_flush, True, False, ways)
    lower = _hands_below(left, size, flush, top_only, False, ways)
    level = _hands_below(left, size, flush, top_only, True, ways)
    counts[UNQUALIFIED] = under
    counts[WIN] = max(0, lower - under)
    counts[TIE] = max(0, level - max(lower, under))
    counts[LOSE] = every - max(level, under)


@njit(cache=True, nogil=True)
def longest_run(mask: int, ace_low: bool) -> int:
    """How many cards of a suit follow one another."""
    held = mask << 1 | (mask >> 12 if ace_low else 0)
    length = 0
    while held:
        held &= held << 1
        length += 1
    return length


@njit(cache=True, nogil=True)
def count_hands(
    first: int,
    every: int,
    ranks: int,
    by_size: NDArray[np.int64],
    starts: NDArray[np.int64],
    qualifies_size: int,
    qualifies_flush: int,
    top_only: bool,
    nets: NDArray[np.int64],
    allowed: NDArray[np.bool_],
    found: NDArray[np.int64],
    by_flush: NDArray[np.int64],
    chosen: NDArray[np.int64],
    names: NDArray[np.int64],
) -> None:
    """All hands whose first suit, in order, holds these cards, each with what is worth most.

    A deck has these ``ranks`` of every suit. ``by_size[starts[k]:starts[k + 1]]`` are the sets of k of them, rising.
    ``nets[choice, flush size, case]`` prices, where it is ``allowed``. Counted are deals by choice, size and case; by
    own flush and case; hands by own flush and choice; and by flush size, longest straight flush with the ace high or
    low too, and choice.
    """
    masks, left, ways = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64), np.zeros((4, 8), dtype=np.int64)
    counts = np.zeros(4, dtype=np.int64)
    masks[0] = first
    rest_0 = SIZE - BITS[first]
    for size_1 in range(rest_0 + 1):
        for at_1 in range(starts[size_1], starts[size_1 + 1]):
            masks[1] = by_size[at_1]
            if masks[1] > masks[0]:
                break
            rest_1 = rest_0 - size_1
            for size_2 in range(rest_1 + 1):
                size_3 = rest_1 - size_2
                for at_2 in range(starts[size_2], starts[size_2 + 1]):
                    masks[2] = by_size[at_2]
                    if masks[2] > masks[1]:
                        break
                    for at_3 in range(starts[size_3], starts[size_3 + 1]):
                        masks[3] = by_size[at_3]
                        if masks[3] > masks[2]:
                            break
                        same, run = 1, 1
                        for suit in range(1, 4):
                            run = run + 1 if masks[suit] == masks[suit - 1] else 1
                            same *= run
                        weight = 24 // same
                        size, flush, high, low = 0, 0, 0, 0
                        for suit in range(4):
                            mask = masks[suit]
                            left[suit] = ranks & ~mask
                            many = BITS[mask]
                            if many > size or (many == size and mask > flush):
                                size, flush = many, mask
                            if many >= 3:
                                high = max(high, longest_run(mask, False))
                                low = max(low, longest_run(mask, True))
                        compare_with_dealers(
                            left, size, flush, every, qualifies_size, qualifies_flush, top_only, ways, counts
                        )
                        best, choice = np.int64(0), -1
                        for each in range(len(nets)):
                            if allowed[each, size]:
                                worth = np.int64(0)
                                for case in range(4):
                                    worth += counts[case] * nets[each, size, case]
                                if choice < 0 or worth > best:
                                    best, choice = worth, each
                        for case in range(4):
                            found[choice, size, case] += weight * counts[case]
                            by_flush[flush, case] += weight * counts[case]
                        chosen[flush, choice] += weight
                        names[size, high, low, int(choice > 0)] += weight
