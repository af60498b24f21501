"""How the house would set a hand, what its parts come to, and the rule that sets it so."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.engine.hands import Hand
from pitboss.equipment.cards import Card, cards, one_deck
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.rulebook.model import Entry
from pitboss.rulebook.resolve import pick
from pitboss.rulebook.setup import Setup
from pitboss.tabular import Row, Tabular


class Part(NamedTuple):
    """A part of a hand: the low hand, say, its cards, and what they come to."""

    part: str
    cards: str
    worth: str


@dataclass(frozen=True, repr=False)
class Advised(Tabular):
    """A hand as the house sets it, and the rule by which it does, with its clause."""

    entry: Entry
    setting: tuple[Part, ...]
    rule: str
    cite: str

    def rows(self) -> list[Row]:
        return [part._asdict() for part in self.setting]

    def caption(self) -> str:
        return f"{self.entry.title}, {self.entry.name}, as the house sets it"

    def remarks(self) -> Sequence[str]:
        return [f"{self.rule} [{self.cite}]"]

    def as_json(self) -> dict[str, Any]:
        return {
            "rulebook": self.entry.rulebook,
            "game": self.entry.game,
            "setting": {part.part: {"cards": part.cards, "worth": part.worth} for part in self.setting},
            "rule": self.rule,
            "cite": self.cite,
        }


def advice(entry: Entry, pieces: str, options: Mapping[str, Any] | None = None) -> Advised:
    """Set a hand the house way."""
    game = game_of(entry)
    if game.advise is None:
        raise Refused(f"{entry.name} has no hands that a house sets")
    setup = Setup.of(entry, options)
    advised = game.advise(setup, _in_play(setup, cards(pieces)))
    parts = {Hand.of(1).part(part): tuple(held) for part, held in advised.setting.items()}
    reads = game.reads(setup, parts) if game.reads is not None else {}
    setting = tuple(
        Part(part, " ".join(held), reads.get(Hand.of(1).part(part), "")) for part, held in advised.setting.items()
    )
    return Advised(entry, setting, advised.rule, advised.cite)


def _in_play(setup: Setup, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Refuse pieces that the game is not played with, or so many of one that there are not."""
    rule = setup.entry.cards
    assert rule is not None
    deck = Counter(one_deck(rule.pieces, pick(rule.ranks, setup.options), pick(rule.jokers, setup.options)))
    for piece, times in Counter(hand).items():
        there_are = deck[piece] * setup.decks
        if times > there_are:
            there = f"only {there_are} of it" if there_are else "none"
            raise Refused(f"{piece} is there {times} times, and the game has {there}", rule.cite)
    return hand
