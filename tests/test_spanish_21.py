"""Spanish 21: doubles, rescue, 21s that are paid better, fixed payouts, where the worked examples do not show them."""

from collections import Counter
from typing import Any

import pytest

from blackjack_variants import at_random, by_seat, nets, played, table, told
from pitboss import PitbossError
from pitboss.engine.round import Round
from pitboss.equipment.cards import cards
from pitboss.games import game_of
from pitboss.games.blackjack.rules import Held, Rules, draw_matters, moves
from pitboss.rulebook import Setup, examine, load

ENTRY = "massachusetts-2020/spanish-21"
LITERAL = {"two_card_21_pay": "literal_5e"}
HOLE, READER = {"second_card": "hole_down"}, {"second_card": "hole_down_reader"}
WHEEL = {"bonus_spin": True, "bonus_wheel_sections": {"40": 30, "50": 15, "500": 1}}
THREE = {"bettors_per_box": 3}


def seat(held: str | list[str], *actions: str, main: int = 10, **more: Any) -> dict[str, Any]:
    wagers = {"main": main, **more.pop("side", {})}
    return {"wagers": wagers, "cards" if isinstance(held, str) else "hands": held, "actions": list(actions), **more}


def behind(*actions: str, main: int = 10) -> dict[str, Any]:
    return {"wagers": {"main": main}, "says": ["behind 1"], "actions": list(actions)}


def one(held: str | list[str], dealer: str, *actions: str, main: int = 10, **more: Any) -> Round:
    return played(ENTRY, {1: seat(held, *actions, main=main, side=more.pop("side", {}))}, dealer, **more)


def rules(**options: Any) -> Rules:
    return Rules.of(Setup.of(load(ENTRY), options))


# -- The cards --------------------------------------------------------------------------------------------------------


def test_the_shoe_has_no_tens() -> None:
    for decks in (6, 8):
        shoe = table(ENTRY, decks=decks).setup
        assert shoe.decks == decks
    _, rounds = at_random(ENTRY, 12, {"main": 10})
    ranks = Counter(card.rank for round in rounds for hand in round.hands.values() for card in hand)
    assert ranks[10] == 0 and set(ranks) == {2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14}


def test_a_record_with_a_ten_is_refused() -> None:
    with pytest.raises(PitbossError, match="T"):
        one("Ts 9d", "7c Qh", "stand")


# -- The dealer's second card -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", (HOLE, READER))
def test_nobody_sees_the_hole_card_before_its_time(options: dict[str, Any]) -> None:
    round = one("Ks 8d", "9c Kd", "stand", options=options)
    for viewer in ("table", 1):
        dealt = [event for event in round.view(viewer) if event.kind == "deal" and event.hand == "dealer"]
        assert dealt[0].cards[0].known and not dealt[1].cards[0].known


def test_only_a_card_reader_finds_a_blackjack_before_the_players_decide() -> None:
    assert nets(one("Ks 8d", "Kc Ah", options=READER)) == {"main": -10}
    assert nets(one("Ks 8d", "Kc Ah", "stand", options=HOLE)) == {"main": -10}
    assert told(one("Ks 8d", "9c Ah", "stand", options=READER), "peek") == []


def test_a_card_reader_settles_insurance_and_a_blackjack_without_another_card() -> None:
    round = one("As Kd", "Ac Kh", "insure 5", options=READER)
    assert nets(round) == {"insurance": 10, "main": 15}


def test_the_dealer_draws_no_card_against_a_21_that_nothing_can_change() -> None:
    assert one("8c 4d 9h", "9c 5d", "hit").hands["dealer"] == ["9c", "5d"]
    assert one("As Kd", "9c 5d").hands["dealer"] == ["9c", "5d"]
    assert not draw_matters(rules(), [Held(cards("As Kd")), Held(cards("8c 4d 9h"))])
    assert draw_matters(rules(**LITERAL), [Held(cards("As Kd"))])
    assert not draw_matters(rules(**LITERAL), [Held(cards("8c 4d 9h"))])
    assert nets(one("As Kd", "9c 5d 8h", options=LITERAL)) == {"main": 10}


# -- Doubling and rescue ----------------------------------------------------------------------------------------------


def test_any_number_of_cards_is_doubled_but_no_21() -> None:
    found = rules()
    assert "double" in moves(found, Held(cards("2c 3d 4h 2s")))
    assert moves(found, Held(cards("8c 4d 9h"))) == () and moves(found, Held(cards("As 4d 6h"))) == ()
    assert moves(found, Held(cards("2c 3d 4h 2s"), doubled=True)) == ()


