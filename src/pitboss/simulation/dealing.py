"""A game as its kernel deals it: the arrays the kernel works with, and what every class of round does to the wagers."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.catalogue import part
from pitboss.engine.verdict import judge
from pitboss.errors import PitbossError, Refused
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import Plan, fee_of, most_at_risk, row_of, rows_of
from pitboss.simulation.sums import Sums
from pitboss.solve.prices import Class, Decides, stakes_nothing

MOST_CLASSES = 1 << 16


class NoKernel(Refused):
    """No kernel deals this; the script engine does."""


def insist(plan: Plan, setup: Setup, dealt: Container[str], strategies: Sequence[str], decided: str = "") -> None:
    """Refuse wagers that a kernel does not deal and a strategy that it does not know.

    Where only one wager is ``decided`` by a strategy, it may be any without that wager.
    """
    for wager in plan.wagers:
        if wager not in dealt:
            raise NoKernel(f"the kernel does not deal {setup.offers[wager].title}; the script engine does")
    if plan.strategy not in strategies and (not decided or decided in plan.wagers):
        raise NoKernel(f"the kernel plays by {', '.join(strategies)}; the script engine by {plan.strategy}")


@dataclass(frozen=True)
class Line:
    """A wager's share in every class of round: what it wins or loses, and what is staked on it, in cents.

    ``decided`` is how many wagers of the kind a class decides; left out, one in every class.
    """

    unit: int
    nets: NDArray[np.int64]
    staked: NDArray[np.int64]
    decided: NDArray[np.int64] | None = None


@dataclass(frozen=True)
class Dealing:
    """A kernel by its dotted name, what it is given, and the price of each class. ``rule`` is the strategy in words.

    ``groups`` are names for as many equal stretches of the classes: what rounds came to under each is told apart.
    ``fresh_edge`` is the exact house edge off a fresh shoe, where rounds are dealt from a shoe that is not.
    ``walker`` is a kernel that deals and plays sessions in one, where each session begins from a state of its own.
    """

    kernel: str
    tables: tuple[Any, ...]
    lines: Mapping[str, Line]
    fee: int
    needs: int
    rule: str = ""
    walker: str = ""
    groups: tuple[str, ...] = ()
    fresh_edge: Fraction | None = None

    @property
    def nets(self) -> NDArray[np.int64]:
        """What a class does to the player's money, the fee included."""
        return _together([line.nets for line in self.lines.values()]) - self.fee

    @property
    def staked(self) -> NDArray[np.int64]:
        return _together([line.staked for line in self.lines.values()])

    def price(self, counts: NDArray[np.int64]) -> dict[str, Sums]:
        """What so many rounds of each class come to, wager by wager; under the empty name, all of it together."""
        seen = np.flatnonzero(counts)
        found = {}
        for name, line in self.lines.items():
            decided = np.ones_like(seen) if line.decided is None else line.decided[seen]
            found[name] = _sums(counts[seen], line.nets[seen], line.staked[seen], decided)
        any_decided = (self.staked[seen] > 0).astype(np.int64)
        found[""] = _sums(counts[seen], self.nets[seen] + self.fee, self.staked[seen], any_decided)
        return found

    def by_group(self, counts: NDArray[np.int64]) -> dict[str, Sums]:
        """All wagers together, for each group that came up."""
        size = len(counts) // max(len(self.groups), 1)
        found = {}
        for number, name in enumerate(self.groups):
            part = np.zeros_like(counts)
            part[number * size : (number + 1) * size] = counts[number * size : (number + 1) * size]
            if part.any():
                found[name] = self.price(part)[""]
        return found


def _together(lines: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    total = np.zeros_like(lines[0])
    for line in lines:
        total += line
    return total


def _sums(
    counts: NDArray[np.int64], nets: NDArray[np.int64], staked: NDArray[np.int64], decided: NDArray[np.int64]
) -> Sums:
    total = Sums()
    rows = zip(counts.tolist(), nets.tolist(), staked.tolist(), decided.tolist(), strict=True)
    for count, net, stake, wagers in rows:
        total = total + Sums(count * wagers, count * net, count * net * net, count * stake, count if net > 0 else 0)
    return total


def dealing_of(plan: Plan, setup: Setup) -> Dealing:
    """The kernel's deal of a plan; refuses what no kernel deals."""
    deal: Callable[[Plan, Setup], Dealing] | None = getattr(part(setup.entry.script, "simulation"), "dealing", None)
    if deal is None:
        raise NoKernel(f"no kernel deals {setup.entry.title}; the script engine does")
    made = deal(plan, setup)
    most = sum(int(max(np.abs(line.nets).max(), line.staked.max())) for line in made.lines.values())
    won = int(made.nets.max())
    if any(won > limit.amount for limit in setup.payout_limits):
        raise NoKernel("these wagers can win more than a payout limit allows; the script engine keeps to it")
    length = plan.session.rounds if plan.session is not None else 1
    if most * length > 1 << 61:
        raise PitbossError("these wagers are too large for sessions of that length")
    return made


class Ledger:
    """Collects what each class does to the wagers of a plan, priced by the table's own settlement."""

    def __init__(self, plan: Plan, setup: Setup, classes: int) -> None:
        if classes > MOST_CLASSES:
            raise NoKernel("this table has too many different results for a kernel; the script engine deals it")
        self.plan, self.setup = plan, setup
        self._known: dict[tuple[str, int, str, tuple[str, ...], int], tuple[int, int]] = {}
        self.lines = {
            name: Line(unit, np.zeros(classes, dtype=np.int64), np.zeros(classes, dtype=np.int64))
            for name, unit in rows_of(setup, plan.wagers).items()
        }

    def settle(
        self,
        at: int,
        wager: str,
        stake: int,
        case: str,
        hand: Sequence[str] = (),
        multiplier: int = 1,
    ) -> None:
        """Enter what a case does to a wager of this stake, under the wager that it belongs to; each is judged once."""
        key = (wager, stake, case, tuple(hand), multiplier)
        price = self._known.get(key)
        if price is None:
            price = self._known[key] = self._judged(*key)
        self.enter(at, wager, *price)

    def _judged(self, wager: str, stake: int, case: str, hand: tuple[str, ...], multiplier: int) -> tuple[int, int]:
        """What is staked on a wager, and what a case does to it."""
        offer = self.setup.offers[wager.partition(" ")[0]]
        verdict = judge(self.setup, offer, stake, case, hand, multiplier=multiplier)
        if verdict.meter is not None:
            raise NoKernel(f"{offer.title} is paid from a meter that grows; the script engine keeps it")
        return 0 if stakes_nothing(offer) else stake, verdict.gain - verdict.charge

    def settle_classes(self, classes: Iterable[Class], decides: Decides[Class]) -> "Ledger":
        """Enter what every class does to the wagers of the plan, as the game says it for solver and kernel alike."""
        for at, found in enumerate(classes):
            for wager, stake in self.plan.wagers.items():
                for decided in decides(wager, found):
                    self.settle(at, decided.wager, stake * decided.times, decided.case, decided.names)
        return self

    def enter(self, at: int, wager: str, staked: int, net: int) -> None:
        line = self.lines[row_of(self.setup, self.plan.wagers, wager)]
        line.nets[at] += net
        line.staked[at] += staked

    def dealing(self, kernel: str, tables: tuple[Any, ...], rule: str = "") -> Dealing:
        fee, needs = fee_of(self.setup, self.plan.wagers), most_at_risk(self.setup, self.plan.wagers)
        return Dealing(kernel, tables, self.lines, fee, needs, rule)
