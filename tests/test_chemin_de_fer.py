"""Baccarat-Chemin de Fer: who holds the Bank, who covers it, what may be seen, and what the Banker's errors do."""

import io
import random
import re
from typing import Any

import pytest

from conftest import Run
from house_play import at, open_house
from pitboss import BankSeat, Call, PitbossError, open_table, settle
from pitboss.cli.visit import Visit
from pitboss.engine.events import SURVEILLANCE
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.house.audit.house_audit import audit
from pitboss.house.live import player_bank
from pitboss.sheets.story import decision

GAME = "chapter4/baccarat-chemin-de-fer"
PLAYER_LOSES = {"player": "2d 4c", "banker": "3s 4h"}
BANKER_LOSES = {"player": "2d 5c", "banker": "Ks 6h"}


def settled(*steps: dict[str, Any], carry: dict[str, Any] | None = None, **options: Any) -> Settled:
    rulebook, _, game = GAME.partition("/")
    head = {"rulebook": rulebook, "game": game, "options": options, "carry": carry or {}}
    return settle(head | {"steps": list(steps)})


def step(actions: dict[int, list[str]], **more: Any) -> dict[str, Any]:
    return {"seats": {str(seat): {"actions": said} for seat, said in actions.items()}} | more


def only(*steps: dict[str, Any], carry: dict[str, Any] | None = None, **options: Any) -> Round:
    return settled(*steps, carry=carry, **options).rounds[-1][1]


def texts(played: Round) -> list[str]:
    return [event.text for event in played.events]


def hand(banker: str, *said: str, **more: Any) -> Round:
    """A hand of $100 between seat 1, the Banker, and seat 2, who takes it all and says the rest."""
    cards = {"player": more.pop("player", "2d 4c"), "banker": banker}
    return only(step({1: ["stake 100"], 2: ["banco", *said]}, **cards, **more), carry={"banker": 1})


# -- the Bank ---------------------------------------------------------------------------------------------------------


def test_of_equal_bids_the_one_nearest_to_the_dealer_becomes_banker() -> None:
    bids = {2: ["bid 300", "stake 300"], 5: ["bid 300", "banco", "stay"], 7: ["bid 200", "no_banco"]}
    played = only(step(bids, **PLAYER_LOSES))
    assert played.carry["banker"] == 2
    assert played.net == {2: 28_500, 5: -30_000, 7: 0}


def test_the_first_wager_may_be_more_than_the_bid_and_not_less() -> None:
    said = {1: ["bid 100", "stake 150"], 2: ["no_bid", "banco", "stay"]}
    assert only(step(said, **PLAYER_LOSES)).net[2] == -15_000
    said[1][1] = "stake 99"
    with pytest.raises(PitbossError, match=r"at least \$100\.00"):
        settled(step(said, **PLAYER_LOSES))


def test_when_nobody_covers_anything_no_hand_is_dealt_and_the_banker_stays() -> None:
    played = only(step({1: ["stake 100"], 2: ["no_banco", "no_wager"]}), carry={"banker": 1, "bid": 80})
    assert [(row.seat, row.outcome, row.net) for row in played.settlements] == [(1, "void", 0)]
    assert played.carry == {"banker": 1, "bid": 80}
    assert not played.hands


def test_nobody_takes_the_bank_and_the_next_round_begins_with_bids() -> None:
    played = only(
        step({1: ["pass", "no_bid"], 2: ["refuse", "no_bid", "no_bid"]}),
        step({1: ["bid 5", "stake 5"], 2: ["no_bid", "banco", "stay"]}, **PLAYER_LOSES),
        carry={"banker": 1, "last_stake": 100},
    )
    assert played.carry["banker"] == 1
    assert played.carry["last_stake"] == "5.00"


