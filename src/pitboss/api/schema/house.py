"""The house and what it has written: people, rounds, money, the journal, audits."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from pitboss.api.schema import examples
from pitboss.api.schema.parts import (
    CallRecord,
    Chosen,
    Dollars,
    Event,
    Fee,
    PayTables,
    RecordShown,
    Seat,
    Settlement,
    exact,
    shown_as,
)
from pitboss.api.schema.tables import MeterShown, PaceShown

Role = Literal["player", "dealer", "floor", "auditor", "system"]
TOLD_ONCE = "p3rhT0k3n"
Moment = Annotated[str, Field(description="A moment in UTC.", examples=["2026-05-01T20:15:03.120000+00:00"])]


@shown_as(status="open")
class Health(TypedDict):
    """The house is open."""

    status: Literal["open"]


@exact
class Elsewhere(TypedDict):
    """Tables that another process of the house serves, and where."""

    tables: str
    address: str


@shown_as(
    version="0.1.0",
    serves="*",
    elsewhere=[],
    tables=89,
    open=89,
    seated=3,
    rounds=120,
    pending=[],
    damaged=[],
    seconds_open=3600,
)
class HouseShown(TypedDict):
    """The house: its tables in numbers, those where a call waits for the floor, those that are damaged."""

    version: str
    serves: str
    elsewhere: list[Elsewhere]
    tables: int
    open: int
    seated: int
    rounds: int
    pending: list[str]
    damaged: list[str]
    seconds_open: int


# -- people -----------------------------------------------------------------------------------------------------------


@shown_as(person="ann", name="Ann", role="player")
class PersonShown(TypedDict):
    person: str
    name: str
    role: Role


@exact
class MySeat(TypedDict):
    table: str
    seat: int
    chips: Dollars


@shown_as(person="ann", name="Ann", role="player", seats=[{"table": "7", "seat": 1, "chips": "490.00"}])
class Me(PersonShown):
    """Who you are, and where you sit."""

    seats: list[MySeat]


@shown_as(person="zoe", name="Zoe", role="player", token=TOLD_ONCE)
class PersonAdded(PersonShown):
    """Somebody who was added, with the token that is told this once."""

    token: str


@shown_as(person="zoe", token=TOLD_ONCE)
class TokenTold(TypedDict):
    person: str
    token: str


@shown_as(person="zoe", retired=True)
class Retired(TypedDict):
    person: str
    retired: bool


# -- rounds -----------------------------------------------------------------------------------------------------------


@shown_as(**examples.ROUND_SUMMARY)
class RoundSummary(TypedDict):
    """A round that is over: what each wager won or lost."""

    table: str
    round: int
    at: Moment
    entry: Annotated[int, Field(description="The number of the entry of the journal.")]
    deal: int
    commitment: str
    practice: bool
    void: bool
    settlements: list[Settlement]
    fees: list[Fee]
    net: dict[str, Dollars]


@exact
class CallSigned(TypedDict):
    """An irregularity that was called: by whom, who of the floor confirmed it, and what was noted."""

    call: CallRecord
    by: NotRequired[str]
    confirmed_by: NotRequired[str]
    note: NotRequired[str]


@exact
class TurnEnded(TypedDict):
    """A decision that was made for a seat."""

    seat: Seat
    action: str
    by: Annotated[str, Field(description="Who of the floor ended the turn; clock where the time was over.")]
    reason: str


@shown_as(**examples.ROUND_TOLD)
class RoundTold(RoundSummary):
    """A round that is over, event by event; those who mind the house get its record, and how it came about.

    ``ended`` are decisions that were made for a seat, ``calls`` the irregularities that struck.
    """

    events: list[Event]
    record: NotRequired[RecordShown]
    ended: NotRequired[list[TurnEnded]]
    calls: NotRequired[list[CallSigned]]


@shown_as(table="7", deal=3, commitment="5f1c…", revealed=False, seed=None)
class DealShown(TypedDict):
    """A commitment, and the seed once it is revealed."""

    table: str
    deal: int
    commitment: str
    revealed: bool
    seed: str | None


@exact
class RoundToCheck(TypedDict):
    round: int
    record: RecordShown
    edition: NotRequired[int]
    calls: NotRequired[list[CallSigned]]


@exact
class SetupBound(TypedDict):
    """What a table was opened with, which a commitment is bound to."""

    options: Chosen
    pay_tables: PayTables
    wagers: list[str] | None
    edition: NotRequired[int]
    meters: NotRequired[dict[str, str]]
    pace: NotRequired[PaceShown]
    practice: NotRequired[bool]


@shown_as(**examples.DEAL_TO_CHECK)
class DealToCheck(TypedDict):
    """What ``pitboss verify-deal`` needs to deal a round again."""

    table: str
    round: int
    entry: str
    options: Chosen
    deal: int
    commitment: str
    committed_at: Moment
    seed: str
    rounds: list[RoundToCheck]
    version: NotRequired[int]
    setup: NotRequired[SetupBound]
    decks: NotRequired[int]
    words: NotRequired[dict[str, str]]
    practice: NotRequired[bool]


# -- money ------------------------------------------------------------------------------------------------------------


@shown_as(account="bank:7", balance="10250.00")
class AccountShown(TypedDict):
    account: str
    balance: Dollars


@shown_as(**examples.POSTING)
class Posting(TypedDict):
    """A line of an account."""

    chain: str
    number: int
    line: int
    account: str
    amount: Dollars
    what: str
    at: Moment


@shown_as(**examples.FIGURES)
class Figures(TypedDict):
    """What the floor watches at a table; ``hold`` is what it won of its drop."""

    table: str
    drop: Dollars
    bought_in: Dollars
    fills: Dollars
    credits: Dollars
    cashed: Dollars
    bank: Dollars
    fees: Dollars
    won: Dollars
    hold: Annotated[str | None, Field(examples=["0.2150"])]


@shown_as(**examples.METER_OF_TABLES)
class MeterOfTables(MeterShown):
    """A meter, and the tables that feed it."""

    tables: list[str]


# -- the audit --------------------------------------------------------------------------------------------------------


@shown_as(**examples.CHAIN_END)
class ChainEnd(TypedDict):
    """The last entry of a chain."""

    chain: str
    number: int
    hash: str
    at: Moment


@shown_as(**examples.JOURNAL_ENTRY)
class JournalEntry(TypedDict):
    """An entry of the journal as it is written; its hash covers the one before."""

    chain: str
    number: int
    kind: str
    round: int | None
    at: Moment
    body: Annotated[str, Field(description="JSON, as it was hashed.")]
    before: str
    hash: str


@exact
class CallTold(TypedDict):
    """An irregularity that was called: what the round came to by seat, and what it would have come to without."""

    table: str
    entry: int
    at: Moment
    round: int
    call: CallRecord
    effects: list[str]
    by: str
    confirmed_by: str
    note: str
    practice: bool
    net: dict[str, Dollars] | None
    without: dict[str, Dollars] | None


@exact
class Caller(TypedDict):
    person: str
    calls: int
    unconfirmed: int


@exact
class Gainer(TypedDict):
    person: str
    calls: int
    gained: Dollars


@shown_as(**examples.CALLS_REPORT)
class CallsReport(TypedDict):
    """What was called, by whom, and who gained by it."""

    calls: list[CallTold]
    dealers: list[Caller]
    winners: list[Gainer]


@exact
class AuditFinding(TypedDict):
    chain: str
    entry: int | None
    where: str
    text: str


@exact
class CheckpointsRead(TypedDict):
    read: int
    newest: str | None
    entries_newer: int
    public_key: str | None


@shown_as(**examples.AUDIT_REPORT)
class AuditReport(TypedDict):
    """What an audit found; ``ends`` is worth keeping elsewhere."""

    clean: bool
    chains: int
    entries: int
    rounds: int
    replayed: int
    waiting: int
    accounts: int
    meters: int
    people: int
    findings: list[AuditFinding]
    findings_left_out: int
    ends: Annotated[dict[str, list[int | str]], Field(description="By chain, the number and hash of its last entry.")]
    checkpoints: CheckpointsRead
    sealed: bool | None
    calls: CallsReport
    seconds: float
    rounds_per_second: float
