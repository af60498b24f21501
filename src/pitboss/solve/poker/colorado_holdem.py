"""Colorado Hold 'Em: every three cards, each of them discarded, with every board; what is worth more is done.

Ante and Bet are paid alike, so whichever two cards are worth more on the one are worth more on both.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS, Card
from pitboss.games.poker.colorado_holdem import (
    ANTE,
    BONUS,
    DECLARE,
    FOLD,
    INSTANT,
    INSTANT_WINNER,
    SIZE,
    WITHOUT_BET,
    case_of,
    instant_names,
    names_of,
)
from pitboss.games.poker.kit import Names
from pitboss.hands.evaluator import card_number, card_of
from pitboss.hands.poker import PAIR, PokerHand
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import RANK_WORDS, Analysis, Progress, WagerAnalysis, costs_of_rules, decimal, tally
from pitboss.solve.poker.showdown import whole
from pitboss.solve.poker.sides import PER_WAGER
from pitboss.solve.poker.three_and_three import (
    Deals,
    alike,
    chart,
    classes_of,
    kept_with_three,
    rows_by_suits,
    straights_with,
    suits_of,
)
from pitboss.solve.prices import Prices

NEVER = -(10**12)
"""What it is worth over all boards to declare cards that are no instant winner: less than anything."""
BESIDE = (5, 25)
"""Antes in dollars beside which the Bonus of one dollar is quoted."""
BY_ANTE, FOR_ITSELF = "hand played best for the Ante", "played for this wager alone"
BY_KIND, FOR_SUIT, FOR_STRAIGHT, FOLD_BELOW = 5, 4, 1, 6
"""Points for two cards that are no pair: what a middle card counts, a high one twice; one suit; a straight in reach."""
KEEP = (
    f"Keep a pair; else count {2 * BY_KIND} for each high card, {BY_KIND} for each middle one, {FOR_SUIT} for one suit "
    f"and {FOR_STRAIGHT} for each straight in reach, and keep the two cards that come to most."
)


@dataclass(frozen=True)
class Nets:
    """What a unit on each class nets, what a fold does, and each kind of instant winner; whole numbers in one unit."""

    shown: NDArray[np.int64]
    fold: int
    instant: Mapping[Names, int]
    unit: int

    @classmethod
    def of(cls, price: Prices, wager: str) -> "Nets":
        setup, (classes, _) = price.setup, classes_of(names_of)
        instant: list[Names] = [(name,) for name in INSTANT.values()]
        shown = [price(wager, case_of(setup, wager, names), names).net for names in classes]
        found = whole([*shown, *(price(wager, INSTANT_WINNER, names).net for names in instant), Fraction(-1)])
        worth = dict(zip(instant, found[len(shown) :].tolist(), strict=False))
        return cls(found[: len(shown)], int(found[-1]), worth, -int(found[-1]))


@dataclass(frozen=True)
class Play:
    """What is done with each three cards, which of them is discarded, and what every decision is worth."""

    decisions: tuple[str, ...]
    chosen: NDArray[np.int64]
    gone: NDArray[np.int64]
    worths: NDArray[np.int64]
    instants: list[Names]

    def does(self, name: str) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self.chosen == self.decisions.index(name)
        return found


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the Ante with the Bet, and the Bonus."""
    price, dealt = Prices(setup, meters), kept_with_three(names_of)
    play = best_play(price, dealt)
    found = {ANTE: played(price, dealt, play)}
    if BONUS in setup.offers:
        found[BONUS] = bonus(price, dealt, play)
    return Analysis(setup, found, _strategy(price, dealt, play))


# -- Counting ----------------------------------------------------------------------------------------------------------


def staked_by(decision: str) -> int:
    """How many units lie on a hand that is played like this: the Ante, and the Bet where one is made."""
    return 1 if decision in (FOLD, DECLARE, WITHOUT_BET) else 2


def best_play(price: Prices, dealt: Deals, wager: str = ANTE) -> Play:
    """The decision that is worth most to the Ante with its Bet, or to another wager alone."""
    setup, nets = price.setup, Nets.of(price, wager)
    kept = dealt.counts @ nets.shown
    gone, best = kept.argmax(axis=1), kept.max(axis=1)
    decisions = (*setup.term("decide"), DECLARE)
    instants = [instant_names(setup, [card_of(card) for card in cards]) for cards in dealt.own.tolist()]
    worths = np.zeros((len(dealt.own), len(decisions)), dtype=np.int64)
    for at, decision in enumerate(decisions):
        if decision == FOLD:
            worths[:, at] = nets.fold * dealt.boards
        elif decision == DECLARE:
            worths[:, at] = [nets.instant[names] * dealt.boards if names else NEVER for names in instants]
        else:
            worths[:, at] = best * (staked_by(decision) if wager == ANTE else 1)
    return Play(decisions, worths.argmax(axis=1), gone, worths, instants)


