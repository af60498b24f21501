"""What goes wrong at a Three Card Poker table, and what each rulebook then does."""

from typing import Any

import pytest

from pitboss import Call, PitbossError, open_table, settle
from pitboss.equipment.cards import Card
from three_card_table import BOTH, CHAPTER4, MASSACHUSETTS, ONEIDA, UNUSED, deal, nets, seat

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
    assert played.asking
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


@BOTH
def test_a_second_card_found_face_up_voids_the_round(rulebook: str) -> None:
    table = open_table(f"{rulebook}/three-card-poker", seed=5)
    played = table.deal({1: {"ante": 10}}, calls=[Call("face_up_card"), Call("face_up_card")])
    assert played.over and played.net == {1: 0}
    assert [call.id for call in played.calls] == ["face_up_card", "several_face_up_cards"]
    assert settle(table.record().to_toml()).rounds[0][1].events == played.events


@BOTH
def test_a_card_found_face_up_is_dealt_to_nobody(rulebook: str) -> None:
    with pytest.raises(PitbossError, match="9s is dealt 2 times; the cards in play hold it once"):
        deal(rulebook, {1: seat("9s 8d 2c", pair_plus=5)}, irregularities=[{"id": "face_up_card", "card": "9s"}])


@BOTH
def test_an_irregularity_that_misdeals_nothing_excuses_no_fourth_card(rulebook: str) -> None:
    with pytest.raises(PitbossError, match="for seat 1 the record gives 1 card more than the rules deal"):
        deal(rulebook, {1: seat("9s 8d 2c Kh", pair_plus=5)}, irregularities=["card_drawn_in_error"])


def test_a_joker_is_no_card_of_this_game() -> None:
    with pytest.raises(PitbossError, match="Xr is not among the cards in play"):
        deal(ONEIDA, {1: seat("Xr 8d 2c", pair_plus=5)})


@pytest.mark.parametrize("when", [{"at": "decide", "after": 2}, {"after": 2}])
def test_an_irregularity_that_never_struck_is_not_passed_over(when: dict[str, Any]) -> None:
    rows = {1: seat("9c 8d 3h", "play", ante=10), 2: seat("Kh 9d 4c", "play", ante=10)}
    call = {"id": "wrong_number_of_cards_player", "seat": 1, **when}
    with pytest.raises(PitbossError, match="wrong_number_of_cards_player: its moment never came"):
        deal(CHAPTER4, rows, "Qd 9s 3s", irregularities=[call])


@pytest.mark.parametrize("action", ["play", "fold"])
@pytest.mark.parametrize("moment", ["decide", "reveal", "settle"])
def test_a_misdealt_player_gets_everything_back_whenever_it_is_found(action: str, moment: str) -> None:
    rows = {1: seat("9c 9d 3h 2h", action, ante=10, pair_plus=5), 2: seat("Kh 9h 4c", "play", ante=10)}
    call = {"id": "wrong_number_of_cards_player", "seat": 1, "at": moment}
    played = deal(CHAPTER4, rows, "Jd 9s 3s", irregularities=[call])
    assert set(nets(played, 1).values()) == {0}
    assert nets(played, 2) == {"ante": 10, "play": 0}


@pytest.mark.parametrize(("voids", "net"), [(True, 0), (False, 10)])
def test_a_shuffle_machine_that_malfunctions_voids_the_hand_where_the_house_says_so(voids: bool, net: int) -> None:
    rows = {1: seat("Kc 8d 7h", "play", ante=10)}
    options = {"use_shuffler": True, "void_on_malfunction": voids}
    played = deal(CHAPTER4, rows, "Qs 6d 2c", options=options, irregularities=["shuffle_machine_malfunction"])
    assert played.net == {1: net * 100}


def test_a_machine_that_jams_on_the_dealers_stack_voids_the_round() -> None:
    options = {"dealer_stack_timing": "after_players"}
    table = open_table("massachusetts-2020/three-card-poker", options, seed=5)
    played = table.deal({1: {"ante": 10}})
    played.call(Call("automated_shoe_jam"))
    played.act("fold")
    assert played.net == {1: 0} and played.void


LATE = {"dealer_stack_timing": "after_players"}


def test_a_card_is_found_face_up_when_the_dealers_stack_comes_after_the_players() -> None:
    name = f"{MASSACHUSETTS}/three-card-poker"
    played = open_table(name, LATE, seed=5).deal({1: {"ante": 10}}, calls=[Call("face_up_card", at="reveal")])
    assert not played.calls
    played.act("play")
    assert [call.at for call in played.calls] == ["reveal"]
    assert any(event.kind == "discard" for event in played.events)
    twice = open_table(name, LATE, seed=5).deal(
        {1: {"ante": 10}}, calls=[Call("face_up_card", at="deal"), Call("face_up_card", at="reveal")]
    )
    twice.act("play")
    assert {row.outcome for row in twice.settlements} == {"void"}
    with pytest.raises(PitbossError, match="happens at deal, not at reveal"):
        open_table(name, seed=5).deal({1: {"ante": 10}}, calls=[Call("face_up_card", at="reveal")])
