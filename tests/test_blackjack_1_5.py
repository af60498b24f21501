"""Blackjack at 1.5 to 1: jokers, hands that several people share, and what is decided when something goes wrong."""

from typing import Any

import pytest

from no_bust_table import ONE_AND_A_HALF as GAME
from no_bust_table import happenings, nets, outcome, played, record, seat, told
from pitboss import BankSeat, Call, PitbossError, open_table, settle
from pitboss.engine.round import Round


def calls(*called: Any) -> dict[str, Any]:
    return {"irregularities": [{"id": id, **more} for id, more in called]}


def void(round_: Round) -> bool:
    return {row.outcome for row in round_.settlements} == {"void"}


# -- hands and money --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dealer", "net"),
    [
        ("Xr Xr", "Ac Xr", 0),
        ("Xr Xr", "Xr Xr", 0),
        ("Xr Xr", "Xr 5c", 20),
        ("Xr Xr", "7c Xr", 20),
        ("Ac Xr", "Xr Xr", 0),
        ("Ac Xr", "Tc 5d 6h", 0),
        ("Ac Xr", "Tc 9d", 15),
        ("Ac Td", "Tc 6h Td", 15),
        ("Ac Td", "8c Xr", 0),
        ("Xr 4c", "7h Xr", 0),
        ("Xr 4c", "Tc 6h Td", 10),
    ],
)
def test_jokers_and_aces_against_the_banker(cards: str, dealer: str, net: int) -> None:
    assert nets(played(GAME, {1: seat({"base": 10}, cards)}, dealer))[1, "base", 1] == net


@pytest.mark.parametrize(("dealer", "net"), [("Ts 6h Td", 0), ("9s 7h Td", 0), ("2s 4h Tc Td", -10), ("Ts 6h 9d", -10)])
def test_only_26_in_three_cards_saves_a_hand_over(dealer: str, net: int) -> None:
    assert nets(played(GAME, {1: seat({"base": 10}, "Tc 6d 9h", "hit")}, dealer))[1, "base", 1] == net


def test_the_push_of_26_is_for_the_double_as_well() -> None:
    round_ = played(GAME, {1: seat({"base": 10}, "Tc 4d 9h", "double 10")}, "Ts 6h Td")
    assert {row.outcome for row in round_.settlements} == {"push"}


@pytest.mark.parametrize(
    ("cards", "actions", "legal"),
    [
        ("6c 5d", (), "hit, double, surrender"),
        ("2c 3d 4h", ("hit",), "hit, double, surrender"),
        ("Tc 9d", (), "stand, hit, double, surrender"),
        ("Tc Jd", (), "stand, split"),
        ("Ac 9d", (), "stand, hit, double"),
        ("Ac 8d", (), "stand, hit, double, surrender"),
        ("Ac 2d 7h", ("hit",), "stand, hit, double"),
        ("Ac Ad", (), "stand, hit, double, split, surrender"),
    ],
)
def test_the_chart_says_what_may_be_done(cards: str, actions: tuple[str, ...], legal: str) -> None:
    with pytest.raises(PitbossError, match=f"legal: {legal} "):
        played(GAME, {1: seat({"base": 20}, cards, *actions, "nothing")}, "7h 2d")


@pytest.mark.parametrize("cards", ["Tc 6d 5h", "Ac 4d 6h", "7c 7d 7h"])
def test_21_of_any_kind_stands_by_itself(cards: str) -> None:
    assert nets(played(GAME, {1: seat({"base": 20}, cards, "hit")}, "7h Td"))[1, "base", 1] == 20


def test_a_joker_that_is_drawn_makes_21() -> None:
    assert nets(played(GAME, {1: seat({"base": 20}, "Tc 6d Xr", "hit")}, "7h Td"))[1, "base", 1] == 20


def test_jokers_are_not_split_and_a_split_hand_is_not_surrendered() -> None:
    assert nets(played(GAME, {1: seat({"base": 20}, "Xr Xr")}, "7h Td"))[1, "base", 1] == 40
    with pytest.raises(PitbossError, match='cannot "surrender" now'):
        played(GAME, {1: seat({"base": 20}, ["8c 7d", "8d 9h"], "split", "surrender")}, "7h Td")


