"""What the mathematics of four-card games shares: players' hands by kind, hands by name, Cover All."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.poker.kit import Names
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import WagerAnalysis
from pitboss.solve.poker.four_card import every_four, four_card_tables, ranks_of_all
from pitboss.solve.poker.opponents import Hands, numbers_of
from pitboss.solve.poker.sides import COVER_ALL_ROUNDS, by_players, for_each_number
from pitboss.solve.prices import Prices

SIZE = 5


@cache
def four_card_players() -> Hands:
    """All 2,598,960 hands of five cards as 134,459 kinds, with the rank of their best four."""
    from pitboss.solve.poker.suits_kernel import canonical_sets

    hands, weights = canonical_sets(SIZE)
    return Hands(hands, weights, ranks_of_all(SIZE)[numbers_of(hands)])


@cache
def hand_kinds() -> tuple[Names, ...]:
    """The names that hands go by."""
    return tuple(dict.fromkeys(hand.names for hand in every_four()))


@cache
def kind_of_rank() -> NDArray[np.int64]:
    """By what a hand of each rank goes, as a place among all."""
    return np.array([hand_kinds().index(hand.names) for hand in every_four()])


def four_cards_at_table(setup: Setup, price: Prices, dealers: int, others: int) -> dict[str, WagerAnalysis]:
    """The hand at the table that is first in the list of Cover All, if nobody folds: sampled.

    The dealer has so many cards; ``others`` is 1 where the dealer's hand counts among those of the pay table.
    """
    pays = setup.offers["cover_all"].pays
    assert pays is not None
    lines = list(pays.lines)
    listed = ([lines.index(name) for name in hand.names if name in lines] for hand in every_four())
    places = np.array([min(found, default=len(lines)) for found in listed], dtype=np.int16)

    def sample(players: int) -> NDArray[np.int64]:
        def compute() -> dict[str, NDArray[Any]]:
            from pitboss.solve.poker.four_card_kernel import highest_of_table

            # Numba's dispatcher does not tell the type checker what it takes.
            deal: Callable[..., NDArray[np.int64]] = highest_of_table
            sizes = (players, SIZE, dealers)
            return {"counts": deal(*sizes, COVER_ALL_ROUNDS, 2020 + players, four_card_tables(), places)}

        key = ("v1", players, SIZE, dealers, COVER_ALL_ROUNDS, lines)
        return kept("four-cards-at-table", key, compute)["counts"]

    classes = [*((line,) for line in lines), ("none_of_these",)]
    return by_players(price, classes, for_each_number(sample, setup.seats), COVER_ALL_ROUNDS, others)
