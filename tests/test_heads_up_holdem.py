"""Heads Up Hold'em: the round, the Odds that pay a bad beat, and what goes wrong in it."""

from typing import Any

import pytest

from holdem_table import DRY, FOLD, NO_PAIR, dealt, outcomes
from pitboss import Call, PitbossError, Setup, load, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import Card
from three_card_table import nets

NAME = "massachusetts-2020/heads-up-holdem"
LAST = ["check", "check", "raise_1x"]
BETS = {"ante": 10, "odds": 10}


def seat(held: str | None, actions: Any = None, **more: Any) -> dict[str, Any]:
    row: dict[str, Any] = {"wagers": BETS | more}
    return row | {key: value for key, value in (("cards", held), ("actions", actions)) if value is not None}


def deal(seats: dict[int, dict[str, Any]], board: str | None, dealer: str | None = None, **record: Any) -> Round:
    for hand, held in (("dealer", dealer), ("community", board)):
        record |= {hand: {"cards": held}} if held else {}
    rulebook, game = NAME.split("/")
    written = {str(number): row for number, row in seats.items()}
    return settle({"rulebook": rulebook, "game": game, "seats": written, **record}).rounds[0][1]


def table(seed: int = 1, **options: Any) -> Table:
    return open_table(NAME, options, seed=seed)


# -- The round --------------------------------------------------------------------------------------------------------


def test_the_raise_is_offered_at_the_multiples_of_the_rulebook_and_costs_them() -> None:
    played = table().deal({1: {"ante": 20, "odds": 20}})
    offered = []
    while played.asking:
        offered.append({action.name: action.cost for action in played.asking[0].actions})
        played.act(played.asking[0].names[-1])
    assert offered == [
        {"raise_1x": 20_00, "raise_2x": 40_00, "raise_3x": 60_00, "check": 0},
        {"raise_1x": 20_00, "raise_2x": 40_00, "check": 0},
        {"raise_1x": 20_00, "fold": 0},
    ]


def test_odds_must_equal_the_ante_and_be_payable() -> None:
    with pytest.raises(PitbossError, match=r"Odds must equal Ante, \$10\.00 and not \$5\.00"):
        deal({1: {"wagers": {"ante": 10, "odds": 5}}}, DRY)
    with pytest.raises(PitbossError, match="Ante and an Odds"):
        deal({1: {"wagers": {"ante": 10}}}, DRY)
    with pytest.raises(PitbossError, match=r"\$10\.01 cannot be paid exactly"):
        deal({1: {"wagers": {"ante": "10.01", "odds": "10.01"}, "cards": "Ac Td", "actions": LAST}}, DRY, NO_PAIR)


def test_a_machine_deals_the_board_first_and_a_shoe_when_it_is_due_without_a_burn() -> None:
    machine, shoe = table().deal({1: BETS}), table(dealing_device="manual_shoe").deal({1: BETS})
    assert dealt(machine) == ["community"] * 5 + ["seat 1"] * 2 + ["dealer"] * 2
    assert dealt(shoe) == ["seat 1", "dealer"] * 2
    shoe.act("check")
    assert dealt(shoe)[4:] == ["community"] * 3
    shoe.act("check")
    assert dealt(shoe)[4:] == ["community"] * 5


def test_the_board_is_hidden_until_it_is_turned_up() -> None:
    played = table().deal({1: BETS})
    board = played.hands["community"]

    def seen() -> set[Card]:
        views = [played.view(viewer) for viewer in (1, "table", "dealer")]
        return {card for view in views for event in view if event.hand == "community" for card in event.cards}

    assert not seen() & set(board)
    played.act("check")
    assert seen() & set(board) == set(board[:3])
    played.act("check")
    assert set(board) <= seen()


@pytest.mark.parametrize(("when", "first"), [("after", "ante"), ("before", "trips_plus")])
def test_trips_plus_is_settled_before_or_after_the_other_wagers(when: str, first: str) -> None:
    seats = {1: seat("Ac Td", LAST, trips_plus=5)}
    played = deal(seats, DRY, NO_PAIR, options={"trips_plus_settled": when})
    assert played.settlements[0].wager == first


