"""A live table: the engine's table with people at it, their chips, and a journal of everything that happens."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from pitboss.engine import fees
from pitboss.engine.questions import Ask, asked_of
from pitboss.engine.record import BankSeat
from pitboss.engine.remedies import Call
from pitboss.engine.round import CAPS, Round
from pitboss.engine.table import Table
from pitboss.engine.wagers import read_bets
from pitboss.errors import PitbossError, Refused
from pitboss.house import ledger
from pitboss.house.fairness.commitments import MOST_IN_A_WORD, hidden_answer, open_answer
from pitboss.house.ledger import Posting, difference, moved
from pitboss.house.live import chips
from pitboss.house.live.calls import (
    PendingCall,
    call_as_json,
    call_from_json,
    check_against_the_deal,
    check_call,
    check_note,
    needs_the_floor,
    noted,
)
from pitboss.house.live.journaled_table import OPEN, signed
from pitboss.house.live.pace import Clock
from pitboss.house.live.seated_table import SeatedTable
from pitboss.house.live.seats import MeterNow, Placed, Returned
from pitboss.house.storage.store import Batch
from pitboss.money import dollars
from pitboss.rulebook.loader import EDITION
from pitboss.rulebook.setup import setup_of

T = TypeVar("T")
IN_EVERY_ROUND = ("round", "deal", "commitment", "players", "edition", "words", "practice")
"""What the entry of a finished round repeats of its opening."""


class LiveTable(SeatedTable):
    """One table of the house. Every change goes into a batch; nothing has happened until the batch is written."""

    @property
    def everybody_is_ready(self) -> bool:
        """True when everybody at the table has said that they want no other wagers; what lies there is no such word."""
        if self.pending or self.status != OPEN:
            return False
        # Somebody who banks by turns has a wager against the house to think about, and is ready like anybody else.
        bank = None if self.bank is None or self.setup.entry.bank.kind == "alternating" else self.bank.seat
        ready = self.clock.ready
        return bool(ready) and all(seat in ready for seat in self.seats if seat != bank)

    # -- a round -------------------------------------------------------------------------------------------------

    def bet(self, seat: int, wagers: Mapping[str, str], says: Sequence[str] = (), ready: bool = False) -> None:
        """Put wagers up for the next round, in place of what the seat had put up before; it may be ready with them."""
        self._must_be_between_rounds()
        if self.clock.betting_is_over:
            raise Refused("no more bets: the betting time is over")
        self.seated(seat)
        # Wagers are taken in the order in which the journal has them, so that the round is the same when dealt again.
        wanted = Placed(dict(sorted(wagers.items())), list(says))
        if not wanted.wagers and not wanted.says:
            self._clear(seat)
            self.keep_what_fits()
        else:
            needed = self.may_place(seat, wanted)
            self._clear(seat)
            self.placed[seat], self.put_up[seat] = wanted, needed
        if ready:
            self.clock.ready.add(seat)
        self._wind_clock()

    def may_place(self, seat: int, wanted: Placed) -> int:
        """What the wagers that a seat wants take of its chips, if the table lets it place them."""
        placed = {**self.placed, seat: wanted}
        trial = self._trial(placed, self.bank_now(passed_on=True))
        self._tried = (self.head.number, placed, trial)
        return chips.must_afford(self, seat, trial)

    def refusal(self, seat: int, wanted: Placed) -> Refused | None:
        """Why a seat may not place these wagers now; None when it may. Nothing is changed."""
        try:
            chips.must_afford(self, seat, self._trial({**self.placed, seat: wanted}, self.bank_now(passed_on=True)))
        except Refused as refused:
            return refused
        return None

    def ready(self, seat: int) -> None:
        """Want no other wagers than those that lie there already."""
        self._must_be_between_rounds()
        self.seated(seat)
        self.returned.pop(seat, None)
        if self.table.game.takes_part and seat not in self.placed:
            self.put_up[seat] = self.may_place(seat, Placed())
            self.placed[seat] = Placed()
        self.clock.ready.add(seat)
        self._wind_clock()

    def deal(self, batch: Batch, by: str = "") -> Round:
        """Deal a round to everything that was put up."""
        self._must_be_between_rounds()
        for call in self.calls:
            self._must_be_placed(call)
        if self.table.game.takes_part:
            self.table.must_be_enough(self.placed)
        bank = self._bank_for_deal()
        placed_by_seat = _in_order(self.placed)
        opening: dict[str, Any] = {
            "round": self.rounds + 1,
            "deal": self.deals,
            "commitment": self.commitment,
            "wagers": {seat: placed.wagers for seat, placed in placed_by_seat},
            "says": {seat: placed.says for seat, placed in placed_by_seat if placed.says},
            "players": {seat: seated.person for seat, seated in _in_order(self.seats)},
            "bank": None if bank is None else [bank.seat, bank.cents, bank.offer_declined, bank.most_added_cents],
            "calls": [call_as_json(call) for call in self.calls],
            "held": {name: str(meter.exact) for name, meter in self.meters.items()},
            "edition": EDITION,
            **self.marked,
            **self.worded,
        }
        if self.table.game.stacks:
            opening["stacks"] = {seat: dollars(self.seats[int(seat)].chips) for seat, _ in placed_by_seat}
        if self.calls:
            self._copy().deal_to(Batch(), opening)  # what a remedy refuses is refused before anything is dealt
        return self.deal_to(batch, opening, self._tried_for_deal(), by)

    def deal_to(self, batch: Batch, opening: dict[str, Any], opened: Round | None = None, by: str = "") -> Round:
        """Deal a round to what its opening says; it may have been opened already, to judge the last wager."""
        self._load_meters(self.table)
        opened = opened or self._opened(opening)
        self._mix(opening.get("words", {}))
        self._shift = {}
        self.table.forget()
        self._before = chips.totals(self, None)
        with self._playing():
            played = self.table.begin(opened)
            self.rounds += 1
            self.opening, self.replies = opening, []
            self.placed, self.put_up, self.calls, self.declined = {}, {}, [], set()
            self.returned = {seat: why for seat, why in self.returned.items() if why.round == self.rounds}
            if "words" in opening:
                self.words = {}
            self.clock.ready.clear()
            self._after(batch, played, "deal", opening | signed(by))
        return played

    def add_word(self, batch: Batch, person: str, word: str) -> None:
        """A player adds a word to the coming shuffle, in place of one they added before."""
        self._must_be_open()
        if not any(seated.person == person for seated in self.seats.values()):
            raise Refused("a word is for those who sit at the table")
        if not word.strip() or len(word) > MOST_IN_A_WORD or not word.isprintable():
            raise Refused(f"a word has at least one and at most {MOST_IN_A_WORD} characters that can be printed")
        self.words = {**self.words, person: word}
        self._enter(batch, "word", {"person": person, "word": word})

    def keep_what_fits(self) -> None:
        """Take back the wagers that do not go with the others any more, because somebody left or thought again.

        Whoever gets something back is told why, and has to say again when they are ready.
        """
        placed, self.placed, self.put_up = self.placed, {}, {}
        for seat, wanted in sorted(placed.items()):
            try:
                self.put_up[seat] = self.may_place(seat, wanted)
                self.placed[seat] = wanted
            except Refused as refused:
                self.returned[seat] = Returned(self.rounds + 1, refused.sentence, refused.cite)
                self.clock.ready.discard(seat)

    def take_bets_back(self, why: Refused) -> None:
        """Give everybody back what they put up for the coming round, and tell them why."""
        for seat in self.placed.keys() | self.clock.ready:
            self.returned[seat] = Returned(self.rounds + 1, why.sentence, why.cite)
        self.placed, self.put_up = {}, {}
        self.clock = Clock(collected_at=self.clock.collected_at)
        self._wind_clock()

    def act(self, batch: Batch, seat: int, action: str, by: str = "", ended: str = "") -> Round:
        """Answer the question that the round asks; ``ended`` says why somebody else than the player does."""
        played, ask = self._going(), self._asked(seat)
        action, cost = ask.reply(action)
        if cost > self.seated(seat).chips:
            raise Refused(f"seat {seat} has {chips.money(self.seated(seat).chips)}, and that takes {dollars(cost)}")
        self._load_meters(played)
        with self._playing():
            played.act(action, seat)
            reply: dict[str, Any] = {"seat": seat, "action": action}
            if ask.answer_is_secret and not played.over:
                # Those who read the journal, or the database, learn it when the round is over.
                hidden = hidden_answer(self.seed, self.rounds, len(self.replies), action)
                reply = {"seat": seat, "hidden": hidden}
            self.replies.append(reply)
            why = {"ended": ended} if ended else {}
            self._after(batch, played, "act", {"round": self.rounds, **reply, **signed(by), **why})
        return played

    def answer_in(self, reply: Mapping[str, Any], number: int) -> str:
        """What was answered in the reply of a number, as the journal has it."""
        hidden = reply.get("hidden")
        said: str = reply["action"] if hidden is None else open_answer(self.seed, self.rounds, number, hidden)
        return said

    def end_turn(self, batch: Batch, seat: int, by: str, why: str) -> Round:
        """Answer for a seat that does not, with what puts no more of its money at risk."""
        return self.act(batch, seat, self._asked(seat).default_answer, by, why)

    # -- irregularities and procedures ---------------------------------------------------------------------------

    def call(self, batch: Batch, call: Call, by: str, confirmed_by: str = "", note: str = "") -> PendingCall | None:
        """Call an irregularity: in the round that goes on, or for the one to be dealt.

        Where the floor has to decide, the table waits until it has confirmed or rejected the call.
        """
        self._must_be_open()
        self._must_not_wait_for_the_floor()
        rule = check_call(self.setup, call)
        if self.strict:
            check_against_the_deal(rule, call)
        if not self.alone(call):
            if self.strict:
                check_note(call, note)
            if not confirmed_by:
                self._may_call(call)
                waiting = PendingCall(self.head.number + 1, call, by, note)
                self.pending.append(waiting)
                body = {"round": self._round_called, "call": call_as_json(call), "by": by, **noted(note)}
                self._enter(batch, "called", body)
                return waiting
        self._may_call(call)
        signed_by = {"by": by} | ({"confirmed_by": confirmed_by} if confirmed_by else {}) | noted(note)
        if not self.going_on:
            self.calls.append(call)
            self._enter(batch, "call", {"round": self.rounds + 1, "call": call_as_json(call), **signed_by})
            return None
        played = self._going()
        self._load_meters(played)
        with self._playing():
            played.call(call)
            reply = {"call": call_as_json(call)}
            self.replies.append(reply)
            self._after(batch, played, "call", {"round": self.rounds, **reply, **signed_by})
        return None

    def alone(self, call: Call) -> bool:
        """True when a dealer alone may call it."""
        rule, remedy = self.setup.irregularities[call.id]
        return not needs_the_floor(rule, self.table.game, remedy, practice=not self.strict)

    def confirm(self, batch: Batch, number: int, by: str) -> None:
        """The floor confirms a call, and it takes effect."""
        waiting = self._waiting(number)
        self.pending.remove(waiting)
        try:
            self.call(batch, waiting.call, waiting.by, by, waiting.note)
        except PitbossError:
            self.pending.append(waiting)
            raise

    def reject(self, batch: Batch, number: int, by: str) -> None:
        """The floor rejects a call, and the game goes on as if it had not been made."""
        waiting = self._waiting(number)
        self.pending.remove(waiting)
        self._enter(batch, "rejected", {"number": number, "call": call_as_json(waiting.call), "by": by})

    def withdraw_calls(self, batch: Batch, by: str) -> None:
        """Take back what was called for the coming round."""
        if self.going_on or not self.calls:
            raise Refused("nothing is called for the coming round")
        taken = [call_as_json(call) for call in self.calls]
        self.calls = []
        self._enter(batch, "withdrawn", {"calls": taken, "by": by})

    def step_done(self, batch: Batch, procedure: str, step: int, by: str) -> None:
        """Tick off a step of one of the table's procedures."""
        rule = self.setup.entry.procedures.get(procedure)
        if rule is None or not 1 <= step <= len(rule.steps):
            raise Refused(f"{procedure} has no step {step} at this table")
        mark = f"{procedure} {step}"
        if mark not in self.done:
            self.done.append(mark)
        self._enter(batch, "procedure", {"procedure": procedure, "step": step, "by": by})

    def begin_procedure(self, batch: Batch, procedure: str, by: str) -> None:
        """Work through a procedure from its first step on."""
        if procedure not in self.setup.entry.procedures:
            raise Refused(f'there is no procedure "{procedure}" at this table')
        self.done = [mark for mark in self.done if mark.rpartition(" ")[0] != procedure]
        self._enter(batch, "procedure", {"procedure": procedure, "step": 0, "by": by})

    # -- after a crash -------------------------------------------------------------------------------------------

    def go_on(self, opening: dict[str, Any], replies: Sequence[Mapping[str, Any]]) -> None:
        """Deal a round again that was going on, up to the question it had come to. Its money has moved already."""
        for name, exact in opening["held"].items():
            self.table.meters.set(name, Fraction(exact))
        self.table.forget()
        self._mix(opening.get("words", {}))
        played = self.table.begin(self._opened(opening))
        for number, reply in enumerate(replies):
            if "call" in reply:
                played.call(call_from_json(reply["call"]))
            else:
                played.act(self.answer_in(reply, number), reply["seat"])
        self.opening, self.replies = opening, [dict(reply) for reply in replies]
        self._before = chips.totals(self, played)
        self._shift = {}

    def void(self, batch: Batch, number: int, posted: Sequence[tuple[str, int]]) -> None:
        """A round that cannot go on is void: everything its steps moved is moved back, and its cards are not used."""
        back = [Posting(account, -amount, "void") for account, amount in posted]
        chips.take(self, back)
        self._metered = {meter.id: meter.exact for meter in self.meters.values()}
        for posting in back:
            for meter in self.meters.values():
                if posting.account == ledger.meter(meter.id):
                    meter.exact += posting.amount
        self._enter(batch, "void", {"round": number} | self.seal(batch, anew=True), back, self._metered)

    # -- helpers -------------------------------------------------------------------------------------------------

    def _opened(self, opening: Mapping[str, Any]) -> Round:
        """The round that an opening makes, by the edition of the entry that was in force then."""
        edition = opening.get("edition", 1)
        if edition not in self._editions:
            self._editions[edition] = setup_of(self.setup, edition)
        self.table.setup = self._editions[edition]
        try:
            return self._trial_of(opening)
        finally:
            self.table.setup = self.setup

    def _trial_of(self, opening: Mapping[str, Any]) -> Round:
        return self.table.trial(
            {int(seat): wagers for seat, wagers in opening["wagers"].items()},
            players={int(seat): person for seat, person in opening["players"].items()},
            bank=None if opening["bank"] is None else BankSeat.of_cents(*opening["bank"]),
            says={int(seat): words for seat, words in opening["says"].items()} or None,
            calls=[call_from_json(call) for call in opening["calls"]],
            stacks={int(seat): stack for seat, stack in opening.get("stacks", {}).items()},
        )

    def _after(self, batch: Batch, played: Round, kind: str, body: dict[str, Any]) -> None:
        """Move the money that a step of the round moved, and enter the step, or the whole round once it is over."""
        after = chips.totals(self, played)
        if not played.over:
            postings = difference(after, self._before, "wagers")
            self._before = after
            chips.take(self, postings)
            self._store_meters(played)
            self._enter(batch, kind, body, postings, self._metered)
            return
        postings = difference(after, self._before, "round")
        for fee in self.table.collected:
            postings += moved(chips.chips_of(self, fee.seat), ledger.box(self.id), fee.amount, fee.what)
        chips.take(self, postings)
        self._store_meters(self.table)
        if self.meters:
            postings += self._odd_cents(postings)
        assert self.opening is not None
        self._note_secrets(played)
        record = self.table.record()
        record.practice = self.practice
        for name, by in self._shift.items():
            record.meters[name] += by
        whole = {
            **{key: self.opening[key] for key in IN_EVERY_ROUND if key in self.opening},
            **body,
            "step": kind,
            "record": record.as_raw(),
            "settlements": [row.as_json() for row in played.settlements],
            "net": {str(seat): dollars(net) for seat, net in sorted(played.net.items())},
            "fees": [fee.as_json() for fee in (*played.fees, *self.table.collected)],
            "void": played.void,
            **self.seal(batch),
        }
        self.opening, self.replies = None, []
        if self.setup.entry.bank.kind == "alternating":
            self.bank = None  # a player banks one hand
        self._enter(batch, "round", whole, postings, self._metered)

    def _load_meters(self, holder: Round | Table) -> None:
        """What other tables of a link put on a meter, or took off it, since this round last looked."""
        self._metered = {meter.id: meter.exact for meter in self.meters.values()}
        for name, meter in self.meters.items():
            if isinstance(holder, Round):
                moved_by = meter.exact - holder.meters.exact[name]
                self._shift[name] = self._shift.get(name, Fraction(0)) + moved_by
                holder.add_to_meter(name, moved_by)
            else:
                holder.meters.set(name, meter.exact)

    def _store_meters(self, holder: Round | Table) -> None:
        for name, exact in holder.meters.exact.items():
            if name in self.meters:
                self.meters[name].exact = exact

    def _odd_cents(self, postings: Sequence[Posting]) -> list[Posting]:
        """A cent that fractions of several tables made up on a linked meter goes when a round that fed it is void."""
        posted, found = ledger.totals(postings), list[Posting]()
        for meter in self.meters.values():
            account = ledger.meter(meter.id)
            if odd := int(meter.exact) - int(self._metered[meter.id]) - posted[account]:
                found += moved(ledger.bank(self.id), account, odd, "odd cents")
        return found

    def _trial(self, placed: Mapping[int, Placed], bank: BankSeat | None) -> Round:
        in_order = [(int(seat), each) for seat, each in _in_order(placed)]
        return self.table.trial(
            {seat: each.wagers for seat, each in in_order},
            players={int(seat): at.person for seat, at in _in_order(self.seats)},
            bank=bank,
            says={seat: each.says for seat, each in in_order if each.says} or None,
            calls=[replace(call, entered=True) for call in self.calls if call.seat in placed],  # about what one may be
            stacks={seat: dollars(self.seated(seat).chips) for seat in placed} if self.table.game.stacks else None,
        )

    def _tried_for_deal(self) -> Round | None:
        """The round that the last wager was judged by, if it is the very one to be dealt.

        Nothing may have been entered since then; meters, a bank and calls are looked at again when it is dealt.
        """
        tried, self._tried = self._tried, None
        if tried is None or self.meters or self.bank is not None or self.calls:
            return None
        number, placed, trial = tried
        return trial if number == self.head.number and placed == self.placed else None

    def _bank_for_deal(self) -> BankSeat | None:
        """The bank of the round to be dealt; the player-dealer's fee comes out of what it could add."""
        bank = self.bank_now()
        if bank is None:
            return None
        trial = self._trial(self.placed, bank)
        fee = sum(fee.amount for fee in fees.collect(trial) if fee.seat == bank.seat)
        have = self.seats[bank.seat].chips - fee
        wager = min(bank.cents, have)
        if wager <= 0:
            raise Refused(f"the player-dealer at seat {bank.seat} has no chips left to bank with")
        return BankSeat.of_cents(bank.seat, wager, bank.offer_declined, have - wager)

    def why_not_called(self, id: str) -> str:
        """Why an irregularity cannot be called now, whatever the call names; empty where it can."""
        rule, _ = self.setup.irregularities[id]
        played = self.round if self.going_on else None
        try:
            self._must_be_open()
            self._must_not_wait_for_the_floor()
            if self.strict:
                check_against_the_deal(rule, Call(id))
            if played is not None:
                played.must_be_in_time(id)
        except Refused as refused:
            return refused.sentence.removeprefix(f"{id}: ")
        return ""

    def _may_call(self, call: Call) -> None:
        """Refuse a call that could not take effect any more, before it is entered or the floor is asked."""
        if call.seat is not None and call.seat not in self.seats:
            raise Refused(f"{call.id}: nobody sits at seat {call.seat}")
        # What lets a wager be placed at all is called before it.
        if not self.going_on and not call.entered and not set(CAPS) & set(self.setup.irregularities[call.id][1]):
            self._must_be_placed(call)
        if call.card is not None and not self.follows_older_rules:
            shoe = self.table.shoe
            if shoe is None or call.card not in shoe:
                raise Refused(f"{call.id}: {call.card} is no longer in the shoe")
        if self.going_on and self.round is not None:
            self.round.may_call(call)
            # A remedy that refuses would leave the round in the middle of a step, so it is tried on a copy first.
            trial = self._copy()
            assert trial.round is not None
            trial.round.call(call)

    def _copy(self) -> "LiveTable":
        """The table as it stands, to try something on; nothing of it is ever written."""
        from pitboss.house.live.restore import restore

        meters = {meter.id: MeterNow(meter.id, meter.exact) for meter in self.meters.values()}
        return restore(self.state(), [*self.withheld, (self.deals, self.seed)], meters)

    def _must_be_placed(self, call: Call) -> None:
        """Refuse a call for the coming round about a wager that its seat has not put up, and that does not stand."""
        if call.wager is None:
            return
        name, _, spot = call.wager.partition(" ")
        offer, seat = self.setup.offer(name), call.seat or 1
        named = read_bets(self.setup, self.table.game, seat, {call.wager: 0})[0].name if spot else name
        placed = self.placed[seat].wagers if seat in self.placed else {}
        bets = [*read_bets(self.setup, self.table.game, seat, placed), *self.table.standing]
        if offer.placed == "before_deal" and not any(
            bet.seat == seat and named in (bet.name, bet.wager) for bet in bets
        ):
            rule, _ = self.setup.irregularities[call.id]
            raise Refused(f"{call.id}: seat {seat} has no wager {call.wager}", rule.cite)

    @property
    def _round_called(self) -> int:
        return self.rounds if self.going_on else self.rounds + 1

    def _waiting(self, number: int) -> PendingCall:
        for waiting in self.pending:
            if waiting.number == number:
                return waiting
        raise Refused(f"no call {number} waits for the floor at table {self.id}")

    def _asked(self, seat: int) -> Ask:
        """The question that a seat is asked now."""
        played = self._going()
        self._must_not_wait_for_the_floor()
        ask = asked_of(played.asking, seat)
        if ask is None:
            raise Refused(f"it is not seat {seat}'s turn")
        return ask

    def _going(self) -> Round:
        if not self.going_on or self.round is None:
            raise Refused("no round is going on")
        return self.round


def _in_order(by_seat: Mapping[int, T]) -> list[tuple[str, T]]:
    """By seat, in the order in which the journal has them."""
    return sorted(((str(seat), each) for seat, each in by_seat.items()), key=lambda pair: pair[0])
