"""Two hands of seven out of one deck, counted by the cards that they could share.

Of all pairs of hands those that share no card are left when, for every set of cards, the pairs in which both hands have
all of it are added, with a minus where the set is odd. Sets that differ by their suits alone count alike, so one
of each is looked at: some 1.3 million instead of 30 million, which have few hands each where they are large.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.pai_gow.numbering_kernel import JOKER, RANKS, SIZE, number_by_ranks, number_by_suit, number_of


@njit(cache=True, nogil=True)
def sets_of(
    cards: int,
    masks: NDArray[np.int64],
    starts: NDArray[np.int64],
    sets: NDArray[np.int8],
    ways: NDArray[np.int64],
) -> int:
    """One of all sets of so many cards, without the joker, that differ by their suits alone, and how many those are.

    ``masks`` are the ranks of a suit by how many they are, which begin at ``starts``. The ranks of the four suits never
    rise in that order. Returns how many sets there are; where there is no room for them, that alone.
    """
    filled = 0
    for one in range(starts[cards + 1]):
        most = _held(masks[one])
        for two in range(min(one + 1, starts[cards - most + 1])):
            more = most + _held(masks[two])
            for three in range(min(two + 1, starts[cards - more + 1])):
                last = cards - more - _held(masks[three])
                for four in range(starts[last], min(three + 1, starts[last + 1])):
                    if len(sets):
                        at = 0
                        for suit, place in enumerate((one, two, three, four)):
                            for rank in range(RANKS):
                                if masks[place] >> rank & 1:
                                    sets[filled, at] = 4 * rank + suit
                                    at += 1
                        ways[filled] = _named(one, two, three, four)
                    filled += 1
    return filled


@njit(cache=True, nogil=True)
def _held(mask: int) -> int:
    held = 0
    while mask:
        mask &= mask - 1
        held += 1
    return held


@njit(cache=True, nogil=True)
def _named(one: int, two: int, three: int, four: int) -> int:
    """In how many orders these four, of which equal ones are neighbours, can stand."""
    ways, run = 24, 1
    before = one
    for place in (two, three, four):
        run = run + 1 if place == before else 1
        ways //= run
        before = place
    return ways


@njit(cache=True, nogil=True)
def hands_with(
    held: NDArray[np.int8],
    many: int,
    deck: NDArray[np.int64],
    flush: int,
    adds: NDArray[np.int64],
    lower_at: NDArray[np.int32],
    upper_at: NDArray[np.int32],
    rank_from: NDArray[np.int64],
    suited_from: NDArray[np.int64],
    counts: NDArray[np.int64],
    met: NDArray[np.int64],
) -> int:
    """How many hands of each number the deck has with these cards: adds them to ``counts``, and lists the numbers."""
    hand = np.empty(SIZE, dtype=np.int64)
    rest = np.empty(len(deck), dtype=np.int64)
    taken = np.zeros(JOKER + 1, dtype=np.bool_)
    for at in range(many):
        taken[held[at]] = True
        hand[at] = held[at]
    if many == SIZE:
        met[0] = number_of(hand, 0, flush, adds, lower_at, upper_at, rank_from, suited_from)
        counts[met[0]] += 1
        return 1
    left = 0
    for card in deck:
        if not taken[card]:
            rest[left] = card
            left += 1
    last = SIZE - 1
    places = np.empty(SIZE, dtype=np.int64)
    keys = np.zeros(SIZE, dtype=np.int64)
    """What the cards before each add up to."""
    for at in range(last):
        places[at] = at - many
        hand[at] = held[at] if at < many else rest[at - many]
        keys[at + 1] = keys[at] + adds[hand[at]]
    found = 0
    while True:
        for place in range(places[last - 1] + 1, left):
            key = keys[last] + adds[rest[place]]
            number = number_by_ranks(key, flush, lower_at, upper_at, rank_from)
            if number < 0:
                hand[last] = rest[place]
                number = number_by_suit(hand, 0, key, flush, suited_from)
            if counts[number] == 0:
                met[found] = number
                found += 1
            counts[number] += 1
        at = last - 1
        while at >= many and places[at] == left - SIZE + at:
            at -= 1
        if at < many:
            return found
        places[at] += 1
        while True:
            hand[at] = rest[places[at]]
            keys[at + 1] = keys[at] + adds[hand[at]]
            at += 1
            if at == last:
                break
            places[at] = places[at - 1] + 1
