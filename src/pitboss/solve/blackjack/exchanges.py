"""Hands whose cards are exchanged before they are played: two hands that switch their second cards, and a zap.

What a hand is worth depends on the cards that lie elsewhere: those of the other hand, or those that were given back. So
there is a machine for every two cards that are out of the shoe, and all of them share the dealer's chances. Whoever
plays looks at the cards of the hand and at those two; not at what the other hand draws later. Then the second hand is
worth what it would be if it were played first, and the two hands are worth the sum of both.
"""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.blackjack import BEST
from pitboss.solve.blackjack.chart import Chart, best_chart
from pitboss.solve.blackjack.hands import ACE, NATURAL, RANKS, SINGLE, TEN, Ranks
from pitboss.solve.blackjack.machine import VALUE, Machine, Strategy, machines_without
from pitboss.solve.blackjack.outcomes import Part
from pitboss.solve.blackjack.terms import Terms

HOPELESS = -0.1
"""A pair that loses more than this by a split is not split because of two cards more or less."""
BOTH = tuple(combinations_with_replacement(range(RANKS), 2))
SAME = np.eye(RANKS, dtype=np.bool_)


@dataclass(frozen=True)
class Exchanged:
    """What a way of playing comes to for each unit of a wager, and of what rounds it consists."""

    mean: float
    parts: tuple[Part, ...]
    exchanged: float
    """How often cards are exchanged."""
    chosen: frozenset[tuple[int, ...]]
    """When they are: the up card and the two cards that are zapped, or the four of two hands in their order."""


# -- What two cards are worth -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Worth:
    """Two cards against every up card, by machine: as they were dealt, and where they came together otherwise.

    ``dealt[up, one, two]``; ``brought`` is the same but for an ace and a ten.
    """

    machine: Machine
    strategy: Strategy
    dealt: NDArray[np.float64]
    brought: NDArray[np.float64]


def worth_of(machine: Machine, one_hand: "OneHand", *, by_chart: bool = False) -> Worth:
    """Played best by the cards of a hand and those that are out, or by the chart of one hand.

    Pairs that are far from a split are not looked at for the best play.
    """
    hands, terms = machine.hands, machine.terms
    strategy = one_hand.chart.strategy(machine) if by_chart else Strategy.empty(hands, len(machine.ups))
    two_cards = hands.after[hands.after[0]]
    there = (hands.after[0] >= 0)[:, None] & (two_cards >= 0)
    dealt = np.zeros((len(machine.ups), RANKS, RANKS))
    brought = dealt.copy()
    for up in machine.ups:
        worth = machine.worth_under(up, strategy) if by_chart else machine.play(up, strategy)[VALUE]
        dealt[up] = np.where(there, worth[two_cards], 0.0)
        for pair in range(RANKS):
            tried = strategy.splits[pair, up] if by_chart else one_hand.best.margins.get((pair, up), -1.0) > HOPELESS
            if tried and machine.splittable(pair, up):
                split = machine.split(up, pair, strategy) + one_hand.again(pair, up)
                strategy.splits[pair, up] = by_chart or split > dealt[up, pair, pair]
                if strategy.splits[pair, up]:
                    dealt[up, pair, pair] = split
        brought[up] = dealt[up]
        chances = machine.chances[machine.rows[-1][0, hands.of(ACE, TEN)], up]
        blackjack = chances @ terms.blackjack(up)
        dealt[up, ACE, TEN] = dealt[up, TEN, ACE] = blackjack
        if terms.brought_21_is_blackjack:
            brought[up, ACE, TEN] = brought[up, TEN, ACE] = blackjack
        elif terms.brought_21_ties_blackjack and not terms.looked(up):
            tied = -chances[NATURAL] * terms.prices(up)[SINGLE, BEST, NATURAL]
            brought[up, ACE, TEN] += tied
            brought[up, TEN, ACE] += tied
    return Worth(machine, strategy, dealt, brought)


def worths_of(machines: Mapping[Ranks, Machine], one_hand: "OneHand", *, by_chart: bool) -> dict[Ranks, Worth]:
    """The same for every machine, two at a time: the kernels let others work."""
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(partial(worth_of, one_hand=one_hand, by_chart=by_chart), machines.values())
        return dict(zip(machines, found, strict=True))


