"""A dealer who turns hostile calls irregularities: cards are not chosen, bad hands are not made void at will."""

import json
from typing import Any

import pytest
from sqlalchemy import select

from house_play import at, come
from pitboss.engine.remedies import Call
from pitboss.errors import RecordError, Refused
from pitboss.house.audit.call_report import call_report
from pitboss.house.audit.house_audit import audit
from pitboss.house.fairness.deal_check import check_deal
from pitboss.house.house import House
from pitboss.house.live import calls
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.pace import Pace
from pitboss.house.storage import schema
from pitboss.rulebook import Setup, entry_names, load
from served import Client, Served, served, sit_down

BACCARAT, THREE_CARD = "chapter4/mini-baccarat", "massachusetts-2020/three-card-poker"
NOTE = "seen by the floor on camera 4"


def two_tables(house: House) -> None:
    house.open_table("1", BACCARAT, fill=10**8)
    house.open_table("2", THREE_CARD, fill=10**8)


def staff(house: Served) -> tuple[Client, Client, Client]:
    return house.client("ann"), house.client("dee"), house.client("floor")


# -- the dealer who names cards ---------------------------------------------------------------------------------------


def test_a_dealer_puts_no_card_of_their_own_on_a_table_that_deals_from_a_seed(database: str) -> None:
    with served(database, two_tables) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "1", 1)
        for card in ("9c", "Kd", "Xr"):
            told = dee.refused("1", "call", irregularity="card_drawn_in_error", card=card, note=NOTE)
            assert "the shoe's next" in told["detail"], told
            told = floor.refused("1", "call", irregularity="card_drawn_in_error", card=card, note=NOTE)
            assert "the shoe's next" in told["detail"], told
        assert not dee.get("/tables/1")["called"] and not dee.get("/tables/1")["pending"]
    assert audit(database, workers=1).clean


def test_the_refusal_of_a_card_does_not_tell_which_card_is_next(sqlite_url: str) -> None:
    """Fifty-two guesses would find it."""
    house = House(sqlite_url)
    house.open_table("1", BACCARAT)
    told = set()
    for rank in "A23456789TJQK":
        for suit in "cdhs":
            with pytest.raises(Refused) as refused:
                call(house, Call("card_drawn_in_error", card=rank + suit))  # type: ignore[arg-type]
            told.add(str(refused.value))
    assert len(told) == 1
    house.close()


def test_a_card_drawn_in_error_is_the_shoes_next_and_the_floor_confirms_it(database: str) -> None:
    with served(database, two_tables) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "1", 1)
        ann.do("1", "bet", seat=1, wagers={"banker": "20.00"})
        assert "note" in dee.refused("1", "call", irregularity="card_drawn_in_error")["detail"]
        number = dee.do("1", "call", irregularity="card_drawn_in_error", note=NOTE)["waits_for_floor"]
        assert number and floor.get("/tables/1")["pending"][0]["note"] == NOTE
        assert dee.refused("1", "deal")["status"] == 409
        floor.do("1", "confirm", number=number)
        assert dee.do("1", "deal")["round"] == 1
    report = audit(database, workers=1)
    assert report.clean


# -- the dealer who voids ---------------------------------------------------------------------------------------------


def test_a_dealer_makes_no_hand_void_that_the_machine_dealt_right(database: str) -> None:
    with served(database, two_tables) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "2", 1)
        ann.do("2", "bet", seat=1, wagers={"ante": "10.00"})
        dee.do("2", "deal")
        for name in ("wrong_number_of_cards", "dealer_card_exposed", "stub_count_wrong"):
            for who in (dee, floor):
                told = who.refused("2", "call", irregularity=name, note=NOTE)
                assert "did not happen" in told["detail"] or "that is over" in told["detail"], told
        assert ann.get("/tables/2")["asking"]["yours"]
        ann.do("2", "act", seat=1, action="fold")
    assert audit(database, workers=1).clean


