"""What the commands print on: headings, paragraphs with their clause, labelled items, tables. Wraps, never cuts."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from pitboss.errors import is_plain, seen

CITE = "dim"
IN_FORCE = " ◄ in force"
MANY_COLUMNS = 7
"""A table of more is set tight."""
LONGEST_WORD = 16
"""A column is at least as wide as its longest word, up to this."""
WIDE = 80
"""Narrower paper breaks no word."""
JOKERS = ("Xr", "Xb")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
"""What JSON has not escaped of itself where it is not seen."""
SUITS, LETTERS = str.maketrans("cdhs", "♣♦♥♠"), str.maketrans("♣♦♥♠", "cdhs")


def print_json(value: Any) -> None:
    """Print JSON; what has no shape, and what the terminal has no letter for, is escaped as JSON escapes it."""
    text = json.dumps(value, indent=2, ensure_ascii=False, default=str)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(_BEYOND_ASCII.sub(lambda mark: mark[0] if _is_shown(mark[0], encoding) else json.dumps(mark[0])[1:-1], text))


def _is_shown(mark: str, encoding: str) -> bool:
    try:
        mark.encode(encoding)
    except (UnicodeError, LookupError):
        return False
    return is_plain(mark)


class _Seen:
    """Something to print, without what would steer a terminal instead of being seen on it."""

    def __init__(self, what: RenderableType) -> None:
        self._what = what

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for part in console.render(self._what, options):
            yield Segment(seen(part.text), part.style, part.control)


class Paper:
    """A terminal, or a file of the same width."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, markup=False, emoji=False)

    def put(self, what: RenderableType, indent: int = 0) -> None:
        """Print something, indented; a file gets no trailing blanks."""
        padded = _Seen(Padding(what, (0, 0, 0, indent)) if indent else what)
        symbols = "utf" in self.console.encoding
        if self.console.is_terminal and symbols:
            self.console.print(padded)
            return
        with self.console.capture() as captured:
            self.console.print(padded)
        for line in captured.get().splitlines():
            told = line if symbols else line.translate(LETTERS)
            self.console.file.write(f"{told if self.console.is_terminal else told.rstrip()}\n")

    def line(self, text: str | Text = "", style: str = "", indent: int = 0) -> None:
        self.put(Text(text, style) if isinstance(text, str) else text, indent)

    def title(self, text: str, beside: str = "") -> None:
        self.put(Text.assemble((text, "bold"), "  ", (beside, CITE)))

    def heading(self, text: str) -> None:
        self.line()
        self.line(text.upper(), "bold cyan")

    def subheading(self, text: str | Text) -> None:
        self.line()
        self.line(text if isinstance(text, Text) else Text(text, "bold"), indent=2)

    def clause(self, text: str, cite: str = "", indent: int = 2, style: str = "") -> None:
        """A paragraph that ends with its clause."""
        self.line(cited(text, cite, style), indent=indent)

    def bullet(self, mark: str, text: str | Text, indent: int = 2) -> None:
        """A paragraph that hangs from a mark, a number or a name."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(mark, text)
        self.put(grid, indent)

    def named(self, rows: Iterable[tuple[str, str | Text]], indent: int = 2) -> None:
        """Short names on the left, what they mean on the right, all aligned."""
        listed = list(rows)
        # Who copies a name from here needs it whole: phrases are folded, words are not.
        longest = _longest_word(name for name, _ in listed)
        left = max(26, min(longest, self.console.width // 2))
        grid = Table.grid(padding=(0, 2, 0, 0))
        if self.console.width >= WIDE:
            grid.add_column(style="bold", overflow="fold", max_width=left)
            grid.add_column(overflow="fold")
        else:
            left = min(left, max((cell_len(name) for name, _ in listed), default=0))
            beside = self.console.width - indent - left - 2
            if longest > left or _longest_word(str(text) for _, text in listed) > beside:
                self._rows(("", ""), [(Text(name, "bold"), text) for name, text in listed], indent)
                return
            grid.add_column(style="bold", overflow="fold", width=left)
            grid.add_column(overflow="fold", width=beside)
        for name, text in listed:
            grid.add_row(name, text)
        if grid.row_count:
            self.put(grid, indent)

    def table(
        self,
        heads: Sequence[str],
        rows: Iterable[Sequence[RenderableType]],
        right: Sequence[int] = (),
        indent: int = 2,
        whole: Sequence[int] = (),
    ) -> None:
        """A table; columns numbered in ``right`` are aligned to the right, those in ``whole`` are never folded.

        On paper that is too narrow for its words, each row is a list of what it says under each head.
        """
        lines = list(rows)
        gap = 1 if len(heads) > MANY_COLUMNS else 3
        least, most = [], []
        for number, head in enumerate(heads):
            cells = [head, *(str(row[number]) for row in lines)]
            most.append(max(map(cell_len, cells)))
            # A word is broken only where it is longer than anybody's column.
            longest = _longest_word(cells) if number in right else min(_longest_word(cells), self._longest_unbroken)
            least.append(most[-1] if number in whole else longest)
        space = self.console.width - indent - gap * (len(heads) - 1)
        if sum(least) > space:
            self._rows(heads, lines, indent)
            return
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
        if len(heads) > MANY_COLUMNS:
            table.padding = 0
        widths = _widths(least, most, space)
        for number, head in enumerate(heads):
            side: Literal["left", "right"] = "right" if number in right else "left"
            table.add_column(head, justify=side, overflow="fold", no_wrap=number in whole, width=widths[number])
        for row in lines:
            table.add_row(*row)
        self.put(table, indent)

    @property
    def _longest_unbroken(self) -> int:
        return LONGEST_WORD if self.console.width >= WIDE else self.console.width

    def _rows(self, heads: Sequence[str], rows: Iterable[Sequence[RenderableType]], indent: int) -> None:
        """The rows of a table one below the other, each cell on a line of its own behind its head."""
        for row in rows:
            first = True
            for head, cell in zip(heads, row, strict=True):
                if str(cell).strip():
                    label = Text(f"{head}: " if head else "", "bold")
                    self.line(
                        label + (cell if isinstance(cell, Text) else Text(str(cell))), indent=indent + 2 * (not first)
                    )
                    first = False


def _widths(least: Sequence[int], most: Sequence[int], space: int) -> list[int]:
    """How wide columns are: as wide as their cells where that fits, and otherwise the widest give way first.

    >>> _widths([4, 9, 2], [20, 9, 30], 30)
    [10, 9, 11]
    """
    level = max(most, default=0)
    while sum(widths := [min(high, max(low, level)) for low, high in zip(least, most, strict=True)]) > space:
        level -= 1
    for number in reversed(range(len(widths))):
        widths[number] += min(1, most[number] - widths[number], space - sum(widths))
    return widths


def _longest_word(texts: Iterable[str]) -> int:
    return max((cell_len(word) for text in texts for word in text.split()), default=0)


def cited(text: str, cite: str = "", style: str = "") -> Text:
    """A text and, in brackets behind it, its clause."""
    tidy = " ".join(text.split())
    return Text.assemble((tidy, style), (f" [{cite}]" if cite else "", CITE))


def in_words(name: str) -> str:
    """A name from a rulebook file as a person says it.

    >>> in_words("dealer_higher"), in_words("dont_pass")
    ('dealer higher', "don't pass")
    """
    return name.replace("_", " ").replace("dont ", "don't ")


def pretty_cards(cards: Iterable[str]) -> str:
    """Cards with suit symbols; paper that cannot show them has letters instead.

    >>> pretty_cards(["Ah", "Td", "??", "6-6"])
    'A♥ T♦ ?? 6-6'
    """
    return " ".join(card[0] + card[1:].translate(SUITS) for card in cards)


def told_cards(cards: Iterable[str]) -> str:
    """Cards for somebody who need not write them: a joker is called one.

    >>> told_cards(["Ah", "Xr"])
    'A♥ joker'
    """
    return " ".join("joker" if card in JOKERS else pretty_cards([card]) for card in cards)
