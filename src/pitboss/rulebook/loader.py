"""Find and read rulebook entries; a fault names the file, the key and what is wrong."""

import os
import re
import tomllib
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from pitboss.errors import PitbossError, RulebookError, suggest
from pitboss.money import cents, parse_pay
from pitboss.rulebook.model import By, Entry, Fees, Option, PayTable, Wager
from pitboss.rulebook.options import key_of, normal
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.vocabulary import options_named, parse_result

T = TypeVar("T")
PROSE = ("summary", "round", "readings", "procedures")
SHARED = {"options": "option", "irregularities": "irregularity", "procedures": "procedure"}
BUILT_IN = Path(__file__).parent.parent / "rulebooks"
NOT_RULEBOOKS = ("examples", "scripts")
"""Folders beside the rulebooks of a shelf: worked examples, and scripts of its own."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*")
"""What an entry that can be loaded is called."""
EDITION = 2
"""The edition of the entries in force; what a file says under ``earlier`` is how its first edition read."""


def shelves() -> list[Path]:
    """Folders that hold rulebooks: the built-in one, and those named in PITBOSS_RULEBOOKS."""
    extra = os.environ.get("PITBOSS_RULEBOOKS", "")
    return [BUILT_IN, *(Path(folder) for folder in extra.split(os.pathsep) if folder)]


def _files() -> dict[str, Path]:
    return {
        f"{file.parent.name}/{file.stem}": file
        for shelf in shelves()
        for file in sorted(shelf.glob("*/*.toml"))
        if file.parent.name not in NOT_RULEBOOKS
    }


def entry_names() -> list[str]:
    """Every entry as ``rulebook/game``."""
    return sorted(_files())


def _files_of(rulebook: str | None) -> list[tuple[str, Path]]:
    files = _files()
    books = {name.split("/")[0] for name in files}
    if rulebook is not None and rulebook not in books:
        raise RulebookError(f'there is no rulebook "{rulebook}"; {suggest(rulebook, books)}')
    return [(name, file) for name, file in sorted(files.items()) if rulebook in (None, name.split("/")[0])]


def entries(rulebook: str | None = None) -> Iterator[Entry]:
    """Every entry, or those of one rulebook."""
    for _, file in _files_of(rulebook):
        try:
            entry = load_file(file)
        except RulebookError:
            if file.is_relative_to(BUILT_IN):
                raise
            continue  # one's own faulty file does not stop the rest; ``own_faults`` tells of it
        yield entry


class Heading(NamedTuple):
    """An entry as a list of games shows it."""

    name: str
    title: str
    family: str


def headings(rulebook: str | None = None) -> Iterator[Heading]:
    """Every entry, or those of one rulebook, for a list; of those built in no more is read than their first lines."""
    for name, file in _files_of(rulebook):
        if file.is_relative_to(BUILT_IN):
            top = tomllib.loads(file.read_text(encoding="utf-8").partition("\n[")[0])
            yield Heading(name, top["title"], top["family"])
            continue
        try:
            entry = load_file(file)
        except RulebookError:
            continue
        yield Heading(name, entry.title, entry.family)


def own_faults() -> list[str]:
    """What is wrong with files in folders of one's own, a sentence each."""
    found = []
    for file in _files().values():
        if not file.is_relative_to(BUILT_IN):
            try:
                load_file(file)
            except RulebookError as error:
                found.append(error.sentence)
    return found


def load(name: str, edition: int = EDITION) -> Entry:
    """Load one entry by its name; in an earlier edition, as rounds that a journal holds were ruled by it.

    >>> load("chapter4/three-card-poker").title
    'Three Card Poker'
    """
    file = _file_of(name)
    if file is None:
        raise RulebookError(f'there is no entry "{name}"; {suggest(str(name), _files())}')
    return load_file(file, edition)


def _file_of(name: Any) -> Path | None:
    """The file of one entry, in the shelf that was named last; to list them all would take longer than a round."""
    if not isinstance(name, str) or not NAME.fullmatch(name) or name.startswith(NOT_RULEBOOKS):
        return _files().get(str(name))
    places = (shelf / f"{name}.toml" for shelf in reversed(shelves()))
    return next((file for file in places if file.is_file()), None)


@cache
def load_file(file: Path, edition: int = EDITION) -> Entry:
    """Load and validate an entry's file."""
    raw = _with_what_it_uses(file, _with_parts(file, _raw(file)))
    if edition < EDITION:
        raw = _corrections_undone(raw, raw.get("earlier", {}))
    try:
        entry = Entry.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise RulebookError(f"{file}: {key}: {first['msg']}") from error
    try:
        _cross_check(entry)
    except _Fault as fault:
        raise RulebookError(f"{file}: {fault.key}: {fault.sentence}") from fault
    if (entry.rulebook, entry.game) != (file.parent.name, file.stem):
        raise RulebookError(f"{file}: rulebook, game: {entry.name} does not match the file's own place")
    return entry


