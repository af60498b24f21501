"""Odd turns at a craps table: changes around a No Roll, coupons, late wagers, dice ordered on, what the rows say."""

import pytest

from craps_rolls import NO_ROLL, Wagers, every_table, refused, roll, rolled, rows, table_of, up
from pitboss import Call, PitbossError
from pitboss.engine.round import Round
from pitboss.engine.table import Table

CHAPTER4, MASSACHUSETTS = "chapter4/craps", "massachusetts-2020/craps"
COUPONS = {"match_play": True}


def no_roll(table: Table, wagers: Wagers) -> Round:
    return roll(table, "4-3", wagers, calls=(NO_ROLL,))


def reasons(played: Round) -> dict[str, str]:
    return {row.wager: row.reason for row in played.settlements}


# -- Don't bets that were reduced -------------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize(("wager", "point"), [("dont_pass", None), ("dont_come", 6)])
def test_a_dont_bet_that_was_reduced_is_not_increased_again_after_no_roll(
    name: str, wager: str, point: int | None
) -> None:
    table = table_of(name, point)
    no_roll(table, {wager: 20})
    no_roll(table, {wager: 10})
    refused(table, {wager: 20}, match="was reduced; it may not be increased again")
    no_roll(table, {wager: 5})
    refused(table, {wager: 10}, match="was reduced; it may not be increased again")
    roll(table, "5-4")
    assert list(up(table).values()) == [5]


@every_table
@pytest.mark.parametrize(("wager", "point"), [("dont_pass", None), ("dont_come", 6)])
def test_a_dont_bet_that_was_taken_down_is_gone_and_a_fresh_one_is_a_new_bet(
    name: str, wager: str, point: int | None
) -> None:
    table = table_of(name, point)
    no_roll(table, {wager: 20})
    no_roll(table, {wager: 10})
    no_roll(table, {wager: 0})
    no_roll(table, {wager: 30})
    assert up(table) == {wager: 30}


@every_table
def test_a_roll_that_counts_makes_way_for_a_new_dont_come(name: str) -> None:
    table = table_of(name, 6)
    no_roll(table, {"dont_come": 20})
    roll(table, "5-4", {"dont_come": 10})
    roll(table, "5-3", {"dont_come": 50})
    assert up(table) == {"dont_come 9": 10, "dont_come 8": 50}


def test_a_dont_pass_that_was_barred_lies_there_as_a_new_bet() -> None:
    table = table_of(MASSACHUSETTS)
    no_roll(table, {"dont_pass": 20})
    roll(table, "6-6", {"dont_pass": 10})
    assert rows(roll(table, "2-1", {"dont_pass": 30})) == {"dont_pass": 30}


def test_where_dont_bets_are_put_back_a_reduced_one_is_increased_before_a_come_out_roll_too() -> None:
    table = table_of(CHAPTER4, options={"dont_replace_after_point": True})
    no_roll(table, {"dont_pass": 20})
    no_roll(table, {"dont_pass": 10})
    no_roll(table, {"dont_pass": 40})
    assert up(table) == {"dont_pass": 40}


# -- Coupons ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [5, 20])
def test_a_bet_is_not_changed_without_the_coupon_that_lies_with_it(amount: int) -> None:
    table = table_of(MASSACHUSETTS, options=COUPONS)
    no_roll(table, {"pass_line": 10, "pass_coupon": 10})
    refused(table, {"pass_line": amount}, match="Pass coupon must equal Pass Line")
    roll(table, "6-5", {"pass_line": amount, "pass_coupon": amount})


def test_a_dont_pass_reduced_with_a_point_on_takes_its_coupon_with_it() -> None:
    table = table_of(MASSACHUSETTS, options=COUPONS)
    roll(table, "5-4", {"dont_pass": 10, "dont_pass_coupon": 10})
    refused(table, {"dont_pass": 4}, match="Don't Pass coupon must equal Don't Pass")
    assert rows(roll(table, "5-2", {"dont_pass": 4, "dont_pass_coupon": 4})) == {"dont_pass": 4, "dont_pass_coupon": 4}


