"""Two Card Joker Poker by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.two_card_joker_poker import best_play

STRATEGIES = ("best", "always_call")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` counts every hand that the dealer may hold."""
    if name == "always_call":
        return lambda t: "call"
    calls = best_play(setup)
    return lambda t: "call" if calls(t.hands[f"seat {SEAT}"]) else "fold"
