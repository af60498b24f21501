"""Where rulebooks lie, and what their entries are called: all that a list of games needs, read without the model."""

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pitboss.errors import RulebookError, suggest

BUILT_IN = Path(__file__).parent.parent / "rulebooks"
NOT_RULEBOOKS = ("examples", "scripts")
"""Folders beside the rulebooks of a shelf: worked examples, and scripts of its own."""
_WAGERS = re.compile(r'^\[wagers\.\w+\]\ntitle = "([^"\n]+)"', re.MULTILINE)


class Heading(NamedTuple):
    """An entry as a list of games shows it."""

    name: str
    title: str
    family: str


def shelves() -> list[Path]:
    """Folders that hold rulebooks: the built-in one, and those named in PITBOSS_RULEBOOKS."""
    extra = os.environ.get("PITBOSS_RULEBOOKS", "")
    return [BUILT_IN, *(Path(folder) for folder in extra.split(os.pathsep) if folder)]


def files() -> dict[str, Path]:
    """The file of every entry, by its name."""
    return {
        f"{file.parent.name}/{file.stem}": file
        for shelf in shelves()
        for file in sorted(shelf.glob("*/*.toml"))
        if file.parent.name not in NOT_RULEBOOKS
    }


def entry_names() -> list[str]:
    """Every entry as ``rulebook/game``."""
    return sorted(files())


def rulebooks() -> set[str]:
    """Every rulebook by its name."""
    return {name.split("/")[0] for name in files()}


def files_of(rulebook: str | None) -> list[tuple[str, Path]]:
    """Names and files of every entry, or of those of one rulebook."""
    if rulebook is not None and rulebook not in rulebooks():
        raise RulebookError(f'there is no rulebook "{rulebook}"; {suggest(rulebook, rulebooks())}')
    return [(name, file) for name, file in sorted(files().items()) if rulebook in (None, name.split("/")[0])]


def headings(rulebook: str | None = None) -> Iterator[Heading]:
    """Every entry, or those of one rulebook, for a list; of those built in no more is read than their first lines."""
    for name, file in files_of(rulebook):
        if file.is_relative_to(BUILT_IN):
            top = tomllib.loads(_heading_lines(file))
            yield Heading(name, top["title"], top["family"])
        elif (own := _own(file)) is not None:
            yield Heading(name, *own)


def wager_titles() -> dict[str, list[str]]:
    """What the wagers of each entry are called, by its file alone: to load all entries would take seconds."""
    return {name: _WAGERS.findall(file.read_text(encoding="utf-8")) for name, file in files().items()}


def _heading_lines(file: Path) -> str:
    """The lines of an entry that say its title and its family; they stand before its first table."""
    top = file.read_text(encoding="utf-8").partition("\n[")[0]
    return "\n".join(line for line in top.splitlines() if line.startswith(("title =", "family =")))


def _own(file: Path) -> tuple[str, str] | None:
    """Title and family of an entry in a folder of one's own, which is listed when nothing is wrong with it."""
    from pitboss.rulebook.loader import load_file

    try:
        entry = load_file(file)
    except RulebookError:
        return None
    return entry.title, entry.family