def _raw(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            return tomllib.load(stream, parse_float=Decimal)
    except OSError as error:
        raise RulebookError(f"{file}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise RulebookError(f"{file}: is not TOML: {error}") from error


def _with_parts(file: Path, raw: dict[str, Any]) -> dict[str, Any]:
    """The file with the parts of its rulebook that it takes over; figures are never shared between rulebooks."""
    parts = raw.get("parts", [])
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        return raw  # the model says what is wrong with it
    folder = file.parent / "parts"
    for part in parts:
        name, cite = str(part.get("from", "")), part.get("cite", "")
        known = [found.stem for found in sorted(folder.glob("*.toml"))]
        if name not in known:
            raise RulebookError(f'{file}: parts: {file.parent.name} has no part "{name}"; {suggest(name, known)}')
        for section, lent in _raw(folder / f"{name}.toml").items():
            own = raw.get(section, {})
            if not isinstance(lent, dict) or not isinstance(own, dict):
                raise RulebookError(f"{folder / name}.toml: {section}: a part lends what has names, like options")
            cited = {key: {"cite": cite, **value} for key, value in lent.items()}
            raw = raw | {section: own | {key: _laid_over(cited[key], own.get(key, {})) for key in cited}}
    return raw


def _with_what_it_uses(file: Path, raw: dict[str, Any]) -> dict[str, Any]:
    """The file with what the entries that it uses share; what it says itself of one of those is laid over it."""
    uses = raw.get("uses", [])
    if not isinstance(uses, list):
        return raw  # the model says what is wrong with it
    for name in uses:
        used = _file_of(name)
        if used is None:
            raise RulebookError(f'{file}: uses: there is no entry "{name}"; {suggest(str(name), _files())}')
        lender = _raw(used)
        if "shares" not in lender or "uses" in lender:
            raise RulebookError(f"{file}: uses: {name} is not an entry that shares what it says")
        load_file(used)  # whatever is wrong with it is told of its own file
        for part, lent in lender["shares"].items():
            own = raw.get(part, {})
            if isinstance(own, dict):
                raw = raw | {part: own | {key: _laid_over(lender[part][key], own.get(key, {})) for key in lent}}
    return raw


def _corrections_undone(raw: dict[str, Any], earlier: dict[str, Any]) -> dict[str, Any]:
    """The file with everything that it says of its earlier edition laid over what it says now."""
    return raw | {
        key: _corrections_undone(raw.get(key, {}), value) if isinstance(value, dict) else value
        for key, value in earlier.items()
    }


def _laid_over(lent: dict[str, Any], own: Any) -> Any:
    return lent | own if isinstance(own, dict) else own


class _Fault(Exception):
    def __init__(self, key: str, sentence: str) -> None:
        self.key, self.sentence = key, sentence


def _cross_check(entry: Entry) -> None:
    """Every name that one part of the file uses must be there in another."""
    for part in ("seats", "bank"):
        if entry.wagers and part not in entry.model_fields_set:
            raise _Fault(part, "an entry with wagers says it")
    for part, kind in SHARED.items():
        for name in getattr(entry.shares, part):
            _known(f"shares.{part}", kind, name, getattr(entry, part))
    for name, option in entry.options.items():
        _check_option(entry, name, option)
    for key, node in _walk(entry):
        if isinstance(node, By):
            _check_by(entry, key, node)
        elif isinstance(node, str) and not key.startswith(PROSE):
            for name in options_named(node):
                _known(key, "option", name, entry.options)
        elif key.endswith((".when", ".notice_when")) and isinstance(node, dict):
            for name in node:
                _known(key, "option", name, entry.options)
    for name, wager in entry.wagers.items():
        _check_wager(entry, f"wagers.{name}", wager)
    for name, table in entry.pay_tables.items():
        _check_pay_table(f"pay_tables.{name}", table)
    for name, meter in entry.meters.items():
        for wager_name in (meter.wager, *meter.also_fed_by):
            _known(f"meters.{name}.wager", "wager", wager_name, entry.wagers)
    for number, limit in enumerate(entry.payout_limits):
        for wager_name in (*limit.wagers, *limit.least_won_by):
            _known(f"payout_limits.{number}.wagers", "wager", wager_name, entry.wagers)
        if not options_named(limit.amount):
            _parsed(f"payout_limits.{number}.amount", cents, limit.amount)
    for number, rule in enumerate(entry.bet_rules):
        named = [*rule.any_of, *rule.all_of, *rule.total_of, rule.if_placed, rule.wager, rule.of]
        for wager_name in filter(None, named):
            _known(f"bet_rules.{number}", "wager", wager_name, entry.wagers)
    for number, exclusion in enumerate(entry.exclusions):
        for wager_name in exclusion.wagers:
            _known(f"exclusions.{number}.wagers", "wager", wager_name, entry.wagers)
        for option_name in exclusion.options:
            _known(f"exclusions.{number}.options", "option", option_name, entry.options)
    if entry.fees:
        _check_fees(entry, entry.fees)
    for name, irregularity in entry.irregularities.items():
        for words in _all_of(irregularity.remedy):
            for word in words:
                _known(f"irregularities.{name}.remedy", "remedy", word, REMEDIES)
        for again in irregularity.again:
            _known(f"irregularities.{name}.again", "irregularity", again, entry.irregularities)


def _check_wager(entry: Entry, key: str, wager: Wager) -> None:
    for need in [*wager.needs, *([wager.amount.equals] if wager.amount.equals else [])]:
        _known(key, "wager", need, entry.wagers)
    if wager.option:
        _known(f"{key}.option", "option", wager.option, entry.options)
    for meter in wager.meters.values():
        _known(f"{key}.meters", "meter", meter, entry.meters)
    for table in filter(None, _all_of(wager.pay_table)):
        _known(f"{key}.pay_table", "pay table", table, entry.pay_tables)
    for case, ruling in wager.cases.items():
        for text, _ in _all_of(ruling):
            if options_named(text):
                continue
            result = _parsed(f"{key}.cases.{case}", parse_result, text)
            if result.kind == "table" and wager.pay_table is None:
                raise _Fault(f"{key}.cases.{case}", "says by table, but the wager has no pay_table")


def _check_pay_table(key: str, table: PayTable) -> None:
    for line, pay in table.lines.items():
        for text in [pay] if isinstance(pay, str) else pay.values():
            _parsed(f"{key}.lines.{line}", parse_pay, text)
    for line, text in table.envy.items():
        _parsed(f"{key}.envy.{line}", cents, text)


def _check_option(entry: Entry, name: str, option: Option) -> None:
    key = f"options.{name}"
    if option.type == "choice" and not option.allowed:
        raise _Fault(key, "a choice needs its allowed values")
    if option.lifted_by:
        _known(f"{key}.lifted_by", "option", option.lifted_by, entry.options)
    for other in option.required_by:
        _known(f"{key}.required_by", "option", other, entry.options)
    if option.default is not None:
        _parsed(f"{key}.default", partial(normal, name, option), option.default)


def _check_fees(entry: Entry, fees: Fees) -> None:
    """Every schedule the house may choose is there, and each is reached."""
    _known("fees.option", "option", fees.option, entry.options)
    for wager in [*filter(None, [fees.per]), *fees.action]:
        _known("fees", "wager", wager, entry.wagers)
    choices = [key_of(value) for value in entry.options[fees.option].allowed]
    for choice in choices:
        _known("fees.schedules", "schedule", choice, fees.schedules)
    for schedule in fees.schedules:
        _known("fees.schedules", f"value of {fees.option} for", schedule, choices)


def _check_by(entry: Entry, key: str, by: By[Any]) -> None:
    _known(f"{key}.by", "option", by.by, entry.options)
    option = entry.options[by.by]
    values = [False, True] if option.type == "flag" else option.allowed
    for value in values:
        if value == "off" and key.endswith(".pay_table"):
            continue  # a wager that is off is not on offer and has no pay table
        if key_of(value) not in by.values and "else" not in by.values:
            raise _Fault(key, f'nothing is said for {by.by} = "{key_of(value)}"')
    for value in by.values:
        if value != "else" and value not in map(key_of, values):
            raise _Fault(key, f'"{value}" is not a value of the option {by.by}')


def _all_of(value: Any) -> list[Any]:
    """Every value that a part of the file can take, whatever the options."""
    return list(value.values.values()) if isinstance(value, By) else [value]


def _parsed(key: str, parse: Callable[[Any], T], text: Any) -> T:
    try:
        return parse(text)
    except PitbossError as error:
        raise _Fault(key, error.sentence) from error


def _known(key: str, kind: str, name: str, known: Any) -> None:
    if name not in known:
        raise _Fault(key, f'there is no {kind} "{name}"; {suggest(name, known)}')


def _walk(entry: Entry) -> Iterator[tuple[str, Any]]:
    """Everything that an entry says, with the key it is said under."""
    waiting: list[tuple[str, Any]] = [("", entry)]
    while waiting:
        key, node = waiting.pop()
        yield key, node
        if isinstance(node, By):
            children: Any = node.values.items()
        elif isinstance(node, BaseModel):
            children = ((name, getattr(node, name)) for name in type(node).model_fields)
        elif isinstance(node, dict):
            children = node.items()
        elif isinstance(node, list):
            children = enumerate(node)
        else:
            continue
        named = [(f"{key}.{name}" if key else str(name), child) for name, child in children]
        waiting.extend(reversed(named))  # what the file says first comes first
