"""Who shoots at a craps table, what No Roll leaves as it was, and what becomes of those who leave."""

import pytest

from craps_rolls import NO_ROLL, WORKING, every_table, fees, refused, roll, rolled, rows, table_of, told, up
from pitboss import Call, PitbossError, open_table, settle

# -- Who shoots -------------------------------------------------------------------------------------------------------

LINES = {1: {"pass_line": 10}, 2: {"pass_line": 10}, 3: {"dont_pass": 10}}


@every_table
def test_the_dice_begin_at_seat_1_and_go_clockwise_after_a_seven_out(name: str) -> None:
    table = open_table(name)
    shooters = []
    for _ in range(4):
        played = rolled(table, "5-4", LINES)
        shooters.append(table.carry["shooter"])
        assert told(played, "dice")[0] == f"seat {shooters[-1]} takes the dice"
        assert told(rolled(table, "4-3", {}), "dice")[-1] == "the shooter gives up the dice"
    assert shooters == [1, 2, 3, 1]


@every_table
def test_the_dice_skip_a_seat_without_a_line_bet(name: str) -> None:
    table = table_of(name, None, shooter=1, passing=True)
    rolled(table, "5-4", {1: {"pass_line": 10}, 2: {"field": 5}, 3: {"pass_line": 10}})
    assert table.carry["shooter"] == 3


@every_table
def test_a_come_out_seven_and_a_point_made_leave_the_dice_with_the_shooter(name: str) -> None:
    table = open_table(name)
    for dice in ("4-3", "1-1", "5-4", "6-3"):
        rolled(table, dice, LINES if "point" not in table.carry else {})
        assert table.carry["shooter"] == 1


@every_table
def test_a_shooter_may_pass_the_dice_and_the_next_finishes_the_hand(name: str) -> None:
    table = open_table(name)
    rolled(table, "5-4", LINES)
    played = rolled(table, "6-5", {}, {1: ("pass_dice",)})
    assert told(played, "dice")[0] == "seat 2 takes the dice"
    assert (table.carry["shooter"], table.carry["point"]) == (2, 9)
    rolled(table, "6-5", {}, {2: ("pass_dice",), 3: ("pass_dice",)})  # seat 3 declines them
    assert table.carry["shooter"] == 1


@every_table
def test_the_dice_are_ordered_on(name: str) -> None:
    table = open_table(name)
    rolled(table, "5-4", LINES)
    played = rolled(table, "6-5", {}, calls=(Call("dice_ordered_on"),))
    assert table.carry["shooter"] == 2
    assert told(played, "dice")[0] == "seat 2 takes the dice"


@every_table
def test_dice_ordered_on_stay_with_the_next_player_when_no_roll_is_called(name: str) -> None:
    table = open_table(name)
    rolled(table, "5-4", LINES)
    rolled(table, "6-5", {}, calls=(Call("dice_ordered_on"), NO_ROLL))
    assert table.carry["shooter"] == 2
    assert settle(table.record().to_toml()).table.carry == table.carry


@every_table
def test_a_single_player_keeps_getting_the_dice(name: str) -> None:
    table = open_table(name)
    for _ in range(3):
        roll(table, "5-4", {"pass_line": 10})
        roll(table, "4-3")
        assert table.carry["passing"]
    roll(table, "5-4", {"pass_line": 10})
    assert table.carry["shooter"] == 1
    roll(table, "6-5", calls=(Call("dice_ordered_on"),))
    assert table.carry["shooter"] == 1


@every_table
def test_a_shooter_needs_a_line_bet_before_a_come_out_roll_only(name: str) -> None:
    table = table_of(name, None, shooter=1)
    refused(
        table, {"field": 5}, match="seat 1 shoots and must hold a Pass or Don't Pass bet; make one, or pass the dice"
    )
    refused(open_table(name), {"field": 5}, match="nobody takes the dice")
    assert rows(roll(table_of(name, 6, shooter=1), "5-4", {"field": 5})) == {"field": 5}


@every_table
def test_a_shooter_without_a_line_bet_lets_the_dice_go_on(name: str) -> None:
    table = table_of(name, None, shooter=1)
    rolled(table, "5-4", {1: {"field": 5}, 2: {"dont_pass": 10}})
    assert table.carry["shooter"] == 2


