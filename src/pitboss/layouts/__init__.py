"""Betting layouts as pictures: an SVG whose areas are the wagers on offer, with their odds and house edge."""

from typing import TYPE_CHECKING

from pitboss.catalogue import part, scripts
from pitboss.errors import Refused

if TYPE_CHECKING:
    from pitboss.rulebook.setup import Setup


def picture(setup: "Setup", upright: bool = False) -> str:
    """The layout of a table as SVG; refuses a game that has no picture.

    ``upright`` asks for a picture that suits a narrow page, where the layout can be drawn like that.
    """
    layout = part(setup.entry.script, "layouts")
    if layout is None:
        drawn = ", ".join(name.replace("_", " ") for name in scripts("layouts"))
        raise Refused(f"there is no picture of the layout of {setup.entry.name}; there is one of: {drawn}")
    drawing: str = (
        layout.draw(setup, upright=True) if upright and getattr(layout, "UPRIGHT", False) else layout.draw(setup)
    )
    return drawing
