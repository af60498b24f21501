"""Texas Hold'em for a pot: the button, the blinds, raises, all-ins, side pots, fees, and tables of a house."""

import json
import random
from typing import Any

import pytest

from conftest import EXAMPLES, Run
from house_play import at, come
from pitboss import PitbossError, open_table, settle
from pitboss.engine.events import SURVEILLANCE
from pitboss.engine.pot import Pot, pots, shared, uncalled
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.errors import Refused
from pitboss.games.pot.stakes import Stakes
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.rulebook import Setup, examine, load

NAME = "california/texas-holdem"
NO_LIMIT = {"schedule_option": 26, "raise_cap": "lifted"}
POT_LIMIT = {"schedule_option": 45, "raise_cap": "lifted"}


def table(button: int | None = None, seed: int = 7, **options: Any) -> Table:
    made = open_table(NAME, options=options, seed=seed)
    if button is not None:
        made.carry = {"button": button}
    return made


def deal(at: Table, *stacks: Any) -> Round:
    """A round among seats 1, 2, ... with these chips."""
    seats = range(1, len(stacks) + 1)
    return at.deal({seat: {} for seat in seats}, stacks=dict(zip(seats, stacks, strict=True)))


def say(played: Round, *words: str) -> Round:
    for word in words:
        played.act(word)
    return played


def told(played: Round, kind: str) -> list[str]:
    return [event.text for event in played.events if event.kind == kind]


def offered(played: Round) -> dict[str, int]:
    return {action.name: action.cost for action in played.asking[0].actions}


# -- the button and the blinds ----------------------------------------------------------------------------------------


def test_the_highest_card_gets_the_button_and_spades_decide_between_equal_ones() -> None:
    record = {
        "rulebook": "california",
        "game": "texas-holdem",
        "opening": ["Kd", "Kh", "7s"],
        "seats": {"1": {}, "2": {"actions": ["fold"]}, "3": {"actions": ["fold"]}},
    }
    settled = settle(record)
    assert told(settled.rounds[0][1], "button") == ["seat 2 has the button"]
    assert settled.net == {1: 100, 2: 0, 3: -200}


def test_button_and_blinds_move_clockwise_and_pass_over_who_is_not_there() -> None:
    at = table(button=2)
    seen = []
    for seats in ((1, 2, 4), (1, 2, 4), (1, 4), (1, 2, 4)):
        played = at.deal({seat: {} for seat in seats})
        while played.asking:
            played.act("fold" if "fold" in played.asking[0].names else "check")
        who = [event.seat for event in played.events if event.kind in ("button", "blind")]
        seen.append(who)
    assert seen == [[2, 4, 1], [4, 1, 2], [1, 4, 1], [4, 1, 2]]


def test_with_two_players_the_small_blind_acts_first_in_every_round() -> None:
    played = deal(table(button=2), 100, 100)
    asked = []
    while played.asking:
        asked.append(played.asking[0].seat)
        played.act(played.asking[0].names[0])
    assert asked == [1, 2] * 4
    assert told(played, "blind") == ["small blind $2.00", "big blind $4.00"]


def test_the_big_blind_may_check_or_raise_and_not_fold_where_nobody_raised() -> None:
    played = say(deal(table(button=3), 100, 100, 100), "call", "call")
    assert played.asking[0].seat == 2 and played.asking[0].names == ("check", "raise")


def test_fewer_than_two_players_are_not_dealt_to() -> None:
    with pytest.raises(Refused, match="the game takes at least 2 players, and not 1"):
        table().deal({1: {}})
    with pytest.raises(Refused, match="there is no seat 11; this table has 10"):
        table().deal({1: {}, 11: {}})


def test_stacks_that_make_no_sense_are_refused() -> None:
    for stacks, sentence in (
        ({1: 0}, "seat 1 has no chips to play for"),
        ({3: 5}, "seat 3 has a stack and is not in the round"),
        ({1: "much"}, "seat 1, stack: "),
    ):
        with pytest.raises(Refused, match=sentence):
            table().deal({1: {}, 2: {}}, stacks=stacks)
    with pytest.raises(Refused, match="not played for stacks of chips"):
        open_table("chapter4/three-card-poker").deal({1: {"ante": 10}}, stacks={1: 100})


