"""Hands of a house's pot games in PHH, out of the journal: as somebody saw them, one or many in a file."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select

from pitboss.engine.events import SURVEILLANCE
from pitboss.errors import PitbossError, Refused
from pitboss.files import write_whole
from pitboss.house.audit.resettle import rules_of, settled_again
from pitboss.house.export import Told, Wanted
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from pitboss.sheets.hand_history import About, as_phh, as_phhs, hand_history

SUFFIXES = (".phhs",)
MOST_READ = 500
"""Whose hands they are is inside the entries, so those of others are read and passed over; at most so many."""

Round = tuple[Mapping[str, Any], Mapping[str, Any]]
"""An entry of the journal, and its body."""


@dataclass(frozen=True)
class Hands:
    """Hands in PHH, and why others are not told: a sentence for each."""

    told: Sequence[Mapping[str, Any]]
    untold: Sequence[str]

    @property
    def text(self) -> str:
        """The file; what it cannot tell is said in remarks at its head."""
        remarks = "".join(f"# {sentence}\n" for sentence in self.untold)
        return remarks + as_phhs(self.told)


def one_hand(store: Store, table: str, number: int, viewer: str) -> str | None:
    """A hand that is over as the text of a file, as somebody may see it; None where there is no such round."""
    entries = schema.journal
    query = select(entries).where(entries.c.chain == table, entries.c.kind == "round", entries.c.round == number)
    for row in store.rows(query):
        return as_phh(_told(row, json.loads(row["body"]), viewer, _names(store)))
    return None


def latest_hands(store: Store, table: str, viewer: str, player: str, before: int | None, most: int) -> Hands:
    """The last hands of a table, the oldest first, as somebody may see them; a ``player`` gets his own."""
    entries = schema.journal
    query = select(entries).where(entries.c.chain == table, entries.c.kind == "round")
    if before is not None:
        query = query.where(entries.c.round < before)
    rows = store.rows(query.order_by(entries.c.round.desc()).limit(MOST_READ if player else most))
    played = [(row, body) for row in rows if _is_in(body := json.loads(row["body"]), player)]
    return _all(played[:most][::-1], viewer, _names(store))


def export_hands(store: Store, file: Path, wanted: Wanted, player: str, told: Told = lambda done: None) -> Hands:
    """Write every hand of the pot games into a file, whole or, with a ``player``, his own as he saw them."""
    entries, names = schema.journal, _names(store)
    if player and player not in names:
        raise PitbossError(f'there is nobody called "{player}" in this house')
    query = select(entries).where(entries.c.kind == "round").order_by(entries.c.chain, entries.c.number)
    count = select(func.count()).select_from(entries).where(entries.c.kind == "round")

    def rows(connection: Connection) -> Iterator[Round]:
        whole = max(1, connection.execute(wanted.of(count)).scalar_one())
        for done, row in enumerate(connection.execute(wanted.of(query)).mappings(), start=1):
            body = json.loads(row["body"])
            if _is_in(body, player) and rules_of(body)[0].entry.family == "pot_poker":
                yield dict(row), body
            told(done / whole)

    with store.snapshot() as connection:
        found = _all(rows(connection), player or SURVEILLANCE, names)
    write_whole(file, found.text)
    return found


def _all(played: Iterable[Round], viewer: str, names: Mapping[str, str]) -> Hands:
    told, untold = [], []
    for row, body in played:
        try:
            told.append(_told(row, body, viewer, names))
        except Refused as refused:
            untold.append(f"table {row['chain']}, round {body['round']}: {refused.sentence}")
    return Hands(told, untold)


def _told(row: Mapping[str, Any], body: Mapping[str, Any], viewer: str, names: Mapping[str, str]) -> dict[str, Any]:
    _, played = settled_again(body).rounds[-1]
    return hand_history(played, viewer, About(row["chain"], body["round"], row["at"], names))


def _is_in(body: Mapping[str, Any], player: str) -> bool:
    seats = [seat for seat, person in body["players"].items() if person == player]
    return not player or any(seat in body["net"] for seat in seats)


def _names(store: Store) -> dict[str, str]:
    people = schema.people
    return {row["id"]: row["name"] for row in store.rows(select(people.c.id, people.c.name))}
