"""A live table: the engine's table with people at it, their chips, and a journal of everything that happens."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from pitboss.engine.record import BankSeat
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.engine.wagers import read_bets
from pitboss.equipment.cards import Card
from pitboss.errors import PitbossError, Refused
from pitboss.games import game_of
from pitboss.house import ledger
from pitboss.house.chain import Head, canonical
from pitboss.house.fairness import SealedChance, commitment, new_seed
from pitboss.house.ledger import Posting, difference, moved
from pitboss.house.store import Batch
from pitboss.money import dollars, signed
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup

OPEN, CLOSED = "open", "closed"


def now() -> str:
    """The time, as the journal writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass
class Seated:
    """Somebody at a seat, with the chips in front of them."""

    person: str
    chips: int = 0


@dataclass
class MeterNow:
    """What a progressive meter stands at, for all the tables that feed it."""

    id: str
    exact: Fraction


@dataclass
class Placed:
    """What a seat wants to wager in the next round."""

    wagers: dict[str, str] = field(default_factory=dict)
    says: list[str] = field(default_factory=list)


class LiveTable:
    """One table of the house. Every change goes into a batch; nothing has happened until the batch is written."""

    def __init__(self, id: str, setup: Setup, head: Head, meters: Mapping[str, MeterNow], status: str = OPEN) -> None:
        self.id, self.setup, self.head, self.meters, self.status = id, setup, head, dict(meters), status
        self.table = Table(setup, game_of(setup.entry), chance=SealedChance(new_seed()))
        self.seats: dict[int, Seated] = {}
        self.placed: dict[int, Placed] = {}
        self.bank: BankSeat | None = None
        self.calls: list[Call] = []
        self.rounds = 0
        self.deals = 0
        self.seed = ""
        self.done: list[str] = []
        self.opening: dict[str, Any] | None = None
        self.replies: list[dict[str, Any]] = []
        self._before: Counter[str] = Counter()
        self._chance = self._chance_now()
        self._shift: dict[str, Fraction] = {}

    def __repr__(self) -> str:
        return f"<LiveTable {self.id} of {self.setup.entry.name}, {len(self.seats)} seated, {self.rounds} rounds>"

    @property
    def round(self) -> Round | None:
        """The round that is going on, or was the last."""
        return self.table.round

    @property
    def going_on(self) -> bool:
        return self.opening is not None

    # -- people and their chips ----------------------------------------------------------------------------------

    def sit(self, batch: Batch, person: str, seat: int) -> None:
        """Take a free seat."""
        self._must_be_open()
        if not 1 <= seat <= self.setup.seats:
            raise Refused(f"there is no seat {seat}; this table has {self.setup.seats}", self.setup.entry.seats.cite)
        if seat in self.seats:
            raise Refused(f"seat {seat} is taken")
        self.seats[seat] = Seated(person)
        self._enter(batch, "sit", {"seat": seat, "person": person})

    def buy_in(self, batch: Batch, seat: int, amount: int) -> None:
        """Change cash into chips."""
        self._must_be_open()
        seated = self._seated(seat)
        if amount <= 0:
            raise Refused("a buy-in is more than zero")
        seated.chips += amount
        postings = moved(ledger.CAGE, ledger.chips(self.id, seated.person), amount, "buy-in")
        self._enter(batch, "buy_in", {"seat": seat, "person": seated.person, "amount": dollars(amount)}, postings)

    def leave(self, batch: Batch, seat: int) -> int:
        """Leave the table: standing wagers come down where they may, what is owed is paid, the chips are cashed."""
        seated = self._seated(seat)
        if self.going_on and self.round is not None and seat in self.round.seats:
            raise Refused(f"seat {seat} is in the round; it can leave when that is over")
        before = self._totals(None)
        fees = self.table.leave(seat)
        postings = difference(self._totals(None), before, "taken down")
        for fee in fees:
            postings += moved(ledger.chips(self.id, seated.person), ledger.box(self.id), fee.amount, fee.what)
        self._take(postings)
        out = seated.chips
        if out < 0:
            raise PitbossError(f"seat {seat} would leave owing {signed(-out)}")
        postings += moved(ledger.chips(self.id, seated.person), ledger.CAGE, out, "cash-out")
        self.table.forget()
        del self.seats[seat]
        self.placed.pop(seat, None)
        body = {"seat": seat, "person": seated.person, "amount": dollars(out), "fees": [fee.as_json() for fee in fees]}
        self._enter(batch, "cash_out", body, [posting for posting in postings if posting.amount])
        return out

    def fill(self, batch: Batch, amount: int, by: str) -> None:
        """Chips from the cage to the table's bank; below zero, a credit."""
        kind = "fill" if amount > 0 else "credit"
        postings = moved(ledger.CAGE, ledger.bank(self.id), amount, kind)
        self._enter(batch, kind, {"amount": dollars(abs(amount)), "by": by}, postings)

    def close(self, batch: Batch, by: str) -> None:
        """Close the table; everybody has left."""
        if self.seats:
            raise Refused(f"{len(self.seats)} seats are still taken; everybody cashes out before a table closes")
        self.status = CLOSED
        self._enter(batch, "close", {"by": by})

    # -- a round -------------------------------------------------------------------------------------------------

    def bet(self, seat: int, wagers: Mapping[str, str], says: Sequence[str] = ()) -> None:
        """Put wagers up for the next round, in place of what the seat had put up before."""
        self._must_be_open()
        if self.going_on:
            raise Refused("no more bets: the round is going on")
        seated = self._seated(seat)
        wanted = Placed(dict(wagers), list(says))
        others = {other: placed for other, placed in self.placed.items() if other != seat}
        self._may_place({**others, seat: wanted}, seat, seated)
        if wanted.wagers or wanted.says:
            self.placed[seat] = wanted
        else:
            self.placed.pop(seat, None)

    def deal(self, batch: Batch) -> Round:
        """Deal a round to everything that was put up."""
        self._must_be_open()
        if self.going_on:
            raise Refused("the round before is not over")
        self._fresh_chance(batch)
        self._chance = self._chance_now()
        self._load_meters(self.table)
        self._shift = {}
        self.table.forget()
        opening = {
            "round": self.rounds + 1,
            "deal": self.deals,
            "commitment": commitment(self.seed),
            "wagers": {str(seat): placed.wagers for seat, placed in sorted(self.placed.items())},
            "says": {str(seat): placed.says for seat, placed in sorted(self.placed.items()) if placed.says},
            "players": {str(seat): seated.person for seat, seated in sorted(self.seats.items())},
            "bank": None if self.bank is None else [self.bank.seat, self.bank.wager, self.bank.offer_declined],
            "calls": [_call_as_json(call) for call in self.calls],
            "meters": {name: str(meter.exact) for name, meter in self.meters.items()},
        }
        self._before = self._totals(None)
        played = self._begin(opening)
        self.rounds += 1
        self.opening, self.replies = opening, []
        self.placed, self.calls = {}, []
        self._after(batch, played, "deal", opening)
        return played

    def act(self, batch: Batch, seat: int, action: str) -> Round:
        """Answer the question that the round asks."""
        played = self._going()
        if played.asking is None or played.asking.seat != seat:
            raise Refused(f"it is not seat {seat}'s turn")
        cost = self._cost(played, action)
        if cost > self._seated(seat).chips:
            raise Refused(
                f"seat {seat} has {signed(self._seated(seat).chips).lstrip('+')}, and that takes {dollars(cost)}"
            )
        self._load_meters(played)
        played.act(action, seat)
        reply = {"seat": seat, "action": action}
        self.replies.append(reply)
        self._after(batch, played, "act", {"round": self.rounds, **reply})
        return played

    def call(self, batch: Batch, call: Call, by: str, confirmed_by: str = "") -> None:
        """Call an irregularity: in the round that goes on, or for the one to be dealt."""
        signed_by = {"by": by} | ({"confirmed_by": confirmed_by} if confirmed_by else {})
        if not self.going_on:
            if call.id not in self.setup.irregularities:
                raise Refused(f'there is no irregularity "{call.id}" at this table')
            self.calls.append(call)
            self._enter(batch, "call", {"round": self.rounds + 1, "call": _call_as_json(call), **signed_by})
            return
        played = self._going()
        self._load_meters(played)
        played.call(call)
        reply = {"call": _call_as_json(call)}
        self.replies.append(reply)
        self._after(batch, played, "call", {"round": self.rounds, **reply, **signed_by})

    def step_done(self, batch: Batch, procedure: str, step: int, by: str) -> None:
        """Tick off a step of one of the table's procedures."""
        rule = self.setup.entry.procedures.get(procedure)
        if rule is None or not 1 <= step <= len(rule.steps):
            raise Refused(f"{procedure} has no step {step} at this table")
        mark = f"{procedure} {step}"
        if mark not in self.done:
            self.done.append(mark)
        self._enter(batch, "procedure", {"procedure": procedure, "step": step, "by": by})

    def go_on(self, opening: dict[str, Any], replies: Sequence[Mapping[str, Any]]) -> None:
        """Deal a round again that was going on, up to the question it had come to. Its money has moved already."""
        for name, exact in opening["meters"].items():
            amount = Fraction(exact)
            self.table.meters.held[name], self.table.meters.parts[name] = int(amount), amount - int(amount)
        self.table.forget()
        played = self._begin(opening)
        for reply in replies:
            if "call" in reply:
                played.call(_call_from_json(reply["call"]))
            else:
                played.act(reply["action"], reply["seat"])
        self.opening, self.replies = opening, [dict(reply) for reply in replies]
        self._before = self._totals(played)
        self._shift = {}

    def void(self, batch: Batch, number: int, posted: Sequence[tuple[str, int]]) -> None:
        """A round that cannot go on is void: everything its steps moved is moved back."""
        back = [Posting(account, -amount, "void") for account, amount in posted]
        self._take(back)
        for posting in back:
            for meter in self.meters.values():
                if posting.account == ledger.meter(meter.id):
                    meter.exact += posting.amount
        self._enter(batch, "void", {"round": number}, back, number)

    # -- as it is kept -------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The row of this table in the database."""
        kept = {
            "seats": {str(seat): [seated.person, seated.chips] for seat, seated in self.seats.items()},
            "carry": self.table.carry,
            "standing": [[bet.seat, bet.name, dollars(bet.stake), bet.stood] for bet in self.table.standing],
            "bank": self.table.bank_seat,
            "rounds": self.rounds,
            "deals": self.deals,
            "chance": self._chance,
            "opening": self.opening,
            "replies": self.replies,
            "calls": [_call_as_json(call) for call in self.calls],
            "done": self.done,
            "head": [self.head.number, self.head.hash],
        }
        chosen = {
            "options": _plain(self.setup.chosen),
            "pay_tables": {name: dict(lines) for name, lines in self.setup.changed_tables.items()},
            "wagers": None if self.setup.listed is None else list(self.setup.listed),
            "meters": {name: meter.id for name, meter in self.meters.items()},
        }
        return {
            "id": self.id,
            "entry": self.setup.entry.name,
            "setup": canonical(chosen),
            "state": canonical(kept),
            "status": self.status,
        }

    # -- helpers -------------------------------------------------------------------------------------------------

    @property
    def _fresh_each_round(self) -> bool:
        """True where nothing is left in the shoe from one round to the next."""
        return self.table.shoe is None or self.table.reshuffles_every_round

    def _chance_now(self) -> dict[str, Any]:
        """Where the shoe and its chance are; a round that goes on is dealt again from where they were before it."""
        if self._fresh_each_round or self.table.shoe is None:
            return {}
        assert isinstance(self.table.chance, SealedChance)
        return {"at": self.table.chance.at, "shoe": self.table.shoe.state()}

    def _fresh_chance(self, batch: Batch) -> None:
        """A new seed whenever nothing of what the old one shuffled is still to come; the old one is then revealed."""
        shoe = self.table.shoe
        if self.seed and not self._fresh_each_round and shoe is not None and shoe.dealt:
            return
        if self.seed:
            batch.revealed.append((self.id, self.deals))
            self._enter(batch, "reveal", {"deal": self.deals, "seed": self.seed})
        self.deals += 1
        self.seed = new_seed()
        batch.seeds.append({"chain": self.id, "deal": self.deals, "seed": self.seed, "revealed": 0})
        self.table.use(SealedChance(self.seed))

    def _begin(self, opening: Mapping[str, Any]) -> Round:
        bank = opening["bank"]
        return self.table.deal(
            {int(seat): wagers for seat, wagers in opening["wagers"].items()},
            players={int(seat): person for seat, person in opening["players"].items()},
            bank=None if bank is None else BankSeat(bank[0], bank[1], offer_declined=bank[2]),
            says={int(seat): words for seat, words in opening["says"].items()} or None,
            calls=[_call_from_json(call) for call in opening["calls"]],
        )

    def _after(self, batch: Batch, played: Round, kind: str, body: dict[str, Any]) -> None:
        """Move the money that a step of the round moved, and enter the step, or the whole round once it is over."""
        after = self._totals(played)
        if not played.over:
            postings = difference(after, self._before, "wagers")
            self._before = after
            self._take(postings)
            self._store_meters(played)
            self._enter(batch, kind, body, postings, self.rounds)
            return
        postings = difference(after, self._before, "round")
        for fee in self.table.collected:
            person = self._seated(fee.seat).person
            postings += moved(ledger.chips(self.id, person), ledger.box(self.id), fee.amount, fee.what)
        self._take(postings)
        self._store_meters(self.table)
        self._chance = self._chance_now()
        assert self.opening is not None
        record = self.table.record()
        for name, by in self._shift.items():
            record.meters[name] += by
        whole = {
            **{key: self.opening[key] for key in ("round", "deal", "commitment", "players")},
            "record": record.as_raw(),
            "settlements": [row.as_json() for row in played.settlements],
            "net": {str(seat): dollars(net) for seat, net in sorted(played.net.items())},
            "fees": [fee.as_json() for fee in (*played.fees, *self.table.collected)],
            "void": played.void,
        }
        self.opening, self.replies = None, []
        self._enter(batch, "round", whole, postings, self.rounds)

    def _totals(self, played: Round | None) -> Counter[str]:
        """Where the chips of this table are, as far as a round moves them."""
        found: Counter[str] = Counter()
        up = self.table.standing if played is None or played.over else [bet for bet in played.bets if not bet.outcome]
        for bet in up:
            found[ledger.bets(self.id)] += bet.stake
            found[self._chips_of(bet.seat)] -= bet.stake
        for account, amount in (played.ledger if played is not None else Counter[str]()).items():
            if account.startswith("seat "):
                found[self._chips_of(int(account[5:]))] += amount
            elif account.startswith("meter "):
                found[ledger.meter(self.meters[account[6:]].id)] += amount
            else:
                found[ledger.box(self.id) if account == "box" else ledger.bank(self.id)] += amount
        return found

    def _chips_of(self, seat: int) -> str:
        return ledger.chips(self.id, self._seated(seat).person)

    def _take(self, postings: Sequence[Posting]) -> None:
        """Bring the chips in front of the players up to date."""
        for seated in self.seats.values():
            account = ledger.chips(self.id, seated.person)
            seated.chips += sum(posting.amount for posting in postings if posting.account == account)

    def _load_meters(self, holder: Round | Table) -> None:
        """What other tables of a link put on a meter, or took off it, since this round last looked."""
        for name, meter in self.meters.items():
            if isinstance(holder, Round):
                self._shift[name] = self._shift.get(name, Fraction(0)) + meter.exact - holder.meters.exact[name]
            holder.meters.held[name] = int(meter.exact)
            holder.meters.parts[name] = meter.exact - int(meter.exact)

    def _store_meters(self, holder: Round | Table) -> None:
        for name, exact in holder.meters.exact.items():
            if name in self.meters:
                self.meters[name].exact = exact

    def _may_place(self, placed: Mapping[int, Placed], seat: int, seated: Seated) -> None:
        refused = self.table.refusal(
            {other: each.wagers for other, each in placed.items()},
            players={other: at.person for other, at in self.seats.items()},
            bank=self.bank,
            says={other: each.says for other, each in placed.items() if each.says} or None,
        )
        if refused is not None:
            raise refused
        mine = placed[seat]
        new = read_bets(self.setup, self.table.game, seat, mine.wagers)
        standing = {bet.key: bet.stake for bet in self.table.standing if bet.seat == seat}
        needed = sum(bet.stake - standing.get(bet.key, 0) for bet in new) + self._owed(seat)
        if needed > seated.chips:
            have = signed(seated.chips).lstrip("+")
            raise Refused(f"seat {seat} has {have}, and these wagers take {signed(needed).lstrip('+')}")

    def _owed(self, seat: int) -> int:
        owed: int = self.table.carry.get("owed", {}).get(str(seat), 0)
        return owed

    @staticmethod
    def _cost(played: Round, action: str) -> int:
        assert played.asking is not None
        return played.asking.reply(action)[1]

    def _going(self) -> Round:
        if not self.going_on or self.round is None:
            raise Refused("no round is going on")
        return self.round

    def _seated(self, seat: int) -> Seated:
        if seat not in self.seats:
            raise Refused(f"nobody sits at seat {seat}")
        return self.seats[seat]

    def _must_be_open(self) -> None:
        if self.status != OPEN:
            raise Refused(f"table {self.id} is closed")

    def _enter(
        self,
        batch: Batch,
        kind: str,
        body: dict[str, Any],
        postings: Sequence[Posting] = (),
        round_number: int | None = None,
    ) -> None:
        lines = [[posting.account, posting.amount, posting.what] for posting in postings]
        link = self.head.add(kind, now(), body | ({"postings": lines} if lines else {}))
        batch.add(link, postings, round_number)
        for meter in self.meters.values():
            batch.meters[meter.id] = str(meter.exact)
        batch.states[self.id] = self.state()


