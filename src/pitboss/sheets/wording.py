"""Words for what a rulebook file says in values: options that pick, conditions, amounts."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.rulebook.model import By, When
from pitboss.rulebook.options import key_of
from pitboss.rulebook.setup import Setup
from pitboss.rulebook.vocabulary import LEFT_UP, is_option, options_named
from pitboss.sheets.paper import in_words

WITHOUT_HANDS = ("wheels", "dice", "draws")
"""Families of games in which nobody holds a hand and nothing is dealt."""
RESULTS = {
    "lose": "loses",
    "lose half": "loses half",
    "lose nothing": "is taken, at no cost",
    "push": "pushes",
    "void": "is returned",
    "stays": "stays up",
    "by parts": "is paid part by part",
    "by pot": "gets what the pot pays it",
    f"push{LEFT_UP}": "neither wins nor loses, and is left up",
    f"void{LEFT_UP}": "neither wins nor loses, and is left up",
}


def variants(value: Any, setup: Setup | None = None) -> list[tuple[str, Any, bool]]:
    """Each value that options can pick: under which condition, and whether the set-up picks it."""
    if not isinstance(value, By):
        return [("", value, False)]
    now = key_of(setup.options.get(value.by)) if setup else None
    named = set(value.values) - {"else"}
    return [
        (
            "otherwise" if key == "else" else f"if {value.by} = {key}",
            part,
            setup is not None and (key == now or (key == "else" and now not in named)),
        )
        for key, part in value.values.items()
    ]


def either(value: Any, show: Callable[[Any], str]) -> str:
    """Each value and its condition; values that are the option itself need no list."""
    same = {key for key, part in value.values.items() if show(part) == key} if isinstance(value, By) else set()
    listed = [
        show(part) + in_brackets(condition)
        for condition, part, _ in variants(value)
        if condition.rpartition(" = ")[2] not in same
    ]
    return "; ".join([f"as the option {value.by} says", *listed] if same else listed)


def in_brackets(condition: str) -> str:
    return f" ({condition})" if condition else ""


def when_words(when: When) -> str:
    return " and ".join(
        f"{name} = {' or '.join(map(key_of, value)) if isinstance(value, list) else key_of(value)}"
        for name, value in when.items()
    )


def plain_words(value: Any) -> str:
    """A value of the rulebook file in words.

    >>> plain_words({"cards": 3, "before": "each_card"}), plain_words([["base", "choose"], ["tie"]])
    ('cards: 3, before: each card', 'base, choose; then tie')
    """
    if isinstance(value, By):
        return either(value, plain_words)
    if isinstance(value, Mapping):
        return ", ".join(_entry_words(key, part) for key, part in value.items()) or "none"
    if isinstance(value, list | tuple | frozenset):
        one_after_the_other = any(isinstance(part, list | tuple) for part in value)
        return ("; then " if one_after_the_other else ", ").join(plain_words(part) for part in value) or "none"
    if isinstance(value, bool):
        return yes_or_no(value)
    text = str(value)
    return f"as the option {text.strip('{}')} says" if is_option(text) else in_words(text) or "none"


def _entry_words(key: Any, part: Any) -> str:
    name = in_words(str(key))
    return f"{name} ({plain_words(part)})" if isinstance(part, Mapping) else f"{name}: {plain_words(part)}"


def case_words(case: str) -> str:
    """A case of a wager as a person says it."""
    return "not decided" if case == "waits" else in_words(case)


def result_words(text: str, odds: Callable[[str], str]) -> str:
    """What a case does to a wager; ``odds`` says what stands for those that an option holds.

    >>> result_words("by table and left up", str), result_words("win {ante_pays}", "as the option {} says".format)
    ('is paid by the table and is left up', 'wins as the option ante_pays says')
    """
    if text in RESULTS:
        return RESULTS[text]
    if text.endswith(LEFT_UP):
        return f"{result_words(text.removesuffix(LEFT_UP), odds)} and is{LEFT_UP.removeprefix(' and')}"
    for name in options_named(text):
        text = text.replace("{" + name + "}", odds(name))
    text = text.replace("win ", "wins ", 1).replace("by table", "is paid by the table")
    return text.replace("else push", "or pushes")


def yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def amount_words(text: str) -> str:
    """An amount, or the option that holds it."""
    if text.startswith("{"):
        return text.strip("{}")
    return f"${text}" if text else ""


def percent_words(text: str) -> str:
    """A percentage, or what stands in its place: an option, or a fixed sum."""
    return text.strip("{}") if text.startswith(("{", "$")) else f"{text.removesuffix('%')}%"
