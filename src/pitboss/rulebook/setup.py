"""A house's set-up: one entry with its options chosen, examined against the rulebook and resolved for play."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any, Literal

from pitboss.errors import PitbossError, Refused, suggest
from pitboss.money import Award, For, MeterShare, Pay, Push, Rounding, To, cents, parse_pay, percentage
from pitboss.rulebook.model import By, Entry, Irregularity, Meter, Option, PayTable, RoundingRule, Schedule, Wager, When
from pitboss.rulebook.options import key_of, normal, outside
from pitboss.rulebook.payout_limits import LimitRule, limit_in_force
from pitboss.rulebook.vocabulary import Result, is_option, options_named, parse_result

OFF: tuple[Any, ...] = (None, False, "off")


@dataclass(frozen=True, slots=True)
class Finding:
    """What the check of a set-up found. ``refused``: not legal. ``notice``: legal once somebody is told."""

    level: Literal["refused", "notice"]
    where: str
    text: str
    cite: str

    def __str__(self) -> str:
        return f"{self.level}: {self.where}: {self.text} [{self.cite}]"


@dataclass(frozen=True, slots=True)
class Pays:
    """A pay table in force."""

    id: str
    title: str
    cite: str
    lines: Mapping[str, Pay | Mapping[str, Pay]]
    envy: Mapping[str, int]

    def first(self, names: Iterable[str], column: str | None = None) -> tuple[str, Pay] | None:
        """The first of a hand's names that the table lists, and what it pays; None when it lists none.

        A mini royal of spades is also a mini royal and a straight flush: the table decides how finely it looks.
        """
        for name in names:
            pay = self.lines.get(name)
            if isinstance(pay, Mapping):
                pay = pay.get(column or "")
            if pay is not None:
                return name, pay
        return None


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager on offer at this table, its figures resolved."""

    id: str
    title: str
    cite: str
    placed: str
    needs: tuple[str, ...]
    spots: tuple[str, ...]
    line: str | None
    min: int | None
    max: int | None
    exactly: int | None
    equals: str | None
    times: Mapping[str, tuple[int, ...]]
    unit: int
    amount_cite: str
    pays: Pays | None
    rulings: Mapping[str, tuple[Result, str]]


@dataclass(frozen=True, slots=True)
class MeterRule:
    """A meter in force."""

    id: str
    title: str
    cite: str
    wager: str
    seed: int
    contribution: Fraction
    must_hit_max: int | None


@dataclass(frozen=True, slots=True)
class CommissionRule:
    rate: Fraction
    rounding: Rounding
    deferred: bool
    cite: str
    collected_cite: str


