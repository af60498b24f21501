"""Texas Hold'em Bonus, exactly: as published hand by hand, its kernels on one board by hand, side wagers counted."""

import os
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, perm, sqrt

import numpy as np
import pytest

from house_fixtures import dear
from pitboss.hands.evaluator import card_of, categories, rank_of
from pitboss.rulebook import Setup, load
from pitboss.solve import analyze
from pitboss.solve.chunks import in_threads
from pitboss.solve.holdem_boards import CHUNKS, all_sets
from pitboss.solve.holdem_bonus import _ante, street_counts
from pitboss.solve.holdem_bonus_boards import Counted, Valued
from pitboss.solve.holdem_bonus_chart import KINDS
from pitboss.solve.holdem_bonus_kernel import (
    bets_before_river,
    bets_before_turn,
    both_bets,
    count_streets,
    value_streets,
)
from pitboss.solve.holdem_bonus_tables import bonus_prices, street_numbers
from pitboss.solve.holdem_passes_kernel import over_symmetries
from pitboss.solve.model import Analysis
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.prices import Prices

NAME = "massachusetts-2020/texas-holdem-bonus"
FULL = pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="PITBOSS_FULL solves the other rule from nothing")
FOLDS = Fraction(60, 1326)
# Expected values of two cards that are played: wizardofodds.com/texasholdembonus, Las Vegas and Atlantic City rules.
LAS_VEGAS = {
    "32o": -1.155927,
    "42o": -1.091604,
    "52o": -1.019987,
    "62o": -1.046723,
    "72o": -1.031301,
    "82o": -0.896002,
    "92o": -0.763132,
    "T2o": -0.613979,
    "J2o": -0.459414,
    "Q2o": -0.28969,
    "K2o": -0.102668,
}
ATLANTIC_CITY = {
    "32o": -1.195592,
    "42o": -1.13521,
    "52o": -1.067022,
    "62o": -1.077817,
    "72o": -1.050057,
    "82o": -0.917393,
    "92o": -0.784523,
    "T2o": -0.636507,
    "J2o": -0.478676,
    "Q2o": -0.305687,
    "K2o": -0.1154,
}


@cache
def solved(**options: str) -> Analysis:
    return analyze(Setup.of(load(NAME), options))


def hands(found: Analysis) -> dict[str, str]:
    assert found.strategy is not None
    return dict(found.strategy["starting_hands"])


# -- As published -----------------------------------------------------------------------------------------------------


def test_edge_and_average_wager_are_the_published_ones() -> None:
    ante = solved().wagers["ante"]
    assert ante.exact == "578107733/28381438800"
    assert f"{float(ante.house_edge):.3%}" == "2.037%"
    assert f"{float(ante.average_staked):.4f}" == "3.8181"
    assert f"{float(ante.element_of_risk):.4%}" == "0.5335%"
    assert ante.total == 20 * 1326 * comb(50, 5) * comb(45, 2)


def test_the_published_standard_deviation_is_that_without_the_folds() -> None:
    """3.500839 is published (wizardofodds.com/texasholdembonus). Folds lose one Ante; with their square it is more."""
    ante = solved().wagers["ante"]
    assert ante.standard_deviation.startswith("3.50727")
    assert f"{sqrt(ante.variance - FOLDS):.4f}" == "3.5008"


@FULL
def test_the_published_standard_deviation_comes_out_where_bets_that_are_worth_nothing_are_made() -> None:
    """To every digit, by the same edge: no such bet is made by our play, all of them by the published one."""
    prices, holding = bonus_prices(Prices(Setup.of(load(NAME)))), street_numbers().holding
    by_flop, by_four, _ = in_threads(Valued(prices), CHUNKS, lambda done: None)
    bets = [
        np.packbits(over_symmetries(all_sets(size)[0], holding, values[:, :, None])[:, :, 0] >= 0, 1, "little")
        for size, values in ((3, by_flop), (4, by_four))
    ]
    before_flop = street_counts(prices)["before_flop"]
    (outcome,) = in_threads(Counted(prices, before_flop, *bets), CHUNKS, lambda done: None)
    ante = _ante(Prices(Setup.of(load(NAME))), outcome)
    assert ante.exact == solved().wagers["ante"].exact
    assert f"{sqrt(ante.variance - FOLDS):.6f}" == "3.500839"


def test_every_two_cards_are_worth_what_is_published() -> None:
    worth = hands(solved())
    assert len(worth) == 169
    assert {hand: round(float(worth[hand]), 6) for hand in LAS_VEGAS} == LAS_VEGAS


@FULL
def test_atlantic_city_pays_the_ante_from_a_flush_on() -> None:
    found = solved(ante_paid_from="flush")
    assert found.wagers["ante"].exact == "19447087313/347672625300"
    assert f"{float(found.wagers['ante'].house_edge):.4%}" == "5.5935%"
    worth = hands(found)
    assert {hand: round(float(worth[hand]), 6) for hand in ATLANTIC_CITY} == ATLANTIC_CITY


