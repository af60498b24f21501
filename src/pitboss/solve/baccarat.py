"""Baccarat by fixed draws: every order of cards out of the finite shoe, by counts for hands and by cards for pairs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import SUITS, Card
from pitboss.games.baccarat.drawing import banker_draws, naturals_of, player_draws
from pitboss.games.baccarat.results import Finished, Score, case_of
from pitboss.games.baccarat.royal_9 import WAGER as ROYAL_9
from pitboss.games.baccarat.royal_9 import royal_9_case
from pitboss.games.must_hit import MUST_HIT
from pitboss.money import money
from pitboss.rulebook.setup import Setup
from pitboss.solve import house_money
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, counted, simple
from pitboss.solve.prices import Decided, Decides, Prices

NO_CARD, STAR = 10, "star"
COUNTS = [
    Finished(Score(player, 2 + player_third), Score(banker, 2 + banker_third))
    for player, banker, player_third, banker_third in product(range(10), range(10), range(2), range(2))
]
"""The classes of finished hands, in the order in which they are counted."""
SEVEN = range(1, 8)
MOST_COUNTED = 27
"""So many decks make fewer orders of six cards than 2**63."""
PER_WAGER = "unit of the wager, from a fresh shoe"


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    counts = counts_of(setup)
    wagers = {}
    strategy = None
    for name in setup.offers:
        if name == house_money.WAGER:
            note = "the payout is taken, not added to another wager; the quotes say what adding it is worth"
            taken = _priced(setup, price, name, pair_counts(setup.decks), note)
            wagers[name], strategy = house_money.with_choice(setup, price, taken)
        elif name == ROYAL_9:
            wagers[name] = _royal_9(setup, price)
        else:
            wagers[name] = by_counts(setup, price, name, counts)
    return Analysis(setup, wagers, strategy)


def shoe_of(decks: int) -> NDArray[np.int64]:
    """How many cards of the shoe count 0, 1, …, 9."""
    return np.array([16 * decks] + [4 * decks] * 9, dtype=np.int64)


def counts_of(setup: Setup) -> NDArray[Any]:
    """The deals of a whole shoe.

    Each is a product of six numbers of cards, every one of them linear in the number of decks: where that is too large
    for a machine word, the counts of seven smaller shoes say what they are.
    """
    if setup.decks <= MOST_COUNTED:
        return round_counts(setup, shoe_of(setup.decks))
    return through_seven(setup.decks, [round_counts(setup, shoe_of(decks)) for decks in SEVEN])


def through_seven(decks: int, counted_ones: Sequence[NDArray[np.int64]]) -> NDArray[Any]:
    """The counts of a shoe by the polynomials of the sixth degree through those of one to seven decks."""
    total, times = np.zeros_like(counted_ones[0], dtype=object), factorial(len(SEVEN) - 1)
    for at, counts in zip(SEVEN, counted_ones, strict=True):
        others = [other for other in SEVEN if other != at]
        weight = prod(decks - other for other in others) * times // prod(at - other for other in others)
        total += counts.astype(object) * weight
    return total // times


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
    found: Counter[Finished] = Counter()
    for (_, (player, banker)), ways in house_money.dealt(4 * decks).items():
        found[Finished(Score(0, pair=player), Score(0, pair=banker))] += ways
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
        (ways, price(ROYAL_9, *royal_9_case(setup, 1, player, banker)))
        for player, banker, ways in _royal_deals(setup.decks)
    ]
    cards = 52 * setup.decks
    every = cards * (cards - 1) * (cards - 2) * (cards - 3)
    rows.append((every - sum(ways for ways, _ in rows), price(ROYAL_9, "all_other_hands")))
    found = WagerAnalysis(simple(rows), per="wager of the fixed amount, from a fresh shoe")
    return replace(found, note="; ".join(_about_the_meters(setup, price, found)))


def _about_the_meters(setup: Setup, price: Prices, found: WagerAnalysis) -> Iterator[str]:
    """What the wager is worth as its meters rise."""
    stake = setup.offers[ROYAL_9].exactly
    assert stake is not None
    star = next(row for row in found.outcomes if row.pays.endswith(STAR))
    rises = found.house_edge * found.total / star.combinations * stake  # cents by which the meter would have to rise
    even = price.meters[STAR] + ceil(rises)
    yield "meters as they stand"
    yield f"with the others as they are, the wager breaks even when {STAR.title()} shows {money(even)}"
    if MUST_HIT in setup.meters:
        held = price.meters[MUST_HIT]
        worth = must_hit_worth(setup, held)
        yield f"the Must Hit meter at {money(held)} is worth {float(worth):.4%} more to a player who makes it alone"


def must_hit_worth(setup: Setup, held: int) -> Fraction:
    """What a Must Hit meter is worth to the only bettor of a round, per unit of the wager.

    The trigger is one of the cents that it can still be; one who is not alone has as much of a part in a meter that
    rises by everybody's wagers.
    """
    rule, stake = setup.meters[MUST_HIT], setup.offers[ROYAL_9].exactly
    assert rule.must_hit_max is not None and stake is not None
    rises, unset = int(stake * rule.contribution), int(held <= rule.seed)
    triggers = max(rule.must_hit_max - held, 0) + unset
    won = min(rises + unset, triggers)
    return Fraction(won, triggers) * (held + rises) / stake if triggers else Fraction(held + rises, stake)


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
