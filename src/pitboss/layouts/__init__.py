"""Betting layouts as pictures: an SVG whose areas are the wagers on offer, with their odds and house edge."""

from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.errors import Refused

if TYPE_CHECKING:
    from pitboss.rulebook.setup import Setup

LAYOUTS = {
    "baccarat": "pitboss.layouts.baccarat",
    "big_six": "pitboss.layouts.big_six",
    "craps": "pitboss.layouts.craps",
    "roulette": "pitboss.layouts.roulette",
    "sic_bo": "pitboss.layouts.sic_bo",
}


def picture(setup: "Setup", upright: bool = False) -> str:
    """The layout of a table as SVG; refuses a game that has no picture.

    ``upright`` asks for a picture that suits a narrow page, where the layout can be drawn like that.
    """
    script = setup.entry.script
    if script not in LAYOUTS:
        drawn = ", ".join(name.replace("_", " ") for name in sorted(LAYOUTS))
        raise Refused(f"there is no picture of the layout of {setup.entry.name}; there is one of: {drawn}")
    layout = import_module(LAYOUTS[script])
    drawing: str = (
        layout.draw(setup, upright=True) if upright and getattr(layout, "UPRIGHT", False) else layout.draw(setup)
    )
    return drawing
