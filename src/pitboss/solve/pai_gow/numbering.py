"""Which seven cards are set alike: a number for each of them, and one hand of every number."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

JOKER, RANKS, SIZE, LOWER, BASE = 52, 13, 7, 7, 5
NO_CARD = -1
Arrays = tuple[Any, ...]


@dataclass(frozen=True)
class Numbering:
    """How a kernel finds the number of a hand, and a hand of each number; numbers of none have no cards."""

    tables: Arrays
    """What ``numbering_kernel.number_of`` takes."""
    hands: NDArray[np.int8]

    @property
    def used(self) -> NDArray[np.int64]:
        """The numbers that stand for hands."""
        return np.flatnonzero(self.hands[:, 0] != NO_CARD)

    def of(self, hands: NDArray[np.int64]) -> NDArray[np.int64]:
        """The numbers of many hands."""
        from pitboss.solve.pai_gow.numbering_kernel import numbers_of

        found = np.zeros(len(hands), dtype=np.int64)
        find: Callable[..., None] = numbers_of  # Numba's dispatcher does not tell the type checker what it takes.
        find(hands, *self.tables, found)
        return found


@cache
def numbering(flush: int) -> Numbering:
    """All hands of seven cards, suits mattering where so many are of one that they are a flush."""
    from pitboss.solve.pai_gow.numbering_kernel import one_of_each

    (lower, lower_from, lower_at), (upper, upper_from, upper_at) = _half(LOWER), _half(RANKS - LOWER)
    lower_at = np.where(lower_at >= 0, lower_at << 3 | _cards(LOWER), 0)
    rank_from = np.zeros(1 << 5, dtype=np.int64)
    at = 0
    for jokers in range(2):
        for below in range(SIZE - jokers + 1):
            above = SIZE - jokers - below
            many = int(upper_from[above + 1] - upper_from[above])
            rank_from[jokers << 4 | below << 1], rank_from[jokers << 4 | below << 1 | 1] = at, many
            at += int(lower_from[below + 1] - lower_from[below]) * many
    suited_from, end = _suited(flush, at)
    hands = np.full((end, SIZE), NO_CARD, dtype=np.int8)
    one_of_each(flush, lower, upper, lower_from, upper_from, suited_from, hands)
    tables = (flush, _adds(), lower_at.astype(np.int32), upper_at.astype(np.int32), rank_from, suited_from)
    return Numbering(tables, hands)


def _adds() -> NDArray[np.int64]:
    """What each card adds to the number of its hand."""
    found = np.zeros(JOKER + 1, dtype=np.int64)
    for card in range(JOKER):
        rank, suit = card >> 2, card & 3
        found[card] = (BASE**rank if rank < LOWER else BASE ** (rank - LOWER) << 20) + (1 << 40 + 4 * suit)
    found[JOKER] = 1 << 60
    return found


def _cards(ranks: int) -> NDArray[np.int64]:
    """How many cards of so many ranks a number to base five stands for; 0 where they are too many."""
    keys = np.arange(BASE**ranks)
    cards = sum((keys // BASE**rank % BASE for rank in range(ranks)), np.zeros_like(keys))
    return np.where(cards <= SIZE, cards, 0)


def _half(ranks: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of half of the ranks by how many cards they stand for, where each number of cards begins, and which
    of its number of cards each is."""
    keys = np.arange(BASE**ranks)
    cards = sum((keys // BASE**rank % BASE for rank in range(ranks)), np.zeros_like(keys))
    keys = keys[cards <= SIZE]
    cards = cards[cards <= SIZE]
    order = np.argsort(cards, kind="stable")
    starts = np.searchsorted(cards[order], np.arange(SIZE + 2))
    places = np.full(BASE**ranks, -1, dtype=np.int64)
    places[keys[order]] = np.arange(len(order)) - starts[cards[order]]
    return keys[order], starts, places


def _suited(flush: int, at: int) -> tuple[NDArray[np.int64], int]:
    """Where the hands begin that have these ranks in one suit, with the joker or without; and where they end."""
    found = np.full(2 << RANKS, -1, dtype=np.int64)
    for jokers in range(2):
        for mask in range(1 << RANKS):
            held = mask.bit_count()
            if flush - jokers <= held <= SIZE - jokers:
                found[jokers << RANKS | mask] = at
                at += RANKS ** (SIZE - jokers - held)
    return found, at
