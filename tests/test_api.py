"""An evening at each family of games over the service, by REST and by WebSocket, on a real port and a real database."""

import random
import threading
import time
from collections import Counter
from decimal import Decimal
from typing import Any

import psycopg
import pytest

from pitboss.house.audit.house_audit import audit
from pitboss.house.fairness.deal_check import check_deal
from pitboss.house.house import House
from pitboss.house.live.pace import Pace
from served import Client, Served, answer, bet_something, served, sit_down

GAMES = {
    "roulette": "chapter4/roulette",
    "big six": "massachusetts-2020/big-six",
    "craps": "chapter4/craps",
    "sic bo": "massachusetts-2020/sic-bo",
    "baccarat": "chapter4/mini-baccarat",
    "war": "chapter4/casino-war",
    "red dog": "chapter4/red-dog",
    "stud": "massachusetts-2020/three-card-poker",
    "hold'em": "massachusetts-2020/ultimate-texas-holdem",
    "banked by a player": "california/three-card-poker",
}
ROUNDS = 6
METER_OPTIONS = {"progressive": "table_1", "progressive_seed": "1000.00", "progressive_contribution": "20"}
METERS = ("progressive",)


def open_by(entry: str, **words: Any) -> Any:
    return lambda house: house.open_table("7", entry, fill=10_000_000, **words)


@pytest.mark.parametrize("entry", GAMES.values(), ids=GAMES)
def test_an_evening_comes_out_even(entry: str, sqlite_url: str) -> None:
    rng = random.Random(entry)
    with served(sqlite_url, open_by(entry)) as house:
        ann, bob, cho, dee = (house.client(name) for name in ("ann", "bob", "cho", "dee"))
        seats = {1: ann, 2: bob}
        for seat, player in seats.items():
            sit_down(player, "7", seat)
        if entry.startswith("california"):
            sit_down(cho, "7", 3, "9000.00")
            cho.do("7", "take_bank", seat=3, wager="2000.00")
        with ann.watch("7") as by_socket:
            for _ in range(ROUNDS):
                play_a_round(dee, seats, rng)
                now = ann.get("/tables/7")
                by_socket.until(lambda view, now=now: view["number"] == now["number"])
                assert by_socket.view == now, "the socket and REST show the same"
        cashed = {seat: leave(player, dee, seat, rng, seats) for seat, player in seats.items()}
        rounds = dee.get("/tables/7/rounds?limit=200")
        assert all(row["cite"] for each in rounds for row in each["settlements"])
        for seat, player in seats.items():
            won = sum((Decimal(each["net"].get(str(seat), 0)) for each in rounds), Decimal(0))
            paid = sum((fee for fee in late_fees(player)), Decimal(0))
            assert Decimal(cashed[seat]) == 5000 + won - paid
        check_the_books(house, sqlite_url)


def late_fees(player: Client) -> list[Decimal]:
    """Commission that was marked during the rounds and collected after them, and vigorish given back on leaving."""
    lines = player.get("/people/me/postings?table=7&limit=500")
    late = ("commission collected", "given back")
    return [-Decimal(line["amount"]) for line in lines if line["what"].endswith(late)]


def play_a_round(dee: Client, seats: dict[int, Client], rng: random.Random) -> None:
    for seat, player in seats.items():
        bet_something(player, "7", seat, rng)
    dealt = dee.ask("POST", "/tables/7/deal", {})
    assert dealt.status_code == 200, dealt.text
    while (view := dee.get("/tables/7"))["asking"] is not None:
        seat = view["asking"]["seat"]
        assert not view["asking"]["actions"], "what a player may do is told to that player alone"
        seats[seat].do("7", "act", **answer(seats[seat].get("/tables/7"), rng))
    assert view["round"]["settlements"]


def leave(player: Client, dee: Client, seat: int, rng: random.Random, seats: dict[int, Client]) -> str:
    """Leave as soon as no wager has to stay; a contract wager at craps is rolled for first."""
    for _ in range(200):
        left = player.ask("POST", "/tables/7/leave", {"seat": seat})
        if left.status_code == 200:
            return str(left.json()["cashed"])
        dee.do("7", "deal")
        while (view := dee.get("/tables/7"))["asking"] is not None:
            at = view["asking"]["seat"]
            seats[at].do("7", "act", **answer(seats[at].get("/tables/7"), rng))
    raise AssertionError(f"seat {seat} could not leave: {left.text}")


