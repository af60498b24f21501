"""The progressives of Massachusetts Three Card Poker: meters, several hits in a round, envy, the Multi Game Link."""

from typing import Any

import pytest

from pitboss import PitbossError, Setup, load
from pitboss.engine.round import Round
from three_card_table import MASSACHUSETTS, UNUSED, deal, nets, seat


def test_envy_is_for_the_hand_whoever_made_the_wager() -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("Ah Kh Qh", pair_plus=5), 2: seat(UNUSED, pair_plus=5, progressive=1)},
        options={"progressive": "table_2"},
    )
    assert nets(played, 1) == {"pair_plus": 175}
    assert nets(played, 2) == {"pair_plus": -5, "progressive": -1, "progressive_envy": 25}


def test_several_hands_pay_several_envies_and_a_holder_envies_the_others() -> None:
    played = deal(
        MASSACHUSETTS,
        {
            1: seat("As Ks Qs", pair_plus=5, progressive=1),
            2: seat("Ah Kh Qh", pair_plus=5, progressive=1),
            3: seat(UNUSED, pair_plus=5, progressive=1),
        },
        options={"progressive": "table_1"},
        meters={"progressive": 1000},
    )
    assert nets(played, 1) == {"pair_plus": 175, "progressive": 999, "progressive_envy": 25}
    assert nets(played, 2) == {"pair_plus": 175, "progressive": 499, "progressive_envy": 100}
    assert nets(played, 3) == {"pair_plus": -5, "progressive": -1, "progressive_envy": 125}
    assert [row.wager for row in played.settlements if row.seat == 3][-2:] == ["progressive_envy"] * 2


def test_nobody_envies_himself_at_another_position() -> None:
    played = deal(
        MASSACHUSETTS,
        {
            1: seat("Ah Kh Qh", player="Ann", pair_plus=5, progressive=1),
            2: seat("9d 8h 3c", player="Ann", pair_plus=5, progressive=1),
            3: seat(UNUSED, player="Ben", pair_plus=5, progressive=1),
        },
        options={"progressive": "table_1", "positions_per_player": 2},
    )
    assert "progressive_envy" not in nets(played, 1) | nets(played, 2)
    assert nets(played, 3)["progressive_envy"] == 25


def test_dealers_hand_is_not_envied() -> None:
    played = deal(
        MASSACHUSETTS, {1: seat(UNUSED, pair_plus=5, progressive=1)}, "As Ks Qs", options={"progressive": "table_1"}
    )
    assert nets(played, 1) == {"pair_plus": -5, "progressive": -1}


def test_prizes_and_envy_grow_with_the_wager() -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("Ah Kh Qh", pair_plus=5, progressive=5), 2: seat(UNUSED, pair_plus=5, progressive=5)},
        options={"progressive": "table_3", "progressive_wager": 5},
    )
    assert nets(played, 1)["progressive"] == 2_495
    assert nets(played, 2)["progressive_envy"] == 125
    with pytest.raises(PitbossError, match="exactly \\$1.00"):
        deal(MASSACHUSETTS, {1: seat(pair_plus=5, progressive=5)}, options={"progressive": "table_3"})


@pytest.mark.parametrize(
    ("action", "allowed", "wins"), [("fold", True, 59), ("fold", False, -1), ("fold_unexposed", True, -1)]
)
def test_folded_hand_wins_the_progressive_where_the_house_lets_it(action: str, allowed: bool, wins: int) -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("7h 7d 7c", action, ante=10, pair_plus=5, progressive=1)},
        options={"progressive": "table_1", "folded_hands_win_progressive": allowed},
    )
    assert nets(played, 1)["progressive"] == wins


@pytest.mark.parametrize(
    ("allowed", "wagers", "envy"),
    [(True, {"pair_plus": 5}, 25), (True, {"progressive": 1}, 25), (False, {"pair_plus": 5}, 0), (True, {}, 0)],
)
def test_folded_hand_is_envied_if_it_is_seen_and_could_win(allowed: bool, wagers: dict[str, Any], envy: int) -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("Ah Kh Qh", "fold", ante=10, **wagers), 2: seat(UNUSED, "fold", ante=10, progressive=1)},
        options={"progressive": "table_1", "folded_hands_win_progressive": allowed},
    )
    assert nets(played, 2).get("progressive_envy", 0) == envy


