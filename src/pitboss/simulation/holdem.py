"""Hold'em with one bet at three moments for the kernel: the solver's three decisions, every outcome priced."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.round import Round
from pitboss.hands.evaluator import card_number
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, insist
from pitboss.simulation.plan import Plan
from pitboss.solve.holdem import outcome_counts
from pitboss.solve.holdem_tables import MOMENTS, OUTCOMES, Betting, Numbers, Stakes, numbers, price_arrays
from pitboss.solve.poker.ranking import Ranking, ranking
from pitboss.solve.prices import Prices

ON_SEVEN_CARDS = ("trips", "trips_plus")
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
    betting = Betting.of(setup)
    insist(plan, setup, (*betting.main, *ON_SEVEN_CARDS), STRATEGIES)
    return (
        Ledger(plan, setup, len(OUTCOMES))
        .settle_classes(OUTCOMES, betting.decides)
        .dealing(
            "pitboss.simulation.holdem_kernel.deal_holdem",
            tuple(_tables(setup)),
            rule="every decision as the solver computes it",
        )
    )


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same three decisions at a real table."""
    from pitboss.solve import holdem_play_kernel as kernel

    plays_flop: Any = kernel.plays_flop
    plays_river: Any = kernel.plays_river
    tables, betting = _tables(setup), Betting.of(setup)
    four = np.empty(4, dtype=np.int64)

    actions = {betting.action(moment): moment for moment in MOMENTS}

    def decide(t: Round) -> str:
        assert t.asking
        own = [card_number(card) for card in t.hands[f"seat {t.asking[0].seat}"]]
        names = t.asking[0].names
        bet = next(name for name in actions if name in names)
        if actions[bet] == "before_flop":
            return bet if tables.before_flop[tables.number.holding[own[0], own[1]]] >= 0 else names[-1]
        flop = actions[bet] == "after_flop"
        # Of a board that lies face down since the deal, only what is turned up counts.
        board = [card_number(card) for card in t.hands["community"][: 3 if flop else 5]]
        cards = np.array([*own, *board], dtype=np.int64)
        if flop:
            bets = plays_flop(cards, tables.after_flop, tables.number, four)
        else:
            bets = plays_river(cards, tables.ranking, tables.stakes, four)
        return bet if bets else names[-1]

    return decide


def _tables(setup: Setup) -> Tables:
    prices = price_arrays(Prices(setup))
    solved = outcome_counts(prices)
    return Tables(solved["before_flop"], solved["after_flop"], numbers(), ranking(7), prices.stakes)
