"""Strategies by name: those of a game, and two that fit every game."""

import random
from collections.abc import Sequence
from importlib import import_module

from pitboss.errors import Refused, suggest
from pitboss.rulebook.setup import Setup
from pitboss.simulate.script import Policy

FIRST, RANDOM = "first", "random"
ANY_GAME = (FIRST, RANDOM)
HOMES = {
    "craps": "pitboss.simulate.craps",
    "casino_war": "pitboss.simulate.casino_war",
    "caribbean_stud": "pitboss.simulate.caribbean_stud",
    "mississippi_stud": "pitboss.simulate.mississippi_stud",
    "red_dog": "pitboss.simulate.red_dog",
    "three_card_poker": "pitboss.simulate.three_card",
    "ultimate_texas_holdem": "pitboss.simulate.holdem",
}


def strategies(setup: Setup) -> Sequence[str]:
    """The strategies there are for a game; the first is the one that is played unless another is named."""
    home = HOMES.get(setup.entry.script)
    return (*import_module(home).STRATEGIES, *ANY_GAME) if home else ANY_GAME


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
    policy: Policy = import_module(HOMES[setup.entry.script]).policy(setup, name)
    return policy
