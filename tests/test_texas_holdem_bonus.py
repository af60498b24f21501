"""Texas Hold'em Bonus Poker: the round, its side wagers, and what goes wrong in it."""

from typing import Any

import pytest

from holdem_table import dealt, outcomes
from pitboss import Call, PitbossError, Setup, load, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import Card
from pitboss.rulebook.payout_limits import won_at_minimum
from three_card_table import nets

NAME = "massachusetts-2020/texas-holdem-bonus"
ALL, CHECKS = ["flop", "turn", "river"], ["flop", "check", "check"]
DRY, QUEENS = "Kd 9c 4s 7h 2d", "Qs Qd"


def seat(held: str | None, actions: Any = None, **more: Any) -> dict[str, Any]:
    row: dict[str, Any] = {"wagers": {"ante": 10, **more}}
    return row | {key: value for key, value in (("cards", held), ("actions", actions)) if value is not None}


def deal(seats: dict[int, dict[str, Any]], board: str | None = None, dealer: str | None = None, **record: Any) -> Round:
    for hand, held in (("dealer", dealer), ("community", board)):
        record |= {hand: {"cards": held}} if held else {}
    rulebook, game = NAME.split("/")
    written = {str(number): row for number, row in seats.items()}
    return settle({"rulebook": rulebook, "game": game, "seats": written, **record}).rounds[0][1]


def table(seed: int = 1, **options: Any) -> Table:
    return open_table(NAME, options, seed=seed)


# -- The round --------------------------------------------------------------------------------------------------------


def test_flop_costs_twice_the_ante_turn_and_river_once() -> None:
    played = table().deal({1: {"ante": 15}})
    offered = []
    while played.asking:
        offered.append({action.name: action.cost for action in played.asking[0].actions})
        played.act(played.asking[0].names[0])
    assert offered == [{"flop": 30_00, "fold": 0}, {"turn": 15_00, "check": 0}, {"river": 15_00, "check": 0}]


def test_who_checks_the_turn_may_still_bet_the_river_and_nobody_folds_later() -> None:
    played = deal({1: seat("Ac Ah", ["flop", "check", "river"])}, DRY, QUEENS)
    assert nets(played, 1) == {"ante": 0, "flop": 20, "river": 10}
    with pytest.raises(PitbossError, match='cannot "fold" now; legal: turn, check'):
        deal({1: seat("Ac Ah", ["flop", "fold"])}, DRY, QUEENS)


def test_a_card_is_burned_before_flop_turn_and_river() -> None:
    played = table().deal({1: {"ante": 10}, 2: {"ante": 10}})
    for action in ("flop", "fold", "turn", "check"):
        played.act(action)
    assert dealt(played) == [
        *["seat 1"] * 2,
        *["seat 2"] * 2,
        *["dealer"] * 2,
        *("burn", *["community"] * 3),
        *("burn", "community"),
        *("burn", "community"),
    ]


def test_cards_come_singly_from_a_shoe() -> None:
    assert dealt(table(dealing_device="manual_shoe").deal({1: {"ante": 10}})) == ["seat 1", "dealer"] * 2


def test_a_fold_loses_the_ante_at_once_and_a_hand_with_a_bonus_is_shown_in_the_end() -> None:
    played = table().deal({1: {"ante": 10}, 2: {"ante": 10, "bonus": 5}, 3: {"ante": 10}})
    played.act("fold")
    assert nets(played, 1) == {"ante": -10}
    for action in ("fold", "flop", "check", "check"):
        played.act(action)
    assert [event.seat for event in played.events if event.kind == "reveal" and event.seat] == [3, 2]


def test_no_board_is_dealt_when_all_have_folded() -> None:
    played = deal({1: seat("Ac 2h", ["fold"]), 2: seat("9c 9h", ["fold"], bonus=5)})
    assert "community" not in played.hands and nets(played, 2) == {"ante": -10, "bonus": 15}
    assert not [event for event in played.events if event.kind == "reveal" and event.hand == "dealer"]


def test_folded_aces_meet_the_dealers_where_double_aces_are_paid() -> None:
    seats = {1: seat("Ac Ah", ["fold"], bonus=5)}
    options = {"bonus_double_aces": True}
    assert nets(deal(seats, None, "As Ad", options=options), 1)["bonus"] == 5000
    assert nets(deal(seats, None, "As Kd", options=options), 1)["bonus"] == 150


