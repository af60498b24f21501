"""The service killed without a word at random moments under load: nothing is lost, nothing is done twice.

``PITBOSS_CRASHES`` says how often on each database; ``make verify`` kills it hundreds of times.
"""

import asyncio
import json
import os
import random
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from sqlalchemy import func, select
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import warm
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.ledger import CAGE, bets, chips
from pitboss.house.live import player_bank
from pitboss.house.live.pace import Pace
from pitboss.house.storage import schema
from served import answer

CRASHES = int(os.environ.get("PITBOSS_CRASHES", 2))
AUDITED = 8
"""After so many crashes everything since the first is audited, and once more at the end."""
TABLES = {
    "roulette": "chapter4/roulette",
    "craps": "chapter4/craps",
    "baccarat": "chapter4/mini-baccarat",
    "war": "chapter4/casino-war",
    "stud": "massachusetts-2020/three-card-poker",
    "holdem": "massachusetts-2020/ultimate-texas-holdem",
    "banked": "california/three-card-poker",
}
OPTIONS = {"stud": {"progressive": "table_1", "progressive_seed": "1000.00", "progressive_contribution": "20"}}
WAGERS: dict[str, list[dict[str, str]]] = {
    "roulette": [{"red": "5.00"}, {"straight_up 17": "5.00", "dozen 2": "10.00"}],
    "craps": [{"pass_line": "5.00"}, {"field": "5.00"}, {"dont_pass": "5.00"}],
    "baccarat": [{"player": "10.00"}, {"banker": "20.00"}, {"tie": "5.00"}],
    "war": [{"initial": "10.00"}, {"initial": "10.00", "tie": "5.00"}],
    "stud": [{"ante": "10.00", "progressive": "1.00"}, {"pair_plus": "10.00"}],
    "holdem": [{"ante": "10.00", "blind": "10.00"}],
    "banked": [{"ante": "10.00"}],
}


@dataclass
class Player:
    """Somebody who plays at one table, and remembers what the service told."""

    table: str
    person: str
    token: str
    seat: int
    number: int = 0
    """The last entry of the table's journal that the service told of."""
    bought: dict[str, bool] = field(default_factory=dict)
    """Buy-ins by their keys, and whether the service confirmed them."""


def test_nothing_is_lost_when_the_service_is_killed(database: str) -> None:
    rng = random.Random(database.partition(":")[0])
    players = open_house(database)
    for crash in range(CRASHES):
        with running(database) as (process, address):
            asyncio.run(play_until_killed([process], dict.fromkeys(TABLES, address), players, rng))
            assert process.wait(20) == -signal.SIGKILL
        check(database, players, whole=crash % AUDITED == 0)
    settle_everything(database, players, rng)


def test_nothing_is_lost_when_processes_that_share_a_house_are_killed(postgres_url: str) -> None:
    """One is killed while the other goes on, then that one too."""
    rng = random.Random("shared")
    players = open_house(postgres_url)
    shares = (("roulette", "craps", "baccarat"), ("war", "stud", "holdem", "banked"))
    for crash in range(CRASHES):
        with ExitStack() as stack:
            started = [stack.enter_context(running(postgres_url, "--tables", ",".join(share))) for share in shares]
            addresses = {table: address for share, (_, address) in zip(shares, started, strict=True) for table in share}
            processes = rng.sample([process for process, _ in started], 2)
            asyncio.run(play_until_killed(processes, addresses, players, rng))
            assert [process.wait(20) for process in processes] == [-signal.SIGKILL] * 2
        check(postgres_url, players, whole=crash % AUDITED == 0)
    settle_everything(postgres_url, players, rng)


# -- the house --------------------------------------------------------------------------------------------------------


def open_house(url: str) -> list[Player]:
    house = House(url)
    players = []
    for table, entry in TABLES.items():
        live = house.open_table(table, entry, OPTIONS.get(table), fill=10**8, pace=Pace(betting=0.2, auto_deal=True))
        for seat in (1, 2):
            person = f"{table}-{seat}"
            token = house.add_person(person, person, "player")
            house.do(lambda batch, live=live, person=person, seat=seat: live.sit(batch, person, seat), table)
            house.do(lambda batch, live=live, seat=seat: live.buy_in(batch, seat, 10**8), table)
            players.append(Player(table, person, token, seat))
        if table == "banked":
            house.add_person("banker", "The banker", "player")
            house.do(lambda batch, live=live: live.sit(batch, "banker", 3), table)
            house.do(lambda batch, live=live: live.buy_in(batch, 3, 10**8), table)
            house.do(lambda batch, live=live: player_bank.take(live, batch, 3, 10**7), table)
    house.close()
    return players


