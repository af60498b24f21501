"""Random play over every rulebook entry: no exception, chips conserved, replay identical, nothing hidden shown."""

import os
import random
from collections import Counter
from functools import cache

import pytest

from craps_dealing import HAPPENINGS, happenings, leave
from dealing import deal_round, fresh_table, is_in_operation, random_call, setups, values_of
from pitboss import settle
from pitboss.engine.events import GATHER, SURVEILLANCE
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.engine.unreached import all_asked
from pitboss.equipment.cards import TWICE
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.games.dice.rolls import LINE_COUPONS
from pitboss.rulebook import entry_names, load

ROUNDS = int(os.environ.get("PITBOSS_ROUNDS", "0"))
"""For every entry; without it the entries of a script share what is dealt to it."""
SHARED, LEAST = 90, 24
ROLLS = int(os.environ.get("PITBOSS_ROLLS", ROUNDS or 1000))
"""A round of craps is one roll, and a hand takes many."""
CALL_RATE = 0.06
LEAVE_RATE = 0.02
LONG = 2000
"""So many rolls see everything that can happen between rolls."""
REPLAYED = 250
"""So many rolls make a record; the next one begins with what then stands."""


@cache
def entries_of(script: str) -> list[str]:
    return [name for name in entry_names() if load(name).script == script]


