"""What seven cards hold for the bonus wagers of Pai Gow Poker, however they are set: every name that a table may list.

A hand has many names at once, a straight and three of a kind; which of them pays is for the table to say. The joker is
an ace or completes a straight or a flush, or it is any card, as the rulebook has it; what holds for a natural hand has
no joker in it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from pitboss.equipment.cards import JOKERS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands.pai_gow import ACE, ALL_NAMES, FIVE, Joker, five_cards, rank_of
from pitboss.hands.poker import RANKS_IN_WORDS, straight_in

KING, QUEEN, SIZE = 13, 12, 7
SEVEN_STRAIGHT_FLUSH = "seven_card_straight_flush"
NATURAL_SEVEN, JOKER_SEVEN = f"{SEVEN_STRAIGHT_FLUSH}_no_joker", f"{SEVEN_STRAIGHT_FLUSH}_with_joker"
NATURAL_ROYAL, JOKER_ACE_ROYAL = "natural_royal_flush", "royal_flush_joker_as_ace"
NATURAL_STRAIGHT_FLUSH, JOKER_STRAIGHT_FLUSH = "straight_flush_without_joker", "straight_flush_with_joker"
ACE_FIVE, AND_ACE_QUEEN = "ace_five_natural_straight_flush", "_and_ace_queen_suited"
ROYAL_AND_KING_QUEEN, ROYAL_AND_ACE_KING = "royal_flush_and_king_queen_suited", "royal_flush_and_ace_king_suited"
THREE_PAIR, AND_PAIR = "three_pair", "_and_pair"
WITH_A_PAIR = (
    NATURAL_ROYAL,
    "five_aces",
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
)
HIGH_CARDS = tuple(f"{RANKS_IN_WORDS[rank]}_high" for rank in range(9, ACE + 1))
SEVEN_NAMES = (
    *(SEVEN_STRAIGHT_FLUSH, NATURAL_SEVEN, JOKER_SEVEN, NATURAL_ROYAL, JOKER_ACE_ROYAL),
    *(ROYAL_AND_KING_QUEEN, ROYAL_AND_ACE_KING, f"{NATURAL_ROYAL}{AND_ACE_QUEEN}", ACE_FIVE),
    *(f"{ACE_FIVE}{AND_ACE_QUEEN}", NATURAL_STRAIGHT_FLUSH, JOKER_STRAIGHT_FLUSH, "five_aces"),
    *(f"{name}{AND_PAIR}" for name in WITH_A_PAIR),
    *(THREE_PAIR, *ALL_NAMES, *HIGH_CARDS),
)
"""Every name that seven cards may have."""


@lru_cache(maxsize=4096)
def seven_card_names(hand: tuple[Card, ...], joker: Joker = "ace", whose: str = "the") -> frozenset[str]:
    """All names that seven cards have.

    >>> from pitboss.equipment.cards import cards
    >>> names = seven_card_names(cards("7s 7h 7d 8c 9s Td Jh"))
    >>> [name in names for name in ("straight", "three_of_a_kind", "flush", "full_house")]
    [True, True, False, False]
    >>> sorted(seven_card_names(cards("Ts 9d 8c 6h 4s 3d 2c")))
    ['high_card', 'ten_high']
    """
    known(hand, whose)
    if len(hand) != SIZE:
        raise PitbossError(f"{whose} hand has {len(hand)} cards, and not seven")
    found: set[str] = set()
    for five in combinations(hand, 5):
        found.update(_names_of_five(five, tuple(card for card in hand if card not in five), joker))
    found.update(_names_of_seven(hand))
    if found <= {"high_card"}:
        found.add(f"{RANKS_IN_WORDS[max(map(rank_of, hand))]}_high")
    return frozenset(found)


def _names_of_five(five: Sequence[Card], others: Sequence[Card], joker: Joker) -> Iterator[str]:
    """The names that five of the cards have, and what the other two add to them."""
    worth, natural = five_cards(five, joker=joker), not any(card in JOKERS for card in five)
    name, kinds = worth.name, []
    yield name
    if name == "royal_flush":
        kinds = ["royal_flush", "straight_flush", *([NATURAL_ROYAL] if natural else [])]
        if natural or ACE not in [card.rank for card in five]:
            yield JOKER_ACE_ROYAL
        yield from _royal_with(others, natural)
    elif name == "straight_flush":
        kinds = ["straight_flush"]
        if natural and {card.rank for card in five} == {ACE, 2, 3, 4, FIVE}:
            yield ACE_FIVE
            if _suited(others, ACE, QUEEN):
                yield f"{ACE_FIVE}{AND_ACE_QUEEN}"
    elif name in WITH_A_PAIR:
        kinds = [name]
    if "straight_flush" in kinds:
        yield NATURAL_STRAIGHT_FLUSH if natural else JOKER_STRAIGHT_FLUSH
    yield from kinds
    if name == "four_of_a_kind":  # any two of the three cards beside the four
        four = worth.ranks[0]
        beside = [rank_of(card) for card in (*five, *others) if rank_of(card) != four]
        paired = len(set(beside)) < len(beside)
    else:
        paired = rank_of(others[0]) == rank_of(others[1])
    if paired:
        yield from (f"{kind}{AND_PAIR}" for kind in kinds)


def _royal_with(others: Sequence[Card], natural: bool) -> Iterator[str]:
    if _suited(others, KING, QUEEN):
        yield ROYAL_AND_KING_QUEEN
    if _suited(others, ACE, KING):
        yield ROYAL_AND_ACE_KING
    if natural and _suited(others, ACE, QUEEN):
        yield f"{NATURAL_ROYAL}{AND_ACE_QUEEN}"


def _suited(others: Sequence[Card], *ranks: int) -> bool:
    """True for two natural cards of these ranks and one suit."""
    natural = [card for card in others if card not in JOKERS]
    return sorted(card.rank for card in natural) == sorted(ranks) and len({card.suit for card in natural}) == 1


def _names_of_seven(hand: Sequence[Card]) -> Iterator[str]:
    """The names that take all seven cards."""
    times = Counter(rank_of(card) for card in hand)
    if sorted(times.values()) == [1, 2, 2, 2]:
        yield THREE_PAIR
    natural = [card for card in hand if card not in JOKERS]
    if len({card.suit for card in natural}) > 1:
        return
    ranks = {card.rank for card in natural}
    low = {1 if rank == ACE else rank for rank in ranks}
    if len(ranks) == len(natural) and any(max(each) - min(each) < SIZE for each in (ranks, low)):
        yield SEVEN_STRAIGHT_FLUSH
        yield NATURAL_SEVEN if len(natural) == SIZE else JOKER_SEVEN


def pai_gow_with_an_ace(hand: Sequence[Card]) -> str:
    """How high seven cards are that make no pair or better, a joker being an ace without a suit; empty where they do.

    >>> from pitboss.equipment.cards import cards
    >>> pai_gow_with_an_ace(cards("Xr Ks Qd Jc 9h 5s 3d")), pai_gow_with_an_ace(cards("Xr Ks Qd Jc Th 5s 3d"))
    ('ace_high', '')
    """
    ranks = [rank_of(card) for card in hand]
    suits = Counter(card.suit for card in hand if card not in JOKERS)
    if len(set(ranks)) < len(ranks) or straight_in(ranks) or max(suits.values()) >= 5:
        return ""
    return f"{RANKS_IN_WORDS[max(ranks)]}_high"


NATURAL_THREE = "straight_flush_no_joker"
THREE_CARD_NAMES = (NATURAL_THREE, "three_of_a_kind", "straight_flush", "straight", "flush", "pair")


def three_card_names(hand: Sequence[Card]) -> tuple[str, ...]:
    """The names of three cards of which one may be the joker, which is an ace or completes a straight or a flush.

    >>> from pitboss.equipment.cards import cards
    >>> [three_card_names(cards(hand))[:1] for hand in ("5s 6s Xr", "As Kd Xr", "Qh 5h Xr", "9c 4d Xr")]
    [('straight_flush',), ('straight',), ('flush',), ()]
    """
    known(hand, "the first three")
    natural = [card for card in hand if card not in JOKERS]
    ranks = [rank_of(card) for card in hand]
    suited = len({card.suit for card in natural}) == 1
    straight = _three_in_order([card.rank for card in natural])
    found = set()
    if straight and suited:
        found |= {"straight_flush", *([NATURAL_THREE] if len(natural) == len(hand) else [])}
    found |= {"straight"} if straight else set()
    found |= {"flush"} if suited else set()
    most = max(Counter(ranks).values())
    found |= {"three_of_a_kind"} if most == 3 else {"pair"} if most == 2 else set()
    return tuple(name for name in THREE_CARD_NAMES if name in found)


def _three_in_order(ranks: Sequence[int]) -> bool:
    """True where these ranks, with a joker for each that three lack, follow one another; an ace is high or low."""
    ways = (list(ranks), [1 if rank == ACE else rank for rank in ranks])
    return len(set(ranks)) == len(ranks) and any(max(way) - min(way) < 3 for way in ways)


def colored(hand: Sequence[Card], color: str) -> int:
    """How many of the cards are red or black; the joker is neither.

    >>> from pitboss.equipment.cards import cards
    >>> colored(cards("Ah Kd Xr 2s"), "red"), colored(cards("Ah Kd Xr 2s"), "black")
    (2, 1)
    """
    suits = "hd" if color == "red" else "sc"
    return sum(card not in JOKERS and card.suit in suits for card in hand)
