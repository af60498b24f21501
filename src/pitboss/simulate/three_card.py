"""Three Card Poker for the kernel: hands by number, the strategy as the hands that are played, every class priced."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from pitboss.engine.round import Round
from pitboss.hands.evaluator import CATEGORY_NAMES, RANK_KEYS, categories, category_names, rank_tables
from pitboss.hands.three_card import HIGH_CARD, ThreeCardHand, three_card_hand
from pitboss.rulebook.setup import Setup
from pitboss.simulate.dealing import Dealing, Ledger, NoKernel
from pitboss.simulate.plan import SEAT, Plan
from pitboss.solve.poker.showdown import RESULTS, Showdown
from pitboss.solve.poker.three_card_poker import best_play, decides, hands_of, lowest_qualifying
from pitboss.solve.prices import Prices

DEALT = ("ante", "pair_plus", "six_card_bonus")
STRATEGIES = ("best", "queen_high", "always_play")


@dataclass(frozen=True)
class Strategy:
    """The hands that are played; all others are folded."""

    played: frozenset[ThreeCardHand]
    rule: str


def strategy(setup: Setup, name: str) -> Strategy:
    """A strategy by its name; ``best`` is the solver's."""
    every = hands_of().worths
    if name == "always_play":
        return Strategy(frozenset(every), "play every hand")
    if name == "queen_high":
        queens = frozenset(hand for hand in every if hand.category > HIGH_CARD or hand.ranks[0] >= 12)
        return Strategy(queens, "play queen high or better, fold the rest")
    best = best_play(setup, Prices(setup))
    return Strategy(best.stays, best.strategy["rule"])


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same strategy at a real table."""
    played = strategy(setup, name).played
    return lambda t: "play" if three_card_hand(t.hands[f"seat {SEAT}"]) in played else "fold"


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    for wager in plan.wagers:
        if wager not in DEALT:
            raise NoKernel(f"the kernel does not deal {setup.offers[wager].title}; the script engine does")
    if "ante" in plan.wagers and plan.strategy not in STRATEGIES:
        raise NoKernel(f"the kernel plays by {', '.join(STRATEGIES)}; the script engine by {plan.strategy}")
    chosen = strategy(setup, plan.strategy if "ante" in plan.wagers else "always_play")
    hands, tables = hands_of(), rank_tables(6)
    cards = hands.cards.astype(np.int64)
    plays = np.array([worth in chosen.played for worth in hands.worths])
    classes = [
        Showdown(hand, result, category_names(category))
        for hand, result, category in product(hands.names, RESULTS, range(len(CATEGORY_NAMES)))
    ]
    return (
        Ledger(plan, setup, len(classes))
        .settle_classes(classes, decides(setup))
        .dealing(
            "pitboss.simulate.kernels.deal_three_card",
            (
                # Thirteen bits to a suit.
                (np.uint64(1) << (13 * (cards & 3) + (cards >> 2)).astype(np.uint64)).sum(axis=1, dtype=np.uint64),
                hands.ranks,
                hands.kinds,
                plays[hands.ranks],
                lowest_qualifying(setup),
                "six_card_bonus" in plan.wagers,
                np.array(RANK_KEYS, dtype=np.int64)[cards >> 2].sum(axis=1),
                tables.rows,
                tables.ranks,
                tables.flushes,
                categories(),
            ),
            rule=chosen.rule if "ante" in plan.wagers else "",
        )
    )
