"""Three Card Poker by the Oneida and Massachusetts rulebooks: what their own clauses change."""

from collections import Counter
from typing import Any

import pytest

from pitboss import Call, PitbossError, Setup, load, open_table, settle
from pitboss.engine.round import Round
from pitboss.equipment.cards import Card
from pitboss.rulebook import examine

ONEIDA, MASSACHUSETTS = "oneida-2003", "massachusetts-2020"
BOTH = pytest.mark.parametrize("rulebook", [ONEIDA, MASSACHUSETTS])
UNUSED = "Td 8c 6h"
LOW = ("Jc 8d 4h", "Jd 9h 3c", "Jh 9s 3d", "Js 9c 3s", "Tc 8h 2h", "Td 8s 2c", "Ts 9d 2d")
"""Hands that win nothing by themselves."""


def seat(
    held: str | None = None, action: str | None = None, player: str | None = None, **wagers: Any
) -> dict[str, Any]:
    row: dict[str, Any] = {"wagers": wagers}
    for key, value in (("cards", held), ("actions", action), ("player", player)):
        if value is not None:
            row[key] = value
    return row


def deal(rulebook: str, seats: dict[int, dict[str, Any]], dealer: str | None = None, **record: Any) -> Round:
    """Settle a record and give its one round."""
    record |= {"dealer": {"cards": dealer}} if dealer else {}
    written = {str(number): row for number, row in seats.items()}
    settled = settle({"rulebook": rulebook, "game": "three-card-poker", "seats": written, **record})
    return settled.rounds[0][1]


def nets(played: Round, number: int) -> dict[str, int]:
    """Each wager's net result in dollars, envies of one kind added up."""
    found: Counter[str] = Counter()
    for row in played.settlements:
        if row.seat == number:
            assert row.net % 100 == 0
            found[row.wager] += row.net // 100
    return dict(found)


def refused(rulebook: str, options: dict[str, Any], why: str) -> None:
    with pytest.raises(PitbossError, match=why):
        Setup.of(load(f"{rulebook}/three-card-poker"), options)


# -- Ante, Play and Pair Plus -----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("dealer", "ante", "play"),
    [
        ("Qh 3d 2s", -10, -10),
        ("Jh Td 8s", 10, 0),
        ("2h 2d 3s", -10, -10),
        ("2h 4h 3d", -10, -10),
        ("9h 7h 2h", -10, -10),
    ],
)
def test_dealer_needs_queen_high_or_better(rulebook: str, dealer: str, ante: int, play: int) -> None:
    played = deal(rulebook, {1: seat("Jc 9c 4s", "play", ante=10)}, dealer)
    assert nets(played, 1) == {"ante": ante, "play": play}


@BOTH
def test_equal_hands_below_queen_high_are_no_tie(rulebook: str) -> None:
    played = deal(rulebook, {1: seat("Jc 9c 4s", "play", ante=10)}, "Jh 9d 4d")
    assert nets(played, 1) == {"ante": 10, "play": 0}
    assert played.settlements[-1].reason == "dealer does not qualify"


@BOTH
def test_ante_and_pair_plus_need_no_dealer_cards_after_a_fold(rulebook: str) -> None:
    played = deal(rulebook, {1: seat("Jc Jd 4s", "fold", ante=10, pair_plus=10)})
    assert nets(played, 1)["pair_plus"] == (10 if rulebook == MASSACHUSETTS else -10)


@BOTH
def test_side_wagers_alone_are_refused(rulebook: str) -> None:
    options = {"progressive": "table_1"} if rulebook == MASSACHUSETTS else {}
    wager = {"progressive": 1} if rulebook == MASSACHUSETTS else {"play": 10}
    with pytest.raises(PitbossError, match="placed before the deal|not made before the deal"):
        deal(rulebook, {1: seat(UNUSED, **wager)}, options=options)


