"""Pai Gow Poker for the kernel: both hands set by the house way, and the bonus wagers by what seven cards are."""

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from pitboss.engine.round import Round
from pitboss.equipment.cards import JOKERS
from pitboss.games.pai_gow.bonus_wagers import SHOWN, THREE_CARDS
from pitboss.games.pai_gow.bonuses import (
    ACE_HIGH,
    JUDGES,
    QUEENS_DRAGON,
    TIGER_9,
    Cards,
    Seen,
    best_paid,
    is_ace_high,
    is_queens_dragon,
)
from pitboss.games.pai_gow.cards_in_two import ranking_of
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, NoKernel
from pitboss.simulation.plan import Plan
from pitboss.simulation.strategies import FIRST
from pitboss.solve.pai_gow import dealt
from pitboss.solve.pai_gow.bonuses import RED_BLACK
from pitboss.solve.pai_gow.numbering import numbering
from pitboss.solve.pai_gow.pairs import FLUSH, NINE, house_settings
from pitboss.solve.pai_gow.poker import MAINS, NINE_HIGH, OTHER_LOW, RULE, main_case
from pitboss.solve.pai_gow.sevens import kinds, kinds_of_numbers
from pitboss.solve.prices import Decided

HOUSE_WAY = "house_way"
STRATEGIES = (HOUSE_WAY,)
ON_THE_BANK = (QUEENS_DRAGON, TIGER_9)
Class = tuple[int, int, int]
"""The kind of the player's seven cards, the cell in which both hands meet the bank's, and the bank's state."""


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same strategy at a real table, where the house way is offered first, and to stand before giving up."""
    return lambda t: t.asking[0].names[0] if t.asking else ""


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    if plan.strategy not in (HOUSE_WAY, FIRST):
        raise NoKernel(f"the kernel plays by {HOUSE_WAY}; the script engine by {plan.strategy}")
    main = MAINS[setup.entry.script]
    bonuses = [wager for wager in plan.wagers if wager != main]
    for wager in bonuses:
        if wager not in JUDGES or wager in (THREE_CARDS, RED_BLACK):
            raise NoKernel(f"the kernel does not deal {wager.partition(' ')[0]}; the script engine does")
    by_kind = any(wager not in ON_THE_BANK for wager in bonuses)
    of_kinds = kinds_of_numbers() if by_kind else np.zeros(0, dtype=np.int32)
    many = len(kinds()) if by_kind else 1
    ledger = Ledger(plan, setup, many * dealt.CELLS * dealt.STATES)
    ledger.settle_classes(_classes(many), _decides(setup, main))
    tables = (*numbering(FLUSH).tables, house_settings(ranking_of(setup)), of_kinds)
    return ledger.dealing("pitboss.simulation.pai_gow_poker_kernel.deal_pai_gow_poker", tables, rule=RULE)


def _classes(many: int) -> Iterator[Class]:
    for kind in range(many):
        for cell in range(dealt.CELLS):
            for state in range(dealt.STATES):
                yield kind, cell, state


def _decides(setup: Setup, main: str) -> Callable[[str, Class], list[Decided]]:
    """What a class does to a wager; hands of a kind are called what one of them is."""
    banks = _bank_hands()

    @cache
    def names(wager: str, kind: int, state: int) -> tuple[str, ...]:
        judge, _ = JUDGES[wager]
        pays = setup.offers[wager].pays
        assert pays is not None
        seen = Seen(kinds()[kind][0], banks[state % NINE], NINE_HIGH if state & NINE else OTHER_LOW)
        return best_paid(pays, judge(setup, seen))

    def decides(wager: str, found: Class) -> list[Decided]:
        kind, cell, state = found
        if wager == main:
            return [Decided(wager, main_case(setup, cell, state))]
        hangs_on = (kind, state) if wager == ACE_HIGH else (0, state) if wager in ON_THE_BANK else (kind, 0)
        return [Decided(wager, SHOWN, names(wager, *hangs_on))]

    return decides


def _bank_hands() -> list[Cards]:
    """A hand of the bank's for each state: nothing of note, queen high, ace high without and with the joker."""
    hands = [hand for hand, _ in kinds()]
    ace_high = [hand for hand in hands if is_ace_high(hand)]
    return [
        next(hand for hand in hands if not is_ace_high(hand) and not is_queens_dragon(hand)),
        next(hand for hand in hands if is_queens_dragon(hand)),
        next(hand for hand in ace_high if not set(hand) & set(JOKERS)),
        next(hand for hand in ace_high if set(hand) & set(JOKERS)),
    ]
