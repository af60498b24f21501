"""What an audit is about and what it finds: findings that name the line, and the report of one chain."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.house.crypto.secret import Secret
from pitboss.house.journal.chain import START


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it must be: the chain and the entry, the line or other part of it, and what is wrong."""

    chain: str
    entry: int | None
    where: str
    text: str

    def __str__(self) -> str:
        named = [f"entry {self.entry}"] if self.entry is not None else []
        named += [self.where] if self.where else []
        return f"{self.chain}, {', '.join(named)}: {self.text}" if named else f"{self.chain}: {self.text}"

    def as_json(self) -> dict[str, Any]:
        return {"chain": self.chain, "entry": self.entry, "where": self.where, "text": self.text}


@dataclass(frozen=True, slots=True)
class Job:
    """A chain to audit, as far as it went when the audit began.

    ``kept`` is the table's row, or for the house's own chain the row of its head. ``hidden`` are the deals whose seeds
    are not revealed; the house's ``secret`` opens them, and made the seal where the house is ``sealed``. ``anchors``
    are entries whose hashes were noted elsewhere, with where that was.
    """

    chain: str
    last: int
    kept: Mapping[str, Any] | None
    deals: int = 0
    hidden: frozenset[int] = frozenset()
    anchors: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    secret: Secret | None = None
    sealed: bool = False


@dataclass
class ChainReport:
    """What the audit of a chain found, and what it adds up to."""

    chain: str
    entries: int = 0
    rounds: int = 0
    replayed: int = 0
    waiting: int = 0
    """Deals that cannot be checked before their seed is told, or the house's secret is given."""
    findings: list[Finding] = field(default_factory=list)
    left_out: int = 0
    balances: Counter[str] = field(default_factory=Counter)
    meters: dict[str, Fraction] = field(default_factory=dict)
    steps: dict[str, Counter[str]] = field(default_factory=dict)
    """What the entries of this chain left on meters, less what they found there."""
    asked: dict[tuple[str, str], tuple[int, str, str]] = field(default_factory=dict)
    """Requests with keys that entries were made for, whose answers are still kept: the entry, the digest, the time."""
    feeds: dict[str, int] = field(default_factory=dict)
    """The meters of a table, with the seeds that its set-up gives them."""
    end: tuple[int, str] = (0, START)
