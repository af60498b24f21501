"""Who gets the first hand: dice in a shaker, a random number, or a button that moves on; and the order from there.

Positions are counted counterclockwise from the dealer, who is 0: seat 1 is 1, and so on.
"""

from collections.abc import Iterator, Sequence

from pitboss.engine.carry import position_carried
from pitboss.engine.round import Round
from pitboss.games.pai_gow.dice import shake

DICE, NUMBER, BUTTON = "dice", "number", "button"


def starting_position(t: Round, positions: int, bank: int) -> int | None:
    """The position that gets the first hand; None where a record does not tell it, since it gives pieces by hand."""
    method = t.term("start")
    if method == BUTTON:
        start = position_carried(t.carry, BUTTON, positions - 1)
        t.event(BUTTON, t.cite("start"), f"the button is before {position_words(start)}")
        return start
    count = shake(t) if method == DICE else _number(t, positions)
    return None if count is None else counted(count, positions, bank)


def counted(count: int, positions: int, bank: int) -> int:
    """The position at which a count ends that begins with whoever banks.

    >>> counted(14, 7, 0), counted(8, 7, 0), counted(4, 7, 3), counted(15, 8, 0), counted(8, 8, 2)
    (6, 0, 6, 6, 1)
    """
    return (bank + count - 1) % positions


def order_from(start: int, positions: int, clockwise: bool = False) -> list[int]:
    """All positions from one on.

    >>> order_from(6, 7, clockwise=True), order_from(6, 8)
    ([6, 5, 4, 3, 2, 1, 0], [6, 7, 0, 1, 2, 3, 4, 5])
    """
    step = -1 if clockwise else 1
    return [(start + step * number) % positions for number in range(positions)]


def in_order_of_the_deal(deal: str, stacks: Sequence[int], size: int) -> Iterator[int]:
    """Who gets each card: one at a time in rotation, as whole stacks, or into stacks from left to right and back.

    >>> list(in_order_of_the_deal("back_and_forth", [0, 6, 5], 3)), list(in_order_of_the_deal("stacks", [0, 6], 2))
    ([0, 6, 5, 5, 6, 0, 0, 6, 5], [0, 0, 6, 6])
    """
    if deal == "stacks":
        yield from (position for position in stacks for _ in range(size))
        return
    for number in range(size):
        yield from stacks if deal == "rotation" or number % 2 == 0 else reversed(stacks)


def move_button(t: Round, positions: int) -> None:
    """After a round the button goes one position on, clockwise."""
    if t.term("start") == BUTTON:
        t.carry[BUTTON] = (position_carried(t.carry, BUTTON, positions - 1) - 1) % positions


def position_words(position: int) -> str:
    return f"seat {position}" if position else "the dealer"


def _number(t: Round, positions: int) -> int | None:
    if not t.draws.gives(NUMBER):
        return None
    numbers: Sequence[int] = range(1, positions + 1)
    return t.pick(NUMBER, numbers, t.cite("start"))
