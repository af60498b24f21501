"""What the mathematics must know of a table: the shoe, what may be done, and what every result is paid.

A value of plain figures, so that any game of the family is solved by the same machine: whoever can say what a table's
rules are in these terms has it solved. The prices are the table's own settlement, per unit of the wager.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.blackjack import BEST
from pitboss.solve.blackjack.hands import (
    ACE,
    BINS,
    BUST,
    LOWEST_BIN,
    NATURAL,
    OVER,
    PUSHES,
    RANKS,
    STRONG_21,
    TEN,
    TOTALS,
    Hands,
)

ALWAYS, UNLESS_OVER, UNLESS_ANY_OVER, NEVER = "always", "unless_over", "unless_any_over", "never"


@dataclass(frozen=True)
class Terms:
    """The rules of a table in figures.

    ``shoe`` has the number of cards of each of the ten ranks, the ace first. ``double_on`` are the totals that may be
    doubled, all where there are none. ``hands`` is how many hands a pair may become, 1 where pairs are not split.
    ``looks_under`` are the up cards under which the dealer looks for a blackjack before anybody decides.

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
    cards: NDArray[np.int64] = field(init=False, repr=False, compare=False)
    _known: dict[tuple[int, bool], NDArray[np.float64]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", np.array(self.shoe, dtype=np.int64))

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

    def may_surrender(self, hands: Hands, pair: int = -1) -> NDArray[np.bool_]:
        if not self.surrender or (pair >= 0 and not self.surrender_after_split) or pair == ACE:
            return np.zeros(len(hands.totals), dtype=np.bool_)
        may: NDArray[np.bool_] = (hands.sizes == 2) & (hands.totals < BEST)
        return may

    def totals(self, hands: Hands, pair: int = -1) -> NDArray[np.int64]:
        """What hands are priced by."""
        if pair not in (ACE, TEN) or not self.split_21_beats_21:
            return hands.totals
        found = hands.totals.copy()
        found[hands.of(ACE, TEN)] = STRONG_21
        return found

    # -- What it comes to ---------------------------------------------------------------------------------------------

    def prices(self, up: int, split: bool = False) -> NDArray[np.float64]:
        """``prices[doubled, total, bin]``: what a hand that stood or went over wins against each ending of the dealer.

        Of a split hand the original wager's loss to a blackjack is not in here: see ``original``.
        """
        known = self._known.get((up, split))
        if known is not None:
            return known
        found = self._known[up, split] = np.zeros((2, TOTALS, BINS))
        for total in range(TOTALS):
            for bin_ in range(BINS):
                found[:, total, bin_] = self._result(total, bin_)
        found[1] *= 2
        looked = up in self.looks_under
        for doubled in (0, 1):
            staked = 1 + doubled
            if looked:
                found[doubled, :, NATURAL] = 0 if split else -1
            else:
                lost = (staked if self.double_lost else 1) if self.split_lost or not split else 0
                found[doubled, :, NATURAL] = -lost
                found[doubled, OVER, NATURAL] = -staked if self.over_lost else -lost
        return found

    def _result(self, total: int, bin_: int) -> int:
        if total == OVER:
            return -1
        if bin_ == PUSHES:
            return 0
        if bin_ == BUST:
            return 1
        if total == STRONG_21:
            return 1
        dealer = BEST if bin_ == NATURAL else bin_ + LOWEST_BIN
        return (total > dealer) - (total < dealer)

    def surrendered(self, up: int, split: bool = False) -> NDArray[np.float64]:
        """What a surrendered hand comes to against each ending of the dealer."""
        found = np.full(BINS, -0.5)
        if not self.surrender_early:
            found[NATURAL] = self.prices(up, split)[0, BEST, NATURAL]
        return found

    def blackjack(self) -> NDArray[np.float64]:
        """What a dealt blackjack wins against each ending of the dealer."""
        found = np.full(BINS, float(self.blackjack_pays))
        found[PUSHES] = 0
        found[NATURAL] = 0
        if not self.blackjack_beats_21:
            found[BEST - LOWEST_BIN] = 0
        return found

    def original(self, up: int) -> str:
        """When the original wager of a split hand is lost to a dealer's blackjack, beside its hands' losses."""
        return ALWAYS if up in self.looks_under else self.original_lost


def full_shoe(decks: int, without: tuple[int, ...] = ()) -> tuple[int, ...]:
    """How many cards of each rank there are in so many decks.

    >>> full_shoe(6)
    (24, 24, 24, 24, 24, 24, 24, 24, 24, 96)
    """
    return tuple(decks * (16 if rank == TEN else 4) for rank in range(RANKS) if rank not in without)