def counts_by(dealt: Deals, play: Play, decision: str) -> NDArray[np.int64]:
    """How many deals that are played like this come to each class of hand."""
    some = play.does(decision)
    kept = dealt.counts[some, play.gone[some]] * dealt.weights[some, None]
    found: NDArray[np.int64] = kept.sum(axis=0)
    return found


def played(price: Prices, dealt: Deals, play: Play) -> WagerAnalysis:
    """The Ante and the Bet that goes with it."""
    rows = [*_rows(price, dealt, play, ANTE)]
    return WagerAnalysis(tally(rows), per="unit of the Ante", note="with the Bet")


def bonus(price: Prices, dealt: Deals, play: Play) -> WagerAnalysis:
    """The Bonus on a hand that is played best for the Ante; and what it loses to somebody who plays for it alone."""
    found = tally(_rows(price, dealt, play, BONUS))
    alone = WagerAnalysis(tally(_rows(price, dealt, best_play(price, dealt, BONUS), BONUS)), per=PER_WAGER)
    by_ante = WagerAnalysis(found, per=PER_WAGER)
    quotes = {BY_ANTE: by_ante.house_edge, FOR_ITSELF: alone.house_edge}
    for antes in BESIDE:
        quotes[f"played best for both, Ante ${antes}"] = added_by_bonus(price, dealt, play, antes)
    return WagerAnalysis(found, per=PER_WAGER, note=f"the {BY_ANTE}", quotes=quotes)


def added_by_bonus(price: Prices, dealt: Deals, play: Play, antes: int) -> Fraction:
    """What a Bonus of one adds to the loss of an Ante of so many, where the hand is played best for both together."""
    main, side = Nets.of(price, ANTE), Nets.of(price, BONUS)
    per_ante, per_bonus, boards = antes * side.unit, main.unit, dealt.boards
    kept_main, kept_side = dealt.counts @ main.shown, dealt.counts @ side.shown
    best = np.full(len(dealt.own), NEVER, dtype=np.int64)
    for decision in play.decisions:
        if decision == FOLD:
            worth = np.full(len(best), (per_ante * main.fold + per_bonus * side.fold) * boards)
        elif decision == DECLARE:
            paid = {names: per_ante * main.instant[names] + per_bonus * net for names, net in side.instant.items()}
            worth = np.array([paid[names] * boards if names else NEVER for names in play.instants])
        else:
            worth = (per_ante * staked_by(decision) * kept_main + per_bonus * kept_side).max(axis=1)
        best = np.maximum(best, worth)
    lost = Fraction(-int((best * dealt.weights).sum()), dealt.total * main.unit * side.unit)
    return lost - antes * played(price, dealt, play).house_edge


Row = tuple[str, int, Fraction, Fraction, str]


def _rows(price: Prices, dealt: Deals, play: Play, wager: str) -> Iterator[Row]:
    """Every outcome of a wager, and of the Bet with the Ante: how often, what it nets and what was staked."""
    setup = price.setup
    for decision in play.decisions:
        some = play.does(decision)
        if decision == FOLD:
            yield FOLD, int(dealt.weights[some].sum()) * dealt.boards, Fraction(-1), Fraction(1), "lose"
        elif decision == DECLARE:
            for names, weight, declared in zip(play.instants, dealt.weights.tolist(), some, strict=True):
                if declared:
                    paid = price(wager, INSTANT_WINNER, names)
                    yield f"{paid.reason}, declared", weight * dealt.boards, paid.net, Fraction(1), paid.pays
        else:
            staked = staked_by(decision) if wager == ANTE else 1
            for names, count in zip(classes_of(names_of)[0], counts_by(dealt, play, decision).tolist(), strict=True):
                paid = price(wager, case_of(setup, wager, names), names)
                yield paid.reason, count, paid.net * staked, Fraction(staked), paid.pays


