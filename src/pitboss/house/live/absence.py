"""Sitting out at a live table: who is away keeps the seat, is not dealt in and is not waited for, until coming back."""

from collections.abc import Iterable
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
    away = _away(live, since or now(), seated.held_until)
    live.away[seat] = away
    live.clear(seat)
    live.enter(batch, "sit_out", {"seat": seat, "person": seated.person, **away.as_json(), **signed(by)})
    return away


def come_back(live: "LiveTable", batch: Batch, seat: int, by: str = "", counts_on: bool = True) -> None:
    """Be there again. The time for which the place is held counts on until the next hand, so that nobody has it anew by
    coming back for a moment; ``counts_on`` is false where a journal is followed that was written before it did."""
    live.must_be_open()
    seated = live.seated(seat)
    away = live.away.pop(seat, None)
    if away is None:
        raise Refused(f"seat {seat} does not sit out")
    seated.held_until = away.until if counts_on else None
    until = {"until": seated.held_until} if seated.held_until else {}
    live.enter(batch, "come_back", {"seat": seat, "person": seated.person, **until, **signed(by)})


def must_be_back(live: "LiveTable", seat: int) -> None:
    if seat in live.away:
        raise Refused(f"seat {seat} sits out; it comes back first")


def were_dealt_in(live: "LiveTable", seats: Iterable[int]) -> None:
    """Whoever plays a hand again may sit out anew."""
    for seat in live.seats.keys() & set(seats):
        live.seats[seat].held_until = None


def _away(live: "LiveTable", since: str, held_until: str | None) -> Away:
    """How long the place is held: a third one away has less time, and is told so; nobody longer than it was held."""
    rule, minutes = live.setup.term(THIRD_MAN), live.setup.options.get(ABSENT_TIME)
    third = bool(rule) and len(live.away) >= rule["absent"]
    minutes = rule["minutes"] if third else minutes
    until = None if minutes is None else datetime.fromisoformat(since) + timedelta(minutes=minutes)
    ends = [end for end in (held_until, until and until.isoformat(timespec="milliseconds")) if end]
    return Away(since, min(ends, default=None), third)
