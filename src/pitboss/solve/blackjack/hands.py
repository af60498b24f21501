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
OVER, STRONG_21, TWO_CARD_21, TOTALS = BEST + 1, BEST + 2, BEST + 3, BEST + 4
"""What hands are priced by: what they count, over 21, a 21 that beats any other, and one that has odds of its own."""
SINGLE, DOUBLED, FREE, LEVELS = 0, 1, 2, 3
"""How the wager on a hand stands: as it was made, doubled, or doubled by the house."""
NO_HAND = -1

Ranks = tuple[int, ...]
UP_CARDS: tuple[Ranks, ...] = tuple((rank,) for rank in range(RANKS))
"""What lies open of the dealer's when players decide: as a rule one card."""
BOTH_CARDS: tuple[Ranks, ...] = tuple((low, high) for low in range(RANKS) for high in range(low, RANKS))
"""And where the hole card lies open too."""


def total_of(counts: Sequence[int], most: int = BEST) -> tuple[int, bool]:
    """What a hand counts, and whether it is soft; ``most`` is what it may count without being over.

    >>> total_of((1, 0, 0, 0, 0, 1, 0, 0, 0, 0)), total_of((2, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    ((17, True), (12, False))
    """
    hard = sum((rank + 1) * many for rank, many in enumerate(counts))
    soft = counts[ACE] > 0 and hard + 10 <= most
    return (hard + 10, True) if soft else (hard, False)


@dataclass(frozen=True)
class Hands:
    """Every hand that is not over and that a shoe can make, in ascending order of what it counts with aces as one.

    ``after[h, r]`` is the hand with one more card of rank r, ``NO_HAND`` where that is over. Hand 0 has no card.
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

    ``rows[more, h]`` is the row of ``chances`` for hand h, -1 for hands that are not asked for, where ``more`` cards of
    rank ``pair`` are out of the shoe beside the one that was split off. ``classes`` are what hands are priced by,
    ``seen[s]`` the cards of the dealer's that lie open in start s. ``levels`` is how the wager stands once a hand is
    doubled. The last four say what may be done with a hand.
    """

    counts: NDArray[np.int64]
    classes: NDArray[np.int64]
    sizes: NDArray[np.int64]
    after: NDArray[np.int64]
    rows: NDArray[np.int64]
    chances: NDArray[np.float64]
    shoe: NDArray[np.int64]
    seen: NDArray[np.int64]
    pair: int
    levels: NDArray[np.int64]
    may_hit: NDArray[np.bool_]
    may_double: NDArray[np.bool_]
    may_surrender: NDArray[np.bool_]
    may_rescue: NDArray[np.bool_]


PLACES = np.array([1 << (6 * rank) for rank in range(RANKS)], dtype=np.int64)
"""A collection of ranks as one number, six bits for how many there are of each."""


