"""A table played again from its journal: every entry is done once more, with the same seeds, and must read the same."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.fairness.commitments import BOUND, PLAIN
from pitboss.house.journal.chain import Head, Link
from pitboss.house.live import absence, calls, player_bank, procedures
from pitboss.house.live.calls import call_as_json, call_from_json
from pitboss.house.live.chosen import Chosen
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.meters import MeterNow
from pitboss.house.live.pace import Pace
from pitboss.house.live.state import row_of
from pitboss.house.storage.batch import Batch
from pitboss.money import cents, dollars
from pitboss.rulebook.rewritten import edition_of
from pitboss.rulebook.setup import Setup

SURRENDERED = 4
"""The last edition in which silence at Fast Action Hold'em gave half the wager up, not the house way."""
OPENING = ("round", "deal", "commitment", "wagers", "says", "players", "bank", "calls", "held", "edition", "stacks")
"""What the opening of a round says; the entry of a round that was over at once holds it too."""

Body = Mapping[str, Any]


class JournalReplay:
    """A live table played again from its journal. ``seed_of`` gives the seed of a deal."""

    def __init__(self, chain: str, seed_of: Callable[[int], str]) -> None:
        self.chain = chain
        self._seed_of = seed_of
        self._live: LiveTable | None = None
        self._hidden: list[tuple[int, str]] = []
        self._posted: list[tuple[str, int]] = []
        self._plain = True
        self._round: int | None = None

    @property
    def live(self) -> LiveTable:
        if self._live is None:
            raise PitbossError("the table was never opened")
        return self._live

    def follow(self, link: Link, body: Body) -> Link:
        """Do what an entry says was done; returns the entry as it should read, but for its time."""
        batch = Batch(asked=body.get("key"))
        self._plain = self._plain and not str(body.get("state", "")).startswith("2:")  # once hidden, always hidden
        version = body.get("sealed", {}).get("version", PLAIN)
        if link.kind == "open":
            self._open(batch, body, version)
        elif link.kind not in REPLAYS:
            raise PitbossError(f'there is no "{link.kind}" at a table')
        else:
            self._set(link, body)
            # once they bind everything, they all do
            self.live.seeds.next_version = max(version, self.live.seeds.version)
            REPLAYS[link.kind](self, batch, body)
        self._remember(batch, body)
        [(again, _)] = batch.links
        return again

    def _open(self, batch: Batch, body: Body, version: int) -> None:
        setup = body["setup"]
        rules = Setup.as_opened(body["entry"], setup)
        meters = {name: MeterNow(id, Fraction(0)) for name, id in setup["meters"].items()}
        pace, practice = Pace(**setup["pace"]), setup.get("practice", False)
        head, chosen = Head(self.chain), Chosen.of(setup)
        self._live = LiveTable(self.chain, rules, head, meters, pace=pace, practice=practice, chosen=chosen)
        self._live.seeds.new, self._live.keeps_all_plain = self._next_seed, self._plain
        self._live.seeds.next_version = version
        self._live.open(batch, body["by"])

    def _set(self, link: Link, body: Body) -> None:
        """The chain and the meters, which other tables move too, as they were before the entry."""
        self.live.head, self.live.keeps_all_plain = Head(self.chain, link.number - 1, link.before), self._plain
        for meter in self.live.meters.values():
            if meter.id in body.get("meters", {}):
                meter.exact = Fraction(body["meters"][meter.id][0])

    def _next_seed(self) -> str:
        seed = self._seed_of(self.live.seeds.deals)
        self._hidden.append((self.live.seeds.deals, seed))
        return seed

    def _remember(self, batch: Batch, body: Body) -> None:
        told = {deal for _, deal, _ in batch.revealed}
        self._hidden = [(deal, seed) for deal, seed in self._hidden if deal not in told]
        if body.get("round", self._round) != self._round:
            self._round, self._posted = body["round"], []
        if "round" in body:
            self._posted += [(posting.account, posting.amount) for _, _, posting in batch.postings]

    # -- what the entries stand for ------------------------------------------------------------------------------

    def _deal(self, batch: Batch, body: Body) -> None:
        self._must_open_as_the_table_stands(body)
        opening = {key: body[key] for key in OPENING if key in body} | self.live.marked | self.live.seeds.worded
        self.live.deal_to(batch, opening, by=_by(body))

    def _must_open_as_the_table_stands(self, body: Body) -> None:
        """A round is dealt to those who sit there, from the seed that is next, with what was called before."""
        live = self.live
        stands = {
            "round": live.rounds + 1,
            "deal": live.seeds.deals,
            "commitment": live.seeds.commitment,
            "players": {str(seat): seated.person for seat, seated in live.seats.items()},
            "calls": [call_as_json(call) for call in live.calls],
            "held": {name: str(meter.exact) for name, meter in live.meters.items()},
        }
        if live.table.game.stacks:
            stands["stacks"] = {seat: dollars(live.seated(int(seat)).chips) for seat in body["wagers"]}
        odd = [name for name, wanted in stands.items() if body.get(name) != wanted]
        banks = None if live.bank is None or live.bank.seat not in live.seats else live.bank.seat
        if odd or banks != (body["bank"] and body["bank"][0]):
            raise PitbossError(f"it opens with other {', '.join(odd) or 'bank'} than the table had then")

    def _act(self, batch: Batch, body: Body) -> None:
        answer = self.live.answer_in(body, len(self.live.replies))
        if "ended" in body and edition_of(self.live.opening or {}) > SURRENDERED:
            self.live.end_turn(batch, body["seat"], _by(body), body["ended"])
        else:
            self.live.act(batch, body["seat"], answer, _by(body), body.get("ended", ""))

    def _call(self, batch: Batch, body: Body) -> None:
        call, confirmed_by, note = call_from_json(body["call"]), body.get("confirmed_by", ""), body.get("note", "")
        # Before a call needed a note a dealer could call anything; the seeds of such tables were sealed differently.
        self.live.follows_older_rules = not note and self.live.seeds.version < BOUND
        try:
            if confirmed_by and any(waiting.call == call for waiting in self.live.pending):
                calls.confirm(self.live, batch, self.live.pending[0].number, confirmed_by)
            else:
                calls.make(self.live, batch, call, body["by"], confirmed_by, note)
        finally:
            self.live.follows_older_rules = False

    def _finish(self, batch: Batch, body: Body) -> None:
        {"deal": self._deal, "act": self._act, "call": self._call}[body["step"]](batch, body)

    def _void(self, batch: Batch, body: Body) -> None:
        row = row_of(self.live)
        state = json.loads(row["state"]) | {"opening": None, "replies": []}
        meters = {meter.id: meter for meter in self.live.meters.values()}
        version = self.live.seeds.next_version
        self._live = LiveTable.restored({**row, "state": json.dumps(state)}, self._hidden, meters)
        self._live.seeds.new, self._live.keeps_all_plain = self._next_seed, self._plain
        self._live.seeds.next_version = version
        self._live.void(batch, body["round"], self._posted)

    def _bank(self, batch: Batch, body: Body) -> None:
        if body["seat"] is None:
            player_bank.pass_on(self.live, batch, body["passed_by"], _by(body))
            return
        # Entries of old houses do not say who had passed it; it was offered in no order then.
        self.live.declined = set(body.get("passed", ()))
        player_bank.take(self.live, batch, body["seat"], cents(body["wager"]), _by(body), "passed" in body)

    def _procedure(self, batch: Batch, body: Body) -> None:
        if body["step"]:
            procedures.step_done(self.live, batch, body["procedure"], body["step"], body["by"])
        else:
            procedures.begin(self.live, batch, body["procedure"], body["by"])


