"""DJ Wild Poker by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.dj_wild_poker import best_play

STRATEGIES = ("best", "always_play")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` counts every hand that the dealer may hold."""
    if name == "always_play":
        return lambda t: "play"
    stays_in = best_play(setup)
    return lambda t: "play" if stays_in(t.hands[f"seat {SEAT}"]) else "fold"
