"""Kernel for Asia Poker: what four cards are worth, how the house sets seven, and in which ways they can be set.

Cards are 0 to 51, rank by rank, and 52 for the joker. Imports Numba: import this module only where it is used.
"""

from itertools import combinations

import numpy as np
from numba import njit
from numpy.typing import NDArray

CARDS, JOKER, SIZE = 53, 52, 7
ACE, JACK = 14, 11
PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH, FOUR_ACES = range(1, 10)
MEDIUM_PAIR = 256
"""What a pair in the medium hand is worth above its rank; two other cards are 16 times the higher, and the lower."""

SPLITS = np.array(
    [(*three, *(place for place in range(SIZE) if place not in three)) for three in combinations(range(SIZE), SIZE - 4)]
)
"""The places of three cards, and of the four others, for every way to take three of seven."""


@njit(cache=True)
def rank_of(card: int) -> int:
    return ACE if card == JOKER else card // 4 + 2


@njit(cache=True)
def worth_of_four(hand: NDArray[np.int64], ace_low_second: bool) -> int:
    """What four cards are worth: the category, and below it the ranks in the order they decide."""
    times = np.zeros(15, dtype=np.int64)
    ranks = np.zeros(4, dtype=np.int64)
    natural, suit, suited = 0, -1, True
    for card in hand:
        times[rank_of(card)] += 1
        if card != JOKER:
            ranks[natural] = card // 4 + 2
            natural += 1
            if suit >= 0 and card % 4 != suit:
                suited = False
            suit = card % 4
    order = _straight(ranks[:natural], ace_low_second)
    if order and suited:
        return ROYAL_FLUSH << 16 if order == ACE + 1 else (STRAIGHT_FLUSH << 16) + order
    found, at = 0, 12
    most, pairs = 0, 0
    for count in (4, 3, 2, 1):
        for rank in range(ACE, 1, -1):
            if times[rank] == count:
                found += rank << at
                at -= 4
                most = max(most, count)
                pairs += count == 2
    if most == 4:
        return FOUR_ACES << 16 if times[ACE] == 4 else (FOUR << 16) + found
    if suited:
        return (FLUSH << 16) + _flush(ranks[:natural])
    if order:
        return (STRAIGHT << 16) + order
    if most == 3:
        return (THREE << 16) + found
    if pairs == 2:
        return (TWO_PAIRS << 16) + found
    return ((PAIR << 16) if pairs else 0) + found


@njit(cache=True)
def _flush(ranks: NDArray[np.int64]) -> int:
    """The ranks of a flush, the joker being the highest that it lacks."""
    held = np.zeros(15, dtype=np.bool_)
    for rank in ranks:
        held[rank] = True
    if len(ranks) < 4:
        for rank in range(ACE, 1, -1):
            if not held[rank]:
                held[rank] = True
                break
    found, at = 0, 12
    for rank in range(ACE, 1, -1):
        if held[rank]:
            found += rank << at
            at -= 4
    return found


@njit(cache=True)
def _straight(ranks: NDArray[np.int64], ace_low_second: bool) -> int:
    """How high the best straight of these ranks and a joker is; 0 where there is none."""
    for at in range(len(ranks)):
        for before in range(at):
            if ranks[at] == ranks[before]:
                return 0
    low_ace = True
    lowest, highest = 99, 0
    for rank in ranks:
        low_ace = low_ace and (rank == ACE or rank <= 4)
        lowest, highest = min(lowest, rank), max(highest, rank)
    best = 0
    if highest - lowest <= 3:
        top = min(lowest + 3, ACE)
        best = top + (top == ACE)
    if low_ace:
        best = max(best, ACE if ace_low_second else 4)
    return best