def test_split_aces_draw_as_they_like_or_one_card_each() -> None:
    drawn = {1: seat({"base": 20}, ["Ac 5d 4h", "Ad Kh"], "split", "hit", "stand")}
    assert nets(played(GAME, drawn, "7h Td")) == {(1, "base", 1): 20, (1, "split", 2): 30}
    one = {1: seat({"base": 20}, ["Ac 5d", "Ad Kh"], "split")}
    assert nets(played(GAME, one, "7h Td", options={"split_ace_draw": "one_card"}))[1, "base", 1] == -20


def test_an_ace_and_a_ten_after_a_split_pay_as_the_house_reads_it() -> None:
    seats = {1: seat({"base": 20}, ["Tc Ad", "Td Xr"], "split")}
    assert nets(played(GAME, seats, "7h Td")) == {(1, "base", 1): 30, (1, "split", 2): 20}
    plain = played(GAME, seats, "7h Td", options={"natural_on_split_pays_1_5": False})
    assert nets(plain) == {(1, "base", 1): 20, (1, "split", 2): 20}


@pytest.mark.parametrize(("chip", "stake", "lost"), [("1", 25, 12), ("1", 1, 0), ("0.50", 25, 12.5), ("5", 25, 10)])
def test_the_odd_chip_of_a_surrender_is_the_players(chip: str, stake: int, lost: float) -> None:
    round_ = played(GAME, {1: seat({"base": stake}, "Tc 6d", "surrender")}, "7h Td", options={"smallest_chip": chip})
    assert round_.net[1] == -lost * 100


def test_the_banker_takes_a_second_card_when_all_have_surrendered_and_no_third() -> None:
    round_ = played(GAME, {1: seat({"base": 20}, "Tc 6d", "surrender")}, "2h 3d")
    assert len(round_.hands["dealer"]) == 2


