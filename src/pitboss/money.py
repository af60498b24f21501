"""Money is whole cents; odds are two integers; rounding happens only where a clause says so."""

import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from numbers import Integral
from typing import Literal, TypeAlias

from pitboss.errors import PitbossError, quoted

# Far above any chip rack, far below what any integer column or float would spoil.
MOST_CENTS = 10**14
_PLAIN = re.compile(r"(\d{1,12})\.(\d\d)", re.ASCII)
"""An amount as a table writes it, which is read most often by far."""

_CENT = Decimal("0.01")
_TWO_DIGITS = tuple(f"{part:02d}" for part in range(100))


Money: TypeAlias = int | float | str | Decimal
"""Dollars as a program gives them: ``10``, ``12.5``, ``"12.50"``, ``"1,250"``, ``Decimal("12.50")``."""


def cents(amount: Money) -> int:
    """Read an amount of dollars into cents; refuse fractions of a cent, negatives and nonsense.

    >>> cents("1,250.50"), cents(10), cents("$0.25"), cents(12.5)
    (125050, 1000, 25, 1250)
    """
    if isinstance(amount, str) and (plain := _PLAIN.fullmatch(amount)):
        return int(plain[1]) * 100 + int(plain[2])
    if type(amount) is int and 0 <= amount <= MOST_CENTS // 100:
        return amount * 100
    if isinstance(amount, Integral) and not isinstance(amount, int):
        amount = int(amount)  # a number of an array
    if isinstance(amount, bool) or not isinstance(amount, int | float | str | Decimal):
        raise PitbossError(f"{quoted(amount)} is not an amount of money; write dollars and cents like 25 or 12.50")
    if isinstance(amount, int) and abs(amount) > MOST_CENTS:
        raise PitbossError("a number of that size is more money than any table handles")
    text = str(float(amount) if isinstance(amount, float) else amount).strip()
    if isinstance(amount, str):
        text = text.removeprefix("$")
        if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?", text):
            text = text.replace(",", "")
    if isinstance(amount, str) and not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]*)?", text):
        raise PitbossError(f"{quoted(amount)} is not an amount of money; write dollars and cents like 25 or 12.50")
    try:
        value = Decimal(text)
    except InvalidOperation as error:
        raise PitbossError(f"{quoted(amount)} is not an amount of money") from error
    if not value.is_finite():
        raise PitbossError(f"{amount} is not an amount of money")
    if value < 0:
        raise PitbossError(f"{text} is negative; an amount of money is zero or more")
    if value > MOST_CENTS or value * 100 > MOST_CENTS:
        raise PitbossError(f"{text[:24]} is more money than any table handles")
    whole = value.quantize(_CENT)
    if whole != value:  # compared to the last digit, while products are rounded to 28
        raise PitbossError(f"{text} has a fraction of a cent; the smallest unit is 0.01")
    return int(whole * 100)


def dollars(amount: int) -> str:
    """Cents as a decimal string.

    >>> dollars(125050), dollars(-5)
    ('1250.50', '-0.05')
    """
    if amount < 0:
        return f"-{dollars(-amount)}"
    return f"{amount // 100}.{_TWO_DIGITS[amount % 100]}"


def signed(amount: int) -> str:
    """Cents as a person reads a result: ``+$1,250.50``, ``-$5.00``, ``$0.00``.

    >>> signed(125050), signed(-500), signed(0)
    ('+$1,250.50', '-$5.00', '$0.00')
    """
    return f"{'+' if amount > 0 else ''}{money(amount)}"


def money(amount: int) -> str:
    """Cents as a person reads an amount.

    >>> money(125050), money(-500)
    ('$1,250.50', '-$5.00')
    """
    sign = "-" if amount < 0 else ""
    return f"{sign}${abs(amount) // 100:,}.{abs(amount) % 100:02d}"


