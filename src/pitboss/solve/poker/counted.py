"""How often cards that nobody chooses among go by each name, for every way of naming that a wager has."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.poker.sides import ByWorth, Named, Side
from pitboss.hands.evaluator import card_of, every_rank
from pitboss.hands.four_card import four_card_names
from pitboss.hands.hole_cards import hole_card_names
from pitboss.hands.poker import PokerHand
from pitboss.hands.three_card import ace_high_names, three_card_names
from pitboss.solve.chunks import Sums, in_threads
from pitboss.solve.poker.four_card import four_card_counts
from pitboss.solve.poker.ranking import ranking

Names = tuple[str, ...]


@cache
def three_card_counts(named: Named = three_card_names) -> Mapping[Names, int]:
    """How many of the 22,100 hands of three cards go by each set of names."""
    return Counter(named(tuple(map(card_of, trio)), "any") for trio in combinations(range(52), 3))


@cache
def hole_card_counts() -> Mapping[Names, int]:
    """How many of the 1,326 pairs of hole cards go by each set of names."""
    return Counter(hole_card_names(tuple(map(card_of, pair)), "any") for pair in combinations(range(52), 2))


def rank_counts(size: int) -> NDArray[np.int64]:
    """How many of all hands of five, six or seven cards have each rank."""

    def compute() -> dict[str, NDArray[Any]]:
        return {"counts": _sevens() if size == 7 else _by_suit_classes(size)}

    return kept(f"ranks-of-all-{size}", "v1", compute)["counts"]


def _by_suit_classes(size: int) -> NDArray[np.int64]:
    from pitboss.hands.kernels import rank_hands
    from pitboss.solve.poker.suits_kernel import canonical_sets

    hands, weights = canonical_sets(size)
    found = np.zeros(len(every_rank()), dtype=np.int64)
    np.add.at(found, rank_hands(hands, *ranking(size)), weights)
    return found


def _sevens() -> NDArray[np.int64]:
    """All 133,784,560 of them, one by one: of so many cards there are hardly fewer classes."""
    from pitboss.hands.kernels import count_ranks_of_seven

    def with_lowest(cards: Iterable[int]) -> Sums:
        found = np.zeros(len(every_rank()), dtype=np.int64)
        for card in cards:
            count_ranks_of_seven(card, *ranking(7), found)
        return (found,)

    return in_threads(with_lowest, 46, lambda done: None)[0]


def hands_by_name(names_of: Callable[[PokerHand], Names], size: int = 5) -> Mapping[Names, int]:
    """How many of all hands of so many cards go by which names."""
    found: Counter[Names] = Counter()
    for hand, count in zip(every_rank(), rank_counts(size).tolist(), strict=True):
        found[names_of(hand)] += count
    return found


def counts_of(side: Side) -> Mapping[Names, int]:
    """How often the cards that a side wager sees go by each set of names: any cards are as likely as any others."""
    if isinstance(side.named, ByWorth):
        return hands_by_name(side.named.names_of, side.size)
    return NAMED_CARD_BY_CARD[side.named]()


NAMED_CARD_BY_CARD: Mapping[Named, Callable[[], Mapping[Names, int]]] = {
    three_card_names: three_card_counts,
    ace_high_names: partial(three_card_counts, ace_high_names),
    four_card_names: four_card_counts,
    hole_card_names: hole_card_counts,
}
"""Ways of naming that look at the cards themselves, and how often cards go by each."""
