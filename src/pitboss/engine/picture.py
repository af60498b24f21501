"""What lies on the table, put together from the events that somebody may see: the same for a page and a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pitboss.engine.events import GATHER, Event
from pitboss.engine.hands import Hand
from pitboss.engine.script import Game
from pitboss.equipment.cards import UNKNOWN, Card
from pitboss.rulebook.setup import Setup

ASIDE = ("burn", "war_burn", "board_burn", "discard", "discard_2", "discard_3", "dead", "phantom", "error")
"""Hands that are out of the way."""
Seen = Event | Mapping[str, Any]
"""An event as a round has it, or as it is sent to a page."""


def hands_seen(events: Iterable[Seen]) -> dict[Hand, list[str]]:
    """Each hand as far as it is seen: what was dealt, what was turned up, what came from another hand.

    >>> told = [{"kind": "deal", "hand": "seat 1", "cards": [card]} for card in ("8c", "8d")]
    >>> told += [{"kind": "split", "hand": "seat 1 hand 2", "source": "seat 1", "cards": ["8d"]}]
    >>> hands_seen(told)
    {'seat 1': ['8c'], 'seat 1 hand 2': ['8d']}
    """
    found: dict[Hand, list[str]] = {}
    for event in events:
        kind, name, cards, source, at = _parts(event)
        if kind == GATHER:
            found.clear()
        if not name:
            continue
        hand = Hand(name)
        if kind == "reveal":
            held = found.setdefault(hand, [])
            for place, card in zip(at or range(1, len(cards) + 1), cards, strict=True):
                held.extend([UNKNOWN] * (place - len(held)))
                held[place - 1] = card
        elif source:
            before = found.get(Hand(source), [])
            for card in cards:
                _take(before, card)
            found.setdefault(hand, []).extend(cards)
        elif kind == "deal":
            found.setdefault(hand, []).extend(cards)
    return {hand: held for hand, held in found.items() if held}


def read_hands(game: Game, setup: Setup, held: Mapping[Hand, Sequence[str]]) -> Mapping[Hand, str]:
    """What the hands that are wholly seen come to, in the game's own words; nothing where it has none for them."""
    if game.reads is None:
        return {}
    return game.reads(setup, {hand: tuple(map(Card, cards)) for hand, cards in held.items() if UNKNOWN not in cards})


def set_so(game: Game, setup: Setup, hand: Hand, groups: Mapping[str, Sequence[str]]) -> str:
    """What a hand comes to when it is set into these groups: ``Low: ace high. High: pair of queens.``"""
    names = {hand.part(group): group for group in groups}
    told = read_hands(game, setup, {part: groups[group] for part, group in names.items()})
    return " ".join(f"{names[part].capitalize()}: {words}." for part, words in told.items())


def in_rows(pieces: Sequence[str], places: Sequence[tuple[int, int]]) -> list[list[str]]:
    """Pieces in the rows and columns where they lie; nothing is an empty text.

    >>> in_rows(["4c", "9h", "??", "7c", "Js"], ((1, 2), (2, 1), (2, 2), (2, 3), (3, 2)))
    [['', '4c', ''], ['9h', '??', '7c'], ['', 'Js', '']]
    """
    rows, columns = (max(place[axis] for place in places) for axis in (0, 1))
    found = [[""] * columns for _ in range(rows)]
    for piece, (row, column) in zip(pieces, places, strict=False):
        found[row - 1][column - 1] = piece
    return found


def _parts(event: Seen) -> tuple[str, str, list[str], str, tuple[int, ...]]:
    if isinstance(event, Event):
        return event.kind, event.hand, list(event.cards), event.source, event.at
    return (
        event["kind"],
        event.get("hand", ""),
        list(event.get("cards", ())),
        event.get("source", ""),
        tuple(event.get("at", ())),
    )


def _take(held: list[str], card: str) -> None:
    """A card leaves a hand; one that is not seen there lay face down."""
    for each in (card, UNKNOWN):
        if each in held:
            held.remove(each)
            return
    if held:
        held.pop()
