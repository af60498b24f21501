"""Pai Gow Poker with bonus wagers: who banks, who may surrender, how it is dealt, and what irregularities undo."""

import random
from collections import Counter
from typing import Any

import pytest

from dealing import deal_round
from pai_gow_play import random_rounds
from pitboss import BankSeat, Call, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import cards
from pitboss.errors import Refused
from pitboss.games.pai_gow.bonuses import best_paid
from pitboss.games.pai_gow.cards_in_two import advise
from pitboss.hands.pai_gow_seven import seven_card_names
from pitboss.money import dollars
from pitboss.rulebook import Setup, load

GAME, ONEIDA, MAIN = "massachusetts-2020/pai-gow-poker", "oneida-2003/pai-gow-poker", "pai_gow_poker"
WINS = "Kh Kc 9d 6s 2h / Td Ts"
BANK, FOUL = "Js Jd 9c 8h 6d / As Kd", "As Kd 9c 5h 2d / 7s 7d"
BANKING = {"player_banking": True}


def seat(wagers: dict[str, Any], hand: str, *then: str) -> dict[str, Any]:
    high, low = hand.split(" / ")
    return {"wagers": wagers, "cards": f"{high} {low}", "actions": [f"set low={low}", *then]}


def played(seats: dict[int, dict[str, Any]], dealer: str = "", **more: Any) -> Round:
    """The round of a record."""
    record: dict[str, Any] = {
        "rulebook": "massachusetts-2020",
        "game": "pai-gow-poker",
        "seats": {str(number): row for number, row in seats.items()},
    }
    if dealer:
        record["dealer"] = dealer.replace(" / ", " ")
    return settle(record | more).rounds[0][1]


def nets(of: Round) -> dict[int, str]:
    return {number: dollars(net) for number, net in of.net.items()}


def play_out(of: Round) -> Round:
    while of.asking:
        of.act(of.asking[0].default_answer, of.asking[0].seat)
    return of


def after_a_round(seats: int = 3, **options: Any) -> Table:
    """A table at which the first seats have played a round of $20 against the dealer."""
    table = open_table(GAME, options={**BANKING, **options}, seed=7)
    play_out(table.deal({number: {MAIN: 20} for number in range(1, seats + 1)}))
    return table


# -- banking ----------------------------------------------------------------------------------------------------------


def test_players_bank_only_where_the_house_lets_them_and_not_in_the_first_round() -> None:
    with pytest.raises(Refused, match="players do not bank"):
        open_table(GAME, seed=7).deal({2: {MAIN: 20}}, bank=BankSeat(1, 100))
    with pytest.raises(Refused, match="first round"):
        open_table(GAME, options=BANKING, seed=7).deal({2: {MAIN: 20}}, bank=BankSeat(1, 100))
    with pytest.raises(Refused, match="players bank in the standard game only"):
        open_table(GAME, options={**BANKING, "variant": "ez"})


def test_bonus_wagers_are_the_houses_when_a_player_banks() -> None:
    table = after_a_round(fortune_bonus="F-A")
    of = play_out(table.deal({2: {MAIN: 20, "fortune_bonus": 5}}, bank=BankSeat(1, 20)))
    assert of.player_dealer is not None
    main = sum(row.net for row in of.settlements if row.wager == MAIN)
    assert of.player_dealer.result == -main
    with pytest.raises(Refused, match="cannot wager against itself"):
        table.deal({1: {"fortune_bonus": 5}, 2: {MAIN: 20}}, bank=BankSeat(1, 20))


def test_the_house_pays_a_bonus_and_its_envy_past_what_the_bank_covers() -> None:
    record = played(
        {
            2: {"cards": "2s 2d 3h 5c 7c 9h Jh", "actions": ["set"]},
            1: {"wagers": {MAIN: 5, "fortune_bonus": 5}, "cards": "9s 9d 9c Kh Kd 4s 4d", "actions": ["set"]},
            3: {"wagers": {MAIN: 5, "fortune_bonus": 5}, "cards": "As Ad Ac Ah Qs Jd 3c", "actions": ["set"]},
        },
        options={**BANKING, "fortune_bonus": "F-A"},
        carry={"offered": 1, "banked": 0, "wagered": {"2": "20.00"}},
        bank={"seat": 2, "wager": 10},
    )
    assert nets(record) == {1: "34.75", 2: "-10.00", 3: "129.75"}
    assert record.ledger["house"] == -(25 + 5 + 125) * 100 + 50


