"""A table as it is kept: who sits there with what, the seed it deals from, and its journal."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256
from typing import Any

from pitboss.engine.record import BankSeat
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.house.crypto.encryption import HIDDEN
from pitboss.house.fairness.commitments import BOUND, PLAIN, SealedChance, bound_commitment, commitment, new_seed
from pitboss.house.journal.chain import Head, canonical
from pitboss.house.ledger import Posting
from pitboss.house.live.calls import PendingCall, call_as_json
from pitboss.house.live.pace import Clock, Pace
from pitboss.house.live.seats import MeterNow, Placed, Purse, Returned, Seated
from pitboss.house.storage.store import Batch
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup

OPEN, CLOSED = "open", "closed"


def now() -> str:
    """The time, as the journal writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class KeptTable:
    """What is kept of a table. Every change is entered in its journal, in a batch that is written as a whole."""

    def __init__(
        self,
        id: str,
        setup: Setup,
        head: Head,
        meters: Mapping[str, MeterNow],
        status: str = OPEN,
        pace: Pace | None = None,
        practice: bool = False,
    ) -> None:
        self.id, self.setup, self.head, self.meters, self.status = id, setup, head, dict(meters), status
        self.pace, self.clock = pace or Pace(), Clock()
        self.practice = practice
        """Anything may be called here, and every round is marked for it."""
        self.follows_older_rules = False
        """True while a journal is followed that was written when a dealer could still call anything."""
        self.table = Table(setup, game_of(setup.entry), chance=SealedChance(""))
        self.new_seed = new_seed
        self.seats: dict[int, Seated] = {}
        self.placed: dict[int, Placed] = {}
        self.put_up: dict[int, int] = {}
        self.returned: dict[int, Returned] = {}
        self.bank: BankSeat | None = None
        self.declined: set[int] = set()
        self.calls: list[Call] = []
        self.pending: list[PendingCall] = []
        self.rounds = 0
        self.deals = 0
        self.seed = ""
        self.sealed_as = PLAIN
        self.seals_as = BOUND
        """What the commitment of the seed now in use is made of, and of those to come."""
        self.words: dict[str, str] = {}
        """What players have added to the coming shuffle, by person."""
        self._mixed: dict[str, str] = {}
        self._committed = ("", "")
        self.withheld: list[tuple[int, str]] = []
        self.secret: dict[str, Any] = {}
        self.keeps_all_plain = False
        """True while a journal is followed that was written when nothing of a table was hidden."""
        self.drew: dict[str, int] = {}
        """Which deal drew each of the secrets that carry over."""
        self.done: list[str] = []
        self.opening: dict[str, Any] | None = None
        self.replies: list[dict[str, Any]] = []
        self.spoiled = False
        self._editions: dict[int, Setup] = {}
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
                **self.marked,
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

    @property
    def commitment(self) -> str:
        """What is told of the seed that the next round is dealt from, while wagers can still be made."""
        if self._committed[0] != self.seed:
            self._committed = (self.seed, self._commitment())
        return self._committed[1]

    def _commitment(self) -> str:
        if self.sealed_as == PLAIN:
            return commitment(self.seed)
        return bound_commitment(
            self.seed,
            table=self.id,
            deal=self.deals,
            entry=self.setup.entry.name,
            setup=json.loads(self._setup),
            decks=self.setup.decks,
        )

    def seated(self, seat: int) -> Seated:
        """Who sits at a seat."""
        if seat not in self.seats:
            raise Refused(f"nobody sits at seat {seat}")
        return self.seats[seat]

    def purse(self, person: str) -> Purse:
        """The chips that a person has at this table."""
        return next((seated.purse for seated in self.seats.values() if seated.person == person), None) or Purse()

    def state(self) -> dict[str, Any]:
        """The row of this table in the database, and what is hidden of it, which is encrypted when it is written."""
        kept: dict[str, Any] = {
            "seats": {str(seat): [seated.person, seated.chips] for seat, seated in self.seats.items()},
            "carry": self.table.carry,
            "standing": [[bet.seat, bet.name, dollars(bet.stake), bet.stood] for bet in self.table.standing],
            "bank": self.table.bank_seat,
            "banker": None if self.bank is None else [self.bank.seat, self.bank.cents],
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
        if self.sealed_as != PLAIN:
            kept |= {"sealed": self.sealed_as, "drew": self.drew}
        if self.words:
            kept["words"] = self.words
        hidden = "" if self.keeps_all_plain else canonical({name: kept.pop(name) for name in HIDDEN})
        if hidden:
            kept["hidden"] = self._blinded(hidden)
        return {
            "id": self.id,
            "entry": self.setup.entry.name,
            "setup": self._setup,
            "state": canonical(kept),
            "hidden": hidden,
            "status": self.status,
            "number": self.head.number,
            "hash": self.head.hash,
        }

    def _blinded(self, hidden: str) -> str:
        return blinded([*(seed for _, seed in self.withheld), self.seed], hidden)

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
            self._chance = {"shoe": shoe.state(), "at": self.table.chance.at}
            if self._mixed:
                self._chance["words"] = self._mixed
            return {}
        revealed = self._told_now()
        batch.revealed += [(self.id, deal, seed) for deal, seed in revealed]
        self.deals += 1
        self.seed, self.sealed_as, self._mixed = self.new_seed(), self.seals_as, {}
        row = {"chain": self.id, "deal": self.deals, "seed": self.seed, "revealed": 0, "commitment": self.commitment}
        batch.seeds.append(row)
        self.table.use(SealedChance(self.seed))
        self._chance = {}
        version = {} if self.sealed_as == PLAIN else {"version": self.sealed_as}
        return {
            "revealed": [{"deal": deal, "seed": seed} for deal, seed in revealed],
            "sealed": {"deal": self.deals, "commitment": self.commitment, **version},
        }

    @property
    def worded(self) -> dict[str, dict[str, str]]:
        """The words that the coming deal takes: those added before the shuffle that it begins with."""
        return {"words": dict(self.words)} if self.words and not self._chance else {}

    def _mix(self, words: Mapping[str, str]) -> None:
        """Mix players' words into a shuffle; one that was dealt from already goes on as it was mixed."""
        if not self._chance:
            assert isinstance(self.table.chance, SealedChance)
            self._mixed = dict(words)
            self.table.chance.mix(self._mixed)

    def _note_secrets(self, played: Round) -> None:
        """Which deal drew what carries over as a secret; such a thing is drawn under the name it carries over by."""
        carry = self.table.carry
        drawn = {key: self.deals for key in self.table.game.secrets if played.draws.taken.get(key)}
        self.drew = {key: deal for key, deal in (self.drew | drawn).items() if key in carry}

    def _told_now(self) -> list[tuple[int, str]]:
        """The seeds that can be revealed when a new one begins."""
        if not self.seed:
            return []
        carry = self.table.carry
        self.secret = {key: carry[key] for key in self.table.game.secrets if key in carry}
        seeds, hidden = [*self.withheld, (self.deals, self.seed)], {*self.drew.values()}
        self.withheld = [(deal, seed) for deal, seed in seeds if deal in hidden]
        return [(deal, seed) for deal, seed in seeds if deal not in hidden]

    # -- helpers -------------------------------------------------------------------------------------------------

    @contextmanager
    def _playing(self) -> Iterator[None]:
        """A table that stops in the middle of a step cannot be played on; it is then restored."""
        try:
            yield
        except BaseException:
            self.spoiled = True
            raise

    def _clear(self, seat: int) -> None:
        """What a seat had put up is taken back."""
        self.placed.pop(seat, None)
        self.put_up.pop(seat, None)
        self.declined.discard(seat)
        self.returned.pop(seat, None)
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

    @property
    def _question(self) -> int:
        """Which question of the round is asked; the same while others answer it, another after whatever was called."""
        asking = self.round.asking if self.round is not None else ()
        if not asking:
            return len(self.replies)
        return asking[0].number + sum("call" in reply for reply in self.replies)

    def _wind_clock(self) -> None:
        """Start, leave running or stop the clocks, by how the table stands."""
        waits = bool(self.pending) or self.status != OPEN or self.table.stopped is not None
        asked = (self.rounds, self._question) if self.going_on and not waits else None
        anything = bool(self.placed or self.clock.ready or (self.table.standing and self.seats))
        coming = self.rounds + 1 if anything and not (waits or self.going_on) else None
        self.clock.wind(self.pace, asked, coming)

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
            batch.metered = {id: str(before) for id, before in metered.items()} | batch.metered
        if batch.asked is not None:
            body, batch.asked = body | {"key": batch.asked}, None
        row = self.state()
        link = self.head.add(kind, now(), body | {"state": digest_of(row)})
        batch.add(link, postings, body.get("round"))
        batch.states[self.id] = row | {"number": link.number, "hash": self.head.hash}
        self._wind_clock()


def signed(by: str) -> dict[str, str]:
    """Who did it, for the journal; entries of old houses do not all say."""
    return {"by": by} if by else {}


def blinded(seeds: Iterable[str], hidden: str) -> str:
    """A hash of what is hidden that tells nothing of it before the seeds are told that it depends on."""
    all_of_them = "\n".join(seeds)
    return sha256(f"pitboss hidden {all_of_them}\n{hidden}".encode()).hexdigest()


def digest_of(row: Mapping[str, Any]) -> str:
    """A hash of everything that is kept of a table, but for where its chain ends.

    It covers what is hidden by a hash that can be followed once the seeds are told; where that is so it begins with 2.
    """
    parts = (row[name] for name in ("id", "entry", "setup", "status", "state"))
    return ("2:" if row["hidden"] else "") + sha256("\n".join(parts).encode()).hexdigest()


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they can be written down and read again."""
    return {
        name: value if isinstance(value, str | int | bool | list | dict) else str(value)
        for name, value in options.items()
    }
