"""Flop Poker at the table: what the worked examples do not show."""

from typing import Any

import pytest

from pitboss import Call, PitbossError, open_table, settle
from pitboss.cli.visit import Visit
from pitboss.engine.picture import hands_seen
from pitboss.engine.round import Round
from pitboss.games.poker.flop_poker import equal_shares, stands

NAME = "massachusetts-2020/flop-poker"
BOTH = {"ante": 10, "pot": 5}
BOARD = "Jh 8c 3d"
JACKS, FULL_HOUSE, ACE_HIGH = "Js Ts 4c", "8h 8d 3s", "Ac 9c 2h"


def round_of(hands: dict[int, tuple[str, str]], board: str = BOARD, **more: Any) -> Round:
    seats = {str(seat): {"wagers": BOTH, "cards": c, "actions": [a] if a else []} for seat, (c, a) in hands.items()}
    record = {"rulebook": "massachusetts-2020", "game": "flop-poker", "seats": seats, **more}
    [(_, played)] = settle({**record, "community": {"cards": board}}).rounds
    return played


def test_the_pot_wager_is_what_the_house_has_posted_and_needs_an_ante() -> None:
    table = open_table(NAME, {"pot_wager_amount": 10}, seed=1)
    with pytest.raises(PitbossError, match=r"exactly \$10.00"):
        table.deal({1: {"ante": 25, "pot": 5}, 2: {"ante": 25, "pot": 10}})
    with pytest.raises(PitbossError, match="Ante"):
        table.deal({1: {"pot": 10}})
    assert table.deal({1: {"ante": 10, "pot": 10}, 2: {"ante": 25, "pot": 10}}).asking


def test_whoever_places_no_pot_wager_among_others_is_not_dealt_in() -> None:
    table = open_table(NAME, seed=1)
    played = table.deal({1: {"ante": 10, "pot": 5}, 2: {"ante": 10}, 3: {"ante": 10, "pot": 5}})
    assert [row.outcome for row in played.settlements] == ["void"] and "§6(c)" in played.settlements[0].cite
    while played.asking:
        assert played.asking[0].seat != 2
        played.act("flop")
    assert played.net[2] == 0 and played.ledger["pot"] == 0
    table.forget()
    nobody = table.deal({1: {"ante": 10}, 2: {"ante": 10}})
    assert nobody.over and nobody.net == {1: 0, 2: 0} and not nobody.hands
    table.forget()
    left = table.deal({1: {"ante": 10, "pot": 5}, 2: {"ante": 10}})
    left.act("surrender")
    assert left.net == {1: -1000, 2: 0}, "the other is alone then, and has the Pot wager back"


def test_the_pot_wager_of_a_player_alone_goes_back() -> None:
    played = round_of({1: (JACKS, "flop")})
    assert played.net == {1: 2000}
    assert [row.outcome for row in played.settlements if row.wager == "pot"] == ["void"]


def test_nobody_sees_the_flop_or_anothers_cards_before_all_have_decided() -> None:
    played = open_table(NAME, seed=3).deal({seat: {"ante": 10, "pot": 5} for seat in (1, 2)})
    for action in ("surrender", "flop"):
        assert hands_seen(played.view("dealer"))["community"] == ["??"] * 3  # type: ignore[index]
        assert "??" not in str(hands_seen(played.view(1))[played.hand(1)])
        assert hands_seen(played.view(1))[played.hand(2)] == ["??"] * 3
        assert stands(played) == ["Pot $10.00"]
        played.act(action)
    assert played.over and not stands(played)
    assert "??" not in str(hands_seen(played.view("table"))), "a surrendered hand is turned up too"


@pytest.mark.parametrize(("device", "first"), [("manual_shoe", [1, 2, None]), ("automated_shoe", [1, 1, 1])])
def test_cards_are_dealt_one_at_a_time_or_as_stacks_the_community_last(device: str, first: list[int | None]) -> None:
    played = open_table(NAME, {"dealing_device": device}, seed=3).deal(
        {seat: {"ante": 10, "pot": 5} for seat in (1, 2)}
    )
    dealt = [event.seat for event in played.events if event.kind == "deal"]
    assert dealt[:3] == first and len(dealt) == 9 and dealt[-1] is None


