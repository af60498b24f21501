"""What goes wrong at a Three Card Poker table, and what each rulebook then does."""

from typing import Any

import pytest

from pitboss import Call, PitbossError, open_table
from pitboss.equipment.cards import Card
from three_card_table import BOTH, MASSACHUSETTS, ONEIDA, UNUSED, deal, nets, seat

VOIDS = [
    ("several_face_up_cards", {}),
    ("wrong_number_of_cards", {}),
    ("dealer_card_exposed", {}),
    ("automated_shoe_jam", {"dealing_method": "automated_shoe"}),
    ("stub_count_misdealt", {}),
    ("stub_count_wrong", {}),
]


@BOTH
@pytest.mark.parametrize(("irregularity", "options"), VOIDS)
def test_round_is_void_and_every_wager_returned(rulebook: str, irregularity: str, options: dict[str, Any]) -> None:
    if rulebook == MASSACHUSETTS:
        options = {"progressive": "table_1", "progressive_contribution": 10}
    table = open_table(f"{rulebook}/three-card-poker", options, seed=1)
    wagers = {"ante": 10, "pair_plus": 5} | ({"progressive": 1} if rulebook == MASSACHUSETTS else {})
    held = dict(table.meters.held)
    played = table.deal({1: wagers, 2: {"ante": 10}}, calls=[Call(irregularity)])
    assert played.over
    assert {row.outcome for row in played.settlements} == {"void"}
    assert played.net == {1: 0, 2: 0}
    assert table.meters.held == held
    assert "reshuffle" in played.after


@BOTH
@pytest.mark.parametrize("moment", ["decide", "reveal", "settle"])
def test_wrong_number_of_cards_found_later_gives_back_what_a_fold_lost(rulebook: str, moment: str) -> None:
    rows = {1: seat("9c 8d 3h", "fold", ante=10, pair_plus=5)}
    played = deal(rulebook, rows, irregularities=[{"id": "wrong_number_of_cards", "at": moment}])
    assert nets(played, 1) == {"ante": 0, "pair_plus": 0}


@BOTH
def test_card_found_face_up_is_not_used(rulebook: str) -> None:
    table = open_table(f"{rulebook}/three-card-poker", seed=5)
    played = table.deal({1: {"ante": 10}}, calls=[Call("face_up_card")])
    assert played.asking is not None
    discarded = next(event.cards[0] for event in played.events if event.kind == "discard")
    played.act("play")
    assert discarded not in [card for hand in played.hands.values() for card in hand]
    assert played.calls[0].card == discarded
    written = deal(rulebook, {1: seat(UNUSED, pair_plus=5)}, irregularities=[{"id": "face_up_card", "card": "9s"}])
    assert any(event.kind == "discard" and event.cards == (Card("9s"),) for event in written.events)
    assert nets(written, 1) == {"pair_plus": -5}


@BOTH
def test_unseen_card_drawn_in_error_is_the_next_card(rulebook: str) -> None:
    usual, mistaken = (
        open_table(f"{rulebook}/three-card-poker", seed=5).deal({1: {"pair_plus": 5}}, calls=calls)
        for calls in ([], [Call("card_drawn_in_error")])
    )
    assert mistaken.hands == usual.hands
    assert mistaken.net == usual.net


@pytest.mark.parametrize(
    ("rulebook", "irregularity", "options", "said"),
    [
        (ONEIDA, "shuffler_jam", {"shuffle": "automated"}, "reshuffled"),
        (ONEIDA, "improper_cut", {}, "cut again"),
        (ONEIDA, "shuffler_count_wrong", {"shuffle": "automated", "stub_count": "by_shuffler"}, "taken out of play"),
        (MASSACHUSETTS, "shuffler_jam", {}, "reshuffled"),
        (MASSACHUSETTS, "improper_cut", {}, "cut again"),
        (MASSACHUSETTS, "shuffler_count_wrong", {"shuffler_counts_cards": True}, "taken out of play"),
    ],
)
def test_trouble_with_the_shuffle_costs_nobody_the_round(
    rulebook: str, irregularity: str, options: dict[str, Any], said: str
) -> None:
    table = open_table(f"{rulebook}/three-card-poker", options, seed=5)
    played = table.deal({1: {"pair_plus": 5}}, calls=[Call(irregularity)])
    assert any(said in event.text for event in played.events if event.kind == "remedy")
    assert {row.outcome for row in played.settlements} <= {"win", "lose"}


@BOTH
def test_device_that_is_not_used_cannot_jam(rulebook: str) -> None:
    options = {} if rulebook == ONEIDA else {"dealing_device": "manual_shoe"}
    table = open_table(f"{rulebook}/three-card-poker", options, seed=5)
    with pytest.raises(PitbossError, match='there is no irregularity "automated_shoe_jam" here'):
        table.deal({1: {"pair_plus": 5}}, calls=[Call("automated_shoe_jam")])
