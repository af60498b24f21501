"""What a house chose when it opened a table, in the words of the edition of the rulebook entry that was in force."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from pitboss.rulebook.loader import EDITION
from pitboss.rulebook.setup import Setup


@dataclass(frozen=True)
class Chosen:
    """A table's options as its opening wrote them; without an edition, from before openings told one."""

    options: Mapping[str, Any]
    edition: int | None

    @classmethod
    def now(cls, setup: Setup) -> Self:
        """What is written when a table is opened today."""
        return cls(
            {
                name: value if isinstance(value, str | int | bool | list | dict) else str(value)
                for name, value in setup.chosen.items()
            },
            EDITION,
        )

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> Self:
        return cls(written["options"], written.get("edition"))

    def as_json(self) -> dict[str, Any]:
        return {"options": self.options} | ({} if self.edition is None else {"edition": self.edition})
