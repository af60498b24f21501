"""Settled rounds per second and latency of a running service: real sockets, real databases, commits on the disk.

The service is a process of its own, the client another: one socket for each table, one player at each. A round is a
wager sent and its settlement received; it is written before it is told. Usage: python benchmarks/service.py [seconds]
[--database sqlite|postgresql] [--tables 1,50,300] [--game roulette|three-card-poker] [--keys] [--profile FILE].
"""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from websockets.asyncio.client import connect

from pitboss.house.house import House
from pitboss.house.pace import Pace

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from postgres import postgres

GAMES = {
    "roulette": ("chapter4/roulette", '{"do":"bet","seat":1,"re":1,"wagers":{"red":"5.00"}%s}', None),
    "three-card-poker": (
        "chapter4/three-card-poker",
        '{"do":"bet","seat":1,"re":1,"wagers":{"ante":"5.00"}%s}',
        '{"do":"act","seat":1,"re":2,"action":"fold"%s}',
    ),
}
WARM_UP = 2.0
COLUMNS = ("rounds/s", "p50 ms", "p99 ms", "service", "client", "rest")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("seconds", nargs="?", type=float, default=10)
    words.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    words.add_argument("--tables", default="1,50,300")
    words.add_argument("--game", choices=GAMES, action="append")
    words.add_argument("--keys", action="store_true", help="send an idempotency key with every command")
    words.add_argument("--profile", help="where a cProfile of the service's event loop goes")
    given = words.parse_args()
    print(f"{'database':<12}{'game':<18}{'tables':>7}" + "".join(f"{name:>10}" for name in COLUMNS))
    for database in given.database or ("sqlite", "postgresql"):
        for game in given.game or ("roulette", "three-card-poker"):
            for tables in map(int, given.tables.split(",")):
                with ExitStack() as stack:
                    url = stack.enter_context(_database(database))
                    tokens = _house(url, game, tables)
                    service = stack.enter_context(_service(url, given.profile))
                    measured = asyncio.run(_play(service[1], tokens, game, given.seconds, given.keys, service[0]))
                print(f"{database:<12}{game:<18}{tables:>7}{measured}", flush=True)
    print("service, client, rest: cores used by the service, by the client, and by all else (the database above all).")


@contextmanager
def _database(kind: str) -> Iterator[str]:
    if kind == "postgresql":
        with postgres() as server:
            yield server.fresh()
    else:
        with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
            yield f"sqlite:///{folder}/house.db"


def _house(url: str, game: str, tables: int) -> list[tuple[str, str]]:
    """A house with a player at each table; the tables and the players' tokens."""
    house = House(url)
    found = []
    for number in range(1, tables + 1):
        table, person = str(number), f"player-{number}"
        token = house.add_person(person, person, "player")
        live = house.open_table(table, GAMES[game][0], fill=10**9, pace=Pace(auto_deal=True))
        house.do(lambda batch, live=live, person=person: live.sit(batch, person, 1), table)
        house.do(lambda batch, live=live: live.buy_in(batch, 1, 10**9), table)
        found.append((table, token))
    house.close()
    return found


@contextmanager
def _service(url: str, profile: str | None) -> Iterator[tuple[int, str]]:
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


async def _play(
    address: str, tokens: list[tuple[str, str]], game: str, seconds: float, keys: bool, service: int
) -> str:
    latencies: list[float] = []
    begin = time.perf_counter() + WARM_UP + len(tokens) / 200
    end = begin + seconds
    players = [_player(address, table, token, game, begin, end, latencies, keys) for table, token in tokens]
    watch = asyncio.create_task(_cores(service, begin, end))
    await asyncio.gather(*players)
    cores = await watch
    latencies.sort()
    per_second = len(latencies) / seconds
    p50, p99 = (latencies[min(len(latencies) - 1, int(len(latencies) * part))] * 1000 for part in (0.5, 0.99))
    figures = (f"{per_second:.0f}", f"{p50:.1f}", f"{p99:.1f}", *(f"{used:.2f}" for used in cores))
    return "".join(f"{figure:>10}" for figure in figures)


async def _player(
    address: str, table: str, token: str, game: str, begin: float, end: float, latencies: list[float], keys: bool
) -> None:
    """Bet, and decide where the game asks, again and again."""
    _, bet, act = GAMES[game]
    uri = address.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    async with connect(
        uri, additional_headers={"Authorization": f"Bearer {token}"}, compression=None, ping_interval=None
    ) as link:
        await link.recv(decode=False)
        number = 0
        while (started := time.perf_counter()) < end:
            for message in (bet, act) if act is not None else (bet,):
                number += 1
                await link.send(message % (f',"key":"{table}-{number}"' if keys else ""))
                answer = await link.recv(decode=False)
                if b'"type":"view"' not in answer[:40]:
                    raise RuntimeError(answer[:300].decode())
            done = time.perf_counter()
            if b'"going_on":false' not in answer:
                raise RuntimeError(f"the round goes on: {answer[:3000].decode()}")
            if begin <= started and done <= end:
                latencies.append(done - started)


async def _cores(service: int, begin: float, end: float) -> tuple[float, float, float]:
    """How many cores the service, this client and everything else use while it is measured."""
    await asyncio.sleep(begin - time.perf_counter())
    before = _spent(service), time.process_time(), _busy()
    await asyncio.sleep(end - time.perf_counter())
    after = _spent(service), time.process_time(), _busy()
    used, mine, all_of_it = ((new - old) / (end - begin) for new, old in zip(after, before, strict=True))
    return used, mine, all_of_it - used - mine


def _spent(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _busy() -> float:
    numbers = [int(word) for word in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
    return (sum(numbers) - numbers[3] - numbers[4]) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
