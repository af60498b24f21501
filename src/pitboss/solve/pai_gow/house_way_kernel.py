"""The house way as a kernel sets it: the rows of ``games.pai_gow.house_way`` for hands by the number.

A card is four times its rank, from 0 for a two, and its suit; the joker is 52. What is told of a hand is what its two
parts are worth, in numbers that rank as they do.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

JOKER, RANKS, SIZE = 52, 13, 7
TWO, FIVE_SPOT, SIX, NINE, QUEEN, KING, ACE = 0, 3, 4, 7, 10, 11, 12
NEVER, ANY = ACE + 1, 0
AS_ACE, OR_FIFTH, WILD = range(3)
"""What the joker is: as ``hands.pai_gow.Joker`` has it."""
TEXT, EXAMPLE, NO_ROW = range(3)
"""How the row for no pair and the joker is read: as ``games.pai_gow.house_way.JokerRow`` has it."""
HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE = range(11)
LOW_PAIR = 256
CATEGORY = 20
ROYAL_RUN = 0b1111100000000
WHEEL_RUN = 0b1000000001111


@njit(cache=True, nogil=True)
def low_worth(a: int, b: int, joker: int) -> int:
    """Two cards: a pair above all others, else the higher card and the lower one."""
    if joker == WILD and a == JOKER:
        return LOW_PAIR + (b >> 2)
    if joker == WILD and b == JOKER:
        return LOW_PAIR + (a >> 2)
    one = ACE if a == JOKER else a >> 2
    other = ACE if b == JOKER else b >> 2
    return LOW_PAIR + one if one == other else 16 * max(one, other) + min(one, other)


@njit(cache=True, nogil=True)
def straight_worth(mask: int, second: bool) -> int:
    """How high the best straight is that has all these ranks; 0 without one."""
    if mask & ~ROYAL_RUN == 0:
        return 15
    if second and mask & ~WHEEL_RUN == 0:
        return 14
    for low in range(7, -1, -1):
        if mask & ~(0b11111 << low) == 0:
            return 5 + low
    return 1 if mask & ~WHEEL_RUN == 0 else 0


@njit(cache=True, nogil=True)
def high_worth(hand: NDArray[np.int64], one: int, two: int, second: bool, joker: int) -> tuple[int, bool]:
    """What the five cards but these two are worth, and whether they are a straight or a flush."""
    times = np.zeros(RANKS, dtype=np.int64)
    mask, suit, suited, jokers, different = 0, -1, True, 0, 0
    for at in range(SIZE):
        if at in (one, two):
            continue
        card = hand[at]
        if card == JOKER:
            jokers = 1
            continue
        suited = suited and (suit < 0 or suit == card & 3)
        suit = card & 3
        rank = card >> 2
        times[rank] += 1
        different += 0 if mask >> rank & 1 else 1
        mask |= 1 << rank
    run = straight_worth(mask, second) if different + jokers == 5 else 0
    complete = suited or run > 0
    if run and suited:
        return (ROYAL << CATEGORY if run == 15 else STRAIGHT_FLUSH << CATEGORY | run), complete
    if suited:
        if jokers:
            lacks = ACE
            while mask >> lacks & 1:
                lacks -= 1
            times[lacks] += 1
        return FLUSH << CATEGORY | packed(times, 1), complete
    if jokers:
        joins = ACE
        if joker == WILD or (joker == OR_FIFTH and times.max() == 4):
            joins = 0
            for rank in range(RANKS):
                if times[rank] >= times[joins]:
                    joins = rank
            # A straight is worth more than three of a kind, and less than two pairs made a full house.
        if run and times.max() == 1:
            return STRAIGHT << CATEGORY | run, complete
        times[joins] += 1
    elif run:
        return STRAIGHT << CATEGORY | run, complete
    first, then = 0, 0
    for rank in range(RANKS):
        held = int(times[rank])
        if held > first:
            first, then = held, first
        elif held > then:
            then = held
    if first == 5:
        kind = FIVE
    elif first == 4:
        kind = FOUR
    elif first == 3:
        kind = FULL if then == 2 else THREE
    elif first == 2:
        kind = TWO_PAIR if then == 2 else PAIR
    else:
        kind = HIGH
    return kind << CATEGORY | packed(times, first), complete


@njit(cache=True, nogil=True)
def packed(times: NDArray[np.int64], most: int) -> int:
    """The ranks of five cards in the order in which they decide."""
    found = 0
    for held in range(most, 0, -1):
        for rank in range(RANKS - 1, -1, -1):
            if times[rank] == held:
                found = found << 4 | rank
    return found


@njit(cache=True, nogil=True)
def best_complete(
    hand: NDArray[np.int64], rank: NDArray[np.int64], second: bool, joker: int, pair: bool, ace: bool
) -> tuple[int, int]:
    """The highest two cards in front that leave a straight or a flush: a pair where that is asked for, or an ace."""
    best_low, best_high, found = -1, -1, -1
    for one in range(SIZE):
        for two in range(one + 1, SIZE):
            high, complete = high_worth(hand, one, two, second, joker)
            if not complete:
                continue
            low = low_worth(hand[one], hand[two], joker)
            fits = not pair or low >= LOW_PAIR or (ace and (rank[one] == ACE or rank[two] == ACE))
            if fits and (low > best_low or (low == best_low and high > best_high)):
                best_low, best_high, found = low, high, SIZE * one + two
    return (found // SIZE, found % SIZE) if found >= 0 else (-1, -1)


@njit(cache=True, nogil=True)
def front_of(given: NDArray[np.int64], hand: NDArray[np.int64], second: bool, joker: int, row: int) -> tuple[int, int]:
    """Which two cards go in front; the hand is written in the order of its ranks, in which they are counted."""
    natural = np.zeros(RANKS, dtype=np.int64)
    has_joker = False
    for card in given:
        if card == JOKER:
            has_joker = True
        else:
            natural[card >> 2] += 1
    joins = ACE
    if joker == WILD:
        joins = 0
        for at in range(RANKS):
            if natural[at] >= natural[joins]:
                joins = at
    times = natural.copy()
    if has_joker:
        times[joins] += 1
    # The highest first; the joker behind the others of its rank.
    rank = np.empty(SIZE, dtype=np.int64)
    order = np.empty(SIZE, dtype=np.int64)
    for at in range(SIZE):
        card = given[at]
        key = 2 * joins if card == JOKER else 2 * (card >> 2) + 1
        place = at
        while place > 0 and order[place - 1] < key:
            order[place] = order[place - 1]
            hand[place] = hand[place - 1]
            place -= 1
        order[place] = key
        hand[place] = card
    for at in range(SIZE):
        rank[at] = order[at] >> 1
    threes, pairs, four = 0, 0, -1
    high_three, low_three, high_pair, low_pair = -1, -1, -1, -1
    for at in range(RANKS - 1, -1, -1):
        if times[at] == 4:
            four = at
        elif times[at] == 3:
            threes += 1
            high_three = at if threes == 1 else high_three
            low_three = at
        elif times[at] == 2:
            pairs += 1
            high_pair = at if pairs == 1 else high_pair
            low_pair = at
    single, next_single = -1, -1
    for at in range(SIZE):
        if times[rank[at]] == 1:
            if single < 0:
                single = at
            elif next_single < 0:
                next_single = at

    if times[ACE] == 5:
        return two_of(rank, ACE)
    if has_joker and joker != AS_ACE and natural.max() == 4:
        one = -1
        for at in range(SIZE):
            if hand[at] != JOKER and natural[hand[at] >> 2] != 4:
                if one >= 0:
                    return one, at
                one = at
    if four >= 0:
        if threes:
            return two_of(rank, high_three)
        if pairs:
            return two_of(rank, high_pair)
        wanted = NEVER if four >= QUEEN else KING if four >= NINE else QUEEN if four >= SIX else ANY
        return (single, next_single) if rank[single] >= wanted else two_of(rank, four)
    if threes and pairs:
        for at in range(RANKS - 1, -1, -1):
            if times[at] > 1:
                one, two = two_of(rank, at)
                if high_worth(hand, one, two, second, joker)[0] >> CATEGORY >= THREE:
                    return one, two
    if threes == 2:
        return two_of(rank, high_three)
    if pairs == 3:
        return two_of(rank, high_pair)
    one, two = best_complete(hand, rank, second, joker, threes > 0 or pairs == 2, threes > 0)
    if one >= 0:
        return one, two
    if threes:
        return (two_of(rank, ACE)[0], single) if low_three == ACE else (single, next_single)
    if pairs == 2:
        wanted = NEVER if high_pair >= QUEEN else ACE if high_pair >= NINE else KING if high_pair >= SIX else QUEEN
        return (single, next_single) if rank[single] >= wanted else two_of(rank, low_pair)
    if has_joker and row != NO_ROW and natural.max() == 1 and (joker == WILD or natural[ACE] == 0):
        first, after, third = naturals(hand)
        return (first, third) if row == TEXT else (after, third)
    return (single, next_single) if pairs else (1, 2)


@njit(cache=True, nogil=True)
def naturals(hand: NDArray[np.int64]) -> tuple[int, int, int]:
    """Where the three highest cards but the joker are."""
    skip = 3
    for at in range(2, -1, -1):
        if hand[at] == JOKER:
            skip = at
    return (1 if skip == 0 else 0), (2 if skip <= 1 else 1), (3 if skip <= 2 else 2)


@njit(cache=True, nogil=True)
def two_of(rank: NDArray[np.int64], wanted: int) -> tuple[int, int]:
    """The first two cards of a rank."""
    for at in range(SIZE - 1):
        if rank[at] == wanted:
            return at, at + 1
    return -1, -1


@njit(cache=True, nogil=True)
def house_worths(given: NDArray[np.int64], second: bool, joker: int, row: int) -> tuple[int, int]:
    """What the low hand and the high hand are worth that the house sets."""
    hand = np.empty(SIZE, dtype=np.int64)
    one, two = front_of(given, hand, second, joker, row)
    low = low_worth(hand[one], hand[two], joker)
    return low, highest_back(hand, low, second, joker)


@njit(cache=True, nogil=True)
def highest_back(hand: NDArray[np.int64], low: int, second: bool, joker: int) -> int:
    """The most that can be left behind a front of this worth: of equal cards, those go there that leave it."""
    best = 0
    for one in range(SIZE):
        for two in range(one + 1, SIZE):
            if low_worth(hand[one], hand[two], joker) == low:
                best = max(best, high_worth(hand, one, two, second, joker)[0])
    return best


@njit(cache=True, nogil=True)
def many_worths(
    hands: NDArray[np.int64], second: bool, joker: int, row: int, low: NDArray[np.int64], high: NDArray[np.int64]
) -> None:
    """Of many hands."""
    for at in range(len(hands)):
        low[at], high[at] = house_worths(hands[at], second, joker, row)
