"""What a table of poker is played for: the form of betting, its limits, what must be posted, the smallest chip."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from pitboss.errors import Refused
from pitboss.money import cents, money
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.model import Limits, Schedule
from pitboss.rulebook.resolve import money_of
from pitboss.rulebook.setup import Setup

LIMIT, SPREAD_LIMIT, NO_LIMIT, POT_LIMIT, HALF_POT_LIMIT = FORMS = (
    "limit",
    "spread_limit",
    "no_limit",
    "pot_limit",
    "half_pot_limit",
)
BIG_BET = "big_bet"
LOWER, UPPER, EITHER = "lower", "upper", "either"
"""The limit of a round: one of both, or as the first to bet chooses."""
PARTS_OF_POT = {POT_LIMIT: Fraction(1), HALF_POT_LIMIT: Fraction(1, 2)}
DOLLAR = 100


@dataclass(frozen=True, slots=True)
class Stakes:
    """Amounts in cents. ``lower`` and ``upper`` are the limits of the rounds, zero where there are none.

    ``ceiling`` is the most that a player puts in during a round of wagering, or with ``ceiling_per_hand`` in a hand.
    """

    form: str
    lower: int
    upper: int
    small: int
    big: int
    chip: int
    ante: int = 0
    bring_in: int = 0
    ceiling: int | None = None
    ceiling_per_hand: bool = False

    @classmethod
    def of(cls, setup: Setup) -> "Stakes":
        """The stakes of a table, by its schedule and the house's options."""
        if "stakes" not in setup.worked_out:
            setup.worked_out["stakes"] = cls._of(setup)
        found: Stakes = setup.worked_out["stakes"]
        return found

    @classmethod
    def _of(cls, setup: Setup) -> "Stakes":
        schedule, options = setup.schedule or Schedule(cite="none"), setup.options
        form = schedule.betting or setup.term("betting") or options["betting"]
        form = options[BIG_BET] if form == BIG_BET else form
        table = limits_of(setup, schedule)
        lower, upper = table if form in (LIMIT, SPREAD_LIMIT) else (0, 0)
        small, big = _blinds(setup, form, table) if setup.term("blinds") and setup.term("button") else (0, 0)
        ante = options.get("ante") or cents(schedule.ante)
        bring_in = 0
        if "bring_in" in setup.terms:
            bring_in = options.get("bring_in") or money_of(schedule.bring_in, options) or lower
        chip = options.get("smallest_chip") or gcd(
            DOLLAR, lower, upper, small, big, ante, bring_in, *_fees(setup, schedule)
        )
        ceiling = options.get("ceiling")
        return cls(form, lower, upper, small, big, chip, ante, bring_in, ceiling, options.get("ceiling_per") == "hand")

    def size(self, limit: str) -> int:
        """What a bet or a raise of a round is where the betting has limits; else the least that a bet is."""
        if self.form == LIMIT:
            return self.upper if limit == UPPER else self.lower
        return self.lower if self.form == SPREAD_LIMIT else self.big or self.bring_in or self.ante or self.chip

    @property
    def full_opening(self) -> int:
        """What one who must bring it in opens for instead: the next higher limit."""
        return min((limit for limit in (self.lower, self.upper) if limit > self.bring_in), default=self.bring_in)


def limits_of(setup: Setup, schedule: Schedule) -> tuple[int, int]:
    """The lower and the upper limit: as the house set them, else as the schedule prints them."""
    low, high = _bounds(schedule.table)
    lower, upper = setup.options.get("lower_limit"), setup.options.get("upper_limit")
    if setup.term("one_limit"):
        upper = lower
    if not low:
        return lower or 0, upper or lower or 0
    return lower or (upper or high) * low // high, upper or (lower or low) * high // low


def buy_in(setup: Setup) -> tuple[int, int] | None:
    """The least and the most that somebody buys in for; None where the rulebook names nothing."""
    schedule = setup.schedule
    if schedule is None or schedule.buy_in is None:
        return None
    least, most = _bounds(schedule.buy_in)
    return setup.options.get("least_buy_in") or least, setup.options.get("greatest_buy_in") or most


def nearest_buy_in(setup: Setup, chips: int) -> int:
    """So many chips, or the nearest number that the schedule lets somebody buy in for."""
    least, most = buy_in(setup) or (chips, chips)
    return max(least, min(chips, most))


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
    """Find fault with amounts that do not go together, are outside the schedule, or cannot be paid in chips."""
    stakes = Stakes.of(setup)
    found = _outside(setup)
    if stakes.small > stakes.big:
        text = f"{money(stakes.small)} is more than the big blind of {money(stakes.big)}"
        found.append(Finding("refused", "option small_blind", text, setup.cite("blinds")))
    if stakes.lower > stakes.upper:
        text = f"{money(stakes.lower)} is more than the upper limit of {money(stakes.upper)}"
        found.append(Finding("refused", "option lower_limit", text, setup.cite("limit_by_round")))
    titles = {
        "small": "small blind",
        "big": "big blind",
        "lower": "lower limit",
        "upper": "upper limit",
        "ante": "ante",
        "bring_in": "bring in",
    }
    for name, what in titles.items():
        if (amount := getattr(stakes, name)) % stakes.chip:
            text = f"{money(amount)}, the {what}, cannot be paid in chips of {money(stakes.chip)}"
            found.append(Finding("refused", "option smallest_chip", text, setup.cite("odd_chips")))
    return found


def _outside(setup: Setup) -> list[Finding]:
    """Limits and buy-ins that the house set beyond what its schedule names."""
    schedule = setup.schedule
    if schedule is None:
        return []
    found = []
    for names, chosen, lowest, highest in (
        (("lower_limit", "upper_limit"), limits_of(setup, schedule), schedule.table, schedule.table_up_to),
        (("least_buy_in", "greatest_buy_in"), buy_in(setup), schedule.buy_in, schedule.buy_in_up_to),
    ):
        for at, name in enumerate(names):
            if lowest is None or lowest.min is None or chosen is None:
                continue
            low, high = _bounds(lowest)[at], _bounds(highest or lowest)[at]
            if not low <= chosen[at] <= high:
                text = f"{money(chosen[at])} is not {money(low)} to {money(high)}, as the schedule has it"
                found.append(Finding("refused", f"option {name}", text, schedule.cite))
    return found


def _bounds(limits: Limits) -> tuple[int, int]:
    low = cents(limits.min or "0")
    return low, cents(limits.max) if limits.max else low


def _blinds(setup: Setup, form: str, table: tuple[int, int]) -> tuple[int, int]:
    """Both blinds, as the house chose them or else parts of the lower limit, or of the greatest buy-in."""
    with_limits = form in (LIMIT, SPREAD_LIMIT)
    parts = setup.term("blinds")["limit" if with_limits else "buy_in"]
    of = table[0] if with_limits else (buy_in(setup) or (0, 0))[1]
    big = setup.options.get("big_blind") or max(int(of * Fraction(parts["big"])), cents(parts["least"]))
    small = setup.options.get("small_blind") or int(big * Fraction(parts["small"]))
    return small, big


def _fees(setup: Setup, schedule: Schedule) -> list[int]:
    """Every fee that the pot may have to pay here, those of schedules for fewer players included."""
    fees = setup.entry.fees
    rows = [schedule]
    if schedule.players is not None and fees is not None:
        rows += [rule for rule in fees.schedules.values() if rule.group == schedule.group]
    found = []
    for fee in (fee for row in rows for fee in row.pot.values()):
        found += [cents(fee)] if isinstance(fee, str) else [cents(part.fee) for part in fee]
    return found
