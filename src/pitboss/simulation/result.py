"""What a simulation found, in the figures the trade quotes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import Plan
from pitboss.simulation.sessions import Sessions
from pitboss.simulation.sums import Sums
from pitboss.solve.model import decimal, root
from pitboss.tabular import Row, Tabular, in_dollars


@dataclass(frozen=True)
class Figures:
    """One wager, or all of them together: the account of its rounds, and how much a unit of it is."""

    sums: Sums
    unit: int

    @property
    def mean(self) -> Fraction:
        """The mean result per unit of the wager; below zero, the player loses."""
        return self.sums.mean / self.unit

    @property
    def house_edge(self) -> Fraction:
        return -self.mean

    @property
    def standard_error(self) -> Fraction | None:
        """Of the mean, and so of the house edge; one round says nothing about it."""
        if self.sums.decided < 2:
            return None
        return Fraction(root(self.sums.variance / self.unit**2 / self.sums.decided))

    @property
    def standard_deviation(self) -> str:
        """Of one round's result per unit."""
        return root(self.sums.variance / self.unit**2)

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(self.sums.hits, self.sums.decided or 1)

    @property
    def average_staked(self) -> Fraction:
        """All that is staked in a round, per unit of the wager."""
        return Fraction(self.sums.staked, (self.sums.decided or 1) * self.unit)

    @property
    def element_of_risk(self) -> Fraction:
        return Fraction(-self.sums.net, self.sums.staked or 1)

    def as_row(self) -> Row:
        return {
            "unit": in_dollars(self.unit),
            "rounds": self.sums.decided,
            "house_edge": self.house_edge,
            "standard_error": self.standard_error,
            "hit_frequency": self.hit_frequency,
            "element_of_risk": self.element_of_risk,
            "standard_deviation": float(self.standard_deviation),
        }

    def as_json(self) -> dict[str, Any]:
        return {
            "unit": dollars(self.unit),
            "rounds": self.sums.decided,
            "mean": decimal(self.mean),
            "house_edge": decimal(self.house_edge),
            "standard_error": None if self.standard_error is None else decimal(self.standard_error),
            "standard_deviation": self.standard_deviation,
            "hit_frequency": decimal(self.hit_frequency),
            "average_staked": decimal(self.average_staked),
            "element_of_risk": decimal(self.element_of_risk),
        }


@dataclass(frozen=True, repr=False)
class Result(Tabular):
    """The outcome of a simulation. All but the times depends on the plan and the engine alone."""

    plan: Plan
    setup: Setup
    engine: str
    rule: str
    rounds: int
    fees: int
    wagers: Mapping[str, Figures]
    together: Figures
    sessions: Sessions | None = None
    seconds: float = 0.0
    preparation: float = 0.0
    note: str = ""
    by: Mapping[str, Any] = field(default_factory=dict)
    groups: Mapping[str, Figures] = field(default_factory=dict)
    fresh_edge: Fraction | None = None

    percentages = frozenset({"house_edge", "standard_error", "hit_frequency", "element_of_risk"})

    def rows(self) -> list[Row]:
        """Every wager, and all together where there are several; ``sessions`` has rows of its own.

        >>> from pitboss import simulate
        >>> result = simulate("chapter4/roulette", rounds=1000, seed=7, wagers={"red": 5, "straight_up 17": 1.5})
        >>> [(row["wager"], str(row["unit"]), row["rounds"]) for row in result.rows()]
        [('red', '5.00', 1000), ('straight_up 17', '1.50', 1000), ('together', '6.50', 1000)]
        """
        found: list[Row] = [{"wager": name} | each.as_row() for name, each in self.wagers.items()]
        return found if len(found) == 1 else [*found, {"wager": "together"} | self.together.as_row()]

    def caption(self) -> str:
        return f"{self.setup.entry.title}, {self.setup.entry.name}: {self.rounds:,} rounds, seed {self.plan.seed}"

    def remarks(self) -> Sequence[str]:
        return [self.note] if self.note else []

    @property
    def cut_card_effect(self) -> Fraction | None:
        """How much more the house holds of rounds out of one shoe than of rounds off a fresh one each."""
        return None if self.fresh_edge is None else self.together.house_edge - self.fresh_edge

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        figures = self.together.as_json()
        found: dict[str, Any] = {
            "rulebook": self.setup.entry.rulebook,
            "game": self.setup.entry.game,
            "options": self.setup.in_force,
            "chosen": dict(self.setup.chosen),
            "pay_tables": {name: dict(lines) for name, lines in self.setup.changed_tables.items()},
            "engine": self.engine,
            "strategy": self.plan.strategy or None,
            "rule": self.rule or None,
            "seed": self.plan.seed,
            "rounds": self.rounds,
            "mean": figures["mean"],
            "house_edge": figures["house_edge"],
            "standard_error": figures["standard_error"],
            "wagers": {name: each.as_json() for name, each in self.wagers.items()},
            "together": figures,
        }
        if self.fresh_edge is not None and self.cut_card_effect is not None:
            found["fresh_shoe_house_edge"] = decimal(self.fresh_edge)
            found["cut_card_effect"] = decimal(self.cut_card_effect)
        if self.groups:
            found["by_" + (self.plan.count or "group")] = {name: each.as_json() for name, each in self.groups.items()}
        if self.note:
            found["note"] = self.note
        if self.fees:
            found["collection_fees"] = {"a_round": dollars(self.fees // self.rounds), "total": dollars(self.fees)}
        if self.sessions is not None:
            found["session"] = self.sessions.as_json()
        return found | {
            "rounds_per_second": round(self.rounds_per_second),
            "seconds": round(self.seconds, 3),
            "preparation_seconds": round(self.preparation, 3),
            **self.by,
        }
