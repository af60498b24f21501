"""What goes wrong, said in one sentence a person can act on."""

from collections.abc import Iterable, Mapping
from datetime import date, time
from decimal import Decimal
from difflib import get_close_matches
from unicodedata import category

LONGEST = 600
"""So many letters an error has at most, whatever it quotes."""
UNSEEN = ("Cc", "Cf", "Zl", "Zp")
"""What has no shape of its own: controls, marks of the direction of writing, joiners, ends of lines."""


class PitbossError(Exception):
    """The root of every error that is the caller's to mend. Nothing was changed when it is raised."""

    def __init__(self, sentence: str, cite: str = "") -> None:
        sentence = _short(sentence)
        super().__init__(f"{sentence} [{cite}]" if cite else sentence)
        self.sentence = sentence
        self.cite = cite


class RulebookError(PitbossError):
    """A rulebook entry is faulty: names the file, the key and the fault."""


class Refused(PitbossError):
    """The rulebook, or the house's set-up under it, does not allow this."""


class Unreadable(Refused):
    """Something that was given is no value of its kind, such as an amount of money, or a name that there is not,
    whatever the rulebook says."""


class RecordError(PitbossError):
    """A record cannot be read, or does not fit the game it claims to be of."""


def is_plain(text: str) -> bool:
    """True when every character of a text is one that is seen, or a space.

    >>> is_plain("Ann\u3000B\u00f6hm"), is_plain("\u202enna")
    (True, False)
    """
    return text.isprintable() or not any(category(mark) in UNSEEN for mark in text)


def _short(sentence: str) -> str:
    """A sentence without what it quotes at length: its beginning and its end, where what was wrong is said."""
    if len(sentence) > LONGEST:
        sentence = f"{sentence[: LONGEST * 2 // 3]} … {sentence[3 - LONGEST // 3 :]}"
    return seen(sentence)


def seen(text: str) -> str:
    """A text in which everything that has no shape is shown as a mark, except for ends of lines and tabs.

    >>> seen("Ann\u202e \x1b[2J")
    'Ann� �[2J'
    """
    if text.isprintable():
        return text
    return "".join("\ufffd" if category(mark) in UNSEEN and mark not in "\n\t" else mark for mark in text)


def quoted(value: object) -> str:
    """What was given, as the sentence of an error quotes it: words in quotation marks, the rest as people write it.

    >>> quoted("five"), quoted(True), quoted(None), quoted(Decimal("7.50")), quoted({"a": 1}), quoted([1, 2])
    ("'five'", 'true', 'nothing', '7.50', 'a set of names and values', 'a list')
    """
    match value:
        case bool():
            return str(value).lower()
        case int() if value.bit_length() > LONGEST:
            return "a number of so many digits"
        case None:
            return "nothing"
        case Decimal() | date() | time():
            return str(value)
        case Mapping():
            return "a set of names and values"
        case list() | tuple():
            return "a list"
        case set() | frozenset():
            return "a set"
    return repr(value)


def with_article(word: str) -> str:
    """A word with what goes before it.

    >>> with_article("auditor"), with_article("player")
    ('an auditor', 'a player')
    """
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


MANY, LISTED = 12, 240
"""So many names, and so many letters of them, an error lists at most."""


def suggest(name: str, known: Iterable[str], lists_all: str = "") -> str:
    """The tail of an error about an unknown name: the nearest known one, or what is known.

    Where that is too much, the nearest come first, and it is told what command lists them all.

    >>> suggest("anti", ["ante", "play"])
    'did you mean "ante"?'
    >>> suggest("anti", ["note", "play", "note"])
    'known: note, play'
    >>> suggest("xin7q", [*map(str, range(30)), "in"])[:14]
    'nearest: in, 7'
    """
    names = sorted(set(known))
    near = get_close_matches(str(name)[:100], names, n=1)
    if near:
        return f'did you mean "{near[0]}"?'
    if not names:
        return "none is known here"
    if len(names) <= MANY and sum(map(len, names)) <= LISTED:
        return f"known: {', '.join(names)}"
    nearest = get_close_matches(str(name)[:100], names, n=MANY, cutoff=0.0)
    listed = [each for at, each in enumerate(nearest) if sum(map(len, nearest[: at + 1])) <= LISTED]
    tail = f"; {lists_all} lists them all" if lists_all else ""
    return f"nearest: {', '.join(listed)} and {len(names) - len(listed)} more{tail}"
