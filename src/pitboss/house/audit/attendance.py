"""Who was in the house when: the people that its chain names, to be asked whether somebody could do a thing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pitboss.errors import PitbossError, quoted, with_article
from pitboss.house.live.pace import CLOCK

SKEW = timedelta(minutes=2)
"""So far apart may the clocks of two machines that serve one house be."""
THE_HOUSE = ("system", CLOCK)
"""Who did what the house does by itself, and what is done when time is up."""


@dataclass(slots=True)
class Known:
    """Somebody of the house: their role, and from when until when it was theirs."""

    role: str
    spans: list[tuple[str, str | None]]

    def was_there(self, at: str) -> bool:
        for start, end in self.spans:
            if start <= at and (end is None or at <= end):
                return True
        return any(_about(start, at) or (end is not None and _about(end, at)) for start, end in self.spans)

    def retire(self, at: str) -> None:
        start, end = self.spans[-1]
        if end is None:
            self.spans[-1] = (start, at)

    def come_back(self, at: str) -> None:
        if self.spans[-1][1] is not None:
            self.spans.append((at, None))


Attendance = Mapping[str, Known]


def objection(attendance: Attendance, by: object, roles: Sequence[str], at: str | None) -> str:
    """Why somebody, or the house by itself, could not do a thing at that time; empty where they could."""
    return "" if by in THE_HOUSE else absence(attendance, by, roles, at)


def absence(attendance: Attendance, by: object, roles: Sequence[str], at: str | None) -> str:
    """Why somebody was not there with one of these roles at that time, or at any where none is given."""
    known = attendance.get(by) if isinstance(by, str) else None
    if known is None:
        return f"there is no person {quoted(by)}"
    if known.role not in roles:
        return f"{by} is {with_article(known.role)}, and that is for {' or '.join(roles)}"
    return "" if at is None or known.was_there(at) else f"{by} was not of the house at that time"


def _about(one: str, other: str) -> bool:
    return abs(moment(one) - moment(other)) <= SKEW


def moment(text: object) -> datetime:
    """A time as the journal writes it."""
    try:
        found = datetime.fromisoformat(text)  # type: ignore[arg-type]  # refused where it is no text
    except (TypeError, ValueError):
        raise PitbossError(f"{quoted(text)} is no time") from None
    if found.tzinfo is None:
        raise PitbossError(f"{quoted(text)} does not say where that is the time")
    return found
