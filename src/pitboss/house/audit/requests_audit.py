"""Answers to requests, kept beside the journal and audited with it: none is missing, and none is another's."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select

from pitboss.errors import PitbossError
from pitboss.house.audit.attendance import SKEW, Attendance, moment
from pitboss.house.audit.findings import ChainReport, Finding
from pitboss.house.storage import schema

KEPT = timedelta(days=2)
"""How long the answer to a request with a key is kept, to be given again."""
PRUNED = timedelta(hours=2)
"""Old answers are forgotten once in a while; of what is nearly so old some may be gone and some may not."""
REQUESTS = "the requests"
DIGEST = re.compile(r"[0-9a-f]{64}")


def kept_since() -> str:
    """Answers to requests from then on must still be there."""
    return (datetime.now(UTC) - KEPT + PRUNED).isoformat(timespec="milliseconds")


def check_requests(connection: Connection, chains: list[ChainReport], attendance: Attendance) -> Iterator[Finding]:
    """Every answer that an entry of the journal names is there, so that no request can be made to act again."""
    named = {asked: (chain.chain, *said) for chain in chains for asked, said in chain.asked.items()}
    for row in connection.execute(select(schema.requests)).mappings():
        where = f"key {row['key']} of {row['person']}"
        chain, number, digest, at = named.pop((row["person"], row["key"]), ("", None, row["digest"], row["at"]))
        if odd := _odd(row, digest, at, attendance):
            yield Finding(chain or REQUESTS, number, where, odd)
    for (person, key), (chain, number, _, _) in named.items():
        yield Finding(
            chain, number, f"key {key} of {person}", "the answer to the request is missing: it could act again"
        )


def _odd(row: Any, digest: str, at: str, attendance: Attendance) -> str:
    """What is wrong with an answer that is kept, if anything is."""
    try:
        if abs(moment(row["at"]) - moment(at)) > SKEW:
            return f"it was answered at {row['at']}, and done at {at}"
        if moment(row["at"]) > datetime.now(UTC) + SKEW:
            return f"it was answered at {row['at']}, which is yet to come"
        if not isinstance(json.loads(row["answer"]), dict):
            return "its answer cannot be read"
    except (PitbossError, ValueError, TypeError, RecursionError):
        return "its answer, or its time, cannot be read"
    if row["digest"] != digest or not DIGEST.fullmatch(digest):
        return "it is kept for another request than the one that was done"
    return "" if row["person"] in attendance else "there is no such person"
