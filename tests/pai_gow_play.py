"""Rounds of the pai gow games for the tests: played out by chance, with whoever is offered the bank taking it."""

import random
from collections import Counter
from typing import Any

from dealing import deal_round
from pitboss import open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table


def play_out(played: Round, rng: random.Random | None = None) -> Round:
    """Answer every question, by chance or as a seat does that does not answer."""
    while played.asking:
        ask = played.asking[0]
        played.act(ask.default_answer if rng is None else ask.random_answer(rng), ask.seat)
    return played


def happenings(played: Round) -> Counter[str]:
    """What happened in a round that does not happen in all."""
    found: Counter[str] = Counter(event.kind for event in played.events)
    found.update(row.reason for row in played.settlements)
    found.update(f"{row.wager} {row.outcome}" for row in played.settlements)
    if played.player_dealer is not None:
        found["player banks"] += 1
        found["bank surplus"] += any(fee.amount for fee in played.fees)
        found["bank loses"] += played.net[played.player_dealer.seat] < 0
    return found


def random_rounds(entry: str, options: dict[str, Any], rounds: int, seed: str, calls: float = 0.1) -> Counter[str]:
    """What happened in so many rounds at one table; all are replayed to the same events and the same money."""
    rng = random.Random(seed)
    table: Table = open_table(entry, options, seed=rng.getrandbits(32))
    found: Counter[str] = Counter()
    dealt: list[Round] = []
    while len(dealt) < rounds:
        played = deal_round(table, rng.randint(2, table.setup.seats), rng, calls)
        if played is not None:
            dealt.append(play_out(played, rng))
            found.update(happenings(played))
            assert sum(played.ledger.values()) == 0
            assert all(played.ledger[f"seat {seat}"] == net for seat, net in played.net.items())
    again = settle(table.record().to_toml())
    assert [each.events for _, each in again.rounds] == [each.events for each in dealt]
    assert [each.net for _, each in again.rounds] == [each.net for each in dealt]
    return found