def test_meter_that_holds_nothing_pays_nothing() -> None:
    rows = {1: seat("As Ks Qs", pair_plus=5, progressive=1)}
    played = deal(MASSACHUSETTS, rows, options={"progressive": "table_1"}, meters={"progressive": 0})
    assert [(row.outcome, row.net) for row in played.settlements if row.wager == "progressive"] == [("lose", -100)]


def test_the_winner_of_a_meter_that_the_record_does_not_give_is_not_settled() -> None:
    options = {"progressive": "table_1"}
    with pytest.raises(PitbossError, match='does not say what the meter "progressive" held'):
        deal(MASSACHUSETTS, {1: seat("As Ks Qs", pair_plus=5, progressive=1)}, options=options)
    loser = deal(MASSACHUSETTS, {1: seat("As 9c 4d", pair_plus=5, progressive=1)}, options=options)
    assert nets(loser, 1)["progressive"] == -1


THREE_MINORS = {
    1: seat("Ac Kc Qc", pair_plus=5, progressive=1),
    2: seat("Ad Kd Qd", pair_plus=5, progressive=1),
    3: seat("Ah Kh Qh", pair_plus=5, progressive=1),
}


def test_meter_hit_twice_is_taken_in_settlement_order_and_reseeded() -> None:
    played = deal(
        MASSACHUSETTS,
        THREE_MINORS,
        options={"progressive": "two_level", "minor_seed": 100},
        meters={"progressive_minor": 700, "progressive_major": 5000},
    )
    assert [nets(played, number)["progressive"] for number in (3, 2, 1)] == [699, 99, 99]
    assert played.meters.held == {"progressive_minor": 100_00, "progressive_major": 5_000_00}


@pytest.mark.parametrize("mode", ["by_step", "by_player"])
def test_meter_hit_several_times_is_split_evenly_where_the_house_filed_so(mode: str) -> None:
    played = deal(
        MASSACHUSETTS,
        THREE_MINORS,
        options={
            "progressive": "two_level",
            "minor_seed": 100,
            "simultaneous_meter_hits": "split",
            "settlement_mode": mode,
        },
        meters={"progressive_minor": "700.00"},
    )
    won = {row.seat: row.pays for row in played.settlements if row.wager == "progressive"}
    assert won == {3: 233_33, 2: 233_33, 1: 233_34}
    assert played.meters.held["progressive_minor"] == 100_00


LINK = {
    1: seat("Qs Ks As", pair_plus=5, multi_game_link=1),
    2: seat("9s 8s 7s", pair_plus=5, multi_game_link=1),
    3: seat(UNUSED, pair_plus=5, multi_game_link=1),
}


def link_pays(rows: dict[int, dict[str, Any]], hits: str) -> tuple[Round, dict[int, int]]:
    played = deal(
        MASSACHUSETTS,
        rows,
        options={"multi_game_link": "PTMGL01", "simultaneous_meter_hits": hits},
        community={"cards": "Ts Js"},
        meters={"link": 50_000},
    )
    won = {row.seat: row.pays // 100 for row in played.settlements if row.wager == "multi_game_link"}
    return played, won


def test_link_pays_envy_of_both_hands() -> None:
    played, _ = link_pays(LINK, "in_order")
    envy = [nets(played, number)["multi_game_link_envy"] for number in (1, 2, 3)]
    assert envy == [300, 1_000, 1_300]


@pytest.mark.parametrize(
    ("table", "wager", "envy"), [("PTMGL01", 1, 1_000), ("PTMGL02", 1, 1_000), ("PTMGL02", 5, 5_000)]
)
def test_link_envy_is_in_proportion_to_the_wager(table: str, wager: int, envy: int) -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("Qs Ks As", pair_plus=5), 2: seat(UNUSED, pair_plus=5, multi_game_link=wager)},
        options={"multi_game_link": table, "multi_game_link_wager": wager},
        community={"cards": "Ts Js"},
    )
    assert nets(played, 2)["multi_game_link_envy"] == envy


