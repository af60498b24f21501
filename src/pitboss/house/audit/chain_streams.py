"""What belongs to a chain beside its entries, read along with them: the ledger's lines, and the seeds of its deals."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from pitboss.errors import PitbossError
from pitboss.house.crypto.encryption import is_shut, of_seed, opened
from pitboss.house.crypto.secret import Secret


class Lines:
    """The ledger's lines in order, handed out up to an entry."""

    def __init__(self, rows: Iterator[Row[Any]]) -> None:
        self._rows = rows
        self._next: Row[Any] | None = next(rows, None)

    def up_to(self, number: int | None) -> Iterator[Row[Any]]:
        """What is left before an entry, or before the end."""
        while self._next is not None and (number is None or self._next.number < number):
            row, self._next = self._next, next(self._rows, None)
            yield row

    def at(self, number: int) -> Iterator[Row[Any]]:
        return self.up_to(number + 1)


SHUT = "shut"
"""What stands for a seed that nobody can read without the house's secret."""


class Seeds:
    """The seeds of a table, in order; ``hidden`` are the deals whose seeds the journal has not told.

    Without the house's secret those are ``shut``: they are there, and nobody can say what they are.
    """

    def __init__(self, rows: Iterator[Row[Any]], secret: Secret | None) -> None:
        self._secret = secret
        self.shut: set[int] = set()
        self._rows = rows
        self._next: Row[Any] | None = next(rows, None)
        self._open: dict[int, str] = {}
        self._odd: list[int] = []
        self._told: tuple[int, str | None] = (0, None)

    @property
    def hidden(self) -> frozenset[int]:
        return frozenset(self._open)

    def draw(self, deal: int) -> str | None:
        """The seed of the next deal."""
        while self._next is not None and self._next.deal < deal:
            self._odd.append(self._next.deal)
            self._next = next(self._rows, None)
        if self._next is None or self._next.deal != deal:
            return None
        row = self._next
        if is_shut(str(row.seed)) and self._secret is None:
            self.shut.add(deal)
            self._open[deal] = SHUT
        else:
            self._open[deal] = opened(self._secret, str(row.seed), of_seed(row.chain, deal))
        self._told = (deal, row.commitment)
        self._next = next(self._rows, None)
        return self._open[deal]

    def told_of(self, deal: int) -> str | None:
        """The commitment kept beside the seed that was drawn last."""
        return self._told[1] if self._told[0] == deal else None

    def of(self, deal: int) -> str:
        if deal not in self._open:
            raise PitbossError(f"the seed of deal {deal} is missing")
        return self._open[deal]

    def tell(self, deal: int, seed: str) -> bool:
        """A seed is revealed; False if it is another one."""
        kept = self._open.pop(deal, None)
        return kept == seed or (kept is not None and deal in self.shut)

    def left(self) -> list[int]:
        """Deals with a seed that the journal knows nothing of."""
        rest = [] if self._next is None else [self._next.deal, *(row.deal for row in self._rows)]
        return self._odd + rest
