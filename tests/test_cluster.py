"""A real cluster of two workers, started once for all that is counted and dealt on it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from house_fixtures import dear, of_these
from pitboss.rulebook import Setup, load
from pitboss.solve.holdem_boards import CHUNKS, solve_boards
from pitboss.solve.holdem_tables import price_arrays
from pitboss.solve.prices import Prices

WHEEL, CARDS = "chapter4/roulette", "chapter4/three-card-poker"
HOLDEM = "massachusetts-2020/ultimate-texas-holdem"


def analyzed(pitboss: Run, *arguments: str | Path) -> dict[str, Any]:
    code, out, err = pitboss("analyze", *arguments, "--json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


@dear
def test_a_cluster_of_two_workers_counts_some_boards_alike(cluster: str) -> None:
    prices = price_arrays(Prices(Setup.of(load(HOLDEM))))
    here, there = (solve_boards(prices, few=2 * CHUNKS, cluster=where) for where in (None, cluster))
    assert here.keys() == there.keys() and all((here[name] == there[name]).all() for name in here)


@pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="PITBOSS_FULL solves the whole game twice")
def test_a_cluster_of_two_workers_gives_the_same_fractions(
    pitboss: Run, cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = analyzed(pitboss, HOLDEM)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    there = analyzed(pitboss, HOLDEM, "--cluster", cluster)
    assert list(tmp_path.glob("holdem-*"))
    del here["seconds"], there["seconds"]
    assert here == there and here["wagers"]["ante"]["exact"] == "50643648973/2317817502000"


def test_a_game_that_is_solved_at_once_is_solved_here(pitboss: Run, cluster: str) -> None:
    assert analyzed(pitboss, "chapter4/roulette", "--cluster", cluster)["wagers"]["red"]["exact"] == "1/19"


SHARED = {
    "kernel": [CARDS, "--rounds", "6e6", "--wager", "ante=10", "--wager", "pair_plus=5"],
    "sessions": ["chapter4/mini-baccarat", "--rounds", "4e6", "--session-rounds", "500", "--bankroll", "300"],
    "script": [WHEEL, "--rounds", "1000", "--engine", "script", "--wager", "red=10"],
}


@pytest.mark.parametrize("shared", of_these(SHARED, "kernel"))
def test_a_cluster_of_two_workers_gives_the_same_answer_to_the_last_digit(
    pitboss: Run, cluster: str, shared: str
) -> None:
    answers = []
    for more in (["--cluster", cluster], ["--workers", "1"], ["--workers", "2"]):
        code, out, err = pitboss("simulate", *SHARED[shared], "--seed", "11", "--json", *more)
        assert (code, err) == (0, "")
        answer = json.loads(out)
        for key in ("seconds", "preparation_seconds", "rounds_per_second", "workers", "cluster"):
            answer.pop(key, None)
        answers.append(answer)
    assert answers[0] == answers[1] == answers[2]


@dear
def test_another_client_of_the_process_does_not_matter(pitboss: Run, cluster: str) -> None:
    distributed = pytest.importorskip("distributed")
    words = ["simulate", CARDS, "--rounds", "2e6", "--seed", "11", "--json"]
    alone = json.loads(pitboss(*words)[1])
    with distributed.Client(cluster, timeout=60):
        for _ in range(3):
            code, out, err = pitboss(*words, "--cluster", cluster)
            assert (code, err) == (0, "") and json.loads(out)["mean"] == alone["mean"]
