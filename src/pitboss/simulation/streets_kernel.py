"""The deal of Mississippi Stud: five cards, bet street by street as a strategy says.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.kernels import below
from pitboss.solve.poker.double_cross_kernel import triple_number
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_five

STAKES = 11


@njit(cache=True, nogil=True)
def deal_streets(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    place: NDArray[np.int64],
    own: NDArray[np.int8],
    third: NDArray[np.int8],
    fourth: NDArray[np.int8],
    fifth: NDArray[np.int8],
    class_of: NDArray[np.int8],
    folded: int,
    ranking: Ranking,
    three_kinds: NDArray[np.int8],
    kinds: int,
) -> None:
    """``class`` is the hand, or ``folded``, by what is staked in the end and by the kind of the three shared cards.

    ``place`` is the kind of any two cards, ``own`` the cards that stand for it; ``third`` is its bet, ``fourth`` and
    ``fifth`` are one more than the bets that follow, by the cards that are left once those are taken out.
    """
    counter = stream[0]
    hand = np.zeros(5, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    for at in range(len(classes)):
        held = np.uint64(0)
        size = 0
        while size < 5:
            card, counter = below(counter, np.uint64(52))
            if not (held >> card) & np.uint64(1):
                held |= np.uint64(1) << card
                hand[size] = np.int64(card)
                size += 1
        kind = place[hand[0], hand[1]]
        low, high = (hand[0], hand[1]) if hand[0] >> 2 <= hand[1] >> 2 else (hand[1], hand[0])
        suits[:] = -1
        suits[low & 3] = 0
        taken = 1
        if high & 3 != low & 3:
            suits[high & 3] = 1
            taken = 2
        for suit in range(4):
            if suits[suit] < 0:
                suits[suit] = taken
                taken += 1
        staked, bet = 1, third[kind]
        if bet:
            first = _left(hand[2], suits, own[kind])
            staked += bet
            bet = fourth[kind, first] - 1
            if bet:
                staked += bet
                bet = fifth[kind, first, _left(hand[3], suits, own[kind])] - 1
                staked += bet
        found = class_of[rank_five(hand, ranking)] if bet else folded
        three = three_kinds[triple_number(hand[2], hand[3], hand[4])]
        classes[at] = (found * STAKES + staked) * kinds + three
    stream[0] = counter


@njit(cache=True, nogil=True)
def _left(card: int, suits: NDArray[np.int64], own: NDArray[np.int8]) -> int:
    """The place of a card among the fifty that are left, with the suits renamed as one's own are."""
    renamed = 4 * (card >> 2) + suits[card & 3]
    return int(renamed - (1 if own[0] < renamed else 0) - (1 if own[1] < renamed else 0))
