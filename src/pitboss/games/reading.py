"""What hands come to in a few words, for a page and a terminal to tell beside the cards."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from pitboss.engine.hands import Hand
from pitboss.engine.script import Held
from pitboss.engine.weighing import OVER, TIE, UNDER, Against
from pitboss.equipment.cards import Card
from pitboss.hands.four_card import four_card_hand
from pitboss.hands.poker import PokerHand, best_hand
from pitboss.hands.three_card import three_card_hand
from pitboss.rulebook.setup import Setup

DEALER, COMMUNITY = Hand("dealer"), Hand("community")
FOUL = "a foul"
"""What is told of a hand that is set so that it loses of itself; page and terminal say so before it is laid down."""


class Told(Protocol):
    """A hand's worth that a player has words for."""

    @property
    def in_words(self) -> str: ...


def against_best(ours: Told, others: Iterable[Any]) -> tuple[Against, ...]:
    """A hand against the best of the others, where there are others."""
    best: Any = None
    for other in others:
        best = other if best is None or other > best else best
    if best is None:
        return ()
    result = OVER if best < ours else UNDER if best > ours else TIE
    return (Against.of(ours.in_words, best.in_words)._replace(result=result),)


def five_or_more(setup: Setup, held: Held) -> dict[Hand, str]:
    """The best five of each hand and the cards that all share, once there are five."""
    return {hand: worth.in_words for hand, worth in with_the_board(held).items()}


def with_the_board(held: Held) -> dict[Hand, PokerHand]:
    board = held.get(COMMUNITY, ())
    return {hand: best_hand((*cards, *board)) for hand, cards in played(held).items() if len(cards) + len(board) >= 5}


def three_cards(setup: Setup, held: Held) -> dict[Hand, str]:
    return of_size(3, three_card_hand, played(held))


def best_four(setup: Setup, held: Held) -> dict[Hand, str]:
    """The best four of each hand, once it is whole: five cards, or as many as the dealer has."""
    return {hand: four_card_hand(cards).in_words for hand, cards in played(held).items() if len(cards) >= 5}


def of_size(size: int, worth: Callable[[tuple[Card, ...]], Told], held: Held) -> dict[Hand, str]:
    """Each hand of so many cards by itself."""
    return {hand: worth(cards).in_words for hand, cards in held.items() if len(cards) == size}


def played(held: Held) -> dict[Hand, tuple[Card, ...]]:
    """The players' hands and the dealer's, and not what lies beside them."""
    return {hand: cards for hand, cards in held.items() if hand.owner is not None or hand == DEALER}
