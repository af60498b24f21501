"""Ultimate Texas Hold'em for the kernel: the solver's three decisions, every outcome priced."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.round import Round
from pitboss.hands.evaluator import card_number
from pitboss.rulebook.setup import Setup
from pitboss.simulate.dealing import Dealing, Ledger, NoKernel
from pitboss.simulate.plan import Plan
from pitboss.solve.holdem import outcome_counts
from pitboss.solve.holdem_tables import DECISIONS, OUTCOMES, Numbers, Stakes, decides, numbers, price_arrays
from pitboss.solve.poker.ranking import Ranking, ranking
from pitboss.solve.prices import Prices

DEALT = ("ante", "blind", "trips")
STRATEGIES = ("best",)


class Tables(NamedTuple):
    """What the three decisions need, in the order the kernel takes it."""

    before_flop: NDArray[np.int8]
    after_flop: NDArray[np.uint8]
    number: Numbers
    ranking: Ranking
    stakes: Stakes


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    for wager in plan.wagers:
        if wager not in DEALT:
            raise NoKernel(f"the kernel does not deal {setup.offers[wager].title}; the script engine does")
    if plan.strategy not in STRATEGIES:
        raise NoKernel(f"the kernel plays by {', '.join(STRATEGIES)}; the script engine by {plan.strategy}")
    return (
        Ledger(plan, setup, len(OUTCOMES))
        .settle_classes(OUTCOMES, decides)
        .dealing(
            "pitboss.simulate.holdem_kernel.deal_holdem",
            tuple(_tables(setup)),
            rule="every decision as the solver computes it",
        )
    )


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same three decisions at a real table."""
    from pitboss.solve import holdem_play_kernel as kernel

    plays_flop: Any = kernel.plays_flop
    plays_river: Any = kernel.plays_river
    tables = _tables(setup)
    four = np.empty(4, dtype=np.int64)

    def decide(t: Round) -> str:
        assert t.asking
        own = [card_number(card) for card in t.hands[f"seat {t.asking[0].seat}"]]
        names = t.asking[0].names
        early = int(tables.before_flop[tables.number.holding[own[0], own[1]]])
        if early >= 0:
            return DECISIONS[early]
        if DECISIONS[0] in names or DECISIONS[1] in names:
            return names[-1]
        flop = DECISIONS[2] in names
        # Of a board that lies face down since the deal, only what is turned up counts.
        board = [card_number(card) for card in t.hands["community"][: 3 if flop else 5]]
        cards = np.array([*own, *board], dtype=np.int64)
        if flop:
            bets = plays_flop(cards, tables.after_flop, tables.number, four)
        else:
            bets = plays_river(cards, tables.ranking, tables.stakes, four)
        return names[0] if bets else names[-1]

    return decide


def _tables(setup: Setup) -> Tables:
    prices = price_arrays(Prices(setup))
    solved = outcome_counts(prices)
    return Tables(solved["before_flop"], solved["after_flop"], numbers(), ranking(7), prices.stakes)
