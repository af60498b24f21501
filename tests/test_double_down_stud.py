"""Double Down Stud at the table: what the worked examples do not show; and its mathematics."""

from fractions import Fraction
from typing import Any

import pytest

from house_fixtures import dear
from pitboss import PitbossError, settle
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze

NAME = "massachusetts-2020/double-down-stud"
# The table of sonofdave.com/games/double-down-stud, "to one"; what it does not name is as this rulebook prints it.
PUBLISHED = {
    "royal_flush": "3999 to 1",
    "straight_flush": "199 to 1",
    "four_of_a_kind": "49 to 1",
    "full_house": "11 to 1",
}
# And one that gives the quoted 2.67 % (en.shram.kiev.ua/games/cards/2_poker_double_down.shtml).
USUAL = {
    "royal_flush": "2000 to 1",
    "straight_flush": "200 to 1",
    "four_of_a_kind": "50 to 1",
    "full_house": "11 to 1",
}


def round_of(seats: dict[int, tuple[Any, str, str]], up: str, hole: str, **more: Any) -> Any:
    given = {
        str(seat): {"wagers": {"wager": wager}, "cards": card, "actions": [action] if action else []}
        for seat, (wager, card, action) in seats.items()
    }
    record = {"rulebook": "massachusetts-2020", "game": "double-down-stud", "seats": given, **more}
    [(_, played)] = settle({**record, "community": {"cards": up}, "hole": {"cards": hole}}).rounds
    return played


def test_all_cards_but_the_hole_card_are_seen_by_everybody() -> None:
    played = round_of({1: (10, "Js", "stand"), 2: (10, "9c", "stand")}, "Jd 7c 3h", "9s")
    dealt = [event for event in played.view(2) if event.kind == "deal"]
    assert [event.cards[0] for event in dealt] == ["Js", "9c", "??", "Jd", "7c", "3h"]
    assert [event.cards for event in played.view(2) if event.kind == "reveal"] == [("9s",)]


def test_the_double_down_equals_the_wager_unless_the_house_takes_less() -> None:
    with pytest.raises(PitbossError):
        round_of({1: (10, "Js", "double_down 5")}, "Jd 7c 3h", "9s")
    less = {"double_down_amount_rule": "up_to_wager"}
    assert round_of({1: (10, "Js", "double_down 5")}, "Jd 7c 3h", "9s", options=less).net == {1: 1500}
    assert round_of({1: (10, "Js", "double_down")}, "Jd 7c 3h", "9s", options=less).net == {1: 2000}
    with pytest.raises(PitbossError):
        round_of({1: (10, "Js", "double_down 11")}, "Jd 7c 3h", "9s", options=less)


def test_hands_are_settled_from_the_dealers_right() -> None:
    seats = {seat: (10, card, "stand") for seat, card in ((1, "7s"), (4, "Kc"), (6, "4d"))}
    played = round_of(seats, "7c 7d 2h", "Ks")
    assert [row.seat for row in played.settlements] == [6, 4, 1]


def test_each_of_two_areas_has_a_limit_of_its_own() -> None:
    options = {"payout_limit": "100,000.00", "two_betting_areas": True}
    seats = {1: (300, "Ks", "stand"), 2: (300, "Kh", "stand")}
    won = round_of(seats, "As Qs Js", "Ts", options=options).net
    assert won == {1: 100_000_00, 2: 1500_00}, "a royal flush, and a straight"


def test_a_hole_card_shown_after_the_second_announcement_changes_nothing() -> None:
    seats = {1: (10, "Js", "double_down")}
    calls = [{"id": "hole_card_exposed_late"}]
    assert round_of(seats, "Jd 7c 3h", "9s", irregularities=calls).net == {1: 2000}
    played = round_of(seats, "Jd 7c 3h", "9s", irregularities=[{"id": "hole_card_exposed", "at": "deal"}])
    assert played.net == {1: 0} and {row.outcome for row in played.settlements} == {"void"}


