"""Two rulebooks on one game, side by side: what only one of them has, and where they differ, with both clauses."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from difflib import SequenceMatcher
from functools import partial
from itertools import combinations
from typing import Any

from pitboss.numerals import count_words
from pitboss.rulebook.loader import load
from pitboss.rulebook.model import By, Entry, Irregularity, Option, PayTable, Wager, every_value
from pitboss.rulebook.options import described, key_of, normal, shown
from pitboss.rulebook.remedies import remedied
from pitboss.rulebook.shelves import headings
from pitboss.rulebook.sources import Quote, quotes
from pitboss.rulebook.synonyms import meant_by
from pitboss.rulebook.vocabulary import LEFT_UP, is_option, options_named
from pitboss.sheets.as_json import allowed
from pitboss.sheets.paper import in_words
from pitboss.sheets.sheet_money import CHANGE
from pitboss.sheets.wording import case_words, either, plain_words, result_words
from pitboss.tabular import Row, Tabular

NONE = "–"
OF_WAGERS = ("wagers", "pay tables")
"""Sections that go by the titles of wagers."""

OR_LESS = " or less"
FACES = range(1, 7)
"""Those of a die."""
NEARLY = 0.8
"""How much of two triggers must be the same words, in the same order, for them to be one."""
ENOUGH = 4
"""How many words two triggers must have in common for these to say what both are about."""
CHANGES = ": changes by the house"
_TOGETHER = re.compile(r"(.*\D)(\d+) to (\d+)")
_NUMBERED = re.compile(r"(.*: \D*?)(\d+ to )?(\d+)")
_PROSE = re.compile(r"[^_]*([A-Za-z']+[, ]+){2,}[A-Za-z']+[^_]*")
"""Words for people to read; what a script goes by is a name or a number."""


@dataclass(frozen=True)
class Side:
    """What one entry says of something: in words, and under which clause; nothing where it says nothing."""

    text: str = NONE
    cite: str = ""


@dataclass(frozen=True)
class Difference:
    """Something that two entries do not say alike."""

    section: str
    name: str
    first: Side
    second: Side


COUNTED = {
    "table": ("of the table", "of the table"),
    "pay tables": ("line of pay tables", "lines of pay tables"),
    "irregularities": ("irregularity", "irregularities"),
    "equipment": ("of the equipment", "of the equipment"),
    "round": ("of the round", "of the round"),
}
"""What one thing of a section is called, and several, where the section is not called so with an s."""


@dataclass(frozen=True, repr=False)
class Comparison(Tabular):
    """Two entries of one game."""

    first: str
    second: str
    differences: tuple[Difference, ...]
    alike: Mapping[str, int]
    """How many things of each section both say alike."""
    in_other_words: tuple[Difference, ...] = ()
    """What both rule alike and word differently."""
    remark: str = ""
    """That they are not of one game, where they are not."""

    def rows(self) -> list[Row]:
        """Every difference, with what each entry says and its clause."""
        return [
            {
                "section": each.section,
                "name": each.name,
                self.first: each.first.text,
                f"{self.first} cite": each.first.cite,
                self.second: each.second.text,
                f"{self.second} cite": each.second.cite,
            }
            for each in self.differences
        ]

    def caption(self) -> str:
        return f"{self.first} and {self.second}"

    def remarks(self) -> Sequence[str]:
        return [self.remark] if self.remark else []

    @property
    def words(self) -> dict[str, list[Quote]]:
        """What the clauses of all that is told say, in their order, of each entry whose official text is at hand."""
        told = (*self.differences, *self.in_other_words)
        sides = {self.first: [each.first for each in told], self.second: [each.second for each in told]}
        said = {
            name: {quote for side in of_one for quote in quotes(name.partition("/")[0], side.cite)}
            for name, of_one in sides.items()
        }
        return {name: sorted(found) for name, found in said.items() if found}

    def sections(self) -> Iterator[tuple[str, list[Difference], list[Difference]]]:
        """Every section of which there is something to tell: its differences, and what is there in other words."""
        for section in SECTIONS:
            apart = [each for each in self.differences if each.section == section]
            reworded = [each for each in self.in_other_words if each.section == section]
            if apart or reworded:
                yield section, apart, reworded

    def total(self) -> str:
        """How much differs and how much does not, in a line."""
        alike = ", ".join(_counted(many, section) for section, many in self.alike.items()) or "nothing"
        return f"{count_words(len(self.differences), 'difference')}. Alike: {alike}."

    def as_json(self) -> dict[str, Any]:
        words = {name: [quote._asdict() for quote in found] for name, found in self.words.items()}
        return asdict(self) | ({"words": words} if words else {})


@dataclass(frozen=True)
class GamePair:
    """A game of two rulebooks: the entry of each, and in how many things they differ where both have one.

    ``stands_in`` is the entry of the other rulebook that holds the game, and how, where only one has it as an entry.
    """

    game: str
    first: str | None
    second: str | None
    differences: int | None = None
    stands_in: str = ""


@dataclass(frozen=True, repr=False)
class RulebookComparison(Tabular):
    """The games of two rulebooks, one by one."""

    first: str
    second: str
    games: tuple[GamePair, ...]

    def rows(self) -> list[Row]:
        keys = ("game", self.first, self.second, "differences", "stands_in")
        return [dict(zip(keys, astuple(pair), strict=True)) for pair in self.games]

    def caption(self) -> str:
        return f"{self.first} and {self.second}"


def _counted(many: int, section: str) -> str:
    """So many of a section.

    >>> _counted(1, "options"), _counted(2, "table"), _counted(2, "pay tables"), _counted(7, "irregularities")
    ('1 option', '2 of the table', '2 lines of pay tables', '7 irregularities')
    """
    one, several = COUNTED.get(section, (section.removesuffix("s"), section))
    return f"{many} {one if many == 1 else several}"


Said = Mapping[str, Side]
Both = tuple[Said, Said, Collection[str]]
"""What each of two entries says, and what of it differs only in words."""


def compare_entries(first: Entry, second: Entry) -> Comparison:
    """Everything that two entries say under the same name, or that only one of them says.

    >>> found = compare_entries(load("chapter4/roulette"), load("oneida-2003/roulette"))
    >>> next(each for each in found.differences if each.name == "Zero rule").second.text
    'lose all or lose half; default lose all'
    """
    differences: list[Difference] = []
    in_other_words: list[Difference] = []
    alike: dict[str, int] = {}
    our_titles, their_titles = _called_otherwise(first, second)
    for section, says in SECTIONS.items():
        ours, theirs, reworded = (
            PAIRED[section](first, second) if section in PAIRED else (says(first), says(second), ())
        )
        if section in OF_WAGERS:
            ours, theirs = _renamed(ours, our_titles), _renamed(theirs, their_titles)
            ours, theirs = _one_by_one(ours, theirs), _one_by_one(theirs, ours)
        for name in dict.fromkeys((*ours, *theirs)):
            one, other = ours.get(name, Side()), theirs.get(name, Side())
            if one.text == other.text:
                alike[section] = alike.get(section, 0) + 1
            else:
                (in_other_words if name in reworded else differences).append(Difference(section, name, one, other))
    differences = _changes_together(_gathered(differences))
    remark = _unlike(first, second)
    return Comparison(first.name, second.name, tuple(differences), alike, tuple(in_other_words), remark)


def _unlike(first: Entry, second: Entry) -> str:
    """A remark where two entries are of different games: what they call alike need not be the same."""
    if first.script == second.script or first.game == second.game:
        return ""
    kin = f"two games of one family, {first.family}" if first.family == second.family else "two different games"
    return f"{first.title} and {second.title} are {kin}: what has one name in both need not be the same thing."


def compare_rulebooks(first: str, second: str) -> RulebookComparison:
    """The games of two rulebooks: the entry of each, or the entry that holds the game, and how many differences.

    >>> found = {pair.game: pair for pair in compare_rulebooks("chapter4", "massachusetts-2020").games}
    >>> found["blackjack-switch"].stands_in
    'chapter4/blackjack, variant switch'
    """
    ours, theirs = ({each.name.partition("/")[2]: each.name for each in headings(book)} for book in (first, second))
    found = []
    for game in sorted({*ours, *theirs}):
        one, other = ours.get(game), theirs.get(game)
        if one is not None and other is not None:
            found.append(GamePair(game, one, other, len(compare_entries(load(one), load(other)).differences)))
        else:
            found.append(GamePair(game, one, other, stands_in=_held(game, theirs if one is not None else ours)))
    return RulebookComparison(first, second, tuple(found))


def _held(game: str, names: Mapping[str, str]) -> str:
    """The entry of a rulebook that holds a game without being called so, and how it plays it."""
    for name in names.values():
        entry = load(name)
        if (held := entry.holds.get(game)) is not None:
            how = [f"{in_words(option)} {plain_words(value)}" for option, value in held.options.items()]
            how += [f"with {entry.wagers[wager].title}" for wager in held.wagers]
            return ", ".join((name, *how))
    return ""


def wagers_of_both(first: Entry, second: Entry) -> list[tuple[str, str | None, str | None]]:
    """Every wager by its title and its name in each entry; one that two entries call differently has both titles.

    >>> wagers_of_both(load("chapter4/roulette"), load("oneida-2003/roulette"))[2:4]
    [('3-Number (Row)', 'three_number', 'row'), ('3-Number (Triple)', 'three_number', 'triple')]
    """
    meant = {name: meant_by(name, second.script, second.wagers) for name in first.wagers}
    known = {other for own in meant.values() for other in own}
    found: list[tuple[str, str | None, str | None]] = []
    for name, own in meant.items():
        title = first.wagers[name].title
        found += [(_both_titles(title, second.wagers[other].title), name, other) for other in own]
        found += [] if own else [(title, name, None)]
    return found + [(wager.title, None, name) for name, wager in second.wagers.items() if name not in known]


def _called_otherwise(first: Entry, second: Entry) -> tuple[dict[str, str], dict[str, str]]:
    """Wagers that are one bet and have two titles: by the title that each entry gives them, both titles."""
    titles = [{wager.title for wager in entry.wagers.values()} for entry in (first, second)]
    meant = {name: meant_by(name, second.script, second.wagers) for name in first.wagers}
    both = [(first.wagers[name].title, second.wagers[own[0]].title) for name, own in meant.items() if len(own) == 1]
    apart = [(one, other) for one, other in both if one not in titles[1] and other not in titles[0]]
    return {one: _both_titles(one, other) for one, other in apart}, {
        other: _both_titles(one, other) for one, other in apart
    }


def _both_titles(one: str, other: str) -> str:
    return one if one == other else f"{one} ({other})"


def _renamed(said: Said, titles: Mapping[str, str]) -> Said:
    parts = {name: name.partition(":") for name in said}
    return {f"{titles.get(title, title)}{colon}{line}": said[name] for name, (title, colon, line) in parts.items()}


def _one_by_one(said: Said, by: Said) -> Said:
    """Lines that one entry has together, ``spread 4 to 11`` or ``hop pair``, as the other has them: ``spread 4``,
    ``spread 5``, ``hop 2 2``..."""
    found: dict[str, Side] = {}
    for name, side in said.items():
        each = _each_of(name)
        found |= dict.fromkeys(each, side) if any(line in by for line in each) else {name: side}
    return found


def _each_of(name: str) -> list[str]:
    """The single lines of which one line stands for several; of "pair or less" the one that it is named after.

    >>> _each_of("Spread: spread 4 to 6"), _each_of("Hop: hop pair")[:2], _each_of("Hop: hop 2 2")
    (['Spread: spread 4', 'Spread: spread 5', 'Spread: spread 6'], ['Hop: hop 1 1', 'Hop: hop 2 2'], [])
    >>> _each_of("Bet: pair or less")
    ['Bet: pair']
    """
    if name.endswith(OR_LESS):
        return [name.removesuffix(OR_LESS)]
    if together := _TOGETHER.fullmatch(name):
        return [f"{together[1]}{number}" for number in range(int(together[2]), int(together[3]) + 1)]
    before, _, kind = name.rpartition(" ")
    rolls = {"pair": [(face, face) for face in FACES], "unlike": list(combinations(FACES, 2))}
    return [f"{before} {low} {high}" for low, high in rolls.get(kind, ())]


def _gathered(differences: Sequence[Difference]) -> list[Difference]:
    """Numbered lines that follow each other and differ alike are told as one."""
    found: list[Difference] = []
    for each in differences:
        numbered = _NUMBERED.fullmatch(each.name)
        before = _NUMBERED.fullmatch(found[-1].name) if found else None
        if (
            numbered
            and before
            and (numbered[1], int(numbered[3])) == (before[1], int(before[3]) + 1)
            and not numbered[2]
            and (found[-1].section, found[-1].first, found[-1].second) == (each.section, each.first, each.second)
        ):
            name = f"{before[1]}{before[2] or f'{before[3]} to '}{numbered[3]}"
            found[-1] = Difference(each.section, name, each.first, each.second)
        else:
            found.append(each)
    return found


def _changes_together(differences: Sequence[Difference]) -> list[Difference]:
    """What a house may do to pay tables is told once for all the wagers of which both entries say the same."""
    changes = [each for each in differences if each.name.endswith(CHANGES)]
    found = [each for each in differences if each not in changes]
    sections = list(SECTIONS)
    at = sum(1 for each in found if sections.index(each.section) <= sections.index("pay tables"))
    together: dict[tuple[str, str], list[Difference]] = {}
    for each in changes:
        together.setdefault((each.first.text, each.second.text), []).append(each)
    found[at:at] = [
        Difference(
            "pay tables",
            f"Changes by the house: {', '.join(each.name.removesuffix(CHANGES) for each in same)}",
            Side(one, _cites(each.first.cite for each in same)),
            Side(other, _cites(each.second.cite for each in same)),
        )
        for (one, other), same in together.items()
    ]
    return found


def _cites(cites: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(filter(None, cites)))


# -- what each section says -------------------------------------------------------------------------------------------


def _table(entry: Entry) -> Said:
    found = {}
    if "seats" in entry.model_fields_set:
        found["Seats"] = Side(f"{entry.seats.min} to {entry.seats.max}", entry.seats.cite)
    if "bank" in entry.model_fields_set:
        found["Bank"] = Side(in_words(entry.bank.kind), entry.bank.cite)
    if entry.cards is not None:
        cards = entry.cards
        found["Decks"] = Side(plain_words(cards.decks), cards.cite)
        found["Batches"] = Side(plain_words(cards.batches), cards.cite)
        found["Reshuffled"] = Side(plain_words(cards.reshuffle), cards.cite)
    return found


def _options(entry: Entry) -> Said:
    found = {}
    for name, option in entry.options.items():
        found[_option_title(name)] = Side(_may_be(name, option), option.cite)
    return found


def _may_be(name: str, option: Option) -> str:
    choices = " or ".join(map(_plain, allowed(option))) if option.allowed else described(option)
    return choices + (f"; default {_default(name, option)}" if option.default is not None else "")


def _as_chosen(entry: Entry, name: str) -> str:
    """What stands for a value that an option holds: that it does, and what it may be."""
    return f"{plain_words('{' + name + '}')} ({_may_be(name, entry.options[name])})"


def _option_title(name: str) -> str:
    return in_words(name).capitalize()


def _default(name: str, option: Option) -> str:
    value = normal(name, option, option.default)
    return shown(option, value) if option.type in ("money", "percent", "flag") else _plain(value)


def _options_of_both(first: Entry, second: Entry) -> Both:
    """The options of each by their titles; one that two entries use alike, and name alike in part, has both titles.

    One of which every choice does the same in both, whatever it is called, differs in words.
    """
    ours, theirs = _used_at(first), _used_at(second)
    alone = [name for name in first.options if name not in second.options]
    others = [name for name in second.options if name not in first.options]
    both = [
        (name, other)
        for name in alone
        for other in others
        if set(name.split("_")) & set(other.split("_"))
        and ours.get(name, set()) == theirs.get(other)
        and first.options[name].type == second.options[other].type
    ]
    titles = {(name, other): _both_titles(_option_title(name), _option_title(other)) for name, other in both}
    titles |= {(name, name): _option_title(name) for name in first.options if name in second.options}
    picked, others_pick = _picked(first), _picked(second)
    return (
        _renamed(_options(first), {_option_title(name): title for (name, _), title in titles.items()}),
        _renamed(_options(second), {_option_title(other): title for (_, other), title in titles.items()}),
        [title for (name, other), title in titles.items() if name in picked and picked[name] == others_pick.get(other)],
    )


def _picked(entry: Entry) -> dict[str, list[Any]]:
    """What every choice of an option stands for, the default first, wherever terms, cards and cases go by it."""
    found: dict[str, list[Any]] = {}

    def look(said: Any, where: str) -> None:
        if isinstance(said, dict) and (name := said.get("by")) in entry.options:
            choices = [key_of(choice) for choice in (entry.options[name].default, *allowed(entry.options[name]))]
            each = [said.get(choice, said.get("else")) for choice in choices]
            found.setdefault(name, []).append((where, [_without_cite(value) for value in each]))
        elif isinstance(said, dict):
            for key, value in said.items():
                look(value, f"{where}/{key}")

    look(entry.model_dump(include={"terms", "wagers", "cards", "irregularities"}), "")
    return found


def _without_cite(value: Any) -> Any:
    """A ruling is what it does and its clause."""
    return value[0] if isinstance(value, tuple) else value


def _used_at(entry: Entry) -> dict[str, set[str]]:
    """Where the terms and the cases of an entry go by each option."""
    found: dict[str, set[str]] = {}

    def look(said: Any, where: str) -> None:
        if isinstance(said, dict):
            for key, value in said.items():
                if key == "by":
                    found.setdefault(str(value), set()).add(where)
                else:
                    look(value, f"{where}/{key}")
        elif isinstance(said, list | tuple):
            for each in said:
                look(each, where)
        elif isinstance(said, str):
            for name in options_named(said):
                found.setdefault(name, set()).add(where)

    look(entry.model_dump(include={"terms", "wagers", "cards", "irregularities"}), "")
    return found


def _wagers(entry: Entry) -> Said:
    """Each wager by its title: what every case does to it, with the odds where it has a line of its own."""
    found = {}
    for wager in entry.wagers.values():
        text = "; ".join(f"{case_words(case)}: {_result(entry, result)}" for case, result in wager.cases.items())
        if wager.line and (pays := _pays_of(entry, wager).get(wager.line)):
            text = text.replace("is paid by the table", f"wins {_by_table(pays, wager, ' or ')}")
        found[wager.title] = Side(text, wager.cite)
    return found


def _result(entry: Entry, result: Any) -> str:
    odds = partial(_as_chosen, entry)
    if not isinstance(result, By):
        return result_words(result[0], odds)
    by = in_words(result.by)
    return ", ".join(
        f"{result_words(text, odds)} {'otherwise' if key == 'else' else f'if {by} is {in_words(key)}'}"
        for key, (text, _) in result.values.items()
    )


def _pay_tables(entry: Entry) -> Said:
    """Each line of each pay table, by the title of the wager that it pays, and what a house may do to the table."""
    found: dict[str, Side] = {}
    for wager in entry.wagers.values():
        tables = [entry.pay_tables[table] for table in wager.tables]
        cite = _cites(table.cite for table in tables)
        if wager.line is None:
            for line, pays in _pays_of(entry, wager).items():
                name = f"{wager.title}: {_lines_are(tables)}{in_words(line)}"
                found.setdefault(name, Side(_by_table(pays, wager), cite))
        if tables:
            words = [either(table.change, CHANGE.__getitem__) for table in tables]
            changes = _by_table(zip(_short_titles(tables), words, strict=True), wager)
            clauses = _cites(table.change_cite or table.cite for table in tables)
            found.setdefault(f"{wager.title}{CHANGES}", Side(changes, clauses))
    return found


def _pays_of(entry: Entry, wager: Wager) -> dict[str, list[tuple[str, str]]]:
    """By every line that a wager can be settled by: what each of its tables pays, with what the table is called."""
    tables = [entry.pay_tables[table] for table in wager.tables]
    found: dict[str, list[tuple[str, str]]] = {}
    for name, table in zip(_short_titles(tables), tables, strict=True):
        for line, pay in _paid_by(wager, table.lines).items():
            found.setdefault(line, []).append((name, _plain(pay)))
    return found


def _short_titles(tables: Sequence[PayTable]) -> list[str]:
    """The titles of a wager's tables without what they have in common: ``Pair Plus, table A`` is ``table A``."""
    parts = [table.title.partition(":")[0].partition(", ") for table in tables]
    if len({before for before, _, _ in parts}) == 1 and all(after for _, _, after in parts):
        return [after for _, _, after in parts]
    return [table.title for table in tables]


