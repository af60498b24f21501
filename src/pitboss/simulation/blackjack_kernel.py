"""The kernel of blackjack: one player against the dealer, round after round out of a shoe with a cut card.

A card is drawn by choosing among those left and changing places with the next one, so that what lies behind the next
place is always a shoe nobody has looked into, and a reshuffle is no more than going back to the first place.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.hands.blackjack import BEST
from pitboss.simulation.kernels import HALF, LOW, ONE, word
from pitboss.solve.blackjack.hands import ACE, RANKS, TEN

STAND, HIT, DOUBLE, SURRENDER, SPLIT = range(5)
NET_CODES, MOST_STAKED = 33, 8
EVEN = 16
BLACKJACK = NET_CODES * MOST_STAKED
CODES = BLACKJACK + 1
"""Codes of a round: half units won + 16, and 33 for each unit staked beyond one; the last is a blackjack."""
MOST_COUNT = 10
COUNTS = 2 * MOST_COUNT + 1
NATURAL_SINGLE, NATURAL_DOUBLED, NATURAL_SPLIT, NATURAL_SPLIT_DOUBLED, ORIGINAL = range(5)
NEVER, UNLESS_OVER, UNLESS_ANY_OVER = range(3)
_SOFT = 32
_TOTAL = 31
_BITS = 11
_MASK = (1 << _BITS) - 1
_HALF_RANKS = 5


@njit(cache=True, nogil=True)
def draw(shoe: NDArray[np.uint8], place: int, counter: np.uint64) -> tuple[np.int64, np.uint64]:
    """Bring a card by chance to a place; the counter after it."""
    many = np.uint64(len(shoe) - place)
    counter += ONE
    product = (word(counter) >> HALF) * many
    if (product & LOW) < many:
        favoured = (LOW + ONE) % many
        while (product & LOW) < favoured:
            counter += ONE
            product = (word(counter) >> HALF) * many
    at = place + np.int64(product >> HALF)
    card = shoe[at]
    shoe[at] = shoe[place]
    shoe[place] = card
    return np.int64(card), counter


@njit(cache=True, nogil=True)
def restore(shoe: NDArray[np.uint8], memory: NDArray[np.int64], decks: NDArray[np.int64]) -> tuple[int, int]:
    """Lay the shoe as it was left: the cards that are out, then those that are not; the place, and the burned card."""
    place = back = 0
    for rank in range(RANKS):
        left = (memory[rank // _HALF_RANKS] >> (_BITS * (rank % _HALF_RANKS))) & _MASK
        for _ in range(decks[rank] - left):
            shoe[place] = rank
            place += 1
        for _ in range(left):
            back += 1
            shoe[len(shoe) - back] = rank
    return place, (memory[0] >> (_BITS * _HALF_RANKS)) - 1


@njit(cache=True, nogil=True)
def keep(shoe: NDArray[np.uint8], place: int, burned: int, memory: NDArray[np.int64]) -> None:
    """Note how many of each rank are left, and the card that was burned, which nobody saw."""
    memory[:] = 0
    for at in range(place, len(shoe)):
        rank = np.int64(shoe[at])
        memory[rank // _HALF_RANKS] += 1 << (_BITS * (rank % _HALF_RANKS))
    memory[0] += (burned + 1) << (_BITS * _HALF_RANKS)


@njit(cache=True, nogil=True)
def bring_discards(shoe: NDArray[np.uint8], begun: int) -> int:
    """The shoe is out: what earlier rounds left is shuffled in behind the cards on the table; the next place."""
    on_table = shoe[begun:].copy()
    discards = shoe[:begun].copy()
    shoe[: len(on_table)] = on_table
    shoe[len(on_table) :] = discards
    return len(on_table)


@njit(cache=True, nogil=True)
def deal_blackjack(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    decks: NDArray[np.int64],
    cut: int,
    burns: bool,
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    at_limit: NDArray[np.uint8],
    later: NDArray[np.uint8],
    added: NDArray[np.uint8],
    drawing: NDArray[np.bool_],
    results: NDArray[np.int8],
    looks: NDArray[np.bool_],
    most_hands: NDArray[np.int64],
    strong_21: bool,
    natural: NDArray[np.int64],
    values: NDArray[np.int64],
) -> None:
    """Rounds by a strategy: ``class = code + codes * true count before the round``, the count in ``values``, if any.

    ``first[one, two, up]`` is what is done with two cards, ``second`` with those of a split hand, ``at_limit`` with a
    pair that may not be split again, ``later`` with more cards by state. A state is a total, 32 more when it is soft;
    ``added[state, rank]`` is the next one. ``results[ours, dealer's total]`` is the half units won. ``strong_21``: two
    cards of a split that count 21 beat any other. ``natural`` is what a dealer's blackjack that was not looked for
    takes of a hand, in half units, and of a split hand's original.
    """
    counter = stream[0]
    shoe = first_shoe(decks)
    size = len(shoe)
    place, burned = 0, -1
    counting = len(values) > 0
    running = 0
    if memory[0] or memory[1]:
        place, burned = restore(shoe, memory, decks)
        if counting:
            for at in range(place):
                running += values[shoe[at]]
            if burned >= 0:
                running -= values[burned]
    stakes = np.empty(16, dtype=np.int64)
    totals = np.empty(16, dtype=np.int64)
    gave_up = np.empty(16, dtype=np.bool_)
    strong = np.empty(16, dtype=np.bool_)
    for round_ in range(len(classes)):
        if place == 0 and burns:
            card, counter = draw(shoe, 0, counter)
            burned = int(card)
            place = 1
        begun = place
        bucket = 0
        if counting:
            true = running * 52 // (size - place)
            bucket = min(max(true, -MOST_COUNT), MOST_COUNT) + MOST_COUNT
        if size - place < 4:
            place, begun = bring_discards(shoe, begun), 0
        one, counter = draw(shoe, place, counter)
        up, counter = draw(shoe, place + 1, counter)
        two, counter = draw(shoe, place + 2, counter)
        hole, counter = draw(shoe, place + 3, counter)
        place += 4
        has_natural = (up == ACE and hole == TEN) or (up == TEN and hole == ACE)
        ours_natural = (one == ACE and two == TEN) or (one == TEN and two == ACE)
        code = EVEN
        if ours_natural:
            code = EVEN if has_natural else BLACKJACK
        elif has_natural and looks[up]:
            code = EVEN - 2
        else:
            net, staked, live = 0, 1, False
            does = first[one, two, up]
            state = np.int64(added[added[0, one], two])
            if does != SPLIT:
                if does == SURRENDER:
                    net = -1 if not has_natural else natural[NATURAL_SINGLE]
                else:
                    if does == DOUBLE:
                        staked = 2
                        if place == size:
                            place, begun = bring_discards(shoe, begun), 0
                        card, counter = draw(shoe, place, counter)
                        place += 1
                        state = np.int64(added[state, card])
                    else:
                        while does == HIT:
                            if place == size:
                                place, begun = bring_discards(shoe, begun), 0
                            card, counter = draw(shoe, place, counter)
                            place += 1
                            state = np.int64(added[state, card])
                            does = later[state, up]
                    ours = state & _TOTAL
                    if ours > BEST:
                        net = -2 * staked
                    elif has_natural:
                        net = natural[NATURAL_SINGLE if staked == 1 else NATURAL_DOUBLED]
                    else:
                        dealer = np.int64(added[added[0, up], hole])
                        while drawing[dealer]:
                            if place == size:
                                place, begun = bring_discards(shoe, begun), 0
                            card, counter = draw(shoe, place, counter)
                            place += 1
                            dealer = np.int64(added[dealer, card])
                        net = results[ours, dealer & _TOTAL] * staked
            else:
                hands, done, staked = 2, 0, 0
                while done < hands:
                    if place == size:
                        place, begun = bring_discards(shoe, begun), 0
                    card, counter = draw(shoe, place, counter)
                    place += 1
                    does = second[one, card, up]
                    if does == SPLIT:
                        if hands < most_hands[one]:
                            hands += 1
                            continue
                        does = at_limit[one, up]
                    state = np.int64(added[added[0, one], card])
                    gave_up[done] = does == SURRENDER
                    strong[done] = strong_21 and state & _TOTAL == BEST and does == STAND
                    stakes[done] = 2 if does == DOUBLE else 1
                    while does in (HIT, DOUBLE):
                        if place == size:
                            place, begun = bring_discards(shoe, begun), 0
                        card, counter = draw(shoe, place, counter)
                        place += 1
                        state = np.int64(added[state, card])
                        does = later[state, up] if does == HIT else STAND
                    totals[done] = state & _TOTAL
                    live = live or (totals[done] <= BEST and not gave_up[done])
                    staked += stakes[done]
                    done += 1
                dealer = np.int64(added[added[0, up], hole])
                if live and not has_natural:
                    while drawing[dealer]:
                        if place == size:
                            place, begun = bring_discards(shoe, begun), 0
                        card, counter = draw(shoe, place, counter)
                        place += 1
                        dealer = np.int64(added[dealer, card])
                over = 0
                for hand in range(hands):
                    if totals[hand] > BEST:
                        net -= 2 * stakes[hand]
                        over += 1
                    elif has_natural:
                        net += natural[NATURAL_SPLIT if stakes[hand] == 1 else NATURAL_SPLIT_DOUBLED]
                    elif gave_up[hand]:
                        net -= 1
                    else:
                        net += (2 if strong[hand] else results[totals[hand], dealer & _TOTAL]) * stakes[hand]
                if has_natural and natural[ORIGINAL] != NEVER:
                    spared = totals[0] > BEST or (natural[ORIGINAL] == UNLESS_ANY_OVER and over > 0)
                    net -= 0 if spared else 2
            code = (staked - 1) * NET_CODES + EVEN + net
        if counting:
            for at in range(begun, place):
                running += values[shoe[at]]
        classes[round_] = code + CODES * bucket
        if place > size - cut:
            place = running = 0
            burned = -1
    keep(shoe, place, burned, memory)
    stream[0] = counter


@njit(cache=True, nogil=True)
def first_shoe(decks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """All cards of a shoe by rank."""
    shoe = np.empty(decks.sum(), dtype=np.uint8)
    place = 0
    for rank in range(RANKS):
        for _ in range(decks[rank]):
            shoe[place] = rank
            place += 1
    return shoe
