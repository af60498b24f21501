"""How rounds come out under a strategy: every result of hands that are not split, and the results of those that are.

Hands of a split are put together as if, once the dealer's total is known, one said nothing about the other. So how
split rounds divide among their results is a near thing; mean and standard deviation do not come from here, and the
chances are brought to the mean.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.blackjack import BEST
from pitboss.solve.blackjack.chart import Dealt, Reach, reach
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
from pitboss.solve.blackjack.terms import NEVER, Terms

Row = tuple[str, float, float, float]
"""A result by name, its chance, what it nets and what was staked, in units of the wager."""
SPLIT_INTO = "split into "
NEWTON_STEPS = 8


@dataclass(frozen=True)
class Part:
    """Some of all rounds: hands that begin so, against an up card, out of a shoe and by a strategy.

    ``dealt`` are two cards as they were dealt, ``brought`` those that came together otherwise.
    """

    machine: Machine
    strategy: Strategy
    up: int
    share: float
    dealt: Dealt
    brought: Dealt = ()


def rows_of(machine: Machine, strategy: Strategy) -> list[Row]:
    """Every result with its chance."""
    return rows_of_parts(Part(machine, strategy, up, share, machine.deals(up)) for up, share in machine.shares())


def rows_of_parts(parts: Iterable[Part]) -> list[Row]:
    """The same over rounds that go different ways, at tables whose prices are the same."""
    found: dict[tuple[str, float, float], float] = {}
    whole: dict[int, tuple[Part, Reach]] = {}
    for part in parts:
        come = reach(part.machine, part.strategy, part.up, dealt=part.dealt, brought=part.brought).times(part.share)
        whole[part.up] = (part, whole[part.up][1] + come if part.up in whole else come)
        _add(found, _split(part), part.share)
    for part, come in whole.values():
        _add(found, _whole(part.machine.terms, part.up, come))
    return [(name, chance, net, staked) for (name, net, staked), chance in found.items()]


def brought_to(mean: float, rows: Sequence[Row], near: Callable[[str], bool]) -> list[Row]:
    """The same with the chances of the results that are ``near`` things moved so that all of them have the mean.

    Each is multiplied by a power of its result, which moves them as little as can be; what they are together stays.

    >>> rows = [("won", 0.5, 1.0, 1.0), ("split into 2", 0.25, 2.0, 2.0), ("split into 2", 0.25, -2.0, 2.0)]
    >>> [f"{name} {chance:.4f}" for name, chance, _, _ in brought_to(0.51, rows, lambda name: name != "won")]
    ['won 0.5000', 'split into 2 0.2525', 'split into 2 0.2475']
    """
    moved = [at for at, row in enumerate(rows) if near(row[0])]
    nets, chances = (np.array([rows[at][column] for at in moved]) for column in (2, 1))
    if not moved or float(np.ptp(nets)) == 0:
        return list(rows)
    wanted = (chances @ nets + mean - sum(chance * net for _, chance, net, _ in rows)) / chances.sum()
    power = 0.0
    for _ in range(NEWTON_STEPS):
        weights = chances * np.exp(power * nets)
        now = float(weights @ nets / weights.sum())
        spread = float(weights @ nets**2 / weights.sum()) - now**2
        power += (wanted - now) / spread
    weights = chances * np.exp(power * nets)
    found = list(rows)
    for at, chance in zip(moved, weights * (chances.sum() / weights.sum()), strict=True):
        name, _, net, staked = rows[at]
        found[at] = (name, float(chance), net, staked)
    return found


def is_split(name: str) -> bool:
    return name.startswith(SPLIT_INTO)


def _add(found: dict[tuple[str, float, float], float], rows: Iterable[Row], share: float = 1.0) -> None:
    for name, chance, net, staked in rows:
        if chance > 0:
            key = (name, net, staked)
            found[key] = found.get(key, 0.0) + chance * share


def _whole(terms: Terms, up: int, come: Reach) -> Iterator[Row]:
    """Hands that are not split."""
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
            for class_ in np.flatnonzero(come.ended[level, :, bin_]):
                chance = float(come.ended[level, class_, bin_])
                unseen = bin_ == NATURAL and looked
                before = "" if unseen else ("", "doubled: ", "doubled free: ")[level]
                staked = stake if unseen or level != DOUBLED else 2 * stake
                yield before + _case(int(class_), bin_, unseen), chance, float(prices[level, class_, bin_]), staked


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
    for chance, one, two in (*part.dealt, *part.brought):
        if one != two or not machine.splits(strategy, one, up):
            continue
        left, unseen = machine.unseen_of(one, up)
        for hands, share in number_of_hands(terms.most_hands(one), left, unseen).items():
            halves = _half(machine, strategy, up, one, hands, added=False)
            free = _half(machine, strategy, up, one, hands, added=True) if terms.adds_otherwise(one, up) else halves
            likely = all_of(halves)
            if terms.looked(up):
                yield "dealer blackjack", chance * share * likely[NATURAL], -1.0, terms.stake(up)
                likely[NATURAL] = 0.0
            lost = -1.0 if terms.original(up) != NEVER else 0.0
            sums = together(given(halves), given(free), hands)
            if terms.bust_comes_back and one in terms.free_pairs:
                sums = _come_back(sums, _over(machine, strategy, up, one, hands) ** (hands - 1))
            for (net, staked), given_bin in sums.items():
                rounds = chance * share * likely * given_bin
                natural = float(rounds[NATURAL])
                yield f"{SPLIT_INTO}{hands}", natural, net / UNITS + lost, staked
                yield f"{SPLIT_INTO}{hands}", float(rounds.sum()) - natural, net / UNITS, staked


def _over(machine: Machine, strategy: Strategy, up: int, pair: int, hands: int) -> float:
    """How likely a hand that a split has added goes over where the dealer has the total that pushes."""
    limit = hands == machine.terms.most_hands(pair)
    ended = reach(machine, strategy.added or strategy, up, pair, hands - 2, pairs_again=limit).ended[:, :, PUSHES]
    return float(ended[:, OVER].sum() / ended.sum()) if ended.sum() > 0 else 0.0


def _come_back(sums: "Half", all_over: float) -> "Half":
    """Against a total that pushes, the player's own hand that went over loses only if all the others did too."""
    found: Half = {}
    for (net, staked), given_bin in sums.items():
        here, back = given_bin.copy(), np.zeros(BINS)
        if net < 0:
            back[PUSHES] = here[PUSHES] * (1 - all_over)
            here[PUSHES] *= all_over
            found[0, staked] = found.get((0, staked), np.zeros(BINS)) + back
        found[net, staked] = found.get((net, staked), np.zeros(BINS)) + here
    return found


