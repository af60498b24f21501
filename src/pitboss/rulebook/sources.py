"""Where a rulebook comes from, and the words of its clauses where the official text is at hand.

No source text is part of pitboss. With ``PITBOSS_SOURCES=FOLDER`` naming a folder that has the official texts under the
names of the head files, a citation can be quoted; without it everything works, and nothing is quoted.
"""

import os
import re
import tomllib
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from pitboss.errors import PitbossError, RulebookError
from pitboss.rulebook.shelves import shelves

FOLDER = "PITBOSS_SOURCES"
MOST_LINES = 12
"""So many lines of one citation are quoted, those without words not counted; and those that are asked for."""
MOST_BYTES = 64_000_000
"""A text that is longer is none."""
unused: dict[str, None] = {}
"""What should have been quoted from and could not, in sentences, for a command to tell."""
_LINES = re.compile(r"L(\d+)(?:\s*[-–]\s*L?(\d+))?")
_MARKS = re.compile(r"</?[a-z]+>|<\|.*?\|>|\*\*|^[#>\s]*(?:- )?")
_LENGTH = r"-?[\d.]+[\"'°]?"
_LOOKS = re.compile(
    r"(?:(?:Formatted\b:?|List Paragraph|(?:Outline )?[Nn]umbered?\b|Bulleted|(?:\bL)?evel: ?\d+"
    r"|Numbering(?: Style: ?\w+,? \w+,? \w+,?(?: ?\.\.\.)?)?|Start at:(?: ?\d+)?|Align\w*: ?\w+"
    rf"|(?:Aligned|Indent) at: ?{_LENGTH}|Indent:|(?:Left|Right|Hanging|First line): *{_LENGTH}"
    rf"|Tab(?: (?:stops|after): ?(?:Not at +)?{_LENGTH})?|{_LENGTH}, (?:Left|Right|Decimal)"
    r"|(?:Left|Right|Decimal aligned)\b"
    r"|(?:No )?widow/orphan control|(?:Don't |Don )?hyphenate|Don't adjust spac?e?"
    r"|betwee?n? (?:Latin and)?(?: ?Asian t(?:ext)?)?"
    r"|Latin and(?: Asian text)?|Asian t(?:ext)?|and (?:Asian text|numbers)|Don't\b"
    r"|Space (?:Before|After): *[\d.]+ pt|No Spacing"
    r"|Line spacing: [\w. ]+|Font(?: color)?:|\(Default\)|\+Body \(Calibri\)|Times New Roman|[\d.]+ pt"
    r"|Default\b|Header\b"
    r"|(?:Not |No )?(?:Bold|Italic|[Uu]nderline|Superscript|Auto)\b)[\s,.+]*)+"
)
"""What a word processor noted about the looks of a paragraph, and what of it could be words of a rule."""
_FORMATTED = re.compile(
    r"Formatted|List Paragraph|Numbering Style|Align\w+ at|Indent at|Asian text|widow/orphan|hyphenate|Tab stops"
)


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
    return _file_of(rulebook) is not None


def quotes(rulebook: str, cite: str, paid: Collection[tuple[str, str]] = ()) -> list[Quote]:
    """The lines that a citation names, where the text of the rulebook is at hand; empty ones are left out.

    What is cut keeps the lines of a pay table that say what was ``paid``: name of the line and odds.

    >>> quotes("chapter4", "§13(C)(10) L1486") if FOLDER not in os.environ else []
    []
    """
    text = _text_of(rulebook)
    if text is None:
        return []
    found = []
    for first, last in lines_named(cite):
        words = " ".join(_cut(readable(text[first - 1 : last]), paid))
        if words:
            found.append(Quote(first, last, words))
    return found


def told_once(found: Iterable[Quote]) -> list[Quote]:
    """Quotes without those that a longer one has in full.

    >>> [quote.where for quote in told_once([Quote(3, 3, "b"), Quote(2, 4, "a b c"), Quote(2, 9, "a b …")])]
    ['L2-4', 'L2-9']
    """
    each = list(dict.fromkeys(found))
    return [one for one in each if not any(_holds(other, one) for other in each)]


