"""``pitboss rules ENTRY --record``: the keys that a record of the game takes, and an example that settles."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from conftest import EXAMPLES, Run
from house_fixtures import of_each_script
from pitboss import settle
from pitboss.engine.reading import TAIL
from pitboss.games import game_of
from pitboss.rulebook import entry_names, load
from pitboss.sheets.record_keys import DRAWS, RecordKeys, record_keys

BY_A_TABLE = {"left_up", "practice", "ran_out", "exchanged"}
"""Keys that a table writes and a person hardly does; docs/records.md has them."""


@pytest.mark.parametrize("name", of_each_script(entry_names()))
def test_the_example_that_is_printed_settles_and_the_keys_are_those_that_examples_use(name: str) -> None:
    keys = record_keys(load(name))
    assert settle(keys.example).net == keys.net
    for file in sorted((EXAMPLES / name).glob("*.toml")):
        record = tomllib.loads(file.read_text(encoding="utf-8"))
        for used, known in parts(record, keys) if record["game"] == keys.entry.game else ():
            assert used - known - BY_A_TABLE == set(), file.name
        for step in record.get("steps", [record]) if record["game"] == keys.entry.game else ():
            for seat in step.get("seats", {}).values():
                done = {words.partition(" ")[0] for words in seat.get("actions", ()) if "refused" not in record}
                assert done <= printed(keys.seat["actions"]), file.name


def parts(record: Mapping[str, Any], keys: RecordKeys) -> Iterator[tuple[set[str], set[str]]]:
    """The keys that a record has in each of its parts, and those that are printed for it."""
    head, of_round, of_seat = (split(part) for part in (keys.head, keys.round, keys.seat))
    yield set(record) - set(TAIL), head | of_round
    for step in record.get("steps", [record]):
        yield set(step) - set(TAIL), head | of_round
        for seat in step.get("seats", {}).values():
            yield set(seat), of_seat


def split(part: Mapping[str, str]) -> set[str]:
    return {name for names in part for name in names.split(", ")}


def test_what_players_are_asked_goes_by_the_options(pitboss: Run) -> None:
    _, by_default, _ = pitboss("rules", "chapter4/blackjack", "--record", "--json")
    _, with_surrender, _ = pitboss("rules", "chapter4/blackjack", "-o", "surrender_allowed=true", "--record", "--json")
    usual, _, seldom = json.loads(by_default)["seat"]["actions"].partition("; seldom, by other options")
    assert "surrender" not in usual and "surrender" in seldom
    assert "surrender" in json.loads(with_surrender)["seat"]["actions"].partition("; seldom")[0]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("massachusetts-2020/fast-action-holdem", "natural keep_hand void_hand"),
        ("california/texas-holdem", "all_in"),
        ("massachusetts-2020/casino-war", "stay leave"),
        ("massachusetts-2020/pai-gow-tiles", "no_cut cut_at_0"),
    ],
)
def test_actions_that_are_seldom_asked_for_are_printed_too(name: str, words: str) -> None:
    actions = record_keys(load(name)).seat["actions"].partition("; seldom")[2]
    assert not [word for word in words.split() if word not in actions]


def test_actions_that_only_other_entries_of_the_script_ask_for_are_not_printed() -> None:
    for name, word in (("california/casino-war", "tie_war"), ("california/blackjack-1-5-to-1", "insure")):
        assert word not in record_keys(load(name)).seat["actions"], name


def printed(actions: str) -> set[str]:
    """The actions that are printed; those that go on by a number one by one."""
    words = {*re.split(r"[,;:] ", actions)}
    runs = [re.fullmatch(r"(\w*?)(\d+) to \w*?(\d+)", word) for word in words]
    return words | {f"{run[1]}{number}" for run in runs if run for number in range(int(run[2]), int(run[3]) + 1)}


def test_only_keys_that_the_entry_has_use_for_are_printed() -> None:
    ours, theirs = (record_keys(load(f"{book}/blackjack")) for book in ("chapter4", "massachusetts-2020"))
    of_theirs = {"dealer_2", "dealer_3", "bonus_amount", "must_hit_trigger", "must_hit_winner"}
    assert of_theirs <= set(theirs.round) and not of_theirs & set(ours.round)
    assert "streaks" in theirs.head["carry"] and "streaks" not in ours.head["carry"]
    assert "behind" in theirs.seat["says"] and "behind" not in ours.seat["says"]


def test_a_key_that_only_some_entries_use_is_one_of_its_script_and_one_of_them_uses_it() -> None:
    games = {entry.script: game_of(entry) for entry in map(load, entry_names())}
    for script, game in games.items():
        assert set(game.only_with) <= {
            *game.hands,
            *game.draws,
            *game.carries,
            *game.says,
            *(game.asks or "").split(),
        }, script
        said = [{*entry.terms, *entry.wagers} for entry in map(load, entry_names()) if entry.script == script]
        needs = [need for key, need in game.only_with.items() if key not in (game.asks or "").split()]
        assert all(any(need in names for names in said) for need in needs), script


def test_whatever_a_record_gives_besides_cards_is_explained_in_words_of_its_own() -> None:
    games = [game_of(entry) for entry in map(load, entry_names())]
    assert {draw for game in games for draw in game.draws} == set(DRAWS)
    assert len(set(DRAWS.values())) == len(DRAWS)
    assert record_keys(load("chapter4/keno")).round["plan"].startswith("the approved plan")
    assert record_keys(load("chapter4/pai-gow-poker")).round["house_set"].startswith("how the dealer set the hand")


def test_the_keys_are_printed_for_people_with_an_example_to_copy(pitboss: Run) -> None:
    _, out, _ = pitboss("rules", "chapter4/blackjack", "--record")
    assert "exposed_card_drawn_in_error " in out  # a name is there to be copied: whole, on one line
    code, out, _ = pitboss("rules", "chapter4/red-dog", "--record")
    assert code == 0
    example = "rulebook" + out.partition("AN EXAMPLE\n\nrulebook")[2].partition("\nIt settles")[0]
    [(seat, net)] = settle(example).net.items()
    assert f"It settles: seat {seat} +${net / 100:.2f}." in out
    assert "a third card is exposed before raises are closed; names card" in " ".join(out.split())


def test_the_example_alone_is_a_file_that_settles(pitboss: Run, tmp_path: Path) -> None:
    code, out, _ = pitboss("rules", "chapter4/red-dog", "--record", "--toml")
    (tmp_path / "round.toml").write_text(out)
    assert code == 0 and pitboss("settle", tmp_path / "round.toml")[0] == 0
    code, _, err = pitboss("rules", "chapter4/red-dog", "--toml")
    assert code == 2 and "--toml is for the example of --record" in err
