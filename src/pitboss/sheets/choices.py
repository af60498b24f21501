"""House options as a command line or a file gives them, and what is assumed where nobody chose."""

import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from pitboss.engine.reading import load_toml, read_file
from pitboss.errors import PitbossError
from pitboss.rulebook.model import Entry
from pitboss.rulebook.options import key_of


def read_options(words: Iterable[str] | None, file: Path | None = None) -> dict[str, Any]:
    """Options from a file, then from ``name=value`` words, which win.

    >>> read_options(["play_on_win=1 to 1", "decks=6"])
    {'play_on_win': '1 to 1', 'decks': '6'}
    """
    chosen = _options_file(file) if file is not None else {}
    return chosen | {name: _value(text) for name, text in pairs(words, "option").items()}


def read_house(words: Iterable[str] | None, file: Path | None) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Options, and pay tables that the house changed: a file may hold both, as a record's head does."""
    raw = {} if file is None else load_toml(read_file(file), str(file))
    pay_tables = raw.pop("pay_tables", {})
    options = raw.get("options", raw)
    if not isinstance(options, dict):
        raise PitbossError(f"{file}: options must be a table: [options]")
    if not isinstance(pay_tables, dict) or not all(isinstance(lines, dict) for lines in pay_tables.values()):
        raise PitbossError(f"{file}: pay tables are written as [pay_tables.ID] with lines of hand = pay")
    return options | read_options(words), pay_tables


def pairs(words: Iterable[str] | None, what: str) -> dict[str, str]:
    """Words like ``name=value``, each name once."""
    found: dict[str, str] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        name = name.strip()
        if not equals or not name or not value.strip():
            raise PitbossError(f'"{word}" does not name the {what} and its value; write it as name=value')
        if name in found:
            raise PitbossError(f'the {what} "{name}" is given twice')
        found[name] = value.strip()
    return found


def assume_required(entry: Entry, chosen: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Fill in what a house must choose and did not: the first allowed value. Returns all choices, and the assumed."""
    assumed = {
        name: _first(name, entry.options[name].allowed)
        for name, option in entry.options.items()
        if option.required and option.default is None and name not in chosen
    }
    return dict(chosen) | assumed, {name: key_of(value) for name, value in assumed.items()}


def _first(name: str, allowed: list[Any]) -> Any:
    if not allowed:
        raise PitbossError(f"the house must choose {name}; give it with -o {name}=... or in an options file")
    return allowed[0]


def _options_file(file: Path) -> dict[str, Any]:
    raw = load_toml(read_file(file), str(file))
    table = raw.get("options", raw)
    if not isinstance(table, dict):
        raise PitbossError(f"{file}: options must be a table: [options]")
    return dict(table)


def _value(text: str) -> Any:
    """Data is written as TOML: ``color_sections={ red = [1, 2, ...] }``; anything else is a plain word."""
    if not text.startswith(("{", "[")):
        return text
    try:
        return tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise PitbossError(f"{text} is not TOML: {error}") from error
