"""A record as a person would write it: what belongs to a seat on a line each, amounts as short as they can be."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WHOLE = re.compile(r"([0-9]+)\.00")


def as_written(raw: Mapping[str, Any]) -> str:
    """A record's values as TOML.

    >>> print(as_written({"game": "red-dog", "steps": [{"seats": {"1": {"wagers": {"ante": "10.00"}}}}]}))
    game = "red-dog"
    <BLANKLINE>
    [seats.1]
    wagers = { ante = 10 }
    <BLANKLINE>
    """
    head = {key: value for key, value in raw.items() if key != "steps"}
    steps = raw.get("steps", [])
    if len(steps) == 1:
        lines = [*_lines(head | {key: value for key, value in steps[0].items() if key != "seats"})]
        lines += _seats(steps[0].get("seats", {}), "")
    else:
        lines = [*_lines(head)]
        for step in steps:
            lines += ["", "[[steps]]", *_lines({key: value for key, value in step.items() if key != "seats"})]
            lines += _seats(step.get("seats", {}), "steps.")
    return "\n".join(lines) + "\n"


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        yield f"{_key(key)} = {_value(value, money=key in ('meters',))}"


def _seats(seats: Mapping[str, Any], within: str) -> Iterator[str]:
    for number, seat in seats.items():
        yield ""
        yield f"[{within}seats.{number}]"
        for key, value in seat.items():
            if value != {}:
                yield f"{_key(key)} = {_value(value, money=key in ('wagers', 'stack'))}"


def _value(value: Any, money: bool = False) -> str:
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(str(key))} = {_value(part, money or key == 'wager')}" for key, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(part) for part in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if money and (whole := _WHOLE.fullmatch(str(value))):
        return whole[1]
    return json.dumps(str(value), ensure_ascii=False)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)
