"""The check of a house: its tables as a HOUSE.toml gives them, against what each table's rulebook allows."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from difflib import get_close_matches
from typing import Any

from pitboss.errors import PitbossError, suggest
from pitboss.money import cents, dollars, money, parse_pay
from pitboss.numerals import count_words
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.loader import load
from pitboss.rulebook.model import BetRule, By, Duty, Entry, Exclusion, Option, PayTable, Schedule
from pitboss.rulebook.multiples import multiple_in_words
from pitboss.rulebook.notices import Answer, Given, answers_to, moment, read_notices, standing
from pitboss.rulebook.options import described, key_of, normal, outside
from pitboss.rulebook.resolve import matches, pick
from pitboss.rulebook.setup import Setup, examine
from pitboss.rulebook.synonyms import own_names
from pitboss.rulebook.uniform import uneven
from pitboss.rulebook.vocabulary import is_option
from pitboss.tabular import Row, Tabular

HOUSE = ("title", "note", "in_use", "notices", "tables")
TABLE = (
    *("name", "note", "rulebook", "game", "seats", "decks_at_table", "wagers", "options", "pay_tables", "limits"),
    *("in_use", "notices"),
)
BOUNDS = ("min", "max")
Examine = Callable[[Setup], Sequence[Finding]]


class HouseError(PitbossError):
    """A house file cannot be read as one."""


@dataclass(frozen=True)
class TableReport:
    """What the check found about one table, and the limits each of its wagers then has."""

    name: str
    entry: Entry
    findings: tuple[Finding, ...]
    limits: Mapping[str, tuple[int | None, int | None]]
    barred: Mapping[str, Exclusion]
    """Wagers of the entry that may not be offered with the table's options, and why."""
    standing: tuple[Finding, ...] = ()
    """What the house owes somebody as long as the table stands, whatever it chose."""
    answers: Mapping[Finding, tuple[Answer, ...]] = field(default_factory=dict)
    """What became of the duties of each notice."""
    unused: tuple[Given, ...] = ()
    """Notices of the table that are about nothing it owes."""
    multiples: Mapping[str, str] = field(default_factory=dict)
    """What a wager may be as a multiple of another one, in words."""

    @property
    def legal(self) -> bool:
        return not self.refused

    @property
    def refused(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.level == "refused"]

    @property
    def notices(self) -> list[Finding]:
        """What is legal once somebody is told."""
        return [finding for finding in self.findings if finding.level == "notice"]

    @property
    def owed(self) -> list[Finding]:
        """Every notice, those of what is in force first and then those that are always owed."""
        return [*self.notices, *self.standing]

    @property
    def open(self) -> list[Finding]:
        """The notices of which something is still owed."""
        return [finding for finding in self.owed if self.is_open(finding)]

    def is_open(self, finding: Finding) -> bool:
        return any(answer.open for answer in self.answers.get(finding, ()))

    def _told(self, finding: Finding) -> dict[str, Any]:
        answers = [answer.as_json() for answer in self.answers.get(finding, ())]
        return finding.as_json() | {"open": self.is_open(finding), "owed": answers}

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "rulebook": self.entry.rulebook,
            "game": self.entry.game,
            "legal": self.legal,
            "refused": [finding.as_json() for finding in self.refused],
            "notices": [self._told(finding) for finding in self.notices],
            "standing": [self._told(finding) for finding in self.standing],
            "unused": [given.as_json() for given in self.unused],
            "limits": {
                wager: {"min": _in_dollars(low), "max": _in_dollars(high), "multiple": self.multiples.get(wager)}
                for wager, (low, high) in self.limits.items()
            },
            "not_offered": {wager: {"text": rule.text, "cite": rule.cite} for wager, rule in self.barred.items()},
        }


@dataclass(frozen=True, repr=False)
class HouseReport(Tabular):
    """What the check found about every table of a house."""

    tables: tuple[TableReport, ...]
    title: str = ""
    at: datetime | None = None

    @property
    def open(self) -> int:
        """How many notices are open."""
        return sum(len(table.open) for table in self.tables)

    @property
    def legal(self) -> bool:
        return all(table.legal for table in self.tables)

    def rows(self) -> list[Row]:
        """A row for every finding and every standing duty, and one for a table with none."""
        return [
            {
                "table": table.name,
                "entry": table.entry.name,
                "legal": table.legal,
                "level": None if finding is None else finding.level,
                "where": None if finding is None else finding.where,
                "text": None if finding is None else finding.text,
                "cite": None if finding is None else finding.cite,
                "open": None if finding is None or finding.level == "refused" else table.is_open(finding),
            }
            for table in self.tables
            for finding in (*table.findings, *table.standing) or (None,)
        ]

    def caption(self) -> str:
        bad = sum(not table.legal for table in self.tables)
        return f"{count_words(len(self.tables), 'table')}, {f'{bad} not legal' if bad else 'all legal'}"

    def as_json(self) -> dict[str, Any]:
        return {
            "legal": self.legal,
            "open": self.open,
            "at": None if self.at is None else self.at.isoformat(timespec="minutes"),
            "tables": [table.as_json() for table in self.tables],
        }


