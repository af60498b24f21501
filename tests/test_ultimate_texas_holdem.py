"""Ultimate Texas Hold'em by the Massachusetts and California rulebooks: the round, and what goes wrong in it."""

import pytest

from holdem_table import BOTH, CALIFORNIA, DRY, FOLD, LAST, MASSACHUSETTS, NO_PAIR, deal, dealt, outcomes, seat, table
from pitboss import BankSeat, Call, PitbossError, settle
from pitboss.equipment.cards import Card
from pitboss.rulebook.check import check_house
from three_card_table import nets

# -- Hands ------------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("hole", "board", "dealer", "play"),
    [
        ("As Kd", "Qh Jc Ts 4d 2h", "9s 9d", 10),
        ("Ad 2c", "3h 4s 5d Ks Kh", "6d 2d", -10),
        ("Kc 2h", "Kd Kh 3s 3c 9d", "3d 3h", -10),
        ("8c 2h", "Ah Kh Qh Jh 9h", "7d 3c", 0),
        ("Ts 2h", "Ah Kh Qh Jh 9h", "7d Th", -10),
    ],
    ids=["broadway", "wheel loses to six high", "quads beat a full house", "board plays", "royal beats flush"],
)
def test_higher_of_two_best_hands_wins(rulebook: str, hole: str, board: str, dealer: str, play: int) -> None:
    assert nets(deal(rulebook, {1: seat(hole, LAST)}, board, dealer), 1)["play"] == play


# -- Play -------------------------------------------------------------------------------------------------------------


@BOTH
def test_play_is_offered_at_the_multiples_of_the_rulebook_and_costs_them(rulebook: str) -> None:
    bank = BankSeat(5, 1_000) if rulebook == CALIFORNIA else None
    played = table(rulebook).deal({1: {"ante": 15, "blind": 15}}, bank=bank)
    offered = []
    while played.asking:
        offered.append({action.name: action.cost for action in played.asking[0].actions})
        played.act("fold" if "fold" in played.asking[0].names else "check")
    assert offered == [
        {"play_3x": 45_00, "play_4x": 60_00, "check": 0},
        {"play_2x": 30_00, "check": 0},
        {"play_1x": 15_00, "fold": 0},
    ]


@BOTH
def test_play_is_made_once(rulebook: str) -> None:
    seats = {1: seat("Ac Td", ["play_3x", "play_2x"])}
    with pytest.raises(PitbossError, match='seat 1 is not asked to "play_2x"'):
        deal(rulebook, seats, DRY, NO_PAIR)


@BOTH
def test_blind_must_equal_the_ante(rulebook: str) -> None:
    with pytest.raises(PitbossError, match=r"Blind must equal Ante, \$10\.00 and not \$5\.00"):
        deal(rulebook, {1: {"wagers": {"ante": 10, "blind": 5}}}, DRY)
    with pytest.raises(PitbossError, match="Ante and (a )?Blind"):
        deal(rulebook, {1: {"wagers": {"ante": 10}}}, DRY)


@BOTH
def test_an_ante_whose_blind_cannot_be_paid_three_to_two_is_refused(rulebook: str) -> None:
    with pytest.raises(PitbossError, match=r"\$10\.01 cannot be paid exactly; the nearest amounts are \$10\.00 or"):
        deal(rulebook, {1: seat("Ac Td", LAST, ante="10.01")}, DRY, NO_PAIR)


@BOTH
@pytest.mark.parametrize("wager", ["trips", "cover_all", "progressive", "multi_game_link"])
def test_side_wagers_need_ante_and_blind(rulebook: str, wager: str) -> None:
    options = {"cover_all": True, "progressive": True, "multi_game_link": "PTMGL01"}
    if rulebook == CALIFORNIA:
        if wager != "trips":
            return
        options = {}
    amount = {"progressive": 5, "multi_game_link": 1}.get(wager, 10)
    with pytest.raises(PitbossError, match="needs Ante|Ante and"):
        deal(rulebook, {1: {"wagers": {wager: amount}}}, DRY, options=options)


def test_house_check_says_that_play_has_no_limits_of_its_own() -> None:
    house = {
        "rulebook": MASSACHUSETTS,
        "game": "ultimate-texas-holdem",
        "limits": {"play": {"max": 400}, "blind": {"min": 5}},
    }
    found = [str(finding) for finding in check_house({"tables": [house]})[0].findings]
    assert any("limits.play: has no limits of its own: it is a multiple of Ante" in text for text in found)
    assert any("limits.blind: has no limits of its own: it is equal to Ante" in text for text in found)


