"""A live table as a client sees it, and what can be done there."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from pitboss.api.schema import examples
from pitboss.api.schema.parts import (
    Carried,
    Cite,
    Dollars,
    Event,
    Fee,
    Notice,
    Piece,
    Seat,
    Settlement,
    exact,
    shown_as,
)

Status = Literal["open", "closed", "damaged"]


@shown_as(
    meter="9.progressive",
    title="Progressive",
    wager="progressive",
    amount="10000.00",
    must_hit_by=None,
    cite="§5(F)(1) L752-754; §5(E)(3)-(5) L745-750; Reading 7",
)
class MeterShown(TypedDict):
    """A progressive meter; of one that must hit, by when, and never where."""

    meter: str
    title: str
    wager: str
    amount: Dollars
    must_hit_by: Dollars | None
    cite: Cite


@shown_as(
    table="7",
    entry="chapter4/three-card-poker",
    title="Three Card Poker",
    family="stud",
    status="open",
    practice=False,
    seats=7,
    taken=1,
    free=[2, 3, 4, 5, 6, 7],
    rounds=12,
    going_on=False,
    minimum="1.00",
    meters=[],
    pending=0,
)
class LobbyTable(TypedDict):
    """A table as the lobby lists it; ``why`` says what is damaged."""

    table: str
    entry: str
    title: str
    family: str
    status: Status
    practice: NotRequired[bool]
    seats: int
    taken: int
    free: list[int]
    rounds: int
    going_on: bool
    minimum: Dollars
    meters: list[MeterShown]
    pending: int
    why: NotRequired[str]


# -- a table as you may see it ----------------------------------------------------------------------------------------


@exact
class You(TypedDict):
    """Who looks, and where they sit."""

    person: str
    role: str
    seats: list[int]


@exact
class WagerUp(TypedDict):
    """A wager that lies on the table; a lammer of the house's is told apart from chips."""

    wager: str
    amount: Dollars
    lammer: NotRequired[Dollars]
    hand: NotRequired[int]


@exact
class AwayShown(TypedDict):
    """Since when a seat sits out, and until when the place is held, where the rulebook or the house says."""

    since: str
    until: str | None
    third_man: bool


@exact
class Returned(TypedDict):
    """Why a seat got back what it had put up."""

    round: int
    why: str
    cite: Cite


@shown_as(
    seat=1,
    name="Ann",
    yours=True,
    chips="490.00",
    placed={},
    says=[],
    ready=False,
    away=None,
    returned=None,
    up=[{"wager": "ante", "amount": "10.00"}],
)
class SeatShown(TypedDict):
    """A seat: who sits there, with how many chips, and what they have wagered."""

    seat: Seat
    name: str | None
    yours: bool
    chips: Dollars | None
    placed: Annotated[dict[str, str], Field(description="Wagers that are put up and not dealt to yet.")]
    says: list[str]
    ready: bool
    away: AwayShown | None
    returned: Returned | None
    up: list[WagerUp]


@exact
class PaceShown(TypedDict):
    """Time limits in seconds, and whether the table deals by itself."""

    betting: float | None
    decision: float | None
    auto_deal: bool


@exact
class Betting(TypedDict):
    """Whether bets are taken, for which round, and for how long."""

    open: bool
    round: int
    seconds_left: float | None
    auto_deal: bool


@shown_as(
    number=12,
    practice=False,
    going_on=False,
    seats=[1],
    events=[{"kind": "deal", "cite": "§13(C)(2) L1472", "seat": 1, "hand": "seat 1", "cards": ["Ah", "9c", "4s"]}],
    settlements=[],
    net={"1": "10.00"},
    fees=[],
    void=False,
)
class RoundShown(TypedDict):
    """The round that goes on, or the last one; ``seats`` were yours in it."""

    number: int
    practice: bool
    going_on: bool
    seats: list[int]
    events: list[Event]
    settlements: list[Settlement]
    net: Annotated[dict[str, Dollars], Field(description="By seat, once the round is over.")]
    fees: list[Fee]
    void: bool


@shown_as(hand="seat 1", pieces=["Ah", "Kd", "7c"], groups={"low": [2, 2], "high": [5, 5]}, usual="low=Ah Kd")
class PicksShown(TypedDict):
    """Pieces that are picked into groups: how many each takes, least and most; ``usual`` is the house's way."""

    hand: str
    pieces: list[Piece]
    groups: dict[str, list[int]]
    usual: str | None


@shown_as(action="play", text="", cost="10.00")
class ActionShown(TypedDict):
    """Something you may do; where an amount is named, it goes from ``least`` to ``most`` in steps of ``step``.

    ``cost`` is what the word alone stakes, or the least that it may be where an amount has to be named.
    """

    action: str
    text: str
    cost: Dollars
    least: NotRequired[Dollars]
    most: NotRequired[Dollars | None]
    step: NotRequired[Dollars]
    sizes: NotRequired[dict[str, Dollars]]
    already: NotRequired[Dollars]
    picks: NotRequired[PicksShown]


