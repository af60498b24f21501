"""Four Card Poker: every hand and every card the dealer may show, against all that the other five may be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.games.poker.four_card_poker import DEALERS_SIZE, SIDES
from pitboss.hands.four_card import PAIR, FourCardHand
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import (
    EVERYTHING,
    RANK_WORDS,
    Analysis,
    Asked,
    Progress,
    WagerAnalysis,
    costs_of_rules,
    decimal,
    tally,
)
from pitboss.solve.poker.four_card import every_four, ranks_of_all
from pitboss.solve.poker.four_card_chart import rule_of
from pitboss.solve.poker.four_card_games import four_card_players, four_cards_at_table, hand_kinds, kind_of_rank
from pitboss.solve.poker.opponents import Opponents, opponents_of
from pitboss.solve.poker.raised import Raised, Raises, average, best_raises, choices_of, raises_of
from pitboss.solve.poker.showdown import FOLD
from pitboss.solve.poker.sides import on_cards
from pitboss.solve.prices import Decided, Decides, Prices

CASES = ("player_higher", "tie", "dealer_higher")
UP_CARDS = 52


@dataclass(frozen=True)
class Counted:
    """Deals under the best play, by choice, class and case.

    ``by_rank[up, rank]`` are all deals by case, ``chosen[up, rank]`` by choice, for the rank of the card that is up
    and of the hand.
    """

    found: NDArray[np.int64]
    by_rank: NDArray[np.int64]
    chosen: NDArray[np.int64]


def solve(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    asked: Asked = EVERYTHING,
) -> Analysis:
    """Analyse every wager on offer, or those asked for."""
    price = Prices(setup, meters)
    wagers: dict[str, WagerAnalysis] = {}
    strategy: Mapping[str, Any] | None = None
    if "ante" in setup.offers and asked.wants("ante"):
        wagers["ante"], strategy = ante_analysis(setup, price, progress or (lambda done: None))
    for wager, side in SIDES.items():
        if wager in setup.offers and setup.offers[wager].placed != "automatic" and asked.wants(wager):
            wagers[wager] = on_cards(price, wager, side)
    if "cover_all" in setup.offers and asked.wants("cover_all"):
        wagers |= four_cards_at_table(setup, price, DEALERS_SIZE, others=1)
    return Analysis(setup, wagers, strategy)


def decides(setup: Setup) -> Decides[Raised]:
    """What a hand, its result and its raise decide: the Ante with Play and bonus, and Aces Up by the hand alone."""

    def decided(wager: str, found: Raised) -> Iterator[Decided]:
        if wager != "ante":
            yield Decided(wager, "shown", found.hand)
            return
        yield Decided("ante", found.result)
        if found.times:
            yield Decided("play", found.result, times=found.times)
            if "ante_bonus" in setup.offers:
                yield Decided("ante_bonus", "shown", found.hand)

    return decided


def raises(price: Prices) -> Raises:
    """What each class of hand nets by its Play wager and result."""
    multiples = sorted(price.setup.offers["play"].times["decide"])
    return raises_of(price, hand_kinds(), CASES, multiples, decides(price.setup))


# -- Counting ----------------------------------------------------------------------------------------------------------


@cache
def dealers() -> Opponents:
    """A dealer with any six cards."""
    return opponents_of(DEALERS_SIZE, ranks_of_all(DEALERS_SIZE))


def counted(priced: Raises, progress: Progress) -> Counted:
    """Every hand with every card that may be up, each played for what is worth most."""
    players = four_card_players()

    def work(ups: Any) -> tuple[NDArray[np.int64], ...]:
        found = np.zeros((len(priced.choices), len(priced.hands), len(CASES)), dtype=np.int64)
        by_rank = np.zeros((len(RANKS), len(every_four()), len(CASES)), dtype=np.int64)
        chosen = np.zeros((len(RANKS), len(every_four()), len(priced.choices)), dtype=np.int64)
        for up in ups:
            counts = _against(up)
            here, choice = best_raises(counts, players.weights, kind_of_rank()[players.ranks], priced)
            found += here
            weights = np.where(counts.any(axis=1), players.weights, 0)
            for case in range(len(CASES)):
                np.add.at(by_rank[up // 4, :, case], players.ranks, counts[:, case] * weights)
            np.add.at(chosen[up // 4], (players.ranks, choice), weights)
        return found, by_rank, chosen

    def compute() -> dict[str, NDArray[Any]]:
        dealers()
        return dict(zip(("found", "by_rank", "chosen"), in_threads(work, UP_CARDS, progress), strict=True))

    stored = kept("four-card-poker", ("v1", priced.choices, priced.whole.tolist()), compute)
    return Counted(stored["found"], stored["by_rank"], stored["chosen"])


def choices(priced: Raises) -> NDArray[np.uint8]:
    """The best choice for each kind of hand and each card that is up."""
    players = four_card_players()

    def work(ups: Any) -> tuple[NDArray[Any], ...]:
        found = np.zeros((len(players.hands), UP_CARDS), dtype=np.uint8)
        for up in ups:
            found[:, up] = choices_of(_against(up), kind_of_rank()[players.ranks], priced)
        return (found,)

    def compute() -> dict[str, NDArray[Any]]:
        dealers()
        (found,) = in_threads(work, UP_CARDS, lambda done: None)
        return {"choices": found}

    return kept("four-card-poker-choices", ("v1", priced.choices, priced.whole.tolist()), compute)["choices"]


def _against(up: int) -> NDArray[np.int32]:
    """For each kind of hand, what the dealer's do to it that show this card."""
    players = four_card_players()
    return dealers().against(players.hands, players.ranks, 0, up)[:, 1:]


