"""Baccarat and Midibaccarat of Massachusetts: the curator and the shoe, who turns the cards up, a house's choices."""

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from baccarat_table import one, record, texts
from pitboss import Call, PitbossError, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.rulebook import Setup, load

BACCARAT, MIDI, MINI = (f"massachusetts-2020/{game}" for game in ("baccarat", "midi-baccarat", "mini-baccarat"))
WAGERS = {seat: {"player": 10} for seat in (2, 5, 9)}
BANKER_LOSES, BANKER_WINS, TIE = ("Ks 8s", "Kh 7h"), ("Ks 6s", "Kh 7h"), ("Ks 7s", "Kh 7h")


def chairs(many: int) -> dict[str, Any]:
    pairs = list(permutations("cdhs", 2))
    named = {str(chair): f"K{king} 9{nine}" for chair, (king, nine) in enumerate(pairs[:many], 1)}
    return {"royal_9": True, "personal_king_nines": named}


def asked(played: Round) -> int:
    [ask] = played.asking
    return ask.seat


def dealt(table: Table, answers: dict[int, list[str]], wagers: dict[int, Any] | None = None) -> Round:
    """A round in which each seat gives its answers in turn, and the usual one after that."""
    played = table.deal(wagers or WAGERS)
    while played.asking:
        ask = played.asking[0]
        left = answers.get(ask.seat)
        played.act(left.pop(0) if left else ask.default_answer, ask.seat)
    return played


