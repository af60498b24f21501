"""Clients that flood the service, feed it slowly or do not read: its memory stays bounded, and others are served.

``PITBOSS_FLOOD_SECONDS`` says how long the flood lasts; ``make verify`` floods for longer.
"""

import base64
import json
import os
import re
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from attacked import Target, a_house, at_the_same_time, attacked, until
from pitboss.api.limits import Limits
from pitboss.house.audit.house_audit import audit
from served import Served, served

SECONDS = float(os.environ.get("PITBOSS_FLOOD_SECONDS", 4))
MEGABYTE = 1024 * 1024
MOST_GROWTH = 120 * MEGABYTE
ROULETTE = "chapter4/roulette"
TEXT, BINARY, PING = 1, 2, 9


def frame(kind: int, payload: bytes) -> bytes:
    """A frame as a client sends it, with a mask that changes nothing."""
    length = len(payload)
    head = bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + struct.pack("!H", length)
    return bytes([0x80 | kind]) + head + b"\0\0\0\0" + payload


@contextmanager
def raw_socket(address: str, path: str, *headers: str) -> Iterator[socket.socket]:
    """A WebSocket of which nothing is read but what opens it."""
    host, _, port = address.removeprefix("http://").partition(":")
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *headers,
    ]
    with socket.create_connection((host, int(port)), timeout=30) as link:
        link.sendall("\r\n".join([*lines, "", ""]).encode())
        assert link.recv(12) == b"HTTP/1.1 101"
        yield link


def until_it_closes(link: socket.socket, seconds: float = 60) -> None:
    """Read what comes until the other side hangs up."""
    link.settimeout(seconds)
    with suppress(ConnectionError):
        while link.recv(65536):
            pass


GARBAGE = frame(TEXT, b"{" * 100) * 500
FLOODS = {
    "garbage": GARBAGE,
    "what is not text": frame(TEXT, b"\xff" * 20) * 500,
    "bytes": frame(BINARY, b"\0" * 100) * 500,
    "commands without an end": frame(TEXT, b'{"do":"ready","seat":1,"re":1}') * 500,
    "pings": frame(PING, b"x" * 100) * 500,
    "half messages": (bytes([TEXT, 0x80]) + b"\0\0\0\0") + (bytes([0, 0x80]) + b"\0\0\0\0") * 5_000,
}


def test_sockets_that_flood_and_do_not_read_take_no_memory_and_nobody_s_time(database: str) -> None:
    tokens = a_house(database, {"7": ROULETTE})
    with attacked(database, tokens, "--no-pages") as house:
        before, most, served_to_bob = house.memory, 0, 0

        def flood(kind: str) -> None:
            while not over.is_set():
                with (
                    suppress(OSError, AssertionError),
                    raw_socket(house.address, "/api/tables/7/live", f"Authorization: Bearer {tokens['ann']}") as link,
                ):
                    link.settimeout(1)
                    while not over.is_set():
                        link.sendall(FLOODS[kind])
                time.sleep(0.05)

        over = threading.Event()
        floods = [threading.Thread(target=flood, args=(kind,), daemon=True) for kind in FLOODS]
        for each in floods:
            each.start()
        end = time.monotonic() + SECONDS
        with house.api("bob") as bob:
            while time.monotonic() < end:
                assert bob.get("/people/me").status_code == 200
                served_to_bob += 1
                most = max(most, house.memory)
                assert most - before < MOST_GROWTH, f"{(most - before) / MEGABYTE:.0f} MB more"
                time.sleep(0.05)
        over.set()
        for each in floods:
            each.join(30)
        assert served_to_bob >= SECONDS, "others are served meanwhile"
        said = house.said()
        assert "Traceback" not in said and len(said) < 20_000, said[-3000:]
    report = audit(database, workers=1)
    assert report.clean, report.findings


# -- one thing at a time, with little patience ------------------------------------------------------------------------

IMPATIENT = Limits(rate=0, strangers=0, patience=1.0, send_patience=1.0)


