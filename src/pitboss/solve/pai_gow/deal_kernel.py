"""Deals seven cards to a bank and to players, looks up how the house sets them, and compares.

How a hand is set hangs on its ranks, and on its suits only where five cards can be of one: so all settings are in one
table, found by adding up a number for each card. The counts of the lower seven ranks and of the upper six are each a
number to base five; beside them are the counts of the suits, and the joker.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.house_way_kernel import (
    ACE,
    CATEGORY,
    JOKER,
    LOW_PAIR,
    NINE,
    QUEEN,
    RANKS,
    SIZE,
    house_worths,
)

LOWER = 7
BASE = 5
UPPER_AT, SUITS_AT, JOKER_AT = 20, 40, 60
LOW_BITS = 7
PAIRS_FROM = 78
"""Two cards that are no pair come to less than this, by the triangle of their ranks."""
CELLS, STATES = 9, 8
DECK = 53
QUEEN_HIGH, ACE_HIGH, ACE_HIGH_WITH_JOKER, NINE_LOW = 1, 2, 3, 4
MOST = 6
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_HALF, _LOW, _ONE = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(1)


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
def fill(
    second: bool,
    joker: int,
    row: int,
    lower: NDArray[np.int64],
    upper: NDArray[np.int64],
    lower_from: NDArray[np.int64],
    upper_from: NDArray[np.int64],
    by_ranks: NDArray[np.int32],
    suited_from: NDArray[np.int64],
    by_suit: NDArray[np.int32],
) -> None:
    """The table of all settings: hands without a flush by their ranks, and those of one suit, or nearly, apart."""
    hand = np.empty(SIZE, dtype=np.int64)
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
                            hand[filled] = 4 * rank + filled % 4
                            filled += 1
                        left //= BASE
                    if jokers:
                        hand[filled] = JOKER
                    low, high = house_worths(hand, second, joker, row)
                    by_ranks[at] = packed_worth(low, high)
                    at += 1
        for mask in range(1 << RANKS):
            start = suited_from[jokers << RANKS | mask]
            if start < 0:
                continue
            held = 0
            for rank in range(RANKS):
                if mask >> rank & 1:
                    hand[held] = 4 * rank
                    held += 1
            others = natural - held
            if jokers:
                hand[SIZE - 1] = JOKER
            for first in range(RANKS if others else 1):
                for then in range(first, RANKS if others == 2 else first + 1):
                    if others:
                        hand[held] = 4 * first + 1
                    if others == 2:
                        hand[held + 1] = 4 * then + 2
                    low, high = house_worths(hand, second, joker, row)
                    code = RANKS * first + then if others == 2 else first
                    by_suit[start + code] = packed_worth(low, high)
                    if others == 2:  # the same two in one suit, which are set alike
                        by_suit[start + RANKS * then + first] = packed_worth(low, high)


@njit(cache=True, nogil=True)
def setting_of(
    deck: NDArray[np.int64],
    start: int,
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    by_ranks: NDArray[np.int32],
    suited_from: NDArray[np.int64],
    by_suit: NDArray[np.int32],
) -> int:
    """What both parts of seven cards are worth as the house sets them, or whatever else the two tables have."""
    key = 0
    for at in range(start, start + SIZE):
        key += adds[deck[at]]
    jokers = key >> JOKER_AT
    flush = (key >> SUITS_AT) + (0x4444 if jokers else 0x3333) & 0x8888
    if flush == 0:
        one, other = lower_at[key & 0xFFFFF], upper_at[key >> UPPER_AT & 0xFFFFF]
        # The lower half knows how many cards it has, and with it how many hands the upper half has.
        below = one & 7
        place = rank_from[jokers << 4 | below << 1] + (one >> 3) * rank_from[jokers << 4 | below << 1 | 1] + other
        return int(by_ranks[place])
    suit = 0 if flush & 8 else 1 if flush & 0x80 else 2 if flush & 0x800 else 3
    mask, first, then, others, last = 0, 0, 0, 0, suit
    for at in range(start, start + SIZE):
        card = deck[at]
        if card == JOKER:
            continue
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
        elif others:
            then = card >> 2
            others = 2 if last != card & 3 else 3
        else:
            first, last = card >> 2, card & 3
            others = 1
    code = first
    if others == 2:
        code = RANKS * min(first, then) + max(first, then)
    elif others == 3:  # of one suit, in which two may be worth something to a bonus
        code = RANKS * max(first, then) + min(first, then)
    return int(by_suit[suited_from[jokers << RANKS | mask] + code])


@njit(cache=True, nogil=True)
def look_up(
    hands: NDArray[np.int64],
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    by_ranks: NDArray[np.int32],
    suited_from: NDArray[np.int64],
    by_suit: NDArray[np.int32],
    found: NDArray[np.int64],
) -> None:
    """What the tables have of many hands."""
    for at in range(len(hands)):
        found[at] = setting_of(hands[at], 0, adds, lower_at, upper_at, rank_from, by_ranks, suited_from, by_suit)


@njit(cache=True, nogil=True)
def state_of(worth: int, deck: NDArray[np.int64], start: int) -> int:
    """What of a dealer's hand may return all wagers, or decides one: queen high, ace high, a nine-high low hand."""
    small, high = worth & (1 << LOW_BITS) - 1, worth >> LOW_BITS
    state = 0
    if high >> CATEGORY == 0:
        top = high >> 16
        if top == QUEEN:
            state = QUEEN_HIGH
        elif top == ACE:
            state = ACE_HIGH
            for at in range(start, start + SIZE):
                if deck[at] == JOKER:
                    state = ACE_HIGH_WITH_JOKER
    nine = NINE * (NINE - 1) // 2
    return state | NINE_LOW if nine <= small < nine + NINE else state


@njit(cache=True, nogil=True)
def cell_of(ours: int, theirs: int) -> int:
    """The high hands compared, and the low ones: 0 for higher, 1 for equal, 2 for lower."""
    high, low = ours >> LOW_BITS, ours & (1 << LOW_BITS) - 1
    dealers_high, dealers_low = theirs >> LOW_BITS, theirs & (1 << LOW_BITS) - 1
    first = 0 if high > dealers_high else 1 if high == dealers_high else 2
    then = 0 if low > dealers_low else 1 if low == dealers_low else 2
    return 3 * first + then


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


@njit(cache=True, nogil=True)
def play_out(
    rounds: int,
    counter: np.uint64,
    hands: int,
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    by_ranks: NDArray[np.int32],
    suited_from: NDArray[np.int64],
    by_suit: NDArray[np.int32],
    cells: NDArray[np.int64],
    nets: NDArray[np.int64],
) -> None:
    """So many rounds: the first player against the bank by cells and states; of the bank, what it wins over all.

    ``nets`` has, for every number of players, how often so many more of them lost than won.
    """
    deck = np.arange(DECK)
    for _ in range(rounds):
        counter = shuffle(deck, SIZE * hands, counter)
        bank = setting_of(deck, 0, adds, lower_at, upper_at, rank_from, by_ranks, suited_from, by_suit)
        net = 0
        for number in range(1, hands):
            start = SIZE * number
            ours = setting_of(deck, start, adds, lower_at, upper_at, rank_from, by_ranks, suited_from, by_suit)
            cell = cell_of(ours, bank)
            if number == 1:
                cells[STATES * cell + state_of(bank, deck, 0)] += 1
            won = (1 if cell < 3 else 0) + (1 if cell % 3 == 0 else 0)
            net += 1 - won
            nets[number, MOST + net] += 1
