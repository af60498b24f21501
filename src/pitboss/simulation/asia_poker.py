"""Asia Poker for the kernel: both hands set by the house way."""

from collections.abc import Callable

import numpy as np

from pitboss.engine.round import Round
from pitboss.games.pai_gow.asia_poker import FEWER_HIGHER, MAIN, NEEDED, TWO_HIGHER
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, NoKernel
from pitboss.simulation.plan import Plan
from pitboss.simulation.strategies import FIRST
from pitboss.solve.pai_gow.asia_poker import FLUSH, PARTS, house_parts
from pitboss.solve.pai_gow.numbering import numbering
from pitboss.solve.prices import Decided

HOUSE_WAY = "house_way"
STRATEGIES = (HOUSE_WAY,)
MEDIUM_AT, HIGH_AT = 4, 12


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same strategy at a real table, where the house way is offered first, and to stand before giving up."""
    return lambda t: t.asking[0].names[0] if t.asking else ""


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class, which is how many parts are above the dealer's."""
    if plan.strategy not in (HOUSE_WAY, FIRST):
        raise NoKernel(f"the kernel plays by {HOUSE_WAY}; the script engine by {plan.strategy}")
    ledger = Ledger(plan, setup, PARTS + 1)
    ledger.settle_classes(range(PARTS + 1), _decides)
    parts = house_parts(setup.term("ace_low") == "second")
    high, medium, low = (np.unique(parts[:, part], return_inverse=True)[1].reshape(-1) for part in range(PARTS))
    settings = (high << HIGH_AT | medium << MEDIUM_AT | low).astype(np.int32)
    tables = (*numbering(FLUSH).tables, settings)
    rule = "set every hand by the house way"
    return ledger.dealing("pitboss.simulation.asia_poker_kernel.deal_asia_poker", tables, rule=rule)


def _decides(wager: str, above: int) -> list[Decided]:
    return [Decided(MAIN, TWO_HIGHER if above >= NEEDED else FEWER_HIGHER)]
