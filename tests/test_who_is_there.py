"""Who is there now: nobody makes a cookie from what the house keeps, and nobody goes on who was sent away."""

import asyncio
import hmac
import inspect
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

pytest.importorskip("nicegui")

from attacked import Target, a_house, attacked, until
from pages import CHROMIUM, chromium
from pitboss.api.limits import Limits
from pitboss.api.models import Sit
from pitboss.api.problems import Problem
from pitboss.api.runner import Runner
from pitboss.api.service import Service
from pitboss.house.audit.house_audit import audit
from pitboss.house.crypto.secret import Secret, secret_file
from pitboss.house.house import House
from pitboss.house.journal.chain import HOUSE
from pitboss.house.people import token_hash
from pitboss.house.storage import schema
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.store import Store
from pitboss.web.desk import Desk
from served import PEOPLE, served

ROULETTE = "chapter4/roulette"


def browser_of(house: Target) -> httpx.Client:
    return httpx.Client(base_url=house.address, timeout=30, verify=False)  # no TLS here


def sign_in(house: Target, person: str) -> str:
    """Sign in on the page; the cookie."""
    with browser_of(house) as browser:
        answer = browser.post("/sign-in", data={"token": house.tokens[person]})
        assert answer.status_code == 303, answer.text
        return answer.cookies["pitboss"]


def is_in(house: Target, cookie: str) -> bool:
    """Whether a cookie opens the pages: the front door sends everybody on, strangers to the sign-in."""
    with browser_of(house) as browser:
        answer = browser.get("/", headers={"cookie": f"pitboss={cookie}"})
        assert answer.status_code == 303, answer.text
        return not answer.headers["location"].startswith("/sign-in")


def hashes_in(url: str) -> set[str]:
    """Every hash that the database holds of its people, in their rows and in the journal."""
    store = Store(url, existing=True)
    try:
        entries = schema.journal
        rows = store.rows(select(schema.people)) + store.rows(select(entries.c.body).where(entries.c.kind == "person"))
    finally:
        store.close()
    return set(re.findall(r"\b[0-9a-f]{64}\b", str(rows)))


# -- cookies ----------------------------------------------------------------------------------------------------------


def test_nobody_makes_a_cookie_from_what_the_database_or_the_journal_holds(database: str) -> None:
    tokens = a_house(database, {"7": ROULETTE})
    with attacked(database, tokens) as house:
        genuine = sign_in(house, "ann")
        assert is_in(house, genuine)
        id, ends = ("0" * 32, int(time.time()) + 3600)
        known = hashes_in(database)
        assert token_hash(tokens["floor"]) in known
        for digest in known:
            for key in (digest.encode(), bytes.fromhex(digest), f"pitboss page {digest}".encode()):
                for said in (f"floor.{ends}", f"floor.{id}.{ends}", f"floor.{id}.{ends}.{digest}"):
                    mark = hmac.new(key, said.encode(), sha256).hexdigest()
                    assert not is_in(house, f"floor.{id}.{ends}.{mark}")
                    assert said != f"floor.{ends}" or not is_in(house, f"floor.{ends}.{mark}")


AT = "2026-01-01T00:00:00.000+00:00"


def test_no_journal_tells_the_hash_of_a_token(database: str) -> None:
    tokens = a_house(database, {})
    hashes = [token_hash(token) for token in tokens.values()]
    old = {"id": "old", "name": "Old", "role": "player", "since": AT, "until": None, "token_hash": "a" * 64}
    store, file = Store(database), secret_file(database)
    assert file is not None
    store.secret = Secret.of_file(file)
    with store.engine.begin() as connection:  # as a house of an earlier version wrote it
        connection.execute(schema.people.insert().values(**old))
    batch = Batch()
    batch.note("person", AT, old)
    store.write(batch)
    with store.reading() as connection:
        bodies = [row.body for row in connection.execute(select(schema.journal.c.body))]
    store.close()
    assert not [body for body in bodies if any(digest in body for digest in hashes)]
    with served(database, tokens=tokens) as house, house.client("audrey") as audrey:
        told = audrey.get(f"/audit/journal?chain={HOUSE}&limit=500")
        assert [row["kind"] for row in told].count("person") == len(PEOPLE) + 1
        assert "token_hash" not in json.dumps(told) and "a" * 64 not in json.dumps(told)
    report = audit(database, workers=1)
    assert report.clean, report.findings


def test_signing_out_ends_the_cookie_after_a_restart_too(database: str) -> None:
    tokens = a_house(database, {})
    with attacked(database, tokens) as house:
        first, second = sign_in(house, "ann"), sign_in(house, "ann")
        assert first != second and is_in(house, first)
        with browser_of(house) as browser:
            assert browser.post("/sign-out", headers={"cookie": f"pitboss={first}"}).status_code == 303
        assert not is_in(house, first)
        assert is_in(house, second), "another browser of the same person"
    with attacked(database, tokens) as house:
        assert not is_in(house, first) and is_in(house, second)


