"""The deal of hold'em with one bet for the simulator, with the solver's decision at each of its three moments.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.kernels import HALF, LOW, ONE, word
from pitboss.solve.holdem_passes_kernel import AFTER_FLOP, AFTER_RIVER, FOLD
from pitboss.solve.holdem_play_kernel import CASES, bits, case_of, plays_flop, plays_river
from pitboss.solve.holdem_tables import Numbers, Stakes
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_cards

_DECK = np.uint64(52)
_FIVE_FAVOURED = np.uint64(2**32 % 52**5)
DECK_CARDS = 9


@njit(cache=True, nogil=True)
def draw_nine(counter: np.uint64, cards: NDArray[np.int64]) -> np.uint64:
    """Nine different cards from one word: five numbers below 52 out of each half, the tenth not used."""
    while True:
        counter += ONE
        drawn = word(counter)
        seen = 0
        high, low = drawn >> HALF, drawn & LOW
        for at in range(5):
            high = (high & LOW) * _DECK
            cards[at] = np.int64(high >> HALF)
            seen |= 1 << cards[at]
        for at in range(5):
            low = (low & LOW) * _DECK
            if at < 4:
                cards[5 + at] = np.int64(low >> HALF)
                seen |= 1 << cards[5 + at]
        if (high & LOW) < _FIVE_FAVOURED or (low & LOW) < _FIVE_FAVOURED:
            continue
        if bits(seen) == DECK_CARDS:
            return counter


@njit(cache=True, nogil=True)
def deal_holdem(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    before_flop: NDArray[np.int8],
    after_flop: NDArray[np.uint8],
    number: Numbers,
    ranking: Ranking,
    stakes: Stakes,
) -> None:
    """Nine cards: the player's two, the board, the dealer's two. ``class = (decision * 10 + category) * 6 + case``."""
    counter = stream[0]
    cards = np.empty(DECK_CARDS, dtype=np.int64)
    four = np.empty(4, dtype=np.int64)
    for at in range(len(classes)):
        counter = draw_nine(counter, cards)
        decision = int(before_flop[number.holding[cards[0], cards[1]]])
        if decision < 0:
            if plays_flop(cards, after_flop, number, four):
                decision = AFTER_FLOP
            elif plays_river(cards, ranking, stakes, four):
                decision = AFTER_RIVER
            else:
                decision = FOLD
        ours, theirs = rank_cards(cards[:7], ranking), rank_cards(cards[2:], ranking)
        classes[at] = (decision * 10 + stakes.category[ours]) * CASES + case_of(ours, theirs, stakes.lowest_qualifying)
    stream[0] = counter
