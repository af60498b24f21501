"""What holds for the wagers of every craps table: when they are made, changed, called on and off, and taken down."""

from typing import Any

import pytest

from craps_rolls import NO_ROLL, WORKING, every_table, fees, refused, roll, rows, table_of, told, up

# -- Odds -------------------------------------------------------------------------------------------------------------


@every_table
def test_odds_over_the_permitted_multiple_are_refused_and_the_most_is_named(name: str) -> None:
    table = table_of(name, 4, {1: {"pass_line": 10}})
    most = 10 * table.setup.term("odds_multiples")["pass_odds"]
    refused(table, {"pass_odds": most + 1}, match=rf"over the permitted multiple; the most is \${most}.00")
    assert rows(roll(table, "2-2", {"pass_odds": most})) == {"pass_line": 10, "pass_odds": 2 * most}


@every_table
def test_the_multiple_holds_for_come_and_dont_bets_too(name: str) -> None:
    standing = {1: {"come 10": 10, "dont_come 4": 10, "dont_pass": 10}}
    table = table_of(name, 4, standing)
    multiples, by_win = table.setup.term("odds_multiples"), table.setup.term("dont_odds_limit") == "win"
    for wager in ("come_odds 10", "dont_come_odds 4", "dont_pass_odds"):
        most = 10 * multiples[wager.split()[0]] * (2 if by_win and "dont" in wager else 1)
        refused(table, {wager: most + 2}, match=rf"the most is \${most}.00")
        assert table.refusal({1: {wager: most}}) is None


@every_table
def test_odds_need_their_bet_with_its_point_set(name: str) -> None:
    table = table_of(name, 4, {1: {"pass_line": 10, "come 9": 10}})
    refused(table, {"dont_pass_odds": 10}, match="needs Don't Pass")
    refused(table, {"come_odds 5": 10}, match="needs Come with its point set")
    refused(table_of(name, None, {1: {"pass_line": 10}}), {"pass_odds": 10}, match="needs Pass.* with its point set")


@every_table
def test_odds_may_be_taken_down_and_reduced_while_their_bet_stays(name: str) -> None:
    table = table_of(name, 9, {1: {"pass_line": 20, "pass_odds": 20, "come 4": 20, "come_odds 4": 20}})
    played = roll(table, "1-1", {"pass_odds": 10, "come_odds 4": 0})
    assert up(table) == {"pass_line": 20, "pass_odds": 10, "come 4": 20}
    assert told(played, "returned") == [
        "come_odds 4 is taken down: $20.00 goes back",
        "pass_odds is reduced: $10.00 goes back",
    ]


# -- When wagers are made ---------------------------------------------------------------------------------------------


@every_table
def test_come_bets_are_refused_on_a_come_out_roll(name: str) -> None:
    table = table_of(name)
    for wager in ("come", "dont_come"):
        refused(table, {wager: 10}, match="is not accepted on a come-out roll")


@every_table
def test_a_come_bet_is_never_made_on_a_number(name: str) -> None:
    refused(table_of(name, 6), {"come 8": 10}, match="is on 8 by the roll alone")
    refused(table_of(name, 6, {1: {"come 8": 10}}), {"come 8": 20}, match="by the roll alone")


@every_table
def test_a_dont_pass_bet_is_refused_once_the_point_is_on(name: str) -> None:
    refused(table_of(name, 6), {"dont_pass": 10}, match="before a come-out roll only")
    refused(table_of(name, 6, {1: {"dont_pass": 10}}), {"dont_pass": 20}, match="before a come-out roll only")


@every_table
def test_a_come_bet_travels_to_the_number_thrown_and_a_new_one_may_follow(name: str) -> None:
    table = table_of(name, 6)
    roll(table, "5-4", {"come": 10})
    assert up(table) == {"come 9": 10}
    roll(table, "5-3", {"come": 15})
    assert up(table) == {"come 9": 10, "come 8": 15}
    assert rows(roll(table, "6-3", {"come": 20})) == {"come 9": 10, "come 8": "stays", "come": "stays"}
    assert up(table) == {"come 8": 15, "come 9": 20}


# -- Amounts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "amount", "nearest"),
    [
        ("place_to_win 6", 5, r"are \$6.00 \["),
        ("place_to_win 8", 13, r"are \$12.00 or \$18.00"),
        ("place_to_win 9", 12, r"are \$10.00 or \$15.00"),
        ("buy 5", 3, r"are \$2.00 or \$4.00"),
        ("buy 6", 12, r"are \$10.00 or \$15.00"),
        ("lay 4", 41, r"are \$40.00 or \$42.00"),
        ("lay 8", 25, r"are \$24.00 or \$30.00"),
        ("horn", 6, r"are \$4.00 or \$8.00"),
        ("horn_high_12", 12, r"are \$10.00 or \$15.00"),
        ("pass_odds", 7, r"are \$5.00 or \$10.00"),
        ("come_odds 9", 5, r"are \$4.00 or \$6.00"),
        ("dont_come_odds 5", 7, r"are \$6.00 or \$9.00"),
        ("field", "2.50", r"are \$2.00 or \$3.00"),
    ],
)
@every_table
def test_an_amount_that_cannot_be_paid_exactly_is_refused_with_the_nearest_that_can(
    name: str, wager: str, amount: Any, nearest: str
) -> None:
    table = table_of(name, 6, {1: {"pass_line": 10, "come 9": 10, "dont_come 5": 10}})
    refused(table, {wager: amount}, match=f"cannot be paid exactly; the nearest amounts {nearest}")


