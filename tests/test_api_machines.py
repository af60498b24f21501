"""Machines that deal their own cards: settle, explain, check and analyze over HTTP, and what keeps them from harm."""

import asyncio
import json
import os
import signal
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

import pitboss
import warm
from conftest import EXAMPLES
from pitboss.api import machines, worker
from pitboss.api.limits import Limits
from pitboss.api.problems import Problem
from pitboss.api.workshop import QUICK, Lane, Workshop
from pitboss.sheets.settlement import settlement_as_json
from served import Client, Served, served, sit_down
from slow_worker import FOR_EVER, TOO_LARGE, TOO_MUCH_WORK
from test_api_roles import ROLES

RED = {"rulebook": "chapter4", "game": "roulette", "spin": "7", "seats": {"1": {"wagers": {"red": 12.5}}}}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    os.environ["PITBOSS_CACHE"], before = str(tmp_path_factory.mktemp("counts")), os.environ.get("PITBOSS_CACHE")
    url = f"sqlite:///{tmp_path_factory.mktemp('machines')}/house.db"
    with served(url, lambda house: house.open_table("7", "chapter4/roulette", fill=10**6)) as found:
        yield found
    os.environ.pop("PITBOSS_CACHE")
    if before is not None:
        os.environ["PITBOSS_CACHE"] = before


@pytest.fixture
def ann(house: Served) -> Iterator[Client]:
    with house.client("ann") as client:
        yield client


def ask(client: Client, path: str, **asked: Any) -> Any:
    answer = client.ask("POST", path, asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: Client, path: str, **asked: Any) -> dict[str, Any]:
    answer = client.ask("POST", path, asked)
    assert 400 <= answer.status_code < 600, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    return found


# -- what they answer -------------------------------------------------------------------------------------------------


def test_a_record_settles_over_http_as_it_does_here(ann: Client) -> None:
    assert ask(ann, "/settle", record=RED) == settlement_as_json(pitboss.settle(RED))
    text = (EXAMPLES / "chapter4" / "craps" / "03a-dont-pass-odds-win.toml").read_text(encoding="utf-8")
    assert ask(ann, "/settle", record=text) == json.loads(json.dumps(settlement_as_json(pitboss.settle(text))))


def test_one_worked_example_of_every_game_is_settled_and_explained(ann: Client) -> None:
    firsts = {file.parent: file for file in sorted(EXAMPLES.rglob("*.toml"), reverse=True)}
    for file in list(firsts.values())[:: 1 if os.environ.get("PITBOSS_ROUNDS") else 15]:
        text = file.read_text(encoding="utf-8")
        if "refused" in tomllib.loads(text):
            assert refused(ann, "/settle", record=text)["detail"]
        else:
            assert ask(ann, "/settle", record=text)["net"] == ask(ann, "/explain", record=text)["net"], file


def test_a_ruling_is_told_over_http(ann: Client) -> None:
    told = ask(ann, "/explain", record=RED)
    assert told == json.loads(json.dumps(pitboss.explain(RED).as_json()))
    [step] = told["steps"]
    assert step["wagers"][0]["computation"] == ["$12.50 at 1 to 1 is $12.50", "the wager wins $12.50"]


def test_a_house_is_checked_over_http(ann: Client) -> None:
    table = {"name": "TC-1", "rulebook": "chapter4", "game": "three-card-poker", "limits": {"ante": {"max": 600}}}
    found = ask(ann, "/check", house={"tables": [table]})
    assert not found["legal"] and found["tables"][0]["refused"][0]["cite"] == "§13(D)(1) L1509"
    file = Path(__file__).parent / "houses" / "color-wagers.toml"
    at = "2026-11-03T12:00"
    assert ask(ann, "/check", house=file.read_text(encoding="utf-8"), at=at) == pitboss.check(file, at).as_json()
    given = [{"about": "procedure posting", "posted": "the table", "given": "2026-11-01"}]
    before = found["tables"][0]["standing"]
    after = ask(ann, "/check", house={"tables": [table | {"notices": given}]})["tables"][0]["standing"]
    assert [each["open"] for each in before] == [True, True, True]
    assert [each["open"] for each in after] == [False, False, True]
    assert "no time" in refused(ann, "/check", house={"tables": [table]}, at="soon")["detail"]


