"""What a client sends: each request with its limits and an example."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from pitboss.errors import is_plain

ID = r"^[a-z0-9][a-z0-9_-]{0,39}$"
DOLLARS = r"^[0-9]{1,9}(\.[0-9]{2})?$"
ENTRY = r"^[a-z0-9-]{1,40}/[a-z0-9-]{1,40}$"
CARD = r"^([2-9TJQKA][cdhs]|X[rb])$"
PLAIN = r"^[^\x00-\x1f\x7f]*$"
"""Any text on one line; what no keyboard writes, some databases do not take."""


def _seen(text: str) -> str:
    if not is_plain(text):
        raise PydanticCustomError("unseen", "marks that nobody sees")
    return text


Seen = AfterValidator(_seen)
"""No marks that nobody sees, or that turn the direction of writing."""
Id = Annotated[str, StringConstraints(pattern=ID)]
Dollars = Annotated[str, StringConstraints(pattern=DOLLARS)]
WagerName = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=PLAIN), Seen]
Word = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=PLAIN), Seen]
EntryName = Annotated[str, StringConstraints(pattern=ENTRY)]
SeatNumber = Annotated[int, Field(ge=1, le=100)]
CardCount = Annotated[int, Field(ge=0, le=1000)]
Counted = Annotated[int, Field(ge=0, le=2**53)]
Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]


class Sent(BaseModel):
    """What a client sends; what it does not know is refused, and so is a truth value or a text for a number."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def example(**values: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", frozen=True, strict=True, json_schema_extra={"example": values})


# -- at a table -------------------------------------------------------------------------------------------------------


class Sit(Sent):
    """Take a free seat; with ``buy_in``, sit down with chips for that amount, or not at all."""

    model_config = example(seat=1, buy_in="500.00")
    do: Literal["sit"] = "sit"
    seat: SeatNumber
    buy_in: Dollars | None = None


class BuyIn(Sent):
    """Change cash into chips."""

    model_config = example(seat=1, amount="500.00")
    do: Literal["buy_in"] = "buy_in"
    seat: SeatNumber
    amount: Dollars


class Leave(Sent):
    """Leave a seat and cash out."""

    model_config = example(seat=1)
    do: Literal["leave"] = "leave"
    seat: SeatNumber


class SitOut(Sent):
    """Keep the seat and be dealt in no more, from the next hand on, where players play for a pot."""

    model_config = example(seat=1)
    do: Literal["sit_out"] = "sit_out"
    seat: SeatNumber


class ComeBack(Sent):
    """Be there again after sitting out."""

    model_config = example(seat=1)
    do: Literal["come_back"] = "come_back"
    seat: SeatNumber


class Bet(Sent):
    """Put wagers up in place of those put up before; none takes them back, and 0 takes a standing wager down.

    With ``round`` the bet counts for that round only and is refused once it is dealt. With ``ready`` the seat wants no
    other wagers; without it, it has still to say so.
    """

    model_config = example(seat=1, wagers={"ante": "10.00", "pair_plus": "5.00"}, ready=True, round=12)
    do: Literal["bet"] = "bet"
    seat: SeatNumber
    wagers: dict[WagerName, Dollars] = Field(max_length=200)
    says: list[Word] = Field(default_factory=list, max_length=20)
    ready: bool = False
    round: Counted | None = None


class Ready(Sent):
    """Want no other wagers than those that lie there; the table may be dealt."""

    model_config = example(seat=1)
    do: Literal["ready"] = "ready"
    seat: SeatNumber
    round: Counted | None = None


class Deal(Sent):
    """Deal to everything that was put up."""

    model_config = example(round=12)
    do: Literal["deal"] = "deal"
    round: Counted | None = None


class Act(Sent):
    """Answer the question that is asked; with ``round`` and ``decision`` that one and no other."""

    model_config = example(seat=1, action="play", round=12, decision=1)
    do: Literal["act"] = "act"
    seat: SeatNumber
    action: Word
    round: Counted | None = None
    decision: Counted | None = None


