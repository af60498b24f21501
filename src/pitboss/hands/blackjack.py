"""Blackjack hands: what cards count, hard and soft totals, the ace and ten that are a blackjack."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.equipment.cards import Card

ACE = 14
BEST = 21
"""The most that a hand may count."""


class Count(NamedTuple):
    """What a hand counts; it is soft while an ace counts eleven."""

    total: int
    soft: bool

    @property
    def over(self) -> bool:
        return self.total > BEST

    @property
    def in_words(self) -> str:
        """As a player says it: ``soft 17``, ``16``, ``23, over``."""
        if self.over:
            return f"{self.total}, over"
        return f"soft {self.total}" if self.soft and self.total < BEST else str(self.total)


def value(card: Card) -> int:
    """What a card counts by itself: an ace eleven, faces ten, the others their number.

    >>> [value(Card(text)) for text in ("Ah", "7c", "Td", "Ks")]
    [11, 7, 10, 10]
    """
    return 11 if card.rank == ACE else min(card.rank, 10)


def count(hand: Sequence[Card]) -> Count:
    """What a hand counts: an ace eleven, unless that takes the hand over 21; then one. Nobody chooses.

    >>> from pitboss.equipment.cards import cards
    >>> tuple(count(cards("Ah 6c"))), tuple(count(cards("Ah 6c 9d"))), tuple(count(cards("Ah Ac 9d")))
    ((17, True), (16, False), (21, True))
    """
    total = high_aces = 0
    for card in hand:
        rank = card.rank
        high_aces += rank == ACE
        total += 11 if rank == ACE else min(rank, 10)
    while total > BEST and high_aces:
        total -= 10
        high_aces -= 1
    return Count(total, high_aces > 0)


def is_blackjack(hand: Sequence[Card]) -> bool:
    """True for an ace and a ten or face; whether they were dealt so, whoever holds the hand knows.

    >>> from pitboss.equipment.cards import cards
    >>> is_blackjack(cards("Ah Jc")), is_blackjack(cards("Ah 5c 5d"))
    (True, False)
    """
    return len(hand) == 2 and value(hand[0]) + value(hand[1]) == BEST


def is_pair(hand: Sequence[Card]) -> bool:
    """True for two cards of equal value: a king and a ten are."""
    return len(hand) == 2 and value(hand[0]) == value(hand[1])
