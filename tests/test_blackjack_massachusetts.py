"""Blackjack of Massachusetts: the game and its options, where the worked examples of the spec do not show them."""

import contextlib
import random
from typing import Any

import pytest

from blackjack_ma_table import ENTRY, MULTIPLE, dealt_to, ma, ma_record, nets, seats, sit, told
from dealing import random_call
from pitboss import PitbossError, settle
from pitboss.errors import Refused
from pitboss.rulebook import Setup, examine, load

READER = {"second_card": "hole_down_reader"}
HOLE = {"second_card": "hole_down"}
UP = {"second_card": "hole_up"}


# -- The dealer's second card -----------------------------------------------------------------------------------------


def test_the_second_card_comes_last_or_face_down_or_face_up() -> None:
    assert dealt_to(ma("Ts 8d", "7c Th", "stand")) == ["seat 1", "dealer", "seat 1", "dealer"]
    played = ma("Ts 8d", "7c Th", "stand", options=HOLE)
    hole = [event for event in played.view("table") if event.kind == "deal" and event.hand == "dealer"][1]
    assert not hole.cards[0].known
    played = ma("Ts 8d", "7c Th", "stand", options=UP)
    hole = [event for event in played.view("table") if event.kind == "deal" and event.hand == "dealer"][1]
    assert hole.cards[0].known


def test_only_a_card_reader_finds_a_blackjack_before_the_players_decide() -> None:
    assert nets(ma("Ts 8d", "Tc Ah", options=READER)) == {"blackjack": -10}
    assert nets(ma("Ts 8d", "Tc Ah", "stand", options=HOLE)) == {"blackjack": -10}
    assert told(ma("Ts 8d", "9c Ah", "stand", options=READER), "peek") == []


def test_with_a_card_reader_a_surrender_costs_half_at_once() -> None:
    played = ma("Ts 6d", "Tc 7h", "surrender", options=READER | {"surrender": True})
    assert nets(played) == {"blackjack": -5}
    kinds = [event.kind for event in played.events]
    assert kinds.index("settle") < len(kinds) - 1 - kinds[::-1].index("reveal")


def test_without_one_a_surrender_against_a_ten_waits() -> None:
    kinds = [event.kind for event in ma("Ts 6d", "Tc 7h", "surrender", options={"surrender": True}).events]
    assert kinds.index("settle") > kinds.index("announced")


def test_a_blackjack_against_a_low_card_is_paid_before_anybody_draws() -> None:
    two = {
        1: {"wagers": {"blackjack": 10}, "cards": "5s 6d Th", "actions": ["hit"]},
        2: {"wagers": {"blackjack": 10}, "cards": "As Kd"},
    }
    played = settle(seats(two, "7c Th")).rounds[0][1]
    kinds = [(event.kind, event.seat) for event in played.events]
    assert kinds.index(("settle", 2)) < kinds.index(("decision", 1))


def test_the_hole_card_up_takes_no_insurance_and_doubles_nine_to_eleven_only() -> None:
    assert nets(ma("Ts 8d", "Ac 6h", "stand", options=UP)) == {"blackjack": 10}
    assert nets(ma("5s 4d Th", "Tc 8h", "double", options=UP)) == {"blackjack": 10, "double_down": 10}
    with pytest.raises(PitbossError, match='cannot "double"'):
        settle(ma_record("Ts 2d Th", "Tc 8h", "double", options=UP))


def test_with_the_hole_card_up_a_split_21_and_five_cards_tie_and_lose() -> None:
    options = UP | {"five_card_21": True}
    assert nets(ma(["Ts Ah", "Kd 9h"], "Tc 6h 5d", "split", "stand", options=options)) == {
        "blackjack": -10,
        "split 2": -10,
    }
    assert nets(ma("2s 3d 4c 5h 7s", "Tc 6d 5h", "hit", "hit", "hit", options=options)) == {"blackjack": -10}


# -- Insurance and even money -----------------------------------------------------------------------------------------


