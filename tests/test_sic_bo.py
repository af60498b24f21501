"""Sic bo: every throw through the script, the exact figures, and what a house may do."""

from collections import Counter, defaultdict
from fractions import Fraction
from io import StringIO
from itertools import combinations_with_replacement, permutations, product
from math import sqrt
from typing import Any

import pytest

from conftest import Run
from house_play import at, open_house
from pitboss import Call, PitbossError, open_table, settle
from pitboss.cli.app import run
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games.dice.sic_bo import GAME, case_of
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.live import calls
from pitboss.rulebook import Setup, load
from pitboss.rulebook.check import check_house
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze

NAME = "massachusetts-2020/sic-bo"


def throw(table: Table, dice: tuple[int, ...], wagers: dict[str, Any], *calls: Call) -> Round:
    return table.deal({1: wagers}, calls=calls, draws=WrittenDraws({"dice": [str(die) for die in dice]}))


def nets(played: Round) -> dict[str, int]:
    return {f"{row.wager} {row.on}" if row.on else row.wager: row.net for row in played.settlements}


def every_area(setup: Setup, stake: Any = 10) -> dict[str, Any]:
    return {
        f"{wager} {spot}".strip(): stake for wager, offer in setup.offers.items() for spot in GAME.places(setup, offer)
    }


# -- The figures ------------------------------------------------------------------------------------------------------


def test_the_layout_has_fifty_areas() -> None:
    assert len(every_area(Setup.of(load(NAME)))) == 50


@pytest.mark.parametrize(
    ("options", "tables"),
    [
        ({}, {}),
        ({"one_of_a_kind_single": "1 to 1", "two_of_a_kind_on_triple": False}, {}),
        ({"one_of_a_kind_more_fixed": False}, {"PT1": {"total_4": "60 to 1"}, "PT2": {"three": "12 to 1"}}),
    ],
)
def test_every_throw_through_the_script_gives_the_exact_figures(
    options: dict[str, Any], tables: dict[str, dict[str, str]]
) -> None:
    table = open_table(NAME, options, pay_tables=tables)
    won: dict[str, int] = defaultdict(int)
    wagers = every_area(table.setup)
    for dice, ways in Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=3)).items():
        for name, net in nets(throw(table, dice, wagers)).items():
            won[name] += ways * net
    exact = analyze(table.setup).wagers
    assert set(won) == set(wagers)
    for name, total in won.items():
        found = exact.get(name) or exact[name.partition(" ")[0]]
        assert found.house_edge == Fraction(-total, 216 * 1000), name


def test_the_order_of_the_dice_means_nothing() -> None:
    setup = Setup.of(load(NAME))
    for dice in combinations_with_replacement(range(1, 7), 3):
        for name in every_area(setup):
            wager, _, spot = name.partition(" ")
            assert len({case_of(setup, wager, spot, order) for order in permutations(dice)}) == 1


WAYS = dict(zip(range(4, 18), (3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3), strict=True))
PAYS = dict(zip(range(4, 18), (50, 18, 14, 12, 8, 6, 6, 6, 6, 8, 12, 14, 18, 50), strict=True))


def test_edges_by_closed_form() -> None:
    found = {name: wager.house_edge for name, wager in analyze(Setup.of(load(NAME))).wagers.items()}
    assert found["small"] == found["big"] == 1 - Fraction(2 * 105, 216)
    assert found["three_of_a_kind"] == 1 - Fraction(151, 216)
    assert found["two_of_a_kind"] == 1 - Fraction(9 * 16, 216)
    assert found["any_three_of_a_kind"] == 1 - Fraction(25 * 6, 216)
    assert found["two_dice_combination"] == 1 - Fraction(6 * 30, 216)
    assert found["one_of_a_kind"] == Fraction(125, 216) - Fraction(75, 2160) - Fraction(15 * 2 + 3, 216)
    for total, ways in WAYS.items():
        assert found[f"total {total}"] == 1 - Fraction((PAYS[total] + 1) * ways, 216)