@dataclass(frozen=True)
class Setup:
    """One table's rules in force.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("chapter4/three-card-poker"), {"play_on_win": "1 to 1"})
    >>> setup.offers["pair_plus"].pays.first(["straight"])
    ('straight', To(wins=6, per=1))
    """

    entry: Entry
    chosen: Mapping[str, Any]
    changed_tables: Mapping[str, Mapping[str, Any]]
    listed: tuple[str, ...] | None
    options: Mapping[str, Any]
    offers: Mapping[str, Offer]
    payout_limits: tuple[LimitRule, ...]
    meters: Mapping[str, MeterRule]
    terms: Mapping[str, Any]
    rounding: Mapping[str, Rounding]
    commission: CommissionRule | None
    irregularities: Mapping[str, tuple[Irregularity, tuple[str, ...]]]
    schedule: Schedule | None
    seats: int
    notices: tuple[Finding, ...] = field(default=(), compare=False)
    worked_out: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What a game script works out from this set-up once and keeps."""

    @classmethod
    def of(
        cls,
        entry: Entry,
        options: Mapping[str, Any] | None = None,
        pay_tables: Mapping[str, Mapping[str, Any]] | None = None,
        wagers: Iterable[str] | None = None,
    ) -> "Setup":
        """The set-up, or the first reason the rulebook refuses it."""
        setup, findings = examine(entry, options, pay_tables, wagers)
        for finding in findings:
            if finding.level == "refused":
                raise Refused(f"{finding.where}: {finding.text}", finding.cite)
        assert setup is not None
        return setup

    def __repr__(self) -> str:
        return f"<Setup of {self.entry.name}: {dict(self.chosen)}>"

    def term(self, name: str) -> Any:
        """A figure of the rulebook that the script works with; None where the rulebook has none."""
        return self.terms.get(name)

    def cite(self, term: str) -> str:
        return self.entry.terms[term].cite

    def on(self, option: str) -> bool:
        """True when the entry has this option and the house chose something other than off."""
        return self.options.get(option) not in OFF

    def offer(self, wager: str) -> Offer:
        """The wager on offer, or the reason there is none."""
        offer = self.offers.get(wager)
        if offer is not None:
            return offer
        rule = self.entry.wagers.get(wager)
        if rule is None:
            raise Refused(f'there is no wager "{wager}"; {suggest(wager, self.offers)}')
        for exclusion in self.entry.exclusions:
            if wager in exclusion.wagers and matches(exclusion.when, self.options):
                raise Refused(f"{rule.title} may not be offered at this table: {exclusion.text}", exclusion.cite)
        raise Refused(f"{rule.title} is not offered at this table", rule.cite)


def matches(when: When, options: Mapping[str, Any]) -> bool:
    """True when every option named has (one of) the values named."""
    return all(options.get(name) in (wanted if isinstance(wanted, list) else [wanted]) for name, wanted in when.items())


def pick(value: Any, options: Mapping[str, Any]) -> Any:
    """Resolve a value that depends on an option."""
    if isinstance(value, By):
        return value.values.get(key_of(options.get(value.by)), value.values.get("else"))
    return value


def examine(
    entry: Entry,
    options: Mapping[str, Any] | None = None,
    pay_tables: Mapping[str, Mapping[str, Any]] | None = None,
    wagers: Iterable[str] | None = None,
) -> tuple[Setup | None, list[Finding]]:
    """Examine a house's choices; the set-up comes back unless something is refused."""
    chosen = dict(options or {})
    changed = {name: dict(lines) for name, lines in (pay_tables or {}).items()}
    listed = None if wagers is None else list(wagers)
    values, findings = _examine_options(entry, chosen)
    findings += _examine_exclusions(entry, values, listed)
    tables, table_findings = _examine_pay_tables(entry, changed)
    findings += table_findings
    findings += _examine_wagers(entry, values, listed)
    if any(finding.level == "refused" for finding in findings):
        return None, findings
    offered = {
        name: wager
        for name, wager in entry.wagers.items()
        if _on_offer(entry, name, wager, values)
        # What is made during the round, or paid of itself, comes with the game and not with the layout.
        and (listed is None or name in listed or wager.placed != "before_deal")
    }
    schedule = entry.fees.schedules.get(key_of(values.get(entry.fees.option))) if entry.fees else None
    rounding = {name: _rounding(pick(rule, values)) for name, rule in entry.rounding.items()}
    offers = _tied(
        {name: _offer(name, wager, values, tables, schedule, "half" in rounding) for name, wager in offered.items()}
    )
    setup = Setup(
        entry=entry,
        chosen=chosen,
        changed_tables=changed,
        listed=None if listed is None else tuple(listed),
        options=values,
        offers=offers,
        payout_limits=tuple(limit_in_force(limit, offers) for limit in entry.payout_limits),
        meters=_meters(entry, values, offered),
        terms={name: _term(pick(term.value, values), values) for name, term in entry.terms.items()},
        rounding=rounding,
        commission=_commission(entry, values, rounding),
        irregularities={
            name: (rule, tuple(pick(rule.remedy, values)))
            for name, rule in entry.irregularities.items()
            if matches(rule.when, values)
        },
        schedule=schedule,
        seats=min([entry.seats.max, *(pick(limit, values) for limit in entry.seats.limits)]),
        notices=tuple(findings),
    )
    return setup, findings


