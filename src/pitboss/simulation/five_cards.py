"""What is done with five cards, for kernels: by the rank of the hand or, where that is not enough, by its kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.hands.evaluator import card_number
from pitboss.solve.poker.opponents import numbers_of

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

    def choice(self, hand: Sequence[Card], rank: int, up: Card | None = None) -> int:
        """What is done with a hand of this rank."""
        found = int(self.cells[0 if up is None else up.rank - 2, rank])
        return found if found != LOOK_CLOSER else int(self.choices[_row_and_card(hand, up)])

    def closer(self) -> NDArray[np.uint8]:
        """What is done with every hand by its number and the rank of the card that is up, two bits to its suit."""
        if not len(self.choices):
            return np.zeros((1, 1), dtype=np.uint8)
        from pitboss.simulation.five_cards_kernel import spread_choices

        rows = np.full(HANDS, -1, dtype=np.int32)
        rows[numbers_of(_kinds())] = np.arange(len(_kinds()))
        return spread_choices(self.choices, rows)


def by_ranks(cells: NDArray[np.uint8], ranks: int, rule: str) -> Strategy:
    """A strategy that goes by ranks alone, of which there are so many."""
    return Strategy(cells.reshape(-1, ranks), np.zeros((0, 1), dtype=np.uint8), rule)


def by_kind(chosen: NDArray[np.int64], choices: NDArray[np.uint8], rule: str) -> Strategy:
    """The best strategy: ``chosen[rank of the card that is up, rank of the hand]`` counts hands by choice."""
    cells = chosen.argmax(axis=-1).astype(np.uint8)
    cells[(chosen > 0).sum(axis=-1) > 1] = LOOK_CLOSER
    return Strategy(cells.reshape(-1, chosen.shape[-2]), choices, rule)


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
    return {number: row for row, number in enumerate(numbers_of(_kinds()).tolist())}


@cache
def _kinds() -> NDArray[np.int8]:
    """One hand of each kind under renaming of suits."""
    from pitboss.solve.poker.suits_kernel import canonical_sets

    hands: NDArray[np.int8] = canonical_sets(5)[0]
    return hands
