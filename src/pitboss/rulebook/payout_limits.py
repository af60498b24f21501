"""Aggregate payout limits: the most that one hand's wagers win together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.money import For, Pay, To, cents
from pitboss.rulebook.model import PayoutLimit

if TYPE_CHECKING:
    from pitboss.rulebook.offers import Offer


@dataclass(frozen=True, slots=True)
class LimitRule:
    """A payout limit in force; the wagers in the order in which they are cut."""

    wagers: tuple[str, ...]
    amount: int
    cite: str


def limit_in_force(limit: PayoutLimit, offers: Mapping[str, "Offer"]) -> LimitRule:
    """A limit with its figure worked out for the wagers on offer."""
    wagers = tuple(name for name in limit.wagers if name in offers)
    amount = cents(limit.amount)
    if limit.or_won_at_minimum:
        amount = max(amount, won_at_minimum(offers, wagers))
    return LimitRule(wagers, amount, limit.cite)


def won_at_minimum(offers: Mapping[str, "Offer"], wagers: tuple[str, ...]) -> int:
    """The most that a player who bets the minimum on each of these wagers can win; without a minimum, nothing."""
    return sum(int(_minimum(offers, offers[name]) * _best_odds(offers[name])) for name in wagers)


def _minimum(offers: Mapping[str, "Offer"], offer: "Offer") -> int:
    if offer.equals is None:
        return offer.exactly or offer.min or 0
    if offer.equals not in offers:
        return 0  # nobody can make the wager that it goes with
    most = max((times for allowed in offer.times.values() for times in allowed), default=1)
    return _minimum(offers, offers[offer.equals]) * most


def _best_odds(offer: "Offer") -> Fraction:
    return max((_wins(pay) for pay in _pays(offer)), default=Fraction(0))


def _pays(offer: "Offer") -> Iterator[Pay]:
    for result, _ in offer.rulings.values():
        if result.pays is not None:
            yield result.pays
        if result.kind == "table" and offer.pays is not None:
            for pay in offer.pays.lines.values():
                yield from pay.values() if isinstance(pay, Mapping) else (pay,)


def _wins(pay: Pay) -> Fraction:
    match pay:
        case To(wins, per):
            return Fraction(wins, per)
        case For(wins, per):
            return Fraction(wins, per) - 1
        case _:
            return Fraction(0)