def test_a_bank_that_fouls_is_set_again_by_the_dealer() -> None:
    of = played(
        {2: seat({}, FOUL), 1: seat({MAIN: 20}, "6c 6h Jc 5c 3d / Qs 4d", "stand")},
        options=BANKING,
        carry={"offered": 1, "banked": 0, "wagered": {"2": "20.00"}},
        bank={"seat": 2, "wager": 20},
    )
    assert [call.id for call in of.calls] == ["bank_hand_misset"]
    assert sorted(of.hands["seat 2 low"]) == ["As", "Kd"]
    assert nets(of) == {1: "-20.00", 2: "19.00"}


def test_a_bank_covers_half_where_the_house_shares_it_and_all_otherwise() -> None:
    table = after_a_round(co_banking=True)
    with pytest.raises(Refused, match="half of the wagers"):
        table.deal({2: {MAIN: 50}}, bank=BankSeat(1, 20))
    of = table.deal({2: {MAIN: 50}}, bank=BankSeat(1, 25))
    assert any("bank in halves" in event.text for event in of.events)
    assert [ask.seat for ask in of.asking] == [2]  # the dealer sets the bank's hand
    assert play_out(of).player_dealer is not None


# -- surrender --------------------------------------------------------------------------------------------------------


def test_surrender_is_refused_to_whoever_has_a_wager_on_his_own_cards() -> None:
    of = open_table(GAME, options={"progressive_s14": "1.00"}, seed=7).deal(
        {1: {MAIN: 20, "progressive_s14": 1}, 2: {MAIN: 20}}
    )
    for number in (1, 2):
        of.act("set", number)
    assert [ask.seat for ask in of.asking] == [2]


def test_nobody_surrenders_while_an_envy_marker_is_out() -> None:
    table = open_table(GAME, options={"fortune_bonus": "F-A"}, seed=7)
    of = table.deal({1: {MAIN: 20, "fortune_bonus": 5}, 2: {MAIN: 20}})
    for number in (1, 2):
        of.act("set", number)
    assert of.over


# -- dealing ----------------------------------------------------------------------------------------------------------


def test_seven_hands_are_dealt_whoever_plays_and_three_and_four_only_to_players() -> None:
    of = open_table(GAME, seed=7).deal({3: {MAIN: 20}})
    assert {hand: len(held) for hand, held in of.hands.items()} == {"dealer": 7, "seat 3": 7, "discard": 35}
    of = open_table(GAME, options={"dealing_device": "three_then_four"}, seed=7).deal({3: {MAIN: 20}, 5: {MAIN: 20}})
    dealt = [event.hand for event in of.events if event.kind == "deal"]
    assert dealt == [
        *["seat 5"] * 3,
        *["seat 3"] * 3,
        *["dealer"] * 3,
        *["seat 5"] * 4,
        *["seat 3"] * 4,
        *["dealer"] * 4,
    ]


def test_the_button_moves_one_position_clockwise_each_round() -> None:
    table = open_table(GAME, options={"start_method": "button"}, seed=7)
    firsts = []
    for _ in range(8):
        of = play_out(table.deal({1: {MAIN: 20}}))
        firsts.append(
            next(event.text for event in of.events if event.kind == "button").removeprefix("the button is before ")
        )
    assert firsts == ["the dealer", "seat 6", "seat 5", "seat 4", "seat 3", "seat 2", "seat 1", "the dealer"]


def test_face_up_the_dealers_hand_lies_open_before_the_players_set() -> None:
    of = open_table(GAME, options={"variant": "face_up_fortune"}, seed=7).deal({1: {MAIN: 20}})
    assert len(of.hands["dealer high"]) == 5 and [ask.seat for ask in of.asking] == [1]
    assert sum(len(event.cards) for event in of.view("table") if event.hand.startswith("dealer ")) == 7


@pytest.mark.parametrize(
    ("variant", "dealer", "what"),
    [
        ("ez", "Qs Td 9c 7h 5s 4d 2c", "a Queen's Dragon"),
        ("commission_free_fortune", "Ks Kh 6c 4c 3s 9d 7d", "a nine-high low hand"),
        ("face_up_fortune", "As Qd Tc 8h 6s 5d 3c", "an ace-high hand"),
    ],
)
def test_a_hand_that_returns_all_wagers_is_told_when_it_is_set(variant: str, dealer: str, what: str) -> None:
    of = played({1: seat({MAIN: 20}, "Kd Kc Qc 8d 2d / Jc Th", "stand")}, dealer, options={"variant": variant})
    told = [event.text for event in of.events if event.kind == "push"]
    assert told == [f"the dealer has {what}: wagers on the hands push"] and nets(of) == {1: "0.00"}


