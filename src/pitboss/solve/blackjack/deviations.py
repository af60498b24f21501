"""Where the best play by composition leaves the chart."""

from typing import Any

import numpy as np

from pitboss.solve.blackjack.chart import NAMES, open_cards, reach
from pitboss.solve.blackjack.hands import ACE, RANKS, TEN
from pitboss.solve.blackjack.machine import DOUBLE, DREW, STOOD, Machine, Strategy

WORDS = ("stand", "hit", "double", "surrender", "split")
_STAND, _HIT, _DOUBLE, _SURRENDER, _SPLIT = range(5)
FEW_CARDS = 3
LEAST = 1e-8


def choice_of(machine: Machine, strategy: Strategy, hand: int, up: int) -> int:
    """What a strategy does with a hand that was not split."""
    counts = machine.hands.counts[hand]
    if machine.hands.sizes[hand] == 2 and counts.max() == 2 and machine.splits(strategy, int(counts.argmax()), up):
        return _SPLIT
    may_hit, may_double, may_surrender = (bool(may[hand]) for may in machine.may(-1))
    if may_surrender and strategy.surrenders[hand, up]:
        return _SURRENDER
    if may_double and strategy.doubles[hand, up]:
        return _DOUBLE
    return _HIT if may_hit and strategy.hits[hand, up] else _STAND


def deviations(machine: Machine, best: Strategy, chart: Strategy) -> list[dict[str, Any]]:
    """Hands with which the best play leaves the chart: what it gains there, and over all rounds; the dearest first.

    Hands of more than three cards are listed where they matter at all.
    """
    found = []
    hands = machine.hands
    for up, share in machine.shares():
        worth = machine.play(up, best)
        often = reach(machine, best, up).reached
        for _, one, two in machine.deals(up):
            if one == two and machine.splits(best, one, up):
                often[hands.of(one, one)] = next(c for c, a, b in machine.deals(up) if (a, b) == (one, one))
        for hand in np.flatnonzero(often > 0):
            if hands.sizes[hand] == 2 and hands.counts[hand][ACE] and hands.counts[hand][TEN]:
                continue
            ours, theirs = (choice_of(machine, each, int(hand), up) for each in (best, chart))
            if ours == theirs:
                continue
            gain = _worth(machine, best, worth, int(hand), up, ours) - _worth(
                machine, best, worth, int(hand), up, theirs
            )
            over_all = gain * float(often[hand]) * share
            if hands.sizes[hand] <= FEW_CARDS or over_all >= LEAST:
                found.append((over_all, int(hand), up, ours, theirs, gain))
    return [
        {
            "hand": "-".join(NAMES[rank] for rank in range(RANKS) for _ in range(hands.counts[hand][rank])),
            "against": open_cards(machine, up),
            "chart": WORDS[theirs],
            "best": WORDS[ours],
            "gain": f"{gain:.9f}",
            "gain_per_round": f"{over_all:.12f}",
        }
        for over_all, hand, up, ours, theirs, gain in sorted(found, reverse=True)
    ]


def _worth(machine: Machine, best: Strategy, worth: Any, hand: int, up: int, choice: int) -> float:
    match choice:
        case 4:
            return machine.split(up, int(machine.hands.counts[hand].argmax()), best)
        case 3:
            row = machine.chances[machine.rows[-1, 0][hand], up]
            return float(row @ machine.terms.surrendered(up))
    return float(worth[hand, (STOOD, DREW, DOUBLE)[choice]])
