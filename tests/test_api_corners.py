"""What seldom comes to the service: odd letters, clocks that nobody minds, tokens that change elsewhere."""

import asyncio
import json
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pitboss.api.limits import Limits
from pitboss.api.models import Fill, Leave, Sit
from pitboss.api.problems import Problem
from pitboss.api.runner import Runner
from pitboss.api.service import Service
from pitboss.errors import Refused
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.live.pace import Pace
from pitboss.house.people import Person
from pitboss.house.sharing import Share
from pitboss.house.storage.batch import Batch
from pitboss.web.desk import Desk
from served import ANY_RATE, PEOPLE, served, sit_down


def test_letters_that_no_keyboard_writes_are_refused(postgres_url: str) -> None:
    with served(postgres_url, lambda house: house.open_table("7", "chapter4/craps", fill=10**6)) as house:
        ann, floor, system = (house.client(name) for name in ("ann", "floor", "system"))
        sit_down(ann, "7", 1)
        for path in ("/ledger/accounts?prefix=%00", "/ledger/postings?account=cage%00"):
            assert floor.ask("GET", path).status_code == 422, path
        person = {"person": "zoe", "name": "Zo\x00e", "role": "player"}
        assert system.ask("POST", "/people", person).status_code == 422
        for wagers, says in (({"pass_line\x00": "5.00"}, []), ({"pass_line": "5.00"}, ["pass_dice \x00"])):
            sent = {"seat": 1, "wagers": wagers, "says": says}
            assert ann.ask("POST", "/tables/7/bet", sent).status_code == 422
        with ann.watch("7") as socket:
            for key in ("\x00", "with space", "ключ"):
                assert socket.send(do="buy_in", seat=1, amount="5.00", key=key)["status"] == 422
        assert ann.get("/people/me")["seats"][0]["chips"] == "5000.00"


UNSEEN = {
    "right to left": "An\u202en",
    "isolate": "\u2066Ann\u2069",
    "zero width": "An\u200bn",
    "mark": "\ufeffAnn",
    "tag": "Ann\U000e0041",
    "control": "An\x9bn",
    "line": "An\u2028n",
}


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN.keys())
def test_nobody_has_a_name_that_turns_or_hides_what_is_written(name: str, sqlite_url: str) -> None:
    house = House(sqlite_url)
    with pytest.raises(Refused, match="marks of the direction of writing"):
        house.add_person("zoe", name, "player")
    house.add_person("zoe", "Zo\u00eb \u30b5\u3000\u05d2\u05dc", "player")
    house.close()


