"""Ultimate Texas Hold'em, exactly: all three decisions optimal, for the prices the set-up's own settlement gives."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.hands.evaluator import RANK_KEYS, categories, rank_tables
from pitboss.rulebook.setup import Setup
from pitboss.solve.figures import not_by_itself
from pitboss.solve.holdem_boards import CHUNKS, DECISIONS, holding_classes, solve_boards
from pitboss.solve.holdem_chart import charts
from pitboss.solve.holdem_cover import NOTE as COVER_ALL_NOTE
from pitboss.solve.holdem_cover import cover_all
from pitboss.solve.holdem_tables import CASES, PriceArrays, price_arrays
from pitboss.solve.model import Analysis, Asked, Progress, WagerAnalysis, simple, tally
from pitboss.solve.prices import Prices
from pitboss.solve.three_card import category_names, link_analysis

TIMES = (4, 3, 2, 1, 0)
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
    if "trips" in wanted:
        sevens = seven_card_counts()
        rows = [(int(count), price("trips", "shown", category_names(c))) for c, count in enumerate(sevens)]
        wagers["trips"] = WagerAnalysis(simple(rows), per="unit of the wager")
    for link in ("progressive", "multi_game_link"):
        if link in wanted:
            wagers[link] = link_analysis(setup, price, link)
    return Analysis(setup, wagers, strategy, notes=[COVER_ALL_NOTE] if "cover_all" in wanted else [])


def outcome_counts(
    prices: PriceArrays, progress: Progress | None = None, cluster: str | None = None
) -> Mapping[str, NDArray[Any]]:
    """Every deal counted under the best decisions, and those decisions; kept, as it depends on the prices alone."""
    return kept("holdem", ("v3", prices.key), lambda: solve_boards(prices, progress, cluster=cluster))


def warm_up(prices: PriceArrays) -> None:
    """Compile the kernels, on a few boards only."""
    solve_boards(prices, few=CHUNKS)


def seven_card_counts() -> NDArray[np.int64]:
    """Categories of all 133,784,560 seven-card hands."""

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.hands.kernels import count_ranks_of_seven

        tables = rank_tables(7)
        keys = np.array(RANK_KEYS, dtype=np.int64)
        ranks = np.zeros(7462, dtype=np.int64)
        for first in range(46):
            count_ranks_of_seven(first, keys, tables.rows, tables.ranks, tables.flushes, ranks)
        counts = np.zeros(10, dtype=np.int64)
        np.add.at(counts, categories(), ranks)
        return {"counts": counts}

    return kept("seven-card-categories", "v1", compute)["counts"]


def _ante(price: Prices, outcome: NDArray[np.int64]) -> WagerAnalysis:
    """Ante, Blind and Play together, per unit of the Ante."""
    rows: list[tuple[str, int, Fraction, Fraction, str]] = []
    folded = price("ante", "fold").net + price("blind", "fold").net
    for decision, times, by_category in zip(DECISIONS, TIMES, outcome, strict=True):
        for category, cases in enumerate(by_category):
            for case, count in zip(CASES, cases, strict=True):
                if decision == "fold":
                    rows.append(("fold", int(count), folded, Fraction(2), ""))
                    continue
                blind = price("blind", case, category_names(category))
                net = price("ante", case).net + blind.net + times * price("play", case).net
                hand = f", blind pays {blind.pays}" if blind.net > 0 else ""
                label = f"{decision.replace('_', ' ')}, {case.replace('_', ' ')}{hand}"
                rows.append((label, int(count), net, Fraction(2 + times), ""))
    return WagerAnalysis(tally(rows), per="unit of the Ante (Ante and Blind are one unit each)")


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
