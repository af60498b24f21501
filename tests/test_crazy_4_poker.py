"""Crazy 4 Poker at the table: what the worked examples do not show."""

from typing import Any

import pytest

from pitboss import PitbossError, settle
from pitboss.rulebook import Setup, load

ENTRY = {"rulebook": "massachusetts-2020", "game": "crazy-4-poker"}
BOTH = {"ante": 10, "super_bonus": 10}
ACES, KINGS, NOTHING, KING_HIGH = "As Ah 9d 6c 3s", "Ks Kh 9d 6c 3s", "Js Th 6d 4c 3c", "Kd Jc 8s 5h 2d"
QUADS = "7s 7h 7d 7c 2h"


def table_of(seats: dict[str, tuple[dict[str, Any], str, list[str]]], dealer: str, **more: Any) -> Any:
    rows = {seat: {"wagers": made, "cards": held, "actions": done} for seat, (made, held, done) in seats.items()}
    [(_, played)] = settle({**ENTRY, "seats": rows, "dealer": {"cards": dealer}, **more}).rounds
    return played


def round_of(wagers: dict[str, Any], hand: str, dealer: str, *actions: str, **more: Any) -> Any:
    return table_of({"1": ({**BOTH, **wagers}, hand, list(actions))}, dealer, **more)


@pytest.mark.parametrize("wagers", [{"ante": 10}, {"super_bonus": 10}, {"ante": 10, "super_bonus": 5}])
def test_ante_and_super_bonus_are_made_together_and_alike(wagers: dict[str, Any]) -> None:
    with pytest.raises(PitbossError):
        table_of({"1": (wagers, ACES, ["fold"])}, KING_HIGH)


def test_below_a_pair_of_aces_play_is_the_ante_and_no_more_nor_less() -> None:
    assert round_of({}, KINGS, KING_HIGH.replace("Kd", "Qd"), "play").net[1] == 1000
    for amount in ("5", "11"):
        with pytest.raises(PitbossError, match=r"\$10\.00"):
            round_of({}, KINGS, KING_HIGH.replace("Kd", "Qd"), f"play {amount}")


def test_a_folded_hand_need_not_be_told() -> None:
    assert table_of({"1": (BOTH, "?? ?? ?? ?? ??", ["fold"])}, KING_HIGH).net[1] == -2000


@pytest.mark.parametrize(("dealer", "net"), [("Qd Jc 8s 5h 2d", 1000), (KING_HIGH, 2000), ("Ad Jc 8s 5h 2d", 2000)])
def test_the_dealer_plays_with_king_high_or_better(dealer: str, net: int) -> None:
    assert round_of({}, "Qs Qh 9d 6c 3s", dealer, "play").net[1] == net


def test_a_fold_gives_up_every_progressive_but_not_the_envy() -> None:
    for wager, options, envy in (
        ("four_card_progressive", {"four_card_progressive": "B"}, 2500),
        ("keypad_progressive", {"keypad_progressive": True}, 1000),
        ("multi_game_link", {"multi_game_link": "PTMGL01"}, 0),
    ):
        seats = {"1": ({**BOTH, wager: 1}, NOTHING, ["fold"]), "2": ({**BOTH}, QUADS, ["play 30"])}
        assert table_of(seats, KING_HIGH, options=options).net[1] == -2100 + envy, wager


def test_a_folded_hand_makes_nobody_envious_and_does_not_count_for_cover_all() -> None:
    options = {"four_card_progressive": "A", "cover_all": True}
    seats = {
        "1": ({**BOTH, "four_card_progressive": 1, "cover_all": 5}, NOTHING, ["fold"]),
        "2": (BOTH, QUADS, ["fold"]),
    }
    assert table_of(seats, KING_HIGH, options=options).net[1] == -2000 - 100 - 500


def test_the_meter_is_read_when_a_players_turn_comes() -> None:
    """From the dealer's right: seat 2's royal flush takes all, then seat 1 a tenth of what it begins with again."""
    options, wagers = {"five_card_progressive": True}, {**BOTH, "five_card_progressive": 1}
    seats = {"1": (wagers, "5h 6h 7h 8h 9h", ["play 30"]), "2": (wagers, "As Ks Qs Js Ts", ["play 30"])}
    played = table_of(seats, "Kd Jc 9s 4d 2d", options=options, meters={"five_card": "20000.00"})
    won = {row.seat: row.net for row in played.settlements if row.wager == "five_card_progressive"}
    assert won == {2: 2_000_000 - 100, 1: 100_000 - 100} and played.meters.held["five_card"] == 900_000


