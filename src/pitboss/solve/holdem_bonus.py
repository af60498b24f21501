"""Texas Hold'em Bonus, exactly: stay in or fold, then bet or check before turn and river, each as is best."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import factorial, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.poker.royal import AFTER, COMMUNITY_ROYAL
from pitboss.games.poker.texas_holdem_bonus import DOUBLE_ACES, SIDES
from pitboss.hands.evaluator import card_of, category_names
from pitboss.hands.hole_cards import PAIR_OF_ACES
from pitboss.rulebook.setup import Setup
from pitboss.solve.figures import not_by_itself
from pitboss.solve.holdem import class_name
from pitboss.solve.holdem_boards import holding_classes
from pitboss.solve.holdem_bonus_boards import DEALS, RENAMED, solve_streets
from pitboss.solve.holdem_bonus_chart import charts, simple_rules
from pitboss.solve.holdem_bonus_tables import (
    BETS,
    CATEGORIES,
    FOLD,
    OUTCOMES,
    Betting,
    BonusPrices,
    Outcome,
    bonus_prices,
)
from pitboss.solve.holdem_tables import numbers
from pitboss.solve.model import EVERYTHING, Analysis, Asked, Progress, WagerAnalysis, decimal, simple, tally
from pitboss.solve.poker.counted import counts_of
from pitboss.solve.poker.sides import PER_WAGER, note_of
from pitboss.solve.prices import Prices

Names = tuple[str, ...]
Counted = Mapping[tuple[bool, Names], int]
"""How often cards go by some names, in hands that are folded and in those that are not."""
ROYAL = len(CATEGORIES) - 1


def solve(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    asked: Asked = EVERYTHING,
) -> Analysis:
    """Analyse the wagers asked for. Only the Bonus does not need every deal counted: it is not lost by folding."""
    analysed = [wager for wager in ("ante", *SIDES) if wager in setup.offers]
    wanted = [wager for wager in analysed if asked.wants(wager)]
    if not wanted:
        raise not_by_itself(setup, min(asked.wagers or ()), analysed)
    price = Prices(setup, meters)
    wagers: dict[str, WagerAnalysis] = {}
    strategy: dict[str, Any] | None = None
    if wanted != ["bonus"]:
        prices = bonus_prices(price)
        counts = street_counts(prices, progress, asked.cluster)
        if "ante" in wanted:
            wagers["ante"] = _ante(price, counts["outcome"])
            strategy = _strategy(counts, prices, wagers["ante"])
    if "bonus" in wanted:
        wagers["bonus"] = _by_names(price, "bonus", _hole_cards(price))
    if "progressive" in wanted:
        wagers["progressive"] = _by_names(price, "progressive", _seven_cards(counts))
    if "multi_game_link" in wanted:
        wagers["multi_game_link"] = _by_names(price, "multi_game_link", _on_flop(counts))
    return Analysis(setup, wagers, strategy)


def street_counts(
    prices: BonusPrices, progress: Progress | None = None, cluster: str | None = None
) -> Mapping[str, NDArray[Any]]:
    """Every deal counted under the best decisions, and those decisions; kept, as it depends on the prices alone."""
    return kept("holdem-bonus", ("v1", prices.key), lambda: solve_streets(prices, progress, cluster=cluster))


def _ante(price: Prices, counts: NDArray[np.int64]) -> WagerAnalysis:
    """The Ante and all bets together, per unit of the Ante."""
    betting = Betting(price.setup)
    rows = [
        (_label(found), count, *price.together(betting.decides("ante", found)), "")
        for found, count in zip(OUTCOMES, counts.ravel().tolist(), strict=True)
    ]
    return WagerAnalysis(tally(rows), per="unit of the Ante")


def _label(found: Outcome) -> str:
    if found.decision == FOLD:
        return FOLD
    return f"{' and '.join(BETS[found.decision])} bet, {found.case.replace('_', ' ')}"


def _strategy(counts: Mapping[str, NDArray[Any]], prices: BonusPrices, ante: WagerAnalysis) -> dict[str, Any]:
    classes, outcome = holding_classes(), counts["outcome"]
    played = sorted({int(classes[h]) for h in np.flatnonzero(counts["before_flop"] >= 0)})
    total = int(outcome.sum())
    return {
        "before_the_flop": {"flop": [class_name(number) for number in played], "otherwise": "fold"},
        **charts(counts, prices.unit),
        "how_often": {
            " and ".join(bets) or FOLD: float(Fraction(int(part.sum()), total))
            for bets, part in zip(BETS.values(), outcome, strict=True)
        },
        "simple_rules": simple_rules(counts, prices, ante.house_edge),
        "starting_hands": {
            class_name(number): decimal(value) for number, value in enumerate(worth_of_hands(counts, prices.unit))
        },
    }


def worth_of_hands(counts: Mapping[str, NDArray[Any]], unit: int) -> list[Fraction]:
    """What each of the 169 kinds of starting hands wins when it is played, in units of the Ante."""
    return [Fraction(int(value), 10 * RENAMED * DEALS * unit) for value in counts["worth"]]


# -- Wagers beside the Ante -------------------------------------------------------------------------------------------


def _by_names(price: Prices, wager: str, counts: Counted) -> WagerAnalysis:
    """A wager on cards, some of which are folded."""
    rows = [(count, price(wager, FOLD if folded else "shown", names)) for (folded, names), count in counts.items()]
    alive = {names: count for (folded, names), count in counts.items() if not folded}
    return WagerAnalysis(simple(rows), per=PER_WAGER, note=note_of(price.setup.offers[wager], alive))


def _hole_cards(price: Prices) -> Counted:
    """Two cards, and where it is paid the dealer's two as well: against aces they are the two that are left."""
    found = {(False, names): count for names, count in counts_of(SIDES["bonus"]).items()}
    pays = price.setup.offers["bonus"].pays
    if pays is None or DOUBLE_ACES not in pays.lines:
        return found
    dealers = 50 * 49 // 2
    aces = (False, (PAIR_OF_ACES,))
    both = found[aces]
    return {key: count * dealers for key, count in found.items()} | {
        aces: both * (dealers - 1),
        (False, (DOUBLE_ACES, PAIR_OF_ACES)): both,
    }