# -- blinds and chips of a schedule -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"schedule_option": 1}, ("limit", 100, 200, 50, 100, 50)),
        ({"schedule_option": 4}, ("limit", 400, 800, 200, 400, 100)),
        ({"schedule_option": 22}, ("limit", 50_000, 100_000, 25_000, 50_000, 100)),
        ({"schedule_option": 23}, ("no_limit", 0, 0, 100, 200, 50)),
        ({"schedule_option": 26}, ("no_limit", 0, 0, 100, 200, 100)),
        ({"schedule_option": 34, "big_blind": "10.00"}, ("no_limit", 0, 0, 500, 1000, 100)),
        ({"schedule_option": 59}, ("pot_limit", 0, 0, 5_000, 10_000, 100)),
    ],
)
def test_blinds_and_chips_follow_from_the_schedule_unless_the_house_chose_others(
    options: dict[str, Any], wanted: tuple[Any, ...]
) -> None:
    stakes = Stakes.of(Setup.of(load(NAME), options))
    assert (stakes.form, stakes.lower, stakes.upper, stakes.small, stakes.big, stakes.chip) == wanted


def test_blinds_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(PitbossError, match=r"small_blind: \$5.00 is more than the big blind of \$4.00"):
        table(small_blind="5.00")
    with pytest.raises(PitbossError, match=r"\$2.00, the small blind, cannot be paid in chips of \$5.00"):
        table(smallest_chip="5.00")


def test_every_schedule_is_there_with_the_fees_that_the_source_prints() -> None:
    fees = load(NAME).fees
    assert fees is not None and list(fees.schedules) == [str(number) for number in range(1, 60)]
    forms = [fees.schedules[str(number)].betting for number in (1, 22, 23, 41, 42, 59)]
    assert forms == ["limit", "limit", "no_limit", "no_limit", "pot_limit", "pot_limit"]
    by_pot = [int(name) for name, each in fees.schedules.items() if each.pot]
    assert by_pot == [*range(1, 14), *range(23, 38), *range(42, 57)]
    assert all(bool(each.pot) != bool(each.half_hour) for each in fees.schedules.values())


@pytest.mark.parametrize(("players", "regular"), [(2, 200), (5, 200), (6, 300), (7, 400), (9, 400), (10, 400)])
def test_the_regular_fee_goes_by_the_players_dealt_in(players: int, regular: int) -> None:
    played = deal(table(button=1), *[100] * players)
    while played.asking:
        played.act(played.asking[0].names[0])
    assert [-(event.amount or 0) for event in played.events if event.kind == "fee"] == [100, regular, 100]
    assert sum(played.net.values()) == -(regular + 200) == -played.ledger["box"]


def test_a_hand_that_ends_before_the_flop_pays_no_later_fee() -> None:
    played = say(deal(table(button=3), 100, 100, 100), "fold", "fold")
    assert played.ledger["box"] == 100 and played.net == {1: -200, 2: 100, 3: 0}


# -- limits -----------------------------------------------------------------------------------------------------------


def test_bets_are_the_lower_limit_in_two_rounds_and_the_upper_in_the_others() -> None:
    played = deal(table(button=3), 100, 100, 100)
    bets = []
    while played.asking:
        cost = offered(played).get("bet")
        if cost is not None and played.asking[0].seat == 1:
            bets.append(cost)
        played.act(played.asking[0].names[0])
    assert bets == [400, 800, 800]


def test_a_fourth_raise_names_the_clause_of_the_cap() -> None:
    played = say(deal(table(button=3), 100, 100, 100), "raise", "raise", "raise")
    assert played.asking[0].names == ("call", "fold") and "L1686" in played.asking[0].cite
    say(played, "fold", "call")
    assert "raise" not in offered(played) and "bet" in offered(played), "the next round begins anew"


def test_a_round_that_three_began_stays_capped_after_a_fold() -> None:
    played = say(deal(table(button=3), 100, 100, 100), "fold", "raise", "raise", "raise")
    assert played.asking[0].names == ("call", "fold")


def test_an_all_in_for_less_than_a_full_raise_is_no_raise_at_limit() -> None:
    played = say(deal(table(button=3), 100, 100, 6), "all_in")
    assert offered(played) == {"call": 400, "raise": 600, "fold": 0}, "it is made up to a full raise of $8"
    say(played, "call")
    assert offered(played) == {"call": 200, "raise": 400, "fold": 0}


# -- no limit and pot limit -------------------------------------------------------------------------------------------