class EndTurn(Sent):
    """End the turn of a seat that does not answer: what puts no more of its money at risk is done for it."""

    model_config = example(seat=1, round=12, decision=1, reason="the player left the table")
    do: Literal["end_turn"] = "end_turn"
    seat: SeatNumber
    round: Counted | None = None
    decision: Counted | None = None
    reason: Word = "the player does not answer"


class TakeBank(Sent):
    """Bank the game, where a player does."""

    model_config = example(seat=7, wager="500.00")
    do: Literal["take_bank"] = "take_bank"
    seat: SeatNumber
    wager: Dollars


class PassBank(Sent):
    """Decline the bank that is offered, or give it up; whoever runs the table declines it for a seat that is silent."""

    model_config = example(seat=7)
    do: Literal["pass_bank"] = "pass_bank"
    seat: SeatNumber


class CallIrregularity(Sent):
    """Call an irregularity; ``at`` is the moment it happened, ``note`` what the floor should know.

    ``amount`` is how much of the wager it concerns, where that is not all of it: what was added too late. ``count`` is
    how many cards of the stub somebody counted, ``on_table`` how many before the players and the dealer.

    A ``card`` is named in a practice house only: elsewhere it is the shoe's next one.
    """

    model_config = example(irregularity="automated_shoe_jam", note="The shoe stopped after the second card.")
    do: Literal["call"] = "call"
    irregularity: Word
    seat: SeatNumber | None = None
    card: Annotated[str, StringConstraints(pattern=CARD)] | None = None
    wager: WagerName | None = None
    amount: Dollars | None = None
    count: CardCount | None = None
    on_table: CardCount | None = None
    at: Word | None = None
    note: Annotated[str, StringConstraints(max_length=200, pattern=PLAIN), Seen] = ""


class AddWord(Sent):
    """Add a word of your own to the coming shuffle, which the house has committed to already."""

    model_config = example(word="correct horse")
    do: Literal["word"] = "word"
    word: Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=PLAIN), Seen]


class Confirm(Sent):
    """Confirm a call that waits for the floor."""

    model_config = example(number=41)
    do: Literal["confirm"] = "confirm"
    number: Counted


class Reject(Sent):
    """Reject a call that waits for the floor."""

    model_config = example(number=41)
    do: Literal["reject"] = "reject"
    number: Counted


class Withdraw(Sent):
    """Take back what was called for the coming round."""

    model_config = example()
    do: Literal["withdraw"] = "withdraw"


class StepDone(Sent):
    """Tick off a step of a procedure; step 0 begins the procedure anew."""

    model_config = example(procedure="opening", step=1)
    do: Literal["step"] = "step"
    procedure: Word
    step: Annotated[int, Field(ge=0, le=200)]


class Fill(Sent):
    """Chips from the cage to the table."""

    model_config = example(amount="10000.00")
    do: Literal["fill"] = "fill"
    amount: Dollars


class Credit(Sent):
    """Chips from the table to the cage."""

    model_config = example(amount="10000.00")
    do: Literal["credit"] = "credit"
    amount: Dollars


class Close(Sent):
    """Close the table once everybody has left."""

    model_config = example()
    do: Literal["close"] = "close"


class Reopen(Sent):
    """Open the table again."""

    model_config = example()
    do: Literal["reopen"] = "reopen"


class Repaired(Sent):
    """What stopped the game is repaired, and it goes on."""

    model_config = example()
    do: Literal["repaired"] = "repaired"


class Collect(Sent):
    """Collect what a half hour costs everybody who sits at the table; ``started`` says when a new game began."""

    model_config = example(time="8:00", started="7:10")
    do: Literal["collect"] = "collect"
    time: Word
    started: Word | None = None