# -- back from the database -------------------------------------------------------------------------------------------


def restore(row: Mapping[str, Any], seed: str, meters: Mapping[str, MeterNow]) -> LiveTable:
    """A table as it was when its last batch was written; a round that was going on is at the same question again."""
    setup, state = json.loads(row["setup"]), json.loads(row["state"])
    rules = Setup.of(load(row["entry"]), setup["options"], setup["pay_tables"], setup["wagers"])
    mine = {name: meters[id] for name, id in setup["meters"].items()}
    live = LiveTable(row["id"], rules, Head(row["id"], *state["head"]), mine, row["status"])
    live.seats = {int(seat): Seated(*held) for seat, held in state["seats"].items()}
    live.rounds, live.deals, live.done = state["rounds"], state["deals"], list(state["done"])
    live.calls = [_call_from_json(call) for call in state["calls"]]
    live.seed = seed
    bank = state["bank"]
    live.table.resume(state["carry"], [tuple(bet) for bet in state["standing"]], None if bank is None else tuple(bank))
    if seed:
        live.table.use(SealedChance(seed))
    if state["chance"] and live.table.shoe is not None:
        live.table.chance = live.table.shoe.chance = SealedChance(seed, state["chance"]["at"])
        live.table.shoe.restore(state["chance"]["shoe"])
    live._chance = state["chance"]
    if state["opening"] is not None:
        live.go_on(state["opening"], state["replies"])
    return live


def _call_as_json(call: Call) -> dict[str, Any]:
    found: dict[str, Any] = {"id": call.id}
    for key in ("seat", "wager", "at"):
        if getattr(call, key) is not None:
            found[key] = getattr(call, key)
    if call.card is not None:
        found["card"] = str(call.card)
    return found


def _call_from_json(raw: Mapping[str, Any]) -> Call:
    card = Card(raw["card"]) if "card" in raw else None
    return Call(raw["id"], raw.get("seat"), card, raw.get("wager"), raw.get("at"))


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they can be written down and read again."""
    return {
        name: value if isinstance(value, str | int | bool | list | dict) else str(value)
        for name, value in options.items()
    }
