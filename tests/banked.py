"""Rounds of a player-banked game for the tests, written as records."""

from typing import Any

from pitboss import settle
from pitboss.engine.round import Round

GAME = "california/three-card-poker"


def seat(wagers: dict[str, Any], cards: str = "", action: str = "play") -> dict[str, Any]:
    row: dict[str, Any] = {"wagers": wagers, "actions": [action]}
    return row | ({"cards": cards} if cards else {})


def record(seats: dict[int, dict[str, Any]], dealer: str, wager: Any = 10_000, **more: Any) -> dict[str, Any]:
    """A round of Three Card Poker that seat 7 banks."""
    return {
        "rulebook": "california",
        "game": "three-card-poker",
        "seats": {str(number): row for number, row in seats.items()},
        "bank": {"seat": 7, "wager": wager},
        **({"dealer": {"cards": dealer}} if dealer else {}),
        **more,
    }


def settled(seats: dict[int, dict[str, Any]], dealer: str, wager: Any = 10_000, **more: Any) -> Round:
    return settle(record(seats, dealer, wager, **more)).rounds[0][1]
