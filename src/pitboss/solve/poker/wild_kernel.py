"""Kernel for five-card games with wild cards: the highest of several hands, sampled.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.suits_kernel import number_of


@njit(cache=True, nogil=True)
def highest_hands(
    players: int,
    rounds: int,
    seed: int,
    ranks: NDArray[np.int16],
    starts: NDArray[np.int64],
    wild: NDArray[np.bool_],
    class_of: NDArray[np.int8],
    classes: int,
) -> NDArray[np.int64]:
    """Deal hands of five cards again and again, and count the class of the highest: of the dealer's and one player's,
    of these and another's, and so on up to so many players.

    ``ranks[starts[n] + number]`` is the rank of a hand by the number of its ``n`` natural cards; the last card of
    ``wild`` is the joker.
    """
    np.random.seed(seed)
    counts = np.zeros((players, classes), dtype=np.int64)
    deck = np.arange(len(wild))
    natural = np.empty(5, dtype=np.int64)
    for _ in range(rounds):
        highest = -1
        for hand in range(players + 1):
            size = 0
            for card in range(5):
                at = hand * 5 + card
                other = np.random.randint(at, len(deck))
                deck[at], deck[other] = deck[other], deck[at]
                if not wild[deck[at]]:
                    place = size
                    while place > 0 and natural[place - 1] > deck[at]:
                        natural[place] = natural[place - 1]
                        place -= 1
                    natural[place] = deck[at]
                    size += 1
            highest = max(highest, ranks[starts[size] + number_of(natural, size)])
            if hand > 0:
                counts[hand - 1, class_of[highest]] += 1
    return counts
