"""Whether an entry agrees with itself: every name that one part of it uses is there in another."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from pydantic import BaseModel

from pitboss.errors import PitbossError, suggest
from pitboss.money import cents, parse_pay
from pitboss.numerals import whole
from pitboss.rulebook.model import By, Decides, Entry, Fees, Option, PayTable, Wager, every_value
from pitboss.rulebook.options import key_of, normal
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.vocabulary import is_option, options_named, parse_result

T = TypeVar("T")
PROSE = ("summary", "round", "readings", "procedures")
WITH_A_LAMMER = ("win", "lose_nothing", "push", "void")
"""What can become of a wager that no chips lie on."""
SHARED = {"options": "option", "irregularities": "irregularity", "procedures": "procedure"}


class Fault(Exception):
    """Something in an entry that does not go with the rest, and the key it stands under."""

    def __init__(self, key: str, sentence: str) -> None:
        self.key, self.sentence = key, sentence


def cross_check(entry: Entry) -> None:
    """Every name that one part of the file uses must be there in another."""
    for part in ("seats", "bank"):
        if entry.wagers and part not in entry.model_fields_set:
            raise Fault(part, "an entry with wagers says it")
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
    for reading in entry.readings:
        for way in reading.ways:
            _check_decides(entry, f"readings.{reading.id}.decides", way)
    for game, held in entry.holds.items():
        for option_name in held.options:
            _known(f"holds.{game}.options", "option", option_name, entry.options)
        for wager_name in held.wagers:
            _known(f"holds.{game}.wagers", "wager", wager_name, entry.wagers)
    for name, before in entry.rewritten.items():
        for option_name in [option_name for became in before.values.values() for option_name in became]:
            _known(f"rewritten.{name}", "option", option_name, entry.options)
    for name, wager in entry.wagers.items():
        _check_wager(entry, f"wagers.{name}", wager)
    for name, table in entry.pay_tables.items():
        _check_pay_table(f"pay_tables.{name}", table)
    for name, meter in entry.meters.items():
        for wager_name in (meter.wager, *meter.also_fed_by):
            _known(f"meters.{name}.wager", "wager", wager_name, entry.wagers)
        for other in filter(None, [meter.refilled_from]):
            _known(f"meters.{name}.refilled_from", "meter", other, entry.meters)
    for number, ranking in enumerate(entry.rankings):
        for wager_name in ranking.wagers:
            _known(f"rankings.{number}.wagers", "wager", wager_name, entry.wagers)
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
        for words in every_value(irregularity.remedy):
            for word in words:
                _known(f"irregularities.{name}.remedy", "remedy", word, REMEDIES)
        for again in irregularity.again:
            _known(f"irregularities.{name}.again", "irregularity", again, entry.irregularities)
        counted = irregularity.counted
        for meant in (*counted.misdealt, *counted.wrong) if counted else ():
            _known(f"irregularities.{name}.counted", "irregularity", meant, entry.irregularities)


def _check_wager(entry: Entry, key: str, wager: Wager) -> None:
    for need in [*wager.needs, *([wager.amount.equals] if wager.amount.equals else [])]:
        _known(key, "wager", need, entry.wagers)
    if (wager.amount.chips is None) != (wager.amount.chip is None):
        raise Fault(f"{key}.amount", "says how many chips and what each is worth, or neither")
    if wager.option:
        _known(f"{key}.option", "option", wager.option, entry.options)
    for meter in wager.meters.values():
        _known(f"{key}.meters", "meter", meter, entry.meters)
    for table in wager.tables:
        _known(f"{key}.pay_table", "pay table", table, entry.pay_tables)
    for case, ruling in wager.cases.items():
        for text, _ in every_value(ruling):
            if options_named(text):
                continue
            result = _parsed(f"{key}.cases.{case}", parse_result, text)
            if result.kind == "table" and wager.pay_table is None:
                raise Fault(f"{key}.cases.{case}", "says by table, but the wager has no pay_table")
            if wager.lammer and result.kind not in WITH_A_LAMMER:
                raise Fault(f"{key}.cases.{case}", 'a lammer can "win", "lose nothing", "push" or be "void"')


def _check_decides(entry: Entry, key: str, decides: Decides) -> None:
    """What a reading is about is what the entry has; whose wager is paid an envy has that behind its name."""
    for name in decides.options:
        _known(f"{key}.options", "option", name, entry.options)
    for name in decides.called:
        _known(f"{key}.called", "irregularity", name, entry.irregularities)
    for name in decides.wagers:
        _known(f"{key}.wagers", "wager", name.removesuffix("_envy"), entry.wagers)
    cases = {case for wager in entry.wagers.values() for case in wager.cases}
    lines = {line for table in entry.pay_tables.values() for line in table.lines}
    for name in decides.cases:
        _known(f"{key}.cases", "case", name, cases | lines)
    for name in decides.lines:
        _known(f"{key}.lines", "line", name, lines)


def _check_pay_table(key: str, table: PayTable) -> None:
    for line, pay in table.lines.items():
        for text in [pay] if isinstance(pay, str) else pay.values():
            _parsed(f"{key}.lines.{line}", parse_pay, text)
    for line, text in table.envy.items():
        _parsed(f"{key}.envy.{line}", cents, text)
    if table.envy_from is not None:
        _parsed(f"{key}.envy_from", cents, table.envy_from)


def _check_option(entry: Entry, name: str, option: Option) -> None:
    key = f"options.{name}"
    if option.type == "choice" and not option.allowed:
        raise Fault(key, "a choice needs its allowed values")
    if option.lifted_by:
        _known(f"{key}.lifted_by", "option", option.lifted_by, entry.options)
    for other in option.required_by:
        _known(f"{key}.required_by", "option", other, entry.options)
    for wager in option.notice_with:
        _known(f"{key}.notice_with", "wager", wager, entry.wagers)
    for value in option.notice_for if isinstance(option.notice_for, list) else ():
        _parsed(f"{key}.notice_for", partial(normal, name, option), value)
    if option.default is not None:
        _parsed(f"{key}.default", partial(normal, name, option), option.default)


def _check_fees(entry: Entry, fees: Fees) -> None:
    """Every schedule the house may choose is there, and each is reached."""
    _known("fees.option", "option", fees.option, entry.options)
    for wager in [*filter(None, [fees.per]), *fees.action]:
        _known("fees", "wager", wager, entry.wagers)
    for name in fees.fewer:
        _known("fees.fewer", "option", name, entry.options)
    choices = [key_of(value) for name in (fees.option, *fees.fewer) for value in entry.options[name].allowed]
    for choice in choices:
        _known("fees.schedules", "schedule", choice, fees.schedules)
    for schedule in fees.schedules:
        _known("fees.schedules", f"value of {fees.option} for", schedule, choices)
    for name, rule in fees.schedules.items():
        bands = [] if isinstance(rule.bank, str) else [band.fee for band in rule.bank]
        for text in (rule.promotional_chip, rule.table.min, rule.table.max, *bands):
            if text is not None and is_option(text):
                _known(f"fees.schedules.{name}", "option", text.strip("{}"), entry.options)


def _check_by(entry: Entry, key: str, by: By[Any]) -> None:
    _known(f"{key}.by", "option", by.by, entry.options)
    option = entry.options[by.by]
    values = [False, True] if option.type == "flag" else option.allowed
    for value in values:
        if value == "off" and key.endswith(".pay_table"):
            continue  # a wager that is off is not on offer and has no pay table
        if key_of(value) not in by.values and "else" not in by.values:
            raise Fault(key, f'nothing is said for {by.by} = "{key_of(value)}"')
    if option.type == "integer" and "else" not in by.values:
        raise Fault(key, f"nothing is said for every other {by.by}; say it with else")
    for value in by.values:
        if value == "else" or (option.type == "integer" and whole(value) is not None):
            continue
        if value not in map(key_of, values):
            raise Fault(key, f'"{value}" is not a value of the option {by.by}')


def _parsed(key: str, parse: Callable[[Any], T], text: Any) -> T:
    try:
        return parse(text)
    except PitbossError as error:
        raise Fault(key, error.sentence) from error


def _known(key: str, kind: str, name: str, known: Any) -> None:
    if name not in known:
        raise Fault(key, f'there is no {kind} "{name}"; {suggest(name, known)}')


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
