"""The journal's chain: each entry carries a hash over its own text and the hash of the entry before it."""

import json
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

try:
    import orjson
except ModuleNotFoundError:
    orjson = None  # type: ignore[assignment]

START = "0" * 64
HOUSE = "house"
"""The chain of what concerns the whole house; every other chain is a table's."""


def now() -> str:
    """The time, as the journal writes it."""
    second, thousandths = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_written(second)}.{thousandths:03d}+00:00"


@lru_cache(maxsize=1)
def _written(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def signed(by: str) -> dict[str, str]:
    """Who did it, for the journal; entries of old houses do not all say."""
    return {"by": by} if by else {}


def canonical(body: Any) -> str:
    """A body as the one text that is hashed and stored.

    >>> canonical({"b": 1, "a": [1, 2]})
    '{"a":[1,2],"b":1}'
    """
    if orjson is not None:
        try:
            # The same text several times faster. It refuses what only Python's own knows, like numbers as keys.
            return orjson.dumps(body, option=orjson.OPT_SORT_KEYS).decode()
        except TypeError:
            pass
    return plain_canonical(body)


def plain_canonical(body: Any) -> str:
    """The same text by Python's own means."""
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Link:
    """One entry of a chain: the chain it belongs to, its number there, and what it says."""

    chain: str
    number: int
    kind: str
    at: str
    body: str
    before: str
    hash: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        parts = (self.before, self.chain, str(self.number), self.kind, self.at, self.body)
        object.__setattr__(self, "hash", sha256("\n".join(parts).encode()).hexdigest())


@dataclass(slots=True)
class Head:
    """The end of a chain, where the next entry is hung."""

    chain: str
    number: int = 0
    hash: str = START

    def add(self, kind: str, at: str, body: Any) -> Link:
        """Hang an entry on the chain."""
        link = Link(self.chain, self.number + 1, kind, at, canonical(body), self.hash)
        self.number, self.hash = link.number, link.hash
        return link
