"""The mathematics of Red Dog: published figures to their last digit, a closed form, every outcome through the script,
and simulation."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest

from house_fixtures import dear
from pitboss import settle
from pitboss.equipment.cards import RANKS
from pitboss.rulebook import Setup, load
from pitboss.rulebook.loader import BUILT_IN
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.compare import compare
from pitboss.solve.model import WagerAnalysis
from pitboss.solve.prices import Prices
from pitboss.solve.red_dog import deals

CHAPTER4, MASSACHUSETTS = "chapter4/red-dog", "massachusetts-2020/red-dog"
WAGER = {CHAPTER4: "bet", MASSACHUSETTS: "original"}
ODDS = {1: 5, 2: 4, 3: 2} | dict.fromkeys(range(4, 12), 1)
PUBLISHED = {1: "3.155", 2: "3.077", 4: "2.88", 6: "2.80", 8: "2.751"}
"""The house edge in percent by the number of decks, with the digits that are published for these rules."""
PUBLISHED_RAISE = {
    1: ("0.077419", "-0.535484"),
    2: ("0.154839", "-0.225806"),
    3: ("0.232258", "-0.303226"),
    4: ("0.309677", "-0.380645"),
    5: ("0.387097", "-0.225806"),
    6: ("0.464516", "-0.070968"),
    7: ("0.541935", "0.083871"),
    8: ("0.619355", "0.238710"),
    9: ("0.696774", "0.393548"),
    10: ("0.774194", "0.548387"),
    11: ("0.851613", "0.703226"),
}
"""Six decks: the chance that the third card falls between, and what a unit raised gains, by the spread."""


def closed_form(decks: int, odds: Mapping[int, int] = ODDS, trips: int = 11, raised: Any = None) -> Fraction:
    """The house edge by binomials; every spread is raised that gains by it, or those given."""
    suited, cards = 4 * decks, 52 * decks
    gain = Fraction(13 * comb(suited, 3), comb(cards, 3)) * trips
    for between in range(1, 12):
        dealt = Fraction((12 - between) * suited**2, comb(cards, 2))
        won = Fraction(suited * between, cards - 2)
        worth = won * odds[between] - (1 - won)
        doubles = worth > 0 if raised is None else between in raised
        gain += dealt * worth * (2 if doubles else 1)
    return -gain


def exact(name: str, options: dict[str, Any] | None = None, pay_tables: Any = None) -> WagerAnalysis:
    return analyze(Setup.of(load(name), options, pay_tables)).wagers[WAGER[name]]


# -- Published figures and the closed form ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", [CHAPTER4, MASSACHUSETTS])
@pytest.mark.parametrize(("decks", "edge"), PUBLISHED.items())
def test_the_house_edge_is_the_published_one(name: str, decks: int, edge: str) -> None:
    """Both entries' printed odds are the common ones: 5, 4, 2 and even money, and 11 to 1 for three of a kind."""
    digits = len(edge.partition(".")[2])
    assert f"{float(exact(name, {'decks': decks}).house_edge) * 100:.{digits}f}" == edge


def test_the_exact_edges_of_one_and_of_eight_decks() -> None:
    assert exact(CHAPTER4).house_edge == Fraction(523, 16_575)
    assert exact(MASSACHUSETTS).house_edge == Fraction(30_721, 1_116_765)


@pytest.mark.parametrize("decks", [*range(1, 17), 100, 100_000])
def test_every_number_of_decks_agrees_with_the_closed_form(decks: int) -> None:
    found = exact(CHAPTER4, {"decks": decks})
    assert found.house_edge == closed_form(decks)
    assert found.total == 52 * decks * (52 * decks - 1) * (52 * decks - 2)


def test_a_second_batch_changes_no_odds() -> None:
    found = exact(MASSACHUSETTS, {"decks": 2, "shuffle_method": "automated"})
    assert found.outcomes == exact(MASSACHUSETTS, {"decks": 2}).outcomes


def test_every_option_that_matters_is_compared() -> None:
    choices = compare(Setup.of(load(MASSACHUSETTS)))
    edges = {(choice.option, choice.value): choice.wagers["original"].house_edge for choice in choices}
    assert edges == {("decks", decks): closed_form(decks) for decks in range(1, 9)}
    assert {choice.value for choice in compare(Setup.of(load(CHAPTER4)))} == set(range(1, 9))


# -- The raise --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_raise_is_worth_it_from_a_spread_of_seven_on(decks: int) -> None:
    strategy = analyze(Setup.of(load(CHAPTER4), {"decks": decks})).strategy
    assert strategy == {"rule": "raise on a spread of 7 or more", "raise_on_spreads": [7, 8, 9, 10, 11]}


def test_what_a_raise_gains_is_the_published_table_of_six_decks() -> None:
    price = Prices(Setup.of(load(CHAPTER4), {"decks": 6}))
    for between, published in PUBLISHED_RAISE.items():
        dealt = [found for found in deals(6) if found.spread == between]
        ways = sum(found.ways for found in dealt)
        won = sum(found.ways for found in dealt if found.case == "between")
        gain = sum(found.ways * price("raise", found.case, found.names).net for found in dealt)
        assert (f"{won / ways:.6f}", f"{float(gain / ways):.6f}") == published


