"""The result of a session: the distribution of the sum of many rounds, by repeated convolution of one round's."""

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, lcm, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.model import WagerAnalysis

MOST_POINTS = 1 << 22
"""A grid finer or wider than this is not convolved."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The chance of a result from ``low`` to ``high``, both included."""

    low: Fraction
    high: Fraction
    chance: float


@dataclass(frozen=True)
class Session:
    """What ``rounds`` rounds come to, in units of the wager, one unit each.

    Result number i is ``lowest + i * step`` and has chance ``chances[i]``. ``beyond`` is the chance that an award of
    ``rare_from`` units or more falls: such sessions end ahead and are on no grid. ``normal`` says that the grid would
    be too large and the chances are those of a normal distribution.
    """

    rounds: int
    mean: Fraction
    deviation: float
    lowest: Fraction
    step: Fraction
    chances: NDArray[np.float64]
    beyond: float = 0.0
    rare_from: Fraction | None = None
    normal: bool = False

    @property
    def behind(self) -> float:
        return float(self.chances[: self._zero()].sum())

    @property
    def even(self) -> float:
        zero = self._zero()
        on_grid = zero < len(self.chances) and self.lowest + zero * self.step == 0
        return float(self.chances[zero]) if on_grid and not self.normal else 0.0

    @property
    def ahead(self) -> float:
        return max(0.0, 1 - self.behind - self.even)

    def quantile(self, share: float) -> Fraction | None:
        """The least result that a share of sessions does not exceed; None when it is one of the rare awards."""
        place = int(np.searchsorted(np.cumsum(self.chances), share))
        return None if place >= len(self.chances) else self.lowest + place * self.step

    def bars(self, most: int = 44, left_out: float = 0.005) -> list[Bar]:
        """Neighbouring results gathered into at most about ``most`` bars, without the outermost ends.

        A bar ends just below zero, so that none mixes sessions that end behind with those that do not.
        """
        sums = np.cumsum(self.chances)
        total = float(sums[-1])
        first = int(np.searchsorted(sums, left_out * total))
        last = min(int(np.searchsorted(sums, (1 - left_out) * total)), len(sums) - 1)
        width = max(1, -(-(last - first + 1) // most))
        if (unit := 1 / self.step).denominator == 1 and 2 * width > unit:
            width = -(-width // int(unit)) * int(unit)  # whole units, as results crowd around them
        start = self._zero() - -(-(self._zero() - first) // width) * width
        found = []
        for low in range(start, last + 1, width):
            part = slice(max(low, 0), max(low + width, 0))
            high = self.lowest + (low + width - 1) * self.step
            found.append(Bar(self.lowest + low * self.step, high, float(self.chances[part].sum())))
        return found

    def _zero(self) -> int:
        """The place of the first result that is not below zero."""
        return max(0, -int(self.lowest // self.step))


def session_of(wager: WagerAnalysis, rounds: int) -> Session:
    """The distribution of so many rounds of a wager at one unit each."""
    chances: dict[Fraction, Fraction] = {}
    for outcome in wager.outcomes:
        chances[outcome.net] = chances.get(outcome.net, Fraction(0)) + Fraction(outcome.combinations, wager.total)
    mean = wager.expectation * rounds
    deviation = sqrt(float(wager.variance) * rounds)
    nets = sorted(chances)
    common = nets
    while _points(common, rounds) > MOST_POINTS and _is_rare(common, chances, rounds):
        common = common[:-1]
    if _points(common, rounds) > MOST_POINTS:
        return _normal(rounds, mean, deviation)
    step = _step(common)
    once = np.zeros(int((common[-1] - common[0]) / step) + 1)
    for net in common:
        once[int((net - common[0]) / step)] = float(chances[net])
    kept = 1 - sum((chances[net] for net in nets[len(common) :]), Fraction(0))
    return Session(
        rounds,
        mean,
        deviation,
        common[0] * rounds,
        step,
        _convolved(once, rounds),
        beyond=1 - float(kept) ** rounds,
        rare_from=nets[len(common)] if len(common) < len(nets) else None,
    )


def _step(nets: list[Fraction]) -> Fraction:
    """The widest grid that all results lie on."""
    whole = lcm(*(net.denominator for net in nets))
    gaps = [int((net - nets[0]) * whole) for net in nets[1:]]
    return Fraction(reduce(gcd, gaps) if gaps else whole, whole)


def _points(nets: list[Fraction], rounds: int) -> int:
    return int((nets[-1] - nets[0]) / _step(nets)) * rounds + 1


def _is_rare(nets: list[Fraction], chances: dict[Fraction, Fraction], rounds: int) -> bool:
    """An award that few sessions see and that no losing run outweighs can be told apart from the others."""
    top = nets[-1]
    return len(nets) > 2 and top + (rounds - 1) * nets[0] > 0 and float(chances[top]) * rounds < 0.1


def _convolved(once: NDArray[np.float64], rounds: int) -> NDArray[np.float64]:
    size = (len(once) - 1) * rounds + 1
    padded = 1 << (size - 1).bit_length()
    summed = np.fft.irfft(np.fft.rfft(once, padded) ** rounds, padded)[:size] if padded > 1 else once**rounds
    clipped: NDArray[np.float64] = np.clip(summed, 0.0, None)
    return clipped


def _normal(rounds: int, mean: Fraction, deviation: float) -> Session:
    """The normal distribution with the session's own mean and deviation, on a grid of a fiftieth of a deviation."""
    step = Fraction(max(deviation / 50, 1e-9)).limit_denominator(10**9)
    lowest = step * (int(mean / step) - 300)
    places = float(lowest) + float(step) * np.arange(601)
    chances = np.exp(-0.5 * ((places - float(mean)) / deviation) ** 2)
    return Session(rounds, mean, deviation, lowest, step, chances / chances.sum(), normal=True)
