"""The two passes over all boards of hold'em with three chances to bet: before the flop, after it, after the river.

The result of a five-card board does not depend on which three of its cards were the flop. So the 134,459 boards that
differ under renaming of suits are ranked once each, and what a holding is worth on a board is handed to all ten flops
the board contains. Suits are renamed so that the flop is the canonical one; where that leaves a choice, the sum over
the flop's own symmetries is taken at the end. All sums are integers.

What a holding makes of a board depends on its two ranks and, where a flush can be, on which of its cards are of that
suit. So a board has 91 or 351 pairs of classes of cards to rank and to compare, and not 1,081 holdings. A flop is
handed what the classes are worth, and what its holdings with a card of the turn or the river have too much by that.

Imports Numba: import this module only where it is used.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.holdem_chart_kernel import BEST_VALUE, BET_VALUE, BETS, PASS_VALUE, SITUATIONS
from pitboss.solve.holdem_kernel import (
    CLASSES,
    PAIR_BITS,
    PAIR_MASK,
    PAIRS,
    RANK_PAIRS,
    RANKS,
    cards_left,
    classes_on,
    compare_pairs,
    find_suits,
    flop_in,
    kinds_of,
    pair_numbers,
    pair_of,
    rank_pairs,
)
from pitboss.solve.holdem_tables import Numbers, Stakes
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_cards

PAID_BEATEN = 46
"""The row of the river's chart for hands that are paid even when they are beaten."""
BEFORE_FLOP, AFTER_FLOP, AFTER_RIVER, FOLD = range(4)
IN_ALL = RANK_PAIRS + 4 * PAIRS
"""The pairs of classes where no flush can be, and then those for a flush in each of the suits."""


@njit(cache=True, nogil=True)
def worth(counts: NDArray[np.signedinteger[Any]], category: int, stakes: Stakes) -> tuple[int, int]:
    """What a hand of this category gets from so many dealer hands of each case: the wagers down, and one unit more."""
    base = 0
    unit = 0
    for case in range(6):
        base += counts[case] * stakes.base[category, case]
        unit += counts[case] * stakes.play[category, case]
    return base, unit


@njit(cache=True, nogil=True)
def value_flops(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    number: Numbers,
    ranking: Ranking,
    stakes: Stakes,
    by_class: NDArray[np.int64],
    by_flop: NDArray[np.int64],
    by_kind: NDArray[np.int64],
) -> None:
    """Add up what the boards are worth to every holding.

    The value of betting after the flop, and of checking to the river and then betting one or folding, whichever is
    better: ``by_class[flop]`` for all holdings of two classes of cards, as if none of their cards were turn or river,
    and ``by_flop[flop, holding]`` what is to be taken off again for that. ``by_kind``, for the 169 kinds of starting
    hands: the result of the wagers already down, and of one unit more, for betting before the flop.
    """
    class_of = np.empty(52, dtype=np.uint64)
    held = np.empty(CLASSES, dtype=np.int64)
    order = np.empty(PAIRS, dtype=np.int32)
    counts = np.empty((PAIRS, 6), dtype=np.int16)
    value = np.empty((PAIRS, 2), dtype=np.int64)
    suits_left = np.empty(RANKS, dtype=np.int64)
    pair_number, members = pair_numbers()
    left = np.empty(47, dtype=np.uint64)
    moved = np.empty(52, dtype=np.uint64)
    renamed = np.empty(4, dtype=np.int64)
    for at in range(len(boards)):
        board, weight = boards[at], weights[at]
        cards_left(board, left)
        suit = classes_on(board, class_of, held)
        pairs = RANK_PAIRS if suit < 0 else PAIRS
        found = rank_pairs(board, suit, held, ranking, order)
        compare_pairs(order[:found], held, members, stakes.lowest_qualifying, counts)
        value[:] = 0
        find_suits(left, suits_left)
        for place in range(found):
            pair = order[place] & PAIR_MASK
            base, unit = worth(counts[pair], stakes.category[order[place] >> PAIR_BITS], stakes)
            suited, many, others, more = kinds_of(members[pair, 0], members[pair, 1], suit, held, suits_left)
            by_kind[suited, 0] += many * weight * base
            by_kind[suited, 1] += many * weight * unit
            by_kind[others, 0] += more * weight * base
            by_kind[others, 1] += more * weight * unit
            value[pair, 0] = weight * (base + stakes.after_flop * unit)
            value[pair, 1] = weight * max(base + unit, 990 * stakes.fold)
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    flop = flop_in(board, x, y, z, renamed, number.flop)
                    first = 0 if suit < 0 else RANK_PAIRS + PAIRS * renamed[suit]
                    sums = by_class[flop, first : first + pairs]
                    for pair in range(pairs):
                        sums[pair, 0] += value[pair, 0]
                        sums[pair, 1] += value[pair, 1]
                    for card in range(52):
                        moved[card] = (card & ~3) | renamed[card & 3]
                    turn, river = later_cards(board, x, y, z)
                    own = by_flop[flop]
                    for one in (turn, river):
                        row, numbers = pair_number[class_of[one]], number.holding[moved[one]]
                        for other in left:
                            pair, h = row[class_of[other]], numbers[moved[other]]
                            own[h, 0] -= value[pair, 0]
                            own[h, 1] -= value[pair, 1]
                    pair, h = pair_number[class_of[turn], class_of[river]], number.holding[moved[turn], moved[river]]
                    own[h, 0] -= value[pair, 0]
                    own[h, 1] -= value[pair, 1]


