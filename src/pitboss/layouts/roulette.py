"""The roulette layout: zeros, three columns of twelve numbers, the dozens and even chances beside them.

A chip lies in a box, or on the line between boxes: those places are round areas on top of the lines, unseen until they
are meant. The layout is drawn lying down, as a table shows it, or upright for a narrow page.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.equipment.wheel import ZEROS
from pitboss.games.wheels.roulette import NO_SPOT, Board, board_of
from pitboss.layouts.cloth import cloth, heading
from pitboss.layouts.quotes import Quote, quotes
from pitboss.layouts.svg import Box, Circle, Words, fitting, in_two_lines, turned, write
from pitboss.rulebook.setup import Setup

UPRIGHT = True
"""This layout can be drawn upright too."""

ROWS, LANES = 12, 3
MARGIN, GAP, HEADING, EXTRA = 22.0, 6.0, 46.0, 62.0
LYING, STANDING = (84.0, 92.0, 66.0), (62.0, 104.0, 88.0)
"""How long and how wide the box of a number is along the layout, and how wide the lanes beside the numbers are."""
DOZENS, CHANCES = -1.0, -2.0
EVEN_CHANCES = ("low", "even", "red", "black", "odd", "high")
SHOWN = {"low": "1 to 18", "high": "19 to 36"}
ORDINALS = {"1": "1st", "2": "2nd", "3": "3rd"}
BETWEEN = 13.0
"""The radius of a place between numbers."""


@dataclass(frozen=True, slots=True)
class Span:
    """Part of the layout: so far along it, from the zeros on, and so far across, from the dozens on."""

    start: float
    end: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ground:
    """Where the layout lies on the picture: each box so long and so wide, the dozens and even chances beside them."""

    x: float
    y: float
    upright: bool

    def box(self, span: Span) -> Box:
        """Part of the layout as a box of the picture."""
        along, length = span.start * self._long, (span.end - span.start) * self._long
        low, high = self._across(span.low), self._across(span.high)
        if self.upright:
            return Box(self.x + low, self.y + along, high - low, length)
        return Box(self.x + along, self.y + self.breadth - high, length, high - low)

    def point(self, along: float, across: float) -> tuple[float, float]:
        box = self.box(Span(along, along, across, across))
        return box.x, box.y

    @property
    def length(self) -> float:
        return (ROWS + 2) * self._long

    @property
    def breadth(self) -> float:
        return self._across(LANES)

    @property
    def _long(self) -> float:
        return STANDING[0] if self.upright else LYING[0]

    def _across(self, lane: float) -> float:
        """How far a lane is from the near edge; those of the dozens and the even chances are narrower."""
        _, wide, beside = STANDING if self.upright else LYING
        return lane * wide - CHANCES * beside if lane >= 0 else (lane - CHANCES) * beside


def draw(setup: Setup, upright: bool = False) -> str:
    """The layout of a table, with an area for every wager on offer."""
    board = board_of(setup)
    found = quotes(setup)
    ground = Ground(MARGIN, MARGIN + HEADING + GAP, upright)
    on_grid, between, extra = _sorted(setup, board, found)
    width = (ground.breadth if upright else ground.length) + 2 * MARGIN
    height = ground.y + (ground.length if upright else ground.breadth)
    parts = [_heading(Box(MARGIN, MARGIN, width - 2 * MARGIN, HEADING), setup, found)]
    parts += [_boxed(quote, ground.box(span), board, setup.offers[quote.wager].spots) for quote, span in on_grid]
    parts += [quote.area(Circle(*ground.point(*spot), BETWEEN), tone="between") for quote, spot in between]
    for wager, each in extra.items():
        band, rows = _extra(setup, wager, each, Box(MARGIN, height + GAP, width - 2 * MARGIN, EXTRA))
        parts += band
        height += rows * (EXTRA + GAP)
    return cloth(setup, width, height + MARGIN, *parts)


def _heading(box: Box, setup: Setup, found: Mapping[str, Quote]) -> str:
    """The name of the game, and the edge where it is the same on nearly the whole layout."""
    edges = {quote.title: quote.edge_words for quote in found.values() if quote.edge is not None}
    usual = Counter(edges.values()).most_common(1)
    others = {title: edge for title, edge in edges.items() if edge != usual[0][0]} if usual else {}
    told = "each area tells its odds and house edge"
    if usual and len(others) <= 2:
        but = " and ".join(f"{title}, {edge}" for title, edge in others.items())
        told = f"house edge {usual[0][0]} on every wager{f' but {but}' if but else ''}"
    return heading(box, setup, told, size=15)


# -- Where everything lies -------------------------------------------------------------------------------------------


def _sorted(
    setup: Setup, board: Board, found: Mapping[str, Quote]
) -> tuple[list[tuple[Quote, Span]], list[tuple[Quote, tuple[float, float]]], dict[str, list[Quote]]]:
    """The wagers in boxes, those between numbers, and those that have an area of their own below the rest."""
    boxes: list[tuple[Quote, Span]] = []
    between: list[tuple[Quote, tuple[float, float]]] = []
    extra: dict[str, list[Quote]] = {}
    straight = next((name for name, offer in setup.offers.items() if "straight" in offer.spots), "")
    covers: Mapping[str, str] = setup.term("covers")
    for quote in found.values():
        shapes = setup.offers[quote.wager].spots
        numbers = board.places[quote.wager].get(quote.spot or NO_SPOT, frozenset())
        if "column" in shapes:
            lane = int(quote.spot) - 1
            boxes.append((quote, Span(ROWS + 1, ROWS + 2, lane, lane + 1)))
        elif "dozen" in shapes:
            start = 1 + (int(quote.spot) - 1) * 4
            boxes.append((quote, Span(start, start + 4, DOZENS, 0)))
        elif covers.get(quote.wager) in EVEN_CHANCES:
            start = 1 + EVEN_CHANCES.index(covers[quote.wager]) * 2
            boxes.append((quote, Span(start, start + 2, CHANCES, DOZENS)))
        elif quote.wager == straight:
            boxes.append((quote, _number(quote.spot, board)))
        elif quote.wager != straight and _lies_between(shapes, covers.get(quote.wager, "")):
            between.append((quote, _meeting([_number(number, board) for number in numbers])))
        else:
            extra.setdefault(quote.wager, []).append(quote)
    return boxes, between, extra


def _lies_between(shapes: tuple[str, ...], covered: str) -> bool:
    lines = {"split", "row", "trio", "corner", "first_four", "first_five", "double_row"}
    return bool(lines & {*shapes, covered})


def _number(number: str, board: Board) -> Span:
    if number in ZEROS:
        half = LANES / 2 if board.wheel.double_zero else LANES
        return Span(0, 1, half, LANES) if number == "00" else Span(0, 1, 0, half)
    row, lane = divmod(int(number) - 1, LANES)
    return Span(row + 1, row + 2, lane, lane + 1)


def _meeting(boxes: list[Span]) -> tuple[float, float]:
    """Where a chip covers several boxes: where they touch, or else at the edge of the layout beside them."""
    start, end = max(box.start for box in boxes), min(box.end for box in boxes)
    low, high = max(box.low for box in boxes), min(box.high for box in boxes)
    return (start + end) / 2, (low + high) / 2 if low <= high else 0


# -- What stands in each area ----------------------------------------------------------------------------------------


def _boxed(quote: Quote, box: Box, board: Board, shapes: tuple[str, ...]) -> str:
    shape = box.inset(1.5)
    if "straight" in shapes:
        return quote.area(shape, write(shape, Words(quote.spot, 30)), tone=_colour(quote.spot, board))
    shown = SHOWN.get(quote.wager, quote.title)
    if quote.spot:
        shown = f"{ORDINALS[quote.spot]} 12" if "dozen" in shapes else ""
    tone = quote.wager if quote.wager in ("red", "black") else "soft"
    odds = Words(" or ".join(quote.odds), 18, "odds")
    if shape.height > 1.2 * shape.width:
        name, figure = shape.columns((3, 2))
        return quote.area(shape, turned(name, Words(shown.upper(), 23)), turned(figure, odds), tone=tone)
    lines = [Words(shown.upper(), 24)] if shown else []
    return quote.area(shape, write(shape, *lines, odds), tone=tone)


def _colour(number: str, board: Board) -> str:
    return "" if number in ZEROS else "red" if number in board.wheel.red else "black"


def _extra(setup: Setup, wager: str, each: list[Quote], box: Box) -> tuple[list[str], int]:
    """A band below the layout for a wager that has an area of its own, and how many rows it takes."""
    offer = setup.offers[wager]
    in_a_row = max(1, int((box.width - 150) // 46))
    rows = [each[at : at + in_a_row] for at in range(0, len(each), in_a_row)]
    drawn = []
    for number, row in enumerate(rows):
        line = Box(box.x, box.y + number * (EXTRA + GAP), box.width, EXTRA)
        name, places = line.columns((150, box.width - 150), GAP)
        if number == 0:
            drawn.append(
                write(name, *(Words(word, 17, "heading") for word in in_two_lines(offer.title, longest=16)), margin=0)
            )
        drawn += [_place(quote, place) for quote, place in zip(row, places.columns(len(row), 4), strict=True)]
    return drawn, len(rows)


def _place(quote: Quote, box: Box) -> str:
    word = Words(quote.spot or quote.title, 20)
    if fitting(word, box.width - 8) < 9:
        return quote.area(box, turned(box, word))
    return quote.area(box, write(box, word))
