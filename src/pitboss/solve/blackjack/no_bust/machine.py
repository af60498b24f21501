"""A shoe of no-bust blackjack worked through, against one start of the player-dealer's at a time."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.hands import ACE, TEN, Hands, hands_of
from pitboss.solve.blackjack.no_bust.table import (
    ADDED,
    BINS,
    FIRST,
    JOKER,
    NATURAL,
    NATURAL_JOKER,
    RANKS,
    SPLIT_NATURAL,
    WHOLE,
    Table,
    endings_of,
)
from pitboss.solve.blackjack.splits import HalfHands, all_hands, first_hand, most_removed

if TYPE_CHECKING:
    from pitboss.solve.blackjack.no_bust.kernel import Held

HOPELESS = -0.1
"""A pair that loses more than this by being split once is not split, and what splitting it again is worth not asked."""

CLOSE = 0.01
"""A pair that is split or not by less than this may go the other way in a chart."""


@dataclass
class Choices:
    """What is done with every hand against one start: surrender, else double, else hit or stand; pairs first."""

    hits: NDArray[np.bool_]
    doubles: NDArray[np.bool_]
    surrenders: NDArray[np.bool_]
    splits: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(JOKER, dtype=np.bool_))

    @classmethod
    def none(cls, hands: Hands) -> "Choices":
        return cls(*(np.zeros(len(hands.totals), dtype=np.bool_) for _ in range(3)))


class ComesTo(NamedTuple):
    """What hands come to: those that stand, by level, class and ending; that go over; that are surrendered."""

    prices: NDArray[np.float64]
    over: NDArray[np.float64]
    surrendered: NDArray[np.float64]


@dataclass
class Against:
    """Every hand against one start of the player-dealer's."""

    table: Table
    up: int

    def __post_init__(self) -> None:
        table = self.table
        self.hands = hands_of(table.shoe[:JOKER], table.rules.most)
        self.start = table.starts[self.up]
        self.share = table.chance_of_start(self.up)
        self.left = np.array(table.shoe, dtype=np.int64) - np.bincount(self.start, minlength=RANKS)
        self._held: dict[tuple[int, int], Held] = {}
        self._come: dict[int, NDArray[np.int64]] = {}
        self._comes_to: dict[str, ComesTo] = {}
        self._of_two: dict[tuple[int, int], NDArray[np.float64]] = {}
        self._tree = endings_of(table.rules, table.decks, self.start, table.jokers > 0)
        self._deals = list(self._all_deals())
        self._goes_on = np.ones(len(self.hands.totals), dtype=np.bool_)
        self.close: list[int] = []

    # -- The player-dealer's chances ----------------------------------------------------------------------------------

    def chances(self, taken: NDArray[np.int64], hands: NDArray[np.int64]) -> NDArray[np.float64]:
        """By rows: which cards are out, eleven ranks of them, and which hand is held."""
        from pitboss.solve.blackjack.no_bust.kernel import FOUND, dealer_chances

        tree = self._tree
        found = np.empty((len(taken), FOUND))
        dealer_chances(
            taken,
            self._lowest_over[hands],
            self._may_save[hands],
            self.left,
            self.table.rules.saved.closer,
            self.table.rules.most,
            tree.parents,
            tree.ranks,
            tree.nths,
            tree.ways,
            tree.bins,
            tree.lengths,
            tree.saved,
            tree.totals,
            tree.drawn,
            found,
        )
        return found

    @cached_property
    def _hard(self) -> NDArray[np.int64]:
        return np.asarray(self.hands.totals - 10 * self.hands.soft)

    @cached_property
    def _lowest_over(self) -> NDArray[np.int64]:
        return np.minimum(self.table.rules.most - self._hard, JOKER)

    @cached_property
    def _may_save(self) -> NDArray[np.bool_]:
        """With which cards a hand that they take over may be saved, as far as it is the player's that matters."""
        saved = self.table.rules.saved
        totals = self._hard[:, None] + np.arange(1, RANKS)
        may = totals > self.table.rules.most
        if saved.cards:
            may &= (self.hands.sizes + 1 == saved.cards)[:, None]
        if saved.totals:
            may &= np.isin(totals, saved.totals)
        return np.asarray(may)

    def held(self, pair: int = -1, more: int = 0) -> "Held":
        """The hands for the kernels; with ``pair``, those of a split, ``more`` cards of its rank elsewhere."""
        from pitboss.solve.blackjack.no_bust.kernel import Held

        found = self._held.get((pair, more))
        if found is not None:
            return found
        hands, table = self.hands, self.table
        wanted = self._wanted(pair)
        taken = np.zeros((len(wanted), RANKS), dtype=np.int64)
        taken[:, :JOKER] = hands.counts[wanted]
        if pair >= 0:
            taken[:, pair] += more + 1
        there = (taken <= self.left).all(axis=1)
        at, taken = wanted[there], taken[there]
        rows = np.full(len(hands.totals), -1, dtype=np.int64)
        rows[at] = np.arange(len(at))
        acts = table.draws_against(self.up)
        alike = self._held.get((pair, 0))
        found = self._held[pair, more] = Held(
            hands.counts,
            alike.classes if alike else self._classes(pair),
            alike.joined if alike else self._joined(pair),
            hands.sizes,
            hands.after,
            at,
            rows,
            self.chances(taken, at),
            self.left,
            pair,
            more + 1 if pair >= 0 else 0,
            alike.may_hit if alike else table.may_hit(hands, pair) & acts,
            alike.may_double if alike else table.may_double(hands, pair) & acts,
            alike.may_surrender if alike else table.may_surrender(hands, pair) & acts,
        )
        return found

    def _wanted(self, pair: int) -> NDArray[np.int64]:
        """The hands that are asked for: all, or those that are come to from a card of a pair that is split."""
        from pitboss.solve.blackjack.no_bust.kernel import come_to

        if pair < 0:
            return np.arange(len(self.hands.totals))
        found = self._come.get(pair)
        if found is None:
            come = come_to(self.hands.after, self.hands.sizes, self._goes_on, self.hands.of(pair))
            if pair == ACE and self.table.rules.one_card_on_aces:
                come &= self.hands.sizes <= 2
            found = self._come[pair] = np.flatnonzero(come)
        return found

    def _classes(self, pair: int) -> NDArray[np.int64]:
        found = self.hands.totals.copy()
        rules = self.table.rules
        if pair in (ACE, TEN) and rules.split_naturals and "ace_ten" in rules.naturals:
            found[self.hands.of(ACE, TEN)] = SPLIT_NATURAL
        return found

    def _joined(self, pair: int) -> NDArray[np.int64]:
        """What a hand is priced by once a joker came to it."""
        found = np.full(len(self.hands.totals), self.table.rules.with_joker, dtype=np.int64)
        rules = self.table.rules
        if pair == ACE and rules.split_naturals and "ace_joker" in rules.naturals:
            found[self.hands.of(ACE)] = SPLIT_NATURAL
        return found

    # -- What hands are worth -----------------------------------------------------------------------------------------

    def comes_to(self, kind: str) -> ComesTo:
        found = self._comes_to.get(kind)
        if found is None:
            table = self.table
            found = self._comes_to[kind] = ComesTo(
                table.prices(self.up, kind), table.over(self.up, kind), table.surrendered(self.up, kind)
            )
        return found

    def staked(self, kind: str) -> ComesTo:
        """What is staked on a hand, in the place of what it comes to."""
        prices, over, surrendered = (np.ones_like(part) for part in self.comes_to(kind))
        prices[1] = over[1] = 2.0
        if self.table.looked(self.up):
            nothing = 0.0 if kind == ADDED else 1.0
            prices[:, :, [NATURAL, NATURAL_JOKER]] = surrendered[[NATURAL, NATURAL_JOKER]] = nothing
            over[:, 2:4] = nothing
        return ComesTo(prices, over, surrendered)

    def play(
        self, choices: Choices, comes_to: ComesTo, pair: int = -1, more: int = 0, *, decide: bool = False
    ) -> NDArray[np.float64]:
        """What each hand is worth: see the kernel."""
        from pitboss.solve.blackjack.no_bust.kernel import WORTHS, play_hands

        worth = np.zeros((len(self.hands.totals), WORTHS))
        moves = (choices.hits, choices.doubles, choices.surrenders)
        play_hands(self.held(pair, more), *comes_to, decide, *moves, worth)
        return worth

    def half_hands(self, pair: int, choices: Choices, comes_to: ComesTo, most: int) -> HalfHands:
        """What one hand of a split is worth, for every number of the pair's rank that may be out of the shoe."""
        from pitboss.solve.blackjack.no_bust.kernel import DREW, VALUE

        alone, paired = self.hands.of(pair), self.hands.of(pair, pair)
        removed = max(min(most_removed(most), self.table.shoe[pair] - 2), 0)
        any_card, pair_card = np.zeros(removed + 2), np.zeros(removed + 2)
        for more in range(removed + 1):
            worth = self.play(choices, comes_to, pair, more)
            any_card[more], pair_card[more] = worth[alone, DREW], worth[paired, VALUE]
        return HalfHands(any_card, pair_card, int(self.left[pair]) - 2, int(self.left.sum()) - 2)

    def split(self, pair: int, choices: Choices, *, staked: bool = False, most: int = 0) -> float:
        """What a pair is worth when it is split, and split again as often as it can be."""
        most = most or self.table.most_hands(pair)
        worth = self.staked if staked else self.comes_to
        half = self.half_hands(pair, choices, worth(ADDED), most)
        if not self.adds_otherwise:
            return all_hands(half, most)
        own = self.half_hands(pair, choices, worth(FIRST), most)
        return first_hand(own, most) + all_hands(half, most) - first_hand(half, most)

    @cached_property
    def adds_otherwise(self) -> bool:
        """Whether a hand that a split has added comes to something else than the one that keeps the original wager."""
        first, added = self.comes_to(FIRST), self.comes_to(ADDED)
        parts = ("prices", "over", "surrendered") if self.table.rules.surrender_split else ("prices", "over")
        return not all(np.array_equal(getattr(first, part), getattr(added, part)) for part in parts)

    def splittable(self, pair: int) -> bool:
        if not self.table.draws_against(self.up) or self.table.natural_of(pair, pair):
            return False
        return self.table.most_hands(pair) >= 2 and int(self.left[pair]) >= 2

    # -- The whole game -----------------------------------------------------------------------------------------------

    def best(self) -> Choices:
        """The best play by composition, split hands being played as hands that were not split."""
        from pitboss.solve.blackjack.no_bust.kernel import VALUE

        choices = Choices.none(self.hands)
        worth = self.play(choices, self.comes_to(WHOLE), decide=True)[:, VALUE]
        self._goes_on = self._drawn_to(choices)
        for pair in filter(self.splittable, range(JOKER)):
            whole = worth[self.hands.of(pair, pair)]
            if self.split(pair, choices, most=2) - whole > HOPELESS:
                margin = self.split(pair, choices) - whole
                choices.splits[pair] = margin > 0
                if abs(margin) < CLOSE:
                    self.close.append(pair)
        return choices

    def _drawn_to(self, choices: Choices) -> NDArray[np.bool_]:
        """Hands of a total of which some are drawn to: no strategy that is near the best one draws to others."""
        cells = 2 * self.hands.totals + self.hands.soft
        return np.isin(cells, cells[choices.hits | choices.doubles])

    def follow(self, choices: Choices, *, staked: bool = False) -> float:
        """What is won, or staked, against this start."""
        from pitboss.solve.blackjack.no_bust.kernel import VALUE

        worth = self.play(choices, self.staked(WHOLE) if staked else self.comes_to(WHOLE))[:, VALUE]
        total = 0.0
        for chance, one, two in self.deals():
            if self.is_dealt_out(one, two):
                total += chance * (1.0 if staked else sum(self.dealt_out(one, two)))
                continue
            found = float(worth[self.hands.of(one, two)])
            if one == two and choices.splits[one] and self.splittable(one):
                share = self.alike(one)
                found = share * self.split(one, choices, staked=staked) + (1 - share) * found
            total += chance * found
        return total

    def alike(self, pair: int) -> float:
        """How many of the pairs that count the same may be split."""
        if pair != TEN or not self.table.rules.tens_of_one_rank:
            return 1.0
        # Whichever ten-value cards are out, one rank is as likely as another.
        of_rank = self.table.shoe[TEN] // 4
        return (of_rank - 1) / (4 * of_rank - 1)

    def deals(self) -> list[tuple[float, int, int]]:
        """A player's two cards with their chances."""
        return self._deals

    def _all_deals(self) -> Iterator[tuple[float, int, int]]:
        left, unseen = self.left, int(self.left.sum())
        for one in range(RANKS):
            for two in range(one, RANKS):
                ways = int(left[one] * (left[one] - 1) if one == two else 2 * left[one] * left[two])
                if ways > 0:
                    yield ways / (unseen * (unseen - 1)), one, two

    def is_dealt_out(self, one: int, two: int) -> bool:
        """Whether there is nothing more to decide about two cards: a natural, or a joker."""
        return JOKER in (one, two) or bool(self.table.natural_of(one, two))

    def dealt_out(self, one: int, two: int) -> NDArray[np.float64]:
        """What such cards come to, times the chances of the endings."""
        found = self._of_two.get((one, two))
        if found is None:
            found = self._of_two[one, two] = self.chances_of_two(one, two) * self.price_of_two(one, two)
        return found

    def chances_of_two(self, one: int, two: int) -> NDArray[np.float64]:
        taken = np.bincount((one, two), minlength=RANKS)[None, :]
        return self.chances(taken, np.zeros(1, dtype=np.int64))[0, :BINS]

    def price_of_two(self, one: int, two: int) -> NDArray[np.float64]:
        """Even money where that is worth more than to wait for the player-dealer's second card."""
        price = self.table.natural(self.up, one, two)
        if self.table.natural_of(one, two) and self.takes_even_money():
            return np.full(BINS, self.table.price(self.table.original, "even_money"))
        return price

    def takes_even_money(self) -> bool:
        if not self.table.pays_even_money(self.up):
            return False
        even = self.table.price(self.table.original, "even_money")
        return bool(self.chances_of_two(ACE, TEN) @ self.table.natural(self.up, ACE, TEN) < even)
