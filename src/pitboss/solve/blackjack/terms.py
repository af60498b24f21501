"""What the mathematics must know of a table: the shoe, what may be done, and what every result is paid.

A value of plain figures, so that any game of the family is solved by the same machine: whoever can say what a table's
rules are in these terms has it solved. The prices are the table's own settlement, per unit of the wager.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.blackjack import BEST
from pitboss.solve.blackjack.hands import (
    ACE,
    BINS,
    BUST,
    DOUBLED,
    FREE,
    LEVELS,
    LOWEST_BIN,
    NATURAL,
    OVER,
    PUSHES,
    RANKS,
    SINGLE,
    STRONG_21,
    TEN,
    TOTALS,
    TWO_CARD_21,
    UP_CARDS,
    Hands,
    Ranks,
)

Drawing = tuple[int, tuple[int, ...], int, tuple[Ranks, ...]]
ALWAYS, UNLESS_OVER, UNLESS_ANY_OVER, NEVER = "always", "unless_over", "unless_any_over", "never"


@dataclass(frozen=True)
class Bonus:
    """A 21 that is paid better when it wins: of certain ranks, or of a number of cards.

    ``odds`` are the odds with their chances, where suits decide: by ranks alone, one suit is as likely as another.
    """

    odds: tuple[tuple[float, float], ...]
    ranks: Ranks = ()
    cards: int = 0
    or_more: bool = False

    def held_by(self, hands: Hands) -> NDArray[np.bool_]:
        if self.ranks:
            wanted = np.bincount(self.ranks, minlength=RANKS)
            return np.asarray((hands.counts == wanted).all(axis=1))
        many = hands.sizes >= self.cards if self.or_more else hands.sizes == self.cards
        return np.asarray(many & (hands.totals == BEST))

    def mean(self, power: int = 1, more: float = 0.0) -> float:
        """What it wins on average, with what is won besides; or the mean of a power of that."""
        return sum(chance * (odds + more) ** power for odds, chance in self.odds)


@dataclass(frozen=True)
class Terms:
    """The rules of a table in figures.

    ``shoe`` has the number of cards of each of the ten ranks, the ace first. ``starts`` are what may lie open of the
    dealer's when players decide: a card, or both. ``double_on`` are the totals that may be doubled, all where there
    are none; ``free_double_on`` the hard ones that the house doubles, and ``free_pairs`` those it splits;
    ``bust_comes_back``: the player's own wager on a hand of those that went over pushes too against a total that
    pushes, unless all of them went over. ``hands`` is
    how many hands a pair may become, 1 where pairs are not split. ``rescue``: a doubled hand may be given up for half
    of its wagers. ``looks_under`` are the up cards under which the dealer looks for a blackjack before anybody decides.

    ``tie`` is what equal totals come to, ``both_blackjack`` what two blackjacks do; ``wins_21``: a player's 21 beats a
    dealer's, and ``two_cards_against_21`` are its odds in two cards, where it has odds of its own.
    ``push_beats_blackjack``: a dealer's total that pushes does so with a dealt blackjack. ``may_raise``: a player may,
    when the dealer's card is seen, and against the starts ``raised`` has as much again on the hand, which a dealer's
    blackjack does not take; ``split_raised``: and on every hand that a split adds.

    ``zaps`` are the hard totals of two cards that may be exchanged, and with ``switch`` two hands may exchange their
    second cards: see ``exchanges``. An ace and a ten that came together so are a blackjack, or tie with one, or not.

    When the dealer does not look, ``double_lost`` and ``split_lost`` say whether doubled and split wagers lose to a
    blackjack, ``over_lost`` whether what was lost by going over stays lost, and ``original_lost`` what becomes of the
    original wager of a split hand beside that: lost ``always``, ``unless_over`` (its hand went over),
    ``unless_any_over`` (any hand of the split did) or ``never``.
    """

    shoe: tuple[int, ...]
    stands_on: int = 17
    hits_soft: tuple[int, ...] = ()
    push_total: int = 0
    blackjack_pays: float = 1.5
    blackjack_beats_21: bool = True
    split_21_beats_21: bool = False
    double: bool = True
    double_on: tuple[int, ...] = ()
    double_soft: bool = True
    double_any_size: bool = False
    double_after_split: bool = True
    hands: int = 4
    ace_hands: int = 2
    hit_split_aces: bool = False
    surrender: bool = False
    surrender_after_split: bool = False
    surrender_early: bool = False
    looks_under: tuple[int, ...] = (ACE, TEN)
    double_lost: bool = False
    split_lost: bool = False
    over_lost: bool = True
    original_lost: str = NEVER
    starts: tuple[Ranks, ...] = UP_CARDS
    tie: float = 0.0
    both_blackjack: float = 0.0
    two_cards_against_21: float = 0.0
    wins_21: bool = False
    push_beats_blackjack: bool = True
    bonuses: tuple[Bonus, ...] = ()
    bonus_doubled: bool = False
    designated: tuple[float, float] = (0.0, 0.0)
    surrender_any_size: bool = False
    rescue: bool = False
    free_double_on: tuple[int, ...] = ()
    free_pairs: tuple[int, ...] = ()
    bust_comes_back: bool = False
    zaps: tuple[int, ...] = ()
    switch: bool = False
    brought_21_is_blackjack: bool = False
    brought_21_ties_blackjack: bool = False
    may_raise: bool = False
    raised: tuple[int, ...] = ()
    split_raised: bool = False
    cards: NDArray[np.int64] = field(init=False, repr=False, compare=False)
    _known: dict[tuple[int, bool, bool, int], NDArray[np.float64]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", np.array(self.shoe, dtype=np.int64))

    def without(self, out: Ranks) -> "Terms":
        """The same table with a few cards less in its shoe; what hands are paid is worked out once for both."""
        found = replace(self, shoe=tuple(many - out.count(rank) for rank, many in enumerate(self.shoe)))
        object.__setattr__(found, "_known", self._known)
        return found

    @property
    def drawing(self) -> "Drawing":
        """What the dealer's chances hang on beside the shoe."""
        return self.stands_on, self.hits_soft, self.push_total, self.starts

    # -- What lies open of the dealer's -------------------------------------------------------------------------------

    def chance_of_start(self, up: int) -> float:
        """That just these cards lie open."""
        cards, start = sum(self.shoe), self.starts[up]
        if len(start) == 1:
            return self.shoe[start[0]] / cards
        one, two = start
        both = self.shoe[one] * (self.shoe[one] - 1) if one == two else 2 * self.shoe[one] * self.shoe[two]
        return max(both, 0) / (cards * (cards - 1))

    def seen(self, up: int, rank: int) -> int:
        """How many of the cards that lie open are of a rank."""
        return self.starts[up].count(rank)

    def stake(self, up: int, added: bool = False) -> float:
        """What a player has on a hand, for every unit wagered at first; on one that a split has ``added``."""
        return 2.0 if up in self.raised and (self.split_raised or not added) else 1.0

    def adds_otherwise(self, pair: int, up: int) -> bool:
        """Whether the wager on a hand that a split adds is another than that on the hand that is split."""
        return pair in self.free_pairs or self.stake(up, added=True) != self.stake(up)

    def looked(self, up: int) -> bool:
        """Whether a dealer's blackjack is known before anybody decides."""
        return len(self.starts[up]) > 1 or self.starts[up][0] in self.looks_under

    def natural(self, up: int, *held: int) -> float:
        """The chance of a dealer's blackjack when these ranks are held."""
        start = self.starts[up]
        if len(start) > 1:
            return float(set(start) == {ACE, TEN})
        if start[0] not in (ACE, TEN):
            return 0.0
        hole = TEN if start[0] == ACE else ACE
        return (self.shoe[hole] - held.count(hole)) / (sum(self.shoe) - len(held) - 1)

    # -- What may be done ---------------------------------------------------------------------------------------------

    def most_hands(self, rank: int) -> int:
        """How many hands a pair of this rank may become."""
        most = min(self.hands, self.ace_hands) if rank == ACE else self.hands
        return min(most, self.shoe[rank])

    def may_hit(self, hands: Hands, pair: int = -1) -> NDArray[np.bool_]:
        """Which hands may draw; ``pair`` is the rank they were split from, -1 for hands that were not split."""
        may: NDArray[np.bool_] = hands.totals < BEST
        if pair == ACE and not self.hit_split_aces:
            may = may & (hands.sizes < 2)
        return may

    def may_double(self, hands: Hands, pair: int = -1) -> NDArray[np.bool_]:
        if not self.double or (pair >= 0 and not self.double_after_split):
            return np.zeros(len(hands.totals), dtype=np.bool_)
        may = self.may_hit(hands, pair) & ((hands.sizes >= 2) if self.double_any_size else (hands.sizes == 2))
        if self.double_on:
            may &= np.isin(hands.totals, self.double_on)
        if not self.double_soft:
            may &= ~hands.soft
        return may

    def levels(self, hands: Hands) -> NDArray[np.int64]:
        """How the wager stands once a hand is doubled; where any number of cards is doubled, it is free with any."""
        size = (hands.sizes == 2) | self.double_any_size
        free = np.isin(hands.totals, self.free_double_on) & ~hands.soft & size
        return np.where(free, FREE, DOUBLED)

    def may_surrender(self, hands: Hands, pair: int = -1) -> NDArray[np.bool_]:
        if not self.surrender or (pair >= 0 and not self.surrender_after_split):
            return np.zeros(len(hands.totals), dtype=np.bool_)
        if pair == ACE and not self.surrender_any_size:
            return np.zeros(len(hands.totals), dtype=np.bool_)
        any_size = hands.sizes >= 2 if self.surrender_any_size else hands.sizes == 2
        may: NDArray[np.bool_] = any_size & (hands.totals < BEST)
        return may

    def may_rescue(self, hands: Hands) -> NDArray[np.bool_]:
        """Which doubled hands may be given up."""
        return np.asarray((hands.sizes > 2) & (hands.totals < BEST) & self.rescue)

    def classes(self, hands: Hands, pair: int = -1) -> NDArray[np.int64]:
        """What hands are priced by: their total, a 21 that beats any other, or a bonus."""
        found = hands.totals.copy()
        if self.wins_21:
            found[found == BEST] = STRONG_21
        if pair in (ACE, TEN) and (self.split_21_beats_21 or self.two_cards_against_21):
            found[hands.of(ACE, TEN)] = TWO_CARD_21 if self.two_cards_against_21 else STRONG_21
        for number, bonus in reversed(list(enumerate(self.bonuses))):
            found[bonus.held_by(hands)] = TOTALS + number
        return found

    # -- What it comes to ---------------------------------------------------------------------------------------------

    def prices(self, up: int, split: bool = False, added: bool = False) -> NDArray[np.float64]:
        """``prices[level, class, bin]``: what a hand that stood or went over wins against each ending of the dealer.

        Of a split hand the original wager's loss to a blackjack is not in here: see ``original``. ``added``: the wager
        on the hand is the house's, which a split has added; it wins and does not lose.
        """
        return self._priced(up, split, added, 1)

    def squares(self, up: int, split: bool = False, added: bool = False) -> NDArray[np.float64]:
        """The mean squares of that: where suits decide the odds, that is not the square of the mean."""
        return self._priced(up, split, added, 2)

    def _priced(self, up: int, split: bool, added: bool, power: int) -> NDArray[np.float64]:
        known = self._known.get((up, split, added, power))
        if known is not None:
            return known
        found = np.zeros((LEVELS, TOTALS + len(self.bonuses), BINS))
        stake = self.stake(up, added)
        for class_ in range(found.shape[1]):
            for bin_ in range(BINS):
                for level in range(LEVELS):
                    found[level, class_, bin_] = self._won(level, class_, bin_, added, power) * stake**power
        looked = self.looked(up)
        for level, staked in ((SINGLE, 1), (DOUBLED, 2), (FREE, 1)):
            if looked:
                found[level, :, NATURAL] = 0 if split else (-1) ** power
            else:
                lost = (staked if self.double_lost else 1) if self.split_lost or not split else 0
                found[level, :, NATURAL] = (-lost) ** power
                found[level, OVER, NATURAL] = (-staked * self.stake(up, added) if self.over_lost else -lost) ** power
        self._known[up, split, added, power] = found
        return found

    def _won(self, level: int, class_: int, bin_: int, added: bool, power: int) -> float:
        """By how the wager stands: what is the player's own wins and loses, what the house added only wins."""
        result = self._result(class_, bin_)
        wins = max(result, 0.0)
        plain = (wins if added and self.free_pairs else result) + (0.0, result, wins)[level]
        if class_ == TWO_CARD_21 and bin_ == BEST - LOWEST_BIN and level == SINGLE:
            return self.two_cards_against_21**power
        bonus = class_ - TOTALS
        if bonus < 0 or result <= 0 or (level != SINGLE and not self.bonus_doubled):
            return plain**power
        return self.bonuses[bonus].mean(power, plain - 1)

    def _result(self, class_: int, bin_: int) -> float:
        if class_ == OVER:
            return -1
        if bin_ == PUSHES:
            return 0
        if bin_ == BUST or class_ in (STRONG_21, TWO_CARD_21) or (class_ >= TOTALS and self.wins_21):
            return 1
        total = BEST if class_ >= TOTALS else class_
        dealer = BEST if bin_ == NATURAL else bin_ + LOWEST_BIN
        return self.tie if total == dealer else (total > dealer) - (total < dealer)

    def surrendered(self, up: int, split: bool = False, added: bool = False) -> NDArray[np.float64]:
        """What a surrendered hand comes to against each ending of the dealer."""
        found = np.full(BINS, -0.5 * self.stake(up, added))
        if not self.surrender_early:
            found[NATURAL] = self.prices(up, split)[SINGLE, BEST, NATURAL]
        return found

    def rescued(self, up: int, split: bool = False, added: bool = False) -> NDArray[np.float64]:
        """What a doubled hand comes to that is given up: as much as half of its wagers."""
        found = np.full(BINS, -self.stake(up, added))
        found[NATURAL] = self.prices(up, split)[SINGLE, BEST, NATURAL]
        return found

    def blackjack(self, up: int, power: int = 1) -> NDArray[np.float64]:
        """What a dealt blackjack wins against each ending of the dealer; ``designated`` ones have odds of their own."""
        odds, chance = self.designated
        found = np.full(BINS, (1 - chance) * self.blackjack_pays**power + chance * odds**power)
        if self.push_beats_blackjack:
            found[PUSHES] = 0
        both = (1 - chance) * self.both_blackjack**power + chance * odds**power
        found[NATURAL] = both if self.both_blackjack > 0 else 0
        if not self.blackjack_beats_21:
            found[BEST - LOWEST_BIN] = 0
        elif self.two_cards_against_21:
            found[BEST - LOWEST_BIN] = self.two_cards_against_21**power
        return np.asarray(found * self.stake(up) ** power)

    def original(self, up: int) -> str:
        """When the original wager of a split hand is lost to a dealer's blackjack, beside its hands' losses."""
        return ALWAYS if self.looked(up) else self.original_lost


def full_shoe(decks: int, tens: int = 16) -> tuple[int, ...]:
    """How many cards of each rank there are in so many decks; twelve ``tens`` in each where the tens are taken out.

    >>> full_shoe(6)
    (24, 24, 24, 24, 24, 24, 24, 24, 24, 96)
    """
    return tuple(decks * (tens if rank == TEN else 4) for rank in range(RANKS))
