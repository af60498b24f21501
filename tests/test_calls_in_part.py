"""Calls about wagers: what was added too late goes back, what lay there in time and what was touched stands."""

from typing import Any

import pytest

from house_play import at, open_house
from pitboss import BankSeat, Call, PitbossError, open_table, settle
from pitboss.cli.player_input import read_call
from pitboss.engine.replay import Settled
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.house.audit.house_audit import audit
from pitboss.house.live import calls
from pitboss.house.live.calls import call_from_json, check_call
from pitboss.money import cents
from pitboss.rulebook import Setup, load
from pitboss.sheets.choices import assume_required

LATE = [
    ("chapter4/roulette", {"spin": "7"}, "red", "bets"),
    ("massachusetts-2020/roulette", {"spin": "7"}, "red", "bets"),
    ("oneida-2003/roulette", {"spin": "7"}, "red", "bets"),
    ("chapter4/big-six", {"spin": "1"}, "one", "bets"),
    ("massachusetts-2020/big-six", {"spin": "1"}, "one", "bets"),
    ("massachusetts-2020/sic-bo", {"dice": [1, 2, 3]}, "small", "bets"),
]
WHEELS_AND_DICE = pytest.mark.parametrize(("entry", "draws", "wager"), [row[:3] for row in LATE])


def record(entry: str, wagers: dict[str, Any], *calls: dict[str, Any], **more: Any) -> dict[str, Any]:
    rulebook, game = entry.split("/")
    seats = {"1": {"wagers": wagers}}
    return {"rulebook": rulebook, "game": game, "seats": seats, "irregularities": list(calls), **more}


def net(settled: Settled) -> int:
    return settled.net[1]


@WHEELS_AND_DICE
def test_what_is_added_too_late_goes_back_and_what_lay_there_in_time_wins(
    entry: str, draws: dict[str, Any], wager: str
) -> None:
    late = {"id": "late_wager", "seat": 1, "wager": wager}
    settled = settle(record(entry, {wager: 15}, late | {"amount": 5}, **draws))
    [row] = settled.rounds[0][1].settlements
    assert (row.staked, row.outcome, row.net) == (cents(10), "win", cents(10))
    assert any("$5.00 of" in event.text for event in settled.rounds[0][1].events if event.kind == "returned")
    assert net(settle(record(entry, {wager: 15}, late, **draws))) == 0
    assert net(settle(record(entry, {wager: 15}, late | {"amount": 15}, **draws))) == 0
    twice = settle(record(entry, {wager: 20}, late | {"amount": 5}, late | {"amount": "5.00"}, **draws))
    assert net(twice) == cents(10)


@WHEELS_AND_DICE
def test_no_more_goes_back_than_was_wagered(entry: str, draws: dict[str, Any], wager: str) -> None:
    late = {"id": "late_wager", "seat": 1, "wager": wager}
    for amounts in ([16], [0], [10, 10]):
        with pytest.raises(PitbossError, match="is no part of|more of .* would go back|more than zero"):
            settle(record(entry, {wager: 15}, *(late | {"amount": amount} for amount in amounts), **draws))
    with pytest.raises(PitbossError, match="say which wager"):
        settle(record(entry, {wager: 15}, {"id": "late_wager", "seat": 1, "amount": 5}, **draws))


@WHEELS_AND_DICE
def test_a_wager_touched_too_late_stands(entry: str, draws: dict[str, Any], wager: str) -> None:
    touched = {"id": "wager_touched", "seat": 1, "wager": wager}
    settled = settle(record(entry, {wager: 10}, touched, **draws))
    assert net(settled) == cents(10)
    assert any(event.kind == "irregularity" for event in settled.rounds[0][1].events)


@WHEELS_AND_DICE
def test_a_call_about_a_wager_that_the_seat_has_not_made_is_refused(
    entry: str, draws: dict[str, Any], wager: str
) -> None:
    other = {"red": "black", "one": "two", "small": "big"}[wager]
    for call in ("late_wager", "wager_touched"):
        with pytest.raises(PitbossError, match=f"seat 1 has no wager {other}"):
            settle(record(entry, {wager: 10}, {"id": call, "seat": 1, "wager": other}, **draws))


def test_an_amount_is_refused_where_the_rule_does_not_divide_a_wager() -> None:
    shared = Call("information_shared", seat=1, wager="ante", amount=5)
    table = open_table("massachusetts-2020/mississippi-stud", seed=1)
    with pytest.raises(PitbossError, match="information_shared: name no amount"):
        table.deal({1: {"ante": 10}}).call(shared)
    with pytest.raises(PitbossError, match="information_shared: name no amount"):
        check_call(table.setup, Call("information_shared", seat=1, amount=5))


def test_the_amount_stays_in_the_record_and_replays() -> None:
    table = open_table("chapter4/roulette", seed=3)
    played = table.deal({1: {"red": 15}}, calls=[Call("late_wager", seat=1, wager="red", amount="5")])
    assert played.settlements[0].staked == cents(10)
    written = table.record().to_toml()
    assert 'amount = "5.00"' in written
    assert settle(written).rounds[0][1].events == played.events


