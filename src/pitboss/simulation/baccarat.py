"""Baccarat by fixed draws for the kernel: the drawing rules as one table, every outcome priced."""

from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import DECK
from pitboss.games.baccarat.drawing import banker_draws, player_draws
from pitboss.games.baccarat.results import Finished
from pitboss.hands.baccarat import value
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, NoKernel
from pitboss.simulation.plan import Plan
from pitboss.simulation.strategies import RANDOM
from pitboss.solve.baccarat import COUNTS, decides

METERED = "royal_9_progressive"
PAIRS = ((False, False), (True, False), (True, True))
"""No pair in the first two cards of both hands, one pair in either, two."""
PlayerDraws = Callable[[int, int], bool]
BankerDraws = Callable[[int, int, int | None], bool]
"""Whether a hand draws, by what the first two cards of both count and, for the Banker's, the Player's third card."""


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    if METERED in plan.wagers:
        raise NoKernel(f"the kernel does not deal {setup.offers[METERED].title}; the script engine does")
    if "house_money" in plan.wagers and plan.strategy == RANDOM:
        raise NoKernel("the kernel takes every House Money payout; the script engine decides at random")
    return dealt_by(plan, setup, partial(player_draws, setup), partial(banker_draws, setup))


def dealt_by(plan: Plan, setup: Setup, player: PlayerDraws, banker: BankerDraws, rule: str = "") -> Dealing:
    """Rounds in which the hands draw by these rules."""
    shoe = DECK * setup.decks
    if len(shoe) ** 3 > 2**32:
        raise NoKernel(f"the kernel does not deal from {setup.decks} decks; the script engine does")
    ledger = Ledger(plan, setup, len(COUNTS) * len(PAIRS))
    return ledger.settle_classes(_classes(), decides(setup)).dealing(
        "pitboss.simulation.kernels.deal_baccarat",
        (
            np.uint64(len(shoe)),
            np.uint64(2**32 % len(shoe) ** 3),
            np.array([value(card) for card in shoe], dtype=np.uint8),
            np.array([card.rank for card in shoe], dtype=np.uint8),
            _outcomes(player, banker),
        ),
        rule=rule,
    )


def _classes() -> list[Finished]:
    """The solver's classes, without pairs, with one and with two."""
    return [
        Finished(player._replace(pair=one), banker._replace(pair=other))
        for one, other in PAIRS
        for player, banker in COUNTS
    ]


def _outcomes(player_draws: PlayerDraws, banker_draws: BankerDraws) -> NDArray[np.uint16]:
    """The outcome of the sums of both hands' two cards and of the next two cards in the shoe, drawn or not."""
    table = np.zeros((19, 19, 10, 10), dtype=np.uint16)
    number = np.arange(len(COUNTS)).reshape(10, 10, 2, 2).tolist()
    for player, banker, fifth, sixth in product(range(10), repeat=4):
        third = fifth if player_draws(player, banker) else None
        draws = banker_draws(player, banker, third)
        coming = fifth if third is None else sixth
        both = number[(player + (third or 0)) % 10][(banker + (coming if draws else 0)) % 10]
        table[player::10, banker::10, fifth, sixth] = both[third is not None][draws]
    return table
