"""What a house has decided for all its tables; each change is an entry of the house's own chain."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from pitboss.errors import Refused, suggest


@dataclass(frozen=True, slots=True)
class Settings:
    """A house's settings, as it begins with them.

    >>> Settings().changed({"cage_buy_ins": True})
    Settings(practice=False, cage_buy_ins=True)
    """

    practice: bool = False
    """A house opened for practice: anything may be called at its tables, and its rounds are marked for ever. It is
    decided when the house is made."""
    cage_buy_ins: bool = False
    """Players do not buy in by themselves; the floor does it for them when the cage has their money."""

    def changed(self, new: Mapping[str, Any]) -> "Settings":
        """These settings with some changed."""
        known = {field.name for field in fields(self)}
        for name, value in new.items():
            if name not in known:
                raise Refused(f'there is no setting "{name}"; {suggest(name, known)}')
            if not isinstance(value, bool):
                raise Refused(f"{name} is true or false")
        return Settings(**{**asdict(self), **new})

    def as_json(self) -> dict[str, Any]:
        return asdict(self)
