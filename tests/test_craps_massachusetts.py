"""Massachusetts craps: wagers over many rolls, changes of shooter, and rolls without a line bet."""

from collections.abc import Mapping
from typing import Any

import pytest

from craps_table import ANOTHER, roll, rolls, rows, table_with
from pitboss import Call, PitbossError
from pitboss.engine.round import Round
from pitboss.engine.table import Table

FIRE, HOT, BONUS = {"fire": "table_a"}, {"hot_roller": "paytable_a"}, {"bonus_craps": "paytable_1"}
EVERY_COMBINATION = ["1-3", "2-2", "1-4", "2-3", "1-5", "2-4", "3-3", "2-6", "3-5", "4-4", "3-6", "4-5", "4-6", "5-5"]


def no_roll(table: Table, wagers: Mapping[str, Any]) -> Round:
    return roll(table, "1-1", wagers, calls=[Call("die_leaves_table")])


def collected(table: Table, wager: str, seat: int = 1) -> list[str]:
    found: list[str] = table.carry.get("collected", {}).get(str(seat), {}).get(wager, [])
    return found


def told(played: Round, kind: str) -> list[str]:
    return [event.text for event in played.events if event.kind == kind]


# -- Fire Bet ---------------------------------------------------------------------------------------------------------


def test_a_fire_bet_is_made_before_a_shooters_first_come_out_roll_only() -> None:
    table = table_with(FIRE)
    roll(table, "5-6", {"field": 5})
    with pytest.raises(PitbossError, match=r"before a new shooter's first come-out roll only.*§12\(a\)\(1\)"):
        roll(table, "5-6", {"fire": 5})
    roll(table, "1-3", {"field": 5})
    roll(table, "3-4", {"field": 5})
    assert rows(roll(table, "3-4", {"fire": 5})) == {"fire": ("stays", 0)}


@pytest.mark.parametrize(
    ("amount", "why"), [("6", "over the maximum"), ("0.50", "under the minimum"), ("2.50", "2.00")]
)
def test_a_fire_bet_is_one_to_five_whole_dollars(amount: str, why: str) -> None:
    with pytest.raises(PitbossError, match=rf"{why}.*§12\(b\)\(1\)"):
        roll(table_with(FIRE), "1-3", {"fire": amount})


def test_a_point_set_by_one_shooter_and_made_by_the_next_counts_for_the_fire_bet() -> None:
    table = table_with(FIRE, carry={"shooter": 1})
    roll(table, "1-3", {"fire": 5, "pass_line": 5})
    roll(table, "2-2", seats={2: {"field": 5}}, words={1: ["pass_dice"]})
    assert table.carry["shooter"] == 2
    assert collected(table, "fire") == ["4"]


def test_a_fire_bet_made_before_the_successors_first_come_out_roll_counts_from_then() -> None:
    table = table_with(FIRE, carry={"shooter": 1})
    roll(table, "1-3", {"fire": 5, "pass_line": 5})
    with pytest.raises(PitbossError, match="first come-out roll only"):
        roll(table, "6-6", seats={2: {"fire": 5}}, words={1: ["pass_dice"]})
    roll(table, "2-2", seats={2: {"field": 5}}, words={1: ["pass_dice"]})
    roll(table, "2-3", seats={2: {"fire": 5, "pass_line": 5}})
    roll(table, "2-3")
    assert (collected(table, "fire", 1), collected(table, "fire", 2)) == (["4", "5"], ["5"])


def test_only_a_loser_7_decides_a_fire_bet() -> None:
    table = table_with(FIRE)
    assert rows(roll(table, "3-4", {"fire": 5})) == {"fire": ("stays", 0)}
    roll(table, "1-3")
    assert rows(roll(table, "3-4")) == {"fire": ("lose", -5)}


