"""Casino War's mathematics: the published figures, closed forms, every war through the script, and simulation."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from house_fixtures import dear
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.table import Table
from pitboss.equipment.cards import DECK
from pitboss.games import game_of
from pitboss.rulebook import Entry, Setup, load
from pitboss.rulebook.loader import BUILT_IN, load_file
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.casino_war import by_choice, deals, envy_of_another
from pitboss.solve.compare import compare
from pitboss.solve.model import WagerAnalysis
from pitboss.solve.prices import Prices

CHAPTER4, CALIFORNIA, MASSACHUSETTS = (
    f"{book}/casino-war" for book in ("chapter4", "california", "massachusetts-2020")
)
BASE = {CHAPTER4: "initial", CALIFORNIA: "base", MASSACHUSETTS: "initial"}
USUAL: dict[str, dict[str, Any]] = {
    CHAPTER4: {},
    CALIFORNIA: {"war_base_treatment": "returned_on_win"},
    MASSACHUSETTS: {},
}
PROGRESSIVE = {"progressive": True}


@pytest.fixture
def without_bonus(tmp_path: Path) -> Entry:
    """Chapter 4's game as it is commonly dealt: a tied war wins like any other."""
    text = (BUILT_IN / f"{CHAPTER4}.toml").read_text(encoding="utf-8")
    assert text.count('tie = ["win 2 to 1"') == 1
    file = tmp_path / f"{CHAPTER4}.toml"
    file.parent.mkdir()
    file.write_text(text.replace('tie = ["win 2 to 1"', 'tie = ["win 1 to 1"'), encoding="utf-8")
    return load_file(file)


def wager(name: str, options: dict[str, Any], wanted: str, meters: dict[str, int] | None = None) -> WagerAnalysis:
    return analyze(Setup.of(load(name), options), meters).wagers[wanted]


def with_choice(setup: Setup, choice: str) -> WagerAnalysis:
    return by_choice(setup, Prices(setup), choice)


def chances_of(found: WagerAnalysis) -> dict[Fraction, float]:
    """The chance of every net result."""
    ways: Counter[Fraction] = Counter()
    for outcome in found.outcomes:
        ways[outcome.net] += outcome.combinations
    return {net: count / found.total for net, count in ways.items()}


def percent(value: Fraction, digits: int = 2) -> str:
    """A percentage as tables print it."""
    scaled = value * 100 * 10**digits
    return f"{(scaled.numerator * 2 // scaled.denominator + 1) // 2 / 10**digits:.{digits}f}"


# -- Published figures ------------------------------------------------------------------------------------------------

BY_DECKS = {  # with the bonus for a tied war, without it, surrendering, the tie wager
    1: ("2.06", "2.42", "2.94", "35.29"),
    2: ("2.24", "2.70", "3.40", "25.24"),
    3: ("2.29", "2.79", "3.55", "21.94"),
    4: ("2.31", "2.84", "3.62", "20.29"),
    5: ("2.32", "2.86", "3.67", "19.31"),
    6: ("2.33", "2.88", "3.70", "18.65"),
    7: ("2.34", "2.89", "3.72", "18.18"),
    8: ("2.34", "2.90", "3.73", "17.83"),
}


@pytest.mark.parametrize("decks", BY_DECKS)
def test_the_house_edge_is_the_published_one_for_any_number_of_decks(decks: int, without_bonus: Entry) -> None:
    bonus, plain = (Setup.of(entry, {"decks": decks}) for entry in (load(CHAPTER4), without_bonus))
    edges = (
        with_choice(bonus, "war").house_edge,
        with_choice(plain, "war").house_edge,
        with_choice(plain, "surrender").house_edge,
        analyze(plain).wagers["tie"].house_edge,
    )
    assert tuple(map(percent, edges)) == BY_DECKS[decks]


