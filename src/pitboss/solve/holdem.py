"""Ultimate Texas Hold'em, exactly: all three decisions optimal, for the prices the set-up's own settlement gives."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from os import cpu_count
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.hands.evaluator import RANK_KEYS, categories, rank_tables
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Prices, Progress, WagerAnalysis, simple, tally
from pitboss.solve.three_card import category_names, link_analysis

CASES = (
    "qualified_player_higher",
    "qualified_tie",
    "qualified_dealer_higher",
    "unqualified_player_higher",
    "unqualified_tie",
    "unqualified_dealer_higher",
)
DECISIONS = ("play_4x", "play_3x", "play_2x", "play_1x", "fold")
TIMES = (4, 3, 2, 1, 0)
CHUNKS = 32


@dataclass(frozen=True)
class PriceArrays:
    """What the kernel needs to decide: results in whole multiples of one ``unit``-th of the Ante."""

    base: NDArray[np.int64]
    play: NDArray[np.int64]
    fold: int
    unit: int


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    prices = price_arrays(price)
    counts = outcome_counts(prices, progress)
    wagers = {"ante": _ante(price, counts["outcome"])}
    if "trips" in setup.offers:
        sevens = seven_card_counts()
        rows = [(int(count), price("trips", "shown", category_names(c))) for c, count in enumerate(sevens)]
        wagers["trips"] = WagerAnalysis(simple(rows), per="unit of the wager")
    for link in ("progressive", "multi_game_link"):
        if link in setup.offers:
            wagers[link] = link_analysis(setup, price, link)
    notes = (
        ["Cover All depends on what every player at the table folds and is not analysed."]
        if setup.on("cover_all")
        else []
    )
    return Analysis(setup, wagers, _strategy(counts), notes=notes)


def price_arrays(price: Prices) -> PriceArrays:
    """Ante and Blind together, and one unit of Play, for every category and case."""
    base = [
        [price("ante", case).net + price("blind", case, category_names(c)).net for case in CASES] for c in range(10)
    ]
    play = [[price("play", case).net for case in CASES] for _ in range(10)]
    fold = price("ante", "fold").net + price("blind", "fold").net
    unit = lcm(fold.denominator, *(net.denominator for rows in (base, play) for row in rows for net in row))
    return PriceArrays(
        np.array([[int(net * unit) for net in row] for row in base], dtype=np.int64),
        np.array([[int(net * unit) for net in row] for row in play], dtype=np.int64),
        int(fold * unit),
        unit,
    )


def outcome_counts(prices: PriceArrays, progress: Progress | None = None) -> Mapping[str, NDArray[Any]]:
    """Every deal counted under the best decisions, and those decisions; kept, as it depends on the prices alone."""
    key = ("v2", prices.base.tolist(), prices.play.tolist(), prices.fold)
    return kept("holdem", key, lambda: solve_boards(prices, progress))


def warm_up(prices: PriceArrays) -> None:
    """Compile the kernels, on a few boards only."""
    solve_boards(prices, few=CHUNKS)


def solve_boards(
    prices: PriceArrays, progress: Progress | None = None, few: int | None = None
) -> dict[str, NDArray[Any]]:
    """Value all boards, decide, and count all deals under the decisions; ``few`` boards only compile the kernels."""
    from pitboss.solve import holdem_kernel as kernel

    tables = rank_tables(7)
    flops, flop_weights = kernel.canonical_boards(3)
    boards, weights = kernel.canonical_boards(5)
    boards, weights = boards[:few], weights[:few]
    holding = kernel.holding_numbers()
    category = categories()
    shared = (
        kernel.flop_numbers(flops),
        holding,
        np.array(RANK_KEYS, dtype=np.int64),
        tables.rows,
        tables.ranks,
        tables.flushes,
        category,
        int(np.argmax(category >= 1)),
        prices.base,
        prices.play,
        prices.fold,
    )
    workers = max(1, min(8, cpu_count() or 1))
    by_flop = np.zeros((workers, len(flops), kernel.HOLDINGS, 2), dtype=np.int64)
    by_holding = np.zeros((workers, kernel.HOLDINGS, 2), dtype=np.int64)

    def value(chunk: int, worker: int) -> None:
        part = slice(chunk, None, CHUNKS)
        kernel.value_flops(boards[part].copy(), weights[part].copy(), *shared, by_flop[worker], by_holding[worker])

    _in_threads(value, workers, progress, 0.0)
    sums = kernel.over_symmetries(flops, holding, by_flop.sum(axis=0))
    after_flop = (sums[:, :, 0] >= sums[:, :, 1]).astype(np.int8)
    best = np.maximum(sums[:, :, 0], sums[:, :, 1])
    before_flop = _before_flop(flop_weights @ best, by_holding.sum(axis=0), holding)
    outcome = np.zeros((workers, len(DECISIONS), 10, len(CASES)), dtype=np.int64)

    def count(chunk: int, worker: int) -> None:
        part = slice(chunk, None, CHUNKS)
        kernel.count_outcomes(
            boards[part].copy(), weights[part].copy(), *shared, before_flop, after_flop, outcome[worker]
        )

    _in_threads(count, workers, progress, 0.5)
    return {
        "outcome": outcome.sum(axis=0),
        "before_flop": before_flop,
        "after_flop": np.packbits(after_flop, axis=1, bitorder="little"),
    }


def _in_threads(work: Callable[[int, int], None], workers: int, progress: Progress | None, done: float) -> None:
    """Run all chunks; each worker adds into sums of its own, so that the order does not matter.

    An interrupted run ends with the chunks at hand.
    """
    stopped = Event()

    def run(worker: int) -> None:
        for chunk in range(worker, CHUNKS, workers):
            if stopped.is_set():
                return
            work(chunk, worker)
            if progress is not None and worker == 0:
                progress(done + 0.5 * (chunk + 1) / CHUNKS)

    with ThreadPoolExecutor(workers) as pool:
        try:
            for finished in [pool.submit(run, worker) for worker in range(workers)]:
                finished.result()
        except BaseException:
            stopped.set()
            raise


def _before_flop(
    checking: NDArray[np.int64], betting: NDArray[np.int64], holding: NDArray[np.uint16]
) -> NDArray[np.int8]:
    """The decision for each holding: the same for all that differ only in suits.

    ``checking`` counts each board once per flop and renaming of suits, 240 times in all; ``betting`` counts it once
    per class of boards times its weight, which adds up to the same over a class of holdings.
    """
    classes = holding_classes(holding)
    decision = np.full(len(classes), -1, dtype=np.int8)
    for number in range(169):
        members = np.flatnonzero(classes == number)
        check = sum(int(checking[member]) for member in members)
        base, unit = (240 * sum(int(betting[member, part]) for member in members) for part in (0, 1))
        values = {0: base + 4 * unit, 1: base + 3 * unit, -1: check}
        decision[members] = max(values, key=lambda choice: (values[choice], choice == 0))
    return decision


def holding_classes(holding: NDArray[np.uint16]) -> NDArray[np.int64]:
    """The 169 kinds of starting hands: 13 * high + low when suited, 13 * low + high when not, pairs on the diagonal."""
    classes = np.zeros(1326, dtype=np.int64)
    for one in range(52):
        for two in range(one + 1, 52):
            high, low = max(one >> 2, two >> 2), min(one >> 2, two >> 2)
            suited = one & 3 == two & 3
            classes[holding[one, two]] = 13 * high + low if suited else 13 * low + high
    return classes


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


def _strategy(counts: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    from pitboss.solve.holdem_kernel import holding_numbers

    classes = holding_classes(holding_numbers())
    raised = sorted({int(classes[h]) for h in np.flatnonzero(counts["before_flop"] >= 0)})
    outcome = counts["outcome"]
    total = int(outcome.sum())
    return {
        "before_the_flop": {"raise_4x": [class_name(number) for number in raised], "otherwise": "check"},
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
