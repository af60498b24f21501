"""Playing cards as small strings: ``Ah``, ``Td``, jokers ``Xr`` and ``Xb``, and ``??`` for a card nobody recorded.

The tiles of Pai Gow are pieces of the same kind, named by their dots: ``6-6``, ``1-3``.
"""

from collections.abc import Iterable
from typing import ClassVar

from pitboss.errors import PitbossError, quoted

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
            card = cls._all.get(tidy) or cls._all.get(tidy[::-1] if "-" in tidy else "")
        if card is None:
            if "-" in text:
                raise PitbossError(f'"{text}" is not a tile; write its dots like 6-6, 1-3, 2-4')
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

    @property
    def dots(self) -> tuple[int, int]:
        """The two ends of a tile."""
        low, _, high = self.partition("-")
        return int(low), int(high)


DECK: tuple[Card, ...] = tuple(
    Card._make(rank + suit, value, suit) for suit in SUITS for value, rank in enumerate(RANKS, start=2)
)
JOKERS: tuple[Card, ...] = (Card._make("Xr", 0, "r"), Card._make("Xb", 0, "b"))
TWICE = ["6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"]
ONCE = ["3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "1-4", "2-3", "2-4", "1-2"]
TILES: tuple[Card, ...] = tuple(Card._make(text, sum(map(int, text.split("-"))), "t") for text in (*TWICE, *ONCE))
TILE_SET: tuple[Card, ...] = tuple(tile for tile in TILES for _ in range(2 if tile in TWICE else 1))
"""The 32 tiles: eleven that are there twice, and ten that are there once."""
UNKNOWN: Card = Card._make("??", 0, "?")


def one_deck(pieces: str = "cards", ranks: str = RANKS, jokers: int = 0) -> tuple[Card, ...]:
    """What a deck of an entry holds.

    >>> len(one_deck()), len(one_deck(ranks="23456789JQKA")), len(one_deck(jokers=1)), len(one_deck("tiles"))
    (52, 48, 53, 32)
    """
    if pieces == "tiles":
        return TILE_SET
    return (*(card for card in DECK if card[0] in ranks), *JOKERS[:jokers])


def cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Read cards from a string or a list.

    >>> cards("Ah Td 2c")
    (Card('Ah'), Card('Td'), Card('2c'))
    """
    words = text.replace(",", " ").split() if isinstance(text, str) else text
    found = []
    for word in words:
        if not isinstance(word, str):
            raise PitbossError(f"{quoted(word)} is not a card; write rank and suit like Ah, Td, 2c")
        found.append(Card(word))
    return tuple(found)


def known(hand: Iterable[Card], whose: str) -> None:
    """Insist that a hand is fully recorded before anything is decided by it."""
    if UNKNOWN in hand:
        raise PitbossError(f"the result depends on {whose} cards, and the record does not give them all")
