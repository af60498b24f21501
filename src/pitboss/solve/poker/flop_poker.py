"""Flop Poker: every three cards with every flop, played or surrendered by what is worth more; and the pot.

The pot has no edge: all of it goes to players, and a hand that is surrendered plays for it like any other, so nobody's
decision changes it. How often it is shared is counted for two players, and sampled for more.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import Card
from pitboss.games.poker.flop_poker import ANTE, BELOW, FLOP, POT, QUALIFIES, SIZE, qualifies
from pitboss.games.poker.kit import JACK, Names, names_with_jacks
from pitboss.hands.evaluator import card_number, every_rank
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, costs_of_rules, decimal, tally
from pitboss.solve.poker.opponents import EVERY_CARD
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.showdown import whole
from pitboss.solve.poker.three_and_three import (
    Deals,
    best_with_two,
    chart,
    classes_of,
    rows_by_suits,
    straights_with,
    suits_of,
    three_of,
)
from pitboss.solve.prices import Decided, Prices

SURRENDER = "surrender"
CORES = os.cpu_count() or 1
ROUNDS = 1_000_000
RULE = "The first row that applies to the three cards."
MADE = ("three of a kind", "a pair", "three of one suit", "a jack or higher", "three to a straight", "none of these")
"""What three cards are called, in the order in which it is looked for."""
SIMPLE = {
    "place the Flop wager with every hand": MADE,
    "place it with a pair, three of one suit or a jack or higher, and nothing else": MADE[:4],
}
PER_POT, NO_EDGE = "unit of the Pot wager", "all Pot wagers go to players, whatever anybody decides"


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the Ante with the Flop wager, and the pot by the number of players."""
    price, dealt = Prices(setup, meters), best_with_two(names_with_jacks)
    plays = _worths(price, dealt).argmax(axis=1) == 0
    return Analysis(setup, {ANTE: played(price, dealt, plays)} | dict(_pots(setup)), _strategy(price, dealt))


# -- The Ante and the Flop wager ---------------------------------------------------------------------------------------


def decides(names: Names, surrendered: bool = False) -> Iterator[Decided]:
    """What a hand decides: the Ante, and the Flop wager of a player who did not surrender."""
    if surrendered:
        yield Decided(ANTE, SURRENDER)
        return
    case = QUALIFIES if names in _qualifying() else BELOW
    yield Decided(ANTE, case)
    yield Decided(FLOP, case, names)


@cache
def _qualifying() -> set[Names]:
    return {names_with_jacks(hand) for hand in every_rank() if qualifies(hand)}


def nets_of(price: Prices) -> NDArray[np.int64]:
    """What each class of hand nets, and last what a surrender does, as whole numbers in one unit."""
    classes, _ = classes_of(names_with_jacks)
    nets = [price.together(decides(names))[0] for names in classes]
    return whole([*nets, price.together(decides((), surrendered=True))[0]])


def _worths(price: Prices, dealt: Deals) -> NDArray[np.int64]:
    """Over all flops, what each three cards are worth with a Flop wager and surrendered."""
    nets = nets_of(price)
    return np.stack([dealt.counts @ nets[:-1], np.full(len(dealt.own), nets[-1] * dealt.boards)], axis=1)


def best_edge(price: Prices, deck: Sequence[int] = EVERY_CARD) -> Fraction:
    """What the best play loses of an Ante, out of a whole deck or a reduced one."""
    dealt = best_with_two(names_with_jacks, deck)
    return played(price, dealt, _worths(price, dealt).argmax(axis=1) == 0).house_edge


def played(price: Prices, dealt: Deals, plays: NDArray[np.bool_]) -> WagerAnalysis:
    """The Ante and the Flop wager of a player who surrenders all three cards but these."""
    rows = []
    counts = (dealt.counts[plays] * dealt.weights[plays, None]).sum(axis=0)
    for names, count in zip(classes_of(names_with_jacks)[0], counts.tolist(), strict=True):
        net, staked = price.together(decides(names))
        pays = price(FLOP, QUALIFIES, names) if names in _qualifying() else price(FLOP, BELOW)
        rows.append((pays.reason, count, net, staked, pays.pays))
    net, staked = price.together(decides((), surrendered=True))
    rows.append((SURRENDER, int(dealt.weights[~plays].sum()) * dealt.boards, net, staked, ""))
    return WagerAnalysis(tally(rows), per="unit of the Ante", note="with the Flop wager")


def plays_with(price: Prices) -> Callable[[Sequence[Card]], bool]:
    """Whether the Flop wager is placed with three cards."""
    dealt = best_with_two(names_with_jacks)
    rows, plays = rows_by_suits(dealt), _worths(price, dealt).argmax(axis=1) == 0
    return lambda cards: bool(plays[rows[suits_of([card_number(card) for card in cards])]])