@pytest.fixture
def impatient(sqlite_url: str) -> Iterator[Served]:
    with served(sqlite_url, lambda house: house.open_table("7", ROULETTE), IMPATIENT) as house:
        yield house


def plain(house: Served, *sent: bytes) -> socket.socket:
    host, _, port = house.address.removeprefix("http://").partition(":")
    link = socket.create_connection((host, int(port)), timeout=30)
    for each in sent:
        link.sendall(each)
    return link


UNFINISHED = {
    "nothing": b"",
    "half a line": b"GET /api/hea",
    "half the headers": b"GET /api/health HTTP/1.1\r\nHost: x\r\nX-More: ",
    "empty lines": b"\r\n\r\n\r\n",
    "half a body": b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    "half a chunk": b"POST /api/people HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    "a second request": b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\nGET /api/hea",
    "trailers without an end": b"POST /api/people HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ",
}


def test_requests_that_are_never_finished_are_hung_up_on(impatient: Served) -> None:
    with ExitStack() as stack:
        links = [stack.enter_context(plain(impatient, sent)) for sent in UNFINISHED.values() for _ in range(5)]

        def drip(stop: threading.Event) -> None:
            while not stop.wait(0.2):
                for link in links:
                    with suppress(OSError):
                        link.send(b"a")

        with at_the_same_time(drip):
            for link in links:
                until_it_closes(link)


def test_headers_and_trailers_without_an_end_are_cut_off(impatient: Served) -> None:
    for head in (b"GET /api/health HTTP/1.1\r\n", UNFINISHED["trailers without an end"] + b"\r\n"):
        with plain(impatient, head) as link, suppress(ConnectionError):
            link.settimeout(30)
            sent = 0
            while sent < 8 * MEGABYTE:
                line = b"X-More: " + b"a" * 8000 + b"\r\n"
                link.sendall(line)
                sent += len(line)
            pytest.fail("eight megabytes of headers were taken")


def test_whoever_does_not_read_is_hung_up_on(impatient: Served) -> None:
    """So much is asked for that it does not fit into what lies between the two."""
    host, _, port = impatient.address.removeprefix("http://").partition(":")
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.settimeout(60)
        link.connect((host, int(port)))
        with suppress(ConnectionError):
            for _ in range(200):
                link.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
                time.sleep(0.2)
            pytest.fail("nobody minds that nothing is read")


def test_whoever_sends_what_cannot_be_read_again_and_again_is_hung_up_on(impatient: Served) -> None:
    with impatient.client("ann") as ann, ann.watch("7") as socket:
        socket.next()
        with pytest.raises(ConnectionClosed) as told:
            for _ in range(100):
                socket.link.send("{")
                socket.next()
        assert told.value.rcvd is not None and told.value.rcvd.code == 4400
    with impatient.client("ann") as ann, ann.watch("7") as socket:
        socket.next()
        for _ in range(50):
            socket.link.send("{")
            assert socket.next()["status"] == 422
            assert socket.send(do="ready", seat=1)["status"] in (403, 409), "once in a while does no harm"


def test_what_cannot_be_read_is_charged(sqlite_url: str) -> None:
    limits = Limits(rate=5, burst=5, strangers=0)
    with (
        served(sqlite_url, lambda house: house.open_table("7", ROULETTE), limits) as house,
        house.client("ann") as ann,
        ann.watch("7") as socket,
    ):
        socket.next()
        statuses = []
        for _ in range(8):
            socket.link.send("{")
            statuses.append(socket.next()["status"])
        assert 429 in statuses and ann.ask("GET", "/people/me").status_code == 429


def test_a_first_message_that_is_no_text_is_refused(impatient: Served) -> None:
    with connect(f"{impatient.address.replace('http', 'ws', 1)}/api/tables/7/live") as link:
        link.send(b"\0\1\2")
        with pytest.raises(ConnectionClosed) as told:
            link.recv(timeout=5)
        assert told.value.rcvd is not None and told.value.rcvd.code == 4401


