"""Deals of five cards, of which the player looks at some: Caribbean Stud and Let It Ride.

A set of cards is 52 bits, thirteen to a suit. Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.kernels import HALF, LOW, ONE, take, word
from pitboss.simulation.sets_of_cards import Sets
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_key
from pitboss.solve.poker.suits_kernel import CHOOSE, next_set, number_of

SIZE = 5
LOOK_CLOSER = 3
PLAYED = 1
RESULTS, FOLD = 5, 4
_TRIOS, _PAIRS, _CARDS = np.uint64(22_100), np.uint64(1_326), np.uint64(52)
_TRIO_AND_PAIR = np.uint64(2**32 % (22_100 * 1_326))
_TRIO_AND_TWO = np.uint64(2**32 % (22_100 * 52 * 52))
_TRIO = np.uint64(2**32 % 22_100)
_TWO = np.uint64(2**32 % (52 * 52))
"""Below which what is left of 32 bits would favour a draw of so many."""
_PRIME = 67
"""No two single bits of 52 leave the same when they are divided by it."""
_PLACES = np.zeros(_PRIME, dtype=np.int64)
for _bit in range(52):
    _PLACES[2**_bit % _PRIME] = _bit


@njit(cache=True, nogil=True)
def rank_of_five(cards: np.int64, key: np.int64, suits: np.int64, ranking: Ranking) -> int:
    """The rank of five cards from their bits, the sum of their keys, and their suits as bits."""
    if suits & (suits - 1):
        return rank_key(key, ranking)
    return int(ranking.flushes[(cards | cards >> 13 | cards >> 26 | cards >> 39) & 8191])


@njit(cache=True, nogil=True)
def bit_of(card: np.uint64) -> np.int64:
    """The bit of a card by its number."""
    return np.int64(1) << np.int64(13 * np.int64(card & np.uint64(3)) + np.int64(card >> np.uint64(2)))


@njit(cache=True, nogil=True)
def deal_caribbean_stud(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    trios: Sets,
    pairs: Sets,
    ranking: Ranking,
    kinds: NDArray[np.uint8],
    cells: NDArray[np.uint8],
    closer: NDArray[np.uint8],
    lowest: int,
) -> None:
    """Five cards to a player and to the dealer, one of whose the player sees: ``class = the hand's kind * 5 + result``.

    The results are those of the solver, and a fold. ``cells[rank of the card that is up, rank of the hand]`` is what is
    done, or that it takes a closer look, as in ``spread_choices``; with one row there is no card that is up.
    """
    counter = stream[0]
    for at in range(len(classes)):
        while True:
            counter += ONE
            drawn = word(counter)
            trio, bits = take(drawn >> HALF, _TRIOS)
            pair, bits = take(bits, _PAIRS)
            other, more = take(drawn & LOW, _TRIOS)
            up, more = take(more, _CARDS)
            last, more = take(more, _CARDS)
            if bits < _TRIO_AND_PAIR or more < _TRIO_AND_TWO:
                continue
            three, two, third = trios.cards[trio], pairs.cards[pair], trios.cards[other]
            one, end = bit_of(up), bit_of(last)
            ours, theirs = three | two, third | one | end
            if (three & two) | (third & one) | (third & end) | (one & end) | (ours & theirs) == 0:
                break
        mine = rank_of_five(ours, trios.keys[trio] + pairs.keys[pair], trios.suits[trio] | pairs.suits[pair], ranking)
        shown, suit = np.int64(up) >> 2, np.int64(up) & 3
        seen = shown if len(cells) > 1 else 0
        choice = np.int64(cells[seen, mine])
        if choice == LOOK_CLOSER:
            choice = np.int64(closer[number_of_cards(ours), seen]) >> (2 * suit if len(cells) > 1 else 0) & 3
        result = np.int64(FOLD)
        if choice:
            key = trios.keys[other] + ranking.keys[shown] + ranking.keys[np.int64(last) >> 2]
            suits = trios.suits[other] | 1 << suit | 1 << (np.int64(last) & 3)
            dealers = rank_of_five(theirs, key, suits, ranking)
            result = np.int64((1 + (dealers >= mine) + (dealers > mine)) * (dealers >= lowest))
        classes[at] = kinds[mine] * RESULTS + result
    stream[0] = counter


@njit(cache=True, nogil=True)
def deal_let_it_ride(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    trios: Sets,
    ranking: Ranking,
    kinds: NDArray[np.uint8],
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    own: NDArray[np.int8],
    names: int,
) -> None:
    """Three cards and two that all share: ``class = ((the hand's kind * 2 + first) * 2 + second) * names + own``.

    ``first`` says of every three cards whether the first bet rides, ``second`` of them and the next card whether the
    second does; ``own`` is what the three are called, of so many ``names``.
    """
    counter = stream[0]
    for at in range(len(classes)):
        while True:
            counter += ONE
            drawn = word(counter)
            trio, bits = take(drawn >> HALF, _TRIOS)
            card, more = take(drawn & LOW, _CARDS)
            last, more = take(more, _CARDS)
            if bits < _TRIO or more < _TWO:
                continue
            three, one, end = trios.cards[trio], bit_of(card), bit_of(last)
            if (three & one) | (three & end) | (one & end) == 0:
                break
        key = trios.keys[trio] + ranking.keys[np.int64(card) >> 2] + ranking.keys[np.int64(last) >> 2]
        suits = trios.suits[trio] | 1 << (np.int64(card) & 3) | 1 << (np.int64(last) & 3)
        kind = np.int64(kinds[rank_of_five(three | one | end, key, suits, ranking)])
        classes[at] = ((kind * 2 + first[trio]) * 2 + second[trio, card]) * names + own[trio]
    stream[0] = counter


# -- What is done with each hand ---------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def number_of_cards(cards: np.int64) -> int:
    """The number of a hand of five by its bits."""
    number = np.int64(0)
    for at in range(1, SIZE + 1):
        lowest = cards & -cards
        number += CHOOSE[_PLACES[lowest % _PRIME], at]
        cards ^= lowest
    return int(number)


@njit(cache=True, nogil=True)
def spread_choices(choices: NDArray[np.uint8], rows: NDArray[np.int32]) -> NDArray[np.uint8]:
    """What is done with every hand of five, by the number of its bits and the rank of the card that is up, two bits to
    its suit.

    ``choices[row, card that is up]`` is for one hand of each kind under renaming of suits, ``rows`` the row of a hand
    whose suits are in order by its number. With one column there is no card that is up.
    """
    columns = choices.shape[1]
    found = np.zeros((CHOOSE[52, SIZE], max(1, columns // 4)), dtype=np.uint8)
    bits, cards = np.arange(SIZE).astype(np.int64), np.zeros(SIZE, dtype=np.int64)
    other, masks, suits = np.zeros(SIZE, dtype=np.int64), np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    named = np.zeros(4, dtype=np.int64)
    for number in range(len(found)):
        masks[:] = 0
        for at in range(SIZE):
            cards[at] = 4 * (bits[at] % 13) + bits[at] // 13
            masks[bits[at] // 13] |= 1 << (bits[at] % 13)
        for suit in range(4):
            suits[suit] = suit
        for first, second in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
            if masks[suits[first]] < masks[suits[second]]:
                suits[first], suits[second] = suits[second], suits[first]
        for place in range(4):
            named[suits[place]] = place
        for at in range(SIZE):
            other[at] = (cards[at] & ~3) | named[cards[at] & 3]
        # The bits go by suits, the cards of a kind by ranks.
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
        next_set(bits, SIZE)
    return found
