"""``pitboss games``: every entry with its wagers and house options."""

import sys
from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap

from pitboss.rulebook.listing import find
from pitboss.rulebook.shelves import Heading, shelves

NARROW = 80
"""A terminal of fewer columns cannot show a name whole, so that it can be copied."""
LEAST = 16
"""A title has so many columns, however long a name is."""
HEADS = Heading("Entry", "Game", "Family")


def list_games(rulebook: str | None, as_json: bool, words: Sequence[str] = (), family: str | None = None) -> None:
    """List entries: all, those of a rulebook or a family, or those with all the words in a title, or in a wager's."""
    if len(shelves()) > 1:
        _tell_what_is_left_out()
    listed = find(words, rulebook, family)
    found = listed.found
    if as_json:
        from pitboss.rulebook.loader import load
        from pitboss.sheets.as_json import summary
        from pitboss.sheets.paper import print_json

        print_json([summary(load(entry.name)) for entry in found])
        return
    width = get_terminal_size().columns
    if width < NARROW:
        _fold(found)
    else:
        for line in _lines(found, width):
            print(line)
    for line in [
        "",
        *wrap(f"{listed.caption()}. pitboss rules ENTRY prints the rule sheet, pitboss play ENTRY deals.", width),
    ]:
        print(line)


def _lines(found: Sequence[Heading], width: int) -> Iterator[str]:
    """The list as lines, a name never folded. It needs no library, which would take longer than all the rest."""
    names, families = (max(len(entry[at]) for entry in (HEADS, *found)) for at in (0, 2))
    titles = min(max(len(entry.title) for entry in (HEADS, *found)), max(width - names - families - 4, LEAST))
    head, *rest = (
        f"{name:{names}}  {title:{titles}}  {family}".rstrip()
        for entry in (HEADS, *found)
        for name, title, family in _folded(entry, titles)
    )
    yield f"\033[1m{head}\033[0m" if sys.stdout.isatty() else head
    yield "─" * (names + titles + families + 4)
    yield from rest


def _folded(entry: Heading, titles: int) -> Iterator[tuple[str, str, str]]:
    """An entry in as many lines as its title takes."""
    for number, part in enumerate(wrap(entry.title, titles)):
        yield (entry.name, part, entry.family) if not number else ("", part, "")


def _fold(found: Sequence[Heading]) -> None:
    """The list where everything has to be folded."""
    from pitboss.sheets.paper import Paper

    Paper().table(HEADS, found, indent=0)


def _tell_what_is_left_out() -> None:
    """Files of one's own that are no entries, each with what is wrong with it."""
    from pitboss.rulebook.loader import own_faults

    for fault in own_faults():
        print(f"pitboss: left out: {fault}", file=sys.stderr)
