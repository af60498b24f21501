"""Playing cards as small strings: ``Ah``, ``Td``, jokers ``Xr`` and ``Xb``, and ``??`` for a card nobody recorded."""

from collections.abc import Iterable
from typing import ClassVar

from pitboss.errors import PitbossError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
_SYMBOLS = str.maketrans("♣♦♥♠", "cdhs")


class Card(str):
    """One card. There is a single object per card, so comparing and hashing are as cheap as for strings.

    >>> ace = Card("Ah")
    >>> ace, ace.rank, ace.suit, Card("10♦")
    (Card('Ah'), 14, 'h', Card('Td'))
    """

    __slots__ = ("rank", "suit")
    rank: int
    suit: str
    _all: ClassVar[dict[str, "Card"]] = {}

    def __new__(cls, text: str) -> "Card":
        card = cls._all.get(text)
        if card is None:
            tidy = text.strip().translate(_SYMBOLS).replace("10", "T")
            tidy = tidy[:1].upper() + tidy[1:].lower()
            card = cls._all.get(tidy)
        if card is None:
            raise PitbossError(f'"{text}" is not a card; write rank and suit like Ah, Td, 2c, or a joker Xr, Xb')
        return card

    @classmethod
    def _make(cls, text: str, rank: int, suit: str) -> "Card":
        card = str.__new__(cls, text)
        card.rank, card.suit = rank, suit
        cls._all[text] = card
        return card

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    @property
    def known(self) -> bool:
        return self is not UNKNOWN


DECK: tuple[Card, ...] = tuple(
    Card._make(rank + suit, value, suit) for suit in SUITS for value, rank in enumerate(RANKS, start=2)
)
JOKERS: tuple[Card, ...] = (Card._make("Xr", 0, "r"), Card._make("Xb", 0, "b"))
UNKNOWN: Card = Card._make("??", 0, "?")


def cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Read cards from a string or a list.

    >>> cards("Ah Td 2c")
    (Card('Ah'), Card('Td'), Card('2c'))
    """
    words = text.replace(",", " ").split() if isinstance(text, str) else text
    found = []
    for word in words:
        if not isinstance(word, str):
            raise PitbossError(f"{word!r} is not a card; write rank and suit like Ah, Td, 2c")
        found.append(Card(word))
    return tuple(found)


def known(hand: Iterable[Card], whose: str) -> None:
    """Insist that a hand is fully recorded before anything is decided by it."""
    if UNKNOWN in hand:
        raise PitbossError(f"the result depends on {whose} cards, and the record does not give them all")
