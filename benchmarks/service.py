"""Settled rounds per second and latency of a running service: real sockets, real databases, commits on the disk.

    make bench                                                        all of it
    python benchmarks/service.py 10 --tables 300 --processes 2        ten seconds a line, 300 tables, two processes

The service is a process of its own, or two that share the tables out; the client is another: one socket for each table,
one player at each. A round is a wager sent and its settlement received; it is written before it is told. Each line is
measured twice: as fast as the players can, where everybody always waits for everybody else, and then at a steady pace,
every table in its own rhythm, where the time counts from when the round was due. The processor time that a round takes
hardly depends on what else the machine does; SQLite's is the service's own.
"""

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count, product
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from pitboss.house.house import House
from pitboss.house.live.pace import Pace

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from postgres import postgres

GAMES = {
    "roulette": ("chapter4/roulette", '{"do":"bet","seat":1,"re":1,"wagers":{"red":"5.00"},"ready":true%s}'),
    "three-card-poker": (
        "chapter4/three-card-poker",
        '{"do":"bet","seat":1,"re":1,"wagers":{"ante":"5.00"},"ready":true%s}',
        '{"do":"act","seat":1,"re":2,"action":"fold"%s}',
    ),
}
WARM_UP = 2.0
NUMBERS = count(1)
COLUMNS = ("rounds/s", "p50 ms", "p99 ms", "service", "database", "client")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("seconds", nargs="?", type=float, default=10)
    words.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    words.add_argument("--tables", default="1,50,300")
    words.add_argument("--game", choices=GAMES, action="append")
    words.add_argument("--processes", type=int, action="append", help="1, and 2 as well for PostgreSQL, unless given")
    words.add_argument("--offered", type=float, default=1500, help="rounds a second at a steady pace, if it can")
    words.add_argument("--keys", action="store_true", help="send an idempotency key with every command")
    words.add_argument("--profile", help="where a cProfile of the service's event loop goes")
    given = words.parse_args()
    print(f"{'database':<12}{'game':<18}{'tables':>7}{'proc.':>6}" + "".join(f"{name:>9}" for name in COLUMNS) * 2)
    for database in given.database or ("sqlite", "postgresql"):
        several = given.processes or ([1, 2] if database == "postgresql" else [1])
        for game, tables, processes in product(
            given.game or GAMES, [int(word) for word in given.tables.split(",")], several
        ):
            if processes <= tables:
                print(f"{database:<12}{game:<18}{tables:>7}{processes:>6}", end="", flush=True)
                measure(database, game, tables, processes, given)
    print("The first six figures: as fast as it goes; the last six: at a steady pace. Service, database, client:")
    print("milliseconds of processor time for a round, which say more than the rest on a machine that others use too.")


def measure(database: str, game: str, tables: int, processes: int, given: argparse.Namespace) -> None:
    """One line: as fast as it goes, then at a steady pace."""
    with ExitStack() as stack:
        url, server = stack.enter_context(_database(database))
        shares = "abcdefgh"[:processes]
        tokens = _house(url, game, tables, shares)
        running = [stack.enter_context(_service(url, f"{share}-*", given.profile)) for share in shares]
        addresses = {share: address for share, (_, address) in zip(shares, running, strict=True)}
        players = [(f"{addresses[table[0]]}/api/tables/{table}/live", token) for table, token in tokens]
        load = Load(players, game, given.seconds, given.keys, [process for process, _ in running], server)
        fastest = asyncio.run(load.play(None))
        print(fastest.line(), end="", flush=True)
        print(asyncio.run(load.play(min(given.offered, 0.8 * fastest.per_second))).line(), flush=True)


@contextmanager
def _database(kind: str) -> Iterator[tuple[str, int | None]]:
    """Where the database is, and the process of its server if it has one."""
    if kind == "postgresql":
        with postgres() as server:
            yield server.fresh(), int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    else:
        with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
            yield f"sqlite:///{folder}/house.db", None


def _house(url: str, game: str, tables: int, shares: str) -> list[tuple[str, str]]:
    """A house with a player at each table; the tables and the players' tokens."""
    house = House(url)
    found = []
    for number in range(1, tables + 1):
        table, person = f"{shares[number % len(shares)]}-{number}", f"player-{number}"
        token = house.add_person(person, person, "player")
        live = house.open_table(table, GAMES[game][0], fill=10**8, pace=Pace(auto_deal=True))
        house.do(lambda batch, live=live, person=person: live.sit(batch, person, 1), table)
        house.do(lambda batch, live=live: live.buy_in(batch, 1, 10**8), table)
        found.append((table, token))
    house.close()
    return found


