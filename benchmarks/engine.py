"""Rounds per second of the script engine, beside PokerKit playing heads-up hold'em hands in the same run.

    make bench                         all of it
    python benchmarks/engine.py 5      five seconds a line instead of two

The ratio is to PokerKit's hands per second on the same core in the same run; the games differ, so it says how heavy
the engines are, not which game is faster.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss import open_table
from pitboss.engine.table import Table

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
TCP_SEAT = {"ante": 10, "pair_plus": 5}
BACCARAT_SEAT = {"player": 100, "tie": 5}
ROULETTE_SEAT = {"straight_up 17": 5, "split 8-11": 5, "red": 20, "dozen 2": 10}


def rounds(name: str, seats: int, wagers: Mapping[str, Any]) -> Iterator[None]:
    """Play round after round, every seat always playing on."""
    table: Table = open_table(name, seed=1)
    placed = dict.fromkeys(range(1, seats + 1), wagers)
    while True:
        played = table.deal(placed)
        while played.asking:
            played.act(played.asking[0].names[0])
        table.forget()
        yield


def hands() -> Iterator[None]:
    """Heads-up no-limit hold'em in PokerKit: both players check and call down to the showdown."""
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(set(Automation) - {Automation.CARD_BURNING})
    automations = (*automations, Automation.CARD_BURNING)
    random.seed(1)
    while True:
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 2)
        while state.status:
            if state.actor_index is not None:
                state.check_or_call()
        yield


def per_second(play: Callable[[], Iterator[None]]) -> float:
    game = play()
    next(game)
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        for _ in range(20):
            next(game)
        done += 20
    return done / spent


def main() -> None:
    peer = per_second(hands)
    print(f"{'PokerKit, heads-up hold’em hands':<52}{peer:>10,.0f} a second")
    lines = [
        ("three card poker, one seat", lambda: rounds("chapter4/three-card-poker", 1, TCP_SEAT)),
        ("three card poker, seven seats", lambda: rounds("chapter4/three-card-poker", 7, TCP_SEAT)),
        ("mini-baccarat, one seat", lambda: rounds("chapter4/mini-baccarat", 1, BACCARAT_SEAT)),
        ("mini-baccarat, nine seats", lambda: rounds("chapter4/mini-baccarat", 9, BACCARAT_SEAT)),
        ("roulette, one seat, four bets", lambda: rounds("chapter4/roulette", 1, ROULETTE_SEAT)),
        ("roulette, seven seats, four bets each", lambda: rounds("chapter4/roulette", 7, ROULETTE_SEAT)),
    ]
    for title, play in lines:
        speed = per_second(play)
        print(f"{'pitboss, ' + title:<52}{speed:>10,.0f} a second{speed / peer:>9.1f} x PokerKit")


if __name__ == "__main__":
    main()
