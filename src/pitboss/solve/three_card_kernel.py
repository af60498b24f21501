"""Kernels for three-card games: every dealer hand against every player hand, and the six cards together.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

UNQUALIFIED, WIN, TIE, LOSE = range(4)


@njit(cache=True)
def compare_with_dealers(
    players: NDArray[np.int8], ranks: NDArray[np.int16], lowest_qualifying: int, cards: NDArray[np.int8]
) -> NDArray[np.int64]:
    """For each player hand: dealer hands that do not qualify, and those that do and lose, tie and win.

    ``ranks[a, b, c]`` (a < b < c) is a hand's place among all hands; ``cards`` is the deck, possibly a reduced one.
    """
    counts = np.zeros((len(players), 4), dtype=np.int64)
    left = np.empty(len(cards) - 3, dtype=np.int64)
    for at in range(len(players)):
        size = 0
        for card in cards:
            if card != players[at, 0] and card != players[at, 1] and card != players[at, 2]:
                left[size] = card
                size += 1
        ours = ranks[players[at, 0], players[at, 1], players[at, 2]]
        for i in range(size):
            for j in range(i + 1, size):
                row = ranks[left[i], left[j]]
                for k in range(j + 1, size):
                    theirs = row[left[k]]
                    if theirs < lowest_qualifying:
                        counts[at, UNQUALIFIED] += 1
                    elif theirs < ours:
                        counts[at, WIN] += 1
                    elif theirs == ours:
                        counts[at, TIE] += 1
                    else:
                        counts[at, LOSE] += 1
    return counts


@njit(cache=True)
def six_card_categories(
    players: NDArray[np.int8],
    weights: NDArray[np.int64],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    category: NDArray[np.int8],
) -> NDArray[np.int64]:
    """How often the best five of a player's three and the dealer's three cards fall into each category."""
    counts = np.zeros(10, dtype=np.int64)
    left = np.empty(49, dtype=np.int64)
    masks = np.zeros(4, dtype=np.int64)
    for at in range(len(players)):
        trio = players[at].astype(np.int64)
        a, b, c = trio[0], trio[1], trio[2]
        size = 0
        for card in range(52):
            if card not in (a, b, c):
                left[size] = card
                size += 1
        own = keys[a >> 2] + keys[b >> 2] + keys[c >> 2]
        for i in range(49):
            for j in range(i + 1, 49):
                for k in range(j + 1, 49):
                    masks[:] = 0
                    for card in (a, b, c, left[i], left[j], left[k]):
                        masks[card & 3] |= 1 << (card >> 2)
                    best = max(flushes[masks[0]], flushes[masks[1]], flushes[masks[2]], flushes[masks[3]])
                    if best < 0:
                        key = own + keys[left[i] >> 2] + keys[left[j] >> 2] + keys[left[k] >> 2]
                        best = ranks[(key & 511) + rows[key >> 9]]
                    counts[category[best]] += weights[at]
    return counts


@njit(cache=True)
def highest_hands(hands: int, rounds: int, seed: int, ranks: NDArray[np.int16]) -> NDArray[np.int64]:
    """Deal that many hands of three cards, again and again, and count the place of the highest."""
    np.random.seed(seed)
    counts = np.zeros(int(ranks.max()) + 1, dtype=np.int64)
    deck = np.arange(52)
    trio = np.empty(3, dtype=np.int64)
    for _ in range(rounds):
        highest = -1
        for hand in range(hands):
            for card in range(3):
                at = hand * 3 + card
                other = np.random.randint(at, 52)
                deck[at], deck[other] = deck[other], deck[at]
                trio[card] = deck[at]
            trio.sort()
            highest = max(highest, ranks[trio[0], trio[1], trio[2]])
        counts[highest] += 1
    return counts