def test_in_order_a_percentage_is_of_what_the_meter_then_holds() -> None:
    """Hands are settled from the dealer's right: a royal at the right leaves the seed to the straight flush."""
    assert link_pays(LINK, "in_order")[1] == {3: 0, 2: 5_000, 1: 45_000}
    assert link_pays({1: LINK[2], 2: LINK[1]}, "in_order")[1] == {2: 50_000, 1: 1_000}


def test_split_a_percentage_is_of_what_the_meter_showed() -> None:
    for rows in (LINK, {1: LINK[2], 2: LINK[1]}):
        played, won = link_pays(rows, "split")
        assert sorted(won.values())[-2:] == [5_000, 45_000]
        assert played.meters.held["link"] == 10_000_00
        told = {row.odds.removesuffix(", shared") for row in played.settlements if row.wager == "multi_game_link"}
        assert told - {""} == {"10% of link", "100% of link"}


@pytest.mark.parametrize(
    ("table", "seeds"),
    [
        ("PTMGL01", {"link": 10_000}),
        ("PTMGL02", {"link": 10_000}),
        ("PTMGL04", {"link": 1_000}),
        ("PTMGLML01", {"link_major": 10_000, "link_minor": 1_000}),
        ("PTMGLML02", {"link_mega": 10_000, "link_major": 1_000, "link_minor": 250}),
        ("PTMGLML03", {"link_mega": 10_000, "link_major": 1_000, "link_minor": 250}),
    ],
)
def test_link_seeds_grow_with_the_wager(table: str, seeds: dict[str, int]) -> None:
    entry = load("massachusetts-2020/three-card-poker")
    for wager in (1, 5):
        setup = Setup.of(entry, {"multi_game_link": table, "multi_game_link_wager": wager})
        assert {name: rule.seed for name, rule in setup.meters.items()} == {
            name: seed * 100 * wager for name, seed in seeds.items()
        }


@pytest.mark.parametrize(
    ("table", "royal", "straight_flush", "four", "three"),
    [
        ("PTMGL01", 10_000, 1_000, 300, 9),
        ("PTMGL02", 10_000, 1_000, 300, 9),
        ("PTMGL04", 1_000, 1_000, 300, 9),
        ("PTMGLML01", 10_000, 1_000, 300, 9),
        ("PTMGLML02", 10_000, 1_000, 250, 10),
        ("PTMGLML03", 10_000, 1_000, 250, 9),
    ],
)
def test_link_table_pays(table: str, royal: int, straight_flush: int, four: int, three: int) -> None:
    hands = [
        ("As Ks Qs", "Js Ts", royal),
        ("5s 4s 3s", "2s As", straight_flush),
        ("8s 8h 8d", "8c Ts", four),
        ("8s 8h 8d", "Tc Ts", 50),
        ("As 9s 2s", "7s 5s", 40),
        ("As 2h 3d", "4c 5s", 30),
        ("8s 8h 2d", "8c Ts", three),
        ("8s 8h 2d", "2c Ts", 0),
    ]
    for held, community, pays in hands:
        played = deal(
            MASSACHUSETTS,
            {1: seat(held, pair_plus=5, multi_game_link=1)},
            options={"multi_game_link": table},
            community={"cards": community},
        )
        assert nets(played, 1)["multi_game_link"] == pays - 1, held


def test_meter_grows_by_the_houses_contribution() -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("As Ks Qs", pair_plus=5, progressive=1), 2: seat(UNUSED, pair_plus=5, progressive=1)},
        options={"progressive": "table_1", "progressive_contribution": 15, "progressive_seed": 250},
        meters={"progressive": 1000},
    )
    won = next(row for row in played.settlements if row.wager == "progressive" and row.seat == 1)
    assert won.pays == 1_000_30
    assert played.meters.held["progressive"] == 250_00
