"""What the rulebook says to a house's choices: refused, or allowed once somebody is told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from pitboss.errors import PitbossError, Unreadable, suggest
from pitboss.money import Award, For, FromMeter, MeterShare, Pay, Plus, Push, To, money, parse_pay
from pitboss.rulebook.model import Change, Duty, Entry, Option, PayTable, Schedule, Wager
from pitboss.rulebook.offers import Pays, pays_in_force
from pitboss.rulebook.options import normal, outside
from pitboss.rulebook.resolve import OFF, matches, money_of, pick
from pitboss.rulebook.rewritten import said_now
from pitboss.rulebook.vocabulary import is_option


@dataclass(frozen=True, slots=True)
class Finding:
    """What the check of a set-up found. ``refused``: not legal. ``notice``: legal once somebody is told.

    ``standing`` is what a house owes whatever it chose; ``owed`` names the duties of a notice. ``unreadable`` is a
    value that is none of its kind, or a name that there is not.
    """

    level: Literal["refused", "notice", "standing"]
    where: str
    text: str
    cite: str
    owed: tuple[Duty, ...] = field(default=(), compare=False)
    unreadable: bool = field(default=False, compare=False)

    def as_json(self) -> dict[str, str]:
        return {"where": self.where, "text": self.text, "cite": self.cite}

    def __str__(self) -> str:
        return f"{self.level}: {self.where}: {self.text} [{self.cite}]"


def examine_options(entry: Entry, chosen: Mapping[str, Any]) -> tuple[dict[str, Any], list[Finding]]:
    values: dict[str, Any] = {}
    findings: list[Finding] = []
    for name in chosen:
        if name not in entry.options:
            known = said_now(entry, name, chosen) or suggest(
                name, entry.options, f"pitboss rules {entry.name} --section options"
            )
            text = f"there is no such option; {known}"
            findings.append(Finding("refused", f"option {name}", text, entry.source, unreadable=True))
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
            values[name], unreadable = None, isinstance(error, Unreadable)
            findings.append(Finding("refused", *_split(error.sentence), option.cite, unreadable=unreadable))
    for name, option in entry.options.items():
        if values.get(name) is None:
            for other in option.required_by:
                if values.get(other) not in OFF:
                    findings.append(
                        Finding("refused", f"option {name}", f"{other} cannot be used without it", option.cite)
                    )
    for name, option in entry.options.items():
        if values.get(name) is None:
            continue
        lifted = option.lifted_by is not None and values.get(option.lifted_by) is True
        if not lifted and (reason := outside(option, values[name])):
            findings.append(Finding("refused", f"option {name}", reason, option.cite))
        if reason := _wrong_word(option, values[name]):
            findings.append(Finding("refused", f"option {name}", reason, option.to_only))
    return values, findings


def examine_notices(entry: Entry, values: Mapping[str, Any], listed: list[str] | None) -> list[Finding]:
    """Whom to tell of the options in force; of what only concerns some wagers, while one of them is on the layout."""
    return [
        Finding("notice", f"option {name}", option.notice, option.cite, duties(option.owed, values))
        for name, option in entry.options.items()
        if option.notice
        and values.get(name) is not None
        and _must_be_told(name, option, values)
        and (not option.notice_with or any(on_layout(entry, wager, values, listed) for wager in option.notice_with))
    ]


def duties(owed: Iterable[Duty], values: Mapping[str, Any]) -> tuple[Duty, ...]:
    """Those of some duties that are owed under these options."""
    return tuple(duty for duty in owed if matches(duty.when, values))


def examine_schedule(entry: Entry, schedule: Schedule | None, values: Mapping[str, Any]) -> list[Finding]:
    """A collection schedule whose every fee is known, and posted limits of the house's own that keep to it."""
    if schedule is None:
        return []
    findings = []
    bands = [] if isinstance(schedule.bank, str) else schedule.bank
    for name in [band.fee.strip("{}") for band in bands if is_option(band.fee)]:
        if values.get(name) is None:
            text = "the schedule option in force cannot be used without it"
            findings.append(Finding("refused", f"option {name}", text, entry.options[name].cite))
    for wager in entry.wagers.values():
        if wager.amount.limits:
            limits = (schedule.bonus if wager.amount.limits == "bonus" else None) or schedule.table
            low, high = money_of(limits.min, values), money_of(limits.max, values)
            for text in [text for text in (wager.amount.min, wager.amount.max) if text and is_option(text)]:
                posted = money_of(text, values)
                if posted is not None and not (low or 0) <= posted <= (posted if high is None else high):
                    where, told = f"option {text.strip('{}')}", f"{money(posted)} is outside the schedule's table limit"
                    findings.append(Finding("refused", where, told, schedule.cite))
    return findings


def _must_be_told(name: str, option: Option, values: Mapping[str, Any]) -> bool:
    if not matches(option.notice_when, values):
        return False
    if option.notice_for == "any":
        return True
    if option.notice_for:
        return values[name] in [normal(name, option, value) for value in option.notice_for]
    return bool(option.notice_when) or option.default is None or values[name] != normal(name, option, option.default)


def _wrong_word(stated: Option | PayTable, odds: Any) -> str:
    """Why odds may not be stated as they are; empty where they may."""
    if not stated.to_only or (isinstance(odds, To) and (odds.word == "to" or stated.or_win)):
        return ""
    if isinstance(odds, For):
        besides = '; "win" may stand for "to"' if stated.or_win else ""
        return f'odds are stated with "to", never with "for" as in {odds}{besides}'
    if isinstance(odds, To):
        return f'odds are stated with "to", and not as in {odds}'
    return ""


