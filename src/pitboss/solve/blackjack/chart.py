"""The chart a player carries: what to do by total, hard or soft, and by pair, against each up card.

It is the best strategy of its kind: where hands of the same total would do better with different choices, the choice is
the one that is worth more over all of them together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.blackjack import BEST
from pitboss.solve.blackjack.hands import ACE, BINS, LEVELS, RANKS, TEN, TOTALS, Hands
from pitboss.solve.blackjack.machine import Machine, Strategy

NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
PRINTED = (*range(1, RANKS), ACE)
"""The order in which charts are printed: 2 to 10, then the ace."""
HARD = tuple(range(5, 21))
SOFT = tuple(range(13, 21))
HIT, STAND, DOUBLE, SURRENDER, SPLIT = "H", "S", "D", "R", "P"


@dataclass
class Chart:
    """Choices by cell: ``hits`` and so on by [soft, total, up card], pairs by [rank, up card].

    Hands on which a split has put the house's wager are played best by composition, as ``added`` says.
    """

    hits: NDArray[np.bool_]
    doubles: NDArray[np.bool_]
    surrenders: NDArray[np.bool_]
    rescues: NDArray[np.bool_]
    pairs_split: NDArray[np.bool_]
    pairs_surrender: NDArray[np.bool_]
    added: Strategy | None = None

    def strategy(self, machine: Machine) -> Strategy:
        """The chart as what is done with every hand."""
        found = Strategy.empty(machine.hands, len(machine.ups))
        found.added = self.added
        for up in machine.ups:
            self.write(machine, found, up)
        return found

    def write(self, machine: Machine, strategy: Strategy, up: int) -> None:
        """Bring a strategy up to what the column of an up card says."""
        hands = machine.hands
        cell = (hands.soft.astype(np.int64), hands.totals, up)
        strategy.hits[:, up] = self.hits[cell]
        strategy.doubles[:, up] = self.doubles[cell]
        strategy.surrenders[:, up] = self.surrenders[cell]
        strategy.rescues[:, up] = self.rescues[cell]
        strategy.splits[:, up] = self.pairs_split[:, up]
        for rank in range(RANKS):
            if machine.terms.shoe[rank] > 1:
                strategy.surrenders[hands.of(rank, rank), up] = self.pairs_surrender[rank, up]

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
        if self.pairs_split[rank, up] and machine.splittable(rank, up):
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
        columns = sorted(machine.ups, key=lambda up: [PRINTED.index(rank) for rank in machine.terms.starts[up]])
        return {
            "up_cards": [open_cards(machine, up) for up in columns],
            "hard": {str(total): [self.cell(machine, False, total, up) for up in columns] for total in HARD},
            "soft": {f"A-{total - 11}": [self.cell(machine, True, total, up) for up in columns] for total in SOFT},
            "pairs": {
                f"{NAMES[rank]}-{NAMES[rank]}": [self.pair_cell(machine, rank, up) for up in columns]
                for rank in PRINTED
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
    columns = len(machine.ups)
    hits, doubles, surrenders, rescues = (np.zeros((2, TOTALS, columns), dtype=np.bool_) for _ in range(4))
    pairs_surrender = np.zeros((RANKS, columns), dtype=np.bool_)
    chart = Chart(hits, doubles, surrenders, rescues, best.splits.copy(), pairs_surrender, best.added)
    return chart, sum(share * _best_column(machine, best, chart, up) for up, share in machine.shares())


def open_cards(machine: Machine, up: int) -> str:
    """What lies open of the dealer's, as a chart names it."""
    return "-".join(NAMES[rank] for rank in machine.terms.starts[up])


def _best_column(machine: Machine, best: Strategy, chart: Chart, up: int) -> float:
    """Fill the column of an up card: begin with what most hands of a cell do, then turn what is better turned."""
    reached = reach(machine, best, up).reached
    doubtful = list(_begin(machine, best, chart, up, reached))
    for rank in range(RANKS):
        if shoe_has_pair(machine, rank, up):
            chart.pairs_surrender[rank, up] = best.surrenders[machine.hands.of(rank, rank), up]
    # A pair's choice is made by what it is worth as a total; 2-2 and A-A are no other hand's total but their own.
    doubtful += [(chart.pairs_split, (rank, up)) for rank in range(RANKS) if _close(best, rank, up)]
    strategy = Strategy.empty(machine.hands, len(machine.ups))
    strategy.added = chart.added
    chart.write(machine, strategy, up)
    found = machine.follow_against(strategy, up)
    turned = True
    while turned:
        turned = False
        for cells, at in doubtful:
            cells[at] = not cells[at]
            chart.write(machine, strategy, up)
            tried = machine.follow_against(strategy, up)
            if tried > found:
                found, turned = tried, True
            else:
                cells[at] = not cells[at]
    return found


def shoe_has_pair(machine: Machine, rank: int, up: int) -> bool:
    return machine.terms.shoe[rank] >= 2 + machine.terms.seen(up, rank)


