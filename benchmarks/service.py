"""Settled rounds per second and latency of a running service: real sockets, real databases, commits on the disk.

    make bench                                                        all of it
    python benchmarks/service.py 10 --tables 300 --processes 2        ten seconds a line, 300 tables, two processes
    python benchmarks/service.py --tables 50 --game texas-holdem      50 tables at which four play for a pot

The service is a process of its own, or two that share the tables out; the client is another: one socket for each
player, one player at each table. A round is a wager sent and its settlement received; it is written before it is told.
At Texas hold'em four players sit at each table, and what is counted is actions: a decision sent until all four have
been shown it, the next of them knowing that it is their turn. They check or call, and every tenth time bet or raise
where they may; after a hand each says that they are ready for the next one, which takes time and is not counted. Each
line is measured twice: as fast as the players can, where everybody always waits for everybody else, and then at a
steady pace, every table in its own rhythm, where the time counts from when the round, or the action, was due. The
processor time that it takes hardly depends on what else the machine does; SQLite's is the service's own.
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
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count, product
from pathlib import Path

import orjson
from websockets.asyncio.client import ClientConnection, connect

from pitboss.house.house import House
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.pace import Pace

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from postgres import postgres


@dataclass(frozen=True)
class Game:
    """What is played: by one player who sends these messages a round, or by several who act when they are asked."""

    entry: str
    messages: tuple[str, ...] = ()
    seats: int = 1


GAMES = {
    "roulette": Game("chapter4/roulette", ('{"do":"bet","seat":1,"re":1,"wagers":{"red":"5.00"},"ready":true%s}',)),
    "three-card-poker": Game(
        "chapter4/three-card-poker",
        (
            '{"do":"bet","seat":1,"re":1,"wagers":{"ante":"5.00"},"ready":true%s}',
            '{"do":"act","seat":1,"re":2,"action":"fold"%s}',
        ),
    ),
    "texas-holdem": Game("california/texas-holdem", seats=4),
}
WARM_UP = 2.0
NUMBERS = count(1)
RAISES = 0.1
"""How often a player of poker bets or raises who may."""
COLUMNS = ("done/s", "p50 ms", "p99 ms", "service", "database", "client")


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
    print("milliseconds of processor time for a round, or an action at texas-holdem, which say more than the rest on a")
    print("machine that others use too.")


def measure(database: str, game: str, tables: int, processes: int, given: argparse.Namespace) -> None:
    """One line: as fast as it goes, then at a steady pace."""
    with ExitStack() as stack:
        url, server = stack.enter_context(_database(database))
        shares = "abcdefgh"[:processes]
        tokens = _house(url, game, tables, shares)
        running = [stack.enter_context(_service(url, f"{share}-*", given.profile)) for share in shares]
        addresses = {share: address for share, (_, address) in zip(shares, running, strict=True)}
        places = [(f"{addresses[table[0]]}/api/tables/{table}/live", each) for table, each in tokens]
        load = Load(places, GAMES[game], given.seconds, given.keys, [process for process, _ in running], server)
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


def _house(url: str, game: str, tables: int, shares: str) -> list[tuple[str, list[str]]]:
    """A house with players at each table; the tables and the players' tokens, by seat."""
    house = House(url)
    found = []
    for number in range(1, tables + 1):
        table = f"{shares[number % len(shares)]}-{number}"
        live = house.open_table(table, GAMES[game].entry, fill=10**8, pace=Pace(auto_deal=True))
        found.append((table, [_seated(house, live, seat) for seat in range(1, GAMES[game].seats + 1)]))
    house.close()
    return found


def _seated(house: House, live: LiveTable, seat: int) -> str:
    """Somebody new at a seat, with chips; their token."""
    person = f"player-{live.id}-{seat}"
    token = house.add_person(person, person, "player")
    house.do(lambda batch: live.sit(batch, person, seat), live.id)
    house.do(lambda batch: live.buy_in(batch, seat, 10**8), live.id)
    return token


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
    """What was measured: rounds or actions a second, latencies in seconds, processor time in seconds."""

    seconds: float
    done: int
    """How many were done meanwhile, whenever they began."""
    latencies: list[float]
    """Of those that also began meanwhile."""
    spent: tuple[float, float, float]

    @property
    def per_second(self) -> float:
        return self.done / self.seconds

    def line(self) -> str:
        ordered = sorted(self.latencies) or [float("nan")]
        p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 for part in (0.5, 0.99))
        each = (f"{1000 * spent / max(1, self.done):.3f}" for spent in self.spent)
        figures = (f"{self.per_second:.0f}", f"{p50:.1f}", f"{p99:.1f}", *each)
        return "".join(f"{figure:>9}" for figure in figures)


