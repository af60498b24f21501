"""Pure 21.5 Blackjack, 6 to 5 and 3 to 2: what a player may do, who is paid in which order, and how far."""

from typing import Any

import pytest

from no_bust_table import PURE, PURE_3_2, happenings, nets, outcome, played, record, seat, told
from pitboss import BankSeat, PitbossError, open_table, settle

BOTH = pytest.mark.parametrize("game", [PURE, PURE_3_2])


# -- the order of settlement, and money that runs out -----------------------------------------------------------------


def test_losing_and_winning_wagers_use_up_the_money_from_the_button_on_and_pushes_do_not() -> None:
    """$100: seat 2 wins 30 and loses 30, seat 3 pushes, seat 4 loses the 40 that are left; seat 1 has no action."""
    round_ = played(
        PURE,
        {
            1: seat({"base": 50}, "Ah Kd"),
            2: seat({"base": 30}, ["8c Ac", "8d 9h"], "split", "stand", "stand"),
            3: seat({"base": 50}, "Ts 8h", "stand"),
            4: seat({"base": 50}, "9s 8s", "stand"),
        },
        "6h 2d Tc",
        wager=100,
    )
    assert "on seat 2" in told(round_)
    assert nets(round_) == {
        (2, "base", 1): 30,
        (2, "split", 2): -30,
        (3, "base", 1): 0,
        (4, "base", 1): -40,
        (1, "base", 1): 0,
    }
    assert [outcome(round_, number, "base") for number in (3, 1)] == ["push", "void"]


