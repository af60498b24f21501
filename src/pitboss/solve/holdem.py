"""Hold'em with one bet at three moments, exactly: every decision optimal, at the prices of the set-up's settlement."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.hands.evaluator import category_names
from pitboss.rulebook.setup import Setup
from pitboss.solve.figures import not_by_itself
from pitboss.solve.holdem_boards import CHUNKS, holding_classes, solve_boards
from pitboss.solve.holdem_chart import charts
from pitboss.solve.holdem_cover import NOTE as COVER_ALL_NOTE
from pitboss.solve.holdem_cover import cover_all
from pitboss.solve.holdem_tables import DECISIONS, FOLD, OUTCOMES, Betting, Outcome, PriceArrays, price_arrays
from pitboss.solve.model import EVERYTHING, Analysis, Asked, Progress, WagerAnalysis, tally
from pitboss.solve.poker.sides import on_cards
from pitboss.solve.prices import Prices


def solve(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    asked: Asked = EVERYTHING,
) -> Analysis:
    """Analyse the wagers asked for. Only the Ante, whose strategy this is, and Cover All need every deal counted."""
    betting = Betting.of(setup)
    analysed = [wager for wager in ("ante", *betting.sides, "cover_all") if wager in setup.offers]
    wanted = [wager for wager in analysed if asked.wants(wager)]
    if not wanted:
        raise not_by_itself(setup, min(asked.wagers or ()), analysed)
    price = Prices(setup, meters)
    wagers: dict[str, WagerAnalysis] = {}
    strategy: dict[str, Any] | None = None
    if "ante" in wanted or "cover_all" in wanted:
        tell, prices = progress or (lambda done: None), price_arrays(price)
        share = 0.5 if "cover_all" in wanted else 1.0
        counts = outcome_counts(prices, lambda done: tell(share * done), asked.cluster)
        if "ante" in wanted:
            wagers["ante"], strategy = _ante(price, betting, counts["outcome"]), _strategy(counts, prices.unit, betting)
        if "cover_all" in wanted:
            wagers |= cover_all(setup, price, prices, counts, lambda done: tell(share + done / 2), asked.cluster)
    for wager, side in betting.sides.items():
        if wager in wanted:
            wagers[wager] = on_cards(price, wager, side)
    return Analysis(setup, wagers, strategy, notes=[COVER_ALL_NOTE] if "cover_all" in wanted else [])


def outcome_counts(
    prices: PriceArrays, progress: Progress | None = None, cluster: str | None = None
) -> Mapping[str, NDArray[Any]]:
    """Every deal counted under the best decisions, and those decisions; kept, as it depends on the prices alone."""
    return kept("holdem", ("v4", prices.key), lambda: solve_boards(prices, progress, cluster=cluster))


def warm_up(prices: PriceArrays) -> None:
    """Compile the kernels, on a few boards only."""
    solve_boards(prices, few=CHUNKS)


def _ante(price: Prices, betting: Betting, counts: NDArray[np.int64]) -> WagerAnalysis:
    """The two wagers and the bet together, per unit of the Ante."""
    rows = [
        (_label(price, betting, found), count, *price.together(betting.together(found)), "")
        for found, count in zip(OUTCOMES, counts.ravel().tolist(), strict=True)
    ]
    first, second = (price.setup.offers[wager].title for wager in betting.main)
    return WagerAnalysis(tally(rows), per=f"unit of the Ante ({first} and {second} are one unit each)")


def _label(price: Prices, betting: Betting, found: Outcome) -> str:
    if found.decision == FOLD:
        return FOLD
    second = betting.main[1]
    beside = price(second, found.case, betting.named(found.case, category_names(found.category)))
    hand = f", {second} {'pays' if second == 'blind' else 'pay'} {beside.pays}" if beside.net > 0 else ""
    return f"{betting.action(found.decision).replace('_', ' ')}, {found.case.replace('_', ' ')}{hand}"


def _strategy(counts: Mapping[str, NDArray[Any]], unit: int, betting: Betting) -> dict[str, Any]:
    classes = holding_classes()
    raised = sorted({int(classes[h]) for h in np.flatnonzero(counts["before_flop"] >= 0)})
    outcome = counts["outcome"]
    total = int(outcome.sum())
    opening = f"raise_{betting.times['before_flop']}x"
    return {
        "before_the_flop": {opening: [class_name(number) for number in raised], "otherwise": "check"},
        **charts(counts, unit, betting.action("after_flop"), betting.action("after_river")),
        "how_often": {
            betting.action(decision): float(Fraction(int(part.sum()), total))
            for decision, part in zip(DECISIONS, outcome, strict=True)
        },
    }


def class_name(number: int) -> str:
    """A kind of starting hand as players write it.

    >>> class_name(13 * 12 + 11), class_name(13 * 11 + 12), class_name(14)
    ('AKs', 'AKo', '33')
    """
    first, second = divmod(number, 13)
    if first == second:
        return RANKS[first] * 2
    return f"{RANKS[first]}{RANKS[second]}s" if first > second else f"{RANKS[second]}{RANKS[first]}o"
