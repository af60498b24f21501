"""Accounts as values: where a round's money is, and each movement between two of them with its clause."""

from functools import cache
from typing import NamedTuple


class Account(str):
    """Somebody or something that money comes from or goes to: a seat, a meter, the house, the box, the pot.

    Its text is its name. ``seat`` and ``meter`` say whose it is, where it is one's.

    >>> Account.of_seat(3).seat, Account.of_meter("major").meter, HOUSE.seat
    (3, 'major', None)
    """

    __slots__ = ("meter", "seat")
    seat: int | None
    meter: str | None

    def __new__(cls, text: str) -> "Account":
        return text if isinstance(text, Account) else _made(text, None, None)

    @classmethod
    def of_seat(cls, seat: int) -> "Account":
        return _of_seat(seat)

    @classmethod
    def of_meter(cls, meter: str) -> "Account":
        return _made(f"meter {meter}", None, meter)


@cache
def _made(text: str, seat: int | None, meter: str | None) -> Account:
    account = str.__new__(Account, text)
    account.seat, account.meter = seat, meter
    return account


@cache
def _of_seat(seat: int) -> Account:
    return _made(f"seat {seat}", seat, None)


HOUSE, BOX, POT, BANK = Account("house"), Account("box"), Account("pot"), Account("bank")
"""The house's own money; the box where fees go; a pot, which is empty in the end; and whoever banks: the house, or the
seat that does."""
TIPS = Account("tips")
"""What is wagered for the dealer and wins, and what a rulebook has the house pay to the dealer."""


class Movement(NamedTuple):
    """Money that went from one account to another, and the clause under which it did."""

    payer: Account
    payee: Account
    amount: int
    cite: str
