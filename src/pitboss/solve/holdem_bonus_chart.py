"""The later decisions of Texas Hold'em Bonus as charts, and what simple rules cost."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.holdem_boards import holding_classes
from pitboss.solve.holdem_bonus_boards import DEALS, RENAMED
from pitboss.solve.holdem_bonus_tables import BonusPrices
from pitboss.solve.holdem_chart import BY_RANK, Kinds, as_chart, by_kind
from pitboss.solve.model import decimal

ABOVE = ("no rank", "one rank", "two ranks", "three ranks", "four ranks")
KINDS: Kinds = (
    ("straight or better with a card of yours", ()),
    ("three or four of a kind on the board, your best card:", BY_RANK),
    ("three of a kind with a card of yours", ()),
    ("two pairs with a card of yours", ()),
    ("pair in your hand, the board has above it", ABOVE),
    ("pair with the board, which has above it", ABOVE),
    ("four to a flush, your best of it:", BY_RANK),
    ("straight draw, two ranks fill it, your best card:", BY_RANK),
    ("only two pairs on the board, your best card:", BY_RANK),
    ("only a pair on the board, your best card:", BY_RANK),
    ("none of these, your best card:", BY_RANK),
)
"""The kinds of the kernel's: their words, and what tells their hands apart."""
TOLD_APART = (4, 5)
OWN_PAIR_OR_BETTER = (0, 2, 3, 4, 5)
RULE = "The first row that applies to your two cards and the {}."
BET_VALUE, BEST_VALUE = 2, 3


def charts(counts: Mapping[str, NDArray[Any]], unit: int) -> dict[str, Any]:
    """The bets before the turn and before the river; the values in the counts are in ``unit``-ths of the Ante."""
    return {
        "after_the_flop": as_chart(
            RULE.format("flop"), ("turn", "check"), by_kind(counts["turn_chart"], KINDS, TOLD_APART), _deals(10, unit)
        ),
        "after_the_turn": as_chart(
            RULE.format("board"), ("river", "check"), by_kind(counts["river_chart"], KINDS, TOLD_APART), _deals(5, unit)
        ),
    }


def _deals(splits: int, unit: int) -> int:
    """Over how much the values of a chart are: all deals, for as many flops or fours and 24 ways to name suits."""
    return 1326 * DEALS * RENAMED * splits * unit


def simple_rules(counts: Mapping[str, NDArray[Any]], prices: BonusPrices, edge: Fraction) -> dict[str, dict[str, str]]:
    """What easier rules lose, all else played best: each later bet stands by itself, so that costs add up."""
    unit = prices.unit
    streets = [(counts["turn_chart"], _deals(10, unit)), (counts["river_chart"], _deals(5, unit))]

    def costs(bets: Callable[[NDArray[np.int64]], NDArray[np.bool_]]) -> Fraction:
        """What it loses to bet in these classes and in no other, before turn and river together."""
        best = [(int(chart[:, :, BEST_VALUE].sum()), deals) for chart, deals in streets]
        made = [int(chart[:, :, BET_VALUE][bets(chart)].sum()) for chart, _ in streets]
        return sum((Fraction(most - got, deals) for (most, deals), got in zip(best, made, strict=True)), Fraction(0))

    by_charts = costs(lambda chart: chart[:, :, BET_VALUE] >= 0)
    rules = {
        "turn and river by the charts": by_charts,
        "turn and river with a pair of your own or better, else check": costs(_own_pair),
        "never fold, turn and river by the charts": by_charts + _never_folding(counts, prices),
        "always bet turn and river": costs(lambda chart: chart[:, :, BET_VALUE] == chart[:, :, BET_VALUE]),
        "never bet turn or river": costs(lambda chart: chart[:, :, BET_VALUE] != chart[:, :, BET_VALUE]),
    }
    return {rule: {"house_edge": decimal(edge + cost), "costs": decimal(cost)} for rule, cost in rules.items()}


def _never_folding(counts: Mapping[str, NDArray[Any]], prices: BonusPrices) -> Fraction:
    """What it loses to play every starting hand."""
    fold = prices.fold * 10 * RENAMED * DEALS
    lost = sum(
        fold - int(counts["worth"][number])
        for number, bets in zip(holding_classes(), counts["before_flop"], strict=True)
        if bets < 0
    )
    return Fraction(lost, _deals(10, prices.unit))


def _own_pair(chart: NDArray[np.int64]) -> NDArray[np.bool_]:
    bets = np.zeros(chart.shape[:2], dtype=bool)
    bets[list(OWN_PAIR_OR_BETTER)] = True
    return bets
