"""Option values: reading them from a file or a command line, and judging whether the rulebook allows them."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pitboss.errors import PitbossError, Refused, Unreadable, quoted
from pitboss.money import For, To, cents, dollars, parse_odds, percentage
from pitboss.numerals import whole
from pitboss.rulebook.model import Option
from pitboss.rulebook.shapes import SHAPES

FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def key_of(value: Any) -> str:
    """An option's value as the rulebook files spell it.

    >>> key_of(True), key_of(6), key_of("lose_half")
    ('true', '6', 'lose_half')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def normal(name: str, option: Option, value: Any) -> Any:
    """A value in the form the engine works with; a word from a command line counts as the value it spells.

    Money becomes cents, a percentage a fraction, odds an odds value. Raises when the value is of the wrong kind;
    whether the rulebook's bounds allow it is asked separately, by ``outside``.
    """
    try:
        match option.type:
            case "flag":
                if isinstance(value, bool):
                    return value
                if isinstance(value, str) and value.lower() in FLAGS:
                    return FLAGS[value.lower()]
                raise PitbossError(f"{quoted(value)} is not true or false")
            case "money":
                return cents(value)
            case "percent":
                return percentage(value)
            case "odds":
                return parse_odds(str(value))
            case "integer":
                number = whole(value)
                if number is None:
                    raise PitbossError(f"{quoted(value)} is not a whole number")
                return number
            case "data":
                return SHAPES[option.shape](value)
            case "choice":
                for allowed in option.allowed:
                    if key_of(allowed) == key_of(value):
                        return allowed
                raise PitbossError(f"{quoted(value)} is not one of {described(option)}")
    except PitbossError as error:
        kind = Refused if option.allowed else Unreadable
        raise kind(f"option {name}: {error.sentence}", option.cite) from error


def outside(option: Option, value: Any) -> str | None:
    """Why the rulebook does not allow a value, or None."""
    low = None if option.at_least is None else normal_bound(option, option.at_least)
    high = None if option.at_most is None else normal_bound(option, option.at_most)
    if low is not None and _size(value) < _size(low):
        return f"{shown(option, value)} is less than the {shown(option, low)} the rulebook asks for at least"
    if high is not None and _size(value) > _size(high):
        return f"{shown(option, value)} is more than the {shown(option, high)} the rulebook allows at most"
    unit = None if option.multiple_of is None else normal_bound(option, option.multiple_of)
    if unit is not None and value % unit:
        return f"{shown(option, value)} is not a multiple of {shown(option, unit)}"
    return None


def shown(option: Option, value: Any) -> str:
    """A normal value as a person reads it."""
    if value is None:
        return "not chosen"
    match option.type:
        case "flag":
            return "yes" if value else "no"
        case "money":
            return f"${value // 100:,}.{value % 100:02d}"
        case "percent":
            return f"{float(value * 100):g}%"
        case _:
            return key_of(value)


def as_json(option: Option, value: Any) -> Any:
    """A normal value as JSON has it: money as a decimal text, odds and percentages in words."""
    if value is None:
        return None
    if option.type == "money":
        return dollars(value)
    return _plain(value) if option.type in ("data", "flag", "choice", "integer") else shown(option, value)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, frozenset):
        return sorted(map(_plain, value))
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def described(option: Option) -> str:
    """What a house may choose, in words."""
    if option.type == "flag":
        return "yes or no"
    if option.type == "choice":
        return ", ".join(key_of(value) for value in option.allowed)
    if option.type == "data":
        return f"the house's own {option.shape.replace('_', ' ')}"
    unit = {"money": "$", "percent": "", "odds": "", "integer": ""}[option.type]
    tail = "%" if option.type == "percent" else ""
    bounds = [
        f"{word} {unit}{bound}{tail}"
        for word, bound in (
            ("at least", option.at_least),
            ("at most", option.at_most),
            ("in multiples of", option.multiple_of),
        )
        if bound is not None
    ]
    return ", ".join(bounds) or {"money": "any amount", "percent": "any percentage", "odds": "any odds"}.get(
        option.type, "any number"
    )


def normal_bound(option: Option, bound: str | int) -> Any:
    """A bound in the form of the option's values."""
    match option.type:
        case "money":
            return cents(bound)
        case "percent":
            return percentage(bound)
        case "odds":
            return parse_odds(str(bound))
        case _:
            return int(bound)


def _size(value: Any) -> Fraction | int:
    if isinstance(value, int):
        return value
    if isinstance(value, To):
        return Fraction(value.wins, value.per)
    if isinstance(value, For):
        return Fraction(value.wins - value.per, value.per)
    return Fraction(Decimal(value)) if isinstance(value, Decimal) else Fraction(value)
