"""Roulette wheels and the betting layout that goes with each."""

from dataclasses import dataclass, field
from functools import cached_property

from pitboss.errors import PitbossError

ZEROS = ("0", "00")


@dataclass(frozen=True)
class Wheel:
    """Pockets in clockwise order, and which numbers are red; every other number from 1 to 36 is black."""

    order: tuple[str, ...]
    red: frozenset[str]
    layout: "Layout" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        numbers = {str(n) for n in range(1, 37)}
        if len(set(self.order)) != len(self.order) or set(self.order) - set(ZEROS) != numbers:
            raise PitbossError("a wheel has 0, perhaps 00, and each number from 1 to 36 once")
        if "0" not in self.order or len(self.red) != 18 or not self.red <= numbers:
            raise PitbossError("a wheel has a 0 and eighteen red numbers from 1 to 36")
        object.__setattr__(self, "layout", Layout("00" in self.order))

    @property
    def double_zero(self) -> bool:
        return "00" in self.order

    @cached_property
    def black(self) -> frozenset[str]:
        return frozenset(str(n) for n in range(1, 37)) - self.red

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


@dataclass(frozen=True)
class Layout:
    """The grid of boxes: row r holds 3r-2, 3r-1, 3r; the zeros stand above row 1."""

    double_zero: bool

    @cached_property
    def spots(self) -> dict[str, dict[str, frozenset[str]]]:
        """Every shape of bet, and in each shape every spot a chip can lie on with the numbers it covers."""
        zero_touches = {"0": (1, 2), "00": (2, 3)} if self.double_zero else {"0": (1, 2, 3)}
        numbers = range(1, 37)
        splits = [(n, n + 1) for n in numbers if n % 3] + [(n, n + 3) for n in numbers if n <= 33]
        zero_splits: list[tuple[int | str, ...]] = [
            (zero, n) for zero, touched in zero_touches.items() for n in touched
        ]
        trios: list[tuple[int | str, ...]] = [("0", 1, 2)]
        if self.double_zero:
            zero_splits.append(("0", "00"))
            trios += [("0", "00", 2), ("00", 2, 3)]
        else:
            trios.append(("0", 2, 3))
        shapes: dict[str, list[tuple[int | str, ...]]] = {
            "straight": [(n,) for n in ("0", *(["00"] if self.double_zero else []), *numbers)],
            "split": [*splits, *zero_splits],
            "row": [(n, n + 1, n + 2) for n in range(1, 35, 3)],
            "trio": trios,
            "corner": [(n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3],
            "first_four": [] if self.double_zero else [("0", 1, 2, 3)],
            "first_five": [("0", "00", 1, 2, 3)] if self.double_zero else [],
            "double_row": [tuple(range(n, n + 6)) for n in range(1, 32, 3)],
        }
        return {
            shape: {_spot_name(members): frozenset(map(str, members)) for members in groups}
            for shape, groups in shapes.items()
        }


def _spot_name(members: tuple[int | str, ...]) -> str:
    if len(members) == 6:
        return f"{members[0]}-{members[-1]}"
    return "-".join(map(str, members))


def numbers_of(spot: str) -> frozenset[str]:
    """Read a spot as a person writes it: ``8-11``, ``0-00``, ``13-18`` (two rows), ``5, 8``.

    >>> sorted(numbers_of("0-00"))
    ['0', '00']
    """
    words = spot.replace(",", "-").replace(" ", "-").split("-")
    return frozenset(word for word in words if word)
