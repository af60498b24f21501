"""The kernel of Asia Poker: seven cards to the player and to the dealer, both set by the house way.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.numbering_kernel import DECK, SIZE, number_of, shuffle

MEDIUM_AT, HIGH_AT = 4, 12
_LOW, _MEDIUM = (1 << MEDIUM_AT) - 1, (1 << HIGH_AT - MEDIUM_AT) - 1


@njit(cache=True, nogil=True)
def deal_asia_poker(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    flush: int,
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    suited_from: NDArray[np.int64],
    settings: NDArray[np.int32],
) -> None:
    """How many of the player's three parts are above the dealer's."""
    counter = stream[0]
    deck = np.arange(DECK)
    for at in range(len(classes)):
        counter = shuffle(deck, 2 * SIZE, counter)
        house = settings[number_of(deck, 0, flush, adds, lower_at, upper_at, rank_from, suited_from)]
        ours = settings[number_of(deck, SIZE, flush, adds, lower_at, upper_at, rank_from, suited_from)]
        above = 1 if ours >> HIGH_AT > house >> HIGH_AT else 0
        above += 1 if ours >> MEDIUM_AT & _MEDIUM > house >> MEDIUM_AT & _MEDIUM else 0
        above += 1 if ours & _LOW > house & _LOW else 0
        classes[at] = above
    stream[0] = counter