def test_the_dealers_hand_pays_fixed_odds_to_each_who_wagered_on_it() -> None:
    options, wagers = {"five_card_hand_bonus": True}, {**BOTH, "five_card_hand_bonus_dealer": 2}
    seats = {"1": (wagers, NOTHING, ["fold"]), "2": (wagers, "Qs Qh 9d 6c 2s", ["fold"])}
    assert table_of(seats, "8c 8d 8h 8s 4d", options=options).net == {1: -2000 + 99_800, 2: -2000 + 99_800}


@pytest.mark.parametrize(
    ("options", "net"),
    [
        ({}, -2000 - 100 + 9900),
        ({"own_hand_bonus_survives_fold": True}, -2000 + 9900 + 9900),
        ({"dealer_hand_bonus_survives_fold": False}, -2000 - 100 - 100),
    ],
)
def test_a_house_says_which_five_card_hand_bonus_survives_a_fold(options: dict[str, Any], net: int) -> None:
    wagers = {"five_card_hand_bonus_player": 1, "five_card_hand_bonus_dealer": 1}
    chosen = {"five_card_hand_bonus": True, **options}
    assert round_of(wagers, "9s 9h 9d 4h 4s", "8c 8d 8s 4c 4d", "fold", options=chosen).net[1] == net


def test_magic_card_and_lucky_bonus_pay_on_a_losing_wager_and_on_the_dealers_hand() -> None:
    options = {"five_card_hand_bonus": True, "magic_card_bonus": True, "lucky_bonus": True}
    wagers = {"five_card_hand_bonus_player": 1, "five_card_hand_bonus_dealer": 2}
    drawn = {"magic_card": "Jc", "lucky_bonus": "dealer"}
    played = round_of(wagers, KINGS, "Qd Jc 8s 5h 2d", "play", options=options, **drawn)
    assert played.net[1] == 1000 - 100 - 200 + 2 * 2000 + 2 * 500
    assert [row.wager for row in played.settlements][-2:] == ["magic_card_dealer", "lucky_bonus_dealer"]


def test_no_magic_card_on_a_wager_that_a_fold_has_lost() -> None:
    options = {"five_card_hand_bonus": True, "magic_card_bonus": True, "lucky_bonus": True}
    drawn = {"magic_card": "Js", "lucky_bonus": "1"}
    assert round_of({"five_card_hand_bonus_player": 1}, NOTHING, KING_HIGH, "fold", options=options, **drawn).net[
        1
    ] == (-2100)


def test_a_table_has_one_four_card_progressive() -> None:
    with pytest.raises(PitbossError, match="another system"):
        Setup.of(load("massachusetts-2020/crazy-4-poker"), {"keypad_progressive": True, "four_card_progressive": "A"})


def test_who_leaves_loses_every_wager_unless_the_house_lets_the_hand_be_played_out() -> None:
    calls = [{"id": "player_leaves", "seat": 1, "at": "decide"}]
    played = table_of({"1": ({**BOTH, "queens_up": 5}, ACES, [])}, KING_HIGH, irregularities=calls)
    assert played.net[1] == -2500
    with pytest.raises(PitbossError):
        table_of({"1": (BOTH, ACES, [])}, KING_HIGH, irregularities=calls, options={"abandoned_wagers_lose": False})


def test_a_dealers_card_exposed_after_the_last_decision_voids_nothing() -> None:
    calls = [{"id": "dealer_card_exposed", "at": "settle"}]
    with pytest.raises(PitbossError):
        round_of({}, ACES, KING_HIGH, "play 30", irregularities=calls)


def test_a_player_has_one_position() -> None:
    rows = {
        seat: {"wagers": BOTH, "cards": held, "actions": ["fold"], "player": "Ann"}
        for seat, held in (("1", ACES), ("2", NOTHING))
    }
    with pytest.raises(PitbossError, match="L10729"):
        settle({**ENTRY, "seats": rows, "dealer": {"cards": KING_HIGH}})
