"""Mini-Baccarat for the kernel: the drawing rules as one table, every outcome priced."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import DECK
from pitboss.games.baccarat.drawing import banker_draws, player_draws
from pitboss.games.baccarat.house_money import house_money_case
from pitboss.games.baccarat.results import Case, dragon_bonus_case, result_case, result_names
from pitboss.hands.baccarat import NATURALS, value
from pitboss.rulebook.setup import Setup
from pitboss.simulate.dealing import Dealing, Ledger, NoKernel
from pitboss.simulate.plan import Plan
from pitboss.simulate.strategies import RANDOM
from pitboss.solve.baccarat import DRAGON_BONUS, decks_of

OUTCOMES = 400
METERED = "royal_9_progressive"


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    if METERED in plan.wagers:
        raise NoKernel(f"the kernel does not deal {setup.offers[METERED].title}; the script engine does")
    if "house_money" in plan.wagers and plan.strategy == RANDOM:
        raise NoKernel("the kernel takes every House Money payout; the script engine decides at random")
    shoe = DECK * decks_of(setup)
    return _priced(plan, setup).dealing(
        "pitboss.simulate.kernels.deal_baccarat",
        (
            np.uint64(len(shoe)),
            np.uint64(2**32 % len(shoe) ** 3),
            np.array([value(card) for card in shoe], dtype=np.uint8),
            np.array([card.rank for card in shoe], dtype=np.uint8),
            _outcomes(setup),
        ),
    )


def _outcomes(setup: Setup) -> NDArray[np.uint16]:
    """The outcome of the sums of both hands' two cards and of the next two cards in the shoe, drawn or not."""
    table = np.zeros((19, 19, 10, 10), dtype=np.uint16)
    for player, banker, fifth, sixth in product(range(10), repeat=4):
        third = fifth if player_draws(setup, player, banker) else None
        draws = banker_draws(setup, player, banker, third)
        coming = fifth if third is None else sixth
        number = _number(
            (player + (third or 0)) % 10, (banker + (coming if draws else 0)) % 10, third is not None, draws
        )
        table[player::10, banker::10, fifth, sixth] = number
    return table


def _number(player: int, banker: int, player_third: bool, banker_third: bool) -> int:
    return ((player * 10 + banker) * 2 + player_third) * 2 + banker_third


def _priced(plan: Plan, setup: Setup) -> Ledger:
    ledger = Ledger(plan, setup, OUTCOMES * 3)
    for player, banker, player_third, banker_third in product(range(10), range(10), (False, True), (False, True)):
        outcome = _number(player, banker, player_third, banker_third)
        results = result_names(setup, player, banker, 2 + player_third, 2 + banker_third)
        hands = ((player, player_third), (banker, banker_third))
        for pairs in range(3):
            for wager, stake in plan.wagers.items():
                if wager in DRAGON_BONUS:
                    case, names = _dragon_bonus(hands[DRAGON_BONUS[wager]], hands[1 - DRAGON_BONUS[wager]])
                elif wager == "house_money":
                    case, names = house_money_case(pairs > 0, pairs > 1)
                else:
                    case, names = result_case(setup.offers[wager], results), ()
                ledger.settle(outcome + OUTCOMES * pairs, wager, stake, case, names)
    return ledger


def _dragon_bonus(selected: tuple[int, bool], other: tuple[int, bool]) -> Case:
    """Two cards that count 8 or 9 are a natural."""
    count, third = selected
    return dragon_bonus_case(count, other[0], natural=not third and count in NATURALS)
