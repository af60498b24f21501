"""Where the best play by composition leaves the chart."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.deviations import ALIKE, FEW_CARDS, LEAST, WORDS
from pitboss.solve.blackjack.no_bust.chart import NAMES
from pitboss.solve.blackjack.no_bust.machine import Against, Choices
from pitboss.solve.blackjack.no_bust.rounds import reach
from pitboss.solve.blackjack.no_bust.table import JOKER, WHOLE

_STAND, _HIT, _DOUBLE, _SURRENDER, _SPLIT = range(5)


Leaf = tuple[float, dict[str, Any]]
"""What a deviation gains over all rounds, and what it is."""


def deviations(leaves: Iterable[Leaf]) -> list[dict[str, Any]]:
    """All of them, the dearest first."""
    return [row for _, row in sorted(leaves, key=lambda leaf: (-leaf[0], leaf[1]["hand"], leaf[1]["against"]))]


def leaves_of(against: Against, best: Choices, chart: Choices) -> Iterator[Leaf]:
    """Hands with which the best play leaves the chart: what it gains there, and over all rounds.

    Hands of more than three cards are listed where they matter at all.
    """
    hands = against.hands
    worth = against.play(Choices.none(hands))
    often = reach(against, best).reached
    for chance, one, two in against.played:
        if one == two:
            often[hands.of(one, two)] = chance
    ours, theirs = (choices_of(against, each) for each in (best, chart))
    for hand in np.flatnonzero((often > 0) & (ours != theirs)).tolist():
        best_choice, charted = int(ours[hand]), int(theirs[hand])
        gain = _worth(against, best, worth, hand, best_choice) - _worth(against, best, worth, hand, charted)
        over_all = gain * float(often[hand]) * against.share
        if gain > ALIKE and (hands.sizes[hand] <= FEW_CARDS or over_all >= LEAST):
            yield (
                over_all,
                {
                    "hand": "-".join(NAMES[rank] for rank in range(JOKER) for _ in range(hands.counts[hand][rank])),
                    "against": "-".join(NAMES[rank] for rank in against.start),
                    "chart": WORDS[charted],
                    "best": WORDS[best_choice],
                    "gain": f"{gain:.9f}",
                    "gain_per_round": f"{over_all:.12f}",
                },
            )


def choices_of(against: Against, choices: Choices) -> NDArray[np.int64]:
    """What a strategy does with every hand that was not split."""
    held, hands = against.held(), against.hands
    found = np.where(held.may_hit & choices.hits, _HIT, _STAND)
    found[held.may_double & choices.doubles] = _DOUBLE
    found[held.may_surrender & choices.surrenders] = _SURRENDER
    for pair in range(JOKER):
        if choices.splits[pair] and against.splittable(pair):
            found[hands.of(pair, pair)] = _SPLIT
    return found


def _worth(against: Against, best: Choices, worth: NDArray[np.float64], hand: int, choice: int) -> float:
    from pitboss.solve.blackjack.no_bust.kernel import DOUBLE, DREW, STOOD

    if choice == _SPLIT:
        return against.split(int(against.hands.counts[hand].argmax()), best)
    if choice == _SURRENDER:
        held, given_up = against.held(), against.comes_to(WHOLE).surrendered
        return float(held.chances[0, held.rows[hand], : len(given_up)] @ given_up)
    return float(worth[hand, (STOOD, DREW, DOUBLE)[choice]])