@BOTH
def test_posted_limits_are_kept(rulebook: str) -> None:
    options = {"ante_min": 10, "ante_max": 100, "pair_plus_min": 5, "pair_plus_max": 50}
    for wagers, why in [
        ({"ante": 9}, "under the minimum of \\$10.00"),
        ({"ante": 101}, "over the maximum of \\$100.00"),
        ({"pair_plus": 4}, "under the minimum of \\$5.00"),
        ({"pair_plus": 51}, "over the maximum of \\$50.00"),
    ]:
        with pytest.raises(PitbossError, match=why):
            deal(rulebook, {1: seat(UNUSED, "fold", **wagers)}, options=options)


VERSIONS = [
    ("ante_at_least_pair_plus", {"ante": 10, "pair_plus": 10}, None),
    ("ante_at_least_pair_plus", {"ante": 10}, None),
    ("ante_at_least_pair_plus", {"ante": 10, "pair_plus": "10.01"}, "an Ante at least as large"),
    ("ante_at_least_pair_plus", {"pair_plus": 10}, "an Ante at least as large"),
    ("ante_at_least_half_pair_plus", {"ante": 10, "pair_plus": 20}, None),
    ("ante_at_least_half_pair_plus", {"ante": 10, "pair_plus": "20.01"}, "at least half of it"),
    ("ante_at_least_half_pair_plus", {"pair_plus": 5}, "at least half of it"),
    ("both_compulsory", {"ante": 25, "pair_plus": 5}, None),
    ("both_compulsory", {"ante": 26, "pair_plus": 5}, "five times the other"),
    ("both_compulsory", {"ante": 5, "pair_plus": "25.01"}, "five times the other"),
    ("both_compulsory", {"ante": 5}, "both compulsory"),
    ("both_compulsory", {"pair_plus": 5}, "both compulsory"),
]


@BOTH
@pytest.mark.parametrize(("version", "wagers", "why"), VERSIONS)
def test_version_takes_or_refuses_amounts(rulebook: str, version: str, wagers: dict[str, Any], why: str | None) -> None:
    options = {"version": version} | ({"ante_bonus_table": "A"} if rulebook == MASSACHUSETTS else {})
    row = seat(UNUSED, "fold" if "ante" in wagers else None, **wagers)
    if why is None:
        assert nets(deal(rulebook, {1: row}, options=options), 1)
    else:
        with pytest.raises(PitbossError, match=why):
            deal(rulebook, {1: row}, options=options)


def test_ante_bonus_table_belongs_to_the_version() -> None:
    refused(MASSACHUSETTS, {"ante_bonus_table": "A"}, "standard version pays the ante bonus by table 3")
    refused(MASSACHUSETTS, {"version": "both_compulsory"}, "table A, B or C")


@pytest.mark.parametrize(
    ("table", "straight", "three", "flush", "clubs", "spades"),
    [
        ("A", 10, 30, 40, 50, 500),
        ("B", 10, 60, 80, 500, 500),
        ("C", 10, 30, 40, 100, 500),
        ("B_strict", 0, 60, 80, 500, 500),
        ("C_strict", 0, 30, 40, 100, 500),
    ],
)
def test_ante_bonus_of_the_other_versions(
    table: str, straight: int, three: int, flush: int, clubs: int, spades: int
) -> None:
    options = {"version": "ante_at_least_pair_plus", "ante_bonus_table": table}
    hands = {"5c 6d 7h": straight, "5c 5d 5h": three, "5c 6c 7c": flush, "Ac Kc Qc": clubs, "As Ks Qs": spades}
    for held, bonus in hands.items():
        played = deal(MASSACHUSETTS, {1: seat(held, "play", ante=10)}, "Jh 9d 4d", options=options)
        assert nets(played, 1).get("ante_bonus", 0) == bonus, held


def test_no_ante_bonus_after_a_fold() -> None:
    played = deal(MASSACHUSETTS, {1: seat("5c 6d 7h", "fold", ante=10)}, "Jh 9d 4d")
    assert nets(played, 1) == {"ante": -10}