def test_the_house_may_pay_more_and_not_in_for() -> None:
    better = Setup.of(load(NAME), None, {"P1": {"flush": "9 to 1"}})
    assert analyze(better).wagers["wager"].house_edge < analyze(Setup.of(load(NAME))).wagers["wager"].house_edge
    with pytest.raises(PitbossError, match="for"):
        Setup.of(load(NAME), None, {"P1": {"flush": "10 for 1"}})


# -- mathematics ------------------------------------------------------------------------------------------------------


def test_the_published_edges_come_out() -> None:
    def edge(table: dict[str, str]) -> Fraction:
        return analyze(Setup.of(load(NAME), None, {"P1": table})).wagers["wager"].house_edge

    assert round(edge(PUBLISHED), 6) == Fraction("0.021033")
    assert round(edge(USUAL), 4) == Fraction("0.0267")
    assert edge({}) == Fraction(15_403, 324_870), "4.74 % with the least that this rulebook lets a house pay"


def test_every_published_combination_comes_out() -> None:
    """The source doubles the hands as well that are worth nothing either way: ace to jack, and two to five."""
    ante = analyze(Setup.of(load(NAME), None, {"P1": PUBLISHED})).wagers["wager"]
    found: dict[tuple[str, int], int] = {}
    for outcome in ante.outcomes:
        name = "loser" if outcome.net < 0 else outcome.result
        found[name, int(outcome.staked)] = found.get((name, int(outcome.staked)), 0) + outcome.combinations
    indifferent = {"straight": 252 * 12, "pair of jacks or better": 252 * 12, "loser": 252 * (32 + 40)}
    published = {
        ("straight", 1): 31_248,
        ("three of a kind", 1): 50_688,
        ("two pair", 1): 152_064,
        ("pair of jacks or better", 1): 657_720,
        ("pair of sixes to tens", 1): 816_480,
        ("loser", 1): 8_035_992,
        ("royal flush", 2): 20,
        ("straight flush", 2): 180,
        ("four of a kind", 2): 3_120,
        ("full house", 2): 18_720,
        ("flush", 2): 25_540,
        ("straight", 2): 19_752,
        ("three of a kind", 2): 223_872,
        ("two pair", 2): 465_696,
        ("pair of jacks or better", 2): 1_031_880,
        ("pair of sixes to tens", 2): 1_295_520,
        ("loser", 2): 166_308,
    }
    moved = {key: count + (3 - 2 * key[1]) * indifferent.get(key[0], 0) for key, count in published.items()}
    assert found == moved and ante.total == 12_994_800


def test_the_chart_is_the_best_play_and_a_simple_rule_costs_little() -> None:
    strategy = analyze(Setup.of(load(NAME))).strategy
    assert strategy is not None
    chart = strategy["double_down"]
    assert Fraction(chart["cost"]) == 0 and sum(row["situations"] for row in chart["rows"]) == 270_725
    doubled = {row["hand"] for row in chart["rows"] if row["decision"] == "double_down"}
    assert {"middle pair", "four of one suit"} <= doubled
    assert {"low pair", "four to a straight that one rank fills"}.isdisjoint(doubled)
    assert "four to a straight that two ranks fill (none that pays)" not in doubled
    costs = {rule: float(row["costs"]) for rule, row in strategy["simple_rules"].items()}
    assert f"{costs['the same, and any four of one suit']:.4%}" == "0.1862%"


@dear
def test_a_table_agrees_with_the_mathematics() -> None:
    """The script's own rounds by the best strategy, within four standard errors."""
    figures = simulate(plan_of(NAME, rounds=6_000, seed=5, wagers={"wager": 10}), engine="script", workers=1)
    wager = figures.wagers["wager"]
    assert abs(float(wager.house_edge) - 0.047413) < 4 * float(wager.standard_error or 0)
