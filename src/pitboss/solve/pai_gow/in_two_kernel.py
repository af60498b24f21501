"""Kernel for hands set in two: every hand of kinds against every other that the pieces left can make, counted exactly.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

WAYS, CELLS = 3, 9


@njit(cache=True)
def count_against(
    copies: NDArray[np.int64],
    held: NDArray[np.int64],
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    dead_low: NDArray[np.bool_],
    dead_high: NDArray[np.bool_],
    way: NDArray[np.int64],
    own_plays: bool,
    dead_copies: bool,
) -> NDArray[np.int64]:
    """For each hand and each way to set it, how often it meets what in a hand that is set by ``way``.

    ``held[hand, kind]`` is how many of a kind it has, of which there are ``copies``; ``low`` and ``high`` are what its
    hands are worth, by way to set it. The nine cells are those of the player's hands, high by three and then low:
    higher, equal, lower. The player's are the hand's own where it ``own_plays``, else those that it meets. A dead hand
    wins from nothing; equal ones are equal where ``dead_copies`` count as that, else lower.
    """
    hands, kinds = held.shape
    choose = np.zeros((5, 5), dtype=np.int64)
    for n in range(5):
        choose[n, 0] = 1
        for k in range(1, n + 1):
            choose[n, k] = choose[n - 1, k - 1] + (choose[n - 1, k] if k < n else 0)
    part = np.zeros((hands, 4), dtype=np.int64)
    parts = np.zeros(hands, dtype=np.int64)
    for hand in range(hands):
        for kind in range(kinds):
            if held[hand, kind]:
                part[hand, parts[hand]] = kind
                parts[hand] += 1
    counts = np.zeros((hands, WAYS, CELLS), dtype=np.int64)
    for own in range(hands):
        for met in range(hands):
            times = 1
            for at in range(parts[met]):
                kind = part[met, at]
                times *= choose[copies[kind] - held[own, kind], held[met, kind]]
                if times == 0:
                    break
            if times == 0:
                continue
            theirs = way[met]
            for ours in range(WAYS):
                if own_plays:
                    above = _compared(high[own, ours], high[met, theirs], dead_high[own, ours], dead_copies)
                    below = _compared(low[own, ours], low[met, theirs], dead_low[own, ours], dead_copies)
                else:
                    above = _compared(high[met, theirs], high[own, ours], dead_high[met, theirs], dead_copies)
                    below = _compared(low[met, theirs], low[own, ours], dead_low[met, theirs], dead_copies)
                counts[own, ours, 3 * above + below] += times
    return counts


@njit(cache=True)
def _compared(ours: int, theirs: int, dead: bool, dead_copies: bool) -> int:
    """0 where ours is higher, 1 where both are equal, 2 where it is lower."""
    if ours == theirs:
        return 1 if dead_copies or not dead else 2
    return 0 if ours > theirs and not dead else 2
