"""Massachusetts craps: line bets, odds, vigorish and coupons by the house's options, and the check of its tables."""

from collections.abc import Mapping
from typing import Any

import pytest

from conftest import EXAMPLES
from craps_table import ANOTHER, CRAPS, roll, rows, table_with
from pitboss import PitbossError, Setup, load, open_table
from pitboss.cli.app import run
from pitboss.engine.table import Table
from pitboss.games.dice.craps_bets import most_odds
from pitboss.rulebook import examine
from pitboss.rulebook.check import check_house
from pitboss.solve import analyze

FIRE = {"fire": "table_a"}


def refusals(*tables: Mapping[str, Any]) -> list[str]:
    house = [{"rulebook": "massachusetts-2020", "game": "craps", "name": f"C-{n}", **t} for n, t in enumerate(tables)]
    return [str(finding) for report in check_house({"tables": house}) for finding in report.refused]


# -- Line bets, odds and vigorish -------------------------------------------------------------------------------------


def test_a_dont_pass_barred_on_12_stays_for_the_next_come_out_roll() -> None:
    table = table_with(carry={"shooter": 1})
    assert rows(roll(table, "6-6", {"dont_pass": 10})) == {"dont_pass": ("push", 0)}
    assert rows(roll(table, "1-2")) == {"dont_pass": ("win", 10)}
    roll(table, "6-6", {"dont_pass": 10})
    taken = roll(table, "5-6", seats={1: {"dont_pass": 0}, 2: {"pass_line": 5}})
    assert rows(taken) == {} and taken.net == {1: 0, 2: 500}


def test_no_put_bets_and_no_increase_once_a_point_is_set() -> None:
    table = table_with(carry={"shooter": 1})
    roll(table, "1-3", {"pass_line": 10})
    for wager in ("pass_line", "dont_pass"):
        with pytest.raises(PitbossError, match="made or increased before a come-out roll only"):
            roll(table, "1-1", {wager: 20})


def test_three_four_five_times_odds() -> None:
    by_point = {"odds_multiple_4_10": 3, "odds_multiple_5_9": 4, "odds_multiple_6_8": 5}
    setup = Setup.of(load(CRAPS), by_point)
    assert [most_odds(setup, "pass_odds", point, 1000) for point in (4, 5, 6, 8, 9, 10)] == [
        3000,
        4000,
        5000,
        5000,
        4000,
        3000,
    ]
    # Laid by what they win, that is six times the flat bet on every point.
    assert {most_odds(setup, "dont_pass_odds", point, 1000) for point in (4, 5, 6, 8, 9, 10)} == {6000}
    full = analyze(setup).wagers["pass_line, with 5x odds"]
    assert f"{float(full.element_of_risk):.5f}" == "0.00374"


@pytest.mark.parametrize(("excess", "most"), [(True, 600), (False, 400)])
def test_odds_exceed_their_limit_only_where_the_house_accepts_the_excess(excess: bool, most: int) -> None:
    setup = Setup.of(load(CRAPS), {"odds_excess": excess})
    assert most_odds(setup, "pass_odds", 9, 500) == most


def test_the_posted_maximum_limits_odds_but_for_what_makes_them_payable() -> None:
    setup = Setup.of(load(CRAPS), {"pass_odds_multiple": 100, "table_max": 501})
    assert most_odds(setup, "pass_odds", 9, 50000) == 50200


def test_the_vigorish_is_taken_on_wins_for_the_numbers_named_only() -> None:
    table = table_with({"buy_timing": ["4", "10"]}, carry=ANOTHER | {"point": 6})
    made = roll(table, "1-1", {"buy 4": 20, "buy 9": 20})
    assert [(fee.what, fee.amount) for fee in made.fees] == [("vigorish on buy 9", 100)]
    won = roll(table, "2-2")
    assert [(fee.what, fee.amount) for fee in won.fees] == [("vigorish on buy 4", 100)]
    assert won.net == {1: 3900}


@pytest.mark.parametrize("timing", [["7"], ["4", "4"], "sometimes"])
def test_a_timing_that_names_no_numbers_is_refused(timing: Any) -> None:
    with pytest.raises(PitbossError, match=r'option buy_timing: write "when_made", "on_win".*§5\(a\)'):
        Setup.of(load(CRAPS), {"buy_timing": timing})


