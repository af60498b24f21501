"""Double Attack Blackjack: the second wager, surrender at any time, busts that wait, beyond the worked examples."""

from typing import Any

import pytest

from blackjack_variants import at_random, by_seat, nets, played, table, told
from pitboss import PitbossError
from pitboss.engine.round import Round
from pitboss.equipment.cards import cards
from pitboss.games.blackjack.double_attack import most_added
from pitboss.games.blackjack.rules import Held, Rules, case_of, moves
from pitboss.rulebook import Setup, load

ENTRY = "massachusetts-2020/double-attack-blackjack"
ATTACK, NOT = "double_attack 10", "no_double_attack"
HOLE, READER = {"second_card": "hole_down"}, {"second_card": "hole_down_reader"}
FINAL = {"bust_then_dealer_blackjack": "bust_final"}
MATCHED = {"split_matches_double_attack": True}
THREE = {"bettors_per_box": 3}


def seat(held: str | list[str], *actions: str, initial: int = 10, **more: Any) -> dict[str, Any]:
    wagers = {"initial": initial, **more.pop("side", {})}
    return {"wagers": wagers, "cards" if isinstance(held, str) else "hands": held, "actions": list(actions), **more}


def behind(*actions: str, initial: int = 10) -> dict[str, Any]:
    return {"wagers": {"initial": initial}, "says": ["behind 1"], "actions": list(actions)}


def one(held: str | list[str], dealer: str, *actions: str, **more: Any) -> Round:
    return played(ENTRY, {1: seat(held, *actions, side=more.pop("side", {}))}, dealer, **more)


def rules(**options: Any) -> Rules:
    return Rules.of(Setup.of(load(ENTRY), options))


# -- The Double Attack wager ------------------------------------------------------------------------------------------


def test_the_dealers_card_comes_first_and_players_see_it_before_they_raise() -> None:
    round = table(ENTRY).deal({1: {"initial": 10}, 2: {"initial": 10}})
    dealt = [event for event in round.events if event.kind == "deal" and event.hand != "burn"]
    assert [event.hand for event in dealt] == ["dealer"] and dealt[0].cards[0].known
    assert round.asking[0].names == (NOT, "double_attack")
    assert not round.hands_of(1) or not round.hands[round.hand(1)]


def test_every_seat_is_asked_before_any_player_has_a_card() -> None:
    rows = {1: seat("Ks 9d", ATTACK, "stand"), 2: seat("Js 8d", NOT, "stand")}
    round = played(ENTRY, rows, "7c Qh")
    kinds = [(event.kind, event.seat or event.hand) for event in round.events if event.kind in ("deal", "decision")]
    assert kinds[:3] == [("deal", "dealer"), ("decision", 1), ("decision", 2)]
    assert kinds[3:7] == [("deal", 1), ("deal", 2), ("deal", 1), ("deal", 2)]


def test_it_is_any_amount_up_to_the_initial_wager_unless_it_must_be_equal() -> None:
    assert nets(one("Ks 9d", "7c Qh", "double_attack 4", "stand")) == {"initial": 10, "double_attack": 4}
    with pytest.raises(PitbossError, match=r"at most \$10.00"):
        one("Ks 9d", "7c Qh", "double_attack 11", "stand")
    exact = {"double_attack_exact": True}
    assert nets(one("Ks 9d", "7c Qh", "double_attack", "stand", options=exact)) == {"initial": 10, "double_attack": 10}
    with pytest.raises(PitbossError, match="double_attack"):
        one("Ks 9d", "7c Qh", "double_attack 4", "stand", options=exact)


def test_on_a_shared_box_the_others_raise_only_where_whoever_decides_does() -> None:
    rows = {1: seat("Ks 9d", ATTACK, "stand"), 8: behind("double_attack 5"), 9: behind(NOT)}
    assert by_seat(played(ENTRY, rows, "7c Qh", options=THREE)) == {1: 20, 8: 15, 9: 10}
    rows = {1: seat("Ks 9d", NOT, "stand"), 8: behind()}
    assert by_seat(played(ENTRY, rows, "7c Qh", options=THREE)) == {1: 10, 8: 10}


