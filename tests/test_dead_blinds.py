"""Blinds and button when players leave, sit out and come back: by seats in Chapter 4, by players in California."""

from typing import Any

import pytest

from pitboss.engine.replay import settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.games.pot.contest import contest_of
from pitboss.rulebook import Setup, load
from pitboss.sheets.hand_history import hand_history

CHAPTER_4, HOLDEM = "chapter4/poker", "california/texas-holdem"
FULL = (1, 2, 3, 4, 5, 6, 7)


def table(name: str = CHAPTER_4, **options: Any) -> Table:
    entry = load(name)
    return Table(Setup.of(entry, options), game_of(entry), carry={"button": 1}, seed=3)


def hand(at: Table, *seats: int) -> Round:
    """A hand in which everybody gives up as soon as possible."""
    played = at.deal({seat: {} for seat in seats}, stacks=dict.fromkeys(seats, 200))
    while played.asking:
        names = played.asking[0].names
        played.act("fold" if "fold" in names else names[0])
    return played


def posted(played: Round) -> dict[int, str]:
    return {event.seat or 0: event.text for event in played.events if event.kind in ("blind", "dead blind")}


def button(played: Round) -> str:
    (text,) = [event.text for event in played.events if event.kind == "button"]
    return text


def told(played: Round) -> tuple[str, dict[int, str]]:
    return button(played), {seat: text.partition(" $")[0] for seat, text in posted(played).items()}


def test_the_button_follows_the_small_blind_and_that_the_big_one() -> None:
    at = table()
    assert told(hand(at, 1, 2, 3, 4)) == ("seat 1 has the button", {2: "small blind", 3: "big blind"})
    assert told(hand(at, 1, 2, 3, 4)) == ("seat 2 has the button", {3: "small blind", 4: "big blind"})
    assert told(hand(at, 1, 2, 3, 4)) == ("seat 3 has the button", {4: "small blind", 1: "big blind"})


def test_a_small_blind_of_a_seat_that_was_left_is_dead_and_nobody_has_the_big_one_twice() -> None:
    at = table()
    hand(at, 1, 2, 3, 4)
    dead = "the small blind of seat 3 is dead, and not posted"
    assert told(hand(at, 1, 2, 4)) == ("seat 2 has the button", {3: dead, 4: "big blind"})
    assert told(hand(at, 1, 2, 4)) == (
        "the button is dead: nobody plays seat 3",
        {4: "small blind", 1: "big blind"},
    )
    assert told(hand(at, 1, 2, 4)) == ("seat 4 has the button", {1: "small blind", 2: "big blind"})


def test_the_button_is_dead_before_a_seat_whose_player_left_after_the_small_blind() -> None:
    at = table()
    hand(at, 1, 2, 3, 4)
    played = hand(at, 1, 3, 4)
    assert told(played) == ("the button is dead: nobody plays seat 2", {3: "small blind", 4: "big blind"})
    assert contest_of(played).order == [3, 4, 1], "cards and betting go on from the left of the dead button"


def test_when_both_blinds_leave_only_a_big_blind_is_posted() -> None:
    at = table()
    hand(at, 1, 2, 3, 4, 5)
    played = hand(at, 1, 4, 5)
    assert button(played) == "the button is dead: nobody plays seat 2"
    assert posted(played) == {3: "the small blind of seat 3 is dead, and not posted", 4: "big blind $2.00"}
    assert played.net == {1: 0, 4: 0, 5: 0}


def test_two_players_are_left_and_each_has_the_big_blind_in_turn() -> None:
    at = table()
    hand(at, 1, 2, 3)
    assert told(hand(at, 1, 2)) == (
        "seat 2 has the button",
        {3: "the small blind of seat 3 is dead, and not posted", 1: "big blind"},
    )
    assert told(hand(at, 1, 2)) == ("the button is dead: nobody plays seat 3", {1: "small blind", 2: "big blind"})
    assert told(hand(at, 1, 2)) == ("seat 1 has the button", {2: "small blind", 1: "big blind"})


def test_whoever_comes_back_is_dealt_in_where_he_sits_and_posts_nothing_for_blinds_that_he_missed() -> None:
    """The rulebook knows no missed blinds but in Badugi."""
    at = table()
    hand(at, 1, 2, 3, 4)
    hand(at, 1, 2, 4)
    back = hand(at, 1, 2, 3, 4)
    assert told(back) == ("seat 3 has the button", {4: "small blind", 1: "big blind"})
    assert len(back.hands["seat 3"]) == 2


