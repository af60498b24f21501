"""The big six layout: a field for each symbol of the wheel, with how much of the wheel shows it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pitboss.games.wheels.big_six import sections_of, shown, symbol_of
from pitboss.layouts.cloth import cloth, heading
from pitboss.layouts.quotes import Quote, quotes
from pitboss.layouts.svg import Box, Words, in_two_lines, write
from pitboss.rulebook.setup import Setup

UPRIGHT = True
MARGIN, GAP, HEADING = 22.0, 8.0, 46.0
FIELD_WIDTH, FIELD_HEIGHT = 148.0, 200.0
IN_A_NARROW_ROW = 3


def draw(setup: Setup, upright: bool = False) -> str:
    """The layout of a table, with an area for every wager on offer: in one row, or upright in several."""
    found = list(quotes(setup).values())
    many = min(IN_A_NARROW_ROW, len(found)) if upright else len(found)
    rows = _evenly(found, -(-len(found) // many))
    width = many * (FIELD_WIDTH + GAP) - GAP + 2 * MARGIN
    height = HEADING + len(rows) * (FIELD_HEIGHT + GAP) + 2 * MARGIN
    top = Box(MARGIN, MARGIN, width - 2 * MARGIN, HEADING)
    told = "each symbol: how much of the wheel shows it, what it pays, and the house edge"
    parts = [heading(top, setup, told), *_fields(setup, rows, width)]
    return cloth(setup, width, height, *parts)


def _evenly(found: Sequence[Quote], rows: int) -> list[Sequence[Quote]]:
    """The fields in so many rows of about the same length."""
    ends = [round(len(found) * row / rows) for row in range(rows + 1)]
    return [found[begin:end] for begin, end in pairwise(ends)]


def _fields(setup: Setup, rows: Sequence[Sequence[Quote]], width: float) -> Iterator[str]:
    for number, row in enumerate(rows):
        line = Box(MARGIN, MARGIN + HEADING + GAP + number * (FIELD_HEIGHT + GAP), width - 2 * MARGIN, FIELD_HEIGHT)
        for quote, box in zip(row, line.columns(len(row), GAP), strict=True):
            yield _field(setup, quote, box)


def _field(setup: Setup, quote: Quote, box: Box) -> str:
    sections, symbol = sections_of(setup), symbol_of(setup, quote.wager)
    name, of_the_wheel, figures = box.inset(6).rows((5, 2, 4))
    bill = symbol.isdecimal()
    lines = [Words(line, 44 if bill else 26) for line in in_two_lines(shown(symbol).upper(), longest=8)]
    return quote.area(
        box,
        write(name, *lines),
        write(of_the_wheel, Words(f"{sections[symbol]} of {sum(sections.values())}", 16, "edge")),
        quote.figures(figures, 22, 16),
        tone="soft" if bill else "strong",
    )
