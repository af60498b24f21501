"""Kernel for Winner's Pot Poker: deals in which every seat in turn plays by rules of its own, and the others by sight.

One deal to a full table serves every number of players: those in the first seats. Imports Numba: import this module
only where it is used.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_five

FOLDED_ON_THREE, FOLDED_ON_FOUR, LOST = range(3)
LOSING = 3
MOST_ANTES = 44
CLASSES = LOSING + (MOST_ANTES + 1) * 20
"""What a player may come to: three ways to lose, and for every pot in antes how many players share it, and whether the
dealer does too."""
HOUSE = STAYED = 4
"""The antes in the pot of the house, and of a player who stays to the end."""
_13, _7, _17, _HALF = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)
BY_BEST, BY_SIGHT, BETWEEN = range(3)


class Rules(NamedTuple):
    """The lowest cards with which a player stays in, as places in the order of three and of four cards.

    Of three cards by whether they are suited and by the dealer's card, of four by the two cards that the dealer shows;
    four of one suit always stay in. There is a row for each number of players.
    """

    three: NDArray[np.int64]
    four: NDArray[np.int64]


class Order(NamedTuple):
    """The place of any three and any four ranks among all, and the lowest that stay in by sight."""

    three: NDArray[np.int64]
    four: NDArray[np.int64]
    sight_of_three: NDArray[np.int64]
    sight_of_four: NDArray[np.int64]


class Dealt(NamedTuple):
    """A deal: the dealer's open cards and rank, for each seat what decides, for each number of players the table.

    ``staked`` is what a seat puts into the pot by sight, in antes. ``antes`` are in the pot by sight; ``best`` is the
    highest rank of those who stay in by sight, and so many are ``sharing`` it.
    """

    deck: NDArray[np.int64]
    chance: NDArray[np.uint64]
    dealer: NDArray[np.int64]
    three: NDArray[np.int64]
    three_suited: NDArray[np.int64]
    four: NDArray[np.int64]
    four_suited: NDArray[np.int64]
    rank: NDArray[np.int64]
    staked: NDArray[np.int64]
    antes: NDArray[np.int64]
    best: NDArray[np.int64]
    sharing: NDArray[np.int64]


@njit(cache=True, nogil=True)
def new_table(seats: int, seed: int) -> Dealt:
    chance = np.array([seed], dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    a, b, c, d, e = np.zeros((5, seats), dtype=np.int64)
    f, g, h, i = np.zeros((4, seats), dtype=np.int64)
    return Dealt(np.arange(52), chance, np.zeros(3, dtype=np.int64), a, b, c, d, e, f, g, h, i)


@njit(cache=True, nogil=True)
def deal(t: Dealt, order: Order, ranking: Ranking) -> None:
    """Deal to the dealer, whose third and fourth cards lie open when players decide, and to every seat."""
    deck, bits = t.deck, t.chance[0]
    for at in range(5 * (len(t.rank) + 1)):
        bits ^= bits << _13
        bits ^= bits >> _7
        bits ^= bits << _17
        other = at + np.int64(((bits >> _HALF) * np.uint64(52 - at)) >> _HALF)
        deck[at], deck[other] = deck[other], deck[at]
    t.chance[0] = bits
    third, fourth = deck[2] >> 2, deck[3] >> 2
    t.dealer[0], t.dealer[1], t.dealer[2] = third, fourth, rank_five(deck, ranking)
    antes, best, sharing = HOUSE, -1, 0
    for seat in range(len(t.rank)):
        hand = deck[5 * seat + 5 : 5 * seat + 10]
        three = ((hand[0] >> 2) * 13 + (hand[1] >> 2)) * 13 + (hand[2] >> 2)
        suit = hand[0] & 3
        t.three[seat], t.four[seat] = order.three[three], order.four[three * 13 + (hand[3] >> 2)]
        t.three_suited[seat] = suit == hand[1] & 3 and suit == hand[2] & 3
        t.four_suited[seat] = t.three_suited[seat] == 1 and suit == hand[3] & 3
        t.rank[seat] = rank_five(hand, ranking)
        t.staked[seat] = 0
        if t.three[seat] >= order.sight_of_three[third]:
            t.staked[seat] = STAYED if t.four[seat] >= order.sight_of_four[third, fourth] else 2
        antes += t.staked[seat]
        if t.staked[seat] == STAYED and t.rank[seat] >= best:
            sharing = 1 if t.rank[seat] > best else sharing + 1
            best = t.rank[seat]
        t.antes[seat], t.best[seat], t.sharing[seat] = antes, best, sharing


@njit(cache=True, nogil=True)
def shown_down(rank: int, dealer: int, best: int, sharing: int, antes: int, staked: int) -> int:
    """What a hand comes to that stays to the end; ``staked`` is what it puts in by sight, as the others do."""
    if rank < dealer or rank < best:
        return LOST
    if rank > best:
        sharing = 1
    elif staked != STAYED:
        sharing += 1
    return LOSING + (antes - staked + STAYED) * 20 + sharing * 2 + (dealer == rank)


@njit(cache=True, nogil=True)
def learn_on_four(
    seats: int, rounds: int, seed: int, order: Order, ranking: Ranking, nets: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What is gained by staying in on four cards that are not suited against folding.

    By the number of players, what the dealer shows, its high card or pair, and the place of the cards.
    """
    gains = np.zeros((seats, 2, 13, order.four.max() + 1), dtype=np.int64)
    t = new_table(seats, seed)
    rank, staked = t.rank, t.staked
    for _ in range(rounds):
        deal(t, order, ranking)
        pair, high = int(t.dealer[0] == t.dealer[1]), max(t.dealer[0], t.dealer[1])
        for last in range(seats):
            best, sharing, antes = t.best[last], t.sharing[last], t.antes[last]
            for seat in range(last + 1):
                if t.four_suited[seat] == 0:
                    end = shown_down(rank[seat], t.dealer[2], best, sharing, antes, staked[seat])
                    gains[last, pair, high, t.four[seat]] += nets[end] - nets[FOLDED_ON_FOUR]
    return gains


