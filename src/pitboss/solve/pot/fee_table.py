"""What the house takes at poker for a pot, as JSON: by the schedule in force and by every other, or of each pot."""

from fractions import Fraction
from typing import Any

from pitboss.errors import Refused
from pitboss.money import cents, dollars
from pitboss.rulebook.setup import Setup
from pitboss.solve.pot.house_take import Model, Take, by_number_of_players, every_schedule, rake_take

POTS = ("10.00", "25.00", "50.00", "100.00", "250.00")
"""Pots for which a rake is told."""


def fee_table(setup: Setup, model: Model) -> dict[str, Any]:
    """Everything that is told of what the house takes."""
    if setup.schedule is None:
        taken = {pot: dollars(fee) for pot, fee in rake_of_pots(setup).items()}
        takes = [each.as_json() for each in rake_takes(setup, model)]
        return head(setup) | {"rake": str(rake(setup)), "of_pots": taken, "model": model.told, "house_take": takes}
    takes = [each.as_json() for each in by_number_of_players(setup, model)]
    schedules = [row.as_json() for row in every_schedule(setup, model)]
    return head(setup) | {"model": model.told, "house_take": takes, "schedules": schedules}


def head(setup: Setup) -> dict[str, Any]:
    """Of which game, under which options."""
    return {
        "rulebook": setup.entry.rulebook,
        "game": setup.entry.game,
        "options": setup.in_force,
        "chosen": dict(setup.chosen),
    }


def rake(setup: Setup) -> Fraction:
    """The part of each pot that the house takes."""
    rate = setup.options.get("rake")
    if not isinstance(rate, Fraction):
        raise Refused(f"{setup.entry.name} has neither a collection schedule nor a rake", setup.entry.source)
    return rate


def rake_of_pots(setup: Setup) -> dict[str, int]:
    """What is taken of pots of some sizes, rounded down to a chip."""
    chip = setup.options.get("smallest_chip") or 1
    return {pot: int(cents(pot) * rake(setup)) // chip * chip for pot in POTS}


def rake_takes(setup: Setup, model: Model) -> list[Take]:
    """What a rake comes to by the number of players, where nobody bets more than the blinds."""
    numbers = range(setup.entry.seats.min, setup.seats + 1)
    return [rake_take(setup, number, model) for number in numbers] if setup.term("form") != "chinese" else []
