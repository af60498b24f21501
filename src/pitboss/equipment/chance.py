"""Where randomness comes from: the operating system, a seed, or nowhere."""

import random
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """A source of unbiased draws.

    One whose draws are dear may also have ``shuffling(items)``, which begins a shuffle: each step of what it returns
    puts one more item in its place, from the last on, so that cards which are never dealt need not be drawn for.
    """

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""

    def shuffle(self, items: list[T]) -> None:
        """Put the items into an order drawn uniformly from all orders."""


class NoChance:
    """For a table whose draws are all written down: nothing is shuffled, and nothing is left to chance."""

    def below(self, n: int) -> int:
        raise AssertionError("every draw of this table is written down")

    def shuffle(self, items: list[T]) -> None:
        """The order of the cards is never looked at."""


class RandomChance:
    """Draws from the operating system's generator, or from a seed when one is given.

    >>> [RandomChance(7).below(38) for _ in range(3)]
    [20, 20, 20]
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)

    def below(self, n: int) -> int:
        # randrange rejects rather than folds, so no value is favoured.
        return self._random.randrange(n)

    def shuffle(self, items: list[T]) -> None:
        self._random.shuffle(items)
