"""Two rulebooks on one game, side by side: what only one of them has, and where they differ, with both clauses."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from difflib import SequenceMatcher
from functools import partial
from itertools import combinations
from typing import Any

from pitboss.rulebook.loader import load
from pitboss.rulebook.model import By, Entry, Irregularity, Option, Wager, every_value
from pitboss.rulebook.options import described, normal, shown
from pitboss.rulebook.remedies import remedied
from pitboss.rulebook.shelves import headings
from pitboss.rulebook.sources import Quote, quotes
from pitboss.rulebook.synonyms import meant_by
from pitboss.rulebook.vocabulary import options_named
from pitboss.sheets.as_json import allowed
from pitboss.sheets.paper import in_words
from pitboss.sheets.sheet_money import CHANGE
from pitboss.sheets.wording import either, plain_words
from pitboss.tabular import Row, Tabular

NONE = "–"
OF_WAGERS = ("wagers", "pay tables")
"""Sections that go by the titles of wagers."""

OR_LESS = " or less"
FACES = range(1, 7)
"""Those of a die."""
NEARLY = 0.8
"""How much of two triggers must be the same words, in the same order, for them to be one."""
_TOGETHER = re.compile(r"(.*\D)(\d+) to (\d+)")
_NUMBERED = re.compile(r"(.*: \D*?)(\d+ to )?(\d+)")


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


@dataclass(frozen=True, repr=False)
class Comparison(Tabular):
    """Two entries of one game."""

    first: str
    second: str
    differences: tuple[Difference, ...]
    alike: Mapping[str, int]
    """How many things of each section both say alike."""
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
        """What the clauses of the differences say, in their order, of each entry whose official text is at hand."""
        sides = {self.first: [each.first for each in self.differences]}
        sides |= {self.second: [each.second for each in self.differences]}
        said = {
            name: {quote for side in of_one for quote in quotes(name.partition("/")[0], side.cite)}
            for name, of_one in sides.items()
        }
        return {name: sorted(found) for name, found in said.items() if found}

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


Said = Mapping[str, Side]


def compare_entries(first: Entry, second: Entry) -> Comparison:
    """Everything that two entries say under the same name, or that only one of them says.

    >>> found = compare_entries(load("chapter4/roulette"), load("oneida-2003/roulette"))
    >>> next(each for each in found.differences if each.name == "Zero rule").second.text
    'lose all or lose half; default lose all'
    """
    differences: list[Difference] = []
    alike: dict[str, int] = {}
    our_titles, their_titles = _called_otherwise(first, second)
    for section, says in SECTIONS.items():
        ours, theirs = PAIRED[section](first, second) if section in PAIRED else (says(first), says(second))
        if section in OF_WAGERS:
            ours, theirs = _renamed(ours, our_titles), _renamed(theirs, their_titles)
            ours, theirs = _one_by_one(ours, theirs), _one_by_one(theirs, ours)
        for name in dict.fromkeys((*ours, *theirs)):
            one, other = ours.get(name, Side()), theirs.get(name, Side())
            if one.text == other.text:
                alike[section] = alike.get(section, 0) + 1
            else:
                differences.append(Difference(section, name, one, other))
    differences = _gathered(differences)
    return Comparison(first.name, second.name, tuple(differences), alike, _unlike(first, second))


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
        choices = " or ".join(map(_plain, allowed(option))) if option.allowed else described(option)
        chosen = f"; default {_default(name, option)}" if option.default is not None else ""
        found[_option_title(name)] = Side(choices + chosen, option.cite)
    return found


def _option_title(name: str) -> str:
    return in_words(name).capitalize()


def _default(name: str, option: Option) -> str:
    value = normal(name, option, option.default)
    return shown(option, value) if option.type in ("money", "percent", "flag") else _plain(value)


def _options_of_both(first: Entry, second: Entry) -> tuple[Said, Said]:
    """The options of each by their titles; one that two entries use alike, and name alike in part, has both titles."""
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
    return (
        _renamed(_options(first), {_option_title(name): title for (name, _), title in titles.items()}),
        _renamed(_options(second), {_option_title(other): title for (_, other), title in titles.items()}),
    )


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
        printed = [entry.pay_tables[table].lines for table in wager.tables]
        lines = {_plain(pays[wager.line]) for pays in printed if wager.line in pays}
        text = "; ".join(f"{in_words(case)}: {_result(result)}" for case, result in wager.cases.items())
        if len(lines) == 1:
            text = text.replace("by table", f"win {next(iter(lines))}")
        found[wager.title] = Side(text, wager.cite)
    return found


def _result(result: Any) -> str:
    if isinstance(result, By):
        return ", ".join(f"{text} if {in_words(result.by)} is {key}" for key, (text, _) in result.values.items())
    text: str = result[0]
    return text


def _pay_tables(entry: Entry) -> Said:
    """Each line of each pay table, by the title of the wager that it pays."""
    found: dict[str, Side] = {}
    for wager in entry.wagers.values():
        for table in wager.tables if wager.line is None else ():
            printed = entry.pay_tables[table]
            several = f", {printed.title}" if len(wager.tables) > 1 else ""
            for line, pay in _paid_by(wager, printed.lines).items():
                found.setdefault(f"{wager.title}{several}: {in_words(line)}", Side(_plain(pay), printed.cite))
        for table in wager.tables:
            printed = entry.pay_tables[table]
            name = f"{wager.title}: changes by the house"
            words = either(printed.change, CHANGE.__getitem__)
            found.setdefault(name, Side(words, printed.change_cite or printed.cite))
    return found


def _paid_by(wager: Wager, lines: Mapping[str, Any]) -> Mapping[str, Any]:
    """The lines of a table, shared or not, that a wager can be settled by."""
    own = set(wager.parts) or (set(wager.spots) if wager.by_spot else set())
    return {line: pay for line, pay in lines.items() if not own or line in own}


def _meters(entry: Entry) -> Said:
    return {
        meter.title: Side(f"seed {plain_words(meter.seed)}, {plain_words(meter.contribution)} of it", meter.cite)
        for meter in entry.meters.values()
    }


def _terms(entry: Entry) -> Said:
    return {in_words(name).capitalize(): Side(plain_words(term.value), term.cite) for name, term in entry.terms.items()}


def _irregularities(entry: Entry) -> Said:
    """By what sets them off: what is then done."""
    return {rule.trigger: Side(_done(rule), rule.cite) for rule in entry.irregularities.values()}


def _done(rule: Irregularity) -> str:
    """What a rule has done, each remedy with the option that it hangs on."""
    remedy = partial(remedied, names_wager=rule.wager)
    return either(rule.remedy, remedy) if any(map(remedy, every_value(rule.remedy))) else rule.text


def _irregularities_of_both(first: Entry, second: Entry) -> tuple[Said, Said]:
    """What each does, by the trigger; where two entries put one in other words, those words stand with the remedy."""
    ours, theirs = dict(_irregularities(first)), dict(_irregularities(second))
    for one, other in _same_rules(first, second):
        if one.trigger == other.trigger:
            continue
        name, words, others = _told_apart(one, other)
        mine, its = ours.pop(one.trigger), theirs.pop(other.trigger)
        alike = mine.text == its.text
        ours[name] = Side(words if alike else f"{words}: {mine.text}", mine.cite)
        theirs[name] = Side(others if alike else f"{others}: {its.text}", its.cite)
    return ours, theirs


def _same_rules(first: Entry, second: Entry) -> list[tuple[Irregularity, Irregularity]]:
    """Rules on one thing: of one trigger, of one name, or of triggers that are nearly the same words."""
    left, found = dict(second.irregularities), []
    rules = dict(first.irregularities)
    for same in (_of_one_trigger, _of_one_name, _of_near_triggers):
        for name, rule in list(rules.items()):
            if other := next((each for each in left if same((name, rule), (each, left[each]))), None):
                found.append((rules.pop(name), left.pop(other)))
    return found


Rule = tuple[str, Irregularity]


def _of_one_trigger(one: Rule, other: Rule) -> bool:
    return one[1].trigger == other[1].trigger


def _of_one_name(one: Rule, other: Rule) -> bool:
    return one[0] == other[0]


def _of_near_triggers(one: Rule, other: Rule) -> bool:
    match = SequenceMatcher(None, one[1].trigger.split(), other[1].trigger.split(), autojunk=False)
    return match.quick_ratio() >= NEARLY and match.ratio() >= NEARLY


def _told_apart(one: Irregularity, other: Irregularity) -> tuple[str, str, str]:
    """What two triggers have in common, around the words of each that the other has not."""
    ours, theirs = one.trigger.split(), other.trigger.split()
    least = min(len(ours), len(theirs))
    before = next((at for at in range(least) if ours[at] != theirs[at]), least)
    after = next((at for at in range(least - before) if ours[-1 - at] != theirs[-1 - at]), least - before)
    if before + after == least:  # one only has words more: the word beside them shows where
        before, after = (before, after - 1) if after else (before - 1, after)
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
PAIRED: Mapping[str, Callable[[Entry, Entry], tuple[Said, Said]]] = {
    "options": _options_of_both,
    "irregularities": _irregularities_of_both,
}
"""Sections in which two entries may name one thing differently."""