# -- Pricing -----------------------------------------------------------------------------------------------------------


def ante_analysis(setup: Setup, price: Prices, progress: Progress) -> tuple[WagerAnalysis, Mapping[str, Any]]:
    """Ante, Play and Ante Bonus together."""
    priced = raises(price)
    deals = counted(priced, progress)
    rows = [(_label(price, found), count, net, staked, "") for found, count, net, staked in priced.rows(deals.found)]
    return WagerAnalysis(tally(rows), per="unit of the Ante"), _strategy(priced, deals)


def _label(price: Prices, found: Raised) -> str:
    """How a hand came out, what was played, and the line of the Ante Bonus where it is paid one."""
    if found.result == FOLD:
        return FOLD
    text = f"{found.result.replace('_', ' ')}, Play {found.times}×"
    if "ante_bonus" not in price.setup.offers:
        return text
    bonus = price("ante_bonus", "shown", found.hand)
    return f"{text}, bonus for a {bonus.reason}" if bonus.net else text


# -- What a player is told ---------------------------------------------------------------------------------------------


def _strategy(priced: Raises, deals: Counted) -> dict[str, Any]:
    """The best play against each card that may be up, and what simpler rules cost."""
    best = average(deals.found, priced)
    words = _words(priced)
    by_up_card = {RANK_WORDS[RANKS[up]]: rule_of(deals.chosen[up], words) for up in reversed(range(len(RANKS)))}
    rules = simple_rules(priced, deals)
    edges = {rule: -average(by_rule(priced, deals, choices), priced) for rule, choices in rules.items()}
    share = deals.chosen.sum(axis=(0, 1))
    return {
        "rule": strategy_words(priced, deals),
        "by_up_card": by_up_card,
        "how_often": {
            word: decimal(Fraction(int(count), int(share.sum()))) for word, count in zip(words, share, strict=True)
        },
        "simple_rules": costs_of_rules(edges, -best),
    }


def strategy_words(priced: Raises, deals: Counted) -> str:
    """The best play in a sentence, whatever card is up."""
    return rule_of(deals.chosen.sum(axis=0), _words(priced))


def _words(priced: Raises) -> list[str]:
    return [f"Play {times}×" if times else FOLD for times in priced.choices]


def simple_rules(priced: Raises, deals: Counted) -> dict[str, NDArray[np.uint8]]:
    """Ways to play that a player can keep in mind: the choice by the rank of the card that is up and of the hand."""
    cells = deals.by_rank.reshape(-1, len(CASES))
    chart = choices_of(cells, np.tile(kind_of_rank(), len(RANKS)), priced).reshape(len(RANKS), -1)
    return pair_rules(priced) | {"by the four cards that play and the rank of the card that is up alone": chart}


def pair_rules(priced: Raises) -> dict[str, NDArray[np.uint8]]:
    """Those that go by the pair in the hand, whatever card is up."""
    most = len(priced.choices) - 1
    text = "the most with a pair of tens or better, as much as the Ante with"
    rules = {f"{text} any lower pair, fold the rest": 2, f"{text} a pair of threes to nines, fold the rest": 3}
    return {
        rule: np.array([[_pairs(hand, most, lowest) for hand in every_four()]] * len(RANKS), dtype=np.uint8)
        for rule, lowest in rules.items()
    }


def _pairs(hand: FourCardHand, most: int, lowest: int) -> int:
    if hand >= FourCardHand(PAIR, (10,)):
        return most
    return 1 if hand >= FourCardHand(PAIR, (lowest,)) else 0


def by_rule(priced: Raises, deals: Counted, choices: NDArray[np.uint8]) -> NDArray[np.int64]:
    """All deals by choice, class and case, where the rank of the card that is up and of the hand decide."""
    found = np.zeros((len(priced.choices), len(priced.hands), len(CASES)), dtype=np.int64)
    kinds = np.broadcast_to(kind_of_rank(), choices.shape)
    for case in range(len(CASES)):
        np.add.at(found[:, :, case], (choices, kinds), deals.by_rank[:, :, case])
    return found