def test_a_fire_bet_stays_when_dice_are_ordered_on_and_is_settled_by_the_successor() -> None:
    table = table_with(FIRE, carry={"shooter": 1})
    roll(table, "1-3", seats={1: {"fire": 5, "pass_line": 5}, 2: {"field": 5}})
    ordered = roll(table, "1-1", seats={2: {"field": 5}}, calls=[Call("dice_ordered_on")])
    assert table.carry["shooter"] == 2 and rows(ordered)["fire"] == ("stays", 0)
    assert rows(roll(table, "3-4"))["fire"] == ("lose", -5)


def test_markers_count_different_points_and_surveillance_is_told_at_the_fourth() -> None:
    table = table_with(FIRE, {"fire": 5}, ANOTHER | {"collected": {"1": {"fire": ["4", "5", "6"]}}})
    roll(table, "2-4")
    again = roll(table, "2-4")
    assert told(again, "marker") == told(again, "surveillance") == []
    roll(table, "4-4")
    fourth = roll(table, "4-4")
    assert told(fourth, "marker") == ["Fire Bet: point marker on 8, 4 of 6 points"]
    assert told(fourth, "surveillance") == ["surveillance is told: 4 of 6 points"]
    roll(table, "4-5")
    assert told(roll(table, "4-5"), "surveillance") == []


# -- Hot Roller -------------------------------------------------------------------------------------------------------


def test_a_hot_roller_counts_come_out_rolls_and_either_order_of_the_dice() -> None:
    table = table_with(HOT)
    roll(table, "3-1", {"hot_roller": 5})
    rolls(table, "2-2", "1-1", "6-4")
    played = roll(table, "5-5")
    assert told(played, "marker") == ["Hot Roller: lammer on 5-5, 2 of 6 points"]
    assert rows(roll(table, "3-4")) == {"hot_roller": ("win", 20)}


def test_the_hot_roller_of_a_shooter_who_gave_up_the_dice_is_settled_by_the_successor() -> None:
    table = table_with(HOT, carry={"shooter": 1})
    roll(table, "1-3", {"hot_roller": 10, "pass_line": 5})
    roll(table, "2-2")
    roll(table, "4-6", seats={2: {"pass_line": 5}}, words={1: ["pass_dice"]})
    rolls(table, "5-5")
    assert rows(roll(table, "3-4", seats={2: {"pass_line": 5}})) == {"hot_roller": ("win", 40)}


def test_the_successor_completes_all_six_points_and_is_paid_at_once() -> None:
    table = table_with(HOT, carry={"shooter": 1})
    roll(table, EVERY_COMBINATION[0], {"hot_roller": 1, "pass_line": 5})
    roll(table, EVERY_COMBINATION[1])
    for each in EVERY_COMBINATION[2:-1]:
        roll(table, each, seats={2: {"pass_line": 5}} if "point" not in table.carry else {}, words={1: ["pass_dice"]})
    played = roll(table, EVERY_COMBINATION[-1])
    assert table.carry["shooter"] == 2
    assert rows(played)["hot_roller"] == ("win", 200)
    assert collected(table, "hot_roller") == []


def test_a_hot_roller_may_not_be_increased_reduced_or_removed() -> None:
    table = table_with(HOT)
    no_roll(table, {"hot_roller": 10})
    for amount, why in ((20, "may not be increased"), (5, "may not be taken down"), (0, "may not be taken down")):
        with pytest.raises(PitbossError, match=rf"{why}.*§3\(c\)"):
            roll(table, "1-3", {"hot_roller": amount})
    assert [bet.stake for bet in table.standing] == [1000]


@pytest.mark.parametrize("again", [False, True])
def test_after_a_come_out_7_a_hot_roller_is_made_again_only_where_the_house_reads_it_so(again: bool) -> None:
    table = table_with(HOT | {"hot_roller_rebet_after_any_7": again})
    assert rows(roll(table, "3-4", {"hot_roller": 10})) == {"hot_roller": ("lose", -10)}
    if again:
        assert rows(roll(table, "1-3", {"hot_roller": 10})) == {"hot_roller": ("stays", 0)}
    else:
        with pytest.raises(PitbossError, match=r"first come-out roll only.*§14\(a\)\(1\)"):
            roll(table, "1-3", {"hot_roller": 10})


