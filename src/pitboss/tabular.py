"""Answers with rows: plain values for a program, a frame where pandas or polars is installed, a table to look at."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from html import escape
from importlib import import_module
from importlib.util import find_spec
from itertools import zip_longest
from textwrap import wrap
from typing import Any, ClassVar, Literal

from pitboss.errors import PitbossError
from pitboss.money import money

Row = dict[str, Any]
Library = Literal["pandas", "polars"]
LIBRARIES: tuple[Library, ...] = ("pandas", "polars")
MOST_SHOWN = 200
"""Rows that are printed; a program gets all of them."""
MOST_IN_A_CELL = 60
"""Rows that a cell of a notebook shows, half of them the first and half the last."""
LONGEST = 60
"""Letters of a line of a cell where a table is printed; what is longer goes on in the next line."""


class Tabular:
    """Something that can be read as a table.

    ``rows`` has exact values: dollars are ``Decimal``, shares and edges ``Fraction``. A frame has floats instead.

    >>> class Spins(Tabular):
    ...     percentages = frozenset({"house_edge"})
    ...     def rows(self) -> list[Row]:
    ...         return [{"wager": "red", "house_edge": Fraction(1, 19), "staked": Decimal("10.00")}]
    ...     def caption(self) -> str:
    ...         return "Spins"
    >>> print(Spins())
    Spins
    wager  house edge  staked
    red       5.2632%  $10.00
    >>> Spins()
    <Spins: Spins, 1 row>
    """

    __slots__ = ()
    percentages: ClassVar[frozenset[str]] = frozenset()
    """Columns that are shown as percentages."""

    def rows(self) -> list[Row]:
        """The table, a row each, by the names of its columns."""
        raise NotImplementedError

    def caption(self) -> str:
        """What the table is of."""
        return ""

    def remarks(self) -> Sequence[str]:
        """Sentences that belong under it."""
        return ()

    def frame(self, library: Library | None = None) -> Any:
        """The rows as a frame of pandas or polars: the one named, or the one that is there."""
        chosen = _module(library)
        rows = [{name: _plain(value) for name, value in row.items()} for row in self.rows()]
        return chosen.DataFrame(rows)

    def __str__(self) -> str:
        every = self.rows()
        heads, rows = self._shown(every[:MOST_SHOWN])
        right = [all(numbers[at] for _, numbers in rows) for at in range(len(heads))]
        cells = [line for row, _ in rows for line in _folded(row)]
        widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
        lines = [
            "  ".join(
                cell.rjust(width) if side else cell.ljust(width)
                for cell, width, side in zip(line, widths, right, strict=True)
            ).rstrip()
            for line in (heads, *cells)
        ]
        more = [f"… and {len(every) - MOST_SHOWN:,} more rows"] if len(every) > MOST_SHOWN else []
        return "\n".join([self.caption(), *lines, *more, *self.remarks()])

    def __repr__(self) -> str:
        many = len(self.rows())
        return f"<{type(self).__name__}: {self.caption()}, {many} row{'' if many == 1 else 's'}>"

    def _repr_html_(self) -> str:
        """The table as a notebook shows it."""
        every, half = self.rows(), MOST_IN_A_CELL // 2
        left_out = max(len(every) - 2 * half, 0)
        heads, rows = self._shown([*every[:half], *every[half + left_out :]])
        right = [all(numbers[at] for _, numbers in rows) for at in range(len(heads))]
        sides = [f' style="text-align: {"right" if side else "left"}; vertical-align: top"' for side in right]
        head = "".join(f"<th{side}>{escape(name)}</th>" for name, side in zip(heads, sides, strict=True))
        lines = [
            "".join(f"<td{side}>{escape(cell)}</td>" for cell, side in zip(cells, sides, strict=True))
            for cells, _ in rows
        ]
        if left_out:
            gap = f"… {left_out:,} more {'row' if left_out == 1 else 'rows'}: rows() and frame() have all …"
            lines.insert(half, f'<td colspan="{len(heads)}" style="text-align: left">{gap}</td>')
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        caption = f'<caption style="text-align: left; white-space: nowrap"><b>{escape(self.caption())}</b></caption>'
        remarks = "<br/>".join(map(escape, self.remarks()))
        under = f"<p><small>{remarks}</small></p>" if remarks else ""
        at_left = ' style="margin-left: 0"'  # where the lines under it are; a notebook has tables in the middle
        table = f"<table{at_left}>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f"<div>{table}{under}</div>"

    def _shown(self, rows: Sequence[Row]) -> tuple[list[str], list[tuple[list[str], list[bool]]]]:
        """The heads, and the cells of each row as text, with which of them are numbers."""
        names = list(dict.fromkeys(name for row in rows for name in row))
        shown = []
        for row in rows:
            values = [row.get(name) for name in names]
            cells = [_text(value, name in self.percentages) for name, value in zip(names, values, strict=True)]
            shown.append((cells, [value is None or _is_number(value) for value in values]))
        return [name.replace("_", " ") for name in names], shown


def _module(library: Library | None) -> Any:
    """The library of frames that is wanted, or the one that is in use, or else the first that is installed."""
    if library is not None and library not in LIBRARIES:
        raise PitbossError(f'there are no frames of "{library}"; name pandas or polars')
    wanted = LIBRARIES if library is None else (library,)
    for name in sorted(wanted, key=lambda name: name not in sys.modules):
        if name in sys.modules or find_spec(name) is not None:
            return import_module(name)
    raise PitbossError(f"a frame needs {' or '.join(wanted)}: pip install {wanted[0]}; rows() needs nothing")


def _plain(value: Any) -> Any:
    """A value as a frame holds it."""
    if isinstance(value, Decimal | Fraction):
        return float(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value) if isinstance(value, Mapping) else value


def _folded(row: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A row in as many lines as its longest cell takes; a word is never cut.

    >>> list(_folded(["red", "the ball came to rest at 7, which is a red number, and an odd one"]))
    [('red', 'the ball came to rest at 7, which is a red number, and an'), ('', 'odd one')]
    """
    cells = (wrap(cell, LONGEST, break_long_words=False, break_on_hyphens=False) or [""] for cell in row)
    return zip_longest(*cells, fillvalue="")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal | Fraction) and not isinstance(value, bool)


def _text(value: Any, percentage: bool) -> str:
    """A value as people read it."""
    if value is None:
        return ""
    if percentage:
        return f"{float(value):.4%}"
    if isinstance(value, Decimal):
        return money(int(value * 100))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float | Fraction):
        return f"{float(value):.6g}"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def in_dollars(amount: int) -> Decimal:
    """Cents as exact dollars.

    >>> in_dollars(1250)
    Decimal('12.50')
    """
    return Decimal(amount).scaleb(-2)
