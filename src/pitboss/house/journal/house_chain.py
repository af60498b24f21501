"""The house's own chain as a process goes by it: every entry is held against the one before, the last against its seal.

Who may come in, what the settings are and where the chains of tables ended is in it; somebody else's word on that must
not be taken until an audit finds it.
"""

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, select

from pitboss.errors import PitbossError
from pitboss.house.crypto.seals import is_sealed
from pitboss.house.crypto.secret import Secret
from pitboss.house.journal.chain import HOUSE, START, Link
from pitboss.house.settings import Settings
from pitboss.house.storage import schema

BROKEN = "somebody else than the house wrote to it, and the house does not go by it; an audit says more"


class HouseChain:
    """What the chain said so far; it is read on from where it ended."""

    def __init__(self) -> None:
        self.number, self.hash = 0, START
        self.people: dict[str, Mapping[str, Any]] = {}
        self.settings = Settings()
        self.ends: dict[str, tuple[int, str]] = {}
        """Where the chains of tables ended when that was last noted."""
        self.meters: dict[str, Fraction] = {}
        """What each meter was started with."""
        self.posted: Counter[str] = Counter()
        """What was moved into each account here, and not at a table: the seeds of meters."""
        self.checkpoints: dict[str, tuple[int, str]] = {}
        """The last checkpoint of each share of the tables that was noted."""
        self.once_plain: list[str] | None = None
        """The tables that had something plain when the house got its secret; None where nobody wrote them down."""

    def read_on(self, connection: Connection, secret: Secret | None) -> None:
        """Read what is new, if it is the house's; without a ``secret`` its seal is not looked at.

        The connection is one to a moment of the database. Where the chain is not in order nothing is taken over.
        """
        heads, entries = schema.heads, schema.journal
        end = connection.execute(select(heads).where(heads.c.chain == HOUSE)).mappings().first()
        new = select(entries).where(entries.c.chain == HOUSE, entries.c.number > self.number)
        number, digest, links = self.number, self.hash, []
        for row in connection.execute(new.order_by(entries.c.number)):
            link = Link.of(row.chain, row.number, row.kind, row.at, row.body, row.before)
            if link.number != number + 1 or link.before != digest or link.hash != row.hash:
                raise PitbossError(f"the house's chain is not in order at entry {row.number}: {BROKEN}")
            number, digest = link.number, link.hash
            links.append(link)
        if (number, digest) != ((0, START) if end is None else (end["number"], end["hash"])):
            raise PitbossError(f"the house's chain does not end where it should: {BROKEN}")
        if secret is not None and end is not None and not is_sealed(secret, HOUSE, end):
            raise PitbossError(f"the seal of the house's chain is not the house's: {BROKEN}")
        for link in links:
            try:
                self._take(link.kind, json.loads(link.body))
            except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
                raise PitbossError(f"entry {link.number} of the house's chain makes no sense: {BROKEN}") from error
        self.number, self.hash = number, digest

    def _take(self, kind: str, body: Mapping[str, Any]) -> None:
        if kind == "person":
            self.people[body["id"]] = body
        elif kind == "settings":
            self.settings = Settings().changed({name: body[name] for name in body.keys() - {"by"}})
        elif kind == "anchor":
            self.ends |= {chain: (number, digest) for chain, (number, digest) in body["ends"].items()}
            if made := body.get("checkpoint"):
                self.checkpoints[made["tables"]] = (made["number"], made["hash"])
        elif kind == "meter":
            self.meters[body["meter"]] = Fraction(body["seed"])
            for account, amount, _ in body.get("postings", ()):
                self.posted[account] += amount
        elif kind == "secret":
            self.once_plain = body.get("plain")
