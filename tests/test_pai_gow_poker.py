"""Pai Gow Poker of Chapter 4: who banks, what that costs and pays, and what irregularities do to it."""

from typing import Any

import pytest

from house_play import at, open_house
from pai_gow_play import random_rounds
from pitboss import BankSeat, Call, PitbossError, open_table, settle
from pitboss.cli.visit import Visit
from pitboss.engine.events import SURVEILLANCE
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.errors import Refused
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.live import player_bank
from pitboss.money import dollars

GAME = "chapter4/pai-gow-poker"
WINS, PUSHES, LOSES = "Kh Kc 9d 6s 2h / Td Ts", "Qd Qh 9h 7s 3s / Jh 4s", "8s 8d Jc 5h 3d / Ks 4d"
BANK, HOUSE = "Js Jd 9c 8h 6d / As Kd", "5s 5d 7c 4h 2d / Qs Tc"
FOUL = "As Kd 9c 5h 2d / 7s 7d"


def seat(wager: str, stake: int, hand: str, *then: str) -> dict[str, Any]:
    high, low = hand.split(" / ")
    return {"wagers": {wager: stake}, "cards": f"{high} {low}", "actions": [f"set low={low}", *then]}


def banked(others: dict[int, dict[str, Any]], bank: str = BANK, stake: int = 100, **more: Any) -> Round:
    """A round that seat 2 banks with $400, having wagered $150 on the hand before."""
    mine = seat("bank_v_house", stake, bank)
    if not stake:
        mine["wagers"] = {}
    record = {
        "rulebook": "chapter4",
        "game": "pai-gow-poker",
        "carry": {"offered": 2, "marker": 2, "wagered": {"2": "150.00"}},
        "bank": {"seat": 2, "wager": 400},
        "seats": {"2": mine} | {str(number): row for number, row in others.items()},
        "dealer": HOUSE.replace(" / ", " "),
    }
    return settle(record | more).rounds[0][1]


def housed(mine: dict[str, Any], house: str, **more: Any) -> Round:
    """A round of seat 1 that the house banks."""
    record = {
        "rulebook": "chapter4",
        "game": "pai-gow-poker",
        "seats": {"1": mine},
        "dealer": house.replace(" / ", " "),
    }
    return settle(record | more).rounds[0][1]


def nets(played: Round) -> dict[int, str]:
    return {number: dollars(net) for number, net in played.net.items()}


def play_out(played: Round) -> Round:
    while played.asking:
        played.act(played.asking[0].default_answer, played.asking[0].seat)
    return played


def after_one_hand(**options: Any) -> Table:
    """A table at which seats 1 and 2 have played a hand of $20, so that seat 1 is offered the bank."""
    table = open_table(GAME, options=options, seed=7)
    play_out(table.deal({1: {"main": 20}, 2: {"main": 20}}))
    return table


# -- who banks --------------------------------------------------------------------------------------------------------


def test_the_house_has_the_first_hand_of_a_new_game() -> None:
    table = open_table(GAME, seed=7)
    with pytest.raises(Refused, match="the house banks this hand"):
        table.deal({1: {"bank_v_house": 5}}, bank=BankSeat(1, 100))


def test_the_bank_is_taken_by_the_seat_it_is_offered_to() -> None:
    table = after_one_hand()
    with pytest.raises(Refused, match="offered to seat 1, not to seat 2"):
        table.deal({2: {"bank_v_house": 5}}, bank=BankSeat(2, 100))
    played = play_out(table.deal({1: {"bank_v_house": 20}, 2: {"main": 50}}, bank=BankSeat(1, 50)))
    assert {row.seat for row in played.settlements} == {1, 2}
    assert (table.carry["offered"], table.carry["marker"]) == (0, 2)


def test_whoever_did_not_play_the_hand_before_may_not_bank() -> None:
    table = open_table(GAME, seed=7)
    play_out(table.deal({2: {"main": 20}}))
    with pytest.raises(Refused, match="seat 1 did not play the hand before"):
        table.deal({1: {"bank_v_house": 5}}, bank=BankSeat(1, 100))


