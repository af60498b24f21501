"""To whom the bank is offered at a live table, and in which order: over HTTP, by the clock, and in the audit."""

from typing import Any

import pytest

from pitboss.house.audit.house_audit import audit
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.pace import Pace
from served import Client, Served, served, sit_down

TILES, CARDS = "massachusetts-2020/pai-gow-tiles", "california/pai-gow-poker"
ONEIDA = "oneida-2003/pai-gow-poker"
BANKING = {"player_banking": True}


def play(house: Served, people: dict[int, Client], wagers: dict[int, dict[str, str]]) -> dict[str, Any]:
    """Wager, have the table dealt, and answer everything as is usual; the table afterwards."""
    dealer = house.client("dee")
    for seat, placed in wagers.items():
        people[seat].do("7", "bet", seat=seat, wagers=placed)
    dealer.do("7", "deal")
    anybody = next(iter(people.values()))
    while (asking := anybody.get("/tables/7")["asking"]) is not None:
        for seat in asking["seats"]:
            asked = people[seat].get("/tables/7")["asking"]
            people[seat].do("7", "act", seat=seat, action=asked["actions"][0]["action"])
    return dict(anybody.get("/tables/7"))


def sat(house: Served, seats: dict[int, str]) -> dict[int, Client]:
    people = {seat: house.client(name) for seat, name in seats.items()}
    for seat, client in people.items():
        sit_down(client, "7", seat)
    return people


def offered(people: dict[int, Client]) -> tuple[int | None, list[int]]:
    bank = next(iter(people.values())).get("/tables/7")["bank"]
    return bank["offered_first"], bank["offered_to"]


