"""What the commands print on: headings, paragraphs with their clause, labelled items, tables. Wraps, never cuts."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

CITE = "dim"
IN_FORCE = " ◄ in force"
MANY_COLUMNS = 7
"""A table of more is set tight."""
LONGEST_WORD = 16
"""A column is at least as wide as its longest word, up to this."""
JOKERS = ("Xr", "Xb")
SUITS, LETTERS = str.maketrans("cdhs", "♣♦♥♠"), str.maketrans("♣♦♥♠", "cdhs")


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False, default=str))


class Paper:
    """A terminal, or a file of the same width."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, markup=False, emoji=False)

    def put(self, what: RenderableType, indent: int = 0) -> None:
        """Print something, indented; a file gets no trailing blanks."""
        padded, symbols = Padding(what, (0, 0, 0, indent)) if indent else what, "utf" in self.console.encoding
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
        longest = max((len(word) for name, _ in listed for word in name.split()), default=0)
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="bold", overflow="fold", max_width=max(26, min(longest, self.console.width // 2)))
        grid.add_column(overflow="fold")
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
        """A table; columns numbered in ``right`` are aligned to the right, those in ``whole`` are never folded."""
        lines = list(rows)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
        if len(heads) > MANY_COLUMNS:
            table.padding = 0
        for number, head in enumerate(heads):
            side: Literal["left", "right"] = "right" if number in right else "left"
            # A word is broken only where it is longer than anybody's column.
            words = [word for row in lines for word in str(row[number]).split()] if side == "left" else []
            longest = min(max(map(len, words), default=0), LONGEST_WORD)
            table.add_column(head, justify=side, overflow="fold", no_wrap=number in whole, min_width=longest or None)
        for row in lines:
            table.add_row(*row)
        self.put(table, indent)


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
