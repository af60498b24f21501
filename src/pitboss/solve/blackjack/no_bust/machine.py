"""A shoe of no-bust blackjack worked through, against one start of the player-dealer's at a time."""

from collections.abc import Iterator, Sequence
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

    @property
    def moves(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
        """For the kernels."""
        return self.hits, self.doubles, self.surrenders


class ComesTo(NamedTuple):
    """What hands come to: those that stand, by level, class and ending; that go over; that are surrendered."""

    prices: NDArray[np.float64]
    over: NDArray[np.float64]
    surrendered: NDArray[np.float64]


class DealtOut(NamedTuple):
    """Two cards about which there is nothing to decide: how likely they are, how he ends, and what they come to."""

    chance: float
    natural: bool
    chances: NDArray[np.float64]
    prices: NDArray[np.float64]

    @property
    def worth(self) -> float:
        return float(self.chances @ self.prices)


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
        self._held: dict[int, Held] = {}
        self._come: dict[int, NDArray[np.int64]] = {}
        self._comes_to: dict[str, ComesTo] = {}
        self._tree = endings_of(table.rules, table.decks, self.start, table.jokers > 0)
        self._deals = list(self._all_deals())
        self._goes_on = np.ones(len(self.hands.totals), dtype=np.bool_)
        self.close: list[int] = []

    # -- The player-dealer's chances ----------------------------------------------------------------------------------

    def chances(self, taken: NDArray[np.int64], hands: NDArray[np.int64]) -> NDArray[np.float64]:
        """By rows: which cards are out, eleven ranks of them, and which hand is held."""
        from pitboss.solve.blackjack.no_bust.kernel import FOUND, dealer_chances

        found = np.empty((len(taken), FOUND))
        closer = self.table.rules.saved.closer
        dealer_chances(taken, self._lowest_over[hands], self._may_save[hands], self.left, closer, *self._tree, found)
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
        """The hands for the kernels; with ``pair``, those of a split, up to ``more`` cards of its rank elsewhere."""
        from pitboss.solve.blackjack.no_bust.kernel import Held

        found = self._held.get(pair)
        if found is None:
            hands, acts = self.hands, self.table.draws_against(self.up)
            taken = self._taken(wanted := self._wanted(pair), pair)
            at = wanted[(taken <= self.left).all(axis=1)]
            rows = np.full(len(hands.totals), -1, dtype=np.int64)
            rows[at] = np.arange(len(at))
            found = self._held[pair] = Held(
                hands.counts,
                self._classes(pair),
                self._joined(pair),
                hands.sizes,
                hands.after,
                at,
                rows,
                self._chances_beside(at, pair, range(more + 1)),
                self.left,
                pair,
                *(may & acts for may in self.table.may(hands, pair)),
            )
        elif more >= len(found.chances):
            rest = self._chances_beside(found.asked, pair, range(len(found.chances), more + 1))
            found = self._held[pair] = found._replace(chances=np.concatenate([found.chances, rest]))
        return found

    def _taken(self, hands: NDArray[np.int64], pair: int) -> NDArray[np.int64]:
        """The cards that are out with each hand; of a pair that is split, the other of its two."""
        taken = np.zeros((len(hands), RANKS), dtype=np.int64)
        taken[:, :JOKER] = self.hands.counts[hands]
        if pair >= 0:
            taken[:, pair] += 1
        return taken

    def _chances_beside(self, hands: NDArray[np.int64], pair: int, mores: range) -> NDArray[np.float64]:
        """``[more, hand]``: the chances with so many more cards of the pair's rank out."""
        taken = np.tile(self._taken(hands, pair), (len(mores), 1))
        if pair >= 0:
            taken[:, pair] += np.repeat(mores, len(hands))
        return self.chances(taken, np.tile(hands, len(mores))).reshape(len(mores), len(hands), -1)

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

    def play(self, choices: Choices) -> NDArray[np.float64]:
        """What each hand is worth under the best choices, which are written down: see the kernel."""
        from pitboss.solve.blackjack.no_bust.kernel import WORTHS, play_hands

        worth = np.zeros((len(self.hands.totals), WORTHS))
        play_hands(self.held(), 0, *self.comes_to(WHOLE), *choices.moves, worth)
        return worth

    def worth_under(self, choices: Choices, comes_to: ComesTo) -> NDArray[np.float64]:
        """What each hand is worth under these choices."""
        from pitboss.solve.blackjack.no_bust.kernel import follow_hands

        worth, after_double = np.zeros((2, len(self.hands.totals)))
        follow_hands(self.held(), 0, *comes_to, *choices.moves, worth, after_double)
        return worth

    def half_hands(self, pair: int, choices: Choices, comes_to: ComesTo, most: int) -> HalfHands:
        """What one hand of a split is worth, for every number of the pair's rank that may be out of the shoe."""
        from pitboss.solve.blackjack.no_bust.kernel import follow_halves

        removed = max(min(most_removed(most), self.table.shoe[pair] - 2), 0)
        found = np.zeros((2, removed + 2))
        firsts = (self.hands.of(pair), self.hands.of(pair, pair))
        follow_halves(self.held(pair, removed), *comes_to, *choices.moves, *firsts, found[:, :-1])
        return HalfHands(found[0], found[1], int(self.left[pair]) - 2, int(self.left.sum()) - 2)

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
        worth = self.play(choices)[:, VALUE]
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
        worth = self.worth_under(choices, self.staked(WHOLE) if staked else self.comes_to(WHOLE))
        total = sum(each.chance * (1.0 if staked else each.worth) for each in self.dealt_out)
        for chance, one, two in self.played:
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

    @cached_property
    def played(self) -> list[tuple[float, int, int]]:
        """The deals of two cards about which there is something to decide."""
        return [deal for deal in self._deals if not self.is_dealt_out(*deal[1:])]

    @cached_property
    def dealt_out(self) -> list[DealtOut]:
        """The deals of those about which there is not."""
        deals = [deal for deal in self._deals if self.is_dealt_out(*deal[1:])]
        chances = self._chances_of_two([deal[1:] for deal in deals])
        return [
            DealtOut(chance, bool(self.table.natural_of(*two)), row, self._price_of_two(*two))
            for (chance, *two), row in zip(deals, chances, strict=True)
        ]

    def _chances_of_two(self, twos: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
        taken = np.array([np.bincount(two, minlength=RANKS) for two in twos]).reshape(-1, RANKS)
        return self.chances(taken, np.zeros(len(taken), dtype=np.int64))[:, :BINS]

    def _price_of_two(self, one: int, two: int) -> NDArray[np.float64]:
        """Even money where that is worth more than to wait for the player-dealer's second card."""
        price = self.table.natural(self.up, one, two)
        if self.table.natural_of(one, two) and self.takes_even_money():
            return np.full(BINS, self.table.price(self.table.original, "even_money"))
        return price

    def takes_even_money(self) -> bool:
        if not self.table.pays_even_money(self.up):
            return False
        even = self.table.price(self.table.original, "even_money")
        return bool(self._chances_of_two([(ACE, TEN)])[0] @ self.table.natural(self.up, ACE, TEN) < even)
