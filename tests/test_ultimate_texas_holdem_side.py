"""Ultimate Texas Hold'em beside the main wagers: Trips, Cover All, progressives and payout limits; best hands."""

import random
from itertools import combinations
from typing import Any

import pytest

from holdem_table import FOLD, LAST, MASSACHUSETTS, deal, outcomes, refused, seat
from pitboss import PitbossError, Setup, load
from pitboss.equipment.cards import DECK, Card
from pitboss.hands.poker import PokerHand, best_hand
from pitboss.rulebook.payout_limits import won_at_minimum
from three_card_table import nets

# -- Trips and Cover All ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("A", {"straight": 4, "flush": 7, "full_house": 9, "four_of_a_kind": 30}),
        ("B", {"straight": 5, "flush": 6, "full_house": 8, "four_of_a_kind": 30}),
        ("C", {"straight": 4, "flush": 7, "full_house": 8, "four_of_a_kind": 30}),
        ("D", {"straight": 5, "flush": 6, "full_house": 7, "four_of_a_kind": 20}),
    ],
)
def test_trips_pays_by_the_preselected_table(name: str, hands: dict[str, int]) -> None:
    held = {
        "straight": ("8s 6c", "9d 7h 5c 2s Kd"),
        "flush": ("8s 6s", "9s 7h 5s 2s Kd"),
        "full_house": ("9s 9c", "9d 5h 5c 2s Kd"),
        "four_of_a_kind": ("9s 9c", "9d 9h 5c 2s Kd"),
    }
    for hand, times in hands.items():
        hole, board = held[hand]
        played = deal(MASSACHUSETTS, {1: seat(hole, FOLD, trips=5)}, board, options={"trips_table": name})
        assert nets(played, 1)["trips"] == 5 * times


def test_the_house_may_pay_trips_better_and_never_worse() -> None:
    refused(MASSACHUSETTS, {}, "pays no less than 9 to 1", pay_tables={"A": {"full_house": "8 to 1"}})
    refused(MASSACHUSETTS, {}, "no such table", pay_tables={"PT2": {"flush": "2 to 1"}})
    refused(MASSACHUSETTS, {}, 'never with "for"', pay_tables={"A": {"three_of_a_kind": "5 for 1"}})
    Setup.of(load(f"{MASSACHUSETTS}/ultimate-texas-holdem"), {}, {"A": {"three_of_a_kind": "4 win 1"}})
    played = deal(
        MASSACHUSETTS,
        {1: seat("9s 9c", FOLD, trips=5)},
        "9d 5h 5c 2s Kd",
        pay_tables={"A": {"full_house": "10 to 1"}},
    )
    assert nets(played, 1)["trips"] == 50


@pytest.mark.parametrize(("players", "times"), [(1, 70), (2, 50), (3, 40), (4, 35), (5, 30), (6, 20)])
def test_cover_all_pays_by_the_number_of_hands_dealt(players: int, times: int) -> None:
    hands = ["8h 8d", "Ac 3d", "Jc 4h", "Qd 6s", "Qh 6h", "Jd 3h"]
    seats = {n: seat(held, LAST, cover_all=5) for n, held in enumerate(hands[:players], start=1)}
    played = deal(MASSACHUSETTS, seats, "8c 8s Kd 5h 2c", "Tc 9s", options={"cover_all": True})
    assert {nets(played, n)["cover_all"] for n in seats} == {5 * times}


def test_the_dealers_hand_counts_for_cover_all_and_a_folded_bettor_is_paid() -> None:
    played = deal(
        MASSACHUSETTS, {1: seat("4c 3d", FOLD, cover_all=5)}, "8c 8s Kd 5h 2c", "8h 8d", options={"cover_all": True}
    )
    assert nets(played, 1) == {"ante": -10, "blind": -10, "cover_all": 350}


def test_cover_all_comes_after_everybodys_other_wagers_and_keeps_its_column_when_a_hand_is_void() -> None:
    seats = {
        1: seat("8h 8d", ["play_4x"], cover_all=5, trips=5),
        2: seat("Ac 3d", LAST, cover_all=5),
        3: seat(None, cover_all=5),
    }
    played = deal(
        MASSACHUSETTS,
        seats,
        "8c 8s Kd 5h 2c",
        "Tc 9s",
        options={"cover_all": True},
        irregularities=[{"id": "wrong_number_of_cards_player", "seat": 3}],
    )
    order = [(row.seat, row.wager) for row in played.settlements if row.seat != 3]
    assert order[-2:] == [(2, "cover_all"), (1, "cover_all")]
    assert nets(played, 1)["cover_all"] == 5 * 40
    assert outcomes(played, 3) == {"ante": "void", "blind": "void", "cover_all": "void"}


