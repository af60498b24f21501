"""All boards of Texas Hold'em Bonus, twice: what each bet is worth to every holding, then every deal counted."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.evaluator import categories
from pitboss.solve.chunks import Sums, crew
from pitboss.solve.holdem_boards import CHUNKS, HOLDINGS, all_sets, holding_classes, some_boards
from pitboss.solve.holdem_bonus_tables import BETS, CASES, CATEGORIES, BonusPrices, street_numbers
from pitboss.solve.holdem_tables import FLOPS
from pitboss.solve.model import Progress
from pitboss.solve.poker.ranking import ranking

FOURS = 16_432
RENAMED = 24
"""Every board counts so often, once for each way to rename the suits; it has ten flops and five fours."""
DEALS = 2_118_760 * 990
"""Boards that a holding leaves, and hands of the dealer's that both leave."""


@dataclass(frozen=True)
class Valued:
    """The first pass: what the bets before turn and river win, by what is seen, and the rest by holding alone."""

    prices: BonusPrices
    few: int | None = None

    def __call__(self, chunks: Iterable[int]) -> Sums:
        from pitboss.solve.holdem_bonus_kernel import value_streets

        by_flop = np.zeros((FLOPS, HOLDINGS), dtype=np.int64)
        # Over 48 rivers and 990 dealers, 24 times: half of a million at most, and 16,432 fours of a board are many.
        by_four: NDArray[Any] = np.zeros((FOURS, HOLDINGS), dtype=np.int32)
        by_holding = np.zeros(HOLDINGS, dtype=np.int64)
        tables = (street_numbers(), ranking(7), self.prices.stakes)
        for boards, weights in some_boards(chunks, self.few):
            value_streets(boards, weights, *tables, by_flop, by_four, by_holding)
        return by_flop, by_four, by_holding


@dataclass(frozen=True)
class Counted:
    """The second pass: every deal under the decisions, by decision, category and case."""

    prices: BonusPrices
    before_flop: NDArray[np.int8]
    before_turn: NDArray[np.uint8]
    before_river: NDArray[np.uint8]
    few: int | None = None

    def __call__(self, chunks: Iterable[int]) -> Sums:
        from pitboss.solve.holdem_bonus_kernel import both_bets, count_streets

        turns = np.unpackbits(self.before_turn, axis=1, count=HOLDINGS, bitorder="little").view(np.int8)
        outcome = np.zeros((len(BETS), len(CATEGORIES), len(CASES)), dtype=np.int64)
        tables = (street_numbers(), ranking(7), self.prices.stakes, self.before_flop, turns, self.before_river)
        both = both_bets()
        for boards, weights in some_boards(chunks, self.few):
            count_streets(boards, weights, *tables, both, outcome)
        return (outcome,)


def solve_streets(
    prices: BonusPrices, progress: Progress | None = None, few: int | None = None, cluster: str | None = None
) -> dict[str, NDArray[Any]]:
    """Value all boards, decide, and count all deals under the decisions; ``few`` boards only compile the kernels."""
    from pitboss.solve.holdem_bonus_chart_kernel import chart_street
    from pitboss.solve.holdem_passes_kernel import over_symmetries

    tell = progress or (lambda done: None)
    holding = street_numbers().holding
    (flops, flop_weights), (fours, four_weights) = all_sets(3), all_sets(4)
    with crew(cluster) as add_up:
        by_flop, by_four, by_holding = add_up(Valued(prices, few), CHUNKS, lambda done: tell(done / 2))
        turn = over_symmetries(flops, holding, by_flop[:, :, None])[:, :, 0]
        river = over_symmetries(fours, holding, by_four[:, :, None])[:, :, 0]
        worth = _worth(by_holding, flop_weights @ np.maximum(turn, 0), four_weights @ np.maximum(river, 0))
        stays = worth >= prices.fold * 10 * RENAMED * DEALS
        before_flop = np.where(stays[holding_classes()], 0, -1).astype(np.int8)
        before_turn, before_river = (np.packbits(values > 0, axis=1, bitorder="little") for values in (turn, river))
        counted = Counted(prices, before_flop, before_turn, before_river, few)
        (outcome,) = add_up(counted, CHUNKS, lambda done: tell((1 + done) / 2))
    on_flop, on_four = (np.zeros((2, len(CATEGORIES)), dtype=np.int64) for _ in range(2))
    seen = (holding, ranking(5), categories(), before_flop)
    more = (holding, ranking(6), categories(), before_flop)
    return {
        "outcome": outcome,
        "before_flop": before_flop,
        "before_turn": before_turn,
        "before_river": before_river,
        "worth": worth,
        "on_flop": on_flop,
        "turn_chart": chart_street(flops, flop_weights, *seen, turn, on_flop),
        "river_chart": chart_street(fours, four_weights, *more, river, on_four),
    }


def _worth(by_holding: NDArray[np.int64], turn: NDArray[np.int64], river: NDArray[np.int64]) -> NDArray[np.int64]:
    """What each of the 169 kinds of starting hands wins when it is played, on average over its holdings.

    ``by_holding`` counts every board once, ``turn`` ten times for its flops, ``river`` five times for its fours, these
    24 times each for the renaming of suits: all are brought to 240 times.
    """
    classes = holding_classes()
    worth = np.zeros(169, dtype=np.int64)
    for number in range(169):
        members = np.flatnonzero(classes == number)
        total = 10 * RENAMED * int(by_holding[members].sum()) + int((turn + 2 * river)[members].sum())
        worth[number] = total // len(members)
    return worth