@njit(cache=True)
def every_four(ace_low_second: bool) -> NDArray[np.int64]:
    """What every four cards are worth, at their place among all sets of four in order."""
    worth = np.zeros(CARDS * (CARDS - 1) * (CARDS - 2) * (CARDS - 3) // 24, dtype=np.int64)
    hand = np.zeros(4, dtype=np.int64)
    for d in range(3, CARDS):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    hand[0], hand[1], hand[2], hand[3] = a, b, c, d
                    worth[place_of(a, b, c, d)] = worth_of_four(hand, ace_low_second)
    return worth


@njit(cache=True)
def place_of(a: int, b: int, c: int, d: int) -> int:
    """The place of four cards in ascending order."""
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24


@njit(cache=True)
def _medium(first: int, second: int) -> int:
    one, other = rank_of(first), rank_of(second)
    return MEDIUM_PAIR + one if one == other else 16 * max(one, other) + min(one, other)


@njit(cache=True)
def is_legal(category: int, high: int, medium: int, low: int) -> bool:
    """True where each hand ranks above the next smaller one; ``high`` is the worth with its category."""
    if medium < MEDIUM_PAIR and medium // 16 < low:
        return False
    if category >= TWO_PAIRS:
        return True
    first, second = (high >> 12) & 15, (high >> 8) & 15
    if medium >= MEDIUM_PAIR:
        return category == PAIR and first >= medium - MEDIUM_PAIR
    return category == PAIR or first > medium // 16 or (first == medium // 16 and second >= medium % 16)


@njit(cache=True)
def _first_other(cards: NDArray[np.int64], taken: NDArray[np.bool_]) -> int:
    for at in range(SIZE):
        if not taken[at]:
            return at
    return -1


@njit(cache=True)
def house_way(cards: NDArray[np.int64], four: NDArray[np.int64], found: NDArray[np.int64]) -> None:
    """Set seven cards, given in ascending order, row by row as ``games.pai_gow.asia_house_way`` does.

    ``found`` gets what the high, the medium and the low hand are worth.
    """
    order = np.zeros(SIZE, dtype=np.int64)
    for at in range(SIZE):
        order[at] = cards[SIZE - 1 - at]
    if order[0] == JOKER:  # natural aces come before it
        at = 0
        while at + 1 < SIZE and rank_of(order[at + 1]) == ACE:
            order[at], order[at + 1] = order[at + 1], order[at]
            at += 1
    times = np.zeros(15, dtype=np.int64)
    first = np.full(15, -1, dtype=np.int64)
    for at in range(SIZE):
        rank = rank_of(order[at])
        times[rank] += 1
        if first[rank] < 0:
            first[rank] = at
    four_of, threes, pairs, three = 0, 0, 0, 0
    pair = np.zeros(3, dtype=np.int64)
    single = 0
    for rank in range(ACE, 1, -1):
        if times[rank] >= 4:
            four_of = rank
        elif times[rank] == 3:
            threes += 1
            three = max(three, rank)
        elif times[rank] == 2:
            pair[pairs] = rank
            pairs += 1
        elif times[rank] == 1 and single == 0:
            single = rank
    taken = np.zeros(SIZE, dtype=np.bool_)
    one, other, low = -1, -1, -1
    if four_of:
        higher = 0
        for rank in range(ACE, four_of, -1):
            if times[rank] > 1 and higher == 0:
                higher = rank
        start = first[four_of]
        if higher:
            one, other = first[higher], first[higher] + 1
            for at in range(start, start + 4):
                taken[at] = True
        else:
            one, other = start + 2, start + 3
            taken[start], taken[start + 1] = True, True
        taken[one], taken[other] = True, True
        low = _first_other(order, taken)
    elif threes == 2:
        one, other, low = first[three], first[three] + 1, first[three] + 2
    elif threes and pairs:
        one, other = first[pair[0]], first[pair[0]] + 1
        taken[one], taken[other] = True, True
        for at in range(first[three], first[three] + 3):
            taken[at] = True
        low = _first_other(order, taken)
    elif pairs == 3:
        one, other, low = first[pair[0]], first[pair[0]] + 1, first[single]
    else:
        one, other, low = _complete(cards, four)
        is_pair = one >= 0 and rank_of(cards[one]) == rank_of(cards[other])
        if one >= 0 and (is_pair or pairs < 2):
            one, other, low = cards[one], cards[other], cards[low]
            _told(cards, one, other, low, four, found)
            return
        if pairs == 2:
            one, other, low = first[pair[1]], first[pair[1]] + 1, first[single]
        else:
            if threes:
                kept_from, kept = first[three], 2 if three >= JACK else 3
            else:
                kept_from, kept = (first[pair[0]], 2) if pairs == 1 else (0, 1)
            for at in range(kept_from, kept_from + kept):
                taken[at] = True
            one = _first_other(order, taken)
            taken[one] = True
            low = _first_other(order, taken)
            taken[low] = True
            other = _first_other(order, taken)
    _told(cards, order[one], order[other], order[low], four, found)


@njit(cache=True)
def _told(
    cards: NDArray[np.int64], one: int, other: int, low: int, four: NDArray[np.int64], found: NDArray[np.int64]
) -> None:
    """What the three hands are worth where these cards, or as high ones that leave more, are the medium and the low."""
    found[0], found[1], found[2] = 0, _medium(one, other), rank_of(low)
    for x, y, z, a, b, c, d in SPLITS:
        for first, second, third in ((x, y, z), (x, z, y), (y, z, x)):
            if _medium(cards[first], cards[second]) == found[1] and rank_of(cards[third]) == found[2]:
                found[0] = max(found[0], four[place_of(cards[a], cards[b], cards[c], cards[d])])


@njit(cache=True)
def _complete(cards: NDArray[np.int64], four: NDArray[np.int64]) -> tuple[int, int, int]:
    """The places of the best medium and low hand beside a straight or a flush; minus one where there is none."""
    best, found = -1, (-1, -1, -1)
    for x, y, z, a, b, c, d in SPLITS:
        high = four[place_of(cards[a], cards[b], cards[c], cards[d])]
        category = high >> 16
        if category not in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH):
            continue
        for one, other, low in ((x, y, z), (x, z, y), (y, z, x)):
            medium, single = _medium(cards[one], cards[other]), rank_of(cards[low])
            value = (((medium >= MEDIUM_PAIR) << 14) + (single << 9) + medium << 20) + high
            if value > best and is_legal(category, high, medium, single):
                best, found = value, (one, other, low)
    return found


