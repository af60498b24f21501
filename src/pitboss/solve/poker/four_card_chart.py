"""What to do with which four cards, in words: the lowest hand of each raise."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS
from pitboss.hands.four_card import HIGH_CARD, PAIR, THREE_OF_A_KIND, FourCardHand
from pitboss.solve.poker.four_card import every_four


def rule_of(chosen: NDArray[np.int64], words: Sequence[str]) -> str:
    """A strategy in words, from how many deals with a hand of each rank are played in which way, the least first."""
    hands = every_four()
    dealt = chosen.sum(axis=1)
    parts = []
    for choice in range(len(words) - 1, 0, -1):
        so_much = chosen[:, choice:].sum(axis=1)
        some, less = np.flatnonzero(so_much), np.flatnonzero(so_much < dealt)
        if not len(some):
            continue
        lowest, always = int(some[0]), int(less[-1]) + 1 if len(less) else 0
        if always >= len(hands):
            parts.append(f"{words[choice]} with some hands from {hand_words(hands[lowest])} on")
            continue
        text = f"{words[choice]} with {hand_words(hands[always])} or better"
        if lowest < always:
            text += f" (with some from {hand_words(hands[lowest])} on, by the other cards)"
        parts.append(text)
    return "; ".join([*parts, f"{words[0]} the rest"]) if parts else f"{words[0]} every hand"


def hand_words(hand: FourCardHand) -> str:
    """A hand with the cards that matter beside it.

    >>> hand_words(FourCardHand(PAIR, (10, 3, 2))), hand_words(FourCardHand(PAIR, (9, 14, 4)))
    ('a pair of tens', 'a pair of nines with A-4')
    >>> hand_words(FourCardHand(HIGH_CARD, (14, 13, 12, 9)))
    'A-K-Q-9'
    """
    if hand.category == HIGH_CARD:
        return _ranks(hand.ranks)
    article = "" if hand.category == THREE_OF_A_KIND or hand.in_words.startswith(("two", "four")) else "a "
    text = f"{article}{hand.in_words}"
    if hand.category == PAIR and hand != _lowest_of(hand):
        return f"{text} with {_ranks(hand.ranks[1:])}"
    return text


def _lowest_of(pair: FourCardHand) -> FourCardHand:
    """The lowest hand with the same pair."""
    others: Any = [rank for rank in range(2, 15) if rank != pair.ranks[0]]
    return FourCardHand(PAIR, (pair.ranks[0], others[1], others[0]))


def _ranks(ranks: Sequence[int]) -> str:
    return "-".join(RANKS[rank - 2] for rank in ranks)
