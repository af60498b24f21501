"""Comparing the three craps rulebooks names every difference that test_craps_differences.py holds."""

import inspect
from collections.abc import Sequence
from itertools import combinations

import pytest

import test_craps_differences
from pitboss.rulebook import load
from pitboss.sheets.comparison import Difference, compare_entries
from test_craps_differences import BOOKS, CHAPTER4, MASSACHUSETTS, ONEIDA

BETWEEN = {
    "chapter 4 alone": ((CHAPTER4, ONEIDA), (CHAPTER4, MASSACHUSETTS)),
    "oneida alone": ((CHAPTER4, ONEIDA), (ONEIDA, MASSACHUSETTS)),
    "massachusetts alone": ((CHAPTER4, MASSACHUSETTS), (ONEIDA, MASSACHUSETTS)),
}
"""Which comparisons must name something, by who stands alone."""
NAMED = {
    "a_come_bet_loses_on_a_come_out_7_but_not_at_oneida": ("oneida alone", "terms", ["Off on come out"]),
    "a_come_bet_wins_on_a_come_out_roll_but_not_at_oneida": ("oneida alone", "wagers", ["Come"]),
    "come_odds_go_back_with_their_bet_on_a_come_out_roll_and_stay_up_with_it_at_oneida": (
        "oneida alone",
        "wagers",
        ["Come odds"],
    ),
    "come_odds_are_called_on_by_themselves_but_at_oneida_with_their_bet": (
        "oneida alone",
        "terms",
        ["Off on come out"],
    ),
    "hardways_work_on_a_come_out_roll_in_chapter_4_only": ("chapter 4 alone", "terms", ["Off on come out"]),
    "a_house_may_turn_hardways_off_on_a_come_out_roll_in_chapter_4_only": (
        "chapter 4 alone",
        "options",
        ["Hardways on comeout"],
    ),
    "the_lay_vigorish_is_on_the_win_but_in_massachusetts_on_the_wager": ("massachusetts alone", "terms", ["Vigorish"]),
    "the_lay_vigorish_may_be_taken_from_winners_only_but_not_at_oneida": ("oneida alone", "terms", ["Vigorish"]),
    "the_lay_vigorish_may_be_a_tenth_of_the_win_on_4_and_10_at_oneida_only": (
        "oneida alone",
        "options",
        ["Lay commission 4 10"],
    ),
    "the_buy_vigorish_may_be_taken_from_winners_only_in_massachusetts_alone": (
        "massachusetts alone",
        "options",
        ["Buy timing"],
    ),
    "double_odds_are_the_default_of_chapter_4_and_single_odds_of_the_others": (
        "chapter 4 alone",
        "options",
        ["Pass odds multiple"],
    ),
    "chapter_4_alone_knows_no_most_of_odds": ("chapter 4 alone", "options", ["Pass odds multiple"]),
    "a_multiple_of_dont_odds_limits_the_stake_in_chapter_4_and_the_win_elsewhere": (
        "chapter 4 alone",
        "terms",
        ["Don't odds limit"],
    ),
    "odds_exceed_the_limit_for_an_even_payout_but_not_in_chapter_4": ("chapter 4 alone", "terms", ["Odds excess"]),
    "the_posted_maximum_holds_for_odds_but_not_in_chapter_4": ("chapter 4 alone", "terms", ["Odds maximum"]),
    "multiples_by_the_point_are_an_option_in_massachusetts_only": (
        "massachusetts alone",
        "options",
        ["Odds multiple 4 10", "Odds multiple 5 9", "Odds multiple 6 8"],
    ),
    "a_late_pass_bet_is_taken_in_chapter_4_only": ("chapter 4 alone", "terms", ["Late pass"]),
    "come_bets_on_a_come_out_roll_are_an_option_in_chapter_4_only": ("chapter 4 alone", "terms", ["Come on come out"]),
    "a_wager_of_chapter_4_only": (
        "chapter 4 alone",
        "wagers",
        ["Put", "Big 6", "Big 8", "Three Way Craps", "High-Low", "Ace-Deuce and Any Craps"],
    ),
    "place_to_lose_is_not_offered_at_oneida": ("oneida alone", "wagers", ["Place to Lose"]),
    "what_chapter_4_calls_world_is_a_whirl_elsewhere_for_the_same_money": (
        "chapter 4 alone",
        "pay tables",
        ["World (Whirl): changes by the house"],
    ),
    "hops_of_2_3_11_and_12_are_not_offered_in_massachusetts": ("massachusetts alone", "terms", ["Hops"]),
    "a_wager_that_a_house_may_offer_in_massachusetts_only": (
        "massachusetts alone",
        "options",
        ["Six seven eight", "Fire", "Hot roller", "Bonus craps"],
    ),
    "match_play_coupons_have_a_rule_in_massachusetts_alone": ("massachusetts alone", "options", ["Match play"]),
    "winning_bets_on_a_number_are_left_up_at_oneida_only": (
        "oneida alone",
        "wagers",
        ["Place to Win", "Buy", "Lay", "Hard 6"],
    ),
    "craps_eleven_is_left_up_after_a_win_in_chapter_4_only": ("chapter 4 alone", "wagers", ["C and E"]),
    "a_shooter_who_made_the_point_rolls_without_a_line_bet_but_not_in_chapter_4": (
        "chapter 4 alone",
        "terms",
        ["Roll without line"],
    ),
    "come_odds_work_on_a_roll_without_a_line_bet_at_oneida_only": (
        "massachusetts alone",
        "terms",
        ["Off without line"],
    ),
    "higher_odds_than_listed_may_be_paid_but_not_in_chapter_4": (
        "chapter 4 alone",
        "pay tables",
        ["Field: changes by the house"],
    ),
}
"""By the test that holds a difference: who stands alone, and under which section and names a comparison says so."""
ALIKE = {"a_barred_dont_pass_stays_up_for_the_next_come_out_roll_or_is_taken_up"}
"""What all three have alike."""