def test_a_house_knows_the_most_that_a_wager_may_ask_for() -> None:
    entry = load(ENTRY)
    assert most_added(Setup.of(entry), 1000) == 1000 + 2 * 1000 + (2000 + 2 * 1000) + 500
    assert most_added(Setup.of(entry, MATCHED | {"boxes": 6}), 1000) == 1000 + 3 * 2000 + 4 * 2000 + 500


# -- Doubling and splitting -------------------------------------------------------------------------------------------


def test_a_double_is_up_to_both_wagers_and_on_a_split_hand_up_to_its_own() -> None:
    with pytest.raises(PitbossError, match=r"at most \$20.00"):
        one("6s 5d Kh", "7c Qd", ATTACK, "double 21", "stand")
    hands = ["8s 3h Kc", "8d 3c Qh"]
    both = one(hands, "7c Qd", ATTACK, "split", "double 20", "stand", "double 10", "stand")
    assert nets(both) == {"initial": 10, "double_attack": 10, "double_down": 20, "split 2": 10, "double_down 2": 10}
    with pytest.raises(PitbossError, match=r"at most \$10.00"):
        one(hands, "7c Qd", ATTACK, "split", "double 20", "stand", "double 11", "stand")


def test_a_hand_is_doubled_once_and_no_21_at_all() -> None:
    found = rules()
    assert "double" in moves(found, Held(cards("2c 3d 4h 2s")))
    assert moves(found, Held(cards("2c 3d 4h 2s"), doubled=True)) == ("stand", "surrender")
    assert moves(found, Held(cards("As 4d 6h"))) == ("stand", "surrender")


def test_a_split_may_have_to_match_the_double_attack_wager() -> None:
    hands = ["8s 9h", "8d Kc"]
    round = one(hands, "5c 3d 9s", ATTACK, "split", "stand", "stand", options=MATCHED)
    assert nets(round) == {"initial": 0, "double_attack": 0, "split 2": 10, "double_attack 2": 10}
    lost = one(hands, "Kd Ah", ATTACK, "split", "stand", "stand", options=MATCHED)
    assert nets(lost) == {"initial": -10, "double_attack": 0, "split 2": 0, "double_attack 2": 0}


def test_split_aces_get_one_card_and_may_be_surrendered_before_the_next() -> None:
    round = one(["As 5h", "Ad Kc"], "9c 8d", NOT, "split", "surrender", "stand")
    assert nets(round) == {"initial": -5, "split 2": 10}
    assert moves(rules(), Held(cards("As Ad"), split=True, splits=1)) == ("stand", "surrender")


def test_pairs_are_split_as_often_as_the_house_lets_with_fewer_than_seven_positions() -> None:
    assert [rules(boxes=boxes, max_split_hands=most).splits for boxes, most in ((7, 8), (7, 3), (6, 4), (6, 8))] == [
        2,
        2,
        3,
        7,
    ]


# -- Surrender --------------------------------------------------------------------------------------------------------


def test_a_hand_is_surrendered_until_it_stands_or_is_over() -> None:
    found = rules()
    for held in ("Ks 6d", "Ks 2d 4c", "Ks 5d 6c", "As Kd"):
        assert "surrender" in moves(found, Held(cards(held))), held
    assert "surrender" in moves(found, Held(cards("8s 6d"), split=True, splits=1))
    assert moves(found, Held(cards("Ks 6d 9c"))) == ()


def test_with_a_card_reader_the_house_takes_half_at_once_or_when_the_second_card_is_seen() -> None:
    for pending, waits in ((False, False), (True, True)):
        options = READER | ({"surrender_with_reader": "pending"} if pending else {})
        round = one("Ks 6d", "Qc 7h", ATTACK, "surrender", options=options)
        kinds = [event.kind for event in round.events]
        assert nets(round) == {"initial": -5, "double_attack": -5}
        assert (kinds.index("settle") > kinds.index("reveal")) == waits


