"""The mathematics: kernels count outcome classes, the table's own settlement prices them."""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING

from pitboss.errors import Refused, suggest

if TYPE_CHECKING:
    from pitboss.rulebook.setup import Setup
    from pitboss.solve.model import Analysis

SOLVERS = {
    "craps": "pitboss.solve.craps",
    "casino_war": "pitboss.solve.casino_war",
    "red_dog": "pitboss.solve.red_dog",
    "big_six": "pitboss.solve.big_six",
    "sic_bo": "pitboss.solve.sic_bo",
    "baccarat": "pitboss.solve.baccarat",
    "roulette": "pitboss.solve.roulette",
    "three_card_poker": "pitboss.solve.three_card",
    "ultimate_texas_holdem": "pitboss.solve.holdem",
    "caribbean_stud": "pitboss.solve.poker.caribbean_stud",
    "mississippi_stud": "pitboss.solve.poker.mississippi_stud",
}


def analyze(
    setup: "Setup",
    meters: Mapping[str, int] | None = None,
    progress: Callable[[float], None] | None = None,
    *,
    wagers: Collection[str] | None = None,
    cluster: str | None = None,
) -> "Analysis":
    """The exact mathematics of a set-up; ``meters`` are what progressive meters stand at, in cents.

    ``wagers`` and ``cluster`` save time: a solver that takes long solves only these wagers, and counts on the Dask
    cluster whose scheduler is at that address. A solver that answers at once gives every wager, and needs no cluster.
    """
    from pitboss.games import game_of
    from pitboss.solve.model import Asked

    setup.must_have_wagers("solve")
    script = setup.entry.script
    if script not in SOLVERS:
        raise Refused(f"{setup.entry.name} has no solver yet; those that have: {', '.join(sorted(SOLVERS))}")
    game_of(setup.entry).must_take(setup)
    for name in meters or {}:
        if name not in setup.meters:
            raise Refused(f'there is no meter "{name}" at this table; {suggest(name, setup.meters)}')
    if cluster is not None:
        from pitboss.cluster import knock

        knock(cluster)
    start = time.perf_counter()
    solve: Callable[..., Analysis] = import_module(SOLVERS[script]).solve
    asked = Asked(None if wagers is None else frozenset(wagers), cluster)
    found = solve(setup, meters, progress, **({"asked": asked} if "asked" in signature(solve).parameters else {}))
    return replace(found, seconds=time.perf_counter() - start)
