"""The wagers beside a blackjack hand, where the worked examples of the spec do not show them: when, whose, how much."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from blackjack_ma_table import ENTRY, MULTIPLE, dealt_to, ma, ma_record, nets, seats, sit, told
from pitboss import PitbossError, settle
from pitboss.engine.accounts import TIPS
from pitboss.engine.round import Round
from pitboss.equipment.cards import one_deck
from pitboss.games import game_of
from pitboss.games.blackjack.side_wagers import settling
from pitboss.games.blackjack.side_wagers.bonus_button import house_advantage
from pitboss.rulebook import Setup, examine, load

READER = {"second_card": "hole_down_reader"}


def _settled(played: Round) -> list[tuple[int, str]]:
    """Which seat's wager was settled when, among the decisions."""
    found = []
    for event in played.events:
        if event.kind == "settle":
            found.append((event.seat or 0, event.text.partition(" ")[0]))
        elif event.kind == "decision":
            found.append((event.seat or 0, f"decides {event.text}"))
    return found


def _two(first: dict[str, Any], second: dict[str, Any], dealer: str, **more: Any) -> Round:
    return settle(seats({1: first, 2: second}, dealer, **more)).rounds[0][1]


def _seat(cards: str, *actions: str, **side: int) -> dict[str, Any]:
    return {"wagers": {"blackjack": 10} | side, "cards": cards, "actions": list(actions)}


# -- What goes together -----------------------------------------------------------------------------------------------

OFF = {
    "multiple_action": "three",
    "progressive_blackjack": True,
    "blackjack_bonus": "5.00",
    "streak": True,
    "match_the_dealer": "6_deck",
    "twenty_point": "A",
    "optional_bonus": True,
    "in_between": "A",
    "twenty_one_plus_three": "A",
    "kings_bounty": "1",
    "additional_wager": "over_under_13",
    "super_4": "1",
}
BARRED = """
    - X X X X X X X X X . .
    X - X X . X X X X . X X
    X X - X . X X X X X . .
    X X X - . X X X X X . .
    X . . . - . X X . . . .
    X X X X . - X X X X . .
    X X X X X X - X X X . .
    X X X X X X X - X X . .
    X X X X . X X X - X . .
    X . X X . X X X X - . .
"""
"""The table of the spec, row by row: what may not be offered beside what."""


def test_wagers_are_barred_beside_each_other_as_the_rulebook_says() -> None:
    names = list(OFF)
    for name, row in zip(names, BARRED.strip().splitlines(), strict=False):
        for other, mark in zip(names, row.split(), strict=True):
            if mark == "-":
                continue
            _, findings = examine(load(ENTRY), {name: OFF[name], other: OFF[other]})
            refused = [finding for finding in findings if finding.level == "refused"]
            assert bool(refused) == (mark == "X"), f"{name} and {other}"


def test_blazing_7s_is_barred_with_the_progressive_and_with_nothing_else() -> None:
    for name, value in OFF.items():
        setup, _ = examine(load(ENTRY), {"blazing_7s": "1", name: value})
        assert (setup is None) == (name == "progressive_blackjack"), name


def test_a_wager_on_the_side_needs_one_on_the_hand() -> None:
    with pytest.raises(PitbossError, match="Buster Blackjack needs a wager on the hand"):
        sit(buster="A").deal({1: {"buster": 5}})


def test_some_are_no_more_than_the_wager_on_the_hand() -> None:
    for options, wager in (({"buster": "A"}, "buster"), ({"optional_bonus": True}, "optional_bonus")):
        with pytest.raises(PitbossError, match="is at most Blackjack"):
            sit(**options).deal({1: {"blackjack": 10, wager: 11}})
    with pytest.raises(PitbossError, match="no more than the one on the hand"):
        sit(buster="A", multiple_action="three").deal({1: MULTIPLE | {"buster": 11}})


def test_nobody_wagers_over_and_under_13() -> None:
    with pytest.raises(PitbossError, match="and not both"):
        sit(additional_wager="over_under_13").deal({1: {"blackjack": 10, "over_13": 5, "under_13": 5}})