def test_whoever_passed_bids_only_in_the_second_round_of_bidding() -> None:
    said = {
        1: ["pass", "bid 50", "stake 50"],
        2: ["refuse", "no_bid", "no_bid", "banco", "stay"],
        3: ["refuse", "no_bid", "no_bid", "no_banco"],
    }
    played = only(step(said, **PLAYER_LOSES), carry={"banker": 1, "last_stake": 100})
    assert played.net == {1: 4_750, 2: -5_000, 3: 0}


def test_a_bank_that_must_be_passed_is_offered_round_and_then_bid_for_by_everybody() -> None:
    said = {
        1: ["bid 40", "stake 40"],
        2: ["refuse", "no_bid", "banco", "stay"],
        9: ["refuse", "bid 30", "no_banco"],
    }
    played = only(step(said, **PLAYER_LOSES), carry={"offered": "must", "offered_from": 1})
    assert played.carry["banker"] == 1
    decided = [event.seat for event in played.events if event.text == "refuse"]
    assert decided == [2, 9]


def test_the_bank_goes_round_counterclockwise_from_the_banker_over_the_last_seat() -> None:
    said = {1: ["accept 20"], 4: ["banco", "stay"], 9: ["refuse", "no_banco"]}
    played = only(step(said, **PLAYER_LOSES), carry={"offered": "must", "offered_from": 7})
    assert played.carry["banker"] == 1


def test_a_bank_passed_twice_goes_on_from_whoever_passed_it_first() -> None:
    played = only(
        step({1: ["pass", "banco", "stay"], 2: ["accept 100"], 3: ["no_banco"]}, **PLAYER_LOSES),
        step({1: ["no_banco"], 2: ["pass", "banco", "stay"], 3: ["accept 100"]}, **BANKER_LOSES),
        carry={"banker": 1, "last_stake": 100},
    )
    assert played.carry == {"offered": "must", "offered_from": 1}


def test_a_banker_who_leaves_passes_the_bank() -> None:
    played = only(
        step({1: ["stake 100"], 2: ["banco", "stay"], 3: ["no_banco"]}, **PLAYER_LOSES),
        {"leaves": [1]},
        step({2: ["refuse", "banco", "stay"], 3: ["accept 150"]}, **PLAYER_LOSES),
        carry={"banker": 1},
    )
    assert played.carry["banker"] == 3
    assert played.carry["passed_by"] == 1


def test_suivi_is_against_the_banker_who_won_and_ends_when_the_bank_goes_on() -> None:
    won = step({1: ["stake 100"], 2: ["banco", "stay"], 3: ["no_banco"]}, **PLAYER_LOSES)
    passed = {1: ["pass", "no_banco"], 2: ["refuse", "suivi"], 3: ["accept 100"]}
    with pytest.raises(PitbossError, match='seat 2 cannot "suivi" now; legal: no_banco, banco'):
        settled(won, step(passed, **PLAYER_LOSES), carry={"banker": 1})


def test_suivi_is_for_whoever_equaled_the_preceding_wager_not_for_a_part_of_it() -> None:
    parts = {1: ["stake 100"], 2: ["no_banco", "cover 60", "stay"], 3: ["no_banco", "cover 40"]}
    assert "suivi" not in only(step(parts, **PLAYER_LOSES), carry={"banker": 1, "suivi": 3}).carry
    whole = {1: ["stake 100"], 2: ["no_banco", "cover 100", "stay"], 3: ["no_banco"]}
    assert only(step(whole, **PLAYER_LOSES), carry={"banker": 1}).carry["suivi"] == 2


def test_whoever_moved_nearer_to_the_bank_misses_a_turn_there() -> None:
    moved = step({1: ["stake 100"], 2: ["banco", "stay"], 5: ["no_banco"]}, **BANKER_LOSES)
    moved["seats"]["2"]["says"] = ["moved_from 6"]
    after = step({1: ["no_banco"], 2: ["banco", "stay"], 5: ["accept 10"]}, **PLAYER_LOSES)
    played = only(moved, after, carry={"banker": 1})
    assert played.carry["banker"] == 5
    assert "seat 2 misses this turn" in texts(played)
    assert played.carry["misses_turn"] == []


