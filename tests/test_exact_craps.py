"""Craps exactly: published figures, every wager against the engine's own automaton, and simulation."""

import random
from fractions import Fraction

import numpy as np
import pytest

from house_fixtures import EVERYWHERE, of_these
from pitboss.games.dice.craps_features import collected_by, feature_case
from pitboss.games.dice.rolls import ODDS, ROLLS, Puck
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.craps import COMBINATIONS
from pitboss.simulation.dealing import dealing_of
from pitboss.simulation.plan import Session, plan_of
from pitboss.simulation.strategies import chosen
from pitboss.solve import analyze
from pitboss.solve.craps import MADE, RESOLVED, ROLLED
from pitboss.solve.figures import percent

RULEBOOKS = ("chapter4", "oneida-2003", "massachusetts-2020")


def setup_of(rulebook: str, **options: object) -> Setup:
    return Setup.of(load(f"{rulebook}/craps"), options)


# -- Published figures -------------------------------------------------------------------------------------------------

PUBLISHED = {
    "pass_line": "7/495",
    "dont_pass": "3/220",
    "come": "7/495",
    "dont_come": "3/220",
    "place_to_win 4": "1/15",
    "place_to_win 5": "1/25",
    "place_to_win 6": "1/66",
    "hard_4": "1/9",
    "hard_8": "1/11",
    "field": "1/18",
    "any_seven": "1/6",
    "any_craps": "1/9",
    "craps_2": "5/36",
    "eleven": "1/9",
    "hop 2-6": "1/9",
    "hop 4-4": "5/36",
    "horn": "1/8",
    "horn_high_2": "23/180",
    "horn_high_11": "11/90",
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("wager", PUBLISHED)
def test_the_figures_everybody_prints(rulebook: str, wager: str) -> None:
    assert analyze(setup_of(rulebook)).wagers[wager].quotes[MADE] == Fraction(PUBLISHED[wager])


def test_dont_bets_are_quoted_with_and_without_the_twelve() -> None:
    found = analyze(setup_of("chapter4")).wagers["dont_pass"]
    assert [percent(found.quotes[way]) for way in (MADE, RESOLVED, ROLLED)] == ["1.3636 %", "1.4026 %", "0.4039 %"]
    assert found.quotes[RESOLVED] == Fraction(27, 1925)


def test_per_roll_divides_by_the_rolls_it_takes() -> None:
    wagers = analyze(setup_of("chapter4")).wagers
    assert wagers["pass_line"].quotes[ROLLED] == Fraction(7, 495) / Fraction(557, 165)
    assert percent(wagers["place_to_win 6"].quotes[ROLLED]) == "0.4630 %"
    assert percent(wagers["hard_8"].quotes[ROLLED]) == "2.7778 %"


@pytest.mark.parametrize(
    ("line", "multiple", "risk"),
    [
        ("pass_line", 1, "0.8485 %"),
        ("pass_line", 2, "0.6061 %"),
        ("pass_line", 5, "0.3263 %"),
        ("pass_line", 10, "0.1845 %"),
        ("pass_line", 100, "0.0209 %"),
        ("dont_pass", 1, "0.6818 %"),
        ("dont_pass", 2, "0.4545 %"),
        ("dont_pass", 100, "0.0135 %"),
    ],
)
def test_a_line_bet_with_odds_as_the_trade_prints_it(line: str, multiple: int, risk: str) -> None:
    """Don't odds are quoted by what they win, as massachusetts-2020 limits them."""
    options = {"odds_multiple": 100} if "odds_multiple" in load("massachusetts-2020/craps").options else {}
    names = [name for name in load("massachusetts-2020/craps").options if name.endswith("odds_multiple")]
    setup = setup_of("massachusetts-2020", **(options or dict.fromkeys(names, 100)))
    found = analyze(setup).wagers[f"{line}, with {multiple}x odds"]
    assert found.house_edge == {"pass_line": Fraction(7, 495), "dont_pass": Fraction(3, 220)}[line]
    assert percent(found.element_of_risk) == risk


def test_lay_vigorish_is_on_what_can_be_won_or_on_the_wager() -> None:
    edges = [analyze(setup_of(rulebook)).wagers["lay 4"].house_edge for rulebook in RULEBOOKS]
    assert edges == [Fraction(1, 40), Fraction(1, 40), Fraction(1, 20)]


def test_the_features_of_a_whole_turn() -> None:
    found = analyze(setup_of("massachusetts-2020", bonus_craps="paytable_1", fire="table_a")).wagers
    assert percent(found["all_small"].house_edge) == "7.7613 %"
    assert percent(found["all_tall"].house_edge) == "7.7613 %"
    assert percent(found["make_em_all"].house_edge) == "7.4644 %"
    assert percent(found["fire"].house_edge) == "20.7628 %"
    assert found["fire"].quotes[ROLLED] == found["fire"].house_edge / Fraction(1671, 196)


# -- Every wager, by the engine's own rounds ------------------------------------------------------------------------


def long_run(name: str, options: dict[str, object], wagers: dict[str, int | str]) -> dict[str, float]:
    """The exact long-run edge of each wager, from real rounds in every state with every combination of the dice."""
    plan = plan_of(name, options, rounds=1, seed=1, wagers=wagers)
    setup = plan.setup()
    dealing = dealing_of(type(plan)(**{**vars(plan), "strategy": chosen(setup, "")}), setup)
    nexts, kinds = dealing.tables
    states = len(nexts) // len(ROLLS)
    matrix = np.zeros((states, states))
    for state in range(states):
        for roll in range(len(ROLLS)):
            matrix[state, nexts[state * len(ROLLS) + roll] // len(ROLLS)] += 1 / len(ROLLS)
    # Where a chain that starts anywhere, and stays where it is half the time, is after many rolls.
    share = (np.ones(states) / states) @ np.linalg.matrix_power((np.eye(states) + matrix) / 2, 8192)
    weights = np.zeros(states * len(COMBINATIONS))
    for at, kind in enumerate(kinds):
        weights[kind] += share[at // len(ROLLS)] / len(ROLLS)
    edges = {}
    for wager, line in dealing.lines.items():
        assert line.decided is not None
        edges[wager] = -float(weights @ line.nets) / float(weights @ line.staked)
    return edges


def amount(setup: Setup, name: str) -> int:
    wager, _, spot = name.partition(" ")
    offer = setup.offers[wager]
    return offer.unit_on(spot or None) * 20 // 100


@pytest.mark.parametrize("rulebook", of_these(RULEBOOKS, "massachusetts-2020"))
def test_every_wager_agrees_with_rounds_of_the_engine(rulebook: str) -> None:
    options = {"six_seven_eight": True, "bonus_craps": "paytable_1"} if rulebook == "massachusetts-2020" else {}
    setup = setup_of(rulebook, **options)
    exact = analyze(setup).wagers
    names = [
        name
        for name in exact
        if "," not in name
        and name.partition(" ")[0] not in (*ODDS, "fire", "hot_roller", "make_em_all")
        and name.partition(" ")[2] not in ("8", "9", "10", "1-1", "3-3", "5-5", "6-6")
        and not (name.startswith("hop") and name != "hop 1-3" and name != "hop 2-2")
    ]
    of_each_kind = {name.partition(" ")[0]: name for name in reversed(names)}.values()
    for name in names if EVERYWHERE else of_each_kind:
        found = long_run(f"{rulebook}/craps", options, {name: amount(setup, name)})
        assert found[name] == pytest.approx(float(exact[name].house_edge), abs=1e-9), name


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_odds_cost_nothing_in_the_long_run(rulebook: str) -> None:
    edges = long_run(f"{rulebook}/craps", {}, {"dont_pass": 30, "dont_pass_odds": 60})
    assert edges["dont_pass"] == pytest.approx(3 / 220, abs=1e-9)
    assert edges["dont_pass_odds"] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("wager", of_these(["fire", "hot_roller", "make_em_all"], "fire"))
def test_features_agree_with_turns_thrown(wager: str) -> None:
    options = {
        "fire": {"fire": "table_a"},
        "hot_roller": {"hot_roller": "paytable_c"},
        "make_em_all": {"bonus_craps": "paytable_2"},
    }[wager]
    setup = setup_of("massachusetts-2020", **options)
    exact = analyze(setup).wagers[wager]
    rng = random.Random(wager)
    won = []
    for _ in range(30_000):
        puck, so_far, case = Puck(), frozenset[str](), "waits"
        line: tuple[str, ...] = ()
        while case == "waits":
            roll = rng.choice(ROLLS)
            so_far = collected_by(setup, wager, so_far, puck, roll)
            case, line = feature_case(setup, wager, so_far, puck, roll)
            puck = puck.after(roll)
        pays = setup.offers[wager].pays
        assert pays is not None
        listed = pays.first(line or (setup.offers[wager].line or "",)) if case != "seven" or line else None
        if case == "seven" and setup.offers[wager].rulings["seven"][0].kind == "lose":
            listed = None
        won.append(float(listed[1].net(100)) / 100 if listed else -1.0)  # type: ignore[union-attr]
    error = (float(exact.variance) / len(won)) ** 0.5
    assert abs(sum(won) / len(won) - float(exact.expectation)) < 4 * error


# -- Simulation --------------------------------------------------------------------------------------------------------


def test_the_kernel_agrees_with_the_exact_edge() -> None:
    plan = plan_of(
        "chapter4/craps",
        rounds=20_000_000,
        seed=3,
        wagers={"pass_line": 10, "place_to_win 6": 12, "hard_8": 5, "field": 5},
    )
    found = simulate(plan, engine="kernel", workers=1)
    exact = analyze(found.setup).wagers
    for name, figures in found.wagers.items():
        assert figures.standard_error is not None
        assert abs(float(figures.house_edge - exact[name].house_edge)) < 4 * float(figures.standard_error), name


def test_full_odds_lower_what_is_lost_of_all_that_is_staked() -> None:
    plan = plan_of("chapter4/craps", rounds=20_000_000, seed=4, wagers={"pass_line": 10}, strategy="full_odds")
    figures = simulate(plan, engine="kernel", workers=1).wagers["pass_line"]
    assert figures.standard_error is not None
    assert abs(float(figures.house_edge) - 7 / 495) < 4 * float(figures.standard_error)
    # Two times odds are twenty dollars on every point.
    assert float(figures.average_staked) == pytest.approx(1 + 2 * 2 / 3, abs=0.001)


@pytest.mark.parametrize(
    "strategy", of_these(["standing", "full_odds", "working", "full_odds_working"], "full_odds_working")
)
def test_script_and_kernel_play_alike(strategy: str) -> None:
    wagers = {"pass_line": 10, "place_to_win 8": 12, "hard_6": 5, "buy 4": 20}
    if strategy == "standing":
        wagers["come"] = 10
    script = simulate(
        plan_of("chapter4/craps", rounds=1_500, seed=5, wagers=wagers, strategy=strategy), engine="script", workers=1
    )
    kernel = simulate(
        plan_of("chapter4/craps", rounds=4_000_000, seed=5, wagers=wagers, strategy=strategy),
        engine="kernel",
        workers=1,
    )
    for name, figures in script.wagers.items():
        other = kernel.wagers[name]
        assert figures.standard_error is not None
        assert abs(float(figures.house_edge - other.house_edge)) < 4.5 * float(figures.standard_error), name
        often = other.sums.decided / 4_000_000
        assert abs(figures.sums.decided - 1_500 * often) < 4.5 * (1_500 * often) ** 0.5, name


def test_sessions_tell_the_risk_of_ruin() -> None:
    session = Session(rounds=300, bankroll=20_000, target=40_000)
    plan = plan_of(
        "chapter4/craps", rounds=3_000_000, seed=6, wagers={"pass_line": 10}, strategy="full_odds", session=session
    )
    one, two = (simulate(plan, engine="kernel", workers=workers).as_json()["session"] for workers in (1, 2))
    assert one == two
    assert 0.05 < float(one["risk_of_ruin"]["probability"]) < 0.6
