"""Keeping two cards of four by house ways: the first way that any two of them are, and of those the highest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from pitboss.equipment.cards import RANKS, Card
from pitboss.games.poker.kit import Cards

ACE = 14
LEAST = {"10": "T", "jack": "J", "queen": "Q", "king": "K"}
FILLERS = {"a", "with", "card", "cards", "highest", "or", "better"}


@dataclass(frozen=True, slots=True)
class Way:
    """What two cards must be; None where it does not matter. ``least`` is the least rank of the lower one."""

    pair: bool = False
    ace: bool = False
    suited: bool | None = None
    running: bool | None = None
    least: int = 2

    def fits(self, one: Card, two: Card) -> bool:
        low, high = sorted((one.rank, two.rank))
        return (
            low >= self.least
            and (low == high or not self.pair)
            and (high == ACE or not self.ace)
            and self.suited in (None, one.suit == two.suit)
            and self.running in (None, high - low == 1)
        )


@cache
def way(words: str) -> Way:
    """A house way as a rulebook entry writes it.

    >>> way("ace with a suited 10 or better")
    Way(pair=False, ace=True, suited=True, running=None, least=10)
    >>> way("suited cards not running").running
    False
    """
    said = words.replace("not running", "apart").split()
    named = {"pair", "ace", "suited", "unsuited", "running", "apart"}
    if unknown := [word for word in said if word not in {*named, *FILLERS, *LEAST}]:
        raise AssertionError(f'"{words}" is no house way: {unknown[0]}?')
    least = next((RANKS.index(LEAST[word]) + 2 for word in said if word in LEAST), 2)
    suited = True if "suited" in said else False if "unsuited" in said else None
    running = True if "running" in said else False if "apart" in said else None
    return Way("pair" in said, "ace" in said, suited, running, least)


def keep_two(cards: Sequence[Card], ways: Iterable[str]) -> Cards:
    """The two cards that the house keeps; of two as high, the ones that were dealt first.

    >>> from pitboss.equipment.cards import cards
    >>> keep_two(cards("5h 5h Ks Kd"), ["suited pair", "pair"]) == cards("5h 5h")
    True
    """
    return set_by(cards, ways)[0]


def told_by(cards: Sequence[Card], ways: Sequence[str]) -> list[str]:
    """By which way the house keeps two cards, and what had to be read into the list for it.

    >>> from pitboss.equipment.cards import cards
    >>> told_by(cards("5h 5h Ks Kd"), ["suited pair", "pair"])
    ['suited pair', 'it comes before a higher pair']
    >>> told_by(cards("Ks Kh Kd 4c"), ["suited pair", "pair"])
    ['pair', 'of two as high, those dealt first are kept']
    """
    kept, number = set_by(cards, ways)
    told, high = [ways[number - 1]], max(card.rank for card in kept)
    pairs = list(combinations(cards, 2))
    if way(told[0]) == Way(pair=True, suited=True) and any(
        one.rank == two.rank and one.rank > high for one, two in pairs
    ):
        told.append("it comes before a higher pair")
    if _by_the_higher_card(pairs, ways) != number:
        told.append('a way above it says "or better", and that is asked of both cards')
    ranks = sorted(card.rank for card in kept)
    as_high = [pair for pair in pairs if way(told[0]).fits(*pair) and sorted(card.rank for card in pair) == ranks]
    if len({tuple(sorted(pair)) for pair in as_high}) > 1:
        told.append("of two as high, those dealt first are kept")
    return told


def _by_the_higher_card(pairs: Sequence[Cards], ways: Sequence[str]) -> int:
    """By which way two cards would be kept if "ten or better" were said of the higher one only."""
    for number, words in enumerate(ways, start=1):
        said = way(words)
        loosely = said if said.ace else replace(said, least=2)  # with an ace it is said of the other card
        if any(loosely.fits(*pair) and max(card.rank for card in pair) >= said.least for pair in pairs):
            return number
    return 0


def set_by(cards: Sequence[Card], ways: Iterable[str]) -> tuple[Cards, int]:
    """The two cards that the house keeps, and by which of the ways, the first being 1."""
    pairs = list(combinations(cards, 2))
    for number, words in enumerate(ways, start=1):
        fitting = [pair for pair in pairs if way(words).fits(*pair)]
        if fitting:
            return max(fitting, key=lambda pair: sorted((card.rank for card in pair), reverse=True)), number
    raise AssertionError(f"no house way keeps two of {' '.join(cards)}")
