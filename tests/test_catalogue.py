"""The catalogue: one line for each game, and a list of games that costs no game."""

import resource
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from pitboss.catalogue import CATALOGUE, Room, part, scripts
from pitboss.engine.script import Game
from pitboss.errors import RulebookError
from pitboss.games import game_of
from pitboss.rulebook.loader import entries, load
from pitboss.rulebook.shelves import Heading, headings
from riverboat import riverboat

LISTED = """
import sys
from pitboss.cli.app import run
assert run(["games"]) == 0
dear = ("pitboss.games", "pitboss.solve", "pitboss.rulebook.model", "numpy", "numba", "rich.table")
print([name for name in sys.modules if name.startswith(dear)])
"""


def test_every_line_names_modules_that_are_there() -> None:
    for room in get_args(Room):
        for script in scripts(room):
            assert part(script, room) is not None
    for script in CATALOGUE:
        assert isinstance(part(script, "games").GAME, Game)  # type: ignore[union-attr]


def test_every_script_of_an_entry_has_a_line_and_every_line_an_entry() -> None:
    assert {entry.script for entry in entries()} == {*CATALOGUE}


def test_the_list_of_games_says_what_the_entries_say() -> None:
    assert list(headings()) == [Heading(entry.name, entry.title, entry.family) for entry in entries()]


def test_a_list_of_games_imports_no_game_no_mathematics_and_no_model() -> None:
    found = subprocess.run([sys.executable, "-c", LISTED], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "[]", found.stdout[-500:]


def test_a_list_of_all_games_takes_less_than_four_tenths_of_a_second() -> None:
    """Of processor time, the best of several: others may use the machine."""
    assert min(seconds("games") for _ in range(4)) < 0.4


def seconds(*arguments: str) -> float:
    """The processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "pitboss.cli", *arguments], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_an_entry_that_does_not_fit_its_script_is_refused_whenever_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    riverboat(tmp_path, monkeypatch, ("wagers.ante_bonus", "wagers.ante_bonuss"))
    entry = load("riverboat/three-card-poker")
    for _ in range(2):
        with pytest.raises(RulebookError, match='ante_bonuss: .* did you mean "ante_bonus"'):
            game_of(entry)


def test_an_entry_is_held_against_its_script_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    riverboat(tmp_path, monkeypatch)
    entry = load("riverboat/three-card-poker")
    assert game_of(entry) is game_of(load("chapter4/three-card-poker"))
    entry.terms["deals"] = entry.terms["deal"]  # nothing but this test changes a loaded entry
    game_of(entry)
    with pytest.raises(RulebookError, match='no term "deals"'):
        game_of(entry.model_copy())


def test_every_script_with_wagers_says_what_it_may_come_to_with_each() -> None:
    for entry in entries():
        assert game_of(entry).settles is not None or not entry.wagers, entry.name
