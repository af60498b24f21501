"""Requests that are malformed, too large, too many or sent twice: each gets a sentence, and acts at most once."""

import json
import socket as sockets
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.api.limits import Limits
from served import Served, served, sit_down


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    url = f"sqlite:///{tmp_path_factory.mktemp('bad')}/house.db"
    with served(url, lambda house: house.open_table("7", "chapter4/three-card-poker", fill=1_000_000)) as found:
        with found.client("ann") as ann:
            sit_down(ann, "7", 1, "500.00")
        yield found


BAD_BETS: list[Any] = [
    {"seat": 1, "wagers": {"ante": "10.001"}},
    {"seat": 1, "wagers": {"ante": "-5.00"}},
    {"seat": 1, "wagers": {"ante": "NaN"}},
    {"seat": 1, "wagers": {"ante": "1e3"}},
    {"seat": 1, "wagers": {"ante": "٣.00"}},
    {"seat": 1, "wagers": {"ante": 10}},
    {"seat": 1, "wagers": {"ante": "999999999999999"}},
    {"seat": 1, "wagers": {"no_such_wager": "10.00"}},
    {"seat": 1, "wagers": {"ante on the moon": "10.00"}},
    {"seat": 1, "wagers": {"": "10.00"}},
    {"seat": 1, "wagers": {"ante": "10.00"}, "says": ["gibberish"]},
    {"seat": 0, "wagers": {}},
    {"seat": 99, "wagers": {"ante": "10.00"}},
    {"seat": 2, "wagers": {"ante": "10.00"}},
    {"seat": "one", "wagers": {}},
    {"seat": True, "wagers": {"ante": "10.00"}},
    {"seat": "1", "wagers": {"ante": "10.00"}},
    {"seat": 1, "wagers": {"ante": "10.00"}, "ready": 1},
    {"seat": 1, "wagers": {"ante": "10.00"}, "round": True},
    {"seat": 1, "wagers": [["ante", "10.00"]]},
    {"seat": 1, "wagers": {"ante": "10.00"}, "cheat": True},
    {"seat": 1, "wagers": {"ante": "10.00"}, "do": "fill"},
    {"seat": 1, "wagers": {"ante": "400.00", "pair_plus": "400.00"}},
    {"seat": 1, "wagers": {"ante": "10.00"}, "round": 10**30},
    {"seat": 1},
    {},
    [],
    "bet",
    None,
]


@pytest.mark.parametrize("body", BAD_BETS, ids=lambda body: json.dumps(body)[:60])
def test_a_bad_bet_gets_a_sentence_and_moves_nothing(body: Any, house: Served) -> None:
    with house.client("ann") as ann:
        before = ann.get("/tables/7")
        answer = ann.ask("POST", "/tables/7/bet", body)
        assert answer.status_code in (403, 409, 422), answer.text
        problem = answer.json()
        assert problem["detail"] and "\n" not in problem["detail"] and problem["status"] == answer.status_code
        assert ann.get("/tables/7") == before


def test_a_name_that_is_given_twice_is_refused_and_not_read_as_the_last_of_them(house: Served) -> None:
    text = '{"seat": 1, "wagers": {"ante": "5.00", "ante": "50.00"}}'
    with house.client("ann") as ann:
        before = ann.get("/tables/7")
        answer = ann.http.post("/tables/7/bet", content=text, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["detail"]) == (422, '"ante" is given twice')
        record = '{"record": {"rulebook": "chapter4", "game": "roulette", "spin": "7", "spin": "8"}}'
        answer = ann.http.post("/settle", content=record, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["detail"]) == (422, '"spin" is given twice')
        with ann.watch("7") as socket:
            socket.next()
            socket.link.send('{"do": "bet", ' + text[1:])
            assert socket.next()["detail"] == '"ante" is given twice'
        assert ann.get("/tables/7") == before


@pytest.mark.parametrize("text", ["{", "nonsense", '{"seat": 1,', "\x00", "[" * 5000, '{"seat": 1e999}', "\ud800"])
def test_what_is_no_json_gets_a_sentence(text: str, house: Served) -> None:
    with house.client("ann") as ann:
        headers = {"Content-Type": "application/json"}
        content = text.encode("utf-8", "surrogatepass")
        answer = ann.http.post("/tables/7/bet", content=content, headers=headers)
        assert answer.status_code in (400, 422) and answer.json()["detail"]
        with ann.watch("7") as socket:
            socket.next()
            socket.link.send(content)
            assert socket.next()["type"] == "problem"
            assert socket.send(do="bet", seat=1, wagers={})["type"] == "view", "the socket goes on"


