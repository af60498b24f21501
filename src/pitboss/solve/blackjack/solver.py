"""Blackjack: the best play by composition and the best chart, each with its edge off a fresh shoe.

Chances are worked out in floating point, to about thirteen digits; there is no short fraction to give.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.errors import Refused
from pitboss.games.blackjack.held import INSURANCE, original_wagers
from pitboss.rulebook.model import Entry
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.chart import best_chart
from pitboss.solve.blackjack.deviations import deviations
from pitboss.solve.blackjack.machine import Machine, Strategy
from pitboss.solve.blackjack.moments import mean_square, mean_staked
from pitboss.solve.blackjack.outcomes import Row, chance_of_ten, rows_of
from pitboss.solve.blackjack.table import beyond_terms, terms_of
from pitboss.solve.blackjack.terms import Terms
from pitboss.solve.model import Analysis, Asked, Outcome, Progress, WagerAnalysis, decimal, simple
from pitboss.solve.prices import Prices

BY_COMPOSITION, BY_CHART = "best play by composition", "basic strategy by the chart"
_FEW_WAGERS = 3
_SCALE = 10**15


@dataclass(frozen=True, eq=False)
class Measured(WagerAnalysis):
    """A wager whose mean and standard deviation are known better than the list of its outcomes says."""

    terms: Terms | None = None

    @property
    def expectation(self) -> Fraction:
        assert self.terms is not None
        return _rounded(best_mean(self.terms))

    @property
    def average_staked(self) -> Fraction:
        assert self.terms is not None
        return _rounded(solved(self.terms).staked)

    @property
    def variance(self) -> Fraction:
        """Worked out when it is asked for: a comparison of many tables has no need of it."""
        assert self.terms is not None
        return _rounded(square_of(self.terms)) - self.expectation**2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measured) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(self.terms)


@dataclass(frozen=True)
class Solved:
    """What there is to know of a table's terms, but for the standard deviation."""

    mean: float
    staked: float
    rows: tuple[Row, ...]
    by_chart: float
    chart: Mapping[str, Any]
    leaves: tuple[Mapping[str, Any], ...]


@lru_cache(maxsize=64)
def best_mean(terms: Terms) -> float:
    """What the best play by composition is worth."""
    return Machine(terms).best()[1]


@lru_cache(maxsize=64)
def solved(terms: Terms) -> Solved:
    """Solve a table's terms."""
    machine = Machine(terms)
    best, mean = machine.best()
    chart, by_chart = best_chart(machine, best)
    leaves = deviations(machine, best, chart.strategy(machine))
    rows = tuple(rows_of(machine, best))
    return Solved(mean, mean_staked(machine, best), rows, by_chart, chart.as_json(machine), tuple(leaves))


@lru_cache(maxsize=64)
def square_of(terms: Terms) -> float:
    """The mean square of a round's result under the best play."""
    machine = Machine(terms)
    return mean_square(machine, machine.best()[0])


@lru_cache(maxsize=8)
def chart_strategy(terms: Terms) -> tuple[Machine, Strategy]:
    """The machine of a table and the strategy of its best chart, for whoever plays by it."""
    machine = Machine(terms)
    chart, _ = best_chart(machine, machine.best()[0])
    return machine, chart.strategy(machine)


def reports_choices(entry: Entry) -> bool:
    """Whether a PAR sheet shows what each option is worth without being asked: with many wagers that takes minutes."""
    return sum(wager.placed == "before_deal" for wager in entry.wagers.values()) <= _FEW_WAGERS


def solve(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    *,
    asked: Asked | None = None,
) -> Analysis:
    """Analyse the wager, with all that a player adds to it, and insurance."""
    price = Prices(setup, meters)
    wagers: dict[str, WagerAnalysis] = {}
    if beyond := beyond_terms(setup):
        note = f"{setup.entry.name} is not solved yet with {beyond}; `simulate` plays it."
        if INSURANCE not in setup.offers or (asked is not None and asked.edges_only):
            raise Refused(note, setup.entry.source)
        return Analysis(setup, {INSURANCE: _insurance(setup, price)}, notes=[note])
    terms = terms_of(setup, price)
    main = original_wagers(setup)[0]
    per = f"unit of the {setup.offers[main].title}, from a fresh shoe"
    if asked is not None and asked.edges_only:
        wagers[main] = Measured((), per=per, rounded=True, terms=terms)
        return Analysis(setup, {**wagers, INSURANCE: _insurance(setup, price)})
    found = solved(terms)
    wagers[main] = Measured(
        _outcomes(found.rows),
        per=per,
        note=(
            "doubled, split and surrendered hands are in it; how split rounds divide among their results is worked out "
            "as if their hands hung together by the dealer's total alone"
        ),
        quotes={BY_COMPOSITION: -_rounded(found.mean), BY_CHART: -_rounded(found.by_chart)},
        rounded=True,
        terms=terms,
    )
    wagers[INSURANCE] = _insurance(setup, price)
    return Analysis(setup, wagers, _strategy(terms, found), notes=NOTES)


NOTES = (
    "Split hands are played as hands that were not split; the best play looks at the cards of one hand, not at the "
    "other hands of the split.",
    "A fresh shoe: what a cut card does to the rounds of a shoe is simulated, not worked out.",
)


def _outcomes(rows: tuple[Row, ...]) -> tuple[Outcome, ...]:
    found = [
        Outcome(name, round(chance * _SCALE), Fraction(net).limit_denominator(1000), Fraction(staked))
        for name, chance, net, staked in rows
    ]
    return tuple(sorted(found, key=lambda outcome: (-outcome.net, outcome.result, outcome.staked)))


def _insurance(setup: Setup, price: Prices) -> WagerAnalysis:
    """By itself: a player who knows no card but the dealer's ace."""
    tens, unseen = chance_of_ten(tuple(setup.decks * (16 if rank == 9 else 4) for rank in range(10)))
    rows = [(tens, price(INSURANCE, "hole_card_ten")), (unseen - tens, price(INSURANCE, "hole_card_not_ten"))]
    return WagerAnalysis(simple(rows), per="unit of the wager, against an ace from a fresh shoe")


def _strategy(terms: Terms, found: Solved) -> dict[str, Any]:
    return {
        "rule": "take no insurance, and play by the chart; best play by composition leaves it with the hands listed",
        "house_edge": {
            BY_COMPOSITION.replace(" ", "_"): decimal(-_rounded(found.mean)),
            BY_CHART.replace(" ", "_"): decimal(-_rounded(found.by_chart)),
        },
        "chart": dict(found.chart),
        "deviations": [dict(row) for row in found.leaves],
    }


def _rounded(value: float) -> Fraction:
    """Floating point has about thirteen digits here; more would be noise."""
    return Fraction(round(value * 10**13), 10**13)
