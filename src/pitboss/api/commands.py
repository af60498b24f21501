"""What is done at a table, by whom it may be done, and how. REST, sockets and pages all come through here."""

import time
from collections.abc import Callable, Sequence
from math import ceil
from typing import Any

from pitboss.api import models
from pitboss.api.problems import Problem
from pitboss.engine.fees import COLLECTED
from pitboss.engine.questions import Ask, asked_of
from pitboss.engine.remedies import Call
from pitboss.equipment.cards import Card
from pitboss.errors import Refused, with_article
from pitboss.house.house import House
from pitboss.house.ledger import must_be_moved_at_once
from pitboss.house.live import absence, calls, player_bank, procedures
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.pace import BETWEEN_COLLECTIONS, CLOCK, LEAST_TO_DECIDE
from pitboss.house.people import Person
from pitboss.house.sharing import others
from pitboss.house.storage.batch import Batch
from pitboss.money import cents, dollars

PLAYER, DEALER, FLOOR, AUDITOR, SYSTEM = "player", "dealer", "floor", "auditor", "system"
EVERYBODY = (PLAYER, DEALER, FLOOR, AUDITOR, SYSTEM)
RUNS_TABLE = (DEALER, FLOOR, SYSTEM)
MINDS_TABLES = (FLOOR, SYSTEM)

WHO_MAY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("sit", "bet", "ready", "act", "take_bank", "word"), (PLAYER,)),
    "pass_bank": (PLAYER, *RUNS_TABLE),
    "buy_in": (PLAYER, FLOOR),
    "leave": (PLAYER, FLOOR, SYSTEM),
    **dict.fromkeys(("sit_out", "come_back"), (PLAYER, *RUNS_TABLE)),
    **dict.fromkeys(("deal", "call", "withdraw", "step", "close", "reopen", "repaired", "collect"), RUNS_TABLE),
    **dict.fromkeys(("confirm", "reject", "end_turn", "fill", "credit"), MINDS_TABLES),
}
"""The roles that may do each thing."""

MOVES_MONEY = (
    "sit",
    "buy_in",
    "leave",
    "bet",
    "ready",
    "deal",
    "act",
    "end_turn",
    "call",
    "confirm",
    "fill",
    "credit",
    "collect",
)


def must_be(person: Person, roles: tuple[str, ...], what: str) -> None:
    """Refuse somebody whose role does not do this."""
    if person.role not in roles:
        raise Problem(
            403, f"{with_article(person.role)} may not {what.replace('_', ' ')}; that is for {' or '.join(roles)}"
        )


def must_be_here(house: House, table: str) -> LiveTable:
    """A table that this process serves."""
    if table in house.tables:
        return house.tables[table]
    if table in house.damaged:
        raise Problem(503, house.damaged[table])
    if table not in house.share:
        where = [process.address for process in others(house.store) if table in process.share]
        now = f"it is served at {where[0]}" if where else "no process serves it now"
        raise Problem(421, f"table {table} is not served here, where tables {house.share} are; {now}")
    raise Problem(404, f'there is no table "{table}"')


def perform(house: House, batch: Batch, person: Person, table: str, command: models.AtTable) -> dict[str, Any]:
    """Do something at a table for somebody; what it came to, besides what the table now looks like."""
    must_be(person, WHO_MAY[command.do], command.do)
    live = must_be_here(house, table)
    # What the house as a whole has to judge first.
    if isinstance(command, models.BuyIn) or (isinstance(command, models.Sit) and command.buy_in is not None):
        _must_buy_in_here(house, person)
    if isinstance(command, models.Credit):
        house.credit(batch, table, amount_moved(command.amount), person.id)
        result = {"amount": dollars(cents(command.amount))}
    else:
        result = _DO[command.do](live, batch, person, command)
    if (
        command.do in ("bet", "ready", "leave", "sit_out", "pass_bank")
        and live.pace.auto_deal
        and live.everybody_is_ready
    ):
        deal_anyway(live, batch, person.id)
    return {"done": command.do, "table": table, "round": live.rounds, **result}


# -- each thing -------------------------------------------------------------------------------------------------------


def _sit(live: LiveTable, batch: Batch, person: Person, sent: models.Sit) -> dict[str, Any]:
    buy_in = None if sent.buy_in is None else amount_moved(sent.buy_in)
    live.sit(batch, person.id, sent.seat, person.id, buy_in)
    return {"seat": sent.seat, "chips": dollars(live.seated(sent.seat).chips)}


