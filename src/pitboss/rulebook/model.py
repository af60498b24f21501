"""The model of a rulebook entry: one TOML file says everything about a game that is not the order of play.

Where a figure depends on a house option, the file writes ``{ by = "option", value = ..., other = ... }``; where an
amount is a house option itself, it writes ``"{option}"``.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from pitboss.equipment.cards import RANKS

T = TypeVar("T")

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_]*$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]
When = dict[str, Any]
OptionName = Annotated[str, StringConstraints(pattern=r"^\{[a-z0-9_]+\}$")]
EditionNumber = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]*$")]
PartOf = Annotated[str, StringConstraints(pattern=r"^1/[1-9][0-9]*$")]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Cited(Part):
    """Anything the rulebook says; no citation, no rule."""

    cite: Text


class By(BaseModel, Generic[T]):
    """One of several values, picked by a house option."""

    model_config = ConfigDict(extra="allow", frozen=True)
    by: str
    __pydantic_extra__: dict[str, T]

    @property
    def values(self) -> dict[str, T]:
        return self.__pydantic_extra__


def every_value(value: Any) -> list[Any]:
    """Every value that a part of an entry can take, whatever the options."""
    return list(value.values.values()) if isinstance(value, By) else [value]


class Line(Cited):
    """A sentence of the rulebook, in our own words."""

    text: Text


class Ranking(Line):
    """How hands rank: for all wagers or only for these, and always or only under these options."""

    wagers: list[Name] = []
    when: When = {}


class Duty(Part):
    """Something a house owes somebody: to write, to tell or to give notice of what it does, to post it, to have it on
    file or approved.

    ``before`` is how long before the use, ``at`` where it is posted, ``under`` the regulation that says how. It is owed
    when the options are as in ``when``; ``only_if`` is a condition that only the house can judge.
    """

    how: Literal["written", "told", "noticed", "posted", "filed", "approved"]
    to: Literal["commission", "ieb", "surveillance", "supervisor", "players"] = "players"
    before: Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]* (minutes|hours|days)$")] | None = None
    at: str = ""
    under: str = ""
    only_if: str = ""
    when: When = {}


class Seats(Cited):
    max: int = Field(ge=1)
    min: int = Field(default=1, ge=1)
    note: str = ""
    limited_by: By[int] | list[By[int]] = []

    @property
    def limits(self) -> list[By[int]]:
        """What a house's choices make of the number of seats; the smallest counts."""
        return self.limited_by if isinstance(self.limited_by, list) else [self.limited_by]


class Bank(Cited):
    """Who pays: the house, a player whose wager limits what is won and lost, or the house and players by turns.

    With ``participants`` one of them holds the bank with a wager that the others cover; who does is settled in the
    round itself, and the house pays nothing. Where ``must_pass`` is, nobody banks more than ``rounds_in_a_row``: the
    game is broken when nobody else takes the position. ``offered`` is the way round the table that it is offered on.
    """

    kind: Literal["house", "player_dealer", "alternating", "participants"]
    coverage: By[Literal["action", "net"]] | Literal["action", "net"] | None = None
    rounds_in_a_row: int | None = None
    must_pass: bool = False
    offered: Literal["clockwise"] | None = None
    uncovered_cite: str = ""

    @property
    def named_beforehand(self) -> bool:
        """True where a seat says before the round that it banks, and with how much."""
        return self.kind in ("player_dealer", "alternating")

    @property
    def not_named(self) -> str:
        """What a seat is told that wants to bank where none is named beforehand."""
        if self.kind == "participants":
            return "who banks is settled in the round itself; no seat is named beforehand"
        return "the house banks this game; no seat may"


Reshuffle = Literal["every_round", "after_last_hand"]


class CardSet(Cited):
    """The cards in play.

    ``decks`` are those that are dealt from at once. ``batches`` says how many times as many lie at the table: the
    batches are alike but for their backs, and are in play by turns. The cut card lies so many cards from the back, or
    a part of all cards in play, like ``"1/4"``. ``ranks`` are those that a deck has, in a game of fewer cards than 52.
    """

    decks: int | OptionName | By[int | OptionName]
    batches: int | By[int] = 1
    pieces: Literal["cards", "tiles"] = "cards"
    ranks: str | By[str] = RANKS
    jokers: int | By[int] = 0
    reshuffle: Reshuffle | By[Reshuffle] = "every_round"
    cut_card_from_back: int | PartOf | None = None
    continuous: bool | By[bool] = False


