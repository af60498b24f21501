"""Big six: every stop of the wheel through the script, the exact figures, re-spins, limits, and what a house may do."""

from fractions import Fraction
from io import StringIO
from math import sqrt
from typing import Any

import pytest

from conftest import Run
from pitboss import Call, PitbossError, open_table, settle
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games.wheels.big_six import sections_of
from pitboss.rulebook import Setup, examine, load
from pitboss.rulebook.check import check_house
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze

CHAPTER4, MASSACHUSETTS = "chapter4/big-six", "massachusetts-2020/big-six"
BOTH = [CHAPTER4, MASSACHUSETTS]


def spin(table: Table, symbol: str, wagers: dict[str, Any] | None = None, *calls: Call) -> Round:
    return table.deal({1: wagers} if wagers else {}, calls=calls, draws=WrittenDraws({"spin": [symbol]}))


def nets(played: Round) -> dict[str, int]:
    return {row.wager: row.net for row in played.settlements}


# -- The figures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_every_stop_through_the_script_gives_the_exact_figures(name: str) -> None:
    table = open_table(name)
    wagers = dict.fromkeys(table.setup.offers, 10)
    won = dict.fromkeys(wagers, 0)
    for symbol, sections in sections_of(table.setup).items():
        for wager, net in nets(spin(table, symbol, wagers)).items():
            won[wager] += sections * net
    exact = analyze(table.setup).wagers
    assert {wager: Fraction(-net, 54 * 1000) for wager, net in won.items()} == {
        wager: found.house_edge for wager, found in exact.items()
    }


def test_expectations_as_the_spec_derives_them() -> None:
    found = analyze(Setup.of(load(CHAPTER4))).wagers
    lost = {"one": 6, "two": 9, "five": 12, "ten": 10, "twenty": 12, "joker": 13, "casino_name": 13}
    assert {name: wager.house_edge for name, wager in found.items()} == {
        name: Fraction(sections, 54) for name, sections in lost.items()
    }


@pytest.mark.parametrize(
    ("name", "long_shots", "edge"),
    [(CHAPTER4, ("joker", "casino_name"), "24.07%"), (MASSACHUSETTS, ("joker", "flag"), "14.81%")],
)
def test_edges_as_published(name: str, long_shots: tuple[str, str], edge: str) -> None:
    found = {wager: f"{float(each.house_edge):.2%}" for wager, each in analyze(Setup.of(load(name))).wagers.items()}
    bills = {"one": "11.11%", "two": "16.67%", "five": "22.22%", "ten": "18.52%", "twenty": "22.22%"}
    assert found == bills | dict.fromkeys(long_shots, edge)


@pytest.mark.parametrize("name", BOTH)
def test_the_kernel_agrees_with_the_exact_figures(name: str) -> None:
    setup = Setup.of(load(name))
    found = simulate(plan_of(name, rounds=2_000_000, seed=5, wagers=dict.fromkeys(setup.offers, 10)), workers=1)
    assert found.engine == "kernel"
    for wager, exact in analyze(setup).wagers.items():
        sums = found.wagers[wager].sums
        mean = sums.net / sums.decided / 1000
        assert abs(mean - float(exact.expectation)) < 4 * sqrt(float(exact.variance) / sums.decided), wager


def test_a_wheel_of_the_houses_own_is_counted_and_spun() -> None:
    sections = {"1": 20, "2": 10, "5": 5, "10": 3, "20": 2, "joker": 1, "flag": 1}
    setup = Setup.of(load(MASSACHUSETTS), {"wheel_sections": sections})
    found = analyze(setup)
    assert found.wagers["one"].house_edge == Fraction(42 - 2 * 20, 42)
    assert not found.notes
    plan = plan_of(MASSACHUSETTS, {"wheel_sections": sections}, rounds=300_000, seed=1, wagers={"five": 10})
    hits = simulate(plan, workers=1).wagers["five"].sums.hits
    assert abs(hits / 300_000 - 5 / 42) < 4 * sqrt(5 / 42 * 37 / 42 / 300_000)