# -- The pot -----------------------------------------------------------------------------------------------------------


def _pots(setup: Setup) -> Iterator[tuple[str, WagerAnalysis]]:
    """The Pot wager at a table of two players, of three, and so on."""
    several = range(3, setup.seats + 1)
    with ThreadPoolExecutor(CORES) as pool:
        sampled = pool.map(shared_pots, several)
        if setup.seats > 1:
            yield f"{POT}, 2 players", pot_of_two()
        for players, counts in zip(several, sampled, strict=True):
            rows = [_shared(players, sharing, count) for sharing, count in enumerate(counts.tolist()) if count]
            yield f"{POT}, {players} players", WagerAnalysis(tally(rows), PER_POT, ROUNDS, NO_EDGE, zero_sum=True)


def pot_of_two(deck: Sequence[int] = EVERY_CARD) -> WagerAnalysis:
    """Two players' pot: either wins as often as the other, so it is enough to count equal hands."""
    left = len(deck) - SIZE
    _, weights = three_of(deck)
    total = int(weights.sum()) * comb(left, SIZE) * comb(left - SIZE, SIZE)
    ties = int((weights * _ties(deck)).sum())
    counts = ((total - ties) // 2, (total - ties) // 2, ties)
    rows = [_shared(2, sharing, count) for sharing, count in enumerate(counts)]
    return WagerAnalysis(tally(rows), PER_POT, note=NO_EDGE)


def _ties(deck: Sequence[int]) -> NDArray[np.int64]:
    """On each board, how many ordered pairs of hands are equal."""

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.poker.three_and_three_kernel import equal_hands

        # Numba's dispatcher does not tell the type checker what it takes.
        count: Callable[..., int] = equal_hands
        with ThreadPoolExecutor(CORES) as pool:
            on = partial(count, deck=np.array(deck, dtype=np.int8), ranking=ranking(5))
            return {"ties": np.array(list(pool.map(on, three_of(deck)[0])), dtype=np.int64)}

    return kept("flop-poker-ties", ("v1", tuple(deck)), compute)["ties"]


def shared_pots(players: int) -> NDArray[np.int64]:
    """How many players, of many rounds together, lose the pot, have it alone, share it with another, and so on."""

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.poker.three_and_three_kernel import share_pots

        share: Callable[..., NDArray[np.int64]] = share_pots
        return {"counts": share(players, ROUNDS, 2020 + players, ranking(5))}

    return kept("flop-poker-pots", ("v1", players, ROUNDS), compute)["counts"]


def _shared(players: int, sharing: int, count: int) -> tuple[str, int, Fraction, Fraction, str]:
    """A player's part of the pot in units of the Pot wager, odd cents aside."""
    if not sharing:
        return "lower hand", count, Fraction(-1), Fraction(1), "lose"
    result = "highest hand" if sharing == 1 else f"tie of {sharing}"
    part = "the pot" if sharing == 1 else f"1/{sharing} of the pot"
    return result, count, Fraction(players, sharing) - 1, Fraction(1), part


# -- What a player is told ---------------------------------------------------------------------------------------------


def made_of(cards: Sequence[int]) -> str:
    """What three cards are called in the chart.

    >>> made_of([0, 1, 51]), made_of([48, 33, 4]), made_of([20, 25, 4]), made_of([20, 25, 28])
    ('a pair', 'a jack or higher', 'none of these', 'three to a straight')
    """
    ranks = [card >> 2 for card in cards]
    if len(set(ranks)) < SIZE:
        return MADE[len(set(ranks)) - 1]
    if len({card & 3 for card in cards}) == 1:
        return MADE[2]
    return MADE[3] if max(ranks) + 2 >= JACK else MADE[4] if straights_with(ranks) else MADE[5]


def _strategy(price: Prices, dealt: Deals) -> dict[str, Any]:
    worths = _worths(price, dealt)
    labels = [made_of(cards) for cards in dealt.own.tolist()]
    best = played(price, dealt, worths.argmax(axis=1) == 0)
    ways = {rule: np.array([made in some for made in labels]) for rule, some in SIMPLE.items()}
    edges = {rule: played(price, dealt, way).house_edge for rule, way in ways.items()}
    plays = Fraction(int(dealt.weights[worths.argmax(axis=1) == 0].sum()), int(dealt.weights.sum()))
    unit = dealt.boards * int(-nets_of(price)[-1])
    return {
        "with_three_cards": chart(labels, dealt.weights, worths, (FLOP, SURRENDER), unit, RULE, MADE),
        "how_often": {FLOP: decimal(plays), SURRENDER: decimal(1 - plays)},
        "simple_rules": costs_of_rules(edges, best.house_edge),
    }
