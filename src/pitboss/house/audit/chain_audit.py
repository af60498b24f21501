"""One chain of the journal, entry by entry: its hashes, its money, and the table played again."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, select

from pitboss.engine.script import Game
from pitboss.errors import PitbossError, quoted
from pitboss.house import ledger
from pitboss.house.audit.attendance import absence, moment, objection
from pitboss.house.audit.chain_streams import Lines, Seeds
from pitboss.house.audit.findings import ChainReport, Finding, Job
from pitboss.house.audit.house_chain_audit import HouseBook
from pitboss.house.audit.journal_replay import JournalReplay
from pitboss.house.audit.requests_audit import kept_since
from pitboss.house.audit.resettle import as_decided, rules_of, settled_again
from pitboss.house.crypto.encryption import of_table, opened, state_of
from pitboss.house.crypto.seals import is_sealed
from pitboss.house.fairness.commitments import PLAIN, bound_commitment, commitment
from pitboss.house.journal.chain import HOUSE, START, Link, canonical
from pitboss.house.journal.entry_kinds import AT_TABLES, DEALER, MINDS_TABLES, PLAYER, account_of
from pitboss.house.live import calls, chips
from pitboss.house.live.pace import BETWEEN_COLLECTIONS
from pitboss.house.live.seeds import BLIND as UNGUESSABLE
from pitboss.house.live.state import digest_of, row_of
from pitboss.house.storage import schema
from pitboss.money import dollars
from pitboss.rulebook.rewritten import edition_of
from pitboss.rulebook.setup import Setup

MOST_FINDINGS = 200
"""A chain that is broken all over is not listed line by line for ever."""

TOLD_EVERY = 20
BLIND = (
    *("open", "sit", "sit_out", "come_back", "buy_in", "cash_out", "fill", "credit", "close", "reopen", "bank"),
    *("procedure", "round", "word"),
)
"""What can be done again while the seed of the next deal is not known."""
NONSENSE = (TypeError, ValueError, KeyError, AttributeError, ArithmeticError, RecursionError, PitbossError)
"""What values that nobody wrote lead to."""


def audit_chain(connection: Connection, job: Job, told: Callable[[int], None], book: HouseBook) -> ChainReport:
    """Audit a chain; ``told`` hears how many entries were done since it last heard.

    ``book`` is what the house's own chain says, which is audited first.
    """
    auditor = _Auditor(connection, job, book)
    done = 0
    try:
        for row in auditor.entries():
            auditor.entry(row)
            done += 1
            if done == TOLD_EVERY:
                told(done)
                done = 0
        told(done)
        auditor.end()
    except NONSENSE as error:
        auditor.give_up(error)
    return auditor.report


class _Auditor:
    def __init__(self, connection: Connection, job: Job, book: HouseBook) -> None:
        self.connection, self.job, self.book = connection, job, book
        self.report = ChainReport(job.chain)
        self._number, self._hash = 0, START
        self._lines = Lines(self._rows(schema.postings, "number", "line"))
        self._seeds = Seeds(self._rows(schema.seeds, "deal"), job.secret)
        self._replay: JournalReplay | None = None if job.chain == HOUSE else JournalReplay(job.chain, self._seeds.of)
        self._meters: dict[str, Fraction] = {}
        self._rules: dict[str, tuple[Setup, Game]] = {}
        self._state = ""
        self._kept_since = kept_since()
        self._usual: set[tuple[str, str]] = set()
        self._opened: dict[str, Any] = {}
        self._collected: datetime | None = None

    def entries(self) -> Iterator[Row[Any]]:
        return self._rows(schema.journal, "number")

    def entry(self, row: Row[Any]) -> None:
        """Everything about one entry; what is wrong with it does not keep the next from being audited."""
        self.report.entries += 1
        link = Link.of(row.chain, row.number, _text(row.kind), _text(row.at), _text(row.body), _text(row.before))
        self._check_link(link, row.hash)
        body = self._read(link)
        if body is not None and row.round != body.get("round"):
            filed, said = _of_round(row.round), _of_round(body.get("round"))
            self._found(link.number, f"it is filed under {filed}, and says that it is of {said}", "round")
        postings = self._check_postings(link, body)
        if body is None:
            self._stop(link.number, "")
            return
        try:
            self._check_meters(link.number, body, postings)
            if link.kind == "open":
                said = body["setup"]
                rules = Setup.as_opened(body["entry"], said)
                self._opened = {"entry": body["entry"], "setup": said, "decks": rules.decks}
            self._check_seeds(link.number, body)
            if self.job.chain == HOUSE:
                self._house(link, body)
                return
            self._check_who(link, body)
            if "key" in body and link.at > self._kept_since:
                asked = body["key"]
                self.report.asked[asked["person"], asked["key"]] = (link.number, asked["digest"], link.at)
            self._state = body.get("state", "")
            self._play_again(link, body)
            if link.kind == "round":
                self._settle_again(link.number, body)
        except NONSENSE as error:
            self._found(link.number, f"what it says makes no sense: {in_words(error)}")
            self._stop(link.number, "")

    def give_up(self, error: Exception) -> None:
        self._found(self._number + 1, f"the chain cannot be audited any further: {in_words(error)}")

    def end(self) -> None:
        """Where the chain ends, and how the table is kept."""
        for row in self._lines.up_to(None):
            self._found(row.number, "it has no entry in the journal", f"line {row.line}")
        for deal in self._seeds.left():
            self._found(None, "no entry of the journal commits to it", f"the seed of deal {deal}")
        for deal in sorted(self.job.hidden - self._seeds.hidden):
            self._found(None, "it was told in the journal and is kept as hidden", f"the seed of deal {deal}")
        for deal in sorted(self._seeds.hidden - self.job.hidden):
            self._found(None, "it is kept as told, and the journal does not tell it", f"the seed of deal {deal}")
        for number, (_, where) in self.job.anchors.items():
            if number > self._number:
                self._found(number, f"it is missing, and {where} names it")
        self.report.end = (self._number, self._hash)
        kept = self.job.kept
        if kept is None:
            if self._number:
                self._found(None, "it belongs to no table")
            return
        self._check_end(kept["number"], kept["hash"])
        if self.job.secret is not None and self.job.sealed and not is_sealed(self.job.secret, self.job.chain, kept):
            self._found(kept["number"], "the house did not write it: its seal is another's", "seal")
        if self.job.chain != HOUSE:
            self._check_table(kept)

    # -- the chain -----------------------------------------------------------------------------------------------

    def _check_link(self, link: Link, stored: str) -> None:
        number = link.number
        if number != self._number + 1:
            first = self._number + 1
            self._found(first, "it is missing" if number == first + 1 else f"it and all up to {number - 1} are missing")
        elif link.before != self._hash:
            self._found(number, f"it does not go on from entry {self._number}: one of them was changed", "before")
        if link.hash != stored:
            self._found(number, "it was changed: its hash does not fit what it says", "hash")
        noted = self.job.anchors.get(number)
        if noted is not None and noted[0] != stored:
            self._found(number, f"its hash is not the one that {noted[1]} gives", "hash")
        self._number, self._hash = number, stored

    def _check_end(self, number: int, digest: str) -> None:
        whose = "the house" if self.job.chain == HOUSE else "the table"
        if number > self._number:
            text = f"it is missing: {whose} has {number} entries, and the journal ends with {self._number}"
            self._found(number, text)
        elif number < self._number:
            self._found(self._number, f"{whose} knows nothing of it: its chain ends with entry {number}")
        elif digest != self._hash:
            self._found(self._number, f"its hash is not the one that {whose} has for its last entry", "hash")

    def _read(self, link: Link) -> dict[str, Any] | None:
        try:
            body = json.loads(link.body)
            if isinstance(body, dict):
                return body
        except (ValueError, TypeError, RecursionError):
            pass
        self._found(link.number, "what it says cannot be read", "body")
        return None

    # -- the money -----------------------------------------------------------------------------------------------

    def _check_postings(self, link: Link, body: Mapping[str, Any] | None) -> list[Any]:
        """The ledger's lines against those in the journal; returns what the journal has."""
        number = link.number
        for row in self._lines.up_to(number):
            self._found(row.number, "it has no entry in the journal", f"line {row.line}")
        stored = {row.line: [row.account, row.amount, row.what] for row in self._lines.at(number)}
        said = body.get("postings", []) if body is not None else list(stored.values())
        for line, wanted in enumerate(said, start=1):
            have = stored.pop(line, None)
            if have is None:
                self._found(number, "it is missing from the ledger", f"line {line}")
            elif have != wanted:
                parts = zip(("account", "amount", "text"), wanted, have, strict=False)
                changed = "; ".join(f"the {name} is {quoted(b)} and was {quoted(a)}" for name, a, b in parts if a != b)
                self._found(number, f"{changed or 'it was changed'}", f"line {line}")
        for line in stored:
            self._found(number, "the journal knows nothing of it", f"line {line}")
        try:
            self._add_up(number, said)
            if self.job.chain != HOUSE:
                self._check_accounts(link, body or {}, said)
        except (TypeError, ValueError):
            self._found(number, "its postings cannot be read", "postings")
            return []
        return list(said)

    def _add_up(self, number: int, postings: list[Any]) -> None:
        total = 0
        for account, amount, _ in postings:
            total += amount
            self.report.balances[account] += amount
        if total:
            self._found(number, f"its postings come to {total} cents instead of nothing", "postings")
        for account in {account for account, _, _ in postings}:
            if account.startswith(("chips:", "bets:")) and self.report.balances[account] < 0:
                self._found(number, f"{account} is below zero: {dollars(self.report.balances[account])}", "postings")

    def _check_accounts(self, link: Link, body: Mapping[str, Any], postings: list[Any]) -> None:
        """That an entry moves only the money that its kind may move, at its own table."""
        if link.kind == "open":
            self.report.feeds = dict.fromkeys(body["setup"]["meters"].values(), 0)
        kind = AT_TABLES.get(link.kind)
        for account, _, _ in postings:
            if kind is None or (link.kind, account) in self._usual:
                continue
            if account_of(account, self.job.chain, kind, self.book.attendance, self.report.feeds):
                self._usual.add((link.kind, account))
            else:
                self._found(link.number, f'a "{link.kind}" at this table moves no money there', f"account {account}")

    def _check_meters(self, number: int, body: Mapping[str, Any], postings: list[Any]) -> None:
        """What an entry says that meters held before and after, against the whole cents it posted to them."""
        moved: Counter[str] = Counter()
        for account, amount, _ in postings:
            moved[account] += amount
        for id, (before, after) in body.get("meters", {}).items():
            was, now = Fraction(before), Fraction(after)
            if int(now) - int(was) != moved[ledger.meter(id)]:
                self._found(number, f"it goes from {before} to {after} cents, and the ledger disagrees", f"meter {id}")
            if id.startswith(f"{self.job.chain}.") and self._meters.get(id, was) != was:
                self._found(number, f"it stood at {self._meters[id]} cents, not at {before}", f"meter {id}")
            if was < 0 or now < 0:
                self._found(number, f"it goes from {before} to {after} cents, which is below nothing", f"meter {id}")
            self._meters[id] = now
            steps = self.report.steps.setdefault(id, Counter())
            for exact, times in ((str(was), -1), (str(now), 1)):
                steps[exact] += times
                if not steps[exact]:
                    del steps[exact]  # where one entry left it, the next one found it
            self.report.meters[id] = self.report.meters.get(id, Fraction(0)) + now - was

    # -- the table -----------------------------------------------------------------------------------------------

    def _check_seeds(self, number: int, body: Mapping[str, Any]) -> None:
        for told in body.get("revealed", ()):
            if not self._seeds.tell(told["deal"], told["seed"]):
                self._found(number, "it reveals another seed than the one that is kept", f"deal {told['deal']}")
        if "sealed" in body:
            deal = body["sealed"]["deal"]
            seed = self._seeds.draw(deal)
            if seed is None:
                self._found(number, "its seed is missing", f"deal {deal}")
            elif deal in self._seeds.shut:
                self.report.waiting += 1
            elif self._commitment(seed, body["sealed"]) != body["sealed"]["commitment"]:
                self._found(number, "its seed is not the one that was committed to", f"deal {deal}")
                self._stop(number, "")
            if self._seeds.told_of(deal) not in (None, body["sealed"]["commitment"]):
                self._found(number, "another commitment is kept beside its seed", f"deal {deal}")

    def _commitment(self, seed: str, sealed: Mapping[str, Any]) -> str:
        if sealed.get("version", PLAIN) == PLAIN:
            return commitment(seed)
        return bound_commitment(seed, table=self.job.chain, deal=sealed["deal"], **self._opened)

    def _check_who(self, link: Link, body: Mapping[str, Any]) -> None:
        """That whoever did it was of the house then, in a role that may."""
        kind = AT_TABLES.get(body["step"] if link.kind == "round" else link.kind)
        if kind is None or link.kind not in AT_TABLES:
            self._found(link.number, f'nothing of the kind "{link.kind}" is entered at a table')
            return
        attendance, by, confirmed_by = self.book.attendance, body.get("by"), body.get("confirmed_by")
        # A call that waited for the floor was made earlier; its maker may have left by the time it is confirmed.
        why = objection(attendance, by, kind.roles, None if confirmed_by else link.at) if "by" in body else ""
        if not why and "confirmed_by" in body:
            why = objection(attendance, confirmed_by, MINDS_TABLES, link.at)
        if not why and link.kind in ("sit", "word"):
            why = absence(attendance, body["person"], (PLAYER,), link.at)
        if not why and by in attendance and attendance[by].role == PLAYER and "seat" in body:
            seated = self._replay.live.seats.get(body["seat"]) if self._replay is not None else None
            person = body.get("person", by if seated is None else seated.person)
            why = "" if person == by else f"{by} did it at a seat of {person}"
        if not why and by in attendance:
            why = self._against_the_house(link, str(by), attendance[by].role)
        if why:
            self._found(link.number, why, "by")

    def _against_the_house(self, link: Link, by: str, role: str) -> str:
        """Why somebody could not do a thing that their role does in other houses, or at other times."""
        if link.kind == "buy_in" and role == PLAYER and self.book.only_the_cage_sold(link.at):
            return f"chips were bought at the cage then, and {by} bought in alone"
        is_new = bool(self.book.sealed_at) and link.at >= self.book.sealed_at
        if link.kind == "withdrawn" and role == DEALER and is_new and self._replay is not None:
            live = self._replay.live
            if not all(calls.is_for_a_dealer_alone(live, call) for call in live.calls):
                return f"the floor had decided on what {by} withdrew"
        if link.kind == "collection":
            last, self._collected = self._collected, moment(link.at)
            if role == DEALER and last is not None and (self._collected - last).total_seconds() < BETWEEN_COLLECTIONS:
                return f"{by} collected for a half hour that had not passed since the collection before"
            if role == DEALER and last is not None and "started" in json.loads(link.body):
                return f"{by} said that a new game began, and gave the fees of a half hour away"
        return ""

    def _play_again(self, link: Link, body: Mapping[str, Any]) -> None:
        if self._replay is None:
            return
        blind = bool(self._seeds.shut)
        if blind and (body.get("deal") in self._seeds.shut or link.kind not in BLIND):
            self._stop(link.number, "")  # what comes from a seed that nobody can read is only settled from its record
            return
        try:
            again = self._replay.follow(link, body)
        except Exception as error:
            self._found(link.number, f"it cannot be done again: {in_words(error)}")
            self._stop(link.number, "")
            return
        if link.kind == "open":
            live = self._replay.live
            self.report.feeds = {meter.id: live.setup.meters[name].seed for name, meter in live.meters.items()}
        if again.body == link.body:
            self.report.replayed += link.kind == "round"
            return
        told = json.loads(again.body)
        if UNGUESSABLE not in body:  # an earlier version entered none
            told.pop(UNGUESSABLE, None)
        edition = edition_of(body)
        if as_decided(_asked_as_in(body, told), edition) == as_decided(body, edition):
            self.report.replayed += link.kind == "round"
            return
        if blind and all(told.get(name) == body.get(name) for name in {*told, *body} - {"state", "sealed"}):
            self.report.replayed += link.kind == "round"
            return
        text = f"done again it gives other {_differing(told, body)}"
        if told["state"] == body.get("state"):
            self._found(link.number, text)  # only what it says of itself was changed: the table goes on as it did
        else:
            self._stop(link.number, text)

    def _settle_again(self, number: int, body: Mapping[str, Any]) -> None:
        """Settle a round from its record alone."""
        self.report.rounds += 1
        try:
            settled = settled_again(body, self._rules_of(body))
        except PitbossError as error:
            self._found(number, f"its record does not settle: {error.sentence}", "record")
            return
        [(_, played)] = settled.rounds
        again = {
            "settlements": [row.as_json() for row in played.settlements],
            "net": {str(seat): dollars(net) for seat, net in sorted(played.net.items())},
            "fees": [fee.as_json() for fee in (*played.fees, *(fee for _, fee in settled.fees))],
            "void": played.void,
        }
        edition = edition_of(body)
        for name, value in again.items():
            said = as_decided(body[name], edition)
            if _in_any_order(as_decided(value, edition)) != _in_any_order(said):
                self._found(number, f"settled again its record gives other {name}", name)
        if self._replay is None:
            return
        live = self._replay.live
        if settled.table.carry != live.table.carry:
            self._found(number, "settled again its record carries over something else", "carry")
        for name, exact in settled.table.meters.exact.items():
            if name in live.meters and exact != live.meters[name].exact:
                self._found(number, "settled again its record leaves another amount on it", f"meter {name}")

    def _rules_of(self, body: Mapping[str, Any]) -> tuple[Setup, Game]:
        told = (body["record"].get(name) for name in ("rulebook", "game", "options", "pay_tables", "wagers"))
        key = canonical([edition_of(body), *told])
        if key not in self._rules:
            self._rules = {key: rules_of(body)}
        return self._rules[key]

    def _check_table(self, kept: Mapping[str, Any]) -> None:
        """The row of the table against what the journal made of it."""
        if not self._number:
            self._found(None, "there is such a table, and the journal knows nothing of it")
            return
        if not self._is_as_left(kept):
            where = _first_difference(kept, row_of(self._replay.live)) if self._replay is not None else ""
            text = f"it is not as entry {self._number} left it{where and ': '}{where}"
            self._found(self._number, text, "the table as it is kept")
        if self._replay is None:
            return
        live = self._replay.live
        at_risk = chips.totals(live, live.round if live.going_on else None)[ledger.bets(live.id)]
        posted = self.report.balances[ledger.bets(live.id)]
        if at_risk != posted:
            text = f"{dollars(posted)} is on the layout, and the wagers there come to {dollars(at_risk)}"
            self._found(self._number, text, ledger.bets(live.id))
        for seated in live.seats.values():
            account = ledger.chips(live.id, seated.person)
            if self.report.balances[account] != seated.chips:
                have = dollars(self.report.balances[account])
                self._found(self._number, f"{have} by the ledger, {dollars(seated.chips)} in front of them", account)

    def _is_as_left(self, kept: Mapping[str, Any]) -> bool:
        """Whether a table is kept as its last entry says: what is open, and with the house's secret what is hidden."""
        try:
            if not kept["hidden"]:
                return digest_of(kept) == self._state
            if not self._state.startswith("2:"):  # it was hidden when the house was opened by a newer pitboss
                whole = canonical(state_of(kept, self.job.secret)) if self.job.secret is not None else None
                return whole is None or digest_of({**kept, "state": whole, "hidden": ""}) == self._state
            if digest_of(kept) != self._state:
                return False
            if self.job.secret is None or self._replay is None:
                return self._replay is None or self._open_parts_are(kept, row_of(self._replay.live))
            hidden = opened(self.job.secret, kept["hidden"], of_table(kept["id"]))
            return bool(hidden == row_of(self._replay.live)["hidden"])
        except (TypeError, ValueError, PitbossError):
            return False

    @staticmethod
    def _open_parts_are(kept: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
        """Whether what everybody may read of a table is as it should be."""
        have, want = json.loads(kept["state"]), json.loads(wanted["state"])
        return all(have.get(name) == want.get(name) for name in {*have, *want} - {"hidden"})

    # -- the house's own chain -----------------------------------------------------------------------------------

    def _house(self, link: Link, body: Mapping[str, Any]) -> None:
        for where, text in self.book.enter(link, body):
            self._found(link.number, text, where)
        if link.kind == "meter":
            self.report.meters[body["meter"]] = Fraction(body["seed"])

    # -- helpers -------------------------------------------------------------------------------------------------

    def _rows(self, table: Any, *order: str) -> Iterator[Row[Any]]:
        mine = select(table).where(table.c.chain == self.job.chain)
        if "number" in order:
            mine = mine.where(table.c.number <= self.job.last)
        if "deal" in order:
            mine = mine.where(table.c.deal <= self.job.deals)
        yield from self.connection.execute(mine.order_by(*(table.c[name] for name in order)))

    def _stop(self, number: int, why: str) -> None:
        """The table cannot be played on from here; the chain and the money still can be audited."""
        if self._replay is not None:
            self._replay = None
            if why:
                self._found(number, f"{why}; the entries after it are not played again")

    def _found(self, entry: int | None, text: str, where: str = "") -> None:
        if len(self.report.findings) < MOST_FINDINGS:
            self.report.findings.append(Finding(self.job.chain, entry, where, text))
        else:
            self.report.left_out += 1


def _text(value: Any) -> str:
    """A text as it is stored; something of another kind is none that was ever written."""
    return value if isinstance(value, str) else repr(value)


def _in_any_order(value: Any) -> Any:
    """A record lists standing wagers by their names, not by when they were made; that changes no money."""
    return sorted(map(canonical, value)) if isinstance(value, list) else value


def _asked_as_in(body: Mapping[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """What is told of a round as an earlier version did, which said of fewer calls that somebody was being asked."""
    before: dict[str, Any] = json.loads(json.dumps(told))
    for call, said in zip(_calls_of(before), _calls_of(body), strict=False):
        if "asked" not in said:
            call.pop("asked", None)
    return before


def _calls_of(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    record = told.get("record", {})
    return [call for step in record.get("steps", [record]) for call in step.get("irregularities", ())]


def _differing(again: Mapping[str, Any], said: Mapping[str, Any]) -> str:
    """The names of what differs, the one that tells most first."""
    names = [name for name in sorted({*again, *said}) if again.get(name) != said.get(name)]
    return ", ".join(sorted(names, key=lambda name: (name == "state", name == "postings", name))) or "text"


def _first_difference(kept: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    for name in ("entry", "status"):
        if kept[name] != wanted[name]:
            return f"{name} is {quoted(kept[name])} instead of {quoted(wanted[name])}"
    for name in ("setup", "state"):
        try:
            have, want = json.loads(kept[name]), json.loads(wanted[name])
        except (ValueError, TypeError):
            return f"{name} cannot be read"
        for key in sorted({*have, *want}):
            if have.get(key) != want.get(key):
                return f"{key} is {_short(have.get(key))} instead of {_short(want.get(key))}"
        if kept[name] != wanted[name]:
            return f"{name} is written differently"
    return ""


def _short(value: Any) -> str:
    text = canonical(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _of_round(number: object) -> str:
    return "no round" if number is None else f"round {quoted(number)}"


def in_words(error: Exception) -> str:
    if isinstance(error, PitbossError):
        return error.sentence
    if isinstance(error, KeyError) and error.args:
        return f"{quoted(error.args[0])} is missing"
    return "something in it is of another kind than was ever written"
