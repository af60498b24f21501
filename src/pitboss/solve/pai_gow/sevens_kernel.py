"""All seven-card hands of 52 cards and a joker by classes of suits, and what tells them apart for any bonus wager.

A card is four times its rank, from 0 for a two, and its suit; the joker is 52. Suits matter only where five cards can
be of one: such hands are counted by the ranks in that suit, and all others by their ranks alone.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

JOKER, RANKS, SUITS, SIZE = 52, 13, 4, 7
ACE, KING, QUEEN = 12, 11, 10
ROYAL_RUN = 0b1111100000000
WHEEL_RUN = 0b1000000001111
# What five cards are; these are the categories of ``hands.pai_gow``.
HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE = range(11)
WORDS = 4


@njit(cache=True)
def choose(many: int, few: int) -> int:
    if few < 0 or few > many:
        return 0
    found = 1
    for step in range(few):
        found = found * (many - step) // (step + 1)
    return found


@njit(cache=True)
def ways_without_flush(times: NDArray[np.int64], least: int) -> int:
    """How many cards of these ranks there are of which fewer than so many are of any suit."""
    total = 1
    in_suit = np.zeros(SIZE + 1, dtype=np.int64)
    in_suit[0] = 1
    for rank in range(RANKS):
        held = times[rank]
        if held == 0:
            continue
        total *= choose(SUITS, held)
        with_it, without = choose(SUITS - 1, held - 1), choose(SUITS - 1, held)
        for number in range(SIZE, -1, -1):
            before = in_suit[number - 1] if number else 0
            in_suit[number] = in_suit[number] * without + before * with_it
    return total - SUITS * int(in_suit[least:].sum())


@njit(cache=True)
def without_flush(natural: int, hands: NDArray[np.int8], weights: NDArray[np.int64], filled: int) -> int:
    """All ranks of so many natural cards, in suits of which no flush can be made."""
    least = 5 - (SIZE - natural)
    times = np.zeros(RANKS, dtype=np.int64)
    ranks = np.zeros(natural, dtype=np.int64)
    while True:
        for rank in range(RANKS):
            times[rank] = 0
        most = 0
        for at in range(natural):
            times[ranks[at]] += 1
            most = max(most, int(times[ranks[at]]))
        if most <= SUITS:
            for at in range(natural):
                hands[filled, at] = 4 * ranks[at] + at % SUITS
            for at in range(natural, SIZE):
                hands[filled, at] = JOKER
            weights[filled] = ways_without_flush(times, least)
            filled += 1
        at = natural - 1
        while at >= 0 and ranks[at] == RANKS - 1:
            at -= 1
        if at < 0:
            return filled
        ranks[at:] = ranks[at] + 1


@njit(cache=True)
def with_flush(natural: int, hands: NDArray[np.int8], weights: NDArray[np.int64], filled: int) -> int:
    """All natural cards of which so many are in one suit that a flush can be made, with the joker or without."""
    least = 5 - (SIZE - natural)
    suited = np.zeros(SIZE, dtype=np.int8)
    for mask in range(1 << RANKS):
        held = 0
        for rank in range(RANKS):
            if mask >> rank & 1:
                if held < natural:
                    suited[held] = 4 * rank
                held += 1
        if held < least or held > natural:
            continue
        others = natural - held
        for first in range(RANKS if others else 1):
            for second in range(first, RANKS if others == 2 else first + 1):
                for suits in range(2 if others == 2 and first != second else 1):
                    for at in range(SIZE):
                        hands[filled, at] = suited[at] if at < held else JOKER
                    weight = SUITS
                    if others:
                        hands[filled, held] = 4 * first + 1
                        weight *= 3
                    if others == 2:
                        # One suit or two: three ways for one suit or for a pair, six for two different cards.
                        hands[filled, held + 1] = 4 * second + (1 if suits else 2)
                        if first != second and not suits:
                            weight *= 2
                    weights[filled] = weight
                    filled += 1
    return filled


@njit(cache=True)
def straight_of(mask: int) -> int:
    """0 for no run that has all these ranks, 1 for one, 2 for the royal one."""
    if mask & ~ROYAL_RUN == 0:
        return 2
    for low in range(8):
        if mask & ~(0b11111 << low) == 0:
            return 1
    return 1 if mask & ~WHEEL_RUN == 0 else 0


@njit(cache=True)
def kind_of(times: NDArray[np.int64], wild: int) -> int:
    """What five cards are by how often their ranks are there, a wild one with those that are there most often."""
    first, second = 0, 0
    for held in times:
        if held > first:
            first, second = held, first
        elif held > second:
            second = held
    first += wild
    if first == 5:
        return FIVE
    if first == 4:
        return FOUR
    if first == 3:
        return FULL if second == 2 else THREE
    if first == 2:
        return TWO_PAIR if second == 2 else PAIR
    return HIGH


@njit(cache=True)
def tell_apart(hand: NDArray[np.int8], words: NDArray[np.int64]) -> None:
    """What a hand's names hang on, in bits: what its fives are, the joker an ace or wild, and what is beside them."""
    times, all_times = np.zeros(RANKS, dtype=np.int64), np.zeros(RANKS, dtype=np.int64)
    words[:] = 0
    royal = 0
    for one in range(SIZE):
        for two in range(one + 1, SIZE):
            times[:] = 0
            mask, suit, suited, jokers, cards = 0, -1, True, 0, 0
            for at in range(SIZE):
                if at in (one, two):
                    continue
                if hand[at] == JOKER:
                    jokers += 1
                    continue
                rank = hand[at] >> 2
                suited &= suit < 0 or suit == hand[at] & 3
                suit = hand[at] & 3
                times[rank] += 1
                cards += 0 if mask >> rank & 1 else 1
                mask |= 1 << rank
            run = straight_of(mask) if cards + jokers == 5 else 0
            wild = kind_of(times, jokers)
            times[ACE] += jokers
            ace = kind_of(times, 0)
            if run and suited:
                ace = max(ace, ROYAL if run == 2 else STRAIGHT_FLUSH)
                wild = max(wild, ROYAL if run == 2 else STRAIGHT_FLUSH)
            elif run or suited:
                # Never with a pair among the natural cards; an ace and the joker are worth less than either.
                made = FLUSH if suited else STRAIGHT
                ace = made
                wild = max(wild, made)
            a, b = hand[one], hand[two]
            rank_a, rank_b = ACE if a == JOKER else a >> 2, ACE if b == JOKER else b >> 2
            paired = 1 if rank_a == rank_b else 0
            words[0] |= 1 << (ace + 11 * jokers + 22 * paired)
            words[1] |= 1 << (wild + 11 * jokers + 22 * paired)
            if ace >= STRAIGHT_FLUSH and ace < FIVE:
                low, high = min(rank_a, rank_b), max(rank_a, rank_b)
                same = a != JOKER and b != JOKER and a & 3 == b & 3
                if ace == ROYAL:
                    if jokers == 0 or mask >> ACE & 1 == 0:
                        royal |= 1
                    if same and high == KING and low == QUEEN:
                        royal |= 2
                    if same and high == ACE and low == KING:
                        royal |= 4
                    if same and jokers == 0 and high == ACE and low == QUEEN:
                        royal |= 8
                elif jokers == 0 and mask == WHEEL_RUN:
                    royal |= 16
                    if same and high == ACE and low == QUEEN:
                        royal |= 32
    words[2] = royal | seven_in_order(hand) << 6
    words[3] = pattern(hand, all_times, words[0])


