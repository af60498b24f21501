"""The rule sheet of an entry, clause by clause, from the same data the table runs on."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from pitboss.cli.paper import CITE, Paper, cited, in_words
from pitboss.rulebook.model import (
    Amount,
    Band,
    By,
    Entry,
    Irregularity,
    Limits,
    Line,
    Meter,
    Option,
    PayTable,
    RoundingRule,
    Schedule,
    Wager,
    When,
)
from pitboss.rulebook.options import described, key_of, normal, shown
from pitboss.rulebook.setup import Setup
from pitboss.rulebook.vocabulary import REMEDIES, is_option

T = TypeVar("T")
PLACED = {
    "before_deal": "placed before the deal",
    "decision": "made during the round",
    "automatic": "not a wager: paid of itself",
}
CHANGE = {
    "fixed": "The house may not change it.",
    "at_least": "The house may pay more, never less.",
    "notice": "The house may change it after notice.",
}
RESULTS = {
    "lose": "loses",
    "lose half": "loses half",
    "push": "pushes",
    "void": "is returned",
    "stays": "stays",
}
IN_FORCE = " ◄ in force"


def print_sheet(paper: Paper, entry: Entry, setup: Setup, assumed: Mapping[str, str]) -> None:
    """Everything the entry says. ``assumed`` are options a house must choose and nobody did."""
    _head(paper, entry, setup, assumed)
    _lines(paper, "Equipment", entry.equipment)
    _table(paper, entry)
    _options(paper, entry, setup, assumed)
    _exclusions(paper, entry)
    _lines(paper, "Hands", entry.rankings)
    _wagers(paper, entry, setup)
    _bet_rules(paper, entry)
    _pay_tables(paper, entry)
    _meters(paper, entry)
    _money(paper, entry)
    _fees(paper, entry, setup)
    _terms(paper, entry)
    _lines(paper, "The round", entry.round, numbered=True)
    _irregularities(paper, entry)
    _procedures(paper, entry)
    _readings(paper, entry)


def _head(paper: Paper, entry: Entry, setup: Setup, assumed: Mapping[str, str]) -> None:
    paper.title(entry.title, entry.name)
    paper.line(entry.source, CITE)
    paper.line()
    paper.clause(entry.summary, indent=0)
    chosen = {name: value for name, value in setup.chosen.items() if name not in assumed}
    if chosen:
        paper.line()
        paper.line(f"In force: {', '.join(f'{name} = {key_of(value)}' for name, value in chosen.items())}", "bold")
        for notice in setup.notices:
            paper.clause(f"Notice: {notice.where}: {notice.text}", notice.cite, indent=0, style="yellow")


def _lines(paper: Paper, heading: str, lines: Sequence[Line], numbered: bool = False) -> None:
    if lines:
        paper.heading(heading)
    for number, line in enumerate(lines, start=1):
        paper.bullet(f"{number:2}." if numbered else "•", cited(line.text, line.cite))


# -- The table --------------------------------------------------------------------------------------------------------


def _table(paper: Paper, entry: Entry) -> None:
    paper.heading("The table")
    rows = [("Seats", cited(_seats(entry), entry.seats.cite)), ("Bank", cited(_bank(entry), entry.bank.cite))]
    if entry.cards is not None:
        rows.append(("Cards", cited(_cards(entry), entry.cards.cite)))
    paper.named(rows)


def _seats(entry: Entry) -> str:
    limited = "".join(f"; {_either(limit, str)}" for limit in entry.seats.limits)
    return f"Up to {entry.seats.max}{limited}. {entry.seats.note}"


def _bank(entry: Entry) -> str:
    bank = entry.bank
    if bank.kind == "house":
        return "The house banks."
    parts = ["A player-dealer banks, with a wager of their own that limits what is won and lost."]
    if bank.coverage is not None:
        parts.append(f"Coverage: {_either(bank.coverage, str)}.")
    if bank.rounds_in_a_row is not None:
        parts.append(f"After {bank.rounds_in_a_row} rounds in a row the position is offered on.")
    if bank.uncovered_cite:
        parts.append(f"What is not covered is returned ({bank.uncovered_cite}).")
    return " ".join(parts)


def _cards(entry: Entry) -> str:
    cards = entry.cards
    assert cards is not None
    jokers = f", {_count(cards.jokers, 'joker')} in each" if cards.jokers else ""
    every = "after every round" if cards.reshuffle == "every_round" else "after the last hand of the shoe"
    parts = [f"{_either(cards.decks, lambda decks: _count(decks, 'deck'))}{jokers}, shuffled {every}."]
    if cards.cut_card_from_back is not None:
        parts.append(f"The cut card lies {cards.cut_card_from_back} cards from the back.")
    if cards.continuous is not False:
        parts.append(f"Continuous shuffler: {_either(cards.continuous, _yes)}.")
    return " ".join(parts)


# -- What the house chooses -------------------------------------------------------------------------------------------


def _options(paper: Paper, entry: Entry, setup: Setup, assumed: Mapping[str, str]) -> None:
    if entry.options:
        paper.heading("House options")
    for name, option in entry.options.items():
        paper.bullet("•", Text.assemble((name, "bold"), ": ", _choice(name, option, setup, name in assumed)))
        if option.text:
            paper.clause(option.text, option.cite, indent=4)
        else:
            paper.line(f"[{option.cite}]", CITE, indent=4)
        if option.note:
            paper.clause(f"Note: {option.note}", indent=4)
        if option.notice:
            paper.clause(f"Notice: {option.notice}", indent=4, style="yellow")


def _choice(name: str, option: Option, setup: Setup, is_assumed: bool) -> str:
    """What is allowed, the default, and what is in force if that is something else."""
    parts = [described(option)]
    if option.lifted_by:
        parts[0] += f", unless {option.lifted_by}"
    if option.default is not None:
        standard = normal(name, option, option.default)
        parts.append(f"default {_chosen(option, standard)}")
        if setup.options[name] != standard:
            parts.append(f"in force {_chosen(option, setup.options[name])}")
    else:
        needed = f", needed by {', '.join(option.required_by)}" if option.required_by else ""
        parts.append("the house must choose" if option.required else f"no default{needed}")
        if name in setup.chosen and not is_assumed:
            parts.append(f"in force {_chosen(option, setup.options[name])}")
    return "; ".join(parts)


def _chosen(option: Option, value: Any) -> str:
    return _plain(value) if option.type == "data" else shown(option, value)


def _exclusions(paper: Paper, entry: Entry) -> None:
    if entry.exclusions:
        paper.heading("Not allowed together")
    for rule in entry.exclusions:
        barred = [f"{name} = {key_of(value)}" for name, values in rule.options.items() for value in values]
        barred += [entry.wagers[name].title for name in rule.wagers]
        paper.bullet("•", cited(f"{rule.text} (With {_when(rule.when)}: no {', '.join(barred)}.)", rule.cite))


# -- Wagers -----------------------------------------------------------------------------------------------------------


def _wagers(paper: Paper, entry: Entry, setup: Setup) -> None:
    paper.heading("Wagers")
    for name, wager in entry.wagers.items():
        away = "" if name in setup.offers else "  not offered under these options"
        paper.subheading(Text.assemble((wager.title, "bold"), f" ({name})", (away, "yellow")))
        if wager.text:
            paper.clause(wager.text, wager.cite, indent=4)
        paper.clause(f"{_placing(entry, wager)}.", "" if wager.text else wager.cite, indent=4)
        if amount := _amount(wager.amount, setup):
            paper.clause(f"Amount: {amount}.", wager.amount.cite, indent=4)
        if wager.pay_table is not None:
            line = f", line {in_words(wager.line)}" if wager.line else ""
            paper.clause(f"Pay table: {_either(wager.pay_table, str)}{line}.", indent=4)
        _cases(paper, wager, setup)


def _placing(entry: Entry, wager: Wager) -> str:
    parts = [PLACED[wager.placed].capitalize()]
    if wager.needs:
        parts.append(f"needs {' and '.join(entry.wagers[need].title for need in wager.needs)}")
    if wager.option:
        parts.append(f"offered only with the option {wager.option}")
    if wager.when:
        parts.append(f"offered only with {_when(wager.when)}")
    if wager.spots:
        parts.append(f"placed on a spot: {', '.join(map(in_words, wager.spots))}")
    return "; ".join(parts)


def _amount(amount: Amount, setup: Setup) -> str:
    figures = {
        "at least": amount.min,
        "at most": amount.max,
        "exactly": amount.exactly,
        "in multiples of": amount.multiple_of,
    }
    parts = [f"{word} {_figure(figure, setup)}" for word, figure in figures.items() if figure]
    parts += [f"equal to {in_words(amount.equals)}"] if amount.equals else []
    parts += [f"within the {amount.limits} limits of the collection schedule"] if amount.limits else []
    return ", ".join(parts)


def _figure(text: str, setup: Setup) -> str:
    """An amount, or the option that holds it with what it holds."""
    if not is_option(text):
        return _dollars(text)
    name = text.strip("{}")
    value = setup.options[name]
    return name if value is None else f"{shown(setup.entry.options[name], value)} ({name})"


def _cases(paper: Paper, wager: Wager, setup: Setup) -> None:
    rows: list[tuple[RenderableType, ...]] = []
    for case, ruling in wager.cases.items():
        if isinstance(ruling, By):
            rows.append((in_words(case), "", ""))
        for condition, (result, cite), applies in _variants(ruling, setup):
            result_text = Text.assemble(_result(result), (IN_FORCE if applies else "", "green"))
            when = Padding(condition, (0, 0, 0, 2)) if condition else in_words(case)
            rows.append((when, result_text, Text(cite, CITE)))
    paper.table(("Case", "The wager", "Clause"), rows, indent=4)


def _result(text: str) -> str:
    if text in RESULTS:
        return RESULTS[text]
    return text.replace("win ", "wins ", 1).replace("by table", "is paid by the table")


def _bet_rules(paper: Paper, entry: Entry) -> None:
    if entry.bet_rules:
        paper.heading("Rules over a seat's wagers")
    for rule in entry.bet_rules:
        when = f" (With {_when(rule.when)}.)" if rule.when else ""
        paper.bullet("•", cited(rule.text + when, rule.cite))


# -- Money ------------------------------------------------------------------------------------------------------------


def _pay_tables(paper: Paper, entry: Entry) -> None:
    if entry.pay_tables:
        paper.heading("Pay tables")
    for name, table in entry.pay_tables.items():
        paper.subheading(Text.assemble((f"{name}: {table.title}", "bold"), (f" [{table.cite}]", CITE)))
        heads, rows = _pay_lines(table)
        paper.table(heads, rows, indent=4)
        paper.clause(CHANGE[table.change], table.change_cite, indent=4)
        if table.note:
            paper.clause(f"Note: {table.note}", indent=4)


def _pay_lines(table: PayTable) -> tuple[list[str], list[list[str]]]:
    """A table's heads and rows: one column of pays, or several, and envy where it is paid."""
    columns = dict.fromkeys(column for pay in table.lines.values() if isinstance(pay, dict) for column in pay)
    heads = ["Hand", *(in_words(column) for column in columns)] if columns else ["Hand", "Pays"]
    rows = []
    for hand in dict.fromkeys([*table.lines, *table.envy]):
        pay = table.lines.get(hand, "")
        if not columns:
            cells = [str(pay)]
        elif isinstance(pay, dict):
            cells = [pay.get(column, "") for column in columns]
        else:
            cells = [pay] * len(columns)
        rows.append([in_words(hand), *cells] + ([_dollars(table.envy.get(hand, ""))] if table.envy else []))
    return heads + (["Envy"] if table.envy else []), rows


