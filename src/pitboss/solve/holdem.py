"""Ultimate Texas Hold'em, exactly: all three decisions optimal, for the prices the set-up's own settlement gives."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.games.poker.ultimate_texas_holdem import SIDES
from pitboss.hands.evaluator import category_names
from pitboss.rulebook.setup import Setup
from pitboss.solve.figures import not_by_itself
from pitboss.solve.holdem_boards import CHUNKS, holding_classes, solve_boards
from pitboss.solve.holdem_chart import charts
from pitboss.solve.holdem_cover import NOTE as COVER_ALL_NOTE
from pitboss.solve.holdem_cover import cover_all
from pitboss.solve.holdem_tables import DECISIONS, FOLD, OUTCOMES, Outcome, PriceArrays, price_arrays, together
from pitboss.solve.model import Analysis, Asked, Progress, WagerAnalysis, tally
from pitboss.solve.poker.sides import on_cards
from pitboss.solve.prices import Prices

ANALYSED = ("ante", "trips", "cover_all", "progressive", "multi_game_link")
EVERYTHING = Asked()


def solve(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    asked: Asked = EVERYTHING,
) -> Analysis:
    """Analyse the wagers asked for. Only the Ante, whose strategy this is, and Cover All need every deal counted."""
    analysed = [wager for wager in ANALYSED if wager in setup.offers]
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
            wagers["ante"], strategy = _ante(price, counts["outcome"]), _strategy(counts, prices.unit)
        if "cover_all" in wanted:
            wagers |= cover_all(setup, price, prices, counts, lambda done: tell(share + done / 2), asked.cluster)
    for wager in SIDES:
        if wager in wanted:
            wagers[wager] = on_cards(price, wager, SIDES[wager])
    return Analysis(setup, wagers, strategy, notes=[COVER_ALL_NOTE] if "cover_all" in wanted else [])


def outcome_counts(
    prices: PriceArrays, progress: Progress | None = None, cluster: str | None = None
) -> Mapping[str, NDArray[Any]]:
    """Every deal counted under the best decisions, and those decisions; kept, as it depends on the prices alone."""
    return kept("holdem", ("v3", prices.key), lambda: solve_boards(prices, progress, cluster=cluster))


def warm_up(prices: PriceArrays) -> None:
    """Compile the kernels, on a few boards only."""
    solve_boards(prices, few=CHUNKS)


def _ante(price: Prices, counts: NDArray[np.int64]) -> WagerAnalysis:
    """Ante, Blind and Play together, per unit of the Ante."""
    rows = [
        (_label(price, found), count, *price.together(together(found)), "")
        for found, count in zip(OUTCOMES, counts.ravel().tolist(), strict=True)
    ]
    return WagerAnalysis(tally(rows), per="unit of the Ante (Ante and Blind are one unit each)")


def _label(price: Prices, found: Outcome) -> str:
    if found.decision == FOLD:
        return FOLD
    blind = price("blind", found.case, category_names(found.category))
    hand = f", blind pays {blind.pays}" if blind.net > 0 else ""
    return f"{found.decision.replace('_', ' ')}, {found.case.replace('_', ' ')}{hand}"


def _strategy(counts: Mapping[str, NDArray[Any]], unit: int) -> dict[str, Any]:
    classes = holding_classes()
    raised = sorted({int(classes[h]) for h in np.flatnonzero(counts["before_flop"] >= 0)})
    outcome = counts["outcome"]
    total = int(outcome.sum())
    return {
        "before_the_flop": {"raise_4x": [class_name(number) for number in raised], "otherwise": "check"},
        **charts(counts, unit),
        "how_often": {
            decision: float(Fraction(int(part.sum()), total)) for decision, part in zip(DECISIONS, outcome, strict=True)
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
