"""Roulette for the kernel: every pocket priced for all the wagers on the layout at once."""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from pitboss.equipment.wheel import ZEROS
from pitboss.games.wheels.roulette import B2B, BACK_TO_BACK, NO_SPOT, board_of
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, NoKernel
from pitboss.simulation.plan import Plan
from pitboss.solve.roulette import deciding_pockets


def opening(setup: Setup, chance: random.Random) -> dict[str, Any]:
    """What a table carries over when a player sits down: a wager on a repeated number needs a spin that was seen."""
    return {"prior": chance.choice(deciding_pockets(setup, board_of(setup)))} if B2B in setup.offers else {}


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class. A spin that decides nothing is not counted as one."""
    board = board_of(setup)
    pockets = deciding_pockets(setup, board)
    multipliers: Mapping[int, int] = setup.term("multipliers") if B2B in plan.wagers else {}
    ladder = _ladder(plan, setup)
    rungs = list(ladder) or [""]
    ledger = Ledger(plan, setup, len(pockets) * (len(multipliers) + 1) * len(rungs))
    at = -1
    for pocket in pockets:
        for multiplier in (0, *multipliers):
            for rung in rungs:
                at += 1
                for named, stake in plan.wagers.items():
                    wager, _, spot = named.partition(" ")
                    if wager == B2B:
                        case = "same_number" if multiplier else "different_number"
                        ledger.settle(at, named, stake, case, multiplier=multiplier or 1)
                    elif pocket in board.places[wager][spot or NO_SPOT]:
                        ledger.settle(at, named, stake, "hit", (rung,) if wager == BACK_TO_BACK else ())
                    else:
                        zero = pocket in ZEROS and "zero" in setup.offers[wager].rulings
                        ledger.settle(at, named, stake, "zero" if zero else "miss")
    again = bool(setup.options.get("btb_reset_after_third"))
    return ledger.dealing(
        "pitboss.simulation.kernels.deal_roulette",
        (
            np.uint64(len(pockets)),
            _picked(plan, pockets),
            -len(rungs) if again else len(rungs),
            np.array(list(multipliers.values()), dtype=np.int64),
        ),
    )


def _ladder(plan: Plan, setup: Setup) -> tuple[str, ...]:
    """The lines of a Back-to-Back wager, from its first win in a row on."""
    if not any(named.startswith(BACK_TO_BACK) for named in plan.wagers):
        return ()
    if plan.session is not None:
        raise NoKernel("Back-to-Back remembers what a player won before; the script engine plays its sessions")
    pays = setup.offers[BACK_TO_BACK].pays
    assert pays is not None
    return tuple(pays.lines)


def _picked(plan: Plan, pockets: list[str]) -> int:
    """The pocket of a Back-to-Back wager."""
    spots = [named.partition(" ")[2] for named in plan.wagers if named.startswith(BACK_TO_BACK)]
    return pockets.index(spots[0]) if spots else -1
