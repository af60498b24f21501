"""The mathematics of Four Card Poker and Crazy 4 Poker: published figures, and the counts by another way."""

import os
import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from house_fixtures import dear
from pitboss.equipment.cards import DECK, Card, cards
from pitboss.hands.evaluator import card_number, card_of
from pitboss.hands.four_card import four_card_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.dealing import dealing_of
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker import crazy_4_poker, four_card_poker
from pitboss.solve.poker.four_card import every_four, four_card_counts, ranks_of_all
from pitboss.solve.poker.opponents import numbers_of
from pitboss.solve.poker.raised import average
from pitboss.solve.prices import Prices

FOUR_CARD, CRAZY_4 = "massachusetts-2020/four-card-poker", "massachusetts-2020/crazy-4-poker"


def edge(name: str, wager: str, options: dict[str, Any]) -> Fraction:
    return analyze(Setup.of(load(name), options), wagers=[wager]).wagers[wager].house_edge


# -- Ranking and counting ----------------------------------------------------------------------------------------------


def test_five_cards_go_by_each_name_as_often_as_is_known() -> None:
    """Four of a kind, 13 × 48, and three, 13 × 4 × C(48, 2), by hand; the others add up with them."""
    found = {names[0]: count for names, count in four_card_counts(5).items()}
    assert found["four_aces"] + found["four_of_a_kind"] == 624
    assert found["royal_flush"] + found["straight_flush"] == 2_072
    assert (found["three_of_a_kind"], found["flush"], found["straight"]) == (58_656, 114_616, 101_808)
    assert (found["two_pair"], found["pair_of_aces"]) == (123_552, 81_096)
    assert sum(found.values()) == 2_598_960


@pytest.mark.parametrize("size", [5, 6])
def test_kernels_rank_the_best_four_as_the_table_does(size: int) -> None:
    rng, ranks = random.Random(size), ranks_of_all(size)
    place = {hand: rank for rank, hand in enumerate(every_four())}
    # Among few ranks there are two triples, three pairs and fours with pairs.
    for deck in [range(52)] * 300 + [range(40, 52)] * 300:
        chosen = sorted(rng.sample(deck, size))
        number = int(numbers_of(np.array([chosen]))[0])
        assert ranks[number] == place[four_card_hand(list(map(card_of, chosen)))]


def listed(hand: str, size: int, up: str = "") -> list[int]:
    """What every hand that the dealer can hold does to a hand: loses, ties, wins."""
    held = cards(hand) + (cards(up) if up else ())
    left = [card_number(card) for card in DECK if card not in held]
    more = size - bool(up)
    chosen = np.array(list(combinations(left, more)), dtype=np.int8)
    if up:
        chosen = np.concatenate([np.full((len(chosen), 1), card_number(Card(up)), dtype=np.int8), chosen], axis=1)
    chosen.sort(axis=1)
    theirs = ranks_of_all(size)[numbers_of(chosen)]
    ours = every_four().index(four_card_hand(cards(hand)))
    return [int((theirs < ours).sum()), int((theirs == ours).sum()), int((theirs > ours).sum())]


@pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="PITBOSS_FULL lists all six cards that a dealer may hold")
def test_removal_counts_the_dealers_six_as_listing_them_does() -> None:
    hand, up = "Ts Td 7h 6c 2s", "Kc"
    numbers = np.array([sorted(card_number(card) for card in cards(hand))], dtype=np.int8)
    rank = np.array([every_four().index(four_card_hand(cards(hand)))], dtype=np.int16)
    found = four_card_poker.dealers().against(numbers, rank, 0, card_number(Card(up)))[0]
    assert found.tolist() == [0, *listed(hand, 6, up)]


def test_removal_counts_the_dealers_five_as_listing_them_does() -> None:
    hand = "Ks Qd 8h 5c 4s"
    numbers = np.array([sorted(card_number(card) for card in cards(hand))], dtype=np.int8)
    rank = np.array([every_four().index(four_card_hand(cards(hand)))], dtype=np.int16)
    found = crazy_4_poker.dealers().against(numbers, rank, 0)[0]
    assert found.tolist() == [0, *listed(hand, 5)]


