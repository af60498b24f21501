"""Random garbage over HTTP, WebSocket and the pages' socket, from every role and from nobody, while somebody plays.

Nothing is lost, nothing is logged with a traceback, memory stays bounded, and the audit is clean afterwards.
``PITBOSS_FUZZ_SECONDS`` says for how long on each database; ``make verify`` takes ten minutes.
"""

import json
import os
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from attacked import Target, a_house, at_the_same_time, attacked
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from served import PEOPLE

pytest.importorskip("nicegui")

SECONDS = float(os.environ.get("PITBOSS_FUZZ_SECONDS", 2))
MOST_GROWTH = (200 if SECONDS < 60 else 400) * 1024 * 1024
TABLES = {
    "1": "chapter4/roulette",
    "2": "chapter4/craps",
    "3": "massachusetts-2020/three-card-poker",
    "4": "chapter4/mini-baccarat",
}
HONEST = "honest"
ROLES = [*PEOPLE, None]
COMMANDS = (
    *("sit", "buy_in", "leave", "sit_out", "come_back", "bet", "ready", "deal", "act", "take_bank", "pass_bank"),
    *("call", "confirm", "reject", "withdraw", "step", "fill", "credit"),
)
ODD = ("", "1", "-1", "0", "ann", "1.00", "9" * 400, "red", "..", "\0", "%00", "ante", "é" * 9)
PATHS = (
    "/api/house",
    "/api/tables",
    "/api/people",
    "/api/people/me",
    "/api/people/me/postings?table=1",
    "/api/games",
    "/api/games/chapter4/roulette",
    "/api/ledger",
    "/api/journal",
    "/api/audit",
    "/api/health",
    "/api/openapi.json",
    "/sign-in",
    "/sign-out",
    "/lobby",
    "/table/1",
    "/table/1/dealer",
    "/floor",
    "/audit",
    "/audit/export/rounds.csv",
    "/",
)


class Garbage:
    """Things that nobody means, some of them nearly right."""

    def __init__(self, seed: object) -> None:
        self.rng = random.Random(str(seed))

    def text(self) -> str:
        pick = self.rng.random()
        if pick < 0.3:
            return self.rng.choice(
                ("", "1", "-1", "0", "ann", "1.00", "9" * 400, "red", "..", "\0", "%00", "ante", "é" * 9)
            )
        if pick < 0.6:
            return "".join(chr(self.rng.randrange(1, 0x250)) for _ in range(self.rng.randrange(40)))
        if pick < 0.8:
            return self.rng.choice(("\ud800", "🂡" * 20, "'; drop table people; --", "{{7*7}}", "<script>", "\r\nX: y"))
        return "x" * self.rng.choice((100, 5_000, 70_000))

    def value(self, depth: int = 0) -> Any:
        pick = self.rng.randrange(9)
        if pick == 0 and depth < 4:
            return [self.value(depth + 1) for _ in range(self.rng.randrange(5))]
        if pick == 1 and depth < 4:
            return {self.text()[:80]: self.value(depth + 1) for _ in range(self.rng.randrange(5))}
        plain = (None, True, -1, 0, 1, 2, 2**63, 10**30, 1.5, 1e308)
        return self.rng.choice(plain) if pick < 5 else self.text()

    def command(self) -> dict[str, Any]:
        """A command at a table with something wrong about it, or right by chance."""
        words: dict[str, Any] = {
            "do": self.rng.choice(COMMANDS),
            "seat": self.rng.choice((1, 2, 3, 4, 5, 7, 99)),
            "amount": self.rng.choice(("1.00", "100.00", "999999999.00", "0.00", "-5.00")),
            "wagers": {self.rng.choice(("red", "ante", "pass_line", "player", "nothing")): "5.00"},
            "action": self.rng.choice(("play", "fold")),
            "irregularity": "foul_deck",
            "procedure": "opening",
            "step": 1,
            "number": 1,
            "wager": "10.00",
        }
        kept = {key: held for key, held in words.items() if key == "do" or self.rng.random() < 0.5}
        if self.rng.random() < 0.4:
            kept[self.rng.choice([*words, "re", "key", "round"])] = self.value()
        return kept

    def bytes(self) -> bytes:
        pick = self.rng.random()
        if pick < 0.3:
            return self.rng.randbytes(self.rng.randrange(2000))
        if pick < 0.5:
            return b"[" * self.rng.choice((10, 5_000, 60_000))
        return encoded(self.command() if pick < 0.8 else self.value())

    def maimed(self, sent: bytes) -> bytes:
        """The same with some bytes changed, missing or doubled."""
        if not sent:
            return sent
        at = self.rng.randrange(len(sent))
        pick = self.rng.randrange(4)
        if pick == 0:
            return sent[:at] + self.rng.randbytes(2) + sent[at + 2 :]
        return sent[:at] if pick == 1 else sent + sent[at:] if pick == 2 else sent


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode(errors="replace")


