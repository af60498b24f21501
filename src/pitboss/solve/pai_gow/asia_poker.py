"""Asia Poker, exactly: every hand of seven cards against all that the other cards make and the house sets.

How a hand is set hangs on its ranks, and on a suit of which it has a flush of four; other suits are not looked at.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import Arrays, kept
from pitboss.games.pai_gow.asia_poker import FEWER_HIGHER, MAIN, TWO_HIGHER
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import Sums
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, decimal, simple
from pitboss.solve.pai_gow.numbering import numbering
from pitboss.solve.pai_gow.shared import DEALS, MEETS, add_up, weights_of
from pitboss.solve.prices import Prices

FLUSH, PARTS = 4, 3
NOTE = "Set as is worth most, by its ranks and a flush that it has, against a dealer who sets by the house way"


@dataclass(frozen=True)
class Wins:
    """In how many deals two of three parts are above the dealer's, by the house way and where hands are set so that it
    is most often; and the share of hands that are set otherwise then."""

    house_way: int
    best: int
    otherwise: Fraction


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the wager."""
    price = Prices(setup, meters)
    won = wins_of(setup.term("ace_low") == "second", progress or (lambda done: None))
    best, house_way = (_wager(price, count) for count in (won.best, won.house_way))
    strategy: dict[str, Any] = {
        "rule": "set each hand so that two of three rank above a dealer's most often",
        "simple_rules": {
            "the house way": {
                "house_edge": decimal(house_way.house_edge),
                "costs": decimal(house_way.house_edge - best.house_edge),
            }
        },
        "set_otherwise_than_the_house": {"as_player": decimal(won.otherwise)},
    }
    return Analysis(setup, {MAIN: best}, strategy)


def _wager(price: Prices, won: int) -> WagerAnalysis:
    rows = [(won, price(MAIN, TWO_HIGHER)), (DEALS - won, price(MAIN, FEWER_HIGHER))]
    return WagerAnalysis(simple(rows), per="unit of the wager", note=NOTE)


def wins_of(ace_low_second: bool, told: Progress) -> Wins:
    """Count them, or take what was counted before."""
    found = kept("asia-poker", ("v3", ace_low_second), lambda: _counted(ace_low_second, told))
    house_way, best, otherwise = found["wins"].tolist()
    return Wins(house_way, best, Fraction(otherwise, DEALS // MEETS))


def house_parts(ace_low_second: bool) -> NDArray[np.int64]:
    """What the high, the medium and the low part of every number's hands are worth as the house sets them."""
    from pitboss.solve.pai_gow import asia_kernel

    numbered = numbering(FLUSH)
    found = np.zeros((len(numbered.hands), PARTS), dtype=np.int64)
    asia_kernel.house_settings(numbered.hands, numbered.used, asia_kernel.every_four(ace_low_second), found)
    return found


@dataclass(frozen=True)
class Ways:
    """Every number's hands and the ways to set them, as the kernel takes them."""

    house: NDArray[np.int16]
    firsts: NDArray[np.int64]
    ways: NDArray[np.int16]
    sizes: NDArray[np.int64]
    houses: NDArray[np.int64]
    """Which way is the house's."""


@cache
def ways_of(ace_low_second: bool) -> Ways:
    """All of them, each part by its place among those that the house sets."""
    from pitboss.solve.pai_gow.asia_kernel import all_settings, every_four

    numbered, parts, four = numbering(FLUSH), house_parts(ace_low_second), every_four(ace_low_second)
    many = len(numbered.hands)
    firsts, houses = np.zeros(many + 1, dtype=np.int64), np.zeros(many, dtype=np.int64)
    fill: Callable[..., int] = all_settings
    worths = np.zeros((0, PARTS), dtype=np.int32)
    worths = np.zeros((fill(numbered.hands, parts, four, firsts, houses, worths), PARTS), dtype=np.int32)
    fill(numbered.hands, parts, four, firsts, houses, worths)
    worth = [np.unique(parts[numbered.used, part]) for part in range(PARTS)]
    sizes = np.array([len(each) for each in worth])
    return Ways(_by_place(parts, worth), firsts, _by_place(worths, worth), sizes, houses)


def _by_place(parts: NDArray[Any], worth: list[NDArray[np.int64]]) -> NDArray[np.int16]:
    """Of each part, how many of these are below it."""
    found = np.zeros(parts.shape, dtype=np.int16)
    for at, each in enumerate(worth):
        found[:, at] = np.searchsorted(each, parts[:, at])
    return found


def _counted(ace_low_second: bool, told: Progress) -> Arrays:
    from pitboss.solve.pai_gow.asia_pairs_kernel import count_pairs

    numbered, of = numbering(FLUSH), ways_of(ace_low_second)
    kernel: Callable[..., None] = count_pairs

    def count(*given: Any) -> None:
        *dealt, wins = given
        kernel(*dealt, of.house, of.firsts, of.ways, of.sizes, wins)

    def sums() -> Sums:
        return (np.zeros(len(of.ways), dtype=np.int64),)

    (wins,) = add_up(numbered, count, sums, told)
    firsts, houses = of.firsts[numbered.used], of.houses[numbered.used]
    best = np.maximum.reduceat(wins, firsts)
    weights = weights_of(numbered)[numbered.used]
    return {"wins": np.array([wins[houses].sum(), best.sum(), weights[best > wins[houses]].sum()])}