class Option(Cited):
    """What the house may choose. ``required_by`` names options that cannot be used until this one is chosen.
    ``lifted_by`` names the flag that lifts its bounds.

    The notice is due for what is in force, chosen or not: something else than the default, or one of ``notice_for``,
    which is ``"any"`` where the source lets no value hold without it; only under options like ``notice_when``, with
    which alone it is due for every value, and only while one of the wagers ``notice_with`` is on offer. ``owed`` is
    what the house then owes, and to whom. ``to_only`` and ``or_win`` are as in a pay table.
    """

    type: Literal["choice", "flag", "money", "percent", "integer", "odds", "data"] = "choice"
    allowed: list[str | int | bool] = []
    at_least: str | int | None = None
    at_most: str | int | None = None
    multiple_of: str | int | None = None
    lifted_by: str | None = None
    to_only: str = ""
    or_win: bool = False
    shape: str = ""
    default: Any = None
    required: bool = False
    required_by: list[str] = []
    text: str = ""
    note: str = ""
    notice: str = ""
    owed: list[Duty] = []
    notice_for: list[str | int | bool] | Literal["any"] = []
    notice_when: When = {}
    notice_with: list[Name] = []


class Rewritten(Part):
    """How houses wrote an option up to an edition, and what the same choice is since: for each value, or as a part of
    its number. ``when`` is what they had chosen besides; ``unchosen`` what it was where they had not chosen it, if
    that is another choice by now.
    """

    until: int
    when: When = {}
    values: dict[str, dict[Name, Any]] = {}
    part: PartOf | None = None
    unchosen: int | None = None


class Exclusion(Cited):
    """When the options are as in ``when``, these option values and wagers may not be used."""

    text: Text
    when: When
    options: dict[str, list[Any]] = {}
    wagers: list[str] = []


class Amount(Part):
    """How much may be staked. Strings like ``"{table_min}"`` name the house option that holds the figure.

    ``one_of`` lists the only amounts that are taken. ``equals`` ties the amount to another wager's; ``or_less``
    lets it be less than that wager, and ``untied`` any amount where an option says so; ``times`` says, by the point
    of the round at which the wager is made or by the hand it is made on, which multiples of that wager it may be;
    with ``any_between``, any amount from the least to the most of them. ``payable_in``: the amount and every pay-
    off are whole multiples of that. ``chips``: it is made with so many chips, each worth ``chip``, or a multiple of
    them. ``text`` says in words what it hangs on where only the script can tell: the wager on the hand that is split.
    """

    min: str | None = None
    max: str | None = None
    exactly: str | By[str] | None = None
    one_of: list[str] = []
    equals: str | None = None
    or_less: bool | By[bool] = False
    untied: bool | By[bool] = False
    times: dict[Name, list[int]] = {}
    any_between: bool | By[bool] = False
    multiple_of: str | None = None
    chips: int | None = None
    chip: str | None = None
    payable_in: str | By[str] | None = None
    limits: Literal["table", "bonus"] | None = None
    text: str = ""
    cite: str = ""


Ruling = Annotated[list[Text], Field(min_length=2, max_length=2)]


class Wager(Cited):
    """A wager: what it needs, when it is made, how much, and what each case does to it.

    ``line`` is the wager's line of the pay table; with ``by_spot`` the lines are named after the spots. ``parts`` are
    the lines, with their shares, of a wager that is several in one. ``meters`` says from which meter of its own the
    wager is paid where its pay table names another one's. ``made_by``: a wager of the player who banks is against the
    house, and nobody else makes it. ``against`` the house is a wager that a player who banks neither pays nor collects.
    ``lammer``: no chips lie there but a lammer of the house's, which wins as a wager
    of its amount does and is otherwise collected at no cost. ``uncovered_cite`` is the wager's own clause on what the
    player who banks does not cover.
    """

    title: Text
    text: str = ""
    placed: Literal["before_deal", "decision", "automatic"] = "before_deal"
    made_by: Literal["players", "banker"] = "players"
    against: Literal["bank", "house"] = "bank"
    lammer: bool = False
    option: str | None = None
    when: When = {}
    needs: list[str] = []
    amount: Amount = Amount()
    spots: list[str] = []
    pay_table: str | By[str] | None = None
    line: str | None = None
    by_spot: bool = False
    parts: dict[Name, int] = {}
    meters: dict[Name, Name] = {}
    uncovered_cite: str = ""
    cases: dict[Name, Ruling | By[Ruling]]

    @property
    def tables(self) -> list[str]:
        """Every pay table that it may go by, whatever the options."""
        return [str(table) for table in every_value(self.pay_table) if table]


