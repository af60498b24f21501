"""Whole numbers as a person writes them: a seat, a chair, a weight, so many of something."""

import re

_WHOLE = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)


def whole(value: object) -> int | None:
    """The number, of zero or more; None for anything that is not written like one.

    Each number is written in one way, so that no two names stand for the same seat.

    >>> whole("12"), whole(7), whole("01"), whole("-1"), whole("\u0663"), whole(True)
    (12, 7, None, None, None, None)
    """
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    return int(text) if _WHOLE.fullmatch(text) else None


def count_words(number: int, noun: str) -> str:
    """So many of something.

    >>> count_words(1, "card"), count_words(0, "card")
    ('1 card', '0 cards')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
