"""Boston 5 Stud: every three cards with every two that may follow, against every hand of the dealer's."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.games.poker.boston_5_stud import ANTE_BONUS, FIRST, OPTIONAL_BONUS, SECOND_WAGER, SIDES
from pitboss.games.poker.kit import UNQUALIFIED
from pitboss.hands.evaluator import CATEGORY_NAMES, card_number, card_of, categories, category_names
from pitboss.hands.three_card import HIGH_CARD, PAIR, ThreeCardHand, three_card_hand
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, costs_of_rules, decimal, tally
from pitboss.solve.poker.opponents import against_the_dealer, numbers_of, player_hands
from pitboss.solve.poker.showdown import FOLD, Showdown, deals_where, stakes_of
from pitboss.solve.poker.sides import on_cards
from pitboss.solve.prices import Decided, Decides, Prices

KINDS = [category_names(category) for category in range(len(CATEGORY_NAMES))]
EVERY_HAND = 0
"""The lowest rank with which the dealer's hand counts."""


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    stakes = stakes_of(price, KINDS, decides(setup))
    counts, stays = decided(stakes.whole)
    rows = [(_label(found), count, net, staked, "") for found, count, net, staked in stakes.rows(counts)]
    ante = WagerAnalysis(tally(rows), per="unit of the Ante")
    bonus = on_cards(price, OPTIONAL_BONUS, SIDES[OPTIONAL_BONUS], "exposed")
    edges = {rule: stakes.edge(deals_of(plays)) for rule, plays in simple_rules().items()}
    rules = {"simple_rules": costs_of_rules(edges, ante.house_edge)}
    return Analysis(setup, {"ante": ante, OPTIONAL_BONUS: bonus}, _told(stays) | rules)


def decides(setup: Setup) -> Decides[Showdown]:
    """What a hand and its result decide: Ante, First Wager, the Second Wager of a player who stays in, the bonus."""
    first = setup.offers["first_wager"].tied_times

    def found(wager: str, found: Showdown) -> Iterator[Decided]:
        if found.result == UNQUALIFIED:
            return  # the dealer's hand always counts
        yield Decided("ante", found.result)
        yield Decided("first_wager", found.result, times=first)
        if found.result != FOLD:
            yield Decided(SECOND_WAGER, found.result, times=first)
            yield Decided(ANTE_BONUS, found.result, found.hand)

    return found


def decided(nets: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many deals there are by the category of the five cards and the result, where each three cards do what is
    worth more; and for each kind of three cards, one of it, whether it stays in and how many deals it has."""
    players, counts = player_hands(), against_the_dealer(EVERY_HAND).astype(np.int64)
    kinds = categories()[players.ranks]
    every = counts.sum(axis=1) * players.weights
    worth = (counts * nets[kinds, :-1]).sum(axis=1) * players.weights
    first = _first_three()
    values, deals = (np.zeros(len(_kind_of_three()[1]), dtype=np.int64) for _ in range(2))
    for three in first:
        np.add.at(values, three, worth)
        np.add.at(deals, three, every)
    # Whatever the cards are, a fold loses the same.
    stays = values > deals * nets[0, -1]
    return deals_of(stays), np.stack([stays.astype(np.int64), deals], axis=1)


def deals_of(stays: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many deals there are by the category of the five cards and the result, where these kinds of three stay in."""
    players, counts = player_hands(), against_the_dealer(EVERY_HAND).astype(np.int64)
    kinds = categories()[players.ranks]
    each = [deals_where(stays[three], counts, players.weights, kinds, len(KINDS)) for three in _first_three()]
    found: NDArray[np.int64] = np.sum(each, axis=0)
    return found


@cache
def _first_three() -> list[NDArray[np.int32]]:
    """For each choice of the three cards that come first, their kind in every hand of a player."""
    players = player_hands()
    return [_kind_of_three()[0][numbers_of(players.hands[:, chosen])] for chosen in combinations(range(5), FIRST)]


LOWEST = {
    "make it only with a pair, three of one suit or three in a row": ThreeCardHand(PAIR, ()),
    "make it only with a pair, three of one suit, three in a row, or a king or better": ThreeCardHand(HIGH_CARD, (13,)),
    "make it only with a pair, three of one suit, three in a row, or a ten or better": ThreeCardHand(HIGH_CARD, (10,)),
}
"""Rules by the lowest three cards, ranked as in Three Card Poker, with which the second wager is made."""


def simple_rules() -> dict[str, NDArray[np.bool_]]:
    """Which kinds of three cards make the second wager by each."""
    worths = [three_card_hand([card_of(card) for card in three]) for three in _kind_of_three()[1].tolist()]
    return {rule: np.array([worth >= lowest for worth in worths]) for rule, lowest in LOWEST.items()}


def best_play(setup: Setup) -> Callable[[Sequence[Card]], bool]:
    """Whether the second wager is made, by the first three cards."""
    _, stays = decided(stakes_of(Prices(setup), KINDS, decides(setup)).whole)

    def stays_in(cards: Sequence[Card]) -> bool:
        three = np.array([sorted(card_number(card) for card in cards)], dtype=np.int8)
        return bool(stays[_kind_of_three()[0][numbers_of(three)[0]], 0])

    return stays_in


def _kind_of_three() -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """The kind of every three cards under renaming of suits, by their number, and one of each."""
    from pitboss.solve.poker.suits_kernel import all_suit_classes

    return all_suit_classes(FIRST)


def _told(stays: NDArray[np.int64]) -> dict[str, Any]:
    """The strategy in words, with the three cards that are folded."""
    played, deals = stays.T
    share = decimal(Fraction(int(deals[played == 1].sum()), int(deals.sum())))
    if played.all():
        return {"rule": "make the second wager with every hand", "played": share}
    folded = [" ".join(card_of(card) for card in three) for three in _kind_of_three()[1][played == 0].tolist()]
    return {
        "rule": "make the second wager, but not with these three cards or their like in other suits",
        "played": share,
        "folded": folded,
    }


def _label(found: Showdown) -> str:
    text = found.result.replace("_", " ")
    return f"{text}, {found.hand[0].replace('_', ' ')}" if found.result != FOLD else text