class BetRule(Cited):
    """A rule over a seat's wagers together."""

    text: Text
    when: When = {}
    any_of: list[str] = []
    all_of: list[str] = []
    if_placed: str | None = None
    wager: str | None = None
    total_of: list[str] = []
    at_least: str | None = None
    at_most: str | None = None
    of: str | None = None


Change = Literal["fixed", "at_least", "notice"]


class PayTable(Cited):
    """A pay table. ``change`` says what a house may do to it: nothing, better it, or modify it with notice.

    ``notice`` says whom to tell, and when, ``owed`` the same as duties; ``to_only`` is the clause that has odds stated
    with "to", never with "for", and ``or_win`` says that it lets them be stated with "win" as well; ``uniform`` is the
    one that has a changed table paid at every table of the house alike. Envy is for a dollar of the wager; with
    ``envy_from`` it is a fixed sum for a wager of that amount or more; ``envy_cite`` is the clause that says who is
    paid it, where the table does not.
    """

    title: Text
    lines: dict[Name, str | dict[str, str]]
    envy: dict[Name, str] = {}
    envy_from: str | None = None
    envy_cite: str = ""
    change: By[Change] | Change = "fixed"
    change_cite: str = ""
    to_only: str = ""
    or_win: bool = False
    uniform: str = ""
    notice: str = ""
    owed: list[Duty] = []
    note: str = ""


class PayoutLimit(Cited):
    """The most that one hand wins with these wagers together; beyond it they are cut in the order given.

    ``lines`` are those of their pay tables that it holds for, where it does not for all. The ``amount`` may be a house
    option; not chosen, there is no limit. ``or_won_at_minimum``: the limit is what the minimum wagers could win, where
    that is more. ``least_won_by``: a house may not set it below what these wagers, made at their minimum, could win.
    ``evenly``: the wagers are cut to equal parts, an odd cent to the first, instead of one after the other.
    ``pro_rata``: the limit is for all hands of the round, which are cut in proportion to what each won: to whole
    dollars, those left over to the largest fractions, or down to the cent. ``per_player``: what somebody wins at
    several places counts together, and what is paid last is cut first. ``in_turn``: the limit is for all hands of the
    round, which win one after the other until it is used up.
    """

    text: Text
    when: When = {}
    wagers: list[str]
    lines: list[Name] = []
    amount: str
    or_won_at_minimum: bool = False
    least_won_by: list[str] = []
    evenly: bool = False
    pro_rata: Literal["whole_dollars", "cents_down"] | None = None
    per_player: bool = False
    in_turn: bool = False


class MustHit(Part):
    """A meter that must be won before it reaches its maximum, at a hidden trigger."""

    max: str | By[str]


class Meter(Cited):
    """A progressive meter. Figures the source does not print are house options.

    ``also_fed_by`` are wagers besides the one it is named for that play for it and add to it alike. ``refilled_from``
    is the meter whose contents it begins with again once all of it has been won, in place of its seed.
    """

    title: Text
    wager: str
    also_fed_by: list[str] = []
    when: When = {}
    seed: str | By[str]
    seed_per_dollar_of: str | None = None
    refilled_from: Name | None = None
    contribution: str | By[str]
    must_hit: MustHit | None = None
    note: str = ""


