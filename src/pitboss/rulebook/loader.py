"""Find and read rulebook entries; a fault names the file, the key and what is wrong."""

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pitboss.errors import RulebookError, suggest
from pitboss.rulebook.cross_check import Fault, cross_check
from pitboss.rulebook.model import Entry
from pitboss.rulebook.parts import laid_over, with_parts
from pitboss.rulebook.shelves import BUILT_IN, NOT_RULEBOOKS, files, files_of, rulebooks, shelves

NAME = re.compile(r"[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*")
"""What an entry that can be loaded is called."""
LONGEST = 200
"""No file can be called more than that; a name is looked for as a file."""
EDITION = 7
"""The edition of the entries in force; what a file says under ``earlier.1`` is how its first edition read.

The third also words reasons and names clauses otherwise than those before it; the fourth counts decks in play, and not
those of a batch that is being shuffled; the fifth names the clause of the ruling by which a hand of poker is dead; the
sixth names for each decision the sentence that decides it; the seventh mends some of those.
"""


def entries(rulebook: str | None = None) -> Iterator[Entry]:
    """Every entry, or those of one rulebook."""
    for _, file in files_of(rulebook):
        try:
            entry = load_file(file)
        except RulebookError:
            if file.is_relative_to(BUILT_IN):
                raise
            continue  # one's own faulty file does not stop the rest; ``own_faults`` tells of it
        yield entry


def own_faults() -> list[str]:
    """What is wrong with files in folders of one's own, a sentence each."""
    found = []
    for file in files().values():
        if not file.is_relative_to(BUILT_IN):
            try:
                load_file(file)
            except RulebookError as error:
                found.append(error.sentence)
    return found


def load(name: str, edition: int = EDITION) -> Entry:
    """Load one entry by its name; in an earlier edition, as rounds that a journal holds were ruled by it.

    >>> load("chapter4/three-card-poker").title
    'Three Card Poker'
    """
    file = _file_of(name)
    if file is None:
        if str(name) in rulebooks():
            raise RulebookError(
                f'"{name}" is a rulebook; name one of its games, such as {files_of(name)[0][0]}; '
                f"pitboss games -r {name} lists them"
            )
        raise RulebookError(f'there is no entry "{name}"; {_suggest_entry(str(name))}')
    return load_file(file, edition)


def _suggest_entry(name: str) -> str:
    """The nearest entry; of a game without a rulebook, the entries of that game or of the nearest.

    >>> _suggest_entry("red dog")
    'did you mean "chapter4/red-dog" or "massachusetts-2020/red-dog"?'
    """
    known = sorted(files())
    game = name[:LONGEST].lower().replace(" ", "-").replace("_", "-")
    near = get_close_matches(game, {each.partition("/")[2] for each in known}, n=1) if "/" not in name else []
    found = [f'"{each}"' for each in known if each.partition("/")[2] in near]
    return f"did you mean {' or '.join(found)}?" if found else suggest(name, known, "pitboss games")


def _file_of(name: Any) -> Path | None:
    """The file of one entry, in the shelf that was named last; to list them all would take longer than a round."""
    if not isinstance(name, str) or len(name) > LONGEST or not NAME.fullmatch(name) or name.startswith(NOT_RULEBOOKS):
        return files().get(str(name))
    places = (shelf / f"{name}.toml" for shelf in reversed(shelves()))
    return next((file for file in places if file.is_file()), None)


def load_file(file: Path, edition: int = EDITION) -> Entry:
    """Load and validate an entry's file."""
    return _loaded(file, edition)


@cache
def _loaded(file: Path, edition: int) -> Entry:
    raw = _with_what_it_uses(file, with_parts(file, _raw(file), _raw))
    for before in range(EDITION - 1, edition - 1, -1):
        raw = _corrections_undone(raw, raw.get("earlier", {}).get(str(before), {}))
    try:
        entry = Entry.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise RulebookError(f"{file}: {key}: {first['msg']}") from error
    try:
        cross_check(entry)
    except Fault as fault:
        raise RulebookError(f"{file}: {fault.key}: {fault.sentence}") from fault
    if (entry.rulebook, entry.game) != (file.parent.name, file.stem):
        raise RulebookError(f"{file}: rulebook, game: {entry.name} does not match the file's own place")
    return entry


def _raw(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            return tomllib.load(stream, parse_float=Decimal)
    except OSError as error:
        raise RulebookError(f"{file}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise RulebookError(f"{file}: is not TOML: {error}") from error


def _with_what_it_uses(file: Path, raw: dict[str, Any]) -> dict[str, Any]:
    """The file with what the entries that it uses share; what it says itself of one of those is laid over it."""
    uses = raw.get("uses", [])
    if not isinstance(uses, list):
        return raw  # the model says what is wrong with it
    for name in uses:
        used = _file_of(name)
        if used is None:
            raise RulebookError(f'{file}: uses: there is no entry "{name}"; {suggest(str(name), files())}')
        lender = _raw(used)
        if "shares" not in lender or "uses" in lender:
            raise RulebookError(f"{file}: uses: {name} is not an entry that shares what it says")
        load_file(used)  # whatever is wrong with it is told of its own file
        for part, lent in lender["shares"].items():
            own = raw.get(part, {})
            if isinstance(own, dict):
                raw = raw | {part: own | {key: laid_over(lender[part][key], own.get(key, {})) for key in lent}}
    return raw


def _corrections_undone(raw: dict[str, Any], earlier: dict[str, Any]) -> dict[str, Any]:
    """The file with everything that it says of an earlier edition laid over what it says of the next."""
    return raw | {
        key: _corrections_undone(raw.get(key, {}), value) if isinstance(value, dict) else value
        for key, value in earlier.items()
    }
