"""Texas Hold'em Bonus for the kernel: the solver's three decisions, every outcome priced."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.round import Round
from pitboss.hands.evaluator import card_number, categories
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, insist
from pitboss.simulation.plan import Plan
from pitboss.solve.holdem_bonus import street_counts
from pitboss.solve.holdem_bonus_tables import OUTCOMES, Betting, StreetNumbers, bonus_prices, street_numbers
from pitboss.solve.poker.ranking import Ranking, ranking
from pitboss.solve.prices import Prices

STRATEGIES = ("best",)


class Tables(NamedTuple):
    """What the three decisions need, in the order the kernel takes it."""

    before_flop: NDArray[np.int8]
    before_turn: NDArray[np.uint8]
    before_river: NDArray[np.uint8]
    number: StreetNumbers
    ranking: Ranking
    category: NDArray[np.int8]


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    insist(plan, setup, ("ante",), STRATEGIES)
    return (
        Ledger(plan, setup, len(OUTCOMES))
        .settle_classes(OUTCOMES, Betting(setup).decides)
        .dealing(
            "pitboss.simulation.holdem_bonus_kernel.deal_streets",
            tuple(_tables(setup)),
            rule="every decision as the solver computes it",
        )
    )


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same three decisions at a real table."""
    from pitboss.solve import holdem_bonus_kernel as kernel

    before_turn: Any = kernel.bets_before_turn
    before_river: Any = kernel.bets_before_river
    tables = _tables(setup)
    four = np.empty(4, dtype=np.int64)

    def decide(t: Round) -> str:
        assert t.asking
        own = [card_number(card) for card in t.hands[f"seat {t.asking[0].seat}"]]
        names = t.asking[0].names
        if "flop" in names:
            return "flop" if tables.before_flop[tables.number.holding[own[0], own[1]]] >= 0 else "fold"
        cards = np.array([*own, *(card_number(card) for card in t.hands["community"])], dtype=np.int64)
        if "turn" in names:
            bets = before_turn(cards, tables.before_turn, tables.number, four)
        else:
            bets = before_river(cards, tables.before_river, tables.number, four)
        return names[0] if bets else names[-1]

    return decide


def _tables(setup: Setup) -> Tables:
    solved = street_counts(bonus_prices(Prices(setup)))
    decisions = (solved["before_flop"], solved["before_turn"], solved["before_river"])
    return Tables(*decisions, street_numbers(), ranking(7), categories())
