"""Three cards of one's own and three that all share: every three cards with every board, and charts of what to do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.poker.kit import Names
from pitboss.hands.evaluator import every_rank
from pitboss.hands.poker import PokerHand
from pitboss.solve.model import decimal
from pitboss.solve.poker.opponents import EVERY_CARD
from pitboss.solve.poker.ranking import ranking

SIZE = 3
ACE = 12


@dataclass(frozen=True)
class Deals:
    """Every three cards, or one of each kind under renaming of suits, and how many each stands for.

    ``counts`` are its boards by the class of hand that they make, and before that by the discard where there is one.
    """

    own: NDArray[np.int8]
    weights: NDArray[np.int64]
    boards: int
    counts: NDArray[np.int64]

    @property
    def total(self) -> int:
        """How many deals there are."""
        return int(self.weights.sum()) * self.boards


Masks = tuple[int, ...]


def suits_of(cards: Sequence[int]) -> Masks:
    """Cards by the ranks that are held of each suit, whichever suit that is."""
    masks = [0] * 4
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return tuple(sorted(masks, reverse=True))


def rows_by_suits(dealt: Deals) -> dict[Masks, int]:
    """Which row stands for three cards, by their suits."""
    return {suits_of(cards): row for row, cards in enumerate(dealt.own.tolist())}


def alike(card: int, cards: Sequence[int], others: Sequence[int]) -> int:
    """The place among other cards, the same but for the names of suits, of the one that stands for a card of these."""

    def seen(one: int, held: Sequence[int]) -> tuple[int, int]:
        return one >> 2, sum(1 << (other >> 2) for other in held if other & 3 == one & 3)

    return next(at for at, other in enumerate(others) if seen(other, others) == seen(card, cards))


@cache
def classes_of(names_of: Callable[[PokerHand], Names]) -> tuple[list[Names], NDArray[np.int8]]:
    """The classes of hands that a way of naming tells apart, and the class of every rank."""
    named = [names_of(hand) for hand in every_rank()]
    classes = list(dict.fromkeys(named))
    return classes, np.array([classes.index(names) for names in named], dtype=np.int8)


def three_of(deck: Sequence[int] = EVERY_CARD) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """All three cards of a deck: of a whole one as 1,755 kinds."""
    from pitboss.solve.poker.suits_kernel import canonical_sets

    if len(deck) == len(EVERY_CARD):
        return canonical_sets(SIZE)
    own = np.array(list(combinations(deck, SIZE)), dtype=np.int8)
    return own, np.ones(len(own), dtype=np.int64)


def best_with_two(names_of: Callable[[PokerHand], Names], deck: Sequence[int] = EVERY_CARD) -> Deals:
    """All three of one's own cards and the best two of the board."""
    from pitboss.solve.poker.three_and_three_kernel import best_with_two as count

    return _counted("best-with-two", count, names_of, deck, ())


def kept_with_three(names_of: Callable[[PokerHand], Names], deck: Sequence[int] = EVERY_CARD) -> Deals:
    """Two of one's own cards, whichever is discarded, and the whole board."""
    from pitboss.solve.poker.three_and_three_kernel import kept_with_three as count

    return _counted("kept-with-three", count, names_of, deck, (SIZE,))


def _counted(
    name: str,
    count: Callable[..., None],
    names_of: Callable[[PokerHand], Names],
    deck: Sequence[int],
    discards: tuple[int, ...],
) -> Deals:
    own, weights = three_of(deck)
    classes, class_of = classes_of(names_of)

    def compute() -> dict[str, NDArray[Any]]:
        counts = np.zeros((len(own), *discards, len(classes)), dtype=np.int64)
        count(own, np.array(deck, dtype=np.int8), class_of, ranking(5), counts)
        return {"counts": counts.astype(np.int32)}

    counts = kept(name, ("v1", classes, tuple(deck)), compute)["counts"].astype(np.int64)
    return Deals(own, weights, comb(len(deck) - SIZE, SIZE), counts)


def straights_with(ranks: Sequence[int]) -> int:
    """How many straights some different ranks may become, the ace being low as well.

    >>> straights_with([8, 7, 4]), straights_with([12, 0]), straights_with([12, 11, 4])
    (1, 1, 0)
    """
    return sum(all(low <= rank <= low + 4 or (low == -1 and rank == ACE) for rank in ranks) for low in range(-1, 9))


def chart(
    labels: Sequence[str],
    weights: NDArray[np.int64],
    worths: NDArray[np.int64],
    decisions: Sequence[str],
    unit: int,
    rule: str,
    order: Sequence[str] = (),
) -> dict[str, Any]:
    """Situations in rows by their labels, each doing what is worth more for all of it; the first decision is the bet.

    ``worths`` has a column for each decision, in ``unit`` to the Ante. Without an order, the best rows come first.
    """
    rows: dict[str, list[int]] = {}
    for at, label in enumerate(labels):
        rows.setdefault(label, []).append(at)
    best = worths.max(axis=1)
    situations, lost, told = int(weights.sum()), 0, []
    for label, places in rows.items():
        sums = (weights[places, None] * worths[places]).sum(axis=0)
        does, count = int(sums.argmax()), int(weights[places].sum())
        lost += int((weights[places] * best[places]).sum()) - int(sums.max())
        bets = int(weights[places][worths[places].argmax(axis=1) == 0].sum())
        row = {
            "hand": label,
            "decision": decisions[does],
            "situations": count,
            "share": decimal(Fraction(count, situations)),
            "bets": bets,
            "betting_is_best": decimal(Fraction(bets, count)),
        }
        told.append((order.index(label) if order else -Fraction(int(sums.max()), count), row))
    told.sort(key=lambda each: each[0])
    cost = decimal(Fraction(lost, situations * unit))
    return {"rule": rule, "situations": situations, "cost": cost, "rows": [row for _, row in told]}