def _lines_are(tables: Sequence[PayTable]) -> str:
    """What the lines of a wager's tables count, where they are no hands: ``Table A: different points made`` says it."""
    counted = {table.title.partition(": ")[2] for table in tables}
    return f"{counted.pop()}: " if len(counted) == 1 and "" not in counted else ""


def _by_table(told: Iterable[tuple[str, str]], wager: Wager, joint: str = "; ") -> str:
    """What all of a wager's tables say, or what each says: ``5 to 1 (table A, table C); 6 to 1 (table B)``."""
    names: dict[str, list[str]] = {}
    for name, text in told:
        names.setdefault(text, []).append(name)
    by_all = [text for text, tables in names.items() if len(tables) == len(wager.tables)]
    return by_all[0] if by_all else joint.join(f"{text} ({', '.join(tables)})" for text, tables in names.items())


def _pay_tables_of_both(first: Entry, second: Entry) -> Both:
    """The lines of both; a wager that is paid by its cases in one, and by a table in the other, is told of in both."""
    ours, theirs = dict(_pay_tables(first)), dict(_pay_tables(second))
    for _, one, other in wagers_of_both(first, second):
        if one is None or other is None:
            continue
        for told, entry, wager, counterpart in (
            (ours, first, first.wagers[one], second.wagers[other]),
            (theirs, second, second.wagers[other], first.wagers[one]),
        ):
            if counterpart.tables and not wager.tables and (side := _paid_by_cases(entry, wager)):
                told.setdefault(f"{wager.title}{CHANGES}", side)
    return ours, theirs, ()


