"""Sets of cards under renaming of suits: one of each class and how many it stands for, or the class of every set.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

CLASSES = np.array([1, 13, 169, 1755, 16_432, 134_459, 962_988])
"""How many classes there are of sets of so many cards."""
MOST = len(CLASSES) - 1
CHOOSE = np.array([[1 if k == 0 else 0 for k in range(MOST + 1)] for _ in range(53)], dtype=np.int64)
for _n in range(1, 53):
    for _k in range(1, MOST + 1):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k]


@njit(cache=True)
def canonical_sets(size: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Sets of so many cards, one per class under renaming of suits, and how many sets each stands for."""
    sets = np.zeros((CLASSES[size], size), dtype=np.int8)
    weights = np.zeros(CLASSES[size], dtype=np.int64)
    chosen = np.arange(size)
    found = 0
    masks = np.zeros(4, dtype=np.int64)
    while True:
        masks[:] = 0
        for card in chosen:
            masks[card & 3] |= 1 << (card >> 2)
        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
            for at in range(size):
                sets[found, at] = chosen[at]
            weights[found] = 24 // symmetries(masks)
            found += 1
        at = size - 1
        while at >= 0 and chosen[at] == 52 - size + at:
            at -= 1
        if at < 0:
            break
        chosen[at] += 1
        for later in range(at + 1, size):
            chosen[later] = chosen[later - 1] + 1
    return sets, weights


@njit(cache=True)
def symmetries(masks: NDArray[np.int64]) -> int:
    """How many renamings of suits leave a set of cards as it is: its suits with equal cards may change places."""
    count, run = 1, 1
    order = np.sort(masks)
    for at in range(1, 4):
        run = run + 1 if order[at] == order[at - 1] else 1
        count *= run
    return count


@njit(cache=True, nogil=True)
def number_of(cards: NDArray[np.int64], size: int) -> int:
    """The number of a set of cards, in rising order, among all sets of its size."""
    number = 0
    for at in range(size):
        number += CHOOSE[cards[at], at + 1]
    return number


@njit(cache=True, nogil=True)
def next_set(cards: NDArray[np.int64], size: int) -> None:
    """The set whose number is the next, in place."""
    at = 0
    while at < size - 1 and cards[at] + 1 == cards[at + 1]:
        cards[at] = at
        at += 1
    cards[at] += 1


@njit(cache=True)
def suit_classes(size: int, renamings: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """The class of every set of so many cards under these renamings of suits, by its number, and one of each class."""
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
        if size:
            next_set(cards, size)
    return classes, members[:found].copy()


@njit(cache=True)
def all_suit_classes(size: int) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """The same under all renamings of suits, where the cards of each suit in order say which set it is."""
    total = CHOOSE[52, size]
    standing_for = np.zeros(total, dtype=np.int32)
    cards = np.arange(size).astype(np.int64)
    other = np.zeros(size, dtype=np.int64)
    masks = np.zeros(4, dtype=np.int64)
    for number in range(total):
        masks[:] = 0
        for card in cards:
            masks[card & 3] |= 1 << (card >> 2)
        for first, second in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
            if masks[first] < masks[second]:
                masks[first], masks[second] = masks[second], masks[first]
        at = 0
        held = masks[0] | masks[1] | masks[2] | masks[3]
        rank = 0
        while held:
            if held & 1:
                for suit in range(4):
                    if masks[suit] >> rank & 1:
                        other[at] = 4 * rank + suit
                        at += 1
            held >>= 1
            rank += 1
        standing_for[number] = number_of(other, size)
        if size:
            next_set(cards, size)
    classes = np.zeros(total, dtype=np.int32)
    members = np.zeros((CLASSES[size], size), dtype=np.int8)
    cards[:] = np.arange(size)
    found = 0
    for number in range(total):
        if standing_for[number] == number:
            classes[number] = found
            for at in range(size):
                members[found, at] = cards[at]
            found += 1
        if size:
            next_set(cards, size)
    for number in range(total):
        classes[number] = classes[standing_for[number]]
    return classes, members