def test_posted_pair_plus_may_pay_more_and_not_less() -> None:
    played = deal(MASSACHUSETTS, {1: seat("Ah Kh Qh", pair_plus=5)}, pay_tables={"2": {"mini_royal": "50 to 1"}})
    assert nets(played, 1) == {"pair_plus": 250}
    with pytest.raises(PitbossError, match="pays no less than 3 to 1"):
        deal(MASSACHUSETTS, {1: seat("Ah Kh Qh", pair_plus=5)}, pay_tables={"2": {"flush": "2 to 1"}})
    with pytest.raises(PitbossError, match="lists no such table"):
        deal(ONEIDA, {1: seat("Ah Kh Qh", pair_plus=5)}, pay_tables={"A": {"flush": "5 to 1"}})


# -- Positions --------------------------------------------------------------------------------------------------------


def test_player_holds_adjacent_positions_as_far_as_the_house_lets() -> None:
    def held(rulebook: str, numbers: tuple[int, ...], **options: Any) -> Round:
        rows = {number: seat(LOW[number], player="Ann", pair_plus=5) for number in numbers}
        return deal(rulebook, rows, options=options)

    with pytest.raises(PitbossError, match="Ann holds 2 positions; the table allows 1"):
        held(ONEIDA, (3, 4))
    assert held(ONEIDA, (3, 4), two_positions=True).net == {3: -500, 4: -500}
    with pytest.raises(PitbossError, match="not side by side"):
        held(ONEIDA, (3, 5), two_positions=True)
    with pytest.raises(PitbossError, match="holds 3 positions; the table allows 2"):
        held(ONEIDA, (3, 4, 5), two_positions=True)
    assert held(MASSACHUSETTS, (3, 4, 5), positions_per_player=3).net == {3: -500, 4: -500, 5: -500}
    with pytest.raises(PitbossError, match="holds 4 positions; the table allows 3"):
        held(MASSACHUSETTS, (3, 4, 5, 6), positions_per_player=3)


# -- Progressives -----------------------------------------------------------------------------------------------------


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
    played = deal(MASSACHUSETTS, rows, options={"progressive": "table_1"})
    assert [(row.outcome, row.net) for row in played.settlements if row.wager == "progressive"] == [("lose", -100)]


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


def test_in_order_a_percentage_is_of_what_the_meter_then_holds() -> None:
    """Hands are settled from the dealer's right: a royal at the right leaves the seed to the straight flush."""
    assert link_pays(LINK, "in_order")[1] == {3: 0, 2: 5_000, 1: 45_000}
    assert link_pays({1: LINK[2], 2: LINK[1]}, "in_order")[1] == {2: 50_000, 1: 1_000}


def test_split_a_percentage_is_of_what_the_meter_showed() -> None:
    for rows in (LINK, {1: LINK[2], 2: LINK[1]}):
        played, won = link_pays(rows, "split")
        assert sorted(won.values())[-2:] == [5_000, 45_000]
        assert played.meters.held["link"] == 10_000_00


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


# -- 6 Card Bonus and Cover All ---------------------------------------------------------------------------------------


def test_six_card_bonus_needs_an_ante() -> None:
    with pytest.raises(PitbossError, match="6 Card Bonus needs Ante as well"):
        deal(MASSACHUSETTS, {1: seat(pair_plus=5, six_card_bonus=5)}, options={"six_card_bonus": "TCP-6B1"})
    with pytest.raises(PitbossError, match="6 Card Bonus is not offered at this table"):
        deal(MASSACHUSETTS, {1: seat(ante=5, six_card_bonus=5)})


def test_six_card_bonus_is_lost_with_a_hand_that_is_not_exposed() -> None:
    rows = {1: seat("7h 7d 7c", "fold_unexposed", ante=10, six_card_bonus=5)}
    played = deal(MASSACHUSETTS, rows, options={"six_card_bonus": "TCP-6B4"})
    assert nets(played, 1) == {"ante": -10, "six_card_bonus": -5}
    assert not any(event.hand == "seat 1" for event in played.events if event.kind == "reveal")


COVER_ALL = [
    (7, (40, 12, 9, 1)),
    (6, (50, 15, 12, 1)),
    (5, (60, 20, 15, 1)),
    (4, (70, 25, 20, 1.5)),
    (3, (80, 30, 25, 2)),
    (2, (90, 40, 35, 3)),
    (1, (100, 60, 50, 5)),
]


