"""Simulation: both engines agree with the exact edge, and nothing but the plan decides what comes out."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from house_fixtures import dear
from pitboss.errors import Refused
from pitboss.rulebook import Setup, load
from pitboss.sheets.choices import assume_required
from pitboss.simulation import Engine, job_of, simulate
from pitboss.simulation.jobs import KERNEL_CHUNK, KernelJob, some
from pitboss.simulation.plan import Plan, plan_of
from pitboss.simulation.result import Result
from pitboss.simulation.workers import run
from pitboss.solve import analyze

MASSACHUSETTS = "massachusetts-2020"
MULTIPLIERS = {"10": 5, "25": 2, "40": 1}
KING_NINES = {str(n): f"K{king} 9{nine}" for n, (king, nine) in enumerate(("cd", "ch", "cs", "dc", "dh", "ds"), 1)}

Case = tuple[str, dict[str, Any], dict[str, str]]
CASES: dict[str, Case] = {
    "three card poker of chapter 4": ("chapter4/three-card-poker", {"play_on_win": "1 to 1"}, {"ante": "10"}),
    "ante and pair plus together": ("oneida-2003/three-card-poker", {}, {"ante": "10", "pair_plus": "5"}),
    "a player banks": ("california/three-card-poker", {"schedule_option": 2}, {"ante": "10", "pair_plus": "10"}),
    "six card bonus": (
        f"{MASSACHUSETTS}/three-card-poker",
        {"six_card_bonus": "TCP-6B1"},
        {"ante": "10", "pair_plus": "5", "six_card_bonus": "5"},
    ),
    "roulette": ("chapter4/roulette", {}, {"straight_up 17": "5", "split 8-11": "5", "red": "10", "five_number": "5"}),
    "roulette where a zero takes half": ("oneida-2003/roulette", {}, {"red": "10", "column 2": "10"}),
    "a pocket that decides nothing": (f"{MASSACHUSETTS}/roulette", {"wheel": "double_as_single"}, {"odd": "10"}),
    "numbers that repeat": (f"{MASSACHUSETTS}/roulette", {"b2b": True, "b2b_multipliers": MULTIPLIERS}, {"b2b": "5"}),
    "numbers picked in a row": (
        "chapter4/roulette",
        {"back_to_back_offered": True},
        {"back_to_back 7": "1", "straight_up 7": "10"},
    ),
    "mini-baccarat": ("chapter4/mini-baccarat", {}, {"banker": "10", "player": "10", "tie": "5"}),
    "mini-baccarat of six decks": ("chapter4/mini-baccarat", {"decks": 6}, {"banker": "10", "tie": "5"}),
    "commission marked and collected later": (
        "chapter4/mini-baccarat",
        {"commission_timing": "deferred"},
        {"banker": "10"},
    ),
    "EZ baccarat": (
        f"{MASSACHUSETTS}/mini-baccarat",
        {"designation": "ez", "dragon_bonus": "A"},
        {
            "banker": "10",
            "dragon_bonus_player": "5",
            "dragon_bonus_banker": "5",
            "dragon_7_insurance": "5",
            "panda_8_insurance": "5",
        },
    ),
    "house money": (f"{MASSACHUSETTS}/mini-baccarat", {"house_money": True}, {"player": "10", "house_money": "5"}),
    "ultimate texas hold'em": (
        f"{MASSACHUSETTS}/ultimate-texas-holdem",
        {},
        {"ante": "10", "blind": "10", "trips": "5"},
    ),
    "caribbean stud": ("chapter4/caribbean-stud", {}, {"ante": "10"}),
    "let it ride": (f"{MASSACHUSETTS}/let-it-ride", {}, {"bet_1": "10", "bet_2": "10", "bet_3": "10"}),
    "texas hold'em bonus": (f"{MASSACHUSETTS}/texas-holdem-bonus", {}, {"ante": "10"}),
    "heads up hold'em": (f"{MASSACHUSETTS}/heads-up-holdem", {}, {"ante": "10", "odds": "10", "trips_plus": "5"}),
    "ultimate texas hold'em of a card room": (
        "california/ultimate-texas-holdem",
        {"schedule_option": 1},
        {"ante": "10", "blind": "10"},
    ),
}


def planned(case: Case, rounds: int, seed: int = 2020, **more: Any) -> Plan:
    name, options, wagers = case
    return plan_of(name, options, rounds=rounds, seed=seed, wagers=wagers, **more)


def far(result: Result, case: Case) -> dict[str, float]:
    """How many standard errors each wager's edge is away from the exact one."""
    exact = analyze(Setup.of(load(case[0]), case[1])).wagers
    away = {}
    for name, figures in result.wagers.items():
        wager = exact[name.partition(" ")[0]]
        error = (float(wager.variance) / figures.sums.decided) ** 0.5
        away[name] = float(figures.house_edge - wager.house_edge) / error
    return away


