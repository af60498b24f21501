"""Rounds of Pai Gow Poker in which everybody sets by the house way, dealt and counted by the million.

Two hands of seven cards can be dealt in 8.25 million billion ways: too many to count, so what is told is an estimate.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.pai_gow.house_way import Ranking
from pitboss.solve.chunks import Sums, in_threads
from pitboss.solve.model import Progress
from pitboss.solve.pai_gow.sevens import all_classes, as_numbers

ROUNDS, BANK_ROUNDS = 256_000_000, 4_000_000
"""Rounds of one player, and of a full table."""
WAY_ROUNDS = 24_000_000
"""Rounds in which two ways to set a hand are compared."""
CHUNK = 2_000_000
LOW_BITS = 7
LOWEST_BITS = (1 << LOW_BITS) - 1
HANDS, ALL_HANDS = 2, 7
CELLS, STATES = 9, 8
MOST_PLAYERS = 6
JOKER, RANKS, SIZE, LOWER, BASE = 52, 13, 7, 7, 5
WORDS_APART = 1 << 40
"""No chunk of rounds takes as many words of chance."""


def tables(ranking: Ranking) -> tuple[NDArray[Any], ...]:
    """What the kernel looks settings up in."""
    from pitboss.solve.pai_gow.deal_kernel import fill

    (lower, lower_from, lower_at), (upper, upper_from, upper_at) = _half(LOWER), _half(RANKS - LOWER)
    lower_at = np.where(lower_at >= 0, lower_at << 3 | _cards(LOWER), 0)
    rank_from = np.zeros(1 << 5, dtype=np.int64)
    at = 0
    for jokers in range(2):
        for below in range(SIZE - jokers + 1):
            above = SIZE - jokers - below
            many = int(upper_from[above + 1] - upper_from[above])
            rank_from[jokers << 4 | below << 1], rank_from[jokers << 4 | below << 1 | 1] = at, many
            at += int(lower_from[below + 1] - lower_from[below]) * many
    suited_from, suited = _suited()
    by_ranks, by_suit = np.zeros(at, dtype=np.int32), np.zeros(suited, dtype=np.int32)
    fill(*as_numbers(ranking), lower, upper, lower_from, upper_from, by_ranks, suited_from, by_suit)
    return (
        _adds(),
        lower_at.astype(np.int32),
        upper_at.astype(np.int32),
        rank_from,
        by_ranks,
        suited_from,
        by_suit,
    )


def _numbered(hands: NDArray[np.int8], found: tuple[NDArray[Any], ...]) -> NDArray[np.int64]:
    """Where hands are in the tables, those by their suit after those by their ranks."""
    from pitboss.solve.pai_gow.deal_kernel import look_up

    *sums, by_ranks, suited_from, by_suit = found
    places = np.zeros(len(hands), dtype=np.int64)
    numbered = np.arange(len(by_ranks) + len(by_suit), dtype=np.int32)
    look: Callable[..., None] = look_up
    look(hands.astype(np.int64), *sums, numbered[: len(by_ranks)], suited_from, numbered[len(by_ranks) :], places)
    return places


def kind_tables(found: tuple[NDArray[Any], ...]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Tables like those of the settings that have of which of ``sevens.kinds`` a hand is."""
    hands, _, words = all_classes()
    _, kind = np.unique(words, axis=0, return_inverse=True)
    by_ranks, by_suit = found[4], found[6]
    kinds = np.zeros(len(by_ranks) + len(by_suit), dtype=np.int32)
    kinds[_numbered(hands, found)] = kind.reshape(-1)
    return kinds[: len(by_ranks)], kinds[len(by_ranks) :]


def _adds() -> NDArray[np.int64]:
    """What each card adds to the number of its hand."""
    found = np.zeros(JOKER + 1, dtype=np.int64)
    for card in range(JOKER):
        rank, suit = card >> 2, card & 3
        found[card] = (BASE**rank if rank < LOWER else BASE ** (rank - LOWER) << 20) + (1 << 40 + 4 * suit)
    found[JOKER] = 1 << 60
    return found


