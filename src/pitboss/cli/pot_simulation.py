"""``pitboss simulate`` for poker for a pot: what the house takes per hand, beside what ``pitboss analyze`` counts."""

import secrets
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.cli.progress import progress_bar
from pitboss.errors import PitbossError
from pitboss.rulebook.setup import Setup
from pitboss.sheets.paper import CITE, Paper, print_json
from pitboss.simulation.pot import POLICIES, PotResult, simulate_pot
from pitboss.solve.pot.house_take import Model, in_dollars

if TYPE_CHECKING:
    from pitboss.cli.simulate import Wanted

MOST_HANDS = 10_000_000
NOT_HERE = (
    "wagers",
    "meters",
    "session_rounds",
    "bankroll",
    "target",
    "count",
    "penetration",
    "parquet",
    "plot",
    "cluster",
)
"""What belongs to games in which one player wagers against a bank."""


def simulate_pot_entry(setup: Setup, wanted: "Wanted", hands: int) -> None:
    """Deal hands at a real table, and tell what the house took."""
    for name in NOT_HERE:
        if getattr(wanted, name):
            option = {"wagers": "wager", "meters": "meter"}.get(name, name).replace("_", "-")
            raise PitbossError(f"--{option} is for games against a bank; the players of this one win from one another")
    if wanted.engine == "kernel":
        raise PitbossError(f"{setup.entry.name} has no kernel; its hands are dealt at a real table")
    if not 1 <= hands <= MOST_HANDS:
        raise PitbossError(f"{hands:,} hands cannot be dealt at a real table; deal 1 to {MOST_HANDS:,}")
    seed = str(secrets.randbits(48)) if wanted.seed is None else wanted.seed
    with progress_bar(f"Dealing {setup.entry.name}") as told:
        result = simulate_pot(setup, hands, seed, wanted.strategy or "", wanted.players, told)
    if wanted.as_json:
        print_json(result.as_json())
    else:
        _show(Paper(), result)


def _show(paper: Paper, result: PotResult) -> None:
    paper.title(result.setup.entry.title, result.setup.entry.name)
    paper.line(f"{result.hands:,} hands of {result.players} players, seed {result.seed}", indent=2)
    paper.line(f"Every player {POLICIES[result.policy]}.", "yellow", indent=2)
    paper.line()
    error = "unknown" if result.error is None else f"${result.error / 100:.4f}"
    rows = [
        ("The house takes per hand", f"${float(result.per_hand) / 100:.4f}"),
        ("Standard error", error),
        ("Wagered per hand", f"${in_dollars(Fraction(result.wagered, result.hands))}"),
        ("Hands with a showdown", f"{result.showdowns / result.hands:.2%}"),
    ]
    if result.counted is not None:
        rows.append(("pitboss analyze counts per hand", f"${float(result.counted.per_hand) / 100:.4f}"))
    paper.named(rows)
    paper.line()
    if result.counted is not None and result.counted.each_half_hour:
        paper.line("This schedule collects by the half hour, and nothing from the pots.", CITE, indent=2)
    elif result.counted is not None:
        paper.clause(Model().told, style=CITE)
