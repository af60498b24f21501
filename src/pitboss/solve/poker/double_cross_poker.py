"""Double Cross Poker: every two cards on both axes of many crosses, each against every dealer's two cards.

By the top and the right card there are 325 kinds of situations, and all 311,875,200 crosses are more than is worth
counting; so crosses are drawn. One part of them decides, axis by axis, what each two cards do with what they see; the
rest says what that comes to, which is an honest estimate of it and no better than the best play.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.games.poker.double_cross_poker import RAISES, value
from pitboss.games.poker.kit import COMMUNITY, COMPARED, TIE
from pitboss.games.poker.sides import OWN, Seen, Side
from pitboss.hands.evaluator import every_rank
from pitboss.hands.three_card import three_card_names
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import RANK_WORDS, Analysis, Progress, WagerAnalysis, decimal, tally
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.showdown import FOLD
from pitboss.solve.poker.sides import on_cards
from pitboss.solve.prices import Decided, Prices

PAIRS = 1326
DECIDING, JUDGING, BATCHES = 1200, 40, 10
"""Crosses of each kind of top and right card that decide; and those that say what it comes to, in so many batches."""
SEED = 2020
THREE_CARDS = Side((Seen(OWN, 2), Seen(COMMUNITY, 1)), three_card_names)
VERTICAL, HORIZONTAL = 1, 2
DECISIONS = ("fold", "play_vertical", "play_horizontal")
ROWS = (
    "a pair in your hand",
    "a pair with the top or the right card",
    "three of one suit",
    *(f"{RANK_WORDS[rank]} high" for rank in reversed(RANKS)),
)
RULE = (
    "The first row that applies to your two cards, the top card and the right card; where you play, take the axis that "
    "the axis rule names."
)
AXIS_RULE = "take the card that pairs one of yours, else the one that makes three of one suit, else the higher one"
NOTE = (
    "estimated: crosses are drawn, and on each of them all two cards meet all the dealer's; the decisions come from "
    "other crosses than the figure, so that the best play is better by a little, and never worse"
)
Names = tuple[str, ...]


@dataclass(frozen=True)
class Kind:
    """A top and a right card that stand for all like them, and how many those are."""

    top: int
    right: int
    like: int

    @property
    def suited(self) -> bool:
        return self.top & 3 == self.right & 3


@dataclass(frozen=True)
class Played:
    """For each kind of top and right card and each two cards: what each axis is worth, and what is decided.

    The worth is a sum, with the number of crosses last. ``counts[batch, class, result]`` are wins, ties and losses.
    """

    sums: NDArray[np.int64]
    decided: NDArray[np.int8]
    counts: NDArray[np.int64]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the Ante with the raises, and the wager on three cards."""
    price = Prices(setup, meters)
    played = best_play(setup, price, progress or (lambda done: None))
    wagers = {"ante": _main(setup, price, played)}
    if "three_card" in setup.offers:
        wagers["three_card"] = on_cards(price, "three_card", THREE_CARDS)
    return Analysis(setup, wagers, _strategy(price, played))


# -- Counting ---------------------------------------------------------------------------------------------------------


@cache
def kinds() -> tuple[Kind, ...]:
    """All tops and rights as one of each: the top of the first suit, the right one of it or of the second."""
    suited = [Kind(4 * top, 4 * right, 4) for top in range(13) for right in range(13) if top != right]
    return (*suited, *(Kind(4 * top, 4 * right + 1, 12) for top in range(13) for right in range(13)))


def levels_of(setup: Setup) -> tuple[NDArray[np.int16], list[Names]]:
    """The level of every rank, by which hands are compared, and the names that a hand of each level goes by."""
    worth = [value(setup, hand) for hand in every_rank()]
    order = sorted(set(worth))
    level = {each: at for at, each in enumerate(order)}
    names = {level[each]: hand.names for each, hand in zip(worth, every_rank(), strict=True)}
    return np.array([level[each] for each in worth], dtype=np.int16), [names[at] for at in range(len(order))]


