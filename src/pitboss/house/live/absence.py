"""Sitting out at a live table: who is away keeps the seat, is not dealt in and is not waited for, until coming back."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pitboss.errors import Refused
from pitboss.house.journal.chain import now, signed
from pitboss.house.storage.batch import Batch

if TYPE_CHECKING:
    from pitboss.house.live.live_table import LiveTable

THIRD_MAN = "third_man"
"""The term for one who leaves when others are away already: how many they are, and for how long his seat is held."""
ABSENT_TIME = "absent_time"
"""The option for how many minutes a place is held."""


@dataclass(frozen=True, slots=True)
class Away:
    """Since when somebody sits out, and until when the place is held, where the rulebook or the house says."""

    since: str
    until: str | None = None
    third_man: bool = False

    @property
    def overdue(self) -> bool:
        """Whether the place is held no more: the floor may give it to somebody who waits."""
        return self.until is not None and now() >= self.until

    def as_json(self) -> dict[str, Any]:
        return {"since": self.since, "until": self.until, "third_man": self.third_man}


def sit_out(live: "LiveTable", batch: Batch, seat: int, by: str = "", since: str = "") -> Away:
    """Be dealt in no more, from the next hand on; ``since`` is given where a journal is followed."""
    live.must_be_open()
    seated = live.seated(seat)
    if not live.table.game.stacks:
        raise Refused("at this game a seat without a wager is not in the round; nobody has to sit out")
    if seat in live.away:
        raise Refused(f"seat {seat} sits out already")
    away = _away(live, since or now())
    live.away[seat] = away
    live.clear(seat)
    live.enter(batch, "sit_out", {"seat": seat, "person": seated.person, **away.as_json(), **signed(by)})
    return away


def come_back(live: "LiveTable", batch: Batch, seat: int, by: str = "") -> None:
    """Be there again."""
    live.must_be_open()
    seated = live.seated(seat)
    if live.away.pop(seat, None) is None:
        raise Refused(f"seat {seat} does not sit out")
    live.enter(batch, "come_back", {"seat": seat, "person": seated.person, **signed(by)})


def must_be_back(live: "LiveTable", seat: int) -> None:
    if seat in live.away:
        raise Refused(f"seat {seat} sits out; it comes back first")


def _away(live: "LiveTable", since: str) -> Away:
    """How long the place is held: a third one away has less time, and is told so."""
    rule, minutes = live.setup.term(THIRD_MAN), live.setup.options.get(ABSENT_TIME)
    third = bool(rule) and len(live.away) >= rule["absent"]
    minutes = rule["minutes"] if third else minutes
    until = None if minutes is None else datetime.fromisoformat(since) + timedelta(minutes=minutes)
    return Away(since, None if until is None else until.isoformat(timespec="milliseconds"), third)
