"""The highest of several hands dealt from one deck. Imports Numba: import this module only where it is used."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_five


@njit(cache=True, nogil=True)
def highest_hands(
    own: int,
    common: int,
    hands: int,
    rounds: int,
    seed: int,
    class_of: NDArray[np.int8],
    ranking: Ranking,
    classes: int,
) -> NDArray[np.int64]:
    """Deal that many hands again and again, and count the class of the highest; own and common cards make five."""
    np.random.seed(seed)
    counts = np.zeros(classes, dtype=np.int64)
    deck = np.arange(52)
    hand = np.zeros(5, dtype=np.int64)
    for _ in range(rounds):
        for at in range(common + own * hands):
            other = np.random.randint(at, 52)
            deck[at], deck[other] = deck[other], deck[at]
        for card in range(common):
            hand[own + card] = deck[card]
        highest = -1
        for at in range(hands):
            for card in range(own):
                hand[card] = deck[common + own * at + card]
            highest = max(highest, rank_five(hand, ranking))
        counts[class_of[highest]] += 1
    return counts