def test_what_is_left_is_judged_like_any_wager() -> None:
    late = {"id": "late_wager", "seat": 1, "wager": "red", "amount": 8}
    limits = {"table_min": "5.00", "table_max": "10.00"}
    at_limits = {"spin": "7", "options": limits}
    assert net(settle(record("chapter4/roulette", {"red": 18}, late, **at_limits))) == cents(10)
    with pytest.raises(PitbossError, match="under the minimum"):
        settle(record("chapter4/roulette", {"red": 10}, late, **at_limits))
    with pytest.raises(PitbossError, match="over the maximum"):
        settle(record("chapter4/roulette", {"red": 20}, late, **at_limits))


def test_a_late_addition_does_not_stand_for_the_next_spin() -> None:
    late = {"id": "late_wager", "seat": 1, "wager": "red", "amount": 5}
    steps = [
        {"seats": {"1": {"wagers": {"red": 15}}}, "irregularities": [late, "too_few_revolutions"]},
        {"spin": "7"},
    ]
    settled = settle({"rulebook": "chapter4", "game": "roulette", "steps": steps})
    assert net(settled) == cents(10)


@pytest.mark.parametrize(
    ("entry", "call"),
    [
        ("chapter4/craps", "late_bet_unconfirmed"),
        ("oneida-2003/craps", "late_bet_unconfirmed"),
        ("massachusetts-2020/craps", "late_wager_unconfirmed"),
    ],
)
def test_what_is_added_at_craps_while_the_dice_fly_goes_back_alone(entry: str, call: str) -> None:
    late = {"id": call, "seat": 1, "wager": "field", "amount": 5}
    settled = settle(
        record(entry, {"field": 15}, late, dice="2-2", carry={"shooter": "another"}),
    )
    assert net(settled) == cents(10)


def test_craps_gives_back_the_vigorish_of_what_was_late() -> None:
    late = {"id": "late_bet_unconfirmed", "seat": 1, "wager": "buy 4", "amount": 20}
    carry = {"shooter": "another", "point": 6}
    with_late = settle(record("chapter4/craps", {"buy 4": 40}, late, dice="3-1", carry=carry))
    without = settle(record("chapter4/craps", {"buy 4": 20}, dice="3-1", carry=carry))
    assert net(with_late) == net(without)


def test_who_is_not_seated_has_the_wagers_given_back() -> None:
    seats = {"1": {"wagers": {"field": 10, "pass_line": 10}}, "2": {"wagers": {"field": 10}}}
    raw = {
        "rulebook": "massachusetts-2020",
        "game": "craps",
        "options": {"game": "mini_craps"},
        "carry": {"shooter": "another"},
        "dice": "6-5",
        "seats": seats,
    }
    settled = settle(raw | {"irregularities": [{"id": "not_seated", "seat": 1}]})
    assert settled.net == {1: 0, 2: cents(10)}
    one = settle(raw | {"irregularities": [{"id": "not_seated", "seat": 1, "wager": "field"}]})
    assert one.net == {1: cents(10), 2: cents(10)}
    with pytest.raises(PitbossError, match="say which seat"):
        settle(raw | {"irregularities": ["not_seated"]})


def test_a_second_betting_area_at_red_dog_is_given_back() -> None:
    raw = {
        "rulebook": "chapter4",
        "game": "red-dog",
        "community": {"cards": "8c 8d 8h"},
        "seats": {
            "1": {"player": "Ann", "wagers": {"bet": 10}},
            "2": {"player": "Ann", "wagers": {"bet": 10}},
            "3": {"wagers": {"bet": 10}},
        },
    }
    second = {"id": "second_betting_area", "seat": 2}
    settled = settle(raw | {"irregularities": [second]})
    assert settled.net == {1: cents(110), 2: 0, 3: cents(110)}
    with pytest.raises(PitbossError, match="holds 2 positions"):
        settle(raw)


def test_an_amount_can_be_typed() -> None:
    setup = Setup.of(load("chapter4/roulette"))
    call = read_call(["late_wager", "amount", "5", "wager", "split", "8-11"], setup, seat=2)
    assert call == Call("late_wager", seat=2, wager="split 8-11", amount="5.00")
    with pytest.raises(PitbossError, match="not an amount of money"):
        read_call(["late_wager", "amount", "five", "wager", "red"], setup, seat=2)


def test_the_parts_of_a_call_are_typed_in_any_order() -> None:
    setup = Setup.of(load("chapter4/roulette"))
    meant = Call("late_wager", seat=3, wager="split 8-11", amount="5.00")
    for words in (
        "amount 5 wager split 8-11 seat 3",
        "wager split 8-11 amount 5 seat 3",
        "seat 3 wager split 8-11 amount 5",
    ):
        assert read_call(["late_wager", *words.split()], setup, seat=2) == meant
    tcp = Setup.of(load("chapter4/three-card-poker"))
    call = read_call(["late_wager", "wager", "pair", "plus", "amount", "5"], tcp, seat=1)
    assert (call.wager, call.amount) == ("pair_plus", "5.00")
    for words, sentence in (("wager", "say which wager"), ("wager ante seat 1 wager ante", "say once which wager")):
        with pytest.raises(PitbossError, match=sentence):
            read_call(["late_wager", *words.split()], tcp, seat=1)


