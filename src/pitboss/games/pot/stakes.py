"""What a table of poker is played for: the form of betting, its limits, the blinds and the smallest chip."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from pitboss.errors import Refused
from pitboss.money import cents, money
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.model import Limits, Schedule
from pitboss.rulebook.setup import Setup

LIMIT, NO_LIMIT, POT_LIMIT = "limit", "no_limit", "pot_limit"
DOLLAR = 100


@dataclass(frozen=True, slots=True)
class Stakes:
    """Amounts in cents. ``lower`` and ``upper`` are the limits of the rounds, zero where there are none."""

    form: str
    lower: int
    upper: int
    small: int
    big: int
    chip: int

    @classmethod
    def of(cls, setup: Setup) -> "Stakes":
        """The stakes of a table, by its schedule and the house's options."""
        if "stakes" not in setup.worked_out:
            setup.worked_out["stakes"] = cls._of(setup)
        found: Stakes = setup.worked_out["stakes"]
        return found

    @classmethod
    def _of(cls, setup: Setup) -> "Stakes":
        schedule = setup.schedule
        assert schedule is not None and schedule.betting is not None
        form = schedule.betting
        lower, upper = _bounds(schedule.table) if form == LIMIT else (0, 0)
        small, big = _blinds(setup, schedule)
        chip = setup.options.get("smallest_chip") or gcd(DOLLAR, lower, upper, small, big, *_fees(schedule))
        return cls(form, lower, upper, small, big, chip)

    def size(self, limit: str) -> int:
        """What a bet or a raise of a round is where the betting has limits; else the least that a bet is."""
        return (self.lower if limit == "lower" else self.upper) if self.form == LIMIT else self.big


def buy_in(setup: Setup) -> tuple[int, int] | None:
    """The least and the most that somebody buys in for; None where the rulebook names nothing."""
    schedule = setup.schedule
    return None if schedule is None or schedule.buy_in is None else _bounds(schedule.buy_in)


def may_buy_in(setup: Setup, chips: int) -> None:
    """Refuse that somebody has fewer or more chips in front of him after buying in than the schedule says."""
    bounds = buy_in(setup)
    if bounds is None or bounds[0] <= chips <= bounds[1]:
        return
    assert setup.schedule is not None
    least, most = map(money, bounds)
    said = least if least == most else f"{least} to {most}"
    raise Refused(f"after buying in a player has {said} here, and not {money(chips)}", setup.schedule.cite)


def examine(setup: Setup) -> Sequence[Finding]:
    """Find fault with blinds that do not go together, or cannot be paid in the smallest chip."""
    stakes = Stakes.of(setup)
    found = []
    if stakes.small > stakes.big:
        text = f"{money(stakes.small)} is more than the big blind of {money(stakes.big)}"
        found.append(Finding("refused", "option small_blind", text, setup.cite("blinds")))
    for name in ("small", "big", "lower", "upper"):
        if (amount := getattr(stakes, name)) % stakes.chip:
            what = f"{name} {'blind' if name in ('small', 'big') else 'limit'}"
            text = f"{money(amount)}, the {what}, cannot be paid in chips of {money(stakes.chip)}"
            found.append(Finding("refused", "option smallest_chip", text, setup.cite("odd_chips")))
    return found


def _bounds(limits: Limits) -> tuple[int, int]:
    low = cents(limits.min or "0")
    return low, cents(limits.max) if limits.max else low


def _blinds(setup: Setup, schedule: Schedule) -> tuple[int, int]:
    """Both blinds, as the house chose them or else parts of the lower limit, or of the greatest buy-in."""
    parts = setup.term("blinds")["limit" if schedule.betting == LIMIT else "buy_in"]
    of = _bounds(schedule.table)[0] if schedule.betting == LIMIT else _bounds(schedule.buy_in or Limits())[1]
    big = setup.options.get("big_blind") or max(int(of * Fraction(parts["big"])), cents(parts["least"]))
    small = setup.options.get("small_blind") or int(big * Fraction(parts["small"]))
    return small, big


def _fees(schedule: Schedule) -> list[int]:
    found = []
    for fee in schedule.pot.values():
        found += [cents(fee)] if isinstance(fee, str) else [cents(part.fee) for part in fee]
    return found
