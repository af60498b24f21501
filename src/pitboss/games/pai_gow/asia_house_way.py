"""A way to set seven cards in four, two and one. No rulebook prints one: it is this project's own, row by row."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pitboss.engine.questions import Advice, Groups
from pitboss.equipment.cards import JOKERS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands.asia_poker import (
    FLUSH,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    AceLow,
    AsiaHand,
    asia_hand,
    rank_of,
)

LOW, MEDIUM, HIGH = "low", "medium", "high"
JACK, SEVEN = 11, 7
COMPLETE = (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)
Cards = tuple[Card, ...]
Three = tuple[AsiaHand, AsiaHand, AsiaHand]
"""What the low, the medium and the high hand are worth."""


@dataclass(frozen=True)
class SevenCards:
    """Seven cards as the way looks at them: the joker is an ace, and the highest card comes first."""

    cards: Cards
    ace_low: AceLow

    @cached_property
    def ranked(self) -> Cards:
        return tuple(sorted(self.cards, key=lambda card: (rank_of(card), card not in JOKERS), reverse=True))

    @cached_property
    def times(self) -> Counter[int]:
        return Counter(rank_of(card) for card in self.cards)

    def ranks(self, times: int) -> list[int]:
        """The ranks that are there so many times, highest first."""
        return sorted((rank for rank, held in self.times.items() if held == times), reverse=True)

    def of(self, rank: int, count: int) -> Cards:
        return tuple(card for card in self.ranked if rank_of(card) == rank)[:count]

    def without(self, *taken: Card) -> Cards:
        """The other cards, highest first."""
        return tuple(card for card in self.ranked if card not in taken)

    def set(self, medium: Cards, low: Card) -> Groups:
        """A setting; what is not said is the high hand."""
        return {LOW: (low,), MEDIUM: medium, HIGH: self.without(*medium, low)}

    def with_the_highest_high_hand(self, setting: Groups) -> Groups:
        """Of equal cards, those in the low and the medium hand that leave the highest high hand: suits may make it a
        flush, the joker a straight."""
        low, medium = ([rank_of(card) for card in setting[name]] for name in (LOW, MEDIUM))
        singles = [card for card in self.ranked if rank_of(card) in low]
        pairs = [pair for pair in combinations(self.ranked, 2) if sorted(map(rank_of, pair)) == sorted(medium)]
        alike = [self.set(pair, single) for single in singles for pair in pairs if single not in pair]
        return max(setting, *alike, key=lambda each: asia_hand(each[HIGH], self.ace_low))

    def worth(self, setting: Groups) -> Three:
        low, medium, high = (asia_hand(setting[name], self.ace_low) for name in (LOW, MEDIUM, HIGH))
        return low, medium, high


def advise(hand: Sequence[Card], ace_low: AceLow, cite: str) -> Advice:
    """The three hands of seven cards, and the row that sets them: the first that fits."""
    known(hand, "the")
    if len(hand) != SEVEN:
        raise PitbossError(f"seven cards are set, and not {len(hand)}")
    seven = SevenCards(tuple(hand), ace_low)
    for row in ROWS:
        for setting in row(seven):
            text = (row.__doc__ or "").strip().rstrip(".")
            setting = seven.with_the_highest_high_hand(setting)
            return Advice(setting, f"{row.__name__.strip('_').replace('_', ' ')}: {text[0].lower()}{text[1:]}", cite)
    raise AssertionError(f"no row sets {' '.join(hand)}")


def foul(setting: Groups, ace_low: AceLow) -> str:
    """Why a setting loses of itself: each hand must rank above the next smaller one."""
    low, medium, high = (asia_hand(setting[name], ace_low) for name in (LOW, MEDIUM, HIGH))
    if not high > medium:
        return "the high hand does not rank above the medium hand"
    return "" if medium > low else "the medium hand does not rank above the low hand"


# -- the rows, the first that fits decides ----------------------------------------------------------------------------


def _four_of_a_kind(seven: SevenCards) -> Iterator[Groups]:
    """A pair of it in the high hand and a pair in the medium hand, or the pair beside it there if that is higher; the
    highest other card low."""
    for rank in seven.ranks(4) + seven.ranks(5):
        pairs = [other for other, held in seven.times.items() if held > 1 and other > rank]
        medium = seven.of(max(pairs), 2) if pairs else seven.of(rank, 4)[2:]
        kept = seven.of(rank, 4) if pairs else seven.of(rank, 2)
        yield seven.set(medium, seven.without(*medium, *kept)[0])


def _two_threes_of_a_kind(seven: SevenCards) -> Iterator[Groups]:
    """The lower three in the high hand, a pair of the higher in the medium hand and its third card low."""
    threes = seven.ranks(3)
    if len(threes) == 2:
        higher = seven.of(threes[0], 3)
        yield seven.set(higher[:2], higher[2])


def _full_house(seven: SevenCards) -> Iterator[Groups]:
    """The three in the high hand, the highest pair in the medium hand, the highest other card low."""
    for three in seven.ranks(3):
        for pair in seven.ranks(2):
            medium = seven.of(pair, 2)
            yield seven.set(medium, seven.without(*medium, *seven.of(three, 3))[0])


def _three_pairs(seven: SevenCards) -> Iterator[Groups]:
    """The highest pair in the medium hand, the two others in the high hand, the single card low."""
    if len(seven.ranks(2)) == 3:
        yield seven.set(seven.of(seven.ranks(2)[0], 2), seven.of(seven.ranks(1)[0], 1)[0])


def _straight_or_flush_with_a_pair(seven: SevenCards) -> Iterator[Groups]:
    """A straight, a flush or better in the high hand, a pair in the medium hand, the last card low."""
    yield from (setting for setting in _complete(seven) if seven.worth(setting)[1].category == PAIR)


def _two_pairs(seven: SevenCards) -> Iterator[Groups]:
    """The higher pair in the high hand, the lower in the medium hand, the highest single card low."""
    if len(seven.ranks(2)) == 2:
        yield seven.set(seven.of(seven.ranks(2)[1], 2), seven.of(seven.ranks(1)[0], 1)[0])


def _straight_or_flush(seven: SevenCards) -> Iterator[Groups]:
    """A straight, a flush or better in the high hand; of the cards left the second highest low, the others in the
    medium hand, as high as can be."""
    yield from _complete(seven)


def _three_of_a_kind(seven: SevenCards) -> Iterator[Groups]:
    """Jacks or higher are split, two of them in the high hand, lower ones stay there; of the cards left the second
    highest low, the highest and the third highest in the medium hand."""
    for three in seven.ranks(3):
        yield _spread(seven, seven.of(three, 2 if three >= JACK else 3))


def _one_pair(seven: SevenCards) -> Iterator[Groups]:
    """The pair in the high hand; of the cards left the second highest low, the highest and the third highest in the
    medium hand."""
    for pair in seven.ranks(2):
        yield _spread(seven, seven.of(pair, 2))


def _no_pair(seven: SevenCards) -> Iterator[Groups]:
    """The highest card in the high hand; of the cards left the second highest low, the highest and the third highest in
    the medium hand."""
    yield _spread(seven, seven.ranked[:1])


def _spread(seven: SevenCards, kept: Cards) -> Groups:
    """With these in the high hand, the second highest of the others low and its neighbours in the medium hand."""
    first, second, third = seven.without(*kept)[:3]
    return seven.set((first, third), second)


def _complete(seven: SevenCards) -> list[Groups]:
    """Legal settings with a straight, a flush or better in the high hand: a pair in the medium hand first, then the
    highest low hand, then the highest medium hand."""
    found = []
    for high in combinations(seven.ranked, 4):
        if asia_hand(high, seven.ace_low).category in COMPLETE:
            others = seven.without(*high)
            ways = [seven.set(tuple(card for card in others if card != low), low) for low in others]
            found += [setting for setting in ways if not foul(setting, seven.ace_low)]
    return sorted(found, key=lambda setting: _order(seven.worth(setting)), reverse=True)


def _order(worth: Three) -> tuple[bool, AsiaHand, AsiaHand, AsiaHand]:
    low, medium, high = worth
    return medium.category == PAIR, low, medium, high


ROWS: tuple[Callable[[SevenCards], Iterator[Groups]], ...] = (
    _four_of_a_kind,
    _two_threes_of_a_kind,
    _full_house,
    _three_pairs,
    _straight_or_flush_with_a_pair,
    _two_pairs,
    _straight_or_flush,
    _three_of_a_kind,
    _one_pair,
    _no_pair,
)
