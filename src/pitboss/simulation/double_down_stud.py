"""Double Down Stud by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.kit import COMMUNITY
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.double_down_stud import DOUBLE, STAND, doubles, nets_of
from pitboss.solve.prices import Prices

STRATEGIES = ("best", "always_double", "never_double")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` looks at every hole card that there may be; the others double always or never."""
    if name != "best":
        return lambda t: DOUBLE if name == "always_double" else STAND
    nets = nets_of(Prices(setup))

    def answer(t: Round) -> str:
        seen = [*t.hands[f"seat {SEAT}"], *t.hands[COMMUNITY]]
        return DOUBLE if doubles(seen, nets) else STAND

    return answer