def test_a_bank_covers_all_wagers_of_the_others() -> None:
    table = after_one_hand()
    with pytest.raises(Refused, match=r"seat 1 banks with \$45.00, and the wagers against it come to \$50.00"):
        table.deal({1: {"bank_v_house": 5}, 2: {"main": 50}}, bank=BankSeat(1, 45))
    assert table.refusal({1: {"bank_v_house": 5}, 2: {"main": 50}}, bank=BankSeat(1, 50)) is None


def test_the_bank_wagers_no_more_against_the_house_than_on_the_hand_before() -> None:
    table = after_one_hand()
    with pytest.raises(Refused, match=r"wagers \$25.00 against the house, and at most the \$20.00"):
        table.deal({1: {"bank_v_house": 25}}, bank=BankSeat(1, 0))
    assert table.refusal({1: {"bank_v_house": 15}}, bank=BankSeat(1, 0)) is None


def test_only_the_bank_wagers_against_the_house_and_not_against_itself() -> None:
    table = after_one_hand()
    with pytest.raises(Refused, match="made by a player who banks"):
        table.deal({1: {"bank_v_house": 5}})
    with pytest.raises(Refused, match="made by a player who banks"):
        table.deal({2: {"bank_v_house": 5}}, bank=BankSeat(1, 100))
    with pytest.raises(Refused, match="cannot wager against itself"):
        table.deal({1: {"main": 5}}, bank=BankSeat(1, 100))


def test_wagers_keep_to_the_limits_and_to_five_dollars() -> None:
    table = open_table(GAME, options={"min_wager": "10.00", "max_wager": "100.00"}, seed=7)
    for stake, why in ((5, "under the minimum"), (105, "over the maximum"), (12, "nearest amounts")):
        with pytest.raises(Refused, match=why):
            table.deal({1: {"main": stake}})


def test_a_player_plays_one_hand_only() -> None:
    table = open_table(GAME, seed=7)
    with pytest.raises(Refused, match="Ann holds 2 positions; the table allows 1"):
        table.deal({1: {"main": 5}, 2: {"main": 5}}, players={1: "Ann", 2: "Ann"})


def test_the_offer_goes_round_and_comes_back_to_seat_1() -> None:
    table = open_table(GAME, seed=7)
    offered = []
    for _ in range(8):
        play_out(table.deal({1: {"main": 5}}))
        offered.append(table.carry["offered"])
    assert offered == [1, 2, 3, 4, 5, 6, 1, 2]


def test_a_void_hand_changes_nothing_about_whose_turn_it_is() -> None:
    table = after_one_hand()
    before = dict(table.carry)
    played = table.deal({1: {"bank_v_house": 20}}, bank=BankSeat(1, 0), calls=[Call("dealer_card_exposed")])
    assert played.void and nets(played) == {1: "0.00"}
    assert table.carry == before


def test_when_everybody_has_left_a_new_game_begins() -> None:
    table = after_one_hand()
    table.leave(1)
    assert table.carry["offered"] == 1
    table.leave(2)
    assert table.carry == {}


# -- money ------------------------------------------------------------------------------------------------------------


def test_a_player_who_banks_pays_the_whole_odds_and_the_house_takes_the_commission() -> None:
    played = banked({4: seat("main", 50, WINS, "stand")})
    assert nets(played) == {2: "45.00", 4: "47.50"}  # 95 from the house, less 50
    assert played.ledger["house"] == -9_500 + 250
    assert sum(played.ledger.values()) == 0


def test_the_commission_on_the_banks_win_is_of_its_net_alone() -> None:
    played = banked({1: seat("main", 200, LOSES, "stand"), 4: seat("main", 50, WINS, "stand")}, stake=0)
    assert [(fee.seat, fee.amount) for fee in played.fees] == [(2, 750)]
    assert nets(played) == {1: "-200.00", 2: "142.50", 4: "47.50"}


