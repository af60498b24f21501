"""Deals seven cards to a bank and to players, looks up how the house sets them, and compares.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.house_way_kernel import ACE, CATEGORY, JOKER, NINE, QUEEN, SIZE
from pitboss.solve.pai_gow.numbering_kernel import DECK, number_of, shuffle
from pitboss.solve.pai_gow.settings_kernel import LOW_BITS

CELLS, STATES = 9, 8
QUEEN_HIGH, ACE_HIGH, ACE_HIGH_WITH_JOKER, NINE_LOW = 1, 2, 3, 4
MOST = 6


@njit(cache=True, nogil=True)
def state_of(worth: int, hand: NDArray[np.int64]) -> int:
    """What of a dealer's hand may return all wagers, or decides one: queen high, ace high, a nine-high low hand."""
    small, high = worth & (1 << LOW_BITS) - 1, worth >> LOW_BITS
    state = 0
    if high >> CATEGORY == 0:
        top = high >> 16
        if top == QUEEN:
            state = QUEEN_HIGH
        elif top == ACE:
            state = ACE_HIGH
            for card in hand:
                if card == JOKER:
                    state = ACE_HIGH_WITH_JOKER
    nine = NINE * (NINE - 1) // 2
    return state | NINE_LOW if nine <= small < nine + NINE else state


@njit(cache=True, nogil=True)
def states(hands: NDArray[np.int8], settings: NDArray[np.int32], found: NDArray[np.int64]) -> None:
    """That of many hands, which are set so."""
    hand = np.empty(SIZE, dtype=np.int64)
    for at in range(len(hands)):
        hand[:] = hands[at]
        found[at] = state_of(settings[at], hand)


@njit(cache=True, nogil=True)
def cell_of(ours: int, theirs: int) -> int:
    """The high hands compared, and the low ones: 0 for higher, 1 for equal, 2 for lower."""
    high, low = ours >> LOW_BITS, ours & (1 << LOW_BITS) - 1
    dealers_high, dealers_low = theirs >> LOW_BITS, theirs & (1 << LOW_BITS) - 1
    first = 0 if high > dealers_high else 1 if high == dealers_high else 2
    then = 0 if low > dealers_low else 1 if low == dealers_low else 2
    return 3 * first + then


@njit(cache=True, nogil=True)
def play_out(
    rounds: int,
    counter: np.uint64,
    hands: int,
    flush: int,
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    suited_from: NDArray[np.int64],
    settings: NDArray[np.int32],
    cells: NDArray[np.int64],
    nets: NDArray[np.int64],
) -> None:
    """So many rounds: the first player against the bank by cells and states; of the bank, what it wins over all.

    ``nets`` has, for every number of players, how often so many more of them lost than won.
    """
    deck = np.arange(DECK)
    for _ in range(rounds):
        counter = shuffle(deck, SIZE * hands, counter)
        bank = settings[number_of(deck, 0, flush, adds, lower_at, upper_at, rank_from, suited_from)]
        net = 0
        for number in range(1, hands):
            place = number_of(deck, SIZE * number, flush, adds, lower_at, upper_at, rank_from, suited_from)
            ours = settings[place]
            cell = cell_of(ours, bank)
            if number == 1:
                cells[STATES * cell + state_of(bank, deck[:SIZE])] += 1
            won = (1 if cell < 3 else 0) + (1 if cell % 3 == 0 else 0)
            net += 1 - won
            nets[number, MOST + net] += 1
