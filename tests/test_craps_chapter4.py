"""Craps by Chapter 4: its pay tables, what works on a come-out roll, its switches and its irregularities."""

from itertools import product
from typing import Any

import pytest

from craps_rolls import fees, refused, roll, rolled, rows, table_of, told, up
from pitboss import Call, PitbossError, Setup, load, open_table
from pitboss.engine.table import Table
from pitboss.games.dice.craps import GAME
from pitboss.rulebook import examine
from pitboss.rulebook.check import check_house

CRAPS = "chapter4/craps"
ROLLS = [(first, second) for first, second in product(range(1, 7), repeat=2)]
WAYS = {2: "1-1", 3: "2-1", 4: "3-1", 5: "4-1", 6: "5-1", 7: "4-3", 8: "6-2", 9: "5-4", 10: "6-4", 11: "6-5", 12: "6-6"}
"""A throw of each total that is not a pair, where there is one."""


def thrown(dice: str, wagers: dict[str, Any], point: int | None = None, **options: Any) -> dict[str, Any]:
    """What one roll does to wagers that are made just before it."""
    return rows(roll(table_of(CRAPS, point, options=options), dice, wagers))


# -- Pay tables -------------------------------------------------------------------------------------------------------

PT11 = {
    "horn": (4, 27, 12, -4, 12, 27, -4),
    "horn_high_2": (5, 57, 11, -5, 11, 26, -5),
    "horn_high_3": (5, 26, 27, -5, 11, 26, -5),
    "horn_high_11": (5, 26, 11, -5, 27, 26, -5),
    "horn_high_12": (5, 26, 11, -5, 11, 57, -5),
    "world": (5, 26, 11, 0, 11, 26, -5),
    "three_way_craps": (3, 28, 13, -3, -3, 28, -3),
    "split_craps_eleven": (2, 6, 6, -2, 14, 6, -2),
    "split_high_low": (2, 29, -2, -2, -2, 29, -2),
    "split_ace_deuce_any_craps": (2, 6, 22, -2, -2, 6, -2),
}
ONE_ROLL = {
    "field": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2},
    "any_seven": {7: 4},
    "any_craps": {2: 7, 3: 7, 12: 7},
    "craps_2": {2: 30},
    "craps_3": {3: 15},
    "craps_12": {12: 30},
    "eleven": {11: 15},
}


@pytest.mark.parametrize("wager", PT11)
def test_composite_bets_pay_as_their_parts_on_every_total(wager: str) -> None:
    staked, *results, other = PT11[wager]
    listed = dict(zip((2, 3, 7, 11, 12), results, strict=True))
    for total, dice in WAYS.items():
        assert thrown(dice, {wager: 10 * staked}) == {wager: 10 * listed.get(total, other)}, total


@pytest.mark.parametrize("wager", ONE_ROLL)
def test_bets_on_one_roll_are_decided_by_every_roll(wager: str) -> None:
    for first, second in ROLLS:
        times = ONE_ROLL[wager].get(first + second, -1)
        assert thrown(f"{first}-{second}", {wager: 10}) == {wager: 10 * times}


def test_a_hop_wins_on_its_combination_in_either_order_only() -> None:
    table = table_of(CRAPS)
    assert table.game.spots is not None
    hops = table.game.spots(table.setup, table.setup.offers["hop"])
    assert len(hops) == 21
    for first, second in ROLLS:
        mine = f"{min(first, second)}-{max(first, second)}"
        came = thrown(f"{first}-{second}", {f"hop {hop}": 1 for hop in hops})
        assert came == {f"hop {hop}": (30 if first == second else 15) if hop == mine else -1 for hop in hops}


