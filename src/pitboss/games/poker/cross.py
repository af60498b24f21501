"""Five community cards that lie as a cross: where each lies, and the three of its row and of its column."""

from collections.abc import Sequence

from pitboss.equipment.cards import Card

CROSS = ((1, 2), (2, 1), (2, 2), (2, 3), (3, 2))
"""Row and column of the far card, of the row from the dealer's left to the right, and of the near card."""
ROW, COLUMN = (2, 3, 4), (1, 3, 5)
"""The places among the five; the middle card belongs to both."""


def axis(cross: Sequence[Card], places: Sequence[int]) -> tuple[Card, ...]:
    """The cards of a row or a column.

    >>> from pitboss.equipment.cards import cards
    >>> axis(cards("4c 9h 2d 7c Js"), COLUMN)
    (Card('4c'), Card('2d'), Card('Js'))
    """
    return tuple(cross[place - 1] for place in places)
