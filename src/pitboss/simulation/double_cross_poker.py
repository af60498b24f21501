"""Double Cross Poker by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.double_cross_poker import FIRST_SHOWN
from pitboss.games.poker.kit import COMMUNITY
from pitboss.hands.evaluator import card_number
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.double_cross_poker import DECISIONS, decisions

STRATEGIES = ("best", "always_vertical")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` goes by what both axes were worth on many crosses; ``always_vertical`` never folds."""
    decide = decisions(setup) if name == "best" else lambda own, top, right: 1

    def answer(t: Round) -> str:
        if t.asking[0].names[0] == "expose":
            return "expose"
        own = [card_number(card) for card in t.hands[f"seat {SEAT}"]]
        top, right = (card_number(t.hands[COMMUNITY][place - 1]) for place in FIRST_SHOWN)
        return DECISIONS[decide((own[0], own[1]), top, right)]

    return answer