def test_a_deferred_commission_is_marked_for_the_players_and_the_bank() -> None:
    played = banked(
        {1: seat("main", 200, LOSES, "stand"), 4: seat("main", 50, WINS, "stand")},
        options={"commission_timing": "deferred"},
    )
    assert played.carry["owed"] == {"2": 500 + 750, "4": 250}
    assert nets(played) == {1: "-200.00", 2: "250.00", 4: "50.00"}


def test_a_wager_surrendered_to_a_player_goes_to_him() -> None:
    played = banked({4: seat("main", 50, WINS, "surrender")}, stake=0)
    assert nets(played) == {2: "47.50", 4: "-50.00"}
    assert not any(event.kind == "reveal" and event.seat == 4 for event in played.events)


def test_the_wager_against_the_house_is_settled_first_and_winners_last() -> None:
    played = banked(
        {1: seat("main", 50, WINS, "stand"), 4: seat("main", 50, PUSHES, "stand"), 5: seat("main", 50, LOSES, "stand")}
    )
    assert [row.seat for row in played.settlements] == [2, 4, 5, 1]


def test_a_bank_that_fouls_pays_even_a_player_who_fouls() -> None:
    played = banked({4: seat("main", 50, "Ac Kh 9h 6h 3c / 8c 8h")}, bank="Ah Ks 9c 6d 3d / 7s 7d")
    assert nets(played) == {2: "-150.00", 4: "47.50"}
    assert {row.cite.partition(";")[0] for row in played.settlements} == {"§11(H)(8) L1324", "§11(I)(8) L1348"}


# -- who sees what ----------------------------------------------------------------------------------------------------


def test_a_surrendered_hand_is_shown_to_nobody() -> None:
    table = open_table(GAME, seed=7)
    played = table.deal({1: {"main": 20}, 2: {"main": 20}})
    for number in (2, 1):
        played.act("set", number)
    played.act("surrender", 1)
    played.act("stand", 2)
    mine = {card for event in played.view(SURVEILLANCE) if event.seat == 1 for card in event.cards}
    seen = {card for event in played.view(2) for card in event.cards}
    assert len(mine) == 7 and not mine & seen


def test_nobody_learns_a_setting_before_all_have_set() -> None:
    played = open_table(GAME, seed=7).deal({1: {"main": 20}, 2: {"main": 20}})
    told = len(played.events)
    played.act("set", 2)
    assert len(played.events) == told
    played.act("set", 1)
    assert [event.text for event in played.events[told:] if event.kind == "decision"] == ["set", "set"]


def test_a_player_who_banks_sets_after_the_others() -> None:
    played = after_one_hand().deal({1: {"bank_v_house": 20}, 2: {"main": 20}}, bank=BankSeat(1, 20))
    assert [ask.seat for ask in played.asking] == [2]
    played.act("set")
    assert [ask.seat for ask in played.asking] == [1]


def test_seven_hands_are_dealt_whoever_plays() -> None:
    played = open_table(GAME, seed=7).deal({3: {"main": 20}})
    held = {hand: len(cards) for hand, cards in played.hands.items()}
    assert held == {"dealer": 7, "seat 3": 7, "discard": 35}


# -- irregularities ---------------------------------------------------------------------------------------------------

ODDLY = {"house": "Ks Kc 9h 7d 3h / Ad 9c", "house_set": "low=Ad 9c"}
"""Kings and nines with an ace, which the house way sets as 9 9 / K K A 7 3."""
BEATS_IT = seat("main", 200, "Kd Kh 9s 8c 4d / Ac Ts", "stand")


def test_a_house_hand_that_is_not_set_by_the_house_way_is_set_again() -> None:
    assert nets(housed(BEATS_IT, **ODDLY)) == {1: "190.00"}
    played = housed(BEATS_IT, **ODDLY, irregularities=[{"id": "house_hand_misset", "at": "house_set"}])
    assert nets(played) == {1: "-200.00"}
    assert played.hands["dealer low"] == ["9h", "9c"]


