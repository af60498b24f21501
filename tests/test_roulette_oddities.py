"""Roulette as people write it down: records that are odd and right, odd and wrong, and what the terminal says."""

from typing import Any

import pytest

from pitboss import Call, PitbossError, load, open_table, settle
from pitboss.cli import table_text
from pitboss.cli.visit import Visit
from pitboss.engine.replay import Settled
from pitboss.rulebook import examine
from pitboss.rulebook.check import check_house
from roulette_table import nets, spin

CHAPTER4, ONEIDA, MASSACHUSETTS = "chapter4/roulette", "oneida-2003/roulette", "massachusetts-2020/roulette"
B2B = {"b2b": True, "b2b_multipliers": {"10": 5, "25": 2}}
LADDER = {"back_to_back_offered": True}


def record(name: str, *steps: dict[str, Any], **head: Any) -> Settled:
    rulebook, game = name.split("/")
    return settle({"rulebook": rulebook, "game": game, "steps": list(steps), **head})


def bets(spin: str | list[str] | None = None, *irregularities: Any, **wagers: Any) -> dict[str, Any]:
    """A step in which seat 1 places the wagers."""
    step: dict[str, Any] = {"irregularities": list(irregularities), "seats": {"1": {"wagers": wagers}}}
    return step if spin is None else step | {"spin": spin}


def naming(irregularity: str, wager: str) -> dict[str, Any]:
    return {"id": irregularity, "seat": 1, "wager": wager}


# -- Wagers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spots", [("split 17-20", "split 20-17"), ("dozen 2", "dozen 2nd 12")])
def test_a_spot_named_twice_is_refused_and_no_chip_is_lost(spots: tuple[str, str]) -> None:
    with pytest.raises(PitbossError, match="twice; put it down once with the whole amount"):
        spin(open_table(ONEIDA), "17", dict.fromkeys(spots, 5))


def test_a_wager_of_nothing_is_none_whatever_the_procedure() -> None:
    table = open_table(CHAPTER4, {"table_min": 5, "out_of_limit_procedure": "accept"})
    with pytest.raises(PitbossError, match="a wager is more than zero"):
        spin(table, "7", {"red": 0, "odd": 5}, Call("wager_outside_limits", seat=1, wager="red"))


@pytest.mark.parametrize("procedure", ["refuse", "accept"])
def test_a_wager_within_the_limits_is_not_outside_them(procedure: str) -> None:
    table = open_table(CHAPTER4, {"out_of_limit_procedure": procedure})
    with pytest.raises(PitbossError, match=r"red of \$5.00 is within the limits"):
        spin(table, "7", {"red": 5}, Call("wager_outside_limits", seat=1, wager="red"))


def test_a_wager_outside_the_limits_may_be_named_by_its_numbers_in_any_order() -> None:
    table = open_table(CHAPTER4, {"out_of_limit_procedure": "return_excess"})
    played = spin(table, "8", {"split 8-11": 800}, Call("wager_outside_limits", seat=1, wager="split 11-8"))
    assert nets(played) == {"split 8-11": 17 * 50_000}


def test_a_late_wager_goes_back_whatever_its_amount() -> None:
    played = spin(open_table(CHAPTER4), "7", {"red": 5, "odd": 900}, Call("late_wager", seat=1, wager="odd"))
    assert nets(played) == {"odd": 0, "red": 500}


@pytest.mark.parametrize("name", [CHAPTER4, ONEIDA, MASSACHUSETTS])
def test_a_table_that_takes_no_verbal_wagers_gives_the_cash_back(name: str) -> None:
    call = Call("verbal_wager_not_taken", seat=1, wager="odd")
    wagers = {"red": 5, "odd": 10}
    assert nets(spin(open_table(name, {"verbal_cash_wagers": "refuse"}), "7", wagers, call)) == {"odd": 0, "red": 500}
    with pytest.raises(PitbossError, match='there is no irregularity "verbal_wager_not_taken"'):
        spin(open_table(name, {"verbal_cash_wagers": "accept"}), "7", wagers, call)


# -- No Spin ---------------------------------------------------------------------------------------------------------


def test_a_wager_over_the_limit_that_was_accepted_stands_over_a_no_spin() -> None:
    over = naming("wager_outside_limits", "black")
    options = {"out_of_limit_procedure": "accept"}
    settled = record(CHAPTER4, bets(None, over, "ball_floats", black=800), {"spin": "8"}, options=options)
    assert settled.net == {1: 80_000}
    assert settle(settled.table.record().to_toml()).net == {1: 80_000}
    with pytest.raises(PitbossError, match=r"\$900.00 is over the maximum"):
        record(CHAPTER4, bets(None, over, "ball_floats", black=800), bets("8", black=900), options=options)


