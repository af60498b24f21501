"""Ranking cards inside kernels, by the tables of ``ranking``.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.suits_kernel import CHOOSE, next_set

ROW_BITS = 9
_SUIT = (1 << 13) - 1


@njit(cache=True, nogil=True)
def rank_cards(cards: NDArray[np.int64], ranking: Ranking) -> int:
    """The rank of five, six or seven cards, by the tables of that size."""
    key = np.int64(0)
    held = np.int64(0)
    for card in cards:
        key += ranking.keys[card >> 2]
        held |= np.int64(1) << (13 * (card & 3) + (card >> 2))
    flush = max(
        max(ranking.flushes[held & _SUIT], ranking.flushes[(held >> 13) & _SUIT]),
        max(ranking.flushes[(held >> 26) & _SUIT], ranking.flushes[held >> 39]),
    )
    return int(flush) if flush >= 0 else rank_key(key, ranking)


@njit(cache=True, nogil=True)
def rank_key(key: int | np.int64, ranking: Ranking) -> int:
    """The rank of cards whose keys add up to this, flushes aside."""
    return int(ranking.ranks[(key & ((1 << ROW_BITS) - 1)) + ranking.rows[key >> ROW_BITS]])


@njit(cache=True, nogil=True)
def rank_five(cards: NDArray[np.int64], ranking: Ranking) -> int:
    """The rank of the first five of these cards: with five it is enough to see whether they are of one suit."""
    key, suited, mask = np.int64(0), True, 0
    for at in range(5):
        key += ranking.keys[cards[at] >> 2]
        mask |= 1 << (cards[at] >> 2)
        suited = suited and (cards[at] & 3) == (cards[0] & 3)
    return int(ranking.flushes[mask]) if suited else rank_key(key, ranking)


@njit(cache=True)
def rank_all_fives(ranking: Ranking) -> NDArray[np.int16]:
    """The rank of every five cards, by their number."""
    found = np.zeros(CHOOSE[52, 5], dtype=np.int16)
    cards = np.arange(5)
    for number in range(len(found)):
        found[number] = rank_five(cards, ranking)
        next_set(cards, 5)
    return found
