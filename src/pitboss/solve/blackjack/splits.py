"""What a pair is worth when it is split, again and again up to the limit, exactly and without playing the hands out.

The hands of a split are played by a strategy that looks at one hand only. Then which card is dealt to which hand first
does not matter, and the worth of a split is a sum over the second cards: each is of the pair's rank (P) and makes
another hand, or it is not (N). A hand's worth depends on the others only by how many P and how many N they drew; and
what it is worth when a card is an N follows from what it is worth with any card and with a P there:
``of(any) = p of(P) + (1 - p) of(N)``.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class HalfHands:
    """A hand of a split with ``more`` other cards of the pair's rank out: what it is worth by its second card.

    ``any_card[more]`` and ``pair_card[more]`` are what one is worth with any second card, and with one of the rank.
    ``left`` is how many of the rank are unseen when the pair is split, ``unseen`` how many cards.
    """

    any_card: NDArray[np.float64]
    pair_card: NDArray[np.float64]
    left: int
    unseen: int

    def with_any(self, more: int, nots: int) -> float:
        """Worth with any second card, when ``more`` P and ``nots`` N are on other hands."""
        return self._known(self.any_card, more, nots, self.left, self.unseen)

    def with_pair(self, more: int, nots: int) -> float:
        return self._known(self.pair_card, more, nots, self.left - 1, self.unseen - 1)

    def without_pair(self, more: int, nots: int) -> float:
        """Worth when the second card is not of the rank."""
        chance = max(self.left - more, 0) / (self.unseen - more - nots)
        if not chance:
            return self.with_any(more, nots)
        return (self.with_any(more, nots) - chance * self.with_pair(more, nots)) / (1 - chance)

    def _known(self, worth: NDArray[np.float64], more: int, nots: int, left: int, unseen: int) -> float:
        """With one N after the other known: each time for all numbers of P that the next one asks for."""
        found = [float(each) for each in worth[more : more + nots + 1]]
        found += [0.0] * (nots + 1 - len(found))  # more than the shoe has
        for drawn in range(nots):
            for at in range(nots - drawn):
                chance = max(left - more - at, 0) / (unseen - more - at - drawn)
                if chance:
                    found[at] = (found[at] - chance * found[at + 1]) / (1 - chance)
        return found[0]


def most_removed(hands: int) -> int:
    """For how many more cards of the rank out of the shoe a half-hand's worth is needed."""
    return 2 * max(hands - 2, 0)


@lru_cache(maxsize=64)
def courses(hands: int) -> tuple[tuple[int, int, int, bool], ...]:
    """How the second cards may come: (P drawn, N drawn, orders, whether the limit of hands was reached).

    A course ends when every hand has its second card, or with the P that makes the last hand there may be.

    >>> courses(2), courses(3)
    (((0, 0, 1, True),), ((0, 2, 1, False), (1, 0, 1, True), (1, 1, 1, True)))
    """
    if hands == 2:
        return ((0, 0, 1, True),)
    ended: dict[tuple[int, int, bool], int] = {}
    open_: dict[tuple[int, int], int] = {(0, 0): 1}
    while open_:
        longer: dict[tuple[int, int], int] = {}
        for (pairs, nots), orders in open_.items():
            for p, n in ((pairs + 1, nots), (pairs, nots + 1)):
                if p == hands - 2 and p > pairs:
                    ended[p, n, True] = ended.get((p, n, True), 0) + orders
                elif n == p + 2:
                    ended[p, n, False] = ended.get((p, n, False), 0) + orders
                else:
                    longer[p, n] = longer.get((p, n), 0) + orders
        open_ = longer
    return tuple(sorted((p, n, orders, limit) for (p, n, limit), orders in ended.items()))


def chance_of(pairs: int, nots: int, left: int, unseen: int) -> float:
    """That so many P and N come, in one given order."""
    chance = 1.0
    for drawn in range(pairs):
        chance *= max(left - drawn, 0) / (unseen - drawn)
    for drawn in range(nots):
        chance *= (unseen - left - drawn) / (unseen - pairs - drawn)
    return chance


def all_hands(half: HalfHands, hands: int) -> float:
    """The worth of all hands of a split together."""
    worth = 0.0
    for pairs, nots, orders, limit in courses(hands):
        chance = orders * chance_of(pairs, nots, half.left, half.unseen)
        if not chance:
            continue
        if nots:
            worth += chance * nots * half.without_pair(pairs, nots - 1)
        if limit:
            worth += chance * (hands - nots) * half.with_any(pairs, nots)
    return worth


def first_hand(half: HalfHands, hands: int) -> float:
    """The worth of the hand that is played first, which keeps the original wager."""
    worth, pairs = 0.0, 0
    while pairs < hands - 2:
        chance = chance_of(pairs, 1, half.left, half.unseen)
        worth += chance * half.without_pair(pairs, 0)
        pairs += 1
    return worth + chance_of(pairs, 0, half.left, half.unseen) * half.with_any(pairs, 0)


def comes_back(own: HalfHands, others: HalfHands, sure: HalfHands, hands: int) -> float:
    """How likely the first hand of a split goes over, not every other hand does, and something happens besides.

    ``own`` and ``others`` are how likely a hand goes over and that happens, ``sure`` that it happens. Once it does, one
    hand is taken to say nothing about another.
    """
    found = 0.0
    for pairs, nots, orders, limit in courses(hands):
        likely = sure.with_any(pairs, nots)
        chance = orders * chance_of(pairs, nots, own.left, own.unseen)
        if chance * likely <= 0:
            continue
        # The first card that does not pair comes to the first hand.
        first = own.without_pair(pairs, nots - 1) if nots else own.with_any(pairs, nots)
        without, rest = max(nots - 1, 0), (hands - nots if limit else 0) - (not nots)
        all_over = 1.0
        if without:
            all_over *= (others.without_pair(pairs, nots - 1) / likely) ** without
        if rest:
            all_over *= (others.with_any(pairs, nots) / likely) ** rest
        found += chance * first * (1 - all_over)
    return found


def number_of_hands(hands: int, left: int, unseen: int) -> dict[int, float]:
    """The chances of the number of hands that a pair becomes."""
    found: dict[int, float] = {}
    for pairs, nots, orders, limit in courses(hands):
        many = hands if limit else nots
        found[many] = found.get(many, 0.0) + orders * chance_of(pairs, nots, left, unseen)
    return found
