"""The script protocol: a game is a generator that deals, asks, reveals and settles."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.engine.hands import Hand
from pitboss.engine.questions import Advice, Answer, Ask
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import Card
from pitboss.errors import Refused
from pitboss.rulebook.findings import Finding, examine_new_lines
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

if TYPE_CHECKING:
    from pitboss.engine.events import Fee, Settlement
    from pitboss.engine.remedies import Call, RoundOver
    from pitboss.engine.round import Round
    from pitboss.engine.wagers import Bet


T = TypeVar("T")
Talk = Generator[tuple[Ask, ...], "Answer | Call", T]
"""Part of a script: yields the questions that are open, is sent an answer (or an irregularity called in between)."""

Script = Talk[None]
Held = Mapping[Hand, tuple[Card, ...]]
"""Hands, and the pieces that lie there."""
Weighs = Callable[["Round", "Settlement", Held], Weighed | None]
"""Says what decided a settled wager; the hands are as they lay when it was settled."""
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


@dataclass(frozen=True, slots=True)
class Carried:
    """Something that a game hands from one round to the next: whose it is, how long it lasts, who may know it."""

    public: bool = False
    """It lies open for everybody, like the puck."""
    secret: bool = False
    """It is nobody's to know until it has taken effect; it is drawn under the name it carries over by."""
    personal: bool = False
    """It belongs to a seat, and ends when the seat leaves."""
    until_shuffle: bool = False


def carried(
    names: str, *, public: bool = False, secret: bool = False, personal: bool = False, until_shuffle: bool = False
) -> dict[str, Carried]:
    """Several names that carry over alike.

    >>> [*carried("point shooter", public=True)]
    ['point', 'shooter']
    """
    return dict.fromkeys(names.split(), Carried(public, secret, personal, until_shuffle))


