"""Poker for a pot simulated at a real table: what the house takes per hand is what the analysis counts."""

import json

import pytest

from conftest import Run
from house_fixtures import dear
from pitboss.rulebook import Setup, load
from pitboss.simulation.pot import simulate_pot

HOLDEM = "california/texas-holdem"


@dear
@pytest.mark.parametrize(
    ("name", "players"), [(HOLDEM, 6), ("california/seven-card-stud", 4), ("california/big-o-high-low-split", 7)]
)
def test_played_by_the_model_the_house_takes_what_is_counted_for_the_model(name: str, players: int) -> None:
    found = simulate_pot(Setup.of(load(name)), 600, "7", players=players)
    assert found.counted is not None and found.error is not None and found.error > 0
    assert abs(float(found.per_hand - found.counted.per_hand)) < 3.5 * found.error


def test_a_rake_is_a_tenth_of_what_was_wagered_at_most() -> None:
    found = simulate_pot(Setup.of(load("chapter4/poker"), {"variant": "omaha"}), 100, "7", "random", 5)
    assert 0 < found.taken <= found.wagered / 10


@pytest.mark.parametrize(
    "variant", ["badugi", "five_card_stud", "crazy_pineapple", pytest.param("chinese_poker", marks=dear)]
)
def test_every_variant_of_chapter_4_is_dealt_by_both_policies(variant: str) -> None:
    setup = Setup.of(load("chapter4/poker"), {"variant": variant})
    for policy in ("model", "random"):
        assert simulate_pot(setup, 20, "1", policy, 4).hands == 20


def test_the_same_seed_gives_the_same_answer(pitboss: Run) -> None:
    answers = [
        pitboss("simulate", HOLDEM, "--rounds", "60", "--seed", "3", "--players", "4", "--workers", workers, "--json")[
            1
        ]
        for workers in ("1", "2")
    ]
    assert answers[0] == answers[1]
    told = json.loads(answers[0])
    assert told["strategy"] == "model" and told["players"] == 4 and told["analyze"]["per_hand_exact"]


def test_the_policy_is_said_and_both_figures_stand_side_by_side(pitboss: Run) -> None:
    code, out, err = pitboss("simulate", HOLDEM, "--rounds", "40", "--seed", "3")
    assert (code, err) == (0, "")
    told = " ".join(out.split())
    assert "40 hands of 10 players, seed 3" in told and "as the model of pitboss analyze does" in told
    assert "The house takes per hand" in told and "Standard error" in told and "pitboss analyze counts" in told
    assert "by chance" in pitboss("simulate", HOLDEM, "--rounds", "5", "--strategy", "random")[1]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--players", "11"), "11 cannot play here; it takes 2 to 10 players"),
        (("--strategy", "best"), 'there is no strategy "best"'),
        (("--wager", "pot=5"), "--wager is for games against a bank"),
        (("--session-rounds", "5"), "--session-rounds is for games against a bank"),
        (("--engine", "kernel"), "has no kernel"),
    ],
)
def test_what_a_pot_game_does_not_have_is_one_sentence(pitboss: Run, more: tuple[str, ...], sentence: str) -> None:
    code, out, err = pitboss("simulate", HOLDEM, "--rounds", "5", *more)
    assert (code, out) == (2, "") and sentence in err and err.count("\n") == 1


def test_a_number_of_players_is_for_pots(pitboss: Run) -> None:
    assert (
        "--players is for poker for a pot"
        in pitboss("simulate", "chapter4/roulette", "--rounds", "5", "--players", "3")[2]
    )


def test_a_rake_is_counted_for_the_model_and_a_simulation_comes_to_it() -> None:
    for variant, players in (("texas_holdem", 6), ("badugi", 7)):
        setup = Setup.of(load("chapter4/poker"), {"variant": variant})
        found = simulate_pot(setup, 500, "7", players=players)
        assert found.counted is not None and found.error is not None
        assert abs(float(found.per_hand - found.counted.per_hand)) < 3.5 * found.error