def _examine_options(entry: Entry, chosen: Mapping[str, Any]) -> tuple[dict[str, Any], list[Finding]]:
    values: dict[str, Any] = {}
    findings: list[Finding] = []
    for name in chosen:
        if name not in entry.options:
            known = suggest(name, entry.options)
            findings.append(Finding("refused", f"option {name}", f"there is no such option; {known}", entry.source))
    for name, option in entry.options.items():
        value = chosen.get(name, option.default)
        if value is None:
            values[name] = None
            if option.required:
                findings.append(Finding("notice", f"option {name}", "the house has yet to choose", option.cite))
            continue
        try:
            values[name] = normal(name, option, value)
        except PitbossError as error:
            findings.append(Finding("refused", *_split(error.sentence), option.cite))
    for name, option in entry.options.items():
        if values.get(name) is None:
            for other in option.required_by:
                if values.get(other) not in OFF:
                    findings.append(
                        Finding("refused", f"option {name}", f"{other} cannot be used without it", option.cite)
                    )
    for name, option in entry.options.items():
        if values.get(name) is None or (option.lifted_by and values.get(option.lifted_by) is True):
            continue
        if reason := outside(option, values[name]):
            findings.append(Finding("refused", f"option {name}", reason, option.cite))
        if option.notice and _must_be_told(name, option, values, chosen):
            findings.append(Finding("notice", f"option {name}", option.notice, option.cite))
    return values, findings


def _must_be_told(name: str, option: Option, values: Mapping[str, Any], chosen: Mapping[str, Any]) -> bool:
    if option.notice_when:
        return matches(option.notice_when, values)
    if option.notice_for:
        return name in chosen and values[name] in option.notice_for
    default = normal(name, option, option.default) if option.default is not None else None
    return name in chosen and values[name] != default


def _split(sentence: str) -> tuple[str, str]:
    where, _, text = sentence.partition(": ")
    return where, text


def _examine_exclusions(entry: Entry, values: Mapping[str, Any], listed: list[str] | None) -> list[Finding]:
    findings = []
    for exclusion in entry.exclusions:
        if not matches(exclusion.when, values):
            continue
        for name, refused in exclusion.options.items():
            if values.get(name) in refused:
                findings.append(Finding("refused", f"option {name}", exclusion.text, exclusion.cite))
        for name in exclusion.wagers:
            if listed is not None and name in listed:
                findings.append(Finding("refused", f"wager {name}", exclusion.text, exclusion.cite))
    return findings


def _examine_wagers(entry: Entry, values: Mapping[str, Any], listed: list[str] | None) -> list[Finding]:
    findings = []
    for name in listed or []:
        wager = entry.wagers.get(name)
        if wager is None:
            known = suggest(name, entry.wagers)
            findings.append(Finding("refused", f"wager {name}", f"there is no such wager; {known}", entry.source))
        elif wager.option and values.get(wager.option) in OFF:
            findings.append(
                Finding("refused", f"wager {name}", f"is offered only with the option {wager.option}", wager.cite)
            )
        elif not matches(wager.when, values):
            wanted = ", ".join(f"{option} = {value}" for option, value in wager.when.items())
            findings.append(Finding("refused", f"wager {name}", f"is offered only with {wanted}", wager.cite))
    return findings


def _on_offer(entry: Entry, name: str, wager: Wager, values: Mapping[str, Any]) -> bool:
    if wager.option and values.get(wager.option) in OFF:
        return False
    if not matches(wager.when, values):
        return False
    return not any(name in rule.wagers and matches(rule.when, values) for rule in entry.exclusions)


def _examine_pay_tables(
    entry: Entry, changed: Mapping[str, Mapping[str, Any]]
) -> tuple[dict[str, Pays], list[Finding]]:
    findings: list[Finding] = []
    tables = {name: _pays(name, table) for name, table in entry.pay_tables.items()}
    bonuses = {
        table
        for wager in entry.wagers.values()
        if wager.placed == "automatic"
        for table in (wager.pay_table.values.values() if isinstance(wager.pay_table, By) else [wager.pay_table])
    }
    for name, lines in changed.items():
        where = f"pay table {name}"
        table = entry.pay_tables.get(name)
        if table is None:
            text = f"the rulebook does not list it; {suggest(name, entry.pay_tables)}"
            findings.append(Finding("refused", where, text, entry.source))
            continue
        found = _examine_lines(where, table, lines, is_bonus=name in bonuses)
        findings += found
        if not any(finding.level == "refused" for finding in found):
            tables[name] = _pays(name, table.model_copy(update={"lines": {**table.lines, **lines}}))
    return tables, findings