@dataclass(frozen=True)
class OneHand:
    """The table as if hands were played as they are dealt: its chart, and what splitting again adds.

    What a third and a fourth hand of a split are worth is taken from here, as if no two cards more were out: over all
    rounds that is some millionths of a wager off. Two hands are worked out with those cards out.
    """

    machine: Machine
    best: Strategy
    chart: Chart
    once: Machine

    def again(self, pair: int, up: int) -> float:
        if self.machine.terms.most_hands(pair) <= 2:
            return 0.0
        found = self._known.get((pair, up))
        if found is None:
            more = self.machine.split(up, pair, self.best) - self.once.split(up, pair, self.best)
            found = self._known[pair, up] = more
        return found

    @cached_property
    def _known(self) -> dict[tuple[int, int], float]:
        return {}


@lru_cache(maxsize=16)
def of_one_hand(terms: Terms) -> OneHand:
    machine = Machine(terms)
    best, _ = machine.best()
    return OneHand(machine, best, best_chart(machine, best)[0], Machine(_split_once(terms)))


def _split_once(terms: Terms) -> Terms:
    return replace(terms, hands=min(terms.hands, 2))


def _splits_apart(one_hand: OneHand, parts: Iterable[Part]) -> Iterator[Part]:
    """Pairs that are split, gathered by up card: how they divide among results is told as if no more cards were out."""
    split: dict[tuple[int, int], float] = {}
    for part in parts:
        kept: list[tuple[tuple[float, int, int], ...]] = []
        for deals in (part.dealt, part.brought):
            whole = []
            for chance, one, two in deals:
                if one == two and part.machine.splits(part.strategy, one, part.up):
                    split[one, part.up] = split.get((one, part.up), 0.0) + chance * part.share
                else:
                    whole.append((chance, one, two))
            kept.append(tuple(whole))
        yield replace(part, dealt=kept[0], brought=kept[1])
    all_split = replace(one_hand.best, splits=np.ones_like(one_hand.best.splits))
    for (pair, up), chance in split.items():
        yield Part(one_hand.machine, all_split, up, 1.0, ((chance, pair, pair),))


# -- Two hands that switch --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _without_two(terms: Terms) -> dict[Ranks, Machine]:
    return machines_without(_split_once(terms), BOTH)


def switched(terms: Terms, *, by_chart: bool = False) -> Exchanged:
    """Two hands, and the second cards switched wherever that is worth more to both together."""
    one_hand = of_one_hand(terms)
    worths = worths_of(_without_two(terms), one_hand, by_chart=by_chart)
    dealt, brought = (_by_other(worths, name) for name in ("dealt", "brought"))
    cards = np.array(terms.shoe, dtype=np.float64)
    mean, often = 0.0, 0.0
    parts: list[Part] = []
    chosen: set[tuple[int, ...]] = set()
    for up in range(len(terms.starts)):
        share = terms.chance_of_start(up)
        if share <= 0:
            continue
        chances = _four_cards(cards, terms.starts[up])
        # kept[a, b, c, d]: a and b on the first hand, c and d on the second; switched they are a, d and c, b.
        kept = dealt[up] + dealt[up].transpose(2, 3, 0, 1)
        exchanged = (brought[up] + brought[up].transpose(2, 3, 0, 1)).transpose(0, 3, 2, 1)
        exchanged += _seen_naturals(terms, up)
        switch = exchanged > kept + 1e-13
        mean += share * float((chances * np.where(switch, exchanged, kept)).sum()) / 2
        often += share * float(chances[switch].sum())
        chosen.update((up, a, b, c, d) for a, b, c, d in np.argwhere(switch).tolist())
        # A few naturals that a blackjack pushes are told among the results as losses of the switched hand.
        as_dealt, after = chances * ~switch, (chances * switch).transpose(0, 3, 2, 1)
        if terms.brought_21_is_blackjack:
            as_dealt, after = as_dealt + after, np.zeros_like(after)
        each = ((weights + weights.transpose(2, 3, 0, 1)) / 2 for weights in (as_dealt, after))
        parts += _parts_of(worths, up, share, *each)
    return Exchanged(mean, tuple(_splits_apart(one_hand, parts)), often, frozenset(chosen))


