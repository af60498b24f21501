"""A deal checked by a player: the seed fits what was told before the deal, and it deals these cards and no others."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pitboss.engine.reading import head_of, read
from pitboss.engine.record import Record
from pitboss.engine.replay import decide, table_of
from pitboss.engine.table import Table
from pitboss.equipment.chance import NoChance
from pitboss.errors import PitbossError, RecordError, Refused
from pitboss.games import game_of
from pitboss.house.fairness import SealedChance, commitment
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup

if TYPE_CHECKING:
    from pitboss.house.store import Store

KEYS = ("table", "round", "entry", "options", "deal", "commitment", "seed", "rounds")
SEALS = ("open", "round", "void")
"""The entries that may commit to a new seed."""


# -- for the house, which alone needs the database -------------------------------------------------------------------


def deal_bundle(store: "Store", table: str, round: int) -> dict[str, Any]:
    """What a player needs to check a round of a table, and every round since that shuffle, without the house.

    Refused until the seed is revealed, which is when nothing that it shuffled or drew is still to come.
    """
    bodies, committed_at = _since_the_shuffle(store, table, round)
    last = bodies[-1]
    seed = _revealed(store, table, last["deal"])
    _no_secret(store, table, last)
    first = last["record"]
    return {
        "table": table,
        "round": round,
        "entry": f"{first['rulebook']}/{first['game']}",
        "options": first.get("options", {}),
        "deal": last["deal"],
        "commitment": last["commitment"],
        "committed_at": committed_at,
        "seed": seed,
        "rounds": [{"round": body["round"], "record": body["record"]} for body in bodies],
    }


def _since_the_shuffle(store: "Store", table: str, number: int) -> tuple[list[dict[str, Any]], str]:
    """The rounds from a shuffle up to one, and when the shuffle was committed to."""
    from sqlalchemy import select

    from pitboss.house import schema

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
                return bodies, row.at
            bodies.insert(0, body)
    raise PitbossError(f"the journal of table {table} does not begin with its opening; pitboss audit says more")


def _revealed(store: "Store", table: str, deal: int) -> str:
    from sqlalchemy import select

    from pitboss.house.schema import seeds

    rows = store.rows(select(seeds).where(seeds.c.chain == table, seeds.c.deal == deal, seeds.c.revealed == 1))
    if not rows:
        raise Refused("its seed is not revealed yet: cards that it shuffled, or something else it drew, are to come")
    return str(rows[0]["seed"])


def _no_secret(store: "Store", table: str, body: Mapping[str, Any]) -> None:
    """What carried over into a round may still be a secret, though the round's own seed no longer is."""
    from sqlalchemy import select

    from pitboss.house.schema import tables
    from pitboss.house.sealing import state_of

    [row] = store.rows(select(tables).where(tables.c.id == table))
    secret, carry = state_of(row, store.secret).get("secret", {}), body["record"].get("carry", {})
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
    rounds: list[tuple[int, dict[str, list[str]]]] = field(default_factory=list)
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
            "findings": self.findings,
            "rounds": [{"round": number, "dealt": dealt} for number, dealt in self.rounds],
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
        bundle["table"], bundle["entry"], bundle["round"], bundle["commitment"], str(bundle.get("committed_at", ""))
    )
    if commitment(bundle["seed"]) != bundle["commitment"]:
        check.findings.append("the seed is not the one that was committed to before the deal")
    if noted is not None and noted.strip().lower() != bundle["commitment"]:
        check.findings.append("the commitment is not the one that you noted")
    records, rules = _records(bundle)
    chance = SealedChance(bundle["seed"])
    before: Table | None = None
    for number, record in records:
        setup, game = rules
        table = table_of(record, setup, game, chance if before is None else NoChance())
        if before is not None:
            # The shoe goes on; everything else is as the record says.
            table.chance, table.shoe = chance, before.shoe
        try:
            found, cut_card = _deal_again(table, record)
        except PitbossError as error:
            check.findings.append(f"round {number} cannot be dealt from this seed: {error.sentence}")
            break
        check.rounds.append((number, found))
        wanted = record.steps[0].draws
        for name in sorted({*found, *wanted}):
            if found.get(name, []) != wanted.get(name, []):
                have, want = " ".join(wanted.get(name, [])) or "nothing", " ".join(found.get(name, [])) or "nothing"
                check.findings.append(f"round {number}: {name} got {have}, and the seed deals {want}")
        if cut_card != record.steps[0].cut_card:
            check.findings.append(f"round {number}: the cut card came out at another place")
        before = table
    return check


def _deal_again(table: Table, record: Record) -> tuple[dict[str, list[str]], int | None]:
    """What the table's chance deals when the same wagers, decisions and irregularities come again."""
    played, _ = decide(table, record.steps[0])
    dealt = {name: [str(value) for value in values] for name, values in played.draws.taken.items() if values}
    return dealt, played.draws.cut_card


def _must_be_a_bundle(bundle: Any) -> None:
    if not isinstance(bundle, dict):
        raise RecordError("this is not a deal that a house handed out")
    for key in KEYS:
        if key not in bundle:
            raise RecordError(f"this is not a deal that a house handed out: it lacks {key}")
    texts = all(isinstance(bundle[key], str) for key in ("table", "entry", "commitment", "seed"))
    rounds = bundle["rounds"]
    listed = isinstance(rounds, list) and rounds and all(isinstance(each, dict) for each in rounds)
    if not texts or not listed or not isinstance(bundle["options"], dict):
        raise RecordError("this is not a deal that a house handed out: something in it is of another kind than it says")
    if rounds[-1].get("round") != bundle["round"]:
        raise RecordError(f"it does not end with round {bundle['round']}, which it is about")


def _records(bundle: Mapping[str, Any]) -> tuple[list[tuple[int, Record]], tuple[Setup, Any]]:
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
        if len(record.steps) != 1:
            raise RecordError(f"round {each['round']}: its record is of {len(record.steps)} rounds")
        found.append((each["round"], record))
    _in_a_row([number for number, _ in found])
    first = found[0][1]
    return found, (Setup.of(entry, first.options, first.pay_tables, first.offered), game)


def _in_a_row(numbers: Sequence[int]) -> None:
    if list(numbers) != list(range(numbers[0], numbers[0] + len(numbers))):
        raise RecordError("the rounds in it do not follow one another")