def test_where_the_rulebook_describes_no_wheel_the_analysis_says_what_is_assumed() -> None:
    [note] = analyze(Setup.of(load(MASSACHUSETTS))).notes
    assert "does not describe the wheel" in note
    assert not analyze(Setup.of(load(CHAPTER4))).notes


@pytest.mark.parametrize("sections", [{"1": 24, "2": 15}, {"1": 0}, {}, "24 15"])
def test_a_wheel_must_show_the_symbols_of_the_layout(sections: Any) -> None:
    with pytest.raises(PitbossError, match="sections"):
        open_table(MASSACHUSETTS, {"wheel_sections": sections})
    with pytest.raises(PitbossError, match="sections"):
        analyze(Setup.of(load(MASSACHUSETTS), {"wheel_sections": sections}))


# -- The round --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_losing_wagers_are_collected_before_the_winner_is_paid(name: str) -> None:
    played = spin(open_table(name), "2", {"two": 5, "one": 10, "joker": 1})
    assert [row.outcome for row in played.settlements] == ["lose", "lose", "win"]


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("changed", [{"one": 20}, {"one": 0}, {"five": 5}])
def test_wagers_may_not_be_changed_before_the_wheel_is_spun_again(name: str, changed: dict[str, int]) -> None:
    table = open_table(name)
    spin(table, "1", {"one": 10, "two": 10}, Call("too_few_revolutions"))
    with pytest.raises(PitbossError, match="the wagers stand as they are"):
        spin(table, "1", changed)
    with pytest.raises(PitbossError, match="the wagers stand as they are"):
        table.deal({2: {"joker": 1}})
    assert spin(table, "1").net == {1: 0}
    assert spin(table, "5", {"five": 5}).net == {1: 2500}


@pytest.mark.parametrize("name", BOTH)
def test_nobody_leaves_between_a_void_spin_and_the_next_one(name: str) -> None:
    table = open_table(name)
    spin(table, "1", {"one": 10}, Call("too_few_revolutions"))
    with pytest.raises(PitbossError, match="the wagers stand as they are"):
        table.leave(1)
    assert table.leave(2) == [] and [bet.name for bet in table.standing] == ["one"]
    assert spin(table, "1").net == {1: 1000}
    assert table.leave(1) == []


def test_a_player_who_walks_out_before_the_next_spin_leaves_the_wager(
    pitboss: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("call too_few\none 5\none 6\nleave\n"))
    code, out, _ = pitboss("play", CHAPTER4, "--seed", "3")
    told = " ".join(out.split())
    assert code == 0 and "Type deal to go on with them." in told
    assert "What may not come down before it is decided, $5.00, stays on the layout." in told
    assert "You leave with $495.00 after 1 round" in told


def test_a_short_spin_is_invalid_whatever_the_rule_between_sections() -> None:
    table = open_table(MASSACHUSETTS, {"between_rule": "previous"})
    calls = (Call("too_few_revolutions"), Call("clapper_between_sections"))
    assert {row.outcome for row in spin(table, "5", {"five": 2}, *calls).settlements} == {"stays"}


def test_the_sign_must_name_the_rule_between_sections() -> None:
    for options in ({}, {"between_rule": "previous"}):
        _, findings = examine(load(MASSACHUSETTS), options)
        assert [finding.where for finding in findings if finding.level == "notice"] == ["option between_rule"]


@pytest.mark.parametrize("name", BOTH)
def test_a_late_wager_goes_back_and_the_others_stand(name: str) -> None:
    played = spin(open_table(name), "1", {"one": 10, "joker": 1}, Call("late_wager", 1, wager="joker"))
    assert nets(played) == {"one": 1000, "joker": 0}


def test_a_record_may_write_the_stop_as_a_number() -> None:
    head = 'rulebook = "chapter4"\ngame = "big-six"\n'
    assert settle(f"{head}spin = 20\nseats.1.wagers = {{ twenty = 2 }}").net == {1: 4000}
    with pytest.raises(PitbossError, match='spin = "30" is not possible'):
        settle(f"{head}spin = 30\nseats.1.wagers = {{ twenty = 2 }}")