@njit(cache=True, nogil=True)
def learn_on_three(
    seats: int,
    rounds: int,
    seed: int,
    order: Order,
    ranking: Ranking,
    nets: NDArray[np.int64],
    four: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The same on three cards, by whether they are suited and the dealer's card, with what is then done on ``four``."""
    gains = np.zeros((seats, 2, 13, order.three.max() + 1), dtype=np.int64)
    t = new_table(seats, seed)
    rank, staked = t.rank, t.staked
    for _ in range(rounds):
        deal(t, order, ranking)
        for last in range(seats):
            best, sharing, antes = t.best[last], t.sharing[last], t.antes[last]
            lowest = four[last, t.dealer[0], t.dealer[1]]
            for seat in range(last + 1):
                found = FOLDED_ON_FOUR
                if t.four[seat] >= lowest or t.four_suited[seat] == 1:
                    found = shown_down(rank[seat], t.dealer[2], best, sharing, antes, staked[seat])
                gain = nets[found] - nets[FOLDED_ON_THREE]
                gains[last, t.three_suited[seat], t.dealer[0], t.three[seat]] += gain
    return gains


@njit(cache=True, nogil=True)
def play(
    seats: int, rounds: int, seed: int, order: Order, ranking: Ranking, hundredths: NDArray[np.int64], rules: Rules
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often a player comes to each class who plays by these rules, and one who plays by sight as the others do.

    The second result adds up, for both and for the difference between them, the squares of what all seats of a round
    come to together, in ``hundredths`` of an ante.
    """
    counts = np.zeros((seats, 2, CLASSES), dtype=np.int64)
    squares = np.zeros((seats, 3), dtype=np.int64)
    t = new_table(seats, seed)
    rank, staked = t.rank, t.staked
    for _ in range(rounds):
        deal(t, order, ranking)
        for last in range(seats):
            best, sharing, antes = t.best[last], t.sharing[last], t.antes[last]
            lowest = rules.four[last, t.dealer[0], t.dealer[1]]
            won, by_sight = 0, 0
            for seat in range(last + 1):
                end = shown_down(rank[seat], t.dealer[2], best, sharing, antes, staked[seat])
                found, seen = FOLDED_ON_THREE, FOLDED_ON_THREE
                if t.three[seat] >= rules.three[last, t.three_suited[seat], t.dealer[0]]:
                    found = end if t.four[seat] >= lowest or t.four_suited[seat] == 1 else FOLDED_ON_FOUR
                if staked[seat] > 0:
                    seen = end if staked[seat] == STAYED else FOLDED_ON_FOUR
                counts[last, BY_BEST, found] += 1
                counts[last, BY_SIGHT, seen] += 1
                won += hundredths[found]
                by_sight += hundredths[seen]
            squares[last, BY_BEST] += won**2
            squares[last, BY_SIGHT] += by_sight**2
            squares[last, BETWEEN] += (won - by_sight) ** 2
    return counts, squares
