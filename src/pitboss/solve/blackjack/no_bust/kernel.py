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
NOISE = 1e-13
"""Choices that differ by less are alike: a card is drawn only where that is worth more."""
LANES = 64
"""Collections that are worked out side by side, so that the processor can do them at once."""


class Held(NamedTuple):
    """The hands as they are played, and what is out of the shoe beside them.

    ``asked`` are the hands that are asked for, in their order, ``rows[h]`` is the row of ``chances[more]`` for hand h,
    -1 for all others, where ``more`` cards of rank ``pair`` are out beside the one that was split off; of hands for
    which there are no cards then, nothing in it means anything. ``classes`` are what hands are priced by, ``joined``
    the same once a joker comes to them. The last three say what may be done with a hand.
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
    may_hit: NDArray[np.bool_]
    may_double: NDArray[np.bool_]
    may_surrender: NDArray[np.bool_]

    def others(self, more: int) -> int:
        """How many cards are out of the shoe beside those of a hand."""
        return more + 1 if self.pair >= 0 else 0


@njit(cache=True, nogil=True, error_model="numpy")
def dealer_chances(
    taken: NDArray[np.int64],
    lowest_over: NDArray[np.int64],
    may_save: NDArray[np.bool_],
    shoe: NDArray[np.int64],
    closer: bool,
    nodes: NDArray[np.int64],
    ways: NDArray[np.float64],
    nths: NDArray[np.int64],
    begins: NDArray[np.int64],
    drawn: NDArray[np.int64],
    found: NDArray[np.float64],
) -> None:
    """Fill ``found[i]`` when the cards of row i are out of the shoe, what lies open being out of it already.

    The ranks from ``lowest_over[i]`` on take the hand of row i over; ``may_save[i]`` are those with which it may then
    be saved, where ``closer`` if it counts less than the player-dealer's hand: the lowest of them is over by one.

    Which cards save a hand is asked once for all hands of the player-dealer's that are over by as much: ``saving`` is
    how likely they are, ``gone`` the same times how many cards of a rank they hold. Every loop over lanes is short and
    plain, so that it is compiled to vectors.
    """
    groups = int(nodes[:, 3].max()) + 1
    longest = int(nodes[:, 0].max()) + 1
    paths = np.ones((longest, LANES))
    left = np.empty((int(nths[RANKS]), LANES))
    have, unseen = np.empty(LANES), np.empty(LANES)
    share = np.empty((longest + 1, LANES))
    ended = np.empty((FOUND, LANES))
    likely = np.empty(LANES)
    saving, gone = np.empty((groups, LANES)), np.empty((groups, RANKS, LANES))
    jokers = shoe[JOKER] > 0
    saves = bool((ways[nodes[:, 2] == OVER_BIN] > 0.0).any())
    for begin in range(0, len(taken), LANES):
        unseen[:] = 0.0
        for rank in range(RANKS):
            for lane in range(LANES):
                have[lane] = shoe[rank] - taken[min(begin + lane, len(taken) - 1), rank]
            for lane in range(LANES):
                unseen[lane] += have[lane]
            for row in range(nths[rank], nths[rank + 1]):
                gone_before = float(row - nths[rank])
                for lane in range(LANES):
                    left[row, lane] = max(have[lane] - gone_before, 0.0)
        share[0] = 1.0
        for many in range(1, longest + 1):
            for lane in range(LANES):
                share[many, lane] = share[many - 1, lane] / max(unseen[lane] - many + 1, 1.0)
        ended[:] = 0.0
        saving[:] = 0.0
        gone[:] = 0.0
        for node in range(len(nodes)):
            length, last, bin_, beyond, orders = (
                nodes[node, 0],
                nodes[node, 1],
                nodes[node, 2],
                nodes[node, 3],
                ways[node],
            )
            if node > 0:
                for lane in range(LANES):
                    paths[length, lane] = paths[length - 1, lane] * left[last, lane]
            if orders <= 0.0:
                continue
            for lane in range(LANES):
                likely[lane] = orders * paths[length, lane] * share[length + 1, lane]
            if bin_ == OVER_BIN:
                for lane in range(LANES):
                    saving[beyond, lane] += likely[lane]
                for kind in range(begins[node], begins[node + 1]):
                    rank, cards = drawn[kind, 0], float(drawn[kind, 1])
                    for lane in range(LANES):
                        gone[beyond, rank, lane] += cards * likely[lane]
                continue
            for lane in range(LANES):
                ended[bin_, lane] += orders * paths[length, lane] * share[length, lane]
            if jokers:
                joker = nths[JOKER] + nodes[node, 4]
                for lane in range(LANES):
                    ended[WITH_JOKER + bin_, lane] += likely[lane] * left[joker, lane]
            if bin_ >= NATURAL:
                for lane in range(LANES):
                    at = min(begin + lane, len(taken) - 1)
                    over = 0.0
                    for rank in range(lowest_over[at], JOKER):
                        over += left[nths[rank], lane]
                    for kind in range(begins[node], begins[node + 1]):
                        if lowest_over[at] <= drawn[kind, 0] < JOKER:
                            over -= min(float(drawn[kind, 1]), left[nths[drawn[kind, 0]], lane])
                    ended[SPECIALS + bin_ - NATURAL, lane] += likely[lane] * over
        for lane in range(LANES):
            ended[OVER_BIN, lane] = 1.0
            ended[WITH_JOKER + OVER_BIN, lane] = left[nths[JOKER], lane] / unseen[lane]
        for bin_ in range(BINS):
            if bin_ != OVER_BIN:
                for lane in range(LANES):
                    ended[OVER_BIN, lane] -= ended[bin_, lane]
                for lane in range(LANES):
                    ended[WITH_JOKER + OVER_BIN, lane] -= ended[WITH_JOKER + bin_, lane]
        for lane in range(min(LANES, len(taken) - begin)):
            at = begin + lane
            if saves:
                for rank in range(lowest_over[at], JOKER):
                    if may_save[at, rank]:
                        for beyond in range(rank - lowest_over[at] + 1 if closer else 0, groups):
                            saved = left[nths[rank], lane] * saving[beyond, lane] - gone[beyond, rank, lane]
                            ended[SAVED, lane] += saved
            for each in range(FOUND):
                found[at, each] = ended[each, lane]


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
def others_of(held: Held, more: int) -> int:
    return more + 1 if held.pair >= 0 else 0


@njit(cache=True, nogil=True)
def left_of(held: Held, more: int, at: int, rank: int) -> int:
    left: int = held.left[rank] - held.counts[at, rank] - (more + 1 if rank == held.pair else 0)
    return left


@njit(cache=True, nogil=True, error_model="numpy")
def play_hands(
    held: Held,
    more: int,
    prices: NDArray[np.float64],
    over: NDArray[np.float64],
    surrendered: NDArray[np.float64],
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    worth: NDArray[np.float64],
) -> None:
    """What every hand is worth, worked out from the highest totals downwards.

    The best choice is made and written down.
    """
    unseen_at_first = held.left.sum() - others_of(held, more)
    for at in held.asked[::-1]:
        row, class_ = held.chances[more, held.rows[at]], held.classes[at]
        stood, after_double, given_up = 0.0, 0.0, 0.0
        for bin_ in range(BINS):
            stood += row[bin_] * prices[0, class_, bin_]
            after_double += row[bin_] * prices[1, class_, bin_]
            given_up += row[bin_] * surrendered[bin_]
        unseen = unseen_at_first - held.sizes[at]
        drew = _drawn(held, more, at, row, unseen, 0, prices, over, worth[:, VALUE])
        doubled = _drawn(held, more, at, row, unseen, 1, prices, over, worth[:, AFTER_DOUBLE])
        hits[at] = held.may_hit[at] and drew > stood + NOISE
        value = drew if hits[at] else stood
        doubles[at] = doubled > value + NOISE
        if held.may_double[at] and doubles[at]:
            value = doubled
        surrenders[at] = given_up > value + NOISE
        if held.may_surrender[at] and surrenders[at]:
            value = given_up
        worth[at, STOOD] = stood
        worth[at, AFTER_DOUBLE] = after_double
        worth[at, DREW] = drew
        worth[at, DOUBLE] = doubled
        worth[at, VALUE] = value


@njit(cache=True, nogil=True, error_model="numpy")
def _drawn(
    held: Held,
    more: int,
    at: int,
    row: NDArray[np.float64],
    unseen: int,
    level: int,
    prices: NDArray[np.float64],
    over: NDArray[np.float64],
    worth: NDArray[np.float64],
) -> float:
    """What a hand is worth to which a card is drawn, by what those are ``worth`` that come of it."""
    found: float = 0.0
    goes_over, joined = 0.0, held.joined[at]
    for rank in range(JOKER):
        left = left_of(held, more, at, rank)
        if left <= 0:
            continue
        then = held.after[at, rank]
        if then < 0:
            goes_over += left
        else:
            found += left * worth[then]
    found /= unseen
    for bin_ in range(BINS):
        found += row[WITH_JOKER + bin_] * prices[level, joined, bin_]
    lost = goes_over / unseen - row[SAVED]
    for special in range(SPECIALS, FOUND):
        lost -= row[special]
        found += row[special] * over[level, 2 + special - SPECIALS]
    found += lost * over[level, LOST_OVER] + row[SAVED] * over[level, SAVED_OVER]
    return found


@njit(cache=True, nogil=True, error_model="numpy")
def follow_hands(
    held: Held,
    more: int,
    prices: NDArray[np.float64],
    over: NDArray[np.float64],
    surrendered: NDArray[np.float64],
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    worth: NDArray[np.float64],
    after_double: NDArray[np.float64],
) -> None:
    """What every hand is worth under the choices given; to a single card another is drawn."""
    unseen_at_first = held.left.sum() - others_of(held, more)
    for at in held.asked[::-1]:
        row, class_, dealt = held.chances[more, held.rows[at]], held.classes[at], held.sizes[at] >= 2
        unseen = unseen_at_first - held.sizes[at]
        found, doubled = 0.0, 0.0
        for bin_ in range(BINS):
            doubled += row[bin_] * prices[1, class_, bin_]
        after_double[at] = doubled
        if dealt and held.may_surrender[at] and surrenders[at]:
            for bin_ in range(BINS):
                found += row[bin_] * surrendered[bin_]
        elif dealt and held.may_double[at] and doubles[at]:
            found = _drawn(held, more, at, row, unseen, 1, prices, over, after_double)
        elif not dealt or (held.may_hit[at] and hits[at]):
            found = _drawn(held, more, at, row, unseen, 0, prices, over, worth)
        else:
            for bin_ in range(BINS):
                found += row[bin_] * prices[0, class_, bin_]
        worth[at] = found


@njit(cache=True, nogil=True)
def follow_halves(
    held: Held,
    prices: NDArray[np.float64],
    over: NDArray[np.float64],
    surrendered: NDArray[np.float64],
    hits: NDArray[np.bool_],
    doubles: NDArray[np.bool_],
    surrenders: NDArray[np.bool_],
    alone: int,
    paired: int,
    found: NDArray[np.float64],
) -> None:
    """``found[0, more]``: one hand of a split under the choices given; ``found[1, more]``: if its second card pairs."""
    worth, after_double = np.empty(len(held.sizes)), np.empty(len(held.sizes))
    for more in range(found.shape[1]):
        follow_hands(held, more, prices, over, surrendered, hits, doubles, surrenders, worth, after_double)
        found[0, more], found[1, more] = worth[alone], worth[paired]


@njit(cache=True, nogil=True)
def reach_hands(
    held: Held,
    more: int,
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
    unseen_at_first = held.left.sum() - others_of(held, more)
    for at in range(len(held.sizes)):
        passed[at] += reached[at]
        if reached[at] <= 0.0 or held.rows[at] < 0 or stops[at]:
            continue
        row = held.chances[more, held.rows[at]]
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
            left = left_of(held, more, at, rank)
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
                        ended[1, held.classes[then], bin_] += chance * held.chances[more, held.rows[then], bin_]
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