@pytest.mark.parametrize(("players", "odds"), COVER_ALL)
def test_cover_all_pays_by_the_number_of_players(players: int, odds: tuple[float, ...]) -> None:
    highest = ("Ah Kh Qh", "5h 6h 7h", "5c 5d 5s", "5c 6d 7s")
    for dealer, pays in zip(highest, odds, strict=True):
        rows = {number: seat(held, pair_plus=5) for number, held in enumerate(LOW[:players], start=1)}
        rows[1]["wagers"]["cover_all"] = 10
        played = deal(MASSACHUSETTS, rows, dealer, options={"cover_all": True})
        assert played.net[1] == pays * 1000 - 500


def test_cover_all_counts_only_exposed_hands_and_is_settled_last() -> None:
    rows = {
        1: seat("7h 7d 7c", "fold", ante=10),
        2: seat("5h 6d 7s", pair_plus=5),
        3: seat("9c 8d 3h", "fold", ante=10, cover_all=10),
    }
    played = deal(MASSACHUSETTS, rows, "Jc 8h 4d", options={"cover_all": True})
    assert nets(played, 3) == {"ante": -10, "cover_all": 20}
    assert played.settlements[-1].wager == "cover_all"
    rows[1] = seat("7h 7d 7c", "play", ante=10)
    played = deal(MASSACHUSETTS, rows, "Jc 8h 4d", options={"cover_all": True})
    assert nets(played, 3) == {"ante": -10, "cover_all": 250}


def test_cover_all_needs_the_shuffler_that_counts_hands() -> None:
    refused(MASSACHUSETTS, {"cover_all": True, "dealing_device": "manual_shoe"}, "i-Deal Plus")
    refused(MASSACHUSETTS, {"cover_all": True, "manual_shuffle": True, "decks": 1}, "i-Deal Plus")


# -- The order of things ----------------------------------------------------------------------------------------------

LOSER_AND_WINNER = {
    1: seat("Kh 9d 4c", "play", ante=10, pair_plus=5),
    2: seat("7h 7d 2c", "play", ante=10, pair_plus=5),
    3: seat("Qh 9h 3c", "play", ante=10),
    4: seat("Qc 8h 3s", "play", ante=10),
}


def _order(played: Round) -> list[tuple[int, str]]:
    return [(row.seat, row.wager) for row in played.settlements]


def test_oneida_collects_losers_then_pushes_then_pays_winners() -> None:
    played = deal(ONEIDA, LOSER_AND_WINNER, "Qd 9s 3h")
    assert _order(played) == [
        (4, "ante"),
        (4, "play"),
        (1, "pair_plus"),
        (3, "ante"),
        (3, "play"),
        (2, "ante"),
        (2, "play"),
        (2, "pair_plus"),
        (1, "ante"),
        (1, "play"),
    ]


def test_by_step_collects_every_loser_before_paying_anybody() -> None:
    played = deal(MASSACHUSETTS, LOSER_AND_WINNER, "Qd 9s 3h", options={"settlement_mode": "by_step"})
    outcomes = [row.outcome for row in played.settlements]
    assert outcomes == sorted(outcomes, key=lambda outcome: outcome != "lose")
    assert [row.seat for row in played.settlements] == [4, 4, 1, 3, 3, 2, 2, 2, 1, 1]
    assert _last_reveal(played) < _first_settlement(played)


def test_by_player_completes_each_player_in_turn() -> None:
    played = deal(MASSACHUSETTS, LOSER_AND_WINNER, "Qd 9s 3h", options={"settlement_mode": "by_player"})
    assert [row.seat for row in played.settlements] == [4, 4, 3, 3, 2, 2, 2, 1, 1, 1]
    turns = [(event.kind, event.seat) for event in played.events if event.kind in ("reveal", "settle")]
    assert turns[1:4] == [("reveal", 4), ("settle", 4), ("settle", 4)]


def _last_reveal(played: Round) -> int:
    return max(at for at, event in enumerate(played.events) if event.kind == "reveal")


def _first_settlement(played: Round) -> int:
    return min(at for at, event in enumerate(played.events) if event.kind == "settle")


