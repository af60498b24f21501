"""Kernel for Chemin de Fer: every order of up to six card values, with both ways of every choice, counted exactly.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def count_choices(
    shoe: NDArray[np.int64],
    taken: int,
    player_point: NDArray[np.int64],
    banker_point: NDArray[np.int64],
    player_draws: NDArray[np.int64],
    banker_draws: NDArray[np.int64],
    natural: int,
) -> NDArray[np.int64]:
    """Count deals by ``[player's point, draws, banker's point, draws, result]``: Player, Banker, equal.

    ``shoe[v]`` is how many cards count v; a card drawn takes ``taken`` out of it, 0 where it is put back.
    ``player_point[a, b]`` numbers what the Player is free with by the two cards, ``banker_point[a, b, third]`` the
    Banker (third is 10 for none); 0 is where the tables decide. Every deal is counted as six cards in order.
    """
    counts = np.zeros((player_point.max() + 1, 2, banker_point.max() + 1, 2, 3), dtype=np.int64)
    left = shoe.copy()
    fifth, sixth = shoe.sum() - 4 * taken, shoe.sum() - 5 * taken
    for p1 in range(10):
        w1 = left[p1]
        left[p1] -= taken
        for b1 in range(10):
            w2 = w1 * left[b1]
            left[b1] -= taken
            for p2 in range(10):
                w3 = w2 * left[p2]
                left[p2] -= taken
                player, free = (p1 + p2) % 10, player_point[p1, p2]
                for b2 in range(10):
                    w4 = w3 * left[b2]
                    if w4 == 0:
                        continue
                    left[b2] -= taken
                    banker = (b1 + b2) % 10
                    if player >= natural or banker >= natural:
                        counts[0, 0, 0, 0, _result(player, banker)] += w4 * fifth * sixth
                        left[b2] += taken
                        continue
                    if free or not player_draws[player]:
                        point = banker_point[b1, b2, 10]
                        if point or not banker_draws[banker, 10]:
                            counts[free, 0, point, 0, _result(player, banker)] += w4 * fifth * sixth
                        if point or banker_draws[banker, 10]:
                            for b3 in range(10):
                                result = _result(player, (banker + b3) % 10)
                                counts[free, 0, point, 1, result] += w4 * left[b3] * sixth
                    if free or player_draws[player]:
                        for p3 in range(10):
                            w5 = w4 * left[p3]
                            if w5 == 0:
                                continue
                            left[p3] -= taken
                            drawn, point = (player + p3) % 10, banker_point[b1, b2, p3]
                            if point or not banker_draws[banker, p3]:
                                counts[free, 1, point, 0, _result(drawn, banker)] += w5 * sixth
                            if point or banker_draws[banker, p3]:
                                for b3 in range(10):
                                    result = _result(drawn, (banker + b3) % 10)
                                    counts[free, 1, point, 1, result] += w5 * left[b3]
                            left[p3] += taken
                    left[b2] += taken
                left[p2] += taken
            left[b1] += taken
        left[p1] += taken
    return counts


@njit(cache=True)
def _result(player: int, banker: int) -> int:
    if player == banker:
        return 2
    return 0 if player > banker else 1