@dataclass(frozen=True)
class HouseTable:
    """One ``[[tables]]`` of a house file."""

    name: str
    entry: Entry
    seats: int | None
    decks_at_table: int | None
    wagers: list[str] | None
    options: Mapping[str, Any]
    pay_tables: Mapping[str, Mapping[str, Any]]
    limits: Mapping[str, Any]
    in_use: datetime | None = None
    notices: tuple[Given, ...] = ()
    notices_of_house: tuple[Given, ...] = ()


def check_house(raw: Mapping[str, Any], script: Examine | None = None, at: datetime | None = None) -> list[TableReport]:
    """Check every table of a house; ``script`` finds what only a game's script can judge.

    Whether a notice was given in time is judged as it is ``at`` this moment, now unless it is said.

    >>> table = {"rulebook": "chapter4", "game": "three-card-poker", "limits": {"ante": {"max": 600}}}
    >>> print(check_house({"tables": [table]})[0].findings[0])
    refused: limits.ante.max: $600.00 is more than the $500.00 the rulebook allows at most [§13(D)(1) L1509]
    """
    tables = read_house(raw)
    at = at or datetime.now().astimezone()
    reports = [check_table(table, script, tables, at) for table in tables]
    _known_abouts("the house file", tables[0].notices_of_house, reports)
    return reports


def check_table(
    table: HouseTable,
    script: Examine | None = None,
    house: Sequence[HouseTable] = (),
    at: datetime | None = None,
) -> TableReport:
    """Everything the rulebook says about one table, among those of its house."""
    alike = {other.name: other.pay_tables for other in house if other.entry is table.entry and other is not table}
    missing = list(_missing_choices(table))
    # What hangs on a missing choice is examined with a stand-in, so that the rest is found all the same.
    options = {**_stand_ins(table), **table.options}
    setup, examined = examine(table.entry, options, table.pay_tables, table.wagers)
    findings = [
        *missing,
        *(_explained(table, finding) for finding in examined if finding.where not in {gap.where for gap in missing}),
        *(script(setup) if script is not None and setup is not None else ()),
        *_layout(table, setup),
        *_seats(table, setup),
        *_decks_at_table(table, setup),
        *_limits(table, setup),
        *uneven(table.entry, table.pay_tables, alike),
    ]
    limits = {wager: _resolved(table, wager) for wager in _limited(table, setup)}
    findings += _crossed(table, limits)
    faulty = {finding.where for finding in findings if finding.level == "refused"}
    limits = {wager: ends for wager, ends in limits.items() if not _faulty(table, wager, ends, faulty)}
    whole = setup is not None and not missing
    owed = standing(table.entry, {} if setup is None else setup.options)
    given = (*table.notices, *table.notices_of_house)
    at = at or datetime.now().astimezone()
    told = [finding for finding in (*findings, *owed) if finding.owed]
    report = TableReport(
        name=table.name,
        entry=table.entry,
        findings=tuple(findings),
        limits=limits if whole else {},
        barred=_barred(setup),
        standing=owed,
        answers={finding: answers_to(finding, given, table.in_use, at) for finding in told},
        unused=tuple(each for each in table.notices if not any(each.answers(f, d) for f in told for d in f.owed)),
        multiples=_multiples(setup, limits),
    )
    _known_abouts(table.name, table.notices, [report])
    return report


def _multiples(setup: Setup | None, wagers: Iterable[str]) -> dict[str, str]:
    return {} if setup is None else {wager: told for wager in wagers if (told := multiple_in_words(setup, wager))}