def test_a_wager_refused_before_a_no_spin_keeps_its_own_clause() -> None:
    refused = naming("verbal_wager_not_confirmed", "black")
    [(_, played)] = record(CHAPTER4, bets("8", refused, "ball_floats", black=5, red=5)).rounds
    assert [(row.wager, row.outcome, row.cite) for row in played.settlements] == [
        ("black", "void", "§2.A.1 L256"),
        ("red", "stays", "§2.C.1.g L303; Reading A6"),
    ]


def test_a_ball_in_double_zero_may_be_called_or_written() -> None:
    for step in (bets(None, "ball_in_double_zero", red=5), bets("00", red=5)):
        settled = record(MASSACHUSETTS, step, {"spin": "9"}, options={"wheel": "double_as_single"})
        assert settled.net == {1: 500}


def test_a_misplaced_wager_does_not_hide_a_second_spin() -> None:
    with pytest.raises(PitbossError, match="gives spin once more than the rules ask for it"):
        record(CHAPTER4, bets(["7", "9"], naming("wager_misplaced", "red"), red=5))


# -- What carries over -----------------------------------------------------------------------------------------------


def test_the_prior_number_may_be_written_without_quotes() -> None:
    settled = record(MASSACHUSETTS, bets("7", b2b=5) | {"multiplier": 10}, options=B2B, carry={"prior": 7})
    assert settled.net == {1: 5000}


def test_the_multiplier_may_be_recorded_where_nobody_wagered_on_it() -> None:
    assert record(MASSACHUSETTS, bets("7", red=5) | {"multiplier": 10}, options=B2B).net == {1: 500}
    assert record(MASSACHUSETTS, bets("7", red=5), options=B2B).net == {1: 500}
    with pytest.raises(PitbossError, match="gives multiplier once more"):
        record(MASSACHUSETTS, bets("7", red=5) | {"multiplier": 10})


def test_the_reader_board_shows_a_multiplier_on_every_spin_of_a_b2b_table() -> None:
    played = open_table(MASSACHUSETTS, B2B, seed=1).deal({1: {"red": 5}})
    assert [event.kind for event in played.events][:3] == ["call", "multiplier", "spin"]
    assert "multiplier" not in [event.kind for event in open_table(MASSACHUSETTS, seed=1).deal({1: {"red": 5}}).events]


@pytest.mark.parametrize(
    ("options", "carry", "sentence"),
    [
        ({}, {"streak": {"1": 3}}, "the ladder begins again after 3 wins in a row"),
        ({"btb_same_number_required": True}, {"streak": {"1": 1}}, "give that number as carry.prior"),
        ({}, {"streak": {"1": True}}, "write how often each seat won"),
    ],
)
def test_a_streak_that_cannot_have_been_is_refused(options: Any, carry: Any, sentence: str) -> None:
    step = bets("7", red=5, **{"back_to_back 7": 1})
    with pytest.raises(PitbossError, match=sentence):
        record(CHAPTER4, step, options=LADDER | options, carry=carry)


def test_a_streak_longer_than_the_ladder_stays_at_its_top_where_the_house_says_so() -> None:
    step = bets("7", red=5, **{"back_to_back 7": 1})
    options = LADDER | {"btb_reset_after_third": False}
    assert record(CHAPTER4, step, options=options, carry={"streak": {"1": 5}}).net == {1: 1_000_500}


# -- Set-ups ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [ONEIDA, MASSACHUSETTS])
def test_what_a_zero_does_must_be_posted_even_if_the_house_left_it_to_the_default(name: str) -> None:
    _, [finding] = examine(load(name))
    assert (finding.level, finding.where) == ("notice", "option zero_rule")


def test_a_layout_with_back_to_back_and_nothing_it_can_rest_on_is_refused() -> None:
    table = {"rulebook": "chapter4", "game": "roulette", "options": LADDER}
    [report] = check_house({"tables": [{**table, "wagers": ["back_to_back"]}]})
    assert any("Back-to-Back needs at least the table minimum" in str(finding) for finding in report.refused)
    [report] = check_house({"tables": [{**table, "wagers": ["back_to_back", "red"]}]})
    assert report.legal


# -- In the terminal -------------------------------------------------------------------------------------------------


def test_wagers_on_offer_show_what_they_really_pay() -> None:
    setup = open_table(MASSACHUSETTS, B2B | {"five_adjacent": True}).setup
    assert table_text.pays_of(setup.offers["b2b"]) == "the multiplier to 1"
    assert table_text.pays_of(setup.offers["five_adjacent"]) == "35 to 1 on 1/5"


def test_the_example_of_a_wager_is_one_of_this_table() -> None:
    assert table_text.example_wager(Visit(open_table(CHAPTER4), 1, 10_000, 0)) == "straight_up 0 10"
    assert table_text.example_wager(Visit(open_table("chapter4/three-card-poker"), 1, 10_000, 0)) == "ante 10"
