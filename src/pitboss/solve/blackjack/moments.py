"""What a strategy comes to over all deals: mean, mean square, money staked, and how rounds come out."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

import numpy as np

from pitboss.solve.blackjack.hands import BINS, DOUBLED, NATURAL, RANKS
from pitboss.solve.blackjack.machine import ComesTo, Machine, Strategy
from pitboss.solve.blackjack.splits import all_hands, first_hand
from pitboss.solve.blackjack.terms import ALWAYS, NEVER, Terms
from pitboss.solve.blackjack.together import all_pairs, two_hands


@dataclass(frozen=True)
class Moments:
    """Per unit of the wager, over a round off a fresh shoe."""

    mean: float
    square: float
    staked: float

    @property
    def deviation(self) -> float:
        return sqrt(self.square - self.mean**2)


def moments_of(machine: Machine, strategy: Strategy, mean: float) -> Moments:
    """Mean square and money staked of a strategy whose mean is known."""
    return Moments(mean, mean_square(machine, strategy), mean_staked(machine, strategy))


def mean_square(machine: Machine, strategy: Strategy) -> float:
    """Of the result of a round: with split hands, all their results together."""
    pairs = [(pair, up) for pair in range(RANKS) for up in machine.ups if machine.splits(strategy, pair, up)]
    with ThreadPoolExecutor(2) as pool:
        squares = pool.map(lambda each: _split_square(machine, each[1], each[0], strategy), pairs)
        splits = dict(zip(pairs, squares, strict=True))
    worth = {up: machine.worth_under(up, strategy, machine.comes_to(up, squared=True)) for up in machine.ups}
    return machine.over_deals(strategy, worth, splits, lambda up: machine.terms.blackjack(up, 2))


def _split_square(machine: Machine, up: int, pair: int, strategy: Strategy) -> float:
    terms = machine.terms
    most = terms.most_hands(pair)
    found = machine.over_hands(up, pair, strategy, squared=True)
    found += all_pairs(two_hands(machine, up, pair, strategy, machine.comes_to(up, split=True)), most)
    lost = terms.original(up)
    if lost == ALWAYS:
        found += machine.natural(up, pair, pair)
    elif lost != NEVER:
        # What the other hands lose by going over in a round that the original loses is taken to be independent.
        found += -machine.original_loss(up, pair, strategy)
    return found


def mean_staked(machine: Machine, strategy: Strategy) -> float:
    """All wagers that a player made in a round, those on split and doubled hands included."""
    terms = machine.terms
    worth, splits = {}, {}
    for up in machine.ups:
        worth[up] = machine.worth_under(up, strategy, _staked(terms, up, terms.stake(up)))
        for pair in range(RANKS):
            if machine.splits(strategy, pair, up):
                splits[pair, up] = _split_staked(machine, up, pair, strategy)
    return machine.over_deals(strategy, worth, splits, lambda up: np.full(BINS, terms.stake(up)))


def _split_staked(machine: Machine, up: int, pair: int, strategy: Strategy) -> float:
    """Where a dealer's blackjack is seen at once there is no more than the wager on the hand."""
    terms, most = machine.terms, machine.terms.most_hands(pair)
    seen = terms.natural(up, pair, pair) * terms.stake(up) if terms.looked(up) else 0.0
    half = machine.half_hands(up, pair, strategy, _staked(terms, up, terms.stake(up), split=True))
    if not terms.adds_otherwise(pair, up):
        return all_hands(half, most) + seen
    own = 0.0 if pair in terms.free_pairs else terms.stake(up, added=True)
    added = _staked(terms, up, own, terms.stake(up, added=True), split=True)
    others = machine.half_hands(up, pair, strategy.added or strategy, added)
    return first_hand(half, most) + all_hands(others, most) - first_hand(others, most) + seen


def _staked(terms: Terms, up: int, own: float, double: float | None = None, *, split: bool = False) -> ComesTo:
    """What is staked on a hand, doubled or not, in the place of what it comes to."""
    doubled = own + (own if double is None else double)
    single = np.full_like(terms.prices(up), own)
    single[DOUBLED] = doubled
    once, twice = np.full(BINS, own), np.full(BINS, doubled)
    if terms.looked(up):
        single[:, :, NATURAL] = once[NATURAL] = twice[NATURAL] = 0 if split else own
    return ComesTo(single, once, twice)