def test_cover_all_is_dealt_by_a_machine() -> None:
    refused(MASSACHUSETTS, {"cover_all": True, "dealing_device": "manual_shoe"}, "i-Deal Plus")
    refused(MASSACHUSETTS, {"manual_shuffle": True}, "second deck")


# -- Progressives -----------------------------------------------------------------------------------------------------


def test_the_progressive_is_five_dollars_and_paid_from_a_meter_of_its_own() -> None:
    options = {
        "progressive": True,
        "progressive_contribution": 20,
        "multi_game_link": "PTMGL02",
        "multi_game_link_wager": "1.00",
    }
    seats = {1: seat("As Ks", ["play_4x"], progressive=5, multi_game_link=1)}
    played = deal(MASSACHUSETTS, seats, "Qs Js Ts 4d 4h", "4c 9d", options=options)
    assert nets(played, 1)["multi_game_link"] == 10_000 - 1
    row = next(row for row in played.settlements if row.wager == "progressive")
    assert (row.pays, row.odds) == (50_001_00, "100% of progressive")
    assert played.meters.held == {"progressive": 50_000_00, "link": 10_000_00}
    with pytest.raises(PitbossError, match=r"exactly \$5\.00"):
        deal(MASSACHUSETTS, {1: seat("As Ks", ["play_4x"], progressive=10)}, None, options=options)


def test_levels_of_the_progressive_start_again_at_five_times_the_listed_seed() -> None:
    setup = Setup.of(
        load("massachusetts-2020/ultimate-texas-holdem"), {"progressive": True, "progressive_table": "PTMGLML02"}
    )
    seeds = {name: meter.seed // 100 for name, meter in setup.meters.items()}
    assert seeds == {"progressive_mega": 50_000, "progressive_major": 5_000, "progressive_minor": 1_250}


@pytest.mark.parametrize(
    ("name", "hole", "flop", "pays", "meter"),
    [
        ("PTMGL01", "As Ks", "Qs Js Ts", 20_000, "link"),
        ("PTMGL04", "As Ks", "Qs Js Ts", 2_000, "link"),
        ("PTMGLML01", "As Ks", "Qs Js Ts", 20_000, "link_major"),
        ("PTMGLML01", "9s Ks", "Qs Js Ts", 2_000, "link_minor"),
        ("PTMGLML02", "9s Ks", "Qs Js Ts", 2_000, "link_major"),
        ("PTMGLML02", "9s 9d", "9c 9h Ts", 500, "link_minor"),
        ("PTMGLML02", "9s 9d", "9c 8h Ts", 20, ""),
        ("PTMGLML03", "9s 9d", "9c 8h Ts", 18, ""),
    ],
)
def test_link_tables_pay_their_meters_which_grow_with_the_wager(
    name: str, hole: str, flop: str, pays: int, meter: str
) -> None:
    options = {"multi_game_link": name, "multi_game_link_wager": "2.00"}
    played = deal(MASSACHUSETTS, {1: seat(hole, FOLD, multi_game_link=2)}, f"{flop} 2h 4d", options=options)
    row = next(row for row in played.settlements if row.wager == "multi_game_link")
    assert (row.pays, row.odds.partition(" of ")[2]) == (pays * 100, meter)
    seeds = {name: rule.seed for name, rule in played.setup.meters.items()}
    assert played.meters.held == seeds


def test_two_hits_on_a_meter_are_paid_in_turn_from_the_dealers_right() -> None:
    seats = {1: seat("Tc Jc", FOLD, multi_game_link=1), 2: seat("5c 6c", FOLD, multi_game_link=1)}
    played = deal(MASSACHUSETTS, seats, "7c 8c 9c 2d 2h", options={"multi_game_link": "PTMGL01"})
    assert nets(played, 2)["multi_game_link"] == 999
    assert nets(played, 1)["multi_game_link"] == 899
    assert nets(played, 1)["multi_game_link_envy"] == nets(played, 2)["multi_game_link_envy"] == 300
    assert played.meters.held == {"link": 8_100_00}


@pytest.mark.parametrize(
    ("holder", "options", "envy"),
    [
        (seat("9c 8c", ["play_4x"]), {}, 300),
        (seat("9c 8c", FOLD), {}, 0),
        (seat("9c 8c", FOLD, trips=5), {}, 300),
        (seat("9c 8c", FOLD, trips=5), {"link_survives_fold": False}, 0),
    ],
    ids=["played", "folded unseen", "folded with Trips", "folded where a fold loses the link"],
)
def test_a_hand_that_is_turned_up_and_could_win_makes_the_other_bettors_envious(
    holder: dict[str, Any], options: dict[str, Any], envy: int
) -> None:
    played = deal(
        MASSACHUSETTS,
        {1: holder, 2: seat("Qh Jd", FOLD, multi_game_link=1), 3: seat("Th 4s", FOLD)},
        "7c 6c 5c Ad Kd",
        "Ac Ks",
        options={"multi_game_link": "PTMGL01", **options},
    )
    assert nets(played, 2).get("multi_game_link_envy", 0) == envy
    assert "multi_game_link_envy" not in nets(played, 3)


def test_the_dealers_straight_flush_makes_nobody_envious() -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("Qh Jd", FOLD, multi_game_link=1)},
        "7c 6c 5c Ad Kd",
        "9c 8c",
        options={"multi_game_link": "PTMGL01"},
    )
    assert nets(played, 1) == {"ante": -10, "blind": -10, "multi_game_link": -1}


