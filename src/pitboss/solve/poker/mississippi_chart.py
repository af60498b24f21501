"""The best bets of Mississippi Stud on 4th and 5th street, told by what decides them instead of card by card.

All wagers go by five cards whoever holds them. So nothing counts but pairs, how many cards pay when they pair (jacks or
better win, sixes to tens push), the straights that are still possible, and whether all are of one suit. Where hands
that are alike in this are bet in different ways, the chart says by how much was staked.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

LOWEST_HIGH, LOWEST_MIDDLE = 9, 4
"""A jack and a six, the two being 0."""
ACE = 12
DECISIONS = ("fold", "bet_1x", "bet_2x", "bet_3x")
RULE = (
    "on 4th and 5th street a high card is a jack or better, a middle one a six to a ten, and straights are counted "
    "that have room for all cards seen"
)
Chart = dict[str, list[str]]
Stakes = dict[int, set[int]]
"""What is bet on a hand, and what was staked before that."""


class Kind(NamedTuple):
    """Cards by what decides: a pair or better, or else what pays, whether all are suited, the straights in reach."""

    made: str
    suited: bool = False
    pays: str = ""
    straights: int = 0


def later_charts(
    own: NDArray[np.int8], third: NDArray[np.int8], fourth: NDArray[np.int64], fifth: NDArray[np.int64]
) -> dict[str, Chart]:
    """Both charts from the bets that the best play makes: 0 where it never comes to one, else one more than the bet.

    ``fourth[two cards, card]`` and ``fifth[two cards, card, next card]`` count cards among those that are left.
    """
    on_fourth: dict[Kind, Stakes] = defaultdict(lambda: defaultdict(set))
    on_fifth: dict[Kind, Stakes] = defaultdict(lambda: defaultdict(set))
    for row, (first, second) in enumerate(own.tolist()):
        left = [card for card in range(52) if card not in (first, second)]
        staked = 1 + int(third[row])
        for at in np.flatnonzero(fourth[row]).tolist():
            bet = int(fourth[row, at]) - 1
            on_fourth[kind_of((first, second, left[at]))][bet].add(staked)
            for then in np.flatnonzero(fifth[row, at]).tolist():
                last = int(fifth[row, at, then]) - 1
                on_fifth[kind_of((first, second, left[at], left[then]))][last].add(staked + bet)
    return {"fourth_street": _chart(on_fourth), "fifth_street": _chart(on_fifth)}


def kind_of(cards: tuple[int, ...]) -> Kind:
    """What decides about these cards.

    >>> kind_of((48, 45, 40)), kind_of((4, 5, 50))
    (Kind(made='', suited=False, pays='3 high', straights=1), Kind(made='low pair', suited=False, pays='', straights=0))
    """
    return _kind(tuple(sorted(card >> 2 for card in cards)), len({card & 3 for card in cards}) == 1)


@cache
def _kind(ranks: tuple[int, ...], suited: bool) -> Kind:
    times = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if times[0] >= 3:
        return Kind("three of a kind" if times[0] == 3 else "four of a kind")
    if times[:2] == [2, 2]:
        return Kind("two pair")
    if times[0] == 2:
        pair = max(rank for rank in ranks if ranks.count(rank) == 2)
        return Kind("high pair" if pair >= LOWEST_HIGH else "middle pair" if pair >= LOWEST_MIDDLE else "low pair")
    high = sum(rank >= LOWEST_HIGH for rank in ranks)
    middle = sum(LOWEST_MIDDLE <= rank < LOWEST_HIGH for rank in ranks)
    pays = " ".join(f"{count} {name}" for count, name in ((high, "high"), (middle, "middle")) if count)
    straights = sum(all(_in_straight(rank, low) for rank in ranks) for low in range(-1, 9))
    return Kind("", suited, pays or "none that pays", straights)


def _in_straight(rank: int, low: int) -> bool:
    return low <= rank <= low + 4 or (low == -1 and rank == ACE)


# -- Rules that are easier to keep -------------------------------------------------------------------------------------


class Bets(NamedTuple):
    """What is bet on each street, by two cards and the community cards among those that are left; 0 is a fold."""

    third: NDArray[np.int64]
    fourth: NDArray[np.int64]
    fifth: NDArray[np.int64]


BY_POINTS = (
    "a high card counts 2, a middle one 1: bet 1× with as many points as cards seen, a low pair or three of one suit, "
    "3× with any pair at first, then with what is paid or pushed already or four of one suit, fold the rest"
)
MADE_OR_ONCE = "bet 3× with what is paid or pushed already, else 1×, and never fold"


def simple_rules(own: NDArray[np.int8]) -> dict[str, Bets]:
    """What is bet by each of them with these two cards."""
    left = np.array([[card for card in range(52) if card not in two] for two in own.tolist()])
    three = np.concatenate([np.repeat(own[:, None, :], left.shape[1], axis=1), left[:, :, None]], axis=2)
    four = np.concatenate(
        [
            np.repeat(three[:, :, None, :], left.shape[1], axis=2),
            np.broadcast_to(left[:, None, :, None], (*three.shape[:2], left.shape[1], 1)),
        ],
        axis=3,
    )
    streets = [_made_and_points(cards) for cards in (own.astype(np.int64), three, four)]
    once = Bets(*(np.where(made, 3, 1) for made, *_ in streets))
    by_points = []
    for cards, (made, low_pair, points, suited) in zip((2, 3, 4), streets, strict=True):
        thrice = made | low_pair if cards == 2 else made | suited if cards == 4 else made
        by_points.append(np.where(thrice, 3, np.where(low_pair | (points >= cards) | (suited & (cards > 2)), 1, 0)))
    return {BY_POINTS: Bets(*by_points), MADE_OR_ONCE: once}


def _made_and_points(cards: NDArray[np.int64]) -> tuple[NDArray[Any], ...]:
    """Of sets of cards: a middle pair or better, a low pair, their points, and whether they are of one suit."""
    ranks, suits = cards >> 2, cards & 3
    twos = combinations(range(cards.shape[-1]), 2)
    pairs = [(ranks[..., one] == ranks[..., other], ranks[..., one]) for one, other in twos]
    many = np.sum([alike for alike, _ in pairs], axis=0)
    paid = np.any([alike & (rank >= LOWEST_MIDDLE) for alike, rank in pairs], axis=0)
    made = paid | (many >= 2)
    points = (2 * (ranks >= LOWEST_HIGH) + ((ranks >= LOWEST_MIDDLE) & (ranks < LOWEST_HIGH))).sum(axis=-1)
    return made, (many == 1) & ~made, points, (suits == suits[..., :1]).all(axis=-1)


# -- In words ---------------------------------------------------------------------------------------------------------


def _chart(found: Mapping[Kind, Stakes]) -> Chart:
    """What is bet on which hands; hands of which all are bet alike are told together."""
    lines: dict[int, list[str]] = {bet: [] for bet in range(len(DECISIONS))}
    for bet, line in _made(found):
        lines[bet].append(line)
    suited = {kind: bets for kind, bets in found.items() if not kind.made and kind.suited}
    if len(same := {bet for bets in suited.values() for bet in bets}) == 1:
        lines[same.pop()].append("any that are suited")
        suited = {}
    plain = {kind: bets for kind, bets in found.items() if not kind.made and not kind.suited}
    for some in (suited, plain):
        for bet, line in _by_straights(some):
            lines[bet].append(line)
    return {DECISIONS[bet]: told for bet, told in lines.items() if told}


def _made(found: Mapping[Kind, Stakes]) -> Iterator[tuple[int, str]]:
    for kind, bets in sorted(found.items()):
        for bet in bets if kind.made else ():
            yield bet, f"{kind.made}{_staked(bets, bet)}"


def _by_straights(found: Mapping[Kind, Stakes]) -> Iterator[tuple[int, str]]:
    """Cards by what pays, with the straights in reach where the bet goes by them."""
    every: dict[str, set[int]] = defaultdict(set)
    groups: dict[tuple[str, int, str], set[int]] = defaultdict(set)
    for kind, bets in found.items():
        name = f"{'suited ' * kind.suited}{kind.pays}"
        every[name].add(kind.straights)
        for bet in bets:
            groups[name, bet, _staked(bets, bet)].add(kind.straights)
    for (name, bet, staked), straights in sorted(groups.items()):
        reach = "" if straights == every[name] else f" ({_straights(straights)})"
        yield bet, f"{name}{reach}{staked}"


def _straights(numbers: set[int]) -> str:
    told = " or ".join("no" if number == 0 else str(number) for number in sorted(numbers))
    return f"{told} straight{'s' * (max(numbers) > 1)}"


def _staked(bets: Stakes, bet: int) -> str:
    """By how much the bet goes by what was staked before, where hands that are alike are bet in different ways."""
    return "" if len(bets) == 1 else f" with {' or '.join(map(str, sorted(bets[bet])))} staked"
