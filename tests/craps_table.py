"""Shared by the Massachusetts craps tests: throw dice of our choice, read what each wager came to."""

from collections.abc import Mapping
from typing import Any

from pitboss import open_table
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.round import Round
from pitboss.engine.table import Table

CRAPS = "massachusetts-2020/craps"
ANOTHER = {"shooter": "another"}


def table_with(
    options: Mapping[str, Any] | None = None,
    standing: Mapping[str, Any] | None = None,
    carry: Mapping[str, Any] | None = None,
) -> Table:
    """A table where seat 1 may have wagers up already; somebody outside shoots unless the carry says otherwise."""
    fresh = open_table(CRAPS, options or {})
    return Table(fresh.setup, fresh.game, carry=carry or ANOTHER, standing={1: standing} if standing else {})


def roll(table: Table, dice: str, wagers: Mapping[str, Any] | None = None, *says: str, **more: Any) -> Round:
    """Throw these dice with what seat 1 makes or changes, and what it says."""
    placed = more.pop("seats", {1: wagers} if wagers else {})
    words = more.pop("words", {1: says} if says else {})
    return table.deal(placed, says=words, draws=WrittenDraws({"dice": [dice]}), **more)


def rolls(table: Table, *dice: str) -> None:
    for each in dice:
        roll(table, each)


def rows(played: Round, seat: int = 1) -> dict[str, tuple[str, int]]:
    """Every wager of a seat with its outcome and its net result in dollars."""
    return {
        f"{row.wager} {row.on}" if row.on else row.wager: (row.outcome, row.net // 100)
        for row in played.settlements
        if row.seat == seat
    }
