"""Hands as values: whose they are, and which of that seat's."""

import re
from functools import cache

SEAT = "seat"
"""Any player's hand, where an entry names one besides those that have names of their own."""
_NAME = re.compile(r"seat ([1-9][0-9]*)(?: (.+))?")


class Hand(str):
    """A place where pieces lie. Its text is its name in events and records; a seat may have several.

    >>> first, second, low = Hand.of(3), Hand.of(3, 2), Hand.of(3).part("low")
    >>> first, second, low, Hand("dealer").owner
    ('seat 3', 'seat 3 hand 2', 'seat 3 low', None)
    >>> second.owner, second.number, low.owner, Hand("seat 3") == first
    (3, 2, 3, True)
    """

    __slots__ = ("name", "number", "owner")
    owner: int | None
    number: int
    name: str
    """What it is called among its owner's hands; empty for the first one."""

    def __new__(cls, text: str) -> "Hand":
        return text if isinstance(text, Hand) else _made(text)

    @classmethod
    def of(cls, seat: int, number: int = 1) -> "Hand":
        """A seat's hand by its number."""
        return _of(seat, number)

    def part(self, name: str) -> "Hand":
        """A part that pieces of this hand are set into."""
        return _made(f"{self} {name}")

    def __repr__(self) -> str:
        return repr(str(self))


@cache
def _of(seat: int, number: int) -> Hand:
    return _made(f"seat {seat}" if number == 1 else f"seat {seat} hand {number}")


@cache
def _made(text: str) -> Hand:
    hand = str.__new__(Hand, text)
    found = _NAME.fullmatch(text)
    hand.owner = int(found.group(1)) if found else None
    hand.name = (found.group(2) or "") if found else text
    numbered = re.match(r"hand ([0-9]+)", hand.name)
    hand.number = int(numbered.group(1)) if numbered else 1
    return hand
