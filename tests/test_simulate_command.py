"""``pitboss simulate`` as a command: its answer, bad input and an interrupted run."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import Run
from pitboss.cli import progress

CARDS, WHEEL = "chapter4/three-card-poker", "chapter4/roulette"


# -- The answer -------------------------------------------------------------------------------------------------------


def test_it_has_help_with_an_example(pitboss: Run) -> None:
    code, out, _ = pitboss("simulate", "--help")
    assert code == 0 and "Example:  pitboss simulate" in out


def test_json_has_what_the_contract_names(pitboss: Run) -> None:
    code, out, err = pitboss("simulate", CARDS, "--rounds", "1e6", "--seed", "7", "-o", "play_on_win=1 to 1", "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert {"rulebook", "game", "options", "mean", "standard_error", "rounds_per_second"} <= set(answer)
    assert answer["rounds"] == 1_000_000 and answer["seed"] == "7" and answer["engine"] == "kernel"
    assert answer["chosen"] == {"play_on_win": "1 to 1"} and answer["options"].items() > answer["chosen"].items()
    assert float(answer["mean"]) == -float(answer["wagers"]["ante"]["house_edge"])
    assert 0.02 < float(answer["house_edge"]) < 0.05
    assert answer["rounds_per_second"] > 0


def test_text_shows_edge_error_and_speed(pitboss: Run) -> None:
    code, out, _ = pitboss("simulate", CARDS, "--rounds", "100,000", "--wager", "ante=10", "--wager", "pair_plus=5")
    assert code == 0
    for part in ("100,000 rounds by the kernel engine", "strategy best", "House edge", "together", "rounds a second"):
        assert part in out


def test_a_strategy_that_looks_at_no_card_is_no_good_play_and_says_so(pitboss: Run) -> None:
    words = ("--rounds", "5", "--seed", "1", "--engine", "script", "--strategy")
    for strategy, how in (("first", "the answer that is offered first"), ("random", "by chance")):
        _, told, _ = pitboss("simulate", "chapter4/three-card-poker", *words, strategy)
        assert how in " ".join(told.split()) and "good play loses less" in told
    _, told, _ = pitboss("simulate", "chapter4/roulette", *words, "first")
    assert "good play" not in told


def test_without_a_seed_the_one_drawn_is_told_and_repeats_the_answer(pitboss: Run) -> None:
    first = json.loads(pitboss("simulate", WHEEL, "--rounds", "5000", "--json")[1])
    again = json.loads(pitboss("simulate", WHEEL, "--rounds", "5000", "--json", "--seed", first["seed"])[1])
    assert first["mean"] == again["mean"]


# -- Bad input --------------------------------------------------------------------------------------------------------

BAD = {
    "no rounds": ([CARDS], "Missing option '--rounds'"),
    "negative rounds": ([CARDS, "--rounds", "-5"], "-5 rounds cannot be played"),
    "zero rounds": ([CARDS, "--rounds", "0"], "at least 1"),
    "too many rounds": ([CARDS, "--rounds", "1e13"], "not simulated in one run"),
    "a huge number of rounds": ([CARDS, "--rounds", "9" * 5000], "more rounds than anybody can play"),
    "too many rounds for real tables": ([CARDS, "--rounds", "1e11", "--engine", "script"], "through the script engine"),
    "rounds that are no number": ([CARDS, "--rounds", "many"], "is not a number of rounds"),
    "rounds in other digits": ([CARDS, "--rounds", "\u0661\u0660"], "is not a number of rounds"),
    "part of a round": ([CARDS, "--rounds", "1.5"], "is not a number of rounds"),
    "unknown entry": (["chapter4/rulette", "--rounds", "1"], 'did you mean "chapter4/roulette"'),
    "unknown option": ([CARDS, "--rounds", "1", "-o", "colour=red"], "there is no such option"),
    "unknown wager": ([CARDS, "--rounds", "1", "--wager", "anti=5"], 'did you mean "ante"'),
    "wager without an amount": ([CARDS, "--rounds", "1", "--wager", "ante"], "name=value"),
    "wager below zero": ([CARDS, "--rounds", "1", "--wager", "ante=-5"], "is negative"),
    "wager of nothing": ([CARDS, "--rounds", "1", "--wager", "ante=0"], "more than zero"),
    "wager that is too large": ([CARDS, "--rounds", "1", "--wager", f"ante={'9' * 40}"], "more money than any table"),
    "wager not made before the deal": ([CARDS, "--rounds", "1", "--wager", "play=5"], "not made before the deal"),
    "spot that is not there": ([WHEEL, "--rounds", "1", "--wager", "split 8-12=5"], "not a spot on this layout"),
    "one spot twice": ([WHEEL, "--rounds", "1", "--wager", "split 8-11=5", "--wager", "split 11-8=5"], "twice"),
    "unknown strategy": ([CARDS, "--rounds", "1", "--strategy", "bets"], 'did you mean "best"'),
    "unknown engine": ([CARDS, "--rounds", "1", "--engine", "kernal"], 'did you mean "kernel"'),
    "no workers": ([CARDS, "--rounds", "1", "--workers", "0"], "from 1 to 256"),
    "too many workers": ([CARDS, "--rounds", "1", "--workers", "9999"], "from 1 to 256"),
    "unknown meter": ([CARDS, "--rounds", "1", "--meter", "major=5"], 'no meter "major"'),
    "bankroll without sessions": ([CARDS, "--rounds", "1", "--bankroll", "5"], "--session-rounds"),
    "plot without sessions": ([CARDS, "--rounds", "1", "--plot", "x.svg"], "--session-rounds"),
    "session longer than all rounds": ([CARDS, "--rounds", "5", "--session-rounds", "6"], "make no session"),
    "session of no rounds": ([CARDS, "--rounds", "5", "--session-rounds", "0"], "at least 1"),
    "too many sessions": ([CARDS, "--rounds", "1e9", "--session-rounds", "10"], "give fewer rounds"),
    "bankroll below one round": (
        [CARDS, "--rounds", "9", "--session-rounds", "9", "--bankroll", "19.99"],
        "does not cover one round, which can take $20.00",
    ),
    "target without a bankroll": (
        [CARDS, "--rounds", "9", "--session-rounds", "9", "--target", "50"],
        "needs a bankroll",
    ),
    "target that is there already": (
        [CARDS, "--rounds", "9", "--session-rounds", "9", "--bankroll", "50", "--target", "50"],
        "reached before the first round",
    ),
    "plot of another kind": (
        [CARDS, "--rounds", "9", "--session-rounds", "9", "--plot", "x.png"],
        "written as .svg or .html",
    ),
    "plot into no folder": ([CARDS, "--rounds", "9", "--session-rounds", "9", "--plot", "/nowhere/x.svg"], "no folder"),
    "address that is none": ([WHEEL, "--rounds", "9", "--cluster", "foo://bar:1"], "no Dask scheduler answers at foo"),
}


@pytest.mark.parametrize(("words", "part"), BAD.values(), ids=BAD.keys())
def test_bad_input_gets_one_sentence(pitboss: Run, words: list[str], part: str) -> None:
    code, out, err = pitboss("simulate", *words)
    assert (code, out) == (2, "")
    assert part in err
    assert err.startswith("pitboss: ") and err.count("\n") == 1 and len(err) < 700


def test_a_cluster_that_is_not_there_is_told_within_seconds(pitboss: Run) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        # Nobody listens at the port, then somebody who is no scheduler and says nothing.
        for listens in (False, True):
            if listens:
                listener.listen()
            begun = time.monotonic()
            code, out, err = pitboss("simulate", WHEEL, "--rounds", "9", "--cluster", f"127.0.0.1:{port}")
            assert (code, out) == (2, "") and "no Dask scheduler answers" in err and err.count("\n") == 1
            assert time.monotonic() - begun < 10


# -- As a process -----------------------------------------------------------------------------------------------------


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "pitboss.cli", "simulate", *words]


@pytest.mark.parametrize("engine", ["kernel", "script"])
def test_an_interrupted_run_ends_with_a_sentence_and_writes_nothing(engine: str, tmp_path: Path) -> None:
    rounds = {"kernel": "1e12", "script": "1e9"}[engine]
    words = [
        WHEEL,
        "--rounds",
        rounds,
        "--engine",
        engine,
        "--session-rounds",
        "1e6",
        "--plot",
        str(tmp_path / "x.svg"),
    ]
    process = subprocess.Popen(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stderr is not None
    try:
        assert process.stderr.readline().startswith("Dealing ")  # told where it takes a while
        # The whole group hears Ctrl-C, as it does in a terminal.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    said = [line for line in err.splitlines() if not line.startswith("Dealing ")]
    assert (process.returncode, out, said) == (130, "", ["pitboss: interrupted; nothing was written"])
    assert list(tmp_path.iterdir()) == []


def test_without_a_terminal_one_line_says_what_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "TOLD_AFTER", 0.05)
    with progress.progress_bar("Dealing a/b, its strategy worked out first") as told:
        time.sleep(0.3)
        told(0.5)
    monkeypatch.setattr(progress, "TOLD_AFTER", 60)
    with progress.progress_bar("Dealing c/d"):
        pass
    out, err = capsys.readouterr()
    assert (out, err) == ("", "Dealing a/b, its strategy worked out first …\n")
