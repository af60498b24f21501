"""Compiled helpers for hand tables, and bulk enumeration. Imports Numba: import this module only where it is used."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)  # type: ignore[untyped-decorator]
def slide_rows(
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
    column: NDArray[np.int64],
    ranks: NDArray[np.int16],
    table: NDArray[np.int16],
) -> NDArray[np.int32]:
    """Place each row at the first shift where all its columns are free; fills ``table`` and returns the shifts."""
    shifts = np.zeros(len(starts), dtype=np.int32)
    lowest = 0
    for row in range(len(starts)):
        begin, end = starts[row], starts[row] + counts[row]
        while table[lowest] >= 0:
            lowest += 1
        shift = max(0, lowest - column[begin])
        while True:
            clash = False
            for at in range(begin, end):
                if table[shift + column[at]] >= 0:
                    clash = True
                    break
            if not clash:
                break
            shift += 1
        for at in range(begin, end):
            table[shift + column[at]] = ranks[at]
        shifts[row] = shift
    return shifts
