"""Caribbean Stud by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.caribbean_stud import qualifies
from pitboss.games.poker.kit import DEALER
from pitboss.hands.evaluator import categories, rank_of
from pitboss.hands.poker import best_hand
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.caribbean_stud import lowest_qualifying, stakes
from pitboss.solve.poker.opponents import against_one_hand
from pitboss.solve.prices import Prices

STRATEGIES = ("best", "ace_king", "always_play")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` counts every hand the dealer may hold; ``ace_king`` plays what would let a dealer's hand count."""
    stays = setup.term("decide").partition("_")[0]
    nets, lowest = stakes(Prices(setup)).whole, lowest_qualifying()

    def plays(t: Round) -> bool:
        cards = tuple(t.hands[f"seat {SEAT}"])
        if name == "ace_king":
            return qualifies(best_hand(cards))
        up = t.hands[DEALER][0] if setup.term("up_card") else None
        counts = against_one_hand(cards, lowest, up)
        worth = nets[categories()[rank_of(cards)]]
        return bool((counts * worth[:-1]).sum() > counts.sum() * worth[-1])

    def answer(t: Round) -> str:
        if t.asking and "announce" in t.asking[0].names:
            return "announce"
        return stays if name == "always_play" or plays(t) else "fold"

    return answer
