"""The middle of the craps layout: any seven, hardways, the horn, hops; and the wagers over a shooter's whole turn."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from pitboss.layouts.quotes import Quote
from pitboss.layouts.svg import Box, Words, dice, in_two_lines, ring, write
from pitboss.rulebook.setup import Setup

GAP = 6.0
HARDWAYS = {"hard_6": 3, "hard_10": 5, "hard_8": 4, "hard_4": 2}
HORN = {"craps_3": (1, 2), "craps_2": (1, 1), "craps_12": (6, 6), "eleven": (5, 6)}
SHOWN = {"any_seven": "7", "any_craps": "C", "craps_2": "2", "craps_3": "3", "craps_12": "12", "eleven": "11"}
"""What stands on the layout for each part of a wager that is several in one."""
FULL = 10.0
"""So many rows fill the middle; where fewer are offered, the rest stays empty."""

Draw = Callable[[Quote, Box], str]


def center(box: Box, offered: Sequence[Quote], setup: Setup) -> Iterator[str]:
    """The bets in the middle, in front of the stickperson."""
    parts = {name: offer.parts for name, offer in setup.offers.items() if offer.parts}
    by_the_dice = {name for name, lines in setup.term("one_roll").items() if len(lines) > 1}
    groups: list[tuple[float, Collection[str], int, Draw]] = [
        (1.0, ["any_seven"], 1, _bar),
        (1.5, HARDWAYS, 2, _hardway),
        (1.5, HORN, 4, _horn),
        (1.1, parts, 5, partial(_composite, parts)),
        (1.0, ["any_craps"], 1, _bar),
        (1.0, by_the_dice, 1, partial(_by_the_dice, setup)),
        (1.1, ["hop"], 7, _hop),
    ]
    known = {wager for _, wagers, _, _ in groups for wager in wagers}
    groups.append((1.0, {quote.wager for quote in offered} - known, 5, _plain))
    drawn = [(share, _of(offered, wagers), in_a_row, draw) for share, wagers, in_a_row, draw in groups]
    drawn = [group for group in drawn if group[1]]
    shares = [share * -(-len(quotes) // in_a_row) for share, quotes, in_a_row, _ in drawn]
    empty = FULL - sum(shares)
    places = box.rows([*shares, empty] if empty > 0 else shares, GAP)
    for (_, quotes, in_a_row, draw), place in zip(drawn, places, strict=False):
        for quote, each in zip(quotes, _grid(place, len(quotes), in_a_row), strict=True):
            yield draw(quote, each)


def features(box: Box, offered: Sequence[Quote], setup: Setup) -> Iterator[str]:
    """The wagers over a shooter's whole turn, side by side."""
    rules: Mapping[str, Mapping[str, Sequence[str]]] = setup.term("collects")
    shares = [sum(len(group.split()) for group in rules[quote.wager]["of"]) + 2 for quote in offered]
    for quote, place in zip(offered, box.columns(shares, GAP), strict=True):
        yield _feature(quote, place, [group.split() for group in rules[quote.wager]["of"]])


def paid_by(wins: Iterable[tuple[str, str]]) -> str:
    """What is paid on what: ``2 to 1 on 4, 10 · 3 to 2 on 5, 9``."""
    pays: dict[str, list[str]] = {}
    for on, odds in wins:
        pays.setdefault(odds, []).append(on)
    return " · ".join(f"{odds} on {', '.join(each)}" for odds, each in pays.items())


def _of(offered: Sequence[Quote], wagers: Collection[str]) -> list[Quote]:
    """The quotes of some wagers, in the order in which they stand on the layout."""
    order = list(wagers)
    return sorted((quote for quote in offered if quote.wager in wagers), key=lambda quote: order.index(quote.wager))


