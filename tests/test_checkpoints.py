"""Checkpoints: a house signs where its chains end, outside its database, and whatever is cut off later is missed."""

import json
import random
import stat
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, update

import warm
from conftest import Run
from house_play import at, open_house, play
from pitboss.api.runner import Runner
from pitboss.errors import PitbossError
from pitboss.house.audit.findings import Finding
from pitboss.house.audit.house_audit import audit
from pitboss.house.audit.report import Outside
from pitboss.house.checkpoint_posting import place_of
from pitboss.house.checkpoints import Checkpoint, Every, Kept, append, checkpoint_file, digest_of_line, read
from pitboss.house.crypto.secret import Secret
from pitboss.house.house import House
from pitboss.house.sharing import Share
from pitboss.house.storage import schema
from tampered import cut_off, tamper

OFTEN = Every(entries=1, seconds=1, least=0.0)
LIMIT = 60.0


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def findings(url: str, *files: Path, public_key: str = "") -> list[Finding]:
    return audit(url, workers=1, outside=Outside(checkpoints=files, public_key=public_key)).findings


@contextmanager
def run(url: str, file: Path, to: str = "", share: str = "*") -> Iterator[Runner]:
    runner = Runner(url, Share.of(share), checkpoints=Kept(file, to, OFTEN))
    try:
        yield runner
    finally:
        runner.stop()


def fill(runner: Runner, table: str = "1") -> None:
    runner.now(table, lambda house, batch: house.table(table).fill(batch, 100, "flo"))


def lines(file: Path) -> list[Checkpoint]:
    return [Checkpoint.of(line) for line in file.read_text().splitlines()]


# -- they are made ----------------------------------------------------------------------------------------------------


def test_a_house_signs_where_its_chains_end_by_itself(database: str, tmp_path: Path) -> None:
    open_house(database, "chapter4/roulette").close()
    file = tmp_path / "kept.checkpoints"
    with run(database, file) as runner:
        until(lambda: file.is_file() and bool(lines(file)))
        for wanted in (2, 3):
            fill(runner)
            until(lambda wanted=wanted: len(lines(file)) >= wanted)  # type: ignore[misc]
        fill(runner)
        key = runner.now(None, lambda house, batch: house.secret.public_key)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text, made = file.read_text().splitlines(), lines(file)
    assert set(made[0].ends) == {"house", "1"}, "the first has every chain"
    assert all(set(each.ends) == {"1"} for each in made[1:]), "the others what moved"
    assert [each.number for each in made] == list(range(1, len(made) + 1))
    assert [each.before for each in made[1:]] == [digest_of_line(line) for line in text[:-1]]
    assert all(each.is_signed_with(key) for each in made)
    report = audit(database, workers=1, outside=Outside(checkpoints=[file], public_key=key))
    assert report.findings == [] and report.checkpoints == len(made) and report.newer == 0, (
        "the last is made at the end"
    )


def test_the_audit_tells_how_many_entries_are_newer_than_the_last_checkpoint(sqlite_url: str, pitboss: Run) -> None:
    house = open_house(sqlite_url, "chapter4/roulette")
    file = checkpoint_file(sqlite_url)
    assert file is not None and file.name == "house.checkpoints"
    code, out, _ = pitboss("audit", "--database", sqlite_url)
    assert code == 0 and "No checkpoints were looked at" in out
    append(file, house.secret, ends_of(house))
    for _ in range(3):
        at(house, "1", lambda live, batch: live.fill(batch, 100, "flo"))
    house.close()
    code, out, _ = pitboss("audit", "--database", sqlite_url, "--json")
    told = json.loads(out)["checkpoints"]
    assert code == 0 and (told["read"], told["entries_newer"]) == (1, 3)
    assert told["public_key"] == house.secret.public_key
    code, out, _ = pitboss("audit", "--database", sqlite_url)
    assert code == 0 and "3 entries are newer" in out