@contextmanager
def _service(url: str, tables: str, profile: str | None) -> Iterator[tuple[int, str]]:
    """The service as a process: its id, and where it listens."""
    command = [
        sys.executable,
        "-m",
        "pitboss.cli",
        "serve",
        "--no-pages",
        "--rate",
        "0",
        "--port",
        "0",
        "--database",
        url,
        "--tables",
        tables,
    ]
    if profile:
        command[1:3] = ["-m", "cProfile", "-o", profile, "-m", "pitboss.cli"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "200"})
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if "open at http" in line:
                yield process.pid, line.split("open at ")[1].split(",")[0]
                break
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


@dataclass
class Measured:
    """What was measured: rounds a second, latencies in seconds, processor time in seconds."""

    per_second: float
    latencies: list[float]
    spent: tuple[float, float, float]

    def line(self) -> str:
        ordered = sorted(self.latencies)
        p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 for part in (0.5, 0.99))
        a_round = (f"{1000 * spent / len(ordered):.3f}" for spent in self.spent)
        figures = (f"{self.per_second:.0f}", f"{p50:.1f}", f"{p99:.1f}", *a_round)
        return "".join(f"{figure:>9}" for figure in figures)


@dataclass
class Load:
    """Players who bet, and decide where the game asks, again and again."""

    players: list[tuple[str, str]]
    """Where each plays, and their token."""
    game: str
    seconds: float
    keys: bool
    services: list[int]
    server: int | None

    async def play(self, offered: float | None) -> Measured:
        """Play as fast as it goes, or so many rounds a second in all."""
        latencies: list[float] = []
        begin = time.perf_counter() + WARM_UP + len(self.players) / 200
        end = begin + self.seconds
        every = None if offered is None else len(self.players) / offered
        watch = asyncio.create_task(self._spent(begin, end))
        await asyncio.gather(*(self._player(*each, begin, end, every, latencies) for each in self.players))
        return Measured(len(latencies) / self.seconds, latencies, await watch)

    async def _spent(self, begin: float, end: float) -> tuple[float, float, float]:
        """The processor time of the service, the database and this client while it is measured."""
        await asyncio.sleep(begin - time.perf_counter())
        before = self._so_far()
        await asyncio.sleep(end - time.perf_counter())
        service, database, client = (new - old for new, old in zip(self._so_far(), before, strict=True))
        return service, database, client

    def _so_far(self) -> tuple[float, float, float]:
        database = 0.0 if self.server is None else _spent(self.server, all_beneath=True)
        return sum(map(_spent, self.services)), database, time.process_time()

    async def _player(
        self, place: str, token: str, begin: float, end: float, every: float | None, latencies: list[float]
    ) -> None:
        uri = place.replace("http", "ws", 1)
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(
            uri, additional_headers=headers, compression=None, ping_interval=None, open_timeout=None
        ) as link:
            await link.recv(decode=False)
            due = time.perf_counter() + (every or 0) * random.random()
            while due < end:
                if every is not None:
                    await asyncio.sleep(due - time.perf_counter())
                await self._round(link)
                done = time.perf_counter()
                if begin <= due and done <= end:
                    latencies.append(done - due)
                due = done if every is None else due + every

    async def _round(self, link: ClientConnection) -> None:
        _, *messages = GAMES[self.game]
        for message in messages:
            key = f',"key":"{next(NUMBERS)}"' if self.keys else ""
            await link.send(message % key)
            answer = await link.recv(decode=False)
            if b'"type":"view"' not in answer[:40]:
                raise RuntimeError(answer[:300].decode())
        if b'"going_on":false' not in answer:
            raise RuntimeError(f"the round goes on: {answer[:3000].decode()}")


def _spent(process: int, all_beneath: bool = False) -> float:
    """The processor time of a process in seconds; also of those that it has started, if that is asked for."""
    spent, fields = 0, _fields(process)
    if all_beneath:
        spent += int(fields[13]) + int(fields[14])  # of those that have ended
        children = [each for folder in Path("/proc").glob("[0-9]*") if (each := _fields(int(folder.name)))]
        spent += sum(int(each[11]) + int(each[12]) for each in children if int(each[1]) == process)
    return (spent + int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _fields(process: int) -> list[str]:
    """What the system says of a process, after its name; nothing of one that has just ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return []


if __name__ == "__main__":
    main()