def test_a_rescued_double_is_lost_though_the_dealer_goes_over() -> None:
    assert nets(one("6s 5d 2h", "9c 6d", "double 4", "rescue")) == {"main": -10, "double_down": 0}


def test_a_doubled_hand_on_a_split_is_rescued_alone() -> None:
    round = one(["8s 3h 2c", "8d Ks"], "9c 8h", "split", "double 10", "rescue", "stand")
    assert nets(round) == {"main": -10, "double_down": 0, "split 2": 10}


def test_a_rescued_hand_is_the_one_wager_that_a_blackjack_takes() -> None:
    round = one(["8s 3h 2c", "8d Ks"], "Kc Ah", "split", "double 10", "rescue", "stand")
    assert nets(round) == {"main": -10, "double_down": 0, "split 2": 0}
    second = one(["8d Ks", "8s 3h 2c"], "Kc Ah", "split", "stand", "double 10", "rescue")
    assert nets(second) == {"main": 0, "split 2": -10, "double_down 2": 0}


def test_a_doubled_bust_before_a_blackjack_is_lost_whole_and_nothing_besides() -> None:
    round = one(["8s 6h Kd", "8d Qs"], "Kc Ah", "split", "double 10", "stand")
    assert nets(round) == {"main": -10, "double_down": -10, "split 2": 0}


def test_by_the_letter_a_blackjack_takes_the_original_wager_alone_whatever_went_over() -> None:
    """What was rescued was given up before the dealer's card, and is the one wager of its box."""
    letter = {"bust_then_dealer_blackjack": "original_only"}
    both_over, doubled = (["8s 6h Kd", "8d 7h Qs"], "split", "double 10", "hit"), ("9s 6h Kd", "double 10")
    for (held, *actions), final, alone in (
        (both_over, {"main": -10, "double_down": -10, "split 2": -10}, {"main": -10, "double_down": 0, "split 2": 0}),
        (doubled, {"main": -10, "double_down": -10}, {"main": -10, "double_down": 0}),
    ):
        assert nets(one(held, "Kc Ah", *actions)) == final
        assert nets(one(held, "Kc Ah", *actions, options=letter)) == alone
        assert nets(one(held, "Kc 9h", *actions, options=letter)) == final
    second = one(["8d Ks", "8s 3h 2c"], "Kc Ah", "split", "stand", "double 10", "rescue", options=letter)
    assert nets(second) == {"main": 0, "split 2": -10, "double_down 2": 0}


def test_a_double_is_for_up_to_the_wager() -> None:
    with pytest.raises(PitbossError, match=r"at most \$10.00"):
        one("6s 5d 2h", "9c 6d", "double 11", "stand")


# -- Splitting and surrender ------------------------------------------------------------------------------------------


def test_a_pair_becomes_four_hands_and_no_more() -> None:
    hands = ["8s 9h", "8c 9d", "8d 9s", "8h 9c"]
    round = one(hands, "9c 8h", "split", "split", "split", *["stand"] * 4, side={})
    assert nets(round) == {"main": 0, "split 2": 0, "split 3": 0, "split 4": 0}
    assert "split" in moves(rules(), Held(cards("8s 8h"), splits=2, split=True))
    assert "split" not in moves(rules(), Held(cards("8s 8h"), splits=3, split=True))


def test_split_aces_draw_double_and_split_again() -> None:
    ace = Held(cards("As 4d"), split=True, splits=1)
    assert moves(rules(), ace) == ("stand", "hit", "double")
    assert "split" in moves(rules(), Held(cards("As Ad"), split=True, splits=1))


def test_surrender_is_for_the_first_two_cards_as_dealt() -> None:
    found = rules()
    assert "surrender" in moves(found, Held(cards("Ks 6d")))
    assert "surrender" not in moves(found, Held(cards("Ks 2d 4c")))
    assert "surrender" not in moves(found, Held(cards("8s 6d"), split=True, splits=1))


def test_with_a_card_reader_a_surrender_costs_half_and_waits_for_the_hole_card() -> None:
    round = one("Ks 6d", "Kc 7d", "surrender", options=READER)
    assert nets(round) == {"main": -5}
    kinds = [event.kind for event in round.events]
    assert kinds.index("settle") > kinds.index("reveal")


