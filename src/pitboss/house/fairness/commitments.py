"""Chance that can be checked afterwards: a secret seed, its hash told before the deal, the seed itself after it."""

import hmac
import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from struct import Struct
from typing import Any, TypeVar

from pitboss.errors import PitbossError
from pitboss.house.journal.chain import canonical

T = TypeVar("T")
PLAIN, BOUND = 1, 2
"""What a commitment is made of: the seed alone, as it once was, or the seed and everything it is to be used for."""
SEED_BYTES = 32
MOST_IN_A_WORD = 64
ANSWER_BYTES = 128
_WORD = Struct(">Q24x").unpack
"""The first 8 bytes of a digest, the highest first."""
_WORDS = 1 << 64
"""How many such words there are."""


def new_seed() -> str:
    """A seed from the operating system's generator."""
    return os.urandom(SEED_BYTES).hex()


def commitment(seed: str) -> str:
    """What was once published before the deal: nobody can find the seed from it, or another seed that fits it."""
    return sha256(f"pitboss {seed}".encode()).hexdigest()


def bound_commitment(seed: str, *, table: str, deal: int, entry: str, setup: Mapping[str, Any], decks: int) -> str:
    """What is published before the deal: it fits this seed alone, and for this deal of this table alone."""
    return Binding(table, entry, setup, decks).commitment(seed, deal)


class Binding:
    """What every commitment of a table binds a seed to, besides the deal; a table that deals on writes it once.

    The text that is hashed is the canonical one of all of it, whose keys are in the order of the alphabet.
    """

    def __init__(self, table: str, entry: str, setup: Mapping[str, Any], decks: int) -> None:
        self._before_seed = canonical({"decks": decks, "entry": entry})[1:-1]
        self._after_seed = canonical({"setup": setup, "table": table})[1:-1]

    def commitment(self, seed: str, deal: int) -> str:
        bound = f'{{"deal":{canonical(deal)},{self._before_seed},"seed":{canonical(seed)},{self._after_seed}}}'
        return sha256(f"pitboss {BOUND} {bound}".encode()).hexdigest()


def mixed(seed: str, words: Mapping[str, str]) -> str:
    """The seed that a deal uses once players have added words of their own, by person; without any, the seed itself.

    >>> mixed("00", {}), mixed("00", {"ann": "rain"})[:8]
    ('00', 'f3306d50')
    """
    if not words:
        return seed
    return sha256(f"pitboss words {canonical([seed, sorted(words.items())])}".encode()).hexdigest()


def hidden_answer(seed: str, round: int, number: int, words: str) -> str:
    """An answer that nobody may read before the seed is told which dealt the cards: those who can deal the round again.

    Whatever it says, it is as long as any other.

    >>> hidden = hidden_answer("00", 1, 0, "stand")
    >>> len(hidden), open_answer("00", 1, 0, hidden)
    (256, 'stand')
    """
    said = words.encode().ljust(ANSWER_BYTES)
    return bytes(a ^ b for a, b in zip(said, _pad(seed, round, number, len(said)), strict=True)).hex()


def open_answer(seed: str, round: int, number: int, hidden: str) -> str:
    """An answer as it was given."""
    try:
        said = bytes.fromhex(hidden)
        pad = _pad(seed, round, number, len(said))
        return bytes(a ^ b for a, b in zip(said, pad, strict=True)).decode().rstrip()
    except (TypeError, ValueError) as error:
        raise PitbossError("an answer that is hidden was changed, or hidden by another seed") from error


def _pad(seed: str, round: int, number: int, size: int) -> bytes:
    """Bytes for one answer alone; nobody who lacks the seed tells them from chance."""
    key, about = seed.encode(), f"pitboss answer {round} {number}".encode()
    return b"".join(hmac.digest(key, about + b" %d" % block, "sha256") for block in range(-(-size // 32)))[:size]


class SealedChance:
    """Unbiased draws that a seed determines: word n is a hash of the seed and n. ``at`` is how many words were used.

    >>> chance = SealedChance("00")
    >>> [chance.below(6) for _ in range(5)], chance.at
    ([0, 5, 2, 1, 4], 5)
    """

    def __init__(self, seed: str, at: int = 0, words: Mapping[str, str] | None = None) -> None:
        self.seed, self._at = seed, at
        self._shuffle: Iterator[None] = iter(())
        self.mix(words or {})

    @property
    def at(self) -> int:
        self._finish()
        return self._at

    def mix(self, words: Mapping[str, str]) -> None:
        """Draw from the seed and these words, in place of any before them."""
        self._finish()
        self._base = sha256(f"pitboss deal {mixed(self.seed, words)}".encode())

    def below(self, n: int) -> int:
        self._finish()
        return self._below((n,))[0]

    def shuffle(self, items: list[T]) -> None:
        self._finish()
        last = len(items) - 1
        for other in self._below(range(len(items), 1, -1)):
            items[last], items[other] = items[other], items[last]
            last -= 1

    def shuffling(self, items: list[T]) -> Iterator[None]:
        """Begin a shuffle: each step puts one more item in its place, the last one first, by the same words.

        What is drawn besides is drawn after all of them, and so it waits until the shuffle is done.

        >>> whole, part = list("abcdef"), list("abcdef")
        >>> SealedChance("00").shuffle(whole)
        >>> chance = SealedChance("00")
        >>> next(chance.shuffling(part)), part[-1] == whole[-1], chance.at, part == whole
        (None, True, 5, True)
        """
        self._finish()
        self._shuffle = self._steps(items)
        return self._shuffle

    def _steps(self, items: list[T]) -> Iterator[None]:
        for last in range(len(items) - 1, 0, -1):
            other = self._below((last + 1,))[0]
            items[last], items[other] = items[other], items[last]
            yield

    def _finish(self) -> None:
        """Do what is left of a shuffle that was begun."""
        for _ in self._shuffle:
            pass

    def _below(self, sizes: Sequence[int]) -> list[int]:
        """A draw below each of these."""
        copy, at, drawn = self._base.copy, self._at, list[int]()
        for n in sizes:
            while True:
                digest = copy()
                digest.update(at.to_bytes(8, "big"))
                at += 1
                (word,) = _WORD(digest.digest())
                found = word % n
                # One from the incomplete last stretch of 2^64 would favour small numbers, so it is thrown away.
                if word - found <= _WORDS - n:
                    break
            drawn.append(found)
        self._at = at
        return drawn
