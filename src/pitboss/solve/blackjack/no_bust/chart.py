"""The chart a player carries: what to do by total, hard or soft, and by pair, against what lies open.

It is the best of its kind, as in ``solve.blackjack.chart``: where hands of the same total would do better with
different choices, the choice is the one that is worth more over all of them together.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.chart import DOUBLE, HARD, HIT, PRINTED, SOFT, SPLIT, STAND, SURRENDER, cells_choose
from pitboss.solve.blackjack.chart import NAMES as TEN_NAMES
from pitboss.solve.blackjack.no_bust.machine import Against, Choices
from pitboss.solve.blackjack.no_bust.rounds import reach
from pitboss.solve.blackjack.no_bust.table import CLASSES, JOKER, Table

NAMES = (*TEN_NAMES, "Joker")


@dataclass
class Column:
    """Choices against one start: ``hits`` and so on by [soft, total], pairs by rank."""

    hits: NDArray[np.bool_]
    doubles: NDArray[np.bool_]
    surrenders: NDArray[np.bool_]
    splits: NDArray[np.bool_]
    pairs_surrender: NDArray[np.bool_]

    def choices(self, against: Against) -> Choices:
        """The column as what is done with every hand."""
        hands = against.hands
        cell = (hands.soft.astype(np.int64), hands.totals)
        surrenders = self.surrenders[cell]
        for rank in range(JOKER):
            if against.table.shoe[rank] > 1:
                surrenders[hands.of(rank, rank)] = self.pairs_surrender[rank]
        return Choices(self.hits[cell], self.doubles[cell], surrenders, self.splits.copy())


def best_column(against: Against, best: Choices) -> tuple[Column, float]:
    """The best column, found from the best play by composition, and what it is worth."""
    hits, doubles, surrenders = (np.zeros((2, CLASSES), dtype=np.bool_) for _ in range(3))
    column = Column(hits, doubles, surrenders, best.splits.copy(), np.zeros(JOKER, dtype=np.bool_))
    doubtful = list(_begin(against, best, column))
    for rank in range(JOKER):
        if against.left[rank] > 1:
            column.pairs_surrender[rank] = best.surrenders[against.hands.of(rank, rank)]
    doubtful += [(column.splits, (rank,)) for rank in against.close]
    found = against.follow(column.choices(against))
    turned = True
    while turned:
        turned = False
        for cell, at in doubtful:
            cell[at] = not cell[at]
            tried = against.follow(column.choices(against))
            if tried > found:
                found, turned = tried, True
            else:
                cell[at] = not cell[at]
    return column, found


def _begin(against: Against, best: Choices, column: Column) -> Iterator[tuple[NDArray[np.bool_], tuple[int, ...]]]:
    """Set each cell to what its hands mostly do, and name the cells whose hands disagree."""
    hands, held = against.hands, against.held()
    reached = reach(against, best).reached
    there = (hands.sizes >= 2) & (held.rows >= 0)
    pairs = (hands.counts.max(axis=1) == 2) & (hands.sizes == 2)
    of_kinds = [
        (cells, cells_choose(hands, chosen, which, reached))
        for cells, chosen, which in (
            (column.hits, best.hits, there),
            (column.doubles, best.doubles, there & held.may_double),
            (column.surrenders, best.surrenders, there & held.may_surrender & ~pairs),
        )
    ]
    for soft in (0, 1):
        for total in range(4, against.table.rules.most + 1):
            for cells, chosen in of_kinds:
                if (soft, total) in chosen:
                    cells[soft, total], doubtful = chosen[soft, total]
                    if doubtful:
                        yield cells, (soft, total)


def cells_of(against: Against, column: Column) -> dict[str, tuple[str, ...]]:
    """What a column says of hard totals, soft totals and pairs, from top to bottom."""
    return {
        "hard": tuple(_cell(against, column, False, total) for total in HARD),
        "soft": tuple(_cell(against, column, True, total) for total in SOFT),
        "pairs": tuple(_pair(against, column, rank) for rank in _pairs(against.table)),
    }


def _pairs(table: Table) -> list[int]:
    return [rank for rank in PRINTED if table.shoe[rank] > 1]


def as_json(columns: Mapping[int, Mapping[str, Sequence[str]]], table: Table) -> dict[str, Any]:
    """The chart as people print it: rows of totals and pairs, columns of what lies open."""
    order = {rank: at for at, rank in enumerate((*PRINTED, JOKER))}
    ups = sorted(columns, key=lambda up: [order[rank] for rank in table.starts[up]])
    names = {
        "hard": [str(total) for total in HARD],
        "soft": [f"A-{total - 11}" for total in SOFT],
        "pairs": [f"{NAMES[rank]}-{NAMES[rank]}" for rank in _pairs(table)],
    }
    return {
        "up_cards": ["-".join(NAMES[rank] for rank in table.starts[up]) for up in ups],
        **{
            part: {name: [columns[up][part][at] for up in ups] for at, name in enumerate(rows)}
            for part, rows in names.items()
        },
    }


def _cell(against: Against, column: Column, soft: bool, total: int) -> str:
    """H, S, D with what is done where doubling is not open (``Dh``, ``Ds``), R likewise."""
    hands, held = against.hands, against.held()
    of_cell = (hands.totals == total) & (hands.soft == soft) & (hands.sizes == 2)
    at = (int(soft), total)
    plain = HIT if column.hits[at] else STAND
    if column.surrenders[at] and (of_cell & held.may_surrender).any():
        return SURRENDER + plain.lower()
    return DOUBLE + plain.lower() if column.doubles[at] and (of_cell & held.may_double).any() else plain


def _pair(against: Against, column: Column, rank: int) -> str:
    """P for a split, else what the pair does as the total that it is."""
    if column.splits[rank] and against.splittable(rank):
        return SPLIT
    hands, held = against.hands, against.held()
    hand = hands.of(rank, rank)
    at = (int(hands.soft[hand]), int(hands.totals[hand]))
    plain = HIT if column.hits[at] else STAND
    if column.pairs_surrender[rank] and held.may_surrender[hand]:
        return SURRENDER + plain.lower()
    return DOUBLE + plain.lower() if column.doubles[at] and held.may_double[hand] else plain
