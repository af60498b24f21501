"""Pai Gow tiles: what one tile is worth, and two of them."""

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from pitboss.equipment.cards import Card, cards, known
from pitboss.errors import PitbossError

NAMES = (
    *("teen", "dey", "yun", "gor", "mui", "chong", "bon", "foo", "ping", "tit", "look"),
    *("chop_gow", "chop_bot", "chop_chit", "chop_ng", "gee_joon"),
)
"""The sixteen names, the highest rank first; two tiles of one name are a pair."""
TEEN, DEY, YUN, CHOP_BOT, CHOP_CHIT, GEE_JOON = 1, 2, 3, 13, 14, 16
_TILES = (
    *("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"),
    *("3-6 4-5", "2-6 3-5", "2-5 3-4", "1-4 2-3", "2-4 1-2"),
)
RANKS = {tile: rank for rank, tiles in enumerate(_TILES, start=1) for tile in cards(tiles)}
"""The rank of each tile, 1 being the highest; it does not follow from the dots."""
WILD = (3, 6)
"""What a Gee Joon tile counts, as its holder likes."""
APART = {6: 15, 5: 16, 3: 17}
"""Where the tiles of Gee Joon rank apart, the ranks of the lowest tiles by what they count."""
Ranking = Literal["gee_joon_last", "gee_joon_apart"]
"""Whether both tiles of Gee Joon rank last and a zero is a zero, or each by what it counts and zeros by their tiles."""
GONG, WONG = 10, 11
_LOWEST_PAIR = WONG + 1


class TileHand(NamedTuple):
    """What two tiles are worth: points up to 9, a Gong, a Wong or a pair; then the higher tile, and no other.

    Pairs never tie.
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


def tile_name(tile: Card) -> str:
    """What a single tile is called.

    >>> tile_name(Card("6-6")), tile_name(Card("4-5"))
    ('teen', 'chop gow')
    """
    return NAMES[RANKS[tile] - 1].replace("_", " ")


def is_pair(tiles: Sequence[Card]) -> bool:
    return len(tiles) == 2 and RANKS[tiles[0]] == RANKS[tiles[1]]


def two_tiles(tiles: Sequence[Card], whose: str = "the", ranking: Ranking = "gee_joon_last") -> TileHand:
    """What two tiles are worth; a Gee Joon counts what makes the hand higher.

    >>> [two_tiles(cards(text)).name for text in ("2-4 1-2", "6-6 6-6", "4-5 3-6", "6-6 4-5", "1-1 3-5", "1-3 1-2")]
    ['gee_joon_pair', 'teen_pair', 'chop_gow_pair', 'wong', 'gong', '7']
    >>> two_tiles(cards("6-6 2-5")) == two_tiles(cards("6-6 1-6")), two_tiles(cards("5-5 4-6")).points
    (True, 0)
    >>> two_tiles(cards("1-3 1-5"), ranking="gee_joon_apart") > two_tiles(cards("2-2 3-3"), ranking="gee_joon_apart")
    True
    """
    known(tiles, whose)
    if len(tiles) != 2:
        raise PitbossError(f"a hand of tiles has two, not {len(tiles)}")
    return _worth(*tiles) if ranking == "gee_joon_last" else _worth_apart(*tiles)


@cache
def _worth(*tiles: Card) -> TileHand:
    if is_pair(tiles):
        return _pair_worth(tiles)
    points = _with_wongs(tiles, _points(tiles))
    return TileHand(points, len(NAMES) + 1 - min(RANKS[tile] for tile in tiles) if points else 0)


@cache
def _worth_apart(*tiles: Card) -> TileHand:
    """As where the two Gee Joon tiles rank by what they count, and zeros by their higher tile too."""
    if is_pair(tiles):
        return _pair_worth(tiles)
    ways = [
        TileHand(
            _with_wongs(tiles, (first[0] + second[0]) % 10),
            max(APART.values()) + 1 - min(first[1], second[1]),
        )
        for first in _counted(tiles[0])
        for second in _counted(tiles[1])
    ]
    return max(ways)


def rank_apart(tile: Card) -> int:
    """The rank of a single tile where the six of Gee Joon ranks above the fives and the three below them.

    >>> [rank_apart(Card(tile)) for tile in ("6-6", "3-6", "2-4", "1-4", "1-2")]
    [1, 12, 15, 16, 17]
    """
    return APART[dots(tile)] if RANKS[tile] > CHOP_CHIT else RANKS[tile]


def highest_tile(tiles: Sequence[Card]) -> Card:
    """Of two tiles the one that decides between hands that count alike."""
    return min(tiles, key=RANKS.__getitem__)


def highest_tile_apart(tiles: Sequence[Card]) -> Card:
    """The same where the tiles of Gee Joon rank by what they count: a six that counts 3 is below a five.

    >>> highest_tile_apart(cards("2-4 1-4")), highest_tile_apart(cards("2-4 2-5"))
    (Card('1-4'), Card('2-5'))
    """
    rank = max(APART.values()) + 1 - _worth_apart(*tiles).top
    return next((tile for tile in tiles if rank in [each for _, each in _counted(tile)]), tiles[0])


def _pair_worth(tiles: Sequence[Card]) -> TileHand:
    rank = RANKS[tiles[0]]
    order = 0 if rank == GEE_JOON else rank
    return TileHand(_LOWEST_PAIR + len(NAMES) - 1 - order, 0)


def _with_wongs(tiles: Sequence[Card], points: int) -> int:
    """The points of two tiles, or what a Teen or a Dey makes with a nine or an eight."""
    higher, lower = sorted(tiles, key=RANKS.__getitem__)
    return {9: WONG, 8: GONG}.get(dots(lower), points) if RANKS[higher] in (TEEN, DEY) else points


def _points(tiles: Sequence[Card]) -> int:
    """The last digit of what the tiles count together, as high as a Gee Joon among them makes it."""
    counts = [WILD if RANKS[tile] == GEE_JOON else (dots(tile),) for tile in tiles]
    return max((first + second) % 10 for first in counts[0] for second in counts[1])


def _counted(tile: Card) -> list[tuple[int, int]]:
    """What a tile may count, and its rank then."""
    if RANKS[tile] == GEE_JOON:
        return [(count, APART[count]) for count in WILD]
    return [(dots(tile), rank_apart(tile))]
