"""The bank of a player at a live table: who is offered it, takes it with which chips, and passes it on."""

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


def may_bank(live: "LiveTable", seat: int) -> bool:
    """True when a seat is offered the bank, or has it and may put up another amount."""
    if not live.setup.entry.bank.named_beforehand or seat not in live.seats:
        return False
    if live.table.game.may_bank is not None:
        try:
            live.table.game.may_bank(live.setup, live.table.carry, seat)
        except Refused:
            return False
    return is_offered(live) or (live.bank is not None and live.bank.seat == seat)


def take(live: "LiveTable", batch: Batch, seat: int, wager: int, by: str = "") -> None:
    """Bank the rounds to come with so many chips, or with other chips than before."""
    live.must_be_between_rounds()
    seated, rule = live.seated(seat), live.setup.entry.bank
    if not rule.named_beforehand:
        raise Refused(rule.not_named, rule.cite)
    if live.table.game.may_bank is not None:
        live.table.game.may_bank(live.setup, live.table.carry, seat)
    if live.bank is not None and live.bank.seat != seat and not is_offered(live):
        raise Refused(f"seat {live.bank.seat} is the player-dealer", rule.cite)
    if not 0 < wager <= seated.chips:
        raise Refused(f"seat {seat} has {chips.money(seated.chips)} to bank with", rule.cite)
    if live.placed:
        raise Refused("wagers are placed against the player-dealer already; the bank is taken before that")
    live.bank, live.declined = BankSeat.of_cents(seat, wager), set()
    body = {"seat": seat, "person": seated.person, "wager": dollars(wager), **signed(by)}
    live.enter(batch, "bank", body)


def pass_on(live: "LiveTable", batch: Batch, seat: int, by: str = "") -> None:
    """Decline the bank when it is offered, or give it up."""
    live.must_be_between_rounds()
    live.seated(seat)
    if live.bank is None or live.bank.seat != seat:
        live.declined.add(seat)
        return
    if live.placed:
        raise Refused("wagers are placed against the player-dealer already", live.setup.entry.bank.cite)
    live.bank = None
    live.enter(batch, "bank", {"seat": None, "passed_by": seat, **signed(by)})


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