LONG = "\u202eA" * 9_000
ROUND = {"rulebook": "chapter4", "game": "roulette", "spin": "0", "seats": {"1": {"wagers": {"red": 5}}}}
LONG_BODIES: list[tuple[str, Any]] = [
    ("settle", {"record": ROUND | {"game": LONG}}),
    ("settle", {"record": ROUND | {LONG: 1}}),
    ("explain", {"record": ROUND | {"spin": LONG}}),
    ("settle", {"record": ROUND | {"seats": {"1": {"wagers": {LONG: 5}}}}}),
    ("settle", {"record": ROUND | {"options": {LONG: LONG}}}),
    ("settle", {"record": f"{LONG} = "}),
    ("analyze", {"entry": "chapter4/roulette", "options": {"wheel": LONG}}),
    ("check", {"house": {"tables": [{"rulebook": LONG, "game": LONG}]}}),
    ("check", {"house": {LONG: 1}}),
    ("tables/7/bet", {"seat": 1, "wagers": {}, LONG: 1}),
]


@pytest.mark.parametrize(("path", "body"), LONG_BODIES, ids=[str(at) for at in range(len(LONG_BODIES))])
def test_a_refusal_repeats_little_of_what_was_sent(path: str, body: Any, house: Served) -> None:
    with house.client("ann") as ann:
        answer = ann.ask("POST", f"/{path}", body)
        assert len(answer.text) < 3_000 and "\u202e" not in answer.text, answer.text[:3_000]


def test_a_table_that_is_not_there_is_not_found(house: Served) -> None:
    with house.client("ann") as ann:
        for path in ("/tables/8", "/tables/8/wagers", "/tables/7/rounds/99", "/tables/7/deals/99", "/meters/none"):
            assert ann.ask("GET", path).status_code == 404
        assert ann.ask("GET", "/tables/Not%20A%20Table").status_code == 422
        assert ann.ask("POST", "/tables/8/sit", {"seat": 1}).status_code == 404


