"""How a house sets four tiles in two: its chart, which the entry gives row by row, read for one hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.engine.questions import Advice, Groups
from pitboss.equipment.cards import Card, known
from pitboss.errors import PitbossError
from pitboss.games.pai_gow.setting import HIGH, LOW
from pitboss.hands.tiles import (
    CHOP_BOT,
    DEY,
    GEE_JOON,
    GONG,
    NAMES,
    RANKS,
    TEEN,
    WONG,
    TileHand,
    dots,
    is_pair,
    two_tiles,
)

Tiles = tuple[Card, ...]
Rows = Mapping[str, Mapping[str, Any]]
Chart = Mapping[str, Any]
"""Which pairs are ``split``, by their dots, and by least ``points`` how a hand without a pair is set; with clauses,
also those of a setting that is best in both hands and of the 12-dot tile."""
SEVEN, FOUR = 7, 4
SPECIAL = ("wong", "gong", "high_9")
"""The hands that are made with a 2-dot or a 12-dot tile."""


@dataclass(frozen=True)
class Setting:
    """Two hands of two tiles; the stronger one is the high hand."""

    low: Tiles
    high: Tiles

    @classmethod
    def of(cls, first: Tiles, second: Tiles) -> "Setting":
        return cls(first, second) if two_tiles(first) <= two_tiles(second) else cls(second, first)

    @cached_property
    def worth(self) -> tuple[TileHand, TileHand]:
        """What low and high are worth."""
        return two_tiles(self.low), two_tiles(self.high)

    @property
    def points(self) -> int:
        low, high = self.worth
        return low.points + high.points

    @property
    def has_pair(self) -> bool:
        return is_pair(self.low) or is_pair(self.high)

    def at_least(self, other: "Setting") -> bool:
        """True where neither hand is worse than the other setting's."""
        return all(ours >= theirs for ours, theirs in zip(self.worth, other.worth, strict=True))

    @cached_property
    def names(self) -> frozenset[str]:
        """What the high hand is called in the chart: every name that fits."""
        points = self.worth[1].points
        if points == WONG:
            return frozenset({"wong"})
        if points == GONG:
            return frozenset({"gong", "low_8_gong" if self._uses(CHOP_BOT) else "high_8_gong"})
        if self._uses(TEEN, DEY) and any(dots(tile) == SEVEN for tile in self.high):
            return frozenset({str(points), "high_9"})
        return frozenset({str(points)})

    def is_play(self, play: str) -> bool:
        """True where it is the play that a row of the chart names, like ``7/low_8_gong``."""
        low, _, high = play.partition("/")
        return str(self.worth[0].points) == low and high in self.names

    @property
    def takes_the_dey(self) -> bool:
        """True where a Wong, a Gong or a High 9 is made with the 2-dot tile."""
        return self._uses(DEY) and not self.names.isdisjoint(SPECIAL)

    def _uses(self, *ranks: int) -> bool:
        return any(RANKS[tile] in ranks for tile in self.high)


def house_way(tiles: Sequence[Card], chart: Chart) -> Groups:
    """The low and the high hand of four tiles."""
    return advise(tiles, chart).setting


def advise(tiles: Sequence[Card], chart: Chart) -> Advice:
    """The low and the high hand of four tiles, and the row of the chart that says so.

    A setting that no other beats in either hand is played. Otherwise a pair is kept or split, and a hand without one is
    set by its points.
    """
    known(tiles, "the")
    if len(tiles) != FOUR:
        raise PitbossError(f"four tiles are set, and not {len(tiles)}")
    ways = settings(tiles)
    dominant = _dominant(ways)
    if dominant is not None:
        rule = "no other setting is higher in either hand"
        return Advice({LOW: dominant.low, HIGH: dominant.high}, rule, chart["dominance"]["cite"])
    (chosen, by_dots), rule, cite = _pair_row(ways, chart["split"]) or _points_row(ways, chart["points"])
    if by_dots:
        made = next(name for name in SPECIAL if name in chosen.names).replace("_", " ")
        rule += f", and of the 2-dot and the 12-dot tile the 12-dot makes the {made}"
        cite = f"{cite}; {chart['twelve_dots']['cite']}"
    return Advice({LOW: chosen.low, HIGH: chosen.high}, rule, cite)


