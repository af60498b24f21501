"""Choices that houses made when an option was called otherwise or counted something else, in today's words."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.numerals import whole
from pitboss.rulebook.model import Entry, Rewritten
from pitboss.rulebook.options import key_of
from pitboss.rulebook.resolve import matches


def edition_of(body: Mapping[str, Any]) -> int:
    """The edition that something in a journal is of; before journals told it, it was the first."""
    return int(body.get("edition", 1))


def in_todays_words(entry: Entry, options: Mapping[str, Any], edition: int) -> dict[str, Any]:
    """Options as a house wrote them under an edition, as they are written since.

    >>> from pitboss.rulebook import load
    >>> in_todays_words(load("massachusetts-2020/three-card-poker"), {"decks": 2}, edition=3)
    {'second_deck': True}
    """
    found = dict(options)
    for name, rule in entry.rewritten.items():
        became = _became(name, rule, options) if edition <= rule.until else None
        if became is not None:
            found.pop(name, None)
            found |= became
    return found


def said_now(entry: Entry, option: str, options: Mapping[str, Any]) -> str:
    """What to write in the place of an option that there is no more; empty where it never was one.

    >>> from pitboss.rulebook import load
    >>> said_now(load("massachusetts-2020/three-card-poker"), "decks", {"decks": 2})
    'what was decks = 2 is second_deck = true'
    """
    rule = entry.rewritten.get(option)
    became = None if rule is None else _became(option, rule, options)
    if became is None:
        return ""
    words = " and ".join(f"{name} = {key_of(value)}" for name, value in became.items())
    return f"what was {option} = {key_of(options[option])} is {words}"


def _became(option: str, rule: Rewritten, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a choice is since; None where it is as it was."""
    value = options.get(option, rule.unchosen)
    if not matches(rule.when, options):
        return None
    number = whole(value)
    if rule.part is not None and number is not None:
        return {option: int(number * Fraction(rule.part))}
    return rule.values.get(key_of(value))