def test_once_a_hand_was_acted_on_the_house_hand_stands() -> None:
    others = {"2": seat("main", 10, "8s 8d Jc 5h 3d / Qs 4s", "stand"), "1": BEATS_IT}
    played = housed(BEATS_IT, **ODDLY, seats=others, irregularities=[{"id": "house_hand_misset", "at": "pay"}])
    assert nets(played) == {1: "190.00", 2: "-10.00"}
    assert any("the house's hand stands" in event.text for event in played.events)


def test_a_house_foul_is_always_set_again() -> None:
    mine = seat("main", 20, "Qd Qh 9h 6s 3s / Jh 4s", "stand")
    played = housed(mine, FOUL, house_set="low=7s 7d")
    assert [call.id for call in played.calls] == ["house_fouled"]
    assert sorted(played.hands["dealer low"]) == ["As", "Kd"]
    assert nets(played) == {1: "0.00"}


def test_a_wrong_split_loses_whatever_the_hands_are() -> None:
    played = banked({4: seat("main", 50, WINS, "stand")}, stake=0, irregularities=[{"id": "wrong_split", "seat": 4}])
    assert nets(played) == {2: "47.50", 4: "-50.00"}
    assert played.settlements[0].cite == "§11(G)(7)(d) L1299, L1303"


def test_a_bank_called_to_have_set_a_loser_pays_the_table() -> None:
    losing = seat("main", 50, LOSES, "stand")
    assert nets(banked({4: losing}, irregularities=["bank_fouled"])) == {2: "-150.00", 4: "47.50"}


def test_a_hand_of_another_size_is_dead_and_the_banks_makes_all_hands_dead() -> None:
    player = {"wagers": {"main": 50}}
    played = banked({4: player}, irregularities=[{"id": "wrong_number_player", "seat": 4}])
    assert nets(played) == {2: "95.00", 4: "0.00"}
    played = banked({4: player}, irregularities=[{"id": "wrong_number_player", "seat": 2}])
    assert played.void and nets(played) == {2: "0.00", 4: "0.00"}


def test_a_bank_that_voids_its_exposed_hand_ends_the_round() -> None:
    table = after_one_hand()
    exposed = Call("player_card_exposed", seat=1)
    played = table.deal({1: {"bank_v_house": 20}, 2: {"main": 20}}, bank=BankSeat(1, 20), calls=[exposed])
    assert played.asking[0].names == ("keep_hand", "void_hand")
    played.act("void_hand")
    assert played.void and nets(played) == {1: "0.00", 2: "0.00"}


def test_a_player_keeps_or_voids_an_exposed_hand_while_the_others_play() -> None:
    table = open_table(GAME, seed=7)
    played = table.deal({1: {"main": 20}, 2: {"main": 20}}, calls=[Call("player_card_exposed", seat=1)])
    played.act("void_hand")
    assert [ask.seat for ask in played.asking] == [2]
    assert {row.seat: row.outcome for row in played.settlements} == {1: "void"}


def test_one_card_face_up_is_not_used_and_a_second_voids_the_round() -> None:
    table = open_table(GAME, seed=7)
    played = table.deal({1: {"main": 20}}, calls=[Call("card_face_up", card="Xr")])  # type: ignore[arg-type]
    assert "Xr" not in {card for held in played.hands.values() for card in held}
    play_out(played)
    again = table.deal({1: {"main": 20}}, calls=[Call("card_face_up"), Call("card_face_up")])
    assert again.void


def test_dice_that_do_not_lie_flat_are_shaken_again() -> None:
    for name in ("no_dice", "dice_not_flat", "die_fell_out", "cup_uncovered"):
        played = open_table(GAME, seed=7).deal({1: {"main": 20}}, calls=[Call(name)])
        kinds = [event.kind for event in played.events]
        assert kinds.index("irregularity") < kinds.index("dice") and kinds.count("dice") == 1


# -- a record, and a house --------------------------------------------------------------------------------------------


