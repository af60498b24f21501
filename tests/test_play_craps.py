"""Craps in the terminal: what is up, what is off, calling, taking down, passing the dice, leaving."""

import subprocess
from typing import Any

import pytest

from pitboss import PitbossError, settle
from pitboss.cli.talk import listen, named
from pitboss.equipment.chance import T
from pitboss.games.dice.rolls import ROLLS, Roll
from test_play import Sitting, command, setup_of

CRAPS = "chapter4/craps"


class LoadedDice:
    """Dice that fall as they are told."""

    def __init__(self, *dice: str) -> None:
        self.dice = [Roll.read(each) for each in dice]

    def below(self, n: int) -> int:
        assert n == len(ROLLS)
        return ROLLS.index(self.dice.pop(0))

    def shuffle(self, items: list[T]) -> None:
        raise AssertionError("there are no cards in craps")


def sit(dice: str, *lines: str, **more: Any) -> Sitting:
    """A sitting in which the dice fall like this; whoever runs out of lines leaves."""
    return Sitting(CRAPS, *lines, chance=LoadedDice(*dice.split()), **more)


def said_after(played: Sitting, mark: str) -> str:
    """The screen from a mark on."""
    return played.screen[played.screen.rindex(mark) :]


# -- What a player says -----------------------------------------------------------------------------------------------

UP = ["pass_line", "place_to_win 6", "place_to_win 8", "come_odds 9", "hard_8"]


@pytest.mark.parametrize(
    ("line", "wagers", "down", "words", "rolls"),
    [
        ("roll", {}, [], [], True),
        ("field 5", {"field": "5"}, [], [], True),
        ("take down hard 8", {}, ["hard_8"], [], False),
        ("take hard_8 down", {}, ["hard_8"], [], False),
        ("down place 6, roll", {}, ["place_to_win 6"], [], True),
        ("take down all", {}, ["all"], [], False),
        ("on", {}, [], ["on all"], False),
        ("ON Come Odds", {}, [], ["on come_odds 9"], False),
        ("off place_to_win 8, field 5", {"field": "5"}, [], ["off place_to_win 8"], True),
        ("place_to_win 5 10, on place 5", {"place_to_win 5": "10"}, [], ["on place_to_win 5"], True),
        ("pass line 10", {"pass_line": "10"}, [], [], True),
    ],
)
def test_a_line_is_understood(line: str, wagers: Any, down: Any, words: Any, rolls: bool) -> None:
    said = listen(line, setup_of(CRAPS), UP)
    assert (said.wagers, said.down, said.words, said.rolls) == (wagers, down, words, rolls)


@pytest.mark.parametrize("line", ["pass", "pass dice", "pass the dice", "Pass, roll"])
def test_the_dice_are_passed_in_plain_words(line: str) -> None:
    assert listen(line, setup_of(CRAPS), UP).passes


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("take down", "what comes down?"),
        ("take down place", '"place" could be place_to_win 6 or place_to_win 8'),
        ("on horn", 'there is no "horn" on the layout; you have pass_line, place_to_win 6'),
        ("field", "how much on Field?"),
    ],
)
def test_a_line_that_makes_no_sense_gets_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(PitbossError) as error:
        listen(line, setup_of(CRAPS), UP)
    assert sentence in error.value.sentence


def test_a_wager_is_named_by_its_beginnings() -> None:
    assert named(["pl", "8"], UP) == "place_to_win 8"
    assert named(["hard"], UP) == "hard_8"


# -- At the table -----------------------------------------------------------------------------------------------------


def test_the_puck_and_what_is_up_are_shown_before_each_roll() -> None:
    played = sit("5-4 6-5", "pass_line 10", "place_to_win 6 12, pass_odds 20", "quit")
    assert "The puck is off: a come-out roll is next. The dice are offered: bet Pass or Don't Pass" in played.screen
    assert "The puck is on 9. You shoot.\nUp: pass line $10.00.\n" in played.screen
    assert "Up: pass line $10.00, place to win 6 $12.00, pass odds $20.00.\n" in played.screen


def test_wagers_that_merely_stay_are_not_listed_one_by_one() -> None:
    played = sit("5-4 6-5 4-2", "pass_line 10, hard_8 5", "field 5", "roll", "quit")
    rolls = said_after(played, "Type help")
    assert "   stays   " not in rolls and "pass line   " not in rolls
    assert "field    $5.00   win at 1 to 1   +$5.00" in played.screen
    assert played.visit.rounds == 3
    assert "This roll $0.00, balance $505.00." in played.screen


