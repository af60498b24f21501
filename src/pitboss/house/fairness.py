"""Chance that can be checked afterwards: a secret seed, its hash told before the deal, the seed itself after it."""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from struct import Struct
from typing import Any, TypeVar

from pitboss.house.chain import canonical

T = TypeVar("T")
PLAIN, BOUND = 1, 2
"""What a commitment is made of: the seed alone, as it once was, or the seed and everything it is to be used for."""
SEED_BYTES = 32
MOST_IN_A_WORD = 64
_WORD = Struct(">Q24x").unpack
"""The first 8 bytes of a digest, the highest first."""


def new_seed() -> str:
    """A seed from the operating system's generator."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """What was once published before the deal: nobody can find the seed from it, or another seed that fits it."""
    return sha256(f"pitboss {seed}".encode()).hexdigest()


def bound_commitment(seed: str, *, table: str, deal: int, entry: str, setup: Mapping[str, Any], decks: int) -> str:
    """What is published before the deal: it fits this seed alone, and for this deal of this table alone."""
    bound = {"table": table, "deal": deal, "entry": entry, "setup": setup, "decks": decks, "seed": seed}
    return sha256(f"pitboss {BOUND} {canonical(bound)}".encode()).hexdigest()


def mixed(seed: str, words: Mapping[str, str]) -> str:
    """The seed that a deal uses once players have added words of their own, by person; without any, the seed itself.

    >>> mixed("00", {}), mixed("00", {"ann": "rain"})[:8]
    ('00', 'f3306d50')
    """
    if not words:
        return seed
    return sha256(f"pitboss words {canonical([seed, sorted(words.items())])}".encode()).hexdigest()


class SealedChance:
    """Unbiased draws that a seed determines: word n is a hash of the seed and n. ``at`` is how many words were used.

    >>> chance = SealedChance("00")
    >>> [chance.below(6) for _ in range(5)], chance.at
    ([0, 5, 2, 1, 4], 5)
    """

    def __init__(self, seed: str, at: int = 0, words: Mapping[str, str] | None = None) -> None:
        self.seed, self.at = seed, at
        self.mix(words or {})

    def mix(self, words: Mapping[str, str]) -> None:
        """Draw from the seed and these words, in place of any before them."""
        self._base = sha256(f"pitboss deal {mixed(self.seed, words)}".encode())

    def below(self, n: int) -> int:
        # A draw from the incomplete last stretch of 2^64 would favour small numbers, so it is thrown away.
        most = (1 << 64) - (1 << 64) % n
        while True:
            digest = self._base.copy()
            digest.update(self.at.to_bytes(8, "big"))
            self.at += 1
            (word,) = _WORD(digest.digest())
            if word < most:
                return int(word) % n

    def shuffle(self, items: list[T]) -> None:
        below = self.below
        for last in range(len(items) - 1, 0, -1):
            other = below(last + 1)
            items[last], items[other] = items[other], items[last]
