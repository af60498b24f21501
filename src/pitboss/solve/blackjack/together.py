"""How the hands of a split go together: the mean product of two of their results, for the standard deviation.

Two hands of a split meet the same dealer, so their results hang together. What one wins is written as a sum over
collections of cards that it comes to: it loses its wager whatever comes, unless it comes to stand on some cards. Then
the mean product is a sum over pairs of collections, and the dealer's chances are needed once for every union of two.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.hands import ACE, BINS, PLACES, RANKS, TEN
from pitboss.solve.blackjack.machine import ComesTo, Machine, Strategy
from pitboss.solve.blackjack.splits import HalfHands, chance_of, courses


class Units(NamedTuple):
    """The hands that count, by number, and what each adds to the result against every ending of the dealer."""

    hands: NDArray[np.int64]
    rows: NDArray[np.float64]


def units_of(machine: Machine, up: int, pair: int, strategy: Strategy, comes_to: ComesTo, *, paired: bool) -> Units:
    """A half-hand's result as a sum over collections, orders counted in; ``paired``: its second card pairs."""
    from pitboss.solve.blackjack.kernel import add_units

    hands = machine.hands
    both = hands.of(pair, pair)
    begin = both if paired else hands.of(pair)
    counted, rows = np.zeros(len(hands.totals), dtype=np.bool_), np.zeros((len(hands.totals), BINS))
    add_units(machine.held(pair), *comes_to, *strategy.choices, up, begin, counted, rows)
    # The paired hand is named in any case, so that the collections of one list hold those of the other.
    counted[both] = True
    return Units(np.flatnonzero(counted), rows[counted])


@dataclass(frozen=True)
class TwoHands:
    """The mean product of two hands of a split, by whether their second cards pair, and by what is on other hands.

    The three are ``HalfHands`` in the sense that what is known of other hands' cards is brought in as there.
    """

    both_any: HalfHands
    one_paired: HalfHands
    both_paired: HalfHands

    @property
    def left(self) -> int:
        return self.both_any.left

    @property
    def unseen(self) -> int:
        return self.both_any.unseen

    def any_any(self, more: int, nots: int) -> float:
        return self.both_any.with_any(more, nots)

    def not_any(self, more: int, nots: int) -> float:
        chance = max(self.left - more, 0) / (self.unseen - more - nots)
        if not chance:
            return self.any_any(more, nots)
        return (self.any_any(more, nots) - chance * self.one_paired.with_any(more, nots)) / (1 - chance)

    def not_not(self, more: int, nots: int) -> float:
        pairs_too = max(self.left - more, 0) / (self.unseen - more - nots - 1)
        if not pairs_too:
            return self.not_any(more, nots)
        again = max(self.left - more - 1, 0) / (self.unseen - more - nots - 1)
        not_pair = self.one_paired.with_any(more, nots)
        if again:
            not_pair = (not_pair - again * self.both_paired.with_any(more, nots)) / (1 - again)
        return (self.not_any(more, nots) - pairs_too * not_pair) / (1 - pairs_too)


def two_hands(machine: Machine, up: int, pair: int, strategy: Strategy, comes_to: ComesTo) -> TwoHands:
    """Work the mean products out, for every number of the pair's rank that may be out of the shoe."""
    anything = units_of(machine, up, pair, strategy, comes_to, paired=False)
    paired = units_of(machine, up, pair, strategy, comes_to, paired=True)
    every, sums = _unions(machine.hands.keys, anything, paired)
    left, unseen = machine.unseen_of(pair, up)
    most = machine.most_removed(pair)
    outs, where = numbered(np.concatenate([every + more * int(PLACES[pair]) for more in range(most + 1)]))
    chances = machine.dealer(outs, up)
    products = np.zeros((3, most + 2))
    for more in range(most + 1):
        rows = where[more * len(every) : (more + 1) * len(every)]
        weighted = _shares(machine, up, pair, more, every)[:, None] * chances[rows]
        for seconds in range(3):
            if left - more >= seconds:
                likely = chance_of(seconds, 0, left - more, unseen - more)
                products[seconds, more] = np.sum(weighted * sums[seconds]) / likely
    return TwoHands(
        *(HalfHands(products[seconds], products[seconds], left - seconds, unseen - seconds) for seconds in range(3))
    )


