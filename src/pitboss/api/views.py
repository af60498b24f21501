"""What a viewer may see of a table, as plain values. Cards are shown by ``Round.view`` alone; nothing else is told.

Each function reads a ``LiveTable`` and changes nothing. While a service runs they are called where the house is:
``await runner.do(table, lambda house, batch: table_view(house.table(table), viewer, house.names))``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal, cast

from pitboss.api.schema.parts import Event as EventShown
from pitboss.api.schema.tables import (
    ActionShown,
    Asking,
    BankShown,
    Betting,
    Fairness,
    IrregularityShown,
    LobbyTable,
    MeterShown,
    Pending,
    ProcedureShown,
    Returned,
    RoundShown,
    SeatShown,
    Status,
    TableShown,
    WagerUp,
)
from pitboss.engine.events import DEALER, TABLE, Event
from pitboss.engine.questions import Ask
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet
from pitboss.errors import Refused
from pitboss.house.house import House
from pitboss.house.live import calls, player_bank
from pitboss.house.live.calls import effects
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.pace import seconds_left
from pitboss.house.people import Person, Role
from pitboss.money import MOST_CENTS, dollars

View = Mapping[str, Any]
"""A view, or a part of one, as pages read it."""
MOST_EVENTS = 10_000
"""Events that are kept as views show them."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a person of the house with a role, or a visitor."""

    person: str = ""
    role: Role | Literal["visitor"] = "visitor"

    @classmethod
    def of(cls, person: Person | None) -> "Viewer":
        return cls() if person is None else cls(person.id, person.role)

    @property
    def eyes(self) -> str:
        """As whom they see the cards of a round that is going on: a player their own, all others what lies open."""
        if self.role == "player":
            return self.person
        return DEALER if self.role == "dealer" else TABLE


VISITOR = Viewer()


@cache
def _empty_seat(seat: int) -> SeatShown:
    return {
        "seat": seat,
        "name": None,
        "yours": False,
        "chips": None,
        "placed": {},
        "says": [],
        "ready": False,
        "away": None,
        "returned": None,
        "up": [],
    }


def lobby_view(live: LiveTable) -> LobbyTable:
    """A table as the lobby lists it."""
    limits = [offer for offer in live.setup.offers.values() if offer.placed == "before_deal"]
    return {
        "table": live.id,
        "entry": live.setup.entry.name,
        "title": live.setup.entry.title,
        "family": live.setup.entry.family,
        "status": cast(Status, live.status),
        "practice": live.practice,
        "seats": live.setup.seats,
        "taken": len(live.seats),
        "free": [seat for seat in range(1, live.setup.seats + 1) if seat not in live.seats],
        "rounds": live.rounds,
        "going_on": live.going_on,
        "minimum": dollars(min((offer.exactly or offer.min or offer.unit for offer in limits), default=0)),
        "meters": meters_view(live),
        "pending": len(live.pending),
    }


def damaged_view(house: House) -> list[LobbyTable]:
    """Tables that are kept closed because nothing can be made of their rows, as the lobby lists them."""
    return [
        {
            "table": id,
            "entry": "",
            "title": "",
            "family": "",
            "status": "damaged",
            "seats": 0,
            "taken": 0,
            "free": [],
            "rounds": 0,
            "going_on": False,
            "minimum": dollars(0),
            "meters": [],
            "pending": 0,
            "why": why,
        }
        for id, why in sorted(house.damaged.items())
    ]


def table_view(live: LiveTable, viewer: Viewer, names: Mapping[str, str] | None = None) -> TableShown:
    """A table as a viewer may see it now: seats and chips, wagers, the round, and the question if it is theirs.

    ``names`` are the people's names by their ids. ``number`` grows with everything that is entered in the table's
    journal.
    """
    mine, stopped = seats_of(live, viewer), live.table.stopped
    return {
        "table": live.id,
        "entry": live.setup.entry.name,
        "title": live.setup.entry.title,
        "status": cast(Status, live.status),
        "stopped": None if stopped is None else str(stopped),
        "number": live.head.number,
        "you": {"person": viewer.person, "role": viewer.role, "seats": mine},
        "seats": _seats(live, viewer, names or {}),
        "pace": {
            "betting": live.pace.betting,
            "decision": live.pace.decision,
            "auto_deal": live.pace.auto_deal,
        },
        "betting": _betting(live),
        "round": None if live.round is None else round_view(live, live.round, viewer),
        "asking": _asking(live, viewer, mine),
        "shown": _shown(live, stopped, mine),
        "carry": {key: live.table.carry[key] for key in live.table.game.public if key in live.table.carry},
        "bank": _bank(live),
        "meters": meters_view(live),
        "fairness": _fairness(live, names or {}),
        "practice": live.practice,
        "called": [
            {"irregularity": call.id, "trigger": _trigger(live, call), "seat": call.seat} for call in live.calls
        ],
        "pending": pending_view(live),
    }


