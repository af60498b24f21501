"""The kernel of Pai Gow Poker: seven cards to the player and to the bank, both set by the house way.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.deal_kernel import CELLS, STATES, cell_of, state_of
from pitboss.solve.pai_gow.numbering_kernel import DECK, SIZE, number_of, shuffle


@njit(cache=True, nogil=True)
def deal_pai_gow_poker(
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
    kinds: NDArray[np.int32],
) -> None:
    """What kind the player's seven cards are, how his two hands compare with the bank's, and what the bank's are."""
    counter = stream[0]
    deck = np.arange(DECK)
    for at in range(len(classes)):
        counter = shuffle(deck, 2 * SIZE, counter)
        bank = settings[number_of(deck, 0, flush, adds, lower_at, upper_at, rank_from, suited_from)]
        number = number_of(deck, SIZE, flush, adds, lower_at, upper_at, rank_from, suited_from)
        kind = kinds[number] if len(kinds) else 0
        cell = cell_of(settings[number], bank)
        classes[at] = CELLS * STATES * kind + STATES * cell + state_of(bank, deck[:SIZE])
    stream[0] = counter
