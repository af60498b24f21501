"""What a player says where wagers stay up between rolls: new wagers, on, off, take down, pass, no line bet, roll."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.cli.player_input import read_wagers
from pitboss.errors import Refused
from pitboss.rulebook.setup import Setup

ROLL = ("roll", "deal")
ALL = "all"
NO_LINE_BET = "no_line_bet"


@dataclass
class Said:
    """A line, understood: new amounts, what comes down, words for the dealer, and whether the dice are to be rolled."""

    wagers: dict[str, str] = field(default_factory=dict)
    down: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    passes: bool = False
    rolls: bool = False


def listen(line: str, setup: Setup, up: Iterable[str]) -> Said:
    """Understand a line; its parts are separated by commas.

    Naming a wager rolls the dice, as it deals in other games; what else is said waits for the next roll.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("chapter4/craps"))
    >>> listen("take down place 8, on come odds, roll", setup, ["place_to_win 8", "come_odds 9"])
    Said(wagers={}, down=['place_to_win 8'], words=['on come_odds 9'], passes=False, rolls=True)
    """
    said = Said()
    parts = [part.split() for part in re.split(r"[,;](?!\d)", line) if part.strip()]
    for words in [words for words in parts if not _is_talk(words)]:
        said.wagers |= read_wagers(" ".join(words), setup)
        said.rolls = True
    up = [*up, *said.wagers]
    for words in filter(_is_talk, parts):
        first, rest = words[0].lower(), [word for word in words[1:] if word.lower() not in ("down", "the", "my")]
        if first in ROLL:
            said.rolls = True
        elif first == "pass":
            said.passes = True
        elif first in ("no", NO_LINE_BET):
            said.words.append(NO_LINE_BET)
        elif first in ("on", "off"):
            said.words.append(f"{first} {named(rest, up) if rest else ALL}")
        elif not rest:
            raise Refused('what comes down? Write it like "take down hard_8", or "take down all"')
        else:
            said.down.append(named(rest, up))
    return said


def _is_talk(words: list[str]) -> bool:
    first = words[0].lower()
    if first == "pass":
        return words[1:] in ([], ["dice"], ["the", "dice"])
    if first == "no":
        return words[1:] in (["line"], ["line", "bet"])
    return first in ("on", "off", "take", "down", NO_LINE_BET, *ROLL)


def named(words: list[str], up: Iterable[str]) -> str:
    """The one wager on the layout that these words begin: ``come odds 9``, ``place 8``, ``hard``."""
    text = " ".join(words).lower()
    if text == ALL:
        return ALL
    names = list(up)
    spoken = _spoken(text)
    exact = [name for name in names if _spoken(name) == spoken]
    begun = exact or [name for name in names if _begins(spoken, _spoken(name))]
    if len(begun) > 1:
        raise Refused(f'"{text}" could be {" or ".join(begun)}')
    if not begun:
        have = f"you have {', '.join(names)}" if names else "you have nothing up"
        raise Refused(f'there is no "{text}" on the layout; {have}')
    return begun[0]


def _spoken(name: str) -> list[str]:
    return re.split(r"[ _]+", name)


def _begins(said: list[str], name: list[str]) -> bool:
    """True when the words are, in this order, beginnings of words of the name: ``place 8`` of ``place to win 8``."""
    rest = iter(name)
    return all(any(word.startswith(part) for word in rest) for part in said)
