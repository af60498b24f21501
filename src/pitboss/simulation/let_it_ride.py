"""Let It Ride by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.kit import COMMUNITY
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.let_it_ride import nets_of, rides
from pitboss.solve.prices import Prices

STRATEGIES = ("best", "always_ride")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` looks at every card that may still come; ``always_ride`` takes nothing back."""
    if name == "always_ride":
        return lambda t: "ride"
    nets = nets_of(Prices(setup))

    def answer(t: Round) -> str:
        seen = t.hands[COMMUNITY][: 0 if t.now == "first_decision" else 1]
        return "ride" if rides([*t.hands[f"seat {SEAT}"], *seen], nets) else "withdraw"

    return answer
