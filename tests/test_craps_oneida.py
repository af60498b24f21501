"""Craps by the Oneida rules: Come bets off on come-out rolls, rolls without a line bet, odds, commissions."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from pitboss import Call, PitbossError, Setup, load, open_table
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games.dice.craps_bets import vigorish
from pitboss.money import To, percentage
from pitboss.rulebook import examine
from pitboss.rulebook.check import check_house

ONEIDA = "oneida-2003/craps"
LAY_GROUPS = {"4": "4_10", "5": "5_9", "6": "6_8", "8": "6_8", "9": "5_9", "10": "4_10"}


def table_with(standing: Mapping[str, Any], carry: Mapping[str, Any] | None = None, **options: Any) -> Table:
    """A table where seat 1 has wagers up already; somebody outside shoots unless the carry says otherwise."""
    entry_table = open_table(ONEIDA, options)
    return Table(
        entry_table.setup,
        entry_table.game,
        carry=carry or {"shooter": "another"},
        standing={1: standing} if standing else {},
    )


def roll(table: Table, dice: str, wagers: Mapping[str, Any] | None = None, *says: str, **more: Any) -> Round:
    """Throw these dice with what seat 1 makes or changes, and what it says."""
    placed = {1: wagers} if wagers else {}
    words = {1: says} if says else {}
    return table.deal(more.pop("seats", placed), says=words, draws=WrittenDraws({"dice": [dice]}), **more)


def rows(played: Round, seat: int = 1) -> dict[str, tuple[str, int]]:
    """Every wager of a seat with its outcome and its net result in dollars."""
    return {
        f"{row.wager} {row.on}" if row.on else row.wager: (row.outcome, row.net // 100)
        for row in played.settlements
        if row.seat == seat
    }


def cite_of(played: Round, wager: str) -> str:
    return next(row.cite for row in played.settlements if row.wager == wager)


def fees(played: Round) -> list[int]:
    return [fee.amount for fee in played.fees]


# -- Come bets on a come-out roll -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["4-3", "5-4", "6-6"])
def test_a_come_bet_on_its_number_and_its_odds_are_not_touched_by_a_come_out_roll(dice: str) -> None:
    played = roll(table_with({"come 9": 10, "come_odds 9": 10}), dice)
    assert rows(played) == {"come 9": ("stays", 0), "come_odds 9": ("stays", 0)}
    assert "§II.E(5)" in cite_of(played, "come")


@pytest.mark.parametrize(("dice", "flat", "odds"), [("4-3", -10, -10), ("5-4", 10, 15)])
def test_odds_work_with_the_come_bet_that_is_called_on(dice: str, flat: int, odds: int) -> None:
    played = roll(table_with({"come 9": 10, "come_odds 9": 10}), dice, None, "on come 9")
    assert {name: net for name, (_, net) in rows(played).items()} == {"come 9": flat, "come_odds 9": odds}


def test_come_odds_are_not_called_on_by_themselves() -> None:
    table = table_with({"come 9": 10, "come_odds 9": 10})
    with pytest.raises(PitbossError, match=r'works whenever its bet does; call that "on".*§II\.E\(5\)'):
        roll(table, "4-3", None, "on come_odds 9")
    assert table.standing[0].stake == 1000


def test_dont_come_works_on_a_come_out_roll() -> None:
    played = roll(table_with({"dont_come 9": 10, "dont_come_odds 9": 15, "lay 4": 40}), "4-3")
    assert rows(played) == {"dont_come 9": ("win", 10), "dont_come_odds 9": ("win", 10), "lay 4": ("win", 20)}


def test_an_on_marker_stays_until_a_point_is_set() -> None:
    table = table_with({"come 9": 10, "place_to_win 6": 12})
    assert rows(roll(table, "6-5", None, "on all")) == {"come 9": ("stays", 0), "place_to_win 6": ("stays", 0)}
    assert rows(roll(table, "3-3"))["place_to_win 6"] == ("win", 14)
    assert table.carry["point"] == 6
    roll(table, "4-2")
    assert rows(roll(table, "4-3")) == {"come 9": ("stays", 0), "place_to_win 6": ("stays", 0)}


def test_wagers_are_not_called_off_with_a_point_on() -> None:
    table = table_with({"place_to_win 6": 12}, {"shooter": "another", "point": 8})
    with pytest.raises(PitbossError, match="for a come-out roll only"):
        roll(table, "4-3", None, "off place_to_win 6")


@pytest.mark.parametrize("wager", ["place_to_win 6", "buy 6", "hard_6"])
def test_place_buy_and_hardways_are_off_on_a_come_out_roll(wager: str) -> None:
    for dice in ("4-3", "3-3"):
        assert rows(roll(table_with({wager: 30}), dice)) == {wager: ("stays", 0)}
        assert rows(roll(table_with({wager: 30}), dice, None, f"on {wager}"))[wager][0] in ("win", "lose")


def test_come_and_dont_come_are_not_made_before_a_come_out_roll() -> None:
    for wager in ("come", "dont_come"):
        with pytest.raises(PitbossError, match="not accepted on a come-out roll"):
            roll(table_with({}), "4-3", {wager: 10})


# -- Rolls without a line bet -----------------------------------------------------------------------------------------


def made_the_point(**standing: Any) -> Table:
    """Seat 1 shot and made the point; these wagers are still up."""
    return table_with(standing, {"shooter": 1, "made": True})


def test_a_roll_without_a_line_bet_sets_no_point_and_decides_come_bets() -> None:
    table = made_the_point(**{"come 8": 10, "come_odds 8": 10, "place_to_win 5": 10})
    first = roll(table, "3-2", None, "no_line_bet")
    assert rows(first) == {"come 8": ("stays", 0), "come_odds 8": ("stays", 0), "place_to_win 5": ("stays", 0)}
    assert "point" not in table.carry
    assert rows(roll(table, "6-2")) == {
        "come 8": ("win", 10),
        "come_odds 8": ("win", 12),
        "place_to_win 5": ("stays", 0),
    }


def test_a_seven_without_a_line_bet_takes_the_come_bet_and_leaves_the_place_bet() -> None:
    table = made_the_point(**{"come 8": 10, "dont_come 4": 10, "place_to_win 5": 10, "hard_4": 5})
    played = roll(table, "4-3", None, "no_line_bet")
    assert rows(played) == {
        "come 8": ("lose", -10),
        "dont_come 4": ("win", 10),
        "place_to_win 5": ("stays", 0),
        "hard_4": ("stays", 0),
    }
    assert "passing" not in table.carry  # no point was on, so it is not a losing 7


def test_a_place_bet_called_on_works_on_a_roll_without_a_line_bet() -> None:
    table = made_the_point(**{"come 8": 10, "place_to_win 5": 10})
    played = roll(table, "3-2", None, "no_line_bet", "on place_to_win 5")
    assert rows(played)["place_to_win 5"] == ("win", 14)


def test_once_the_come_bets_are_decided_the_shooter_needs_a_line_bet_again() -> None:
    table = made_the_point(**{"come 8": 10, "place_to_win 5": 10})
    roll(table, "6-2", None, "no_line_bet")
    for words in ((), ("no_line_bet",)):
        with pytest.raises(PitbossError, match=r"line bet|Pass or Don't Pass bet"):
            roll(table, "3-2", None, *words)
    assert rows(roll(table, "3-2", {"pass_line": 10}))["pass_line"] == ("stays", 0)
    assert table.carry["point"] == 5


def test_without_the_point_made_nobody_rolls_without_a_line_bet() -> None:
    table = table_with({"dont_come 8": 10}, {"shooter": 1})
    with pytest.raises(PitbossError, match=r"only a shooter who made the point.*§II\.K\(2\)"):
        roll(table, "4-3", None, "no_line_bet")


def test_a_shooter_who_says_nothing_must_hold_a_line_bet() -> None:
    with pytest.raises(PitbossError, match=r"seat 1 shoots and must hold.*§II\.J\(1\)"):
        roll(made_the_point(**{"come 8": 10}), "4-3")


def test_another_player_with_a_line_bet_takes_the_dice_instead() -> None:
    table = made_the_point(**{"come 8": 10})
    played = roll(table, "4-3", None, "no_line_bet", seats={2: {"pass_line": 5}})
    assert table.carry["shooter"] == 2
    # With a line bet on the table it is a come-out roll like any other, and the Come bet is off.
    assert rows(played) == {"come 8": ("stays", 0)}
    assert rows(played, 2) == {"pass_line": ("win", 5)}


def test_a_line_bet_ends_the_rolls_without_one() -> None:
    table = made_the_point(**{"come 8": 10})
    roll(table, "3-2", None, "no_line_bet")
    played = roll(table, "4-3", {"dont_pass": 10})
    assert rows(played) == {"come 8": ("stays", 0), "dont_pass": ("lose", -10)}


def test_no_come_bet_is_made_on_a_roll_without_a_line_bet() -> None:
    with pytest.raises(PitbossError, match="not accepted on a come-out roll"):
        roll(made_the_point(**{"come 8": 10}), "3-2", {"come": 10}, "no_line_bet")


# -- Odds -------------------------------------------------------------------------------------------------------------


def most_taken(flat: str, odds: str, point: int, stake: int, **options: Any) -> int:
    """The most dollars of odds that a table takes on a flat bet."""
    table = table_with({flat: stake}, {"shooter": "another", "point": point}, **options)
    taken = [amount for amount in range(1, 40 * stake) if table.refusal({1: {odds: amount}}) is None]
    return max(taken)


@pytest.mark.parametrize(("point", "most"), [(4, 5), (5, 6), (6, 5), (8, 5), (9, 6), (10, 5)])
def test_odds_go_above_the_limit_only_as_far_as_an_even_payout_needs(point: int, most: int) -> None:
    assert most_taken("pass_line", "pass_odds", point, 5) == most


def test_without_the_excess_odds_stay_within_the_limit() -> None:
    assert most_taken("pass_line", "pass_odds", 9, 5, odds_excess=False) == 4


@pytest.mark.parametrize(("point", "most"), [(4, 10), (5, 9), (6, 6), (8, 6), (9, 9), (10, 10)])
def test_dont_odds_are_limited_by_what_they_win(point: int, most: int) -> None:
    assert most_taken("dont_pass", "dont_pass_odds", point, 5) == most


def test_the_posted_maximum_limits_odds_but_for_an_even_payout() -> None:
    options = {"table_max": 25, "pass_odds_multiple": 10, "dont_pass_odds_multiple": 10}
    assert most_taken("pass_line", "pass_odds", 9, 10, **options) == 26
    assert most_taken("dont_pass", "dont_pass_odds", 9, 10, **options) == 27
    table = table_with({"pass_line": 10}, {"shooter": "another", "point": 9}, **options)
    refused = table.refusal({1: {"pass_odds": 28}})
    assert refused is not None
    assert "over the posted maximum; the most is $26.00" in refused.sentence
    assert refused.cite.startswith("§II.H(6)")


def test_odds_of_a_hundred_times_are_the_most_a_casino_may_allow() -> None:
    table = table_with({"pass_line": 5}, {"shooter": "another", "point": 6}, pass_odds_multiple=100)
    assert rows(roll(table, "4-2", {"pass_odds": 500})) == {"pass_line": ("win", 5), "pass_odds": ("win", 600)}
    with pytest.raises(PitbossError, match=r"101 is more than the 100.*§II\.H"):
        open_table(ONEIDA, {"pass_odds_multiple": 101})


def test_a_dont_bet_once_reduced_is_not_put_back_and_its_odds_follow() -> None:
    table = table_with({"dont_come 9": 20, "dont_come_odds 9": 30}, {"shooter": "another", "point": 6})
    played = roll(table, "3-2", {"dont_come 9": 10})
    assert [(bet.name, bet.stake) for bet in played.bets] == [("dont_come 9", 1000), ("dont_come_odds 9", 1500)]
    with pytest.raises(PitbossError, match="may not be made there, or increased"):
        roll(table, "4-3", {"dont_come 9": 20})
    gone = roll(table, "3-2", {"dont_come 9": 0, "dont_come": 10})
    assert rows(gone) == {"dont_come": ("stays", 0)}  # a fresh Don't Come is a new bet


def test_pass_is_locked_and_not_increased_once_the_point_is_on() -> None:
    table = table_with({"pass_line": 10, "come 9": 10}, {"shooter": 1, "point": 6})
    for change, words in (
        ({"pass_line": 5}, r"may not be taken down or reduced.*§II\.E\(3\)"),
        ({"come 9": 0}, r"may not be taken down or reduced.*§II\.E\(3\)"),
        ({"pass_line": 20}, r"before a come-out roll only.*§II\.D\(1\)"),
        ({"dont_pass": 10}, r"before a come-out roll only.*§II\.D\(2\)"),
    ):
        with pytest.raises(PitbossError, match=words):
            roll(table, "4-3", change)


@pytest.mark.parametrize("wager", ["put 6", "place_to_lose 6", "big_6", "three_way_craps", "split_high_low"])
def test_wagers_of_other_rulebooks_do_not_exist(wager: str) -> None:
    with pytest.raises(PitbossError, match="there is no wager"):
        roll(table_with({}), "4-3", {wager: 30})


# -- Commissions, and bets that stay up after a win -------------------------------------------------------------------


def test_a_buy_bet_left_up_pays_its_commission_anew() -> None:
    table = table_with({}, {"shooter": "another", "point": 8})
    assert fees(roll(table, "6-4", {"buy 10": 20})) == [100]
    again = roll(table, "5-5")
    assert (rows(again), fees(again)) == ({"buy 10": ("win", 40)}, [100])
    gone = roll(table, "5-5", {"buy 10": 0})
    assert (rows(gone), fees(gone)) == ({}, [])  # the commission of a bet that was decided is not given back


def test_a_lay_bet_left_up_after_a_seven_pays_its_commission_anew() -> None:
    table = table_with({})
    assert fees(roll(table, "4-3", {"lay 4": 40})) == [100]
    lost = roll(table, "3-1")
    assert (rows(lost), fees(lost)) == ({"lay 4": ("lose", -40)}, [100])


@pytest.mark.parametrize(("wager", "dice", "net"), [("place_to_win 6", "3-3", 14), ("hard_6", "3-3", 108)])
def test_winning_place_and_hardway_bets_stay_up(wager: str, dice: str, net: int) -> None:
    table = table_with({}, {"shooter": "another", "point": 8})
    roll(table, dice, {wager: 12})
    assert rows(roll(table, dice)) == {wager: ("win", net)}
    assert rows(roll(table, "4-3")) == {wager: ("lose", -12)}


def test_the_commission_goes_back_in_proportion_when_a_bet_is_taken_down_undecided() -> None:
    table = table_with({}, {"shooter": "another", "point": 8})
    assert fees(roll(table, "3-2", {"buy 10": 40})) == [200]
    assert fees(roll(table, "3-2", {"buy 10": 10})) == [-150]
    assert fees(roll(table, "3-2", {"buy 10": 0})) == [-50]


def test_a_fraction_of_a_cent_of_commission_is_dropped() -> None:
    table = table_with({}, {"shooter": "another", "point": 8}, payout_unit="0.50")
    assert fees(roll(table, "3-2", {"buy 10": "0.50"})) == [2]


def test_the_lay_commission_never_passes_five_percent_of_the_wager() -> None:
    entry = load(ONEIDA)
    caps = {name: entry.options[f"lay_commission_{name}"].at_most for name in LAY_GROUPS.values()}
    setup = Setup.of(entry, {f"lay_commission_{name}": cap for name, cap in caps.items()})
    pays = setup.offers["lay"].pays
    assert pays is not None
    for number, group in LAY_GROUPS.items():
        pay = pays.lines[number]
        assert isinstance(pay, To)
        assert percentage(str(caps[group])) * Fraction(pay.wins, pay.per) == Fraction(5, 100)
        assert vigorish(setup, "lay", number, 60_00) == 3_00


def test_a_lay_commission_of_ten_percent_of_the_win_is_legal_on_4_and_10_only() -> None:
    def refused(*groups: str) -> list[str]:
        options = {f"lay_commission_{group}": "10" for group in groups}
        (report,) = check_house({"tables": [{"rulebook": "oneida-2003", "game": "craps", "options": options}]})
        assert all("§II.G(2)" in finding.cite for finding in report.refused)
        return [finding.where for finding in report.refused]

    assert refused("4_10") == []
    assert refused("4_10", "5_9", "6_8") == ["option lay_commission_5_9", "option lay_commission_6_8"]
    table = table_with({}, {"shooter": "another", "point": 8}, lay_commission_4_10="10")
    played = roll(table, "4-3", {"lay 4": 40, "lay 9": 30})
    assert fees(played) == [200, 100]  # 10 % of $20, and 5 % of $20


def test_buy_commission_is_at_most_five_percent_of_the_wager() -> None:
    with pytest.raises(PitbossError, match=r"6% is more than the 5%.*§II\.G\(1\)"):
        open_table(ONEIDA, {"buy_commission": "6"})


# -- Higher odds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pay_table", "line", "higher", "lower"),
    [
        ("T1_line", "come", "2 to 1", "1 to 2"),
        ("T1_place", "6", "6 to 5", "1 to 1"),
        ("T1_hardways", "hard_4", "8 to 1", "6 to 1"),
        ("T1_field", "field_12", "3 to 1", "1 to 1"),
        ("T1_one_roll", "any_seven", "5 to 1", "3 to 1"),
        ("T1_hops", "hop_pair", "31 to 1", "29 to 1"),
    ],
)
def test_listed_odds_are_the_least_a_casino_pays(pay_table: str, line: str, higher: str, lower: str) -> None:
    assert examine(load(ONEIDA), pay_tables={pay_table: {line: higher}})[1] == []
    (finding,) = examine(load(ONEIDA), pay_tables={pay_table: {line: lower}})[1]
    assert (finding.level, finding.cite) == ("refused", "§II.F(1) L1114-1117")


@pytest.mark.parametrize(
    ("pay_table", "odds"), [("T2", "5 to 2"), ("T3", "2 to 3"), ("T4", "5 to 2"), ("T5", "2 to 3")]
)
def test_buy_lay_and_odds_are_paid_exactly_as_listed(pay_table: str, odds: str) -> None:
    (finding,) = examine(load(ONEIDA), pay_tables={pay_table: {"4": odds}})[1]
    assert finding.level == "refused"


def test_a_come_bet_on_its_number_is_paid_at_the_higher_odds() -> None:
    setup = Setup.of(load(ONEIDA), pay_tables={"T1_line": {"come": "2 to 1"}})
    table = Table(setup, open_table(ONEIDA).game, carry={"point": 6}, standing={1: {"come 9": 10}})
    assert rows(roll(table, "5-4")) == {"come 9": ("win", 20)}


def test_higher_odds_are_uniform_in_the_casino() -> None:
    def craps(name: str, **lines: str) -> dict[str, Any]:
        return {"name": name, "rulebook": "oneida-2003", "game": "craps", "pay_tables": {"T1_field": lines}}

    triple = {"field_12": "3 to 1"}
    assert all(report.legal for report in check_house({"tables": [craps("A", **triple), craps("B", **triple)]}))
    one, two = check_house({"tables": [craps("A", **triple), craps("B")]})
    assert [finding.cite for finding in (*one.refused, *two.refused)] == ["§II.F(1) L1114-1117"] * 2
    assert 'pays 3 to 1 here and 2 to 1 at "B"' in one.refused[0].text


def test_amounts_follow_the_odds_that_are_paid() -> None:
    setup = Setup.of(load(ONEIDA), pay_tables={"T1_place": {"6": "6 to 5"}})
    table = Table(setup, open_table(ONEIDA).game, carry={"point": 8})
    with pytest.raises(PitbossError, match=r"nearest amounts are \$10\.00 or \$15\.00"):
        roll(table, "3-3", {"place_to_win 6": 12})
    assert rows(roll(table, "3-3", {"place_to_win 6": 15})) == {"place_to_win 6": ("win", 18)}


# -- At the table -----------------------------------------------------------------------------------------------------


def test_match_play_coupons_are_refused_and_the_chips_stand() -> None:
    table = open_table(ONEIDA)
    played = roll(table, "4-3", {"pass_line": 10}, calls=[Call("match_play_coupon", seat=1)])
    assert rows(played) == {"pass_line": ("win", 10)}
    assert any("the coupon is refused" in event.text and "§II.E(2)" in event.cite for event in played.events)


def test_a_house_that_takes_coupons_is_told_that_they_have_no_rule() -> None:
    setup, findings = examine(load(ONEIDA), {"match_play_coupons": "accept"})
    assert setup is not None
    assert [(finding.level, finding.where) for finding in findings] == [("notice", "option match_play_coupons")]
    assert "match_play_coupon" not in setup.irregularities
    assert "match_play_elsewhere" in setup.irregularities


def test_a_late_wager_counts_only_where_the_house_takes_them_and_it_is_confirmed() -> None:
    def late(call: str, **options: Any) -> tuple[str, int]:
        table = table_with({"field": 5}, **options)
        played = roll(table, "4-3", {"any_seven": 5}, calls=[Call(call, seat=1, wager="any_seven")])
        assert rows(played)["field"] == ("lose", -5)
        return rows(played)["any_seven"]

    assert late("late_bet_confirmed", late_bets="accept") == ("win", 20)
    assert late("late_bet_confirmed") == ("void", 0)
    assert late("late_bet_unconfirmed", late_bets="accept") == ("void", 0)


def test_a_wager_that_cannot_be_paid_goes_back_when_it_is_noticed_on_the_layout() -> None:
    table = table_with({}, {"shooter": "another", "point": 8})
    called = [Call("amount_not_payable", seat=1, wager="place_to_win 5")]
    played = roll(table, "3-2", {"place_to_win 5": 7, "field": 5}, calls=called)
    assert rows(played) == {"place_to_win 5": ("void", 0), "field": ("lose", -5)}
    assert cite_of(played, "place_to_win") == "§II.F(5) L1190-1193"


def test_no_roll_decides_nothing_and_the_wagers_stand() -> None:
    table = table_with({"come 9": 10}, {"shooter": "another", "point": 6})
    played = roll(table, "4-3", {"field": 5}, calls=[Call("die_in_cup_or_rail")])
    assert rows(played) == {"come 9": ("stays", 0), "field": ("stays", 0)}
    assert table.carry["point"] == 6
    assert rows(roll(table, "6-3")) == {"come 9": ("win", 10), "field": ("win", 5)}


def test_a_new_shooter_finishes_the_hand_without_a_line_bet() -> None:
    table = table_with({"pass_line": 10}, {"shooter": 1, "point": 6})
    played = roll(table, "4-2", seats={2: {"field": 5}}, calls=[Call("dice_ordered_on")])
    assert table.carry["shooter"] == 2
    assert rows(played) == {"pass_line": ("win", 10)}


def test_a_losing_seven_passes_the_dice_whichever_line_bet_the_shooter_holds() -> None:
    table = table_with({"dont_pass": 10}, {"shooter": 1, "point": 6})
    roll(table, "4-3", seats={2: {"field": 5}})
    roll(table, "4-3", seats={1: {"dont_pass": 10}, 2: {"pass_line": 5}})
    assert table.carry["shooter"] == 2
