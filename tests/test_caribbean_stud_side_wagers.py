"""Caribbean Stud's side wagers: meters by turn and divided, envy, what a fold keeps; what the examples do not show."""

from typing import Any

import pytest

from pitboss import PitbossError, settle
from pitboss.engine.round import Round
from pitboss.equipment.cards import UNKNOWN
from pitboss.rulebook import Setup, load

EDITIONS = ["massachusetts-2014", "massachusetts-2020"]
STRAIGHT_FLUSH, ROYAL = "9d 8d 7d 6d 5d", "Ah Kh Qh Jh Th"
LOW, OTHER = "Ks Jc 8c 4h 2s", "Qs Tc 8h 3c 2c"


def round_of(rulebook: str, seats: dict[int, tuple[dict[str, int], str, str]], dealer: str, **more: Any) -> Round:
    """A round in which each seat has wagers, cards and one action."""
    record = {
        "rulebook": rulebook,
        "game": "caribbean-stud",
        "seats": {str(seat): {"wagers": w, "cards": c, "actions": [a]} for seat, (w, c, a) in seats.items()},
        "dealer": {"cards": dealer},
        **more,
    }
    [(_, played)] = settle(record).rounds
    return played


def won(played: Round, seat: int, wager: str) -> int:
    return sum(row.net for row in played.settlements if (row.seat, row.wager) == (seat, wager))


@pytest.mark.parametrize("rulebook", EDITIONS)
def test_what_the_dealers_hand_wins_is_divided_down_to_the_cent_and_the_rest_stays(rulebook: str) -> None:
    wagers = {"ante": 10, "five_card_hand_bonus_dealer": 1}
    seats = {seat: (wagers, hand, "fold") for seat, hand in ((1, LOW), (2, OTHER), (3, "As Jd 7c 5c 3s"))}
    options = {"five_card_hand_bonus": True}
    played = round_of(rulebook, seats, STRAIGHT_FLUSH, options=options, meters={"five_card": "10000.50"})
    # A tenth is $1,000.05, a third of it 333.35; nothing is left over.
    assert [won(played, seat, "five_card_hand_bonus_dealer") for seat in (1, 2, 3)] == [33_335 - 100] * 3
    played = round_of(rulebook, seats, ROYAL, options=options, meters={"five_card": "10000.50"})
    assert [won(played, seat, "five_card_hand_bonus_dealer") for seat in (1, 2, 3)] == [333_350 - 100] * 3
    played = round_of(rulebook, seats, ROYAL, options=options, meters={"five_card": "10000.01"})
    assert [won(played, seat, "five_card_hand_bonus_dealer") for seat in (1, 2, 3)] == [333_333 - 100] * 3
    assert played.meters.held["five_card"] == 1_000_000 + 2


@pytest.mark.parametrize("rulebook", EDITIONS)
def test_a_share_of_the_dealers_hand_is_read_when_the_first_of_its_bettors_is_paid(rulebook: str) -> None:
    both = {"ante": 10, "five_card_hand_bonus_player": 1}
    on_dealer = {"ante": 10, "five_card_hand_bonus_dealer": 1}
    own = "8s 7s 6s 5s 4s"
    options, meters = {"five_card_hand_bonus": True}, {"five_card": "20000.00"}
    seats = {1: (on_dealer, LOW, "fold"), 2: (on_dealer, OTHER, "fold"), 3: (both, own, "bet")}
    played = round_of(rulebook, seats, STRAIGHT_FLUSH, options=options, meters=meters)
    assert won(played, 3, "five_card_hand_bonus_player") == 200_000 - 100
    assert [won(played, seat, "five_card_hand_bonus_dealer") for seat in (1, 2)] == [90_000 - 100] * 2
    seats = {1: (both, own, "bet"), 2: (on_dealer, LOW, "fold"), 3: (on_dealer, OTHER, "fold")}
    played = round_of(rulebook, seats, STRAIGHT_FLUSH, options=options, meters=meters)
    assert [won(played, seat, "five_card_hand_bonus_dealer") for seat in (2, 3)] == [100_000 - 100] * 2
    assert won(played, 1, "five_card_hand_bonus_player") == 180_000 - 100
    assert played.meters.held["five_card"] == 1_620_000