# -- Taking down and reducing -----------------------------------------------------------------------------------------


@every_table
def test_contract_bets_are_not_taken_down_or_reduced_once_their_point_is_set(name: str) -> None:
    table = table_of(name, 6, {1: {"pass_line": 10, "come 9": 10}})
    for wager in ("pass_line", "come 9"):
        for amount in (0, 5):
            refused(table, {wager: amount}, match="stays up until it is decided; it may not be taken down or reduced")


@every_table
def test_a_pass_bet_may_be_taken_back_before_the_come_out_throw(name: str) -> None:
    table = table_of(name)
    roll(table, "4-3", {"pass_line": 10, "field": 5}, calls=(NO_ROLL,))
    roll(table, "6-5", {"pass_line": 0})
    assert rows(table.round) == {"field": 5}  # type: ignore[arg-type]


@every_table
def test_wagers_on_numbers_are_taken_down_and_changed_freely(name: str) -> None:
    table = table_of(name, 6, {1: {"place_to_win 8": 24, "hard_4": 10, "hard_10": 10}})
    played = roll(table, "6-5", {"place_to_win 8": 12, "hard_4": 0, "hard_10": 15})
    assert rows(played) == {"place_to_win 8": "stays", "hard_10": "stays"}
    assert up(table) == {"place_to_win 8": 12, "hard_10": 15}
    assert played.net == {1: 0}


@every_table
def test_dont_bets_come_down_at_any_time_and_are_not_put_back(name: str) -> None:
    table = table_of(name, 6, {1: {"dont_pass": 20, "dont_come 9": 20}})
    roll(table, "6-5", {"dont_pass": 10, "dont_come 9": 10})
    assert up(table) == {"dont_pass": 10, "dont_come 9": 10}
    refused(table, {"dont_pass": 20}, match="before a come-out roll only")
    refused(table, {"dont_come 9": 20}, match="by the roll alone")
    roll(table, "6-5", {"dont_pass": 0, "dont_come 9": 0})
    assert up(table) == {}
    refused(table, {"dont_pass": 10}, match="before a come-out roll only")
    refused(table, {"dont_come 9": 10}, match="by the roll alone")
    assert table.refusal({1: {"dont_come": 10}}) is None  # a fresh one is a new bet


@every_table
def test_odds_go_back_when_the_dont_bet_comes_down(name: str) -> None:
    table = table_of(name, 4, {1: {"dont_pass": 20, "dont_pass_odds": 20, "dont_come 9": 20, "dont_come_odds 9": 15}})
    played = roll(table, "6-5", {"dont_pass": 0, "dont_come 9": 0})
    assert up(table) == {} and played.net == {1: 0}
    assert "dont_pass_odds is taken down: $20.00 goes back" in told(played, "returned")
    assert "dont_come_odds 9 is taken down: $15.00 goes back" in told(played, "returned")


@every_table
def test_odds_above_the_limit_go_back_when_the_dont_bet_is_reduced(name: str) -> None:
    table = table_of(name, 4, {1: {"dont_pass": 20}})
    times = table.setup.term("odds_multiples")["dont_pass_odds"] * (
        2 if table.setup.term("dont_odds_limit") == "win" else 1
    )
    roll(table, "6-5", {"dont_pass_odds": 20 * times})
    played = roll(table, "6-5", {"dont_pass": 10})
    assert up(table) == {"dont_pass": 10, "dont_pass_odds": 10 * times}
    assert f"dont_pass_odds is reduced: ${10 * times}.00 goes back" in told(played, "returned")
    assert rows(roll(table, "4-3")) == {"dont_pass": 10, "dont_pass_odds": 5 * times}


# -- Vigorish ---------------------------------------------------------------------------------------------------------


@every_table
def test_the_vigorish_is_charged_when_the_bet_is_made_and_kept_win_or_lose(name: str) -> None:
    for dice, net in (("6-4", 40), ("4-3", -20), ("6-5", "stays")):
        table = table_of(name, 6)
        played = roll(table, dice, {"buy 10": 20})
        assert (rows(played), fees(played)) == ({"buy 10": net}, 1)
        assert played.net == {1: (0 if net == "stays" else net * 100) - 100}  # type: ignore[operator]