def test_a_raise_is_at_least_as_much_as_the_one_before_it() -> None:
    played = say(deal(table(button=3, **NO_LIMIT), 200, 200, 200), "raise 7")
    action = next(action for action in played.asking[0].actions if action.name == "raise")
    assert (action.least, action.cost, action.already) == (1200, 20_000, 100)
    with pytest.raises(Refused, match=r"to raise takes at least \$12.00"):
        played.act("raise 11")
    with pytest.raises(Refused, match=r"may raise at most \$200.00, and not \$201.00"):
        played.act("raise 201")
    with pytest.raises(Refused, match=r"goes by whole chips of \$1.00, so for \$12.00 or \$13.00"):
        played.act("raise 12.50")
    say(played, "raise 12")
    assert played.bets[0].stake == 1200


def test_half_the_pot_and_the_pot_are_named_as_far_as_they_are_permitted() -> None:
    """Blinds of $1 and $2, a raise to $7, a fee of $1: with the call of $6 the pot is $15."""
    played = say(deal(table(button=3, **NO_LIMIT), 200, 200, 200), "raise 7")
    action = next(action for action in played.asking[0].actions if action.name == "raise")
    assert action.sizes == (("half_pot", 1400), ("pot", 2200)), "half of $15 is $7.50, which chips of $1 cannot make"
    say(played, "raise pot")
    assert played.bets[0].stake == 2200
    short = say(deal(table(button=3, **NO_LIMIT), 20, 200, 200), "raise 7")
    assert [action.sizes for action in short.asking[0].actions if action.step] == [(("half_pot", 1400),)]


def test_who_has_acted_may_not_raise_an_all_in_for_less_but_may_raise_two_that_make_a_full_one() -> None:
    played = say(deal(table(button=5, **NO_LIMIT), 200, 200, 200, 13, 17), "raise 10", "all_in", "all_in", "call")
    assert played.asking[0].seat == 2 and "raise" in offered(played), "the big blind has not acted"
    say(played, "call")
    assert offered(played) == {"call": 700, "fold": 0}, "raised by $7 since, and a full raise is $8"
    played = say(deal(table(button=5, **NO_LIMIT), 200, 200, 200, 13, 18), "raise 10", "all_in", "all_in")
    say(played, "call", "call")
    assert "raise" in offered(played)


def test_at_pot_limit_a_raise_adds_no_more_than_the_pot_after_the_call() -> None:
    played = deal(table(button=3, **POT_LIMIT), 200, 200, 200)
    action = next(action for action in played.asking[0].actions if action.name == "raise")
    assert action.cost == 600, "$3 of blinds less $1 of fees, $2 to call: the pot is $4, on top of $2"
    assert "all_in" not in offered(played)


def test_nobody_is_asked_who_has_nothing_to_decide() -> None:
    played = say(deal(table(button=3, **NO_LIMIT), 200, 200, 20), "all_in", "fold")
    assert offered(played) == {"call": 1800, "fold": 0}, "nobody is left to raise"
    say(played, "call")
    assert played.over and len(played.hands["community"]) == 5


def test_a_wager_that_nobody_called_goes_back() -> None:
    played = say(deal(table(button=3, **NO_LIMIT), 200, 200, 200), "raise 50", "fold", "fold")
    assert told(played, "uncalled") == ["$48.00 that nobody called goes back"]
    assert played.net == {1: -100, 2: -200, 3: 200} and played.settlements[-1].staked == 200


# -- pots -------------------------------------------------------------------------------------------------------------


def test_side_pots_go_to_the_best_of_those_who_take_part_in_them() -> None:
    record = {
        "rulebook": "california",
        "game": "texas-holdem",
        "options": {"schedule_option": 38, "big_blind": "2.00", "small_blind": "1.00"},
        "carry": {"button": 4},
        "community": "2c 7d 9h Js 3d",
        "seats": {
            "1": {"stack": "20.00", "cards": "Ah Ad", "actions": ["all_in"]},
            "2": {"stack": "50.00", "cards": "Kh Kd", "actions": ["call", "all_in"]},
            "3": {"stack": "100.00", "cards": "Qh Qd", "actions": ["call", "call", "call"]},
            "4": {"stack": "100.00", "actions": ["call", "call", "fold"]},
        },
    }
    settled = settle(record)
    assert told(settled.rounds[0][1], "award") == ["pot: $80.00 to seat 1", "side pot 1: $60.00 to seat 2"]
    assert settled.net == {1: 6000, 2: 1000, 3: -5000, 4: -2000}


def test_pots_are_made_of_what_active_seats_put_in() -> None:
    assert pots({1: 500, 2: 500}, {1, 2}) == [Pot(1000, (1, 2))]
    assert pots({1: 100, 2: 500, 3: 900}, {1, 3}) == [Pot(300, (1, 3)), Pot(1200, (3,))]
    assert pots({1: 100, 2: 900, 3: 500}, {1, 3}) == [Pot(300, (1, 3)), Pot(1200, (3,))], "what was folded stays"
    assert pots({1: 100, 2: 500, 3: 500}, {1, 2, 3}, taken=400) == [Pot(0, (1, 2, 3)), Pot(700, (2, 3))]
    assert uncalled({}) is None and uncalled({4: 300}) == (4, 300)