@pytest.mark.parametrize("rulebook", EDITIONS)
def test_envy_outlives_a_fold_and_a_folded_hand_brings_none(rulebook: str) -> None:
    wagers, options = {"ante": 10, "progressive_payout": 1}, {"progressive_payout": "D"}
    seats = {1: (wagers, LOW, "fold"), 2: ({"ante": 10}, STRAIGHT_FLUSH, "bet")}
    played = round_of(rulebook, seats, "Ac Kc 9h 4d 2h", options=options)
    assert won(played, 1, "progressive_payout_envy") == 30_000  # its holder made no progressive wager
    seats[2] = ({"ante": 10}, STRAIGHT_FLUSH, "fold")
    played = round_of(rulebook, seats, "Ac Kc 9h 4d 2h", options=options)
    assert won(played, 1, "progressive_payout_envy") == 0


@pytest.mark.parametrize("rulebook", EDITIONS)
def test_only_table_d_is_offered_on_linked_games(rulebook: str) -> None:
    entry = load(f"{rulebook}/caribbean-stud")
    assert Setup.of(entry, {"progressive_linked": True, "progressive_payout": "D"})
    with pytest.raises(PitbossError, match="only pay table D"):
        Setup.of(entry, {"progressive_linked": True, "progressive_payout": "B"})
    with pytest.raises(PitbossError, match="70"):
        Setup.of(entry, {"progressive_rate": 69})


@pytest.mark.parametrize("rulebook", EDITIONS)
@pytest.mark.parametrize("method", ["manual_shoe", "automated_shoe"])
def test_the_dealers_first_card_is_seen_before_anybody_decides(rulebook: str, method: str) -> None:
    if method not in load(f"{rulebook}/caribbean-stud").options["dealing_method"].allowed:
        method = "automated_shoe_5"
    played = round_of(rulebook, {1: ({"ante": 10}, LOW, "bet")}, "Ac Kc 9h 4d 2h", options={"dealing_method": method})
    events = played.view(1)
    at = next(number for number, event in enumerate(events) if event.kind == "decision")
    seen = [card for event in events[:at] if event.hand == "dealer" for card in event.cards if card != UNKNOWN]
    assert seen == ["Ac"]
    in_rotation = method == "manual_shoe"
    assert [str(event.hand) for event in events if event.kind == "deal"][:2] == (
        ["seat 1", "dealer"] if in_rotation else ["seat 1", "seat 1"]
    )


@pytest.mark.parametrize("rulebook", EDITIONS)
def test_a_folded_hand_is_turned_up_only_for_a_wager_that_it_can_still_win(rulebook: str) -> None:
    options = {"five_card_hand_bonus": True}
    for wagers, shown in (({"ante": 10}, False), ({"ante": 10, "five_card_hand_bonus_player": 1}, True)):
        played = round_of(rulebook, {1: (wagers, LOW, "fold")}, "Ac Kc 9h 4d 2h", options=options)
        assert any(event.kind == "reveal" and event.hand == "seat 1" for event in played.events) is shown


# -- Oneida -----------------------------------------------------------------------------------------------------------

NO_HAND = "Kd Qc 9c 5d 3c"
ROYALS = ("As Ks Qs Js Ts", ROYAL)


def oneida(seats: dict[int, str], **more: Any) -> Round:
    wagers = {"ante": 10, "progressive_payout": 1}
    options = {"progressive": True, "progressive_reset": "10000.00"}
    found = {seat: (wagers, hand, "bet") for seat, hand in seats.items()}
    return round_of("oneida-2003", found, NO_HAND, options=options, **more)


def test_royal_flushes_share_alike_and_an_odd_cent_stays_on_the_meter() -> None:
    played = oneida({1: ROYALS[0], 2: ROYALS[1]}, meters={"progressive": "59999.51"})
    assert [won(played, seat, "progressive_payout") for seat in (1, 2)] == [3_000_000 - 100] * 2
    assert played.meters.held["progressive"] == 1_000_000 + 1