@dataclass
class Rhythm:
    """When the next round or action of a table is due, and what became of those before."""

    begin: float
    end: float
    every: float | None
    measured: Measured
    due: float = 0.0

    def start(self) -> None:
        self.due = time.perf_counter() + (self.every or 0) * random.random()

    async def wait(self) -> bool:
        """Wait until the next one is due; False when time is up."""
        if self.every is None:
            self.due = time.perf_counter()
        elif self.due < self.end:
            await asyncio.sleep(self.due - time.perf_counter())
        return self.due < self.end

    def done(self) -> None:
        now = time.perf_counter()
        if self.begin <= now <= self.end:
            self.measured.done += 1
            if self.begin <= self.due:
                self.measured.latencies.append(now - self.due)
        self.due += self.every or 0


@dataclass
class Load:
    """Players who bet, and decide where the game asks, again and again."""

    places: list[tuple[str, list[str]]]
    """Where is played, and the tokens of those who do, by seat."""
    game: Game
    seconds: float
    keys: bool
    services: list[int]
    server: int | None

    async def play(self, offered: float | None) -> Measured:
        """Play as fast as it goes, or so many rounds or actions a second in all."""
        sockets = len(self.places) * self.game.seats
        begin = time.perf_counter() + WARM_UP + sockets / 200
        end = begin + self.seconds
        every = None if offered is None else len(self.places) / offered
        measured = Measured(self.seconds, 0, [], (0.0, 0.0, 0.0))
        watch = asyncio.create_task(self._spent(begin, end))
        at_table = self._rounds if self.game.messages else self._hands
        await asyncio.gather(*(at_table(*each, Rhythm(begin, end, every, measured)) for each in self.places))
        measured.spent = await watch
        return measured

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

    async def _rounds(self, place: str, tokens: list[str], rhythm: Rhythm) -> None:
        """One player, round after round."""
        async with _connected(place, tokens[0]) as link:
            await link.recv(decode=False)
            rhythm.start()
            while await rhythm.wait():
                for message in self.game.messages:
                    answer = await _answered(link, message % self._key())
                if b'"going_on":false' not in answer:
                    raise RuntimeError(f"the round goes on: {answer[:3000].decode()}")
                rhythm.done()

    async def _hands(self, place: str, tokens: list[str], rhythm: Rhythm) -> None:
        """Players who act when they are asked, hand after hand; what one does is shown to all before the next one."""
        async with AsyncExitStack() as stack:
            links = [await stack.enter_async_context(_connected(place, token)) for token in tokens]
            shown = [await link.recv(decode=False) for link in links]
            shown = await self._dealt(links, shown)
            rhythm.start()
            while await rhythm.wait():
                seat = orjson.loads(shown[0])["view"]["asking"]["seat"]
                names = [each["action"] for each in orjson.loads(shown[seat - 1])["view"]["asking"]["actions"]]
                shown = await self._sent(links, seat, f'"act","seat":{seat},"action":"{_decided(names)}"')
                rhythm.done()
                shown = await self._dealt(links, shown)

    async def _dealt(self, links: list[ClientConnection], shown: list[bytes]) -> list[bytes]:
        """Where no hand goes on, everybody says that they are ready for the next one."""
        view = orjson.loads(shown[0])["view"]
        for seat in range(1, len(links) + 1) if view["asking"] is None else ():
            if not view["seats"][seat - 1]["ready"]:
                shown = await self._sent(links, seat, f'"ready","seat":{seat}')
        return shown

    async def _sent(self, links: list[ClientConnection], seat: int, what: str) -> list[bytes]:
        """Have a player do something, and wait until everybody is shown it."""
        first = await _answered(links[seat - 1], f'{{"do":{what},"re":1{self._key()}}}')
        others = [await link.recv(decode=False) for link in links if link is not links[seat - 1]]
        return [*others[: seat - 1], first, *others[seat - 1 :]]

    def _key(self) -> str:
        return f',"key":"{next(NUMBERS)}"' if self.keys else ""


def _connected(place: str, token: str) -> connect:
    headers = {"Authorization": f"Bearer {token}"}
    uri = place.replace("http", "ws", 1)
    return connect(uri, additional_headers=headers, compression=None, ping_interval=None, open_timeout=None)


async def _answered(link: ClientConnection, message: str) -> bytes:
    """What comes back for a message: the table as it then looks to whoever sent it."""
    await link.send(message)
    answer = await link.recv(decode=False)
    if b'"type":"view"' not in answer[:40]:
        raise RuntimeError(answer[:300].decode())
    return answer


def _decided(names: list[str]) -> str:
    """What a player of poker does: checks or calls, and now and then bets or raises."""
    more = [name for name in names if name in ("bet", "raise")]
    if more and random.random() < RAISES:
        return more[0]
    return next(name for name in names if name in ("check", "call"))


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