@pytest.mark.parametrize("again", [False, True])
def test_a_shooter_who_took_over_in_mid_hand_has_a_first_come_out_roll_too(again: bool) -> None:
    hand = {"shooter": 1, "point": 6, "come_outs": 1, "rolls": 3}
    table = table_with(HOT | {"hot_roller_rebet_after_any_7": again}, {"place_to_win 8": 6}, hand)
    with pytest.raises(PitbossError, match="first come-out roll"):
        roll(table, "3-3", {"hot_roller": 10}, "another_shoots")
    roll(table, "3-3", None, "another_shoots")
    assert rows(roll(table, "5-6", {"hot_roller": 10}))["hot_roller"] == ("stays", 0)


def test_posted_limits_bind_the_hot_roller_alone() -> None:
    table = table_with(HOT | {"hot_roller_min": 5, "hot_roller_max": 25})
    for amount in (1, 30):
        with pytest.raises(PitbossError, match=r"§14\(b\)\(2\)"):
            roll(table, "1-3", {"hot_roller": amount})
    assert rows(roll(table, "1-3", {"hot_roller": 25, "field": 1})) == {"hot_roller": ("stays", 0), "field": ("win", 1)}


# -- Bonus Craps ------------------------------------------------------------------------------------------------------


def test_bonus_craps_is_made_before_a_shooters_first_roll_or_right_after_a_7() -> None:
    table = table_with(BONUS)
    roll(table, "1-3", {"field": 5})
    with pytest.raises(PitbossError, match="before a new shooter's first roll, or right after a 7"):
        roll(table, "1-1", {"all_small": 5})
    roll(table, "2-2", {"field": 5})
    with pytest.raises(PitbossError, match="right after a 7"):
        roll(table, "1-1", {"all_small": 5})
    roll(table, "3-4", {"field": 5})
    assert rows(roll(table, "1-1", {"all_small": 5})) == {"all_small": ("stays", 0)}


def test_a_successor_in_mid_hand_may_begin_bonus_craps_and_the_others_carry_on() -> None:
    table = table_with(BONUS, carry={"shooter": 1})
    roll(table, "1-3", seats={1: {"pass_line": 5, "all_small": 5}, 2: {"field": 5}})
    roll(table, "1-1", seats={2: {"all_small": 5}}, words={1: ["pass_dice"]})
    assert (collected(table, "all_small", 1), collected(table, "all_small", 2)) == (["2", "4"], ["2"])


def test_bonus_craps_that_has_begun_to_collect_is_not_increased_at_a_change_of_shooter() -> None:
    table = table_with(BONUS, carry={"shooter": 1})
    roll(table, "1-3", seats={1: {"pass_line": 5, "all_small": 5, "all_tall": 5}, 2: {"field": 5}})
    with pytest.raises(PitbossError, match="All Small stays as it was made; it may not be increased"):
        roll(table, "1-1", seats={1: {"all_small": 50}, 2: {"field": 5}}, words={1: ["pass_dice"]})
    # All Tall has collected nothing, so more on it is no better than a new wager.
    roll(table, "1-1", seats={1: {"all_tall": 10}, 2: {"field": 5}}, words={1: ["pass_dice"]})


def test_bonus_craps_taken_down_forgets_what_it_had() -> None:
    table = table_with(BONUS)
    roll(table, "1-3", {"all_small": 5, "make_em_all": 5})
    taken = roll(table, "1-2", {"all_small": 0})
    assert taken.net == {1: 0} and collected(table, "all_small") == []
    assert collected(table, "make_em_all") == ["3", "4"]
    roll(table, "3-4")
    roll(table, "1-1", {"all_small": 5})
    assert collected(table, "all_small") == ["2"]