def _buy_in(live: LiveTable, batch: Batch, person: Person, sent: models.BuyIn) -> dict[str, Any]:
    if person.role == PLAYER:
        _must_sit(live, person, sent.seat)
    live.buy_in(batch, sent.seat, amount_moved(sent.amount), person.id)
    return {"seat": sent.seat, "chips": dollars(live.seated(sent.seat).chips)}


def _leave(live: LiveTable, batch: Batch, person: Person, sent: models.Leave) -> dict[str, Any]:
    if person.role == PLAYER:
        _must_sit(live, person, sent.seat)
    cashed = live.leave(batch, sent.seat, person.id)
    if not (live.going_on or live.pending or live.clock.betting_is_over):
        live.keep_what_fits()
    return {"seat": sent.seat, "cashed": dollars(cashed)}


def _sit_out(live: LiveTable, batch: Batch, person: Person, sent: models.SitOut) -> dict[str, Any]:
    if person.role == PLAYER:
        _must_sit(live, person, sent.seat)
    away = absence.sit_out(live, batch, sent.seat, person.id)
    return {"seat": sent.seat, **away.as_json()}


def _come_back(live: LiveTable, batch: Batch, person: Person, sent: models.ComeBack) -> dict[str, Any]:
    if person.role == PLAYER:
        _must_sit(live, person, sent.seat)
    absence.come_back(live, batch, sent.seat, person.id)
    return {"seat": sent.seat}


def _bet(live: LiveTable, batch: Batch, person: Person, sent: models.Bet) -> dict[str, Any]:
    _must_sit(live, person, sent.seat)
    _must_be_for(live, sent.round)
    live.bet(sent.seat, sent.wagers, sent.says, sent.ready)
    return {"seat": sent.seat}


def _ready(live: LiveTable, batch: Batch, person: Person, sent: models.Ready) -> dict[str, Any]:
    _must_sit(live, person, sent.seat)
    _must_be_for(live, sent.round)
    live.ready(sent.seat)
    return {"seat": sent.seat}


def _deal(live: LiveTable, batch: Batch, person: Person, sent: models.Deal) -> dict[str, Any]:
    _must_be_for(live, sent.round)
    try:
        live.deal(batch, person.id)
    except Refused:
        if live.spoiled or live.calls or not live.clock.betting_is_over:
            raise
        deal_anyway(live, batch, person.id)  # nobody can take back any more what does not fit, so the table does
    return {}


def _act(live: LiveTable, batch: Batch, person: Person, sent: models.Act) -> dict[str, Any]:
    _must_sit(live, person, sent.seat)
    _must_be_the_question(live, sent)
    live.act(batch, sent.seat, sent.action, person.id)
    return {"seat": sent.seat}


def _end_turn(live: LiveTable, batch: Batch, person: Person, sent: models.EndTurn) -> dict[str, Any]:
    _must_be_the_question(live, sent)
    if left := ceil(live.clock.turn_may_be_ended):
        raise Refused(f"a seat has {LEAST_TO_DECIDE:.0f} seconds to decide; its turn can be ended in {left}")
    live.end_turn(batch, sent.seat, person.id, sent.reason)
    return {"seat": sent.seat}


def _take_bank(live: LiveTable, batch: Batch, person: Person, sent: models.TakeBank) -> dict[str, Any]:
    _must_sit(live, person, sent.seat)
    player_bank.take(live, batch, sent.seat, amount_moved(sent.wager), person.id)
    return {"seat": sent.seat}


def _pass_bank(live: LiveTable, batch: Batch, person: Person, sent: models.PassBank) -> dict[str, Any]:
    if person.role == PLAYER:
        _must_sit(live, person, sent.seat)
    elif live.bank is not None and live.bank.seat == sent.seat:
        raise Refused(f"seat {sent.seat} has the bank, and gives it up itself", live.setup.entry.bank.cite)
    player_bank.pass_on(live, batch, sent.seat, person.id)
    return {"seat": sent.seat}


def _call(live: LiveTable, batch: Batch, person: Person, sent: models.CallIrregularity) -> dict[str, Any]:
    card = None if sent.card is None else Card(sent.card)
    call = Call(
        sent.irregularity,
        sent.seat,
        card,
        sent.wager,
        sent.at,
        amount=sent.amount,
        count=sent.count,
        on_table=sent.on_table,
    )
    waiting = calls.make(live, batch, call, person.id, person.id if person.role == FLOOR else "", sent.note.strip())
    return {"waits_for_floor": None if waiting is None else waiting.number}


