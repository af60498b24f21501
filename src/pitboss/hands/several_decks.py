"""Five-card poker hands out of several decks: pairs within a flush, five of a kind, and the best five of more cards."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.equipment.cards import SUITS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands.naming import high, kicked
from pitboss.hands.poker import RANKS_IN_WORDS, many, straight_in

NAMES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "flush_with_one_pair",
    "flush_with_two_pairs",
    "flush_with_three_of_a_kind",
    "five_of_a_kind",
    "flush_with_full_house",
    "straight_flush",
    "flush_with_four_of_a_kind",
    "royal_flush",
    "flush_with_five_of_a_kind",
)
CATEGORY = {name: number for number, name in enumerate(NAMES)}
IN_A_FLUSH = {
    "high_card": "flush",
    "pair": "flush_with_one_pair",
    "two_pair": "flush_with_two_pairs",
    "three_of_a_kind": "flush_with_three_of_a_kind",
    "full_house": "flush_with_full_house",
    "four_of_a_kind": "flush_with_four_of_a_kind",
    "five_of_a_kind": "flush_with_five_of_a_kind",
}
"""What cards that go together by rank are called where all are of one suit."""
ACE = 14


class SeveralDecksHand(NamedTuple):
    """A five-card hand's worth: category, then ranks in the order they decide."""

    category: int
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        return NAMES[self.category]

    @property
    def in_words(self) -> str:
        """What a player would call it.

        >>> SeveralDecksHand(9, (10, 7, 3)).in_words, SeveralDecksHand(11, (6,)).in_words
        ('flush with two pairs, tens and sevens', 'five sixes')
        """
        ranks = [RANKS_IN_WORDS[rank] for rank in self.ranks]
        second = many(self.ranks[1]) if len(self.ranks) > 1 else ""
        words = self.name.replace("_", " ")
        match self.name:
            case "royal_flush":
                return words
            case "high_card":
                return high("", ranks)
            case "pair":
                return kicked(f"pair of {many(self.ranks[0])}", ranks[1:])
            case "three_of_a_kind" | "four_of_a_kind" | "five_of_a_kind":
                return kicked(f"{words.partition(' ')[0]} {many(self.ranks[0])}", ranks[1:])
            case "two_pair" | "flush_with_two_pairs":
                return kicked(f"{words}, {many(self.ranks[0])} and {second}", ranks[2:])
            case "full_house" | "flush_with_full_house":
                return f"{words}, {many(self.ranks[0])} over {second}"
            case "flush" | "straight" | "straight_flush":
                return high(f"{words}, ", ranks)
            case _:
                return kicked(f"{words}, {many(self.ranks[0])}", ranks[1:])


def best_of_several_decks(hand: Sequence[Card], whose: str = "the") -> SeveralDecksHand:
    """The best five-card hand in five or more cards.

    >>> from pitboss.equipment.cards import cards
    >>> best_of_several_decks(cards("Ad Td Ad Ad 7d 3d Kc")).name
    'flush_with_three_of_a_kind'
    >>> best_of_several_decks(cards("9h 2h Kh 9h 4h 7s 7d")) > best_of_several_decks(cards("7c 7h Kh 9h 4h 7s 7d"))
    True
    """
    known(hand, whose)
    if len(hand) < 5:
        raise PitbossError(f"a poker hand has five cards or more, not {len(hand)}")
    return _best(tuple(hand))


@lru_cache(maxsize=4096)
def _best(hand: tuple[Card, ...]) -> SeveralDecksHand:
    ranks = [card.rank for card in hand]
    found = [_by_rank(ranks)]
    if top := straight_in(ranks):
        found.append(_hand("straight", top))
    for suit in SUITS:
        suited = [card.rank for card in hand if card.suit == suit]
        if len(suited) < 5:
            continue
        by_rank = _by_rank(suited)
        found.append(_hand(IN_A_FLUSH[by_rank.name], *by_rank.ranks))
        if top := straight_in(suited):
            found.append(_hand("royal_flush" if top == ACE else "straight_flush", top))
    return max(found)


def _by_rank(ranks: Sequence[int]) -> SeveralDecksHand:
    """The best five by what goes together in rank alone."""
    held = sorted(set(ranks), reverse=True)
    first, *others = sorted(held, key=lambda rank: min(ranks.count(rank), 5), reverse=True)
    times, second = min(ranks.count(first), 5), ranks.count(others[0]) if others else 0
    pair = max((rank for rank in others if ranks.count(rank) >= 2), default=0)
    match times:
        case 5:
            return _hand("five_of_a_kind", first)
        case 4:
            return _hand("four_of_a_kind", first, max(others))
        case 3 if second >= 2:
            return _hand("full_house", first, pair)
        case 3:
            return _hand("three_of_a_kind", first, *others[:2])
        case 2 if second == 2:
            return _hand("two_pair", first, pair, max(rank for rank in others if rank != pair))
        case 2:
            return _hand("pair", first, *others[:3])
        case _:
            return _hand("high_card", *held[:5])


def _hand(name: str, *ranks: int) -> SeveralDecksHand:
    return SeveralDecksHand(CATEGORY[name], ranks)
