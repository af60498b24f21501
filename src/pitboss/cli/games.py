"""``pitboss games``: every entry with its wagers and house options."""

import re
import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import islice, product
from shutil import get_terminal_size
from textwrap import wrap

from pitboss.errors import PitbossError, suggest
from pitboss.rulebook.shelves import Heading, headings, shelves, wager_titles

NARROW = 80
"""A terminal of fewer columns cannot show a name whole, so that it can be copied."""
LEAST = 16
"""A title has so many columns, however long a name is."""
MANY = 100
"""So many readings of mistyped words are tried."""
HEADS = Heading("Entry", "Game", "Family")


def list_games(rulebook: str | None, as_json: bool, words: Sequence[str] = (), family: str | None = None) -> None:
    """List entries: all, those of a rulebook or a family, or those with all the words in a title, or in a wager's."""
    if len(shelves()) > 1:
        _tell_what_is_left_out()
    listed = list(headings(rulebook))
    families = sorted({entry.family for entry in listed})
    if family is not None and family not in families:
        raise PitbossError(f'there is no family "{family}"; {suggest(family, families)}')
    listed = [entry for entry in listed if family in (None, entry.family)]
    found = [entry for entry in listed if _has(entry, words)]
    by_wager = not found
    if by_wager:
        titles = wager_titles()
        found = [entry for entry in listed if any(_all_in(title, words) for title in titles[entry.name])]
    if not found:
        asked = " and ".join(map(repr, words))
        raise PitbossError(f"no game has {asked} in its name, its title or that of a wager{_meant(listed, words)}")
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
    many = "1 game" if len(found) == 1 else f"{len(found)} games"
    many += " with such a wager" * by_wager
    for line in ["", *wrap(f"{many}. pitboss rules ENTRY prints the rule sheet, pitboss play ENTRY deals.", width)]:
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


def _has(entry: Heading, words: Sequence[str]) -> bool:
    """True for an entry that has every one of these words, however they are written.

    >>> _has(Heading("chapter4/three-card-poker", "Three Card Poker", "stud"), ["Card", "3"])
    False
    >>> _has(Heading("massachusetts-2020/texas-holdem-bonus", "Texas Hold 'Em Bonus", "holdem"), ["hold'em"])
    True
    """
    return _all_in(f"{entry.name} {entry.title} {entry.family}", words)


def _meant(listed: Sequence[Heading], words: Sequence[str]) -> str:
    """The nearest words that a game has together, where there are any."""
    known = {word for entry in listed for word in re.findall(r"[a-z0-9]+", " ".join(entry).lower())}
    nearest = islice(product(*(get_close_matches(word.lower(), known) or [word] for word in words)), MANY)
    meant = next((each for each in nearest if any(_has(entry, each) for entry in listed)), None)
    return f'; did you mean "{" ".join(meant)}"?' if meant else ""


def _all_in(text: str, words: Sequence[str]) -> bool:
    return all(_plain(word) in _plain(text) for word in words)


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())
