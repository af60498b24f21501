"""Cards, dice and wheel numbers as small pictures, each with words for those who do not see it."""

from collections.abc import Iterable, Sequence
from html import escape

from pitboss.equipment.cards import UNKNOWN
from pitboss.layouts.svg import die

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight", "7": "seven"}
RANKS |= {"6": "six", "5": "five", "4": "four", "3": "three", "2": "two"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
JOKERS = {"Xr": "red joker", "Xb": "black joker"}
# Each suit drawn in a square of 24.
PATHS = {
    "h": "M12 21C5.5 15.8 2 12.3 2 8.3 2 5.3 4.3 3 7.1 3c2 0 3.8 1.1 4.9 2.9C13.1 4.1 14.9 3 16.9 3 19.7 3 22 5.3"
    " 22 8.3c0 4-3.5 7.5-10 12.7z",
    "d": "M12 2l8 10-8 10-8-10z",
    "s": "M12 2c5 5.5 9 8.3 9 12.2 0 2.6-1.9 4.5-4.3 4.5-1.5 0-2.8-.8-3.6-2 .2 2 1 3.7 2.4 5.3h-7"
    "c1.4-1.6 2.2-3.3 2.4-5.3-.8 1.2-2.1 2-3.6 2C4.9 18.7 3 16.8 3 14.2 3 10.3 7 7.5 12 2z",
    "c": "M12 2a4.6 4.6 0 0 1 4 6.9 4.6 4.6 0 1 1-2.9 7.6c.2 2.1 1 3.8 2.4 5.5h-7"
    "c1.4-1.7 2.2-3.4 2.4-5.5A4.6 4.6 0 1 1 8 8.9 4.6 4.6 0 0 1 12 2z",
}
RED = ("h", "d")
NAMES_OF_TILES = {"6-6": "Teen", "1-1": "Day", "4-4": "Yun", "1-3": "Gor", "5-5": "Mui", "3-3": "Chong", "2-2": "Bon"}
NAMES_OF_TILES |= {"5-6": "Foo", "4-6": "Ping", "1-6": "Tit", "1-5": "Look", "3-6": "Gow", "4-5": "Gow", "2-6": "Bot"}
NAMES_OF_TILES |= {"3-5": "Bot", "2-5": "Chit", "3-4": "Chit", "1-4": "Ng", "2-3": "Ng", "2-4": "Gee Joon"}
NAMES_OF_TILES |= {"1-2": "Gee Joon"}
# Where the dots of one end of a tile lie, in a square of 3 by 3.
DOTS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def spoken(card: str) -> str:
    """A card in words.

    >>> spoken("Qh"), spoken("??"), spoken("Xr")
    ('queen of hearts', 'face-down card', 'red joker')
    """
    if card == UNKNOWN:
        return "face-down card"
    if card in JOKERS:
        return JOKERS[card]
    if card[1:2] == "-":
        return f"{NAMES_OF_TILES[card]} tile, {card[0]} and {card[2]} dots"
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}" if card[0] in RANKS and card[1:] in SUITS else card


def spoken_hand(cards: Sequence[str]) -> str:
    """A hand in words; cards that lie face down are counted."""
    seen = [spoken(card) for card in cards if card != UNKNOWN]
    down = len(cards) - len(seen)
    hidden = [f"{down} face-down card{'s' if down > 1 else ''}"] if down else []
    return ", ".join([*seen, *hidden]) or "no cards"


