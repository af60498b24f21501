"""Fast Action Hold 'Em: every four cards against dealers and boards that are drawn from the rest of the shoe.

Six decks have 341,055 kinds of four cards, of dealers' hands as many and eleven times that many boards, and what is
discarded is out of the shoe: more than is worth counting. So each kind of four cards meets as many dealers and boards
by chance. One part of them decides what to do with it, the rest says what that comes to, which is an honest estimate
and no better than the best play.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.games.poker.fast_action_holdem import (
    COPY,
    DEALER_NATURAL,
    NATURAL,
    SPLIT_WAGER,
    SURRENDER,
    WAGER,
    ways,
)
from pitboss.games.poker.house_ways import way
from pitboss.games.poker.kit import DEALER_HIGHER, PLAYER_HIGHER
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, tally
from pitboss.solve.prices import Decided, Prices

CARDS, SIZE = 52, 4
DECIDING, JUDGING = 1_000, 2_000
"""Deals beside each kind of four cards that decide what to do, and those that say what it comes to."""
SEED = 2020
CASES = (PLAYER_HIGHER, COPY, DEALER_HIGHER, DEALER_NATURAL)
SETS = 6
SPLITS = ((0, 5), (1, 4), (2, 3))
"""The two halves of each split, by the numbers of the two cards kept."""
CHOICES = (*(("set",) * SETS), *(("split",) * len(SPLITS)), "surrender")
NOTE = (
    "estimated: every four cards meet dealers and boards that are drawn; the decisions come from other deals than the "
    "figure, so that the best play is better by a little, and never worse"
)


@dataclass(frozen=True)
class Kinds:
    """Four cards that stand for all like them under renaming of suits, and how many hands of the shoe those are.

    ``naturals`` are the hands of four cards of one rank, which are not among them.
    """

    cards: NDArray[np.int64]
    weights: NDArray[np.int64]
    naturals: int


@dataclass(frozen=True)
class Drawn:
    """By kind of four cards: each two by case in the deals that decide, the choice, and its outcomes in the others."""

    cases: NDArray[np.int64]
    chosen: NDArray[np.int64]
    outcomes: NDArray[np.int64]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the wager with the one that a split adds."""
    price = Prices(setup, meters)
    kinds = kinds_of(setup.decks)
    drawn = best_play(setup, price, kinds, progress or (lambda done: None))
    worth = values(price, kinds, drawn.cases)
    wager = _wager(price, kinds, drawn, worth)
    return Analysis(setup, {WAGER: wager}, _strategy(setup, kinds, drawn, worth, float(wager.house_edge)))


# -- Four cards --------------------------------------------------------------------------------------------------------


@cache
def kinds_of(decks: int) -> Kinds:
    hands = np.array(list(combinations_with_replacement(range(CARDS), SIZE)), dtype=np.int64)
    weight = np.ones(len(hands), dtype=np.int64)
    times = np.array([comb(decks, many) for many in range(SIZE + 1)])
    for card in range(SIZE):
        alike = (hands == hands[:, card : card + 1]).sum(axis=1)
        first = (hands[:, :card] != hands[:, card : card + 1]).all(axis=1)
        weight *= np.where(first, times[alike], 1)
    natural = (hands >> 2 == hands[:, :1] >> 2).all(axis=1)
    same = canonical(hands[~natural])
    _, places, belongs = np.unique(same, return_index=True, return_inverse=True)
    weights = np.bincount(belongs.ravel(), weights=weight[~natural]).astype(np.int64)
    order = np.argsort(places)
    return Kinds(hands[~natural][places[order]], weights[order], int(weight[natural].sum()))


