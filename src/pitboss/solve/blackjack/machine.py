"""A table's shoe worked through: every hand against every up card, under the best play or under a strategy given."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.hands import (
    ACE,
    BINS,
    NATURAL,
    OVER,
    PLACES,
    RANKS,
    TEN,
    Endings,
    Hands,
    Held,
    endings_of,
    hands_of,
)
from pitboss.solve.blackjack.splits import HalfHands, all_hands, first_hand, most_removed, number_of_hands
from pitboss.solve.blackjack.terms import ALWAYS, NEVER, UNLESS_OVER, Terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STOOD, STOOD_DOUBLED, DREW, DOUBLE, VALUE = range(5)
WORTHS = 5


@dataclass
class Strategy:
    """What is done with every hand against every up card.

    Where a choice is not open the next one is taken: surrender, else double, else hit or stand. A pair is split before
    anything else is asked.
    """

    hits: NDArray[np.bool_]
    doubles: NDArray[np.bool_]
    surrenders: NDArray[np.bool_]
    splits: NDArray[np.bool_]

    @classmethod
    def empty(cls, hands: Hands) -> "Strategy":
        shape = (len(hands.totals), RANKS)
        hits, doubles, surrenders = (np.zeros(shape, dtype=np.bool_) for _ in range(3))
        return cls(hits, doubles, surrenders, np.zeros((RANKS, RANKS), dtype=np.bool_))

    def copy(self) -> "Strategy":
        return Strategy(self.hits.copy(), self.doubles.copy(), self.surrenders.copy(), self.splits.copy())


@dataclass
class Machine:
    """The shoe of a table with all that the dealer can come to, for every hand and every way that pairs are split."""

    terms: Terms
    hands: Hands = field(init=False)
    endings: Endings = field(init=False)

    def __post_init__(self) -> None:
        self.hands = hands_of(self.terms.shoe)
        self.endings = endings_of(self.terms.stands_on, self.terms.hits_soft, self.terms.push_total)
        self.rows: dict[tuple[int, int], NDArray[np.int64]] = {}
        wanted = {(-1, 0): np.arange(len(self.hands.totals))}
        for pair in range(RANKS):
            most = self.terms.most_hands(pair)
            if most < 2:
                continue
            holding = self.hands.counts[:, pair] > 0
            if not self.terms.may_hit(self.hands, pair)[self.hands.sizes == 2].any():
                holding &= self.hands.sizes <= 2
            for more in range(self.most_removed(pair) + 1):
                possible = holding & (self.hands.counts[:, pair] + more + 1 <= self.terms.shoe[pair])
                wanted[pair, more] = np.flatnonzero(possible)
        self._work_out_the_dealer(wanted)

    def most_removed(self, pair: int) -> int:
        return min(most_removed(self.terms.most_hands(pair)), self.terms.shoe[pair] - 2)

    def _work_out_the_dealer(self, wanted: dict[tuple[int, int], NDArray[np.int64]]) -> None:
        """The dealer's chances for every collection of cards that can be out of the shoe, each worked out once."""
        keys = {
            (pair, more): self.hands.keys[held] + (int(PLACES[pair]) * (more + 1) if pair >= 0 else 0)
            for (pair, more), held in wanted.items()
        }
        every, places = np.unique(np.concatenate(list(keys.values())), return_inverse=True)
        at = 0
        for which, held in wanted.items():
            rows = np.full(len(self.hands.totals), -1, dtype=np.int64)
            rows[held] = places[at : at + len(held)]
            at += len(held)
            self.rows[which] = rows
        rule = (self.terms.shoe, self.terms.stands_on, self.terms.hits_soft, self.terms.push_total)
        self.chances = _chances_of(*rule, every.tobytes())

    def dealer(self, keys: NDArray[np.int64], up: int) -> NDArray[np.float64]:
        """The chances of the dealer's endings with an up card when these collections of cards are out of the shoe."""
        return dealer_of(self.terms.shoe, self.endings, keys, up, up + 1)[:, 0]

    # -- Hands that are not split -------------------------------------------------------------------------------------

    def play(
        self,
        up: int,
        strategy: Strategy,
        *,
        decide: bool = False,
        pair: int = -1,
        more: int = 0,
        prices: NDArray[np.float64] | None = None,
        surrendered: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """What each hand is worth against an up card: see the kernel. ``pair`` and ``more`` for hands of a split."""
        from pitboss.solve.blackjack.kernel import play_hands

        terms, split = self.terms, pair >= 0
        worth = np.zeros((len(self.hands.totals), WORTHS))
        play_hands(
            self.held(pair, more),
            terms.prices(up, split) if prices is None else prices,
            terms.surrendered(up, split) if surrendered is None else surrendered,
            decide,
            strategy.hits,
            strategy.doubles,
            strategy.surrenders,
            up,
            worth,
        )
        return worth

    def held(self, pair: int, more: int) -> Held:
        """The hands for the kernels; with ``pair``, those of a split, ``more`` cards of its rank elsewhere."""
        hands, terms = self.hands, self.terms
        return Held(
            hands.counts,
            terms.totals(hands, pair),
            hands.sizes,
            hands.after,
            self.rows[pair, more],
            self.chances,
            terms.cards,
            pair,
            more + 1 if pair >= 0 else 0,
            *self.may(pair),
        )

    def may(self, pair: int) -> "Sequence[NDArray[np.bool_]]":
        found = self._known_may.get(pair)
        if found is None:
            terms, hands = self.terms, self.hands
            found = self._known_may[pair] = (
                terms.may_hit(hands, pair),
                terms.may_double(hands, pair),
                terms.may_surrender(hands, pair),
            )
        return found

    @cached_property
    def _known_may(self) -> "dict[int, Sequence[NDArray[np.bool_]]]":
        return {}

    # -- Hands that are -----------------------------------------------------------------------------------------------

    def half_hands(
        self, up: int, pair: int, strategy: Strategy, prices: NDArray[np.float64], surrendered: NDArray[np.float64]
    ) -> HalfHands:
        """What one hand of a split is worth, for every number of the pair's rank that may be out of the shoe."""
        alone, paired = self.hands.of(pair), self.hands.of(pair, pair)
        most = self.most_removed(pair)
        any_card, pair_card = np.zeros(most + 2), np.zeros(most + 2)
        for more in range(most + 1):
            worth = self.play(up, strategy, pair=pair, more=more, prices=prices, surrendered=surrendered)
            any_card[more] = worth[alone, DREW]
            pair_card[more] = worth[paired, VALUE]
        left = self.terms.shoe[pair] - 2 - (pair == up)
        return HalfHands(any_card, pair_card, left, sum(self.terms.shoe) - 3)

    def natural(self, up: int, *held: int) -> float:
        """The chance of a dealer's blackjack with this up card when these ranks are held."""
        if up not in (ACE, TEN):
            return 0.0
        hole = TEN if up == ACE else ACE
        return (self.terms.shoe[hole] - held.count(hole)) / (sum(self.terms.shoe) - len(held) - 1)

    def split(self, up: int, pair: int, strategy: Strategy) -> float:
        """What a pair is worth when it is split, and split again as often as it can be."""
        terms = self.terms
        half = self.half_hands(up, pair, strategy, terms.prices(up, True), terms.surrendered(up, True))
        return all_hands(half, terms.most_hands(pair)) + self.original_loss(up, pair, strategy)

    def original_loss(self, up: int, pair: int, strategy: Strategy) -> float:
        """What the original wager of a hand that is split loses to a dealer's blackjack, beside what hands lose."""
        lost = self.terms.original(up)
        if lost == NEVER or up not in (ACE, TEN):
            return 0.0
        if lost == ALWAYS:
            return -self.natural(up, pair, pair)
        original = np.zeros_like(self.terms.prices(up, True))
        original[:, :, NATURAL] = -1
        original[:, OVER, NATURAL] = 0
        gives_up = np.zeros(BINS)
        gives_up[NATURAL] = -1
        half = self.half_hands(up, pair, strategy, original, gives_up)
        most = self.terms.most_hands(pair)
        if lost == UNLESS_OVER:
            return first_hand(half, most)
        # Whether one hand goes over is taken to say nothing about the others; only under an unseen blackjack.
        natural = self.natural(up, pair, pair)
        if not natural:
            return 0.0
        stays = -first_hand(half, most) / natural
        return -natural * sum(
            share * stays**hands for hands, share in number_of_hands(most, half.left, half.unseen).items()
        )

    def unsplit_worth(self, up: int, strategy: Strategy) -> NDArray[np.float64]:
        """What hands are worth against an up card when they are not split."""
        found: NDArray[np.float64] = self.play(up, strategy)[:, VALUE]
        return found

    def splittable(self, pair: int, up: int) -> bool:
        """Whether such a pair can be dealt against the up card, and split."""
        shoe = self.terms.shoe
        return shoe[up] > 0 and self.terms.most_hands(pair) >= 2 and shoe[pair] >= 2 + (up == pair)

    def splits(self, strategy: Strategy, pair: int, up: int) -> bool:
        return bool(strategy.splits[pair, up]) and self.splittable(pair, up)

    # -- The whole game -----------------------------------------------------------------------------------------------

    def best(self) -> tuple[Strategy, float]:
        """The best play by composition, split hands being played as hands that were not split, and what it is worth."""
        strategy = Strategy.empty(self.hands)
        worth = {up: self.play(up, strategy, decide=True)[:, VALUE] for up in range(RANKS)}
        splits = {}
        for pair in range(RANKS):
            for up in range(RANKS):
                if self.splittable(pair, up):
                    splits[pair, up] = self.split(up, pair, strategy)
                    strategy.splits[pair, up] = splits[pair, up] > worth[up][self.hands.of(pair, pair)]
        return strategy, self.over_deals(strategy, worth, splits, self.terms.blackjack())

    def follow(self, strategy: Strategy) -> float:
        """What a strategy is worth over all deals."""
        shoe = self.terms.shoe
        return sum(many / sum(shoe) * self.follow_against(strategy, up) for up, many in enumerate(shoe) if many)

    def follow_against(self, strategy: Strategy, up: int) -> float:
        """What a strategy is worth against an up card."""
        worth = self.play(up, strategy)[:, VALUE]
        splits = {pair: self.split(up, pair, strategy) for pair in range(RANKS) if self.splits(strategy, pair, up)}
        return self.over_deals_against(up, strategy, worth, splits, self.terms.blackjack())

    def deals(self, up: int) -> "list[tuple[float, int, int]]":
        """The two cards of a player with their chances, given the up card."""
        left = [many - (rank == up) for rank, many in enumerate(self.terms.shoe)]
        unseen = sum(left)
        found = []
        for one in range(RANKS):
            for two in range(one, RANKS):
                ways = left[one] * (left[one] - 1) if one == two else 2 * left[one] * left[two]
                if ways > 0:
                    found.append((ways / (unseen * (unseen - 1)), one, two))
        return found

    def over_deals_against(
        self,
        up: int,
        strategy: Strategy,
        worth: NDArray[np.float64],
        splits: "Mapping[int, float]",
        blackjack: NDArray[np.float64],
    ) -> float:
        """The mean over a player's two cards of what hands, pairs that are split and a blackjack are worth."""
        total = 0.0
        for chance, one, two in self.deals(up):
            at = self.hands.of(one, two)
            if (one, two) == (ACE, TEN):
                found = float(self.chances[self.rows[-1, 0][at], up] @ blackjack)
            elif one == two and self.splits(strategy, one, up):
                found = splits[one]
            else:
                found = float(worth[at])
            total += chance * found
        return total

    def over_deals(
        self,
        strategy: Strategy,
        worth: "Mapping[int, NDArray[np.float64]]",
        splits: "Mapping[tuple[int, int], float]",
        blackjack: NDArray[np.float64],
    ) -> float:
        """The mean over all deals."""
        shoe = self.terms.shoe
        total = 0.0
        for up, many in enumerate(shoe):
            if many:
                pairs = {pair: found for (pair, against), found in splits.items() if against == up}
                total += many / sum(shoe) * self.over_deals_against(up, strategy, worth[up], pairs, blackjack)
        return total


@lru_cache(maxsize=4)
def _chances_of(
    shoe: tuple[int, ...], stands_on: int, hits_soft: tuple[int, ...], push_total: int, keys: bytes
) -> NDArray[np.float64]:
    """The dealer's chances with every up card; tables that differ in what players may do share them."""
    endings = endings_of(stands_on, hits_soft, push_total)
    return dealer_of(shoe, endings, np.frombuffer(keys, dtype=np.int64), 0, RANKS)


def dealer_of(
    shoe: tuple[int, ...], endings: Endings, keys: NDArray[np.int64], first_up: int, last_up: int
) -> NDArray[np.float64]:
    """The chances of the dealer's endings when collections of cards are out of the shoe, for some up cards."""
    from pitboss.solve.blackjack.kernel import dealer_chances

    taken = (keys[:, None] // PLACES) & 63
    found = np.empty((len(keys), last_up - first_up, BINS))
    cards = np.array(shoe, dtype=np.int64)
    tree = (endings.parents, endings.ranks, endings.nths, endings.ways, endings.bins, endings.lengths, endings.begins)
    half = len(keys) // 2

    def work(part: slice) -> None:
        dealer_chances(taken[part], cards, first_up, last_up, *tree, found[part])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, (slice(0, half), slice(half, len(keys)))))
    return found
