"""Sessions: what a player takes home, how often the money runs out, and how long the bad runs are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.money import dollars
from pitboss.simulation.plan import Session
from pitboss.solve.model import decimal, root
from pitboss.tabular import Row, Tabular, in_dollars

COLUMNS = ("result", "rounds", "coin_in", "longest_losing_run", "ended")
ENDS = ("time_up", "ruined", "on_target")
PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
BARS = 40
OUTER = 0.001


@dataclass(frozen=True)
class Bar:
    """So many sessions with a result from ``low`` to ``high`` cents, both included."""

    low: int
    high: int
    sessions: int


@dataclass(frozen=True, repr=False)
class Sessions(Tabular):
    """All sessions of a simulation, a row each: result, rounds, coin-in, longest losing run, how it ended."""

    rules: Session
    cells: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.cells)

    def rows(self) -> list[Row]:
        """Every session: what was won or lost, in how many rounds, and how it ended.

        >>> from pitboss import simulate
        >>> plan = {"wagers": {"red": 5}, "session_rounds": 100, "bankroll": 40}
        >>> found = simulate("chapter4/roulette", rounds=200, seed=7, **plan)
        >>> len(found.sessions.rows()), sorted(found.sessions.rows()[0])
        (2, ['coin_in', 'ended', 'longest_losing_run', 'result', 'rounds'])
        """
        return [
            {
                "result": in_dollars(result),
                "rounds": rounds,
                "coin_in": in_dollars(coin_in),
                "longest_losing_run": losing,
                "ended": ENDS[ended],
            }
            for result, rounds, coin_in, losing, ended in self.cells.tolist()
        ]

    def caption(self) -> str:
        return f"{len(self):,} sessions of at most {self.rules.rounds:,} rounds"

    def column(self, name: str) -> NDArray[np.int64]:
        found: NDArray[np.int64] = self.cells[:, COLUMNS.index(name)]
        return found

    def share(self, end: str) -> Fraction:
        """The share of sessions that ended in this way."""
        return Fraction(int((self.column("ended") == ENDS.index(end)).sum()), len(self))

    @property
    def ahead(self) -> Fraction:
        return Fraction(int((self.column("result") > 0).sum()), len(self))

    def mean(self, name: str) -> Fraction:
        return Fraction(_sum(self.column(name)), len(self))

    @property
    def standard_deviation(self) -> str:
        """Of the result, in dollars."""
        values = self.column("result").tolist()
        if len(values) < 2:
            return "0.00"
        square = Fraction(sum(value * value for value in values))
        variance = (square - self.mean("result") * sum(values)) / (len(values) - 1)
        return f"{float(root(variance)) / 100:.2f}"

    def percentile(self, name: str, percent: int) -> int:
        """The value that this percentage of the sessions does not exceed."""
        ordered = self._ordered[:, COLUMNS.index(name)]
        return int(ordered[max(0, -(-len(ordered) * percent // 100) - 1)])

    @cached_property
    def _ordered(self) -> NDArray[np.int64]:
        return np.sort(self.cells, axis=0)

    @property
    def bars(self) -> list[Bar]:
        """The results as a histogram: each result by itself where there are few, else in steps of one width.

        The first and the last step take in the few sessions that lie further out.
        """
        values, counts = np.unique(self.column("result"), return_counts=True)
        if len(values) <= BARS:
            pairs = zip(values.tolist(), counts.tolist(), strict=True)
            return [Bar(value, value, count) for value, count in pairs]
        sums = np.cumsum(counts)
        low, high = (int(values[np.searchsorted(sums, share * len(self))]) for share in (OUTER, 1 - OUTER))
        width = round_step(-(-(high - low + 1) // BARS))
        first, last = low // width, high // width
        steps = np.clip(values // width, first, last) - first
        found = np.bincount(steps, weights=counts, minlength=last - first + 1).astype(np.int64).tolist()
        bars = [Bar(width * at, width * (at + 1) - 1, count) for at, count in enumerate(found, first)]
        bars[0] = replace(bars[0], low=min(bars[0].low, int(values[0])))
        bars[-1] = replace(bars[-1], high=max(bars[-1].high, int(values[-1])))
        return bars

    def as_json(self) -> dict[str, Any]:
        bankroll, target = self.rules.bankroll, self.rules.target
        return {
            "sessions": len(self),
            "session_rounds": self.rules.rounds,
            "bankroll": None if bankroll is None else dollars(bankroll),
            "target": None if target is None else dollars(target),
            "risk_of_ruin": None if bankroll is None else _share(self.share("ruined"), len(self)),
            "reached_target": None if target is None else _share(self.share("on_target"), len(self)),
            "ahead": _share(self.ahead, len(self)),
            "result": {
                "mean": _dollars(self.mean("result")),
                "standard_deviation": self.standard_deviation,
                "lowest": dollars(int(self.column("result").min())),
                "highest": dollars(int(self.column("result").max())),
                "percentiles": {str(each): dollars(self.percentile("result", each)) for each in PERCENTILES},
                "distribution": [
                    {"from": dollars(bar.low), "to": dollars(bar.high), "sessions": bar.sessions} for bar in self.bars
                ],
            },
            "rounds": {"mean": decimal(self.mean("rounds")), "most": int(self.column("rounds").max())},
            "coin_in": {
                "mean": _dollars(self.mean("coin_in")),
                "percentiles": {str(each): dollars(self.percentile("coin_in", each)) for each in (5, 50, 95)},
            },
            "longest_losing_run": {
                "mean": decimal(self.mean("longest_losing_run")),
                "percentiles": {str(each): self.percentile("longest_losing_run", each) for each in (50, 95, 99)},
                "most": int(self.column("longest_losing_run").max()),
            },
        }


def standard_error(share: Fraction, sessions: int) -> Fraction:
    """Of a share that was found in so many sessions."""
    return Fraction(root(share * (1 - share) / sessions))


def _share(share: Fraction, sessions: int) -> dict[str, str]:
    return {"probability": decimal(share), "standard_error": decimal(standard_error(share, sessions))}


def _sum(values: NDArray[np.int64]) -> int:
    """A sum that cannot overflow."""
    return sum(values.tolist())


def _dollars(amount: Fraction) -> str:
    return dollars(round(amount))


def round_step(least: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50, … from here on.

    >>> [round_step(n) for n in (1, 3, 60, 101)]
    [1, 5, 100, 200]
    """
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power >= least:
                return digit * power
        power *= 10


def heading(rules: Session) -> Sequence[str]:
    """The rules of a session in words."""
    parts = [f"at most {rules.rounds:,} rounds"]
    if rules.bankroll is not None:
        parts.append(f"a bankroll of ${dollars(rules.bankroll)}")
    if rules.target is not None:
        parts.append(f"a target of ${dollars(rules.target)}")
    return parts
