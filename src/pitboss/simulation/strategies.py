"""Strategies by name: those of a game, and two that fit every game."""

import random
from collections.abc import Callable, Sequence

from pitboss.catalogue import part
from pitboss.errors import Refused, suggest
from pitboss.rulebook.setup import Setup
from pitboss.simulation.script import Policy

FIRST, RANDOM = "first", "random"
ANY_GAME = (FIRST, RANDOM)


def strategies(setup: Setup) -> Sequence[str]:
    """The strategies there are for a game; the first is the one that is played unless another is named."""
    return (*getattr(part(setup.entry.script, "simulation"), "STRATEGIES", ()), *ANY_GAME)


def chosen(setup: Setup, name: str) -> str:
    """The strategy's name, or what there is instead."""
    known = strategies(setup)
    if not name:
        return known[0]
    tidy = name.strip().lower().replace("-", "_").replace(" ", "_")
    if tidy not in known:
        raise Refused(f'there is no strategy "{name}" for {setup.entry.title}; {suggest(tidy, known)}')
    return tidy


def policy_of(setup: Setup, name: str, seed: str) -> Policy:
    """How a strategy answers a round's questions. ``first`` takes what is offered first."""
    if name == RANDOM:
        chance = random.Random(f"{seed}/decisions")
        return lambda played: chance.choice(played.asking[0].names) if played.asking else ""
    if name == FIRST:
        return lambda played: played.asking[0].names[0] if played.asking else ""
    own: Callable[[Setup, str], Policy] = part(setup.entry.script, "simulation").policy  # type: ignore[union-attr]
    return own(setup, name)