def _meters(paper: Paper, entry: Entry) -> None:
    if entry.meters:
        paper.heading("Progressive meters")
    for name, meter in entry.meters.items():
        paper.bullet("•", cited(f"{meter.title} ({name}): {_meter(entry, meter)}", meter.cite))


def _meter(entry: Entry, meter: Meter) -> str:
    parts = [
        f"fed by {entry.wagers[meter.wager].title}",
        f"seed {_either(meter.seed, _dollars)}"
        + (f" per dollar of {meter.seed_per_dollar_of}" if meter.seed_per_dollar_of else ""),
        f"contribution {_either(meter.contribution, _percent)}",
    ]
    if meter.must_hit is not None:
        parts.append(f"won before it reaches {_either(meter.must_hit.max, _dollars)}")
    if meter.when:
        parts.append(f"with {_when(meter.when)}")
    return "; ".join(parts) + (f". {meter.note}" if meter.note else ".")


def _money(paper: Paper, entry: Entry) -> None:
    """Commission and rounding."""
    if entry.commission is None and not entry.rounding:
        return
    paper.heading("Commission and rounding")
    if (rule := entry.commission) is not None:
        later = f" ({rule.collected_cite})" if rule.collected_cite else ""
        text = f"Commission: {_percent(rule.rate)} of what the wager wins; collected later: "
        paper.bullet("•", cited(f"{text}{_either(rule.deferred, _yes)}{later}.", rule.cite))
    for name, rounding in entry.rounding.items():
        for condition, part, _ in _variants(rounding):
            paper.bullet("•", cited(f"{in_words(name).capitalize()}{_if(condition)}: {_rounded(part)}.", part.cite))


