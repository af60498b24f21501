"""Boards, flops and holdings of hold'em: numbered, ranked and compared.

Imports Numba: import this module only where it is used.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_key

RANKS, CLASSES = 13, 26
RANK_PAIRS, PAIRS = 91, 351
"""Pairs of classes of cards where ranks alone count, and where the suit of a flush counts as well."""
PAIR_BITS, PAIR_MASK = 9, 511
Kinds = tuple[int, int, int, int]
DEALERS = 990
"""Two of the 45 cards that are neither the player's nor on the board."""


@njit(cache=True)
def flop_numbers(flops: NDArray[np.int8]) -> NDArray[np.uint16]:
    """The number of a canonical flop, by its three cards in rising order."""
    numbers = np.zeros((52, 52, 52), dtype=np.uint16)
    for at in range(len(flops)):
        numbers[flops[at, 0], flops[at, 1], flops[at, 2]] = at
    return numbers


@njit(cache=True)
def holding_numbers() -> NDArray[np.uint16]:
    """The number of a holding, by its two cards in either order."""
    numbers = np.zeros((52, 52), dtype=np.uint16)
    count = 0
    for a in range(52):
        for b in range(a + 1, 52):
            numbers[a, b] = numbers[b, a] = count
            count += 1
    return numbers


@njit(cache=True, nogil=True)
def pair_of(one: int, two: int) -> int:
    """The number of a pair of classes of cards, in either order; those of ranks alone are the first 91."""
    return one * (one + 1) // 2 + two if one >= two else two * (two + 1) // 2 + one


@njit(cache=True, nogil=True)
def classes_on(board: NDArray[np.int8], class_of: NDArray[np.uint64], left: NDArray[np.int64]) -> int:
    """Sort all cards into classes that are alike on a board: by rank and, where there can be a flush, whether in it.

    ``left`` are the cards of each class that are not on the board. Returns the suit of the flush, or -1.
    """
    suits = np.zeros(4, dtype=np.int64)
    for card in board:
        suits[card & 3] += 1
    suit = -1
    for s in range(4):
        if suits[s] >= 3:
            suit = s
    left[:] = 0
    for card in range(52):
        class_of[card] = (card >> 2) + (RANKS if card & 3 == suit else 0)
        left[class_of[card]] += 1
    for card in board:
        left[class_of[card]] -= 1
    return suit


@njit(cache=True, nogil=True)
def rank_pairs(
    board: NDArray[np.int8], suit: int, left: NDArray[np.int64], ranking: Ranking, order: NDArray[np.int32]
) -> int:
    """Rank what a holding of any two classes makes with the board, in rising order.

    ``order`` gets ``512 * rank + pair`` for every pair of classes of which a holding is left; returns how many.
    """
    board_key = 0
    in_suit, mask = 0, 0
    for card in board:
        board_key += ranking.keys[card >> 2]
        if card & 3 == suit:
            in_suit += 1
            mask |= 1 << (card >> 2)
    found = 0
    for one in range(RANKS if suit < 0 else CLASSES):
        if not left[one]:
            continue
        rank_of_one, suited, with_one = one, in_suit, mask
        if one >= RANKS:
            rank_of_one, suited, with_one = one - RANKS, in_suit + 1, mask | 1 << (one - RANKS)
        key = board_key + ranking.keys[rank_of_one]
        before = one * (one + 1) // 2
        for two in range(one + 1):
            if not left[two] or (one == two and left[one] < 2):
                continue
            other = two - RANKS if two >= RANKS else two
            if suited + int(two >= RANKS) < 5:
                rank = rank_key(key + ranking.keys[other], ranking)
            else:
                rank = int(ranking.flushes[with_one | (1 << other if two >= RANKS else 0)])
            order[found] = (rank << PAIR_BITS) + before + two
            found += 1
    order[:found].sort()
    return found


@njit(cache=True, nogil=True)
def compare_pairs(
    order: NDArray[np.int32],
    left: NDArray[np.int64],
    members: NDArray[np.int64],
    lowest_qualifying: int,
    counts: NDArray[np.int16],
) -> None:
    """For every pair of classes, how many of the 990 dealer holdings one of its holdings beats, ties and loses to.

    ``counts[pair]`` is (win, tie, lose) against those that qualify, then against those that do not. Holdings that share
    a card with the player's are taken out again, of lower ones and of equal ones, where the player's own is taken out
    twice. ``members[pair]`` are the two classes.
    """
    lower, unqualified = 0, 0
    lower_with = np.zeros(CLASSES, dtype=np.int64)
    equal_with = np.zeros(CLASSES, dtype=np.int64)
    unqualified_with = np.zeros(CLASSES, dtype=np.int64)
    for at in range(len(order)):
        if order[at] >> PAIR_BITS >= lowest_qualifying:
            break
        pair = order[at] & PAIR_MASK
        unqualified += add_pair(members[pair, 0], members[pair, 1], left, unqualified_with)
    at = 0
    while at < len(order):
        rank = order[at] >> PAIR_BITS
        equal, end = 0, at
        equal_with[:] = 0
        while end < len(order) and order[end] >> PAIR_BITS == rank:
            pair = order[end] & PAIR_MASK
            equal += add_pair(members[pair, 0], members[pair, 1], left, equal_with)
            end += 1
        for place in range(at, end):
            pair = order[place] & PAIR_MASK
            one, two = members[pair, 0], members[pair, 1]
            wins = lower - lower_with[one] - lower_with[two]
            ties = equal - equal_with[one] - equal_with[two] + 1
            below = unqualified - unqualified_with[one] - unqualified_with[two]
            row = counts[pair]
            if rank >= lowest_qualifying:
                row[0], row[1], row[2] = wins - below, ties, DEALERS - wins - ties
                row[3], row[4], row[5] = below, 0, 0
            else:
                below += 1
                row[0], row[1], row[2] = 0, 0, DEALERS - below
                row[3], row[4], row[5] = wins, ties, below - wins - ties
        lower += equal
        lower_with += equal_with
        at = end