# -- Published figures -------------------------------------------------------------------------------------------------


def test_four_card_poker_loses_279_basis_points_of_the_ante() -> None:
    """2.79% with the best strategy is published (Wizard of Odds, Four Card Poker); 1.30% of all wagers is our count."""
    ante = analyze(Setup.of(load(FOUR_CARD)), wagers=["ante"]).wagers["ante"]
    assert f"{float(ante.house_edge):.2%}" == "2.79%" and f"{float(ante.element_of_risk):.2%}" == "1.30%"
    assert ante.exact == "8840827253/317119576410"


def test_the_makers_basic_strategy_pays_back_what_is_published() -> None:
    """About 98.41% of what is wagered, E. Frome, "Four Card Poker - Part Two", Casino City Times, 14 April 2004: fold
    below a pair of threes, play three times the Ante with tens or better."""
    priced = four_card_poker.raises(Prices(Setup.of(load(FOUR_CARD))))
    deals = four_card_poker.counted(priced, lambda done: None)
    rules = four_card_poker.simple_rules(priced, deals)
    basic = next(choices for rule, choices in rules.items() if "threes" in rule)
    found = four_card_poker.by_rule(priced, deals, basic)
    staked = sum(count * stake for _, count, _, stake in priced.rows(found)) / int(found.sum())
    assert abs(float(1 + average(found, priced) / staked) - 0.9841) < 0.0001


def test_aces_up_loses_from_198_to_615_basis_points() -> None:
    """The range is that of Wikipedia, Four Card Poker ("ranging from 1.98% to 6.15%")."""
    tables = ("I", "II", "III", "IV", "V", "VI", "VII")
    edges = [f"{float(edge(FOUR_CARD, 'aces_up', {'aces_up_table': table})):.2%}" for table in tables]
    assert min(edges) == "1.98%" and max(edges) == "6.15%", edges


def test_crazy_4_poker_loses_342_basis_points_of_the_ante() -> None:
    """3.42% of the Ante, and 1.09% of all that is wagered: Wizard of Odds, Crazy 4 Poker ("the element of risk is only
    1.09%")."""
    ante = analyze(Setup.of(load(CRAZY_4)), wagers=["ante"]).wagers["ante"]
    assert f"{float(ante.house_edge):.2%}" == "3.42%" and f"{float(ante.element_of_risk):.2%}" == "1.09%"


def test_crazy_4_poker_is_played_with_king_queen_eight_four() -> None:
    """The rule of the literature (e.g. H. Tamburin, "How to Play Crazy 4 Poker") costs less than a ten-thousandth."""
    strategy = analyze(Setup.of(load(CRAZY_4)), wagers=["ante"]).strategy
    assert strategy is not None and strategy["rule"].startswith("Play 3× with a pair of aces or better")
    costs = {rule: Fraction(row["costs"]) for rule, row in strategy["simple_rules"].items()}
    rule = min(costs, key=lambda each: costs[each])
    assert "K-Q-8-4" in rule and 0 <= costs[rule] < Fraction(1, 100_000)


def test_queens_up_is_a_matter_of_counting() -> None:
    """Each table against the counts above, by hand."""
    counts = (624, 2_072, 58_656, 114_616, 101_808, 123_552, 81_096 + 161_820)
    for table, pays in {
        "A": (50, 30, 9, 4, 3, 2, 1),
        "B": (50, 40, 8, 4, 3, 2, 1),
        "C": (50, 30, 8, 4, 3, 2, 1),
        "D": (50, 40, 7, 4, 3, 2, 1),
    }.items():
        won = sum(count * (pay + 1) for count, pay in zip(counts, pays, strict=True))
        assert edge(CRAZY_4, "queens_up", {"queens_up_table": table}) == 1 - Fraction(won, 2_598_960)


def test_magic_card_and_lucky_bonus_add_what_they_pay_when_they_are_drawn() -> None:
    wager, plain = "five_card_hand_bonus_player", {"five_card_hand_bonus": True}
    alone = edge(CRAZY_4, wager, plain)
    assert alone - edge(CRAZY_4, wager, plain | {"magic_card_bonus": True}) == Fraction(20 * 5, 52)
    assert alone - edge(CRAZY_4, wager, plain | {"lucky_bonus": True}) == Fraction(5, 10)


