"""``pitboss advise``: how the house would set a hand, and the rule that sets it so."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pitboss.engine.hands import Hand
from pitboss.equipment.cards import Card, cards, one_deck
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.rulebook import Setup, load
from pitboss.rulebook.resolve import pick
from pitboss.sheets.paper import Paper, cited, print_json


def print_advice(name: str, pieces: str, options: Mapping[str, Any], as_json: bool) -> None:
    """Set a hand the house way and print its parts, what they come to, and the clause."""
    entry = load(name)
    game = game_of(entry)
    if game.advise is None:
        raise Refused(f"{entry.name} has no hands that a house sets")
    setup = Setup.of(entry, options)
    advice = game.advise(setup, _in_play(setup, cards(pieces)))
    parts = {Hand.of(1).part(part): tuple(held) for part, held in advice.setting.items()}
    reads = game.reads(setup, parts) if game.reads is not None else {}
    if as_json:
        setting = {
            part: {"cards": " ".join(held), "worth": reads.get(Hand.of(1).part(part), "")}
            for part, held in advice.setting.items()
        }
        print_json(
            {
                "rulebook": entry.rulebook,
                "game": entry.game,
                "setting": setting,
                "rule": advice.rule,
                "cite": advice.cite,
            }
        )
        return
    paper = Paper()
    paper.title(entry.title, entry.name)
    rows = []
    for part, held in reversed(list(advice.setting.items())):
        worth = reads.get(Hand.of(1).part(part), "")
        rows.append((part, f"{' '.join(held)}{f'  ({worth})' if worth else ''}"))
    paper.named([*rows, ("rule", cited(advice.rule, advice.cite))])


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
