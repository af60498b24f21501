"""The classes of outcomes of hold'em, and what its kernels are given: numbers of flops and holdings, prices."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.poker.holdem import SHOWDOWN, qualifies
from pitboss.hands.evaluator import CATEGORY_NAMES, categories, category_names, every_rank
from pitboss.solve.prices import Decided, Prices

MAIN = ("ante", "blind")
CASES = SHOWDOWN
DECISIONS = ("play_4x", "play_3x", "play_2x", "play_1x", "fold")
TIMES = (4, 3, 2, 1, 0)
FOLD = DECISIONS[-1]
CATEGORIES = range(len(CATEGORY_NAMES))


class Outcome(NamedTuple):
    """A class of outcomes: what the player did, the category of his hand, and the case against the dealer's."""

    decision: str
    category: int
    case: str


OUTCOMES = [Outcome(*each) for each in product(DECISIONS, CATEGORIES, CASES)]
"""In the order in which they are counted and, by the simulator, numbered."""


def decides(wager: str, found: Outcome) -> Iterator[Decided]:
    """What an outcome decides: the Ante with Play, the Blind, and the wagers on the player's own cards."""
    folded, names = found.decision == FOLD, category_names(found.category)
    if wager not in MAIN:
        yield Decided(wager, FOLD if folded else "shown", names)
        return
    yield Decided(wager, FOLD if folded else found.case, names)
    if wager == "ante" and not folded:
        yield Decided("play", found.case, (), TIMES[DECISIONS.index(found.decision)])


def together(found: Outcome) -> list[Decided]:
    """Ante, Blind and Play."""
    return [decided for wager in MAIN for decided in decides(wager, found)]


class Numbers(NamedTuple):
    """The number of a canonical flop by its three cards in rising order, and of a holding by its two cards."""

    flop: NDArray[np.uint16]
    holding: NDArray[np.uint16]


class Stakes(NamedTuple):
    """The category of every rank, the lowest rank the dealer qualifies with, and what ``PriceArrays`` holds."""

    category: NDArray[np.int8]
    lowest_qualifying: int
    base: NDArray[np.int64]
    play: NDArray[np.int64]
    fold: int


@dataclass(frozen=True)
class PriceArrays:
    """What a decision rests on: results in whole multiples of one ``unit``-th of the Ante, by category and case.

    ``base`` is Ante and Blind together, ``play`` one unit of Play; the dealer's hand counts from rank
    ``lowest_qualifying`` on.
    """

    base: NDArray[np.int64]
    play: NDArray[np.int64]
    fold: int
    unit: int
    lowest_qualifying: int

    @property
    def stakes(self) -> Stakes:
        return Stakes(categories(), self.lowest_qualifying, self.base, self.play, self.fold)

    @property
    def key(self) -> tuple[object, ...]:
        """All that decisions and counts depend on."""
        return self.base.tolist(), self.play.tolist(), self.fold, self.lowest_qualifying


def price_arrays(price: Prices) -> PriceArrays:
    """Ante and Blind together, and one unit of Play, for every category and case."""
    base, play = [], []
    for category, case in product(CATEGORIES, CASES):
        made = together(Outcome("play_1x", category, case))
        base.append(price.together(decided for decided in made if decided.wager != "play")[0])
        play.append(price.together(decided for decided in made if decided.wager == "play")[0])
    fold = price.together(together(Outcome(FOLD, 0, CASES[0])))[0]
    unit = lcm(fold.denominator, *(net.denominator for net in (*base, *play)))
    scaled = np.array([[int(net * unit) for net in nets] for nets in (base, play)], dtype=np.int64)
    by_case = scaled.reshape(2, len(CATEGORIES), len(CASES))
    lowest = next(rank for rank, hand in enumerate(every_rank()) if qualifies(price.setup, hand))
    return PriceArrays(by_case[0], by_case[1], int(fold * unit), unit, lowest)


@cache
def numbers() -> Numbers:
    """The numbers of all flops and holdings."""
    from pitboss.solve.holdem_kernel import flop_numbers, holding_numbers
    from pitboss.solve.poker.suits_kernel import canonical_sets

    return Numbers(flop_numbers(canonical_sets(3)[0]), holding_numbers())
