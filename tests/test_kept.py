"""Counts that are kept beside the tests, so that not every run of them takes the minutes that these take.

A few boards and rounds are counted anew whenever the tests run. ``PITBOSS_FULL=1 pytest tests/test_kept.py``, which
``make verify`` runs, makes all of them from nothing and holds them against what is kept; ``PITBOSS_KEEP=1`` keeps
what was counted instead, for mathematics that was changed on purpose or a set-up that was added to ``DEAR``.
"""

import os
import shutil
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conftest import KEPT
from holdem_table import heads_up_as_published
from house_fixtures import of_these
from pitboss.rulebook import Setup, load
from pitboss.solve import analyze
from pitboss.solve.holdem_boards import CHUNKS, solve_boards
from pitboss.solve.holdem_tables import price_arrays
from pitboss.solve.model import WagerAnalysis
from pitboss.solve.prices import Prices

HOLDEM = "massachusetts-2020/ultimate-texas-holdem"
COVER_ALL = {
    HOLDEM: "pitboss.solve.holdem_cover.ROUNDS",
    "massachusetts-2020/three-card-poker": "pitboss.solve.poker.three_card_poker.COVER_ALL_ROUNDS",
    "massachusetts-2020/caribbean-stud": "pitboss.solve.poker.sides.COVER_ALL_ROUNDS",
    "massachusetts-2020/mississippi-stud": "pitboss.solve.poker.sides.COVER_ALL_ROUNDS",
    "massachusetts-2020/four-card-poker": "pitboss.solve.poker.four_card_games.COVER_ALL_ROUNDS",
    "massachusetts-2020/crazy-4-poker": "pitboss.solve.poker.four_card_games.COVER_ALL_ROUNDS",
}
"""Entries whose Cover All is sampled, and where it is said in how many rounds."""
DEAR: list[tuple[str, dict[str, Any], list[str] | None]] = [
    (HOLDEM, {}, ["ante"]),
    ("california/ultimate-texas-holdem", {}, ["ante"]),
    ("massachusetts-2020/heads-up-holdem", {}, ["ante"]),
    ("massachusetts-2020/texas-holdem-bonus", {}, ["ante"]),
    ("massachusetts-2014/caribbean-stud", {}, ["ante"]),
    ("massachusetts-2020/four-card-poker", {}, ["ante"]),
    ("massachusetts-2020/high-card-flush", {}, ["ante"]),
    ("massachusetts-2020/winners-pot-poker", {}, ["ante"]),
    ("massachusetts-2020/flop-poker", {}, ["ante"]),
    ("massachusetts-2020/colorado-holdem", {}, ["ante"]),
    ("massachusetts-2020/criss-cross-poker", {}, ["ante_across"]),
    ("massachusetts-2020/double-cross-poker", {}, ["ante"]),
    ("massachusetts-2020/chase-the-flush", {}, ["ante"]),
    ("massachusetts-2020/fast-action-holdem", {}, ["wager"]),
    ("massachusetts-2020/asia-poker", {}, ["asia_poker"]),
    ("chapter4/pai-gow-poker", {}, ["main"]),
    ("california/pai-gow-poker", {}, ["base"]),
    ("california/face-up-pai-gow-poker", {}, ["base", "fortune"]),
    ("california/fortune-pai-gow-poker-1-0", {}, ["base"]),
    ("massachusetts-2020/pai-gow-poker", {"variant": "commission_free_fortune", "tiger_9": True}, None),
    ("massachusetts-2020/pai-gow-poker", {"variant": "ez"}, ["pai_gow_poker"]),
    ("massachusetts-2020/pai-gow-poker", {"variant": "face_up_fortune"}, ["pai_gow_poker"]),
    *((name, {"cover_all": True}, ["cover_all"]) for name in COVER_ALL),
]
"""What the counts are of: entries, their options, and the wagers that are analysed."""
NAMES = (
    "holdem-",
    "cover-all-",
    "poker-cover-all-",
    "five-against-up-card-",
    "ace-king-against-up-card-",
    "four-card-poker-",
    "four-cards-at-table-",
    "high-card-flush-",
    "winners-pot-",
    "best-with-two-",
    "flop-poker-",
    "kept-with-three-",
    "criss-cross-poker-",
    "double-cross-poker-",
    "chase-the-flush-",
    "fast-action-holdem-",
    "asia-poker-",
    "pai-gow-",
)
"""What is kept of all that is counted for them; the rest takes no time."""
BOARDS, FEW_ROUNDS = KEPT / "some-boards.npz", 32_000


def keep(name: str, arrays: Any) -> None:
    np.savez_compressed(KEPT / name, **arrays)


def sampled(setup: Setup) -> dict[str, WagerAnalysis]:
    """Cover All by the number of players."""
    found = analyze(setup, wagers=["cover_all"]).wagers
    return {title: wager for title, wager in found.items() if title.startswith("cover_all")}


@pytest.mark.parametrize("name", of_these(COVER_ALL, "massachusetts-2020/three-card-poker"))
def test_a_few_rounds_agree_with_the_many_that_are_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = Setup.of(load(name), {"cover_all": True})
    many = sampled(setup)
    shutil.copytree(KEPT, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr(COVER_ALL[name], FEW_ROUNDS)
    few = sampled(setup)
    assert few.keys() == many.keys() and len(few) == setup.seats
    for title, wager in few.items():
        assert wager.total == FEW_ROUNDS
        error = sqrt(float(many[title].variance) / FEW_ROUNDS)
        assert abs(float(wager.expectation - many[title].expectation)) < 4 * error, title


def test_some_boards_are_counted_as_they_were_when_all_were() -> None:
    found = solve_boards(price_arrays(Prices(Setup.of(load(HOLDEM)))), few=2 * CHUNKS)
    if "PITBOSS_KEEP" in os.environ:
        keep(BOARDS.name, found)
    with np.load(BOARDS) as kept:
        assert kept.files == list(found) and all((kept[part] == found[part]).all() for part in found)


@pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="PITBOSS_FULL counts everything that is kept again")
def test_everything_that_is_kept_is_what_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    for name, options, wagers in DEAR:
        analyze(Setup.of(load(name), options), wagers=wagers)
    analyze(heads_up_as_published(), wagers=["ante"])
    made = {file.name: dict(np.load(file)) for file in tmp_path.iterdir() if file.name.startswith(NAMES)}
    if "PITBOSS_KEEP" in os.environ:
        for file in {*KEPT.iterdir()} - {BOARDS}:
            file.unlink()
        for name, arrays in made.items():
            keep(name, arrays)
    assert {file.name for file in KEPT.iterdir()} == {BOARDS.name, *made}
    for name, arrays in made.items():
        with np.load(KEPT / name) as kept:
            assert kept.files == list(arrays), name
            assert all((kept[part] == counted).all() for part, counted in arrays.items()), name
