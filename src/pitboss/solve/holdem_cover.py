"""Cover All in Ultimate Texas Hold'em: the highest hand at the table that nobody folded, sampled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.hands.evaluator import category_names
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import Sums, crew
from pitboss.solve.holdem_tables import CATEGORIES, PriceArrays, numbers
from pitboss.solve.model import Progress, WagerAnalysis
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.sides import by_players
from pitboss.solve.prices import Prices

ROUNDS, PARTS = 4_000_000, 16
"""Rounds for each number of players, and in how many parts they are dealt, each with a seed of its own."""
NOTE = "Cover All is one result for the table: every player is taken to decide as is best for Ante, Blind and Play."


@dataclass(frozen=True)
class Highest:
    """The category of the highest hand, by the number of players, under the best decisions of all of them."""

    prices: PriceArrays
    before_flop: NDArray[np.int8]
    after_flop: NDArray[np.uint8]
    seats: int

    def __call__(self, chunks: Iterable[int]) -> Sums:
        from pitboss.solve.holdem_play_kernel import highest_shown

        found = np.zeros((self.seats, 10), dtype=np.int64)
        tables = (self.before_flop, self.after_flop, numbers(), ranking(7), self.prices.stakes)
        for chunk in chunks:
            players, part = 1 + chunk // PARTS, chunk % PARTS
            found[players - 1] += highest_shown(players, ROUNDS // PARTS, 100 * players + part, *tables)
        return (found,)


def cover_all(
    setup: Setup,
    price: Prices,
    prices: PriceArrays,
    solved: Mapping[str, NDArray[Any]],
    progress: Progress,
    cluster: str | None = None,
) -> dict[str, WagerAnalysis]:
    """The wager at a table of one player, of two, and so on; its odds go by the hands dealt, the dealer's included."""
    work = Highest(prices, solved["before_flop"], solved["after_flop"], setup.seats)

    def sample() -> dict[str, NDArray[Any]]:
        with crew(cluster) as add_up:
            return {"counts": add_up(work, setup.seats * PARTS, progress)[0]}

    counts = kept("holdem-cover-all", ("v1", ROUNDS, setup.seats, prices.key), sample)["counts"]
    kinds = [category_names(category) for category in CATEGORIES]
    return by_players(price, kinds, counts, ROUNDS, others=1)
