"""The mathematics of Mississippi Stud: published figures, and a street by street count by another way."""

import random
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from house_fixtures import dear
from pitboss import open_table
from pitboss.equipment.cards import DECK, Card, cards
from pitboss.games.poker.kit import names_by_pair
from pitboss.games.poker.mississippi_stud import MAIN, STREETS
from pitboss.hands.evaluator import card_number
from pitboss.hands.poker import best_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.dealing import dealing_of
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker.mississippi_chart import BY_POINTS, simple_rules
from pitboss.solve.poker.mississippi_stud import (
    ORDERS,
    Played,
    best_play,
    classes_of,
    edge_of,
    kind_of,
    later_decision,
    worths_of,
)
from pitboss.solve.poker.showdown import whole
from pitboss.solve.prices import Prices

ENTRY = "massachusetts-2020/mississippi-stud"


@pytest.fixture(scope="module")
def played() -> Played:
    setup = Setup.of(load(ENTRY))
    classes, class_of = classes_of(setup)
    price = Prices(setup)
    return best_play([price("ante", "shown", names).net for names in classes], class_of, lambda done: None)


def worth_by_listing(hand: str) -> Fraction:
    """The worth of two cards, from every three that may follow, in plain Python."""
    price = Prices(Setup.of(load(ENTRY)))
    own = cards(hand)
    left = [card for card in DECK if card not in own]
    river: dict[frozenset[str], Fraction] = defaultdict(Fraction)
    for three in combinations(left, 3):
        net = price("ante", "shown", names_by_pair(best_hand((*own, *three)))).net
        for pair in combinations(three, 2):
            river[frozenset(pair)] += net

    def fifth(pair: frozenset[str], staked: int) -> Fraction:
        return max(Fraction(-48 * staked), *(river[pair] * (staked + bet) for bet in (1, 2, 3)))

    def fourth(card: str, staked: int) -> Fraction:
        others = [frozenset((card, other)) for other in left if other != card]
        bets = (sum((fifth(pair, staked + bet) for pair in others), Fraction(0)) for bet in (1, 2, 3))
        return max(Fraction(-48 * 49 * staked), *bets)

    bets = (sum((fourth(card, 1 + bet) for card in left), Fraction(0)) for bet in (1, 2, 3))
    return max(Fraction(-ORDERS), *bets) / ORDERS


@pytest.mark.parametrize("hand", ["6h 5h", "6h 5s", "2c 2d"])
def test_a_hand_is_worth_what_listing_every_board_gives(hand: str, played: Played) -> None:
    kind = kind_of(*(card_number(card) for card in cards(hand)))
    at = next(number for number, own in enumerate(played.own) if tuple(own) == kind)
    assert Fraction(int(played.values[at]), ORDERS) == worth_by_listing(hand)


def test_the_published_figures_come_out() -> None:
    """4.91 % of the ante, 3.59 units staked on average, 1.37 % of all that is staked: wizardofodds.com, Mississippi
    Stud, quoted in J. Grochowski, "House edge and element of risk", Casino City Times, 19 April 2018."""
    ante = analyze(Setup.of(load(ENTRY))).wagers["ante"]
    assert ante.total == 155_937_600 == 1326 * ORDERS
    assert ante.house_edge == Fraction(53223, 1082900)
    assert round(float(ante.house_edge), 4) == 0.0491
    assert round(float(ante.average_staked), 2) == 3.59
    assert round(float(ante.element_of_risk), 4) == 0.0137


def test_with_a_straight_at_five_to_one_the_published_edge_comes_out() -> None:
    """3.7591 %, as was dealt at the Barona casino: wizardofodds.com/games/mississippi-stud. No rulebook here has it."""
    entry = load(ENTRY)
    table = entry.pay_tables["PT1"]
    better = table.model_copy(update={"lines": {**table.lines, "straight": "5 to 1"}})
    published = entry.model_copy(update={"pay_tables": {**entry.pay_tables, "PT1": better}})
    assert f"{float(analyze(Setup.of(published)).wagers['ante'].house_edge):.4%}" == "3.7591%"


@pytest.mark.parametrize("name", ["chapter4/mississippi-stud", "california/mississippi-stud-3-card-bonus"])
def test_where_another_rulebook_pays_alike_the_figures_are_the_same(name: str) -> None:
    def paid(entry: str) -> list[Fraction]:
        setup = Setup.of(load(entry))
        price = Prices(setup)
        return [price(wager, "shown", names).net for wager in MAIN for names in classes_of(setup)[0]]

    assert paid(name) == paid(ENTRY)
    assert load(name).script == load(ENTRY).script and "fold" in load(name).wagers["ante"].cases


