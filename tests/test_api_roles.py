"""Every endpoint with every wrong role, and with no token: each is refused, and nothing is done."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pitboss.api.commands import EVERYBODY, WHO_MAY
from served import Client, Served, served

PUBLIC = {("GET", "/health")}
MINDS_MONEY = ("floor", "auditor", "system")
MAY: dict[tuple[str, str], tuple[str, ...]] = {
    ("GET", "/house"): EVERYBODY,
    ("GET", "/games"): EVERYBODY,
    ("GET", "/games/{rulebook}/{game}"): EVERYBODY,
    ("GET", "/tables"): EVERYBODY,
    ("POST", "/tables"): ("floor", "system"),
    ("GET", "/tables/{table}"): EVERYBODY,
    ("GET", "/tables/{table}/wagers"): EVERYBODY,
    ("GET", "/tables/{table}/irregularities"): EVERYBODY,
    ("GET", "/tables/{table}/procedures"): EVERYBODY,
    ("GET", "/tables/{table}/rounds"): EVERYBODY,
    ("GET", "/tables/{table}/rounds/{number}"): EVERYBODY,
    ("GET", "/tables/{table}/rounds/{number}/deal"): EVERYBODY,
    ("GET", "/tables/{table}/rounds/{number}/phh"): EVERYBODY,
    ("GET", "/tables/{table}/phh"): EVERYBODY,
    ("GET", "/tables/{table}/deals/{deal}"): EVERYBODY,
    ("GET", "/people/me"): EVERYBODY,
    ("GET", "/people/me/postings"): EVERYBODY,
    ("GET", "/people"): MINDS_MONEY,
    ("POST", "/people"): ("floor", "system"),
    ("POST", "/people/{id}/token"): ("system",),
    ("DELETE", "/people/{id}"): ("system",),
    ("GET", "/ledger/accounts"): MINDS_MONEY,
    ("GET", "/ledger/postings"): MINDS_MONEY,
    ("GET", "/ledger/figures"): MINDS_MONEY,
    ("GET", "/meters"): EVERYBODY,
    ("GET", "/meters/{id}"): EVERYBODY,
    ("GET", "/audit/chains"): ("auditor", "system"),
    ("GET", "/audit/journal"): ("auditor", "system"),
    ("GET", "/audit/calls"): ("floor", "auditor", "system"),
    ("POST", "/audit"): ("auditor", "system"),
    ("POST", "/settle"): EVERYBODY,
    ("POST", "/explain"): EVERYBODY,
    ("POST", "/check"): EVERYBODY,
    ("POST", "/analyze"): EVERYBODY,
    **{("POST", f"/tables/{{table}}/{do.replace('_', '-')}"): roles for do, roles in WHO_MAY.items()},
}
"""Who may do what: written down a second time, so that a slip in the service is seen."""

ROLES = {"player": "ann", "dealer": "dee", "floor": "floor", "auditor": "audrey", "system": "system"}
BODIES: dict[str, dict[str, Any]] = {
    "sit": {"seat": 2},
    "buy-in": {"seat": 1, "amount": "5.00"},
    "leave": {"seat": 1},
    "sit-out": {"seat": 1},
    "come-back": {"seat": 1},
    "bet": {"seat": 1, "wagers": {"red": "5.00"}},
    "ready": {"seat": 1},
    "act": {"seat": 1, "action": "fold"},
    "end-turn": {"seat": 1},
    "take-bank": {"seat": 1, "wager": "5.00"},
    "pass-bank": {"seat": 1},
    "word": {"word": "rain"},
    "call": {"irregularity": "ball_falls_out"},
    "confirm": {"number": 1},
    "reject": {"number": 1},
    "step": {"procedure": "opening", "step": 1},
    "collect": {"time": "8:00"},
    "fill": {"amount": "5.00"},
    "credit": {"amount": "5.00"},
    "tables": {"table": "8", "entry": "chapter4/roulette"},
    "people": {"person": "zoe", "name": "Zoe", "role": "player"},
    "settle": {"record": {"rulebook": "chapter4", "game": "big-six", "spin": "1"}},
    "explain": {"record": {"rulebook": "chapter4", "game": "big-six", "spin": "1"}},
    "check": {"house": {"tables": [{"rulebook": "chapter4", "game": "big-six"}]}},
    "analyze": {"entry": "chapter4/big-six"},
}
QUERIES = {
    "/people/me/postings": "?table=7",
    "/ledger/postings": "?account=cage",
    "/audit/journal": "?chain=7",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    url = f"sqlite:///{tmp_path_factory.mktemp('roles')}/house.db"
    with served(url, lambda house: house.open_table("7", "chapter4/roulette", fill=1_000_000)) as found:
        with found.client("bob") as bob:
            bob.do("7", "sit", seat=1)
            bob.do("7", "buy_in", seat=1, amount="100.00")
        yield found


def asked(client: Client, method: str, path: str) -> int:
    filled = path.format(table="7", number=1, deal=1, id="nobody", rulebook="chapter4", game="roulette")
    body = BODIES.get(path.rsplit("/", 1)[-1], {}) if method == "POST" else None
    return client.ask(method, filled + QUERIES.get(path, ""), body).status_code


def test_every_endpoint_is_listed_here(house: Served) -> None:
    with house.client(None) as anybody:
        paths = anybody.http.get("/openapi.json").json()["paths"]
    there = {(method.upper(), path.removeprefix("/api")) for path, each in paths.items() for method in each}
    assert there == PUBLIC | set(MAY)


@pytest.mark.parametrize("method,path", sorted(MAY))
def test_only_those_who_may_get_past_the_door(method: str, path: str, house: Served) -> None:
    before = house.look(lambda house: (house.store.heads(), sorted(house.people)))
    for role in set(ROLES) - set(MAY[method, path]):
        with house.client(ROLES[role]) as client:
            assert asked(client, method, path) == 403, role
    with house.client(None) as stranger, Client(house, None, token="no-such-token") as impostor:
        assert asked(stranger, method, path) == 401
        assert asked(impostor, method, path) == 401
    assert house.look(lambda house: (house.store.heads(), sorted(house.people))) == before


@pytest.mark.parametrize("method,path", sorted(MAY))
def test_those_who_may_do(method: str, path: str, house: Served) -> None:
    for role in MAY[method, path]:
        with house.client(ROLES[role]) as client:
            status = asked(client, method, path)
            # Somebody else's seat is refused whatever the role; the rest is refused by the rules, if at all.
            others_seat = role == "player" and path.rsplit("/", 1)[-1] in BODIES and status == 403
            assert others_seat or status not in (401, 403, 405, 422, 500), f"{role}: {status}"


def test_nobody_plays_another_players_chips(house: Served) -> None:
    with house.client("ann") as ann:
        for do, body in (
            ("bet", {"seat": 1, "wagers": {"red": "5.00"}}),
            ("buy_in", {"seat": 1, "amount": "5.00"}),
            ("leave", {"seat": 1}),
            ("ready", {"seat": 1}),
        ):
            problem = ann.refused("7", do, **body)
            assert problem["status"] in (403, 409) and "seat 1" in problem["detail"]


def test_the_floor_may_add_players_and_nobody_else(house: Served) -> None:
    with house.client("floor") as floor, house.client("system") as system:
        for role in ("dealer", "floor", "auditor", "system"):
            wanted = {"person": f"new-{role}", "name": "New", "role": role}
            assert floor.ask("POST", "/people", wanted).status_code == 403
            assert system.ask("POST", "/people", wanted).status_code == 201


def test_a_new_token_ends_the_old_one(house: Served) -> None:
    with house.client("system") as system:
        first = system.ask("POST", "/people", {"person": "yan", "name": "Yan", "role": "player"}).json()["token"]
        second = system.ask("POST", "/people/yan/token").json()["token"]
        with Client(house, "yan", first) as old, Client(house, "yan", second) as new:
            assert old.ask("GET", "/people/me").status_code == 401
            assert new.get("/people/me")["person"] == "yan"
            assert system.ask("DELETE", "/people/yan").status_code == 200
            assert new.ask("GET", "/people/me").status_code == 401


def test_a_socket_without_a_token_is_hung_up(house: Served) -> None:
    address = house.address.replace("http", "ws", 1) + "/api/tables/7/live"
    for headers in ({}, {"Authorization": "Bearer no-such-token"}):
        with connect(address, additional_headers=headers) as link:
            if not headers:
                link.send('{"token": "no-such-token"}')
            with pytest.raises(ConnectionClosed) as closed:
                link.recv(5)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


def test_a_socket_may_sign_in_with_its_first_message(house: Served) -> None:
    address = house.address.replace("http", "ws", 1) + "/api/tables/7/live"
    with connect(address) as link:
        link.send(json.dumps({"token": house.tokens["ann"]}))
        assert '"type":"view"' in str(link.recv(5))


def test_a_socket_does_no_more_than_its_role(house: Served) -> None:
    with house.client("ann") as ann, ann.watch("7") as socket:
        for do, roles in WHO_MAY.items():
            if "player" not in roles:
                body = BODIES.get(do.replace("_", "-"), {})
                told = socket.send(do=do, **body)
                assert told["type"] == "problem" and told["status"] == 403, told