def test_settlement_goes_clockwise_from_the_seat_next_to_the_banker_as_far_as_the_money() -> None:
    """$50 of seat 3: seats 4, 6 and 1 in this order; 6 is paid the 20 that are left."""
    seats = {n: seat({"base": 30}, cards, "stand") for n, cards in ((1, "Tc 9d"), (4, "Tc 6d"), (6, "Ts 9h"))}
    round_ = played(GAME, seats, "8h Td", bank={"seat": 3, "wager": 50})
    rows = [(row.seat, row.outcome, row.net // 100) for row in round_.settlements]
    assert rows == [(4, "lose", -30), (6, "win", 20), (1, "void", 0)]


def test_a_double_that_goes_back_uses_nothing_up() -> None:
    seats = {1: seat({"base": 20}, "6c 5d 9s", "double 20"), 2: seat({"base": 20}, "Tc 8d", "stand")}
    round_ = played(GAME, seats, "8h Xr", wager=40)
    assert nets(round_) == {(1, "base", 1): -20, (1, "double_down", 1): 0, (2, "base", 1): -20}
    assert outcome(round_, 1, "double_down") == "void"


# -- hands that several people share ----------------------------------------------------------------------------------


def test_whoever_has_the_most_money_decides_and_the_seated_player_where_all_have_as_much() -> None:
    more_behind = {
        1: seat({"base": 20}, "9c 2d Kh", "stay", "no_double"),
        9: seat({"base": 50}, "", "double 50", says=["behind 1"]),
    }
    assert nets(played(GAME, more_behind, "Td 8c")) == {
        (1, "base", 1): 20,
        (9, "base", 1): 50,
        (9, "double_down", 1): 50,
    }
    alike = {
        1: seat({"base": 50}, "9c 2d Kh", "double 50"),
        9: seat({"base": 50}, "", "stay", "no_double", says=["behind 1"]),
    }
    assert played(GAME, alike, "Td 8c").net[1] == 10_000


def test_among_equals_whoever_paid_the_collection_decides() -> None:
    seats = {
        1: seat({"base": 20}, "9c 2d Kh", "stay", "no_double"),
        9: seat({"base": 20}, "", "double 20", says=["behind 1"]),
    }
    options, carry = {"schedule_option": "variations_1"}, {"credited": {"1": "0.50"}}
    round_ = played(GAME, seats, "Td 8c", options=options, carry=carry)
    assert {fee.seat for fee in round_.fees} == {8, 9}
    assert round_.net[9] == 4_000 - 50


def test_when_the_one_who_decides_surrenders_the_next_one_plays_on() -> None:
    seats = {
        1: seat({"base": 20}, "9c 5d 6h", "stay", "hit"),
        9: seat({"base": 50}, "", "surrender", says=["behind 1"]),
    }
    assert nets(played(GAME, seats, "Td 8c")) == {(1, "base", 1): 20, (9, "base", 1): -25}


def test_a_seated_player_who_does_not_split_plays_only_the_first_hand() -> None:
    seats = {
        1: seat({"base": 20}, ["8c Th", "8d 9h"], "stay", "first_hand"),
        9: seat({"base": 50}, "", "split", "stand", "stand", says=["behind 1"]),
    }
    found = nets(played(GAME, seats, "7h Td"))
    assert found == {(1, "base", 1): 20, (9, "base", 1): 50, (9, "split", 2): 0}


def test_spots_and_shared_hands_are_as_the_house_has_them() -> None:
    several = {n: seat({"base": 10}, "Tc 9d", "stand", player="Ann") for n in (1, 4)}
    with pytest.raises(PitbossError, match="holds 2 positions"):
        played(GAME, several, "8h Td", options={"multiple_hands": False})
    shared = {1: seat({"base": 10}, "Tc 9d", "stand"), 9: seat({"base": 10}, says=["behind 1"])}
    with pytest.raises(PitbossError, match="nobody bets behind"):
        played(GAME, shared, "8h Td", options={"several_bettors": False})


def test_somebody_with_two_spots_surrenders_one_and_plays_the_other() -> None:
    seats = {
        1: seat({"base": 20}, "Tc 6d", "surrender", player="Ann"),
        2: seat({"base": 20}, "Tc 9d", "stand", player="Ann"),
    }
    round_ = played(GAME, seats, "8h Td", options={"schedule_option": "variations_2"})
    assert (round_.net[1], round_.net[2]) == (-1_050, 1_950)


# -- what goes wrong --------------------------------------------------------------------------------------------------

PLAIN = {1: seat({"base": 20}, "Tc 9d", "stand"), 2: seat({"base": 20}, "Tc 7d", "stand")}


@pytest.mark.parametrize(
    "id", ["two_boxed_cards", "positions_without_cards", "cards_to_empty_positions", "burn_forgotten_found_early"]
)
def test_a_misdeal_gives_all_back_and_its_fees_count_for_the_next_deal(id: str) -> None:
    misdealt = {
        "seats": {str(n): seat({"base": 20}) for n in (1, 2)},
        "bank": {"seat": 8, "wager": 100},
        "irregularities": [id],
    }
    again = {"seats": {str(n): row for n, row in PLAIN.items()}, "bank": {"seat": 8, "wager": 100}}
    again |= {"dealer": {"cards": "8h Td"}}
    options = {"schedule_option": "variations_2"}
    raw = {"rulebook": "california", "game": GAME, "options": options, "steps": [misdealt, again, again]}
    rounds = [round_ for _, round_ in settle(raw).rounds]
    assert void(rounds[0]) and rounds[0].void
    fees = [{fee.seat: fee.amount for fee in round_.fees} for round_ in rounds]
    assert fees == [{1: 50, 2: 50, 8: 100}, {}, {1: 50, 2: 50, 8: 100}]


def test_a_second_boxed_card_in_the_deal_is_a_misdeal_and_in_the_draw_a_new_shoe() -> None:
    boxed = [{"id": "boxed_card", "card": "5c"}, {"id": "boxed_card", "card": "6c"}]
    assert void(played(GAME, {1: seat({"base": 20})}, "", irregularities=boxed))
    in_the_draw = [call | {"at": "play"} for call in boxed]
    round_ = played(GAME, {1: seat({"base": 20}, "Tc 9d", "stand")}, "8h Td", irregularities=in_the_draw)
    assert round_.net[1] == 2_000 and "reshuffle" in round_.after


def test_a_position_without_cards_has_no_action_and_a_free_collection() -> None:
    seats = {1: PLAIN[1], 2: seat({"base": 20}), 9: seat({"base": 20}, says=["behind 2"])}
    raw = record(GAME, seats, "8h Td", options={"schedule_option": "variations_2"})
    settled = settle(raw | calls(("position_without_cards", {"seat": 2})))
    round_ = settled.rounds[0][1]
    assert [outcome(round_, n, "base") for n in (1, 2, 9)] == ["win", "void", "void"]
    assert settled.table.carry["credited"] == {"2": 50, "9": 50}


def test_a_position_with_one_card_gets_the_second_when_its_turn_comes() -> None:
    round_ = played(GAME, PLAIN, "8h Td", **calls(("position_with_one_card", {"seat": 1})))
    dealt = [event.hand for event in round_.events if event.kind == "deal"]
    assert dealt == ["seat 1", "seat 2", "dealer", "seat 2", "seat 1", "dealer"]
    assert round_.net[1] == 2_000


def test_a_skipped_player_acts_after_the_last_position_and_before_the_bankers_second_card() -> None:
    seats = {1: seat({"base": 20}, "Tc 5d 4h", "hit", "stand"), 2: seat({"base": 20}, "Tc 2d 7h", "hit", "stand")}
    round_ = played(GAME, seats, "8h Td", **calls(("player_skipped", {"seat": 1})))
    dealt = [event.hand for event in round_.events if event.kind == "deal"]
    assert dealt[5:] == ["seat 2", "seat 1", "dealer"]
    assert (round_.net[1], round_.net[2]) == (2_000, 2_000)


def test_those_who_share_a_skipped_hand_are_not_asked_about_it_now() -> None:
    table = open_table(f"california/{GAME}", seed=171)
    wagers = {1: {"base": 10}, 2: {"base": 10}, 9: {"base": 50}, 10: {"base": 20}}
    says = {9: ["behind 1"], 10: ["behind 1"]}
    round_ = table.deal(wagers, bank=BankSeat(8, 100), says=says)
    assert round_.asking[0].seat == 1
    round_.call(Call("player_skipped", seat=1))
    assert round_.asking[0].seat == 2
    round_.act("surrender")
    assert [round_.asking[0].seat, round_.asking[0].names] == [1, ("stay", "surrender")]
    while round_.asking:
        round_.act(round_.asking[0].default_answer)
    assert settle(table.record().to_toml()).rounds[0][1].events == round_.events


def test_a_player_who_is_found_skipped_too_late_has_no_action_with_12_or_more() -> None:
    seats = {1: seat({"base": 20}, "Tc 5d"), 2: seat({"base": 20}, "Tc 9d", "stand")}
    raw = record(GAME, seats, "8h Td", options={"schedule_option": "variations_2"})
    settled = settle(raw | calls(("player_skipped_found_late", {"seat": 1})))
    assert outcome(settled.rounds[0][1], 1, "base") == "void"
    assert settled.table.carry["credited"] == {"1": 50}


def test_with_11_or_less_the_bankers_second_card_is_burned_and_the_player_must_hit_or_surrender() -> None:
    seats = {1: seat({"base": 20}, "6c 5d 9h", "hit", "stand"), 2: seat({"base": 20}, "Tc 9d", "stand")}
    late = calls(("player_skipped_found_late", {"seat": 1}))
    round_ = played(GAME, seats, "8h 9d Tc", dead="2c", **late)
    assert round_.hands["dealer"] == ["8h", "Tc"] and round_.hands["dead"] == ["9d", "2c"]
    assert (round_.net[1], round_.net[2]) == (2_000, 2_000)
    doubled = seats | {1: seat({"base": 20}, "6c 5d 9h", "double 20")}
    with pytest.raises(PitbossError, match='cannot "double 20" now; legal: hit, surrender'):
        played(GAME, doubled, "8h 9d Tc", dead="2c", **late)


def test_an_exposed_card_is_dead_and_the_next_one_is_burned_unseen() -> None:
    round_ = played(GAME, PLAIN, "8h Td", dead="3c", **calls(("exposed_card", {"card": "2c"})))
    assert round_.hands["dead"] == ["3c"] and round_.net[1] == 2_000
    assert all("3c" not in event.cards for event in round_.view("table"))


def test_a_burn_that_was_forgotten_is_made_up_for_at_the_end() -> None:
    table = open_table(f"california/{GAME}", seed=2)
    round_ = table.deal({1: {"base": 10}}, bank=BankSeat(8, 100), calls=[Call("burn_forgotten")])
    assert "burn" not in round_.hands
    while round_.asking:
        round_.act(round_.asking[0].default_answer)
    assert len(round_.hands["burn"]) == 1


def test_the_hand_of_an_absent_player_is_played_as_the_bankers_is() -> None:
    seats = {1: seat({"base": 20}, "Ac 6d Th"), 2: PLAIN[2]}
    absent = calls(("player_absent", {"seat": 1}))
    assert len(played(GAME, seats, "8h Td", **absent).hands["seat 1"]) == 3
    with pytest.raises(PitbossError, match="there is no irregularity"):
        played(GAME, seats, "8h Td", options={"play_for_absent": False}, **absent)


def mind_changed(*actions: tuple[int, str]) -> Round:
    """Seat 1 stands on a stiff hand; what the others do then; and seat 1 wants a card after all."""
    table = open_table(f"california/{GAME}", seed=171)  # everybody has a stiff hand
    round_ = table.deal({n: {"base": 10} for n in (1, 2, 3, 4)}, bank=BankSeat(8, 100))
    round_.act("stand", 1)
    for number, words in actions:
        round_.act(words, number)
    round_.call(Call("change_of_mind", seat=1))
    return round_


def test_a_player_may_change_his_mind_while_one_position_has_acted() -> None:
    for acts in ((), ((2, "stand"),)):
        round_ = mind_changed(*acts)
        assert (round_.asking[0].seat, round_.asking[0].names) == (1, ("stand", "hit"))
    round_.act("hit")
    assert len(round_.hands["seat 1"]) == 3


@pytest.mark.parametrize("acts", [((2, "hit"),), ((2, "double 5"),), ((2, "stand"), (3, "stand"))])
def test_it_is_too_late_once_a_card_is_dealt_off_or_two_have_acted(acts: tuple[tuple[int, str], ...]) -> None:
    round_ = mind_changed(*acts)
    assert "it is too late to change" in told(round_)
    assert round_.asking[0].seat != 1


def test_management_decides_only_where_the_house_has_reserved_that() -> None:
    called = calls(("management_decision", {}))
    with pytest.raises(PitbossError, match="there is no irregularity"):
        played(GAME, PLAIN, "8h Td", **called)
    assert played(GAME, PLAIN, "8h Td", options={"management_discretion": True}, **called).net[1] == 2_000


@pytest.mark.parametrize(
    ("id", "is_void", "draws"), [("not_enough_cards_in_the_deal", True, False), ("not_enough_cards", False, True)]
)
def test_cards_that_run_out_in_the_deal_are_a_misdeal_and_in_the_draw_are_shuffled_again(
    id: str, is_void: bool, draws: bool
) -> None:
    table = open_table(f"california/{GAME}", seed=3, options={"decks": 1})
    for _ in range(300):
        round_ = table.deal({n: {"base": 10} for n in range(1, 8)}, bank=BankSeat(8, 10_000, offer_declined=True))
        while round_.asking:
            names = round_.asking[0].names
            round_.act("hit" if "hit" in names and (draws or "stand" not in names) else "stand")
        if any(call.id == id for call in round_.calls):
            break
    assert any(call.id == id for call in round_.calls)
    assert round_.void == is_void and "reshuffle" in round_.after
    assert settle(table.record().to_toml()).rounds[-1][1].events == round_.events


def test_random_play_reaches_everything() -> None:
    wanted = [
        *("split", "double", "surrender", "base over push", "base both over", "base natural"),
        *("double_down no action", "split no action", "split natural", "runs out in mid-settlement"),
    ]
    found = happenings(GAME, 120, 7, wanted)
    assert not [each for each in wanted if not found[each]]