def test_six_decks_without_a_bonus_cost_2_88_percent_and_every_published_digit_agrees(without_bonus: Entry) -> None:
    found = with_choice(Setup.of(without_bonus, {"decks": 6}), "war")
    # One tie in 311/23, then two units lost against one won: 88,704 of 191,580 wars are lost.
    assert found.house_edge == Fraction(23, 311) * (3 * Fraction(88_704, 191_580) - 1) == Fraction(142_853, 4_965_115)
    assert {net: f"{chance:.6f}" for net, chance in chances_of(found).items()} == {
        1: "0.502735",
        -1: "0.463023",
        -2: "0.034242",
    }
    assert f"{float(found.expectation):.6f}" == "-0.028771"
    assert f"{float(found.standard_deviation):.2f}" == "1.05"


def test_six_decks_with_the_bonus_agree_to_every_published_digit() -> None:
    found = with_choice(Setup.of(load(CHAPTER4)), "war")
    assert {net: f"{chance:.6f}" for net, chance in chances_of(found).items()} == {
        2: "0.005471",
        1: "0.497265",
        -1: "0.463023",
        -2: "0.034242",
    }
    assert f"{float(found.expectation):.6f}" == "-0.023301"


# -- Closed forms -----------------------------------------------------------------------------------------------------


def tie_chances(decks: int) -> tuple[Fraction, Fraction]:
    """The chance of a tie, and of a second one after it: two cards of its rank are gone."""
    cards, rank = 52 * decks, 4 * decks
    first = Fraction(rank - 1, cards - 1)
    pairs = (rank - 2) * (rank - 3) + 12 * rank * (rank - 1)
    return first, Fraction(pairs, (cards - 2) * (cards - 3))


@pytest.mark.parametrize(
    ("name", "options", "decks"),
    [
        *[(CHAPTER4, {"decks": decks}, decks) for decks in (1, 2, 3, 5, 6, 8, 13, 40)],
        *[(CALIFORNIA, {"decks": decks}, decks) for decks in (6, 7, 10)],
        *[(MASSACHUSETTS, {"decks": decks}, decks) for decks in (6, 7, 8)],
    ],
)
def test_every_number_of_decks_has_its_closed_form(name: str, options: dict[str, Any], decks: int) -> None:
    tie, again = tie_chances(decks)
    lost = (1 - again) / 2
    setup = Setup.of(load(name), options | USUAL[name])
    assert setup.decks == decks
    assert with_choice(setup, "war").house_edge == tie * (2 * lost - lost - 2 * again)
    assert with_choice(setup, "surrender").house_edge == tie / 2
    found = analyze(setup)
    assert found.wagers[BASE[name]].house_edge == min(tie / 2, tie * (lost - 2 * again))
    original = "tie_original" if "tie_original" in found.wagers else "tie"
    assert found.wagers[original].house_edge == 1 - 11 * tie
    if "tie_war" in found.wagers:
        assert found.wagers["tie_war"].house_edge == 1 - 11 * again


def test_war_is_best_where_it_keeps_the_first_wager_and_surrender_where_it_gives_it_up() -> None:
    usual, written = (analyze(Setup.of(load(CALIFORNIA), options)) for options in (USUAL[CALIFORNIA], {}))
    assert usual.strategy and usual.strategy["rule"] == "go to war on every tie"
    assert written.strategy and written.strategy["rule"] == "surrender on every tie"
    tie, again = tie_chances(6)
    assert with_choice(Setup.of(load(CALIFORNIA)), "war").house_edge == tie * (1 - 2 * again)
    assert percent(written.wagers["base"].house_edge) == "3.70"


def test_counts_are_whole_and_cover_every_order_of_four_cards() -> None:
    for decks in (1, 6):
        cards = 52 * decks
        assert sum(deals(decks).values()) == cards * (cards - 1) * (cards - 2) * (cards - 3)