def test_insurance_may_be_made_just_before_the_own_first_decision() -> None:
    two = {
        1: {"wagers": {"blackjack": 10}, "cards": "5s 6d Th", "actions": ["no_insurance", "hit"]},
        2: {"wagers": {"blackjack": 10}, "cards": "Ts 9d", "actions": ["insure 5", "stand"]},
    }
    played = settle(seats(two, "Ac 6h", options={"insurance_timing": "own_turn"})).rounds[0][1]
    decided = [(event.seat, event.text) for event in played.events if event.kind == "decision"]
    assert decided == [(1, "no_insurance"), (1, "hit"), (2, "insure 5.00"), (2, "stand")]


def test_even_money_is_for_a_blackjack_alone() -> None:
    with pytest.raises(PitbossError, match='cannot "even_money"'):
        settle(ma_record("Ts 9d", "Ac 6h", "even_money", options={"even_money": True}))
    assert nets(ma("As Kd", "Ac 6h", "no_insurance", options={"even_money": True})) == {"blackjack": 15}


# -- Doubling and splitting -------------------------------------------------------------------------------------------


def test_a_double_card_dealt_face_down_is_nobodys_to_know_until_the_hand_is_settled() -> None:
    table = sit(3, double_card="face_down")
    played = table.deal({1: {"blackjack": 10}})
    while "double" not in played.asking[0].names:
        played.act(played.asking[0].names[0])
    played.act("double")
    third = [event for event in played.events if event.kind == "deal" and event.hand == "seat 1"][2]
    assert third.seen_by == ()
    shown = [event for event in played.events if event.kind == "reveal" and event.hand == "seat 1"]
    assert [event.cards for event in shown] == [third.cards]


def test_a_bust_that_lies_face_down_is_found_when_it_is_turned_up() -> None:
    options = {"double_card": "face_down"}
    played = ma("Ts 6d 9h", "7c 9s Kd", "double", options=options)
    assert nets(played) == {"blackjack": -10, "double_down": -10}
    assert dealt_to(played)[-1] == "dealer"
    assert nets(ma("Ts 6d 9h", "Tc Ah", "double", options=options)) == {"blackjack": -10, "double_down": 0}


def test_a_player_may_ask_for_the_double_card_face_down() -> None:
    options = {"double_card": "on_request"}
    assert nets(ma("5s 6d 9h", "7c Td", "double_face_down 10", options=options)) == {
        "blackjack": 10,
        "double_down": 10,
    }
    with pytest.raises(PitbossError, match='cannot "double_face_down'):
        settle(ma_record("5s 6d 9h", "7c Td", "double_face_down 10"))


def test_by_the_letter_a_blackjack_takes_the_original_wager_alone_whatever_went_over() -> None:
    letter = {"bust_then_dealer_blackjack": "original_only"}
    hands, actions = ["8s 6h Td", "8d 7h Qs"], ("split", "double 10", "hit")
    final = {"blackjack": -10, "double_down": -10, "split 2": -10}
    assert nets(ma(hands, "Tc Ah", *actions)) == final
    assert nets(ma(hands, "Tc Ah", *actions, options=letter)) == {"blackjack": -10, "double_down": 0, "split 2": 0}
    assert nets(ma(hands, "Tc 9h", *actions, options=letter)) == final
    seen = [event.kind for event in ma("9s 6h Td", "8c Ah", "hit", options=letter).events]
    assert seen.index("settle") < seen.index("announced"), "no blackjack can come: the bust is lost at once"
    with pytest.raises(Refused, match="loses all its wagers"):
        Setup.of(load(ENTRY), letter | {"multiple_action": "three"})


def test_a_bust_counts_as_the_original_wager_only_for_whoever_lost_by_it() -> None:
    three = {
        1: {"wagers": {"blackjack": 10}, "hands": ["8s 6h Kd", "8d Qs"], "actions": ["split", "hit", "stand"]},
        8: {"wagers": {"blackjack": 20}, "says": ["behind 1"], "actions": ["second_hand"]},
        9: {"wagers": {"blackjack": 30}, "says": ["behind 1"], "actions": ["cover"]},
    }
    played = settle(seats(three, "Kc Ah", options={"bettors_per_box": 3})).rounds[0][1]
    assert played.net == {1: -1000, 8: -2000, 9: -3000}