def _examine_lines(where: str, table: PayTable, lines: Mapping[str, Any], is_bonus: bool) -> list[Finding]:
    printed_kinds = {type(parse_pay(pay)) for pay in table.lines.values() if isinstance(pay, str)}
    # A bonus is paid without a stake: nothing can be pushed, and "for" would count a stake that is not there.
    kinds: tuple[type, ...] = (To,) if is_bonus else (To, For, Push, *printed_kinds)
    findings = []
    modified = False
    for hand, text in lines.items():
        printed = table.lines.get(hand)
        cite = table.change_cite or table.cite
        if printed is None and table.change != "notice":
            text = f'it has no line "{hand}"; {suggest(hand, table.lines)}'
            findings.append(Finding("refused", where, text, cite))
            continue
        if isinstance(printed, dict) or not isinstance(text, str):
            findings.append(Finding("refused", where, f'"{hand}" cannot be changed', cite))
            continue
        try:
            pay = parse_pay(text)
        except PitbossError as error:
            findings.append(Finding("refused", where, f"{hand}: {error.sentence}", cite))
            continue
        if not isinstance(pay, kinds):
            findings.append(Finding("refused", where, f'{hand}: this table pays odds like "3 to 1", not {text}', cite))
            continue
        if printed is None or pay != parse_pay(printed):
            modified = True
            if table.change == "fixed":
                reason = f"{hand} pays {printed} and not {text}: the rulebook lists no such table"
                findings.append(Finding("refused", where, reason, cite))
            elif table.change == "at_least" and printed and _worth(pay) < _worth(parse_pay(printed)):
                reason = f"{hand} pays no less than {printed}, and {text} is less"
                findings.append(Finding("refused", where, reason, cite))
    if modified and table.change == "notice" and not findings:
        findings.append(
            Finding("notice", where, "a modified schedule is used only after written notice", table.change_cite)
        )
    return findings


def _worth(pay: Pay) -> Fraction:
    match pay:
        case To(wins, per):
            return Fraction(wins, per)
        case For(wins, per):
            return Fraction(wins, per) - 1
        case Award(amount):
            return Fraction(amount)
        case MeterShare(percent, _):
            return percent
        case Push():
            return Fraction(0)


def _pays(name: str, table: PayTable) -> Pays:
    lines: dict[str, Pay | Mapping[str, Pay]] = {
        hand: parse_pay(pay) if isinstance(pay, str) else {column: parse_pay(text) for column, text in pay.items()}
        for hand, pay in table.lines.items()
    }
    envy = {hand: cents(amount) for hand, amount in table.envy.items()}
    return Pays(name, table.title, table.cite, lines, envy)


def _from_meters(pays: Pays, own: Mapping[str, str]) -> Pays:
    """A pay table as a wager uses it that has meters of its own."""
    if not own:
        return pays
    lines = {
        hand: MeterShare(pay.percent, own.get(pay.meter, pay.meter)) if isinstance(pay, MeterShare) else pay
        for hand, pay in pays.lines.items()
    }
    return replace(pays, lines=lines)


def fill(text: str, options: Mapping[str, Any]) -> str:
    """Put option values where a text names them: ``"win {tie_odds}"``."""
    for name in options_named(text):
        text = text.replace("{" + name + "}", str(options[name]))
    return text


def _money(text: str | None, options: Mapping[str, Any]) -> int | None:
    if text is None:
        return None
    if is_option(text):
        value = options[text.strip("{}")]
        return None if value is None else int(value)
    return cents(text)


def _percent(text: str, options: Mapping[str, Any]) -> Fraction:
    if is_option(text):
        value = options[text.strip("{}")]
        return Fraction(0) if value is None else Fraction(value)
    return percentage(text)


def _term(value: Any, options: Mapping[str, Any]) -> Any:
    if isinstance(value, str) and is_option(value):
        return options[value.strip("{}")]
    return value


def _rounding(rule: RoundingRule) -> Rounding:
    return Rounding(rule.mode, cents(rule.unit))