def decide_with(setup: Setup) -> Callable[[Sequence[Card]], tuple[str, Card]]:
    """The best decision with three cards, and the card that is then discarded."""
    dealt = kept_with_three(names_of)
    rows, play = rows_by_suits(dealt), best_play(Prices(setup), dealt)

    def decide(cards: Sequence[Card]) -> tuple[str, Card]:
        held = [card_number(card) for card in cards]
        row = rows[suits_of(held)]
        like: list[int] = dealt.own[row].tolist()
        return play.decisions[int(play.chosen[row])], cards[alike(like[int(play.gone[row])], like, held)]

    return decide


# -- What a player is told ---------------------------------------------------------------------------------------------


class Two(NamedTuple):
    """Two kept cards by what decides: a pair, what pairs of each pay, whether they are suited, straights in reach."""

    pair: bool
    pays: tuple[int, ...]
    suited: bool
    straights: int

    @property
    def points(self) -> tuple[bool, int]:
        """By which two cards are kept in a simple rule: a pair before anything else."""
        return self.pair, BY_KIND * sum(self.pays) + FOR_SUIT * self.suited + FOR_STRAIGHT * self.straights


LOW, MIDDLE, HIGH = range(3)
KINDS = ("low", "middle", "high")


def kinds_of_ranks(price: Prices) -> list[int]:
    """Of each rank, whether a pair of it wins, pushes or loses."""
    found = []
    for rank in range(2, 15):
        names = names_of(PokerHand(PAIR, (rank, 0, 0, 0)))
        net = price(ANTE, case_of(price.setup, ANTE, names), names).net
        found.append(HIGH if net > 0 else MIDDLE if net == 0 else LOW)
    return found


def two_of(kinds: Sequence[int], first: int, second: int) -> Two:
    ranks = [first >> 2, second >> 2]
    pays = tuple(sorted((kinds[rank] for rank in ranks), reverse=True))
    if ranks[0] == ranks[1]:
        return Two(True, pays, False, 0)
    return Two(False, pays, first & 3 == second & 3, straights_with(ranks))


def kept_of(cards: Sequence[int], gone: int) -> tuple[int, int]:
    """The two of three cards that are left without one of them."""
    return cards[(gone + 1) % SIZE], cards[(gone + 2) % SIZE]


def two_in_words(first: int, second: int) -> str:
    """Two cards as hold'em players write them.

    >>> two_in_words(0, 1), two_in_words(51, 47), two_in_words(0, 51)
    ('22', 'AKs', 'A2o')
    """
    low, high = sorted((first >> 2, second >> 2))
    if low == high:
        return RANKS[high] * 2
    return f"{RANKS[high]}{RANKS[low]}{'s' if first & 3 == second & 3 else 'o'}"


def keep_in_order(price: Prices, dealt: Deals) -> dict[str, Fraction]:
    """Two cards by what a unit on them is worth on average over all third cards, the best first."""
    kept, sums = dealt.counts @ Nets.of(price, ANTE).shown, dict[str, list[int]]()
    for cards, weight, worths in zip(dealt.own.tolist(), dealt.weights.tolist(), kept.tolist(), strict=True):
        for gone, worth in enumerate(worths):
            found = sums.setdefault(two_in_words(*kept_of(cards, gone)), [0, 0])
            found[0] += weight * worth
            found[1] += weight
    means = {two: Fraction(total, count) for two, (total, count) in sums.items()}
    return dict(sorted(means.items(), key=lambda item: -item[1]))


def _strategy(price: Prices, dealt: Deals, play: Play) -> dict[str, Any]:
    kinds, own = kinds_of_ranks(price), dealt.own.tolist()
    twos = [two_of(kinds, *kept_of(cards, gone)) for cards, gone in zip(own, play.gone.tolist(), strict=True)]
    labels = _told(twos, play)
    unit = Nets.of(price, ANTE).unit * dealt.boards
    best = played(price, dealt, play).house_edge
    total = int(dealt.weights.sum())
    often = {name: Fraction(int(dealt.weights[play.does(name)].sum()), total) for name in play.decisions}
    edges = {rule: played(price, dealt, way).house_edge for rule, way in simple_ways(price, dealt, play).items()}
    rule = f"By the two cards that are worth most. {_ranks_in_words(kinds)}"
    return {
        "with_three_cards": chart(labels, dealt.weights, play.worths, play.decisions, unit, rule),
        "keep_whichever_comes_first": _alike(keep_in_order(price, dealt)),
        "or_by_points": KEEP,
        "how_often": {name: decimal(share) for name, share in often.items()},
        "simple_rules": costs_of_rules(edges, best),
    }


