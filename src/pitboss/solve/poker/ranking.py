"""The tables that kernels rank hands by, bundled: best five of five, six or seven cards."""

from functools import cache
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.evaluator import RANK_KEYS, rank_tables

_BUILDING = Lock()


class Ranking(NamedTuple):
    """The evaluator's tables for hands of one size."""

    keys: NDArray[np.int64]
    rows: NDArray[np.int32]
    ranks: NDArray[np.int16]
    flushes: NDArray[np.int16]


@cache
def ranking(size: int) -> Ranking:
    """The tables that rank so many cards; of many threads that ask first, one builds them."""
    with _BUILDING:
        tables = rank_tables(size)
    return Ranking(np.array(RANK_KEYS, dtype=np.int64), tables.rows, tables.ranks, tables.flushes)
