"""Hold'em hands named by the street on which a royal flush was complete."""

from collections.abc import Sequence

from pitboss.equipment.cards import Card
from pitboss.games.poker.kit import Names
from pitboss.hands.poker import STRAIGHT_FLUSH, PokerHand, best_hand

HOLE = 2
ROYAL = PokerHand(STRAIGHT_FLUSH, (14,))
COMMUNITY_ROYAL = "community_royal"
AFTER = {5: "royal_after_5", 6: "royal_after_6", 7: "royal_after_7"}
ROYAL_NAMES = (*AFTER.values(), COMMUNITY_ROYAL)


def royal_by_street(cards: Sequence[Card], whose: str = "the") -> Names:
    """The names of a player's two cards and the board, these first: a royal flush goes by when all of it was there.

    >>> from pitboss.equipment.cards import cards
    >>> royal_by_street(cards("As 2d Ks Qs Js Ts 4h")), royal_by_street(cards("2c 2d Ah Kh Qh Jh Th"))
    (('royal_after_6',), ('community_royal',))
    >>> royal_by_street(cards("8d 9d 6d 7d Kc Td 2s"))
    ('straight_flush',)
    """
    hand = best_hand(cards, whose)
    if hand != ROYAL:
        return hand.names
    if best_hand(cards[HOLE:], whose) == ROYAL:
        return (COMMUNITY_ROYAL,)
    seen = next(many for many in AFTER if best_hand(cards[:many], whose) == ROYAL)
    return (AFTER[seen],)