def _alike(order: Mapping[str, Fraction]) -> list[str]:
    """Two cards in their order, those that are worth the same told together."""
    rows: dict[Fraction, list[str]] = {}
    for two, worth in order.items():
        rows.setdefault(worth, []).append(two)
    return [" ".join(row) for row in rows.values()]


def simple_ways(price: Prices, dealt: Deals, play: Play) -> dict[str, Play]:
    """Ways to play that are easier to keep in mind; an instant winner is declared in all of them."""
    kinds, own = kinds_of_ranks(price), dealt.own.tolist()
    order = keep_in_order(price, dealt)
    first, second, declare = range(3)
    by_list = np.array([max(range(SIZE), key=lambda gone: order[two_in_words(*kept_of(cards, gone))]) for cards in own])
    points = [[two_of(kinds, *kept_of(cards, gone)).points for gone in range(SIZE)] for cards in own]
    by_points = np.array([max(range(SIZE), key=each.__getitem__) for each in points])
    pairs = np.array([max(each)[0] for each in points])
    few = np.array([max(each) < (False, FOLD_BELOW) for each in points])

    def way(chosen: NDArray[Any], gone: NDArray[np.int64]) -> Play:
        declared = np.where(play.worths[:, declare] > NEVER, declare, chosen)
        return replace(play, chosen=declared, gone=gone)

    simple = {"keep what comes first in the list, and decide best": way(play.chosen, by_list)}
    if play.decisions[second] == FOLD:
        return simple | {
            f"keep by points, and fold what comes to less than {FOLD_BELOW}": way(
                np.where(few, second, first), by_points
            ),
            "keep by points, and fold nothing": way(np.full(len(own), first), by_points),
        }
    return simple | {
        "keep by points, and bet with a pair only": way(np.where(pairs, first, second), by_points),
        "keep by points, and never bet": way(np.full(len(own), second), by_points),
    }


def _ranks_in_words(kinds: Sequence[int]) -> str:
    """Which cards are high and middle, for the pay table in force."""
    told = []
    for kind in (HIGH, MIDDLE):
        ranks = [RANK_WORDS[RANKS[at]] for at, found in enumerate(kinds) if found == kind]
        if ranks:
            told.append(f"{KINDS[kind]} is {ranks[0]}{f' to {ranks[-1]}' if len(ranks) > 1 else ''}")
    words = ", ".join(told)
    return f"{words[:1].upper()}{words[1:]}."


def _told(twos: Sequence[Two], play: Play) -> list[str]:
    """Each three cards' row: by the two that are kept, as finely as the decision goes by them."""
    does: dict[tuple[Any, ...], set[int]] = {}
    for two, chosen, instant in zip(twos, play.chosen.tolist(), play.instants, strict=True):
        for key in (two[:2], two[:3], two):
            if not instant:
                does.setdefault(key, set()).add(chosen)
    return [
        f"{names[0].removeprefix('instant_').replace('_', ' ')}, dealt" if names else _in_words(two, does)
        for two, names in zip(twos, play.instants, strict=True)
    ]


def _in_words(two: Two, does: Mapping[tuple[Any, ...], set[int]]) -> str:
    """Two cards, with their suits and the straights in reach where the decision goes by them."""
    if len(does[two[:2]]) == 1:
        return _pays_in_words(two)
    suited = f"{_pays_in_words(two)}, {'' if two.suited else 'not '}suited"
    if len(does[two[:3]]) == 1:
        return suited
    alike = [number for number in range(5) if does.get((*two[:3], number)) == does[two]]
    told = " or ".join(str(number or "no") for number in alike)
    return f"{suited}, {told} straight{'s' * (max(alike) > 1)} in reach"


def _pays_in_words(two: Two) -> str:
    """What two cards are called.

    >>> _pays_in_words(Two(True, (2, 2), False, 0)), _pays_in_words(Two(False, (2, 0), True, 1))
    ('a high pair', 'a high and a low card')
    """
    first, second = two.pays
    if two.pair:
        return f"a {KINDS[first]} pair"
    return f"two {KINDS[first]} cards" if first == second else f"a {KINDS[first]} and a {KINDS[second]} card"
