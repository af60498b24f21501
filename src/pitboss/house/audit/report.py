"""The report of an audit, and what an auditor brings to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pitboss.house.audit.call_report import CallReport
from pitboss.house.audit.findings import Finding

Ends = Mapping[str, tuple[int, str]]
"""Where chains end: the number and the hash of their last entries."""


@dataclass
class Report:
    """What an audit found. ``ends`` is worth keeping elsewhere: a later audit can be held against it."""

    chains: int = 0
    entries: int = 0
    rounds: int = 0
    replayed: int = 0
    waiting: int = 0
    accounts: int = 0
    meters: int = 0
    people: int = 0
    findings: list[Finding] = field(default_factory=list)
    left_out: int = 0
    ends: dict[str, tuple[int, str]] = field(default_factory=dict)
    checkpoints: int = 0
    checkpointed: str = ""
    newer: int = 0
    """Entries that no checkpoint covers yet; nobody would miss them if they were cut off."""
    public_key: str = ""
    sealed: bool | None = None
    """Whether the chains have seals, which were checked then; None without the secret that they are made with."""
    calls: CallReport = field(default_factory=CallReport)
    seconds: float = 0.0

    @property
    def clean(self) -> bool:
        return not self.findings

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        counted = ("chains", "entries", "rounds", "replayed", "waiting", "accounts", "meters", "people")
        return {
            "clean": self.clean,
            **{name: getattr(self, name) for name in counted},
            "findings": [finding.as_json() for finding in self.findings],
            "findings_left_out": self.left_out,
            "ends": {chain: list(end) for chain, end in sorted(self.ends.items())},
            "checkpoints": {
                "read": self.checkpoints,
                "newest": self.checkpointed or None,
                "entries_newer": self.newer,
                "public_key": self.public_key or None,
            },
            "sealed": self.sealed,
            "calls": self.calls.as_json(),
            "seconds": round(self.seconds, 3),
            "rounds_per_second": round(self.rounds_per_second, 1),
        }


@dataclass(frozen=True, slots=True)
class Outside:
    """What an auditor has that is not in the database.

    ``ends`` is where chains ended at an earlier audit, ``checkpoints`` the files that the house wrote meanwhile: those
    entries must still be there. ``public_key`` is the one that the auditor knows the house to sign with. ``secret`` is
    the file of the house's secret; where there is none, what hidden seeds have still to deal is not checked.
    ``shares`` are those whose checkpoints must be in the files, besides those that the files name; None for all.
    """

    ends: Ends = field(default_factory=dict)
    checkpoints: Sequence[Path] = ()
    public_key: str = ""
    secret: Path | None = None
    shares: Sequence[str] | None = ()