def test_a_surrender_that_waited_is_settled_before_the_dealer_draws() -> None:
    two = {1: seat("Ks 6d", "surrender"), 2: seat("Ks 8d", "stand")}
    round = played(ENTRY, two, "Kc 4d 3h")
    happened = [(event.kind, event.seat or event.hand) for event in round.events if event.kind in ("deal", "settle")]
    assert happened[-4:] == [("deal", "dealer"), ("settle", 1), ("deal", "dealer"), ("settle", 2)]


# -- Settlement -------------------------------------------------------------------------------------------------------


def test_losing_wagers_are_collected_before_winning_ones_are_paid() -> None:
    three = {1: seat("Ks 7d", "stand"), 2: seat("Ks 9d", "stand"), 3: seat("Js 9h", "stand")}
    round = played(ENTRY, three, "9c 9h")
    assert [row.seat for row in round.settlements] == [1, 3, 2]


def test_a_split_six_seven_eight_is_paid_better_too() -> None:
    round = one(["7s 6s 8s", "7d Kh"], "9c 8h", "split", "hit", "stand")
    assert nets(round) == {"main": 30, "split 2": 0}


def test_more_than_seven_cards_are_paid_as_seven() -> None:
    assert nets(one("2s 2d 2c 2h 3s 4d 3c 3d", "9c Kd", *["hit"] * 6)) == {"main": 30}


def test_insurance_goes_by_the_second_card_alone() -> None:
    assert nets(one("Ks 8d", "Ac Jd", "insure 5", "stand")) == {"insurance": 10, "main": -10}
    assert nets(one("As Kd", "Ac 9d", "insure 5")) == {"insurance": -5, "main": 15}


# -- Fixed payouts ----------------------------------------------------------------------------------------------------

SEVENS = ("7d 7d 7d", "hit")


def test_a_doubled_hand_of_sevens_earns_nothing_besides() -> None:
    three = {1: seat("7d 7d 7d", "double 10", "stand"), 2: seat("Ks 9d", "stand")}
    assert by_seat(played(ENTRY, three, "7c Kh")) == {1: 20, 2: 10}


def test_sevens_that_lose_to_nothing_but_a_blackjack_are_paid_against_any_second_card() -> None:
    assert nets(one(*_sevens("7c 9h"))) == {"main": 20, "suited_sevens": 1000}
    assert nets(one("7d 7d 7h", "7c 9h", "hit")) == {"main": 15}


def _sevens(dealer: str) -> tuple[str, str, str]:
    return SEVENS[0], dealer, SEVENS[1]


def test_24_dollars_and_99_cents_are_not_25_dollars() -> None:
    row = {"wagers": {"main": "24.98"}, "cards": "7d 7d 7d", "actions": ["hit"]}
    assert nets(played(ENTRY, {1: row}, "7c 9h")) == {"main": 49.96, "suited_sevens": 1000}


def test_the_others_are_paid_for_a_holder_under_5_dollars_where_the_house_reads_it_so() -> None:
    two = {1: seat(*SEVENS, main=3), 2: seat("Ks 9d", "stand")}
    assert by_seat(played(ENTRY, two, "7c Kh", options={"envy_needs_qualifying_wager": False})) == {1: 6, 2: 60}


def test_everybody_on_the_winning_box_is_paid_by_his_own_wager_and_not_the_50() -> None:
    rows = {1: seat(*SEVENS, main=25), 2: seat("Ks 9d", "stand"), 8: behind(main=5), 9: behind(main=2)}
    assert by_seat(played(ENTRY, rows, "7c Kh", options=THREE)) == {1: 5050, 8: 1010, 9: 4, 2: 60}


def test_a_person_is_paid_50_once_and_never_for_the_own_hand() -> None:
    rows = {
        1: seat(*SEVENS, player="Ann"),
        2: seat("Ks 9d", "stand", player="Ann"),
        3: seat("Ks 9d", "stand", player="Ben"),
        4: seat("Ks 9d", "stand", player="Ben"),
    }
    assert by_seat(played(ENTRY, rows, "7c Kh", options={"multi_box": True})) == {1: 1020, 2: 10, 3: 60, 4: 10}


def test_two_winning_hands_pay_each_other_and_everybody_else_twice() -> None:
    rows = {1: seat(*SEVENS), 2: seat("7s 7s 7s", "hit"), 3: seat("Ks 9d", "stand")}
    assert by_seat(played(ENTRY, rows, "7c Kh")) == {1: 20 + 1000 + 50, 2: 30 + 1000 + 50, 3: 10 + 100}


