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
RANKS_OF = np.array([(one, two) for one in range(RANKS) for two in range(one + 1)])
"""The two ranks of each of the first 91 pairs, the higher first."""
PAIR_BITS, PAIR_MASK = 9, 511
Kinds = tuple[int, int, int, int]
MOST_ALIKE = 64
"""How many boards are taken together at most; there are fewer."""
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
def flush_on(board: NDArray[np.int8]) -> tuple[int, int]:
    """The suit of which a board has three cards or more, and which ranks these are, as bits; -1 where there is none."""
    for suit in range(4):
        many, ranks = 0, 0
        for card in board:
            if card & 3 == suit:
                many += 1
                ranks |= 1 << (card >> 2)
        if many >= 3:
            return suit, ranks
    return -1, 0


@njit(cache=True, nogil=True)
def alike_until(boards: NDArray[np.int8], at: int) -> int:
    """Where boards end that are alike but for suits in which there can be no flush, so that holdings make the same."""
    _, flush = flush_on(boards[at])
    for other in range(at + 1, min(at + MOST_ALIKE, len(boards))):
        for place in range(5):
            if boards[other, place] >> 2 != boards[at, place] >> 2:
                return other
        if flush_on(boards[other])[1] != flush:
            return other
    return min(at + MOST_ALIKE, len(boards))


@njit(cache=True, nogil=True)
def classes_on(board: NDArray[np.int8], class_of: NDArray[np.uint64], left: NDArray[np.int64]) -> int:
    """Sort all cards into classes that are alike on a board: by rank and, where there can be a flush, whether in it.

    ``left`` are the cards of each class that are not on the board. Returns the suit of the flush, or -1.
    """
    suit, _ = flush_on(board)
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
    if suit < 0:
        return rank_by_ranks(board, left, ranking, order)
    whole = left[:RANKS] + left[RANKS:]
    plain = np.empty(RANK_PAIRS, dtype=np.int32)
    plain = plain[: rank_by_ranks(board, whole, ranking, plain)]
    in_suit = 0
    for card in board:
        in_suit += int(card & 3 == suit)
    flushes = np.empty(PAIRS, dtype=np.int32)
    flushes = flushes[: rank_flushes(board, suit, left, ranking, flushes)]
    # Far fewer are sorted than there are pairs of classes: without a flush, suits make no difference.
    found, at = 0, 0
    for each in plain:
        while at < len(flushes) and flushes[at] < each:
            order[found] = flushes[at]
            found, at = found + 1, at + 1
        if in_suit == 5:
            break
        rank = each & ~PAIR_MASK
        one, two = RANKS_OF[each & PAIR_MASK]
        if left[two] and left[one] > int(one == two):
            order[found] = each
            found += 1
        if in_suit == 4:
            continue
        if left[RANKS + one] and left[two]:
            order[found] = rank + pair_of(RANKS + one, two)
            found += 1
        if one != two and left[one] and left[RANKS + two]:
            order[found] = rank + pair_of(RANKS + two, one)
            found += 1
    for each in flushes[at:]:
        order[found] = each
        found += 1
    return found


@njit(cache=True, nogil=True)
def rank_by_ranks(board: NDArray[np.int8], left: NDArray[np.int64], ranking: Ranking, order: NDArray[np.int32]) -> int:
    """The same for holdings of any two ranks, of which so many cards are left, flushes aside."""
    board_key = 0
    for card in board:
        board_key += ranking.keys[card >> 2]
    found, pair = 0, 0
    for one in range(RANKS):
        for two in range(one + 1):
            if left[two] and left[one] > int(one == two):
                rank = rank_key(board_key + ranking.keys[one] + ranking.keys[two], ranking)
                order[found] = (rank << PAIR_BITS) + pair
                found += 1
            pair += 1
    order[:found].sort()
    return found


@njit(cache=True, nogil=True)
def rank_flushes(
    board: NDArray[np.int8], suit: int, left: NDArray[np.int64], ranking: Ranking, order: NDArray[np.int32]
) -> int:
    """The same for those holdings alone that make a flush."""
    in_suit, mask = 0, 0
    for card in board:
        if card & 3 == suit:
            in_suit += 1
            mask |= 1 << (card >> 2)
    found = 0
    for one in range(RANKS if in_suit < 5 else 0, CLASSES):
        with_one = mask | (1 << (one - RANKS) if one >= RANKS else 0)
        for two in range(RANKS if in_suit < 4 else 0, one + 1):
            if left[two] and left[one] > int(one == two):
                both = with_one | (1 << (two - RANKS) if two >= RANKS else 0)
                order[found] = (np.int64(ranking.flushes[both]) << PAIR_BITS) + pair_of(one, two)
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
def kinds_of(one: int, two: int, left: NDArray[np.int64], boards: int, of_one_suit: NDArray[np.int64]) -> Kinds:
    """The kinds of starting hands that two classes make, and how many holdings of each are left, on so many boards.

    Two cards of one suit are of the first kind, others of the second; a pair is of the second. ``of_one_suit`` are the
    first, on all boards, for any two ranks outside the flush. Kinds are numbered as in ``holding_classes``.
    """
    first, second = one - RANKS if one >= RANKS else one, two - RANKS if two >= RANKS else two
    if first == second:
        ways = left[one] * (left[one] - 1) // 2 if one == two else left[one] * left[two]
        return first * RANKS + first, 0, first * RANKS + first, boards * ways
    high, low = max(first, second), min(first, second)
    ways = boards * left[one] * left[two]
    suited = 0
    if one >= RANKS and two >= RANKS:
        suited = ways
    elif max(one, two) < RANKS:
        suited = of_one_suit[pair_of(one, two)]
    return RANKS * high + low, suited, RANKS * low + high, ways - suited


@njit(cache=True, nogil=True)
def add_of_one_suit(board: NDArray[np.int8], suit: int, weight: int, of_one_suit: NDArray[np.int64]) -> None:
    """Count the holdings of one suit, not that of the flush, that a board leaves, for any two ranks."""
    for each in range(4):
        if each == suit:
            continue
        left = (1 << RANKS) - 1
        for card in board:
            if card & 3 == each:
                left &= ~(1 << (card >> 2))
        for pair in range(RANK_PAIRS):
            of_one_suit[pair] += weight * (left >> RANKS_OF[pair, 0] & left >> RANKS_OF[pair, 1] & 1)


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
    first, second, third, fourth = in_suit(0, a, b, c), in_suit(1, a, b, c), in_suit(2, a, b, c), in_suit(3, a, b, c)
    renamed[0] = int(second > first) + int(third > first) + int(fourth > first)
    renamed[1] = int(first >= second) + int(third > second) + int(fourth > second)
    renamed[2] = int(first >= third) + int(second >= third) + int(fourth > third)
    renamed[3] = int(first >= fourth) + int(second >= fourth) + int(third >= fourth)


@njit(cache=True, nogil=True)
def in_suit(suit: int, a: int, b: int, c: int) -> int:
    """What a suit holds of three cards, the ranks as bits."""
    held = 0
    for card in (a, b, c):
        held |= int(card & 3 == suit) << (card >> 2)
    return held


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
