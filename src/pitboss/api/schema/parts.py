"""Parts that many answers have: money, cards, what happened, what became of a wager."""

from typing import Annotated, Any, Literal, NotRequired, TypeVar

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

T = TypeVar("T")
Dollars = Annotated[str, Field(pattern=r"^-?[0-9]+\.[0-9]{2}$", description="Dollars and cents.", examples=["10.00"])]
Digits = Annotated[
    str, Field(pattern=r"^-?[0-9]+\.[0-9]+$", description="A number in digits.", examples=["0.052631578947"])
]
Piece = Annotated[
    str, Field(description="A card, a tile by its dots, or ?? for one that you may not see.", examples=["Ah"])
]
Cite = Annotated[str, Field(description="The clause of the rulebook.", examples=["§13(C)(10) L1488"])]
Seat = Annotated[int, Field(ge=0, examples=[1])]
ByOption = dict[str, Any]


EXAMPLES: dict[str, dict[str, Any]] = {}
"""Examples of answers by the names of what they are examples of."""


def shown_as(**example: Any) -> Any:
    """An answer with an example in OpenAPI, and with no other keys than those that it names."""
    configured = with_config(ConfigDict(extra="forbid", json_schema_extra={"example": example}))

    def shown(model: type[T]) -> type[T]:
        EXAMPLES[model.__name__] = example
        return configured(model)

    return shown


exact: Any = with_config(ConfigDict(extra="forbid"))
"""An answer that has no other keys than those that it names."""


@shown_as(kind="deal", cite="§13(C)(2) L1472", seat=1, hand="seat 1", cards=["Ah", "9c", "4s"])
class Event(TypedDict):
    """One thing that happened in a round, as you may see it."""

    kind: Annotated[str, Field(description="What happened: deal, reveal, decision, settle, irregularity and others.")]
    cite: Cite
    text: NotRequired[str]
    seat: NotRequired[Seat]
    hand: NotRequired[Annotated[str, Field(description="Where the cards come to lie.", examples=["seat 1", "dealer"])]]
    cards: NotRequired[list[Piece]]
    source: NotRequired[Annotated[str, Field(description="The hand they come from, where that is not the shoe.")]]
    at: NotRequired[Annotated[list[int], Field(description="At which places of the hand cards are turned up.")]]
    amount: NotRequired[Dollars]


Outcome = Literal["win", "lose", "push", "void", "stays"]


@shown_as(
    seat=1,
    wager="ante",
    staked="10.00",
    outcome="win",
    pays="10.00",
    net="10.00",
    odds="1 to 1",
    reason="player higher",
    cite="§13(C)(10) L1488",
)
class Settlement(TypedDict):
    """What became of one wager; ``net`` is what the player has won or lost by it."""

    seat: Seat
    wager: str
    on: NotRequired[Annotated[str, Field(description="The spot of the layout that it lay on.", examples=["8-11"])]]
    hand: NotRequired[Annotated[int, Field(description="Which of the seat's hands it belongs to, from the second on.")]]
    lammer: NotRequired[Dollars]
    staked: Dollars
    outcome: Outcome
    pays: Dollars
    net: Dollars
    odds: str
    reason: str
    cite: Cite


@shown_as(seat=1, fee="collection fee", amount="0.50", cite="L1059, L1065")
class Fee(TypedDict):
    """Money that leaves a seat without being a wager."""

    seat: Seat
    fee: str
    amount: Dollars
    cite: Cite


@exact
class Notice(TypedDict):
    """Something that is legal once somebody is told, or not legal."""

    where: str
    text: str
    cite: Cite


@exact
class SeatRecord(TypedDict):
    """A seat in a record."""

    player: NotRequired[str]
    wagers: NotRequired[Annotated[dict[str, str], Field(examples=[{"ante": "10.00"}])]]
    stack: NotRequired[str]
    says: NotRequired[list[str]]
    cards: NotRequired[Annotated[str, Field(examples=["Ah 9c 4s"])]]
    hands: NotRequired[list[str]]
    exchanged: NotRequired[str]
    split_from: NotRequired[list[int]]
    actions: NotRequired[Annotated[list[str], Field(examples=[["play"]])]]


@exact
class BankRecord(TypedDict):
    """Who banks, in a record."""

    seat: Seat
    wager: Dollars
    offer_declined: NotRequired[bool]
    most_added: NotRequired[Dollars]


@exact
class CallRecord(TypedDict):
    """An irregularity in a record."""

    id: str
    seat: NotRequired[int]
    card: NotRequired[Piece]
    wager: NotRequired[str]
    amount: NotRequired[str]
    count: NotRequired[int]
    on_table: NotRequired[int]
    at: NotRequired[str]
    after: NotRequired[int]
    automatic: NotRequired[bool]
    asked: NotRequired[bool]


@with_config(ConfigDict(extra="allow"))
class StepRecord(TypedDict):
    """One round of a record, or something done between rounds. Hands and draws have keys of the game's own."""

    seats: NotRequired[dict[str, SeatRecord]]
    bank: NotRequired[BankRecord]
    irregularities: NotRequired[list[CallRecord]]
    cut_card: NotRequired[int]
    ran_out: NotRequired[list[int]]
    reshuffle: NotRequired[bool]
    leaves: NotRequired[list[int]]
    repaired: NotRequired[bool]
    time: NotRequired[str]
    seated: NotRequired[list[int]]
    started: NotRequired[str]


Carried = bool | int | str | None | list[int | str] | dict[str, int | str | list[str] | dict[str, list[str]]]
"""Something that carries over from round to round."""
Chosen = Annotated[
    dict[str, Any], Field(description="A house's options by their names.", examples=[{"play_on_win": "1 to 1"}])
]
PayTables = Annotated[dict[str, dict[str, Any]], Field(description="Lines of pay tables that the house changed.")]


@exact
class RecordShown(TypedDict):
    """A record, as docs/records.md has it: with it the round is settled again."""

    rulebook: str
    game: str
    practice: NotRequired[bool]
    wagers: NotRequired[list[str]]
    options: NotRequired[Chosen]
    pay_tables: NotRequired[PayTables]
    carry: NotRequired[dict[str, Any]]
    meters: NotRequired[dict[str, str]]
    standing: NotRequired[dict[str, dict[str, str]]]
    left_up: NotRequired[dict[str, list[str]]]
    steps: list[StepRecord]