def _holds(other: Quote, one: Quote) -> bool:
    inside = other.first <= one.first and one.last <= other.last
    return inside and (other.first, other.last) != (one.first, one.last) and one.text in other.text


def readable(lines: Iterable[str]) -> list[str]:
    """The lines that have words, without marks and without what a word processor noted about their looks.

    >>> readable(["Flush\\t8 to 1", "", "Formatted: List Paragraph, Numbered +", "Level: 1 + Indent at: 1", "Straight"])
    ['Flush 8 to 1', 'Straight']
    """
    found = []
    for line in lines:
        words = _LOOKS.sub(_without_looks, line) if _FORMATTED.search(line) else line
        if words := " ".join(_MARKS.sub("", words).split()):
            found.append(words)
    return found


def _without_looks(run: re.Match[str]) -> str:
    return " " if _FORMATTED.search(run[0]) else run[0]


def _cut(lines: Sequence[str], paid: Collection[tuple[str, str]]) -> list[str]:
    """As many lines as are quoted, and of the others those that say what was paid; dots for what is left out."""
    said = [_saying(lines, name, odds) for name, odds in paid] if len(lines) > MOST_LINES else []
    kept = {*range(MOST_LINES), *(at for found in said if min(found, default=0) >= MOST_LINES for at in found)}
    found: list[str] = []
    for at, line in enumerate(lines):
        if at in kept:
            found.append(line)
        elif found[-1] != "…":
            found.append("…")
    return found


def _saying(lines: Sequence[str], name: str, odds: str) -> list[int]:
    """Which lines of a pay table give these odds and share most words with the name of a line.

    >>> _saying(["Flush 8 to 1", "Three-of-a-kind 3 to 1", "Pair 3 to 1"], "three_of_a_kind", "3 to 1")
    [1]
    """
    wanted = set(_plain(name).split())
    shared = [len(wanted & set(_plain(line).split())) if _gives(line, odds) else 0 for line in lines]
    most = max(shared, default=0)
    return [at for at, count in enumerate(shared) if count == most] if most else []


def _gives(line: str, odds: str) -> bool:
    return bool(odds) and re.search(rf"(?<!\d){re.escape(_plain(odds))}(?!\d)", _plain(line)) is not None


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9%]+", " ", re.sub(r"(?<=\d),(?=\d)", "", text.lower())).strip()


def lines_named(cite: str) -> list[tuple[int, int]]:
    """The lines that a citation names, each once and in its order.

    >>> lines_named("§8(c) L20647-20651; §12(c) L20855, L20855; Reading 3")
    [(20647, 20651), (20855, 20855)]
    """
    found = {(int(match[1]), int(match[2] or match[1])): None for match in _LINES.finditer(cite)}
    return [(first, last) for first, last in found if 0 < first <= last]


def _text_of(rulebook: str) -> tuple[str, ...] | None:
    file = _file_of(rulebook)
    return None if file is None else _read_lines(file, file.stat().st_mtime_ns)


def _file_of(rulebook: str) -> Path | None:
    """The official text of a rulebook, if it is where the environment says that texts are."""
    folder, name = os.environ.get(FOLDER), head_of(rulebook).file
    if not folder or not name:
        return None
    file = Path(folder) / name
    if not Path(folder).is_dir():
        why = f"{FOLDER}: {folder}: there is no such folder of official texts, and nothing is quoted"
    elif not os.access(file, os.F_OK):
        return None
    elif not file.is_file() or not os.access(file, os.R_OK):
        why = f"{file} is no file that can be read, and nothing is quoted from it"
    elif file.stat().st_size > MOST_BYTES:
        why = f"{file} is longer than {MOST_BYTES // 1_000_000} MB, and nothing is quoted from it"
    else:
        return file
    unused[why] = None
    return None


@cache
def _read_lines(file: Path, changed: int) -> tuple[str, ...]:
    with file.open(encoding="utf-8", errors="replace") as stream:
        return tuple(stream.read(MOST_BYTES).split("\n"))


@cache
def _read_head(file: Path) -> Head:
    try:
        return Head.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise RulebookError(f"{file}: the head of the rulebook cannot be read: {error}") from error
