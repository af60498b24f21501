"""What a rulebook file leaves to the options, resolved: values picked by an option, and texts that name one."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.money import cents, percentage
from pitboss.rulebook.model import By, When
from pitboss.rulebook.options import key_of
from pitboss.rulebook.vocabulary import is_option, options_named

OFF: tuple[Any, ...] = (None, False, "off")


def matches(when: When, options: Mapping[str, Any]) -> bool:
    """True when every option named has (one of) the values named."""
    return all(options.get(name) in (wanted if isinstance(wanted, list) else [wanted]) for name, wanted in when.items())


def pick(value: Any, options: Mapping[str, Any]) -> Any:
    """Resolve a value that depends on an option."""
    if isinstance(value, By):
        return value.values.get(key_of(options.get(value.by)), value.values.get("else"))
    return value


def fill(text: str, options: Mapping[str, Any]) -> str:
    """Put option values where a text names them: ``"win {tie_odds}"``."""
    for name in options_named(text):
        text = text.replace("{" + name + "}", str(options[name]))
    return text


def money_of(text: str | None, options: Mapping[str, Any]) -> int | None:
    if text is None:
        return None
    if is_option(text):
        value = options[text.strip("{}")]
        return None if value is None else int(value)
    return cents(text)


def percent_of(text: str, options: Mapping[str, Any]) -> Fraction:
    if is_option(text):
        value = options[text.strip("{}")]
        return Fraction(0) if value is None else Fraction(value)
    return percentage(text)


def term_of(value: Any, options: Mapping[str, Any]) -> Any:
    """A term's value under the options; of a table of values, each."""
    value = pick(value, options)
    if isinstance(value, dict):
        return {key: term_of(part, options) for key, part in value.items()}
    if isinstance(value, str) and is_option(value):
        return options[value.strip("{}")]
    return value