def _rounded(rule: RoundingRule) -> str:
    return f"rounded {rule.mode} to {_dollars(rule.unit)}"


def _fees(paper: Paper, entry: Entry, setup: Setup) -> None:
    fees = entry.fees
    if fees is None:
        return
    paper.heading("Collection fees")
    counted = ", ".join(map(in_words, fees.action))
    text = f"Chosen with the option {fees.option}. The player's fee is per {in_words(fees.per)}; "
    text += f"the total action counts {counted}."
    paper.clause(text, fees.cite)
    rows = [
        (
            name + (IN_FORCE if key_of(setup.chosen.get(fees.option)) == name else ""),
            _limits(rule.table),
            _limits(rule.bonus),
            _dollars(rule.player),
            _bank_fee(rule),
            Text(rule.cite, CITE),
        )
        for name, rule in fees.schedules.items()
    ]
    paper.table(("Schedule", "Table", "Bonus", "Player", "Player-dealer", "Clause"), rows)


def _limits(limits: Limits | None) -> str:
    if limits is None:
        return ""
    return f"{_dollars(limits.min) if limits.min else ''}–{_dollars(limits.max) if limits.max else ''}"


def _bank_fee(rule: Schedule) -> str:
    if isinstance(rule.bank, str):
        return _dollars(rule.bank)
    return "; ".join(_band(band) for band in rule.bank)


