"""Crazy 4 Poker: every hand against every dealer's, folded, played for the Ante, or for more where that is allowed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.games.poker.crazy_4_poker import (
    ACES_OR_BETTER,
    BELOW_ACES,
    BONUSES,
    LUCKY_BONUS,
    MAGIC_CARD,
    SIDES,
    SIZE,
    holding,
    positions,
)
from pitboss.games.poker.kit import ON_THE_DEALER, qualifies
from pitboss.hands.four_card import HIGH_CARD, FourCardHand
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Outcome, Progress, WagerAnalysis, costs_of_rules, decimal, tally
from pitboss.solve.poker.four_card import every_four, ranks_of_all
from pitboss.solve.poker.four_card_chart import rule_of
from pitboss.solve.poker.four_card_games import four_card_players, four_cards_at_table, hand_kinds, kind_of_rank
from pitboss.solve.poker.opponents import CASES, EVERY_CARD, Opponents, opponents_of
from pitboss.solve.poker.raised import Raised, Raises, average, best_raises, raises_of
from pitboss.solve.poker.showdown import FOLD
from pitboss.solve.poker.sides import on_cards
from pitboss.solve.prices import Decided, Decides, Prices

DECK = len(EVERY_CARD)


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    ante, strategy = ante_analysis(price)
    wagers = {"ante": ante} | side_wagers(setup, price)
    return Analysis(setup, wagers, strategy)


def decides(setup: Setup) -> Decides[Raised]:
    """What a hand, its result and its Play wager decide: Ante and Super Bonus with Play; Queens Up by the hand."""

    def decided(wager: str, found: Raised) -> Iterator[Decided]:
        folded = found.result == FOLD
        if wager not in ("ante", "super_bonus"):
            yield Decided(wager, FOLD if folded else "shown", found.hand)
            return
        if wager == "super_bonus":
            return  # it goes with the Ante
        yield Decided("ante", found.result)
        yield Decided("super_bonus", found.result, found.hand)
        if not folded:
            yield Decided("play", found.result, times=found.times)

    return decided


def raises(price: Prices) -> Raises:
    """What each class of hand nets by its Play wager and result, Ante and Super Bonus together."""
    times = price.setup.offers["play"].times
    multiples = sorted({*times[BELOW_ACES], *times[ACES_OR_BETTER]})
    held = {hand.names: holding(hand) for hand in every_four()}
    return raises_of(
        price, hand_kinds(), CASES, multiples, decides(price.setup), lambda hand, much: much in times[held[hand]]
    )


@cache
def dealers() -> Opponents:
    """A dealer with any five cards."""
    return opponents_of(SIZE, ranks_of_all(SIZE))


@cache
def against_dealers(lowest: int) -> NDArray[np.int32]:
    """For each kind of a player's hand the dealer's by their case."""
    players = four_card_players()
    return dealers().against(players.hands, players.ranks, lowest)


def lowest_qualifying(setup: Setup) -> int:
    """The rank of the lowest hand with which the dealer's counts."""
    return next(rank for rank, hand in enumerate(every_four()) if qualifies(setup, hand))