def test_bonus_craps_taken_down_before_a_no_roll_begins_anew() -> None:
    table = table_with(BONUS, {"all_small": 5}, ANOTHER | {"collected": {"1": {"all_small": ["2", "3", "4", "5"]}}})
    no_roll(table, {"all_small": 0, "field": 5})
    assert rows(roll(table, "1-5", {"all_small": 5}))["all_small"] == ("stays", 0)
    assert collected(table, "all_small") == ["6"]


def test_a_house_may_read_that_bonus_craps_stays_up() -> None:
    table = table_with(BONUS | {"bonus_craps_removable": False})
    roll(table, "1-3", {"all_small": 5})
    with pytest.raises(PitbossError, match="may not be taken down"):
        roll(table, "1-3", {"all_small": 0})


def test_every_roll_counts_for_bonus_craps_and_nothing_else_is_touched_by_it() -> None:
    table = table_with(BONUS)
    roll(table, "6-6", {"all_tall": 1, "pass_line": 5})
    rolls(table, "5-6", "4-4", "4-5", "5-6")
    assert rows(roll(table, "5-5")) == {"all_tall": ("win", 34)}


# -- A roll without a line bet ----------------------------------------------------------------------------------------

MADE = {"shooter": 1, "made": True, "come_outs": 1, "rolls": 4}


@pytest.mark.parametrize(
    ("options", "wager", "outcome"),
    [(FIRE, "fire", ("stays", 0)), (HOT, "hot_roller", ("lose", -5)), (BONUS, "all_tall", ("lose", -5))],
)
def test_a_7_without_a_line_bet_is_any_7_but_no_loser_7(
    options: Mapping[str, Any], wager: str, outcome: tuple[str, int]
) -> None:
    table = table_with(options, {wager: 5, "come 8": 10}, MADE)
    assert rows(roll(table, "3-4", None, "no_line_bet")) == {wager: outcome, "come 8": ("lose", -10)}
    assert "passing" not in table.carry  # the shooter keeps the dice


def test_a_point_thrown_without_a_line_bet_is_not_made_for_the_fire_bet_but_collected_by_the_others() -> None:
    table = table_with(FIRE | BONUS, {"fire": 5, "all_small": 5, "come 8": 10}, MADE)
    roll(table, "1-3", None, "no_line_bet")
    roll(table, "2-2")
    assert "point" not in table.carry
    assert (collected(table, "fire"), collected(table, "all_small")) == ([], ["4"])


def test_come_odds_are_off_without_a_line_bet_unless_they_are_called_on() -> None:
    up = {"come 8": 10, "come_odds 8": 10, "place_to_win 6": 12}
    quiet = roll(table_with({}, up, MADE), "4-4", None, "no_line_bet")
    assert rows(quiet) == {"come 8": ("win", 10), "come_odds 8": ("push", 0), "place_to_win 6": ("stays", 0)}
    called = roll(table_with({}, up, MADE), "4-4", None, "no_line_bet", "on come_odds 8")
    assert rows(called)["come_odds 8"] == ("win", 12)


def test_another_player_with_a_line_bet_takes_the_dice_and_the_fire_bet_goes_on() -> None:
    table = table_with(FIRE, {"fire": 5, "come 8": 10}, MADE)
    roll(table, "1-3", seats={2: {"pass_line": 5}})
    assert (table.carry["shooter"], table.carry["point"]) == (2, 4)
    roll(table, "2-2")
    assert collected(table, "fire") == ["4"]


def test_the_shooter_who_says_nothing_needs_a_line_bet() -> None:
    with pytest.raises(PitbossError, match=r"must hold a Pass or Don't Pass bet.*§8 L10095"):
        roll(table_with({}, {"come 8": 10}, MADE), "3-4")
