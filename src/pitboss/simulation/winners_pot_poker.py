"""Winner's Pot Poker by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable, Sequence

from pitboss.engine.round import Round
from pitboss.equipment.cards import Card
from pitboss.games.poker.kit import DEALER, FOLD
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT

DOWN = 2
"""How many of the dealer's cards nobody sees."""
STRATEGIES = ("by_sight", "always_stay")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``by_sight`` stays in with cards at least as good as those that the dealer shows, as the analysis has it."""

    def answer(t: Round) -> str:
        stays = name != "by_sight" or in_order(t.hands[f"seat {SEAT}"]) >= in_order(t.hands[DEALER][DOWN:])
        return t.asking[0].names[0] if stays else FOLD

    return answer


def in_order(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """Cards by how many there are of a rank, then by rank, from high to low; fewer cards compare with more.

    >>> from pitboss.equipment.cards import cards
    >>> in_order(cards("9h Ac 9s")), in_order(cards("Kd")) < in_order(cards("2s 2h 3d"))
    ([(2, 9), (1, 14)], True)
    """
    ranks = [card.rank for card in cards]
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