# -- The deal ---------------------------------------------------------------------------------------------------------


def test_cards_come_singly_from_a_shoe_and_in_stacks_from_a_machine() -> None:
    wagers = {1: {"ante": 10, "blind": 10}, 3: {"ante": 10, "blind": 10}}
    machine, shoe = table().deal(wagers), table(dealing_device="manual_shoe").deal(wagers)
    assert dealt(machine) == ["seat 1", "seat 1", "seat 3", "seat 3", "dealer", "dealer"]
    assert dealt(shoe) == ["seat 1", "seat 3", "dealer"] * 2


def test_a_card_is_burned_before_the_flop_and_before_the_last_two_and_nobody_sees_it() -> None:
    played = table().deal({1: {"ante": 10, "blind": 10}})
    for action in FOLD:
        played.act(action)
    assert dealt(played)[4:] == ["burn", *["community"] * 3, "burn", *["community"] * 2]
    for viewer in (1, "table", "dealer"):
        burned = [event for event in played.view(viewer) if event.hand == "burn"]
        assert [card.known for event in burned for card in event.cards] == [False, False]


def test_california_board_lies_face_down_until_it_is_turned_over() -> None:
    played = table(CALIFORNIA).deal({1: {"ante": 10, "blind": 10}}, bank=BankSeat(5, 500))
    board = played.hands["community"]
    assert dealt(played) == ["seat 1"] * 2 + ["dealer"] * 2 + ["community"] * 5

    def seen() -> set[Card]:
        views = [played.view(viewer) for viewer in (1, "table", "dealer")]
        return {card for view in views for event in view if event.hand == "community" for card in event.cards}

    assert not seen() & set(board)
    played.act("check")
    assert seen() & set(board) == set(board[:3])
    played.act("check")
    assert set(board) <= seen()


# -- Folding ----------------------------------------------------------------------------------------------------------


def test_a_fold_loses_ante_and_blind_at_once() -> None:
    played = table().deal({1: {"ante": 10, "blind": 10, "trips": 5}, 2: {"ante": 10, "blind": 10}})
    for action in ("check", "check", "check", "check", "fold"):
        played.act(action)
    assert played.asking
    assert nets(played, 1) == {"ante": -10, "blind": -10}


def test_a_folded_hand_is_shown_only_while_a_wager_on_it_lives() -> None:
    seats = {1: seat("2c 3d", FOLD), 2: seat("4c 8d", FOLD, trips=5), 3: seat("6c 8s", FOLD, multi_game_link=1)}
    shown = {}
    for survives in (True, False):
        options = {"multi_game_link": "PTMGL01", "link_survives_fold": survives}
        played = deal(MASSACHUSETTS, seats, DRY, NO_PAIR, options=options)
        shown[survives] = [event.seat for event in played.events if event.kind == "reveal" and event.seat]
    assert shown == {True: [3, 2], False: [2]}


@pytest.mark.parametrize(("survives", "net"), [(True, 29), (False, -1)])
def test_link_survives_a_fold_unless_the_house_says_otherwise(survives: bool, net: int) -> None:
    options = {"multi_game_link": "PTMGL01", "link_survives_fold": survives}
    played = deal(
        MASSACHUSETTS, {1: seat("2c 3d", FOLD, multi_game_link=1)}, "4h 5s 6d Kc Kd", "Ks Kh", options=options
    )
    assert nets(played, 1) == {"ante": -10, "blind": -10, "multi_game_link": net}


def test_turn_and_river_do_not_count_for_the_link() -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("8h 8d", ["play_4x"], trips=5, multi_game_link=1)},
        "Kd 5h 2c 8c 8s",
        "Kc Qs",
        options={"multi_game_link": "PTMGL01"},
    )
    assert nets(played, 1) == {"ante": 10, "blind": 100, "play": 40, "trips": 150, "multi_game_link": -1}


# -- Irregularities ---------------------------------------------------------------------------------------------------


def test_exposed_dealer_card_settles_trips_of_folded_hands_too_and_gives_their_ante_back() -> None:
    seats = {1: seat("Tc Th", FOLD, trips=5), 2: seat("Kd 9c", ["check", "check"], trips=5)}
    played = deal(
        MASSACHUSETTS,
        seats,
        "Td 8s 3c 2h 5d",
        irregularities=[{"id": "dealer_card_exposed", "at": "after_river", "after": 5}],
    )
    assert nets(played, 1) == {"ante": 0, "blind": 0, "trips": 15}
    assert nets(played, 2) == {"ante": 0, "blind": 0, "trips": -5}
    assert played.net == {1: 15_00, 2: -5_00}
    assert played.ledger["house"] == -10_00
    trips = next(row for row in played.settlements if row.wager == "trips")
    assert trips.cite == "§14(a)-(b) L30952-30958; §10(d) L30751-30760"


