"""Aggregate payout limits: the most that one hand's wagers win together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.money import For, Pay, To, money
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.model import PayoutLimit
from pitboss.rulebook.resolve import matches, money_of

if TYPE_CHECKING:
    from pitboss.rulebook.offers import Offer


@dataclass(frozen=True, slots=True)
class LimitRule:
    """A payout limit in force; the wagers in the order in which they are cut.

    With ``lines``, it holds only for what these lines of a pay table win. The rest is as in the entry.
    """

    wagers: tuple[str, ...]
    amount: int
    cite: str
    lines: tuple[str, ...] = ()
    evenly: bool = False
    pro_rata: str | None = None
    per_player: bool = False
    in_turn: bool = False


def limits_in_force(
    limits: Sequence[PayoutLimit], offers: Mapping[str, "Offer"], options: Mapping[str, Any]
) -> tuple[LimitRule, ...]:
    """The limits with their figures worked out for the wagers on offer, those aside that the house has not set."""
    found = []
    for limit in limits:
        wagers = tuple(name for name in limit.wagers if name in offers)
        amount = money_of(limit.amount, options)
        if amount is None or not matches(limit.when, options):
            continue
        if limit.or_won_at_minimum:
            amount = max(amount, won_at_minimum(offers, wagers))
        lines, whole_round = tuple(limit.lines), (limit.pro_rata, limit.per_player, limit.in_turn)
        found.append(LimitRule(wagers, amount, limit.cite, lines, limit.evenly, *whole_round))
    return tuple(found)


def examine_limits(
    limits: Sequence[PayoutLimit], offers: Mapping[str, "Offer"], options: Mapping[str, Any]
) -> list[Finding]:
    """Refuse a limit below what a player who bets the minimum could win."""
    findings = []
    for limit in limits:
        amount = money_of(limit.amount, options)
        least = won_at_minimum(offers, tuple(name for name in limit.least_won_by if name in offers))
        if amount is not None and amount < least:
            text = f"{money(amount)} is less than the {money(least)} that the minimum wagers can win"
            findings.append(Finding("refused", f"option {limit.amount.strip('{}')}", text, limit.cite))
    return findings


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
