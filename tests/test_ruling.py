"""A ruling tells why each wager was paid: the hands, the comparison, the computation, the readings, the clauses."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import EXAMPLES, Run, example_files
from pitboss import PitbossError, settle
from pitboss.engine.reading import load_toml
from pitboss.engine.weighing import Against
from pitboss.rulebook import Setup, entries, load
from pitboss.rulebook.sources import head_of, lines_named, quotes
from pitboss.sheets.ruling import Ruling, ruling_of

RULINGS = EXAMPLES.parent.parent / "docs/rulings.md"
RULED = re.compile(r"^## (\S+)\n\n```\n(.*?)\n```", re.MULTILINE | re.DOTALL)
WIDTH = "110"
THREE_CARDS = EXAMPLES / "california/three-card-poker/13-wager-of-25-runs-out.toml"


def ruling(file: Path) -> Ruling:
    return ruling_of(settle(file.read_text()))


def of_wager(told: Ruling, seat: int, wager: str) -> str:
    found = next(
        each for step in told.steps for each in step.wagers if (each.row.seat, each.row.wager) == (seat, wager)
    )
    return f"{found.decided_by}; {', '.join(found.computation)}"


def one_of_each_script() -> list[Path]:
    scripts: dict[str, Path] = {}
    by_entry = {entry.name: entry.script for entry in entries()}
    for file in example_files():
        record = load_toml(file.read_text(), file)
        if "refused" not in record:
            scripts.setdefault(by_entry[f"{record['rulebook']}/{record['game']}"], file)
    return [scripts[name] for name in sorted(scripts)]


def test_an_example_of_every_script_is_told_with_every_wager_and_its_amount() -> None:
    for file in one_of_each_script():
        try:
            settled = settle(file.read_text())
        except PitbossError:
            continue  # one that shows what is refused
        told = ruling_of(settled)
        rows = [row for _, played in settled.rounds for row in played.settlements]
        assert [each.row for step in told.steps for each in step.wagers] == rows
        for each in (each for step in told.steps for each in step.wagers):
            assert each.decided_by and each.title and each.computation, file
        assert all(line.text and line.cite for step in told.steps for line in step.story), file
        json.dumps(told.as_json())


def test_hands_are_compared_by_name_and_amounts_computed_from_stake_and_odds() -> None:
    told = ruling(THREE_CARDS)
    assert of_wager(told, 5, "ante") == (
        "player higher: straight, seven high, over queen high; $10.00 at 1 to 1 is $10.00, the wager wins $10.00"
    )


def test_what_a_player_dealer_does_not_cover_is_told_with_the_amount() -> None:
    told = ruling(THREE_CARDS)
    assert "$5.00 at 6 to 1 is $30.00, $5.00 of it is covered, $25.00 is not" in of_wager(told, 5, "pair_plus")
    assert told.steps[0].bank == "Seat 7 banks with $25.00; $25.00 of it was used up by the wagers"


def test_a_beaten_hand_is_told_under_the_one_that_beat_it() -> None:
    told = ruling(EXAMPLES / "massachusetts-2020/heads-up-holdem/06-bad-beat.toml")
    assert of_wager(told, 1, "odds").startswith("beaten flush: full house, kings over sevens, over flush, ace high;")
    told = ruling(EXAMPLES / "massachusetts-2020/winners-pot-poker/12-ace-low.toml")
    cases = {each.decided_by for step in told.steps for each in step.wagers}
    assert "lower hand: straight, six high, over straight, five high" in cases


def test_hands_are_not_compared_where_their_names_do_not_tell_who_won() -> None:
    for file, told_before in {
        "massachusetts-2020/blackjack/23-multiple-action-insured.toml": "dealer higher: 6 over 18",
        "chapter4/blackjack/18-switched-21-is-plain.toml": "blackjack over",
    }.items():
        cases = [each.decided_by for step in ruling(EXAMPLES / file).steps for each in step.wagers]
        assert not [case for case in cases if told_before in case], file
    told = ruling(EXAMPLES / "massachusetts-2020/dj-wild-poker/11-straights-tie.toml")
    assert of_wager(told, 1, "two_way_bad_beat").startswith(
        "no bad beat: straight, seven high, against straight, seven high;"
    )


def test_a_side_wager_on_other_cards_is_not_told_with_the_hand_at_the_end() -> None:
    told = ruling(EXAMPLES / "massachusetts-2020/texas-holdem-bonus/12-link-and-progressive.toml")
    assert re.match("pair of twos to tens: with (..) (..);", of_wager(told, 1, "bonus"))
    told = ruling(EXAMPLES / "massachusetts-2014/caribbean-stud/12-dealers-four-of-a-kind-is-not-divided.toml")
    cases = {each.decided_by for step in told.steps for each in step.wagers if each.row.wager.endswith("_dealer")}
    assert any(re.fullmatch("four of a kind: with (?:Q. ){4}4.", case) for case in cases)


def test_an_amount_that_is_not_what_the_odds_come_to_is_told_with_the_difference() -> None:
    told = ruling(EXAMPLES / "massachusetts-2020/pai-gow-poker/43b1-progressive-of-one-dollar.toml")
    wagers = [each for step in told.steps for each in step.wagers]
    assert any(
        each.computation == ("a fixed $10.00", "less $1.00 of the wager that does not go back", "the wager wins $9.00")
        for each in wagers
    )
    told = ruling(EXAMPLES / "massachusetts-2020/pai-gow-poker/41a-two-numbers.toml")
    assert any("$0.50 of it is broken off" in each.computation for step in told.steps for each in step.wagers)


def test_a_half_of_the_pot_that_is_less_than_was_put_in_is_not_told_as_won() -> None:
    told = ruling(EXAMPLES / "california/big-o-high-low-split/01a-high-and-low.toml")
    assert of_wager(told, 1, "pot").endswith("$18.00 of the pot, $2.00 less than the $20.00 that was put in")
    told = ruling(EXAMPLES / "california/omaha/06-twos-full.toml")
    assert of_wager(told, 3, "pot").endswith(
        "$56.00 of the pot, less the $20.00 that was put in, the wager wins $36.00"
    )


def test_no_ruling_of_an_example_says_that_a_wager_wins_less_than_nothing() -> None:
    for file in one_of_each_script():
        try:
            told = ruling(file)
        except PitbossError:
            continue
        for each in (each for step in told.steps for each in step.wagers):
            assert not any("wins -" in part for part in each.computation), file


def test_the_action_button_the_cards_and_the_decisions_are_told_in_their_order() -> None:
    story = [line.text for line in ruling(THREE_CARDS).steps[0].story]
    assert "Seat 1 gets 8♥ 8♦ K♣" in story or "Seat 1 gets 8h 8d Kc" in story
    assert story.index("Action button: on seat 5") < story.index("Seat 5: play, $10.00") < story.index("Seat 6: fold")


def test_the_dice_are_told_and_what_the_roll_is_called() -> None:
    story = [line.text for line in ruling(EXAMPLES / "chapter4/craps/03a-dont-pass-odds-win.toml").steps[1].story]
    assert story[:2] == ["Dice: 5-2", "Call: 7 out"]


def test_the_readings_that_decided_something_are_told_in_full() -> None:
    readings = {id: text for id, text, _ in ruling(THREE_CARDS).readings}
    assert set(readings) == {"A1", "A2", "A3", "A4", "A8", "Coverage"}, "the bank of $25.00 ran out"
    assert "settlement begins at the button" in readings["A2"]


def test_a_reading_is_told_only_in_a_round_in_which_it_decided_something() -> None:
    free_bet = {"rulebook": "massachusetts-2020", "game": "free-bet-blackjack"}
    seat = {"wagers": {"blackjack": 10}, "cards": "Tc 9d", "actions": ["stand"]}

    def readings(dealer: str) -> set[str]:
        told = ruling_of(settle(free_bet | {"seats": {"1": seat}, "dealer": {"cards": dealer}}))
        return {id for id, _, _ in told.readings}

    assert "6" in readings("4c 2d Ah") and "6" not in readings("Tc 6d 2h"), "on a soft 17 and on a hard one"
    assert not ruling(EXAMPLES / "chapter4/red-dog/01-consecutive.toml").readings, "only how a card lies"


DECIDED = [
    ("massachusetts-2020/fast-action-holdem/13-suited-pair-before-a-higher-pair", {"2"}, {"3", "4"}),
    ("massachusetts-2020/fast-action-holdem/16-last-house-way", {"1", "3"}, {"2", "4"}),
    ("massachusetts-2020/fast-action-holdem/02-split-wins-twice", set(), {"2", "3", "4"}),
    ("massachusetts-2020/fast-action-holdem/05-natural", set(), {"6"}),
    ("massachusetts-2020/two-card-joker-poker/13-equal-without-a-queen", {"3"}, set()),
    ("massachusetts-2020/two-card-joker-poker/01-no-queen", set(), {"3"}),
    ("massachusetts-2020/free-bet-blackjack/17a-split-aces-are-played-on", {"4"}, {"19"}),
    ("massachusetts-2020/free-bet-blackjack/07a-tens-are-split-for-money", set(), {"4", "19"}),
    ("massachusetts-2020/blackjack-switch/17-a-switched-21-pushes-a-blackjack", {"8"}, set()),
    ("massachusetts-2020/blackjack-switch/15-a-split-and-a-double", set(), {"8"}),
    ("massachusetts-2020/pai-gow-tiles/01-win", set(), {"3", "5"}),
    ("massachusetts-2020/blackjack/11-split-21-in-two-cards", {"2"}, set()),
    ("massachusetts-2020/blackjack/17-two-bettors-on-a-box", {"8"}, {"2", "23", "S29"}),
    ("massachusetts-2020/blackjack/12a-three-sevens", set(), {"8"}),
    ("massachusetts-2020/blackjack/07c-surrender-against-a-ten", set(), {"19"}),
    ("massachusetts-2020/blackjack/16a-hole-card-up-equal-loses", set(), {"22"}),
    ("massachusetts-2020/blackjack/21c-king-and-queen-unsuited", {"S17"}, {"2"}),
    ("massachusetts-2020/blackjack/21b-any-two-of-one-suit", set(), {"S17"}),
    ("massachusetts-2020/blackjack/24-multiple-action-doubled", {"S34"}, set()),
    ("massachusetts-2020/blackjack/30e-three-decks-two-suited-matches", {"S10"}, set()),
    ("massachusetts-2020/blackjack/30c-one-suited-match", set(), {"3", "S10"}),
    ("massachusetts-2020/blackjack/34f-soft-17-is-completed", {"S11"}, {"2"}),
    ("massachusetts-2020/blackjack-switch/23a-a-doubled-bust-loses-the-original-wager", {"2"}, set()),
    ("massachusetts-2020/blackjack-switch/10a-insurance-on-one-hand-wins", {"19"}, {"2"}),
    ("massachusetts-2020/double-attack-blackjack/13-split-carries-the-initial-wager", {"2"}, {"9"}),
    ("massachusetts-2020/double-attack-blackjack/25a-three-hands-at-seven-positions", {"9"}, {"2"}),
    ("massachusetts-2020/spanish-21/10a-rescue", set(), {"Behind"}),
    ("massachusetts-2020/spanish-21/07c-suited-sevens-for-3", {"5"}, set()),
    ("massachusetts-2020/spanish-21/27-second-ten-in-the-shoe", {"10", "Void"}, {"Behind"}),
    ("massachusetts-2020/free-bet-blackjack/17b-a-split-21-ties", {"1"}, {"8"}),
    ("massachusetts-2020/zappit-blackjack/10-a-zapped-11-is-doubled", {"5", "8"}, {"1"}),
    ("massachusetts-2020/zappit-blackjack/18b-player-by-player", set(), {"4", "5"}),
    ("massachusetts-2020/craps/10a-buy-10-wins", {"A14"}, {"A13"}),
    ("massachusetts-2020/craps/11a-lay-4-wins", {"A13"}, {"A18"}),
    ("massachusetts-2020/craps/09e-against-4-on-come-out", {"A6"}, set()),
    ("massachusetts-2020/craps/17a-hop-2-6", {"A3"}, {"A1"}),
    ("massachusetts-2020/craps/17c-hop-1-4", {"A1"}, {"A3"}),
    ("massachusetts-2020/craps/21a-hot-roller-three-points-paytable-a", {"A2"}, {"A18", "A23"}),
    ("massachusetts-2020/sic-bo/03-a-triple", {"A5"}, set()),
    ("massachusetts-2020/caribbean-stud/06-tie", set(), {"9", "11"}),
    ("massachusetts-2020/caribbean-stud/24-meter-by-turn", {"13"}, {"9"}),
    ("massachusetts-2020/caribbean-stud/26-link-mega-meter", {"21"}, {"3", "6", "13"}),
    ("massachusetts-2020/caribbean-stud/12b-dealers-four-of-a-kind-is-not-divided", set(), {"20"}),
    ("massachusetts-2014/caribbean-stud/18a-two-pair-on-table-a", {"3"}, {"16"}),
    ("massachusetts-2014/caribbean-stud/10-envy-of-two-hands", {"1", "2", "4"}, {"16"}),
    ("massachusetts-2020/let-it-ride/19-two-straight-flushes", {"1", "12"}, set()),
    ("massachusetts-2020/let-it-ride/03-everything-on", {"2"}, {"1", "12"}),
    ("massachusetts-2020/texas-holdem-bonus/08-royal-after-5", {"4", "8"}, {"5", "18"}),
    ("massachusetts-2020/ultimate-texas-holdem/21-cover-all-below-its-table", {"2"}, {"7"}),
    ("massachusetts-2020/crazy-4-poker/01-queens-beat-king-high", {"3"}, set()),
    ("massachusetts-2020/crazy-4-poker/04-aces-lose-to-two-pairs", {"2"}, {"3"}),
    ("massachusetts-2020/crazy-4-poker/05-losing-flush-wins-the-super-bonus", set(), {"2"}),
    ("massachusetts-2020/four-card-poker/17-cover-all-flush-loses", {"3", "4"}, {"1", "2"}),
    ("massachusetts-2020/three-card-poker/12d-table-b-mini-royal-of-spades", {"3"}, set()),
    ("massachusetts-2020/winners-pot-poker/14b-within-the-limit", {"14"}, {"3"}),
    ("massachusetts-2020/high-card-flush/07-loses-with-a-straight-flush", {"10"}, {"11", "20"}),
    ("massachusetts-2020/heads-up-holdem/11-royal-flush", set(), {"4"}),
    ("massachusetts-2020/criss-cross-poker/04-fold-at-the-down-bet", set(), {"4"}),
    ("massachusetts-2020/casino-war/10-progressive-without-a-tie", set(), {"2"}),
    ("massachusetts-2020/pai-gow-poker/28-trips-and-a-straight", {"S1"}, set()),
    ("massachusetts-2020/pai-gow-poker/24-surrender", set(), {"23"}),
    ("massachusetts-2020/pai-gow-poker/19-bank-shortfall", {"13"}, set()),
    ("massachusetts-2020/pai-gow-poker/39a-four-red-cards", set(), {"S16"}),
    ("massachusetts-2020/pai-gow-poker/49f-three-card-bonus", {"S13"}, {"22", "S14", "S23"}),
    ("massachusetts-2020/supreme-pai-gow/11j-bonus-joker-straight", {"4"}, {"13", "15"}),
    ("massachusetts-2020/supreme-pai-gow/18-bank-shortfall", {"13", "15"}, set()),
    ("massachusetts-2020/baccarat/05a-natural-winner-by-9-paytable-a", {"2"}, {"1"}),
    ("massachusetts-2020/baccarat/09-ez-panda-8", {"1"}, set()),
    ("massachusetts-2020/flop-poker/16-odd-cents", {"2", "7"}, set()),
    ("massachusetts-2020/fast-action-holdem/17a-missing-card-taken", set(), {"9"}),
    ("california/pai-gow-poker/03-copy-and-higher", {"A4"}, set()),
    ("california/pai-gow-poker/02-front-lower-back-higher", set(), {"A4"}),
    ("california/seven-card-stud/04-a-flush-wins", set(), {"A8"}),
    ("california/21st-century-blackjack/12a-22-counts", {"2"}, {"Chart", "Amounts"}),
    ("california/21st-century-blackjack/09-split-and-double", {"5", "Amounts"}, {"2", "7", "Chart"}),
    ("california/21st-century-blackjack/10-aces-split", {"7"}, {"2"}),
    ("california/21st-century-blackjack/13a-joker-makes-21", {"4"}, {"1"}),
    ("california/21st-century-blackjack-5-1/03-insurance-wins", set(), {"6"}),
    ("california/21st-century-blackjack-5-1/11-aces-split", set(), {"7"}),
    ("california/21st-century-blackjack-5-1/16-wager-of-100-runs-out", {"4", "Coverage"}, {"At once"}),
    ("california/21st-century-blackjack-5-1/19-natural-paid-first", {"At once", "Coverage"}, set()),
    ("california/blackjack-1-5-to-1/15a-21-against-21", {"2"}, {"3"}),
    ("california/blackjack-1-5-to-1/15c-21-against-a-second-joker", {"3"}, set()),
    ("california/blackjack-1-5-to-1/11-split-against-a-second-joker", {"Original wager"}, set()),
    ("california/casino-war/05-war-lost", {"A1"}, {"A4", "A8", "Coverage"}),
    ("california/casino-war/10-wager-of-50-runs-out", {"A8", "Coverage"}, {"A1"}),
    ("california/face-up-pai-gow-poker/19a-four-sevens-and-the-joker", {"A1"}, {"A8"}),
    ("california/omaha-high-low-split/05-a-tied-low", {"A2"}, set()),
    ("california/seven-card-stud-high-low-split/05-a-tied-high-without-a-low", {"A2"}, {"A3", "A4", "A6"}),
    ("california/three-card-poker/02-pair-and-no-queen", {"A7"}, {"A1", "A2", "A3", "Coverage"}),
    ("california/three-card-poker/12b-empty-seat-5-passes-the-button-on", {"A6", "A8", "Coverage"}, {"A3"}),
    ("california/ultimate-texas-holdem/02-queen-high-does-not-qualify", set(), {"A7", "Coverage"}),
    ("california/ultimate-texas-holdem/07-trips-survives-a-fold", {"A9"}, {"A4"}),
    ("california/ultimate-texas-holdem/12-wager-of-1000-runs-out", {"A3", "A8", "Coverage"}, {"A4"}),
    ("california/zoobac/04a-rabbit-that-loses", {"A2"}, {"A5"}),
    ("california/zoobac/07-monkey", set(), {"A4"}),
    ("california/zoobac/12-wager-of-300-runs-out", {"A5"}, set()),
    ("chapter4/blackjack/10a-split-meets-an-unseen-blackjack", {"A3"}, {"A4", "A5", "A17"}),
    ("chapter4/blackjack/21b-split-hand-surrendered-against-a-blackjack", {"A3", "A17"}, {"A4", "A5"}),
    ("chapter4/blackjack/15a-three-splits-four-hands", {"A4"}, {"A5"}),
    ("chapter4/blackjack/13-over-21-loses-first", set(), {"A2", "A10"}),
    ("chapter4/blackjack/02b-blackjack-beats-21", {"A11"}, set()),
    ("chapter4/blackjack/18-switched-21-is-plain", {"A7"}, {"A18"}),
    ("chapter4/caribbean-stud/05b-fold-with-a-token", {"4"}, {"7"}),
    ("chapter4/caribbean-stud/10-royal-sits-before-the-straight-flush", {"6", "7"}, set()),
    ("chapter4/casino-war/05-war-won", {"4"}, {"1", "2"}),
    ("chapter4/casino-war/12-two-players-at-war", {"2", "4"}, {"1"}),
    ("chapter4/craps/05-come-out-seven-with-inactive-bets", {"A3", "A4", "A7"}, set()),
    ("chapter4/craps/09a-buy-10-wins", {"A3"}, {"A4"}),
    ("chapter4/craps/02b-seven-out-with-odds", set(), {"A10"}),
    ("chapter4/let-it-ride/13-aggregate-reduces-small-awards", {"2", "3"}, set()),
    ("chapter4/let-it-ride/10-four-of-a-kind", set(), {"2", "3"}),
    ("chapter4/pai-gow-poker/15-surrender", {"1"}, {"11"}),
    ("chapter4/pai-gow-poker/17-player-bank", {"5"}, {"19"}),
    ("chapter4/pai-gow-poker/21-house-copy-against-a-player-bank", {"19"}, set()),
    ("chapter4/poker/16a-no-misdeal-after-a-raise", {"A3"}, {"A27"}),
    ("chapter4/poker/16b-a-misdeal-after-a-call", {"A3", "A27"}, set()),
    ("chapter4/three-card-poker/06-straight-and-ante-bonus", {"1"}, {"2"}),
    ("chapter4/three-card-poker/10-ante-bonus-on-a-loss", {"2", "3"}, {"1"}),
    ("oneida-2003/caribbean-stud/06-fold", {"6"}, {"5"}),
    ("oneida-2003/craps/09a-buy-wins", {"9", "16"}, {"8"}),
    ("oneida-2003/craps/10a-lay-wins", {"8", "9", "16"}, {"14"}),
    ("oneida-2003/let-it-ride/06-two-pair", {"1", "2", "6"}, set()),
    ("oneida-2003/pai-gow-poker/16-three-of-a-kind-and-a-straight", {"3", "4"}, set()),
    ("oneida-2003/pai-gow-poker/15-straight-flush-and-envy", {"4"}, {"3"}),
    ("oneida-2003/pai-gow-poker/14-natural-royal-flush", {"22"}, {"12"}),
    ("oneida-2003/three-card-poker/02-dealer-does-not-qualify", set(), {"15"}),
]
"""Examples with readings that decided something there, and others that the clauses name and that did not."""


@pytest.mark.parametrize(("example", "told", "not_told"), DECIDED)
def test_a_reading_that_a_clause_names_is_told_only_where_it_decided(
    example: str, told: set[str], not_told: set[str]
) -> None:
    found = {id for id, _, _ in ruling(EXAMPLES / f"{example}.toml").readings}
    assert told <= found and not not_told & found


def test_how_the_money_of_a_player_dealer_is_counted_is_told_where_it_did_not_reach() -> None:
    poker = {"rulebook": "california", "game": "ultimate-texas-holdem", "options": {"schedule_option": 1}}
    seats = {
        "1": {"wagers": {"ante": 10, "blind": 10}, "cards": "Ah Ad", "actions": ["check", "check", "play_1x"]},
        "2": {"wagers": {"ante": 10, "blind": 10}, "cards": "9h 4d", "actions": ["check", "check", "fold"]},
    }
    dealer = {"cards": "Kc Jd"}

    def told(wager: int, **options: str) -> tuple[int, set[str]]:
        poker_here = poker | {"options": poker["options"] | options, "bank": {"seat": 5, "wager": wager}}
        settled = settle(poker_here | {"seats": seats, "community": "As Kd 7h 5c 2s", "dealer": dealer})
        return settled.net[2], {id for id, _, _ in ruling_of(settled).readings} & {"A3", "A4", "A8", "Coverage"}

    assert told(20) == (0, {"A3", "A4", "A8", "Coverage"}), "what was folded is reached when nothing is left"
    assert told(20, coverage_method="net") == (-20_00, {"A3", "A4", "A8", "Coverage"}), "and is lost where it refills"
    assert told(1000) == (-20_00, set())


def test_the_base_wager_of_a_war_is_told_also_where_it_goes_back_uncovered() -> None:
    seat = {"wagers": {"base": 10, "tie": 5}, "cards": "Kc 9d", "actions": ["war"]}
    record = {"rulebook": "california", "game": "casino-war", "seats": {"1": seat}, "dealer": {"cards": "Kd 9c"}}

    def told(wager: int) -> set[str]:
        settled = settle(record | {"options": {"schedule_option": 1}, "bank": {"seat": 8, "wager": wager}})
        return {id for id, _, _ in ruling_of(settled).readings}

    assert told(5) == {"A1", "A4", "A8", "Coverage"} and told(1000) == {"A1"}


def test_a_reading_of_the_section_on_machines_is_not_taken_for_one_of_the_game() -> None:
    told = ruling(EXAMPLES / "chapter4/shuffle-machines/06b-game-dealt-by-hand.toml")
    assert told.entry == "chapter4/three-card-poker" and not told.readings
    machines = ruling(EXAMPLES / "chapter4/shuffle-machines/07a-reshuffle-ordered.toml")
    assert {id for id, _, _ in machines.readings} == {"4", "5"}, "and the section has its own"


def test_a_reading_about_some_cards_is_told_where_they_were_held_and_paid() -> None:
    record = load_toml((EXAMPLES / "massachusetts-2020/let-it-ride/08b-mini-royal-on-table-a.toml").read_text(), "08b")

    def told(cards: str) -> set[str]:
        seats = {"1": record["seats"]["1"] | {"cards": cards}}
        return {id for id, _, _ in ruling_of(settle(record | {"seats": seats, "expect": {}})).readings} & {"3", "18"}

    assert told("Ac 2h 3s") == {"18"} and told("Ac Kc Qc") == {"3"}
    assert not told("9c 8c 7c") and not told("9c 8h 7s") and not told("Ac Kh Qs")


def test_a_natural_that_was_paid_goes_back_with_a_void_round_and_the_reading_says_so() -> None:
    seats = {
        "1": {"wagers": {"wager": 10}, "cards": "6s 6h 6d 6d", "actions": ["natural"]},
        "2": {"wagers": {"wager": 10}, "cards": "As Ad 5c 6h", "actions": ["surrender"]},
    }
    call = {"id": "dealer_too_many_cards", "at": "reveal"}
    told = ruling_of(
        settle(
            {"rulebook": "massachusetts-2020", "game": "fast-action-holdem", "seats": seats, "irregularities": [call]}
        )
    )
    assert told.net == {1: 0, 2: 0}
    [reading] = [text for id, text, _ in told.readings if id == "9"]
    assert "a natural that was paid, and a surrendered wager of which half was taken, go back too" in reading


def test_every_rulebook_says_whose_it_is_and_what_its_lines_count() -> None:
    for book in sorted({entry.rulebook for entry in entries()}):
        head = head_of(book)
        assert head.title and head.issuer and head.lines and head.where and head.file, book


def test_twenty_one_in_two_cards_is_told_over_twenty_one_in_more() -> None:
    [example] = (EXAMPLES / "massachusetts-2020/blackjack").glob("11*.toml")
    assert ruling(example).steps[0].wagers[0].decided_by == "player higher: 21 in 2 cards over 21 in 3 cards"


def test_a_citation_is_quoted_where_the_official_text_is_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pitboss: Run
) -> None:
    assert not ruling(THREE_CARDS).words
    lines = [f"- {number}. Line {number} of the rules." for number in range(1, 3400)]
    (tmp_path / "california.txt").write_text("\n".join(lines))
    monkeypatch.setenv("PITBOSS_SOURCES", str(tmp_path))
    assert [quote.text for quote in quotes("california", "§Winners 2(a) L3344; L3344")] == [
        "3344. Line 3344 of the rules."
    ]
    assert quotes("chapter4", "L1") == []
    _, out, _ = pitboss("settle", THREE_CARDS, "--explain")
    assert "THE WORDS OF THE CLAUSES" in out and "Line 3344 of the rules" in out


def test_a_quote_leaves_out_what_a_word_processor_noted_and_keeps_the_line_that_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pitboss: Run
) -> None:
    noted = 'Formatted: List Paragraph, Indent: Left: 0.25", Numbered + Level: 2 + Numbering Style: 1, 2, 3, ... +'
    lines = [""] * 19302 + [
        "A licensee shall pay",
        *[noted, "Start at: 1, Don't hyphenate, Tab stops: -0.5\", Left"] * 9,
    ]
    lines += [f"Hand {number}\t{number},000 to 1" for number in range(11, 23)] + ["Flush\t8 to 1"]
    lines += ["Three-of-a-kind\t3 to 1", "Two Pair\t3 to 1"]
    (tmp_path / "massachusetts-2020.txt").write_text("\n".join(lines))
    monkeypatch.setenv("PITBOSS_SOURCES", str(tmp_path))
    _, out, _ = pitboss("settle", EXAMPLES / "massachusetts-2020/let-it-ride/20-board-trips.toml", "--explain")
    words = " ".join(out.partition("THE WORDS OF THE CLAUSES")[2].split())
    assert words.startswith("L19303-19337 “A licensee shall pay Hand 11 11,000 to 1 Hand 12")
    assert "Hand 21 21,000 to 1 … Three-of-a-kind 3 to 1 …”" in words


def test_lines_are_read_from_a_citation_as_people_write_them() -> None:
    assert lines_named("§2 L5–7; §Type L3265; A2; L9-L11") == [(5, 7), (3265, 3265), (9, 11)]


def test_a_ruling_is_given_as_values_too(pitboss: Run) -> None:
    code, out, _ = pitboss("settle", THREE_CARDS, "--explain", "--json")
    told = json.loads(out)
    assert code == 0 and told["net"]["5"] == "25.00" and told["steps"][0]["wagers"][0]["computation"]


def test_the_rulings_of_the_docs_are_what_the_command_tells(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", WIDTH)
    monkeypatch.delenv("PITBOSS_SOURCES", raising=False)
    told = RULED.findall(RULINGS.read_text())
    assert len(told) == 10
    for name, printed in told:
        _, out, _ = pitboss("settle", EXAMPLES / f"{name}.toml", "--explain")
        assert out.rstrip() == printed, f"{name}: python tests/test_ruling.py writes them anew"


def test_equal_hands_are_told_apart_by_their_kickers() -> None:
    told = ruling_of(
        settle("""
            rulebook = "chapter4"
            game = "three-card-poker"
            [seats.1]
            wagers = { ante = 10 }
            cards = "7c 7d Qh"
            actions = ["play"]
            [dealer]
            cards = "7h 7s 8c"
        """)
    )
    assert of_wager(told, 1, "ante").startswith(
        "player higher: pair of sevens, queen kicker, over pair of sevens, eight kicker;"
    )
    [_, play] = told.steps[0].wagers
    assert play.weighed.against == (Against("pair of sevens, queen kicker", "pair of sevens, eight kicker"),)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("massachusetts-2020/double-down-stud/01-pair-of-jacks", "The hole card is 9♠"),
        ("massachusetts-2020/let-it-ride/17-machine-deal-order", "Burned: 9♣"),
        ("chapter4/pai-gow-poker/01-win", "The dealer, high"),
    ],
)
def test_cards_that_are_no_seats_are_told_as_a_dealer_would(name: str, words: str) -> None:
    told = ruling(EXAMPLES / f"{name}.toml").steps[0]
    assert words in [*(line.text for line in told.story), *(each.hand for each in told.hands)]


@pytest.mark.parametrize(
    ("name", "wager", "words"),
    [
        (
            "california/ultimate-texas-holdem/01-aces-beat-kings",
            "ante",
            "the dealer qualifies, player higher: pair of aces over pair of kings",
        ),
        ("california/face-up-pai-gow-poker/01-ace-high", "base", "dealer ace high: with A. Q. T. 8. 6. 4. 2."),
        ("chapter4/casino-war/01-higher-card-wins", "initial", "player higher: king over nine"),
        ("chapter4/mini-baccarat/01-natural", "player", "player wins: Player 9 in two cards, Banker 7 in two"),
        ("chapter4/craps/01a-come-out-eleven", "pass_line", "natural: 6-5, 11 on the come-out roll"),
        ("chapter4/roulette/01a-straight-up-wins", "straight_up", "hit: the ball came to rest at 17, black"),
        ("chapter4/big-six/01-one-wins", "one", "hit: the wheel stopped at $1"),
        ("massachusetts-2020/sic-bo/01a-three-different-numbers", "small", "miss: the dice show 1 4 6, total 11"),
        ("chapter4/red-dog/08-equal-is-not-between", "bet", "not between: with 5. 7. 7., a spread of 1"),
        (
            "chapter4/pai-gow-poker/01-win",
            "main",
            "both higher: high hand pair of kings over pair of queens; low hand ace-jack high over ace-ten high",
        ),
        (
            "california/pai-gow-tiles/01-both-hands-higher",
            "base",
            "both higher: high hand teen pair over chong pair; low hand 7 points over 4 points",
        ),
        (
            "chapter4/poker/01-holdem-with-a-rake",
            "pot",
            "best hand: two pair, kings and fours, queen kicker, over two pair, kings and fours, jack kicker",
        ),
        (
            "chapter4/caribbean-stud/01-dealer-does-not-qualify",
            "ante",
            "dealer does not qualify: with A. Q. 9. 7. 3., the dealer has ace-queen high and needs "
            "ace-king high or better",
        ),
        (
            "massachusetts-2020/high-card-flush/01-dealer-does-not-qualify",
            "ante",
            "dealer does not qualify: with 8. 5. 2. K. J. Q. 9., the dealer has three-card flush, eight high, and "
            "needs a three-card flush, nine high, or better",
        ),
        (
            "california/ultimate-texas-holdem/01-aces-beat-kings",
            "blind",
            "pair is not paid: pair of aces; the least that is paid is straight, 1 to 1",
        ),
        ("massachusetts-2020/boston-5-stud/01-ordinary-win", "optional_bonus", "pair: with K. K. 8."),
    ],
)
def test_each_family_tells_what_decided_in_its_own_words(name: str, wager: str, words: str) -> None:
    told = ruling(EXAMPLES / f"{name}.toml")
    cases = [each.decided_by for step in told.steps for each in step.wagers if each.row.wager == wager]
    pattern = re.compile(re.escape(words).replace(r"\.", "."))
    assert any(pattern.fullmatch(case) for case in cases), cases


def test_what_wins_follows_from_what_is_computed_in_an_example_of_every_script() -> None:
    for file in one_of_each_script():
        settled = settle(file.read_text())
        for row in (row for _, played in settled.rounds for row in played.settlements):
            computed = row.computed
            if computed is None or computed.meter or row.outcome != "win":
                continue
            came_to = computed.due - computed.cut - computed.uncovered - computed.commission
            assert came_to - (row.staked if " for " in row.odds else 0) == row.net, (file, row)


def test_a_meter_is_told_with_what_it_held_and_what_it_holds() -> None:
    told = ruling(EXAMPLES / "massachusetts-2020/caribbean-stud/09a-straight-flush-on-table-b.toml")
    words = of_wager(told, 1, "progressive_payout")
    assert re.search(r"the meter progressive held \$[\d,.]+, 10% of it is paid, \$[\d,.]+", words)
    assert re.search(r"it then holds \$[\d,.]+, the \$1.00 of the wager does not go back", words)


def test_how_hands_rank_is_told_where_hands_are_compared(pitboss: Run) -> None:
    told = ruling(THREE_CARDS)
    assert any("The player-dealer qualifies with queen high or better." in text for text, _ in told.rankings)
    assert not ruling(EXAMPLES / "chapter4/roulette/01a-straight-up-wins.toml").rankings
    assert "HOW HANDS RANK" in pitboss("settle", THREE_CARDS, "--explain")[1]


def test_a_card_is_told_to_be_turned_up_once() -> None:
    story = ruling(EXAMPLES / "california/mississippi-stud-3-card-bonus/01-pair-of-kings.toml").steps[0].story
    turned = [line.pieces for line in story if line.kind == "reveal" and line.hand == "community"]
    texts = [line.text for line in story if line.kind == "reveal" and line.hand == "community"]
    assert len(turned) == 3 and [len(text.split()) for text in texts] == [6, 6, 6]


def write_rulings() -> None:
    """Put what the command prints of each example into the docs."""
    told = RULINGS.read_text()
    for name in re.findall(r"^## (\S+)$", told, re.MULTILINE):
        command = [sys.executable, "-m", "pitboss.cli", "settle", str(EXAMPLES / f"{name}.toml"), "--explain"]
        given = os.environ | {"COLUMNS": WIDTH, "PYTHONIOENCODING": "utf-8"}
        printed = subprocess.run(command, env=given, capture_output=True, text=True, check=True).stdout.rstrip()
        part = re.compile(rf"(^## {re.escape(name)}\n\n```\n).*?(\n```)", re.MULTILINE | re.DOTALL)
        told = part.sub(lambda found, printed=printed: found[1] + printed + found[2], told)
    RULINGS.write_text(told)


def test_each_decision_names_the_hand_it_is_about_where_a_seat_has_several() -> None:
    told = ruling(EXAMPLES / "chapter4/blackjack/15a-three-splits-four-hands.toml").steps[0]
    decided = [line for line in told.story if line.kind == "decision"]
    assert [line.text for line in decided[:2]] == ["Seat 1: split, $5.00", "Seat 1, hand 1: split, $5.00"]
    assert (decided[-1].text, decided[-1].as_json()["hand"]) == ("Seat 1, hand 2: stand", "seat 1 hand 2")
    assert told.hands[0].hand == "Seat 1, hand 1"


def test_how_hands_rank_leaves_out_wagers_that_nobody_made() -> None:
    plain = ruling(EXAMPLES / "massachusetts-2020/blackjack/10-split-and-double.toml")
    assert plain.rankings and not [text for text, _ in plain.rankings if "Super 4" in text or "face up" in text]
    matched = ruling(EXAMPLES / "massachusetts-2020/blackjack/30a-suited-and-unsuited-match.toml")
    assert [text for text, _ in matched.rankings if text.startswith("Match-the-Dealer")]


SAID = {
    "chapter4/blackjack/10a-split-meets-an-unseen-blackjack": "the dealer has blackjack, and the hand was split: 18",
    "massachusetts-2020/asia-poker/01-win": "two hands or more are higher: high hand queens and nines",
    "chapter4/craps/07a-place-6": "its number is thrown: 5-1, 6, the point is 9",
    "massachusetts-2020/craps/07a-dont-come-with-odds": "a seven comes first: ",
    "massachusetts-2020/high-card-flush/02-four-beat-three": "no straight flush: with",
}


@pytest.mark.parametrize("name", SAID)
def test_a_case_with_a_short_name_is_told_as_a_person_would(name: str) -> None:
    told = ruling(next(EXAMPLES.glob(f"{name}*.toml")))
    assert any(each.decided_by.startswith(SAID[name]) for step in told.steps for each in step.wagers)


def test_a_switch_is_about_no_hand_in_particular() -> None:
    story = ruling(EXAMPLES / "massachusetts-2020/blackjack-switch/01-switched-to-20-and-11.toml").steps[0].story
    assert "Seat 1: switch" in [line.text for line in story]


if __name__ == "__main__":
    write_rulings()


def test_a_reading_that_no_clause_names_is_told_where_it_decided() -> None:
    def told(ours: str, *actions: str) -> set[str]:
        seat = {"wagers": {"ante": 10, "pair_plus": 5}, "cards": ours, "actions": [*actions]}
        record = {"rulebook": "chapter4", "game": "three-card-poker", "seats": {"1": seat}}
        return {id for id, _, _ in ruling_of(settle(record | {"dealer": {"cards": "Qd 5c 2s"}})).readings}

    assert {"1", "8"} <= told("As 2h 3c", "play") and "8" not in told("As 2h 4c", "play")
    assert "7" in told("9s 9h 4c", "fold") and "1" not in told("9s 9h 4c", "fold")


def test_an_envy_is_told_with_the_cards_that_it_is_paid_for() -> None:
    told = ruling(EXAMPLES / "massachusetts-2020/let-it-ride/21-link-straight-flush-and-envy.toml")
    assert of_wager(told, 2, "multi_game_link_envy").startswith("envy of seat 1's straight flush: with 8♥ 7♥ 6♥;")


def test_a_raise_beyond_what_the_hand_allows_is_refused_with_the_hand_and_its_clause() -> None:
    seat = {"wagers": {"ante": 10}, "cards": "As Ks 9s 4s 2d 7c 8h", "actions": ["raise 20"]}
    record = {"rulebook": "massachusetts-2020", "game": "high-card-flush", "seats": {"1": seat}}
    with pytest.raises(PitbossError) as caught:
        settle(record | {"dealer": {"cards": "2h 3h 4h 5c 6c 9d Td"}})
    assert caught.value.sentence == (
        "seat 1 may raise at most $10.00, and not $20.00 with up to four of a suit"
    ) and caught.value.cite.endswith("§6(a)(5) L18081-18091")


def test_what_a_pay_table_pays_cites_the_lines_that_print_it() -> None:
    """Trips at Ultimate Texas Hold'em, a Horn bet, and an envy: the clause that has them paid, and the table."""
    trips = load("california/ultimate-texas-holdem")
    assert "L2830-2838" in Setup.of(trips, {"schedule_option": "2"}).offers["trips"].rulings["shown"][1]
    assert "§1.D.2 L159-165" in Setup.of(load("chapter4/craps")).offers["horn"].rulings["hit"][1]
    pays = (
        Setup.of(load("massachusetts-2014/caribbean-stud"), {"progressive_payout": "D"})
        .offers["progressive_payout"]
        .pays
    )
    assert pays is not None and "§11(d)(7) L237-245" in pays.envy_cite
    assert Setup.of(load("massachusetts-2020/sic-bo")).offers["big"].rulings["hit"][1].count("§4(b)") == 1, "has it"
