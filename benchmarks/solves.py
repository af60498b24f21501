"""Poker and pai gow against the house or a bank: seconds, memory and edge of each entry's solution, from nothing.

    python benchmarks/solves.py [--all-pay-tables] [RULEBOOK/GAME ...]

Each is solved in a process of its own with an empty cache, once so that its kernels are compiled and once to measure.
Seconds are by the clock and of processor time, with all threads and processes; half of the second is the least that two
cores need, and on a machine that others use it is what means something. An entry that takes longer than its goal, or
more memory, is marked. With ``--all-pay-tables`` every permitted choice is compared as well, by the same goal for all
of them together.
"""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """What a solution may take on two cores."""

    seconds: int
    megabytes: int


BY_HANDS, BY_BOARDS, HOLDEM = Goal(30, 1_500), Goal(60, 2_000), Goal(4, 2_000)
BY_PAIRS = Goal(300, 2_000)
"""Every hand of seven cards against every other one: 8.25 * 10^15 deals."""
ENTRIES = {
    "chapter4/caribbean-stud": BY_HANDS,
    "massachusetts-2014/caribbean-stud": BY_HANDS,
    "massachusetts-2020/caribbean-stud": BY_HANDS,
    "oneida-2003/caribbean-stud": BY_HANDS,
    "chapter4/let-it-ride": BY_HANDS,
    "massachusetts-2020/let-it-ride": BY_HANDS,
    "oneida-2003/let-it-ride": BY_HANDS,
    "chapter4/mississippi-stud": BY_HANDS,
    "massachusetts-2020/mississippi-stud": BY_HANDS,
    "california/mississippi-stud-3-card-bonus": BY_HANDS,
    "california/three-card-poker-6-card-bonus": BY_HANDS,
    "massachusetts-2020/double-down-stud": BY_HANDS,
    "massachusetts-2020/four-card-poker": BY_HANDS,
    "massachusetts-2020/crazy-4-poker": BY_HANDS,
    "massachusetts-2020/high-card-flush": BY_HANDS,
    "massachusetts-2020/boston-5-stud": BY_HANDS,
    "massachusetts-2020/two-card-joker-poker": BY_HANDS,
    "massachusetts-2020/dj-wild-poker": BY_HANDS,
    "massachusetts-2020/winners-pot-poker": BY_HANDS,
    "massachusetts-2020/criss-cross-poker": BY_HANDS,
    "massachusetts-2020/double-cross-poker": BY_HANDS,
    "massachusetts-2020/ultimate-texas-holdem": HOLDEM,
    "massachusetts-2020/texas-holdem-bonus": BY_BOARDS,
    "massachusetts-2020/heads-up-holdem": BY_BOARDS,
    "massachusetts-2020/chase-the-flush": BY_BOARDS,
    "massachusetts-2020/fast-action-holdem": BY_BOARDS,
    "massachusetts-2020/flop-poker": BY_BOARDS,
    "massachusetts-2020/colorado-holdem": BY_BOARDS,
    "california/pai-gow-tiles": BY_HANDS,
    "massachusetts-2020/pai-gow-tiles": BY_HANDS,
    "massachusetts-2020/supreme-pai-gow": BY_HANDS,
    "chapter4/pai-gow-poker": BY_PAIRS,
    "oneida-2003/pai-gow-poker": BY_PAIRS,
    "massachusetts-2020/pai-gow-poker": BY_PAIRS,
    "massachusetts-2020/asia-poker": BY_PAIRS,
    "california/pai-gow-poker": BY_PAIRS,
    "california/face-up-pai-gow-poker": BY_PAIRS,
    "california/fortune-pai-gow-poker-1-0": BY_PAIRS,
}
MEASURED = """
import resource, sys, time
from pitboss.catalogue import scripts
from pitboss.rulebook import Setup, load
from pitboss.sheets.choices import assume_required
from pitboss.solve import analyze
from pitboss.solve.compare import compare
entry, goal_seconds, goal_megabytes = load(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
compares = sys.argv[4] == "compare"
if entry.script not in scripts("solve"):
    sys.exit(f"{entry.name:45} is not solved")
def spent():
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)
setup = Setup.of(entry, assume_required(entry, {})[0])
start, before = time.perf_counter(), spent()
found = analyze(setup)
choices = compare(setup) if compares else ()
clock, processor = time.perf_counter() - start, spent() - before
memory = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
title, wager = next(iter(found.wagers.items()))
told = f"{len(choices)} choices" if compares else f"{title} {float(wager.house_edge):.6%}"
late = processor / 2 > goal_seconds or memory > goal_megabytes
figures = f"{clock:8.2f} s ({processor:7.2f} s, half {processor / 2:6.2f}){memory:8.0f} MB"
print(f"{entry.name:45}{figures}   {told}{'   OVER ITS GOAL' if late else ''}", flush=True)
"""


def solve(name: str, goal: Goal, what: str, told: bool) -> None:
    """Solve an entry with nothing that was counted before; what is compiled lies beside the sources."""
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"PITBOSS_CACHE": empty}
        to = None if told else subprocess.DEVNULL
        command = [sys.executable, "-c", MEASURED, name, str(goal.seconds), str(goal.megabytes), what]
        subprocess.run(command, env=environment, stdout=to, check=False)


if __name__ == "__main__":
    names = sys.argv[1:]
    what = "compare" if "--all-pay-tables" in names else "solve"
    for name in [name for name in names if name != "--all-pay-tables"] or ENTRIES:
        goal = ENTRIES.get(name, BY_BOARDS)
        solve(name, goal, what, told=False)
        solve(name, goal, what, told=True)
