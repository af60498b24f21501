"""Four-card games for the kernel: a strategy as what is done with each hand, and every class priced."""

from collections.abc import Sequence

import numpy as np

from pitboss.engine.round import Round
from pitboss.equipment.cards import Card
from pitboss.hands.four_card import four_card_hand
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger
from pitboss.simulation.five_cards import Strategy
from pitboss.simulation.plan import SEAT, Plan
from pitboss.simulation.sets_of_cards import sets_of
from pitboss.solve.poker.four_card import every_four, four_card_tables
from pitboss.solve.poker.four_card_games import kind_of_rank
from pitboss.solve.poker.raised import Raised, Raises
from pitboss.solve.prices import Decides


def answer(t: Round, wager: str, strategy: Strategy, multiples: Sequence[int], up: Card | None = None) -> str:
    """What a strategy says at a real table."""
    hand = t.hands[f"seat {SEAT}"]
    times = multiples[strategy.choice(hand, every_four().index(four_card_hand(hand)), up)]
    ante = t.bet(SEAT, "ante")
    assert ante is not None
    return f"{wager} {dollars(ante.stake * times)}" if times else "fold"


def four_card_dealing(
    plan: Plan,
    setup: Setup,
    strategy: Strategy,
    priced: Raises,
    decides: Decides[Raised],
    up_card: bool,
    lowest: int,
) -> Dealing:
    """The tables of the kernel and the price of every class."""
    classes = priced.classes()
    tables = (
        sets_of(3).cards,
        sets_of(2).cards,
        four_card_tables(),
        kind_of_rank().astype(np.uint8),
        strategy.cells,
        strategy.closer(),
        up_card,
        lowest,
        len(priced.cases),
    )
    ledger = Ledger(plan, setup, len(classes)).settle_classes(classes, decides)
    rule = strategy.rule if "ante" in plan.wagers else ""
    return ledger.dealing("pitboss.simulation.four_card_kernel.deal_four_card", tables, rule=rule)
