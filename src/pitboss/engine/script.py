"""The script protocol: a game is a generator that deals, asks, reveals and settles."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from pitboss.rulebook.findings import Finding
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

if TYPE_CHECKING:
    from pitboss.engine.remedies import Call, RoundOver
    from pitboss.engine.round import Round


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player may do, and what it costs."""

    name: str
    cost: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to one seat."""

    seat: int
    actions: tuple[Action, ...]
    cite: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(action.name for action in self.actions)

    def __str__(self) -> str:
        return f"seat {self.seat}: {' or '.join(self.names)}? [{self.cite}]"


T = TypeVar("T")
Talk = Generator[Ask, "str | Call", T]
"""Part of a script: yields questions, is sent the answers (or an irregularity called in between)."""

Script = Talk[None]
Remedy = Callable[["Round", "Call"], "bool | RoundOver"]
"""Executes a remedy of the game's own; True when the matter is settled and no further remedy applies, a ``RoundOver``
when the round ends once the further remedies are executed."""


@dataclass(frozen=True)
class Game:
    """A game script and what the engine must know about it.

    ``moments`` are the points of the round at which an irregularity can strike, in order; the first is ``bets``.
    ``hands`` are the card positions besides the seats, ``draws`` what else chance decides: both are the keys under
    which a record gives them, ``carries`` what it may hand from one round to the next. ``terms`` are the entry's terms
    the script cannot do without. ``spots`` lists the places on the layout where a wager with spots can lie; ``spot``
    reads one as a person writes it. ``admit`` refuses wagers that only the script can judge; ``examine`` finds
    fault with a house's set-up where only the script can. ``personal`` are those of ``carries`` that belong to a seat
    and end when it leaves.
    """

    play: Callable[["Round"], Script]
    moments: tuple[str, ...]
    hands: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    personal: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    spots: Callable[[Setup, Offer], Sequence[str]] | None = None
    spot: Callable[[Setup, Offer, str], str] | None = None
    admit: Callable[["Round"], None] | None = None
    examine: Callable[[Setup], Sequence[Finding]] | None = None
    remedies: Mapping[str, Remedy] = field(default_factory=dict)