def test_edges_as_published() -> None:
    """Figures that the trade prints for these odds, and for 1 to 1 when one die shows the number."""
    found = analyze(Setup.of(load(NAME), {"one_of_a_kind_single": "1 to 1"})).wagers
    percent = {name: f"{float(wager.house_edge):.2%}" for name, wager in found.items()}
    assert percent["small"] == "2.78%"
    assert percent["one_of_a_kind"] == "7.87%"
    assert percent["two_dice_combination"] == "16.67%"
    assert percent["three_of_a_kind"] == "30.09%"
    assert percent["any_three_of_a_kind"] == "30.56%"
    assert percent["total 7"] == percent["total 14"] == "9.72%"
    assert percent["total 9"] == "18.98%"


def test_two_of_a_kind_that_loses_on_a_triple_has_fifteen_throws() -> None:
    found = analyze(Setup.of(load(NAME), {"two_of_a_kind_on_triple": False})).wagers["two_of_a_kind"]
    assert found.house_edge == 1 - Fraction(9 * 15, 216)


def test_better_odds_on_one_total_change_that_total_alone() -> None:
    entry = load(NAME)
    better = analyze(Setup.of(entry, {}, {"PT1": {"total_4": "60 to 1"}})).wagers
    printed = analyze(Setup.of(entry)).wagers
    assert {name for name in printed if printed[name] != better[name]} == {"total 4"}
    assert better["total 4"].house_edge == 1 - Fraction(61 * 3, 216)


def test_odds_that_never_pay_evenly_are_priced_exactly() -> None:
    found = analyze(Setup.of(load(NAME), {"one_of_a_kind_single": "2 to 7"})).wagers["one_of_a_kind"]
    assert found.house_edge == Fraction(125 - 33, 216) - Fraction(75 * 2, 216 * 7)


def test_the_kernel_agrees_with_the_exact_figures() -> None:
    wagers = {"small": 10, "total 4": 10, "two_of_a_kind 5": 10, "one_of_a_kind 3": 10, "three_of_a_kind 1": 5}
    plan = plan_of(NAME, rounds=2_000_000, seed=11, wagers=wagers)
    found = simulate(plan, engine="kernel", workers=1)
    exact = analyze(Setup.of(load(NAME))).wagers
    for name, figures in found.wagers.items():
        sums = figures.sums
        wager = exact.get(name) or exact[name.partition(" ")[0]]
        mean = sums.net / sums.decided / figures.unit
        assert abs(mean - float(wager.expectation)) < 4 * sqrt(float(wager.variance) / sums.decided), name


def test_one_total_or_all_of_them_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyze", NAME, "--wager", "total 4"]) == 0
    one = capsys.readouterr().out
    assert "Total 4: 7/24" in one and "Total 5" not in one
    assert run(["analyze", NAME, "--wager", "total"]) == 0
    every = capsys.readouterr().out
    assert all(edge in every for edge in ("7/24", "17/36", "41/216")) and "Small" not in every


# -- The table --------------------------------------------------------------------------------------------------------


def test_losing_wagers_are_collected_before_any_is_paid() -> None:
    played = throw(open_table(NAME), (1, 4, 6), {"big": 10, "small": 10, "total 11": 5, "total 12": 5})
    assert [row.outcome for row in played.settlements] == ["lose", "lose", "win", "win"]


def test_the_device_lights_every_winning_area() -> None:
    [lit] = [event for event in throw(open_table(NAME), (2, 2, 2), {"big": 10}).events if event.kind == "lit"]
    assert lit.text == "three of a kind 2; two of a kind 2; any three of a kind; total 6; one of a kind 2"


def test_a_dead_device_lights_nothing_and_the_wagers_are_settled_all_the_same() -> None:
    played = throw(open_table(NAME), (2, 3, 5), {"small": 10}, Call("device_failure"))
    assert played.net == {1: 1000}
    assert not [event for event in played.events if event.kind in ("lit", "clear")]


def test_after_a_device_failure_nothing_is_dealt_until_it_is_repaired() -> None:
    table = open_table(NAME)
    throw(table, (2, 3, 5), {"small": 10}, Call("device_failure"))
    with pytest.raises(PitbossError, match=r"the game has stopped until it is repaired.*\[§6\(b\) L25885\]"):
        throw(table, (1, 2, 3), {"small": 10})
    table.repair()
    assert throw(table, (1, 2, 3), {"small": 10}).net == {1: 1000}
    with pytest.raises(PitbossError, match="nothing to repair"):
        table.repair()
    again = settle(table.record().to_toml())
    assert [played.net for _, played in again.rounds] == [{1: 1000}, {1: 1000}]


