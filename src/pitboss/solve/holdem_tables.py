"""What the hold'em kernels are given, bundled: numbers of flops and holdings, tables that rank, and prices."""

from dataclasses import dataclass
from functools import cache
from math import lcm
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.evaluator import RANK_KEYS, categories, rank_tables
from pitboss.hands.poker import NAMES
from pitboss.solve.prices import Prices
from pitboss.solve.three_card import category_names

CASES = (
    "qualified_player_higher",
    "qualified_tie",
    "qualified_dealer_higher",
    "unqualified_player_higher",
    "unqualified_tie",
    "unqualified_dealer_higher",
)
_BUILDING = Lock()


class Numbers(NamedTuple):
    """The number of a canonical flop by its three cards in rising order, and of a holding by its two cards."""

    flop: NDArray[np.uint16]
    holding: NDArray[np.uint16]


class Ranking(NamedTuple):
    """The evaluator's tables for hands of one size."""

    keys: NDArray[np.int64]
    rows: NDArray[np.int32]
    ranks: NDArray[np.int16]
    flushes: NDArray[np.int16]


class Stakes(NamedTuple):
    """The category of every rank, the lowest rank the dealer qualifies with, and what ``PriceArrays`` holds."""

    category: NDArray[np.int8]
    lowest_qualifying: int
    base: NDArray[np.int64]
    play: NDArray[np.int64]
    fold: int


@dataclass(frozen=True)
class PriceArrays:
    """What a decision rests on: results in whole multiples of one ``unit``-th of the Ante, by category and case.

    ``base`` is Ante and Blind together, ``play`` one unit of Play; ``qualifies`` is the dealer's lowest category.
    """

    base: NDArray[np.int64]
    play: NDArray[np.int64]
    fold: int
    unit: int
    qualifies: int

    @property
    def stakes(self) -> Stakes:
        category = categories()
        return Stakes(category, int(np.argmax(category >= self.qualifies)), self.base, self.play, self.fold)

    @property
    def key(self) -> tuple[object, ...]:
        """All that decisions and counts depend on."""
        return self.base.tolist(), self.play.tolist(), self.fold, self.qualifies


def price_arrays(price: Prices) -> PriceArrays:
    """Ante and Blind together, and one unit of Play, for every category and case."""
    base = [
        [price("ante", case).net + price("blind", case, category_names(c)).net for case in CASES] for c in range(10)
    ]
    play = [[price("play", case).net for case in CASES] for _ in range(10)]
    fold = price("ante", "fold").net + price("blind", "fold").net
    unit = lcm(fold.denominator, *(net.denominator for rows in (base, play) for row in rows for net in row))
    return PriceArrays(
        np.array([[int(net * unit) for net in row] for row in base], dtype=np.int64),
        np.array([[int(net * unit) for net in row] for row in play], dtype=np.int64),
        int(fold * unit),
        unit,
        NAMES.index(price.setup.term("dealer_qualifies")),
    )


@cache
def numbers() -> Numbers:
    """The numbers of all flops and holdings."""
    from pitboss.solve import holdem_kernel as kernel

    return Numbers(kernel.flop_numbers(kernel.canonical_boards(3)[0]), kernel.holding_numbers())


@cache
def ranking(size: int = 7) -> Ranking:
    """The tables that rank so many cards; of many threads that ask first, one builds them."""
    with _BUILDING:
        tables = rank_tables(size)
    return Ranking(np.array(RANK_KEYS, dtype=np.int64), tables.rows, tables.ranks, tables.flushes)
