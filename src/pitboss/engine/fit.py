"""Whether an entry and its script fit: every wager, case, line of a pay table, term and moment is one the script knows.

A misspelt line would silently lower what is paid, and a wager nobody settles would end in an error at the table; both
are found when the entry is loaded.
"""

from collections.abc import Iterable, Iterator

from pitboss.engine.hands import SEAT
from pitboss.engine.script import ANY, Game, Judged
from pitboss.errors import RulebookError, suggest
from pitboss.rulebook.model import Entry, Wager

ENGINE_TERMS = ("positions_per_player", "positions_side_by_side", "backline")
"""Terms that the engine goes by in every game."""


def must_fit(entry: Entry, game: Game) -> None:
    """Refuse an entry that lacks what its script needs, or names what its script does not know."""
    for key, sentence in _faults(entry, game):
        raise RulebookError(f"{entry.name}: {key}: {sentence}")


def _faults(entry: Entry, game: Game) -> Iterator[tuple[str, str]]:
    for term in game.needed_terms:
        if term not in entry.terms:
            yield f"terms.{term}", f"the {entry.script} script needs it"
    for name, rule in entry.irregularities.items():
        yield from _unknown(f"irregularities.{name}.moments", "moment", rule.moments, game.moments)
        yield from _unknown(f"irregularities.{name}.also_at", "moment", rule.also_at, game.moments)
        yield from _unknown(f"irregularities.{name}.too_many", "hand", rule.too_many, (SEAT, *game.hands))
    if game.settles is None:
        return
    yield from _unknown("terms", "term", entry.terms, (*game.known_terms, *ENGINE_TERMS))
    for name, wager in entry.wagers.items():
        judged = game.settles.get(name) or game.settles.get(ANY)
        if judged is None:
            yield f"wagers.{name}", f"the {entry.script} script never settles it; {suggest(name, game.settles)}"
        else:
            yield from _faults_of_wager(entry, name, wager, judged)


def _faults_of_wager(entry: Entry, name: str, wager: Wager, judged: Judged) -> Iterator[tuple[str, str]]:
    for case in judged.needed:
        if case not in wager.cases:
            yield f"wagers.{name}.cases", f'nothing is said for "{case}"'
    yield from _unknown(f"wagers.{name}.cases", "case", wager.cases, judged.known)
    if judged.names and not (wager.line or wager.by_spot or wager.parts):
        for table in wager.tables:
            yield from _unknown(f"pay_tables.{table}.lines", "hand", entry.pay_tables[table].lines, judged.names)


def _unknown(key: str, kind: str, used: Iterable[str], known: Iterable[str]) -> Iterator[tuple[str, str]]:
    known = tuple(known)
    for word in used:
        if word not in known:
            yield key, f'the script knows no {kind} "{word}"; {suggest(word, known)}'
