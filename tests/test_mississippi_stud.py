"""Mississippi Stud at the table: what the worked examples do not show."""

from typing import Any

import pytest

from pitboss import PitbossError, settle
from pitboss.rulebook import Setup, load

ENTRY = {"rulebook": "massachusetts-2020", "game": "mississippi-stud"}
NAME = "massachusetts-2020/mississippi-stud"


def round_of(seats: dict[int, tuple[dict[str, Any], str, list[str]]], board: str, **more: Any) -> Any:
    given = {
        str(seat): {"wagers": wagers, "actions": actions, **({"cards": hand} if hand else {})}
        for seat, (wagers, hand, actions) in seats.items()
    }
    [(_, played)] = settle({**ENTRY, "seats": given, "community": {"cards": board}, **more}).rounds
    return played


def test_every_street_is_one_two_or_three_times_the_ante() -> None:
    played = round_of({1: ({"ante": 10}, "Jh 4c", ["bet_1x", "bet_2x", "bet_3x"])}, "Jd 9s 2h")
    staked = {row.wager: row.staked for row in played.settlements}
    assert staked == {"ante": 1000, "third_street": 1000, "fourth_street": 2000, "fifth_street": 3000}
    with pytest.raises(PitbossError, match="legal"):
        round_of({1: ({"ante": 10}, "Jh 4c", ["bet_4x"])}, "Jd 9s 2h")


def test_community_cards_are_seen_one_at_a_time() -> None:
    played = round_of({1: ({"ante": 10}, "Jh 4c", ["bet_1x", "bet_1x", "bet_1x"])}, "Jd 9s 2h")
    shown = [event.cards for event in played.view(1) if event.kind == "reveal" and event.hand == "community"]
    assert shown == [("Jd",), ("Jd", "9s"), ("Jd", "9s", "2h")]


def test_cover_all_loses_when_everybody_has_folded() -> None:
    options = {"cover_all": True}
    wagers = {"ante": 10, "cover_all": 2}
    played = round_of({1: (wagers, "", ["fold"]), 2: (wagers, "", ["fold"])}, "9c 9d 9s", options=options)
    assert played.net == {1: -1200, 2: -1200}


def test_a_folded_hand_brings_nobody_envy() -> None:
    options = {"progressive": "MS-Stud-01"}
    wagers = {"ante": 10, "progressive": 1}
    stays = ["bet_1x", "bet_1x", "bet_1x"]
    seats = {1: (wagers, "Ah Kh", ["fold"]), 2: (wagers, "2c 3d", stays)}
    played = round_of(seats, "Qh Jh Th", options=options)
    assert not [row for row in played.settlements if row.wager == "progressive_envy"]


def test_a_five_dollar_table_takes_five_dollars() -> None:
    options = {"progressive": "MS-Stud-MG-02"}
    with pytest.raises(PitbossError, match="exactly"):
        round_of({1: ({"ante": 10, "progressive": 1}, "Ah Kh", ["fold"])}, "Qh Jh Th", options=options)


def test_seven_players_have_no_cover_all() -> None:
    assert Setup.of(load(NAME)).seats == 7
    assert Setup.of(load(NAME), {"cover_all": True}).seats == 6


def test_the_link_is_told_under_the_clause_of_this_game() -> None:
    table = load(NAME).pay_tables["PTMGLML01"]
    assert table.cite == "§12(i)-(k) L21864-21874; Reading 2"
    assert table.lines == load("massachusetts-2020/ultimate-texas-holdem").pay_tables["PTMGLML01"].lines


def test_information_shared_costs_the_side_wagers_too() -> None:
    options = {"three_card_bonus": "3CS-01"}
    calls = [{"id": "information_shared", "seat": 1, "at": "third_street"}]
    seats = {1: ({"ante": 10, "three_card_bonus": 5}, "Ah Kh", [])}
    played = round_of(seats, "7c 7d 7s", options=options, irregularities=calls)
    assert played.net == {1: -1500}


# -- chapter4 ---------------------------------------------------------------------------------------------------------

CHAPTER_4 = "chapter4/mississippi-stud"
DEALT = {"rulebook": "chapter4", "game": "mississippi-stud"}


def test_in_chapter_4_a_player_who_talks_loses_alone() -> None:
    stays = ["bet_1x", "bet_1x", "bet_1x"]
    seats = {1: ({"ante": 10}, "Jh 4c", ["bet_2x"]), 2: ({"ante": 10}, "Jc 4d", stays)}
    calls = [{"id": "information_shared", "seat": 1, "at": "fourth_street"}]
    assert round_of(seats, "Jd 9s 2h", **DEALT, irregularities=calls).net == {1: -3000, 2: 4000}


