"""The baccarat layout: Tie, Banker and Player as bands in front of the dealer, the side wagers above them."""

from collections.abc import Iterator, Mapping
from math import cos, radians, sin

from pitboss.layouts.cloth import cloth, heading
from pitboss.layouts.quotes import Quote, quotes
from pitboss.layouts.svg import Box, Polygon, Words, in_two_lines, write
from pitboss.rulebook.setup import Setup

WIDTH = 1000.0
MARGIN, GAP, HEADING, SIDE = 22.0, 8.0, 46.0, 118.0
INMOST, SPREAD, STEPS = 900.0, 21.6, 24
"""The bands are parts of rings: the radius of the inmost, how many degrees they reach to each side, how smooth."""
BANDS = (
    (("tie",), 104.0, ""),
    (("banker", "banker_line"), 138.0, "strong"),
    (("player", "player_line"), 138.0, "blue"),
)
"""The wagers on the result, by the names that rulebooks have for them; how thick each band is, and its tone."""
IN_A_ROW = 4
UPRIGHT = True
NARROW, IN_A_NARROW_ROW, FLATTER = 520.0, 2, 0.75
"""Drawn upright: how wide, how many side wagers to a row, and how much flatter the bands."""

Found = Mapping[str, Quote]


def draw(setup: Setup, upright: bool = False) -> str:
    """The layout of a table, with an area for every wager on offer; upright for a narrow page, with straight bands."""
    found = quotes(setup)
    sides = [quote for quote in found.values() if quote.wager not in {name for names, _, _ in BANDS for name in names}]
    if upright:
        return _upright(setup, found, sides)
    rows = -(-len(sides) // IN_A_ROW)
    top = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEADING)
    above = Box(MARGIN, MARGIN + HEADING + GAP, WIDTH - 2 * MARGIN, rows * (SIDE + GAP))
    edge = above.y + above.height
    height = edge + INMOST * (1 - cos(radians(SPREAD))) + sum(thick + GAP for _, thick, _ in BANDS) + MARGIN
    parts = [heading(top, setup, size=15), *_sides(above, sides, rows), *_bands(edge, found)]
    return cloth(setup, WIDTH, height, *parts)


def _upright(setup: Setup, found: Found, sides: list[Quote]) -> str:
    """Narrow: side wagers by twos, and the wagers on the result as straight bands below them."""
    rows = -(-len(sides) // IN_A_NARROW_ROW)
    breadth = NARROW - 2 * MARGIN
    top = Box(MARGIN, MARGIN, breadth, HEADING)
    above = Box(MARGIN, MARGIN + HEADING + GAP, breadth, rows * (SIDE + GAP))
    parts, edge = [heading(top, setup, size=15), *_sides(above, sides, rows)], above.y + above.height
    for names, lying, tone in BANDS:
        thick = lying * FLATTER
        for name in found.keys() & {*names}:
            area = Box(MARGIN, edge, breadth, thick)
            parts.append(_written(found[name], area, area, thick, tone))
        edge += thick + GAP
    return cloth(setup, NARROW, edge + MARGIN, *parts)


def _sides(box: Box, sides: list[Quote], rows: int) -> Iterator[str]:
    """Side wagers in rows of equal areas."""
    many = -(-len(sides) // rows) if rows else 0
    for number, row in enumerate(box.rows(rows) if rows else ()):
        quotes_here = sides[number * many : (number + 1) * many]
        for quote, place in zip(quotes_here, row.columns(len(quotes_here), GAP), strict=True):
            area = Box(place.x, place.y, place.width, SIDE)
            name, figures = area.inset(6).rows((3, 2))
            lines = (Words(line, 21) for line in in_two_lines(quote.title))
            odds = quote.odds[0] if len(quote.odds) == 1 else f"up to {_most(quote)}" if quote.odds else ""
            told = [Words(odds, 18, "odds")] if odds else []
            told += [Words(quote.edge_words, 15, "edge")] if quote.edge is not None else []
            yield quote.area(area, write(name, *lines), write(figures, *told), tone="soft")


def _most(quote: Quote) -> str:
    """The best odds of a wager with a pay table; the outcomes come with the likeliest first."""
    return quote.odds[-1]


def _bands(edge: float, found: Found) -> Iterator[str]:
    """Parts of rings round a point far behind the dealer, the inmost first."""
    middle, radius = edge - INMOST * cos(radians(SPREAD)), INMOST
    for names, thick, tone in BANDS:
        for name in found.keys() & {*names}:
            yield _band(found[name], middle, radius, thick, tone)
        radius += thick + GAP


def _band(quote: Quote, middle: float, radius: float, thick: float, tone: str) -> str:
    angles = [radians(-SPREAD + 2 * SPREAD * step / STEPS) for step in range(STEPS + 1)]
    far = [(WIDTH / 2 + (radius + thick) * sin(angle), middle + (radius + thick) * cos(angle)) for angle in angles]
    near = [(WIDTH / 2 + radius * sin(angle), middle + radius * cos(angle)) for angle in reversed(angles)]
    return _written(quote, Polygon((*far, *near)), Box(WIDTH / 2 - 190, middle + radius, 380, thick), thick, tone)


def _written(quote: Quote, area: Box | Polygon, words: Box, thick: float, tone: str) -> str:
    """A band with its name, what it pays and the house edge."""
    name, figures = words.rows((3, 2))
    told = " · ".join(filter(None, [*quote.odds, quote.edge_words]))
    return quote.area(
        area,
        write(name, Words(quote.title.upper(), thick * 0.42)),
        write(figures, Words(told, 21, "odds")),
        tone=tone,
    )