def _word(live: LiveTable, batch: Batch, person: Person, sent: models.AddWord) -> dict[str, Any]:
    live.add_word(batch, person.id, sent.word)
    return {"word": sent.word}


def _confirm(live: LiveTable, batch: Batch, person: Person, sent: models.Confirm) -> dict[str, Any]:
    calls.confirm(live, batch, sent.number, person.id)
    return {"number": sent.number}


def _reject(live: LiveTable, batch: Batch, person: Person, sent: models.Reject) -> dict[str, Any]:
    calls.reject(live, batch, sent.number, person.id)
    return {"number": sent.number}


def _withdraw(live: LiveTable, batch: Batch, person: Person, sent: models.Withdraw) -> dict[str, Any]:
    confirmed = next((call for call in live.calls if not calls.is_for_a_dealer_alone(live, call)), None)
    if confirmed is not None and person.role not in MINDS_TABLES:
        cite = live.setup.irregularities[confirmed.id][0].cite
        raise Refused(f"the floor has decided on {confirmed.id}, and the floor alone withdraws it", cite)
    calls.withdraw(live, batch, person.id)
    return {}


def _step(live: LiveTable, batch: Batch, person: Person, sent: models.StepDone) -> dict[str, Any]:
    if sent.step:
        procedures.step_done(live, batch, sent.procedure, sent.step, person.id)
    else:
        procedures.begin(live, batch, sent.procedure, person.id)
    return {"procedure": sent.procedure, "step": sent.step}


def _fill(live: LiveTable, batch: Batch, person: Person, sent: models.Fill) -> dict[str, Any]:
    live.fill(batch, amount_moved(sent.amount), person.id)
    return {"amount": dollars(cents(sent.amount))}


def _close(live: LiveTable, batch: Batch, person: Person, sent: models.Close) -> dict[str, Any]:
    live.close(batch, person.id)
    return {}


def _reopen(live: LiveTable, batch: Batch, person: Person, sent: models.Reopen) -> dict[str, Any]:
    live.reopen(batch, person.id)
    return {}


def _repaired(live: LiveTable, batch: Batch, person: Person, sent: models.Repaired) -> dict[str, Any]:
    live.repair(batch, person.id)
    return {}


def _collect(live: LiveTable, batch: Batch, person: Person, sent: models.Collect) -> dict[str, Any]:
    ago = live.clock.collected_ago
    if person.role == DEALER and ago is not None and ago < BETWEEN_COLLECTIONS:
        # The time is what the dealer says it is; the house's own clock keeps that from being any time at all.
        raise Refused(
            f"a half hour was collected {ago / 60:.0f} minutes ago; what was missed before, the floor collects"
        )
    if person.role == DEALER and sent.started and (since := live.table.carry.get(COLLECTED)):
        # A game that has just started pays nothing, so whoever says so gives the fees of a half hour away.
        raise Refused(f"the fees of {since} were collected from this game; that a new one began, the floor says")
    collected = live.collect(batch, sent.time, person.id, sent.started or "")
    live.clock.collected_at = time.monotonic()
    return {"fees": [fee.as_json() for fee in collected]}


_DO: dict[str, Callable[[LiveTable, Batch, Person, Any], dict[str, Any]]] = {
    "sit": _sit,
    "buy_in": _buy_in,
    "leave": _leave,
    "sit_out": _sit_out,
    "come_back": _come_back,
    "bet": _bet,
    "ready": _ready,
    "deal": _deal,
    "act": _act,
    "end_turn": _end_turn,
    "take_bank": _take_bank,
    "pass_bank": _pass_bank,
    "word": _word,
    "call": _call,
    "confirm": _confirm,
    "reject": _reject,
    "withdraw": _withdraw,
    "step": _step,
    "fill": _fill,
    "close": _close,
    "reopen": _reopen,
    "repaired": _repaired,
    "collect": _collect,
}


# -- when time is up --------------------------------------------------------------------------------------------------


