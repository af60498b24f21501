"""Pai Gow Poker, exactly: every hand of seven cards against all that the other cards make and the house sets.

What is found of it for a player, who sets as is worth most or sees the dealer's hand before, and for whoever banks.
How a hand is set hangs on its ranks, and on a suit of which it has a flush; other suits are not looked at.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import Arrays, kept
from pitboss.games.pai_gow.bonuses import ACE_HIGH, QUEENS_DRAGON
from pitboss.games.pai_gow.house_way import Ranking
from pitboss.solve.chunks import Sums
from pitboss.solve.model import Progress
from pitboss.solve.pai_gow.numbering import numbering
from pitboss.solve.pai_gow.sevens import as_numbers
from pitboss.solve.pai_gow.shared import DEALS, MEETS, add_up, weights_of
from pitboss.solve.poker.showdown import whole

FLUSH = 5
LOW_BITS = 7
LOWEST_BITS = (1 << LOW_BITS) - 1
QUEEN, ACE, ACE_AND_JOKER, NINE = 1, 2, 3, 4
RETURNS: Mapping[str, Callable[[Any], Any]] = {
    QUEENS_DRAGON: lambda state: state & 3 == QUEEN,
    "nine_high_low_hand": lambda state: state & NINE > 0,
    ACE_HIGH: lambda state: state & 3 >= ACE,
}
"""By the name that a variant has for it, in which states of the dealer's hand every wager on the hands is returned."""
CASES = ("both_higher", "high_only", "low_only", "copy", "both_lower")
"""What can become of a player's hand."""
RESULTS = ("higher", "one_each", "lower")
"""What can become of a bank's hand, copies being its own."""


class Terms(NamedTuple):
    """What the counts hang on: how hands rank, what a foul is, which hands of the dealer's return all wagers, whether
    they lie open; what the cases net to a player, and the results to whoever banks."""

    ranking: Ranking
    strict: bool
    returns: str
    lies_open: bool
    player: tuple[Fraction, ...]
    bank: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Side:
    """How many deals end in each case where hands are set as is worth most, and the share that are set otherwise than
    the house would."""

    counts: Mapping[str, int]
    otherwise: Fraction


@dataclass(frozen=True)
class Pairs:
    """All deals: by the house way on both sides in nine cells, those apart in which all wagers are returned."""

    cells: Sequence[int]
    returned: int
    player: Side
    banks: Sequence[Side]
    """For the results of each that was asked for."""


def house_settings(ranking: Ranking) -> NDArray[np.int32]:
    """What both parts of the hands of every number are worth as the house sets them, in 31 bits."""
    from pitboss.solve.pai_gow import settings_kernel

    numbered = numbering(FLUSH)
    found = np.zeros(len(numbered.hands), dtype=np.int32)
    settings_kernel.house_settings(numbered.hands, numbered.used, *as_numbers(ranking), found)
    return found


def states_of(settings: NDArray[np.int32]) -> NDArray[np.int64]:
    """By number, what of a dealer's hand may return all wagers: as ``deal_kernel.state_of`` has it."""
    from pitboss.solve.pai_gow.deal_kernel import states

    found = np.zeros(len(settings), dtype=np.int64)
    states(numbering(FLUSH).hands, settings, found)
    return found


def pairs(terms: Terms, told: Progress) -> Pairs:
    """Count them, or take what was counted before."""
    key = ("v2", tuple(terms.ranking), terms.strict, terms.returns, terms.lies_open, str(terms.player), str(terms.bank))
    found = kept("pai-gow-pairs", key, lambda: _counted(terms, told))
    cells = [int(count) for count in found["cells"]]
    return Pairs(
        cells=cells,
        returned=DEALS - sum(cells),
        player=_side(CASES, found["player"]),
        banks=[_side(RESULTS, row) for row in found["banks"]],
    )