def _close(best: Strategy, rank: int, up: int) -> bool:
    """Whether a pair is split or not by so little that a chart's other choices could turn it."""
    return abs(best.margins.get((rank, up), 1.0)) < 0.01


def _begin(
    machine: Machine, best: Strategy, chart: Chart, up: int, reached: NDArray[np.float64]
) -> Iterator[tuple[NDArray[np.bool_], tuple[int, ...]]]:
    """Set each cell to what its hands mostly do, and name the cells whose hands disagree."""
    hands = machine.hands
    _, may_double, may_surrender = machine.may(-1)
    there = (hands.sizes >= 2) & (hands.counts + machine.endings.seen[up] <= machine.terms.cards).all(axis=1)
    pairs = (hands.counts.max(axis=1) == 2) & (hands.sizes == 2)
    of_kinds = [
        (cells, cells_choose(hands, choices[:, up], which, reached))
        for cells, choices, which in (
            (chart.hits, best.hits, there),
            (chart.doubles, best.doubles, there & may_double),
            (chart.surrenders, best.surrenders, there & may_surrender & ~pairs),
            (chart.rescues, best.rescues, there & machine.terms.may_rescue(hands)),
        )
    ]
    for soft in (0, 1):
        for total in range(4, BEST):
            for cells, chosen in of_kinds:
                if (soft, total) in chosen:
                    cells[soft, total, up], doubtful = chosen[soft, total]
                    if doubtful:
                        yield cells, (soft, total, up)


def cells_choose(
    hands: Hands, chosen: NDArray[np.bool_], which: NDArray[np.bool_], often: NDArray[np.float64]
) -> dict[tuple[int, int], tuple[bool, bool]]:
    """By soft and total, what most of these hands do by how often they come, and whether any does otherwise."""
    cells = 2 * hands.totals[which] + hands.soft[which]
    weights, does = often[which] + 1e-12, chosen[which]
    many, some = np.bincount(cells), np.bincount(cells, does)
    whole, part = np.bincount(cells, weights), np.bincount(cells, weights * does)
    return {
        (int(cell) % 2, int(cell) // 2): (bool(part[cell] > whole[cell] / 2), bool(0 < some[cell] < many[cell]))
        for cell in np.flatnonzero(many)
    }


# -- How often a hand is come to --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reach:
    """How often each hand is come to against an up card, and how hands come out: see the kernel."""

    reached: NDArray[np.float64]
    ended: NDArray[np.float64]
    given_up: NDArray[np.float64]
    rescued: NDArray[np.float64]
    blackjack: NDArray[np.float64]

    def times(self, share: float) -> "Reach":
        return Reach(*(share * each for each in self._all))

    def __add__(self, other: "Reach") -> "Reach":
        """Both together; hands are not told apart any more that are numbered otherwise in another shoe."""
        return Reach(np.zeros(0), *(one + two for one, two in zip(self._all[1:], other._all[1:], strict=True)))

    @property
    def _all(self) -> tuple[NDArray[np.float64], ...]:
        return self.reached, self.ended, self.given_up, self.rescued, self.blackjack


Dealt = Sequence[tuple[float, int, int]]
"""How often two cards come to a hand."""


def reach(
    machine: Machine,
    strategy: Strategy,
    up: int,
    pair: int = -1,
    more: int = 0,
    *,
    pairs_again: bool = True,
    dealt: Dealt | None = None,
    brought: Dealt = (),
) -> Reach:
    """All hands that are not split; with ``pair``, one hand of a pair that is, ``more`` cards of its rank elsewhere.

    Without ``pairs_again`` the second card of that hand is of another rank. ``dealt`` are the hands to begin with,
    where that is not any deal of two cards, and those ``brought`` together, of which an ace and a ten are no blackjack.
    """
    from pitboss.solve.blackjack.kernel import reach_hands

    hands = machine.hands
    reached = np.zeros(len(hands.totals))
    blackjack = np.zeros(BINS)
    if pair >= 0:
        left = machine.terms.cards - machine.endings.seen[up]
        left[pair] = left[pair] - 2 - more if pairs_again else 0
        for rank in np.flatnonzero(left > 0):
            reached[hands.of(pair, int(rank))] = left[rank] / left[left > 0].sum()
    else:
        dealt = machine.deals(up) if dealt is None else dealt
        for at, (chance, one, two) in enumerate((*dealt, *brought)):
            if (one, two) == (ACE, TEN) and at < len(dealt):
                blackjack = blackjack + chance * machine.chances[machine.rows[-1][0, hands.of(one, two)], up]
            elif one != two or not machine.splits(strategy, one, up):
                reached[hands.of(one, two)] += chance
    ended = np.zeros((LEVELS, TOTALS + len(machine.terms.bonuses), BINS))
    given_up, rescued = np.zeros(BINS), np.zeros(BINS)
    reach_hands(machine.held(pair), more, *strategy.choices, up, reached, ended, given_up, rescued)
    return Reach(reached, ended, given_up, rescued, blackjack)