@pytest.mark.parametrize(("name", "wager"), [(TILES, "pai_gow"), (ONEIDA, "pai_gow_poker")])
def test_the_bank_goes_round_from_seat_to_seat_until_one_takes_it(sqlite_url: str, name: str, wager: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", name, BANKING)) as house:
        people = sat(house, {1: "ann", 2: "bob", 4: "cho"})
        everybody = {seat: {wager: "20"} for seat in people}
        assert play(house, people, everybody)["bank"]["offered_first"] == 1
        assert offered(people) == (1, [1])
        refused = people[4].refused("7", "take_bank", seat=4, wager="1000.00")
        assert refused["detail"] == "the bank is offered to seat 1 first" and refused["cite"]
        people[1].do("7", "pass_bank", seat=1)
        assert offered(people) == (2, [2])
        assert "has passed the bank" in people[1].refused("7", "take_bank", seat=1, wager="1000.00")["detail"]
        people[2].do("7", "pass_bank", seat=2)
        people[4].do("7", "take_bank", seat=4, wager="1000.00")
        assert play(house, people, {1: everybody[1], 2: everybody[2]})["bank"]["seat"] is None
        # The next round is offered from seat 2 on, whoever banked the one before; seat 4, which did, is left out.
        assert offered(people) == (2, [2])
        people[2].do("7", "pass_bank", seat=2)
        assert offered(people) == (1, [1])
    assert audit(sqlite_url, workers=1).clean


def test_whoever_wagers_passes_the_bank_and_whoever_takes_it_covers_what_lies_there(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", TILES, BANKING)) as house:
        people = sat(house, {1: "ann", 2: "bob"})
        play(house, people, {seat: {"pai_gow": "20"} for seat in people})
        people[1].do("7", "bet", seat=1, wagers={"pai_gow": "300"})
        assert offered(people) == (2, [2])
        assert "come to $300.00" in people[2].refused("7", "take_bank", seat=2, wager="100.00")["detail"]
        people[2].do("7", "take_bank", seat=2, wager="400.00")
        assert people[1].get("/tables/7")["seats"][0]["placed"] == {"pai_gow": "300"}
        view = play(house, people, {})
        assert {row["wager"] for row in view["round"]["settlements"]} == {"pai_gow"}
    assert audit(sqlite_url, workers=1).clean


def two_rounds(house: Served, people: dict[int, Client], banker: int) -> None:
    people[banker].do("7", "take_bank", seat=banker, wager="1000.00")
    for _ in range(2):
        play(house, people, {seat: {"base": "20"} for seat in people if seat != banker})


def test_after_two_rounds_a_player_dealers_position_is_offered_clockwise(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", CARDS, {"schedule_option": 2})) as house:
        people = sat(house, {2: "ann", 4: "bob", 6: "cho"})
        assert offered(people) == (None, [2, 4, 6])  # of a new game the rulebook does not say who banks first
        two_rounds(house, people, 4)
        assert offered(people) == (6, [4, 6])
        assert people[2].refused("7", "take_bank", seat=2, wager="500.00")["detail"] == (
            "the bank is offered to seat 6 first"
        )
        people[6].do("7", "pass_bank", seat=6)
        people[2].do("7", "take_bank", seat=2, wager="500.00")
        assert people[2].get("/tables/7")["bank"]["seat"] == 2
    assert audit(sqlite_url, workers=1).clean


def test_a_position_that_was_given_up_is_offered_round_again_when_everybody_passed(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", CARDS, {"schedule_option": 2})) as house:
        people = sat(house, {2: "ann", 4: "bob"})
        two_rounds(house, people, 2)
        people[2].do("7", "pass_bank", seat=2)
        assert offered(people) == (4, [4])
        assert "has passed the bank" in people[2].refused("7", "take_bank", seat=2, wager="500.00")["detail"]
        people[4].do("7", "pass_bank", seat=4)
        assert offered(people) == (4, [4])
        people[4].do("7", "take_bank", seat=4, wager="500.00")
    assert audit(sqlite_url, workers=1).clean


def test_the_dealer_passes_the_bank_for_a_seat_that_is_silent(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", TILES, BANKING)) as house:
        people = sat(house, {1: "ann", 2: "bob"})
        play(house, people, {seat: {"pai_gow": "20"} for seat in people})
        assert people[2].refused("7", "pass_bank", seat=1)["status"] == 403
        house.client("dee").do("7", "pass_bank", seat=1)
        people[2].do("7", "take_bank", seat=2, wager="500.00")
        for somebody in ("dee", "floor", "system"):  # nobody takes from a player the bank that is theirs
            assert "gives it up itself" in house.client(somebody).refused("7", "pass_bank", seat=2)["detail"]
        assert people[1].get("/tables/7")["bank"]["seat"] == 2
    assert audit(sqlite_url, workers=1).clean


def test_where_time_to_bet_is_limited_a_silent_seat_passes_the_bank_when_it_is_over(sqlite_url: str) -> None:
    pace = Pace(betting=0.3)
    with served(sqlite_url, lambda house: house.open_table("7", TILES, BANKING, pace=pace)) as house:
        people = sat(house, {1: "ann", 2: "bob"})
        play(house, people, {seat: {"pai_gow": "20"} for seat in people})
        with people[2].watch("7") as socket:
            socket.until(lambda view: view["bank"]["offered_first"] == 2, timeout=10)


def test_a_bank_that_was_taken_before_there_was_an_order_replays(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter = LiveTable.enter

    def as_before(live: LiveTable, batch: Any, kind: str, body: dict[str, Any], *rest: Any) -> Any:
        return enter(live, batch, kind, {key: value for key, value in body.items() if key != "passed"}, *rest)

    with served(sqlite_url, lambda house: house.open_table("7", TILES, BANKING)) as house:
        people = sat(house, {1: "ann", 2: "bob"})
        play(house, people, {seat: {"pai_gow": "20"} for seat in people})
        people[1].do("7", "pass_bank", seat=1)
        with monkeypatch.context() as before:
            before.setattr(LiveTable, "enter", as_before)
            people[2].do("7", "take_bank", seat=2, wager="500.00")
        play(house, people, {1: {"pai_gow": "20"}})
    assert audit(sqlite_url, workers=1).clean