def test_every_choice_of_the_rulebook_is_compared() -> None:
    found = {(choice.option, choice.value) for choice in compare(Setup.of(load(MASSACHUSETTS)))}
    assert {("decks", decks) for decks in (6, 7, 8)} <= found
    assert {("progressive", True), ("progressive_stake_returned", True)} <= found
    found = {(choice.option, choice.value) for choice in compare(Setup.of(load(CALIFORNIA)))}
    assert {("war_base_treatment", "returned_on_win"), ("decks", 6), ("decks", 13)} <= found
    assert ("decks", 5) not in found


# -- The script over every war ----------------------------------------------------------------------------------------


def test_every_war_after_a_tie_of_eights_through_the_script_comes_to_what_the_solver_counts() -> None:
    setup = Setup.of(load(CHAPTER4), {"decks": 1})
    table = Table(setup, game_of(setup.entry), seed=1)
    played: Counter[int] = Counter()
    left = [card for card in DECK if card not in ("8c", "8d")]
    for mine, theirs in product(left, left):
        if mine == theirs:
            continue
        written = {"seat 1": ["8c", mine], "dealer": ["8d", theirs]}
        dealt = table.deal({1: {"initial": 1}}, draws=WrittenDraws(written))
        dealt.act("war")
        played[dealt.net[1]] += 1
        table.forget()
    found = with_choice(setup, "war")
    counted: Counter[int] = Counter()
    for outcome in found.outcomes:
        if outcome.result.startswith("war"):
            counted[int(outcome.net * 100)] += outcome.combinations
    ties = 52 * 3
    assert counted == {net: count * ties for net, count in played.items()}


# -- Simulation -------------------------------------------------------------------------------------------------------

PLAYED: dict[str, tuple[str, dict[str, Any], dict[str, int], str]] = {
    "chapter 4": (CHAPTER4, {}, {"initial": 10, "tie": 5}, "best"),
    "one deck": (CHAPTER4, {"decks": 1}, {"initial": 10, "tie": 5}, "best"),
    "surrendering": (CHAPTER4, {}, {"initial": 10}, "always_surrender"),
    "a card room": (CALIFORNIA, {"schedule_option": 1}, {"base": 10, "tie": 5}, "best"),
    "a card room at war": (CALIFORNIA, {"schedule_option": 1}, {"base": 10}, "always_war"),
    "Massachusetts, eight decks": (MASSACHUSETTS, {"decks": 8}, {"initial": 10, "tie_original": 5}, "best"),
}


def exact_of(name: str, options: dict[str, Any], strategy: str) -> dict[str, WagerAnalysis]:
    setup = Setup.of(load(name), options)
    found = dict(analyze(setup).wagers)
    if strategy != "best":
        found[BASE[name]] = with_choice(setup, strategy.removeprefix("always_"))
    return found


@dear
@pytest.mark.parametrize("case", PLAYED)
@pytest.mark.parametrize(("engine", "rounds"), [("kernel", 6_000_000), ("script", 2_000)])
def test_simulation_is_within_four_standard_errors_of_exact(case: str, engine: Any, rounds: int) -> None:
    name, options, wagers, strategy = PLAYED[case]
    plan = plan_of(name, options, rounds=rounds, seed=2020, wagers=wagers, strategy=strategy)
    found = simulate(plan, engine, workers=1)
    assert found.engine == engine
    exact = exact_of(name, options, strategy)
    for wanted, figures in found.wagers.items():
        error = sqrt(float(exact[wanted].variance) / rounds)
        assert abs(float(figures.house_edge - exact[wanted].house_edge)) < 4 * error, wanted


