"""Fast Action Hold 'Em: four cards against dealers and boards drawn from the shoe that is left.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.double_cross_kernel import next_number
from pitboss.solve.poker.suits_kernel import CHOOSE

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
def without_flush(times: NDArray[np.int64], held: int) -> int:
    """The best five cards as long as suits are not looked at, by how many there are of each rank."""
    top = straight_top(held)
    return max(by_rank(times, PLAIN_CATEGORY), STRAIGHT << 20 | top << 16 if top >= 0 else 0)


@njit(cache=True, nogil=True)
def of_flush(times: NDArray[np.int64]) -> int:
    """The best five cards of one suit, by how many there are of each rank."""
    held = 0
    for rank in range(13):
        held |= int(times[rank] > 0) << rank
    top = straight_top(held)
    straight = (ROYAL if top == ACE else STRAIGHT_FLUSH) << 20 | top << 16 if top >= 0 else 0
    return max(by_rank(times, FLUSH_CATEGORY), straight)


@njit(cache=True, nogil=True)
def worth_by_ranks() -> NDArray[np.int32]:
    """What five ranks of the board and two that are kept come to where there is no flush, by the number of each."""
    found = np.zeros((CHOOSE[17, 5], CHOOSE[14, 2]), dtype=np.int32)
    times, ranks = np.zeros(13, dtype=np.int64), np.zeros(5, dtype=np.int64)
    while ranks[0] < 13:
        row = board_number(ranks)
        for high in range(13):
            for low in range(high + 1):
                times[:] = 0
                held = 1 << high | 1 << low
                times[high] += 1
                times[low] += 1
                for rank in ranks:
                    times[rank] += 1
                    held |= 1 << int(rank)
                found[row, pair_number(high, low)] = without_flush(times, held)
        at = 4  # the next five ranks, none below the one before it
        while at > 0 and ranks[at] == 12:
            at -= 1
        ranks[at:] = ranks[at] + 1
    return found


@njit(cache=True, nogil=True)
def board_number(ranks: NDArray[np.int64]) -> int:
    """The number of five ranks, the lowest first."""
    found = 0
    for at in range(5):
        found += CHOOSE[ranks[at] + at, at + 1]
    return int(found)


@njit(cache=True, nogil=True)
def pair_number(one: int, two: int) -> int:
    """The number of two ranks, in either order."""
    high = max(one, two)
    return high * (high + 1) // 2 + min(one, two)


@njit(cache=True, nogil=True)
def house_order(ways: NDArray[np.int64]) -> NDArray[np.int64]:
    """By two cards, how soon the house ways keep them, the higher the sooner: by the first way that they are, then by
    their ranks.

    A way is whether they are a pair, hold an ace, are suited, are running (below zero where it does not matter) and the
    least rank of the lower one.
    """
    found = np.full((52, 52), -1, dtype=np.int64)
    for one in range(52):
        for two in range(52):
            high, low = max(one >> 2, two >> 2), min(one >> 2, two >> 2)
            for way in range(len(ways)):
                if low < ways[way, 4] or (ways[way, 0] and high != low) or (ways[way, 1] and high != ACE):
                    continue
                if ways[way, 2] >= 0 and ways[way, 2] != int(one & 3 == two & 3):
                    continue
                if ways[way, 3] >= 0 and ways[way, 3] != int(high - low == 1):
                    continue
                found[one, two] = (len(ways) - way) << 8 | high << 4 | low
                break
    return found


@njit(cache=True, nogil=True)
def house_keeps(four: NDArray[np.int64], house: NDArray[np.int64]) -> int:
    """The number of the two cards that the house keeps, by the order of its ways."""
    best, kept = -1, -1
    for pair in range(6):
        soon = house[four[PAIRS[pair, 0]], four[PAIRS[pair, 1]]]
        if soon > best:
            best, kept = soon, pair
    return kept


@njit(cache=True, nogil=True)
def read_board(board: NDArray[np.int64], ranks: NDArray[np.int64]) -> tuple[int, int, int]:
    """The number of a board's ranks, the suit that it has most of, and how many of that."""
    suits = 0
    for at in range(5):
        suits += 1 << 4 * (board[at] & 3)
        place = at  # the ranks in order, the lowest first
        while place > 0 and ranks[place - 1] > board[at] >> 2:
            ranks[place] = ranks[place - 1]
            place -= 1
        ranks[place] = board[at] >> 2
    suit = 0
    for other in range(1, 4):
        if suits >> 4 * other & 15 > suits >> 4 * suit & 15:
            suit = other
    return board_number(ranks), suit, suits >> 4 * suit & 15