def canonical(hands: NDArray[np.int64], beside: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """A number that those of these hands have in common which renaming the suits makes the same.

    Suits are told apart by the cards they have alone, so that they may be put in order; a card ``beside`` counts apart.
    """
    codes = np.zeros((len(hands), 4), dtype=np.int64)
    rows = np.arange(len(hands))
    for card in hands.T:
        codes[rows, card & 3] += 15 * 5 ** (card >> 2)
    if beside is not None:
        codes[rows, beside & 3] += 1 + (beside >> 2)
    _, short = np.unique(codes, return_inverse=True)
    found = np.zeros(len(hands), dtype=np.int64)
    for suit in np.sort(short.reshape(codes.shape), axis=1).T:
        found = found << 14 | suit
    return found


# -- Drawing -----------------------------------------------------------------------------------------------------------


def ways_array(setup: Setup) -> NDArray[np.int64]:
    """The house ways as the kernel takes them."""
    rows = []
    for each in map(way, ways(setup)):
        unsaid = [-1 if part is None else int(part) for part in (each.suited, each.running)]
        rows.append([int(each.pair), int(each.ace), *unsaid, each.least - 2])
    return np.array(rows, dtype=np.int64)


def case_nets(price: Prices) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each case nets on the wager and on the one that a split adds."""
    first, second = ([float(price(wager, case).net) for case in CASES] for wager in (WAGER, SPLIT_WAGER))
    return np.array(first), np.array(second)


def best_play(setup: Setup, price: Prices, kinds: Kinds, progress: Progress) -> Drawn:
    decks, house = setup.decks, ways_array(setup)
    prices = [*(nets.tolist() for nets in case_nets(price)), float(price(WAGER, SURRENDER).net)]
    key = ("v1", decks, house.tolist(), prices, DECIDING, JUDGING)
    found = kept("fast-action-holdem", key, lambda: _drawn(price, kinds, decks, house, progress))
    return Drawn(found["cases"].astype(np.int64), found["chosen"].astype(np.int64), found["outcomes"].astype(np.int64))


def _drawn(
    price: Prices, kinds: Kinds, decks: int, house: NDArray[np.int64], progress: Progress
) -> dict[str, NDArray[Any]]:
    from pitboss.solve.poker import fast_action_kernel as kernel

    # Numba's dispatcher does not tell the type checker what it takes.
    draw: Callable[..., None] = kernel.draw
    order, by_ranks = kernel.house_order(house), kernel.worth_by_ranks()
    many = len(kinds.cards)
    chunks = min(many, 256)

    def dealt(chosen: NDArray[np.int64], rounds: int, seed: int, tell: Progress) -> tuple[NDArray[np.int64], ...]:
        def work(numbers: Iterable[int]) -> tuple[NDArray[np.int64], ...]:
            cases = np.zeros((many, SETS, len(CASES)), dtype=np.int64)
            outcomes = np.zeros((many, kernel.OUTCOMES), dtype=np.int64)
            for number in numbers:
                for at in range(number, many, chunks):
                    args = (kinds.cards[at], decks, order, by_ranks, rounds, seed + at, chosen[at])
                    draw(*args, cases[at], outcomes[at])
            return cases, outcomes

        return in_threads(work, chunks, tell)

    third = DECIDING / (DECIDING + JUDGING)
    undecided = np.full(many, -1, dtype=np.int64)
    cases, _ = dealt(undecided, DECIDING, SEED, lambda done: progress(third * done))
    chosen = values(price, kinds, cases).argmax(axis=1).astype(np.int64)
    seed = SEED + 1_000_003
    _, outcomes = dealt(chosen, JUDGING, seed, lambda done: progress(third + (1 - third) * done))
    return {
        "cases": cases.astype(np.int16),
        "chosen": chosen.astype(np.int8),
        "outcomes": outcomes.astype(np.int16),
    }


def best_with(setup: Setup) -> Callable[[Sequence[int]], tuple[str, tuple[int, int]]]:
    """What to do with any four cards that are no natural, by their numbers: the choice, and the places of the two cards
    that are kept, or that make the first hand of a split."""
    kinds = kinds_of(setup.decks)
    chosen = best_play(setup, Prices(setup), kinds, lambda done: None).chosen
    kind_of = {tuple(sorted(_by_suit(four))): at for at, four in enumerate(kinds.cards.tolist())}

    def choose(cards: Sequence[int]) -> tuple[str, tuple[int, int]]:
        ours = _by_suit(cards)
        at = kind_of[tuple(sorted(ours))]
        like = kinds.cards[at].tolist()
        theirs = _by_suit(like)
        # Of suits with the same cards it is no matter which is which.
        suit_of = dict(
            zip(sorted(range(4), key=theirs.__getitem__), sorted(range(4), key=ours.__getitem__), strict=True)
        )
        choice = int(chosen[at])
        pair = SPLITS[choice - SETS][0] if CHOICES[choice] == "split" else choice
        if CHOICES[choice] == "surrender":
            return CHOICES[choice], kept_cards()[0]
        left = list(range(SIZE))
        places = []
        for place in kept_cards()[pair]:
            card = like[place] & ~3 | suit_of[like[place] & 3]
            places.append(next(at for at in left if cards[at] == card))
            left.remove(places[-1])
        return CHOICES[choice], (places[0], places[1])

    return choose


def _by_suit(cards: Iterable[int]) -> list[int]:
    """The cards of each suit as one number: how many there are of each rank."""
    codes = [0] * 4
    for card in cards:
        codes[card & 3] += 5 ** (card >> 2)
    return codes


def kept_cards() -> tuple[tuple[int, int], ...]:
    return ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def shares(kinds: Kinds, cases: NDArray[np.int64]) -> NDArray[np.float64]:
    """How often each two cards of four come to each case.

    What two cards come to hardly depends on the other two; what each of these does by being out of the shoe is pooled
    over all hands with the same two cards and that one, which is far surer than the deals of one kind alone.
    """
    many = len(kinds.cards)
    pairs = np.stack([kinds.cards[:, list(held)] for held in kept_cards()], axis=1).reshape(-1, 2)
    others = np.stack([kinds.cards[:, list(held)] for held in kept_cards()[::-1]], axis=1).reshape(-1, 2)
    flat, weight = cases.reshape(many * SETS, -1), np.repeat(kinds.weights, SETS)[:, None]
    sums = flat * weight
    discards = others.T.ravel()
    with_one = _pooled(canonical(np.concatenate([pairs, pairs]), discards), np.concatenate([sums, sums]))
    one, two = with_one[: len(pairs)], with_one[len(pairs) :]
    found: NDArray[np.float64] = np.clip(one + two - _pooled(canonical(pairs), sums), 0, 1).reshape(many, SETS, -1)
    found /= found.sum(axis=2, keepdims=True)
    return found


def _pooled(groups: NDArray[np.int64], sums: NDArray[np.int64]) -> NDArray[np.float64]:
    """The shares of each row's group."""
    _, belongs = np.unique(groups, return_inverse=True)
    belongs = belongs.ravel()
    added = np.stack([np.bincount(belongs, weights=part) for part in sums.T], axis=1)
    found: NDArray[np.float64] = (added / added.sum(axis=1, keepdims=True))[belongs]
    return found


def values(price: Prices, kinds: Kinds, cases: NDArray[np.int64]) -> NDArray[np.float64]:
    """What every choice is worth to each kind of four cards, as far as the deals tell."""
    first, second = case_nets(price)
    share = shares(kinds, cases)
    on_first, on_second = share @ first, share @ second
    splits = [on_first[:, one] + on_second[:, two] for one, two in SPLITS]
    given_up = np.full(len(share), float(price(WAGER, SURRENDER).net))
    return np.column_stack([on_first, *splits, given_up])


# -- Pricing -----------------------------------------------------------------------------------------------------------


def decided_by() -> list[list[Decided]]:
    """What each outcome decides, in the order of the kernel's numbers."""
    compared = CASES[:3]
    return [
        *([Decided(WAGER, case)] for case in CASES),
        *([Decided(WAGER, one), Decided(SPLIT_WAGER, two)] for one in compared for two in compared),
        [Decided(WAGER, DEALER_NATURAL), Decided(SPLIT_WAGER, DEALER_NATURAL)],
        [Decided(WAGER, SURRENDER)],
    ]


def _wager(price: Prices, kinds: Kinds, drawn: Drawn, worth: NDArray[np.float64]) -> WagerAnalysis:
    """The wager, with the second one of a split; naturals are counted, and the rest is drawn."""
    rows = list(_rows(price, kinds, drawn))
    whole = WagerAnalysis(tally(rows), per="unit of the wager")
    nets = np.array([float(price.together(each)[0]) for each in decided_by()])
    share = drawn.outcomes / JUDGING
    spread = (share @ nets**2 - (share @ nets) ** 2) / (JUDGING - 1)
    weight = kinds.weights / (kinds.weights.sum() + kinds.naturals)
    error = float(np.sqrt((weight**2 * spread).sum()))
    alike = round(float(whole.variance) / error**2)  # so many rounds one by one would have the same error
    best = -float(weight @ worth.max(axis=1) + (1 - weight.sum()) * float(price(WAGER, NATURAL).net))
    note = f"{NOTE}: by the deals that decide, which flatter it, the edge would be {best:.2%}"
    return WagerAnalysis(whole.outcomes, per=whole.per, sampled=alike, note=note)


def _rows(price: Prices, kinds: Kinds, drawn: Drawn) -> Iterator[tuple[str, int, Fraction, Fraction, str]]:
    counts = (drawn.outcomes * kinds.weights[:, None]).sum(axis=0)
    yield (NATURAL, kinds.naturals * JUDGING, *price.together([Decided(WAGER, NATURAL)]), "")
    for each, count in zip(decided_by(), counts.tolist(), strict=True):
        words = [part.case.replace("_", " ") for part in each]
        told = f"split, {' and '.join(sorted(words))}" if len(words) > 1 else words[0]
        yield (told, count, *price.together(each), "")


# -- What a player is told ---------------------------------------------------------------------------------------------


def _strategy(setup: Setup, kinds: Kinds, drawn: Drawn, worth: NDArray[np.float64], edge: float) -> dict[str, Any]:
    """The rule, the two cards that carry it, how often each is done, and what simpler rules cost."""
    weight = kinds.weights / kinds.weights.sum()
    chance = two_card_chances(kinds, drawn.cases)
    often = {
        name: float(weight[np.isin(drawn.chosen, [at for at, each in enumerate(CHOICES) if each == name])].sum())
        for name in dict.fromkeys(CHOICES)
    }
    give_up = "surrender where no two cards win one time in four" if often[CHOICES[-1]] else "never surrender"
    return {
        "rule": (
            "keep the two cards that win most often; split where both hands win more often than they lose; " + give_up
        ),
        "wins_more_often_than_not": [name for name, share in chance.items() if share > 1 / 2],
        "two_cards_in_order": list(chance),
        "how_often": {name: f"{share:.12f}" for name, share in often.items()},
        "simple_rules": {
            rule: {"house_edge": f"{edge + cost:.12f}", "costs": f"{cost:.12f}"}
            for rule, cost in rule_costs(setup, kinds, worth, chance, weight).items()
        },
    }


def rule_costs(
    setup: Setup, kinds: Kinds, worth: NDArray[np.float64], chance: Mapping[str, float], weight: NDArray[np.float64]
) -> dict[str, float]:
    """What it costs to set as the house would, or by the order of two cards whatever is discarded, and not to split."""
    from pitboss.solve.poker.fast_action_kernel import house_keeps, house_order

    house = house_order(ways_array(setup))
    by_house = np.array([house_keeps(four, house) for four in kinds.cards])
    names = [np.array([pair_name(*pair) for pair in kinds.cards[:, list(held)].tolist()]) for held in kept_cards()]
    won = np.column_stack([np.vectorize(chance.get, otypes=[float])(each) for each in names])
    by_order, rows = won.argmax(axis=1), np.arange(len(worth))
    halves = np.column_stack([np.minimum(won[:, one], won[:, two]) for one, two in SPLITS])
    split = worth[rows, SETS + halves.argmax(axis=1)]
    ordered = worth[rows, by_order]
    rules = {
        "set as the house ways do, never split, never surrender": worth[rows, by_house],
        "keep the two cards that come first in the order, never split, never surrender": ordered,
        "the same, but split where both hands win more often than not": np.where(
            halves.max(axis=1) > 1 / 2, split, ordered
        ),
    }
    best = worth.max(axis=1)
    return {rule: max(0.0, float(weight @ (best - each))) for rule, each in rules.items()}


def two_card_chances(kinds: Kinds, cases: NDArray[np.int64]) -> dict[str, float]:
    """How often two kept cards win, whatever was discarded, the best first; equal cards are a suited pair: ``KKs``."""
    pairs = np.stack([kinds.cards[:, list(held)] for held in kept_cards()], axis=1).reshape(-1, 2)
    sums = cases.reshape(len(pairs), -1) * np.repeat(kinds.weights, SETS)[:, None]
    share = _pooled(canonical(pairs), sums)[:, 0]
    found = {pair_name(*pair): won for pair, won in zip(pairs.tolist(), share.tolist(), strict=True)}
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def pair_name(one: int, two: int) -> str:
    """Two cards as players write them; a pair of one suit is there too.

    >>> pair_name(51, 47), pair_name(47, 50), pair_name(48, 48), pair_name(48, 49)
    ('AKs', 'AKo', 'AAs', 'AA')
    """
    high, low = max(one, two), min(one, two)
    suited = "s" if one & 3 == two & 3 else "o" if one >> 2 != two >> 2 else ""
    return f"{RANKS[high >> 2]}{RANKS[low >> 2]}{suited}"