def _band(band: Band) -> str:
    return f"{_dollars(band.fee)} {f'up to {_dollars(band.up_to)}' if band.up_to else 'above'}"


# -- The play ---------------------------------------------------------------------------------------------------------


def _terms(paper: Paper, entry: Entry) -> None:
    if not entry.terms:
        return
    paper.heading("Terms of play")
    paper.named((in_words(name), cited(_either(term.value, _plain), term.cite)) for name, term in entry.terms.items())


def _irregularities(paper: Paper, entry: Entry) -> None:
    if entry.irregularities:
        paper.heading("Irregularities")
    for name, rule in entry.irregularities.items():
        paper.subheading(name)
        rows: list[tuple[str, str | Text]] = [
            ("Trigger", rule.trigger),
            ("Ruling", cited(rule.text, rule.cite)),
            ("Remedy", _either(rule.remedy, _remedies)),
            ("Called", _calling(rule)),
        ]
        paper.named(rows, indent=4)


def _remedies(words: list[str]) -> str:
    return "; ".join(REMEDIES[word] for word in words)


def _calling(rule: Irregularity) -> str:
    named = [what for what, wanted in (("seat", rule.seat), ("card", rule.card), ("wager", rule.wager)) if wanted]
    naming = f", naming the {' and the '.join(named)}" if named else ""
    only = f"; only with {_when(rule.when)}" if rule.when else ""
    return f"at {' or '.join(map(in_words, rule.moments))}{naming}{only}"


def _procedures(paper: Paper, entry: Entry) -> None:
    if entry.procedures:
        paper.heading("Procedures")
    for procedure in entry.procedures.values():
        paper.subheading(procedure.title)
        for number, step in enumerate(procedure.steps, start=1):
            paper.bullet(f"{number:2}.", cited(step.text, step.cite), indent=4)


def _readings(paper: Paper, entry: Entry) -> None:
    if entry.readings:
        paper.heading("Readings of what the source leaves open")
    for reading in entry.readings:
        option = f" Option: {reading.option}." if reading.option else ""
        paper.bullet(f"{reading.id:>3}.", cited(reading.text + option, reading.cite), indent=1)


# -- Words ------------------------------------------------------------------------------------------------------------


def _variants(value: By[T] | T, setup: Setup | None = None) -> list[tuple[str, T, bool]]:
    """Each value that options can pick: under which condition, and whether the set-up picks it."""
    if not isinstance(value, By):
        return [("", value, False)]
    now = key_of(setup.options.get(value.by)) if setup else None
    named = set(value.values) - {"else"}
    return [
        (
            "otherwise" if key == "else" else f"if {value.by} = {key}",
            part,
            setup is not None and (key == now or (key == "else" and now not in named)),
        )
        for key, part in value.values.items()
    ]


def _either(value: Any, show: Callable[[Any], str]) -> str:
    return "; ".join(show(part) + _if(condition) for condition, part, _ in _variants(value))


def _if(condition: str) -> str:
    return f" ({condition})" if condition else ""


def _when(when: When) -> str:
    return " and ".join(
        f"{name} = {' or '.join(map(key_of, value)) if isinstance(value, list) else key_of(value)}"
        for name, value in when.items()
    )


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple | frozenset):
        return ", ".join(_plain(part) for part in value)
    return _yes(value) if isinstance(value, bool) else in_words(str(value))


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _dollars(text: str) -> str:
    """An amount, or the option that holds it."""
    if text.startswith("{"):
        return text.strip("{}")
    return f"${text}" if text else ""


def _percent(text: str) -> str:
    return text.strip("{}") if text.startswith("{") else f"{text.removesuffix('%')}%"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