def best_play(price: Prices) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The deals under the best play, by choice, class and case; and the choice for each kind of hand."""
    players = four_card_players()
    counts = against_dealers(lowest_qualifying(price.setup))
    return best_raises(counts, players.weights, kind_of_rank()[players.ranks], raises(price))


def ante_analysis(price: Prices) -> tuple[WagerAnalysis, Mapping[str, Any]]:
    """Ante, Super Bonus and Play together."""
    priced = raises(price)
    found, chosen = best_play(price)
    rows = [(_label(price, each), count, net, staked, "") for each, count, net, staked in priced.rows(found)]
    return WagerAnalysis(tally(rows), per="unit of the Ante"), _strategy(price, priced, found, chosen)


def _label(price: Prices, found: Raised) -> str:
    """How a hand came out, what was played, and the line of the Super Bonus where it is paid one."""
    if found.result == FOLD:
        return FOLD
    text = f"{found.result.replace('_', ' ')}, Play {found.times}×"
    bonus = price("super_bonus", found.result, found.hand)
    return f"{text}, Super Bonus for a {bonus.reason}" if bonus.net > 0 else text


# -- Side wagers -------------------------------------------------------------------------------------------------------


def side_wagers(setup: Setup, price: Prices) -> dict[str, WagerAnalysis]:
    """A hand worth one of them is never folded, so that nothing but cards decides: the player's, or the dealer's."""
    found = {wager: on_cards(price, wager, side) for wager, side in SIDES.items() if wager in setup.offers}
    for wager in set(BONUSES) & set(found):
        found[wager] = _with_bonuses(price, wager, found[wager])
    if ON_THE_DEALER in found:
        alone = "by the only player who makes it: what the hand wins of the meter is divided among all who do"
        found[ON_THE_DEALER] = replace(found[ON_THE_DEALER], note=f"{found[ON_THE_DEALER].note}; {alone}")
    if "cover_all" in setup.offers:
        found |= four_cards_at_table(setup, price, SIZE, others=0)
    return found


def _with_bonuses(price: Prices, wager: str, alone: WagerAnalysis) -> WagerAnalysis:
    """A Five Card Hand Bonus wager with what the system may draw besides: a card of the hand, or its position."""
    drawn = ((MAGIC_CARD, SIZE, DECK), (LUCKY_BONUS, 1, len(positions(price.setup))))
    outcomes = list(alone.outcomes)
    for name, ways, of in drawn:
        bonus = f"{name}_{BONUSES[wager]}"
        if bonus not in price.setup.offers:
            continue
        paid = price(bonus, "shown", (name,)).net + 1  # it is no wager, so no stake is lost with it
        text = name.replace("_", " ")
        outcomes = [
            Outcome(f"{each.result}, {text}" if hit else each.result, each.combinations * times, each.net + hit * paid)
            for each in outcomes
            for hit, times in ((0, of - ways), (1, ways))
        ]
    rows = [(each.result, each.combinations, each.net, each.staked, each.pays) for each in outcomes]
    if len(outcomes) == len(alone.outcomes):
        return alone
    note = f"{alone.note}; what the system draws is drawn once in every round (reading 20)"
    return replace(alone, outcomes=tally(rows), note=note)


# -- What a player is told ---------------------------------------------------------------------------------------------


def _strategy(price: Prices, priced: Raises, found: NDArray[np.int64], choices: NDArray[np.uint8]) -> dict[str, Any]:
    """The best play in words, and what simpler rules cost."""
    chosen = hands_chosen(priced, choices)
    best, share = average(found, priced), chosen.sum(axis=0)
    rules = simple_rules(priced)
    edges = {rule: -average(_by_rule(price, priced, by_rank), priced) for rule, by_rank in rules.items()}
    words = _words(priced)
    often = {word: decimal(Fraction(int(times), int(share.sum()))) for word, times in zip(words, share, strict=True)}
    return {"rule": strategy_words(priced, chosen), "how_often": often, "simple_rules": costs_of_rules(edges, -best)}


def hands_chosen(priced: Raises, choices: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many hands of each rank are played in which way."""
    players = four_card_players()
    found = np.zeros((len(every_four()), len(priced.choices)), dtype=np.int64)
    np.add.at(found, (players.ranks, choices), players.weights)
    return found


def strategy_words(priced: Raises, chosen: NDArray[np.int64]) -> str:
    """The best play in a sentence."""
    return rule_of(chosen, _words(priced))


def _words(priced: Raises) -> list[str]:
    return [f"Play {times}×" if times else FOLD for times in priced.choices]


def simple_rules(priced: Raises) -> dict[str, NDArray[np.uint8]]:
    """Ways to play that a player can keep in mind: the choice by the rank of the hand."""
    most = len(priced.choices) - 1
    lowest = {
        "K-Q-8-4 or better": FourCardHand(HIGH_CARD, (13, 12, 8, 4)),
        "K-Q-8 or better": FourCardHand(HIGH_CARD, (13, 12, 8)),
        "king high or better": FourCardHand(HIGH_CARD, (13,)),
    }
    more = np.array([holding(hand) == ACES_OR_BETTER for hand in every_four()])
    return {
        f"the most with a pair of aces or better, as much as the Ante with {text}, fold the rest": np.where(
            more, most, [hand >= least for hand in every_four()]
        ).astype(np.uint8)
        for text, least in lowest.items()
    }


def _by_rule(price: Prices, priced: Raises, choices: NDArray[np.uint8]) -> NDArray[np.int64]:
    players = four_card_players()
    counts = against_dealers(lowest_qualifying(price.setup))
    found = np.zeros((len(priced.choices), len(priced.hands), len(CASES)), dtype=np.int64)
    for case in range(len(CASES)):
        where = (choices[players.ranks], kind_of_rank()[players.ranks])
        np.add.at(found[:, :, case], where, counts[:, case] * players.weights)
    return found