def _known_abouts(where: str, given: Sequence[Given], reports: Sequence[TableReport]) -> None:
    """Every notice must be about something that one of the tables has; a slip would leave what it meant open."""
    known = {name for report in reports for name in _nameable(report)}
    for number, notice in enumerate(given, start=1):
        for about in notice.about:
            if about not in known:
                owed = dict.fromkeys(finding.where for report in reports for finding in report.owed if finding.owed)
                listed = f"owed here: {'; '.join(owed)}" if owed else "nothing is owed here"
                called = {name.partition(" ")[2] or name: name for name in sorted(known)}
                near = get_close_matches((about.partition(" ")[2] or about)[:100], called, n=1)
                meant = f'did you mean "{called[near[0]]}"?' if near else listed
                raise HouseError(f'{where}, notice {number}: there is nothing called "{about}" to be about; {meant}')


def _nameable(report: TableReport) -> Iterator[str]:
    """What a notice to a table can be about, whether or not anything is owed for it now."""
    entry = report.entry
    yield from (finding.where for finding in (*report.findings, *report.standing))
    yield from (f"option {name}" for name in entry.options)
    yield from (f"pay table {name}" for name in entry.pay_tables)
    yield from (f"procedure {name}" for name in entry.procedures)
    for name, procedure in entry.procedures.items():
        yield from (f"procedure {name}, step {number}" for number in range(1, len(procedure.steps) + 1))
    yield from (f"limits.{end}" for end in BOUNDS)
    yield from (f"limits.{wager}.{end}" for wager in entry.wagers for end in BOUNDS)


# -- Reading the file -------------------------------------------------------------------------------------------------


def read_house(raw: Mapping[str, Any]) -> list[HouseTable]:
    """The tables of a house file, or a sentence about what is wrong with the file."""
    _only(raw, HOUSE, "the house file")
    tables = raw.get("tables")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise HouseError("a house file lists its tables, each under [[tables]]")
    notices = read_notices(raw.get("notices", []), "the house file")
    in_use = moment(raw["in_use"], "in_use") if "in_use" in raw else None
    found: dict[str, HouseTable] = {}
    for number, part in enumerate(tables, start=1):
        table = replace(_read_table(part, f"table {number}"), notices_of_house=notices)
        table = table if table.in_use else replace(table, in_use=in_use)
        if table.name in found:
            raise HouseError(f'two tables are named "{table.name}"; give each a name of its own')
        found[table.name] = table
    return list(found.values())


def _read_table(raw: Mapping[str, Any], where: str) -> HouseTable:
    name = raw.get("name", where)
    if not isinstance(name, str) or not name.strip():
        raise HouseError(f"{where}: its name is a text")
    where = name if name == where else f'{where} "{name}"'
    _only(raw, TABLE, where)
    for key in ("rulebook", "game"):
        if not isinstance(raw.get(key), str):
            raise HouseError(f'{where}: say its {key}, like {key} = "{_EXAMPLES[key]}"')
    for key in ("seats", "decks_at_table"):
        number = raw.get(key)
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise HouseError(f"{where}: {key} is a whole number of one or more")
    wagers = raw.get("wagers")
    if wagers is not None and not (isinstance(wagers, list) and all(isinstance(wager, str) for wager in wagers)):
        raise HouseError(f'{where}: wagers is a list of names, like wagers = ["ante"]')
    pay_tables = _table(raw, "pay_tables", where)
    entry = load(f"{raw['rulebook']}/{raw['game']}")
    return HouseTable(
        name=name,
        entry=entry,
        seats=raw.get("seats"),
        decks_at_table=raw.get("decks_at_table"),
        wagers=None if wagers is None else [own for called in wagers for own in _own_names(entry, called)],
        options=_table(raw, "options", where),
        pay_tables={key: _table(pay_tables, key, f"{where}, pay_tables") for key in pay_tables},
        limits=_by_own_names(entry, _table(raw, "limits", where), where),
        in_use=moment(raw["in_use"], f"{where}: in_use") if "in_use" in raw else None,
        notices=read_notices(raw.get("notices", []), where),
    )


def _own_names(entry: Entry, name: str) -> tuple[str, ...]:
    return own_names(name, entry.script, entry.wagers)


