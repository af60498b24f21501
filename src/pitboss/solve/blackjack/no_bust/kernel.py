"""Kernels of no-bust blackjack: how a player-dealer ends, and what a hand is worth under every choice.

A hand that goes over waits for the player-dealer's, so what its last card was and how he ends are looked at together.
Whoever draws first, unseen cards are alike: the card that takes a hand over, or the joker that ends it, is counted as
if it came after his.

Imports Numba: import this module only where it is used.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.blackjack.no_bust.table import BINS, JOKER, NATURAL, OVER_BIN, RANKS

STOOD, AFTER_DOUBLE, DREW, DOUBLE, VALUE = range(5)
WORTHS = 5
WITH_JOKER, SAVED, SPECIALS, FOUND = BINS, 2 * BINS, 2 * BINS + 1, 2 * BINS + 4
"""Where things are in a row: the chances of the endings; of each with a joker for the next card; that the next card
takes the hand over and it is saved; and that it does so against the special endings."""
LOST_OVER, SAVED_OVER = 0, 1
_MOST_DRAWN = 32
LANES = 8


class Held(NamedTuple):
    """The hands as they are played, and what is out of the shoe beside them: ``others`` more cards of rank ``pair``.

    ``asked`` are the hands that are asked for, in their order, ``rows[h]`` is the row of ``chances`` for hand h, -1 for
    all others. ``classes`` are what hands are priced by, ``joined`` the same once a joker comes to them. The last three
    say what may be done with a hand.
    """

    counts: NDArray[np.int64]
    classes: NDArray[np.int64]
    joined: NDArray[np.int64]
    sizes: NDArray[np.int64]
    after: NDArray[np.int64]
    asked: NDArray[np.int64]
    rows: NDArray[np.int64]
    chances: NDArray[np.float64]
    left: NDArray[np.int64]
    pair: int
    others: int
    may_hit: NDArray[np.bool_]
    may_double: NDArray[np.bool_]
    may_surrender: NDArray[np.bool_]


@njit(cache=True, nogil=True, error_model="numpy")
def dealer_chances(
    taken: NDArray[np.int64],
    lowest_over: NDArray[np.int64],
    may_save: NDArray[np.bool_],
    shoe: NDArray[np.int64],
    closer: bool,
    most: int,
    parents: NDArray[np.int64],
    ranks: NDArray[np.int64],
    nths: NDArray[np.int64],
    ways: NDArray[np.float64],
    bins: NDArray[np.int64],
    lengths: NDArray[np.int64],
    saved: NDArray[np.float64],
    totals: NDArray[np.int64],
    drawn: NDArray[np.int64],
    found: NDArray[np.float64],
) -> None:
    """Fill ``found[i]`` when the cards of row i are out of the shoe, what lies open being out of it already.

    The ranks from ``lowest_over[i]`` on take the hand of row i over; ``may_save[i]`` are those with which it may then
    be saved, where ``closer`` if it counts less than the player-dealer's hand: the lowest of them makes ``most`` + 1.

    Which cards save a hand is asked once for all hands of the player-dealer's that are over by as much: ``saving`` is
    how likely they are, ``gone`` the same times how many cards of a rank they hold.
    """
    groups = max(totals.max() - most, 1) if closer else 1
    paths = np.zeros((len(parents), LANES))
    left = np.empty((RANKS, LANES))
    unseen = np.empty(LANES)
    share = np.empty((_MOST_DRAWN, LANES))
    ended = np.empty((FOUND, LANES))
    likely = np.empty(LANES)
    saving, gone = np.empty((groups, LANES)), np.empty((groups, RANKS, LANES))
    for begin in range(0, len(taken), LANES):
        for lane in range(LANES):
            at = min(begin + lane, len(taken) - 1)
            unseen[lane] = 0.0
            for rank in range(RANKS):
                left[rank, lane] = shoe[rank] - taken[at, rank]
                unseen[lane] += left[rank, lane]
            share[0, lane] = 1.0
            for many in range(1, _MOST_DRAWN):
                share[many, lane] = share[many - 1, lane] / max(unseen[lane] - many + 1, 1.0)
        ended[:] = 0.0
        saving[:] = 0.0
        gone[:] = 0.0
        paths[0] = 1.0
        for node in range(len(parents)):
            if node > 0:
                parent, rank, nth = parents[node], ranks[node], nths[node]
                for lane in range(LANES):
                    paths[node, lane] = paths[parent, lane] * max(left[rank, lane] - nth, 0.0)
            if ways[node] <= 0.0:
                continue
            bin_, length, orders, jokers = bins[node], lengths[node], ways[node], drawn[node, JOKER]
            if bin_ == OVER_BIN:
                beyond = totals[node] - most - 1 if closer else 0
                for lane in range(LANES):
                    likely[lane] = saved[node] * orders * paths[node, lane] * share[length + 1, lane]
                    saving[beyond, lane] += likely[lane]
                card = node
                while card > 0:
                    rank = ranks[card]
                    for lane in range(LANES):
                        gone[beyond, rank, lane] += likely[lane]
                    card = parents[card]
                continue
            for lane in range(LANES):
                ended[bin_, lane] += orders * paths[node, lane] * share[length, lane]
            if shoe[JOKER] > 0:
                for lane in range(LANES):
                    likely[lane] = orders * paths[node, lane] * share[length + 1, lane]
                    ended[WITH_JOKER + bin_, lane] += likely[lane] * max(left[JOKER, lane] - jokers, 0.0)
            if bin_ >= NATURAL:
                for lane in range(LANES):
                    at = min(begin + lane, len(taken) - 1)
                    over = 0.0
                    for rank in range(lowest_over[at], JOKER):
                        over += max(left[rank, lane] - drawn[node, rank], 0.0)
                    ended[SPECIALS + bin_ - NATURAL, lane] += (
                        orders * paths[node, lane] * share[length + 1, lane] * over
                    )
        for lane in range(min(LANES, len(taken) - begin)):
            at = begin + lane
            for rank in range(lowest_over[at], JOKER):
                if may_save[at, rank]:
                    for beyond in range(rank - lowest_over[at] + 1 if closer else 0, groups):
                        ended[SAVED, lane] += left[rank, lane] * saving[beyond, lane] - gone[beyond, rank, lane]
            row = found[at]
            row[:] = ended[:, lane]
            row[OVER_BIN] = 1.0 - row[:BINS].sum()
            row[WITH_JOKER + OVER_BIN] = left[JOKER, lane] / unseen[lane] - row[WITH_JOKER : WITH_JOKER + BINS].sum()


@njit(cache=True, nogil=True)
def come_to(
    after: NDArray[np.int64], sizes: NDArray[np.int64], goes_on: NDArray[np.bool_], first: int
) -> NDArray[np.bool_]:
    """Which hands are come to from one when cards are drawn to those that go on."""
    found = np.zeros(len(sizes), dtype=np.bool_)
    found[first] = True
    for at in range(first, len(sizes)):
        if found[at] and (goes_on[at] or sizes[at] < 2):
            for rank in range(JOKER):
                if after[at, rank] >= 0:
                    found[after[at, rank]] = True
    return found


@njit(cache=True, nogil=True)
def left_of(held: Held, at: int, rank: int) -> int:
    left: int = held.left[rank] - held.counts[at, rank] - (held.others if rank == held.pair else 0)
    return left


@njit(cache=True, nogil=True)
def play_hands(
    held: Held,
    prices: NDArray[np.float64],
    over: NDArray[np.float64],
    surrendered: NDArray[np.float64],
    decide: bool,
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    worth: NDArray[np.float64],
) -> None:
    """What every hand is worth, worked out from the highest totals downwards.

    With ``decide`` the best choice is made and written down; without it the choices given are followed.
    """
    unseen_at_first = held.left.sum() - held.others
    for at in held.asked[::-1]:
        unseen = unseen_at_first - held.sizes[at]
        row, class_, joined = held.chances[held.rows[at]], held.classes[at], held.joined[at]
        stood, after_double, given_up, drew, doubled = 0.0, 0.0, 0.0, 0.0, 0.0
        for bin_ in range(BINS):
            stood += row[bin_] * prices[0, class_, bin_]
            after_double += row[bin_] * prices[1, class_, bin_]
            given_up += row[bin_] * surrendered[bin_]
            drew += row[WITH_JOKER + bin_] * prices[0, joined, bin_]
            doubled += row[WITH_JOKER + bin_] * prices[1, joined, bin_]
        goes_over = 0.0
        for rank in range(JOKER):
            left = left_of(held, at, rank)
            if left <= 0:
                continue
            chance = left / unseen
            then = held.after[at, rank]
            if then < 0:
                goes_over += chance
            else:
                drew += chance * worth[then, VALUE]
                doubled += chance * worth[then, AFTER_DOUBLE]
        lost = goes_over - row[SAVED]
        for special in range(SPECIALS, FOUND):
            lost -= row[special]
            drew += row[special] * over[0, 2 + special - SPECIALS]
            doubled += row[special] * over[1, 2 + special - SPECIALS]
        drew += lost * over[0, LOST_OVER] + row[SAVED] * over[0, SAVED_OVER]
        doubled += lost * over[1, LOST_OVER] + row[SAVED] * over[1, SAVED_OVER]
        if decide:
            hits[at] = held.may_hit[at] and drew > stood
            least = drew if hits[at] else stood
            doubles[at] = doubled > least
            if held.may_double[at]:
                least = max(least, doubled)
            surrenders[at] = given_up > least
        value = drew if held.may_hit[at] and hits[at] else stood
        if held.may_double[at] and doubles[at]:
            value = doubled
        if held.may_surrender[at] and surrenders[at]:
            value = given_up
        worth[at, STOOD] = stood
        worth[at, AFTER_DOUBLE] = after_double
        worth[at, DREW] = drew
        worth[at, DOUBLE] = doubled
        worth[at, VALUE] = value


@njit(cache=True, nogil=True)
def reach_hands(
    held: Held,
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    stops: NDArray[np.bool_],
    reached: NDArray[np.float64],
    ended: NDArray[np.float64],
    overs: NDArray[np.float64],
    given_up: NDArray[np.float64],
    passed: NDArray[np.float64],
) -> None:
    """How often each hand is come to under a strategy, and how it ends.

    ``reached`` begins with the chances of the hands that are dealt, and is carried on from there, but not from hands
    that ``stops``. ``ended[level, class, bin]``, ``overs[level, lost or saved, bin]`` and ``given_up[bin]`` are how
    hands come out; ``passed`` is like ``reached``, hands that one card was doubled to included. How a player-dealer
    ends who does not save a hand that is over is taken as if its last card said nothing about it.
    """
    unseen_at_first = held.left.sum() - held.others
    for at in range(len(held.sizes)):
        passed[at] += reached[at]
        if reached[at] <= 0.0 or held.rows[at] < 0 or stops[at]:
            continue
        row = held.chances[held.rows[at]]
        if held.may_surrender[at] and surrenders[at]:
            for bin_ in range(BINS):
                given_up[bin_] += reached[at] * row[bin_]
            continue
        doubled = held.may_double[at] and doubles[at]
        if not doubled and not (held.may_hit[at] and (hits[at] or held.sizes[at] < 2)):
            for bin_ in range(BINS):
                ended[0, held.classes[at], bin_] += reached[at] * row[bin_]
            continue
        unseen = unseen_at_first - held.sizes[at]
        level = 1 if doubled else 0
        goes_over = 0.0
        for rank in range(JOKER):
            left = left_of(held, at, rank)
            if left <= 0:
                continue
            chance = reached[at] * left / unseen
            then = held.after[at, rank]
            if then < 0:
                goes_over += chance
            elif doubled:
                passed[then] += chance
                if held.rows[then] >= 0:
                    for bin_ in range(BINS):
                        ended[1, held.classes[then], bin_] += chance * held.chances[held.rows[then], bin_]
            else:
                reached[then] += chance
        for bin_ in range(BINS):
            ended[level, held.joined[at], bin_] += reached[at] * row[WITH_JOKER + bin_]
        lost = goes_over - reached[at] * row[SAVED]
        for special in range(SPECIALS, FOUND):
            lost -= reached[at] * row[special]
            overs[level, LOST_OVER, NATURAL + special - SPECIALS] += reached[at] * row[special]
        overs[level, SAVED_OVER, OVER_BIN] += reached[at] * row[SAVED]
        plain = row[:NATURAL].sum()
        for bin_ in range(NATURAL):
            overs[level, LOST_OVER, bin_] += lost * row[bin_] / max(plain, 1e-300)
