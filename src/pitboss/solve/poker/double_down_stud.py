"""Double Down Stud: any four cards with every fifth; the wager is doubled where that is worth more than nothing.

Whose card is whose does not matter, so the 270,725 times four cards that are seen are 16,432 kinds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.games.poker.double_down_stud import WAGERS
from pitboss.games.poker.kit import names_by_pair
from pitboss.hands.evaluator import card_number, every_rank
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, costs_of_rules, decimal, tally
from pitboss.solve.poker.mississippi_chart import Kind, kind_of
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.showdown import whole
from pitboss.solve.prices import Prices

SEEN, LEFT = 4, 48
RULE = "The first row that applies to the four cards that are seen; a card pays where pairing it wins or pushes."
DOUBLE, STAND = "double_down", "stand"
Names = tuple[str, ...]


@dataclass(frozen=True)
class Deals:
    """Four cards, one of each kind under renaming of suits: how many each stands for, and what each fifth makes."""

    seen: NDArray[np.int8]
    weights: NDArray[np.int64]
    classes: NDArray[np.int8]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the wager with the double down."""
    price = Prices(setup, meters)
    worth = worths(price)
    doubled = worth > 0
    return Analysis(setup, {WAGERS[0]: _played(price, doubled)}, _strategy(price, worth))


@cache
def classes_of() -> tuple[list[Names], NDArray[np.int8]]:
    """The classes of hands that the pay table tells apart, and the class of every rank."""
    named = [names_by_pair(hand) for hand in every_rank()]
    classes = list(dict.fromkeys(named))
    return classes, np.array([classes.index(names) for names in named], dtype=np.int8)


@cache
def deals() -> Deals:
    from pitboss.hands.kernels import rank_hands
    from pitboss.solve.poker.suits_kernel import canonical_sets

    seen, weights = canonical_sets(SEEN)
    left = np.array([np.setdiff1d(np.arange(52), cards) for cards in seen], dtype=np.int8)
    hands = np.concatenate([np.repeat(seen[:, None, :], LEFT, axis=1), left[:, :, None]], axis=2)
    ranks = rank_hands(np.ascontiguousarray(hands.reshape(-1, SEEN + 1)), *ranking(SEEN + 1))
    return Deals(seen, weights, classes_of()[1][ranks].reshape(len(seen), LEFT))


def nets_of(price: Prices) -> NDArray[np.int64]:
    """What a unit on each class nets, as whole numbers; both wagers are paid alike."""
    nets = [price(WAGERS[0], "shown", names).net for names in classes_of()[0]]
    assert nets == [price(WAGERS[1], "shown", names).net for names in classes_of()[0]]
    return whole(nets)


def worths(price: Prices) -> NDArray[np.int64]:
    """What a unit more is worth with each four cards, over all 48 that may follow."""
    found: NDArray[np.int64] = nets_of(price)[deals().classes].sum(axis=1)
    return found


def _played(price: Prices, doubled: NDArray[np.bool_]) -> WagerAnalysis:
    """The wager, and as much again with the four cards where it is doubled."""
    rows = []
    for staked, some in ((1, ~doubled), (2, doubled)):
        weights = np.repeat(deals().weights[some], LEFT)
        counts = np.zeros(len(classes_of()[0]), dtype=np.int64)
        np.add.at(counts, deals().classes[some].ravel(), weights)
        for names, count in zip(classes_of()[0], counts.tolist(), strict=True):
            paid = price(WAGERS[0], "shown", names)
            rows.append((paid.reason, count, paid.net * staked, Fraction(staked), paid.pays))
    return WagerAnalysis(tally(rows), per="unit of the Wager")


# -- What a player is told --------------------------------------------------------------------------------------------


def _strategy(price: Prices, worth: NDArray[np.int64]) -> dict[str, Any]:
    dealt = deals()
    total = int(dealt.weights.sum())
    often = Fraction(int(dealt.weights[worth > 0].sum()), total)
    best = _played(price, worth > 0).house_edge
    kinds = [kind_of(tuple(cards)) for cards in dealt.seen.tolist()]
    paid = np.array([kind.made not in ("", "low pair") for kind in kinds])
    simple = {
        "double whatever is paid or pushed already, and nothing else": paid,
        "the same, and any four of one suit": paid | np.array([kind.suited for kind in kinds]),
        "never double": np.zeros(len(kinds), dtype=np.bool_),
    }
    edges = {rule: _played(price, rows).house_edge for rule, rows in simple.items()}
    return {
        "double_down": _chart(kinds, worth),
        "how_often": {DOUBLE: decimal(often), STAND: decimal(1 - often)},
        "simple_rules": costs_of_rules(edges, best),
    }


def _chart(kinds: list[Kind], worth: NDArray[np.int64]) -> dict[str, Any]:
    """Kinds of four cards in rows, each doing what is better for all of it; rows that do alike are told together."""
    weights = deals().weights
    rows: dict[str, list[int]] = {}
    for at, words in enumerate(_told(kinds, worth)):
        row = rows.setdefault(words, [0, 0, 0])
        row[0] += int(weights[at])
        row[1] += int(weights[at]) * bool(worth[at] > 0)
        row[2] += int(weights[at]) * int(worth[at])
    situations = int(weights.sum())
    unit = int(-nets_unit(worth))
    gained = int((weights * np.maximum(worth, 0)).sum()) - sum(max(row[2], 0) for row in rows.values())
    return {
        "rule": RULE,
        "per": "the Wager",
        "situations": situations,
        "cost": decimal(Fraction(gained, situations * LEFT * unit)),
        "rows": [
            {
                "hand": words,
                "decision": DOUBLE if value > 0 else STAND,
                "situations": count,
                "share": decimal(Fraction(count, situations)),
                "bets": bets,
                "betting_is_best": decimal(Fraction(bets, count)),
            }
            for words, (count, bets, value) in sorted(rows.items(), key=lambda row: -row[1][2] / row[1][0])
        ],
    }


def nets_unit(worth: NDArray[np.int64]) -> int:
    """What four cards lose that lose with every fifth, of each of them."""
    return int(worth.min()) // LEFT


def _told(kinds: list[Kind], worth: NDArray[np.int64]) -> list[str]:
    """Each four cards' row: by what is made, the suit, or the straights in reach; told apart by what pays."""
    pays: dict[tuple[bool, int], dict[bool, set[str]]] = {}
    for kind, value in zip(kinds, worth.tolist(), strict=True):
        if not kind.made:
            group = pays.setdefault((kind.suited, kind.straights), {})
            group.setdefault(value > 0, set()).add(kind.pays)
    words = []
    for kind, value in zip(kinds, worth.tolist(), strict=True):
        reach = "four of one suit" if kind.suited else STRAIGHTS[kind.straights]
        alike = {} if kind.made else pays[kind.suited, kind.straights]
        among = f" ({' or '.join(sorted(alike[value > 0]))})" if len(alike) > 1 else ""
        words.append(kind.made or f"{reach}{among}")
    return words


STRAIGHTS = {
    2: "four to a straight that two ranks fill",
    1: "four to a straight that one rank fills",
    0: "none of these",
}


def doubles(cards: Sequence[Card], nets: NDArray[np.int64]) -> bool:
    """Whether the wager is doubled with these four cards seen."""
    from pitboss.hands.kernels import rank_hands

    seen = [card_number(card) for card in cards]
    hands = np.array([[*seen, last] for last in range(52) if last not in seen], dtype=np.int8)
    return bool(nets[classes_of()[1][rank_hands(hands, *ranking(SEEN + 1))]].sum() > 0)
