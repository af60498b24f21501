"""Sic bo for the kernel: every throw of the dice priced for all the wagers on the layout at once."""

import numpy as np

from pitboss.games.dice.sic_bo import case_of, throws
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger
from pitboss.simulation.plan import Plan


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """A class for each throw; all are equally likely."""
    every = throws(setup)
    ledger = Ledger(plan, setup, len(every))
    for at, dice in enumerate(every):
        for named, stake in plan.wagers.items():
            wager, _, spot = named.partition(" ")
            case, line = case_of(setup, wager, spot, dice)
            ledger.settle(at, named, stake, case, line)
    return ledger.dealing("pitboss.simulation.equal_kernel.deal_equal", (np.uint64(len(every)),))
