"""All pairs of hands that can be dealt out of one deck, by the cards that two hands could share.

``shared_kernel`` says how that is counted. Whole numbers are added up, so that it is exact.
"""

from collections.abc import Callable, Iterable
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.chunks import Sums, in_threads
from pitboss.solve.model import Progress
from pitboss.solve.pai_gow.numbering import JOKER, RANKS, SIZE, Numbering

CARDS = JOKER + 1
DEALS = comb(CARDS, SIZE) * comb(CARDS - SIZE, SIZE)
"""In how many ways two hands are dealt."""
MEETS = comb(CARDS - SIZE, SIZE)
"""How many hands a hand can meet."""
CHUNKS = 96
Sets = tuple[NDArray[np.int8], NDArray[np.int64]]
"""Sets of cards, and how often each counts."""


def add_up(numbered: Numbering, count: Callable[..., None], sums: Callable[[], Sums], told: Progress) -> Sums:
    """Have a kernel count the hands with every set of cards, on this machine's processors."""
    deck = np.arange(CARDS)
    weights = weights_of(numbered)
    whole = numbered.hands[numbered.used], -weights[numbered.used]
    sets = [*(shared_sets(cards) for cards in range(SIZE)), whole]

    def work(chunks: Iterable[int]) -> Sums:
        found = sums()
        for chunk in chunks:
            for cards, (held, times) in enumerate(sets):
                some, often = np.ascontiguousarray(held[chunk::CHUNKS]), times[chunk::CHUNKS].copy()
                if len(some):
                    count(some, often, cards, deck, *numbered.tables, *found)
        return found

    return in_threads(work, CHUNKS, told)


def weights_of(numbered: Numbering) -> NDArray[np.int64]:
    """How many hands are of each number."""
    from pitboss.solve.pai_gow.shared_kernel import hands_with

    found = np.zeros(len(numbered.hands), dtype=np.int64)
    no_cards = np.zeros(0, dtype=np.int8)
    hands: Callable[..., int] = hands_with
    hands(no_cards, 0, np.arange(CARDS), *numbered.tables, found, np.zeros_like(found))
    return found


def shared_sets(cards: int) -> Sets:
    """One of all sets of so many cards that differ by their suits alone, with the joker or without, and how often each
    counts: as often as there are such sets, with a minus where they are odd."""
    natural, ways = _natural_sets(cards)
    sign = -1 if cards % 2 else 1
    if not cards:
        return natural, ways
    others, more = _natural_sets(cards - 1)
    joker = np.full((len(others), 1), JOKER, dtype=np.int8)
    return np.concatenate([natural, np.concatenate([others, joker], axis=1)]), sign * np.concatenate([ways, more])


def _natural_sets(cards: int) -> Sets:
    from pitboss.solve.pai_gow.shared_kernel import sets_of

    masks, starts = _masks()
    many = sets_of(cards, masks, starts, np.zeros((0, cards), dtype=np.int8), np.zeros(0, dtype=np.int64))
    sets, ways = np.zeros((many, cards), dtype=np.int8), np.zeros(many, dtype=np.int64)
    sets_of(cards, masks, starts, sets, ways)
    return sets, ways


@cache
def _masks() -> tuple[NDArray[Any], NDArray[Any]]:
    """The ranks that a suit can have by how many they are, and where each number of them begins."""
    masks = sorted(range(1 << RANKS), key=lambda mask: (mask.bit_count(), mask))
    held = [mask.bit_count() for mask in masks]
    return np.array(masks), np.searchsorted(held, np.arange(RANKS + 2))