# -- Limits and odds of chapter 4 -------------------------------------------------------------------------------------


def test_a_wager_outside_the_limits_is_refused_unless_nobody_noticed() -> None:
    table = open_table(CHAPTER4)
    for wagers, sentence in (({"twenty": 40}, "over the maximum of \\$25.00"), ({"one": "0.50"}, "under the minimum")):
        with pytest.raises(PitbossError, match=sentence):
            spin(table, "1", wagers)
    for call, sentence in (
        (Call("wager_below_minimum", 1, wager="one"), "is not under the minimum"),
        (Call("wager_above_maximum", 1, wager="one"), "no such wager above its maximum"),
    ):
        with pytest.raises(PitbossError, match=sentence):
            spin(table, "1", {"one": 5}, call)
    with pytest.raises(PitbossError, match="is not under the minimum"):
        spin(table, "20", {"twenty": 40}, Call("wager_below_minimum", 1, wager="twenty"))


def test_a_rejected_wager_outside_the_limits_goes_back() -> None:
    played = spin(open_table(CHAPTER4), "20", {"twenty": 40, "one": 5}, Call("wager_rejected", 1, wager="twenty"))
    assert nets(played) == {"twenty": 0, "one": -500}


def test_a_high_limit_player_needs_the_house_to_allow_it() -> None:
    call = Call("high_limit_wager", 1, wager="twenty")
    with pytest.raises(PitbossError, match='no irregularity "high_limit_wager"'):
        spin(open_table(CHAPTER4), "20", {"twenty": 40}, call)
    options = {"high_limit_exception": "to_casino_maximum", "casino_max": 100}
    assert spin(open_table(CHAPTER4, options), "20", {"twenty": 40}, call).net == {1: 80_000}
    with pytest.raises(PitbossError, match="over the casino's maximum of \\$100.00"):
        spin(open_table(CHAPTER4, options), "20", {"twenty": 200}, call)
    with pytest.raises(PitbossError, match="is not over the maximum"):
        spin(open_table(CHAPTER4, options), "20", {"twenty": 20}, call)
    options["high_limit_exception"] = "beyond_casino_maximum"
    assert spin(open_table(CHAPTER4, options), "20", {"twenty": 200}, call).net == {1: 400_000}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"min_wager": 2}, "at most"),
        ({"min_wager": "0.50"}, "at least"),
        ({"max_1_to_1": 399}, "less than the \\$400.00"),
        ({"max_40_to_1": 45}, "less than the \\$50.00"),
    ],
)
def test_limits_the_rulebook_does_not_allow_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        Setup.of(load(CHAPTER4), options)


def test_revised_odds_and_limits_need_48_hours_notice() -> None:
    _, findings = examine(load(CHAPTER4), {"max_20_to_1": 50}, {"PT-1": {"joker": "45 to 1", "five": "4 to 1"}})
    assert {finding.where: "48 hours" in finding.text for finding in findings} == {
        "option max_20_to_1": True,
        "pay table PT-1": True,
    }


def test_a_symbol_keeps_the_maximum_of_its_printed_odds() -> None:
    setup = Setup.of(load(CHAPTER4), {}, {"PT-1": {"joker": "20 to 1"}})
    assert setup.offers["joker"].max == 5000


def test_massachusetts_odds_are_a_minimum_and_never_stated_with_for() -> None:
    table = {"name": "B6", "rulebook": "massachusetts-2020", "game": "big-six"}
    cites = {}
    for odds in ("44 to 1", "47 for 1", "46 to 1"):
        [report] = check_house({"tables": [table | {"pay_tables": {"PT-1": {"flag": odds}}}]})
        cites[odds] = [finding.cite for finding in report.findings if finding.level == "refused"]
    assert cites == {"44 to 1": ["§1(a) L2518"], "47 for 1": ["§1(b) L2529"], "46 to 1": []}