def test_what_the_deal_cannot_judge_is_the_floors_with_a_note(database: str) -> None:
    with served(database, two_tables) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "2", 1)
        for note in (None, "", "   ", "x" * 201, "two\nlines"):
            sent = {"irregularity": "automated_shoe_jam"} | ({} if note is None else {"note": note})
            assert dee.ask("POST", "/tables/2/call", sent).status_code in (409, 422), note
            assert floor.ask("POST", "/tables/2/call", sent).status_code in (409, 422), note
        ann.do("2", "bet", seat=1, wagers={"ante": "10.00"})
        number = dee.do("2", "call", irregularity="automated_shoe_jam", note=NOTE)["waits_for_floor"]
        assert not dee.get("/tables/2")["called"]
        floor.do("2", "confirm", number=number)
        view = dee.do("2", "deal")["view"]
        assert view["round"]["void"]
        entries = house.client("audrey").get("/audit/journal?chain=2&limit=500")
        signed = [each["body"] for each in entries if each["kind"] in ("called", "call")]
        assert len(signed) == 2 and all(NOTE in body for body in signed)
    assert audit(database, workers=1).clean


def test_what_a_dealer_calls_alone_is_the_floors_when_it_becomes_more_by_being_called_again(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("2", "massachusetts-2020/flop-poker", fill=10**8)) as house:
        ann, dee, floor = staff(house)
        bob, found = house.client("bob"), "face_up_card_late"
        for seat, player in ((1, ann), (2, bob)):
            sit_down(player, "2", seat)
            player.do("2", "bet", seat=seat, wagers={"ante": "10.00", "pot": "5.00"})
        dee.do("2", "deal")
        assert dee.do("2", "call", irregularity=found)["waits_for_floor"] is None
        [shown] = [row for row in dee.get("/tables/2/irregularities") if row["irregularity"] == found]
        assert shown["floor"] and shown["note"]
        assert "say in a note" in dee.refused("2", "call", irregularity=found)["detail"]
        number = dee.do("2", "call", irregularity=found, note=NOTE)["waits_for_floor"]
        assert number is not None and not ann.get("/tables/2")["round"]["void"]
        floor.do("2", "confirm", number=number)
        while asking := ann.get("/tables/2")["asking"]:
            who = {1: ann, 2: bob}[asking["seat"]]
            who.do("2", "act", seat=asking["seat"], action="fold")
        bundle = ann.get("/tables/2/rounds/1/deal")
    assert check_deal(bundle).fair, check_deal(bundle).findings
    assert audit(sqlite_url, workers=1).clean


def test_what_the_floor_has_confirmed_only_the_floor_withdraws(database: str) -> None:
    with served(database, two_tables) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "2", 1)
        ann.do("2", "bet", seat=1, wagers={"ante": "10.00"})
        number = dee.do("2", "call", irregularity="automated_shoe_jam", note=NOTE)["waits_for_floor"]
        floor.do("2", "confirm", number=number)
        told = dee.refused("2", "withdraw")
        assert "the floor alone withdraws it" in told["detail"], told
        assert dee.get("/tables/2")["called"]
        floor.do("2", "withdraw")
        assert not dee.get("/tables/2")["called"]
        assert audit(database, workers=1).clean
        number = dee.do("2", "call", irregularity="automated_shoe_jam", note=NOTE)["waits_for_floor"]
        floor.do("2", "confirm", number=number)
        house.runner.now("2", lambda house, batch: calls.withdraw(house.table("2"), batch, "dee"))
    [finding] = audit(database, workers=1).findings
    assert "the floor had decided on what dee withdrew" in finding.text


def test_no_player_takes_back_what_the_floor_called_for_the_coming_round_of_a_table_that_deals_by_itself(
    sqlite_url: str,
) -> None:
    pace = Pace(betting=60, auto_deal=True)
    with served(sqlite_url, lambda house: house.open_table("1", "chapter4/roulette", fill=10**8, pace=pace)) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "1", 1)
        floor.do("1", "call", irregularity="ball_floats", note=NOTE)
        ann.do("1", "bet", seat=1, wagers={}, ready=True)
        assert [called["irregularity"] for called in dee.get("/tables/1")["called"]] == ["ball_floats"]
        # A call about a wager that was taken down stands in the way, and alone goes with it.
        ann.do("1", "bet", seat=1, wagers={"red": "5.00"})
        floor.do("1", "call", irregularity="late_wager", seat=1, wager="red", note=NOTE)
        ann.do("1", "bet", seat=1, wagers={"black": "5.00"}, ready=True)
        [played] = house.look(lambda house: [house.table("1").round])
        assert [call.id for call in played.calls] == ["ball_floats"] and played.net.get(1, 0) == 0
    assert audit(sqlite_url, workers=1).clean


