"""Variants of blackjack for the tests: a record of one seat in a line, and what many rounds at random come to."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss import settle
from pitboss.engine.questions import Ask
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import Card
from pitboss.games import game_of
from pitboss.rulebook import Setup, load


def record(entry: str, seats: Mapping[int, Mapping[str, Any]], dealer: str, **more: Any) -> dict[str, Any]:
    """A record of one round; ``options`` and ``irregularities`` may be given."""
    rulebook, game = entry.split("/")
    written = {str(seat): dict(row) for seat, row in seats.items()}
    return {"rulebook": rulebook, "game": game, "seats": written, "dealer": {"cards": dealer}, **more}


def played(entry: str, seats: Mapping[int, Mapping[str, Any]], dealer: str, **more: Any) -> Round:
    return settle(record(entry, seats, dealer, **more)).rounds[0][1]


def table(entry: str, seed: int = 1, **options: Any) -> Table:
    loaded = load(entry)
    return Table(Setup.of(loaded, options), game_of(loaded), seed=seed)


def nets(round: Round) -> dict[str, float]:
    """What each wager won, in dollars, by its name and, after the first, its hand."""
    return {f"{row.wager} {row.hand}" if row.hand > 1 else row.wager: row.net / 100 for row in round.settlements}


def by_seat(round: Round) -> dict[int, float]:
    return {seat: net / 100 for seat, net in round.net.items()}


def told(round: Round, kind: str) -> list[str]:
    return [event.text for event in round.events if event.kind == kind]


def at_random(
    entry: str, rounds: int, wagers: Mapping[str, int], gladly: Sequence[str] = (), seed: int = 1, **options: Any
) -> tuple[Counter[str], list[Round]]:
    """How often each thing was decided and each wager came out so, with seven seats who do some things gladly."""
    sat, rng = table(entry, seed, **options), random.Random(seed)
    found: Counter[str] = Counter()
    all_of_them = []
    for _ in range(rounds):
        round = sat.deal({seat: dict(wagers) for seat in range(1, sat.setup.seats + 1)})
        while round.asking:
            round.act(_answer(round.asking[0], gladly, rng), round.asking[0].seat)
        found.update(event.text.partition(" ")[0] for event in round.events if event.kind == "decision")
        found.update(f"{row.wager} {row.reason}" for row in round.settlements)
        all_of_them.append(round)
    return found, all_of_them


def hand_nets(round: Round, seat: int) -> dict[int, int]:
    """What each of a seat's hands won or lost in cents, insurance and wagers on the side apart."""
    found: Counter[int] = Counter()
    for row in round.settlements:
        if row.seat == seat and row.wager not in ("insurance", "push_22", "match"):
            found[row.hand] += row.net
    return {hand.number: found[hand.number] for hand in round.hands_of(seat)}


def staked_on(round: Round, seat: int, hand: int, *wagers: str) -> int:
    """What a seat staked on one of its hands with these wagers."""
    return sum(bet.stake for bet in round.bets if (bet.seat, bet.hand) == (seat, hand) and bet.wager in wagers)


def total(hand: Sequence[Card]) -> int:
    """What cards count, written down once more: aces eleven while that keeps the hand at 21 or less."""
    ranks = [card[0] for card in hand]
    points = sum(11 if rank == "A" else 10 if rank in "TJQK" else int(rank) for rank in ranks)
    for _ in range(ranks.count("A")):
        points -= 10 if points > 21 else 0
    return points


def natural(hand: Sequence[Card]) -> bool:
    return len(hand) == 2 and total(hand) == 21


def compared(ours: int, theirs: int, staked: int, won: int) -> int:
    """By the table of all three specs, where nobody has a blackjack: over loses, 22 pushes, then the higher total."""
    if ours > 21:
        return -staked
    if theirs == 22 or ours == theirs:
        return 0
    return won if theirs > 22 or ours > theirs else -staked


def _answer(ask: Ask, gladly: Sequence[str], rng: random.Random) -> str:
    wanted = [name for name in gladly if name in ask.names]
    return wanted[0] if wanted and rng.random() < 0.8 else ask.random_answer(rng)
