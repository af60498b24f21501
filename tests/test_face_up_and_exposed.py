"""Cards found face up one after the other, and a dealer's card exposed too soon or when all had decided."""

from typing import Any

import pytest

from pitboss import Call, open_table, settle

HOLDEM = "massachusetts-2020/ultimate-texas-holdem"
BOARD = "Td 8s 3c 2h 5d"


def record(actions: list[str], *calls: dict[str, Any], **more: Any) -> dict[str, Any]:
    wagers = {"ante": 10, "blind": 10, "trips": 5}
    return {
        "rulebook": "massachusetts-2020",
        "game": "ultimate-texas-holdem",
        "seats": {"1": {"wagers": wagers, "cards": "Ah Ac", "actions": actions}},
        "dealer": {"cards": "Kd 7c"},
        "community": {"cards": BOARD},
        "irregularities": list(calls),
        **more,
    }


@pytest.mark.parametrize("moment", ["flop", "after_flop", "river", "after_river", "reveal"])
def test_a_dealers_card_exposed_when_all_have_made_play_voids_nothing(moment: str) -> None:
    exposed = {"id": "dealer_card_exposed", "at": moment}
    assert settle(record(["play_4x"], exposed)).net == settle(record(["play_4x"])).net == {1: 3500}


def test_a_dealers_card_exposed_when_all_have_folded_or_made_play_voids_nothing() -> None:
    exposed = {"id": "dealer_card_exposed", "at": "reveal"}
    fold = ["check", "check", "fold"]
    assert settle(record(fold, exposed)).net == settle(record(fold)).net == {1: -2500}
    play = ["check", "check", "play_1x"]
    assert settle(record(play, exposed)).net == settle(record(play)).net


def test_a_dealers_card_exposed_while_one_player_has_to_decide_voids_all_hands() -> None:
    raw = record(["play_4x"], {"id": "dealer_card_exposed", "at": "river"})
    raw["seats"]["2"] = {"wagers": {"ante": 10, "blind": 10}, "cards": "Qs Qd", "actions": ["check", "check", "fold"]}
    settled = settle(raw)
    assert settled.net == {1: -500, 2: 0}
    raw["irregularities"] = [{"id": "dealer_card_exposed", "at": "after_river", "after": 2}]
    assert settle(raw).net == {1: -500, 2: 0}


@pytest.mark.parametrize(
    ("first", "second", "net"),
    [("deal", "deal", 0), ("deal", "flop", -5), ("deal", "river", -5), ("flop", "flop", -5), ("flop", "river", -5)],
)
def test_a_second_card_found_face_up_at_ultimate_holdem_voids_all_hands_and_spares_trips_later(
    first: str, second: str, net: int
) -> None:
    calls = [{"id": "face_up_card", "card": card, "at": at} for card, at in (("9s", first), ("9d", second))]
    settled = settle(record(["check", "play_2x"], *calls))
    assert settled.net == {1: net * 100}
    outcomes = {row.wager: row.outcome for row in settled.rounds[0][1].settlements}
    assert outcomes["ante"] == outcomes["blind"] == "void"
    assert "reshuffle" in settled.rounds[0][1].after


def test_one_card_found_face_up_at_ultimate_holdem_is_only_discarded() -> None:
    call = {"id": "face_up_card", "card": "9s", "at": "river"}
    assert settle(record(["play_4x"], call)).net == settle(record(["play_4x"])).net


def test_cards_found_face_up_at_a_live_table_are_on_nobodys_board() -> None:
    table = open_table(HOLDEM, seed=11)
    wagers = {1: {"ante": 10, "blind": 10, "trips": 5}}
    calls = [Call("face_up_card", at="flop"), Call("face_up_card", at="flop")]
    played = table.deal(wagers, calls=calls)
    played.act("check")
    assert played.over
    assert [call.id for call in played.calls] == ["face_up_card", "several_face_up_cards_later"]
    found = [card for event in played.events if event.kind == "discard" for card in event.cards]
    assert len(found) == 2
    assert not set(found) & set(played.hands["community"])
    assert settle(table.record().to_toml()).rounds[0][1].events == played.events