def test_chips_that_the_floor_found_late_are_not_played_because_the_table_deals_by_itself(sqlite_url: str) -> None:
    entry, pace = "massachusetts-2020/ultimate-texas-holdem", Pace(betting=60, auto_deal=True)
    with served(sqlite_url, lambda house: house.open_table("1", entry, fill=10**8, pace=pace)) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "1", 1)
        ann.do("1", "bet", seat=1, wagers={"ante": "10.00", "blind": "10.00"})
        # As the late part leaves them, the two are not equal and cannot be dealt: they go back, and the call with them.
        floor.do("1", "call", irregularity="late_wager", seat=1, wager="ante", amount="4.00", note=NOTE)
        ann.do("1", "ready", seat=1)
        view = dee.get("/tables/1")
        assert view["round"] is None and not view["called"]
        assert "Blind must equal Ante" in ann.get("/tables/1")["seats"][0]["returned"]["why"]
        told = ann.do("1", "bet", seat=1, wagers={"ante": "6.00", "blind": "6.00"}, ready=True)
        assert told["view"]["round"] is not None
    assert audit(sqlite_url, workers=1).clean


@pytest.mark.parametrize("name", [name for name in entry_names() if load(name).wagers])
def test_no_call_of_any_entry_changes_cards_or_returns_wagers_without_the_floor(name: str, sqlite_url: str) -> None:
    """Every irregularity of every entry, called by a dealer alone: refused, or it waits, or it changes nothing."""
    house = House(sqlite_url)
    for person, role in (("p1", "player"), ("p2", "player"), ("dan", "dealer"), ("flo", "floor")):
        come(house, person, role)
    house.open_table("1", name, must_choose(name), fill=10**8)
    live = house.table("1")
    for seat in (1, 2):
        at(house, "1", lambda live, batch, seat=seat: live.sit(batch, f"p{seat}", seat))
    for id, (rule, remedy) in live.setup.irregularities.items():
        offers = list(live.setup.offers.values())
        wager = offers[0].id if rule.wager else None
        called = Call(id, 1 if rule.seat or rule.wager else None, wager=wager)
        try:
            waiting = call(house, called, note=NOTE)
        except Refused:
            continue
        if waiting is None:
            assert calls.is_for_a_dealer_alone(live, called), f"{id}: {remedy}"
            assert not set(remedy) & {
                "void_round",
                "void_hand",
                "forfeit_wagers",
                "discard_card",
                "no_spin",
                "no_roll",
                "reshuffle",
            }, id
        else:
            at(house, "1", lambda live, batch, n=waiting.number: calls.reject(live, batch, n, "flo"))
    house.close()
    assert audit(sqlite_url, workers=1).clean


def must_choose(name: str) -> dict[str, Any]:
    return dict(Setup.of(load(name)).chosen)


# -- the repeated card ------------------------------------------------------------------------------------------------


def practice(url: str, *entries: str) -> House:
    house = House(url, settings={"practice": True})
    come(house, "ann")
    come(house, "dan", "dealer")
    for number, entry in enumerate(entries, start=1):
        house.open_table(str(number), entry, fill=10**8)
        at(house, str(number), lambda live, batch: live.sit(batch, "ann", 1))
        at(house, str(number), lambda live, batch: live.buy_in(batch, 1, 100_000))
    return house


def call(house: House, made: Call, table: str = "1", note: str = "") -> Any:
    return at(house, table, lambda live, batch: calls.make(live, batch, made, "dan", note=note))


def test_a_card_that_lies_on_the_table_cannot_be_named_again(database: str) -> None:
    house = practice(database, "massachusetts-2020/ultimate-texas-holdem")
    live = house.table("1")
    live.bet(1, {"ante": "10", "blind": "10"})
    at(house, "1", lambda live, batch: live.deal(batch))
    assert live.going_on and live.round is not None
    dealt, number = [card for cards in live.round.hands.values() for card in cards], live.head.number
    assert len(dealt) >= 4
    for card in dealt:
        with pytest.raises(Refused, match="no longer in the shoe"):
            call(house, Call("face_up_card", card=card, at="flop"))
    assert house.table("1") is live and live.head.number == number
    while live.going_on:
        at(house, "1", lambda live, batch: live.act(batch, 1, live.round.asking[0].names[-1]))  # type: ignore[union-attr]
    house.close()
    assert audit(database, workers=1).clean


