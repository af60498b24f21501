"""The craps layout: the lines round the edge, numbers, Come and Field inside, the bets of the middle beside them."""

from collections.abc import Iterator, Mapping, Sequence

from pitboss.games.dice.rolls import LINE_COUPONS, POINTS
from pitboss.layouts.cloth import cloth, heading
from pitboss.layouts.craps_center import center, features, paid_by
from pitboss.layouts.quotes import Quote, quotes
from pitboss.layouts.svg import Box, Polygon, Words, dice, frame, ring, turned, write
from pitboss.rulebook.setup import Setup

WIDTH, BODY, BAND = 1800.0, 850.0, 176.0
MARGIN, GAP, SMALL_GAP = 24.0, 6.0, 3.0
HEADING, PASS, DONT, ODDS, BAR = 44.0, 64.0, 54.0, 50.0, 108.0
SIDE = 1140.0
NAMES = {6: "SIX", 9: "NINE"}
IN_A_BOX = (
    ("dont_come", "dont_come_odds"),
    ("place_to_lose", "lay"),
    (),  # the number itself
    ("come", "come_odds"),
    ("place_to_win", "buy"),
    ("put", "put_odds"),
)
"""What lies in the box of each number, from the far side to the near one."""
SHORT = {
    "dont_come": ("DON'T", "COME"),
    "place_to_lose": ("TO LOSE",),
    "come": ("COME",),
    "place_to_win": ("PLACE",),
    "buy": ("BUY",),
    "lay": ("LAY",),
    "put": ("PUT",),
}

ON_THE_SIDE = {"pass_line", "dont_pass", "pass_odds", "dont_pass_odds", "field", "big_6", "big_8"} | {
    wager for wagers in IN_A_BOX for wager in wagers
}

Found = Mapping[str, Quote]


def draw(setup: Setup) -> str:
    """The layout of a table, with an area for every wager on offer that has one."""
    found = {name: quote for name, quote in quotes(setup).items() if not has_no_area(setup, quote.wager)}
    over_turns = [quote for name, quote in found.items() if name in (setup.term("collects") or ())]
    heights = (HEADING, BODY, *([BAND] if over_turns else []))
    height = sum(heights) + (len(heights) - 1) * GAP + 2 * MARGIN
    top, body, *band = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, height - 2 * MARGIN).rows(heights, GAP)
    side, middle = body.columns((SIDE, body.width - SIDE), 2 * GAP)
    in_the_middle = [quote for quote in found.values() if quote.wager not in ON_THE_SIDE and quote not in over_turns]
    told = heading(top, setup, "each area: what it pays, and the house edge per wager made")
    parts = [told, *_side(side, found, setup), *center(middle, in_the_middle, setup)]
    parts += features(band[0], over_turns, setup) if over_turns else []
    return cloth(setup, WIDTH, height, *parts)


def has_no_area(setup: Setup, wager: str) -> bool:
    """True for a coupon, which lies with the line bet that it doubles, and for a wager that is broken into others."""
    broken_up = [name for name, yes in (setup.term("broken_up") or {}).items() if yes]
    return wager in LINE_COUPONS or any(wager.startswith(name) for name in broken_up)


# -- Where the players stand ------------------------------------------------------------------------------------------


def _side(box: Box, found: Found, setup: Setup) -> Iterator[str]:
    """Pass round the edge, Don't Pass inside it, the odds in front of both; the rest within."""
    lines, behind = box.rows((box.height - ODDS - GAP, ODDS), GAP)
    dont = Box(lines.x + PASS + GAP, lines.y, lines.width - PASS - GAP, lines.height - PASS - GAP)
    inner = Box(dont.x + DONT + GAP, dont.y, dont.width - DONT - GAP, dont.height - DONT - GAP)
    if "pass_line" in found:
        yield _line(found["pass_line"], lines, PASS, tone="soft")
    if "dont_pass" in found:
        yield _line(found["dont_pass"], dont, DONT, barred=True)
    odds = [found[name] for name in ("pass_odds", "dont_pass_odds") if name in found]
    for quote, place in zip(odds, behind.columns(max(len(odds), 1), GAP), strict=False):
        yield _line_odds(quote, place)
    numbers, come, field = inner.rows((5.1, 1.25, 1.4), GAP)
    yield from _numbers(numbers, found)
    if "big_6" in found or "big_8" in found:
        big, _ = inner.columns((BAR, inner.width - BAR), GAP)
        corner = Box(big.x, come.y, big.width, field.y + field.height - come.y)
        come, field = come.right_of(BAR + GAP), field.right_of(BAR + GAP)
        for name, place in zip(("big_6", "big_8"), corner.rows(2, GAP), strict=True):
            if name in found:
                yield _big(found[name], place)
    if "come" in found:
        yield _come(found["come"], come)
    if "field" in found:
        yield _field(found["field"], field, setup)


