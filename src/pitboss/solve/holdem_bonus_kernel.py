"""The two passes over all boards of hold'em with a bet before the flop, one before the turn and one before the river.

Nothing is folded after the flop, so each later bet is worth what it wins by itself: the one before the turn goes by
what is seen on the flop, the one before the river by four cards of the board. A board is ranked once and handed to all
ten flops and all five fours that it contains; suits are renamed so that they are canonical ones. All sums are integers.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.holdem_bonus_tables import BonusStakes, StreetNumbers
from pitboss.solve.holdem_kernel import (
    CLASSES,
    PAIR_BITS,
    PAIR_MASK,
    PAIRS,
    cards_left,
    classes_on,
    compare_pairs,
    flop_in,
    pair_numbers,
    rank_pairs,
)
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.suits_kernel import CHOOSE, number_of

FOLD, FLOP, FLOP_TURN, FLOP_RIVER, ALL = range(5)
CASES = 3
SPLITS = 20
"""In how many ways the five cards of a board are a flop, a turn and a river."""


@njit(cache=True)
def four_numbers(fours: NDArray[np.int8]) -> NDArray[np.int32]:
    """The number of a canonical four of a board, by the number of the set that it is."""
    numbers = np.zeros(CHOOSE[52, 4], dtype=np.int32)
    cards = np.empty(4, dtype=np.int64)
    for at in range(len(fours)):
        cards[:] = fours[at]
        numbers[number_of(cards, 4)] = at
    return numbers


@njit(cache=True, nogil=True)
def four_in(cards: NDArray[np.int64], renamed: NDArray[np.int64], numbers: NDArray[np.int32]) -> int:
    """The number of four cards of a board, and the renaming of suits that leads there."""
    masks = np.zeros(4, dtype=np.int64)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    for suit in range(4):
        place = 0
        for other in range(4):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                place += 1
        renamed[suit] = place
    moved = np.empty(4, dtype=np.int64)
    for at in range(4):
        moved[at] = (cards[at] & ~3) | renamed[cards[at] & 3]
    moved.sort()
    return int(numbers[number_of(moved, 4)])


@njit(cache=True, nogil=True)
def without(board: NDArray[np.int8], river: int, four: NDArray[np.int64]) -> None:
    """The board before the card at this place."""
    at = 0
    for place in range(5):
        if place != river:
            four[at] = board[place]
            at += 1


@njit(cache=True, nogil=True)
def value_streets(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    number: StreetNumbers,
    ranking: Ranking,
    stakes: BonusStakes,
    by_flop: NDArray[np.int64],
    by_four: NDArray[np.int32],
    by_holding: NDArray[np.int64],
) -> None:
    """Add up what the boards are worth to every holding.

    ``by_flop[flop, holding]`` is what the bet before the turn wins, ``by_four[four, holding]`` the one before the
    river, and ``by_holding[holding]`` what Ante and the first bet win together.
    """
    class_of = np.empty(52, dtype=np.uint64)
    held = np.empty(CLASSES, dtype=np.int64)
    order = np.empty(PAIRS, dtype=np.int32)
    counts = np.empty((PAIRS, 6), dtype=np.int16)
    value = np.empty((PAIRS, 3), dtype=np.int64)
    pair_number, members = pair_numbers()
    left = np.empty(47, dtype=np.uint64)
    pair = np.empty(1081, dtype=np.uint16)
    moved = np.empty(47, dtype=np.uint64)
    renamed = np.empty(4, dtype=np.int64)
    four = np.empty(4, dtype=np.int64)
    for at in range(len(boards)):
        board, weight = boards[at], weights[at]
        cards_left(board, left)
        suit = classes_on(board, class_of, held)
        found = rank_pairs(board, suit, held, ranking, order)
        compare_pairs(order[:found], held, members, 0, counts)
        for place in range(found):
            p, c = order[place] & PAIR_MASK, stakes.category[order[place] >> PAIR_BITS]
            value[p] = 0
            for case in range(CASES):
                value[p, 0] += weight * counts[p, case] * (stakes.ante[c, case] + stakes.bets[0, case])
                value[p, 1] += weight * counts[p, case] * stakes.bets[1, case]
                value[p, 2] += weight * counts[p, case] * stakes.bets[2, case]
        n = np.uint64(0)
        for i in range(47):
            row, numbers = pair_number[class_of[left[i]]], number.holding[left[i]]
            for j in range(i + 1, 47):
                pair[n] = row[class_of[left[j]]]
                by_holding[numbers[left[j]]] += value[pair[n], 0]
                n += np.uint64(1)
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    on_flop = by_flop[flop_in(board, x, y, z, renamed, number.flop)]
                    for i in range(47):
                        moved[i] = (left[i] & ~np.uint64(3)) | np.uint64(renamed[left[i] & np.uint64(3)])
                    n = np.uint64(0)
                    for i in range(47):
                        numbers = number.holding[moved[i]]
                        for j in range(i + 1, 47):
                            on_flop[numbers[moved[j]]] += value[pair[n], 1]
                            n += np.uint64(1)
        for river in range(5):
            without(board, river, four)
            on_four = by_four[four_in(four, renamed, number.four)]
            for i in range(47):
                moved[i] = (left[i] & ~np.uint64(3)) | np.uint64(renamed[left[i] & np.uint64(3)])
            n = np.uint64(0)
            for i in range(47):
                numbers = number.holding[moved[i]]
                for j in range(i + 1, 47):
                    on_four[numbers[moved[j]]] += value[pair[n], 2]
                    n += np.uint64(1)


@njit(cache=True)
def both_bets() -> NDArray[np.int64]:
    """In how many of the twenty ways both bets are made, by the flops and by the rivers for which each of them is."""
    flops = np.zeros(10, dtype=np.int64)
    at = 0
    for x in range(3):
        for y in range(x + 1, 4):
            for z in range(y + 1, 5):
                flops[at] = (1 << x) | (1 << y) | (1 << z)
                at += 1
    both = np.zeros((1024, 32), dtype=np.int64)
    for turns in range(1024):
        for rivers in range(32):
            for flop in range(10):
                for river in range(5):
                    if (turns >> flop) & 1 and (rivers >> river) & 1 and not (flops[flop] >> river) & 1:
                        both[turns, rivers] += 1
    return both


@njit(cache=True, nogil=True)
def ones(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@njit(cache=True, nogil=True)
def count_streets(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    number: StreetNumbers,
    ranking: Ranking,
    stakes: BonusStakes,
    before_flop: NDArray[np.int8],
    before_turn: NDArray[np.int8],
    before_river: NDArray[np.uint8],
    both: NDArray[np.int64],
    outcome: NDArray[np.int64],
) -> None:
    """Count every deal under the chosen decisions into ``outcome[decision, category, case]``, in all twenty ways."""
    class_of = np.empty(52, dtype=np.uint64)
    held = np.empty(CLASSES, dtype=np.int64)
    order = np.empty(PAIRS, dtype=np.int32)
    counts = np.empty((PAIRS, 6), dtype=np.int16)
    ways = np.empty((PAIRS, 5), dtype=np.int64)
    pair_number, members = pair_numbers()
    left = np.empty(47, dtype=np.uint64)
    moved = np.empty(47, dtype=np.uint64)
    turns = np.empty(1081, dtype=np.int64)
    rivers = np.empty(1081, dtype=np.int64)
    renamed = np.empty(4, dtype=np.int64)
    four = np.empty(4, dtype=np.int64)
    set_bits = np.array([ones(mask) for mask in range(1024)])
    for at in range(len(boards)):
        board, weight = boards[at], weights[at]
        cards_left(board, left)
        suit = classes_on(board, class_of, held)
        found = rank_pairs(board, suit, held, ranking, order)
        compare_pairs(order[:found], held, members, 0, counts)
        turns[:] = 0
        rivers[:] = 0
        flop = 0
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    bets = before_turn[flop_in(board, x, y, z, renamed, number.flop)]
                    for i in range(47):
                        moved[i] = (left[i] & ~np.uint64(3)) | np.uint64(renamed[left[i] & np.uint64(3)])
                    n = np.uint64(0)
                    for i in range(47):
                        numbers = number.holding[moved[i]]
                        for j in range(i + 1, 47):
                            turns[n] |= np.int64(bets[numbers[moved[j]]]) << flop
                            n += np.uint64(1)
                    flop += 1
        for river in range(5):
            without(board, river, four)
            bits = before_river[four_in(four, renamed, number.four)]
            for i in range(47):
                moved[i] = (left[i] & ~np.uint64(3)) | np.uint64(renamed[left[i] & np.uint64(3)])
            n = np.uint64(0)
            for i in range(47):
                numbers = number.holding[moved[i]]
                for j in range(i + 1, 47):
                    h = numbers[moved[j]]
                    rivers[n] |= np.int64((bits[h >> 3] >> (h & 7)) & 1) << river
                    n += np.uint64(1)
        ways[:] = 0
        n = np.uint64(0)
        for i in range(47):
            row, numbers = pair_number[class_of[left[i]]], number.holding[left[i]]
            for j in range(i + 1, 47):
                mine = ways[row[class_of[left[j]]]]
                if before_flop[numbers[left[j]]] < 0:
                    mine[FOLD] += SPLITS
                else:
                    turn, last = 2 * set_bits[turns[n]], 4 * set_bits[rivers[n]]
                    together = both[turns[n], rivers[n]]
                    mine[FLOP] += SPLITS - turn - last + together
                    mine[FLOP_TURN] += turn - together
                    mine[FLOP_RIVER] += last - together
                    mine[ALL] += together
                n += np.uint64(1)
        for place in range(found):
            p, c = order[place] & PAIR_MASK, stakes.category[order[place] >> PAIR_BITS]
            for decision in range(5):
                for case in range(CASES):
                    outcome[decision, c, case] += weight * ways[p, decision] * counts[p, case]


@njit(cache=True, nogil=True)
def bets_before_turn(
    cards: NDArray[np.int64], before_turn: NDArray[np.uint8], number: StreetNumbers, renamed: NDArray[np.int64]
) -> bool:
    """Whether the first two cards bet on the flop that the next three are."""
    board = cards[2:5].astype(np.int8)
    flop = flop_in(board, 0, 1, 2, renamed, number.flop)
    return is_set(cards, before_turn[flop], number, renamed)


@njit(cache=True, nogil=True)
def bets_before_river(
    cards: NDArray[np.int64], before_river: NDArray[np.uint8], number: StreetNumbers, renamed: NDArray[np.int64]
) -> bool:
    """Whether the first two cards bet on the four cards of the board that come next."""
    four = four_in(cards[2:6], renamed, number.four)
    return is_set(cards, before_river[four], number, renamed)


@njit(cache=True, nogil=True)
def is_set(
    cards: NDArray[np.int64], bits: NDArray[np.uint8], number: StreetNumbers, renamed: NDArray[np.int64]
) -> bool:
    one = (cards[0] & ~3) | renamed[cards[0] & 3]
    two = (cards[1] & ~3) | renamed[cards[1] & 3]
    holding = number.holding[one, two]
    return bool((bits[holding >> 3] >> (holding & 7)) & 1)
