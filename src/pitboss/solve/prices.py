"""Prices: what each case of a wager nets per unit staked, by the table's own settlement.

A game says once what a class of outcomes decides: which wagers, by which case, at what stake. The solver prices that
here, per unit and exactly; the simulator prices the same in cents (``simulate.dealing.Ledger``).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from pitboss.engine.verdict import Verdict, judge
from pitboss.money import FromMeter
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

# Priced at a hundred dollars: large enough that no clause's rounding of a commission shows.
HUNDRED_DOLLARS = 10_000


Class = TypeVar("Class")


class Decided(NamedTuple):
    """A wager that a class of outcomes decides: its case, the names of the hand, and the stake on it.

    ``times`` is the stake in units of the wager that a player made at first: a Play of four times the Ante has 4. A
    bonus that is paid of itself is paid on that stake and adds nothing to it.
    """

    wager: str
    case: str
    names: tuple[str, ...] = ()
    times: int = 1


Decides = Callable[[str, Class], Iterable[Decided]]
"""What a class of outcomes does to a wager and to all that a player adds to it later."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a case nets per unit staked, by the table's own settlement."""

    net: Fraction
    pays: str
    reason: str


class Prices:
    """Prices wagers of a set-up; each case is judged once. Meters are what they stand at, in cents."""

    def __init__(self, setup: Setup, meters: Mapping[str, int] | None = None) -> None:
        self.setup = setup
        self.meters = {name: rule.seed for name, rule in setup.meters.items()} | dict(meters or {})
        self._known: dict[tuple[Any, ...], Price] = {}

    def __call__(
        self, wager: str, case: str, hand: Sequence[str] = (), column: str | None = None, multiplier: int = 1
    ) -> Price:
        key = (wager, case, tuple(hand), column, multiplier)
        price = self._known.get(key)
        if price is None:
            offer = self.setup.offers[wager]
            stake = stake_of(offer)
            verdict = judge(self.setup, offer, stake, case, hand, column, multiplier)
            price = self._known[key] = Price(self._net(verdict, stake), self._pays(verdict), verdict.reason)
        return price

    def together(self, decided: Iterable[Decided]) -> tuple[Fraction, Fraction]:
        """What these wagers net, and what is staked on them, in units of the wager made at first."""
        net, staked = Fraction(0), 0
        for wager, case, names, times in decided:
            net += times * self(wager, case, names).net
            staked += 0 if stakes_nothing(self.setup.offers[wager]) else times
        return net, Fraction(staked)

    def _net(self, verdict: Verdict, stake: int) -> Fraction:
        if isinstance(verdict.meter, FromMeter):
            return Fraction(verdict.meter.amount - stake, stake)
        if verdict.meter is not None:
            rounding = self.setup.rounding["meter_share"]
            award = rounding(self.meters[verdict.meter.meter] * verdict.meter.percent)
            besides = verdict.gain if verdict.award else -stake
            return Fraction(award + besides, stake)
        return Fraction(verdict.gain - verdict.charge, stake)

    @staticmethod
    def _pays(verdict: Verdict) -> str:
        return verdict.odds or (str(verdict.meter) if verdict.meter else verdict.outcome)


def stakes_nothing(offer: Offer) -> bool:
    """True for a bonus that is paid of itself, on the amount of another wager."""
    return offer.placed == "automatic"


def stake_of(offer: Offer) -> int:
    """The amount a wager is priced at: what it must be, or a dollar for a meter's wager, or a hundred dollars."""
    if offer.exactly is not None:
        return offer.exactly
    per_dollar = offer.pays is not None and "%" in "".join(str(pay) for pay in offer.pays.lines.values())
    return 100 if per_dollar else HUNDRED_DOLLARS * offer.unit
