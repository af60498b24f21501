"""Irregularities called at a live table: what may be called, who has to confirm it, and calls as they are kept.

A table that deals from a committed seed knows more than a dealer can say: which card is next, and how many each hand
has. What its deal disproves is not called there, a card is not named there, and what the deal cannot judge and yet
changes cards or returns wagers is for the floor, with a note.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitboss.engine.called_before import CAPS
from pitboss.engine.remedies import Call, by_proper_name
from pitboss.engine.script import Game
from pitboss.engine.wagers import proper_name, read_bets
from pitboss.equipment.cards import Card
from pitboss.errors import PitbossError, Refused, suggest
from pitboss.house.live import meters
from pitboss.house.storage.batch import Batch
from pitboss.rulebook.model import Irregularity
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup, setup_of

if TYPE_CHECKING:
    from pitboss.house.live.live_table import LiveTable

MOST_NOTED = 200
"""A note is a sentence, not a story."""
NAMED_NO_WAGER = 2
"""The last edition whose calls of late wagers did not say which."""


@dataclass(frozen=True, slots=True)
class PendingCall:
    """A call that the floor has to confirm; its number is that of its entry in the table's journal."""

    number: int
    call: Call
    by: str
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        return {"number": self.number, "call": call_as_json(self.call), "by": self.by} | noted(self.note)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "PendingCall":
        call = call_from_json(raw["call"], entered=False)
        return cls(raw["number"], call, raw["by"], raw.get("note", ""))


def make(
    live: "LiveTable", batch: Batch, call: Call, by: str, confirmed_by: str = "", note: str = ""
) -> PendingCall | None:
    """Call an irregularity: in the round that goes on, or for the one to be dealt.

    Where the floor has to decide, the table waits until it has confirmed or rejected the call.
    """
    live.must_be_open()
    live.must_not_wait_for_the_floor()
    rule = check_call(live.setup, call)
    call = by_proper_name(live.setup, live.table.game, call)
    if live.strict:
        check_against_the_deal(rule, call)
    if not is_for_a_dealer_alone(live, call):
        if live.strict:
            check_note(call, note)
        if not confirmed_by:
            must_take_effect(live, call)
            waiting = PendingCall(live.head.number + 1, call, by, note)
            live.pending.append(waiting)
            body = {"round": _round_called(live), "call": call_as_json(call), "by": by, **noted(note)}
            live.enter(batch, "called", body)
            return waiting
    must_take_effect(live, call)
    signed_by = {"by": by} | ({"confirmed_by": confirmed_by} if confirmed_by else {}) | noted(note)
    if not live.going_on:
        live.calls.append(call)
        live.enter(batch, "call", {"round": live.rounds + 1, "call": call_as_json(call), **signed_by})
        return None
    played = live.going()
    meters.load(live, played)
    with live.playing():
        played.call(call)
        reply = {"call": call_as_json(call)}
        live.replies.append(reply)
        live.after_step(batch, played, "call", {"round": live.rounds, **reply, **signed_by})
    return None


def is_for_a_dealer_alone(live: "LiveTable", call: Call) -> bool:
    """True when a dealer alone may call it: what it is, and what it becomes where it was called before.

    One that a journal holds and that names no wager, though its rule asks for one, is from before it did.
    """
    known = live.setup.irregularities
    rule, remedy = known[call.id]
    if call.entered and rule.wager and call.wager is None:
        rule, remedy = setup_of(live.setup, NAMED_NO_WAGER).irregularities[call.id]
    before = [*live.calls, *(live.round.calls if live.going_on and live.round is not None else ())]
    again = rule.again if any(earlier.id == call.id and earlier is not call for earlier in before) else ()
    may_be = [(rule, remedy), *(known[id] for id in again if id in known)]
    return not any(needs_the_floor(rule, live.table.game, remedy, not live.strict) for rule, remedy in may_be)


def confirm(live: "LiveTable", batch: Batch, number: int, by: str) -> None:
    """The floor confirms a call, and it takes effect."""
    waiting = _waiting(live, number)
    live.pending.remove(waiting)
    try:
        make(live, batch, waiting.call, waiting.by, by, waiting.note)
    except PitbossError:
        live.pending.append(waiting)
        raise


