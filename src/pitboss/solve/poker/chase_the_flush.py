"""Chase the Flush: every board, hand and dealer's hand; all three decisions the best, from the last one backwards."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.games.poker.chase_the_flush import ALL_IN, SAME_SUIT, XTRA_BONUS, same_suit_named
from pitboss.games.poker.flushes import TOP_CARD_ONLY, ace_low
from pitboss.games.poker.kit import COMPARED, UNQUALIFIED
from pitboss.hands.flush import flush_names
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.figures import not_by_itself
from pitboss.solve.model import (
    EVERYTHING,
    Analysis,
    Asked,
    Progress,
    WagerAnalysis,
    costs_of_rules,
    decimal,
    simple,
    tally,
)
from pitboss.solve.poker.chase_chart import charts, early_kinds
from pitboss.solve.poker.showdown import FOLD, whole
from pitboss.solve.poker.sides import PER_WAGER
from pitboss.solve.prices import Decided, Prices

SIZES, SEVEN, CARDS = range(8), 7, 52
CHOICES = (FOLD, "all_in_1x", "all_in_2x", "all_in_3x")
"""By how many times the Ante is bet."""
ANALYSED = ("ante", SAME_SUIT)
FULL_DECK = tuple(range(CARDS))
LOWEST_AT_THE_END = RANKS.index("J")
PUBLISHED_RULE = (
    "all in 3x with three of a suit or two of a suit, Q-9 or better; 2x with three of a suit or more; 1x with four of "
    "a suit, or three, jack high or better, unless two suited cards of the board are higher"
)
"""The basic strategy that chukchansigold.com/games/chase-the-flush prints."""
MOST_OUTS = 11
CHARTED_RULE = (
    "all in 3x with three of a suit, or two with a king or an ace; 2x with four of a suit, three of which two are "
    f"yours, or three with a ten or better; 1x unless more than {MOST_OUTS} unseen cards would each alone, with the "
    "board, beat you"
)
"""What the charts come to for the game as printed."""


class Found(NamedTuple):
    """A class of outcomes: how many Antes were bet, the size of the flush, if the dealer qualifies, who is higher."""

    times: int
    size: int
    qualified: bool
    result: str


CASES = tuple((qualified, result) for qualified in (False, True) for result in COMPARED)


@dataclass(frozen=True)
class Counted:
    """Deals under the best play and under two simple rules, by times, size and case; and what charts are made of.

    ``before[hand]`` is what all in 3x and a check are worth before the flop, 24 times; ``flop`` is by kind and highest
    card of the flush, ``river`` by the cards that would beat a hand, both as charts are made of.
    """

    found: NDArray[np.int64]
    ruled: NDArray[np.int64]
    river: NDArray[np.int64]
    flop: NDArray[np.int64]
    before: NDArray[np.int64]


def solve(
    setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None, asked: Asked = EVERYTHING
) -> Analysis:
    """Analyse the Ante with all that goes with it, and the Same Suit Bonus."""
    analysed = [wager for wager in ANALYSED if wager in setup.offers]
    if not any(asked.wants(wager) for wager in analysed):
        raise not_by_itself(setup, min(asked.wagers or ()), analysed)
    price = Prices(setup, meters)
    wagers: dict[str, WagerAnalysis] = {}
    strategy: dict[str, Any] | None = None
    if asked.wants("ante"):
        deals = counted(setup, price, progress or (lambda done: None))
        wagers["ante"] = _ante(price, deals.found)
        strategy = _strategy(price, deals)
    if SAME_SUIT in setup.offers and asked.wants(SAME_SUIT):
        wagers[SAME_SUIT] = _same_suit(setup, price)
    return Analysis(setup, wagers, strategy)


def decides(found: Found) -> Iterator[Decided]:
    """What a class of outcomes does to the Ante, the X-tra Bonus and the All In."""
    if not found.times:
        yield Decided("ante", FOLD)
        yield Decided(XTRA_BONUS, FOLD)
        return
    yield Decided("ante", found.result if found.qualified else UNQUALIFIED)
    yield Decided(XTRA_BONUS, found.result, flush_names(found.size))
    yield Decided(ALL_IN, found.result, times=found.times)


def classes() -> list[list[list[Found]]]:
    """Every class, by times, size and case; no hand of seven cards has a flush of one card."""
    return [[[Found(times, max(size, 2), *case) for case in CASES] for size in SIZES] for times in range(len(CHOICES))]


def nets_of(price: Prices) -> tuple[NDArray[np.int64], int]:
    """What every class nets in whole parts of the Ante, and how many parts an Ante is."""
    nets = [[[price.together(decides(each))[0] for each in row] for row in rows] for rows in classes()]
    found = whole(nets)
    return found, int(found[0, 0, 0] / nets[0][0][0])


# -- Counting ---------------------------------------------------------------------------------------------------------


@cache
def renamings() -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(4)))


@cache
def renamed_hands() -> NDArray[np.int32]:
    """By renaming of suits and number of three cards, the number of those with the suits renamed."""
    three = np.array([cards[::-1] for cards in combinations(range(CARDS), 3)])  # the highest first
    found = np.zeros((len(renamings()), len(three)), dtype=np.int32)
    for at, suits in enumerate(renamings()):
        other = np.sort((three & ~3) | np.array(suits)[three & 3], axis=1)
        found[at, number_of(three[:, ::-1])] = number_of(other)
    return found


def number_of(three: NDArray[Any]) -> NDArray[np.int64]:
    """The number of three cards, the lowest first, among all of them."""
    low, middle, high = three.T.astype(np.int64)
    found: NDArray[np.int64] = low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6
    return found


@dataclass(frozen=True)
class Flops:
    """The flops that stand for all others, how many each stands for, and the renaming that makes a flop the one."""

    members: tuple[tuple[int, int], ...]
    weights: NDArray[np.int64]
    number: NDArray[np.int16]
    renaming: NDArray[np.int8]


@cache
def flops() -> Flops:
    members: dict[tuple[int, ...], int] = {}
    number, renaming = np.zeros((CARDS, CARDS), dtype=np.int16), np.zeros((CARDS, CARDS), dtype=np.int8)
    weights: dict[int, int] = {}
    for pair in combinations(range(CARDS), 2):
        alike = [tuple(sorted((card & ~3) | suits[card & 3] for card in pair)) for suits in renamings()]
        at = members.setdefault(min(alike), len(members))
        weights[at] = weights.get(at, 0) + 1
        for first, second in (pair, pair[::-1]):
            number[first, second], renaming[first, second] = at, alike.index(min(alike))
    chosen = tuple((pair[0], pair[1]) for pair in members)
    return Flops(chosen, np.array([weights[at] for at in range(len(chosen))]), number, renaming)


def over_symmetries(values: NDArray[np.int64]) -> None:
    """Add up, in place, what renamings that leave a flop as it is make of one another."""
    maps = renamed_hands()
    for at, flop in enumerate(flops().members):
        same = [
            number
            for number, suits in enumerate(renamings())
            if tuple(sorted((card & ~3) | suits[card & 3] for card in flop)) == flop
        ]
        values[at] = sum(values[at][maps[number]] for number in same)


def before_the_flop(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """What all in 3x and a check are worth to every hand, over all flops."""
    best = np.maximum(values[:, :, 1], values[:, :, 2])
    found = np.zeros((values.shape[1], 2), dtype=np.int64)
    for pair in combinations(range(CARDS), 2):
        at, hands = flops().number[pair], renamed_hands()[flops().renaming[pair]]
        found[:, 0] += values[at, hands, 0]
        found[:, 1] += best[at, hands]
    return found


def counted(setup: Setup, price: Prices, progress: Progress, deck: tuple[int, ...] = FULL_DECK) -> Counted:
    """Every deal, decided as is best; a deck may have fewer ranks, of every suit."""
    nets, unit = nets_of(price)
    top_only = setup.term("tiebreak") == TOP_CARD_ONLY
    qualifies = setup.term("dealer_qualifies_cards") << 13 | 1 << RANKS.index(setup.term("dealer_qualifies_high"))
    key = ("v1", nets.tolist(), unit, top_only, qualifies, deck)
    stored = kept("chase-the-flush", key, lambda: _counted(nets, top_only, qualifies, deck, progress))
    return Counted(stored["found"], stored["ruled"], stored["river"], stored["flop"], stored["before"])


def _counted(
    nets: NDArray[np.int64], top_only: bool, qualifies: int, deck: tuple[int, ...], progress: Progress
) -> dict[str, NDArray[Any]]:
    from pitboss.solve.poker import chase_kernel as kernel
    from pitboss.solve.poker.suits_kernel import canonical_sets

    sets, weights = canonical_sets(4)
    inside = np.isin(sets, deck).all(axis=1)
    boards, weights = sets[inside].astype(np.int64), weights[inside]
    chunks = min(len(boards), 256)
    rules = (
        np.array(deck, dtype=np.int64),
        qualifies,
        top_only,
        nets,
        flops().number,
        flops().renaming,
        renamed_hands(),
    )
    # Numba's dispatcher does not tell the type checker what it takes.
    add: Callable[..., None] = kernel.add_values
    count: Callable[..., None] = kernel.count_deals

    def value(numbers: Iterable[int]) -> tuple[NDArray[np.int64], ...]:
        values = np.zeros((kernel.FLOPS, kernel.HANDS, 3), dtype=np.int64)
        for number in numbers:
            for at in range(number, len(boards), chunks):
                add(boards[at], weights[at], *rules, values)
        return (values,)

    (values,) = in_threads(value, chunks, lambda done: progress(done / 2))
    over_symmetries(values)
    before = before_the_flop(values)
    all_in, kinds = before[:, 0] > before[:, 1], early_kinds(flops().members)
    early = np.where(all_in, 3, np.where(values[:, :, 1] > values[:, :, 2], 2, 0)).astype(np.uint8)
    rules_of_thumb = ((kinds.printed_3x, kinds.size >= 3), (kinds.charted_3x, kinds.charted_2x))
    for strategy, (first, then) in enumerate(rules_of_thumb, start=kernel.PRINTED):
        early |= np.where(first, 3, np.where(then, 2, 0)).astype(np.uint8) << 2 * strategy

    def deal(numbers: Iterable[int]) -> tuple[NDArray[np.int64], ...]:
        found = np.zeros((kernel.STRATEGIES, len(CHOICES), len(SIZES), len(CASES)), dtype=np.int64)
        river = np.zeros((kernel.MOST_OUTS + 1, 5), dtype=np.int64)
        for number in numbers:
            for at in range(number, len(boards), chunks):
                count(boards[at], weights[at], *rules, early, LOWEST_AT_THE_END, MOST_OUTS, found, river)
        return found, river

    found, river = in_threads(deal, chunks, lambda done: progress((1 + done) / 2))
    chart = kinds.chart(values, flops().weights, ~all_in)
    return {"found": found[0], "ruled": found[1:], "river": river, "flop": chart, "before": before}


# -- Pricing ----------------------------------------------------------------------------------------------------------


def _ante(price: Prices, counts: NDArray[np.int64]) -> WagerAnalysis:
    """Ante, X-tra Bonus and All In together."""
    rows = []
    for each, count in _rows(counts):
        rows.append((_label(price, each), count, *price.together(decides(each)), ""))
    return WagerAnalysis(tally(rows), per="unit of the Ante (Ante and X-tra Bonus are one unit each)")


def _rows(counts: NDArray[np.int64]) -> Iterator[tuple[Found, int]]:
    flat = [each for rows in classes() for row in rows for each in row]
    yield from ((each, count) for each, count in zip(flat, counts.ravel().tolist(), strict=True) if count)


def _label(price: Prices, found: Found) -> str:
    if not found.times:
        return FOLD
    bonus = price(XTRA_BONUS, found.result, flush_names(found.size))
    paid = f", X-tra Bonus pays {bonus.pays}" if bonus.net > 0 else ""
    dealer = "qualified" if found.qualified else "unqualified"
    return f"all in {found.times}×, {dealer}, {found.result.replace('_', ' ')}{paid}"


def _same_suit(setup: Setup, price: Prices) -> WagerAnalysis:
    """Of seven cards one suit at most has four: by its cards, and those of the others."""
    rows = []
    for names, count in same_suit_counts(ace_low(setup)).items():
        rows.append((count, price(SAME_SUIT, "shown", names)))
    return WagerAnalysis(simple(rows), per=PER_WAGER)


def same_suit_counts(low_ace: bool) -> dict[tuple[str, ...], int]:
    """Sevens of 52 cards by the names they go by; those with fewer than four of a suit together."""
    found: dict[tuple[str, ...], int] = {}
    for mask in range(1 << len(RANKS)):
        size = mask.bit_count()
        if 4 <= size <= SEVEN:
            names = same_suit_named(size, longest_run(mask, low_ace))
            found[names] = found.get(names, 0) + 4 * comb(CARDS - len(RANKS), SEVEN - size)
    found[same_suit_named(3, 0)] = comb(CARDS, SEVEN) - sum(found.values())
    return found


def longest_run(mask: int, low_ace: bool) -> int:
    """How many cards of a suit follow one another.

    >>> longest_run(0b1000000000111, True), longest_run(0b1000000000111, False)
    (4, 3)
    """
    held, length = mask << 1 | (mask >> 12 if low_ace else 0), 0
    while held:
        held, length = held & held << 1, length + 1
    return length


# -- What a player is told --------------------------------------------------------------------------------------------


def _strategy(price: Prices, deals: Counted) -> dict[str, Any]:
    """A chart for each decision, what the printed strategy costs, and how often each is best."""
    _, unit = nets_of(price)
    ruled = {
        rule: -_average(price, part)
        for rule, part in zip((CHARTED_RULE, PUBLISHED_RULE), deals.ruled[::-1], strict=True)
    }
    total = int(deals.found.sum())
    often = {name: decimal(Fraction(int(part.sum()), total)) for name, part in zip(CHOICES, deals.found, strict=True)}
    return {
        **charts(deals.before, deals.flop, deals.river, total * unit),
        "how_often": dict(reversed(often.items())),
        "simple_rules": costs_of_rules(ruled, -_average(price, deals.found)),
    }


def _average(price: Prices, counts: NDArray[np.int64]) -> Fraction:
    won = sum((count * price.together(decides(each))[0] for each, count in _rows(counts)), Fraction(0))
    return won / int(counts.sum())
