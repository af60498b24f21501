"""Rolls per second at craps, per core, beside crapssim in the same run.

    python benchmarks/craps.py            about half a minute
    python benchmarks/craps.py 5          five seconds a line instead of two

Every line plays a pass line bet of $10 with two times odds unless it says otherwise. crapssim is played as its own
documentation does it, without printing.
"""

import sys
import time
from dataclasses import replace

from crapssim.strategy import BetPassLine, PassLineOddsMultiplier
from crapssim.table import Table as CrapssimTable

from pitboss.rulebook import Setup, load
from pitboss.simulation import job_of
from pitboss.simulation.plan import Plan, Session, plan_of

NAME = "chapter4/craps"
MANY = {"pass_line": 10, "come": 10, "place_to_win 6": 12, "place_to_win 8": 12, "hard_6": 5, "field": 5}
TINY_CHUNK = 20_000


def crapssim(seconds: float) -> float:
    rolls, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        table = CrapssimTable()
        table.add_player(bankroll=10**9, strategy=BetPassLine(10) + PassLineOddsMultiplier(2))
        table.run(max_rolls=TINY_CHUNK // 10, verbose=False)
        rolls += TINY_CHUNK // 10
    return rolls / spent


def pitboss(plan: Plan, engine: str, seconds: float) -> float:
    job = job_of(plan, Setup.of(load(NAME)), engine)  # type: ignore[arg-type]
    job.chunk(0)
    rolls, start, number = 0, time.perf_counter(), 1
    while (spent := time.perf_counter() - start) < seconds:
        rolls += job.chunk(number).rounds
        number += 1
    return rolls / spent


def measure(seconds: float) -> None:
    line = plan_of(NAME, rounds=10**9, seed=1, wagers={"pass_line": 10}, strategy="full_odds")
    many = plan_of(NAME, rounds=10**9, seed=1, wagers=MANY)
    session = Session(500, 100_000, 200_000)
    peer = crapssim(seconds)
    print(f"{'crapssim':<52}{peer:>15,.0f} rolls a second")
    for title, plan, engine in (
        ("kernel", line, "kernel"),
        ("kernel, sessions of 500 rolls", replace(line, session=session), "kernel"),
        ("kernel, six kinds of standing wagers", many, "kernel"),
        ("kernel, six kinds of standing wagers, sessions", replace(many, session=session), "kernel"),
        ("script engine, every event with its clause", line, "script"),
    ):
        speed = pitboss(plan, engine, seconds)
        print(f"{title:<52}{speed:>15,.0f} rolls a second{speed / peer:>12,.1f} times crapssim", flush=True)


if __name__ == "__main__":
    measure(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
