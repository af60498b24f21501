"""Who pays: the house without limit, or a player-dealer to the extent that the money covers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol

Coverage = Literal["action", "net"]


class Bank(Protocol):
    def cover(self, gain: int) -> int:
        """How much of a seat's gain (or, below zero, loss) the bank pays (or collects)."""

    def uncover(self, covered: int) -> None:
        """Something paid or collected goes back: the hand is void."""


class House:
    def cover(self, gain: int) -> int:
        return gain

    def uncover(self, covered: int) -> None:
        """The house has no limit to keep."""


@dataclass
class PlayerDealer:
    """A seat that banks the game with a wager of its own.

    ``action``: every dollar collected or paid uses up a dollar of the wager. ``net``: collections add to the bank and
    payments reduce it, the running result staying within the wager either way. ``most_added`` is the most that can be
    put up on top during the round, None for whatever is called for. ``backing`` is what the house stands for besides,
    where it banks the round together with the seat.

    >>> bank = PlayerDealer(seat=7, wager=2500, coverage="action")
    >>> bank.cover(2000), bank.cover(3000), bank.cover(-1000)
    (2000, 500, 0)
    """

    seat: int
    wager: int
    coverage: Coverage
    used: int = 0
    result: int = 0
    asked: int = 0
    most_added: int | None = None
    added: int = 0
    backing: int = 0

    def put_up(self, amount: int) -> int:
        """Add to the wager during the round, as far as there is money for it; returns what was added."""
        if self.most_added is not None:
            amount = min(amount, self.most_added - self.added)
        self.added += amount
        self.wager += amount
        return amount

    @property
    def exhausted(self) -> bool:
        """True when nothing more has action; where collections refill the wager, that is never for good."""
        return self.coverage == "action" and self.used >= self.wager

    def cover(self, gain: int) -> int:
        self.asked += abs(gain)
        if self.coverage == "action":
            amount = min(abs(gain), self.wager - self.used)
            self.used += amount
        elif gain > 0:
            amount = min(gain, self.wager + self.backing + self.result)
        else:
            amount = min(-gain, self.wager + self.backing - self.result)
        covered = amount if gain > 0 else -amount
        self.result -= covered
        return covered

    def uncover(self, covered: int) -> None:
        self.asked -= abs(covered)
        if self.coverage == "action":
            self.used -= abs(covered)
        self.result += covered

    def share(self, part: Fraction) -> int:
        """Leave a part of what was won or lost to the house that banks with the seat; of an odd cent, all of it.

        >>> bank = PlayerDealer(seat=3, wager=5000, coverage="net", backing=5000)
        >>> bank.cover(-5501), bank.share(Fraction(1, 2)), bank.result
        (-5501, 2751, 2750)
        """
        won = abs(self.result)
        left = won - int(won * (1 - part))
        left = left if self.result > 0 else -left
        self.result -= left
        return left

    @property
    def order_matters(self) -> bool:
        """True when the wager might not cover everything, so that it matters whose turn comes first."""
        return self.asked > self.wager

    def give_back(self) -> None:
        """A void round: whatever was collected or paid never happened."""
        self.wager -= self.added
        self.used = self.result = self.asked = self.added = 0