def test_antes_and_flops_are_settled_from_the_right_and_the_pot_after_all_of_them() -> None:
    played = round_of({1: (JACKS, "flop"), 3: (FULL_HOUSE, "flop"), 6: (ACE_HIGH, "surrender")})
    rows = [(row.seat, row.wager) for row in played.settlements]
    assert rows == [(6, "ante"), (3, "ante"), (3, "flop"), (1, "ante"), (1, "flop"), (6, "pot"), (3, "pot"), (1, "pot")]
    assert played.ledger["pot"] == 0 and played.ledger["house"] == -(2000 + 31000 - 1000)


def test_a_pot_of_three_is_shared_to_the_cent() -> None:
    assert equal_shares(1501, [7, 5]) == {7: 751, 5: 750}
    assert equal_shares(1500, [4]) == {4: 1500}


def test_a_card_face_up_after_the_deal_changes_nothing_and_a_second_one_leaves_the_pot() -> None:
    hands = {1: (JACKS, "flop"), 2: (FULL_HOUSE, "flop")}
    one = {"id": "face_up_card_late"}
    assert round_of(hands, irregularities=[one]).net == {1: 1500, 2: 31500}
    assert round_of(hands, irregularities=[one, one]).net == {1: -500, 2: 500}
    late = [{"id": "several_face_up_cards_late", "at": "settle"}]
    assert round_of(hands, irregularities=late).net == {1: -500, 2: 500}


def test_an_exposed_community_card_returns_surrendered_antes_and_asks_nobody_more() -> None:
    played = open_table(NAME, seed=5).deal({seat: {"ante": 10, "pot": 5} for seat in (1, 2, 3)})
    played.act("surrender")
    played.act("flop")
    played.call(Call("community_card_exposed"))
    assert played.over and sum(played.net.values()) == 0 == played.ledger["house"]
    assert {row.outcome for row in played.settlements if row.wager != "pot"} == {"void"}
    assert {row.outcome for row in played.settlements if row.wager == "pot"} == {"win", "lose"}
    alone = open_table(NAME, seed=5).deal({1: {"ante": 10}})
    alone.call(Call("community_card_exposed"))
    assert alone.over and alone.net == {1: 0}


def test_the_last_hand_that_is_not_void_has_its_pot_wager_back() -> None:
    calls = [{"id": "wrong_number_of_cards_player", "seat": 2, "at": "decide"}]
    played = round_of({1: (JACKS, "flop"), 2: (FULL_HOUSE, "")}, irregularities=calls)
    assert played.net == {1: 2000, 2: 0} and played.ledger["pot"] == 0


def test_everything_goes_back_when_the_community_cards_are_not_three() -> None:
    calls = [{"id": "wrong_number_of_community_cards", "at": "reveal"}]
    played = round_of({1: (JACKS, "surrender"), 2: (FULL_HOUSE, "flop")}, irregularities=calls)
    assert played.void and played.net == {1: 0, 2: 0}


def test_the_house_may_pay_more_and_not_in_for() -> None:
    better = {"PT1": {"straight": "11 to 1"}}
    straight = {1: ("Jc Tc 9d", "flop"), 2: (ACE_HIGH, "surrender")}
    assert round_of(straight, "Ah Kd Qs", pay_tables=better).net[1] == 1000 + 11000 + 500
    with pytest.raises(PitbossError, match="for"):
        round_of(straight, "Ah Kd Qs", pay_tables={"PT1": {"straight": "12 for 1"}})
    with pytest.raises(PitbossError):
        round_of(straight, "Ah Kd Qs", pay_tables={"PT1": {"straight": "9 to 1"}})


def test_in_the_terminal_others_play_for_the_pot_too() -> None:
    visit = Visit(open_table(NAME, seed=5), seat=2, bankroll=50_000, bank_wager=0)
    played = visit.deal({"ante": "10", "pot": "5"})
    assert len(played.seats) > 2 and {bet.stake for bet in played.bets_on("pot")} == {500}
    while played.asking:
        ask = played.asking[0]
        if ask.seat == 2:
            visit.act("flop")
        else:
            visit.opponent_acts()
    assert sum(row.net for row in played.settlements if row.wager == "pot") == 0
    assert visit.deal({"ante": "10"}).seats == [2], "without a Pot wager nobody else is needed"
