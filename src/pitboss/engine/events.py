"""What happens in a round, each thing with the clause it happens under."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pitboss.engine.hands import Hand
from pitboss.equipment.cards import UNKNOWN, Card
from pitboss.money import dollars, signed
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

    ``hand`` is where its cards come to lie, ``source`` the hand they come from where that is not the shoe; ``at`` says
    at which places of the hand cards are turned up, where it is not the first ones.
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


class Settlement(NamedTuple):
    """What became of one wager. ``pays`` is what the bank hands over: winnings for "to", the whole return for "for".

    ``lammer`` is what was played for where a lammer of the house's lay there and nothing was staked.
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

    @property
    def key(self) -> tuple[int, str, str | None, int]:
        """Which wager it is, as ``Bet.key`` says it."""
        return (self.seat, self.wager, self.on, self.hand)

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

    def as_row(self) -> Row:
        """The settlement as a row of a table, with exact dollars."""
        return {
            "seat": self.seat,
            "wager": f"{self.wager} {self.on}" if self.on else self.wager,
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
        where = (f"{self.wager} {self.on}" if self.on else self.wager) + (f" (hand {self.hand})" * (self.hand > 1))
        where += f" (lammer for {dollars(self.lammer)})" if self.lammer else ""
        odds = f" at {self.odds}" if self.odds else ""
        return f"seat {self.seat} {where}: {self.outcome}{odds} {signed(self.net)} ({self.reason}) [{self.cite}]"


@dataclass(frozen=True, slots=True)
class Fee:
    """Money that leaves a seat without being a wager: a collection fee, a commission collected later."""

    seat: int
    what: str
    amount: int
    cite: str

    def as_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "fee": self.what, "amount": dollars(self.amount), "cite": self.cite}
