"""How a house sets seven cards in two: the chart that the California card room prints, row by row."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pitboss.equipment.cards import JOKERS, Card, known
from pitboss.hands.pai_gow import ACE, Wheel, five_cards, is_complete, rank_of, two_cards

KING, QUEEN, JACK, NINE, EIGHT, SIX, FIVE = 13, 12, 11, 9, 8, 6, 5
Cards = tuple[Card, ...]


@dataclass(frozen=True)
class Seven:
    """Seven cards as the chart looks at them: the joker is an ace, and the highest card comes first."""

    cards: Cards
    wheel: Wheel

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
        """So many cards of a rank; a joker among them stays behind as long as it can."""
        return tuple(card for card in self.ranked if rank_of(card) == rank)[:count]

    @cached_property
    def singles(self) -> Cards:
        """The cards that are there once, highest first."""
        return tuple(card for card in self.ranked if self.times[rank_of(card)] == 1)

    def back(self, front: Cards) -> Cards:
        return tuple(card for card in self.cards if card not in front)

    @cached_property
    def complete(self) -> list[Cards]:
        """The fronts that leave a straight, a flush or a straight flush behind, the best first."""
        fronts = [front for front in combinations(self.ranked, 2) if is_complete(self.back(front), self.wheel)]
        return sorted(
            fronts, key=lambda front: (two_cards(front), five_cards(self.back(front), self.wheel)), reverse=True
        )


def house_way(hand: Sequence[Card], wheel: Wheel = "second") -> dict[str, Cards]:
    """The low and the high hand of seven cards.

    The row that fits first decides. Which comes first where several fit, the chart does not say: the rarer hand does.

    >>> from pitboss.equipment.cards import cards
    >>> house_way(cards("Ks 3d Kd 7c 3h 6s 2d"))
    {'low': (Card('3d'), Card('3h')), 'high': (Card('Ks'), Card('Kd'), Card('7c'), Card('6s'), Card('2d'))}
    """
    known(hand, "the")
    seven = Seven(tuple(hand), wheel)
    front = next(front for row in CHART for front in row(seven))
    return {"low": tuple(card for card in hand if card in front), "high": seven.back(front)}


def _five_aces(seven: Seven) -> Iterator[Cards]:
    """A pair of aces in front."""
    if seven.times[ACE] == 5:
        yield seven.of(ACE, 2)


def _four_of_a_kind_with_a_pair(seven: Seven) -> Iterator[Cards]:
    """The pair in front, the four behind."""
    for _ in seven.ranks(4):
        for rank in (*seven.ranks(3), *seven.ranks(2)):
            yield seven.of(rank, 2)


def _four_of_a_kind(seven: Seven) -> Iterator[Cards]:
    """High ones are split; lower ones are kept where the front is good enough; the lowest are always kept."""
    for rank in seven.ranks(4):
        if rank >= QUEEN:
            wanted = ACE + 1
        elif rank >= NINE:
            wanted = KING
        elif rank >= SIX:
            wanted = QUEEN
        else:
            wanted = 0
        keeps = rank_of(seven.singles[0]) >= wanted
        yield seven.singles[:2] if keeps else seven.of(rank, 2)


def _full_house(seven: Seven) -> Iterator[Cards]:
    """The highest pair in front, at least the three behind."""
    if seven.ranks(3):
        for rank in seven.ranks(2):
            yield seven.of(rank, 2)


def _two_threes_of_a_kind(seven: Seven) -> Iterator[Cards]:
    """The highest pair possible in front."""
    threes = seven.ranks(3)
    if len(threes) == 2:
        yield seven.of(threes[0], 2)


def _three_pair(seven: Seven) -> Iterator[Cards]:
    """The highest pair in front."""
    pairs = seven.ranks(2)
    if len(pairs) == 3:
        yield seven.of(pairs[0], 2)


def _straight_or_flush(seven: Seven) -> Iterator[Cards]:
    """With no pair or one: the highest two cards in front that leave a complete hand behind."""
    if not seven.ranks(3) and len(seven.ranks(2)) < 2:
        yield from seven.complete


def _straight_or_flush_with_two_pair(seven: Seven) -> Iterator[Cards]:
    """A pair in front with a complete hand behind; else as with two pair."""
    if len(seven.ranks(2)) == 2:
        yield from (front for front in seven.complete if rank_of(front[0]) == rank_of(front[1]))


def _straight_or_flush_with_three_of_a_kind(seven: Seven) -> Iterator[Cards]:
    """A pair or an ace in front with a complete hand behind; else as with three of a kind."""
    if seven.ranks(3):
        for front in seven.complete:
            first, second = map(rank_of, front)
            if first == second or ACE in (first, second):
                yield front


def _three_of_a_kind(seven: Seven) -> Iterator[Cards]:
    """Of three aces one goes in front with the highest single card; else the two highest single cards do."""
    for rank in seven.ranks(3):
        yield (*seven.of(ACE, 1), seven.singles[0]) if rank == ACE else seven.singles[:2]


def _two_pair(seven: Seven) -> Iterator[Cards]:
    """The small pair in front, unless the pairs are low and a high enough card can be played there."""
    pairs = seven.ranks(2)
    if len(pairs) == 2:
        high, small = pairs
        if high >= QUEEN:
            wanted = ACE + 1
        elif high >= NINE:
            wanted = ACE
        elif high >= SIX:
            wanted = KING
        else:
            wanted = QUEEN
        yield seven.singles[:2] if rank_of(seven.singles[0]) >= wanted else seven.of(small, 2)


def _one_pair(seven: Seven) -> Iterator[Cards]:
    """The pair behind, the two highest others in front."""
    if seven.ranks(2):
        yield seven.singles[:2]


def _no_pair_and_the_joker(seven: Seven) -> Iterator[Cards]:
    """The joker and the second highest card behind, the highest and the third highest in front."""
    if any(card in JOKERS for card in seven.cards):
        natural = [card for card in seven.ranked if card not in JOKERS]
        yield natural[0], natural[2]


def _high_card(seven: Seven) -> Iterator[Cards]:
    """The second and the third highest in front."""
    yield seven.ranked[1:3]


CHART: tuple[Callable[[Seven], Iterator[Cards]], ...] = (
    _five_aces,
    _four_of_a_kind_with_a_pair,
    _four_of_a_kind,
    _full_house,
    _two_threes_of_a_kind,
    _three_pair,
    _straight_or_flush,
    _straight_or_flush_with_two_pair,
    _straight_or_flush_with_three_of_a_kind,
    _three_of_a_kind,
    _two_pair,
    _one_pair,
    _no_pair_and_the_joker,
    _high_card,
)
"""The rows of the chart; each gives the front where it fits."""
