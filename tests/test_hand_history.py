"""Hands in PHH: PokerKit reads them, plays them again, and comes to the stacks that our table came to."""

import os
import random
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from conftest import EXAMPLES, Run
from pitboss import open_table
from pitboss.engine.remedies import Call
from pitboss.errors import Refused
from pitboss.house.house import House
from pitboss.rulebook import Setup, load
from pitboss.sheets.hand_history import About, as_phh, as_phhs, code_of, hand_history
from pot_play import CHIP, Played, free_table, random_hand, straight_and_three
from served import Client, Served, served, sit_down

pokerkit = pytest.importorskip("pokerkit")

HANDS = int(os.environ.get("PITBOSS_HANDS", "32")) // 4
CALIFORNIA, CHAPTER_4 = "california", "chapter4/poker"
ANTE, NO_OPEN_PAIR = {"ante": "2520.00"}, ("open", "bet_upper")
GAMES: dict[str, tuple[str, Mapping[str, Any], int]] = {
    "FT": (f"{CALIFORNIA}/texas-holdem", {"schedule_option": 4}, 9),
    "NT": (f"{CALIFORNIA}/texas-holdem", {"schedule_option": 26, "raise_cap": "lifted"}, 9),
    "NS": (f"{CALIFORNIA}/short-deck-holdem", {"schedule_option": 2, "big_bet": "no_limit"}, 9),
    "PO": (f"{CALIFORNIA}/omaha", {"schedule_option": 23}, 9),
    "FO/8": (f"{CALIFORNIA}/omaha-high-low-split", {"schedule_option": 4}, 9),
    "F7S": (f"{CALIFORNIA}/seven-card-stud", {"schedule_option": 3}, 6),
    "F7S/8": (f"{CALIFORNIA}/seven-card-stud-high-low-split", {"schedule_option": 3}, 6),
    "FT by Chapter 4": (CHAPTER_4, {}, 9),
    "NT by Chapter 4": (CHAPTER_4, {"betting_structure": "no_limit", "straddle": True} | ANTE, 9),
    "PO by Chapter 4": (CHAPTER_4, {"variant": "omaha", "betting_structure": "pot_limit"}, 9),
    "F7S by Chapter 4": (CHAPTER_4, {"variant": "seven_card_high_stud"} | ANTE, 6),
    "FR": (CHAPTER_4, {"variant": "seven_card_low_stud"} | ANTE, 6),
    "N2L1D": (
        CHAPTER_4,
        {
            "variant": "five_card_low_draw",
            "low_method": "27",
            "deuce_seven_wheel_is_straight": False,
            "betting_structure": "no_limit",
        },
        5,
    ),
    "F2L3D": (
        CHAPTER_4,
        {"variant": "five_card_low_draw", "low_method": "27", "deuce_seven_wheel_is_straight": False, "draws": 3},
        3,
    ),
    "FB": (CHAPTER_4, {"variant": "badugi"}, 4),
}


def read_again(text: str) -> Any:
    """The last state of the hand as PokerKit plays it."""
    history = pokerkit.HandHistory.loads(text)
    *_, last = history
    assert not last.status, "PokerKit played it to its end"
    return last


def differs(code: str, hand: Played, told: Mapping[str, Any]) -> bool:
    """Where PokerKit is known to have other rules, or to refuse what two players may do at limit."""
    return (code == "NS" and straight_and_three(hand.played)) or any(
        "more than 4 bets" in n for n in told.get("_notes", ())
    )


@pytest.mark.parametrize("title", GAMES)
def test_pokerkit_reads_our_hands_and_comes_to_the_same_stacks(title: str) -> None:
    name, options, most = GAMES[title]
    code, rng = title.split()[0], random.Random(title)
    table = free_table(name, options)
    assert code_of(table.setup) == code
    compared = 0
    for _ in range(HANDS):
        hand = random_hand(table, rng, least=2, most=most, avoided=NO_OPEN_PAIR)
        seat = rng.choice(list(hand.stacks))
        for viewer in ("surveillance", seat, f"player-{seat}"):
            told = hand_history(hand.played, viewer, About("7", 3, "2026-05-01T20:00:00.000+00:00"))
            if not differs(code, hand, told):
                last = read_again(as_phh(told))
                assert [*map(float, last.stacks)] == [*map(float, told["finishing_stacks"])], told
                compared += 1
    assert compared >= HANDS