def test_a_coupon_that_loses_is_taken_and_costs_nothing() -> None:
    played = roll(table_of(MASSACHUSETTS, options=COUPONS), "2-1", {"pass_line": 10, "pass_coupon": 10})
    assert [(row.wager, row.outcome, row.net) for row in played.settlements] == [
        ("pass_line", "lose", -1000),
        ("pass_coupon", "lose", 0),
    ]


def test_a_coupon_goes_back_with_a_line_bet_that_is_no_wager() -> None:
    table = table_of(MASSACHUSETTS, options=COUPONS)
    late = Call("late_wager_unconfirmed", seat=1, wager="pass_line")
    assert rows(roll(table, "6-5", {"pass_line": 10, "pass_coupon": 10}, calls=(late,))) == {
        "pass_line": 0,
        "pass_coupon": 0,
    }
    no_roll(table, {"pass_line": 10, "pass_coupon": 10})
    assert rows(roll(table, "6-5", {"pass_line": 30, "pass_coupon": 30}, calls=(late,))) == {
        "pass_line": 10,
        "pass_coupon": 10,
    }


# -- Late wagers ------------------------------------------------------------------------------------------------------


def test_odds_go_back_whole_when_a_late_increase_leaves_too_little_under_them() -> None:
    table = table_of(CHAPTER4, 9, {1: {"put 6": 1}})
    late = Call("late_bet_unconfirmed", seat=1, wager="put 6")
    assert rows(roll(table, "1-1", {"put 6": 10, "put_odds 6": 20}, calls=(late,))) == {
        "put_odds 6": 0,
        "put 6": "stays",
    }
    assert rows(roll(table, "5-1")) == {"put 6": 1}


@every_table
def test_a_come_bet_in_the_box_is_named_beside_one_on_its_number(name: str) -> None:
    late = "late_wager_unconfirmed" if name == MASSACHUSETTS else "late_bet_unconfirmed"
    table = table_of(name, 6, {1: {"come 9": 10}})
    played = roll(table, "5-3", {"come": 10}, calls=(Call(late, seat=1, wager="come"),))
    assert rows(played) == {"come": 0, "come 9": "stays"}
    assert up(table) == {"come 9": 10}


# -- The dice ---------------------------------------------------------------------------------------------------------


def test_wagers_over_a_new_shooters_turn_are_made_when_the_dice_are_ordered_on() -> None:
    options = {"fire": "table_a", "bonus_craps": "paytable_1"}
    table = table_of(MASSACHUSETTS, shooter=1, options=options, come_outs=3, rolls=9)
    fire = {1: {"pass_line": 10}, 2: {"pass_line": 10, "fire": 5, "all_small": 5}}
    refused(table, fire, match="Fire Bet is made before a new shooter's first come-out roll only")
    rolled(table, "5-4", fire, calls=(Call("dice_ordered_on"),))
    assert table.carry["shooter"] == 2
    assert up(table, 2) == {"pass_line": 10, "fire": 5, "all_small": 5}


@every_table
def test_with_a_point_on_nobody_is_asked_for_a_line_bet(name: str) -> None:
    table = table_of(name, 6, {1: {"field": 10}}, shooter=1)
    refused(table, {}, "pass_dice", match='nobody else takes the dice; "another_shoots" gives them')
    table.leave(1)
    with pytest.raises(PitbossError, match='nobody else takes the dice; "another_shoots" gives them'):
        rolled(table, "4-3", {})


# -- What the rows say ------------------------------------------------------------------------------------------------


@every_table
def test_a_winning_bet_says_why_it_won(name: str) -> None:
    assert reasons(roll(table_of(name), "6-5", {"pass_line": 10})) == {"pass_line": "natural"}
    table = table_of(name, 6, {1: {"pass_line": 10, "pass_odds": 10, "place_to_win 6": 12, "hard_6": 5}})
    assert reasons(roll(table, "3-3")) == {
        "pass_line": "point made",
        "pass_odds": "point made",
        "place_to_win": "number",
        "hard_6": "hard",
    }
    played = roll(table_of(name, 6, {1: {"dont_come 9": 10, "lay 4": 20}}), "4-3")
    assert reasons(played) == {"dont_come": "seven out", "lay": "seven"}
