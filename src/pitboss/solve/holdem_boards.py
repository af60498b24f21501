"""All boards of hold'em with one bet, twice: what they are worth to every holding, then every deal counted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.evaluator import categories
from pitboss.solve.chunks import Sums, crew
from pitboss.solve.holdem_tables import CASES, DECISIONS, FLOPS, PriceArrays, numbers
from pitboss.solve.model import Progress
from pitboss.solve.poker.ranking import ranking

HOLDINGS, KINDS = 1326, 169
CHUNKS = 32
OUTS = 47
"""From none to 45 cards that beat a hand, and a row for hands that are paid even when they are beaten."""
_FINDING = Lock()


@dataclass(frozen=True)
class Valued:
    """The first pass: the value of betting and of checking, by flop and holding, and by kind of starting hand."""

    prices: PriceArrays
    few: int | None = None

    def __call__(self, chunks: Iterable[int]) -> Sums:
        from pitboss.solve.holdem_passes_kernel import IN_ALL, SHARES, over_classes, value_flops

        by_class = np.zeros((FLOPS, 2, IN_ALL), dtype=np.int64)
        by_card = np.zeros((FLOPS, 52, SHARES, 2, 13), dtype=np.int64)
        by_kind = np.zeros((KINDS, 2), dtype=np.int64)
        for boards, weights in some_boards(chunks, self.few):
            value_flops(boards, weights, numbers(), ranking(7), self.prices.stakes, by_class, by_card, by_kind)
        return over_classes(all_sets(3)[0], numbers(), by_class, by_card), by_kind


@dataclass(frozen=True)
class Counted:
    """The second pass: every deal under the decisions, by decision, category and case."""

    prices: PriceArrays
    before_flop: NDArray[np.int8]
    after_flop: NDArray[np.uint8]
    few: int | None = None

    def __call__(self, chunks: Iterable[int]) -> Sums:
        from pitboss.solve.holdem_passes_kernel import bets_by_class, count_outcomes

        after_flop = np.unpackbits(self.after_flop, axis=1, count=HOLDINGS, bitorder="little").view(np.int8)
        bets = bets_by_class(all_sets(3)[0], numbers(), self.before_flop, after_flop)
        outcome = np.zeros((len(DECISIONS), 10, len(CASES)), dtype=np.int64)
        river = np.zeros((OUTS, 5), dtype=np.int64)
        opens = np.zeros(KINDS, dtype=np.int64)
        opens[holding_classes()] = self.before_flop >= 0
        tables = (numbers(), ranking(7), self.prices.stakes, opens, bets, ranking(6))
        for boards, weights in some_boards(chunks, self.few):
            count_outcomes(boards, weights, *tables, outcome, river)
        return outcome, river


def solve_boards(
    prices: PriceArrays, progress: Progress | None = None, few: int | None = None, cluster: str | None = None
) -> dict[str, NDArray[Any]]:
    """Value all boards, decide, and count all deals under the decisions; ``few`` boards only compile the kernels."""
    from pitboss.solve.holdem_chart_kernel import chart_flops
    from pitboss.solve.holdem_passes_kernel import over_symmetries

    tell = progress or (lambda done: None)
    with crew(cluster) as add_up:
        by_flop, by_kind = add_up(Valued(prices, few), CHUNKS, lambda done: tell(done / 2))
        flops, flop_weights = all_sets(3)
        values = over_symmetries(flops, numbers().holding, by_flop)
        after_flop = np.packbits(values[:, :, 0] >= values[:, :, 1], axis=1, bitorder="little")
        best = np.maximum(values[:, :, 0], values[:, :, 1])
        before_flop = _before_flop(flop_weights @ best, by_kind, prices.times[0])
        counted = Counted(prices, before_flop, after_flop, few)
        outcome, river = add_up(counted, CHUNKS, lambda done: tell((1 + done) / 2))
    flop = chart_flops(flops, flop_weights, numbers().holding, ranking(5), categories(), before_flop, values)
    return {
        "outcome": outcome,
        "before_flop": before_flop,
        "after_flop": after_flop,
        "flop_chart": flop,
        "river_chart": river,
    }


@cache
def all_sets(size: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Boards, flops or other sets of cards: one of each class under renaming of suits, and how many it stands for."""
    from pitboss.solve.poker.suits_kernel import canonical_sets

    found: tuple[NDArray[np.int8], NDArray[np.int64]] = canonical_sets(size)
    return found


@cache
def alike_together() -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """All boards, those side by side that have the same ranks, and of these the ones with the same cards for a flush.

    Boards that follow one another also have flops in common, which are then at hand. Of many threads that ask first,
    one finds the boards.
    """
    with _FINDING:
        boards, weights = all_sets(5)
    ranks, suits = boards.astype(np.int64) >> 2, boards & 3
    key = ranks @ (13 ** np.arange(4, -1, -1)) << 13
    for suit in range(4):
        of_suit = suits == suit
        key += np.where(of_suit.sum(axis=1) >= 3, (of_suit << ranks).sum(axis=1), 0)
    order = np.argsort(key, kind="stable")
    return boards[order], weights[order]


def some_boards(chunks: Iterable[int], few: int | None) -> Iterator[tuple[NDArray[np.int8], NDArray[np.int64]]]:
    """The boards of each chunk, and how many each stands for."""
    boards, weights = alike_together()
    many = len(boards) if few is None else few
    for chunk in chunks:
        part = slice(chunk * many // CHUNKS, (chunk + 1) * many // CHUNKS)
        yield boards[part], weights[part]


def _before_flop(checking: NDArray[np.int64], betting: NDArray[np.int64], times: int) -> NDArray[np.int8]:
    """The decision for each holding, 0 to bet so many units or -1 to check; the same where only suits differ.

    ``checking``, by holding, counts each board once per flop and renaming of suits, 240 times in all; ``betting``, by
    kind of starting hand, counts it once.
    """
    classes = holding_classes()
    decision = np.full(len(classes), -1, dtype=np.int8)
    for number in range(KINDS):
        members = np.flatnonzero(classes == number)
        check = sum(int(checking[member]) for member in members)
        base, unit = (240 * int(part) for part in betting[number])
        if base + times * unit >= check:
            decision[members] = 0
    return decision


def holding_classes() -> NDArray[np.int64]:
    """The 169 kinds of starting hands: 13 * high + low when suited, 13 * low + high when not, pairs on the diagonal."""
    holding = numbers().holding
    classes = np.zeros(HOLDINGS, dtype=np.int64)
    for one in range(52):
        for two in range(one + 1, 52):
            high, low = max(one >> 2, two >> 2), min(one >> 2, two >> 2)
            suited = one & 3 == two & 3
            classes[holding[one, two]] = 13 * high + low if suited else 13 * low + high
    return classes
