"""Criss-Cross Poker: the best bet at each of three stages, decided backwards over every cross.

All bets are paid in proportion, so the best of them is the least or the most that it may be, and whether a house takes
amounts between changes nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.poker.criss_cross_poker import SIDES, STAGES, ante_names
from pitboss.games.poker.kit import names_by_pair
from pitboss.hands.evaluator import every_rank
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, decimal, tally
from pitboss.solve.poker.mississippi_chart import LOWEST_HIGH, LOWEST_MIDDLE, Kind, kind_of
from pitboss.solve.poker.mississippi_stud import in_order, two_cards, two_in_words
from pitboss.solve.poker.mississippi_stud import kind_of as two_alike
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.sides import on_cards
from pitboss.solve.prices import Decided, Prices

LEFT, COLUMNS, MIDDLES = 50, 48 * 47 // 2, 46
ROWS = LEFT * (LEFT - 1) // 2
DEALS = 1326 * ROWS * COLUMNS * MIDDLES
MADE = ("two pair or better", "high pair", "middle pair", "low pair", "four of one suit", "four to an open straight")
KINDS = (*MADE, "no pair")
"""Two cards with the outer two of a row or a column, the better first."""
MOST_POINTS = 2 * 6
"""A high card counts 2 points and a middle one 1; six cards are seen before the last bet."""
FOLDED = ("folded at once", "folded at the Down Bet", "folded at the Middle Bet")
DOWN_RULE = (
    "The first row that applies to your two cards with the outer two of the row. Points count 2 for each jack or "
    "better and 1 for each six to ten among the four."
)
MIDDLE_RULE = (
    "By the better of your two hands of four cards. Points count 2 for each jack or better and 1 for each six to ten "
    "among all six cards; inside straights are those that one rank fills."
)
Names = tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """The best play. Counts and worths are over all deals, the worths in units of one Ante.

    ``across`` has for each kind of two cards its Across Bet, 0 for a fold; the rest is as in ``play_cross``.
    """

    across: NDArray[np.int64]
    counts: NDArray[np.int64]
    folds: NDArray[np.int64]
    on_down: NDArray[np.int64]
    on_middle: NDArray[np.int64]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse both Antes with the bets, and the bonus on the cross."""
    price = Prices(setup, meters)
    played = best_play(setup, price, progress or (lambda done: None))
    wagers = {"ante_across": _main(setup, price, played)}
    wagers |= {wager: on_cards(price, wager, side) for wager, side in SIDES.items() if wager in setup.offers}
    return Analysis(setup, wagers, _strategy(setup, played))


# -- Counting ---------------------------------------------------------------------------------------------------------


@cache
def classes_of() -> tuple[list[Names], list[Names], NDArray[np.int8]]:
    """The classes of hands by the names that bets know, those that Antes know, and the class of every rank."""
    named = [(names_by_pair(hand), ante_names(hand)) for hand in every_rank()]
    classes = list(dict.fromkeys(named))
    class_of = np.array([classes.index(names) for names in named], dtype=np.int8)
    return [bets for bets, _ in classes], [antes for _, antes in classes], class_of


def sizes_of(setup: Setup) -> tuple[int, int]:
    """The least and the most that each bet may be, in Antes; the same at every stage."""
    (times,) = {setup.offers[bet].times[bet] for bet in STAGES}
    return min(times), max(times)


def best_play(setup: Setup, price: Prices, progress: Progress) -> Played:
    """Decide every stage by what a unit of each class nets; all bets are paid by one table, both Antes by another."""
    bets, antes, _ = classes_of()
    nets = [[price(wager, "shown", names).net for names in bets] for wager in STAGES]
    ante_nets = [[price(wager, "shown", names).net for names in antes] for wager in ("ante_across", "ante_down")]
    assert nets[0] == nets[1] == nets[2] == sorted(nets[0]) and ante_nets[0] == ante_nets[1]
    figures = [*nets[0], *ante_nets[0]]
    assert all(net.denominator == 1 and abs(net) < 600 for net in figures), "sums of 46 must fit"
    whole = [int(net) for net in figures]
    key = ("v2", whole, sizes_of(setup))
    found = kept("criss-cross-poker", key, lambda: _decided(whole[: len(bets)], whole[len(bets) :], setup, progress))
    return Played(**{name: found[name] for name in Played.__dataclass_fields__})


