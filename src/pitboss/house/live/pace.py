"""How fast a table is dealt: the time to bet, the time to decide, and what happens when it is over."""

import time
from dataclasses import dataclass, field
from typing import Any

from pitboss.errors import Refused

CLOCK = "clock"
"""Who did what was done because a time limit had passed, in the journal; nobody has this id."""
LEAST_TO_DECIDE = 5.0
"""The seconds that a seat has for a decision before the floor may end its turn, and that a limit leaves it."""
LEAST_TO_BET = 5.0
BETWEEN_COLLECTIONS = 25 * 60.0
"""The seconds after which a dealer collects again what a half hour costs; what was missed the floor collects."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A table's time limits in seconds, None for none; ``auto_deal``: the table is dealt without a dealer's word."""

    betting: float | None = None
    decision: float | None = None
    auto_deal: bool = False

    def as_json(self) -> dict[str, Any]:
        return {"betting": self.betting, "decision": self.decision, "auto_deal": self.auto_deal}


def must_leave_time(pace: Pace) -> None:
    """Refuse limits that nobody can keep: whoever sets them decides for the players, or shuts them out."""
    for what, limit, least in (("bet", pace.betting, LEAST_TO_BET), ("decide", pace.decision, LEAST_TO_DECIDE)):
        if limit is not None and limit < least:
            raise Refused(f"players have at least {least:g} seconds to {what}, or no limit")


@dataclass(slots=True)
class Clock:
    """What runs at a table now, in the time of ``time.monotonic``; it begins anew when a service starts."""

    betting_ends: float | None = None
    decision_ends: float | None = None
    asked_at: float | None = None
    asked: tuple[int, int] | None = None
    """The round, and the decision in it, that is asked for."""
    coming: int | None = None
    """The round to which the betting time belongs; what is left of it is not the next one's."""
    offer_ends: float | None = None
    offered: int | None = None
    """The seat that is offered the bank before any other."""
    ready: set[int] = field(default_factory=set)
    """Seats that want no other wagers than those that lie there."""
    collected_at: float | None = None
    """When fees by the half hour were collected last."""

    def wind(self, pace: Pace, asked: tuple[int, int] | None, coming: int | None, offered: int | None = None) -> None:
        """Start, leave running or stop the clocks: for the decision that is asked, the round that is bet on, and the
        seat that is offered the bank, which has as long as there is to bet."""
        now = time.monotonic()
        if asked is None:
            self.asked, self.asked_at, self.decision_ends = None, None, None
        elif asked != self.asked:
            self.asked, self.asked_at = asked, now
            self.decision_ends = None if pace.decision is None else now + pace.decision
        if coming is None or pace.betting is None:
            self.coming, self.betting_ends = None, None
        elif coming != self.coming:
            self.coming, self.betting_ends = coming, now + pace.betting
        if offered is None or pace.betting is None:
            self.offered, self.offer_ends = None, None
        elif offered != self.offered:
            self.offered, self.offer_ends = offered, now + pace.betting

    @property
    def betting_is_over(self) -> bool:
        return self.betting_ends is not None and time.monotonic() >= self.betting_ends

    @property
    def decision_is_over(self) -> bool:
        return self.decision_ends is not None and time.monotonic() >= self.decision_ends

    @property
    def offer_is_over(self) -> bool:
        return self.offer_ends is not None and time.monotonic() >= self.offer_ends

    @property
    def turn_may_be_ended(self) -> float:
        """The seconds until the floor may end the turn of the seat that is asked; zero when it may."""
        return 0.0 if self.asked_at is None else max(0.0, self.asked_at + LEAST_TO_DECIDE - time.monotonic())

    @property
    def collected_ago(self) -> float | None:
        """The seconds since fees by the half hour were collected; None where they were not."""
        return None if self.collected_at is None else time.monotonic() - self.collected_at

    @property
    def next_end(self) -> float | None:
        """When something happens at this table by itself."""
        return min(
            (end for end in (self.betting_ends, self.decision_ends, self.offer_ends) if end is not None), default=None
        )


def seconds_left(end: float | None) -> float | None:
    """How long until then, in seconds and tenths; never below zero."""
    return None if end is None else round(max(0.0, end - time.monotonic()), 1)