def _by_own_names(entry: Entry, limits: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Limits under the names that the entry has for the wagers."""
    found: dict[str, Any] = {}
    for key, value in limits.items():
        for own in (key,) if key in BOUNDS else _own_names(entry, key):
            if own in found:
                raise HouseError(f"{where}: limits names {own} twice; give its limits once")
            found[own] = value
    return found


_EXAMPLES = {"rulebook": "chapter4", "game": "three-card-poker"}


def _table(raw: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    value = raw.get(key, {})
    if not isinstance(value, dict):
        raise HouseError(f"{where}: {key} is a table: [tables.{key}]")
    return value


def _only(raw: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in raw:
        if key not in known:
            raise HouseError(f'{where} has an unknown key "{key}"; {suggest(key, known)}')


# -- Choices, layout, seats -------------------------------------------------------------------------------------------


def _missing_choices(table: HouseTable) -> Iterator[Finding]:
    for name, option in table.entry.options.items():
        if _unchosen(table, name, option):
            yield Finding("refused", f"option {name}", f"the house must choose one: {described(option)}", option.cite)


def _stand_ins(table: HouseTable) -> dict[str, Any]:
    found = {}
    for name, option in table.entry.options.items():
        if _unchosen(table, name, option):
            candidates = [*option.allowed, option.at_least, option.at_most]
            found[name] = next((value for value in candidates if value is not None), None)
    return found


def _unchosen(table: HouseTable, name: str, option: Option) -> bool:
    return option.required and option.default is None and name not in table.options


def _explained(table: HouseTable, finding: Finding) -> Finding:
    """Where a house gives a pay table under another one's name, say whose lines they are."""
    name = finding.where.removeprefix("pay table ")
    if finding.level != "refused" or name == finding.where or name not in table.pay_tables:
        return finding
    lines = table.pay_tables[name]
    same = [other for other, listed in table.entry.pay_tables.items() if _same_lines(listed, lines)]
    if not same:
        return finding
    return Finding(finding.level, finding.where, f"{finding.text}; these are the lines of {same[0]}", finding.cite)


def _same_lines(listed: PayTable, lines: Mapping[str, Any]) -> bool:
    if listed.lines.keys() != lines.keys():
        return False
    try:
        return all(
            isinstance(printed := listed.lines[hand], str) and parse_pay(str(text)) == parse_pay(printed)
            for hand, text in lines.items()
        )
    except PitbossError:
        return False


def _layout(table: HouseTable, setup: Setup | None) -> Iterator[Finding]:
    """A layout must hold what its own wagers need, and what no seat can play without."""
    entry, listed = table.entry, table.wagers
    if listed is None:
        return
    if not listed and entry.wagers:
        yield Finding("refused", "wagers", "no wager is on the layout", entry.source)
    for name in listed:
        for need in entry.wagers[name].needs if name in entry.wagers else ():
            if need not in listed:
                text = f"needs {entry.wagers[need].title}, which is not on the layout"
                yield Finding("refused", f"wager {name}", text, entry.wagers[name].cite)
    for rule in entry.bet_rules:
        if listed and matches(rule.when, setup.options if setup else {}) and _cannot_be_met(rule, listed):
            text = f"what every player must place is not on the layout: {rule.text}"
            yield Finding("refused", "wagers", text, rule.cite)


def _cannot_be_met(rule: BetRule, listed: list[str]) -> bool:
    if rule.if_placed is not None and rule.if_placed not in listed:
        return False
    missing = not set(rule.all_of) <= set(listed) or (bool(rule.any_of) and not set(rule.any_of) & set(listed))
    asks_for_a_total = rule.if_placed is not None and rule.at_least is not None and bool(rule.total_of)
    return missing or (asks_for_a_total and not set(rule.total_of) & set(listed))


def _barred(setup: Setup | None) -> dict[str, Exclusion]:
    if setup is None:
        return {}
    return {name: rule for rule in setup.entry.exclusions if matches(rule.when, setup.options) for name in rule.wagers}


def _seats(table: HouseTable, setup: Setup | None) -> Iterator[Finding]:
    most = setup.seats if setup else table.entry.seats.max
    if table.seats is not None and table.seats > most:
        text = f"the table has {table.seats} seats; the rulebook allows {most}"
        yield Finding("refused", "seats", text, table.entry.seats.cite or table.entry.source)


def _decks_at_table(table: HouseTable, setup: Setup | None) -> Iterator[Finding]:
    """The decks in play and, where batches are in play by turns, as many for each of the others."""
    cards = table.entry.cards
    if setup is None or table.decks_at_table in (None, setup.decks * setup.batches):
        return
    wanted = f"{setup.decks} in play"
    if setup.batches > 1:
        wanted += f" and in {setup.batches} batches, {setup.decks * setup.batches} in all"
    text = f"the table has {table.decks_at_table} decks of cards, and with these options there are {wanted}"
    yield Finding("refused", "decks_at_table", text, cards.cite if cards else table.entry.source)


# -- Limits -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bound:
    """What the rulebook says about one end of a wager's limits: a house option, figures, or nothing.

    ``standard`` is the limit in force when the house posts none.
    """

    cite: str
    standard: int | None
    name: str = ""
    option: Option | None = None
    lifted: bool = False
    low: int | None = None
    high: int | None = None

    def refuses(self, amount: int) -> str:
        """Why a posted limit is not legal; empty when it is."""
        if self.option is not None:
            return "" if self.lifted else outside(self.option, amount) or ""
        if self.low is not None and amount < self.low:
            return f"{money(amount)} is less than the {money(self.low)} the rulebook asks for at least"
        if self.high is not None and amount > self.high:
            return f"{money(amount)} is more than the {money(self.high)} the rulebook allows at most"
        return ""

    @property
    def owed(self) -> tuple[Duty, ...]:
        """What the house owes for a limit that somebody is told about."""
        return () if self.option is None else tuple(self.option.owed)

    def notice(self, amount: int) -> str:
        """Whom to tell about this limit; empty when nobody."""
        option = self.option
        if option is None or not option.notice or option.notice_for:
            return ""
        standard = None if option.default is None else normal(self.name, option, option.default)
        return option.notice if amount != standard else ""


def _limits(table: HouseTable, setup: Setup | None) -> Iterator[Finding]:
    for key, value in table.limits.items():
        if key in BOUNDS:
            yield from _table_limit(table, setup, key, value)
        elif key not in table.entry.wagers:
            lists_all = f"pitboss rules {table.entry.name} --section wagers"
            known = suggest(key, [*table.entry.wagers, *BOUNDS], lists_all)
            yield Finding("refused", f"limits.{key}", f"there is no such wager; {known}", table.entry.source)
        else:
            yield from _wager_limits(table, key, value)


def _wager_limits(table: HouseTable, wager: str, limits: Any) -> Iterator[Finding]:
    rule = table.entry.wagers[wager]
    where = f"limits.{wager}"
    if not isinstance(limits, Mapping):
        raise HouseError(f"{table.name}: {where} is written as {{ min = 5, max = 500 }}")
    _only(limits, BOUNDS, f"{table.name}: {where}")
    if table.wagers is not None and wager not in table.wagers:
        yield Finding("refused", where, "has limits and is not on the layout", rule.cite)
    if rule.amount.equals is not None and not _flag(table, rule.amount.untied):
        equal = table.entry.wagers[rule.amount.equals].title
        tied = "at most" if _flag(table, rule.amount.or_less) else "equal to"
        if rule.amount.times:
            tied = "in proportion to" if _flag(table, rule.amount.any_between) else "a multiple of"
        text = f"has no limits of its own: it is {tied} {equal}"
        yield Finding("refused", where, text, rule.amount.cite or rule.cite)
        return
    for end, value in limits.items():
        bound = _bound(table, wager, end)
        amount, fault = _amount(value)
        if amount is None or (fault := bound.refuses(amount)):
            yield Finding("refused", f"{where}.{end}", fault, bound.cite)
        elif told := bound.notice(amount):
            yield Finding("notice", f"{where}.{end}", told, bound.cite, bound.owed)


def _table_limit(table: HouseTable, setup: Setup | None, end: str, value: Any) -> Iterator[Finding]:
    """A limit for the whole table is legal when some wager may have it; a wager bounded more tightly keeps its own."""
    amount, fault = _amount(value)
    bounds = [_bound(table, wager, end) for wager in _limited(table, setup)]
    if amount is None or not table.entry.wagers:
        yield Finding("refused", f"limits.{end}", fault or "there is no wager to limit", table.entry.source)
        return
    refusing = [bound for bound in bounds if bound.refuses(amount)]
    if bounds and len(refusing) == len(bounds):
        yield Finding("refused", f"limits.{end}", refusing[0].refuses(amount), refusing[0].cite)
    taking = [bound for bound in bounds if bound not in refusing]
    told = {(text, bound.cite): bound.owed for bound in taking if (text := bound.notice(amount))}
    for (text, cite), owed in told.items():
        yield Finding("notice", f"limits.{end}", text, cite, owed)


def _bound(table: HouseTable, wager: str, end: str) -> Bound:
    rule = table.entry.wagers[wager]
    amount = rule.amount
    cite = amount.cite or rule.cite
    if amount.exactly is not None:
        figure = _figure(table, amount.exactly)
        return Bound(cite, figure, low=figure, high=figure)
    if amount.one_of:
        sizes = [cents(size) for size in amount.one_of]
        least, most = min(sizes), max(sizes)
        return Bound(cite, least if end == "min" else most, low=least, high=most)
    low, high = amount.min, amount.max
    own = low if end == "min" else high
    if amount.limits and (schedule := _schedule(table)) is not None and _figure(table, own) is None:
        posted = (schedule.bonus if amount.limits == "bonus" else None) or schedule.table
        low, high, cite = posted.min, posted.max, schedule.cite
    text = low if end == "min" else high
    if text is not None and is_option(text):
        name = text.strip("{}")
        option = table.entry.options[name]
        lifted = option.lifted_by is not None and _chosen(table, option.lifted_by) is True
        return Bound(option.cite, _chosen(table, name), name, option, lifted)
    return Bound(cite, _figure(table, text), low=_figure(table, low), high=_figure(table, high))


def _schedule(table: HouseTable) -> Schedule | None:
    fees = table.entry.fees
    return fees.schedules.get(key_of(_chosen(table, fees.option))) if fees else None


def _figure(table: HouseTable, text: str | By[str] | None) -> int | None:
    figure: str | None = pick(text, {text.by: _chosen(table, text.by)}) if isinstance(text, By) else text
    if figure is None:
        return None
    return _chosen(table, figure.strip("{}")) if is_option(figure) else cents(figure)


def _flag(table: HouseTable, flag: bool | By[bool]) -> bool:
    return bool(pick(flag, {flag.by: _chosen(table, flag.by)}) if isinstance(flag, By) else flag)


def _chosen(table: HouseTable, name: str) -> Any:
    """What the house chose, or the default; None where nothing is chosen or it makes no sense."""
    option = table.entry.options[name]
    value = table.options.get(name, option.default)
    try:
        return None if value is None else normal(name, option, value)
    except PitbossError:
        return None


def _amount(value: Any) -> tuple[int | None, str]:
    try:
        return cents(value), ""
    except PitbossError as error:
        return None, error.sentence


def _limited(table: HouseTable, setup: Setup | None) -> list[str]:
    """The wagers on the layout that have an amount of their own."""
    return [
        name
        for name, rule in table.entry.wagers.items()
        if rule.placed == "before_deal"
        and rule.amount.equals is None
        and (name in setup.offers if setup else table.wagers is None or name in table.wagers)
    ]


def _resolved(table: HouseTable, wager: str) -> tuple[int | None, int | None]:
    """A wager's limits in the end: its own, else the table's where it may have them, else the standing ones."""
    own = table.limits.get(wager)
    ends = []
    for end in BOUNDS:
        bound = _bound(table, wager, end)
        places = [limits for limits in (own, table.limits) if isinstance(limits, Mapping) and end in limits]
        given = [_amount(limits[end])[0] for limits in places]
        legal = (amount for amount in given if amount is not None and not bound.refuses(amount))
        ends.append(next(legal, bound.standard))
    return ends[0], ends[1]


def _faulty(table: HouseTable, wager: str, ends: tuple[int | None, int | None], refused: Collection[str]) -> bool:
    """True where the limits that a house wrote for a wager are not legal, and there are none to sum up."""
    low, high = ends
    own = table.limits.get(wager)
    taken = [f"limits.{end}" for end in BOUNDS if not (isinstance(own, Mapping) and end in own)]
    crossed = low is not None and high is not None and low > high
    return crossed or any(where in refused for where in (*taken, *(f"limits.{wager}.{end}" for end in BOUNDS)))


def _crossed(table: HouseTable, bounds: Mapping[str, tuple[int | None, int | None]]) -> Iterator[Finding]:
    """A minimum above a maximum, told once for all wagers that have the two, with the clause of the first."""
    found: dict[tuple[int, int], list[str]] = {}
    for wager, (low, high) in bounds.items():
        if low is not None and high is not None and low > high:
            found.setdefault((low, high), []).append(wager)
    for (low, high), wagers in found.items():
        rules = [table.entry.wagers[wager] for wager in wagers]
        text = f"the minimum of {money(low)} is above the maximum of {money(high)}"
        where = f"limits.{wagers[0]}"
        if len(wagers) > 1:
            where, text = "limits", f"{text}, for {', '.join(rule.title for rule in rules)}"
        yield Finding("refused", where, text, rules[0].amount.cite or rules[0].cite)


def _in_dollars(amount: int | None) -> str | None:
    return None if amount is None else dollars(amount)
