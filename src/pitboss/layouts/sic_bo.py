"""The sic bo layout: small and big outside, doubles and triples between, then totals, combinations and numbers."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pitboss.layouts.cloth import cloth, heading
from pitboss.layouts.quotes import Quote, quotes
from pitboss.layouts.svg import Box, Words, dice, in_two_lines, write
from pitboss.rulebook.setup import Setup

WIDTH, HEIGHT = 1440.0, 860.0
MARGIN, GAP = 24.0, 6.0
HALF = 168.0
FACES = (1, 2, 3, 4, 5, 6)

Draw = Callable[[Quote, Box], str]


def draw(setup: Setup) -> str:
    """The layout of a table, with an area for every wager on offer."""
    found = quotes(setup)
    top, kinds, totals, pairs, singles = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN).rows(
        (44, 326, 130, 140, 150), GAP
    )
    parts = [
        heading(top, setup),
        *_kinds(kinds, found, setup),
        *_row(totals, found, "total", _total),
        *_row(pairs, found, "two_dice_combination", _combination),
        *_row(singles, found, "one_of_a_kind", _single),
    ]
    return cloth(setup, WIDTH, HEIGHT, *parts)


def _row(box: Box, found: dict[str, Quote], wager: str, drawn: Draw) -> Iterator[str]:
    """The areas of one wager side by side."""
    areas = [quote for quote in found.values() if quote.wager == wager]
    for quote, place in zip(areas, box.columns(len(areas), GAP), strict=True):
        yield drawn(quote, place)


def _kinds(box: Box, found: dict[str, Quote], setup: Setup) -> Iterator[str]:
    """Small and big outside, doubles next to them, triples next to those, any triple in the middle."""
    middle = box.width - 2 * (HALF + GAP)
    small, between, big = box.columns((HALF, middle, HALF), GAP)
    low, low_triples, any_triple, high_triples, high = between.columns((3, 1.5, 1.9, 1.5, 3), GAP)
    places: list[tuple[str, Box, Draw]] = [
        ("small", small, partial(_half, setup.term("small_totals"))),
        ("big", big, partial(_half, setup.term("big_totals"))),
        ("any_three_of_a_kind", any_triple, _any_triple),
    ]
    for faces, doubles, triples in ((FACES[:3], low, low_triples), (FACES[3:], high, high_triples)):
        for face, double, triple in zip(faces, doubles.columns(3, GAP), triples.rows(3, GAP), strict=True):
            places += [(f"two_of_a_kind {face}", double, _double), (f"three_of_a_kind {face}", triple, _triple)]
    for name, place, drawn in places:
        if name in found:
            yield drawn(found[name], place)


# -- What stands in each area ----------------------------------------------------------------------------------------


def _half(totals: Sequence[int], quote: Quote, box: Box) -> str:
    """Small and big: the totals that win and what does not."""
    name, wins, but, figures = box.inset(8).rows((3, 2, 2, 3))
    return quote.area(
        box,
        write(name, Words(quote.title.upper(), 44)),
        write(wins, Words(f"{totals[0]} to {totals[-1]}", 26)),
        write(but, Words("loses if three of a kind", 13, "edge")),
        quote.figures(figures, 22, 16),
        tone="strong",
    )


def _double(quote: Quote, box: Box) -> str:
    face = int(quote.spot)
    name, pair, figures = box.inset(8).rows((2.4, 7, 2.8))
    return quote.area(
        box,
        _title(name, quote, 16),
        dice(pair.inset(6), (face, face), upright=True),
        quote.figures(figures, 17, 14),
    )


def _triple(quote: Quote, box: Box) -> str:
    face = int(quote.spot)
    triple, figures = box.inset(6).rows((3, 2))
    return quote.area(box, dice(triple.inset(4), (face, face, face)), quote.figures(figures, 15, 13), tone="soft")


def _any_triple(quote: Quote, box: Box) -> str:
    name, triples, figures = box.inset(8).rows((1.8, 7, 2.2))
    stack = "".join(dice(row, (face, face, face)) for face, row in zip(FACES, triples.rows(len(FACES), 5), strict=True))
    return quote.area(box, _title(name, quote, 18), stack, quote.figures(figures, 18, 14), tone="soft")


def _total(quote: Quote, box: Box) -> str:
    name, figures = box.inset(6).rows((3, 3))
    return quote.area(box, write(name, Words(quote.spot, 40)), quote.figures(figures, 16, 14), tone="soft")


def _combination(quote: Quote, box: Box) -> str:
    pair, figures = box.inset(6).rows((4, 3))
    faces = [int(face) for face in quote.spot.split("-")]
    return quote.area(box, dice(pair.inset(3), faces), quote.figures(figures, 16, 14))


def _single(quote: Quote, box: Box) -> str:
    """One die with the number pays least; two and three pay more."""
    shown, told = box.inset(8).columns((2, 3), 4)
    return quote.area(box, dice(shown.inset(6), [int(quote.spot)]), _single_figures(quote, told), tone="soft")


def _single_figures(quote: Quote, box: Box) -> str:
    lines = [Words(f"{many} {'die' if many == 'one' else 'dice'}: {odds}", 16, "odds") for many, odds in quote.wins]
    return write(box, Words(quote.title.upper(), 18), *lines, Words(quote.edge_words, 14, "edge"))


def _title(box: Box, quote: Quote, size: float) -> str:
    """What the rulebook calls the wager, in two lines where one would be too long."""
    return write(box, *(Words(line, size) for line in in_two_lines(quote.title.upper())))
