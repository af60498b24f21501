"""The script protocol: a game is a generator that deals, asks, reveals and settles."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.engine.questions import Answer, Ask
from pitboss.errors import Refused
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

if TYPE_CHECKING:
    from pitboss.engine.events import Fee
    from pitboss.engine.remedies import Call, RoundOver
    from pitboss.engine.round import Round
    from pitboss.engine.wagers import Bet


T = TypeVar("T")
Talk = Generator[tuple[Ask, ...], "Answer | Call", T]
"""Part of a script: yields the questions that are open, is sent an answer (or an irregularity called in between)."""

Script = Talk[None]
Remedy = Callable[["Round", "Call"], "bool | RoundOver | Script"]
"""Executes a remedy of the game's own; True when the matter is settled and no further remedy applies, a ``RoundOver``
when the round ends once the further remedies are executed. One that asks the players is a part of the script."""


ANY = "*"
"""Stands for every wager that is not named: a script that settles all places of a layout alike."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a script may come to with a wager: the cases, and the names that a line of its pay table may have.

    A case with a question mark need not be in the entry. Without names the lines are not called by hands.

    >>> judged = Judged("shown fold hands_void?")
    >>> judged.needed, judged.known
    (('shown', 'fold'), ('shown', 'fold', 'hands_void'))
    """

    cases: str
    names: tuple[str, ...] = ()

    @property
    def needed(self) -> tuple[str, ...]:
        return tuple(case for case in self.cases.split() if not case.endswith("?"))

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(case.rstrip("?") for case in self.cases.split())


@dataclass(frozen=True)
class Game:
    """A game script and what the engine must know about it.

    ``moments`` are the points of the round at which an irregularity can strike, in order; the first is ``bets``.
    ``hands`` are the card positions besides the seats, ``draws`` what else chance decides: both are the keys under
    which a record gives them; of those ``in_parts`` a list is one outcome: ``[4, 3]`` is ``"4-3"``. ``first_hands``
    is how many hands a seat is dealt at first, where that is not one. ``carries`` is what it may hand from one
    round to the next. ``terms`` are the entry's terms the script cannot do without, ``knows`` those it goes by
    where they are there. ``settles`` is what it may come to with each wager. ``spots`` lists the places on the
    layout where a wager with spots can lie; ``spot`` reads one as a person writes it. ``admit`` refuses wagers that
    only the script can judge; ``may_bank`` refuses a seat the bank where its turn has not come; ``may_buy_in``
    refuses the chips that a player would have after buying in; ``examine`` finds fault with a house's set-up where
    only the script can. ``personal`` are those of ``carries`` that belong to a seat and end when it leaves.
    ``without_wagers``: the table goes on when nobody of the record wagers. ``takes_part``: a seat is in the round
    without a wager when it is named with none. ``stacks``: a seat plays for the chips in front of it when the round
    begins, and for no more. ``says`` are the words a seat may say with its wagers ("on", "off"); ``arrange`` is
    what follows of itself when a wager is taken down or reduced, before the wagers are judged; ``release`` judges
    whether a standing wager may come down, and says what is given back with it; ``left`` is what a seat that leaves
    does to what carries over. ``charges`` says what a wager costs besides its stake when it is made; ``shown``
    tells a seat, in lines, how the table stands between rounds. Of ``carries``, those that are ``public`` lie open
    for everybody (the puck), those that are ``secrets`` are nobody's to know until they have taken effect; they are
    drawn under the names they carry over by.
    ``most_added`` is the most that wagers of these amounts may ask for besides in a round, where only the script knows.
    """

    play: Callable[["Round"], Script]
    moments: tuple[str, ...]
    hands: tuple[str, ...] = ()
    first_hands: Callable[[Setup], int] | None = None
    draws: tuple[str, ...] = ()
    in_parts: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    personal: tuple[str, ...] = ()
    until_shuffle: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    knows: tuple[str, ...] = ()
    settles: Mapping[str, Judged] | None = None
    spots: Callable[[Setup, Offer], Sequence[str]] | None = None
    spot: Callable[[Setup, Offer, str], str] | None = None
    without_wagers: bool = False
    takes_part: bool = False
    stacks: bool = False
    says: tuple[str, ...] = ()
    arrange: Callable[["Round"], None] | None = None
    release: Callable[[Setup, Mapping[str, Any], "Bet"], Sequence["Fee"]] | None = None
    left: Callable[[dict[str, Any], int], None] | None = None
    charges: Callable[[Setup, "Bet"], Sequence["Fee"]] | None = None
    most_added: Callable[[Setup, Mapping[str, int]], int] | None = None
    shown: Callable[[Setup, Mapping[str, Any], Sequence["Bet"], int], Sequence[str]] | None = None
    admit: Callable[["Round"], None] | None = None
    may_bank: Callable[[Setup, Mapping[str, Any], int], None] | None = None
    may_buy_in: Callable[[Setup, int], None] | None = None
    examine: Callable[[Setup], Sequence[Finding]] | None = None
    remedies: Mapping[str, Remedy] = field(default_factory=dict)

    def places(self, setup: Setup, offer: Offer) -> Sequence[str]:
        """Where a wager can lie: its spots, or one place without a name."""
        return self.spots(setup, offer) if offer.spots and self.spots is not None else ("",)

    def must_take(self, setup: Setup) -> None:
        """Refuse a set-up in which the script finds a fault that the rulebook entry alone does not show."""
        for finding in self.examine(setup) if self.examine is not None else ():
            if finding.level == "refused":
                raise Refused(f"{finding.where}: {finding.text}", finding.cite)
