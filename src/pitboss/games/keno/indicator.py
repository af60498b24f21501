"""The payoff indicator of a progressive keno game: what it shows, its limit, and all that is owed beside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.errors import PitbossError, RecordError
from pitboss.money import cents, dollars
from pitboss.rulebook.setup import Setup

CARRIES = ("meter", "limit", "excess", "escrow", "obligation", "closed")
NO_LIMIT = "none"


@dataclass(frozen=True, slots=True)
class Dispute:
    """A payoff that a patron disputes; ``base`` is what the meter was set to when it was taken off."""

    amount: int
    base: int
    patron: int
    in_escrow: bool = True


@dataclass(frozen=True, slots=True)
class Indicator:
    """The state of the game between two events, in cents.

    ``excess`` is owed and cannot be shown because of the limit; ``obligation`` is what a closed game still owes.

    >>> Indicator(shown=4_999_950, limit=5_000_000).fits(100)
    50
    """

    shown: int
    limit: int | None = None
    excess: int = 0
    disputes: tuple[Dispute, ...] = ()
    obligation: int = 0
    closed: bool = False

    def fits(self, amount: int) -> int:
        """How much of an amount can be shown on top without passing the limit."""
        return amount if self.limit is None else min(amount, self.limit - self.shown)

    @property
    def owed(self) -> int:
        """All that is owed to patrons and does not lie in escrow."""
        held = sum(dispute.amount for dispute in self.disputes if not dispute.in_escrow)
        return self.shown + self.excess + self.obligation + held

    @property
    def escrowed(self) -> int:
        return sum(dispute.amount for dispute in self.disputes if dispute.in_escrow)


def indicator_of(setup: Setup, carry: Mapping[str, Any]) -> Indicator:
    """The state that a record or the round before hands on; left out, a game that the house has just opened."""
    closed = carry.get("closed", False)
    if not isinstance(closed, bool):
        raise RecordError("carry: closed is true or false")
    indicator = Indicator(
        shown=_money(carry, "meter", 0 if closed else amount_shown(setup)),
        limit=_limit(carry, setup.options["payoff_limit"]),
        excess=_money(carry, "excess", 0),
        disputes=tuple(_dispute(held, base_of(setup)) for held in _list(carry, "escrow")),
        obligation=_money(carry, "obligation", 0),
        closed=closed,
    )
    if closed and indicator.shown + indicator.excess:
        raise RecordError("carry: a game that has ceased shows nothing; what it owes is its obligation")
    if indicator.limit is not None and indicator.shown > indicator.limit:
        raise RecordError("carry: the meter stands above its limit")
    if indicator.limit is not None and indicator.limit <= base_of(setup):
        raise RecordError("carry: the limit is not greater than the base amount")
    if indicator.shown < base_of(setup) and not closed:
        raise RecordError("carry: the meter stands below its base amount")
    return indicator


def as_carry(indicator: Indicator) -> dict[str, Any]:
    """The state as a record writes it: money as decimal strings."""
    return {
        "meter": dollars(indicator.shown),
        "limit": NO_LIMIT if indicator.limit is None else dollars(indicator.limit),
        "excess": dollars(indicator.excess),
        "escrow": [
            {"amount": dollars(dispute.amount), "base": dollars(dispute.base), "patron": dispute.patron}
            | ({} if dispute.in_escrow else {"in_escrow": False})
            for dispute in indicator.disputes
        ],
        "obligation": dollars(indicator.obligation),
        "closed": indicator.closed,
    }


def base_of(setup: Setup) -> int:
    """The base amount; a house that operates the game has chosen one."""
    base: int = setup.options["base_amount"]
    return base


def amount_shown(setup: Setup) -> int:
    """What the indicator shows when the house opens the game, or has it checked."""
    shown: int | None = setup.options["amount_shown"]
    return base_of(setup) if shown is None else shown


def _money(carry: Mapping[str, Any], key: str, otherwise: int) -> int:
    try:
        return cents(carry[key]) if key in carry else otherwise
    except PitbossError as error:
        raise RecordError(f"carry: {key}: {error.sentence}") from error


def _limit(carry: Mapping[str, Any], opening: int | None) -> int | None:
    if carry.get("limit") == NO_LIMIT:
        return None
    return _money(carry, "limit", 0) if "limit" in carry else opening


def _list(carry: Mapping[str, Any], key: str) -> list[Any]:
    held = carry.get(key, [])
    if not isinstance(held, list) or not all(isinstance(part, Mapping) for part in held):
        raise RecordError(f'carry: {key} is a list like [{{ amount = "50000.00", patron = 1 }}]')
    return held


def _dispute(held: Mapping[str, Any], base: int) -> Dispute:
    patron = held.get("patron", 1)
    if isinstance(patron, bool) or not isinstance(patron, int) or patron < 1 or "amount" not in held:
        raise RecordError("carry: escrow: each payoff has its amount, and its patron's number from 1")
    dispute = Dispute(_money(held, "amount", 0), _money(held, "base", base), patron, held.get("in_escrow") is not False)
    if dispute.amount < dispute.base:
        raise RecordError("carry: escrow: a disputed payoff is less than the base amount")
    return dispute