def test_an_address_holds_so_many_connections_open_and_no_more(sqlite_url: str) -> None:
    limits = Limits(rate=0, strangers=0, connections=10)
    with served(sqlite_url, limits=limits) as house, ExitStack() as stack:
        for _ in range(10):
            stack.enter_context(plain(house, b"GET /api/hea"))
        with plain(house, b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n") as one_more:
            assert one_more.recv(12) == b"HTTP/1.1 503"
        stack.close()

        def answers() -> bool:
            """What is said to one connection too many comes before any HTTP, and is no problem in JSON."""
            with suppress(httpx.HTTPError):
                return httpx.get(f"{house.address}/api/health").status_code == 200
            return False

        until(answers, "connections that are closed count no more")


def test_asking_whether_the_house_is_open_and_guessing_tokens_have_buckets_of_their_own(sqlite_url: str) -> None:
    limits = Limits(rate=0, strangers=1, strangers_burst=3)
    with served(sqlite_url, limits=limits) as house, house.client(None) as stranger:
        assert 429 in [stranger.ask("GET", "/health").status_code for _ in range(8)]
        assert stranger.ask("GET", "/people/me").status_code == 401
        assert 429 in [stranger.ask("GET", "/people/me").status_code for _ in range(8)]
        time.sleep(1.1)
        assert stranger.ask("GET", "/health").status_code == 200


def test_an_address_is_believed_of_a_configured_proxy_only(tmp_path: Path) -> None:
    limits = Limits(rate=0, strangers=1, strangers_burst=3)
    for proxies, cheats in (((), False), (("127.0.0.1",), True)):
        with served(f"sqlite:///{tmp_path}/{len(proxies)}.db", limits=limits, proxies=proxies) as house:
            statuses = [
                httpx.get(f"{house.address}/api/people/me", headers={"X-Forwarded-For": f"10.0.0.{number}"}).status_code
                for number in range(10)
            ]
        assert (429 not in statuses) is cheats, statuses


# -- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    pytest.importorskip("nicegui")
    folder = tmp_path_factory.mktemp("flood")
    url = f"sqlite:///{folder}/house.db"
    with attacked(url, a_house(url, {"7": ROULETTE})) as house:
        yield house


def test_no_path_takes_a_large_body(pages: Target) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="token"; filename="a"\r\n\r\n'
        for _ in range(400):
            yield b"a" * 65536

    kind = {"content-type": "multipart/form-data; boundary=x"}
    for path in ("/sign-in", "/sign-out", "/lobby", "/no/such/page", "/_nicegui_ws/socket.io/?EIO=4", "/api/people"):
        for body in (b"".join(chunks()), chunks()):
            with httpx.Client(base_url=pages.address, timeout=30) as stranger:
                try:
                    answer = stranger.post(path, content=body, headers=kind)
                    assert answer.status_code in (403, 413, 429), f"{path}: {answer.status_code}"
                except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
                    continue  # hung up on before everything was sent
    assert pages.process.poll() is None


def live_page(house: Target, **headers: str) -> httpx.Response | None:
    """Try to open the pages' own socket; what refuses it, or None."""
    place = f"{house.address.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    try:
        with connect(place, additional_headers=headers) as link:
            assert str(link.recv(timeout=20)).startswith("0{")
        return None
    except InvalidStatus as refused:
        return httpx.Response(refused.response.status_code)


def cookie(house: Target, person: str) -> str:
    with httpx.Client(base_url=house.address, timeout=30) as visitor:
        assert visitor.post("/sign-in", data={"token": house.tokens[person]}).status_code == 303
        return f"pitboss={visitor.cookies['pitboss']}"


def test_the_pages_socket_is_for_those_who_signed_in_on_this_site(pages: Target) -> None:
    mine, evil = cookie(pages, "ann"), "http://evil.example"
    assert live_page(pages, Cookie=mine) is None
    assert live_page(pages, Cookie=mine, Origin=pages.address) is None
    for headers in ({}, {"Cookie": "pitboss=x"}, {"Cookie": mine, "Origin": evil}, {"Cookie": mine, "Origin": "null"}):
        refused = live_page(pages, **headers)
        assert refused is not None and refused.status_code in (403, 429), headers
    polled = httpx.get(f"{pages.address}/_nicegui_ws/socket.io/?EIO=4&transport=polling")
    assert polled.status_code in (400, 403, 429)


def test_a_page_hears_nobody_but_whom_it_was_made_for(pages: Target) -> None:
    mine, theirs = cookie(pages, "ann"), cookie(pages, "floor")
    place = f"{pages.address.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    shown = httpx.get(f"{pages.address}/floor", headers={"Cookie": theirs}, timeout=60)
    [page] = re.findall(r"'client_id': '([0-9a-f-]+)'", shown.text)
    hello = {"client_id": page, "tab_id": "t", "document_id": "d", "next_message_id": 0}
    with connect(place, additional_headers={"Cookie": theirs}) as floor:
        floor.send("40")
        floor.send(f'42["handshake",{json.dumps(hello)}]')
        until(lambda: "sid" in str(floor.recv(timeout=20)), "the floor's page is alive")
        for event in (
            ("event", {"client_id": page, "id": 5, "listener_id": "x", "args": []}),
            ("handshake", hello),
            ("ack", {"client_id": page, "next_message_id": 10**6}),
            ("javascript_response", {"client_id": page, "request_id": "x", "result": 1}),
        ):
            with connect(place, additional_headers={"Cookie": mine}) as link:
                link.send("40")
                link.send(f"42{json.dumps(event)}")
                with pytest.raises(ConnectionClosed):
                    while True:
                        link.recv(timeout=5)
        with pytest.raises(InvalidStatus):
            connect(f"{place}&implicit_handshake=true&client_id={page}&tab_id=t&document_id=e", **as_(mine))
        floor.send(f'42["event",{json.dumps({"client_id": page, "id": 5, "listener_id": "x", "args": []})}]')
        assert floor.ping().wait(10)


def as_(cookie: str) -> dict[str, Any]:
    return {"additional_headers": {"Cookie": cookie}}


BAD_EVENTS = (
    '42["event",{"client_id":1}]',
    '42["event",{}]',
    '42["event"]',
    "42[]",
    '42["handshake",{"client_id":"x"}]',
    '42["ack",{"client_id":"x"}]',
    '42["log",{"client_id":"x","level":"loud","message":"x"}]',
    '42["javascript_response",[1]]',
    '451-["event",{"_placeholder":true,"num":0}]',
    "4",
    "9",
    "\0",
    "42" + "[" * 60_000,
    "x" * 60_000,
)


def test_bad_events_hang_up_and_are_not_logged(pages: Target) -> None:
    mine = cookie(pages, "bob")
    place = f"{pages.address.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    before = len(pages.said())
    for event in (*BAD_EVENTS, b"\0\1\2", b"4\xff"):
        with connect(place, additional_headers={"Cookie": mine}) as link:
            link.recv(timeout=20)
            link.send("40")
            link.recv(timeout=20)
            link.send(event)
            with pytest.raises(ConnectionClosed):
                while True:
                    link.recv(timeout=20)
    for query in ("implicit_handshake=true", "implicit_handshake=true&client_id=x", "sid=nothing", "j=x"):
        with (
            suppress(ConnectionClosed, InvalidStatus, TimeoutError),
            connect(f"{place}&{query}", additional_headers={"Cookie": mine}) as link,
        ):
            link.recv(timeout=20)
            link.send("40")
            link.recv(timeout=20)
    assert pages.said()[before:] == ""


def test_pages_that_are_not_there_are_not_made_without_end(pages: Target) -> None:
    """What answers them is kept for a minute, and takes memory."""
    before = pages.memory
    with httpx.Client(base_url=pages.address, timeout=30) as stranger:
        statuses = [stranger.get(f"/no/such/page/{number}").status_code for number in range(400)]
    assert 429 in statuses
    assert pages.memory - before < MOST_GROWTH and len(pages.said()) < 50_000
