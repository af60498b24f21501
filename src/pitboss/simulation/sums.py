"""Sums of results: whole numbers, so that it does not matter who added what up first."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Sums:
    """Rounds in which a wager was decided, and over these its net, its net squared, what was staked, and the wins."""

    decided: int = 0
    net: int = 0
    squares: int = 0
    staked: int = 0
    hits: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.decided + other.decided,
            self.net + other.net,
            self.squares + other.squares,
            self.staked + other.staked,
            self.hits + other.hits,
        )

    @property
    def mean(self) -> Fraction:
        return Fraction(self.net, self.decided) if self.decided else Fraction(0)

    @property
    def variance(self) -> Fraction:
        """Of one round, as estimated from these."""
        if self.decided < 2:
            return Fraction(0)
        return (self.squares - self.net * self.mean) / (self.decided - 1)


def added(one: Mapping[str, Sums], other: Mapping[str, Sums]) -> dict[str, Sums]:
    """Two accounts in one.

    >>> added({"ante": Sums(1, -10)}, {"ante": Sums(1, 20)})["ante"].mean
    Fraction(5, 1)
    """
    return {name: one.get(name, Sums()) + other.get(name, Sums()) for name in {**one, **other}}
