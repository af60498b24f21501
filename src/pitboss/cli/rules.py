"""``pitboss rules``: the rule sheet of an entry, on paper or as JSON."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from pitboss.cli.choices import assume_required
from pitboss.cli.files import check_writable, write_whole
from pitboss.cli.games import allowed, default
from pitboss.cli.paper import Paper, print_json
from pitboss.cli.sheet import print_sheet
from pitboss.money import dollars
from pitboss.rulebook.loader import load
from pitboss.rulebook.model import By, Entry, Option
from pitboss.rulebook.options import shown
from pitboss.rulebook.setup import Setup


def print_rules(name: str, chosen: Mapping[str, Any], as_json: bool, layout: Path | None = None) -> None:
    entry = load(name)
    options, assumed = assume_required(entry, chosen)
    setup = Setup.of(entry, options)
    if layout is not None:
        _write_layout(layout, setup)
    elif as_json:
        print_json(sheet_as_json(entry, setup, assumed))
    else:
        print_sheet(Paper(), entry, setup, assumed)


def _write_layout(file: Path, setup: Setup) -> None:
    """The layout as a picture in a file, instead of the rule sheet."""
    from pitboss.layouts import picture

    check_writable(file, "the picture")
    write_whole(file, picture(setup))
    print(f"The layout of {setup.entry.name} is in {file}.")


def sheet_as_json(entry: Entry, setup: Setup, assumed: Mapping[str, str]) -> dict[str, Any]:
    """The whole entry; each option also says what is allowed and, in ``value``, what is in force."""
    sheet: dict[str, Any] = plain(entry)
    for part in ("seats", "bank"):
        if part not in entry.model_fields_set:
            del sheet[part]
    for name, option in entry.options.items():
        value = setup.options[name]
        sheet["options"][name] |= {
            "allowed": allowed(option),
            "default": default(option),
            "value": None if value is None or name in assumed else _in_force(option, value),
        }
    for name, wager in sheet["wagers"].items():
        wager["offered"] = name in setup.offers
    return sheet


def _in_force(option: Option, value: Any) -> Any:
    if option.type == "money":
        return dollars(value)
    return plain(value) if option.type in ("data", "flag", "choice", "integer") else shown(option, value)


def plain(node: Any) -> Any:
    """A part of an entry as plain lists and dicts, without what the file leaves out."""
    if isinstance(node, By):
        return {"by": node.by} | {key: plain(value) for key, value in node.values.items()}
    if isinstance(node, BaseModel):
        fields = ((name, getattr(node, name)) for name in type(node).model_fields)
        return {name: plain(value) for name, value in fields if value not in (None, "")}
    if isinstance(node, Mapping):
        return {str(key): plain(value) for key, value in node.items()}
    if isinstance(node, list | tuple | frozenset):
        return [plain(item) for item in node]
    return node
