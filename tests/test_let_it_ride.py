"""Let It Ride at the table: what the worked examples do not show."""

from typing import Any

import pytest

from pitboss import Call, PitbossError, open_table, settle
from pitboss.engine.payoff import in_proportion
from pitboss.engine.picture import hands_seen
from pitboss.engine.round import Round
from pitboss.rulebook import Setup, load

ENTRIES = ["chapter4/let-it-ride", "massachusetts-2020/let-it-ride", "oneida-2003/let-it-ride"]
BETS = ("bet_1", "bet_2", "bet_3")


def three(amount: int, **more: int) -> dict[str, int]:
    return dict.fromkeys(BETS, amount) | more


def round_of(name: str, seats: dict[int, tuple[dict[str, int], str, list[str]]], community: str, **more: Any) -> Round:
    rulebook, game = name.split("/")
    record = {
        "rulebook": rulebook,
        "game": game,
        "seats": {str(seat): {"wagers": w, "cards": c, "actions": a} for seat, (w, c, a) in seats.items()},
        "community": {"cards": community},
        **more,
    }
    [(_, played)] = settle(record).rounds
    return played


@pytest.mark.parametrize("name", ENTRIES)
def test_the_three_bets_are_equal_and_all_made(name: str) -> None:
    for wagers in ({"bet_1": 5, "bet_2": 5}, {"bet_1": 5, "bet_2": 10, "bet_3": 5}):
        with pytest.raises(PitbossError):
            open_table(name, seed=1).deal({1: wagers})


@pytest.mark.parametrize("name", ENTRIES)
def test_nobody_sees_a_community_card_before_its_turn(name: str) -> None:
    played = open_table(name, seed=4).deal({1: three(5), 2: three(10)})
    seen = []
    while played.asking:
        seen.append([card for card in hands_seen(played.view(1)).get("community", []) if card != "??"])  # type: ignore[call-overload]
        played.act("withdraw")
    first, second = played.hands["community"]
    assert seen == [[], [], [first], [first]]
    assert hands_seen(played.view(2))["community"] == [first, second]  # type: ignore[index]
    assert played.net[1] == -500 or played.net[1] > 0


@pytest.mark.parametrize("name", ENTRIES)
def test_who_does_not_answer_lets_the_bet_ride(name: str) -> None:
    played = open_table(name, seed=4).deal({1: three(5)})
    assert played.asking[0].default_answer == "ride"


def test_an_exposed_card_is_burned_and_the_others_keep_their_order() -> None:
    table = open_table("chapter4/let-it-ride", seed=9)
    plain = table.deal({1: three(5)})
    [burned], (left, right) = plain.hands["burn"], plain.hands["community"]
    for exposed, community in ((burned, [left, right]), (left, [burned, right]), (right, [burned, left])):
        table = open_table("chapter4/let-it-ride", seed=9)
        played = table.deal({1: three(5)}, calls=[Call("dealer_card_exposed", card=exposed)])
        assert played.hands["burn"] == [exposed] and played.hands["community"] == community
        assert hands_seen(played.view(1)) == {
            "seat 1": played.hands["seat 1"],
            "burn": [exposed],
            "community": ["??"] * 2,
        }
        while played.asking:
            played.act("ride")
        assert hands_seen(played.view(1))["community"] == community  # type: ignore[index]
        assert settle(table.record().to_toml()).rounds[-1][1].events == played.events


def test_who_talks_forfeits_what_is_still_up() -> None:
    calls = [{"id": "players_communicate", "seat": 1, "at": "second_decision"}]
    seats = {1: (three(10), "Ts Td 4c", ["withdraw"]), 2: (three(10), "Js Jd 4d", ["ride", "ride"])}
    played = round_of("chapter4/let-it-ride", seats, "Kh 7s", irregularities=calls)
    assert played.net == {1: -2000, 2: 3000}
    options = {"penalty_for_communication": False}
    seats[1] = (three(10), "Ts Td 4c", ["withdraw", "ride"])
    played = round_of("chapter4/let-it-ride", seats, "Kh 7s", irregularities=calls, options=options)
    assert played.net == {1: 2000, 2: 3000}


def test_a_maximum_payoff_of_the_house_comes_before_the_aggregate() -> None:
    seats = {1: (three(25), "Ah Kh Qh", ["ride"] * 2), 2: (three(100), "Jc Jd Js", ["ride"] * 2)}
    options = {"max_payoff": "20000.00"}
    played = round_of("chapter4/let-it-ride", seats, "Jh Th", options=options)
    # Each of $20,000 and $15,000 comes down by 25/35.
    assert played.net == {1: 1_428_600, 2: 1_071_400}


def test_a_modified_schedule_pays_only_hands_of_this_game() -> None:
    entry = load("chapter4/let-it-ride")
    notices = Setup.of(entry, {}, {"PT-1": {"straight": "4 to 1"}}).notices
    assert any("in writing" in notice.text for notice in notices)
    with pytest.raises(PitbossError, match='no hand "mini_royal"'):
        open_table("chapter4/let-it-ride", pay_tables={"PT-1": {"mini_royal": "40 to 1"}})


def test_a_higher_maximum_needs_the_general_managers_approval() -> None:
    entry = load("chapter4/let-it-ride")
    with pytest.raises(PitbossError, match=r"2,000\.00"):
        Setup.of(entry, {"max_wager": "2500.00"})
    assert Setup.of(entry, {"max_wager": "2500.00", "higher_maximum_approved": True}).offers["bet_1"].max == 250_000