@pytest.mark.parametrize(
    ("wager", "staked", "number", "seven"),
    [
        *((f"place_to_win {n}", 30, won, -30) for n, won in {4: 54, 5: 42, 6: 35, 8: 35, 9: 42, 10: 54}.items()),
        *((f"buy {n}", 30, won, -30) for n, won in {4: 60, 5: 45, 6: 36, 8: 36, 9: 45, 10: 60}.items()),
        *(
            (f"place_to_lose {n}", 440, -440, won)
            for n, won in {4: 200, 5: 275, 6: 352, 8: 352, 9: 275, 10: 200}.items()
        ),
        *((f"lay {n}", 30, -30, won) for n, won in {4: 15, 5: 20, 6: 25, 8: 25, 9: 20, 10: 15}.items()),
        *((f"put {n}", 30, 30, -30) for n in (4, 5, 6, 8, 9, 10)),
        ("big_6", 30, 30, -30),
        ("big_8", 30, 30, -30),
    ],
)
def test_bets_on_a_number_are_decided_by_the_number_and_by_seven_alone(
    wager: str, staked: int, number: int, seven: int
) -> None:
    on = int(wager.replace("_", " ").split()[-1])
    point = 5 if on != 5 else 9
    for total, dice in WAYS.items():
        decided = {on: number, 7: seven}.get(total, "stays")
        assert thrown(dice, {wager: staked}, point) == {wager: decided}, total


@pytest.mark.parametrize(("way", "pays"), [(4, 7), (6, 9), (8, 9), (10, 7)])
def test_a_hard_way_wins_as_a_pair_and_loses_any_other_way_or_on_seven(way: int, pays: int) -> None:
    for first, second in ROLLS:
        decided: Any = "stays"
        if first + second in (7, way):
            decided = 5 * pays if first == second else -5
        assert thrown(f"{first}-{second}", {f"hard_{way}": 5}, point=9) == {f"hard_{way}": decided}


@pytest.mark.parametrize(
    ("flat", "point_on"), [("pass_line", False), ("dont_pass", False), ("come", True), ("dont_come", True)]
)
def test_line_and_come_bets_are_decided_by_their_first_roll_or_take_a_point(flat: str, point_on: bool) -> None:
    right = {2: -10, 3: -10, 7: 10, 11: 10, 12: -10}
    wrong = {2: 10, 3: 10, 7: -10, 11: -10, 12: 0}
    for total, dice in WAYS.items():
        decided = (wrong if flat.startswith("dont") else right).get(total, "stays")
        assert thrown(dice, {flat: 10}, 5 if point_on else None) == {flat: decided}, total


@pytest.mark.parametrize("number", [4, 5, 6, 8, 9, 10])
def test_odds_are_true_on_every_number(number: int) -> None:
    right = {4: 60, 5: 45, 6: 36, 8: 36, 9: 45, 10: 60}[number]
    wrong = {4: 15, 5: 20, 6: 25, 8: 25, 9: 20, 10: 15}[number]
    standing = {1: {"pass_line": 30, f"come {number}": 30, f"put {number}": 30, f"dont_come {number}": 30}}
    odds = {"pass_odds": 30, f"come_odds {number}": 30, f"put_odds {number}": 30, f"dont_come_odds {number}": 30}
    made = rows(roll(table_of(CRAPS, number, standing), WAYS[number], odds))
    assert [made[name] for name in odds] == [right, right, right, -30]
    lost = rows(roll(table_of(CRAPS, number, standing), "4-3", odds))
    assert [lost[name] for name in odds] == [-30, -30, -30, wrong]
    dont = {1: {"dont_pass": 30}}
    assert rows(roll(table_of(CRAPS, number, dont), "4-3", {"dont_pass_odds": 30}))["dont_pass_odds"] == wrong


def test_amounts_are_taken_in_the_units_of_their_odds() -> None:
    units = {
        "place_to_win": {4: 5, 5: 5, 6: 6, 8: 6, 9: 5, 10: 5},
        "place_to_lose": {4: 11, 5: 8, 6: 5, 8: 5, 9: 8, 10: 11},
        "buy": {4: 1, 5: 2, 6: 5, 8: 5, 9: 2, 10: 1},
        "lay": {4: 2, 5: 3, 6: 6, 8: 6, 9: 3, 10: 2},
    }
    table = table_of(CRAPS, 5)
    for wager, by_number in units.items():
        for number, unit in by_number.items():
            for amount in range(1, 25):
                taken = table.refusal({1: {f"{wager} {number}": amount}}) is None
                assert taken == (amount % unit == 0), (wager, number, amount)


