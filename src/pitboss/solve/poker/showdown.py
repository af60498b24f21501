"""A hand against the dealer's with one decision: stay in, or fold. Classes are what a hand goes by, and the case."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.poker.kit import Names
from pitboss.solve.poker.opponents import CASES
from pitboss.solve.prices import Decides, Prices

FOLD = "fold"
RESULTS = (*CASES, FOLD)
"""The columns of what is counted: the cases of a hand that stays in, and the fold."""


class Showdown(NamedTuple):
    """A class of outcomes: the names of the player's hand, and how it came out. Some wagers see the board as well."""

    hand: Names
    result: str
    seen: Names = ()


@dataclass(frozen=True)
class Stakes:
    """What each class of hand nets, and has staked, by how it comes out, in units of the Ante."""

    hands: Sequence[Names]
    nets: Sequence[Sequence[Fraction]]
    staked: Sequence[Sequence[Fraction]]

    @property
    def whole(self) -> NDArray[np.int64]:
        """The nets as whole numbers in one unit."""
        return whole(self.nets)

    def edge(self, counts: NDArray[np.int64]) -> Fraction:
        """What these deals lose of an Ante on average."""
        won = sum((count * net for _, count, net, _ in self.rows(counts)), Fraction(0))
        return -won / int(counts.sum())

    def rows(self, counts: NDArray[np.int64]) -> Iterator[tuple[Showdown, int, Fraction, Fraction]]:
        """Every class with its count, what it nets and what was staked."""
        for hand, by_result, nets, staked in zip(self.hands, counts.tolist(), self.nets, self.staked, strict=True):
            for result, count, net, stake in zip(RESULTS, by_result, nets, staked, strict=True):
                yield Showdown(hand, result), count, net, stake


def stakes_of(price: Prices, hands: Sequence[Names], decides: Decides[Showdown]) -> Stakes:
    """The Ante and all that is added to it, for these classes of hands."""
    priced = [[price.together(decides("ante", Showdown(hand, result))) for result in RESULTS] for hand in hands]
    return Stakes(hands, [[net for net, _ in row] for row in priced], [[staked for _, staked in row] for row in priced])


def stay_or_fold(
    counts: NDArray[np.integer[Any]], weights: NDArray[np.int64], kinds: NDArray[Any], nets: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Each hand does what is worth more: how many deals there are by class and result, and which hands stay in.

    ``counts[hand]`` are the dealer's hands by their case, ``weights`` how many hands each stands for, ``kinds`` its
    class, and ``nets[class]`` what every result is worth.
    """
    every = counts.sum(axis=1, dtype=np.int64)
    worth = (counts * nets[kinds, :-1]).sum(axis=1)
    stays = worth > every * nets[kinds, -1]
    return deals_where(stays, counts, weights, kinds, len(nets)), stays


def deals_where(
    stays: NDArray[np.bool_],
    counts: NDArray[np.integer[Any]],
    weights: NDArray[np.int64],
    kinds: NDArray[Any],
    classes: int,
) -> NDArray[np.int64]:
    """How many deals there are by class and result, where these hands stay in."""
    every = counts.sum(axis=1, dtype=np.int64)
    found = np.zeros((classes, len(RESULTS)), dtype=np.int64)
    for case in range(len(CASES)):
        np.add.at(found[:, case], kinds, np.where(stays, counts[:, case] * weights, 0))
    np.add.at(found[:, -1], kinds, np.where(stays, 0, every * weights))
    return found


def whole(values: Any) -> NDArray[np.int64]:
    """Fractions, in rows or not, as whole numbers of one unit."""
    array = np.array(values, dtype=object)
    unit = lcm(*(value.denominator for value in array.flat))
    return np.array([int(value * unit) for value in array.flat], dtype=np.int64).reshape(array.shape)
