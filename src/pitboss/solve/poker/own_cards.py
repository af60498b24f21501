"""Wagers that a player's own five cards decide, whatever becomes of the others: counted once, priced by any table."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.hands.evaluator import every_rank
from pitboss.hands.poker import PokerHand
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import WagerAnalysis, simple
from pitboss.solve.poker.opponents import player_hands, ranking
from pitboss.solve.prices import Prices, stake_of

Names = tuple[str, ...]
COVER_ALL_ROUNDS = 4_000_000


@cache
def hands_by_name(names_of: Callable[[PokerHand], Names]) -> dict[Names, int]:
    """How many of the 2,598,960 hands of five cards go by which names."""
    players = player_hands()
    counts = np.zeros(len(every_rank()), dtype=np.int64)
    np.add.at(counts, players.ranks, players.weights)
    found: dict[Names, int] = {}
    for hand, count in zip(every_rank(), counts, strict=True):
        names = names_of(hand)
        found[names] = found.get(names, 0) + int(count)
    return found


def on_five_cards(price: Prices, wager: str, hands: dict[Names, int], case: str = "shown") -> WagerAnalysis:
    """A wager on five cards of the deck; where it is a progressive, the meter as it stands, the envy apart."""
    rows = [(count, price(wager, case, names)) for names, count in hands.items()]
    return WagerAnalysis(simple(rows), per="unit of the wager", note=_note(price, wager, hands))


def _note(price: Prices, wager: str, hands: dict[Names, int]) -> str:
    offer = price.setup.offers[wager]
    if offer.pays is None or not any("%" in str(pay) for pay in offer.pays.lines.values()):
        return ""
    note = f"the meter as it stands, priced at ${dollars(stake_of(offer))}"
    if not offer.pays.envy:
        return note
    due = Fraction(0)
    for names, count in hands.items():
        found = offer.pays.first(names)
        due += Fraction(count * offer.pays.envy.get(found[0], 0), 100) if found else 0
    each = due / sum(hands.values())
    return f"{note}; envy not counted: every other player lowers the house edge by {each} ({float(each):.6%})"


def cover_all(
    setup: Setup, price: Prices, own: int, common: int, others: int, names_of: Callable[[PokerHand], Names]
) -> dict[str, WagerAnalysis]:
    """The highest hand at the table, by the number of players: sampled.

    Each hand has so many cards of its ``own`` and so many in ``common``; ``others`` is 1 where the dealer has one too.
    """
    named = [names_of(hand) for hand in every_rank()]
    classes = list(dict.fromkeys(named))
    class_of = np.array([classes.index(names) for names in named], dtype=np.int8)
    found = {}
    for players in range(1, setup.seats + 1):

        def compute(hands: int = players + others) -> dict[str, NDArray[Any]]:
            from pitboss.solve.poker.cover_all_kernel import highest_hands

            deal: Callable[..., NDArray[np.int64]] = highest_hands
            sizes = (own, common, hands)
            return {"counts": deal(*sizes, COVER_ALL_ROUNDS, 2020 + hands, class_of, *ranking(), len(classes))}

        key = ("v1", own, common, players + others, COVER_ALL_ROUNDS, classes)
        counts = kept("poker-cover-all", key, compute)["counts"]
        column = str(players + others)
        rows = [
            (int(count), price("cover_all", "shown", names, column=column))
            for names, count in zip(classes, counts, strict=True)
        ]
        title = f"cover_all, {players} player{'s' if players > 1 else ''}"
        found[title] = WagerAnalysis(simple(rows), per="unit of the wager", sampled=COVER_ALL_ROUNDS)
    return found