def test_odd_chips_go_to_the_first_winner() -> None:
    assert shared(1000, (3, 1, 2), 100) == {3: 400, 1: 300, 2: 300}
    assert shared(1050, (3, 1), 100) == {3: 550, 1: 500}
    assert shared(1050, (3, 1), 50) == {3: 550, 1: 500}
    assert shared(150, (3, 1), 100) == {3: 150, 1: 0}


def test_no_cent_is_lost_whatever_is_decided() -> None:
    rng = random.Random(3)
    for option in (1, 4, 16, 23, 38, 45, 57):
        at = table(schedule_option=option)
        for _ in range(60):
            played = deal(at, *[f"{rng.randint(1, 90)}.{rng.randint(0, 99):02}" for _ in range(rng.randint(2, 10))])
            while played.asking:
                played.act(played.asking[0].random_answer(rng))
                held = sum(bet.stake for bet in played.bets if not bet.outcome) + played.ledger["pot"]
                assert held >= 0 and sum(played.ledger.values()) == 0
            assert played.ledger["pot"] == 0
            assert all(played.stacks[seat] + net >= 0 for seat, net in played.net.items())


def test_the_last_one_left_shows_no_hand() -> None:
    played = say(deal(table(button=3), 100, 100, 100), "raise", "fold", "fold")
    assert not told(played, "reveal") and told(played, "award") == ["the pot of $9.00 to seat 3"]
    hole = {card for hand, held in played.hands.items() for card in held}
    assert not hole & {card for event in played.view("table") for card in event.cards}
    assert hole == {card for event in played.view(SURVEILLANCE) for card in event.cards}


def test_the_last_aggressor_shows_first() -> None:
    played = say(deal(table(button=3), 100, 100, 100), "call", "call", "check")
    say(played, *["check"] * 6, "check", "bet", "call", "call")
    assert [event.seat for event in played.events if event.kind == "reveal"] == [2, 3, 1]


# -- by the half hour -------------------------------------------------------------------------------------------------


def test_fees_by_time_are_collected_once_at_each_mark() -> None:
    at = table(schedule_option=20)
    at.carry = {"started": "2:00"}
    assert [fee.amount for fee in at.collect("2:30", [1, 2, 3, 4, 5, 6])] == [1500] * 6
    for time, sentence in (
        ("2:30", "the fees of 2:30 are collected already"),
        ("2:45", "on the hour and the half hour, and not at 2:45"),
        ("26:00", "is not a time of day"),
    ):
        with pytest.raises(Refused, match=sentence):
            at.collect(time, [1, 2])
    with pytest.raises(Refused, match="no fees are collected by the half hour"):
        table(schedule_option=4).collect("2:30", [1, 2])


def test_a_game_that_starts_between_marks_skips_the_first_also_past_midnight() -> None:
    at = table(schedule_option=57)
    at.carry = {"started": "23:50"}
    assert at.collect("0:00", [1, 2]) == []
    assert [fee.amount for fee in at.collect("0:30", [1, 2])] == [500, 500]
    again = settle(at.record().to_toml() + "")
    assert again.table.carry == at.carry == {"collected": "0:30"}


# -- what a house's table does ----------------------------------------------------------------------------------------


def opened(url: str, option: int = 4, buy_in: int = 10_000) -> House:
    house = House(url)
    come(house, "dan", "dealer")
    come(house, "flo", "floor")
    house.open_table("1", NAME, {"schedule_option": option})
    for seat, person in enumerate(("ann", "bob", "cho"), start=1):
        come(house, person)
        at(house, "1", lambda live, batch, seat=seat, person=person: live.sit(batch, person, seat))
        at(house, "1", lambda live, batch, seat=seat: live.buy_in(batch, seat, buy_in))
    return house


def test_who_is_ready_is_dealt_in_with_the_chips_before_him(sqlite_url: str) -> None:
    house = opened(sqlite_url)
    live = house.table("1")
    live.ready(1)
    with pytest.raises(Refused, match="at least 2 players"):
        at(house, "1", lambda live, batch: live.deal(batch))
    live.ready(3)
    at(house, "1", lambda live, batch: live.deal(batch))
    assert live.round is not None and live.round.seats == [1, 3] and live.round.stacks == {1: 10_000, 3: 10_000}
    while live.going_on:
        ask = live.round.asking[0]
        at(house, "1", lambda live, batch, ask=ask: live.act(batch, ask.seat, ask.names[0]))
    assert sum(seated.chips for seated in live.seats.values()) == 30_000 - 400
    assert house.store.balances()["box:1"] == 400 and house.store.balances()["bets:1"] == 0
    house.close()
    assert audit(sqlite_url, workers=1).findings == []


