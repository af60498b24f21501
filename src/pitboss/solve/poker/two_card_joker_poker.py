"""Two Card Joker Poker: every hand of 54 cards against every dealer's, each called or folded by what is worth more."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import DECK, JOKERS, RANKS, Card
from pitboss.games.poker.kit import Names, qualifies
from pitboss.games.poker.two_card_joker_poker import ON_OWN_CARDS
from pitboss.hands.two_card import HIGH_CARD, TwoCardHand, two_card_hand
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, costs_of_rules, decimal, simple, tally
from pitboss.solve.poker.opponents import CASES
from pitboss.solve.poker.showdown import FOLD, Showdown, deals_where, stakes_of, stay_or_fold
from pitboss.solve.poker.sides import PER_WAGER
from pitboss.solve.prices import Decided, Prices

EVERY_CARD = (*DECK, *JOKERS)


@dataclass(frozen=True)
class Hands:
    """All hands of a deck, with their worth, the names they go by, and the dealer's hands by their case."""

    cards: Sequence[tuple[Card, ...]]
    worth: list[TwoCardHand]
    names: list[Names]
    kinds: NDArray[np.int64]
    counts: NDArray[np.int32]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    hands = hands_of(setup)
    wagers: dict[str, WagerAnalysis] = {}
    wagers["ante"], stays = ante_analysis(price, hands)
    each = Counter(hand.names for hand in hands.worth)
    for wager in ON_OWN_CARDS:
        rows = [(count, price(wager, "shown", names)) for names, count in each.items()]
        wagers[wager] = WagerAnalysis(simple(rows), per=PER_WAGER)
    rules = costs_of_rules(simple_rules(price, hands), wagers["ante"].house_edge)
    return Analysis(setup, wagers, _told(hands, stays) | {"simple_rules": rules})


def decides(wager: str, found: Showdown) -> Iterator[Decided]:
    """What a hand and its result decide: the Ante, and the Call of a player who stays in."""
    yield Decided("ante", found.result)
    if found.result != FOLD:
        yield Decided("call", found.result, found.hand)


def hands_of(setup: Setup, deck: Sequence[Card] = EVERY_CARD) -> Hands:
    """Every hand of a deck against every other that a dealer may hold."""
    cards = list(combinations(deck, 2))
    worth = [two_card_hand(hand) for hand in cards]
    place = {each: rank for rank, each in enumerate(sorted(set(worth)))}
    ranks = np.array([place[each] for each in worth])
    counted = np.array([qualifies(setup, each) for each in worth])
    holds = np.array([[card in hand for card in deck] for hand in cards])
    counts = np.zeros((len(cards), len(CASES)), dtype=np.int32)
    for row, rank in enumerate(ranks):
        apart = ~(holds & holds[row]).any(axis=1)
        counts[row, 0] = (apart & ~counted).sum()
        theirs = ranks[apart & counted]
        counts[row, 1:] = (theirs < rank).sum(), (theirs == rank).sum(), (theirs > rank).sum()
    names = sorted({each.names for each in worth})
    return Hands(cards, worth, names, np.array([names.index(each.names) for each in worth]), counts)


def ante_analysis(price: Prices, hands: Hands) -> tuple[WagerAnalysis, NDArray[np.bool_]]:
    """Ante and Call together, and which hands call."""
    stakes = stakes_of(price, hands.names, decides)
    each = np.ones(len(hands.cards), dtype=np.int64)
    found, stays = stay_or_fold(hands.counts, each, hands.kinds, stakes.whole)
    rows = [(_label(outcome), count, net, staked, "") for outcome, count, net, staked in stakes.rows(found)]
    return WagerAnalysis(tally(rows), per="unit of the Ante"), stays


def best_play(setup: Setup) -> Callable[[Sequence[Card]], bool]:
    """Whether a hand calls, by its cards."""
    hands = hands_of(setup)
    _, stays = ante_analysis(Prices(setup), hands)
    calls = {frozenset(cards): bool(stay) for cards, stay in zip(hands.cards, stays, strict=True)}
    return lambda cards: calls[frozenset(cards)]


LOWEST = {
    "call with a queen or better, fold the rest": TwoCardHand(HIGH_CARD, (12,)),
    "call with a king or better, fold the rest": TwoCardHand(HIGH_CARD, (13,)),
    "call with every hand": TwoCardHand(HIGH_CARD, ()),
}
"""Rules that are easier to keep than the best, by the lowest hand that calls."""


def simple_rules(price: Prices, hands: Hands) -> dict[str, Fraction]:
    """The house edge of each."""
    stakes, each = stakes_of(price, hands.names, decides), np.ones(len(hands.cards), dtype=np.int64)
    calls = {rule: np.array([worth >= lowest for worth in hands.worth]) for rule, lowest in LOWEST.items()}
    return {
        rule: stakes.edge(deals_where(stays, hands.counts, each, hands.kinds, len(hands.names)))
        for rule, stays in calls.items()
    }


def _label(found: Showdown) -> str:
    text = found.result.replace("_", " ")
    return f"{text}, {found.hand[0].replace('_', ' ')}" if found.result == "player_higher" else text


def _told(hands: Hands, stays: NDArray[np.bool_]) -> dict[str, Any]:
    """The strategy in words: from which hand on all call, and below which none does."""
    share = decimal(Fraction(int(stays.sum()), len(stays)))
    called = [worth for worth, stay in zip(hands.worth, stays, strict=True) if stay]
    folded = [worth for worth, stay in zip(hands.worth, stays, strict=True) if not stay]
    if not folded:
        return {"rule": "call with every hand", "played": share}
    lowest, always = min(called), min(worth for worth in called if worth > max(folded))
    rule = f"call with {_in_ranks(always)} or better"
    if lowest < always:
        rule = f"{rule}, fold less than {_in_ranks(lowest)}; between them it depends on the suits"
        return {"rule": rule, "played": share}
    return {"rule": f"{rule}, fold the rest", "played": share}


def _in_ranks(hand: TwoCardHand) -> str:
    ranks = "-".join(RANKS[rank - 2] for rank in hand.ranks)
    return ranks if hand.category == HIGH_CARD else f"{hand.names[0].replace('_', ' ')} {ranks}".strip()
