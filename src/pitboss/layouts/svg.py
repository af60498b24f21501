"""Small helpers to draw a betting layout as SVG: boxes, areas that a page can hang clicks on, words that fit, dice.

An area is a group with its wager and spot in ``data-wager`` and ``data-spot``, a shape of class ``felt`` first in it, a
tooltip and an ``aria-label``. Nothing here knows a game; each layout puts its areas together from these.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

FONT = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
LINE_HEIGHT = 1.22
_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[]-/ "), frozenset("mwMW%@")

STYLE = f"""
.layout {{ font-family: {FONT}; }}
.layout .cloth {{ fill: #0c5a3c; }}
.layout .felt {{ fill: #0f6b48; stroke: #f2e6c4; stroke-width: 2; }}
.layout .felt.strong {{ fill: #7d1f24; }}
.layout .felt.soft {{ fill: #0f704d; }}
.layout .area:hover .felt, .layout .area:focus .felt {{ fill: #1f8f68; }}
.layout .area:hover .felt.strong, .layout .area:focus .felt.strong {{ fill: #9b2c31; }}
.layout text {{ text-anchor: middle; fill: #ffffff; }}
.layout text.name {{ font-weight: bold; }}
.layout text.odds {{ fill: #ffd766; font-weight: bold; }}
.layout text.edge {{ fill: #d4ecdf; }}
.layout text.heading {{ fill: #f2e6c4; letter-spacing: 0; }}
.layout .die {{ fill: #fffdf6; stroke: #3b3b3b; stroke-width: 1; }}
.layout .pip {{ fill: #1b1b1b; }}
.layout .pip.red {{ fill: #c21d1d; }}
.layout .die.craps {{ fill: #b3202a; stroke: #f6d9d9; }}
.layout .die.craps ~ .pip {{ fill: #ffffff; }}
.layout .ring, .layout .frame {{ fill: none; stroke: #f2e6c4; stroke-width: 2; }}
.layout .felt.red {{ fill: #a3212a; }}
.layout .felt.black {{ fill: #191c1b; }}
.layout .felt.blue {{ fill: #1d4f86; }}
.layout .area:hover .felt.red, .layout .area:focus .felt.red {{ fill: #c03440; }}
.layout .area:hover .felt.black, .layout .area:focus .felt.black {{ fill: #3a403e; }}
.layout .area:hover .felt.blue, .layout .area:focus .felt.blue {{ fill: #2d68a8; }}
.layout .felt.between {{ fill: #ffffff; fill-opacity: 0; stroke: none; }}
.layout .area:hover .felt.between, .layout .area:focus .felt.between {{ fill: #ffd766; fill-opacity: 0.75; }}
"""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the cloth.

    >>> Box(0, 0, 100, 40).columns(2, gap=10)
    [Box(x=0, y=0, width=45.0, height=40), Box(x=55.0, y=0, width=45.0, height=40)]
    """

    x: float
    y: float
    width: float
    height: float

    def columns(self, shares: int | Sequence[float], gap: float = 0) -> list["Box"]:
        """The box cut side by side: into so many equal parts, or by shares of its width."""
        parts, at = [], self.x
        for width in _shared(self.width, shares, gap):
            parts.append(Box(at, self.y, width, self.height))
            at += width + gap
        return parts

    def rows(self, shares: int | Sequence[float], gap: float = 0) -> list["Box"]:
        """The box cut from top to bottom."""
        parts, at = [], self.y
        for height in _shared(self.height, shares, gap):
            parts.append(Box(self.x, at, self.width, height))
            at += height + gap
        return parts

    def right_of(self, width: float) -> "Box":
        """What is left of the box without so much of it on the left."""
        return Box(self.x + width, self.y, self.width - width, self.height)

    def inset(self, by: float) -> "Box":
        """The box without a margin of that width."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Polygon:
    """An area that is no rectangle, by its corners in order."""

    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Circle:
    """A round area by its middle: a betting circle, or a place between numbers where a chip covers several."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text in an area: at most this large, and less where it would not fit.

    ``kind`` is how it looks: ``name``, ``odds``, ``edge`` or ``heading``.
    """

    text: str
    size: float = 14
    kind: str = "name"


def area(
    wager: str,
    shape: Box | Polygon | Circle,
    label: str,
    *drawn: str,
    spot: str = "",
    tone: str = "",
    tooltip: str = "",
) -> str:
    """A place to bet: its shape, what is drawn in it, and what a page and a screen reader know it by.

    ``label`` is read out, and shown as the tooltip unless another is given; ``tone`` is how it is coloured:
    ``""``, ``strong``, ``soft``, ``red``, ``black``, ``blue``, or ``between`` for one that is seen when it is meant.
    """
    name = f"{wager}-{spot}" if spot else wager
    attributes = {
        "id": f"area-{name}",
        "class": f"area wager-{wager}",
        "data-wager": wager,
        "data-spot": spot,
        "role": "img",
        "aria-label": label,
    }
    head = " ".join(f"{key}={quoteattr(value)}" for key, value in attributes.items())
    inside = [f"<title>{escape(tooltip or label)}</title>", _outline(shape, f"felt {tone}".strip()), *drawn]
    return f"<g {head}>{''.join(inside)}</g>"


def write(box: Box, *lines: Words, margin: float = 4) -> str:
    """Lines of text one under the other, centred in a box, each made small enough for its width.

    >>> write(Box(0, 0, 100, 40), Words("BIG", 20))
    '<text class="name" x="50" y="27" font-size="20">BIG</text>'
    """
    sizes = [fitting(line, box.width - 2 * margin) for line in lines]
    height = sum(size * LINE_HEIGHT for size in sizes)
    squeeze = min(1.0, box.height / height) if height else 1.0
    at = box.y + (box.height - height * squeeze) / 2
    drawn = []
    for line, full in zip(lines, sizes, strict=True):
        size = full * squeeze
        at += size * LINE_HEIGHT
        # The foot of the letters stands a little above the bottom of the line.
        foot = at - size * (LINE_HEIGHT - 1) / 2 - size * 0.15
        drawn.append(
            f'<text class="{line.kind}" x="{_n(box.x + box.width / 2)}" y="{_n(foot)}" font-size="{_n(size)}">'
            f"{escape(line.text)}</text>"
        )
    return "".join(drawn)


def in_two_lines(title: str, longest: int = 12) -> list[str]:
    """A title that is too long for one line, broken where its halves are most even; one word after a hyphen.

    >>> in_two_lines("Any three of a kind"), in_two_lines("Any Seven"), in_two_lines("Match-the-Dealer")
    (['Any three', 'of a kind'], ['Any Seven'], ['Match-the-', 'Dealer'])
    """
    words = title.split()
    if len(words) == 1 and len(title) > longest and "-" in title:
        first, _, last = title.rpartition("-")
        return [f"{first}-", last]
    if len(title) <= longest or len(words) == 1:
        return [title]
    at = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))))
    return [" ".join(words[:at]), " ".join(words[at:])]


def fitting(line: Words, width: float) -> float:
    """The size at which a line fits a width, never more than it asks for."""
    needed = text_width(line.text, line.size, bold=line.kind in ("name", "odds"))
    return line.size if needed <= width else line.size * width / needed


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is drawn; on the safe side for the fonts that are usual."""
    ems = 0.0
    for mark in text:
        ems += 0.33 if mark in _NARROW else 0.92 if mark in _WIDE else 0.72 if mark.isupper() else 0.58
    return ems * size * (1.06 if bold else 1.0)


def turned(box: Box, line: Words) -> str:
    """One line of text that runs up a tall box."""
    size = fitting(line, box.height)
    x, y = box.x + box.width / 2 + size * 0.35, box.y + box.height / 2
    return (
        f'<text class="{line.kind}" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" '
        f'transform="rotate(-90 {_n(x)} {_n(y)})">{escape(line.text)}</text>'
    )


def frame(box: Box) -> str:
    """A line round what belongs together and is no area itself."""
    return _outline(box, "frame")


def ring(box: Box) -> str:
    """A circle, as large as the box lets, in its middle."""
    across, down = box.x + box.width / 2, box.y + box.height / 2
    return f'<circle class="ring" cx="{_n(across)}" cy="{_n(down)}" r="{_n(min(box.width, box.height) / 2)}"/>'


def dice(box: Box, faces: Sequence[int], upright: bool = False, gap: float = 0.14, kind: str = "") -> str:
    """Dice side by side (or one above the other), as large as the box lets, in its middle; ``kind`` as for a die."""
    many = len(faces)
    room = many + (many - 1) * gap
    side = min(box.width, box.height / room) if upright else min(box.width / room, box.height)
    long = side * room
    x = box.x + (box.width - (side if upright else long)) / 2
    y = box.y + (box.height - (long if upright else side)) / 2
    step = side * (1 + gap)
    drawn = []
    for at, face in enumerate(faces):
        drawn.append(die(x if upright else x + at * step, y + at * step if upright else y, side, face, kind))
    return "".join(drawn)


_LOW, _MID, _HIGH = 0.26, 0.5, 0.74
_CORNERS = ((_LOW, _LOW), (_HIGH, _HIGH)), ((_LOW, _HIGH), (_HIGH, _LOW))
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: _CORNERS[1],
    3: (*_CORNERS[1], (_MID, _MID)),
    4: (*_CORNERS[0], *_CORNERS[1]),
    5: (*_CORNERS[0], *_CORNERS[1], (_MID, _MID)),
    6: (*_CORNERS[0], *_CORNERS[1], (_LOW, _MID), (_HIGH, _MID)),
}


def die(x: float, y: float, side: float, face: int, kind: str = "") -> str:
    """A die that shows a face; the one is large and red, as on the dice of the East, unless they are for ``craps``."""
    large = face == 1 and kind != "craps"
    pips = "".join(
        f'<circle class="pip{" red" if large else ""}" cx="{_n(x + across * side)}" cy="{_n(y + down * side)}" '
        f'r="{_n(side * (0.14 if large else 0.1))}"/>'
        for across, down in PIPS[face]
    )
    look, corner = f"die {kind}".strip(), _n(side * 0.16)
    square = f'<rect class="{look}" x="{_n(x)}" y="{_n(y)}" width="{_n(side)}" height="{_n(side)}" rx="{corner}"/>'
    return f"<g>{square}{pips}</g>"


def document(title: str, description: str, width: float, height: float, *parts: str) -> str:
    """The whole picture; it scales with the page it stands on."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="layout" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'role="group" aria-label={quoteattr(title)}>\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n<style>{STYLE}</style>\n"
        f'<rect class="cloth" x="0" y="0" width="{_n(width)}" height="{_n(height)}" rx="14"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _outline(shape: Box | Polygon | Circle, kind: str) -> str:
    if isinstance(shape, Circle):
        return f'<circle class="{kind}" cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"/>'
    if isinstance(shape, Polygon):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
        return f'<polygon class="{kind}" points="{points}"/>'
    return (
        f'<rect class="{kind}" x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" '
        f'height="{_n(shape.height)}" rx="4"/>'
    )


def _shared(whole: float, shares: int | Sequence[float], gap: float) -> list[float]:
    weights = [1.0] * shares if isinstance(shares, int) else list(shares)
    room = whole - gap * (len(weights) - 1)
    return [room * weight / sum(weights) for weight in weights]


def _n(value: float) -> str:
    """A coordinate, with as many decimals as it needs and at most two."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
