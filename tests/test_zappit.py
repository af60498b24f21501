"""Zappit Blackjack: zaps, a dealer's 22 and what is paid when, where the worked examples of the spec do not show it."""

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
from pitboss.engine.picture import hands_seen
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.equipment.cards import cards
from pitboss.errors import Refused
from pitboss.games.blackjack.rules import Held, Rules, case_of, has_blackjack, may_zap
from pitboss.house.audit.house_audit import audit
from pitboss.rulebook import Setup, load

ENTRY = "massachusetts-2020/zappit-blackjack"


def seat(held: str | list[str], *actions: str, zapped: str = "") -> dict[str, Any]:
    exchanged = {"exchanged": zapped} if zapped else {}
    held_as = "cards" if isinstance(held, str) else "hands"
    return {"wagers": {"blackjack": 10}, held_as: held, **exchanged, "actions": list(actions)}


def one(held: str | list[str], dealer: str, *actions: str, zapped: str = "", **more: Any) -> Round:
    return played(ENTRY, {1: seat(held, *actions, zapped=zapped)}, dealer, **more)


def nets(round: Round) -> dict[str, int]:
    return {f"{row.wager} {row.hand}" if row.hand > 1 else row.wager: row.net // 100 for row in round.settlements}


# -- Zaps -------------------------------------------------------------------------------------------------------------


def test_only_hard_15_to_18_in_two_cards_as_dealt_are_zapped() -> None:
    rules = Rules.of(Setup.of(load(ENTRY)))
    two = [
        may_zap(rules, Held(cards(held))) for held in ("Tc 4d", "Tc 5d", "8c 8d", "Tc 7d", "9c 9d", "Tc 9d", "Ac 6d")
    ]
    assert two == [False, True, True, True, True, False, False]
    assert not may_zap(rules, Held(cards("Tc 3d 2h")))
    assert not may_zap(rules, Held(cards("8c 7d"), split=True)) and not may_zap(
        rules, Held(cards("8c 7d"), zapped=True)
    )


def test_an_ace_and_a_ten_after_a_zap_are_no_blackjack() -> None:
    rules = Rules.of(Setup.of(load(ENTRY)))
    assert has_blackjack(rules, Held(cards("Ac Kd"))) and not has_blackjack(rules, Held(cards("Ac Kd"), zapped=True))
    assert case_of(rules, Held(cards("Ac Kd"), zapped=True), cards("Tc 6d 6h")) == "dealer_push_total"
    assert case_of(rules, Held(cards("Ac Kd")), cards("Tc 6d 6h")) == "blackjack"


def test_zapped_cards_lie_in_the_rack_for_all_to_see_and_new_ones_in_the_hand() -> None:
    round = one("9h Jc", "7c Kd", "zap", "stand", zapped="Ts 6d")
    seen = hands_seen(round.view("table"))
    assert seen[round.hand(1)] == ["9h", "Jc"] and seen["discard"] == ["Ts", "6d"]  # type: ignore[index]
    assert "discard" in round.racked
    assert round.game.reads is not None
    assert round.game.reads(round.setup, {round.hand(1): cards("Ac Qd")}) == {round.hand(1): "21"}


def test_a_zap_comes_before_any_other_decision_and_after_the_check() -> None:
    round = one("9h Jc", "Kc 7d", "zap", "stand", zapped="Ts 6d")
    assert [event.text for event in round.events if event.kind == "decision"] == ["zap", "stand"]
    kinds = [event.kind for event in round.events]
    assert kinds.index("peek") < kinds.index("decision")
    with pytest.raises(PitbossError, match='cannot "zap"'):
        one("Ts 6d", "7c Kd", "keep", "zap")
    with pytest.raises(PitbossError, match='cannot "zap"'):
        one("Ts 4d", "7c Kd", "zap")


def test_a_record_with_a_zap_and_a_split_is_dealt_again_as_it_was() -> None:
    sat = table(ENTRY, 1)
    rng = random.Random(9)
    for _ in range(400):
        round = sat.deal({1: {"blackjack": 10}})
        while round.asking:
            names = round.asking[0].names
            word = next((name for name in ("zap", "split") if name in names), rng.choice(names))
            round.act(word if word != "double" else "stand")
        words = round.actions.get(1, [])
        if "zap" in words and "split" in words:
            break
    else:
        pytest.fail("no zapped pair came")
    written = sat.record()
    written.steps = written.steps[-1:]
    again = settle(written.to_toml()).rounds[0][1]
    assert again.settlements == round.settlements and again.hands_of(1) == round.hands_of(1)


def test_a_record_that_names_exchanged_cards_without_a_zap_is_refused() -> None:
    with pytest.raises(PitbossError, match="more than the rules deal|does not give|is not asked"):
        one("9h Jc", "7c Kd", "keep", "stand", zapped="Ts 6d")


def test_a_zapped_or_split_21_is_not_doubled() -> None:
    with pytest.raises(PitbossError, match='not asked to "double 10"'):
        one("Ac Qd 2c", "6c Th 4d", "zap", "double 10", zapped="Ks 5d")


# -- Paying and settling ----------------------------------------------------------------------------------------------


def test_wagers_are_collected_before_any_is_paid_or_player_by_player() -> None:
    three = {1: seat("Ts 7d", "keep", "stand"), 2: seat("Th 9d", "stand"), 3: seat("Tc 6d", "keep", "stand")}
    orders = {}
    for settlement in ("by_step", "by_player"):
        round = played(ENTRY, three, "Td 8h", options={"settlement": settlement})
        orders[settlement] = [row.seat for row in round.settlements]
    assert orders == {"by_step": [3, 1, 2], "by_player": [3, 2, 1]}


def test_a_blackjack_is_paid_at_its_turn_and_its_cards_are_taken() -> None:
    two = {1: seat("5s 6d Th", "hit"), 2: seat("As Kd")}
    round = played(ENTRY, two, "7c Th")
    events = [(event.kind, event.seat) for event in round.events]
    assert events.index(("decision", 1)) < events.index(("settle", 2)) < events.index(("reveal", None))
    assert "seat 2" in round.racked and told(round, "announced") == ["blackjack"]


def test_even_money_goes_with_6_to_5_and_takes_the_cards() -> None:
    round = one("Ad Qc", "As 6c", "even_money", options={"even_money": True, "blackjack_odds": "6 to 5"})
    assert nets(round) == {"blackjack": 10} and "seat 1" in round.racked


def test_the_dealer_draws_even_where_nothing_hangs_on_it() -> None:
    round = one("Ts 6d 9h", "6c Td 4h", "keep", "hit")
    assert nets(round) == {"blackjack": -10} and len(round.hands["dealer"]) == 3


def test_split_aces_are_played_on_and_split_again_up_to_four_hands() -> None:
    hands = ["As 5c 4d", "Ad Kh", "Ah 9c"]
    round = one(hands, "Tc 9d", "split", "split", "hit", "stand", "stand")
    assert nets(round) == {"blackjack": 10, "split 2": 10, "split 3": 10}
    with pytest.raises(PitbossError, match='cannot "split"'):
        one(["8s 8h", "8d", "8c", "8h"], "Tc 9d", "keep", *["split"] * 4)


def test_lost_insurance_is_collected_after_the_card_reader_and_before_anybody_plays() -> None:
    events = [event.kind for event in one("Td 9s", "As 7h", "insure 5", "stand").events]
    assert events == ["deal"] * 4 + ["decision", "peek", "settle", "decision", "reveal", "settle"]


def test_nobody_sees_the_hole_card_before_it_is_turned_up() -> None:
    round = one("9h Jc", "Kc 7d", "zap", "stand", zapped="Ts 6d")
    for viewer in (1, "table", "dealer"):
        view = round.view(viewer)
        up = next(at for at, event in enumerate(view) if event.kind == "reveal")
        assert all("7d" not in event.cards for event in view[:up])


def test_there_is_no_surrender_and_boxes_are_as_many_as_the_house_says() -> None:
    with pytest.raises(PitbossError, match='cannot "surrender"'):
        one("Ts 4d", "9c 8h", "surrender")
    wagers = {1: {"blackjack": 10}, 2: {"blackjack": 10}}
    with pytest.raises(Refused, match="the table allows 1"):
        table(ENTRY).deal(wagers, players={1: "ann", 2: "ann"})


# -- Irregularities ---------------------------------------------------------------------------------------------------


def test_any_number_of_cards_face_up_is_discarded_and_the_round_goes_on() -> None:
    calls = [{"id": "face_up_card", "card": card, "at": "zap"} for card in ("2c", "3c")]
    written = record(ENTRY, {1: seat("9h Jc", "zap", "stand", zapped="Ts 6d")}, "7c Kd")
    round = settle(written | {"irregularities": calls}).rounds[0][1]
    assert nets(round) == {"blackjack": 10} and len(told(round, "discard")) == 2


def test_clauses_that_other_games_have_are_not_added_to_this_one() -> None:
    entry = load(ENTRY)
    assert "card_to_wrong_place" not in entry.irregularities and "burn_forgotten" not in entry.irregularities


def test_a_card_reader_that_fails_stops_the_game_after_the_round() -> None:
    sat = table(ENTRY)
    round = sat.deal({1: {"blackjack": 10}}, calls=[Call("reader_malfunction")])
    while round.asking:
        round.act(round.asking[0].names[0])
    with pytest.raises(Refused, match="repaired"):
        sat.deal({1: {"blackjack": 10}})


def test_a_forgotten_draw_card_comes_after_the_others_or_kills_the_hand() -> None:
    call = {"id": "draw_card_not_dealt", "seat": 1, "after": 1}
    two = {1: seat("5h 6c 9d", "late_card", "hit", "stand", zapped="Ts 6d"), 2: seat("Ts 9d", "stand")}
    two[1]["actions"] = ["zap", "late_card", "hit", "stand"]
    round = settle(record(ENTRY, two, "7c Kd") | {"irregularities": [call]}).rounds[0][1]
    order = [(event.seat, event.text) for event in round.events if event.kind == "decision"]
    assert order == [(1, "zap"), (1, "late_card"), (2, "stand"), (1, "hit"), (1, "stand")]
    two[1]["actions"], two[1]["cards"] = ["zap", "hand_dead"], "5h 6c"
    round = settle(record(ENTRY, two, "7c Kd") | {"irregularities": [call]}).rounds[0][1]
    assert {row.seat: row.outcome for row in round.settlements} == {1: "void", 2: "win"}


# -- At random --------------------------------------------------------------------------------------------------------


def test_random_play_reaches_zaps_splits_to_four_hands_and_a_dealers_22() -> None:
    found, rounds = at_random(ENTRY, 70, {"blackjack": 10}, ("split",), seed=2, even_money=True)
    for decision in ("zap", "keep", "double", "split", "insure", "even_money", "hit", "stand"):
        assert found[decision], decision
    for came_to in (
        "blackjack dealer push total",
        "double_down dealer push total",
        "split dealer push total",
        "blackjack both blackjack",
        "blackjack blackjack",
        "blackjack even money",
        "insurance hole card ten",
        "insurance hole card not ten",
    ):
        assert found[came_to], came_to
    assert max(len(round.hands_of(seat)) for round in rounds for seat in round.seats) == 4
    for round in rounds:
        for seat in round.seats:
            assert hand_nets(round, seat) == _by_the_spec(round, seat)


def _by_the_spec(round: Round, seat: int) -> dict[int, int]:
    """The spec's table of settlement, written down once more."""
    dealer, hands, words = round.hands["dealer"], round.hands_of(seat), round.actions.get(seat, [])
    blackjack = len(hands) == 1 and natural(round.hands[hands[0]]) and "zap" not in words
    if "even_money" in words:
        return {1: 1000}
    if natural(dealer):
        return {1: 0 if blackjack else -1000}
    if blackjack:
        return {1: 1500}
    found = {}
    for hand in hands:
        staked = staked_on(round, seat, hand.number, "blackjack", "split", "double_down")
        found[hand.number] = compared(total(round.hands[hand]), total(dealer), staked, staked)
    return found


def test_a_house_loses_no_chip_over_zaps(sqlite_url: str) -> None:
    house = open_house(sqlite_url, ENTRY, options={"even_money": True})
    play(house, "1", 6, random.Random("zap"), call_rate=0.1).close()
    assert audit(sqlite_url, workers=1).findings == []