# -- Come-out rolls ---------------------------------------------------------------------------------------------------


def test_place_buy_come_odds_and_put_odds_alone_are_off_on_a_come_out_roll() -> None:
    numbers = {
        f"{wager} 8": 30 for wager in ("place_to_win", "place_to_lose", "buy", "lay", "put", "come", "dont_come")
    }
    standing = {**numbers, "put_odds 8": 30, "come_odds 8": 30, "dont_come_odds 8": 30, "hard_8": 30, "big_8": 30}
    came = rows(roll(table_of(CRAPS, None, {1: standing}), "4-3"))
    assert {name for name, result in came.items() if result == "stays"} == {"place_to_win 8", "buy 8"}
    assert {name for name, result in came.items() if result == 0} == {"come_odds 8", "put_odds 8"}
    assert came["come 8"] == came["put 8"] == came["hard_8"] == came["big_8"] == -30
    assert came["place_to_lose 8"] == 24 and came["lay 8"] == came["dont_come_odds 8"] == 25


def test_inactive_odds_go_back_when_the_number_comes_on_a_come_out_roll() -> None:
    standing = {"come 8": 10, "come_odds 8": 20, "put 8": 10, "put_odds 8": 20}
    came = rows(roll(table_of(CRAPS, None, {1: standing}), "6-2"))
    assert came == {"come 8": 10, "come_odds 8": 0, "put 8": 10, "put_odds 8": 0}


def test_a_house_may_read_that_hard_ways_are_off_and_put_odds_on() -> None:
    standing = {1: {"hard_8": 10, "put 8": 10, "put_odds 8": 20}}
    options = {"hardways_on_comeout": False, "put_odds_on_comeout": True}
    table = table_of(CRAPS, None, standing, options=options)
    assert rows(roll(table, "4-3")) == {"hard_8": "stays", "put 8": -10, "put_odds 8": -20}
    assert rows(roll(table, "4-4", None, "on hard_8")) == {"hard_8": 90}


# -- Switches ---------------------------------------------------------------------------------------------------------


def test_a_late_pass_bet_takes_the_point_that_is_on_and_is_locked() -> None:
    table = table_of(CRAPS, 8)
    roll(table, "6-5", {"pass_line": 10})
    roll(table, "6-5", {"pass_line": 20})
    refused(table, {"pass_line": 10}, match="stays up until it is decided")
    assert rows(roll(table, "6-2")) == {"pass_line": 20}
    never = table_of(CRAPS, 8, options={"late_pass_allowed": False})
    refused(never, {"pass_line": 10}, match="before a come-out roll only")


def test_a_house_may_read_that_dont_bets_are_put_back_until_the_next_come_out_roll() -> None:
    standing = {1: {"dont_pass": 20, "dont_come 9": 20}}
    table = table_of(CRAPS, 6, standing, options={"dont_replace_after_point": True})
    refused(table, {"dont_pass": 30}, match="before a come-out roll only")  # nothing was taken down yet
    roll(table, "6-5", {"dont_pass": 0, "dont_come 9": 10})
    roll(table, "6-5", calls=(Call("die_on_die"),))
    roll(table, "6-5", {"dont_pass": 20, "dont_come 9": 20})
    assert up(table) == {"dont_pass": 20, "dont_come 9": 20}
    roll(table, "6-5", {"dont_pass": 0, "dont_come 9": 0}, calls=(Call("die_on_die"),))
    assert table.refusal({1: {"dont_pass": 20}}) is None, "a roll that was void does not take the right away"
    roll(table, "5-1")
    refused(table, {"dont_come 9": 20}, match="by the roll alone")


