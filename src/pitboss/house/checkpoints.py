"""Checkpoints: where the chains of a house end, signed with its secret and written where its database is not.

Each is a line of JSON in a file that only grows, and names the hash of the line before it. It has the ends that moved
since the process that writes it wrote its last one; the first one of a process has them all.
"""

import json
import logging
import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.errors import PitbossError
from pitboss.house.crypto.seals import is_sealed, seal_of
from pitboss.house.crypto.secret import Secret, secret_file
from pitboss.house.journal.chain import START, canonical
from pitboss.house.sharing import EVERY_TABLE, Share
from pitboss.house.storage import bulk_writing, schema
from pitboss.house.storage.store import Store

try:
    import fcntl
except ModuleNotFoundError:  # not POSIX: one process writes there
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("pitboss")
Ends = Mapping[str, tuple[int, str]]
LOOK = 1.0
"""Seconds between two looks at where the chains end."""
LAST_LINE = 64 * 1024
PURPOSE = "pitboss checkpoint\n"


@dataclass(frozen=True, slots=True)
class Every:
    """How often a checkpoint is made: after so many entries, but not twice within ``least``, or so many seconds."""

    entries: int = 500
    seconds: float = 60.0
    least: float = 5.0


@dataclass(frozen=True, slots=True)
class Kept:
    """Where the checkpoints of a house are kept: a file, and the URL they are sent to from there, if any."""

    file: Path
    url: str = ""
    every: Every = Every()


def checkpoint_file(url: str, secret: Path | None = None) -> Path | None:
    """Where a house's checkpoints are when nobody says otherwise: beside its secret."""
    file = secret_file(url, secret)
    return None if file is None else file.with_suffix(".checkpoints")


# -- one checkpoint ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where some chains ended at a time."""

    number: int
    at: str
    before: str
    tables: str
    ends: Ends
    signature: str = ""

    def signed(self, secret: Secret) -> str:
        """The line of a file."""
        signature = secret.signer.sign(self._text()).hex()
        return canonical(self._said() | {"signature": signature})

    def is_signed_with(self, public_key: str) -> bool:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
            key.verify(bytes.fromhex(self.signature), self._text())
        except (ValueError, InvalidSignature):
            return False
        return True

    @classmethod
    def of(cls, line: str) -> "Checkpoint":
        """A line, read; it is as it was written, or not read at all."""
        try:
            raw = json.loads(line)
            ends = {chain: (number, digest) for chain, (number, digest) in raw["ends"].items()}
            found = cls(raw["number"], raw["at"], raw["before"], raw["tables"], ends, raw["signature"])
            if canonical(found._said() | {"signature": found.signature}) != line:
                raise ValueError
            for number, digest in ends.values():
                if type(number) is not int or not isinstance(digest, str):
                    raise ValueError
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise PitbossError("it is no checkpoint") from error
        return found

    def _said(self) -> dict[str, Any]:
        ends = {chain: list(end) for chain, end in self.ends.items()}
        return {"number": self.number, "at": self.at, "before": self.before, "tables": self.tables, "ends": ends}

    def _text(self) -> bytes:
        return f"{PURPOSE}{canonical(self._said())}".encode()


def sealed_as(tables: str) -> str:
    """What the note of the last checkpoint of some tables is sealed as; no chain has such a name."""
    return f"checkpoint {tables}"


def digest_of_line(line: str) -> str:
    return sha256(line.encode()).hexdigest()


# -- the file ---------------------------------------------------------------------------------------------------------


def append(
    file: Path, secret: Secret, ends: Ends, share: Share = EVERY_TABLE, noted: tuple[int, str] | None = None
) -> str:
    """Write a checkpoint after the last one, of whichever process; it is on the disk when this returns.

    ``noted`` is a checkpoint that the house knows to be there. Where the file ends before it, the next one goes on from
    it all the same, so that an audit misses what is gone.
    """
    with _opened(file) as handle:
        number, digest = _last(file, handle)
        if noted is not None and noted[0] > number:
            log.error("checkpoint %d is not in %s: an audit misses it unless another file has it", noted[0], file)
            number, digest = noted
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = Checkpoint(number + 1, at, digest, str(share), ends).signed(secret)
        handle.seek(0, os.SEEK_END)
        handle.write(f"{line}\n".encode())
        handle.flush()
        os.fsync(handle.fileno())
    return line


