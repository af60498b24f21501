"""Red Dog for the kernel: every three values and what they come to, raised on the spreads of the strategy."""

from collections.abc import Callable
from itertools import product

import numpy as np

from pitboss.engine.round import Round
from pitboss.equipment.cards import DECK
from pitboss.games.comparing.red_dog import BOXES, RAISE, SPREADS, main_wager, result, spread
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, NoKernel
from pitboss.simulation.plan import Plan
from pitboss.solve.prices import Prices
from pitboss.solve.red_dog import VALUES, deals, rule_of, worth_raising

STRATEGIES = ("best", "never_raise", "always_raise")


def raised_by(setup: Setup, name: str) -> frozenset[int]:
    """The spreads on which a strategy raises, always by as much as it may."""
    if name == "never_raise":
        return frozenset()
    if name == "always_raise":
        return frozenset(SPREADS)
    return worth_raising(Prices(setup), deals(setup.decks))


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same strategy at a real table."""
    raised = raised_by(setup, name)

    def decide(t: Round) -> str:
        first, second = (card.rank for card in t.hands[BOXES])
        return RAISE if spread(first, second) in raised else "no_raise"

    return decide


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    if plan.strategy not in STRATEGIES:
        raise NoKernel(f"the kernel plays by {', '.join(STRATEGIES)}; the script engine by {plan.strategy}")
    raised = raised_by(setup, plan.strategy)
    base, dealt = main_wager(setup), deals(setup.decks)
    ledger = Ledger(plan, setup, len(dealt))
    number = {}
    for at, found in enumerate(dealt):
        number[found.spread, found.case] = at
        ledger.settle(at, base, plan.wagers[base], found.case, found.names)
        if found.spread in raised:
            ledger.settle(at, RAISE, plan.wagers[base], found.case, found.names)
    outcomes = np.zeros((len(VALUES),) * 3, dtype=np.uint16)
    for first, second, third in product(VALUES, repeat=3):
        at = number[spread(first, second), result(first, second, third)[0]]
        outcomes[VALUES.index(first), VALUES.index(second), VALUES.index(third)] = at
    shoe = DECK * setup.decks
    return ledger.dealing(
        "pitboss.simulation.red_dog_kernel.deal_red_dog",
        (
            np.uint64(len(shoe)),
            np.uint64(2**32 % len(shoe) ** 2),
            np.uint64(2**32 % len(shoe)),
            np.array([VALUES.index(card.rank) for card in shoe], dtype=np.uint8),
            outcomes,
        ),
        rule=rule_of(raised),
    )
