"""Four Card Poker at the table: what the worked examples do not show."""

import random
from itertools import combinations
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss import PitbossError, settle
from pitboss.cli.app import app
from pitboss.equipment.cards import DECK, UNKNOWN, cards
from pitboss.hands.four_card import four_card_hand
from pitboss.rulebook import Setup, load

ENTRY = {"rulebook": "massachusetts-2020", "game": "four-card-poker"}
KINGS, NOTHING, TRIPS = "Ks Kh 9d 4c 2s", "Jd Tc 9h 6s 3d 2c", "8c 8d 8h 5s 2d"


def table_of(seats: dict[str, tuple[dict[str, Any], str, list[str]]], dealer: str, **more: Any) -> Any:
    rows = {seat: {"wagers": made, "cards": held, "actions": done} for seat, (made, held, done) in seats.items()}
    [(_, played)] = settle({**ENTRY, "seats": rows, "dealer": {"cards": dealer}, **more}).rounds
    return played


def round_of(wagers: dict[str, Any], hand: str, dealer: str, *actions: str, **more: Any) -> Any:
    return table_of({"1": (wagers, hand, list(actions))}, dealer, **more)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2c 2d 2h 2s 9c", "As Ks Qs Js 9c"),
        ("Ac 2c 3c 4c 9d", "Ac Ad Ah Ks 2d"),
        ("2c 2d 2h 3s 5d", "Ah Kh Qh 9h 2c"),
        ("2h 3h 4h 6h Kd", "Ac Kd Qh Js 9c"),
        ("Ac 2d 3h 4s Kd", "Ac Ad Kh Ks 9c"),
        ("3c 3d 2h 2s 9d", "Ac Ad Kh Qs 9c"),
        ("2c 2d 5h 4s 3d", "Ac Kd Qh 9s 8c"),
        ("5c 4d 3h 2s Kd", "Ac 2d 3h 4s Kd"),
        ("Kc Kd 3h 3s 9d", "Qc Qd Jh Js 9c"),
        ("Kc Kd 9h 3s 2d", "Kh Ks 8c 7d 2s"),
    ],
)
def test_four_of_a_kind_beats_a_straight_flush_three_a_flush_and_a_flush_a_straight(higher: str, lower: str) -> None:
    assert four_card_hand(cards(higher)) > four_card_hand(cards(lower))


def test_the_fifth_card_never_counts() -> None:
    assert four_card_hand(cards("As Kh 9d 5c 4s")) == four_card_hand(cards("Ad Kc 9h 5d 2c"))


def test_the_best_four_of_six_is_the_best_of_all_fours() -> None:
    rng = random.Random(4)
    for _ in range(60):
        held = rng.sample(DECK, 6)
        assert four_card_hand(held) == max(map(four_card_hand, combinations(held, 4)))


@pytest.mark.parametrize(
    ("amount", "why"), [("9", "at least \\$10"), ("31", "at most \\$30"), ("0", "more than zero"), ("x", "amount")]
)
def test_play_is_from_one_to_three_times_the_ante(amount: str, why: str) -> None:
    with pytest.raises(PitbossError, match=why):
        round_of({"ante": 10}, KINGS, NOTHING, f"play {amount}")


def test_play_without_an_amount_is_three_times_the_ante() -> None:
    assert round_of({"ante": 10}, KINGS, NOTHING, "play").net[1] == 1000 + 3000


def test_the_dealer_always_plays() -> None:
    """Nothing qualifies: a dealer with jack high loses Ante and Play to a queen."""
    assert round_of({"ante": 10}, "Qs 9h 7d 4c 2s", "Jd Tc 8h 5s 3d 2h", "play 10").net[1] == 2000


def test_one_card_of_the_dealers_is_seen_before_the_decision() -> None:
    events = round_of({"ante": 10}, KINGS, NOTHING, "play 10").view(1)
    at = next(number for number, event in enumerate(events) if event.kind == "decision")
    assert {card for event in events[:at] if event.hand == "dealer" for card in event.cards} - {UNKNOWN} == {"2c"}


@pytest.mark.parametrize(("device", "burned"), [("manual_shoe", 0), ("automated_shoe", 4), ("programmed_shuffler", 0)])
def test_the_rest_of_the_stack_with_the_card_that_is_up_is_discarded_unseen(device: str, burned: int) -> None:
    played = round_of({"ante": 10}, KINGS, NOTHING, "fold", options={"dealing_device": device})
    assert len(played.hands.get("burn", ())) == burned and len(played.hands["dealer"]) == 6


