"""How a round came about beyond its record: who decided for a seat, and who stands behind each call.

All of it is in the journal. It is for those who mind the house, and never for players.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from pitboss.house.storage.schema import journal
from pitboss.house.storage.store import Store

STEPS = ("act", "call", "round")
SIGNED = ("call", "by", "confirmed_by", "note")


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A decision that was made for a seat: what was done, by whom (or by the clock), and why."""

    seat: int
    action: str
    by: str
    reason: str

    def as_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "action": self.action, "by": self.by, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class HowPlayed:
    """The turns that were ended, and the calls that struck with who made and confirmed them, in their order."""

    ended: list[TurnEnded]
    calls: list[dict[str, Any]]


def how_played(store: Store, table: str, body: Mapping[str, Any]) -> HowPlayed:
    """How the round of a journal's entry came about."""
    wanted = select(journal.c.body).where(
        journal.c.chain == table, journal.c.round == body["round"], journal.c.kind.in_(STEPS)
    )
    steps = [json.loads(row["body"]) for row in store.rows(wanted.order_by(journal.c.number))]
    [record] = body["record"]["steps"]
    ended, said = list[TurnEnded](), Counter[int]()
    for step in steps:
        if "action" not in step and "hidden" not in step:
            continue
        seat = step["seat"]
        if "ended" in step:
            # What was secret while the round went on, the journal has in the round's record alone.
            action = step.get("action") or record["seats"][str(seat)]["actions"][said[seat]]
            ended.append(TurnEnded(seat, action, step.get("by", ""), step["ended"]))
        said[seat] += 1
    # What was called for the coming round may have been withdrawn, and called again.
    struck, calls = Counter[str](call["id"] for call in record.get("irregularities", ())), list[dict[str, Any]]()
    for step in reversed(steps):
        if "call" in step and struck[step["call"]["id"]]:
            struck[step["call"]["id"]] -= 1
            calls.insert(0, {key: step[key] for key in SIGNED if key in step})
    return HowPlayed(ended, calls)
