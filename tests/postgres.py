"""A real PostgreSQL for the tests and benchmarks: started in a folder of its own, gone without a trace afterwards."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""What a test does without: its database need not outlive a power cut."""


class Postgres:
    """A running server, reached through a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def fresh(self, like: str = "") -> str:
        """The URL of a new database: an empty one, or a copy of another that nobody is connected to."""
        name = f"house_{os.getpid()}_{next(self._numbers)}"
        self._do("create database {} template {} strategy file_copy", name, _name(like) if like else "template0")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Throw a database away, whoever is still connected."""
        self._do("drop database if exists {} with (force)", _name(url))

    def _do(self, statement: str, *names: str) -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))  # type: ignore[arg-type]


def _name(url: str) -> str:
    return urlsplit(url).path.lstrip("/")


@contextmanager
def postgres(*settings: str) -> Iterator[Postgres]:
    """Start a server, with settings like ``fsync=off``, and stop it at the end.

    PostgreSQL will not run as root; root lends it to ``nobody``, and nothing else on the machine is changed.
    """
    folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-"))
    try:
        lent: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            lent = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        programs = _programs(folder, lent)
        data = folder / "data"
        _run(
            [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            lent,
        )
        words = [word for setting in settings for word in ("-c", setting)]
        listen = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "max_connections=60"]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [programs / "postgres", "-D", data, *listen, *words],
                stdout=log,
                stderr=log,
                cwd=folder,
                preexec_fn=_go_with_the_tests,
                **lent,
            )
        try:
            server = Postgres(folder)
            _wait_for(server, process)
            yield server
        finally:
            process.send_signal(signal.SIGINT)  # "fast": whoever is connected is told to go
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGQUIT)
                process.wait(timeout=20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _go_with_the_tests() -> None:
    """A server whose test run was killed shuts down by itself, where the system can tell it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGINT)  # PR_SET_PDEATHSIG


def _wait_for(server: Postgres, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(server.url()).close()
            return
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > end:
                log = (server.folder / "log").read_text(errors="replace")
                raise RuntimeError(f"PostgreSQL did not start: {error}\n{log}") from error
            time.sleep(0.05)


def _programs(folder: Path, lent: dict[str, Any]) -> Path:
    """Where ``initdb`` and ``postgres`` are: those of the wheel, or else the machine's own."""
    wheel = find_spec("pgserver")
    if wheel is not None and wheel.origin is not None:
        package = Path(wheel.origin).parent
        if _may_run(package / "pginstall" / "bin", lent):
            return package / "pginstall" / "bin"
        # Root's own folders are closed to others: a copy outside them is not.
        for part in (package / "pginstall", package.with_name("pgserver.libs")):
            if part.is_dir():
                shutil.copytree(part, folder / part.relative_to(package.parent))
        for copied in (folder, *folder.rglob("*")):
            copied.chmod(copied.stat().st_mode | (0o555 if copied.is_dir() else 0o444))
        return folder / "pgserver" / "pginstall" / "bin"
    own = shutil.which("initdb")
    places = [Path(own).parent] if own else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for place in places:
        if _may_run(place, lent):
            return place
    raise RuntimeError("there is no PostgreSQL here: pip install pgserver, or install the server itself")


def _may_run(place: Path, lent: dict[str, Any]) -> bool:
    try:
        return subprocess.run([place / "postgres", "--version"], capture_output=True, cwd="/", **lent).returncode == 0
    except OSError:
        return False


def _run(words: list[Any], lent: dict[str, Any]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, cwd="/", **lent)
    if done.returncode:
        raise RuntimeError(f"{Path(words[0]).name}: {done.stderr}")
