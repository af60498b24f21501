"""No-bust blackjack: the best play by composition and the best chart, each with its edge off a fresh shoe.

Chances are worked out in floating point, to about thirteen digits; there is no short fraction to give.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.games.blackjack.held import INSURANCE, original_wagers
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.no_bust.chart import Column, as_json, best_column, cells_of
from pitboss.solve.blackjack.no_bust.leaves import Leaf, deviations, leaves_of
from pitboss.solve.blackjack.no_bust.machine import Against
from pitboss.solve.blackjack.no_bust.rounds import rows_of
from pitboss.solve.blackjack.no_bust.sides import SIDES, drawn_to, insurance, side_wager
from pitboss.solve.blackjack.no_bust.table import Table
from pitboss.solve.blackjack.outcomes import Row, brought_to, is_split
from pitboss.solve.blackjack.solver import BY_CHART, BY_COMPOSITION, outcomes_of, reported_choices, rounded
from pitboss.solve.model import EVERYTHING, Analysis, Asked, Progress, WagerAnalysis, decimal
from pitboss.solve.prices import Prices

__all__ = ["best_mean", "reported_choices", "solve", "solved"]

NOTES = (
    "Split hands are played as hands that were not split; the best play looks at the ranks of the cards of one hand, "
    "not at their suits, nor at the other hands of the split.",
    "A fresh shoe: what a cut card does to the rounds of a shoe is simulated, not worked out.",
)
OUTCOMES = (
    "doubled, split and surrendered hands are in it; how split rounds divide among their results, and so the standard "
    "deviation, is worked out as if their hands hung together by the player-dealer's ending alone, and brought "
    "to the mean"
)


@dataclass(frozen=True)
class Part:
    """What there is to know of one start of the player-dealer's; the machine that told it is not kept."""

    share: float
    mean: float
    staked: float
    by_chart: float
    rows: tuple[Row, ...]
    column: Column
    cells: Mapping[str, tuple[str, ...]]
    leaves: tuple[Leaf, ...]
    drawn: Mapping[str, float]
    even_money: bool


@dataclass(frozen=True)
class Solved:
    """What there is to know of a table: the parts by what lies open."""

    parts: Mapping[int, Part]

    def mean(self, figure: Callable[[Part], float]) -> Fraction:
        return rounded(sum(part.share * figure(part) for part in self.parts.values()))

    @property
    def best(self) -> Fraction:
        return self.mean(lambda part: part.mean)

    @property
    def by_chart(self) -> Fraction:
        return self.mean(lambda part: part.by_chart)

    @property
    def even_money(self) -> bool:
        return any(part.even_money for part in self.parts.values())


@dataclass(frozen=True, eq=False)
class Measured(WagerAnalysis):
    """A wager whose mean is known better than the list of its outcomes says."""

    mean: Fraction = Fraction(0)
    staked: Fraction = Fraction(1)

    @property
    def expectation(self) -> Fraction:
        return self.mean

    @property
    def average_staked(self) -> Fraction:
        return self.staked

    def __eq__(self, other: object) -> bool:
        """By the mean too: outcomes are left out where only edges are asked for."""
        return super().__eq__(other) and isinstance(other, Measured) and self.mean == other.mean

    def __hash__(self) -> int:
        return hash((self.per, self.mean))


@lru_cache(maxsize=64)
def best_mean(table: Table) -> float:
    """What the best play by composition is worth."""

    def work(up: int) -> float:
        against = Against(table, up)
        return against.share * against.follow(against.best()) if against.share > 0 else 0.0

    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(work, range(len(table.starts))))


@lru_cache(maxsize=16)
def solved(table: Table) -> Solved:
    """Solve a table, against one start after the other."""

    def work(up: int) -> Part:
        against = Against(table, up)
        best = against.best()
        column, by_chart = best_column(against, best)
        chart = column.choices(against)
        return Part(
            share=against.share,
            mean=against.follow(best),
            staked=against.follow(best, staked=True),
            by_chart=by_chart,
            rows=tuple(rows_of(against, best)),
            column=column,
            cells=cells_of(against, column),
            leaves=tuple(leaves_of(against, best, chart)),
            drawn=drawn_to(against, chart) if table.bonus else {},
            even_money=against.takes_even_money(),
        )

    ups = [up for up in range(len(table.starts)) if table.chance_of_start(up) > 0]
    with ThreadPoolExecutor(2) as pool:
        return Solved(dict(zip(ups, pool.map(work, ups), strict=True)))


def _gathered(rows: Iterable[Row]) -> tuple[Row, ...]:
    found: dict[tuple[str, float, float], float] = {}
    for name, chance, net, staked in rows:
        found[name, net, staked] = found.get((name, net, staked), 0.0) + chance
    return tuple((name, chance, net, staked) for (name, net, staked), chance in found.items())


def solve(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    *,
    asked: Asked = EVERYTHING,
) -> Analysis:
    """Analyse the wager on a hand with all that a player adds to it, insurance, and the wagers beside it."""
    price = Prices(setup, meters)
    table, main = Table.of(setup, price), original_wagers(setup)[0]
    wagers: dict[str, WagerAnalysis] = {}
    strategy: dict[str, Any] | None = None
    per = f"unit of the {setup.offers[main].title}, from a fresh shoe"
    if asked.edges_only and asked.wants(main):
        wagers[main] = Measured((), per=per, rounded=True, mean=rounded(best_mean(table)))
    elif asked.wants(main):
        found = solved(table)
        strategy = _strategy(table, found)
        mean = found.mean(lambda part: part.mean)
        rows = _gathered(row for part in found.parts.values() for row in part.rows)
        wagers[main] = Measured(
            outcomes_of(tuple(brought_to(float(mean), rows, is_split))),
            per=per,
            note=OUTCOMES,
            quotes={
                BY_COMPOSITION: -mean,
                BY_CHART: -found.mean(lambda part: part.by_chart),
            },
            rounded=True,
            mean=mean,
            staked=found.mean(lambda part: part.staked),
        )
    if INSURANCE in setup.offers:
        wagers[INSURANCE] = insurance(setup, price)
    for name in SIDES:
        if name in setup.offers and asked.wants(name):
            wagers[name] = side_wager(setup, price, name, lambda: _drawn(solved(table)))
    return Analysis(setup, wagers, strategy, notes=NOTES)


def _drawn(found: Solved) -> dict[str, float]:
    """How likely each of the hands is that the bonus bet looks for."""
    names = next(iter(found.parts.values())).drawn
    return {name: sum(part.share * part.drawn[name] for part in found.parts.values()) for name in names}


def _strategy(table: Table, found: Solved) -> dict[str, Any]:
    even = (
        "take even money with a natural, otherwise no insurance"
        if any(part.even_money for part in found.parts.values())
        else "take no insurance"
    )
    before = f"{even}, and " if table.rules.insured_part else ""
    return {
        "rule": f"{before}play by the chart; best play by composition leaves it with the hands listed",
        "house_edge": {
            BY_COMPOSITION.replace(" ", "_"): decimal(-found.best),
            BY_CHART.replace(" ", "_"): decimal(-found.by_chart),
        },
        "chart": as_json({up: part.cells for up, part in found.parts.items()}, table),
        "deviations": deviations(leaf for part in found.parts.values() for leaf in part.leaves),
    }
