"""Ranking five to seven cards by table lookup, for kernels: plain integers in, a rank from 0 to 7461 out.

A card is a number from 0 to 51, ``4 * (rank - 2) + suit``. Each rank has a key such that the sum of the keys of up to
seven cards names their ranks uniquely; the sum is looked up in a small perfect-hash table (a row displacement: the
high bits of the sum pick a row, the row an offset). A flush is looked up by the suit's thirteen bits. Ranks are those
of ``PokerHand``: a higher number is a better hand, equal hands have equal numbers.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS, SUITS, Card
from pitboss.hands.poker import FLUSH, NAMES, STRAIGHT, STRAIGHT_FLUSH, PokerHand, best_of_ranks, straight_in

# Sums of seven of these, none taken more than four times, are all different.
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
ROW_BITS = 9


@dataclass(frozen=True)
class RankTables:
    """Lookup tables for hands of one size: ``ranks[(key & 511) + rows[key >> 9]]``, and ``flushes[thirteen bits]``."""

    rows: NDArray[np.int32]
    ranks: NDArray[np.int16]
    flushes: NDArray[np.int16]


@cache
def every_rank() -> tuple[PokerHand, ...]:
    """All 7,462 different five-card hands from worst to best; a hand's rank is its place here.

    >>> len(every_rank()), every_rank()[-1].names[0]
    (7462, 'royal_flush')
    """
    found = set()
    for ranks in combinations_with_replacement(range(14, 1, -1), 5):
        if ranks[0] == ranks[4]:
            continue
        hand = best_of_ranks(ranks)
        found.add(hand)
        if len(set(ranks)) == 5:
            found.add(PokerHand(STRAIGHT_FLUSH, hand.ranks) if hand.category == STRAIGHT else PokerHand(FLUSH, ranks))
    return tuple(sorted(found))


@cache
def categories() -> NDArray[np.int8]:
    """The category of every rank, a royal flush counting as one of its own: 0 high card … 8 straight flush, 9 royal."""
    found = np.array([hand.category for hand in every_rank()], dtype=np.int8)
    found[-1] = 9
    return found


CATEGORY_NAMES = (*NAMES, "royal_flush")


def category_names(category: int) -> tuple[str, ...]:
    """The names of a category, finest first.

    >>> category_names(9), category_names(1)
    (('royal_flush', 'straight_flush'), ('pair',))
    """
    return ("royal_flush", "straight_flush") if category == 9 else (CATEGORY_NAMES[category],)


def card_number(card: Card) -> int:
    """A card as kernels count it.

    >>> card_number(Card("2c")), card_number(Card("As"))
    (0, 51)
    """
    return 4 * (card.rank - 2) + SUITS.index(card.suit)


def card_of(number: int) -> Card:
    return Card(RANKS[number // 4] + SUITS[number % 4])


@cache
def rank_tables(size: int) -> RankTables:
    """The tables for hands of five, six or seven cards, built once and kept."""
    arrays = kept(f"ranks-{size}", (RANK_KEYS, ROW_BITS), lambda: _build(size))
    return RankTables(arrays["rows"], arrays["ranks"], arrays["flushes"])


def _build(size: int) -> dict[str, NDArray[Any]]:
    rows, table = displaced(*_ranks_by_key(size))
    return {"rows": rows, "ranks": table, "flushes": _flushes({hand: rank for rank, hand in enumerate(every_rank())})}


@cache
def _ranks_by_key(size: int) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """All sums of the keys of so many cards, rising, and what ranks with such a sum make, flushes aside."""
    sets = np.array(list(combinations_with_replacement(range(13), size)))
    sets = sets[(sets[:, 4:] != sets[:, :-4]).all(axis=1)]
    keys = np.array(RANK_KEYS)
    sums = keys[sets].sum(axis=1)
    order = np.argsort(sums)
    sets, sums = sets[order], sums[order]
    if size == 5:
        rank_of = {hand: number for number, hand in enumerate(every_rank())}
        return sums, np.array(
            [rank_of[best_of_ranks([2 + each for each in ranks])] for ranks in sets.tolist()], np.int16
        )
    # The best of more cards is the best that is left when one of them is put aside.
    fewer, ranks = _ranks_by_key(size - 1)
    return sums, np.max([ranks[np.searchsorted(fewer, sums - keys[aside])] for aside in sets.T], axis=0)


def _flushes(rank_of: dict[PokerHand, int]) -> NDArray[np.int16]:
    flushes = np.full(1 << 13, -1, dtype=np.int16)
    for mask in range(1 << 13):
        ranks = [rank for rank in range(14, 1, -1) if mask >> (rank - 2) & 1]
        if len(ranks) >= 5:
            top = straight_in(ranks)
            best = PokerHand(STRAIGHT_FLUSH, (top,)) if top else PokerHand(FLUSH, tuple(ranks[:5]))
            flushes[mask] = rank_of[best]
    return flushes


def displaced(sums: NDArray[np.int64], ranks: NDArray[np.int16]) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
    """Slide the rows of a sparse table over one another until no two entries collide, fullest rows first."""
    from pitboss.hands.kernels import slide_rows

    width = 1 << ROW_BITS
    row_of, column = sums >> ROW_BITS, sums & (width - 1)
    order = np.lexsort((column, row_of))
    row_of, column, ranks = row_of[order], column[order], ranks[order]
    numbers, starts, counts = np.unique(row_of, return_index=True, return_counts=True)
    table = np.full(len(sums) * 3 + width, -1, dtype=np.int16)
    fullest = np.argsort(-counts, kind="stable")
    shifts = slide_rows(starts[fullest], counts[fullest], column, ranks, table)
    rows = np.zeros(int(row_of[-1]) + 1, dtype=np.int32)
    rows[numbers[fullest]] = shifts
    return rows, table[: int(shifts.max()) + width].copy()


def rank_of(cards: tuple[Card, ...]) -> int:
    """The rank of five to seven cards, through the tables.

    >>> from pitboss.equipment.cards import cards
    >>> every_rank()[rank_of(cards("9s 9h 4d 9d 9c Ks 2d"))].names
    ('four_of_a_kind',)
    """
    tables = rank_tables(len(cards))
    for suit in SUITS:
        mask = sum(1 << (card.rank - 2) for card in cards if card.suit == suit)
        if tables.flushes[mask] >= 0:
            return int(tables.flushes[mask])
    key = sum(RANK_KEYS[card.rank - 2] for card in cards)
    return int(tables.ranks[(key & (1 << ROW_BITS) - 1) + tables.rows[key >> ROW_BITS]])
