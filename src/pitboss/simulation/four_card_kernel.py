"""The deal of four-card games.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.five_cards_kernel import LOOK_CLOSER, number_of_cards
from pitboss.simulation.kernels import HALF, LOW, ONE, take, word
from pitboss.solve.poker.four_card_kernel import bit_of, rank_best_four

TRIOS, PAIRS = np.uint64(22_100), np.uint64(1_326)
_FAVOURED = np.uint64(2**32 % (22_100 * 1_326))
_CARDS, _CARDS_FAVOURED = np.uint64(52), np.uint64(2**32 % 52)


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
