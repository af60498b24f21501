"""The mathematics of Fast Action Hold 'Em: the kernel against the table's own judgement, closed forms, and dealing."""

import random
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from house_fixtures import dear
from pitboss.equipment.cards import RANKS, Card
from pitboss.games.poker.fast_action_holdem import ways
from pitboss.games.poker.house_ways import keep_two
from pitboss.hands.several_decks import best_of_several_decks
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.model import Analysis
from pitboss.solve.poker import fast_action_holdem as fast
from pitboss.solve.prices import Prices

NAME = "massachusetts-2020/fast-action-holdem"
SUITS = "cdhs"


@cache
def solved() -> Analysis:
    return analyze(Setup.of(load(NAME)))


def card(number: int) -> Card:
    return Card(RANKS[number >> 2] + SUITS[number & 3])


@dear
def test_the_kernel_ranks_seven_cards_as_the_table_does() -> None:
    from pitboss.solve.poker.fast_action_kernel import worth_by_ranks, worths_beside

    rng, by_ranks = random.Random(4), worth_by_ranks()
    room, told = (np.zeros(5, dtype=np.int64), np.zeros(13, dtype=np.int64)), np.zeros(1, dtype=np.int64)
    worth = {}
    for kinds in (range(52), range(0, 52, 4), range(24), (0, 1, 44, 48, 49), (32, 36, 40, 44, 48, 12), (0, 4)):
        shoe = [*kinds] * 6
        for _ in range(400):
            seven = rng.sample(shoe, 7)
            worths_beside(np.array([seven[:2]]), np.array(seven[2:]), by_ranks, *room, told)
            worth[best_of_several_decks([card(each) for each in seven])] = int(told[0])
    in_order = [worth[hand] for hand in sorted(worth)]
    assert in_order == sorted(set(in_order)) and len({hand.category for hand in worth}) == 17


def test_the_kernel_sets_the_dealers_hand_by_the_house_ways() -> None:
    from pitboss.solve.poker.fast_action_kernel import PAIRS, house_keeps, house_order

    rng = random.Random(5)
    for tail in ("running_then_high", "high_only"):
        setup = Setup.of(load(NAME), {"house_way_tail": tail})
        house, told = house_order(fast.ways_array(setup)), ways(setup)
        for _ in range(400):
            four = rng.sample([*range(52)] * 6, 4)
            kept = [four[at] for at in PAIRS[house_keeps(np.array(four), house)]]
            assert tuple(map(card, kept)) == keep_two([card(each) for each in four], told)


def test_every_four_cards_of_the_shoe_are_among_the_kinds() -> None:
    kinds = fast.kinds_of(6)
    assert kinds.naturals == 13 * comb(24, 4)
    assert int(kinds.weights.sum()) + kinds.naturals == comb(312, 4)


def test_the_best_play_loses_under_two_percent() -> None:
    """An estimate; nothing is published of this game."""
    found = solved()
    wager = found.wagers["wager"]
    error = float(wager.standard_error or 0)
    assert wager.exact is None and error < 0.0002 and abs(float(wager.house_edge) - 0.0184) < 4 * error
    assert found.strategy is not None
    costs = [float(row["costs"]) for row in found.strategy["simple_rules"].values()]
    assert costs == sorted(costs, reverse=True) and 0 < costs[-1] < costs[0] < 0.02
    assert "AAs" in found.strategy["wins_more_often_than_not"]
    natural = next(outcome for outcome in wager.outcomes if outcome.result == "natural")
    assert natural.combinations * comb(312, 4) == 13 * comb(24, 4) * wager.total and natural.net == 5


def test_some_hands_come_to_what_dealing_them_at_the_table_says() -> None:
    """Kept cards against the dealer's, drawn anew and judged by the script's own functions."""
    setup = Setup.of(load(NAME))
    told, rng, rounds = ways(setup), random.Random(8), 800
    kinds = fast.kinds_of(6)
    drawn = fast.best_play(setup, Prices(setup), kinds, lambda done: None)
    shares = fast.shares(kinds, drawn.cases)
    for at in (40, 9_000, 18_000):
        four = kinds.cards[at].tolist()
        shoe = [*range(52)] * 6
        for each in four:
            shoe.remove(each)
        won = 0
        for _ in range(rounds):
            dealt = [card(each) for each in rng.sample(shoe, 9)]
            if len({each.rank for each in dealt[:4]}) > 1:
                theirs = best_of_several_decks((*keep_two(dealt[:4], told), *dealt[4:]))
                won += best_of_several_decks((card(four[0]), card(four[1]), *dealt[4:])) > theirs
        share = shares[at, 0, 0]
        assert abs(won / rounds - share) < 4 * sqrt(share * (1 - share) / rounds) + 0.01


@dear
@pytest.mark.parametrize(("strategy", "rule"), [("house_way", 0), ("ordered", 2)])
def test_rounds_dealt_agree_with_simple_rules(strategy: str, rule: int) -> None:
    found = solved()
    assert found.strategy is not None
    expected = float(list(found.strategy["simple_rules"].values())[rule]["house_edge"])
    plan = plan_of(NAME, rounds=600, seed=3, wagers={"wager": 10}, strategy=strategy)
    dealt = simulate(plan, workers=1, engine="script").together
    assert abs(float(dealt.house_edge) - expected) < 4 * float(dealt.standard_error or 0)