def test_decks_that_a_wager_does_not_take_are_refused() -> None:
    for options in (
        {"decks": 1, "twenty_point": "A"},
        {"decks": 3, "additional_wager": "sevens"},
        {"decks": 3, "progressive_blackjack": True},
        {"decks": 7, "optional_bonus": True},
        {"decks": 6, "super_4": "updated"},
        {"decks": 8, "match_the_dealer": "6_deck"},
        {"decks": 4, "match_the_dealer": "4_deck"},
        {"decks": 4, "trilux": "4"},
        {"decks": 2, "trilux": "1", "super_3": True},
        {"decks": 8, "additional_wager": "same_suit", "same_suit_option": 4},
    ):
        assert examine(load(ENTRY), options)[0] is None, options
    assert examine(load(ENTRY), {"decks": 4, "match_the_dealer": "4_deck", "match_other_decks": True})[0]


# -- When they are settled --------------------------------------------------------------------------------------------


def test_wagers_on_the_first_cards_are_settled_before_anybody_decides_from_the_far_right() -> None:
    options = {"twenty_one_plus_three": "B"}
    first, second = (_seat("Ts 9d", "stand", twenty_one_plus_three=5) for _ in range(2))
    settled = _settled(_two(first, second, "7c Td", options=options))
    assert settled[:2] == [(2, "twenty_one_plus_three"), (1, "twenty_one_plus_three")]


def test_of_match_the_dealer_the_losers_are_collected_before_a_winner_is_paid() -> None:
    options = {"match_the_dealer": "6_deck"}
    winner, loser = _seat("7s 9d", "stand", match_the_dealer=5), _seat("Ts 9d", "stand", match_the_dealer=5)
    settled = _settled(_two(loser, winner, "7c Td", options=options))
    assert settled[:2] == [(1, "match_the_dealer"), (2, "match_the_dealer")]


def test_two_sevens_are_paid_after_the_players_decision() -> None:
    options = {"additional_wager": "sevens"}
    settled = _settled(ma("7d 7c", "9c Td", "stand", side={"sevens": 1}, options=options))
    assert settled == [(1, "decides stand"), (1, "sevens"), (1, "blackjack")]
    split = ma(["7d 9h", "7c 9s"], "9c Td", "split", "stand", "stand", side={"sevens": 1}, options=options)
    assert _settled(split)[:2] == [(1, "decides split"), (1, "sevens")]


def test_two_sevens_that_are_doubled_count_the_third_card() -> None:
    options = {"additional_wager": "sevens"}
    assert nets(ma("7d 7c 7h", "9c Td", "double", side={"sevens": 1}, options=options))["sevens"] == 500
    face_down = options | {"double_card": "face_down"}
    assert nets(ma("7d 7c 7h", "9c Td", "double", side={"sevens": 1}, options=face_down))["sevens"] == 500


def test_a_blackjack_that_ends_the_hand_leaves_two_sevens_a_third_card() -> None:
    for mode in ("hole_down_reader", "hole_up"):
        options = {"additional_wager": "sevens", "second_card": mode}
        taken = ma("7d 7c 7h", "Tc Ad", "take_card", side={"sevens": 1}, options=options)
        assert nets(taken) == {"sevens": 500, "blackjack": -10}
        left = ma("7d 7c", "Tc Ad", "no_card", side={"sevens": 1}, options=options)
        assert nets(left) == {"sevens": 50, "blackjack": -10}


def test_queens_of_hearts_against_a_ten_wait_for_the_dealers_second_card() -> None:
    options, side = {"twenty_point": "A"}, {"twenty_point_bonus": 10}
    waits = _settled(ma("Qh Qh", "Tc 9d", "stand", side=side, options=options))
    assert waits == [(1, "decides stand"), (1, "blackjack"), (1, "twenty_point_bonus")]
    read = ma("Qh Qh", "Tc 9d", "stand", side=side, options=options | READER)
    assert _settled(read)[0] == (1, "twenty_point_bonus")
    assert nets(read)["twenty_point_bonus"] == 1250
    found = ma("Qh Qh", "Tc Ad", side=side, options=options | READER)
    assert nets(found) == {"twenty_point_bonus": 10_000, "blackjack": -10}


def test_one_winner_alone_is_cut_to_the_posted_limit_as_well() -> None:
    options = {"twenty_point": "A", "twenty_point_cap": 25_000}
    played = ma("Qh Qh", "Ac Kd", "no_insurance", "stand", side={"twenty_point_bonus": 100}, options=options)
    assert nets(played)["twenty_point_bonus"] == 25_000
    under = ma("Qh Qh", "Ac Kd", "no_insurance", "stand", side={"twenty_point_bonus": 20}, options=options)
    assert nets(under)["twenty_point_bonus"] == 20_000


