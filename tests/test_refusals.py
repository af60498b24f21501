"""What is refused, and what is only looked at, reloads nothing: each table is the same object as before."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from attacked import a_house, attacked
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from served import Served, served, sit_down

ROULETTE = "chapter4/roulette"


@pytest.fixture
def house(database: str) -> Iterator[Served]:
    with served(database, lambda house: house.open_table("7", ROULETTE, fill=10**8)) as found:
        yield found
    report = audit(database, workers=1)
    assert report.clean, report.findings


def tables(house: Served) -> dict[str, int]:
    """Which object each table is."""
    return dict(house.look(lambda house: {name: id(live) for name, live in house.tables.items()}))


def play_a_round(house: Served) -> None:
    with house.client("ann") as ann, house.client("dee") as dee:
        sit_down(ann, "7", 1)
        ann.do("7", "bet", seat=1, wagers={"red": "5.00"})
        dee.do("7", "deal")
        assert ann.get("/tables/7")["round"]["number"] == 1


REFUSED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a buy-in above what is moved at once": ("ann", "buy-in", {"seat": 1, "amount": "999999999.00"}),
    "a buy-in of nothing": ("ann", "buy-in", {"seat": 1, "amount": "0.00"}),
    "a buy-in of what is no money": ("ann", "buy-in", {"seat": 1, "amount": "1.005"}),
    "a fill above what is moved at once": ("floor", "fill", {"amount": "999999999.00"}),
    "a seat that is somebody else's": ("bob", "buy-in", {"seat": 1, "amount": "5.00"}),
    "a wager that there is not": ("ann", "bet", {"seat": 1, "wagers": {"purple": "5.00"}}),
    "a wager of what is no money": ("ann", "bet", {"seat": 1, "wagers": {"red": "five"}}),
    "a decision when none is asked for": ("ann", "act", {"seat": 1, "action": "fold"}),
    "a role that may not": ("dee", "fill", {"amount": "5.00"}),
    "a call of what there is not": ("dee", "call", {"irregularity": "no_such_thing"}),
    "a step that there is not": ("dee", "step", {"procedure": "none", "step": 1}),
    "a confirmation of nothing": ("floor", "confirm", {"number": 3}),
    "closing a table with people at it": ("floor", "close", {}),
    "repairing what is not broken": ("floor", "repaired", {}),
}


def test_a_refusal_reloads_nothing(house: Served) -> None:
    play_a_round(house)
    before = tables(house)
    for what, (person, do, words) in REFUSED.items():
        with house.client(person) as client:
            answer = client.ask("POST", f"/tables/7/{do}", words)
            assert 400 <= answer.status_code < 500, f"{what}: {answer.text}"
            assert tables(house) == before, what
            assert client.get("/tables/7")["round"]["number"] == 1, f"{what}: the last round is still to be seen"


def test_what_concerns_the_whole_house_is_refused_without_a_reload(house: Served) -> None:
    play_a_round(house)
    before = tables(house)
    open_one = {"table": "8", "entry": "massachusetts-2020/three-card-poker"}
    asked: list[tuple[str, str, str, Any]] = [
        ("floor", "POST", "/tables", {"table": "7", "entry": ROULETTE}),
        ("floor", "POST", "/tables", {"table": "8", "entry": "no/such"}),
        ("floor", "POST", "/tables", {"table": "8", "entry": ROULETTE, "options": {"none": "1"}}),
        ("floor", "POST", "/tables", {"table": "8", "entry": ROULETTE, "fill": "a lot"}),
        ("floor", "POST", "/tables", {**open_one, "links": {"none": "one"}}),
        ("system", "POST", "/people", {"person": "ann", "name": "Ann", "role": "player"}),
        ("system", "POST", "/people", {"person": "table", "name": "T", "role": "player"}),
        ("system", "DELETE", "/people/ann", None),
        ("system", "DELETE", "/people/nobody", None),
        ("system", "POST", "/people/nobody/token", None),
    ]
    for person, method, path, body in asked:
        with house.client(person) as client:
            answer = client.ask(method, path, body)
            if path == "/tables" and answer.status_code == 201:
                continue
            assert 400 <= answer.status_code < 500, f"{path} {body}: {answer.text}"
        assert {id: here for id, here in tables(house).items() if id in before} == before, (path, body)


def test_looking_reloads_nothing_whatever_it_comes_to(house: Served) -> None:
    play_a_round(house)
    before = tables(house)

    async def look(what: Callable[[House], Any], table: str | None) -> None:
        with pytest.raises(ZeroDivisionError):
            await house.runner.look(table, what)

    for table in ("7", None):
        asyncio.run(look(lambda house: 1 // 0, table))
    with house.client("ann") as ann:
        for path in ("/tables/8", "/tables/8/wagers", "/tables/7/rounds/9", "/tables/7/deals/99"):
            assert ann.ask("GET", path).status_code == 404
    assert tables(house) == before


def test_a_step_that_fails_halfway_restores_its_own_table_alone(database: str) -> None:
    def two(house: House) -> None:
        for id in ("7", "8"):
            house.open_table(id, ROULETTE, fill=10**8)

    with served(database, two) as house, house.client("ann") as ann:
        sit_down(ann, "7", 1)
        before, seats = tables(house), ann.get("/tables/7")["seats"]

        def halfway(house: House, batch: Any) -> None:
            house.tables["7"].buy_in(batch, 1, 100)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            house.runner.now("7", halfway)
        after = tables(house)
        assert after["8"] == before["8"] and ann.get("/tables/7")["seats"] == seats
    report = audit(database, workers=1)
    assert report.clean, report.findings


# -- cookies ----------------------------------------------------------------------------------------------------------

COOKIES = [
    b"ann.99999999999.\xe9" + b"0" * 63,
    b"\xff\xfe\x80",
    b"ann." + b"9" * 5000 + b"." + b"0" * 64,
    b"ann." + b"9" * 50_000 + b"." + b"0" * 64,
    b"ann.\xb2.aa",
    b'"ann.\\351\\000.aa"',
    b"." * 10_000,
    b"",
    b"..",
    b"ann.1.2.3.4",
    b"\xed\xa0\x80.1.2",
]


def test_no_cookie_reaches_the_house(database: str) -> None:
    """Whatever a browser sends as its cookie, it is nobody's, and the last round is still to be seen."""
    pytest.importorskip("nicegui")
    tokens = a_house(database, {"7": ROULETTE})
    with attacked(database, tokens) as house, httpx.Client(base_url=house.address, timeout=30) as stranger:
        with house.api("ann") as ann, house.api("dee") as dee:
            for client, do, words in (
                (ann, "sit", {"seat": 1}),
                (ann, "buy-in", {"seat": 1, "amount": "100.00"}),
                (ann, "bet", {"seat": 1, "wagers": {"red": "5.00"}}),
                (dee, "deal", {}),
            ):
                assert client.post(f"/tables/7/{do}", json=words).status_code == 200
            for cookie in COOKIES:
                for path in ("/", "/lobby"):
                    answer = stranger.get(path, headers={b"cookie": b"pitboss=" + cookie})
                    assert answer.status_code == 303 and answer.headers["location"].startswith("/sign-in"), cookie[:40]
            assert ann.get("/tables/7").json()["round"] is not None, "the house was reloaded"
        assert "Traceback" not in house.said()