@contextmanager
def running(url: str, *more: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The service as its users start it, in a process of its own."""
    words = ["serve", "--no-pages", "--no-demo", "--rate", "0", "--port", "0", "--database", url, *more]
    process = warm.start(*words, stdout=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "200"})
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if "open at http" in line:
                yield process, line.split("open at ")[1].split(",")[0]
                break
        else:
            raise AssertionError("the service did not start")
    finally:
        process.kill()
        process.wait(20)
        process.stdout.close()


# -- the load ---------------------------------------------------------------------------------------------------------


async def play_until_killed(
    processes: list["subprocess.Popen[str]"], addresses: Mapping[str, str], players: list[Player], rng: random.Random
) -> None:
    """Play at every table; kill the processes one after the other, each when those left have been at work."""
    tasks = [asyncio.create_task(play(addresses[player.table], player, rng)) for player in players]
    tasks += [asyncio.create_task(buy_in(addresses[player.table], player, rng)) for player in players[::3]]
    for process in processes:
        before = sum(player.number for player in players)
        for _ in range(500):
            if sum(player.number for player in players) > before + 50:
                break
            await asyncio.sleep(0.02)
        else:
            raise AssertionError("nobody plays")
        await asyncio.sleep(rng.random() * 0.3)
        process.kill()
    for told in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(told, OSError | ConnectionClosed | InvalidHandshake | httpx.HTTPError | EOFError):
            raise AssertionError(told)


async def play(address: str, player: Player, rng: random.Random) -> None:
    """Bet and decide as fast as the service lets, for ever."""
    uri = f"{address.replace('http', 'ws', 1)}/api/tables/{player.table}/live"
    headers = {"Authorization": f"Bearer {player.token}"}
    async with connect(uri, additional_headers=headers, compression=None) as link:
        while True:
            message: dict[str, Any] = json.loads(await link.recv())
            view = message.get("view")
            if view is not None:
                player.number = max(player.number, view["number"])
                if view["asking"] is not None and view["asking"]["yours"]:
                    await link.send(json.dumps({"do": "act", **answer(view, rng)}))
                    continue
                mine = next(seat for seat in view["seats"] if seat["seat"] == player.seat)
                if not view["betting"]["open"] or mine["placed"]:
                    continue
            # A refusal is answered with another wager, or with being ready where wagers stand.
            again = view is None and rng.random() < 0.5
            words: dict[str, Any] = (
                {"do": "ready"} if again else {"do": "bet", "wagers": rng.choice(WAGERS[player.table]), "ready": True}
            )
            await link.send(json.dumps({**words, "seat": player.seat}))


async def buy_in(address: str, player: Player, rng: random.Random) -> None:
    """Buy in again and again, each time with a key; what was not confirmed before the crash is sent again after it."""
    headers = {"Authorization": f"Bearer {player.token}"}
    async with httpx.AsyncClient(base_url=f"{address}/api", headers=headers, verify=False) as client:
        for number in range(10**6):
            key = next((key for key, sure in player.bought.items() if not sure), f"key-{len(player.bought)}-{number}")
            player.bought[key] = False
            body = {"seat": player.seat, "amount": "1.00"}
            told = await client.post(f"/tables/{player.table}/buy-in", json=body, headers={"Idempotency-Key": key})
            assert told.status_code == 200, told.text
            player.bought[key] = True
            await asyncio.sleep(rng.random() * 0.02)


# -- what must hold afterwards ----------------------------------------------------------------------------------------


def check(url: str, players: list[Player], whole: bool = True) -> None:
    """Everything that was told has happened, once; the books are even; rounds that were open ask the same again."""
    if whole:
        report = audit(url, workers=1)
        assert report.clean, report.findings
    house = House(url)
    try:
        balances = house.store.balances()
        assert sum(balances.values()) == 0 and balances[CAGE] < 0
        for player in players:
            live = house.table(player.table)
            assert live.head.number >= player.number, "what was told is in the journal"
            assert live.seats[player.seat].chips == balances[chips(player.table, player.person)] >= 0
            assert player_bought(house, player) == 10**8 + 100 * count_of(house, player)
        for table in TABLES:
            live = house.table(table)
            if live.going_on:
                assert live.round is not None and live.round.asking, "an open round asks somebody"
            up = live.round.bets if live.going_on and live.round is not None else live.table.standing
            at_risk = sum(bet.stake for bet in up if not (live.going_on and bet.outcome))
            assert balances.get(bets(table), 0) == at_risk
            numbers = settled_rounds(house, table)
            assert max(numbers.values(), default=1) == 1, "no round is settled twice"
            assert sorted(numbers) == list(range(1, live.rounds + 1 - live.going_on)), "and none is missing"
    finally:
        house.close()


def player_bought(house: House, player: Player) -> int:
    lines = schema.postings
    account = chips(player.table, player.person)
    bought = select(func.sum(lines.c.amount)).where(lines.c.account == account, lines.c.what == "buy-in")
    with house.store.reading() as connection:
        return int(connection.execute(bought).scalar_one())


def count_of(house: House, player: Player) -> int:
    """How many buy-ins were done: all that were confirmed, and perhaps the last, each once."""
    asked = schema.requests
    rows = house.store.rows(select(asked.c.key).where(asked.c.person == player.person))
    done = {row["key"] for row in rows}
    confirmed = {key for key, sure in player.bought.items() if sure}
    assert confirmed <= done <= set(player.bought)
    return len(done)


def settled_rounds(house: House, table: str) -> Counter[int]:
    entries = schema.journal
    rows = house.store.rows(select(entries.c.round).where(entries.c.chain == table, entries.c.kind == "round"))
    return Counter(row["round"] for row in rows)


def settle_everything(url: str, players: list[Player], rng: random.Random) -> None:
    """Every round that was open when the service was killed can be played to its end."""
    house = House(url)
    try:
        assert sum(house.table(table).rounds for table in TABLES) > 5 * CRASHES, "there was a load"
        for table in TABLES:
            while (live := house.table(table)).going_on:
                assert live.round is not None and live.round.asking
                seat, action = live.round.asking[0].seat, rng.choice(live.round.asking[0].names)
                with suppress(Exception):
                    house.do(lambda batch, live=live, seat=seat, action=action: live.act(batch, seat, action), table)
    finally:
        house.close()
    check(url, players)