def _grid(box: Box, many: int, in_a_row: int) -> list[Box]:
    """Places for so many areas: as few rows as will do, as even as can be."""
    rows = -(-many // in_a_row)
    in_a_row = -(-many // rows)
    places: list[Box] = []
    for row in box.rows(rows, GAP):
        places += row.columns(min(in_a_row, many - len(places)), GAP)
    return places


# -- What stands in each area ----------------------------------------------------------------------------------------


def _bar(quote: Quote, box: Box) -> str:
    name, figures = box.inset(4).columns((3, 2))
    told = write(figures, Words(" ".join(quote.odds), 20, "odds"), Words(quote.edge_words, 14, "edge"))
    return quote.area(box, write(name, Words(quote.title.upper(), 34)), told, tone="strong")


def _hardway(quote: Quote, box: Box) -> str:
    face = HARDWAYS[quote.wager]
    pair, figures = box.inset(6).columns((5, 4), 4)
    told = [Words(f"HARD {2 * face}", 15), *(Words(odds, 18, "odds") for odds in quote.odds)]
    return quote.area(
        box,
        dice(pair.inset(3), (face, face), kind="craps"),
        write(figures, *told, Words(quote.edge_words, 13, "edge")),
    )


def _horn(quote: Quote, box: Box) -> str:
    pair, figures = box.inset(6).rows((4, 3))
    return quote.area(
        box, dice(pair.inset(3), HORN[quote.wager], kind="craps"), quote.figures(figures, 17, 13), tone="soft"
    )


def _composite(parts: Mapping[str, Mapping[str, int]], quote: Quote, box: Box) -> str:
    """A wager that is several in one: its parts, the larger share doubled."""
    shown = [SHOWN.get(part, part) for part, share in parts[quote.wager].items() for _ in range(share)]
    return quote.area(
        box,
        write(
            box.inset(3),
            *(Words(line, 13) for line in in_two_lines(quote.title.upper())),
            Words(" · ".join(shown), 13, "odds"),
            Words(quote.edge_words, 12, "edge"),
        ),
    )


def _by_the_dice(setup: Setup, quote: Quote, box: Box) -> str:
    """A bet on one roll that pays by how the total is thrown."""
    pays = setup.offers[quote.wager].pays
    assert pays is not None
    lines: Mapping[str, str] = setup.term("one_roll")[quote.wager]
    told = paid_by((", ".join(on.split()), str(pays.lines[line])) for line, on in lines.items())
    name, figures = box.inset(4).columns((3, 4))
    return quote.area(
        box,
        write(name, Words(quote.title.upper(), 30)),
        write(figures, Words(told, 15, "odds"), Words(quote.edge_words, 13, "edge")),
        tone="strong",
    )


def _hop(quote: Quote, box: Box) -> str:
    pair, figures = box.inset(4).rows((5, 6))
    faces = [int(face) for face in quote.spot.split("-")]
    return quote.area(box, dice(pair.inset(1), faces, kind="craps"), quote.figures(figures, 12, 11))


def _plain(quote: Quote, box: Box) -> str:
    """A wager that this picture does not know: its name and figures."""
    name, figures = box.inset(4).rows(2)
    return quote.area(box, write(name, Words(quote.title.upper(), 14)), quote.figures(figures, 14, 12))


def _feature(quote: Quote, box: Box, groups: Sequence[Sequence[str]]) -> str:
    """A wager that collects: its points, totals or dice, and what so many of them pay."""
    name, items, figures = box.inset(6).rows((2, 4, 2.6))
    thrown = any("-" in item for group in groups for item in group)
    draw = _combinations if thrown else _totals
    places = items.columns([len(group) for group in groups], 12 if thrown else 4)
    pays = [f"{result} {odds}" if len(groups) > 1 else odds for result, odds in quote.wins]
    return quote.area(
        box,
        write(name, Words(quote.title.upper(), 24)),
        *(draw(group, each) for group, each in zip(groups, places, strict=True)),
        write(figures, Words(" · ".join(pays), 16, "odds"), Words(quote.edge_words, 13, "edge")),
        tone="" if thrown else "strong",
    )


def _combinations(group: Sequence[str], box: Box) -> str:
    """All ways to throw a point, as dice, with the point above them."""
    faces = [[int(face) for face in item.split("-")] for item in group]
    point, thrown = box.rows((1, 2))
    places = thrown.columns(len(group), 8)
    pairs = [dice(place.inset(2), pair, kind="craps") for pair, place in zip(faces, places, strict=True)]
    return write(point, Words(str(sum(faces[0])), 20)) + "".join(pairs)


def _totals(group: Sequence[str], box: Box) -> str:
    """Points or totals, each in a ring."""
    places = [place.inset(1) for place in box.columns(len(group), 3)]
    return "".join(ring(each) + write(each.inset(6), Words(item, 24)) for item, each in zip(group, places, strict=True))
