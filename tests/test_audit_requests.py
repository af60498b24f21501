"""What is kept beside the journal is audited with it: who did a thing, answers to requests, claims of processes."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from pitboss.house.audit.findings import Finding
from pitboss.house.audit.house_audit import audit
from pitboss.house.storage import schema
from served import Served, served, sit_down
from tampered import tamper

requests, processes, journal = schema.requests, schema.processes, schema.journal


@pytest.fixture
def played(database: str) -> Iterator[tuple[str, Served]]:
    """A house where a player has bought in with a key."""
    with served(database, lambda house: house.open_table("7", "chapter4/roulette", fill=10**8)) as house:
        ann = house.client("ann")
        sit_down(ann, "7", 1)
        ann.do("7", "buy_in", key="more", seat=1, amount="500.00")
        ann.do("7", "bet", key="red", seat=1, wagers={"red": "10.00"})
        yield database, house


def found(url: str) -> list[Finding]:
    return audit(url, workers=1).findings


def entries(url: str, chain: str, kind: str) -> list[dict[str, Any]]:
    mine = select(journal.c.body).where(journal.c.chain == chain, journal.c.kind == kind).order_by(journal.c.number)
    bodies = tamper(url, lambda connection: connection.execute(mine).scalars().all())
    return [json.loads(body) for body in bodies]


def test_a_keyed_request_is_named_in_the_entry_that_it_made(played: tuple[str, Served]) -> None:
    url, _ = played
    first, more = entries(url, "7", "buy_in")
    row = tamper(url, lambda at: at.execute(select(requests).where(requests.c.key == "more")).mappings().one())
    assert "key" not in first
    assert more["key"] == {"person": "ann", "key": "more", "digest": row["digest"]}
    assert found(url) == []


def old(connection: Connection) -> None:
    connection.execute(update(requests).where(requests.c.key == "more").values(at="2020-01-01T00:00:00.000+00:00"))


def another_request(connection: Connection) -> None:
    connection.execute(update(requests).where(requests.c.key == "more").values(digest="ab" * 32))


def another_key(connection: Connection) -> None:
    connection.execute(update(requests).where(requests.c.key == "more").values(key="mine"))


def another_person(connection: Connection) -> None:
    connection.execute(update(requests).where(requests.c.key == "more").values(person="bob"))


def no_answer(connection: Connection) -> None:
    connection.execute(update(requests).where(requests.c.key == "more").values(answer="?"))


def nobody(connection: Connection) -> None:
    row = {"person": "nobody", "key": "k", "digest": "ab" * 32, "answer": "{}"}
    connection.execute(insert(requests).values(row | {"at": datetime.now(UTC).isoformat(timespec="milliseconds")}))


def to_come(connection: Connection) -> None:
    connection.execute(update(requests).where(requests.c.key == "red").values(at="2999-01-01T00:00:00.000+00:00"))


@pytest.mark.parametrize(
    "change",
    [
        lambda connection: connection.execute(delete(requests).where(requests.c.key == "more")),
        old,
        another_request,
        another_key,
        another_person,
        no_answer,
        nobody,
        to_come,
    ],
    ids=["deleted", "old", "another request", "another key", "another person", "no answer", "nobody", "to come"],
)
def test_an_answer_taken_away_or_changed_so_that_a_request_could_act_again_is_found(
    played: tuple[str, Served], change: Callable[[Connection], Any]
) -> None:
    url, _ = played
    tamper(url, change)
    assert any("key" in finding.where for finding in found(url))


def test_answers_that_were_forgotten_in_time_are_not_missed(
    played: tuple[str, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, _ = played
    tamper(url, lambda connection: connection.execute(delete(requests)))
    assert found(url) != []
    monkeypatch.setattr("pitboss.house.audit.requests_audit.KEPT", timedelta(hours=1))
    assert found(url) == []


@pytest.mark.parametrize(
    "values", [{"until": "2999-01-01T00:00:00.000+00:00"}, {"until": "never"}, {"tables": "[a-z]"}], ids=str
)
def test_a_claim_that_no_process_makes_is_found(played: tuple[str, Served], values: dict[str, str]) -> None:
    url, _ = played
    until = (datetime.now(UTC) + timedelta(seconds=15)).isoformat(timespec="milliseconds")
    row = {"id": "here:1#0", "tables": "a-*", "address": "http://here", "until": until}
    tamper(url, lambda connection: connection.execute(insert(processes).values(row)))
    assert found(url) == []
    tamper(url, lambda connection: connection.execute(update(processes).values(values)))
    [finding] = found(url)
    assert finding.where == "process here:1#0"


def test_whoever_adds_retires_and_lets_in_people_is_in_the_journal(played: tuple[str, Served]) -> None:
    url, house = played
    with house.client("floor") as floor, house.client("system") as system:
        assert floor.ask("POST", "/people", {"person": "zoe", "name": "Zoe", "role": "player"}).status_code == 201
        assert system.ask("POST", "/people/zoe/token").status_code == 200
        assert system.ask("DELETE", "/people/zoe").status_code == 200
        table = {"table": "8", "entry": "massachusetts-2020/three-card-poker"}
        options = {"progressive": "table_1", "progressive_seed": "500.00", "progressive_contribution": "23.457"}
        opened = floor.ask("POST", "/tables", table | {"options": options}, key="open")
        assert opened.status_code == 201, opened.text
    told = [(said["by"], said["until"] is None) for said in entries(url, "house", "person") if said["id"] == "zoe"]
    assert told == [("floor", True), ("system", True), ("system", False)]
    assert [said["by"] for said in entries(url, "house", "meter")] == ["floor"]
    assert entries(url, "8", "open")[0]["key"]["person"] == "floor"
    assert found(url) == []
