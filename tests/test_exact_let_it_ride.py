"""The mathematics of Let It Ride: published figures, and the counts by another way."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.equipment.cards import DECK, cards
from pitboss.games.poker.kit import names_with_tens
from pitboss.hands.poker import best_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker.let_it_ride import BETS, best_play, deals, nets_of, rides
from pitboss.solve.prices import Prices

ENTRIES = ["chapter4/let-it-ride", "massachusetts-2020/let-it-ride", "oneida-2003/let-it-ride"]


@pytest.mark.parametrize("name", ENTRIES)
def test_the_edge_is_the_published_one(name: str) -> None:
    """3.5057 % of one bet; bets 1 and 2 are as good as the published strategy has it."""
    analysis = analyze(Setup.of(load(name)))
    bets = analysis.wagers["bet_1"]
    assert bets.total == 22_100 * 49 * 48
    assert bets.house_edge == Fraction(37_963, 1_082_900)
    assert float(bets.element_of_risk) == pytest.approx(0.0286, abs=0.0001)


def test_the_strategy_is_the_published_one() -> None:
    strategy = analyze(Setup.of(load(ENTRIES[0]))).strategy
    assert strategy is not None
    first, second = strategy["first_decision"], strategy["second_decision"]
    in_a_row = {"876", "765", "654", "543", "987", "T98", "JT9", "QJT", "KQJ", "AKQ"}
    assert in_a_row <= set(first["suited"]) and not {"432", "A32"} & set(first["suited"]) and "not_suited" not in first
    # An outside straight below tens is worth nothing either way, and is not let ride.
    assert second["suited"] == ["all"] and second["not_suited"] == ["KQJT", "QJT9", "JT98", "T987"]


def test_all_three_bets_on_every_hand_win_what_its_names_say() -> None:
    """Where nothing is taken back the classes are those of all hands of five cards."""
    dealt = deals()
    counts = np.zeros(dealt.classes.max() + 1, dtype=np.int64)
    np.add.at(counts, dealt.classes, dealt.weights[:, None])
    assert counts.sum() == 2_598_960 * 10 and counts[-1] == 40  # each royal flush by ten choices of the first three


@pytest.mark.parametrize("seen", ["Ts Td 4c", "9s 9d 4c", "8h 7h 6h", "4h 3h 2h", "Ks Qd Jc Th", "As Ks Qd Jc"])
def test_a_bet_rides_where_listing_what_may_come_says_so(seen: str) -> None:
    setup = Setup.of(load(ENTRIES[0]))
    price, held = Prices(setup), cards(seen)
    left = [card for card in DECK if card not in held]
    worth = sum(
        (
            price("bet_3", "shown", names_with_tens(best_hand((*held, *more)))).net
            for more in combinations(left, 5 - len(held))
        ),
        Fraction(0),
    )
    assert rides(held, nets_of(price)) is (worth > 0)


def test_better_odds_let_more_bets_ride() -> None:
    entry = load("oneida-2003/let-it-ride")
    usual = best_play(nets_of(Prices(Setup.of(entry))))
    better = best_play(nets_of(Prices(Setup.of(entry, {}, {"T1": {"straight": "6 to 1"}}))))
    assert better.second.sum() > usual.second.sum() and (better.second >= usual.second).all()
    assert len(BETS) == 3


def test_a_table_agrees_with_the_mathematics() -> None:
    """The script's own rounds by the best strategy, within four standard errors; bets taken back are not staked."""
    wagers = dict.fromkeys(BETS, 10)
    plan = plan_of("oneida-2003/let-it-ride", rounds=1_500, seed=5, wagers=wagers)
    figures = simulate(plan, engine="script", workers=1).wagers["bet_1"]
    assert abs(float(figures.house_edge) - 0.035057) < 4 * float(figures.standard_error or 0)
    assert float(figures.house_edge) / float(figures.element_of_risk) == pytest.approx(1.2237, abs=0.06)
