"""A deal checked by a player: the seed fits what was told before the deal, and it deals these cards and no others."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pitboss.engine.reading import head_of, read
from pitboss.engine.record import Record, Step
from pitboss.engine.replay import decide, table_of
from pitboss.engine.round import Round
from pitboss.engine.script import Game
from pitboss.engine.table import Table
from pitboss.equipment.chance import NoChance
from pitboss.errors import PitbossError, RecordError, Refused
from pitboss.games import game_of
from pitboss.house.fairness.commitments import BOUND, PLAIN, SealedChance, bound_commitment, commitment
from pitboss.house.live.calls import effects
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup

if TYPE_CHECKING:
    from pitboss.house.storage.store import Store

KEYS = ("table", "round", "entry", "options", "deal", "commitment", "seed", "rounds")
BOUND_TO: tuple[tuple[str, Any], ...] = (
    ("options", {}),
    ("pay_tables", {}),
    ("wagers", None),
    ("practice", False),
)
SEALS = ("open", "round", "void")
"""The entries that may commit to a new seed."""


# -- for the house, which alone needs the database -------------------------------------------------------------------


def deal_bundle(store: "Store", table: str, round: int) -> dict[str, Any]:
    """What a player needs to check a round of a table, and every round since that shuffle, without the house.

    Refused until the seed is revealed, which is when nothing that it shuffled or drew is still to come.
    """
    bodies, committed_at, sealed = _since_the_shuffle(store, table, round)
    last = bodies[-1]
    seed = _revealed(store, table, last["deal"])
    _no_secret(store, table, last)
    first, signed = last["record"], _signed(store, table, bodies)
    bundle = {
        "table": table,
        "round": round,
        "entry": f"{first['rulebook']}/{first['game']}",
        "options": first.get("options", {}),
        "deal": last["deal"],
        "commitment": last["commitment"],
        "committed_at": committed_at,
        "seed": seed,
        "rounds": [
            {"round": body["round"], "record": body["record"]}
            | ({"calls": signed[body["round"]]} if body["round"] in signed else {})
            for body in bodies
        ],
    }
    if "version" in sealed:
        bundle |= {"version": sealed["version"], **_bound_to(store, table, bundle["entry"])}
    if "words" in bodies[0]:
        bundle["words"] = bodies[0]["words"]
    if last.get("practice"):
        bundle["practice"] = True
    return bundle


def hands_stay_unseen(store: "Store", table: str) -> bool:
    """True where players play against one another: what was dealt to a hand that was not shown is nobody's to know."""
    from sqlalchemy import select

    from pitboss.house.storage.schema import tables

    rows = store.rows(select(tables.c.entry).where(tables.c.id == table))
    return any(game_of(load(row["entry"])).stacks for row in rows)


def _bound_to(store: "Store", table: str, entry: str) -> dict[str, Any]:
    """What a commitment is bound to besides its seed and the number of its deal."""
    from sqlalchemy import select

    from pitboss.house.storage.schema import tables

    [row] = store.rows(select(tables.c.setup).where(tables.c.id == table))
    setup = json.loads(row["setup"])
    rules = Setup.of(load(entry), setup["options"], setup["pay_tables"], setup["wagers"])
    return {"setup": setup, "decks": rules.decks}