AtTable = Annotated[
    Sit
    | BuyIn
    | Leave
    | SitOut
    | ComeBack
    | Bet
    | Ready
    | Deal
    | Act
    | EndTurn
    | TakeBank
    | PassBank
    | AddWord
    | CallIrregularity
    | Confirm
    | Reject
    | Withdraw
    | StepDone
    | Fill
    | Credit
    | Close
    | Reopen
    | Repaired
    | Collect,
    Field(discriminator="do"),
]
"""Anything that is done at a table."""


# -- in the house -----------------------------------------------------------------------------------------------------


class PaceWanted(Sent):
    """Time limits in seconds, none where left out, and whether the table deals by itself."""

    betting: Seconds | None = None
    decision: Seconds | None = None
    auto_deal: bool = False


Choice = bool | int | float | str | list[str | int] | dict[str, str | int | list[str]]
"""What a house chooses for an option."""
Options = Annotated[dict[Word, Choice], Field(max_length=200)]
PayTables = Annotated[dict[Word, dict[Word, str | dict[str, str]]], Field(max_length=50)]
"""Lines of pay tables that the house changed, each hand with what it pays."""


class OpenTable(Sent):
    """Open a table of a rulebook entry with a house's options; ``links`` names the meters it shares with others."""

    model_config = example(
        table="7",
        entry="chapter4/three-card-poker",
        options={"play_on_win": "1 to 1"},
        fill="10000.00",
        pace={"betting": 20, "decision": 30, "auto_deal": True},
    )
    table: Id
    entry: EntryName
    options: Options = {}
    pay_tables: PayTables = {}
    wagers: list[Word] | None = Field(default=None, max_length=200)
    links: dict[Word, Id] = Field(default={}, max_length=20)
    fill: Dollars = "0"
    pace: PaceWanted = PaceWanted()


# -- for machines that deal their own cards ---------------------------------------------------------------------------

ROUND = {
    "rulebook": "chapter4",
    "game": "three-card-poker",
    "seats": {"1": {"wagers": {"ante": 10, "pair_plus": 5}, "cards": "9c 8d 7h", "actions": ["play"]}},
    "dealer": {"cards": "Qs 6d 2c"},
}
File = Annotated[str, StringConstraints(min_length=1, max_length=60_000)] | dict[str, Any]
"""TOML as it is written, or as JSON."""


class SettleRecord(Sent):
    """A record to be settled: its values as JSON, or the text of its TOML file."""

    model_config = example(record=ROUND)
    record: File


class ExplainRecord(Sent):
    """A record to be settled and told as a ruling."""

    model_config = example(
        record='rulebook = "chapter4"\ngame = "roulette"\nspin = "0"\nseats.1.wagers = { red = 12.5 }'
    )
    record: File


class CheckHouse(Sent):
    """A house to be checked: its values as JSON, or the text of its TOML file.

    ``at`` is the moment by which notices are judged, such as 2026-11-03T12:00; now unless it is said.
    """

    model_config = example(
        house={
            "tables": [
                {"rulebook": "chapter4", "game": "three-card-poker", "limits": {"ante": {"min": 5, "max": 500}}},
            ]
        }
    )
    house: File
    at: Word | None = None


class AnalyzeGame(Sent):
    """A game to be analysed under a house's options; ``wager`` asks for one wager, ``meters`` says what they hold."""

    model_config = example(entry="chapter4/roulette", options={"wheel": "single_zero"}, wager="red")
    entry: EntryName
    options: Options = {}
    pay_tables: PayTables = {}
    wager: WagerName | None = None
    meters: dict[Word, Dollars] = Field(default={}, max_length=50)


class NewPerson(Sent):
    """Somebody who gets a role in the house, and a token."""

    model_config = example(person="ann", name="Ann", role="player")
    person: Id
    name: Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True, pattern=PLAIN), Seen]
    role: Literal["player", "dealer", "floor", "auditor", "system"]