def test_two_processes_write_one_file_each_for_the_tables_it_serves(postgres_url: str, tmp_path: Path) -> None:
    house = House(postgres_url)
    house.add_person("flo", "Flo", "floor")
    for table in ("a-1", "b-1"):
        house.open_table(table, "chapter4/roulette")
    house.close()
    file = tmp_path / "both.checkpoints"
    with run(postgres_url, file, share="a-*") as first, run(postgres_url, file, share="b-*") as second:
        for _ in range(3):
            fill(first, "a-1")
            fill(second, "b-1")
            time.sleep(0.3)
    assert {each.tables for each in lines(file)} == {"a-*", "b-*"}
    for each in lines(file):
        assert set(each.ends) <= {"house", f"{each.tables[0]}-1"}
    report = audit(postgres_url, workers=1, outside=Outside(checkpoints=[file]))
    assert report.findings == [] and report.newer == 0


def test_a_line_that_a_crash_cut_short_is_written_over_and_not_a_finding(sqlite_url: str, tmp_path: Path) -> None:
    house, file = open_house(sqlite_url, "chapter4/roulette"), tmp_path / "kept"
    append(file, house.secret, ends_of(house))
    with file.open("a") as text:
        text.write('{"at":"2026')
    assert findings(sqlite_url, file) == []
    append(file, house.secret, ends_of(house))
    house.close()
    assert len(lines(file)) == 2 and findings(sqlite_url, file) == []