def test_without_one_a_surrender_against_a_queen_waits_whatever_the_house_chose() -> None:
    kinds = [event.kind for event in one("Ks 6d", "Qc 7h", ATTACK, "surrender", options=HOLE).events]
    assert kinds.index("settle") > kinds.index("reveal")


def test_a_house_may_read_that_a_blackjack_takes_the_surrendered_double_attack_wager() -> None:
    options = {"surrendered_double_attack_lost_to_blackjack": True}
    assert nets(one("Ks 6d", "Qc Ah", ATTACK, "surrender", options=options)) == {"initial": -10, "double_attack": -10}
    doubled = one("7s 4d 3c", "Qc Ah", ATTACK, "double 20", "surrender", options=options)
    assert nets(doubled) == {"initial": -10, "double_attack": -10, "double_down": 0}


def test_a_surrendered_split_hand_costs_no_second_wager_against_a_blackjack() -> None:
    round = one(["8s 6h", "8d Qs"], "Kc Ah", ATTACK, "split", "stand", "surrender")
    assert nets(round) == {"initial": -10, "double_attack": 0, "split 2": 0}


def test_insurance_and_surrender_are_settled_by_themselves() -> None:
    assert nets(one("Ks 6d", "Ac Qh", NOT, "insure 5", "surrender")) == {"insurance": 12.5, "initial": -10}
    assert nets(one("Ks 6d", "Ac 5h", NOT, "insure 5", "surrender")) == {"insurance": -5, "initial": -5}


def test_insurance_is_offered_in_amounts_that_5_to_2_pays_exactly() -> None:
    nickels = {"chip_unit": "0.05"}
    assert nets(one("Ks 6d", "Ac Qh", NOT, "insure 0.10", "stand", options=nickels)) == {
        "insurance": 0.25,
        "initial": -10,
    }
    with pytest.raises(PitbossError, match="0.10"):
        one("Ks 6d", "Ac Qh", NOT, "insure 0.05", "stand", options=nickels)


def test_a_surrendered_blackjack_is_no_tie() -> None:
    assert nets(one("As Kd", "Qc Ah", ATTACK, "surrender")) == {"initial": -10, "double_attack": 0}


# -- Over 21, and the dealer's blackjack ------------------------------------------------------------------------------


def test_a_bust_waits_where_the_dealer_may_have_a_blackjack_and_then_costs_the_initial_wager_alone() -> None:
    round = one("Ks 6d 9c", "Kc Ah", ATTACK, "hit")
    assert nets(round) == {"initial": -10, "double_attack": 0}
    assert nets(one("Ks 6d 9c", "Kc 7h", ATTACK, "hit")) == {"initial": -10, "double_attack": -10}
    doubled = one("Ks 6d 9c", "Kc Ah", ATTACK, "double 20", options=HOLE)
    assert nets(doubled) == {"initial": -10, "double_attack": 0, "double_down": 0}


def test_against_a_low_card_and_after_a_card_reader_a_bust_is_lost_at_once() -> None:
    for dealer, options, waits in (("9c Kh", HOLE, False), ("Kc 7h", READER, False), ("Kc 7h", HOLE, True)):
        kinds = [event.kind for event in one("Ks 6d 9c", dealer, ATTACK, "hit", options=options).events]
        assert (kinds.index("settle") > kinds.index("reveal")) == waits, (dealer, options)


def test_where_a_bust_is_final_it_counts_as_the_wager_that_a_blackjack_takes() -> None:
    assert nets(one("Ks 6d 9c", "Kc Ah", ATTACK, "hit", options=FINAL)) == {"initial": -10, "double_attack": -10}
    second = one(["8d Qs", "8s 6h Kd"], "Kc Ah", ATTACK, "split", "stand", "hit", options=FINAL)
    assert nets(second) == {"initial": 0, "double_attack": 0, "split 2": -10}
    given_up = one(["8d Qs", "8s 6h Kd"], "Kc Ah", ATTACK, "split", "surrender", "hit", options=FINAL)
    assert nets(given_up) == {"initial": 0, "double_attack": 0, "split 2": -10}


