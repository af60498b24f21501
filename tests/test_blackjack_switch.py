"""Blackjack Switch of Massachusetts, where the worked examples of the spec do not show it."""

import random
from typing import Any

import pytest

from blackjack_variants import (
    at_random,
    compared,
    hand_nets,
    natural,
    played,
    record,
    staked_on,
    table,
    told,
    total,
)
from house_play import open_house, play
from pitboss import PitbossError, settle
from pitboss.engine.hands import Hand
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.equipment.cards import cards
from pitboss.errors import Refused
from pitboss.games.blackjack.rules import Held, Rules, case_of, draw_matters
from pitboss.house.audit.house_audit import audit
from pitboss.rulebook import Setup, load
from pitboss.solve import analyze

ENTRY = "massachusetts-2020/blackjack-switch"
READER, HOLE = {"second_card": "hole_down_reader"}, {"second_card": "hole_down"}
SURRENDER = {"surrender": True}


def seat(hands: list[str], *actions: str, match: int = 0, wager: int = 10) -> dict[str, Any]:
    wagers = {"hand_1": wager, "hand_2": wager} | ({"match": match} if match else {})
    return {"wagers": wagers, "hands": hands, "actions": list(actions)}


def one(hands: list[str], dealer: str, *actions: str, match: int = 0, **more: Any) -> Round:
    return played(ENTRY, {1: seat(hands, *actions, match=match)}, dealer, **more)


def nets(round: Round) -> dict[str, float]:
    return {f"{row.wager} {row.hand}" if row.hand > 2 else row.wager: row.net / 100 for row in round.settlements}


# -- Wagers -----------------------------------------------------------------------------------------------------------


def test_the_two_wagers_are_equal_and_the_match_wager_needs_both() -> None:
    sat = table(ENTRY, match_min="5.00")
    with pytest.raises(Refused, match="must equal First Hand"):
        sat.deal({1: {"hand_1": 10, "hand_2": 20}})
    with pytest.raises(Refused, match="two equal wagers"):
        sat.deal({1: {"hand_1": 10}})
    with pytest.raises(Refused, match="under the minimum"):
        sat.deal({1: {"hand_1": 10, "hand_2": 10, "match": 1}})


def test_match_odds_may_be_better_and_not_worse() -> None:
    entry = load(ENTRY)
    better = Setup.of(entry, {}, {"PT-2-6": {"one_pair": "2 to 1"}})
    pays = better.offers["match"].pays
    assert pays is not None and str(pays.lines["one_pair"]) == "2 to 1"
    with pytest.raises(PitbossError, match="two_pair|two pair"):
        Setup.of(entry, {}, {"PT-2-6": {"two_pair": "7 to 1"}})


def test_match_wagers_are_settled_before_insurance_losers_first() -> None:
    two = {
        1: seat(["9s 4d", "Kc 9h"], "no_insurance", "no_insurance", "keep", "stand", "stand", match=5),
        2: seat(["9s 4d", "Kc 8h"], "no_insurance", "no_insurance", "keep", "stand", "stand", match=5),
    }
    round = played(ENTRY, two, "Ac 9d")
    settled = [(event.seat, event.text.partition(" ")[0]) for event in round.events if event.kind == "settle"]
    assert settled[:2] == [(2, "match"), (1, "match")]
    kinds = [event.kind for event in round.events]
    assert kinds.index("settle") < kinds.index("decision")


# -- The switch -------------------------------------------------------------------------------------------------------


def test_the_second_cards_change_places_and_both_hands_are_told() -> None:
    round = one(["Ts 6d", "5h Tc 9s"], "6c Kd 3h", "switch", "stand", "double 10")
    assert round.hands["seat 1"] == list(cards("Ts Tc")) and round.hands["seat 1 hand 2"] == list(cards("5h 6d 9s"))
    assert told(round, "announced")[0] == '"16 or switch?"'


def test_a_switch_is_taken_back_after_standing_on_the_first_hand_too() -> None:
    round = one(["Ah Jc", "Ts 5h"], "7d Tc", "switch", "stand", "take_back", "stand")
    assert nets(round) == {"hand_1": 10, "hand_2": -10}