# -- Within four standard errors of exact -----------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_kernel_is_within_four_standard_errors_of_exact(case: Case) -> None:
    rounds = 500_000 if "holdem" in case[0] else 3_000_000
    found = simulate(planned(case, rounds), "kernel", workers=2)
    assert found.engine == "kernel"
    assert all(figures.sums.decided == rounds for figures in found.wagers.values())
    away = far(found, case)
    assert max(map(abs, away.values())) < 4, away


@dear
@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_script_engine_is_within_four_standard_errors_of_exact(case: Case) -> None:
    found = simulate(planned(case, 800), "script", workers=1)
    assert found.engine == "script"
    away = far(found, case)
    assert max(map(abs, away.values())) < 4, away


def test_the_strategies_that_authors_publish_cost_what_they_say() -> None:
    """Playing every queen costs 3.45 %, playing every hand 7.65 %."""
    case = CASES["three card poker of chapter 4"]
    for name, edge in (("queen_high", 0.0345), ("always_play", 0.0765)):
        found = simulate(planned(case, 20_000_000, strategy=name), "kernel").wagers["ante"]
        assert found.standard_error is not None
        assert abs(float(found.house_edge) - edge) < 4 * float(found.standard_error) + 0.00005


def test_the_kernel_plays_what_the_solver_computed() -> None:
    found = simulate(planned(CASES["three card poker of chapter 4"], 1000), "kernel")
    assert found.rule == "play Q-6-4 or better, fold the rest"


def test_amounts_are_settled_to_the_cent_as_the_table_settles_them() -> None:
    """Five percent of $7 is 35 cents, rounded up to 50 at this table: the edge is that of the amount wagered."""
    options = {"commission_rounding": "quarter"}
    exact = simulate(plan_of("chapter4/mini-baccarat", options, rounds=4_000_000, seed=1, wagers={"banker": 10}))
    rounded = simulate(plan_of("chapter4/mini-baccarat", options, rounds=4_000_000, seed=1, wagers={"banker": 7}))
    won = exact.wagers["banker"].sums.hits
    assert rounded.wagers["banker"].sums.hits == won
    lost = exact.wagers["banker"].sums.net - won * 950
    assert exact.wagers["banker"].sums.net == won * 950 + lost
    assert rounded.wagers["banker"].sums.net == won * 650 + lost * 7 // 10


# -- The same seed, the same answer -----------------------------------------------------------------------------------


def figures_of(found: Result) -> dict[str, Any]:
    answer = found.as_json()
    for key in ("seconds", "preparation_seconds", "rounds_per_second", "workers", "cluster"):
        answer.pop(key, None)
    return answer


SAME: dict[str, Case] = {
    "three card poker": CASES["ante and pair plus together"],
    "baccarat": CASES["mini-baccarat"],
    "roulette with a memory": CASES["numbers that repeat"],
}


@pytest.mark.parametrize("case", SAME.values(), ids=SAME.keys())
def test_the_number_of_workers_changes_nothing(case: Case) -> None:
    rounds = 5 * KERNEL_CHUNK + 17
    answers = [simulate(planned(case, rounds, seed=7), "kernel", workers) for workers in (1, 2, 4)]
    assert [answer.by["workers"] for answer in answers] == [1, 2, 4]
    assert figures_of(answers[0]) == figures_of(answers[1]) == figures_of(answers[2])
    assert answers[0].rounds == rounds
    assert figures_of(simulate(planned(case, rounds, seed=8), "kernel", 1)) != figures_of(answers[0])


def test_the_number_of_processes_changes_nothing_at_real_tables() -> None:
    case = CASES["roulette"]
    job = job_of(planned(case, 1_610, seed=7), load_setup(case), "script")
    one, two, four = (run(job, workers, lambda chunks: None) for workers in (1, 2, 4))
    assert one == two == four
    assert one.rounds == 1_610


def test_chunks_may_be_done_in_any_order() -> None:
    job = job_of(planned(CASES["mini-baccarat"], 4 * KERNEL_CHUNK), load_setup(CASES["mini-baccarat"]), "kernel")
    one, other = some(job, range(4)), some(job, [2, 0, 3, 1])
    assert one.counts is not None and other.counts is not None
    assert np.array_equal(one.counts, other.counts)
    parts = [job.chunk(number).counts for number in range(4)]
    assert all(not np.array_equal(parts[0], part) for part in parts[1:])