@pytest.mark.parametrize(("held", "odds"), [("As Td", -1), ("Ks Qs", -1), ("2c 2d", 3), ("Ah Jh", 20), ("Kc Kd", 10)])
def test_bonus_looks_at_two_cards_only(held: str, odds: int) -> None:
    assert nets(deal({1: seat(held, ["fold"], bonus=5)}), 1)["bonus"] == 5 * odds


def test_bonus_needs_an_ante_and_a_dollar_and_may_pay_better_but_never_worse() -> None:
    with pytest.raises(PitbossError, match="Ante"):
        deal({1: {"wagers": {"bonus": 5}}})
    with pytest.raises(PitbossError, match=r"under the minimum of \$1\.00"):
        deal({1: seat("As Ad", ["fold"], bonus="0.50")})
    with pytest.raises(PitbossError, match=r"at least|no less than \$1|below"):
        Setup.of(load(NAME), {"bonus_minimum": "0.50"})
    with pytest.raises(PitbossError, match="pays no less than 30 to 1"):
        Setup.of(load(NAME), {}, {"PT2": {"pair_of_aces": "29 to 1"}})
    with pytest.raises(PitbossError, match="pays no less than 1000 to 1"):
        Setup.of(load(NAME), {"bonus_double_aces": True}, {"PT2-DA": {"double_aces": "500 to 1"}})


def test_the_limit_is_what_the_minimum_wagers_could_win_where_that_is_more() -> None:
    offers = Setup.of(load(NAME), {"ante_min": "10.00", "bonus_minimum": "1.00"}).offers
    main = ("ante", "flop", "turn", "river", "bonus")
    assert won_at_minimum(offers, main) == 5 * 10_00 + 30 * 1_00
    doubled = Setup.of(load(NAME), {"ante_min": "10.00", "bonus_double_aces": True}).offers
    assert won_at_minimum(doubled, main) == 5 * 10_00 + 1000 * 1_00
    dear = Setup.of(load(NAME), {"ante_min": "10000.00", "bonus_minimum": "1000.00"})
    assert dear.payout_limits[0].amount == 80_000_00


# -- Progressives -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("survives", "net"), [(False, -1), (True, 249)])
def test_a_fold_loses_the_progressive_unless_the_house_says_otherwise(survives: bool, net: int) -> None:
    options = {"progressive": True, "side_survives_fold": survives}
    seats = {1: seat("2d 3c", ["fold"], progressive=1)}
    played = deal(seats, "8h 9h Th Jh Qh" if survives else None, options=options)
    assert nets(played, 1) == {"ante": -10, "progressive": net}


@pytest.mark.parametrize(
    ("held", "board", "net"),
    [
        ("2c 3d", "8h 9h Th Jh Qh", 249),
        ("2c 3d", "8h 8d 8s 8c Qh", 99),
        ("2c 3d", "8h 8d 8s Qc Qh", 9),
        ("Ah 2h", "3h 7h 9h Qc Qd", -1),
    ],
    ids=["straight flush", "four of a kind", "full house", "flush"],
)
def test_hands_on_the_board_win_the_progressive_in_full(held: str, board: str, net: int) -> None:
    played = deal({1: seat(held, CHECKS, progressive=1)}, board, "4s 5s", options={"progressive": True})
    assert nets(played, 1)["progressive"] == net


def test_a_folded_bettor_keeps_the_right_to_envy_and_a_folded_hand_gives_none() -> None:
    seats = {1: seat("6h 7h", ["fold"], multi_game_link=1, bonus=5), 2: seat("Kd 4c", CHECKS, multi_game_link=1)}
    played = deal(seats, "8h 9h Th 2c 2d", "As Ks", options={"multi_game_link": "PTMGL01"})
    assert nets(played, 2) == {"ante": -10, "flop": -20, "multi_game_link": -1}
    assert nets(played, 1) == {"ante": -10, "bonus": -5, "multi_game_link": -1}


# -- Irregularities ---------------------------------------------------------------------------------------------------


