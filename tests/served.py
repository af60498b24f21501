"""A real service on a real port for the tests, and clients that talk to it as anybody would."""

import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from pitboss.api.app import create_app
from pitboss.api.connections import ServerConfig
from pitboss.api.limits import Limits
from pitboss.api.runner import Runner
from pitboss.api.service import Service
from pitboss.api.workshop import Lane, Workshop
from pitboss.house.house import House
from pitboss.house.sharing import EVERY_TABLE, Share
from told import must_be_as_told

ANY_RATE = Limits(rate=0, strangers=0)
STAFF = {"system": "system", "floor": "floor", "dee": "dealer", "audrey": "auditor"}
PLAYERS = {"ann": "player", "bob": "player", "cho": "player"}
PEOPLE = STAFF | PLAYERS


@dataclass
class Served:
    """A running service: where it is, and everybody's token."""

    address: str
    tokens: dict[str, str]
    runner: Runner
    service: Service
    heard: list[tuple[str, bytes]] = field(default_factory=list)
    """Every byte that was sent to somebody, with whom it was sent to."""

    def client(self, person: str | None) -> "Client":
        return Client(self, person)

    def look(self, look: Callable[[House], Any]) -> Any:
        """Look into the house itself."""
        return self.runner.now(None, lambda house, batch: look(house))


class Client:
    """Somebody with a token, or without one."""

    def __init__(self, served: Served, person: str | None, token: str | None = None) -> None:
        self.served, self.person = served, person or ""
        token = token if token is not None else served.tokens.get(person or "")
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.token = token
        self.http = httpx.Client(base_url=f"{served.address}/api", headers=headers, timeout=90, verify=False)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        answer = self.http.request(method, path, json=body, headers=headers)
        self.served.heard.append((self.person, answer.content))
        must_be_as_told(answer)
        return answer

    def get(self, path: str) -> Any:
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def do(self, table: str, do: str, key: str = "", **words: Any) -> dict[str, Any]:
        answer = self.ask("POST", f"/tables/{table}/{do.replace('_', '-')}", words, key)
        assert answer.status_code == 200, f"{do} {words}: {answer.text}"
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, table: str, do: str, **words: Any) -> dict[str, Any]:
        """Something that the house refuses; the problem."""
        answer = self.ask("POST", f"/tables/{table}/{do.replace('_', '-')}", words)
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        found: dict[str, Any] = answer.json()
        return found

    @contextmanager
    def watch(self, table: str) -> Iterator["Watcher"]:
        address = self.served.address.replace("http", "ws", 1)
        headers = {"Authorization": f"Bearer {self.token}"}
        with connect(
            f"{address}/api/tables/{table}/live", additional_headers=headers, compression=None, max_size=None
        ) as link:
            yield Watcher(self, link)


class Watcher:
    """A socket at a table."""

    def __init__(self, client: Client, link: ClientConnection) -> None:
        self.client, self.link = client, link
        self.view: dict[str, Any] = {}
        self._re = 0

    def next(self, timeout: float = 10) -> dict[str, Any]:
        text = self.link.recv(timeout)
        raw = text if isinstance(text, bytes) else text.encode()
        self.client.served.heard.append((self.client.person, raw))
        message: dict[str, Any] = json.loads(raw)
        if message["type"] == "view":
            self.view = message["view"]
        return message

    def send(self, **words: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._re += 1
        self.link.send(json.dumps({"re": self._re, **words}))
        while True:
            message = self.next()
            if message.get("re") == self._re:
                return message
            for answer in message.get("answers", ()):
                if answer.get("re") == self._re:
                    return message

    def until(self, holds: Callable[[dict[str, Any]], bool], timeout: float = 10) -> dict[str, Any]:
        """Read until the view is as wanted."""
        end = time.monotonic() + timeout
        while not (self.view and holds(self.view)):
            self.next(max(0.1, end - time.monotonic()))
        return self.view


@contextmanager
def served(
    url: str,
    set_up: Callable[[House], Any] = lambda house: None,
    limits: Limits = ANY_RATE,
    tokens: dict[str, str] | None = None,
    share: Share = EVERY_TABLE,
    proxies: Sequence[str] = (),
    lanes: tuple[Lane, ...] = (),
    also: Callable[[FastAPI, Runner], Any] = lambda app, runner: None,
) -> Iterator[Served]:
    """Serve a house on a free port, in this process: a new one, or with ``tokens`` one that was served before.

    ``also`` puts more on the service than the API, ``lanes`` are other bounds for what machines ask.
    """
    runner = Runner(url, share)
    try:

        def people(house: House, batch: Any) -> dict[str, str]:
            found = {id: house.add_person(id, id.title(), role) for id, role in PEOPLE.items()}
            set_up(house)
            return found

        tokens = tokens or runner.now(None, people)
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        app = create_app(runner, limits)
        if lanes:
            app.state.service.workshop = Workshop(lanes)
        also(app, runner)
        server = uvicorn.Server(ServerConfig(app, limits, proxies))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the service did not start"
            time.sleep(0.005)
        try:
            yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", tokens, runner, app.state.service)
        finally:
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive(), "the service did not stop"
    finally:
        runner.stop()


# -- somebody who plays -----------------------------------------------------------------------------------------------


def sit_down(client: Client, table: str, seat: int, amount: str = "5000.00") -> None:
    client.do(table, "sit", seat=seat)
    client.do(table, "buy_in", seat=seat, amount=amount)


def some_wagers(client: Client, table: str, rng: random.Random) -> Iterator[dict[str, str]]:
    """Wagers that a table might take: what it says can be made now, alone and together, with what goes with it."""
    open_now = [offer for offer in client.get(f"/tables/{table}/wagers") if offer["open"]]
    for _ in range(8):
        wagers: dict[str, str] = {}
        for offer in rng.sample(open_now, k=min(len(open_now), rng.randint(1, 3))):
            wagers = {**offer["with"], **wagers}
            if offer["spots"]:
                name = f"{offer['wager']} {rng.choice(offer['spots'])}"
                wagers[name] = offer["with"].pop(f"{offer['wager']} {offer['spots'][0]}", "10.00")
        times = rng.choice((1, 1, 2, 5))
        yield {name: f"{float(amount) * times:.2f}" for name, amount in wagers.items()}
    for offer in open_now:
        yield offer["with"]


def bet_something(client: Client, table: str, seat: int, rng: random.Random) -> bool:
    """Put up whatever the table takes; True when something lies there."""
    for wagers in some_wagers(client, table, rng):
        if client.ask("POST", f"/tables/{table}/bet", {"seat": seat, "wagers": wagers}).status_code == 200:
            return True
    return False


def answer(view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A decision that somebody can pay for."""
    asking = view["asking"]
    chips = next(float(seat["chips"]) for seat in view["seats"] if seat["seat"] == asking["seat"])
    can = [action["action"] for action in asking["actions"] if float(action["cost"]) <= chips]
    return {"seat": asking["seat"], "action": rng.choice(can)}
