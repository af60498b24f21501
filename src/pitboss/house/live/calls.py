"""Irregularities called at a live table: what may be called, who has to confirm it, and calls as they are kept.

A table that deals from a committed seed knows more than a dealer can say: which card is next, and how many each hand
has. What its deal disproves is not called there, a card is not named there, and what the deal cannot judge and yet
changes cards or returns wagers is for the floor, with a note.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.engine.remedies import Call
from pitboss.engine.script import Game
from pitboss.equipment.cards import Card
from pitboss.errors import Refused, suggest
from pitboss.rulebook.model import Irregularity
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

MOST_NOTED = 200
"""A note is a sentence, not a story."""


@dataclass(frozen=True, slots=True)
class PendingCall:
    """A call that the floor has to confirm; its number is that of its entry in the table's journal."""

    number: int
    call: Call
    by: str
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        return {"number": self.number, "call": call_as_json(self.call), "by": self.by} | noted(self.note)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "PendingCall":
        call = call_from_json(raw["call"], entered=False)
        return cls(raw["number"], call, raw["by"], raw.get("note", ""))


def check_call(setup: Setup, call: Call) -> Irregularity:
    """The rule of a call that names everything the rule asks for."""
    if call.id not in setup.irregularities:
        raise Refused(f'there is no irregularity "{call.id}" at this table; {suggest(call.id, setup.irregularities)}')
    rule, remedy = setup.irregularities[call.id]
    if call.amount is not None and not (rule.wager and "refuse" in remedy) and not call.entered:
        raise Refused(f"{call.id}: name no amount; it never concerns a part of a wager", rule.cite)
    if rule.seat and call.seat is None and not call.entered:
        raise Refused(f"{call.id}: say which seat it concerns", rule.cite)
    if rule.wager and call.wager is None and not call.entered:
        raise Refused(f"{call.id}: say which wager it concerns", rule.cite)
    if call.at not in (None, *rule.moments):
        raise Refused(f"{call.id}: happens at {' or '.join(rule.moments)}, not at {call.at}", rule.cite)
    return rule


def effects(game: Game, remedy: Sequence[str]) -> tuple[str, ...]:
    """What the remedies of an irregularity can do to a round: change its ``cards``, or return or forfeit ``wagers``."""
    found = []
    if any(REMEDIES[word].cards for word in remedy):
        found.append("cards")
    # Where no script gives a wager back that it refuses, a refusal changes nothing.
    decides = [word for word in remedy if not (REMEDIES[word].cards or REMEDIES[word].alone)]
    if [word for word in decides if word != "refuse" or word in game.remedies]:
        found.append("wagers")
    return tuple(found)


def needs_the_floor(rule: Irregularity, game: Game, remedy: Sequence[str], practice: bool) -> bool:
    """True when a dealer alone may not call it."""
    return rule.floor or (not practice and bool(effects(game, remedy)))


def check_against_the_deal(rule: Irregularity, call: Call) -> None:
    """Refuse what a table that deals from a committed seed knows better."""
    if rule.disproved:
        raise Refused(f"{call.id}: that did not happen at this table, where {rule.disproved}", rule.cite)
    if call.card is not None:
        # Whether it is the right one is not told either: fifty-two guesses would find the next card.
        raise Refused(f"{call.id}: name no card; it is the shoe's next one, whichever that is", rule.cite)


def check_note(call: Call, note: str) -> None:
    """Refuse a call without a word about what happened."""
    if not note.strip():
        raise Refused(f"{call.id}: say in a note what happened")
    if len(note) > MOST_NOTED or not note.isprintable():
        raise Refused(f"{call.id}: a note is one line of at most {MOST_NOTED} characters")


def noted(note: str) -> dict[str, str]:
    """A note as it is kept; where there is none, nothing is."""
    return {"note": note} if note else {}


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
