"""The record of play: TOML that a person can write by hand, and that replays to the same round."""

from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import tomli_w

from pitboss.engine.draws import EXCHANGED
from pitboss.engine.fees import CREDITED
from pitboss.engine.hands import Hand
from pitboss.engine.remedies import Call
from pitboss.equipment.cards import Card
from pitboss.money import Money, cents, dollars
from pitboss.numerals import count_words

if TYPE_CHECKING:
    from pitboss.engine.round import Round

CALL = ("id", "seat", "card", "wager", "amount", "count", "on_table", "at", "after", "automatic", "asked")
"""What a record says of an irregularity."""


@dataclass(frozen=True, slots=True)
class BankSeat:
    """Who banks a player-banked game, and with how many dollars.

    ``most_added`` is the most that can be put up on top during the round, None for whatever is called for.

    >>> BankSeat(7, 10) == BankSeat(7, "10.00"), BankSeat(7, "12.50").cents
    (True, 1250)
    """

    seat: int
    wager: Money
    offer_declined: bool = False
    most_added: Money | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "wager", dollars(cents(self.wager)))
        if self.most_added is not None:
            object.__setattr__(self, "most_added", dollars(cents(self.most_added)))

    @classmethod
    def of_cents(cls, seat: int, wager: int, offer_declined: bool = False, most_added: int | None = None) -> "BankSeat":
        """The same from amounts in cents."""
        return cls(seat, dollars(wager), offer_declined, None if most_added is None else dollars(most_added))

    @property
    def cents(self) -> int:
        return cents(self.wager)

    @property
    def most_added_cents(self) -> int | None:
        return None if self.most_added is None else cents(self.most_added)


@dataclass(slots=True)
class Step:
    """One round, or something done between rounds."""

    wagers: dict[int, dict[str, Any]] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    says: dict[int, list[str]] = field(default_factory=dict)
    stacks: dict[int, str] = field(default_factory=dict)
    actions: dict[int, list[str]] = field(default_factory=dict)
    draws: dict[str, list[str]] = field(default_factory=dict)
    split_from: dict[Hand, Hand] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    bank: BankSeat | None = None
    cut_card: int | None = None
    ran_out: list[int] = field(default_factory=list)
    reshuffle: bool = False
    leaves: list[int] = field(default_factory=list)
    repaired: bool = False
    time: str = ""
    seated: list[int] = field(default_factory=list)
    started: str = ""

    @classmethod
    def of(cls, played: "Round", bank: BankSeat | None) -> "Step":
        """The record of a round that was played."""
        wagers: dict[int, dict[str, Any]] = {}
        for bet in (*played.bets, *played.refused):
            if bet.offer.placed == "before_deal" and (staked := played.staked_at_first[bet.key[:3]]) != bet.stood:
                wagers.setdefault(bet.seat, {})[bet.name] = dollars(staked)
        for seat in played.present:
            wagers.setdefault(seat, {})
        return cls(
            wagers=wagers,
            # Where everybody who is named is dealt to, only those are who were.
            players={
                seat: player
                for seat, player in played.players.items()
                if seat in played.seats or not played.game.takes_part
            },
            says={seat: list(words) for seat, words in played.says.items()},
            stacks={seat: dollars(stack) for seat, stack in played.stacks.items()},
            actions={seat: list(actions) for seat, actions in played.actions.items()},
            draws={name: list(values) for name, values in played.draws.taken.items() if values},
            split_from=dict(played.draws.split_from),
            calls=list(played.calls),
            bank=bank,
            cut_card=played.draws.cut_card,
            ran_out=list(played.draws.ran_out),
        )

    @property
    def deals(self) -> bool:
        """False for a step that only reshuffles, lets somebody leave, collects or says that something is repaired."""
        between = self.reshuffle or self.leaves or self.repaired or self.time
        return bool(self.wagers or self.draws or self.calls) or not between