@dataclass(frozen=True, slots=True)
class Rounding:
    """How a clause rounds: ``up``, ``down`` or to the ``nearest`` multiple of ``unit`` cents, a half up.

    >>> Rounding("up", 25)(Fraction(35)), Rounding("down", 1)(Fraction(7, 2)), Rounding("nearest", 1)(Fraction(7, 2))
    (50, 3, 4)
    """

    mode: Literal["up", "down", "nearest"]
    unit: int

    def __call__(self, amount: Fraction) -> int:
        units = amount / self.unit
        whole = units.numerator // units.denominator
        if (self.mode == "up" and whole != units) or (self.mode == "nearest" and units - whole >= Fraction(1, 2)):
            whole += 1
        return whole * self.unit


DOWN_TO_THE_CENT = Rounding("down", 1)


def whole_cents(amount: Fraction, rounding: Rounding | None) -> int:
    """A whole number of cents: rounded where a clause says so, exact where none does."""
    return exact(amount) if rounding is None else rounding(amount)


def _paid(times: int, per: int, rounding: Rounding | None) -> int:
    """What odds pay: ``times`` divided by ``per``, which mostly needs no rounding."""
    whole, part = divmod(times, per)
    if not part and (rounding is None or not whole % rounding.unit):
        return whole
    return whole_cents(Fraction(times, per), rounding)


def exact(amount: Fraction) -> int:
    """A whole number of cents, or an error: no clause allows rounding here."""
    if amount.denominator != 1:
        raise PitbossError(f"{amount.numerator}/{amount.denominator} cents cannot be paid and no clause rounds it")
    return amount.numerator


@dataclass(frozen=True, slots=True)
class To:
    """Odds "to": the winnings; the stake stays the player's. Some rulebooks let them be stated with "win".

    >>> To(3, 2).award(500), To(3, 2).net(500)
    (750, 750)
    """

    wins: int
    per: int
    word: str = field(default="to", compare=False, repr=False)

    def award(self, stake: int, rounding: Rounding | None = None) -> int:
        return _paid(stake * self.wins, self.per, rounding)

    def net(self, stake: int, rounding: Rounding | None = None) -> int:
        return self.award(stake, rounding)

    def __str__(self) -> str:
        return f"{self.wins:,} {self.word} {self.per}"


@dataclass(frozen=True, slots=True)
class For:
    """Odds "for": the whole return; the stake is gone.

    >>> For(500, 1).award(100), For(500, 1).net(100)
    (50000, 49900)
    """

    wins: int
    per: int

    def award(self, stake: int, rounding: Rounding | None = None) -> int:
        return _paid(stake * self.wins, self.per, rounding)

    def net(self, stake: int, rounding: Rounding | None = None) -> int:
        return self.award(stake, rounding) - stake

    def __str__(self) -> str:
        return f"{self.wins:,} for {self.per}"