def _cards(ranks: int) -> NDArray[np.int64]:
    """How many cards of so many ranks a number to base five stands for; 0 where they are too many."""
    keys = np.arange(BASE**ranks)
    cards = sum((keys // BASE**rank % BASE for rank in range(ranks)), np.zeros_like(keys))
    return np.where(cards <= SIZE, cards, 0)


def _half(ranks: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of half of the ranks by how many cards they stand for, where each number of cards begins, and which
    of its number of cards each is."""
    keys = np.arange(BASE**ranks)
    cards = sum((keys // BASE**rank % BASE for rank in range(ranks)), np.zeros_like(keys))
    keys = keys[cards <= SIZE]
    cards = cards[cards <= SIZE]
    order = np.argsort(cards, kind="stable")
    starts = np.searchsorted(cards[order], np.arange(SIZE + 2))
    places = np.full(BASE**ranks, -1, dtype=np.int64)
    places[keys[order]] = np.arange(len(order)) - starts[cards[order]]
    return keys[order], starts, places


def _suited() -> tuple[NDArray[np.int64], int]:
    """Where the hands begin that have these ranks in one suit, with the joker or without; and how many there are."""
    found = np.full(2 << RANKS, -1, dtype=np.int64)
    at = 0
    for jokers in range(2):
        for mask in range(1 << RANKS):
            held = mask.bit_count()
            if 5 - jokers <= held <= SIZE - jokers:
                found[jokers << RANKS | mask] = at
                at += RANKS ** (SIZE - jokers - held)
    return found, at


# -- what is counted --------------------------------------------------------------------------------------------------


def cells_of(ranking: Ranking, told: Progress) -> NDArray[np.int64]:
    """How often a player's hand meets the dealer's in each cell, by what the dealer's hand is."""
    return _counted(ranking, HANDS, ROUNDS, told)["cells"].reshape(CELLS, STATES)


def nets_of(ranking: Ranking, told: Progress) -> NDArray[np.int64]:
    """For every number of players, how often so many more of them lose to the bank than win."""
    return _counted(ranking, ALL_HANDS, BANK_ROUNDS, told)["nets"]


def _counted(ranking: Ranking, hands: int, rounds: int, told: Progress) -> dict[str, NDArray[np.int64]]:
    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.pai_gow.deal_kernel import play_out

        deal: Callable[..., None] = play_out  # Numba's dispatcher does not tell the type checker what it takes.
        found = tables(ranking)
        size = min(CHUNK, rounds)

        def work(chunks: Iterable[int]) -> Sums:
            cells = np.zeros(CELLS * STATES, dtype=np.int64)
            nets = np.zeros((MOST_PLAYERS + 1, 2 * MOST_PLAYERS + 1), dtype=np.int64)
            for chunk in chunks:
                deal(size, np.uint64(hands * chunk * WORDS_APART + WORDS_APART), hands, *found, cells, nets)
            return cells, nets

        cells, nets = in_threads(work, rounds // size, told)
        return {"cells": cells, "nets": nets}

    return dict(kept("pai-gow-dealt", ("v1", tuple(ranking), hands, rounds), compute))


# -- another way to set hands -----------------------------------------------------------------------------------------


def ways_compared(ranking: Ranking, win: Fraction) -> NDArray[np.int64]:
    """How many of both parts of a hand win by the house way, and of the same deal where hands are set as is worth most.

    That is reckoned by how often the house has which hands of all there are, a win being worth so much; the player's
    own cards are not taken out of them, which the best setting of all would do.
    """

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.pai_gow.best_kernel import best_worths, compare_ways

        hands, weights, _ = all_classes()
        found = tables(ranking)
        settings = np.concatenate([found[4], found[6]])
        places = _numbered(hands, found)
        house = settings[places].astype(np.int64)
        highs, place = np.unique(house >> LOW_BITS, return_inverse=True)
        # The share of the house's hands with a low part below the row and a high part below the column.
        lower = np.zeros((1 << LOW_BITS, len(highs) + 1))
        np.add.at(lower, ((house & LOWEST_BITS) + 1, place.reshape(-1) + 1), weights / weights.sum())
        lower = lower.cumsum(axis=0).cumsum(axis=1)
        best = np.zeros(len(hands), dtype=np.int64)
        second, joker, _ = as_numbers(ranking)
        best_worths(hands.astype(np.int64), house, second, joker, highs, lower, float(win), best)
        others = settings.copy()
        others[places] = best
        counts = np.zeros((3, 3), dtype=np.int64)
        deal: Callable[..., None] = compare_ways
        deal(WAY_ROUNDS, np.uint64(1 << 60), *found, others[: len(found[4])], others[len(found[4]) :], counts)
        return {"counts": counts}

    return kept("pai-gow-ways", ("v1", tuple(ranking), str(win), WAY_ROUNDS), compute)["counts"]
