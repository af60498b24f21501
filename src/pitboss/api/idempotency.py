"""A request that is sent again acts once: its key and its answer are written with what it did."""

import hmac
import json
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import bindparam, delete, select

from pitboss.api.problems import Problem
from pitboss.house.audit.requests_audit import KEPT
from pitboss.house.journal.chain import canonical, now
from pitboss.house.storage import schema
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.store import Store

KEY = r"[!-~]{1,80}"
ANSWER = select(schema.requests).where(
    schema.requests.c.person == bindparam("person"), schema.requests.c.key == bindparam("key")
)
"""What every request with a key asks the database first."""


@dataclass(frozen=True, slots=True)
class Once:
    """A request that must act once: whose, under what key, and what it says."""

    person: str
    key: str
    digest: str

    @classmethod
    def of(cls, person: str, key: str, what: str, body: Any, mark: bytes) -> "Once":
        """``mark`` is a key of the house's: without it nobody finds out by trying what a request said."""
        if not re.fullmatch(KEY, key):
            raise Problem(422, "a key is up to 80 letters, digits and signs, without spaces")
        return cls(person, key, hmac.new(mark, f"{what}\n{canonical(body)}".encode(), sha256).hexdigest())

    def answered(self, store: Store) -> dict[str, Any] | None:
        """The answer that was given before; a key that was used for something else is refused."""
        rows = store.rows(ANSWER, {"person": self.person, "key": self.key})
        if not rows:
            return None
        if rows[0]["digest"] != self.digest:
            raise Problem(422, f'the key "{self.key}" was used for another request')
        answer: dict[str, Any] = json.loads(rows[0]["answer"])
        return answer

    @property
    def asked(self) -> dict[str, str]:
        """What the journal says of it, so that nobody can quietly make it act again."""
        return {"person": self.person, "key": self.key, "digest": self.digest}

    def note(self, batch: Batch, answer: dict[str, Any]) -> None:
        """Have the answer written with what was done."""
        row = {"person": self.person, "key": self.key, "digest": self.digest, "answer": canonical(answer), "at": now()}
        batch.requests.append(row)


def forget_old(store: Store) -> None:
    """Answers that nobody will ask for again, and sign-ins that have ended by themselves by now."""
    before = (datetime.now(UTC) - KEPT).isoformat(timespec="milliseconds")
    with store.engine.begin() as connection:
        connection.execute(delete(schema.requests).where(schema.requests.c.at < before))
        connection.execute(delete(schema.sign_outs).where(schema.sign_outs.c.ends < int(time.time())))