# -- Wagers on the side -----------------------------------------------------------------------------------------------


def test_match_the_dealer_is_settled_first_the_losers_before_the_winners() -> None:
    side = {"match_the_dealer": 5}
    rows = {1: seat("Js 9d", "stand", side=side), 2: seat("Ks 9d", "stand", side=side)}
    round = played(ENTRY, rows, "Jh 9c")
    assert [(row.seat, row.wager) for row in round.settlements[:2]] == [
        (2, "match_the_dealer"),
        (1, "match_the_dealer"),
    ]
    kinds = [event.kind for event in round.events]
    assert kinds.index("settle") < kinds.index("decision")


def test_match_the_dealer_is_not_insured_and_stays_paid_when_the_hand_is_lost() -> None:
    assert nets(one("As 9d 5h 8c", "Ah Kc", "insure 5", "hit", "hit", side={"match_the_dealer": 5})) == {
        "match_the_dealer": 20,
        "insurance": 10,
        "main": -10,
    }


def test_a_house_may_pay_match_the_dealer_more_but_the_odds_of_two_cards_add() -> None:
    entry, pays = load(ENTRY), "PT-4-6-decks"
    more = {"one_unsuited_match": "5 to 1", "two_unsuited_matches": "10 to 1"}
    both = {"one_suited_and_one_unsuited_match": "14 to 1"}
    assert table_findings(entry, {pays: more | both}) == []
    assert [finding.text for finding in table_findings(entry, {pays: more})] == [
        "one suited and one unsuited match: the odds of both add up"
    ]
    setup, _ = examine(entry, {}, pay_tables={pays: {"one_unsuited_match": "3 to 1"}})
    assert setup is None


def table_findings(entry: Any, changed: dict[str, dict[str, str]]) -> list[Any]:
    judge = game_of(entry).examine
    assert judge is not None
    return list(judge(Setup.of(entry, {}, pay_tables=changed)))


def test_the_bonus_spin_takes_five_dollars_beside_a_wager_and_a_wheel() -> None:
    with pytest.raises(PitbossError, match="5.00"):
        one("As 5d", "9c Jh", "stand", side={"bonus_spin": 10}, options=WHEEL)
    setup, findings = examine(load(ENTRY), {"bonus_spin": True})
    assert setup is None and any("bonus_wheel_sections" in finding.where for finding in findings)
    with pytest.raises(PitbossError, match="whole dollars"):
        Setup.of(load(ENTRY), {"bonus_wheel_sections": {"2.50": 1}})


def test_the_wheel_is_spun_when_the_hands_are_settled() -> None:
    round = one("As Kd", "9c Jh", side={"bonus_spin": 5}, options=WHEEL, bonus_wheel="500")
    assert [row.wager for row in round.settlements] == ["main", "bonus_spin"]
    assert nets(round) == {"main": 15, "bonus_spin": 495}
    returned = WHEEL | {"bonus_spin_stake_returned": True}
    assert nets(one("As Kd", "9c Jh", side={"bonus_spin": 5}, options=returned, bonus_wheel="500"))["bonus_spin"] == 500


# -- Several bettors on a box -----------------------------------------------------------------------------------------


def test_each_bettor_who_doubled_rescues_alone() -> None:
    rows = {1: seat("6s 5d 2h", "double 10", "rescue"), 8: behind("double 10", "stand"), 9: behind("no_double")}
    round = played(ENTRY, rows, "9c 3h 2d Kc", options=THREE)
    assert by_seat(round) == {1: -10, 8: 20, 9: 10}


def test_a_surrender_is_everybodys_on_the_box() -> None:
    rows = {1: seat("Ks 6d", "surrender"), 8: behind(main=20)}
    assert by_seat(played(ENTRY, rows, "9c Kd", options=THREE)) == {1: -5, 8: -10}


def test_whoever_is_behind_on_the_second_hand_alone_loses_one_wager_to_a_blackjack() -> None:
    hands = seat(["8s 6h Kd", "8d Qs"], "split", "hit", "stand")
    rows = {1: hands, 8: behind("second_hand", main=20), 9: behind("cover", main=30)}
    assert by_seat(played(ENTRY, rows, "Kc Ah", options=THREE)) == {1: -10, 8: -20, 9: -30}


