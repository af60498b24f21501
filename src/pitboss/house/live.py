"""A live table: the engine's table with people at it, their chips, and a journal of everything that happens."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256
from typing import Any, TypeVar

from pitboss.engine import fees
from pitboss.engine.record import BankSeat
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.house import chips, ledger
from pitboss.house.calls import PendingCall, call_as_json, call_from_json, check_call
from pitboss.house.chain import Head, canonical
from pitboss.house.fairness import SealedChance, commitment, new_seed
from pitboss.house.ledger import Posting, difference, moved
from pitboss.house.pace import Clock, Pace
from pitboss.house.seats import MeterNow, Placed, Purse, Seated
from pitboss.house.store import Batch
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup

T = TypeVar("T")
OPEN, CLOSED = "open", "closed"


def now() -> str:
    """The time, as the journal writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


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
    ) -> None:
        self.id, self.setup, self.head, self.meters, self.status = id, setup, head, dict(meters), status
        self.pace, self.clock = pace or Pace(), Clock()
        self.table = Table(setup, game_of(setup.entry), chance=SealedChance(""))
        self.new_seed = new_seed
        self.seats: dict[int, Seated] = {}
        self.placed: dict[int, Placed] = {}
        self.put_up: dict[int, int] = {}
        self.bank: BankSeat | None = None
        self.declined: set[int] = set()
        self.calls: list[Call] = []
        self.pending: list[PendingCall] = []
        self.rounds = 0
        self.deals = 0
        self.seed = ""
        self.withheld: list[tuple[int, str]] = []
        self.secret: dict[str, Any] = {}
        self.done: list[str] = []
        self.opening: dict[str, Any] | None = None
        self.replies: list[dict[str, Any]] = []
        self.spoiled = False
        self._tried: tuple[int, dict[int, Placed], Round] | None = None
        self._before: Counter[str] = Counter()
        self._chance: dict[str, Any] = {}
        self._shift: dict[str, Fraction] = {}
        self._metered: dict[str, Fraction] = {}
        self._setup = canonical(
            {
                "options": _plain(setup.chosen),
                "pay_tables": {name: dict(lines) for name, lines in setup.changed_tables.items()},
                "wagers": None if setup.listed is None else list(setup.listed),
                "meters": {name: meter.id for name, meter in self.meters.items()},
                "pace": self.pace.as_json(),
            }
        )

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
    def takes_bets(self) -> bool:
        waits = self.going_on or self.pending or self.table.stopped is not None
        return self.status == OPEN and not waits and not self.clock.betting_is_over

    @property
    def everybody_is_ready(self) -> bool:
        """True when there is something to deal to, and nobody at the table has still to say what they wager."""
        bank = None if self.bank is None else self.bank.seat
        wants = self.placed.keys() | self.clock.ready
        return bool(wants) and all(seat in wants for seat in self.seats if seat != bank)

    @property
    def commitment(self) -> str:
        """What is told of the seed that the next round is dealt from, while wagers can still be made."""
        return commitment(self.seed)

    # -- people and their chips ----------------------------------------------------------------------------------

    def open(self, batch: Batch, by: str) -> None:
        """Open the table, and commit to its first shuffle."""
        body = {"entry": self.setup.entry.name, "setup": json.loads(self._setup), "by": by}
        self._enter(batch, "open", body | self.seal(batch))

    def sit(self, batch: Batch, person: str, seat: int) -> None:
        """Take a free seat."""
        self._must_be_open()
        if not 1 <= seat <= self.setup.seats:
            raise Refused(f"there is no seat {seat}; this table has {self.setup.seats}", self.setup.entry.seats.cite)
        if seat in self.seats:
            raise Refused(f"seat {seat} is taken")
        self._may_hold_one_more(person)
        self.seats[seat] = Seated(person, self.purse(person))
        self._enter(batch, "sit", {"seat": seat, "person": person})

    def buy_in(self, batch: Batch, seat: int, amount: int) -> None:
        """Change cash into chips."""
        self._must_be_open()
        seated = self.seated(seat)
        if amount <= 0:
            raise Refused("a buy-in is more than zero")
        postings = moved(ledger.CAGE, ledger.chips(self.id, seated.person), amount, "buy-in")
        chips.take(self, postings)
        self._enter(batch, "buy_in", {"seat": seat, "person": seated.person, "amount": dollars(amount)}, postings)

    def leave(self, batch: Batch, seat: int) -> int:
        """Leave a seat: standing wagers come down where they may, what is owed is paid, the chips are cashed.

        Somebody who plays another seat as well keeps the chips for that one.
        """
        seated = self.seated(seat)
        if self.going_on and self.round is not None and self._is_in(self.round, seat):
            raise Refused(f"seat {seat} is in the round; it can leave when that is over")
        if self.pending and any(waiting.call.seat == seat for waiting in self.pending):
            raise Refused(f"the floor is still to decide on what was called at seat {seat}")
        before = chips.totals(self, None)
        fees_due = self.table.leave(seat)
        account = ledger.chips(self.id, seated.person)
        postings = difference(chips.totals(self, None), before, "taken down")
        for fee in fees_due:
            postings += moved(account, ledger.box(self.id), fee.amount, fee.what)
        chips.take(self, postings)
        stays = any(other.person == seated.person for at, other in self.seats.items() if at != seat)
        out = 0 if stays else seated.chips
        seated.purse.chips -= out
        postings += moved(account, ledger.CAGE, out, "cash-out")
        if not self.going_on:
            self.table.forget()
        del self.seats[seat]
        self._clear(seat)
        body = {
            "seat": seat,
            "person": seated.person,
            "amount": dollars(out),
            "fees": [fee.as_json() for fee in fees_due],
        }
        self._enter(batch, "cash_out", body, [posting for posting in postings if posting.amount])
        return out

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
        """True when the player-dealer has banked as many rounds in a row as the rulebook lets, or nobody banks."""
        if self.bank is None:
            return True
        turns, last = self.setup.entry.bank.rounds_in_a_row, self.table.bank_seat
        return turns is not None and last is not None and last[0] == self.bank.seat and last[1] >= turns

    def take_bank(self, batch: Batch, seat: int, wager: int) -> None:
        """Bank the rounds to come with so many chips, or with other chips than before."""
        self._must_be_between_rounds()
        seated, rule = self.seated(seat), self.setup.entry.bank
        if rule.kind == "house":
            raise Refused("the house banks this game; no seat may", rule.cite)
        if self.bank is not None and self.bank.seat != seat and not self.bank_is_offered:
            raise Refused(f"seat {self.bank.seat} is the player-dealer", rule.cite)
        if not 0 < wager <= seated.chips:
            raise Refused(f"seat {seat} has {chips.money(seated.chips)} to bank with", rule.cite)
        if self.placed:
            raise Refused("wagers are placed against the player-dealer already; the bank is taken before that")
        self.bank, self.declined = BankSeat(seat, wager), set()
        self._enter(batch, "bank", {"seat": seat, "person": seated.person, "wager": dollars(wager)})

    def pass_bank(self, batch: Batch, seat: int) -> None:
        """Decline the bank when it is offered, or give it up."""
        self._must_be_between_rounds()
        self.seated(seat)
        if self.bank is None or self.bank.seat != seat:
            self.declined.add(seat)
            return
        if self.placed:
            raise Refused("wagers are placed against the player-dealer already", self.setup.entry.bank.cite)
        self.bank = None
        self._enter(batch, "bank", {"seat": None, "passed_by": seat})

    def bank_now(self, passed_on: bool = False) -> BankSeat | None:
        """The bank as the coming round has it: offered on where that is due, and never more than there are chips.

        Whoever wagers against the bank does not want it; ``passed_on`` takes that of everybody, to judge a wager alone.
        """
        if self.bank is None or self.bank.seat not in self.seats:
            return None
        have = self.seats[self.bank.seat].chips
        wager = min(self.bank.wager, have)
        others = {seat for seat in self.seats if seat != self.bank.seat}
        passed_on = passed_on or others <= self.declined | self.placed.keys() | self.clock.ready
        declined = self.bank_is_offered and (passed_on or self.clock.betting_is_over)
        return BankSeat(self.bank.seat, wager, self.bank.offer_declined or declined, have - wager)

    # -- a round -------------------------------------------------------------------------------------------------

    def bet(self, seat: int, wagers: Mapping[str, str], says: Sequence[str] = ()) -> None:
        """Put wagers up for the next round, in place of what the seat had put up before."""
        self._must_be_between_rounds()
        if self.clock.betting_is_over:
            raise Refused("no more bets: the betting time is over")
        self.seated(seat)
        # Wagers are taken in the order in which the journal has them, so that the round is the same when dealt again.
        wanted = Placed(dict(sorted(wagers.items())), list(says))
        if not wanted.wagers and not wanted.says:
            self._clear(seat)
        else:
            needed = self._may_place(seat, wanted)
            self._clear(seat)
            self.placed[seat], self.put_up[seat] = wanted, needed
        self._wind_clock()

    def ready(self, seat: int) -> None:
        """Want no other wagers than those that lie there already."""
        self._must_be_between_rounds()
        self.seated(seat)
        self.clock.ready.add(seat)
        self._wind_clock()

    def deal(self, batch: Batch) -> Round:
        """Deal a round to everything that was put up."""
        self._must_be_between_rounds()
        bank = self._bank_for_deal()
        placed_by_seat = _in_order(self.placed)
        opening: dict[str, Any] = {
            "round": self.rounds + 1,
            "deal": self.deals,
            "commitment": self.commitment,
            "wagers": {seat: placed.wagers for seat, placed in placed_by_seat},
            "says": {seat: placed.says for seat, placed in placed_by_seat if placed.says},
            "players": {seat: seated.person for seat, seated in _in_order(self.seats)},
            "bank": None if bank is None else [bank.seat, bank.wager, bank.offer_declined, bank.most_added],
            "calls": [call_as_json(call) for call in self.calls],
            "held": {name: str(meter.exact) for name, meter in self.meters.items()},
        }
        return self.deal_to(batch, opening, self._tried_for_deal())

    def deal_to(self, batch: Batch, opening: dict[str, Any], opened: Round | None = None) -> Round:
        """Deal a round to what its opening says; it may have been opened already, to judge the last wager."""
        self._load_meters(self.table)
        self._shift = {}
        self.table.forget()
        self._before = chips.totals(self, None)
        opened = opened or self._opened(opening)
        with self._playing():
            played = self.table.begin(opened)
        self.rounds += 1
        self.opening, self.replies = opening, []
        self.placed, self.put_up, self.calls, self.declined = {}, {}, [], set()
        self.clock.ready.clear()
        self._after(batch, played, "deal", opening)
        return played

    def keep_what_fits(self) -> None:
        """Take back the wagers that do not go with the others any more, because somebody left or thought again."""
        placed, self.placed, self.put_up = self.placed, {}, {}
        for seat, wanted in sorted(placed.items()):
            with suppress(Refused):
                self.put_up[seat] = self._may_place(seat, wanted)
                self.placed[seat] = wanted

    def take_bets_back(self) -> None:
        """Give everybody back what they put up for the coming round."""
        self.placed, self.put_up = {}, {}
        self.clock = Clock()
        self._wind_clock()

    def act(self, batch: Batch, seat: int, action: str) -> Round:
        """Answer the question that the round asks."""
        played = self._going()
        self._must_not_wait_for_the_floor()
        if played.asking is None or played.asking.seat != seat:
            raise Refused(f"it is not seat {seat}'s turn")
        action, cost = played.asking.reply(action)
        if cost > self.seated(seat).chips:
            raise Refused(f"seat {seat} has {chips.money(self.seated(seat).chips)}, and that takes {dollars(cost)}")
        self._load_meters(played)
        with self._playing():
            played.act(action, seat)
        reply = {"seat": seat, "action": action}
        self.replies.append(reply)
        self._after(batch, played, "act", {"round": self.rounds, **reply})
        return played

    # -- irregularities and procedures ---------------------------------------------------------------------------

    def call(self, batch: Batch, call: Call, by: str, confirmed_by: str = "") -> PendingCall | None:
        """Call an irregularity: in the round that goes on, or for the one to be dealt.

        Where the rulebook asks for the floor, the table waits until it has confirmed or rejected the call.
        """
        self._must_be_open()
        rule = check_call(self.setup, call)
        if rule.floor and not confirmed_by:
            self._must_not_wait_for_the_floor()
            self._may_call(call)
            waiting = PendingCall(self.head.number + 1, call, by)
            self.pending.append(waiting)
            self._enter(batch, "called", {"round": self._round_called, "call": call_as_json(call), "by": by})
            return waiting
        signed_by = {"by": by} | ({"confirmed_by": confirmed_by} if confirmed_by else {})
        if not self.going_on:
            self._may_call(call)
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

    def confirm(self, batch: Batch, number: int, by: str) -> None:
        """The floor confirms a call, and it takes effect."""
        waiting = self._waiting(number)
        self.pending.remove(waiting)
        self.call(batch, waiting.call, waiting.by, confirmed_by=by)

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
            amount = Fraction(exact)
            self.table.meters.held[name], self.table.meters.parts[name] = int(amount), amount - int(amount)
        self.table.forget()
        played = self.table.begin(self._opened(opening))
        for reply in replies:
            if "call" in reply:
                played.call(call_from_json(reply["call"]))
            else:
                played.act(reply["action"], reply["seat"])
        self.opening, self.replies = opening, [dict(reply) for reply in replies]
        self._before = chips.totals(self, played)
        self._shift = {}
        self._wind_clock()

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

    def state(self) -> dict[str, Any]:
        """The row of this table in the database."""
        kept = {
            "seats": {str(seat): [seated.person, seated.chips] for seat, seated in self.seats.items()},
            "carry": self.table.carry,
            "standing": [[bet.seat, bet.name, dollars(bet.stake), bet.stood] for bet in self.table.standing],
            "bank": self.table.bank_seat,
            "banker": None if self.bank is None else [self.bank.seat, self.bank.wager],
            "rounds": self.rounds,
            "deals": self.deals,
            "chance": self._chance,
            "secret": self.secret,
            "opening": self.opening,
            "replies": self.replies,
            "calls": [call_as_json(call) for call in self.calls],
            "pending": [waiting.as_json() for waiting in self.pending],
            "done": self.done,
        }
        return {
            "id": self.id,
            "entry": self.setup.entry.name,
            "setup": self._setup,
            "state": canonical(kept),
            "status": self.status,
            "number": self.head.number,
            "hash": self.head.hash,
        }

    # -- chance that can be checked ------------------------------------------------------------------------------

    def seal(self, batch: Batch, anew: bool = False) -> dict[str, Any]:
        """A new seed whenever nothing of what the old one shuffled is still to come; the old one is then revealed.

        So its commitment is known before anybody bets. A seed that drew something which is still a secret (where a
        meter must hit) is revealed only when that is no longer one. Returns what the journal says of it.
        """
        shoe = self.table.shoe
        if self.seed and not anew and shoe is not None and (shoe.dealt or shoe.waiting):
            # A round that goes on is dealt again from where the shoe and its chance were before it.
            assert isinstance(self.table.chance, SealedChance)
            self._chance = {"at": self.table.chance.at, "shoe": shoe.state()}
            return {}
        revealed = self._told_now()
        batch.revealed += [(self.id, deal) for deal, _ in revealed]
        self.deals += 1
        self.seed = self.new_seed()
        batch.seeds.append({"chain": self.id, "deal": self.deals, "seed": self.seed, "revealed": 0})
        self.table.use(SealedChance(self.seed))
        self._chance = {}
        return {
            "revealed": [{"deal": deal, "seed": seed} for deal, seed in revealed],
            "sealed": {"deal": self.deals, "commitment": self.commitment},
        }

    def _told_now(self) -> list[tuple[int, str]]:
        """The seeds that can be revealed when a new one begins."""
        if not self.seed:
            return []
        carry, told = self.table.carry, [(self.deals, self.seed)]
        secret = {key: carry[key] for key in self.table.game.secrets if key in carry}
        if secret != self.secret:
            told, self.withheld = self.withheld + ([] if secret else told), told if secret else []
            self.secret = secret
        return told

    # -- helpers -------------------------------------------------------------------------------------------------

    def _opened(self, opening: Mapping[str, Any]) -> Round:
        return self.table.trial(
            {int(seat): wagers for seat, wagers in opening["wagers"].items()},
            players={int(seat): person for seat, person in opening["players"].items()},
            bank=None if opening["bank"] is None else BankSeat(*opening["bank"]),
            says={int(seat): words for seat, words in opening["says"].items()} or None,
            calls=[call_from_json(call) for call in opening["calls"]],
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
        assert self.opening is not None
        record = self.table.record()
        for name, by in self._shift.items():
            record.meters[name] += by
        whole = {
            **{key: self.opening[key] for key in ("round", "deal", "commitment", "players")},
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
        self._enter(batch, "round", whole, postings, self._metered)

    @contextmanager
    def _playing(self) -> Iterator[None]:
        """A round that stops in the middle of a step cannot be played on; the table is then restored."""
        try:
            yield
        except BaseException:
            self.spoiled = True
            raise

    def _load_meters(self, holder: Round | Table) -> None:
        """What other tables of a link put on a meter, or took off it, since this round last looked."""
        self._metered = {meter.id: meter.exact for meter in self.meters.values()}
        for name, meter in self.meters.items():
            if isinstance(holder, Round):
                self._shift[name] = self._shift.get(name, Fraction(0)) + meter.exact - holder.meters.exact[name]
            holder.meters.held[name] = int(meter.exact)
            holder.meters.parts[name] = meter.exact - int(meter.exact)

    def _store_meters(self, holder: Round | Table) -> None:
        for name, exact in holder.meters.exact.items():
            if name in self.meters:
                self.meters[name].exact = exact

    def _may_place(self, seat: int, wanted: Placed) -> int:
        """What the wagers that a seat wants take of its chips, if the table lets it place them."""
        placed = {**self.placed, seat: wanted}
        trial = self._trial(placed, self.bank_now(passed_on=True))
        self._tried = (self.head.number, placed, trial)
        return chips.must_afford(self, seat, trial)

    def _trial(self, placed: Mapping[int, Placed], bank: BankSeat | None) -> Round:
        in_order = [(int(seat), each) for seat, each in _in_order(placed)]
        return self.table.trial(
            {seat: each.wagers for seat, each in in_order},
            players={int(seat): at.person for seat, at in _in_order(self.seats)},
            bank=bank,
            says={seat: each.says for seat, each in in_order if each.says} or None,
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
        wager = min(bank.wager, have)
        if wager <= 0:
            raise Refused(f"the player-dealer at seat {bank.seat} has no chips left to bank with")
        return BankSeat(bank.seat, wager, bank.offer_declined, have - wager)

    def _may_call(self, call: Call) -> None:
        """Refuse a call that could not take effect any more, before the floor is asked."""
        if call.seat is not None and call.seat not in self.seats:
            raise Refused(f"{call.id}: nobody sits at seat {call.seat}")
        if call.wager is not None:
            self.setup.offer(call.wager.partition(" ")[0])
        if self.going_on and self.round is not None:
            self.round.may_call(call)

    @property
    def _round_called(self) -> int:
        return self.rounds if self.going_on else self.rounds + 1

    def _waiting(self, number: int) -> PendingCall:
        for waiting in self.pending:
            if waiting.number == number:
                return waiting
        raise Refused(f"no call {number} waits for the floor at table {self.id}")

    def _going(self) -> Round:
        if not self.going_on or self.round is None:
            raise Refused("no round is going on")
        return self.round

    def _is_in(self, played: Round, seat: int) -> bool:
        return seat in played.seats or (played.player_dealer is not None and played.player_dealer.seat == seat)

    def seated(self, seat: int) -> Seated:
        """Who sits at a seat."""
        if seat not in self.seats:
            raise Refused(f"nobody sits at seat {seat}")
        return self.seats[seat]

    def purse(self, person: str) -> Purse:
        """The chips that a person has at this table."""
        return next((seated.purse for seated in self.seats.values() if seated.person == person), None) or Purse()

    def _may_hold_one_more(self, person: str) -> None:
        most = self.setup.term("positions_per_player")
        held = sum(seated.person == person for seated in self.seats.values())
        if most is not None and held >= most:
            cite = self.setup.cite("positions_per_player")
            raise Refused(f"{person} has {held} seats; the table allows {most} to a player", cite)

    def _clear(self, seat: int) -> None:
        """What a seat had put up is taken back."""
        self.placed.pop(seat, None)
        self.put_up.pop(seat, None)
        self.declined.discard(seat)
        self.clock.ready.discard(seat)
        if self.bank is not None and self.bank.seat == seat and seat not in self.seats:
            self.bank = None

    def _must_be_open(self) -> None:
        if self.status != OPEN:
            raise Refused(f"table {self.id} is closed")

    def _must_be_between_rounds(self) -> None:
        self._must_be_open()
        if self.going_on:
            raise Refused("no more bets: the round is going on")
        self._must_not_wait_for_the_floor()

    def _must_not_wait_for_the_floor(self) -> None:
        if self.pending:
            call = self.pending[0].call
            cite = self.setup.irregularities[call.id][0].cite
            raise Refused(f"the game waits for the floor to decide on {call.id}", cite)

    def _wind_clock(self) -> None:
        """Start, leave running or stop the clocks, by how the table stands."""
        waits = bool(self.pending) or self.status != OPEN
        asked = (self.rounds, len(self.replies)) if self.going_on else None
        anything = bool(self.placed or self.clock.ready or (self.table.standing and self.seats))
        self.clock.wind(self.pace, asked=None if waits else asked, betting=anything and not (waits or self.going_on))

    def _enter(
        self,
        batch: Batch,
        kind: str,
        body: dict[str, Any],
        postings: Sequence[Posting] = (),
        metered: Mapping[str, Fraction] | None = None,
    ) -> None:
        """Enter something in the journal, with the money and meters it moves and a hash of how the table is kept."""
        if postings:
            body = body | {"postings": [[posting.account, posting.amount, posting.what] for posting in postings]}
        if metered:
            after = {meter.id: str(meter.exact) for meter in self.meters.values()}
            body = body | {"meters": {id: [str(before), after[id]] for id, before in metered.items()}}
            batch.meters |= after
        row = self.state()
        link = self.head.add(kind, now(), body | {"state": digest_of(row)})
        batch.add(link, postings, body.get("round"))
        batch.states[self.id] = row | {"number": link.number, "hash": self.head.hash}
        self._wind_clock()


def digest_of(row: Mapping[str, Any]) -> str:
    """A hash of everything that is kept of a table, but for where its chain ends."""
    parts = (row[name] for name in ("id", "entry", "setup", "status", "state"))
    return sha256("\n".join(parts).encode()).hexdigest()


def _in_order(by_seat: Mapping[int, T]) -> list[tuple[str, T]]:
    """By seat, in the order in which the journal has them."""
    return sorted(((str(seat), each) for seat, each in by_seat.items()), key=lambda pair: pair[0])


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they can be written down and read again."""
    return {
        name: value if isinstance(value, str | int | bool | list | dict) else str(value)
        for name, value in options.items()
    }