def time_is_up(house: House, batch: Batch, table: str) -> None:
    """Do what follows when a time limit of a table has passed: deal, or answer for somebody who is silent."""
    live = house.tables.get(table)
    if live is None:
        return
    if live.clock.offer_is_over and live.clock.offered in live.seats and not live.going_on:
        player_bank.pass_on(live, batch, live.clock.offered, CLOCK)
    if live.clock.betting_is_over and live.pace.auto_deal and not live.going_on:
        deal_anyway(live, batch, CLOCK)
    elif live.clock.decision_is_over and live.round is not None and live.round.asking:
        for ask in live.round.asking:
            live.end_turn(batch, ask.seat, CLOCK, "the time to decide is over")
            _sit_out_the_silent(live, batch, ask.seat)


def _sit_out_the_silent(live: LiveTable, batch: Batch, seat: int) -> None:
    """Where no dealer deals, nobody waits for the next hand of somebody who did not answer in this one."""
    if live.pace.auto_deal and live.table.game.stacks and seat not in live.away:
        absence.sit_out(live, batch, seat, CLOCK)


def asks_one_of(people: frozenset[str], house: House, table: str) -> bool:
    """True when one of these people has to decide at a table."""
    live = house.tables.get(table) if people else None
    return live is not None and any(live.seats[ask.seat].person in people for ask in _open_questions(live))


def answer_for(people: frozenset[str], house: House, batch: Batch, table: str) -> None:
    """Answer for those of these people who are asked, as if their time were over."""
    live = house.tables.get(table)
    for ask in _open_questions(live) if live is not None else ():
        if live is not None and live.seats[ask.seat].person in people:
            live.end_turn(batch, ask.seat, CLOCK, "nobody plays this seat")


def _open_questions(live: LiveTable) -> Sequence[Ask]:
    asking = live.round.asking if live.going_on and live.round is not None and not live.pending else ()
    return [ask for ask in asking if ask.seat in live.seats]


def deal_anyway(live: LiveTable, batch: Batch, by: str) -> None:
    """Deal; what stands in the way, a call or wagers that do not fit any more, is taken back first.

    Whoever gets wagers back while there is time left is not dealt past: they can wager otherwise.
    """
    try:
        live.deal(batch, by)
    except Refused:
        if live.spoiled:
            raise
        live.keep_what_fits()
        if in_the_way := calls.in_the_way(live):
            calls.withdraw(live, batch, by, in_the_way)
        if not live.clock.betting_is_over and not live.everybody_is_ready:
            return
        try:
            live.deal(batch, by)
        except Refused as refused:
            if live.spoiled:
                raise
            live.take_bets_back(refused)


def give_up(house: House, batch: Batch, table: str) -> None:
    """A table that could not go on by itself, for whatever reason, gives back what is put up; its time runs anew."""
    live = house.tables.get(table)
    if live is None:
        return
    if live.calls and not live.going_on:
        calls.withdraw(live, batch, CLOCK)
    live.take_bets_back(Refused("the table could not go on by itself; everything was given back"))


# -- helpers ----------------------------------------------------------------------------------------------------------


def _must_buy_in_here(house: House, person: Person) -> None:
    """One party sells the chips: players buy in for themselves, or the floor does for those who paid at the cage."""
    if house.settings.cage_buy_ins and person.role == PLAYER:
        raise Refused("chips are bought at the cage in this house; the floor buys in for you")
    if not house.settings.cage_buy_ins and person.role != PLAYER:
        raise Refused("players buy in for themselves in this house")


def _must_sit(live: LiveTable, person: Person, seat: int) -> None:
    if live.seated(seat).person != person.id:
        raise Problem(403, f"seat {seat} is somebody else's")


def _must_be_for(live: LiveTable, number: int | None) -> None:
    """A bet for a certain round counts for no other."""
    if number is not None and number != live.rounds + 1:
        raise Refused(f"no more bets for round {number}")


def _must_be_the_question(live: LiveTable, sent: models.Act | models.EndTurn) -> None:
    """An answer to a certain question is none to another."""
    if sent.round is not None and sent.round != live.rounds:
        raise Refused(f"round {sent.round} is over")
    ask = None if live.round is None else asked_of(live.round.asking, sent.seat)
    if sent.decision is not None and ask is not None and sent.decision != ask.number + 1:
        raise Refused(f"decision {sent.decision} of the round was made already")


def amount_moved(text: str) -> int:
    """An amount that moves between the cage and a table, within what is moved at once."""
    return must_be_moved_at_once(cents(text))
