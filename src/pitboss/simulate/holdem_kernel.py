"""The deal of Ultimate Texas Hold'em for the simulator, with the best decision at each of its three points.

Before the flop and after it the decision is looked up in the solver's tables; after the river it is worked out, as the
solver does, from all 990 hands that the dealer may hold.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulate.kernels import _HALF, _LOW, _ONE, word
from pitboss.solve.holdem_kernel import suits_for_flop

_DECK = np.uint64(52)
_FIVE_FAVOURED = np.uint64(2**32 % 52**5)
DECK_CARDS = 9
RAISE_2, RAISE_1, FOLD = 2, 3, 4
CASES = 6


@njit(cache=True, nogil=True)
def bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@njit(cache=True, nogil=True)
def draw_nine(counter: np.uint64, cards: NDArray[np.int64]) -> np.uint64:
    """Nine different cards from one word: five numbers below 52 out of each half, the tenth not used."""
    while True:
        counter += _ONE
        drawn = word(counter)
        seen = 0
        high, low = drawn >> _HALF, drawn & _LOW
        for at in range(5):
            high = (high & _LOW) * _DECK
            cards[at] = np.int64(high >> _HALF)
            seen |= 1 << cards[at]
        for at in range(5):
            low = (low & _LOW) * _DECK
            if at < 4:
                cards[5 + at] = np.int64(low >> _HALF)
                seen |= 1 << cards[5 + at]
        if (high & _LOW) < _FIVE_FAVOURED or (low & _LOW) < _FIVE_FAVOURED:
            continue
        if bits(seen) == DECK_CARDS:
            return counter


@njit(cache=True, nogil=True)
def plays_flop(
    cards: NDArray[np.int64],
    after_flop: NDArray[np.uint8],
    flop_number: NDArray[np.uint16],
    holding_number: NDArray[np.uint16],
    renamed: NDArray[np.int64],
) -> bool:
    """Whether the first two cards bet on the flop that the next three are."""
    suits_for_flop(cards[2], cards[3], cards[4], renamed)
    a = (cards[2] & ~3) | renamed[cards[2] & 3]
    b = (cards[3] & ~3) | renamed[cards[3] & 3]
    c = (cards[4] & ~3) | renamed[cards[4] & 3]
    low, high = min(a, b, c), max(a, b, c)
    flop = flop_number[low, a + b + c - low - high, high]
    one = (cards[0] & ~3) | renamed[cards[0] & 3]
    two = (cards[1] & ~3) | renamed[cards[1] & 3]
    holding = holding_number[one, two]
    return bool((after_flop[flop, holding >> 3] >> (holding & 7)) & 1)


@njit(cache=True, nogil=True)
def rank_seven(
    one: int,
    two: int,
    cards: NDArray[np.int64],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    masks: NDArray[np.int64],
) -> int:
    """The rank of two cards with the board, which is cards 2 to 6."""
    masks[:] = 0
    key = keys[one >> 2] + keys[two >> 2]
    masks[one & 3] |= 1 << (one >> 2)
    masks[two & 3] |= 1 << (two >> 2)
    for at in range(2, 7):
        key += keys[cards[at] >> 2]
        masks[cards[at] & 3] |= 1 << (cards[at] >> 2)
    flush = max(max(flushes[masks[0]], flushes[masks[1]]), max(flushes[masks[2]], flushes[masks[3]]))
    return int(flush) if flush >= 0 else int(ranks[(key & 511) + rows[key >> 9]])


@njit(cache=True, nogil=True)
def case_of(ours: int, theirs: int, first_pair: int) -> int:
    """The player higher, a tie, the dealer higher; and the same three when the dealer does not qualify."""
    return int(theirs >= ours) + int(theirs > ours) + 3 * int(theirs < first_pair)


@njit(cache=True, nogil=True)
def plays_river(
    cards: NDArray[np.int64],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    category: NDArray[np.int8],
    first_pair: int,
    base_price: NDArray[np.int64],
    unit_price: NDArray[np.int64],
    fold_price: int,
    masks: NDArray[np.int64],
) -> bool:
    """Whether a bet of one unit after the river is worth no less than a fold, over all 990 hands of the dealer.

    They are counted by their two ranks first; then each that makes a flush is moved to where the flush puts it.
    """
    ours = rank_seven(cards[0], cards[1], cards, keys, rows, ranks, flushes, masks)
    counts = np.zeros(CASES, dtype=np.int64)
    left = np.full(13, 4, dtype=np.int64)
    seen = np.int64(0)
    board_key = np.int64(0)
    masks[:] = 0
    for at in range(7):
        card = cards[at]
        seen |= np.int64(1) << card
        left[card >> 2] -= 1
        if at >= 2:
            board_key += keys[card >> 2]
            masks[card & 3] |= 1 << (card >> 2)
    for one in range(13):
        for two in range(one, 13):
            ways = left[one] * left[two] if two > one else left[one] * (left[one] - 1) // 2
            if ways:
                key = board_key + keys[one] + keys[two]
                counts[case_of(ours, ranks[(key & 511) + rows[key >> 9]], first_pair)] += ways
    for suit in range(4):
        on_board = bits(masks[suit])
        if on_board >= 3:
            for one in range(51):
                if (seen >> one) & 1 or (on_board == 3 and one & 3 != suit):
                    continue
                for two in range(one + 1, 52):
                    suited = on_board + int(one & 3 == suit) + int(two & 3 == suit)
                    if (seen >> two) & 1 or suited < 5:
                        continue
                    mask = masks[suit]
                    if one & 3 == suit:
                        mask |= 1 << (one >> 2)
                    if two & 3 == suit:
                        mask |= 1 << (two >> 2)
                    key = board_key + keys[one >> 2] + keys[two >> 2]
                    counts[case_of(ours, ranks[(key & 511) + rows[key >> 9]], first_pair)] -= 1
                    counts[case_of(ours, flushes[mask], first_pair)] += 1
    base = np.int64(0)
    unit = np.int64(0)
    for case in range(CASES):
        base += counts[case] * base_price[category[ours], case]
        unit += counts[case] * unit_price[category[ours], case]
    return bool(base + unit >= 990 * fold_price)


@njit(cache=True, nogil=True)
def deal_holdem(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    before_flop: NDArray[np.int8],
    after_flop: NDArray[np.uint8],
    flop_number: NDArray[np.uint16],
    holding_number: NDArray[np.uint16],
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    category: NDArray[np.int8],
    first_pair: int,
    base_price: NDArray[np.int64],
    unit_price: NDArray[np.int64],
    fold_price: int,
) -> None:
    """Nine cards: the player's two, the board, the dealer's two. ``class = (decision * 10 + category) * 6 + case``."""
    counter = stream[0]
    cards = np.empty(DECK_CARDS, dtype=np.int64)
    renamed = np.empty(4, dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    for at in range(len(classes)):
        counter = draw_nine(counter, cards)
        decision = int(before_flop[holding_number[cards[0], cards[1]]])
        if decision < 0:
            if plays_flop(cards, after_flop, flop_number, holding_number, renamed):
                decision = RAISE_2
            elif plays_river(
                cards,
                keys,
                rows,
                ranks,
                flushes,
                category,
                first_pair,
                base_price,
                unit_price,
                fold_price,
                masks,
            ):
                decision = RAISE_1
            else:
                decision = FOLD
        ours = rank_seven(cards[0], cards[1], cards, keys, rows, ranks, flushes, masks)
        theirs = rank_seven(cards[7], cards[8], cards, keys, rows, ranks, flushes, masks)
        classes[at] = (decision * 10 + category[ours]) * CASES + case_of(ours, theirs, first_pair)
    stream[0] = counter
