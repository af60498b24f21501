"""The bank of a player at a live table: who is offered it, takes it with which chips, and passes it on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.engine import fees
from pitboss.engine.record import BankSeat
from pitboss.errors import Refused
from pitboss.house.journal.chain import signed
from pitboss.house.live import chips
from pitboss.house.storage.batch import Batch
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.house.live.live_table import LiveTable


def is_offered(live: "LiveTable") -> bool:
    """True when the player-dealer has banked as many rounds in a row as the rulebook lets, or nobody can bank."""
    if live.bank is None or not live.seated(live.bank.seat).chips:
        return True
    turns, last = live.setup.entry.bank.rounds_in_a_row, live.table.bank_seat
    return turns is not None and last is not None and last[0] == live.bank.seat and last[1] >= turns


def offered_first(live: "LiveTable") -> int | None:
    """The seat that is offered the bank before any other; None where it is offered to nobody, or in no order.

    Where a player must bank, the offer goes round again when everybody has passed it.
    """
    seats = [seat for seat in _order(live) or () if seat in live.seats and live.seats[seat].chips and _may(live, seat)]
    left = [seat for seat in seats if seat not in _passed(live)]
    goes_round = live.bank is None and live.setup.entry.bank.kind == "player_dealer"
    return next(iter(left or (seats if goes_round else [])), None)


def waits_for(live: "LiveTable") -> int | None:
    """The seat that has to say now whether it takes the bank."""
    rule = live.setup.entry.bank
    if not is_offered(live) or (live.placed and rule.kind == "player_dealer"):
        return None
    first = offered_first(live)
    return None if live.bank is not None and live.bank.seat == first else first


def _passed(live: "LiveTable") -> set[int]:
    """The seats that do not want the bank; whoever wagers against it does not."""
    return live.declined | {seat for seat in live.placed if live.bank is None or live.bank.seat != seat}


def _order(live: "LiveTable") -> Sequence[int] | None:
    """The seats in the order in which the bank is offered to them; None where the rulebook does not say."""
    tell, rule, last = live.table.game.bank_order, live.setup.entry.bank, live.table.bank_seat
    if tell is not None:
        return tell(live.setup, live.table.carry)
    if rule.offered is None or rule.rounds_in_a_row is None or last is None or last[1] < rule.rounds_in_a_row:
        return None
    return [(last[0] - 1 + step) % live.setup.seats + 1 for step in range(1, live.setup.seats + 1)]


def _may(live: "LiveTable", seat: int) -> bool:
    """True when the game lets a seat bank the coming round."""
    if live.table.game.may_bank is not None:
        try:
            live.table.game.may_bank(live.setup, live.table.carry, seat)
        except Refused:
            return False
    return True


def may_bank(live: "LiveTable", seat: int) -> bool:
    """True when a seat is offered the bank, or has it and may put up another amount."""
    if not live.setup.entry.bank.named_beforehand or seat not in live.seats or not _may(live, seat):
        return False
    if live.bank is not None and live.bank.seat == seat:
        return True
    return is_offered(live) and (_order(live) is None or offered_first(live) == seat)


def take(live: "LiveTable", batch: Batch, seat: int, wager: int, by: str = "", in_order: bool = True) -> None:
    """Bank the rounds to come with so many chips, or with other chips than before.

    Where players and the house bank by turns, wagers may lie there already: the bank must cover them. ``in_order`` is
    false where a journal is played again that does not tell who had passed the bank.
    """
    live.must_be_between_rounds()
    seated, rule = live.seated(seat), live.setup.entry.bank
    if not rule.named_beforehand:
        raise Refused(rule.not_named, rule.cite)
    if live.table.game.may_bank is not None:
        live.table.game.may_bank(live.setup, live.table.carry, seat)
    if live.bank is not None and live.bank.seat != seat and not is_offered(live):
        raise Refused(f"seat {live.bank.seat} is the player-dealer", rule.cite)
    if in_order:
        _must_be_offered(live, seat)
    if not 0 < wager <= seated.chips:
        raise Refused(f"seat {seat} has {chips.money(seated.chips)} to bank with", rule.cite)
    if live.placed and rule.kind == "player_dealer":
        raise Refused("wagers are placed against the player-dealer already; the bank is taken before that")
    bank = BankSeat.of_cents(seat, wager)
    if live.placed:
        live.trial(live.placed, bank)
    passed = {"passed": sorted(_passed(live))} if in_order else {}
    live.bank, live.declined = bank, set()
    body = {"seat": seat, "person": seated.person, "wager": dollars(wager), **passed, **signed(by)}
    live.enter(batch, "bank", body)


def _must_be_offered(live: "LiveTable", seat: int) -> None:
    """Refuse the bank to a seat while another one is offered it first."""
    if _order(live) is None or (live.bank is not None and live.bank.seat == seat):
        return
    first, cite = offered_first(live), live.setup.entry.bank.cite
    if seat in _passed(live) and first != seat:
        raise Refused(f"seat {seat} has passed the bank, or wagered against it, in this round", cite)
    if first is not None and first != seat:
        raise Refused(f"the bank is offered to seat {first} first", cite)


def pass_on(live: "LiveTable", batch: Batch, seat: int, by: str = "") -> None:
    """Decline the bank when it is offered, or give it up."""
    live.must_be_between_rounds()
    live.seated(seat)
    if live.bank is not None and live.bank.seat == seat:
        if live.placed:
            raise Refused("wagers are placed against the player-dealer already", live.setup.entry.bank.cite)
        live.bank = None
        live.enter(batch, "bank", {"seat": None, "passed_by": seat, **signed(by)})
    live.declined.add(seat)
    live.wind_clock()


def bank_now(live: "LiveTable", passed_on: bool = False) -> BankSeat | None:
    """The bank as the coming round has it: offered on where that is due, and never more than there are chips.

    Whoever wagers against the bank does not want it; ``passed_on`` takes that of everybody, to judge a wager alone.
    """
    if live.bank is None or live.bank.seat not in live.seats:
        return None
    have = live.seats[live.bank.seat].chips
    wager = min(live.bank.cents, have)
    others = {seat for seat in live.seats if seat != live.bank.seat}
    passed_on = passed_on or others <= live.declined | live.placed.keys() | live.clock.ready
    declined = is_offered(live) and (passed_on or live.clock.betting_is_over)
    return BankSeat.of_cents(live.bank.seat, wager, live.bank.offer_declined or declined, have - wager)


def bank_for_deal(live: "LiveTable") -> BankSeat | None:
    """The bank of the round to be dealt; the player-dealer's fee comes out of what it could add."""
    bank = bank_now(live)
    if bank is None:
        return None
    trial = live.trial(live.placed, bank)
    fee = sum(fee.amount for fee in fees.due(trial) if fee.seat == bank.seat)
    have = live.seats[bank.seat].chips - fee
    wager = min(bank.cents, have)
    if wager <= 0:
        raise Refused(f"the player-dealer at seat {bank.seat} has no chips left to bank with")
    return BankSeat.of_cents(bank.seat, wager, bank.offer_declined, have - wager)
