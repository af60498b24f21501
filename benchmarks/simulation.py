"""Rounds per second of the simulator, by processor time: kernels, sessions by kernel, and the script engine.

    python benchmarks/simulation.py            all of it, about a minute
    python benchmarks/simulation.py 5          five seconds a line instead of two
    python benchmarks/simulation.py check      10^9 rounds of each game (10^8 of hold'em) against the exact edge

One worker does the work, so a figure is that of one core, whatever else the machine does. What compiling and preparing
take stands apart; kernels that were compiled before are loaded from Numba's cache, and NUMBA_CACHE_DIR set to an empty
folder has them compiled anew.
"""

import sys
import time
from collections.abc import Mapping
from typing import Any

from pitboss.rulebook import Setup, load
from pitboss.simulation import job_of, simulate
from pitboss.simulation.plan import Session, plan_of
from pitboss.solve import analyze

UTH = "massachusetts-2020/ultimate-texas-holdem"
TABLES: list[tuple[str, str, Mapping[str, Any], dict[str, int | str]]] = [
    ("three card poker, ante", "chapter4/three-card-poker", {"play_on_win": "1 to 1"}, {"ante": 10}),
    (
        "three card poker, ante and pair plus",
        "chapter4/three-card-poker",
        {"play_on_win": "1 to 1"},
        {"ante": 10, "pair_plus": 5},
    ),
    (
        "three card poker, six card bonus too",
        "massachusetts-2020/three-card-poker",
        {"six_card_bonus": "TCP-6B1"},
        {"ante": 10, "pair_plus": 5, "six_card_bonus": 5},
    ),
    ("mini-baccarat, banker and tie", "chapter4/mini-baccarat", {}, {"banker": 10, "tie": 5}),
    (
        "roulette, four wagers",
        "chapter4/roulette",
        {},
        {"straight_up 17": 5, "split 8-11": 5, "red": 20, "dozen 2": 10},
    ),
    ("ultimate texas hold'em, best decisions", UTH, {}, {"ante": 10, "blind": 10}),
    ("caribbean stud", "massachusetts-2020/caribbean-stud", {}, {"ante": 10}),
    ("let it ride", "massachusetts-2020/let-it-ride", {}, {"bet_1": 10, "bet_2": 10, "bet_3": 10}),
    ("mississippi stud", "massachusetts-2020/mississippi-stud", {}, {"ante": 10}),
    ("four card poker", "massachusetts-2020/four-card-poker", {}, {"ante": 10}),
    ("crazy 4 poker", "massachusetts-2020/crazy-4-poker", {}, {"ante": 10, "super_bonus": 10}),
    ("texas hold'em bonus", "massachusetts-2020/texas-holdem-bonus", {}, {"ante": 10}),
    ("heads up hold'em", "massachusetts-2020/heads-up-holdem", {}, {"ante": 10, "odds": 10}),
    ("pai gow poker", "chapter4/pai-gow-poker", {}, {"main": 10}),
    (
        "pai gow poker, fortune bonus too",
        "massachusetts-2020/pai-gow-poker",
        {"fortune_bonus": "F-A"},
        {"pai_gow_poker": 10, "fortune_bonus": 5},
    ),
    ("asia poker", "massachusetts-2020/asia-poker", {}, {"asia_poker": 10}),
]
CHECKED = [(TABLES[1], 10**9), (TABLES[3], 10**9), (TABLES[4], 10**9), (TABLES[5], 10**8)]


def per_second(name: str, options: Mapping[str, Any], wagers: dict[str, int | str], engine: Any, seconds: float) -> str:
    """Chunks by one worker for so many seconds, after the first."""
    begun = time.process_time()
    plan = plan_of(name, options, rounds=10**9 if engine == "script" else 10**12, seed=1, wagers=wagers)
    job = job_of(plan, Setup.of(load(name), options), engine)
    job.chunk(0)
    prepared = time.process_time() - begun
    rounds, start, number = 0, time.process_time(), 1
    while (spent := time.process_time() - start) < seconds:
        rounds += job.chunk(number).rounds
        number += 1
    return f"{rounds / spent:>13,.0f} a second{prepared:>8.1f} s before"


def sessions(seconds: float) -> str:
    session = Session(200, 30_000, 60_000)
    name, _, wagers = TABLES[3][1:]
    plan = plan_of(name, rounds=10**9, seed=1, wagers=wagers, session=session)
    job = job_of(plan, Setup.of(load(name)), "kernel")
    job.chunk(0)
    rounds, start, number = 0, time.process_time(), 1
    while (spent := time.process_time() - start) < seconds:
        rounds += job.chunk(number).rounds
        number += 1
    return f"{rounds / spent:>13,.0f} a second"


def measure(seconds: float) -> None:
    for title, name, options, wagers in TABLES:
        print(f"{'kernel, ' + title:<48}{per_second(name, options, wagers, 'kernel', seconds)}", flush=True)
    print(f"{'kernel, mini-baccarat in sessions of 200':<48}{sessions(seconds)}", flush=True)
    for title, name, options, wagers in TABLES:
        print(f"{'script, ' + title:<48}{per_second(name, options, wagers, 'script', seconds)}", flush=True)


def check() -> None:
    """Very many rounds of each game, and how many standard errors the result is away from exact."""
    for (title, name, options, wagers), rounds in CHECKED:
        exact = analyze(Setup.of(load(name), options)).wagers
        found = simulate(plan_of(name, options, rounds=rounds, seed=2020, wagers=wagers), "kernel")
        speed = f"{found.rounds_per_second / 1e6:.1f} million a second, {found.by['workers']} workers"
        print(f"{title}: {rounds:,} rounds, {speed}")
        for row, figures in found.wagers.items():
            edge = exact[row.partition(" ")[0]].house_edge
            error = figures.standard_error or 1
            away = float((figures.house_edge - edge) / error)
            print(
                f"  {row:<16} exact {float(edge):.6%}   simulated {float(figures.house_edge):.6%} "
                f"± {float(error):.6%}   {away:+.2f} standard errors",
                flush=True,
            )


if __name__ == "__main__":
    word = sys.argv[1] if len(sys.argv) > 1 else "2"
    check() if word == "check" else measure(float(word))
