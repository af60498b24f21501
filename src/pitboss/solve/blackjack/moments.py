"""What a strategy comes to over all deals: mean, mean square, money staked, and how rounds come out."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from pitboss.solve.blackjack.hands import BINS, NATURAL, RANKS
from pitboss.solve.blackjack.machine import VALUE, Machine, Strategy
from pitboss.solve.blackjack.splits import all_hands
from pitboss.solve.blackjack.terms import ALWAYS, NEVER
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
    terms = machine.terms
    splits = {
        (pair, up): _split_square(machine, up, pair, strategy)
        for pair in range(RANKS)
        for up in range(RANKS)
        if machine.splits(strategy, pair, up)
    }
    blackjack = terms.blackjack() ** 2
    return machine.over_deals(
        strategy,
        {
            up: machine.play(up, strategy, prices=terms.prices(up) ** 2, surrendered=terms.surrendered(up) ** 2)[
                :, VALUE
            ]
            for up in range(RANKS)
        },
        splits,
        blackjack,
    )


def _split_square(machine: Machine, up: int, pair: int, strategy: Strategy) -> float:
    terms = machine.terms
    most = terms.most_hands(pair)
    each = machine.half_hands(up, pair, strategy, terms.prices(up, True) ** 2, terms.surrendered(up, True) ** 2)
    found = all_hands(each, most) + all_pairs(two_hands(machine, up, pair, strategy), most)
    lost = terms.original(up)
    if lost == ALWAYS:
        found += machine.natural(up, pair, pair)
    elif lost != NEVER:
        # What the other hands lose by going over in a round that the original loses is taken to be independent.
        found += -machine.original_loss(up, pair, strategy)
    return found


def mean_staked(machine: Machine, strategy: Strategy) -> float:
    """All wagers made in a round, those on split and doubled hands included."""
    terms = machine.terms
    worth, splits = {}, {}
    for up in range(RANKS):
        looked = up in terms.looks_under
        single, halves = np.ones_like(terms.prices(up)), np.ones_like(terms.prices(up))
        single[1] = halves[1] = 2
        if looked:
            single[:, :, NATURAL], halves[:, :, NATURAL] = 1, 0
        worth[up] = machine.play(up, strategy, prices=single, surrendered=np.ones(BINS))[:, VALUE]
        gives_up = np.ones(BINS)
        gives_up[NATURAL] = 0 if looked else 1
        for pair in range(RANKS):
            if machine.splits(strategy, pair, up):
                half = machine.half_hands(up, pair, strategy, halves, gives_up)
                splits[pair, up] = all_hands(half, terms.most_hands(pair))
                splits[pair, up] += machine.natural(up, pair, pair) if looked else 0
    return machine.over_deals(strategy, worth, splits, np.ones(BINS))
