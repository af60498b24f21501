"""Where the best play by composition leaves the chart."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.chart import NAMES, open_cards, reach
from pitboss.solve.blackjack.hands import ACE, RANKS, TEN
from pitboss.solve.blackjack.machine import DOUBLE, DREW, STOOD, Machine, Strategy

WORDS = ("stand", "hit", "double", "surrender", "split")
_STAND, _HIT, _DOUBLE, _SURRENDER, _SPLIT = range(5)
FEW_CARDS = 3
LEAST = 1e-8
ALIKE = 1e-12
"""Choices that differ by less are worth the same: figures have about thirteen digits."""


def choices_of(machine: Machine, strategy: Strategy, up: int) -> NDArray[np.int64]:
    """What a strategy does with every hand that was not split."""
    may_hit, may_double, may_surrender = machine.may(-1)
    found = np.where(may_hit & strategy.hits[:, up], _HIT, _STAND)
    found[may_double & strategy.doubles[:, up]] = _DOUBLE
    found[may_surrender & strategy.surrenders[:, up]] = _SURRENDER
    for pair in range(RANKS):
        if machine.splits(strategy, pair, up):
            found[machine.hands.of(pair, pair)] = _SPLIT
    return found


def deviations(machine: Machine, best: Strategy, chart: Strategy) -> list[dict[str, Any]]:
    """Hands with which the best play leaves the chart: what it gains there, and over all rounds; the dearest first.

    Hands of more than three cards are listed where they matter at all.
    """
    found = []
    hands = machine.hands
    for up, share in machine.shares():
        worth = machine.play(up, Strategy.empty(hands, len(machine.ups)))
        often = reach(machine, best, up).reached
        for chance, one, two in machine.deals(up):
            if one == two and machine.splits(best, one, up):
                often[hands.of(one, one)] = chance
            if (one, two) == (ACE, TEN):
                often[hands.of(one, two)] = 0.0
        ours, theirs = (choices_of(machine, each, up) for each in (best, chart))
        for hand in np.flatnonzero((often > 0) & (ours != theirs)).tolist():
            best_choice, charted = int(ours[hand]), int(theirs[hand])
            gain = _worth(machine, best, worth, hand, up, best_choice) - _worth(machine, best, worth, hand, up, charted)
            over_all = gain * float(often[hand]) * share
            if gain > ALIKE and (hands.sizes[hand] <= FEW_CARDS or over_all >= LEAST):
                found.append((over_all, hand, up, best_choice, charted, gain))
    return [
        {
            "hand": "-".join(NAMES[rank] for rank in range(RANKS) for _ in range(hands.counts[hand][rank])),
            "against": open_cards(machine, up),
            "chart": WORDS[charted],
            "best": WORDS[best_choice],
            "gain": f"{gain:.9f}",
            "gain_per_round": f"{over_all:.12f}",
        }
        for over_all, hand, up, best_choice, charted, gain in sorted(found, reverse=True)
    ]


def _worth(machine: Machine, best: Strategy, worth: Any, hand: int, up: int, choice: int) -> float:
    match choice:
        case 4:
            return machine.split(up, int(machine.hands.counts[hand].argmax()), best)
        case 3:
            row = machine.chances[machine.rows[-1][0, hand], up]
            return float(row @ machine.terms.surrendered(up))
    return float(worth[(STOOD, DREW, DOUBLE)[choice], hand])
