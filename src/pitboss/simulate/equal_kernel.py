"""The deal of games that one throw or spin decides: classes that are all equally likely.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulate.kernels import word

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)


@njit(cache=True, nogil=True)
def deal_equal(
    classes: NDArray[np.uint16], stream: NDArray[np.uint64], memory: NDArray[np.int64], many: np.uint64
) -> None:
    """``class`` is any of so many. A word gives two numbers; a half that would favour a class is thrown away."""
    counter = stream[0]
    favoured = (_LOW + _ONE) % many
    at = 0
    while at < len(classes):
        counter += _ONE
        drawn = word(counter)
        one = (drawn >> _HALF) * many
        if (one & _LOW) >= favoured:
            classes[at] = one >> _HALF
            at += 1
        two = (drawn & _LOW) * many
        if at < len(classes) and (two & _LOW) >= favoured:
            classes[at] = two >> _HALF
            at += 1
    stream[0] = counter
