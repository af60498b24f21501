"""Rounds of no-bust blackjack for the tests, written as records: seat 8 banks them."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from dealing import seat_wagers
from pitboss import BankSeat, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table

PURE, PURE_3_2 = "pure-21-5-blackjack", "pure-21-5-blackjack-3-to-2"
ONE_AND_A_HALF, C21, C21_5_1 = "blackjack-1-5-to-1", "21st-century-blackjack", "21st-century-blackjack-5-1"
ENOUGH = 1_000_000


def seat(wagers: dict[str, Any], cards: str | list[str] = "", *actions: str, **more: Any) -> dict[str, Any]:
    held = {"hands": cards} if isinstance(cards, list) else {"cards": cards} if cards else {}
    return {"wagers": wagers, "actions": list(actions), **held, **more}


def record(game: str, seats: dict[int, Any], dealer: str, wager: Any = ENOUGH, **more: Any) -> dict[str, Any]:
    return {
        "rulebook": "california",
        "game": game,
        "seats": {str(number): row for number, row in seats.items()},
        "bank": {"seat": 8, "wager": wager},
        "dealer": {"cards": dealer},
        **more,
    }


def played(game: str, seats: dict[int, Any], dealer: str, wager: Any = ENOUGH, **more: Any) -> Round:
    return settle(record(game, seats, dealer, wager, **more)).rounds[0][1]


def nets(round_: Round) -> dict[tuple[int, str, int], int]:
    """By seat, wager and hand, what each wager won or lost, in dollars where that is whole."""
    return {(row.seat, row.wager, row.hand): row.net // 100 for row in round_.settlements}


def outcome(round_: Round, number: int, wager: str, hand: int = 1) -> str:
    return next(row.outcome for row in round_.settlements if (row.seat, row.wager, row.hand) == (number, wager, hand))


def told(round_: Round) -> list[str]:
    return [event.text for event in round_.events]


def happenings(game: str, rounds: int, seed: int, wanted: Sequence[str], **options: Any) -> Counter[str]:
    """What random play comes to: decisions by their names, cases, and a wager of the player-dealer's that runs out.

    It ends when all that is wanted has happened.
    """
    rng = random.Random(seed)
    table = open_table(f"california/{game}", seed=seed, options=options)
    found: Counter[str] = Counter()
    for _ in range(rounds):
        _play_one(table, rng, found)
        if all(found[each] for each in wanted):
            break
    return found


def _play_one(table: Table, rng: random.Random, found: Counter[str]) -> None:
    """One round at random, by players who like to hit; nobody sees the down card while they decide."""
    seats = rng.sample(range(1, 8), k=rng.randint(2, 5))
    bank = BankSeat.of_cents(8, rng.choice([5_000, 20_000, 10**8]), offer_declined=True)
    going_on = table.deal({number: seat_wagers(table, number, rng) for number in sorted(seats)}, bank=bank)
    while going_on.asking:
        dealt = [event for event in going_on.view("table") if event.kind == "deal" and event.hand == "dealer"]
        assert all(not card.known for event in dealt[1:] for card in event.cards), "the down card is seen too soon"
        ask = going_on.asking[0]
        going_on.act("hit" if "hit" in ask.names and rng.random() < 0.5 else ask.random_answer(rng), ask.seat)
    found.update(words.partition(" ")[0] for given in going_on.actions.values() for words in given)
    found.update(f"{row.wager} {row.reason}" for row in going_on.settlements)
    settled = [event.text for event in going_on.events if event.kind == "settle"]
    partly = [at for at, text in enumerate(settled) if "covered in part" in text]
    if partly and any("not covered" in text for text in settled[partly[0] :]):
        found["runs out in mid-settlement"] += 1