def test_a_house_may_take_come_bets_on_a_come_out_roll() -> None:
    table = table_of(CRAPS, options={"come_on_comeout": True})
    assert rows(roll(table, "5-4", {"come": 10, "dont_come": 10})) == {"come": "stays", "dont_come": "stays"}
    assert up(table) == {"come 9": 10, "dont_come 9": 10}


@pytest.mark.parametrize(("basis", "most"), [("stake", 20), ("win", 40)])
def test_the_multiple_of_dont_odds_limits_the_stake_or_the_win(basis: str, most: int) -> None:
    table = table_of(CRAPS, 4, {1: {"dont_pass": 10}}, options={"lay_odds_basis": basis})
    assert table.refusal({1: {"dont_pass_odds": most}}) is None
    refused(table, {"dont_pass_odds": most + 2}, match=rf"the most is \${most}.00")


def test_a_lay_vigorish_may_be_taken_from_winners_only() -> None:
    table = table_of(CRAPS, 6, options={"lay_vig_timing": "on_win"})
    made = roll(table, "6-5", {"lay 4": 40})
    assert fees(made) == 0
    won = roll(table, "4-3")
    assert (rows(won), fees(won)) == ({"lay 4": 20}, 1)
    lost = roll(table_of(CRAPS, 6, {1: {"lay 4": 40}}, options={"lay_vig_timing": "on_win"}), "3-1")
    assert (rows(lost), fees(lost)) == ({"lay 4": -40}, 0)


def test_a_house_may_keep_the_vigorish_of_a_bet_taken_down() -> None:
    table = table_of(CRAPS, 6, options={"vig_refund_on_removal": False})
    assert fees(roll(table, "6-5", {"buy 10": 20, "lay 4": 40})) == 2
    assert fees(roll(table, "6-5", {"buy 10": 10, "lay 4": 0})) == 0


@pytest.mark.parametrize(("rate", "charged"), [("0", 0), ("2.5", 0.5), ("5", 1)])
def test_the_vigorish_is_at_most_five_percent(rate: str, charged: float) -> None:
    table = table_of(CRAPS, 6, options={"buy_vig_rate": rate, "lay_vig_rate": rate})
    assert fees(roll(table, "6-5", {"buy 10": 20})) == charged
    assert fees(roll(table, "6-5", {"lay 4": 40})) == charged
    for option in ("buy_vig_rate", "lay_vig_rate"):
        with pytest.raises(PitbossError, match=rf"{option}.*\[§1.B.1.g"):
            Setup.of(load(CRAPS), {option: "5.01"})


def test_a_fraction_of_a_cent_of_vigorish_is_dropped() -> None:
    table = table_of(CRAPS, 6, options={"payout_unit": "0.01", "table_min": "0.01"})
    assert fees(roll(table, "6-5", {"buy 10": "0.59"})) == 0.02
    assert fees(roll(table, "6-5", {"buy 10": "0.60"})) == 0.01, "never more than five percent of the whole"


def test_odds_need_not_be_payable_in_chips_where_the_house_reads_it_so() -> None:
    standing = {1: {"pass_line": 10, "dont_come 6": 10}}
    strict = table_of(CRAPS, 6, standing)
    refused(strict, {"pass_odds": 7}, match=r"nearest amounts are \$5.00 or \$10.00")
    loose = table_of(CRAPS, 6, standing, options={"odds_exactly_payable": False})
    refused(loose, {"dont_come_odds 6": 7}, match=r"nearest amounts are \$6.96 or \$7.02")
    assert rows(roll(loose, "5-1", {"pass_odds": 7}))["pass_odds"] == 8.4


def test_winning_bets_on_a_number_come_down_unless_the_house_leaves_them_up() -> None:
    wagers = {"place_to_win 8": 12, "hard_8": 5, "big_8": 5, "put 8": 5}
    for leaves, standing in ((False, {}), (True, wagers)):
        table = table_of(CRAPS, 6, options={"auto_rebet": leaves})
        roll(table, "4-4", wagers)
        assert up(table) == standing