@njit(cache=True, nogil=True)
def add_pair(one: int, two: int, left: NDArray[np.int64], with_card: NDArray[np.int64]) -> int:
    """How many holdings two classes make, added to those that have a certain card of either class."""
    if one == two:
        with_card[one] += left[one] - 1
        return int(left[one] * (left[one] - 1) // 2)
    with_card[one] += left[two]
    with_card[two] += left[one]
    return int(left[one] * left[two])


@njit(cache=True, nogil=True)
def kinds_of(one: int, two: int, suit: int, left: NDArray[np.int64], suits_left: NDArray[np.int64]) -> Kinds:
    """The kinds of starting hands that two classes make, and how many holdings of each are left.

    Two cards of one suit are of the first kind, others of the second; a pair is of the second. ``suits_left`` are the
    suits that are left of every rank. Kinds are numbered as in ``holding_classes``.
    """
    first, second = one - RANKS if one >= RANKS else one, two - RANKS if two >= RANKS else two
    if first == second:
        ways = left[one] * (left[one] - 1) // 2 if one == two else left[one] * left[two]
        return first * RANKS + first, 0, first * RANKS + first, ways
    high, low = max(first, second), min(first, second)
    both = suits_left[first] & suits_left[second]
    if suit >= 0:
        in_flush = 1 << suit
        both &= in_flush if one >= RANKS and two >= RANKS else 15 - in_flush if max(one, two) < RANKS else 0
    suited = (both & 1) + (both >> 1 & 1) + (both >> 2 & 1) + (both >> 3)
    return RANKS * high + low, suited, RANKS * low + high, left[one] * left[two] - suited


@njit(cache=True, nogil=True)
def find_suits(left: NDArray[np.uint64], suits_left: NDArray[np.int64]) -> None:
    """The suits that are left of every rank, as bits."""
    suits_left[:] = 0
    for card in left:
        suits_left[card >> np.uint64(2)] |= 1 << np.int64(card & np.uint64(3))


@njit(cache=True, nogil=True)
def pair_numbers() -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """The number of every pair of classes, and the two classes of every number, the larger first."""
    numbers = np.zeros((CLASSES, CLASSES), dtype=np.uint16)
    members = np.zeros((PAIRS, 2), dtype=np.int64)
    for one in range(CLASSES):
        for two in range(one + 1):
            pair = pair_of(one, two)
            numbers[one, two] = numbers[two, one] = pair
            members[pair, 0], members[pair, 1] = one, two
    return numbers, members


@njit(cache=True, nogil=True)
def suits_for_flop(a: int, b: int, c: int, renamed: NDArray[np.int64]) -> None:
    """The renaming of suits that makes a flop canonical: its suits in falling order of what they hold."""
    masks = np.zeros(4, dtype=np.int64)
    masks[a & 3] |= 1 << (a >> 2)
    masks[b & 3] |= 1 << (b >> 2)
    masks[c & 3] |= 1 << (c >> 2)
    for suit in range(4):
        place = 0
        for other in range(4):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                place += 1
        renamed[suit] = place


@njit(cache=True, nogil=True)
def flop_in(
    board: NDArray[np.int8], i: int, j: int, k: int, renamed: NDArray[np.int64], numbers: NDArray[np.uint16]
) -> int:
    """The number of the flop that three of the board's cards make, and the renaming of suits that leads there."""
    suits_for_flop(board[i], board[j], board[k], renamed)
    a = (board[i] & ~3) | renamed[board[i] & 3]
    b = (board[j] & ~3) | renamed[board[j] & 3]
    c = (board[k] & ~3) | renamed[board[k] & 3]
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return int(numbers[a, b, c])


@njit(cache=True, nogil=True)
def cards_left(board: NDArray[np.int8], left: NDArray[np.unsignedinteger[Any] | np.signedinteger[Any]]) -> None:
    at = 0
    for card in range(52):
        on_board = False
        for other in board:
            if other == card:
                on_board = True
        if not on_board:
            left[at] = card
            at += 1