def test_who_thinks_again_is_not_dealt_in(sqlite_url: str) -> None:
    house = opened(sqlite_url)
    live = house.table("1")
    for seat in (1, 2, 3):
        live.ready(seat)
    live.bet(2, {})
    at(house, "1", lambda live, batch: live.deal(batch))
    assert live.round is not None and live.round.seats == [1, 3]
    house.close()


def test_an_examined_set_up_says_when_the_fees_are_posted() -> None:
    _, findings = examine(load(NAME), {"schedule_option": 8})
    assert [finding.level for finding in findings] == ["notice"]


def test_a_buy_in_is_held_to_the_schedules_figures(sqlite_url: str) -> None:
    house = opened(sqlite_url, option=26)
    come(house, "dee")
    at(house, "1", lambda live, batch: live.sit(batch, "dee", 4))
    for amount in (7_999, 20_001):
        with pytest.raises(Refused, match=r"has \$80.00 to \$200.00 here, and not \$[0-9.]+ \[L1001, L1007\]"):
            at(house, "1", lambda live, batch, amount=amount: live.buy_in(batch, 4, amount))
    at(house, "1", lambda live, batch: live.buy_in(batch, 4, 8_000))
    with pytest.raises(Refused, match=r"and not \$200.01"):
        at(house, "1", lambda live, batch: live.buy_in(batch, 4, 12_001))
    house.close()
    with pytest.raises(Refused, match=r"has \$20.00 here"):
        opened(f"{sqlite_url}-2", option=23)


def test_a_live_table_collects_by_the_half_hour(sqlite_url: str) -> None:
    house = opened(sqlite_url, option=16, buy_in=1_000)
    assert at(house, "1", lambda live, batch: live.collect(batch, "7:30", "flo", "7:10")) == []
    paid = at(house, "1", lambda live, batch: live.collect(batch, "8:00", "flo"))
    assert [fee.amount for fee in paid] == [600, 600, 600]
    paid = at(house, "1", lambda live, batch: live.collect(batch, "8:30", "flo"))
    assert [fee.amount for fee in paid] == [400, 400, 400], "nobody pays more than he has"
    with pytest.raises(Refused, match="collected already"):
        at(house, "1", lambda live, batch: live.collect(batch, "8:30", "flo"))
    with pytest.raises(Refused, match="seat 1 has no chips to play for"):
        house.table("1").ready(1)
    assert house.store.balances()["box:1"] == 3_000
    house.close()
    again = House(sqlite_url)
    assert again.table("1").table.carry["collected"] == "8:30"
    again.close()
    assert audit(sqlite_url, workers=1).findings == []


def test_settling_tells_the_fees_from_the_pot(pitboss: Run) -> None:
    file = EXAMPLES / NAME / "01-full-accounting.toml"
    told = " ".join(pitboss("settle", file)[1].split())
    assert "House: regular fee from the pot $4.00 (the fee with 7 players dealt in) [L971, L977]" in told
    fees = json.loads(pitboss("settle", file, "--json")[1])["fees"]
    assert [fee["amount"] for fee in fees] == ["1.00", "4.00", "1.00"]


def test_the_rule_sheet_says_that_nobody_banks(pitboss: Run) -> None:
    _, sheet, _ = pitboss("rules", "california/texas-holdem")
    assert "Nobody banks: the players win the pot from one another." in sheet


def test_everybody_is_told_what_the_pot_and_the_side_pots_hold_while_the_round_goes_on() -> None:
    stacks = {1: "200.00", 2: "80.00", 3: "200.00"}
    table = open_table("california/texas-holdem", {"schedule_option": 26}, seed=3)
    played = table.deal({seat: {} for seat in stacks}, stacks=stacks)
    stands = table.game.stands
    assert stands is not None and stands(played) == ["Pot $2.00"], "the blinds of $1.00 and $2.00, less a fee of $1.00"
    told = []
    for action in ("all_in", "all_in", "call"):
        played.act(action)
        told += stands(played)
    assert told == ["Pot $82.00", "Pot $161.00, side pot 1 $120.00"], "and nothing once the round is over"