@every_table
def test_a_shooter_whose_dont_bet_came_down_still_finishes_the_hand(name: str) -> None:
    table = open_table(name)
    rolled(table, "5-4", {1: {"dont_pass": 10}, 2: {"pass_line": 10}})
    rolled(table, "6-5", {1: {"dont_pass": 0}})
    rolled(table, "6-5", {})
    assert table.carry["shooter"] == 1
    rolled(table, "6-5", {}, {1: ("pass_dice",)})  # even without a wager the dice are the shooter's to pass
    assert table.carry["shooter"] == 2


@every_table
def test_somebody_outside_the_record_may_shoot(name: str) -> None:
    table = open_table(name)
    played = roll(table, "5-4", {"field": 5}, "another_shoots")
    assert told(played, "dice")[0] == "another player takes the dice"
    roll(table, "4-3", {"field": 5})
    roll(table, "5-4", {"pass_line": 10})  # after the seven-out the dice come round
    assert table.carry["shooter"] == 1
    refused(table_of(name, None, shooter=1), {"pass_line": 10}, "pass_dice", match="nobody else takes the dice")


# -- No roll ----------------------------------------------------------------------------------------------------------


@every_table
def test_no_roll_keeps_everything_as_it_was(name: str) -> None:
    table = table_of(name, None, {1: {"place_to_win 8": 12}}, shooter=2, passing=True, rolls=0, come_outs=1)
    played = rolled(table, "4-3", {1: {"buy 4": 20, "field": 5}, 3: LINES[3]}, {1: ("on all",)}, (NO_ROLL,))
    assert rows(played) == {"place_to_win 8": "stays", "buy 4": "stays", "field": "stays"}
    assert table.carry["shooter"] == 3 and "point" not in table.carry
    assert table.carry["on"] == {"1": ["place_to_win 8", "buy 4"]}
    assert fees(played) == 1
    again = roll(table, "4-3")
    assert rows(again) == {"place_to_win 8": -12, "buy 4": -20, "field": -5}
    assert fees(again) == 0, "the vigorish is paid already"
    assert not told(again, "dice")[0].endswith("takes the dice")


@every_table
def test_wagers_may_be_changed_after_no_roll(name: str) -> None:
    table = table_of(name, 6)
    roll(table, "4-3", {"come": 10, "buy 4": 20, "field": 5}, calls=(NO_ROLL,))
    played = roll(table, "6-3", {"come": 0, "buy 4": 0, "field": 10})
    assert rows(played) == {"field": 10} and fees(played) == -1


# -- Leaving ----------------------------------------------------------------------------------------------------------


@every_table
def test_a_seat_that_leaves_takes_down_what_may_come_down_and_gets_its_vigorish_back(name: str) -> None:
    table = table_of(name, 6, {1: {"place_to_win 8": 12, "dont_pass": 10}, 2: {"field": 5}})
    roll(table, "6-5", {"buy 4": 20})
    assert [(fee.seat, fee.amount) for fee in table.leave(1)] == [(1, -100)]
    assert up(table) == {}
    assert settle(table.record().to_toml()).table.standing == table.standing


@every_table
def test_nobody_leaves_with_a_contract_bet_undecided(name: str) -> None:
    for standing in ({"pass_line": 10, "field": 5}, {"come 9": 10, "field": 5}):
        table = table_of(name, 6, {1: standing})
        with pytest.raises(PitbossError, match="stays up until it is decided"):
            table.leave(1)
        assert up(table) == standing


@every_table
def test_a_shooter_who_leaves_gives_up_the_dice(name: str) -> None:
    table = table_of(name, 6, {2: {"dont_pass": 10}, 3: {"pass_line": 10}, 1: {"pass_line": 10}}, shooter=2)
    table.leave(2)
    rolled(table, "6-5", {})
    assert table.carry["shooter"] == 3


@every_table
def test_the_buttons_of_a_seat_that_leaves_go_with_it(name: str) -> None:
    table = table_of(name, None, WORKING | {2: WORKING[1]})
    rolled(table, "6-5", {}, {1: ("on all",), 2: ("on all",)})
    table.leave(1)
    assert table.carry["on"] == {"2": ["place_to_win 8", "buy 4"]}
