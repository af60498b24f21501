"""High Card Flush at the table: what the worked examples do not show."""

from typing import Any

import pytest

from pitboss import PitbossError, settle
from pitboss.rulebook import Setup, load

ENTRY = {"rulebook": "massachusetts-2020", "game": "high-card-flush"}
FOUR, NO_HAND = "6s 5s 3s 2s Kd Jh 8c", "8d 5d 2d Kc Jc Qs 9h"
SEVEN, SEVEN_TOO = "8d 7d 6d 5d 4d 3d 2d", "9h 8h 7h 6h 5h 4h 3h"


def table_of(seats: dict[str, tuple[dict[str, Any], str, list[str]]], dealer: str, **more: Any) -> Any:
    rows = {seat: {"wagers": made, "cards": held, "actions": done} for seat, (made, held, done) in seats.items()}
    [(_, played)] = settle({**ENTRY, "seats": rows, "dealer": {"cards": dealer}, **more}).rounds
    return played


def round_of(wagers: dict[str, Any], hand: str, dealer: str, *actions: str, **more: Any) -> Any:
    return table_of({"1": ({"ante": 10, **wagers}, hand, list(actions))}, dealer, **more)


@pytest.mark.parametrize(
    ("hand", "most"),
    [("6s 5s Kd Jd 8c 7c 2h", 10), (FOUR, 10), ("6s 5s 3s 2s Ks Jh 8c", 20), ("6s 5s 3s 2s Ks Js 8c", 30), (SEVEN, 30)],
)
def test_the_larger_the_flush_the_more_may_be_raised(hand: str, most: int) -> None:
    for amount in (10, most):
        round_of({}, hand, "Th 9h 4h Ad Qc Td 9c", f"raise {amount}")
    for amount in (9.99, most + 0.01):
        with pytest.raises(PitbossError, match=r"at least|at most"):
            round_of({}, hand, "Th 9h 4h Ad Qc Td 9c", f"raise {amount}")


@pytest.mark.parametrize(
    ("dealer", "net"),
    [("8d 5d 2d Kc Jc Qs 9h", 1000), ("9d 5d 2d Kc Jc Qs Th", 2000), ("5d 4d 3d 2d Kc Jc 9h", 2000)],
)
def test_the_dealer_qualifies_with_three_cards_nine_high_or_any_four(dealer: str, net: int) -> None:
    assert round_of({}, "Ks Js 8s 4s Ah 7c 6h", dealer, "raise").net[1] == net


@pytest.mark.parametrize(("tiebreak", "net"), [("card_by_card", 2000), ("top_card_only", 0)])
def test_equal_flushes_go_by_all_cards_or_by_the_highest(tiebreak: str, net: int) -> None:
    hands = "Ks 8s 7s 9d 5d 6h 2c", "Kh 8h 4h 6d Jc 3c Ts"
    assert round_of({}, *hands, "raise", options={"tiebreak": tiebreak}).net[1] == net


def test_the_higher_of_two_flushes_as_large_plays() -> None:
    assert round_of({}, "Js 8s 4s Ad 3d 2d 9c", "Kh 8h 5h Jc 3c 9d Tc", "raise").net[1] == 2000


def test_a_fold_pays_both_bonuses_at_once_before_the_dealer_is_seen() -> None:
    options = {"flush_bonus": "A", "straight_flush_bonus": "A"}
    played = round_of(
        {"flush_bonus": 5, "straight_flush_bonus": 5}, SEVEN, NO_HAND.replace("d", "s"), "fold", options=options
    )
    assert played.net[1] == -1000 + 150_000 + 4_000_000
    kinds = [(event.kind, event.hand) for event in played.events]
    paid = max(at for at, event in enumerate(played.events) if event.kind == "settle")
    assert kinds.index(("reveal", "seat 1")) < paid < kinds.index(("reveal", "dealer"))


def test_a_folded_hand_that_wins_nothing_is_not_shown() -> None:
    options = {"flush_bonus": "A"}
    played = round_of({"flush_bonus": 5}, "6s 5s Kd Jd 8c 7c 2h", "Th 9h 4h Ad Qc Td 9c", "fold", options=options)
    assert not [event for event in played.events if event.kind == "reveal" and event.hand == "seat 1"]


@pytest.mark.parametrize(
    ("cards", "shown"),
    [("6s 5s Kd Jd 8c 7c 2h", ""), ("6s Kd 5s Jd 8s 7c 2s", "6s 5s 8s 2s"), ("6s Kd 5s Jd 4s 7c 2h", "6s 5s 4s")],
)
def test_of_a_folded_hand_others_learn_the_cards_that_win_and_nothing_else(cards: str, shown: str) -> None:
    """They still decide: not what lies face down, nor how large a flush it was that is not paid."""
    wagers = {"ante": 10, "flush_bonus": 5, "straight_flush_bonus": 5}
    seats = {"1": (wagers, cards, ["fold"]), "2": ({"ante": 10}, "Qs Ts 9s 4c 3c Ah 8h", ["raise"])}
    options = {"flush_bonus": "A", "straight_flush_bonus": "A"}
    played = table_of(seats, "Th 9h 4h Ad Jc Td 9c", options=options)
    seen = [event for event in played.view(2) if event.seat == 1 and event.kind in ("reveal", "settle")]
    assert " ".join(card for event in seen for card in event.cards) == shown
    told = " ".join(event.text for event in seen if event.amount is not None and event.amount < 0)
    assert "what is not shown is not paid" in told and "card_" not in told and "flush is" not in told


