"""Casino War for the kernel: the cards of both deals by rank, priced by what the strategy does on a tie."""

from collections.abc import Callable

import numpy as np

from pitboss.engine.round import Round
from pitboss.equipment.cards import DECK
from pitboss.games.comparing.casino_war import (
    DEALER_HIGHER,
    PLAYER_HIGHER,
    PROGRESSIVE,
    SURRENDER,
    TIE,
    WAR,
    base_case,
    base_wager,
    tie_case,
)
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, NoKernel
from pitboss.simulation.plan import Plan
from pitboss.solve.casino_war import RULES, best_choice
from pitboss.solve.prices import Prices

STRATEGIES = ("best", "always_war", "always_surrender")
RESULTS = (PLAYER_HIGHER, DEALER_HIGHER, TIE)


def choice_of(setup: Setup, name: str) -> str:
    """What a strategy does on a tie."""
    return {"always_war": WAR, "always_surrender": SURRENDER}.get(name) or best_choice(setup, Prices(setup))


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same strategy at a real table, where no tie wager is added at the war."""
    choice = choice_of(setup, name)
    return lambda t: choice if t.asking and choice in t.asking[0].names else "no_tie_wager"


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    if PROGRESSIVE in plan.wagers:
        raise NoKernel(f"the kernel does not deal {setup.offers[PROGRESSIVE].title}; the script engine does")
    if plan.strategy not in STRATEGIES:
        raise NoKernel(f"the kernel plays by {', '.join(STRATEGIES)}; the script engine by {plan.strategy}")
    shoe = DECK * setup.decks
    choice = choice_of(setup, plan.strategy)
    return _priced(plan, setup, choice).dealing(
        "pitboss.simulation.casino_war_kernel.deal_casino_war",
        (
            np.uint64(len(shoe)),
            np.uint64(2**32 % len(shoe) ** 2),
            np.array([card.rank for card in shoe], dtype=np.uint8),
        ),
        rule=RULES[choice],
    )


def _priced(plan: Plan, setup: Setup, choice: str) -> Ledger:
    """Classes are results of the original deal times three, and results of the war deal, dealt or not."""
    ledger = Ledger(plan, setup, len(RESULTS) ** 2)
    base = base_wager(setup)
    for first, original in enumerate(RESULTS):
        for second, war in enumerate(RESULTS):
            at = len(RESULTS) * first + second
            for wager, stake in plan.wagers.items():
                if wager != base:
                    ledger.settle(at, wager, stake, tie_case(original))
                elif original != TIE:
                    ledger.settle(at, wager, stake, original)
                elif choice == SURRENDER:
                    ledger.settle(at, wager, stake, SURRENDER)
                else:
                    ledger.settle(at, wager, stake, base_case(setup, war))
                    ledger.settle(at, WAR, stake, war)
    return ledger