def test_marks_that_nobody_sees_are_refused_with_a_sentence(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/craps", fill=10**6)) as house:
        ann, dee, system = (house.client(name) for name in ("ann", "dee", "system"))
        sit_down(ann, "7", 1)
        for name in UNSEEN.values():
            person = {"person": "zoe", "name": name, "role": "player"}
            answer = system.ask("POST", "/people", person)
            assert answer.status_code == 422 and "marks that nobody sees" in answer.json()["detail"]
            assert "nobody sees" in ann.refused("7", "word", word=name)["detail"]
            noted = dee.refused("7", "call", irregularity="dice_leave_table", note=name)
            assert "nobody sees" in noted["detail"]


def test_half_a_letter_gets_a_sentence(sqlite_url: str) -> None:
    with served(sqlite_url) as house, house.client("floor") as floor:
        text = '{"table": "7", "entry": "chapter4/big-six", "pay_tables": {"PT-1": {"casino_name": "\\ud800"}}}'
        answer = floor.http.post("/tables", content=text, headers={"Content-Type": "application/json"})
        assert answer.status_code in (409, 422) and answer.json()["detail"]


def test_the_end_of_betting_is_told_once_where_a_dealer_deals(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/roulette", pace=Pace(betting=0.3))) as house:
        ann, dee = house.client("ann"), house.client("dee")
        sit_down(ann, "7", 1)
        with ann.watch("7") as socket:
            socket.send(do="bet", seat=1, wagers={"red": "10.00"})
            socket.until(lambda view: not view["betting"]["open"], timeout=5)
            heard = 0
            end = time.monotonic() + 1
            while (left := end - time.monotonic()) > 0:
                try:
                    socket.next(left)
                    heard += 1
                except TimeoutError:
                    break
            assert heard <= 1, "nothing happens at the table until it is dealt"
            dee.do("7", "deal")
            assert socket.until(lambda view: view["round"] is not None)["round"]["settlements"]


def test_a_table_that_cannot_deal_by_itself_gives_the_bets_back(sqlite_url: str) -> None:
    """Whatever went wrong, also a fault of the program."""

    def fails(batch: Batch) -> None:
        raise RuntimeError("somebody made a mistake")

    pace = Pace(betting=0.3, auto_deal=True)
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/roulette", pace=pace)) as house:
        ann, bob = house.client("ann"), house.client("bob")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        house.look(lambda house: setattr(house.table("7"), "deal", fails))
        with ann.watch("7") as socket:
            socket.send(do="bet", seat=1, wagers={"red": "10.00"})
            socket.until(lambda view: view["betting"]["open"] and not view["seats"][0]["placed"], timeout=5)
        ann.do("7", "bet", seat=1, wagers={"red": "10.00"})


def test_whoever_leaves_while_the_floor_decides_takes_nobody_elses_wagers_along(sqlite_url: str) -> None:
    pace = Pace(betting=60, auto_deal=True)
    with served(sqlite_url, lambda house: house.open_table("7", "oneida-2003/craps", pace=pace)) as house:
        ann, bob, dee, floor = (house.client(name) for name in ("ann", "bob", "dee", "floor"))
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        ann.do("7", "bet", seat=1, wagers={"pass_line": "10.00"})
        number = dee.do("7", "call", irregularity="dice_ordered_on", note="seen")["waits_for_floor"]
        bob.do("7", "leave", seat=2)
        view = ann.get("/tables/7")
        assert view["seats"][0]["placed"] == {"pass_line": "10.00"} and view["pending"]
        floor.do("7", "confirm", number=number)
        assert [call["irregularity"] for call in ann.get("/tables/7")["called"]] == ["dice_ordered_on"]
    assert audit(sqlite_url, workers=1).clean


def test_a_table_is_not_stuck_when_the_player_dealer_leaves_after_the_betting_time(sqlite_url: str) -> None:
    pace = Pace(betting=0.3)
    with served(sqlite_url, lambda house: house.open_table("7", "california/three-card-poker", pace=pace)) as house:
        ann, cho, dee = house.client("ann"), house.client("cho"), house.client("dee")
        sit_down(ann, "7", 1), sit_down(cho, "7", 3)
        cho.do("7", "take_bank", seat=3, wager="1000.00")
        least = next(offer for offer in ann.get("/tables/7/wagers") if offer["wager"] == "ante")["with"]
        ann.do("7", "bet", seat=1, wagers=least)
        time.sleep(0.4)
        assert "no more bets" in ann.refused("7", "bet", seat=1, wagers={})["detail"]
        cho.do("7", "leave", seat=3)
        dee.do("7", "deal")
        view = ann.get("/tables/7")
        assert view["seats"][0]["placed"] == {} and view["betting"]["open"] and view["round"] is None
        ann.do("7", "take_bank", seat=1, wager="1000.00")


def test_a_socket_is_closed_when_its_token_is_changed_in_another_process(postgres_url: str) -> None:
    house = House(postgres_url)
    tokens = {id: house.add_person(id, id.title(), role) for id, role in PEOPLE.items()}
    for table in ("a-1", "b-1"):
        house.open_table(table, "chapter4/roulette")
    house.close()
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(served(postgres_url, tokens=tokens, share=Share.of(f"{part}-*"))) for part in "ab"
        )
        system, ann, bob = first.client("system"), second.client("ann"), second.client("bob")
        with ann.watch("b-1") as anns, bob.watch("b-1") as bobs:
            anns.next(), bobs.next()
            assert system.ask("POST", "/people/ann/token").status_code == 200
            with pytest.raises(ConnectionClosed):
                anns.next(10)
            assert bobs.send(do="sit", seat=1)["type"] == "view", "nobody else is sent away"


def test_whoever_lost_their_role_does_nothing_more(sqlite_url: str) -> None:
    """Even when a message of theirs was on its way."""
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/roulette")) as house:
        assert house.client("system").ask("DELETE", "/people/floor").status_code == 200
        service = Service(house.runner, ANY_RATE)
        try:
            with pytest.raises(Problem, match="has ended"):
                asyncio.run(service.at_table(Person("floor", "Floor", "floor"), "7", Fill(amount="5.00")))
        finally:
            service.reader.close()


def test_whoever_asks_whether_the_house_is_open_does_not_hold_it_up(tmp_path: Path) -> None:
    limits = Limits(rate=0, strangers=1, strangers_burst=3)
    with served(f"sqlite:///{tmp_path}/house.db", limits=limits) as house, house.client(None) as stranger:
        statuses = [stranger.ask("GET", "/health").status_code for _ in range(8)]
    assert statuses[:3] == [200] * 3 and set(statuses[3:]) <= {200, 429} and 429 in statuses


def test_sockets_whose_clients_do_not_say_who_they_are_are_few(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/roulette")) as house, ExitStack() as stack:
        place = f"{house.address.replace('http', 'ws', 1)}/api/tables/7/live"
        silent = [stack.enter_context(connect(place)) for _ in range(Limits().sockets)]
        with pytest.raises(ConnectionClosed) as told, connect(place) as one_more:
            one_more.recv(timeout=5)
        assert told.value.rcvd is not None and told.value.rcvd.code == 4429
        silent[0].send(json.dumps({"token": house.tokens["ann"]}))
        assert json.loads(silent[0].recv(timeout=5))["type"] == "view", "whoever says it in time comes in"
        with connect(place) as next_one:
            next_one.send(json.dumps({"token": house.tokens["bob"]}))
            assert json.loads(next_one.recv(timeout=5))["type"] == "view"


def test_a_page_is_worth_nothing_once_its_token_is_replaced(sqlite_url: str) -> None:
    """What was opened with the old token neither shows nor does anything more."""
    runner = Runner(sqlite_url)
    try:
        runner.now(None, lambda house, batch: house.add(batch, "ann", "Ann", "player"))
        runner.now(None, lambda house, batch: house.open_table("7", "chapter4/roulette", into=batch).id)
        desk = Desk(Service(runner, Limits()))
        ann = runner.now(None, lambda house, batch: house.people["ann"])

        async def visit() -> None:
            assert (await desk.table(ann, "7")).view["table"] == "7"
            await desk.do(ann, "7", Sit(do="sit", seat=1))
            await runner.do(None, lambda house, batch: house.new_token(batch, "ann"))
            for late in (desk.table(ann, "7"), desk.do(ann, "7", Leave(do="leave", seat=1))):
                with pytest.raises(Problem, match="has ended"):
                    await late
            again = await runner.look(None, lambda house: house.people["ann"])
            await desk.do(again, "7", Leave(do="leave", seat=1))

        asyncio.run(visit())
        desk.close()
    finally:
        runner.stop()


def test_a_round_is_of_those_who_sat_there_then(sqlite_url: str) -> None:
    """Whoever takes a seat afterwards is not shown the last round as theirs."""
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/roulette", fill=10**6)) as house:
        ann, bob, dee = (house.client(name) for name in ("ann", "bob", "dee"))
        sit_down(ann, "7", 1)
        ann.do("7", "bet", seat=1, wagers={"red": "10.00"})
        dee.do("7", "deal")
        assert ann.get("/tables/7")["round"]["seats"] == [1]
        ann.do("7", "leave", seat=1)
        sit_down(bob, "7", 1)
        assert bob.get("/tables/7")["round"]["seats"] == [] and ann.get("/tables/7")["round"]["seats"] == [1]


def test_what_a_page_does_is_subject_to_the_rate_limit_and_is_done_once_for_its_key(sqlite_url: str) -> None:
    runner = Runner(sqlite_url)
    try:
        runner.now(None, lambda house, batch: house.add(batch, "flo", "Flo", "floor"))
        runner.now(None, lambda house, batch: house.open_table("7", "chapter4/roulette", into=batch).id)
        desk = Desk(Service(runner, Limits(rate=0.001, burst=3)))
        flo = runner.person("flo")
        assert flo is not None

        async def visit() -> None:
            fill = Fill(do="fill", amount="5000.00")
            at_once = await asyncio.gather(*(desk.do(flo, "7", fill, "drawn-once") for _ in range(5)))
            assert sorted("replayed" in each for each in at_once) == [False, True, True, True, True]
            assert (await desk.do(flo, "7", fill, "drawn-once"))["replayed"]
            await desk.do(flo, "7", fill, "drawn-anew")
            for way in (
                lambda: desk.do(flo, "7", fill, "again"),
                lambda: desk.lay(flo, "7", 1, 1, lambda chips: chips.add("red", 500)),
                lambda: desk.in_house(flo, "table", "8", lambda house, batch: {}),
            ):
                with pytest.raises(Problem, match="too many requests"):
                    await way()

        asyncio.run(visit())
        assert runner.now(None, lambda house, batch: house.store.balances()["bank:7"]) == 1_000_000
        desk.close()
    finally:
        runner.stop()