# -- Simulated ---------------------------------------------------------------------------------------------------------

SIMULATED = {
    FOUR_CARD: ("pairs", {"ante": 10, "aces_up": 5}),
    CRAZY_4: ("king_queen_eight_four", {"ante": 10, "super_bonus": 10, "queens_up": 5}),
}


def exactly(name: str, strategy: str) -> float:
    """The exact edge of a simple rule, from the solver."""
    solved = analyze(Setup.of(load(name)), wagers=["ante"]).strategy
    assert solved is not None
    words = "any lower pair" if strategy == "pairs" else "K-Q-8-4"
    return float(next(row["house_edge"] for rule, row in solved["simple_rules"].items() if words in rule))


@dear
@pytest.mark.parametrize(
    ("name", "engine", "rounds"),
    [
        (FOUR_CARD, "kernel", 400_000),
        (CRAZY_4, "kernel", 400_000),
        (FOUR_CARD, "script", 1_000),
        (CRAZY_4, "script", 1_000),
    ],
)
def test_rounds_dealt_agree_with_the_exact_edge(name: str, engine: str, rounds: int) -> None:
    strategy, wagers = SIMULATED[name]
    plan = plan_of(name, rounds=rounds, seed=11, wagers=wagers, strategy=strategy)
    found = simulate(plan, workers=1, engine=engine).wagers["ante"]
    assert abs(float(found.house_edge) - exactly(name, strategy)) < 4 * float(found.standard_error)


def test_the_best_strategy_of_the_kernel_is_the_solvers() -> None:
    """Crazy 4 Poker, where a hand of the same rank is folded or played by its other cards."""
    plan = plan_of(CRAZY_4, rounds=400_000, seed=5, wagers={"ante": 10, "super_bonus": 10}, strategy="best")
    found = simulate(plan, workers=1).wagers["ante"]
    exact = analyze(Setup.of(load(CRAZY_4)), wagers=["ante"]).wagers["ante"]
    assert abs(float(found.house_edge) - float(exact.house_edge)) < 4 * float(found.standard_error)


@pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="PITBOSS_FULL works out what is best with every hand")
def test_the_best_strategy_of_four_card_poker_comes_out_as_often_as_the_solver_says() -> None:
    from pitboss.simulation.four_card_kernel import deal_four_card

    plan = plan_of(FOUR_CARD, rounds=1, seed=1, wagers={"ante": 10}, strategy="best")
    setup = Setup.of(load(FOUR_CARD))
    dealt = dealing_of(plan, setup)
    classes, counts = np.zeros(1 << 16, dtype=np.uint16), np.zeros(len(dealt.nets), dtype=np.int64)
    stream, memory = np.array([7], dtype=np.uint64), np.zeros(8, dtype=np.int64)
    for _ in range(40):
        deal_four_card(classes, stream, memory, *dealt.tables)
        counts += np.bincount(classes, minlength=len(counts))
    found = four_card_poker.counted(four_card_poker.raises(Prices(setup)), lambda done: None).found.ravel()
    expected = found / found.sum() * counts.sum()
    assert not counts[found == 0].any()
    often = expected > 5
    assert (abs(counts - expected)[often] < 5 * np.sqrt(expected[often])).all()


def test_solver_and_kernel_price_every_class_alike() -> None:
    setup = Setup.of(load(CRAZY_4))
    found, _ = crazy_4_poker.best_play(Prices(setup))
    plan = plan_of(CRAZY_4, rounds=1, seed=1, wagers={"ante": 10, "super_bonus": 10}, strategy="king_high")
    nets = dealing_of(plan, setup).nets
    won = sum(count * net for count, net in zip(found.ravel().tolist(), nets.tolist(), strict=True))
    exact = analyze(setup, wagers=["ante"]).wagers["ante"].expectation
    assert Fraction(won, int(found.sum()) * 1000) == exact