def test_no_switch_is_taken_back_after_a_card_and_none_is_made_twice() -> None:
    with pytest.raises(PitbossError, match='cannot "take_back"'):
        one(["Ah 2c 2d", "Ts 5h"], "7d Tc", "switch", "hit", "take_back")
    with pytest.raises(PitbossError, match='cannot "switch"'):
        one(["Ah 2c", "Ts 5h"], "7d Tc", "switch", "take_back", "switch")
    with pytest.raises(PitbossError, match='cannot "take_back"'):
        one(["9h 2h", "Ts 9d", "5c"], "7d Tc", "switch", "split", "take_back")


def test_two_blackjacks_switched_away_may_be_taken_back() -> None:
    round = one(["Ah Jc", "As Qh"], "7d Tc", "switch", "take_back")
    assert nets(round) == {"hand_1": 10, "hand_2": 10}
    assert nets(one(["Ah Jc", "As Qh"], "7d 8c 7c", "switch", "stand")) == {"hand_1": 0, "hand_2": 0}


def test_a_surrender_that_is_settled_ends_the_right_to_take_the_switch_back() -> None:
    with pytest.raises(PitbossError, match='cannot "take_back"'):
        one(["Th 2c", "Ts 6h"], "7d Tc", "switch", "surrender", "take_back", options=SURRENDER)


def test_a_switched_pair_may_be_split() -> None:
    round = one(["8s Th", "Th 8d", "5d 9c"], "6c Td 2h", "switch", "split", "stand", "stand", "stand")
    assert [list(round.hands[hand]) for hand in ("seat 1", "seat 1 hand 2", "seat 1 hand 3")] == [
        list(cards("8s Th")),
        list(cards("Th 5d")),
        list(cards("8d 9c")),
    ]


def test_a_switched_21_may_not_be_doubled_and_is_told_as_a_total() -> None:
    round = one(["As 5d", "6c Kh 9s"], "7c Kc", "switch", "hit", "stand")
    assert nets(round) == {"hand_1": 10, "hand_2": 10}
    reads = round.game.reads
    assert reads is not None
    assert reads(round.setup, {round.hand(1): cards("As Kh")}) == {round.hand(1): "21"}


# -- Against the dealer -----------------------------------------------------------------------------------------------


def test_the_rules_let_a_blackjack_alone_beat_22() -> None:
    rules = Rules.of(Setup.of(load(ENTRY)))
    dealer = cards("Td 4s 8h")
    held = [Held(cards("As Kd")), Held(cards("As Kd"), switched=True), Held(cards("As Kd"), split=True)]
    assert [case_of(rules, each, dealer) for each in held] == ["blackjack", "dealer_push_total", "dealer_push_total"]
    assert not draw_matters(rules, held[:1]) and draw_matters(rules, held[1:2])


def test_two_card_21s_lose_to_a_blackjack_where_the_house_reads_it_so() -> None:
    hands = ["As 5d", "6c Kh Td"]
    options = {"two_card_21_vs_dealer_blackjack": "lose"}
    assert nets(one(hands, "Qs Ac", "switch", "double 10", options=options)) == {
        "hand_1": -10,
        "hand_2": -10,
        "double_down": 0,
    }


def test_a_split_box_loses_nothing_to_a_blackjack_when_every_hand_of_it_is_21_in_two() -> None:
    both = one(["As Kh", "Th 9h", "Ad Qc"], "Kc Ah", "keep", "split", "stand")
    assert nets(both) == {"hand_1": 0, "split 3": 0, "hand_2": -10}
    one_of_them = one(["As Kh", "Th 9h", "Ad 5c"], "Kc Ah", "keep", "split", "stand")
    assert nets(one_of_them) == {"hand_1": -10, "split 3": 0, "hand_2": -10}


def test_a_bust_against_a_ten_waits_for_the_second_card_and_against_a_low_card_does_not() -> None:
    kinds = [event.kind for event in one(["Ts 5d 7c", "Th 8c"], "Kc 9d", "keep", "hit", "stand").events]
    assert kinds.index("settle") > kinds.index("announced", kinds.index("decision", kinds.index("decision") + 1))
    kinds = [event.kind for event in one(["Ts 5d 7c", "Th 8c"], "6c Td 9d", "keep", "hit", "stand").events]
    assert kinds.index("settle") < len(kinds) - 1 - kinds[::-1].index("decision")


def test_with_a_card_reader_the_check_comes_before_the_switch() -> None:
    round = one(["8s 2d", "8h Ac"], "Ks 9d", "keep", "stand", "stand", options=READER)
    kinds = [event.kind for event in round.events]
    assert kinds.index("peek") < kinds.index("announced") < kinds.index("decision")


