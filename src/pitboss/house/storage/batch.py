"""A batch: what is to be written together."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pitboss.house.journal.chain import Link
from pitboss.house.ledger import Posting
from pitboss.house.people import token_mark


@dataclass(slots=True)
class Batch:
    """What is to be written together: it is all there afterwards, or none of it."""

    links: list[tuple[Link, int | None]] = field(default_factory=list)
    postings: list[tuple[Link, int, Posting]] = field(default_factory=list)
    balances: defaultdict[str, int] = field(default_factory=partial(defaultdict, int))
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    meters: dict[str, str] = field(default_factory=dict)
    metered: dict[str, str] = field(default_factory=dict)
    """What the meters that are moved must stand at before."""
    seeds: list[dict[str, Any]] = field(default_factory=list)
    revealed: list[tuple[str, int, str]] = field(default_factory=list)
    people: list[dict[str, Any]] = field(default_factory=list)
    newcomers: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    sign_outs: list[tuple[str, int]] = field(default_factory=list)
    house: list[tuple[str, str, dict[str, Any], Sequence[Posting]]] = field(default_factory=list)
    first_seals: bool = False
    """True when a house that was made before there were seals gets them."""
    asked: dict[str, str] | None = None
    """The request with a key that this is done for; the first entry at a table names it."""

    def __bool__(self) -> bool:
        parts = (self.links, self.states, self.people, self.requests, self.seeds, self.meters, self.house)
        return any(parts) or bool(self.sign_outs)

    def take(self, other: "Batch") -> None:
        """What another batch holds, after what this one does."""
        self.links += other.links
        self.postings += other.postings
        self.seeds += other.seeds
        self.revealed += other.revealed
        self.people += other.people
        self.newcomers += other.newcomers
        self.requests += other.requests
        self.sign_outs += other.sign_outs
        self.house += other.house
        for account, amount in other.balances.items():
            self.balances[account] += amount
        self.states |= other.states
        self.meters |= other.meters
        if other.metered:
            self.metered = other.metered | self.metered

    def add(self, link: Link, postings: Sequence[Posting] = (), round_number: int | None = None) -> None:
        """An entry of the journal, with the money it moves."""
        self.links.append((link, round_number))
        for line, posting in enumerate(postings, start=1):
            self.postings.append((link, line, posting))
            self.balances[posting.account] += posting.amount

    def note(self, kind: str, at: str, body: dict[str, Any], postings: Sequence[Posting] = ()) -> None:
        """An entry of the house's own chain; it gets its number and its hash when it is written."""
        lines = [[posting.account, posting.amount, posting.what] for posting in postings]
        self.house.append((kind, at, body | ({"postings": lines} if lines else {}), postings))
        for posting in postings:
            self.balances[posting.account] += posting.amount

    def person(self, row: dict[str, Any], at: str, by: str, new: bool = False) -> None:
        """Somebody as they are from now on: the row and, so that nobody changes it quietly, the same in the journal.

        Of the token's hash the journal has only a hash: what it shows lets nobody in.
        """
        (self.newcomers if new else self.people).append(row)
        said = {name: value for name, value in row.items() if name != "token_hash"}
        self.note("person", at, said | {"token_mark": token_mark(row["token_hash"]), "by": by})
