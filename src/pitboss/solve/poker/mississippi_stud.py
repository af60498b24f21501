"""Mississippi Stud: the best bet on every street, decided backwards over every order of the community cards."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS
from pitboss.games.poker.mississippi_stud import MAIN, PROGRESSIVES, SHARED, SIZE, named_by, sides_of
from pitboss.hands.evaluator import every_rank
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import (
    EVERYTHING,
    Analysis,
    Asked,
    Progress,
    WagerAnalysis,
    costs_of_rules,
    decimal,
    simple,
    tally,
)
from pitboss.solve.poker.mississippi_chart import DECISIONS, RULE, Bets, later_charts, simple_rules
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.showdown import whole
from pitboss.solve.poker.sides import cover_all, envy_of_another, on_cards
from pitboss.solve.prices import Prices, stake_of

LEFT = 50
ORDERS = LEFT * (LEFT - 1) * (LEFT - 2)
FOLDED = ("folded on 3rd street", "folded on 4th street", "folded on 5th street")
COVER_ALL_NOTE = "if nobody folds; a folded hand does not count as the highest"
Names = tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """The best play: for each kind of two cards the bets on each street, and all results by class and stake.

    ``rivers`` is what a unit wins with it over all last cards, by the two community cards before.
    """

    own: NDArray[np.int8]
    weights: NDArray[np.int64]
    bets: NDArray[np.int8]
    values: NDArray[np.int64]
    counts: NDArray[np.int64]
    fourth: NDArray[np.int64]
    fifth: NDArray[np.int64]
    rivers: NDArray[np.int64]


def solve(
    setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None, asked: Asked = EVERYTHING
) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    classes, class_of = classes_of(setup)
    nets = [price("ante", "shown", names).net for names in classes]
    played = best_play(nets, class_of, progress or (lambda done: None))
    wagers = {"ante": _main(price, classes, played)}
    if "three_card_bonus" in setup.offers:
        wagers["three_card_bonus"] = on_cards(price, "three_card_bonus", sides_of(setup)["three_card_bonus"])
    for wager in PROGRESSIVES:
        if wager in setup.offers:
            wagers[wager] = _progressive(setup, price, wager, classes, played)
    if "cover_all" in setup.offers:
        wagers |= cover_all(setup, price, SIZE, SHARED, 0, named_by(setup), COVER_ALL_NOTE)
    if asked.edges_only:
        return Analysis(setup, wagers, None)
    edges = {rule: edge_of(played, whole(nets), bets) for rule, bets in simple_rules(played.own).items()}
    rules = {"simple_rules": costs_of_rules(edges, wagers["ante"].house_edge)}
    return Analysis(setup, wagers, _strategy(played) | rules)


# -- Counting --------------------------------------------------------------------------------------------------------


def classes_of(setup: Setup) -> tuple[list[Names], NDArray[np.int8]]:
    """The classes of hands that pay tables tell apart, and the class of every rank."""
    named = [*map(named_by(setup), every_rank())]
    classes = list(dict.fromkeys(named))
    return classes, np.array([classes.index(names) for names in named], dtype=np.int8)


def two_cards() -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """The 169 kinds of two cards, and how many each stands for."""
    found = Counter(kind_of(first, second) for first, second in combinations(range(52), 2))
    return np.array(list(found), dtype=np.int8), np.array(list(found.values()), dtype=np.int64)


def kind_of(first: int, second: int) -> tuple[int, int]:
    """The two cards that stand for these and all others like them."""
    low, high = sorted((first >> 2, second >> 2))
    return 4 * low, 4 * high + (0 if first & 3 == second & 3 else 1)


def later_decision(seen: NDArray[np.int64], staked: int, nets: NDArray[np.int64], class_of: NDArray[np.int8]) -> int:
    """The best bet once a community card is seen; 0 is a fold."""
    from pitboss.solve.poker.streets_kernel import later_bet

    decide: Callable[..., int] = later_bet
    return decide(seen, staked, nets, class_of, ranking(5))


def best_play(nets: list[Fraction], class_of: NDArray[np.int8], progress: Progress) -> Played:
    """Decide every street by what a unit of each class nets."""
    from pitboss.solve.poker.streets_kernel import FOLDS, MOST_STAKED, play_streets

    scaled = whole(nets)
    own, weights = two_cards()

    def work(numbers: Iterable[int]) -> tuple[NDArray[np.int64], ...]:
        counts = np.zeros((len(own), len(nets) + FOLDS, MOST_STAKED + 1), dtype=np.int64)
        bets = np.zeros(len(own), dtype=np.int8)
        values = np.zeros(len(own), dtype=np.int64)
        fourth = np.zeros((len(own), LEFT), dtype=np.int8)
        fifth = np.zeros((len(own), LEFT, LEFT), dtype=np.int8)
        rivers = np.zeros((len(own), LEFT, LEFT), dtype=np.int64)
        play: Callable[..., None] = play_streets
        for at in numbers:
            mine = slice(at, at + 1)
            play(
                own[mine],
                scaled,
                class_of,
                ranking(5),
                bets[mine],
                values[mine],
                counts[mine],
                fourth[mine],
                fifth[mine],
                rivers[mine],
            )
        return counts, bets.astype(np.int64), values, fourth.astype(np.int64), fifth.astype(np.int64), rivers

    counts, bets, values, fourth, fifth, rivers = in_threads(work, len(own), progress)
    return Played(own, weights, bets.astype(np.int8), values, counts, fourth, fifth, rivers)


def edge_of(played: Played, nets: NDArray[np.int64], bets: Bets) -> Fraction:
    """What is lost of an Ante on average by a way to bet."""
    total = int((worths_of(played, nets, bets) * played.weights).sum())
    return Fraction(-total, int(-nets.min()) * int(played.weights.sum()) * ORDERS)


def worths_of(played: Played, nets: NDArray[np.int64], bets: Bets) -> NDArray[np.int64]:
    """What each two cards win by a way to bet, over all orders of the community cards, as ``nets`` has a unit."""
    unit, same_card = int(-nets.min()), np.eye(LEFT, dtype=np.bool_)
    third, fourth, fifth = bets.third[:, None, None], bets.fourth[:, :, None], bets.fifth
    shown = played.rivers * (1 + third + fourth + fifth)
    lost = np.where(third == 0, 1, np.where(fourth == 0, 1 + third, 1 + third + fourth)) * -unit * (LEFT - 2)
    won = np.where((third > 0) & (fourth > 0) & (fifth > 0), shown, lost)
    found: NDArray[np.int64] = np.where(same_card, 0, won).sum(axis=(1, 2))
    return found


def _weighed(played: Played) -> NDArray[np.int64]:
    """All results by class and what is staked, over all deals."""
    found: NDArray[np.int64] = (played.counts * played.weights[:, None, None]).sum(axis=0)
    return found


# -- Pricing ---------------------------------------------------------------------------------------------------------


def _main(price: Prices, classes: list[Names], played: Played) -> WagerAnalysis:
    """The Ante with the street bets, which one table pays."""
    for wager in MAIN:
        assert price(wager, "shown", classes[-1]).net == price("ante", "shown", classes[-1]).net
    rows = []
    for at, by_stake in enumerate(_weighed(played)):
        for staked, count in enumerate(by_stake):
            if at < len(classes):
                paid = price("ante", "shown", classes[at])
                rows.append((paid.reason, int(count), paid.net * staked, Fraction(staked), paid.pays))
            else:
                net = price("ante", "fold").net * staked
                rows.append((FOLDED[at - len(classes)], int(count), net, Fraction(staked), ""))
    return WagerAnalysis(tally(rows), per="unit of the Ante")


def _progressive(setup: Setup, price: Prices, wager: str, classes: list[Names], played: Played) -> WagerAnalysis:
    """A progressive on five cards that are not seen to the end when the hand is folded, as it is best for the Ante."""
    weighed = _weighed(played).sum(axis=1)
    shown = {names: int(count) for names, count in zip(classes, weighed, strict=False)}
    folded = int(weighed[len(classes) :].sum())
    rows = [(count, price(wager, "shown", names)) for names, count in shown.items()]
    rows.append((folded, price(wager, "fold")))
    offer = setup.offers[wager]
    each = envy_of_another(offer, shown | {("folded",): folded})
    note = (
        "hands are folded as is best for the Ante; envy not counted: every other player who makes the wager lowers the "
        f"house edge by {each} ({float(each):.6%}); the meter as it stands, priced at ${stake_of(offer) // 100}"
    )
    return WagerAnalysis(simple(rows), per="unit of the wager", note=note)


# -- What a player is told ---------------------------------------------------------------------------------------------


def _strategy(played: Played) -> dict[str, Any]:
    """What to bet on each street, and how often each hand is given up where."""
    hands: dict[str, list[str]] = {name: [] for name in DECISIONS}
    for own, bet in zip(played.own, played.bets, strict=True):
        hands[DECISIONS[bet]].append(two_in_words(int(own[0]), int(own[1])))
    weighed = _weighed(played)
    total = int(played.weights.sum()) * ORDERS
    folds = weighed[-len(FOLDED) :].sum(axis=1)
    often = {
        name.replace(" ", "_"): decimal(Fraction(int(count), total)) for name, count in zip(FOLDED, folds, strict=True)
    }
    later = later_charts(played.own, played.bets, played.fourth, played.fifth)
    third = {name: sorted(listed, key=in_order) for name, listed in hands.items() if listed}
    return {"rule": RULE, "third_street": third, **later, "how_often": often}


def two_in_words(first: int, second: int) -> str:
    high, low = RANKS[second >> 2], RANKS[first >> 2]
    return high * 2 if high == low else f"{high}{low}{'s' if first & 3 == second & 3 else 'o'}"


def in_order(name: str) -> tuple[int, int, str]:
    return -RANKS.index(name[0]), -RANKS.index(name[1]), name
