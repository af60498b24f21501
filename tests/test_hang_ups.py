"""Clients that hang up, and those who come before the house is ready: neither ends the service, all are answered.

``PITBOSS_HANG_UPS`` says how often somebody hangs up; ``make verify`` does it thousands of times.
"""

import os
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from pitboss.api.connections import ServerConfig
from pitboss.api.limits import Limits
from pitboss.house.house import House
from test_serve import serving, stop

HANG_UPS = int(os.environ.get("PITBOSS_HANG_UPS", 300))
REQUEST = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n"


def test_a_client_that_hangs_up_does_not_end_the_service(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    House(database).close()
    with serving(tmp_path, "--no-pages", "--database", database) as (process, _, address):
        for number in range(HANG_UPS):
            with socket.create_connection(_place(address), timeout=20) as link, suppress(ConnectionError):
                link.sendall(REQUEST * (1 + number % 4))  # and nothing that comes back is read
            assert process.poll() is None, f"it ended after {number + 1}"
        assert httpx.get(f"{address}/nowhere", timeout=20).status_code == 404
        stop(process)


def test_the_port_answers_503_until_the_house_is_ready(tmp_path: Path) -> None:
    """Probes that give up at once come all the time meanwhile, and nobody who waits goes without an answer."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told: list[tuple[int, str | None]] = []
    lost: list[str] = []
    over = threading.Event()

    def ask() -> None:
        there = False
        while not over.is_set():
            try:
                answer = httpx.get(f"http://127.0.0.1:{port}/nowhere", timeout=30, verify=False)
                there = True
                told.append((answer.status_code, answer.headers.get("retry-after")))
            except httpx.ConnectError:
                if there:
                    lost.append("the port was let go")
                time.sleep(0.01)
            except httpx.HTTPError as error:
                lost.append(repr(error))

    def probe() -> None:
        while not over.is_set():
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=0.05) as link:
                link.sendall(REQUEST)
            time.sleep(0.01)

    asking = [threading.Thread(target=what) for what in (ask, ask, probe)]
    for thread in asking:
        thread.start()
    try:
        with serving(tmp_path, "--no-pages", "--port", str(port)) as (process, _, address):
            assert httpx.get(f"{address}/nowhere", timeout=20).status_code == 404, "what it says is so"
            time.sleep(0.3)
            over.set()
            for thread in asking:
                thread.join(40)
            stop(process)
    finally:
        over.set()
    assert not lost and {status for status, _ in told} == {404, 503}
    assert all(again and int(again) > 0 for status, again in told if status == 503)


@pytest.mark.parametrize("sent", [b"", b"GET /", b"\x16\x03\x01 what is this", REQUEST[:-2]])
def test_one_who_says_nothing_does_not_hold_up_those_who_ask_before_the_house_is_ready(sent: bytes) -> None:
    from pitboss.api.unavailable import MOST, NotYet

    with socket.create_server(("127.0.0.1", 0)) as listening, NotYet(listening):
        place = listening.getsockname()
        silent = [socket.create_connection(place) for _ in range(MOST + 20)]
        for link in silent:
            with suppress(ConnectionError):
                link.sendall(sent)
        answer = httpx.get(f"http://127.0.0.1:{place[1]}/lobby", timeout=20)
        assert answer.status_code == 503 and answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["detail"] == "the house is being opened"
        for link in silent:
            link.close()


def _place(address: str) -> tuple[str, int]:
    return "127.0.0.1", int(address.rpartition(":")[2])


def test_a_connection_is_kept_longer_than_clients_keep_it() -> None:
    """A client that sends while the service closes loses what it sends, and cannot know whether it acted."""
    expiry = httpx.Limits().keepalive_expiry
    assert expiry is not None and ServerConfig(Starlette(), Limits()).timeout_keep_alive > max(expiry, 15)
