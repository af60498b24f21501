"""How many hands that a dealer can hold rank below a player's: by inclusion and exclusion over the player's cards.

A dealer's five cards avoid the player's. Their number below a rank is that of all hands, less those that hold a card of
the player's, plus those that hold two of them, and so on: it needs only how many hands hold a given set of cards and
rank below, which is the same for all sets alike under renaming of suits.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

HAND = 5
UNQUALIFIED, WIN, TIE, LOSE, FOLD = CASES = range(5)
CHOOSE = np.array([[1 if k == 0 else 0 for k in range(HAND + 2)] for _ in range(54)], dtype=np.int64)
for _n in range(1, 54):
    for _k in range(1, HAND + 2):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k]


@njit(cache=True, nogil=True)
def number_of(cards: NDArray[np.int64], size: int) -> int:
    """The number of a set of cards, in rising order, among all sets of its size."""
    number = 0
    for at in range(size):
        number += CHOOSE[cards[at], at + 1]
    return number


@njit(cache=True)
def suit_classes(size: int, renamings: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """The class of every set of so many cards under renaming of suits, by its number, and one set of each class."""
    total = CHOOSE[52, size]
    classes = np.zeros(total, dtype=np.int32)
    members = np.zeros((total, size), dtype=np.int8)
    cards = np.arange(size).astype(np.int64)
    other = np.zeros(size, dtype=np.int64)
    found = 0
    for number in range(total):
        least = number
        for renaming in renamings:
            for at in range(size):
                other[at] = (cards[at] & ~3) | renaming[cards[at] & 3]
            other.sort()
            least = min(least, number_of(other, size))
        if least == number:
            classes[number] = found
            for at in range(size):
                members[found, at] = cards[at]
            found += 1
        else:
            classes[number] = classes[least]
        at = 0
        while at < size - 1 and cards[at] + 1 == cards[at + 1]:
            cards[at] = at
            at += 1
        cards[at] += 1
    return classes, members[:found].copy()


@njit(cache=True, nogil=True)
def rank_five(
    cards: NDArray[np.int64],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
) -> int:
    key, suited, mask = np.int64(0), True, 0
    for at in range(HAND):
        key += keys[cards[at] >> 2]
        mask |= 1 << (cards[at] >> 2)
        suited = suited and (cards[at] & 3) == (cards[0] & 3)
    rank: int = flushes[mask] if suited else ranks[(key & 511) + rows[key >> 9]]
    return rank


@njit(cache=True)
def ranks_with(
    members: NDArray[np.int8],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
) -> NDArray[np.int16]:
    """For each of these sets of cards, the ranks of all five-card hands that hold it, in rising order."""
    size = members.shape[1]
    more = HAND - size
    found = np.zeros((len(members), CHOOSE[52 - size, more]), dtype=np.int16)
    left = np.zeros(52, dtype=np.int64)
    chosen = np.zeros(HAND, dtype=np.int64)
    hand = np.zeros(HAND, dtype=np.int64)
    for row in range(len(members)):
        count = 0
        for card in range(52):
            held = False
            for at in range(size):
                held = held or members[row, at] == card
            if not held:
                left[count] = card
                count += 1
        for at in range(size):
            hand[at] = members[row, at]
        for at in range(more):
            chosen[at] = at
        for number in range(found.shape[1]):
            for at in range(more):
                hand[size + at] = left[chosen[at]]
            found[row, number] = rank_five(hand, keys, rows, ranks, flushes)
            at = 0
            while at < more - 1 and chosen[at] + 1 == chosen[at + 1]:
                chosen[at] = at
                at += 1
            chosen[at] += 1
        found[row].sort()
    return found


@njit(cache=True)
def below_each_rank(ranks: NDArray[np.int16], different: int) -> NDArray[np.int32]:
    """For each row of ranks, how many are below each rank; the last column is all of them."""
    below = np.zeros((len(ranks), different + 1), dtype=np.int32)
    for row in range(len(ranks)):
        for rank in ranks[row]:
            below[row, rank + 1] += 1
        for rank in range(different):
            below[row, rank + 1] += below[row, rank]
    return below


@njit(cache=True, nogil=True)
def _below(sorted_ranks: NDArray[np.int16], rank: int) -> int:
    low, high = 0, len(sorted_ranks)
    while low < high:
        middle = (low + high) >> 1
        if sorted_ranks[middle] < rank:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def compare_with_dealers(
    players: NDArray[np.int8],
    own: NDArray[np.int16],
    up: int,
    lowest: int,
    classes_1: NDArray[np.int32],
    classes_2: NDArray[np.int32],
    classes_3: NDArray[np.int32],
    classes_4: NDArray[np.int32],
    below_0: NDArray[np.int32],
    below_1: NDArray[np.int32],
    below_2: NDArray[np.int32],
    ranks_3: NDArray[np.int16],
    ranks_4: NDArray[np.int16],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    counts: NDArray[np.int32],
) -> None:
    """For each player's hand, the dealer's hands that do not qualify, and those that do and lose, tie and win.

    With ``up`` at least 0 the dealer's hands are those that hold this card; a player who holds it has none.
    """
    cards = np.zeros(HAND + 1, dtype=np.int64)
    thresholds = np.zeros(4, dtype=np.int64)
    sums = np.zeros(4, dtype=np.int64)
    for row in range(len(players)):
        thresholds[0], thresholds[1], thresholds[2], thresholds[3] = lowest, own[row], own[row] + 1, len(below_0[0]) - 1
        sums[:] = 0
        holds_it = False
        for at in range(HAND):
            holds_it = holds_it or players[row, at] == up
        if holds_it:
            counts[row, :] = 0
            continue
        for subset in range(32):
            size, sign, waiting = 0, 1, up
            for at in range(HAND):
                if subset >> at & 1:
                    card = players[row, at]
                    if 0 <= waiting < card:
                        cards[size] = waiting
                        size += 1
                        waiting = -1
                    cards[size] = card
                    size += 1
                    sign = -sign
            if waiting >= 0:
                cards[size] = waiting
                size += 1
            if size > HAND:
                continue
            number = number_of(cards, size)
            for at in range(4):
                rank = thresholds[at]
                if size == 0:
                    sums[at] += below_0[0, rank]
                elif size == 1:
                    sums[at] += sign * below_1[classes_1[number], rank]
                elif size == 2:
                    sums[at] += sign * below_2[classes_2[number], rank]
                elif size == 3:
                    sums[at] += sign * _below(ranks_3[classes_3[number]], rank)
                elif size == 4:
                    sums[at] += sign * _below(ranks_4[classes_4[number]], rank)
                elif rank_five(cards, keys, rows, ranks, flushes) < rank:
                    sums[at] += sign
        unqualified, lower, not_higher, every = sums[0], sums[1], sums[2], sums[3]
        counts[row, UNQUALIFIED] = unqualified
        counts[row, WIN] = max(0, lower - unqualified)
        counts[row, TIE] = max(0, not_higher - max(lower, unqualified))
        counts[row, LOSE] = every - max(not_higher, unqualified)
