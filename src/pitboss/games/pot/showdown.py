"""The showdown: the hands are turned up in order, compared, and the pots go to the best."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from pitboss.games.pot.contest import Contest


class Worth(Protocol):
    """A hand that compares with others and has names, finest first."""

    @property
    def names(self) -> Sequence[str]: ...

    def __gt__(self, other: Any) -> bool: ...


def showdown(contest: Contest, worth: Callable[[int], Worth]) -> None:
    """Whoever bet or raised last shows first, else the first from the left of the button; then the pots are awarded."""
    t = contest.t
    first = contest.aggressor
    order = contest.order if first is None else [first, *contest.after(first)[:-1]]
    for seat in order:
        if seat in contest.active:
            t.reveal(t.hand(seat), t.cite("showdown"))
    held = {seat: worth(seat) for seat in contest.active}
    contest.award(held.__getitem__, lambda seat: held[seat].names)
