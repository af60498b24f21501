"""Flop Poker by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.flop_poker import FLOP
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.flop_poker import SURRENDER, plays_with
from pitboss.solve.prices import Prices

STRATEGIES = ("best", "always_flop")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` counts every flop that there may be."""
    if name == "always_flop":
        return lambda t: FLOP
    plays = plays_with(Prices(setup))
    return lambda t: FLOP if plays(t.hands[f"seat {SEAT}"]) else SURRENDER