def test_in_chapter_4_a_community_card_shown_too_soon_voids_bets_already_made() -> None:
    calls = [{"id": "community_card_exposed", "at": "fifth_street"}]
    played = round_of({1: ({"ante": 10}, "Jh 4c", ["bet_1x", "bet_3x"])}, "Jd 9s 2h", **DEALT, irregularities=calls)
    assert {row.outcome for row in played.settlements} == {"void"} and played.net == {1: 0}


def test_in_chapter_4_each_player_has_a_limit_of_his_own() -> None:
    stays = ["bet_3x", "bet_3x", "bet_3x"]
    seats = {1: ({"ante": 30}, "9h 8h", stays), 2: ({"ante": 30}, "Kh Ah", stays)}
    played = round_of(seats, "Qh Jh Th", **DEALT, options={"min_wager": "5.00"})
    assert played.net == {1: 25_000_00, 2: 25_000_00}, "30 times 10 at 100 to 1, and at 500 to 1"


def test_in_chapter_4_only_a_shuffling_device_has_a_second_deck_and_counts() -> None:
    entry = load(CHAPTER_4)
    for option in ("second_deck", "shuffler_counts", "shuffler_loads_shoe"):
        with pytest.raises(PitbossError, match="only with a shuffling device"):
            Setup.of(entry, {option: True})
    assert "shuffler_count_wrong" not in Setup.of(entry, {"use_shuffler": True}).irregularities
    assert "shuffler_count_wrong" in Setup.of(entry, {"use_shuffler": True, "shuffler_counts": True}).irregularities


# -- California: a player banks ---------------------------------------------------------------------------------------

CARD_ROOM = "california/mississippi-stud-3-card-bonus"
BANKED = {"rulebook": "california", "game": "mississippi-stud-3-card-bonus", "bank": {"seat": 6, "wager": 100_000}}


def test_where_a_player_banks_a_fold_uses_up_his_wager_only_at_its_seats_turn() -> None:
    stays = ["bet_1x", "bet_1x", "bet_1x"]
    seats = {1: ({"ante": 40}, "9s 8d", ["fold"]), 5: ({"ante": 10}, "Ks Kd", stays)}
    played = round_of(seats, "7c 4h 2d", **{**BANKED, "bank": {"seat": 6, "wager": 50}})
    assert played.net == {5: 4000, 1: -1000, 6: -3000}, "seat 5 is paid first, and 10 are left for the fold of seat 1"


def test_whether_three_two_ace_is_a_straight_is_the_houses_choice() -> None:
    wagers = {"ante": 10, "three_card_bonus": 5}
    won = {
        (board, choice): round_of(
            {1: (wagers, "", ["fold"])}, board, **BANKED, options={"ace_in_3card_straight": choice}
        ).net[1]
        for board in ("3c 2d Ah", "3c 2c Ac", "Ac Kd Qh")
        for choice in ("both", "high_only")
    }
    assert [amount + 1000 for amount in won.values()] == [3000, -500, 200_00, 2000, 3000, 3000]


def test_a_card_room_posts_limits_within_the_range_of_its_schedule() -> None:
    entry = load(CARD_ROOM)
    flat = Setup.of(entry, {"schedule_option": 3, "flat_table_min": "10.00", "flat_table_max": "200.00"})
    assert {(flat.offers[wager].min, flat.offers[wager].max) for wager in ("ante", "three_card_bonus")} == {
        (1000, 20_000)
    }
    banded = Setup.of(entry, {"schedule_option": 9})
    assert (banded.offers["ante"].min, banded.offers["ante"].max) == (500, None)
    for option, amount in (
        ("flat_table_min", 51),
        ("flat_table_max", 99),
        ("flat_table_max", 301),
        ("banded_table_min", 26),
    ):
        with pytest.raises(PitbossError, match="rulebook"):
            Setup.of(entry, {"schedule_option": 1, option: amount})


def test_a_street_of_three_times_the_maximum_ante_is_taken() -> None:
    options = {"schedule_option": 1}
    played = round_of({1: ({"ante": 300}, "Ks Kd", ["bet_3x"] * 3)}, "7c 4h 2d", **BANKED, options=options)
    assert played.net[1] == 3000_00


def test_promotional_chips_cost_a_dollar_each_unless_the_house_goes_by_its_own_copy() -> None:
    def fees(**options: Any) -> dict[str, int]:
        seats = {"1": {"wagers": {"ante": 10}, "actions": ["fold"], "says": ["promotional_chips 3"]}}
        [(_, played)] = settle({**BANKED, "seats": seats, "options": {"schedule_option": 8, **options}}).rounds
        return {fee.what: fee.amount for fee in played.fees}

    assert fees() == {"promotional chip fee": 300, "player-dealer's collection fee": 200}
    assert fees(promotional_chip_fee=0) == {"player-dealer's collection fee": 200}
    with pytest.raises(PitbossError, match="knows no promotional chips"):
        settle(
            {**ENTRY, "seats": {"1": {"wagers": {"ante": 10}, "says": ["promotional_chips 1"], "actions": ["fold"]}}}
        )
