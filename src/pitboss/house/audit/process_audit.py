"""The claims of processes on tables, which are kept beside the journal and audited with it."""

from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import Connection, select

from pitboss.errors import PitbossError
from pitboss.house.audit.attendance import SKEW, moment
from pitboss.house.audit.findings import Finding
from pitboss.house.sharing import LASTS, Share
from pitboss.house.storage import schema

PROCESSES = "the processes"


def check_processes(connection: Connection) -> Iterator[Finding]:
    """No process claims tables for longer than a claim lasts."""
    for row in connection.execute(select(schema.processes)).mappings():
        try:
            Share.of(row["tables"])
            if moment(row["until"]) <= datetime.now(UTC) + LASTS + SKEW:
                continue
            text = f"its claim lasts until {row['until']}, and none is made for longer than {LASTS.seconds} seconds"
        except (PitbossError, ValueError, TypeError):
            text = "its claim cannot be read"
        yield Finding(PROCESSES, None, f"process {row['id']}", text)
