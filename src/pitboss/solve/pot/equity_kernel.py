"""Deals what is missing, every way or by chance, and shares the pot. Imports Numba: import it only where it is used."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

POT = 5040
"""Units in a pot: halves of it are shared by up to ten without a rest."""
NO_LOW = 1 << 8
BOARDS, ORDERED, SAMPLED = range(3)


@njit(cache=True)
def share_pots(
    own: NDArray[np.int8],
    held: int,
    board: NDArray[np.int8],
    laid: int,
    left: NDArray[np.int8],
    each: int,
    of_own: int,
    with_low: bool,
    way: int,
    deals: int,
    seed: int,
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    units: NDArray[np.int64],
    squares: NDArray[np.float64],
    whole: NDArray[np.int64],
    shared: NDArray[np.int64],
) -> int:
    """Deal ``each`` cards to every hand and the board up to its size, out of those ``left``, and share the pot.

    ``own`` has ``held`` cards of each player and room for the others, ``board`` ``laid`` ones. With ``of_own`` exactly
    so many of one's own are played. Adds up each player's units of the pot, how often it won the whole, and how often
    a part. Returns the number of deals.
    """
    players, size, many = own.shape[0], own.shape[1], len(left)
    on_board = len(board)
    need = players * each + on_board - laid
    picked = np.arange(need)
    used = np.zeros(many, dtype=np.bool_)
    pool = np.arange(many)
    high = np.zeros(players, dtype=np.int64)
    low = np.zeros(players, dtype=np.int64)
    masks = np.zeros(4, dtype=np.int64)
    three_key = np.zeros(10, dtype=np.int64)
    three_suit = np.zeros(10, dtype=np.int64)
    three_ranks = np.zeros(10, dtype=np.int64)
    three_low = np.zeros(10, dtype=np.int64)
    # pairs of one's own cards, which stay as they are where exactly two of them are played
    twos = size * (size - 1) // 2 if of_own else 0
    two_key = np.zeros((players, twos), dtype=np.int64)
    two_suit = np.zeros((players, twos), dtype=np.int64)
    two_ranks = np.zeros((players, twos), dtype=np.int64)
    two_low = np.zeros((players, twos), dtype=np.int64)
    for player in range(players if of_own else 0):
        two = 0
        for i in range(size):
            for j in range(i + 1, size):
                x, y = own[player, i], own[player, j]
                two_key[player, two] = keys[x >> 2] + keys[y >> 2]
                two_suit[player, two] = (x & 3) if (x & 3) == (y & 3) else -2
                two_ranks[player, two] = (1 << (x >> 2)) | (1 << (y >> 2))
                bits = _low_bit(x) | _low_bit(y)
                two_low[player, two] = bits if with_low and _low_bits(bits) == 2 else 0
                two += 1
    if way == SAMPLED:
        np.random.seed(seed)
    dealt = 0
    at = 0  # how many of an ordered deal are fixed
    if way == ORDERED:
        for place in range(need):
            used[place] = True
    while True:
        if way == SAMPLED:
            if dealt == deals:
                break
            for place in range(need):
                other = place + np.random.randint(many - place)
                pool[place], pool[other] = pool[other], pool[place]
                picked[place] = pool[place]
        for place in range(need):
            card = left[picked[place]]
            if place < players * each:
                own[place // each, held + place % each] = card
            else:
                board[laid + place - players * each] = card
        # what each hand comes to
        if of_own:
            threes = 0
            for a in range(on_board):
                for b in range(a + 1, on_board):
                    for c in range(b + 1, on_board):
                        x, y, z = board[a], board[b], board[c]
                        three_key[threes] = keys[x >> 2] + keys[y >> 2] + keys[z >> 2]
                        three_ranks[threes] = (1 << (x >> 2)) | (1 << (y >> 2)) | (1 << (z >> 2))
                        three_suit[threes] = (x & 3) if (x & 3) == (y & 3) == (z & 3) else -1
                        if with_low:
                            bits = _low_bit(x) | _low_bit(y) | _low_bit(z)
                            three_low[threes] = bits if _low_bits(bits) == 3 else 0
                        threes += 1
            for player in range(players):
                best, lowest = np.int64(-1), np.int64(NO_LOW)
                for two in range(twos):
                    key, suit = two_key[player, two], two_suit[player, two]
                    pair, bits = two_ranks[player, two], two_low[player, two]
                    for three in range(threes):
                        if suit == three_suit[three]:
                            value = np.int64(flushes[pair | three_ranks[three]])
                        else:
                            sum_key = key + three_key[three]
                            value = np.int64(ranks[(sum_key & 511) + rows[sum_key >> 9]])
                        if value > best:
                            best = value
                    if bits:
                        for three in range(threes):
                            if three_low[three] and not bits & three_low[three]:
                                lowest = min(lowest, bits | three_low[three])
                high[player], low[player] = best, lowest
        else:
            for player in range(players):
                masks[:] = 0
                key, bits = 0, 0
                for i in range(size):
                    card = own[player, i]
                    masks[card & 3] |= 1 << (card >> 2)
                    key += keys[card >> 2]
                    bits |= _low_bit(card)
                for i in range(on_board):
                    card = board[i]
                    masks[card & 3] |= 1 << (card >> 2)
                    key += keys[card >> 2]
                    bits |= _low_bit(card)
                flush = max(flushes[masks[0]], flushes[masks[1]], flushes[masks[2]], flushes[masks[3]])
                high[player] = flush if flush >= 0 else ranks[(key & 511) + rows[key >> 9]]
                low[player] = _lowest_five(bits) if with_low else NO_LOW
        # who gets what
        best, times, lowest, lows = high[0], 0, low[0], 0
        for player in range(players):
            best = max(best, high[player])
            lowest = min(lowest, low[player])
        for player in range(players):
            times += high[player] == best
            lows += low[player] == lowest
        halves = lowest < NO_LOW
        for player in range(players):
            share = 0
            if high[player] == best:
                share += (POT // 2 if halves else POT) // times
            if halves and low[player] == lowest:
                share += POT // 2 // lows
            units[player] += share
            squares[player] += float(share) * share
            whole[player] += share == POT
            shared[player] += 0 < share < POT
        dealt += 1
        # the next deal
        if way == BOARDS:
            place = need - 1
            while place >= 0 and picked[place] == many - need + place:
                place -= 1
            if place < 0:
                break
            picked[place] += 1
            for later in range(place + 1, need):
                picked[later] = picked[later - 1] + 1
        elif way == ORDERED:
            at = need - 1
            while at >= 0:
                used[picked[at]] = False
                following = picked[at] + 1
                while following < many and used[following]:
                    following += 1
                if following < many:
                    picked[at] = following
                    used[following] = True
                    break
                at -= 1
            if at < 0:
                break
            following = 0
            for later in range(at + 1, need):
                while used[following]:
                    following += 1
                picked[later] = following
                used[following] = True
    return dealt


@njit(cache=True, inline="always")
def _low_bit(card: int) -> int:
    """A card of eight or lower as a bit, the ace lowest; none for a higher card."""
    rank = card >> 2
    return 1 if rank == 12 else (1 << (rank + 1) if rank <= 6 else 0)


@njit(cache=True, inline="always")
def _low_bits(bits: int) -> int:
    many = 0
    while bits:
        bits &= bits - 1
        many += 1
    return many


@njit(cache=True, inline="always")
def _lowest_five(bits: int) -> int:
    """The five lowest of these ranks; a lower number is a lower hand, and there may be none."""
    if _low_bits(bits) < 5:
        return NO_LOW
    found, many = 0, 0
    for place in range(8):
        if bits >> place & 1 and many < 5:
            found |= 1 << place
            many += 1
    return found
