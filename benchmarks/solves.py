"""Poker that is solved by counting boards: seconds, memory and edge of each entry, from nothing.

    python benchmarks/solves.py [RULEBOOK/GAME ...]

Each is solved in a process of its own with an empty cache, once so that its kernels are compiled and once to measure.
Seconds are by the clock and of processor time; on a machine that others use only the second means something.
"""

import os
import subprocess
import sys
import tempfile

ENTRIES = (
    "massachusetts-2020/ultimate-texas-holdem",
    "massachusetts-2020/texas-holdem-bonus",
    "massachusetts-2020/heads-up-holdem",
    "massachusetts-2020/chase-the-flush",
    "massachusetts-2020/fast-action-holdem",
    "massachusetts-2020/flop-poker",
    "massachusetts-2020/colorado-holdem",
)
MEASURED = """
import resource, sys, time
from pitboss.catalogue import scripts
from pitboss.rulebook import Setup, load
from pitboss.sheets.choices import assume_required
from pitboss.solve import analyze
entry = load(sys.argv[1])
if entry.script not in scripts("solve"):
    sys.exit(f"{entry.name:45} is not solved")
setup = Setup.of(entry, assume_required(entry, {})[0])
start, used = time.perf_counter(), time.process_time()
found = analyze(setup)
clock, processor = time.perf_counter() - start, time.process_time() - used
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
title, wager = next(iter(found.wagers.items()))
told = f"{title} {float(wager.house_edge):.6%}"
print(f"{entry.name:45}{clock:8.2f} s ({processor:7.2f} s){memory:8.0f} MB   {told}", flush=True)
"""


def solve(name: str, told: bool) -> None:
    """Solve an entry with nothing that was counted before; what is compiled lies beside the sources."""
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"PITBOSS_CACHE": empty}
        to = None if told else subprocess.DEVNULL
        subprocess.run([sys.executable, "-c", MEASURED, name], env=environment, stdout=to, check=False)


if __name__ == "__main__":
    for name in sys.argv[1:] or ENTRIES:
        solve(name, told=False)
        solve(name, told=True)
