"""Five cards against a dealer's five: for every hand a player can hold, how many of the dealer's do what to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import Card
from pitboss.hands.evaluator import RANK_KEYS, card_number, every_rank, rank_of, rank_tables

CASES = ("dealer_does_not_qualify", "player_higher", "tie", "dealer_higher")
"""In the order in which they are counted."""
NO_CARD = -1


@dataclass(frozen=True)
class Deals:
    """Player hands, one of each kind under renaming of suits: how many each stands for, and its rank."""

    hands: NDArray[np.int8]
    weights: NDArray[np.int64]
    ranks: NDArray[np.int16]


@cache
def player_hands() -> Deals:
    """All 2,598,960 hands of five cards as 134,459 kinds."""
    from pitboss.hands.kernels import rank_hands
    from pitboss.solve.holdem_kernel import canonical_boards

    hands, weights = canonical_boards(5)
    return Deals(hands, weights, rank_hands(hands, *ranking()))


def against_the_dealer(lowest: int) -> NDArray[np.int32]:
    """For each kind of player's hand, the dealer's hands by their case; the dealer needs rank ``lowest`` or better."""

    def compute() -> dict[str, NDArray[Any]]:
        players = player_hands()
        return {"counts": _compare(players.hands, players.ranks, lowest, NO_CARD)}

    return kept("five-against-five", ("v1", lowest), compute)["counts"]


def against_up_card(lowest: int, up: int) -> NDArray[np.int32]:
    """The same for the dealer's hands that hold a given card; none for players who hold it themselves."""
    players = player_hands()
    return _compare(players.hands, players.ranks, lowest, up)


def against_one_hand(hand: Sequence[Card], lowest: int, up: Card | None = None) -> NDArray[np.int32]:
    """The dealer's hands by their case against one player's hand, all or those that hold the card that is up."""
    numbers = np.array([sorted(map(card_number, hand))], dtype=np.int8)
    ranks = np.array([rank_of(tuple(hand))], dtype=np.int16)
    counts: NDArray[np.int32] = _compare(numbers, ranks, lowest, NO_CARD if up is None else card_number(up))[0]
    return counts


def _compare(hands: NDArray[np.int8], ranks: NDArray[np.int16], lowest: int, up: int) -> NDArray[np.int32]:
    from pitboss.solve.poker.opponents_kernel import compare_with_dealers

    counts = np.zeros((len(hands), len(CASES)), dtype=np.int32)
    # Numba's dispatcher does not tell the type checker what it takes.
    compare: Callable[..., None] = compare_with_dealers
    compare(hands, ranks, up, lowest, *_tables(), *ranking(), counts)
    return counts


@cache
def ranking() -> tuple[NDArray[Any], ...]:
    """The tables that kernels rank five cards by."""
    tables = rank_tables(5)
    return np.array(RANK_KEYS, dtype=np.int64), tables.rows, tables.ranks, tables.flushes


@cache
def _tables() -> tuple[NDArray[Any], ...]:
    """Of every set of one to four cards its class, and of every class how the hands rank that hold it."""
    from pitboss.solve.poker.opponents_kernel import below_each_rank, ranks_with, suit_classes

    renamings = np.array(list(permutations(range(4))), dtype=np.int64)
    classes, members = zip(*(suit_classes(size, renamings) for size in range(1, 5)), strict=True)
    nothing = np.zeros((1, 0), dtype=np.int8)
    different = len(every_rank())
    below = [below_each_rank(ranks_with(sets, *ranking()), different) for sets in (nothing, *members[:2])]
    return *classes, *below, ranks_with(members[2], *ranking()), ranks_with(members[3], *ranking())
