"""Four Card Poker by a strategy, in the kernel and at a real table."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.kit import DEALER
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, insist
from pitboss.simulation.five_cards import Strategy, by_kind, by_ranks
from pitboss.simulation.four_card import answer, four_card_dealing
from pitboss.simulation.plan import Plan
from pitboss.solve.poker.four_card import every_four
from pitboss.solve.poker.four_card_poker import (
    choices,
    counted,
    decides,
    pair_rules,
    raises,
    simple_rules,
    strategy_words,
)
from pitboss.solve.prices import Prices

DEALT = ("ante", "aces_up")
PAIRS = ("pairs", "pairs_from_threes")
STRATEGIES = ("best", "chart", *PAIRS)


def strategy(setup: Setup, name: str) -> Strategy:
    """``best`` is the solver's; the others are those whose cost it tells, by pairs or by hand and card that is up."""
    priced = raises(Prices(setup))
    if name in PAIRS:
        rules = pair_rules(priced)
        rule = list(rules)[PAIRS.index(name)]
        return by_ranks(rules[rule], len(every_four()), rule)
    deals = counted(priced, lambda done: None)
    if name == "best":
        return by_kind(deals.chosen, choices(priced), strategy_words(priced, deals))
    rule, cells = list(simple_rules(priced, deals).items())[-1]
    return by_ranks(cells, len(every_four()), rule)


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same strategy at a real table."""
    chosen, multiples = strategy(setup, name), raises(Prices(setup)).choices
    return lambda t: answer(t, "play", chosen, multiples, t.hands[DEALER][-1])


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    insist(plan, setup, DEALT, STRATEGIES, decided="ante")
    played = strategy(setup, plan.strategy if "ante" in plan.wagers else "pairs")
    priced = raises(Prices(setup))
    return four_card_dealing(plan, setup, played, priced, decides(setup), up_card=True, lowest=-1)