@dataclass(slots=True, repr=False)
class Record:
    """A record: the entry, the house's options, what carried over, and the rounds."""

    rulebook: str
    game: str
    options: dict[str, Any] = field(default_factory=dict)
    pay_tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    offered: list[str] | None = None
    carry: dict[str, Any] = field(default_factory=dict)
    meters: dict[str, Fraction] = field(default_factory=dict)
    standing: dict[int, dict[str, Any]] = field(default_factory=dict)
    left_up: dict[int, list[str]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    expect: Any = None
    refused: str | None = None
    practice: bool = False

    @property
    def entry(self) -> str:
        return f"{self.rulebook}/{self.game}"

    def __repr__(self) -> str:
        return f"<Record {self.entry}, {count_words(len(self.steps), 'step')}>"

    def to_toml(self) -> str:
        """The record as text; ``read`` gives it back."""
        return tomli_w.dumps(self.as_raw())

    def as_raw(self) -> dict[str, Any]:
        """The record as plain values, as its TOML would be read."""
        head: dict[str, Any] = {"rulebook": self.rulebook, "game": self.game}
        if self.practice:
            head["practice"] = True
        if self.offered is not None:
            head["wagers"] = self.offered
        for name in ("options", "pay_tables", "carry"):
            if value := getattr(self, name):
                head[name] = value
        amounts = {key: self.carry[key] for key in ("owed", CREDITED) if key in self.carry}
        if amounts:
            head["carry"] = self.carry | {
                key: {seat: dollars(amount) for seat, amount in by_seat.items()} for key, by_seat in amounts.items()
            }
        if self.meters:
            head["meters"] = {name: _meter_text(amount) for name, amount in self.meters.items()}
        if self.standing:
            head["standing"] = {str(seat): wagers for seat, wagers in self.standing.items()}
        if self.left_up:
            head["left_up"] = {str(seat): names for seat, names in self.left_up.items()}
        head["steps"] = [_step_to_toml(step) for step in self.steps]
        return head


def _step_to_toml(step: Step) -> dict[str, Any]:
    table: dict[str, Any] = {}
    if step.reshuffle:
        table["reshuffle"] = True
    if step.leaves:
        table["leaves"] = step.leaves
    if step.repaired:
        table["repaired"] = True
    if step.time:
        table |= {"time": step.time, "seated": step.seated} | ({"started": step.started} if step.started else {})
    hands: dict[int, dict[Hand, str]] = {}
    for name, values in step.draws.items():
        hand = Hand(name)
        if hand.owner is not None:
            hands.setdefault(hand.owner, {})[hand] = " ".join(values)
            continue
        written = " ".join(values) if all(isinstance(value, Card) for value in values) else values
        # Only a plain text is a key that the journal writes at full speed; a hand is more than its name.
        table[str(name)] = written if isinstance(written, str) or len(values) > 1 else values[0]
    if step.cut_card is not None:
        table["cut_card"] = step.cut_card
    if step.ran_out:
        table["ran_out"] = step.ran_out
    if step.bank is not None:
        table["bank"] = {"seat": step.bank.seat, "wager": step.bank.wager}
        if step.bank.offer_declined:
            table["bank"]["offer_declined"] = True
        if step.bank.most_added is not None:
            table["bank"]["most_added"] = step.bank.most_added
    if step.calls:
        table["irregularities"] = [
            {key: value for key in CALL if _is_said(value := getattr(call, key), key)} for call in step.calls
        ]
    seats: dict[str, Any] = {}
    for seat in sorted({*step.wagers, *step.players, *step.says, *step.actions, *hands}):
        row: dict[str, Any] = {}
        if seat in step.players:
            row["player"] = step.players[seat]
        row["wagers"] = step.wagers.get(seat, {})
        if seat in step.stacks:
            row["stack"] = step.stacks[seat]
        if step.says.get(seat):
            row["says"] = step.says[seat]
        if seat in hands:
            row |= _hands_to_toml(step, seat, hands[seat])
        if seat in step.actions:
            row["actions"] = step.actions[seat]
        seats[str(seat)] = row
    if seats:
        table["seats"] = seats
    return table


def _is_said(value: Any, key: str) -> bool:
    """True where a record says it; no card left is a count as well."""
    return value is not None and (key in ("count", "on_table") or value not in (0, False))


def _hands_to_toml(step: Step, seat: int, hands: dict[Hand, str]) -> dict[str, Any]:
    """A seat's cards as they lay in the end; which hand another was split from, where that could be asked."""
    exchanged = hands.pop(Hand.of(seat).part(EXCHANGED), "")
    found: dict[str, Any] = {"exchanged": exchanged} if exchanged else {}
    last = max((hand.number for hand in hands), default=0)
    if last < 2:
        return found | ({"cards": next(iter(hands.values()))} if hands else {})
    found["hands"] = [hands.get(Hand.of(seat, number), "") for number in range(1, last + 1)]  # a dead hand has no cards
    if last > 2:
        found["split_from"] = [from_.number for hand, from_ in step.split_from.items() if hand.owner == seat]
    return found


def _meter_text(amount: Fraction) -> str:
    part = amount - int(amount)
    return dollars(int(amount)) + (str(Decimal(part.numerator) / part.denominator)[2:] if part else "")
