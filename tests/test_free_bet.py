"""Free Bet Blackjack: lammers, tucked hands, Push 22 and a dealer's 22, where the worked examples do not show them."""

import random
from collections import Counter
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
from house_play import at, open_house, play
from pitboss import PitbossError, settle
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.equipment.cards import cards
from pitboss.errors import Refused
from pitboss.games.blackjack.rules import Held, Rules, case_of, doubles_free, splits_free
from pitboss.house.audit.house_audit import audit
from pitboss.rulebook import Setup, load
from pitboss.rulebook.cross_check import Fault, cross_check
from pitboss.web import table_html

ENTRY = "massachusetts-2020/free-bet-blackjack"
RETURNED = {"tucked_bust_returned_on_22": True}


def seat(held: str | list[str], *actions: str, push: int = 0) -> dict[str, Any]:
    wagers = {"blackjack": 10} | ({"push_22": push} if push else {})
    return {"wagers": wagers, "cards" if isinstance(held, str) else "hands": held, "actions": list(actions)}


def one(held: str | list[str], dealer: str, *actions: str, push: int = 0, **more: Any) -> Round:
    return played(ENTRY, {1: seat(held, *actions, push=push)}, dealer, **more)


def nets(round: Round) -> dict[str, int]:
    return {f"{row.wager} {row.hand}" if row.hand > 1 else row.wager: row.net // 100 for row in round.settlements}


# -- Lammers ----------------------------------------------------------------------------------------------------------


def test_a_lammer_stakes_nothing_and_says_what_it_played_for() -> None:
    round = one(["8s Th", "8d Ac"], "Tc 7d", "free_split", "stand", "stand")
    row = next(row for row in round.settlements if row.wager == "free_split")
    assert (row.staked, row.lammer, row.net, row.pays) == (0, 1000, 1000, 1000)
    told_row = row.as_json()
    assert told_row["staked"] == "0.00" and told_row["lammer"] == "10.00" and told_row["hand"] == 2
    assert "lammer for 10.00" in str(row)
    assert told(round, "lammer") == ["Free Split on hand 2: a lammer for $10.00"]
    assert round.ledger == Counter({"seat 1": 2000, "house": -2000})


def test_a_lammer_plays_for_the_whole_wager_on_a_hand_doubled_for_less() -> None:
    round = one(["6s Tc", "6d Ah 4c"], "Th Td", "free_split", "stand", "double 4")
    assert nets(round) == {"blackjack": -10, "free_split 2": 10, "double_down 2": 4}


def test_a_lammers_hand_is_doubled_for_no_more_than_the_original_wager() -> None:
    with pytest.raises(PitbossError, match=r"at most \$10.00"):
        one(["6s Tc", "6d Ah 4c"], "Th Td", "free_split", "stand", "double 11")


def test_only_hard_totals_and_no_tens_are_free() -> None:
    rules = Rules.of(Setup.of(load(ENTRY)))
    assert [doubles_free(rules, Held(cards(held))) for held in ("4c 4d", "5c 4d", "6c 5d", "Ac 8d", "7c 5d")] == [
        False,
        True,
        True,
        False,
        False,
    ]
    assert [splits_free(rules, Held(cards(held))) for held in ("Ac Ad", "9c 9d", "Tc Kd", "2c 2d")] == [
        True,
        True,
        False,
        True,
    ]


def test_an_entry_whose_lammer_could_lose_money_is_refused() -> None:
    entry = load(ENTRY)
    wager = entry.wagers["free_split"]
    wrong = wager.model_copy(update={"cases": {**wager.cases, "tie": ["lose", "§1"]}})
    with pytest.raises(Fault) as fault:
        cross_check(entry.model_copy(update={"wagers": {**entry.wagers, "free_split": wrong}}))
    assert "a lammer can" in fault.value.sentence


def test_lammers_are_told_apart_from_chips_on_the_page() -> None:
    setup = Setup.of(load(ENTRY))
    up = [
        {"wager": "blackjack", "amount": "10.00"},
        {"wager": "free_split", "amount": "0.00", "lammer": "10.00", "hand": 2},
        {"wager": "free_split", "amount": "0.00", "lammer": "10.00", "hand": 3},
    ]
    view = {"up": up, "placed": {}}
    assert table_html.wagers_up(view) == {"blackjack": "10.00"}
    assert table_html.lammers_up(view) == {"free_split": "20.00"}
    assert table_html.lammers_up(view, 3) == {"free_split": "10.00"}
    round = one("6s 5d 9h", "Tc 9d", "free_double")
    seat = {"seat": 2, "name": "Cho", "yours": False, "chips": "5.00", "ready": False}
    assert "Blackjack $10.00, Free Split lammer $20.00" in table_html.seat_inside(seat | view, setup, {})
    html = table_html.outcomes([row.as_json() for row in round.settlements], setup)
    assert "Free Double lammer $10.00" in html
    hand = table_html.figure(["9h", "2h"], "Your hand 3: 11", True, lammers=["$25.00"])
    assert '<figcaption>Your hand 3: 11 <span class="lammer">lammer $25.00</span></figcaption>' in hand
    assert "Your hand 3: 11, lammer $25.00: " in hand, "one picture for who hears the page"


def test_whoever_has_no_chip_left_may_still_split_and_double_for_nothing(sqlite_url: str) -> None:
    house = open_house(sqlite_url, ENTRY, options={"push_22": False})
    seen = Counter[str]()
    for _ in range(300):
        if seen["free_double"] and seen["free_split"]:
            break
        at(house, "1", lambda live, batch: live.leave(batch, 1))
        at(house, "1", lambda live, batch: live.sit(batch, "player-1", 1))
        at(house, "1", lambda live, batch: live.buy_in(batch, 1, 10_000))
        house.table("1").bet(1, {"blackjack": "100.00"})
        at(house, "1", lambda live, batch: live.deal(batch))
        while (live := house.table("1")).going_on:
            assert live.round is not None and live.seats[1].chips == 0
            names = live.round.asking[0].names
            word = next((name for name in names if name.startswith("free")), names[0])
            seen[word] += 1
            at(house, "1", lambda live, batch, word=word: live.act(batch, 1, word))
    assert seen["free_double"] and seen["free_split"]
    house.close()
    assert audit(sqlite_url, workers=1).findings == []


def test_a_house_loses_no_chip_over_lammers(sqlite_url: str) -> None:
    house = open_house(sqlite_url, ENTRY, options={"even_money": True})
    play(house, "1", 25, random.Random("lammers"), call_rate=0.1).close()
    assert audit(sqlite_url, workers=1).findings == []


# -- Tucked hands -----------------------------------------------------------------------------------------------------


def test_a_tucked_bust_is_settled_when_the_other_hands_are() -> None:
    round = one(["8s 6h Kc", "8d Kd"], "Tc 7d", "free_split", "hit", "stand")
    kinds = [(event.kind, event.hand or event.text[:9]) for event in round.events]
    tucked = next(at for at, (kind, _) in enumerate(kinds) if kind == "tuck")
    assert tucked < kinds.index(("reveal", "dealer")) < kinds.index(("settle", "blackjack"))
    assert "seat 1" not in round.racked


def test_when_every_hand_has_gone_over_the_tucked_wager_is_collected_at_once() -> None:
    round = one(["8s 6h Kc", "8d 7d Kd"], "Tc 7d", "free_split", "hit", "hit", push=5)
    kinds = [event.kind for event in round.events]
    assert kinds.count("settle") == 3 and kinds.index("settle") < kinds.index("reveal")
    assert nets(round) == {"free_split 2": 0, "blackjack": -10, "push_22": -5}
    assert {"seat 1", "seat 1 hand 2"} <= round.racked


def test_a_bust_without_a_lammer_is_collected_at_once() -> None:
    round = one(["Ks 5c 9h", "Td 8h"], "Tc 7d", "split", "hit", "stand")
    kinds = [event.kind for event in round.events]
    assert "tuck" not in kinds and kinds.index("settle") < kinds.index("reveal")


@pytest.mark.parametrize(("dealer", "net"), [("Tc 6d 6s", 0), ("Tc 6d 7s", -10), ("Tc 7d", -10)])
def test_a_house_may_read_that_a_tucked_bust_comes_back_on_22(dealer: str, net: int) -> None:
    round = one(["8s 6h Kc", "8d Kd"], dealer, "free_split", "hit", "stand", options=RETURNED)
    assert nets(round)["blackjack"] == net


def test_a_plain_bust_and_two_busts_come_back_in_no_reading() -> None:
    two = {1: seat("Ts 6d Kc", "hit"), 2: seat(["8s 6h Kc", "8d 7d Kd"], "free_split", "hit", "hit")}
    two[3] = seat("Ts 9d", "stand")
    round = played(ENTRY, two, "Tc 6s 6c", options=RETURNED)
    assert {row.seat: row.net for row in round.settlements if row.wager == "blackjack"} == {1: -1000, 2: -1000, 3: 0}


def test_a_blackjack_is_tucked_under_push_22_and_otherwise_taken_away() -> None:
    round = one("As Kd", "7c 9h 6d", push=5)
    assert told(round, "tuck") == ["the cards are tucked under Push 22"] and "seat 1" not in round.racked
    assert nets(round) == {"blackjack": 15, "push_22": 40}
    round = one("As Kd", "7c 9h")
    assert "seat 1" in round.racked and not told(round, "tuck")
    even = one("As Kd", "Ac 9h", "even_money", options={"even_money": True}, push=5)
    assert told(even, "tuck") and nets(even) == {"blackjack": 10, "push_22": -5}


# -- The dealer -------------------------------------------------------------------------------------------------------


def test_a_22_pushes_whatever_is_left_and_the_rules_say_so_too() -> None:
    rules = Rules.of(Setup.of(load(ENTRY)))
    dealer = cards("Tc 6d 6s")
    assert [case_of(rules, Held(cards(held)), dealer) for held in ("Ac Kd", "Tc 2d", "Tc 6d 7h")] == [
        "blackjack",
        "dealer_push_total",
        "over_21",
    ]


def test_a_blackjack_is_paid_at_its_turn_and_not_before() -> None:
    two = {1: seat("5s 6d Th", "free_double"), 2: seat("As Kd")}
    events = [(event.kind, event.seat) for event in played(ENTRY, two, "7c Th").events]
    assert events.index(("decision", 1)) < events.index(("settle", 2))


def test_lost_insurance_is_collected_after_the_card_reader_and_before_anybody_plays() -> None:
    events = [event.kind for event in one("Th 9h", "As 7c", "insure 5", "stand").events]
    assert events == ["deal"] * 4 + ["decision", "peek", "settle", "decision", "reveal", "settle"]


def test_nobody_sees_the_hole_card_before_it_is_turned_up() -> None:
    for viewer in (1, "table", "dealer"):
        view = one("Th 9h", "As 7c", "insure 5", "stand", push=5).view(viewer)
        up = next(at for at, event in enumerate(view) if event.kind == "reveal")
        assert all("7c" not in event.cards for event in view[:up])


def test_wagers_are_collected_before_any_is_paid_or_player_by_player() -> None:
    three = {1: seat("Ts 7d", "stand"), 2: seat("Ts 9d", "stand"), 3: seat("Ts 6d", "stand")}
    orders = {}
    for settlement in ("by_step", "by_player"):
        round = played(ENTRY, three, "Tc 8h", options={"settlement": settlement})
        orders[settlement] = [row.seat for row in round.settlements]
    assert orders == {"by_step": [3, 1, 2], "by_player": [3, 2, 1]}


def test_push_22_is_collected_before_and_paid_after_the_hands() -> None:
    assert [row.wager for row in one("Ts 9d", "Tc 8h", "stand", push=5).settlements] == ["push_22", "blackjack"]
    assert [row.wager for row in one("Ts 9d", "Tc 6h 6d", "stand", push=5).settlements] == ["blackjack", "push_22"]


# -- Options ----------------------------------------------------------------------------------------------------------


def test_split_aces_may_be_held_to_one_card() -> None:
    options = {"split_aces_one_card": True}
    assert nets(one(["As Kh", "Ad 5c"], "Tc 9d", "free_split", options=options)) == {"blackjack": 10, "free_split 2": 0}
    with pytest.raises(PitbossError, match='not asked to "hit"'):
        one(["As Kh", "Ad 5c 4h"], "Tc 9d", "free_split", "hit", options=options)
    both = one(["As Kh", "Ad 5c", "Ah 9d"], "Tc 9d", "free_split", "free_split", "stand", "stand")
    assert nets(both) == {"blackjack": 10, "free_split 3": 10, "free_split 2": 0}


def test_there_is_no_surrender_and_push_22_needs_a_wager_on_the_hand() -> None:
    with pytest.raises(PitbossError, match='cannot "surrender"'):
        one("Ts 6d", "9c 8h", "surrender")
    with pytest.raises(Refused, match="needs Blackjack"):
        table(ENTRY).deal({1: {"push_22": 5}})
    with pytest.raises(Refused, match="not offered"):
        table(ENTRY, push_22=False).deal({1: {"blackjack": 10, "push_22": 5}})


def test_adjacent_boxes_are_as_many_as_the_house_says() -> None:
    wagers = {1: {"blackjack": 10}, 2: {"blackjack": 10}}
    both = {1: "ann", 2: "ann"}
    with pytest.raises(Refused, match="the table allows 1"):
        table(ENTRY).deal(wagers, players=both)
    assert table(ENTRY, boxes_per_player=2).deal(wagers, players=both).seats == [1, 2]
    with pytest.raises(Refused, match="side by side"):
        table(ENTRY, boxes_per_player=2).deal({1: wagers[1], 3: wagers[2]}, players={1: "ann", 3: "ann"})


# -- Irregularities ---------------------------------------------------------------------------------------------------


def test_a_dead_hand_returns_the_wager_and_its_lammers_are_collected() -> None:
    call = {"id": "draw_card_not_dealt", "seat": 1, "after": 2}
    written = record(ENTRY, {1: seat(["8s Th", "8d 4c"], "free_split", "stand", "hand_dead", push=5)}, "Tc 7d")
    round = settle(written | {"irregularities": [call]}).rounds[0][1]
    assert {row.wager: (row.outcome, row.net) for row in round.settlements} == {
        "blackjack": ("void", 0),
        "push_22": ("void", 0),
        "free_split": ("void", 0),
    }
    assert not round.movements


def test_a_card_reader_that_fails_stops_the_game_after_the_round() -> None:
    sat = table(ENTRY)
    round = sat.deal({1: {"blackjack": 10}}, calls=[Call("reader_malfunction")])
    while round.asking:
        round.act(round.asking[0].names[0])
    with pytest.raises(Refused, match="repaired"):
        sat.deal({1: {"blackjack": 10}})
    sat.repair()
    assert sat.deal({1: {"blackjack": 10}})


def test_an_exposed_card_that_a_split_hand_refuses_closes_all_of_them() -> None:
    call = {"id": "exposed_card_drawn_in_error", "card": "9c", "after": 1}
    written = record(ENTRY, {1: seat(["8s 5h", "8d"], "free_split", "refuse")}, "Tc 5d")
    round = settle(written | {"irregularities": [call]}).rounds[0][1]
    assert nets(round) == {"blackjack": 10, "free_split 2": 10}


# -- At random --------------------------------------------------------------------------------------------------------


def test_random_play_reaches_everything_that_is_free_and_a_dealers_22() -> None:
    found, rounds = at_random(
        ENTRY, 130, {"blackjack": 10, "push_22": 5}, ("free_split", "free_double"), seed=2, even_money=True
    )
    for decision in ("free_double", "double", "free_split", "split", "insure", "even_money", "hit", "stand"):
        assert found[decision], decision
    for came_to in (
        "blackjack dealer push total",
        "free_split dealer push total",
        "free_double dealer push total",
        "free_split player higher",
        "free_double dealer over 21",
        "push_22 same suit 22",
        "push_22 same color 22",
        "push_22 other 22",
        "blackjack both blackjack",
        "insurance hole card ten",
        "insurance hole card not ten",
    ):
        assert found[came_to], came_to
    hands = [len(round.hands_of(seat)) for round in rounds for seat in round.seats]
    assert max(hands) == 4
    free = [Counter(bet.seat for bet in round.bets if bet.wager == "free_split") for round in rounds]
    assert max(most for each in free for most in each.values()) == 3
    assert any(event.kind == "tuck" for round in rounds for event in round.events)
    for round in rounds:
        for seat in round.seats:
            assert hand_nets(round, seat) == _by_the_spec(round, seat)


def _by_the_spec(round: Round, seat: int) -> dict[int, int]:
    """The spec's table of settlement, written down once more: R, D and n lammers of each hand."""
    dealer, hands, wager = round.hands["dealer"], round.hands_of(seat), 1000
    first = round.hands[hands[0]]
    if "even_money" in round.actions.get(seat, ()):
        return {1: wager}
    if natural(dealer) or (len(hands) == 1 and natural(first)):
        both = natural(dealer) and natural(first)
        return {1: 0 if both else -wager if natural(dealer) else wager * 3 // 2}
    found = {}
    for hand in hands:
        staked = staked_on(round, seat, hand.number, "blackjack", "split", "double_down")
        lammers = sum(bet.lammer > 0 for bet in round.bets if (bet.seat, bet.hand) == (seat, hand.number))
        ours = total(round.hands[hand])
        found[hand.number] = compared(ours, total(dealer), staked, staked + lammers * wager)
    return found
