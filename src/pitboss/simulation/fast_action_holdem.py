"""Fast Action Hold 'Em by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable, Sequence

from pitboss.engine.round import Round
from pitboss.games.poker.kit import cards_of
from pitboss.hands.evaluator import card_number
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.fast_action_holdem import (
    SPLITS,
    best_play,
    best_with,
    kept_cards,
    kinds_of,
    pair_name,
    two_card_chances,
)
from pitboss.solve.prices import Prices

STRATEGIES = ("best", "ordered", "house_way")
Choose = Callable[[Sequence[int]], tuple[str, tuple[int, int]]]
"""What to do with four cards, and the places of the two that are kept or make the first hand of a split."""


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` does what the deals of each four cards say, ``ordered`` keeps the two cards that win most often and
    splits what wins more often than not twice; the ``house_way`` neither splits nor surrenders."""
    choose = {"best": best_with, "ordered": _ordered}[name](setup) if name != "house_way" else None

    def answer(t: Round) -> str:
        names = t.asking[0].names
        if "natural" in names or choose is None:
            return "natural" if "natural" in names else "set"
        cards = cards_of(t, SEAT)
        action, places = choose([card_number(card) for card in cards])
        return action if action == "surrender" else f"{action} {' '.join(cards[at] for at in places)}"

    return answer


def _ordered(setup: Setup) -> Choose:
    kinds = kinds_of(setup.decks)
    chance = two_card_chances(kinds, best_play(setup, Prices(setup), kinds, lambda done: None).cases)

    def choose(cards: Sequence[int]) -> tuple[str, tuple[int, int]]:
        won = [chance[pair_name(cards[one], cards[two])] for one, two in kept_cards()]
        halves = [min(won[one], won[two]) for one, two in SPLITS]
        if max(halves) > 1 / 2:
            return "split", kept_cards()[SPLITS[halves.index(max(halves))][0]]
        return "set", kept_cards()[won.index(max(won))]

    return choose
