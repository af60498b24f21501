"""A table's shoe worked through: every hand against every up card, under the best play or under a strategy given."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import InitVar, dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.hands import (
    ACE,
    BINS,
    LEVELS,
    NATURAL,
    OVER,
    PLACES,
    PUSHES,
    RANKS,
    SINGLE,
    TEN,
    Endings,
    Hands,
    Held,
    Ranks,
    endings_of,
    hands_of,
)
from pitboss.solve.blackjack.splits import HalfHands, all_hands, comes_back, first_hand, most_removed
from pitboss.solve.blackjack.terms import ALWAYS, NEVER, UNLESS_OVER, Drawing, Terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

STOOD, AFTER_DOUBLE, AFTER_FREE, DREW, DOUBLE, VALUE = range(6)
WORTHS = 6
Found = TypeVar("Found")


@dataclass
class Strategy:
    """What is done with every hand against every up card.

    Where a choice is not open the next one is taken: surrender, else double, else hit or stand. A pair is split before
    anything else is asked. ``added`` is how hands are played on which a split has put the house's wager.
    ``margins`` is by how much it is better to split a pair, where that was worked out.
    """

    hits: NDArray[np.bool_]
    doubles: NDArray[np.bool_]
    surrenders: NDArray[np.bool_]
    splits: NDArray[np.bool_]
    rescues: NDArray[np.bool_]
    added: "Strategy | None" = None
    margins: "dict[tuple[int, int], float]" = field(default_factory=dict)

    @classmethod
    def empty(cls, hands: Hands, starts: int = RANKS) -> "Strategy":
        shape = (len(hands.totals), starts)
        hits, doubles, surrenders, rescues = (np.zeros(shape, dtype=np.bool_) for _ in range(4))
        return cls(hits, doubles, surrenders, np.zeros((RANKS, starts), dtype=np.bool_), rescues)

    @property
    def choices(self) -> "tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]":
        """For the kernels."""
        return self.hits, self.doubles, self.surrenders, self.rescues


@dataclass
class Machine:
    """The shoe of a table with all that the dealer can come to, for every hand and every way that pairs are split."""

    terms: Terms
    alone: InitVar[bool] = True
    hands: Hands = field(init=False)
    endings: Endings = field(init=False)

    def __post_init__(self, alone: bool) -> None:
        self.hands = hands_of(self.terms.shoe)
        self.endings = endings_of(*self.terms.drawing)
        self.ups = range(len(self.terms.starts))
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
        self.wanted = wanted
        if alone:
            every = ascending(self.keys())
            self.place(every, _chances_of(self.terms.shoe, self.terms.drawing, every.tobytes()))

    def most_removed(self, pair: int) -> int:
        return min(most_removed(self.terms.most_hands(pair)), self.terms.shoe[pair] - 2)

    def keys(self) -> NDArray[np.int64]:
        """Every collection of cards that can be out of the shoe when the dealer's chances are asked for."""
        return np.concatenate(
            [
                self.hands.keys[held] + (int(PLACES[pair]) * (more + 1) if pair >= 0 else 0)
                for (pair, more), held in self.wanted.items()
            ]
        )

    def place(self, every: NDArray[np.int64], chances: NDArray[np.float64], besides: int = 0) -> None:
        """Take the dealer's chances from a table of collections, in which some cards are out ``besides``."""
        self.chances = chances
        places, at = np.searchsorted(every, self.keys() + besides), 0
        self.rows = {
            pair: np.full((1 + more, len(self.hands.totals)), -1, dtype=np.int64) for pair, more in self.wanted
        }
        for (pair, more), held in self.wanted.items():
            self.rows[pair][more, held] = places[at : at + len(held)]
            at += len(held)

    def dealer(self, keys: NDArray[np.int64], up: int) -> NDArray[np.float64]:
        """The chances of the dealer's endings with an up card when these collections of cards are out of the shoe."""
        return dealer_of(self.terms.shoe, self.endings, keys, up, up + 1)[:, 0]

    # -- Hands that are not split -------------------------------------------------------------------------------------

    def play(self, up: int, strategy: Strategy, comes_to: "ComesTo | None" = None) -> NDArray[np.float64]:
        """What each hand is worth against an up card under the best choices, which are written down: see the kernel."""
        from pitboss.solve.blackjack.kernel import play_hands

        worth = np.zeros((WORTHS, len(self.hands.totals)))
        play_hands(self.held(-1), *(comes_to or self.comes_to(up)), *strategy.choices, up, worth)
        return worth

    def worth_under(self, up: int, strategy: Strategy, comes_to: "ComesTo | None" = None) -> NDArray[np.float64]:
        """What each hand is worth against an up card under a strategy."""
        from pitboss.solve.blackjack.kernel import follow_hands

        worth = np.zeros((LEVELS, len(self.hands.totals)))
        follow_hands(self.held(-1), 0, *(comes_to or self.comes_to(up)), *strategy.choices, up, worth)
        single: NDArray[np.float64] = worth[SINGLE]
        return single

    def comes_to(self, up: int, *, split: bool = False, added: bool = False, squared: bool = False) -> "ComesTo":
        """What hands come to at this table, or the mean squares of that."""
        terms = self.terms
        given_up, saved = terms.surrendered(up, split, added), terms.rescued(up, split, added)
        if squared:
            return ComesTo(terms.squares(up, split, added), given_up**2, saved**2)
        return ComesTo(terms.prices(up, split, added), given_up, saved)

    def held(self, pair: int) -> Held:
        """The hands for the kernels; with ``pair``, those of a split."""
        found = self._known_held.get(pair)
        if found is None:
            hands, terms = self.hands, self.terms
            found = self._known_held[pair] = Held(
                hands.counts,
                terms.classes(hands, pair),
                hands.sizes,
                hands.after,
                self.rows[pair],
                self.chances,
                terms.cards,
                self.endings.seen,
                pair,
                terms.levels(hands),
                *self.may(pair),
                terms.may_rescue(hands),
            )
        return found

    def may(self, pair: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
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
    def _known_held(self) -> dict[int, Held]:
        return {}

    @cached_property
    def _known_may(self) -> dict[int, tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]]:
        return {}

    # -- Hands that are -----------------------------------------------------------------------------------------------

    def half_hands(self, up: int, pair: int, strategy: Strategy, comes_to: "ComesTo") -> HalfHands:
        """What one hand of a split is worth, for every number of the pair's rank that may be out of the shoe."""
        from pitboss.solve.blackjack.kernel import follow_halves

        found = np.zeros((2, self.most_removed(pair) + 2))
        firsts = (self.hands.of(pair), self.hands.of(pair, pair))
        follow_halves(self.held(pair), *comes_to, *strategy.choices, up, *firsts, found[:, :-1])
        return HalfHands(found[0], found[1], *self.unseen_of(pair, up))

    def unseen_of(self, pair: int, up: int) -> tuple[int, int]:
        """How many cards of a pair's rank are unseen when it is split, and how many cards."""
        shoe, start = self.terms.shoe, self.terms.starts[up]
        return shoe[pair] - 2 - start.count(pair), sum(shoe) - 2 - len(start)

    def natural(self, up: int, *held: int) -> float:
        """The chance of a dealer's blackjack with this up card when these ranks are held."""
        return self.terms.natural(up, *held)

    def split(self, up: int, pair: int, strategy: Strategy) -> float:
        """What a pair is worth when it is split, and split again as often as it can be."""
        return self.over_hands(up, pair, strategy) + self.original_loss(up, pair, strategy)

    def returned(self, up: int, pair: int, strategy: Strategy) -> float:
        """What comes back of the player's own wager on a hand of a split that went over."""
        if not self.terms.bust_comes_back or pair not in self.terms.free_pairs:
            return 0.0
        stands, given_up = np.zeros_like(self.terms.prices(up, True)), np.zeros(BINS)
        stands[:, :OVER, PUSHES] = stands[:, OVER + 1 :, PUSHES] = given_up[PUSHES] = 1.0
        rows = self.rows[pair][:, [self.hands.of(pair), self.hands.of(pair, pair)]]
        likely = np.zeros((2, len(rows) + 1))
        likely[:, :-1] = np.where(rows >= 0, self.chances[rows, up, PUSHES], 0.0).T
        sure = HalfHands(likely[0], likely[1], *self.unseen_of(pair, up))

        def over(plays: Strategy) -> HalfHands:
            stays = self.half_hands(up, pair, plays, ComesTo(stands, given_up, given_up))
            any_card, pair_card = likely[0] - stays.any_card, likely[1] - stays.pair_card
            return replace(stays, any_card=any_card, pair_card=pair_card)

        return comes_back(over(strategy), over(strategy.added or strategy), sure, self.terms.most_hands(pair))

    def over_hands(self, up: int, pair: int, strategy: Strategy, squared: bool = False) -> float:
        """The sum over the hands of a split of what each comes to; the house's own wagers on those that it added."""
        most = self.terms.most_hands(pair)
        half = self.half_hands(up, pair, strategy, self.comes_to(up, split=True, squared=squared))
        if not self.terms.adds_otherwise(pair, up):
            return all_hands(half, most)
        otherwise = self.comes_to(up, split=True, added=True, squared=squared)
        added = self.half_hands(up, pair, strategy.added or strategy, otherwise)
        whole = first_hand(half, most) + all_hands(added, most) - first_hand(added, most)
        back = self.returned(up, pair, strategy)
        return whole - back if squared else whole + back

    def original_loss(self, up: int, pair: int, strategy: Strategy) -> float:
        """What the original wager of a hand that is split loses to a dealer's blackjack, beside what hands lose."""
        lost, natural = self.terms.original(up), self.natural(up, pair, pair)
        if lost == NEVER or not natural:
            return 0.0
        if lost == ALWAYS:
            return self._tied(up, pair) - natural
        if lost == UNLESS_OVER:
            original = np.zeros_like(self.terms.prices(up, True))
            original[:, :, NATURAL] = -1
            original[:, OVER, NATURAL] = 0
            gives_up = np.zeros(BINS)
            gives_up[NATURAL] = -1
            half = self.half_hands(up, pair, strategy, ComesTo(original, gives_up, gives_up))
            return first_hand(half, self.terms.most_hands(pair))
        from pitboss.solve.blackjack.together import none_over

        return -natural * none_over(self, up, pair, strategy)

    def _tied(self, up: int, pair: int) -> float:
        """The chance of a blackjack that both hands of a split tie with: an ace and a ten each."""
        terms, start = self.terms, self.terms.starts[up]
        if pair not in (ACE, TEN) or terms.looked(up) or not terms.brought_21_ties_blackjack:
            return 0.0
        cards = [*(TEN if pair == ACE else ACE,) * 2, TEN if start[0] == ACE else ACE]
        left, unseen, chance = [*terms.shoe], sum(terms.shoe) - 3, 1.0
        for rank in (pair, pair, *start):
            left[rank] -= 1
        for at, rank in enumerate(cards):
            chance *= max(left[rank], 0) / (unseen - at)
            left[rank] -= 1
        return chance

    def splittable(self, pair: int, up: int) -> bool:
        """Whether such a pair can be dealt against the up card, and split."""
        shoe, open_ = self.terms.shoe, self.terms.seen(up, pair)
        can_be = self.terms.chance_of_start(up) > 0
        return can_be and self.terms.most_hands(pair) >= 2 and shoe[pair] >= 2 + open_

    def splits(self, strategy: Strategy, pair: int, up: int) -> bool:
        return bool(strategy.splits[pair, up]) and self.splittable(pair, up)

    # -- The whole game -----------------------------------------------------------------------------------------------

    def best(self) -> tuple[Strategy, float]:
        """The best play by composition, split hands being played as hands that were not split, and what it is worth."""
        strategy = Strategy.empty(self.hands, len(self.ups))
        worth = {up: self.play(up, strategy)[VALUE] for up in self.ups}
        if self.terms.free_pairs or (self.terms.raised and not self.terms.split_raised):
            strategy.added = Strategy.empty(self.hands, len(self.ups))
            for up in self.ups:
                self.play(up, strategy.added, self.comes_to(up, split=True, added=True))
        splits: dict[tuple[int, int], float] = {}

        def split_against(up: int) -> None:
            for pair in range(RANKS):
                if self.splittable(pair, up):
                    whole = worth[up][self.hands.of(pair, pair)]
                    splits[pair, up] = self.over_hands(up, pair, strategy)
                    # What the original wager loses besides, if anything, makes a split no better.
                    if splits[pair, up] > whole:
                        splits[pair, up] += self.original_loss(up, pair, strategy)
                    margin = splits[pair, up] - whole
                    strategy.margins[pair, up] = float(margin)
                    strategy.splits[pair, up] = margin > 0

        two_at_a_time(split_against, self.ups)
        return strategy, self.over_deals(strategy, worth, splits, self.terms.blackjack)

    def follow(self, strategy: Strategy) -> float:
        """What a strategy is worth over all deals."""
        shares = self.shares()
        worth = two_at_a_time(lambda up: self.follow_against(strategy, up), [up for up, _ in shares])
        return sum(share * found for (_, share), found in zip(shares, worth, strict=True))

    def follow_against(self, strategy: Strategy, up: int) -> float:
        """What a strategy is worth against an up card."""
        worth = self.worth_under(up, strategy)
        splits = {pair: self.split(up, pair, strategy) for pair in range(RANKS) if self.splits(strategy, pair, up)}
        return self.over_deals_against(up, strategy, worth, splits, self.terms.blackjack(up))

    def shares(self) -> "list[tuple[int, float]]":
        """What may lie open of the dealer's, and how often it does."""
        found = ((up, self.terms.chance_of_start(up)) for up in self.ups)
        return [(up, share) for up, share in found if share > 0]

    def deals(self, up: int) -> "list[tuple[float, int, int]]":
        """The two cards of a player with their chances, given the up card."""
        left = [many - self.terms.seen(up, rank) for rank, many in enumerate(self.terms.shoe)]
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
                found = float(self.chances[self.rows[-1][0, at], up] @ blackjack)
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
        blackjack: "Callable[[int], NDArray[np.float64]]",
    ) -> float:
        """The mean over all deals."""
        total = 0.0
        for up, share in self.shares():
            pairs = {pair: found for (pair, against), found in splits.items() if against == up}
            total += share * self.over_deals_against(up, strategy, worth[up], pairs, blackjack(up))
        return total


