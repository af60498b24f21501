"""A Three Card Poker table for the tests: one round written down, and what became of each wager."""

from collections import Counter
from typing import Any

import pytest

from pitboss import PitbossError, Setup, load, settle
from pitboss.engine.round import Round

CHAPTER4, ONEIDA, MASSACHUSETTS = "chapter4", "oneida-2003", "massachusetts-2020"
BOTH = pytest.mark.parametrize("rulebook", [ONEIDA, MASSACHUSETTS])
UNUSED = "Td 8c 6h"
LOW = ("Jc 8d 4h", "Jd 9h 3c", "Jh 9s 3d", "Js 9c 3s", "Tc 8h 2h", "Td 8s 2c", "Ts 9d 2d")
"""Hands that win nothing by themselves."""


def seat(
    held: str | None = None, action: str | None = None, player: str | None = None, **wagers: Any
) -> dict[str, Any]:
    row: dict[str, Any] = {"wagers": wagers}
    for key, value in (("cards", held), ("actions", action), ("player", player)):
        if value is not None:
            row[key] = value
    return row


def deal(rulebook: str, seats: dict[int, dict[str, Any]], dealer: str | None = None, **record: Any) -> Round:
    """Settle a record and give its one round."""
    record |= {"dealer": {"cards": dealer}} if dealer else {}
    written = {str(number): row for number, row in seats.items()}
    settled = settle({"rulebook": rulebook, "game": "three-card-poker", "seats": written, **record})
    return settled.rounds[0][1]


def nets(played: Round, number: int) -> dict[str, int]:
    """Each wager's net result in dollars, envies of one kind added up."""
    found: Counter[str] = Counter()
    for row in played.settlements:
        if row.seat == number:
            assert row.net % 100 == 0
            found[row.wager] += row.net // 100
    return dict(found)


def refused(rulebook: str, options: dict[str, Any], why: str) -> None:
    with pytest.raises(PitbossError, match=why):
        Setup.of(load(f"{rulebook}/three-card-poker"), options)
