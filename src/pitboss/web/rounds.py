"""Rounds that are over, out of the journal: found by table, person, number or time, and dealt again from their record."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from pitboss.api.views import event_view
from pitboss.engine.events import SURVEILLANCE
from pitboss.engine.round import Round
from pitboss.house import schema
from pitboss.house.store import Store
from pitboss.tables import settle

MOST = 200


@dataclass(frozen=True, slots=True)
class Kept:
    """A round as the journal keeps it."""

    table: str
    number: int
    entry: int
    at: str
    hash: str
    body: Mapping[str, Any]

    @property
    def game(self) -> str:
        record = self.body["record"]
        return f"{record['rulebook']}/{record['game']}"

    def seats_of(self, person: str) -> list[int]:
        """The seats somebody had in it."""
        return [int(seat) for seat, player in self.body["players"].items() if player == person]

    def played(self) -> Round:
        """The round, dealt again from its record."""
        rounds = settle(dict(self.body["record"])).rounds
        return rounds[-1][1]

    def events(self, seats: Sequence[int] | None) -> list[dict[str, Any]]:
        """What happened, as these seats saw it; None sees everything, as an auditor does."""
        eyes: Sequence[str | int] = (SURVEILLANCE,) if seats is None else seats or ("table",)
        return [event_view(event.seen_from(*eyes)) for event in self.played().events]


def find(
    store: Store,
    table: str = "",
    person: str = "",
    number: int | None = None,
    since: str = "",
    most: int = 20,
) -> list[Kept]:
    """The latest rounds that fit, the newest first."""
    entries = schema.journal
    query = select(entries).where(entries.c.kind == "round")
    if table:
        query = query.where(entries.c.chain == table)
    if number is not None:
        query = query.where(entries.c.round == number)
    if since:
        query = query.where(entries.c.at >= since)
    found = []
    # A person's seats are inside the entry, so those of others are read and passed over.
    for row in store.rows(query.order_by(entries.c.at.desc(), entries.c.number.desc()).limit(MOST if person else most)):
        kept = Kept(row["chain"], row["round"], row["number"], row["at"], row["hash"], json.loads(row["body"]))
        if not person or kept.seats_of(person):
            found.append(kept)
    return found[:most]
