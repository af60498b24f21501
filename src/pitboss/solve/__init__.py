"""The mathematics: kernels count outcome classes, the table's own settlement prices them."""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from inspect import signature
from typing import TYPE_CHECKING

from pitboss.catalogue import part, scripts
from pitboss.errors import Refused, suggest

if TYPE_CHECKING:
    from pitboss.rulebook.setup import Setup
    from pitboss.solve.model import Analysis


def analyze(
    setup: "Setup",
    meters: Mapping[str, int] | None = None,
    progress: Callable[[float], None] | None = None,
    *,
    wagers: Collection[str] | None = None,
    cluster: str | None = None,
    edges_only: bool = False,
) -> "Analysis":
    """The exact mathematics of a set-up; ``meters`` are what progressive meters stand at, in cents.

    ``wagers`` and ``cluster`` save time: a solver that takes long solves only these wagers, and counts on the Dask
    cluster whose scheduler is at that address. A solver that answers at once gives every wager, and needs no cluster.
    ``edges_only`` saves time where nothing but house edges is looked at.
    """
    from pitboss.games import game_of
    from pitboss.solve.model import Asked

    setup.must_have_wagers("solve")
    if setup.entry.script not in scripts("solve"):
        raise Refused(f"{setup.entry.name} has no solver yet; pitboss simulate estimates its house edge by playing it")
    game_of(setup.entry).must_take(setup)
    for name in meters or {}:
        if name not in setup.meters:
            raise Refused(f'there is no meter "{name}" at this table; {suggest(name, setup.meters)}')
    if cluster is not None:
        from pitboss.cluster import knock

        knock(cluster)
    start = time.perf_counter()
    solver = part(setup.entry.script, "solve")
    assert solver is not None
    solve: Callable[..., Analysis] = solver.solve
    asked = Asked(None if wagers is None else frozenset(wagers), cluster, edges_only)
    found = solve(setup, meters, progress, **({"asked": asked} if "asked" in signature(solve).parameters else {}))
    return replace(found, seconds=time.perf_counter() - start)
