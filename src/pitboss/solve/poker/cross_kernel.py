"""Criss-Cross Poker: every cross after two cards, decided backwards. Imports Numba: import only where it is used.

A hand is two cards with two outer ones and the middle card. By outer pair and middle card it has a class; what the bets
win hangs on the sums of these over the middle cards that are left. Both sums of one hand over all cards are known
beforehand, so only the better of two hands is summed card by card.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_five

LEFT = 50
PADDED = 64
COLUMNS = 48 * 47 // 2
MIDDLES = 46
SIZES = 2
"""A bet is the least or the most that it may be: what is between is never better than both."""


@njit(cache=True, nogil=True)
def class_table(
    own: NDArray[np.int8], class_of: NDArray[np.int8], ranking: Ranking
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """The cards that are left, and the class of the hand with each three of them."""
    left = np.zeros(LEFT, dtype=np.int64)
    size = 0
    for card in range(52):
        if card != own[0] and card != own[1]:
            left[size] = card
            size += 1
    table = np.zeros((LEFT, LEFT, PADDED), dtype=np.int8)
    hand = np.zeros(5, dtype=np.int64)
    hand[0], hand[1] = own[0], own[1]
    for a in range(LEFT):
        for b in range(a + 1, LEFT):
            for c in range(b + 1, LEFT):
                hand[2], hand[3], hand[4] = left[a], left[b], left[c]
                found = class_of[rank_five(hand, ranking)]
                table[a, b, c] = table[a, c, b] = table[b, a, c] = found
                table[b, c, a] = table[c, a, b] = table[c, b, a] = found
    return left, table


@njit(cache=True, nogil=True)
def row_classes(own: NDArray[np.int8], left: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each two outer cards, how many pairs they stand for under renaming of the suits that keeps one's own cards.

    0 for those that another pair stands for.
    """
    weights = np.zeros((LEFT, LEFT), dtype=np.int64)
    place = np.full(52, -1, dtype=np.int64)
    for at in range(LEFT):
        place[left[at]] = at
    renaming = np.zeros(4, dtype=np.int64)
    for number in range(256):
        for suit in range(4):
            renaming[suit] = (number >> (2 * suit)) & 3
        if not _keeps(renaming, own):
            continue
        for a in range(LEFT):
            for b in range(a + 1, LEFT):
                first = place[(left[a] & ~3) | renaming[left[a] & 3]]
                second = place[(left[b] & ~3) | renaming[left[b] & 3]]
                low, high = min(first, second), max(first, second)
                if low * LEFT + high < a * LEFT + b:
                    weights[a, b] = -1
    for number in range(256):
        for suit in range(4):
            renaming[suit] = (number >> (2 * suit)) & 3
        if not _keeps(renaming, own):
            continue
        for a in range(LEFT):
            for b in range(a + 1, LEFT):
                if weights[a, b] >= 0:
                    weights[a, b] += 1
    return _orbit_sizes(weights, left, place, own)


@njit(cache=True, nogil=True)
def _keeps(renaming: NDArray[np.int64], own: NDArray[np.int8]) -> bool:
    """True for a renaming of the suits that leaves one's own two cards what they are together."""
    used = 0
    for suit in renaming:
        used |= 1 << suit
    if used != 15:
        return False
    first = (own[0] & ~3) | renaming[own[0] & 3]
    second = (own[1] & ~3) | renaming[own[1] & 3]
    return bool((first == own[0] and second == own[1]) or (first == own[1] and second == own[0]))


@njit(cache=True, nogil=True)
def _orbit_sizes(
    weights: NDArray[np.int64], left: NDArray[np.int64], place: NDArray[np.int64], own: NDArray[np.int8]
) -> NDArray[np.int64]:
    """For each pair that stands for its like: all renamings that keep one's cards, by those that keep the pair too."""
    renaming = np.zeros(4, dtype=np.int64)
    for a in range(LEFT):
        for b in range(LEFT):
            if weights[a, b] <= 0:
                weights[a, b] = 0
                continue
            keep = 0
            for number in range(256):
                for suit in range(4):
                    renaming[suit] = (number >> (2 * suit)) & 3
                if not _keeps(renaming, own):
                    continue
                first = place[(left[a] & ~3) | renaming[left[a] & 3]]
                second = place[(left[b] & ~3) | renaming[left[b] & 3]]
                if min(first, second) == a and max(first, second) == b:
                    keep += 1
            weights[a, b] //= keep
    return weights