def test_a_house_is_checked_as_it_is_now_and_not_when_somebody_asked_before(
    ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = {"tables": [{"rulebook": "chapter4", "game": "big-six"}]}
    for minute in ("2026-11-01T10:00+00:00", "2026-11-03T10:01+00:00"):
        monkeypatch.setattr(machines, "_this_minute", lambda minute=minute: minute)
        told = ask(ann, "/check", house=house)["at"]
        assert datetime.fromisoformat(told) == datetime.fromisoformat(minute)


def test_a_game_is_analysed_over_http_once_and_then_kept(ann: Client, house: Served) -> None:
    asked = {"entry": "chapter4/roulette", "options": {"wheel": "single_zero"}, "wager": "red"}
    found = ask(ann, "/analyze", **asked)
    assert found["wagers"]["red"]["exact"] == "1/37" and list(found["wagers"]) == ["red"]
    with house.client("audrey") as audrey:
        assert ask(audrey, "/analyze", **asked) == found  # with the seconds that it took the first time
    casino_war = ask(ann, "/analyze", entry="california/casino-war")
    assert "The house must choose schedule_option; 1 is assumed." in casino_war["notes"]


@pytest.mark.parametrize("role", sorted(ROLES))
def test_everybody_with_a_token_may_ask(role: str, house: Served) -> None:
    with house.client(ROLES[role]) as client:
        assert ask(client, "/settle", record=RED)["net"] == {"1": "12.50"}


@pytest.mark.parametrize("entry", ["california/texas-holdem", "chapter4/poker"])
def test_of_poker_for_a_pot_analyze_tells_what_the_house_takes_as_the_command_does(entry: str, ann: Client) -> None:
    found = ask(ann, "/analyze", entry=entry)
    assert found.pop("notes") == []
    assert found == json.loads(warm.run("analyze", entry, "--json").stdout) and found["house_take"]


# -- what is wrong ----------------------------------------------------------------------------------------------------

DEEP: Any = []
for _ in range(300):
    DEEP = [DEEP]
HOSTILE: dict[str, tuple[str, Any, int, str]] = {
    "no JSON": ("/settle", b"{", 422, "the request is not JSON"),
    "no text": ("/settle", b"\xff\xfe", 422, "the request is not JSON"),
    "nothing": ("/settle", b"", 422, "the body of the request is missing"),
    "a list": ("/settle", b"[]", 422, "a list is not an object of names and values"),
    "no record": ("/settle", b"{}", 422, "record is missing"),
    "null": ("/settle", {"record": None}, 422, "record is null; it has to be given"),
    "a number": ("/settle", {"record": 5}, 422, "record: 5 is neither a text nor an object of names and values"),
    "a truth for a house": ("/check", {"house": True}, 422, "house: true is neither a text nor an object of names and"),
    "a line of a pay table that is true": (
        "/analyze",
        {"entry": "chapter4/roulette", "pay_tables": {"PT-1": {"red": True}}},
        422,
        "pay_tables.PT-1.red: true is neither a text nor an object of names and values",
    ),
    "null for an amount": (
        "/settle",
        {"record": RED | {"seats": {"1": {"wagers": {"red": None}}}}},
        422,
        "seat 1, red: nothing is not an amount of money",
    ),
    "true for an amount": (
        "/settle",
        {"record": RED | {"seats": {"1": {"wagers": {"red": True}}}}},
        422,
        "seat 1, red: true is not an amount of money",
    ),
    "null for a seat": (
        "/settle",
        {"record": RED | {"leaves": [None]}},
        422,
        "nothing is not a seat; seats are numbered from 1",
    ),
    "true for a card": (
        "/settle",
        {"record": RED | {"irregularities": [{"id": "foreign_object_in_wheel", "card": True}]}},
        422,
        "foreign_object_in_wheel: card: true is neither a word nor a number",
    ),
    "something else besides": ("/settle", {"record": RED, "now": 1}, 422, "there is no now here"),
    "no TOML": ("/settle", {"record": "rulebook"}, 422, "is not TOML: it ends too soon"),
    "a record of nothing": ("/settle", {"record": {}}, 422, "the record must say its rulebook"),
    "no game": ("/settle", {"record": RED | {"game": "rulette"}}, 422, 'did you mean "chapter4/roulette"'),
    "a path for a game": ("/settle", {"record": RED | {"rulebook": "../../etc", "game": "passwd"}}, 422, "no entry"),
    "a wager of no money": (
        "/settle",
        {"record": RED | {"seats": {"1": {"wagers": {"red": "ten"}}}}},
        422,
        "is not an amount of money",
    ),
    "a wager that the rules refuse": (
        "/settle",
        {"record": RED | {"seats": {"1": {"wagers": {"red": 1e9}}}}},
        409,
        "max",
    ),
    "no number": (
        "/settle",
        b'{"record": {"rulebook": "chapter4", "game": "roulette", "seats": {"1": {"wagers": {"red": NaN}}}}}',
        422,
        "NaN, or more than any number",
    ),
    "two words for a key": (
        "/settle",
        {"record": "rulebook = 'a'\ngame is"},
        422,
        "is not TOML: look at line 2, column 6",
    ),
    "a number of 5000 digits": ("/settle", b'{"record": {"rulebook": ' + b"9" * 5000 + b"}}", 422, "the request"),
    "a number with an exponent of 20 digits": (
        "/settle",
        {"record": 'rulebook = "chapter4"\ngame = "roulette"\nspin = 1e99999999999999999999'},
        422,
        "a number has too many digits",
    ),
    "a part of a cent in the fortieth digit": (
        "/settle",
        {"record": RED | {"seats": {"1": {"wagers": {"red": "4." + "9" * 40}}}}},
        422,
        "has a fraction of a cent",
    ),
    "half a cent": (
        "/explain",
        {"record": RED | {"seats": {"1": {"wagers": {"red": 12.555}}}}},
        422,
        "12.555 has a fraction of a cent",
    ),
    "half a cent for an option": (
        "/analyze",
        {"entry": "chapter4/roulette", "options": {"table_min": "1.005"}},
        422,
        "1.005 has a fraction of a cent",
    ),
    "a number of 40 digits": (
        "/settle",
        b'{"record": {"rulebook": ' + b"9" * 40 + b"}}",
        422,
        "a number that is too long",
    ),
    "half a letter": ("/settle", b'{"record": {"rulebook": "\\ud800"}}', 422, "half a letter"),
    "three hundred lists": ("/settle", {"record": RED | {"note": DEEP}}, 422, "lists too deep"),
    "lists without end": ("/settle", b'{"record": {"a": ' + b"[" * 30_000 + b"]" * 30_000 + b"}}", 422, "the request"),
    "too much": ("/settle", {"record": "x" * 70_000}, 413, "at most 65536 bytes"),
    "a house of nothing": ("/check", {"house": {}}, 422, "[[tables]]"),
    "a house of numbers": ("/check", {"house": {"tables": [5]}}, 422, "tables"),
    "no entry": ("/analyze", {"entry": "roulette"}, 422, "is not an entry, such as chapter4/roulette"),
    "no such entry": ("/analyze", {"entry": "chapter4/rulette"}, 422, 'did you mean "chapter4/roulette"'),
    "no such option": ("/analyze", {"entry": "chapter4/roulette", "options": {"weel": 1}}, 422, 'did you mean "wheel"'),
    "no such wager": ("/analyze", {"entry": "chapter4/roulette", "wager": "rad"}, 422, 'did you mean "red"'),
    "no such meter": ("/analyze", {"entry": "chapter4/roulette", "meters": {"x": "1.00"}}, 422, 'no meter "x"'),
    "a meter of no money": ("/analyze", {"entry": "chapter4/roulette", "meters": {"x": "1,0"}}, 422, 'like "25.00"'),
    "a wager of a pot": ("/analyze", {"entry": "california/omaha", "wager": "x"}, 409, "no wager has an edge there"),
    "a section without wagers": ("/analyze", {"entry": "chapter4/keno"}, 409, "no wagers"),
    "options that are a list": (
        "/analyze",
        {"entry": "chapter4/roulette", "options": [1]},
        422,
        "options: a list is not",
    ),
}
LIBRARIES = ("Input should", "Field required", "Extra inputs", "Expecting", "validation", "pydantic", "Not Found")


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_input_ends_in_one_sentence(what: str, ann: Client) -> None:
    path, body, status, sentence = HOSTILE[what]
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = ann.http.post(path, content=content, headers={"content-type": "application/json"})
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert (answer.status_code, told["status"]) == (status, status), told
    assert sentence in told["detail"], told
    assert not any(words in answer.text for words in LIBRARIES)


def test_a_count_of_more_than_64_bits_is_answered(ann: Client) -> None:
    many = {"entry": "massachusetts-2020/red-dog", "options": {"decks": 1_000_000_000}}
    answer = ann.http.post("/analyze", json=many)
    assert answer.status_code == 200, answer.text
    counts = [row["combinations"] for wager in answer.json()["wagers"].values() for row in wager["outcomes"]]
    assert max(counts) > 2**64


def test_a_number_that_no_computer_holds_is_not_told_as_none(ann: Client) -> None:
    body = json.dumps({"record": RED}).replace("12.5", "1e400")
    answer = ann.http.post("/settle", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422 and "more than any number" in answer.json()["detail"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_a_request_of_another_kind_is_told_how_to_send_it(ann: Client, kind: str) -> None:
    answer = ann.http.post("/settle", content=json.dumps({"record": RED}), headers={"Content-Type": kind})
    assert answer.status_code == 422 and answer.json()["detail"].endswith("Content-Type: application/json")


def test_a_long_name_of_a_seat_is_quoted_in_part(ann: Client) -> None:
    answer = ann.http.post("/settle", json={"record": RED | {"seats": {"9" * 5000: {"wagers": {"red": 5}}}}})
    assert answer.status_code == 422 and len(answer.json()["detail"]) < 300


def test_nothing_that_was_sent_has_ended_a_worker_for_good(ann: Client) -> None:
    assert ask(ann, "/settle", record=RED)["net"] == {"1": "12.50"}


@pytest.mark.parametrize("path", ["/nothing", "/tables/7/nothing", "/settle/now", "/docs/../secret"])
def test_what_is_not_there_is_a_problem_too(path: str, ann: Client) -> None:
    answer = ann.http.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert answer.json()["detail"] == "there is nothing of that name"
    answer = ann.http.put("/settle")
    assert (answer.status_code, answer.json()["detail"]) == (405, "PUT is not done here, only POST")


def test_head_is_answered_as_get_without_its_body_wherever_there_is_a_get(ann: Client) -> None:
    document = ann.http.get("/openapi.json").json()
    paths = [path.removeprefix("/api") for path, methods in document["paths"].items() if "get" in methods]
    named = {"table": "7", "rulebook": "chapter4", "game": "roulette", "number": "1", "deal": "1", "id": "ann"}
    assert len(paths) > 20
    for path in [each.format_map(named) for each in paths] + ["/docs"]:
        whole, head = ann.http.get(path), ann.http.head(path)
        told = (head.status_code, head.headers["content-type"], head.content)
        assert told == (whole.status_code, whole.headers["content-type"], b""), path
    assert head.headers["content-length"] == str(len(whole.content))
    assert ann.http.head("/settle").status_code == 405
    for methods in document["paths"].values():
        assert all("405" in operation["responses"] for operation in methods.values())


# -- bounds -----------------------------------------------------------------------------------------------------------


def test_an_analysis_that_takes_too_long_is_ended_and_the_next_one_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lanes = (Lane(("settle",), seconds=30), Lane(("analyze",), seconds=10, module="slow_worker"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    with served(f"sqlite:///{tmp_path}/house.db", lanes=lanes) as house, house.client("ann") as ann:
        begun = time.monotonic()
        told = refused(ann, "/analyze", entry=FOR_EVER)
        assert told["status"] == 504 and "more than the 10 seconds" in told["detail"]
        assert time.monotonic() - begun < 120
        assert workers_of(house) == 0
        assert ask(ann, "/analyze", entry="chapter4/roulette")["wagers"]


def test_a_question_is_ended_by_what_it_works_and_not_by_what_others_do_at_a_busy_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    assert QUICK.processor < QUICK.seconds / 5

    async def asked() -> tuple[int, str]:
        workshop = Workshop((Lane(("analyze",), seconds=300, processor=1.0, module="slow_worker"),))
        try:
            await workshop.answer("analyze", {"entry": TOO_MUCH_WORK}, "ann")
        except Problem as problem:
            return problem.status, problem.sentence
        finally:
            await workshop.stop()
        return 200, ""

    assert asyncio.run(asked()) == (504, "this takes more seconds of the processor than a question has here")


def test_tables_go_on_while_a_game_is_solved_and_others_wait_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    lanes = (
        Lane(("settle",), seconds=60),
        Lane(("analyze",), seconds=12, waiting=2, each=1, patience=1.0, module="slow_worker"),
    )
    url = f"sqlite:///{tmp_path}/house.db"
    with (
        served(url, lambda house: house.open_table("7", "chapter4/roulette", fill=10**6), lanes=lanes) as house,
        ThreadPoolExecutor(4) as others,
        house.client("ann") as ann,
        house.client("bob") as bob,
        house.client("cho") as cho,
        house.client("dee") as dee,
    ):
        sit_down(bob, "7", 1)
        solving = others.submit(refused, ann, "/analyze", entry=FOR_EVER)
        wait_for(lambda: workers_of(house) > 0)
        again = refused(ann, "/analyze", entry="chapter4/craps")
        assert again["status"] == 429 and "1 questions of yours" in again["detail"]
        waiting = others.submit(refused, bob, "/analyze", entry="chapter4/craps")
        wait_for(lambda: house.service.workshop.waiting == 2 or waiting.done())
        full = refused(cho, "/analyze", entry="chapter4/big-six")
        assert full["status"] == 503 and "come back later" in full["detail"]
        for _ in range(5):
            bob.do("7", "bet", seat=1, wagers={"red": "5.00"})
            assert dee.do("7", "deal")["view"]["round"]["settlements"]
        assert ask(cho, "/settle", record=RED)["net"] == {"1": "12.50"}
        assert waiting.result()["status"] == 503
        assert solving.result()["status"] == 504


def test_nobody_waits_for_more_than_one_question_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_on: list[str] = []

    async def by_a_worker(self: Workshop, bench: Any, line: bytes) -> bytes:
        worked_on.append(json.loads(line)["asked"]["record"])
        await asyncio.sleep(0.01)
        return b"answer {}\n"

    async def all_ask() -> None:
        workshop = Workshop()
        asked = [("ann", "ann 1"), ("ann", "ann 2"), ("ann", "ann 3"), ("bob", "bob 1"), ("bob", "bob 2")]
        await asyncio.gather(*(workshop.answer("settle", {"record": record}, person) for person, record in asked))
        assert workshop.waiting == 0

    monkeypatch.setattr(Workshop, "_by_a_worker", by_a_worker)
    asyncio.run(all_ask())
    assert worked_on == ["ann 1", "bob 1", "ann 2", "bob 2", "ann 3"]


def test_many_questions_that_somebody_asks_at_once_leave_room_for_those_of_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def by_a_worker(self: Workshop, bench: Any, line: bytes) -> bytes:
        await asyncio.sleep(0.001)
        return b"answer {}\n"

    async def asked(workshop: Workshop, person: str, number: int) -> int:
        try:
            await workshop.answer("settle", {"record": f"{person} {number}"}, person)
        except Problem as problem:
            return problem.status
        return 200

    async def all_ask() -> list[int]:
        workshop = Workshop()
        many = [asked(workshop, "ann", number) for number in range(500)]
        found = await asyncio.gather(*many, asked(workshop, "bob", 1))
        assert workshop.waiting == 0
        return found

    monkeypatch.setattr(Workshop, "_by_a_worker", by_a_worker)
    *anns, bobs = asyncio.run(all_ask())
    assert bobs == 200 and anns.count(200) == 8 and anns.count(429) == 492


def test_a_question_takes_a_quarter_of_the_machines_memory_and_never_more_than_the_largest_game_needs(
    tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    for bytes_there, most in (("max", 3 << 30), (8 << 30, 2 << 30), (1 << 30, 512 << 20), (64 << 30, 3 << 30)):
        (tmp_path / "memory.max").write_text(f"{bytes_there}\n")
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        assert worker.most_memory([str(tmp_path / "memory.max"), "/nowhere"]) == min(most, max(512 << 20, machine // 4))
    lanes = (Lane(("settle",), seconds=30), Lane(("analyze",), seconds=30, module="slow_worker"))
    with served(sqlite_url, lanes=lanes) as house, house.client("ann") as ann:
        assert "more memory than a question has" in refused(ann, "/analyze", entry=TOO_LARGE)["detail"]
        assert ask(ann, "/analyze", entry="chapter4/roulette", wager="red")["wagers"]


def workers_of(house: Served) -> int:
    return len(house.service.workshop.pids)


def wait_for(holds: Any, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_whoever_asks_too_often_is_sent_away(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/house.db", limits=Limits(rate=1, burst=3)) as house, house.client("ann") as ann:
        statuses = [ann.ask("POST", "/settle", {"record": RED}).status_code for _ in range(6)]
    assert statuses[:2] == [200, 200] and 429 in statuses


def test_two_who_ask_the_same_at_once_are_answered_by_one_piece_of_work(house: Served) -> None:
    record = RED | {"note": "the same"}
    with house.client("ann") as ann, house.client("bob") as bob, ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda client: ask(client, "/settle", record=record), (ann, bob)))
    assert answers[0] == answers[1]


def test_a_worker_that_was_killed_while_it_had_nothing_to_do_costs_nobody_an_answer(ann: Client, house: Served) -> None:
    ask(ann, "/settle", record=RED | {"note": "before"})
    killed = set(house.service.workshop.pids)
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in killed))
    assert ask(ann, "/settle", record=RED | {"note": "after"})["net"] == {"1": "12.50"}
    assert killed.isdisjoint(house.service.workshop.pids)


def test_the_workers_end_with_the_house(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/house.db") as house, house.client("ann") as ann:
        ask(ann, "/settle", record=RED)
        pids = house.service.workshop.pids
        assert pids and all(Path(f"/proc/{pid}").exists() for pid in pids)
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_the_page_of_the_api_is_made_of_files_of_its_own(ann: Client) -> None:
    page = ann.http.get("/docs")
    assert page.status_code == 200 and "https:" not in page.text
    for file in ("swagger-ui-bundle.js", "swagger-ui.css"):
        assert len(ann.http.get(f"/docs/{file}").content) > 100_000
    assert httpx.get(f"{ann.served.address}/api/openapi.json", timeout=60).json()["openapi"].startswith("3.1")
