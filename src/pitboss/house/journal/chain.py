"""The journal's chain: each entry carries a hash over its own text and the hash of the entry before it."""

import json
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

try:
    import orjson
except ModuleNotFoundError:
    orjson = None  # type: ignore[assignment]

START = "0" * 64
HOUSE = "house"
"""The chain of what concerns the whole house; every other chain is a table's."""


def now() -> str:
    """The time, as the journal writes it."""
    return _written(time.time_ns() // 1_000_000)


@lru_cache(maxsize=1)
def _written(thousandth: int) -> str:
    second, thousandths = divmod(thousandth, 1000)
    return f"{_second_written(second)}.{thousandths:03d}+00:00"


@lru_cache(maxsize=1)
def _second_written(second: int) -> str:
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


def as_json(body: Any) -> str:
    """A body as some text or other, which nobody compares: sooner written than the canonical one."""
    return json.dumps(body) if orjson is None else orjson.dumps(body).decode()


def plain_canonical(body: Any) -> str:
    """The same text by Python's own means."""
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Link(NamedTuple):
    """One entry of a chain: the chain it belongs to, its number there, what it says, and the hash over all of that."""

    chain: str
    number: int
    kind: str
    at: str
    body: str
    before: str
    hash: str

    @classmethod
    def of(cls, chain: str, number: int, kind: str, at: str, body: str, before: str) -> "Link":
        """The entry with the hash that it must have."""
        text = f"{before}\n{chain}\n{number}\n{kind}\n{at}\n{body}"
        return cls(chain, number, kind, at, body, before, sha256(text.encode()).hexdigest())


@dataclass(slots=True)
class Head:
    """The end of a chain, where the next entry is hung."""

    chain: str
    number: int = 0
    hash: str = START

    def add(self, kind: str, at: str, body: Any) -> Link:
        """Hang an entry on the chain."""
        link = Link.of(self.chain, self.number + 1, kind, at, canonical(body), self.hash)
        self.number, self.hash = link.number, link.hash
        return link