def test_an_equal_pair_in_both_hands_is_a_foul_where_the_house_is_strict() -> None:
    hand = seat({MAIN: 20}, "7d 7c Ah 9s 4d / 7s 7h", "stand")
    dealer = "Ks Qh Jd 9h 8c 5c 3c"
    for strict, net in ((False, "20.00"), (True, "-20.00")):
        options = {"variant": "face_up_fortune", "face_up_strict_set": strict}
        assert nets(played({1: hand}, dealer, options=options)) == {1: net}


# -- irregularities ---------------------------------------------------------------------------------------------------

VOIDING = {
    "dice_mistotaled": {},
    "dealer_card_exposed": {},
    "wrong_number_of_cards": {},
    "card_exposed_in_the_deal": {},
    "machine_jams": {},
    "stub_not_four": {},
    "stub_not_four_misdealt": {},
    "stub_count_misdealt": {"dealing_device": "three_then_four"},
    "stub_count_wrong": {"dealing_device": "three_then_four"},
}


@pytest.mark.parametrize("name", VOIDING)
def test_a_void_round_returns_every_wager_and_takes_its_part_off_the_meter(name: str) -> None:
    table = open_table(GAME, options={**VOIDING[name], "progressive_s14": "1.00"}, seed=7)
    of = play_out(table.deal({1: {MAIN: 20, "progressive_s14": 1}}, calls=[Call(name)]))
    assert of.void and nets(of) == {1: "0.00"}
    assert table.meters.held["progressive_s14"] == 1_000_000


def test_a_number_that_was_drawn_stands_when_the_round_is_void() -> None:
    options = {"start_method": "rng_1_to_7", "rng_number": True, "progressive_s14": "1.00"}
    table = open_table(GAME, options=options, seed=7)
    of = table.deal(
        {1: {MAIN: 20, "rng_number 4": 5, "progressive_s14": 1}}, calls=[Call("dealer_card_exposed", at="hands")]
    )
    rows = {row.wager: row.outcome for row in of.settlements}
    assert rows[MAIN] == rows["progressive_s14"] == "void" and rows["rng_number"] in ("win", "lose")
    assert table.meters.held["progressive_s14"] == 1_000_000
    assert sum(of.ledger.values()) == 0


def test_a_player_voids_an_exposed_hand_and_keeps_what_is_decided() -> None:
    options = {"dealing_device": "three_then_four", "three_card_bonus": True, "progressive_s14": "5.00"}
    table = open_table(GAME, options=options, seed=7)
    of = table.deal(
        {1: {MAIN: 20, "three_card_bonus": 5, "progressive_s14": 5}, 2: {MAIN: 20}},
        calls=[Call("player_card_exposed", seat=1)],
    )
    of.act("void_hand")
    assert [ask.seat for ask in of.asking] == [2]
    rows = {row.wager: row.outcome for row in play_out(of).settlements if row.seat == 1}
    assert rows[MAIN] == rows["progressive_s14"] == "void" and rows["three_card_bonus"] != "void"
    assert table.meters.held["progressive_s14"] == 1_000_000


def test_the_banks_card_exposed_ends_the_round() -> None:
    of = after_a_round().deal({2: {MAIN: 20}}, bank=BankSeat(1, 20), calls=[Call("dealer_card_exposed")])
    assert of.void and set(of.net.values()) == {0}


def test_one_card_face_up_is_not_used_and_a_second_voids_the_round() -> None:
    table = open_table(GAME, seed=7)
    of = table.deal({1: {MAIN: 20}}, calls=[Call("card_face_up", card="Xr")])  # type: ignore[arg-type]
    assert "Xr" not in {card for held in of.hands.values() for card in held}
    play_out(of)
    assert table.deal({1: {MAIN: 20}}, calls=[Call("card_face_up"), Call("card_face_up")]).void


def test_the_dealers_hand_is_reset_as_filed() -> None:
    hand, dealer = seat({MAIN: 100}, "Kd Kh 9s 8c 4d / Ac Ts", "stand"), "Ks Kc 9h 7d 3h / Ad 9c"
    assert nets(played({1: hand}, dealer, house_set="low=Ad 9c")) == {1: "95.00"}
    of = played({1: hand}, dealer, house_set="low=Ad 9c", irregularities=["house_hand_misset"])
    assert nets(of) == {1: "-100.00"} and sorted(of.hands["dealer low"]) == ["9c", "9h"]


@pytest.mark.parametrize("name", ["fouled_hand", "wrong_split"])
def test_a_hand_that_is_called_wrong_loses(name: str) -> None:
    of = played({1: seat({MAIN: 20}, WINS, "stand")}, BANK, irregularities=[{"id": name, "seat": 1}])
    assert nets(of) == {1: "-20.00"}


