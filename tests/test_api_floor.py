"""Irregularities called by the dealer and decided by the floor, over the service."""

from typing import Any

from pitboss.house.live.pace import Pace
from served import Served, served, sit_down

THREE_CARD = "massachusetts-2020/three-card-poker"
NOTE = "seen by everybody"


def three_card(house: Any) -> Any:
    return house.open_table("7", THREE_CARD, fill=10**8, pace=Pace(decision=0.4, betting=0.4, auto_deal=True))


def test_a_call_that_needs_the_floor_waits_for_it_and_so_does_the_table(sqlite_url: str) -> None:
    with served(sqlite_url, three_card) as house:
        ann, dee, floor = (house.client(name) for name in ("ann", "dee", "floor"))
        sit_down(ann, "7", 1)
        told = dee.do("7", "call", irregularity="improper_cut", note=NOTE)
        number = told["waits_for_floor"]
        waiting = told["view"]["pending"]
        assert [call["irregularity"] for call in waiting] == ["improper_cut"] and waiting[0]["cite"]
        assert "waits for the floor" in ann.refused("7", "bet", seat=1, wagers={"ante": "10.00"})["detail"]
        assert dee.ask("POST", "/tables/7/confirm", {"number": number}).status_code == 403
        floor.do("7", "confirm", number=number)
        view = ann.do("7", "bet", seat=1, wagers={"ante": "10.00"}, ready=True)["view"]
        assert any(event["kind"] == "irregularity" for event in view["round"]["events"])
        entries = journal(house, "7")
        called = next(entry for entry in entries if entry["kind"] == "call")
        assert '"by":"dee"' in called["body"] and '"confirmed_by":"floor"' in called["body"]


def test_a_rejected_call_changes_nothing(sqlite_url: str) -> None:
    with served(sqlite_url, three_card) as house:
        ann, dee, floor = (house.client(name) for name in ("ann", "dee", "floor"))
        sit_down(ann, "7", 1)
        number = dee.do("7", "call", irregularity="improper_cut", note=NOTE)["waits_for_floor"]
        assert floor.get("/house")["pending"] == ["7"]
        floor.do("7", "reject", number=number)
        assert floor.refused("7", "reject", number=number)["status"] == 409
        view = ann.do("7", "bet", seat=1, wagers={"ante": "10.00"}, ready=True)["view"]
        assert not any(event["kind"] == "irregularity" for event in view["round"]["events"])


def test_the_clock_stands_still_while_the_floor_decides(sqlite_url: str) -> None:
    with served(
        sqlite_url, lambda house: house.open_table("7", "oneida-2003/craps", pace=Pace(betting=0.3, auto_deal=True))
    ) as house:
        ann, bob, dee, floor = (house.client(name) for name in ("ann", "bob", "dee", "floor"))
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        with ann.watch("7") as socket:
            socket.send(do="bet", seat=1, wagers={"pass_line": "10.00"})
            number = dee.do("7", "call", irregularity="dice_ordered_on", note=NOTE)["waits_for_floor"]
            view = socket.until(lambda view: bool(view["pending"]))
            assert view["betting"]["seconds_left"] is None and not view["betting"]["open"]
            floor.do("7", "confirm", number=number)
            view = socket.until(lambda view: view["round"] is not None, timeout=5)
        assert any(event["kind"] == "irregularity" for event in view["round"]["events"])


def test_the_floors_own_call_needs_nobody_else(sqlite_url: str) -> None:
    with served(sqlite_url, three_card) as house, house.client("floor") as floor:
        told = floor.do("7", "call", irregularity="improper_cut", note=NOTE)
        assert told["waits_for_floor"] is None and told["view"]["called"]
        floor.do("7", "withdraw")
        assert not floor.get("/tables/7")["called"]


def test_the_floor_and_auditors_read_who_decided_for_a_seat_and_who_stands_behind_a_call(sqlite_url: str) -> None:
    with served(sqlite_url, three_card) as house:
        ann, dee, floor = (house.client(name) for name in ("ann", "dee", "floor"))
        sit_down(ann, "7", 1)
        floor.do("7", "call", irregularity="improper_cut", note="withdrawn before the deal")
        floor.do("7", "withdraw")
        number = dee.do("7", "call", irregularity="improper_cut", note=NOTE)["waits_for_floor"]
        floor.do("7", "confirm", number=number)
        with ann.watch("7") as socket:
            ann.do("7", "bet", seat=1, wagers={"ante": "10.00"}, ready=True)
            socket.until(lambda view: view["round"] is not None and not view["round"]["going_on"])
        for reader in ("floor", "audrey", "system"):
            told = house.client(reader).get("/tables/7/rounds/1")
            assert told["ended"] == [
                {"seat": 1, "action": "fold", "by": "clock", "reason": "the time to decide is over"}
            ]
            [signed] = told["calls"]
            assert signed["call"]["id"] == "improper_cut"
            assert (signed["by"], signed["confirmed_by"], signed["note"]) == ("dee", "floor", NOTE)
        for reader in ("ann", "bob", "dee"):
            told = house.client(reader).get("/tables/7/rounds/1")
            assert not {"ended", "calls", "record"} & told.keys() and NOTE not in str(told)


def practice(house: Any) -> None:
    house.do(lambda batch: house.change_settings(batch, {"practice": True}, "system"))
    house.open_table("7", "chapter4/three-card-poker", fill=10**8)


def test_an_irregularity_in_the_middle_of_a_round_takes_effect_at_once(sqlite_url: str) -> None:
    with served(sqlite_url, practice) as house:
        ann, dee = house.client("ann"), house.client("dee")
        sit_down(ann, "7", 1, "100.00")
        ann.do("7", "bet", seat=1, wagers={"ante": "10.00"})
        dee.do("7", "deal")
        menu = {call["irregularity"]: call for call in dee.get("/tables/7/irregularities")}
        assert "void_round" in menu["wrong_number_of_cards_dealer"]["remedy"]
        view = dee.do("7", "call", irregularity="wrong_number_of_cards_dealer")["view"]
        assert view["round"]["void"] and {row["outcome"] for row in view["round"]["settlements"]} == {"void"}
        assert ann.get("/people/me")["seats"][0]["chips"] == "100.00"


def journal(house: Served, chain: str) -> list[dict[str, Any]]:
    with house.client("audrey") as audrey:
        found: list[dict[str, Any]] = audrey.get(f"/audit/journal?chain={chain}&limit=500")
        return found