def _unions(keys: NDArray[np.int64], anything: Units, paired: Units) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Every union of two collections, and the products of their rows: none, one and both of the two paired."""
    from pitboss.solve.blackjack.kernel import add_products

    unions = keys[anything.hands][:, None] + keys[anything.hands]
    low, high = np.triu_indices(len(unions))
    every, numbers = numbered(unions[low, high])
    where = np.empty_like(unions)
    where[low, high] = where[high, low] = numbers
    among = np.searchsorted(anything.hands, paired.hands)
    sums = np.zeros((3, len(every), BINS))
    add_products(anything.rows, anything.rows, where, sums[0])
    add_products(paired.rows, anything.rows, where[among], sums[1])
    add_products(paired.rows, paired.rows, where[among][:, among], sums[2])
    return every, sums


def numbered(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every key once, in order, and which of them each is: ``np.unique``, but for the stable sort that takes longer."""
    order = np.argsort(keys)
    sorted_keys = keys[order]
    new = np.append(True, sorted_keys[1:] != sorted_keys[:-1])
    numbers = np.empty_like(order)
    numbers[order] = np.cumsum(new) - 1
    return sorted_keys[new], numbers


def _shares(machine: Machine, up: int, pair: int, more: int, every: NDArray[np.int64]) -> NDArray[np.float64]:
    """The chance of the cards of each union beside the pair, in one order, when so many more of the rank are out."""
    cards = machine.terms.cards - machine.endings.seen[up]
    cards[pair] -= 2 + more
    shares, sizes = np.ones(len(every)), np.zeros(len(every), dtype=np.int64)
    for rank in range(RANKS):
        drawn = ((every >> (6 * rank)) & 63) - 2 * (rank == pair)
        falling = np.cumprod(np.concatenate([[1.0], np.maximum(cards[rank] - np.arange(drawn.max() + 1), 0)]))
        shares *= falling[drawn]
        sizes += drawn
    orders = np.cumprod(np.concatenate([[1.0], cards.sum() - np.arange(sizes.max() + 1.0)]))
    found: NDArray[np.float64] = shares / orders[sizes]
    return found


def all_pairs(two: TwoHands, hands: int) -> float:
    """The sum of the mean products of any two different hands of a split, each pair of hands counted both ways."""
    worth = 0.0
    for pairs, nots, orders, limit in courses(hands):
        chance = orders * chance_of(pairs, nots, two.left, two.unseen)
        if not chance:
            continue
        rest = hands - nots if limit else 0
        if nots > 1:
            worth += chance * nots * (nots - 1) * two.not_not(pairs, nots - 2)
        if nots and rest:
            worth += chance * 2 * nots * rest * two.not_any(pairs, nots - 1)
        if rest > 1:
            worth += chance * rest * (rest - 1) * two.any_any(pairs, nots)
    return worth


def none_over(machine: Machine, up: int, pair: int, strategy: Strategy) -> float:
    """The chance, where the dealer has a blackjack, that no hand of a split has gone over.

    One hand and two of them exactly; of more than two, any two are taken to hang together as they do, and no more.
    """
    from pitboss.solve.blackjack.kernel import neither_over

    hands, hole = machine.hands, TEN if machine.terms.starts[up][0] == ACE else ACE
    left, unseen = machine.unseen_of(pair, up)
    left, unseen = left - (pair == hole), unseen - 1
    held, choices = machine.held(pair), strategy.choices[:3]
    most, removed = machine.terms.most_hands(pair), min(machine.most_removed(pair), left)
    begins = (hands.of(pair), hands.of(pair, pair))
    # By how many of the second cards pair, none, one or two; and of one hand by whether its own does.
    alone, both = np.zeros((2, removed + 2)), np.zeros((3, removed + 2))
    for more in range(removed + 1):
        for seconds, (first, second) in enumerate(((0, 0), (1, 0), (1, 1))):
            if left - more >= seconds and (most > 2 or not seconds):
                found = neither_over(held, *choices, up, hole, more, begins[first], begins[second])
                both[seconds, more] = found[1]
                if not second:
                    alone[first, more] = found[0]
    one = HalfHands(alone[0], alone[1], left, unseen)
    two = TwoHands(*(HalfHands(both[seconds], both[seconds], left - seconds, unseen - seconds) for seconds in range(3)))
    found_so = 0.0
    for pairs, nots, orders, limit in courses(most):
        chance = orders * chance_of(pairs, nots, left, unseen)
        if chance <= 0:
            continue
        rest = most - nots if limit else 0
        without = one.without_pair(pairs, nots - 1) if nots else 1.0
        any_ = one.with_any(pairs, nots) if rest else 1.0
        chance *= without**nots * any_**rest
        if nots > 1 and without:
            chance *= (two.not_not(pairs, nots - 2) / without**2) ** (nots * (nots - 1) // 2)
        if nots and rest and without and any_:
            chance *= (two.not_any(pairs, nots - 1) / (without * any_)) ** (nots * rest)
        if rest > 1 and any_:
            chance *= (two.any_any(pairs, nots) / any_**2) ** (rest * (rest - 1) // 2)
        found_so += chance
    return found_so