@njit(cache=True, nogil=True)
def play_cross(
    own: NDArray[np.int8],
    bet_nets: NDArray[np.int64],
    ante_nets: NDArray[np.int64],
    sizes: NDArray[np.int64],
    class_of: NDArray[np.int8],
    ranking: Ranking,
    kinds: NDArray[np.int8],
    insides: NDArray[np.int8],
    points: NDArray[np.int64],
    counts: NDArray[np.int64],
    folds: NDArray[np.int64],
    on_down: NDArray[np.int64],
    on_middle: NDArray[np.int64],
) -> tuple[int, int]:
    """The best Across Bet with these two cards (0 folds, else one more than its place in ``sizes``) and its worth.

    ``counts[across, down, middle, class across, class down]`` counts the crosses that are played to the end by the
    places of the bets; ``folds`` those that are folded: at once, then at the Down Bet by Across, at the Middle Bet by
    Across and Down. ``on_down[row]`` has for each outer pair of the row how many it stands for, and what it is then
    worth to fold and to make each Down Bet; ``on_middle[kind, points, insides]`` how many situations there are, in how
    many betting is best, what folding and each Middle Bet are worth to all of them, and what the best is: by the better
    of the ``kinds`` of both outer pairs, the ``points`` of all six cards, and the straights that one rank fills. Where
    to fold and to stay in are worth the same, the hand stays in with the least.
    """
    left, table = class_table(own, class_of, ranking)
    weights = row_classes(own, left)
    value = np.zeros((LEFT, LEFT, PADDED), dtype=np.int16)
    ante = np.zeros((LEFT, LEFT, PADDED), dtype=np.int16)
    bet_sum = np.zeros((LEFT, LEFT), dtype=np.int64)
    ante_sum = np.zeros((LEFT, LEFT), dtype=np.int64)
    lowest = bet_nets.min()
    for a in range(LEFT):
        for b in range(LEFT):
            for c in range(LEFT):
                if a == b or c in (a, b):
                    value[a, b, c] = lowest  # so that the other hand's counts there, and can be taken off again
                    continue
                value[a, b, c] = bet_nets[table[a, b, c]]
                ante[a, b, c] = ante_nets[table[a, b, c]]
                bet_sum[a, b] += bet_nets[table[a, b, c]]
                ante_sum[a, b] += ante_nets[table[a, b, c]]
    unit = -lowest
    across_worth = np.zeros(SIZES, dtype=np.int64)
    choice = np.zeros((LEFT, LEFT, SIZES), dtype=np.int8)
    worth = np.zeros((SIZES, SIZES), dtype=np.int64)
    down_worth = np.zeros((LEFT, LEFT, SIZES, SIZES), dtype=np.int64)
    for x in range(LEFT):
        for y in range(x + 1, LEFT):
            if weights[x, y] == 0:
                continue
            worth[:] = 0
            for u in range(LEFT):
                if u in (x, y):
                    continue
                for v in range(u + 1, LEFT):
                    if v in (x, y):
                        continue
                    row, down, antes, better = _sums(value, ante, bet_sum, ante_sum, x, y, u, v)
                    middle = max(sizes[0] * better, sizes[1] * better)
                    for a in range(SIZES):
                        for d in range(SIZES):
                            stay = antes + sizes[a] * row + sizes[d] * down + middle
                            worth[a, d] += max(stay, -MIDDLES * unit * (2 + sizes[a] + sizes[d]))
            down_worth[x, y] = worth
            for a in range(SIZES):
                best, bet = -COLUMNS * MIDDLES * unit * (2 + sizes[a]), 0
                for d in range(SIZES):
                    if worth[a, d] > best or (worth[a, d] == best and bet == 0):
                        best, bet = worth[a, d], d + 1
                choice[x, y, a] = bet
                across_worth[a] += weights[x, y] * best
    best, bet = -(LEFT * (LEFT - 1) // 2) * COLUMNS * MIDDLES * unit * 2, 0
    for a in range(SIZES):
        if across_worth[a] > best or (across_worth[a] == best and bet == 0):
            best, bet = across_worth[a], a + 1
    if bet == 0:
        folds[0] += LEFT * (LEFT - 1) // 2 * COLUMNS * MIDDLES
        return bet, best
    a = bet - 1
    _count(
        a,
        weights,
        choice,
        table,
        value,
        ante,
        bet_sum,
        ante_sum,
        sizes,
        unit,
        kinds,
        insides,
        points,
        counts,
        folds,
        on_middle,
    )
    for x in range(LEFT):
        for y in range(x + 1, LEFT):
            on_down[x, y, 0] = weights[x, y]
            on_down[x, y, 1] = -COLUMNS * MIDDLES * unit * (2 + sizes[a])
            on_down[x, y, 2:] = down_worth[x, y, a]
    return bet, best


@njit(cache=True, nogil=True)
def _sums(
    value: NDArray[np.int16],
    ante: NDArray[np.int16],
    bet_sum: NDArray[np.int64],
    ante_sum: NDArray[np.int64],
    x: int,
    y: int,
    u: int,
    v: int,
) -> tuple[int, int, int, int]:
    """Over the middle cards that are left: what a unit wins across and down, both Antes, and the better hand."""
    row = bet_sum[x, y] - value[x, y, u] - value[x, y, v]
    down = bet_sum[u, v] - value[u, v, x] - value[u, v, y]
    antes = ante_sum[x, y] - ante[x, y, u] - ante[x, y, v] + ante_sum[u, v] - ante[u, v, x] - ante[u, v, y]
    first, second = value[x, y], value[u, v]
    better = np.int64(0)
    for c in range(LEFT):
        better += max(first[c], second[c])
    better -= np.int64(first[u]) + first[v] + second[x] + second[y]
    return row, down, antes, better


@njit(cache=True, nogil=True)
def _count(
    a: int,
    weights: NDArray[np.int64],
    choice: NDArray[np.int8],
    table: NDArray[np.int8],
    value: NDArray[np.int16],
    ante: NDArray[np.int16],
    bet_sum: NDArray[np.int64],
    ante_sum: NDArray[np.int64],
    sizes: NDArray[np.int64],
    unit: int,
    kinds: NDArray[np.int8],
    insides: NDArray[np.int8],
    points: NDArray[np.int64],
    counts: NDArray[np.int64],
    folds: NDArray[np.int64],
    on_middle: NDArray[np.int64],
) -> None:
    """All crosses by their classes once the bets are decided."""
    for x in range(LEFT):
        for y in range(x + 1, LEFT):
            weight = weights[x, y]
            if weight == 0:
                continue
            if choice[x, y, a] == 0:
                folds[1 + a] += weight * COLUMNS * MIDDLES
                continue
            d = choice[x, y, a] - 1
            for u in range(LEFT):
                if u in (x, y):
                    continue
                for v in range(u + 1, LEFT):
                    if v in (x, y):
                        continue
                    row, down, antes, better = _sums(value, ante, bet_sum, ante_sum, x, y, u, v)
                    m = 1 if sizes[1] * better > sizes[0] * better else 0
                    fold = -MIDDLES * unit * (2 + sizes[a] + sizes[d])
                    least = antes + sizes[a] * row + sizes[d] * down + sizes[0] * better
                    most = antes + sizes[a] * row + sizes[d] * down + sizes[1] * better
                    stays = max(least, most) >= fold
                    held = points[LEFT] + points[x] + points[y] + points[u] + points[v]
                    told = on_middle[min(kinds[x, y], kinds[u, v]), held, insides[x, y] + insides[u, v]]
                    told[0] += weight
                    told[1] += weight * stays
                    told[2] += weight * fold
                    told[3] += weight * least
                    told[4] += weight * most
                    told[5] += weight * max(fold, least, most)
                    if not stays:
                        folds[1 + SIZES + SIZES * a + d] += weight * MIDDLES
                        continue
                    found = counts[a, d, m]
                    for c in range(LEFT):
                        if c != x and c != y and c != u and c != v:
                            found[table[x, y, c], table[u, v, c]] += weight