def check_the_books(house: Served, url: str) -> None:
    with house.client("audrey") as audrey:
        assert sum(Decimal(row["balance"]) for row in audrey.get("/ledger/accounts")) == 0
        chips = audrey.get("/ledger/accounts?prefix=chips:")
        assert all(Decimal(row["balance"]) >= 0 for row in chips)
        report = audrey.ask("POST", "/audit").json()
        assert report["clean"], report["findings"]
    assert audit(url, workers=1).clean


# -- tables that deal themselves --------------------------------------------------------------------------------------


def test_a_table_deals_itself_when_everybody_is_ready_and_not_because_everybody_has_bet(sqlite_url: str) -> None:
    with served(sqlite_url, open_by("chapter4/roulette", pace=Pace(betting=60, auto_deal=True))) as house:
        ann, bob = house.client("ann"), house.client("bob")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        with ann.watch("7") as by_socket:
            told = by_socket.send(do="bet", seat=1, wagers={"red": "10.00"}, ready=True)
            assert told["view"]["betting"]["seconds_left"] > 50 and told["view"]["round"] is None
            told = bob.do("7", "bet", seat=2, wagers={"black": "5.00"})
            assert told["view"]["round"] is None, "bob puts down more"
            told = bob.do("7", "bet", seat=2, wagers={"black": "10.00"})
            assert told["view"]["round"] is None
            ann.do("7", "bet", seat=1, wagers={"red": "10.00"})
            told = bob.do("7", "ready", seat=2)
            assert told["view"]["round"] is None, "ann touched her chips, and has to say again that she is ready"
            assert [seat["ready"] for seat in told["view"]["seats"][:2]] == [False, True]
            ann.do("7", "ready", seat=1)
            view = by_socket.until(lambda view: view["round"] is not None)
        assert {(row["wager"], row["staked"]) for row in view["round"]["settlements"]} == {
            ("red", "10.00"),
            ("black", "10.00"),
        }
        assert all(row["cite"] for row in view["round"]["settlements"])


def test_wagers_that_do_not_fit_any_more_are_given_back_at_once_with_the_reason(sqlite_url: str) -> None:
    with served(sqlite_url, open_by("oneida-2003/craps", pace=Pace(betting=60, auto_deal=True))) as house:
        ann, bob = house.client("ann"), house.client("bob")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        ann.do("7", "bet", seat=1, wagers={"pass_line": "10.00"})
        bob.do("7", "bet", seat=2, wagers={"field": "10.00"}, ready=True)
        view = ann.do("7", "bet", seat=1, wagers={}, ready=True)["view"]
        bobs = view["seats"][1]
        assert view["round"] is None, "nobody is dealt past bob, who sees his chips come back"
        assert bobs["placed"] == {} and not bobs["ready"]
        assert "nobody takes the dice" in bobs["returned"]["why"] and bobs["returned"]["cite"]
        view = bob.do("7", "bet", seat=2, wagers={"pass_line": "10.00"})["view"]
        assert view["seats"][1]["returned"] is None
        assert bob.do("7", "ready", seat=2)["view"]["round"]["settlements"] is not None


def test_a_table_deals_itself_when_the_betting_time_is_over(sqlite_url: str) -> None:
    with served(sqlite_url, open_by("chapter4/roulette", pace=Pace(betting=0.3, auto_deal=True))) as house:
        ann, bob = house.client("ann"), house.client("bob")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        with ann.watch("7") as by_socket:
            by_socket.send(do="bet", seat=1, wagers={"red": "10.00"})
            view = by_socket.until(lambda view: view["round"] is not None, timeout=5)
        assert [row["seat"] for row in view["round"]["settlements"]] == [1]