def test_only_a_deuce_with_three_to_seven_of_another_suit_is_folded() -> None:
    assert solved().strategy is not None
    worth, played = hands(solved()), set(solved().strategy["before_the_flop"]["flop"])  # type: ignore[index]
    assert set(worth) - played == {"32o", "42o", "52o", "62o", "72o"}
    assert all((float(value) >= -1) == (hand in played) for hand, value in worth.items())


def test_the_hands_are_worth_what_the_game_is() -> None:
    """169 kinds weighed by how many there are, at what they are played for or at a fold."""
    many = {2: 6, 3: 4}
    total = sum(
        max(Fraction(value), Fraction(-1)) * (12 if hand.endswith("o") else many[len(hand)])
        for hand, value in hands(solved()).items()
    )
    assert abs(total / 1326 + solved().wagers["ante"].house_edge) < Fraction(1, 10**11)


# -- The charts -------------------------------------------------------------------------------------------------------


def test_charts_hold_every_situation_and_every_bet() -> None:
    assert solved().strategy is not None
    strategy, ante = solved().strategy, solved().wagers["ante"]
    assert strategy is not None
    played = Fraction(1326 - 60, 1326)
    for when, seen, bet in (("after_the_flop", 3, "turn"), ("after_the_turn", 4, "river")):
        rows = strategy[when]["rows"]
        dealt = 1326 * comb(50, seen)
        assert sum(row["situations"] for row in rows) == played * dealt
        made = sum(
            each.combinations for each in ante.outcomes if bet in each.result.partition(" bet")[0].split(" and ")
        )
        assert Fraction(sum(row["bets"] for row in rows), dealt) == Fraction(made, ante.total)
    assert len(KINDS) == 11


def test_what_simple_rules_cost_adds_up() -> None:
    assert solved().strategy is not None
    rules = solved().strategy["simple_rules"]  # type: ignore[index]
    charts = [Fraction(solved().strategy[when]["cost"]) for when in ("after_the_flop", "after_the_turn")]  # type: ignore[index]
    by_charts = Fraction(rules["turn and river by the charts"]["costs"])
    assert abs(sum(charts) - by_charts) < Fraction(1, 10**11)
    never = Fraction(rules["never fold, turn and river by the charts"]["costs"]) - by_charts
    folded = [-1 - Fraction(value) for value in hands(solved()).values() if Fraction(value) < -1]
    assert abs(never - 12 * sum(folded) / 1326) < Fraction(1, 10**11)


# -- A second way: one board by hand ----------------------------------------------------------------------------------

BOARD = [0, 5, 8, 20, 35]


def by_hand() -> tuple[list[tuple[int, int]], np.ndarray, np.ndarray, np.ndarray]:
    """Every holding on the board: its category, and how many of the dealer's it beats, ties and loses to."""
    left = [card for card in range(52) if card not in BOARD]
    pairs = list(combinations(left, 2))
    worth = np.array([rank_of(tuple(map(card_of, (*BOARD, *pair)))) for pair in pairs])
    apart = np.array([[not set(one) & set(two) for two in pairs] for one in pairs])
    results = np.stack([(apart & compared).sum(axis=1) for compared in _compared(worth)], axis=1)
    return pairs, categories()[worth], results, worth


def _compared(worth: np.ndarray) -> list[np.ndarray]:
    ours, theirs = worth[:, None], worth[None, :]
    return [ours > theirs, ours == theirs, ours < theirs]


@dear
def test_a_board_is_worth_to_every_holding_what_all_dealers_make_it() -> None:
    pairs, category, results, _ = by_hand()
    number = street_numbers()
    by_flop, by_holding = np.zeros((1755, 1326), dtype=np.int64), np.zeros(1326, dtype=np.int64)
    by_four = np.zeros((16_432, 1326), dtype=np.int32)
    prices = bonus_prices(Prices(Setup.of(load(NAME))))
    one = (np.array([BOARD], dtype=np.int8), np.ones(1, dtype=np.int64))
    value_streets(*one, number, ranking(7), prices.stakes, by_flop, by_four, by_holding)
    won = results[:, 0] - results[:, 2]
    ante = np.where(category >= 4, results[:, 0], 0) - results[:, 2]
    assert [by_holding[number.holding[pair]] for pair in pairs] == (prices.unit * (ante + 2 * won)).tolist()
    assert by_flop.sum() == 10 * prices.unit * won.sum() and by_four.sum() == 5 * prices.unit * won.sum()
    assert (by_flop != 0).any(axis=1).sum() <= 10 and (by_four != 0).any(axis=1).sum() <= 5