def hands_of(shoe: Ranks, most: int = BEST) -> Hands:
    """All hands that a shoe can make which count no more than they may; shoes of many cards make the same ones."""
    return _hands_of(tuple(min(many, most // (rank + 1)) for rank, many in enumerate(shoe)), most)


@lru_cache(maxsize=64)
def _hands_of(shoe: Ranks, most: int) -> Hands:
    counts = np.zeros((1, RANKS), dtype=np.int64)
    worth = np.arange(1, RANKS + 1)
    for rank in range(RANKS - 1, -1, -1):
        counts = np.repeat(counts, shoe[rank] + 1, axis=0)
        counts[:, rank] = np.tile(np.arange(shoe[rank] + 1), len(counts) // (shoe[rank] + 1))
        counts = counts[counts @ worth <= most]
    hard = counts @ worth
    order = np.argsort(hard, kind="stable")
    counts, hard = counts[order], hard[order]
    keys = counts @ PLACES
    by_key = np.argsort(keys)
    grown = keys[:, None] + PLACES
    places = by_key[np.minimum(np.searchsorted(keys[by_key], grown), len(keys) - 1)]
    soft = (counts[:, ACE] > 0) & (hard + 10 <= most)
    return Hands(
        counts=counts,
        totals=hard + 10 * soft,
        soft=soft,
        sizes=counts.sum(axis=1),
        after=np.where(keys[places] == grown, places, NO_HAND),
        keys=keys,
    )


@dataclass(frozen=True)
class Endings:
    """All collections of cards with which a dealer ends, as a tree that shares what they have in common.

    A row of ``nodes`` is how many cards were drawn, the last of them, and the bin in which ``ways`` orders of them end,
    0 where none does. A node follows its parent and what has grown from that already, so its parent is the last one
    before it with a card less. ``nths[rank]`` is the number of the first card of a rank, numbered with those of the
    same rank that were drawn before. Nodes of start s are ``begins[s]`` to ``begins[s + 1]``; the first of them is
    what lies open alone, ``seen[s]``. Cards over 21 are left out unless that total pushes: what is missing from one is
    the chance of them.
    """

    nodes: NDArray[np.int64]
    ways: NDArray[np.float64]
    begins: NDArray[np.int64]
    nths: NDArray[np.int64]
    seen: NDArray[np.int64]


@lru_cache(maxsize=8)
def endings_of(
    stands_on: int, hits_soft: tuple[int, ...], push_total: int, starts: tuple[Ranks, ...] = UP_CARDS
) -> Endings:
    """The tree for a dealer's drawing rule, from each of the starts."""
    most = [max(stands_on, BEST) // (rank + 1) + 1 for rank in range(RANKS)]
    nths = np.cumsum([0, *most])
    nodes: list[tuple[int, int, int]] = []
    ways: list[int] = []
    begins = []
    for start in starts:
        begins.append(len(nodes))
        ended = {
            tuple(sorted(drawn, reverse=True)): how
            for drawn, how in _endings_of_start(start, stands_on, hits_soft, push_total).items()
        }
        for path in sorted({drawn[:length] for drawn in ended for length in range(len(drawn) + 1)}):
            orders, bin_ = ended.get(path, (0, 0))
            last = int(nths[path[-1]]) + path.count(path[-1]) - 1 if path else 0
            nodes.append((len(path), last, bin_))
            ways.append(orders)
    begins.append(len(nodes))
    return Endings(
        nodes=np.array(nodes, dtype=np.int64),
        ways=np.array(ways, dtype=np.float64),
        begins=np.array(begins, dtype=np.int64),
        nths=nths,
        seen=np.array([_counts(start) for start in starts], dtype=np.int64),
    )


def _counts(ranks: Ranks) -> Ranks:
    return tuple(ranks.count(rank) for rank in range(RANKS))


def _endings_of_start(
    start: Ranks, stands_on: int, hits_soft: tuple[int, ...], push_total: int
) -> dict[Ranks, tuple[int, int]]:
    """What a dealer with these cards can draw before standing: collections, with their orders and how they end."""
    ended: dict[Ranks, tuple[int, int]] = {}
    begun = _counts(start)
    found: dict[Ranks, int] = {begun: 1}
    while found:
        drawing: dict[Ranks, int] = {}
        for counts, ways in found.items():
            total, soft = total_of(counts)
            cards = sum(counts)
            if cards < 2 or total < stands_on or (soft and total in hits_soft):
                drawing[counts] = ways
            elif total <= BEST or total == push_total:
                bin_ = PUSHES if total > BEST else total - LOWEST_BIN
                bin_ = NATURAL if cards == 2 and total == BEST else bin_
                drawn = tuple(rank for rank in range(RANKS) for _ in range(counts[rank] - begun[rank]))
                ended[drawn] = (ways, bin_)
        found = {}
        for counts, ways in drawing.items():
            for rank in range(RANKS):
                grown = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
                found[grown] = found.get(grown, 0) + ways
    return ended
