"""Baccarat hands: what cards count, naturals, pairs, and the nine with a face card that Royal 9 pays."""

from collections.abc import Iterable, Sequence

from pitboss.equipment.cards import Card

JACK, KING, ACE = 11, 13, 14
NATURALS = (8, 9)


def value(card: Card) -> int:
    """What a card counts: an ace one, ten and faces nothing, the others their number.

    >>> [value(Card(text)) for text in ("Ah", "7c", "Td", "Ks")]
    [1, 7, 0, 0]
    """
    if card.rank == ACE:
        return 1
    return card.rank if card.rank < 10 else 0


def point_count(hand: Iterable[Card]) -> int:
    """The last digit of what the cards add up to.

    >>> from pitboss.equipment.cards import cards
    >>> point_count(cards("Ac 2d 4h")), point_count(cards("Ac 2d 9h"))
    (7, 2)
    """
    return sum(map(value, hand)) % 10


def is_natural(hand: Sequence[Card]) -> bool:
    """True for a hand whose first two cards count 8 or 9."""
    return point_count(hand[:2]) in NATURALS


def is_pair(hand: Sequence[Card]) -> bool:
    """True when the first two cards are of one rank; suits are nothing."""
    first, second = hand[:2]
    return first.rank == second.rank


def is_royal_9(hand: Sequence[Card]) -> bool:
    """True when the first two cards are a nine and a jack, queen or king."""
    low, high = sorted(card.rank for card in hand[:2])
    return low == 9 and JACK <= high <= KING


def is_suited(hand: Sequence[Card]) -> bool:
    """True when the first two cards are of one suit."""
    first, second = hand[:2]
    return first.suit == second.suit
