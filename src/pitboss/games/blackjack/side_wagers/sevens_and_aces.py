"""Wagers on sevens and aces among a player's first cards."""

from collections.abc import Sequence

from pitboss.equipment.cards import Card
from pitboss.games.blackjack.side_wagers.first_cards import Names, is_one_color, is_suited
from pitboss.hands.blackjack import ACE

SEVEN = 7
SEVENS_NAMES = ("three_suited_sevens", "three_sevens", "two_suited_sevens", "two_sevens", "one_seven")
BLAZING_NAMES = (
    "three_sevens_of_diamonds",
    "three_suited_sevens",
    "three_same_color_sevens",
    "three_sevens",
    "two_sevens",
    "one_seven",
)
ACES_NAMES = (
    "four_aces_of_one_color",
    "three_suited_aces",
    "three_aces",
    "two_suited_aces",
    "two_aces",
)


def sevens(cards: Sequence[Card]) -> Names:
    """The first card, both, or a third one drawn to a pair of sevens; a lone seven counts only if it came first.

    >>> from pitboss.equipment.cards import cards
    >>> sevens(cards("7d 7c 9h")), sevens(cards("7d 9c 7h")), sevens(cards("9c 7d"))
    (('two_sevens',), ('one_seven',), ())
    """
    leading = _leading(cards[:3], SEVEN)
    if leading < 2:
        return ("one_seven",) if leading else ()
    number = "three" if leading == 3 else "two"
    suited = (f"{number}_suited_sevens",) if is_suited(cards[:leading]) else ()
    return (*suited, f"{number}_sevens")


def has_two_sevens(cards: Sequence[Card]) -> bool:
    return _leading(cards[:2], SEVEN) == 2


def blazing_sevens(cards: Sequence[Card], up: Card) -> Names:
    """Sevens among the first two cards, and with both of them the dealer's up card.

    >>> from pitboss.equipment.cards import cards
    >>> blazing_sevens(cards("7s 7h"), Card("7c"))[0], blazing_sevens(cards("Ks 7h"), Card("7c"))
    ('three_sevens', ('one_seven',))
    """
    held = sum(card.rank == SEVEN for card in cards)
    if held < 2 or up.rank != SEVEN:
        return BLAZING_NAMES[-held:] if held else ()
    three = (*cards, up)
    if is_suited(three):
        return BLAZING_NAMES if up.suit == "d" else BLAZING_NAMES[1:]
    return BLAZING_NAMES[2:] if is_one_color(three) else BLAZING_NAMES[3:]


def aces(cards: Sequence[Card]) -> Names:
    """Aces in the first two, three or four cards, in the order of the deal.

    >>> from pitboss.equipment.cards import cards
    >>> aces(cards("As Ac As Ac"))[0], aces(cards("As Ad")), aces(cards("As 9c As"))
    ('four_aces_of_one_color', ('two_aces',), ())
    """
    leading = _leading(cards[:4], ACE)
    found = (
        leading == 4 and is_one_color(cards[:4]),
        leading >= 3 and is_suited(cards[:3]),
        leading >= 3,
        leading >= 2 and is_suited(cards[:2]),
        leading >= 2,
    )
    return tuple(name for name, is_there in zip(ACES_NAMES, found, strict=True) if is_there)


def _leading(cards: Sequence[Card], rank: int) -> int:
    """How many cards of a rank a hand begins with."""
    return next((at for at, card in enumerate(cards) if card.rank != rank), len(cards))