def test_a_folded_hand_need_not_be_told_without_a_bonus() -> None:
    assert table_of({"1": ({"ante": 10}, "?? ?? ?? ?? ?? ?? ??", ["fold"])}, NO_HAND).net[1] == -1000


def test_a_limit_for_the_round_is_used_up_in_the_order_of_settlement() -> None:
    """A folded hand is settled first, then from the dealer's right; the Flush Bonus of each comes first."""
    options = {"flush_bonus": "A", "straight_flush_bonus": "F", "bonus_limit": "per_round"}
    options["bonus_max_aggregate"] = "9000.00"
    wagers = {"ante": 10, "flush_bonus": 5, "straight_flush_bonus": 5}
    seats = {
        "1": (wagers, "9s 8s 7s 6s 5s 4s 3s", ["raise 30"]),
        "2": (wagers, SEVEN, ["fold"]),
        "3": (wagers, SEVEN_TOO, ["raise 30"]),
    }
    played = table_of(seats, "Kc 9c 2c Ad Qd Ts Jh", options=options)
    won = {(row.seat, row.wager): row.net for row in played.settlements if "bonus" in row.wager}
    assert [won[2, name] for name in ("flush_bonus", "straight_flush_bonus")] == [150_000, 500_000]
    assert [won[3, name] for name in ("flush_bonus", "straight_flush_bonus")] == [150_000, 100_000]
    assert [won[1, name] for name in ("flush_bonus", "straight_flush_bonus")] == [0, 0]


def test_without_a_limit_nothing_is_cut() -> None:
    assert Setup.of(load("massachusetts-2020/high-card-flush")).payout_limits == ()


def test_progressive_winners_are_paid_from_the_left_by_the_houses_own_procedure() -> None:
    options = {"progressive": "A", "progressive_pay_order": "left"}
    wagers = {"ante": 10, "progressive": 1}
    six = {"1": "9h 8h 7h 6h 5h 4h Kc", "2": "8d 7d 6d 5d 4d 3d Ac"}
    seats = {seat: (wagers, hand, ["raise 30"]) for seat, hand in six.items()}
    played = table_of(seats, "Qs 7s 2s Jd 9d Tc 3c", options=options, meters={"main": "19999.52"})
    assert {row.seat: row.net for row in played.settlements if row.wager == "progressive"} == {1: 199_900, 2: 179_900}


def test_the_meters_grow_by_the_rates_of_the_table() -> None:
    for table, (main, secondary) in {"A": (24, 2), "B": (23, 2), "C": (21, 5), "D": (25, 5)}.items():
        played = round_of({"progressive": 1}, FOUR, NO_HAND, "raise", options={"progressive": table})
        assert played.meters.held == {"main": 1_000_000 + main, "secondary": secondary}


def test_the_money_of_the_secondary_meter_goes_to_the_main_one() -> None:
    meters = {"main": "12000.00", "secondary": "400.00"}
    dealer = NO_HAND.replace("d", "s")
    played = round_of({"progressive": 1}, SEVEN, dealer, "raise 30", options={"progressive": "A"}, meters=meters)
    moved = [(move.payer, move.payee, move.amount) for move in played.movements]
    assert ("meter secondary", "meter main", 40_002) in moved
    assert played.meters.held == {"main": 40_002, "secondary": 0}


def test_table_g_is_refused_until_the_licensee_has_set_its_amounts() -> None:
    options = {"straight_flush_bonus": "G"}
    with pytest.raises(PitbossError, match="has set no amounts"):
        round_of({"straight_flush_bonus": 5}, FOUR, NO_HAND, "raise", options=options)
    lines = {"S-G": {"four_card_straight_flush": "40 to 1"}}
    hand = "9s 8s 7s 6s 5s Ah 2c"
    won = round_of({"straight_flush_bonus": 5}, hand, NO_HAND, "raise", options=options, pay_tables=lines)
    assert won.net[1] == 1000 + 20_000, "five cards in sequence hold four"


def test_who_tells_of_a_hand_forfeits_every_wager() -> None:
    calls = [{"id": "information_shared", "seat": 1, "at": "decide"}]
    options = {"flush_bonus": "A"}
    played = table_of({"1": ({"ante": 10, "flush_bonus": 5}, FOUR, [])}, NO_HAND, irregularities=calls, options=options)
    assert played.net[1] == -1500


def test_odds_are_stated_with_to() -> None:
    options = {"straight_flush_bonus": "G"}
    lines = {"S-G": {"four_card_straight_flush": "40 for 1"}}
    with pytest.raises(PitbossError, match="L18378"):
        round_of({"straight_flush_bonus": 5}, FOUR, NO_HAND, "raise", options=options, pay_tables=lines)