# -- the ways in ------------------------------------------------------------------------------------------------------


def over_http(house: Target, seed: object) -> Callable[[threading.Event], None]:
    def fuzz(stop: threading.Event) -> None:
        garbage = Garbage(seed)
        rng = garbage.rng
        with httpx.Client(base_url=house.address, timeout=30) as client:
            while not stop.is_set():
                person = rng.choice(ROLES)
                headers: dict[str, Any] = {} if person is None else {"Authorization": f"Bearer {house.tokens[person]}"}
                path = rng.choice(PATHS)
                method, body = rng.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")), b""
                if rng.random() < 0.6:
                    command = garbage.command()
                    do = quote(str(command.pop("do")).replace("_", "-"), errors="replace")
                    path = f"/api/tables/{rng.choice([*TABLES, 'x'])}/{do}"
                    method, body = "POST", garbage.maimed(encoded(command))
                    headers["content-type"] = "application/json"
                    if rng.random() < 0.3:
                        headers["idempotency-key"] = f"key-{rng.randrange(20)}"
                elif rng.random() < 0.5:
                    body = garbage.bytes()
                    headers["content-type"] = rng.choice(
                        ("application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "")
                    )
                if rng.random() < 0.2:
                    headers["cookie"] = b"pitboss=" + rng.randbytes(rng.randrange(200)).translate(None, b"\r\n\0")
                if path in ("/api/audit", "/audit/export/rounds.csv") and rng.random() < 0.95:
                    continue  # it takes a while, and is meant to
                with suppress(httpx.HTTPError, UnicodeError, httpx.InvalidURL):
                    answer = client.request(method, path, content=body, headers=headers)
                    assert answer.status_code < 500 or answer.status_code == 503, (
                        method,
                        path,
                        body[:500],
                        answer.text[:500],
                    )

    return fuzz


def over_tcp(house: Target, seed: object) -> Callable[[threading.Event], None]:
    """What is hardly HTTP, or hardly a WebSocket."""

    def fuzz(stop: threading.Event) -> None:
        garbage = Garbage(seed)
        rng = garbage.rng
        while not stop.is_set():
            upgrade = (
                b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                b"Sec-WebSocket-Version: 13\r\n"
            )
            path = rng.choice((b"/api/tables/1/live", b"/_nicegui_ws/socket.io/?EIO=4&transport=websocket", b"/%00%ff"))
            token = f"Authorization: Bearer {house.tokens[rng.choice([*PEOPLE])]}\r\n".encode()
            head = (
                b"GET "
                + path
                + b" HTTP/1.1\r\nHost: x\r\n"
                + (upgrade if rng.random() < 0.7 else b"")
                + token
                + b"\r\n"
            )
            sent = head if rng.random() < 0.4 else garbage.maimed(head)
            with suppress(OSError), socket.create_connection(("127.0.0.1", house.port), timeout=5) as link:
                link.sendall(sent + (rng.randbytes(rng.randrange(500)) if rng.random() < 0.7 else b""))
                link.settimeout(0.2)
                link.recv(4096)
            stop.wait(0.01)

    return fuzz


def over_sockets(house: Target, seed: object) -> Callable[[threading.Event], None]:
    def fuzz(stop: threading.Event) -> None:
        garbage = Garbage(seed)
        rng = garbage.rng
        address = house.address.replace("http", "ws", 1)
        while not stop.is_set():
            person = rng.choice(ROLES)
            headers = {} if person is None else {"Authorization": f"Bearer {house.tokens[person]}"}
            with (
                suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError),
                connect(f"{address}/api/tables/{rng.choice([*TABLES])}/live", additional_headers=headers) as link,
            ):
                for _ in range(rng.randrange(40)):
                    sent = garbage.maimed(garbage.bytes()) if rng.random() < 0.5 else encoded(garbage.command())
                    link.send(sent if rng.random() < 0.2 else sent.decode(errors="replace"))
                    if rng.random() < 0.5:
                        link.recv(timeout=5)
            stop.wait(0.01)

    return fuzz


