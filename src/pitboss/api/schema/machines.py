"""What machines ask that deal their own cards: settlements, rulings, checks of a house, mathematics."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from pitboss.api.schema import examples
from pitboss.api.schema.parts import (
    Chosen,
    Cite,
    Digits,
    Dollars,
    Notice,
    PayTables,
    Piece,
    Seat,
    Settlement,
    exact,
    shown_as,
)

# -- rulings ----------------------------------------------------------------------------------------------------------


@exact
class RulebookHead(TypedDict):
    """The rulebook: what it is, whose, and what its citations count."""

    title: str
    issuer: str
    date: str
    lines: str
    where: str
    file: str


@exact
class FeeBasis(TypedDict):
    """What a fee goes by: so much for each of some things, a band that an amount falls into, or a rate of an amount."""

    what: str
    of: NotRequired[Dollars]
    up_to: NotRequired[Dollars]
    each: NotRequired[Dollars]
    rate: NotRequired[str]
    times: NotRequired[int]
    down_to: NotRequired[Dollars]


@exact
class StoryLine(TypedDict):
    """One thing that happened, and its clause; ``value`` is what the text says as a value: the dice, a count."""

    text: str
    kind: str
    cite: Cite
    seat: int | None
    irregularity: NotRequired[bool]
    hand: NotRequired[str]
    pieces: NotRequired[list[Piece]]
    amount: NotRequired[Dollars]
    value: NotRequired[
        bool
        | int
        | str
        | list[int | str]
        | FeeBasis
        | Settlement
        | dict[str, bool | int | str | list[int | str] | None]
    ]


@exact
class CalledTold(TypedDict):
    """An irregularity: what went wrong, what the rule says, and what it did here."""

    id: str
    seat: NotRequired[int]
    card: NotRequired[Piece]
    wager: NotRequired[str]
    amount: NotRequired[str]
    at: NotRequired[str]
    what: str
    rule: str
    did: list[StoryLine]
    cite: Cite


@exact
class HandHeld(TypedDict):
    """A hand at the end of a round: whose, its pieces, and what it comes to."""

    hand: str
    pieces: list[str]
    reads: str


@exact
class Compared(TypedDict):
    """Two hands, or parts of hands, that were held against one another."""

    ours: str
    theirs: str
    part: NotRequired[str]
    pot: NotRequired[str]
    result: NotRequired[Literal["over", "under", "tie"]]


@exact
class WeighedTold(TypedDict):
    """What decided a wager."""

    against: NotRequired[list[Compared]]
    on: NotRequired[list[str]]
    made: NotRequired[str]
    fact: NotRequired[str]


@exact
class MeterPaid(TypedDict):
    name: str
    before: Dollars
    after: Dollars


@exact
class ComputedTold(TypedDict):
    """How a pay-off came about beyond stake times odds."""

    base: NotRequired[Dollars]
    due: NotRequired[Dollars]
    commission: NotRequired[Dollars]
    marked: NotRequired[Dollars]
    cut: NotRequired[Dollars]
    limit: NotRequired[Dollars]
    won: NotRequired[Dollars]
    uncovered: NotRequired[Dollars]
    meter: NotRequired[MeterPaid]


@exact
class WagerWeighed(Settlement):
    """A wager, and what decided it, in words and as values; ``line`` is the line of the pay table."""

    decided_by: str
    case: NotRequired[str]
    line: NotRequired[str]
    weighed: NotRequired[WeighedTold]
    computed: NotRequired[ComputedTold]


@exact
class WagerRuled(WagerWeighed):
    """A wager: what decided it, and how its amount comes about."""

    title: str
    computation: list[str]


@exact
class PotFeeTold(TypedDict):
    """What the house took from a pot."""

    fee: str
    amount: Dollars
    cite: Cite
    computed_from: NotRequired[FeeBasis]


@exact
class FeeTold(PotFeeTold):
    """What the house took from a seat."""

    seat: Seat


@exact
class NotReached(TypedDict):
    """Something that the record gives and the round never came to, and why."""

    seat: Seat | None
    what: str
    why: str
    cite: Cite


@exact
class StepTold(TypedDict):
    """A round, or what happened between two."""

    step: int
    story: list[StoryLine]
    hands: list[HandHeld]
    wagers: list[WagerRuled]
    fees: list[FeeTold]
    fees_from_the_pot: list[PotFeeTold]
    irregularities: list[CalledTold]
    not_reached: list[NotReached]
    bank: str


@exact
class MeterTold(TypedDict):
    before: Dollars | None
    after: Dollars


@exact
class RankingTold(TypedDict):
    """How hands rank."""

    text: str
    cite: Cite


@exact
class ReadingTold(TypedDict):
    """A reading that decided something."""

    id: str
    text: str
    cite: Cite


@exact
class Quoted(TypedDict):
    """Words of a clause, where the official text is at hand: which lines, and what they say."""

    first: int
    last: int
    text: str


@shown_as(**examples.RULING_TOLD)
class RulingTold(TypedDict):
    """A record told as a ruling."""

    entry: str
    title: str
    rulebook: RulebookHead
    steps: list[StepTold]
    net: dict[str, Dollars]
    meters: dict[str, MeterTold]
    rankings: list[RankingTold]
    readings: list[ReadingTold]
    words: dict[str, list[Quoted]]


# -- settlements ------------------------------------------------------------------------------------------------------


@exact
class SettlementOfStep(WagerWeighed):
    """What became of one wager, in which step of the record, and what decided it."""

    step: NotRequired[int]


@exact
class FeeOfStep(PotFeeTold):
    """A fee: from a seat, or from the pot."""

    step: NotRequired[int]
    seat: NotRequired[Seat]


@exact
class HandOfStep(HandHeld):
    """A hand at the end of a step."""

    step: int


@exact
class FactOfStep(StoryLine):
    """What chance decided, what the dealer counted, what went back."""

    step: int


@exact
class CalledInStep(CalledTold):
    """An irregularity of a step."""

    step: int


@exact
class NotReachedInStep(NotReached):
    """Something that a step gives and its round never came to."""

    step: NotRequired[int]


@exact
class Happened(TypedDict):
    """Something that happened, in which step of the record."""

    step: int
    what: str
    cite: Cite


@shown_as(
    rulebook="chapter4",
    game="roulette",
    settlements=[
        {
            "seat": 1,
            "wager": "red",
            "staked": "12.50",
            "outcome": "win",
            "pays": "12.50",
            "net": "12.50",
            "odds": "1 to 1",
            "reason": "hit",
            "cite": "§2.A.4 L259; §2.B.1 L272, L283",
            "decided_by": "hit: the ball came to rest at 7",
        }
    ],
    net={"1": "12.50"},
)
class SettledRecord(TypedDict):
    """What became of every wager of a record, and of every seat."""

    rulebook: str
    game: str
    settlements: list[SettlementOfStep]
    net: Annotated[dict[str, Dollars], Field(description="By seat.")]
    fees: NotRequired[list[FeeOfStep]]
    hands: NotRequired[list[HandOfStep]]
    facts: NotRequired[list[FactOfStep]]
    irregularities: NotRequired[list[CalledInStep]]
    not_reached: NotRequired[list[NotReachedInStep]]
    events: NotRequired[list[Happened]]
    carry: NotRequired[Annotated[dict[str, Any], Field(description="Of a section without wagers: what carries on.")]]
    meters: NotRequired[dict[str, Dollars]]


# -- the check of a house ---------------------------------------------------------------------------------------------


@exact
class LimitsFound(TypedDict):
    min: Dollars | None
    max: Dollars | None
    multiple: Annotated[str | None, Field(description="How many times another wager it may be, in words.")]


@exact
class NoticeUnused(TypedDict):
    """A notice that was given and that the table does not owe."""

    about: list[str]
    how: str
    to: str
    text: str


@exact
class NotOffered(TypedDict):
    text: str
    cite: Cite


@exact
class DutyAnswered(TypedDict):
    """Something a house owes somebody because of what it does, and whether it was given in time."""

    how: Annotated[str, Field(description="written, told, noticed, posted, filed or approved")]
    to: Annotated[str, Field(description="commission, ieb, surveillance, supervisor or players")]
    before: Annotated[str | None, Field(description='How long before the use, such as "48 hours".')]
    at: Annotated[str | None, Field(description="Where it is to be posted.")]
    under: str | None
    only_if: Annotated[str | None, Field(description="It is owed only if this is so, which the house judges.")]
    status: Literal["given", "does not apply", "waiting", "late", "open"]
    open: bool
    text: str
    given: Annotated[str | None, Field(description="When it was given.")]
    posted: Annotated[str | None, Field(description="Where it hangs.")]
    in_use: str | None
    earliest: Annotated[str | None, Field(description="From when on the choice may be used.")]
    note: str | None


@exact
class NoticeChecked(TypedDict):
    """What is legal once somebody is told, and what of it is still open."""

    where: str
    text: str
    cite: Cite
    open: bool
    owed: list[DutyAnswered]


@exact
class TableChecked(TypedDict):
    """A table: legal or not, what is refused and who is to be told, and the limits of each wager.

    `notices` come of what is in force, `standing` are owed as long as the table stands.
    """

    name: str
    rulebook: str
    game: str
    legal: bool
    refused: list[Notice]
    notices: list[NoticeChecked]
    standing: list[NoticeChecked]
    unused: list[NoticeUnused]
    limits: dict[str, LimitsFound]
    not_offered: dict[str, NotOffered]


@shown_as(
    legal=False,
    open=1,
    at="2026-11-03T12:00+00:00",
    tables=[
        {
            "name": "TC-1",
            "rulebook": "chapter4",
            "game": "three-card-poker",
            "legal": False,
            "refused": [
                {
                    "where": "limits.ante.max",
                    "text": "$600.00 is more than the $500.00 the rulebook allows at most",
                    "cite": "§13(D)(1) L1509",
                }
            ],
            "notices": [],
            "standing": [
                {
                    "where": "procedure posting, step 1",
                    "text": "Post the limits.",
                    "cite": "§13(D)(1) L1509",
                    "open": True,
                    "owed": [
                        {
                            "how": "posted",
                            "to": "players",
                            "before": None,
                            "at": "the table",
                            "under": None,
                            "only_if": None,
                            "status": "open",
                            "open": True,
                            "text": "Posted at the table: open.",
                            "given": None,
                            "posted": None,
                            "in_use": None,
                            "earliest": None,
                            "note": None,
                        }
                    ],
                }
            ],
            "unused": [],
            "limits": {"pair_plus": {"min": "1.00", "max": "100.00", "multiple": None}},
            "not_offered": {},
        }
    ],
)
class HouseChecked(TypedDict):
    """Every table of a house, held against its rulebook."""

    legal: bool
    open: Annotated[int, Field(description="How many notices are open.")]
    at: Annotated[str | None, Field(description="The moment by which notices were judged.")]
    tables: list[TableChecked]


# -- mathematics ------------------------------------------------------------------------------------------------------


@exact
class OutcomeTold(TypedDict):
    """A class of results: how likely it is, and what it nets per unit."""

    result: str
    probability: Digits
    combinations: int
    pays: str
    net: Digits


@exact
class Quote(TypedDict):
    house_edge: Digits
    exact: str | None


@exact
class WagerAnalyzed(TypedDict):
    """A wager's mathematics; ``exact`` is the house edge as a fraction, where there is one to give."""

    house_edge: Digits
    exact: Annotated[str | None, Field(examples=["1/19"])]
    element_of_risk: Digits
    hit_frequency: Digits
    standard_deviation: str
    per: str
    outcomes: list[OutcomeTold]
    standard_error: NotRequired[str | None]
    sampled_rounds: NotRequired[int]
    quotes: NotRequired[dict[str, Quote]]
    note: NotRequired[str]


