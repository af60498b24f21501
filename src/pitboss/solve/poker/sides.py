"""Side wagers: on cards that nobody chooses among, exactly; on the highest hand at the table, sampled."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.poker.sides import Side
from pitboss.hands.evaluator import every_rank
from pitboss.hands.poker import PokerHand
from pitboss.money import dollars
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import WagerAnalysis, simple
from pitboss.solve.poker.counted import Names, counts_of
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.prices import Prices, stake_of

PER_WAGER = "unit of the wager"
COVER_ALL_ROUNDS = 4_000_000


def on_cards(price: Prices, wager: str, side: Side, case: str = "shown") -> WagerAnalysis:
    """A wager that the cards it sees decide alone; a progressive by the meter as it stands, the envy apart."""
    counts = counts_of(side)
    rows = [(count, price(wager, case, names)) for names, count in counts.items()]
    return WagerAnalysis(simple(rows), per=PER_WAGER, note=note_of(price.setup.offers[wager], counts))


def note_of(offer: Offer, counts: Mapping[Names, int]) -> str:
    """What the figures of a wager for a meter leave open: where the meter stands, and the envy of others."""
    if offer.pays is None or not (offer.pays.envy or any("%" in str(pay) for pay in offer.pays.lines.values())):
        return ""
    note = f"the meter as it stands, priced at ${dollars(stake_of(offer))}"
    if not offer.pays.envy:
        return note
    each = envy_of_another(offer, counts)
    return f"{note}; envy not counted: every other player lowers the house edge by {each} ({float(each):.6%})"


def envy_of_another(offer: Offer, counts: Mapping[Names, int]) -> Fraction:
    """What the envy of one other player's hand is worth, in dollars, where hands are as likely as these."""
    assert offer.pays is not None
    due = Fraction(0)
    for names, count in counts.items():
        found = offer.pays.first(names)
        if found is not None:
            due += Fraction(count * offer.pays.envy.get(found[0], 0), 100)
    return due / sum(counts.values())


# -- Cover All -------------------------------------------------------------------------------------------------------


def cover_all(
    setup: Setup,
    price: Prices,
    own: int,
    common: int,
    others: int,
    names_of: Callable[[PokerHand], Names],
    note: str = "",
) -> dict[str, WagerAnalysis]:
    """The highest hand of five cards at the table, if nobody folds.

    Each hand has so many cards of its ``own`` and so many in ``common``; ``others`` is 1 where the dealer has one too.
    """
    named = [names_of(hand) for hand in every_rank()]
    classes = list(dict.fromkeys(named))
    class_of = np.array([classes.index(names) for names in named], dtype=np.int8)

    def sample(hands: int) -> NDArray[np.int64]:
        def compute() -> dict[str, NDArray[Any]]:
            from pitboss.solve.poker.cover_all_kernel import highest_hands

            # Numba's dispatcher does not tell the type checker what it takes.
            deal: Callable[..., NDArray[np.int64]] = highest_hands
            sizes = (own, common, hands)
            return {"counts": deal(*sizes, COVER_ALL_ROUNDS, 2020 + hands, class_of, ranking(5), len(classes))}

        key = ("v1", own, common, hands, COVER_ALL_ROUNDS, classes)
        return kept("poker-cover-all", key, compute)["counts"]

    sampled = for_each_number(lambda players: sample(players + others), setup.seats)
    return by_players(price, classes, sampled, COVER_ALL_ROUNDS, others, note)


def for_each_number(sample: Callable[[int], NDArray[np.int64]], most: int) -> list[NDArray[np.int64]]:
    """A sample for each number of players up to so many, on all of the machine's processors."""
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        # The largest tables take longest.
        return list(pool.map(sample, range(most, 0, -1)))[::-1]


def by_players(
    price: Prices,
    classes: Sequence[Names],
    sampled: Iterable[NDArray[np.int64]],
    rounds: int,
    others: int = 0,
    note: str = "",
) -> dict[str, WagerAnalysis]:
    """The wager at a table of one player, of two, and so on, by how often the highest hand is of each class.

    The pay table goes by the number of players and ``others``.
    """
    found = {}
    for players, counts in enumerate(sampled, start=1):
        rows = [
            (count, price("cover_all", "shown", names, column=str(players + others)))
            for names, count in zip(classes, counts.tolist(), strict=True)
        ]
        title = f"cover_all, {players} player{'s' if players > 1 else ''}"
        found[title] = WagerAnalysis(simple(rows), per=PER_WAGER, sampled=rounds, note=note)
    return found