def test_nobody_sees_the_hole_card_before_it_is_turned_up() -> None:
    for options in (READER, HOLE):
        round = one(["8s 2d", "8h Ac"], "Ks 9d", "keep", "stand", "stand", options=options)
        for viewer in (1, "table", "dealer"):
            view = round.view(viewer)
            up = next(at for at, event in enumerate(view) if event.kind == "reveal")
            assert all("9d" not in event.cards for event in view[:up])
    assert told(one(["8s 2d", "8h Ac"], "Ks 9d", "keep", "stand", "stand"), "announced")[-1] == '"Dealer\'s Card"'


def test_a_surrender_against_a_ten_waits_for_the_second_card_even_with_a_reader() -> None:
    for options in (SURRENDER, SURRENDER | READER):
        round = one(["Ts 6d", "Th 9h"], "Kc 9s", "keep", "surrender", "stand", options=options)
        assert nets(round) == {"hand_1": -5, "hand_2": 0}
        decisions = [at for at, event in enumerate(round.events) if event.kind == "decision"]
        assert next(at for at, event in enumerate(round.events) if event.kind == "settle") > decisions[-1]


def test_a_surrender_is_the_first_decision_and_not_for_split_hands() -> None:
    with pytest.raises(PitbossError, match='cannot "surrender"'):
        one(["Ts 2d 2c", "Th 9h"], "9c 9s", "keep", "hit", "surrender", options=SURRENDER)
    with pytest.raises(PitbossError, match='cannot "surrender"'):
        one(["8s 6d", "Th 9h", "8c"], "9c 9s", "keep", "split", "surrender", options=SURRENDER)


def test_insurance_and_surrender_on_one_hand_are_settled_apart() -> None:
    hands, options = ["Ts 6d", "Th 9h"], SURRENDER
    round = one(hands, "Ac 8s", "insure 5", "no_insurance", "keep", "surrender", "stand", options=options)
    assert nets(round) == {"insurance": -5, "hand_1": -5, "hand_2": 0}


def test_pairs_are_split_once_or_three_times_from_each_box() -> None:
    with pytest.raises(PitbossError, match='cannot "split"'):
        one(["8s 8h", "Th 9h", "8d"], "6c Td 2h", "keep", "split", "split")
    four = ["8s Th", "9h 9c", "8d Tc", "8h Td", "8c Ts", "9d Tc", "9s Tc", "9c Ts"]
    actions = ["keep", *["split"] * 3, *["stand"] * 4, *["split"] * 3, *["stand"] * 4]
    written = record(ENTRY, {1: seat(["8s Th", "9h Tc", *four[2:5], *four[5:]], *actions)}, "6c Td 2h")
    round = settle(written | {"options": {"splits": 3}}).rounds[0][1]
    assert len(round.hands_of(1)) == 8
    options = {"splits": 3, "resplit_aces": False}
    with pytest.raises(PitbossError, match='cannot "split"|not asked to "split"'):
        one(["As Ah", "Th 9h", "Ad 2c"], "6c Td 2h", "keep", "split", "split", options=options)


# -- Several on a spot ------------------------------------------------------------------------------------------------


def _behind(*actions: str, match: int = 0) -> dict[str, Any]:
    wagers = {"hand_1": 10, "hand_2": 10} | ({"match": match} if match else {})
    return {"wagers": wagers, "says": ["behind 1"], "actions": list(actions)}


def test_whoever_wagers_behind_follows_the_switch_and_may_match_the_same_cards() -> None:
    two = {1: seat(["As 5d", "6c Kh 9s"], "switch", "hit", "stand"), 8: _behind(match=5)}
    round = played(ENTRY, two, "7c Kc", options={"bettors_per_spot": 2})
    assert round.net == {1: 2000, 8: 1500}
    with pytest.raises(PitbossError, match="nobody bets behind"):
        played(ENTRY, two, "7c Kc")


def test_whoever_wagers_behind_a_split_covers_both_hands_or_names_one() -> None:
    hands = ["8s Th", "Th 7c", "8d 9c"]
    for reply, net in (("cover", 0), ("first_hand", 0), ("second_hand", -10)):
        two = {1: seat(hands, "keep", "split", "stand", "stand", "stand"), 8: _behind(reply)}
        round = played(ENTRY, two, "6c Td 2h", options={"bettors_per_spot": 2})
        on_first = sum(row.net for row in round.settlements if row.seat == 8 and row.wager != "hand_2")
        assert on_first == (net - 10 if reply == "cover" else net) * 100, reply