def _last(file: Path, handle: BinaryIO) -> tuple[int, str]:
    """The number and the hash of the last checkpoint in a file; what comes after it and is none is set aside."""
    while (found := _last_line(handle)) is not None:
        start, raw = found
        line = raw.decode(errors="replace")
        try:
            return Checkpoint.of(line).number, digest_of_line(line)
        except PitbossError:
            aside = file.with_name(f"{file.name}.odd")
            with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as odd:
                odd.write(raw + b"\n")
            handle.truncate(start)
            log.error("the last line of %s was no checkpoint, and was put into %s", file, aside.name)
    return 0, START


@contextmanager
def _opened(file: Path) -> Iterator[BinaryIO]:
    """The file, for one process at a time; what was not written to its end is no line."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as handle:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)
        size = handle.seek(0, os.SEEK_END)
        back = min(size, 1)
        handle.seek(size - back)
        if size and handle.read(1) != b"\n":
            handle.seek(0)
            handle.truncate(handle.read().rfind(b"\n") + 1)
        yield handle


def _last_line(handle: BinaryIO) -> tuple[int, bytes] | None:
    """Where the last line begins, and the line; every line of the file has its end."""
    size, length = handle.seek(0, os.SEEK_END), LAST_LINE
    while size:
        start = handle.seek(max(0, size - length))
        tail = handle.read(size - start)[:-1]
        if (before := tail.rfind(b"\n")) >= 0 or not start:
            return start + before + 1, tail[before + 1 :]
        length *= 4
    return None


# -- the house makes them by itself -----------------------------------------------------------------------------------


class Checkpointer:
    """Writes checkpoints while a house is served, beside everything else: no table ever waits for it."""

    def __init__(
        self,
        url: str,
        secret: Secret,
        file: Path,
        share: Share = EVERY_TABLE,
        every: Every | None = None,
        noted: tuple[int, str] | None = None,
    ) -> None:
        """``noted`` is the last one that the house's chain names."""
        self.file, self._share, self._secret, self._every = file, share, secret, every or Every()
        self._store = Store(url)
        self._noted = noted
        self.written: Mapping[str, Any] | None = None
        """The last one that this process made, for the house to note; any thread may look."""
        self._signed: dict[str, tuple[int, str]] = {}
        self._written = time.monotonic() - self._every.seconds  # the first one is made at once
        self._failed = ""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Make a last one, of everything that was written."""
        self._stopped.set()
        self._thread.join()
        self._store.close()

    def _run(self) -> None:
        self._look()
        while not self._stopped.wait(LOOK):
            self._look()
        self._look(last=True)

    def _look(self, last: bool = False) -> None:
        waited = time.monotonic() - self._written
        if waited < min(self._every.least, self._every.seconds) and not last:
            return  # whatever was written meanwhile, none is made so soon
        try:
            ends = self._ends()
            new = sum(number - self._signed.get(chain, (0, ""))[0] for chain, (number, _) in ends.items())
            often = new >= self._every.entries and waited >= self._every.least
            if ends and (last or often or waited >= self._every.seconds):
                line = append(self.file, self._secret, ends, self._share, self._last_noted())
                self._signed |= ends
                self._written = time.monotonic()
                self._note(line)
            self._failed = ""
        except (SQLAlchemyError, OSError, PitbossError) as error:
            why = str(error).splitlines()[0] if isinstance(error, SQLAlchemyError) else str(error)
            if not self._failed:
                log.error("no checkpoint can be written to %s (it is tried again): %s", self.file, why)
            self._failed = why or "?"

    def _last_noted(self) -> tuple[int, str] | None:
        """The last checkpoint that the database or the house's chain names, for these tables."""
        kept, found = schema.checkpoints, [] if self._noted is None else [self._noted]
        for row in self._store.rows(select(kept).where(kept.c.tables == str(self._share))):
            if is_sealed(self._secret, sealed_as(row["tables"]), row):
                found.append((row["number"], row["hash"]))
        return max(found, default=None)

    def _note(self, line: str) -> None:
        """Note the checkpoint in the database, so that its file is missed when it is cut back or taken away."""
        tables, number, digest = str(self._share), Checkpoint.of(line).number, digest_of_line(line)
        seal = seal_of(self._secret, sealed_as(tables), number, digest)
        with self._store.engine.begin() as connection:
            columns = ("tables", "number", "hash", "seal")
            bulk_writing.put_rows(connection, schema.checkpoints, columns, [(tables, number, digest, seal)])
        self.written = {"tables": tables, "number": number, "hash": digest}

    def _ends(self) -> dict[str, tuple[int, str]]:
        """The ends, as they are in the database, that moved since they were last signed; none that went back."""
        tables, heads = schema.tables, schema.heads
        with self._store.reading() as connection:
            found = list(connection.execute(select(heads.c.chain, heads.c.number, heads.c.hash)))
            rows = connection.execute(select(tables.c.id, tables.c.number, tables.c.hash))
            found += [row for row in rows if row.id in self._share]
        ends = {chain: (number, digest) for chain, number, digest in found}
        return {chain: end for chain, end in ends.items() if end[0] > self._signed.get(chain, (0, ""))[0]}