# -- Payout limits ----------------------------------------------------------------------------------------------------

ROYAL: dict[str, Any] = {"board": "Qs Js Ts 4d 4h", "dealer": "4c 9d"}


def test_cover_all_counts_for_the_second_limit_and_the_progressive_for_none() -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("As Ks", ["play_4x"], ante=100, trips=100, cover_all=200, progressive=5)},
        **ROYAL,
        options={"cover_all": True, "progressive": True},
    )
    assert nets(played, 1) == {
        "ante": 100,
        "blind": 29_500,
        "play": 400,
        "trips": 5_000,
        "cover_all": 40_000,
        "progressive": 49_995,
    }
    blind = next(row for row in played.settlements if row.wager == "blind")
    assert blind.cite.endswith("§13(d) L30872-30874; Reading 5")
    assert blind.reason == "royal flush, cut to the payout limit"


def test_trips_is_cut_last() -> None:
    played = deal(MASSACHUSETTS, {1: seat("As Ks", ["play_4x"], ante=10, trips=2_000)}, **ROYAL)
    assert nets(played, 1) == {"ante": 0, "blind": 0, "play": 0, "trips": 50_000}
    assert outcomes(played, 1) == dict.fromkeys(["ante", "blind", "play", "trips"], "win")


def test_each_hand_has_a_limit_of_its_own() -> None:
    seats = {
        1: seat("As Ks", ["play_4x"], ante=100, cover_all=5),
        2: seat("9s 8s", ["play_4x"], ante=1_000, cover_all=5),
    }
    played = deal(MASSACHUSETTS, seats, "Qs Js Ts 4d 2h", "Ah Kd", options={"cover_all": True})
    assert nets(played, 1) == {"ante": 100, "blind": 49_500, "play": 400, "cover_all": 750}
    assert nets(played, 2) == {"ante": 1_000, "blind": 45_000, "play": 4_000, "cover_all": 750}


def test_minimum_wagers_win_at_most_505_times_the_ante_and_50_times_trips() -> None:
    setup = Setup.of(load("massachusetts-2020/ultimate-texas-holdem"), {"ante_min": "100.00", "trips_min": "5.00"})
    assert won_at_minimum(setup.offers, ("ante", "blind", "play", "trips")) == (505 * 100 + 50 * 5) * 100
    assert [limit.amount for limit in setup.payout_limits] == [50_750_00, 75_000_00]
    plain = Setup.of(load("massachusetts-2020/ultimate-texas-holdem"))
    assert [limit.amount for limit in plain.payout_limits] == [50_000_00, 75_000_00]


# -- Best hands -------------------------------------------------------------------------------------------------------


def plainly(five: tuple[Card, ...]) -> PokerHand:
    """The worth of five cards, the long way."""
    ranks = sorted((card.rank for card in five), reverse=True)
    groups = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
    shape = [times for times, _ in groups]
    straight = shape == [1] * 5 and (ranks[0] - ranks[4] == 4 or ranks == [14, 5, 4, 3, 2])
    flush = len({card.suit for card in five}) == 1
    top = (5 if ranks == [14, 5, 4, 3, 2] else ranks[0],)
    shapes = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    if straight:
        return PokerHand(8 if flush else 4, top)
    return PokerHand(5 if flush else shapes[tuple(shape)], tuple(rank for _, rank in groups))


@pytest.mark.parametrize(
    "pool",
    [
        DECK,
        [card for card in DECK if card.rank > 9],
        [card for card in DECK if card.suit in "hs"],
        [card for card in DECK if card.rank in (14, 2, 3, 4, 5, 6)],
    ],
    ids=["whole deck", "high cards", "two suits", "low straights"],
)
def test_best_hand_is_the_best_of_all_fives(pool: list[Card]) -> None:
    rng = random.Random(7)
    for _ in range(400):
        held = rng.sample(pool, rng.choice([5, 6, 7, 7, 9]))
        assert best_hand(held) == max(plainly(five) for five in combinations(held, 5)), held