def test_a_tie_wager_at_war_and_the_progressive_come_out_of_the_script_as_computed() -> None:
    setup = Setup.of(load(MASSACHUSETTS), PROGRESSIVE)
    table = Table(setup, game_of(setup.entry), seed="war")
    won: dict[str, list[float]] = {"tie_war": [], "progressive": []}
    for _ in range(6_000):
        played = table.deal({1: {"initial": 10, "progressive": 5}})
        while played.asking:
            played.act("war" if "war" in played.asking[0].names else "tie_war 10")
        for row in played.settlements:
            if row.wager in won and row.staked:
                won[row.wager].append(row.net / row.staked)
        table.forget()
    for name, results in won.items():
        exact = analyze(setup).wagers[name]
        error = sqrt(float(exact.variance) / len(results))
        assert abs(sum(results) / len(results) - float(exact.expectation)) < 4 * error, name


# -- The progressive --------------------------------------------------------------------------------------------------

PAYS = {"suited_four": 1000, "suited_double": 200, "four": 150, "double": 30, "suited": 15, "tie": 5}
SEED, AVERAGE = Fraction(10_000, 5), Fraction(160_000, 5)
"""The seed and the average top payout as printed, per unit of the wager."""


def progressive_chances(decks: int, one_suit: bool = False, four_first: bool = False) -> dict[str, Fraction]:
    """The chance of each award, counted by formula; a second way to the solver's counts.

    ``one_suit`` asks that all four cards of a suited double tie are of one suit, ``four_first`` puts four of a kind
    above it: readings that the rulebook's words would also bear.
    """
    cards, rank = 52 * decks, 4 * decks
    pairs = (cards - 2) * (cards - 3)
    same_rank = (rank - 2) * (rank - 3)
    other_ranks = 12 * rank * (rank - 1)
    suited, unsuited = Fraction(decks - 1, cards - 1), Fraction(3 * decks, cards - 1)
    top = (decks - 2) * (decks - 3)
    in_four = 0 if one_suit or four_first else 3 * decks * (decks - 1)
    in_other_ranks = 12 * (1 if one_suit else 4) * decks * (decks - 1)
    found = {
        "suited_four": suited * Fraction(top, pairs),
        "suited_double": suited * Fraction(in_four + in_other_ranks, pairs),
        "four": (suited * (same_rank - top - in_four) + unsuited * same_rank) / pairs,
        "double": (suited * (other_ranks - in_other_ranks) + unsuited * other_ranks) / pairs,
    }
    once = 1 - Fraction(same_rank + other_ranks, pairs)
    return found | {"suited": suited * once, "tie": unsuited * once}


@pytest.mark.parametrize("decks", [6, 7, 8])
@pytest.mark.parametrize("returned", [False, True])
def test_the_progressive_is_counted_as_the_formula_counts_it(decks: int, returned: bool) -> None:
    options = PROGRESSIVE | {"decks": decks, "progressive_stake_returned": returned}
    chances = progressive_chances(decks)
    won = sum(chance * (PAYS[award] + returned) for award, chance in chances.items())
    found = wager(MASSACHUSETTS, options, "progressive")
    assert found.house_edge == 1 - won - chances["suited_four"] * SEED
    assert found.hit_frequency == sum(chances.values()) == tie_chances(decks)[0]


def readings() -> Iterator[tuple[dict[str, Any], Fraction, Fraction, Fraction]]:
    """Every way to read the progressive, with its house advantage, hit frequency and odds against the top award."""
    meters = {"seed": SEED, "printed average": AVERAGE, "printed average with the odds": AVERAGE - PAYS["suited_four"]}
    for decks, returned, one_suit, four_first, envious in product(
        (6, 7, 8), (False, True), (False, True), (False, True), range(7)
    ):
        if one_suit and four_first:
            continue  # the two cannot meet: it is the same reading as without the second
        chances = progressive_chances(decks, one_suit, four_first)
        top = chances["suited_four"]
        # A contribution that makes the average payout what is printed, to two digits: six percent of all wagers.
        grown = meters | {"seed and 6%": SEED + Fraction(6, 100) / top}
        won = sum(chance * (PAYS[award] + returned) for award, chance in chances.items())
        for meter, amount in grown.items():
            edge = 1 - won - top * (amount + envious * 200)
            what = {
                "decks": decks,
                "returned": returned,
                "one_suit": one_suit,
                "four_first": four_first,
                "envious": envious,
                "meter": meter,
            }
            yield what, edge, sum(chances.values(), Fraction(0)), 1 / top