@shown_as(
    rulebook="chapter4",
    game="roulette",
    options={"wheel": "double_zero", "table_min": "5.00"},
    chosen={"wheel": "double_zero"},
    pay_tables={},
    wagers={
        "red": {
            "house_edge": "0.052631578947",
            "exact": "1/19",
            "element_of_risk": "0.052631578947",
            "hit_frequency": "0.473684210526",
            "standard_deviation": "0.998614009906",
            "per": "unit of the wager, per spin",
            "outcomes": [
                {
                    "result": "hit",
                    "probability": "0.473684210526",
                    "combinations": 18,
                    "pays": "1 to 1",
                    "net": "1.000000000000",
                }
            ],
        }
    },
    strategy=None,
    notes=[],
    seconds=0.01,
)
class Analyzed(TypedDict):
    """The exact mathematics of a set-up; ``strategy`` is the best play, in the game's own terms."""

    rulebook: str
    game: str
    options: Annotated[dict[str, Any], Field(description="What is in force of every option, chosen or by default.")]
    chosen: Chosen
    pay_tables: PayTables
    wagers: dict[str, WagerAnalyzed]
    strategy: Annotated[dict[str, Any] | None, Field(description="Its keys are the game's: docs/analysis.md.")]
    notes: list[str]
    seconds: Annotated[float, Field(description="How long it took to work out, when it was.")]