UNITS = 10**9
"""What is won is counted in so many parts of a wager where results are added up and looked up."""
Half = dict[tuple[int, float], NDArray[np.float64]]
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
            found.setdefault((round(net * UNITS), staked), np.zeros(BINS))[bin_] += chance

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


def given(half: Half) -> Half:
    """The same once the dealer's ending is known."""
    likely = all_of(half)
    return {key: chances / np.where(likely > 0, likely, 1.0) for key, chances in half.items()}


def all_of(half: Half) -> NDArray[np.float64]:
    """The chances of the dealer's endings, whatever the hand comes to."""
    found: NDArray[np.float64] = np.sum(list(half.values()), axis=0)
    return found


def together(first: Half, others: Half, hands: int) -> Half:
    """One hand and those that a split has added, once the dealer's ending is known."""
    nets, stakes, chances = _columns(first)
    won, more, parts = _columns(others)
    for _ in range(hands - 1):
        nets, stakes = np.add.outer(nets, won).ravel(), np.add.outer(stakes, more).ravel()
        chances = (chances[:, None] * parts).reshape(-1, parts.shape[1])
        order = np.lexsort((stakes, nets))
        nets, stakes, chances = nets[order], stakes[order], chances[order]
        begins = np.flatnonzero(np.append(True, (np.diff(nets) != 0) | (np.diff(stakes) != 0)))
        nets, stakes, chances = nets[begins], stakes[begins], np.add.reduceat(chances, begins)
    return dict(zip(zip(nets.tolist(), stakes.tolist(), strict=True), chances, strict=True))


def _columns(half: Half) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """What hands come to, what was staked on them and the chances, each as a column."""
    nets, stakes = zip(*half, strict=True)
    return np.array(nets), np.array(stakes), np.array([*half.values()])


def chance_of_ten(shoe: tuple[int, ...]) -> tuple[int, int]:
    """Of so many unseen cards under an ace, how many count ten."""
    return shoe[TEN], sum(shoe) - 1 if shoe[ACE] else sum(shoe)
