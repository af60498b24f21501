"""Kernel for three-card games: the highest of several hands, sampled.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.suits_kernel import number_of


@njit(cache=True, nogil=True)
def highest_hands(hands: int, rounds: int, seed: int, ranks: NDArray[np.int16]) -> NDArray[np.int64]:
    """Deal that many hands of three cards, again and again, and count the rank of the highest."""
    np.random.seed(seed)
    counts = np.zeros(int(ranks.max()) + 1, dtype=np.int64)
    deck = np.arange(52)
    trio = np.empty(3, dtype=np.int64)
    for _ in range(rounds):
        highest = -1
        for hand in range(hands):
            for card in range(3):
                at = hand * 3 + card
                other = np.random.randint(at, 52)
                deck[at], deck[other] = deck[other], deck[at]
                trio[card] = deck[at]
            trio.sort()
            highest = max(highest, ranks[number_of(trio, 3)])
        counts[highest] += 1
    return counts