def test_in_california_button_and_blinds_go_to_the_next_players_and_are_never_dead() -> None:
    at = table(HOLDEM)
    hand(at, 1, 2, 3, 4)
    assert told(hand(at, 1, 3, 4)) == ("seat 3 has the button", {4: "small blind", 1: "big blind"})
    assert set(at.carry) == {"button"}


def test_without_blinds_the_button_goes_to_the_next_player() -> None:
    at = table(blinds=False)
    hand(at, 1, 2, 3)
    assert told(hand(at, 1, 3)) == ("seat 3 has the button", {})


def test_dead_blinds_are_the_same_when_the_record_is_settled_again() -> None:
    at = table(variant="badugi")
    for seats in ((1, 2, 3, 4), (1, 2, 4), (1, 4), (1, 2, 3, 4)):
        hand(at, *seats)
    again = settle(at.record(), at.setup, at.game)
    assert again.table.carry == at.carry and len(again.rounds) == 4


# -- entering a game of Badugi ----------------------------------------------------------------------------------------


def test_a_new_player_enters_badugi_anywhere_by_posting_the_big_blind() -> None:
    at = table(variant="badugi")
    first = hand(at, 1, 2, 3, 4)
    assert posted(first) == {2: "small blind $1.00", 3: "big blind $2.00"}, "a game that begins has nobody new"
    entered = hand(at, 1, 2, 3, 4, 5)
    enters = "enters and posts the big blind of $2.00"
    assert posted(entered) == {3: "small blind $1.00", 4: "big blind $2.00", 5: enters}
    assert hand_history(entered)["blinds_or_straddles"] == [1, 2, -2, 0, 0]
    assert enters not in posted(hand(at, 1, 2, 3, 4, 5)).values()


def test_whoever_missed_a_hand_of_badugi_posts_the_big_blind_to_come_back_also_in_the_place_of_the_small_one() -> None:
    at = table(variant="badugi")
    hand(at, 1, 2, 3, 4)
    hand(at, 1, 2, 4)
    hand(at, 1, 2, 3)
    back = hand(at, 1, 2, 3, 4)
    assert posted(back)[4] == "enters and posts the big blind of $2.00"


def test_who_posted_to_enter_may_check_or_raise_before_the_flop() -> None:
    at = table(variant="badugi")
    hand(at, 1, 2, 3, 4)
    played = at.deal({seat: {} for seat in (1, 2, 3, 4, 5)}, stacks=dict.fromkeys((1, 2, 3, 4, 5), 200))
    assert played.asking[0].seat == 5 and played.asking[0].names[:2] == ("check", "raise")


def test_another_player_on_a_seat_is_a_new_player() -> None:
    at = table(variant="badugi")
    hand(at, 1, 2, 3, 4)
    at.leave(2)
    assert posted(hand(at, 1, 2, 3, 4))[2] == "enters and posts the big blind of $2.00"


def test_a_full_game_of_badugi_is_entered_only_in_the_place_of_the_big_blind() -> None:
    at = table(variant="badugi")
    hand(at, *(seat for seat in FULL if seat != 6))  # button 1, big blind 3
    waiting = hand(at, *FULL)  # big blind 4
    assert [event.seat for event in waiting.events if event.kind == "sits out"] == [6] and waiting.net[6] == 0
    assert "seat 6" not in waiting.hands and len(contest_of(waiting).order) == 6
    hand(at, *FULL)  # big blind 5
    entered = hand(at, *FULL)
    assert posted(entered) == {5: "small blind $1.00", 6: "big blind $2.00"}
    assert [event.seat for event in entered.events if event.kind == "sits out"] == [7], "in front of the big blind"


@pytest.mark.parametrize("odd", ["x", None, 2.5, True])
def test_a_small_blind_that_carried_over_is_the_number_of_a_seat(odd: Any) -> None:
    raw = {
        "rulebook": "chapter4",
        "game": "poker",
        "carry": {"button": 1, "small_blind": odd},
        "seats": {"1": {"actions": ["fold"]}, "2": {}},
    }
    from pitboss.engine.reading import read
    from pitboss.errors import RecordError

    with pytest.raises(RecordError, match="small_blind"):
        settle(read(raw, game_of(load(CHAPTER_4))), Setup.of(load(CHAPTER_4)), game_of(load(CHAPTER_4)))