@pytest.mark.parametrize(
    ("entry", "wagers", "late", "told"),
    [
        (
            "massachusetts-2020/ultimate-texas-holdem",
            ("ante", "blind"),
            "ante",
            "Blind must equal Ante, $10.00 and not $15.00",
        ),
        (
            "massachusetts-2020/ultimate-texas-holdem",
            ("ante", "blind"),
            "blind",
            "Blind must equal Ante, $15.00 and not $10.00",
        ),
        ("california/ultimate-texas-holdem", ("ante", "blind"), "ante", "Blind must equal Ante, $10.00 and not $15.00"),
        (
            "massachusetts-2020/crazy-4-poker",
            ("ante", "super_bonus"),
            "ante",
            "Super Bonus must equal Ante, $10.00 and not $15.00",
        ),
        ("massachusetts-2020/heads-up-holdem", ("ante", "odds"), "ante", "Odds must equal Ante, $10.00 and not $15.00"),
        ("chapter4/let-it-ride", ("bet_1", "bet_2", "bet_3"), "bet_2", "Bet 2 must equal Bet 1, $15.00 and not $10.00"),
    ],
)
def test_wagers_that_must_be_equal_and_come_apart_are_told_so(
    entry: str, wagers: tuple[str, ...], late: str, told: str
) -> None:
    options, _ = assume_required(load(entry), {})
    table = Table(Setup.of(load(entry), options), game_of(load(entry)), seed=1)
    bank = BankSeat(table.setup.seats, 5_000) if table.setup.entry.bank.kind == "player_dealer" else None
    call = Call("late_wager", 1, wager=late, amount=5, at="deal")
    played = table.deal({1: dict.fromkeys(wagers, 15)}, calls=[call], bank=bank)
    said = [event for event in played.events if event.text.startswith(told)]
    assert said and all(event.cite for event in said), [event.text for event in played.events]
    assert "what lay there in time stands all the same" in said[0].text


def test_wagers_that_must_be_equal_and_both_came_late_stay_equal_without_a_word() -> None:
    raw = {"1": {"wagers": {"ante": 15, "blind": 15}, "cards": "Ah Kd", "actions": ["play_4x"]}}
    late = [{"id": "late_wager", "seat": 1, "wager": wager, "amount": 5, "at": "deal"} for wager in ("ante", "blind")]
    cards = {"dealer": {"cards": "Qs Qd"}, "community": {"cards": "2c 3d 7s Jh As"}}
    record = {"rulebook": "massachusetts-2020", "game": "ultimate-texas-holdem", "seats": raw, "irregularities": late}
    [(_, played)] = settle(record | cards).rounds
    assert not [event for event in played.events if "must equal" in event.text]


def test_a_house_keeps_the_amount_of_a_call_and_audits_clean(sqlite_url: str) -> None:
    house = open_house(sqlite_url, "chapter4/roulette", practice=True)
    live = house.table("1")
    late = Call("late_wager", 1, wager="red", amount=5)
    with pytest.raises(PitbossError, match="seat 1 has no wager red"):
        at(house, "1", lambda live, batch: calls.make(live, batch, late, "dan"))
    live.bet(1, {"red": "15.00"})
    with pytest.raises(PitbossError, match="seat 1 has no wager black"):
        at(house, "1", lambda live, batch: calls.make(live, batch, Call("late_wager", 1, wager="black"), "dan"))
    at(house, "1", lambda live, batch: calls.make(live, batch, late, "dan"))
    played = at(house, "1", lambda live, batch: live.deal(batch))
    assert [row.staked for row in played.settlements] == [1000]
    at(house, "1", lambda live, batch: calls.make(live, batch, Call("too_few_revolutions"), "dan"))
    live.bet(1, {"red": "15.00"})
    at(house, "1", lambda live, batch: calls.make(live, batch, late, "dan"))
    at(house, "1", lambda live, batch: live.deal(batch))
    house.close()
    assert audit(sqlite_url).clean


def test_a_call_that_a_journal_holds_is_done_again_though_its_rule_asks_for_more_since() -> None:
    setup = Setup.of(load("massachusetts-2020/craps"), {"game": "mini_craps"})
    old = call_from_json({"id": "not_seated"})
    assert check_call(setup, old).cite == setup.irregularities["not_seated"][0].cite
    table = open_table("massachusetts-2020/craps", {"game": "mini_craps"}, carry={"shooter": "another"}, seed=1)
    assert table.deal({1: {"field": 10}}, calls=[old]).settlements[0].outcome != "void"
    with pytest.raises(PitbossError, match="say which seat"):
        check_call(setup, Call("not_seated"))