def test_every_hand_of_a_split_may_be_over_and_the_box_still_loses_one_wager_to_a_blackjack() -> None:
    hands = ["8s 6h Kd", "8d 6c Qs"]
    assert nets(one(hands, "Kc Ah", ATTACK, "split", "hit", "hit")) == {
        "initial": -10,
        "double_attack": 0,
        "split 2": 0,
    }
    assert nets(one(hands, "Kc 7h", ATTACK, "split", "hit", "hit")) == {
        "initial": -10,
        "double_attack": -10,
        "split 2": -10,
    }


def test_what_each_case_is() -> None:
    found = rules()
    split_21 = Held(cards("As Kd"), split=True, splits=1)
    assert case_of(found, split_21, cards("7c 8d 6h")) == "tie"
    assert case_of(found, Held(cards("As Kd")), cards("7c 8d 6h")) == "blackjack"
    assert case_of(found, Held(cards("Ks 6d 9c")), cards("Kc Ah")) == "dealer_blackjack"
    assert case_of(rules(**FINAL), Held(cards("Ks 6d 9c")), cards("Kc Ah")) == "over_21"


# -- The dealer -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", (HOLE, READER))
def test_nobody_sees_the_hole_card_before_its_time(options: dict[str, Any]) -> None:
    round = one("Ks 8d", "9c Kd", NOT, "stand", options=options)
    for viewer in ("table", 1):
        dealt = [event for event in round.view(viewer) if event.kind == "deal" and event.hand == "dealer"]
        assert dealt[0].cards[0].known and not dealt[1].cards[0].known


def test_a_card_reader_ends_the_round_on_a_blackjack() -> None:
    round = one("Ks 8d", "Kc Ah", ATTACK, options=READER, side={"optional_bonus": 5})
    assert nets(round) == {"optional_bonus": -5, "initial": -10, "double_attack": 0}


def test_the_dealer_draws_nothing_more_for_a_lone_blackjack() -> None:
    assert one("As Kd", "9c 5d", NOT, "stand").hands["dealer"] == ["9c", "5d"]


def test_the_bonus_is_settled_before_the_hands_and_winners_from_the_dealers_right() -> None:
    side = {"optional_bonus": 5}
    rows = {1: seat("Ks 9d", NOT, "stand", side=side), 2: seat("Ks 9h", NOT, "stand", side=side)}
    rows |= {3: seat("Ks 6d", NOT, "surrender")}
    round = played(ENTRY, rows, "Kc 6d 9c")
    order = [(row.seat, row.wager) for row in round.settlements]
    assert order == [(3, "initial"), (2, "optional_bonus"), (1, "optional_bonus"), (2, "initial"), (1, "initial")]


def test_losing_wagers_are_collected_before_winning_ones_are_paid() -> None:
    rows = {at: seat(held, NOT, "stand") for at, held in ((1, "Ks 7d"), (2, "Ks 9d"), (3, "Js 9h"))}
    assert [row.seat for row in played(ENTRY, rows, "9c 9h").settlements] == [1, 3, 2]


# -- Irregularities ---------------------------------------------------------------------------------------------------


def test_a_dead_hand_takes_its_stakes_back_and_leaves_the_bonus_and_the_other_hand() -> None:
    call = {"id": "draw_card_not_dealt", "seat": 1, "at": "play"}
    side = {"optional_bonus": 5}
    round = one("Ks 2d", "9c 5d 8h", ATTACK, "hand_dead", side=side, irregularities=[call])
    assert {row.wager: row.outcome for row in round.settlements} == {
        "initial": "void",
        "double_attack": "void",
        "optional_bonus": "win",
    }
    late = one("Ks 2d 9h", "9c 8d", ATTACK, "late_card", "hit", "stand", irregularities=[call])
    assert nets(late) == {"initial": 10, "double_attack": 10}
    split = one(["8s 4h", "8d Ks"], "9c 8h", NOT, "split", "hand_dead", "stand", irregularities=[call | {"after": 2}])
    assert {f"{row.wager} {row.hand}": row.outcome for row in split.settlements} == {
        "initial 1": "void",
        "split 2": "win",
    }


