"""Games of successive streets against a pay table: every order of the community cards, decided backwards.

Every wager on a hand is paid by one table, so a hand is worth a number of units on all that is staked by then, and what
is staked is all that the past leaves to decide by. Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_five

MOST_BET = 3
MOST_STAKED = 1 + 3 * MOST_BET
FOLDS = 3
"""The streets on which a hand can be folded; counted after the classes of hands."""


@njit(cache=True, nogil=True)
def play_streets(
    own: NDArray[np.int8],
    nets: NDArray[np.int64],
    class_of: NDArray[np.int8],
    ranking: Ranking,
    bets: NDArray[np.int8],
    values: NDArray[np.int64],
    counts: NDArray[np.int64],
    on_fourth: NDArray[np.int8],
    on_fifth: NDArray[np.int8],
    rivers: NDArray[np.int64],
) -> None:
    """For each of these two cards: the best bet on 3rd street (0 is a fold), its worth, and the results that follow.

    ``nets`` is what a unit wins by the class of a hand, ``class_of`` the class by its rank. The worth is a sum over all
    orders of three community cards. ``counts[two cards, class, staked]`` counts those orders; the last rows are folds.
    Where to fold and to stay in are worth the same, the hand stays in, with the least that is as good. ``on_fourth``
    and ``on_fifth`` are one more than the bets that then follow, by the cards that are left; 0 where none does.
    ``rivers`` is what a unit wins over all last cards, by the two community cards before.
    """
    classes = len(nets)
    left = np.zeros(50, dtype=np.int64)
    hand = np.zeros(5, dtype=np.int64)
    outcome = np.zeros((50, 50, classes), dtype=np.int64)
    fifth = np.zeros((50, 50, MOST_STAKED + 1), dtype=np.int8)
    fourth = np.zeros((50, MOST_STAKED + 1), dtype=np.int8)
    worth_5 = np.zeros((50, 50, MOST_STAKED + 1), dtype=np.int64)
    worth_4 = np.zeros((50, MOST_STAKED + 1), dtype=np.int64)
    for row in range(len(own)):
        size = 0
        for card in range(52):
            if card != own[row, 0] and card != own[row, 1]:
                left[size] = card
                size += 1
        hand[0], hand[1] = own[row, 0], own[row, 1]
        river = rivers[row]
        outcome[:] = 0
        for a in range(50):
            for b in range(a + 1, 50):
                for c in range(b + 1, 50):
                    hand[2], hand[3], hand[4] = left[a], left[b], left[c]
                    found = class_of[rank_five(hand, ranking)]
                    outcome[a, b, found] += 1
                    outcome[a, c, found] += 1
                    outcome[b, c, found] += 1
        for a in range(50):
            for b in range(a + 1, 50):
                river[a, b] = 0
                for found in range(classes):
                    river[a, b] += outcome[a, b, found] * nets[found]
                for staked in range(3, 2 * MOST_BET + 2):
                    best, bet = -staked * 48 * nets_unit(nets), 0
                    for times in range(1, MOST_BET + 1):
                        worth = river[a, b] * (staked + times)
                        if worth > best or (worth == best and bet == 0):
                            best, bet = worth, times
                    worth_5[a, b, staked] = worth_5[b, a, staked] = best
                    fifth[a, b, staked] = fifth[b, a, staked] = bet
                river[b, a] = river[a, b]
        for a in range(50):
            for staked in range(2, MOST_BET + 2):
                best, bet = -staked * 48 * 49 * nets_unit(nets), 0
                for times in range(1, MOST_BET + 1):
                    worth = 0
                    for b in range(50):
                        if b != a:
                            worth += worth_5[a, b, staked + times]
                    if worth > best or (worth == best and bet == 0):
                        best, bet = worth, times
                worth_4[a, staked], fourth[a, staked] = best, bet
        best, bet = -48 * 49 * 50 * nets_unit(nets), 0
        for times in range(1, MOST_BET + 1):
            worth = 0
            for a in range(50):
                worth += worth_4[a, 1 + times]
            if worth > best or (worth == best and bet == 0):
                best, bet = worth, times
        bets[row], values[row] = bet, best
        if bet == 0:
            counts[row, classes, 1] += 48 * 49 * 50
            continue
        for a in range(50):
            staked = 1 + bet
            more = fourth[a, staked]
            on_fourth[row, a] = 1 + more
            if more == 0:
                counts[row, classes + 1, staked] += 48 * 49
                continue
            for b in range(50):
                if b == a:
                    continue
                last = fifth[a, b, staked + more]
                on_fifth[row, a, b] = 1 + last
                if last == 0:
                    counts[row, classes + 2, staked + more] += 48
                    continue
                for found in range(classes):
                    counts[row, found, staked + more + last] += outcome[min(a, b), max(a, b), found]


@njit(cache=True, nogil=True)
def nets_unit(nets: NDArray[np.int64]) -> int:
    """One unit: nets are scaled to whole numbers, and nothing nets less than the loss of a unit."""
    unit: int = -nets.min()
    return unit


@njit(cache=True, nogil=True)
def later_bet(
    seen: NDArray[np.int64],
    staked: int,
    nets: NDArray[np.int64],
    class_of: NDArray[np.int8],
    ranking: Ranking,
) -> int:
    """The best bet on 4th or 5th street with these three or four cards seen and so much staked; 0 is a fold."""
    unit = nets_unit(nets)
    known = len(seen)
    hand = np.zeros(5, dtype=np.int64)
    hand[:known] = seen
    worth = np.zeros(MOST_BET + 1, dtype=np.int64)
    for card in range(52):
        if (seen == card).any():
            continue
        hand[known] = card
        if known == 4:
            worth[1:] += nets[class_of[rank_five(hand, ranking)]]
            continue
        river = 0
        for last in range(52):
            if last != card and not (seen == last).any():
                hand[4] = last
                river += nets[class_of[rank_five(hand, ranking)]]
        for times in range(1, MOST_BET + 1):
            best = -(staked + times) * 48 * unit
            for more in range(1, MOST_BET + 1):
                best = max(best, river * (staked + times + more))
            worth[times] += best
    bet, most = 0, -staked * unit * (48 if known == 4 else 48 * 49)
    for times in range(1, MOST_BET + 1):
        mine = worth[times] * (staked + times) if known == 4 else worth[times]
        if mine > most or (mine == most and bet == 0):
            bet, most = times, mine
    return bet