@pytest.mark.parametrize(("refund", "back"), [(True, [-100]), (False, [])])
def test_the_vigorish_of_a_lay_taken_down_goes_back_in_proportion(refund: bool, back: list[int]) -> None:
    table = table_with({"vig_refund_on_removal": refund}, {"lay 4": 40}, ANOTHER | {"point": 6})
    assert [fee.amount for fee in roll(table, "1-1", {"lay 4": 20}).fees] == back


def test_place_to_lose_is_off_on_a_come_out_roll_where_the_house_reads_it_so() -> None:
    table = table_with({"place_to_lose_on_comeout": False}, {"place_to_lose 4": 11})
    assert rows(roll(table, "3-4")) == {"place_to_lose 4": ("stays", 0)}


@pytest.mark.parametrize("left_up", [True, False])
def test_a_place_bet_that_won_is_left_up_only_where_the_house_leaves_it(left_up: bool) -> None:
    table = table_with({"auto_rebet": left_up}, {"place_to_win 6": 12}, ANOTHER | {"point": 8})
    assert rows(roll(table, "2-4")) == {"place_to_win 6": ("win", 14)}
    assert [bet.name for bet in table.standing] == (["place_to_win 6"] if left_up else [])


# -- Match play -------------------------------------------------------------------------------------------------------


def test_a_coupon_doubles_the_win_of_pass_and_costs_nothing_when_it_loses() -> None:
    options = {"match_play": True}
    won = roll(table_with(options, carry={"shooter": 1}), "5-6", {"pass_line": 10, "pass_coupon": 10})
    assert rows(won) == {"pass_line": ("win", 10), "pass_coupon": ("win", 10)}
    table = table_with(options, carry={"shooter": 1})
    roll(table, "1-3", {"pass_line": 10, "pass_coupon": 10})
    lost = roll(table, "3-4")
    assert lost.net == {1: -1000} and table.standing == []


def test_a_coupon_on_dont_pass_stays_on_a_barred_12() -> None:
    table = table_with({"match_play": True}, carry={"shooter": 1})
    roll(table, "6-6", {"dont_pass": 10, "dont_pass_coupon": 10})
    assert rows(roll(table, "1-2")) == {"dont_pass": ("win", 10), "dont_pass_coupon": ("win", 10)}


def test_a_coupon_lies_with_a_line_bet_of_its_amount_before_a_come_out_roll() -> None:
    table = table_with({"match_play": True}, carry={"shooter": 1})
    for wagers, why in (
        ({"dont_pass": 10, "pass_coupon": 10}, "Pass coupon needs Pass Line as well"),
        ({"pass_line": 10, "pass_coupon": 5}, "Pass coupon must equal Pass Line"),
    ):
        with pytest.raises(PitbossError, match=why):
            roll(table, "5-6", wagers)
    roll(table, "1-3", {"pass_line": 10})
    with pytest.raises(PitbossError, match="made or increased before a come-out roll only"):
        roll(table, "5-6", {"pass_coupon": 10})


def test_coupons_are_not_taken_unless_the_house_does() -> None:
    with pytest.raises(PitbossError, match=r"Pass coupon is not offered at this table.*§3\(b\)"):
        roll(table_with(carry={"shooter": 1}), "5-6", {"pass_line": 10, "pass_coupon": 10})


# -- Set-ups ----------------------------------------------------------------------------------------------------------


def test_the_house_file_is_checked_table_by_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(EXAMPLES.parent / "houses" / "craps.toml")]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "The Fire Bet and the Hot Roller may not be offered at the same table. [§12(c) L10276" in out
    assert "any_craps pays no less than 7 to 1, and 6 to 1 is less [§4(b) L9827]" in out
    assert "The Fire Bet is for craps only, not for mini-craps. [§2 L9404]" in out
    assert "fire beside bonus craps massachusetts-2020/craps: legal" in out
    assert "4 tables, 3 not legal." in out


