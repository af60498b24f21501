"""Kernel for Winner's Pot Poker: rounds in which everybody stays as long as the dealer shows nothing better, sampled.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_five

FOLDED_ON_THREE, FOLDED_ON_FOUR, LOST = range(3)
LOSING = 3
MOST_ANTES = 44
CLASSES = LOSING + (MOST_ANTES + 1) * 20
"""What a player may come to: three ways to lose, and for every pot in antes how many players share it, and whether the
dealer does too."""


@njit(cache=True, nogil=True)
def seen_worth(cards: NDArray[np.int64], size: int) -> int:
    """Some cards of a hand by pairs and the like, then by ranks from high to low; hands of fewer cards compare too."""
    times = np.zeros(13, dtype=np.int64)
    for at in range(size):
        times[cards[at] >> 2] += 1
    worth = 0
    places = 4
    for count in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if times[rank] == count and places > 0:
                worth = worth * 64 + count * 14 + rank
                places -= 1
    while places > 0:
        worth *= 64
        places -= 1
    return worth


@njit(cache=True, nogil=True)
def play_rounds(players: int, rounds: int, seed: int, always: bool, ranking: Ranking) -> NDArray[np.int64]:
    """How often the first player comes to each class; ``always``: nobody folds."""
    np.random.seed(seed)
    counts = np.zeros(CLASSES, dtype=np.int64)
    deck = np.arange(52)
    hand = np.zeros(5, dtype=np.int64)
    shown = np.zeros(2, dtype=np.int64)
    ranks = np.zeros(players, dtype=np.int64)
    for _ in range(rounds):
        for at in range(5 * (players + 1)):
            other = np.random.randint(at, 52)
            deck[at], deck[other] = deck[other], deck[at]
        # The dealer's are the first five cards; the third and fourth lie open when players decide.
        shown[0], shown[1] = deck[2], deck[3]
        first, second = seen_worth(shown, 1), seen_worth(shown, 2)
        antes = 4
        for player in range(players):
            hand[:] = deck[5 * (player + 1) : 5 * (player + 2)]
            if not always and seen_worth(hand, 3) < first:
                ranks[player] = -2
            elif not always and seen_worth(hand, 4) < second:
                ranks[player] = -1
                antes += 2
            else:
                ranks[player] = rank_five(hand, ranking)
                antes += 4
        if ranks[0] == -2:
            counts[FOLDED_ON_THREE] += 1
            continue
        if ranks[0] == -1:
            counts[FOLDED_ON_FOUR] += 1
            continue
        dealer = rank_five(deck, ranking)
        best, sharing = ranks[0], 0
        for player in range(players):
            best = max(best, ranks[player])
        for player in range(players):
            sharing += ranks[player] == best
        if ranks[0] < best or dealer > best:
            counts[LOST] += 1
        else:
            counts[LOSING + antes * 20 + sharing * 2 + (dealer == best)] += 1
    return counts