@dear
def test_a_board_is_counted_in_all_twenty_ways_by_what_is_bet_on_it() -> None:
    """Decisions at random, looked up one by one for every flop, turn and river that the board can be."""
    pairs, category, results, _ = by_hand()
    number, chance = street_numbers(), np.random.default_rng(13)
    before_flop = chance.integers(-1, 1, 1326).astype(np.int8)
    turn_bits, river_bits = (chance.integers(0, 256, (many, 166)).astype(np.uint8) for many in (1755, 16_432))
    turns = np.unpackbits(turn_bits, axis=1, count=1326, bitorder="little").view(np.int8)
    outcome = np.zeros((5, 10, 3), dtype=np.int64)
    stakes = bonus_prices(Prices(Setup.of(load(NAME)))).stakes
    one = (np.array([BOARD], dtype=np.int8), np.ones(1, dtype=np.int64))
    count_streets(*one, number, ranking(7), stakes, before_flop, turns, river_bits, both_bets(), outcome)
    expected, four = np.zeros_like(outcome), np.empty(4, dtype=np.int64)
    for pair, of, result in list(zip(pairs, category, results, strict=True)):
        if before_flop[number.holding[pair]] < 0:
            expected[0, of] += 20 * result
            continue
        for river in range(5):
            seen = [card for at, card in enumerate(BOARD) if at != river]
            rivers = bets_before_river(np.array([*pair, *seen]), river_bits, number, four)
            for turn in range(4):
                flop = [card for at, card in enumerate(seen) if at != turn]
                bets = bets_before_turn(np.array([*pair, *flop]), turn_bits, number, four)
                expected[1 + bets + 2 * rivers, of] += result
    assert (outcome == expected).all()


# -- Side wagers ------------------------------------------------------------------------------------------------------


def test_bonus_by_hand() -> None:
    paid = 6 * 31 + 4 * 26 + 8 * 21 + 12 * 16 + 18 * 11 + 24 * 6 + 54 * 4
    assert analyze(Setup.of(load(NAME)), wagers=["bonus"]).wagers["bonus"].house_edge == Fraction(1326 - paid, 1326)
    doubled = analyze(Setup.of(load(NAME), {"bonus_double_aces": True}), wagers=["bonus"]).wagers["bonus"]
    assert doubled.house_edge == Fraction(1326 - paid, 1326) - Fraction(6 * (1000 - 30), 1326 * 1225)


def test_progressive_that_survives_a_fold_is_that_of_seven_cards() -> None:
    """A royal flush lies at five of seven places: one way is the flop's, five the turn's, fourteen the river's."""
    options = {"progressive": True, "side_survives_fold": True, "progressive_seed": "10,000.00"}
    found = analyze(Setup.of(load(NAME), options), wagers=["progressive"]).wagers["progressive"]
    royal = Fraction(4324, 21 * comb(52, 7))
    by_seven = {"straight_flush": (37_260, 250), "four_of_a_kind": (224_848, 100), "full_house": (3_473_184, 10)}
    paid = royal * (10_000 + 5 * 2_500 + 14 * 500 + 3_000)
    paid += sum(Fraction(many * pays, comb(52, 7)) for many, pays in by_seven.values())
    assert found.house_edge == 1 - paid


def test_a_fold_loses_the_progressive() -> None:
    """The hands that are folded have no card above a seven: of royal flushes they miss those of the board."""
    options = {"progressive": True, "progressive_seed": "10,000.00"}
    found = analyze(Setup.of(load(NAME), options), wagers=["progressive"]).wagers["progressive"]
    kept = {each.result: Fraction(each.combinations, found.total) for each in found.outcomes}
    on_board = Fraction(4 * 120, perm(50, 5))
    royals = {name: share for name, share in kept.items() if "royal" in name}
    assert royals["royal after 5"] == Fraction(4 * 120, perm(52, 5))
    assert royals["royal after 6"] == 5 * royals["royal after 5"]
    assert royals["royal after 7"] == 14 * royals["royal after 5"]
    assert royals["community royal"] == royals["royal after 5"] - Fraction(60, 1326) * on_board


def test_link_that_survives_a_fold_is_that_of_five_cards() -> None:
    found = {
        survives: analyze(
            Setup.of(load(NAME), {"multi_game_link": "PTMGL01", "side_survives_fold": survives}),
            wagers=["multi_game_link"],
        ).wagers["multi_game_link"]
        for survives in (True, False)
    }
    fives = {"straight_flush": 36, "four": 624, "full": 3744, "flush": 5108, "straight": 10_200, "three": 54_912}
    pays = {"straight_flush": 1_000, "four": 300, "full": 50, "flush": 40, "straight": 30, "three": 9}
    paid = 4 * 10_000 + sum(many * pays[hand] for hand, many in fives.items())
    assert found[True].house_edge == 1 - Fraction(paid, 2_598_960)
    assert found[False].house_edge > found[True].house_edge


def test_counts_are_kept_of_the_decisions_that_are_told() -> None:
    counts = street_counts(bonus_prices(Prices(Setup.of(load(NAME)))))
    assert int((counts["before_flop"] < 0).sum()) == 60
    assert counts["before_turn"].shape == (1755, 166) and counts["before_river"].shape == (16_432, 166)