def unit_nets(price: Prices, names: Iterable[Names]) -> tuple[NDArray[np.int64], int, int]:
    """What a win nets by level and what a loss does, in whole parts of the Ante; and how many parts an Ante is."""
    wins = [price.together(decides("player_higher", each))[0] for each in names]
    loss, _ = price.together(decides("dealer_higher", ()))
    unit = int(np.lcm.reduce([each.denominator for each in (*wins, loss)]))
    return np.array([int(each * unit) for each in wins]), int(loss * unit), unit


def decides(result: str, names: Names) -> Iterable[Decided]:
    """What a hand and its result decide: the Ante, and the raises of a player who stays in."""
    yield Decided("ante", result)
    if result != FOLD:
        for wager in RAISES:
            yield Decided(wager, result, names)


def unit_of(price: Prices) -> int:
    return unit_nets(price, levels_of(price.setup)[1])[2]


def best_play(setup: Setup, price: Prices, progress: Progress) -> Played:
    levels, names = levels_of(setup)
    wins, loss, unit = unit_nets(price, names)
    key = ("v1", setup.term("kicker_rule"), wins.tolist(), loss, unit, DECIDING, JUDGING, BATCHES)
    found = kept("double-cross-poker", key, lambda: _drawn(levels, names, wins, (loss, unit), progress))
    return Played(found["sums"], found["decided"], found["counts"])


def _drawn(
    levels: NDArray[np.int16], names: list[Names], wins: NDArray[np.int64], units: tuple[int, int], progress: Progress
) -> dict[str, NDArray[Any]]:
    from pitboss.solve.poker import double_cross_kernel as kernel

    loss, unit = units
    table: NDArray[np.int16] = kernel.level_table(levels, ranking(5))
    classes = classes_of(names)
    class_of = np.array([classes.index(each) for each in names], dtype=np.int8)
    add: Callable[..., None] = kernel.worths
    count: Callable[..., None] = kernel.outcomes

    def worth(numbers: Iterable[int]) -> tuple[NDArray[np.int64], ...]:
        sums = np.zeros((len(kinds()), PAIRS, 3), dtype=np.int64)
        for at in numbers:
            kind = kinds()[at]
            add(kind.top, kind.right, DECIDING, SEED + at, wins, loss, table, sums[at])
        return (sums,)

    (sums,) = in_threads(worth, len(kinds()), lambda done: progress(done / 2))
    sums = pooled(sums)
    decided = best_of(sums, unit)

    def outcome(numbers: Iterable[int]) -> tuple[NDArray[np.int64], ...]:
        counts = np.zeros((BATCHES, len(classes) + 1, 3), dtype=np.int64)
        for at in numbers:
            kind = kinds()[at]
            for batch in range(BATCHES):
                mine = np.zeros_like(counts[batch])
                seed = SEED + 1_000_003 * (1 + batch) + at
                count(kind.top, kind.right, JUDGING, seed, decided[at], class_of, table, mine)
                counts[batch] += kind.like * mine
        return (counts,)

    (counts,) = in_threads(outcome, len(kinds()), lambda done: progress((1 + done) / 2))
    return {"sums": sums, "decided": decided, "counts": counts}


def classes_of(names: Iterable[Names]) -> list[Names]:
    return list(dict.fromkeys(names))


def pooled(sums: NDArray[np.int64]) -> NDArray[np.int64]:
    """Two cards that suits alone tell apart are worth the same, and one axis what the other is with the cards changed.

    Sums of those that are alike are put together.
    """
    places = {(kind.top, kind.right): at for at, kind in enumerate(kinds())}
    both = np.zeros((len(kinds()), PAIRS, 2, 2), dtype=np.int64)  # worth and crosses of each axis
    both[..., 0] = sums[..., :2]
    both[..., 1] = sums[..., 2:]
    mirrored = np.zeros_like(both)
    for at, kind in enumerate(kinds()):
        other = places[kind.right & ~3, kind.top | (0 if kind.suited else 1)]
        renamed = pair_map((0, 1, 2, 3) if kind.suited else (1, 0, 2, 3))
        mirrored[at] = both[other][renamed][:, ::-1]
    both += mirrored
    found = np.zeros_like(both)
    for at, kind in enumerate(kinds()):
        fixed = (0,) if kind.suited else (0, 1)
        for suits in permutations(range(4)):
            if all(suits[suit] == suit for suit in fixed):
                found[at] += both[at][pair_map(suits)]
    return found