def test_better_odds_change_the_edge_and_the_spreads_to_raise_on() -> None:
    setup = Setup.of(load(MASSACHUSETTS), {"decks": 1}, {"PT-1": {"spread_1": "12 to 1", "spread_4": "3 to 1"}})
    found = analyze(setup)
    assert found.wagers["original"].house_edge == closed_form(1, ODDS | {1: 12, 4: 3})
    assert found.strategy is not None
    assert found.strategy["rule"] == "raise on a spread of 1, 4, 7, 8, 9, 10 or 11"


def test_each_line_of_the_pay_table_moves_the_edge_as_the_closed_form_says() -> None:
    for between in range(1, 12):
        for decks in (1, 8):
            better = {"PT-1": {f"spread_{between}": f"{ODDS[between] + 1} to 1"}}
            found = exact(MASSACHUSETTS, {"decks": decks}, better)
            assert found.house_edge == closed_form(decks, ODDS | {between: ODDS[between] + 1})


def test_a_made_up_rulebook_of_other_figures_needs_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (BUILT_IN / "chapter4" / "red-dog.toml").read_text(encoding="utf-8")
    for old, new in {
        'rulebook = "chapter4"': 'rulebook = "riverboat"',
        'spread_2 = "4 to 1"': 'spread_2 = "3 to 1"',
        'spread_4_to_11 = "1 to 1"': 'spread_4_to_9 = "1 to 1"\nspread_10_to_11 = "2 to 1"',
        '"win 11 to 1"': '"win 30 to 1"',
    }.items():
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "riverboat").mkdir()
    (tmp_path / "riverboat" / "red-dog.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PITBOSS_RULEBOOKS", str(tmp_path))
    found = analyze(Setup.of(load("riverboat/red-dog"), {"decks": 2})).wagers["bet"]
    assert found.house_edge == closed_form(2, ODDS | {2: 3, 10: 2, 11: 2}, trips=30)


# -- By play ----------------------------------------------------------------------------------------------------------


def test_every_three_values_through_the_script_add_up_to_the_exact_edge() -> None:
    """Each order of values is settled once by a written record and counts for all the cards that make it."""
    won, ways_in_all = 0, 0
    for ranks in product(RANKS, repeat=3):
        first, second, third = ranks
        ways = 4 * (4 - (second == first)) * (4 - (third == first) - (third == second))
        between = abs(RANKS.index(first) - RANKS.index(second)) - 1
        raised = ["raise"] if between >= 7 else ["no_raise"] if between >= 1 else []
        cards = [rank + suit for rank, suit in zip(ranks, "cdh", strict=True)][: 2 if between == 0 else 3]
        seat = {"wagers": {"bet": 1}, "actions": raised}
        raw = {"rulebook": "chapter4", "game": "red-dog", "seats": {"1": seat}, "community": cards}
        won += ways * settle(raw).net[1]
        ways_in_all += ways
    assert Fraction(-won, 100 * ways_in_all) == exact(CHAPTER4).house_edge


@pytest.mark.parametrize(
    ("name", "options", "strategy", "raised"),
    [
        (CHAPTER4, {"decks": 1}, "best", range(7, 12)),
        (CHAPTER4, {"decks": 2}, "never_raise", ()),
        (CHAPTER4, {"decks": 3}, "always_raise", range(1, 12)),
        (MASSACHUSETTS, {"decks": 8}, "best", range(7, 12)),
        (MASSACHUSETTS, {"decks": 2, "shuffle_method": "automated"}, "best", range(7, 12)),
    ],
)
def test_the_kernel_agrees_with_the_exact_figure(name: str, options: Any, strategy: str, raised: Any) -> None:
    plan = plan_of(name, options, rounds=4_000_000, seed=f"{name} {options}", strategy=strategy)
    figures = simulate(plan, engine="kernel", workers=1).wagers[WAGER[name]]
    edge = closed_form(Setup.of(load(name), options).decks, raised=raised)
    assert abs(float(figures.house_edge) - float(edge)) < 4 * float(figures.standard_error or 0)


@dear
@pytest.mark.parametrize(("name", "options"), [(CHAPTER4, {"decks": 1}), (MASSACHUSETTS, {"decks": 8})])
def test_rounds_through_the_script_agree_with_the_exact_figure(name: str, options: Any) -> None:
    plan = plan_of(name, options, rounds=10_000, seed=4)
    figures = simulate(plan, engine="script", workers=1).wagers[WAGER[name]]
    exact_one = exact(name, options)
    assert abs(float(figures.house_edge) - float(exact_one.house_edge)) < 4 * float(figures.standard_error or 0)


def test_the_kernel_deals_every_result_as_often_as_the_count_says() -> None:
    from pitboss.simulation.dealing import dealing_of
    from pitboss.simulation.jobs import KernelJob

    setup = Setup.of(load(CHAPTER4), {"decks": 1})
    plan = plan_of(CHAPTER4, rounds=1_000_000, seed=9, strategy="best")
    counts = KernelJob(plan, dealing_of(plan, setup)).chunk(0).counts
    assert counts is not None
    for found, count in zip(deals(1), counts.tolist(), strict=True):
        expected = 1_000_000 * found.ways / (52 * 51 * 50)
        assert abs(count - expected) < 4.5 * expected**0.5, found