def _decided(bets: list[int], antes: list[int], setup: Setup, progress: Progress) -> dict[str, NDArray[Any]]:
    from pitboss.solve.poker.cross_kernel import SIZES, play_cross

    own, weights = two_cards()
    classes, class_of = len(bets), classes_of()[2]

    def work(numbers: Iterable[int]) -> tuple[NDArray[np.int64], ...]:
        across = np.zeros(len(own), dtype=np.int64)
        counts = np.zeros((SIZES, SIZES, SIZES, classes, classes), dtype=np.int64)
        folds = np.zeros(1 + SIZES + SIZES * SIZES, dtype=np.int64)
        on_down = np.zeros((len(own), LEFT, LEFT, 2 + SIZES), dtype=np.int64)
        on_middle = np.zeros((len(KINDS), MOST_POINTS + 1, 3, 6), dtype=np.int64)
        play: Callable[..., tuple[int, int]] = play_cross
        prices = (np.array(bets), np.array(antes), np.array(sizes_of(setup)))
        for at in numbers:
            mine = (np.zeros_like(counts), np.zeros_like(folds), on_down[at], np.zeros_like(on_middle))
            across[at], _ = play(own[at], *prices, class_of, ranking(5), *outer_pairs(own[at]), *mine)
            for total, part in zip((counts, folds, on_middle), (mine[0], mine[1], mine[3]), strict=True):
                total += int(weights[at]) * part
        return across, counts, folds, on_down, on_middle

    names = ("across", "counts", "folds", "on_down", "on_middle")
    return dict(zip(names, in_threads(work, len(own), progress), strict=True))


def outer_pairs(own: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int64]]:
    """With every other two cards: the place in ``KINDS``, and 1 where one rank fills a straight; the points of each.

    The points of one's own two cards stand last.
    """
    left = [card for card in range(52) if card not in own]
    kinds, insides = np.zeros((2, LEFT, LEFT), dtype=np.int8)
    for a in range(LEFT):
        for b in range(a + 1, LEFT):
            kind = kind_of((int(own[0]), int(own[1]), left[a], left[b]))
            kinds[a, b] = kinds[b, a] = place_of(kind)
            insides[a, b] = insides[b, a] = not kind.made and kind.straights == 1
    return kinds, insides, np.array([*map(points_of, left), sum(points_of(int(card)) for card in own)])


def points_of(card: int) -> int:
    """2 for a card that wins when it pairs, 1 for one that pushes."""
    return 2 if card >> 2 >= LOWEST_HIGH else 1 if card >> 2 >= LOWEST_MIDDLE else 0


@cache
def place_of(kind: Kind) -> int:
    """Where four cards stand in ``KINDS``."""
    if kind.made:
        return MADE.index(kind.made) if kind.made in MADE else 0
    if kind.suited:
        return MADE.index("four of one suit")
    return MADE.index("four to an open straight") if kind.straights == 2 else len(MADE)


# -- Deciding one hand ------------------------------------------------------------------------------------------------


def decisions(setup: Setup) -> Callable[[tuple[int, ...], Sequence[int], Sequence[int]], int]:
    """How one hand is bet: one's own two cards, the outer cards seen and the bets made; 0 is a fold, else the size."""
    price = Prices(setup)
    sizes = (0, *sizes_of(setup))
    bets, antes, class_of = classes_of()
    worth = np.array([int(price("middle_bet", "shown", names).net) for names in bets])
    ante = np.array([int(price("ante_across", "shown", names).net) for names in antes])

    @cache
    def played() -> tuple[Played, dict[tuple[int, ...], int]]:
        own, _ = two_cards()
        return best_play(setup, price, lambda done: None), {tuple(two): at for at, two in enumerate(own.tolist())}

    def decide(own: tuple[int, ...], seen: Sequence[int], made: Sequence[int]) -> int:
        found, places = played()
        at = places[two_alike(*own)]
        if not made:
            return sizes[int(found.across[at])]
        if len(made) == 1:
            return sizes[int(np.argmax(down_worth(found.on_down[at], own, seen)))]
        row, column = (class_of[_ranks(own, seen[:2], seen)], class_of[_ranks(own, seen[2:], seen)])
        lost = MIDDLES * (2 + sum(made)) * int(worth.min())
        stays = (ante[row] + ante[column] + made[0] * worth[row] + made[1] * worth[column]).sum()
        better = int(worth[np.maximum(row, column)].sum())
        size = sizes[2] if sizes[2] * better > sizes[1] * better else sizes[1]
        return size if int(stays) + size * better >= lost else 0

    return decide


