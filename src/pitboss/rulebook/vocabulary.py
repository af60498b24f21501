"""The words a rulebook file may use for what a case does to a wager."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from pitboss.errors import PitbossError
from pitboss.money import MOST_PAYS, Pay, parse_pay

CaseKind = Literal[
    "win", "multiplied", "table", "parts", "pot", "lose", "lose_half", "lose_nothing", "push", "void", "stays"
]
_OPTION = re.compile(r"\{([a-z0-9_]+)\}")
LEFT_UP = " and left up"
_MULTIPLIED = re.compile(r"win multiplier (to|for) [1-9]\d*")
_PART = re.compile(r"1/([2-9]|1\d)")


@dataclass(frozen=True, slots=True)
class Result:
    """What a case does to a wager.

    What was no money, like a coupon, loses nothing when it is taken. A wager that goes into a pot gets what the script
    awards it of that. ``part`` is the share of the wager that wins where
    one wager is several in one; the rest of it loses. ``otherwise`` is what becomes of a wager whose pay table does not
    list the hand; ``left_up``: the wager is paid and lies there again.
    """

    kind: CaseKind
    pays: Pay | None = None
    less_commission: bool = False
    part: Fraction | None = None
    otherwise: Literal["lose", "push"] = "lose"
    left_up: bool = False


@lru_cache(maxsize=MOST_PAYS)
def parse_result(text: str) -> Result:
    """Read the result of a case.

    >>> parse_result("win 1 to 1 less commission")
    Result(kind='win', pays=To(wins=1, per=1), less_commission=True, part=None, otherwise='lose', left_up=False)
    >>> parse_result("by table").kind, parse_result("lose half").kind
    ('table', 'lose_half')
    >>> parse_result("by table else push").otherwise
    'push'
    >>> parse_result("by table on 1/5").part, parse_result("win multiplier to 1").pays
    (Fraction(1, 5), To(wins=1, per=1))
    >>> str(parse_result("win multiplier for 5").pays)
    '1 for 5'
    >>> parse_result("by parts and left up").left_up
    True
    """
    if text.strip().endswith(LEFT_UP):
        return replace(parse_result(text.strip().removesuffix(LEFT_UP)), left_up=True)
    words, on, part = text.strip().partition(" on ")
    if on:
        whole = parse_result(words)
        if whole.kind in ("win", "table") and _PART.fullmatch(part):
            return replace(whole, part=Fraction(part))
        raise PitbossError(f'"{text}" is not a result; a part of a wager wins as in "by table on 1/5"')
    if _MULTIPLIED.fullmatch(words):
        return Result("multiplied", parse_pay(words.replace("win multiplier", "1")))
    if words in ("lose", "push", "void", "stays"):
        return Result(words)  # type: ignore[arg-type]
    if words in ("by parts", "by pot"):
        return Result("parts" if words == "by parts" else "pot")
    if words in ("lose half", "lose nothing"):
        return Result("lose_half" if words == "lose half" else "lose_nothing")
    if words in ("by table", "by table less commission"):
        return Result("table", less_commission=words.endswith("commission"))
    if words == "by table else push":
        return Result("table", otherwise="push")
    if words.startswith("win "):
        odds = words.removeprefix("win ").removesuffix(" less commission")
        return Result("win", parse_pay(odds), words.endswith(" less commission"))
    raise PitbossError(
        f'"{text}" is not a result; write "win ODDS", "win ODDS less commission", "win multiplier to 1", '
        '"by table", "by table else push", "by table on 1/5", "by parts", "by pot", "lose", "lose half", '
        '"lose nothing", "push", "void" or "stays"'
    )


def options_named(text: str) -> list[str]:
    """The options that a text like ``"{table_min}"`` refers to."""
    return _OPTION.findall(text)


def is_option(text: str) -> bool:
    """True for a text that is nothing but one option's name in braces."""
    return _OPTION.fullmatch(text) is not None
