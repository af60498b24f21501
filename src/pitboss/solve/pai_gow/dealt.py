"""Rounds of Pai Gow Poker at a full table, where everybody sets by the house way, dealt and counted by the million.

How several players fare together against one bank cannot be counted: what is told of it is an estimate.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.pai_gow.house_way import Ranking
from pitboss.solve.chunks import Sums, in_threads
from pitboss.solve.model import Progress
from pitboss.solve.pai_gow.numbering import numbering
from pitboss.solve.pai_gow.pairs import FLUSH, house_settings

ROUNDS = 4_000_000
CHUNK = 1_000_000
HANDS = 7
CELLS, STATES = 9, 8
MOST_PLAYERS = 6
WORDS_APART = 1 << 40
"""No chunk of rounds takes as many words of chance."""


def nets_of(ranking: Ranking, told: Progress) -> NDArray[np.int64]:
    """For every number of players, how often so many more of them lose to the bank than win."""

    def compute() -> dict[str, NDArray[Any]]:
        return {"nets": deal(ranking, HANDS, ROUNDS, told)[1]}

    return kept("pai-gow-dealt", ("v3", tuple(ranking), HANDS, ROUNDS), compute)["nets"]


def deal(ranking: Ranking, hands: int, rounds: int, told: Progress) -> Sums:
    """So many rounds of so many hands, the bank's first: the first player's by cell and by the state of the bank's, and
    what the bank wins of all."""
    from pitboss.solve.pai_gow.deal_kernel import play_out

    kernel: Callable[..., None] = play_out  # Numba's dispatcher does not tell the type checker what it takes.
    tables, settings = numbering(FLUSH).tables, house_settings(ranking)
    size = min(CHUNK, rounds)

    def work(chunks: Iterable[int]) -> Sums:
        cells = np.zeros(CELLS * STATES, dtype=np.int64)
        nets = np.zeros((MOST_PLAYERS + 1, 2 * MOST_PLAYERS + 1), dtype=np.int64)
        for chunk in chunks:
            kernel(size, np.uint64(hands * chunk * WORDS_APART + WORDS_APART), hands, *tables, settings, cells, nets)
        return cells, nets

    cells, nets = in_threads(work, rounds // size, told)
    return cells.reshape(CELLS, STATES), nets