def _ranks(own: tuple[int, ...], outer: Sequence[int], seen: Sequence[int]) -> NDArray[np.int16]:
    """The ranks of a hand with each middle card that is left."""
    from pitboss.hands.kernels import rank_hands

    left = [card for card in range(52) if card not in own and card not in seen]
    hands = np.array([[*own, *outer, middle] for middle in left], dtype=np.int8)
    ranks: NDArray[np.int16] = rank_hands(hands, *ranking(5))
    return ranks


def down_worth(on_down: NDArray[np.int64], own: tuple[int, ...], row: Sequence[int]) -> list[int]:
    """What folding and each Down Bet are worth: a row has the worth of the one that stands for it."""
    kind = two_alike(*own)
    left = [card for card in range(52) if card not in kind]
    for suits in permutations(range(4)):
        renamed = [4 * (card >> 2) + suits[card & 3] for card in (*own, *row)]
        if sorted(renamed[:2]) == sorted(kind):
            x, y = sorted(left.index(card) for card in renamed[2:])
            if on_down[x, y, 0]:
                found: list[int] = on_down[x, y, 1:].tolist()
                return found
    raise AssertionError(f"no row stands for {row}")


# -- Pricing ----------------------------------------------------------------------------------------------------------


def _main(setup: Setup, price: Prices, played: Played) -> WagerAnalysis:
    """Both Antes with the bets, by the two hands that each cross comes to."""
    bets, antes, _ = classes_of()
    sizes = sizes_of(setup)
    rows = []
    for (a, d, m, row, column), counted in np.ndenumerate(played.counts):
        if count := int(counted):
            made = (
                Decided("ante_across", "shown", antes[row]),
                Decided("ante_down", "shown", antes[column]),
                Decided("across_bet", "shown", bets[row], sizes[a]),
                Decided("down_bet", "shown", bets[column], sizes[d]),
                Decided("middle_bet", "shown", bets[max(row, column)], sizes[m]),
            )
            net, staked = price.together(made)
            better = price("middle_bet", "shown", bets[max(row, column)])
            rows.append((better.reason, count, net, staked, ""))
    for words, wagers, count in _folds(sizes, played.folds.tolist()):
        net, staked = price.together(wagers)
        rows.append((words, count, net, staked, ""))
    return WagerAnalysis(
        tally(rows),
        per="unit of one of the two equal Antes",
        note="both Antes and all bets together; a result is named after the better hand",
        quotes={"of both Antes": -sum((count * net for _, count, net, *_ in rows), Fraction(0)) / (2 * DEALS)},
    )


def _folds(sizes: tuple[int, int], folds: list[int]) -> Iterable[tuple[str, list[Decided], int]]:
    """What each fold gives up, and how often it happens."""
    antes = [Decided("ante_across", "fold"), Decided("ante_down", "fold")]
    yield FOLDED[0], antes, folds[0]
    for a, across in enumerate(sizes):
        given = [*antes, Decided("across_bet", "fold", (), across)]
        yield FOLDED[1], given, folds[1 + a]
        for d, down in enumerate(sizes):
            at = 1 + len(sizes) + len(sizes) * a + d
            yield FOLDED[2], [*given, Decided("down_bet", "fold", (), down)], folds[at]


# -- What a player is told --------------------------------------------------------------------------------------------


