"""The action button of a player-banked game: the seat with which paying and collecting begins."""

from collections.abc import Collection, Sequence


def button_on(places: Sequence[int], active: Collection[int], number: int) -> tuple[int, int]:
    """The place of a number, counted clockwise from the first and round again, and the active one from there on.

    ``places`` are those of the table without the player-dealer's.

    >>> button_on([1, 2, 3, 4, 5, 6], {1, 2}, 11), button_on([1, 2, 3, 4, 5, 6], {1, 6}, 8)
    ((5, 1), (2, 6))
    """
    at = (number - 1) % len(places)
    named = places[at]
    while places[at] not in active:
        at = (at + 1) % len(places)
    return named, places[at]
