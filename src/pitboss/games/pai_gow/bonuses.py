"""Wagers beside a Pai Gow Poker hand: what the cards are called on their pay tables, as pure functions of the cards.

Each wager sees the player's seven cards, the first three of them, or the dealer's hand; how the player sets his own
never matters. ``bonus_wagers`` says when the table settles which.
"""

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import NamedTuple

from pitboss.equipment.cards import JOKERS, Card
from pitboss.hands.pai_gow import ALL_NAMES, two_cards
from pitboss.hands.pai_gow_seven import (
    AND_PAIR,
    HIGH_CARDS,
    JOKER_ACE_ROYAL,
    SEVEN_NAMES,
    THREE_CARD_NAMES,
    colored,
    pai_gow_with_an_ace,
    seven_card_names,
    three_card_names,
)
from pitboss.hands.poker import HIGH_CARD
from pitboss.money import Award, For, FromMeter, MeterShare, Plus, Push, To
from pitboss.rulebook.offers import Pays
from pitboss.rulebook.setup import Setup

Names = Collection[str]
Cards = tuple[Card, ...]
FIRST_THREE = 3
ROYAL_MATCH = "royal_flush_royal_match"
QUEENS_DRAGON, TIGER_9, ACE_HIGH = "queens_dragon", "tiger_9", "ace_high"
NINE, OTHER_HAND = 9, "any_other_hand"
BOTH_ACE_HIGH, WITH_JOKER, WITHOUT_JOKER = "both_ace_high", "ace_high_with_joker", "ace_high_without_joker"
OF_THE_COLOR = tuple(
    f"{number}_of_the_color" for number in ("none", "one", "two", "three", "four", "five", "six", "seven")
)


class Seen(NamedTuple):
    """What decides bonus wagers: a player's seven cards, the dealer's, his low hand, and the spot of the wager."""

    own: Cards
    dealer: Cards = ()
    dealer_low: Cards = ()
    spot: str = ""

    @property
    def names(self) -> frozenset[str]:
        return seven_card_names(self.own)


Judge = Callable[[Setup, Seen], Names]


# -- on the player's own cards ----------------------------------------------------------------------------------------


def fortune(setup: Setup, seen: Seen) -> Names:
    """The best of seven; a royal flush with the two cards that the house has chosen is one of its own."""
    names = seven_card_names(seen.own, setup.term("joker") or "ace")
    return names | {ROYAL_MATCH} if setup.term("royal_match") in names else names


def best_of_seven(setup: Setup, seen: Seen) -> Names:
    return seen.names


def with_a_pair(setup: Setup, seen: Seen) -> Names:
    """Five cards and whether the other two are a pair; four of a kind with one is paid on its own line in any case."""
    names = seen.names
    return names - {"four_of_a_kind"} if f"four_of_a_kind{AND_PAIR}" in names else names


def royal_as_printed(setup: Setup, seen: Seen) -> Names:
    """A joker makes a royal flush only with king, queen, jack and ten; where the house takes any, in any place."""
    names = seen.names
    return names if JOKER_ACE_ROYAL in names or setup.term("royal_joker") == "any" else names - {"royal_flush"}


def insurance(setup: Setup, seen: Seen) -> Names:
    """No pair or better; the joker is an ace and nothing else, unless the house lets it complete hands."""
    if setup.term("insurance_joker") == "semi_wild":
        return seen.names
    return {high} if (high := pai_gow_with_an_ace(seen.own)) else ()


def of_the_color(setup: Setup, seen: Seen) -> Names:
    return {OF_THE_COLOR[colored(seen.own, seen.spot)]}


def first_three(setup: Setup, seen: Seen) -> Names:
    return three_card_names(seen.own[:FIRST_THREE])


# -- on the dealer's hand ---------------------------------------------------------------------------------------------


def queens_dragon(setup: Setup, seen: Seen) -> Names:
    return {QUEENS_DRAGON} if is_queens_dragon(seen.dealer) else ()


def tiger_9(setup: Setup, seen: Seen) -> Names:
    return {TIGER_9} if is_nine_high(seen.dealer_low) else ()


