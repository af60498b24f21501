"""Five cards of draw poker with a joker among them: high, ace to five and deuce to seven."""

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.equipment.cards import JOKERS, RANKS, SUITS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands.lowball import LowHand, ace_to_five, deuce_to_seven
from pitboss.hands.pai_gow import PaiGowHand, five_cards

SIZE = 5


class DrawHand(PaiGowHand):
    """A high hand in a deck with a joker: five aces come before everything."""

    __slots__ = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)


def high_with_joker(hand: Sequence[Card], whose: str = "the") -> DrawHand:
    """The joker is an ace, or the card that completes a straight, a flush or a straight flush.

    >>> from pitboss.equipment.cards import cards
    >>> [high_with_joker(cards(hand)).name for hand in ("As Ah Ad Ac Xr", "Kc Ks Qd Qh Xr", "9h 8h 7h 6h Xr")]
    ['five_aces', 'two_pair', 'straight_flush']
    """
    _five(hand)
    return DrawHand(*five_cards(hand, "lowest", whose))


def ace_to_five_with_joker(hand: Sequence[Card], whose: str = "the") -> LowHand:
    """The joker is the lowest rank that the hand lacks, the ace being lowest.

    >>> from pitboss.equipment.cards import cards
    >>> ace_to_five_with_joker(cards("7h Ac 2d 6s Xr")).in_words
    '7-6-3-2-A low'
    """
    return _low(hand, whose, "A" + RANKS[:-1], ace_to_five)


def deuce_to_seven_with_joker(hand: Sequence[Card], whose: str = "the", wheel_is_straight: bool = True) -> LowHand:
    """The joker is the lowest rank that the hand lacks, the deuce being lowest, also where that makes a straight.

    >>> from pitboss.equipment.cards import cards
    >>> deuce_to_seven_with_joker(cards("6h 5c 4d 3s Xr")).kind, deuce_to_seven_with_joker(cards("7h 5c 4d 3s Xr")).kind
    (4, 0)
    """
    return _low(hand, whose, RANKS, deuce_to_seven, wheel_is_straight=wheel_is_straight)


def _low(hand: Sequence[Card], whose: str, ranks: str, worth: Callable[..., LowHand], **more: Any) -> LowHand:
    """The hand with the joker as the lowest rank of these that it lacks, of the suit that is best for it."""
    _five(hand)
    known(hand, whose)
    natural = [card for card in hand if card not in JOKERS]
    if len(natural) == len(hand):
        return worth(hand, whose, **more)
    lowest = next(rank for rank in ranks if rank not in {card[0] for card in natural})
    return max(worth([*natural, Card(lowest + suit)], whose, **more) for suit in SUITS)


def _five(hand: Sequence[Card]) -> None:
    if len(hand) != SIZE:
        raise PitbossError(f"a hand of draw poker has five cards, not {len(hand)}")
