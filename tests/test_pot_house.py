"""Poker for a pot in a house: chips are those of the players, whoever sits out, leaves or has too few."""

import pytest

from house_play import at, come
from pitboss.api import commands
from pitboss.house.audit import chain_audit
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from served import Client, served, sit_down

HOLDEM = "california/texas-holdem"


def act_for_whoever_is_asked(players: dict[int, Client], action: str) -> None:
    asking = next(iter(players.values())).get("/tables/7")["asking"]
    players[asking["seat"]].do("7", "act", seat=asking["seat"], action=action)


@pytest.mark.parametrize("entry,action", [(HOLDEM, "fold"), ("chapter4/baccarat-chemin-de-fer", "no_bid")])
def test_a_hand_that_somebody_sits_out_settles_again_from_its_record(entry: str, action: str, database: str) -> None:
    with served(database, lambda house: house.open_table("7", entry)) as house:
        players = {seat: house.client(person) for seat, person in enumerate(("ann", "bob", "cho"), start=1)}
        for seat, player in players.items():
            sit_down(player, "7", seat, "100.00")
        for seat in (1, 3):
            players[seat].do("7", "ready", seat=seat)
        house.client("dee").do("7", "deal")
        while players[1].get("/tables/7")["asking"]:
            act_for_whoever_is_asked(players, action)
        assert list(players[1].get("/tables/7/rounds")[0]["net"]) == ["1", "3"]
        assert players[2].get("/tables/7/rounds/1")["events"]
    assert audit(database).clean


