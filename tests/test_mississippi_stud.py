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
