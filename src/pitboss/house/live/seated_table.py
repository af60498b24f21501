"""A table with people at it: they sit down, buy in, bank where a player does, and leave."""

import json
from dataclasses import replace

from pitboss.engine.carry import copied
from pitboss.engine.events import Fee
from pitboss.engine.record import BankSeat
from pitboss.engine.round import Round
from pitboss.errors import Refused
from pitboss.house import ledger
from pitboss.house.ledger import difference, moved
from pitboss.house.live import chips
from pitboss.house.live.journaled_table import CLOSED, OPEN, KeptTable, signed
from pitboss.house.live.seats import Seated
from pitboss.house.storage.store import Batch
from pitboss.money import dollars


class SeatedTable(KeptTable):
    """A table and the people who come to it, with their chips."""

    # -- people and their chips ----------------------------------------------------------------------------------

    def open(self, batch: Batch, by: str) -> None:
        """Open the table, and commit to its first shuffle."""
        body = {"entry": self.setup.entry.name, "setup": json.loads(self._setup), "by": by}
        self._enter(batch, "open", body | self.seal(batch))

    def sit(self, batch: Batch, person: str, seat: int, by: str = "") -> None:
        """Take a free seat."""
        self._must_be_open()
        if not 1 <= seat <= self.setup.seats:
            raise Refused(f"there is no seat {seat}; this table has {self.setup.seats}", self.setup.entry.seats.cite)
        if seat in self.seats:
            raise Refused(f"seat {seat} is taken")
        self._may_hold_one_more(person)
        self.seats[seat] = Seated(person, self.purse(person))
        self._enter(batch, "sit", {"seat": seat, "person": person, **signed(by)})

    def buy_in(self, batch: Batch, seat: int, amount: int, by: str = "") -> None:
        """Change cash into chips, for the player or by the cage on the player's behalf."""
        self._must_be_open()
        seated = self.seated(seat)
        if amount <= 0:
            raise Refused("a buy-in is more than zero")
        if self.table.game.may_buy_in is not None:
            up = self.round.bets if self.going_on and self.round is not None else ()
            in_play = sum(bet.stake for bet in up if bet.seat == seat and not bet.outcome)
            self.table.game.may_buy_in(self.setup, seated.chips + in_play + amount)
        postings = moved(ledger.CAGE, ledger.chips(self.id, seated.person), amount, "buy-in")
        chips.take(self, postings)
        body = {"seat": seat, "person": seated.person, "amount": dollars(amount), **signed(by)}
        self._enter(batch, "buy_in", body, postings)

    def collect(self, batch: Batch, time: str, by: str, started: str = "") -> list[Fee]:
        """Collect what a half hour costs everybody who sits there; ``started`` says when a new game began.

        Whoever has fewer chips pays those.
        """
        self._must_be_between_rounds()
        collected = self.table.collect(time, sorted(self.seats), started)
        with self._playing():
            paid = [replace(fee, amount=min(fee.amount, self.seated(fee.seat).chips)) for fee in collected]
            postings = [
                posting
                for fee in paid
                for posting in moved(chips.chips_of(self, fee.seat), ledger.box(self.id), fee.amount, fee.what)
                if posting.amount
            ]
            chips.take(self, postings)
            self.table.forget()
            body = {"time": time, "fees": [fee.as_json() for fee in paid], "by": by}
            self._enter(batch, "collection", body | ({"started": started} if started else {}), postings)
        return paid

    def leave(self, batch: Batch, seat: int, by: str = "") -> int:
        """Leave a seat: standing wagers come down where they may, what is owed is paid, the chips are cashed.

        Somebody who plays another seat as well keeps the chips for that one.
        """
        seated = self._free_to_leave(seat)
        before = chips.totals(self, None)
        fees_due = self.table.leave(seat)
        with self._playing():
            account = ledger.chips(self.id, seated.person)
            postings = difference(chips.totals(self, None), before, "taken down")
            for fee in fees_due:
                postings += moved(account, ledger.box(self.id), fee.amount, fee.what)
            chips.take(self, postings)
            stays = any(other.person == seated.person for at, other in self.seats.items() if at != seat)
            out = 0 if stays else seated.chips
            seated.purse.chips -= out
            postings += moved(account, ledger.CAGE, out, "cash-out")
            self.table.forget()
            del self.seats[seat]
            self._clear(seat)
            body = {
                "seat": seat,
                "person": seated.person,
                "amount": dollars(out),
                "fees": [fee.as_json() for fee in fees_due],
                **signed(by),
            }
            self._enter(batch, "cash_out", body, [posting for posting in postings if posting.amount])
        return out

    def cash_of(self, seat: int) -> int:
        """What would be cashed if a seat left now; refused as leaving would be. Nothing is changed."""
        seated = self._free_to_leave(seat)
        if any(other.person == seated.person for at, other in self.seats.items() if at != seat):
            return 0
        up = [bet for bet in self.table.standing if bet.seat == seat]
        release, carry = self.table.game.release, copied(self.table.carry)
        fees = [fee for bet in up for fee in (release(self.setup, carry, bet) if release is not None else ())]
        return seated.chips + sum(bet.stake for bet in up) - chips.owed(self, seat) - sum(fee.amount for fee in fees)

    def fill(self, batch: Batch, amount: int, by: str) -> None:
        """Chips from the cage to the table's bank; below zero, a credit."""
        if not amount:
            raise Refused("a fill or a credit is more than zero")
        kind = "fill" if amount > 0 else "credit"
        postings = moved(ledger.CAGE, ledger.bank(self.id), amount, kind)
        self._enter(batch, kind, {"amount": dollars(abs(amount)), "by": by}, postings)

    def close(self, batch: Batch, by: str) -> None:
        """Close the table; everybody has left."""
        self._must_be_open()
        if self.seats:
            raise Refused(f"{len(self.seats)} seats are still taken; everybody cashes out before a table closes")
        if self.going_on:
            raise Refused("the round before is not over")
        self._must_not_wait_for_the_floor()
        self.status = CLOSED
        self._enter(batch, "close", {"by": by})

    def reopen(self, batch: Batch, by: str) -> None:
        """Open a table again that was closed."""
        if self.status == OPEN:
            raise Refused(f"table {self.id} is open")
        self.status = OPEN
        self._enter(batch, "reopen", {"by": by})

    def repair(self, batch: Batch, by: str) -> None:
        """What stopped the game is repaired, and it goes on."""
        self.table.repair()
        self.table.forget()
        self._enter(batch, "repaired", {"by": by})

    # -- the player-dealer ---------------------------------------------------------------------------------------

    @property
    def bank_is_offered(self) -> bool:
        """True when the player-dealer has banked as many rounds in a row as the rulebook lets, or nobody can bank."""
        if self.bank is None or not self.seated(self.bank.seat).chips:
            return True
        turns, last = self.setup.entry.bank.rounds_in_a_row, self.table.bank_seat
        return turns is not None and last is not None and last[0] == self.bank.seat and last[1] >= turns

    def may_bank(self, seat: int) -> bool:
        """True when a seat is offered the bank, or has it and may put up another amount."""
        if not self.setup.entry.bank.named_beforehand or seat not in self.seats:
            return False
        if self.table.game.may_bank is not None:
            try:
                self.table.game.may_bank(self.setup, self.table.carry, seat)
            except Refused:
                return False
        return self.bank_is_offered or (self.bank is not None and self.bank.seat == seat)

    def take_bank(self, batch: Batch, seat: int, wager: int, by: str = "") -> None:
        """Bank the rounds to come with so many chips, or with other chips than before."""
        self._must_be_between_rounds()
        seated, rule = self.seated(seat), self.setup.entry.bank
        if not rule.named_beforehand:
            raise Refused(rule.not_named, rule.cite)
        if self.table.game.may_bank is not None:
            self.table.game.may_bank(self.setup, self.table.carry, seat)
        if self.bank is not None and self.bank.seat != seat and not self.bank_is_offered:
            raise Refused(f"seat {self.bank.seat} is the player-dealer", rule.cite)
        if not 0 < wager <= seated.chips:
            raise Refused(f"seat {seat} has {chips.money(seated.chips)} to bank with", rule.cite)
        if self.placed:
            raise Refused("wagers are placed against the player-dealer already; the bank is taken before that")
        self.bank, self.declined = BankSeat.of_cents(seat, wager), set()
        body = {"seat": seat, "person": seated.person, "wager": dollars(wager), **signed(by)}
        self._enter(batch, "bank", body)

    def pass_bank(self, batch: Batch, seat: int, by: str = "") -> None:
        """Decline the bank when it is offered, or give it up."""
        self._must_be_between_rounds()
        self.seated(seat)
        if self.bank is None or self.bank.seat != seat:
            self.declined.add(seat)
            return
        if self.placed:
            raise Refused("wagers are placed against the player-dealer already", self.setup.entry.bank.cite)
        self.bank = None
        self._enter(batch, "bank", {"seat": None, "passed_by": seat, **signed(by)})

    def bank_now(self, passed_on: bool = False) -> BankSeat | None:
        """The bank as the coming round has it: offered on where that is due, and never more than there are chips.

        Whoever wagers against the bank does not want it; ``passed_on`` takes that of everybody, to judge a wager alone.
        """
        if self.bank is None or self.bank.seat not in self.seats:
            return None
        have = self.seats[self.bank.seat].chips
        wager = min(self.bank.cents, have)
        others = {seat for seat in self.seats if seat != self.bank.seat}
        passed_on = passed_on or others <= self.declined | self.placed.keys() | self.clock.ready
        declined = self.bank_is_offered and (passed_on or self.clock.betting_is_over)
        return BankSeat.of_cents(self.bank.seat, wager, self.bank.offer_declined or declined, have - wager)

    # -- helpers -------------------------------------------------------------------------------------------------

    def _free_to_leave(self, seat: int) -> Seated:
        """Who sits at a seat, if nothing that is going on holds them there."""
        seated = self.seated(seat)
        if self.going_on and self.round is not None and self._is_in(self.round, seat):
            raise Refused(f"seat {seat} is in the round; it can leave when that is over")
        if self.pending and any(waiting.call.seat == seat for waiting in self.pending):
            raise Refused(f"the floor is still to decide on what was called at seat {seat}")
        return seated

    def _is_in(self, played: Round, seat: int) -> bool:
        return seat in played.seats or (played.player_dealer is not None and played.player_dealer.seat == seat)

    def _may_hold_one_more(self, person: str) -> None:
        most = self.setup.term("positions_per_player")
        held = sum(seated.person == person for seated in self.seats.values())
        if most is not None and held >= most:
            cite = self.setup.cite("positions_per_player")
            raise Refused(f"{person} has {held} seats; the table allows {most} to a player", cite)
