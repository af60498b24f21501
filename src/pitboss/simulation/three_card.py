"""Three Card Poker for the kernel: hands by number, the strategy as the hands that are played, every class priced."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.round import Round
from pitboss.games.poker.kit import DEALER
from pitboss.hands.evaluator import CATEGORY_NAMES, RANK_KEYS, card_number, categories, category_names, rank_tables
from pitboss.hands.three_card import HIGH_CARD
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, insist
from pitboss.simulation.plan import SEAT, Plan
from pitboss.solve.poker.opponents import numbers_of
from pitboss.solve.poker.showdown import RESULTS, Showdown
from pitboss.solve.poker.three_card_poker import best_play, decides, hands_of, lowest_qualifying
from pitboss.solve.prices import Prices

SIX_CARDS = ("six_card_bonus", "six_card")
DEALT = ("ante", "pair_plus", *SIX_CARDS)
STRATEGIES = ("best", "queen_high", "always_play")


@dataclass(frozen=True)
class Strategy:
    """Which hands are played: a row for each card that the dealer may show, or one where it does not matter."""

    plays: NDArray[np.bool_]
    rule: str


def strategy(setup: Setup, name: str) -> Strategy:
    """A strategy by its name; ``best`` is the solver's."""
    hands = hands_of()
    if name == "always_play":
        return Strategy(np.ones((1, len(hands.cards)), dtype=np.bool_), "play every hand")
    if name == "queen_high":
        queens = np.array([hand.category > HIGH_CARD or hand.ranks[0] >= 12 for hand in hands.worths])
        return Strategy(queens[hands.ranks][np.newaxis], "play queen high or better, fold the rest")
    best = best_play(setup, Prices(setup))
    return Strategy(best.stays, best.strategy["rule"])


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same strategy at a real table."""
    plays, number_of = strategy(setup, name).plays, np.argsort(numbers_of(hands_of().cards))

    def answer(t: Round) -> str:
        cards = np.array([sorted(map(card_number, t.hands[f"seat {SEAT}"]))])
        shown = card_number(t.hands[DEALER][-1]) if len(plays) > 1 else 0
        return "play" if plays[shown, number_of[numbers_of(cards)[0]]] else "fold"

    return answer


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    insist(plan, setup, DEALT, STRATEGIES, decided="ante")
    chosen = strategy(setup, plan.strategy if "ante" in plan.wagers else "always_play")
    hands, tables = hands_of(), rank_tables(6)
    cards = hands.cards.astype(np.int64)
    classes = [
        Showdown(hand, result, category_names(category))
        for hand, result, category in product(hands.names, RESULTS, range(len(CATEGORY_NAMES)))
    ]
    return (
        Ledger(plan, setup, len(classes))
        .settle_classes(classes, decides(setup))
        .dealing(
            "pitboss.simulation.kernels.deal_three_card",
            (
                # Thirteen bits to a suit.
                (np.uint64(1) << (13 * (cards & 3) + (cards >> 2)).astype(np.uint64)).sum(axis=1, dtype=np.uint64),
                hands.ranks,
                hands.kinds,
                chosen.plays,
                hands.cards if len(chosen.plays) > 1 else None,
                lowest_qualifying(setup),
                any(wager in plan.wagers for wager in SIX_CARDS),
                np.array(RANK_KEYS, dtype=np.int64)[cards >> 2].sum(axis=1),
                tables.rows,
                tables.ranks,
                tables.flushes,
                categories(),
            ),
            rule=chosen.rule if "ante" in plan.wagers else "",
        )
    )
