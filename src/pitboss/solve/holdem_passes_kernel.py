"""The two passes over all boards of hold'em with three chances to bet: before the flop, after it, after the river.

The result of a five-card board does not depend on which three of its cards were the flop. So the 134,459 boards that
differ under renaming of suits are ranked once each, and what a holding is worth on a board is handed to all ten flops
the board contains. Suits are renamed so that the flop is the canonical one; where that leaves a choice, the sum over
the flop's own symmetries is taken at the end. All sums are integers.

What a holding makes of a board depends on its two ranks and, where a flush can be, on which of its cards are of that
suit. So a board has 91 or 351 pairs of classes of cards to rank and to compare, and not 1,081 holdings; and boards that
differ only in suits in which there can be no flush are taken together, for all of that is the same on them. A flop is
handed what the classes are worth, and what its holdings with a card of the turn or the river have too much by that.

Imports Numba: import this module only where it is used.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.holdem_chart_kernel import BEST_VALUE, BET_VALUE, BETS, PASS_VALUE, SITUATIONS
from pitboss.solve.holdem_kernel import (
    CLASSES,
    MOST_ALIKE,
    PAIR_BITS,
    PAIR_MASK,
    PAIRS,
    RANK_PAIRS,
    RANKS,
    add_of_one_suit,
    alike_until,
    cards_left,
    classes_on,
    compare_pairs,
    flop_in,
    flush_on,
    kinds_of,
    pair_numbers,
    pair_of,
    rank_pairs,
)
from pitboss.solve.holdem_tables import FLOPS, Numbers, Stakes
from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_cards

PAID_BEATEN = 46
"""The row of the river's chart for hands that are paid even when they are beaten."""
BEFORE_FLOP, AFTER_FLOP, AFTER_RIVER, FOLD = range(4)
IN_ALL = RANK_PAIRS + 3 * PAIRS
"""The pairs of classes where no flush can be, and then those for a flush in each suit that a canonical flop has."""
SHARES = 5
"""Holdings of a card with another of some rank: what all of them have, and what one of each suit has besides."""


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
    by_card: NDArray[np.int64],
    by_kind: NDArray[np.int64],
) -> None:
    """Add up what the boards are worth to every holding.

    The value of betting after the flop, and of checking to the river and then betting one or folding, whichever is
    better: ``by_class[flop]`` for all holdings of two classes of cards, as if none of their cards were turn or river,
    and ``by_card[flop, card]`` what is to be taken off again where the card is. ``by_kind``, for the 169 kinds of
    starting hands: the result of the wagers already down, and of one unit more, for betting before the flop.
    """
    class_of = np.empty(52, dtype=np.uint64)
    held = np.empty(CLASSES, dtype=np.int64)
    order = np.empty(PAIRS, dtype=np.int32)
    counts = np.empty((PAIRS, 6), dtype=np.int16)
    value = np.empty((2, PAIRS), dtype=np.int64)
    rows = np.empty((CLASSES, 2, 2, RANKS), dtype=np.int64)
    of_one_suit = np.empty(RANK_PAIRS, dtype=np.int64)
    pair_number, members = pair_numbers()
    handed = no_flops()
    at = 0
    while at < len(boards):
        end = alike_until(boards, at)
        suit = classes_on(boards[at], class_of, held)
        pairs = RANK_PAIRS if suit < 0 else PAIRS
        found = rank_pairs(boards[at], suit, held, ranking, order)
        compare_pairs(order[:found], held, members, stakes.lowest_qualifying, counts)
        many = hand_to_flops(boards[at:end], weights[at:end], number.flop, handed, of_one_suit)
        weight = weights[at:end].sum()
        value[:] = 0
        for place in range(found):
            pair = order[place] & PAIR_MASK
            base, unit = worth(counts[pair], stakes.category[order[place] >> PAIR_BITS], stakes)
            suited, ways, others, more = kinds_of(members[pair, 0], members[pair, 1], held, weight, of_one_suit)
            by_kind[suited, 0] += ways * base
            by_kind[suited, 1] += ways * unit
            by_kind[others, 0] += more * base
            by_kind[others, 1] += more * unit
            value[0, pair] = base + stakes.after_flop * unit
            value[1, pair] = max(base + unit, 990 * stakes.fold)
        for card in boards[at]:
            one = class_of[card]
            for part in range(2):
                for rank in range(RANKS):
                    rows[one, 0, part, rank] = value[part, pair_number[one, rank]]
                    if suit >= 0:
                        in_flush = value[part, pair_number[one, RANKS + rank]]
                        rows[one, 1, part, rank] = in_flush - rows[one, 0, part, rank]
        for each in range(many):
            flop, flush, together = handed.flop[each], handed.flush[each], take_together(handed, each)
            if together:
                first = 0 if flush < 0 else RANK_PAIRS + PAIRS * flush
                sums = by_class[flop, :, first : first + pairs]
                for part in range(2):
                    for pair in range(pairs):
                        sums[part, pair] += together * value[part, pair]
            weight, turn, river = handed.weight[each], handed.turn[each], handed.river[each]
            for one in (turn, river):
                mine, row = by_card[flop, one], rows[class_in(one, flush)]
                add_row(mine[0], row[0], weight)
                if flush >= 0:
                    add_row(mine[1 + flush], row[1], weight)
            # The holding of turn and river is not to be taken off twice.
            pair = pair_number[class_in(turn, flush), class_in(river, flush)]
            for part in range(2):
                by_card[flop, turn, 1 + (river & 3), part, river >> 2] -= weight * value[part, pair]
        at = end


