"""Sessions: ruin, targets, coin-in and losing runs, against what can be worked out with a pencil; and their files."""

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from conftest import Run
from house_fixtures import dear
from pitboss.simulation import Engine, simulate
from pitboss.simulation.plan import Session, plan_of
from pitboss.simulation.result import Result
from pitboss.simulation.sessions import ENDS, Sessions

WIN = 18 / 38
RED = {"red": "10"}
ENGINES: list[Engine] = ["kernel", "script"]


def red(rounds: int, session: Session, engine: Engine = "kernel", workers: int | None = None) -> Sessions:
    """Ten dollars on red at a double-zero wheel."""
    plan = plan_of("chapter4/roulette", rounds=rounds, seed=38, wagers=RED, session=session)
    found = simulate(plan, engine, workers).sessions
    assert found is not None
    return found


def error(values: np.ndarray[Any, Any]) -> float:
    return float(values.std(ddof=1)) / len(values) ** 0.5


# -- With a pencil ----------------------------------------------------------------------------------------------------


def ruin(units: int, goal: int) -> tuple[float, float]:
    """The gambler's ruin: its chance with so many units and a goal of so many, and how many rounds it all takes."""
    ratio = (1 - WIN) / WIN
    reaches = (1 - ratio**units) / (1 - ratio**goal)
    return 1 - reaches, (units - goal * reaches) / (1 - 2 * WIN)


@pytest.mark.parametrize(("units", "goal"), [(10, 20), (5, 30), (20, 25)])
def test_a_gambler_is_ruined_as_often_as_the_formula_says(units: int, goal: int) -> None:
    rules = Session(10**6, bankroll=1000 * units, target=1000 * goal)
    found = red(20_000 * 10**6, rules)
    chance, rounds = ruin(units, goal)
    assert len(found) == 20_000
    assert found.share("time_up") == 0
    assert abs(float(found.share("ruined")) - chance) < 4 * (chance * (1 - chance) / 20_000) ** 0.5
    assert abs(float(found.mean("rounds")) - rounds) < 4 * error(found.column("rounds"))
    assert set(found.column("result").tolist()) == {-1000 * units, 1000 * (goal - units)}
    assert np.array_equal(found.column("coin_in"), 1000 * found.column("rounds"))


def test_real_tables_ruin_a_gambler_as_often() -> None:
    found = red(300 * 400, Session(400, bankroll=3000, target=6000), "script")
    chance, rounds = ruin(3, 6)
    assert abs(float(found.share("ruined")) - chance) < 4 * (chance * (1 - chance) / 300) ** 0.5
    assert abs(float(found.mean("rounds")) - rounds) < 4 * error(found.column("rounds"))


def longest_runs(rounds: int) -> np.ndarray[Any, Any]:
    """The chance of each length of the longest losing run, spin by spin: states are the run now and the longest."""
    chances = {(0, 0): 1.0}
    for _ in range(rounds):
        after: dict[tuple[int, int], float] = {}
        for (now, longest), chance in chances.items():
            won, lost = (0, longest), (now + 1, max(longest, now + 1))
            after[won] = after.get(won, 0.0) + chance * WIN
            after[lost] = after.get(lost, 0.0) + chance * (1 - WIN)
        chances = after
    found = np.zeros(rounds + 1)
    for (_, longest), chance in chances.items():
        found[longest] += chance
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_losing_runs_are_as_long_as_they_must_be(engine: Engine) -> None:
    sessions = 40_000 if engine == "kernel" else 200
    found = red(sessions * 50, Session(50), engine)
    exact = longest_runs(50)
    mean = float((np.arange(51) * exact).sum())
    runs = found.column("longest_losing_run")
    assert abs(runs.mean() - mean) < 4 * error(runs)
    results = found.column("result")
    assert abs(results.mean() - 50 * 1000 * (2 * WIN - 1)) < 4 * error(results)
    assert abs(results.std() - 1000 * (50 * 4 * WIN * (1 - WIN)) ** 0.5) < 0.15 * results.std()


def test_without_a_bankroll_nobody_is_ruined() -> None:
    found = red(100_000, Session(100))
    assert found.share("time_up") == 1
    assert set(found.column("rounds").tolist()) == {100}
    answer = found.as_json()
    assert answer["risk_of_ruin"] is None and answer["reached_target"] is None


def test_a_player_who_cannot_cover_a_play_wager_leaves() -> None:
    """An Ante of $10 may ask for $10 more: with less than $20 the session is over."""
    plan = plan_of(
        "chapter4/three-card-poker", rounds=200_000, seed=1, wagers={"ante": 10}, session=Session(1000, bankroll=6000)
    )
    found = simulate(plan).sessions
    assert found is not None
    ruined = found.column("result")[found.column("ended") == ENDS.index("ruined")]
    assert len(ruined) and (ruined + 6000 < 2000).all() and (ruined + 6000 >= 0).all()


@dear
def test_a_collection_fee_comes_out_of_the_bankroll() -> None:
    options = {"schedule_option": 2}
    rules = Session(50)
    plan = plan_of("california/three-card-poker", options, rounds=5_000, seed=1, wagers={"ante": 10}, session=rules)
    for engine in ENGINES:
        found = simulate(plan, engine, 1)
        assert found.sessions is not None
        assert found.fees == 100 * found.rounds
        assert int(found.sessions.column("result").sum()) == found.together.sums.net - found.fees


