"""Rounds of Casino War for the tests, written as records."""

from typing import Any

from pitboss import settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table

CHAPTER4, CALIFORNIA, MASSACHUSETTS = (
    f"{book}/casino-war" for book in ("chapter4", "california", "massachusetts-2020")
)
NO_TIE_WAGER = "no_tie_wager"
BANK = {"seat": 8, "wager": 10_000}


def seat(wagers: dict[str, Any], cards: str = "", *actions: str, says: tuple[str, ...] = ()) -> dict[str, Any]:
    row: dict[str, Any] = {"wagers": wagers, "actions": list(actions)}
    return row | ({"cards": cards} if cards else {}) | ({"says": list(says)} if says else {})


def settled(name: str, seats: dict[int, dict[str, Any]], dealer: str = "", **more: Any) -> Round:
    rulebook, game = name.split("/")
    raw = {"rulebook": rulebook, "game": game, "seats": {str(number): row for number, row in seats.items()}, **more}
    if dealer:
        raw["dealer"] = {"cards": dealer}
    if rulebook == "california":
        raw.setdefault("bank", BANK)
    return settle(raw).rounds[0][1]


def rows(played: Round) -> list[tuple[int, str, int]]:
    return [(row.seat, row.wager, row.net) for row in played.settlements]


def outcomes(played: Round, number: int = 1) -> dict[str, tuple[str, int]]:
    return {row.wager: (row.outcome, row.net) for row in played.settlements if row.seat == number}


def until_tied(table: Table, wagers: dict[int, dict[str, Any]], **more: Any) -> Round:
    """Deal rounds until somebody is asked."""
    while not (played := table.deal(wagers, **more)).asking:
        pass
    return played
