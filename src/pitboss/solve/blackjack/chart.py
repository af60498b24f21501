"""The chart a player carries: what to do by total, hard or soft, and by pair, against each up card.

It is the best strategy of its kind: where hands of the same total would do better with different choices, the choice is
the one that is worth more over all of them together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.blackjack import BEST
from pitboss.solve.blackjack.hands import ACE, BINS, RANKS, TEN, TOTALS
from pitboss.solve.blackjack.machine import Machine, Strategy

NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
UP_CARDS = (*range(1, RANKS), ACE)
"""The order in which charts are printed: 2 to 10, then the ace."""
HARD = tuple(range(5, 21))
SOFT = tuple(range(13, 21))
HIT, STAND, DOUBLE, SURRENDER, SPLIT = "H", "S", "D", "R", "P"


@dataclass
class Chart:
    """Choices by cell: ``hits``, ``doubles`` and ``surrenders`` by [soft, total, up card], pairs by [rank, up card]."""

    hits: NDArray[np.bool_]
    doubles: NDArray[np.bool_]
    surrenders: NDArray[np.bool_]
    pairs_split: NDArray[np.bool_]
    pairs_surrender: NDArray[np.bool_]

    def strategy(self, machine: Machine) -> Strategy:
        """The chart as what is done with every hand."""
        hands = machine.hands
        cell = (hands.soft.astype(np.int64), hands.totals)
        surrenders = self.surrenders[cell]
        for rank in range(RANKS):
            if machine.terms.shoe[rank] > 1:
                surrenders[hands.of(rank, rank)] = self.pairs_surrender[rank]
        return Strategy(self.hits[cell], self.doubles[cell], surrenders, self.pairs_split.copy())

    def cell(self, machine: Machine, soft: bool, total: int, up: int) -> str:
        """What a cell says: H, S, D with what is done where doubling is not open (``Dh``, ``Ds``), R likewise."""
        at = (int(soft), total, up)
        plain = HIT if self.hits[at] else STAND
        may = _cell_of(machine, soft, total)
        if self.surrenders[at] and may.surrender:
            return SURRENDER + plain.lower()
        return DOUBLE + plain.lower() if self.doubles[at] and may.double else plain

    def pair_cell(self, machine: Machine, rank: int, up: int) -> str:
        """P for a split, else what the pair does as the total that it is."""
        if machine.splits(Strategy(*(np.zeros((1, 1), dtype=np.bool_),) * 3, self.pairs_split), rank, up):
            return SPLIT
        hand = machine.hands.of(rank, rank)
        soft, total = bool(machine.hands.soft[hand]), int(machine.hands.totals[hand])
        plain = HIT if self.hits[int(soft), total, up] else STAND
        if self.pairs_surrender[rank, up] and machine.may(-1)[2][hand]:
            return SURRENDER + plain.lower()
        doubles = self.doubles[int(soft), total, up] and machine.may(-1)[1][hand]
        return DOUBLE + plain.lower() if doubles else plain

    def as_json(self, machine: Machine) -> dict[str, Any]:
        """The chart as people print it: rows of totals and pairs, columns of up cards."""
        return {
            "up_cards": [NAMES[up] for up in UP_CARDS],
            "hard": {str(total): [self.cell(machine, False, total, up) for up in UP_CARDS] for total in HARD},
            "soft": {f"A-{total - 11}": [self.cell(machine, True, total, up) for up in UP_CARDS] for total in SOFT},
            "pairs": {
                f"{NAMES[rank]}-{NAMES[rank]}": [self.pair_cell(machine, rank, up) for up in UP_CARDS]
                for rank in UP_CARDS
                if machine.terms.shoe[rank] > 1
            },
        }


@dataclass(frozen=True)
class _May:
    double: bool
    surrender: bool


def _cell_of(machine: Machine, soft: bool, total: int) -> _May:
    """Whether two cards of such a total may be doubled and surrendered, as they are dealt."""
    hands = machine.hands
    held = (hands.totals == total) & (hands.soft == soft) & (hands.sizes == 2)
    _, double, surrender = machine.may(-1)
    return _May(bool((held & double).any()), bool((held & surrender).any()))


def best_chart(machine: Machine, best: Strategy) -> tuple[Chart, float]:
    """The best chart for a shoe, found from the best play by composition, and what it is worth."""
    hits, doubles, surrenders = (np.zeros((2, TOTALS, RANKS), dtype=np.bool_) for _ in range(3))
    chart = Chart(hits, doubles, surrenders, best.splits.copy(), np.zeros((RANKS, RANKS), dtype=np.bool_))
    worth = 0.0
    shoe = machine.terms.shoe
    for up in range(RANKS):
        if shoe[up]:
            worth += shoe[up] / sum(shoe) * _best_column(machine, best, chart, up)
    return chart, worth


def _best_column(machine: Machine, best: Strategy, chart: Chart, up: int) -> float:
    """Fill the column of an up card: begin with what most hands of a cell do, then turn what is better turned."""
    reached = reach(machine, best, up).reached
    doubtful = list(_begin(machine, best, chart, up, reached))
    for rank in range(RANKS):
        if shoe_has_pair(machine, rank, up):
            chart.pairs_surrender[rank, up] = best.surrenders[machine.hands.of(rank, rank), up]
    # A pair's choice is made by what it is worth as a total; 2-2 and A-A are no other hand's total but their own.
    doubtful += [(chart.pairs_split, (rank, up)) for rank in range(RANKS) if _close(machine, best, rank, up)]
    found = machine.follow_against(chart.strategy(machine), up)
    turned = True
    while turned:
        turned = False
        for cells, at in doubtful:
            cells[at] = not cells[at]
            tried = machine.follow_against(chart.strategy(machine), up)
            if tried > found:
                found, turned = tried, True
            else:
                cells[at] = not cells[at]
    return found


def shoe_has_pair(machine: Machine, rank: int, up: int) -> bool:
    return machine.terms.shoe[rank] >= 2 + (rank == up)


def _close(machine: Machine, best: Strategy, rank: int, up: int) -> bool:
    """Whether a pair is split or not by so little that a chart's other choices could turn it."""
    if not machine.splittable(rank, up):
        return False
    margin = machine.split(up, rank, best) - machine.unsplit_worth(up, best)[machine.hands.of(rank, rank)]
    return bool(abs(margin) < 0.01)


