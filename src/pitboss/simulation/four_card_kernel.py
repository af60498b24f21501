"""Kernels for four-card games: the deal, and what is done with each hand laid out for it.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.kernels import HALF, LOW, ONE, take, word
from pitboss.solve.poker.four_card_kernel import bit_of, rank_best_four
from pitboss.solve.poker.suits_kernel import CHOOSE, next_set, number_of

TRIOS, PAIRS = np.uint64(22_100), np.uint64(1_326)
_FAVOURED = np.uint64(2**32 % (22_100 * 1_326))
_CARDS, _CARDS_FAVOURED = np.uint64(52), np.uint64(2**32 % 52)
SIZE = 5
LOOK_CLOSER = 3


@njit(cache=True, nogil=True)
def number_of_cards(cards: np.int64) -> int:
    """The number of a hand of five, from its bits."""
    held = (cards | cards >> 13 | cards >> 26 | cards >> 39) & 8191
    number, at, rank = 0, 1, 0
    while held:
        if held & 1:
            for suit in range(4):
                if cards >> (13 * suit + rank) & 1:
                    number += CHOOSE[4 * rank + suit, at]
                    at += 1
        held >>= 1
        rank += 1
    return int(number)


@njit(cache=True, nogil=True)
def deal_four_card(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    trios: NDArray[np.int64],
    pairs: NDArray[np.int64],
    tables: NDArray[np.int16],
    kinds: NDArray[np.uint8],
    cells: NDArray[np.uint8],
    closer: NDArray[np.uint8],
    up_card: bool,
    lowest: int,
    cases: int,
) -> None:
    """Five cards to a player and to the dealer, who has a sixth that shows where there is an ``up_card``.

    ``class = (choice * kinds + the hand's kind) * cases + case``; with three cases the dealer's hand always counts,
    with four the first is that it is below ``lowest``. ``cells[rank of the card that is up, rank of the hand]`` is what
    is done, or that it takes a closer look: then ``closer[number of the hand, rank of the card that is up]`` has two
    bits for each suit of that card. Without such a card its rank is 0.
    """
    counter = stream[0]
    every = int(kinds.max()) + 1
    for at in range(len(classes)):
        while True:
            counter += ONE
            drawn = word(counter)
            trio, bits = take(drawn >> HALF, TRIOS)
            pair, bits = take(bits, PAIRS)
            other, more = take(drawn & LOW, TRIOS)
            two, more = take(more, PAIRS)
            if bits < _FAVOURED or more < _FAVOURED:
                continue
            three, deuce, third, last = trios[trio], pairs[pair], trios[other], pairs[two]
            ours, theirs = three | deuce, third | last
            if (three & deuce) | (third & last) | (ours & theirs) == 0:
                break
        up = np.uint64(0)
        if up_card:
            while True:
                counter += ONE
                up, bits = take(word(counter) >> HALF, _CARDS)
                card = bit_of(np.int64(up))
                if bits >= _CARDS_FAVOURED and card & (ours | theirs) == 0:
                    break
            theirs |= card
        mine, dealers = rank_best_four(ours, tables), rank_best_four(theirs, tables)
        shown = np.int64(up) >> 2
        choice = np.int64(cells[shown, mine])
        if choice == LOOK_CLOSER:
            choice = np.int64(closer[number_of_cards(ours), shown]) >> (2 * (np.int64(up) & 3)) & 3
        case = (1 + (dealers >= mine) + (dealers > mine)) * (dealers >= lowest)
        classes[at] = (choice * every + kinds[mine]) * cases + case - (4 - cases)
    stream[0] = counter


@njit(cache=True, nogil=True)
def spread_choices(choices: NDArray[np.uint8], rows: NDArray[np.int32]) -> NDArray[np.uint8]:
    """What is done with every hand of five, by its number and the rank of the card that is up, two bits to its suit.

    ``choices[row, card that is up]`` is for one hand of each kind under renaming of suits, ``rows`` the row of a hand
    whose suits are in order by its number. With one column there is no card that is up.
    """
    columns = choices.shape[1]
    found = np.zeros((CHOOSE[52, SIZE], max(1, columns // 4)), dtype=np.uint8)
    cards = np.arange(SIZE).astype(np.int64)
    other, masks, suits = np.zeros(SIZE, dtype=np.int64), np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    named = np.zeros(4, dtype=np.int64)
    for number in range(len(found)):
        masks[:] = 0
        for card in cards:
            masks[card & 3] |= 1 << (card >> 2)
        for suit in range(4):
            suits[suit] = suit
        for first, second in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
            if masks[suits[first]] < masks[suits[second]]:
                suits[first], suits[second] = suits[second], suits[first]
        for place in range(4):
            named[suits[place]] = place
        for at in range(SIZE):
            other[at] = (cards[at] & ~3) | named[cards[at] & 3]
        # Cards of one rank may have changed places.
        for at in range(1, SIZE):
            back = at
            while back and other[back] < other[back - 1]:
                other[back], other[back - 1] = other[back - 1], other[back]
                back -= 1
        row = rows[number_of(other, SIZE)]
        if columns == 1:
            found[number, 0] = choices[row, 0]
        else:
            for up in range(columns):
                found[number, up >> 2] |= choices[row, (up & ~3) | named[up & 3]] << (2 * (up & 3))
        next_set(cards, SIZE)
    return found
