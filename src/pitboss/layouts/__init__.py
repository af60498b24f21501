"""Betting layouts as pictures: an SVG whose areas are the wagers on offer, with their odds and house edge."""

from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.errors import Refused

if TYPE_CHECKING:
    from pitboss.rulebook.setup import Setup

LAYOUTS = {
    "craps": "pitboss.layouts.craps",
    "sic_bo": "pitboss.layouts.sic_bo",
}


def picture(setup: "Setup") -> str:
    """The layout of a table as SVG; refuses a game that has no picture."""
    script = setup.entry.script
    if script not in LAYOUTS:
        drawn = ", ".join(name.replace("_", " ") for name in sorted(LAYOUTS))
        raise Refused(f"there is no picture of the layout of {setup.entry.name}; there is one of: {drawn}")
    drawing: str = import_module(LAYOUTS[script]).draw(setup)
    return drawing