def test_whoever_moved_away_from_the_bank_misses_nothing() -> None:
    moved = step({1: ["stake 100"], 2: ["banco", "stay"], 5: ["no_banco"]}, **PLAYER_LOSES)
    moved["seats"]["5"]["says"] = ["moved_from 3"]
    assert "misses_turn" not in only(moved, carry={"banker": 1}).carry


def test_a_banker_may_be_ordered_to_pass_before_the_wager_or_after_the_hand() -> None:
    ordered = {"irregularities": [{"id": "banker_ordered_to_pass"}]}
    at_once = only(step({1: ["banco", "stay"], 2: ["accept 30"]}, **PLAYER_LOSES, **ordered), carry={"banker": 1})
    assert at_once.carry["banker"] == 2
    ordered["irregularities"][0]["at"] = "settle"
    said = {1: ["stake 30"], 2: ["banco", "stay"]}
    after = only(step(said, **PLAYER_LOSES, **ordered), carry={"banker": 1})
    assert after.net == {1: 2_850, 2: -3_000}
    assert after.carry == {"offered": "must", "offered_from": 1}


def test_an_order_that_comes_while_the_banker_thinks_takes_the_question_away() -> None:
    table = open_table(GAME, seed=1, carry={"banker": 1})
    played = table.deal({1: {}, 2: {}})
    assert played.asking[0].names == ("stake", "pass")
    played.call(Call("banker_ordered_to_pass"))
    assert [(ask.seat, ask.names) for ask in played.asking] == [(2, ("accept", "refuse"))]


def test_an_order_while_the_bank_is_offered_waits_for_whoever_takes_it_and_replays() -> None:
    table = open_table(GAME, seed=1, carry={"banker": 1, "last_stake": "5.00"})
    played = table.deal({2: {}, 3: {}})
    played.call(Call("banker_ordered_to_pass"))
    while played.asking:
        ask = played.asking[0]
        played.act("banco" if "banco" in ask.names else ask.names[0], ask.seat)
    assert table.carry == {"offered": "must", "offered_from": 2 if played.net[2] > 0 else 1}
    again = settle(table.record().to_toml()).rounds[0][1]
    assert again.events == played.events


@pytest.mark.parametrize(
    ("choice", "after"),
    [("left", {"banker": 1, "bid": 70}), ("transferred", {"offered": "must", "offered_from": 1})],
)
def test_an_annulled_hand_leaves_the_bank_or_moves_it_on(choice: str, after: dict[str, Any]) -> None:
    said = {1: ["stake 100"], 2: ["banco"]}
    annulled = step(said, irregularities=[{"id": "wrong_order"}], **PLAYER_LOSES)
    played = only(annulled, carry={"banker": 1, "bid": 70}, bank_after_annulled_hand=choice)
    assert played.void
    assert set(played.net.values()) == {0}
    assert played.carry == after