def test_exposed_dealer_card_without_trips_deals_no_board() -> None:
    played = table().deal({1: {"ante": 10, "blind": 10}, 2: {"ante": 10, "blind": 10}})
    played.act("play_4x")
    played.call(Call("dealer_card_exposed"))
    assert played.over
    assert "community" not in played.hands
    assert played.net == {1: 0, 2: 0}
    assert {row.outcome for row in played.settlements} == {"void"}


def test_exposed_dealer_card_after_the_flop_completes_the_board_and_replays() -> None:
    live = table(seed=3, cover_all=True, progressive=True, progressive_contribution=20)
    played = live.deal({1: {"ante": 10, "blind": 10, "trips": 5, "cover_all": 5, "progressive": 5}})
    played.act("check")
    flop = list(played.hands["community"])
    played.call(Call("dealer_card_exposed"))
    assert played.over
    assert played.hands["community"][:3] == flop
    assert dealt(played)[-3:] == ["burn", "community", "community"]
    settled = outcomes(played, 1)
    assert settled.pop("trips") in ("win", "lose")
    assert set(settled.values()) == {"void"}
    assert played.meters.held == {"progressive": 50_000_00}
    assert settle(live.record().to_toml()).rounds[0][1].events == played.events


def test_a_hand_that_became_void_before_has_its_trips_returned() -> None:
    seats = {1: seat(None, trips=5), 2: seat("Kd 9c", None, trips=5)}
    played = deal(
        MASSACHUSETTS,
        seats,
        "Td 8s 3c 2h 5d",
        irregularities=[
            {"id": "wrong_number_of_cards_player", "seat": 1, "at": "deal"},
            {"id": "dealer_card_exposed", "at": "before_flop"},
        ],
    )
    assert outcomes(played, 1) == {"ante": "void", "blind": "void", "trips": "void"}
    assert nets(played, 2)["trips"] == -5


def test_face_up_cards_void_the_round_at_the_deal_and_spare_trips_later() -> None:
    seats = {1: seat("Tc Th", ["check"], trips=5)}
    early = deal(MASSACHUSETTS, seats, None, irregularities=["several_face_up_cards"])
    later = deal(MASSACHUSETTS, seats, "Td 8s 3c 2h 5d", irregularities=["several_face_up_cards_later"])
    assert nets(early, 1) == {"ante": 0, "blind": 0, "trips": 0}
    assert nets(later, 1) == {"ante": 0, "blind": 0, "trips": 15}
    assert "reshuffle" in early.after
    assert "reshuffle" in later.after


def test_a_face_up_card_is_not_used() -> None:
    played = deal(
        MASSACHUSETTS,
        {1: seat("Ac Td", LAST)},
        DRY,
        NO_PAIR,
        irregularities=[{"id": "face_up_card", "card": "As", "at": "flop"}],
    )
    assert played.net == {1: 10_00}
    assert any(event.kind == "discard" and event.cards == (Card("As"),) for event in played.events)


def test_a_folded_hand_found_with_three_cards_gets_its_ante_and_blind_back() -> None:
    played = table().deal({1: {"ante": 10, "blind": 10, "trips": 5}, 2: {"ante": 10, "blind": 10}})
    for action in ("check", "check", "check", "check", "fold"):
        played.act(action)
    played.call(Call("wrong_number_of_cards_player", seat=1))
    played.act("fold")
    assert played.over
    assert outcomes(played, 1) == {"ante": "void", "blind": "void", "trips": "void"}
    assert played.net == {1: 0, 2: -20_00}
    assert played.ledger["house"] == 20_00


def test_dealer_may_complete_the_hand_in_sequence() -> None:
    record = {"seats": {1: seat("Ac Td", LAST)}, "board": DRY, "dealer": NO_PAIR}
    assert deal(MASSACHUSETTS, **record, irregularities=["dealer_hand_completed"]).net == {1: 10_00}
    void = deal(MASSACHUSETTS, **record, irregularities=["wrong_number_of_cards_dealer"])
    assert {row.outcome for row in void.settlements} == {"void"}


# -- California -------------------------------------------------------------------------------------------------------


