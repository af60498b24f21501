"""Winner's Pot Poker: what a seat at a table of so many players loses where all of them play alike, sampled.

What a hand is worth depends on what the others do, so the figures say how everybody plays: with what is at least as
good as what the dealer shows. Jacks Plus is exact, for a player who does not fold.
"""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.poker.kit import names_with_jacks
from pitboss.games.poker.winners_pot_poker import JACKS_PLUS, STAKES, shares
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, simple, tally
from pitboss.solve.poker.counted import hands_by_name
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.sides import PER_WAGER
from pitboss.solve.prices import Prices, stake_of

ROUNDS = 1_000_000
CORES = os.cpu_count() or 1
RULE = "stay in with cards at least as good as those that the dealer shows"


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    every = range(1, setup.seats + 1)
    with ThreadPoolExecutor(CORES) as pool:
        analysed = pool.map(partial(ante_analysis, setup), every)
        titles = [f"ante, {players} player{'s' if players > 1 else ''}" for players in every]
        found = dict(zip(titles, analysed, strict=True))
    if JACKS_PLUS in setup.offers:
        rows = [(count, price(JACKS_PLUS, "shown", names)) for names, count in hands_by_name(names_with_jacks).items()]
        note = "of a player who does not fold: a folded hand is paid for three or four cards only"
        found[JACKS_PLUS] = WagerAnalysis(simple(rows), per=PER_WAGER, note=note)
    return Analysis(setup, found, {"rule": RULE, "played_by": "every player"})


def ante_analysis(setup: Setup, players: int, always: bool = False) -> WagerAnalysis:
    """The Ante and all that is added to it, at a table of so many players who play alike."""
    from pitboss.solve.poker.winners_pot_kernel import FOLDED_ON_FOUR, FOLDED_ON_THREE, LOSING, LOST

    ante = stake_of(setup.offers[STAKES[0]])
    bet, double = (next(iter(setup.offers[wager].times.values()))[0] for wager in STAKES[1:])
    staked = {FOLDED_ON_THREE: 1, FOLDED_ON_FOUR: 1 + bet, LOST: 1 + bet + double}
    told = {FOLDED_ON_THREE: "fold on three cards", FOLDED_ON_FOUR: "fold on four cards", LOST: "lower hand"}
    rows = []
    for kind, count in enumerate(_sample(players, always).tolist()):
        if kind in staked:
            rows.append((told[kind], count, Fraction(-staked[kind]), Fraction(staked[kind]), ""))
        elif count:
            antes, how = divmod(kind - LOSING, 20)
            sharing, with_dealer = divmod(how, 2)
            each, _ = shares(setup, antes * ante, sharing, sharing + with_dealer)
            net = Fraction(each, ante) - staked[LOST]
            result = "best hand" if sharing + with_dealer == 1 else "split"
            rows.append((result, count, net, Fraction(staked[LOST]), ""))
    note = f"every player stays in by the rule below, and antes ${dollars(ante)}"
    return WagerAnalysis(tally(rows), per="unit of the Ante", sampled=ROUNDS, note=note)


def _sample(players: int, always: bool) -> NDArray[np.int64]:
    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.poker.winners_pot_kernel import play_rounds

        # Numba's dispatcher does not tell the type checker what it takes.
        play: Callable[..., NDArray[np.int64]] = play_rounds
        return {"counts": play(players, ROUNDS, 2020 + players, always, ranking(5))}

    return kept("winners-pot", ("v1", players, ROUNDS, always), compute)["counts"]
