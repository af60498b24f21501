"""Rounds and ledger as files: a row for every wager settled and for every line posted, in Parquet or CSV."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, func, select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.errors import PitbossError
from pitboss.files import draft_of
from pitboss.house.error_text import plainly
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from pitboss.parquet import pyarrow

Row = tuple[Any, ...]
Told = Callable[[float], None]
Sink = Callable[[Row], None]

SUFFIXES = (".parquet", ".csv")
COUNTS = ("=", "+", "-", "@", "\t", "\r")
"""What a text begins with that a spreadsheet would take for a formula: entries of a house's own may say anything."""
TOGETHER = 5_000
"""Rows that are written at a time."""

ROUNDS: dict[str, str] = {
    "table": "string",
    "round": "int64",
    "entry": "int64",
    "at": "time",
    "rulebook": "string",
    "game": "string",
    "seat": "int64",
    "player": "string",
    "wager": "string",
    "on": "string",
    "hand": "int64",
    "staked": "money",
    "outcome": "string",
    "pays": "money",
    "net": "money",
    "odds": "string",
    "reason": "string",
    "cite": "string",
    "void": "bool",
    "deal": "int64",
    "commitment": "string",
    "hash": "string",
}
"""A row for every wager that a round settled and, with the outcome "fee", for every fee it took."""

LEDGER: dict[str, str] = {
    "chain": "string",
    "entry": "int64",
    "line": "int64",
    "at": "time",
    "kind": "string",
    "round": "int64",
    "account": "string",
    "amount": "money",
    "what": "string",
}
"""A row for every line of the ledger."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries are exported: from a moment on, before a moment, of one table."""

    since: str | None = None
    until: str | None = None
    table: str | None = None

    def of(self, statement: Select[Any]) -> Select[Any]:
        entries = schema.journal
        if self.since is not None:
            statement = statement.where(entries.c.at >= self.since)
        if self.until is not None:
            statement = statement.where(entries.c.at < self.until)
        if self.table is not None:
            statement = statement.where(entries.c.chain == self.table)
        return statement


def moment(text: str) -> str:
    """A day or a moment as the journal writes it; UTC unless it says otherwise.

    >>> moment("2026-05-01"), moment("2026-05-01T20:00+02:00")
    ('2026-05-01T00:00:00.000+00:00', '2026-05-01T18:00:00.000+00:00')
    """
    try:
        at = datetime.fromisoformat(text.strip())
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise PitbossError(
            f'"{text[:40]}" is not a day or a moment; write it like 2026-05-01 or 2026-05-01T20:00'
        ) from error
    return at.isoformat(timespec="milliseconds")


def check_file(file: Path, suffixes: Sequence[str] = SUFFIXES) -> None:
    """Refuse a file that could not be written, before anything is read."""
    if file.suffix.lower() not in suffixes:
        raise PitbossError(f"{file}: name it {' or '.join(f'*{suffix}' for suffix in suffixes)}")
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise PitbossError(f"{file}: there is no folder {file.parent}" if not file.is_dir() else f"{file} is a folder")
    if file.suffix.lower() == ".parquet":
        pyarrow()


def export_rounds(store: Store, file: Path, wanted: Wanted, told: Told = lambda done: None) -> int:
    """Write the wagers that rounds settled; returns how many rows."""
    entries = schema.journal
    query = select(entries).where(entries.c.kind == "round").order_by(entries.c.chain, entries.c.number)

    def rows(connection: Connection) -> Iterator[Row]:
        for entry in connection.execute(wanted.of(query)):
            yield from _round_rows(entry)

    count = select(func.count()).select_from(entries).where(entries.c.kind == "round")
    return _export(store, file, ROUNDS, rows, wanted.of(count), told, lambda row: (row[0], row[2]))


def export_ledger(store: Store, file: Path, wanted: Wanted, told: Told = lambda done: None) -> int:
    """Write the lines of the ledger; returns how many."""
    lines, entries = schema.postings, schema.journal
    joined = lines.join(entries, (lines.c.chain == entries.c.chain) & (lines.c.number == entries.c.number))
    names = (lines.c.chain, lines.c.number, lines.c.line, entries.c.at, entries.c.kind, entries.c.round)
    query = select(*names, lines.c.account, lines.c.amount, lines.c.what).select_from(joined)

    def rows(connection: Connection) -> Iterator[Row]:
        for row in connection.execute(wanted.of(query).order_by(lines.c.chain, lines.c.number, lines.c.line)):
            chain, number, line, at, kind, round, account, amount, what = row
            yield chain, number, line, _time(at), kind, round, account, _cents(amount), what

    count = select(func.count()).select_from(joined)
    return _export(store, file, LEDGER, rows, wanted.of(count), told, None)