def _split(sentence: str) -> tuple[str, str]:
    where, _, text = sentence.partition(": ")
    return where, text


def examine_exclusions(entry: Entry, values: Mapping[str, Any], listed: list[str] | None) -> list[Finding]:
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


def examine_wagers(entry: Entry, values: Mapping[str, Any], listed: list[str] | None) -> list[Finding]:
    findings = []
    for name in listed or []:
        wager = entry.wagers.get(name)
        if wager is None:
            known = suggest(name, entry.wagers, f"pitboss rules {entry.name} --section wagers")
            text = f"there is no such wager; {known}"
            findings.append(Finding("refused", f"wager {name}", text, entry.source, unreadable=True))
        elif wager.option and values.get(wager.option) in OFF:
            findings.append(
                Finding("refused", f"wager {name}", f"is offered only with the option {wager.option}", wager.cite)
            )
        elif not matches(wager.when, values):
            wanted = ", ".join(f"{option} = {value}" for option, value in wager.when.items())
            findings.append(Finding("refused", f"wager {name}", f"is offered only with {wanted}", wager.cite))
    return findings


def on_offer(entry: Entry, name: str, wager: Wager, values: Mapping[str, Any]) -> bool:
    if wager.option and values.get(wager.option) in OFF:
        return False
    if not matches(wager.when, values):
        return False
    return not any(name in rule.wagers and matches(rule.when, values) for rule in entry.exclusions)


def on_layout(entry: Entry, name: str, values: Mapping[str, Any], listed: list[str] | None) -> bool:
    """True for a wager on offer that the house lists; what is made during the round, or paid of itself, comes with the
    game and not with the layout."""
    wager = entry.wagers[name]
    return on_offer(entry, name, wager, values) and (listed is None or name in listed or wager.placed != "before_deal")


def examine_pay_tables(
    entry: Entry, changed: Mapping[str, Mapping[str, Any]], values: Mapping[str, Any]
) -> tuple[dict[str, Pays], list[Finding]]:
    findings: list[Finding] = []
    tables = {name: pays_in_force(name, table) for name, table in entry.pay_tables.items()}
    bonuses = {table for wager in entry.wagers.values() if wager.placed == "automatic" for table in wager.tables}
    for name, lines in changed.items():
        where = f"pay table {name}"
        table = entry.pay_tables.get(name)
        if table is None:
            text = f"the rulebook does not list it; {suggest(name, entry.pay_tables)}"
            findings.append(Finding("refused", where, text, entry.source, unreadable=True))
            continue
        found = _examine_lines(where, table, lines, pick(table.change, values), is_bonus=name in bonuses)
        findings += found
        if not any(finding.level == "refused" for finding in found):
            tables[name] = pays_in_force(name, table.model_copy(update={"lines": {**table.lines, **lines}}))
    return tables, findings


def _examine_lines(
    where: str, table: PayTable, lines: Mapping[str, Any], change: Change, is_bonus: bool
) -> list[Finding]:
    printed_kinds = {type(parse_pay(pay)) for pay in table.lines.values() if isinstance(pay, str)}
    # A bonus is paid without a stake: nothing can be pushed, and "for" would count a stake that is not there.
    kinds: tuple[type, ...] = (To, *printed_kinds) if is_bonus else (To, For, Push, *printed_kinds)
    findings = []
    modified = False
    for hand, text in lines.items():
        printed = table.lines.get(hand)
        cite = table.change_cite or table.cite
        if printed is None and change != "notice":
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
        if reason := _wrong_word(table, pay):
            findings.append(Finding("refused", where, f"{hand}: {reason}", table.to_only))
            continue
        if printed is None or pay != parse_pay(printed):
            modified = True
            if change == "fixed":
                reason = f"{hand} pays {printed} and not {text}: the rulebook lists no such table"
                findings.append(Finding("refused", where, reason, cite))
            elif change == "at_least" and printed and worth(pay) < worth(parse_pay(printed)):
                reason = f"{hand} pays no less than {printed}, and {text} is less"
                findings.append(Finding("refused", where, reason, cite))
    notice = table.notice or ("a modified schedule is used only after written notice" if change == "notice" else "")
    if modified and notice and not findings:
        findings.append(Finding("notice", where, notice, table.change_cite, tuple(table.owed)))
    return findings


def examine_new_lines(
    entry: Entry, changed: Mapping[str, Mapping[str, Any]], names: Mapping[str, Iterable[str]]
) -> list[Finding]:
    """A schedule that the house may modify pays hands that the game knows by the wager's names, and no others."""
    findings = []
    for name, lines in changed.items():
        table = entry.pay_tables[name]
        wagers = [wager for wager, offered in entry.wagers.items() if name in offered.tables]
        known = {called for wager in wagers for called in names.get(wager, ())}
        for hand in lines:
            if hand not in table.lines and hand not in known:
                text = f'there is no hand "{hand}" in this game; {suggest(hand, [*table.lines, *known])}'
                findings.append(Finding("refused", f"pay table {name}", text, table.change_cite or table.cite))
    return findings


def worth(pay: Pay) -> Fraction:
    """What a pay line wins per unit, to compare it with another of its kind."""
    match pay:
        case To(wins, per):
            return Fraction(wins, per)
        case For(wins, per):
            return Fraction(wins, per) - 1
        case Award(amount) | FromMeter(amount, _):
            return Fraction(amount)
        case MeterShare(percent, _):
            return percent
        case Plus(odds, _):
            return worth(odds)
        case Push():
            return Fraction(0)