def round_view(live: LiveTable, played: Round, viewer: Viewer) -> RoundShown:
    """The round that is going on, or the last one, with its events as the viewer may see them.

    ``seats`` are those that were the viewer's in it; somebody else may have sat there.
    """
    came_to = live.came_to(played)
    return {
        "number": live.rounds,
        "practice": live.practice,
        "going_on": not played.over,
        "seats": sorted(seat for seat, player in played.players.items() if player == viewer.person),
        "events": [event_view(event) for event in played.view(viewer.eyes)],
        "settlements": came_to["settlements"],
        "net": came_to["net"],
        "fees": came_to["fees"],
        "void": came_to["void"],
    }


def event_view(event: Event) -> EventShown:
    """An event that a viewer may see; face-down cards are ``??`` in it.

    Most of them were seen before, by somebody else or in a round before; whoever gets a view only reads it. What the
    text says as a value is not told again.
    """
    return _seen_event(event if event.value is None else event._replace(value=None))


@lru_cache(maxsize=MOST_EVENTS)
def _seen_event(event: Event) -> EventShown:
    found: EventShown = {"kind": event.kind, "cite": event.cite}
    if event.text:
        found["text"] = event.text
    if event.seat is not None:
        found["seat"] = event.seat
    if event.hand:
        found["hand"] = event.hand
    if event.cards:
        found["cards"] = [str(card) for card in event.cards]
    if event.source:
        found["source"] = event.source
    if event.at:
        found["at"] = list(event.at)
    if event.amount is not None:
        found["amount"] = dollars(event.amount)
    return found


def meters_view(live: LiveTable) -> list[MeterShown]:
    """What the table's progressive meters stand at; where one must hit, by when, but never where."""
    rules = live.setup.meters
    return [
        {
            "meter": meter.id,
            "title": rules[name].title,
            "wager": rules[name].wager,
            "amount": dollars(int(meter.exact)),
            "must_hit_by": None if (most := rules[name].must_hit_max) is None else dollars(most),
            "cite": rules[name].cite,
        }
        for name, meter in live.meters.items()
    ]


def pending_view(live: LiveTable) -> list[Pending]:
    """Irregularities that were called and wait for the floor."""
    return [
        {
            "number": waiting.number,
            "irregularity": waiting.call.id,
            "trigger": _trigger(live, waiting.call),
            "seat": waiting.call.seat,
            "wager": waiting.call.wager,
            "by": waiting.by,
            "note": waiting.note,
            "text": live.setup.irregularities[waiting.call.id][0].text,
            "cite": live.setup.irregularities[waiting.call.id][0].cite,
        }
        for waiting in live.pending
    ]


def _trigger(live: LiveTable, call: Call) -> str:
    """What was called, in the words of the rule."""
    return live.setup.irregularities[call.id][0].trigger


def irregularities_view(live: LiveTable) -> list[IrregularityShown]:
    """What a dealer can call at this table, what a call must name, and what is then done."""
    return [
        {
            "irregularity": name,
            "trigger": rule.trigger,
            "text": rule.text,
            "moments": list(rule.moments),
            "names_seat": rule.seat,
            "names_card": rule.card and not live.strict,
            "names_wager": rule.wager,
            "names_amount": rule.wager and "refuse" in remedy,
            "names_count": rule.counted is not None,
            "floor": (floor := not calls.is_for_a_dealer_alone(live, Call(name))),
            "note": live.strict and floor,
            "disproved": rule.disproved if live.strict else "",
            "why_not": calls.why_not_called(live, name),
            "effects": list(effects(rule, live.table.game, remedy)),
            "remedy": list(remedy),
            "cite": rule.cite,
        }
        for name, (rule, remedy) in live.setup.irregularities.items()
    ]


def procedures_view(live: LiveTable) -> list[ProcedureShown]:
    """The procedures that go with the table's set-up, as a checklist."""
    return [
        {
            "procedure": name,
            "title": procedure.title,
            "steps": [
                {"step": number, "text": line.text, "cite": line.cite, "done": f"{name} {number}" in live.done}
                for number, line in enumerate(procedure.steps, start=1)
            ],
        }
        for name, procedure in live.setup.procedures.items()
    ]


def seats_of(live: LiveTable, viewer: Viewer) -> list[int]:
    """The seats at which the viewer sits."""
    return sorted(seat for seat, seated in live.seats.items() if seated.person == viewer.person)


def _fairness(live: LiveTable, names: Mapping[str, str]) -> Fairness:
    """What is told of the coming shuffle: its commitment, and the words that players added to it."""
    return {
        "deal": live.seeds.deals,
        "commitment": live.seeds.commitment if live.seeds.current else None,
        "words": [
            {"name": names.get(person, person), "word": word} for person, word in sorted(live.seeds.words.items())
        ],
    }


# -- helpers ----------------------------------------------------------------------------------------------------------


def _seats(live: LiveTable, viewer: Viewer, names: Mapping[str, str]) -> list[SeatShown]:
    up: dict[int, list[Bet]] = {}
    for bet in live.table.standing if not live.going_on or live.round is None else live.round.bets:
        if not bet.outcome:
            up.setdefault(bet.seat, []).append(bet)
    return [
        _seat(live, seat, viewer, names, up.get(seat, ())) if seat in live.seats else _empty_seat(seat)
        for seat in range(1, live.setup.seats + 1)
    ]


