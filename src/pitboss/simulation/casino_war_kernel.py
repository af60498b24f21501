"""The kernel of Casino War: four cards off a fresh shoe.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.kernels import HALF, LOW, ONE, take, word


@njit(cache=True, nogil=True)
def deal_casino_war(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    cards: np.uint64,
    favoured: np.uint64,
    ranks: NDArray[np.uint8],
) -> None:
    """Two different cards, and two more that are used or not: ``class = 3 * original deal + war deal``.

    A deal is 0 when the player's card is higher, 1 when the dealer's is, and 2 for a tie.
    """
    counter = stream[0]
    for at in range(len(classes)):
        while True:
            counter += ONE
            drawn = word(counter)
            a, bits = take(drawn >> HALF, cards)
            b, bits = take(bits, cards)
            c, more = take(drawn & LOW, cards)
            d, more = take(more, cards)
            if bits < favoured or more < favoured:
                continue
            if a != b and a != c and a != d and b != c and b != d and c != d:
                break
        original = (ranks[b] >= ranks[a]) + np.int64(ranks[b] == ranks[a])
        war = (ranks[d] >= ranks[c]) + np.int64(ranks[d] == ranks[c])
        classes[at] = 3 * original + war
    stream[0] = counter
