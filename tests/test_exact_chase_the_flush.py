"""The mathematics of Chase the Flush: a small deck by another way, closed forms, and what is published."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest

from house_fixtures import dear
from pitboss.equipment.cards import RANKS, Card
from pitboss.games.poker.chase_the_flush import same_suit_names
from pitboss.games.poker.flushes import decisive, qualifies
from pitboss.games.poker.kit import compare
from pitboss.hands.flush import FlushHand, flush_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.chase_the_flush import charted, printed
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker import chase_the_flush as chase
from pitboss.solve.prices import Prices

NAME = "massachusetts-2020/chase-the-flush"
DEALS = comb(49, 2) * comb(47, 2) * comb(45, 3)
"""Flops, turns and rivers, and dealers beside three cards."""


def setup_of(**options: Any) -> Setup:
    return Setup.of(load(NAME), options)


@cache
def solved() -> chase.Counted:
    setup = setup_of()
    return chase.counted(setup, Prices(setup), lambda done: None)


def card(number: int) -> Card:
    return Card(RANKS[number >> 2] + "cdhs"[number & 3])


def alike(hand: tuple[int, ...]) -> tuple[int, ...]:
    """The hand that stands for all that renaming the suits makes of this one."""
    return min(tuple(sorted((one & ~3) | suits[one & 3] for one in hand)) for suits in permutations(range(4)))


def by_listing(setup: Setup, deck: tuple[int, ...]) -> Fraction:
    """What the best play wins with a small deck, every hand, flop, river and dealer dealt and compared one by one."""
    price = Prices(setup)

    @cache
    def worth_of(cards: tuple[int, ...]) -> FlushHand:
        return flush_hand([card(number) for number in cards])

    @cache
    def net(times: int, size: int, qualified: bool, result: str) -> Fraction:
        return price.together(chase.decides(chase.Found(times, size, qualified, result)))[0]

    @cache
    def at_the_end(own: tuple[int, ...], board: tuple[int, ...]) -> list[Fraction]:
        ours, found = worth_of((*own, *board)), [Fraction(0)] * 4
        for dealer in combinations(sorted({*deck} - {*own, *board}), 3):
            theirs = worth_of((*dealer, *board))
            case = qualifies(setup, theirs), compare(decisive(setup, ours), decisive(setup, theirs))
            found = [won + net(times, ours.size, *case) for times, won in enumerate(found)]
        return found

    total = Fraction(0)
    for own, many in Counter(map(alike, combinations(deck, 3))).items():
        left = [one for one in deck if one not in own]
        at_once = checked = Fraction(0)
        for flop in combinations(left, 2):
            rivers = combinations([one for one in left if one not in flop], 2)
            ends = [at_the_end(own, tuple(sorted((*flop, *river)))) for river in rivers]
            at_once += sum(end[3] for end in ends)
            checked += max(sum(end[2] for end in ends), sum(max(end[0], end[1]) for end in ends))
        total += many * max(at_once, checked)
    return total / (comb(12, 3) * comb(9, 2) * comb(7, 2) * comb(5, 3))


@dear
@pytest.mark.parametrize("tiebreak", ["card_by_card", "top_card_only"])
def test_a_small_deck_is_worth_what_listing_every_deal_says(tiebreak: str) -> None:
    setup = setup_of(tiebreak=tiebreak)
    deck = tuple(4 * RANKS.index(rank) + suit for rank in "49J" for suit in range(4))
    found = chase.counted(setup, Prices(setup), lambda done: None, deck).found
    assert int(found.sum()) == comb(12, 3) * comb(9, 2) * comb(7, 2) * comb(5, 3)
    price = Prices(setup)
    won = sum(count * price.together(chase.decides(each))[0] for each, count in chase._rows(found))
    assert won / int(found.sum()) == by_listing(setup, deck)


@dear
def test_simple_rules_cost_in_a_small_deck_what_following_them_at_the_table_does() -> None:
    """Each decision by the functions that play the rules at a real table, every deal listed."""
    setup = setup_of()
    price = Prices(setup)
    deck = tuple(4 * RANKS.index(rank) + suit for rank in "49J" for suit in range(4))
    cards = [card(number) for number in deck]
    found = chase.counted(setup, price, lambda done: None, deck).ruled
    rules: list[Callable[..., bool]] = [printed, partial(charted, deck=cards)]
    for counts, bets in zip(found, rules, strict=True):
        by_times: Counter[int] = Counter()
        for numbers, many in Counter(map(alike, combinations(deck, 3))).items():
            own = tuple(card(number) for number in numbers)
            left = [one for one in cards if one not in own]
            first = bets(setup, own, ())
            for flop in combinations(left, 2):
                then = not first and bets(setup, own, flop)
                for river in combinations([one for one in left if one not in flop], 2):
                    last = first or then or bets(setup, own, (*flop, *river))
                    by_times[3 if first else 2 if then else int(last)] += many * comb(5, 3)
        assert [by_times[times] for times in range(4)] == counts.sum(axis=(1, 2)).tolist()


def test_every_deal_is_counted_and_the_edge_is_the_one_of_the_first_decision() -> None:
    deals = solved()
    assert int(deals.found.sum()) == comb(52, 3) * DEALS
    best = Fraction(int(deals.before.max(axis=1).sum()), 24 * comb(52, 3) * DEALS)
    ante = analyze(setup_of(), wagers=["ante"]).wagers["ante"]
    assert -ante.house_edge == best, "decided backwards and counted forwards"
    assert ante.house_edge == Fraction(12_033_802_351, 503_364_407_000)
    assert (f"{float(ante.house_edge):.4%}", f"{float(ante.element_of_risk):.4%}") == ("2.3907%", "0.6706%")


@pytest.mark.parametrize(("hand", "at_once", "bet"), [("Ac Ad 7h", 0.079, True), ("Kc Qd Th", -0.304, False)])
def test_single_hands_are_worth_what_dealing_them_says(hand: str, at_once: float, bet: bool) -> None:
    """All in at once with a hand of three suits, dealt by chance and judged card by card, apart from all else here.

    A model on wizardofvegas.com (thread 26541, 31 August 2017) has -0.174 and -0.454 for these; neither counting
    nor dealing bears it out, and with the second hand too it is right that a check is better.
    """
    own = [(RANKS.index(one[0]), one[1]) for one in hand.split()]
    rng = random.Random(1)
    deck = [(rank, suit) for rank in range(13) for suit in "cdhs" if (rank, suit) not in own]
    nets = []
    for _ in range(4_000):
        dealt = rng.sample(deck, 7)
        ours, theirs = largest(own + dealt[:4]), largest(dealt)
        ante = theirs >= (3, [RANKS.index("9")])
        bonus = {4: 1, 5: 5, 6: 20, 7: 250}.get(ours[0], 0)
        nets.append(3 + ante + bonus if ours > theirs else -4 - ante if ours < theirs else 0)
    error = float(np.std(nets)) / len(nets) ** 0.5
    numbers = sorted(4 * rank + "cdhs".index(suit) for rank, suit in own)
    value, checked = solved().before[int(chase.number_of(np.array([numbers]))[0])].tolist()
    assert round(value / (24 * DEALS), 3) == at_once and (value > checked) == bet
    assert abs(sum(nets) / len(nets) - at_once) < 4 * error


def largest(cards: list[tuple[int, str]]) -> tuple[int, list[int]]:
    suits = [sorted((rank for rank, suit in cards if suit == each), reverse=True) for each in "cdhs"]
    return max((len(ranks), ranks) for ranks in suits)


def test_the_published_rule_for_two_and_three_of_a_suit_is_nearly_what_is_best() -> None:
    """chukchansigold.com/games/chase-the-flush: 3x with three of a suit; its rule at the river gives most away."""
    strategy = analyze(setup_of(), wagers=["ante"]).strategy
    assert strategy is not None
    first = strategy["before_the_flop"]["rows"][0]
    assert first["decision"] == "all_in_3x" and first["bets"] == first["situations"]
    charted, printed = strategy["simple_rules"].values()
    assert f"{float(charted['costs']):.2%}" == "2.04%" and f"{float(printed['costs']):.2%}" == "6.82%"
    apart = sum(float(strategy[when]["cost"]) for when in ("before_the_flop", "after_the_flop", "after_the_river"))
    assert apart <= float(charted["costs"]) < apart + 0.005


def test_the_same_suit_bonus_is_a_matter_of_counting() -> None:
    counts = chase.same_suit_counts(False)
    assert sum(counts.values()) == comb(52, 7)
    flushes = {size: 4 * comb(13, size) * comb(39, 7 - size) for size in (4, 5, 6, 7)}
    assert sum(count for names, count in counts.items() if "four_card_flush" in names) == sum(flushes.values())
    # Seven in a row by their top cards, and six with a seventh card that does not go on with them.
    top = sum(count for names, count in counts.items() if names[0].startswith("six_or_seven"))
    assert top == 4 * 7 + 4 * (2 * 45 + 6 * 44)
    bonus = analyze(setup_of(), wagers=["same_suit_bonus"]).wagers["same_suit_bonus"]
    assert bonus.house_edge == Fraction(2_286_353, 33_446_140)
    low = analyze(setup_of(ace_low_in_straight_flush=True), wagers=["same_suit_bonus"]).wagers["same_suit_bonus"]
    assert low.house_edge < bonus.house_edge


def test_hands_are_named_for_the_same_suit_bonus_as_they_are_counted() -> None:
    rng = np.random.default_rng(5)
    for low_ace in (False, True):
        setup = setup_of(ace_low_in_straight_flush=low_ace)
        known = chase.same_suit_counts(low_ace)
        for _ in range(200):
            seven = [card(int(number)) for number in rng.choice(20, 7, replace=False) + rng.integers(0, 8) * 4]
            names = same_suit_names(setup, seven)
            assert names in known or names[0] in ("two_card_flush", "three_card_flush")


@pytest.mark.parametrize("strategy", ["charted", "printed"])
def test_rounds_by_a_simple_rule_agree_with_its_exact_edge(strategy: str) -> None:
    price, rule = Prices(setup_of()), ["printed", "charted"].index(strategy)
    exact = float(chase._average(price, solved().ruled[rule]))
    wagers = {"ante": 10, "xtra_bonus": 10}
    plan = plan_of(NAME, rounds=400, seed=3, wagers=wagers, strategy=strategy)
    found = simulate(plan, workers=1, engine="script").together
    assert abs(float(found.house_edge) + exact / 2) < 4 * float(found.standard_error or 0)


def test_rounds_dealt_agree_with_the_exact_worth_of_going_all_in_at_once() -> None:
    exact = Fraction(int(solved().before[:, 0].sum()), 24 * comb(52, 3) * DEALS)
    plan = plan_of(NAME, rounds=600, seed=3, wagers={"ante": 10, "xtra_bonus": 10}, strategy="first")
    found = simulate(plan, workers=1, engine="script").together
    assert abs(float(found.house_edge) + float(exact) / 2) < 4 * float(found.standard_error or 0)
