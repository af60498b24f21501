"""A hand against a dealer's: for every hand a player can hold, how many of the dealer's do what to it.

A game gives the rank of every hand by its number; hands of three, four or five cards are all one here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import DECK, Card
from pitboss.hands.evaluator import card_number, rank_of
from pitboss.solve.poker.ranking import ranking

if TYPE_CHECKING:
    from pitboss.solve.poker.opponents_kernel import Held

CASES = ("dealer_does_not_qualify", "player_higher", "tie", "dealer_higher")
"""In the order in which they are counted."""
NO_CARD = -1
EVERY_CARD = range(len(DECK))
SAME_SUITS = (0, 1, 2, 3)


@dataclass(frozen=True)
class Opponents:
    """The hands that a dealer can hold: all of one size out of a deck."""

    held: "Held"
    deck: int

    def against(
        self, hands: NDArray[np.int8], ranks: NDArray[np.int16], lowest: int, up: int = NO_CARD
    ) -> NDArray[np.int32]:
        """For each hand of a player, cards rising, the dealer's hands by their case.

        The dealer's hand counts from rank ``lowest`` on. Where a card of the dealer's is ``up``, it is among the hands
        that hold it; there are none for a player who holds it himself.
        """
        from pitboss.solve.poker.opponents_kernel import compare_with_dealers

        counts = np.zeros((len(hands), len(CASES)), dtype=np.int32)
        size, known = self.held.size, int(up != NO_CARD)
        every = comb(self.deck - hands.shape[1] - known, size - known)
        # Numba's dispatcher does not tell the type checker what it takes.
        compare: Callable[..., None] = compare_with_dealers
        compare(hands, ranks, up, lowest, every, self.held, counts)
        return counts


def opponents_of(size: int, ranks: NDArray[np.int16], deck: Sequence[int] = EVERY_CARD) -> Opponents:
    """All hands of so many cards, ranked by their number; ``deck`` may be a reduced one."""
    from pitboss.solve.poker.opponents_kernel import Held, below_each_rank, in_order, ranks_with
    from pitboss.solve.poker.suits_kernel import all_suit_classes, suit_classes

    # The suits of a reduced deck need not be alike.
    same_suits = np.array([SAME_SUITS], dtype=np.int64)
    alike = set(deck) == {card & ~3 | suit for card in deck for suit in SAME_SUITS}
    classes_of = all_suit_classes if alike else partial(suit_classes, renamings=same_suits)
    different = int(ranks.max()) + 1
    cards = np.array(sorted(deck), dtype=np.int64)
    classes: list[NDArray[np.int32]] = []
    below: list[NDArray[np.int32]] = []
    ordered: list[NDArray[np.int16]] = []
    listed: list[int] = []
    # Of few cards few sets are different, and many hands hold each: those are counted instead of listed.
    for held in reversed(range(size)):
        of_set, members = classes_of(held)
        if size - held >= 3:
            last = ordered[0] if not below else np.zeros((0, 0), dtype=np.int16)
            more = below[0] if below else np.zeros((0, 0), dtype=np.int32)
            below.insert(0, below_each_rank(members, cards, size, classes[0], last, more, different))
        else:
            found = ranks_with(members, cards, size, ranks)
            in_order(found)
            ordered.insert(0, found)
        classes.insert(0, of_set)
        listed.insert(0, 0 if size - held >= 3 else ordered[0].shape[1])
    return Opponents(
        Held(
            size,
            np.concatenate(classes),
            _starts(classes),
            np.concatenate([np.zeros((0, different + 1), dtype=np.int32), *below]),
            _starts(below),
            np.concatenate([rows.ravel() for rows in ordered]),
            np.concatenate([np.zeros(len(below), dtype=np.int64), _starts([rows.ravel() for rows in ordered])]),
            np.array(listed, dtype=np.int64),
            ranks,
        ),
        len(deck),
    )


def _starts(parts: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    """Where each part begins when all are put one after another."""
    return np.cumsum([0, *(len(part) for part in parts[:-1])]).astype(np.int64)


def numbers_of(hands: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """The numbers of many hands of one size, cards rising.

    >>> numbers_of(np.array([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3], [0, 1, 4], [49, 50, 51]])).tolist()
    [0, 1, 2, 3, 4, 22099]
    """
    from pitboss.solve.poker.suits_kernel import CHOOSE

    found = np.zeros(len(hands), dtype=np.int64)
    for at in range(hands.shape[1]):
        found += CHOOSE[hands[:, at], at + 1]
    return found


# -- Five cards ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hands:
    """Player hands, one of each kind under renaming of suits: how many each stands for, and its rank."""

    hands: NDArray[np.int8]
    weights: NDArray[np.int64]
    ranks: NDArray[np.int16]


@cache
def player_hands() -> Hands:
    """All 2,598,960 hands of five cards as 134,459 kinds."""
    from pitboss.hands.kernels import rank_hands
    from pitboss.solve.poker.suits_kernel import canonical_sets

    hands, weights = canonical_sets(5)
    return Hands(hands, weights, rank_hands(hands, *ranking(5)))


@cache
def five_card_opponents() -> Opponents:
    """A dealer with any five cards."""
    from pitboss.solve.poker.ranking_kernel import rank_all_fives

    return opponents_of(5, rank_all_fives(ranking(5)))


def against_the_dealer(lowest: int) -> NDArray[np.int32]:
    """For each kind of player's hand, the dealer's hands by their case; the dealer needs rank ``lowest`` or better."""

    def compute() -> dict[str, NDArray[Any]]:
        return {"counts": against_up_card(lowest, NO_CARD)}

    return kept("five-against-five", ("v1", lowest), compute)["counts"]


def against_up_card(lowest: int, up: int) -> NDArray[np.int32]:
    """The same for the dealer's hands that hold a given card; none for players who hold it themselves."""
    players = player_hands()
    return five_card_opponents().against(players.hands, players.ranks, lowest, up)


def against_one_hand(hand: Sequence[Card], lowest: int, up: Card | None = None) -> NDArray[np.int32]:
    """The dealer's hands by their case against one player's hand, all or those that hold the card that is up."""
    numbers = np.array([sorted(map(card_number, hand))], dtype=np.int8)
    ranks = np.array([rank_of(tuple(hand))], dtype=np.int16)
    counts: NDArray[np.int32] = five_card_opponents().against(
        numbers, ranks, lowest, NO_CARD if up is None else card_number(up)
    )[0]
    return counts
