"""Data a house supplies itself, by shape: each function reads and validates one and gives it in normal form."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.equipment.cards import Card
from pitboss.errors import PitbossError
from pitboss.money import cents
from pitboss.numerals import whole

NUMBERS = {str(n) for n in range(1, 37)}
MOST_SECTIONS = 1_000
POINTS = ("4", "5", "6", "8", "9", "10")


def _pockets(value: Any) -> tuple[str, ...]:
    """A wheel's pockets in clockwise order."""
    order = tuple(map(str, value)) if isinstance(value, list | tuple) else tuple(str(value).split())
    if len(order) not in (37, 38) or set(order) - {"0", "00"} != NUMBERS or "0" not in order:
        raise PitbossError("a wheel order is 0, perhaps 00, and every number from 1 to 36 once")
    if len(set(order)) != len(order):
        raise PitbossError("a wheel order names each pocket once")
    return order


def _red_numbers(value: Any) -> tuple[str, ...]:
    red = tuple(map(str, value)) if isinstance(value, list | tuple) else tuple(str(value).split())
    if len(red) != 18 or len(set(red)) != 18 or not set(red) <= NUMBERS:
        raise PitbossError("the red numbers are eighteen different numbers from 1 to 36")
    return red


def _color_sections(value: Any) -> dict[str, tuple[str, ...]]:
    """Six colors of six numbers each that together are 1 to 36."""
    if not isinstance(value, Mapping) or len(value) != 6:
        raise PitbossError("color sections are six colors, each with its six numbers")
    if not all(isinstance(numbers, list | tuple) for numbers in value.values()):
        raise PitbossError("color sections give the numbers of each color as a list")
    sections = {str(color): tuple(map(str, numbers)) for color, numbers in value.items()}
    every = [number for numbers in sections.values() for number in numbers]
    if any(len(numbers) != 6 for numbers in sections.values()) or sorted(every) != sorted(NUMBERS):
        raise PitbossError("color sections give each of six colors six numbers, every number 1 to 36 once")
    return sections


def _multipliers(value: Any) -> dict[int, int]:
    """Multipliers and their weights: ``{ "10" = 3, "25" = 1 }``."""
    if not isinstance(value, Mapping) or not value:
        raise PitbossError('multipliers are written as { "10" = 3, "25" = 1 }: multiplier = weight')
    found = {}
    for multiplier, weight in value.items():
        times = whole(multiplier)
        if not times or type(weight) is not int or weight < 1:
            raise PitbossError("a multiplier and its weight are whole numbers of one or more")
        found[times] = weight
    return found


def _king_nines(value: Any) -> dict[int, frozenset[Card]]:
    """Each chair's own King and 9 of different suits: ``{ "1" = "Kh 9c" }``, no two chairs alike."""
    if not isinstance(value, Mapping) or not value:
        raise PitbossError('personal combinations are written as { "1" = "Kh 9c", "2" = "Ks 9d" }')
    chairs = {}
    for chair, text in value.items():
        pair = [Card(word) for word in str(text).split()]
        ranks = sorted(card.rank for card in pair)
        number = whole(chair)
        if number is None or ranks != [9, 13] or pair[0].suit == pair[1].suit:
            raise PitbossError(f"chair {chair}: a personal combination is a King and a 9 of different suits")
        chairs[number] = frozenset(pair)
    if len(set(chairs.values())) != len(chairs):
        raise PitbossError("no two chairs may have the same personal combination")
    return chairs


def _sections(value: Any) -> dict[str, int]:
    """How many sections of a wheel show each symbol: ``{ "1" = 24, joker = 1 }``."""
    if not isinstance(value, Mapping) or not value:
        raise PitbossError('wheel sections are written as { "1" = 24, joker = 1 }: symbol = number of sections')
    if not all(type(many) is int and 1 <= many <= MOST_SECTIONS for many in value.values()):
        raise PitbossError(f"each symbol has a whole number of sections, from 1 to {MOST_SECTIONS}")
    return {str(symbol): many for symbol, many in value.items()}


def _timing_by_number(value: Any) -> tuple[str, ...]:
    """The numbers whose vigorish is taken from winning bets only: ``["4", "10"]``, ``"when_made"`` or ``"on_win"``."""
    if value in ("when_made", "on_win"):
        return POINTS if value == "on_win" else ()
    listed = value if isinstance(value, list | tuple) else str(value).replace(",", " ").split()
    numbers = tuple(map(str, listed))
    if not set(numbers) <= set(POINTS) or len(set(numbers)) != len(numbers):
        raise PitbossError(
            'write "when_made", "on_win", or the numbers whose vigorish is taken on wins, some of 4, 5, 6, 8, 9 and '
            '10, like ["4", "10"]'
        )
    return tuple(point for point in POINTS if point in numbers)


def _awards(value: Any) -> dict[int, int]:
    """Amounts in dollars that a device may show, and their weights: ``{ "50" = 3, "1000" = 1 }``; kept in cents."""
    if not isinstance(value, Mapping) or not value:
        raise PitbossError('awards are written as { "50" = 3, "1000" = 1 }: amount in dollars = weight')
    found = {}
    for amount, weight in value.items():
        if type(weight) is not int or weight < 1 or not cents(str(amount)):
            raise PitbossError("an award is more than nothing, and its weight a whole number of one or more")
        found[cents(str(amount))] = weight
    return found


def _prize_wheel(value: Any) -> dict[int, int]:
    """The amounts on a wheel, in whole dollars, and how many sections show each: ``{ "40" = 30, "500" = 1 }``."""
    if not isinstance(value, Mapping) or not value:
        raise PitbossError('a prize wheel is written as { "40" = 30, "500" = 1 }: amount in dollars = sections')
    found = {}
    for amount, sections in value.items():
        prize = whole(amount)
        if not prize or type(sections) is not int or sections < 1:
            raise PitbossError("a prize is whole dollars, one or more, and so is the number of its sections")
        found[prize] = sections
    if sum(found.values()) > MOST_SECTIONS:
        raise PitbossError(f"a prize wheel has no more than {MOST_SECTIONS:,} sections")
    return found


def _ace_and_face(value: Any) -> frozenset[Card]:
    """One ace and one face card: ``"As Jd"``."""
    words = value if isinstance(value, list | tuple | frozenset) else str(value).split()
    pair = frozenset(Card(str(word)) for word in words)
    if len(words) != 2 or sorted(card.rank == 14 for card in pair) != [False, True]:
        raise PitbossError('write one ace and one face card, like "As Jd"')
    if not any(11 <= card.rank <= 13 for card in pair):
        raise PitbossError("the card beside the ace is a jack, a queen or a king")
    return pair


SHAPES: dict[str, Callable[[Any], Any]] = {
    "pockets": _pockets,
    "red_numbers": _red_numbers,
    "color_sections": _color_sections,
    "multipliers": _multipliers,
    "king_nines": _king_nines,
    "sections": _sections,
    "timing_by_number": _timing_by_number,
    "awards": _awards,
    "ace_and_face": _ace_and_face,
    "prize_wheel": _prize_wheel,
}
