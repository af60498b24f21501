"""A round of the journal settled again from its record, by the edition of the rulebook that it was dealt under."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss.engine.reading import read
from pitboss.engine.record import Record
from pitboss.engine.replay import Settled, settle
from pitboss.engine.script import Game
from pitboss.games import game_of
from pitboss.rulebook.loader import EDITION, load
from pitboss.rulebook.rewritten import edition_of, in_todays_words
from pitboss.rulebook.setup import Setup, setup_of

WORDS = ("reason", "cite")


def rules_of(body: Mapping[str, Any]) -> tuple[Setup, Game]:
    """The set-up of a round's table by that edition, and its game."""
    raw = body["record"]
    entry = load(f"{raw['rulebook']}/{raw['game']}")
    options = in_todays_words(entry, raw.get("options") or {}, edition_of(body))
    setup = Setup.of(entry, options, raw.get("pay_tables"), raw.get("wagers"))
    return setup_of(setup, edition_of(body)), game_of(entry)


def settled_again(body: Mapping[str, Any], rules: tuple[Setup, Game] | None = None) -> Settled:
    """The round of a journal's entry; ``rules`` are its own, where they are known already."""
    setup, game = rules or rules_of(body)
    return settle(_as_entered(read(body["record"], game), edition_of(body)), setup, game)


def as_decided(told: Any, edition: int) -> Any:
    """What is told of a round, to be held against another account of it: of an earlier edition, which named other
    clauses and had other words, without them.

    >>> as_decided([{"net": "5.00", "cite": "§1"}], edition=2)
    [{'net': '5.00'}]
    """
    if edition >= EDITION:
        return told
    if isinstance(told, dict):
        return {name: as_decided(value, edition) for name, value in told.items() if name not in WORDS}
    return [as_decided(each, edition) for each in told] if isinstance(told, list) else told


def _as_entered(record: Record, edition: int) -> Record:
    """Calls of an earlier edition are done again, whatever their rules ask for since."""
    for step in record.steps if edition < EDITION else ():
        step.calls = [replace(call, entered=True) for call in step.calls]
    return record