def _signed(store: "Store", table: str, bodies: Sequence[Mapping[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """What was called in these rounds: by whom, who confirmed it, and with what note."""
    from sqlalchemy import select

    from pitboss.house.storage.schema import journal

    rounds = [body["round"] for body in bodies]
    made = select(journal.c.body).where(journal.c.chain == table, journal.c.kind == "call")
    within = made.where(journal.c.round >= rounds[0], journal.c.round <= rounds[-1]).order_by(journal.c.number)
    calls = [json.loads(row["body"]) for row in store.rows(within)]
    found: dict[int, list[dict[str, Any]]] = {}
    for body in (*calls, *(body for body in bodies if body["step"] == "call")):
        said = {key: body[key] for key in ("call", "by", "confirmed_by", "note") if key in body}
        found.setdefault(body["round"], []).append(said)
    return found


def _since_the_shuffle(store: "Store", table: str, number: int) -> tuple[list[dict[str, Any]], str, Mapping[str, Any]]:
    """The rounds from a shuffle up to one, when the shuffle was committed to, and how."""
    from sqlalchemy import select

    from pitboss.house.storage import schema

    entries = schema.journal
    at_table = entries.c.chain == table
    bodies: list[dict[str, Any]] = []
    with store.reading() as connection:
        wanted = select(entries.c.number).where(at_table, entries.c.round == number, entries.c.kind == "round")
        last = connection.execute(wanted).scalar()
        if last is None:
            raise Refused(f"there is no round {number} at table {table} that is over")
        seals = select(entries.c.kind, entries.c.at, entries.c.body).where(at_table, entries.c.kind.in_(SEALS))
        back = seals.where(entries.c.number <= last).order_by(entries.c.number.desc())
        for row in connection.execution_options(yield_per=20).execute(back):
            body = json.loads(row.body)
            if row.kind != "round" or body["deal"] != (bodies[0] if bodies else body)["deal"]:
                return bodies, row.at, body["sealed"]
            bodies.insert(0, body)
    raise PitbossError(f"the journal of table {table} does not begin with its opening; pitboss audit says more")


def _revealed(store: "Store", table: str, deal: int) -> str:
    from sqlalchemy import select

    from pitboss.house.storage.schema import seeds

    rows = store.rows(select(seeds).where(seeds.c.chain == table, seeds.c.deal == deal, seeds.c.revealed == 1))
    if not rows:
        raise Refused("its seed is not revealed yet: cards that it shuffled, or something else it drew, are to come")
    return str(rows[0]["seed"])


def _no_secret(store: "Store", table: str, body: Mapping[str, Any]) -> None:
    """What carried over into a round may still be a secret, though the round's own seed no longer is."""
    from sqlalchemy import select

    from pitboss.house.crypto.encryption import state_of
    from pitboss.house.storage.schema import tables

    carry = body["record"].get("carry", {})
    if not {*carry} & {*game_of(load("/".join(head_of(body["record"])))).secrets}:
        return
    [row] = store.rows(select(tables).where(tables.c.id == table))
    secret = state_of(row, store.secret).get("secret", {})
    if any(carry.get(key) == value for key, value in secret.items()):
        raise Refused("something carried over into the round that is still a secret; it can be checked once it is not")


# -- for the player --------------------------------------------------------------------------------------------------


@dataclass
class DealCheck:
    """What came of checking a deal: per round what was dealt, and whatever does not fit."""

    table: str
    entry: str
    round: int
    commitment: str
    committed_at: str
    practice: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
    rounds: list[tuple[int, dict[str, list[str]]]] = field(default_factory=list)
    calls: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)

    @property
    def fair(self) -> bool:
        return not self.findings

    def as_json(self) -> dict[str, Any]:
        return {
            "fair": self.fair,
            "table": self.table,
            "entry": self.entry,
            "round": self.round,
            "commitment": self.commitment,
            "committed_at": self.committed_at,
            "practice": self.practice,
            "words": dict(self.words),
            "findings": self.findings,
            "rounds": [{"round": number, "dealt": dealt} for number, dealt in self.rounds],
            "calls": [{"round": number, **said} for number, said in self.calls],
        }


def check_deal(bundle: Any, noted: str | None = None) -> DealCheck:
    """Check a bundle that ``deal_bundle`` made; ``noted`` is the commitment that the player wrote down beforehand.

    >>> check_deal({"seed": "00"})
    Traceback (most recent call last):
    ...
    pitboss.errors.RecordError: this is not a deal that a house handed out: it lacks table
    """
    _must_be_a_bundle(bundle)
    check = DealCheck(
        bundle["table"],
        bundle["entry"],
        bundle["round"],
        bundle["commitment"],
        str(bundle.get("committed_at", "")),
        bool(bundle.get("practice", False)),
        bundle.get("words", {}),
    )
    records, rules = _records(bundle)
    if _commitment(bundle, rules[0]) != bundle["commitment"]:
        check.findings.append("the seed is not the one that was committed to before the deal")
    if noted is not None and noted.strip().lower() != bundle["commitment"]:
        check.findings.append("the commitment is not the one that you noted")
    _check_calls(check, bundle, records, rules)
    for number, record, table in _tables(bundle, records, rules):
        try:
            _check_round(check, number, record, table)
        except PitbossError as error:
            check.findings.append(f"round {number} cannot be dealt from this seed: {error.sentence}")
            break
    return check


def without_calls(bundle: Any) -> dict[int, int] | None:
    """What each seat would have won or lost in the last round of a bundle if nothing had been called in it.

    None where that cannot be said: the round would have asked for decisions that were never made.
    """
    records, rules = _records(bundle)
    try:
        for number, record, table in _tables(bundle, records, rules):
            if number != bundle["round"]:
                _deal_again(table, record.steps[0])
                continue
            played, _ = decide(table, replace(record.steps[0], calls=[]))
            return played.net
    except PitbossError:
        pass
    return None


def _commitment(bundle: Mapping[str, Any], setup: Setup) -> str:
    """What must have been told before the deal, if everything is as the bundle says."""
    if bundle.get("version", PLAIN) == PLAIN:
        return commitment(bundle["seed"])
    return bound_commitment(
        bundle["seed"],
        table=bundle["table"],
        deal=bundle["deal"],
        entry=bundle["entry"],
        setup=bundle["setup"],
        decks=setup.decks,
    )


def _tables(
    bundle: Mapping[str, Any], records: Sequence[tuple[int, Record]], rules: tuple[Setup, Game]
) -> Iterator[tuple[int, Record, Table]]:
    """Each round's table before it is dealt: the shoe goes on, and everything else is as the record says."""
    chance = SealedChance(bundle["seed"], words=bundle.get("words", {}))
    before: Table | None = None
    for number, record in records:
        table = table_of(record, *rules, chance if before is None else NoChance())
        if before is not None:
            table.chance, table.shoe = chance, before.shoe
        yield number, record, table
        before = table


def _check_round(check: DealCheck, number: int, record: Record, table: Table) -> None:
    """A round dealt again, with the same wagers, decisions and irregularities."""
    step = record.steps[0]
    if not check.practice:
        # A card that left the shoe in error is the shoe's next one, and not one of somebody's choice.
        step = replace(step, calls=[replace(call, card=None) for call in step.calls])
    found, played = _deal_again(table, step)
    check.rounds.append((number, found))
    wanted = record.steps[0].draws
    for name in sorted({*found, *wanted}):
        if found.get(name, []) != wanted.get(name, []):
            have, want = " ".join(wanted.get(name, [])) or "nothing", " ".join(found.get(name, [])) or "nothing"
            check.findings.append(f"round {number}: {name} got {have}, and the seed deals {want}")
    for said, again in zip(record.steps[0].calls, played.calls, strict=False):
        if said.card != again.card:
            want = f"the seed deals {again.card}" if again.card else "the seed deals none"
            check.findings.append(f"round {number}: {said.id} was about {said.card or 'no card'}, and {want}")
    if played.draws.cut_card != record.steps[0].cut_card:
        check.findings.append(f"round {number}: the cut card came out at another place")
    if record.steps[0].ran_out and played.draws.ran_out != record.steps[0].ran_out:
        check.findings.append(f"round {number}: the cards ran out at another place")


def _deal_again(table: Table, step: Step) -> tuple[dict[str, list[str]], Round]:
    """What the table's chance deals when the same wagers, decisions and irregularities come again."""
    played, _ = decide(table, step)
    dealt = {name: [str(value) for value in values] for name, values in played.draws.taken.items() if values}
    return dealt, played


def _check_calls(
    check: DealCheck, bundle: Mapping[str, Any], records: Sequence[tuple[int, Record]], rules: tuple[Setup, Game]
) -> None:
    """List what was called and could touch cards or return wagers; where it counts, the floor has confirmed it."""
    setup, game = rules
    signed = {each["round"]: list(each.get("calls", ())) for each in bundle["rounds"]}
    for number, record in records:
        for call in record.steps[0].calls:
            known = setup.irregularities.get(call.id)
            if call.automatic or known is None or not (does := effects(game, known[1])):
                continue
            said: dict[str, Any] = next((said for said in signed[number] if said["call"]["id"] == call.id), {})
            card = {"card": str(call.card)} if call.card else {}
            told = {key: said.get(key, "") for key in ("by", "confirmed_by", "note")}
            check.calls.append((number, {"irregularity": call.id, **card, "effects": list(does), **told}))
            if not check.practice and bundle.get("version", PLAIN) > PLAIN and not said.get("confirmed_by"):
                check.findings.append(f"round {number}: {call.id} was called, and no floor has confirmed it")


def _must_be_a_bundle(bundle: Any) -> None:
    if not isinstance(bundle, dict):
        raise RecordError("this is not a deal that a house handed out")
    for key in KEYS:
        if key not in bundle:
            raise RecordError(f"this is not a deal that a house handed out: it lacks {key}")
    texts = all(isinstance(bundle[key], str) for key in ("table", "entry", "commitment", "seed"))
    rounds = bundle["rounds"]
    listed = isinstance(rounds, list) and rounds and all(isinstance(each, dict) for each in rounds)
    dicts = all(isinstance(bundle.get(key, {}), dict) for key in ("options", "setup", "words"))
    whole = isinstance(bundle["deal"], int) and bundle.get("version", PLAIN) in (PLAIN, BOUND)
    signed = listed and all(_is_signed(said) for each in rounds for said in each.get("calls", ()))
    words = dicts and all(isinstance(word, str) for word in bundle.get("words", {}).values())
    if not (texts and listed and dicts and whole and signed and words):
        raise RecordError("this is not a deal that a house handed out: something in it is of another kind than it says")
    if rounds[-1].get("round") != bundle["round"]:
        raise RecordError(f"it does not end with round {bundle['round']}, which it is about")


def _is_signed(said: Any) -> bool:
    return isinstance(said, dict) and isinstance(said.get("call"), dict) and "id" in said["call"]


def _records(bundle: Mapping[str, Any]) -> tuple[list[tuple[int, Record]], tuple[Setup, Game]]:
    """The records of the rounds; all are of the one table that the bundle names."""
    entry = load(bundle["entry"])
    game = game_of(entry)
    found: list[tuple[int, Record]] = []
    for each in bundle["rounds"]:
        raw = each.get("record")
        if not isinstance(raw, dict) or not isinstance(each.get("round"), int):
            raise RecordError("every round in it has a number and a record")
        record = read(raw, game)
        if "/".join(head_of(raw)) != bundle["entry"] or record.options != bundle["options"]:
            raise RecordError(f"round {each['round']} is of another table than the one it names")
        if record.practice != bundle.get("practice", False):
            raise RecordError(f"round {each['round']}: whether it was for practice is told in two ways")
        if len(record.steps) != 1:
            raise RecordError(f"round {each['round']}: its record is of {len(record.steps)} rounds")
        found.append((each["round"], record))
    _in_a_row([number for number, _ in found])
    first = found[0][1]
    _must_be_bound(bundle, first)
    return found, (Setup.of(entry, first.options, first.pay_tables, first.offered), game)


def _must_be_bound(bundle: Mapping[str, Any], record: Record) -> None:
    """What the commitment is bound to is what the records were played by."""
    if bundle.get("version", PLAIN) == PLAIN:
        return
    setup = bundle.get("setup", {})
    played = (record.options, record.pay_tables, record.offered, record.practice)
    if tuple(setup.get(key, missing) for key, missing in BOUND_TO) != played:
        raise RecordError("its rounds were played by other rules than those that were committed to")


def _in_a_row(numbers: Sequence[int]) -> None:
    if list(numbers) != list(range(numbers[0], numbers[0] + len(numbers))):
        raise RecordError("the rounds in it do not follow one another")