@njit(cache=True)
def house_settings(
    hands: NDArray[np.int8], used: NDArray[np.int64], four: NDArray[np.int64], found: NDArray[np.int64]
) -> None:
    """What the high, the medium and the low hand are worth of the hands of these numbers, as the house sets them."""
    cards = np.empty(SIZE, dtype=np.int64)
    for number in used:
        cards[:] = hands[number]
        cards.sort()
        house_way(cards, four, found[number])


@njit(cache=True)
def all_settings(
    hands: NDArray[np.int8],
    house: NDArray[np.int64],
    four: NDArray[np.int64],
    firsts: NDArray[np.int64],
    houses: NDArray[np.int64],
    worths: NDArray[np.int32],
) -> int:
    """The legal settings of every hand that no other one outranks in all three parts, and the house's.

    Those of a number begin at ``firsts``, and ``houses`` says which the house's is. Returns how many there are; where
    ``worths`` has no room for them, that alone.
    """
    cards = np.empty(SIZE, dtype=np.int64)
    ways = np.empty((3 * len(SPLITS), 3), dtype=np.int64)
    filled = 0
    for number in range(len(hands)):
        firsts[number] = filled
        if hands[number, 0] < 0:
            continue
        cards[:] = hands[number]
        cards.sort()
        many = 1
        ways[0] = house[number]
        for x, y, z, a, b, c, d in SPLITS:
            high = four[place_of(cards[a], cards[b], cards[c], cards[d])]
            for one, other, low in ((x, y, z), (x, z, y), (y, z, x)):
                medium, single = _medium(cards[one], cards[other]), rank_of(cards[low])
                if is_legal(high >> 16, high, medium, single):
                    many = _put_in(ways, many, high, medium, single)
        houses[number] = filled
        if len(worths):
            worths[filled : filled + many] = ways[:many]
        filled += many
    firsts[len(hands)] = filled
    return filled


@njit(cache=True)
def _put_in(ways: NDArray[np.int64], many: int, high: int, medium: int, low: int) -> int:
    """Add a setting to those of a hand unless one of them is as good; worse ones go, but for the house's, the first."""
    for at in range(many):
        if ways[at, 0] >= high and ways[at, 1] >= medium and ways[at, 2] >= low:
            return many
    stay = 1
    for at in range(1, many):
        if not (ways[at, 0] <= high and ways[at, 1] <= medium and ways[at, 2] <= low):
            ways[stay] = ways[at]
            stay += 1
    ways[stay, 0], ways[stay, 1], ways[stay, 2] = high, medium, low
    return stay + 1
