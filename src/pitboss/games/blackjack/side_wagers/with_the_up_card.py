"""Wagers on a player's first two cards and the dealer's up card."""

from collections.abc import Sequence

from pitboss.equipment.cards import Card
from pitboss.games.blackjack.side_wagers.first_cards import Names, is_suited
from pitboss.hands.three_card import FLUSH, three_card_hand

MATCH_NAMES = (
    "two_suited_matches",
    "one_suited_and_one_unsuited_match",
    "one_suited_match",
    "two_unsuited_matches",
    "one_unsuited_match",
)
IN_BETWEEN_NAMES = ("triple_match", "one_card_spread", "two_card_spread", "three_card_spread", "other_spread")
POKER_NAMES = ("straight_flush", "three_of_a_kind", "straight", "flush")
SUPER_3_NAMES = ("suited_three_of_a_kind", "straight_flush", "three_of_a_kind")


def match_the_dealer(cards: Sequence[Card], up: Card) -> Names:
    """How many of the two are of the up card's rank, and of those how many of its suit; a jack matches only a jack.

    >>> from pitboss.equipment.cards import cards
    >>> match_the_dealer(cards("9s 9h"), Card("9s")), match_the_dealer(cards("Js 4h"), Card("Ts"))
    (('one_suited_and_one_unsuited_match',), ())
    """
    suited = sum(card == up for card in cards)
    unsuited = sum(card.rank == up.rank for card in cards) - suited
    found = {
        (2, 0): "two_suited_matches",
        (1, 1): "one_suited_and_one_unsuited_match",
        (1, 0): "one_suited_match",
        (0, 2): "two_unsuited_matches",
        (0, 1): "one_unsuited_match",
    }.get((suited, unsuited))
    return (found,) if found else ()


def in_between(cards: Sequence[Card], up: Card) -> Names:
    """The up card ranks between the two, an ace high: paid by how many ranks lie between; or all three are alike.

    >>> from pitboss.equipment.cards import cards
    >>> in_between(cards("4s 8d"), Card("6c")), in_between(cards("7s 9d"), Card("9c"))
    (('three_card_spread',), ())
    """
    low, high = sorted(card.rank for card in cards)
    if low == high == up.rank:
        return ("triple_match",)
    if not low < up.rank < high:
        return ()
    return (IN_BETWEEN_NAMES[min(high - low - 1, 4)],)


def three_card_poker(cards: Sequence[Card], up: Card) -> Names:
    """A flush or better of the three; an ace is high, and low in A-2-3.

    >>> from pitboss.equipment.cards import cards
    >>> three_card_poker(cards("Qh Kd"), Card("Ac")), three_card_poker(cards("Ks Ad"), Card("2c"))
    (('straight',), ())
    """
    worth = three_card_hand((*cards, up))
    return (worth.name,) if worth.category >= FLUSH else ()


def super_3(cards: Sequence[Card], up: Card) -> Names:
    """Three of a kind, of one suit the best, or a straight flush.

    >>> from pitboss.equipment.cards import cards
    >>> super_3(cards("8s 8s"), Card("8s"))[0], super_3(cards("8s 8d"), Card("8s"))
    ('suited_three_of_a_kind', ('three_of_a_kind',))
    """
    three = (*cards, up)
    name = three_card_hand(three).name
    if name == "three_of_a_kind" and is_suited(three):
        return ("suited_three_of_a_kind", name)
    return (name,) if name in SUPER_3_NAMES else ()
