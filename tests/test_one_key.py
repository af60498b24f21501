"""One key sent to two processes at the same moment: one of them acts, the other answers for that request alone."""

import threading
from contextlib import ExitStack
from typing import Any

import pytest

from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.sharing import Share
from served import PEOPLE, Served, served, sit_down

ROULETTE = "chapter4/roulette"
TIMES = 12


@pytest.fixture
def two(postgres_url: str) -> Any:
    """Two processes' worth of one house: each has a runner, a working copy and a port of its own."""
    house = House(postgres_url)
    tokens = {id: house.add_person(id, id.title(), role) for id, role in PEOPLE.items()}
    for table in ("a-1", "a-2", "b-1", "b-2"):
        house.open_table(table, ROULETTE, fill=10**8)
    house.close()
    with ExitStack() as stack:
        yield [stack.enter_context(served(postgres_url, tokens=tokens, share=Share.of(f"{part}-*"))) for part in "ab"]
    report = audit(postgres_url, workers=1)
    assert report.clean, report.findings


def test_one_key_at_two_processes_concerns_that_request_alone(two: list[Served]) -> None:
    """Ann's request is sent to both, at a table of each; Bob, in the same batches, feels nothing of it."""
    for each, part in zip(two, "ab", strict=True):
        for number, person in enumerate(("ann", "bob"), start=1):
            with each.client(person) as client:
                sit_down(client, f"{part}-{number}", 1, "10.00")
    before = [objects(each) for each in two]
    for time in range(TIMES):
        got = together(two, f"key-{time}")
        assert [status for who, _, status in got if who == "bob"] == [200] * 2, "nobody else is concerned"
        mine = sorted(status for who, _, status in got if who == "ann")
        assert mine[0] == 200 and mine[1] in (409, 422), mine
    assert [objects(each) for each in two] == before, "nothing was reloaded but what had been changed in vain"
    total = 0
    for each, part in zip(two, "ab", strict=True):
        with each.client("ann") as ann:
            total += round(float(ann.get(f"/tables/{part}-1")["seats"][0]["chips"]))
    assert total == 20 + TIMES, "each key acted once"


def objects(house: Served) -> dict[str, int]:
    """The tables at which no work was in vain, as objects."""
    return dict(house.look(lambda house: {name: id(live) for name, live in house.tables.items() if "-2" in name}))


def together(two: list[Served], key: str) -> list[tuple[str, str, int]]:
    """Ann and Bob buy in at both processes at the same moment, Ann with one key."""
    start, got = threading.Barrier(4), list[tuple[str, str, int]]()

    def buy(each: Served, part: str, person: str, number: int) -> None:
        with each.client(person) as client:
            client.get("/people/me")
            start.wait(30)
            words = {"seat": 1, "amount": "1.00"}
            answer = client.ask("POST", f"/tables/{part}-{number}/buy-in", words, key if person == "ann" else "")
            got.append((person, part, answer.status_code))

    threads = [
        threading.Thread(target=buy, args=(each, part, person, number))
        for each, part in zip(two, "ab", strict=True)
        for number, person in enumerate(("ann", "bob"), start=1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return got
