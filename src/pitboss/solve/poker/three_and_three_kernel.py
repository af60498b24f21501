"""Three cards of one's own and three that all share: three with two, two with three, and players with equal hands.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.solve.poker.ranking import Ranking
from pitboss.solve.poker.ranking_kernel import rank_five
from pitboss.solve.poker.suits_kernel import CHOOSE

SIZE = 3
RANKS_OF_HANDS = 7462


@njit(cache=True, nogil=True)
def left_of(cards: NDArray[np.int8], deck: NDArray[np.int8]) -> NDArray[np.int8]:
    """The cards of a deck that are not among these three."""
    left = np.zeros(len(deck) - SIZE, dtype=np.int8)
    size = 0
    for card in deck:
        if card != cards[0] and card != cards[1] and card != cards[2]:
            left[size] = card
            size += 1
    return left


@njit(cache=True, nogil=True)
def best_with_two(
    own: NDArray[np.int8],
    deck: NDArray[np.int8],
    class_of: NDArray[np.int8],
    ranking: Ranking,
    counts: NDArray[np.int64],
) -> None:
    """For each three cards: how many boards of three make which class of hand with the best two of them."""
    size = len(deck) - SIZE
    hand = np.zeros(5, dtype=np.int64)
    ranks = np.zeros((size, size), dtype=np.int16)
    for row in range(len(own)):
        left = left_of(own[row], deck)
        hand[:SIZE] = own[row]
        for a in range(size):
            for b in range(a + 1, size):
                hand[3], hand[4] = left[a], left[b]
                ranks[a, b] = rank_five(hand, ranking)
        for a in range(size):
            for b in range(a + 1, size):
                for c in range(b + 1, size):
                    counts[row, class_of[max(ranks[a, b], ranks[a, c], ranks[b, c])]] += 1


@njit(cache=True, nogil=True)
def kept_with_three(
    own: NDArray[np.int8],
    deck: NDArray[np.int8],
    class_of: NDArray[np.int8],
    ranking: Ranking,
    counts: NDArray[np.int64],
) -> None:
    """For each three cards and each that is discarded: how many boards make which class of hand with the other two."""
    size = len(deck) - SIZE
    hand = np.zeros(5, dtype=np.int64)
    for row in range(len(own)):
        left = left_of(own[row], deck)
        for gone in range(SIZE):
            hand[0], hand[1] = own[row, (gone + 1) % SIZE], own[row, (gone + 2) % SIZE]
            for a in range(size):
                hand[2] = left[a]
                for b in range(a + 1, size):
                    hand[3] = left[b]
                    for c in range(b + 1, size):
                        hand[4] = left[c]
                        counts[row, gone, class_of[rank_five(hand, ranking)]] += 1


@njit(cache=True, nogil=True)
def equal_hands(board: NDArray[np.int8], deck: NDArray[np.int8], ranking: Ranking) -> int:
    """On a board, how many ordered pairs of three cards each, none in both, are equal hands with two of the board.

    Pairs that share no card are the sum over all sets S of (-1)^|S| times the square of how many hands hold S.
    """
    left = left_of(board, deck)
    size = len(left)
    hand = np.zeros(5, dtype=np.int64)
    hands = CHOOSE[size, SIZE]
    held = np.zeros((hands, SIZE), dtype=np.int8)
    ranks = np.zeros(hands, dtype=np.int16)
    at = 0
    for a in range(size):
        for b in range(a + 1, size):
            for c in range(b + 1, size):
                held[at, 0], held[at, 1], held[at, 2] = a, b, c
                hand[0], hand[1], hand[2] = left[a], left[b], left[c]
                for without in range(SIZE):
                    hand[3], hand[4] = board[(without + 1) % SIZE], board[(without + 2) % SIZE]
                    ranks[at] = max(ranks[at], rank_five(hand, ranking))
                at += 1
    starts = np.zeros(RANKS_OF_HANDS + 1, dtype=np.int64)
    for rank in ranks:
        starts[rank + 1] += 1
    for rank in range(RANKS_OF_HANDS):
        starts[rank + 1] += starts[rank]
    order = np.zeros(hands, dtype=np.int64)
    places = starts.copy()
    for at in range(hands):
        order[places[ranks[at]]] = at
        places[ranks[at]] += 1
    with_one = np.zeros(size, dtype=np.int64)
    with_two = np.zeros((size, size), dtype=np.int64)
    found = 0
    for rank in range(RANKS_OF_HANDS):
        begin, end = starts[rank], starts[rank + 1]
        for place in range(begin, end):
            a, b, c = held[order[place], 0], held[order[place], 1], held[order[place], 2]
            # One more of n adds 2n + 1 to a square: the ones of these eight sets cancel out.
            found += 2 * (place - begin)
            found -= 2 * (with_one[a] + with_one[b] + with_one[c])
            found += 2 * (with_two[a, b] + with_two[a, c] + with_two[b, c])
            with_one[a] += 1
            with_one[b] += 1
            with_one[c] += 1
            with_two[a, b] += 1
            with_two[a, c] += 1
            with_two[b, c] += 1
        for place in range(begin, end):
            a, b, c = held[order[place], 0], held[order[place], 1], held[order[place], 2]
            with_one[a] = with_one[b] = with_one[c] = 0
            with_two[a, b] = with_two[a, c] = with_two[b, c] = 0
    return found


@njit(cache=True, nogil=True)
def share_pots(players: int, rounds: int, seed: int, ranking: Ranking) -> NDArray[np.int64]:
    """How many players, of all rounds together, lose the pot (0), have it alone (1), or share it with others (2 on)."""
    np.random.seed(seed)
    counts = np.zeros(players + 1, dtype=np.int64)
    deck = np.arange(52)
    hand = np.zeros(5, dtype=np.int64)
    for _ in range(rounds):
        for at in range(SIZE * (players + 1)):
            other = np.random.randint(at, 52)
            deck[at], deck[other] = deck[other], deck[at]
        best, sharing = -1, 0
        for player in range(players):
            hand[:SIZE] = deck[SIZE * (player + 1) : SIZE * (player + 2)]
            rank = -1
            for without in range(SIZE):
                hand[3], hand[4] = deck[(without + 1) % SIZE], deck[(without + 2) % SIZE]
                rank = max(rank, rank_five(hand, ranking))
            if rank > best:
                best, sharing = rank, 0
            sharing += rank == best
        counts[0] += players - sharing
        counts[sharing] += sharing
    return counts
