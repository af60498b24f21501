"""Mini-Baccarat for the kernel: the drawing rules as one table, every outcome priced."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import DECK
from pitboss.games.baccarat.mini_baccarat import DRAGON_BONUS
from pitboss.hands.baccarat import NATURALS, value
from pitboss.rulebook.setup import Setup, pick
from pitboss.simulate.dealing import Dealing, Ledger, NoKernel
from pitboss.simulate.plan import Plan
from pitboss.simulate.strategies import RANDOM

OUTCOMES = 400
PAIRS = ("no_pair", "player_or_banker_pair", "player_and_banker_pair")
METERED = "royal_9_progressive"
NO_THIRD_CARD = 0


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    if METERED in plan.wagers:
        raise NoKernel(f"the kernel does not deal {setup.offers[METERED].title}; the script engine does")
    if "house_money" in plan.wagers and plan.strategy == RANDOM:
        raise NoKernel("the kernel takes every House Money payout; the script engine decides at random")
    assert setup.entry.cards is not None
    shoe = DECK * pick(setup.entry.cards.decks, setup.options)
    return _priced(plan, setup).dealing(
        "deal_baccarat",
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
    for player_sum, banker_sum, fifth, sixth in product(range(19), range(19), range(10), range(10)):
        player, banker = player_sum % 10, banker_sum % 10
        cards = [2, 2]
        if player not in NATURALS and banker not in NATURALS:
            column = NO_THIRD_CARD
            coming = [fifth, sixth]
            row: str = setup.term("banker_draws")[banker]
            if player in setup.term("player_draws"):
                third = coming.pop(0)
                player, cards[0], column = (player + third) % 10, 3, 1 + third
            if row[column] == "D":
                banker, cards[1] = (banker + coming.pop(0)) % 10, 3
        table[player_sum, banker_sum, fifth, sixth] = _number(player, banker, cards[0], cards[1])
    return table


def _number(player: int, banker: int, player_cards: int, banker_cards: int) -> int:
    return ((player * 10 + banker) * 2 + player_cards - 2) * 2 + banker_cards - 2


def _priced(plan: Plan, setup: Setup) -> Ledger:
    ledger = Ledger(plan, setup, OUTCOMES * len(PAIRS))
    for player, banker, player_cards, banker_cards in product(range(10), range(10), (2, 3), (2, 3)):
        outcome = _number(player, banker, player_cards, banker_cards)
        counts = {"player": (player, player_cards), "banker": (banker, banker_cards)}
        results = result_names(setup, counts)
        for pairs, pair in enumerate(PAIRS):
            at = outcome + OUTCOMES * pairs
            for wager, stake in plan.wagers.items():
                if wager in DRAGON_BONUS:
                    ledger.settle(at, wager, stake, *_dragon_bonus(DRAGON_BONUS[wager], counts))
                elif wager == "house_money":
                    ledger.settle(at, wager, stake, "pair" if pairs else "no_pair", (pair,) if pairs else ())
                else:
                    rulings = setup.offers[wager].rulings
                    ledger.settle(at, wager, stake, next(result for result in results if result in rulings))
    return ledger


def result_names(setup: Setup, counts: dict[str, tuple[int, int]]) -> tuple[str, ...]:
    """The names of a result, finest first, from each hand's count and number of cards."""
    player, banker = counts["player"][0], counts["banker"][0]
    if player == banker:
        return ("tie",)
    winner = "player" if player > banker else "banker"
    named = (
        name
        for name, what in (setup.term("named_hands") or {}).items()
        if (what["hand"], what["count"], what["cards"]) == (winner, *counts[winner])
    )
    return (*named, f"{winner}_wins")


def _dragon_bonus(selected: str, counts: dict[str, tuple[int, int]]) -> tuple[str, tuple[str, ...]]:
    """The case of a Dragon Bonus, and the line of its table; two cards that count 8 or 9 are a natural."""
    count, cards = counts[selected]
    margin = count - counts["banker" if selected == "player" else "player"][0]
    if margin < 0:
        return "behind", ()
    if cards == 2 and count in NATURALS:
        case = "natural_winner" if margin else "natural_tie"
        return case, (case,)
    return ("ahead", (f"win_by_{margin}",)) if margin else ("tie", ())
