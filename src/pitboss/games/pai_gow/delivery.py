"""The ten styles in which stacks of tiles are delivered, and the cut before: which tile of which stack goes where.

Eight stacks of four lie in front of the dealer, counted from the dealer's right; the first tile of a stack is its top.
"""

from collections.abc import Callable

Tile = tuple[int, int]
"""A tile by its stack and its place in it, both from 0."""
Delivery = list[list[Tile]]
"""The tiles that each of eight positions gets, the starting position first."""
STACKS, SIZE = 8, 4
TOP, BOTTOM = (0, 1), (2, 3)


def house_way_from_the_right() -> Delivery:
    return [[(stack, tile) for tile in range(SIZE)] for stack in range(STACKS)]


def cup_say_from_the_right() -> Delivery:
    return _in_twos([(stack, stack + 1) for stack in range(0, STACKS, 2)])


def jung_quat() -> Delivery:
    """Take the heart: the two stacks in the centre, then those that close up."""
    half = STACKS // 2
    return _in_twos([(half - 1 - out, half + out) for out in range(half)])


def chee_yee() -> Delivery:
    """Chop the ears: the two stacks at the ends, then those that are left there."""
    return _in_twos([(at, STACKS - 1 - at) for at in range(STACKS // 2)])


def pin_say_from_the_right() -> Delivery:
    """Slice four: the top tiles of the four stacks on the right, then of the four on the left, and so down."""
    half = STACKS // 2
    return [[(first + at, tile) for at in range(half)] for tile in range(SIZE) for first in (0, half)]


def dragon_from_the_right() -> Delivery:
    """Dragon head and phoenix tail: two stacks lie on two others; their top twos alternate with slices of the rest."""
    half = STACKS // 2
    head = [[(first + at, tile) for at in (0, 1) for tile in two] for first in (0, 2) for two in (TOP, BOTTOM)]
    tail = [[(half + at, tile) for at in range(half)] for tile in range(SIZE)]
    return [position for pair in zip(head, tail, strict=True) for position in pair]


def _in_twos(stacks: list[tuple[int, int]]) -> Delivery:
    """Of each two stacks the top twos go to one position, the others to the next."""
    return [[(stack, tile) for stack in two for tile in part] for two in stacks for part in (TOP, BOTTOM)]


def from_the_left(style: Callable[[], Delivery]) -> Callable[[], Delivery]:
    return lambda: [[(STACKS - 1 - stack, tile) for stack, tile in position] for position in style()]


STYLES: dict[str, Callable[[], Delivery]] = {
    "house_way_from_the_right": house_way_from_the_right,
    "house_way_from_the_left": from_the_left(house_way_from_the_right),
    "cup_say_from_the_right": cup_say_from_the_right,
    "cup_say_from_the_left": from_the_left(cup_say_from_the_right),
    "jung_quat": jung_quat,
    "chee_yee": chee_yee,
    "pin_say_from_the_right": pin_say_from_the_right,
    "pin_say_from_the_left": from_the_left(pin_say_from_the_right),
    "dragon_from_the_right": dragon_from_the_right,
    "dragon_from_the_left": from_the_left(dragon_from_the_right),
}
USUAL = "house_way_from_the_right"


def cut(first: int, count: int, to_the_right: int) -> list[int]:
    """The stacks, by where they lay, from the right after so many adjacent ones were moved to the ends.

    >>> cut(3, 2, 2), cut(3, 2, 1), cut(1, 1, 0)
    ([2, 3, 0, 1, 4, 5, 6, 7], [2, 0, 1, 4, 5, 6, 7, 3], [1, 2, 3, 4, 5, 6, 7, 0])
    """
    moved = list(range(first - 1, first - 1 + count))
    others = [stack for stack in range(STACKS) if stack not in moved]
    return [*moved[:to_the_right], *others, *moved[to_the_right:]]


def goes_to(style: str, stacks: list[int]) -> list[int]:
    """For each tile, as the stacks lay before the cut, which of the eight positions gets it.

    >>> goes_to("cup_say_from_the_right", [*range(8)])[:8]
    [0, 0, 1, 1, 0, 0, 1, 1]
    """
    found = {tile: position for position, tiles in enumerate(STYLES[style]()) for tile in tiles}
    return [found[stacks.index(stack), tile] for stack in range(STACKS) for tile in range(SIZE)]
