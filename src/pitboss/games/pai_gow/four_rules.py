"""How a dealer sets four tiles by a rulebook's rules, of which the first that fits decides; the entry lists them."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pitboss.engine.questions import Advice, Groups
from pitboss.equipment.cards import Card, known
from pitboss.errors import PitbossError
from pitboss.games.pai_gow.setting import HIGH, LOW
from pitboss.hands.tiles import GEE_JOON, GONG, RANKS, TileHand, rank_apart, two_tiles

Tiles = tuple[Card, ...]
Way = tuple[Tiles, Tiles]
"""The low and the high hand."""
Rule = Mapping[str, Any]
FOUR = 4

worth = partial(two_tiles, ranking="gee_joon_apart")


def advise(tiles: Sequence[Card], rules: Sequence[Rule], several: Rule) -> Advice:
    """The low and the high hand of four tiles, and the rule that sets them.

    Where a rule leaves several settings, ``several`` says which of their hands is to be the higher.
    """
    known(tiles, "the")
    if len(tiles) != FOUR:
        raise PitbossError(f"four tiles are set, and not {len(tiles)}")
    for rule in rules:
        ways = [way for way in settings(tiles) if _fits(way, rule)]
        if ways:
            low, high = max(ways, key=lambda way: _order(way, several["higher"]))
            open_ones = len({_order(way, HIGH) for way in ways}) > 1
            also = f"; of several such settings the one with the highest {several['higher']} hand" if open_ones else ""
            cite = f"{rule['cite']}; {several['cite']}" if open_ones else rule["cite"]
            return Advice({LOW: low, HIGH: high}, f"{rule['text']}{also}", cite)
    raise PitbossError(f"no rule sets {' '.join(tiles)}")


def settings(tiles: Sequence[Card]) -> list[Way]:
    """The three ways to set four tiles."""
    first, second, third, fourth = tiles
    pairs = [((first, second), (third, fourth)), ((first, third), (second, fourth)), ((first, fourth), (second, third))]
    return [as_they_rank(*pair) for pair in pairs]


def as_they_rank(one: Tiles, other: Tiles) -> Way:
    """The stronger two tiles are the high hand."""
    return (one, other) if worth(one) <= worth(other) else (other, one)


def arranged(setting: Groups) -> Groups:
    low, high = as_they_rank(tuple(setting[LOW]), tuple(setting[HIGH]))
    return {LOW: low, HIGH: high}


def is_zero(tiles: Sequence[Card]) -> bool:
    """True of two tiles without points; a pair has none to count."""
    return worth(tiles).points == 0


def _fits(way: Way, rule: Rule) -> bool:
    match rule["play"]:
        case "supreme_pair":
            return any(all(RANKS[tile] == GEE_JOON for tile in tiles) for tiles in way)
        case "pair_wong_or_gong":
            return any(worth(tiles).points >= GONG for tiles in way)
        case "points":
            return any(worth(tiles).points in rule["points"] for tiles in way)
        case "highest_with_lowest":
            ranked = sorted((*way[0], *way[1]), key=rank_apart)
            return sorted((ranked[0], ranked[-1])) in (sorted(way[0]), sorted(way[1]))
    raise PitbossError(f'there is no way to play "{rule["play"]}"')


def _order(way: Way, higher: str) -> tuple[TileHand, TileHand]:
    low, high = worth(way[0]), worth(way[1])
    return (high, low) if higher == HIGH else (low, high)
