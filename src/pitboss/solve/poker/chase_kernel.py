"""Chase the Flush, board by board: every three cards against all three of the dealer's, not compared one by one.

On a board the hands are put in order once; going up through them, it is counted how many of those below hold each card
and each two cards, so that the dealers a hand beats that hold none of its cards follow by inclusion and exclusion.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.suits_kernel import CHOOSE

HANDS, FLOPS, SPLITS = 22_100, 169, 6
CASES = 6
BITS = np.array([bin(mask).count("1") for mask in range(1 << 13)], dtype=np.int64)
MOST_OUTS = 48
STRATEGIES = 3
BEST, PRINTED, CHARTED = range(STRATEGIES)
TALLY_BITS, TALLY = 4, 15
"""Of its six flops a board counts in so many bits how often each strategy bets how much, all in one number."""
ONCE = np.array(
    [
        sum(1 << TALLY_BITS * (4 * strategy + (decided >> 2 * strategy & 3)) for strategy in range(STRATEGIES))
        for decided in range(4**STRATEGIES)
    ],
    dtype=np.int64,
)
"""By what the strategies decide on a flop, two bits each, what it adds to that number."""
MOST_WORTHS = 1500
"""More kinds of hands than any board has: each suit adds up to three cards to what the board has of it."""


@njit(cache=True, nogil=True)
def key_of(mask: int, top_only: bool) -> int:
    """What the cards of one suit are worth: how many, then the cards, the highest first, or that one alone."""
    size = BITS[mask]
    if top_only:
        while mask & (mask - 1):
            mask &= mask - 1
    return int(size << 13 | mask)


@njit(cache=True, nogil=True)
def worths_of(
    board: NDArray[np.int64], left: NDArray[np.int64], top_only: bool, keys: NDArray[np.int64], worth: NDArray[np.int16]
) -> int:
    """By suit and the cards added to it, the place of what it is worth among all that the board can come to.

    ``keys`` gets what stands at each place; how many there are is returned.
    """
    many = 0
    for suit in range(4):
        for one in range(-1, len(left)):
            if one >= 0 and left[one] & 3 != suit:
                continue
            for two in range(-1, max(one, 0)):
                if two >= 0 and left[two] & 3 != suit:
                    continue
                for three in range(-1, max(two, 0)):
                    if three >= 0 and left[three] & 3 != suit:
                        continue
                    added = _bit(left, one) | _bit(left, two) | _bit(left, three)
                    keys[many] = key_of(board[suit] | added, top_only) << 16 | suit << 13 | added
                    many += 1
    order = np.sort(keys[:many])
    places = -1
    before = -1
    for at in range(many):
        if order[at] >> 16 != before:
            before = order[at] >> 16
            places += 1
            keys[places] = before
        worth[order[at] >> 13 & 3, order[at] & 8191] = places
    return places + 1


@njit(cache=True, nogil=True)
def _bit(left: NDArray[np.int64], at: int) -> int:
    return 1 << (left[at] >> 2) if at >= 0 else 0


@njit(cache=True, nogil=True)
def compare_all(
    cards: NDArray[np.int64],
    deck: NDArray[np.int64],
    qualifies: int,
    top_only: bool,
    hands: NDArray[np.int64],
    places: NDArray[np.int16],
    counts: NDArray[np.int32],
    outs: NDArray[np.int16],
) -> int:
    """Every three cards of the deck beside a board: who they are, what their flush counts, and dealers by case.

    Cases are a dealer who does not qualify and is lower, level or higher, then one who does. ``hands[h]`` gets number,
    three cards and the size of the flush; ``outs[h]`` how many cards would each alone, with the board, be higher.
    """
    board, left = np.zeros(4, dtype=np.int64), np.zeros(48, dtype=np.int64)
    many = 0
    for card in cards:
        board[card & 3] |= 1 << (card >> 2)
    for card in deck:
        if not board[card & 3] >> (card >> 2) & 1:
            left[many] = card
            many += 1
    left = left[:many]
    worth = np.zeros((4, 8192), dtype=np.int16)
    keys = np.zeros(MOST_WORTHS, dtype=np.int64)
    levels = worths_of(board, left, top_only, keys, worth)
    empty = np.array([worth[0, 0], worth[1, 0], worth[2, 0], worth[3, 0]], dtype=np.int16)
    least = 0  # the first place with which a dealer qualifies
    while least < levels and not _qualified(keys[least], qualifies):
        least += 1

    above = np.zeros(levels + 1, dtype=np.int16)
    for card in left:
        place = worth[card & 3, 1 << (card >> 2)]
        for suit in range(4):
            if suit != card & 3:
                place = max(place, empty[suit])
        above[place] += 1
    for place in range(levels - 1, -1, -1):
        above[place] += above[place + 1]

    starts = np.zeros(levels + 2, dtype=np.int64)
    total = 0
    masks = np.zeros(4, dtype=np.int64)
    for one in range(many):
        for two in range(one):
            for three in range(two):
                masks[:] = 0
                masks[left[one] & 3] |= 1 << (left[one] >> 2)
                masks[left[two] & 3] |= 1 << (left[two] >> 2)
                masks[left[three] & 3] |= 1 << (left[three] >> 2)
                place = max(max(worth[0, masks[0]], worth[1, masks[1]]), max(worth[2, masks[2]], worth[3, masks[3]]))
                hands[total, 0] = CHOOSE[left[one], 3] + CHOOSE[left[two], 2] + left[three]
                hands[total, 1], hands[total, 2], hands[total, 3] = left[one], left[two], left[three]
                hands[total, 4] = keys[place] >> 13
                places[total] = place
                outs[total] = above[place + 1]
                starts[place + 1] += 1
                total += 1
    for place in range(levels):
        starts[place + 1] += starts[place]
    order = np.zeros(total, dtype=np.int32)
    ends = starts[:levels].copy()
    for hand in range(total):
        order[ends[places[hand]]] = hand
        ends[places[hand]] += 1

    every = CHOOSE[many - 3, 3]
    below, level = np.zeros(total, dtype=np.int32), np.zeros(total, dtype=np.int32)
    under = np.zeros(total, dtype=np.int32)
    single, double = np.zeros(52, dtype=np.int32), np.zeros((52, 52), dtype=np.int32)
    passed = 0
    for place in range(levels):
        if place == least:
            for hand in range(total):
                under[hand] = _apart(hands, hand, passed, single, double) - (places[hand] < least)
        for at in range(starts[place], starts[place + 1]):
            below[order[at]] = _apart(hands, order[at], passed, single, double)
        for at in range(starts[place], starts[place + 1]):
            one, two, three = hands[order[at], 1], hands[order[at], 2], hands[order[at], 3]
            single[one] += 1
            single[two] += 1
            single[three] += 1
            double[one, two] += 1
            double[one, three] += 1
            double[two, three] += 1
        passed = starts[place + 1]
        for at in range(starts[place], starts[place + 1]):
            level[order[at]] = _apart(hands, order[at], passed, single, double) - 1
    if least == levels:
        under[:] = every
    for hand in range(total):
        counts[hand, :] = 0
        if places[hand] < least:
            counts[hand, 0], counts[hand, 1] = below[hand], level[hand] - below[hand]
            counts[hand, 2], counts[hand, 5] = under[hand] - level[hand], every - under[hand]
        else:
            counts[hand, 0], counts[hand, 3] = under[hand], below[hand] - under[hand]
            counts[hand, 4], counts[hand, 5] = level[hand] - below[hand], every - level[hand]
    return total


@njit(cache=True, nogil=True)
def _qualified(key: int, qualifies: int) -> bool:
    return bool(key >= qualifies)


@njit(cache=True, nogil=True)
def _apart(
    hands: NDArray[np.int64], hand: int, passed: int, single: NDArray[np.int32], double: NDArray[np.int32]
) -> int:
    """Of the hands passed, how many hold none of this one's cards, were it itself not among them."""
    one, two, three = hands[hand, 1], hands[hand, 2], hands[hand, 3]
    with_one = single[one] + single[two] + single[three]
    return int(passed - with_one + double[one, two] + double[one, three] + double[two, three])


