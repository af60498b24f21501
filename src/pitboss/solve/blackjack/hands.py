"""The hands of blackjack as collections of ranks, not as orders of cards: the player's, and how a dealer can end.

Ten ranks are told apart: the ace is rank 0, the two rank 1, whatever counts ten rank 9.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.blackjack import BEST

RANKS = 10
ACE, TEN = 0, 9
LOWEST_BIN = 17
BUST, NATURAL, PUSHES, BINS = 5, 6, 7, 8
"""How a dealer ends: bins 0 to 4 are 17 to 21, then over 21, a blackjack, and a total that pushes."""
OVER, STRONG_21, TOTALS = BEST + 1, BEST + 2, BEST + 3
"""What hands are priced by: what they count, over 21, and two cards of a split that beat any other 21."""
NO_HAND = -1

Ranks = tuple[int, ...]


def total_of(counts: Sequence[int]) -> tuple[int, bool]:
    """What a hand counts, and whether it is soft.

    >>> total_of((1, 0, 0, 0, 0, 1, 0, 0, 0, 0)), total_of((2, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    ((17, True), (12, False))
    """
    hard = sum((rank + 1) * many for rank, many in enumerate(counts))
    soft = counts[ACE] > 0 and hard + 10 <= BEST
    return (hard + 10, True) if soft else (hard, False)


@dataclass(frozen=True)
class Hands:
    """Every hand of 21 or less that a shoe can make, in ascending order of what it counts with aces as one.

    ``after[h, r]`` is the hand with one more card of rank r, ``NO_HAND`` where that is over 21. Hand 0 has no card.
    """

    counts: NDArray[np.int64]
    totals: NDArray[np.int64]
    soft: NDArray[np.bool_]
    sizes: NDArray[np.int64]
    after: NDArray[np.int64]
    keys: NDArray[np.int64]

    def of(self, *ranks: int) -> int:
        """The number of the hand that holds these ranks."""
        at = 0
        for rank in ranks:
            at = int(self.after[at, rank])
        return at


class Held(NamedTuple):
    """The hands as they are played, and what is out of the shoe beside them.

    ``rows[h]`` is the row of ``chances`` for hand h, -1 for hands that are not asked for; ``others`` more cards of rank
    ``pair`` are out of the shoe, on hands that were split off. The last three say what may be done with a hand.
    """

    counts: NDArray[np.int64]
    totals: NDArray[np.int64]
    sizes: NDArray[np.int64]
    after: NDArray[np.int64]
    rows: NDArray[np.int64]
    chances: NDArray[np.float64]
    shoe: NDArray[np.int64]
    pair: int
    others: int
    may_hit: NDArray[np.bool_]
    may_double: NDArray[np.bool_]
    may_surrender: NDArray[np.bool_]


PLACES = np.array([1 << (6 * rank) for rank in range(RANKS)], dtype=np.int64)
"""A collection of ranks as one number, six bits for how many there are of each."""


@lru_cache(maxsize=8)
def hands_of(shoe: Ranks) -> Hands:
    """All hands that a shoe can make."""
    found: list[Ranks] = []

    def grow(counts: list[int], lowest: int, hard: int) -> None:
        found.append(tuple(counts))
        for rank in range(lowest, RANKS):
            if hard + rank + 1 > BEST:
                break
            if counts[rank] < shoe[rank]:
                counts[rank] += 1
                grow(counts, rank, hard + rank + 1)
                counts[rank] -= 1

    grow([0] * RANKS, 0, 0)
    hard = np.array(found, dtype=np.int64) @ np.arange(1, RANKS + 1)
    counts = np.array(found, dtype=np.int64)[np.argsort(hard, kind="stable")]
    keys = counts @ PLACES
    place = {int(key): at for at, key in enumerate(keys)}
    after = np.full((len(counts), RANKS), NO_HAND, dtype=np.int64)
    for at, key in enumerate(keys):
        for rank in range(RANKS):
            after[at, rank] = place.get(int(key) + int(PLACES[rank]), NO_HAND)
    told = [total_of(tuple(row)) for row in counts.tolist()]
    return Hands(
        counts=counts,
        totals=np.array([total for total, _ in told], dtype=np.int64),
        soft=np.array([soft for _, soft in told], dtype=np.bool_),
        sizes=counts.sum(axis=1),
        after=after,
        keys=keys,
    )


@dataclass(frozen=True)
class Endings:
    """All collections of cards with which a dealer ends, as a tree that shares what they have in common.

    Node i adds the ``nth`` card (from zero) of rank ``rank`` to node ``parent``. ``ways`` orders of the path's cards
    end there, 0 where none does, in bin ``bins`` after ``lengths`` cards beside the up card. Nodes of up card u are
    ``begins[u]`` to ``begins[u + 1]``; the first of them is the up card alone. Cards over 21 are left out unless that
    total pushes: what is missing from one is the chance of them.
    """

    parents: NDArray[np.int64]
    ranks: NDArray[np.int64]
    nths: NDArray[np.int64]
    ways: NDArray[np.float64]
    bins: NDArray[np.int64]
    lengths: NDArray[np.int64]
    begins: NDArray[np.int64]


@lru_cache(maxsize=8)
def endings_of(stands_on: int, hits_soft: tuple[int, ...], push_total: int) -> Endings:
    """The tree for a dealer's drawing rule."""
    rows: list[tuple[int, int, int, int, int, int]] = []
    begins = []
    for up in range(RANKS):
        begins.append(len(rows))
        rows.append((0, 0, 0, 0, 0, 0))
        place: dict[Ranks, int] = {(): len(rows) - 1}
        for drawn, (ways, bin_) in _endings_of_up_card(up, stands_on, hits_soft, push_total).items():
            path: Ranks = ()
            for card in sorted(drawn, reverse=True):
                longer = (*path, card)
                if longer not in place:
                    place[longer] = len(rows)
                    rows.append((place[path], card, path.count(card), 0, 0, len(longer)))
                path = longer
            parent, rank, nth, _, _, length = rows[place[path]]
            rows[place[path]] = (parent, rank, nth, ways, bin_, length)
    begins.append(len(rows))
    columns = np.array(rows, dtype=np.int64).T
    return Endings(
        parents=np.ascontiguousarray(columns[0]),
        ranks=np.ascontiguousarray(columns[1]),
        nths=np.ascontiguousarray(columns[2]),
        ways=columns[3].astype(np.float64),
        bins=np.ascontiguousarray(columns[4]),
        lengths=np.ascontiguousarray(columns[5]),
        begins=np.array(begins, dtype=np.int64),
    )


def _endings_of_up_card(
    up: int, stands_on: int, hits_soft: tuple[int, ...], push_total: int
) -> dict[Ranks, tuple[int, int]]:
    """What a dealer with this up card can draw before standing: collections, with their orders and how they end."""
    ended: dict[Ranks, tuple[int, int]] = {}
    drawing: dict[Ranks, int] = {tuple(int(rank == up) for rank in range(RANKS)): 1}
    while drawing:
        longer: dict[Ranks, int] = {}
        for counts, ways in drawing.items():
            for rank in range(RANKS):
                grown = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
                total, soft = total_of(grown)
                if total < stands_on or (soft and total in hits_soft):
                    longer[grown] = longer.get(grown, 0) + ways
                elif total <= BEST or total == push_total:
                    cards = sum(grown)
                    bin_ = PUSHES if total > BEST else total - LOWEST_BIN
                    bin_ = NATURAL if cards == 2 and total == BEST else bin_
                    drawn = [r for r, many in enumerate(grown) for _ in range(many - (r == up))]
                    before = ended.get(tuple(drawn), (0, bin_))[0]
                    ended[tuple(drawn)] = (before + ways, bin_)
        drawing = longer
    return ended
