"""Blackjack: seconds and memory per rule set, hands a second of the kernel, rounds a second of the script.

    python benchmarks/blackjack.py        about a minute; compile time is told apart

Seconds are by the clock and of processor time; on a machine that others use only the second means something.
"""

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pitboss.rulebook import Setup, load
from pitboss.simulation import job_of
from pitboss.simulation.plan import Plan, Session, plan_of
from pitboss.solve import analyze
from pitboss.solve.blackjack.chart import best_chart
from pitboss.solve.blackjack.machine import Machine, _chances_of
from pitboss.solve.blackjack.moments import mean_square
from pitboss.solve.blackjack.terms import Terms, full_shoe

NAME = "chapter4/blackjack"
RULES = {
    "6 decks H17 DAS, four hands": Terms(full_shoe(6), hits_soft=(17,)),
    "6 decks S17 DAS, late surrender, aces again": Terms(full_shoe(6), surrender=True, ace_hands=4),
    "1 deck H17, double 10 and 11, one split": Terms(
        full_shoe(1), hits_soft=(17,), double_on=(10, 11), double_after_split=False, hands=2
    ),
    "8 decks S17 DAS, one split": Terms(full_shoe(8), hands=2),
    "8 decks S17 DAS, four hands, dealer does not look": Terms(full_shoe(8), looks_under=(), split_lost=True),
}


ENTRIES = {
    "massachusetts-2020/blackjack": {"second_card": "hole_up"},
    "massachusetts-2020/spanish-21": {"second_card": "hole_down_reader"},
    "massachusetts-2020/free-bet-blackjack": {},
    "massachusetts-2020/double-attack-blackjack": {},
    "massachusetts-2020/blackjack-switch": {"second_card": "hole_down_reader"},
    "massachusetts-2020/zappit-blackjack": {},
}
"""Whole entries: best play, chart, outcomes, and the wagers on the side that are on offer."""


def timed(work: Callable[[], Any]) -> tuple[Any, str]:
    start, used = time.perf_counter(), time.process_time()
    found = work()
    return found, f"{time.perf_counter() - start:7.2f} s ({time.process_time() - used:5.2f} s)"


def solve() -> None:
    first = Terms(full_shoe(1), hands=3)
    _, compiled = timed(lambda: _all_of(first))
    print(f"compiling, or loading what is compiled: {compiled}")
    print(f"{'':52}{'best play':>18}{'chart':>20}{'deviation':>20}{'edge':>16}{'peak memory':>14}")
    for title, terms in RULES.items():
        _chances_of.cache_clear()
        machine, built = timed(lambda terms=terms: _played(terms))
        _, chart = timed(lambda machine=machine: best_chart(machine[0], machine[1]))
        square, deviation = timed(lambda machine=machine: mean_square(machine[0], machine[1]))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        edge, spread = -machine[2], (square - machine[2] ** 2) ** 0.5
        print(f"{title:52}{built}  {chart}  {deviation}  {edge:12.9%} {spread:.8f} {memory:8.0f} MB", flush=True)


def relatives() -> None:
    for name, options in ENTRIES.items():
        setup = Setup.of(load(name), options)
        found, seconds = timed(lambda setup=setup: analyze(setup))
        main = next(iter(found.wagers.values()))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{name:52}{seconds}  {float(main.house_edge):12.9%} {memory:8.0f} MB", flush=True)


def _played(terms: Terms) -> tuple[Machine, Any, float]:
    machine = Machine(terms)
    return (machine, *machine.best())


def _all_of(terms: Terms) -> None:
    machine, best, _ = _played(terms)
    best_chart(machine, best)
    mean_square(machine, best)


def deal(seconds: float) -> None:
    plain = plan_of(NAME, rounds=10**9, seed=1)
    session = Session(500, 100_000, 200_000)
    for title, plan, engine in (
        ("kernel, out of the shoe to the cut card", plain, "kernel"),
        ("kernel, a fresh shoe every round", replace(plain, penetration="0"), "kernel"),
        ("kernel, with the count", replace(plain, count="hi_lo"), "kernel"),
        ("kernel, sessions of 500 rounds", replace(plain, session=session), "kernel"),
        ("script engine, every event with its clause", plain, "script"),
    ):
        print(f"{title:52}{_speed(plan, engine, seconds):>15,.0f} hands a second of one core", flush=True)


def _speed(plan: Plan, engine: str, seconds: float) -> float:
    job = job_of(plan, Setup.of(load(NAME)), engine)  # type: ignore[arg-type]
    job.chunk(0)
    rounds, start, used, number = 0, time.perf_counter(), time.process_time(), 1
    while time.perf_counter() - start < seconds:
        rounds += job.chunk(number).rounds
        number += 1
    return rounds / (time.process_time() - used)


if __name__ == "__main__":
    solve()
    relatives()
    deal(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
