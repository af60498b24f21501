"""Shared by the roulette tests: spin a number of our choice, read what each wager came to."""

from collections.abc import Mapping
from typing import Any

from pitboss import Call
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.round import Round
from pitboss.engine.table import Table

DOUBLE_SECTIONS = {
    "gold": [5, 22, 34, 15, 3, 24],
    "red": [36, 13, 1, 27, 10, 25],
    "green": [29, 12, 8, 19, 31, 18],
    "blue": [6, 21, 33, 16, 4, 23],
    "black": [35, 14, 2, 28, 9, 26],
    "purple": [30, 11, 7, 20, 32, 17],
}


def spin(table: Table, result: str, wagers: Mapping[str, Any] | None = None, *calls: Call, **more: Any) -> Round:
    """Spin a number of our choice with seat 1's wagers, or those that stand."""
    multiplier = {"multiplier": [str(more.pop("multiplier"))]} if "multiplier" in more else {}
    placed = more.pop("seats", {1: wagers} if wagers else {})
    return table.deal(placed, calls=calls, draws=WrittenDraws({"spin": [result], **multiplier}), **more)


def nets(played: Round) -> dict[str, int]:
    """What each wager of the round came to, in cents."""
    return {f"{row.wager} {row.on}" if row.on else row.wager: row.net for row in played.settlements}
