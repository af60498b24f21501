"""Sets of a few cards as kernels draw them, by number: their bits, what they add to a rank, what they are called."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.poker.sides import Side
from pitboss.hands.evaluator import RANK_KEYS, card_of


class Sets(NamedTuple):
    """All sets of so many cards by their number: the bits of the cards, thirteen to a suit; keys; the suits as bits."""

    cards: NDArray[np.int64]
    keys: NDArray[np.int64]
    suits: NDArray[np.int64]


@cache
def sets_of(size: int) -> Sets:
    """All sets of so many cards."""
    cards = np.array(_in_order(size), dtype=np.int64)
    bits = np.int64(1) << (13 * (cards & 3) + (cards >> 2))
    keys = np.array(RANK_KEYS, dtype=np.int64)[cards >> 2]
    return Sets(bits.sum(axis=1), keys.sum(axis=1), np.bitwise_or.reduce(1 << (cards & 3), axis=1))


def threes_named(side: Side) -> tuple[list[tuple[str, ...]], NDArray[np.int8]]:
    """The names that three cards may go by for a side wager, and which every three do by their number."""
    named = [side.named([card_of(card) for card in three], "any") for three in _in_order(3)]
    kinds = list(dict.fromkeys(named))
    return kinds, np.array([kinds.index(names) for names in named], dtype=np.int8)


def _in_order(size: int) -> list[tuple[int, ...]]:
    """By number: the highest card first, then the one below it, and so on."""
    return sorted(combinations(range(52), size), key=lambda cards: cards[::-1])