@pytest.mark.parametrize("title", GAMES)
def test_a_player_gets_no_card_that_he_did_not_see(title: str) -> None:
    name, options, most = GAMES[title]
    rng = random.Random(f"hidden {title}")
    table = free_table(name, options)
    for _ in range(HANDS):
        hand = random_hand(table, rng, least=2, most=most, avoided=NO_OPEN_PAIR)
        for seat in hand.stacks:
            seen = {card for event in hand.played.view(seat) for card in event.cards if card.known}
            told = "".join(hand_history(hand.played, seat)["actions"])
            every = {card for event in hand.played.view("surveillance") for card in event.cards}
            assert not [card for card in every - seen if card in told.replace("p1", "")]
            assert "??" in told


def test_fees_are_not_in_the_finishing_stacks_and_are_told() -> None:
    table = open_table("california/texas-holdem", {"schedule_option": 26}, seed=3)
    played = table.deal({1: {}, 2: {}, 3: {}}, stacks={1: 50, 2: 200, 3: 200}, players={1: "ann", 2: "bob", 3: "cho"})
    while played.asking:
        names = played.asking[0].names
        played.act("all_in" if "all_in" in names else names[0])
    told = hand_history(played, "ann", About(names={"ann": "Ann"}))
    assert told["players"] == ["cho", "Ann", "bob"] and told["seats"] == [3, 1, 2]
    assert told["actions"][:3] == ["d dh p1 ????", "d dh p2 Qd3s", "d dh p3 ????"]
    assert told["actions"][-3:] == ["d db Qs2cJs", "d db Jh", "d db Ac"], "hands that are all in are shown before"
    assert told["_notes"] == ["The house took $5.00 from the pot before it was awarded."]
    assert sum(told["finishing_stacks"]) == 445 and sum(read_again(as_phh(told)).stacks) == 450


def test_several_hands_are_one_file() -> None:
    table, rng = free_table(f"{CALIFORNIA}/texas-holdem", {"schedule_option": 4}), random.Random(1)
    hands = [hand_history(random_hand(table, rng).played, about=About(hand=number)) for number in (1, 2, 3)]
    found = list(pokerkit.HandHistory.loads_all(as_phhs(hands)))
    assert [each.hand for each in found] == [1, 2, 3]
    assert list(tomllib.loads(as_phhs(hands))) == ["1", "2", "3"]