def test_of_two_bets_in_the_last_second_each_counts_for_its_round_or_is_refused(sqlite_url: str) -> None:
    with served(sqlite_url, open_by("chapter4/roulette", pace=Pace(betting=0.15, auto_deal=True))) as house:
        ann, bob = house.client("ann"), house.client("bob")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        late = 0
        with ann.watch("7") as anns, bob.watch("7") as bobs:
            for _ in range(12):
                number = anns.until(lambda view: view["betting"]["open"])["betting"]["round"]
                anns.send(do="bet", seat=1, wagers={"red": "10.00"}, round=number)
                time.sleep(0.1 + random.random() * 0.1)
                told = bobs.send(do="bet", seat=2, wagers={"black": "10.00"}, round=number)
                anns.until(lambda view, number=number: view["betting"]["round"] > number)
                settled = {row["seat"] for row in anns.view["round"]["settlements"]}
                late += told["type"] == "problem"
                assert settled == ({1} if told["type"] == "problem" else {1, 2})
                if told["type"] == "problem":
                    assert "no more bets" in told["detail"]
        assert 0 < late < 12


def test_somebody_who_vanishes_in_the_middle_of_a_decision_folds(sqlite_url: str) -> None:
    pace = Pace(betting=60, decision=0.3, auto_deal=True)
    with served(sqlite_url, open_by("chapter4/three-card-poker", pace=pace)) as house:
        ann, bob = house.client("ann"), house.client("bob")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        with ann.watch("7") as by_socket:
            by_socket.send(do="bet", seat=1, wagers={"ante": "10.00"}, ready=True)
            bob.do("7", "bet", seat=2, wagers={"ante": "10.00"}, ready=True)
            assert by_socket.until(lambda view: view["asking"] is not None)["asking"]["seconds_left"] <= 0.3
        # Ann is gone. Bob is asked when her time is over, and decides in time.
        with bob.watch("7") as by_socket:
            view = by_socket.until(lambda view: bool(view["asking"] and view["asking"]["yours"]), timeout=5)
            view = by_socket.send(do="act", seat=2, action="play")["view"]
        said = {event["seat"]: event["text"] for event in view["round"]["events"] if event["kind"] == "decision"}
        assert said == {1: "fold", 2: "play"}
        outcomes = {row["seat"]: row["outcome"] for row in view["round"]["settlements"] if row["wager"] == "ante"}
        assert outcomes[1] == "lose"


def test_a_round_goes_on_when_the_service_starts_again(sqlite_url: str) -> None:
    with served(sqlite_url, open_by("chapter4/three-card-poker", pace=Pace(auto_deal=True))) as house:
        tokens = house.tokens
        ann = house.client("ann")
        sit_down(ann, "7", 1)
        before = ann.do("7", "bet", seat=1, wagers={"ante": "10.00"}, ready=True)["view"]
        assert before["asking"]["yours"]
    with served(sqlite_url, tokens=tokens) as house:
        ann = house.client("ann")
        after = ann.get("/tables/7")
        assert {**after, "seats": None} == {**before, "seats": None} and after["seats"] == before["seats"]
        assert ann.do("7", "act", seat=1, action="fold")["view"]["round"]["settlements"][0]["outcome"] == "lose"
        check_the_books(house, sqlite_url)


def test_a_database_that_hangs_up_loses_nothing(postgres_url: str) -> None:
    """What is not confirmed is answered with 503; the house goes on from what the database has."""
    with served(postgres_url, open_by("chapter4/roulette", pace=Pace(auto_deal=True))) as house:
        ann = house.client("ann")
        sit_down(ann, "7", 1, "5000.00")
        statuses: Counter[int] = Counter()
        with psycopg.connect(postgres_url, autocommit=True) as other:

            def hang_up() -> None:
                while statuses.total() < 150:
                    other.execute(
                        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
                    )
                    time.sleep(0.003)

            hangs_up = threading.Thread(target=hang_up)
            hangs_up.start()
            while statuses.total() < 150:
                told = ann.ask("POST", "/tables/7/bet", {"seat": 1, "wagers": {"red": "5.00"}, "ready": True})
                statuses[told.status_code] += 1
            hangs_up.join()
        assert set(statuses) <= {200, 503} and statuses[503]
        last = ann.do("7", "bet", seat=1, wagers={"red": "5.00"}, ready=True)
        # A commit whose confirmation was lost has happened all the same.
        assert statuses[200] < last["round"] <= statuses.total() + 1
        check_the_books(house, postgres_url)


# -- dealers and the floor --------------------------------------------------------------------------------------------


