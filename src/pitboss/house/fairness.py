"""Chance that can be checked afterwards: a secret seed, its hash told before the deal, the seed itself after it."""

import secrets
from hashlib import sha256
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
SEED_BYTES = 32
_WORD = Struct(">Q24x").unpack
"""The first 8 bytes of a digest, the highest first."""


def new_seed() -> str:
    """A seed from the operating system's generator."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """What is published before the deal: nobody can find the seed from it, or another seed that fits it."""
    return sha256(f"pitboss {seed}".encode()).hexdigest()


class SealedChance:
    """Unbiased draws that a seed determines: word n is a hash of the seed and n. ``at`` is how many words were used.

    >>> chance = SealedChance("00")
    >>> [chance.below(6) for _ in range(5)], chance.at
    ([0, 5, 2, 1, 4], 5)
    """

    def __init__(self, seed: str, at: int = 0) -> None:
        self.seed, self.at = seed, at
        self._base = sha256(f"pitboss deal {seed}".encode())

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
