"""The later decisions of hold'em as charts: a few classes of hands, what to do, how often that is best.

A chart is exact: every situation of a class is counted, and a class does what is worth more to all of it together. So
the chart's own cost, against deciding each situation for itself, is exact as well.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS
from pitboss.solve.model import RANK_WORDS, decimal

Kinds = tuple[tuple[str, Sequence[str]], ...]
BY_RANK = [RANK_WORDS[rank] for rank in RANKS]
# Of every kind of the kernel's: its words, and what tells its hands apart.
FLOP_KINDS: Kinds = (
    ("straight or better", ()),
    ("trips with a card of yours", ()),
    ("two pairs", ()),
    ("pair in your hand:", BY_RANK),
    ("pair with", ("the flop's lowest card", "the flop's middle card", "the flop's highest card")),
    ("trips on the flop, your best card:", BY_RANK),
    ("four to a flush, your best of it:", BY_RANK),
    ("straight draw, two ranks fill it", ()),
    ("straight draw, one rank fills it", ()),
    ("only a pair on the flop", ()),
    ("none of these", ()),
)
TOLD_APART = (4,)
"""Kinds whose parts have a row each, even where they do alike."""
FLOP_RULE = "The first row that applies to your two cards and the flop."
RIVER_RULE = (
    "Of the cards you do not see, count those that each alone, with the board, would make the dealer a higher hand "
    "than yours."
)


@dataclass(frozen=True)
class Class:
    """Situations that a player treats alike: how many, in how many betting is best, and what it is all worth."""

    detail: int
    situations: int
    bets: int
    bet_value: int
    best_value: int
    pass_value: int

    @property
    def betting(self) -> bool:
        return self.bet_value >= self.pass_value

    @property
    def lost(self) -> int:
        """What it costs to treat them alike."""
        return self.best_value - max(self.bet_value, self.pass_value)

    @property
    def kind(self) -> tuple[bool, bool, bool]:
        """Neighbours of one kind are told in one row: what they do, and whether that is without exception."""
        return self.betting, self.bets == self.situations, self.bets == 0


def charts(counts: Mapping[str, NDArray[Any]], unit: int, flop_bet: str, river_bet: str) -> dict[str, Any]:
    """The decisions after the flop and after the river; the values in the counts are in ``unit``-ths of the Ante."""
    # Values after the flop are over every turn, river and dealer's hand, 24 times, for each way to rename the suits.
    deals = int(counts["outcome"].sum())
    return {
        "after_the_flop": as_chart(
            FLOP_RULE,
            (flop_bet, "check"),
            by_kind(counts["flop_chart"], FLOP_KINDS, TOLD_APART),
            24 * deals * unit,
        ),
        "after_the_river": as_chart(RIVER_RULE, (river_bet, "fold"), by_outs(counts["river_chart"]), deals * unit),
    }


def by_kind(chart: NDArray[np.int64], kinds: Kinds, told_apart: Container[int]) -> list[tuple[str, list[Class]]]:
    """The rows of a chart by kinds of hands and what tells them apart; some kinds have a row for each of that."""
    rows = []
    for number, ((words, details), part) in enumerate(zip(kinds, chart, strict=True)):
        classes = _classes(part) if details else _classes(part.sum(axis=0, keepdims=True))
        for run in _runs(classes, apart=number in told_apart):
            rows.append((f"{words} {_span(run, classes, details)}" if details else words, run))
    return rows


def by_outs(chart: NDArray[np.int64]) -> list[tuple[str, list[Class]]]:
    """The rows of a chart by how many cards would beat a hand; the last class are hands that are paid though beaten."""
    *counted, paid_beaten = chart
    classes = _classes(np.array(counted))
    outs = [str(number) for number in range(len(counted))]
    rows = [(f"{_span(run, classes, outs, 'fewer', 'more')} cards", run) for run in _runs(classes)]
    return [*([("straight or better", _classes(paid_beaten[None]))] if paid_beaten[0] else []), *rows]


def _classes(part: NDArray[np.int64]) -> list[Class]:
    """The classes that occur."""
    return [Class(detail, *map(int, row)) for detail, row in enumerate(part) if row[0]]


def _runs(classes: Sequence[Class], apart: bool = False) -> Iterator[list[Class]]:
    for _, run in groupby(classes, key=lambda each: (each.kind, each.detail if apart else 0)):
        yield list(run)


def _span(
    run: Sequence[Class], classes: Sequence[Class], words: Sequence[str], lower: str = "lower", higher: str = "higher"
) -> str:
    """The classes of a row, in words: ``9 or lower``, ``jack``, ``21 to 25``; what cannot happen goes with the last."""
    first, last = run[0].detail, run[-1].detail
    if run[-1] is not classes[-1]:
        last = classes[classes.index(run[-1]) + 1].detail - 1
    if first == last:
        return words[first]
    if run[0] is not classes[0] and last == first + 1:
        return f"{words[first]} or {words[last]}"
    if run[0] is classes[0]:
        return f"{words[last]} or {lower}"
    return f"{words[first]} or {higher}" if run[-1] is classes[-1] else f"{words[first]} to {words[last]}"


def as_chart(rule: str, actions: tuple[str, str], rows: list[tuple[str, list[Class]]], deals: int) -> dict[str, Any]:
    """A chart with what it costs, in units of the Ante, where the values of its classes are over so many deals."""
    everything = [each for _, run in rows for each in run]
    situations = sum(each.situations for each in everything)
    return {
        "rule": rule,
        "situations": situations,
        "cost": decimal(Fraction(sum(each.lost for each in everything), deals)),
        "rows": [_row(words, actions, run, situations) for words, run in rows],
    }


def _row(words: str, actions: tuple[str, str], run: Sequence[Class], everything: int) -> dict[str, Any]:
    situations, bets = sum(each.situations for each in run), sum(each.bets for each in run)
    return {
        "hand": words,
        "decision": actions[0] if run[0].betting else actions[1],
        "situations": situations,
        "share": decimal(Fraction(situations, everything)),
        "bets": bets,
        "betting_is_best": decimal(Fraction(bets, situations)),
    }