def test_pairs_are_split_once_unless_the_house_lets_them_be_split_more_often() -> None:
    with pytest.raises(PitbossError, match='cannot "split"'):
        settle(ma_record(["8s 9h", "8c 9d", "8d 2h"], "7c Td", "split", "split", "stand", "stand", "stand"))
    more = {"splits": 2}
    hands = ["8s 9h", "8c 9d", "8d 9s"]
    played = ma(hands, "7c Td", "split", "split", "stand", "stand", "stand", options=more)
    assert nets(played) == {"blackjack": 0, "split 2": 0, "split 3": 0}
    for boxes, legal in ((7, False), (6, True)):
        setup, _ = examine(load(ENTRY), {"splits": 3, "boxes": boxes})
        assert (setup is not None) == legal


def test_aces_are_split_again_unless_the_house_limits_them() -> None:
    hands = ["As 9h", "Ac 9d", "Ad 9s"]
    played = ma(hands, "7c Td", "split", "split", options={"splits": 2})
    assert nets(played) == {"blackjack": 10, "split 2": 10, "split 3": 10}
    with pytest.raises(PitbossError, match="not asked to"):
        settle(ma_record(["As Ah", "Ac 9d"], "7c Td", "split", "split", options={"splits": 2, "resplit_aces": False}))


def test_a_split_hand_is_not_surrendered() -> None:
    with pytest.raises(PitbossError, match='cannot "surrender"'):
        settle(ma_record(["8s 9h", "8c 9d"], "7c Td", "split", "surrender", options={"surrender": True}))


def test_a_split_21_beats_another_21_unless_the_house_reads_it_otherwise() -> None:
    hands, dealer = ["Ks Ac", "Td 7h"], "5c Th 6s"
    plain = {"split21_beats_multicard21": False}
    assert nets(ma(hands, dealer, "split", "stand", options=plain)) == {"blackjack": 0, "split 2": -10}


def test_of_a_doubled_bonus_hand_only_the_wager_on_the_hand_is_paid_better() -> None:
    played = ma("6h 7h 8h", "Tc 9d", "double", options={"suited_6_7_8": True})
    assert nets(played) == {"blackjack": 20, "double_down": 10}
    assert nets(ma("6h 7d 8h", "Tc 9d", "hit", options={"suited_6_7_8": True})) == {"blackjack": 10}


def test_the_one_designated_blackjack_is_paid_2_to_1() -> None:
    options = {"designated_blackjack": True, "designated_cards": "Ah Kd"}
    assert nets(ma("Ah Kd", "7c Td", options=options)) == {"blackjack": 20}
    assert nets(ma("Ah Kc", "7c Td", options=options)) == {"blackjack": 15}
    assert nets(ma("Kd Ah", "Ac Td", "no_insurance", options=options)) == {"blackjack": 0}
    assert nets(ma("Ah Kd", "Ac Td", options=options | UP)) == {"blackjack": 20}
    with pytest.raises(PitbossError, match="a jack, a queen or a king"):
        Setup.of(load(ENTRY), {"designated_cards": "Ah Td"})


# -- Several bettors on a box -----------------------------------------------------------------------------------------


def _with_behind(cards: str | list[str], dealer: str, decider: list[str], behind: list[str], **options: Any) -> Any:
    held = {"cards": cards} if isinstance(cards, str) else {"hands": cards}
    rows = {
        1: {"wagers": {"blackjack": 20}, **held, "actions": decider},
        8: {"wagers": {"blackjack": 10}, "says": ["behind 1"], "actions": behind},
    }
    return settle(seats(rows, dealer, options={"bettors_per_box": 3} | options)).rounds[0][1]


