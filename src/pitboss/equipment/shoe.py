"""A shoe: shuffled cards, a cut card, a discard rack. A single hand-held deck is a shoe of one deck."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.equipment.cards import DECK, JOKERS, Card
from pitboss.equipment.chance import Chance

NOT_BEGUN: Iterator[None] = iter(())
"""Stands for a shuffle of which nothing is known yet."""


class ShoeEmpty(Exception):
    """A card was called for and none is left."""


class Shoe:
    """Cards in dealing order.

    ``continuous`` is a shuffler that takes the discards back after every round; a batch shuffler is two shoes
    used in turn, which for the cards in play is the same as one reshuffled shoe.
    """

    def __init__(
        self,
        chance: Chance,
        decks: int = 1,
        deck: Sequence[Card] = DECK,
        cut_card_from_back: int | None = None,
        continuous: bool = False,
    ) -> None:
        self.chance = chance
        self.decks = decks
        self.continuous = continuous
        plain = [card for card in deck if card not in JOKERS]  # first, so that old seeds deal what they dealt
        self._set = [*(plain * decks), *([card for card in deck if card in JOKERS] * decks)]
        self.holds: Counter[str] = Counter(self._set)
        self._cut = cut_card_from_back
        self._held: list[Card] = []
        self.shuffle()

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, card: Card) -> bool:
        return card in self._cards

    def __repr__(self) -> str:
        return f"<Shoe of {self.decks} decks, {len(self)} cards left>"

    def shuffle(self) -> None:
        """Bring every card back and shuffle; the cut card goes back in.

        Where the cards are falls when the first one is asked for: many a shuffle is followed by another.
        """
        self._cards: list[Card] = list(self._set)
        self._unsettled: Iterator[None] | None = NOT_BEGUN
        self._next, self._held = self._held, []
        self.dealt = 0
        self.cut_card_in = self._cut is not None

    @property
    def waiting(self) -> int:
        """Cards known to come next, whatever is shuffled behind them."""
        return len(self._next)

    def _ready(self) -> list[Card]:
        """The cards in the order of the last shuffle."""
        if self._unsettled is NOT_BEGUN:
            self.chance.shuffle(self._cards)
            for card in self._next:
                self._cards.remove(card)
                self._cards.append(card)
        elif self._unsettled is not None:
            for _ in self._unsettled:
                pass
        self._unsettled = None
        return self._cards

    def _settle_next(self) -> None:
        """Have the next card lie where the shuffle puts it; of those behind it nobody need know yet."""
        if self._unsettled is NOT_BEGUN:
            shuffling: Callable[[list[Card]], Iterator[None]] | None = getattr(self.chance, "shuffling", None)
            if shuffling is None or self._next:
                self._ready()
                return
            self._unsettled = shuffling(self._cards)
        if self._unsettled is not None and next(self._unsettled, self) is self:
            self._unsettled = None

    def state(self) -> dict[str, object]:
        """Everything that the next deal depends on, to be put back later."""
        return {
            "cards": _text(self._ready()),
            "held": _text(self._held),
            "dealt": self.dealt,
            "next": _text(self._next),
            "cut_card_in": self.cut_card_in,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Bring the shoe to where it was."""
        self._cards, self._held, self._next = (_pieces(text) for text in (state["cards"], state["held"], state["next"]))
        self._unsettled = None
        self.dealt, self.cut_card_in = state["dealt"], state["cut_card_in"]

    def shuffle_discards(self, on_table: Iterable[Card]) -> None:
        """Bring back what was dealt, but for the cards on the table; it comes after those still in the shoe."""
        back = list((self.holds - Counter(self._ready()) - Counter(on_table)).elements())
        self.chance.shuffle(back)
        self._cards = [Card(card) for card in back] + self._cards
        self.dealt -= len(back)

    def cut_card_next(self) -> bool:
        """True once, when the next thing to leave the shoe is the cut card; it is then set aside."""
        if self.cut_card_in and self._cut is not None and len(self._cards) <= self._cut:
            self.cut_card_in = False
            return True
        return False

    def draw(self) -> Card:
        """Deal the next card.

        >>> from pitboss.equipment.chance import RandomChance
        >>> shoe = Shoe(RandomChance(1))
        >>> len({shoe.draw() for _ in range(52)}), len(shoe)
        (52, 0)
        """
        if not self._cards:
            raise ShoeEmpty
        self.dealt += 1
        if self._unsettled is not None:
            self._settle_next()
        return self._cards.pop()

    def take_out(self, card: Card) -> None:
        """A card named at the table leaves the shoe, wherever in it it was."""
        cards = self._ready()
        # The next card goes first, so that one drawn in error is the same card when its round is dealt again.
        cards.pop() if cards[-1] == card else cards.remove(card)
        self.dealt += 1

    def put_back(self, card: Card) -> None:
        """Return an unseen card to the front, to be the next one dealt; a continuous shuffler does not take it in."""
        if self.continuous:
            self._held.append(card)
        self._ready().append(card)
        self.dealt -= 1


def _text(pieces: Iterable[Card]) -> str:
    """Pieces as one text: cards without gaps, tiles with."""
    return "".join(piece if len(piece) == 2 else f"{piece} " for piece in pieces).rstrip()


def _pieces(text: str) -> list[Card]:
    if "-" in text:
        return [Card(word) for word in text.split()]
    return [Card(text[at : at + 2]) for at in range(0, len(text), 2)]
