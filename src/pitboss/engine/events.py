"""What happens in a round, each thing with the clause it happens under."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from pitboss.engine.hands import Hand
from pitboss.equipment.cards import UNKNOWN, Card
from pitboss.money import dollars, money, signed
from pitboss.tabular import Row, in_dollars

Audience = tuple[int, ...] | None
"""Which seats may see the cards of an event; None means the whole table."""

NOBODY: Audience = ()
OWNER: Literal["owner"] = "owner"
"""Only the seat whose hand it is; nobody, where the hand is no seat's."""
GATHER = "gather"
"""The kind of event after which nothing lies on the table any more."""
TAKEN_BACK = "taken back"
"""The kind of event by which a wager, named by its text, is at stake no more."""
Outcome = Literal["win", "lose", "push", "void", "stays"]
TABLE, DEALER, SURVEILLANCE = VIEWERS = "table", "dealer", "surveillance"


class Event(NamedTuple):
    """One thing that happened. ``cite`` is never empty: no citation, no event.

    ``hand`` is where its cards come to lie, or the one that a decision is about, ``source`` the hand they come from
    where that is not the shoe; ``at`` says at which places of the hand cards are turned up, where it is not the first
    ones. ``value`` is what the text says as a value: the dice, where the ball came to rest, a count, a spread, the
    point.
    """

    kind: str
    cite: str
    text: str = ""
    seat: int | None = None
    hand: str = ""
    cards: tuple[Card, ...] = ()
    seen_by: Audience = None
    amount: int | None = None
    source: str = ""
    at: tuple[int, ...] = ()
    value: Any = None

    def seen_from(self, *viewers: str | int) -> "Event":
        """The event as a seat, the table, the dealer or the surveillance log may see it.

        This is the only place where that is decided. Nobody at the table sees a card that lies face down; a seat
        sees its own; the surveillance log sees everything.
        """
        if self.seen_by is None or SURVEILLANCE in viewers or not set(viewers).isdisjoint(self.seen_by):
            return self
        return self._replace(cards=(UNKNOWN,) * len(self.cards))

    def __str__(self) -> str:
        parts = [self.kind]
        if self.seat is not None:
            parts.append(f"seat {self.seat}")
        if self.hand and Hand(self.hand).name:
            parts.append(Hand(self.hand).name)
        parts += [" ".join(self.cards)] if self.cards else []
        parts += [self.text] if self.text else []
        parts += [signed(self.amount)] if self.amount is not None else []
        return f"{' '.join(parts)} [{self.cite}]"


def on_hand(name: str, hand: int) -> str:
    """A wager with the number of the hand it is on, where that is not the first and the name does not say it.

    >>> on_hand("split", 2), on_hand("hand 2", 2), on_hand("main", 1)
    ('split (hand 2)', 'hand 2', 'main')
    """
    return f"{name} (hand {hand})" if hand > 1 and not name.replace("_", " ").endswith(f"hand {hand}") else name


def came_to(outcome: str, net: Decimal | int, pays: Decimal | int) -> str:
    """An outcome as people say it: who gets no more of a pot than was put in has not won.

    >>> came_to("win", 500, 1500), came_to("win", -700, 1700), came_to("win", 0, 1000), came_to("win", 0, 0)
    ('win', 'part back', 'money back', 'win')
    """
    if outcome != "win" or net > 0 or not pays:
        return outcome
    return "part back" if net else "money back"


COMPUTED = ("due", "commission", "marked", "cut", "limit", "won", "uncovered")


class Computed(NamedTuple):
    """How a pay-off came about beyond stake times odds, in cents.

    ``base`` is what the odds were applied to and ``due`` what they came to; then comes what was taken off, and what a
    meter held before and after where it paid. ``marked`` is a commission that is collected later. What was ``cut`` was
    over the payout ``limit``, by all that was ``won`` under it.
    """

    base: int
    due: int = 0
    commission: int = 0
    marked: int = 0
    cut: int = 0
    uncovered: int = 0
    meter: str = ""
    meter_before: int = 0
    meter_after: int = 0
    limit: int = 0
    won: int = 0

    def with_cut(self, amount: int, limit: int, won: int) -> "Computed":
        """The same with what a payout limit took off."""
        return self._replace(cut=amount, limit=limit, won=won) if amount else self

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"base": dollars(self.base)} if self.base else {}
        taken = {name: getattr(self, name) for name in COMPUTED}
        found |= {name: dollars(amount) for name, amount in taken.items() if amount}
        if self.meter:
            held = {"before": dollars(self.meter_before), "after": dollars(self.meter_after)}
            found["meter"] = {"name": self.meter, **held}
        return found