def _seat(live: LiveTable, seat: int, viewer: Viewer, names: Mapping[str, str], up: Sequence[Bet]) -> SeatShown:
    seated, placed, away = live.seats[seat], live.placed.get(seat), live.away.get(seat)
    return {
        "seat": seat,
        "name": names.get(seated.person, seated.person),
        "yours": seated.person == viewer.person,
        "chips": dollars(seated.chips),
        "placed": {} if placed is None else dict(placed.wagers),
        "says": [] if placed is None else list(placed.says),
        "ready": seat in live.clock.ready,
        "away": None if away is None else {"since": away.since, "until": away.until, "third_man": away.third_man},
        "returned": _returned(live, seat),
        "up": [_up(bet) for bet in up],
    }


def _returned(live: LiveTable, seat: int) -> Returned | None:
    found = live.returned.get(seat)
    return None if found is None else {"round": found.round, "why": found.why, "cite": found.cite}


def _up(bet: Bet) -> WagerUp:
    """A wager that lies on the table; a lammer of the house's is told apart from chips."""
    if bet.lammer:
        return {
            "wager": bet.name,
            "amount": dollars(bet.stake),
            "lammer": dollars(bet.lammer),
            "hand": bet.hand,
        }
    return {"wager": bet.name, "amount": dollars(bet.stake)}


def _betting(live: LiveTable) -> Betting:
    """Whether bets are taken, and for how long; ``round`` is the one they would be for."""
    return {
        "open": live.takes_bets,
        "round": live.rounds + (0 if live.going_on else 1),
        "seconds_left": seconds_left(live.clock.betting_ends),
        "auto_deal": live.pace.auto_deal,
    }


def _asking(live: LiveTable, viewer: Viewer, mine: list[int]) -> Asking | None:
    """Who is asked; what they may do is told to them alone."""
    asking = live.round.asking if live.going_on and live.round is not None else ()
    if not asking:
        return None
    ask = next((each for each in asking if each.seat in mine), asking[0])
    yours = ask.seat in mine
    return {
        "seat": ask.seat,
        "hand": None if ask.hand is None else str(ask.hand),
        "seats": [each.seat for each in asking],
        "yours": yours,
        "decision": ask.number + 1,
        "actions": _actions(ask) if yours else [],
        "cite": ask.cite,
        "seconds_left": seconds_left(live.clock.decision_ends),
        "if_ended": ask.default_answer.partition(" ")[0] if viewer.role in ("floor", "system") else None,
    }


def _actions(ask: Ask) -> list[ActionShown]:
    """What may be done. Where an amount is named, it goes from ``least`` to ``most`` in steps of ``step``.

    ``cost`` is what the word alone stakes, or the least where an amount has to be named. ``sizes`` are such amounts as
    have a name of their own.
    """
    found = []
    for action in ask.actions:
        shown: ActionShown = {
            "action": action.name,
            "text": action.text,
            "cost": dollars(action.lowest if action.must_be_named else action.alone),
        }
        if action.step:
            shown["least"] = dollars(action.least or action.step)
            shown["most"] = None if action.cost >= MOST_CENTS else dollars(action.cost)
            shown["step"] = dollars(action.step)
        if action.sizes:
            shown["sizes"] = {name: dollars(size) for name, size in action.sizes}
        if action.already:
            shown["already"] = dollars(action.already)
        if action.picks is not None:
            shown["picks"] = {
                "hand": action.picks.hand,
                "pieces": list(action.picks.pieces),
                "groups": {name: list(counts) for name, counts in action.picks.groups.items()},
                "usual": None if action.picks.usual is None else action.picks.words(action.picks.usual),
            }
        found.append(shown)
    return found


def _shown(live: LiveTable, stopped: Refused | None, mine: list[int]) -> list[str]:
    """How the table and its round stand, in the game's own lines: the puck, who shoots, what the pot holds."""
    told = [] if stopped is None else [str(stopped)]
    tell = live.table.game.shown
    if tell is not None:
        told += tell(live.setup, live.table.carry, live.table.standing, mine[0] if mine else 0)
    if live.going_on and live.round is not None and live.table.game.stands is not None:
        told += live.table.game.stands(live.round)
    return told


def _bank(live: LiveTable) -> BankShown | None:
    """Who banks where a player says so beforehand; None where nobody does."""
    rule = live.setup.entry.bank
    if not rule.named_beforehand:
        return None
    bank = live.bank
    return {
        "seat": None if bank is None else bank.seat,
        "wager": None if bank is None else dollars(bank.cents),
        "offered_on": player_bank.is_offered(live),
        "offered_first": player_bank.waits_for(live),
        "offered_to": [seat for seat in sorted(live.seats) if player_bank.may_bank(live, seat)],
        "alternates": rule.kind == "alternating",
        "cite": rule.cite,
    }
