"""Kernels of blackjack: how a dealer ends, and what a hand is worth under every choice.

Chances are those of somebody who does not know the hole card, blackjacks of the dealer included: what those do to a
hand is in the price list, whether the dealer looks for them at once or not. So the next card is always like any
other unseen card, and no chance depends on what the dealer has seen.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.blackjack.hands import ACE, BINS, BUST, DOUBLED, FREE, NATURAL, OVER, RANKS, SINGLE, TEN, Held

STOOD, AFTER_DOUBLE, AFTER_FREE, DREW, DOUBLE, VALUE = range(6)
"""What is worked out for a hand: standing, by how the wager stands; drawing, doubling, and the choice made.

A hand that was doubled stands or, where that is open and better, is rescued.
"""
WORTHS = 6
NONE, SURE = -1, -2
GIVES_UP, STANDS, DRAWS, DOUBLES = range(4)
LANES = 128
"""Collections that are worked out side by side, so that the processor can do them at once."""


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
def left_of(held: Held, at: int, rank: int) -> int:
    """How many cards of a rank are neither in hand ``at`` nor on the hands that were split off."""
    left: int = held.shoe[rank] - held.counts[at, rank] - (held.others if rank == held.pair else 0)
    return left


@njit(cache=True, nogil=True)
def hole_of(held: Held, up: int) -> int:
    """The rank that makes a blackjack of the up card, ``NONE`` where none does, ``SURE`` where it lies open."""
    if held.seen[up].sum() > 1:
        return SURE if held.seen[up, ACE] == 1 and held.seen[up, TEN] == 1 else NONE
    return TEN if held.seen[up, ACE] else ACE if held.seen[up, TEN] else NONE


@njit(cache=True, nogil=True)
def natural_after(held: Held, at: int, rank: int, hole: int, unseen: int) -> float:
    """The chance that the hole card makes a blackjack when hand ``at`` has drawn a card of a rank."""
    if hole < 0:
        return 0.0 if hole == NONE else 1.0
    return (left_of(held, at, hole) - (rank == hole)) / max(unseen - 1, 1)


@njit(cache=True, nogil=True)
def play_hands(
    held: Held,
    prices: NDArray[np.float64],
    surrendered: NDArray[np.float64],
    rescued: NDArray[np.float64],
    decide: bool,
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    rescues: NDArray[np.bool_],
    up: int,
    worth: NDArray[np.float64],
) -> None:
    """What every hand is worth against what lies open of the dealer's, worked out from the highest totals downwards.

    ``prices[level, class, bin]``, ``surrendered[bin]`` and ``rescued[bin]`` are what a hand comes to. With ``decide``
    the best choice is made and written into ``hits``, ``doubles``, ``surrenders`` and ``rescues``; without it these
    are followed.
    """
    all_unseen, hole = held.shoe.sum() - held.others - held.seen[up].sum(), hole_of(held, up)
    free = held.levels.max() == FREE
    for at in range(len(held.sizes) - 1, -1, -1):
        if held.rows[at] < 0:
            continue
        unseen = all_unseen - held.sizes[at]
        class_, row = held.classes[at], held.rows[at]
        stood, after_double, after_free, given_up = 0.0, 0.0, 0.0, 0.0
        for bin_ in range(BINS):
            chance = held.chances[row, up, bin_]
            stood += chance * prices[SINGLE, class_, bin_]
            after_double += chance * prices[DOUBLED, class_, bin_]
            given_up += chance * surrendered[bin_]
        if free:
            for bin_ in range(BINS):
                after_free += held.chances[row, up, bin_] * prices[FREE, class_, bin_]
        if held.may_rescue[at]:
            saved = 0.0
            for bin_ in range(BINS):
                saved += held.chances[row, up, bin_] * rescued[bin_]
            if decide:
                rescues[at, up] = saved > after_double
            if rescues[at, up]:
                after_double = saved
        drew, doubled, level = 0.0, 0.0, held.levels[at]
        for rank in range(RANKS):
            left = left_of(held, at, rank) - held.seen[up, rank]
            if left <= 0:
                continue
            chance = left / unseen
            then = held.after[at, rank]
            if then < 0:
                natural = natural_after(held, at, rank, hole, unseen)
                drew += chance * ((1 - natural) * prices[SINGLE, OVER, BUST] + natural * prices[SINGLE, OVER, NATURAL])
                doubled += chance * ((1 - natural) * prices[level, OVER, BUST] + natural * prices[level, OVER, NATURAL])
            else:
                drew += chance * worth[then, VALUE]
                doubled += chance * worth[then, level]
        if decide:
            hits[at, up] = held.may_hit[at] and drew > stood
            least = drew if hits[at, up] else stood
            doubles[at, up] = doubled > least
            if held.may_double[at]:
                least = max(least, doubled)
            surrenders[at, up] = given_up > least
        value = drew if held.may_hit[at] and hits[at, up] else stood
        if held.may_double[at] and doubles[at, up]:
            value = doubled
        if held.may_surrender[at] and surrenders[at, up]:
            value = given_up
        worth[at, STOOD] = stood
        worth[at, AFTER_DOUBLE] = after_double
        worth[at, AFTER_FREE] = after_free
        worth[at, DREW] = drew
        worth[at, DOUBLE] = doubled
        worth[at, VALUE] = value


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


@njit(cache=True, nogil=True)
def reach_hands(
    held: Held,
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
    all_unseen, hole = held.shoe.sum() - held.others - held.seen[up].sum(), hole_of(held, up)
    for at in range(len(held.sizes)):
        if reached[at] <= 0.0 or held.rows[at] < 0:
            continue
        dealer = held.chances[held.rows[at], up]
        drawing = drawing_at(held, hits, doubles, surrenders, up, at)
        doubled = drawing == DOUBLES
        if drawing == GIVES_UP:
            for bin_ in range(BINS):
                given_up[bin_] += reached[at] * dealer[bin_]
            continue
        if drawing == STANDS:
            for bin_ in range(BINS):
                ended[SINGLE, held.classes[at], bin_] += reached[at] * dealer[bin_]
            continue
        unseen = all_unseen - held.sizes[at]
        level = held.levels[at] if doubled else SINGLE
        for rank in range(RANKS):
            left = left_of(held, at, rank) - held.seen[up, rank]
            if left <= 0:
                continue
            chance = reached[at] * left / unseen
            then = held.after[at, rank]
            if then < 0:
                natural = natural_after(held, at, rank, hole, unseen)
                # The dealer's chances without the last card: which card it was hardly matters where a hand is lost.
                scale = (1 - natural) / max(1 - dealer[NATURAL], 1e-300)
                for bin_ in range(BINS):
                    likely = natural if bin_ == NATURAL else dealer[bin_] * scale
                    ended[level, OVER, bin_] += chance * likely
            elif doubled:
                rescue = level == DOUBLED and held.may_rescue[then] and rescues[then, up]
                for bin_ in range(BINS):
                    likely = chance * held.chances[held.rows[then], up, bin_]
                    if rescue:
                        saved[bin_] += likely
                    else:
                        ended[level, held.classes[then], bin_] += likely
            else:
                reached[then] += chance


@njit(cache=True, nogil=True)
def add_products(
    ones: NDArray[np.float64],
    others: NDArray[np.float64],
    where: NDArray[np.int64],
    found: NDArray[np.float64],
) -> None:
    """Add the product of every row of one list with every row of another to the row that ``where`` names."""
    at = 0
    for i in range(len(ones)):
        for j in range(len(others)):
            row = where[at]
            at += 1
            for bin_ in range(BINS):
                found[row, bin_] += ones[i, bin_] * others[j, bin_]


@njit(cache=True, nogil=True)
def neither_over(
    held: Held,
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    up: int,
    hole: int,
    first: int,
) -> float:
    """The chance that neither of two hands of a split goes over, both of them hand ``first`` to begin with.

    A card of rank ``hole`` lies under the dealer's. For everything that one hand can end with, the other is worked out
    from its highest totals downwards.
    """
    many = len(held.sizes)
    begun = np.zeros(many)
    begun[first] = 1.0
    ended = np.zeros(many)
    drawings = np.zeros(many, dtype=np.int64)
    reached = np.zeros(many, dtype=np.int64)
    size = 0
    unseen = held.shoe.sum() - held.seen[up].sum() - 1
    for at in range(first, many):
        if begun[at] <= 0.0 and ended[at] <= 0.0:
            continue
        reached[size] = at
        size += 1
        drawing = drawing_at(held, hits, doubles, surrenders, up, at)
        drawings[at] = drawing
        if drawing < DRAWS:
            ended[at] += begun[at]
            continue
        for rank in range(RANKS):
            left = left_of(held, at, rank) - held.seen[up, rank] - (rank == hole)
            then = held.after[at, rank]
            if left > 0 and then >= 0:
                chance = begun[at] * left / (unseen - held.sizes[at] - held.others)
                if drawing == DRAWS:
                    begun[then] += chance
                else:
                    ended[then] += chance
    found = 0.0
    stays = np.zeros(many)
    left = np.zeros(RANKS)
    for one in reached[:size]:
        if ended[one] <= 0.0:
            continue
        for rank in range(RANKS):
            left[rank] = held.shoe[rank] - held.counts[one, rank] - held.seen[up, rank] - (rank == hole)
        for number in range(size - 1, -1, -1):
            at = reached[number]
            stays[at] = 0.0
            if drawings[at] < DRAWS:
                stays[at] = 1.0
                continue
            all_left = unseen - held.sizes[one] - held.sizes[at]
            for rank in range(RANKS):
                then = held.after[at, rank]
                more = left[rank] - held.counts[at, rank]
                if more > 0 and then >= 0:
                    stays[at] += more / all_left * (stays[then] if drawings[at] == DRAWS else 1.0)
        found += ended[one] * stays[first]
    return found