def test_the_posted_limit_is_no_less_than_the_minimum_wager_wins() -> None:
    options = {"twenty_point": "A", "twenty_point_cap": 25_000, "twenty_point_min": 30}
    with pytest.raises(PitbossError, match=r"less than the \$30,000.00"):
        sit(**options)


def test_the_optional_bonus_has_a_third_card_drawn_though_every_hand_is_decided() -> None:
    options, side = {"optional_bonus": True}, {"optional_bonus": 2}
    played = ma("As Kd", "6c Td 7s", side=side, options=options)
    assert nets(played) == {"blackjack": 15, "optional_bonus": 18}
    soft = ma("As Kd", "6c Ad", side=side, options=options)
    assert nets(soft) == {"blackjack": 15, "optional_bonus": -2}


def test_the_optional_bonus_is_settled_before_every_wager_that_is_still_open() -> None:
    options, side = {"optional_bonus": True, "super_4": "2"}, {"optional_bonus": 2, "super4": 5}
    settled = _settled(ma("Ts 9d", "6c Td 7s", "stand", side=side, options=options))
    assert settled[-3:] == [(1, "optional_bonus"), (1, "super4"), (1, "blackjack")]


def test_buster_is_settled_when_the_hands_are() -> None:
    settled = _settled(ma("Ts 9d", "6c Td 7s", "stand", side={"buster": 5}, options={"buster": "A"}))
    assert settled[-2:] == [(1, "blackjack"), (1, "buster")]


def test_the_free_bonus_needs_a_blackjack_and_five_dollars() -> None:
    options, dealer = {"buster": "A", "buster_free_bonus": "B3"}, "2s 2d 3c 4h 2c 3s Kd"
    assert "buster_free_bonus" not in nets(ma("As Kh", dealer, side={"buster": 4}, options=options))
    assert "buster_free_bonus" not in nets(ma("Ts 9d", dealer, "stand", side={"buster": 5}, options=options))
    assert nets(ma("As Kh", dealer, side={"buster": 5}, options=options))["buster_free_bonus"] == 1000


def test_super_4_goes_by_the_first_two_cards_whatever_was_drawn() -> None:
    played = ma("8s 3c 9d", "As Qc", "no_insurance", "hit", "stand", side={"super4": 5}, options={"super_4": "2"})
    assert nets(played)["super4"] == 95
    assert nets(ma("8s 5c", "Qc As", "stand", side={"super4": 5}, options={"super_4": "2"}))["super4"] == 95


# -- Meters -----------------------------------------------------------------------------------------------------------