def test_a_come_bet_is_shown_where_it_goes() -> None:
    played = sit("5-4 4-2", "pass_line 10", "come 10", "quit")
    assert "Come goes to 6: $10.00." in played.screen
    assert "Up: pass line $10.00, come 6 $10.00." in played.screen


OFF = ("pass_line 10", "place_to_win 8 12, buy 4 20", "roll")
"""A point is made, and place and buy bets are up and off."""


def test_what_is_off_on_a_come_out_roll_is_told_apart() -> None:
    played = sit("5-4 6-5 5-4 4-3", *OFF, "pass_line 10", "quit")
    assert "Up, and off on this roll unless called on: place to win 8 $12.00, buy 4 $20.00." in played.screen
    assert played.net == 1000 + 1000, "the Buy bet comes down with its vigorish when the player leaves"


def test_a_wager_is_called_on_before_the_roll_and_works() -> None:
    played = sit("5-4 6-5 5-4 4-3", *OFF, "on place", "pass_line 10", "quit")
    assert 'Before the next roll: "on place_to_win 8".' in played.screen
    assert played.net == 1000 + 1000 - 1200


def test_a_wager_is_called_on_and_off_in_the_line_that_rolls() -> None:
    played = sit("5-4 6-5 5-4 6-5 4-3", *OFF, "pass_line 10, on", "off place, pass_line 10", "quit")
    assert "Up: place to win 8 $12.00, buy 4 $20.00." in said_after(played, "11 on the come-out roll")
    assert played.net == 1000 - 100 + 1000 + 1000 - 2000


def test_a_call_is_refused_when_it_is_made() -> None:
    played = sit("5-4", "pass_line 10", "on all", "quit")
    assert 'seat 1: wagers are called "on" for a come-out roll only' in played.screen
    assert "Before the next roll" not in played.screen


def test_a_wager_is_taken_down_before_the_roll_that_would_decide_it() -> None:
    for down in ("take down hard", "hard_8 0"):
        played = sit("5-4 6-5 4-3", "pass_line 10", "hard_8 5", down, "roll", "quit")
        assert "hard_8 is taken down: $5.00 goes back" in played.screen
        assert played.net == -1000


def test_everything_that_may_come_down_does_and_the_vigorish_comes_back() -> None:
    played = sit("5-4 6-5 4-3", "pass_line 10", "hard_8 5, buy 4 20, pass_odds 20", "take down all, roll", "quit")
    assert "vigorish on buy 4 given back +$1.00" in played.screen
    assert played.net == -1000


def test_a_contract_bet_is_not_taken_down() -> None:
    played = sit("5-4", "pass_line 10", "take down pass", "take down all", "quit")
    assert "Pass Line stays up until it is decided; it may not be taken down or reduced" in played.screen
    assert "you have nothing up that may come down" in played.screen


def test_what_was_noted_can_be_undone() -> None:
    played = sit("5-4 6-5 4-4", "pass_line 10", "hard_8 5", "take down hard", "undo", "roll", "quit")
    assert "Before the next roll: hard_8 comes down." in played.screen
    assert played.net == 4500 - 1000, "the hard way won; the Pass bet is left behind"


def test_a_shooter_without_a_line_bet_is_told_how_to_go_on() -> None:
    played = sit("6-5 6-5", "field 5", "pass_line 10", "field 5", "roll", "quit")
    assert "nobody takes the dice; before a come-out roll the shooter makes a Pass or a Don't Pass bet" in played.screen
    assert "You shoot: bet Pass or Don't Pass, or pass the dice." in played.screen
    assert "seat 1 shoots and must hold a Pass or Don't Pass bet; make one, or pass the dice" in played.screen
    assert played.visit.rounds == 1


def test_whoever_passes_the_dice_needs_no_line_bet() -> None:
    played = sit("5-4 6-5 4-3 5-4", "pass", "field 5", "field 5", "roll", "pass_line 10", "quit")
    assert "Before the next roll: another player takes the dice." in played.screen
    assert "The puck is on 9. Another player shoots." in played.screen
    assert "seat 1 takes the dice" in said_after(played, "7 out"), "they come round after the seven-out"
    assert played.visit.rounds == 4