@pytest.mark.parametrize("name", entry_names())
def test_random_play(name: str) -> None:
    entry = load(name)
    rng = random.Random(name)
    tables = [table for setup in setups(entry, rng) if is_in_operation(table := fresh_table(entry, setup, rng))]
    wanted = ROLLS if entry.script == "craps" else ROUNDS or max(SHARED // len(entries_of(entry.script)), LEAST)
    each = -(-wanted // len(tables))
    dealt = 0
    seats_seen: set[int] = set()
    outcomes: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for table in tables:
        rounds: list[Round] = []
        collected = played_before = 0
        for number in range(each * 3 + 9):
            if played_before + len(rounds) >= each:
                break
            if entry.script == "craps":
                if len(rounds) >= REPLAYED:
                    _check_replay(table, rounds, collected)
                    table.forget()
                    played_before, rounds, collected = played_before + len(rounds), [], 0
                if rng.random() < LEAVE_RATE:
                    collected += leave(table, rng)
            counts = (entry.seats.min, table.setup.seats, rng.randint(1, max(1, table.setup.seats)))
            count = counts[(dealt + number) % len(counts)]
            played = deal_round(table, count, rng, CALL_RATE)
            if played is None:
                continue
            _play_out(table, played, rng)
            _check_money(played)
            _check_settlements(played)
            collected += sum(fee.amount for fee in table.collected)
            rounds.append(played)
            seats_seen.add(len(played.seats))
            outcomes.update(row.outcome for row in played.settlements)
            if entry.script == "craps":
                happened.update(happenings(played))
        assert played_before + len(rounds) >= each, f"{table.setup!r} took too few wagers"
        dealt += played_before + len(rounds)
        _check_replay(table, rounds, collected)
    assert dealt >= wanted
    if entry.script == "craps" and wanted >= LONG:
        assert set(HAPPENINGS) <= set(happened), f"{set(HAPPENINGS) - set(happened)} never happened"
    if not entry.wagers:
        return
    most = entry.seats.max - (1 if entry.bank.kind == "player_dealer" else 0)
    assert {entry.seats.min, most} <= seats_seen
    assert {"win", "lose"} <= set(outcomes)


@pytest.mark.parametrize("name", entry_names())
def test_every_option_value_is_dealt(name: str) -> None:
    entry = load(name)
    used: dict[str, set[str]] = {}
    for setup in setups(entry, random.Random(name)):
        for option, value in setup.chosen.items():
            used.setdefault(option, set()).add(str(value))
    for option_name, option in entry.options.items():
        assert {str(value) for value in values_of(option)} <= used.get(option_name, set()), option_name


def _play_out(table: Table, played: Round, rng: random.Random) -> None:
    _check_hidden(played, rng)
    words = all_asked(table.game, table.setup) or ()
    while played.asking:
        if rng.random() < CALL_RATE / 2:
            wagers = {bet.seat: {bet.wager: ""} for bet in played.bets}
            call = random_call(table.setup, played.live, wagers, rng)
            if call is not None:
                try:
                    played.call(call)
                except Refused:
                    pass
                else:
                    _check_hidden(played, rng)
                    continue
        ask = rng.choice(played.asking)
        assert {*ask.names} <= {*words}
        played.act(ask.random_answer(rng), ask.seat)
        _check_hidden(played, rng)
    assert played.over


def _check_money(played: Round) -> None:
    """What leaves one account enters another, and the rows tell the same story as the accounts."""
    assert sum(played.ledger.values()) == 0
    for seat, net in played.net.items():
        assert played.ledger[f"seat {seat}"] == net
    if played.player_dealer is not None:
        assert abs(played.player_dealer.result) <= played.player_dealer.wager
    assert all(amount >= 0 for amount in played.meters.held.values())


def _check_settlements(played: Round) -> None:
    decided = Counter(row.seat for row in played.settlements if row.staked or row.lammer)
    assert decided == Counter(bet.seat for bet in (*played.bets, *played.refused))
    for row in played.settlements:
        assert row.cite
        match row.outcome:
            case "win":
                assert row.pays > 0 or row.net > -row.staked
            case "lose":
                no_money = row.wager in LINE_COUPONS or row.lammer
                assert row.net == 0 if no_money else -row.staked <= row.net < 0
            case _:
                assert row.net == row.pays == 0
    assert all(event.cite for event in played.events)


def _check_hidden(played: Round, rng: random.Random) -> None:
    """Cards that lie face down are in nobody's view but their owner's and the surveillance log's.

    At the end of a round several views are looked at; during it now and then one; which ones is left to chance.
    """
    if not played.over and rng.random() < 0.6:
        return
    open_cards = {card for event in played.events if event.seen_by is None for card in event.cards}
    one_deck = played.setup.entry.cards is not None and played.setup.entry.cards.decks == 1
    turned_up = {event.hand for event in played.events if event.kind == "reveal"}
    by_itself = game_of(played.setup.entry).draws
    viewers = [*played.seats, "table", "dealer"]
    several = min(4, len(viewers)) if played.over and played.setup.entry.cards is not None else 1
    for viewer in rng.sample(viewers, several):
        view = played.view(viewer)
        for event, truth in zip(view, played.events, strict=True):
            if truth.kind == "deal" and truth.seen_by is not None and viewer not in truth.seen_by:
                assert all(not card.known for card in event.cards)
        if one_deck:
            hidden = {
                card
                for hand, held in played.hands.items()
                for card in held
                if Hand(hand).owner != viewer and hand not in turned_up and card not in open_cards and card.known
            }
            hidden -= {card for event in played.events if event.seat == viewer for card in event.cards}
            gathered = max((at for at, event in enumerate(view) if event.kind == GATHER), default=0)
            # A card that a system draws by itself is none of the deck's.
            spoken = [event for event in view[gathered:] if event.kind not in by_itself]
            told = {word for event in spoken for word in (*event.cards, *event.text.split())}
            assert not (hidden & told) - set(TWICE)  # of these, one may lie open while the other does not
    assert played.view(SURVEILLANCE) == played.events


def _check_replay(table: Table, rounds: list[Round], collected: int) -> None:
    """The record, written out and read back, deals the same rounds to the last event and cent."""
    again = settle(table.record().to_toml())
    assert len(again.rounds) == len(rounds) and not again.unreached
    for (_, replayed), played in zip(again.rounds, rounds, strict=True):
        assert replayed.events == played.events
        assert replayed.settlements == played.settlements
        assert replayed.net == played.net
    assert sum(fee.amount for _, fee in again.fees) == collected
    assert again.table.carry == table.carry
    assert again.table.meters.exact == table.meters.exact