def test_the_printed_hit_frequency_and_top_odds_are_those_of_six_decks() -> None:
    fitting = {
        reading["decks"]
        for reading, _, hits, against in readings()
        if percent(hits, 1) == "7.4" and int(against / 1000) == 496
    }
    assert fitting == {6}
    assert tie_chances(6)[0] == Fraction(23, 311)
    assert 1 / progressive_chances(6)["suited_four"] == Fraction(993_023, 2)


def test_the_printed_house_advantage_comes_out_only_with_the_wager_returned() -> None:
    """Six decks: five envious players and the printed average meter, or six and what a 6 % contribution makes of it."""
    fitting = [
        reading
        for reading, edge, hits, against in readings()
        if percent(edge) == "11.78" and percent(hits, 1) == "7.4" and int(against / 1000) == 496
    ]
    assert fitting == [
        {
            "decks": 6,
            "returned": True,
            "one_suit": False,
            "four_first": False,
            "envious": envious,
            "meter": meter,
        }
        for envious, meter in ((5, "printed average"), (6, "seed and 6%"))
    ]


def test_no_reading_gives_the_printed_advantage_with_another_number_of_decks_either() -> None:
    assert {reading["decks"] for reading, edge, _, _ in readings() if percent(edge) == "11.78"} == {6}


def test_the_readings_that_come_near_are_those_of_the_decision_record() -> None:
    """Six decks, the printed average and five envious players."""
    near = {
        (reading["returned"], reading["one_suit"], reading["four_first"]): percent(edge)
        for reading, edge, _, _ in readings()
        if (reading["decks"], reading["meter"], reading["envious"]) == (6, "printed average", 5)
    }
    assert near[True, False, False] == "11.78"
    assert near[True, False, True] == "11.86"
    assert near[True, True, False] == "14.94"
    assert near[False, False, False] == "19.18"


def test_with_the_wager_kept_as_the_rule_says_no_number_of_players_gives_the_printed_advantage() -> None:
    kept = [edge for reading, edge, _, _ in readings() if reading["decks"] == 6 and not reading["returned"]]
    assert percent(min(kept)) == "19.14"
    # It would take an average payout of more than twice what is printed.
    chances = progressive_chances(6)
    won = sum(chance * PAYS[award] for award, chance in chances.items())
    needed = (1 - won - Fraction(1178, 10_000)) / chances["suited_four"] * 5
    assert 348_000 < needed < 349_000


def test_the_solver_reproduces_the_printed_figures_under_that_reading() -> None:
    options = PROGRESSIVE | {"progressive_stake_returned": True}
    found = wager(MASSACHUSETTS, options, "progressive", {"progressive": 160_000_00})
    envy = envy_of_another(Setup.of(load(MASSACHUSETTS), options))
    assert envy == Fraction(200, 1) * progressive_chances(6)["suited_four"]
    assert percent(found.house_edge) == "11.98"
    assert percent(found.house_edge - 5 * envy) == "11.78"
    assert percent(found.hit_frequency, 1) == "7.4"
    assert "400/993023" in found.note


def test_as_written_the_progressive_keeps_the_wager_and_costs_19_percent_at_the_average_meter() -> None:
    found = wager(MASSACHUSETTS, PROGRESSIVE, "progressive", {"progressive": 160_000_00})
    envy = envy_of_another(Setup.of(load(MASSACHUSETTS), PROGRESSIVE))
    assert percent(found.house_edge) == "19.38"
    assert percent(found.house_edge - 5 * envy) == "19.18"
    assert percent(wager(MASSACHUSETTS, PROGRESSIVE, "progressive").house_edge) == "25.42"
