"""What was called at the tables of a house and could touch cards or wagers: by whom, and who gained by it."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import or_, select

from pitboss.errors import PitbossError
from pitboss.games import game_of
from pitboss.house.fairness.deal_bundle import deal_bundle
from pitboss.house.fairness.deal_check import without_calls
from pitboss.house.live.calls import effects
from pitboss.house.storage.schema import journal, tables
from pitboss.house.storage.store import Store
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup

ENDS_A_ROUND = '%"step":"call"%'
"""In the entry of a round that a call has ended."""


@dataclass(frozen=True, slots=True)
class Called:
    """A call that took effect, or is still to: whose it was, and what its round came to for each player.

    ``without`` is what it would have come to if nothing had been called in it; None where that cannot be dealt again,
    or not yet.
    """

    table: str
    entry: int
    at: str
    round: int
    call: Mapping[str, Any]
    effects: tuple[str, ...]
    by: str
    confirmed_by: str
    note: str
    practice: bool
    net: Mapping[str, int] | None
    without: Mapping[str, int] | None

    @property
    def gained(self) -> dict[str, int]:
        """What each player has by the call: more than without it, or the whole round where nobody can say."""
        net, without = self.net or {}, self.without or {}
        return {person: amount - without.get(person, 0) for person, amount in net.items()}

    def as_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "entry": self.entry,
            "at": self.at,
            "round": self.round,
            "call": dict(self.call),
            "effects": list(self.effects),
            "by": self.by,
            "confirmed_by": self.confirmed_by,
            "note": self.note,
            "practice": self.practice,
            "net": _in_dollars(self.net),
            "without": _in_dollars(self.without),
        }


@dataclass(frozen=True, slots=True)
class CallReport:
    """The calls, newest first, and what they come to for each dealer and each player."""

    calls: Sequence[Called] = ()

    @property
    def dealers(self) -> list[dict[str, Any]]:
        """How often each of those who call has called, and how often nobody else confirmed it."""
        made = Counter(called.by for called in self.calls)
        alone = Counter(called.by for called in self.calls if called.confirmed_by in ("", called.by))
        return [{"person": by, "calls": count, "unconfirmed": alone[by]} for by, count in made.most_common()]

    @property
    def winners(self) -> list[dict[str, Any]]:
        """What each player has gained by rounds in which something was called, the most first.

        A round in which several things were called counts once.
        """
        gained: Counter[str] = Counter()
        for called in {(called.table, called.round): called for called in self.calls}.values():
            gained.update(called.gained)
        calls = Counter(person for called in self.calls for person in called.net or {})
        return [
            {"person": person, "calls": calls[person], "gained": dollars(amount)}
            for person, amount in sorted(gained.items(), key=lambda pair: -pair[1])
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "calls": [called.as_json() for called in self.calls],
            "dealers": self.dealers,
            "winners": self.winners,
        }


def call_report(store: Store, table: str | None = None, limit: int | None = None) -> CallReport:
    """Everything that was called and could touch cards or wagers, at one table or all, the newest first."""
    wanted = select(journal).where(
        or_(journal.c.kind == "call", (journal.c.kind == "round") & journal.c.body.like(ENDS_A_ROUND))
    )
    if table is not None:
        wanted = wanted.where(journal.c.chain == table)
    found, does = list[Called](), _Rules(store)
    rounds: dict[tuple[str, int], _Played | None] = {}
    for row in _rows(store, wanted.order_by(journal.c.at.desc(), journal.c.chain, journal.c.number.desc())):
        body = json.loads(row["body"])
        if not (touches := does.effects(row["chain"], body["call"]["id"])):
            continue
        key = (row["chain"], body["round"])
        if key not in rounds:
            rounds[key] = _played(store, *key)
        played = rounds[key]
        if played is not None and body["call"]["id"] not in played.called:
            continue  # it was withdrawn, or its moment never came
        found.append(
            Called(
                row["chain"],
                row["number"],
                row["at"],
                body["round"],
                body["call"],
                touches,
                body.get("by", ""),
                body.get("confirmed_by", ""),
                body.get("note", ""),
                does.practice(row["chain"]),
                None if played is None else played.net,
                None if played is None else played.without,
            )
        )
        if limit is not None and len(found) == limit:
            break
    return CallReport(found)


@dataclass(frozen=True, slots=True)
class _Played:
    """A round that is over: what was called in it, and what it came to with the calls and without."""

    called: frozenset[str]
    net: dict[str, int]
    without: dict[str, int] | None


def _played(store: Store, table: str, number: int) -> _Played | None:
    over = select(journal.c.body).where(journal.c.chain == table, journal.c.round == number, journal.c.kind == "round")
    rows = store.rows(over)
    if not rows:
        return None
    body = json.loads(rows[0]["body"])
    [step] = body["record"]["steps"]
    called = frozenset(call["id"] for call in step.get("irregularities", ()))
    net = {int(seat): int(Decimal(amount) * 100) for seat, amount in body["net"].items()}
    return _Played(called, _by_person(net, body["players"]), _without(store, table, number, body["players"]))


def _without(store: Store, table: str, number: int, players: Mapping[str, str]) -> dict[str, int] | None:
    """What a round would have come to without its calls, once its seed is told."""
    try:
        net = without_calls(deal_bundle(store, table, number))
    except PitbossError:
        return None
    return None if net is None else _by_person(net, players)


def _by_person(net: Mapping[int, int], players: Mapping[str, str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for seat, amount in net.items():
        person = players.get(str(seat), f"seat {seat}")
        found[person] = found.get(person, 0) + amount
    return found


def _in_dollars(amounts: Mapping[str, int] | None) -> dict[str, str] | None:
    return None if amounts is None else {person: dollars(amount) for person, amount in sorted(amounts.items())}


def _rows(store: Store, wanted: Any) -> Iterator[Mapping[str, Any]]:
    """Row by row, so that whoever wants the newest few does not read them all."""
    with store.reading() as connection:
        for row in connection.execution_options(yield_per=50).execute(wanted).mappings():
            yield dict(row)


class _Rules:
    """What each table's irregularities can do."""

    def __init__(self, store: Store) -> None:
        self._tables = {row["id"]: row for row in store.rows(select(tables.c.id, tables.c.entry, tables.c.setup))}
        self._setups: dict[str, Setup] = {}

    def practice(self, table: str) -> bool:
        return bool(json.loads(self._tables[table]["setup"]).get("practice", False))

    def effects(self, table: str, irregularity: str) -> tuple[str, ...]:
        setup = self._setup(table)
        known = setup.irregularities.get(irregularity)
        return ("cards", "wagers") if known is None else effects(known[0], game_of(setup.entry), known[1])

    def _setup(self, table: str) -> Setup:
        if table not in self._setups:
            row = self._tables[table]
            said = json.loads(row["setup"])
            self._setups[table] = Setup.as_opened(row["entry"], said)
        return self._setups[table]
