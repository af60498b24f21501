"""The betting circles in front of a seat, drawn from what a set-up offers: every card game gets its layout for free."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.games import game_of
from pitboss.layouts.svg import Box, Circle, Words, area, document, fitting, write
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup
from pitboss.sheets.offers import limits_of, pays_of

RADIUS, GAP, MARGIN, FOOT = 76.0, 22.0, 18.0, 30.0
INSIDE = RADIUS * 1.5
"""How wide the words in a circle are."""
WIDE, NARROW = 5, 3
"""How many circles stand in a row."""
LONG = 26


@dataclass(frozen=True, slots=True)
class Spot:
    """A place to bet: its wager, and the spot of it if there are several."""

    offer: Offer
    on: str = ""


def draw(setup: Setup, narrow: bool = False) -> str:
    """One seat's places to bet; those of wagers that are made during the round are there and take no chips before."""
    spots = [*_spots(setup)]
    many = min(len(spots), NARROW if narrow else WIDE)
    # Rows of equal length look better than a full one and a rest.
    many = -(-len(spots) // -(-len(spots) // many))
    rows = [spots[at : at + many] for at in range(0, len(spots), many)]
    step, line = 2 * RADIUS + GAP, 2 * RADIUS + FOOT
    width, height = many * step - GAP + 2 * MARGIN, len(rows) * line + 2 * MARGIN
    parts = []
    for number, row in enumerate(rows):
        left = (width - len(row) * step + GAP) / 2 + RADIUS
        for at, spot in enumerate(row):
            parts.append(_circle(setup, spot, left + at * step, MARGIN + RADIUS + number * line))
    told = "Every circle names its wager, what it pays and its limits."
    drawn = document(f"Your wagers at {setup.entry.title}", told, width, height, *parts)
    # No larger than it is drawn; on a phone several rows leave room for the cards.
    most = width * (0.72 if narrow and len(rows) > 1 else 1)
    return drawn.replace("<svg ", f'<svg style="max-width: {most:g}px" ', 1)


def _spots(setup: Setup) -> Iterator[Spot]:
    game = game_of(setup.entry)
    for offer in setup.offers.values():
        if offer.placed == "automatic":
            continue
        for spot in game.places(setup, offer):
            yield Spot(offer, spot)


def _circle(setup: Setup, spot: Spot, x: float, y: float) -> str:
    offer = spot.offer
    later = offer.placed == "decision"
    limits = "made in the round" if later else limits_in_words(offer, setup)
    pays = pays_of(offer)
    label = f"{offer.title} {spot.on}".strip() + f", pays {pays}, {'made during the round' if later else limits}"
    inner = Box(x - INSIDE / 2, y - RADIUS * 0.62, INSIDE, RADIUS * 1.24)
    name, figures = inner.rows((3, 2))
    odds = pays if len(pays) <= LONG else "see pay table"
    drawn = area(
        offer.id,
        Circle(x, y, RADIUS),
        label,
        _written(name, _lines(f"{offer.title} {spot.on}".strip()), 25, "name"),
        _written(figures, _lines(odds, 18), 18, "odds"),
        _edge(x, y + RADIUS * 0.8),
        write(Box(x - RADIUS, y + RADIUS + 2, 2 * RADIUS, FOOT - 4), Words(limits, 17, "edge")),
        spot=spot.on,
        tone="later" if later else "soft",
        tooltip=f"{label} [{offer.cite}]",
    )
    return drawn.replace("<g ", '<g data-later="" ', 1) if later else drawn


def limits_in_words(offer: Offer, setup: Setup) -> str:
    """What may be wagered, as a page says it."""
    told = limits_of(offer, setup)
    return "any amount" if told == "any" else told


def _edge(x: float, y: float) -> str:
    """Where the house edge is written once it is known."""
    return f'<text class="edge" data-edge="" x="{x:g}" y="{y:g}" font-size="15"></text>'


def _written(box: Box, lines: Sequence[str], size: float, kind: str) -> str:
    """Lines of one size, the largest at which the longest of them stays within the circle."""
    size = min(fitting(Words(line, size, kind), box.width) for line in lines)
    return write(box, *(Words(line, size, kind) for line in lines), margin=0)


def _lines(title: str, size: float = 25) -> Sequence[str]:
    """A title in as many lines as it is readable in; the upper one rather the shorter, as a chip lies beside it.

    >>> _lines("Same Suit Bonus"), _lines("Let It Ride Bonus")
    (['Same', 'Suit Bonus'], ['Let It', 'Ride Bonus'])
    """
    if fitting(Words(title, size), INSIDE) >= size * 0.76 or " " not in title:
        return [title]
    words = title.split()
    halves = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
    longer = [len(upper) - len(lower) for upper, lower in halves]
    return min(zip(longer, halves, strict=True), key=lambda half: abs(half[0]) + 3 * (half[0] > 0))[1]