@pytest.mark.parametrize("name", ["dice_not_flat", "die_fell_out"])
def test_dice_that_do_not_lie_flat_are_shaken_again(name: str) -> None:
    kinds = [event.kind for event in open_table(GAME, seed=7).deal({1: {MAIN: 20}}, calls=[Call(name)]).events]
    assert kinds.index("irregularity") < kinds.index("dice") and kinds.count("dice") == 1


def test_an_acceptor_that_is_not_lit_has_no_wager() -> None:
    table = open_table(GAME, options={"progressive_s14": "1.00"}, seed=7)
    call = Call("acceptor_not_lit", seat=1, wager="progressive_s14")
    of = play_out(table.deal({1: {MAIN: 20, "progressive_s14": 1}}, calls=[call]))
    assert {row.wager: row.outcome for row in of.settlements}["progressive_s14"] == "void"
    assert table.meters.held["progressive_s14"] == 1_000_000


# -- what differs at the Oneida Nation ---------------------------------------------------------------------------------


def test_the_bank_picks_the_stack_that_goes_first() -> None:
    table = open_table(ONEIDA, options={**BANKING, "dealing_method": "hand"}, seed=7)
    play_out(table.deal({6: {MAIN: 20}}))
    of = table.deal({number: {MAIN: 5} for number in range(1, 6)}, bank=BankSeat(6, 25))
    assert of.asking[0].names == tuple(f"stack_{number}" for number in range(1, 8))
    of.act("stack_3")
    start = next(event.text for event in of.events if event.kind == "first hand")
    first = 0 if start.endswith("dealer") else int(start[-1])
    order = [(first - number) % 7 for number in range(7)]
    dealt = [event.hand for event in of.events if event.kind == "deal"]
    left_to_right = [order[(number - 2) % 7] for number in range(7)]
    wanted = [f"seat {number}" if number else "discard" for number in left_to_right]
    assert dealt[:14] == [*wanted, *reversed(wanted)]


def test_stacks_that_are_void_before_the_number_is_drawn_leave_no_number_to_settle() -> None:
    options = {"start_method": "rng_1_to_7", "additional_wager": True, "dealing_method": "hand"}
    table = open_table(ONEIDA, options=options, seed=7)
    of = table.deal({1: {MAIN: 20, "rng_number 4": 5}}, calls=[Call("card_exposed_in_stacks")])
    assert of.void and {row.outcome for row in of.settlements} == {"void"}


def test_a_hand_that_is_surrendered_keeps_its_bonus() -> None:
    of = played(
        {
            1: {"wagers": {MAIN: 20, "bonus": 5}, "cards": "9s 9d 9c Kh Kd 4s 2d", "actions": ["set", "surrender"]},
            2: {"wagers": {MAIN: 20}, "cards": "As Ad Ac Ah Qs Jd 3c", "actions": ["set", "surrender"]},
        },
        "8s 8d Jc 5h 3d / Qd 4d",
        rulebook="oneida-2003",
        options={"bonus": True},
    )
    assert nets(of) == {1: "5.00", 2: "-20.00"}  # nobody saw the four aces
    assert {event.seat for event in of.events if event.kind == "reveal"} == {1}


def test_a_limit_is_on_bonus_and_envy_together() -> None:
    of = played(
        {
            1: {"wagers": {MAIN: 20, "bonus": 5}, "cards": "3h 4h 5h 6h 7h 8h 9h", "actions": ["set", "stand"]},
            2: {"wagers": {MAIN: 20}, "cards": "3s 4s 5s 6s 7s 8s 9s", "actions": ["set", "stand"]},
        },
        "8c 8d Jc 5c 3d / Qd 4d",
        rulebook="oneida-2003",
        options={"bonus": True, "bonus_max_payout": "42,000.00"},
    )
    assert {row.wager: row.net for row in of.settlements if row.seat == 1 and row.wager != MAIN} == {
        "bonus": 4_000_000,
        "bonus_envy": 200_000,
    }


def test_whoever_has_no_wager_left_on_the_hands_is_out_of_the_round() -> None:
    table = open_table(GAME, options={"progressive_s14": "1.00"}, seed=7)
    call = Call("acceptor_not_lit", seat=1, wager=MAIN)
    of = table.deal({1: {MAIN: 20, "progressive_s14": 1}, 2: {MAIN: 20}}, calls=[call])
    assert [ask.seat for ask in of.asking] == [2]
    assert {row.outcome for row in play_out(of).settlements if row.seat == 1} == {"void"}