def test_an_amount_is_shared_out_whole_and_equal_fractions_go_by_the_order_of_payment() -> None:
    assert in_proportion({3: 500, 2: 500, 1: 500}, 1_000, unit=100) == {3: 400, 2: 300, 1: 300}
    assert in_proportion({1: 500, 2: 500, 3: 500}, 1_000) == {1: 333, 2: 333, 3: 333}


# -- Massachusetts ----------------------------------------------------------------------------------------------------

MASSACHUSETTS = "massachusetts-2020/let-it-ride"


def rows_of(played: Round, wager: str) -> dict[int, int]:
    return {row.seat: row.net for row in played.settlements if row.wager == wager}


def test_a_players_losing_wagers_are_collected_before_the_winning_are_paid() -> None:
    options = {"three_card_bonus": "A", "let_it_ride_bonus": True}
    wagers = three(5, three_card_bonus=5, let_it_ride_bonus=1)
    seats = {1: (wagers, "Kc 8d 3s", ["ride"] * 2), 2: (wagers, "9s 9d 4c", ["ride"] * 2)}
    played = round_of(MASSACHUSETTS, seats, "Kh Kd", options=options)
    lost_or_won = [(row.seat, row.outcome) for row in played.settlements]
    assert lost_or_won == [(seat, outcome) for seat in (2, 1) for outcome in ("lose", *["win"] * 4)]


def test_nobody_envies_a_position_of_his_own() -> None:
    options = {"progressive": True, "two_positions": True}
    wagers = three(5, progressive=1)
    flush, other = "8h 7h 6h", "As 7c 4d"
    record = {
        "rulebook": "massachusetts-2020",
        "game": "let-it-ride",
        "options": options,
        "seats": {
            str(seat): {"wagers": wagers, "cards": hand, "actions": ["ride"] * 2, "player": player}
            for seat, hand, player in ((1, flush, "Ann"), (2, other, "Ann"), (3, "Kd 5c 2d", "Bob"))
        },
        "community": {"cards": "Th 9h"},
        "meters": {"progressive": "1000.00"},
    }
    [(_, played)] = settle(record).rounds
    assert rows_of(played, "progressive_envy") == {3: 30_000}


def test_the_limit_is_of_each_position_and_leaves_side_wagers_alone() -> None:
    options = {"payout_limit": "50000.00", "let_it_ride_bonus": True}
    wagers = three(60, let_it_ride_bonus=1)
    seats = {1: (wagers, "Ah Kh Qh", ["withdraw", "ride"]), 2: (wagers, "9h 8h 7h", ["ride"] * 2)}
    played = round_of(MASSACHUSETTS, seats, "Jh Th", options=options)
    assert [rows_of(played, bet)[1] for bet in BETS] == [0, 2_500_000, 2_500_000]
    assert rows_of(played, "let_it_ride_bonus")[1] == 2_500_000 - 100
    assert played.net[2] == 3 * 60 * 200 * 100 + 250_000 - 100


def test_the_link_takes_the_place_of_the_progressive() -> None:
    with pytest.raises(PitbossError, match="takes the place"):
        Setup.of(load(MASSACHUSETTS), {"progressive": True, "multi_game_link": "PTMGL01"})


# -- Oneida -----------------------------------------------------------------------------------------------------------

ONEIDA = "oneida-2003/let-it-ride"


def test_an_aggregate_limit_cuts_all_winners_in_proportion_down_to_the_cent() -> None:
    options = {"aggregate_win_limit": "50000.00", "bonus": True}
    seats = {
        1: (three(25, bonus=1), "Ah Kh Qh", ["ride"] * 2),
        2: (three(10), "9h 8h 7h", ["withdraw", "ride"]),
        3: (three(15), "Jc Jd Js", ["ride"] * 2),
    }
    played = round_of(ONEIDA, seats, "Jh Th", options=options)
    # $75,000, $4,000 and $2,250 come to $81,250; 50,000 of it are paid, and a Bonus of $10,000 besides.
    assert played.net == {1: 4_615_384 + 1_000_000 - 100, 2: 246_153, 3: 138_461}
    with pytest.raises(PitbossError, match=r"60,000\.00"):
        Setup.of(load(ONEIDA), {"aggregate_win_limit": "50000.00", "bet_min": "20.00"})


def test_all_losers_of_the_table_are_collected_before_a_winner_is_paid() -> None:
    seats = {1: (three(5), "9s 7d 4c", ["ride"] * 2), 2: (three(5), "Ts Td 4h", ["ride"] * 2)}
    played = round_of(ONEIDA, seats, "8h 2d")
    assert [row.seat for row in played.settlements] == [1] * 3 + [2] * 3


def test_nobody_is_asked_about_a_bet_that_went_back_while_anybody_was_asked() -> None:
    for seat, after, choice in ((2, 3, "ride"), (2, 3, "withdraw"), (2, 4, "withdraw"), (1, 3, "withdraw")):
        table = open_table("massachusetts-2020/let-it-ride", seed=5)
        played = table.deal({1: three(5), 2: three(5), 3: three(5)})
        for answered in range(after):
            played.act("withdraw" if answered < 3 else "ride")
        played.call(Call("late_wager", seat, wager="bet_3"))
        asked_again = []
        while played.asking:
            asked_again.append(played.asking[0].seat)
            played.act(choice)
        assert asked_again == [each for each in (1, 2, 3)[after - 3 :] if each != seat]
        rows = sorted((row.wager, row.outcome) for row in played.settlements if row.seat == seat)
        assert rows == [("bet_1", "push"), ("bet_2", "void"), ("bet_3", "void")]
        assert settle(table.record().to_toml()).net == played.net
