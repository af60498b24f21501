"""An evening at the tables of a house, at random: people come, buy in, wager, decide, call things, bank and leave."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from dealing import random_call, seat_wagers
from pitboss.engine.remedies import Call
from pitboss.errors import Refused
from pitboss.house.house import House
from pitboss.house.live import absence, calls, player_bank, procedures
from pitboss.house.live.live_table import LiveTable
from pitboss.house.storage.batch import Batch

BUY_IN = 5_000_000
SEATS = (1, 2, 3)
BANKER = 3
STAFF = {"dan": "dealer", "flo": "floor"}


def open_house(
    url: str, *entries: str, options: Mapping[str, Any] | None = None, practice: bool = False, **more: Any
) -> House:
    """A house with a table of each entry, 1, 2 and so on, and three people at each."""
    house = House(url, settings={"practice": True} if practice else None)
    for person, role in STAFF.items():
        come(house, person, role)
    for number, entry in enumerate(entries, start=1):
        house.open_table(str(number), entry, options, fill=10_000_000, **more)
        for seat in SEATS:
            sit_down(house, str(number), seat)
    return house


def sit_down(house: House, table: str, seat: int) -> None:
    come(house, f"player-{seat}")
    at(house, table, lambda live, batch: live.sit(batch, f"player-{seat}", seat))
    at(house, table, lambda live, batch: live.buy_in(batch, seat, BUY_IN))


def come(house: House, person: str, role: str = "player") -> None:
    """Somebody whom the house knows, from now on if not before."""
    if person not in house.people:
        house.add_person(person, person.title(), role)


def at(house: House, table: str, do: Callable[[LiveTable, Batch], Any]) -> Any:
    """Do something at a table and write it."""
    return house.do(lambda batch: do(house.table(table), batch), table)


def play(
    house: House,
    table: str,
    rounds: int,
    rng: random.Random,
    call_rate: float = 0.1,
    now_and_then: Callable[[House], House] = lambda house: house,
) -> House:
    """Play so many rounds; ``now_and_then`` may put another house in the place of this one, at any moment."""
    played = 0
    for _ in range(rounds * 6 + 20):
        if played == rounds:
            return house
        if not put_up(house, table, rng):
            come_back(house, table)
            continue
        if rng.random() < call_rate:
            call_something(house, table, rng)
        try:
            at(house, table, lambda live, batch: live.deal(batch))
        except Refused:
            withdraw(house, table)
            come_back(house, table)
            continue
        house = now_and_then(house)
        house = play_out(house, table, rng, call_rate, now_and_then)
        between_rounds(house, table, rng)
        house = now_and_then(house)
        played += 1
    raise AssertionError(f"only {played} of {rounds} rounds could be dealt at {house.table(table)}")


def come_back(house: House, table: str) -> None:
    """Whoever sits out plays on, since too few are left."""
    for seat in sorted(house.table(table).away):
        at(house, table, lambda live, batch, seat=seat: absence.come_back(live, batch, seat))


def put_up(house: House, table: str, rng: random.Random) -> bool:
    live = house.table(table)
    players = [seat for seat in live.seats if not _banks(live, seat)]
    if live.setup.entry.bank.kind == "player_dealer":
        players = _offer_bank(house, table, rng)
    if live.setup.entry.bank.kind == "alternating":
        players = list(live.seats)
        offered = [
            seat for seat in players if player_bank.may_bank(live, seat) and live.bank is None and not live.placed
        ]
        if offered and rng.random() < 0.7:
            fund = rng.choice([20_000, 2_000_000])
            at(house, table, lambda live, batch: player_bank.take(live, batch, offered[0], fund))
    for seat in players:
        try:
            if live.table.game.takes_part:
                live.ready(seat)
            else:
                live.bet(seat, seat_wagers(live.table, seat, rng, "banker" if _banks(live, seat) else "players"))
        except Refused:
            continue
    return bool(live.placed or live.table.standing)


def _offer_bank(house: House, table: str, rng: random.Random) -> list[int]:
    """Somebody banks; after his turns the others pass it on, or one of them takes it where it must pass."""
    live = house.table(table)
    offered = player_bank.is_offered(live) and not live.placed
    if live.bank is None or (offered and live.setup.entry.bank.must_pass):
        others = [seat for seat in live.seats if live.bank is not None and seat != live.bank.seat]
        taker = player_bank.offered_first(live) or next(iter(others), BANKER)
        wager = rng.choice([20_000, 100_000])
        at(house, table, lambda live, batch: player_bank.take(live, batch, taker, wager))
    players = [seat for seat in live.seats if not _banks(live, seat)]
    if offered and not live.setup.entry.bank.must_pass:
        for seat in players:
            at(house, table, lambda live, batch, seat=seat: player_bank.pass_on(live, batch, seat))
    return players


def _banks(live: LiveTable, seat: int) -> bool:
    return live.bank is not None and live.bank.seat == seat


def play_out(
    house: House, table: str, rng: random.Random, call_rate: float, now_and_then: Callable[[House], House]
) -> House:
    while house.table(table).going_on:
        if rng.random() < call_rate:
            call_something(house, table, rng)
        asking = house.table(table).round.asking  # type: ignore[union-attr]
        if house.table(table).going_on and asking:
            ask = rng.choice(asking)
            action = ask.random_answer(rng)
            at(house, table, lambda live, batch, ask=ask, word=action: live.act(batch, ask.seat, word))
        house = now_and_then(house)
    return house


def call_something(house: House, table: str, rng: random.Random) -> None:
    """Call an irregularity, and have the floor decide where it is asked."""
    live = house.table(table)
    if live.going_on:
        assert live.round is not None
        wagers = {bet.seat: {bet.wager: ""} for bet in live.round.bets}
        seats = live.round.live
    else:
        wagers = {seat: dict(placed.wagers) for seat, placed in live.placed.items()}
        seats = sorted(wagers)
    found = random_call(live.setup, seats, wagers, rng)
    if found is None:
        return
    call = Call(found.id, found.seat, None, found.wager)
    try:
        waiting = at(house, table, lambda live, batch: calls.make(live, batch, call, "dan", note="seen"))
    except Refused:
        return
    if waiting is None:
        return
    if rng.random() < 0.5:
        at(house, table, lambda live, batch: calls.reject(live, batch, waiting.number, "flo"))
        return
    try:
        at(house, table, lambda live, batch: calls.confirm(live, batch, waiting.number, "flo"))
    except Refused:
        at(house, table, lambda live, batch: calls.reject(live, batch, waiting.number, "flo"))


def withdraw(house: House, table: str) -> None:
    if house.table(table).calls:
        at(house, table, lambda live, batch: calls.withdraw(live, batch, "flo"))


def between_rounds(house: House, table: str, rng: random.Random) -> None:
    """Now and then somebody goes and comes back, a step is ticked off, or chips are brought."""
    live = house.table(table)
    if live.table.stopped is not None:
        assert not live.takes_bets
        at(house, table, lambda live, batch: live.repair(batch, "flo"))
    if rng.random() < 0.1:
        seat = rng.choice([seat for seat in SEATS if not _banks(live, seat)])
        try:
            at(house, table, lambda live, batch: live.leave(batch, seat))
            sit_down(house, table, seat)
        except Refused:
            pass
    for seat in SEATS if live.table.game.stacks else ():
        if seat in live.away and rng.random() < 0.5:
            at(house, table, lambda live, batch, seat=seat: absence.come_back(live, batch, seat))
        elif seat in live.seats and rng.random() < 0.05 and seat not in live.away:
            at(house, table, lambda live, batch, seat=seat: absence.sit_out(live, batch, seat))
    if rng.random() < 0.05 and live.setup.entry.procedures:
        name = rng.choice(sorted(live.setup.entry.procedures))
        at(house, table, lambda live, batch: procedures.begin(live, batch, name, "dan"))
        at(house, table, lambda live, batch: procedures.step_done(live, batch, name, 1, "dan"))
    if rng.random() < 0.05:
        at(house, table, lambda live, batch: live.fill(batch, rng.choice([-500, 100_000]), "flo"))
