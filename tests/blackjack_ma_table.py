"""Blackjack of Massachusetts for the tests: a record of one seat in a line, and a table that is sat down at."""

from typing import Any

from blackjack_table import dealt_to, nets, told
from pitboss import settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.rulebook import Setup, load

__all__ = ["ENTRY", "MULTIPLE", "dealt_to", "ma", "ma_record", "nets", "seats", "sit", "told"]

ENTRY = "massachusetts-2020/blackjack"
MULTIPLE = {"multiple_action_1": 10, "multiple_action_2": 10, "multiple_action_3": 10}
"""Three wagers of ten dollars."""


def ma_record(cards: str | list[str], dealer: str, *actions: str, **more: Any) -> dict[str, Any]:
    """One seat with a wager of $10 and whatever ``side`` names besides, unless ``wagers`` says otherwise."""
    wagers = more.pop("wagers", {"blackjack": 10} | more.pop("side", {}))
    held = {"cards": cards} if isinstance(cards, str) else {"hands": cards}
    return seats({1: {"wagers": wagers, **held, "actions": list(actions)}}, dealer, **more)


def seats(at: dict[int, dict[str, Any]], dealer: str, **more: Any) -> dict[str, Any]:
    return {
        "rulebook": "massachusetts-2020",
        "game": "blackjack",
        "options": more.pop("options", {}),
        "seats": {str(seat): row for seat, row in at.items()},
        "dealer": {"cards": dealer},
        **more,
    }


def ma(cards: str | list[str], dealer: str, *actions: str, **more: Any) -> Round:
    return settle(ma_record(cards, dealer, *actions, **more)).rounds[0][1]


def sit(seed: int = 1, **options: Any) -> Table:
    entry = load(ENTRY)
    return Table(Setup.of(entry, options), game_of(entry), seed=seed)