def _paid_by_cases(entry: Entry, wager: Wager) -> Side | None:
    """What a house may do to odds that stand with the cases of a wager: nothing, but by an option."""
    options, cites = [], []
    for result in wager.cases.values():
        wins = [(text, cite) for text, cite in every_value(result) if text.startswith("win ")]
        cites += [cite for _, cite in wins]
        options += [name for text, _ in wins for name in options_named(text)]
        if isinstance(result, By) and len({text.removesuffix(LEFT_UP) for text, _ in every_value(result)}) > 1:
            options.append(result.by)
    if not cites:
        return None
    told = [f"As the option {name} says ({_may_be(name, entry.options[name])})." for name in dict.fromkeys(options)]
    return Side(" ".join(told) or CHANGE["fixed"], _cites(cites))


def _paid_by(wager: Wager, lines: Mapping[str, Any]) -> Mapping[str, Any]:
    """The lines of a table, shared or not, that a wager can be settled by."""
    own = {wager.line} if wager.line else set(wager.parts) or (set(wager.spots) if wager.by_spot else set())
    return {line: pay for line, pay in lines.items() if not own or line in own}


def _meters(entry: Entry) -> Said:
    return {
        meter.title: Side(f"seed {plain_words(meter.seed)}, {plain_words(meter.contribution)} of it", meter.cite)
        for meter in entry.meters.values()
    }