@njit(cache=True, nogil=True)
def add_values(
    cards: NDArray[np.int64],
    weight: int,
    deck: NDArray[np.int64],
    qualifies: int,
    top_only: bool,
    nets: NDArray[np.int64],
    flop_of: NDArray[np.int16],
    renaming: NDArray[np.int8],
    renamed: NDArray[np.int32],
    values: NDArray[np.int64],
) -> None:
    """Add what a board is worth to every hand and each of its flops: all in three times, twice, or best at the end.

    ``nets[times, size, case]``, of which no times is a fold. ``values[flop, hand, choice]``; a flop is taken for the
    one that stands for it, and the hand has its suits renamed with it.
    """
    hands, places = np.zeros((17_296, 5), dtype=np.int64), np.zeros(17_296, dtype=np.int16)
    counts, outs = np.zeros((17_296, CASES), dtype=np.int32), np.zeros(17_296, dtype=np.int16)
    total = compare_all(cards, deck, qualifies, top_only, hands, places, counts, outs)
    three, fold = np.zeros((total, 3), dtype=np.int64), CHOOSE[len(deck) - len(cards) - 3, 3] * nets[0, 0, 0]
    for hand in range(total):
        once, more = _worth(counts[hand], nets[1, hands[hand, 4]], nets[2, hands[hand, 4]])
        three[hand, 0], three[hand, 1] = weight * (once + 2 * more), weight * (once + more)
        three[hand, 2] = weight * max(fold, once)
    # Flop by flop, so that the memory written to stays near.
    for first in range(4):
        for second in range(first):
            sums = values[flop_of[cards[first], cards[second]]]
            others = renamed[renaming[cards[first], cards[second]]]
            for hand in range(total):
                other = others[hands[hand, 0]]
                sums[other, 0] += three[hand, 0]
                sums[other, 1] += three[hand, 1]
                sums[other, 2] += three[hand, 2]