def test_a_setting_that_is_not_in_the_hand_is_refused() -> None:
    with pytest.raises(PitbossError, match="2c is not in the hand"):
        housed({"wagers": {"main": 20}, "cards": "Qd Qh 9h 7s 3s Jh 4s", "actions": ["set low=2c 4s"]}, HOUSE)
    with pytest.raises(PitbossError, match="dealer: 2c is not in the hand"):
        housed(seat("main", 20, WINS, "stand"), "5s 5d 7c 4h 2d / Qs Tc", house_set="low=2c 5s")
    with pytest.raises(PitbossError, match="depends on seat 1's cards"):
        housed({"wagers": {"main": 20}, "actions": ["set", "stand"]}, HOUSE)


def hand(house: House, wagers: dict[int, dict[str, str]]) -> Round:
    """Wager, deal and play a hand out at a live table."""
    for number, placed in wagers.items():
        house.table("1").bet(number, placed)
    played: Round = at(house, "1", lambda live, batch: live.deal(batch))
    while played.asking:
        ask = played.asking[0]
        at(house, "1", lambda live, batch, ask=ask: live.act(batch, ask.seat, ask.default_answer))
    return played


def test_in_a_house_a_player_banks_one_hand_and_the_house_the_next(sqlite_url: str) -> None:
    house = open_house(sqlite_url, GAME)
    live = house.table("1")

    with pytest.raises(Refused, match="the house banks this hand"):
        at(house, "1", lambda live, batch: player_bank.take(live, batch, 1, 10_000))
    hand(house, {1: {"main": "20"}, 2: {"main": "20"}})
    assert [number for number in live.seats if player_bank.may_bank(live, number)] == [1]
    at(house, "1", lambda live, batch: player_bank.take(live, batch, 1, 10_000))
    with pytest.raises(Refused, match="the wagers against it come to"):
        live.bet(2, {"main": "105"})
    played = hand(house, {2: {"main": "100"}, 1: {"bank_v_house": "20"}})
    assert played.player_dealer is not None and played.player_dealer.wager == 10_000
    assert live.bank is None
    assert hand(house, {1: {"main": "20"}}).player_dealer is None
    house.close()
    assert audit(sqlite_url).findings == []


def test_in_a_house_the_bank_cannot_wager_the_chips_that_cover_the_others(sqlite_url: str) -> None:
    house = open_house(sqlite_url, GAME)
    live = house.table("1")
    hand(house, {1: {"main": "20"}})
    have = live.seated(1).chips
    at(house, "1", lambda live, batch: player_bank.take(live, batch, 1, have))
    with pytest.raises(Refused, match="these wagers take"):
        live.bet(1, {"bank_v_house": "5"})
    at(house, "1", lambda live, batch: player_bank.take(live, batch, 1, have - 500))
    live.bet(1, {"bank_v_house": "5"})
    house.close()


def test_in_the_terminal_whoever_makes_the_wager_of_a_bank_takes_it() -> None:
    visit = Visit(open_table(GAME, seed=1), 1, 50_000, 0)
    with pytest.raises(Refused, match="the house banks this hand"):
        visit.deal({"bank_v_house": "10"})
    play_out(visit.deal({"main": "10"}))
    played = play_out(visit.deal({"bank_v_house": "10"}))
    assert played.player_dealer is not None and played.player_dealer.seat == 1
    assert not visit.wagers_stay


def test_a_dead_hand_of_the_bank_ends_the_round_at_once_and_replays() -> None:
    table = after_one_hand()
    played = table.deal({1: {"bank_v_house": 20}, 2: {"main": 50}}, bank=BankSeat(1, 50))
    played.call(Call("wrong_number_player", 1))
    assert played.over and played.void and set(played.net.values()) == {0}
    assert settle(table.record().to_toml()).rounds[-1][1].events == played.events


# -- random play ------------------------------------------------------------------------------------------------------


def test_banks_fouls_surrenders_and_reset_hands_happen_in_random_play() -> None:
    found = random_rounds(GAME, {}, 140, "chapter4", calls=0.3)
    wanted = "player banks|bank surplus|bank loses|bank fouled|fouled hand|surrender|reset|high only|low only|copy"
    wanted += "|main win|main push|main lose|main void|bank_v_house lose|bank_v_house push|commission|fee"
    assert not {name for name in wanted.split("|") if not found[name]}, found