@BOTH
def test_forfeits_are_collected_before_the_dealer_turns_up(rulebook: str) -> None:
    rows = {1: seat("9c 8d 3h", "fold", ante=10), 2: seat("Kh 9d 4c", "play", ante=10)}
    played = deal(rulebook, rows, "Qd 9s 3s")
    kinds = [(event.kind, event.hand or event.text) for event in played.events]
    assert kinds.index(("settle", "ante lose: fold")) < kinds.index(("reveal", "dealer"))
    assert _order(played)[0] == (1, "ante")


@BOTH
def test_cards_are_dealt_singly_or_in_stacks(rulebook: str) -> None:
    option = "dealing_method" if rulebook == ONEIDA else "dealing_device"
    hands = {}
    for device in ("manual_shoe", "automated_shoe"):
        played = open_table(f"{rulebook}/three-card-poker", {option: device}, seed=1).deal(
            {1: {"pair_plus": 5}, 2: {"pair_plus": 5}}
        )
        hands[device] = [event.hand for event in played.events if event.kind == "deal"]
    assert hands["manual_shoe"] == ["seat 1", "seat 2", "dealer"] * 3
    assert hands["automated_shoe"] == ["seat 1"] * 3 + ["seat 2"] * 3 + ["dealer"] * 3


@pytest.mark.parametrize(("timing", "held"), [("at_once", 3), ("after_players", 0)])
def test_dealers_stack_comes_at_once_or_after_the_players(timing: str, held: int) -> None:
    table = open_table("massachusetts-2020/three-card-poker", {"dealer_stack_timing": timing}, seed=1)
    played = table.deal({1: {"ante": 10}})
    assert len(played.hands.get("dealer", [])) == held
    played.act("play")
    assert len(played.hands["dealer"]) == 3


def test_hand_folded_unexposed_stays_unseen() -> None:
    table = open_table("massachusetts-2020/three-card-poker", seed=1)
    played = table.deal({1: {"ante": 10, "pair_plus": 5}, 2: {"ante": 10}})
    assert played.asking is not None and played.asking.names == ("play", "fold", "fold_unexposed")
    played.act("fold_unexposed")
    assert played.asking is not None and played.asking.names == ("play", "fold")
    played.act("play")
    shown = {event.hand for event in played.events if event.kind == "reveal"}
    assert shown == {"dealer", "seat 2"}
    told = " ".join(str(event) for event in played.view(2))
    assert not any(card in told for card in played.hands["seat 1"])


# -- Set-up and irregularities ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "options", "why"),
    [
        (ONEIDA, {"dealing_method": "hand"}, "only when an automated device shuffles"),
        (ONEIDA, {"second_deck": True}, "only with an automated shuffling device"),
        (ONEIDA, {"stub_count": "by_shuffler"}, "a shuffling device that counts"),
        (MASSACHUSETTS, {"manual_shuffle": True}, "only with an automated shuffling device"),
        (MASSACHUSETTS, {"pre_shuffled_cards": True}, "is not one of false"),
        (MASSACHUSETTS, {"dealing_device": "hand"}, "is not one of manual_shoe"),
        (MASSACHUSETTS, {"positions_per_player": 4}, "is not one of 1, 2, 3"),
    ],
)
def test_setup_the_rulebook_forbids_is_refused(rulebook: str, options: dict[str, Any], why: str) -> None:
    refused(rulebook, options, why)


def test_manual_shuffle_needs_approval() -> None:
    entry = load("massachusetts-2020/three-card-poker")
    setup, findings = examine(entry, {"manual_shuffle": True, "decks": 1})
    assert setup is not None
    assert [finding.where for finding in findings if "IEB" in finding.text] == ["option manual_shuffle"]


VOIDS = [
    ("several_face_up_cards", {}),
    ("wrong_number_of_cards", {}),
    ("dealer_card_exposed", {}),
    ("automated_shoe_jam", {"dealing_method": "automated_shoe"}),
    ("stub_count_misdealt", {}),
    ("stub_count_wrong", {}),
]