def _begin(
    machine: Machine, best: Strategy, chart: Chart, up: int, reached: NDArray[np.float64]
) -> Iterator[tuple[NDArray[np.bool_], tuple[int, ...]]]:
    """Set each cell to what its hands mostly do, and name the cells whose hands disagree."""
    hands = machine.hands
    _, may_double, may_surrender = machine.may(-1)
    alike = hands.counts.max(axis=1) == hands.sizes
    for soft in (0, 1):
        for total in range(4, BEST):
            held = (hands.totals == total) & (hands.soft == bool(soft)) & (hands.sizes >= 2)
            held &= hands.counts[:, up] < machine.terms.shoe[up]
            pairs = alike & (hands.sizes == 2)
            for cells, choices, which in (
                (chart.hits, best.hits, held),
                (chart.doubles, best.doubles, held & may_double),
                (chart.surrenders, best.surrenders, held & may_surrender & ~pairs),
            ):
                chosen = choices[which, up]
                if not len(chosen):
                    continue
                weights = reached[which] + 1e-12
                share = float(weights[chosen].sum() / weights.sum())
                cells[soft, total, up] = share > 0.5
                if 0 < chosen.sum() < len(chosen):
                    yield cells, (soft, total, up)


# -- How often a hand is come to --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reach:
    """How often each hand is come to against an up card, and how hands come out: see the kernel."""

    reached: NDArray[np.float64]
    ended: NDArray[np.float64]
    given_up: NDArray[np.float64]
    blackjack: NDArray[np.float64]


def reach(
    machine: Machine, strategy: Strategy, up: int, pair: int = -1, more: int = 0, *, pairs_again: bool = True
) -> Reach:
    """All hands that are not split; with ``pair``, one hand of a pair that is, ``more`` cards of its rank elsewhere.

    Without ``pairs_again`` the second card of that hand is of another rank.
    """
    from pitboss.solve.blackjack.kernel import reach_hands

    hands = machine.hands
    reached = np.zeros(len(hands.totals))
    blackjack = np.zeros(BINS)
    if pair >= 0:
        left = machine.terms.cards - (np.arange(RANKS) == up)
        left[pair] = left[pair] - 2 - more if pairs_again else 0
        for rank in np.flatnonzero(left > 0):
            reached[hands.of(pair, int(rank))] = left[rank] / left[left > 0].sum()
    else:
        for chance, one, two in machine.deals(up):
            if (one, two) == (ACE, TEN):
                blackjack = chance * machine.chances[machine.rows[-1, 0][hands.of(one, two)], up]
            elif one != two or not machine.splits(strategy, one, up):
                reached[hands.of(one, two)] = chance
    ended, given_up = np.zeros((2, TOTALS, BINS)), np.zeros(BINS)
    reach_hands(
        machine.held(pair, more),
        strategy.hits,
        strategy.doubles,
        strategy.surrenders,
        up,
        reached,
        ended,
        given_up,
    )
    return Reach(reached, ended, given_up, blackjack)
