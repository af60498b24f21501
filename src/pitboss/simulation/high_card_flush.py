"""High Card Flush by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.hands.flush import FlushHand, flush_hand
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.high_card_flush import worth_of

TEN_EIGHT_SIX = "ten_eight_six"
STRATEGIES = ("best", TEN_EIGHT_SIX, "always_raise")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` counts every hand that the dealer may hold; ``ten_eight_six`` raises that flush of three and better.

    Whoever raises raises the most that the hand allows.
    """
    worth = worth_of(setup)
    lowest = {TEN_EIGHT_SIX: FlushHand(3, (10, 8, 6)), "always_raise": FlushHand(0, ())}.get(name)

    def answer(t: Round) -> str:
        hand = t.hands[f"seat {SEAT}"]
        choices = worth(hand)
        times = max(choices) if lowest is not None else max(choices, key=lambda each: choices[each])
        if not times or (lowest is not None and flush_hand(hand) < lowest):
            return "fold"
        ante = t.bet(SEAT, "ante")
        assert ante is not None
        return f"raise {dollars(times * ante.stake)}"

    return answer