@exact
class FeesOfHand(TypedDict):
    """What is taken of a pot once a hand has come so far."""

    dealt: Dollars
    second_round: Dollars
    third_round: Dollars


@exact
class HouseTake(TypedDict):
    """What the house takes with so many players."""

    players: int
    fees: FeesOfHand
    each_half_hour: Annotated[Dollars, Field(description="What each player pays, where fees go by the clock.")]
    per_hand: Dollars
    per_hand_exact: Annotated[str, Field(examples=["159/100"])]
    hands_per_hour: Digits
    per_hour: Dollars
    per_player_and_hour: Dollars


@exact
class ScheduleTold(TypedDict):
    """What another schedule would take."""

    schedule: str
    stakes: str
    tables: list[HouseTake]


TAKE = {
    "players": 2,
    "fees": {"dealt": "1.00", "second_round": "2.00", "third_round": "1.00"},
    "each_half_hour": "0.00",
    "per_hand": "1.59",
    "per_hand_exact": "159/100",
    "hands_per_hour": "64.29",
    "per_hour": "102.21",
    "per_player_and_hour": "51.11",
}


@shown_as(
    rulebook="california",
    game="texas-holdem",
    options={"schedule_option": 4, "shuffle": "hand"},
    chosen={},
    model="The model: the last blind or the bring in is always in, every other player enters a hand with …",
    house_take=[TAKE],
    schedules=[{"schedule": "4", "stakes": "limit $4-8", "tables": [TAKE]}],
    notes=[],
)
class PotAnalyzed(TypedDict):
    """What the house takes at poker for a pot, where it has fees and no edge: ``schedules``, or a ``rake``."""

    rulebook: str
    game: str
    options: Annotated[dict[str, Any], Field(description="What is in force of every option, chosen or by default.")]
    chosen: Chosen
    model: Annotated[str, Field(description="How hands go that the figures are of.")]
    house_take: Annotated[list[HouseTake], Field(description="By the number of players.")]
    schedules: NotRequired[list[ScheduleTold]]
    rake: NotRequired[Annotated[str, Field(description="The part of each pot that is taken.", examples=["1/10"])]]
    of_pots: NotRequired[Annotated[dict[str, Dollars], Field(description="What is taken of pots of some sizes.")]]
    notes: list[str]