def test_a_dealer_works_through_the_procedures(sqlite_url: str) -> None:
    with served(sqlite_url, open_by("massachusetts-2020/roulette")) as house, house.client("dee") as dee:
        first = dee.get("/tables/7/procedures")[0]
        assert not any(step["done"] for step in first["steps"]) and all(step["cite"] for step in first["steps"])
        dee.do("7", "step", procedure=first["procedure"], step=1)
        assert [step["done"] for step in dee.get("/tables/7/procedures")[0]["steps"]][:2] == [True, False]
        dee.do("7", "step", procedure=first["procedure"], step=0)
        assert not any(step["done"] for step in dee.get("/tables/7/procedures")[0]["steps"])


def test_the_floor_fills_credits_and_closes_a_table(sqlite_url: str) -> None:
    with served(sqlite_url, open_by("chapter4/roulette")) as house:
        floor, ann = house.client("floor"), house.client("ann")
        floor.do("7", "fill", amount="500.00")
        floor.do("7", "credit", amount="200.00")
        sit_down(ann, "7", 1, "300.00")
        assert "seats are still taken" in floor.refused("7", "close")["detail"]
        assert ann.do("7", "leave", seat=1)["cashed"] == "300.00"
        floor.do("7", "close")
        assert "closed" in ann.refused("7", "sit", seat=1)["detail"]
        figures = floor.get("/ledger/figures")[0]
        assert (figures["drop"], figures["cashed"], figures["won"]) == ("300.00", "300.00", "0.00")
        assert (figures["fills"], figures["credits"]) == ("100500.00", "200.00")
        floor.do("7", "reopen")
        ann.do("7", "sit", seat=1)


def test_the_floor_opens_a_table_and_the_rulebook_is_asked(sqlite_url: str) -> None:
    with served(sqlite_url) as house, house.client("floor") as floor:
        wanted = {"table": "9", "entry": "chapter4/roulette", "options": {"wheel": "triple"}}
        refused = floor.ask("POST", "/tables", wanted)
        assert refused.status_code == 409 and refused.json()["cite"]
        opened = floor.ask("POST", "/tables", {"table": "9", "entry": "chapter4/roulette", "fill": "1000.00"})
        assert opened.status_code == 201
        assert [table["table"] for table in floor.get("/tables")] == ["9"]
        assert floor.ask("POST", "/tables", {"table": "9", "entry": "chapter4/roulette"}).status_code == 409
        assert floor.ask("POST", "/tables", {"table": "8", "entry": "chapter4/keno"}).status_code == 409


def test_a_seed_is_promised_before_the_bets_and_told_after_the_round(sqlite_url: str) -> None:
    with served(sqlite_url, open_by("chapter4/roulette")) as house:
        ann, dee = house.client("ann"), house.client("dee")
        sit_down(ann, "7", 1)
        promised = ann.get("/tables/7")["fairness"]
        hidden = ann.get(f"/tables/7/deals/{promised['deal']}")
        assert hidden["commitment"] == promised["commitment"] and hidden["seed"] is None
        ann.do("7", "bet", seat=1, wagers={"red": "10.00"})
        dee.do("7", "deal")
        told = ann.get(f"/tables/7/deals/{promised['deal']}")
        bundle = ann.get("/tables/7/rounds/1/deal")
        assert bundle["seed"] == told["seed"] and check_deal(bundle, noted=promised["commitment"]).fair
        assert ann.get("/tables/7/rounds/1")["commitment"] == promised["commitment"]


def test_shared_meters_are_one(sqlite_url: str) -> None:
    def two(house: House) -> None:
        for table in ("7", "8"):
            house.open_table(
                table,
                "massachusetts-2020/three-card-poker",
                METER_OPTIONS,
                links={name: f"link-{name}" for name in METERS},
                fill=100_000_000,
            )

    with served(sqlite_url, two) as house:
        ann, bob, dee = house.client("ann"), house.client("bob"), house.client("dee")
        meters = {meter["meter"]: meter for meter in ann.get("/meters")}
        assert meters and all(meter["tables"] == ["7", "8"] for meter in meters.values())
        for table, player in (("7", ann), ("8", bob)):
            sit_down(player, table, 1)
            wagers = {"ante": "10.00", "progressive": "1.00"}
            player.do(table, "bet", seat=1, wagers=wagers)
            dee.do(table, "deal")
            player.do(table, "act", seat=1, action="fold")
        after = {meter["meter"]: meter for meter in ann.get("/meters")}
        assert after != meters
        check_the_books(house, sqlite_url)