@pytest.mark.parametrize("engine", ENGINES)
def test_workers_change_no_session(engine: Engine) -> None:
    rounds, rules = (4_000_000, Session(100, 5000, 8000)) if engine == "kernel" else (8_000, Session(40, 5000, 8000))
    one, two = (red(rounds, rules, engine, workers) for workers in (1, 2))
    assert np.array_equal(one.cells, two.cells)
    assert one.as_json() == two.as_json()


# -- Figures and files ------------------------------------------------------------------------------------------------


def test_a_distribution_holds_every_session_once() -> None:
    for length in (20, 2_000):
        found = red(length * 3_000, Session(length))
        bars = found.bars
        assert sum(bar.sessions for bar in bars) == 3_000
        assert all(first.high < second.low for first, second in pairwise(bars))
        assert bars[0].low <= found.column("result").min() and bars[-1].high >= found.column("result").max()


def test_percentiles_are_results_that_happened() -> None:
    rows = np.zeros((4, 5), dtype=np.int64)
    rows[:, 0] = [-300, -100, 200, 5000]
    found = Sessions(Session(1), rows)
    assert [found.percentile("result", percent) for percent in (1, 25, 50, 75, 99)] == [-300, -300, -100, 200, 5000]
    assert found.mean("result") == 1200
    assert found.standard_deviation == "25.42"


@pytest.fixture(scope="module")
def some_sessions() -> Result:
    plan = plan_of(
        "chapter4/three-card-poker",
        rounds=300_000,
        seed=5,
        wagers={"ante": 10, "pair_plus": 5},
        session=Session(300, 40_000, 60_000),
    )
    return simulate(plan)


def test_parquet_holds_a_row_for_every_session(some_sessions: Result, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from pitboss.simulation.output import write_parquet

    file = tmp_path / "sessions.parquet"
    write_parquet(some_sessions, file)
    table = parquet.read_table(file)
    sessions = some_sessions.sessions
    assert sessions is not None
    assert table.column("result_cents").to_pylist() == sessions.column("result").tolist()
    assert table.column("coin_in_cents").to_pylist() == sessions.column("coin_in").tolist()
    assert table.column("ended").to_pylist() == [ENDS[at] for at in sessions.column("ended").tolist()]
    told = json.loads(table.schema.metadata[b"pitboss"])
    assert told["seed"] == "5" and told["session"]["sessions"] == len(sessions) == table.num_rows
    assert [path.name for path in tmp_path.iterdir()] == ["sessions.parquet"]


@pytest.mark.parametrize("suffix", [".svg", ".html"])
def test_a_plot_needs_nothing_from_outside(some_sessions: Result, tmp_path: Path, suffix: str) -> None:
    from pitboss.simulation.output import write_plot

    file = tmp_path / f"sessions{suffix}"
    write_plot(some_sessions, file)
    text = file.read_text(encoding="utf-8")
    assert set(re.findall(r"\w+://[^\"'<> )]+", text)) == {"http://www.w3.org/2000/svg"}
    picture = text if suffix == ".svg" else text[text.index("<svg") : text.index("</svg>") + 6]
    titles = [node.text or "" for node in ElementTree.fromstring(picture).iterfind(".//{*}rect/{*}title")]
    assert sum(int(title.rpartition(": ")[2].partition(" ")[0].replace(",", "")) for title in titles) == 1_000
    assert "Risk of ruin" in text or suffix == ".svg"


SESSION = ["chapter4/roulette", "--rounds", "1e5", "--session-rounds", "100", "--wager", "red=10", "--seed", "1"]


def test_the_command_prints_and_writes_sessions(pitboss: Run, tmp_path: Path) -> None:
    files = ["--parquet", str(tmp_path / "s.parquet"), "--plot", str(tmp_path / "s.html")]
    code, out, _ = pitboss("simulate", *SESSION, "--bankroll", "200", "--target", "300", *files)
    assert code == 0
    assert "Risk of ruin" in out and "less than $10.00 left" in out
    assert "Longest losing run" in out and "Coin-in" in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.html", "s.parquet"]
    code, out, _ = pitboss("simulate", *SESSION, "--bankroll", "200", "--target", "300", "--json")
    answer = json.loads(out)["session"]
    assert answer["sessions"] == 1000 and answer["bankroll"] == "200.00"
    assert sum(bar["sessions"] for bar in answer["result"]["distribution"]) == 1000
    assert float(answer["risk_of_ruin"]["probability"]) + float(answer["reached_target"]["probability"]) <= 1


def test_a_package_that_is_missing_is_named(pitboss: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, out, err = pitboss("simulate", *SESSION, "--parquet", str(tmp_path / "s.parquet"))
    assert (code, out) == (2, "") and "pip install 'pitboss[data]'" in err
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, out, err = pitboss("simulate", *SESSION, "--cluster", "localhost:8786")
    assert (code, out) == (2, "") and "pip install 'pitboss[cluster]'" in err
