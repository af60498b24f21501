"""Crazy 4 Poker by a strategy, in the kernel and at a real table."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, insist
from pitboss.simulation.five_cards import Strategy, by_kind, by_ranks
from pitboss.simulation.four_card import answer, four_card_dealing
from pitboss.simulation.plan import Plan
from pitboss.solve.poker.crazy_4_poker import (
    best_play,
    decides,
    hands_chosen,
    lowest_qualifying,
    raises,
    simple_rules,
    strategy_words,
)
from pitboss.solve.poker.four_card import every_four
from pitboss.solve.prices import Prices

DEALT = ("ante", "super_bonus", "queens_up")
SIMPLE = ("king_queen_eight_four", "king_queen_eight", "king_high")
STRATEGIES = ("best", *SIMPLE)


def strategy(setup: Setup, name: str) -> Strategy:
    """``best`` is the solver's; the others are those whose cost it tells, by the lowest hand that is played."""
    price = Prices(setup)
    priced = raises(price)
    if name == "best":
        _, choices = best_play(price)
        chosen = hands_chosen(priced, choices)
        return by_kind(chosen, choices[:, None], strategy_words(priced, chosen))
    rules = simple_rules(priced)
    rule = list(rules)[SIMPLE.index(name)]
    return by_ranks(rules[rule], len(every_four()), rule)


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same strategy at a real table."""
    chosen, multiples = strategy(setup, name), raises(Prices(setup)).choices
    return lambda t: answer(t, "play", chosen, multiples)


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    insist(plan, setup, DEALT, STRATEGIES)
    played, priced = strategy(setup, plan.strategy), raises(Prices(setup))
    lowest = lowest_qualifying(setup)
    return four_card_dealing(plan, setup, played, priced, decides(setup), up_card=False, lowest=lowest)
