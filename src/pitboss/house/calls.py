"""Irregularities called at a live table: as they are kept, and those that wait for the floor."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.engine.remedies import Call
from pitboss.equipment.cards import Card
from pitboss.errors import Refused, suggest
from pitboss.rulebook.model import Irregularity
from pitboss.rulebook.setup import Setup


@dataclass(frozen=True, slots=True)
class PendingCall:
    """A call that the floor has to confirm; its number is that of its entry in the table's journal."""

    number: int
    call: Call
    by: str

    def as_json(self) -> dict[str, Any]:
        return {"number": self.number, "call": call_as_json(self.call), "by": self.by}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "PendingCall":
        return cls(raw["number"], call_from_json(raw["call"], entered=False), raw["by"])


def check_call(setup: Setup, call: Call) -> Irregularity:
    """The rule of a call that names everything the rule asks for."""
    if call.id not in setup.irregularities:
        raise Refused(f'there is no irregularity "{call.id}" at this table; {suggest(call.id, setup.irregularities)}')
    rule, _ = setup.irregularities[call.id]
    if rule.seat and call.seat is None and not call.entered:
        raise Refused(f"{call.id}: say which seat it concerns", rule.cite)
    if rule.wager and call.wager is None and not call.entered:
        raise Refused(f"{call.id}: say which wager it concerns", rule.cite)
    if call.at not in (None, *rule.moments):
        raise Refused(f"{call.id}: happens at {' or '.join(rule.moments)}, not at {call.at}", rule.cite)
    return rule


def call_as_json(call: Call) -> dict[str, Any]:
    found: dict[str, Any] = {"id": call.id}
    for key in ("seat", "wager", "amount", "at"):
        if getattr(call, key) is not None:
            found[key] = getattr(call, key)
    if call.card is not None:
        found["card"] = str(call.card)
    return found


def call_from_json(raw: Mapping[str, Any], entered: bool = True) -> Call:
    """A call as it was kept; one that took effect does so again, whatever its rule asks for since."""
    card = Card(raw["card"]) if "card" in raw else None
    return Call(
        raw["id"],
        raw.get("seat"),
        card,
        raw.get("wager"),
        raw.get("at"),
        amount=raw.get("amount"),
        entered=entered,
    )
