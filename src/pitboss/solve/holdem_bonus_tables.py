"""The classes of outcomes of Texas Hold'em Bonus, and what its kernels are given: numbers of sets of cards, prices."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.poker.kit import COMPARED
from pitboss.games.poker.texas_holdem_bonus import RAISES, ante_case
from pitboss.hands.evaluator import CATEGORY_NAMES, categories, category_names, every_rank
from pitboss.hands.poker import PokerHand
from pitboss.rulebook.setup import Setup
from pitboss.solve.prices import Decided, Prices

CATEGORIES = range(len(CATEGORY_NAMES))
CASES = COMPARED
FOLD = "fold"
BETS = {
    FOLD: (),
    "flop": ("flop",),
    "flop_turn": ("flop", "turn"),
    "flop_river": ("flop", "river"),
    "flop_turn_river": RAISES,
}
"""What a player has bet in the end, by what he decided."""
STREETS = {"flop": "before_flop", "turn": "after_flop", "river": "after_turn"}


class Outcome(NamedTuple):
    """A class of outcomes: what the player bet, the category of the hand, the case against the dealer's."""

    decision: str
    category: int
    case: str


OUTCOMES = [Outcome(*each) for each in product(BETS, CATEGORIES, CASES)]
"""In the order in which they are counted and, by the simulator, numbered."""


@cache
def hand_of(category: int) -> PokerHand:
    """The lowest hand of a category; whether an Ante is paid goes by categories."""
    return next(hand for hand, found in zip(every_rank(), categories(), strict=True) if found == category)


@dataclass(frozen=True)
class Betting:
    """What an outcome decides at a table: the multiples of the Ante, and the hands with which the Ante is paid."""

    setup: Setup

    def times(self, raised: str) -> int:
        return self.setup.offers[raised].times[STREETS[raised]][0]

    def decides(self, wager: str, found: Outcome) -> Iterator[Decided]:
        """The Ante and all that is bet after it; or a wager on the player's own cards."""
        folded = found.decision == FOLD
        if wager != "ante":
            yield Decided(wager, FOLD if folded else "shown", category_names(found.category))
            return
        yield Decided("ante", FOLD if folded else ante_case(self.setup, hand_of(found.category), found.case))
        for raised in BETS[found.decision]:
            yield Decided(raised, found.case, (), self.times(raised))


class StreetNumbers(NamedTuple):
    """The number of a canonical flop by its cards in rising order, of a canonical four of a board by the number of the
    set, and of a holding by its two cards."""

    flop: NDArray[np.uint16]
    four: NDArray[np.int32]
    holding: NDArray[np.uint16]


class BonusStakes(NamedTuple):
    """The category of every rank; the Ante by category and case, and the three bets by case."""

    category: NDArray[np.int8]
    ante: NDArray[np.int64]
    bets: NDArray[np.int64]


@dataclass(frozen=True)
class BonusPrices:
    """What a decision rests on: results in whole multiples of one ``unit``-th of the Ante."""

    ante: NDArray[np.int64]
    bets: NDArray[np.int64]
    fold: int
    unit: int

    @property
    def stakes(self) -> BonusStakes:
        return BonusStakes(categories(), self.ante, self.bets)

    @property
    def key(self) -> tuple[object, ...]:
        """All that decisions and counts depend on."""
        return self.ante.tolist(), self.bets.tolist(), self.fold


def bonus_prices(price: Prices) -> BonusPrices:
    """The Ante and each of the bets for every category and case."""
    betting = Betting(price.setup)
    ante = [
        price.together(
            made for made in betting.decides("ante", Outcome("flop", category, case)) if made.wager == "ante"
        )[0]
        for category, case in product(CATEGORIES, CASES)
    ]
    bets = [
        price.together([Decided(raised, case, (), betting.times(raised))])[0] for raised, case in product(RAISES, CASES)
    ]
    fold = price.together(betting.decides("ante", Outcome(FOLD, 0, CASES[0])))[0]
    unit = lcm(fold.denominator, *(net.denominator for net in (*ante, *bets)))
    whole = [np.array([int(net * unit) for net in nets], dtype=np.int64) for nets in (ante, bets)]
    return BonusPrices(whole[0].reshape(-1, len(CASES)), whole[1].reshape(-1, len(CASES)), int(fold * unit), unit)


@cache
def street_numbers() -> StreetNumbers:
    """The numbers of all flops, fours and holdings."""
    from pitboss.solve.holdem_boards import all_sets
    from pitboss.solve.holdem_bonus_kernel import four_numbers
    from pitboss.solve.holdem_tables import numbers

    return StreetNumbers(numbers().flop, four_numbers(all_sets(4)[0]), numbers().holding)