def test_lay_bets_may_stand_instead_of_place_to_lose() -> None:
    refused(table_of(CRAPS, 6, options={"lay_offered": "instead"}), {"place_to_lose 4": 11}, match="instead of")
    refused(table_of(CRAPS, 6, options={"lay_offered": "off"}), {"lay 4": 40}, match="Lay is not offered")
    refused(table_of(CRAPS, 6, options={"buy_offered": False}), {"buy 4": 40}, match="Buy is not offered")


def test_split_bets_stay_up_until_they_lose_or_are_withdrawn() -> None:
    table = table_of(CRAPS, 6)
    roll(table, "6-5", {"split_craps_eleven": 10})
    roll(table, "6-5", {"split_craps_eleven": 4})
    assert up(table) == {"split_craps_eleven": 4}
    roll(table, "6-5", {"split_craps_eleven": 0})
    assert up(table) == {}


# -- The house --------------------------------------------------------------------------------------------------------


def test_put_bets_are_offered_only_with_their_odds() -> None:
    listed = ["pass_line", "dont_pass", "put"]
    with pytest.raises(PitbossError, match=r"wager put: is offered only with put_odds.*§1.F.5"):
        Table(Setup.of(load(CRAPS), wagers=listed), GAME)
    house = {"tables": [{"rulebook": "chapter4", "game": "craps", "wagers": listed}]}
    report = check_house(house, GAME.examine)[0]
    assert [finding.where for finding in report.refused] == ["wager put"]
    assert [finding.cite for finding in report.notices] == ["§1.B.2 L91"]


def test_a_layout_on_which_nobody_could_shoot_is_refused() -> None:
    with pytest.raises(PitbossError, match=r"a shooter must be able to make a Pass or a Don't Pass bet.*§1.G.4"):
        Table(Setup.of(load(CRAPS), wagers=["field", "any_seven"]), GAME)


def test_the_commission_is_told_of_odds_and_of_the_wagers_offered() -> None:
    cites = ["§1.F.1 L196", "§1.F.2 L197", "§1.F.3 L198", "§1.F.4 L199-201", "§1.F.5 L203"]
    for options in ({}, {"pass_odds_multiple": 3}):
        _, findings = examine(load(CRAPS), options)
        assert [(finding.level, finding.cite) for finding in findings] == [("notice", cite) for cite in cites]
    for multiple in (0, -1, "2.5"):
        with pytest.raises(PitbossError, match="pass_odds_multiple"):
            Setup.of(load(CRAPS), {"pass_odds_multiple": multiple})


# -- Irregularities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "irregularity",
    ["short_roll_tolerated", "dice_touch_chips", "cocked_die", "face_disputed", "called_on_without_button"],
)
def test_a_roll_that_counts_is_settled(irregularity: str) -> None:
    played = roll(table_of(CRAPS, 6), "6-3", {"field": 5}, calls=(Call(irregularity),))
    assert rows(played) == {"field": 5}
    assert any(event.kind == "irregularity" for event in played.events)


def test_a_wager_that_cannot_be_paid_goes_back() -> None:
    call = Call("amount_not_payable", seat=1, wager="place_to_win")
    played = roll(table_of(CRAPS, 6), "4-3", {"place_to_win 8": 5, "field": 5}, calls=(call,))
    assert rows(played) == {"place_to_win 8": 0, "field": -5}
    assert played.net == {1: -500}


def test_a_late_wager_that_nobody_confirmed_goes_back_with_its_vigorish_and_odds() -> None:
    table = table_of(CRAPS, 6, {1: {"field": 5}})
    call = Call("late_bet_unconfirmed", seat=1, wager="buy")
    played = roll(table, "4-3", {"buy 4": 20}, calls=(call,))
    assert rows(played) == {"field": -5, "buy 4": 0}
    assert played.net == {1: -500} and sum(played.ledger.values()) == 0
    put = Call("late_bet_unconfirmed", seat=1, wager="put")
    played = roll(table_of(CRAPS, 6), "6-2", {"put 8": 10, "put_odds 8": 20}, calls=(put,))
    assert rows(played) == {"put 8": 0, "put_odds 8": 0}