def test_a_record_can_begin_at_a_table_that_has_stopped() -> None:
    head = 'rulebook = "massachusetts-2020"\ngame = "sic-bo"\ncarry = { stopped = "%s" }\n'
    rolled = "[[steps]]\ndice = [1, 2, 3]\nseats.1.wagers = { small = 5 }\n"
    with pytest.raises(PitbossError, match="the game has stopped until it is repaired: the electrical device fails"):
        settle(head % "device_failure" + rolled)
    assert settle(head % "device_failure" + "[[steps]]\nrepaired = true\n" + rolled).net == {1: 500}
    with pytest.raises(PitbossError, match='carry.stopped: there is no irregularity "earthquake" here'):
        settle(head % "earthquake" + rolled)


def test_a_live_table_stays_stopped_through_a_restart_until_somebody_says_it_is_repaired(sqlite_url: str) -> None:
    house = open_house(sqlite_url, NAME)
    house.table("1").bet(1, {"small": "10.00"})
    at(house, "1", lambda live, batch: calls.make(live, batch, Call("device_failure"), "dan", "flo", note="it hums"))
    at(house, "1", lambda live, batch: live.deal(batch))
    house.close()
    house = House(sqlite_url)
    live = house.table("1")
    assert not live.takes_bets
    with pytest.raises(PitbossError, match="the game has stopped until it is repaired"):
        live.bet(1, {"small": "10.00"})
    at(house, "1", lambda live, batch: live.repair(batch, "flo"))
    live.bet(1, {"small": "10.00"})
    at(house, "1", lambda live, batch: live.deal(batch))
    house.close()
    report = audit(sqlite_url, workers=1)
    assert report.clean and report.rounds == report.replayed == 2


def test_a_player_in_the_terminal_waits_for_the_repair(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "call device_failure\nsmall 5\nsmall 5\nhelp\nrepaired\nsmall 5\nrepaired\nleave\n"
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    code, out, _ = pitboss("play", NAME, "--seed", "3")
    told = " ".join(out.split())
    assert code == 0 and "after 2 rounds" in told
    assert told.count("the game has stopped until it is repaired") == 2 and "Type repaired when it is" in told
    assert "It is repaired, and the game goes on." in told and "there is nothing to repair" in told
    assert "small 10, big 5" in told and "three_of_a_kind 1 5" in told, "help shows wagers of this game"


def test_wagers_may_be_changed_after_a_no_roll() -> None:
    table = open_table(NAME)
    assert throw(table, (), {"big": 10, "small": 5}, Call("dice_not_flat")).net == {1: 0}
    played = throw(table, (6, 5, 4), {"big": 20, "small": 0})
    assert nets(played) == {"big": 2000}


def test_a_manual_shaker_cannot_fail_as_an_automated_one_does() -> None:
    with pytest.raises(PitbossError, match='no irregularity "shaker_failure"'):
        throw(open_table(NAME), (1, 2, 3), {"big": 10}, Call("shaker_failure"))


def test_a_late_or_verbal_wager_goes_back_and_the_others_stand() -> None:
    for call in (Call("late_wager", 1, wager="big"), Call("verbal_wager", 1, wager="big")):
        played = throw(open_table(NAME), (6, 5, 4), {"big": 20, "total 15": 5}, call)
        assert nets(played) == {"big": 0, "total 15": 7000}


def test_a_misplaced_wager_is_settled_where_it_lies() -> None:
    played = throw(open_table(NAME), (6, 5, 4), {"small": 20}, Call("wager_misplaced", 1, wager="small"))
    assert nets(played) == {"small": -2000}


def test_a_fraction_of_a_cent_is_paid_up() -> None:
    played = throw(open_table(NAME), (6, 1, 2), {"one_of_a_kind 6": "5.01", "one_of_a_kind 1": "0.01"})
    assert nets(played) == {"one_of_a_kind 6": 51, "one_of_a_kind 1": 1}


@pytest.mark.parametrize(
    ("written", "read"),
    [("two_dice_combination 6-2", "two_dice_combination 2-6"), ("two_of_a_kind 5-5", "two_of_a_kind 5")],
)
def test_spots_are_read_as_people_write_them(written: str, read: str) -> None:
    assert list(nets(throw(open_table(NAME), (1, 1, 1), {written: 5}))) == [read]


@pytest.mark.parametrize("spot", ["total 18", "total", "two_dice_combination 2-2", "one_of_a_kind 7", "small 4"])
def test_what_is_no_area_of_the_layout_is_refused(spot: str) -> None:
    with pytest.raises(PitbossError, match="on this layout|say on which|no particular spot"):
        throw(open_table(NAME), (1, 1, 1), {spot: 5})


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [("[1, 2]", 'does not say what "dice" was'), ("[1, 2, 7]", "is not possible"), ("[1, 2, 3, 4]", "dice once more")],
)
def test_a_record_gives_three_dice_of_six_faces(dice: str, sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        settle(f'rulebook = "massachusetts-2020"\ngame = "sic-bo"\ndice = {dice}\nseats.1.wagers = {{ big = 5 }}')


# -- The house --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "tables", "sentence"),
    [
        ({"one_of_a_kind_single": "1 to 11"}, {}, "less than the 1 to 10"),
        ({"one_of_a_kind_single": "2 for 1"}, {}, 'never with "for"'),
        ({"verbal_cash_wagers": "accept"}, {}, "is not one of refuse"),
        ({}, {"PT2": {"two": "3 to 1"}}, "two pays 2 to 1 and not 3 to 1"),
        ({"one_of_a_kind_more_fixed": False}, {"PT2": {"two": "1 to 1"}}, "two pays no less than 2 to 1"),
        ({}, {"PT1": {"total_3": "180 to 1"}}, 'no line "total_3"'),
    ],
)
def test_what_the_rulebook_does_not_allow_is_refused(
    options: dict[str, Any], tables: dict[str, dict[str, str]], sentence: str
) -> None:
    with pytest.raises(PitbossError, match=sentence):
        Setup.of(load(NAME), options, tables)