def _terms(entry: Entry) -> Said:
    return {_option_title(name): Side(plain_words(term.value), term.cite) for name, term in entry.terms.items()}


def _terms_of_both(first: Entry, second: Entry) -> Both:
    """A term that an option holds in one entry only is told with what it may be.

    What is for people to read, and no script goes by, differs in words.
    """
    ours, theirs = dict(_terms(first)), dict(_terms(second))
    both = [(name, term.value, second.terms[name].value) for name, term in first.terms.items() if name in second.terms]
    for told, entry, other in ((ours, first, second), (theirs, second, first)):
        for name, term in entry.terms.items():
            alike = name in other.terms and other.terms[name].value == term.value
            if not alike and is_option(str(term.value)):
                told[_option_title(name)] = Side(_as_chosen(entry, *options_named(str(term.value))), term.cite)
    prose = [_option_title(name) for name, one, other in both if _is_prose(one) and _is_prose(other)]
    return ours, theirs, prose


def _is_prose(value: Any) -> bool:
    return isinstance(value, str) and _PROSE.fullmatch(value) is not None


def _irregularities(entry: Entry) -> Said:
    """By what sets them off: what is then done."""
    return {rule.trigger: Side(_done(rule), rule.cite) for rule in entry.irregularities.values()}


def _done(rule: Irregularity) -> str:
    """What a rule has done, each remedy with the option that it hangs on."""
    remedy = partial(remedied, names_wager=rule.wager)
    return either(rule.remedy, remedy) if any(map(remedy, every_value(rule.remedy))) else rule.text


