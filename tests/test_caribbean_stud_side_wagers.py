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
