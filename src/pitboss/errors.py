"""What goes wrong, said in one sentence a person can act on."""

from collections.abc import Iterable
from difflib import get_close_matches


class PitbossError(Exception):
    """The root of every error that is the caller's to mend. Nothing was changed when it is raised."""

    def __init__(self, sentence: str, cite: str = "") -> None:
        super().__init__(f"{sentence} [{cite}]" if cite else sentence)
        self.sentence = sentence
        self.cite = cite


class RulebookError(PitbossError):
    """A rulebook entry is faulty: names the file, the key and the fault."""


class Refused(PitbossError):
    """The rulebook, or the house's set-up under it, does not allow this."""


class RecordError(PitbossError):
    """A record cannot be read, or does not fit the game it claims to be of."""


LISTED = 240
"""So many letters of names an error lists at most."""


def suggest(name: str, known: Iterable[str]) -> str:
    """The tail of an error about an unknown name: the nearest known one, or what is known.

    >>> suggest("anti", ["ante", "play"])
    'did you mean "ante"?'
    """
    names = sorted(known)
    near = get_close_matches(str(name)[:100], names, n=1)
    if near:
        return f'did you mean "{near[0]}"?'
    listed = [name for at, name in enumerate(names[:12]) if sum(map(len, names[: at + 1])) <= LISTED]
    more = f" and {len(names) - len(listed)} more" if len(listed) < len(names) else ""
    return f"known: {', '.join(listed)}{more}" if names else "none is known here"
