"""A house over a real database: money conserved at every step, and a table that goes on where a crash left it."""

import random

import pytest

from dealing import random_call, seat_wagers
from pitboss.engine.record import BankSeat
from pitboss.errors import Refused
from pitboss.house.house import House
from pitboss.house.ledger import CAGE, bets, chips
from pitboss.house.live import LiveTable
from pitboss.rulebook import entry_names, load

ROUNDS = 40


@pytest.mark.parametrize("name", [name for name in entry_names() if load(name).wagers])
def test_no_chip_is_lost_when_a_house_is_stopped_at_any_moment(name: str, database: str) -> None:
    rng = random.Random(name)
    url = database
    house = House(url)
    house.open_table("1", name, fill=10_000_000)
    for seat in (1, 2, 3):
        house.do(lambda batch, seat=seat: house.table("1").sit(batch, f"player {seat}", seat))
        house.do(lambda batch, seat=seat: house.table("1").buy_in(batch, seat, 5_000_000))
    played = 0
    for _ in range(ROUNDS * 4):
        if played >= ROUNDS:
            break
        live = house.table("1")
        if not _bets(live, rng):
            continue
        try:
            house.do(live.deal, "1")
        except Refused:
            continue
        house = _perhaps_restart(house, url, rng)
        _play_out(house, url, rng)
        house = _perhaps_restart(house, url, rng)
        _check(house)
        played += 1
    assert played >= ROUNDS
    house.close()


def _bets(live: LiveTable, rng: random.Random) -> bool:
    if live.setup.entry.bank.kind == "player_dealer":
        live.bank = BankSeat(3, 100_000, offer_declined=True)
    placed = False
    for seat in (1, 2):
        try:
            live.bet(seat, seat_wagers(live.table, seat, rng))
            placed = True
        except Refused:
            continue
    return placed and bool(live.placed)


def _play_out(house: House, url: str, rng: random.Random) -> None:
    while (live := house.table("1")).going_on:
        _check(house)
        played = live.round
        assert played is not None and played.asking is not None
        if rng.random() < 0.1:
            call = random_call(live.setup, played.live, {bet.seat: {bet.wager: ""} for bet in played.bets}, rng)
            if call is not None:
                try:
                    house.do(lambda batch, call=call: house.table("1").call(batch, call, "dealer"), "1")
                    continue
                except Refused:
                    continue
        asking = house.table("1").round.asking  # type: ignore[union-attr]
        if asking is not None:
            action = rng.choice(asking.names)
            house.do(lambda batch, asking=asking, action=action: house.table("1").act(batch, asking.seat, action), "1")


def _perhaps_restart(house: House, url: str, rng: random.Random) -> House:
    """A process that stops without a word, and another that starts."""
    if rng.random() < 0.5:
        return house
    before = house.table("1")
    again = House(url)
    after = again.table("1")
    assert {seat: seated.chips for seat, seated in after.seats.items()} == {
        seat: seated.chips for seat, seated in before.seats.items()
    }
    assert after.going_on == before.going_on and after.head == before.head
    if before.going_on:
        assert before.round is not None and after.round is not None
        assert after.round.asking == before.round.asking
        assert after.round.view("surveillance") == before.round.view("surveillance")
    house.close()
    return again


def _check(house: House) -> None:
    balances = house.store.balances()
    assert sum(balances.values()) == 0
    live = house.table("1")
    for seated in live.seats.values():
        assert seated.chips == balances.get(chips("1", seated.person), 0) >= 0
    at_risk = live.table.standing if not live.going_on else [bet for bet in live.round.bets if not bet.outcome]  # type: ignore[union-attr]
    assert balances.get(bets("1"), 0) == sum(bet.stake for bet in at_risk)
    assert balances[CAGE] < 0
    for meter in live.meters.values():
        assert balances.get(f"meter:{meter.id}", 0) == int(meter.exact)
