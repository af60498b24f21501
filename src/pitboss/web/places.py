"""The seats of a table on its page; each is told again alone, so that what has the focus keeps it."""

from pitboss.web.parts import Handler, Live, button, tag


class Place:
    """One seat on the page: who is there, and a button to sit down where nobody is."""

    def __init__(self, number: int, seats: int, sit: Handler) -> None:
        self._kind = "seat"
        with tag("li", "seat", style=_dip(number, seats)) as self._whole:
            self._told = Live("div", "told")
            self._button = button("Sit", sit, aria_label=f"Sit at seat {number}")

    def show(self, kind: str, told: str, may_sit: bool) -> None:
        if kind != self._kind:
            self._kind = kind
            self._whole.classes(replace=kind)
        self._told.show(told)
        if may_sit != self._button.visible:
            self._button.set_visibility(may_sit)


def _dip(seat: int, seats: int) -> str:
    """How far a seat is down the curve of the table, the middle ones most."""
    across = 2 * (seat - 1) / max(seats - 1, 1) - 1
    return f"--dip: {34 * (1 - across**2):.0f}px"
