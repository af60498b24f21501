"""How rounds come out under a strategy: every result of hands that are not split, and the results of those that are.

Hands of a split are put together as if, once the dealer's total is known, one said nothing about the other. So how
split rounds divide among their results is a near thing; mean and standard deviation do not come from here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.blackjack import BEST
from pitboss.solve.blackjack.chart import Dealt, reach
from pitboss.solve.blackjack.hands import (
    ACE,
    BINS,
    BUST,
    DOUBLED,
    LEVELS,
    LOWEST_BIN,
    NATURAL,
    OVER,
    PUSHES,
    STRONG_21,
    TEN,
    TOTALS,
    TWO_CARD_21,
)
from pitboss.solve.blackjack.machine import Machine, Strategy
from pitboss.solve.blackjack.splits import number_of_hands
from pitboss.solve.blackjack.terms import NEVER

Row = tuple[str, float, float, float]
"""A result by name, its chance, what it nets and what was staked, in units of the wager."""


@dataclass(frozen=True)
class Part:
    """Some of all rounds: hands that begin so, against an up card, out of a shoe and by a strategy."""

    machine: Machine
    strategy: Strategy
    up: int
    share: float
    dealt: Dealt
    plain_21: bool = False


def rows_of(machine: Machine, strategy: Strategy) -> list[Row]:
    """Every result with its chance."""
    return rows_of_parts(Part(machine, strategy, up, share, machine.deals(up)) for up, share in machine.shares())


def rows_of_parts(parts: Iterable[Part]) -> list[Row]:
    """The same over rounds that go different ways."""
    found: dict[tuple[str, float, float], float] = {}
    for part in parts:
        for name, chance, net, staked in (*_whole(part), *_split(part)):
            if chance > 0:
                key = (name, net, staked)
                found[key] = found.get(key, 0.0) + chance * part.share
    return [(name, chance, net, staked) for (name, net, staked), chance in found.items()]


def _whole(part: Part) -> Iterator[Row]:
    """Hands that are not split."""
    machine, up = part.machine, part.up
    terms = machine.terms
    come = reach(machine, part.strategy, up, dealt=part.dealt, plain_21=part.plain_21)
    prices, stake = terms.prices(up), terms.stake(up)
    looked = terms.looked(up)
    for bin_ in range(BINS):
        net = float(terms.blackjack(up)[bin_])
        tie = "both blackjack" if bin_ == NATURAL else "tie"
        yield "blackjack" if net > 0 else tie, come.blackjack[bin_], net, stake
        given_up = float(terms.surrendered(up)[bin_])
        yield "dealer blackjack" if bin_ == NATURAL else "surrendered", come.given_up[bin_], given_up, stake
        saved = float(terms.rescued(up)[bin_])
        yield "dealer blackjack" if bin_ == NATURAL else "rescued", come.rescued[bin_], saved, 2 * stake
        for level in range(LEVELS):
            for class_ in range(prices.shape[1]):
                chance = float(come.ended[level, class_, bin_])
                if chance:
                    unseen = bin_ == NATURAL and looked
                    before = "" if unseen else ("", "doubled: ", "doubled free: ")[level]
                    staked = stake if unseen or level != DOUBLED else 2 * stake
                    yield before + _case(class_, bin_, unseen), chance, float(prices[level, class_, bin_]), staked


def _case(class_: int, bin_: int, unseen: bool) -> str:
    if bin_ == NATURAL and (unseen or class_ != OVER):
        return "dealer blackjack"
    if class_ == OVER:
        return "over 21"
    if bin_ == PUSHES:
        return "dealer push total"
    if bin_ == BUST:
        return "dealer over 21"
    dealer = bin_ + LOWEST_BIN
    total = BEST if class_ > TWO_CARD_21 else class_
    return "tie" if total == dealer else "player higher" if total > dealer else "dealer higher"


def _split(part: Part) -> Iterator[Row]:
    """Pairs that are split, by the number of hands they become and what these come to together."""
    machine, strategy, up = part.machine, part.strategy, part.up
    terms = machine.terms
    for chance, one, two in part.dealt:
        if one != two or not machine.splits(strategy, one, up):
            continue
        left, unseen = machine.unseen_of(one, up)
        looked = terms.looked(up)
        for hands, share in number_of_hands(terms.most_hands(one), left, unseen).items():
            halves = _half(machine, strategy, up, one, hands, added=False)
            free = _half(machine, strategy, up, one, hands, added=True) if terms.adds_otherwise(one, up) else halves
            for bin_ in range(BINS):
                likely = sum(chances[bin_] for chances in halves.values())
                if likely <= 0:
                    continue
                if bin_ == NATURAL and looked:
                    yield "dealer blackjack", chance * share * likely, -1.0, terms.stake(up)
                    continue
                lost = -1.0 if bin_ == NATURAL and terms.original(up) != NEVER else 0.0
                for net, staked, likely_so in together(given(halves, bin_), given(free, bin_), hands):
                    yield f"split into {hands}", chance * share * likely * likely_so, net + lost, staked


Half = dict[tuple[float, float], NDArray[np.float64]]
"""What one hand of a split comes to and what was staked on it, with the chances for each ending of the dealer."""


def _half(machine: Machine, strategy: Strategy, up: int, pair: int, hands: int, *, added: bool) -> Half:
    terms = machine.terms
    limit = hands == terms.most_hands(pair)
    plays = (strategy.added or strategy) if added else strategy
    come = reach(machine, plays, up, pair, hands - 2, pairs_again=limit)
    prices, gives_up, saved = machine.comes_to(up, split=True, added=added)
    stake = terms.stake(up, added)
    own = 0.0 if added and pair in terms.free_pairs else stake
    found: Half = {}

    def add(net: float, staked: float, bin_: int, chance: float) -> None:
        if chance:
            found.setdefault((round(net, 9), staked), np.zeros(BINS))[bin_] += chance

    for bin_ in range(BINS):
        add(gives_up[bin_], own, bin_, come.given_up[bin_])
        add(saved[bin_], own + stake, bin_, come.rescued[bin_])
        for level in range(LEVELS):
            staked = own + (stake if level == DOUBLED else 0.0)
            for class_ in np.flatnonzero(come.ended[level, :, bin_]):
                # What is paid better is left out here: there would be no end of different results.
                plain = class_ if class_ < TOTALS else STRONG_21 if terms.wins_21 else BEST
                add(prices[level, plain, bin_], staked, bin_, come.ended[level, class_, bin_])
    return found


def given(half: Half, bin_: int) -> dict[tuple[float, float], float]:
    """The same once the dealer's ending is known."""
    likely = sum(chances[bin_] for chances in half.values())
    return {key: chances[bin_] / likely for key, chances in half.items() if chances[bin_] > 0}


def together(
    first: Mapping[tuple[float, float], float], others: Mapping[tuple[float, float], float], hands: int
) -> Iterable[tuple[float, float, float]]:
    """Net, staked and chance of one hand and those that a split has added."""
    sums = dict(first)
    for _ in range(hands - 1):
        longer: dict[tuple[float, float], float] = {}
        for (net, staked), chance in sums.items():
            for (won, more), part in others.items():
                key = (round(net + won, 9), staked + more)
                longer[key] = longer.get(key, 0.0) + chance * part
        sums = longer
    return [(net, staked, chance) for (net, staked), chance in sums.items()]


def chance_of_ten(shoe: tuple[int, ...]) -> tuple[int, int]:
    """Of so many unseen cards under an ace, how many count ten."""
    return shoe[TEN], sum(shoe) - 1 if shoe[ACE] else sum(shoe)
