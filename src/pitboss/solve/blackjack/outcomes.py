"""How rounds come out under a strategy: every result of hands that are not split, and the results of those that are.

Hands of a split are put together as if, once the dealer's total is known, one said nothing about the other. So how
split rounds divide among their results is a near thing; mean and standard deviation do not come from here.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.chart import reach
from pitboss.solve.blackjack.hands import ACE, BINS, BUST, LOWEST_BIN, NATURAL, OVER, PUSHES, TEN, TOTALS
from pitboss.solve.blackjack.machine import Machine, Strategy
from pitboss.solve.blackjack.splits import number_of_hands
from pitboss.solve.blackjack.terms import NEVER

Row = tuple[str, float, float, float]
"""A result by name, its chance, what it nets and what was staked, in units of the wager."""
_HALVES = 2
_MOST = 2 * _HALVES


def rows_of(machine: Machine, strategy: Strategy) -> list[Row]:
    """Every result with its chance."""
    found: dict[tuple[str, float, float], float] = {}
    shoe = machine.terms.shoe
    for up, many in enumerate(shoe):
        if not many:
            continue
        for name, chance, net, staked in (*_whole(machine, strategy, up), *_split(machine, strategy, up)):
            if chance > 0:
                key = (name, net, staked)
                found[key] = found.get(key, 0.0) + chance * many / sum(shoe)
    return [(name, chance, net, staked) for (name, net, staked), chance in found.items()]


def _whole(machine: Machine, strategy: Strategy, up: int) -> Iterator[Row]:
    """Hands that are not split."""
    terms = machine.terms
    come = reach(machine, strategy, up)
    prices = terms.prices(up)
    looked = up in terms.looks_under
    for bin_ in range(BINS):
        net = float(terms.blackjack()[bin_])
        yield ("blackjack" if net > 0 else "both blackjack" if bin_ == NATURAL else "tie", come.blackjack[bin_], net, 1)
        given_up = float(terms.surrendered(up)[bin_])
        yield ("dealer blackjack" if bin_ == NATURAL else "surrendered", come.given_up[bin_], given_up, 1)
        for doubled in (0, 1):
            for total in range(TOTALS):
                chance = float(come.ended[doubled, total, bin_])
                if chance:
                    unseen = bin_ == NATURAL and looked
                    before = "doubled: " if doubled and not unseen else ""
                    staked = 1.0 if unseen else 1.0 + doubled
                    yield before + _case(total, bin_, unseen), chance, float(prices[doubled, total, bin_]), staked


def _case(total: int, bin_: int, unseen: bool) -> str:
    if bin_ == NATURAL and (unseen or total != OVER):
        return "dealer blackjack"
    if total == OVER:
        return "over 21"
    if bin_ == PUSHES:
        return "dealer push total"
    if bin_ == BUST:
        return "dealer over 21"
    dealer = bin_ + LOWEST_BIN
    return "tie" if total == dealer else "player higher" if total > dealer else "dealer higher"


def _split(machine: Machine, strategy: Strategy, up: int) -> Iterator[Row]:
    """Pairs that are split, by the number of hands they become and what these come to together."""
    terms = machine.terms
    for chance, one, two in machine.deals(up):
        if one != two or not machine.splits(strategy, one, up):
            continue
        left, unseen = terms.shoe[one] - 2 - (one == up), sum(terms.shoe) - 3
        looked = up in terms.looks_under
        for hands, share in number_of_hands(terms.most_hands(one), left, unseen).items():
            halves = _half(machine, strategy, up, one, hands)
            for bin_, likely in enumerate(halves.sum(axis=(0, 1))):
                if likely <= 0:
                    continue
                if bin_ == NATURAL and looked:
                    yield "dealer blackjack", chance * share * likely, -1.0, 1.0
                    continue
                lost = -1.0 if bin_ == NATURAL and terms.original(up) != NEVER else 0.0
                for net, staked, part in _together(halves[:, :, bin_] / likely, hands):
                    yield f"split into {hands}", chance * share * likely * part, net + lost, staked


def _half(machine: Machine, strategy: Strategy, up: int, pair: int, hands: int) -> NDArray[np.float64]:
    """``[doubled, halves of a unit won + 4, bin]``: the chances of what one hand of a split comes to."""
    terms = machine.terms
    limit = hands == terms.most_hands(pair)
    come = reach(machine, strategy, up, pair, hands - 2, pairs_again=limit)
    prices, gives_up = terms.prices(up, True), terms.surrendered(up, True)
    found = np.zeros((2, 2 * _MOST + 1, BINS))
    for bin_ in range(BINS):
        found[0, round(gives_up[bin_] * _HALVES) + _MOST, bin_] += come.given_up[bin_]
        for doubled in (0, 1):
            for total in range(TOTALS):
                at = round(prices[doubled, total, bin_] * _HALVES) + _MOST
                found[doubled, at, bin_] += come.ended[doubled, total, bin_]
    return found


def _together(half: NDArray[np.float64], hands: int) -> Iterable[tuple[float, float, float]]:
    """Net, staked and chance of so many hands alike."""
    sums: dict[tuple[int, int], float] = {(0, 0): 1.0}
    single = [(doubled, at - _MOST, half[doubled, at]) for doubled, at in zip(*np.nonzero(half), strict=True)]
    for _ in range(hands):
        longer: dict[tuple[int, int], float] = {}
        for (net, doubles), chance in sums.items():
            for doubled, won, part in single:
                key = (net + int(won), doubles + int(doubled))
                longer[key] = longer.get(key, 0.0) + chance * part
        sums = longer
    return [(net / _HALVES, float(hands + doubles), chance) for (net, doubles), chance in sums.items()]


def chance_of_ten(shoe: tuple[int, ...]) -> tuple[int, int]:
    """Of so many unseen cards under an ace, how many count ten."""
    return shoe[TEN], sum(shoe) - 1 if shoe[ACE] else sum(shoe)
