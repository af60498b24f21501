"""What seven cards are worth in both parts: as the house sets them, and in every way that is worth a thought.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.house_way_kernel import (
    CATEGORY,
    HIGH,
    LOW_PAIR,
    PAIR,
    SIZE,
    high_worth,
    house_worths,
    low_worth,
)

LOW_BITS = 7
PAIRS_FROM = 78
"""Two cards that are no pair come to less than this, by the triangle of their ranks."""
LOWS = PAIRS_FROM + 13
MOST_WAYS = SIZE * (SIZE - 1) // 2


@njit(cache=True, nogil=True)
def packed_worth(low: int, high: int) -> int:
    """Both parts of a hand in one number of 31 bits."""
    if low >= LOW_PAIR:
        small = PAIRS_FROM + low - LOW_PAIR
    else:
        upper = low >> 4
        small = upper * (upper - 1) // 2 + (low & 15)
    return high << LOW_BITS | small


@njit(cache=True, nogil=True)
def house_settings(
    hands: NDArray[np.int8], used: NDArray[np.int64], second: bool, joker: int, row: int, found: NDArray[np.int32]
) -> None:
    """What the hands of these numbers are worth as the house sets them: the same for all hands of a number, since of
    equal cards those go in front that leave the highest hand behind."""
    hand = np.empty(SIZE, dtype=np.int64)
    for number in used:
        hand[:] = hands[number]
        low, high = house_worths(hand, second, joker, row)
        found[number] = packed_worth(low, high)


@njit(cache=True, nogil=True)
def is_foul(low: int, high: int, strict: bool) -> bool:
    """True where two cards rank above the five, or where that is strict are as high a pair."""
    category = high >> CATEGORY
    if category == HIGH:
        return low >= LOW_PAIR or low > (high >> 12 & 0xFF)
    over = low - LOW_PAIR - (high >> 12 & 0xF)
    return category == PAIR and (over >= 0 if strict else over > 0) and low >= LOW_PAIR


@njit(cache=True, nogil=True)
def all_settings(
    hands: NDArray[np.int8],
    house: NDArray[np.int32],
    second: bool,
    joker: int,
    strict: bool,
    starts: NDArray[np.int64],
    houses: NDArray[np.int64],
    worths: NDArray[np.int32],
) -> int:
    """The settings of every hand that no other one outranks in both parts, and the house's; the highest front first.

    Those of a number begin at ``starts``, and ``houses`` says which the house's is. Returns how many there are.
    """
    ways = np.empty(MOST_WAYS + 1, dtype=np.int64)
    hand = np.empty(SIZE, dtype=np.int64)
    filled = 0
    for number in range(len(hands)):
        starts[number] = filled
        if hands[number, 0] < 0:
            continue
        hand[:] = hands[number]
        ways[0] = _front_first(house[number])
        many = 1
        for one in range(SIZE):
            for two in range(one + 1, SIZE):
                low = low_worth(hand[one], hand[two], joker)
                high = high_worth(hand, one, two, second, joker)[0]
                if not is_foul(low, high, strict):
                    ways[many] = _front_first(packed_worth(low, high))
                    many += 1
        ways[:many].sort()
        highest, before = -1, -1
        for at in range(many - 1, -1, -1):
            small, high = ways[at] >> 32, ways[at] & 0xFFFFFFFF
            worth = high << LOW_BITS | small
            if worth != before and (high > highest or worth == house[number]):
                worths[filled] = worth
                if worth == house[number]:
                    houses[number] = filled
                filled += 1
            highest, before = max(highest, high), worth
    starts[len(hands)] = filled
    return filled


@njit(cache=True, nogil=True)
def _front_first(worth: int) -> int:
    return (worth & (1 << LOW_BITS) - 1) << 32 | worth >> LOW_BITS