def reject(live: "LiveTable", batch: Batch, number: int, by: str) -> None:
    """The floor rejects a call, and the game goes on as if it had not been made."""
    waiting = _waiting(live, number)
    live.pending.remove(waiting)
    live.enter(batch, "rejected", {"number": number, "call": call_as_json(waiting.call), "by": by})


def withdraw(live: "LiveTable", batch: Batch, by: str, some: Sequence[Mapping[str, Any]] | None = None) -> None:
    """Take back what was called for the coming round, or some of it."""
    if live.going_on or not live.calls:
        raise Refused("nothing is called for the coming round")
    called = [(call, call_as_json(call)) for call in live.calls]
    taken = [written for _, written in called if some is None or written in some]
    live.calls = [call for call, written in called if written not in taken]
    live.enter(batch, "withdrawn", {"calls": taken, "by": by})


def in_the_way(live: "LiveTable") -> list[dict[str, Any]]:
    """Calls for the coming round by which it cannot be dealt.

    Where it could not be dealt without them either, those about a wager that does not lie there any more.
    """

    def is_dealt(with_calls: Sequence[Call]) -> bool:
        trial = live.copy()
        trial.placed, trial.declined, trial.calls = dict(live.placed), set(live.declined), list(with_calls)
        try:
            trial.deal(Batch())
        except Refused:
            return False
        return True

    def is_placed(call: Call) -> bool:
        try:
            must_be_placed(live, call)
        except Refused:
            return False
        return True

    if not live.calls:
        return []
    if is_dealt(()):
        found = [call for call in live.calls if not is_dealt((call,))] or live.calls
    else:
        found = [call for call in live.calls if not is_placed(call)]
    return [call_as_json(call) for call in found]


def _round_called(live: "LiveTable") -> int:
    return live.rounds if live.going_on else live.rounds + 1


def _waiting(live: "LiveTable", number: int) -> PendingCall:
    for waiting in live.pending:
        if waiting.number == number:
            return waiting
    raise Refused(f"no call {number} waits for the floor at table {live.id}")


def check_call(setup: Setup, call: Call) -> Irregularity:
    """The rule of a call that names everything the rule asks for."""
    if call.id not in setup.irregularities:
        raise Refused(f'there is no irregularity "{call.id}" at this table; {suggest(call.id, setup.irregularities)}')
    rule, remedy = setup.irregularities[call.id]
    if call.amount is not None and not (rule.wager and "refuse" in remedy) and not call.entered:
        raise Refused(f"{call.id}: name no amount; it never concerns a part of a wager", rule.cite)
    if rule.counted is not None and call.count is None:
        raise Refused(f"{call.id}: say how many cards are left, as count", rule.cite)
    if rule.seat and call.seat is None and not call.entered:
        raise Refused(f"{call.id}: say which seat it concerns", rule.cite)
    if rule.wager and call.wager is None and not call.entered:
        raise Refused(f"{call.id}: say which wager it concerns", rule.cite)
    if call.at not in (None, *rule.moments):
        raise Refused(f"{call.id}: happens at {' or '.join(rule.moments)}, not at {call.at}", rule.cite)
    return rule


def effects(rule: Irregularity, game: Game, remedy: Sequence[str]) -> tuple[str, ...]:
    """What the remedies of an irregularity can do to a round: change its ``cards``, or return or forfeit ``wagers``."""
    found = []
    if any(REMEDIES[word].cards for word in remedy):
        found.append("cards")
    # A refusal that names no wager gives none back, unless a script sees to it.
    decides = [word for word in remedy if not (REMEDIES[word].cards or REMEDIES[word].alone)]
    if [word for word in decides if word != "refuse" or rule.wager or word in game.remedies]:
        found.append("wagers")
    return tuple(found)


def needs_the_floor(rule: Irregularity, game: Game, remedy: Sequence[str], practice: bool) -> bool:
    """True when a dealer alone may not call it."""
    return rule.floor or (not practice and bool(effects(rule, game, remedy)))