def _line(quote: Quote, box: Box, thick: float, tone: str = "", barred: bool = False) -> str:
    """A line bet: down the left edge and along the near one."""
    left, right, top, bottom = box.x, box.x + box.width, box.y, box.y + box.height
    corners = (
        (left, top),
        (left + thick, top),
        (left + thick, bottom - thick),
        (right, bottom - thick),
        (right, bottom),
        (left, bottom),
    )
    along = Box(left + thick, bottom - thick, box.width - thick, thick)
    down = Box(left, top, thick, box.height - thick)
    name, bar, odds, edge = along.columns((6, 2.4, 1.5, 1.5), GAP)
    title = quote.title.upper()
    return quote.area(
        Polygon(corners),
        turned(down, Words(title, thick * 0.5)),
        write(name, Words(title, thick * 0.56)),
        _barred(bar) if barred else "",
        write(odds, Words(" ".join(quote.odds), 20, "odds")),
        write(edge, Words(quote.edge_words, 16, "edge")),
        tone=tone,
    )


def _barred(box: Box) -> str:
    """Twelve is barred, and shown as two sixes."""
    word, sixes = box.columns(2)
    return write(word, Words("BAR", 22)) + dice(sixes.inset(9), (6, 6), kind="craps")


def _line_odds(quote: Quote, box: Box) -> str:
    """Odds behind a line bet: what each point pays."""
    name, figures, edge = box.columns((3, 6.4, 1.4), GAP)
    return quote.area(
        box,
        write(name, Words(quote.title.upper(), 15)),
        write(figures, Words(paid_by(quote.wins), 14, "odds")),
        write(edge, Words(quote.edge_words, 13, "edge")),
    )


def _numbers(box: Box, found: Found) -> Iterator[str]:
    """The Don't Come bar and the boxes of the six numbers."""
    bar, six = box.columns((BAR, box.width - BAR), GAP)
    if "dont_come" in found:
        yield _dont_come(found["dont_come"], bar)
    for point, place in zip(POINTS, six.columns(len(POINTS), GAP), strict=True):
        yield frame(place)
        yield from _number(point, place.inset(GAP), found)


def _number(point: int, box: Box, found: Found) -> Iterator[str]:
    """One number: against it on the far side, for it on the near one."""
    rows = []
    for wagers in IN_A_BOX:
        here = [found[f"{wager} {point}"] for wager in wagers if f"{wager} {point}" in found]
        if here or not wagers:
            rows.append(here)
    shares = [1.0 if quotes_here else 0.8 for quotes_here in rows]
    for quotes_here, row in zip(rows, box.rows(shares, SMALL_GAP), strict=True):
        if not quotes_here:
            yield write(row, Words(NAMES.get(point, str(point)), 46))
        for quote, place in zip(quotes_here, row.columns(max(len(quotes_here), 1), SMALL_GAP), strict=False):
            yield _cell(quote, place)


def _cell(quote: Quote, box: Box) -> str:
    words = SHORT.get(quote.wager, ("ODDS",))
    lines = [Words(word, 12) for word in words]
    tone = "soft" if quote.wager in ("come", "place_to_win", "put") else ""
    odds = [Words(each, 12, "odds") for each in quote.odds]
    return quote.area(box, write(box.inset(1), *lines, *odds, Words(quote.edge_words, 11, "edge"), margin=2), tone=tone)


def _dont_come(quote: Quote, box: Box) -> str:
    name, bar, sixes, figures = box.inset(6).rows((3, 1, 2, 2))
    return quote.area(
        box,
        write(name, Words("DON'T", 26), Words("COME", 26)),
        write(bar, Words("BAR", 20)),
        dice(sixes.inset(8), (6, 6), kind="craps"),
        quote.figures(figures, 17, 14),
    )


def _come(quote: Quote, box: Box) -> str:
    name, figures = box.columns((5, 1.4))
    return quote.area(box, write(name, Words(quote.title.upper(), 58)), quote.figures(figures, 22, 16), tone="strong")


def _big(quote: Quote, box: Box) -> str:
    name, figures = box.inset(6).rows((3, 2))
    word, number = quote.title.upper().split()
    return quote.area(
        box, write(name, Words(word, 18), Words(number, 38)), quote.figures(figures, 15, 13), tone="strong"
    )


def _field(quote: Quote, box: Box, setup: Setup) -> str:
    """The field with the totals that win; those that pay more stand in a ring."""
    pays = setup.offers["field"].pays
    assert pays is not None
    lines: Mapping[str, str] = setup.term("one_roll")["field"]
    usual = max(lines, key=lambda line: len(lines[line].split()))
    ringed = {totals: str(pays.lines[line]) for line, totals in lines.items() if line != usual}
    low, between, high, figures = box.inset(6).columns((1.3, 5, 1.3, 1.5), GAP)
    name, totals = between.rows((3, 2))
    return quote.area(
        box,
        *_rings(ringed, (low, high)),
        write(name, Words(quote.title.upper(), 46)),
        write(totals, Words(" · ".join(lines[usual].split()), 28)),
        write(figures, Words(str(pays.lines[usual]), 20, "odds"), Words(quote.edge_words, 15, "edge")),
        tone="soft",
    )


def _rings(ringed: Mapping[str, str], boxes: Sequence[Box]) -> Iterator[str]:
    for (total, odds), box in zip(ringed.items(), boxes, strict=False):
        circle, told = box.rows((3, 1))
        yield ring(circle.inset(2)) + write(circle.inset(6), Words(total, 32)) + write(told, Words(odds, 15, "odds"))