def settings(tiles: Sequence[Card]) -> list[Setting]:
    """The three ways to set four tiles."""
    first, second, third, fourth = tiles
    return [
        Setting.of((first, second), (third, fourth)),
        Setting.of((first, third), (second, fourth)),
        Setting.of((first, fourth), (second, third)),
    ]


def _dominant(ways: Sequence[Setting]) -> Setting | None:
    """The setting that is as good as every other in both hands, if there is one."""
    return next((way for way in ways if all(way.at_least(other) for other in ways)), None)


Chosen = tuple[Setting, bool]
"""A setting, and whether the rule of the 12-dot tile decided."""
Told = tuple[Chosen, str, str]
"""A setting, the rule that it is made by, and the clause."""

# -- with a pair ------------------------------------------------------------------------------------------------------


def _pair_row(ways: Sequence[Setting], rows: Rows) -> Told | None:
    """Keep a pair, unless its row says to split it with the two other tiles."""
    kept = next((way for way in ways if way.has_pair), None)
    if kept is None:
        return None
    pair, others = (kept.high, kept.low) if is_pair(kept.high) else (kept.low, kept.high)
    split = _best([way for way in ways if not way.has_pair], lambda way: (way.worth[1], way.worth[0]))
    row = rows.get(NAMES[GEE_JOON - 1] if RANKS[pair[0]] == GEE_JOON else str(dots(pair[0])), rows["other"])
    name = two_tiles(pair).in_words
    if _splits(row, [dots(tile) for tile in others], split[0]):
        return split, f"a {name} is split with {' and '.join(str(dots(tile)) for tile in others)} dots", row["cite"]
    return (kept, False), f"a {name} is kept", row["cite"]


def _splits(row: Mapping[str, Any], others: Sequence[int], split: Setting) -> bool:
    if sorted(others) == sorted(row.get("or_with", ())):
        return True
    if "to_make" in row:
        return all(hand.points >= wanted for hand, wanted in zip(split.worth, row["to_make"], strict=True))
    return "with" in row and all(each in row["with"] for each in others)


# -- without one ------------------------------------------------------------------------------------------------------


def _points_row(ways: Sequence[Setting], rows: Rows) -> Told:
    """Set the hand by the row of its points: the most that any setting has."""
    points = max(way.points for way in ways)
    row = rows[max((least for least in rows if int(least) <= points), key=int)]
    cite, name = row["cite"], f"{points} points"
    if "maximize" in row:
        return _maximized(ways, row["maximize"]), f"{name}: the {row['maximize']} hand is maximized", cite
    if row.get("two_highest") == "apart":
        ways = [way for way in ways if not _holds_two_highest(way)]
    for play in row["plays"]:
        if found := [way for way in ways if way.is_play(play)]:
            chosen = _best(found, lambda way: (way.worth[1], way.worth[0]))
            return chosen, f"{name}: {play.replace('_', ' ')} is the first play of its list that can be made", cite
    raise PitbossError(f"the House Way has no play for {' '.join((*ways[0].low, *ways[0].high))}")


def _maximized(ways: Sequence[Setting], which: str) -> Chosen:
    """The best low or high hand, and then the best other one."""
    at = 0 if which == LOW else 1
    most = max(way.worth[at].points for way in ways)
    found = [way for way in ways if way.worth[at].points == most]
    return _best(found, lambda way: (way.worth[at], way.worth[1 - at]))


def _best(ways: Sequence[Setting], worth: Callable[[Setting], tuple[Any, ...]]) -> Chosen:
    """The best of these; but of two like plays, the one that has the 12-dot tile in the Wong, Gong or High 9."""
    like = {(way.worth[0].points, way.worth[1].points) for way in ways if not way.takes_the_dey and _special(way)}
    left = [way for way in ways if not (way.takes_the_dey and (way.worth[0].points, way.worth[1].points) in like)]
    return (chosen := max(left, key=worth)), chosen != max(ways, key=worth)


def _special(way: Setting) -> bool:
    return not way.names.isdisjoint(SPECIAL)


def _holds_two_highest(way: Setting) -> bool:
    highest = set(sorted((*way.low, *way.high), key=RANKS.__getitem__)[:2])
    return highest in (set(way.low), set(way.high))
