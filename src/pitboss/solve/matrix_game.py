"""Games of two sides in which what one wins the other loses, solved in exact fractions.

Each side has points at which it chooses between two ways, and meets at most one of them in a play; so what a pair of
strategies is worth is a sum over pairs of points, and only how often each way is chosen at a point matters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ways = tuple[int, ...]
"""A pure strategy: the way, 0 or 1, that is chosen at each point."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The value to the first side, and how often each side chooses its second way at each of its points."""

    value: Fraction
    first: tuple[Fraction, ...]
    second: tuple[Fraction, ...]

    @property
    def pure(self) -> bool:
        """True where neither side has to mix its ways."""
        return all(often in (0, 1) for often in (*self.first, *self.second))


def solve_points(payoffs: NDArray[Any]) -> Solution:
    """The equilibrium of a game by points.

    ``payoffs[i, a, j, b]`` is what the first side wins, in whole numbers, where it is at its point i and goes way a and
    the other is at j and goes way b. Points 0 are where there is no choice. Points of the second side at which one way
    is best whatever the first does are settled at once; then strategies are added, the best against what was found
    before, until neither side has a better one.
    """
    payoffs = payoffs.astype(object)
    settled = _dominant_ways(payoffs)
    found = _solve(_without(payoffs, settled))
    left = iter(found.second)
    second = tuple(next(left) if way is None else Fraction(way) for way in settled)
    return Solution(found.value, found.first, second)


def _dominant_ways(payoffs: NDArray[Any]) -> list[int | None]:
    """For each point of the second side, the way that is best whatever the first does; None where it hangs on that."""
    more = payoffs[:, :, 1:, 1] - payoffs[:, :, 1:, 0]  # what the second way costs more than the first
    given = more[0].sum(axis=0)
    least, most = given + more[1:].min(axis=1).sum(axis=0), given + more[1:].max(axis=1).sum(axis=0)
    return [1 if high < 0 else 0 if low > 0 else None for low, high in zip(least, most, strict=True)]


def _without(payoffs: NDArray[Any], settled: Sequence[int | None]) -> NDArray[Any]:
    """The game in which those points are no choice any more."""
    forced = payoffs[:, :, :1].copy()
    for at, way in enumerate(settled, start=1):
        if way is not None:
            forced[:, :, 0, way] += payoffs[:, :, at, way]
    left = [at for at, way in enumerate(settled, start=1) if way is None]
    return np.concatenate([forced, payoffs[:, :, left]], axis=2)


def _solve(payoffs: NDArray[Any]) -> Solution:
    """A game of few points."""
    firsts: list[Ways] = [(0,) * (payoffs.shape[0] - 1)]
    seconds: list[Ways] = [(0,) * (payoffs.shape[2] - 1)]
    while True:
        matrix = [[worth(payoffs, first, second) for second in seconds] for first in firsts]
        value, rows, columns = solve_matrix(matrix)
        often = _often(firsts, rows), _often(seconds, columns)
        better = best_first(payoffs, often[1]), best_second(payoffs, often[0])
        if worth(payoffs, better[0], often[1]) == value == worth(payoffs, often[0], better[1]):
            return Solution(value, *often)
        firsts += [better[0]] * (better[0] not in firsts)
        seconds += [better[1]] * (better[1] not in seconds)


def worth(payoffs: NDArray[Any], first: Sequence[int | Fraction], second: Sequence[int | Fraction]) -> Fraction:
    """What the first side wins when each chooses its second way so often at its points."""
    return Fraction(np.einsum("iajb,ia,jb->", payoffs, _weights(first), _weights(second)))


def best_first(payoffs: NDArray[Any], second: Sequence[int | Fraction]) -> Ways:
    """The first side's best ways against how often the other chooses."""
    won = np.einsum("iajb,jb->ia", payoffs, _weights(second))[1:]
    return tuple(int(way[1] > way[0]) for way in won)


def best_second(payoffs: NDArray[Any], first: Sequence[int | Fraction]) -> Ways:
    """The second side's best ways, which cost it least."""
    lost = np.einsum("iajb,ia->jb", payoffs, _weights(first))[1:]
    return tuple(int(way[1] < way[0]) for way in lost)


def solve_matrix(matrix: Sequence[Sequence[int | Fraction]]) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """The value of a matrix game to the rows, and how often each row and each column is played; by the simplex method.

    >>> value, rows, columns = solve_matrix([[2, -1], [-1, 1]])
    >>> str(value), [str(often) for often in rows], [str(often) for often in columns]
    ('1/5', ['2/5', '3/5'], ['2/5', '3/5'])
    """
    rows, columns = len(matrix), len(matrix[0])
    lift = 1 - min(Fraction(cell) for row in matrix for cell in row)  # all of it above zero
    table = [
        [*(cell + lift for cell in row), *(Fraction(int(at == other)) for other in range(rows)), Fraction(1)]
        for at, row in enumerate(matrix)
    ]
    goal = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = [columns + at for at in range(rows)]
    while (enters := next((at for at, cost in enumerate(goal[:-1]) if cost < 0), None)) is not None:
        _, _, leaves = min((row[-1] / row[enters], basis[at], at) for at, row in enumerate(table) if row[enters] > 0)
        pivot = table[leaves] = [cell / table[leaves][enters] for cell in table[leaves]]
        for row in (*(row for at, row in enumerate(table) if at != leaves), goal):
            times = row[enters]
            if times:
                row[:] = [cell - times * one for cell, one in zip(row, pivot, strict=True)]
        basis[leaves] = enters
    total = goal[-1]
    played = dict(zip(basis, (row[-1] for row in table), strict=True))
    return (
        1 / total - lift,
        [goal[columns + at] / total for at in range(rows)],
        [played.get(at, Fraction(0)) / total for at in range(columns)],
    )


def _weights(often: Sequence[int | Fraction]) -> NDArray[Any]:
    """How much each way counts at each point; where there is no choice, both as they come."""
    return np.array([(1, 1), *((1 - each, each) for each in often)], dtype=object)


def _often(strategies: Sequence[Ways], mixed: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """How often the second way is chosen at each point, where strategies are played so often."""
    return tuple(
        sum((often * ways[at] for ways, often in zip(strategies, mixed, strict=True)), Fraction(0))
        for at in range(len(strategies[0]))
    )