def _on_flop(counts: Mapping[str, NDArray[Any]]) -> Counted:
    """Two cards and the flop, by the category of the five."""
    return {
        (bool(folded), category_names(category)): int(counts["on_flop"][folded, category])
        for folded in (0, 1)
        for category in CATEGORIES
    }


def _seven_cards(counts: Mapping[str, NDArray[Any]]) -> Counted:
    """Two cards and the board by their category, and a royal flush by the street on which it was complete."""
    outcome = counts["outcome"]
    by_hand = {True: outcome[0].sum(axis=1), False: outcome[1:].sum(axis=(0, 2))}
    found = {
        (folded, category_names(category)): int(many[category])
        for folded, many in by_hand.items()
        for category in CATEGORIES
        if category != ROYAL
    }
    deals = Fraction(int(outcome.sum()), 1326 * perm(50, 5))
    for key, orders in _royals(counts["before_flop"]).items():
        many = orders * deals
        assert many.denominator == 1
        found[key] = int(many)
    return found


def _royals(before_flop: NDArray[np.int8]) -> dict[tuple[bool, Names], int]:
    """How many holdings and orders of the board make a royal flush, by the street on which it is complete.

    The cards of it that a holding lacks lie at some places of the board, in any order; any others fill the rest.
    """
    found: dict[tuple[bool, Names], int] = {}
    for pair in combinations(range(52), 2):
        held = [card_of(card) for card in pair]
        folded = bool(before_flop[numbers().holding[pair]] < 0)
        for suit in "cdhs":
            own = sum(card.suit == suit and card.rank >= 10 for card in held)
            lacks = 5 - own
            for places in combinations(range(1, 6), lacks):
                street = max(places[-1] + 2, 5)
                key = folded, (AFTER[street] if own else COMMUNITY_ROYAL,)
                found[key] = found.get(key, 0) + factorial(lacks) * perm(50 - lacks, 5 - lacks)
    return found