# -- Irregularities ---------------------------------------------------------------------------------------------------


def test_one_ten_in_the_shoe_changes_nothing_and_a_second_voids_what_is_open() -> None:
    ten = {"id": "ten_in_shoe", "at": "play"}
    assert nets(one("Ks 9d", "7c Qh", "stand", irregularities=[ten])) == {"main": 10}
    round = one("Ks 9d", "7c", side={"match_the_dealer": 5}, irregularities=[ten, ten])
    assert {row.wager: row.outcome for row in round.settlements} == {"match_the_dealer": "lose", "main": "void"}


def test_a_second_card_face_up_in_the_shoe_voids_the_round_and_reshuffles() -> None:
    once = {"id": "face_up_card", "card": "2c", "at": "play"}
    assert nets(one("Ks 9d", "7c Qh", "stand", irregularities=[once])) == {"main": 10}
    round = one("Ks 9d", "7c", irregularities=[once, {"id": "face_up_card", "card": "3c", "at": "play"}])
    assert nets(round) == {"main": 0} and round.void and "reshuffle" in round.after


def test_the_card_that_a_dealer_draws_to_17_is_burned() -> None:
    calls = [{"id": "dealer_draws_on_17", "card": "5c"}]
    assert nets(one("Ks 9d", "7c Qh", "stand", irregularities=calls)) == {"main": 10}


def test_a_card_that_was_asked_for_and_not_dealt_comes_late_or_the_hand_is_dead() -> None:
    late = {"irregularities": [{"id": "draw_card_not_dealt", "seat": 1, "at": "play"}]}
    assert nets(one("Ks 2d 9h", "7c Qh", "late_card", "hit", **late)) == {"main": 10}
    assert nets(one("Ks 2d", "7c Qh", "hand_dead", **late)) == {"main": 0}


def test_a_hand_with_one_card_gets_its_second_last_or_is_dead() -> None:
    late = {"irregularities": [{"id": "one_card_dealt", "seat": 1}]}
    rows = {1: seat("Ks 9d", "late_card", "stand"), 2: seat("Js 9h", "stand")}
    round = played(ENTRY, rows, "7c Qh", **late)
    first = [event.hand for event in round.events if event.kind == "deal"][:5]
    assert first == ["seat 1", "seat 2", "dealer", "seat 2", "seat 1"]
    assert {row.outcome for row in one("Ks", "7c", "hand_dead", **late).settlements} == {"void"}


def test_an_exposed_card_is_taken_or_ends_the_drawing() -> None:
    exposed = {"irregularities": [{"id": "exposed_card_drawn_in_error", "card": "9h", "at": "play"}]}
    assert nets(one("Ks 2d", "7c Qh", "accept", **exposed)) == {"main": 10}
    refused = one("Ks 2d", "7c Qh", "refuse", "stand", **exposed)
    assert refused.hands["dealer"] == ["7c", "9h", "Qh"] and nets(refused) == {"main": 10}


def test_a_card_reader_that_shows_the_hole_card_voids_the_hands_and_one_that_fails_is_left_out() -> None:
    shown = one("Ks 9d", "7c Qh", options=READER, irregularities=[{"id": "reader_showed_hole_card"}])
    assert {row.outcome for row in shown.settlements} == {"void"}
    without = {"id": "reader_malfunction", "at": "check"}
    assert nets(one("Ks 9d", "Kc Ah", "stand", options=READER, irregularities=[without])) == {"main": -10}


# -- Random play ------------------------------------------------------------------------------------------------------


def test_random_play_reaches_every_decision_and_every_way_a_hand_comes_out() -> None:
    wagers = {"main": 10, "match_the_dealer": 5, "bonus_spin": 5}
    found, rounds = at_random(ENTRY, 110, wagers, ("split", "hit"), seed=4, **WHEEL)
    for decision in ("double", "rescue", "split", "surrender", "insure", "no_insurance", "hit", "stand"):
        assert found[decision], decision
    for came_to in (
        "main blackjack",
        "main rescued",
        "main surrendered",
        "main dealer blackjack",
        "split bust before dealer blackjack",
        "double_down rescued",
        "double_down dealer over 21",
        "insurance hole card ten",
        "match_the_dealer two unsuited matches",
        "bonus_spin blackjack",
        "bonus_spin ace",
        "main mixed 6 7 8",
        "main five card 21",
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
