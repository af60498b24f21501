"""What a simulation found, in the figures the trade quotes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.simulate.plan import Plan
from pitboss.simulate.sessions import Sessions
from pitboss.simulate.sums import Sums
from pitboss.solve.model import decimal, root


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


@dataclass(frozen=True)
class Result:
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
            "options": dict(self.setup.chosen),
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