@pytest.mark.parametrize(("late_bets", "net"), [("accept", -5), ("refuse", 0)])
def test_a_late_wager_that_is_confirmed_counts_where_the_house_takes_them(late_bets: str, net: int) -> None:
    table = table_of(CRAPS, 6, options={"late_bets": late_bets})
    assert rows(roll(table, "4-3", {"field": 5}, calls=(Call("late_bet_confirmed", 1, wager="field"),))) == {
        "field": net
    }


def test_a_late_increase_goes_back_and_what_was_up_stays() -> None:
    table = table_of(CRAPS, 6, {1: {"buy 4": 20}})
    played = roll(table, "3-1", {"buy 4": 60}, calls=(Call("late_bet_unconfirmed", seat=1, wager="buy"),))
    assert rows(played) == {"buy 4": 40} and fees(played) == 0
    assert told(played, "returned") == ["buy 4 is not increased: $40.00 goes back"]
    with pytest.raises(PitbossError, match="was up before this roll"):
        table = table_of(CRAPS, 6, {1: {"buy 4": 20}})
        roll(table, "3-1", calls=(Call("late_bet_unconfirmed", seat=1, wager="buy"),))


LIMITS = {"table_min": "5.00", "table_max": "500.00"}


def test_a_wager_outside_the_limits_is_refused_and_goes_back_when_it_is_noticed_late() -> None:
    table = table_of(CRAPS, 6, options=LIMITS)
    refused(table, {"field": 4}, match=r"\$4.00 is under the minimum of \$5.00")
    refused(table, {"field": 501}, match=r"\$501.00 is over the maximum of \$500.00")
    played = roll(table, "4-3", {"field": 4}, calls=(Call("wager_outside_limits", seat=1, wager="field"),))
    assert rows(played) == {"field": 0}


def test_a_shooter_whose_line_bet_goes_back_lets_the_dice_go_on() -> None:
    table = open_table(CRAPS, LIMITS)
    call = Call("wager_outside_limits", seat=1, wager="pass_line")
    with pytest.raises(PitbossError, match="must hold a Pass or Don't Pass bet"):
        rolled(table, "5-4", {1: {"pass_line": 1}}, calls=(call,))
    assert table.round is None
    rolled(table, "5-4", {1: {"pass_line": 1}, 2: {"pass_line": 10}}, calls=(call,))
    assert table.carry["shooter"] == 2


def test_what_is_over_the_maximum_goes_back_and_odds_with_it() -> None:
    table = table_of(CRAPS, 6, options=LIMITS | {"out_of_limit_procedure": "return_excess"})
    call = Call("wager_outside_limits", seat=1, wager="put")
    played = roll(table, "6-2", {"put 8": 800, "put_odds 8": 1600}, calls=(call,))
    assert rows(played) == {"put 8": 500, "put_odds 8": 1200}
    played = roll(table, "6-2", {"place_to_win 8": 600}, calls=(Call(call.id, 1, wager="place_to_win"),))
    assert rows(played) == {"place_to_win 8": 581}, "$498.00 is the most under the maximum that can be paid"


def test_a_wager_outside_the_limits_counts_where_the_house_lets_it_but_never_over_the_casinos_maximum() -> None:
    options = LIMITS | {"out_of_limit_procedure": "accept", "casino_max": "1000.00"}
    table = table_of(CRAPS, 6, options=options)
    field, place = (Call("wager_outside_limits", seat=1, wager=wager) for wager in ("field", "place_to_win"))
    assert rows(roll(table, "4-3", {"field": 1000}, calls=(field,))) == {"field": -1000}
    for wagers, call, sentence in (
        ({"field": 1001}, field, r"over the casino's maximum of \$1,000.00 \[§1.C.6"),
        ({"place_to_win 8": 2}, place, "cannot be paid exactly"),
        ({"field": 100}, field, "is within the limits"),
    ):
        with pytest.raises(PitbossError, match=sentence):
            roll(table, "4-3", wagers, calls=(call,))