def _by_seat(played: Any) -> list[tuple[int, str, int, int]]:
    return [(row.seat, row.wager, row.hand, row.net // 100) for row in played.settlements]


def test_whoever_wagers_behind_covers_both_split_hands_or_names_one() -> None:
    hands, dealer = ["8s 9h", "8c Td"], "7c Ts"
    covered = _with_behind(hands, dealer, ["split", "stand", "stand"], ["cover"])
    assert sorted(_by_seat(covered)) == sorted(
        [(1, "blackjack", 1, 0), (1, "split", 2, 20), (8, "blackjack", 1, 0), (8, "split", 2, 10)]
    )
    second = _with_behind(hands, dealer, ["split", "stand", "stand"], ["second_hand"])
    assert (8, "blackjack", 2, 10) in _by_seat(second)
    first = _with_behind(hands, dealer, ["split", "stand", "stand"], ["first_hand"])
    assert (8, "blackjack", 1, 0) in _by_seat(first)


def test_each_bettor_insures_by_himself_and_a_bust_takes_every_wager_on_the_box() -> None:
    played = _with_behind("Ts 6d 9h", "Ac Td", ["no_insurance", "hit"], ["insure 5"])
    assert _by_seat(played) == [(1, "blackjack", 1, -20), (8, "blackjack", 1, -10), (8, "insurance", 1, 10)]


def test_a_void_hand_gives_those_behind_their_wager_back() -> None:
    rows = {
        1: {"wagers": {"blackjack": 20}},
        2: {"wagers": {"blackjack": 10}, "cards": "Ts 9d", "actions": ["stand"]},
        8: {"wagers": {"blackjack": 10}, "says": ["behind 1"]},
    }
    calls = [{"id": "no_card_dealt", "seat": 1}]
    record = seats(rows, "7c Td", options={"bettors_per_box": 2}, irregularities=calls)
    played = settle(record).rounds[0][1]
    assert {row.seat: row.outcome for row in played.settlements} == {1: "void", 8: "void", 2: "win"}


def test_no_more_people_wager_on_a_box_than_the_house_lets() -> None:
    table = sit(bettors_per_box=2)
    box = {1: {"blackjack": 10}, 8: {"blackjack": 10}, 9: {"blackjack": 10}}
    with pytest.raises(PitbossError, match="no more than 2 people"):
        table.deal(box, says={8: ["behind 1"], 9: ["behind 1"]})
    with pytest.raises(PitbossError, match="nobody bets behind"):
        sit().deal({1: {"blackjack": 10}, 8: {"blackjack": 10}}, says={8: ["behind 1"]})


def test_wagers_on_the_side_are_for_whoever_decides() -> None:
    table = sit(bettors_per_box=2, buster="A")
    with pytest.raises(PitbossError, match="whoever decides for the box"):
        table.deal({1: {"blackjack": 10}, 8: {"blackjack": 10, "buster": 5}}, says={8: ["behind 1"]})


# -- Multiple action --------------------------------------------------------------------------------------------------

ACTION = {"multiple_action": "two_or_three"}


def _action(cards: str | list[str], dealer: str, *actions: str, **more: Any) -> Any:
    return ma(cards, dealer, *actions, **{"wagers": MULTIPLE, "options": ACTION} | more)


def test_a_bust_loses_every_wager_and_the_dealer_plays_no_further_hand() -> None:
    played = _action("Ts 6d 9h", "7c Td", "hit")
    assert nets(played) == dict.fromkeys(MULTIPLE, -10)
    assert dealt_to(played).count("dealer") == 2


def test_a_third_wager_may_be_left_out_unless_the_house_requires_it() -> None:
    two = {"multiple_action_1": 10, "multiple_action_2": 20}
    played = _action("Ts 9d", "7c Td", "stand", wagers=two, dealer_2="9s 5d")
    assert nets(played) == {"multiple_action_1": 10, "multiple_action_2": -20}
    assert "dealer_3" not in dealt_to(played)
    with pytest.raises(PitbossError, match="three wagers at this table"):
        settle(ma_record("Ts 9d", "7c Td", "stand", wagers=two, options={"multiple_action": "three"}))
    with pytest.raises(PitbossError, match="two or three wagers"):
        settle(ma_record("Ts 9d", "7c Td", "stand", wagers={"multiple_action_1": 10}, options=ACTION))


def test_a_blackjack_against_a_low_card_is_paid_on_every_spot_at_once() -> None:
    played = _action("As Kd", "7c Td")
    assert nets(played) == dict.fromkeys(MULTIPLE, 15)
    assert dealt_to(played).count("dealer") == 2


def test_a_blackjack_against_an_ace_meets_each_hand_by_itself() -> None:
    options = ACTION | {"even_money": True}
    actions = ("even_money", "no_insurance", "insure 5")
    played = _action("As Kd", "Ac Td", *actions, options=options, dealer_2="Th", dealer_3="9h")
    assert nets(played) == {
        "multiple_action_1": 10,
        "multiple_action_2": 0,
        "insurance": -5,
        "multiple_action_3": 15,
    }


def test_a_split_adds_a_wager_to_every_spot_and_each_hand_of_the_dealers_decides_its_own() -> None:
    hands = ["8s Th", "8c 9d"]
    played = _action(hands, "7c Ts", "split", "stand", "stand", dealer_2="9h 5d", dealer_3="Jd")
    rows = [(row.wager, row.on, row.hand, row.net // 100) for row in played.settlements]
    assert sorted(rows, key=str) == sorted(
        [
            *(("multiple_action_1", None, 1, 10), ("split", "1", 2, 0)),
            *(("multiple_action_2", None, 1, -10), ("split", "2", 2, -10)),
            *(("multiple_action_3", None, 1, 10), ("split", "3", 2, 0)),
        ],
        key=str,
    )


def test_a_double_lies_on_every_spot_in_proportion() -> None:
    wagers = {"multiple_action_1": 10, "multiple_action_2": 20, "multiple_action_3": 30}
    played = _action("5s 6d Th", "7c Ts", "double 30", wagers=wagers, dealer_2="Jd", dealer_3="Qd")
    doubled = {row.on: row.net for row in played.settlements if row.wager == "double_down"}
    assert doubled == {"1": 500, "2": 1000, "3": 1500}
    with pytest.raises(PitbossError, match="cannot be paid exactly"):
        settle(ma_record("5s 6d Th", "7c Ts", "double 10.01", wagers=wagers, options=ACTION))


def test_the_up_card_moves_from_hand_to_hand() -> None:
    played = _action("Ts 9d", "7c Td", "stand", dealer_2="Ts", dealer_3="Th")
    moved = [(event.source, event.hand, event.cards) for event in played.events if event.kind == "move"]
    assert moved == [("dealer", "dealer_2", ("7c",)), ("dealer_2", "dealer_3", ("7c",))]
    assert played.hands["dealer_3"] == ["7c", "Th"]


# -- Irregularities ---------------------------------------------------------------------------------------------------


def _called(cards: str, dealer: str, call: dict[str, Any], *actions: str, **more: Any) -> Any:
    return ma(cards, dealer, *actions, irregularities=[call], **more)


def test_whoever_got_one_card_takes_the_second_last_or_gets_the_wager_back() -> None:
    call = {"id": "one_card_dealt", "seat": 1}
    two = {
        1: {"wagers": {"blackjack": 10}, "cards": "Ts 9d", "actions": ["late_card", "stand"]},
        2: {"wagers": {"blackjack": 10}, "cards": "Tc 9h", "actions": ["stand"]},
    }
    played = settle(seats(two, "7c Td", irregularities=[call])).rounds[0][1]
    assert dealt_to(played)[:5] == ["seat 1", "seat 2", "dealer", "seat 2", "seat 1"]
    two[1] = {"wagers": {"blackjack": 10}, "actions": ["hand_dead"]}
    played = settle(seats(two, "7c Td", irregularities=[call])).rounds[0][1]
    assert {row.seat: row.outcome for row in played.settlements} == {1: "void", 2: "win"}


def test_a_card_that_was_not_dealt_comes_after_the_others_have_drawn() -> None:
    two = {
        1: {"wagers": {"blackjack": 10}, "cards": "5s 6d Th", "actions": ["late_card", "hit"]},
        2: {"wagers": {"blackjack": 10}, "cards": "Tc 5h 4d", "actions": ["hit", "stand"]},
    }
    call = {"id": "draw_card_not_dealt", "seat": 1}
    played = settle(seats(two, "7c Td", irregularities=[call])).rounds[0][1]
    assert dealt_to(played)[-3:] == ["seat 2", "seat 1", "dealer"]
    two[1] |= {"cards": "5s 6d", "actions": ["hand_dead"]}
    played = settle(seats(two, "7c Td", irregularities=[call])).rounds[0][1]
    assert {row.seat: row.outcome for row in played.settlements} == {1: "void", 2: "win"}


def test_a_card_drawn_to_a_pat_hand_is_burned() -> None:
    played = _called("Ts 9d", "7c Td", {"id": "dealer_draws_on_pat_hand", "card": "5c"}, "stand")
    assert nets(played) == {"blackjack": 10}
    assert [event.cards for event in played.events if event.kind == "discard"] == [("5c",)]


def test_without_a_working_card_reader_nobody_looks_in_that_round() -> None:
    call = {"id": "reader_malfunction"}
    assert nets(_called("Ts 9d", "Tc Ah", call, "stand", options=READER)) == {"blackjack": -10}


def test_a_hole_card_that_a_player_learned_voids_the_round() -> None:
    call = {"id": "reader_showed_hole_card"}
    played = _called("Ts 9d", "9c Ah", call, "stand", options=READER)
    assert played.void


def test_an_exposed_card_may_become_the_dealers_second_card() -> None:
    call = {"id": "exposed_card_drawn_in_error", "card": "5c"}
    played = _called("Ts 9d", "Tc 4h", call, "refuse")
    assert played.hands["dealer"] == ["Tc", "5c", "4h"]
    assert nets(played) == {"blackjack": 0}


def test_the_discards_that_are_shuffled_lose_their_first_card() -> None:
    table = sit(5, decks=1)
    for _ in range(60):
        played = table.deal({seat: {"blackjack": 10} for seat in range(1, 8)})
        while played.asking:
            ask = played.asking[0]
            played.act("hit" if "hit" in ask.names else ask.names[0], ask.seat)
        if any(call.id == "not_enough_cards" for call in played.calls) and not played.void:
            break
        table.shoe.cut_card_in = False  # type: ignore[union-attr]
    else:
        pytest.fail("the cards never ran out")
    assert len(played.hands["burned"]) == 1
    again = settle(table.record().to_toml())
    assert again.rounds[-1][1].events == played.events


def test_a_card_is_burned_as_well_where_somebody_says_that_the_cards_run_out() -> None:
    call = {"id": "not_enough_cards", "at": "play"}
    played = _called("Ts 9d", "7c Td", call, "stand", burned="5c")
    assert played.hands["burned"] == ["5c"]


def test_a_player_whom_a_misdealt_card_concerns_may_leave_the_hand() -> None:
    two = {
        1: {"wagers": {"blackjack": 10}, "actions": ["leave"]},
        2: {"wagers": {"blackjack": 10}, "cards": "Tc 9h", "actions": ["stand"]},
    }
    call = {"id": "card_to_wrong_place", "seat": 1}
    played = settle(seats(two, "7c Td", irregularities=[call])).rounds[0][1]
    assert {row.seat: row.outcome for row in played.settlements} == {1: "void", 2: "win"}


# -- By chance --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["no_hole", "hole_down", "hole_down_reader", "hole_up"])
def test_random_rounds_with_bettors_behind_lose_no_chip_and_replay(mode: str) -> None:
    rng = random.Random(mode)
    options = {"bettors_per_box": 3, "second_card": mode, "buster": "A", "super_4": "2"}
    if mode != "hole_up":
        options |= {"surrender": True, "splits": 2, "double_card": "on_request"}
    table = sit(1, **options)
    rounds = []
    for _ in range(60):
        boxes = rng.sample(range(1, 8), rng.randint(1, 4))
        wagers = {box: {"blackjack": 10, "buster": 5, "super4": 5} for box in boxes}
        behind = {8 + number: rng.choice(boxes) for number in range(rng.randint(0, 2))}
        wagers |= {seat: {"blackjack": 20} for seat in behind}
        played = table.deal(wagers, says={seat: [f"behind {box}"] for seat, box in behind.items()})
        while played.asking:
            ask = rng.choice(played.asking)
            if rng.random() < 0.1 and (call := random_call(table.setup, played.live, wagers, rng)) is not None:  # type: ignore[arg-type]
                with contextlib.suppress(Refused):
                    played.call(call)
                continue
            played.act(ask.random_answer(rng), ask.seat)
        assert sum(played.ledger.values()) == 0
        assert all(played.ledger[f"seat {seat}"] == net for seat, net in played.net.items())
        rounds.append(played)
    again = settle(table.record().to_toml())
    for (_, replayed), played in zip(again.rounds, rounds, strict=True):
        assert replayed.events == played.events
        assert replayed.settlements == played.settlements
