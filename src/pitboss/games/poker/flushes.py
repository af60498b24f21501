"""What games of the larger flush share: the dealer's least hand, what decides between two, and an ace in a run."""

from collections.abc import Sequence

from pitboss.equipment.cards import RANKS, Card
from pitboss.games.poker import kit
from pitboss.hands.flush import FlushHand, flush_hand
from pitboss.hands.poker import RANKS_IN_WORDS
from pitboss.rulebook.setup import Setup

TOP_CARD_ONLY = "top_card_only"


def qualifies(setup: Setup, dealer: FlushHand) -> bool:
    """With so many cards of a suit and a card of the rulebook's rank, or better, the dealer's hand counts."""
    high = RANKS.index(setup.term("dealer_qualifies_high")) + 2
    return dealer >= FlushHand(setup.term("dealer_qualifies_cards"), (high,))


def qualifies_with(setup: Setup) -> str:
    high = kit.rank_in_words(setup.term("dealer_qualifies_high"))
    return f"a {RANKS_IN_WORDS[setup.term('dealer_qualifies_cards')]}-card flush, {high} high"


def decisive(setup: Setup, hand: FlushHand) -> FlushHand:
    """What of a hand decides against another: all its cards, or where the house reads it so, the highest."""
    return hand._replace(ranks=hand.ranks[:1]) if setup.term("tiebreak") == TOP_CARD_ONLY else hand


def decisive_hand(setup: Setup, cards: Sequence[Card], whose: str) -> FlushHand:
    return decisive(setup, flush_hand(cards, whose))


def ace_low(setup: Setup) -> bool:
    """Whether A-2-3 of a suit is a straight flush."""
    return bool(setup.term("ace_in_straight_flush") == "high_or_low")
