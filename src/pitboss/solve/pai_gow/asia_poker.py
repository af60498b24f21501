"""Asia Poker, estimated: seven hands at a time, each against each, set by the house way and as is best against it.

Where both sides set by one way, either is as likely to win two of three, so the house is ahead by just the deals in
which copies let neither: that is counted instead of what is won and lost, and varies far less.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.pai_gow.asia_poker import FEWER_HIGHER, MAIN, TWO_HIGHER
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, decimal, simple
from pitboss.solve.prices import Prices

ROUNDS, FIRST_ROUNDS = 3_700_000, 100_000
"""Deals of seven hands; and those from which is learnt how often the house has what."""
MEDIUMS, LOWS = 272, 16
NOTE = (
    "An estimate, as good as so many rounds dealt by themselves. Hands are set as is best by how often the house has "
    "what, whatever cards are seen; the very best play is at least as good"
)


@dataclass(frozen=True)
class Edges:
    """What the house is ahead by with hands set by its way and as is best, each with its standard error."""

    house_way: float
    house_way_error: float
    best: float
    best_error: float


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the wager."""
    price = Prices(setup, meters)
    edges = edges_of(setup.term("ace_low") == "second")
    wager = _estimated(price, edges.best, edges.best_error)
    strategy: dict[str, Any] = {
        "rule": "set each hand so that two of three rank above a dealer's most often",
        "simple_rules": {
            "the house way": {
                "house_edge": decimal(Fraction(edges.house_way).limit_denominator(10**9)),
                "costs": decimal(Fraction(edges.house_way - edges.best).limit_denominator(10**9)),
            }
        },
        "standard_error_of_the_house_way": decimal(Fraction(edges.house_way_error).limit_denominator(10**9)),
    }
    return Analysis(setup, {MAIN: wager}, strategy)


def edges_of(ace_low_second: bool, rounds: int = ROUNDS, first_rounds: int = FIRST_ROUNDS) -> Edges:
    """Deal, or take what was dealt before."""

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.pai_gow.asia_kernel import deal, every_four

        four = every_four(ace_low_second)
        number, below = _met(four, first_rounds)
        _, sums = deal(rounds, 2, four, number, below)
        return {"sums": sums}

    sums = kept("asia-poker", ("v1", ace_low_second, rounds, first_rounds), compute)["sums"]
    house, best = sums[0] / rounds, sums[2] / rounds
    return Edges(
        house_way=float(house),
        house_way_error=sqrt((sums[1] / rounds - house**2) / rounds),
        best=float(best),
        best_error=sqrt((sums[3] / rounds - best**2) / rounds),
    )


def _met(four: NDArray[np.int64], rounds: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The place of every four cards among all worths, and how many of the house's hands lay below any three."""
    from pitboss.solve.pai_gow.asia_kernel import deal

    worths, number = np.unique(four, return_inverse=True)
    number = number.astype(np.int64)
    met, _ = deal(rounds, 1, four, number, np.zeros((1, 1, 1), dtype=np.int32))
    counts = np.zeros((len(worths) + 1, MEDIUMS + 1, LOWS + 1), dtype=np.int32)
    # A place one further on holds what lies strictly below; the last of each axis is for anything.
    np.add.at(counts, (np.searchsorted(worths, met[:, 0]) + 1, met[:, 1] + 1, met[:, 2] + 1), 1)
    for axis in range(3):
        np.cumsum(counts, axis=axis, out=counts)
    return number, counts


def _estimated(price: Prices, edge: float, error: float) -> WagerAnalysis:
    """A wager that wins 1 and loses 1, of which the edge is known as well as from so many rounds."""
    wins = (1 - edge) / 2
    rounds = round((1 - edge**2) / error**2)
    won = round(wins * rounds)
    rows = [(won, price(MAIN, TWO_HIGHER)), (rounds - won, price(MAIN, FEWER_HIGHER))]
    return WagerAnalysis(simple(rows), per="unit of the wager", sampled=rounds, note=NOTE)
