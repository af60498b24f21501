"""Chase the Flush at the table: what the worked examples do not show."""

import random
from typing import Any

import pytest

from pitboss import PitbossError, open_table, settle
from pitboss.rulebook import Setup, load

NAME = "massachusetts-2020/chase-the-flush"
ENTRY = {"rulebook": "massachusetts-2020", "game": "chase-the-flush"}
BETS: dict[str, Any] = {"ante": 10, "xtra_bonus": 10}
BOARD, DEALER = "9h 4h 2s Jd", "Qs 8s 3d"


def table_of(seats: dict[str, tuple[dict[str, Any], str, list[str]]], board: str, dealer: str, **more: Any) -> Any:
    rows = {seat: {"wagers": made, "cards": held, "actions": done} for seat, (made, held, done) in seats.items()}
    record = {**ENTRY, "seats": rows, "community": {"cards": board}, "dealer": {"cards": dealer}, **more}
    [(_, played)] = settle(record).rounds
    return played


def round_of(hand: str, *actions: str, board: str = BOARD, dealer: str = DEALER, **more: Any) -> Any:
    wagers = more.pop("wagers", BETS)
    return table_of({"1": (wagers, hand, list(actions))}, board, dealer, **more)


@pytest.mark.parametrize(
    ("actions", "staked"),
    [(["all_in_3x"], 3000), (["check", "all_in_2x"], 2000), (["check", "check", "all_in_1x"], 1000)],
)
def test_the_sooner_a_player_is_all_in_the_more_it_is(actions: list[str], staked: int) -> None:
    played = round_of("Ah Kh 5c", *actions)
    assert {row.wager: row.staked for row in played.settlements}["all_in"] == staked


@pytest.mark.parametrize(
    "actions", [["all_in_2x"], ["fold"], ["check", "fold"], ["check", "all_in_3x"], ["check", "check", "check"]]
)
def test_nothing_else_may_be_done_at_a_stage(actions: list[str]) -> None:
    with pytest.raises(PitbossError, match="cannot"):
        round_of("Ah Kh 5c", *actions)


def test_who_is_all_in_is_not_asked_again() -> None:
    table = open_table(NAME, seed=4)
    played = table.deal({1: BETS, 2: BETS})
    played.act("all_in_3x")
    played.act("check")
    assert [ask.seat for ask in played.asking] == [2] and len(played.hands["community"]) == 2
    played.act("all_in_2x")
    assert played.over and len(played.hands["burn"]) == 2


def test_both_first_wagers_are_needed_and_are_alike() -> None:
    for wagers in ({"ante": 10}, {"xtra_bonus": 10}, {"ante": 10, "xtra_bonus": 5}):
        with pytest.raises(PitbossError):
            round_of("Ah Kh 5c", "all_in_3x", wagers=wagers)
    options = {"xtra_bonus_amount_rule": "within_limits"}
    assert round_of("Ah Kh 5c", "all_in_3x", wagers={"ante": 10, "xtra_bonus": 5}, options=options).net[1] == 4500


@pytest.mark.parametrize(
    ("dealer", "ante"), [("8s 7s 3d", 0), ("9s 3s 7d", 1000), ("3h 2h 7d", 1000), ("5h 3h 2h", 1000)]
)
def test_the_dealer_qualifies_with_three_cards_nine_high_or_any_four(dealer: str, ante: int) -> None:
    played = round_of("Ah Kh 6h", "all_in_3x", board="8h 4h 2s Jd", dealer=dealer)
    assert {row.wager: row.net for row in played.settlements}["ante"] == ante


def test_antes_go_back_from_the_right_before_any_hand_is_looked_at() -> None:
    seats = {str(seat): (BETS, held, ["all_in_3x"]) for seat, held in ((1, "Ah Kh 5c"), (3, "Ad Kc 6c"))}
    seats["2"] = (BETS, "7c 3c 6s", ["check", "check", "fold"])
    played = table_of(seats, BOARD, "8c 7d 3s")
    told = [(event.kind, event.seat) for event in played.events if event.kind in ("settle", "reveal")]
    revealed = told.index(("reveal", None))
    assert told[:revealed] == [("settle", 2)] * 2, "the fold is collected at once"
    assert told[revealed + 1 : revealed + 4] == [("settle", 3), ("settle", 1), ("reveal", 3)]
    assert [row.net for row in played.settlements if row.wager == "ante"] == [-1000, 0, 0]


def test_a_folded_hand_is_shown_only_for_the_same_suit_bonus() -> None:
    for wagers, shown in ((BETS, False), (BETS | {"same_suit_bonus": 5}, True)):
        played = round_of("7c 3c 6s", "check", "check", "fold", wagers=wagers)
        assert any(event.kind == "reveal" and event.seat == 1 for event in played.events) == shown


def test_a_house_may_leave_the_same_suit_bonus_out() -> None:
    assert "same_suit_bonus" not in Setup.of(load(NAME), {"same_suit_bonus_offered": False}).offers


def test_the_limit_is_for_each_hand_and_cuts_the_same_suit_bonus_first() -> None:
    wagers = {"ante": 4000, "xtra_bonus": 4000, "same_suit_bonus": 100}
    played = round_of("Th 9h 8h", "all_in_3x", board="7h 6h 5h 2c", dealer="Kd Qd 3d", wagers=wagers)
    won = {row.wager: row.net for row in played.settlements}
    assert won == {"same_suit_bonus": 0, "xtra_bonus": 5_900_000, "all_in": 1_200_000, "ante": 400_000}


def test_odds_are_never_stated_with_for() -> None:
    with pytest.raises(PitbossError):
        Setup.of(load(NAME), None, {"XB-A": {"four_card_flush": "2 for 1"}})


def test_a_second_card_found_face_up_voids_all_hands() -> None:
    one = {"id": "face_up_card", "at": "flop", "card": "7c"}
    assert round_of("Ah Kh 5c", "all_in_3x", irregularities=[one]).net[1] == 5000
    two = [one, {"id": "face_up_card", "at": "river", "card": "8c"}]
    played = round_of("Ah Kh 5c", "all_in_3x", irregularities=two)
    assert played.void and played.net[1] == 0


def test_whoever_tells_of_the_cards_forfeits_and_the_others_play_on() -> None:
    seats = {"1": (BETS | {"same_suit_bonus": 5}, "Ah Kh 5c", ["check"]), "2": (BETS, "Ad Kc 6c", ["all_in_3x"])}
    calls = [{"id": "information_shared", "seat": 1, "at": "after_flop"}]
    played = table_of(seats, BOARD, DEALER, irregularities=calls)
    assert played.net[1] == -2500 and played.net[2] != 0


@pytest.mark.parametrize("call", ["community_card_exposed", "dealing_shoe_jam", "wrong_number_of_cards_dealer"])
def test_what_voids_all_hands_returns_all_wagers(call: str) -> None:
    played = round_of("Ah Kh 5c", "all_in_3x", irregularities=[{"id": call}])
    assert played.void and set(played.net.values()) == {0}


def test_rounds_at_random_come_to_every_case_of_every_wager() -> None:
    entry, rng, seen = load(NAME), random.Random(11), set()
    table = open_table(NAME, seed=5)
    for _ in range(600):
        played = table.deal({1: BETS | {"same_suit_bonus": 5}, 2: BETS})
        while played.asking:
            played.act(played.asking[0].random_answer(rng))
        seen |= {(row.wager, row.cite) for row in played.settlements}
    for wager, rule in entry.wagers.items():
        for case, ruling in rule.cases.items():
            assert isinstance(ruling, list) and (wager, ruling[1]) in seen, f"{wager}: {case}"