# -- Irregularities ---------------------------------------------------------------------------------------------------


def _called(hands: list[str], dealer: str, *actions: str, call: dict[str, Any], match: int = 0) -> Round:
    written = record(ENTRY, {1: seat(hands, *actions, match=match)}, dealer)
    return settle(written | {"irregularities": [call]}).rounds[0][1]


def test_a_dead_hand_gets_its_wager_back_and_the_other_plays_without_a_switch() -> None:
    call = {"id": "no_card_dealt", "seat": 1, "wager": "hand_1"}
    round = _called(["", "Th 9h"], "7c Tc", "stand", call=call, match=5)
    assert {row.wager: (row.outcome, row.net) for row in round.settlements} == {
        "hand_1": ("void", 0),
        "match": ("void", 0),
        "hand_2": ("win", 1000),
    }


def test_a_split_hand_does_not_take_the_number_of_one_that_got_no_cards() -> None:
    call = {"id": "no_card_dealt", "seat": 1, "wager": "hand_2"}
    round = _called(["9d 2d", "", "9s Kh"], "7c Tc", "split", "stand", "stand", call=call)
    assert round.hands["seat 1 hand 3"] == list(cards("9s Kh")) and "seat 1 hand 2" not in round.hands
    assert nets(round) == {"hand_2": 0, "hand_1": -10, "split 3": 10}
    sat = table(ENTRY, seed=2)
    for _ in range(400):
        dealt = sat.deal({1: {"hand_1": 10, "hand_2": 10}}, calls=[Call("no_card_dealt", seat=1, wager="hand_2")])
        while dealt.asking:
            names = dealt.asking[0].names
            dealt.act("split" if "split" in names else names[0])
        if any(row.hand > 2 for row in dealt.settlements):
            break
    again = settle(sat.record().to_toml()).rounds[-1][1]
    assert again.settlements == dealt.settlements and any(row.hand > 2 for row in again.settlements)


def test_two_dead_hands_leave_the_round() -> None:
    sat = table(ENTRY)
    calls = [Call("no_card_dealt", seat=1, wager=wager) for wager in ("hand_1", "hand_2")]
    round = sat.deal({1: {"hand_1": 10, "hand_2": 10, "match": 5}}, calls=calls)
    assert round.over and {row.outcome for row in round.settlements} == {"void"}
    assert "dealer" not in round.hands


def test_one_card_too_few_is_dealt_late_to_that_hand_or_it_is_dead() -> None:
    call = {"id": "one_card_dealt", "seat": 1, "wager": "hand_1"}
    round = _called(["Ts 6d", "Th 9h"], "7c Tc", "late_card", "keep", "stand", "stand", call=call)
    dealt = [event.hand for event in round.events if event.kind == "deal"]
    assert dealt == ["seat 1", "seat 1 hand 2", "dealer", "seat 1 hand 2", "seat 1", "dealer"]
    round = _called(["", "Th 9h"], "7c Tc", "hand_dead", "stand", call=call, match=5)
    assert nets(round) == {"hand_1": 0, "match": 0, "hand_2": 10}


def test_a_draw_card_that_was_not_dealt_kills_that_hand_alone() -> None:
    call = {"id": "draw_card_not_dealt", "seat": 1, "after": 1}
    round = _called(["Ts 6d", "Th 9h"], "7c Tc", "keep", "hand_dead", "stand", call=call)
    assert {row.wager: row.outcome for row in round.settlements} == {"hand_1": "void", "hand_2": "win"}


def test_a_switch_is_taken_back_even_where_a_forgotten_card_comes_late() -> None:
    call = {"id": "draw_card_not_dealt", "seat": 1, "after": 1}
    words = ["switch", "late_card", "stand", "take_back", "stand"]
    round = _called(["Ah Jc", "Ts 5h"], "7d Tc", *words, call=call)
    assert nets(round) == {"hand_1": 10, "hand_2": -10}


def test_a_switch_is_not_taken_back_once_one_of_the_hands_is_dead() -> None:
    call = {"id": "draw_card_not_dealt", "seat": 1, "after": 1}
    words = ["switch", "hand_dead", "stand"]
    round = _called(["Ah Jc", "Ts 5h"], "7d Tc", *words, call=call)
    assert {row.wager: row.outcome for row in round.settlements} == {"hand_1": "void", "hand_2": "win"}
    with pytest.raises(PitbossError, match='cannot "take_back"'):
        _called(["Ah Jc", "Ts 5h"], "7d Tc", *words[:2], "take_back", call=call)


