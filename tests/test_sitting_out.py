"""Sitting out and coming back at a live table: not dealt in, no blinds, not waited for; the place is held."""

import json
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from house_play import at, come
from pitboss.api.commands import time_is_up
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.live import absence
from pitboss.house.live.pace import Pace
from pitboss.house.storage.batch import Batch
from served import Client, Served, served, sit_down

HOLDEM, POKER = "california/texas-holdem", "chapter4/poker"
NAMES = ("ann", "bob", "cho")


def seat_of(client: Client, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/tables/7")["seats"][seat - 1]
    return found


def sit_everybody(house: Served) -> dict[int, Client]:
    players = {seat: house.client(person) for seat, person in enumerate(NAMES, start=1)}
    for seat, player in players.items():
        sit_down(player, "7", seat, "100.00")
    return players


def play_out(players: dict[int, Client]) -> None:
    while asking := players[1].get("/tables/7")["asking"]:
        names = [each["action"] for each in players[asking["seat"]].get("/tables/7")["asking"]["actions"]]
        players[asking["seat"]].do("7", "act", seat=asking["seat"], action="fold" if "fold" in names else names[0])


def test_nobody_waits_for_somebody_who_sits_out_and_he_posts_no_blinds(database: str) -> None:
    with served(database, lambda house: house.open_table("7", POKER, pace=Pace(auto_deal=True))) as house:
        players = sit_everybody(house)
        for seat, player in players.items():
            player.do("7", "ready", seat=seat)
        play_out(players)
        done = players[2].do("7", "sit_out", seat=2)
        assert done["until"] is None and not done["third_man"] and seat_of(players[1], 2)["away"]["since"]
        before = seat_of(players[1], 2)["chips"]
        for _ in range(3):
            for seat in (1, 3):
                players[seat].do("7", "ready", seat=seat)
            play_out(players)
        rounds = players[1].get("/tables/7/rounds")
        assert [sorted(each["net"]) for each in rounds] == [["1", "3"]] * 3 + [["1", "2", "3"]]
        assert seat_of(players[1], 2)["chips"] == before
        assert "it comes back first" in players[2].refused("7", "ready", seat=2)["detail"]
        assert "sits out already" in players[2].refused("7", "sit_out", seat=2)["detail"]
        players[2].do("7", "come_back", seat=2)
        assert "does not sit out" in players[2].refused("7", "come_back", seat=2)["detail"]
        for seat, player in players.items():
            player.do("7", "ready", seat=seat)
        assert players[2].get("/tables/7")["round"]["number"] == 5 and seat_of(players[2], 2)["away"] is None
        play_out(players)
    assert audit(database).clean


def test_the_last_one_who_was_waited_for_sits_out_and_the_hand_is_dealt(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", HOLDEM, pace=Pace(auto_deal=True))) as house:
        players = sit_everybody(house)
        for seat in (1, 3):
            players[seat].do("7", "ready", seat=seat)
        assert players[1].get("/tables/7")["round"] is None
        players[2].do("7", "sit_out", seat=2)
        assert players[1].get("/tables/7")["round"]["going_on"]


def test_sitting_out_in_a_hand_counts_from_the_next_one(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", HOLDEM)) as house:
        players = sit_everybody(house)
        for seat, player in players.items():
            player.do("7", "ready", seat=seat)
        house.client("dee").do("7", "deal")
        asked = players[1].get("/tables/7")["asking"]["seat"]
        players[asked].do("7", "sit_out", seat=asked)
        players[asked].do("7", "act", seat=asked, action="call")
        play_out(players)
        assert sorted(players[1].get("/tables/7/rounds/1")["net"]) == ["1", "2", "3"]


def test_one_sits_out_for_oneself_and_those_who_run_the_table_for_anybody(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", HOLDEM)) as house:
        players = sit_everybody(house)
        assert "somebody else's" in players[1].refused("7", "sit_out", seat=2)["detail"]
        house.client("dee").do("7", "sit_out", seat=2)
        assert "somebody else's" in players[1].refused("7", "come_back", seat=2)["detail"]
        players[2].do("7", "come_back", seat=2)
        assert "nobody sits" in players[1].refused("7", "sit_out", seat=5)["detail"]
    assert audit(sqlite_url).clean


def test_who_leaves_sits_out_no_more(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", HOLDEM)) as house:
        players = sit_everybody(house)
        players[2].do("7", "sit_out", seat=2)
        house.client("floor").do("7", "leave", seat=2)
        sit_down(players[2], "7", 2, "100.00")
        assert seat_of(players[2], 2)["away"] is None
    assert audit(sqlite_url).clean


def test_nobody_has_to_sit_out_where_a_wager_says_who_plays(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/roulette", fill=1_000_000)) as house:
        ann = house.client("ann")
        sit_down(ann, "7", 1, "100.00")
        assert "nobody has to sit out" in ann.refused("7", "sit_out", seat=1)["detail"]


def test_the_third_man_walking_has_ten_minutes(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", POKER, {"absent_time": 45})) as house:
        players = sit_everybody(house)
        for seat, third in ((1, False), (2, False), (3, True)):
            done = players[seat].do("7", "sit_out", seat=seat)
            minutes = 10 if third else 45
            assert done["third_man"] is third and minutes_between(done["since"], done["until"]) == minutes
    assert audit(sqlite_url).clean


def test_who_comes_back_for_a_moment_has_no_more_time_away_and_who_played_a_hand_has(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", POKER, {"absent_time": 45})) as house:
        players = sit_everybody(house)
        until = players[2].do("7", "sit_out", seat=2)["until"]
        for _ in range(2):
            players[2].do("7", "come_back", seat=2)
            assert players[2].do("7", "sit_out", seat=2)["until"] == until
    with served(sqlite_url, tokens=house.tokens) as house:
        players = {seat: house.client(person) for seat, person in enumerate(NAMES, start=1)}
        players[2].do("7", "come_back", seat=2)
    with served(sqlite_url, tokens=house.tokens) as house:
        players = {seat: house.client(person) for seat, person in enumerate(NAMES, start=1)}
        assert players[2].do("7", "sit_out", seat=2)["until"] == until
        players[2].do("7", "come_back", seat=2)
        for seat, player in players.items():
            player.do("7", "ready", seat=seat)
        house.client("dee").do("7", "deal")
        play_out(players)
        assert players[2].do("7", "sit_out", seat=2)["until"] > until
    assert audit(sqlite_url).clean


def minutes_between(since: str, until: str) -> float:
    from datetime import datetime

    return (datetime.fromisoformat(until) - datetime.fromisoformat(since)).total_seconds() / 60


def test_a_mark_outlives_a_restart_and_a_forged_one_is_found(sqlite_url: str) -> None:
    house = House(sqlite_url)
    house.open_table("1", POKER)
    for seat, person in enumerate(NAMES, start=1):
        come(house, person)
        at(house, "1", lambda live, batch, seat=seat, person=person: live.sit(batch, person, seat))
    at(house, "1", lambda live, batch: absence.sit_out(live, batch, 2, "bob"))
    house.close()
    house = House(sqlite_url)
    assert list(house.table("1").away) == [2] and not house.table("1").away[2].overdue
    house.close()
    with create_engine(sqlite_url).begin() as database:
        (body,) = database.execute(text("select body from journal where kind = 'sit_out'")).scalars()
        forged = json.dumps(json.loads(body) | {"third_man": True}, separators=(",", ":"), sort_keys=True)
        database.execute(text("update journal set body = :body where kind = 'sit_out'"), {"body": forged})
    assert not audit(sqlite_url).clean


@pytest.mark.parametrize("auto_deal", [True, False])
def test_who_lets_the_time_pass_sits_out_where_nobody_else_deals(auto_deal: bool, sqlite_url: str) -> None:
    house = House(sqlite_url)
    house.open_table("1", HOLDEM, pace=Pace(decision=5, auto_deal=auto_deal))
    for seat, person in enumerate(NAMES, start=1):
        come(house, person)
        at(house, "1", lambda live, batch, seat=seat, person=person: live.sit(batch, person, seat))
        at(house, "1", lambda live, batch, seat=seat: live.buy_in(batch, seat, 100_00))
        house.table("1").ready(seat)
    live = at(house, "1", lambda live, batch: (live.deal(batch), live)[1])
    assert live.round is not None
    silent = live.round.asking[0].seat
    live.clock.decision_ends = 0.0

    def pass_time(batch: Batch) -> None:
        time_is_up(house, batch, "1")

    house.do(pass_time, "1")
    assert list(live.away) == ([silent] if auto_deal else [])
    house.close()
    assert audit(sqlite_url).clean
