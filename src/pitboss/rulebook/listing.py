"""A list of games: all, those of a rulebook or a family, or those found by words of their names, titles or wagers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice, product

from pitboss.errors import PitbossError, suggest
from pitboss.numerals import count_words
from pitboss.rulebook.shelves import Heading, headings, wager_titles
from pitboss.tabular import Row, Tabular

MANY = 100
"""So many readings of mistyped words are tried."""


@dataclass(frozen=True, repr=False)
class Games(Tabular):
    """Entries as a list shows them; ``by_wager`` where the words are those of a wager."""

    found: tuple[Heading, ...]
    by_wager: bool = False

    def rows(self) -> list[Row]:
        return [{"entry": entry.name, "title": entry.title, "family": entry.family} for entry in self.found]

    def caption(self) -> str:
        return count_words(len(self.found), "game") + " with such a wager" * self.by_wager


def find(words: Sequence[str] = (), rulebook: str | None = None, family: str | None = None) -> Games:
    """The entries that have all the words in a name or title; where none has, those that have them in a wager's."""
    listed = list(headings(rulebook))
    families = sorted({entry.family for entry in listed})
    if family is not None and family not in families:
        raise PitbossError(f'there is no family "{family}"; {suggest(family, families)}')
    listed = [entry for entry in listed if family in (None, entry.family)]
    if found := [entry for entry in listed if _has(entry, words)]:
        return Games(tuple(found))
    titles = wager_titles()
    found = [entry for entry in listed if any(_all_in(title, words) for title in titles[entry.name])]
    if not found:
        asked = " and ".join(map(repr, words))
        raise PitbossError(f"no game has {asked} in its name, its title or that of a wager{_meant(listed, words)}")
    return Games(tuple(found), by_wager=True)


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
