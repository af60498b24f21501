"""Let It Ride: every three cards with every two that may come; each bet rides where it is worth more than nothing.

Whether one bet rides changes nothing for another, so each is decided by itself: the first by the player's three cards,
the second by these and the first community card.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS, Card
from pitboss.games.poker.kit import names_with_tens
from pitboss.games.poker.let_it_ride import BETS, SIDES, SIZE
from pitboss.hands.evaluator import card_number, every_rank
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import EVERYTHING, Analysis, Asked, Progress, WagerAnalysis, costs_of_rules, decimal, tally
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.sides import cover_all, on_cards
from pitboss.solve.prices import Prices

LEFT = 52 - SIZE
ORDERS = LEFT * (LEFT - 1)
PAIRS = np.array(list(combinations(range(LEFT), 2)), dtype=np.int64)
Names = tuple[str, ...]


@dataclass(frozen=True)
class Deals:
    """Three cards, one of each kind under renaming of suits: how many each stands for, and what two more make of it.

    ``left`` are the 49 cards that may come; ``classes`` has a column for each pair of them, as in ``PAIRS``.
    """

    own: NDArray[np.int8]
    weights: NDArray[np.int64]
    left: NDArray[np.int8]
    classes: NDArray[np.int8]


@dataclass(frozen=True)
class Played:
    """The best play: whether bets 1 and 2 ride, with which cards they are paid whatever comes, and all results.

    The results are by class of hand and number of bets left.
    """

    first: NDArray[np.bool_]
    second: NDArray[np.bool_]
    first_paid: NDArray[np.bool_]
    second_paid: NDArray[np.bool_]
    counts: NDArray[np.int64]


def solve(
    setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None, asked: Asked = EVERYTHING
) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    played = best_play(nets_of(price))
    wagers = {BETS[0]: _main(price, played.counts)}
    sides = {wager: side for wager, side in SIDES.items() if wager in setup.offers and wager not in BETS}
    wagers |= {wager: on_cards(price, wager, side) for wager, side in sides.items()}
    if "cover_all" in setup.offers:
        wagers |= cover_all(setup, price, own=SIZE, common=2, others=0, names_of=lambda hand: hand.names)
    if asked.edges_only:
        return Analysis(setup, wagers, None)
    edges = {rule: edge_of(price, *ways) for rule, ways in simple_rules(played).items()}
    rules = {"simple_rules": costs_of_rules(edges, wagers[BETS[0]].house_edge)}
    return Analysis(setup, wagers, _strategy(played) | rules)


# -- Counting ---------------------------------------------------------------------------------------------------------


@cache
def classes_of() -> tuple[list[Names], NDArray[np.int8]]:
    """The classes of hands that the pay tables tell apart, and the class of every rank."""
    named = [names_with_tens(hand) for hand in every_rank()]
    classes = list(dict.fromkeys(named))
    return classes, np.array([classes.index(names) for names in named], dtype=np.int8)


@cache
def deals() -> Deals:
    """All 22,100 times three cards as 1,755 kinds."""
    from pitboss.hands.kernels import rank_hands
    from pitboss.solve.poker.suits_kernel import canonical_sets

    own, weights = canonical_sets(SIZE)
    left = np.array([np.setdiff1d(np.arange(52), cards) for cards in own], dtype=np.int8)
    hands = np.concatenate([np.repeat(own[:, None, :], len(PAIRS), axis=1), left[:, PAIRS]], axis=2)
    ranks = rank_hands(np.ascontiguousarray(hands.reshape(-1, 5)), *ranking(5))
    return Deals(own, weights, left, classes_of()[1][ranks].reshape(len(own), len(PAIRS)))


def nets_of(price: Prices) -> NDArray[np.int64]:
    """What a bet on each class nets, as whole numbers in one unit; all three bets are paid alike."""
    nets = [price(BETS[0], "shown", names).net for names in classes_of()[0]]
    for bet in BETS[1:]:
        assert nets == [price(bet, "shown", names).net for names in classes_of()[0]]
    scale = lcm(*(net.denominator for net in nets))
    return np.array([int(net * scale) for net in nets], dtype=np.int64)


def best_play(nets: NDArray[np.int64]) -> Played:
    """Let each bet ride that is worth more than nothing, once what is known by then is known."""
    return _best_play(tuple(nets.tolist()))


@lru_cache(maxsize=16)
def _best_play(nets: tuple[int, ...]) -> Played:
    worth = np.array(nets, dtype=np.int64)[deals().classes]
    holds = np.zeros((len(PAIRS), LEFT), dtype=np.int64)
    for column in range(2):
        holds[np.arange(len(PAIRS)), PAIRS[:, column]] = 1
    first = worth.sum(axis=1) > 0
    second = worth @ holds > 0
    paid = worth > 0
    first_paid, second_paid = paid.sum(axis=1) == len(PAIRS), paid @ holds == LEFT - 1
    return Played(first, second, first_paid, second_paid, results_of(first, second))


def results_of(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> NDArray[np.int64]:
    """All results by class of hand and number of bets left, where bets 1 and 2 ride with these cards."""
    dealt, classes = deals(), len(classes_of()[0])
    flat = np.zeros(classes * (len(BETS) + 1))
    weights = np.repeat(dealt.weights, len(PAIRS))
    for column in range(2):  # either card of a pair may come first
        bets = 1 + first[:, None].astype(np.int64) + second[:, PAIRS[:, column]]
        flat += np.bincount((dealt.classes * (len(BETS) + 1) + bets).ravel(), weights, len(flat))
    return flat.astype(np.int64).reshape(classes, len(BETS) + 1)  # far fewer than a float counts exactly


def _main(price: Prices, counts: NDArray[np.int64]) -> WagerAnalysis:
    """The three bets together."""
    rows = []
    for names, by_bets in zip(classes_of()[0], counts, strict=True):
        paid = price(BETS[0], "shown", names)
        for bets, count in enumerate(by_bets):
            rows.append((paid.reason, int(count), paid.net * bets, Fraction(bets), paid.pays))
    return WagerAnalysis(tally(rows), per="unit of one of the three equal bets", note="the three bets together")


def rides(cards: Sequence[Card], nets: NDArray[np.int64]) -> bool:
    """Whether a bet rides with these three or four cards seen."""
    from pitboss.hands.kernels import rank_hands

    seen = [card_number(card) for card in cards]
    left = [card for card in range(52) if card not in seen]
    hands = np.array([[*seen, *more] for more in combinations(left, 5 - len(seen))], dtype=np.int8)
    return bool(nets[classes_of()[1][rank_hands(hands, *ranking(5))]].sum() > 0)


# -- Rules that are easier to keep ------------------------------------------------------------------------------------

PAID = "ride what is paid already"
SUITED = f"{PAID}, and bet 2 with four of one suit"
IN_A_ROW = (
    f"{PAID}, bet 1 also with three of one suit in a row from 3-4-5 on or from ten to ace, bet 2 also with four of one "
    "suit or four in a row, ten to king high"
)
NEVER_BACK = "never take a bet back"


def simple_rules(played: Played) -> dict[str, tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """With which cards bets 1 and 2 ride by each of them."""
    dealt = deals()
    four = np.concatenate([np.repeat(dealt.own[:, None, :], LEFT, axis=1), dealt.left[:, :, None]], axis=2)
    first, second = played.first_paid, played.second_paid
    lowest, _, in_a_row, suited = _seen(dealt.own)
    three = first | (suited & (in_a_row & (lowest >= RANKS.index("3")) | (lowest >= RANKS.index("T"))))
    _, four_highest, four_in_a_row, four_suited = _seen(four)
    straight = four_in_a_row & (four_highest >= RANKS.index("T")) & (four_highest <= RANKS.index("K"))
    return {
        IN_A_ROW: (three, second | four_suited | straight),
        SUITED: (first, second | four_suited),
        PAID: (first, second),
        NEVER_BACK: (np.ones_like(first), np.ones_like(second)),
    }


def edge_of(price: Prices, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> Fraction:
    """What is lost of one bet where bets 1 and 2 ride with these cards."""
    return _main(price, results_of(first, second)).house_edge


def _seen(cards: NDArray[np.int8]) -> tuple[NDArray[Any], ...]:
    """Of sets of cards, the lowest and the highest rank, and whether all are in a row, and of one suit."""
    ranks, suits = np.sort(cards >> 2, axis=-1), cards & 3
    return ranks[..., 0], ranks[..., -1], (np.diff(ranks) == 1).all(axis=-1), (suits == suits[..., :1]).all(axis=-1)


# -- What a player is told --------------------------------------------------------------------------------------------


def _strategy(played: Played) -> dict[str, Any]:
    """What to let ride: whatever is paid already, and what may become so, by its ranks."""
    dealt = deals()
    three = zip(dealt.own.tolist(), played.first, played.first_paid, strict=True)
    four = [
        ([*cards, card], played.second[at, place], played.second_paid[at, place])
        for at, (cards, left) in enumerate(zip(dealt.own.tolist(), dealt.left.tolist(), strict=True))
        for place, card in enumerate(left)
    ]
    total = int(dealt.weights.sum())
    often = {
        "bet_1_rides": Fraction(int((dealt.weights * played.first).sum()), total),
        "bet_2_rides": Fraction(int((dealt.weights[:, None] * played.second).sum()), total * LEFT),
    }
    return {
        "first_decision": _in_words(three),
        "second_decision": _in_words(four),
        "how_often": {name: decimal(share) for name, share in often.items()},
    }


def _in_words(hands: Iterable[tuple[list[int], bool, bool]]) -> dict[str, Any]:
    """What rides of hands, each with whether it does and whether it is paid whatever comes."""
    found: dict[str, dict[str, list[int]]] = {"suited": {}, "not_suited": {}}
    every: dict[str, set[str]] = {"suited": set(), "not_suited": set()}
    for cards, ride, paid in hands:
        group = "suited" if len({card & 3 for card in cards}) == 1 else "not_suited"
        held = sorted((card >> 2 for card in cards), reverse=True)
        name = "".join(RANKS[rank] for rank in held)
        every[group].add(name)
        if ride and not paid:
            found[group][name] = held
    listed = {
        group: ["all"] if len(names) == len(every[group]) else sorted(names, key=lambda name: names[name], reverse=True)
        for group, names in found.items()
        if names
    }
    return {"ride": "every hand that is paid already, and these", **listed}