class Term(Cited):
    """A figure or a choice of the rulebook that the game script works with.

    Where the clauses of several games in one entry are not the same, ``cited`` has what a round of each cites.
    """

    value: Any | By[Any]
    note: str = ""
    cited: By[Text] | None = None

    @field_validator("value", mode="before")
    @classmethod
    def _by(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        if "by" in value:
            return By[Any].model_validate(value)
        return {key: cls._by(part) for key, part in value.items()}


class RoundingRule(Cited):
    """To whole multiples of a unit; ``"{smallest_chip}"`` names the option that holds it.

    ``wagers`` are those whose awards it holds for, where it does not for all.
    """

    mode: Literal["up", "down", "nearest"]
    unit: str
    wagers: list[Name] = []


class Commission(Cited):
    """A percentage of what a wager wins, taken at the pay-off or marked and collected later."""

    rate: str | By[str]
    deferred: bool | By[bool] = False
    collected_cite: str = ""


class Band(Part):
    fee: str
    up_to: str | None = None


class ByPlayers(Part):
    """A fee for a number of players up to so many; the last one is for any more."""

    fee: str
    up_to: int | None = None


class Limits(Part):
    min: str | None = None
    max: str | None = None


class Players(Part):
    """How many players something is for."""

    min: int = 0
    max: int | None = None

    def __contains__(self, players: int) -> bool:
        return self.min <= players and (self.max is None or players <= self.max)


class Schedule(Cited):
    """One collection schedule of a card room: a table limit or a buy-in, and the fees.

    Limits, the ``promotional_chip`` fee and a band's fee may name the house option that holds the figure.
    ``pot`` are fees from the pot, by the point of the round at which each is taken, ``small_blind`` is one from whoever
    posts that; ``half_hour`` is what each player pays for half an hour. A schedule for some ``players`` only stands
    beside others of its ``group``. Where the house sets a limit or a buy-in, ``table`` and ``buy_in`` are the lowest,
    ``table_up_to`` and ``buy_in_up_to`` the highest. ``big_bet`` is no limit or pot limit, as the house says.
    """

    betting: Literal["limit", "no_limit", "pot_limit", "big_bet"] | None = None
    players: Players | None = None
    group: str = ""
    table: Limits = Limits()
    table_up_to: Limits | None = None
    bonus: Limits | None = None
    buy_in: Limits | None = None
    buy_in_up_to: Limits | None = None
    ante: str = "0"
    bring_in: str | None = None
    small_blind: str = "0"
    player: str = "0"
    bank: str | list[Band] = "0"
    promotional_chip: str = "0"
    pot: dict[Name, str | list[ByPlayers]] = {}
    half_hour: list[ByPlayers] = []


class Clock(Part):
    """When fees by time are collected: at the end of each half hour or ``in_advance``, on the hour and the half hour or
    by half hours ``from_start``. A game that starts between two marks pays nothing at the next, unless
    ``first_mark_collects``."""

    in_advance: bool = False
    from_start: bool = False
    first_mark_collects: bool | By[bool] = False


class Fees(Cited):
    """Flat fees a card room takes: before the deal, from the pot, or by the half hour.

    ``fewer`` are options that hold the schedules for fewer players, where each schedule is for some number of them.
    ``free_collection`` is the clause that gives a wager which had no action a button for its next fee; ``stand`` the
    one by which what a void round has taken counts for the next.
    """

    option: str
    fewer: list[str] = []
    clock: Clock = Clock()
    free_collection: str = ""
    stand: str = ""
    per: str = ""
    action: list[str] = []
    schedules: dict[str, Schedule]


class Counted(Part):
    """What a wrong count is: one of these that is in force, where all cards are there, or where they are not.

    ``left`` is how many are left in any case, where the rulebook says so and the deal does not show it.
    """

    misdealt: list[Name]
    wrong: list[Name]
    left: int | None = None


class Irregularity(Cited):
    """What can go wrong at the table, and what is then done.

    ``floor``: the rule leaves it to a supervisor to decide, so a live table waits for one. ``again`` names what it
    becomes when it happens a second time in a round: the first of them that can happen at that moment. ``disproved``
    says what a deal from a committed seed shows instead, so that it cannot have happened at a table that deals so.
    ``also_at`` are moments at which it can happen besides under some options only. ``counted``: a call says how many
    cards are left, and that decides which irregularity it is, if any. ``too_many``: whose hand may have cards too many
    by it, a ``seat`` or one that the script deals, by its name.
    """

    trigger: Text
    text: Text
    remedy: list[str] | By[list[str]]
    moments: list[Name]
    also_at: dict[Name, When] = {}
    when: When = {}
    seat: bool = False
    card: bool = False
    wager: bool = False
    floor: bool = False
    again: list[Name] = []
    counted: Counted | None = None
    too_many: list[Name] = []
    disproved: str = ""


class ProcedureStep(Line):
    """``owed`` is what the house owes somebody by it as long as the table stands."""

    owed: list[Duty] = []


class Procedure(Part):
    """Steps that somebody works through, where the options are as in ``when``."""

    title: Text
    steps: list[ProcedureStep]
    when: When = {}


class Decides(Part):
    """In what rounds a reading decides something: in those of which all that is given here is true.

    ``options`` are the house's, ``dealer_has``, ``player_has`` and ``anyone_has`` are what the name of such a hand
    begins with at any time, ``holding`` are ranks that a player's cards have all of, ``dealt`` are ranks of which any
    hand had a card, ``told`` are kinds of events, or what their text begins with; one of the irregularities ``called``
    struck. A player ``did`` one of these, or ``everyone`` did; cards of one of the ranks of ``split`` were split,
    ``least`` so often; ``least`` so many wagers were of these ``wagers``, came to these ``outcomes``, and were settled
    by these ``cases`` and these ``lines`` of a pay table, as far as they are given. With ``alike`` a hand or a part of
    it was the same as the dealer's or the bank's, with ``rearranged`` a player had named other pieces for a part than
    came to lie there. With ``cut`` a payout limit took something off. With ``uncovered`` the bank of a player did not
    reach for every dollar that was won and lost, so that it matters whose turn comes first and how it is counted. No
    clause of a round need be one that names the reading where it is not ``named`` by any.
    """

    named: bool = True
    options: When = {}
    dealer_has: list[str] = []
    player_has: list[str] = []
    anyone_has: list[str] = []
    holding: str = ""
    dealt: str = ""
    told: list[str] = []
    called: list[Name] = []
    did: list[str] = []
    everyone: list[str] = []
    split: str = ""
    wagers: list[Name] = []
    outcomes: list[Literal["win", "lose", "push", "void", "stays"]] = []
    cases: list[str] = []
    lines: list[str] = []
    least: int = Field(default=1, ge=1)
    alike: bool = False
    rearranged: bool = False
    cut: bool = False
    uncovered: bool = False


class Reading(Cited):
    """Something the source leaves open, and how it is read here.

    A ruling tells it where a clause of the round names it, as a rule, and it ``decides`` something there, in one of
    several ways if several are given; one that only says in what order or in what manner something is done decides
    ``"nothing"``.
    """

    id: Text
    text: Text
    option: str = ""
    decides: Decides | list[Decides] | Literal["nothing"] = Decides()

    @property
    def ways(self) -> list[Decides]:
        """In what ways it decides something: any of them is enough."""
        if isinstance(self.decides, list):
            return self.decides
        return [self.decides] if isinstance(self.decides, Decides) else []


class PartUse(Cited):
    """A file of the rulebook's own ``parts`` folder that an entry takes over, and the clause it has there.

    Whatever the file gives no clause for gets this one; what the entry says of a part itself is laid over it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
    file: Slug = Field(alias="from")


class Shares(Part):
    """What an entry lends to those that use it, by name."""

    options: list[Name] = []
    irregularities: list[Name] = []
    procedures: list[Name] = []


# A section that describes no wagers seats nobody; the house answers for it.
NO_SEATS = Seats.model_construct(max=0, cite="", note="", limited_by=[])
THE_HOUSE = Bank.model_construct(
    kind="house", cite="", coverage=None, rounds_in_a_row=None, must_pass=False, offered=None, uncovered_cite=""
)


class Holds(Part):
    """How an entry plays a game that other rulebooks have as an entry of its own: by options, or with wagers; of
    itself where neither is named."""

    options: When = {}
    wagers: list[str] = []


class Entry(Part):
    """One game in one rulebook, or a section that goes with games and has no wagers of its own.

    ``uses`` names entries whose shared options, irregularities and procedures belong to this one as well; what the file
    itself says of one of them, key by key, comes first. ``holds`` are games that other rulebooks have as entries of
    their own. ``wagers_cite`` is the clause that lists the game's wagers, where the rulebook takes no others.
    ``earlier`` is what the file said in each edition before it was corrected: a journal's rounds from that time are
    ruled by it when they are played again. ``rewritten`` is how to read what houses chose then.
    """

    rulebook: Slug
    game: Slug
    title: Text
    family: Text
    script: Name
    source: Text
    summary: Text

    uses: list[str] = []
    parts: list[PartUse] = []
    shares: Shares = Shares()
    holds: dict[Slug, Holds] = {}

    seats: Seats = NO_SEATS
    bank: Bank = THE_HOUSE
    equipment: list[Line]
    cards: CardSet | None = None
    options: dict[Name, Option] = {}
    exclusions: list[Exclusion] = []
    wagers: dict[Name, Wager] = {}
    wagers_cite: str = ""
    bet_rules: list[BetRule] = []
    pay_tables: dict[str, PayTable] = {}
    payout_limits: list[PayoutLimit] = []
    meters: dict[Name, Meter] = {}
    terms: dict[Name, Term] = {}
    rounding: dict[Name, RoundingRule | By[RoundingRule]] = {}
    commission: Commission | None = None
    fees: Fees | None = None
    rankings: list[Ranking] = []
    round: list[Line]
    irregularities: dict[Name, Irregularity] = {}
    procedures: dict[Name, Procedure] = {}
    readings: list[Reading] = []
    earlier: dict[EditionNumber, dict[str, Any]] = Field(default={}, exclude=True)
    rewritten: dict[Name, Rewritten] = Field(default={}, exclude=True)

    @property
    def name(self) -> str:
        return f"{self.rulebook}/{self.game}"

    def __repr__(self) -> str:
        return f"<Entry {self.name}: {self.title}>"