def card(name: str) -> str:
    """One card as SVG."""
    if name == UNKNOWN:
        inside = (
            '<rect class="back" x="6" y="6" width="88" height="128" rx="6"/>'
            '<path class="weave" d="M6 38 38 6M6 70 70 6M6 102 94 14M14 126 94 46M38 134 94 78M70 134 94 110'
            'M94 102 62 134M94 70 30 134M94 38 6 126M86 14 6 94M62 6 6 62M30 6 6 30"/>'
        )
        return _paper("down", spoken(name), inside)
    if name in JOKERS:
        return _paper(
            "red" if name == "Xr" else "black", spoken(name), '<text x="50" y="78" font-size="24">JOKER</text>'
        )
    if name[1:2] == "-":
        return _tile(name)
    if name[0] not in RANKS or name[1:] not in SUITS:
        return _paper("black", name, f'<text x="50" y="78" font-size="18">{escape(name)}</text>')
    rank = "10" if name[0] == "T" else name[0]
    path = PATHS[name[1]]
    # A ten has two figures, and is squeezed into the corner.
    width = ' textLength="32" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    inside = (
        f'<text x="22" y="38" font-size="34"{width}>{rank}</text>'
        f'<path transform="translate(9.5 46) scale(1.050)" d="{path}"/>'
        f'<path transform="translate(30 62) scale(2.5)" d="{path}"/>'
    )
    return _paper("red" if name[1] in RED else "black", spoken(name), inside)


def _tile(name: str) -> str:
    """A tile: the dots of one end above those of the other; ones and fours are red, and half of a six."""
    drawn = []
    for end, count in enumerate((int(name[0]), int(name[2]))):
        for at, place in enumerate(DOTS[count]):
            red = count in (1, 4) or (count == 6 and at % 2 == 0)
            x, y = 28 + 22 * (place % 3), 20 + 16 * (place // 3) + 68 * end
            drawn.append(f'<circle class="{"red-dot" if red else "dot"}" cx="{x}" cy="{y}" r="7"/>')
    return _paper("tile", spoken(name), "".join(drawn))


def _paper(kind: str, label: str, inside: str) -> str:
    return (
        f'<svg class="playing-card {kind}" viewBox="0 0 100 140" role="img" aria-label="{escape(label)}">'
        f'<rect class="face" x="1" y="1" width="98" height="138" rx="9"/>{inside}</svg>'
    )


def hand(cards: Iterable[str], label: str = "", places: Sequence[tuple[int, int]] = ()) -> str:
    """Cards side by side, or each in its row and column, as one picture for a screen reader."""
    names = list(cards)
    said = f"{label}: {spoken_hand(names)}" if label else spoken_hand(names)
    drawn = [card(name).replace(' role="img"', ' aria-hidden="true"', 1) for name in names]
    for at, (row, column) in enumerate(places[: len(drawn)]):
        drawn[at] = drawn[at].replace("<svg ", f'<svg style="grid-area: {row} / {column}" ', 1)
    kind = "hand laid" if places else "hand"
    return f'<span class="{kind}" role="img" aria-label="{escape(said)}">{"".join(drawn)}</span>'


def squeezed(cards: Iterable[str]) -> str:
    """Cards under their backs, each with a slider over it: dragged upwards it bares the card from below."""
    drawn = []
    for number, name in enumerate(cards, 1):
        faces = "".join(card(each).replace(' role="img"', ' aria-hidden="true"', 1) for each in (name, UNKNOWN))
        peel = "this.parentNode.style.setProperty('--peel', this.value)"
        drawn.append(
            f'<span class="squeezed">{faces}<input type="range" min="0" max="100" value="0" step="1" '
            f'aria-label="Card {number}, {escape(spoken(name))}: how far it is bent back" oninput="{peel}"></span>'
        )
    return "".join(drawn)


def dice(faces: Sequence[int], kind: str = "") -> str:
    """Dice as they fell."""
    drawn = "".join(die(4 + at * 60, 4, 52, face, kind) for at, face in enumerate(faces))
    label = f"dice {' '.join(map(str, faces))}"
    width = 60 * len(faces)
    return f'<svg class="dice layout" viewBox="0 0 {width} 60" role="img" aria-label="{label}">{drawn}</svg>'


def number(text: str, colour: str) -> str:
    """A number of a wheel, on its colour."""
    return f'<span class="pocket {colour}" role="img" aria-label="{escape(f"{text}, {colour}")}">{escape(text)}</span>'
