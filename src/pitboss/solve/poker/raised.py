"""A hand against the dealer's with one decision: fold, or raise by one of several multiples of the Ante.

Classes are what a hand goes by, how it came out, and how much was raised.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.poker.kit import Names
from pitboss.solve.poker.showdown import FOLD, whole
from pitboss.solve.prices import Decides, Prices

FOLDED = 0
"""The number of the choice that folds; the others follow in the order of their multiples."""


class Raised(NamedTuple):
    """A class of outcomes: the names of the player's hand, how it came out, and how many Antes were raised."""

    hand: Names
    result: str
    times: int = 0


@dataclass(frozen=True)
class Raises:
    """What each class of hand nets, and has staked, by choice and by how it comes out, in units of the Ante.

    ``allowed[choice, hand]`` says which raises may be made with it.
    """

    hands: Sequence[Names]
    cases: Sequence[str]
    multiples: tuple[int, ...]
    nets: Sequence[Sequence[Sequence[Fraction]]]
    staked: Sequence[Sequence[Sequence[Fraction]]]
    allowed: NDArray[np.bool_]

    @property
    def choices(self) -> tuple[int, ...]:
        """How many Antes each choice raises."""
        return (0, *self.multiples)

    @property
    def whole(self) -> NDArray[np.int64]:
        """The nets as whole numbers in one unit, by choice, hand and case."""
        return whole(self.nets)

    def classes(self) -> list[Raised]:
        """Every class, in the order of choice, hand and case; a fold does not see how the hands compare."""
        return [
            Raised(hand, case if times else FOLD, times)
            for times in self.choices
            for hand in self.hands
            for case in self.cases
        ]

    def rows(self, counts: NDArray[np.int64]) -> Iterator[tuple[Raised, int, Fraction, Fraction]]:
        """Every class with its count, what it nets and what was staked."""
        flat = (
            [value for by_hand in values for by_case in by_hand for value in by_case]
            for values in (self.nets, self.staked)
        )
        yield from zip(self.classes(), counts.ravel().tolist(), *flat, strict=True)


def raises_of(
    price: Prices,
    hands: Sequence[Names],
    cases: Sequence[str],
    multiples: Sequence[int],
    decides: Decides[Raised],
    may_raise: Callable[[Names, int], bool] = lambda hand, times: True,
) -> Raises:
    """The Ante and all that is added to it, for these classes of hands.

    What a raise is worth grows or falls in proportion to it, so no amount between two multiples is better than both.
    """

    def priced(times: int) -> list[list[tuple[Fraction, Fraction]]]:
        results = cases if times else [FOLD] * len(cases)
        return [[price.together(decides("ante", Raised(hand, result, times))) for result in results] for hand in hands]

    each = [priced(times) for times in (0, *multiples)]
    return Raises(
        hands,
        cases,
        tuple(multiples),
        [[[net for net, _ in row] for row in rows] for rows in each],
        [[[staked for _, staked in row] for row in rows] for rows in each],
        np.array([[not times or may_raise(hand, times) for hand in hands] for times in (0, *multiples)]),
    )


def best_raises(
    counts: NDArray[Any], weights: NDArray[np.int64], kinds: NDArray[Any], raises: Raises
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Each hand does what is worth most, the least of equals: deals by choice, class and case, and each hand's choice.

    ``counts[hand]`` are the dealer's hands by their case, ``weights`` how many hands each stands for, ``kinds`` its
    class.
    """
    chosen = choices_of(counts, kinds, raises)
    found = np.zeros((len(raises.choices), len(raises.hands), len(raises.cases)), dtype=np.int64)
    for case in range(len(raises.cases)):
        np.add.at(found[:, :, case], (chosen, kinds), counts[:, case] * weights)
    return found, chosen


def choices_of(counts: NDArray[Any], kinds: NDArray[Any], raises: Raises) -> NDArray[np.uint8]:
    """What is worth most with each hand, by its number among the choices."""
    best: NDArray[np.int64] | None = None
    chosen = np.zeros(len(counts), dtype=np.uint8)
    for choice, nets in enumerate(raises.whole):
        worth = (counts.astype(np.int64) * nets[kinds]).sum(axis=1)
        if best is None:
            best = worth
            continue
        better = (worth > best) & raises.allowed[choice, kinds]
        chosen[better], best[better] = choice, worth[better]
    return chosen


def average(found: NDArray[np.int64], raises: Raises) -> Fraction:
    """What a way to play wins of an Ante on average, from its deals by choice, class and case."""
    total = sum((count * net for _, count, net, _ in raises.rows(found)), Fraction(0))
    return total / int(found.sum())
