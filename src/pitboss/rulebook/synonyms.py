"""Names of one bet in several rulebooks, and what an entry understands by one that it does not use itself."""

import tomllib
from collections.abc import Container, Mapping
from functools import cache

from pydantic import BaseModel, ConfigDict

from pitboss.rulebook.model import Name, Text
from pitboss.rulebook.shelves import BUILT_IN

FILE = BUILT_IN / "synonyms.toml"


class OneBet(BaseModel):
    """A bet that rulebooks name differently, in the games of these scripts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: Text
    scripts: tuple[Name, ...]
    names: tuple[Name, ...]


@cache
def same_bets() -> tuple[OneBet, ...]:
    """Every bet that has several names."""
    return tuple(OneBet(**raw) for raw in tomllib.loads(FILE.read_text(encoding="utf-8"))["bets"])


def meant_by(name: str, script: str, wagers: Container[str]) -> tuple[str, ...]:
    """What an entry with these wagers understands by a name; several where only the spot tells them apart.

    >>> meant_by("straight", "roulette", ("straight_up", "split"))
    ('straight_up',)
    >>> meant_by("three_numbers", "roulette", ("row", "triple"))
    ('row', 'triple')
    """
    if name in wagers:
        return (name,)
    return tuple(other for other in _others(script).get(name, ()) if other in wagers)


def own_names(name: str, script: str, wagers: Container[str]) -> tuple[str, ...]:
    """What an entry itself calls a wager; a name that means nothing to it stays as it is, to be refused."""
    return meant_by(name, script, wagers) or (name,)


def other_names(script: str, wagers: Container[str]) -> dict[str, tuple[str, ...]]:
    """The names that an entry with these wagers understands besides its own, and what each means to it."""
    return {name: own for name in _others(script) if name not in wagers and (own := meant_by(name, script, wagers))}


@cache
def _others(script: str) -> Mapping[str, tuple[str, ...]]:
    """For each name, the others of its bet."""
    return {
        name: tuple(other for other in bet.names if other != name)
        for bet in same_bets()
        if script in bet.scripts
        for name in bet.names
    }
