"""The dice in a cup that say who gets the first hand."""

from pitboss.engine.round import Round

FACES = (1, 2, 3, 4, 5, 6)


def shake(t: Round) -> int | None:
    """The total of the dice; None where a record does not tell them, since it gives the pieces by hand."""
    if not t.draws.gives("dice"):
        return None
    dice = [t.draws.pick("dice", FACES) for _ in range(t.term("dice"))]
    t.event("dice", t.cite("dice"), f"{' '.join(map(str, dice))}, total {sum(dice)}", value=tuple(dice))
    return sum(dice)


def steps_from_bank(total: int, counts: list[int] | tuple[int, ...]) -> int:
    """How many positions on from the bank the first hand goes; the bank has these numbers, the others are counted on.

    >>> steps_from_bank(12, [1, 9, 17]), steps_from_bank(17, [1, 9, 17]), steps_from_bank(13, (1, 8, 15))
    (3, 0, 5)
    """
    return total - max(count for count in counts if count <= total)
