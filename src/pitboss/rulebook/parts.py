"""Parts of a rulebook that several of its games print, each told once in a file of its ``parts`` folder.

Figures are never shared between rulebooks.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.errors import RulebookError, suggest

ONE_OF_A_KIND = ("fees", "commission", "cards", "bank", "seats")
"""What an entry has one of; the other tables of its file are many by their names."""


def with_parts(file: Path, raw: dict[str, Any], read: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
    """What a file says, with the parts that it takes over; ``read`` reads a part."""
    parts = raw.get("parts", [])
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        return raw  # the model says what is wrong with it
    folder = file.parent / "parts"
    for part in parts:
        name, cite = str(part.get("from", "")), part.get("cite", "")
        known = [found.stem for found in sorted(folder.glob("*.toml"))]
        if name not in known:
            raise RulebookError(f'{file}: parts: {file.parent.name} has no part "{name}"; {suggest(name, known)}')
        for section, lent in read(folder / f"{name}.toml").items():
            own = raw.get(section, type(lent)())
            if not _can_be_lent(section, lent):
                raise RulebookError(f"{folder / name}.toml: {section}: a part lends what has names, or a list of parts")
            if type(own) is not type(lent) or not _can_be_lent(section, own):
                return raw  # the model says what is wrong with it
            raw = raw | {section: _taken_over(section, lent, own, cite)}
    return raw


def _can_be_lent(section: str, part: Any) -> bool:
    """True for a list of tables, tables by their names, and one of what there is one of."""
    if isinstance(part, list):
        return all(isinstance(each, dict) for each in part)
    return _are_tables(part) or (isinstance(part, dict) and section in ONE_OF_A_KIND)


def _cited(section: str, part: dict[str, Any], cite: str) -> dict[str, Any]:
    """A part under this clause where it has none; of a procedure each step has one, of what houses wrote nothing."""
    if section == "rewritten":
        return part
    if section != "procedures":
        return {"cite": cite} | part
    steps = part.get("steps")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        return part  # the model says what is wrong with it
    return part | {"steps": [{"cite": cite} | step for step in steps]}


def _taken_over(section: str, lent: Any, own: Any, cite: str) -> Any:
    """What a part lends, under the clause it has in the entry, with what the entry itself says of it laid over.

    Of what has names each is taken over by its name, of a list what has the same ``id``; of what there is one of, like
    fees, key by key, and the schedules in it by their names.
    """
    if isinstance(lent, list):
        shared = {str(each["id"]): {"cite": cite} | each for each in lent if "id" in each}
        mine = [shared.pop(str(each.get("id")), {}) | each for each in own]
        return [*mine, *shared.values(), *({"cite": cite} | each for each in lent if "id" not in each)]
    if section not in ONE_OF_A_KIND:
        return own | {key: laid_over(_cited(section, lent[key], cite), own.get(key, {})) for key in lent}
    named = {
        key: _taken_over(key, value, own.get(key, {}), cite)
        for key, value in lent.items()
        if _are_tables(value) and isinstance(own.get(key, {}), dict)
    }
    return {"cite": cite} | lent | own | named


def _are_tables(part: Any) -> bool:
    return isinstance(part, dict) and all(isinstance(each, dict) for each in part.values())


def laid_over(lent: dict[str, Any], own: Any) -> Any:
    """What is lent, key by key, and what somebody says of it themselves over it."""
    return lent | own if isinstance(own, dict) else own
