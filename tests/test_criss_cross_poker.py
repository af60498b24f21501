"""Criss-Cross Poker at the table and on the page: what the worked examples do not show; and its mathematics."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from house_fixtures import dear
from pitboss import PitbossError, open_table, settle
from pitboss.engine.hands import Hand
from pitboss.equipment.cards import cards as cards_of
from pitboss.games.poker.criss_cross_poker import GAME
from pitboss.games.poker.kit import JACKS_OR_BETTER
from pitboss.hands.evaluator import card_number, every_rank
from pitboss.hands.kernels import rank_hands
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.model import Analysis
from pitboss.solve.poker.criss_cross_poker import DEALS, best_play, classes_of, down_worth, outer_pairs
from pitboss.solve.poker.mississippi_stud import two_cards, two_in_words
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.prices import Prices
from pitboss.web import cards

NAME = "massachusetts-2020/criss-cross-poker"
ENTRY = {"rulebook": "massachusetts-2020", "game": "criss-cross-poker"}
BONUS = {"five_card_bonus_offered": True}
ANTES = {"ante_across": 10, "ante_down": 10}


def round_of(seats: dict[int, tuple[dict[str, Any], str, list[str]]], cross: str, **more: Any) -> Any:
    given = {
        str(seat): {"wagers": wagers, "actions": actions, **({"cards": hand} if hand else {})}
        for seat, (wagers, hand, actions) in seats.items()
    }
    [(_, played)] = settle({**ENTRY, "seats": given, "community": {"cards": cross}, **more}).rounds
    return played


def test_the_cross_is_turned_up_from_its_ends_to_its_middle() -> None:
    played = round_of({1: (ANTES, "Ks Kd", ["bet 10"] * 3)}, "4c 9h 2d 7c Js")
    shown = [event for event in played.view(1) if event.kind == "reveal" and event.hand == "community"]
    assert [(event.cards, event.at) for event in shown] == [
        (("9h", "7c"), (2, 4)),
        (("4c", "Js"), (1, 5)),
        (("2d",), (3,)),
    ]


def test_a_bet_is_any_amount_from_one_to_three_antes_or_a_whole_multiple() -> None:
    played = round_of({1: (ANTES, "Ks Kd", ["bet 12.50", "bet 10", "bet 29"])}, "4c 9h 2d 7c Js")
    assert [row.staked for row in played.settlements] == [1000, 1250, 1000, 1000, 2900]
    for amount in ("9.99", "30.01"):
        with pytest.raises(PitbossError):
            round_of({1: (ANTES, "Ks Kd", [f"bet {amount}"])}, "4c 9h 2d 7c Js")
    whole = {"bet_multiple_rule": "integer"}
    played = round_of({1: (ANTES, "Ks Kd", ["bet_1x", "bet_2x", "bet_3x"])}, "4c 9h 2d 7c Js", options=whole)
    assert [row.staked for row in played.settlements] == [1000, 1000, 1000, 2000, 3000]
    with pytest.raises(PitbossError):
        round_of({1: (ANTES, "Ks Kd", ["bet 12.50"])}, "4c 9h 2d 7c Js", options=whole)


def test_each_question_names_the_bet_that_it_is_about() -> None:
    played = open_table("massachusetts-2020/criss-cross-poker", seed=1).deal({1: ANTES})
    asked = []
    while played.asking:
        asked.append(played.asking[0].actions[0].text)
        played.act("bet 10")
    assert asked == ["Across Bet", "Down Bet", "Middle Bet"]


def test_the_antes_are_equal() -> None:
    with pytest.raises(PitbossError, match="must equal"):
        round_of({1: ({"ante_across": 10, "ante_down": 5}, "", ["fold"])}, "6h 6c 9s Kd 3h")


def test_the_cross_is_turned_up_for_a_bonus_when_everybody_has_folded() -> None:
    seats = {1: ({**ANTES, "five_card_bonus": 5}, "", ["fold"]), 2: (ANTES, "", ["fold"])}
    played = round_of(seats, "6h 6c 9s Kd 3h", options=BONUS)
    assert played.net == {1: -1500, 2: -2000}
    assert sum(len(event.cards) for event in played.events if event.kind == "reveal") == 5
    played = round_of({2: (ANTES, "", ["fold"])}, "6h 6c 9s Kd 3h")
    assert not [event for event in played.events if event.kind == "reveal"]


def test_an_ante_pays_even_money_whatever_the_hand() -> None:
    played = round_of({1: (ANTES, "Qs Js", ["bet 10"] * 3)}, "9s As Ts Ks 8s")
    won = {row.wager: row.net for row in played.settlements}
    assert won["ante_across"] == won["ante_down"] == 1000 and won["across_bet"] == 5000_00


def test_what_is_paid_last_is_cut_first_and_each_player_has_a_limit_of_his_own() -> None:
    seats = {
        seat: ({"ante_across": 25, "ante_down": 25, "five_card_bonus": 5}, own, ["bet 75"] * 3)
        for seat, own in ((1, "Qs Js"), (2, "2h 2d"))
    }
    played = round_of(seats, "9s As Ts Ks 8s", options={**BONUS, "aggregate_payout_limit": "50,000.00"})
    won = {row.wager: row.net for row in played.settlements if row.seat == 1}
    assert won["five_card_bonus"] == 0 and won["middle_bet"] == 4_950_00
    assert [row.net for row in played.settlements if row.seat == 2 and row.wager == "five_card_bonus"] == [50_00]


def test_wagers_of_a_player_who_leaves_play_on_where_the_house_lets_them() -> None:
    calls = [{"id": "player_leaves", "seat": 1, "at": "down_bet"}]
    seats = {1: (ANTES, "Ks Kd", ["bet 10"] * 3)}
    assert (
        round_of(seats, "4c 9h 2d 7c Js", irregularities=calls, options={"abandoned_wager": "play_on"}).net[1] == 5000
    )
    seats = {1: (ANTES, "Ks Kd", ["bet 10"])}
    assert round_of(seats, "4c 9h 2d 7c Js", irregularities=calls).net[1] == -3000


def test_the_cards_of_the_cross_have_their_places_on_the_page() -> None:
    from pitboss.games.poker.cross import CROSS

    drawn = cards.hand(["4c", "9h", "??", "7c", "Js"], "Community", CROSS)
    assert [f"grid-area: {row} / {column}" in drawn for row, column in CROSS] == [True] * 5
    assert 'class="hand laid"' in drawn and "grid-area" not in cards.hand(["4c"])


# -- mathematics ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analyze(Setup.of(load(NAME), BONUS))


def test_the_cross_is_called_by_a_name_of_its_own_only_where_a_wager_goes_by_it() -> None:
    held = {Hand("seat 1"): cards_of("Qh Qs"), Hand("community"): cards_of("6d 8d As 5c 7c")}
    told = {offered: GAME.reads(Setup.of(load(NAME), options), held) for offered, options in ((0, {}), (1, BONUS))}
    assert told[1] == {**told[0], "community": "ace high"} and "community" not in told[0]
    assert told[0] == {"seat 1": "across pair of queens; down pair of queens"}


def test_the_bonus_on_the_cross_is_exact(found: Analysis) -> None:
    """Of 2,598,960 hands, by the known counts; nine of thirteen pairs are sixes or better."""
    won = {250: 4, 100: 36, 40: 624, 15: 3744, 10: 5108, 6: 10_200, 4: 54_912, 3: 123_552, 1: 1_098_240 * 9 // 13}
    lost = 2_598_960 - sum(won.values())
    edge = Fraction(lost - sum(odds * count for odds, count in won.items()), 2_598_960)
    assert found.wagers["five_card_bonus"].house_edge == edge == Fraction(7653, 216_580)


def test_the_whole_game_comes_to_its_figures(found: Analysis) -> None:
    """All 84 thousand million deals; no published figure for this table was found to hold them against."""
    ante = found.wagers["ante_across"]
    assert ante.total == DEALS == 1326 * 1225 * 1128 * 46
    assert ante.house_edge == Fraction(579_091, 6_689_228)
    assert ante.quotes["of both Antes"] == ante.house_edge / 2
    assert f"{float(ante.element_of_risk):.4%}" == "1.4764%"


def test_the_hands_that_are_folded_at_once_are_those_that_are_published(found: Analysis) -> None:
    """Unsuited, unpaired and none above a five: the Wizard of Odds' rule (quoted at ocerdifu1976.netlify.app)."""
    strategy = found.strategy
    assert strategy is not None
    across = strategy["across_bet"]
    assert sorted(across["fold"]) == sorted(f"{high}{low}o" for high, low in combinations("5432", 2))
    assert {rank * 2 for rank in "AKQJT98765432"} < {*across["bet_3x"]} == {*(r * 2 for r in "AKQJT98765432"), "QJs"}
    charts = (strategy["down_bet"], strategy["middle_bet"])
    assert [f"{float(chart['cost']):.4%}" for chart in charts] == ["0.1123%", "0.9557%"]