def test_every_pair_bets_three_times_and_six_five_suited_is_the_lowest_that_stays_without_a_high_card() -> None:
    strategy = analyze(Setup.of(load(ENTRY))).strategy
    assert strategy is not None
    third = strategy["third_street"]
    assert third["bet_3x"] == [rank * 2 for rank in "AKQJT98765432"]
    assert "65s" in third["bet_1x"] and "65o" in third["fold"]


def test_the_later_streets_are_charted_as_they_are_known() -> None:
    strategy = analyze(Setup.of(load(ENTRY))).strategy
    assert strategy is not None
    fourth, fifth = strategy["fourth_street"], strategy["fifth_street"]
    assert {"high pair", "middle pair", "three of a kind", "suited 3 high"} <= {*fourth["bet_3x"]}
    assert {"low pair", "2 high", "3 middle", "1 high 1 middle", "1 middle (3 straights)"} <= {*fourth["bet_1x"]}
    assert fourth["fold"] == ["1 high", "1 middle (1 or 2 straights)", "2 middle (no or 1 straight)"]
    assert {"any that are suited", "two pair", "4 middle (2 straights)"} <= {*fifth["bet_3x"]}
    assert "3 middle (no straight) with 3 staked" in fifth["fold"], (
        "and not after three times the ante on a street before"
    )
    assert "3 middle (no straight) with 5 staked" in fifth["bet_1x"]
    for chart in (fourth, fifth):
        told = [line for lines in chart.values() for line in lines]
        assert len(told) == len({*told}) and "bet_2x" not in chart


def test_the_bets_that_are_charted_are_those_that_are_made_hand_by_hand(played: Played) -> None:
    setup, rng = Setup.of(load(ENTRY)), random.Random(8)
    classes, class_of = classes_of(setup)
    price = Prices(setup)
    nets = whole([price("ante", "shown", names).net for names in classes])
    for row in rng.sample([*np.flatnonzero(played.bets)], 30):
        own = played.own[row].tolist()
        left = [card for card in range(52) if card not in own]
        at, then = rng.sample(range(50), 2)
        staked = 1 + int(played.bets[row])
        bet = later_decision(np.array([*own, left[at]]), staked, nets, class_of)
        assert played.fourth[row, at] == 1 + bet
        last = later_decision(np.array([*own, left[at], left[then]]), staked + bet, nets, class_of)
        assert played.fifth[row, at, then] == (1 + last if bet else 0)


@cache
def by_points(seen: tuple[Card, ...]) -> int:
    """The bet of the simple rule with two, three or four cards seen."""
    ranks = Counter(card.rank for card in seen)
    pairs = [rank for rank, many in ranks.items() if many > 1]
    made = len(pairs) == 2 or any(rank >= 6 or ranks[rank] > 2 for rank in pairs)
    suited = len({card.suit for card in seen}) == 1
    if made or (pairs and len(seen) == 2) or (suited and len(seen) == 4):
        return 3
    points = sum(2 if card.rank >= 11 else card.rank >= 6 for card in seen)
    return int(bool(pairs) or points >= len(seen) or (suited and len(seen) == 3))


def by_points_listed(hand: str) -> Fraction:
    """What two cards are worth by the simple rule, from every order of the community cards in plain Python."""
    price, own, won = Prices(Setup.of(load(ENTRY))), cards(hand), Fraction(0)
    left = [card for card in DECK if card not in own]
    nets = {
        three: price("ante", "shown", names_by_pair(best_hand((*own, *three)))).net for three in combinations(left, 3)
    }
    for three, net in nets.items():
        for first, second in permutations(three, 2):
            staked = 1
            for seen in (own, (*own, first), (*own, first, second)):
                bet = by_points(seen)
                staked += bet
                if not bet:
                    won -= staked
                    break
            else:
                won += net * staked
    return won / ORDERS


