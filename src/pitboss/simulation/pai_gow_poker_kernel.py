"""The kernel of Pai Gow Poker: seven cards to the player and to the bank, both set by the house way.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.deal_kernel import CELLS, DECK, STATES, cell_of, setting_of, shuffle, state_of
from pitboss.solve.pai_gow.house_way_kernel import SIZE


@njit(cache=True, nogil=True)
def deal_pai_gow_poker(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    by_ranks: NDArray[np.int32],
    suited_from: NDArray[np.int64],
    by_suit: NDArray[np.int32],
    kind_by_ranks: NDArray[np.int32],
    kind_by_suit: NDArray[np.int32],
) -> None:
    """What kind the player's seven cards are, how his two hands compare with the bank's, and what the bank's are."""
    counter = stream[0]
    deck = np.arange(DECK)
    for at in range(len(classes)):
        counter = shuffle(deck, 2 * SIZE, counter)
        bank = setting_of(deck, 0, adds, lower_at, upper_at, rank_from, by_ranks, suited_from, by_suit)
        ours = setting_of(deck, SIZE, adds, lower_at, upper_at, rank_from, by_ranks, suited_from, by_suit)
        kind = 0
        if len(kind_by_ranks):
            kind = setting_of(deck, SIZE, adds, lower_at, upper_at, rank_from, kind_by_ranks, suited_from, kind_by_suit)
        classes[at] = CELLS * STATES * kind + STATES * cell_of(ours, bank) + state_of(bank, deck, 0)
    stream[0] = counter