def test_signing_out_at_one_process_ends_the_cookie_at_the_others(postgres_url: str) -> None:
    tokens = a_house(postgres_url, {"a-1": ROULETTE, "b-1": ROULETTE})
    with ExitStack() as stack:
        here, there = (
            stack.enter_context(attacked(postgres_url, tokens, "--tables", f"{part}-*")) for part in ("a", "b")
        )
        cookie = sign_in(here, "ann")
        assert is_in(here, cookie) and is_in(there, cookie)
        with browser_of(here) as browser:
            browser.post("/sign-out", headers={"cookie": f"pitboss={cookie}"})
        assert not is_in(here, cookie)
        until(lambda: not is_in(there, cookie), "the other process never learned of it")


# -- people who are sent away ------------------------------------------------------------------------------------------

ENDS: dict[str, Callable[[House, Any], Any]] = {
    "retired": lambda house, batch: house.retire(batch, "floor"),
    "a new token": lambda house, batch: house.new_token(batch, "floor"),
    "another role": lambda house, batch: house._change(batch, "floor", {"role": "player"}),
}


@pytest.fixture
def runner(sqlite_url: str) -> Iterator[Runner]:
    found = Runner(sqlite_url)
    found.now(None, lambda house, batch: house.add(batch, "floor", "Flo", "floor"))
    found.now(None, lambda house, batch: house.open_table("7", ROULETTE, into=batch).id)
    yield found
    found.stop()


@pytest.mark.parametrize("how", ENDS)
def test_every_way_to_the_house_asks_who_is_there_now(how: str, runner: Runner) -> None:
    """Whatever a page can do or see, it does and sees nothing for somebody who was sent away."""
    desk = Desk(Service(runner, Limits()))
    flo = runner.person("floor")
    assert flo is not None

    def open_one(house: House, batch: Any) -> Any:
        return house.open_table("8", ROULETTE, fill=10**6, into=batch)

    words: dict[str, dict[str, Any]] = {
        "tables": {},
        "elsewhere": {},
        "damaged": {},
        "table": {"table": "7"},
        "lay": {"table": "7", "seat": 1, "number": 1, "change": lambda chips: chips.add("red", 500)},
        "ask": {"table": None, "look": lambda house: list(house.tables)},
        "read": {"query": lambda store: store.balances()},
        "do": {"table": "7", "command": Sit(do="sit", seat=1)},
        "in_house": {"key": "once", "asked": "8", "act": open_one},
        "sign_out": {},
    }
    ways = {
        name
        for name, way in inspect.getmembers(Desk, inspect.iscoroutinefunction)
        if not name.startswith("_") and name not in ("visitor", "person_of", "demo_person")
    }
    assert ways == set(words), "every way is tried"
    runner.now(None, ENDS[how])

    async def try_all() -> None:
        for name in ways:
            assert "person" in inspect.signature(getattr(desk, name)).parameters, name
            with pytest.raises(Problem, match="has ended"):
                await getattr(desk, name)(flo, **words[name])

    asyncio.run(try_all())
    assert runner.now(None, lambda house, batch: (list(house.tables), house.tables["7"].seats)) == (["7"], {})
    desk.close()


@pytest.mark.parametrize("how", ENDS)
def test_a_socket_of_somebody_who_was_sent_away_is_closed_and_does_nothing_more(how: str, database: str) -> None:
    with (
        served(database, lambda house: house.open_table("7", ROULETTE, fill=10**6)) as house,
        house.client("floor") as floor,
        floor.watch("7") as socket,
    ):
        socket.until(lambda view: view["table"] == "7")
        house.runner.now(None, ENDS[how])
        answer = floor.ask("POST", "/tables/7/fill", {"amount": "100.00"})
        assert answer.status_code in (401, 403), answer.text
        with pytest.raises(ConnectionClosed):
            for _ in range(100):
                assert socket.next(timeout=20)["type"] != "answers"
        assert house.look(lambda house: house.store.balances()["bank:7"]) == 10**6


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_the_pages_of_somebody_who_was_sent_away_close(sqlite_url: str) -> None:
    tokens = a_house(sqlite_url, {"7": ROULETTE})
    with attacked(sqlite_url, tokens) as house, chromium() as browser, house.api("system") as system:

        def page(person: str, path: str) -> Any:
            found = browser.new_context().new_page()
            found.set_default_timeout(60_000)
            found.goto(f"{house.address}/sign-in?next={path}")
            found.fill("input[name=token]", tokens[person])
            found.get_by_role("button", name="Sign in with a token").click()
            found.locator(".page h1").wait_for()
            return found

        floor, ann, bob = page("floor", "/floor"), page("ann", "/table/7"), page("bob", "/lobby")
        second = bob.context.new_page()
        second.set_default_timeout(60_000)
        second.goto(f"{house.address}/table/7")
        second.locator(".page h1").wait_for()
        assert system.delete("/people/floor").status_code == 200
        floor.wait_for_url("**/sign-in*", timeout=60_000)
        assert system.post("/people/ann/token").status_code == 200
        ann.wait_for_url("**/sign-in*", timeout=60_000)
        bob.get_by_role("button", name="Sign out").click()
        bob.wait_for_url("**/sign-in*", timeout=60_000)
        second.wait_for_url("**/sign-in*", timeout=60_000)
        assert "Traceback" not in house.said(), house.said()