def held(player: str, banker: str, carry: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What carries over after one hand with the seats 2, 5 and 9, who say what ``more`` gives."""
    seats = {str(seat): {"wagers": {"player": 10}, "actions": more.pop(f"seat_{seat}", [])} for seat in WAGERS}
    raw = {"rulebook": "massachusetts-2020", "game": "baccarat", "seats": seats, "carry": carry, **more}
    return settle(raw | {"player": player, "banker": banker}).table.carry


# -- The curator ------------------------------------------------------------------------------------------------------


def test_a_fresh_shoe_is_offered_from_seat_1_counterclockwise_until_somebody_accepts() -> None:
    table = open_table(BACCARAT, seed=1)
    played = table.deal(WAGERS)
    for seat, answer in ((2, "decline"), (5, "accept")):
        assert asked(played) == seat
        played.act(answer, seat)
    assert table.carry.get("curator", table.carry.get("passed_from")) == 5
    assert texts(played, "shoe")[:2] == ["the shoe is offered to the players in turn", "seat 5 is the curator"]


def test_the_dealer_deals_when_nobody_accepts_or_the_curator_wants_it_so() -> None:
    nobody = dealt(open_table(BACCARAT, seed=1), {})
    assert texts(nobody, "shoe")[1] == "nobody accepts the shoe: the dealer deals"
    table = open_table(BACCARAT, seed=1)
    designated = dealt(table, {2: ["let_the_dealer_deal"]})
    assert texts(designated, "shoe")[1] == "seat 2 is the curator, and the dealer deals for them"
    assert not held(*TIE, {"curator": 2, "dealer_deals": True}).get("passed_from")


@pytest.mark.parametrize(
    ("hands", "curator", "after"),
    [
        (BANKER_LOSES, 5, {"passed_from": 5}),
        (BANKER_LOSES, 0, {"passed_from": 0}),
        (BANKER_WINS, 5, {"curator": 5}),
        (TIE, 5, {"curator": 5}),
    ],
)
def test_the_shoe_is_passed_when_the_bankers_hand_loses(
    hands: tuple[str, str], curator: int, after: dict[str, int]
) -> None:
    assert held(*hands, {"curator": curator}, seat_5=["deal"] if curator else []) == after


def test_a_passed_shoe_goes_to_the_right_of_whoever_had_it() -> None:
    passed = {"seat_9": ["decline"], "seat_2": ["accept"]}
    assert held(*TIE, {"passed_from": 5}, **passed) == {"curator": 2}
    assert held(*TIE, {"passed_from": 0}, seat_2=["accept"]) == {"curator": 2}
    assert held(*TIE, {"passed_from": 9}, seat_2=["decline"], seat_5=["decline"]) == {"curator": 0}
    assert held(*TIE, {"curator": 5}, seat_5=["pass"], seat_9=["accept"]) == {"curator": 9}


def test_a_curator_who_does_not_wager_or_leaves_passes_the_shoe() -> None:
    assert held(*TIE, {"curator": 7}, seat_9=["accept"]) == {"curator": 9}
    table = open_table(BACCARAT, seed=1, carry={"curator": 5})
    table.leave(5)
    assert table.carry["passed_from"] == 5
    assert "curator" not in table.carry


def test_the_curator_is_ordered_to_pass_at_once_or_after_the_hand() -> None:
    call = {"id": "curator_delays"}
    assert held(*TIE, {"curator": 5}, seat_9=["accept"], irregularities=[call]) == {"curator": 9}
    late = [call | {"at": "settle"}]
    assert held(*BANKER_WINS, {"curator": 5}, seat_5=["deal"], irregularities=late) == {"passed_from": 5}
    assert held(*TIE, {"curator": 0}, irregularities=[call]) == {"curator": 0}
    table = open_table(BACCARAT, seed=1)
    dealt(table, {2: ["accept"]})
    table.carry["curator"] = 2
    table.carry.pop("passed_from", None)
    played = table.deal(WAGERS)
    assert asked(played) == 2
    played.call(Call("curator_delays"))
    assert asked(played) == 5


def test_after_a_hand_without_enough_cards_the_new_shoe_is_offered_anew() -> None:
    void = [{"id": "not_enough_cards", "automatic": True}]
    assert held("??", "", {"passed_from": 2}, seat_5=["accept"], irregularities=void) == {}, (
        "a new shoe is offered anew"
    )


def test_everybody_is_told_who_has_the_shoe() -> None:
    tell, setup = game_of(load(BACCARAT)).shown, Setup.of(load(BACCARAT))
    assert tell is not None
    told = {"You are the curator.": {"curator": 5}, "The dealer deals.": {"curator": 0}}
    for line, carry in told.items():
        assert tell(setup, carry, [], 5) == [line]
    assert tell(setup, {"curator": 2, "dealer_deals": True}, [], 5) == ["Seat 2 is the curator; the dealer deals."]
    assert tell(setup, {"passed_from": 2}, [], 5) == tell(Setup.of(load(MIDI)), {}, [], 5) == []


def test_a_shoe_that_cannot_be_held_is_refused() -> None:
    for carry in ({"curator": 15}, {"passed_from": "five"}, {"dealer_deals": 1}):
        with pytest.raises(PitbossError, match="carry"):
            held(*TIE, carry)


def test_whole_shoes_go_round_the_table() -> None:
    table = open_table(BACCARAT, {"decks": 6}, seed=5)
    rng, happened = random.Random(5), Counter[str]()
    for _ in range(2):
        while True:
            played = table.deal({seat: {"banker": 10} for seat in (1, 4, 8, 14)})
            while played.asking:
                [ask] = played.asking
                played.act(ask.random_answer(rng), ask.seat)
            happened.update(text.partition(":")[0] for text in texts(played, "shoe"))
            if "reshuffle" in played.after:
                assert not {"curator", "passed_from"} & set(table.carry)
                break
    assert "the Banker's Hand lost" in happened and "nobody accepts the shoe" in happened
    assert any("wishes so" in text for text in happened)
    assert sum("is the curator" in text for text in happened) > 2
    assert settle(table.record().to_toml()).table.carry == table.carry


def test_nobody_is_curator_at_the_small_tables() -> None:
    for name in (MIDI, MINI):
        played = open_table(name, seed=1).deal({1: {"player": 10}})
        assert played.over and not texts(played, "shoe")


# -- Who turns the cards up -------------------------------------------------------------------------------------------


def test_the_dealer_turns_the_cards_at_the_big_table_unless_the_house_hands_them_out() -> None:
    wagers = {"player": 10, "banker": 5}
    assert not texts(one(record(BACCARAT, "Ks 6s", "Kh 7h", wagers)), "view")
    handed = one(record(BACCARAT, "Ks 6s", "Kh 7h", wagers, options={"card_reveal": "highest_wager"}))
    assert texts(handed, "view") == ["the Player's Hand", "the Banker's Hand"]


@pytest.mark.parametrize("name", [BACCARAT, MIDI, MINI])
def test_the_highest_bettor_squeezes_the_cards_before_anybody_sees_them(name: str) -> None:
    options = {"squeeze": True} | ({"card_reveal": "highest_wager"} if name == BACCARAT else {})
    table = open_table(name, options, seed=3, carry={"curator": 0})
    dealt(table, {}, {1: {"tie": 5}})
    turned = Counter[int]()
    for _ in range(12):
        played = table.deal({1: {"player": 10}, 3: {"player": 20}, 4: {"banker": 20, "tie": 5}})
        while played.asking:
            [ask] = played.asking
            if [action.name for action in ask.actions] == ["turn_up", "give_up"]:
                turned[ask.seat] += 1
                lying = [event for event in played.view(1) if event.kind in ("view", "deal") and event.seat != 1]
                assert any(not card.known for event in lying for card in event.cards)
            played.act(ask.default_answer, ask.seat)
    assert turned[3] > 12 and turned[4] > 12, "the third card is squeezed as well"
    assert not turned[1]


def test_who_gives_the_cards_up_or_delays_hands_them_to_the_right() -> None:
    seats = {1: {"player": 10}, 3: {"player": 20}, 6: {"tie": 5}}
    table = open_table(MIDI, {"squeeze": True}, seed=4)
    played = table.deal(seats)
    assert asked(played) == 3
    played.act("give_up", 3)
    assert asked(played) == 6
    played.call(Call("viewer_delays", seat=6))
    assert asked(played) == 1
    played.act("give_up", 1)
    assert not played.asking or played.asking[0].seat != 1
    passed = texts(played, "remedy")
    assert [text.rpartition(" passes ")[2] for text in passed] == ["to seat 6", "to seat 1", "to the dealer"]
    again = settle(table.record().to_toml())
    assert [row.events for _, row in again.rounds] == [played.events]


@pytest.mark.parametrize(("name", "call"), [(MIDI, Call("viewer_delays", seat=3)), (BACCARAT, Call("curator_delays"))])
def test_what_is_called_before_the_first_answer_strikes_at_the_question_again(name: str, call: Call) -> None:
    table = open_table(name, {"squeeze": True} if name == MIDI else {}, seed=4)
    played = table.deal({1: {"player": 10}, 3: {"player": 20}})
    played.call(call)
    while played.asking:
        played.act(played.asking[0].default_answer, played.asking[0].seat)
    [(_, again)] = settle(table.record().to_toml()).rounds
    assert again.events == played.events


def test_a_record_of_a_squeeze_names_who_turned_the_cards() -> None:
    options = {"squeeze": True}
    squeezed = record(MIDI, "Ks 2s 4h", "Kh 7h", options=options, actions=["turn_up", "turn_up"])
    assert one(squeezed).net == {1: -1000}
    with pytest.raises(PitbossError, match="turn_up or give_up"):
        record(MIDI, "Ks 6s", "Kh 7h", options=options)


# -- Cards in the wrong place -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [BACCARAT, MIDI])
def test_cards_drawn_in_error_go_where_the_rules_say(name: str) -> None:
    def errs(player: str, banker: str, error: str, **more: Any) -> Round:
        calls = [{"id": error, "card": "4d"}]
        return one(record(name, player, banker, {"banker": 10}, irregularities=calls, **more))

    for error in ("undisclosed_third_card", "disclosed_third_card"):
        assert errs("4h 2c", "3d 2s", error).hands["banker"] == ["3d", "2s", "4d"]
    assert errs("4h 2c", "Kd 7s", "undisclosed_third_card").carry["first_cards"] == ["4d"]
    assert errs("4h 2c", "Kd 7s", "undisclosed_card").carry["first_cards"] == ["4d"]
    burned = errs("4h 2c", "Kd 7s", "disclosed_third_card", discard="9c")
    assert [event.cards for event in burned.view("table") if event.kind == "discard"] == [("4d",)]
    simulated = {"options": {"disclosed_third_card": "simulated_round"}, "phantom": "Kc 4s 6h"}
    for more in (simulated, {"phantom": "Kc 4s 6h"}):
        error = "disclosed_third_card" if "options" in more else "disclosed_card"
        assert texts(errs("4h 2c", "Kd 7s", error, **more), "phantom hand")[-1].startswith("Player 8, Banker 6")
    short = one(record(name, "4h", "", irregularities=[{"id": "not_enough_cards", "automatic": True}]))
    assert short.net == {1: 0} and "reshuffle" in short.after


@pytest.mark.parametrize("name", [BACCARAT, MIDI])
def test_each_shoe_is_burned_and_ends_a_hand_after_the_cut_card(name: str) -> None:
    table = open_table(name, {"decks": 6}, seed=3)
    played = dealt(table, {}, {1: {"player": 10}})
    burned = [event.cards[0].known for event in played.view("table") if event.hand == "burn"]
    assert len(burned) > 1 and burned == [True] + [name == BACCARAT] * (len(burned) - 1)
    table.carry["curator"] = 0
    rounds = [played]
    while "reshuffle" not in rounds[-1].after:
        rounds.append(dealt(table, {}, {1: {"player": 10}}))
    assert [each.draws.cut_card is not None for each in rounds].index(True) == len(rounds) - 2


# -- What a house may choose ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        (BACCARAT, {"decks": 9}, "decks"),
        (BACCARAT, {"seats": 9}, "seats"),
        (BACCARAT, chairs(12) | {"seats": 13}, "of which there are twelve"),
        (BACCARAT, chairs(12) | {"decks": 7}, "six or eight decks"),
        (BACCARAT, chairs(10), "each of the chairs 1 to 12"),
        (BACCARAT, {"squeeze": True}, "where the highest bettor turns them up"),
        (BACCARAT, {"shuffle_method": "wash", "reshuffle_after_lacing": True}, "laced"),
        (BACCARAT, {"designation": "ez", "vigorish_rounding": "quarter"}, "collects no vigorish"),
        (BACCARAT, {"must_hit": "1"}, "made the Royal 9 wager"),
        (BACCARAT, {"tie_odds": "7 to 1"}, "less than the 8 to 1"),
        (MIDI, {"decks": 5}, "less than the 6"),
        (MIDI, chairs(7) | {"seats": 8}, "six or seven seats"),
        (MIDI, chairs(7) | {"decks": 9}, "Royal 9 is played with 6 or 8 decks, and not with 9"),
        (MIDI, chairs(6), "each of the chairs 1 to 7"),
    ],
)
def test_a_set_up_the_rules_do_not_allow_is_refused(name: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        open_table(name, options)


def test_seats_are_as_many_as_the_wagers_allow() -> None:
    assert [Setup.of(load(BACCARAT), options).seats for options in ({}, chairs(12), {"seats": 11})] == [14, 12, 11]
    assert [Setup.of(load(MIDI), options).seats for options in ({}, chairs(7), {"seats": 3})] == [9, 7, 3]
    assert open_table(MIDI, {"decks": 10}).shoe is not None


def test_royal_9_stands_alone_at_the_big_table_only() -> None:
    wagers = {"royal_9_progressive": 5}
    assert record(BACCARAT, "4d 2c", "5s 2h", wagers, options=chairs(12)).net == {1: -500}
    with pytest.raises(PitbossError, match="beside a Player, Banker or Tie wager"):
        record(MIDI, "4d 2c", "5s 2h", wagers, options=chairs(7))


def test_half_a_cent_of_vigorish_is_rounded_up_at_the_big_table() -> None:
    assert record(BACCARAT, "Ks 6s", "Kh 7h", {"banker": "12.10"}).net == {1: 1149}
    assert record(MIDI, "Ks 6s", "Kh 7h", {"banker": "12.10"}).net == {1: 1150}


@pytest.mark.parametrize("name", [BACCARAT, MIDI])
def test_marked_vigorish_is_collected_before_the_new_shoe(name: str) -> None:
    table = open_table(name, {"vigorish_collection": "deferred", "decks": 6}, seed=11)
    table.carry["curator"] = 0
    rounds: list[Round] = []
    while not rounds or "reshuffle" not in rounds[-1].after:
        rounds.append(dealt(table, {}, {2: {"banker": 100}}))
    marked = sum(event.amount or 0 for played in rounds for event in played.events if event.kind == "commission marked")
    assert [(fee.seat, fee.amount) for fee in table.collected] == [(2, marked)] and marked