def load_setup(case: Case) -> Setup:
    return Setup.of(load(case[0]), case[1])


# -- Chance -----------------------------------------------------------------------------------------------------------


def test_chance_is_splitmix64() -> None:
    """The published first words of the generator with seed 0."""
    from pitboss.simulation.kernels import word

    assert [int(word(np.uint64(n))) for n in (1, 2, 3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_every_pocket_comes_as_often_as_any_other() -> None:
    setup = load_setup(CASES["roulette"])
    job = job_of(planned(CASES["roulette"], KERNEL_CHUNK), setup, "kernel")
    counts = job.chunk(0).counts
    assert counts is not None and len(counts) == 38
    expected = KERNEL_CHUNK / 38
    # 37 degrees of freedom: above 70 once in a thousand times.
    assert ((counts - expected) ** 2 / expected).sum() < 70


@pytest.mark.parametrize("name", ["chapter4/mini-baccarat", "chapter4/three-card-poker"])
def test_outcomes_come_as_often_as_the_solver_counts_them(name: str) -> None:
    """Every net result of the main wager, and not only their mean."""
    setup = Setup.of(load(name))
    wager = "ante" if "ante" in setup.offers else "banker"
    job = job_of(plan_of(name, rounds=4 * KERNEL_CHUNK, seed=3, wagers={wager: 100}), setup, "kernel")
    assert isinstance(job, KernelJob)
    counts = some(job, range(4)).counts
    assert counts is not None
    seen: dict[Fraction, int] = {}
    for net, count in zip(job.dealing.lines[wager].nets.tolist(), counts.tolist(), strict=True):
        seen[Fraction(net, 10_000)] = seen.get(Fraction(net, 10_000), 0) + count
    exact: dict[Fraction, Fraction] = {}
    analysis = analyze(setup).wagers[wager]
    for outcome in analysis.outcomes:
        exact[outcome.net] = exact.get(outcome.net, Fraction(0)) + Fraction(outcome.combinations, analysis.total)
    assert {net for net, count in seen.items() if count} <= set(exact)
    for net, chance in exact.items():
        expected = float(chance) * 4 * KERNEL_CHUNK
        assert abs(seen.get(net, 0) - expected) < 4.5 * (expected * (1 - float(chance))) ** 0.5, net


# -- What a plan is ---------------------------------------------------------------------------------------------------


def test_without_wagers_the_usual_ones_are_made() -> None:
    assert plan_of("chapter4/three-card-poker", rounds=1, seed=1).wagers == {"ante": 1000}
    assert plan_of(f"{MASSACHUSETTS}/ultimate-texas-holdem", rounds=1, seed=1).wagers == {"ante": 1000, "blind": 1000}
    assert plan_of("chapter4/roulette", rounds=1, seed=1).wagers == {"straight_up 0": 1000}


@pytest.mark.parametrize("name", ["chapter4/roulette", "california/three-card-poker", f"{MASSACHUSETTS}/mini-baccarat"])
def test_any_entry_can_be_simulated_without_saying_more(name: str) -> None:
    options, _ = assume_required(load(name), {})
    assert simulate(plan_of(name, options, rounds=20, seed=1), "script", 1).rounds == 20


def test_what_no_kernel_deals_is_played_at_a_real_table() -> None:
    name = f"{MASSACHUSETTS}/mini-baccarat"
    options = {"royal_9": True, "personal_king_nines": KING_NINES, "seats": 6}
    plan = plan_of(name, options, rounds=300, seed=1, wagers={"player": 10, "royal_9_progressive": 5})
    found = simulate(plan, workers=1)
    assert found.engine == "script"
    assert "the kernel does not deal" in found.note
    assert set(found.wagers) == {"player", "royal_9_progressive"}
    with pytest.raises(Refused, match="the script engine does"):
        simulate(plan, "kernel")


def test_decisions_at_random_need_a_real_table_and_are_repeated_by_the_seed() -> None:
    plan = planned(CASES["three card poker of chapter 4"], 400, strategy="random")
    one, other = simulate(plan, workers=1), simulate(plan, workers=1)
    assert one.engine == "script" and figures_of(one) == figures_of(other)


def test_a_collection_fee_is_no_part_of_the_edge() -> None:
    case = CASES["a player banks"]
    engines: tuple[Engine, ...] = ("kernel", "script")
    for engine in engines:
        found = simulate(planned(case, 400), engine, 1)
        assert found.fees == 400 * 100
        assert found.as_json()["collection_fees"] == {"a_round": "1.00", "total": "400.00"}
        assert found.together.sums.net == sum(each.sums.net for each in found.wagers.values())
