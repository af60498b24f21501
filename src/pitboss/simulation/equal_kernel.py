"""The deal of games that one throw or spin decides: classes that are all equally likely.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.kernels import HALF, LOW, ONE, word


@njit(cache=True, nogil=True)
def deal_equal(
    classes: NDArray[np.uint16], stream: NDArray[np.uint64], memory: NDArray[np.int64], many: np.uint64
) -> None:
    """``class`` is any of so many. A word gives two numbers; a half that would favour a class is thrown away."""
    counter = stream[0]
    favoured = (LOW + ONE) % many
    at = 0
    while at < len(classes):
        counter += ONE
        drawn = word(counter)
        one = (drawn >> HALF) * many
        if (one & LOW) >= favoured:
            classes[at] = one >> HALF
            at += 1
        two = (drawn & LOW) * many
        if at < len(classes) and (two & LOW) >= favoured:
            classes[at] = two >> HALF
            at += 1
    stream[0] = counter