@pytest.mark.parametrize(
    ("carry", "sentence"),
    [
        ({"banker": 10}, "banker is the number of a seat, 1 to 9"),
        ({"banker": 1, "last_stake": "much"}, "last_stake: 'much' is not an amount of money"),
        ({"banker": 1, "last_stake": 0}, "last_stake is more than zero"),
        ({"offered": "must"}, 'offered is "must" or "passed", and goes with offered_from'),
        ({"banker": 1, "offered": "must", "offered_from": 2}, "only while nobody has it"),
        ({"misses_turn": 3}, "misses_turn is a list of seats"),
        ({"owner": 1}, 'unknown key "owner"'),
    ],
)
def test_what_cannot_have_carried_over_is_refused_in_a_sentence(carry: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        settled(step({1: ["stake 100"], 2: ["banco"]}), carry=carry)


def test_nobody_is_named_banker_from_outside_and_one_alone_cannot_play() -> None:
    table = open_table(GAME, seed=1)
    with pytest.raises(PitbossError, match="settled in the round itself"):
        table.deal({1: {}, 2: {}}, bank=BankSeat(1, 100))
    with pytest.raises(PitbossError, match="at least 2 players"):
        table.deal({1: {}})
    with pytest.raises(PitbossError, match="not made before the deal"):
        table.deal({1: {"banker": 10}, 2: {}})


# -- the wagers -------------------------------------------------------------------------------------------------------


def test_of_several_bancos_the_nearest_to_the_banker_counterclockwise_counts() -> None:
    said = {2: ["banco"], 5: ["stake 100"], 7: ["banco", "stay"], 9: ["banco"]}
    assert only(step(said, **PLAYER_LOSES), carry={"banker": 5}).net == {2: 0, 5: 9_500, 7: -10_000, 9: 0}


def test_the_most_is_the_lower_of_twice_the_preceding_wager_and_the_posted_maximum() -> None:
    said = {1: ["stake 501"], 2: ["banco", "stay"]}
    with pytest.raises(PitbossError, match=r"at most \$500\.00"):
        settled(step(said, **PLAYER_LOSES), carry={"banker": 1, "last_stake": 400}, table_max="500.00")


def test_limits_between_which_nobody_could_wager_are_refused() -> None:
    with pytest.raises(PitbossError, match=r"the minimum of \$500\.00 is above the maximum of \$100\.00"):
        open_table(GAME, {"table_min": "500", "table_max": "100"})


def test_a_banker_whose_preceding_wager_is_above_the_maximum_can_only_pass() -> None:
    table = open_table(GAME, {"table_max": "100"}, seed=1, carry={"banker": 1, "last_stake": "200.00"})
    played = table.deal({1: {}, 2: {}})
    assert played.asking[0].names == ("pass",)
    played.act("pass")
    assert [(ask.seat, ask.names) for ask in played.asking] == [(2, ("refuse",))]


def test_nobody_covers_less_than_the_posted_minimum() -> None:
    said = {1: ["stake 100"], 2: ["no_banco", "cover 80", "stay"], 3: ["no_banco"]}
    played = only(step(said, **PLAYER_LOSES), carry={"banker": 1}, table_min="25.00")
    assert played.net == {1: 7_600, 2: -8_000, 3: 0}
    said[2][1] = "cover 20"
    with pytest.raises(PitbossError, match=r"at least \$25\.00"):
        settled(step(said, **PLAYER_LOSES), carry={"banker": 1}, table_min="25.00")


def test_a_banker_who_holds_two_seats_does_not_wager_against_the_own_bank() -> None:
    table = open_table(GAME, seed=1, carry={"banker": 1})
    played = table.deal({1: {}, 2: {}, 3: {}}, players={1: "ann", 2: "bob", 3: "ann"})
    played.act("stake 10")
    assert [ask.seat for ask in played.asking] == [2]


def test_the_banker_who_wins_pays_no_more_commission_than_was_won() -> None:
    said = {1: ["stake 0.10"], 2: ["banco", "stay"]}
    assert only(step(said, **PLAYER_LOSES), carry={"banker": 1}).net == {1: 0, 2: -10}


# -- the hands --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "legal"),
    [("Kc Td", "card"), ("2c 2d", "card"), ("2c 3d", "card, stay"), ("2c 4d", "stay"), ("3c 4d", "stay")],
)
def test_the_dominant_player_is_free_on_five_alone(cards: str, legal: str) -> None:
    with pytest.raises(PitbossError, match=f'seat 2 cannot "peek" now; legal: {legal} '):
        hand("Kh Ks", "peek", player=cards)


