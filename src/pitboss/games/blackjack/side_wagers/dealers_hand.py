"""Wagers on the dealer's hand: that the third card breaks it, that it goes over 21, that it is a blackjack."""

from collections.abc import Sequence

from pitboss.equipment.cards import Card
from pitboss.games.blackjack.side_wagers.first_cards import Names, is_one_color, is_suited
from pitboss.hands.blackjack import ACE, count, is_blackjack, value

FEWEST, MOST = 3, 8
"""The numbers of cards by which a hand over 21 is paid; the last stands for more."""
THIRD_CARD = {10: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six"}
OPTIONAL_BONUS_NAMES = ("suited_eights", "same_color_eights", *THIRD_CARD.values())
BUSTER_NAMES = tuple(f"over_in_{cards}" for cards in range(FEWEST, MOST + 1))
PUSH_22_NAMES = ("same_suit_22", "same_color_22", "other_22")
SUPER_4_NAMES = (
    "royal_flush_in_chosen_suit",
    "royal_flush",
    "three_of_a_kind",
    "straight",
    "flush",
    "two_pair",
    "one_color",
    "pair",
    "any_hand",
    "dealer_ace_up",
)
ROYAL = {ACE, 13, 12, 11}


def optional_bonus(dealer: Sequence[Card]) -> Names:
    """Paid by the third card that takes the dealer over 21; three eights alike are paid by themselves.

    >>> from pitboss.equipment.cards import cards
    >>> optional_bonus(cards("Ts 6h 6d")), optional_bonus(cards("8s 8c 8s")), optional_bonus(cards("Ts 6h 5d"))
    (('six',), ('same_color_eights', 'eight'), ())
    """
    three = dealer[:3]
    if len(three) < 3 or not count(three).over:
        return ()
    plain = (THIRD_CARD[value(three[2])],)
    if any(card.rank != 8 for card in three) or not is_one_color(three):
        return plain
    return ("suited_eights", *plain) if is_suited(three) else ("same_color_eights", *plain)


def buster(dealer: Sequence[Card]) -> Names:
    """Paid by how many cards the dealer went over 21 with.

    >>> from pitboss.equipment.cards import cards
    >>> buster(cards("Ts 6d 9h")), buster(cards("As Kd"))
    (('over_in_3',), ())
    """
    return (f"over_in_{min(len(dealer), MOST)}",) if count(dealer).over else ()


def push_22(dealer: Sequence[Card]) -> Names:
    """The dealer's hand counts exactly 22; paid by whether all of its cards are of one suit, or of one color.

    >>> from pitboss.equipment.cards import cards
    >>> push_22(cards("Ts 5s 7s"))[0], push_22(cards("Ts 5c 7s"))[0], push_22(cards("Ts 5d 7c"))
    ('same_suit_22', 'same_color_22', ('other_22',))
    >>> push_22(cards("Ts 5d 6c"))
    ()
    """
    if count(dealer).total != 22:
        return ()
    return PUSH_22_NAMES[0 if is_suited(dealer) else 1 if is_one_color(dealer) else 2 :]


def super_4(cards: Sequence[Card], dealer: Sequence[Card], chosen_suit: str) -> Names:
    """A player's first two cards and a dealer's blackjack, as four cards; or an ace up without a blackjack.

    >>> from pitboss.equipment.cards import cards
    >>> super_4(cards("Qs Js"), cards("As Ks"), "s")[0], super_4(cards("8s 5c"), cards("As Qc"), "s")[0]
    ('royal_flush_in_chosen_suit', 'one_color')
    >>> super_4(cards("8s 5c"), cards("As 9c"), "s"), super_4(cards("8s 5c"), cards("Ts 9c"), "s")
    (('dealer_ace_up',), ())
    """
    if not is_blackjack(dealer[:2]):
        return ("dealer_ace_up",) if dealer[0].rank == ACE else ()
    four = (*cards, *dealer[:2])
    ranks = [card.rank for card in four]
    kinds = set(ranks)
    royal, suited, three = kinds == ROYAL, is_suited(four), len(kinds) == 2 and ranks.count(ranks[0]) != 2
    found = (
        royal and suited and four[0].suit == chosen_suit,
        royal and suited,
        three,
        royal,
        suited,
        len(kinds) == 2 and not three,
        is_one_color(four),
        len(kinds) < len(four) and not three,
        True,
    )
    return tuple(name for name, is_there in zip(SUPER_4_NAMES, found, strict=False) if is_there)
