"""The cloth that a layout is drawn on: the name of the game above it, and the whole picture."""

from pitboss.layouts.svg import Box, Words, document, write
from pitboss.rulebook.setup import Setup

TOLD = "Every area names its wager, what it pays and the house edge at the odds in force."


def heading(box: Box, setup: Setup, told: str = "each area: what it pays, and the house edge", size: float = 13) -> str:
    """The name of the game and its rulebook, and under it what the areas tell."""
    name = Words(f"{setup.entry.title.upper()} · {setup.entry.rulebook}", 22, "heading")
    return write(box, name, Words(told, size, "heading"))


def cloth(setup: Setup, width: float, height: float, *parts: str) -> str:
    """The whole picture of a table's layout."""
    return document(f"{setup.entry.title}, {setup.entry.rulebook}", TOLD, width, height, *parts)