@every_table
def test_the_vigorish_is_not_charged_again_while_the_bet_stands(name: str) -> None:
    table = table_of(name, 6)
    roll(table, "6-5", {"buy 10": 20, "lay 4": 40})
    assert fees(roll(table, "6-5")) == 0
    assert fees(roll(table, "6-5", {"field": 5})) == 0
    assert fees(roll(table, "6-5", {"buy 10": 40})) == 1  # only the part that is new


@every_table
def test_the_vigorish_goes_back_in_proportion_when_a_bet_is_reduced_or_taken_down(name: str) -> None:
    table = table_of(name, 6)
    charged = fees(roll(table, "6-5", {"buy 10": 60, "lay 4": 80}))
    assert charged > 3
    assert fees(roll(table, "6-5", {"buy 10": 20, "lay 4": 40})) == pytest.approx(-2 - (charged - 3) / 2)
    played = roll(table, "6-5", {"buy 10": 0, "lay 4": 0})
    assert fees(played) == pytest.approx(-1 - (charged - 3) / 2)
    assert [fee.what for fee in played.fees] == ["vigorish on buy 10 given back", "vigorish on lay 4 given back"]


@pytest.mark.parametrize(("name", "options"), [("chapter4/craps", {"auto_rebet": True}), ("oneida-2003/craps", {})])
def test_the_vigorish_is_charged_anew_for_a_bet_that_is_left_up(name: str, options: dict[str, Any]) -> None:
    table = table_of(name, 6, options=options)
    assert fees(roll(table, "6-4", {"buy 10": 20})) == 1
    assert up(table) == {"buy 10": 20}
    assert fees(roll(table, "6-5")) == 1  # as if it were made now
    assert fees(roll(table, "6-5")) == 0
    assert rows(roll(table, "6-4")) == {"buy 10": 40}
    assert fees(roll(table, "6-5", {"buy 10": 0})) == 0  # taken down before it was charged again


# -- On and off -------------------------------------------------------------------------------------------------------


@every_table
def test_wagers_are_off_on_a_come_out_roll_unless_they_are_called_on(name: str) -> None:
    assert rows(roll(table_of(name, None, WORKING), "4-3")) == {"place_to_win 8": "stays", "buy 4": "stays"}
    called = roll(table_of(name, None, WORKING), "4-3", None, "on place_to_win 8")
    assert rows(called) == {"place_to_win 8": -12, "buy 4": "stays"}
    for everything in ("on all", "on"):
        played = roll(table_of(name, None, WORKING), "4-3", None, everything)
        assert rows(played) == {"place_to_win 8": -12, "buy 4": -20}


@every_table
def test_an_on_button_lasts_over_the_come_out_rolls_until_a_point_is_set(name: str) -> None:
    table = table_of(name, None, WORKING)
    roll(table, "6-5", None, "on place_to_win 8")
    assert table.carry["on"] == {"1": ["place_to_win 8"]}
    roll(table, "1-1")
    assert table.carry["on"] == {"1": ["place_to_win 8"]}
    roll(table, "5-4")  # the point: everything works now
    assert "on" not in table.carry
    roll(table, "6-3")  # the point is made, and the next roll is a come-out roll
    assert rows(roll(table, "4-3")) == {"place_to_win 8": "stays", "buy 4": "stays"}


@every_table
def test_a_wager_is_called_off_again(name: str) -> None:
    table = table_of(name, None, WORKING)
    roll(table, "6-5", None, "on all")
    assert rows(roll(table, "4-3", None, "off place_to_win 8")) == {"place_to_win 8": "stays", "buy 4": -20}


@every_table
def test_an_on_button_comes_down_with_its_wager(name: str) -> None:
    table = table_of(name, None, WORKING)
    roll(table, "6-5", None, "on all")
    roll(table, "6-5", {"place_to_win 8": 0})
    assert table.carry["on"] == {"1": ["buy 4"]}
    assert rows(roll(table, "4-3", {"place_to_win 8": 12})) == {"place_to_win 8": "stays", "buy 4": -20}


@every_table
def test_a_bet_made_anew_after_its_loss_is_off_again(name: str) -> None:
    table = table_of(name, None, WORKING)
    assert rows(roll(table, "4-3", None, "on place_to_win 8"))["place_to_win 8"] == -12
    assert rows(roll(table, "4-3", {"place_to_win 8": 12})) == {"buy 4": "stays", "place_to_win 8": "stays"}


@every_table
def test_calls_that_make_no_sense_are_refused(name: str) -> None:
    table = table_of(name, None, WORKING | {2: {"field": 5}})
    refused(table, {}, "on place_to_win 6", match='there is no place_to_win 6 to call "on"')
    refused(table, {"field": 5}, "on field", match='there is no field to call "on"')
    refused(table, {}, "on nonsense", match='there is no wager "nonsense"')
    refused(table, {}, "louder", match='"louder" means nothing at this table', cites=False)
    refused(table_of(name, 6, WORKING), {}, "on all", match="for a come-out roll only")
    refused(table_of(name, None, {1: {"field": 5}}), {}, "on all", match='there is nothing to call "on"')
    assert table.refusal({}, says={3: ["on all"]}) is not None
