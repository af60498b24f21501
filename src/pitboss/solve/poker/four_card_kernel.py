"""Kernels for four-card games: the best four of some cards, and the highest hand of a table, sampled.

A set of cards is 52 bits, thirteen to a suit. Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.four_card import FIRSTS, FLUSHES, FOURS, KICKERS, PAIRS, PLACES
from pitboss.solve.poker.suits_kernel import CHOOSE, next_set

_SUIT = 8191


@njit(cache=True, nogil=True)
def bit_of(card: int | np.int64) -> np.int64:
    """The bit of a card by its number."""
    return np.int64(1) << np.int64(13 * (card & 3) + (card >> 2))


@njit(cache=True, nogil=True, inline="always")
def rank_best_four(cards: np.int64, tables: NDArray[np.int16]) -> np.int64:
    """The rank of the best four of these cards: the best of all that they could be, without a branch to guess wrong."""
    a, b, c, d = cards & _SUIT, cards >> 13 & _SUIT, cards >> 26 & _SUIT, cards >> 39
    ab, cd, a_or_b, c_or_d = a & b, c & d, a | b, c | d
    some = a_or_b | c_or_d
    twice, thrice, all_four = ab | cd | (a_or_b & c_or_d), (ab & c_or_d) | (cd & a_or_b), ab & cd
    flush = max(max(tables[FLUSHES, a], tables[FLUSHES, b]), max(tables[FLUSHES, c], tables[FLUSHES, d]))
    plain = max(tables[FOURS, some], tables[PAIRS, twice])
    # Of two pairs or more, this is no more than a pair.
    rest = some & ~twice
    lower = rest & (twice - 1)
    two = np.int64(tables[KICKERS, (lower | (rest ^ lower) >> 1) & 4095])
    pair = np.int64(tables[FIRSTS, 0]) + 66 * np.int64(tables[PLACES, twice]) + two
    three = np.int64(tables[PLACES, thrice])
    kicker = np.int64(tables[PLACES, some & ~(1 << (three & 15))])
    trio = np.int64(tables[FIRSTS, 1]) + 12 * three + kicker - np.int64(kicker > three)
    quartet = np.int64(tables[FIRSTS, 2]) + np.int64(tables[PLACES, all_four])
    best = np.int64(max(flush, plain))
    best = max(best, pair * np.int64(twice != 0))
    best = max(best, trio * np.int64(thrice != 0))
    return max(best, quartet * np.int64(all_four != 0))


@njit(cache=True, nogil=True)
def rank_every_hand(size: int, tables: NDArray[np.int16]) -> NDArray[np.int16]:
    """The rank of the best four of every set of so many cards, by its number."""
    found = np.zeros(CHOOSE[52, size], dtype=np.int16)
    cards = np.arange(size).astype(np.int64)
    for number in range(len(found)):
        held = np.int64(0)
        for card in cards:
            held |= bit_of(card)
        found[number] = rank_best_four(held, tables)
        next_set(cards, size)
    return found


@njit(cache=True, nogil=True)
def highest_of_table(
    players: int, own: int, dealers: int, rounds: int, seed: int, tables: NDArray[np.int16], places: NDArray[np.int16]
) -> NDArray[np.int64]:
    """Deal so many players and the dealer, again and again, and count the place of the hand that is first in a list.

    ``places`` has the place of every rank.
    """
    np.random.seed(seed)
    counts = np.zeros(int(places.max()) + 1, dtype=np.int64)
    deck = np.arange(52)
    for _ in range(rounds):
        at = 0
        first = len(counts)
        for hand in range(players + 1):
            held = np.int64(0)
            for _ in range(own if hand < players else dealers):
                other = np.random.randint(at, 52)
                deck[at], deck[other] = deck[other], deck[at]
                held |= bit_of(deck[at])
                at += 1
            first = min(first, places[rank_best_four(held, tables)])
        counts[first] += 1
    return counts
