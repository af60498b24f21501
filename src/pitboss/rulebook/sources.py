"""Where a rulebook comes from, and the words of its clauses where the official text is at hand.

No source text is part of pitboss. With ``PITBOSS_SOURCES=FOLDER`` naming a folder that has the official texts under the
names of the head files, a citation can be quoted; without it everything works, and nothing is quoted.
"""

import os
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from pitboss.errors import PitbossError, RulebookError
from pitboss.rulebook.shelves import shelves

FOLDER = "PITBOSS_SOURCES"
MOST_LINES = 12
"""So many lines of one citation are quoted."""
_LINES = re.compile(r"L(\d+)(?:\s*[-–]\s*L?(\d+))?")
_MARKS = re.compile(r"</?[a-z]+>|<\|.*?\|>|\*\*|^[#>\s]*(?:- )?")


class Head(BaseModel):
    """The head of a rulebook: what it is, whose, and what its citations count."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    issuer: str = ""
    date: str = ""
    lines: str = ""
    where: str = ""
    file: str = ""

    def __str__(self) -> str:
        return ", ".join(part for part in (self.title, self.issuer, self.date) if part)


class Quote(NamedTuple):
    """Some lines of a rulebook, as it prints them."""

    first: int
    last: int
    text: str

    @property
    def where(self) -> str:
        return f"L{self.first}" if self.first == self.last else f"L{self.first}-{self.last}"


def head_of(rulebook: str) -> Head:
    """The head of a rulebook; of one without, its name.

    >>> head_of("oneida-2003").issuer
    'Oneida Tribe of Indians of Wisconsin'
    """
    for shelf in reversed(shelves()):
        file = shelf / f"{rulebook}.toml"
        if file.is_file():
            return _read_head(file)
    return Head(title=rulebook)


def use_folder(folder: Path) -> None:
    """Have this process, and those that it starts, quote the official texts of a folder."""
    if not folder.is_dir():
        raise PitbossError(f"{folder}: there is no such folder of official texts")
    os.environ[FOLDER] = str(folder.resolve())


def at_hand(rulebook: str) -> bool:
    """Whether the official text of a rulebook can be quoted."""
    return _text_of(rulebook) is not None


def quotes(rulebook: str, cite: str) -> list[Quote]:
    """The lines that a citation names, where the text of the rulebook is at hand; empty ones are left out.

    >>> quotes("chapter4", "§13(C)(10) L1486") if FOLDER not in os.environ else []
    []
    """
    text = _text_of(rulebook)
    if text is None:
        return []
    found = []
    for first, last in lines_named(cite):
        cut = min(last, first + MOST_LINES - 1)
        words = " ".join(_MARKS.sub("", line).strip() for line in text[first - 1 : cut])
        words = " ".join(words.split())
        if words:
            found.append(Quote(first, last, f"{words} …" if cut < last else words))
    return found


def lines_named(cite: str) -> list[tuple[int, int]]:
    """The lines that a citation names, each once and in its order.

    >>> lines_named("§8(c) L20647-20651; §12(c) L20855, L20855; Reading 3")
    [(20647, 20651), (20855, 20855)]
    """
    found = {(int(match[1]), int(match[2] or match[1])): None for match in _LINES.finditer(cite)}
    return [(first, last) for first, last in found if 0 < first <= last]


def _text_of(rulebook: str) -> tuple[str, ...] | None:
    folder = os.environ.get(FOLDER)
    head = head_of(rulebook)
    if not folder or not head.file:
        return None
    file = Path(folder) / head.file
    try:
        return _read_lines(file, file.stat().st_mtime_ns)
    except OSError:
        return None


@cache
def _read_lines(file: Path, changed: int) -> tuple[str, ...]:
    return tuple(file.read_text(encoding="utf-8", errors="replace").split("\n"))


@cache
def _read_head(file: Path) -> Head:
    try:
        return Head.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise RulebookError(f"{file}: the head of the rulebook cannot be read: {error}") from error
