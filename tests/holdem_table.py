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


HEADS_UP_PUBLISHED = {
    "beaten_four_of_a_kind": "50 to 1",
    "beaten_full_house": "10 to 1",
    "beaten_flush": "8 to 1",
    "beaten_straight": "5 to 1",
}
"""Blind pay table #1 (500-50-10-8-5) of wizardofodds.com/gambling/house-edge: 2.36 %, standard deviation 4.56."""


def heads_up_as_published() -> Setup:
    """Heads Up Hold'em with the Odds of the published figures."""
    entry = load(f"{MASSACHUSETTS}/heads-up-holdem")
    table = entry.pay_tables["PT2"]
    lines = {**table.lines, **HEADS_UP_PUBLISHED}
    tables = {**entry.pay_tables, "PT2": table.model_copy(update={"lines": lines})}
    return Setup.of(entry.model_copy(update={"pay_tables": tables}))