def test_a_named_card_that_is_dealt_before_its_moment_comes_leaves_the_record_whole(sqlite_url: str) -> None:
    """One deck: a card that was called for the coming round may be dealt in it before the error happens."""
    house = practice(sqlite_url, THREE_CARD)
    live = house.table("1")
    for number in range(60):
        card = "23456789TJQKA"[number % 13] + "cdhs"[number % 4]
        live = house.table("1")
        live.bet(1, {"ante": "10"})
        call(house, Call("face_up_card", card=card))  # type: ignore[arg-type]
        at(house, "1", lambda live, batch: live.deal(batch))
        if live.going_on:
            at(house, "1", lambda live, batch: live.act(batch, 1, "fold"))
    house.close()
    assert audit(sqlite_url, workers=1).clean


# -- a refused call changes nothing -----------------------------------------------------------------------------------


def test_a_refused_call_neither_spoils_nor_reloads_a_table(database: str) -> None:
    with served(database, two_tables) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "2", 1)
        ann.do("2", "bet", seat=1, wagers={"ante": "10.00"})
        dee.do("2", "deal")
        before = house.look(lambda house: house.table("2"))
        for sent in (
            {"irregularity": "shuffler_jam"},
            {"irregularity": "no_such_thing"},
            {"irregularity": "face_up_card", "card": "Ah"},
            {"irregularity": "automated_shoe_jam", "seat": 5},
        ):
            for who in (dee, floor):
                who.refused("2", "call", note=NOTE, **sent)
        assert house.look(lambda house: house.table("2")) is before
        assert ann.get("/tables/2")["asking"]["yours"]


def test_a_call_that_the_deal_refuses_leaves_the_table_as_it_is(sqlite_url: str) -> None:
    """A wager that is not above its maximum is not cut down to it, which only the deal finds out."""
    house = House(sqlite_url)
    come(house, "ann")
    come(house, "flo", "floor")
    house.open_table("1", "chapter4/big-six", fill=10**8)
    at(house, "1", lambda live, batch: live.sit(batch, "ann", 1))
    at(house, "1", lambda live, batch: live.buy_in(batch, 1, 100_000))
    live = house.table("1")
    name = next(iter(live.setup.offers))
    wagers = {name: "10"}
    live.bet(1, wagers)
    at(
        house,
        "1",
        lambda live, batch: calls.make(live, batch, Call("wager_above_maximum", 1, wager=name), "flo", "flo", NOTE),
    )
    with pytest.raises(Refused):
        at(house, "1", lambda live, batch: live.deal(batch))
    assert house.table("1") is live and not live.spoiled and live.placed
    at(house, "1", lambda live, batch: calls.withdraw(live, batch, "flo"))
    at(house, "1", lambda live, batch: live.deal(batch))
    assert live.rounds == 1
    house.close()
    assert audit(sqlite_url, workers=1).clean


# -- practice ---------------------------------------------------------------------------------------------------------


def test_a_practice_house_calls_anything_and_its_rounds_say_so_for_ever(database: str) -> None:
    house = practice(database, THREE_CARD)
    house.close()
    house = House(database)
    live: LiveTable = house.table("1")
    assert live.practice
    live.bet(1, {"ante": "10"})
    at(house, "1", lambda live, batch: live.deal(batch))
    call(house, Call("wrong_number_of_cards"))
    assert live.round is not None and live.round.void
    bodies = [json.loads(row["body"]) for row in house.store.rows(select(schema.journal).order_by("number"))]
    bodies = [body for body in bodies if "setup" in body or "record" in body]
    assert bodies[0]["setup"]["practice"] is True
    [whole] = [body for body in bodies if "record" in body]
    assert whole["practice"] is True and whole["record"]["practice"] is True
    with pytest.raises(Refused, match="before its first table"):
        house.do(lambda batch: house.change_settings(batch, {"practice": False}, "flo"))
    house.close()
    assert audit(database, workers=1).clean


# -- who called what, and who gained by it ----------------------------------------------------------------------------