@shown_as(
    seat=1,
    hand=None,
    seats=[1],
    yours=True,
    decision=1,
    actions=[{"action": "play", "text": "", "cost": "10.00"}, {"action": "fold", "text": "", "cost": "0.00"}],
    cite="§13(C)(2), (6) L1472, L1476-1478",
    seconds_left=28.4,
    if_ended=None,
)
class Asking(TypedDict):
    """The question that is asked; what may be done is told to the seat alone."""

    seat: Seat
    hand: str | None
    seats: Annotated[list[int], Field(description="Every seat that is asked now.")]
    yours: bool
    decision: int
    actions: list[ActionShown]
    cite: Cite
    seconds_left: float | None
    if_ended: Annotated[str | None, Field(description="For the floor: what is done when the turn is ended.")]


@exact
class BankShown(TypedDict):
    """Who banks, where a player says so beforehand."""

    seat: int | None
    wager: Dollars | None
    offered_on: bool
    offered_first: Annotated[int | None, Field(description="The seat that the table waits for.")]
    offered_to: list[int]
    alternates: bool
    cite: Cite


@exact
class WordShown(TypedDict):
    """A word that a player added to the coming shuffle."""

    name: str
    word: str


@exact
class Fairness(TypedDict):
    """The coming shuffle: its commitment, and the words that players added."""

    deal: int
    commitment: str | None
    words: list[WordShown]


@exact
class CalledShown(TypedDict):
    """An irregularity that was called for the coming round."""

    irregularity: str
    trigger: str
    seat: int | None


@exact
class Pending(TypedDict):
    """An irregularity that was called and waits for the floor."""

    number: int
    irregularity: str
    trigger: str
    seat: int | None
    wager: str | None
    by: str
    note: str
    text: str
    cite: Cite


@shown_as(**examples.TABLE_SHOWN)
class TableShown(TypedDict):
    """A table as you may see it now; ``number`` grows with everything that is done there."""

    table: str
    entry: str
    title: str
    status: Status
    stopped: str | None
    number: int
    you: You
    seats: list[SeatShown]
    pace: PaceShown
    betting: Betting
    round: RoundShown | None
    asking: Asking | None
    shown: Annotated[list[str], Field(description="How the table stands, in the game's own lines.")]
    carry: dict[str, Carried]
    bank: BankShown | None
    meters: list[MeterShown]
    fairness: Fairness
    practice: bool
    called: list[CalledShown]
    pending: list[Pending]


@shown_as(**examples.DONE)
class Done(TypedDict):
    """What something that was done at a table came to, and the table as you may see it now."""

    done: str
    table: str
    round: int
    seat: NotRequired[int]
    chips: NotRequired[Dollars]
    cashed: NotRequired[Dollars]
    amount: NotRequired[Dollars]
    word: NotRequired[str]
    number: NotRequired[int]
    procedure: NotRequired[str]
    step: NotRequired[int]
    since: NotRequired[str]
    until: NotRequired[str | None]
    third_man: NotRequired[bool]
    fees: NotRequired[list[Fee]]
    waits_for_floor: NotRequired[int | None]
    replayed: NotRequired[Annotated[bool, Field(description="The request came before, and acted then.")]]
    view: TableShown


@shown_as(done="open", table="7", notices=[])
class TableOpened(TypedDict):
    """A table that was opened, and who is to be told of its set-up."""

    done: str
    table: str
    notices: list[Notice]
    replayed: NotRequired[bool]


# -- what can be wagered and called -----------------------------------------------------------------------------------


@exact
class Pay(TypedDict):
    """A case of the game and what it does to a wager, or a line of its pay table."""

    case: NotRequired[str]
    line: NotRequired[str]
    result: NotRequired[str]
    odds: NotRequired[str | dict[str, str]]
    less_commission: NotRequired[bool]
    cite: Cite


@exact
class PayTableNamed(TypedDict):
    id: str
    title: str
    cite: Cite


With = TypedDict("With", {"open": bool, "why": str, "with": dict[str, str]})
"""Whether a wager can be made now; ``with`` is the least of it, with the wagers it cannot be made without."""


@shown_as(**examples.OFFER_SHOWN)
class OfferShown(With):
    """A wager on offer: how it is made, what it can pay, and whether it can be made now."""

    wager: str
    title: str
    placed: str
    minimum: Dollars | None
    maximum: Dollars | None
    unit: Dollars
    equals: str | None
    or_less: bool
    times: dict[str, list[int]]
    any_between: bool
    one_of: list[Dollars]
    needs: list[str]
    spots: list[str]
    pays: list[Pay]
    pay_table: PayTableNamed | None
    cite: Cite


@shown_as(**examples.IRREGULARITY_SHOWN)
class IrregularityShown(TypedDict):
    """What can be called, what a call must name, and what is then done."""

    irregularity: str
    trigger: str
    text: str
    moments: list[str]
    names_seat: bool
    names_card: bool
    names_wager: bool
    names_amount: bool
    names_count: bool
    floor: bool
    note: bool
    disproved: str
    why_not: str
    effects: list[str]
    remedy: list[str]
    cite: Cite


@exact
class StepShown(TypedDict):
    step: int
    text: str
    cite: Cite
    done: bool


@shown_as(**examples.PROCEDURE_SHOWN)
class ProcedureShown(TypedDict):
    """A procedure as a checklist."""

    procedure: str
    title: str
    steps: list[StepShown]
