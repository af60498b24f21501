"""How many hands that a dealer can hold rank below a player's: by inclusion and exclusion over the player's cards.

A dealer's cards avoid the player's. Their number below a rank is that of all hands, less those that hold a card of the
player's, plus those that hold two of them, and so on: it needs only how many hands hold a given set of cards and rank
below, which is the same for all sets alike under renaming of suits. Nothing here knows what makes a hand rank as it
does: the rank of every hand is looked up.

Imports Numba: import this module only where it is used.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.suits_kernel import CHOOSE, next_set, number_of

UNQUALIFIED, WIN, TIE, LOSE = range(4)


class Held(NamedTuple):
    """How the hands of one size rank that hold a given set of cards.

    ``classes[first_class[s] + number]`` is the class of a set of s cards. The hands that hold it are counted for small
    sets, ``below[first_below[s] + class, rank]``, and for others listed by rising rank, so many ``listed[s]`` at
    ``ordered[first_ordered[s] + class * listed[s]]``. ``ranks[number]`` is the rank of a whole hand.
    """

    size: int
    classes: NDArray[np.int32]
    first_class: NDArray[np.int64]
    below: NDArray[np.int32]
    first_below: NDArray[np.int64]
    ordered: NDArray[np.int16]
    first_ordered: NDArray[np.int64]
    listed: NDArray[np.int64]
    ranks: NDArray[np.int16]


@njit(cache=True)
def ranks_with(
    members: NDArray[np.int8], deck: NDArray[np.int64], hand_size: int, ranks: NDArray[np.int16]
) -> NDArray[np.int16]:
    """For each of these sets of cards, the ranks of all hands out of a deck that hold it."""
    size = members.shape[1]
    more = hand_size - size
    found = np.zeros((len(members), CHOOSE[len(deck) - size, more]), dtype=np.int16)
    left = np.zeros(len(deck), dtype=np.int64)
    chosen = np.zeros(more, dtype=np.int64)
    hand = np.zeros(hand_size, dtype=np.int64)
    for row in range(len(members)):
        count = 0
        for card in deck:
            held = False
            for at in range(size):
                held = held or members[row, at] == card
            if not held:
                left[count] = card
                count += 1
        for at in range(more):
            chosen[at] = at
        for number in range(found.shape[1]):
            mine = 0
            for at in range(more):
                card = left[chosen[at]]
                while mine < size and members[row, mine] < card:
                    hand[at + mine] = members[row, mine]
                    mine += 1
                hand[at + mine] = card
            while mine < size:
                hand[more + mine] = members[row, mine]
                mine += 1
            found[row, number] = ranks[number_of(hand, hand_size)]
            next_set(chosen, more)
    return found


@njit(cache=True)
def below_each_rank(
    members: NDArray[np.int8],
    deck: NDArray[np.int64],
    hand_size: int,
    classes: NDArray[np.int32],
    listed: NDArray[np.int16],
    below: NDArray[np.int32],
    different: int,
) -> NDArray[np.int32]:
    """For each of these sets of cards, how many hands that hold it are below each rank; the last column is all of them.

    It goes by the sets with one card more, of which each hand holds as many as it has cards besides: of those
    ``classes`` is the class by number, with the ranks of the hands that hold it ``listed``, or counted, ``below``.
    """
    size = members.shape[1]
    found = np.zeros((len(members), different + 1), dtype=np.int64)
    cards = np.zeros(size + 1, dtype=np.int64)
    for row in range(len(members)):
        for card in deck:
            at, held = 0, False
            for mine in range(size):
                held = held or members[row, mine] == card
                if members[row, mine] < card:
                    at = mine + 1
            if held:
                continue
            for mine in range(at):
                cards[mine] = members[row, mine]
            cards[at] = card
            for mine in range(at, size):
                cards[mine + 1] = members[row, mine]
            of_class = classes[number_of(cards, size + 1)]
            if len(listed):
                for rank in listed[of_class]:
                    found[row, rank + 1] += 1
            else:
                for rank in range(different + 1):
                    found[row, rank] += below[of_class, rank]
        if len(listed):
            for rank in range(different):
                found[row, rank + 1] += found[row, rank]
    each: NDArray[np.int32] = (found // (hand_size - size)).astype(np.int32)
    return each


@njit(cache=True)
def in_order(ranks: NDArray[np.int16]) -> None:
    """Sort every row, in place."""
    for row in range(len(ranks)):
        ranks[row].sort()


@njit(cache=True, nogil=True)
def _below(held: Held, size: int, number: int, rank: int) -> int:
    """How many hands that hold this set of cards rank below."""
    if size == held.size:
        return int(held.ranks[number] < rank)
    of_class = held.classes[held.first_class[size] + number]
    listed = held.listed[size]
    if listed == 0:
        return int(held.below[held.first_below[size] + of_class, rank])
    first = held.first_ordered[size] + of_class * listed
    low, high = first, first + listed
    while low < high:
        middle = (low + high) >> 1
        if held.ordered[middle] < rank:
            low = middle + 1
        else:
            high = middle
    return int(low - first)


@njit(cache=True, nogil=True)
def compare_with_dealers(
    players: NDArray[np.int8],
    own: NDArray[np.int16],
    up: int,
    lowest: int,
    every: int,
    held: Held,
    counts: NDArray[np.int32],
) -> None:
    """For each player's hand, the dealer's hands that do not qualify, and those that do and lose, tie and win.

    There are ``every`` of the dealer's, who may have more cards than a player. With ``up`` at least 0 they are those
    that hold this card; a player who holds it has none.
    """
    dealt = players.shape[1]
    cards = np.zeros(dealt + 1, dtype=np.int64)
    thresholds = np.full(3, lowest, dtype=np.int64)
    sums = np.zeros(3, dtype=np.int64)
    first = 0 if lowest > 0 else 1  # below the lowest rank there is nothing to count
    for row in range(len(players)):
        thresholds[1], thresholds[2] = own[row], own[row] + 1
        sums[:] = 0
        holds_it = False
        for at in range(dealt):
            holds_it = holds_it or players[row, at] == up
        if holds_it:
            counts[row, :] = 0
            continue
        for subset in range(1 << dealt):
            size, sign, waiting = 0, 1, up
            for at in range(dealt):
                if subset >> at & 1:
                    card = players[row, at]
                    if 0 <= waiting < card:
                        cards[size] = waiting
                        size += 1
                        waiting = -1
                    cards[size] = card
                    size += 1
                    sign = -sign
            if waiting >= 0:
                cards[size] = waiting
                size += 1
            if size > held.size:
                continue
            number = number_of(cards, size)
            for at in range(first, 3):
                sums[at] += sign * _below(held, size, number, thresholds[at])
        unqualified, lower, not_higher = sums[0], sums[1], sums[2]
        counts[row, UNQUALIFIED] = unqualified
        counts[row, WIN] = max(0, lower - unqualified)
        counts[row, TIE] = max(0, not_higher - max(lower, unqualified))
        counts[row, LOSE] = every - max(not_higher, unqualified)
