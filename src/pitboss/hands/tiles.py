"""Pai Gow tiles: what one tile is worth, and two of them."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from pitboss.equipment.cards import Card, cards, known
from pitboss.errors import PitbossError

NAMES = (
    *("teen", "dey", "yun", "gor", "mui", "chong", "bon", "foo", "ping", "tit", "look"),
    *("chop_gow", "chop_bot", "chop_chit", "chop_ng", "gee_joon"),
)
"""The sixteen names, the highest rank first; two tiles of one name are a pair."""
TEEN, DEY, YUN, CHOP_BOT, GEE_JOON = 1, 2, 3, 13, 16
_TILES = (
    *("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"),
    *("3-6 4-5", "2-6 3-5", "2-5 3-4", "1-4 2-3", "2-4 1-2"),
)
RANKS = {tile: rank for rank, tiles in enumerate(_TILES, start=1) for tile in cards(tiles)}
"""The rank of each tile, 1 being the highest; it does not follow from the dots."""
WILD = (3, 6)
"""What a Gee Joon tile counts, as its holder likes."""
GONG, WONG = 10, 11
_LOWEST_PAIR = WONG + 1


class TileHand(NamedTuple):
    """What two tiles are worth: points up to 9, a Gong, a Wong or a pair; then the higher tile, and no other.

    Zero is zero whatever the tiles, and pairs never tie.
    """

    points: int
    top: int

    @property
    def name(self) -> str:
        if self.points >= _LOWEST_PAIR:
            return f"{NAMES[self._pair - 1]}_pair"
        return {GONG: "gong", WONG: "wong"}.get(self.points, str(self.points))

    @property
    def in_words(self) -> str:
        """What a player would call it: ``7 points``, ``gong``, ``teen pair``."""
        if self.points < GONG:
            return f"{self.points} point{'s' * (self.points != 1)}"
        return self.name.replace("_", " ")

    @property
    def _pair(self) -> int:
        """The rank of the pair; Gee Joon, the lowest tile, makes the highest."""
        below = self.points - _LOWEST_PAIR
        return GEE_JOON if below == len(NAMES) - 1 else len(NAMES) - 1 - below


def dots(tile: Card) -> int:
    return sum(tile.dots)


def is_pair(tiles: Sequence[Card]) -> bool:
    return len(tiles) == 2 and RANKS[tiles[0]] == RANKS[tiles[1]]


def two_tiles(tiles: Sequence[Card], whose: str = "the") -> TileHand:
    """What two tiles are worth; a Gee Joon counts what makes the hand higher.

    >>> [two_tiles(cards(text)).name for text in ("2-4 1-2", "6-6 6-6", "4-5 3-6", "6-6 4-5", "1-1 3-5", "1-3 1-2")]
    ['gee_joon_pair', 'teen_pair', 'chop_gow_pair', 'wong', 'gong', '7']
    >>> two_tiles(cards("6-6 2-5")) == two_tiles(cards("6-6 1-6")), two_tiles(cards("5-5 4-6")).points
    (True, 0)
    """
    known(tiles, whose)
    if len(tiles) != 2:
        raise PitbossError(f"a hand of tiles has two, not {len(tiles)}")
    return _worth(*tiles)


@cache
def _worth(*tiles: Card) -> TileHand:
    if is_pair(tiles):
        rank = RANKS[tiles[0]]
        order = 0 if rank == GEE_JOON else rank
        return TileHand(_LOWEST_PAIR + len(NAMES) - 1 - order, 0)
    higher, lower = sorted(tiles, key=RANKS.__getitem__)
    points = _points(tiles)
    if RANKS[higher] in (TEEN, DEY):
        points = {9: WONG, 8: GONG}.get(dots(lower), points)
    return TileHand(points, _strength(higher) if points else 0)


def _points(tiles: Sequence[Card]) -> int:
    """The last digit of what the tiles count together, as high as a Gee Joon among them makes it."""
    counts = [WILD if RANKS[tile] == GEE_JOON else (dots(tile),) for tile in tiles]
    return max((first + second) % 10 for first in counts[0] for second in counts[1])


def _strength(tile: Card) -> int:
    """A higher number for a higher tile."""
    return len(NAMES) + 1 - RANKS[tile]
