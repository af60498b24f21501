"""The mathematics: kernels count outcome classes, the table's own settlement prices them."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.errors import Refused, suggest

if TYPE_CHECKING:
    from pitboss.rulebook.setup import Setup
    from pitboss.solve.model import Analysis

SOLVERS = {
    "baccarat": "pitboss.solve.baccarat",
    "roulette": "pitboss.solve.roulette",
    "three_card_poker": "pitboss.solve.three_card",
    "ultimate_texas_holdem": "pitboss.solve.holdem",
}


def analyze(
    setup: "Setup",
    meters: Mapping[str, int] | None = None,
    progress: Callable[[float], None] | None = None,
) -> "Analysis":
    """The exact mathematics of a set-up; ``meters`` are what progressive meters stand at, in cents."""
    script = setup.entry.script
    if script not in SOLVERS:
        raise Refused(f"{setup.entry.name} has no solver yet; those that have: {', '.join(sorted(SOLVERS))}")
    for name in meters or {}:
        if name not in setup.meters:
            raise Refused(f'there is no meter "{name}" at this table; {suggest(name, setup.meters)}')
    start = time.perf_counter()
    found: Analysis = import_module(SOLVERS[script]).solve(setup, meters, progress)
    return replace(found, seconds=time.perf_counter() - start)