def _commission(entry: Entry, options: Mapping[str, Any], rounding: Mapping[str, Rounding]) -> CommissionRule | None:
    rule = entry.commission
    if rule is None:
        return None
    return CommissionRule(
        rate=_percent(rule.rate, options),
        rounding=rounding["commission"],
        deferred=pick(rule.deferred, options),
        cite=rule.cite,
        collected_cite=rule.collected_cite or rule.cite,
    )


def _seed(meter: Meter, options: Mapping[str, Any]) -> int:
    """A meter's seed; some are printed for a wager of one dollar and grow with the wager."""
    seed = _money(pick(meter.seed, options), options) or 0
    if meter.seed_per_dollar_of is None:
        return seed
    wager: int = options[meter.seed_per_dollar_of] or 100
    return seed * wager // 100


def _meters(entry: Entry, options: Mapping[str, Any], offered: Mapping[str, Wager]) -> dict[str, MeterRule]:
    return {
        name: MeterRule(
            id=name,
            title=meter.title,
            cite=meter.cite,
            wager=meter.wager,
            seed=_seed(meter, options),
            contribution=_percent(pick(meter.contribution, options), options),
            must_hit_max=_money(pick(meter.must_hit.max, options), options) if meter.must_hit else None,
        )
        for name, meter in entry.meters.items()
        if meter.wager in offered and matches(meter.when, options)
    }


def _offer(
    name: str,
    wager: Wager,
    options: Mapping[str, Any],
    tables: Mapping[str, Pays],
    schedule: Schedule | None,
    half_is_rounded: bool,
) -> Offer:
    table = pick(wager.pay_table, options)
    pays = _from_meters(tables[table], wager.meters) if table is not None else None
    rulings = {
        case: (parse_result(fill(ruling[0], options)), ruling[1])
        for case, ruling in ((case, pick(ruling, options)) for case, ruling in wager.cases.items())
    }
    amount = wager.amount
    low, high = _money(amount.min, options), _money(amount.max, options)
    amount_cite = amount.cite or wager.cite
    if schedule and amount.limits:
        limits = (schedule.bonus if amount.limits == "bonus" else None) or schedule.table
        low, high = _money(limits.min, options), _money(limits.max, options)
        amount_cite = schedule.cite
    unit = _money(amount.multiple_of, options) or 1
    if not half_is_rounded and any(result.kind == "lose_half" for result, _ in rulings.values()):
        unit = lcm(unit, 2)
    return Offer(
        id=name,
        title=wager.title,
        cite=wager.cite,
        placed=wager.placed,
        needs=tuple(wager.needs),
        spots=tuple(wager.spots),
        line=wager.line,
        min=low,
        max=high,
        exactly=_money(amount.exactly, options),
        equals=amount.equals,
        times={moment: tuple(times) for moment, times in amount.times.items()},
        unit=lcm(unit, *_denominators(pays, wager.line, rulings)),
        amount_cite=amount_cite,
        pays=pays,
        rulings=rulings,
    )


def _tied(offers: Mapping[str, Offer]) -> dict[str, Offer]:
    """Where a wager's amount is another's, only what both can be paid on exactly is taken."""
    units = {name: offer.unit for name, offer in offers.items()}
    for offer in offers.values():
        if offer.equals in units:
            units[offer.equals] = lcm(units[offer.equals], offer.unit)
    return {name: replace(offer, unit=units[name]) for name, offer in offers.items()}


def _denominators(pays: Pays | None, line: str | None, rulings: Mapping[str, tuple[Result, str]]) -> list[int]:
    """The stakes that can be paid exactly are multiples of these."""
    found: list[int] = []
    for result, _ in rulings.values():
        listed: list[Pay] = [] if result.pays is None else [result.pays]
        if result.kind == "table" and pays is not None:
            for pay in [pays.lines[line]] if line is not None and line in pays.lines else pays.lines.values():
                listed += pay.values() if isinstance(pay, Mapping) else [pay]
        parts = 1 if result.part is None else result.part.denominator
        found += [parts] + [parts * pay.per for pay in listed if isinstance(pay, To | For)]
    return found
