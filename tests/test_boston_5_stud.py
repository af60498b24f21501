"""Boston 5 Stud: what the worked examples do not show, and its mathematics by a closed form."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from house_fixtures import dear
from pitboss import Call, PitbossError, open_table, settle
from pitboss.engine.picture import hands_seen
from pitboss.engine.round import Round
from pitboss.games.poker.boston_5_stud import SIDES
from pitboss.hands.evaluator import CATEGORY_NAMES, categories
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker.boston_5_stud import decided
from pitboss.solve.poker.opponents import player_hands
from pitboss.solve.poker.sides import on_cards
from pitboss.solve.prices import Prices

NAME = "massachusetts-2020/boston-5-stud"
WAGERS = {"ante": 5, "first_wager": 10}
STAY = ["second_wager", "keep"]


def round_of(seats: dict[int, tuple[dict[str, int], str, list[str]]], dealer: str = "", **more: Any) -> Round:
    record = {
        "rulebook": "massachusetts-2020",
        "game": "boston-5-stud",
        "seats": {str(seat): {"wagers": w, "cards": c, "actions": a} for seat, (w, c, a) in seats.items()},
        **({"dealer": {"cards": dealer}} if dealer else {}),
        **more,
    }
    [(_, played)] = settle(record).rounds
    return played


def test_the_first_wager_is_twice_the_ante_and_both_are_made() -> None:
    table = open_table(NAME, seed=1)
    for wagers in ({"ante": 5}, {"first_wager": 10}, {"ante": 5, "first_wager": 5}, {"ante": 5, "first_wager": 15}):
        with pytest.raises(PitbossError):
            table.deal({1: wagers})
    with pytest.raises(PitbossError, match="must be 2 times Ante"):
        table.deal({1: {"ante": 5, "first_wager": 5}})
    with pytest.raises(PitbossError, match=r"under the minimum of \$1"):
        table.deal({1: WAGERS | {"optional_bonus": "0.50"}})  # type: ignore[dict-item]


def test_losing_bonuses_are_collected_before_winning_ones_are_paid() -> None:
    seats = {
        1: (WAGERS | {"optional_bonus": 5}, "6s 6d 3h", ["expose", "fold"]),
        2: (WAGERS | {"optional_bonus": 5}, "Ks Qd 2h", ["expose", "fold"]),
        3: (WAGERS | {"optional_bonus": 5}, "5c 5d 5h", ["hide", "fold"]),
    }
    rows = [(row.seat, row.outcome) for row in round_of(seats).settlements if row.wager == "optional_bonus"]
    assert rows == [(2, "lose"), (3, "lose"), (1, "win")]


def test_cards_that_are_shown_are_seen_by_all_and_others_by_their_owner_alone() -> None:
    played = open_table(NAME, seed=3).deal({1: WAGERS | {"optional_bonus": 1}, 2: WAGERS | {"optional_bonus": 1}})
    played.act("expose", 1)
    played.act("hide", 2)
    seen = hands_seen(played.view(2))
    assert seen[played.hand(1)] == played.hands[played.hand(1)]
    assert "??" in str(hands_seen(played.view(1))[played.hand(2)])
    assert "??" in str(seen["dealer"])  # type: ignore[index]


def test_a_house_may_read_the_bonus_as_one_for_hands_that_win() -> None:
    loses = {1: (WAGERS, "7c 7d 2h 2s Jd", STAY)}
    assert round_of(loses, "Qh Qs Qd 9c 3s", options={"ante_bonus_on_loss": False}).net[1] == -2500
    ties = {1: (WAGERS, "Th 9d 8c 7s 6h", STAY)}
    assert round_of(ties, "Ts 9c 8d 7h 6s", options={"ante_bonus_on_tie": False}).net[1] == 0


def test_a_payout_limit_is_not_below_what_the_minimum_wager_can_win() -> None:
    with pytest.raises(PitbossError, match="is less than"):
        open_table(NAME, {"payout_limit": "50000.00", "ante_min": "50.00"})
    open_table(NAME, {"payout_limit": "50200.00", "ante_min": "50.00"})


def test_what_is_decided_stands_when_the_dealers_card_is_exposed() -> None:
    seats = {
        1: (WAGERS | {"optional_bonus": 5}, "Ks Qd 2h", ["expose", "second_wager"]),
        2: (WAGERS | {"optional_bonus": 5}, "8c 8d 8h", ["hide"]),
        3: (WAGERS, "9c 9d 9h", []),
    }
    played = round_of(seats, irregularities=[{"id": "dealer_card_exposed", "at": "decide", "after": 3}])
    assert [played.net[seat] for seat in (1, 2, 3)] == [-500, -500 + 2000, 2000]


def test_a_straight_in_three_cards_earns_no_ante_bonus_when_the_round_is_void() -> None:
    played = round_of({1: (WAGERS, "5c 6d 7h", [])}, irregularities=[{"id": "automated_shoe_jam", "at": "deal"}])
    assert played.net[1] == 0


def test_a_machine_that_stops_before_the_deal_voids_everything() -> None:
    played = open_table(NAME, seed=5).deal(
        {1: WAGERS | {"optional_bonus": 5}}, calls=[Call("automated_shoe_jam_early")]
    )
    assert played.over and {row.outcome for row in played.settlements} == {"void"}


def test_without_an_answer_the_second_wager_is_kept() -> None:
    played = open_table(NAME, seed=6).deal({1: WAGERS, 2: WAGERS})
    played.act("second_wager")
    played.act("second_wager")
    assert [ask.seat for ask in played.asking] == [1, 2]
    assert {ask.default_answer for ask in played.asking} == {"keep"}
    played.act("take_back", 2)
    played.act("keep", 1)
    assert played.net[2] == -1500 and len(played.hands[played.hand(2)]) == 3


# -- Mathematics -------------------------------------------------------------------------------------------------------


def test_the_best_play_is_to_stay_in_and_its_edge_has_a_closed_form() -> None:
    """Who never folds wins as often as the dealer: 4 units against 5, and the bonus on five cards besides."""
    analysis = analyze(Setup.of(load(NAME)))
    ante = analysis.wagers["ante"]
    assert analysis.strategy is not None
    told = {name: analysis.strategy[name] for name in ("rule", "played")}
    assert told == {"rule": "make the second wager with every hand", "played": "1.000000000000"}
    players = player_hands()
    held = Counter[str]()
    for category, weight in zip(categories()[players.ranks], players.weights, strict=True):
        held[CATEGORY_NAMES[category]] += int(weight)
    pays = {name: int(str(pay).split()[0].replace(",", "")) for name, pay in load(NAME).pay_tables["PT2"].lines.items()}
    bonus = Fraction(sum(held[name] * pays[name] for name in pays), sum(held.values()))
    ties = Fraction(sum(row.combinations for row in ante.outcomes if row.result.startswith("tie")), ante.total)
    assert ante.house_edge == (1 - ties) / 2 - bonus == Fraction(5893982021, 30201864420)
    assert ante.element_of_risk == ante.house_edge / 5


def test_three_cards_that_cannot_win_enough_are_folded() -> None:
    """With a wager of which a loss costs thirty, the lowest hands are not worth it; by listing two kinds of three."""
    nets = np.zeros((len(CATEGORY_NAMES), 5), dtype=np.int64)
    nets[:, 1], nets[:, 3], nets[:, 4] = 4, -30, -3
    counts, stays = decided(nets)
    assert 0 < stays[:, 0].sum() < len(stays)
    assert counts.sum() == 10 * 2_598_960 * 1_533_939 == stays[:, 1].sum()


@pytest.mark.parametrize(("three", "flush", "edge"), [(30, 4, "0.0232"), (30, 3, "0.0728")])
def test_the_three_card_bonus_has_the_published_edge(three: int, flush: int, edge: str) -> None:
    """2.3 % with 4 to 1 on a flush, else 7.3 %: M. Pilarski, "Poker, Beantown style", Casino City Times, 2005."""
    lines = {"straight_flush": 40, "three_of_a_kind": three, "straight": 6, "flush": flush, "pair": 1}
    changed = {"PT3": {name: f"{pays} to 1" for name, pays in lines.items()}}
    price = Prices(Setup.of(load(NAME), pay_tables=changed))
    found = on_cards(price, "optional_bonus", SIDES["optional_bonus"], "exposed")
    assert round(float(found.house_edge), 4) == float(edge)


@dear
def test_dealt_by_the_script_the_figures_come_out() -> None:
    exact = analyze(Setup.of(load(NAME))).wagers
    plan = plan_of(NAME, rounds=1500, seed=5, wagers={"ante": 5, "first_wager": 10, "optional_bonus": 5})
    found = simulate(plan, engine="script", workers=1).wagers
    for wager in ("ante", "optional_bonus"):
        off = abs(float(found[wager].house_edge) - float(exact[wager].house_edge))
        assert off < 4 * float(found[wager].standard_error or 0)