@pytest.mark.parametrize(
    "options",
    [
        {"fire": "table_b", "bonus_craps": "paytable_1"},
        {"hot_roller": "paytable_c", "bonus_craps": "paytable_2"},
        {"game": "mini_craps", "hot_roller": "paytable_a"},
        {"game": "mini_craps", "mini_craps_stickperson": True, "mini_craps_no_roll_caller": "stickperson"},
        {"pass_odds_multiple": 100},
    ],
)
def test_what_may_stand_together(options: dict[str, Any]) -> None:
    assert refusals({"options": options}) == []


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ({"fire": "table_a", "hot_roller": "paytable_c"}, "§12(c) L10276"),
        ({"game": "mini_craps", "fire": "table_a"}, "§2 L9404"),
        ({"game": "mini_craps", "bonus_craps": "paytable_1"}, "§13(a) L10282"),
        (
            {"game": "mini_craps", "hot_roller": "paytable_a", "mini_craps_hot_roller": False},
            "§14(b) L10355; Reading A12",
        ),
        ({"game": "mini_craps", "mini_craps_no_roll_caller": "stickperson"}, "§7(a) L10035"),
        ({"pass_odds_multiple": 101}, "§6(a) L9995"),
        ({"buy_rate": "5.5"}, "§5(a) L9937"),
        ({"lay_rate": "6"}, "§5(b) L9971"),
        ({"odds_multiple_4_10": 101}, "§6(a)-(e)"),
    ],
)
def test_what_the_rulebook_refuses(options: dict[str, Any], clause: str) -> None:
    [found] = refusals({"options": options})
    assert clause in found


def test_lay_in_lieu_takes_place_to_lose_off_the_layout() -> None:
    assert "place_to_lose" not in Setup.of(load(CRAPS), {"lay": "in_lieu"}).offers
    [found] = refusals({"options": {"lay": "in_lieu"}, "wagers": ["pass_line", "place_to_lose"]})
    assert "Place to Lose is not offered. [§5(b) L9971]" in found


@pytest.mark.parametrize(
    ("table", "lines", "why"),
    [
        ("PT5", {"any_craps": "6 to 1"}, "pays no less than 7 to 1"),
        ("PT5_hops", {"hop_2_6": "14 to 1"}, "pays no less than 15 to 1"),
        ("PT5", {"any_seven": "5 for 1"}, 'stated with "to"'),
        ("PT12_A", {"four": "23 to 1"}, "pays no less than 24 to 1"),
        ("PT13_A", {"two": "5 to 1"}, "the rulebook lists no such table"),
        ("PT14_1", {"all_small": "35 to 1"}, "the rulebook lists no such table"),
        ("PT8", {"4": "3 to 1"}, "the rulebook lists no such table"),
        ("PT10", {"4": "3 to 1"}, "the rulebook lists no such table"),
    ],
)
def test_odds_that_may_not_be_paid(table: str, lines: dict[str, str], why: str) -> None:
    [found] = refusals({"pay_tables": {table: lines}})
    assert why in found


@pytest.mark.parametrize(
    ("table", "lines"), [("PT5", {"any_craps": "8 to 1"}), ("PT2", {"6": "6 to 5"}), ("PT12_B", {"six": "999 to 1"})]
)
def test_odds_that_may_be_higher(table: str, lines: dict[str, str]) -> None:
    assert refusals({"pay_tables": {table: lines}}) == []


def test_higher_odds_are_uniform_in_the_establishment_but_fire_tables_need_not_be() -> None:
    higher = {"pay_tables": {"PT5": {"any_craps": "8 to 1"}}}
    found = refusals(higher, {"options": {"game": "mini_craps"}})
    assert len(found) == 2 and all("[§4(b) L9827]" in each for each in found)
    assert refusals(higher, {**higher, "options": {"game": "mini_craps"}}) == []
    fire = {"options": FIRE, "pay_tables": {"PT12_A": {"four": "25 to 1"}}}
    assert refusals(fire, {"options": FIRE}) == []


def test_a_house_that_offers_buy_bets_is_told_of_its_notice() -> None:
    entry = load(CRAPS)
    assert [finding.where for finding in examine(entry)[1]] == ["option buy"]
    assert examine(entry, {"buy": False})[1] == []


def test_higher_odds_are_paid_on_composites_too() -> None:
    fresh = open_table(CRAPS, pay_tables={"PT5": {"craps_2": "31 to 1"}})
    table = Table(fresh.setup, fresh.game, carry=ANOTHER)
    assert rows(roll(table, "1-1", {"horn": 4, "craps_2": 1})) == {"horn": ("win", 28), "craps_2": ("win", 31)}
