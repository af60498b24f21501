"""Boston 5 Stud by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.boston_5_stud import EXPOSE, KEEP, SECOND_WAGER
from pitboss.games.poker.kit import FOLD
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.boston_5_stud import best_play

STRATEGIES = ("best", "always_stay")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` counts every two cards that may follow, and every dealer's hand. The bonus is always shown for."""
    stays_in = best_play(setup) if name == "best" else lambda cards: True

    def answer(t: Round) -> str:
        asked = t.asking[0].names
        if SECOND_WAGER in asked:
            return SECOND_WAGER if stays_in(t.hands[f"seat {SEAT}"]) else FOLD
        return EXPOSE.name if EXPOSE.name in asked else KEEP.name

    return answer
