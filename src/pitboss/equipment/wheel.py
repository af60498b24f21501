"""Roulette wheels and the betting layout that goes with each."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from pitboss.errors import PitbossError

ZEROS = ("0", "00")
NUMBERS = tuple(str(n) for n in range(1, 37))

Group = frozenset[str]
Spots = dict[str, Group]
"""The spots of one shape of bet, and the numbers each covers."""


@dataclass(frozen=True)
class Wheel:
    """Pockets in clockwise order, and which numbers are red; every other number from 1 to 36 is black."""

    order: tuple[str, ...]
    red: Group

    def __post_init__(self) -> None:
        if len(set(self.order)) != len(self.order) or set(self.order) - set(ZEROS) != set(NUMBERS):
            raise PitbossError("a wheel has 0, perhaps 00, and each number from 1 to 36 once")
        if "0" not in self.order or len(self.red) != 18 or not self.red <= set(NUMBERS):
            raise PitbossError("a wheel has a 0 and eighteen red numbers from 1 to 36")

    @property
    def double_zero(self) -> bool:
        return "00" in self.order

    @cached_property
    def layout(self) -> "Layout":
        return Layout(self.double_zero)

    @cached_property
    def groups(self) -> dict[str, Group]:
        """The even-money groups; no zero is in any of them.

        >>> len(Wheel(("0", *NUMBERS), frozenset(NUMBERS[:18])).groups["black"])
        18
        """
        return {
            "red": self.red,
            "black": _group(n for n in NUMBERS if n not in self.red),
            "odd": _group(n for n in NUMBERS if int(n) % 2),
            "even": _group(n for n in NUMBERS if not int(n) % 2),
            "low": _group(NUMBERS[:18]),
            "high": _group(NUMBERS[18:]),
        }

    def neighbours(self, pocket: str, each_side: int) -> tuple[str, ...]:
        """The pocket and its neighbours on the rim, in order round the wheel.

        >>> wheel = Wheel(tuple("0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 "
        ...     "18 6 21 33 16 4 23 35 14 2".split()), frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 "
        ...     "36".split()))
        >>> wheel.neighbours("0", 2)
        ('14', '2', '0', '28', '9')
        """
        middle = self.order.index(pocket)
        return tuple(self.order[(middle + step) % len(self.order)] for step in range(-each_side, each_side + 1))

    def side_by_side(self, numbers: Group) -> bool:
        """True when the numbers make one section of the rim; a zero between them does not part it."""
        rim = [pocket for pocket in self.order if pocket not in ZEROS]
        begins = [n for n, pocket in enumerate(rim) if pocket in numbers and rim[n - 1] not in numbers]
        return len(begins) <= 1


@dataclass(frozen=True)
class Layout:
    """The grid of boxes: row r holds 3r-2, 3r-1, 3r; the zeros stand above row 1.

    >>> {shape: len(spots) for shape, spots in Layout(double_zero=True).spots.items()}
    {'straight': 38, 'split': 62, 'row': 12, 'trio': 3, 'corner': 22, 'first_four': 0, 'first_five': 1,
     'double_row': 11, 'column': 3, 'dozen': 3}
    """

    double_zero: bool

    @cached_property
    def spots(self) -> dict[str, Spots]:
        """Every shape of bet, and in each shape every spot a chip can lie on with the numbers it covers."""
        numbers = range(1, 37)
        shapes: dict[str, list[tuple[int | str, ...]]] = {
            "straight": [(n,) for n in (*(ZEROS if self.double_zero else ZEROS[:1]), *numbers)],
            "split": [
                *[(n, n + 1) for n in numbers if n % 3],
                *[(n, n + 3) for n in numbers if n <= 33],
                *self._zero_splits,
            ],
            "row": [(n, n + 1, n + 2) for n in range(1, 35, 3)],
            "trio": [("0", 1, 2), *([("0", "00", 2), ("00", 2, 3)] if self.double_zero else [("0", 2, 3)])],
            "corner": [(n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3],
            "first_four": [] if self.double_zero else [("0", 1, 2, 3)],
            "first_five": [("0", "00", 1, 2, 3)] if self.double_zero else [],
            "double_row": [tuple(range(n, n + 6)) for n in range(1, 32, 3)],
        }
        named = {shape: {_spot_name(members): _group(members) for members in each} for shape, each in shapes.items()}
        named["column"] = {str(c): _group(range(c, 37, 3)) for c in (1, 2, 3)}
        named["dozen"] = {str(d): _group(range(12 * d - 11, 12 * d + 1)) for d in (1, 2, 3)}
        return named

    @property
    def _zero_splits(self) -> list[tuple[int | str, ...]]:
        if self.double_zero:
            return [("0", 1), ("0", 2), ("00", 2), ("00", 3), ("0", "00")]
        return [("0", 1), ("0", 2), ("0", 3)]


def read_spot(spots: Spots, text: str) -> str | None:
    """The name of the spot a person means: the numbers in any order, or the ends of a run of them.

    >>> spots = Layout(double_zero=True).spots
    >>> read_spot(spots["split"], "11 - 8"), read_spot(spots["double_row"], "13-14-15-16-17-18")
    ('8-11', '13-18')
    >>> read_spot(spots["dozen"], "2nd 12"), read_spot(spots["dozen"], "13-24"), read_spot(spots["split"], "8-12")
    ('2', '2', None)
    """
    word = text.strip().lower()
    if word in spots:
        return word
    ordinal = _ORDINALS.get(word.removesuffix(" 12"))
    if ordinal is not None and len(spots) == 3:
        return ordinal
    named = frozenset(filter(None, word.replace(",", "-").replace("/", "-").replace(" ", "-").split("-")))
    return next((name for name, numbers in spots.items() if named in (numbers, _ends(numbers))), None)


_ORDINALS = {"1st": "1", "first": "1", "2nd": "2", "second": "2", "3rd": "3", "third": "3"}


def _ends(numbers: Group) -> Group | None:
    """The first and last of a run of numbers."""
    values = sorted(map(int, numbers))
    run = len(values) > 2 and "00" not in numbers and values == list(range(values[0], values[-1] + 1))
    return _group((values[0], values[-1])) if run else None


def _spot_name(members: tuple[int | str, ...]) -> str:
    if len(members) == 6:
        return f"{members[0]}-{members[-1]}"
    return "-".join(map(str, members))


def _group(members: Iterable[int | str]) -> Group:
    return frozenset(map(str, members))
