"""The kernel of Red Dog: three cards off a fresh shoe.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.kernels import HALF, LOW, ONE, take, word


@njit(cache=True, nogil=True)
def deal_red_dog(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    cards: np.uint64,
    favoured_two: np.uint64,
    favoured_one: np.uint64,
    values: NDArray[np.uint8],
    outcomes: NDArray[np.uint16],
) -> None:
    """Three different cards, the third used or not: ``outcomes[first, second, third]`` by their values is the class."""
    counter = stream[0]
    for at in range(len(classes)):
        while True:
            counter += ONE
            drawn = word(counter)
            a, bits = take(drawn >> HALF, cards)
            b, bits = take(bits, cards)
            c, more = take(drawn & LOW, cards)
            if bits < favoured_two or more < favoured_one:
                continue
            if a != b and a != c and b != c:
                break
        classes[at] = outcomes[values[a], values[b], values[c]]
    stream[0] = counter
