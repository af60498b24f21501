"""Kernel for baccarat: every order of up to six card values out of a finite shoe, counted exactly.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def count_rounds(
    shoe: NDArray[np.int64], player_draws: NDArray[np.bool_], banker_draws: NDArray[np.bool_], natural: int
) -> NDArray[np.int64]:
    """Count deals by ``[player's count, banker's count, player's cards - 2, banker's cards - 2]``.

    ``shoe[v]`` is how many cards count v. Every deal is counted as six cards in order, drawn or not, so that all
    counts have the same total. ``banker_draws[count, third]``: third is the Player's third card, 10 for none.
    """
    counts = np.zeros((10, 10, 2, 2), dtype=np.int64)
    left = shoe.copy()
    cards = shoe.sum()
    for p1 in range(10):
        w1 = left[p1]
        left[p1] -= 1
        for b1 in range(10):
            w2 = w1 * left[b1]
            left[b1] -= 1
            for p2 in range(10):
                w3 = w2 * left[p2]
                left[p2] -= 1
                player = (p1 + p2) % 10
                for b2 in range(10):
                    w4 = w3 * left[b2]
                    if w4 == 0:
                        continue
                    left[b2] -= 1
                    banker = (b1 + b2) % 10
                    if player >= natural or banker >= natural:
                        counts[player, banker, 0, 0] += w4 * (cards - 4) * (cards - 5)
                    elif not player_draws[player]:
                        if not banker_draws[banker, 10]:
                            counts[player, banker, 0, 0] += w4 * (cards - 4) * (cards - 5)
                        else:
                            for b3 in range(10):
                                counts[player, (banker + b3) % 10, 0, 1] += w4 * left[b3] * (cards - 5)
                    else:
                        for p3 in range(10):
                            w5 = w4 * left[p3]
                            drawn = (player + p3) % 10
                            if not banker_draws[banker, p3]:
                                counts[drawn, banker, 1, 0] += w5 * (cards - 5)
                            else:
                                left[p3] -= 1
                                for b3 in range(10):
                                    counts[drawn, (banker + b3) % 10, 1, 1] += w5 * left[b3]
                                left[p3] += 1
                    left[b2] += 1
                left[p2] += 1
            left[b1] += 1
        left[p1] += 1
    return counts