def test_a_second_ten_voids_what_is_open_with_the_double_attack_wager() -> None:
    ten = {"id": "ten_in_shoe", "at": "play"}
    round = one("Ks 9d", "7c", ATTACK, side={"optional_bonus": 5}, irregularities=[ten, ten])
    assert nets(round) == {"initial": 0, "double_attack": 0, "optional_bonus": 0} and "reshuffle" in round.after
    settled = {1: seat("Ks 6d", ATTACK, "surrender"), 2: seat("Ks 9d", NOT)}
    round = played(ENTRY, settled, "7c", irregularities=[ten, {"id": "ten_in_shoe", "at": "play", "after": 3}])
    assert by_seat(round) == {1: -10, 2: 0}


def test_a_misdealt_card_never_goes_back_and_the_player_may_leave() -> None:
    call = {"irregularities": [{"id": "card_to_wrong_place", "seat": 1, "at": "play"}]}
    assert nets(one("Ks 9d", "7c Qh", ATTACK, "stay", "stand", **call)) == {"initial": 10, "double_attack": 10}
    assert nets(one("Ks 9d", "7c Qh", ATTACK, "leave", **call)) == {"initial": 0, "double_attack": 0}


def test_the_card_that_a_dealer_draws_to_a_pat_hand_is_burned() -> None:
    calls = [{"id": "dealer_draws_on_pat_hand", "card": "5c"}]
    assert nets(one("Ks 9d", "7c Qh", NOT, "stand", irregularities=calls)) == {"initial": 10}


def test_a_card_reader_that_shows_the_hole_card_voids_the_hands_and_one_that_fails_is_left_out() -> None:
    shown = one("Ks 9d", "7c Qh", ATTACK, options=READER, irregularities=[{"id": "reader_showed_hole_card"}])
    assert {row.outcome for row in shown.settlements} == {"void"}
    without = {"id": "reader_malfunction", "at": "check"}
    round = one("Ks 6d", "Kc Ah", ATTACK, "surrender", options=READER, irregularities=[without])
    assert nets(round) == {"initial": -10, "double_attack": 0} and told(round, "peek") == []


def test_a_burn_that_was_forgotten_changes_nothing() -> None:
    assert nets(one("Ks 9d", "7c Qh", NOT, "stand", irregularities=["burn_forgotten"])) == {"initial": 10}


# -- Random play ------------------------------------------------------------------------------------------------------


def test_random_play_reaches_every_decision_and_every_way_a_hand_comes_out() -> None:
    wagers = {"initial": 10, "optional_bonus": 5}
    found, rounds = at_random(ENTRY, 110, wagers, ("double_attack", "split", "hit"), seed=6, boxes=6)
    for decision in ("double_attack", NOT, "double", "split", "surrender", "insure", "no_insurance", "hit", "stand"):
        assert found[decision], decision
    for came_to in (
        "initial blackjack",
        "initial surrendered",
        "initial surrendered to blackjack",
        "initial dealer blackjack",
        "initial split dealer blackjack",
        "split split dealer blackjack",
        "split surrendered",
        "double_attack dealer blackjack",
        "double_attack surrendered",
        "double_attack dealer over 21",
        "double_down surrendered",
        "double_down dealer blackjack",
        "insurance hole card ten",
        "optional_bonus nine",
        "optional_bonus ten",
    ):
        assert found[came_to], came_to
    doubled = [
        len(round.hands[round.hand(bet.seat, bet.hand)])
        for round in rounds
        for bet in round.bets
        if bet.wager == "double_down"
    ]
    assert max(doubled) > 3, "more than two cards were doubled"
    assert max(len(round.hands_of(at)) for round in rounds for at in round.seats) == 4
