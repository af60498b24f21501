"""Baccarat by fixed draws: every order of cards out of the finite shoe, by counts for hands and by cards for pairs."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import SUITS, Card
from pitboss.games.baccarat.drawing import banker_draws, naturals_of, player_draws
from pitboss.games.baccarat.results import Finished, Score, case_of
from pitboss.games.baccarat.royal_9 import royal_9_case
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, counted, simple
from pitboss.solve.prices import Decided, Decides, Prices

NO_CARD = 10
COUNTS = [
    Finished(Score(player, 2 + player_third), Score(banker, 2 + banker_third))
    for player, banker, player_third, banker_third in product(range(10), range(10), range(2), range(2))
]
"""The classes of finished hands, in the order in which they are counted."""
PER_WAGER = "unit of the wager, from a fresh shoe"


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    counts = round_counts(setup, shoe_of(setup.decks))
    wagers = {}
    for name in setup.offers:
        if name == "house_money":
            note = "the payout is taken, not added to another wager"
            wagers[name] = _priced(setup, price, name, pair_counts(setup.decks), note)
        elif name == "royal_9_progressive":
            wagers[name] = _royal_9(setup, price)
        else:
            wagers[name] = by_counts(setup, price, name, counts)
    return Analysis(setup, wagers)


def shoe_of(decks: int) -> NDArray[np.int64]:
    """How many cards of the shoe count 0, 1, …, 9."""
    return np.array([16 * decks] + [4 * decks] * 9, dtype=np.int64)


def round_counts(setup: Setup, shoe: NDArray[np.int64]) -> NDArray[np.int64]:
    """Deals by the final counts of the hands and the number of their cards, under the rulebook's drawing tables."""
    player = np.array([player_draws(setup, count, 0) for count in range(10)])
    banker = np.array(
        [
            [banker_draws(setup, 0, count, None if third == NO_CARD else third) for third in range(11)]
            for count in range(10)
        ]
    )

    natural = min(naturals_of(setup), default=10)

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.baccarat_kernel import count_rounds

        return {"counts": count_rounds(shoe, player, banker, natural)}

    key = ("v2", shoe.tolist(), player.tolist(), banker.tolist(), natural)
    return kept("baccarat", key, compute)["counts"]


def pair_counts(decks: int) -> Counter[Finished]:
    """Deals by the pairs among the first two cards of each hand, by rank."""
    each = 4 * decks
    found: Counter[Finished] = Counter()
    for ranks in product(range(13), repeat=4):
        ways = 1
        for at, rank in enumerate(ranks):
            ways *= each - ranks[:at].count(rank)
        found[Finished(Score(0, pair=ranks[0] == ranks[2]), Score(0, pair=ranks[1] == ranks[3]))] += ways
    return found


def decides(setup: Setup) -> Decides[Finished]:
    """What finished hands decide: each wager by itself."""
    return lambda wager, found: (Decided(wager, *case_of(setup, wager, found)),)


def by_counts(setup: Setup, price: Prices, wager: str, counts: NDArray[np.int64]) -> WagerAnalysis:
    """A wager that depends on the final counts alone."""
    return _priced(setup, price, wager, dict(zip(COUNTS, counts.ravel().tolist(), strict=True)))


def _priced(setup: Setup, price: Prices, wager: str, counts: Mapping[Finished, int], note: str = "") -> WagerAnalysis:
    return counted(price, wager, counts, decides(setup), per=PER_WAGER, note=note)


def _royal_9(setup: Setup, price: Prices) -> WagerAnalysis:
    """A nine with a face card as either hand's first two cards; all chairs are alike, so the first stands for all."""
    rows = [
        (ways, price("royal_9_progressive", *royal_9_case(setup, 1, player, banker)))
        for player, banker, ways in _royal_deals(setup.decks)
    ]
    cards = 52 * setup.decks
    every = cards * (cards - 1) * (cards - 2) * (cards - 3)
    rows.append((every - sum(ways for ways, _ in rows), price("royal_9_progressive", "all_other_hands")))
    note = "meters as they stand; the Must Hit meter, which is not won by cards, is not counted"
    return WagerAnalysis(simple(rows), per="wager of the fixed amount, from a fresh shoe", note=note)


def _royal_deals(decks: int) -> Iterator[tuple[tuple[Card, Card], tuple[Card, Card], int]]:
    """Deals in which one hand or both are a Royal 9, with the number of orders of cards; another hand is 2c 2d."""
    royals = [(Card("9" + nine), Card(face + suit)) for nine in SUITS for face in "JQK" for suit in SUITS]
    cards = 52 * decks
    nothing = (Card("2c"), Card("2d"))
    for one in royals:
        alone = 2 * decks * decks * (cards - 2) * (cards - 3)
        for other in royals:
            left = [decks - one.count(card) for card in other]
            ways = 2 * decks * decks * 2 * left[0] * left[1]
            alone -= ways
            yield one, other, ways
        yield one, nothing, alone
        yield nothing, one, alone
