"""How ``pitboss serve`` ends: in peace when it is asked to, else with a sentence and a code that says so.

``PITBOSS_FULL_DISK`` also waits until a running house has given up on a disk that takes no more; ``make verify`` does.
"""

import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select

import warm
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from test_serve import serving

HEARD: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
CLOSED = "The house is closed; everything that was begun is written."


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The secret of a house is where its service looks for it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_releases_the_claim_and_writes_what_was_begun(
    database: str, tmp_path: Path, sent: signal.Signals
) -> None:
    tokens = _house(database)
    confirmed: list[int] = []
    with serving(tmp_path, "--no-pages", "--rate", "0", "--database", database) as (process, _, address):

        def buy(person: str, seat: int) -> None:
            headers = {"Authorization": f"Bearer {tokens[person]}"}
            with httpx.Client(base_url=f"{address}/api/tables/7", headers=headers, timeout=30) as client:
                client.post("/sit", json={"seat": seat})
                try:
                    while client.post("/buy-in", json={"seat": seat, "amount": "1.00"}).status_code == 200:
                        confirmed.append(1)
                except httpx.HTTPError:
                    return

        players = [threading.Thread(target=buy, args=(person, seat)) for person, seat in (("ann", 1), ("bob", 2))]
        for player in players:
            player.start()
        while len(confirmed) < 30:
            assert process.poll() is None
            time.sleep(0.02)  # the cores are theirs
        process.send_signal(sent)
        out, err = process.communicate(timeout=40)
        for player in players:
            player.join(40)
        assert (process.returncode, err) == (0, "") and CLOSED in out
    assert _claims(database) == []
    house = House(database)
    assert sum(seated.chips for seated in house.table("7").seats.values()) >= 100 * len(confirmed)
    house.close()
    assert audit(database, workers=1).clean


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_while_the_house_is_being_opened_leaves_no_claim(tmp_path: Path, sent: signal.Signals) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = warm.start("serve", "--no-pages", "--port", str(port), **HEARD)
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as link:
                link.sendall(b"GET / HTTP/1.0\r\n\r\n")
                assert link.recv(1)
            break
        except OSError:
            assert process.poll() is None
            time.sleep(0.02)
    process.send_signal(sent)
    out, err = process.communicate(timeout=40)
    assert process.returncode == 0 and CLOSED in out and "Traceback" not in err
    house = tmp_path / "pitboss" / "house.db"
    assert not house.exists() or _claims(f"sqlite:///{house}") == []


def test_a_lost_claim_ends_with_a_sentence_and_a_code(database: str, tmp_path: Path) -> None:
    _house(database)
    with serving(tmp_path, "--no-pages", "--database", database) as (process, _, _address):
        store = Store(database)
        with store.engine.begin() as connection:
            connection.execute(delete(schema.processes))
        store.close()
        out, err = process.communicate(timeout=60)
    assert process.returncode == 2 and CLOSED not in out and "Traceback" not in err
    assert err.splitlines()[-1].startswith("pitboss: this process has stopped: its claim on tables * is ")


@pytest.mark.skipif("PITBOSS_FULL_DISK" not in os.environ, reason="PITBOSS_FULL_DISK waits for it")
def test_a_disk_that_fills_up_ends_a_running_house_with_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    _house(url)
    with serving(tmp_path, "--no-pages", "--database", url) as (process, _, _address):
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, 4096))
        _, err = process.communicate(timeout=90)
    assert process.returncode == 2 and "disk" in err.splitlines()[-1] and "Traceback" not in err


def test_a_full_disk_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    _house(url)
    limit = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
    _must_end(url, "disk", "-c", limit + "from pitboss.cli.app import main; sys.exit(main())")
    assert _claims(url) == []


def test_a_locked_file_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    _house(url)
    other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        _must_end(url, "database is locked")
    finally:
        other.close()


def test_a_file_that_can_only_be_read_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    _house(f"sqlite:///{file}")
    if os.geteuid() == 0:  # who may write to every file asks for one to read only
        url = f"sqlite:///file:{file}?mode=ro&uri=true"
    else:
        url = f"sqlite:///{file}"
        file.chmod(0o400)
    _must_end(url, "readonly database")


@pytest.mark.parametrize("where", [("--port", "70000"), ("--host", "no.such.host.invalid"), ("--host", "é" * 80)])
def test_a_place_that_cannot_be_listened_at_ends_the_start_with_a_sentence(
    tmp_path: Path, where: tuple[str, str]
) -> None:
    done = warm.run("serve", "--no-pages", "--port", "0", *where)
    err = done.stderr
    assert done.returncode == 2 and err.startswith("pitboss: ") and "Traceback" not in err
    assert not list(tmp_path.iterdir()), "nothing was made"


def test_a_house_outlives_whoever_read_what_it_says(tmp_path: Path) -> None:
    """``pitboss serve | head -1`` goes on, and ends in peace."""
    url = f"sqlite:///{tmp_path}/house.db"
    _house(url)
    with serving(tmp_path, "--no-pages", "--database", url) as (process, _, _address):
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(40) == 0 and not process.stderr.read()


# -- what they share --------------------------------------------------------------------------------------------------


def _house(url: str) -> dict[str, str]:
    house = House(url)
    house.open_table("7", "chapter4/roulette")
    tokens = {id: house.add_person(id, id, role) for id, role in {"system": "system"}.items()}
    tokens |= {id: house.add_person(id, id, "player") for id in ("ann", "bob")}
    house.close()
    return tokens


def _claims(url: str) -> list[str]:
    store = Store(url)
    found = [row["id"] for row in store.rows(select(schema.processes.c.id))]
    store.close()
    return found


def _started(*words: str, program: tuple[str, ...] = ("-m", "pitboss.cli")) -> "subprocess.Popen[str]":
    command = [sys.executable, *program, "serve", "--no-pages", *words]
    environment = {name: value for name, value in os.environ.items() if name != "PITBOSS_DATABASE"}
    return subprocess.Popen(command, env=environment | {"COLUMNS": "200"}, **HEARD)


def _must_end(url: str, sentence: str, *program: str) -> None:
    words = ("--port", "0", "--database", url)
    done = _started(*words, program=program) if program else warm.start("serve", "--no-pages", *words, **HEARD)
    _, err = done.communicate(timeout=90)
    assert done.returncode == 2 and "Traceback" not in err, err
    assert len(err.splitlines()) == 1 and err.startswith("pitboss: ") and sentence in err, err
