"""A house: its people, its tables and its meters over one database. Whatever is done is written before it is told."""

import json
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pitboss.errors import PitbossError, Refused, suggest
from pitboss.house.crypto.encryption import hide_what_is_plain, kept_plain, of_seed, of_table, opened
from pitboss.house.crypto.seals import has_seals
from pitboss.house.crypto.secret import Secret, secret_file
from pitboss.house.error_text import plainly
from pitboss.house.integrity import must_be_as_left, must_be_hidden, must_be_the_houses, person_as_said
from pitboss.house.journal.chain import HOUSE, Head, now
from pitboss.house.journal.entry_kinds import SYSTEM
from pitboss.house.journal.house_chain import HouseChain
from pitboss.house.journal.newest_entries import left_on, posted
from pitboss.house.ledger import bank, chips, meter, moved, must_be_moved_at_once
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.meter_links import must_be_paid_for, must_fit, own_meter
from pitboss.house.live.meters import MeterNow
from pitboss.house.live.pace import Pace
from pitboss.house.live.state import keeps_bank
from pitboss.house.people import Person, new_token, person_id, person_name, role_of, table_id, token_hash
from pitboss.house.settings import Settings
from pitboss.house.sharing import EVERY_TABLE, Share
from pitboss.house.storage import schema
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.store import Store
from pitboss.money import money
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup

T = TypeVar("T")
log = logging.getLogger("pitboss")
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What comes of reading a row that is damaged."""
ANCHOR_EVERY = 100
"""When a table is opened, and after so many entries, the end of its chain is noted in the house's, so that neither can
be cut back alone and no table vanishes."""


class House:
    """One process's view of a house.

    >>> house = House("sqlite://")
    >>> house.open_table("7", "chapter4/roulette")
    <LiveTable 7 of chapter4/roulette, 0 seated, 0 rounds>
    """

    def __init__(
        self,
        url: str,
        share: Share = EVERY_TABLE,
        secret: Path | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """Open a house, or make one. ``secret`` names the file of its secret; ``settings`` are those to change."""
        self.store = Store(url)
        self.share = share
        self.settings = Settings()
        self.people: dict[str, Person] = {}
        self.names: dict[str, str] = {}
        self.by_token: dict[str, Person] = {}
        self.doubted: set[str] = set()
        """People whom the house's chain has otherwise than the database; no token of theirs is worth anything."""
        self.sign_outs: dict[str, int] = {}
        """Sign-ins that were ended, and when they would have ended by themselves; replaced as a whole, like people."""
        self.meters: dict[str, MeterNow] = {}
        self.tables: dict[str, LiveTable] = {}
        self.damaged: dict[str, str] = {}
        """Tables whose rows cannot be read, and what is said of each; they are kept closed and left as they are."""
        self._doubted_meters: set[str] = set()
        self._anchored: dict[str, int] = {}
        self._lanes: dict[str, str] = {}
        self._people_at = -1
        self._doubts_chain = False
        self.wait_until_written: Callable[[], None] = lambda: None
        """Called before something is read that may be about to be written."""
        self.last_checkpoint: Callable[[], Mapping[str, Any] | None] = lambda: None
        """The last checkpoint that was made outside, to be noted in the house's chain."""
        self._chain = HouseChain()
        self.secret = self._own_secret(secret_file(url, secret))
        self.load()
        if settings:
            self.do(lambda batch: self.change_settings(batch, settings, "system"))

    def close(self) -> None:
        self.store.close()

    def _own_secret(self, file: Path | None) -> Secret:
        """The house's secret: the one its chain knows, or a new one for a house that has none yet.

        What the chain says is taken only as far as it is sealed with the secret, or was made before there were seals.
        """
        known = self.store.newest(HOUSE, "secret")
        is_new = known is None and not self.tables_exist() and not self.store.rows(select(schema.journal).limit(1))
        secret = Secret.fresh() if file is None else Secret.of_file(file, known is None, is_new)
        if known is not None and known.get("mark") != secret.mark:
            raise PitbossError(f"{file} is another house's secret; this house was opened with another one before")
        self.store.secret = secret
        sealed = not is_new and has_seals(self.store, secret)
        if sealed and known is None:
            raise PitbossError(
                f"the house was sealed with {file}, and its chain does not say so any more: somebody took it away"
            )
        self._read_chain(secret if sealed else None)
        if not sealed:
            self._seal(secret, is_new, known is None)
        if not secret.sealed:
            secret.note_sealed(file)
        return secret

    def _seal(self, secret: Secret, is_new: bool, has_no_secret: bool) -> None:
        """Seal a house for the first time; what an earlier version of it kept plain is hidden before, at every table.

        From then on nothing plain is taken for what an earlier version wrote.
        """
        batch = Batch(first_seals=not is_new)
        if has_no_secret:
            said = {"mark": secret.mark, "public_key": secret.public_key, "plain": kept_plain(self.store)}
            batch.note("secret", now(), said | {"seals": True})
        else:
            batch.note("sealed", now(), {})
        hide_what_is_plain(self.store, secret, self._chain.once_plain)
        self.store.write(batch)
        self._read_chain(secret)

    def _read_chain(self, secret: Secret | None) -> None:
        with self.store.snapshot() as connection:
            self._chain.read_on(connection, secret)

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
        whole, done = self.work(works)
        try:
            if whole:
                self.store.write(whole)
        except BaseException:
            self.load()
            raise
        return done

    def work(self, works: Sequence[tuple[str | None, Callable[[Batch], T]]]) -> tuple[Batch, list[T | BaseException]]:
        """Do several things, each at another table: what is to be written for them, and what each came to.

        They have not happened until that is written, and nothing may be told of them before.
        """
        whole, done = Batch(), list[T | BaseException]()
        for table, work in works:
            mine, before = Batch(), (self.people, self.tables, self.meters)
            try:
                done.append(work(mine))
                whole.take(mine)
            except Exception as error:
                done.append(error)
                if not isinstance(error, PitbossError) or self._has_begun(table, mine, before):
                    self._forget(table)
        self._anchor(whole)
        return whole, done

    def _anchor(self, batch: Batch) -> None:
        """Note in the house's chain where some tables' chains now end."""
        ends = {}
        for table, row in batch.states.items():
            if row["number"] >= self._anchored.get(table, -ANCHOR_EVERY) + ANCHOR_EVERY:
                ends[table] = [row["number"], row["hash"]]
                self._anchored[table] = row["number"]
        if ends:
            made = self.last_checkpoint()
            batch.note("anchor", now(), {"ends": ends} | ({} if made is None else {"checkpoint": dict(made)}))

    @property
    def noted_checkpoint(self) -> tuple[int, str] | None:
        """The last checkpoint of the tables served here that the house's chain names."""
        return self._chain.checkpoints.get(str(self.share))

    def _has_begun(self, table: str | None, mine: Batch, before: tuple[Any, ...]) -> bool:
        """True when something that was refused had begun to change what is in memory.

        Whatever changes a table enters it in its batch, or spoils the table; who is in the house, its tables and its
        meters are replaced as a whole, once nothing can be refused any more.
        """
        if table in self.tables:
            return bool(mine) or self.tables[table].spoiled
        here = (self.people, self.tables, self.meters)
        replaced = any(now is not then for now, then in zip(here, before, strict=True))
        return bool(mine) and (replaced or not self.tables.keys().isdisjoint(mine.states))

    def _forget(self, table: str | None) -> None:
        """What was done in memory and will not be written is forgotten."""
        self.wait_until_written()
        if table is None or table not in self.tables:
            self.load()
            return
        row = self.store.rows(select(schema.tables).where(schema.tables.c.id == table))[0]
        for name, shared in json.loads(row["setup"])["meters"].items():
            stored = self.store.rows(select(schema.meters).where(schema.meters.c.id == shared))[0]
            self.tables[table].meters[name].exact = Fraction(stored["exact"])
        if mine := self.tables[table].meters:
            self._doubted_meters = self._not_as_left(mine.values(), self._rows_of_tables())
        restored = self._restored(row, self._seeds().get(table, []))
        if restored is None:
            self.load()
            return
        _keep_what_is_put_up(self.tables[table], restored)
        self.tables[table] = restored

    def add_person(self, id: str, name: str, role: str, by: str = "system") -> str:
        """Add somebody; returns their token, which is told once and not kept."""
        return self.do(lambda batch: self.add(batch, id, name, role, by))

    def add(self, batch: Batch, id: str, name: str, role: str, by: str = "system") -> str:
        """Add somebody, with whatever else is in the batch; returns their token."""
        if not self.share.whole:
            self.look_for_people()
        if id in self.people or id in self.doubted:
            raise Refused(f'there is a person "{id}" already')
        if id == SYSTEM and role != SYSTEM:
            raise Refused(f'"{SYSTEM}" is what the house itself is called in the journal; it is nobody else\'s id')
        token = new_token()
        person = Person(person_id(id), person_name(name), role_of(role), token_hash(token))
        row = {"id": id, "name": name, "role": role, "token_hash": person.key, "since": now(), "until": None}
        batch.person(row, now(), by, new=True)
        self._take_people({**self.people, id: person}, {**self.by_token, person.key: person})
        return token

    def new_token(self, batch: Batch, id: str, by: str = "system") -> str:
        """Give somebody a new token; the old one is worth nothing from then on."""
        token = new_token()
        self._change(batch, id, {"token_hash": token_hash(token), "until": None}, by)
        return token

    def retire(self, batch: Batch, id: str, by: str = "system") -> None:
        """Take somebody's role away: they stay in the records, and their token is worth nothing."""
        seats = [table for table, live in self.tables.items() if any(at.person == id for at in live.seats.values())]
        seats += [row["id"] for row in self._served_elsewhere() if id in _seated(row)]
        balances = self.store.balances() if self.damaged else {}
        seats += [table for table in self.damaged if balances.get(chips(table, id))]
        if seats:
            raise Refused(f"{id} sits at table {seats[0]} and cashes out first")
        self._change(batch, id, {"until": now()}, by)

    def _change(self, batch: Batch, id: str, new: dict[str, Any], by: str = "system") -> None:
        if id in self.doubted:
            raise Refused(f"the house's chain has {id} otherwise than the database; an audit says in what")
        if id not in self.people:
            raise Refused(f'there is no person "{id}"')
        row = self.store.rows(select(schema.people).where(schema.people.c.id == id))[0] | new
        batch.person(row, now(), by)
        person = replace(self.people[id], key=row["token_hash"], role=role_of(row["role"]))
        others = {digest: other for digest, other in self.by_token.items() if other.id != id}
        by_token = others if row["until"] is not None else {**others, person.key: person}
        self._take_people({**self.people, id: person}, by_token)

    def _take_people(self, people: dict[str, Person], by_token: dict[str, Person]) -> None:
        """Everybody, replaced as a whole, so that another thread may look at any time."""
        self.people, self.by_token = people, by_token
        self.names = {person.id: person.name for person in people.values()}

    def change_settings(self, batch: Batch, new: Mapping[str, Any], by: str) -> None:
        """Change some of the house's settings."""
        changed = self.settings.changed(new)
        if changed == self.settings:
            return
        if changed.practice != self.settings.practice and self.tables_exist():
            raise Refused("whether a house is for practice is decided before its first table is opened")
        batch.note("settings", now(), changed.as_json() | {"by": by})
        self.settings = changed

    def tables_exist(self) -> bool:
        """True once any table of the house was opened, by whichever process."""
        return bool(self.tables) or bool(self.store.rows(select(schema.tables.c.id).limit(1)))

    def person_of(self, token: str) -> Person | None:
        """Whose token that is."""
        return self.by_token.get(token_hash(token))

    def knows(self, person: Person) -> bool:
        """True as long as somebody who came is there: with that token, in that role, and not signed out.

        Any thread may ask.
        """
        now, came = self.by_token.get(person.key), person.sign_in
        if now is None or (now.id, now.role) != (person.id, person.role):
            return False
        return came is None or (came.id not in self.sign_outs and came.ends > time.time())

    def sign_out(self, batch: Batch, person: Person) -> None:
        """End the sign-in that somebody came with; others of the same person go on."""
        if (came := person.sign_in) is None:
            return
        batch.sign_outs.append((came.id, came.ends))
        going_on = {id: ends for id, ends in self.sign_outs.items() if ends > time.time()}
        self.sign_outs = {**going_on, came.id: came.ends}

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
        pace: Pace | None = None,
        into: Batch | None = None,
    ) -> LiveTable:
        """Open a table; its set-up is examined first. ``links`` says which meters are shared, and under what name.

        ``into`` is the batch that it is written with; without one, it is written at once.
        """
        if into is None:
            return self.do(
                lambda batch: self.open_table(
                    id,
                    entry,
                    options,
                    pay_tables=pay_tables,
                    wagers=wagers,
                    links=links,
                    fill=fill,
                    by=by,
                    pace=pace,
                    into=batch,
                )
            )
        if table_id(id) in self.tables:
            raise Refused(f"there is a table {id} already")
        if id in self.damaged:
            raise Refused(self.damaged[id])
        if id not in self.share:
            raise Refused(f"table {id} is not served here: this process serves {self.share}")
        must_be_moved_at_once(fill)
        setup = Setup.of(load(entry), options, pay_tables, wagers)
        setup.must_have_wagers("deal")
        self._must_leave_a_bank(id, setup, links or {}, fill)
        meters = self._meters_of(id, setup, links or {}, into, by)
        live = LiveTable(id, setup, Head(id), meters, pace=pace, practice=self.settings.practice)
        live.open(into, by)
        if fill:
            live.fill(into, fill, by)
        self.meters = {**self.meters, **{meter.id: meter for meter in meters.values()}}
        self.tables = {**self.tables, id: live}
        self._lanes = _lanes(self.tables)
        return live

    def credit(self, batch: Batch, table: str, amount: int, by: str) -> None:
        """Chips from a table's bank back to the cage, as far as the bank holds them."""
        held = self.bank_of(table)
        if amount > held:
            raise Refused(f"the bank of table {table} holds {money(held)}, and a credit takes no more than that")
        self.table(table).fill(batch, -amount, by)

    def bank_of(self, table: str) -> int:
        """What the bank of a table holds by its journal and the house's, and not by the balance that is written beside.

        A table that an earlier version opened does not keep it, and the balance is taken.
        """
        self.wait_until_written()
        live, account = self.table(table), bank(table)
        if not keeps_bank(live):
            rows = self.store.rows(select(schema.accounts.c.balance).where(schema.accounts.c.name == account))
            return int(rows[0]["balance"]) if rows else 0
        with self.store.snapshot() as connection:
            self._chain.read_on(connection, self.secret)
        return live.banked + self._chain.posted[account]

    def table(self, id: str) -> LiveTable:
        if id in self.damaged:
            raise Refused(self.damaged[id])
        if id not in self.tables:
            raise Refused(f'there is no table "{id}"; {suggest(id, self.tables)}')
        return self.tables[id]

    def lane(self, table: str | None) -> str | None:
        """What may not be done at the same time as this: the table's own things, or those of all tables of a link."""
        return None if table is None else self._lanes.get(table)

    # -- from the database ---------------------------------------------------------------------------------------

    def load(self) -> None:
        """Everything as the database has it; rounds that were going on go on, or are void."""
        self._load_people()
        self._load_sign_outs()
        self.meters = {}
        for row in self.store.rows(select(schema.meters)):
            with suppress(*UNREADABLE):  # the tables that feed a meter which cannot be read are kept closed for it
                self.meters[row["id"]] = MeterNow(row["id"], Fraction(row["exact"]))
        seeds, before = self._seeds(), self.tables
        self.damaged = {}
        rows = [row for row in self._rows_of_tables() if row["id"] in self.share]
        self._doubted_meters = self._not_as_left(self.meters.values(), rows)
        restored = {row["id"]: self._restored(row, seeds.get(row["id"], [])) for row in rows}
        self.tables = {id: live for id, live in restored.items() if live is not None}
        for id in self._chain.ends.keys() - restored.keys() - self.damaged.keys():
            if id in self.share:
                self._keep_closed(id, PitbossError("the house's chain names it, and it is missing"))
        self._must_be_here({meter.id for live in self.tables.values() for meter in live.meters.values()})
        for id, live in self.tables.items():
            if id in before and before[id].head == live.head:
                _keep_what_is_put_up(before[id], live)
        self._lanes = _lanes(self.tables)
        ends = {id: live.head.number for id, live in self.tables.items()}
        self._anchored = {id: number - number % ANCHOR_EVERY for id, number in ends.items()}

    def look_for_people(self) -> set[str]:
        """Learn what another process did to people: added, changed or signed out. Returns those who are gone."""
        self._load_sign_outs()
        if self.store.head(HOUSE).number == self._people_at:
            return set()
        before = self.by_token
        try:
            self._load_people()
        except PitbossError as error:
            if not self._doubts_chain:
                log.error("nobody new is let in: %s", error.sentence)
            self._doubts_chain = True
            return set()
        return {person.id for person in before.values() if not self.knows(person)}

    def _load_sign_outs(self) -> None:
        ended = schema.sign_outs
        rows = self.store.rows(select(ended).where(ended.c.ends > int(time.time())))
        self.sign_outs = {row["id"]: row["ends"] for row in rows}

    def _load_people(self) -> None:
        people, by_token = {}, {}
        rows = self._everybody()
        said, self._doubts_chain = self._chain.people, False
        self.settings, self._people_at = self._chain.settings, self._chain.number
        doubted = {row["id"] for row in rows if not person_as_said(row, said.get(row["id"]))}
        for row in rows:
            if row["id"] in doubted:
                continue
            person = people[row["id"]] = Person(row["id"], row["name"], role_of(row["role"]), row["token_hash"])
            if row["until"] is None:
                by_token[person.key] = person
        for id in sorted(doubted - self.doubted):
            log.error("%s is not let in: the house's chain has them otherwise than the database", id)
        self.doubted = doubted
        self._take_people(people, by_token)

    def _everybody(self) -> list[dict[str, Any]]:
        """Everybody as the database has them; the house's chain is read on to the same moment."""
        with self.store.snapshot() as connection:
            self._chain.read_on(connection, self.secret)
            return [dict(row) for row in connection.execute(select(schema.people)).mappings()]

    def _seeds(self) -> dict[str, list[tuple[int, str]]]:
        """The seeds of each table that are not revealed, as they are kept; it deals from the last."""
        found: dict[str, list[tuple[int, str]]] = {}
        hidden = select(schema.seeds).where(schema.seeds.c.revealed == 0)
        for row in self.store.rows(hidden.order_by(schema.seeds.c.chain, schema.seeds.c.deal)):
            found.setdefault(row["chain"], []).append((row["deal"], row["seed"]))
        return found

    def _rows_of_tables(self) -> list[dict[str, Any]]:
        """Every table as the database has it, but for one that the database itself cannot read."""
        try:
            return self.store.rows(select(schema.tables))
        except SQLAlchemyError:
            found = []
            for row in self.store.rows(select(schema.tables.c.id)):
                try:
                    found += self.store.rows(select(schema.tables).where(schema.tables.c.id == row["id"]))
                except DBAPIError as error:
                    if error.connection_invalidated:
                        raise
                    self._keep_closed(row["id"], error)
            return found

    def _restored(self, row: Mapping[str, Any], seeds: list[tuple[int, str]]) -> LiveTable | None:
        """A table as its row tells it; None when nothing can be made of that."""
        try:
            must_be_hidden(row, seeds)
            kept = row
            row = {**row, "hidden": opened(self.secret, row["hidden"], of_table(row["id"]))}
            seeds = [(deal, opened(self.secret, seed, of_seed(row["id"], deal))) for deal, seed in seeds]
            must_be_as_left(kept, row["hidden"], [seed for _, seed in seeds], self._last_entry(row))
            must_be_the_houses(kept, self.secret, self._chain.ends.get(row["id"]))
            for meter in sorted(_fed(row) & self._doubted_meters):
                raise PitbossError(f"the meter {meter} does not stand where the journal left it")
        except SQLAlchemyError:
            raise
        except Exception as error:
            self._keep_closed(row["id"], error)
            return None
        try:
            return LiveTable.restored(row, seeds, self.meters)
        except Exception as error:
            if not _has_round(row):
                self._keep_closed(row["id"], error)
                return None
            log.exception("the round at table %s cannot go on", row["id"])
        try:
            return self._voided(row, seeds)
        except SQLAlchemyError:
            raise
        except Exception as error:
            self._keep_closed(row["id"], error)
            return None

    def _not_as_left(self, meters: Iterable[MeterNow], rows: Sequence[Mapping[str, Any]]) -> set[str]:
        """The meters that stand where no table left them, by the journals of those that feed them.

        Which table of a link was the last is not known; any of them may have been.
        """
        doubted = set()
        with self.store.snapshot() as connection:
            for now_at in meters:
                left: set[Fraction | None] = set()
                for row in rows:
                    if now_at.id not in _fed(row):
                        continue
                    try:
                        must_be_the_houses(row, self.secret, self._chain.ends.get(row["id"]))
                        left.add(left_on(connection, row, now_at.id))
                    except (PitbossError, *UNREADABLE):
                        doubted.add(now_at.id)
                wanted = left - {None} or {self._chain.meters.get(now_at.id)}
                if left and now_at.exact not in wanted:
                    doubted.add(now_at.id)
        return doubted

    def _last_entry(self, row: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The entry of the journal that left a table as it is kept."""
        entries = schema.journal
        mine = (entries.c.chain == row["id"]) & (entries.c.number == row["number"])
        return next(iter(self.store.rows(select(entries).where(mine))), None)

    def _keep_closed(self, table: str, error: Exception) -> None:
        why = plainly(error)
        self.damaged[table] = f"table {table} is kept closed: what the database holds of it cannot be read ({why})"
        log.error("%s", self.damaged[table])

    def _voided(self, row: Mapping[str, Any], seeds: list[tuple[int, str]]) -> LiveTable:
        """A round that cannot go on is void: what was wagered in it goes back."""
        state = json.loads(row["state"])
        number = state["opening"]["round"]
        state |= {"opening": None, "replies": []}
        live = LiveTable.restored({**row, "state": json.dumps(state)}, seeds, self.meters)

        batch = Batch()
        with self.store.snapshot() as connection:
            live.void(batch, number, posted(connection, row, number))
        self.store.write(batch)
        return live

    def _meters_of(self, id: str, setup: Setup, links: Mapping[str, str], batch: Batch, by: str) -> dict[str, MeterNow]:
        """The meters of a table: its own, or those of a link; a new one begins at its seed."""
        found, new = dict[str, MeterNow](), dict[str, MeterNow]()
        called = {name: links.get(name, own_meter(id, name)) for name in setup.meters}
        self._must_be_here(called.values())
        must_be_paid_for(setup)
        must_fit(id, setup, links, self.tables)
        for name, rule in setup.meters.items():
            shared = called[name]
            now_at = self.meters.get(shared) or new.get(shared)
            if now_at is None:
                now_at = new[shared] = MeterNow(shared, Fraction(rule.seed))
                postings = moved(bank(id), meter(shared), rule.seed, "seed") if rule.seed else []
                batch.note("meter", now(), {"meter": shared, "seed": rule.seed, "by": by}, postings)
                batch.meters[shared] = str(rule.seed)
            found[name] = now_at
        return found

    def _must_leave_a_bank(self, id: str, setup: Setup, links: Mapping[str, str], fill: int) -> None:
        """Refuse a first fill that the meters which begin with the table take whole; none at all is filled later."""
        called = {links.get(name, own_meter(id, name)): rule.seed for name, rule in setup.meters.items()}
        seeds = sum(seed for name, seed in called.items() if name not in self.meters)
        if 0 < fill <= seeds:
            raise Refused(
                f"the bank would be empty: its meters begin at {money(seeds)}, which the bank puts up, "
                f"and the first fill is {money(fill)}"
            )

    def _must_be_here(self, meters: Iterable[str]) -> None:
        """One process keeps a meter: the tables that feed it are all served by the same."""
        mine = set(meters)
        for row in self._served_elsewhere():
            if fed := mine.intersection(_fed(row)):
                raise Refused(f"the meter {min(fed)} is fed by table {row['id']}, which this process does not serve")

    def _served_elsewhere(self) -> list[dict[str, Any]]:
        """The tables that other processes serve, as the database has them."""
        if self.share.whole:
            return []
        return [row for row in self.store.rows(select(schema.tables)) if row["id"] not in self.share]


def _has_round(row: Mapping[str, Any]) -> bool:
    with suppress(*UNREADABLE):
        return json.loads(row["state"])["opening"] is not None
    return False


def _seated(row: Mapping[str, Any]) -> set[str]:
    """Who sits at a table that another process serves; nobody, if its row is damaged, which that one says."""
    with suppress(*UNREADABLE):
        return {person for person, _ in json.loads(row["state"])["seats"].values()}
    return set()


def _fed(row: Mapping[str, Any]) -> set[str]:
    """The meters that such a table feeds."""
    with suppress(*UNREADABLE):
        return set(json.loads(row["setup"])["meters"].values())
    return set()


def _keep_what_is_put_up(before: LiveTable, after: LiveTable) -> None:
    """What was put up for the coming round is written nowhere, and a table that is restored has it still."""
    after.placed, after.put_up, after.returned = before.placed, before.put_up, before.returned
    after.declined, after.clock = before.declined, before.clock


def _lanes(tables: Mapping[str, LiveTable]) -> dict[str, str]:
    """Tables that feed the same meters, directly or through others, are in one lane."""
    found = {table: table for table in tables}
    feeding: dict[str, str] = {}
    for table, live in tables.items():
        for fed in live.meters.values():
            first = found[feeding.setdefault(fed.id, table)]
            if first != found[table]:
                found = {each: first if lane == found[table] else lane for each, lane in found.items()}
    return found
