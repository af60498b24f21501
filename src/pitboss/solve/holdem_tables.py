"""The classes of outcomes of hold'em with one bet at three moments, and what its kernels are given: numbers, prices."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.poker import heads_up_holdem, ultimate_texas_holdem
from pitboss.games.poker.holdem import SHOWDOWN, qualifies
from pitboss.games.poker.sides import Side
from pitboss.hands.evaluator import CATEGORY_NAMES, categories, category_names, every_rank
from pitboss.rulebook.setup import Setup
from pitboss.solve.prices import Decided, Prices

CASES = SHOWDOWN
MOMENTS = ("before_flop", "after_flop", "after_river")
DECISIONS = (*MOMENTS, "fold")
FOLD = DECISIONS[-1]
FLOPS = 1755
"""Flops that differ under renaming of suits."""
CATEGORIES = range(len(CATEGORY_NAMES))
Names = tuple[str, ...]


class Outcome(NamedTuple):
    """A class of outcomes: when the player bet, if ever, the category of the hand, the case against the dealer's."""

    decision: str
    category: int
    case: str


OUTCOMES = [Outcome(*each) for each in product(DECISIONS, CATEGORIES, CASES)]
"""In the order in which they are counted and, by the simulator, numbered."""


@dataclass(frozen=True)
class Betting:
    """A game with one bet: the two wagers it goes with, how the table of the second names a hand, and the multiples.

    At each moment a bet is as large as it may be. Its worth grows with its size or falls; where it falls, it is better
    to check and to bet once in the end.
    """

    main: tuple[str, str]
    bet: str
    sides: Mapping[str, Side]
    named: Callable[[str, Names], Names]
    times: Mapping[str, int] = field(default_factory=dict)

    @staticmethod
    def of(setup: Setup) -> "Betting":
        """That of a set-up, by its script and its multiples."""
        game = GAMES[setup.entry.script]
        allowed = setup.offers[game.bet].times
        times = {moment: max(allowed[moment]) for moment in MOMENTS} | {FOLD: 0}
        return replace(game, times=times)

    def action(self, decision: str) -> str:
        """What a player says."""
        return FOLD if decision == FOLD else f"{self.bet}_{self.times[decision]}x"

    def decides(self, wager: str, found: Outcome) -> Iterator[Decided]:
        """What an outcome decides: the Ante with the bet, the second wager, and those on the player's own cards."""
        folded, names = found.decision == FOLD, category_names(found.category)
        if wager not in self.main:
            yield Decided(wager, FOLD if folded else "shown", names)
            return
        yield Decided(wager, FOLD if folded else found.case, names if folded else self.named(found.case, names))
        if wager == self.main[0] and not folded:
            yield Decided(self.bet, found.case, (), self.times[found.decision])

    def together(self, found: Outcome) -> list[Decided]:
        """Both wagers and the bet."""
        return [decided for wager in self.main for decided in self.decides(wager, found)]


GAMES = {
    "ultimate_texas_holdem": Betting(("ante", "blind"), "play", ultimate_texas_holdem.SIDES, lambda case, names: names),
    "heads_up_holdem": Betting(("ante", "odds"), "raise", heads_up_holdem.SIDES, heads_up_holdem.odds_names),
}
"""By the name of the script."""


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
    after_flop: int
    paid_beaten: int


@dataclass(frozen=True)
class PriceArrays:
    """What a decision rests on: results in whole multiples of one ``unit``-th of the Ante, by category and case.

    ``base`` is the two wagers together, ``play`` one unit of the bet; the dealer's hand counts from rank
    ``lowest_qualifying`` on. ``times`` is how many units the bet is before the flop and after it; in the end it is one.
    """

    base: NDArray[np.int64]
    play: NDArray[np.int64]
    fold: int
    unit: int
    lowest_qualifying: int
    times: tuple[int, int]

    @property
    def stakes(self) -> Stakes:
        return Stakes(
            categories(), self.lowest_qualifying, self.base, self.play, self.fold, self.times[1], self.paid_beaten
        )

    @property
    def paid_beaten(self) -> int:
        """The lowest category that is paid also when it is beaten; one above all where none is."""
        beaten = self.base[:, CASES.index("qualified_dealer_higher")]
        return next((category for category in CATEGORIES if beaten[category] > beaten[0]), len(CATEGORIES))

    @property
    def key(self) -> tuple[object, ...]:
        """All that decisions and counts depend on."""
        return self.base.tolist(), self.play.tolist(), self.fold, self.lowest_qualifying, self.times


def price_arrays(price: Prices) -> PriceArrays:
    """The two wagers together, and one unit of the bet, for every category and case."""
    betting = Betting.of(price.setup)
    base, play = [], []
    for category, case in product(CATEGORIES, CASES):
        made = betting.together(Outcome("after_river", category, case))
        base.append(price.together(decided for decided in made if decided.wager != betting.bet)[0])
        play.append(price.together(decided for decided in made if decided.wager == betting.bet)[0])
    fold = price.together(betting.together(Outcome(FOLD, 0, CASES[0])))[0]
    unit = lcm(fold.denominator, *(net.denominator for net in (*base, *play)))
    scaled = np.array([[int(net * unit) for net in nets] for nets in (base, play)], dtype=np.int64)
    by_case = scaled.reshape(2, len(CATEGORIES), len(CASES))
    lowest = next(rank for rank, hand in enumerate(every_rank()) if qualifies(price.setup, hand))
    times = (betting.times["before_flop"], betting.times["after_flop"])
    return PriceArrays(by_case[0], by_case[1], int(fold * unit), unit, lowest, times)


@cache
def numbers() -> Numbers:
    """The numbers of all flops and holdings."""
    from pitboss.solve.holdem_kernel import flop_numbers, holding_numbers
    from pitboss.solve.poker.suits_kernel import canonical_sets

    return Numbers(flop_numbers(canonical_sets(3)[0]), holding_numbers())