def differences(first: str, second: str) -> dict[tuple[str, str], Difference]:
    """By section and name; what a house may do to pay tables, told for several wagers at once, by each of them too."""
    found = {}
    for each in compare_entries(load(f"{first}/craps"), load(f"{second}/craps")).differences:
        found[each.section, each.name] = each
        head, together, wagers = each.name.partition("Changes by the house: ")
        if together and not head:
            found |= {(each.section, f"{wager}: changes by the house"): each for wager in wagers.split(", ")}
    return found


def test_every_difference_that_is_held_is_looked_for() -> None:
    held = {
        name.removeprefix("test_")
        for name, _ in inspect.getmembers(test_craps_differences, inspect.isfunction)
        if name.startswith("test_")
    }
    assert held == set(NAMED) | ALIKE and set(BOOKS) == {CHAPTER4, ONEIDA, MASSACHUSETTS}


@pytest.mark.parametrize("held", NAMED)
def test_a_difference_between_the_craps_rulebooks_is_named_with_a_clause(held: str) -> None:
    alone, section, names = NAMED[held]
    for first, second in BETWEEN[alone]:
        found = differences(first, second)
        for name in names:
            difference = found[section, name]
            assert difference.first.text != difference.second.text
            assert difference.first.cite or difference.second.cite


def test_a_wager_that_two_rulebooks_call_otherwise_is_compared_as_one() -> None:
    sections: Sequence[tuple[str, str]] = [*differences(CHAPTER4, ONEIDA)]
    assert ("wagers", "Pass Line") not in sections and ("wagers", "Pass") not in sections


def test_odds_that_one_rulebook_prints_with_the_bet_are_fixed_where_another_has_a_table_of_minimums() -> None:
    for wager in ("Pass Line", "Don't Pass", "Come", "Don't Come"):
        told = differences(CHAPTER4, MASSACHUSETTS)["pay tables", f"{wager}: changes by the house"]
        assert told.first.text == "The house may not change it." and "§1.D.2 L108" in told.first.cite
        assert told.second.text == "The house may pay more, never less."


def test_what_a_house_may_do_to_pay_tables_is_told_once_for_all_bets_of_which_the_same_holds() -> None:
    for first, second in combinations(BOOKS, 2):
        found = compare_entries(load(f"{first}/craps"), load(f"{second}/craps")).differences
        told = [(each.first.text, each.second.text) for each in found if "hanges by the house" in each.name]
        assert told and len(set(told)) == len(told) <= 5


def test_a_rule_in_other_words_that_does_the_same_is_told_apart_and_not_counted() -> None:
    found = compare_entries(load(f"{CHAPTER4}/craps"), load(f"{MASSACHUSETTS}/craps"))
    told = {(each.section, each.name): (each.first.text, each.second.text) for each in found.in_other_words}
    assert told["terms", "Seven out"] == ("the shooter gives up the dice", "the shooter passes the dice")
    assert told["irregularities", "a die rests on the chips of the bank in front of the …"] == ("boxman", "boxperson")
    timing = told["options", "Lay vig timing (Lay timing)"]
    assert timing == ("upfront or on win; default upfront", "when made or on win; default when made")
    assert not {(each.section, each.name) for each in found.differences} & set(told)
    assert found.total().startswith(f"{len(found.differences)} differences. ")


def test_hops_that_one_rulebook_prints_one_by_one_are_held_against_pairs_and_unlike_dice() -> None:
    for first, second in ((CHAPTER4, MASSACHUSETTS), (MASSACHUSETTS, ONEIDA)):
        hops = {name for section, name in differences(first, second) if section == "pay tables" and ": hop " in name}
        assert hops == {"Hop: hop 1 1", "Hop: hop 1 2", "Hop: hop 5 6", "Hop: hop 6 6"}, "those only one of them has"
