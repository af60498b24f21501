"""Hands won in a row: how often a round by the chart is won, and how often lost.

A round of split hands is won when more of them win than lose. Hands of a split are put together as if, once the
dealer's total is known, one said nothing about the other; all others are exact. Rounds are those of fresh shoes.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.chart import reach
from pitboss.solve.blackjack.hands import BINS, NATURAL
from pitboss.solve.blackjack.machine import Machine, Strategy
from pitboss.solve.blackjack.splits import number_of_hands

LOST, EVEN, WON = range(3)


def shares_of_rounds(machine: Machine, strategy: Strategy) -> NDArray[np.float64]:
    """The chances that a round is lost, neither, and won."""
    found = np.zeros(3)
    for up, share in machine.shares():
        for part in _against(machine, strategy, up):
            found += share * part
    shares: NDArray[np.float64] = found / found.sum()
    return shares


def _against(machine: Machine, strategy: Strategy, up: int) -> Iterator[NDArray[np.float64]]:
    terms = machine.terms
    come = reach(machine, strategy, up)
    yield _by_sign(come.ended, terms.prices(up)).sum(axis=1)
    blackjack = np.zeros(3)
    for bin_ in range(BINS):
        blackjack[int(np.sign(terms.blackjack(up)[bin_])) + 1] += come.blackjack[bin_]
    yield blackjack
    yield np.array([come.given_up.sum(), 0.0, 0.0])
    for chance, one, two in machine.deals(up):
        if one == two and machine.splits(strategy, one, up):
            yield chance * _split(machine, strategy, up, one)


def _split(machine: Machine, strategy: Strategy, up: int, pair: int) -> NDArray[np.float64]:
    """A dealer's blackjack takes the original wager, so the round is lost."""
    terms = machine.terms
    left, unseen = machine.unseen_of(pair, up)
    found = np.zeros(3)
    most = terms.most_hands(pair)
    for hands, share in number_of_hands(most, left, unseen).items():
        come = reach(machine, strategy, up, pair, hands - 2, pairs_again=hands == most)
        each = _by_sign(come.ended, terms.prices(up, True))
        each[LOST] += come.given_up
        found[LOST] += share * each[:, NATURAL].sum()
        for bin_ in range(BINS):
            likely = each[:, bin_].sum()
            if bin_ != NATURAL and likely > 0:
                ahead = np.ones(1)
                for _ in range(hands):
                    ahead = np.convolve(ahead, each[:, bin_] / likely)
                signs = (ahead[:hands].sum(), ahead[hands], ahead[hands + 1 :].sum())
                found += share * likely * np.array(signs)
    return found


def _by_sign(ended: NDArray[np.float64], prices: NDArray[np.float64]) -> NDArray[np.float64]:
    """``[lost, even or won, bin]`` of hands that ended so."""
    found = np.zeros((3, BINS))
    for at, sign in enumerate((-1, 0, 1)):
        found[at] = (ended * (np.sign(prices) == sign)).sum(axis=(0, 1))
    return found
