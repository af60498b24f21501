"""Two checkouts side by side: how much processor time the same work takes in each, by turns, in one run.

    git worktree add --detach ../before COMMIT
    python benchmarks/against.py ../before                     this checkout against that one, all of it
    python benchmarks/against.py ../before script house        only the lines whose names begin so
    python benchmarks/against.py ../before --turns 40          more turns each, where the machine is busy

Each line is a process of either checkout, kept waiting while the other one works, so that whatever else goes on at the
machine hits both alike. A turn is about a tenth of a second of processor time; the ratio is that of the fastest turns,
above 1 where this checkout is slower. The script lines play every entry that both have and that can be simulated; the
table lines are those of engine.py, and each checkout is driven by its own engine.py, as its engine wants it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
TURN = 0.1
Steps = Iterator[None]


def simulation(module: str = "") -> Any:
    """A module of the room that simulates, which older checkouts call otherwise."""
    try:
        return import_module(f"pitboss.simulation{module}")
    except ModuleNotFoundError:
        return import_module(f"pitboss.simulate{module}")


# -- What is measured: each yields after a step of its work ------------------------------------------------------------


def script(entry: str) -> Steps:
    """Rounds of an entry at a table of one player, who takes what is offered first."""
    from pitboss.rulebook import Setup, load

    setup = Setup.of(load(entry))
    policy = simulation(".strategies").policy_of(setup, "first", "1")
    seat = simulation(".script").Seat(simulation(".plan").plan_of(entry, rounds=10**9, seed=1), setup, policy, "1")
    while True:
        seat.deal()
        yield


def table(title: str) -> Steps:
    """The lines of engine.py: several seats, several wagers."""
    import engine

    name, seats, wagers = {
        "three card poker, one seat": ("chapter4/three-card-poker", 1, engine.TCP_SEAT),
        "three card poker, seven seats": ("chapter4/three-card-poker", 7, engine.TCP_SEAT),
        "mini-baccarat, one seat": ("chapter4/mini-baccarat", 1, engine.BACCARAT_SEAT),
        "mini-baccarat, nine seats": ("chapter4/mini-baccarat", 9, engine.BACCARAT_SEAT),
        "roulette, one seat, four bets": ("chapter4/roulette", 1, engine.ROULETTE_SEAT),
        "roulette, seven seats, four bets each": ("chapter4/roulette", 7, engine.ROULETTE_SEAT),
    }[title]
    yield from engine.rounds(name, seats, wagers)


def house(game: str) -> Steps:
    """Rounds at a table of a house: sat down at, wagered, dealt, settled, written to its journal and its ledger."""
    from pitboss.house.house import House

    entry, wagers, action = {
        "roulette": ("chapter4/roulette", {"red": "5.00"}, ""),
        "three card poker": ("chapter4/three-card-poker", {"ante": "5.00"}, "play"),
    }[game]
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None  # a disk takes as long as it likes
    with tempfile.TemporaryDirectory(prefix="pitboss-against-", dir=memory) as folder:
        home = House(f"sqlite:///{folder}/house.db")
        home.add_person("somebody", "somebody", "player")
        live = home.open_table("t", entry, fill=10**8)
        home.do(lambda batch: live.sit(batch, "somebody", 1), "t")
        home.do(lambda batch: live.buy_in(batch, 1, 10**8), "t")
        while True:
            home.do(lambda batch: live.bet(1, wagers), "t")
            home.do(live.deal, "t")
            if action:
                home.do(lambda batch: live.act(batch, 1, action), "t")
            yield


def kernel(title: str) -> Steps:
    """A million rounds a step, by the kernels of simulation.py and craps.py."""
    from pitboss.rulebook import Setup, load

    job_of, plan_of = simulation().job_of, simulation(".plan").plan_of
    if title == "craps, full odds":
        name, options, plan = "chapter4/craps", {}, {"wagers": {"pass_line": 10}, "strategy": "full_odds"}
    else:
        name, options, wagers = next(row[1:] for row in import_module("simulation").TABLES if row[0] == title)
        plan = {"wagers": wagers}
    job = job_of(plan_of(name, options, rounds=10**12, seed=1, **plan), Setup.of(load(name), options), "kernel")
    number = 0
    while True:
        job.chunk(number)
        number += 1
        yield


def evaluator(_: str) -> Steps:
    """Seven-card hands ranked in bulk: those whose lowest card is one of the upper half."""
    import numpy as np

    from pitboss.hands.evaluator import RANK_KEYS, rank_tables
    from pitboss.hands.kernels import count_ranks_of_seven

    tables = rank_tables(7)
    keys = np.array(RANK_KEYS, dtype=np.int64)
    counts = np.zeros(7462, dtype=np.int64)
    while True:
        for first in range(26, 46):
            count_ranks_of_seven(first, keys, tables.rows, tables.ranks, tables.flushes, counts)
        yield


def solve(_: str) -> Steps:
    """The whole exact solution of Ultimate Texas Hold'em, with nothing cached."""
    from pitboss.rulebook import Setup, load
    from pitboss.solve import holdem

    prices = holdem.price_arrays(holdem.Prices(Setup.of(load("massachusetts-2020/ultimate-texas-holdem"))))
    holdem.warm_up(prices)
    yield
    while True:
        holdem.solve_boards(prices)
        yield