def test_only_the_dominant_player_sees_the_players_hand_until_the_result() -> None:
    played = _option_of_the_banker()
    assert played.asking[0].names == ("draw", "stay")
    for viewer in (1, 3, "table", "dealer"):
        first = [event for event in played.view(viewer) if event.hand == "player"][:2]
        assert not any(card.known for event in first for card in event.cards), viewer
        assert not any(event.kind == "reveal" for event in played.view(viewer) if event.hand == "player")
    seen = [event.cards[0] for event in played.view(2) if event.kind == "deal" and event.hand == "player"]
    assert seen == [event.cards[0] for event in played.view(SURVEILLANCE) if event.hand == "player"]
    played.act("stay")
    assert any(event.kind == "reveal" and event.hand == "player" for event in played.view(3))


def test_the_banker_looks_only_after_card() -> None:
    after_card = hand("Kc 7d", "card", player="2h 2s Kh")
    assert [event.seen_by for event in after_card.events if event.kind == "view"] == [(1,)]
    after_stay = hand("Kc 7d", "stay")
    assert not [event for event in after_stay.events if event.kind == "view"]


def _option_of_the_banker() -> Round:
    """A hand of three in which the Banker has 3 against a 9."""
    for seed in range(5_000):
        table = open_table(GAME, seed=seed, carry={"banker": 1})
        played = table.deal({1: {}, 2: {}, 3: {}})
        for said in ("stake 10", "banco", "no_banco"):
            played.act(said, played.asking[0].seat)
        while played.asking and played.asking[0].seat == 2:
            played.act(played.asking[0].names[0])
        if played.asking:
            return played
    raise AssertionError("the Banker never had the option")


# -- the Banker's errors ----------------------------------------------------------------------------------------------


def called(id: str, card: str) -> dict[str, Any]:
    return {"irregularities": [{"id": id, "card": card}]}


def test_a_card_after_stay_that_the_dealer_called_is_the_bankers_only_if_the_banker_must_draw() -> None:
    drawn = hand("Kc 5d", "stay", **called("card_after_stay_called_card", "2c"))
    assert "Player 6, Banker 7: the Banker's Hand wins" in texts(drawn)
    burned = hand("Kc 6d", "stay", **called("card_after_stay_called_card", "Ac"), discard="9h")
    assert "Player 6, Banker 6: Stand Off" in texts(burned)
    assert [str(card) for card in burned.hands["discard"]] == ["9h"]


def test_a_card_the_banker_drew_after_card_goes_to_the_dominant_player() -> None:
    played = hand("Kc 3d", "card", player="2h 2s", **called("banker_drew_after_card", "8c"))
    assert [str(card) for card in played.hands["player"]] == ["2h", "2s", "8c"]
    assert "Player 2, Banker 3: the Banker's Hand wins" in texts(played), "3 stays against an 8"


def test_a_card_found_face_up_is_discarded_with_as_many_more_as_its_number() -> None:
    played = hand("3s 4h", "stay", **called("card_face_up_in_shoe", "Th"))
    assert len(played.hands["discard"]) == 10


def test_a_banker_with_too_many_cards_draws_from_nothing_and_has_no_natural() -> None:
    drawn = hand("4c 4d Kh", "stay", **called("banker_took_too_many", "Ks"))
    assert "Player 6, Banker 0: the Player's Hand wins" in texts(drawn)
    against_natural = hand("4c 4d", player="4h 5h", **called("banker_took_too_many", "Ks"))
    assert "Player 9, Banker 0: the Player's Hand wins" in texts(against_natural)


def test_three_cards_to_the_player_are_final_and_the_banker_draws_as_against_no_third_card() -> None:
    played = hand("2c 3h 2s", player="2h 2s", **called("player_given_three", "3d"))
    assert "Player 7, Banker 7: Stand Off" in texts(played)


def test_an_unseen_extra_card_opens_the_next_hand() -> None:
    said = {1: ["stake 100"], 2: ["banco", "stay"]}
    first = step(said, **PLAYER_LOSES, **called("extra_card_undisclosed", "2d"))
    again = step({1: ["stake 100"], 2: ["suivi", "stay"]}, **PLAYER_LOSES)
    assert settled(first, again, carry={"banker": 1}).net == {1: 19_000, 2: -20_000}
    other = step({1: ["stake 100"], 2: ["suivi", "stay"]}, player="3d 4c", banker="3s 5h")
    with pytest.raises(PitbossError, match="2d was drawn in error and opens this hand"):
        settled(first, other, carry={"banker": 1})


