"""Pai Gow Poker hands: five cards or two, with a joker that is an ace or completes a straight or flush, or any card."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pitboss.equipment.cards import JOKERS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands.naming import Name
from pitboss.hands.poker import (
    FLUSH,
    HIGH_CARD,
    NAMES,
    PAIR,
    RANKS_IN_WORDS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    best_of_ranks,
    in_words,
    many,
)
from pitboss.hands.wild import FIVE_OF_A_KIND as WILD_FIVE
from pitboss.hands.wild import ROYAL_FLUSH as WILD_ROYAL
from pitboss.hands.wild import with_wilds

ROYAL_FLUSH, FIVE_OF_A_KIND = 9, 10
ALL_NAMES = (*NAMES, "royal_flush", "five_of_a_kind")
ACE, FIVE = 14, 5
Wheel = Literal["second", "lowest"]
"""Where A-2-3-4-5 ranks among the straights: right below A-K-Q-J-10, or last."""
Joker = Literal["ace", "ace_or_fifth", "wild"]
"""What the joker is: an ace that may complete a straight or a flush; that, and the fifth of any four; any card."""


class PaiGowHand(NamedTuple):
    """What a hand is worth: category, then ranks in the order they decide. Two cards compare with five."""

    category: int
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        return "five_aces" if self == (FIVE_OF_A_KIND, (ACE,)) else ALL_NAMES[self.category]

    @property
    def in_words(self) -> str:
        """What a player would call it; of two straights, how high each is.

        >>> two_cards([Card("As"), Card("9d")]).in_words, PaiGowHand(STRAIGHT, (15,)).in_words
        ('ace high', 'straight')
        """
        if self.category == FIVE_OF_A_KIND:
            return f"five {many(self.ranks[0])}"
        if self.category in (STRAIGHT, STRAIGHT_FLUSH):
            name = self.name.replace("_", " ")
            return Name(name, f"{name}, {straight_in_words(self.ranks[0], FIVE)}")
        return self.name.replace("_", " ") if self.category == ROYAL_FLUSH else in_words(self.category, self.ranks)


def straight_in_words(order: int, lowest: int) -> str:
    """How high a straight is, by its order: an ace above the king ranks first, one below the two second or last.

    >>> straight_in_words(15, 5), straight_in_words(14, 5), straight_in_words(9, 5)
    ('ace high', 'ace to five', 'nine high')
    """
    if order in (ACE, lowest):
        return f"ace to {RANKS_IN_WORDS[lowest]}"
    return f"{RANKS_IN_WORDS[min(order, ACE)]} high"


def rank_of(card: Card) -> int:
    """A card's rank, the joker being an ace."""
    return ACE if card in JOKERS else card.rank


def two_cards(hand: Sequence[Card], whose: str = "the", joker: Joker = "ace") -> PaiGowHand:
    """A pair or two high cards; the joker is an ace, and one that is wild makes a pair.

    >>> from pitboss.equipment.cards import cards
    >>> two_cards(cards("Xr Kc")) == two_cards(cards("As Kd")), two_cards(cards("7s 7d")).name
    (True, 'pair')
    >>> two_cards(cards("Xr Kc"), joker="wild").in_words
    'pair of kings'
    """
    known(hand, whose)
    if len(hand) != 2:
        raise PitbossError(f"a low hand has two cards, not {len(hand)}")
    if joker == "wild":
        hand = [card for card in hand if card not in JOKERS] * 2 if any(card in JOKERS for card in hand) else hand
    high, low = sorted((rank_of(card) for card in hand), reverse=True)
    return PaiGowHand(PAIR, (high,)) if high == low else PaiGowHand(HIGH_CARD, (high, low))