@njit(cache=True, nogil=True)
def _worth(counts: NDArray[np.int32], once: NDArray[np.int64], twice: NDArray[np.int64]) -> tuple[int, int]:
    """What all in for the Ante is worth, and how much more it is with every further Ante."""
    worth, more = np.int64(0), np.int64(0)
    for case in range(CASES):
        worth += counts[case] * once[case]
        more += counts[case] * (twice[case] - once[case])
    return int(worth), int(more)


@njit(cache=True, nogil=True)
def count_deals(
    cards: NDArray[np.int64],
    weight: int,
    deck: NDArray[np.int64],
    qualifies: int,
    top_only: bool,
    nets: NDArray[np.int64],
    flop_of: NDArray[np.int16],
    renaming: NDArray[np.int8],
    renamed: NDArray[np.int32],
    early: NDArray[np.uint8],
    lowest: int,
    most_outs: int,
    found: NDArray[np.int64],
    river: NDArray[np.int64],
) -> None:
    """Count a board's deals by strategy, times, size and case: decided as is best, and as two simple rules have it.

    ``early[flop, hand]`` is how often the Ante is bet before the river, 0 where it is not, two bits to a strategy. At
    the end the printed one bets three cards of a suit from the ``lowest`` on, unless two suited cards of the board are
    higher, and the charted one whatever no more than ``most_outs`` cards beat. ``river[outs]`` gets situations, how
    many are bet, and what betting, the best and folding are worth.
    """
    hands, places = np.zeros((17_296, 5), dtype=np.int64), np.zeros(17_296, dtype=np.int16)
    counts, outs = np.zeros((17_296, CASES), dtype=np.int32), np.zeros(17_296, dtype=np.int16)
    total = compare_all(cards, deck, qualifies, top_only, hands, places, counts, outs)
    splits = np.zeros(total, dtype=np.int64)
    for first in range(4):
        for second in range(first):
            decided = early[flop_of[cards[first], cards[second]]]
            others = renamed[renaming[cards[first], cards[second]]]
            for hand in range(total):
                splits[hand] += ONCE[decided[others[hands[hand, 0]]]]
    board = np.zeros(4, dtype=np.int64)
    for card in cards:
        board[card & 3] |= 1 << (card >> 2)
    fold, dealt = CHOOSE[len(deck) - len(cards) - 3, 3] * nets[0, 0, 0], np.zeros_like(found)
    for hand in range(total):
        size = hands[hand, 4]
        worth, _ = _worth(counts[hand], nets[1, size], nets[2, size])
        bets = int(worth > fold)
        row, waiting = river[outs[hand]], weight * (splits[hand] & TALLY)
        row[0] += waiting
        row[1] += waiting * bets
        row[2] += waiting * worth
        row[3] += waiting * max(worth, fold)
        row[4] += waiting * fold
        for strategy in range(STRATEGIES):
            if strategy == PRINTED and splits[hand] >> 4 * PRINTED * TALLY_BITS & TALLY:
                bets = int(_rule_bets(board, hands[hand], lowest))
            elif strategy == CHARTED:
                bets = int(outs[hand] <= most_outs)
            for times in range(4):
                many = splits[hand] >> (4 * strategy + times) * TALLY_BITS & TALLY
                if many:
                    sums = dealt[strategy, times if times else bets, size]
                    for case in range(CASES):
                        sums[case] += many * counts[hand, case]
    found += weight * dealt


@njit(cache=True, nogil=True)
def _rule_bets(board: NDArray[np.int64], hand: NDArray[np.int64], lowest: int) -> bool:
    """Four of a suit are bet; three from the lowest on, unless the board has two of another suit with a higher one."""
    size = hand[4]
    if size != 3:
        return bool(size > 3)
    ours = 0
    for suit in range(4):
        held = board[suit]
        for at in range(1, 4):
            if hand[at] & 3 == suit:
                held |= 1 << (hand[at] >> 2)
        if BITS[held] == 3:
            ours = max(ours, held)
    if ours < 1 << lowest:
        return False
    higher = 0
    for suit in range(4):
        # What the board has of our own suit is part of our cards, and not higher than they are.
        higher += board[suit] > ours and board[suit] & (board[suit] - 1) != 0
    return not higher