@dear
def test_betting_by_points_is_worth_what_listing_every_board_gives_and_what_is_dealt(played: Played) -> None:
    setup = Setup.of(load(ENTRY))
    price, classes = Prices(setup), classes_of(setup)[0]
    nets = whole([price("ante", "shown", names).net for names in classes])
    bets = simple_rules(played.own)[BY_POINTS]
    kind = kind_of(*(card_number(card) for card in cards("Kh 4h")))
    at = next(number for number, own in enumerate(played.own) if tuple(own) == kind)
    assert Fraction(int(worths_of(played, nets, bets)[at]), ORDERS) == by_points_listed("Kh 4h")
    table, won = open_table(ENTRY, seed=5), []
    for _ in range(1_000):
        dealt = table.deal({1: {"ante": 10}})
        while dealt.asking:
            street = STREETS.index(dealt.now)
            bet = by_points((*dealt.hands[dealt.hand(1)], *dealt.hands["community"][:street]))
            dealt.act(f"bet_{bet}x" if bet else "fold")
        won.append(dealt.net[1] / 1000)
        table.forget()
    assert abs(fmean(won) + float(edge_of(played, nets, bets))) < 4 * stdev(won) / sqrt(len(won))


def test_the_bonus_on_the_community_cards_is_exact() -> None:
    found = {
        table: analyze(Setup.of(load(ENTRY), {"three_card_bonus": table})).wagers["three_card_bonus"].house_edge
        for table in ("3CS-01", "3CS-04")
    }
    # 48 straight flushes, 52 three of a kind, 720 straights, 1,096 flushes and 3,744 pairs of 22,100.
    won = 48 * 40 + 52 * 30 + 720 * 6 + 1096 * 4 + 3744
    lost = 22_100 - (48 + 52 + 720 + 1096 + 3744)
    assert found == {"3CS-01": Fraction(lost - won, 22_100), "3CS-04": Fraction(lost - won - 4 * 10, 22_100)}


@dear
def test_a_table_agrees_with_the_mathematics() -> None:
    """The script's own rounds by the best strategy, within four standard errors."""
    plan = plan_of(ENTRY, rounds=4_000, seed=3, wagers={"ante": 10})
    figures = simulate(plan, engine="script", workers=1).wagers["ante"]
    assert abs(float(figures.house_edge) - 0.049149) < 4 * float(figures.standard_error or 0)


@dear
def test_without_the_low_ace_the_bonus_loses_its_64_lowest_straights() -> None:
    entry = load("california/mississippi-stud-3-card-bonus")
    both, high = (
        analyze(Setup.of(entry, {"ace_in_3card_straight": choice})).wagers["three_card_bonus"].house_edge
        for choice in ("both", "high_only")
    )
    assert both == Fraction(512, 22_100)
    assert high - both == Fraction(60 * 7 + 4 * (40 - 4), 22_100), "60 straights lose, 4 straight flushes are flushes"


def test_the_kernel_is_priced_as_the_solver_counts(played: Played) -> None:
    setup = Setup.of(load(ENTRY))
    dealt = dealing_of(replace(plan_of(ENTRY, rounds=1, seed=1, wagers={"ante": 10}), strategy="always_1x"), setup)
    hands = len(classes_of(setup)[0])
    weighed = (played.counts * played.weights[:, None, None]).sum(axis=0)
    by_hand = np.concatenate([weighed[:hands], weighed[hands:].sum(axis=0, keepdims=True)])
    nets = dealt.nets.reshape(hands + 1, 11, -1)[:, :, 0]
    assert Fraction(int((by_hand * nets).sum()), int(by_hand.sum()) * 1000) == Fraction(-53223, 1082900)


@pytest.mark.parametrize("name", [ENTRY, "california/mississippi-stud-3-card-bonus"])
def test_the_kernel_deals_what_the_mathematics_says(name: str) -> None:
    options = {"three_card_bonus": "3CS-01"} if name == ENTRY else {"schedule_option": 7}
    plan = plan_of(name, options, rounds=3_000_000, seed=2, wagers={"ante": 5, "three_card_bonus": 5})
    found = simulate(plan, "kernel", workers=1)
    for wager, edge in (("ante", 53223 / 1082900), ("three_card_bonus", 512 / 22_100)):
        figures = found.wagers[wager]
        assert abs(float(figures.house_edge) - edge) < 4 * float(figures.standard_error or 0), wager
    assert abs(float(found.wagers["ante"].sums.hits) / 3_000_000 - 0.160515) < 0.001
    assert abs(found.wagers["ante"].sums.staked / 3_000_000 / 500 - 3.5898) < 0.01