# -- an auditor reads them --------------------------------------------------------------------------------------------


@dataclass
class Noted:
    """What files of checkpoints say, and what is wrong with the files themselves."""

    ends: dict[str, dict[int, tuple[str, str]]] = field(default_factory=dict)
    """For each chain the entries that were signed, with their hashes and where that was."""
    lines: list[tuple[str, Checkpoint]] = field(default_factory=list)
    odd: list[tuple[str, str]] = field(default_factory=list)
    begins: list[tuple[str, Checkpoint]] = field(default_factory=list)
    """The first line of each file."""
    digests: set[str] = field(default_factory=set)
    emptied: bool = False
    """Whether a file has no checkpoint at all: nobody can say which tables it was for."""

    @property
    def newest(self) -> str:
        return max((checkpoint.at for _, checkpoint in self.lines), default="")

    def unsigned(self, public_key: str) -> Iterator[str]:
        """The lines that this key did not sign."""
        for where, checkpoint in self.lines:
            if not checkpoint.is_signed_with(public_key):
                yield where

    def newer(self, ends: Ends) -> int:
        """How many entries were written after the last that was signed in each chain."""
        return sum(max(0, number - max(self.ends.get(chain, {}), default=0)) for chain, (number, _) in ends.items())


def read(*files: Path) -> Noted:
    """Everything that files of checkpoints say."""
    noted = Noted()
    for file in files:
        try:
            with file.open(encoding="utf-8", errors="replace", newline="\n") as lines:
                before = len(noted.lines)
                _read(file.name, lines, noted)
                noted.emptied |= len(noted.lines) == before
        except OSError as error:
            raise PitbossError(f"the checkpoints {file} cannot be read: {error.strerror}") from error
    for where, first in noted.begins:
        if first.before != START and first.before not in noted.digests:
            noted.odd.append((where, f"it is checkpoint {first.number}, and those before it were taken out"))
    return noted


def _read(name: str, lines: Iterator[str], noted: Noted) -> None:
    before, number = "", 0
    highest: dict[str, int] = {}
    for at, line in enumerate(lines, start=1):
        where = f"line {at} of {name}"
        if not line.endswith("\n"):
            break  # it is being written
        line = line[:-1]
        try:
            found = Checkpoint.of(line)
        except PitbossError as error:
            noted.odd.append((where, error.sentence))
            before = ""
            continue
        if before and (found.before != before or found.number != number + 1):
            noted.odd.append((where, "it does not go on from the line before: one was changed, or taken out"))
        before, number = digest_of_line(line), found.number
        if at == 1:
            noted.begins.append((where, found))
        noted.digests.add(before)
        noted.lines.append((where, found))
        for chain, (entry, digest) in found.ends.items():
            if entry < highest.get(chain, 0):
                noted.odd.append((where, f"chain {chain} had {highest[chain]} entries before, and then {entry}"))
            highest[chain] = max(entry, highest.get(chain, 0))
            known = noted.ends.setdefault(chain, {})
            if known.setdefault(entry, (digest, f"checkpoint {found.number}"))[0] != digest:
                noted.odd.append((where, f"entry {entry} of chain {chain} was signed before with another hash"))


def default_files(url: str, secret: Path | None = None) -> tuple[list[Path], bool]:
    """The checkpoints that are where a house keeps them, and whether they should be: its secret is there."""
    file, place = None, None
    with suppress(PitbossError):
        file, place = checkpoint_file(url, secret), secret_file(url, secret)
    is_there = file is not None and file.is_file()
    return [file] if file is not None and is_there else [], place is not None and place.is_file()
