"""What is wrong with a request that cannot be read, in sentences of our own and never in a library's."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.api import models
from pitboss.api.wire import TWICE

LONGEST = 300
OUTSIDE = ("body", "query", "path", "header")
"""Where a request has something; a sentence names what it is called there."""
KINDS = {
    "string": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "dict": "an object of names and values",
    "list": "a list",
    "model": "an object of names and values",
    "model_attributes": "an object of names and values",
    "typed_dict": "an object of names and values",
    "mapping": "an object of names and values",
}
"""What is wanted, by the first word of what pydantic calls a fault."""
FORMS = ("str", "int", "float", "bool")
WRITTEN = {
    models.DOLLARS: 'an amount of money; write dollars and cents like "25.00"',
    models.ID: "a name of small letters, digits, - and _",
    models.ENTRY: "an entry, such as chapter4/roulette",
    models.CARD: "a card, such as Ah or Xr",
    models.PLAIN: "text on one line",
}
"""What is wanted, by the pattern that it has to have."""


def first_fault(faults: Sequence[Mapping[str, Any]]) -> str:
    """The first thing that is wrong with a request, in one sentence.

    >>> first_fault([{"type": "missing", "loc": ("body", "seat"), "input": {}}])
    'seat is missing'
    >>> first_fault([{"type": "less_than_equal", "loc": ("query", "limit"), "input": "999", "ctx": {"le": 500}}])
    'limit: 999 is more than 500'
    >>> first_fault([{"type": "json_invalid", "loc": ("body", 7), "input": {}, "ctx": {"error": "Expecting value"}}])
    'the request is not JSON'
    >>> text, table = ("body", "record", "constrained-str"), ("body", "record", "dict[str,any]")
    >>> first_fault([{"type": "string_type", "loc": text, "input": 5}, {"type": "dict_type", "loc": table, "input": 5}])
    'record: 5 is neither a text nor an object of names and values'
    """
    return _sentence(faults[0], _forms(faults))[:LONGEST] if faults else "the request cannot be read"


def _sentence(fault: Mapping[str, Any], forms: Sequence[str]) -> str:
    kind, limits = str(fault["type"]), fault.get("ctx", {})
    where, given = _where(fault.get("loc", ())), _given(fault.get("input"))
    match kind:
        case "json_invalid":
            error = str(limits.get("error", ""))
            return error if error.endswith(TWICE) else "the request is not JSON"
        case "missing" | "union_tag_not_found":
            name = str(limits.get("discriminator", "")).strip("'")
            return f"{name or where or 'the body of the request'} is missing"
        case "extra_forbidden":
            return f"there is no {where} here"
        case "union_tag_invalid":
            name = str(limits.get("discriminator", "do")).strip("'")
            known = str(limits.get("expected_tags", "")).replace("'", "")
            sent = fault.get("input")
            tag = sent.get(name) if isinstance(sent, Mapping) else limits.get("tag")
            if not isinstance(tag, str):
                return f"{name}: {_given(tag)} is not a name; known: {known}"
            return f'{name}: there is no "{tag[:60]}"; known: {known}'
        case "literal_error" | "enum":
            wanted = str(limits.get("expected", "")).replace("'", "")
            return f"{where}: {given} is not {wanted}"
        case "greater_than_equal" | "greater_than":
            least = limits.get("ge", limits.get("gt"))
            return (
                f"{where}: {given} is less than {least}" if "ge" in limits else f"{where}: {given} is not over {least}"
            )
        case "less_than_equal" | "less_than":
            most = limits.get("le", limits.get("lt"))
            return (
                f"{where}: {given} is more than {most}" if "le" in limits else f"{where}: {given} is not under {most}"
            )
        case "string_too_long" | "too_long":
            return f"{where} is too long; at most {limits.get('max_length')}"
        case "string_too_short" | "too_short":
            return f"{where} is too short; at least {limits.get('min_length')}"
        case "string_pattern_mismatch":
            return f"{where}: {given} is not {WRITTEN.get(str(limits.get('pattern')), 'written as it has to be')}"
        case "finite_number":
            return f"{where}: {given} is not a number"
        case "unseen":
            return f"{where} has marks that nobody sees, or that turn the direction of writing"
        case "string_unicode":
            return f"{where} is not text"
    what = where or "the request"
    if isinstance(fault.get("input"), bytes):
        return f"{what} is not sent as JSON; say so with Content-Type: application/json"
    if fault.get("input") is None and kind != "missing":
        return f"{what} is null; it has to be given"
    match forms:
        case []:
            return f"{what} cannot be read"
        case [form]:
            return f"{what}: {given} is not {form}"
    return f"{what}: {given} is neither {', '.join(forms[:-1])} nor {forms[-1]}"


def _forms(faults: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is wanted where the first fault is: one form, or any of several, each of which has a fault of its own."""
    place = _where(faults[0].get("loc", ()))
    kinds = [str(fault["type"]) for fault in faults if _where(fault.get("loc", ())) == place]
    return list(dict.fromkeys(form for kind in kinds for start, form in KINDS.items() if kind.startswith(start)))


def _where(parts: Sequence[Any]) -> str:
    """Where in the request it is; which of several forms was tried is nobody's concern."""
    names = [str(part) for part in parts if part not in OUTSIDE and part not in FORMS]
    return ".".join(name for name in names if not name.startswith(("function-", "constrained-", "dict[", "list[")))


def _given(value: Any) -> str:
    """What was given, short enough to be quoted."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    text = json.dumps(value) if isinstance(value, bool | float) else str(value)
    short = "".join(mark if mark.isprintable() else " " for mark in text[:60])
    return f'"{short}"' if isinstance(value, str) and not short.lstrip("-").isdecimal() else short