@BOTH
@pytest.mark.parametrize(("irregularity", "options"), VOIDS)
def test_round_is_void_and_every_wager_returned(rulebook: str, irregularity: str, options: dict[str, Any]) -> None:
    if rulebook == MASSACHUSETTS:
        options = {"progressive": "table_1", "progressive_contribution": 10}
    table = open_table(f"{rulebook}/three-card-poker", options, seed=1)
    wagers = {"ante": 10, "pair_plus": 5} | ({"progressive": 1} if rulebook == MASSACHUSETTS else {})
    held = dict(table.meters.held)
    played = table.deal({1: wagers, 2: {"ante": 10}}, calls=[Call(irregularity)])
    assert played.over
    assert {row.outcome for row in played.settlements} == {"void"}
    assert played.net == {1: 0, 2: 0}
    assert table.meters.held == held
    assert "reshuffle" in played.after


@BOTH
@pytest.mark.parametrize("moment", ["decide", "reveal", "settle"])
def test_wrong_number_of_cards_found_later_gives_back_what_a_fold_lost(rulebook: str, moment: str) -> None:
    rows = {1: seat("9c 8d 3h", "fold", ante=10, pair_plus=5)}
    played = deal(rulebook, rows, irregularities=[{"id": "wrong_number_of_cards", "at": moment}])
    assert nets(played, 1) == {"ante": 0, "pair_plus": 0}


@BOTH
def test_card_found_face_up_is_not_used(rulebook: str) -> None:
    table = open_table(f"{rulebook}/three-card-poker", seed=5)
    played = table.deal({1: {"ante": 10}}, calls=[Call("face_up_card")])
    assert played.asking is not None
    discarded = next(event.cards[0] for event in played.events if event.kind == "discard")
    played.act("play")
    assert discarded not in [card for hand in played.hands.values() for card in hand]
    assert played.calls[0].card == discarded
    written = deal(rulebook, {1: seat(UNUSED, pair_plus=5)}, irregularities=[{"id": "face_up_card", "card": "9s"}])
    assert any(event.kind == "discard" and event.cards == (Card("9s"),) for event in written.events)
    assert nets(written, 1) == {"pair_plus": -5}


@BOTH
def test_unseen_card_drawn_in_error_is_the_next_card(rulebook: str) -> None:
    usual, mistaken = (
        open_table(f"{rulebook}/three-card-poker", seed=5).deal({1: {"pair_plus": 5}}, calls=calls)
        for calls in ([], [Call("card_drawn_in_error")])
    )
    assert mistaken.hands == usual.hands
    assert mistaken.net == usual.net


@pytest.mark.parametrize(
    ("rulebook", "irregularity", "options", "said"),
    [
        (ONEIDA, "shuffler_jam", {"shuffle": "automated"}, "reshuffled"),
        (ONEIDA, "improper_cut", {}, "cut again"),
        (ONEIDA, "shuffler_count_wrong", {"shuffle": "automated", "stub_count": "by_shuffler"}, "taken out of play"),
        (MASSACHUSETTS, "shuffler_jam", {}, "reshuffled"),
        (MASSACHUSETTS, "improper_cut", {}, "cut again"),
        (MASSACHUSETTS, "shuffler_count_wrong", {"shuffler_counts_cards": True}, "taken out of play"),
    ],
)
def test_trouble_with_the_shuffle_costs_nobody_the_round(
    rulebook: str, irregularity: str, options: dict[str, Any], said: str
) -> None:
    table = open_table(f"{rulebook}/three-card-poker", options, seed=5)
    played = table.deal({1: {"pair_plus": 5}}, calls=[Call(irregularity)])
    assert any(said in event.text for event in played.events if event.kind == "remedy")
    assert {row.outcome for row in played.settlements} <= {"win", "lose"}


@BOTH
def test_device_that_is_not_used_cannot_jam(rulebook: str) -> None:
    options = {} if rulebook == ONEIDA else {"dealing_device": "manual_shoe"}
    table = open_table(f"{rulebook}/three-card-poker", options, seed=5)
    with pytest.raises(PitbossError, match='there is no irregularity "automated_shoe_jam" here'):
        table.deal({1: {"pair_plus": 5}}, calls=[Call("automated_shoe_jam")])