def test_two_players_post_their_blinds_as_the_rulebook_has_them() -> None:
    """The player left of the button has the small blind, and not the button as PHH has it by itself."""
    table = free_table(f"{CALIFORNIA}/texas-holdem", {"schedule_option": 26})
    table.carry["button"] = 2
    chips = dict.fromkeys((1, 2), 20 * CHIP // 100)
    played = table.deal({1: {}, 2: {}}, stacks=chips)
    while played.asking:
        played.act("fold" if "fold" in played.asking[0].names else "check")
    told = hand_history(played)
    assert told["seats"] == [1, 2] and told["blinds_or_straddles"] == [5040, 2520]
    assert [*read_again(as_phh(told)).stacks] == told["finishing_stacks"] == [50_400 - 2520, 50_400 + 2520]


NO_CODE = {
    "california/texas-holdem": ({"schedule_option": 57}, "PHH has no code for hold'em at pot limit"),
    "california/omaha": ({"schedule_option": 4}, "PHH has no code for Omaha at limit"),
    "california/omaha-high-low-split": ({"schedule_option": 31}, "Omaha high-low eight or better at no limit"),
    "california/big-o-high-low-split": ({}, "PHH has no code for Big O High-Low Split at limit"),
    "chapter4/poker": ({"variant": "crazy_pineapple"}, "PHH has no code for crazy pineapple at limit"),
    "chapter4/roulette": ({}, "PHH tells hands of poker for a pot, and Roulette is none"),
}


@pytest.mark.parametrize("name", NO_CODE)
def test_a_game_without_a_code_is_refused_in_a_sentence(name: str) -> None:
    options, sentence = NO_CODE[name]
    with pytest.raises(Refused, match=sentence):
        code_of(Setup.of(load(name), options))


def test_a_hand_with_a_ruling_in_it_is_refused_in_a_sentence() -> None:
    table = free_table(CHAPTER_4)
    played = table.deal({1: {}, 2: {}, 3: {}}, stacks=dict.fromkeys((1, 2, 3), 100_000))
    played.call(Call("unprotected_hand", played.asking[0].seat))
    while played.asking:
        played.act(played.asking[0].default_answer)
    with pytest.raises(
        Refused, match="PHH has no word for a ruling, and there was one in this hand: An unprotected hand"
    ):
        hand_history(played)


# -- from a record, from a house, over the API ------------------------------------------------------------------------


def test_a_record_is_told_in_phh_whole_or_as_a_seat_saw_it(pitboss: Run) -> None:
    record = EXAMPLES / "california" / "texas-holdem" / "01-full-accounting.toml"
    code, out, err = pitboss("settle", record, "--phh")
    assert (code, err) == (0, "") and {"d dh p2 KdQs", "d dh p3 9s9h"} <= {*tomllib.loads(out)["actions"]}
    code, out, _ = pitboss("settle", record, "--phh", "--seat", "2")
    assert code == 0 and {"d dh p2 KdQs", "d dh p3 ????"} <= {*tomllib.loads(out)["actions"]}
    assert read_again(out).stacks, "PokerKit knows stacks without a limit"


@pytest.mark.parametrize(
    ("record", "options", "sentence"),
    [
        ("california/omaha/01-", ("--phh",), "PHH has no code for Omaha at limit"),
        ("chapter4/roulette/01a", ("--phh",), "Roulette is none"),
        ("california/texas-holdem/09-", ("--phh",), "there is no hand in this record"),
        ("california/texas-holdem/01-", ("--phh", "--seat", "9"), "seat 9 is in no hand of this record"),
        ("california/texas-holdem/01-", ("--seat", "1"), "--seat goes with --phh"),
        ("california/texas-holdem/01-", ("--phh", "--json"), "--phh goes without --json"),
    ],
)
def test_what_cannot_be_told_in_phh_is_one_sentence(
    pitboss: Run, record: str, options: tuple[str, ...], sentence: str
) -> None:
    name, _, start = record.rpartition("/")
    file = next((EXAMPLES / name).glob(f"{start}*.toml"))
    code, out, err = pitboss("settle", file, *options)
    assert (code, out) == (2, "") and sentence in err and err.count("\n") == 1


def play_two_hands(house: Served) -> dict[int, Client]:
    """Three players, of whom one has not seen the second hand; everybody calls to the end."""
    players = {seat: house.client(person) for seat, person in enumerate(("ann", "bob", "cho"), start=1)}
    for seat, player in players.items():
        sit_down(player, "7", seat, "100.00")
    for seats in ((1, 2, 3), (1, 2)):
        for seat in seats:
            players[seat].do("7", "ready", seat=seat)
        house.client("dee").do("7", "deal")
        while asking := players[1].get("/tables/7")["asking"]:
            asked = players[asking["seat"]]
            names = [each["action"] for each in asked.get("/tables/7")["asking"]["actions"]]
            asked.do("7", "act", seat=asking["seat"], action="call" if "call" in names else "check")
    return players


def test_a_player_gets_his_own_hands_over_the_api_with_hidden_cards_hidden(sqlite_url: str) -> None:
    opened = {"schedule_option": 26}

    def open_tables(house: House) -> None:
        house.open_table("7", f"{CALIFORNIA}/texas-holdem", opened)
        house.open_table("8", "chapter4/roulette")

    with served(sqlite_url, open_tables) as house:
        players = play_two_hands(house)
        for table, status, sentence in (
            ("8", 409, "PHH is for poker for a pot, and table 8 plays Roulette"),
            ("9", 404, 'there is no table "9"'),
        ):
            refused = players[1].ask("GET", f"/tables/{table}/phh")
            assert (refused.status_code, refused.json()["detail"]) == (status, sentence)
        answer = players[3].ask("GET", "/tables/7/rounds/1/phh")
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/toml")
        plain = players[3].http.get("/tables/7/rounds/1/phh", headers={"Accept": "text/plain"})
        assert plain.text == answer.text and plain.headers["content-type"].startswith("text/plain")
        told = tomllib.loads(answer.text)
        assert told["hand"] == 1 and told["table"] == "7" and sorted(told["players"]) == ["Ann", "Bob", "Cho"]
        dealt = [line for line in told["actions"] if line.startswith("d dh")]
        assert sum(line.endswith("????") for line in dealt) == 2
        whole = tomllib.loads(house.client("floor").ask("GET", "/tables/7/rounds/1/phh").text)
        assert "??" not in "".join(whole["actions"])
        assert [*tomllib.loads(players[1].ask("GET", "/tables/7/phh").text)] == ["1", "2"]
        own = tomllib.loads(players[3].ask("GET", "/tables/7/phh").text)
        assert [each["hand"] for each in own.values()] == [1], "he was not dealt in again"
        assert [*tomllib.loads(players[1].ask("GET", "/tables/7/phh?before=2").text)] == ["1"]
        assert players[1].ask("GET", "/tables/7/rounds/3/phh").status_code == 404


def test_a_house_exports_its_hands_whole_or_those_of_a_player(sqlite_url: str, pitboss: Run, tmp_path: Path) -> None:
    def open_tables(house: House) -> None:
        house.open_table("7", CHAPTER_4)
        house.open_table("8", "chapter4/roulette")

    with served(sqlite_url, open_tables) as house:
        play_two_hands(house)
    file = tmp_path / "hands.phhs"
    code, out, err = pitboss("export", "--database", sqlite_url, "--phh", file)
    assert (code, err) == (0, "") and "2 hands." in " ".join(out.split())
    hands = tomllib.loads(file.read_text())
    assert len(hands) == 2 and "??" not in str([hand["actions"] for hand in hands.values()])
    pitboss("export", "--database", sqlite_url, "--phh", file, "--player", "cho")
    (own,) = tomllib.loads(file.read_text()).values()
    assert "????" in str(own["actions"])
    assert next(iter(pokerkit.HandHistory.loads_all(file.read_text()))).variant == "FT"
    for more, sentence in (
        (("--phh", file, "--player", "nobody"), 'nobody called "nobody"'),
        (("--phh", tmp_path / "hands.csv"), "name it *.phhs"),
        (("--rounds", tmp_path / "r.csv", "--player", "cho"), "--player goes with --phh"),
    ):
        code, _, err = pitboss("export", "--database", sqlite_url, *more)
        assert code == 2 and sentence in err


def test_a_table_whose_game_has_no_code_says_so_over_the_api(sqlite_url: str) -> None:
    options = {"variant": "crazy_pineapple"}
    with served(sqlite_url, lambda house: house.open_table("7", CHAPTER_4, options)) as house:
        players = {seat: house.client(person) for seat, person in enumerate(("ann", "bob"), start=1)}
        for seat, player in players.items():
            sit_down(player, "7", seat, "100.00")
            player.do("7", "ready", seat=seat)
        house.client("dee").do("7", "deal")
        asking = players[1].get("/tables/7")["asking"]
        players[asking["seat"]].do("7", "act", seat=asking["seat"], action="fold")
        answer = players[1].ask("GET", "/tables/7/rounds/1/phh")
        assert answer.status_code == 409 and "no code for crazy pineapple at limit" in answer.json()["detail"]
        told = players[1].ask("GET", "/tables/7/phh").text
        assert told.startswith("# table 7, round 1: PHH has no code for crazy pineapple") and not tomllib.loads(told)