def test_a_second_card_face_up_voids_the_round_but_a_settled_match_stands() -> None:
    calls = [{"id": "face_up_card", "card": card, "at": "play", "after": 1} for card in ("2c", "3c")]
    written = record(ENTRY, {1: seat(["9s 4d", "Kc 9h"], "keep", match=5)}, "Td 8c")
    round = settle(written | {"irregularities": calls}).rounds[0][1]
    assert {row.wager: (row.outcome, row.net) for row in round.settlements} == {
        "match": ("win", 500),
        "hand_1": ("void", 0),
        "hand_2": ("void", 0),
    }


def test_without_its_card_reader_the_dealer_does_not_look() -> None:
    call = {"id": "reader_malfunction"}
    written = record(ENTRY, {1: seat(["6s 5d Kh", "Th 8c"], "keep", "double 10", "stand")}, "Tc As", options=READER)
    round = settle(written | {"irregularities": [call]}).rounds[0][1]
    assert nets(round) == {"hand_1": -10, "double_down": 0, "hand_2": -10} and not told(round, "peek")


# -- At random --------------------------------------------------------------------------------------------------------


def test_random_play_reaches_switches_taken_back_and_a_dealers_22() -> None:
    wagers = {"hand_1": 10, "hand_2": 10, "match": 5}
    found, rounds = at_random(ENTRY, 25, wagers, ("split",), seed=1, surrender=True, splits=3)
    for decision in ("switch", "keep", "take_back", "insure", "double", "split", "surrender", "hit", "stand"):
        assert found[decision], decision
    for came_to in (
        "hand_1 dealer push total",
        "hand_2 blackjack",
        "hand_1 surrendered",
        "split dealer push total",
        "hand_1 dealer blackjack",
        "double_down dealer blackjack",
        "insurance hole card ten",
        "match one pair",
        "match two pair",
        "match three of a kind",
    ):
        assert found[came_to], came_to
    assert max(len(round.hands_of(seat)) for round in rounds for seat in round.seats) == 8
    for round in rounds:
        for seat in round.seats:
            for box in (1, 2):
                hands = _box(round, seat, box)
                nets = hand_nets(round, seat)
                assert sum(nets[hand.number] for hand in hands) == _by_the_spec(round, seat, hands)


def _box(round: Round, seat: int, box: int) -> list[Hand]:
    """The hands of one box: the one that was dealt and those that were split from it, however often."""
    found = [round.hand(seat, box)]
    for other, source in round.draws.split_from.items():
        if source in found:
            found.append(other)
    return found


def _by_the_spec(round: Round, seat: int, hands: list[Hand]) -> int:
    """What a box wins or loses by the spec's table of settlement and its rule for a dealer's blackjack."""
    dealer, words = round.hands["dealer"], round.actions[seat]
    dealt = "switch" not in words or "take_back" in words
    given_up = any(
        row.reason == "surrendered" for row in round.settlements if (row.seat, row.hand) == (seat, hands[0].number)
    )
    if natural(dealer):
        return 0 if all(natural(round.hands[hand]) for hand in hands) else -1000
    if given_up:
        return -500
    if len(hands) == 1 and natural(round.hands[hands[0]]) and dealt:
        return 1000
    wagers = ("hand_1", "hand_2", "split", "double_down")
    found = 0
    for hand in hands:
        staked = staked_on(round, seat, hand.number, *wagers)
        found += compared(total(round.hands[hand]), total(dealer), staked, staked)
    return found


def test_a_house_loses_no_chip_over_two_hands(sqlite_url: str) -> None:
    house = open_house(sqlite_url, ENTRY, options={"surrender": True, "splits": 3, **HOLE})
    play(house, "1", 8, random.Random("switch"), call_rate=0.1).close()
    assert audit(sqlite_url, workers=1).findings == []


def test_the_edge_of_either_hand_is_told_per_unit_of_its_own_wager() -> None:
    wagers = analyze(Setup.of(load(ENTRY), {}), edges_only=True).wagers
    assert {wagers[hand].per for hand in ("hand_1", "hand_2")} == {"unit of the wager, from a fresh shoe"}
