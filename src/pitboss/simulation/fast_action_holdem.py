"""Fast Action Hold 'Em by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.kit import cards_of
from pitboss.hands.evaluator import card_number
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.fast_action_holdem import SPLITS, best_play, kept_cards, kinds_of, pair_name, two_card_chances
from pitboss.solve.prices import Prices

STRATEGIES = ("ordered", "house_way")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``ordered`` keeps the two cards that win most often and splits what wins more often than not twice."""
    chance: dict[str, float] = {}
    if name == "ordered":
        kinds = kinds_of(setup.decks)
        chance = two_card_chances(kinds, best_play(setup, Prices(setup), kinds, lambda done: None).cases)

    def answer(t: Round) -> str:
        names = t.asking[0].names
        if "natural" in names or not chance:
            return "natural" if "natural" in names else "set"
        cards = cards_of(t, SEAT)
        numbers = [card_number(card) for card in cards]
        won = [chance[pair_name(numbers[one], numbers[two])] for one, two in kept_cards()]
        halves = [min(won[one], won[two]) for one, two in SPLITS]
        if max(halves) > 1 / 2 and "split" in names:
            action, pair = "split", SPLITS[halves.index(max(halves))][0]
        else:
            action, pair = "set", won.index(max(won))
        return f"{action} {' '.join(cards[at] for at in kept_cards()[pair])}"

    return answer
