"""Sic bo: every wager by counting the throws of three dice."""

from collections import Counter
from collections.abc import Mapping

from pitboss.games.dice.sic_bo import GAME, case_of, throws
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, simple
from pitboss.solve.prices import Prices


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer; one whose areas are not all alike is analysed area by area, like ``total 4``."""
    price = Prices(setup)
    wagers: dict[str, WagerAnalysis] = {}
    for name, offer in setup.offers.items():
        areas = GAME.places(setup, offer)
        by_spot = {spot: _count(setup, price, name, spot) for spot in areas}
        alike = all(found == by_spot[areas[0]] for found in by_spot.values())
        wagers |= {name if alike else f"{name} {spot}": found for spot, found in by_spot.items()}
    return Analysis(setup, wagers)


def _count(setup: Setup, price: Prices, wager: str, spot: str) -> WagerAnalysis:
    """Each of the equally likely throws counts one."""
    cases = Counter(case_of(setup, wager, spot, dice) for dice in throws(setup))
    rows = ((many, price(wager, *case)) for case, many in cases.items())
    return WagerAnalysis(simple(rows), per="unit of the wager, per throw")
