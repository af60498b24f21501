"""Dice."""

from pitboss.equipment.chance import Chance


def roll(chance: Chance, dice: int, sides: int = 6) -> tuple[int, ...]:
    """Throw fair dice.

    >>> from pitboss.equipment.chance import RandomChance
    >>> roll(RandomChance(4), 2)
    (2, 3)
    """
    return tuple(chance.below(sides) + 1 for _ in range(dice))