def test_a_request_that_is_too_large_is_refused_before_it_is_read(house: Served) -> None:
    with house.client("ann") as ann:
        wagers = {f"wager {number}": "1.00" for number in range(5000)}
        answer = ann.ask("POST", "/tables/7/bet", {"seat": 1, "wagers": wagers})
        assert answer.status_code == 413

        def endless() -> Iterator[bytes]:
            for _ in range(100):
                yield b" " * 4096

        answer = ann.http.post("/tables/7/bet", content=endless(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
        with ann.watch("7") as socket:
            socket.link.send("x" * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.next()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ('{"do": ["bet"]}', "do: a list is not a name; known: "),
        ('{"do": "shout"}', 'do: there is no "shout"; known: '),
        ('{"do": "ready", "seat": 1e400}', "the message cannot be read"),
        ('{"do": "ready", "note": "\\ud800"}', "the message cannot be read"),
        ('{"do": "ready", "seat": NaN}', "the message is not JSON"),
        ('{"do": "ready"', "the message is not JSON"),
    ],
)
def test_a_message_that_cannot_be_read_is_told_why(house: Served, sent: str, sentence: str) -> None:
    with house.client("ann") as ann, ann.watch("7") as socket:
        socket.link.send(sent)
        while (told := socket.next())["type"] != "problem":
            pass
        assert told["detail"].startswith(sentence)


def test_no_number_at_all_is_quoted_as_json_writes_it(house: Served) -> None:
    with house.client("ann") as ann:
        headers = {"Content-Type": "application/json"}
        answer = ann.http.post("/settle", content=b'{"record": NaN}', headers=headers)
        assert answer.status_code == 422 and "NaN is neither a text nor" in answer.json()["detail"]


def test_half_a_request_hurts_nobody(house: Served) -> None:
    host, port = house.address.removeprefix("http://").split(":")
    for text in (b"GET", b"POST /api/tables HTTP/1.1\r\nContent-Length: 50\r\n\r\n{", b"\x16\x03\x01", b"\r\n" * 50):
        with sockets.create_connection((host, int(port)), timeout=5) as link:
            link.sendall(text)
    with house.client("ann") as ann:
        assert ann.get("/people/me")["person"] == "ann"


# -- sent twice -------------------------------------------------------------------------------------------------------


def test_the_same_key_acts_once(house: Served) -> None:
    with house.client("bob") as bob:
        bob.do("7", "sit", seat=2)
        first = bob.do("7", "buy_in", key="k-1", seat=2, amount="50.00")
        again = bob.do("7", "buy_in", key="k-1", seat=2, amount="50.00")
        assert again.pop("replayed") and again == first and first["chips"] == "50.00"
        other = bob.ask("POST", "/tables/7/buy-in", {"seat": 2, "amount": "60.00"}, key="k-1")
        assert other.status_code == 422 and "key" in other.json()["detail"]
        with bob.watch("7") as socket:
            told = socket.send(do="buy_in", seat=2, amount="50.00", key="k-1")
            assert told["answers"][0]["replayed"]
            socket.send(do="buy_in", seat=2, amount="50.00", key="k-2")
            socket.send(do="buy_in", seat=2, amount="50.00", key="k-2")
        assert bob.get("/people/me")["seats"][0]["chips"] == "100.00"
        assert bob.do("7", "leave", seat=2, key="k-3")["cashed"] == "100.00"
        assert bob.do("7", "leave", seat=2, key="k-3")["cashed"] == "100.00"


def test_a_key_is_the_persons_own(house: Served) -> None:
    with house.client("bob") as bob, house.client("cho") as cho:
        bob.do("7", "sit", seat=3, key="mine")
        cho.do("7", "sit", seat=4, key="mine")
        bob.do("7", "leave", seat=3), cho.do("7", "leave", seat=4)


def test_a_refused_request_may_be_tried_again_with_its_key(house: Served) -> None:
    with house.client("bob") as bob:
        refused = bob.ask("POST", "/tables/7/buy-in", {"seat": 5, "amount": "50.00"}, key="later")
        assert refused.status_code == 409
        bob.do("7", "sit", seat=5)
        assert bob.do("7", "buy_in", key="later", seat=5, amount="50.00")["chips"] == "50.00"
        bob.do("7", "leave", seat=5)


def test_the_same_key_from_many_at_once_acts_once(house: Served) -> None:
    with house.client("cho") as cho:
        cho.do("7", "sit", seat=6)
        statuses: list[int] = []

        def send() -> None:
            with house.client("cho") as each:
                body = {"seat": 6, "amount": "10.00"}
                statuses.append(each.ask("POST", "/tables/7/buy-in", body, key="rush").status_code)

        threads = [threading.Thread(target=send) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert 200 in statuses and set(statuses) <= {200, 409}
        assert cho.get("/people/me")["seats"][0]["chips"] == "10.00"
        cho.do("7", "leave", seat=6)


def test_keys_are_remembered_when_the_service_starts_again(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/roulette")) as first:
        with first.client("ann") as ann:
            ann.do("7", "sit", seat=1)
            ann.do("7", "buy_in", key="once", seat=1, amount="50.00")
        tokens = first.tokens
    with served(sqlite_url, tokens=tokens) as second, second.client("ann") as ann:
        assert ann.do("7", "buy_in", key="once", seat=1, amount="50.00")["replayed"]
        assert ann.get("/people/me")["seats"][0]["chips"] == "50.00"


@pytest.mark.parametrize("key", ["x" * 81, "with space", "ключ".encode().decode("latin-1")])
def test_a_key_that_cannot_be_one_is_refused(key: str, house: Served) -> None:
    with house.client("ann") as ann:
        headers = {"Idempotency-Key": key.encode("latin-1")}
        answer = ann.http.post("/tables/7/ready", json={"seat": 1}, headers=headers)  # type: ignore[arg-type]
        assert answer.status_code == 422


# -- too many ---------------------------------------------------------------------------------------------------------


def test_somebody_who_asks_too_often_is_told_when_to_come_back(tmp_path: Path) -> None:
    limits = Limits(rate=5, burst=10, strangers=1, strangers_burst=3)
    with served(
        f"sqlite:///{tmp_path}/house.db", lambda house: house.open_table("7", "chapter4/roulette"), limits
    ) as few:
        with few.client("ann") as ann, few.client("bob") as bob:
            statuses = [ann.ask("GET", "/people/me").status_code for _ in range(20)]
            assert statuses[:10] == [200] * 10 and 429 in statuses
            late = next(
                answer for answer in iter(lambda: ann.ask("GET", "/people/me"), None) if answer.status_code == 429
            )
            assert int(late.headers["retry-after"]) >= 1
            assert bob.ask("GET", "/people/me").status_code == 200, "others are not held up"
            with bob.watch("7") as socket:
                told = [socket.send(do="ready", seat=1)["status"] for _ in range(20)]
            assert 429 in told
        with few.client(None) as stranger:
            statuses = [stranger.ask("GET", "/people/me").status_code for _ in range(8)]
            assert statuses[:3] == [401] * 3 and 429 in statuses, "tokens cannot be guessed quickly"


def test_nobody_opens_sockets_without_end(tmp_path: Path) -> None:
    limits = Limits(rate=0, strangers=0, sockets=3)
    with (
        served(
            f"sqlite:///{tmp_path}/house.db", lambda house: house.open_table("7", "chapter4/roulette"), limits
        ) as few,
        few.client("ann") as ann,
        ann.watch("7") as one,
        ann.watch("7") as two,
        ann.watch("7") as three,
    ):
        for each in (one, two, three):
            each.next()
        with ann.watch("7") as four, pytest.raises(ConnectionClosed):
            four.next()