def test_ace_high_may_be_asked_of_everybody() -> None:
    table = open_table(GAME, options={"variant": "face_up_fortune", "ace_high": "mandatory"}, seed=7)
    with pytest.raises(Refused, match="every player makes the Ace-High wager"):
        table.deal({1: {MAIN: 20}})
    assert table.refusal({1: {MAIN: 20, "ace_high": 5}}) is None


def test_what_a_hand_comes_to_is_told_where_no_line_pays_it() -> None:
    hand = {"wagers": {MAIN: 20, "fortune_bonus": 5}, "cards": "Ks Kh 9d 7c 5s 3d 2h", "actions": ["set"]}
    of = played({1: hand}, "8c 8d Jc 5c 3c / Qd 4d", options={"fortune_bonus": "F-A"})
    assert {row.wager: row.reason for row in of.settlements}["fortune_bonus"] == "pair is not paid"


# -- names, tables and the house way ----------------------------------------------------------------------------------


def test_the_line_that_pays_most_is_paid_whatever_order_the_table_has() -> None:
    hand = seven_card_names(cards("As 2s 3s 4s Xr Ah Ad"))
    assert {"straight_flush_and_pair", "four_of_a_kind"} <= hand
    for stake, line in (("1.00", "straight_flush_and_pair"), ("5.00", "four_of_a_kind")):
        pays = Setup.of(load(GAME), {"progressive_s14": stake}).offers["progressive_s14"].pays
        assert pays is not None and best_paid(pays, hand)[0] == line


def test_a_table_that_was_bettered_is_paid_by_what_it_then_pays() -> None:
    options = {"dealing_device": "three_then_four", "seven_card_bonus": "A"}
    setup = Setup.of(load(GAME), options, {"S7-A": {"straight": "4 to 1"}})
    pays = setup.offers["seven_card_bonus"].pays
    assert pays is not None and best_paid(pays, seven_card_names(cards("7s 7h 7d 8c 9s Td Jh")))[0] == "straight"


def test_a_house_may_not_limit_below_what_the_minimum_wins() -> None:
    with pytest.raises(Refused, match="less than"):
        open_table(GAME, options={"fortune_bonus": "F-A", "fortune_min": "25.00", "max_payout_s16": "50,000.00"})


def test_the_house_way_names_its_rule() -> None:
    advice = advise(Setup.of(load(GAME)), cards("Js Jh Jd Jc Kd Ts 7h"))
    assert "".join(card[0] for card in advice.setting["low"]) == "KT"
    assert advice.rule == "four jacks, tens or nines: behind if a king or better can be played in front, else split"
    assert advice.cite == "§9(c)-(d) L23427-23433; §10(e) L23768; Reading 23"


# -- random play ------------------------------------------------------------------------------------------------------


def test_banks_shared_banks_surrenders_fouls_and_resets_happen_in_random_play() -> None:
    rng = random.Random(15)
    table = open_table(GAME, options={**BANKING, "co_banking": True, "areas_per_player": 2}, seed=15)
    happened: Counter[str] = Counter()
    for _ in range(60):
        of = deal_round(table, 4, rng, 0.0)
        if of is None:
            continue
        while of.asking:
            ask = rng.choice(of.asking)
            of.act(ask.random_answer(rng), ask.seat)
        assert sum(of.ledger.values()) == 0
        happened["banked"] += of.player_dealer is not None
        happened["shared"] += any(event.kind == "shared" for event in of.events)
        happened["dealer_against_bank"] += any(row.wager == "dealer_vs_bank" for row in of.settlements)
        happened["bank_reset"] += any(call.id == "bank_hand_misset" for call in of.calls)
        happened.update(row.reason for row in of.settlements if row.reason in ("surrender", "fouled hand", "copy"))
    wanted = ("banked", "shared", "dealer_against_bank", "bank_reset", "surrender", "fouled hand")
    assert [name for name in wanted if not happened[name]] == []


def test_at_oneida_banks_are_shared_and_reset_and_bonuses_and_envy_paid_in_random_play() -> None:
    found = random_rounds(ONEIDA, {"player_banking": True, "co_banking": True, "bonus": True}, 140, "oneida", calls=0.3)
    wanted = "player banks|co-bank|shared|reset|surrender|fouled hand|bank surplus|bank loses|bonus win|bonus_envy win"
    wanted += (
        "|bonus void|dealer_vs_bank win|dealer_vs_bank lose|dealer_vs_bank push|pai_gow_poker win|pai_gow_poker push"
    )
    assert not {name for name in wanted.split("|") if not found[name]}, found
