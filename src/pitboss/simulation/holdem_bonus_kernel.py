"""The deal of Texas Hold'em Bonus for the simulator, with the solver's decision at each of its three points.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.holdem_kernel import DECK_CARDS, draw_nine
from pitboss.solve.holdem_bonus_kernel import (
    ALL,
    CASES,
    FLOP,
    FLOP_RIVER,
    FLOP_TURN,
    FOLD,
    bets_before_river,
    bets_before_turn,
)
from pitboss.solve.holdem_bonus_tables import StreetNumbers
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_cards


@njit(cache=True, nogil=True)
def deal_streets(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    before_flop: NDArray[np.int8],
    before_turn: NDArray[np.uint8],
    before_river: NDArray[np.uint8],
    number: StreetNumbers,
    ranking: Ranking,
    category: NDArray[np.int8],
) -> None:
    """Nine cards: the player's two, the board, the dealer's two. ``class = (decision * 10 + category) * 3 + case``."""
    counter = stream[0]
    cards = np.empty(DECK_CARDS, dtype=np.int64)
    four = np.empty(4, dtype=np.int64)
    for at in range(len(classes)):
        counter = draw_nine(counter, cards)
        decision = FOLD
        if before_flop[number.holding[cards[0], cards[1]]] >= 0:
            turn = bets_before_turn(cards, before_turn, number, four)
            river = bets_before_river(cards, before_river, number, four)
            decision = (ALL if river else FLOP_TURN) if turn else (FLOP_RIVER if river else FLOP)
        ours, theirs = rank_cards(cards[:7], ranking), rank_cards(cards[2:], ranking)
        case = int(theirs >= ours) + int(theirs > ours)
        classes[at] = (decision * 10 + category[ours]) * CASES + case
    stream[0] = counter