def test_a_straight_flush_between_two_royals_takes_a_tenth_of_the_reset_meter() -> None:
    hands = {1: ROYALS[0], 2: "Td 9d 8d 7d 6d", 3: ROYALS[1]}
    played = oneida(hands, meters={"progressive": "59999.25"})
    assert [won(played, seat, "progressive_payout") for seat in (1, 2, 3)] == [2_999_900, 99_900, 2_999_900]
    hands = {1: ROYALS[0], 2: ROYALS[1], 3: "Td 9d 8d 7d 6d"}
    played = oneida(hands, meters={"progressive": "59999.25"})
    assert [won(played, seat, "progressive_payout") for seat in (1, 2, 3)] == [2_699_900, 2_699_900, 599_900]


def test_a_fixed_amount_for_the_straight_flush_leaves_the_meter_alone() -> None:
    tables = {"T2": {"straight_flush": "$5,000"}}
    played = oneida({1: "Td 9d 8d 7d 6d"}, meters={"progressive": "20000.00"}, pay_tables=tables)
    assert won(played, 1, "progressive_payout") == 500_000 - 100
    assert played.meters.held["progressive"] == 2_000_025
    with pytest.raises(PitbossError, match="no less than 10% of progressive"):
        oneida({1: "Td 9d 8d 7d 6d"}, pay_tables={"T2": {"straight_flush": "5% of progressive"}})


@pytest.mark.parametrize(("turned_up", "seats"), [(True, [2, 1]), (False, [1])])
def test_against_no_hand_the_casino_turns_up_all_hands_or_only_those_with_a_progressive(
    turned_up: bool, seats: list[int]
) -> None:
    wagers = {1: {"ante": 10, "progressive_payout": 1}, 2: {"ante": 10}}
    options = {"progressive": True, "turn_up_players_cards": turned_up}
    hands = {1: (wagers[1], LOW, "bet"), 2: (wagers[2], "Jd Td 7c 4c 2d", "bet")}
    played = round_of("oneida-2003", hands, NO_HAND, options=options)
    assert [event.seat for event in played.events if event.kind == "reveal" and event.seat] == seats
    played = round_of("oneida-2003", hands, "Ad Kc 9c 5d 3c", options=options)
    assert [event.seat for event in played.events if event.kind == "reveal" and event.seat] == [2, 1]


def test_losers_are_collected_before_winners_are_paid() -> None:
    hands = {1: ({"ante": 10}, "Qs Qd 8c 5h 2d", "bet"), 2: ({"ante": 10}, "As Js 7c 4c 2h", "bet")}
    played = round_of("oneida-2003", hands, "Ah Kc 9c 5d 3c")
    assert [(row.seat, row.outcome) for row in played.settlements] == [(2, "lose")] * 2 + [(1, "win")] * 2
    hands = {1: hands[2], 2: hands[1]}
    played = round_of("oneida-2003", hands, "Ah Kc 9c 5d 3c")
    assert [(row.seat, row.outcome) for row in played.settlements] == [(1, "lose")] * 2 + [(2, "win")] * 2


def test_the_floor_of_the_limit_goes_with_the_odds_and_the_minimum() -> None:
    entry = load("oneida-2003/caribbean-stud")
    assert Setup.of(entry, {"bet_payout_limit": "5000.00", "ante_min": "24.00"})
    assert Setup.of(entry, {"bet_payout_limit": "5025.00", "ante_min": "25.00"})
    for limit, least in (("4999.99", None), ("5024.99", "25.00")):
        with pytest.raises(PitbossError, match="5,0"):
            Setup.of(entry, {"bet_payout_limit": limit, "ante_min": least})
    with pytest.raises(PitbossError, match="10,025.00"):
        Setup.of(entry, {"bet_payout_limit": "5025.00", "ante_min": "25.00"}, {"T1": {"royal_flush": "200 to 1"}})
