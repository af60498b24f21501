"""Red Dog: every order of three cards out of the finite shoe, and the spreads on which a raise is worth it.

A raise wins and loses with the wager at the same odds, so it is worth making in full or not at all.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.equipment.cards import DECK, SUITS
from pitboss.games.comparing.red_dog import CONSECUTIVE, PAIR, RAISE, SPREADS, main_wager, result, spread
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, tally
from pitboss.solve.prices import Price, Prices

VALUES = sorted({card.rank for card in DECK})


@dataclass(frozen=True, slots=True)
class Deals:
    """How many orders of cards end in a case. ``spread`` is 0 for consecutive cards and -1 for a pair."""

    spread: int
    case: str
    names: tuple[str, ...]
    ways: int


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the wager, raised where that is best."""
    price = Prices(setup, meters)
    base = main_wager(setup)
    dealt = deals(setup.decks)
    raised = worth_raising(price, dealt)
    rows = []
    for found in dealt:
        first = price(base, found.case, found.names)
        more = price(RAISE, found.case, found.names).net if found.spread in raised else None
        staked = Fraction(1 if more is None else 2)
        rows.append((_called(found, first, more is not None), found.ways, first.net + (more or 0), staked, first.pays))
    per = f"unit of the {setup.offers[base].title}, from a fresh shoe"
    return Analysis(setup, {base: WagerAnalysis(tally(rows), per)}, strategy(raised))


def deals(decks: int) -> list[Deals]:
    """All orders of three cards by what they come to; after consecutive cards the third is not looked at.

    >>> sum(found.ways for found in deals(1)) == 52 * 51 * 50
    True
    """
    each = len(SUITS) * decks
    found: Counter[tuple[int, str, tuple[str, ...]]] = Counter()
    for first, second, third in product(VALUES, repeat=3):
        ways = each * (each - (second == first)) * (each - (third == first) - (third == second))
        found[spread(first, second), *result(first, second, third)] += ways
    return [Deals(*key, ways) for key, ways in found.items()]


def worth_raising(price: Prices, dealt: Sequence[Deals]) -> frozenset[int]:
    """The spreads on which a raise wins more than it loses."""
    worth = dict.fromkeys(SPREADS, Fraction(0))
    for found in dealt:
        if found.spread in worth:
            worth[found.spread] += found.ways * price(RAISE, found.case, found.names).net
    return frozenset(between for between, gain in worth.items() if gain > 0)


def rule_of(raised: frozenset[int]) -> str:
    """The strategy in a sentence.

    >>> rule_of(frozenset({7, 8, 9, 10, 11})), rule_of(frozenset({1, 11})), rule_of(frozenset())
    ('raise on a spread of 7 or more', 'raise on a spread of 1 or 11', 'never raise')
    """
    if not raised:
        return "never raise"
    if raised == frozenset(SPREADS):
        return "raise on every spread"
    lowest = min(raised)
    if raised == frozenset(between for between in SPREADS if between >= lowest) and len(raised) > 1:
        return f"raise on a spread of {lowest} or more"
    *others, last = map(str, sorted(raised))
    return f"raise on a spread of {', '.join(others)} or {last}" if others else f"raise on a spread of {last}"


def strategy(raised: frozenset[int]) -> dict[str, Any]:
    """The spreads to raise on, and the rule that says so."""
    return {"rule": rule_of(raised), "raise_on_spreads": sorted(raised)}


def _called(found: Deals, price: Price, raised: bool) -> str:
    """A case by its spread, where it has one."""
    if found.spread in (CONSECUTIVE, PAIR):
        return found.case.replace("_", " ")
    return f"spread {found.spread}{' raised' if raised else ''}: {'won' if price.net > 0 else 'lost'}"
