"""Colorado Hold 'Em by the best play, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.colorado_holdem import DISCARD
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.colorado_holdem import decide_with

STRATEGIES = ("best",)


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` counts every board that there may be, for each card that can be discarded."""
    decide = decide_with(setup)

    def answer(t: Round) -> str:
        decision, gone = decide(t.hands[f"seat {SEAT}"])
        return f"{DISCARD} {gone}" if t.asking[0].names == (DISCARD,) else decision

    return answer