def test_nobody_buys_in_for_more_or_less_than_the_schedule_says(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", HOLDEM, {"schedule_option": 28})) as house:
        players = {seat: house.client(person) for seat, person in enumerate(("ann", "bob"), start=1)}
        for seat, player in players.items():
            player.do("7", "sit", seat=seat)
            for amount in ("99.99", "300.01", "900000.00"):
                assert "after buying in" in player.refused("7", "buy_in", seat=seat, amount=amount)["detail"]
            player.do("7", "buy_in", seat=seat, amount="300.00")
            player.do("7", "ready", seat=seat)
        house.client("dee").do("7", "deal")
        for seat, player in players.items():
            player.refused("7", "buy_in", seat=seat, amount="1.00")  # the blinds are still theirs
        act_for_whoever_is_asked(players, "fold")
        loser = min(players, key=lambda seat: float(players[seat].get("/tables/7")["seats"][seat - 1]["chips"]))
        players[loser].do("7", "buy_in", seat=loser, amount="0.50")
    assert audit(sqlite_url).clean


def test_who_sits_down_with_too_few_chips_does_not_sit_down(database: str) -> None:
    with served(database, lambda house: house.open_table("7", HOLDEM, {"schedule_option": 28})) as house:
        ann = house.client("ann")
        for amount, why in (("99.99", "after buying in"), ("0.00", "more than zero"), ("9000000", "moved at once")):
            assert why in ann.refused("7", "sit", seat=1, buy_in=amount)["detail"]
            assert ann.get("/tables/7")["seats"][0]["name"] is None
        for _ in range(2):
            assert ann.do("7", "sit", key="sit-1", seat=1, buy_in="300.00")["chips"] == "300.00"
        assert "is taken" in house.client("bob").refused("7", "sit", seat=1, buy_in="300.00")["detail"]
        house.client("bob").do("7", "sit", seat=2)
    assert audit(database).clean


def test_where_the_cage_sells_chips_nobody_sits_down_with_some(sqlite_url: str) -> None:
    def opened(house: House) -> None:
        house.open_table("7", HOLDEM)
        house.do(lambda batch: house.change_settings(batch, {"cage_buy_ins": True}, "system"))

    with served(sqlite_url, opened) as house:
        ann = house.client("ann")
        assert "the floor buys in" in ann.refused("7", "sit", seat=1, buy_in="100.00")["detail"]
        assert ann.do("7", "sit", seat=1)["chips"] == "0.00"


def test_no_player_learns_from_the_seed_what_was_folded(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", HOLDEM)) as house:
        players = {seat: house.client(person) for seat, person in enumerate(("ann", "bob"), start=1)}
        for seat, player in players.items():
            sit_down(player, "7", seat, "100.00")
            player.do("7", "ready", seat=seat)
        house.client("dee").do("7", "deal")
        act_for_whoever_is_asked(players, "fold")
        deal = {"deals": "/tables/7/deals/1", "file": "/tables/7/rounds/1/deal"}
        for person in ("ann", "dee"):
            client = house.client(person)
            told = client.get(deal["deals"])
            assert told["revealed"] and told["commitment"] and told["seed"] is None
            answer = client.ask("GET", deal["file"])
            assert answer.status_code == 409 and "stays its player's" in answer.json()["detail"]
        for person in ("floor", "audrey"):
            seed = house.client(person).get(deal["deals"])["seed"]
            assert seed and house.client(person).get(deal["file"])["seed"] == seed


def test_a_dealer_collects_for_a_half_hour_once_in_a_half_hour(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", HOLDEM, {"schedule_option": 16})) as house:
        sit_down(house.client("ann"), "7", 1, "100.00")
        dee, floor = house.client("dee"), house.client("floor")
        assert dee.do("7", "collect", time="8:00")["fees"]
        for late in ("8:30", "9:00"):
            assert "minutes ago" in dee.refused("7", "collect", time=late)["detail"]
        assert floor.do("7", "collect", time="8:30")["fees"], "what was missed"
        assert floor.do("7", "collect", time="9:00", started="8:50")["fees"] == [], "a new game"
    assert audit(sqlite_url).clean
    later = House(sqlite_url)
    at(later, "7", lambda live, batch: live.collect(batch, "9:30", "dee"))
    later.close()
    (finding,) = audit(sqlite_url).findings
    assert "dee collected for a half hour that had not passed" in finding.text


def test_a_dealer_gives_no_fees_of_a_half_hour_away(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (commands, chain_audit):
        monkeypatch.setattr(module, "BETWEEN_COLLECTIONS", 0.0)  # as if the half hours had passed
    with served(sqlite_url, lambda house: house.open_table("7", HOLDEM, {"schedule_option": 16})) as house:
        sit_down(house.client("ann"), "7", 1, "100.00")
        dee, floor = house.client("dee"), house.client("floor")
        assert dee.do("7", "collect", time="8:00", started="7:50")["fees"] == [], "the first game of the table"
        assert "the floor says" in dee.refused("7", "collect", time="8:30", started="8:10")["detail"]
        assert dee.do("7", "collect", time="8:30")["fees"]
        assert floor.do("7", "collect", time="9:00", started="8:50")["fees"] == []
    assert audit(sqlite_url, workers=1).clean
    later = House(sqlite_url)
    at(later, "7", lambda live, batch: live.collect(batch, "9:30", "dee", "9:10"))
    later.close()
    (finding,) = audit(sqlite_url, workers=1).findings
    assert "dee said that a new game began" in finding.text


@pytest.mark.parametrize(
    ("entry", "options"),
    [
        ("california/short-deck-holdem", {}),
        ("california/big-o-high-low-split", {"schedule_option": 2}),
        ("california/seven-card-stud-high-low-split", {}),
    ],
)
def test_fees_from_a_seat_antes_and_halves_are_booked_to_the_chip(
    entry: str, options: dict[str, int], sqlite_url: str
) -> None:
    """A short stack among them, so that a pot has sides."""
    house = House(sqlite_url)
    come(house, "dan", "dealer")
    house.open_table("1", entry, options)
    bought = {1: 60_00, 2: 200_00, 3: 200_00}
    for seat, chips in bought.items():
        come(house, f"player-{seat}")
        at(house, "1", lambda live, batch, seat=seat: live.sit(batch, f"player-{seat}", seat))
        at(house, "1", lambda live, batch, seat=seat, chips=chips: live.buy_in(batch, seat, chips))
    live = house.table("1")
    for _ in range(4):
        able = [seat for seat in bought if live.seats[seat].chips]
        if len(able) < 2:
            break
        for seat in able:
            live.ready(seat)
        at(house, "1", lambda live, batch: live.deal(batch))
        while live.going_on:
            assert live.round is not None
            ask = live.round.asking[0]
            word = next(word for word in ("bet", "call", *ask.names) if word in ask.names)
            at(house, "1", lambda live, batch, ask=ask, word=word: live.act(batch, ask.seat, word))
    held = sum(seated.chips for seated in live.seats.values())
    balances = house.store.balances()
    assert held + balances["box:1"] == sum(bought.values()) and balances["box:1"] > 0 and balances["bets:1"] == 0
    house.close()
    assert audit(sqlite_url, workers=1).findings == []
