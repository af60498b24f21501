"""The ledger: accounts by name, and postings that always come to nothing together."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.errors import PitbossError
from pitboss.money import dollars

CAGE = "cage"
"""Where cash is: it hands out chips for buy-ins and fills, and takes them back."""
MOST_AT_ONCE = 100_000_000
"""A million dollars: no single buy-in, fill or credit is more, the first fill of a table included."""


def must_be_moved_at_once(amount: int) -> int:
    """An amount that may move between the cage and a table.

    >>> must_be_moved_at_once(100_000_001)
    Traceback (most recent call last):
    ...
    pitboss.errors.PitbossError: 1000000.01 is more than is moved at once; at most 1000000.00
    """
    if amount < 0:
        raise PitbossError("an amount that moves between the cage and a table is not below zero")
    if amount > MOST_AT_ONCE:
        raise PitbossError(f"{dollars(amount)} is more than is moved at once; at most {dollars(MOST_AT_ONCE)}")
    return amount


def chips(table: str, person: str) -> str:
    """A player's chips at a table."""
    return f"chips:{table}:{person}"


def bets(table: str) -> str:
    """Chips on the layout."""
    return f"bets:{table}"


def bank(table: str) -> str:
    """The table's own chips."""
    return f"bank:{table}"


def box(table: str) -> str:
    """Vigorish, commissions and collection fees."""
    return f"box:{table}"


def meter(name: str) -> str:
    return f"meter:{name}"


class Posting(NamedTuple):
    """Money that enters an account, or, below zero, leaves it."""

    account: str
    amount: int
    what: str


def moved(payer: str, payee: str, amount: int, what: str) -> list[Posting]:
    """Money from one account to another.

    >>> sum(posting.amount for posting in moved("cage", "chips:7:ann", 10_000, "buy-in"))
    0
    """
    return [Posting(payer, -amount, what), Posting(payee, amount, what)]


def difference(after: Mapping[str, int], before: Mapping[str, int], what: str) -> list[Posting]:
    """The postings that lead from one state of some accounts to another."""
    found = []
    for account in sorted({*after, *before}):
        amount = after.get(account, 0) - before.get(account, 0)
        if amount:
            found.append(Posting(account, amount, what))
    return balanced(found)


def balanced(postings: list[Posting]) -> list[Posting]:
    """The postings, if no chip is lost or made by them."""
    over = sum(posting.amount for posting in postings)
    if over:
        raise PitbossError(f"the ledger would be off by {over} cents; nothing was posted")
    return postings


def totals(postings: Iterable[Posting]) -> Counter[str]:
    """What the postings do to each account."""
    found: Counter[str] = Counter()
    for posting in postings:
        found[posting.account] += posting.amount
    return found