def test_a_house_is_checked_with_the_clause() -> None:
    table = {"name": "SB-1", "rulebook": "massachusetts-2020", "game": "sic-bo"}
    [legal] = check_house({"tables": [table | {"options": {"one_of_a_kind_single": "1 to 1", "shaker": "automated"}}]})
    assert legal.legal
    [wrong] = check_house({"tables": [table | {"pay_tables": {"PT1": {"any_three_of_a_kind": "25 for 1"}}}]})
    assert [finding.cite for finding in wrong.findings if finding.level == "refused"] == ["§4(a) L25760"]


def test_odds_may_be_stated_with_win_and_never_with_for(pitboss: Run) -> None:
    stated = {"PT1": {"any_three_of_a_kind": "25 win 1"}}
    wagers = {
        "rulebook": "massachusetts-2020",
        "game": "sic-bo",
        "seats": {"1": {"wagers": {"any_three_of_a_kind": 10}}},
    }
    settled = settle(wagers | {"dice": [3, 3, 3], "pay_tables": stated})
    [row] = settled.rounds[0][1].settlements
    assert (row.net, row.odds) == (25_000, "25 win 1")
    assert open_table(NAME, {"one_of_a_kind_single": "1 win 1"}).setup.options["one_of_a_kind_single"].wins == 1
    with pytest.raises(PitbossError, match=r'never with "for" as in 25 for 1; "win" may stand for "to"'):
        open_table(NAME, pay_tables={"PT1": {"any_three_of_a_kind": "25 for 1"}})
    _, sheet, _ = pitboss("rules", NAME)
    assert sheet.count('stated with "to" or "win", never with "for"') == 3


@pytest.mark.parametrize(
    ("entry", "tables", "taken"),
    [
        ("massachusetts-2020/big-six", {"PT-1": {"joker": "46 win 1"}}, True),
        ("massachusetts-2020/craps", {"PT5": {"any_seven": "5 win 1"}}, False),
    ],
)
def test_other_odds_are_stated_with_the_words_of_their_clause(entry: str, tables: dict[str, Any], taken: bool) -> None:
    if taken:
        open_table(entry, pay_tables=tables)
        return
    with pytest.raises(PitbossError, match='stated with "to", and not as in 5 win 1'):
        open_table(entry, pay_tables=tables)