def _by(body: Body) -> str:
    """Who did it; entries of old houses do not all say."""
    by: str = body.get("by", "")
    return by


REPLAYS: dict[str, Callable[[JournalReplay, Batch, Body], object]] = {
    "sit": lambda at, batch, body: at.live.sit(batch, body["person"], body["seat"], _by(body)),
    "sit_out": lambda at, batch, body: absence.sit_out(at.live, batch, body["seat"], _by(body), body["since"]),
    "come_back": lambda at, batch, body: absence.come_back(
        at.live, batch, body["seat"], _by(body), counts_on="until" in body
    ),
    "buy_in": lambda at, batch, body: at.live.buy_in(batch, body["seat"], cents(body["amount"]), _by(body)),
    "cash_out": lambda at, batch, body: at.live.leave(batch, body["seat"], _by(body)),
    "fill": lambda at, batch, body: at.live.fill(batch, cents(body["amount"]), body["by"]),
    "credit": lambda at, batch, body: at.live.fill(batch, -cents(body["amount"]), body["by"]),
    "close": lambda at, batch, body: at.live.close(batch, body["by"]),
    "reopen": lambda at, batch, body: at.live.reopen(batch, body["by"]),
    "collection": lambda at, batch, body: at.live.collect(batch, body["time"], body["by"], body.get("started", "")),
    "repaired": lambda at, batch, body: at.live.repair(batch, body["by"]),
    "rejected": lambda at, batch, body: calls.reject(at.live, batch, body["number"], body["by"]),
    "withdrawn": lambda at, batch, body: calls.withdraw(at.live, batch, body["by"], body["calls"]),
    "word": lambda at, batch, body: at.live.add_word(batch, body["person"], body["word"]),
    "bank": JournalReplay._bank,
    "procedure": JournalReplay._procedure,
    "called": JournalReplay._call,
    "call": JournalReplay._call,
    "deal": JournalReplay._deal,
    "act": JournalReplay._act,
    "round": JournalReplay._finish,
    "void": JournalReplay._void,
}
"""What each kind of entry at a table stands for, besides opening it."""
