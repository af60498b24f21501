"""Mini-baccarat: every order of cards out of the finite shoe, by counts for the hands and by cards for the pairs."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import SUITS, Card
from pitboss.games.baccarat.drawing import banker_draws, player_draws
from pitboss.games.baccarat.house_money import house_money_case
from pitboss.games.baccarat.results import dragon_bonus_case, result_case, result_names
from pitboss.games.baccarat.royal_9 import royal_9_case
from pitboss.hands.baccarat import NATURALS
from pitboss.rulebook.resolve import pick
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, simple
from pitboss.solve.prices import Prices

NO_CARD = 10
DRAGON_BONUS = {"dragon_bonus_player": 0, "dragon_bonus_banker": 1}
PER_WAGER = "unit of the wager, from a fresh shoe"


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    counts = round_counts(setup, shoe_of(decks_of(setup)))
    wagers = {}
    for name in setup.offers:
        if name == "house_money":
            wagers[name] = _house_money(setup, price)
        elif name == "royal_9_progressive":
            wagers[name] = _royal_9(setup, price)
        else:
            wagers[name] = by_counts(setup, price, name, counts)
    return Analysis(setup, wagers)


def decks_of(setup: Setup) -> int:
    assert setup.entry.cards is not None
    decks: int = pick(setup.entry.cards.decks, setup.options)
    return decks


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

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.baccarat_kernel import count_rounds

        return {"counts": count_rounds(shoe, player, banker, min(NATURALS))}

    return kept("baccarat", ("v1", shoe.tolist(), player.tolist(), banker.tolist()), compute)["counts"]


def by_counts(setup: Setup, price: Prices, wager: str, counts: NDArray[np.int64]) -> WagerAnalysis:
    """A wager that depends on the final counts alone."""
    offer = setup.offers[wager]
    rows = []
    for (player, banker, player_third, banker_third), count in np.ndenumerate(counts):
        if not count:
            continue
        if wager in DRAGON_BONUS:
            hands = [(player, player_third), (banker, banker_third)]
            selected, third = hands[DRAGON_BONUS[wager]]
            other, _ = hands[1 - DRAGON_BONUS[wager]]
            case, names = dragon_bonus_case(selected, other, natural=not third and selected in NATURALS)
        else:
            case = result_case(offer, result_names(setup, player, banker, 2 + player_third, 2 + banker_third))
            names = ()
        rows.append((int(count), price(wager, case, names)))
    return WagerAnalysis(simple(rows), per=PER_WAGER)


def _house_money(setup: Setup, price: Prices) -> WagerAnalysis:
    """Pairs among the first two cards of each hand, by rank; the payout taken, not added to another wager."""
    each = 4 * decks_of(setup)
    rows = []
    for ranks in product(range(13), repeat=4):
        ways = 1
        for at, rank in enumerate(ranks):
            ways *= each - ranks[:at].count(rank)
        case, names = house_money_case(ranks[0] == ranks[2], ranks[1] == ranks[3])
        rows.append((ways, price("house_money", case, names)))
    return WagerAnalysis(simple(rows), per=PER_WAGER, note="the payout is taken, not added to another wager")


def _royal_9(setup: Setup, price: Prices) -> WagerAnalysis:
    """A nine with a face card as either hand's first two cards; all chairs are alike, so the first stands for all."""
    rows = [
        (ways, price("royal_9_progressive", *royal_9_case(setup, 1, player, banker)))
        for player, banker, ways in _royal_deals(decks_of(setup))
    ]
    cards = 52 * decks_of(setup)
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
