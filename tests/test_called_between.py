"""A call made while somebody is asked strikes at that question again, when the record or journal is played again."""

import random

import pytest

from house_play import at, open_house
from pitboss import BankSeat, Call, open_table, settle
from pitboss.engine import record
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.errors import Refused
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.live import calls, player_bank

SHARED, BOXES = "california/blackjack-1-5-to-1", "massachusetts-2020/blackjack"


def same_again(sat: Table, round: Round) -> bool:
    again = settle(sat.record().to_toml()).rounds[0][1]
    return again.events == round.events and again.settlements == round.settlements


def play_out(round: Round, rng: random.Random) -> None:
    while round.asking:
        ask = rng.choice(round.asking)
        round.act(ask.random_answer(rng), ask.seat)


def test_a_call_after_the_turn_of_somebody_absent_strikes_at_the_next_question() -> None:
    """The absent player's turn passes without a decision, at the same moment of the round."""
    asked = 0
    for seed in range(20):
        sat = open_table(SHARED, seed=seed)
        bank = BankSeat.of_cents(3, 100_000, offer_declined=True)
        round = sat.deal({seat: {"base": 10} for seat in (1, 2, 4)}, bank=bank)
        if not round.asking or round.asking[0].seat != 1:
            continue
        round.call(Call("player_absent", seat=2))
        round.act(round.asking[0].names[0])
        while round.asking and round.asking[0].seat != 4:
            round.act(round.asking[0].names[0])
        if not round.asking:
            continue
        round.call(Call("two_cards_in_order"))
        asked += any(call.asked for call in round.calls)
        play_out(round, random.Random(seed))
        assert same_again(sat, round), seed
    assert asked > 2


@pytest.mark.parametrize("beforehand", [True, False])
def test_a_call_after_somebody_left_is_about_whoever_was_asked_then(beforehand: bool) -> None:
    """The card that is exposed while the second player decides is not the first one's who left."""
    offered = 0
    for seed in range(25):
        sat = open_table(BOXES, seed=seed)
        misdealt = Call("card_to_wrong_place", seat=1, at="play")
        wagers = {1: {"blackjack": 10}, 2: {"blackjack": 10}}
        round = sat.deal(wagers, calls=[misdealt] if beforehand else [])
        if not beforehand and round.asking and round.asking[0].names[0] == "stand" and round.asking[0].seat == 1:
            round.call(Call("card_to_wrong_place", seat=1))
        if not round.asking or "leave" not in round.asking[0].names:
            continue
        round.act("leave", 1)
        if not round.asking or round.asking[0].seat != 2 or "stand" not in round.asking[0].names:
            continue
        round.call(Call("exposed_card_drawn_in_error"))
        offered += bool(round.asking) and "accept" in round.asking[0].names
        play_out(round, random.Random(seed))
        assert same_again(sat, round), seed
    assert offered > 2


def with_somebody_absent(house: House) -> bool:
    """A round in which the floor says that a player is absent, and something else at the question after that."""
    live = house.table("1")
    if live.bank is None:
        at(house, "1", lambda live, batch: player_bank.take(live, batch, 3, 100_000))
    for seat in (1, 2):
        live.bet(seat, {"base": "10"})
    at(house, "1", lambda live, batch: live.deal(batch))
    called = False
    for _ in range(20):
        if not live.going_on:
            return called
        assert live.round is not None
        [ask] = live.round.asking
        for call in [Call("player_absent", seat=ask.seat), Call("two_cards_in_order")]:
            try:
                if live.going_on and not (called and call.seat):
                    at(house, "1", lambda live, batch, call=call: calls.make(live, batch, call, "dan", "flo", "seen"))
                    called = called or bool(call.seat)
            except Refused:
                pass
        if live.going_on:
            at(house, "1", lambda live, batch: live.end_turn(batch, live.round.asking[0].seat, "flo", "time"))
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("older", [False, True])
def test_an_audit_is_clean_after_calls_around_an_absent_player(
    older: bool, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Journals from before records said that somebody was asked are no fault either."""
    with monkeypatch.context() as earlier:
        if older:
            earlier.setattr(record, "CALL", tuple(key for key in record.CALL if key != "asked"))
        house = open_house(sqlite_url, SHARED)
        told = []
        for _ in range(4):
            with_somebody_absent(house)
            told += house.table("1").round.calls  # type: ignore[union-attr]
        house.close()
    assert len(told) > 1
    report = audit(sqlite_url, workers=1)
    assert report.clean and report.replayed == 4, report.findings


def test_a_call_at_a_question_strikes_after_what_was_said_before_the_question() -> None:
    """Who banks is announced at the moment of the shuffle, and then he is asked whether the house shares the bank."""
    sat = open_table("massachusetts-2020/pai-gow-tiles", {"player_banking": True, "co_banking": True}, seed=3)
    play_out(sat.deal({seat: {"pai_gow": 10} for seat in (1, 2)}), random.Random(1))
    round = sat.deal({1: {}, 2: {"pai_gow": 10}}, bank=BankSeat.of_cents(1, 100_000))
    assert "bank_alone" in round.asking[0].names
    round.call(Call("unsuitable_tiles"))
    assert round.calls[0].asked
    play_out(round, random.Random(2))
    again = settle(sat.record().to_toml()).rounds[1][1]
    assert again.events == round.events and again.settlements == round.settlements