def test_every_call_that_could_touch_cards_or_wagers_is_listed_with_whose_it_was(database: str) -> None:
    with served(database, two_tables) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "1", 1), sit_down(ann, "2", 1)
        for table, wagers, irregularity in (
            ("1", {"banker": "20.00"}, "card_drawn_in_error"),
            ("2", {"ante": "10.00"}, "automated_shoe_jam"),
        ):
            ann.do(table, "bet", seat=1, wagers=wagers)
            number = dee.do(table, "call", irregularity=irregularity, note=NOTE)["waits_for_floor"]
            floor.do(table, "confirm", number=number)
            dee.do(table, "deal")
        number = dee.do("2", "call", irregularity="automated_shoe_jam", note=NOTE)["waits_for_floor"]
        floor.do("2", "confirm", number=number)
        floor.do("2", "withdraw")
        ann.do("2", "bet", seat=1, wagers={"ante": "10.00"})
        dee.do("2", "deal")
        ann.do("2", "act", seat=1, action="fold")
        for who in ("audrey", "floor"):
            told = house.client(who).get("/audit/calls")
            assert [(row["table"], row["call"]["id"]) for row in told["calls"]] == [
                ("2", "automated_shoe_jam"),
                ("1", "card_drawn_in_error"),
            ], "what was withdrawn is not among them"
            assert {(row["by"], row["confirmed_by"], row["note"]) for row in told["calls"]} == {("dee", "floor", NOTE)}
            assert told["dealers"] == [{"person": "dee", "calls": 2, "unconfirmed": 0}]
            assert [row["person"] for row in told["winners"]] == ["ann"]
        assert len(house.client("audrey").get("/audit/calls?table=1")["calls"]) == 1
        assert len(house.client("audrey").get("/audit/calls?limit=1")["calls"]) == 1
        assert ann.ask("GET", "/audit/calls").status_code == dee.ask("GET", "/audit/calls").status_code == 403
        bundle = ann.get("/tables/2/rounds/1/deal")
    check = check_deal(bundle)
    assert check.fair and check.calls == [
        (
            1,
            {
                "irregularity": "automated_shoe_jam",
                "effects": ["cards", "wagers"],
                "by": "dee",
                "confirmed_by": "floor",
                "note": NOTE,
            },
        )
    ]
    report = audit(database, workers=1)
    assert report.clean and len(report.calls.calls) == 2


def test_what_a_call_was_worth_is_told_by_dealing_the_round_without_it(sqlite_url: str) -> None:
    """A spin that does not count; its seed tells what it would have been."""
    house = House(sqlite_url)
    come(house, "ann")
    come(house, "flo", "floor")
    house.open_table("1", "oneida-2003/roulette", fill=10**8)
    at(house, "1", lambda live, batch: live.sit(batch, "ann", 1))
    at(house, "1", lambda live, batch: live.buy_in(batch, 1, 100_000))
    house.table("1").bet(1, {"red": "10"})
    at(house, "1", lambda live, batch: calls.make(live, batch, Call("too_few_revolutions"), "flo", "flo", NOTE))
    at(house, "1", lambda live, batch: live.deal(batch))
    [called] = call_report(house.store).calls
    house.close()
    assert called.net == {"ann": 0} and called.without in ({"ann": 1000}, {"ann": -1000})
    assert called.gained == {"ann": -called.without["ann"]}


def test_a_bundle_whose_call_nobody_confirmed_or_whose_card_was_chosen_is_not_fair(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("2", THREE_CARD, fill=10**8)) as house:
        ann, dee, floor = staff(house)
        sit_down(ann, "2", 1)
        ann.do("2", "bet", seat=1, wagers={"ante": "10.00"})
        number = dee.do("2", "call", irregularity="face_up_card", note=NOTE)["waits_for_floor"]
        floor.do("2", "confirm", number=number)
        dee.do("2", "deal")
        ann.do("2", "act", seat=1, action="fold")
        bundle = ann.get("/tables/2/rounds/1/deal")
    assert check_deal(bundle).fair
    unsigned = json.loads(json.dumps(bundle))
    del unsigned["rounds"][0]["calls"][0]["confirmed_by"]
    assert "no floor has confirmed it" in check_deal(unsigned).findings[0]
    chosen = json.loads(json.dumps(bundle))
    [made] = chosen["rounds"][0]["record"]["steps"][0]["irregularities"]
    made["card"] = "2c" if made["card"] != "2c" else "3c"
    assert any("face_up_card was about" in finding for finding in check_deal(chosen).findings)
    practised = bundle | {"practice": True}
    with pytest.raises(RecordError, match="practice"):
        check_deal(practised)