@pytest.mark.parametrize(
    "odd", [b'{"at":"2026', bytes(300), b"\xff\rno\n\nline"], ids=["cut short", "zeros", "garbage"]
)
def test_a_last_line_that_is_no_checkpoint_is_set_aside_and_the_next_one_is_written(
    sqlite_url: str, tmp_path: Path, odd: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    open_house(sqlite_url, "chapter4/roulette").close()
    file = tmp_path / "kept"
    with run(sqlite_url, file):
        pass
    before = file.read_bytes()
    file.write_bytes(before + odd + b"\n")
    with run(sqlite_url, file) as runner:
        fill(runner)
    assert file.read_bytes().startswith(before) and len(lines(file)) > len(before.splitlines())
    assert file.with_name("kept.odd").read_bytes().split(b"\n")[::-1] == [b"", *odd.split(b"\n")]
    assert "was no checkpoint" in caplog.text and findings(sqlite_url, file) == []


# -- the house knows which it made ------------------------------------------------------------------------------------


def a_signed_evening(url: str, file: Path) -> None:
    open_house(url, "chapter4/roulette").close()
    for _ in range(2):
        with run(url, file) as runner:
            for _ in range(3):
                fill(runner)


def test_a_file_of_checkpoints_that_was_taken_away_is_missed(sqlite_url: str, pitboss: Run) -> None:
    file = checkpoint_file(sqlite_url)
    assert file is not None
    a_signed_evening(sqlite_url, file)
    code, _, _ = pitboss("audit", "--database", sqlite_url)
    assert code == 0
    file.unlink()
    code, out, _ = pitboss("audit", "--database", sqlite_url)
    assert code == 1 and "in no file looked at" in " ".join(out.split())
    with run(sqlite_url, file) as runner:
        fill(runner)
    code, out, _ = pitboss("audit", "--database", sqlite_url)
    assert code == 1 and "those before it were taken out" in " ".join(out.split()), "a new one does not take its place"


@pytest.mark.parametrize("left", ["", "junk", '{"number":1'])
def test_a_file_of_checkpoints_that_was_emptied_is_missed_as_one_that_was_taken_away(
    sqlite_url: str, pitboss: Run, left: str
) -> None:
    file = checkpoint_file(sqlite_url)
    assert file is not None
    a_signed_evening(sqlite_url, file)
    file.write_text(left)
    for named in ([], ["--checkpoints", str(file)]):
        code, out, _ = pitboss("audit", "--database", sqlite_url, *named)
        assert code == 1 and "in no file looked at" in " ".join(out.split())


def test_an_empty_file_of_a_house_that_made_no_checkpoint_is_no_finding(sqlite_url: str, tmp_path: Path) -> None:
    open_house(sqlite_url, "chapter4/roulette").close()
    file = tmp_path / "kept"
    file.touch()
    assert findings(sqlite_url, file) == []


def test_a_file_of_checkpoints_that_was_cut_back_is_missed(database: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    a_signed_evening(database, file)
    assert findings(database, file) == []
    whole = file.read_text().splitlines(keepends=True)
    file.write_text("".join(whole[:-1]))
    [finding] = findings(database, file)
    assert finding.where == f"checkpoint {len(whole)}" and "in no file looked at" in finding.text
    with run(database, file) as runner:
        fill(runner)
    assert any("it does not go on from the line before" in finding.text for finding in findings(database, file))


def test_the_houses_chain_names_checkpoints_that_nobody_takes_away_with_the_note_of_the_last(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.house.house.ANCHOR_EVERY", 2)
    file = tmp_path / "kept"
    open_house(database, "chapter4/roulette").close()
    with run(database, file) as runner:
        until(lambda: file.is_file() and bool(lines(file)))
        time.sleep(0.2)
        for _ in range(4):
            fill(runner)
    assert findings(database, file) == []
    tamper(database, lambda connection: connection.execute(delete(schema.checkpoints)))
    file.unlink()
    with run(database, file):
        pass
    told = [finding.text for finding in findings(database, file)]
    assert any("in no file looked at" in text and "of the house says" in text for text in told), told
    assert any("those before it were taken out" in text for text in told), told


def test_a_note_of_a_checkpoint_that_somebody_else_wrote_is_found_and_not_gone_by(
    database: str, tmp_path: Path
) -> None:
    file = tmp_path / "kept"
    a_signed_evening(database, file)
    made = len(lines(file))
    tamper(database, lambda connection: connection.execute(update(schema.checkpoints).values(number=10_000)))
    assert any("its seal is another's" in finding.text for finding in findings(database, file))
    with run(database, file) as runner:
        fill(runner)
    assert findings(database, file) == [] and lines(file)[made].number == made + 1


def test_files_of_several_processes_answer_for_their_own_tables(postgres_url: str, tmp_path: Path) -> None:
    house = House(postgres_url)
    house.add_person("flo", "Flo", "floor")
    for table in ("a-1", "b-1"):
        house.open_table(table, "chapter4/roulette")
    house.close()
    one, other = tmp_path / "one", tmp_path / "other"
    with run(postgres_url, one, share="a-*") as first, run(postgres_url, other, share="b-*") as second:
        fill(first, "a-1")
        fill(second, "b-1")
    assert findings(postgres_url, one) == findings(postgres_url, other) == findings(postgres_url, one, other) == []
    one.write_text("".join(one.read_text().splitlines(keepends=True)[:-1]))
    assert findings(postgres_url, one, other) != [] and findings(postgres_url, other) == []


def test_a_place_where_nothing_can_be_written_holds_up_no_table(sqlite_url: str, tmp_path: Path) -> None:
    open_house(sqlite_url, "chapter4/roulette").close()
    folder = tmp_path / "kept"
    folder.write_text("a file where a folder should be")
    with run(sqlite_url, folder / "checkpoints") as runner:
        for _ in range(5):
            fill(runner)
        folder.unlink()  # it can be written now, and is caught up
        until(lambda: (folder / "checkpoints").is_file() and bool(lines(folder / "checkpoints")))
    assert findings(sqlite_url, folder / "checkpoints") == []


# -- they are sent ----------------------------------------------------------------------------------------------------


class Takes(ThreadingHTTPServer):
    """Takes checkpoints, once it is not broken any more."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.taken: list[str] = []
        self.asked = 0
        self.broken = True
        self.headers: list[Any] = []

    @property
    def url(self) -> str:
        return f"http://auditor:word@127.0.0.1:{self.server_address[1]}/take?house=1"


class _Handler(BaseHTTPRequestHandler):
    server: Takes

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.asked += 1
        if not self.server.broken:
            self.server.taken.append(body)
            self.server.headers.append(self.headers)
        self.send_response(503 if self.server.broken else 204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def takes() -> Iterator[Takes]:
    with Takes() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_checkpoints_that_a_url_does_not_take_are_sent_later_in_order(
    sqlite_url: str, tmp_path: Path, takes: Takes, caplog: pytest.LogCaptureFixture
) -> None:
    open_house(sqlite_url, "chapter4/roulette").close()
    file = tmp_path / "kept"
    with run(sqlite_url, file, takes.url) as runner:
        until(lambda: takes.asked >= 2)
        fill(runner)
        until(lambda: len(lines(file)) >= 2)
        assert takes.taken == []
        takes.broken = False
        until(lambda: len(takes.taken) >= 2)
    assert takes.taken == file.read_text().splitlines(), "each once, and the last one when the house closes"
    assert all(each["Authorization"].startswith("Basic ") for each in takes.headers)
    refused = [record for record in caplog.records if "not taken" in record.getMessage()]
    assert len(refused) == 1 and "word" not in caplog.text
    with run(sqlite_url, file, takes.url) as runner:
        fill(runner)
    assert takes.taken == file.read_text().splitlines(), "what was taken before a restart is not sent again"


@pytest.mark.parametrize("url", ["http://", "https://:80", "http://a:99999", "http://[::1", "ftp://a"])
def test_a_place_that_is_no_place_is_refused(url: str) -> None:
    with pytest.raises(PitbossError, match="checkpoints go to a file"):
        place_of(url)


# -- they are held against the house ----------------------------------------------------------------------------------


def ends_of(house: House) -> dict[str, tuple[int, str]]:
    return {head.chain: (head.number, head.hash) for head in house.store.heads().values()}


def test_the_newest_entries_of_a_table_cut_off_with_everything_else_put_in_order_are_missed(
    database: str, tmp_path: Path
) -> None:
    house, file = (
        play(open_house(database, "chapter4/roulette"), "1", 3, random.Random(2), call_rate=0),
        tmp_path / "kept",
    )
    head = house.table("1").head.number
    [then] = house.store.rows(select(schema.tables))
    seeds = house.store.rows(select(schema.seeds))
    play(house, "1", 3, random.Random(3), call_rate=0)
    append(file, house.secret, ends_of(house))
    house.close()

    def change(connection: Connection) -> None:
        connection.execute(schema.seeds.delete())
        connection.execute(schema.seeds.insert(), seeds)
        cut_off(connection, "1", house.table("1").head.number - head, then)

    tamper(database, change)
    assert findings(database) == [], "nothing in the database tells"
    found = findings(database, file)
    assert any(finding.chain == "1" and "checkpoint 1 names it" in finding.text for finding in found), found


def test_a_round_rewritten_after_it_was_signed_is_found(sqlite_url: str, tmp_path: Path) -> None:
    house, file = open_house(sqlite_url, "chapter4/roulette"), tmp_path / "kept"
    ends = ends_of(house)
    append(file, house.secret, ends | {"1": (ends["1"][0], "ab" * 32)})
    house.close()
    [finding] = findings(sqlite_url, file)
    assert (finding.chain, finding.entry) == ("1", ends["1"][0]) and "checkpoint 1" in finding.text


def test_the_first_checkpoints_that_were_taken_out_are_missed(sqlite_url: str, tmp_path: Path) -> None:
    """A table that nothing happened at since is named there alone."""
    house, file = open_house(sqlite_url, "chapter4/roulette"), tmp_path / "kept"
    for _ in range(3):
        append(file, house.secret, ends_of(house))
    house.close()
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[1:]))
    [finding] = findings(sqlite_url, file)
    assert finding.where == "line 1 of kept" and "checkpoint 2" in finding.text and "taken out" in finding.text
    earlier = tmp_path / "earlier"
    earlier.write_text(lines[0])
    assert read(earlier, file).odd == [], "in another file, they are there"


@pytest.mark.parametrize("how", ["signature", "ends", "taken out", "another key", "nonsense", "more"])
def test_a_checkpoint_that_was_changed_is_named(sqlite_url: str, tmp_path: Path, how: str) -> None:
    house, file = open_house(sqlite_url, "chapter4/roulette"), tmp_path / "kept"
    for _ in range(3):
        append(file, house.secret, ends_of(house))
        at(house, "1", lambda live, batch: live.fill(batch, 100, "flo"))
    house.close()
    text = file.read_text().splitlines()
    raw = json.loads(text[1])
    if how == "signature":
        raw["signature"] = "00" * 64
    elif how == "ends":
        raw["ends"] = {}
    elif how == "more":
        raw["note"] = "more"
    text[1] = json.dumps(raw, sort_keys=True, separators=(",", ":")) if how != "nonsense" else "{}"
    if how == "taken out":
        del text[1]
    if how == "another key":
        text = text[:1]
    file.write_text("".join(f"{line}\n" for line in text))
    if how == "another key":
        append(file, Secret.fresh(), read(file).lines[0][1].ends)
    found = findings(sqlite_url, file)
    assert found and all(f.chain == "the checkpoints" and "line" in f.where for f in found)
    assert any(f.where.startswith("line 2") for f in found)


def test_a_house_rewritten_with_a_key_of_its_own_is_not_the_one_that_the_auditor_knows(
    sqlite_url: str, tmp_path: Path, pitboss: Run
) -> None:
    known = Secret.fresh().public_key
    house, file = open_house(sqlite_url, "chapter4/roulette"), tmp_path / "kept"
    append(file, house.secret, ends_of(house))
    house.close()
    assert findings(sqlite_url, file, public_key=house.secret.public_key) == []
    code, out, _ = pitboss("audit", "--database", sqlite_url, "--checkpoints", file, "--public-key", known, "--json")
    told = json.loads(out)["findings"]
    assert code == 1 and {each["where"] for each in told} == {"secret", "line 1 of kept"}
    code, _, err = pitboss("audit", "--database", sqlite_url, "--public-key", "me")
    assert code == 2 and "64 hexadecimal digits" in err
    code, _, err = pitboss("audit", "--database", sqlite_url, "--checkpoints", tmp_path / "none")
    assert code == 2 and "cannot be read" in err


def test_pitboss_serve_makes_them_and_pitboss_audit_finds_them(tmp_path: Path, pitboss: Run) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    open_house(url, "chapter4/roulette").close()
    words = ["serve", "--no-pages", "--no-demo", "--port", "0", "--database", url, "--checkpoint-seconds", "1"]
    process = warm.start(*words, stdout=subprocess.DEVNULL)
    file = tmp_path / "house.checkpoints"
    try:
        until(lambda: file.is_file() and bool(lines(file)))
        process.terminate()
        assert process.wait(LIMIT) == 0
    finally:
        process.kill()
        process.wait()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    code, out, _ = pitboss("audit", "--database", url, "--json")
    told = json.loads(out)
    assert code == 0 and told["checkpoints"]["read"] >= 1 and told["checkpoints"]["entries_newer"] == 0, told


def test_the_audit_looks_at_the_checkpoints_beside_a_secret_that_is_named(
    sqlite_url: str, tmp_path: Path, pitboss: Run
) -> None:
    named = tmp_path / "elsewhere" / "house.key"
    named.parent.mkdir()
    house = House(sqlite_url, secret=named)
    append(named.with_suffix(".checkpoints"), house.secret, ends_of(house))
    house.close()
    code, out, _ = pitboss("audit", "--database", sqlite_url, "--secret", named)
    assert code == 0 and "1 checkpoint" in out