def _irregularities_of_both(first: Entry, second: Entry) -> Both:
    """What each does, by the trigger; where two entries put one in other words, those words stand with the remedy."""
    ours, theirs = dict(_irregularities(first)), dict(_irregularities(second))
    reworded = []
    for rule, one, other in _same_rules(first, second):
        if one.trigger.lower() == other.trigger.lower():
            theirs[one.trigger] = theirs.pop(other.trigger)
            continue
        name, words, others = _told_apart(one, other) or (in_words(rule), one.trigger, other.trigger)
        if name in ours or name in theirs:
            name, words, others = in_words(rule), one.trigger, other.trigger
        mine, its = ours.pop(one.trigger), theirs.pop(other.trigger)
        alike = mine.text == its.text
        ours[name] = Side(words if alike else f"{words}: {mine.text}", mine.cite)
        theirs[name] = Side(others if alike else f"{others}: {its.text}", its.cite)
        reworded += [name] if alike else []
    return ours, theirs, reworded


def _same_rules(first: Entry, second: Entry) -> list[tuple[str, Irregularity, Irregularity]]:
    """Rules on one thing: of one trigger, of one name, or of triggers that are nearly the same words."""
    left, found = dict(second.irregularities), []
    rules = dict(first.irregularities)
    for same in (_of_one_trigger, _of_one_name, _of_near_triggers):
        for name, rule in list(rules.items()):
            if other := next((each for each in left if same((name, rule), (each, left[each]))), None):
                found.append((name, rules.pop(name), left.pop(other)))
    return found


