"""How a house sets seven cards in two: the chart that the California card room prints, row by row.

The card room's three games print it with small differences, which ``Ranking`` has: where A-2-3-4-5 ranks, what the
joker is, and how the row for a joker without a pair is read. Each row has a name, so that a setting can be explained.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import Literal, NamedTuple

from pitboss.equipment.cards import JOKERS, Card, known
from pitboss.hands.pai_gow import ACE, Joker, PaiGowHand, Wheel, five_cards, is_complete, rank_of, two_cards
from pitboss.hands.poker import THREE_OF_A_KIND

KING, QUEEN, NINE, SIX, TWO = 13, 12, 9, 6, 2
NEVER, ANY = ACE + 1, 0
FOUR_KEPT_WITH = ((QUEEN, NEVER), (NINE, KING), (SIX, QUEEN), (TWO, ANY))
"""From which rank on four of a kind is kept with which single card in front; else it is split."""
TWO_PAIR_KEPT_WITH = ((QUEEN, NEVER), (NINE, ACE), (SIX, KING), (TWO, QUEEN))
"""From which high pair on both pairs are kept with which single card in front; else the small one goes there."""
Cards = tuple[Card, ...]
JokerRow = Literal["text", "example", "none"]
"""The row "no pairs plus the joker" as its text has it, as its example does, or left out."""


class Ranking(NamedTuple):
    """What a rulebook says of the hands, and how its chart is read where that is open."""

    wheel: Wheel = "second"
    joker: Joker = "ace"
    joker_row: JokerRow = "text"

    def five(self, hand: Sequence[Card]) -> PaiGowHand:
        return five_cards(hand, self.wheel, joker=self.joker)

    def two(self, hand: Sequence[Card]) -> PaiGowHand:
        return two_cards(hand, joker=self.joker)


USUAL = Ranking()


class HouseSet(NamedTuple):
    """Seven cards as the house sets them, and the row of its chart that says so."""

    low: Cards
    high: Cards
    row: str

    @property
    def groups(self) -> dict[str, Cards]:
        return {"low": self.low, "high": self.high}


@dataclass(frozen=True)
class Seven:
    """Seven cards as the chart looks at them: the joker has joined a rank, and the highest card comes first."""

    cards: Cards
    ranking: Ranking = USUAL

    @cached_property
    def natural(self) -> Cards:
        """The cards but the joker, highest first."""
        return tuple(sorted((card for card in self.cards if card not in JOKERS), key=rank_of, reverse=True))

    @cached_property
    def has_joker(self) -> bool:
        return len(self.natural) < len(self.cards)

    @cached_property
    def joker_joins(self) -> int:
        """The rank the joker counts as: an ace, or where it is wild the highest of those that are there most often."""
        if self.ranking.joker != "wild":
            return ACE
        times = Counter(card.rank for card in self.natural)
        return max(times, key=lambda rank: (times[rank], rank))

    def rank(self, card: Card) -> int:
        return self.joker_joins if card in JOKERS else card.rank

    @cached_property
    def ranked(self) -> Cards:
        return tuple(sorted(self.cards, key=lambda card: (self.rank(card), card not in JOKERS), reverse=True))

    @cached_property
    def times(self) -> Counter[int]:
        return Counter(self.rank(card) for card in self.cards)

    def ranks(self, times: int) -> list[int]:
        """The ranks that are there so many times, highest first."""
        return sorted((rank for rank, held in self.times.items() if held == times), reverse=True)

    def of(self, rank: int, count: int) -> Cards:
        """So many cards of a rank; a joker among them stays behind as long as it can."""
        return tuple(card for card in self.ranked if self.rank(card) == rank)[:count]

    @cached_property
    def singles(self) -> Cards:
        """The cards that are there once, highest first."""
        return tuple(card for card in self.ranked if self.times[self.rank(card)] == 1)

    def back(self, front: Cards) -> Cards:
        return tuple(card for card in self.cards if card not in front)

    @cached_property
    def complete(self) -> list[Cards]:
        """The fronts that leave a straight, a flush or a straight flush behind, the best first."""
        two, five, wheel = self.ranking.two, self.ranking.five, self.ranking.wheel
        fronts = [front for front in combinations(self.ranked, 2) if is_complete(self.back(front), wheel)]
        return sorted(fronts, key=lambda front: (two(front), five(self.back(front))), reverse=True)

    def with_the_highest_back(self, front: Cards) -> Cards:
        """Of all that make as good a front, the cards that leave the highest hand behind: suits may make it a flush."""
        worth = self.ranking.two(front)
        alike = [front, *(other for other in combinations(self.ranked, 2) if self.ranking.two(other) == worth)]
        return max(alike, key=lambda each: self.ranking.five(self.back(each))) if len(alike) > 2 else front

    def is_pair(self, front: Cards) -> bool:
        return len(self.ranking.two(front).ranks) == 1


def house_way(hand: Sequence[Card], ranking: Ranking = USUAL) -> HouseSet:
    """The low and the high hand of seven cards, and the row that set them.

    The row that fits first decides. Which comes first where several fit, the chart does not say: the rarer hand does.
    Nor does it say which of equal cards go in front: those do that leave the highest hand behind.

    >>> from pitboss.equipment.cards import cards
    >>> low, high, row = house_way(cards("Ks 3d Kd 7c 3h 6s 2d"))
    >>> " ".join(low), " ".join(high), row
    ('3d 3h', 'Ks Kd 7c 6s 2d', 'two_pair_queens_up')
    """
    known(hand, "the")
    seven = Seven(tuple(hand), ranking)
    row, ranks = next((row.name, front) for row in CHART for front in row.fronts(seven))
    front = seven.with_the_highest_back(ranks)
    return HouseSet(tuple(card for card in hand if card in front), seven.back(front), row)


def _five_aces(seven: Seven) -> Iterator[Cards]:
    """A pair of aces in front."""
    if seven.times[ACE] == 5:
        yield seven.of(ACE, 2)


def _five_of_a_kind(seven: Seven) -> Iterator[Cards]:
    """Twos to kings with the joker all stay behind."""
    if seven.has_joker and seven.ranking.joker != "ace":
        times = Counter(card.rank for card in seven.natural)
        for rank in (rank for rank, held in times.items() if held == 4):
            yield tuple(card for card in seven.natural if card.rank != rank)


def _four_of_a_kind_with_a_pair(seven: Seven) -> Iterator[Cards]:
    """The pair in front, the four behind."""
    for _ in seven.ranks(4):
        for rank in (*seven.ranks(3), *seven.ranks(2)):
            yield seven.of(rank, 2)


def _four_of_a_kind(seven: Seven, tier: int) -> Iterator[Cards]:
    """Kept behind where the front is good enough, else split."""
    least, wanted = FOUR_KEPT_WITH[tier]
    for rank in seven.ranks(4):
        if rank >= least:
            yield seven.singles[:2] if seven.rank(seven.singles[0]) >= wanted else seven.of(rank, 2)


def _full_house(seven: Seven) -> Iterator[Cards]:
    """The highest pair in front, at least three of a kind behind."""
    if seven.ranks(3) and seven.ranks(2):
        for rank in sorted((rank for rank, held in seven.times.items() if held > 1), reverse=True):
            front = seven.of(rank, 2)
            if seven.ranking.five(seven.back(front)).category >= THREE_OF_A_KIND:
                yield front


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


def _straight_or_flush(seven: Seven, pairs: int) -> Iterator[Cards]:
    """The highest two cards in front, pair or not, that leave a complete hand behind."""
    if not seven.ranks(3) and len(seven.ranks(2)) == pairs:
        yield from seven.complete


def _straight_or_flush_with_two_pair(seven: Seven) -> Iterator[Cards]:
    """A pair in front with a complete hand behind; else as with two pair."""
    if len(seven.ranks(2)) == 2:
        yield from (front for front in seven.complete if seven.is_pair(front))


def _straight_or_flush_with_three_of_a_kind(seven: Seven) -> Iterator[Cards]:
    """A pair or an ace in front with a complete hand behind; else as with three of a kind."""
    if seven.ranks(3):
        for front in seven.complete:
            if seven.is_pair(front) or ACE in map(seven.rank, front):
                yield front


def _three_aces(seven: Seven) -> Iterator[Cards]:
    """One goes in front with the highest single card."""
    if seven.ranks(3) == [ACE]:
        yield *seven.of(ACE, 1), seven.singles[0]


def _three_of_a_kind(seven: Seven) -> Iterator[Cards]:
    """The two highest single cards in front."""
    if seven.ranks(3):
        yield seven.singles[:2]


def _two_pair(seven: Seven, tier: int) -> Iterator[Cards]:
    """Both behind where a high enough card can be played in front, else the small pair there."""
    least, wanted = TWO_PAIR_KEPT_WITH[tier]
    pairs = seven.ranks(2)
    if len(pairs) == 2 and pairs[0] >= least:
        yield seven.singles[:2] if seven.rank(seven.singles[0]) >= wanted else seven.of(pairs[1], 2)


def _no_pair_and_the_joker(seven: Seven) -> Iterator[Cards]:
    """The joker and the second highest card behind, the highest and the third highest in front.

    Read by the chart's example, the joker and the highest card behind, the next two in front. An ace with a joker that
    is an ace makes a pair, and this row is not for it.
    """
    joker, row = seven.ranking.joker, seven.ranking.joker_row
    if not seven.has_joker or row == "none" or len({card.rank for card in seven.natural}) < len(seven.natural):
        return
    if joker == "wild" or seven.natural[0].rank < ACE:
        first, second, third = seven.natural[:3]
        yield (first, third) if row == "text" else (second, third)


def _one_pair(seven: Seven) -> Iterator[Cards]:
    """The pair behind, the two highest others in front."""
    if seven.ranks(2):
        yield seven.singles[:2]


def _high_card(seven: Seven) -> Iterator[Cards]:
    """The second and the third highest in front."""
    yield seven.ranked[1:3]


class Row(NamedTuple):
    """A row of the chart: its name, what it says, and the fronts it would set, the one it sets first."""

    name: str
    says: str
    fronts: Callable[[Seven], Iterator[Cards]]


_KEPT = "behind if {} or better can be played in front, else split"
_BOTH_BEHIND = "both pairs behind if {} or better can be played in front, else the small pair in front"
_COMPLETE = "the highest two cards in front that leave a complete hand behind"

CHART = (
    Row("five_aces", "five aces: a pair of them in front", _five_aces),
    Row("five_of_a_kind", "five of a kind, twos to kings: behind", _five_of_a_kind),
    Row(
        "four_of_a_kind_with_a_pair",
        "four of a kind with a pair: the pair in front, the four behind",
        _four_of_a_kind_with_a_pair,
    ),
    Row("four_queens_up", "four aces, kings or queens: split", partial(_four_of_a_kind, tier=0)),
    Row("four_nines_up", f"four jacks, tens or nines: {_KEPT.format('a king')}", partial(_four_of_a_kind, tier=1)),
    Row("four_sixes_up", f"four eights, sevens or sixes: {_KEPT.format('a queen')}", partial(_four_of_a_kind, tier=2)),
    Row("four_low", "four fives or lower: always behind", partial(_four_of_a_kind, tier=3)),
    Row("full_house", "full house: the highest pair in front that keeps at least three of a kind behind", _full_house),
    Row("two_threes_of_a_kind", "two threes of a kind: the highest pair possible in front", _two_threes_of_a_kind),
    Row("three_pair", "three pair: the highest pair in front", _three_pair),
    Row("straight_or_flush", f"straight or flush, no pair: {_COMPLETE}", partial(_straight_or_flush, pairs=0)),
    Row(
        "straight_or_flush_with_a_pair",
        f"straight or flush and a pair: {_COMPLETE}",
        partial(_straight_or_flush, pairs=1),
    ),
    Row(
        "straight_or_flush_with_two_pair",
        "straight or flush and two pair: a pair in front with a complete hand behind",
        _straight_or_flush_with_two_pair,
    ),
    Row(
        "straight_or_flush_with_three_of_a_kind",
        "straight or flush and three of a kind: a pair or an ace in front with a complete hand behind",
        _straight_or_flush_with_three_of_a_kind,
    ),
    Row("three_aces", "three aces: an ace and the highest single card in front", _three_aces),
    Row("three_of_a_kind", "three kings or lower: the two highest single cards in front", _three_of_a_kind),
    Row(
        "two_pair_queens_up", "two pair, aces, kings or queens up: the small pair in front", partial(_two_pair, tier=0)
    ),
    Row(
        "two_pair_nines_up",
        f"two pair, jacks, tens or nines up: {_BOTH_BEHIND.format('an ace')}",
        partial(_two_pair, tier=1),
    ),
    Row(
        "two_pair_sixes_up",
        f"two pair, eights, sevens or sixes up: {_BOTH_BEHIND.format('a king')}",
        partial(_two_pair, tier=2),
    ),
    Row("two_pair_low", f"two pair, fives up or lower: {_BOTH_BEHIND.format('a queen')}", partial(_two_pair, tier=3)),
    Row(
        "no_pair_and_the_joker",
        "no pair and the joker: the second highest card and the joker behind, the highest and the third in front",
        _no_pair_and_the_joker,
    ),
    Row("one_pair", "one pair: behind, the two highest others in front", _one_pair),
    Row("high_card", "high card: the second and the third highest in front", _high_card),
)
"""The rows in the order in which they are looked at."""
_SAYS = {row.name: row.says for row in CHART}
_BY_EXAMPLE = "no pair and the joker: the highest card and the joker behind, the next two in front"


def says(row: str, ranking: Ranking = USUAL) -> str:
    """What a row of the chart says.

    >>> says("three_pair")
    'three pair: the highest pair in front'
    """
    by_example = row == "no_pair_and_the_joker" and ranking.joker_row == "example"
    return _BY_EXAMPLE if by_example else _SAYS[row]