# -- rows ------------------------------------------------------------------------------------------------------------


def _round_rows(entry: Any) -> Iterator[Row]:
    body = json.loads(entry.body)
    record, players = body["record"], body["players"]
    head = (entry.chain, entry.round, entry.number, _time(entry.at), record["rulebook"], record["game"])
    tail = (body["void"], body["deal"], body["commitment"], entry.hash)
    for row in body["settlements"]:
        player = players.get(str(row["seat"]))
        money = (Decimal(row["staked"]), row["outcome"], Decimal(row["pays"]), Decimal(row["net"]))
        why = (row["odds"], row["reason"], row["cite"])
        yield (*head, row["seat"], player, row["wager"], row.get("on"), row.get("hand", 1), *money, *why, *tail)
    for fee in body["fees"]:
        player = players.get(str(fee["seat"]))
        money = (Decimal(0), "fee", Decimal(0), -Decimal(fee["amount"]))
        yield (*head, fee["seat"], player, fee["fee"], None, None, *money, "", "", fee["cite"], *tail)


def _time(at: str) -> datetime:
    return datetime.fromisoformat(at)


def _cents(amount: int) -> Decimal:
    return Decimal(amount).scaleb(-2)


# -- files -----------------------------------------------------------------------------------------------------------


def _export(
    store: Store,
    file: Path,
    columns: Mapping[str, str],
    rows: Callable[[Connection], Iterator[Row]],
    count: Select[Any],
    told: Told,
    counted: Callable[[Row], object] | None,
) -> int:
    """Write the rows into a file that appears whole or not at all."""
    opened = _parquet if file.suffix.lower() == ".parquet" else _csv
    written, done, last = 0, 0, object()
    try:
        with draft_of(file) as draft, store.snapshot() as connection, opened(draft, columns) as write:
            whole = max(1, connection.execute(count).scalar_one())
            for row in rows(connection):
                write(row)
                written += 1
                key = counted(row) if counted is not None else written
                if key != last:
                    done, last = done + 1, key
                    told(min(1.0, done / whole))
    except SQLAlchemyError as error:
        raise PitbossError(f"the database cannot be read to its end: {plainly(error)}") from error
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise PitbossError(f"an entry of the journal cannot be read ({error}); pitboss audit names it") from error
    return written


@contextmanager
def _csv(file: Path, columns: Mapping[str, str]) -> Iterator[Sink]:
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        kinds = list(columns.values())

        def write(row: Row) -> None:
            writer.writerow([_text(kind, value) for kind, value in zip(kinds, row, strict=True)])

        yield write


def _text(kind: str, value: Any) -> Any:
    if value is None:
        return ""
    if kind == "money":
        return f"{value:.2f}"
    if kind == "time":
        return value.isoformat(timespec="milliseconds")
    if kind == "bool":
        return "true" if value else "false"
    return f"'{value}" if kind == "string" and value.startswith(COUNTS) else value


@contextmanager
def _parquet(file: Path, columns: Mapping[str, str]) -> Iterator[Sink]:
    arrow, parquet = pyarrow()
    types = {
        "string": arrow.string(),
        "int64": arrow.int64(),
        "bool": arrow.bool_(),
        "money": arrow.decimal128(20, 2),
        "time": arrow.timestamp("ms", tz="UTC"),
    }
    form = arrow.schema([(name, types[kind]) for name, kind in columns.items()])
    waiting: list[Row] = []
    writer: AbstractContextManager[Any] = parquet.ParquetWriter(file, form, compression="zstd")
    with writer as stream:

        def flush() -> None:
            if waiting:
                parts = zip(*waiting, strict=True)
                arrays = [arrow.array(part, type=kind) for part, kind in zip(parts, form.types, strict=True)]
                stream.write_batch(arrow.record_batch(arrays, schema=form))
                waiting.clear()

        def write(row: Row) -> None:
            waiting.append(row)
            if len(waiting) == TOGETHER:
                flush()

        yield write
        flush()
