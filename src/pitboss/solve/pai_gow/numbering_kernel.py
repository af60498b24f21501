"""Seven cards of 53 by number: hands of one number are set alike, whatever their suits.

How a hand is set hangs on its ranks, and on its suits only where so many cards can be of one that they are a flush.
A hand's number is found by adding up a number for each card: the counts of the lower seven ranks and of the upper six
are each a number to base five; beside them are the counts of the suits, and the joker.

A card is four times its rank, from 0 for a two, and its suit; the joker is 52. Imports Numba: import this module only
where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

JOKER, RANKS, SUITS, SIZE, DECK = 52, 13, 4, 7, 53
LOWER = 7
BASE = 5
UPPER_AT, SUITS_AT, JOKER_AT = 20, 40, 60
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_HALF, _LOW, _ONE = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(1)


@njit(cache=True, nogil=True)
def number_of(
    deck: NDArray[np.int64],
    start: int,
    flush: int,
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    suited_from: NDArray[np.int64],
) -> int:
    """The number of the seven cards from a place of the deck on, a flush being so many cards."""
    key = 0
    for at in range(start, start + SIZE):
        key += adds[deck[at]]
    number = number_by_ranks(key, flush, lower_at, upper_at, rank_from)
    return number if number >= 0 else number_by_suit(deck, start, key, flush, suited_from)


@njit(cache=True, nogil=True)
def number_by_ranks(
    key: int, flush: int, lower_at: NDArray[np.int32], upper_at: NDArray[np.int32], rank_from: NDArray[np.int64]
) -> int:
    """The number of a hand by what its cards add up to; -1 where it may be a flush."""
    jokers = key >> JOKER_AT
    if (key >> SUITS_AT) + 0x1111 * (8 - flush + jokers) & 0x8888:
        return -1
    one, other = lower_at[key & 0xFFFFF], upper_at[key >> UPPER_AT & 0xFFFFF]
    # The lower half knows how many cards it has, and with it how many hands the upper half has.
    below = one & 7
    return int(rank_from[jokers << 4 | below << 1] + (one >> 3) * rank_from[jokers << 4 | below << 1 | 1] + other)


@njit(cache=True, nogil=True)
def number_by_suit(deck: NDArray[np.int64], start: int, key: int, flush: int, suited_from: NDArray[np.int64]) -> int:
    """The number of a hand that may be a flush."""
    jokers = key >> JOKER_AT
    suits = (key >> SUITS_AT) + 0x1111 * (8 - flush + jokers) & 0x8888
    suit = 0 if suits & 8 else 1 if suits & 0x80 else 2 if suits & 0x800 else 3
    mask, others, alike = 0, 0, True
    first, second, third, last = 0, 0, 0, -1
    for at in range(start, start + SIZE):
        card = deck[at]
        if card == JOKER:
            continue
        rank = card >> 2
        if card & 3 == suit:
            mask |= 1 << rank
            continue
        alike = alike and (last < 0 or last == card & 3)
        last = card & 3
        others += 1
        # In ascending order, those that are not there last.
        if others == 1:
            first = rank
        elif others == 2:
            first, second = min(first, rank), max(first, rank)
        elif rank < first:
            first, second, third = rank, first, second
        else:
            second, third = min(second, rank), max(second, rank)
    code = first
    # Others that are all of one suit too, which may be worth something, in descending order.
    if others == 2:
        code = RANKS * second + first if alike else RANKS * first + second
    elif others == 3:
        code = RANKS * (RANKS * third + second) + first if alike else RANKS * (RANKS * first + second) + third
    return int(suited_from[jokers << RANKS | mask] + code)


@njit(cache=True, nogil=True)
def numbers_of(
    hands: NDArray[np.int64],
    flush: int,
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    suited_from: NDArray[np.int64],
    found: NDArray[np.int64],
) -> None:
    """The numbers of many hands."""
    for at in range(len(hands)):
        found[at] = number_of(hands[at], 0, flush, adds, lower_at, upper_at, rank_from, suited_from)


@njit(cache=True, nogil=True)
def one_of_each(
    flush: int,
    lower: NDArray[np.int64],
    upper: NDArray[np.int64],
    lower_from: NDArray[np.int64],
    upper_from: NDArray[np.int64],
    suited_from: NDArray[np.int64],
    hands: NDArray[np.int8],
) -> None:
    """A hand of every number; the numbers of none keep what they have."""
    at = 0
    for jokers in range(2):
        natural = SIZE - jokers
        for below in range(natural + 1):
            for one in range(lower_from[below], lower_from[below + 1]):
                for other in range(upper_from[natural - below], upper_from[natural - below + 1]):
                    filled = 0
                    left = lower[one]
                    for rank in range(RANKS):
                        if rank == LOWER:
                            left = upper[other]
                        for _ in range(left % BASE):
                            hands[at, filled] = 4 * rank + filled % SUITS
                            filled += 1
                        left //= BASE
                    if jokers:
                        hands[at, filled] = JOKER
                    at += 1
    ranks = np.zeros(3, dtype=np.int64)
    for jokers in range(2):
        natural = SIZE - jokers
        for mask in range(1 << RANKS):
            start = suited_from[jokers << RANKS | mask]
            if start < 0:
                continue
            held = 0
            for rank in range(RANKS):
                held += mask >> rank & 1
            others = natural - held
            for code in range(RANKS**others):
                rising, falling = True, others > 1
                for digit in range(others):
                    ranks[digit] = code // RANKS ** (others - 1 - digit) % RANKS
                    if digit:
                        rising = rising and ranks[digit - 1] <= ranks[digit]
                        falling = falling and ranks[digit - 1] > ranks[digit]
                if not rising and not falling:
                    continue
                filled = 0
                for rank in range(RANKS):
                    if mask >> rank & 1:
                        hands[start + code, filled] = 4 * rank
                        filled += 1
                for digit in range(others):
                    hands[start + code, filled] = 4 * ranks[digit] + (1 if falling else 1 + digit)
                    filled += 1
                if jokers:
                    hands[start + code, filled] = JOKER


@njit(cache=True, nogil=True)
def shuffle(deck: NDArray[np.int64], cards: int, counter: np.uint64) -> np.uint64:
    """So many cards to the top; four numbers come out of 32 bits, and words that would favour one are thrown away."""
    at = 0
    bits = np.uint64(0)
    spare = False
    while at < cards:
        if spare:
            left = bits >> _HALF
        else:
            counter += _ONE
            mixed = counter * _STEP
            mixed = (mixed ^ (mixed >> _30)) * _FIRST
            mixed = (mixed ^ (mixed >> _27)) * _SECOND
            bits = mixed ^ (mixed >> _31)
            left = bits & _LOW
        spare = not spare
        few = min(4, cards - at)
        product = _ONE
        for place in range(at, at + few):
            many = np.uint64(DECK - place)
            product *= many
            left *= many
            swap = place + np.int64(left >> _HALF)
            left &= _LOW
            deck[place], deck[swap] = deck[swap], deck[place]
        # Thrown away, the cards lie in another order, which is as good as any.
        if left >= product or left >= (_LOW + _ONE) % product:
            at += few
    return counter
