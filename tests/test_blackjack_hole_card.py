"""No view of any game of blackjack shows the hole card before its time; random play reaches what players may do."""

import random
from typing import Any

import pytest

from blackjack_variants import at_random
from dealing import deal_round, fresh_table
from pitboss.engine.round import Round
from pitboss.rulebook import Setup, load

MOST = {"surrender": True, "splits": 3, "boxes": 6}
READER, DOWN = {"second_card": "hole_down_reader"}, {"second_card": "hole_down"}
HIDDEN: list[tuple[str, dict[str, Any]]] = [
    ("chapter4/blackjack", {"surrender_allowed": True}),
    ("chapter4/blackjack", {"peek": False}),
    ("chapter4/blackjack", {"variant": "single_deck"}),
    ("chapter4/blackjack", {"variant": "switch"}),
    *(
        (f"massachusetts-2020/{game}", options)
        for game in ("blackjack", "spanish-21", "blackjack-switch", "double-attack-blackjack")
        for options in (READER, DOWN)
    ),
    ("massachusetts-2020/zappit-blackjack", {}),
    ("massachusetts-2020/free-bet-blackjack", {}),
    ("california/21st-century-blackjack", {}),
    ("california/21st-century-blackjack-5-1", {}),
    ("california/pure-21-5-blackjack", {}),
    ("california/pure-21-5-blackjack-3-to-2", {}),
]
ALWAYS_LATER = ("massachusetts-2020/blackjack", "california/blackjack-1-5-to-1")
"""Where the second card comes when the players are done."""


def second_cards(round: Round, viewer: int | str) -> tuple[list[Any], bool]:
    """The dealer's cards after the first as somebody sees them, and whether they have been turned up."""
    view = round.view(viewer)
    dealt = [card for event in view if event.kind == "deal" and event.hand == "dealer" for card in event.cards][1:]
    return dealt, any(event.kind == "reveal" and event.hand == "dealer" for event in view)


@pytest.mark.parametrize(("name", "options"), HIDDEN, ids=str)
def test_nobody_sees_the_hole_card_before_it_is_turned_up(name: str, options: dict[str, Any]) -> None:
    """Not when the dealer looks at it, not while others decide, not when insurance is settled."""
    entry, rng = load(name), random.Random(f"{name} {options}")
    sat = fresh_table(entry, Setup.of(entry, options), rng)
    questions = hidden = looked = turned_up = 0
    for _ in range(40):
        round = deal_round(sat, 3, rng, 0)
        while round is not None and round.asking:
            for viewer in (*round.seats, "table", "dealer"):
                dealt, shown = second_cards(round, viewer)
                assert shown or not any(card.known for card in dealt), (viewer, dealt)
                hidden += not shown and len(dealt) == 1
            questions += 1
            ask = rng.choice(round.asking)
            round.act(ask.random_answer(rng), ask.seat)
        if round is not None:
            looked += any(event.kind == "peek" for event in round.events)
            turned_up += second_cards(round, "table")[1]
    assert questions > 60 and hidden > questions and turned_up > 20
    assert looked or not (options == READER or "zappit" in name or "free-bet" in name)


@pytest.mark.parametrize("name", ALWAYS_LATER)
def test_a_second_card_that_comes_last_is_not_dealt_while_players_decide(name: str) -> None:
    entry, rng = load(name), random.Random(name)
    sat = fresh_table(entry, Setup.of(entry, {}), rng)
    questions = 0
    for _ in range(20):
        round = deal_round(sat, 3, rng, 0)
        while round is not None and round.asking:
            assert len(round.hands["dealer"]) <= 1
            questions += 1
            round.act(round.asking[0].random_answer(rng), round.asking[0].seat)
    assert questions > 30


# -- At random --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "wagers"),
    [
        ("chapter4/blackjack", {"surrender_allowed": True}, {"main": 10}),
        ("chapter4/blackjack", {"surrender_allowed": True, "peek": False}, {"main": 10}),
        ("massachusetts-2020/blackjack", READER | MOST, {"blackjack": 10}),
        ("massachusetts-2020/blackjack", MOST, {"blackjack": 10}),
    ],
    ids=str,
)
def test_random_play_reaches_splits_doubles_insurance_and_surrender(
    name: str, options: dict[str, Any], wagers: dict[str, int]
) -> None:
    found, rounds = at_random(name, 60, wagers, ("split",), seed=5, **options)
    main = next(iter(wagers))
    for decision in ("split", "double", "surrender", "insure", "no_insurance", "hit", "stand"):
        assert found[decision], decision
    for came_to in (
        "blackjack",
        "surrendered",
        "dealer blackjack",
        "dealer over 21",
        "tie",
        "player higher",
        "over 21",
    ):
        assert found[f"{main} {came_to}"], (came_to, found)
    assert found["insurance hole card ten"] and found["split player higher"] and found["double_down player higher"]
    assert max(len(round.hands_of(seat)) for round in rounds for seat in round.seats) == 4


def test_random_play_of_multiple_action_reaches_three_dealers_hands_splits_and_insurance() -> None:
    wagers = {f"multiple_action_{spot}": 10 for spot in (1, 2, 3)}
    found, rounds = at_random(
        "massachusetts-2020/blackjack", 40, wagers, ("split",), seed=3, multiple_action="three", boxes=6
    )
    for decision in ("split", "double", "insure", "hit", "stand"):
        assert found[decision], decision
    assert any(found[f"multiple_action_3 {came_to}"] for came_to in ("dealer higher", "player higher"))
    assert {event.hand for round in rounds for event in round.events if event.hand.startswith("dealer")} > {"dealer"}
