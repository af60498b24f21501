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
MOST = 17_296
"""Three of the 48 cards that a board leaves."""
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
    numbers: NDArray[np.int32],
    held: NDArray[np.uint8],
    sizes: NDArray[np.uint8],
    counts: NDArray[np.int32],
    outs: NDArray[np.int16],
) -> int:
    """Every three cards of the deck beside a board: who they are, what their flush counts, and dealers by case.

    Cases are a dealer who does not qualify and is lower, level or higher, then one who does. ``numbers[h]`` gets the
    number of three cards, ``held[h]`` the cards, ``sizes[h]`` the size of their flush, and ``outs[h]`` how many cards
    would each alone, with the board, be higher.
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

    places = np.zeros(CHOOSE[many, 3], dtype=np.int16)
    starts = np.zeros(levels + 2, dtype=np.int64)
    total = 0
    masks, elsewhere = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int16)
    for one in range(many):
        for two in range(one):
            masks[:] = 0
            masks[left[one] & 3] |= 1 << (left[one] >> 2)
            masks[left[two] & 3] |= 1 << (left[two] >> 2)
            for suit in range(4):  # the best of the other suits, to which the third card adds nothing
                elsewhere[suit] = 0
                for other in range(4):
                    if other != suit:
                        elsewhere[suit] = max(elsewhere[suit], worth[other, masks[other]])
            number = CHOOSE[left[one], 3] + CHOOSE[left[two], 2]
            for three in range(two):
                suit = left[three] & 3
                place = max(elsewhere[suit], worth[suit, masks[suit] | 1 << (left[three] >> 2)])
                numbers[total] = number + left[three]
                held[total, 0], held[total, 1], held[total, 2] = left[one], left[two], left[three]
                sizes[total] = keys[place] >> 13
                places[total] = place
                outs[total] = above[place + 1]
                starts[place + 1] += 1
                total += 1
    for place in range(levels):
        starts[place + 1] += starts[place]
    order, sorted_held = np.zeros(total, dtype=np.int32), np.zeros((total, 3), dtype=np.uint8)
    ends = starts[:levels].copy()
    for hand in range(total):
        at = ends[places[hand]]
        order[at] = hand
        for card in range(3):
            sorted_held[at, card] = held[hand, card]
        ends[places[hand]] += 1

    every = CHOOSE[many - 3, 3]
    below, level = np.zeros(total, dtype=np.int32), np.zeros(total, dtype=np.int32)
    under = np.full(total, every, dtype=np.int32)
    single, double = np.zeros(52, dtype=np.int32), np.zeros((52, 52), dtype=np.int32)
    for place in range(levels):
        first, end = starts[place], starts[place + 1]
        if place == least:
            for at in range(total):
                under[at] = _apart(sorted_held, at, first, single, double) - (at < first)
        for at in range(first, end):
            below[at] = _apart(sorted_held, at, first, single, double)
        for at in range(first, end):
            one, two, three = sorted_held[at, 0], sorted_held[at, 1], sorted_held[at, 2]
            single[one] += 1
            single[two] += 1
            single[three] += 1
            double[one, two] += 1
            double[one, three] += 1
            double[two, three] += 1
        for at in range(first, end):
            level[at] = _apart(sorted_held, at, end, single, double) - 1
    qualified = starts[least]
    for at in range(total):
        dealers = counts[order[at]]
        dealers[:] = 0
        if at < qualified:
            dealers[0], dealers[1] = below[at], level[at] - below[at]
            dealers[2], dealers[5] = under[at] - level[at], every - under[at]
        else:
            dealers[0], dealers[3] = under[at], below[at] - under[at]
            dealers[4], dealers[5] = level[at] - below[at], every - level[at]
    return total


@njit(cache=True, nogil=True)
def _qualified(key: int, qualifies: int) -> bool:
    return bool(key >= qualifies)


@njit(cache=True, nogil=True)
def _apart(
    held: NDArray[np.uint8], hand: int, passed: int, single: NDArray[np.int32], double: NDArray[np.int32]
) -> int:
    """Of the hands passed, how many hold none of this one's cards, were it itself not among them."""
    one, two, three = held[hand, 0], held[hand, 1], held[hand, 2]
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
    one that stands for it, and the hand has its suits renamed with it. The first choice is right over all flops only.
    """
    numbers, held, sizes = np.zeros(MOST, dtype=np.int32), np.zeros((MOST, 3), np.uint8), np.zeros(MOST, np.uint8)
    counts, outs = np.zeros((MOST, CASES), dtype=np.int32), np.zeros(MOST, dtype=np.int16)
    total = compare_all(cards, deck, qualifies, top_only, numbers, held, sizes, counts, outs)
    three, fold = np.zeros((total, 3), dtype=np.int64), CHOOSE[len(deck) - len(cards) - 3, 3] * nets[0, 0, 0]
    for hand in range(total):
        once, more = _worth(counts[hand], nets[1, sizes[hand]], nets[2, sizes[hand]])
        three[hand, 0], three[hand, 1] = weight * (once + 2 * more), weight * (once + more)
        three[hand, 2] = weight * max(fold, once)
    # Flop by flop, so that the memory written to stays near.
    for first in range(4):
        for second in range(first):
            sums = values[flop_of[cards[first], cards[second]]]
            others = renamed[renaming[cards[first], cards[second]]]
            for hand in range(total):
                other = others[numbers[hand]]
                sums[other, 1] += three[hand, 1]
                sums[other, 2] += three[hand, 2]
    # All in before the flop is worth the same whichever it is: six times to one of them.
    sums = values[flop_of[cards[1], cards[0]]]
    others = renamed[renaming[cards[1], cards[0]]]
    for hand in range(total):
        sums[others[numbers[hand]], 0] += SPLITS * three[hand, 0]


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
    numbers, held, sizes = np.zeros(MOST, dtype=np.int32), np.zeros((MOST, 3), np.uint8), np.zeros(MOST, np.uint8)
    counts, outs = np.zeros((MOST, CASES), dtype=np.int32), np.zeros(MOST, dtype=np.int16)
    total = compare_all(cards, deck, qualifies, top_only, numbers, held, sizes, counts, outs)
    splits = np.zeros(total, dtype=np.int64)
    for first in range(4):
        for second in range(first):
            decided = early[flop_of[cards[first], cards[second]]]
            others = renamed[renaming[cards[first], cards[second]]]
            for hand in range(total):
                splits[hand] += ONCE[decided[others[numbers[hand]]]]
    board = np.zeros(4, dtype=np.int64)
    for card in cards:
        board[card & 3] |= 1 << (card >> 2)
    fold, dealt = CHOOSE[len(deck) - len(cards) - 3, 3] * nets[0, 0, 0], np.zeros_like(found)
    for hand in range(total):
        size = sizes[hand]
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
                bets = int(_rule_bets(board, held[hand], size, lowest))
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
def _rule_bets(board: NDArray[np.int64], hand: NDArray[np.uint8], size: int, lowest: int) -> bool:
    """Four of a suit are bet; three from the lowest on, unless the board has two of another suit with a higher one."""
    if size != 3:
        return bool(size > 3)
    ours = 0
    for suit in range(4):
        held = board[suit]
        for card in hand:
            if card & 3 == suit:
                held |= 1 << (card >> 2)
        if BITS[held] == 3:
            ours = max(ours, held)
    if ours < 1 << lowest:
        return False
    higher = 0
    for suit in range(4):
        # What the board has of our own suit is part of our cards, and not higher than they are.
        higher += board[suit] > ours and board[suit] & (board[suit] - 1) != 0
    return not higher
