"""Wagers on a player's first two cards: their total without eleven for an ace, their suit, their twenty."""

from collections.abc import Sequence

from pitboss.equipment.cards import Card
from pitboss.hands.blackjack import ACE, count, value

Names = tuple[str, ...]
TWENTY = 20
KING, QUEEN = 13, 12
TWENTY_POINT_NAMES = (
    "queens_of_hearts_and_dealer_blackjack",
    "queens_of_hearts",
    "matched_20",
    "suited_20",
    "any_20",
)
KINGS_BOUNTY_NAMES = (
    "kings_of_spades_and_dealer_blackjack",
    "kings_of_spades",
    "suited_kings",
    "suited_queens_jacks_or_tens",
    "suited_20",
    "two_kings",
    "unsuited_20",
)
SAME_SUIT_NAMES = ("king_and_queen", "any_two_cards")


def total_with_low_aces(cards: Sequence[Card]) -> int:
    """What cards count where an ace is always one.

    >>> from pitboss.equipment.cards import cards
    >>> total_with_low_aces(cards("Ad Kc"))
    11
    """
    return sum(1 if card.rank == ACE else value(card) for card in cards)


def over_13(cards: Sequence[Card]) -> Names:
    return ("over_13",) if total_with_low_aces(cards) > 13 else ()


def under_13(cards: Sequence[Card]) -> Names:
    return ("under_13",) if total_with_low_aces(cards) < 13 else ()


def same_suit(cards: Sequence[Card]) -> Names:
    """Two cards of one suit; a king and a queen are paid by themselves.

    >>> from pitboss.equipment.cards import cards
    >>> same_suit(cards("Kh Qh")), same_suit(cards("Kh Qc"))
    (('king_and_queen', 'any_two_cards'), ())
    """
    if not is_suited(cards):
        return ()
    return SAME_SUIT_NAMES if {card.rank for card in cards} == {KING, QUEEN} else SAME_SUIT_NAMES[1:]


def twenty_point(cards: Sequence[Card], dealer_blackjack: bool = False) -> Names:
    """Two cards that count twenty, an ace and a nine too.

    >>> from pitboss.equipment.cards import cards
    >>> twenty_point(cards("Kd Kd")), twenty_point(cards("Ac 9h")), twenty_point(cards("Qh Qh"), True)[0]
    (('matched_20',), ('any_20',), 'queens_of_hearts_and_dealer_blackjack')
    """
    if count(cards).total != TWENTY:
        return ()
    if is_queens_of_hearts(cards):
        return TWENTY_POINT_NAMES[:2] if dealer_blackjack else TWENTY_POINT_NAMES[1:2]
    if cards[0] == cards[1]:
        return ("matched_20",)
    return ("suited_20",) if is_suited(cards) else ("any_20",)


def kings_bounty(cards: Sequence[Card], dealer_blackjack: bool = False) -> Names:
    """Two cards that count twenty; kings, and two alike, are paid by themselves.

    >>> from pitboss.equipment.cards import cards
    >>> [kings_bounty(cards(hand)) for hand in ("Kh Kh", "Qd Qd", "Kc Qc", "Ks Kh", "Tc Jd")]
    [('suited_kings',), ('suited_queens_jacks_or_tens',), ('suited_20',), ('two_kings',), ('unsuited_20',)]
    """
    if count(cards).total != TWENTY:
        return ()
    if is_kings_of_spades(cards):
        return KINGS_BOUNTY_NAMES[:2] if dealer_blackjack else KINGS_BOUNTY_NAMES[1:2]
    kings = all(card.rank == KING for card in cards)
    if cards[0] == cards[1]:
        return ("suited_kings",) if kings else ("suited_queens_jacks_or_tens",)
    if is_suited(cards):
        return ("suited_20",)
    return ("two_kings",) if kings else ("unsuited_20",)


def is_queens_of_hearts(cards: Sequence[Card]) -> bool:
    return all(card == "Qh" for card in cards)


def is_kings_of_spades(cards: Sequence[Card]) -> bool:
    return all(card == "Ks" for card in cards)


def is_suited(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def is_one_color(cards: Sequence[Card]) -> bool:
    return len({card.suit in "dh" for card in cards}) == 1