@njit(cache=True, nogil=True)
def add_row(sums: NDArray[np.int64], row: NDArray[np.int64], weight: int) -> None:
    for part in range(2):
        for rank in range(RANKS):
            sums[part, rank] += weight * row[part, rank]


class Handed(NamedTuple):
    """The flops that boards contain, under the renaming of suits that makes each canonical.

    The flop's number, the suit of a flush or -1, the two cards that come later, and how many boards it stands for; and
    ``together[flop, flush]`` those of all that have flop and flush in common; the last row is for no flush.
    """

    flop: NDArray[np.int64]
    flush: NDArray[np.int64]
    turn: NDArray[np.int64]
    river: NDArray[np.int64]
    weight: NDArray[np.int64]
    together: NDArray[np.int64]


@njit(cache=True, nogil=True)
def no_flops() -> Handed:
    """Room for the flops of the boards that are taken together."""
    most = 10 * MOST_ALIKE
    return Handed(
        np.empty(most, dtype=np.int64),
        np.empty(most, dtype=np.int64),
        np.empty(most, dtype=np.int64),
        np.empty(most, dtype=np.int64),
        np.empty(most, dtype=np.int64),
        np.zeros((FLOPS, 4), dtype=np.int64),
    )


@njit(cache=True, nogil=True)
def hand_to_flops(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    flop_number: NDArray[np.uint16],
    handed: Handed,
    of_one_suit: NDArray[np.int64],
) -> int:
    """The ten flops of each board, and how many there are; and the holdings of one suit that the boards leave."""
    renamed = np.empty(4, dtype=np.int64)
    of_one_suit[:] = 0
    many = 0
    for at in range(len(boards)):
        board = boards[at]
        suit, _ = flush_on(board)
        add_of_one_suit(board, suit, weights[at], of_one_suit)
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    handed.flop[many] = flop_in(board, x, y, z, renamed, flop_number)
                    handed.flush[many] = renamed[suit] if suit >= 0 else -1
                    turn, river = later_cards(board, x, y, z)
                    handed.turn[many] = (turn & ~3) | renamed[turn & 3]
                    handed.river[many] = (river & ~3) | renamed[river & 3]
                    handed.weight[many] = weights[at]
                    handed.together[handed.flop[many], handed.flush[many]] += weights[at]
                    many += 1
    return many