def machines_without(terms: Terms, outs: "Iterable[Ranks]") -> "dict[Ranks, Machine]":
    """Machines of one table, each without a few cards of the shoe; they share one table of the dealer's chances."""
    less = {out: terms.without(out) for out in outs}
    found = {out: Machine(table, alone=False) for out, table in less.items() if min(table.shoe) >= 0}
    besides = {out: sum(int(PLACES[rank]) for rank in out) for out in found}
    every = ascending(np.concatenate([machine.keys() + besides[out] for out, machine in found.items()]))
    chances = _chances_of(terms.shoe, terms.drawing, every.tobytes())
    for out, machine in found.items():
        machine.place(every, chances, besides[out])
    return found


def two_at_a_time(work: "Callable[[int], Found]", ups: "Iterable[int]") -> "list[Found]":
    """Done for some of what may lie open of the dealer's: the kernels let another work meanwhile."""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(work, ups))


def ascending(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Every key once, in order: ``np.unique`` looks them up one by one, which takes twenty times as long."""
    keys = np.sort(keys)
    found: NDArray[np.int64] = keys[np.append(True, keys[1:] != keys[:-1])]
    return found


class ComesTo(NamedTuple):
    """What hands come to against each ending of the dealer: those that end, that are surrendered, that are rescued."""

    prices: NDArray[np.float64]
    surrendered: NDArray[np.float64]
    rescued: NDArray[np.float64]


@lru_cache(maxsize=4)
def _chances_of(shoe: tuple[int, ...], drawing: Drawing, keys: bytes) -> NDArray[np.float64]:
    """The dealer's chances from every start; tables that differ in what players may do share them."""
    endings = endings_of(*drawing)
    return dealer_of(shoe, endings, np.frombuffer(keys, dtype=np.int64), 0, len(endings.seen))


def dealer_of(
    shoe: tuple[int, ...], endings: Endings, keys: NDArray[np.int64], first: int, last: int
) -> NDArray[np.float64]:
    """The chances of the dealer's endings when collections of cards are out of the shoe, for some of the starts."""
    from pitboss.solve.blackjack.kernel import dealer_chances

    taken = (keys[:, None] // PLACES) & 63
    found = np.empty((len(keys), last - first, BINS))
    cards = np.array(shoe, dtype=np.int64)
    tree = (endings.nodes, endings.ways, endings.begins, endings.nths)
    half = len(keys) // 2

    def work(part: slice) -> None:
        dealer_chances(taken[part], cards, first, last, *tree, endings.seen, found[part])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, (slice(0, half), slice(half, len(keys)))))
    return found
