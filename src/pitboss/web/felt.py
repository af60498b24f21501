"""The felt on a page: the layout of the game, or betting circles, with the chips that lie on it."""

import asyncio
from collections.abc import Mapping
from typing import Any

from nicegui.element import Element

from pitboss.catalogue import scripts
from pitboss.errors import Refused
from pitboss.layouts import picture
from pitboss.rulebook.setup import Setup
from pitboss.web import circles

BROAD = ("craps",)
"""Layouts that need the whole width of a page."""
SIDEWAYS = ("craps", "sic_bo")
"""Layouts that a narrow page shows at a size one can read, and scrolls."""


def kind_of_table(setup: Setup) -> str:
    """The classes of everything at a table: whether its layout is broad, and whether its pieces are tiles."""
    broad = " broad" if setup.entry.script in BROAD else ""
    tiles = " tiles" if setup.entry.cards is not None and setup.entry.cards.pieces == "tiles" else ""
    return f"at-table{broad}{tiles}"


class Felt(Element, component="static/felt.js"):
    """The layout with its areas; the browser tells with ``place`` and ``look`` what was meant."""

    def __init__(self, wide: str, narrow: str = "", kind: str = "") -> None:
        super().__init__()
        self.props.update({"wide": wide, "narrow": narrow})
        self.classes(kind)

    def show(
        self,
        *,
        round: int,
        chips: Mapping[str, Any],
        notes: Mapping[str, str],
        hits: list[str],
        shut: str = "",
        closed: Mapping[str, str] | None = None,
        answered: int = 0,
    ) -> None:
        """Put the chips where they lie now.

        ``shut`` says why none can be laid at all, ``closed`` where none can and why. A chip that the browser sends is
        for the ``round`` it was shown; those up to ``answered`` are not under way any more.
        """
        state = {"round": round, "chips": chips, "notes": notes, "hits": hits, "shut": shut, "answered": answered}
        self.run_method("show", {**state, "closed": dict(closed or {})})

    def tell(self, area: str, text: str) -> None:
        """Say something beside an area: why a chip was not taken there."""
        self.run_method("tell", {"area": area, "text": text})


def has_picture(setup: Setup) -> bool:
    """True for a game whose layout people recognise; the others have betting circles."""
    return setup.entry.script in scripts("layouts")


async def drawings(setup: Setup) -> tuple[str, str]:
    """The layout of a table for a wide page and for a narrow one, drawn once for each set-up."""
    found: tuple[str, str] | None = setup.worked_out.get("drawings")
    if found is None:
        found = setup.worked_out["drawings"] = await asyncio.to_thread(_draw, setup)
    return found


def _draw(setup: Setup) -> tuple[str, str]:
    if has_picture(setup):
        try:
            return picture(setup), picture(setup, upright=True)
        except Refused:  # its odds cannot be worked out at this set-up; the wagers can be made all the same
            pass
    return circles.draw(setup), circles.draw(setup, narrow=True)
