"""Blackjack simulated: the kernel against the exact edge, out of a shoe, by the count; the script by the same chart."""

import json
import os
from fractions import Fraction
from typing import Any

import pytest

from conftest import Run
from pitboss.errors import PitbossError
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import Session, plan_of
from pitboss.solve import analyze
from pitboss.solve.blackjack.moments import mean_square, mean_staked
from pitboss.solve.blackjack.outcomes import rows_of
from pitboss.solve.blackjack.solver import BY_CHART, chart_strategy
from pitboss.solve.blackjack.table import terms_of
from pitboss.solve.prices import Prices

ENTRY = "chapter4/blackjack"
FULL = pytest.mark.skipif(not os.environ.get("PITBOSS_FULL"), reason="takes long; PITBOSS_FULL=1 runs it")


def off(found: Fraction, exact: Fraction, error: Fraction | None) -> float:
    """How many standard errors a figure is off."""
    assert error is not None
    return abs(float(found - exact) / float(error))


@pytest.mark.parametrize(
    "options",
    [
        {"decks": 1, "surrender_allowed": True},
        {"decks": 1, "peek": False, "split_vs_dealer_bj": "lose_original"},
        pytest.param({}, marks=FULL),
        pytest.param({"variant": "single_deck"}, marks=FULL),
        pytest.param({"decks": 2, "peek": False, "resplit_aces": True}, marks=FULL),
        pytest.param({"decks": 1, "peek": False, "bust_then_dealer_blackjack": "counts_as_original"}, marks=FULL),
        pytest.param({"double_allowed": False, "decks": 8}, marks=FULL),
    ],
    ids=str,
)
def test_the_kernel_off_fresh_shoes_comes_to_the_exact_edge_of_the_chart(options: dict[str, Any]) -> None:
    rounds = 50_000_000 if os.environ.get("PITBOSS_FULL") else 3_000_000
    found = simulate(plan_of(ENTRY, options, rounds=rounds, seed=11, penetration="0"), engine="kernel")
    setup = Setup.of(load(ENTRY), options)
    exact = analyze(setup).wagers["main"]
    assert found.fresh_edge == pytest.approx(exact.quotes[BY_CHART], abs=1e-12)
    assert off(found.together.house_edge, exact.quotes[BY_CHART], found.together.standard_error) < 4
    machine, chart = chart_strategy(terms_of(setup, Prices(setup)))
    deviation = (mean_square(machine, chart) - float(found.fresh_edge or 0) ** 2) ** 0.5
    assert float(found.together.standard_deviation) == pytest.approx(deviation, abs=4 / rounds**0.5)
    assert float(found.together.average_staked) == pytest.approx(mean_staked(machine, chart), abs=3 / rounds**0.5)
    won = sum(chance for _, chance, net, _ in rows_of(machine, chart) if net > 0)
    assert float(found.together.hit_frequency) == pytest.approx(won, abs=3 / rounds**0.5)


@pytest.mark.parametrize("rounds", [1_000, pytest.param(40_000, marks=FULL)])
def test_the_script_by_the_same_chart_comes_to_it_too(rounds: int) -> None:
    options = {"decks": 1, "surrender_allowed": True}
    found = simulate(plan_of(ENTRY, options, rounds=rounds, seed=3), engine="script")
    exact = analyze(Setup.of(load(ENTRY), options)).wagers["main"].quotes[BY_CHART]
    assert found.plan.strategy == "basic"
    assert off(found.together.house_edge, exact, found.together.standard_error) < 4
    assert found.together.average_staked > 1.05


def test_rounds_out_of_a_shoe_do_not_depend_on_the_workers() -> None:
    plan = plan_of(ENTRY, rounds=2_200_000, seed=7, count="hi-lo")
    one, two = (simulate(plan, engine="kernel", workers=workers) for workers in (1, 2))
    assert one.together == two.together and one.groups == two.groups


def test_a_high_count_is_good_for_the_player() -> None:
    found = simulate(plan_of(ENTRY, rounds=3_000_000, seed=7, count="hi-lo", penetration="0.8"), engine="kernel")
    assert sum(each.sums.decided for each in found.groups.values()) == found.rounds
    assert found.groups["-10 and less"].house_edge > found.groups["+0"].house_edge > found.groups["+4"].house_edge
    assert found.groups["+4"].house_edge < 0
    assert found.cut_card_effect is not None
    told = found.as_json()
    assert set(told["by_hi_lo"]) == set(found.groups) and "cut_card_effect" in told


def test_sessions_of_blackjack_end_in_time_ruin_or_on_target() -> None:
    session = Session(500, bankroll=20_000, target=40_000)
    found = simulate(plan_of(ENTRY, rounds=1_000_000, seed=1, session=session), engine="kernel").sessions
    assert found is not None and {0, 1, 2} == set(found.column("ended").tolist())


def test_what_cannot_be_counted_or_dealt_is_said(pitboss: Run) -> None:
    with pytest.raises(PitbossError, match="cards are not counted at Roulette"):
        plan_of("chapter4/roulette", rounds=1, seed=1, count="hi-lo")
    with pytest.raises(PitbossError, match="hi_lo"):
        plan_of(ENTRY, rounds=1, seed=1, count="ko")
    with pytest.raises(PitbossError, match="from 0 to 1"):
        plan_of(ENTRY, rounds=1, seed=1, penetration="2")
    with pytest.raises(PitbossError, match="Blackjack Switch"):
        simulate(plan_of(ENTRY, {"variant": "switch"}, rounds=1, seed=1, count="hi-lo"))
    code, out, _ = pitboss("simulate", ENTRY, "--rounds", "20000", "--seed", "1", "--count", "hi-lo", "--json")
    assert code == 0 and "by_hi_lo" in json.loads(out)
