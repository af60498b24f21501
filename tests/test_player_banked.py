"""A player banks the game: coverage, the action button, and who may hold the position."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from banked import GAME, record, seat, settled
from house_fixtures import dear
from pitboss import BankSeat, Call, PitbossError, open_table, settle
from pitboss.engine.bank import PlayerDealer
from pitboss.engine.reading import load_toml
from pitboss.engine.round import Round
from pitboss.engine.table import Table

UNCOVERED, PAIR_PLUS_UNCOVERED = "§Type L3265; §Winners 4 L3349", "§Pair Plus L3365"
RICH = 1_000_000_00


def rows(played: Round) -> list[tuple[int, str, str, int]]:
    return [(row.seat, row.wager, row.outcome, row.net) for row in played.settlements]


# -- coverage ---------------------------------------------------------------------------------------------------------


def test_money_that_runs_out_in_the_middle_of_a_seat_pays_in_part_and_returns_the_rest() -> None:
    played = settled(
        {
            1: seat({"ante": 10}, "2c 4d 6h"),
            2: seat({"ante": 10, "pair_plus": 5}, "8h 8d Kc"),
            3: seat({"ante": 10, "pair_plus": 5}, "Ah Jc 2s"),
        },
        "Qd 9s Ac",
        wager=35,
    )
    assert rows(played) == [
        (1, "ante", "lose", -1000),
        (1, "play", "lose", -1000),
        (2, "ante", "win", 1000),
        (2, "play", "win", 500),
        (2, "pair_plus", "void", 0),
        (3, "ante", "void", 0),
        (3, "play", "void", 0),
        (3, "pair_plus", "void", 0),
    ]
    covered, partly, returned = played.settlements[2], played.settlements[3], played.settlements[4]
    assert covered.cite == "§Winners 2(a) L3344"
    assert partly.cite == f"§Winners 2(a) L3344; {UNCOVERED}"
    assert partly.reason == "player higher, covered in part"
    assert (returned.cite, returned.reason) == (PAIR_PLUS_UNCOVERED, "not covered by the player-dealer")
    assert played.net == {1: -2000, 2: 1500, 3: 0, 7: 500}


def test_a_loss_is_collected_as_far_as_the_wager_covers_and_the_rest_of_the_stake_goes_back() -> None:
    played = settled({1: seat({"ante": 10, "pair_plus": 5}, "2c 4d 6h")}, "Qd 9s Ac", wager="13.25")
    assert rows(played) == [(1, "ante", "lose", -1000), (1, "play", "lose", -325), (1, "pair_plus", "void", 0)]
    assert played.settlements[1].cite == f"§Winners 2(b) L3345; {UNCOVERED}"
    assert played.net == {1: -1325, 7: 1325}


def test_a_push_uses_up_nothing() -> None:
    played = settled({1: seat({"ante": 10}, "6s 4d 2c"), 2: seat({"ante": 10}, "7s 5d 3h")}, "Jh 9d 8c", wager=20)
    assert [(row.wager, row.outcome) for row in played.settlements] == [("ante", "win"), ("play", "push")] * 2


def test_net_coverage_lets_collections_pay_later_winners() -> None:
    seats = {1: seat({"ante": 10}, "2c 4d 6h"), 2: seat({"ante": 10}, "8h 8d Kc"), 3: seat({"ante": 10}, "9h 9d Kd")}
    action = settled(seats, "Qd 9s Ac", wager=20)
    net = settled(seats, "Qd 9s Ac", wager=20, options={"coverage_method": "net"})
    assert action.net == {1: -2000, 2: 0, 3: 0, 7: 2000}
    assert net.net == {1: -2000, 2: 2000, 3: 2000, 7: -2000}


def test_net_coverage_stops_at_the_wager_either_way() -> None:
    bank = PlayerDealer(seat=7, wager=1000, coverage="net")
    assert [bank.cover(gain) for gain in (-700, -700, 2500, 1, -2500)] == [-700, -300, 2000, 0, -2000]
    assert bank.result == 1000


def test_a_folded_seat_uses_up_the_wager_at_its_own_turn() -> None:
    """Forfeits are picked up first, but count from the action button on (A8)."""
    seats = {
        1: seat({"ante": 10}, action="fold"),
        2: seat({"ante": 10}, "8h 8d Kc"),
        3: seat({"ante": 10}, action="fold"),
    }
    played = settled(seats, "Qd Ah 2c", wager=25)
    assert rows(played) == [
        (2, "ante", "win", 1000),
        (2, "play", "win", 1000),
        (3, "ante", "lose", -500),
        (1, "ante", "void", 0),
    ]


def test_without_the_turned_up_card_short_money_cannot_be_settled() -> None:
    folded = {1: seat({"ante": 10}, action="fold"), 2: seat({"ante": 10}, action="fold")}
    assert settled(folded, "", wager=20).net == {1: -1000, 2: -1000, 7: 2000}
    with pytest.raises(PitbossError, match="depends on the player-dealer's turned-up cards"):
        settled(folded, "", wager=15)
    assert settled({1: folded[1]}, "", wager=5).net == {1: -500, 7: 500}


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Table, Round, int]:
    """A round dealt at random, with random wagers, decisions, coverage and a random sum to bank it."""
    options: dict[str, Any] = {
        "coverage_method": draw(st.sampled_from(["action", "net"])),
        "dealing": draw(st.sampled_from(["shuffler", "hand"])),
    }
    if option := draw(st.none() | st.integers(1, 12)):
        options["schedule_option"] = option
    table = open_table(GAME, options, seed=draw(st.integers(0, 2**32)))
    bank = draw(st.integers(1, 7))
    places = [place for place in range(1, 8) if place != bank]
    wagers = {
        place: {
            offer: _stake(draw, table, offer) for offer in (["ante", "pair_plus"] if draw(st.booleans()) else ["ante"])
        }
        for place in draw(st.lists(st.sampled_from(places), min_size=1, unique=True))
    }
    wager = draw(st.integers(1, 100_00) | st.integers(1, 5_000_00))
    played = table.deal(wagers, bank=BankSeat.of_cents(bank, wager))
    while played.asking:
        played.act(draw(st.sampled_from(["play", "play", "fold"])))
    return table, played, wager


def _stake(draw: st.DrawFn, table: Table, wager: str) -> str:
    offer = table.setup.offers[wager]
    amount = draw(st.integers(offer.min or 1, offer.max or 500_00))
    return f"{amount // 100}.{amount % 100:02d}"


def by_the_spec(coverage: str, wager: int, gains: Iterator[int]) -> Iterator[int]:
    """The coverage algorithm as the specification writes it."""
    left, result = wager, 0
    for gain in gains:
        if coverage == "action":
            amount = min(abs(gain), left)
            left -= amount
            yield amount if gain > 0 else -amount
        else:
            after = max(-wager, min(wager, result - gain))
            yield result - after
            result = after


@dear
@hypothesis_settings(max_examples=250, deadline=None)
@given(rounds())
def test_coverage_is_the_specs_whatever_is_dealt(dealt: tuple[Table, Round, int]) -> None:
    table, played, wager = dealt
    rich = load_toml(table.record().to_toml())
    rich["steps"][0]["bank"]["wager"] = RICH // 100
    full = settle(rich).rounds[0][1]
    expected = by_the_spec(table.setup.options["coverage_method"], wager, (row.net for row in full.settlements))
    assert [row.net for row in played.settlements] == list(expected)
    for row, whole in zip(played.settlements, full.settlements, strict=True):
        assert (row.seat, row.wager, row.staked) == (whole.seat, whole.wager, whole.staked)
        if row.net == whole.net:
            assert (row.outcome, row.cite) == (whole.outcome, whole.cite)
        else:
            assert row.outcome == (whole.outcome if row.net else "void")
            assert (PAIR_PLUS_UNCOVERED if row.wager == "pair_plus" else UNCOVERED) in row.cite


@hypothesis_settings(max_examples=250, deadline=None)
@given(rounds())
def test_chips_are_conserved_and_the_player_dealer_never_goes_beyond_the_wager(
    dealt: tuple[Table, Round, int],
) -> None:
    table, played, wager = dealt
    bank = played.player_dealer
    assert bank is not None
    fees = sum(fee.amount for fee in played.fees)
    assert sum(played.ledger.values()) == 0
    assert played.ledger["box"] == fees
    assert sum(played.net.values()) == -fees
    assert {place: played.ledger[f"seat {place}"] for place in played.net} == played.net
    assert bank.result == -sum(row.net for row in played.settlements)
    assert -wager <= bank.result <= wager
    if bank.coverage == "action":
        assert sum(abs(row.net) for row in played.settlements) <= wager
    again = settle(table.record().to_toml()).rounds[0][1]
    assert again.events == played.events
    assert again.net == played.net


# -- the action button ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "place"),
    list(zip("A23456789TJQK", [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1], strict=True)),
)
def test_the_turned_up_card_places_the_button(rank: str, place: int) -> None:
    full = {number: seat({"ante": 10}, action="fold") for number in range(1, 7)}
    played = settled(full, f"?? ?? {rank}c")
    order = [row.seat for row in played.settlements]
    assert order == [*range(place, 7), *range(1, place)]
    assert not played.calls


def test_the_button_is_placed_by_the_bottom_card_before_anybody_decides() -> None:
    played = open_table(GAME, seed=5).deal({1: {"ante": 10}, 2: {"ante": 10}}, bank=BankSeat(7, 100))
    bottom = played.hands["dealer"][-1]
    for viewer in (1, 2, "table"):
        shown = [event for event in played.view(viewer) if event.kind == "up card"]
        assert [event.cards for event in shown] == [(bottom,)]
        dealt = [event.cards[0].known for event in played.view(viewer) if event.hand == "dealer"]
        assert dealt == [False] * 3


def test_an_empty_button_seat_is_an_irregularity_the_table_finds_and_a_replay_finds_again() -> None:
    table = open_table(GAME, seed=5)
    moved = None
    while moved is None:
        played = table.deal({4: {"ante": 10}}, bank=BankSeat(7, 100, offer_declined=True))
        played.act("fold")
        moved = next((event for event in played.events if event.kind == "irregularity"), None)
    assert moved.cite == "§Dealing 6(d)(i) L3328"
    assert [(call.id, call.automatic) for call in played.calls] == [("button_seat_empty", True)]
    assert settle(table.record().to_toml()).rounds[-1][1].events == played.events


def test_an_empty_button_seat_that_was_called_is_not_found_again() -> None:
    played = settled({2: seat({"ante": 10}, action="fold")}, "Qh 6d Ah", irregularities=["button_seat_empty"])
    assert [event.kind for event in played.events].count("irregularity") == 1
    assert any(event.kind == "action button" and event.seat == 2 for event in played.events)


def test_a_record_with_a_moved_button_still_says_too_much_when_it_does() -> None:
    raw = record({1: {"wagers": {"ante": 10}, "actions": ["fold", "fold"]}}, "9d 3c Jh")
    with pytest.raises(PitbossError, match='seat 1 is not asked to "fold"'):
        settle(raw)


def test_decisions_begin_at_the_player_dealers_left() -> None:
    table = open_table(GAME, seed=5)
    played = table.deal({place: {"ante": 10} for place in (1, 2, 4, 7)}, bank=BankSeat(3, 100))
    asked = []
    while played.asking:
        asked.append(played.asking[0].seat)
        played.act("fold")
    assert asked == [4, 7, 1, 2]


# -- the player-dealer position ---------------------------------------------------------------------------------------


def bank_a_round(table: Table, place: int, declined: bool = False) -> None:
    other = 1 if place != 1 else 2
    table.deal({other: {"ante": 10}}, bank=BankSeat(place, 100, declined)).act("fold")


def test_after_two_rounds_the_position_is_offered_on() -> None:
    table = open_table(GAME, seed=1)
    bank_a_round(table, 7)
    bank_a_round(table, 7)
    with pytest.raises(PitbossError, match="seat 7 was player-dealer for 2 rounds; the position is offered on first"):
        bank_a_round(table, 7)
    bank_a_round(table, 3)
    bank_a_round(table, 7)


def test_when_nobody_takes_the_position_it_is_kept_for_two_more_rounds() -> None:
    table = open_table(GAME, seed=1)
    for declined in (False, False, True, False):
        bank_a_round(table, 7, declined)
    with pytest.raises(PitbossError, match="offered on first"):
        bank_a_round(table, 7)
    assert settle(table.record().to_toml()).net == {1: -40_00, 7: 40_00}


def test_a_record_of_three_rounds_in_a_row_is_refused() -> None:
    one = {"seats": {"1": seat({"ante": 10}, action="fold")}, "bank": {"seat": 7, "wager": 100}}
    raw = {"rulebook": "california", "game": "three-card-poker", "steps": [one, one, one]}
    with pytest.raises(PitbossError, match="offered on first"):
        settle(raw)
    raw["steps"] = [one, one, one | {"bank": {"seat": 7, "wager": 100, "offer_declined": True}}]
    assert settle(raw).net == {1: -30_00, 7: 30_00}


@pytest.mark.parametrize(
    ("bank", "sentence"),
    [
        (None, "a player banks this game: say which seat, and with what wager"),
        (BankSeat(1, 100), "seat 1 is the player-dealer and cannot wager against itself"),
        (BankSeat(7, 0), "the player-dealer puts up a wager of more than zero"),
        (BankSeat(8, 100), "there is no seat 8; this table has 7"),
    ],
)
def test_a_bank_that_cannot_be_is_refused_and_nothing_is_dealt(bank: BankSeat | None, sentence: str) -> None:
    table = open_table(GAME, seed=1)
    with pytest.raises(PitbossError, match=sentence):
        table.deal({1: {"ante": 10}}, bank=bank)
    assert table.round is None


def test_the_player_dealer_cannot_wager_against_himself_from_another_seat() -> None:
    table = open_table(GAME, seed=1)
    with pytest.raises(PitbossError, match="Ann is the player-dealer and cannot wager against himself at seat 2"):
        table.deal({2: {"ante": 10}}, players={2: "Ann", 7: "Ann"}, bank=BankSeat(7, 100))
    table.deal({2: {"ante": 10}}, players={2: "Bob", 7: "Ann"}, bank=BankSeat(7, 100)).act("fold")
    assert settle(table.record().to_toml()).rounds[0][1].players == {2: "Bob", 7: "Ann"}


def test_no_seat_banks_a_game_of_the_house() -> None:
    table = open_table("chapter4/three-card-poker", seed=1)
    with pytest.raises(PitbossError, match="the house banks this game; no seat may"):
        table.deal({1: {"ante": 10}}, bank=BankSeat(7, 100))


def test_every_player_antes_and_pair_plus_needs_it() -> None:
    with pytest.raises(PitbossError, match="Pair Plus needs Ante as well"):
        open_table(GAME, seed=1).deal({1: {"pair_plus": 10}}, bank=BankSeat(7, 100))


# -- irregularities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "cite"),
    [
        (Call("cards_touched_by_another", seat=2), "§Dealing 10 L3332"),
    ],
)
def test_what_is_not_allowed_changes_nothing(call: Call, cite: str) -> None:
    def dealt(calls: list[Call]) -> Round:
        table = open_table(GAME, {"schedule_option": 2}, seed=11)
        played = table.deal({1: {"ante": 10, "pair_plus": 5}, 2: {"ante": 10}}, bank=BankSeat(7, 100), calls=calls)
        while played.asking:
            played.act("play")
        return played

    called, plain = dealt([call]), dealt([])
    assert called.settlements == plain.settlements
    assert called.net == plain.net
    told = [event for event in called.events if event.kind in ("irregularity", "remedy") and event.cite == cite]
    assert [event.kind for event in told] == ["irregularity", "remedy"]
    assert told[1].text == "it is not allowed and changes nothing"


def test_an_irregularity_after_the_last_decision_is_in_the_record() -> None:
    table = open_table(GAME, seed=3)
    played = table.deal(
        {1: {"ante": 10}}, bank=BankSeat(7, 100), calls=[Call("cards_touched_by_another", seat=1, at="reveal")]
    )
    played.act("fold")
    assert settle(table.record().to_toml()).rounds[0][1].events == played.events
