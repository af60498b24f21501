"""Shared by the craps tests: a table in the middle of play, dice of our choice, and what came of it."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from pitboss import Call, PitbossError, load, open_table
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.rulebook import entry_names

CRAPS = [name for name in entry_names() if load(name).script == "craps"]
Wagers = Mapping[str, Any]
every_table = pytest.mark.parametrize("name", CRAPS)
NO_ROLL = Call("die_leaves_table")


def table_of(
    name: str,
    point: int | None = None,
    standing: Mapping[int, Wagers] | None = None,
    shooter: int | str = "another",
    options: Mapping[str, Any] | None = None,
    **carry: Any,
) -> Table:
    """A table in the middle of play; somebody outside the record shoots unless a seat is named."""
    fresh = open_table(name, options)
    carry |= {"shooter": shooter, **({"point": point} if point else {})}
    return Table(fresh.setup, fresh.game, carry=carry, standing=standing)


def roll(table: Table, dice: str, wagers: Wagers | None = None, *says: str, calls: tuple[Call, ...] = ()) -> Round:
    """Throw these dice after what seat 1 makes, changes and says."""
    return rolled(table, dice, {1: wagers} if wagers else {}, {1: says} if says else {}, calls)


def rolled(
    table: Table,
    dice: str,
    wagers: Mapping[int, Wagers],
    says: Mapping[int, tuple[str, ...]] | None = None,
    calls: tuple[Call, ...] = (),
) -> Round:
    return table.deal(wagers, says=says, calls=calls, draws=WrittenDraws({"dice": [dice]}))


def rows(played: Round, seat: int = 1) -> dict[str, Any]:
    """What each wager of a seat came to, in dollars; one that stays says so."""
    return {
        f"{row.wager} {row.on}" if row.on else row.wager: row.outcome if row.outcome == "stays" else row.net / 100
        for row in played.settlements
        if row.seat == seat
    }


def up(table: Table, seat: int = 1) -> dict[str, int]:
    """What a seat has on the layout, in dollars."""
    return {bet.name: bet.stake // 100 for bet in table.standing if bet.seat == seat}


def fees(played: Round) -> float:
    return sum(fee.amount for fee in played.fees) / 100


def told(played: Round, kind: str) -> list[str]:
    return [event.text for event in played.events if event.kind == kind]


def refused(table: Table, wagers: Wagers | Mapping[int, Wagers], *says: str, match: str, cites: bool = True) -> None:
    """The table says no in one sentence with its clause, and nothing changes."""
    before = (deepcopy(table.carry), list(table.standing), len(table.record().steps))
    seats = wagers if all(isinstance(value, Mapping) for value in wagers.values()) else {1: wagers}
    with pytest.raises(PitbossError, match=match) as error:
        rolled(table, "4-3", seats, {1: says} if says else {})  # type: ignore[arg-type]
    assert "\n" not in error.value.sentence
    assert bool(error.value.cite) == cites
    assert (table.carry, table.standing, len(table.record().steps)) == before


WORKING = {1: {"place_to_win 8": 12, "buy 4": 20}}
"""Wagers that are off on a come-out roll."""
