"""The best decisions of hold'em with one bet for one deal, and what they leave on the table for Cover All.

Before the flop and after it the decision is looked up in the solver's tables; after the river it is worked out, as the
solver does, from all 990 hands that the dealer may hold.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.holdem_kernel import suits_for_flop
from pitboss.solve.holdem_passes_kernel import worth
from pitboss.solve.holdem_tables import Numbers, Stakes
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_cards, rank_key

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
def plays_flop(
    cards: NDArray[np.int64], after_flop: NDArray[np.uint8], number: Numbers, renamed: NDArray[np.int64]
) -> bool:
    """Whether the first two cards bet on the flop that the next three are."""
    suits_for_flop(cards[2], cards[3], cards[4], renamed)
    a = (cards[2] & ~3) | renamed[cards[2] & 3]
    b = (cards[3] & ~3) | renamed[cards[3] & 3]
    c = (cards[4] & ~3) | renamed[cards[4] & 3]
    low, high = min(a, b, c), max(a, b, c)
    flop = number.flop[low, a + b + c - low - high, high]
    one = (cards[0] & ~3) | renamed[cards[0] & 3]
    two = (cards[1] & ~3) | renamed[cards[1] & 3]
    holding = number.holding[one, two]
    return bool((after_flop[flop, holding >> 3] >> (holding & 7)) & 1)


@njit(cache=True, nogil=True)
def case_of(ours: int, theirs: int, lowest_qualifying: int) -> int:
    """The player higher, a tie, the dealer higher; and the same three when the dealer does not qualify."""
    return int(theirs >= ours) + int(theirs > ours) + 3 * int(theirs < lowest_qualifying)


@njit(cache=True, nogil=True)
def plays_river(cards: NDArray[np.int64], ranking: Ranking, stakes: Stakes, masks: NDArray[np.int64]) -> bool:
    """Whether a bet of one unit after the river is worth no less than a fold, over all 990 hands of the dealer.

    They are counted by their two ranks first; then each that makes a flush is moved to where the flush puts it.
    """
    ours = rank_cards(cards[:7], ranking)
    lowest = stakes.lowest_qualifying
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
            board_key += ranking.keys[card >> 2]
            masks[card & 3] |= 1 << (card >> 2)
    for one in range(13):
        for two in range(one, 13):
            ways = left[one] * left[two] if two > one else left[one] * (left[one] - 1) // 2
            if ways:
                key = board_key + ranking.keys[one] + ranking.keys[two]
                counts[case_of(ours, rank_key(key, ranking), lowest)] += ways
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
                    key = board_key + ranking.keys[one >> 2] + ranking.keys[two >> 2]
                    counts[case_of(ours, rank_key(key, ranking), lowest)] -= 1
                    counts[case_of(ours, ranking.flushes[mask], lowest)] += 1
    base, unit = worth(counts, stakes.category[ours], stakes)
    return bool(base + unit >= 990 * stakes.fold)


@njit(cache=True, nogil=True)
def highest_shown(
    players: int,
    rounds: int,
    seed: int,
    before_flop: NDArray[np.int8],
    after_flop: NDArray[np.uint8],
    number: Numbers,
    ranking: Ranking,
    stakes: Stakes,
) -> NDArray[np.int64]:
    """Deal to so many players and the dealer, again and again: the category of the highest hand that is not folded."""
    np.random.seed(seed)
    counts = np.zeros(10, dtype=np.int64)
    deck = np.arange(52)
    cards = np.empty(7, dtype=np.int64)
    four = np.empty(4, dtype=np.int64)
    for _ in range(rounds):
        for at in range(7 + 2 * players):
            other = np.random.randint(at, 52)
            deck[at], deck[other] = deck[other], deck[at]
        cards[:] = deck[:7]
        highest = rank_cards(cards, ranking)
        for player in range(players):
            cards[0], cards[1] = deck[7 + 2 * player], deck[8 + 2 * player]
            rank = rank_cards(cards, ranking)
            if rank > highest and (
                before_flop[number.holding[cards[0], cards[1]]] >= 0
                or plays_flop(cards, after_flop, number, four)
                or plays_river(cards, ranking, stakes, four)
            ):
                highest = rank
        counts[stakes.category[highest]] += 1
    return counts
