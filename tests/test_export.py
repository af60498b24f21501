"""Rounds and ledger in files that anybody can open, complete to the cent."""

import csv
import json
import random
import subprocess
import sys
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from conftest import Run
from house_play import at, open_house, play
from pitboss.errors import PitbossError
from pitboss.house import export as module
from pitboss.house.export import LEDGER, ROUNDS, Wanted, export_ledger, export_rounds, moment
from pitboss.house.house import House
from pitboss.house.storage import schema

parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def house(database: str) -> str:
    """The URL of a house after some rounds with fees, a meter and wagers that stand."""
    opened = open_house(database, "california/three-card-poker", "chapter4/craps")
    for table in ("1", "2"):
        opened = play(opened, table, 6, random.Random(table))
    opened.close()
    return database


def rows_of(file: Path) -> list[dict[str, Any]]:
    if file.suffix == ".parquet":
        rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
        return rows
    with file.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_every_settlement_and_every_line_is_in_the_files(house: str, suffix: str, pitboss: Run, tmp_path: Path) -> None:
    rounds, ledger = tmp_path / f"rounds.{suffix}", tmp_path / f"ledger.{suffix}"
    code, out, err = pitboss("export", "--database", house, "--rounds", rounds, "--ledger", ledger)
    assert (code, err) == (0, "") and out.count("rows.") == 2
    store = House(house).store
    bodies = [
        json.loads(row["body"]) for row in store.rows(select(schema.journal).where(schema.journal.c.kind == "round"))
    ]
    written = rows_of(rounds)
    assert list(written[0]) == list(ROUNDS)
    assert len(written) == sum(len(body["settlements"]) + len(body["fees"]) for body in bodies)
    paid = sum(Decimal(row["net"]) for row in written)
    collected = sum(Decimal(fee["amount"]) for body in bodies for fee in body["fees"])
    assert paid == sum(Decimal(row["net"]) for body in bodies for row in body["settlements"]) - collected
    lines = rows_of(ledger)
    assert list(lines[0]) == list(LEDGER)
    balances: Counter[str] = Counter()
    for line in lines:
        balances[line["account"]] += Decimal(line["amount"])  # type: ignore[assignment]
    assert {name: int(amount * 100) for name, amount in balances.items() if amount} == {
        name: balance for name, balance in store.balances().items() if balance
    }
    store.close()


def test_wagers_on_several_hands_of_a_seat_are_told_apart(sqlite_url: str, tmp_path: Path) -> None:
    house = open_house(sqlite_url, "chapter4/blackjack")
    live, split = house.table("1"), False
    while not split or live.going_on:
        if not live.going_on:
            live.bet(1, {"main": "25.00"})
            at(house, "1", lambda live, batch: live.deal(batch))
            continue
        assert live.round is not None
        offered = [action.name for action in live.round.asking[0].actions]
        wanted = "split" if "split" in offered else offered[0]
        split = split or wanted == "split"
        at(house, "1", lambda live, batch, wanted=wanted: live.act(batch, 1, wanted))
    export_rounds(house.store, tmp_path / "rounds.csv", Wanted())
    last = [row for row in rows_of(tmp_path / "rounds.csv") if row["round"] == str(live.rounds)]
    assert ("main", "1") in {(row["wager"], row["hand"]) for row in last}
    assert ("split", "2") in {(row["wager"], row["hand"]) for row in last}
    house.close()