class Settlement(NamedTuple):
    """What became of one wager. ``pays`` is what the bank hands over: winnings for "to", the whole return for "for".

    ``lammer`` is what was played for where a lammer of the house's lay there and nothing was staked. ``case`` is the
    entry's case that decided and ``line`` the line of a pay table that paid, or that the hand went by and which is not
    paid; ``computed`` is how an amount came about that is not simply stake times odds. A journal keeps none of the
    three: they follow from its record.
    """

    seat: int
    wager: str
    on: str | None
    staked: int
    outcome: Outcome
    pays: int
    net: int
    odds: str
    reason: str
    cite: str
    hand: int = 1
    lammer: int = 0
    case: str = ""
    line: str = ""
    computed: Computed | None = None

    @property
    def key(self) -> tuple[int, str, str | None, int]:
        """Which wager it is, as ``Bet.key`` says it."""
        return (self.seat, self.wager, self.on, self.hand)

    @property
    def came_to(self) -> str:
        """The outcome as people say it."""
        return came_to(self.outcome, self.net, self.pays)

    def as_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {"seat": self.seat, "wager": self.wager}
        if self.on is not None:
            row["on"] = self.on
        if self.hand > 1:
            row["hand"] = self.hand
        if self.lammer:
            row["lammer"] = dollars(self.lammer)
        return row | {
            "staked": dollars(self.staked),
            "outcome": self.outcome,
            "pays": dollars(self.pays),
            "net": dollars(self.net),
            "odds": self.odds,
            "reason": self.reason,
            "cite": self.cite,
        }

    @property
    def on_spot(self) -> str:
        """The wager, with the spot that it is on."""
        return f"{self.wager} {self.on}" if self.on else self.wager

    def as_row(self) -> Row:
        """The settlement as a row of a table, with exact dollars."""
        return {
            "seat": self.seat,
            "wager": self.on_spot,
            "hand": self.hand,
            "staked": in_dollars(self.staked),
            "outcome": self.outcome,
            "odds": self.odds,
            "pays": in_dollars(self.pays),
            "net": in_dollars(self.net),
            "reason": self.reason,
            "cite": self.cite,
        }

    def __str__(self) -> str:
        where = on_hand(self.on_spot, self.hand)
        where += f" (lammer for {dollars(self.lammer)})" if self.lammer else ""
        odds = f" at {self.odds}" if self.odds else ""
        return f"seat {self.seat} {where}: {self.outcome}{odds} {signed(self.net)} ({self.reason}) [{self.cite}]"


class Basis(NamedTuple):
    """What a fee goes by: so much for each of some things, a band that an amount falls into, or a rate of an amount.

    >>> str(Basis("promotional chip", each=100, times=3)), str(Basis("table action", of=8500, up_to=10000))
    ('$1.00 for each of 3 promotional chips', 'table action of $85.00, in the band up to $100.00')
    """

    what: str
    of: int = 0
    rate: str = ""
    up_to: int | None = None
    each: int = 0
    times: int = 0
    down_to: int = 0
    """The chip to whole ones of which it is brought down."""

    def as_json(self) -> dict[str, Any]:
        amounts = {"of": self.of, "up_to": self.up_to, "each": self.each, "down_to": self.down_to}
        found: dict[str, Any] = {name: dollars(amount) for name, amount in amounts.items() if amount}
        counted = {"rate": self.rate, "times": self.times}
        return {"what": self.what} | found | {name: value for name, value in counted.items() if value}

    def __str__(self) -> str:
        if self.times and not self.each:
            return f"nothing for each {self.what}"
        if self.each:
            many = f"each of {self.times} {self.what}s" if self.times > 1 else f"each {self.what}"
            return f"{money(self.each)} for {many}"
        if self.rate:
            whole = f", brought down to whole chips of {money(self.down_to)}" if self.down_to else ""
            return f"{self.rate} of {self.what}, {money(self.of)}{whole}"
        band = "" if self.up_to is None else f", in the band up to {money(self.up_to)}"
        return f"{self.what} of {money(self.of)}{band}" if self.of else self.what


@dataclass(frozen=True, slots=True)
class Fee:
    """Money that leaves a seat without being a wager: a collection fee, a commission collected later."""

    seat: int
    what: str
    amount: int
    cite: str
    basis: Basis | None = None
    """What the amount goes by; a journal does not keep it."""

    def as_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "fee": self.what, "amount": dollars(self.amount), "cite": self.cite}