def test_those_who_win_all_of_a_meter_share_it_and_it_begins_anew() -> None:
    royal = _seat("Qs Js", "no_insurance", "stand", super4=5)
    played = _two(royal, royal, "As Ks", options={"super_4": "2"}, meters={"star": "59999.40"})
    assert [row.net // 100 for row in played.settlements if row.wager == "super4"] == [29_995, 29_995]
    assert played.meters.held["star"] == 5_000_000


def test_a_tenth_and_the_whole_of_a_meter_are_paid_in_turn() -> None:
    """From the dealer's far right: seat 2 takes a tenth, and then seat 1 what is left; or the other way round."""
    whole, tenth = _seat("7d 7d", "stand", blazing_7s=5), _seat("7h 7h", "stand", blazing_7s=5)
    options: dict[str, Any] = {"blazing_7s": "1"}
    played = _two(whole, tenth, "7d Td", options=options, meters={"blazing": "999.00"})
    assert {row.seat: row.pays for row in played.settlements if row.wager == "blazing_7s"} == {2: 10_005, 1: 90_045}
    played = _two(tenth, whole, "7d Td", options=options, meters={"blazing": "999.00"})
    assert {row.seat: row.pays for row in played.settlements if row.wager == "blazing_7s"} == {2: 100_050, 1: 50_000}


def test_super_4_feeds_its_meters_by_the_table_that_is_paid() -> None:
    fed = {"1": {"spade": 35, "heart": 35}, "2": {"spade": 25, "heart": 15, "diamond": 15}}
    fed["3"] = {"spade": 10, "heart": 15, "diamond": 15, "club": 15}
    for table, wanted in fed.items():
        played = ma("8s 5c", "7c Td", "stand", side={"super4": 5}, options={"super_4": table})
        before = {name: rule.seed for name, rule in played.setup.meters.items()}
        grown = {name: held - before[name] for name, held in played.meters.held.items()}
        assert grown == {"star": 30, **wanted}


def test_envy_is_a_fixed_sum_for_every_other_super_4_bettor() -> None:
    options = {"decks": 8, "super_4": "updated", "super_4_wager": 1}
    royal, other = (_seat(cards, "no_insurance", "stand", super4=1) for cards in ("Qh Jh", "9d 5c"))
    played = _two(royal, other, "Ah Kh", options=options)
    assert [(row.seat, row.net // 100) for row in played.settlements if row.wager == "super4_envy"] == [(2, 1000)]


def test_the_must_hit_meter_goes_to_one_of_the_super_4_bettors() -> None:
    bettors = _seat("Ts 9d", "stand", super4=5), _seat("Ts 8d", "stand", super4=5)
    options = {"super_4": "2", "must_hit": "1"}
    played = _two(*bettors, "7c Td", options=options, meters={"must_hit": "800.00"}, must_hit_winner=2)
    assert [(row.seat, row.net) for row in played.settlements if row.wager == "must_hit"] == [(2, 80_050)]
    assert played.meters.held["must_hit"] == 25_000


def test_a_progressive_wager_without_a_working_light_goes_back_and_feeds_no_meter() -> None:
    call = {"id": "light_not_working", "seat": 1}
    options, side = {"progressive_blackjack": True}, {"progressive_blackjack": 1}
    played = ma("As Ac", "7c Td", "stand", side=side, options=options, irregularities=[call])
    assert nets(played) == {"progressive_blackjack": 0, "blackjack": -10}
    assert played.meters.held["progressive"] == 500_000


def test_aces_that_are_split_stay_two_aces() -> None:
    options, side = {"progressive_blackjack": True}, {"progressive_blackjack": 1}
    played = ma(["As Ah", "As 9h"], "7c Td", "split", side=side, options=options)
    assert nets(played)["progressive_blackjack"] == 99


# -- The blackjack bonus ----------------------------------------------------------------------------------------------


def test_the_bonus_button_is_pressed_after_everything_else_from_the_left() -> None:
    options = {"blackjack_bonus": "5.00", "buster": "A"}
    first, second = (_seat("As Kd", blackjack_bonus=5, buster=5) for _ in range(2))
    played = _two(first, second, "7c Td", options=options, bonus_amount=["50.00", "1000.00"])
    assert _settled(played)[-2:] == [(1, "blackjack_bonus"), (2, "blackjack_bonus")]
    assert [row.net // 100 for row in played.settlements if row.wager == "blackjack_bonus"] == [45, 995]


def test_a_schedule_of_bonuses_keeps_to_its_bounds_and_to_the_houses_advantage() -> None:
    judge = game_of(load(ENTRY)).examine
    assert judge is not None

    def refused(awards: dict[str, int]) -> list[str]:
        options = {"blackjack_bonus": "5.00", "blackjack_bonus_awards": awards}
        assert judge is not None
        return [finding.text for finding in judge(Setup.of(load(ENTRY), options))]

    assert not refused({"50": 1, "100": 1})
    assert refused({"45": 1, "100": 1})[0] == "$45.00 is not from $50.00 to $5,000.00"
    assert refused({"52": 1, "100": 1})[0] == "$52.00 is not a multiple of the wager"
    assert refused({"50": 1})[0].startswith("the house's advantage would be 52.5")
    assert refused({"50": 1, "1000": 1})[0].startswith("the house's advantage would be -")


def test_the_assumed_schedules_leave_the_house_an_advantage_it_may_have() -> None:
    for wager in ("1.00", "5.00"):
        for decks in range(1, 9):
            setup = Setup.of(load(ENTRY), {"blackjack_bonus": wager, "decks": decks})
            assert 0 < house_advantage(setup) < 0.3


# -- Streaks ----------------------------------------------------------------------------------------------------------

STREAK = {"streak": True}
WON, LOST = "9c 9h", "Tc Th"


def _steps(*rounds: tuple[dict[str, Any], str], **options: Any) -> Any:
    """Rounds of seat 1 against the dealer's cards."""
    steps = [{"seats": {"1": seat}, "dealer": {"cards": dealer}} for seat, dealer in rounds]
    record = {"rulebook": "massachusetts-2020", "game": "blackjack", "options": STREAK | options, "steps": steps}
    return settle(record)


def _results(settled: Any) -> list[list[tuple[str, str]]]:
    return [
        [(row.wager, row.outcome) for row in played.settlements if row.wager.startswith("streak")]
        for _, played in settled.rounds
    ]


def test_streaks_made_together_are_won_one_after_the_other() -> None:
    both = _seat("Ts 9d", "stand", streak_2=5, streak_3=5)
    settled = _steps((both, WON), (_seat("Ts 9d", "stand"), WON), (_seat("Ts 9d", "stand"), WON))
    assert _results(settled) == [
        [("streak_2", "stays"), ("streak_3", "stays")],
        [("streak_2", "win"), ("streak_3", "stays")],
        [("streak_3", "win")],
    ]
    assert settled.net == {1: 3000 + 1500 + 3500}
    assert settled.table.carry == {}


def test_as_many_split_hands_won_as_lost_leave_a_streak_as_it_is() -> None:
    split = {"wagers": {"blackjack": 10, "streak_2": 5}, "hands": ["8s Ad", "8c 9h"], "actions": ["split"]}
    split["actions"] = ["split", "stand", "stand"]
    settled = _steps((split, WON))
    assert _results(settled) == [[("streak_2", "stays")]]
    assert settled.table.carry == {"streaks": {"1": 0}}


def test_a_surrendered_hand_ends_a_streak() -> None:
    settled = _steps((_seat("Ts 6d", "surrender", streak_2=5), WON), surrender=True)
    assert _results(settled) == [[("streak_2", "lose")]]


def test_whoever_does_not_play_on_loses_the_streak_wager() -> None:
    table = sit(2, **STREAK)
    _won_with_streak(table)
    played = table.deal({2: {"blackjack": 10}})
    while played.asking:
        played.act(played.asking[0].names[0])
    given_up = [row for row in played.settlements if row.seat == 1]
    assert [(row.wager, row.outcome, row.net) for row in given_up] == [("streak_5", "lose", -500)]
    assert "streaks" not in table.carry


def test_whoever_leaves_loses_the_streak_wager() -> None:
    table = sit(2, **STREAK)
    _won_with_streak(table)
    fees = table.leave(1)
    assert [(fee.seat, fee.amount) for fee in fees] == [(1, 500)]
    assert not table.standing and not table.carry.get("streaks")


def test_no_streak_wager_is_added_or_taken_down_until_all_are_decided() -> None:
    table = sit(2, **STREAK)
    _won_with_streak(table)
    for wagers in ({"streak_3": 5}, {"streak_5": 10}):
        with pytest.raises(PitbossError, match="until all before it are decided"):
            table.deal({1: {"blackjack": 10, **wagers}})
    with pytest.raises(PitbossError, match="stays until it is decided"):
        table.deal({1: {"blackjack": 10, "streak_5": 0}})


def _won_with_streak(table: Any) -> None:
    """Deal to seat 1 until a streak wager that it made stays up."""
    for _ in range(50):
        played = table.deal({1: {"blackjack": 10, "streak_5": 5}})
        while played.asking:
            played.act("stand" if "stand" in played.asking[0].names else played.asking[0].names[0])
        if table.standing:
            return
    pytest.fail("no hand was ever won")


def test_a_player_who_does_not_finish_a_hand_loses_the_streak_wager() -> None:
    call = {"id": "streak_given_up", "seat": 1}
    played = ma("Ts 9d", WON, "stand", side={"streak_2": 5}, options=STREAK, irregularities=[call])
    assert nets(played) == {"streak_2": -5, "blackjack": 10}


# -- What is wagered for the dealer -----------------------------------------------------------------------------------


def test_a_kings_bounty_for_the_dealer_wins_for_the_dealer() -> None:
    options = {"kings_bounty": "1"}
    side = {"kings_bounty": 10, "kings_bounty_dealer": 2}
    played = ma("Kh Kh", "7c Td", "stand", side=side, options=options)
    assert nets(played) == {"kings_bounty": 300, "kings_bounty_dealer": -2, "blackjack": 10}
    assert played.ledger[TIPS] == 6200
    lost = ma("Kh 9h", "7c Td", "stand", side=side, options=options)
    assert lost.ledger[TIPS] == 0
    alone = ma("Kh Kh", "7c Td", "stand", side={"kings_bounty_dealer": 2}, options=options)
    assert alone.ledger[TIPS] == 6200


def test_both_kings_bounties_keep_to_the_maximum_and_a_tenth_of_it() -> None:
    table = sit(kings_bounty="1", kings_bounty_max=100)
    for own, dealers, taken in ((60, 40, True), (60, 41, False), (100, 10, True), (100, 11, False)):
        wagers = {1: {"blackjack": 10, "kings_bounty": own, "kings_bounty_dealer": dealers}}
        assert (table.refusal(wagers) is None) == taken


def test_lucky_george_is_on_a_line_of_its_own_and_only_where_the_house_pays_it() -> None:
    played = ma("5c 6c", "7c Td", "stand", side={"trilux": 10}, options={"trilux": "3", "lucky_george": True})
    assert played.ledger[TIPS] == 1000
    assert played.net == {1: 24_000}
    flush = ma("5c 9c", "7c Td", "stand", side={"trilux": 10}, options={"trilux": "3", "lucky_george": True})
    assert flush.ledger[TIPS] == 0
    without = ma("5c 6c", "7c Td", "stand", side={"trilux": 10}, options={"trilux": "3"})
    assert without.ledger[TIPS] == 0 and not told(without, "lucky george")


# -- Beside multiple action -------------------------------------------------------------------------------------------


def test_beside_multiple_action_buster_and_super_4_go_by_the_dealers_first_hand() -> None:
    options = {"multiple_action": "three", "buster": "A", "super_4": "2"}
    wagers = MULTIPLE | {"buster": 5, "super4": 5}
    played = ma("Ts 9d", "7c 9s Td", "stand", wagers=wagers, options=options, dealer_2="Ts", dealer_3="Th")
    assert nets(played) == {"super4": -5, "buster": 10} | dict.fromkeys(MULTIPLE, 10)
    assert dealt_to(played)[-2:] == ["dealer_2", "dealer_3"]


def test_pay_tables_that_are_floors_may_be_bettered_and_others_not() -> None:
    entry = load(ENTRY)
    better = {"PT-S21-B": {"flush": "6 to 1"}, "PT-S20-B1": {"over_in_7": "$1,500"}, "PT-S13": {"streak_2": "4 to 1"}}
    for table, lines in better.items():
        assert examine(entry, {}, {table: lines})[0] is not None
    for table, lines in {"PT-S21-B": {"flush": "4 to 1"}, "PT-S22-1": {"two_kings": "7 to 1"}}.items():
        assert examine(entry, {}, {table: lines})[0] is None


def test_a_record_says_which_side_wager_it_does_not_know() -> None:
    with pytest.raises(PitbossError, match="Buster Blackjack is not offered at this table"):
        settle(ma_record("Ts 9d", "7c Td", "stand", side={"buster": 5}))


# -- By counting ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "table", "edge"),
    [
        ("twenty_one_plus_three", "PT-S21-A", Fraction(4059, 125_333)),
        ("match_the_dealer", "PT-S14-6-deck", Fraction(1958, 48_205)),
        ("over_13", "", Fraction(6_554_539, 10**8)),
        ("under_13", "", Fraction(10_066_782, 10**8)),
    ],
)
def test_what_six_decks_pay_is_what_is_published_of_these_wagers(wager: str, table: str, edge: Fraction) -> None:
    """3.24% for 21+3 at 9 to 1, 4.06% for Match-the-Dealer, 6.55% and 10.07% for over and under 13."""
    decks, judge, deck = 6, settling.BY_THREE_CARDS[wager], one_deck()
    lines = load(ENTRY).pay_tables[table].lines if table else {wager: "1 to 1"}
    pays = {name: int(str(pay).split()[0]) for name, pay in lines.items()}
    won = 0
    for first, second in product(deck, repeat=2):
        ways = decks * (decks - (first == second))
        for up in deck:
            names = judge((first, second), up)
            here = ways * (decks - (first == up) - (second == up))
            won += here * (pays[names[0]] if names else -1)
    cards = 52 * decks
    assert abs(Fraction(-won, cards * (cards - 1) * (cards - 2)) - edge) < Fraction(1, 10**8)
