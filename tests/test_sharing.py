"""Several processes of one house: each serves its share of the tables, and none serves another's."""

import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import delete

import warm
from pitboss.cli.app import run
from pitboss.errors import Refused
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.sharing import Claim, Share, others
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from served import PEOPLE, Client, Served, served, sit_down

METERS = {"progressive": "table_1", "progressive_seed": "1000.00", "progressive_contribution": "20"}
THREE_CARD = "massachusetts-2020/three-card-poker"


def test_two_processes_share_a_house(postgres_url: str) -> None:
    """The same code in one process here: each has its own runner, its own working copy, its own port."""
    house = House(postgres_url)
    tokens = {id: house.add_person(id, id.title(), role) for id, role in PEOPLE.items()}
    for table in ("a-1", "b-1"):
        house.open_table(table, "chapter4/roulette", fill=10**8)
    house.close()
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(served(postgres_url, tokens=tokens, share=Share.of(f"{part}-*"))) for part in "ab"
        )
        for each, table in ((first, "a-1"), (second, "b-1")):
            play(each, table)
            other = "b-1" if table == "a-1" else "a-1"
            with each.client("ann") as ann:
                assert [found["table"] for found in ann.get("/tables")] == [table]
                assert ann.ask("GET", f"/tables/{other}").status_code == 421
                assert ann.ask("POST", f"/tables/{other}/sit", {"seat": 1}).status_code == 421
        with first.client("floor") as floor:
            opened = floor.ask("POST", "/tables", {"table": "b-2", "entry": "chapter4/roulette"})
            assert opened.status_code == 409 and "not served here" in opened.json()["detail"]
        with first.client("system") as system:
            token = system.ask("POST", "/people", {"person": "zoe", "name": "Zoe", "role": "player"}).json()["token"]
        with Client(second, "zoe", token) as zoe:
            assert any(zoe.ask("GET", "/people/me").status_code == 200 for _ in range(2000)), "the other learns of her"
    report = audit(postgres_url, workers=1)
    assert report.clean, report.findings


def play(house: Served, table: str) -> None:
    ann, dee = house.client("ann"), house.client("dee")
    sit_down(ann, table, 1)
    for _ in range(5):
        ann.do(table, "bet", seat=1, wagers={"red": "10.00"})
        dee.do(table, "deal")
    ann.do(table, "leave", seat=1)


def test_a_meter_is_kept_by_one_process(database: str) -> None:
    first, second = House(database, Share.of("a-*")), House(database, Share.of("b-*"))
    first.open_table("a-1", THREE_CARD, METERS, links={"progressive": "link"})
    with pytest.raises(Refused, match="fed by table a-1, which this process does not serve"):
        second.open_table("b-1", THREE_CARD, METERS, links={"progressive": "link"})
    first.open_table("a-2", THREE_CARD, METERS, links={"progressive": "link"})
    assert first.lane("a-1") == first.lane("a-2")
    first.close(), second.close()


def test_tables_that_meters_join_are_in_one_lane(database: str) -> None:
    house = House(database)
    options = {"progressive": "two_level"}
    house.open_table("1", THREE_CARD, options, links={"progressive_major": "x", "progressive_minor": "y"})
    house.open_table("2", THREE_CARD, options, links={"progressive_major": "x"})
    house.open_table("3", THREE_CARD, options, links={"progressive_minor": "y"})
    house.open_table("4", THREE_CARD, options)
    assert len({house.lane(table) for table in "123"}) == 1 and house.lane("4") != house.lane("1")
    house.close()


def test_meters_that_would_have_two_keepers_are_refused(database: str) -> None:
    house = House(database)
    for table in ("a-1", "b-1"):
        house.open_table(table, THREE_CARD, METERS, links={"progressive": "link"})
    house.close()
    with pytest.raises(Refused, match="the meter link is fed by table b-1"):
        House(database, Share.of("a-*"))
    House(database, Share.of("a-*,b-*")).close()


def test_whoever_sits_elsewhere_is_not_retired(database: str) -> None:
    first, second = House(database, Share.of("a-*")), House(database, Share.of("b-*"))
    first.add_person("ann", "Ann", "player")
    second.look_for_people()
    live = second.open_table("b-1", "chapter4/roulette")
    second.do(lambda batch: live.sit(batch, "ann", 1), "b-1")
    with pytest.raises(Refused, match="sits at table b-1"):
        first.do(lambda batch: first.retire(batch, "ann"))
    second.do(lambda batch: live.leave(batch, 1), "b-1")
    first.do(lambda batch: first.retire(batch, "ann"))
    second.look_for_people()
    assert not second.knows(second.people["ann"])
    first.close(), second.close()