@pytest.mark.parametrize(("hand", "row"), [("7c 7d", "2h 9s"), ("Qs Jd", "4h 4c"), ("6s 2s", "Kd 9s")])
def test_a_row_is_worth_what_listing_every_cross_gives(hand: str, row: str) -> None:
    """The worth of each Down Bet, from all 51,888 columns and middle cards one by one."""
    setup = Setup.of(load(NAME))
    price = Prices(setup)
    played = best_play(setup, price, lambda done: None)
    bets, antes, class_of = classes_of()
    pays = np.array([int(price("down_bet", "shown", names).net) for names in bets])
    even = np.array([int(price("ante_down", "shown", names).net) for names in antes])
    own, outer = ([card_number(card) for card in cards_of(text)] for text in (hand, row))
    left = [card for card in range(52) if card not in (*own, *outer)]
    columns = [(u, v, c) for u, v in combinations(left, 2) for c in left if c not in (u, v)]
    across = class_of[rank_hands(np.array([[*own, *outer, c] for _, _, c in columns], dtype=np.int8), *ranking(5))]
    down = class_of[rank_hands(np.array([[*own, u, v, c] for u, v, c in columns], dtype=np.int8), *ranking(5))]
    kinds, _ = two_cards()
    high = sorted(own, reverse=True)
    at = [two_in_words(*two) for two in kinds.tolist()].index(two_in_words(high[1], high[0]))
    a = 1 if played.across[at] == 1 else 3
    antes_won = (even[across] + even[down]).reshape(-1, 46).sum(axis=1)
    row_won, down_won = (pays[each].reshape(-1, 46).sum(axis=1) for each in (across, down))
    better = np.maximum(pays[across], pays[down]).reshape(-1, 46).sum(axis=1)
    found = [-51_888 * (2 + a)]
    for d in (1, 3):
        stays = antes_won + a * row_won + d * down_won + np.maximum(better, 3 * better)
        found.append(int(np.maximum(stays, -46 * (2 + a + d)).sum()))
    assert down_worth(played.on_down[at], tuple(own), outer) == found


def test_every_row_stands_for_its_like() -> None:
    played = best_play(setup := Setup.of(load(NAME)), Prices(setup), lambda done: None)
    own, _ = two_cards()
    for at in np.flatnonzero(played.across).tolist():
        assert played.on_down[at, :, :, 0].sum() == 1225
    assert outer_pairs(own[0])[2].shape == (51,)
    assert JACKS_OR_BETTER in classes_of()[1][-1] and len(every_rank()) == 7462


@dear
def test_a_table_agrees_with_the_mathematics() -> None:
    """The script's own rounds by the best strategy, within four standard errors."""
    plan = plan_of(NAME, rounds=1_500, seed=11, wagers={"ante_across": 10, "ante_down": 10})
    figures = simulate(plan, engine="script", workers=1)
    found = figures.wagers["ante_across"]
    assert abs(float(found.house_edge) - 0.086571) < 4 * float(found.standard_error or 0)