def check_against_the_deal(rule: Irregularity, call: Call) -> None:
    """Refuse what a table that deals from a committed seed knows better."""
    if rule.disproved:
        raise Refused(f"{call.id}: that did not happen at this table, where {rule.disproved}", rule.cite)
    if call.card is not None:
        # Whether it is the right one is not told either: fifty-two guesses would find the next card.
        raise Refused(f"{call.id}: name no card; it is the shoe's next one, whichever that is", rule.cite)


def check_note(call: Call, note: str) -> None:
    """Refuse a call without a word about what happened."""
    if not note.strip():
        raise Refused(f"{call.id}: say in a note what happened")
    if len(note) > MOST_NOTED or not note.isprintable():
        raise Refused(f"{call.id}: a note is one line of at most {MOST_NOTED} characters")


def why_not_called(live: "LiveTable", id: str) -> str:
    """Why an irregularity cannot be called now, whatever the call names; empty where it can."""
    rule, _ = live.setup.irregularities[id]
    played = live.round if live.going_on else None
    try:
        live.must_be_open()
        live.must_not_wait_for_the_floor()
        if live.strict:
            check_against_the_deal(rule, Call(id))
        if played is not None:
            played.must_be_in_time(id)
    except Refused as refused:
        return refused.sentence.removeprefix(f"{id}: ")
    return ""


def must_take_effect(live: "LiveTable", call: Call) -> None:
    """Refuse a call that could not take effect any more, before it is entered or the floor is asked."""
    if call.seat is not None and call.seat not in live.seats:
        raise Refused(f"{call.id}: nobody sits at seat {call.seat}")
    # What lets a wager be placed at all is called before it.
    if not live.going_on and not call.entered and not set(CAPS) & set(live.setup.irregularities[call.id][1]):
        must_be_placed(live, call)
    if call.card is not None and not live.follows_older_rules:
        shoe = live.table.shoe
        if shoe is None or call.card not in shoe:
            raise Refused(f"{call.id}: {call.card} is no longer in the shoe")
    if live.going_on and live.round is not None:
        live.round.may_call(call)
        # A remedy that refuses would leave the round in the middle of a step, so it is tried on a copy first.
        trial = live.copy()
        assert trial.round is not None
        trial.round.call(call)


def must_be_placed(live: "LiveTable", call: Call) -> None:
    """Refuse a call for the coming round about a wager that its seat has not put up, and that does not stand."""
    if call.wager is None:
        return
    named, seat = proper_name(live.setup, live.table.game, call.wager), call.seat or 1
    offer = live.setup.offers[named.partition(" ")[0]]
    placed = live.placed[seat].wagers if seat in live.placed else {}
    bets = [*read_bets(live.setup, live.table.game, seat, placed), *live.table.standing]
    if offer.placed == "before_deal" and not any(bet.seat == seat and named in (bet.name, bet.wager) for bet in bets):
        rule, _ = live.setup.irregularities[call.id]
        raise Refused(f"{call.id}: seat {seat} has no wager {call.wager}", rule.cite)


def noted(note: str) -> dict[str, str]:
    """A note as it is kept; where there is none, nothing is."""
    return {"note": note} if note else {}


def call_as_json(call: Call) -> dict[str, Any]:
    found: dict[str, Any] = {"id": call.id}
    for key in ("seat", "wager", "amount", "count", "on_table", "at"):
        if getattr(call, key) is not None:
            found[key] = getattr(call, key)
    if call.card is not None:
        found["card"] = str(call.card)
    return found


def call_from_json(raw: Mapping[str, Any], entered: bool = True) -> Call:
    """A call as it was kept; one that took effect does so again, whatever its rule asks for since."""
    card = Card(raw["card"]) if "card" in raw else None
    return Call(
        raw["id"],
        raw.get("seat"),
        card,
        raw.get("wager"),
        raw.get("at"),
        amount=raw.get("amount"),
        count=raw.get("count"),
        on_table=raw.get("on_table"),
        entered=entered,
    )