def test_doubles_and_splits_are_settled_with_their_hand_before_the_bonus_bet_of_the_seat() -> None:
    """$60: the hand wins 20, its double 20, and the split hand loses 20; nothing is left for the Bonus Bet."""
    round_ = played(
        PURE,
        {1: seat({"base": 20, "bonus": 5}, ["8c 3d Th", "8d 9h"], "split", "double 20", "stand")},
        "Tc 8s",
        wager=60,
    )
    assert [(row.wager, row.hand, row.net // 100) for row in round_.settlements] == [
        ("base", 1, 20),
        ("double_down", 1, 20),
        ("split", 2, -20),
        ("bonus", 1, 0),
    ]
    assert outcome(round_, 1, "bonus") == "void"


def test_two_hundred_dollars_are_used_up_by_a_loss_of_150_and_a_win_that_is_paid_50() -> None:
    """The example of the collections: the third wager goes back with a free collection button."""
    seats = {
        1: seat({"base": 150}, "9s 8s", "stand"),
        2: seat({"base": 80}, "Ts 9h", "stand"),
        3: seat({"base": 40}, "9c 8c", "stand"),
    }
    round_ = played(PURE, seats, "7h Ad", wager=200)
    assert nets(round_) == {(1, "base", 1): -150, (2, "base", 1): 50, (3, "base", 1): 0}
    assert outcome(round_, 3, "base") == "void"
    assert [event.seat for event in round_.events if event.kind == "free collection button"] == [3]
    assert round_.net[8] == 10_000


def test_a_tie_that_is_reached_when_nothing_is_left_has_no_action_and_a_free_collection_button() -> None:
    seats = {1: seat({"base": 50}, "9s 8s", "stand"), 2: seat({"base": 50}, "Ts 8d", "stand")}
    round_ = played(PURE, seats, "8h Td", wager=50)
    assert (outcome(round_, 1, "base"), outcome(round_, 2, "base")) == ("lose", "void")
    assert [event.seat for event in round_.events if event.kind == "free collection button"] == [2]


def test_counted_net_what_is_collected_pays_the_next() -> None:
    seats = {1: seat({"base": 50}, "9s 8s", "stand"), 2: seat({"base": 80}, "Ts 9d", "stand")}
    options = {"coverage_method": "net"}
    assert nets(played(PURE, seats, "8h Td", 50, options=options)) == {(1, "base", 1): -50, (2, "base", 1): 80}
    assert nets(played(PURE, seats, "8h Td", 50)) == {(1, "base", 1): -50, (2, "base", 1): 0}


def test_a_surrendered_half_uses_up_as_much_as_it_is() -> None:
    seats = {1: seat({"base": 60}, "Ts 6h", "surrender"), 2: seat({"base": 40}, "Ts 9d", "stand")}
    assert nets(played(PURE, seats, "8h Td", 50)) == {(1, "base", 1): -30, (2, "base", 1): 20}


def test_insurance_is_settled_before_all_hands_and_from_the_button() -> None:
    """$30 of cover: two lost insurances of 10, from seat 2 on, leave 10 for the hand of seat 2."""
    seats = {
        1: seat({"base": 20}, "Ts 9h", "insure 10", "stand"),
        2: seat({"base": 20}, "Td 9d", "insure 10", "stand"),
    }
    round_ = played(PURE, seats, "As 2h 5c", wager=30)
    rows = [(row.seat, row.wager, row.net // 100) for row in round_.settlements]
    assert rows == [(2, "insurance", -10), (1, "insurance", -10), (2, "base", 10), (1, "base", 0)]


def test_a_lost_insurance_is_not_collected_before_the_down_card_is_seen() -> None:
    """The order in which it is collected would tell the card."""
    table = open_table("california/pure-21-5-blackjack", seed=1)
    for _ in range(400):
        round_ = table.deal({1: {"base": 10}, 2: {"base": 10}}, bank=BankSeat(8, 15, offer_declined=True))
        insured = False
        while round_.asking:
            if "insure" in round_.asking[0].names:
                round_.act("insure 5.00")
                insured = True
            else:
                assert not round_.settlements
                round_.act(round_.asking[0].default_answer)
        if insured and not any("a Pure" in text for text in told(round_)):
            return
    pytest.fail("nobody insured")


@pytest.mark.parametrize(
    ("dealer", "seats", "button"),
    [
        ("7h Ah", (1, 3, 5), 1),
        ("7h 3h 8c", (1, 3, 5), 3),
        ("7h 4h 7c", (1, 3, 5), 5),
        ("7h 6h 5c", (1, 3, 5), 1),
        ("8h 9c", (1, 2, 5), 2),
        ("8h Kd", (1, 2, 5), 5),
    ],
    ids=["ace", "three", "four passes on", "six passes round", "nine is two", "ten is three and passes on"],
)
def test_the_down_card_puts_the_button_on_a_seat(dealer: str, seats: tuple[int, ...], button: int) -> None:
    """Seven seats without the player-dealer's: eight is seat 1 again, nine seat 2, ten seat 3."""
    assert f"on seat {button}" in told(played(PURE, {n: seat({"base": 10}, "Ts 9h", "stand") for n in seats}, dealer))


# -- the bonus bet ----------------------------------------------------------------------------------------------------


def test_somebody_on_two_circles_wins_no_more_than_20000_dollars_with_bonus_bets() -> None:
    def sevens(player: str) -> dict[str, Any]:
        return seat({"base": 10, "bonus": 15}, "7h 7h 7h", "hit", "stand", player=player)

    options = {"bonus_table": 2}
    one = played(PURE, {1: sevens("Ann"), 2: sevens("Ann")}, "Tc 9d", options=options)
    assert [nets(one)[number, "bonus", 1] for number in (2, 1)] == [15_000, 5_000]
    two = played(PURE, {1: sevens("Ann"), 2: sevens("Bob")}, "Tc 9d", options=options)
    assert [nets(two)[number, "bonus", 1] for number in (2, 1)] == [15_000, 15_000]


def test_a_backline_bettor_has_a_limit_of_his_own() -> None:
    seats = {
        1: seat({"base": 10, "bonus": 25}, "7h 7h 7h", "hit", "stand"),
        9: seat({"base": 10, "bonus": 25}, "", "stay", "stay", says=["behind 1"]),
    }
    round_ = played(PURE, seats, "Tc 9d", options={"bonus_table": 2})
    assert (round_.net[1], round_.net[9]) == (2_001_000, 2_001_000)


def test_a_bonus_hand_is_won_by_the_first_cards_whatever_comes_later() -> None:
    seats = {1: seat({"base": 10, "bonus": 5}, "4s 3c 2s Ac 8d 9h", "hit", "hit", "hit", "hit")}
    assert nets(played(PURE, seats, "Tc 9d")) == {(1, "base", 1): -10, (1, "bonus", 1): 1000}


def test_a_surrendered_hand_keeps_its_bonus() -> None:
    seats = {1: seat({"base": 10, "bonus": 5}, "6d 7c 8h", "hit", "surrender")}
    assert nets(played(PURE, seats, "Tc 9d")) == {(1, "base", 1): -5, (1, "bonus", 1): 125}


def test_a_doubled_third_card_counts_for_the_bonus() -> None:
    seats = {1: seat({"base": 10, "bonus": 5}, "6d 7c 8h", "double 10")}
    assert nets(played(PURE, seats, "Tc 9d"))[1, "bonus", 1] == 125


def test_after_a_split_the_bonus_stays_with_the_first_hand_which_is_no_blackjack() -> None:
    aces = seat({"base": 10, "bonus": 5}, ["As Ks", "Ad 9h"], "split", "stand", "stand")
    assert nets(played(PURE, {1: aces}, "Tc 9d"))[1, "bonus", 1] == -5
    sevens = seat({"base": 10, "bonus": 5}, ["7s 7h 7c", "7d Th"], "split", "hit", "stand", "stand")
    assert nets(played(PURE, {1: sevens}, "Tc 9d"))[1, "bonus", 1] == 375


def test_against_a_pure_only_a_blackjack_wins_the_bonus() -> None:
    seats = {1: seat({"base": 10, "bonus": 5}, "As Ks"), 2: seat({"base": 10, "bonus": 5}, "7s 7h")}
    found = nets(played(PURE, seats, "Tc Ad"))
    assert (found[1, "base", 1], found[1, "bonus", 1], found[2, "bonus", 1]) == (0, 50, -5)


def test_the_bonus_bet_has_the_limits_of_the_schedule_in_force() -> None:
    def takes(schedule: Any, bonus: Any, base: Any = 25) -> bool:
        table = open_table("california/pure-21-5-blackjack", options={"schedule_option": schedule})
        return table.refusal({1: {"base": base, "bonus": bonus}}, bank=BankSeat(8, 100)) is None

    assert [takes(11, amount) for amount in (1, 50, 51)] == [True, True, False]
    assert [takes(2, amount) for amount in (4, 5, 50, 51)] == [False, True, True, False]
    assert [takes("own_4", amount) for amount in (4, 5, 100, 101)] == [False, True, True, False]
    assert [takes("variations_3", amount) for amount in (4, 5, 100, 101)] == [False, True, True, False]


def test_the_3_to_2_game_has_the_bonus_bet_only_where_the_house_offers_it() -> None:
    seats = {1: seat({"base": 20, "bonus": 5}, "As Ks")}
    with pytest.raises(PitbossError, match="Bonus Bet is not offered"):
        played(PURE_3_2, seats, "Tc 9d")
    assert nets(played(PURE_3_2, seats, "Tc 9d", options={"bonus_bet": True}))[1, "bonus", 1] == 50


# -- what a player may do ---------------------------------------------------------------------------------------------


def offered(game: str, cards: str, *actions: str) -> str:
    with pytest.raises(PitbossError, match='cannot "nothing" now') as refused:
        played(game, {1: seat({"base": 20}, cards, *actions, "nothing")}, "7h 2d")
    return str(refused.value).partition("legal: ")[2].partition(" [")[0]


@pytest.mark.parametrize(
    ("cards", "actions", "six_to_five", "three_to_two"),
    [
        ("6c 5d", (), "hit, double, surrender", "hit, double, surrender"),
        ("2c 3d 4h", ("hit",), "hit, surrender", "hit"),
        ("Tc 8d", (), "stand, hit, double, surrender", "stand, hit, double, surrender"),
        ("Tc 9d", (), "stand, surrender", "stand, surrender"),
        ("Kc Jd", (), "stand, split, surrender", "stand, split, surrender"),
        ("Ac 8d", (), "stand, hit, double, surrender", "stand, hit, double, surrender"),
        ("Ac 4d 6h", ("hit",), "stand, hit, surrender", "stand, hit"),
        ("Ac Ad", (), "stand, hit, double, split, surrender", "stand, hit, double, split, surrender"),
    ],
)
def test_the_chart_says_what_may_be_done(
    cards: str, actions: tuple[str, ...], six_to_five: str, three_to_two: str
) -> None:
    assert offered(PURE, cards, *actions) == six_to_five
    assert offered(PURE_3_2, cards, *actions) == three_to_two


@BOTH
def test_a_pure_is_asked_nothing_and_a_hand_over_neither(game: str) -> None:
    seats = {1: seat({"base": 20}, "Ac Kd"), 2: seat({"base": 20}, "Tc 6d Kh", "hit")}
    assert nets(played(game, seats, "7h 2d Tc"))[2, "base", 1] == -20


def test_a_split_hand_is_surrendered_for_its_own_wager_in_the_6_to_5_game_only() -> None:
    seats = {1: seat({"base": 20}, ["8c Th", "8d 9s"], "split", "surrender", "stand")}
    assert nets(played(PURE, seats, "7h 2d 9c")) == {(1, "base", 1): -10, (1, "split", 2): -20}
    with pytest.raises(PitbossError, match='cannot "surrender" now'):
        played(PURE_3_2, seats, "7h 2d 9c")


def test_no_more_than_four_hands_are_made() -> None:
    hands = ["8c Th", "8d Tc", "8h Td", "8s 8c"]
    with pytest.raises(PitbossError, match='cannot "split" now'):
        played(
            PURE, {1: seat({"base": 20}, hands, "split", "stand", "split", "stand", "split", "stand", "split")}, "Tc 9d"
        )


def test_the_push_of_a_suited_bust_is_for_the_double_as_well() -> None:
    round_ = played(PURE, {1: seat({"base": 20}, "Tc 2d Kh", "double 20")}, "5h Kh Th")
    assert {row.outcome for row in round_.settlements} == {"push"}


def test_the_player_dealer_draws_for_hands_that_are_all_over() -> None:
    round_ = played(PURE_3_2, {1: seat({"base": 20}, "Tc 2d Kh", "hit")}, "8h 8c 8d")
    assert len(round_.hands["dealer"]) == 3


def test_a_pure_against_which_nobody_is_left_does_not_make_the_player_dealer_draw() -> None:
    round_ = played(PURE, {1: seat({"base": 20}, "Ac Kd"), 2: seat({"base": 20}, "Tc 6d", "surrender")}, "7h 2d")
    assert len(round_.hands["dealer"]) == 2


@BOTH
def test_insurance_is_up_to_half_of_the_wager_or_what_the_house_says(game: str) -> None:
    seats = {1: seat({"base": 20}, "Tc 9d", "insure 11")}
    with pytest.raises(PitbossError, match=r"at most \$10.00"):
        played(game, seats, "Ah Kd")
    assert nets(played(game, seats, "Ah Kd", options={"insurance_max": "100%"}))[1, "insurance", 1] == 22


def test_even_money_is_paid_before_anything_else_uses_the_money_up() -> None:
    seats = {1: seat({"base": 50}, "Tc 9d", "insure 25"), 2: seat({"base": 50}, "Ac Kd", "even_money")}
    assert nets(played(PURE, seats, "Ah Kd", wager=60)) == {
        (2, "base", 1): 50,
        (1, "insurance", 1): 10,
        (1, "base", 1): 0,
    }


def test_even_money_that_is_reached_when_nothing_is_left_has_no_action() -> None:
    seats = {n: seat({"base": 50}, "Ac Kd", "even_money") for n in (1, 2)}
    round_ = played(PURE, seats, "Ah Kd", wager=50)
    assert [outcome(round_, n, "base") for n in (1, 2)] == ["win", "void"]
    assert [event.seat for event in round_.events if event.kind == "free collection button"] == [2]


# -- those who bet behind, and several circles ------------------------------------------------------------------------


def test_a_backline_bettor_says_for_himself_whether_he_doubles_splits_or_surrenders() -> None:
    doubled = {
        1: seat({"base": 20}, "6c 5d Th", "double 20"),
        9: seat({"base": 30}, "", "stay", "double 10", says=["behind 1"]),
        10: seat({"base": 40}, "", "surrender", says=["behind 1"]),
    }
    assert nets(played(PURE, doubled, "Tc 9d")) == {
        (1, "base", 1): 20,
        (1, "double_down", 1): 20,
        (9, "base", 1): 30,
        (9, "double_down", 1): 10,
        (10, "base", 1): -20,
    }
    split = {
        1: seat({"base": 20}, ["8c Th", "8d 9s"], "split", "stand", "stand"),
        9: seat({"base": 30}, "", "stay", "cover", "stay", "stay", says=["behind 1"]),
        10: seat({"base": 40}, "", "stay", "first_hand", "stay", says=["behind 1"]),
    }
    found = nets(played(PURE, split, "7h Td"))
    assert found == {
        (1, "base", 1): 20,
        (1, "split", 2): 0,
        (9, "base", 1): 30,
        (9, "split", 2): 0,
        (10, "base", 1): 40,
    }


def test_one_player_may_play_several_circles_where_the_house_lets() -> None:
    seats = {n: seat({"base": 10}, "Tc 9d", "stand", player="Ann") for n in (1, 4)}
    assert played(PURE, seats, "8h Td").net[4] == 1000
    with pytest.raises(PitbossError, match="holds 2 positions"):
        played(PURE, seats, "8h Td", options={"unoccupied_circles": False})


# -- fees, and who banks ----------------------------------------------------------------------------------------------


def test_a_wager_that_had_no_action_pays_no_fee_the_next_time() -> None:
    first = {"seats": {"1": seat({"base": 20}, "9s 8s", "stand"), "2": seat({"base": 20}, "9c 8c", "stand")}}
    first |= {"bank": {"seat": 8, "wager": 20}, "dealer": {"cards": "8h Td"}}
    first |= {"expect": {"fees": {"1": 0.5, "2": 0.5, "8": 1}, "carry": {"credited": {"2": "0.50"}}}}
    raw = {"rulebook": "california", "game": PURE, "options": {"schedule_option": 2}, "steps": [first, first]}
    rounds = [round_ for _, round_ in settle(raw).rounds]
    fees = [{fee.seat: fee.amount for fee in round_.fees} for round_ in rounds]
    assert fees == [{1: 50, 2: 50, 8: 100}, {1: 50, 8: 100}]
    assert settle(raw).table.carry == {"credited": {"2": 50}}


@pytest.mark.parametrize(
    ("schedule", "base", "bonus", "fee"),
    [
        *((11, 45, 5, 100), (11, 46, 5, 150), (11, 251, 50, 400), ("12b", 150, 50, 300), ("12b", 151, 50, 400)),
        *(("12b", 451, 50, 800), (16, 1450, 50, 900), (16, 1451, 50, 1500), (16, 3951, 50, 4000)),
    ],
)
def test_total_table_action_counts_base_wagers_and_bonus_bets(schedule: Any, base: int, bonus: int, fee: int) -> None:
    seats = {1: seat({"base": base, "bonus": bonus}, "Tc 9d", "stand")}
    round_ = played(PURE, seats, "8h Td", options={"schedule_option": schedule})
    assert {each.seat: each.amount for each in round_.fees} == {8: fee}


def test_each_circle_pays_a_fee_and_each_promotional_chip_a_dollar() -> None:
    def fees(schedule: Any, *says: str) -> dict[int, int]:
        one = seat({"base": 50}, "Tc 9d", "stand", player="Ann")
        round_ = played(PURE, {1: one, 2: one | {"says": list(says)}}, "8h Td", options={"schedule_option": schedule})
        return {fee.seat: fee.amount for fee in round_.fees}

    assert fees("variations_5") == {1: 200, 2: 200, 8: 400}
    assert fees(11, "promotional_chips 2") == {2: 200, 8: 150}


@BOTH
def test_the_own_sheet_has_its_seven_limits(game: str) -> None:
    def fees(number: int, base: int) -> list[int]:
        options = {"schedule_option": f"own_{number}"}
        round_ = played(game, {1: seat({"base": base}, "Tc 9d", "stand")}, "8h Td", options=options)
        return [fee.amount for fee in round_.fees]

    assert [fees(n, base) for n, base in enumerate((1, 5, 10, 25, 50, 100, 300), start=1)] == [
        *([50, 100], [50, 100], [100, 200], [100, 200], [200, 400], [200, 400], [300, 500])
    ]
    with pytest.raises(PitbossError, match=r"over the maximum of \$300.00"):
        fees(7, 500)


@BOTH
def test_nobody_banks_a_third_hand_in_a_row_and_without_another_the_game_is_broken(game: str) -> None:
    table = open_table(f"california/{game}", seed=4)
    for _ in range(2):
        round_ = table.deal({1: {"base": 10}}, bank=BankSeat(8, 100))
        while round_.asking:
            round_.act(round_.asking[0].default_answer)
    with pytest.raises(PitbossError, match="offered on first"):
        table.deal({1: {"base": 10}}, bank=BankSeat(8, 100))
    with pytest.raises(PitbossError, match="the game is broken"):
        table.deal({1: {"base": 10}}, bank=BankSeat(8, 100, offer_declined=True))
    assert table.refusal({1: {"base": 10}}, bank=BankSeat(7, 100)) is None


@BOTH
def test_the_game_stops_when_nobody_takes_the_position(game: str) -> None:
    raw = record(
        game, {1: seat({"base": 10}, "Tc 9d", "stand")}, "8h Td", irregularities=["no_intervening_player_dealer"]
    )
    assert settle(raw).table.stopped is not None


def test_random_play_reaches_everything() -> None:
    wanted = [
        *("split", "double", "surrender", "insure", "even_money", "base over push", "base both over", "base natural"),
        *("base dealer natural", "double_down over", "insurance second card ten", "bonus unsuited blackjack"),
        *("bonus six cards", "runs out in mid-settlement"),
    ]
    found = happenings(PURE, 130, 23, wanted)
    assert not [each for each in wanted if not found[each]]


def test_random_play_of_the_3_to_2_game_reaches_what_is_not_rare() -> None:
    """Three eights are: once in two thousand hands of the player-dealer's."""
    wanted = [
        *("split", "double", "surrender", "insure", "even_money", "base both over", "base natural"),
        *("insurance second card not ten", "runs out in mid-settlement"),
    ]
    found = happenings(PURE_3_2, 60, 1, wanted)
    assert not [each for each in wanted if not found[each]]
