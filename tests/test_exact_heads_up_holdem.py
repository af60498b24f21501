"""Heads Up Hold'em, exactly: the entry's own tables, those that are published, and one round worked out by hand."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from holdem_table import heads_up_as_published
from pitboss.equipment.cards import Card
from pitboss.hands.evaluator import card_number, categories, rank_of
from pitboss.rulebook import Setup, load
from pitboss.simulation.holdem import policy
from pitboss.solve import analyze
from pitboss.solve.holdem import outcome_counts
from pitboss.solve.holdem_play_kernel import plays_river
from pitboss.solve.holdem_tables import price_arrays
from pitboss.solve.model import Analysis
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.prices import Prices
from pitboss.tables import open_table

NAME = "massachusetts-2020/heads-up-holdem"


@cache
def solved() -> Analysis:
    return analyze(Setup.of(load(NAME)))


def test_the_published_tables_give_the_published_edge() -> None:
    ante = analyze(heads_up_as_published(), wagers=["ante"]).wagers["ante"]
    assert f"{float(ante.house_edge):.2%}" == "2.36%"
    assert f"{float(ante.standard_deviation):.2f}" == "4.56"
    assert ante.exact == "840983767/35658730800"


def test_the_entrys_own_tables_cost_more_as_they_pay_a_bad_beat_less() -> None:
    ante = solved().wagers["ante"]
    assert ante.exact == "21107007059/463563500400"
    assert (f"{float(ante.house_edge):.4%}", f"{float(ante.element_of_risk):.4%}") == ("4.5532%", "1.2407%")


def test_best_play_before_the_flop_is_any_ace_king_seven_and_all_pairs_but_twos() -> None:
    """As players are told: any ace, or a king with a seven or higher."""
    assert solved().strategy is not None
    raised = set(solved().strategy["before_the_flop"]["raise_3x"])  # type: ignore[index]
    assert {"33", "A2o", "K7o", "K4s", "QTo", "Q8s", "QJo", "JTs"} <= raised
    assert not {"22", "K6o", "K3s", "Q9o", "Q7s", "JTo", "J9s"} & raised


def test_a_straight_or_better_is_always_raised_in_the_end() -> None:
    assert solved().strategy is not None
    first = solved().strategy["after_the_river"]["rows"][0]  # type: ignore[index]
    assert (first["hand"], first["decision"]) == ("straight or better", "raise_1x")
    assert first["bets"] == first["situations"]


# From the counts of all seven-card hands, and of all 1,326 hole cards.
SIDES = {
    ("trips_plus", "A"): Fraction(247579, 33446140),
    ("pocket_bonus", "A"): Fraction(1326 - 6 * 31 - 12 * 21 - 36 * 11 - 72 * 6, 1326),
    ("pocket_bonus", "B"): Fraction(1326 - 6 * 26 - 12 * 21 - 36 * 11 - 72 * 6, 1326),
    ("pocket_bonus", "C"): Fraction(1326 - 6 * 31 - 12 * 21 - 36 * 11 - 72 * 5, 1326),
}
SEVEN_CARDS = {"full": 3_473_184, "flush": 4_047_644, "straight": 6_180_020}


@pytest.mark.parametrize(("wager", "table"), SIDES)
def test_side_wagers_by_hand(wager: str, table: str) -> None:
    setup = Setup.of(load(NAME), {f"{wager}_table": table})
    assert analyze(setup, wagers=[wager]).wagers[wager].house_edge == SIDES[wager, table]


@pytest.mark.parametrize(("table", "full", "flush", "straight"), [("B", 8, 6, 5), ("C", 8, 7, 4), ("D", 7, 6, 5)])
def test_trips_plus_tables_differ_by_what_their_lines_differ(table: str, full: int, flush: int, straight: int) -> None:
    setup = Setup.of(load(NAME), {"trips_plus_table": table})
    more = {"full": 9 - full, "flush": 7 - flush, "straight": 4 - straight}
    lost = Fraction(sum(times * SEVEN_CARDS[hand] for hand, times in more.items()), 133_784_560)
    assert analyze(setup, wagers=["trips_plus"]).wagers["trips_plus"].house_edge == SIDES["trips_plus", "A"] + lost


# -- A second way -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "board"),
    [
        ("9s 8c", "Th Jd Qs Ks 2s"),
        ("7c 2d", "Ah Kd 9c 9s 4h"),
        ("Qd 3c", "Ks 8h 8c 5d 2s"),
        ("Jc 4d", "Ts 7h 7c 3d 2s"),
    ],
)
def test_the_last_decision_is_that_of_all_dealers_settled_one_by_one(own: str, board: str) -> None:
    """Every hand of the dealer's that the cards leave, at the entry's odds by hand."""
    held, shared = [Card(card) for card in own.split()], [Card(card) for card in board.split()]
    ours = rank_of((*held, *shared))
    left = [Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    left = [card for card in left if card not in held + shared]
    category = int(categories()[ours])
    beaten = {4: 4, 5: 5, 6: 6, 7: 25, 8: 500}.get(category, -1)
    higher = {4: Fraction(1), 5: Fraction(3, 2), 6: Fraction(3), 7: Fraction(10)}.get(category, Fraction(0))
    total = Fraction(0)
    for dealer in combinations(left, 2):
        theirs = rank_of((*dealer, *shared))
        qualified = categories()[theirs] >= 1
        if ours > theirs:
            total += 1 + higher + qualified
        elif ours < theirs:
            total += -1 + beaten - qualified
    cards = np.array([card_number(card) for card in (*held, *shared)], dtype=np.int64)
    stakes = price_arrays(Prices(Setup.of(load(NAME)))).stakes
    assert bool(plays_river(cards, ranking(7), stakes, np.empty(4, dtype=np.int64))) == (total >= -2 * 990)


def test_the_best_play_at_a_real_table_raises_once_and_by_the_most() -> None:
    setup = Setup.of(load(NAME))
    decide, table, seen = policy(setup, "best"), open_table(NAME, seed=7), set()
    for _ in range(60):
        played = table.deal({1: {"ante": 10, "odds": 10}})
        while played.asking:
            action = decide(played)
            seen.add(action)
            played.act(action)
    assert seen == {"raise_3x", "raise_2x", "raise_1x", "check", "fold"}
    assert outcome_counts(price_arrays(Prices(setup)))["outcome"].sum() == solved().wagers["ante"].total
