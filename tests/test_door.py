"""Who is turned away before anything is asked, and the headers that every answer has."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from pitboss.api.headers import HEADERS
from pitboss.cli.app import run
from served import ANY_RATE, served
from test_serve import serving

SAFE = {name.decode(): value.decode() for name, value in HEADERS}
PATHS = (
    "/",
    "/sign-in",
    "/lobby",
    "/nowhere",
    "/pages/pitboss.css",
    "/pages/nowhere.css",
    "/_nicegui/nowhere",
    "/_nicegui_ws/socket.io/?EIO=4&transport=polling",
    "/api/health",
    "/api/tables",
    "/api/nowhere",
    "/api/openapi.json",
    "/audit/export/rounds.csv",
    "/%00",
    "/api/tables/%00",
    "/pages/%00",
)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house for trying out, with its pages."""
    with serving(tmp_path_factory.mktemp("demo"), "--rate", "0", "--name", "house.example") as (_, _, address):
        yield address


def test_every_answer_has_the_safety_headers(demo: str) -> None:
    with httpx.Client(base_url=demo, timeout=60) as client:
        answers = [client.get(path) for path in PATHS]
        answers += [client.request(method, "/lobby") for method in ("HEAD", "DELETE", "OPTIONS")]
        answers.append(client.post("/api/tables", content=b"x" * 200_000))
        answers.append(client.post("/api/tables/7/sit", content=b"{"))
        answers.append(client.post("/sign-in", data={"token": "nobody's"}))
        answers.append(client.get("/sign-in", headers={"Host": "evil.example"}))
        answers.append(client.get("/pages/pitboss.css", headers={"Range": "bytes=9999999-"}))
    assert {answer.status_code for answer in answers} >= {200, 303, 401, 404, 405, 413, 421}
    for answer in answers:
        found = {name: answer.headers.get_list(name) for name in SAFE}
        assert found == {name: [value] for name, value in SAFE.items()}, f"{answer.url} {answer.status_code}"


def test_what_nobody_has_is_told_by_the_api_in_its_own_words_and_by_the_pages_in_a_page(demo: str) -> None:
    with httpx.Client(base_url=demo, timeout=60) as client:
        nothing = client.get("/api/nowhere")
        assert (nothing.status_code, nothing.headers["content-type"]) == (404, "application/problem+json")
        for path in ("/api/tables", "/sign-in"):
            wrong = client.put(path)
            assert (wrong.status_code, wrong.headers["content-type"]) == (405, "application/problem+json")
            assert wrong.headers["allow"] == "GET, POST" and "only GET and POST" in wrong.json()["detail"]
        page = client.get("/<b>nowhere")
        assert page.status_code == 404 and "There is no such page" in page.text and "<b>" not in page.text
        assert client.get("/favicon.ico").status_code == 200


def test_an_error_has_the_safety_headers_without_pages_too(sqlite_url: str) -> None:
    def fault() -> None:
        raise RuntimeError("nobody foresaw this")

    with served(sqlite_url, also=lambda app, runner: app.get("/fault")(fault)) as house:
        for path, status in (("/fault", 500), ("/nowhere", 404), ("/api/tables", 401), ("/%00", 404)):
            answer = httpx.get(house.address + path, timeout=60)
            assert answer.status_code == status and SAFE.items() <= dict(answer.headers).items()


UPGRADE = b"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
KEY = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


BEFORE_THE_HOUSE = (
    (b"no request at all\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: many\r\n\r\n", b"400"),
    (b"GET /api/tables/7/live HTTP/1.1\r\n" + UPGRADE + b"\r\n", b"400"),
    (b"GET /nowhere HTTP/1.1\r\n" + UPGRADE + KEY + b"\r\n", b"403"),
    (b"", b"503"),
)
"""No request at all, a wrong one, a WebSocket without a key, one of nowhere, and one connection too many."""


def test_what_is_answered_before_the_house_is_asked_has_the_safety_headers_too(database: str) -> None:
    with served(database, limits=replace(ANY_RATE, connections=20)) as house:
        port = int(house.address.rpartition(":")[2])
        for sent, status in BEFORE_THE_HOUSE:
            with ExitStack() as links:
                link = [links.enter_context(_link(port)) for _ in range(1 if sent else 21)][-1]
                link.sendall(sent)
                told = b"".join(iter(lambda: link.recv(10_000), b""))  # noqa: B023 - it is read at once
            head = told.partition(b"\r\n\r\n")[0].decode().splitlines()
            assert head[0].split()[1].encode() == status, told
            assert {line.lower() for line in head} >= {f"{name}: {value}".lower() for name, value in SAFE.items()}


@pytest.mark.parametrize("path", ["/%00", "/a%00b", "/api/tables/%00", "/pages/%00.css", "/table/7%00/dealer"])
def test_nul_in_a_path_is_not_found(demo: str, path: str) -> None:
    assert httpx.get(demo + path, timeout=60).status_code == 404
    assert httpx.post(demo + path, timeout=60).status_code == 404


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("house.example", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("192.168.1.7", 421),
        ("", 421),
    ],
)
def test_a_house_for_trying_out_answers_only_to_this_machines_names(demo: str, host: str, status: int) -> None:
    assert httpx.get(f"{demo}/sign-in", headers={"Host": host}, timeout=60).status_code == status


def test_one_without_a_name_or_with_two_is_turned_away(demo: str) -> None:
    place = ("127.0.0.1", int(demo.rpartition(":")[2]))
    for head in (b"GET /sign-in HTTP/1.0\r\n", b"GET /sign-in HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n"):
        with socket.create_connection(place, timeout=60) as link:
            link.sendall(head + b"Connection: close\r\n\r\n")
            assert link.recv(100).split()[1] in (b"400", b"421")


@pytest.mark.parametrize("path", ["/api/tables/1/live", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"])
def test_sockets_of_a_house_for_trying_out_answer_only_to_this_machines_names(demo: str, path: str) -> None:
    address = demo.replace("http", "ws", 1) + path
    port = int(demo.rpartition(":")[2])
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://evil.example{path}", sock=_link(port)):
        pass
    assert refused.value.response.status_code == 421
    assert refused.value.response.headers["x-frame-options"] == "DENY"
    try:
        with connect(address):
            pass
    except InvalidStatus as error:
        assert error.response.status_code == 403, "by that name it is only asked to sign in first"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "house.example"])
def test_a_house_for_trying_out_is_not_served_to_others_unless_asked(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PITBOSS_DATABASE", raising=False)
    for words in ((), ("--demo", "--database", f"sqlite:///{tmp_path}/house.db")):
        assert run(["serve", "--host", host, "--port", "0", *words]) == 2
        assert "--open-demo" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_house_for_trying_out_that_is_open_to_others_answers_to_addresses(tmp_path: Path) -> None:
    words = ("--no-pages", "--host", "0.0.0.0", "--open-demo")
    with serving(tmp_path, *words) as (_, _, address):
        place = f"http://127.0.0.1:{address.rpartition(':')[2]}/api/health"
        for host, status in (("192.168.1.7:8000", 200), ("[fe80::1]:8000", 200), ("evil.example", 421)):
            assert httpx.get(place, headers={"Host": host}, timeout=60).status_code == status


def test_a_house_with_tokens_answers_to_any_name_unless_told(sqlite_url: str) -> None:
    with served(sqlite_url) as house:
        for host in ("house.example", "evil.example"):
            assert httpx.get(f"{house.address}/api/health", headers={"Host": host}, timeout=60).status_code == 200


def _link(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60)