@njit(cache=True, nogil=True)
def worths_beside(
    pairs: NDArray[np.int64], board: NDArray[np.int64], by_ranks: NDArray[np.int32], ranks: NDArray[np.int64],
    times: NDArray[np.int64], worths: NDArray[np.int64],
) -> None:  # fmt: skip
    """The best five of each two cards and a board as one number, higher for the higher hand.

    ``by_ranks`` has what hands without a flush come to; ``ranks`` and ``times`` are room to work in.
    """
    row, suit, suited = read_board(board, ranks)
    for pair in range(len(pairs)):
        one, two = pairs[pair, 0], pairs[pair, 1]
        worths[pair] = by_ranks[row, pair_number(one >> 2, two >> 2)]
        if suited + int(one & 3 == suit) + int(two & 3 == suit) >= 5:
            times[:] = 0
            times[one >> 2] += int(one & 3 == suit)
            times[two >> 2] += int(two & 3 == suit)
            for card in board:
                times[card >> 2] += int(card & 3 == suit)
            worths[pair] = max(worths[pair], of_flush(times))


@njit(cache=True, nogil=True)
def draw(
    own: NDArray[np.int64], decks: int, house: NDArray[np.int64], by_ranks: NDArray[np.int32], rounds: int, seed: int,
    choice: int, cases: NDArray[np.int64], outcomes: NDArray[np.int64],
) -> None:  # fmt: skip
    """Deal so many dealers' hands and boards beside four cards: each two of them by case, and what a choice came to."""
    state = np.array([seed], dtype=np.uint64)
    shoe = np.uint64(52 * decks)
    out, dealt = np.zeros(52 * decks, dtype=np.int64), np.zeros(9, dtype=np.int64)
    times, ranks, found = np.zeros(13, dtype=np.int64), np.zeros(5, dtype=np.int64), np.zeros(6, dtype=np.int64)
    pairs, worths = np.zeros((7, 2), dtype=np.int64), np.zeros(7, dtype=np.int64)  # the player's six, the dealer's
    for pair in range(6):
        pairs[pair, 0], pairs[pair, 1] = own[PAIRS[pair, 0]], own[PAIRS[pair, 1]]
    board = dealt[4:]
    for at in range(4):
        copy = 0
        for before in range(at):
            copy += own[before] == own[at]
        out[own[at] + 52 * copy] = rounds
    for number in range(rounds):
        many = 0
        while many < 9:
            piece = np.int64(next_number(state) % shoe)
            if out[piece] <= number:  # neither dealt in this round nor one of the four
                out[piece] = number + 1
                dealt[many] = piece % 52
                many += 1
        rank = dealt[0] >> 2
        if dealt[1] >> 2 == rank and dealt[2] >> 2 == rank and dealt[3] >> 2 == rank:
            found[:] = DEALER_NATURAL
        else:
            kept = house_keeps(dealt, house)
            pairs[6, 0], pairs[6, 1] = dealt[PAIRS[kept, 0]], dealt[PAIRS[kept, 1]]
            worths_beside(pairs, board, by_ranks, ranks, times, worths)
            for pair in range(6):
                found[pair] = HIGHER if worths[pair] > worths[6] else COPY if worths[pair] == worths[6] else LOWER
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