@njit(cache=True, nogil=True)
def later_cards(board: NDArray[np.int8], x: int, y: int, z: int) -> tuple[int, int]:
    """The two cards of a board that are not the flop."""
    first = -1
    for at in range(5):
        if at not in (x, y, z):
            if first < 0:
                first = board[at]
            else:
                return int(first), int(board[at])
    return -1, -1


@njit(cache=True, nogil=True)
def pairs_of_holding(one: int, two: int, pairs: NDArray[np.int64]) -> None:
    """Where a holding stands among the pairs of classes: without a flush, and with one in each of the suits."""
    high, low = one >> 2, two >> 2
    pairs[0] = pair_of(high, low)
    for suit in range(4):
        first = high + (13 if one & 3 == suit else 0)
        second = low + (13 if two & 3 == suit else 0)
        pairs[1 + suit] = RANK_PAIRS + PAIRS * suit + pair_of(first, second)


@njit(cache=True, nogil=True)
def over_classes(
    flops: NDArray[np.int8], number: Numbers, by_class: NDArray[np.int64], by_flop: NDArray[np.int64]
) -> None:
    """Give every holding what its classes have, beside what was taken off; with a card of the flop there is none."""
    pairs = np.empty(5, dtype=np.int64)
    for one in range(52):
        for two in range(one + 1, 52):
            h = number.holding[one, two]
            pairs_of_holding(one, two, pairs)
            for flop in range(len(flops)):
                if one in flops[flop] or two in flops[flop]:
                    by_flop[flop, h] = 0
                    continue
                for pair in pairs:
                    by_flop[flop, h, 0] += by_class[flop, pair, 0]
                    by_flop[flop, h, 1] += by_class[flop, pair, 1]


@njit(cache=True, nogil=True)
def bets_by_class(
    flops: NDArray[np.int8], number: Numbers, before_flop: NDArray[np.int8], after_flop: NDArray[np.int8]
) -> NDArray[np.int16]:
    """How many holdings of any two classes bet on each flop; those that cannot are struck from ``after_flop``."""
    found = np.zeros((len(flops), IN_ALL), dtype=np.int16)
    pairs = np.empty(5, dtype=np.int64)
    for one in range(52):
        for two in range(one + 1, 52):
            h = number.holding[one, two]
            pairs_of_holding(one, two, pairs)
            for flop in range(len(flops)):
                if before_flop[h] >= 0 or one in flops[flop] or two in flops[flop]:
                    after_flop[flop, h] = 0
                elif after_flop[flop, h]:
                    for pair in pairs:
                        found[flop, pair] += 1
    return found


