"""The setting of each hand that is worth most against how often the house has which hands, and what it gains.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.deal_kernel import DECK, LOW_BITS, cell_of, packed_worth, setting_of, shuffle
from pitboss.solve.pai_gow.house_way_kernel import CATEGORY, HIGH, LOW_PAIR, PAIR, SIZE, high_worth, low_worth

_LOW = (1 << LOW_BITS) - 1


@njit(cache=True, nogil=True)
def is_foul(low: int, high: int) -> bool:
    """True where two cards rank above the five."""
    category = high >> CATEGORY
    if category == HIGH:
        return low >= LOW_PAIR or low > (high >> 12 & 0xFF)
    return category == PAIR and low >= LOW_PAIR and low - LOW_PAIR > (high >> 12 & 0xF)


@njit(cache=True, nogil=True)
def best_worths(
    hands: NDArray[np.int64],
    house: NDArray[np.int64],
    second: bool,
    joker: int,
    highs: NDArray[np.int64],
    lower: NDArray[np.float64],
    win: float,
    found: NDArray[np.int64],
) -> None:
    """Of many hands. ``lower`` has the share of the house's hands with a low part below the first number and a high
    part below the second, which is counted among ``highs``; of equal settings the house's own stands."""
    many = len(highs)
    for at in range(len(hands)):
        best, chosen = -9.0, house[at]
        for number in range(-1, SIZE * SIZE):
            worth = house[at]
            if number >= 0:
                one, two = number // SIZE, number % SIZE
                if one >= two:
                    continue
                low = low_worth(hands[at, one], hands[at, two], joker)
                high = high_worth(hands[at], one, two, second, joker)[0]
                if is_foul(low, high):
                    continue
                worth = packed_worth(low, high)
            small, place = worth & _LOW, np.searchsorted(highs, worth >> LOW_BITS)
            both = lower[small, place]
            neither = 1.0 - lower[small, many] - lower[_LOW, place] + both
            value = win * both - neither
            if value > best + 1e-12:
                best, chosen = value, worth
        found[at] = chosen


@njit(cache=True, nogil=True)
def compare_ways(
    rounds: int,
    counter: np.uint64,
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    by_ranks: NDArray[np.int32],
    suited_from: NDArray[np.int64],
    by_suit: NDArray[np.int32],
    best_by_ranks: NDArray[np.int32],
    best_by_suit: NDArray[np.int32],
    found: NDArray[np.int64],
) -> None:
    """The same deals set by the house way and by the other: how many of both parts win by the one and by the other."""
    deck = np.arange(DECK)
    for _ in range(rounds):
        counter = shuffle(deck, 2 * SIZE, counter)
        bank = setting_of(deck, 0, adds, lower_at, upper_at, rank_from, by_ranks, suited_from, by_suit)
        house = setting_of(deck, SIZE, adds, lower_at, upper_at, rank_from, by_ranks, suited_from, by_suit)
        best = setting_of(deck, SIZE, adds, lower_at, upper_at, rank_from, best_by_ranks, suited_from, best_by_suit)
        one, other = cell_of(house, bank), cell_of(best, bank)
        wins = (1 if one < 3 else 0) + (1 if one % 3 == 0 else 0)
        more = (1 if other < 3 else 0) + (1 if other % 3 == 0 else 0)
        found[wins, more] += 1
