"""Blackjack: seconds and memory per rule set, hands a second of the kernels, rounds a second of the script.

    python benchmarks/blackjack.py           each entry as it stands, and what is dearest in it: about two minutes
    python benchmarks/blackjack.py --every   every entry under every value of every option, one at a time
    python benchmarks/blackjack.py --of pure only the entries with such a name, and no dealing

A whole analysis is measured: best play, chart, deviations, outcomes, standard deviation, and the wagers on the side
that are on offer; what is compiled is compiled before. Seconds are by the clock and of processor time; on a machine
that others use only the second means something. What one thread has to do alone, with half of what two share, is what
a quiet machine with two cores takes at least. Memory is the peak of the process, which is told anew for each.
"""

import argparse
import gc
import time
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

from pitboss.errors import Refused
from pitboss.rulebook import Setup, load
from pitboss.simulation import job_of
from pitboss.simulation.plan import Plan, Session, plan_of
from pitboss.solve import analyze
from pitboss.solve.blackjack import exchanges, hands, machine, pieces, solver
from pitboss.solve.blackjack.no_bust import solver as no_bust
from pitboss.solve.blackjack.no_bust.table import Table
from pitboss.solve.blackjack.table import terms_of
from pitboss.solve.compare import permitted
from pitboss.solve.prices import Prices

READER = {"second_card": "hole_down_reader"}
ENTRIES: dict[str, list[dict[str, Any]]] = {
    "chapter4/blackjack": [
        {"decks": 1},
        {"decks": 8, "peek": False, "surrender_allowed": True, "resplit_aces": True},
        {"variant": "single_deck"},
        {"variant": "switch"},
    ],
    "massachusetts-2020/blackjack": [
        {"second_card": "hole_up", "additional_wager": "sevens", "super_4": "1", "five_card_21": True},
        {
            **READER,
            "additional_wager": "over_under_13",
            "twenty_one_plus_three": "A",
            "match_the_dealer": "6_deck",
            "buster": "A",
            "trilux": "1",
            "super_3": True,
        },
    ],
    "massachusetts-2020/spanish-21": [READER, {"decks": 8}],
    "massachusetts-2020/blackjack-switch": [READER, {"decks": 8}],
    "massachusetts-2020/double-attack-blackjack": [READER, {"boxes": 6, "max_split_hands": 8}],
    "massachusetts-2020/zappit-blackjack": [{"decks": 8}],
    "massachusetts-2020/free-bet-blackjack": [{"decks": 8}],
    "california/blackjack-1-5-to-1": [],
    "california/21st-century-blackjack": [{"second_card": "face_up", "decks": 8}],
    "california/21st-century-blackjack-5-1": [],
    "california/pure-21-5-blackjack": [],
    "california/pure-21-5-blackjack-3-to-2": [],
}
"""The entries, and rule sets of each that are dearer than the others or much asked for."""


# -- Solving ----------------------------------------------------------------------------------------------------------


def solve(*, every: bool, of: str = "") -> None:
    print(f"{'':94}{'by the clock':>14}{'processor':>11}{'two cores':>11}{'edge':>14}{'peak memory':>13}")
    for name, some in ENTRIES.items():
        if of not in name:
            continue
        _measure(name, {})  # compiles, or loads what is compiled
        for options in every_rule_set(name) if every else ({}, *some):
            forget()
            title = ", ".join(f"{option} {value}" for option, value in options.items())
            clock, used, least, edge, memory = _measure(name, options)
            seconds = f"{clock:12.2f} s{used:9.2f} s{least:9.2f} s"
            print(f"{name:44}{title:50}{seconds}{edge:13.6%}{memory:10.0f} MB", flush=True)


def every_rule_set(name: str) -> Iterator[dict[str, Any]]:
    """The entry as it stands, and with one option otherwise, where that changes what is solved."""
    entry = load(name)
    known = set()
    values = ((option, value) for option, each in entry.options.items() for value in permitted(option, each, None))
    for options in ({}, *({option: value} for option, value in values)):
        try:
            setup = Setup.of(entry, options)
            if entry.name.startswith("california/"):
                terms: Any = Table.of(setup, Prices(setup))
            else:
                terms = terms_of(setup, Prices(setup))
        except Refused:
            continue
        rules = (terms, tuple(offer for offer in setup.offers))
        if rules not in known:
            known.add(rules)
            yield options


def forget() -> None:
    """Leave nothing that was worked out before to be found."""
    for module in (exchanges, hands, machine, pieces, solver, no_bust):
        for each in vars(module).values():
            if isinstance(each, _lru_cache_wrapper) and each.__name__ not in ("_hands_of", "endings_of"):
                each.cache_clear()
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _measure(name: str, options: dict[str, Any]) -> tuple[float, float, float, float, float]:
    setup = Setup.of(load(name), options)
    clock, used, alone = time.perf_counter(), time.process_time(), time.thread_time()
    found = analyze(setup).wagers
    for wager in found.values():
        wager.variance  # noqa: B018  it is worked out when it is asked for
    clock, used = time.perf_counter() - clock, time.process_time() - used
    least = (used + time.thread_time() - alone) / 2
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return clock, used, least, float(next(iter(found.values())).house_edge), int(peak) / 1024


# -- Dealing ----------------------------------------------------------------------------------------------------------


def deal(seconds: float) -> None:
    plain: dict[str, Any] = {"rounds": 10**9, "seed": 1}
    shoe = plan_of("chapter4/blackjack", **plain)
    plans: list[tuple[str, Plan]] = [
        ("kernel, out of the shoe to the cut card", shoe),
        ("kernel, a fresh shoe every round", plan_of("chapter4/blackjack", **plain, penetration="0")),
        ("kernel, with the count", plan_of("chapter4/blackjack", **plain, count="hi_lo")),
        (
            "kernel, sessions of 500 rounds",
            plan_of("chapter4/blackjack", **plain, session=Session(500, 100_000, 200_000)),
        ),
    ]
    for title, plan in plans:
        print(f"{title:60}{_speed(plan, 'kernel', seconds):>15,.0f} hands a second of one core", flush=True)
    for name in ENTRIES:
        speed = _speed(plan_of(name, **plain), "script", seconds)
        print(f"script engine, {name:45}{speed:>15,.0f} rounds a second of one core", flush=True)


def _speed(plan: Plan, engine: str, seconds: float) -> float:
    job = job_of(plan, Setup.of(load(plan.entry)), engine)  # type: ignore[arg-type]
    job.chunk(0)
    rounds, start, used, number = 0, time.perf_counter(), time.process_time(), 1
    while time.perf_counter() - start < seconds:
        rounds += job.chunk(number).rounds
        number += 1
    return rounds / (time.process_time() - used)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--every", action="store_true", help="every value of every option, one at a time")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each way of dealing is measured")
    parser.add_argument("--of", default="", help="solve the entries with this in their name, and deal none")
    asked = parser.parse_args()
    solve(every=asked.every, of=asked.of)
    if not asked.of:
        deal(asked.seconds)