@pytest.mark.parametrize(("survives", "net"), [(True, 15), (False, -5)])
def test_trips_plus_survives_a_fold_unless_the_house_says_otherwise(survives: bool, net: int) -> None:
    options = {"trips_plus_survives_fold": survives}
    played = deal({1: seat("2c 3d", FOLD, trips_plus=5)}, "Ks Kd Kh Qs Js", options=options)
    assert nets(played, 1)["trips_plus"] == net


@pytest.mark.parametrize(
    ("held", "board", "dealer", "odds"),
    [
        ("8s 6c", "9d 7h 5c 2s 2d", "2c 2h", 40),
        ("8s 6s", "9s 7h 5s 2s 2d", "2c 2h", 50),
        ("9s 9c", "9d 5h 5c 2s Kd", "5s 5d", 60),
        ("8s 8c", "8d 8h 9c 9s 2d", "9d 9h", 250),
        ("9s 9c", "9d 5h 4c 2s Kd", "3s 6d", -10),
    ],
    ids=["straight", "flush", "full house", "four of a kind", "three of a kind"],
)
def test_a_straight_or_better_that_loses_is_paid_by_the_bad_beat_table(
    held: str, board: str, dealer: str, odds: int
) -> None:
    assert nets(deal({1: seat(held, LAST)}, board, dealer), 1)["odds"] == odds


def test_side_wagers_may_be_off_and_tables_stay_as_printed() -> None:
    with pytest.raises(PitbossError, match="Trips Plus|trips_plus"):
        deal({1: seat("Ac Td", LAST, trips_plus=5)}, DRY, NO_PAIR, options={"trips_plus_table": "off"})
    with pytest.raises(PitbossError, match="PT2|no such table"):
        Setup.of(load(NAME), {}, {"PT2": {"flush": "2 to 1"}})


@pytest.mark.parametrize(("name", "odds"), [("A", 5), ("B", 5), ("C", 4)])
def test_pocket_bonus_pays_pairs_by_its_table_also_after_a_fold(name: str, odds: int) -> None:
    played = deal({1: seat("8c 8h", FOLD, pocket_bonus=5)}, DRY, options={"pocket_bonus_table": name})
    assert nets(played, 1)["pocket_bonus"] == 5 * odds


# -- Irregularities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "several_face_up_cards",
        "wrong_number_of_cards",
        "dealer_card_exposed",
        "automated_machine_jam",
        "stub_count_misdealt",
        "stub_count_wrong",
    ],
)
def test_a_void_round_returns_every_wager(name: str) -> None:
    seats = {1: seat("Ac Td", LAST, trips_plus=5, pocket_bonus=5), 2: seat("7c 7d", FOLD, pocket_bonus=5)}
    played = deal(seats, DRY, NO_PAIR, irregularities=[name])
    assert {row.outcome for row in played.settlements} == {"void"} and played.net == {1: 0, 2: 0}


def test_a_fold_is_taken_back_when_the_dealers_card_is_exposed() -> None:
    played = table().deal({1: BETS, 2: BETS})
    for action in ("check", "check", "check", "check", "fold"):
        played.act(action)
    assert nets(played, 1) == {"ante": -10, "odds": -10}
    played.call(Call("dealer_card_exposed"))
    assert played.over and outcomes(played, 1) == {"ante": "void", "odds": "void"}


def test_a_face_up_card_is_discarded_and_a_second_one_voids_the_round() -> None:
    one = [{"id": "face_up_card", "card": "As", "at": "deal"}]
    assert deal({1: seat("Ac Td", LAST)}, DRY, NO_PAIR, irregularities=one).net == {1: 10_00}
    two = [*one, {"id": "face_up_card", "card": "Ad", "at": "deal"}]
    played = deal({1: seat("Ac Td", LAST)}, DRY, NO_PAIR, irregularities=two)
    assert {row.outcome for row in played.settlements} == {"void"} and "reshuffle" in played.after


def test_cards_are_found_face_up_at_the_flop_only_where_they_come_from_a_shoe() -> None:
    called = [{"id": "face_up_card", "card": "As", "at": "flop"}]
    with pytest.raises(PitbossError, match="happens at deal, not at flop"):
        deal({1: seat("Ac Td", LAST)}, DRY, NO_PAIR, irregularities=called)
    options = {"dealing_device": "manual_shoe"}
    assert deal({1: seat("Ac Td", LAST)}, DRY, NO_PAIR, irregularities=called, options=options).net == {1: 10_00}