def five_cards(hand: Sequence[Card], wheel: Wheel = "second", whose: str = "the", joker: Joker = "ace") -> PaiGowHand:
    """The best that five cards are, whatever the joker among them stands for.

    >>> from pitboss.equipment.cards import cards
    >>> [five_cards(cards(hand)).name for hand in ("Ks Qs Js Ts Xr", "As Ah Ad Ac Xr", "Th 8h 6h 2h Xr")]
    ['royal_flush', 'five_aces', 'flush']
    >>> five_cards(cards("2h 3c 4d 5s Xr")) > five_cards(cards("Kd Qs Jc Th 9d"))
    True
    >>> [five_cards(cards("7s 7h 7d 7c Xr"), joker=joker).in_words for joker in ("ace", "ace_or_fifth", "wild")]
    ['four sevens', 'five sevens', 'five sevens']
    """
    known(hand, whose)
    if len(hand) != 5:
        raise PitbossError(f"a high hand has five cards, not {len(hand)}")
    natural = [card for card in hand if card not in JOKERS]
    if joker == "wild" and len(natural) < len(hand):
        return _with_a_wild_card(natural, wheel)
    if joker == "ace_or_fifth" and len(natural) == 4 and len({card.rank for card in natural}) == 1:
        return PaiGowHand(FIVE_OF_A_KIND, (natural[0].rank,))
    ranks = [card.rank for card in natural]
    as_ace = [*ranks, *[ACE] * (5 - len(natural))]
    if as_ace.count(ACE) == 5:
        return PaiGowHand(FIVE_OF_A_KIND, (ACE,))
    suited = len({card.suit for card in natural}) == 1
    order = straight_order(ranks, wheel)
    if order and suited:
        return PaiGowHand(ROYAL_FLUSH, ()) if order == ACE + 1 else PaiGowHand(STRAIGHT_FLUSH, (order,))
    if order:
        return PaiGowHand(STRAIGHT, (order,))
    if suited:
        # In a flush the joker is the highest card of the suit that the hand lacks.
        missing = [rank for rank in range(ACE, 1, -1) if rank not in ranks][: 5 - len(natural)]
        return PaiGowHand(FLUSH, tuple(sorted([*ranks, *missing], reverse=True)))
    return PaiGowHand(*best_of_ranks(as_ace))


def straight_order(ranks: Sequence[int], wheel: Wheel = "second") -> int:
    """How high the best straight of these ranks and as many jokers as five lack is; 0 where they make none.

    >>> straight_order([14, 13, 12, 11, 10]), straight_order([14, 2, 3, 4, 5]), straight_order([13, 12, 11, 10])
    (15, 14, 15)
    >>> straight_order([2, 3, 4, 5], "lowest")
    6
    """
    held = set(ranks)
    if len(held) < len(ranks):
        return 0
    return next((order for run, order in _RUNS[wheel] if held <= run), 0)


def is_complete(hand: Sequence[Card], wheel: Wheel = "second") -> bool:
    """True where five cards make a straight or a flush, whichever: all five are in order or in one suit.

    >>> from pitboss.equipment.cards import cards
    >>> [is_complete(cards(hand)) for hand in ("Th 8h 6h 2h Xr", "2h 3c 4d 5s Xr", "As Ah Ad Ac Xr")]
    [True, True, False]
    """
    natural = [card for card in hand if card not in JOKERS]
    return len({card.suit for card in natural}) == 1 or straight_order([card.rank for card in natural], wheel) > 0


def _with_a_wild_card(natural: Sequence[Card], wheel: Wheel) -> PaiGowHand:
    """Five cards of which one is any card; five of a kind ranks above the royal flush here."""
    worth = with_wilds(tuple(natural))
    if worth.category in (STRAIGHT, STRAIGHT_FLUSH):
        return PaiGowHand(worth.category, (straight_order([card.rank for card in natural], wheel),))
    if worth.category == WILD_FIVE:
        return PaiGowHand(FIVE_OF_A_KIND, worth.ranks)
    return PaiGowHand(ROYAL_FLUSH, ()) if worth.category == WILD_ROYAL else PaiGowHand(*worth)


def _order(top: int, wheel: Wheel) -> int:
    if top == ACE:
        return ACE + 1
    return ACE if top == FIVE and wheel == "second" else top


def _runs(wheel: Wheel) -> list[tuple[frozenset[int], int]]:
    """The ranks of every straight, and how high it is; the highest first."""
    runs = [
        (frozenset(ACE if rank == 1 else rank for rank in range(top - 4, top + 1)), _order(top, wheel))
        for top in range(FIVE, ACE + 1)
    ]
    return sorted(runs, key=lambda run: run[1], reverse=True)


_RUNS: dict[Wheel, list[tuple[frozenset[int], int]]] = {"second": _runs("second"), "lowest": _runs("lowest")}
