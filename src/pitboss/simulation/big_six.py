"""Big six for the kernel: every section of the wheel priced for all the wagers on the layout at once."""

import numpy as np

from pitboss.games.wheels.big_six import case_of, sections_of
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger
from pitboss.simulation.plan import Plan


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """A class for each section; all are equally likely. A spin that decides nothing is not counted as one."""
    sections = [symbol for symbol, many in sections_of(setup).items() for _ in range(many)]
    ledger = Ledger(plan, setup, len(sections))
    for at, symbol in enumerate(sections):
        for wager, stake in plan.wagers.items():
            ledger.settle(at, wager, stake, case_of(setup, wager, symbol))
    return ledger.dealing("pitboss.simulation.equal_kernel.deal_equal", (np.uint64(len(sections)),))
