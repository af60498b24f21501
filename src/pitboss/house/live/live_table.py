"""A live table: the engine's table with people at it, their chips, and a journal of everything that happens."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Self, TypeVar

from pitboss.engine.carry import copied
from pitboss.engine.events import Fee
from pitboss.engine.questions import Ask, asked_of
from pitboss.engine.record import BankSeat
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.engine.wagers import by_proper_names
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.house import ledger
from pitboss.house.fairness.commitments import SealedChance, hidden_answer, open_answer
from pitboss.house.journal.chain import Head, now, signed
from pitboss.house.ledger import Posting, difference, moved
from pitboss.house.live import chips, meters, state
from pitboss.house.live.absence import Away, must_be_back, were_dealt_in
from pitboss.house.live.calls import PendingCall, call_as_json, call_from_json, must_be_placed
from pitboss.house.live.chosen import Chosen
from pitboss.house.live.meters import MeterNow
from pitboss.house.live.pace import Clock, Pace
from pitboss.house.live.player_bank import bank_for_deal, bank_now, waits_for
from pitboss.house.live.seats import Placed, Purse, Returned, Seated
from pitboss.house.live.seeds import Seeds
from pitboss.house.storage.batch import Batch
from pitboss.money import dollars
from pitboss.rulebook.loader import EDITION
from pitboss.rulebook.rewritten import edition_of
from pitboss.rulebook.setup import Setup, setup_of

T = TypeVar("T")
OPEN, CLOSED = "open", "closed"
IN_EVERY_ROUND = ("round", "deal", "commitment", "players", "edition", "words", "practice")
"""What the entry of a finished round repeats of its opening."""


class LiveTable:
    """One table of the house. Every change goes into a batch; nothing has happened until the batch is written."""

    def __init__(
        self,
        id: str,
        setup: Setup,
        head: Head,
        meters: Mapping[str, MeterNow],
        status: str = OPEN,
        pace: Pace | None = None,
        practice: bool = False,
        chosen: Chosen | None = None,
    ) -> None:
        self.id, self.setup, self.head, self.meters, self.status = id, setup, head, dict(meters), status
        self.pace, self.clock = pace or Pace(), Clock()
        self.chosen = chosen or Chosen.now(setup)
        self.practice = practice
        """Anything may be called here, and every round is marked for it."""
        self.follows_older_rules = False
        """True while a journal is followed that was written when a dealer could still call anything."""
        self.table = Table(setup, game_of(setup.entry), chance=SealedChance(""))
        self.seats: dict[int, Seated] = {}
        self.placed: dict[int, Placed] = {}
        self.put_up: dict[int, int] = {}
        self.returned: dict[int, Returned] = {}
        self.bank: BankSeat | None = None
        self.declined: set[int] = set()
        self.away: dict[int, Away] = {}
        self.calls: list[Call] = []
        self.pending: list[PendingCall] = []
        self.rounds = self.banked = 0
        """How many were dealt, and what all entries of the journal together moved into the table's bank."""
        self.keeps_all_plain = False
        """True while a journal is followed that was written when nothing of a table was hidden."""
        self.done: list[str] = []
        self.opening: dict[str, Any] | None = None
        self.replies: list[dict[str, Any]] = []
        self.spoiled = False
        self._editions: dict[int, Setup] = {}
        self._tried: tuple[int, dict[int, Placed], Round] | None = None
        self._came_to: tuple[Round, dict[str, Any]] | None = None
        self._before: Mapping[str, int] = {}
        self.shift: dict[str, Fraction] = {}
        """What other tables of a link have moved meters by while the round went on."""
        self.metered: dict[str, Fraction] = {}
        """What the meters stood at before the step that is going on."""
        self.written_setup = state.setup_of(self)
        self.seeds = Seeds(id, setup, self.written_setup, self.table)

    @classmethod
    def restored(cls, row: Mapping[str, Any], seeds: Sequence[tuple[int, str]], meters: Mapping[str, MeterNow]) -> Self:
        """A table as it was when its last batch was written.

        ``seeds`` are those of the table that are not revealed, in order: the last is the one it deals from. They are
        plain, and so is what is hidden of the table.
        """
        setup = json.loads(row["setup"])
        rules = Setup.as_opened(row["entry"], setup)
        mine = {name: meters[id] for name, id in setup["meters"].items()}
        head = Head(row["id"], row["number"], row["hash"])
        pace, practice = Pace(**setup.get("pace", {})), setup.get("practice", False)
        live = cls(row["id"], rules, head, mine, row["status"], pace, practice, Chosen.of(setup))
        state.put_back(live, row, seeds)
        return live

    def __repr__(self) -> str:
        return f"<LiveTable {self.id} of {self.setup.entry.name}, {len(self.seats)} seated, {self.rounds} rounds>"

    @property
    def round(self) -> Round | None:
        """The round that is going on, or was the last."""
        return self.table.round

    @property
    def going_on(self) -> bool:
        return self.opening is not None

    @property
    def strict(self) -> bool:
        """True where the deal from a committed seed counts for more than what is called."""
        return not (self.practice or self.follows_older_rules)

    @property
    def marked(self) -> dict[str, bool]:
        """How what is done here is marked; a table that is not for practice has no mark."""
        return {"practice": True} if self.practice else {}

    @property
    def takes_bets(self) -> bool:
        waits = self.going_on or self.pending or self.table.stopped is not None
        return self.status == OPEN and not waits and not self.clock.betting_is_over

    def seated(self, seat: int) -> Seated:
        """Who sits at a seat."""
        if seat not in self.seats:
            raise Refused(f"nobody sits at seat {seat}")
        return self.seats[seat]

    def purse(self, person: str) -> Purse:
        """The chips that a person has at this table."""
        return next((seated.purse for seated in self.seats.values() if seated.person == person), None) or Purse()

    @property
    def everybody_is_ready(self) -> bool:
        """True when everybody at the table has said that they want no other wagers; what lies there is no such word."""
        if self.pending or self.status != OPEN:
            return False
        # Somebody who banks by turns has a wager against the house to think about, and is ready like anybody else.
        bank = None if self.bank is None or self.setup.entry.bank.kind == "alternating" else self.bank.seat
        ready = self.clock.ready
        return bool(ready) and all(seat in ready for seat in self.seats if seat != bank and seat not in self.away)

    # -- people and their chips ----------------------------------------------------------------------------------

    def open(self, batch: Batch, by: str) -> None:
        """Open the table, and commit to its first shuffle."""
        body = {"entry": self.setup.entry.name, "setup": json.loads(self.written_setup), "by": by}
        self.enter(batch, "open", body | self.seeds.commit(batch))

    def sit(self, batch: Batch, person: str, seat: int, by: str = "", buy_in: int | None = None) -> None:
        """Take a free seat; with an amount to buy in for, sit down and have chips, or neither."""
        self.must_be_open()
        if not 1 <= seat <= self.setup.seats:
            raise Refused(f"there is no seat {seat}; this table has {self.setup.seats}", self.setup.entry.seats.cite)
        if seat in self.seats:
            raise Refused(f"seat {seat} is taken")
        self._may_hold_one_more(person)
        purse = self.purse(person)
        if buy_in is not None:
            chips.must_be_bought(self, purse.chips, buy_in)
        self.seats[seat] = Seated(person, purse)
        self.enter(batch, "sit", {"seat": seat, "person": person, **signed(by)})
        if buy_in is not None:
            self.buy_in(batch, seat, buy_in, by)

    def buy_in(self, batch: Batch, seat: int, amount: int, by: str = "") -> None:
        """Change cash into chips, for the player or by the cage on the player's behalf."""
        self.must_be_open()
        seated = self.seated(seat)
        up = self.round.bets if self.going_on and self.round is not None else ()
        in_play = sum(bet.stake for bet in up if bet.seat == seat and not bet.outcome)
        chips.must_be_bought(self, seated.chips + in_play, amount)
        postings = moved(ledger.CAGE, ledger.chips(self.id, seated.person), amount, "buy-in")
        chips.take(self, postings)
        body = {"seat": seat, "person": seated.person, "amount": dollars(amount), **signed(by)}
        self.enter(batch, "buy_in", body, postings)

    def collect(self, batch: Batch, time: str, by: str, started: str = "") -> list[Fee]:
        """Collect for a half hour from everybody there, as far as chips go; ``started`` says when a new game began."""
        self.must_be_between_rounds()
        collected = self.table.collect(time, sorted(self.seats), started)
        with self.playing():
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
            self.enter(batch, "collection", body | ({"started": started} if started else {}), postings)
        return paid

    def leave(self, batch: Batch, seat: int, by: str = "") -> int:
        """Leave a seat: standing wagers come down where they may, what is owed is paid, the chips are cashed.

        Somebody who plays another seat as well keeps the chips for that one.
        """
        seated = self._free_to_leave(seat)
        before = chips.totals(self, None)
        fees_due = self.table.leave(seat)
        with self.playing():
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
            self.away.pop(seat, None)
            self.clear(seat)
            body = {
                "seat": seat,
                "person": seated.person,
                "amount": dollars(out),
                "fees": [fee.as_json() for fee in fees_due],
                **signed(by),
            }
            self.enter(batch, "cash_out", body, [posting for posting in postings if posting.amount])
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
        self.enter(batch, kind, {"amount": dollars(abs(amount)), "by": by}, postings)

    def close(self, batch: Batch, by: str) -> None:
        """Close the table; everybody has left."""
        self.must_be_open()
        if self.seats:
            raise Refused(f"{len(self.seats)} seats are still taken; everybody cashes out before a table closes")
        if self.going_on:
            raise Refused("the round before is not over")
        self.must_not_wait_for_the_floor()
        self.status = CLOSED
        self.enter(batch, "close", {"by": by})

    def reopen(self, batch: Batch, by: str) -> None:
        """Open a table again that was closed."""
        if self.status == OPEN:
            raise Refused(f"table {self.id} is open")
        self.status = OPEN
        self.enter(batch, "reopen", {"by": by})

    def repair(self, batch: Batch, by: str) -> None:
        """What stopped the game is repaired, and it goes on."""
        self.table.repair()
        self.table.forget()
        self.enter(batch, "repaired", {"by": by})

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
            seats = "a seat" if held == 1 else f"{held} seats"
            raise Refused(f"{person} has {seats} here; the table allows {most} to a player", cite)

    # -- a round -------------------------------------------------------------------------------------------------

    def bet(self, seat: int, wagers: Mapping[str, str], says: Sequence[str] = (), ready: bool = False) -> None:
        """Put wagers up for the next round, in place of what the seat had put up before; it may be ready with them."""
        self.must_be_between_rounds()
        if self.clock.betting_is_over:
            raise Refused("no more bets: the betting time is over")
        self.seated(seat)
        # Wagers are taken in the order in which the journal has them, so that the round is the same when dealt again.
        named = by_proper_names(self.setup, self.table.game, seat, wagers)
        wanted = Placed(dict(sorted(named.items())), list(says))
        if not wanted.wagers and not wanted.says:
            self.clear(seat)
            self.keep_what_fits()
        else:
            needed = self.may_place(seat, wanted)
            self.clear(seat)
            self.placed[seat], self.put_up[seat] = wanted, needed
        if ready:
            self.clock.ready.add(seat)
        self.wind_clock()

    def may_place(self, seat: int, wanted: Placed) -> int:
        """What the wagers that a seat wants take of its chips, if the table lets it place them."""
        must_be_back(self, seat)
        placed = {**self.placed, seat: wanted}
        trial = self.trial(placed, bank_now(self, passed_on=True))
        self._tried = (self.head.number, placed, trial)
        return chips.must_afford(self, seat, trial)

    def refusal(self, seat: int, wanted: Placed) -> Refused | None:
        """Why a seat may not place these wagers now; None when it may. Nothing is changed."""
        try:
            chips.must_afford(self, seat, self.trial({**self.placed, seat: wanted}, bank_now(self, passed_on=True)))
        except Refused as refused:
            return refused
        return None

    def ready(self, seat: int) -> None:
        """Want no other wagers than those that lie there already."""
        self.must_be_between_rounds()
        self.seated(seat)
        self.returned.pop(seat, None)
        if self.table.game.takes_part and seat not in self.placed:
            self.put_up[seat] = self.may_place(seat, Placed())
            self.placed[seat] = Placed()
        self.clock.ready.add(seat)
        self.wind_clock()

    def deal(self, batch: Batch, by: str = "") -> Round:
        """Deal a round to everything that was put up."""
        self.must_be_between_rounds()
        for call in self.calls:
            must_be_placed(self, call)
        if self.table.game.takes_part:
            self.table.must_be_enough(self.placed)
        bank = bank_for_deal(self)
        placed_by_seat = _in_order(self.placed)
        opening: dict[str, Any] = {
            "round": self.rounds + 1,
            "deal": self.seeds.deals,
            "commitment": self.seeds.commitment,
            "wagers": {seat: placed.wagers for seat, placed in placed_by_seat},
            "says": {seat: placed.says for seat, placed in placed_by_seat if placed.says},
            "players": {seat: seated.person for seat, seated in _in_order(self.seats)},
            "bank": None if bank is None else [bank.seat, bank.cents, bank.offer_declined, bank.most_added_cents],
            "calls": [call_as_json(call) for call in self.calls],
            "held": {name: str(meter.exact) for name, meter in self.meters.items()},
            "edition": EDITION,
            **self.marked,
            **self.seeds.worded,
        }
        if self.table.game.stacks:
            opening["stacks"] = {seat: dollars(self.seats[int(seat)].chips) for seat, _ in placed_by_seat}
        if self.calls:
            self.copy().deal_to(Batch(), opening)  # what a remedy refuses is refused before anything is dealt
        return self.deal_to(batch, opening, self._tried_for_deal(), by)

    def deal_to(self, batch: Batch, opening: dict[str, Any], opened: Round | None = None, by: str = "") -> Round:
        """Deal a round to what its opening says; it may have been opened already, to judge the last wager."""
        meters.load(self, self.table)
        opened = opened or self._opened(opening)
        self.seeds.mix(opening.get("words", {}))
        self.shift = {}
        self.table.forget()
        self._before = chips.totals(self, None)
        with self.playing():
            played = self.table.begin(opened)
            self.rounds += 1
            self.opening, self.replies = opening, []
            self.placed, self.put_up, self.calls, self.declined = {}, {}, [], set()
            were_dealt_in(self, map(int, opening["wagers"]))
            self.returned = {seat: why for seat, why in self.returned.items() if why.round == self.rounds}
            if "words" in opening:
                self.seeds.words = {}
            self.clock.ready.clear()
            self.after_step(batch, played, "deal", opening | signed(by))
        return played

    def add_word(self, batch: Batch, person: str, word: str) -> None:
        """A player adds a word to the coming shuffle, in place of one they added before."""
        self.must_be_open()
        if not any(seated.person == person for seated in self.seats.values()):
            raise Refused("a word is for those who sit at the table")
        self.seeds.add_word(person, word)
        self.enter(batch, "word", {"person": person, "word": word})

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
        self.wind_clock()

    def act(self, batch: Batch, seat: int, action: str, by: str = "", ended: str = "") -> Round:
        """Answer the question that the round asks; ``ended`` says why somebody else than the player does."""
        played, ask = self.going(), self._asked(seat)
        action, cost = ask.said_in_full(action, partial(played.why_not, seat))
        if cost > self.seated(seat).chips:
            raise Refused(f"seat {seat} has {chips.money(self.seated(seat).chips)}, and that takes {dollars(cost)}")
        meters.load(self, played)
        with self.playing():
            played.act(action, seat)
            reply: dict[str, Any] = {"seat": seat, "action": action}
            if ask.answer_is_secret and not played.over:
                # Those who read the journal, or the database, learn it when the round is over.
                hidden = hidden_answer(self.seeds.current, self.rounds, len(self.replies), action)
                reply = {"seat": seat, "hidden": hidden}
            self.replies.append(reply)
            why = {"ended": ended} if ended else {}
            self.after_step(batch, played, "act", {"round": self.rounds, **reply, **signed(by), **why})
        return played

    def answer_in(self, reply: Mapping[str, Any], number: int) -> str:
        """What was answered in the reply of a number, as the journal has it."""
        hidden = reply.get("hidden")
        said: str = reply["action"] if hidden is None else open_answer(self.seeds.current, self.rounds, number, hidden)
        return said

    def end_turn(self, batch: Batch, seat: int, by: str, why: str) -> Round:
        """Answer for a seat that does not, with what puts no more of its money at risk."""
        return self.act(batch, seat, self._asked(seat).default_answer, by, why)

    # -- after a crash -------------------------------------------------------------------------------------------

    def go_on(self, opening: dict[str, Any], replies: Sequence[Mapping[str, Any]]) -> None:
        """Deal a round again that was going on, up to the question it had come to. Its money has moved already."""
        for name, exact in opening["held"].items():
            self.table.meters.set(name, Fraction(exact))
        self.table.forget()
        self.seeds.mix(opening.get("words", {}))
        played = self.table.begin(self._opened(opening))
        for number, reply in enumerate(replies):
            if "call" in reply:
                played.call(call_from_json(reply["call"]))
            else:
                played.act(self.answer_in(reply, number), reply["seat"])
        self.opening, self.replies = opening, [dict(reply) for reply in replies]
        self._before = chips.totals(self, played)
        self.shift = {}

    def void(self, batch: Batch, number: int, posted: Sequence[tuple[str, int]]) -> None:
        """A round that cannot go on is void: everything its steps moved is moved back, and its cards are not used."""
        back = [Posting(account, -amount, "void") for account, amount in posted]
        chips.take(self, back)
        self.metered = {meter.id: meter.exact for meter in self.meters.values()}
        for posting in back:
            for meter in self.meters.values():
                if posting.account == ledger.meter(meter.id):
                    meter.exact += posting.amount
        self.enter(batch, "void", {"round": number} | self.seeds.commit(batch, anew=True), back, self.metered)

    # -- helpers -------------------------------------------------------------------------------------------------

    def _opened(self, opening: Mapping[str, Any]) -> Round:
        """The round that an opening makes, by the edition of the entry that was in force then."""
        edition = edition_of(opening)
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

    def after_step(self, batch: Batch, played: Round, kind: str, body: dict[str, Any]) -> None:
        """Move the money that a step of the round moved, and enter the step, or the whole round once it is over."""
        after = chips.totals(self, played)
        if not played.over:
            postings = difference(after, self._before, "wagers")
            self._before = after
            chips.take(self, postings)
            meters.store(self, played)
            self.enter(batch, kind, body, postings, self.metered)
            return
        postings = difference(after, self._before, "round")
        for fee in self.table.collected:
            postings += moved(chips.chips_of(self, fee.seat), ledger.box(self.id), fee.amount, fee.what)
        chips.take(self, postings)
        meters.store(self, self.table)
        if self.meters:
            postings += meters.odd_cents(self, postings)
        assert self.opening is not None
        self.seeds.note_secrets(played)
        record = self.table.record()
        record.practice = self.practice
        if any(edition_of(self.opening) <= rule.until for rule in self.setup.entry.rewritten.values()):
            record.options = dict(self.chosen.options)  # a round of that time is written as it was then
        for name, by in self.shift.items():
            record.meters[name] += by
        whole = {
            **{key: self.opening[key] for key in IN_EVERY_ROUND if key in self.opening},
            **body,
            "step": kind,
            "record": record.as_raw(),
            **self.came_to(played),
            **self.seeds.commit(batch),
            **self.seeds.blind(),
        }
        self.opening, self.replies = None, []
        if self.setup.entry.bank.kind == "alternating":
            self.bank = None  # a player banks one hand
        self.enter(batch, "round", whole, postings, self.metered)

    def came_to(self, played: Round) -> dict[str, Any]:
        """What a round has come to, as the journal and everybody who looks are told; of one that is over, made once."""
        if self._came_to is not None and self._came_to[0] is played:
            return self._came_to[1]
        fees = (*played.fees, *(self.table.collected if played.over else ()))
        found = {
            "settlements": [row.as_json() for row in played.settlements],
            "net": {str(seat): dollars(net) for seat, net in sorted(played.net.items())} if played.over else {},
            "fees": [fee.as_json() for fee in fees],
            "void": played.void,
        }
        if played.over:
            self._came_to = (played, found)
        return found

    def trial(self, placed: Mapping[int, Placed], bank: BankSeat | None) -> Round:
        in_order = sorted(placed, key=str)
        return self.table.trial(
            {seat: placed[seat].wagers for seat in in_order},
            players={seat: self.seats[seat].person for seat in sorted(self.seats, key=str)},
            bank=bank,
            says={seat: placed[seat].says for seat in in_order if placed[seat].says} or None,
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

    def copy(self) -> Self:
        """The table as it stands, to try something on; nothing of it is ever written."""
        meters = {meter.id: MeterNow(meter.id, meter.exact) for meter in self.meters.values()}
        return type(self).restored(state.row_of(self), self.seeds.hidden, meters)

    def _asked(self, seat: int) -> Ask:
        """The question that a seat is asked now."""
        played = self.going()
        self.must_not_wait_for_the_floor()
        ask = asked_of(played.asking, seat)
        if ask is None:
            raise Refused(f"it is not seat {seat}'s turn")
        return ask

    def going(self) -> Round:
        if not self.going_on or self.round is None:
            raise Refused("no round is going on")
        return self.round

    def playing(self) -> "_Playing":
        """A table that stops in the middle of a step cannot be played on; it is then restored."""
        return _Playing(self)

    def clear(self, seat: int) -> None:
        """What a seat had put up is taken back."""
        self.placed.pop(seat, None)
        self.put_up.pop(seat, None)
        self.returned.pop(seat, None)
        self.clock.ready.discard(seat)
        if seat not in self.seats:
            self.declined.discard(seat)
            if self.bank is not None and self.bank.seat == seat:
                self.bank = None

    def must_be_open(self) -> None:
        if self.status != OPEN:
            raise Refused(f"table {self.id} is closed")

    def must_be_between_rounds(self) -> None:
        self.must_be_open()
        if self.going_on:
            raise Refused("no more bets: the round is going on")
        self.must_not_wait_for_the_floor()

    def must_not_wait_for_the_floor(self) -> None:
        if self.pending:
            call = self.pending[0].call
            cite = self.setup.irregularities[call.id][0].cite
            raise Refused(f"the game waits for the floor to decide on {call.id}", cite)

    @property
    def _question(self) -> int:
        """Which question of the round is asked; the same while others answer it, another after whatever was called."""
        asking = self.round.asking if self.round is not None else ()
        if not asking:
            return len(self.replies)
        return asking[0].number + sum("call" in reply for reply in self.replies)

    def wind_clock(self) -> None:
        """Start, leave running or stop the clocks, by how the table stands."""
        waits = bool(self.pending) or self.status != OPEN or self.table.stopped is not None
        asked = (self.rounds, self._question) if self.going_on and not waits else None
        anything = bool(self.placed or self.clock.ready or (self.table.standing and self.seats))
        coming = self.rounds + 1 if anything and not (waits or self.going_on) else None
        offered = None if waits or self.going_on else waits_for(self)
        self.clock.wind(self.pace, asked, coming, offered)

    def enter(
        self,
        batch: Batch,
        kind: str,
        body: dict[str, Any],
        postings: Sequence[Posting] = (),
        metered: Mapping[str, Fraction] | None = None,
    ) -> None:
        """Enter something in the journal, with the money and meters it moves and a hash of how the table is kept."""
        body = dict(body)
        if postings:
            body["postings"] = [[posting.account, posting.amount, posting.what] for posting in postings]
        if metered:
            after = {meter.id: str(meter.exact) for meter in self.meters.values()}
            body["meters"] = {id: [str(before), after[id]] for id, before in metered.items()}
            batch.meters |= after
            batch.metered = {id: str(before) for id, before in metered.items()} | batch.metered
        if batch.asked is not None:
            body["key"], batch.asked = batch.asked, None
        self.banked += sum(posting.amount for posting in postings if posting.account == ledger.bank(self.id))
        row = state.row_of(self)
        body["state"] = state.digest_of(row)
        link = self.head.add(kind, now(), body)
        batch.add(link, postings, body.get("round"))
        row["number"], row["hash"] = link.number, link.hash
        batch.states[self.id] = row
        self.wind_clock()


@dataclass(slots=True)
class _Playing:
    """A step of a table, which is spoiled when something goes wrong in it."""

    live: LiveTable

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, *more: object) -> None:
        self.live.spoiled = self.live.spoiled or kind is not None


def _in_order(by_seat: Mapping[int, T]) -> list[tuple[str, T]]:
    """By seat, in the order in which the journal has them."""
    return [(str(seat), by_seat[seat]) for seat in sorted(by_seat, key=str)]
