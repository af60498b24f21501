"""Double Cross Poker at the table: what the worked examples do not show; and its mathematics."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from house_fixtures import dear
from pitboss import PitbossError, settle
from pitboss.equipment.cards import cards
from pitboss.hands.evaluator import card_number, card_of, every_rank
from pitboss.hands.poker import best_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker import double_cross_kernel as kernel
from pitboss.solve.poker.double_cross_poker import decisions
from pitboss.solve.poker.ranking import ranking

NAME = "massachusetts-2020/double-cross-poker"
ENTRY = {"rulebook": "massachusetts-2020", "game": "double-cross-poker"}
BOARD = "9c 4h Kd 7s 2c"
WON = {"ante": 10, "three_card": 5}


def round_of(seats: dict[int, tuple[dict[str, Any], str, list[str]]], board: str = BOARD, **more: Any) -> Any:
    given = {
        str(seat): {"wagers": wagers, "actions": actions, **({"cards": hand} if hand else {})}
        for seat, (wagers, hand, actions) in seats.items()
    }
    record = {**ENTRY, "seats": given, "community": {"cards": board}, "dealer": {"cards": "Qc 8s"}, **more}
    [(_, played)] = settle(record).rounds
    return played


def test_the_top_and_the_right_card_are_seen_before_the_decision_and_no_other() -> None:
    played = round_of({1: ({"ante": 10}, "As 9d", ["play_horizontal"])})
    shown = [
        (event.cards, event.at) for event in played.view(1) if event.kind == "reveal" and event.hand == "community"
    ]
    assert shown == [(("7s", "Kd"), (4, 3)), (("4h", "9c", "2c"), (2, 1, 5))]


def test_cards_that_are_shown_for_the_three_card_wager_are_seen_by_all() -> None:
    seats = {1: (WON, "7h 3d", ["expose", "fold"]), 2: (WON, "6h 3s", ["keep_hidden", "play_vertical"])}
    played = round_of(seats)
    seen = [event.hand for event in played.view(3) if event.kind == "reveal" and event.hand.owner]
    assert seen == ["seat 1", "seat 2"], "the second only at the end"
    rows = [(row.seat, row.wager, row.outcome) for row in played.settlements]
    assert rows[:2] == [(2, "three_card", "lose"), (1, "three_card", "win")], "losers are collected before winners"


def test_both_raises_are_as_much_as_the_ante_and_on_one_axis() -> None:
    played = round_of({1: ({"ante": 10}, "As 9d", ["play_horizontal"])})
    assert {row.wager: row.staked for row in played.settlements} == {"ante": 1000, "raise_1": 1000, "raise_2": 1000}
    with pytest.raises(PitbossError, match="legal"):
        round_of({1: ({"ante": 10}, "As 9d", ["raise"])})


def test_a_settled_three_card_wager_is_not_reopened_when_hands_are_void() -> None:
    seats = {1: (WON, "7h 3d", ["expose", "fold"]), 2: (WON, "6h 3s", ["keep_hidden"])}
    later = [{"id": "wrong_number_of_cards_dealer", "at": "decide", "after": 3}]
    played = round_of(seats, irregularities=later)
    assert played.net == {1: 500, 2: -500}, "the pair of sevens was paid, the folded Ante goes back"
    sooner = [{"id": "wrong_number_of_cards_dealer", "at": "deal"}]
    assert round_of({seat: (WON, "", []) for seat in (1, 2)}, irregularities=sooner).net == {1: 0, 2: 0}


def test_the_dealers_cards_stay_down_when_everybody_folds() -> None:
    played = round_of({1: ({"ante": 10}, "As 9d", ["fold"])})
    assert [event.hand for event in played.events if event.kind == "reveal"] == ["community"]


def test_by_classes_alone_high_cards_go_by_the_highest() -> None:
    options = {"kicker_rule": "class_only"}
    lower = round_of({1: ({"ante": 10}, "Jh 3d", ["play_vertical"])}, "9c 4h 6d 7s 2c", options=options)
    assert lower.net == {1: -3000}, "jack high against queen high"
    equal = round_of({1: ({"ante": 10}, "Qh 3d", ["play_vertical"])}, "9c 4h 6d 7s 2c", options=options)
    assert (
        equal.net == {1: 0} and round_of({1: ({"ante": 10}, "Qh 3d", ["play_vertical"])}, "9c 4h 6d 7s 2c").net[1] < 0
    )


def test_the_three_card_wager_is_one_to_a_hundred_dollars_where_it_is_offered() -> None:
    for amount in ("0.50", "100.50"):
        with pytest.raises(PitbossError, match="minimum|maximum"):
            round_of({1: ({"ante": 10, "three_card": amount}, "As 9d", ["expose", "fold"])})
    assert "three_card" not in Setup.of(load(NAME), {"three_card_offered": False}).offers


def test_a_limit_covers_what_the_minimum_could_win() -> None:
    assert Setup.of(load(NAME), {"payout_limit": 60_000, "ante_min": 99}).payout_limits[0].amount == 6_000_000
    with pytest.raises(PitbossError, match="minimum wagers can win"):
        Setup.of(load(NAME), {"payout_limit": 60_000, "ante_min": 100})


def test_the_house_may_better_both_tables_and_not_worsen_them() -> None:
    Setup.of(load(NAME), None, {"P1": {"pair": "2 to 1"}, "P2": {"flush": "5 to 1"}})
    for table in ({"P1": {"two_pair": "1 to 1"}}, {"P2": {"pair": "1 to 2"}}):
        with pytest.raises(PitbossError):
            Setup.of(load(NAME), None, table)


# -- mathematics ------------------------------------------------------------------------------------------------------


def levels() -> Any:
    return kernel.level_table(np.arange(len(every_rank()), dtype=np.int16), ranking(5))


@dear
@pytest.mark.parametrize("cross", ["7s Kd 4h 9c 2c", "9s 9d Ts Js 8s"])
def test_a_cross_is_swept_as_comparing_every_two_hands_would(cross: str) -> None:
    shown = np.array([card_number(card) for card in cards(cross)])
    pairs = np.zeros((kernel.HOLDINGS, 3), dtype=np.int32)
    found_levels = np.zeros((kernel.HOLDINGS, 2), dtype=np.int16)
    found = np.zeros((kernel.HOLDINGS, 2, 2), dtype=np.int32)
    kernel.sweep(shown, levels(), pairs, found_levels, found)
    best = found_levels.max(axis=1)
    for each in range(0, kernel.HOLDINGS, 23):
        apart = ~np.isin(pairs[:, :2], pairs[each, :2]).any(axis=1)
        assert apart.sum() == kernel.DEALERS
        own = [card_of(int(card)) for card in pairs[each, :2]]
        for axis, places in enumerate(((0, 2, 4), (1, 2, 3))):
            level = found_levels[each, axis]
            assert every_rank()[level] == best_hand((*own, *(card_of(int(shown[place])) for place in places)))
            beaten, ties = (best[apart] < level).sum(), (best[apart] == level).sum()
            assert found[each, axis].tolist() == [beaten, ties]


def test_the_game_comes_to_an_estimate_that_says_how_good_it_is() -> None:
    """No published figure of this game was found to hold it against."""
    found = analyze(Setup.of(load(NAME)))
    ante = found.wagers["ante"]
    assert ante.exact is None and 0.0005 < float(ante.standard_error or 1) < 0.002
    assert abs(float(ante.house_edge) - 0.0234) < 4 * 0.0013
    assert found.wagers["three_card"].house_edge == Fraction(128, 5525)
    assert found.strategy is not None
    rows = {row["hand"]: row["decision"] for row in found.strategy["decide"]["rows"]}
    assert rows["a pair in your hand"] == rows["king high"] == "play" and rows["10 high"] == "fold"


def test_an_axis_is_worth_what_the_other_is_with_the_cards_changed() -> None:
    decide = decisions(Setup.of(load(NAME)))
    rng = random.Random(4)
    for _ in range(200):
        low, high, top, right = rng.sample(range(52), 4)
        one, other = decide((low, high), top, right), decide((high, low), right, top)
        assert (one, other) in ((0, 0), (1, 2), (2, 1)) or top >> 2 == right >> 2


@dear
def test_a_table_agrees_with_the_mathematics() -> None:
    """The script's own rounds by the same strategy, within four standard errors."""
    figures = simulate(plan_of(NAME, rounds=3_000, seed=7, wagers={"ante": 10}), engine="script", workers=1)
    found = figures.wagers["ante"]
    assert abs(float(found.house_edge) - 0.0234) < 4 * float(found.standard_error or 0)
