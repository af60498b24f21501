"""Fast Action Hold 'Em: four cards against dealers and boards drawn from the shoe that is left.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.double_cross_kernel import next_number

HIGHER, COPY, LOWER, DEALER_NATURAL = range(4)
PAIRS = np.array([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]], dtype=np.int64)
"""The two cards kept of four, by number; that of the other two is five less it."""
SET, SPLIT, SURRENDER = 0, 6, 9
"""The first number of a choice: six ways to keep two, three to split, and the surrender."""
OF_SET, OF_SPLIT, SPLIT_NATURAL, SURRENDERED, OUTCOMES = 0, 4, 13, 14, 15
"""The first number of an outcome: a set hand's cases, two hands' cases, the dealer's natural against a split."""
FLUSH_CATEGORY = np.array([5, 8, 9, 10, 12, 14, 16], dtype=np.int64)
PLAIN_CATEGORY = np.array([0, 1, 2, 3, 6, 7, 11], dtype=np.int64)
STRAIGHT, STRAIGHT_FLUSH, ROYAL = 4, 13, 15
ACE = 12


@njit(cache=True, nogil=True)
def by_rank(times: NDArray[np.int64], categories: NDArray[np.int64]) -> int:
    """What cards come to by what goes together in rank: category, then the ranks that decide."""
    first, second = -1, -1
    for rank in range(12, -1, -1):
        many = times[rank]
        if many >= 1 and (first < 0 or min(many, 5) > min(times[first], 5)):
            first = rank
    for rank in range(12, -1, -1):
        if rank != first and times[rank] >= 2 and second < 0:
            second = rank
    many = min(times[first], 5)
    if many == 5:
        return int(categories[6] << 20 | first << 16)
    if many == 4:
        return int(categories[5] << 20 | first << 16 | _kickers(times, first, -1, 1) << 12)
    if many == 3 and second >= 0:
        return int(categories[4] << 20 | first << 16 | second << 12)
    if many == 3:
        return int(categories[3] << 20 | first << 16 | _kickers(times, first, -1, 2) << 8)
    if many == 2 and second >= 0:
        return int(categories[2] << 20 | first << 16 | second << 12 | _kickers(times, first, second, 1) << 8)
    if many == 2:
        return int(categories[1] << 20 | first << 16 | _kickers(times, first, -1, 3) << 4)
    return int(categories[0] << 20 | _kickers(times, -1, -1, 5))


@njit(cache=True, nogil=True)
def _kickers(times: NDArray[np.int64], first: int, second: int, many: int) -> int:
    found = 0
    for rank in range(12, -1, -1):
        if times[rank] and rank != first and rank != second and many > 0:
            found = found << 4 | rank
            many -= 1
    return found


@njit(cache=True, nogil=True)
def straight_top(held: int) -> int:
    """The top of the best straight among ranks as bits, the ace low as well; below zero without one."""
    low = held << 1 | held >> ACE & 1
    runs = low & low >> 1 & low >> 2 & low >> 3 & low >> 4
    top = -1
    while runs:
        runs >>= 1
        top += 1
    return top + 3 if top >= 0 else -1


@njit(cache=True, nogil=True)
def worth_of(cards: NDArray[np.int64], times: NDArray[np.int64]) -> int:
    """The best five of seven cards of several decks as one number, higher for the higher hand."""
    suits, held = 0, 0
    times[:] = 0
    for card in cards:
        times[card >> 2] += 1
        held |= 1 << (card >> 2)
        suits += 1 << 4 * (card & 3)
    best = by_rank(times, PLAIN_CATEGORY)
    top = straight_top(held)
    if top >= 0:
        best = max(best, STRAIGHT << 20 | top << 16)
    for suit in range(4):
        if suits >> 4 * suit & 15 >= 5:
            times[:] = 0
            held = 0
            for card in cards:
                if card & 3 == suit:
                    times[card >> 2] += 1
                    held |= 1 << (card >> 2)
            best = max(best, by_rank(times, FLUSH_CATEGORY))
            top = straight_top(held)
            if top >= 0:
                best = max(best, (ROYAL if top == ACE else STRAIGHT_FLUSH) << 20 | top << 16)
    return best


@njit(cache=True, nogil=True)
def house_keeps(four: NDArray[np.int64], ways: NDArray[np.int64]) -> int:
    """The number of the two cards that the house ways keep.

    A way is whether they are a pair, hold an ace, are suited, are running (below zero where it does not matter) and the
    least rank of the lower one.
    """
    for way in range(len(ways)):
        best, kept = -1, -1
        for pair in range(6):
            one, two = four[PAIRS[pair, 0]], four[PAIRS[pair, 1]]
            high, low = max(one >> 2, two >> 2), min(one >> 2, two >> 2)
            if low < ways[way, 4] or (ways[way, 0] and high != low) or (ways[way, 1] and high != ACE):
                continue
            if ways[way, 2] >= 0 and ways[way, 2] != int(one & 3 == two & 3):
                continue
            if ways[way, 3] >= 0 and ways[way, 3] != int(high - low == 1):
                continue
            if high << 4 | low > best:
                best, kept = high << 4 | low, pair
        if kept >= 0:
            return kept
    return -1


@njit(cache=True, nogil=True)
def draw(
    own: NDArray[np.int64], decks: int, ways: NDArray[np.int64], rounds: int, seed: int, choice: int,
    cases: NDArray[np.int64], outcomes: NDArray[np.int64],
) -> None:  # fmt: skip
    """Deal so many dealers' hands and boards beside four cards: each two of them by case, and what a choice came to."""
    state = np.array([seed], dtype=np.uint64)
    shoe = np.uint64(52 * decks)
    used, dealt = np.zeros(13, dtype=np.int64), np.zeros(9, dtype=np.int64)
    seven, times = np.zeros(7, dtype=np.int64), np.zeros(13, dtype=np.int64)
    found = np.zeros(6, dtype=np.int64)
    for at in range(4):
        copy = 0
        for before in range(at):
            copy += own[before] == own[at]
        used[at] = own[at] + 52 * copy
    for _ in range(rounds):
        many = 4
        while many < 13:
            piece = np.int64(next_number(state) % shoe)
            fresh = True
            for before in range(many):
                if used[before] == piece:
                    fresh = False
            if fresh:
                used[many] = piece
                dealt[many - 4] = piece % 52
                many += 1
        rank = dealt[0] >> 2
        if dealt[1] >> 2 == rank and dealt[2] >> 2 == rank and dealt[3] >> 2 == rank:
            found[:] = DEALER_NATURAL
        else:
            kept = house_keeps(dealt[:4], ways)
            seven[2:] = dealt[4:]
            seven[0], seven[1] = dealt[PAIRS[kept, 0]], dealt[PAIRS[kept, 1]]
            theirs = worth_of(seven, times)
            for pair in range(6):
                seven[0], seven[1] = own[PAIRS[pair, 0]], own[PAIRS[pair, 1]]
                ours = worth_of(seven, times)
                found[pair] = HIGHER if ours > theirs else COPY if ours == theirs else LOWER
        for pair in range(6):
            cases[pair, found[pair]] += 1
        if choice < 0:
            continue
        if choice == SURRENDER:
            outcomes[SURRENDERED] += 1
        elif choice < SPLIT:
            outcomes[OF_SET + found[choice]] += 1
        elif found[0] == DEALER_NATURAL:
            outcomes[SPLIT_NATURAL] += 1
        else:
            outcomes[OF_SPLIT + 3 * found[choice - SPLIT] + found[5 - (choice - SPLIT)]] += 1
