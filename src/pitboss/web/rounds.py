"""Rounds that are over, out of the journal: found by table, person, number or day."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from pitboss.house.storage import schema
from pitboss.house.storage.store import Store

MOST_READ = 500
"""A person's seats are inside the entries, so those of others are read and passed over; at most so many."""


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


def find(
    store: Store, table: str = "", person: str = "", number: int | None = None, day: str = "", most: int = 20
) -> list[Kept]:
    """The latest rounds that fit, the newest first; a day is written 2026-05-17."""
    entries = schema.journal
    query = select(entries).where(entries.c.kind == "round")
    if table:
        query = query.where(entries.c.chain == table)
    if number is not None:
        query = query.where(entries.c.round == number)
    if day:
        query = query.where(entries.c.at >= day, entries.c.at < f"{day}~")
    newest = query.order_by(entries.c.at.desc(), entries.c.number.desc())
    found = []
    for row in store.rows(newest.limit(MOST_READ if person else most)):
        kept = Kept(row["chain"], row["round"], row["number"], row["at"], row["hash"], json.loads(row["body"]))
        if not person or any(str(seat) in kept.body["net"] for seat in kept.seats_of(person)):
            found.append(kept)
    return found[:most]
