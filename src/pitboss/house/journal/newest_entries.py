"""The newest entries of a table's journal, read back from its sealed end: each is held against the one after it.

So what the house takes from them is what it wrote, without reading a journal to its beginning.
"""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, select

from pitboss.errors import PitbossError
from pitboss.house.journal.chain import Link
from pitboss.house.storage import schema


def read_back(connection: Connection, row: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The kinds of entries and what they say, the newest first; ``row`` is the table's, with its end."""
    entries, number, digest = schema.journal, row["number"], row["hash"]
    mine = select(entries).where(entries.c.chain == row["id"], entries.c.number <= number)
    for entry in connection.execute(mine.order_by(entries.c.number.desc())):
        link = Link.of(entry.chain, entry.number, entry.kind, entry.at, entry.body, entry.before)
        if (link.number, link.hash) != (number, digest):
            raise PitbossError(f"entry {number} of its journal was changed")
        number, digest = number - 1, link.before
        yield link.kind, json.loads(link.body)


def posted(connection: Connection, row: Mapping[str, Any], number: int) -> list[tuple[str, int]]:
    """What the steps of the round that is going on have moved."""
    steps = []
    for kind, body in read_back(connection, row):
        if body.get("round") == number:
            steps.append([(account, amount) for account, amount, _ in body.get("postings", ())])
        if kind == "deal" and body["round"] == number:
            break
    return [line for step in reversed(steps) for line in step]


def left_on(connection: Connection, row: Mapping[str, Any], meter: str) -> Fraction | None:
    """What a table's last entry that moved a meter left on it; None where it never moved it."""
    for _, body in read_back(connection, row):
        if meter in body.get("meters", {}):
            return Fraction(body["meters"][meter][1])
    return None
