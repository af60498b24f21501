"""The decisions of Chase the Flush as charts: by the suits of three cards, of five, and by what would beat seven."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.holdem_chart import BY_RANK, RIVER_RULE, as_chart, by_kind, by_outs

HANDS, RANKS, SUITS = 22_100, 13, 4
BEFORE_KINDS = ("three of a suit, the highest:", "two of a suit, the higher:", "three suits, your highest:")
FLOP_KINDS = (
    "four or five of a suit, the highest:",
    "three of a suit, all yours, the highest:",
    "three of a suit, two yours, the highest:",
    "three of a suit, one yours, the highest:",
    "two of a suit, the higher:",
)
BEFORE_RULE = "By the suits of your three cards, and the highest card of the most of one suit."
FLOP_RULE = "By the most cards of one suit among your three and the flop, and the highest of them."
POPCOUNT = np.array([mask.bit_count() for mask in range(1 << RANKS)], dtype=np.int8)
TOP = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << RANKS)], dtype=np.int8)
EVERY = f"{BY_RANK[-1]} or lower"
QUEEN_NINE, KING = 1 << 10 | 1 << 7, 1 << 11
ONE_YOURS, TEN = 3, 8


@dataclass(frozen=True)
class EarlyKinds:
    """By flop and hand: the largest flush, its kind and its highest card; and what simple rules bet at once."""

    size: NDArray[np.int8]
    kind: NDArray[np.int8]
    top: NDArray[np.int8]
    printed_3x: NDArray[np.bool_]
    charted_3x: NDArray[np.bool_]

    @property
    def charted_2x(self) -> NDArray[np.bool_]:
        """Four of a suit, three of which two or all are one's own, or three with a ten."""
        found: NDArray[np.bool_] = (self.size >= 3) & ((self.kind != ONE_YOURS) | (self.top >= TEN))
        return found

    def chart(
        self, values: NDArray[np.int64], weights: NDArray[np.int64], asked: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Situations after the flop by kind and highest card: how many, how many bet, and what they are worth."""
        bet, wait = values[:, :, 1], values[:, :, 2]
        there = (self.kind >= 0) & asked
        weight = np.where(there, weights[:, None], 0)
        where = (np.maximum(self.kind, 0), self.top)
        found = np.zeros((len(FLOP_KINDS), RANKS, 5), dtype=np.int64)
        parts = (1, bet > wait, bet, np.maximum(bet, wait), wait)
        for at, part in enumerate(parts):
            np.add.at(found[:, :, at], where, weight * part)
        return found


def hand_masks() -> NDArray[np.int16]:
    """By number of three cards, the cards of each suit as bits."""
    found = np.zeros((HANDS, SUITS), dtype=np.int16)
    number = 0
    for high in range(52):
        for middle in range(high):
            for low in range(middle):
                for card in (low, middle, high):
                    found[number, card & 3] |= 1 << (card >> 2)
                number += 1
    return found


def early_kinds(members: tuple[tuple[int, int], ...]) -> EarlyKinds:
    """Every hand beside every flop; one that holds a card of it has no kind."""
    own = hand_masks()
    shape = (len(members), HANDS)
    size, kind, top = (np.zeros(shape, dtype=np.int8) for _ in range(3))
    for at, flop in enumerate(members):
        board = np.zeros(SUITS, dtype=np.int16)
        for card in flop:
            board[card & 3] |= 1 << (card >> 2)
        masks = own | board
        suit = (POPCOUNT[masks].astype(np.int32) * (1 << RANKS) + masks).argmax(axis=1)
        flush = np.take_along_axis(masks, suit[:, None], axis=1)[:, 0]
        size[at], top[at] = POPCOUNT[flush], TOP[flush]
        yours = POPCOUNT[np.take_along_axis(own, suit[:, None], axis=1)[:, 0]]
        kind[at] = np.select([size[at] >= 4, size[at] == 2], [0, len(FLOP_KINDS) - 1], 4 - yours)
        kind[at][(own & board).any(axis=1)] = -1
    largest = own.max(axis=1, where=POPCOUNT[own] == POPCOUNT[own].max(axis=1, keepdims=True), initial=0)
    most = POPCOUNT[largest]
    printed, charted = ((most == 3) | ((most == 2) & (largest >= least)) for least in (QUEEN_NINE, KING))
    return EarlyKinds(size, kind, top, printed, charted)


def before_chart(before: NDArray[np.int64]) -> NDArray[np.int64]:
    """Hands before the flop by suits and highest card."""
    own = hand_masks()
    most = POPCOUNT[own].max(axis=1)
    largest = own.max(axis=1, where=POPCOUNT[own] == most[:, None], initial=0)
    found = np.zeros((len(BEFORE_KINDS), RANKS, 5), dtype=np.int64)
    bet, check = before.T
    parts = (np.ones_like(bet), bet > check, bet, np.maximum(bet, check), check)
    for at, part in enumerate(parts):
        np.add.at(found[:, :, at], (3 - most, TOP[largest]), part)
    return found


def charts(before: NDArray[np.int64], flop: NDArray[np.int64], river: NDArray[np.int64], deals: int) -> dict[str, Any]:
    """A chart for each of the three decisions. Values before the river are over every deal, 24 times."""
    none_paid_beaten = np.zeros((1, river.shape[1]), dtype=np.int64)
    rows = {
        "before_the_flop": (BEFORE_RULE, ("all_in_3x", "check"), _rows(BEFORE_KINDS, before_chart(before)), 24 * deals),
        "after_the_flop": (FLOP_RULE, ("all_in_2x", "check"), _rows(FLOP_KINDS, flop), 24 * deals),
        "after_the_river": (
            RIVER_RULE,
            ("all_in_1x", "fold"),
            by_outs(np.concatenate([river, none_paid_beaten])),
            deals,
        ),
    }
    return {when: as_chart(*parts) for when, parts in rows.items()}


def _rows(kinds: tuple[str, ...], chart: NDArray[np.int64]) -> list[tuple[str, Any]]:
    """The rows by suits and highest card; where all cards of a kind do alike, its suits alone."""
    found = by_kind(chart, tuple((words, BY_RANK) for words in kinds), ())
    return [(words.rpartition(",")[0] if words.endswith(EVERY) else words, run) for words, run in found]