def test_an_unseen_extra_card_is_not_held_over_once_the_cutting_card_has_shown() -> None:
    said = {1: ["stake 100"], 2: ["banco", "stay"]}
    played = only(step(said, **PLAYER_LOSES, **called("extra_card_undisclosed", "2d"), cut_card=3), carry={"banker": 1})
    assert "first_cards" not in played.carry
    assert "reshuffle" in played.after
    assert played.carry["banker"] == 1, "the Banker keeps the Bank over a reshuffle"


def test_a_cutting_card_in_an_annulled_hand_is_not_forgotten() -> None:
    said = {1: ["stake 100"], 2: ["banco"]}
    annulled = step(said, irregularities=[{"id": "wrong_order"}], cut_card=2, **PLAYER_LOSES)
    assert "reshuffle" in only(annulled, carry={"banker": 1}).after


def test_a_hand_without_enough_cards_is_void_and_the_banker_stays() -> None:
    said = {1: ["stake 100"], 2: ["banco"]}
    played = only(step(said, irregularities=[{"id": "not_enough_cards"}], **PLAYER_LOSES), carry={"banker": 1})
    assert played.void
    assert played.carry == {"banker": 1}


# -- elsewhere --------------------------------------------------------------------------------------------------------


def test_at_a_live_table_the_chips_go_from_one_to_another_and_the_house_keeps_the_commission(sqlite_url: str) -> None:
    house = open_house(sqlite_url, GAME)
    live = house.table("1")
    seats = sorted(live.seats)
    before = {seat: live.seats[seat].chips for seat in seats}
    rng = random.Random(3)
    for _ in range(6):
        for seat in seats:
            house.table("1").ready(seat)
        at(house, "1", lambda live, batch: live.deal(batch))
        while (played := house.table("1").round) is not None and played.asking:
            ask = rng.choice(played.asking)
            word = ask.random_answer(rng)
            at(house, "1", lambda live, batch, ask=ask, word=word: live.act(batch, ask.seat, word))
    live = house.table("1")
    lost = sum(before.values()) - sum(live.seats[seat].chips for seat in seats)
    assert lost >= 0
    with pytest.raises(PitbossError, match="settled in the round itself"):
        at(house, "1", lambda live, batch: player_bank.take(live, batch, seats[0], 1_000))
    assert not player_bank.may_bank(live, seats[0])
    house.close()
    assert not audit(sqlite_url).findings


def test_the_rule_sheet_says_how_many_it_takes_and_who_banks(pitboss: Run) -> None:
    _, out, _ = pitboss("rules", GAME)
    said = " ".join(out.split())
    assert "Seats 2 to 9." in said
    assert "Bank A participant banks, with a wager that the others cover; the house pays nothing." in said


def test_it_is_played_in_the_terminal_against_others_who_cover(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("deal\nbid 200\nstake 250\nleave\n"))
    code, out, _ = pitboss("play", GAME, "--seed", "1")
    assert code == 0
    assert "seat 1 is Banker, with $250.00" in out
    assert "Result: Player 1, Banker 4: the Banker's Hand wins" in out
    assert "This round +$237.50, balance $737.50." in out


def test_in_the_terminal_what_another_participant_bids_is_told_with_its_amount() -> None:
    visit = Visit(open_table(GAME, seed=1), seat=1, bankroll=100_000, bank_wager=0)
    played = visit.deal({})
    while played.asking[0].seat == visit.seat:
        visit.act("no_bid")
    assert re.fullmatch(r"bid \$[\d,]+\.\d\d", decision(visit.opponent_acts()))
