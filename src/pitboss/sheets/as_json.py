"""An entry and its rule sheet as JSON."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from pitboss.money import cents, dollars
from pitboss.rulebook.model import By, Entry, Option
from pitboss.rulebook.options import as_json, described
from pitboss.rulebook.setup import Setup


def summary(entry: Entry) -> dict[str, Any]:
    """An entry as ``pitboss games --json`` gives it."""
    return {
        "rulebook": entry.rulebook,
        "game": entry.game,
        "title": entry.title,
        "family": entry.family,
        "wagers": list(entry.wagers),
        "options": {
            name: {"allowed": allowed(option), "default": default(option), "cite": option.cite}
            for name, option in entry.options.items()
        },
    }


def allowed(option: Option) -> list[Any]:
    """What a house may choose: the values, or a range in words."""
    if option.type == "flag":
        return [False, True]
    if option.type == "choice":
        return list(option.allowed)
    return [described(option)]


def default(option: Option) -> Any:
    """An option's default as JSON: money as a decimal string."""
    if option.default is None:
        return None
    if option.type == "money":
        return dollars(cents(option.default))
    return str(option.default) if isinstance(option.default, Decimal) else option.default


def sheet_as_json(entry: Entry, setup: Setup, assumed: Mapping[str, str]) -> dict[str, Any]:
    """The whole entry; each option also says what is allowed and, in ``value``, what is in force."""
    sheet: dict[str, Any] = plain(entry)
    for before in ("earlier", "rewritten"):  # for what a journal holds, and in force no more
        sheet.pop(before, None)
    for reading in sheet["readings"]:
        del reading["decides"]  # how a ruling finds out whether to tell it
    for part in ("seats", "bank"):
        if part not in entry.model_fields_set:
            del sheet[part]
    for name, option in entry.options.items():
        value = setup.options[name]
        sheet["options"][name] |= {
            "allowed": allowed(option),
            "default": default(option),
            "value": None if name in assumed else as_json(option, value),
        }
    for name, wager in sheet["wagers"].items():
        wager["offered"] = name in setup.offers
    return sheet


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
