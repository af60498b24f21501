"""What ``pitboss serve`` makes of a database: one without a house, one that is damaged, one with a damaged table."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text, update

import warm
from pitboss.house.house import House
from pitboss.house.sharing import Share
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from served import PEOPLE, served, sit_down
from test_serve import serving, stop


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The secret of a house is where its service looks for it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


# -- no house ---------------------------------------------------------------------------------------------------------


def test_a_house_is_made_only_when_asked(database: str, tmp_path: Path) -> None:
    assert "there is no house" in _refused(database)
    assert not (tmp_path / "house.db").exists(), "nothing was made"
    with serving(tmp_path, "--no-pages", "--new", "--database", database) as (process, said, _):
        assert "system" in said
        stop(process)
    assert "there is a house" in _refused(database, "--new")
    with serving(tmp_path, "--no-pages", "--database", database) as (process, said, _):
        stop(process)


def test_an_empty_file_is_not_made_into_a_house(tmp_path: Path) -> None:
    (tmp_path / "house.db").touch()
    assert "there is no house" in _refused(f"sqlite:///{tmp_path}/house.db")
    assert (tmp_path / "house.db").stat().st_size == 0


def test_the_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/other.db"
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("create table theirs (what text)")
    before = (tmp_path / "other.db").read_bytes()
    for words in ((), ("--new",), ("--demo",)):
        assert "is of another program" in _refused(url, *words)
    assert (tmp_path / "other.db").read_bytes() == before


# -- a damaged file ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["pages", "head", "cut"])
def test_a_file_that_fails_its_integrity_check_is_not_served(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "house.db"
    house = House(f"sqlite:///{file}")
    for number in range(1, 6):
        house.open_table(str(number), "chapter4/roulette")
    house.close()
    whole = bytearray(file.read_bytes())
    if damage == "pages":
        for page in range(4, len(whole) // 4096):
            whole[page * 4096 : page * 4096 + 200] = bytes(range(200))
    elif damage == "head":
        whole[:40] = b"\xff" * 40
    else:
        del whole[len(whole) // 2 :]
    file.write_bytes(whole)
    sentence = _refused(f"sqlite:///{file}")
    assert any(why in sentence for why in ("integrity check", "malformed", "not a database")), sentence
    assert file.read_bytes() == whole, "and it is left as it was"


# -- a damaged table --------------------------------------------------------------------------------------------------

DAMAGE: dict[str, dict[str, Any]] = {
    "its set-up is no JSON": {"setup": "{"},
    "its set-up is of another kind": {"setup": "[]"},
    "its options are not allowed": {"setup": json.dumps({"options": {"zeros": 7}, "pay_tables": {}, "wagers": None})},
    "its state is no JSON": {"state": "not JSON"},
    "its state has no seats": {"state": "{}"},
    "its seats are nonsense": {"state": json.dumps({"seats": {"x": 1}})},
    "its entry is unknown": {"entry": "chapter4/no-such-game"},
    "its meter is missing": {"setup": json.dumps({"meters": {"a": "no such"}})},
}


def test_a_damaged_table_is_kept_closed_and_named(database: str, caplog: pytest.LogCaptureFixture) -> None:
    tables = {f"d{number}": damage for number, damage in enumerate(DAMAGE.values(), start=1)}
    tokens = _house(database, "8", *tables)
    for table, damage in tables.items():
        _change(database, table, damage)
    with served(database, tokens=tokens) as house, house.client("ann") as ann, house.client("floor") as floor:
        logged = "".join(row.getMessage() for row in caplog.records)
        listed = {row["table"]: row for row in ann.get("/tables")}
        assert listed["8"]["status"] == "open" and floor.get("/house")["damaged"] == sorted(tables)
        for table in tables:
            said = f"table {table} is kept closed"
            assert listed[table]["status"] == "damaged" and said in listed[table]["why"] and said in logged
            for answer in (
                ann.ask("GET", f"/tables/{table}"),
                ann.ask("POST", f"/tables/{table}/sit", {"seat": 1}),
                floor.ask("POST", f"/tables/{table}/close", {}),
                floor.ask("POST", "/tables", {"table": table, "entry": "chapter4/roulette"}),
            ):
                assert answer.status_code in (409, 503) and said in answer.json()["detail"]
        sit_down(ann, "8", 1)
        ann.do("8", "bet", seat=1, wagers={"red": "10.00"})
    store = Store(database)
    rows = {row["id"]: row for row in store.rows(select(schema.tables))}
    store.close()
    for table, damage in tables.items():
        assert {name: rows[table][name] for name in damage} == damage, "and is left as it was found"


def test_a_text_that_cannot_be_decoded_keeps_one_table_closed(sqlite_url: str) -> None:
    tokens = _house(sqlite_url, "7", "8")
    store = Store(sqlite_url)
    with store.engine.begin() as connection:
        connection.execute(text("update tables set state = cast(x'7b22ff' as text) where id = '7'"))
    store.close()
    with served(sqlite_url, tokens=tokens) as house, house.client("ann") as ann:
        assert ann.ask("GET", "/tables/7").status_code == 503
        sit_down(ann, "8", 1)


def test_a_damaged_table_does_not_keep_a_house_from_starting(database: str, tmp_path: Path) -> None:
    _house(database, "7", "8")
    _change(database, "7", {"state": '{"seats": "a secret card: Kh'})
    with serving(tmp_path, "--no-pages", "--database", database) as (process, said, _):
        assert "1 tables are open" in said or "1 table is open" in said
        process.terminate()
        out, err = process.communicate(timeout=40)
    assert process.returncode == 0 and "table 7 is kept closed" in err and "secret card" not in out + err


def test_a_damaged_table_of_another_process_does_not_matter_here(postgres_url: str) -> None:
    _house(postgres_url, "7", "8")
    _change(postgres_url, "7", {"setup": "{", "state": "{"})
    house = House(postgres_url, Share.of("8"))
    house.do(lambda batch: house.retire(batch, "bob"))
    assert list(house.tables) == ["8"] and not house.damaged
    house.close()


# -- what they share --------------------------------------------------------------------------------------------------


def _house(url: str, *tables: str) -> dict[str, str]:
    house = House(url)
    for table in tables:
        house.open_table(table, "chapter4/roulette")
    tokens = {id: house.add_person(id, id.title(), role) for id, role in PEOPLE.items()}
    house.close()
    return tokens


def _change(url: str, table: str, new: dict[str, Any]) -> None:
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(new))
    store.close()


def _refused(url: str, *words: str) -> str:
    done = warm.run("serve", "--no-pages", "--port", "0", "--database", url, *words)
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
    return done.stderr