@pytest.mark.parametrize(
    ("mine", "theirs", "meet"),
    [
        ("*", "a", True),
        ("a-*", "b-*", False),
        ("a-*", "*-1", True),
        ("a-?", "a-12", False),
        ("a*c", "ab*", True),
        ("1,2", "3,2?", False),
        ("1,2", "3,?", True),
        ("*x", "x*", True),
        ("a*b", "a*c", False),
    ],
)
def test_patterns_that_meet(mine: str, theirs: str, meet: bool) -> None:
    assert Share.of(mine).meets(Share.of(theirs)) == Share.of(theirs).meets(Share.of(mine)) == meet


@pytest.mark.parametrize("text", ["", " , ", "a-[12]", "!a"])
def test_patterns_that_are_none(text: str) -> None:
    with pytest.raises(Refused):
        Share.of(text)


def test_a_table_is_not_claimed_twice(database: str) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        host = socket.gethostname()[:60]
        theirs = Claim(database, Share.of("a-*"), "http://a.example", f"{host}:{other.pid}")
        theirs.make()
        whole = (
            "tables a-\\* are served by the process" if database.startswith("postgresql") else "a SQLite file takes one"
        )
        with pytest.raises(Refused, match=whole) as refused:
            Claim(database, Share()).make()
        assert f"{host}:{other.pid}" in refused.value.sentence
        mine = Claim(database, Share.of("b-*"))
        if database.startswith("postgresql"):
            mine.make()
            assert theirs.renew() and mine.renew()
            assert [process.address for process in others(Store(database), mine.id)] == ["http://a.example"]
            mine.release()
        else:
            with pytest.raises(Refused, match="a SQLite file takes one process"):
                mine.make()
            assert theirs.renew()
        other.kill()
        other.wait()
        everything = Claim(database, Share())
        everything.make()  # whoever served the others is gone
        assert not theirs.renew() and everything.renew()
        everything.release(), theirs.release()


def test_a_house_in_a_file_is_not_served_by_a_second_process_whatever_tables_it_wants(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Keys that act once are kept apart by PostgreSQL alone."""
    House(sqlite_url).close()
    first = Claim(sqlite_url, Share.of("a-*"), id="far.example:1")
    first.make()
    assert run(["serve", "--no-demo", "--port", "0", "--database", sqlite_url, "--tables", "b-*"]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "far.example:1 serves this house, and a SQLite file takes one process: stop that one" in told
    assert run(["serve", "--no-demo", "--port", "0", "--database", sqlite_url]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "or keep the house in PostgreSQL" in told and "--tables" not in told
    first.release()


def test_a_process_of_another_machine_keeps_its_tables_until_its_claim_lapses(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = Claim(database, Share(), id="far.example:1")
    far.make()
    with pytest.raises(Refused, match="far.example:1"):
        Claim(database, Share()).make()
    with monkeypatch.context() as long_ago:
        long_ago.setattr("pitboss.house.sharing.LASTS", -far._until.resolution)
        assert far.renew()
    near = Claim(database, Share())
    near.make()
    assert not far.renew(), "it learns that it is out"
    near.release(), far.release()


def test_a_claim_that_is_lost_ends_the_process(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.sharing.RENEWED_EVERY", 0.01)
    told, late = threading.Event(), threading.Event()
    with Claim(database, Share()) as claim:
        claim.when_lost(told.set)
        assert not told.wait(0.1)
        with Store(database).engine.begin() as connection:
            connection.execute(delete(schema.processes))
        assert told.wait(10)
        claim.when_lost(late.set)
        assert late.is_set()


def test_a_second_service_on_the_same_house_is_refused(tmp_path: Path) -> None:
    from test_serve import serving, stop

    url = f"sqlite:///{tmp_path}/house.db"
    House(url).open_table("1", "chapter4/roulette")
    with serving(tmp_path, "--no-pages", "--database", url) as (process, _, _address):
        words = ["serve", "--port", "0", "--no-pages", "--database", url]
        done = warm.run(*words)
        assert done.returncode == 2 and f":{process.pid}" in done.stderr, done.stderr
        stop(process)
