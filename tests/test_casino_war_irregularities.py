"""What can go wrong at Casino War, and what is then done."""

import pytest

from pitboss import Call, PitbossError, open_table, settle
from war_table import CALIFORNIA, CHAPTER4, MASSACHUSETTS, NO_TIE_WAGER, outcomes, seat, settled, until_tied


def test_two_cards_face_up_in_the_original_deal_void_everything() -> None:
    calls = [Call("face_up_card"), Call("face_up_card")]
    played = open_table(MASSACHUSETTS, seed=1).deal({1: {"initial": 10, "tie_original": 5}}, calls=calls)
    assert played.over and played.net == {1: 0}
    assert {row.outcome for row in played.settlements} == {"void"}
    assert "reshuffle" in played.after
    assert "seat 1" not in played.hands


def test_two_cards_face_up_in_the_war_deal_do_not_reopen_what_the_original_deal_decided() -> None:
    played = settled(
        MASSACHUSETTS,
        {
            1: seat({"initial": 10, "tie_original": 2, "progressive": 5}, "8s", "war", "tie_war 5"),
            2: seat({"initial": 10, "tie_original": 2, "progressive": 5}, "Ks"),
            3: seat({"initial": 10, "progressive": 5}, "8s", "surrender"),
        },
        "8s",
        options={"progressive": True},
        irregularities=[{"id": "several_face_up_cards", "at": "war_deal"}],
    )
    assert outcomes(played, 1) == {
        "tie_original": ("win", 20_00),
        "initial": ("void", 0),
        "war": ("void", 0),
        "tie_war": ("void", 0),
        "progressive": ("void", 0),
    }
    assert outcomes(played, 2) == {
        "initial": ("win", 10_00),
        "tie_original": ("lose", -2_00),
        "progressive": ("lose", -5_00),
    }
    assert outcomes(played, 3) == {"initial": ("lose", -5_00), "progressive": ("win", 70_00)}
    assert "reshuffle" in played.after and "war_burn" not in played.hands


@pytest.mark.parametrize(("voids", "war"), [(True, ("void", 0)), (False, ("lose", -10_00))])
def test_a_shuffle_machine_that_fails_in_the_war_deal_voids_the_war_alone(voids: bool, war: tuple[str, int]) -> None:
    played = settled(
        CHAPTER4,
        {1: seat({"initial": 10, "tie": 5}, "8s 4c", "war"), 2: seat({"initial": 10}, "Ks")},
        "8d 9h",
        options={"use_shuffler": True, "void_on_malfunction": voids},
        irregularities=[{"id": "shuffle_machine_malfunction", "at": "war_deal"}],
    )
    assert outcomes(played, 1) == {"tie": ("win", 50_00), "initial": war, "war": war}
    assert outcomes(played, 2) == {"initial": ("win", 10_00)}
    assert ("reshuffle" in played.after) is voids


def test_one_card_face_up_is_not_used() -> None:
    played = settled(
        MASSACHUSETTS,
        {1: seat({"initial": 10}, "8s Jc", "war", NO_TIE_WAGER)},
        "8d 6h",
        irregularities=[{"id": "face_up_card", "card": "Ah", "at": "war_deal"}],
    )
    assert played.net == {1: 10_00}
    assert [event.cards for event in played.events if event.kind == "discard"] == [("Ah",)]


def test_a_player_without_a_card_gets_back_every_wager_and_no_card() -> None:
    table = open_table(MASSACHUSETTS, {"progressive": True}, seed=1)
    wagers = {1: {"initial": 10}, 2: {"initial": 10, "tie_original": 5, "progressive": 5}}
    played = table.deal(wagers, calls=[Call("no_card_dealt", seat=2)])
    assert "seat 2" not in played.hands and "seat 1" in played.hands
    assert {row.outcome for row in played.settlements if row.seat == 2} == {"void"}


@pytest.mark.parametrize(("choice", "net"), [("stay", 10_00), ("leave", 0)])
def test_a_player_whose_card_was_delivered_incorrectly_may_leave_the_hand(choice: str, net: int) -> None:
    played = settled(
        MASSACHUSETTS,
        {1: seat({"initial": 10}, "Ks", choice), 2: seat({"initial": 10}, "4s")},
        "9d",
        irregularities=[{"id": "card_delivered_incorrectly", "seat": 1}],
    )
    assert played.net == {1: net, 2: -10_00}


def test_leaving_a_war_takes_back_only_what_is_not_decided() -> None:
    played = settled(
        MASSACHUSETTS,
        {1: seat({"initial": 10, "tie_original": 2}, "8s 4c", "war", "tie_war 5", "leave")},
        "8d 9h",
        irregularities=[{"id": "card_delivered_incorrectly", "seat": 1, "card": "Qh", "at": "war_compare"}],
    )
    assert outcomes(played) == {
        "tie_original": ("win", 20_00),
        "initial": ("void", 0),
        "war": ("void", 0),
        "tie_war": ("void", 0),
    }
    assert [event.cards for event in played.events if event.kind == "discard"] == [("Qh",)]


def test_a_burned_card_counts_among_the_cards_of_the_shoe() -> None:
    row = seat({"initial": 10}, "Ks", "stay")
    kings = {n: seat({"initial": 10}, "Ks") for n in range(2, 7)}
    calls = [{"id": "card_delivered_incorrectly", "seat": 1, "card": "Ks"}]
    with pytest.raises(PitbossError, match="Ks is dealt 7 times; the cards in play hold it 6 times"):
        settled(MASSACHUSETTS, {1: row, **kings}, "9d", irregularities=calls)


@pytest.mark.parametrize(("moment", "hand"), [("shuffle", "burn"), ("war_deal", "war_burn")])
def test_a_forgotten_burn_is_not_made_up_for(moment: str, hand: str) -> None:
    table = open_table(MASSACHUSETTS, seed=2)
    calls = [Call("burn_forgotten", at=moment)]
    wagers = {n: {"initial": 10} for n in range(1, 8)}
    played = table.deal(wagers, calls=calls) if moment == "shuffle" else until_tied(table, wagers, calls=calls)
    while played.asking:
        played.act(played.asking[0].names[0])
    assert any(event.kind == "irregularity" for event in played.events)
    assert hand not in played.hands
    assert settle(table.record().to_toml()).rounds[-1][1].events == played.events


def test_a_touched_card_changes_nothing() -> None:
    row = seat({"base": 20, "tie": 5}, "Ks")
    plain = settled(CALIFORNIA, {1: row}, "9d")
    called = settled(CALIFORNIA, {1: row}, "9d", irregularities=[{"id": "card_touched", "seat": 1}])
    assert called.settlements == plain.settlements
    assert [event.text for event in called.events if event.kind == "remedy"] == [
        "it is not allowed and changes nothing"
    ]