@pytest.mark.parametrize(
    ("options", "seats"),
    [({}, 8), ({"dealing_device": "manual_shoe"}, 9), ({"cover_all": True}, 6)],
)
def test_the_cards_and_cover_all_limit_the_players(options: dict[str, Any], seats: int) -> None:
    assert Setup.of(load("massachusetts-2020/four-card-poker"), options).seats == seats


def test_the_progressive_is_one_dollar_or_five() -> None:
    with pytest.raises(PitbossError, match=r"\$1\.00 or \$5\.00"):
        round_of({"ante": 10, "four_card_progressive": 2}, KINGS, NOTHING, options={"four_card_progressive": "A"})


def test_side_wagers_need_an_ante_or_aces_up() -> None:
    with pytest.raises(PitbossError, match="Ante, an Aces Up wager or both"):
        round_of({"cover_all": 5}, KINGS, NOTHING, options={"cover_all": True})


def test_a_folded_hand_makes_envious_only_when_it_is_kept_for_aces_up() -> None:
    four, options = "8s 8h 8d 8c Qd", {"four_card_progressive": "A"}
    for wagers, envy in (({"ante": 10}, 0), ({"ante": 10, "aces_up": 5}, 1000)):
        seats = {
            "1": (wagers, four, ["fold"]),
            "2": ({"ante": 10, "four_card_progressive": 1}, "Ks Jh 7d 5c 2s", ["fold"]),
        }
        assert table_of(seats, NOTHING, options=options).net[2] == -1100 + envy


def test_a_folded_hand_counts_for_cover_all_only_when_it_is_kept_for_aces_up() -> None:
    for wagers, won in (({"ante": 10}, -500), ({"ante": 10, "aces_up": 5}, 3000)):
        seats = {
            "1": (wagers, TRIPS, ["fold"]),
            "2": ({"ante": 10, "cover_all": 5}, "Ks Jh 7d 5c 2s", ["fold"]),
        }
        assert table_of(seats, "Jd Tc 9h 4s 3d 2c", options={"cover_all": True}).net[2] == -1000 + won


def test_cover_all_pays_a_royal_flush_before_four_of_a_kind() -> None:
    seats = {
        "1": ({"ante": 10, "cover_all": 5}, "As Ks Qs Js 2d", ["play 10"]),
        "2": ({"ante": 10}, "8s 8h 8d 8c Qd", ["play 10"]),
    }
    played = table_of(seats, "Td 9c 7h 4s 3d 2c", options={"cover_all": True})
    assert next(row.net for row in played.settlements if row.wager == "cover_all") == 50_000


def test_the_rule_sheet_tells_the_amounts_that_are_taken() -> None:
    shown = CliRunner().invoke(app, ["rules", "massachusetts-2020/four-card-poker"]).output
    text = " ".join(shown.split())
    assert "any amount from 1 to 3 times ante" in text and "$1.00 or $5.00" in text


@pytest.mark.parametrize(("mode", "first"), [("by_step", "1 ante"), ("by_player", "2 ante")])
def test_losers_are_collected_first_or_each_player_is_settled_in_turn(mode: str, first: str) -> None:
    """From the dealer's right: seat 2 wins and comes first, unless all losers are collected before."""
    seats = {"1": ({"ante": 10}, "Qs 9h 7d 4d 2h", ["play 10"]), "2": ({"ante": 10}, KINGS, ["play 10"])}
    played = table_of(seats, "Ad Tc 8h 5s 3d 6h", options={"settlement_mode": mode})
    row = played.settlements[0]
    assert f"{row.seat} {row.wager}" == first


def test_a_better_ante_bonus_is_taken_and_a_worse_one_refused() -> None:
    better = round_of({"ante": 10}, TRIPS, NOTHING, "play 30", pay_tables={"2": {"three_of_a_kind": "3 to 1"}})
    assert better.net[1] == 4000 + 3000
    with pytest.raises(PitbossError, match="2 to 1"):
        round_of({"ante": 10}, TRIPS, NOTHING, "play 30", pay_tables={"2": {"three_of_a_kind": "1 to 1"}})


@pytest.mark.parametrize(("option", "least"), [("four_card_reset_a", "5,000"), ("four_card_reset_b", "1,000")])
def test_the_meter_begins_with_what_the_table_asks_for(option: str, least: str) -> None:
    with pytest.raises(PitbossError, match=least):
        Setup.of(load("massachusetts-2020/four-card-poker"), {option: "999.00"})


def test_a_dealer_card_exposed_before_the_reveal_voids_what_was_folded_too() -> None:
    calls = [{"id": "dealer_card_exposed", "at": "reveal"}]
    played = round_of({"ante": 10, "aces_up": 5}, KINGS, NOTHING, "fold", irregularities=calls)
    assert played.net[1] == 0 and {row.outcome for row in played.settlements} == {"void"}