def test_rebet_repeats_what_was_named_last() -> None:
    played = sit("5-4 6-5 6-5", "pass_line 10", "field 5", "rebet", "quit")
    assert played.visit.rounds == 3 and played.net == 500 + 500 - 1000


def test_no_roll_is_called_for_the_coming_roll() -> None:
    played = sit("5-4 4-3", "pass_line 10", "call die_leaves", "field 5", "roll", "quit")
    assert "Irregularity: one or both dice leave the table" in played.screen
    assert "Up: pass line $10.00, field $5.00." in played.screen
    assert played.net == -1500


# -- Money ------------------------------------------------------------------------------------------------------------


def test_the_vigorish_counts_against_the_balance() -> None:
    played = sit("5-4 6-5", "pass_line 10", "buy 4 40", "buy 4 38", "quit", bankroll=5000)
    assert "wagers of $50.00 and a fee of $2.00 are more than your $50.00" in played.screen
    assert played.visit.rounds == 2


def test_chips_on_the_layout_are_not_in_hand() -> None:
    played = sit("5-4 6-5", "pass_line 10, hard_8 5", "field 36", "field 35", "quit", bankroll=5000)
    assert "wagers of $51.00 are more than your $50.00" in played.screen
    assert played.visit.rounds == 2


def test_who_leaves_takes_what_may_come_down_and_leaves_contract_bets_on_the_layout() -> None:
    played = sit("5-4 6-5", "pass_line 10", "buy 4 20, pass_odds 20", "leave")
    assert "Vigorish on buy 4 given back: $1.00" in played.screen
    assert "What may not come down before it is decided, $10.00, stays on the layout." in played.screen
    assert played.screen.endswith("You leave with $490.00 after 2 rolls: -$10.00.\n")


def test_who_leaves_without_contract_bets_leaves_nothing_behind() -> None:
    played = sit("5-4 6-5", "dont_pass 10, place_to_win 6 12", "buy 4 20", "leave")
    assert played.net == 0 and played.visit.abandoned == 0
    assert settle(played.table.record().to_toml()).net == {1: 0}


def test_help_tells_what_can_be_said_at_a_craps_table() -> None:
    played = sit("", "help", "quit")
    for words in ("take down hard_8", "on place 6, off all", "let another player take the dice", "irregularities"):
        assert words in played.screen
    assert "pair_plus" not in played.screen


def test_a_player_is_told_of_notices_for_what_was_chosen_and_not_for_every_default() -> None:
    assert "Notice:" not in sit("", "quit").screen
    screen = sit("", "quit", options={"come_odds_multiple": 3}).screen
    assert screen.count("Notice:") == screen.count("Notice: option come_odds_multiple:") == 1


def test_the_wagers_on_offer_name_their_limits_and_what_each_number_pays() -> None:
    played = sit("", "quit")
    assert "up to 2 × pass line" in played.screen
    assert "4: 9 to 5, 5: 7 to 5, 6 and 8: 7 to 6, 9: 7 to 5, 10: 9 to 5" in played.screen
    assert "\ncome  " in played.screen, "a Come bet names no number"


@pytest.mark.parametrize("name", ["chapter4/craps", "massachusetts-2020/craps", "oneida-2003/craps"])
def test_scripted_craps_from_standard_input(name: str) -> None:
    lines = [
        "pass_line 10",
        *("roll", "place_to_win 6 12", "on all", "take down all", "roll") * 4,
        "pass",
        "roll",
        "quit",
    ]
    done = subprocess.run(
        [*command(), "play", name, "--seed", "6"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The puck is " in done.stdout and "You leave with" in done.stdout.splitlines()[-1]


def test_a_shooter_who_made_the_point_rolls_on_without_a_line_bet_where_the_rulebook_lets_him() -> None:
    lines = ("pass_line 10", "come 10", "roll", "roll", "no line bet, roll", "roll", "roll")
    played = Sitting("oneida-2003/craps", *lines, chance=LoadedDice("4-2", "5-4", "3-3", "5-5", "6-3"))
    assert "or roll without a line bet for the Come bets alone" in " ".join(said_after(played, "3-3").split())
    assert "The puck is off: a come-out roll is next. You shoot." in said_after(played, "5-5")
    assert "come 9" in (last := said_after(played, "5-5")) and "+$10.00" in last
    refused = sit("4-2 5-4 3-3", "pass_line 10", "come 10", "roll", "no line bet, roll")
    assert "must hold a Pass or Don't Pass bet" in " ".join(refused.screen.split())