def _side(names: Sequence[str], row: NDArray[np.int64]) -> Side:
    *counts, otherwise = row.tolist()
    return Side(dict(zip(names, counts, strict=True)), Fraction(otherwise, DEALS // MEETS))


@dataclass(frozen=True)
class Ways:
    """Every number's hands and the ways to set them, as the kernel takes them."""

    hands: NDArray[np.int32]
    ways: NDArray[np.int32]
    highs: int
    """How many high parts the house sets."""

    @property
    def firsts(self) -> NDArray[np.int64]:
        """Where the ways of each number begin."""
        return self.hands[:-1, -1].astype(np.int64)

    @property
    def houses(self) -> NDArray[np.int64]:
        """Which way is the house's."""
        return self.hands[:-1, 2].astype(np.int64)


def ways_of(ranking: Ranking, strict: bool = False, returns: str = "") -> Ways:
    """All of them, by how hands rank, what a foul is, and what of the dealer's returns all wagers."""
    from pitboss.solve.pai_gow.settings_kernel import MOST_WAYS, all_settings

    numbered, house = numbering(FLUSH), house_settings(ranking)
    second, joker, _ = as_numbers(ranking)
    many = len(numbered.hands)
    firsts, houses = np.zeros(many + 1, dtype=np.int64), np.zeros(many, dtype=np.int64)
    worths = np.zeros(many * (MOST_WAYS + 1), dtype=np.int32)
    worths = worths[: all_settings(numbered.hands, house, second, joker, strict, firsts, houses, worths)]
    highs, high = np.unique(house >> LOW_BITS, return_inverse=True)
    hands = np.zeros((many + 1, 5), dtype=np.int32)
    hands[:-1, 0], hands[:-1, 1], hands[:-1, 2] = house & LOWEST_BITS, high, houses
    hands[:-1, 3] = RETURNS[returns](states_of(house)) if returns else 0
    hands[:, 4] = firsts
    above = worths >> LOW_BITS
    ways = np.stack(
        [worths & LOWEST_BITS, np.searchsorted(highs, above), np.searchsorted(highs, above, "right")], axis=1
    )
    return Ways(hands, ways.astype(np.int32), len(highs))


def _counted(terms: Terms, told: Progress) -> Arrays:
    from pitboss.solve.pai_gow.pairs_kernel import count_pairs

    numbered, of = numbering(FLUSH), ways_of(terms.ranking, terms.strict, terms.returns)
    kernel: Callable[..., None] = count_pairs

    def count(sets: Any, times: Any, cards: int, deck: Any, *rest: Any) -> None:
        tables, sums = rest[: len(numbered.tables)], rest[len(numbered.tables) :]
        kernel(sets, times, cards, deck, *tables, of.hands, of.ways, of.highs, *sums)

    def sums() -> Sums:
        by_way = 0 if terms.lies_open else len(of.ways)
        return (
            np.zeros(9, dtype=np.int64),
            np.zeros(4 if terms.lies_open else 0, dtype=np.int64),
            np.zeros(len(of.hands) - 1, dtype=np.int64),
            np.zeros((by_way, 5), dtype=np.int64),
        )

    cells, seen, met, found = add_up(numbered, count, sums, told)
    cells = in_cells(cells)
    if terms.lies_open:
        player = np.append(by_case(seen, int(cells.sum())), 0)
        return {"cells": cells, "player": player, "banks": np.zeros((0, 4), dtype=np.int64)}
    weights = weights_of(numbered)
    counts = by_case(found.T, np.repeat(met, np.diff(of.hands[:, -1]))).T
    banks = [best_ways(of, weights, by_result(found, met, of), nets) for nets in terms.bank]
    return {
        "cells": cells,
        "player": best_ways(of, weights, counts, terms.player),
        "banks": np.array(banks, dtype=np.int64).reshape(-1, 4),
    }


def in_cells(below: NDArray[np.int64]) -> NDArray[np.int64]:
    """Nine cells out of how often the low and the high part are above the other's, not below it, or anything."""
    grid = np.diff(below.reshape(3, 3), axis=0, prepend=0)
    return np.diff(grid, axis=1, prepend=0).T.reshape(-1)


def by_case(found: NDArray[np.int64], met: Any) -> NDArray[np.int64]:
    """What the cases come to, by what the kernel counts."""
    both, by_high, by_low, lower = found[:4]
    copy = met - by_high - by_low + both - lower
    return np.stack([both, by_high - both, by_low - both, copy, lower])


def by_result(found: NDArray[np.int64], met: NDArray[np.int64], of: Ways) -> NDArray[np.int64]:
    """The same for a bank: what is not above it loses to it."""
    higher, lower = found[:, 4], found[:, 3]
    return np.stack([higher, np.repeat(met, np.diff(of.hands[:, -1])) - higher - lower, lower], axis=1)


def best_ways(
    of: Ways, weights: NDArray[np.int64], counts: NDArray[np.int64], nets: Sequence[Fraction]
) -> NDArray[np.int64]:
    """How many deals end in what where each hand is set as is worth most, and how many hands that is otherwise than the
    house would; of equal ways the house's stands."""
    values = (counts * whole(list(nets))).sum(axis=1)
    most = np.maximum.reduceat(values, of.firsts)
    is_best = values == np.repeat(most, np.diff(of.hands[:, -1]))
    best = np.flatnonzero(is_best)
    best = best[np.searchsorted(best, of.firsts)]
    best = np.where(is_best[of.houses], of.houses, best)
    return np.append(counts[best].sum(axis=0), weights[best != of.houses].sum())