@njit(cache=True, nogil=True)
def count_outcomes(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    number: Numbers,
    ranking: Ranking,
    stakes: Stakes,
    opens: NDArray[np.int64],
    after_flop: NDArray[np.int8],
    bets: NDArray[np.int16],
    six: Ranking,
    outcome: NDArray[np.int64],
    river: NDArray[np.int64],
) -> None:
    """Count every deal under the chosen decisions into ``outcome[decision, category, case]``.

    Each deal is counted ten times, once for every three of its five board cards that can be the flop. ``river`` are the
    situations of the last decision by the number of unseen cards that each alone, with the board, would make the dealer
    a higher hand, and in a row of their own those of hands that are paid even when they are beaten; ``six`` ranks six
    cards. ``opens`` is 1 for the kinds of starting hands that bet before the flop; ``after_flop`` and ``bets`` are as
    ``bets_by_class`` leaves and gives them.
    """
    class_of = np.empty(52, dtype=np.uint64)
    held = np.empty(CLASSES, dtype=np.int64)
    order = np.empty(PAIRS, dtype=np.int32)
    counts = np.empty((PAIRS, 6), dtype=np.int16)
    pair_number, members = pair_numbers()
    left = np.empty(47, dtype=np.uint64)
    moved = np.empty(52, dtype=np.uint64)
    renamed = np.empty(4, dtype=np.int64)
    with_one = np.empty(47, dtype=np.int16)
    suits_left = np.empty(RANKS, dtype=np.int64)
    raised = np.empty(PAIRS, dtype=np.int64)
    for at in range(len(boards)):
        board, weight = boards[at], weights[at]
        cards_left(board, left)
        suit = classes_on(board, class_of, held)
        pairs = RANK_PAIRS if suit < 0 else PAIRS
        found = rank_pairs(board, suit, held, ranking, order)
        compare_pairs(order[:found], held, members, stakes.lowest_qualifying, counts)
        rank_with_one(board, left, six, with_one)
        find_suits(left, suits_left)
        raised[:] = 0
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    flop = flop_in(board, x, y, z, renamed, number.flop)
                    first = 0 if suit < 0 else RANK_PAIRS + PAIRS * renamed[suit]
                    all_bets = bets[flop, first : first + pairs]
                    for pair in range(pairs):
                        raised[pair] += all_bets[pair]
                    for card in range(52):
                        moved[card] = (card & ~3) | renamed[card & 3]
                    turn, last = later_cards(board, x, y, z)
                    own = after_flop[flop]
                    for one in (turn, last):
                        row, numbers = pair_number[class_of[one]], number.holding[moved[one]]
                        for other in left:
                            raised[row[class_of[other]]] -= own[numbers[moved[other]]]
                    pair = pair_number[class_of[turn], class_of[last]]
                    raised[pair] -= own[number.holding[moved[turn], moved[last]]]
        for place in range(found):
            pair, rank = order[place] & PAIR_MASK, order[place] >> PAIR_BITS
            c = stakes.category[rank]
            suited, many, others, more = kinds_of(members[pair, 0], members[pair, 1], suit, held, suits_left)
            early = many * opens[suited] + more * opens[others]
            times = (10 * (many + more - early) - raised[pair]) * weight
            for case in range(6):
                outcome[BEFORE_FLOP, c, case] += 10 * weight * early * counts[pair, case]
                outcome[AFTER_FLOP, c, case] += weight * raised[pair] * counts[pair, case]
            if not times:
                continue
            base, unit = worth(counts[pair], c, stakes)
            bet, fold = base + unit, 990 * stakes.fold
            late = AFTER_RIVER if bet >= fold else FOLD
            for case in range(6):
                outcome[late, c, case] += times * counts[pair, case]
            row = river[PAID_BEATEN if c >= stakes.paid_beaten else 47 - np.searchsorted(with_one, rank, side="right")]
            row[SITUATIONS] += times
            row[BETS] += times * int(bet >= fold)
            row[BET_VALUE] += times * bet
            row[BEST_VALUE] += times * max(bet, fold)
            row[PASS_VALUE] += times * fold


@njit(cache=True, nogil=True)
def rank_with_one(board: NDArray[np.int8], left: NDArray[np.uint64], six: Ranking, with_one: NDArray[np.int16]) -> None:
    """What each of the 47 cards left makes with the board alone, in rising order."""
    cards = np.empty(6, dtype=np.int64)
    cards[1:] = board
    suited = np.zeros(4, dtype=np.int64)
    for card in board:
        suited[card & 3] += 1
    flush = suited.max() >= 4
    for at in range(47):
        # Cards of one rank, which lie side by side, make the same hand where none of them can make a flush.
        if at > 0 and left[at] >> 2 == left[at - 1] >> 2 and not flush:
            with_one[at] = with_one[at - 1]
        else:
            cards[0] = left[at]
            with_one[at] = rank_cards(cards, six)
    with_one.sort()


@njit(cache=True)
def over_symmetries(
    flops: NDArray[np.int8], holding_number: NDArray[np.uint16], total: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Complete the sums over all renamings of suits that leave a set of cards as it is; each board counts 24-fold."""
    whole = np.zeros_like(total)
    masks = np.zeros(4, dtype=np.int64)
    suit = np.empty(4, dtype=np.int64)
    for at in range(len(flops)):
        masks[:] = 0
        for card in flops[at]:
            masks[card & 3] |= 1 << (card >> 2)
        for a in range(4):
            for b in range(4):
                for c in range(4):
                    if a in (b, c) or b == c:
                        continue
                    suit[0], suit[1], suit[2], suit[3] = a, b, c, 6 - a - b - c
                    same = True
                    for s in range(4):
                        if masks[s] != masks[suit[s]]:
                            same = False
                    if not same:
                        continue
                    for one in range(52):
                        for two in range(one + 1, 52):
                            h = holding_number[one, two]
                            m = holding_number[(one & ~3) | suit[one & 3], (two & ~3) | suit[two & 3]]
                            for part in range(total.shape[2]):
                                whole[at, h, part] += total[at, m, part]
    return whole
