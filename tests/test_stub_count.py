"""The stub, as somebody counted it: the rule says what the count means."""

from typing import Any

import pytest

from pitboss import Call, PitbossError, load, open_table, settle
from pitboss.engine.replay import Settled
from pitboss.rulebook import entry_names

COUNTED = [name for name in entry_names() if "stub_count" in load(name).irregularities]
WHOLE, DEALT = 52, 6
"""Three Card Poker for one player and the dealer."""


def counted(**count: int) -> Settled:
    record: dict[str, Any] = {
        "rulebook": "massachusetts-2020",
        "game": "three-card-poker",
        "options": {"shuffler_counts_cards": False},
        "seats": {"1": {"wagers": {"ante": 10}, "cards": "9c 9d 4h", "actions": ["play"]}},
        "dealer": {"cards": "Qs 6d 2c"},
        "irregularities": [{"id": "stub_count", **count}],
    }
    return settle(record)


def told(settled: Settled) -> list[str]:
    return [event.text for event in settled.rounds[0][1].events if event.kind in ("count", "irregularity")]


def test_a_right_count_changes_nothing() -> None:
    settled = counted(count=WHOLE - DEALT)
    assert settled.net[1] == 2000
    assert told(settled)[-1] == "46 cards are left, as many as there should be"


def test_a_wrong_count_with_every_card_there_is_a_misdeal() -> None:
    settled = counted(count=45, on_table=7)
    assert settled.net[1] == 0 and settled.rounds[0][1].void
    assert "cards were misdealt, and 52 cards are there" in told(settled)[-1]
    assert told(settled)[1] == "45 of 52 cards are left and 7 are on the table; 46 and 6 are right"


@pytest.mark.parametrize(
    "count", [{"count": 45}, {"count": 47}, {"count": 45, "on_table": 6}, {"count": 46, "on_table": 5}]
)
def test_a_wrong_count_with_cards_missing_or_too_many_is_a_wrong_deck(count: dict[str, int]) -> None:
    settled = counted(**count)
    assert settled.net[1] == 0 and settled.rounds[0][1].void
    assert "cards were not misdealt" in told(settled)[-1]
    assert any("taken out of play" in event.text for event in settled.rounds[0][1].events)


def test_a_count_is_asked_for_and_belongs_to_a_count_only() -> None:
    with pytest.raises(PitbossError, match="say how many cards are left"):
        counted()
    with pytest.raises(PitbossError, match="cannot be, out of 52"):
        counted(count=105)
    table = open_table("massachusetts-2020/three-card-poker", seed=1)
    with pytest.raises(PitbossError, match="name no count"):
        table.deal({1: {"ante": 10}}, calls=[Call("stub_count_wrong", count=40)])


def test_four_cards_are_left_at_pai_gow_poker() -> None:
    table = open_table("chapter4/pai-gow-poker", seed=1)
    played = table.deal({1: {"main": 10}}, calls=[Call("stub_count", count=5)])
    assert played.void
    assert settle(table.record().to_toml()).rounds[0][1].events == played.events


@pytest.mark.parametrize("name", COUNTED)
def test_every_stub_that_is_counted_may_be_given_as_a_count(name: str) -> None:
    rules = load(name).irregularities
    counted = rules["stub_count"].counted
    assert counted is not None
    named = {*counted.misdealt, *counted.wrong}
    assert {moment for id in named for moment in rules[id].moments} == set(rules["stub_count"].moments)
    others = {id for id in rules if id.startswith(("stub_", "leftover_"))} - {"stub_count"}
    assert others <= named