@cache
def pair_map(suits: tuple[int, ...]) -> NDArray[np.int64]:
    """By the number of two cards the number of those with the suits renamed."""
    found = np.zeros(PAIRS, dtype=np.int64)
    for high in range(52):
        for low in range(high):
            one, two = sorted(4 * (card >> 2) + suits[card & 3] for card in (low, high))
            found[high * (high - 1) // 2 + low] = two * (two - 1) // 2 + one
    return found


def means(sums: NDArray[np.int64], unit: int) -> NDArray[np.float64]:
    """What each axis is worth, in Antes; nothing where the two cards lie on the table."""
    from pitboss.solve.poker.double_cross_kernel import DEALERS

    counted = np.maximum(sums[..., 1], 1)
    worth: NDArray[np.float64] = sums[..., 0] / (counted * float(DEALERS * unit))
    return worth


def best_of(sums: NDArray[np.int64], unit: int) -> NDArray[np.int8]:
    """Fold, or the better axis: a fold loses the Ante."""
    worth = means(sums, unit)
    folds = np.full((*worth.shape[:2], 1), -1.0)
    found: NDArray[np.int8] = np.argmax(np.concatenate([folds, worth], axis=2), axis=2).astype(np.int8)
    return found


def decisions(setup: Setup) -> Callable[[tuple[int, int], int, int], int]:
    """What to do with two cards, a top and a right card: a place in ``DECISIONS``."""

    @cache
    def decided() -> NDArray[np.int8]:
        return best_play(setup, Prices(setup), lambda done: None).decided

    places = {(kind.top, kind.right): at for at, kind in enumerate(kinds())}

    def decide(own: tuple[int, int], top: int, right: int) -> int:
        suits = list(dict.fromkeys((top & 3, right & 3, 0, 1, 2, 3)))
        top, right, low, high = (4 * (card >> 2) + suits.index(card & 3) for card in (top, right, min(own), max(own)))
        low, high = sorted((low, high))
        return int(decided()[places[top, right], high * (high - 1) // 2 + low])

    return decide


# -- Pricing ----------------------------------------------------------------------------------------------------------


def _main(setup: Setup, price: Prices, played: Played) -> WagerAnalysis:
    """The Ante with both raises; the standard error is that of the batches."""
    classes = classes_of(levels_of(setup)[1])
    edges = [_analysis(price, classes, batch).house_edge for batch in played.counts]
    mean = sum(edges, Fraction(0)) / len(edges)
    error = sqrt(sum(float(edge - mean) ** 2 for edge in edges) / (len(edges) * (len(edges) - 1)))
    whole = _analysis(price, classes, played.counts.sum(axis=0))
    alike = round(float(whole.variance) / error**2)  # so many rounds one by one would have the same error
    like = weights(played.sums)
    by_those = -float((like * np.maximum(means(played.sums, unit_of(price)).max(axis=2), -1)).sum() / like.sum())
    note = f"{NOTE}: by the crosses that decide, which flatter it, the edge would be {by_those:.2%}"
    return WagerAnalysis(whole.outcomes, per=whole.per, sampled=alike, note=note)


def _analysis(price: Prices, classes: list[Names], counts: NDArray[np.int64]) -> WagerAnalysis:
    rows = []
    for names, by_result in zip([*classes, ()], counts.tolist(), strict=True):
        for result, count in zip(COMPARED if names else ("", "", FOLD), by_result, strict=True):
            if count:
                net, staked = price.together(decides(result, names))
                words = _words(result, names)
                rows.append((words, count, net, staked, ""))
    return WagerAnalysis(tally(rows), per="unit of the Ante")


def _words(result: str, names: Names) -> str:
    words = result.replace("_", " ")
    return words if result in (FOLD, TIE) or result == COMPARED[2] else f"{words}, {names[0].replace('_', ' ')}"


# -- What a player is told --------------------------------------------------------------------------------------------


def _strategy(price: Prices, played: Played) -> dict[str, Any]:
    """When to play and on which axis, as a chart and a rule, with what it costs to go by them."""
    worth = means(played.sums, unit_of(price))
    better = worth.max(axis=2)
    like = weights(played.sums)
    named = np.stack([np.take_along_axis(worth[at], axes_named(kind)[:, None], axis=1)[:, 0] for at, kind in _all()])
    lost_by_axis = float((like * np.where(better > -1, better - named, 0)).sum() / like.sum())
    rows = np.stack([rows_of(kind) for kind in kinds()])
    sums = {
        words: [float(each[rows == at].sum()) for each in (like, like * (better > -1), like * better)]
        for at, words in enumerate(ROWS)
    }
    lost = float((like * np.maximum(better, -1)).sum()) - sum(max(row[2], -row[0]) for row in sums.values())
    often = played.counts.sum(axis=0)
    return {
        "rule": f"axis rule: {AXIS_RULE}; against the better axis each time it costs {lost_by_axis:.2%} of the Ante",
        "decide": {
            "rule": RULE,
            "situations": round(float(like.sum())),
            "cost": f"{lost / float(like.sum()):.12f}",
            "rows": [
                {
                    "hand": words,
                    "decision": "play" if row[2] > -row[0] else "fold",
                    "situations": round(row[0]),
                    "share": f"{row[0] / float(like.sum()):.12f}",
                    "bets": round(row[1]),
                    "betting_is_best": f"{row[1] / row[0]:.12f}",
                }
                for words, row in sums.items()
                if row[0]
            ],
        },
        "how_often": {
            "play": decimal(Fraction(int(often[:-1].sum()), int(often.sum()))),
            "fold": decimal(Fraction(int(often[-1].sum()), int(often.sum()))),
        },
    }


def _all() -> Iterable[tuple[int, Kind]]:
    return enumerate(kinds())


def weights(sums: NDArray[np.int64]) -> NDArray[np.float64]:
    """How many deals each two cards stand for with each top and right card; none where they lie on the table."""
    like = np.array([kind.like for kind in kinds()], dtype=np.float64)
    found: NDArray[np.float64] = like[:, None] * (sums[:, :, 0, 1] > 0)
    return found


@cache
def two_cards() -> NDArray[np.int64]:
    """Every two cards by their number, the lower one first."""
    return np.array([(low, high) for high in range(52) for low in range(high)])


def rows_of(kind: Kind) -> NDArray[np.int64]:
    """The row of the chart of every two cards: a pair, three of one suit, or the higher card of one's own."""
    low, high = two_cards().T
    suited = (low & 3 == high & 3) & ((high & 3 == kind.top & 3) | (high & 3 == kind.right & 3))
    paired = _pairs_with(kind.top) | _pairs_with(kind.right)
    by_rank = len(ROWS) - 1 - (high >> 2)
    found: NDArray[np.int64] = np.select([low >> 2 == high >> 2, paired, suited], [0, 1, 2], by_rank)
    return found


def _pairs_with(card: int) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (two_cards() >> 2 == card >> 2).any(axis=1)
    return found


def axes_named(kind: Kind) -> NDArray[np.int64]:
    """The axis that the rule names for every two cards, 0 for the vertical one."""
    merits = []
    for card in (kind.top, kind.right):
        suited = (two_cards() & 3 == card & 3).all(axis=1)
        merits.append(64 * _pairs_with(card) + 32 * suited + (card >> 2))
    found: NDArray[np.int64] = np.where(merits[0] >= merits[1], 0, 1)
    return found