def test_money_is_a_decimal_and_time_is_a_time_in_parquet(house: str, pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "ledger.parquet"
    assert pitboss("export", "--database", house, "--ledger", file)[0] == 0
    form = parquet.read_schema(file)
    assert str(form.field("amount").type) == "decimal128(20, 2)"
    assert str(form.field("at").type) == "timestamp[ms, tz=UTC]"
    assert rows_of(file)[0]["amount"] == Decimal("-100000.00")


def test_a_file_of_many_batches_is_the_same(
    house: str, pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one.parquet", tmp_path / "other.parquet"
    assert pitboss("export", "--database", house, "--rounds", one)[0] == 0
    monkeypatch.setattr(module, "TOGETHER", 3)
    assert pitboss("export", "--database", house, "--rounds", other)[0] == 0
    assert rows_of(one) == rows_of(other)


def test_only_one_table_and_only_some_time(house: str, tmp_path: Path) -> None:
    store = House(house).store
    entries = schema.journal
    times = [row["at"] for row in store.rows(select(entries.c.at).where(entries.c.chain == "1"))]
    middle = sorted(times)[len(times) // 2]
    whole = export_ledger(store, tmp_path / "whole.csv", Wanted(table="1"))
    before = export_ledger(store, tmp_path / "before.csv", Wanted(until=middle, table="1"))
    after = export_ledger(store, tmp_path / "after.csv", Wanted(since=middle, table="1"))
    assert before and after and before + after == whole
    assert {row["chain"] for row in rows_of(tmp_path / "whole.csv")} == {"1"}
    assert export_rounds(store, tmp_path / "none.csv", Wanted(table="9")) == 0
    assert rows_of(tmp_path / "none.csv") == []
    store.close()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "say what to write"),
        (("--rounds", "rounds.txt"), "name it *.parquet or *.csv"),
        (("--rounds", "/nowhere/rounds.csv"), "there is no folder /nowhere"),
        (("--rounds", "a.csv", "--ledger", "a.csv"), "two files"),
        (("--rounds", "a.csv", "--since", "yesterday"), '"yesterday" is not a day or a moment'),
    ],
)
def test_what_cannot_be_written_is_said_at_once(
    house: str, words: tuple[str, ...], sentence: str, pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = pitboss("export", "--database", house, *words)
    assert code == 2 and sentence in err
    assert [file.name for file in tmp_path.iterdir() if file.suffix in (".csv", ".txt", ".draft")] == []


def test_a_journal_that_cannot_be_read_leaves_no_half_file(house: str, tmp_path: Path) -> None:
    store = House(house).store
    with store.engine.begin() as connection:
        entries = schema.journal
        connection.execute(update(entries).where(entries.c.chain == "2", entries.c.kind == "round").values(body="{}"))
    with pytest.raises(PitbossError, match="pitboss audit names it"):
        export_rounds(store, tmp_path / "rounds.csv", Wanted())
    assert not list(tmp_path.glob("*rounds*"))
    store.close()


def test_no_text_of_a_csv_file_is_a_formula(sqlite_url: str, tmp_path: Path) -> None:
    house = open_house(sqlite_url, "chapter4/roulette")
    with house.store.engine.begin() as database:
        database.execute(update(schema.postings).values(what='=HYPERLINK("http://evil.example")', amount=-500))
    export_ledger(house.store, tmp_path / "l.csv", Wanted())
    house.close()
    rows = rows_of(tmp_path / "l.csv")
    assert {row["what"] for row in rows} == {'\'=HYPERLINK("http://evil.example")'}
    assert {row["amount"] for row in rows} == {"-5.00"}


def test_without_pyarrow_csv_is_still_written(sqlite_url: str, tmp_path: Path) -> None:
    open_house(sqlite_url, "chapter4/roulette").close()
    hide = "import sys; sys.modules['pyarrow'] = None; from pitboss.cli.app import run; sys.exit(run(sys.argv[1:]))"
    words = [sys.executable, "-c", hide, "export", "--database", sqlite_url, "--ledger"]
    done = subprocess.run([*words, str(tmp_path / "l.csv")], capture_output=True, text=True)
    assert done.returncode == 0 and len(rows_of(tmp_path / "l.csv")) == 8


def test_without_pyarrow_parquet_is_refused_with_what_to_install(
    sqlite_url: str, pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = pitboss("export", "--database", sqlite_url, "--ledger", tmp_path / "l.parquet")
    assert code == 2 and "pitboss[data]" in err


def test_a_moment_is_understood_in_any_time_zone() -> None:
    assert moment("2026-05-01T20:00:00.5+02:00") == "2026-05-01T18:00:00.500+00:00"
    with pytest.raises(PitbossError, match="is not a day or a moment"):
        moment("9999-12-31T23:59-12:00")
