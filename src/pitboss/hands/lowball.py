"""Low poker hands: ace to five, eight or better, deuce to seven, Badugi. Of two hands the better compares greater."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pitboss.equipment.cards import RANKS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands import poker
from pitboss.hands.poker import best_hand

ACE, SIZE = 14, 5
NO_PAIR = 0


class LowHand(NamedTuple):
    """A low hand's worth: ``kind`` and ``ranks`` count against it, from what decides first; fewer and lower are better.

    >>> from pitboss.equipment.cards import cards
    >>> ace_to_five(cards("5h 4h 3h 2h Ah")) > ace_to_five(cards("6d 4c 3c 2d Ac"))
    True
    >>> ace_to_five(cards("8c 6d 3h Ks Qd Ah 2c")).in_words
    '8-6-3-2-A low'
    """

    kind: int
    ranks: tuple[int, ...]
    size: int = SIZE

    @property
    def names(self) -> tuple[str, ...]:
        return (self.in_words,)

    @property
    def in_words(self) -> str:
        held = "-".join(_rank(rank) for rank in self.ranks)
        return f"{held} low" if self.kind == NO_PAIR else f"{poker.NAMES[self.kind].replace('_', ' ')}, {held} low"

    @property
    def _worth(self) -> tuple[int, int, tuple[int, ...]]:
        return self.size, -self.kind, tuple(-rank for rank in self.ranks)

    def __gt__(self, other: object) -> bool:
        return isinstance(other, LowHand) and self._worth > other._worth

    def __lt__(self, other: object) -> bool:
        return isinstance(other, LowHand) and self._worth < other._worth

    def __ge__(self, other: object) -> bool:
        return self == other or self > other

    def __le__(self, other: object) -> bool:
        return self == other or self < other


class Badugi(LowHand):
    """Cards that differ in rank and in suit: more of them are better, then lower ones.

    >>> from pitboss.equipment.cards import cards
    >>> hands = "2s 3h 4d 5c", "Ac 2d 4h 4s", "Kh Kc 9c 8s", "Ac 2d 2h 2s", "4c 4d 4h 4s"
    >>> worths = [badugi(cards(hand)) for hand in hands]
    >>> worths == sorted(worths, reverse=True), [worth.size for worth in worths]
    (True, [4, 3, 3, 2, 1])
    """

    @property
    def in_words(self) -> str:
        return f"{'-'.join(_rank(rank) for rank in self.ranks)} badugi of {self.size}"


def ace_to_five(hand: Sequence[Card], whose: str = "the") -> LowHand:
    """The lowest five cards with the ace low; straights and flushes do not count, pairs and better count against it."""
    known(hand, whose)
    _enough(hand)
    return _ace_to_five(tuple(hand))


def eight_or_better(hand: Sequence[Card], whose: str = "the") -> LowHand | None:
    """The lowest five cards if they are eight or lower without a pair, the ace low; else there is no low hand.

    >>> from pitboss.equipment.cards import cards
    >>> eight_or_better(cards("Kc Ks 8d 7d 6h 2s 2c")), eight_or_better(cards("7c 6d 4d 3d Ah")).in_words
    (None, '7-6-4-3-A low')
    """
    known(hand, whose)
    low = sorted({_low(card.rank) for card in hand if _low(card.rank) <= 8})[:SIZE]
    return LowHand(NO_PAIR, tuple(reversed(low))) if len(low) == SIZE else None


def deuce_to_seven(hand: Sequence[Card], whose: str = "the", wheel_is_straight: bool = True) -> LowHand:
    """The lowest five cards as high hands rank them: straights and flushes count against it, and the ace is high.

    >>> from pitboss.equipment.cards import cards
    >>> hands = "7c 5d 4h 3s 2c", "7c 6d 4h 3s 2c", "6c 5d 4h 3s 2c", "Ac 5d 4h 3s 2c"
    >>> [deuce_to_seven(cards(hand)).kind for hand in hands]
    [0, 0, 4, 4]
    """
    known(hand, whose)
    _enough(hand)
    found = (_as_low(five, wheel_is_straight) for five in combinations(hand, SIZE))
    return max(found)


def badugi(hand: Sequence[Card], whose: str = "the") -> Badugi:
    """The most cards of different ranks and suits, the lowest of these."""
    known(hand, whose)
    sets = (held for size in range(1, 5) for held in combinations(hand, size) if _all_differ(held))
    return max(Badugi(NO_PAIR, _descending([_low(card.rank) for card in held]), len(held)) for held in sets)


@lru_cache(maxsize=4096)
def _ace_to_five(hand: tuple[Card, ...]) -> LowHand:
    ranks = sorted({_low(card.rank) for card in hand})
    if len(ranks) >= SIZE:
        return LowHand(NO_PAIR, tuple(reversed(ranks[:SIZE])))
    return max(_paired(five) for five in combinations(hand, SIZE))


def _paired(five: Sequence[Card]) -> LowHand:
    """Fewer than five different ranks: the pairs first, then the cards beside them, from the highest."""
    ranks = [_low(card.rank) for card in five]
    times = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    kinds = {(2, 1): poker.PAIR, (2, 2): poker.TWO_PAIR, (3, 1): poker.THREE_OF_A_KIND, (3, 2): poker.FULL_HOUSE}
    kind = kinds.get((times[0], times[1]), poker.FOUR_OF_A_KIND)
    return LowHand(kind, tuple(sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))))


def _as_low(five: Sequence[Card], wheel_is_straight: bool) -> LowHand:
    worth = best_hand(five)
    wheel = worth.category in (poker.STRAIGHT, poker.STRAIGHT_FLUSH) and worth.ranks == (5,)
    if wheel and not wheel_is_straight:
        kind = poker.FLUSH if worth.category == poker.STRAIGHT_FLUSH else NO_PAIR
        return LowHand(kind, _descending([card.rank for card in five]))
    return LowHand(worth.category, worth.ranks)


def _all_differ(held: Sequence[Card]) -> bool:
    return len({card.rank for card in held}) == len({card.suit for card in held}) == len(held)


def _enough(hand: Sequence[Card]) -> None:
    if len(hand) < SIZE:
        raise PitbossError(f"a low hand has five cards or more, not {len(hand)}")


def _descending(ranks: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(ranks, reverse=True))


def _low(rank: int) -> int:
    return 1 if rank == ACE else rank


def _rank(rank: int) -> str:
    return "A" if rank in (1, ACE) else RANKS[rank - 2].replace("T", "10")