def test_exposed_dealer_card_settles_the_bonus_of_folded_hands_too_and_gives_their_ante_back() -> None:
    seats = {1: seat("Tc Th", ["fold"], bonus=5), 2: seat("Kc 8c", ["flop"], bonus=5, progressive=1)}
    played = deal(
        seats, DRY, options={"progressive": True}, irregularities=[{"id": "dealer_card_exposed", "at": "after_flop"}]
    )
    assert nets(played, 1) == {"ante": 0, "bonus": 15}
    assert nets(played, 2) == {"ante": 0, "flop": 0, "bonus": -5, "progressive": 0}
    assert outcomes(played, 2) == {"ante": "void", "flop": "void", "bonus": "lose", "progressive": "void"}


def test_exposed_dealer_card_pays_no_double_aces() -> None:
    seats = {1: seat("Ac Ah", None, bonus=5)}
    called = [{"id": "dealer_card_exposed", "at": "before_flop"}]
    played = deal(seats, None, "As Ad", options={"bonus_double_aces": True}, irregularities=called)
    assert nets(played, 1) == {"ante": 0, "bonus": 150}


def test_nothing_is_void_once_the_last_decision_is_made() -> None:
    with pytest.raises(PitbossError, match="happens at deal or before_flop or .* not at river"):
        deal({1: seat("Ac Ah", ALL)}, DRY, QUEENS, irregularities=[{"id": "dealer_card_exposed", "at": "river"}])


def test_face_up_cards_void_the_round_at_the_deal_and_spare_the_bonus_later() -> None:
    seats = {1: seat("Tc Th", ["flop", "check"], bonus=5)}
    early = deal(seats, None, irregularities=["several_face_up_cards"])
    later = deal(seats, "Td 8s 3c 2h 5d", irregularities=[{"id": "several_face_up_cards_later", "at": "turn"}])
    assert nets(early, 1) == {"ante": 0, "bonus": 0}
    assert nets(later, 1) == {"ante": 0, "flop": 0, "bonus": 15}
    assert "reshuffle" in early.after and "reshuffle" in later.after


def test_a_second_face_up_card_is_several_and_the_first_is_only_discarded() -> None:
    played = table(seed=5).deal({1: {"ante": 10, "bonus": 5}})
    played.call(Call("face_up_card", at="flop"))
    played.act("flop")
    assert played.asking and any(event.kind == "discard" for event in played.events)
    played.call(Call("face_up_card", at="turn"))
    played.act("turn")
    assert played.over and {row.outcome for row in played.settlements if row.wager != "bonus"} == {"void"}


def test_a_face_up_card_is_not_used() -> None:
    called = [{"id": "face_up_card", "card": "As", "at": "river"}]
    played = deal({1: seat("Ac Ah", ALL)}, DRY, QUEENS, irregularities=called)
    assert played.net == {1: 40_00}
    assert any(event.kind == "discard" and event.cards == (Card("As"),) for event in played.events)


def test_dealer_may_complete_the_hand_in_sequence() -> None:
    record = {"seats": {1: seat("Ac Ah", ALL, bonus=5)}, "board": DRY, "dealer": QUEENS}
    assert deal(**record, irregularities=["dealer_hand_completed"]).net == {1: 190_00}
    void = deal(**record, irregularities=["wrong_number_of_cards_dealer"])
    assert {row.outcome for row in void.settlements} == {"void"}


def test_a_folded_hand_found_with_three_cards_gets_its_ante_back() -> None:
    played = table().deal({1: {"ante": 10, "bonus": 5}, 2: {"ante": 10}})
    played.act("fold")
    played.call(Call("wrong_number_of_cards_player", seat=1))
    for action in CHECKS:
        played.act(action)
    assert played.over and outcomes(played, 1) == {"ante": "void", "bonus": "void"}


@pytest.mark.parametrize("name", ["stub_count_misdealt", "stub_count_wrong", "automated_machine_jam"])
def test_void_rounds_return_everything(name: str) -> None:
    played = deal({1: seat("Ac Ah", ALL, bonus=5)}, DRY, QUEENS, irregularities=[name])
    assert {row.outcome for row in played.settlements} == {"void"} and played.net == {1: 0}