def test_four_players_and_the_player_dealer_make_five() -> None:
    seats = {n: seat(None, FOLD) for n in (1, 2, 3, 4)}
    assert deal(CALIFORNIA, seats, None).net == dict.fromkeys(seats, -20_00) | {5: 80_00}
    with pytest.raises(PitbossError, match="there is no seat 6; this table has 5"):
        deal(CALIFORNIA, {6: seat(None, FOLD)}, None)


def test_settlement_goes_clockwise_from_the_player_dealers_left_and_within_a_seat_play_comes_before_blind() -> None:
    seats = {1: seat("Ah As", LAST, trips=5), 4: seat("Ac Ad", LAST, trips=5), 5: seat("3c 3h", FOLD)}
    played = deal(CALIFORNIA, seats, DRY, NO_PAIR, bank={"seat": 3, "wager": 1_000})
    assert [(row.seat, row.wager) for row in played.settlements] == [
        (4, "ante"),
        (4, "play"),
        (4, "blind"),
        (4, "trips"),
        (5, "ante"),
        (5, "blind"),
        (1, "ante"),
        (1, "play"),
        (1, "blind"),
        (1, "trips"),
    ]


def test_what_a_fold_loses_uses_up_coverage_at_its_seats_turn() -> None:
    seats = {1: seat("Ah As", LAST), 2: seat("3c 3h", FOLD), 4: seat("Ac Ad", ["play_4x"])}
    played = deal(CALIFORNIA, seats, DRY, "Ks Qd", bank={"seat": 3, "wager": 55})
    assert nets(played, 4) == {"ante": 10, "play": 40, "blind": 0}
    assert nets(played, 1) == {"ante": 5, "play": 0, "blind": 0}
    assert outcomes(played, 1) == {"ante": "win", "play": "void", "blind": "push"}
    assert outcomes(played, 2) == {"ante": "void", "blind": "void"}
    assert played.net[3] == -55_00


def test_running_result_counts_where_the_house_chose_net_coverage() -> None:
    seats = {1: seat("Ah As", LAST), 2: seat("3c 3h", FOLD)}
    bank = {"seat": 5, "wager": 25}
    action = deal(CALIFORNIA, seats, DRY, "Ks Qd", bank=bank)
    net = deal(CALIFORNIA, seats, DRY, "Ks Qd", bank=bank, options={"coverage_method": "net"})
    assert nets(action, 2) == {"ante": -5, "blind": 0}
    assert nets(net, 2) == {"ante": -10, "blind": -10}


@pytest.mark.parametrize(("rule", "blind"), [("as_written", 10), ("push", 0)])
def test_equal_straights_pay_the_blind_as_written(rule: str, blind: int) -> None:
    played = deal(CALIFORNIA, {1: seat("2c 2d", LAST)}, "Ts Jd Qc Kh As", "3c 3d", options={"tie_blind_rule": rule})
    assert nets(played, 1) == {"ante": 0, "play": 0, "blind": blind}


def test_schedule_limits_bind_ante_blind_and_trips_but_not_play() -> None:
    options = {"schedule_option": 9}
    played = deal(CALIFORNIA, {1: seat("Ac Td", ["play_4x"], ante=50, trips=100)}, DRY, NO_PAIR, options=options)
    assert nets(played, 1)["play"] == 200
    with pytest.raises(PitbossError, match=r"Ante: \$60\.00 is over the maximum of \$50\.00"):
        deal(CALIFORNIA, {1: seat("Ac Td", LAST, ante=60)}, DRY, NO_PAIR, options=options)
    with pytest.raises(PitbossError, match=r"Trips: \$105\.00 is over the maximum of \$100\.00"):
        deal(CALIFORNIA, {1: seat("Ac Td", LAST, trips=105)}, DRY, NO_PAIR, options=options)


def test_total_table_action_counts_ante_blind_and_trips() -> None:
    seats = {n: seat(None, FOLD, ante=ante) for n, ante in ((1, 100), (2, 50), (3, 40))}
    seats[1]["wagers"]["trips"] = 25
    seats[1]["cards"] = "3c 4h"
    played = deal(CALIFORNIA, seats, DRY, options={"schedule_option": 11})
    assert {fee.seat: fee.amount for fee in played.fees} == {5: 4_00}


@pytest.mark.parametrize("name", ["cards_off_table", "play_changed"])
def test_what_is_not_allowed_changes_nothing(name: str) -> None:
    seats = {1: seat("Ac Td", LAST)}
    quiet = deal(CALIFORNIA, seats, DRY, NO_PAIR)
    called = deal(CALIFORNIA, seats, DRY, NO_PAIR, irregularities=[{"id": name, "seat": 1}])
    assert called.net == quiet.net
    assert len(called.events) == len(quiet.events) + 2
