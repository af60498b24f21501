"""Caribbean Stud at the table: what the worked examples do not show."""

from typing import Any

import pytest

from pitboss import PitbossError, settle
from pitboss.equipment.cards import UNKNOWN
from pitboss.rulebook import Setup, load

ENTRY = {"rulebook": "chapter4", "game": "caribbean-stud"}
FLUSH, NOTHING = "Kh Jh 8h 5h 2h", "Kd Qs 9c 6h 2c"


def round_of(wagers: dict[str, Any], hand: str, dealer: str, *actions: str, **more: Any) -> Any:
    seats = {"1": {"wagers": wagers, "cards": hand, "actions": list(actions)}}
    [(_, played)] = settle({**ENTRY, "seats": seats, "dealer": {"cards": dealer}, **more}).rounds
    return played


def test_a_double_bet_is_twice_the_ante() -> None:
    played = round_of({"ante": 15}, FLUSH, NOTHING, "play")
    assert [(row.wager, row.staked) for row in played.settlements] == [("ante", 1500), ("double_bet", 3000)]


def test_a_hand_that_is_not_announced_wins_no_progressive_where_that_is_required() -> None:
    options = {"progressive_claim_required": True}
    wagers = {"ante": 10, "progressive": 1}
    silent = round_of(wagers, FLUSH, NOTHING, "play", "say_nothing", options=options)
    told = round_of(wagers, FLUSH, NOTHING, "play", "announce", options=options)
    assert silent.net[1] == 1000 - 100 and told.net[1] == 1000 + 4900


def test_awards_take_a_meter_below_its_seed_and_nothing_raises_it() -> None:
    played = round_of({"ante": 10, "progressive": 1}, "7c 7d 7h 7s 2d", NOTHING, "play")
    assert played.meters.held["progressive"] == 1_000_050 - 50_000


def test_a_meter_that_holds_too_little_pays_what_it_has_and_the_house_the_rest() -> None:
    played = round_of({"ante": 10, "progressive": 1}, FLUSH, NOTHING, "play", meters={"progressive": "20.00"})
    assert played.net[1] == 1000 + 4900 and played.meters.held["progressive"] == 0


def test_a_win_without_a_pair_pushes_where_the_house_says_so() -> None:
    options = {"high_card_win_pays": "push"}
    played = round_of({"ante": 10}, "As Kd Qc 7h 2d", "Ah Kc Jd 9s 4c", "play", options=options)
    assert [row.outcome for row in played.settlements] == ["win", "push"]


def test_one_card_of_the_dealers_is_seen_where_the_house_exposes_it() -> None:
    seen = {}
    for exposed in (False, True):
        options = {"dealer_card_exposed": exposed}
        played = round_of({"ante": 10}, FLUSH, NOTHING, "play", options=options)
        events = played.view(1)
        at = next(number for number, event in enumerate(events) if event.kind == "decision")
        seen[exposed] = {card for event in events[:at] if event.hand == "dealer" for card in event.cards} - {UNKNOWN}
    assert seen == {False: set(), True: {"Kd"}}


def test_a_token_is_worth_what_the_house_says_and_adds_fifty_cents_all_the_same() -> None:
    options = {"progressive_token_value": "5.00"}
    played = round_of({"ante": 10, "progressive": 5}, NOTHING, FLUSH, "fold", options=options)
    assert played.meters.held["progressive"] == 1_000_050 and played.net[1] == -1500
    with pytest.raises(PitbossError, match="5.00"):
        round_of({"ante": 10, "progressive": 1}, NOTHING, FLUSH, "fold", options=options)


def test_without_a_table_maximum_nothing_is_cut() -> None:
    assert Setup.of(load("chapter4/caribbean-stud")).payout_limits == ()
    played = round_of({"ante": 50}, "9s 8s 7s 6s 5s", "Ad Ks 9h 6c 3h", "play")
    assert played.net[1] == 5000 + 500_000
