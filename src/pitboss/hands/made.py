"""The hand that a player makes of cards of his own and cards for all: by which ranking, and of which of them."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Protocol

from pitboss.equipment.cards import Card
from pitboss.hands.draw import ace_to_five_with_joker, deuce_to_seven_with_joker, high_with_joker
from pitboss.hands.lowball import ace_to_five, badugi, deuce_to_seven, eight_or_better
from pitboss.hands.poker import best_hand
from pitboss.hands.short_deck import short_deck_hand

SIZE = 5


class Worth(Protocol):
    """A hand that compares with others of its ranking, the better one greater, and has names, finest first."""

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def in_words(self) -> str: ...

    def __gt__(self, other: Any) -> bool: ...


RANKINGS: dict[str, Callable[[Sequence[Card], str], Worth | None]] = {
    "high": best_hand,
    "short_deck": short_deck_hand,
    "ace_to_five": ace_to_five,
    "eight_or_better": eight_or_better,
    "deuce_to_seven": deuce_to_seven,
    "deuce_to_seven_wheel_low": partial(deuce_to_seven, wheel_is_straight=False),
    "badugi": badugi,
    "high_with_joker": high_with_joker,
    "ace_to_five_with_joker": ace_to_five_with_joker,
    "deuce_to_seven_with_joker": deuce_to_seven_with_joker,
    "deuce_to_seven_wheel_low_with_joker": partial(deuce_to_seven_with_joker, wheel_is_straight=False),
}
"""How hands are ranked, by the word that an entry has for it; None where the cards make no hand that counts."""


def best_made(
    ranking: str, own: Sequence[Card], board: Sequence[Card], of_own: int | None = None, whose: str = "the"
) -> Worth | None:
    """The best hand of one's own cards and the board; with ``of_own``, of exactly so many of one's own.

    >>> from pitboss.equipment.cards import cards
    >>> own, board = cards("Ts 9h 8d 7c"), cards("As Ks Qs Js 2d")
    >>> best_made("high", own, board).in_words, best_made("high", own, board, 2).in_words
    ('royal flush', 'straight, king high')
    """
    rank = RANKINGS[ranking]
    if of_own is None:
        return rank((*own, *board), whose)
    best: Worth | None = None
    for chosen in fives(own, board, of_own):
        found = rank(chosen, whose)
        if found is not None and (best is None or found > best):
            best = found
    return best


def cards_of(
    ranking: str, own: Sequence[Card], board: Sequence[Card], of_own: int | None, suits: str
) -> tuple[Card, ...]:
    """The five cards of the best hand, those by which it ranks first; of several, those with the highest suits."""
    best = best_made(ranking, own, board, of_own)
    rank, low = RANKINGS[ranking], ranking not in ("high", "short_deck")

    def by_rank(card: Card) -> tuple[int, int]:
        return -(1 if low and card.rank == 14 else card.rank), suits.index(card.suit)

    found = [tuple(sorted(five, key=by_rank)) for five in fives(own, board, of_own) if rank(five, "the") == best]
    return min(found, key=lambda five: [suits.index(card.suit) for card in five])


def fives(own: Sequence[Card], board: Sequence[Card], of_own: int | None) -> Iterator[tuple[Card, ...]]:
    """Every hand of five that may be played."""
    if of_own is None:
        yield from combinations((*own, *board), SIZE)
        return
    for mine in combinations(own, of_own):
        for theirs in combinations(board, SIZE - of_own):
            yield (*mine, *theirs)
