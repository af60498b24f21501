"""Pai gow with tiles, by either rulebook: all 35,960 hands against all 20,475 that the other tiles make, exactly."""

from collections.abc import Mapping

from pitboss.equipment.cards import TILE_SET
from pitboss.games.pai_gow import four_rules, pai_gow, pai_gow_tiles
from pitboss.games.pai_gow.tiles_house_way import house_way
from pitboss.hands.tiles import GEE_JOON, RANKS, two_tiles
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress
from pitboss.solve.pai_gow.in_two import EQUAL, HIGHER, Hands, Rules, against_bank, hands_of, two_way_case
from pitboss.solve.prices import Prices

BY_RANK = tuple(tuple(tile for tile in TILE_SET if RANKS[tile] == rank) for rank in range(1, GEE_JOON + 1))
"""Two tiles of a rank are worth the same alone and a pair together, whether they are alike or not."""
APART = (*BY_RANK[:-1], *((tile,) for tile in BY_RANK[-1]))
"""As where the two tiles of Gee Joon rank apart."""


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the wager for a player and for whoever banks."""
    price = Prices(setup, meters)
    if setup.entry.script == "pai_gow":
        return against_bank(price, pai_gow.MAIN, hands_by_rules(setup), two_way_case)
    return against_bank(price, pai_gow_tiles.BASE, hands_by_chart(setup), chart_case)


def chart_case(high: int, low: int) -> str:
    """The case of a player's hand, as ``games.pai_gow.pai_gow_tiles.case_of`` names it."""
    higher, equal = [high, low].count(HIGHER), [high, low].count(EQUAL)
    if higher:
        return "both_higher" if higher == 2 else "one_higher"
    return ("both_lower", "copy_and_lower", "both_identical")[equal]


# -- the hands of either rulebook -------------------------------------------------------------------------------------


def hands_by_rules(setup: Setup) -> Hands:
    """Hands as the dealer's rules set them; a low hand of zero wins from nothing."""
    rules = Rules(
        pieces=APART,
        worth=four_rules.worth,
        house_way=lambda tiles: pai_gow.house_way(setup, tiles).setting,
        dead_low=four_rules.is_zero,
        dead_high=lambda tiles: False,
        dead_copies=True,
    )
    return hands_of(rules)


def hands_by_chart(setup: Setup) -> Hands:
    """Hands as the House Way sets them; equal zeros are the player-dealer's, and no copy."""
    rules = Rules(
        pieces=BY_RANK,
        worth=two_tiles,
        house_way=lambda tiles: house_way(tiles, setup.term("house_way")),
        dead_low=lambda tiles: two_tiles(tiles).points == 0,
        dead_high=lambda tiles: two_tiles(tiles).points == 0,
        dead_copies=False,
    )
    return hands_of(rules)