@njit(cache=True, nogil=True)
def take_together(handed: Handed, each: int) -> int:
    """How many boards stand for a flop and a flush, at the first place where they are; none at any other."""
    many = handed.together[handed.flop[each], handed.flush[each]]
    handed.together[handed.flop[each], handed.flush[each]] = 0
    return int(many)


@njit(cache=True, nogil=True)
def class_in(card: int, flush: int) -> int:
    """The class of a card where there can be a flush in this suit."""
    return (card >> 2) + (RANKS if card & 3 == flush else 0)


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
def pairs_of_holdings() -> NDArray[np.int64]:
    """Where each holding stands among the pairs of classes: without a flush, and with one in each of three suits."""
    pairs = np.empty((52, 52, 4), dtype=np.int64)
    for one in range(52):
        for two in range(52):
            pairs[one, two, 0] = pair_of(one >> 2, two >> 2)
            for suit in range(3):
                pair = pair_of(class_in(one, suit), class_in(two, suit))
                pairs[one, two, 1 + suit] = RANK_PAIRS + PAIRS * suit + pair
    return pairs


@njit(cache=True, nogil=True)
def over_classes(
    flops: NDArray[np.int8], number: Numbers, by_class: NDArray[np.int64], by_card: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What every holding has by its classes, less what is to be taken off; with a card of the flop there is none."""
    by_flop = np.zeros((len(flops), number.holding.max() + 1, 2), dtype=np.int64)
    pairs = pairs_of_holdings()
    for flop in range(len(flops)):
        for one in range(52):
            if one in flops[flop]:
                continue
            for two in range(one + 1, 52):
                if two in flops[flop]:
                    continue
                h = number.holding[one, two]
                for part in range(2):
                    total = 0
                    for pair in pairs[one, two]:
                        total += by_class[flop, part, pair]
                    for share in (0, 1 + (two & 3)):
                        total -= by_card[flop, one, share, part, two >> 2]
                    for share in (0, 1 + (one & 3)):
                        total -= by_card[flop, two, share, part, one >> 2]
                    by_flop[flop, h, part] = total
    return by_flop


class Bets(NamedTuple):
    """How many holdings bet on each flop: of two classes, and of a card with one of any rank, all and of each suit."""

    by_class: NDArray[np.int16]
    by_card: NDArray[np.int8]


@njit(cache=True, nogil=True)
def bets_by_class(
    flops: NDArray[np.int8], number: Numbers, before_flop: NDArray[np.int8], after_flop: NDArray[np.int8]
) -> Bets:
    """The holdings that bet on each flop; not those that have bet before it, or that have a card of it."""
    by_class = np.zeros((len(flops), IN_ALL), dtype=np.int16)
    by_card = np.zeros((len(flops), 52, SHARES, RANKS), dtype=np.int8)
    pairs = pairs_of_holdings()
    for flop in range(len(flops)):
        for one in range(52):
            if one in flops[flop]:
                continue
            for two in range(one + 1, 52):
                h = number.holding[one, two]
                if before_flop[h] >= 0 or not after_flop[flop, h] or two in flops[flop]:
                    continue
                for pair in pairs[one, two]:
                    by_class[flop, pair] += 1
                for share in (0, 1 + (two & 3)):
                    by_card[flop, one, share, two >> 2] += 1
                for share in (0, 1 + (one & 3)):
                    by_card[flop, two, share, one >> 2] += 1
    return Bets(by_class, by_card)


@njit(cache=True, nogil=True)
def count_outcomes(
    boards: NDArray[np.int8],
    weights: NDArray[np.int64],
    number: Numbers,
    ranking: Ranking,
    stakes: Stakes,
    opens: NDArray[np.int64],
    bets: Bets,
    six: Ranking,
    outcome: NDArray[np.int64],
    river: NDArray[np.int64],
) -> None:
    """Count every deal under the chosen decisions into ``outcome[decision, category, case]``.

    Each deal is counted ten times, once for every three of its five board cards that can be the flop. ``river`` are the
    situations of the last decision by the number of unseen cards that each alone, with the board, would make the dealer
    a higher hand, and in a row of their own those of hands that are paid even when they are beaten; ``six`` ranks six
    cards. ``opens`` is 1 for the kinds of starting hands that bet before the flop.
    """
    class_of = np.empty(52, dtype=np.uint64)
    held = np.empty(CLASSES, dtype=np.int64)
    order = np.empty(PAIRS, dtype=np.int32)
    counts = np.empty((PAIRS, 6), dtype=np.int16)
    pair_number, members = pair_numbers()
    left = np.empty(47, dtype=np.uint64)
    with_one = np.empty(47, dtype=np.int16)
    of_one_suit = np.empty(RANK_PAIRS, dtype=np.int64)
    raised = np.empty(PAIRS, dtype=np.int64)
    handed = no_flops()
    at = 0
    while at < len(boards):
        end = alike_until(boards, at)
        cards_left(boards[at], left)
        suit = classes_on(boards[at], class_of, held)
        found = rank_pairs(boards[at], suit, held, ranking, order)
        compare_pairs(order[:found], held, members, stakes.lowest_qualifying, counts)
        rank_with_one(boards[at], left, six, with_one)
        many = hand_to_flops(boards[at:end], weights[at:end], number.flop, handed, of_one_suit)
        count_raised(handed, many, bets, pair_number, raised)
        weight = weights[at:end].sum()
        for place in range(found):
            pair, rank = order[place] & PAIR_MASK, order[place] >> PAIR_BITS
            c = stakes.category[rank]
            suited, ways, others, more = kinds_of(members[pair, 0], members[pair, 1], held, weight, of_one_suit)
            early = ways * opens[suited] + more * opens[others]
            times = 10 * (ways + more - early) - raised[pair]
            for case in range(6):
                outcome[BEFORE_FLOP, c, case] += 10 * early * counts[pair, case]
                outcome[AFTER_FLOP, c, case] += raised[pair] * counts[pair, case]
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
        at = end


@njit(cache=True, nogil=True)
def count_raised(
    handed: Handed, many: int, bets: Bets, pair_number: NDArray[np.uint16], raised: NDArray[np.int64]
) -> None:
    """How many holdings of any two classes have bet on the flops that were handed out, none with turn or river."""
    with_later = np.zeros((CLASSES, 2, RANKS), dtype=np.int64)
    raised[:] = 0
    for each in range(many):
        flop, flush, together = handed.flop[each], handed.flush[each], take_together(handed, each)
        if together:
            first, pairs = (0, RANK_PAIRS) if flush < 0 else (RANK_PAIRS + PAIRS * flush, PAIRS)
            by_class = bets.by_class[flop, first : first + pairs]
            for pair in range(pairs):
                raised[pair] += together * by_class[pair]
        weight, turn, river = handed.weight[each], handed.turn[each], handed.river[each]
        for one in (turn, river):
            mine, row = bets.by_card[flop, one], with_later[class_in(one, flush)]
            for rank in range(RANKS):
                row[0, rank] += weight * mine[0, rank]
            if flush >= 0:
                for rank in range(RANKS):
                    row[1, rank] += weight * mine[1 + flush, rank]
        both = pair_number[class_in(turn, flush), class_in(river, flush)]
        raised[both] += weight * bets.by_card[flop, turn, 1 + (river & 3), river >> 2]
    for one in range(CLASSES):
        for rank in range(RANKS):
            in_flush = with_later[one, 1, rank]
            raised[pair_number[one, rank]] -= with_later[one, 0, rank] - in_flush
            raised[pair_number[one, RANKS + rank]] -= in_flush


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