def over_pages(house: Target, seed: object) -> Callable[[threading.Event], None]:
    """The pages' own socket, with a session and without."""

    def fuzz(stop: threading.Event) -> None:
        garbage = Garbage(seed)
        rng = garbage.rng
        address = house.address.replace("http", "ws", 1)
        with httpx.Client(base_url=house.address, timeout=30) as visitor:
            visitor.post("/sign-in", data={"token": house.tokens["cho"]})
            cookie = f"pitboss={visitor.cookies.get('pitboss', '')}"
        while not stop.is_set():
            headers = {"Cookie": cookie} if rng.random() < 0.8 else {}
            place = f"{address}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
            with (
                suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError),
                connect(place, additional_headers=headers) as link,
            ):
                link.recv(timeout=5)
                link.send("40")
                link.recv(timeout=5)
                for _ in range(rng.randrange(10)):
                    body = {
                        "client_id": "x",
                        "id": 1,
                        "listener_id": "x",
                        "args": [],
                        "tab_id": "x",
                        "document_id": "x",
                    }
                    if rng.random() < 0.5:
                        body[rng.choice([*body, "next_message_id"])] = garbage.value()
                    name = rng.choice(("event", "handshake", "ack", "javascript_response", "log", "no_such"))
                    packet = b"42" + encoded([name, body])
                    sent = packet if rng.random() < 0.6 else garbage.maimed(packet)
                    link.send(sent if rng.random() < 0.1 else sent.decode(errors="replace"))
            stop.wait(0.01)

    return fuzz


# -- what holds meanwhile ---------------------------------------------------------------------------------------------


def plays(house: Target, kept: dict[str, Any]) -> Callable[[threading.Event], None]:
    """Somebody who plays on as if nothing happened, and remembers what the house confirmed."""

    def play(stop: threading.Event) -> None:
        with httpx.Client(
            base_url=f"{house.address}/api/tables/{HONEST}", timeout=60, headers=bearer(house, "bob")
        ) as bob:
            dee = httpx.Client(base_url=bob.base_url, timeout=60, headers=bearer(house, "dee"))
            kept["bought"] = 0
            assert bob.post("/sit", json={"seat": 1}).status_code == 200
            while not stop.is_set():
                number = kept["bought"]
                told = bob.post(
                    "/buy-in", json={"seat": 1, "amount": "10.00"}, headers={"Idempotency-Key": f"honest-{number}"}
                )
                assert told.status_code == 200, told.text
                kept["bought"] += 1
                assert bob.post("/bet", json={"seat": 1, "wagers": {"red": "5.00"}}).status_code == 200
                dealt = dee.post("/deal", json={})
                assert dealt.status_code == 200, dealt.text
                kept["number"] = dealt.json()["view"]["number"]
            dee.close()

    return play


def bearer(house: Target, person: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {house.tokens[person]}"}


def ways(house: Target) -> Iterator[Callable[[threading.Event], None]]:
    for number, way in enumerate((over_http, over_http, over_tcp, over_sockets, over_pages)):
        seed = f"{number} {time.time_ns()}"
        print(f"{way.__name__} with the seed {seed}")
        yield way(house, seed)


def test_garbage_from_everybody_breaks_nothing(database: str) -> None:
    tokens = a_house(database, {**TABLES, HONEST: "chapter4/roulette"})
    kept: dict[str, Any] = {}
    with attacked(database, tokens, "--rate", "0") as house:
        before = house.memory
        with at_the_same_time(plays(house, kept), *ways(house)):
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                assert house.process.poll() is None, house.said()[-3000:]
                assert house.memory - before < MOST_GROWTH
                time.sleep(0.25)
        said = house.said()
        assert "Traceback" not in said, said[:6000]
        assert len(said) < 20_000, said[:3000]
    assert kept["bought"] > 0
    opened = House(database)
    try:
        live = opened.tables[HONEST]
        assert live.head.number >= kept["number"], "everything that was confirmed is there"
    finally:
        opened.close()
    report = audit(database, workers=1)
    assert report.clean, report.findings[:5]
