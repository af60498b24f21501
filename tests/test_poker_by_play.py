"""Poker against the house a second way: every wager of every entry that is solved, dealt by its script.

All wagers that may lie together are on the table, the hands are played as the analysis has it, and each comes to its
figure within four standard errors, those of the figure's own distribution. ``PITBOSS_PLAYED`` says how many rounds of
each are dealt, in ``make verify`` many; without it a few are, of the games that no other test deals by their best play.
"""

import os
from collections.abc import Mapping
from math import sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from pitboss.catalogue import CATALOGUE
from pitboss.rulebook import Setup, entry_names, load
from pitboss.simulation.plan import plan_of
from pitboss.simulation.script import Seat
from pitboss.simulation.strategies import chosen, policy_of
from pitboss.solve import analyze

PLAYED = os.environ.get("PITBOSS_PLAYED")
ROUNDS = int(PLAYED or "200")


class Case(NamedTuple):
    """A table with its wagers, in dollars, played by the game's first strategy or another one; ``only`` some of the
    figures may be of that one."""

    name: str
    wagers: dict[str, int]
    options: Mapping[str, Any] = MappingProxyType({})
    strategy: str = ""
    only: tuple[str, ...] = ()


MAIN = {
    "ante",
    "blind",
    "first_wager",
    "bet_1",
    "bet_2",
    "bet_3",
    "ante_across",
    "ante_down",
    "super_bonus",
    "odds",
    "xtra_bonus",
    "pot",
}
"""Wagers that are analysed together, under the name of the first; a pot goes back to one who is alone in it."""
MASSACHUSETTS = "massachusetts-2020"
LINK = {"multi_game_link": "PTMGL04"}
STUD = {"ante": 10, "caribbean_stud_bonus": 5, "five_card_hand_bonus_player": 1, "five_card_hand_bonus_dealer": 1}
STUD_ON = {"caribbean_stud_bonus": "B", "five_card_hand_bonus": True}
RIDE = {"bet_1": 10, "bet_2": 10, "bet_3": 10}
CASES = [
    Case("chapter4/caribbean-stud", {"ante": 10, "progressive": 1}),
    Case("massachusetts-2014/caribbean-stud", STUD, STUD_ON),
    Case("massachusetts-2014/caribbean-stud", {"ante": 10, "progressive_payout": 1}, {"progressive_payout": "C"}),
    Case(f"{MASSACHUSETTS}/caribbean-stud", {**STUD, "multi_game_link": 1}, STUD_ON | LINK),
    Case(f"{MASSACHUSETTS}/caribbean-stud", {"ante": 10, "cover_all": 5}, {"cover_all": True}),
    Case("oneida-2003/caribbean-stud", {"ante": 10, "progressive_payout": 1}, {"progressive": True}),
    Case("chapter4/let-it-ride", RIDE),
    Case(
        f"{MASSACHUSETTS}/let-it-ride",
        {**RIDE, "let_it_ride_bonus": 1, "three_card_bonus": 5, "multi_game_link": 1},
        {"let_it_ride_bonus": True, "three_card_bonus": "C"} | LINK,
    ),
    Case(
        f"{MASSACHUSETTS}/let-it-ride",
        {**RIDE, "cover_all": 5, "progressive": 1},
        {"cover_all": True, "progressive": True},
    ),
    Case("oneida-2003/let-it-ride", {**RIDE, "bonus": 1}, {"bonus": True}),
    Case("chapter4/mississippi-stud", {"ante": 10}),
    Case(
        f"{MASSACHUSETTS}/mississippi-stud",
        {"ante": 10, "three_card_bonus": 5, "progressive": 1, "multi_game_link": 1},
        {"three_card_bonus": "3CS-02", "progressive": "MS-Stud-01"} | LINK,
    ),
    Case("california/mississippi-stud-3-card-bonus", {"ante": 10, "three_card_bonus": 5}, {"schedule_option": 1}),
    Case(
        "california/three-card-poker-6-card-bonus", {"ante": 10, "pair_plus": 5, "six_card": 5}, {"schedule_option": 1}
    ),
    Case(f"{MASSACHUSETTS}/double-down-stud", {"wager": 10}),
    Case(
        f"{MASSACHUSETTS}/four-card-poker",
        {"ante": 10, "aces_up": 5, "four_card_progressive": 1, "multi_game_link": 1},
        {"four_card_progressive": "A"} | LINK,
    ),
    Case(
        f"{MASSACHUSETTS}/crazy-4-poker",
        {"ante": 10, "super_bonus": 10, "queens_up": 5, "four_card_progressive": 1, "multi_game_link": 1},
        {"four_card_progressive": "A"} | LINK,
    ),
    Case(
        f"{MASSACHUSETTS}/high-card-flush",
        {"ante": 10, "flush_bonus": 5, "straight_flush_bonus": 5, "progressive": 1},
        {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"},
    ),
    Case(f"{MASSACHUSETTS}/boston-5-stud", {"ante": 10, "first_wager": 20, "optional_bonus": 5}),
    Case(f"{MASSACHUSETTS}/two-card-joker-poker", {"ante": 10, "pair_up": 5, "super_flush_bonus": 5}),
    Case(
        f"{MASSACHUSETTS}/dj-wild-poker",
        {"ante": 10, "blind": 10, "trips": 5, "two_way_bad_beat": 5, "multi_game_link": 1},
        {"two_way_bad_beat": True} | LINK,
    ),
    Case(
        f"{MASSACHUSETTS}/winners-pot-poker",
        {"ante": 10, "jacks_plus": 5},
        strategy="always_stay",
        only=("jacks_plus",),
    ),
    Case(f"{MASSACHUSETTS}/winners-pot-poker", {"ante": 10}),
    Case(
        f"{MASSACHUSETTS}/criss-cross-poker",
        {"ante_across": 10, "ante_down": 10, "five_card_bonus": 5},
        {"five_card_bonus_offered": True},
    ),
    Case(f"{MASSACHUSETTS}/double-cross-poker", {"ante": 10, "three_card": 5}),
    Case(f"{MASSACHUSETTS}/ultimate-texas-holdem", {"ante": 10, "blind": 10, "trips": 5, "multi_game_link": 1}, LINK),
    Case("california/ultimate-texas-holdem", {"ante": 10, "blind": 10, "trips": 5}, {"schedule_option": 1}),
    Case(f"{MASSACHUSETTS}/texas-holdem-bonus", {"ante": 10, "bonus": 5, "multi_game_link": 1}, LINK),
    Case(f"{MASSACHUSETTS}/heads-up-holdem", {"ante": 10, "odds": 10, "trips_plus": 5, "pocket_bonus": 5}),
    Case(f"{MASSACHUSETTS}/chase-the-flush", {"ante": 10, "xtra_bonus": 10, "same_suit_bonus": 5}),
    Case(f"{MASSACHUSETTS}/fast-action-holdem", {"wager": 10}),
    Case(f"{MASSACHUSETTS}/flop-poker", {"ante": 10, "pot": 5}),
    Case(f"{MASSACHUSETTS}/colorado-holdem", {"ante": 10, "bonus": 1}),
]


QUICK = ("high-card-flush", "boston-5-stud", "winners-pot-poker", "fast-action-holdem")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}: {', '.join(case.wagers)}")
def test_rounds_dealt_come_to_the_figure_of_every_wager(case: Case) -> None:
    if PLAYED is None and not case.name.endswith(QUICK):
        pytest.skip("PITBOSS_PLAYED says how many rounds are dealt")
    setup = Setup.of(load(case.name), case.options)
    plan = plan_of(case.name, case.options, rounds=ROUNDS, seed=12, wagers=case.wagers)
    seat = Seat(plan, setup, policy_of(setup, chosen(setup, case.strategy), "12"), "12")
    solved = analyze(setup).wagers
    main = next(iter(case.wagers))
    figures = {row: solved.get(row) or solved.get(f"{row}, 1 player") for row in case.wagers}
    assert {row for row, figure in figures.items() if figure is None} <= MAIN - {main}, "every wager has a figure"
    nets, meters = dict.fromkeys(figures, 0), dict(seat.table.meters.exact)
    for _ in range(ROUNDS):
        seat.table.meters = type(seat.table.meters)(setup.meters, meters)  # figures are of a meter as it stands
        for row, result in seat.deal().results.items():
            nets[row if figures.get(row) is not None else main] += result[0] if result is not None else 0
    for row, figure in figures.items():
        if figure is not None and row in (case.only or figures):
            found = nets[row] / ROUNDS / plan.wagers[row]
            error = sqrt(float(figure.variance) / ROUNDS) + float(figure.standard_error or 0)
            assert abs(found - float(figure.expectation)) < 4 * error, row


def test_every_entry_of_poker_against_the_house_is_dealt() -> None:
    poker = {name for name in entry_names() if CATALOGUE[load(name).script].games.startswith("poker.")}
    assert poker - {case.name for case in CASES} == {
        name for name in poker if load(name).script == "three_card_poker" and not name.endswith("6-card-bonus")
    }, "three card poker is dealt in test_exact"