def _strategy(setup: Setup, played: Played) -> dict[str, Any]:
    """What to bet at each stage: the first by the two cards, the others as charts with what it costs to go by them."""
    sizes = sizes_of(setup)
    names = ("fold", *(f"bet_{size}x" for size in sizes))
    own, weights = two_cards()
    hands: dict[str, list[str]] = {}
    for cards, bet in zip(own.tolist(), played.across.tolist(), strict=True):
        hands.setdefault(names[bet], []).append(two_in_words(*cards))
    folded = played.folds.tolist()
    often = (folded[0], sum(folded[1:3]), sum(folded[3:]), int(played.counts.sum()))
    words = (*FOLDED, "played to the end")
    return {
        "across_bet": {name: sorted(listed, key=in_order) for name, listed in hands.items()},
        "down_bet": _chart(DOWN_RULE, _down_rows(own, weights, played), names, COLUMNS * MIDDLES),
        "middle_bet": _chart(MIDDLE_RULE, _middle_rows(played), names, MIDDLES),
        "how_often": {
            name.replace(" ", "_"): decimal(Fraction(count, DEALS)) for name, count in zip(words, often, strict=True)
        },
    }


def _down_rows(own: NDArray[np.int8], weights: NDArray[np.int64], played: Played) -> dict[str, NDArray[np.int64]]:
    """By kind of four cards: situations, bets that are best, what each decision is worth to all, what the best is."""
    rows: dict[str, NDArray[np.int64]] = {}
    for at in np.flatnonzero(played.across).tolist():
        kinds, _, points = outer_pairs(own[at])
        paired = own[at][0] >> 2 == own[at][1] >> 2
        for x, y in np.argwhere(played.on_down[at, :, :, 0] > 0).tolist():
            weight, *worth = played.on_down[at, x, y].tolist()
            count = weight * int(weights[at])
            words = "a pair in your hand" if paired else KINDS[kinds[x, y]]
            if words == KINDS[-1]:
                words = f"no pair, {_points(int(points[LEFT] + points[x] + points[y]))}"
            row = rows.setdefault(words, np.zeros(6, dtype=np.int64))
            row += np.array([count, count * (max(worth) == max(worth[1:])), *(count * each for each in worth), 0])
            row[5] += count * max(worth)
    return dict(sorted(rows.items(), key=lambda row: (row[0] != "a pair in your hand", -row[1][5] / row[1][0])))


def _middle_rows(played: Played) -> dict[str, NDArray[np.int64]]:
    """The same by the better of both hands and, with no more than a low pair, by points and inside straights.

    Points next to each other that do alike are told together.
    """
    rows: dict[str, NDArray[np.int64]] = {}
    for kind, words in enumerate(KINDS):
        if words not in ("low pair", "no pair"):
            rows[words] = played.on_middle[kind].sum(axis=(0, 1))
            continue
        for insides, straights in enumerate(("", ", an inside straight", ", two inside straights")):
            found = played.on_middle[kind, :, insides]
            listed = np.flatnonzero(found[:, 0]).tolist()
            for _, run in groupby(listed, key=lambda points: int(np.argmax(found[points, 2:5]))):
                some = list(run)
                rows[f"{words}{straights}, {_span(some)}"] = found[some].sum(axis=0)
    return {words: row for words, row in rows.items() if row[0]}


def _span(points: list[int]) -> str:
    return _points(points[0]) if len(points) == 1 else f"{points[0]} to {_points(points[-1])}"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _chart(rule: str, rows: Mapping[str, NDArray[np.int64]], names: tuple[str, ...], after: int) -> dict[str, Any]:
    """Each kind does what is worth most to all of it; ``after`` is how many deals each situation stands for."""
    situations = sum(int(row[0]) for row in rows.values())
    lost = sum(int(row[5]) - int(max(row[2:5])) for row in rows.values())
    return {
        "rule": rule,
        "per": "one Ante",
        "situations": situations,
        "cost": decimal(Fraction(lost, DEALS)),
        "rows": [
            {
                "hand": words,
                "decision": names[int(np.argmax(row[2:5]))],
                "situations": int(row[0]),
                "share": decimal(Fraction(int(row[0]), situations)),
                "bets": int(row[1]),
                "betting_is_best": decimal(Fraction(int(row[1]), int(row[0]))),
            }
            for words, row in rows.items()
        ],
    }
