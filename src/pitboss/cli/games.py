"""``pitboss games``: every entry with its wagers and house options."""

import sys
from collections.abc import Sequence

from pitboss.errors import PitbossError, suggest
from pitboss.rulebook.loader import Heading, entries, headings, own_faults
from pitboss.sheets.as_json import summary
from pitboss.sheets.paper import Paper, print_json


def list_games(rulebook: str | None, as_json: bool, words: Sequence[str] = (), family: str | None = None) -> None:
    """List entries: all, or those of a rulebook or a family, or those that have all the words in name or title."""
    for fault in own_faults():
        print(f"pitboss: left out: {fault}", file=sys.stderr)
    listed = list(headings(rulebook))
    families = sorted({entry.family for entry in listed})
    if family is not None and family not in families:
        raise PitbossError(f'there is no family "{family}"; {suggest(family, families)}')
    found = [entry for entry in listed if family in (None, entry.family) and _has(entry, words)]
    if not found:
        raise PitbossError(f"no game has {' and '.join(map(repr, words))} in its name or title")
    if as_json:
        names = {entry.name for entry in found}
        print_json([summary(entry) for entry in entries(rulebook) if entry.name in names])
        return
    paper = Paper()
    wide = paper.console.width >= 80  # then a name can be copied whole; a narrower terminal folds it
    rows = [(entry.name, entry.title, entry.family) for entry in found]
    paper.table(("Entry", "Game", "Family"), rows, indent=0, whole=(0,) if wide else ())
    paper.line()
    many = "1 game" if len(found) == 1 else f"{len(found)} games"
    paper.line(f"{many}. pitboss rules ENTRY prints the rule sheet, pitboss play ENTRY deals.")


def _has(entry: Heading, words: Sequence[str]) -> bool:
    """True for an entry that has every one of these words, however they are written.

    >>> _has(Heading("chapter4/three-card-poker", "Three Card Poker", "stud"), ["Card", "3"])
    False
    >>> _has(Heading("massachusetts-2020/texas-holdem-bonus", "Texas Hold 'Em Bonus", "holdem"), ["hold'em"])
    True
    """
    text = _plain(f"{entry.name} {entry.title} {entry.family}")
    return all(_plain(word) in text for word in words)


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())