def ace_high(setup: Setup, seen: Seen) -> Names:
    """The dealer's ace high, the player's as well, and whether the dealer's ace is the joker."""
    if not is_ace_high(seen.dealer):
        return ()
    joker = any(card in JOKERS for card in seen.dealer)
    both = {BOTH_ACE_HIGH} if is_ace_high(seen.own) else set()
    return {WITH_JOKER if joker else WITHOUT_JOKER} | both


def is_queens_dragon(cards: Cards) -> bool:
    """Seven cards without a pair or better, the highest a queen."""
    return "queen_high" in seven_card_names(cards)


def is_ace_high(cards: Cards) -> bool:
    """Seven cards without a pair or better, the highest an ace or the joker."""
    return "ace_high" in seven_card_names(cards)


def is_nine_high(low: Cards) -> bool:
    """A nine with a lower card."""
    worth = two_cards(low)
    return worth.category == HIGH_CARD and worth.ranks[0] == NINE


class Returning(NamedTuple):
    """A hand of the dealer's that returns every wager on the hands."""

    words: str
    holds: Callable[[Cards, Cards], bool]


RETURNING = {
    QUEENS_DRAGON: Returning("a Queen's Dragon", lambda cards, low: is_queens_dragon(cards)),
    "nine_high_low_hand": Returning("a nine-high low hand", lambda cards, low: is_nine_high(low)),
    ACE_HIGH: Returning("an ace-high hand", lambda cards, low: is_ace_high(cards)),
}
"""By the name that a variant has for it; the dealer's seven cards and his low hand decide."""

JUDGES: dict[str, tuple[Judge, tuple[str, ...]]] = {
    **dict.fromkeys(("fortune_bonus", "bonus", "fortune"), (fortune, (ROYAL_MATCH, *SEVEN_NAMES))),
    **dict.fromkeys(
        (
            "emperors_treasure",
            "fortune_progressive_s14a",
            "fortune_progressive_s14b",
            "face_up_progressive",
            "dynasty_bonus",
            "seven_card_bonus",
        ),
        (best_of_seven, SEVEN_NAMES),
    ),
    **dict.fromkeys(("progressive_s14", "progressive_payout"), (with_a_pair, SEVEN_NAMES)),
    "progressive_s16e": (royal_as_printed, SEVEN_NAMES),
    "pai_gow_insurance": (insurance, HIGH_CARDS),
    "protection": (best_of_seven, HIGH_CARDS),
    "red_black": (of_the_color, OF_THE_COLOR),
    "three_card_bonus": (first_three, THREE_CARD_NAMES),
    QUEENS_DRAGON: (queens_dragon, (QUEENS_DRAGON,)),
    TIGER_9: (tiger_9, (TIGER_9,)),
    ACE_HIGH: (ace_high, (BOTH_ACE_HIGH, WITH_JOKER, WITHOUT_JOKER)),
}
"""By wager, what the cards are called that decide it, and every name they may have."""
ON_THE_DEALER = (QUEENS_DRAGON, TIGER_9, ACE_HIGH)


def best_paid(pays: Pays, names: Names) -> tuple[str, ...]:
    """The names that a table lists, what it pays most for first; where it lists none, what the cards come to.

    A table may pay three of a kind more than a straight, and a hand that is both wins the more of them.
    """
    listed = [name for name in pays.lines if name in names]
    ordered = tuple(sorted(listed, key=lambda name: _return_on(pays.lines[name]), reverse=True))
    return ordered or (_in_a_word(names),)


def _in_a_word(names: Names) -> str:
    """What cards come to that no line of a table has."""
    worth = next((name for name in reversed(ALL_NAMES) if name in names), "")
    return worth or next(iter(names), OTHER_HAND)


def _return_on(pay: object) -> tuple[Fraction, Fraction]:
    """How much a line returns: what part of a meter first, then what of a dollar or as a fixed sum."""
    none = Fraction(0)
    match pay:
        case MeterShare(percent, _):
            return percent, none
        case Plus(odds, share):
            return share.percent, _return_on(odds)[1]
        case To(wins, per):
            return none, Fraction(wins, per) + 1
        case For(wins, per):
            return none, Fraction(wins, per)
        case Award(amount) | FromMeter(amount, _):
            return none, Fraction(amount)
        case Push():
            return none, Fraction(1)
    raise AssertionError(f"{pay} is no line of one column")
