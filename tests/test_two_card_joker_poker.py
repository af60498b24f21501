"""Two Card Joker Poker: what the worked examples do not show, and its mathematics by other ways."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitboss import PitbossError, open_table, settle
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.picture import hands_seen
from pitboss.engine.table import Table
from pitboss.equipment.cards import DECK, JOKERS
from pitboss.games import game_of
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker.two_card_joker_poker import ante_analysis, hands_of
from pitboss.solve.prices import Prices

NAME = "massachusetts-2020/two-card-joker-poker"
SETUP = Setup.of(load(NAME))


def test_something_must_be_wagered_and_a_call_needs_an_ante() -> None:
    with pytest.raises(PitbossError):
        open_table(NAME, seed=1).deal({1: {"call": 10}})
    played = open_table(NAME, seed=1).deal({1: {"super_flush_bonus": 5}})
    assert played.over and not played.actions


def test_a_callers_cards_stay_down_when_the_dealer_has_no_queen() -> None:
    def shown(dealer: str, **more: int) -> bool:
        record = {
            "rulebook": "massachusetts-2020",
            "game": "two-card-joker-poker",
            "seats": {"1": {"wagers": {"ante": 10, **more}, "cards": "Js 9h", "actions": ["call"]}},
            "dealer": {"cards": dealer},
        }
        [(_, played)] = settle(record).rounds
        return "Js" in hands_seen(played.view("table"))[played.hand(1)]

    assert not shown("Td 7c")
    assert shown("Qd 7c") and shown("Td 7c", pair_up=5)


def test_bonuses_are_settled_before_the_dealers_cards_and_stand_when_the_round_is_void() -> None:
    record = {
        "rulebook": "massachusetts-2020",
        "game": "two-card-joker-poker",
        "seats": {
            "1": {"wagers": {"ante": 10, "pair_up": 5}, "cards": "Js Jh", "actions": ["call"]},
            "2": {"wagers": {"ante": 10}, "cards": "8s 3h", "actions": ["fold"]},
        },
        "irregularities": [{"id": "wrong_number_of_cards", "at": "reveal"}],
    }
    [(_, played)] = settle(record).rounds
    rows = {(row.seat, row.wager): row for row in played.settlements}
    assert rows[1, "pair_up"].net == 500 and rows[2, "ante"].net == -1000
    assert rows[1, "ante"].outcome == rows[1, "call"].outcome == "void"


# -- Mathematics -------------------------------------------------------------------------------------------------------


def test_script_and_solver_agree_on_every_deal_of_a_small_deck() -> None:
    """Both jokers, and jack, queen and king of two suits: every hand dealt through the table."""
    deck = [*(card for card in DECK if card.rank in (11, 12, 13) and card.suit in "cd"), *JOKERS]
    price = Prices(SETUP)
    analysis, _ = ante_analysis(price, hands_of(SETUP, deck))
    won = rounds = 0
    for hand in combinations(deck, 2):
        results = []
        for dealer in combinations([card for card in deck if card not in hand], 2):
            table = Table(SETUP, game_of(SETUP.entry), seed=0)
            played = table.deal({1: {"ante": 10}}, draws=WrittenDraws({"seat 1": list(hand), "dealer": list(dealer)}))
            played.act("call")
            results.append(played.net[1])
        rounds += len(results)
        won += max(sum(results), -1000 * len(results))
    assert rounds == analysis.total
    assert Fraction(won, 1000 * rounds) == analysis.expectation


def test_the_game_is_solved_exactly() -> None:
    found = analyze(SETUP)
    assert found.wagers["ante"].total == comb(54, 2) * comb(52, 2)
    assert found.wagers["ante"].house_edge == Fraction(563, 17901)
    assert found.strategy is not None and found.strategy["rule"] == "call with Q-5 or better, fold the rest"


@pytest.mark.parametrize("table", [1, 2, 3])
def test_the_side_wagers_are_worth_what_their_lines_come_to(table: int) -> None:
    """One pair of jokers, 4 royal flushes, 48 straight flushes, 156 straights, 78 pairs and 104 with a joker."""
    jokers, royal, straight_flush = {1: (40, 20, 5), 2: (50, 25, 4), 3: (40, 30, 4)}[table]
    won = jokers + 4 * royal + 48 * straight_flush + 156 * 3 + 78 + 104
    found = analyze(Setup.of(load(NAME), {"pair_up_table": table})).wagers
    assert found["pair_up"].house_edge == Fraction(1431 - 391 - won, 1431)
    flushes = 4 * 30 + 48 * 5 + 40 * 3 + 40 * 2 + 180
    assert found["super_flush_bonus"].house_edge == Fraction(1431 - 4 - 48 - 260 - 156 - 183 - flushes, 1431)


def test_dealt_by_the_script_the_figures_come_out() -> None:
    wagers = {"ante": 5, "pair_up": 5, "super_flush_bonus": 5}
    found = simulate(plan_of(NAME, rounds=1500, seed=3, wagers=wagers), engine="script", workers=1).wagers
    for wager, exact in (("ante", 563 / 17901), ("pair_up", 10 / 477), ("super_flush_bonus", 40 / 1431)):
        assert abs(float(found[wager].house_edge) - exact) < 4 * float(found[wager].standard_error or 0)