@njit(cache=True)
def seven_in_order(hand: NDArray[np.int8]) -> int:
    """1 where all seven are a straight flush, 2 with the joker."""
    mask, suit, jokers, cards = 0, -1, 0, 0
    for card in hand:
        if card == JOKER:
            jokers += 1
            continue
        if suit >= 0 and suit != card & 3:
            return 0
        suit = card & 3
        if not mask >> (card >> 2) & 1:
            cards += 1
        mask |= 1 << (card >> 2)
    if cards + jokers < SIZE:
        return 0
    for low in range(7):
        if mask & ~(0b1111111 << low) == 0:
            return 1 + jokers
    ace_low = (mask & ~(1 << ACE)) << 1 | mask >> ACE
    return 1 + jokers if ace_low & ~0b1111111 == 0 else 0


@njit(cache=True)
def pattern(hand: NDArray[np.int8], times: NDArray[np.int64], fives: int) -> int:
    """How often ranks are there, aces apart; how high a hand of nothing is, and one whose joker is an ace alone."""
    jokers, highest, mask = 0, 0, 0
    suits = np.zeros(SUITS, dtype=np.int64)
    for card in hand:
        if card == JOKER:
            jokers += 1
            highest = ACE
            mask |= 1 << ACE
            continue
        times[card >> 2] += 1
        suits[card & 3] += 1
        mask |= 1 << (card >> 2)
        highest = max(highest, card >> 2)
    many = np.zeros(SUITS + 1, dtype=np.int64)
    different = 0
    for rank in range(RANKS):
        different += mask >> rank & 1
        if rank != ACE:
            many[times[rank]] += 1
    found = jokers | times[ACE] << 1 | many[2] << 4 | many[3] << 7 | many[4] << 10
    nothing = fives & ~(1 | 1 << 11 | 1 << 22 | 1 << 33) == 0
    if nothing:
        found |= (highest + 1) << 12
    in_order = mask & WHEEL_RUN == WHEEL_RUN
    for low in range(9):
        in_order |= mask >> low & 0b11111 == 0b11111
    if different == SIZE and not in_order and suits.max() < 5:
        found |= (highest + 1) << 16
    return int(found)


@njit(cache=True)
def every_class(hands: NDArray[np.int8], weights: NDArray[np.int64], words: NDArray[np.int64]) -> int:
    """Every class of seven cards: one hand of it, how many there are, and what tells them apart."""
    filled = without_flush(SIZE, hands, weights, 0)
    filled = without_flush(SIZE - 1, hands, weights, filled)
    filled = with_flush(SIZE, hands, weights, filled)
    filled = with_flush(SIZE - 1, hands, weights, filled)
    for at in range(filled):
        tell_apart(hands[at], words[at])
    return filled
