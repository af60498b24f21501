"""Rounds of Ultimate Texas Hold'em for the tests, written as records."""

from typing import Any

import pytest

from pitboss import PitbossError, Setup, load, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table

MASSACHUSETTS, CALIFORNIA = "massachusetts-2020", "california"
BOTH = pytest.mark.parametrize("rulebook", [MASSACHUSETTS, CALIFORNIA])
FOLD = ["check", "check", "fold"]
LAST = ["check", "check", "play_1x"]
DRY, NO_PAIR = "Kd 9c 5s 7h 2d", "Qs Jd"
"""A board that helps nobody, and a dealer who does not qualify on it."""


def seat(held: str | None, actions: Any = None, ante: Any = 10, **more: Any) -> dict[str, Any]:
    row: dict[str, Any] = {"wagers": {"ante": ante, "blind": ante, **more}}
    for key, value in (("cards", held), ("actions", actions)):
        if value is not None:
            row[key] = value
    return row


def deal(
    rulebook: str, seats: dict[int, dict[str, Any]], board: str | None, dealer: str | None = None, **record: Any
) -> Round:
    """Settle a record and give its one round."""
    if rulebook == CALIFORNIA:
        record = {"bank": {"seat": 5, "wager": 100_000}} | record
    for hand, held in (("dealer", dealer), ("community", board)):
        record |= {hand: {"cards": held}} if held else {}
    written = {str(number): row for number, row in seats.items()}
    settled = settle({"rulebook": rulebook, "game": "ultimate-texas-holdem", "seats": written, **record})
    return settled.rounds[0][1]


def outcomes(played: Round, number: int) -> dict[str, str]:
    return {row.wager: row.outcome for row in played.settlements if row.seat == number}


def table(rulebook: str = MASSACHUSETTS, seed: int = 1, **options: Any) -> Table:
    return open_table(f"{rulebook}/ultimate-texas-holdem", options, seed=seed)


def refused(rulebook: str, options: dict[str, Any], why: str, **more: Any) -> None:
    with pytest.raises(PitbossError, match=why):
        Setup.of(load(f"{rulebook}/ultimate-texas-holdem"), options, **more)


def dealt(played: Round) -> list[str]:
    """The hands in the order in which their cards were dealt."""
    return [event.hand for event in played.events if event.kind == "deal"]
