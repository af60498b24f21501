"""A house: its people, its tables and its meters over one database. Whatever is done is written before it is told."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from sqlalchemy import select

from pitboss.errors import PitbossError, Refused, suggest
from pitboss.house import schema
from pitboss.house.chain import Head
from pitboss.house.ledger import bank, meter, moved
from pitboss.house.live import LiveTable, MeterNow, now, restore
from pitboss.house.people import Person, new_token, role_of, token_hash
from pitboss.house.store import Batch, Store
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup

T = TypeVar("T")
HOUSE = "house"
"""The chain of what concerns the whole house."""


class House:
    """One process's view of a house.

    >>> house = House("sqlite://")
    >>> house.open_table("7", "chapter4/roulette")
    <LiveTable 7 of chapter4/roulette, 0 seated, 0 rounds>
    """

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.head = self.store.head(HOUSE)
        self.people: dict[str, Person] = {}
        self._by_token: dict[str, Person] = {}
        self.meters: dict[str, MeterNow] = {}
        self.tables: dict[str, LiveTable] = {}
        self.load()

    def close(self) -> None:
        self.store.close()

    # -- doing things --------------------------------------------------------------------------------------------

    def do(self, work: Callable[[Batch], T], table: str | None = None) -> T:
        """Do one thing and write it."""
        done = self.do_together([(table, work)])[0]
        if isinstance(done, BaseException):
            raise done
        return done

    def do_together(self, works: Sequence[tuple[str | None, Callable[[Batch], T]]]) -> list[T | BaseException]:
        """Do several things, each at another table, and write them in one transaction.

        What one of them refuses does not touch the others; when they cannot be written, none of them happened.
        """
        whole, done = Batch(), list[T | BaseException]()
        for table, work in works:
            mine = Batch()
            try:
                done.append(work(mine))
                whole.take(mine)
            except Exception as error:
                done.append(error)
                if mine or not isinstance(error, Refused):
                    self._forget(table)
        try:
            if whole:
                self.store.write(whole)
        except BaseException:
            self.load()
            raise
        return done

    def _forget(self, table: str | None) -> None:
        """What was done in memory and will not be written is forgotten."""
        if table is None or table not in self.tables:
            self.load()
            return
        row = self.store.rows(select(schema.tables).where(schema.tables.c.id == table))[0]
        for name, shared in json.loads(row["setup"])["meters"].items():
            stored = self.store.rows(select(schema.meters).where(schema.meters.c.id == shared))[0]
            self.tables[table].meters[name].exact = Fraction(stored["exact"])
        self.tables[table] = self._restored(row, self._seeds().get(table, ""))

    def add_person(self, id: str, name: str, role: str) -> str:
        """Add somebody; returns their token, which is told once and not kept."""
        if id in self.people:
            raise Refused(f'there is a person "{id}" already')
        token = new_token()
        person = Person(id, name, role_of(role))

        def work(batch: Batch) -> None:
            row = {"id": id, "name": name, "role": role, "token_hash": token_hash(token), "since": now(), "until": None}
            batch.people.append(row)
            batch.add(self.head.add("person", now(), {"id": id, "name": name, "role": role}))

        self.do(work)
        self.people[id] = self._by_token[token_hash(token)] = person
        return token

    def person_of(self, token: str) -> Person | None:
        """Whose token that is."""
        return self._by_token.get(token_hash(token))

    def open_table(
        self,
        id: str,
        entry: str,
        options: Mapping[str, Any] | None = None,
        *,
        pay_tables: Mapping[str, Mapping[str, Any]] | None = None,
        wagers: Iterable[str] | None = None,
        links: Mapping[str, str] | None = None,
        fill: int = 0,
        by: str = "system",
    ) -> LiveTable:
        """Open a table; its set-up is examined first. ``links`` says which meters are shared, and under what name."""
        if id in self.tables:
            raise Refused(f"there is a table {id} already")
        setup = Setup.of(load(entry), options, pay_tables, wagers)

        def work(batch: Batch) -> LiveTable:
            meters = self._meters_of(id, setup, links or {}, batch)
            live = LiveTable(id, setup, Head(id), meters)
            body = {"entry": entry, "setup": json.loads(live.state()["setup"]), "by": by}
            live._enter(batch, "open", body)
            if fill:
                live.fill(batch, fill, by)
            self.tables[id] = live
            return live

        return self.do(work)

    def table(self, id: str) -> LiveTable:
        if id not in self.tables:
            raise Refused(f'there is no table "{id}"; {suggest(id, self.tables)}')
        return self.tables[id]

    def lane(self, table: str | None) -> str | None:
        """What may not be done at the same time as this: the table's own things, or those of all tables of a link."""
        if table is None or table not in self.tables:
            return None
        shared = [meter.id for meter in self.tables[table].meters.values() if not meter.id.startswith(f"{table}.")]
        return f"link {min(shared)}" if shared else table

    # -- from the database ---------------------------------------------------------------------------------------

    def load(self) -> None:
        """Everything as the database has it; rounds that were going on go on, or are void."""
        self.head = self.store.head(HOUSE)
        self.people = {}
        self._by_token = {}
        for row in self.store.rows(select(schema.people)):
            person = Person(row["id"], row["name"], role_of(row["role"]))
            self.people[person.id] = self._by_token[row["token_hash"]] = person
        self.meters = {
            row["id"]: MeterNow(row["id"], Fraction(row["exact"])) for row in self.store.rows(select(schema.meters))
        }
        seeds = self._seeds()
        self.tables = {}
        for row in self.store.rows(select(schema.tables)):
            self.tables[row["id"]] = self._restored(row, seeds.get(row["id"], ""))

    def _seeds(self) -> dict[str, str]:
        """The seed each table deals from."""
        newest: dict[str, tuple[int, str]] = {}
        for row in self.store.rows(select(schema.seeds).where(schema.seeds.c.revealed == 0)):
            newest[row["chain"]] = max(newest.get(row["chain"], (0, "")), (row["deal"], row["seed"]))
        return {chain: seed for chain, (_, seed) in newest.items()}

    def _restored(self, row: Mapping[str, Any], seed: str) -> LiveTable:
        try:
            return restore(row, seed, self.meters)
        except PitbossError:
            return self._voided(row, seed)

    def _voided(self, row: Mapping[str, Any], seed: str) -> LiveTable:
        """A round that cannot go on is void: what was wagered in it goes back."""
        state = json.loads(row["state"])
        if state["opening"] is None:
            raise PitbossError(f"table {row['id']} cannot be restored from the database")
        number = state["opening"]["round"]
        state |= {"opening": None, "replies": []}
        live = restore({**row, "state": json.dumps(state)}, seed, self.meters)

        def work(batch: Batch) -> None:
            live.void(batch, number, self._posted(row["id"], number))

        batch = Batch()
        work(batch)
        self.store.write(batch)
        return live

    def _posted(self, chain: str, number: int) -> list[tuple[str, int]]:
        """What the steps of a round moved."""
        lines, entries = schema.postings, schema.journal
        joined = lines.join(entries, (lines.c.chain == entries.c.chain) & (lines.c.number == entries.c.number))
        found = select(lines.c.account, lines.c.amount).select_from(joined)
        rows = self.store.rows(found.where(entries.c.chain == chain, entries.c.round == number))
        return [(row["account"], row["amount"]) for row in rows]

    def _meters_of(self, id: str, setup: Setup, links: Mapping[str, str], batch: Batch) -> dict[str, MeterNow]:
        """The meters of a table: its own, or those of a link; a new one begins at its seed."""
        found = {}
        for name, rule in setup.meters.items():
            shared = links.get(name, f"{id}.{name}")
            if shared not in self.meters:
                self.meters[shared] = MeterNow(shared, Fraction(rule.seed))
                if rule.seed:
                    postings = moved(bank(id), meter(shared), rule.seed, "seed")
                    lines = [[posting.account, posting.amount, posting.what] for posting in postings]
                    body = {"meter": shared, "seed": rule.seed, "postings": lines}
                    batch.add(self.head.add("meter", now(), body), postings)
                batch.meters[shared] = str(rule.seed)
            found[name] = self.meters[shared]
        return found
