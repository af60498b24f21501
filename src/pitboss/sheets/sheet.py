"""The rule sheet of an entry, clause by clause, from the same data the table runs on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rich.text import Text

from pitboss.equipment.cards import RANKS, TILE_SET
from pitboss.errors import PitbossError
from pitboss.games import game_of
from pitboss.numerals import count_words
from pitboss.rulebook.model import (
    Amount,
    By,
    CardSet,
    Entry,
    Irregularity,
    Line,
    Option,
    Wager,
    every_value,
)
from pitboss.rulebook.options import described, key_of, normal, shown
from pitboss.rulebook.remedies import remedied
from pitboss.rulebook.resolve import pick
from pitboss.rulebook.setup import Setup
from pitboss.rulebook.sources import at_hand, quotes, told_once
from pitboss.rulebook.vocabulary import is_option
from pitboss.sheets.paper import CITE, IN_FORCE, Paper, cited, in_words
from pitboss.sheets.sheet_money import (
    show_commission,
    show_fees,
    show_meters,
    show_pay_tables,
    show_payout_limits,
    stated_with,
)
from pitboss.sheets.wording import (
    WITHOUT_HANDS,
    amount_words,
    case_words,
    either,
    in_brackets,
    plain_words,
    result_words,
    variants,
    when_words,
    yes_or_no,
)

PLACED = {
    "before_deal": "placed before the deal",
    "decision": "made during the round",
    "automatic": "not a wager: paid of itself",
}
RESHUFFLED = {"every_round": "after every round", "after_last_hand": "after the last hand of the shoe"}


Part = Callable[[Paper], None]


def print_sheet(
    paper: Paper, entry: Entry, setup: Setup, assumed: Mapping[str, str], sections: Sequence[str] = ()
) -> None:
    """Everything the entry says, or only some sections of it.

    ``assumed`` are options a house must choose and nobody did.
    """
    parts = _parts(entry, setup, assumed)
    wanted = [_section(name, parts) for name in sections]
    _head(paper, entry, setup, assumed)
    for name, show in parts.items():
        if not wanted or name in wanted:
            show(paper)


def _parts(entry: Entry, setup: Setup, assumed: Mapping[str, str]) -> dict[str, Part]:
    """The sections of a rule sheet by the names that people ask for them by, in their order."""
    hands = "Numbers" if entry.family in WITHOUT_HANDS else "Hands"
    chosen = {} if entry.fees is None or entry.fees.option in assumed else setup.chosen
    return {
        "equipment": lambda paper: _lines(paper, "Equipment", entry.equipment),
        "table": lambda paper: _table(paper, entry),
        "options": lambda paper: _options(paper, entry, setup, assumed),
        "exclusions": lambda paper: _exclusions(paper, entry),
        hands.lower(): lambda paper: _lines(paper, hands, entry.rankings),
        "wagers": lambda paper: _wagers(paper, entry, setup),
        "bet rules": lambda paper: _bet_rules(paper, entry),
        "pay tables": lambda paper: show_pay_tables(paper, entry),
        "payout limits": lambda paper: show_payout_limits(paper, entry),
        "meters": lambda paper: show_meters(paper, entry),
        "commission": lambda paper: show_commission(paper, entry),
        "fees": lambda paper: show_fees(paper, entry, chosen),
        "terms": lambda paper: _terms(paper, entry),
        "round": lambda paper: _lines(paper, "The round", entry.round, numbered=True),
        "irregularities": lambda paper: _irregularities(paper, entry),
        "procedures": lambda paper: _procedures(paper, entry),
        "readings": lambda paper: _readings(paper, entry),
        **({"words": lambda paper: _words(paper, entry)} if at_hand(entry.rulebook) else {}),
    }


HEADINGS = {
    "the table": "table",
    "house options": "options",
    "not allowed together": "exclusions",
    "rules over a seat's wagers": "bet rules",
    "progressive meters": "meters",
    "collection fees": "fees",
    "the round": "round",
    "the words of the clauses": "words",
}
"""What sections are headed whose names begin otherwise."""


def _section(name: str, parts: Mapping[str, Part]) -> str:
    """A section as somebody names it, or by the heading it has on the sheet: the beginning is enough.

    >>> _section("House options", {"options": print, "wagers": print})
    'options'
    """
    plain = " ".join(name.lower().replace("_", " ").replace("-", " ").split())
    found = [part for part in parts if part == plain] or [part for part in parts if plain and part.startswith(plain)]
    found = found or [part for heading, part in HEADINGS.items() if plain and heading.startswith(plain)]
    if not found:
        raise PitbossError(f'a rule sheet has no section "{name}"; it has {", ".join(parts)}')
    return found[0]


def _head(paper: Paper, entry: Entry, setup: Setup, assumed: Mapping[str, str]) -> None:
    paper.title(entry.title, entry.name)
    paper.line(entry.source, CITE)
    paper.line()
    paper.clause(entry.summary, indent=0)
    for name in entry.uses:
        paper.line()
        paper.line(f"{name} applies as well; pitboss rules {name} prints the whole of it.")
    chosen = {name: value for name, value in setup.chosen.items() if name not in assumed}
    if chosen:
        paper.line()
        paper.line(f"In force: {', '.join(f'{name} = {key_of(value)}' for name, value in chosen.items())}", "bold")
        for notice in setup.notices_of_choices:
            paper.clause(f"Notice: {notice.where}: {notice.text}", notice.cite, indent=0, style="yellow")


def _lines(paper: Paper, heading: str, lines: Sequence[Line], numbered: bool = False) -> None:
    if lines:
        paper.heading(heading)
    for number, line in enumerate(lines, start=1):
        paper.bullet(f"{number:2}." if numbered else "•", cited(line.text, line.cite))


# -- The table --------------------------------------------------------------------------------------------------------


def _table(paper: Paper, entry: Entry) -> None:
    rows = []
    if "seats" in entry.model_fields_set:
        rows.append(("Seats", cited(_seats(entry), entry.seats.cite)))
    if "bank" in entry.model_fields_set:
        rows.append(("Bank", cited(_bank(entry), entry.bank.cite)))
    if entry.cards is not None:
        rows.append(("Cards", cited(_cards(entry), entry.cards.cite)))
    if rows:
        paper.heading("The table")
    paper.named(rows)


def _seats(entry: Entry) -> str:
    limited = "".join(f"; {either(limit, str)}" for limit in entry.seats.limits)
    seats = f"{entry.seats.min} to {entry.seats.max}" if entry.seats.min > 1 else f"Up to {entry.seats.max}"
    return f"{seats}{limited}. {entry.seats.note}"


def _bank(entry: Entry) -> str:
    bank = entry.bank
    for_a_pot = [any("by pot" in ruling for ruling in rule.cases.values()) for rule in entry.wagers.values()]
    if any(for_a_pot) and bank.kind == "house" and not all(for_a_pot):
        if game_of(entry).among_players:
            return "The house banks all wagers but those for the pot, which players win from one another."
        return "The house plays for the pot with the players, and banks the wagers beside it."
    if any(for_a_pot):
        return "Nobody banks: the players win the pot from one another."
    if bank.kind == "house":
        return "The house banks."
    if bank.kind == "participants":
        return "A participant banks, with a wager that the others cover; the house pays nothing."
    if bank.kind == "alternating":
        return "The house banks, or a player whose turn it is, who covers all wagers of the others."
    parts = ["A player-dealer banks, with a wager of their own that limits what is won and lost."]
    if bank.coverage is not None:
        parts.append(f"Coverage: {either(bank.coverage, str)}.")
    if bank.rounds_in_a_row is not None:
        way = f" {bank.offered}" if bank.offered else ""
        parts.append(f"After {bank.rounds_in_a_row} rounds in a row the position is offered on{way}.")
    if bank.must_pass:
        parts.append("When nobody else takes it, the game is broken.")
    if bank.uncovered_cite:
        parts.append(f"What is not covered is returned ({bank.uncovered_cite}).")
    return " ".join(parts)


def _cards(entry: Entry) -> str:
    cards = entry.cards
    assert cards is not None
    if cards.pieces == "tiles":
        return f"One set of {len(TILE_SET)} tiles, shuffled {either(cards.reshuffle, RESHUFFLED.__getitem__)}."
    jokers = f", {either(cards.jokers, lambda jokers: count_words(jokers, 'joker'))} in each" if cards.jokers else ""
    ranks = f", of the ranks {either(cards.ranks, ' '.join)}" if cards.ranks != RANKS else ""
    decks = either(cards.decks, _number_of_decks)
    parts = [f"{decks}{jokers}{ranks}, shuffled {either(cards.reshuffle, RESHUFFLED.__getitem__)}."]
    parts += _batches(cards)
    if isinstance(cards.cut_card_from_back, str):
        parts.append(f"The cut card lies {cards.cut_card_from_back} of the cards from the back.")
    elif cards.cut_card_from_back is not None:
        parts.append(f"The cut card lies {cards.cut_card_from_back} cards from the back.")
    if cards.continuous is not False:
        parts.append(f"Continuous shuffler: {either(cards.continuous, yes_or_no)}.")
    return " ".join(parts)


def _number_of_decks(decks: int | str) -> str:
    return f"Decks as the option {decks.strip('{}')} says" if isinstance(decks, str) else count_words(decks, "deck")


def _batches(cards: CardSet) -> list[str]:
    return [
        f"{number} batches of as many are at the table and in play by turns{in_brackets(condition)}."
        for condition, number, _ in variants(cards.batches)
        if number > 1
    ]


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
        if option.to_only:
            paper.clause(stated_with(option), option.to_only, indent=4)
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
    return plain_words(value) if option.type == "data" else shown(option, value)


def _exclusions(paper: Paper, entry: Entry) -> None:
    if entry.exclusions:
        paper.heading("Not allowed together")
    for rule in entry.exclusions:
        barred = [f"{name} = {key_of(value)}" for name, values in rule.options.items() for value in values]
        barred += [entry.wagers[name].title for name in rule.wagers]
        paper.bullet("•", cited(f"{rule.text} (With {when_words(rule.when)}: no {', '.join(barred)}.)", rule.cite))


# -- Wagers -----------------------------------------------------------------------------------------------------------


def _wagers(paper: Paper, entry: Entry, setup: Setup) -> None:
    paper.heading("Wagers")
    if not entry.wagers:
        paper.clause("This section describes none.", entry.source)
    if entry.wagers_cite:
        paper.clause("No other wagers are taken.", entry.wagers_cite)
    for name, wager in entry.wagers.items():
        away = "" if name in setup.offers else "  not offered under these options"
        paper.subheading(Text.assemble((wager.title, "bold"), f" ({name})", (away, "yellow")))
        if wager.text:
            paper.clause(wager.text, wager.cite, indent=4)
        paper.clause(f"{_placing(entry, wager)}.", "" if wager.text else wager.cite, indent=4)
        if wager.uncovered_cite:
            paper.clause("What the player-dealer does not cover of it goes back.", wager.uncovered_cite, indent=4)
        if amount := _amount(wager.amount, setup):
            head = "Paid on an amount" if wager.placed == "automatic" else "Amount:"
            paper.clause(f"{head} {amount}.", wager.amount.cite, indent=4)
        if wager.pay_table is not None:
            line = f", line {in_words(wager.line)}" if wager.line else ""
            paper.clause(f"Pay table: {_table_of(wager.pay_table, name, setup)}{line}.", indent=4)
        _cases(paper, wager, setup)


def _table_of(table: str | By[str], wager: str, setup: Setup) -> str:
    if not isinstance(table, By):
        return table
    same = all(key == value for key, value in table.values.items())
    listed = ", ".join(table.values) if same else either(table, str)
    pays = setup.offers[wager].pays if wager in setup.offers else None
    return f"by the option {table.by}, {listed}" + (f"; in force {pays.id}" if pays is not None else "")


def _placing(entry: Entry, wager: Wager) -> str:
    parts = [PLACED[wager.placed].capitalize()]
    if wager.placed == "before_deal" and entry.family in WITHOUT_HANDS:
        parts = ["Placed before betting closes"]
    if wager.lammer:
        parts.append("no chips: the house puts a lammer down")
    if wager.made_by == "banker":
        parts.append("made by a player who banks, against the house")
    elif wager.against == "house":
        parts.append("against the house, whoever banks")
    if wager.needs:
        parts.append(f"needs {' and '.join(entry.wagers[need].title for need in wager.needs)}")
    if wager.option:
        parts.append(f"offered only with the option {wager.option}")
    if wager.when:
        parts.append(f"offered only with {when_words(wager.when)}")
    if wager.spots:
        parts.append(f"placed on a spot: {', '.join(map(in_words, wager.spots))}")
    return "; ".join(parts)


def _amount(amount: Amount, setup: Setup) -> str:
    figures = {
        "at least": amount.min,
        "at most": amount.max,
        "exactly": pick(amount.exactly, setup.options),
        "in multiples of": amount.multiple_of,
        f"made with {amount.chips} chips, or a multiple of them, worth each": amount.chip,
        "payable in": pick(amount.payable_in, setup.options),
    }
    parts = [f"{word} {_figure(figure, setup)}" for word, figure in figures.items() if figure]
    parts += [" or ".join(map(amount_words, amount.one_of))] if amount.one_of else []
    tied = amount.equals if not pick(amount.untied, setup.options) else None
    parts += [_tied(amount, in_words(tied), setup)] if tied else []
    parts += [f"within the {amount.limits} limits of the collection schedule"] if amount.limits else []
    parts += [amount.text] if amount.text else []
    return ", ".join(parts)


def _tied(amount: Amount, base: str, setup: Setup) -> str:
    """An amount that hangs on another wager: equal to it, or a multiple that depends on when it is made."""
    if not amount.times:
        return f"at most {base}" if pick(amount.or_less, setup.options) else f"equal to {base}"
    if len(amount.times) == 1:
        (times,) = amount.times.values()
        return f"{_multiples(times, pick(amount.any_between, setup.options))} times {base}"
    by_moment = (
        f"{_multiples(times, pick(amount.any_between, setup.options))} {in_words(moment)}"
        for moment, times in amount.times.items()
    )
    return f"times {base}: {', '.join(by_moment)}"


def _multiples(times: Sequence[int], any_between: bool) -> str:
    if any_between and len(times) > 1:
        return f"any amount from {min(times)} to {max(times)}"
    return " or ".join(map(str, times))


def _figure(text: str, setup: Setup) -> str:
    """An amount, or the option that holds it with what it holds."""
    if not is_option(text):
        return amount_words(text)
    name = text.strip("{}")
    value = setup.options[name]
    return f"{name} (not chosen)" if value is None else f"{shown(setup.entry.options[name], value)} ({name})"


def _cases(paper: Paper, wager: Wager, setup: Setup) -> None:
    """What each case does to the wager; a case that hangs on an option is spelled out below the others."""
    plain = {case: ruling for case, ruling in wager.cases.items() if not isinstance(ruling, By)}
    rows = [(case_words(case), _result(result, setup), Text(cite, CITE)) for case, (result, cite) in plain.items()]
    if rows:
        paper.table(("Case", "The wager", "Clause"), rows, indent=4)
    for case, ruling in wager.cases.items():
        if isinstance(ruling, By):
            paper.line(f"{case_words(case)}, by the option {ruling.by}:", indent=4)
            for key, (result, cite), applies in variants(ruling, setup):
                text = f"{key.removeprefix(f'if {ruling.by} = ')}: {_result(result, setup)}"
                paper.bullet("•", Text.assemble(text, (IN_FORCE if applies else "", "green"), (f" [{cite}]", CITE)), 6)


def _result(text: str, setup: Setup) -> str:
    """What a case does, in words; odds that an option holds are those in force."""
    return result_words(text, lambda name: _figure("{" + name + "}", setup))


def _bet_rules(paper: Paper, entry: Entry) -> None:
    if entry.bet_rules:
        paper.heading("Rules over a seat's wagers")
    for rule in entry.bet_rules:
        when = f" (With {when_words(rule.when)}.)" if rule.when else ""
        paper.bullet("•", cited(rule.text + when, rule.cite))


# -- The play ---------------------------------------------------------------------------------------------------------


def _terms(paper: Paper, entry: Entry) -> None:
    if not entry.terms:
        return
    paper.heading("Terms of play")
    paper.named(
        (in_words(name), cited(either(term.value, plain_words) + (f". {term.note}" if term.note else ""), term.cite))
        for name, term in entry.terms.items()
    )


def _irregularities(paper: Paper, entry: Entry) -> None:
    if entry.irregularities:
        paper.heading("Irregularities")
    for name, rule in entry.irregularities.items():
        paper.subheading(name)
        rows: list[tuple[str, str | Text]] = [
            ("Trigger", rule.trigger),
            ("Ruling", cited(rule.text, rule.cite)),
            ("Remedy", either(rule.remedy, partial(remedied, names_wager=rule.wager))),
            ("Called", _calling(rule)),
        ]
        if rule.again:
            rows.append(("Again", f"a second time in a round it is {' or '.join(rule.again)}"))
        paper.named(rows, indent=4)


def _calling(rule: Irregularity) -> str:
    named = [what for what, wanted in (("seat", rule.seat), ("card", rule.card), ("wager", rule.wager)) if wanted]
    naming = f", naming the {' and the '.join(named)}" if named else ""
    if rule.wager and any("refuse" in words for words in every_value(rule.remedy)):
        naming += " and, if it is not all of it, the amount"
    if rule.counted is not None:
        naming += ", with the count and, where they are counted too, the cards on the table"
    only = f"; only with {when_words(rule.when)}" if rule.when else ""
    also = "".join(f", at {in_words(moment)} with {when_words(when)}" for moment, when in rule.also_at.items())
    return f"at {' or '.join(map(in_words, rule.moments))}{also}{naming}{only}"


def _procedures(paper: Paper, entry: Entry) -> None:
    if entry.procedures:
        paper.heading("Procedures")
    for procedure in entry.procedures.values():
        only = f" (only with {when_words(procedure.when)})" if procedure.when else ""
        paper.subheading(f"{procedure.title}{only}")
        for number, step in enumerate(procedure.steps, start=1):
            paper.bullet(f"{number:2}.", cited(step.text, step.cite), indent=4)


def _words(paper: Paper, entry: Entry) -> None:
    """The lines of the official text that the sheet cites, in their order, each once."""
    found = {quote for cite in cites_of(entry.model_dump()) for quote in quotes(entry.rulebook, cite)}
    paper.heading("The words of the clauses")
    for quote in told_once(sorted(found)):
        paper.bullet(quote.where, f"“{quote.text}”")


def cites_of(said: Any) -> Iterator[str]:
    """Every citation in what an entry says."""
    if isinstance(said, dict):
        for name, value in said.items():
            if isinstance(value, str) and name.endswith("cite"):
                yield value
            else:
                yield from cites_of(value)
    elif isinstance(said, list | tuple):
        for each in said:
            yield from cites_of(each)


def _readings(paper: Paper, entry: Entry) -> None:
    if entry.readings:
        paper.heading("Readings of what the source leaves open")
    for reading in entry.readings:
        option = f" Option: {reading.option}." if reading.option else ""
        paper.bullet(f"{reading.id:>3}.", cited(reading.text + option, reading.cite), indent=1)
