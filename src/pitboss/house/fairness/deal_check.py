"""A deal checked by a player: the seed fits what was told before the deal, and it deals these cards and no others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from pitboss.engine.reading import head_of, read
from pitboss.engine.record import Record, Step
from pitboss.engine.replay import decide, table_of
from pitboss.engine.round import Round
from pitboss.engine.script import Game
from pitboss.engine.table import Table
from pitboss.equipment.chance import NoChance
from pitboss.errors import PitbossError, RecordError
from pitboss.games import game_of
from pitboss.house.fairness.commitments import PLAIN, SealedChance, bound_commitment, commitment
from pitboss.house.journal.chain import canonical
from pitboss.house.live.calls import effects
from pitboss.rulebook.loader import load
from pitboss.rulebook.model import Entry
from pitboss.rulebook.rewritten import edition_of, in_todays_words
from pitboss.rulebook.setup import Setup

KEYS = ("table", "round", "entry", "options", "deal", "commitment", "seed", "rounds")
BOUND_KEYS = ("setup", "decks")
BOUND_TO: tuple[tuple[str, Any], ...] = (
    ("options", {}),
    ("pay_tables", {}),
    ("wagers", None),
    ("practice", False),
)


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
    if (said := bundle.get("decks", rules[0].decks)) != rules[0].decks:
        check.findings.append(
            f"its decks are {rules[0].decks} by its rules, and {said} by what it says was committed to"
        )
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


def _became(setup: Setup, said: Mapping[str, Any]) -> set[str]:
    """What a call is in the record: what was called, or what that becomes when it is called once more."""
    id = said["call"]["id"]
    known = setup.irregularities.get(id)
    return {id, *(known[0].again if known is not None else ())}


def _check_calls(
    check: DealCheck, bundle: Mapping[str, Any], records: Sequence[tuple[int, Record]], rules: tuple[Setup, Game]
) -> None:
    """List what was called and could touch cards or return wagers; where it counts, the floor has confirmed it."""
    setup, game = rules
    signed = {each["round"]: list(each.get("calls", ())) for each in bundle["rounds"]}
    for number, record in records:
        for call in record.steps[0].calls:
            known = setup.irregularities.get(call.id)
            if call.automatic or known is None:
                continue
            said: dict[str, Any] = next((said for said in signed[number] if call.id in _became(setup, said)), {})
            if said:
                signed[number].remove(said)  # one that was called again is signed for itself
            if not (does := effects(known[0], game, known[1])):
                continue
            card = {"card": str(call.card)} if call.card else {}
            told = {key: said.get(key, "") for key in ("by", "confirmed_by", "note")}
            check.calls.append((number, {"irregularity": call.id, **card, "effects": list(does), **told}))
            if not check.practice and bundle.get("version", PLAIN) > PLAIN and not said.get("confirmed_by"):
                check.findings.append(f"round {number}: {call.id} was called, and no floor has confirmed it")


def _must_be_a_bundle(bundle: Any) -> None:
    if not isinstance(bundle, dict):
        raise RecordError("this is not a deal that a house handed out")
    for key in KEYS if bundle.get("version", PLAIN) == PLAIN else (*KEYS, *BOUND_KEYS):
        if key not in bundle:
            raise RecordError(f"this is not a deal that a house handed out: it lacks {key}")
    try:
        _Bundle.model_validate(bundle, strict=True)
        canonical(bundle).encode()  # what a commitment binds is a text
    except (ValueError, TypeError, RecursionError) as error:
        text = "this is not a deal that a house handed out: something in it is of another kind than it says"
        raise RecordError(text) from error
    if bundle["rounds"][-1]["round"] != bundle["round"]:
        raise RecordError(f"it does not end with round {bundle['round']}, which it is about")


class _Named(BaseModel):
    id: str


class _Signed(BaseModel):
    call: _Named
    by: str | None = None
    confirmed_by: str | None = None
    note: str | None = None


class _Dealt(BaseModel):
    round: int
    record: dict[str, Any]
    edition: int = 1
    calls: list[_Signed] = []


class _Bound(BaseModel):
    options: dict[str, Any] = {}
    edition: int = 1


class _Bundle(BaseModel):
    table: str
    round: int
    entry: str
    options: dict[str, Any]
    deal: int
    commitment: str
    committed_at: str = ""
    seed: str
    rounds: Annotated[list[_Dealt], Field(min_length=1)]
    version: Literal[1, 2] = 1
    setup: _Bound = _Bound()
    decks: int = 0
    words: dict[str, str] = {}
    practice: bool = False


def _records(bundle: Mapping[str, Any]) -> tuple[list[tuple[int, Record]], tuple[Setup, Game]]:
    """The records of the rounds; all are of the one table that the bundle names."""
    entry = load(bundle["entry"])
    game = game_of(entry)
    found: list[tuple[int, Record]] = []
    options = in_todays_words(entry, bundle["options"], edition_of(bundle["rounds"][-1]))
    for each in bundle["rounds"]:
        raw = each["record"]
        record = read(raw, game)
        record.options = in_todays_words(entry, record.options, edition_of(each))
        if "/".join(head_of(raw)) != bundle["entry"] or record.options != options:
            raise RecordError(f"round {each['round']} is of another table than the one it names")
        if record.practice != bundle.get("practice", False):
            raise RecordError(f"round {each['round']}: whether it was for practice is told in two ways")
        if len(record.steps) != 1:
            raise RecordError(f"round {each['round']}: its record is of {len(record.steps)} rounds")
        found.append((each["round"], record))
    _in_a_row([number for number, _ in found])
    first = found[0][1]
    _must_be_bound(bundle, first, entry)
    return found, (Setup.of(entry, first.options, first.pay_tables, first.offered), game)


def _must_be_bound(bundle: Mapping[str, Any], record: Record, entry: Entry) -> None:
    """What the commitment is bound to is what the records were played by."""
    if bundle.get("version", PLAIN) == PLAIN:
        return
    setup = bundle.get("setup", {})
    setup = {**setup, "options": in_todays_words(entry, setup.get("options", {}), edition_of(setup))}
    played = (record.options, record.pay_tables, record.offered, record.practice)
    if tuple(setup.get(key, missing) for key, missing in BOUND_TO) != played:
        raise RecordError("its rounds were played by other rules than those that were committed to")


def _in_a_row(numbers: Sequence[int]) -> None:
    if list(numbers) != list(range(numbers[0], numbers[0] + len(numbers))):
        raise RecordError("the rounds in it do not follow one another")