@dataclass(frozen=True, slots=True)
class Award:
    """A fixed sum for the wager, stake not returned: ``$5,000``."""

    amount: int

    def award(self, stake: int, rounding: Rounding | None = None) -> int:
        return self.amount

    def net(self, stake: int, rounding: Rounding | None = None) -> int:
        return self.amount - stake

    def __str__(self) -> str:
        return f"${self.amount // 100:,}" + (f".{self.amount % 100:02d}" if self.amount % 100 else "")


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A percentage of a progressive meter, stake not returned: ``100% of major``."""

    percent: Fraction
    meter: str

    def __str__(self) -> str:
        return f"{percent(self.percent)} of {self.meter}"


@dataclass(frozen=True, slots=True)
class FromMeter:
    """A fixed sum that comes off a progressive meter, stake not returned: ``$500 from major``."""

    amount: int
    meter: str

    def __str__(self) -> str:
        return f"{Award(self.amount)} from {self.meter}"


@dataclass(frozen=True, slots=True)
class Plus:
    """Odds, or a fixed sum, and a share of a meter on top: ``1,000 for 1 plus 100% of major``."""

    odds: To | For | Award
    share: MeterShare

    def __str__(self) -> str:
        return f"{self.odds} plus {self.share}"


@dataclass(frozen=True, slots=True)
class Push:
    """A pay table line that returns the wager."""

    def __str__(self) -> str:
        return "push"


Odds: TypeAlias = To | For
Pay: TypeAlias = To | For | Award | MeterShare | FromMeter | Plus | Push

MOST_PAYS = 4096
"""Lines that are kept as they were read: rulebooks print few different ones, and each set-up reads them again."""
LONGEST_PAY = 200
"""In characters; nobody who pads lines with spaces has a process keep more."""
_ODDS = re.compile(r"([0-9][0-9,]{0,14})\s*(to|for|win)\s*([0-9]{1,12})")
_FROM = re.compile(r"(\$[0-9][0-9,.]*)\s+from\s+([a-z0-9_]+)")
_SHARE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,40})?)%\s+of\s+([a-z0-9_]+)")


@lru_cache(maxsize=MOST_PAYS)
def parse_pay(text: str) -> Pay:
    """Read one line of a pay table.

    >>> parse_pay("1,000 to 1"), parse_pay("3 for 2"), str(parse_pay("10% of major")), str(parse_pay("$5,000"))
    (To(wins=1000, per=1), For(wins=3, per=2), '10% of major', '$5,000')
    >>> str(parse_pay("1000 for 1 plus 100% of major")), str(parse_pay("$500 from major"))
    ('1,000 for 1 plus 100% of major', '$500 from major')
    >>> parse_pay("150 win 1") == parse_pay("150 to 1"), str(parse_pay("150 win 1"))
    (True, '150 win 1')
    """
    if len(text) > LONGEST_PAY:
        quoted = text.strip()[:40]
        raise PitbossError(f'"{quoted} …" is not a pay-off; it has {len(text)} characters, and {LONGEST_PAY} at most')
    text = text.strip()
    first, plus, second = text.partition(" plus ")
    if plus:
        odds, share = parse_pay(first), parse_pay(second)
        if isinstance(odds, To | For | Award) and isinstance(share, MeterShare):
            return Plus(odds, share)
    if text == "push":
        return Push()
    if match := _ODDS.fullmatch(text):
        wins, per = int(match[1].replace(",", "")), int(match[3])
        if per:
            return For(wins, per) if match[2] == "for" else To(wins, per, match[2])
    if match := _SHARE.fullmatch(text):
        return MeterShare(Fraction(match[1]) / 100, match[2])
    if match := _FROM.fullmatch(text):
        return FromMeter(cents(match[1]), match[2])
    if text.startswith("$"):
        return Award(cents(text))
    raise PitbossError(
        f'"{text}" is not a pay-off; write "3 to 2", "3 for 2", "10% of meter", "$500 from meter", "$5,000" or "push"'
    )


def parse_odds(text: str) -> Odds:
    """Read odds that must be "to" or "for".

    >>> parse_odds("8 to 1")
    To(wins=8, per=1)
    """
    pay = parse_pay(text)
    if isinstance(pay, To | For):
        return pay
    raise PitbossError(f'"{text}" is not odds; write "8 to 1" or "8 for 1"')


def percent(rate: Fraction) -> str:
    """A rate as people write it.

    >>> percent(Fraction(1, 20))
    '5%'
    """
    return f"{float(rate * 100):g}%"


def percentage(text: Money) -> Fraction:
    """Read a percentage into an exact fraction.

    >>> percentage("5"), percentage("2.5%")
    (Fraction(1, 20), Fraction(1, 40))
    """
    match = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,40})?)\s*%?", str(text).strip())
    if not match or isinstance(text, bool):
        raise PitbossError(f'"{text}" is not a percentage; write 5 or 2.5')
    return Fraction(match[1]) / 100