Rule = tuple[str, Irregularity]


def _of_one_trigger(one: Rule, other: Rule) -> bool:
    return one[1].trigger.lower() == other[1].trigger.lower()


def _of_one_name(one: Rule, other: Rule) -> bool:
    return one[0] == other[0]


def _of_near_triggers(one: Rule, other: Rule) -> bool:
    match = SequenceMatcher(None, one[1].trigger.split(), other[1].trigger.split(), autojunk=False)
    return match.quick_ratio() >= NEARLY and match.ratio() >= NEARLY


def _told_apart(one: Irregularity, other: Irregularity) -> tuple[str, str, str] | None:
    """What two triggers have in common around the words that only one has; none where that is too little."""
    ours, theirs = one.trigger.split(), other.trigger.split()
    least = min(len(ours), len(theirs))
    before = next((at for at in range(least) if ours[at] != theirs[at]), least)
    after = next((at for at in range(least - before) if ours[-1 - at] != theirs[-1 - at]), least - before)
    if before + after == least:  # one only has words more: the word beside them shows where
        before, after = (before, after - 1) if after else (before - 1, after)
    if before + after < ENOUGH:
        return None
    name = " ".join([*ours[:before], "…", *ours[len(ours) - after :]])
    words, others = (" ".join(each[before : len(each) - after]) for each in (ours, theirs))
    return name, words, others


def _limits(entry: Entry) -> Said:
    return {limit.text: Side(plain_words(limit.amount), limit.cite) for limit in entry.payout_limits}


def _in_words(part: str) -> Callable[[Entry], Said]:
    """A section that only has words: each sentence is there or is not."""

    def said(entry: Entry) -> Said:
        lines: Sequence[Any] = getattr(entry, part)
        return {" ".join(line.text.split()): Side("yes", line.cite) for line in lines}

    return said


def _plain(value: Any) -> str:
    return plain_words(value) if value is not None else NONE


SECTIONS: Mapping[str, Callable[[Entry], Said]] = {
    "table": _table,
    "options": _options,
    "wagers": _wagers,
    "pay tables": _pay_tables,
    "payout limits": _limits,
    "meters": _meters,
    "terms": _terms,
    "irregularities": _irregularities,
    "equipment": _in_words("equipment"),
    "round": _in_words("round"),
    "readings": _in_words("readings"),
}
PAIRED: Mapping[str, Callable[[Entry, Entry], Both]] = {
    "options": _options_of_both,
    "pay tables": _pay_tables_of_both,
    "terms": _terms_of_both,
    "irregularities": _irregularities_of_both,
}
"""Sections in which two entries may say one thing differently."""