def _seen_naturals(terms: Terms, up: int) -> NDArray[np.float64]:
    """A blackjack of the dealer's that is seen at once leaves no time for a switch: hands stay as they were dealt."""
    found = np.zeros((RANKS,) * 4)
    if not terms.looked(up):
        return found
    a, b, c, d = np.indices(found.shape)
    dealt = _blackjack(a, b) + _blackjack(c, d)
    brought = _blackjack(a, d) + _blackjack(c, b) if terms.brought_21_is_blackjack else np.zeros_like(dealt)
    for four in np.argwhere(dealt != brought):
        at = tuple(int(rank) for rank in four)
        found[at] = (dealt[at] - brought[at]) * max(terms.natural(up, *at), 0.0)
    return found


def _blackjack(one: NDArray[np.int64], two: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many blackjacks two cards are: one or none."""
    found: NDArray[np.int64] = ((one == ACE) & (two == TEN) | (one == TEN) & (two == ACE)).astype(np.int64)
    return found


def _by_other(worths: Mapping[Ranks, Worth], name: str) -> NDArray[np.float64]:
    """``[up, one, two, three, four]``: what one and two are worth when three and four are on the other hand."""
    first = next(iter(worths.values()))
    found = np.zeros((len(first.dealt), RANKS, RANKS, RANKS, RANKS))
    for (three, four), worth in worths.items():
        found[:, :, :, three, four] = found[:, :, :, four, three] = getattr(worth, name)
    return found


def _four_cards(cards: NDArray[np.float64], start: Ranks) -> NDArray[np.float64]:
    """The chances of four cards in their order."""
    left = cards - np.bincount(start, minlength=RANKS)
    four = np.indices((RANKS,) * 4)
    found = np.ones((RANKS,) * 4)
    for at, rank in enumerate(four):
        before = sum(((earlier == rank) for earlier in four[:at]), np.zeros_like(rank))
        found *= np.maximum(left[rank] - before, 0.0) / (left.sum() - at)
    return found


def _parts_of(
    worths: Mapping[Ranks, Worth], up: int, share: float, dealt: NDArray[np.float64], brought: NDArray[np.float64]
) -> Iterator[Part]:
    """The hands as they are played, by what is on the other."""
    for out, worth in worths.items():
        deals = [_deals_of(weights, out) for weights in (dealt, brought)]
        if any(deals):
            yield Part(worth.machine, worth.strategy, up, share, *deals)


def _deals_of(weights: NDArray[np.float64], out: Ranks) -> tuple[tuple[float, int, int], ...]:
    """Two cards with their chances when these two are on the other hand."""
    these = weights[:, :, out[0], out[1]] + (weights[:, :, out[1], out[0]] if out[0] != out[1] else 0)
    both = np.where(SAME, these, these + these.T).tolist()
    return tuple((both[one][two], one, two) for one, two in BOTH if both[one][two] > 0)


# -- A zap ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _without_zapped(terms: Terms) -> dict[Ranks, Machine]:
    return machines_without(_split_once(terms), [(), *(two for two in BOTH if _zappable(terms, two))])


def _zappable(terms: Terms, two: Ranks) -> bool:
    return ACE not in two and sum(two) + 2 in terms.zaps


def zapped(terms: Terms, *, by_chart: bool = False) -> Exchanged:
    """Two cards of some hard totals given back for two others wherever that is worth more."""
    one_hand = of_one_hand(terms)
    worths = worths_of(_without_zapped(terms), one_hand, by_chart=by_chart)
    whole = worths[()]
    mean, often = 0.0, 0.0
    parts: list[Part] = []
    chosen: set[tuple[int, ...]] = set()
    for up, share in whole.machine.shares():
        kept = []
        for chance, one, two in whole.machine.deals(up):
            worth = float(whole.dealt[up, one, two])
            again = worths.get((one, two)) if _zappable(terms, (one, two)) else None
            if again is not None:
                new = again.machine.deals(up)
                after = sum(part * float(again.brought[up, a, b]) for part, a, b in new)
                if after > worth:
                    worth, often = after, often + share * chance
                    chosen.add((up, one, two))
                    brought = tuple((chance * part, a, b) for part, a, b in new)
                    parts.append(Part(again.machine, again.strategy, up, share, (), brought))
                else:
                    kept.append((chance, one, two))
            else:
                kept.append((chance, one, two))
            mean += share * chance * worth
        parts.append(Part(whole.machine, whole.strategy, up, share, tuple(kept)))
    return Exchanged(mean, tuple(_splits_apart(one_hand, parts)), often, frozenset(chosen))