@dataclass(frozen=True)
class Game:
    """A game script and what the engine must know about it."""

    play: Callable[["Round"], Script]
    moments: tuple[str, ...]
    """The points of the round at which an irregularity can strike, in order; the first is ``bets``."""
    remedies: Mapping[str, Remedy] = field(default_factory=dict)
    """Those of the game's own."""
    asks: str | None = None
    """Every word by which a seat may answer a question, without an amount or cards; None where it is not said."""

    # what an entry of it says
    terms: str = ""
    """The entry's terms that the script goes by; it can do without those with a question mark."""
    settles: Mapping[str, Judged] | None = None
    """What it may come to with each wager."""
    examine: Callable[[Setup], Sequence[Finding]] | None = None
    """Finds fault with a house's set-up where only the script can."""

    # what chance decides, by the keys under which a record gives it
    hands: tuple[str, ...] = ()
    """The card positions besides the seats."""
    first_hands: Callable[[Setup], int] | None = None
    """How many hands a seat is dealt at first, where that is not one."""
    draws: tuple[str, ...] = ()
    """What else chance decides."""
    in_parts: tuple[str, ...] = ()
    """Those draws of which a list is one outcome: ``[4, 3]`` is ``"4-3"``."""
    only_with: Mapping[str, str] = field(default_factory=dict)
    """Hands, draws, actions, words and what carries over of which only some entries have use: those with this term,
    wager, case of one or remedy, or with one of several."""

    # what a page and a terminal tell
    reads: Callable[[Setup, Held], Mapping[Hand, str]] | None = None
    """What hands of which every piece is seen come to, in a few words: ``soft 17``, ``pair of tens``."""
    qualifies_with: Callable[[Setup], str] | None = None
    """The least hand with which a dealer's counts, where there is one: ``queen high``."""
    tells: Mapping[str, str] = field(default_factory=dict)
    """Cases whose name alone does not tell somebody who does not know the game what happened, in words."""
    why_not_asked: Callable[["Round", int, str], tuple[str, str] | None] | None = None
    """Why a seat is not asked for an action that it, or a record, names all the same, and the clause."""
    no_more_cards: Callable[["Round", Hand], tuple[str, str] | None] | None = None
    """Why a hand gets no more cards than it has, and the clause, where the game has a rule for that."""
    weighs: Weighs | None = None
    """What decided a wager, where that is not simply the seat's hand, or this against the dealer's."""
    advise: Callable[[Setup, Sequence[Card]], Advice] | None = None
    """How the house sets a hand that is set in parts, and why; ``Advice.setting`` has the parts in order."""
    lies: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """How the pieces of a hand lie that are not side by side: row and column of each, the first row on top."""
    stands: Callable[["Round"], Sequence[str]] | None = None
    """Tells everybody, in lines, how the round stands while it goes on."""

    # who is in a round, and with what
    takes_part: bool = False
    """A seat is in the round without a wager when it is named with none."""
    among_players: tuple[str, ...] = ()
    """Wagers that players win from one another, so that one who is alone has no use for them."""
    without_wagers: bool = False
    """The table goes on when nobody of the record wagers."""
    stacks: bool = False
    """A seat plays for the chips in front of it when the round begins, and for no more."""
    says: tuple[str, ...] = ()
    """The words a seat may say with its wagers: "on", "off"."""
    spots: Callable[[Setup, Offer], Sequence[str]] | None = None
    """The places on the layout where a wager with spots can lie."""
    spot: Callable[[Setup, Offer, str], str] | None = None
    """Reads such a place as a person writes it."""
    arrange: Callable[["Round"], None] | None = None
    """What follows of itself when a wager is taken down or reduced, before the wagers are judged."""
    admit: Callable[["Round"], None] | None = None
    """Refuses wagers that only the script can judge."""
    charges: Callable[[Setup, "Bet"], Sequence["Fee"]] | None = None
    """What a wager costs besides its stake when it is made."""
    most_added: Callable[[Setup, Mapping[str, int]], int] | None = None
    """The most that wagers of these amounts may ask for besides in a round, where only the script knows."""

    # between rounds
    carries: Mapping[str, Carried] = field(default_factory=dict)
    """What it may hand from one round to the next."""
    release: Callable[[Setup, Mapping[str, Any], "Bet"], Sequence["Fee"]] | None = None
    """Judges whether a standing wager may come down, and says what is given back with it."""
    shown: Callable[[Setup, Mapping[str, Any], Sequence["Bet"], int], Sequence[str]] | None = None
    """Tells a seat, in lines, how the table stands."""
    left: Callable[[dict[str, Any], int], None] | None = None
    """What a seat that leaves does to what carries over."""
    may_bank: Callable[[Setup, Mapping[str, Any], int], None] | None = None
    """Refuses a seat the bank where its turn has not come."""
    bank_order: Callable[[Setup, Mapping[str, Any]], Sequence[int]] | None = None
    """The seats in the order in which they are offered the bank, where they all are."""
    may_buy_in: Callable[[Setup, int], None] | None = None
    """Refuses the chips that a player would have after buying in."""

    @property
    def needed_terms(self) -> tuple[str, ...]:
        return tuple(term for term in self.terms.split() if not term.endswith("?"))

    @property
    def known_terms(self) -> tuple[str, ...]:
        return tuple(term.rstrip("?") for term in self.terms.split())

    @cached_property
    def public(self) -> tuple[str, ...]:
        """What carries over and lies open."""
        return tuple(name for name, how in self.carries.items() if how.public)

    @cached_property
    def secrets(self) -> tuple[str, ...]:
        """What carries over unknown to everybody."""
        return tuple(name for name, how in self.carries.items() if how.secret)

    def places(self, setup: Setup, offer: Offer) -> Sequence[str]:
        """Where a wager can lie: its spots, or one place without a name."""
        return self.spots(setup, offer) if offer.spots and self.spots is not None else ("",)

    def findings(self, setup: Setup) -> list[Finding]:
        """What the script finds in a set-up that the rulebook entry alone does not show."""
        names = {wager: judged.names for wager, judged in (self.settles or {}).items()}
        found = examine_new_lines(setup.entry, setup.changed_tables, names)
        return [*found, *(self.examine(setup) if self.examine is not None else ())]

    def must_take(self, setup: Setup) -> None:
        """Refuse a set-up in which the script finds a fault that the rulebook entry alone does not show."""
        for finding in self.findings(setup):
            if finding.level == "refused":
                raise Refused(f"{finding.where}: {finding.text}", finding.cite)