KINDS: dict[str, Callable[[str], Steps]] = {
    "table": table,
    "script": script,
    "house": house,
    "kernel": kernel,
    "evaluator": evaluator,
    "solve": solve,
}
TABLES = (
    "three card poker, one seat",
    "three card poker, seven seats",
    "mini-baccarat, one seat",
    "mini-baccarat, nine seats",
    "roulette, one seat, four bets",
    "roulette, seven seats, four bets each",
)
KERNELS = (
    "three card poker, ante",
    "three card poker, ante and pair plus",
    "three card poker, six card bonus too",
    "mini-baccarat, banker and tie",
    "roulette, four wagers",
    "ultimate texas hold'em, best decisions",
    "four card poker",
    "crazy 4 poker",
    "craps, full odds",
)


def lines(before: Path) -> list[tuple[str, str]]:
    """What both checkouts can do."""
    books = "src/pitboss/rulebooks"
    entries = [
        str(file.relative_to(HERE / books).with_suffix(""))
        for file in sorted((HERE / books).glob("*/*.toml"))
        if (before / file.relative_to(HERE)).exists()
    ]
    return [
        *(("table", title) for title in TABLES),
        *(("script", entry) for entry in entries),
        ("house", "roulette"),
        ("house", "three card poker"),
        *(("kernel", title) for title in KERNELS),
        ("evaluator", "seven cards"),
        ("solve", "ultimate texas hold'em"),
    ]


# -- Side by side ------------------------------------------------------------------------------------------------------


class Worker:
    """A process of one checkout, which works when it is told to; ``refusal`` says why it does not."""

    def __init__(self, checkout: Path, kind: str, title: str, cache: str) -> None:
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PITBOSS_CACHE": cache}
        environment["PYTHONPATH"] = os.pathsep.join((str(checkout / "src"), str(checkout / "benchmarks")))
        self.process = subprocess.Popen(
            [sys.executable, "-P", __file__, "--work", kind, title],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.refusal = self._heard()

    def turn(self, steps: int) -> float:
        """The processor time that so many steps take."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        return float(self._heard())

    def end(self) -> None:
        self.process.communicate()

    def _heard(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"it broke off: {' '.join(map(str, self.process.args))}")  # type: ignore[arg-type]
        return line.strip()


def work(kind: str, title: str) -> None:
    """Do as many steps as each line of the input says, and print the processor time they took."""
    from pitboss.errors import Refused

    sys.argv[1:] = []
    steps = KINDS[kind](title)
    try:
        next(steps)
    except Refused as refused:
        print(refused.sentence, flush=True)
        return
    print(flush=True)
    for line in sys.stdin:
        start = time.process_time()
        for _ in range(int(line)):
            next(steps)
        print(time.process_time() - start, flush=True)


def compare(before: Path, kind: str, title: str, turns: int) -> float | None:
    """How many times the processor time of before the work takes now; None where it is refused."""
    fastest = [float("inf"), float("inf")]
    print(f"{kind + ', ' + title:<58}", end="", flush=True)
    with tempfile.TemporaryDirectory(prefix="pitboss-against-") as cache:
        for _ in range(1 if kind == "solve" else 2):  # a second pair of processes lies elsewhere in memory
            pair = [Worker(checkout, kind, title, cache) for checkout in (before, HERE)]
            if refusal := next((worker.refusal for worker in pair if worker.refusal), ""):
                print(f"  {refusal[:100]}")
                return None
            took, steps = max(worker.turn(1) for worker in pair), 1
            while took < TURN / 2:
                steps *= 2
                took = max(worker.turn(steps) for worker in pair)
            for _ in range(min(turns, 3) if kind == "solve" else turns):
                for side, worker in enumerate(pair):
                    fastest[side] = min(fastest[side], worker.turn(steps) / steps)
            for worker in pair:
                worker.end()
    ratio = fastest[1] / fastest[0]
    print(f"{1 / fastest[0]:>12,.2f}{1 / fastest[1]:>12,.2f}{ratio:>9.3f}", flush=True)
    return ratio


def main() -> None:
    if sys.argv[1:2] == ["--work"]:
        work(*sys.argv[2:])
        return
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("before", type=Path, help="the other checkout")
    words.add_argument("only", nargs="*", help="how the names of the lines begin that are wanted")
    words.add_argument("--turns", type=int, default=15)
    words.add_argument("--most", type=float, help="fail where a ratio is above this one: 1.05")
    given = words.parse_args()
    before = given.before.resolve()
    print(f"{'steps in a second of processor time':<58}{'before':>12}{'now':>12}{'ratio':>9}")
    wanted = tuple(given.only)
    slower = []
    for kind, title in lines(before):
        if not wanted or f"{kind}, {title}".startswith(wanted) or title.startswith(wanted):
            ratio = compare(before, kind, title, given.turns)
            if ratio is not None and given.most is not None and ratio > given.most:
                slower.append(f"{kind}, {title}")
    if slower:
        raise SystemExit(f"slower by more than {given.most:g} times: {'; '.join(slower)}")


if __name__ == "__main__":
    main()
