"""Four-card games for the kernel: a strategy as what is done with each hand, and every class priced."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.round import Round
from pitboss.equipment.cards import Card
from pitboss.hands.evaluator import card_number
from pitboss.hands.four_card import four_card_hand
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger
from pitboss.simulation.plan import SEAT, Plan
from pitboss.solve.poker.four_card import every_four, four_card_tables
from pitboss.solve.poker.four_card_games import four_card_players, kind_of_rank
from pitboss.solve.poker.opponents import numbers_of
from pitboss.solve.poker.raised import Raised, Raises
from pitboss.solve.prices import Decides

LOOK_CLOSER = 3
HANDS = 2_598_960


@dataclass(frozen=True)
class Strategy:
    """What is done: by the rank of the card that is up, 0 without one, and of the hand; or by its kind and that card.

    ``choices`` is empty where the ranks alone decide.
    """

    cells: NDArray[np.uint8]
    choices: NDArray[np.uint8]
    rule: str

    def choice(self, hand: Sequence[Card], up: Card | None = None) -> int:
        """What is done with a hand."""
        rank = every_four().index(four_card_hand(hand))
        found = int(self.cells[0 if up is None else up.rank - 2, rank])
        return found if found != LOOK_CLOSER else int(self.choices[_row_and_card(hand, up)])


def by_ranks(cells: NDArray[np.uint8], rule: str) -> Strategy:
    """A strategy that goes by ranks alone."""
    return Strategy(cells.reshape(-1, len(every_four())), np.zeros((0, 1), dtype=np.uint8), rule)


def by_kind(chosen: NDArray[np.int64], choices: NDArray[np.uint8], rule: str) -> Strategy:
    """The best strategy: ``chosen[rank of the card that is up, rank of the hand]`` counts hands by choice."""
    cells = chosen.argmax(axis=-1).astype(np.uint8)
    cells[(chosen > 0).sum(axis=-1) > 1] = LOOK_CLOSER
    return Strategy(cells.reshape(-1, len(every_four())), choices, rule)


def answer(t: Round, wager: str, strategy: Strategy, multiples: Sequence[int], up: Card | None = None) -> str:
    """What a strategy says at a real table."""
    times = multiples[strategy.choice(t.hands[f"seat {SEAT}"], up)]
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
    trios, pairs = (np.array(_masks(size), dtype=np.int64) for size in (3, 2))
    closer = np.zeros((1, 1), dtype=np.uint8)
    if len(strategy.choices):
        from pitboss.simulation.four_card_kernel import spread_choices

        rows = np.full(HANDS, -1, dtype=np.int32)
        rows[numbers_of(four_card_players().hands)] = np.arange(len(four_card_players().hands))
        closer = spread_choices(strategy.choices, rows)
    classes = priced.classes()
    tables = (
        trios,
        pairs,
        four_card_tables(),
        kind_of_rank().astype(np.uint8),
        strategy.cells,
        closer,
        up_card,
        lowest,
        len(priced.cases),
    )
    ledger = Ledger(plan, setup, len(classes)).settle_classes(classes, decides)
    rule = strategy.rule if "ante" in plan.wagers else ""
    return ledger.dealing("pitboss.simulation.four_card_kernel.deal_four_card", tables, rule=rule)


@cache
def _masks(size: int) -> tuple[int, ...]:
    """Sets of so many cards as bits, thirteen to a suit."""
    bits = [1 << 13 * (card & 3) + (card >> 2) for card in range(52)]
    return tuple(sum(chosen) for chosen in combinations(bits, size))


def _row_and_card(hand: Sequence[Card], up: Card | None) -> tuple[int, int]:
    """The row of a hand among the kinds, and the card that is up with its suits renamed alike."""
    numbers = [card_number(card) for card in hand]
    masks = [sum(1 << (number >> 2) for number in numbers if number & 3 == suit) for suit in range(4)]
    order = sorted(range(4), key=lambda suit: -masks[suit])
    named = {suit: place for place, suit in enumerate(order)}
    renamed = sorted(number & ~3 | named[number & 3] for number in numbers)
    row = _rows()[int(numbers_of(np.array([renamed]))[0])]
    if up is None:
        return row, 0
    shown = card_number(up)
    return row, shown & ~3 | named[shown & 3]


@cache
def _rows() -> dict[int, int]:
    return {number: row for row, number in enumerate(numbers_of(four_card_players().hands).tolist())}
