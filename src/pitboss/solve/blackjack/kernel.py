"""Kernels of blackjack: how a dealer ends, and what a hand is worth under every choice.

Chances are those of somebody who does not know the hole card, blackjacks of the dealer included: what those do to a
hand is in the price list, whether the dealer looks for them at once or not. So the next card is always like any
other unseen card, and no chance depends on what the dealer has seen.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.blackjack.hands import (
    ACE,
    BINS,
    BUST,
    DOUBLED,
    FREE,
    LEVELS,
    NATURAL,
    OVER,
    RANKS,
    SINGLE,
    TEN,
    Held,
)

STOOD, AFTER_DOUBLE, AFTER_FREE, DREW, DOUBLE, VALUE = range(6)
"""What is worked out for a hand: standing, by how the wager stands; drawing, doubling, and the choice made.

A hand that was doubled stands or, where that is open and better, is rescued.
"""
WORTHS = 6
NONE, SURE = -1, -2
NOISE = 1e-13
"""Choices that differ by less are alike: a card is drawn only where that is worth more."""
GIVES_UP, STANDS, DRAWS, DOUBLES = range(4)
LANES, SIDE_BY_SIDE = 128, 64
"""Collections, and hands, that are worked out side by side, so that the processor can do them at once."""


@njit(cache=True, nogil=True, error_model="numpy")
def dealer_chances(
    taken: NDArray[np.int64],
    shoe: NDArray[np.int64],
    first: int,
    last: int,
    nodes: NDArray[np.int64],
    ways: NDArray[np.float64],
    begins: NDArray[np.int64],
    nths: NDArray[np.int64],
    seen: NDArray[np.int64],
    found: NDArray[np.float64],
) -> None:
    """``found[i, s - first]``: chances of the dealer's bins from start s when the cards of row i are out.

    A node of the tree comes after its parent, which is the last before it that is one card shorter: so only the path
    to a node is kept. Every loop over lanes is short and plain, so that it is compiled to vectors.
    """
    longest = int(nodes[:, 0].max()) + 1
    paths = np.ones((longest, LANES))
    share = np.ones((longest, LANES))
    have = np.empty((RANKS, LANES))
    left = np.empty((int(nths[RANKS]), LANES))
    unseen = np.empty(LANES)
    ended = np.empty((BINS, LANES))
    for begin in range(0, len(taken), LANES):
        for lane in range(LANES):
            at = min(begin + lane, len(taken) - 1)
            for rank in range(RANKS):
                have[rank, lane] = shoe[rank] - taken[at, rank]
        for up in range(first, last):
            unseen[:] = 0.0
            for rank in range(RANKS):
                for row in range(nths[rank], nths[rank + 1]):
                    gone = float(seen[up, rank] + row - nths[rank])
                    for lane in range(LANES):
                        left[row, lane] = max(have[rank, lane] - gone, 0.0)
                gone = float(seen[up, rank])
                for lane in range(LANES):
                    unseen[lane] += have[rank, lane] - gone
            for length in range(1, longest):
                for lane in range(LANES):
                    share[length, lane] = 1.0 / max(unseen[lane] - length + 1.0, 1.0)
            ended[:] = 0.0
            ended[nodes[begins[up], 2]] = ways[begins[up]]
            for node in range(begins[up] + 1, begins[up + 1]):
                length, row, bin_, orders = nodes[node, 0], nodes[node, 1], nodes[node, 2], ways[node]
                if orders > 0.0:
                    for lane in range(LANES):
                        path = paths[length - 1, lane] * left[row, lane] * share[length, lane]
                        paths[length, lane] = path
                        ended[bin_, lane] += orders * path
                else:
                    for lane in range(LANES):
                        paths[length, lane] = paths[length - 1, lane] * left[row, lane] * share[length, lane]
            for lane in range(min(LANES, len(taken) - begin)):
                stood = 0.0
                for bin_ in range(BINS):
                    found[begin + lane, up - first, bin_] = ended[bin_, lane]
                    stood += ended[bin_, lane]
                found[begin + lane, up - first, BUST] = 1.0 - stood


@njit(cache=True, nogil=True)
def left_beside(held: Held, more: int, up: int) -> NDArray[np.int64]:
    """The cards that are neither open before the dealer nor on the hands that were split off."""
    left: NDArray[np.int64] = held.shoe - held.seen[up]
    if held.pair >= 0:
        left[held.pair] -= more + 1
    return left


@njit(cache=True, nogil=True)
def hole_of(held: Held, up: int) -> int:
    """The rank that makes a blackjack of the up card, ``NONE`` where none does, ``SURE`` where it lies open."""
    if held.seen[up].sum() > 1:
        return SURE if held.seen[up, ACE] == 1 and held.seen[up, TEN] == 1 else NONE
    return TEN if held.seen[up, ACE] else ACE if held.seen[up, TEN] else NONE


@njit(cache=True, nogil=True, error_model="numpy")
def goes_over(cards: int, holes: int, hole: int, hole_left: int, unseen: int) -> tuple[float, float]:
    """How likely it is that one of so many cards comes, without and with a blackjack of the dealer's.

    ``holes`` of them are of the rank that makes it, of which there are ``hole_left`` in all.
    """
    over, natural = cards / unseen, 0.0
    if hole == SURE:
        natural = over
    elif hole != NONE:
        natural = (cards * hole_left - holes) / (unseen * max(unseen - 1, 1))
    return over - natural, natural


@njit(nogil=True, inline="always")
def next_card(
    after: NDArray[np.int64],
    counts: NDArray[np.int64],
    left: NDArray[np.int64],
    at: int,
    hole: int,
    unseen: int,
    worth: NDArray[np.float64],
    one: int,
    two: int,
) -> tuple[float, float, float, float]:
    """What a card makes of hand ``at``: the mean of two columns of ``worth`` over hands that are not over, then how
    likely it is over, without and with a blackjack of the dealer's.

    Written out where it is called: to hand over the arrays for every hand would cost more than what is done here.
    """
    first, second, cards, holes = 0.0, 0.0, 0, 0
    for rank in range(RANKS):
        more = left[rank] - counts[at, rank]
        if more <= 0:
            continue
        then = after[at, rank]
        if then < 0:
            cards += more
            if rank == hole:
                holes = more
        else:
            first += more * worth[one, then]
            second += more * worth[two, then]
    plain, natural = goes_over(cards, holes, hole, left[hole] - counts[at, hole], unseen)
    return first / unseen, second / unseen, plain, natural


@njit(cache=True, nogil=True, error_model="numpy")
def play_hands(
    held: Held,
    prices: NDArray[np.float64],
    surrendered: NDArray[np.float64],
    rescued: NDArray[np.float64],
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    rescues: NDArray[np.bool_],
    up: int,
    worth: NDArray[np.float64],
) -> None:
    """What every hand is worth against what lies open of the dealer's, worked out from the highest totals downwards.

    ``prices[level, class, bin]``, ``surrendered[bin]`` and ``rescued[bin]`` are what a hand comes to. The best choice
    is made and written into ``hits``, ``doubles``, ``surrenders`` and ``rescues``; ``worth`` is by column.
    """
    left, hole = left_beside(held, 0, up), hole_of(held, up)
    all_unseen, after, counts = left.sum(), held.after, held.counts
    free = held.levels.max() == FREE
    for at in range(len(held.sizes) - 1, -1, -1):
        row = held.rows[0, at]
        if row < 0:
            continue
        unseen = all_unseen - held.sizes[at]
        class_, level = held.classes[at], held.levels[at]
        stood, after_double, after_free, given_up = 0.0, 0.0, 0.0, 0.0
        for bin_ in range(BINS):
            stood += held.chances[row, up, bin_] * prices[SINGLE, class_, bin_]
            after_double += held.chances[row, up, bin_] * prices[DOUBLED, class_, bin_]
            given_up += held.chances[row, up, bin_] * surrendered[bin_]
        if free:
            for bin_ in range(BINS):
                after_free += held.chances[row, up, bin_] * prices[FREE, class_, bin_]
        if held.may_rescue[at]:
            saved = 0.0
            for bin_ in range(BINS):
                saved += held.chances[row, up, bin_] * rescued[bin_]
            rescues[at, up] = saved > after_double + NOISE
            if rescues[at, up]:
                after_double = saved
        drew, doubled, plain, natural = next_card(after, counts, left, at, hole, unseen, worth, VALUE, level)
        drew += plain * prices[SINGLE, OVER, BUST] + natural * prices[SINGLE, OVER, NATURAL]
        doubled += plain * prices[level, OVER, BUST] + natural * prices[level, OVER, NATURAL]
        hits[at, up] = held.may_hit[at] and drew > stood + NOISE
        value = drew if hits[at, up] else stood
        doubles[at, up] = doubled > value + NOISE
        if held.may_double[at] and doubles[at, up]:
            value = doubled
        surrenders[at, up] = given_up > value + NOISE
        if held.may_surrender[at] and surrenders[at, up]:
            value = given_up
        worth[STOOD, at] = stood
        worth[AFTER_DOUBLE, at] = after_double
        worth[AFTER_FREE, at] = after_free
        worth[DREW, at] = drew
        worth[DOUBLE, at] = doubled
        worth[VALUE, at] = value


@njit(cache=True, nogil=True, error_model="numpy")
def follow_hands(
    held: Held,
    more: int,
    prices: NDArray[np.float64],
    surrendered: NDArray[np.float64],
    rescued: NDArray[np.float64],
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    rescues: NDArray[np.bool_],
    up: int,
    worth: NDArray[np.float64],
) -> None:
    """``worth[SINGLE, h]``: what hand h is worth under the choices given; to a single card another is drawn.

    ``worth[level, h]``: what it is worth once it was doubled.
    """
    left, hole = left_beside(held, more, up), hole_of(held, up)
    all_unseen, after, counts = left.sum(), held.after, held.counts
    levels = held.levels.max() + 1
    for at in range(len(held.sizes) - 1, -1, -1):
        row = held.rows[more, at]
        if row < 0:
            continue
        class_, drawing = held.classes[at], DRAWS
        for level in range(DOUBLED, levels):
            found = 0.0
            for bin_ in range(BINS):
                found += held.chances[row, up, bin_] * prices[level, class_, bin_]
            worth[level, at] = found
        if held.may_rescue[at] and rescues[at, up]:
            found = 0.0
            for bin_ in range(BINS):
                found += held.chances[row, up, bin_] * rescued[bin_]
            worth[DOUBLED, at] = found
        if held.sizes[at] >= 2:
            if held.may_surrender[at] and surrenders[at, up]:
                drawing = GIVES_UP
            elif held.may_double[at] and doubles[at, up]:
                drawing = DOUBLES
            elif not (held.may_hit[at] and hits[at, up]):
                drawing = STANDS
        found = 0.0
        if drawing >= DRAWS:
            level = held.levels[at] if drawing == DOUBLES else SINGLE
            unseen = all_unseen - held.sizes[at]
            found, _, plain, natural = next_card(after, counts, left, at, hole, unseen, worth, level, level)
            found += plain * prices[level, OVER, BUST] + natural * prices[level, OVER, NATURAL]
        elif drawing == GIVES_UP:
            for bin_ in range(BINS):
                found += held.chances[row, up, bin_] * surrendered[bin_]
        else:
            for bin_ in range(BINS):
                found += held.chances[row, up, bin_] * prices[SINGLE, class_, bin_]
        worth[SINGLE, at] = found


@njit(cache=True, nogil=True)
def follow_halves(
    held: Held,
    prices: NDArray[np.float64],
    surrendered: NDArray[np.float64],
    rescued: NDArray[np.float64],
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    rescues: NDArray[np.bool_],
    up: int,
    alone: int,
    paired: int,
    found: NDArray[np.float64],
) -> None:
    """``found[0, more]``: one hand of a split under the choices given; ``found[1, more]``: if its second card pairs."""
    worth = np.empty((LEVELS, len(held.sizes)))
    for more in range(found.shape[1]):
        follow_hands(held, more, prices, surrendered, rescued, hits, doubles, surrenders, rescues, up, worth)
        found[0, more], found[1, more] = worth[SINGLE, alone], worth[SINGLE, paired]


@njit(cache=True, nogil=True)
def drawing_at(
    held: Held, hits: NDArray[np.bool_], doubles: NDArray[np.bool_], surrenders: NDArray[np.bool_], up: int, at: int
) -> int:
    """What a strategy does with a hand: gives it up, stands, draws, or doubles."""
    if held.may_surrender[at] and surrenders[at, up]:
        return GIVES_UP
    if held.may_double[at] and doubles[at, up]:
        return DOUBLES
    return DRAWS if held.may_hit[at] and (hits[at, up] or held.sizes[at] < 2) else STANDS


@njit(cache=True, nogil=True, error_model="numpy")
def reach_hands(
    held: Held,
    more: int,
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    rescues: NDArray[np.bool_],
    up: int,
    reached: NDArray[np.float64],
    ended: NDArray[np.float64],
    given_up: NDArray[np.float64],
    saved: NDArray[np.float64],
) -> None:
    """How often each hand is come to under a strategy, and how it ends.

    ``reached`` begins with the chances of the hands that are dealt, and is carried on from there.
    ``ended[level, class, bin]``, ``given_up[bin]`` and ``saved[bin]`` (rescued) are the chances of how hands come out.
    """
    left, hole = left_beside(held, more, up), hole_of(held, up)
    all_unseen, after, counts = left.sum(), held.after, held.counts
    for at in range(len(held.sizes)):
        row = held.rows[more, at]
        if reached[at] <= 0.0 or row < 0:
            continue
        drawing = drawing_at(held, hits, doubles, surrenders, up, at)
        doubled = drawing == DOUBLES
        if drawing == GIVES_UP:
            for bin_ in range(BINS):
                given_up[bin_] += reached[at] * held.chances[row, up, bin_]
            continue
        if drawing == STANDS:
            for bin_ in range(BINS):
                ended[SINGLE, held.classes[at], bin_] += reached[at] * held.chances[row, up, bin_]
            continue
        unseen = all_unseen - held.sizes[at]
        level = held.levels[at] if doubled else SINGLE
        over, holes = 0, 0
        for rank in range(RANKS):
            cards, then = left[rank] - counts[at, rank], after[at, rank]
            if cards <= 0:
                continue
            if then < 0:
                over += cards
                if rank == hole:
                    holes = cards
                continue
            chance = reached[at] * cards / unseen
            if not doubled:
                reached[then] += chance
            elif level == DOUBLED and held.may_rescue[then] and rescues[then, up]:
                for bin_ in range(BINS):
                    saved[bin_] += chance * held.chances[held.rows[more, then], up, bin_]
            else:
                for bin_ in range(BINS):
                    likely = chance * held.chances[held.rows[more, then], up, bin_]
                    ended[level, held.classes[then], bin_] += likely
        # The dealer's chances without the last card: which card it was hardly matters where a hand is lost.
        plain, natural = goes_over(over, holes, hole, left[hole] - counts[at, hole], unseen)
        scale = reached[at] * plain / max(1 - held.chances[row, up, NATURAL], 1e-300)
        for bin_ in range(NATURAL):
            ended[level, OVER, bin_] += scale * held.chances[row, up, bin_]
        for bin_ in range(NATURAL + 1, BINS):
            ended[level, OVER, bin_] += scale * held.chances[row, up, bin_]
        ended[level, OVER, NATURAL] += reached[at] * natural


@njit(cache=True, nogil=True)
def add_units(
    held: Held,
    prices: NDArray[np.float64],
    surrendered: NDArray[np.float64],
    rescued: NDArray[np.float64],
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    rescues: NDArray[np.bool_],
    up: int,
    begin: int,
    counted: NDArray[np.bool_],
    found: NDArray[np.float64],
) -> None:
    """Write what a hand of a split comes to as a sum: its wager is lost whatever comes, unless it comes to some cards.

    ``counted`` are the hands that count in it, with what each adds against every ending of the dealer's, times the
    orders in which it is come to from ``begin``.
    """
    orders = np.zeros(len(held.sizes))
    orders[begin] = 1.0
    counted[begin] = True
    for bin_ in range(BINS):
        found[begin, bin_] += prices[SINGLE, OVER, bin_]
    for at in range(begin, len(held.sizes)):
        ways = orders[at]
        if ways <= 0.0:
            continue
        drawing = drawing_at(held, hits, doubles, surrenders, up, at) if held.sizes[at] >= 2 else DRAWS
        level = held.levels[at]
        if drawing != DRAWS:
            counted[at] = True
            for bin_ in range(BINS):
                come = prices[SINGLE, held.classes[at], bin_]
                if drawing == GIVES_UP:
                    come = surrendered[bin_]
                elif drawing == DOUBLES:
                    come = prices[level, OVER, bin_]
                found[at, bin_] += ways * (come - prices[SINGLE, OVER, bin_])
        if drawing < DRAWS:
            continue
        for rank in range(RANKS):
            then = held.after[at, rank]
            if then < 0:
                continue
            if drawing == DRAWS:
                orders[then] += ways
                continue
            counted[then] = True
            rescue = level == DOUBLED and held.may_rescue[then] and rescues[then, up]
            for bin_ in range(BINS):
                come = rescued[bin_] if rescue else prices[level, held.classes[then], bin_]
                found[then, bin_] += ways * (come - prices[level, OVER, bin_])


@njit(cache=True, nogil=True)
def add_products(
    ones: NDArray[np.float64],
    others: NDArray[np.float64],
    where: NDArray[np.int64],
    found: NDArray[np.float64],
) -> None:
    """Add the product of every row of one list with every row of another to the row that ``where`` names."""
    for i in range(len(ones)):
        for j in range(len(others)):
            row = where[i, j]
            for bin_ in range(BINS):
                found[row, bin_] += ones[i, bin_] * others[j, bin_]


@njit(cache=True, nogil=True, error_model="numpy")
def neither_over(
    held: Held,
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    up: int,
    hole: int,
    more: int,
    first: int,
    second: int,
) -> tuple[float, float]:
    """The chance that a hand of a split does not go over, and that neither it nor another one does.

    The two begin as hands ``first`` and ``second``, ``more`` cards of their rank are on others, and a card of rank
    ``hole`` lies under the dealer's. For everything that the one can end with, the other is worked out from its highest
    totals downwards.
    """
    many = len(held.sizes)
    left = held.shoe - held.seen[up]
    left[hole] -= 1
    left[held.pair] -= more
    begun, ended = np.zeros(many), np.zeros(many)
    begun[first] = 1.0
    unseen = left.sum() - held.sizes[second]
    for at in range(first, many):
        if begun[at] <= 0.0:
            continue
        drawing = drawing_at(held, hits, doubles, surrenders, up, at) if held.sizes[at] >= 2 else DRAWS
        if drawing < DRAWS:
            ended[at] += begun[at]
            continue
        for rank in range(RANKS):
            cards, then = left[rank] - held.counts[second, rank] - held.counts[at, rank], held.after[at, rank]
            if cards > 0 and then >= 0:
                chance = begun[at] * cards / (unseen - held.sizes[at])
                if drawing == DRAWS:
                    begun[then] += chance
                else:
                    ended[then] += chance
    come, drawings, size = np.empty(many, dtype=np.int64), np.zeros(many, dtype=np.int64), 0
    on = np.zeros(many, dtype=np.bool_)
    on[second] = True
    for at in range(second, many):
        if not on[at]:
            continue
        drawings[at] = drawing_at(held, hits, doubles, surrenders, up, at) if held.sizes[at] >= 2 else DRAWS
        if drawings[at] < DRAWS:
            continue
        come[size] = at
        size += 1
        for rank in range(RANKS):
            then = held.after[at, rank]
            if then >= 0 and drawings[at] == DRAWS:
                on[then] = True
    ends = np.flatnonzero(ended)
    both = 0.0
    stays = np.ones((many, SIDE_BY_SIDE))
    rest, all_left, found = np.empty((RANKS, SIDE_BY_SIDE)), np.empty(SIDE_BY_SIDE), np.empty(SIDE_BY_SIDE)
    for begin in range(0, len(ends), SIDE_BY_SIDE):
        all_left[:] = 0.0
        for rank in range(RANKS):
            for lane in range(SIDE_BY_SIDE):
                one = ends[min(begin + lane, len(ends) - 1)]
                rest[rank, lane] = left[rank] - held.counts[one, rank]
                all_left[lane] += rest[rank, lane]
        for number in range(size - 1, -1, -1):
            at = come[number]
            found[:] = 0.0
            for rank in range(RANKS):
                then, gone = held.after[at, rank], float(held.counts[at, rank])
                if then < 0:
                    continue
                if drawings[at] == DRAWS:
                    for lane in range(SIDE_BY_SIDE):
                        found[lane] += max(rest[rank, lane] - gone, 0.0) * stays[then, lane]
                else:
                    for lane in range(SIDE_BY_SIDE):
                        found[lane] += max(rest[rank, lane] - gone, 0.0)
            gone = float(held.sizes[at])
            for lane in range(SIDE_BY_SIDE):
                stays[at, lane] = found[lane] / (all_left[lane] - gone)
        for lane in range(min(SIDE_BY_SIDE, len(ends) - begin)):
            both += ended[ends[begin + lane]] * stays[second, lane]
    return ended.sum(), both
