"""``pitboss analyze``: published figures through the command line and the comparison of choices."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from conftest import Run
from house_fixtures import dear
from pitboss.cli.analysis_sheet import print_analysis
from pitboss.games.wheels.roulette import board_of
from pitboss.rulebook import Setup, load
from pitboss.sheets.paper import Paper
from pitboss.solve.compare import compare
from pitboss.solve.figures import percent
from pitboss.solve.model import Analysis, Outcome, WagerAnalysis
from pitboss.solve.report_strategy import strategy_chart

COLORS = """
[options]
six_numbers_color = false
[options.color_sections]
black = [28, 9, 26, 30, 11, 7]
blue = [20, 32, 17, 5, 22, 34]
gold = [15, 3, 24, 36, 13, 1]
red = [27, 10, 25, 29, 12, 8]
purple = [19, 31, 18, 6, 21, 33]
green = [16, 4, 23, 35, 14, 2]
"""


def asked(pitboss: Run, *arguments: str | Path) -> dict[str, Any]:
    code, out, err = pitboss("analyze", *arguments, "--json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def refused(pitboss: Run, *arguments: str | Path) -> str:
    code, out, err = pitboss("analyze", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("pitboss: ") and err.count("\n") == 1 and "Traceback" not in err
    return err


# -- What was solved --------------------------------------------------------------------------------------------------


def test_a_printout_alone_tells_by_which_rules_a_game_was_solved(pitboss: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    entry = load("massachusetts-2020/three-card-poker")
    changeable = next(
        name for name, table in entry.pay_tables.items() if table.change != "fixed" and "straight" in table.lines
    )
    house.write_text(f'[pay_tables.{changeable}]\nstraight = "9 to 1"\n')
    _, out, _ = pitboss("analyze", entry.name, "--options", house, "--wager", "pair_plus")
    told = " ".join(out.partition("WHAT IS SOLVED")[2].partition("FIGURES")[0].split())
    assert f"pay table {changeable} changed by the house: straight 9 to 1 [" in told
    for name, value in Setup.of(entry).options.items():
        assert value is None or f"{name} = " in told, name
    _, out, _ = pitboss("analyze", "california/casino-war", "--wager", "base")
    told = " ".join(out.partition("WHAT IS SOLVED")[2].partition("FIGURES")[0].split())
    assert "schedule_option = 1 (assumed, the house must choose) [" in told and "By default: " in told
    _, out, _ = pitboss("analyze", "chapter4/roulette", "--wager", "red", "-o", "wheel=single_zero")
    told = " ".join(out.partition("WHAT IS SOLVED")[2].partition("FIGURES")[0].split())
    assert told.startswith("wheel = single_zero (chosen) [") and "; table_max = $500.00;" in told


def test_json_has_every_option_in_force_and_what_was_chosen_changed_and_assumed(pitboss: Run) -> None:
    found = asked(pitboss, "chapter4/roulette", "--wager", "red", "-o", "wheel=single_zero")
    assert set(found["options"]) == set(load("chapter4/roulette").options)
    assert found["options"]["wheel"] == "single_zero" and found["options"]["table_max"] == "500.00"
    assert found["chosen"] == {"wheel": "single_zero"} and found["pay_tables"] == {}
    war = asked(pitboss, "california/casino-war", "--wager", "base")
    assert "The house must choose schedule_option; 1 is assumed." in war["notes"] and war["options"]["schedule_option"]


# -- Figures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "wager", "edge"),
    [
        (["chapter4/three-card-poker"], "pair_plus", "2.3167 %"),
        (["chapter4/three-card-poker", "-o", "play_on_win=1 to 1"], "ante", "3.3730 %"),
        (["massachusetts-2020/three-card-poker"], "ante", "3.3730 %"),
        (["chapter4/roulette"], "straight_up", "5.2632 %"),
        (["chapter4/roulette"], "five_number", "7.8947 %"),
        (["chapter4/mini-baccarat", "-o", "decks=8"], "banker", "1.0579 %"),
        (["chapter4/mini-baccarat", "-o", "decks=8"], "player", "1.2351 %"),
        (["chapter4/mini-baccarat", "-o", "decks=8"], "tie", "14.3596 %"),
    ],
)
def test_published_figures_through_the_command_line(pitboss: Run, arguments: list[str], wager: str, edge: str) -> None:
    answer = asked(pitboss, *arguments, "--wager", wager)
    assert list(answer["wagers"]) == [wager]
    assert percent(Fraction(answer["wagers"][wager]["exact"])) == edge
    code, out, _ = pitboss("analyze", *arguments, "--wager", wager)
    assert code == 0 and edge in out and answer["wagers"][wager]["exact"] in out


def test_the_three_card_rule_is_queen_six_four(pitboss: Run) -> None:
    _, out, _ = pitboss("analyze", "chapter4/three-card-poker", "-o", "play_on_win=1 to 1")
    assert "Play Q-6-4 or better, fold the rest." in out


def test_long_outcome_tables_are_cut_for_people_and_whole_in_json(pitboss: Run) -> None:
    _, out, _ = pitboss("analyze", "massachusetts-2020/three-card-poker")
    whole = asked(pitboss, "massachusetts-2020/three-card-poker")["wagers"]["ante"]["outcomes"]
    assert f"8 of {len(whole)} outcomes, those that move the result most." in out


def test_a_pay_table_the_house_changed_comes_from_the_options_file(pitboss: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('[pay_tables.PT-2]\nflush = "3 to 1"\n', encoding="utf-8")
    found = asked(pitboss, "chapter4/three-card-poker", "--options", house, "--wager", "pair_plus")
    assert percent(Fraction(found["wagers"]["pair_plus"]["exact"])) == "7.2760 %"


@dear
def test_a_fuller_meter_lowers_the_edge(pitboss: Run) -> None:
    entry = ["massachusetts-2020/three-card-poker", "-o", "multi_game_link=PTMGL01", "--wager", "multi_game_link"]
    at_seed = asked(pitboss, *entry)["wagers"]["multi_game_link"]["house_edge"]
    fuller = asked(pitboss, *entry, "--meter", "link=50,000")["wagers"]["multi_game_link"]["house_edge"]
    # A royal flush is one hand in 649,740 and a straight flush, at a tenth of the meter, one in 72,193 1/3.
    gained = Fraction(4 * 40_000 + 36 * 4_000, 2_598_960)
    assert abs(Fraction(at_seed) - Fraction(fuller) - gained) < Fraction(1, 10**9)


def test_estimates_say_so_and_give_their_error(pitboss: Run) -> None:
    entry = ["massachusetts-2020/three-card-poker", "-o", "cover_all=yes", "--wager", "cover_all"]
    answer = asked(pitboss, *entry)
    assert len(answer["wagers"]) == 7
    assert all(wager["exact"] is None and float(wager["standard_error"]) > 0 for wager in answer["wagers"].values())
    assert any("is an estimate from 4,000,000 rounds" in note for note in answer["notes"])


def test_what_is_not_counted_is_said(pitboss: Run) -> None:
    notes = asked(pitboss, "california/three-card-poker")["notes"]
    assert any("Collection fees are not counted" in note for note in notes)
    assert any("player-dealer" in note for note in notes)


# -- Mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chapter4/roulete"], 'there is no entry "chapter4/roulete"; did you mean "chapter4/roulette"'),
        (["chapter4/roulette", "--wager", "redd"], 'there is no wager "redd"; did you mean "red"'),
        (["chapter4/roulette", "--wager", "back_to_back"], "Back-to-Back is not offered at this table"),
        (
            ["chapter4/three-card-poker", "--wager", "play"],
            "Play is not analysed by itself; these are: ante, pair_plus",
        ),
        (["chapter4/roulette", "-o", "wheel=triple"], "'triple' is not one of double_zero, single_zero"),
        (["chapter4/roulette", "-o", "wheels=1"], 'did you mean "wheel"'),
        (["chapter4/roulette", "-o", "wheel"], "write it as name=value"),
        (["chapter4/roulette", "--meter", "link=5"], 'there is no meter "link" under these options'),
        (["massachusetts-2020/roulette", "-o", "b2b=yes"], "b2b cannot be used without it"),
        (["chapter4/roulette", "--report", "/no/such/folder/x.html"], "the folder /no/such/folder is not there"),
        (["chapter4/roulette", "--report", "/"], "is a folder"),
        (["chapter4/roulette", "--options", "/no/such.toml"], "cannot be read"),
    ],
)
def test_a_mistake_gets_one_sentence(pitboss: Run, arguments: list[str], sentence: str) -> None:
    assert sentence in refused(pitboss, *arguments)


def test_an_entry_without_a_solver_says_so(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.solve.scripts", lambda room: [])
    told = "chapter4/three-card-poker has no solver yet; pitboss simulate estimates its house edge"
    assert told in refused(pitboss, "chapter4/three-card-poker")


def test_a_report_that_cannot_be_written_leaves_nothing_behind(pitboss: Run, tmp_path: Path) -> None:
    assert "nowhere" in refused(pitboss, "chapter4/roulette", "--report", tmp_path / "nowhere" / "sheet.html")
    assert list(tmp_path.iterdir()) == []


def test_help_names_the_cache_and_an_example(pitboss: Run) -> None:
    code, out, _ = pitboss("analyze", "--help")
    assert code == 0 and "PITBOSS_CACHE" in out and "Example:  pitboss analyze" in out


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@dear
def test_an_interrupted_run_says_so_and_leaves_the_cache_usable(tmp_path: Path) -> None:
    environment = os.environ | {"PITBOSS_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "pitboss.cli", "analyze"]
    long_one = subprocess.Popen(
        [*command, "massachusetts-2020/ultimate-texas-holdem"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # The tables of the evaluator are the first thing kept; the counts of all deals take long after that.
    deadline = time.monotonic() + 120
    while not list(tmp_path.glob("ranks-7-*.npz")) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)
    long_one.send_signal(signal.SIGINT)
    out, err = long_one.communicate(timeout=120)
    assert (long_one.returncode, out) == (130, "")
    said = [line for line in err.splitlines() if not line.startswith("Solving ")]  # told where it takes a while
    assert said == ["pitboss: interrupted; counts already finished are kept, the rest is counted next time"]
    assert {file.suffix for file in tmp_path.iterdir()} == {".npz"}
    with np.load(next(tmp_path.glob("ranks-7-*.npz"))) as kept:
        assert all(kept[part].size for part in kept.files)
    again = subprocess.run(
        [*command, "chapter4/three-card-poker", "--wager", "pair_plus"], env=environment, capture_output=True, text=True
    )
    assert again.returncode == 0 and "2.3167 %" in again.stdout


# -- What takes long --------------------------------------------------------------------------------------------------

HOLDEM = "massachusetts-2020/ultimate-texas-holdem"


def test_a_wager_that_needs_no_decision_does_not_wait_for_the_ante(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    for more in ([], ["--all-pay-tables"]):
        answer = asked(pitboss, HOLDEM, "--wager", "trips", *more)
        assert list(answer["wagers"]) == ["trips"] and answer["strategy"] is None
        assert percent(Fraction(answer["wagers"]["trips"]["exact"])) == "0.9018 %"
    assert {row["option"] for row in answer["choices"]} == {"trips_table"}
    assert "ranks-of-all-7" in " ".join(file.name for file in tmp_path.iterdir())
    assert not list(tmp_path.glob("holdem-*"))
    assert "Play is not analysed by itself; these are: ante, trips" in refused(pitboss, HOLDEM, "--wager", "play")


@pytest.mark.parametrize("name", ["chapter4/roulette", HOLDEM])
def test_a_cluster_that_is_not_there_is_told_within_seconds(pitboss: Run, name: str) -> None:
    pytest.importorskip("distributed")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        begun = time.monotonic()
        assert f"no Dask scheduler answers at {address}" in refused(pitboss, name, "--cluster", address)
        assert time.monotonic() - begun < 10


# -- Every permitted choice -------------------------------------------------------------------------------------------


def choices(pitboss: Run, *arguments: str | Path) -> dict[tuple[str, Any], dict[str, Any]]:
    found = asked(pitboss, *arguments, "--all-pay-tables")["choices"]
    return {(row["option"], row["value"]): row for row in found}


def edge(row: dict[str, Any], wager: str) -> str:
    return percent(Fraction(row["wagers"][wager]["exact"]))


def test_every_wheel_and_zero_rule_is_compared(pitboss: Run) -> None:
    rows = choices(pitboss, "massachusetts-2020/roulette")
    assert edge(rows["wheel", "double_zero"], "red") == "5.2632 %" and rows["wheel", "double_zero"]["in_force"]
    assert edge(rows["wheel", "single_zero"], "red") == "2.7027 %"
    assert rows["wheel", "single_zero"]["not_offered"] == ["first_five"]
    assert edge(rows["zero_rule", "lose_half"], "red") == "2.6316 %"
    assert "straight" not in rows["zero_rule", "lose_half"]["wagers"]
    assert edge(rows["seven_numbers", True], "seven_numbers") == "7.8947 %"
    assert not [option for option, _ in rows if option in ("match_play", "table_min", "covid_mode")]


def test_a_choice_that_needs_data_says_which(pitboss: Run, tmp_path: Path) -> None:
    rows = choices(pitboss, "massachusetts-2020/roulette")
    assert rows["six_numbers_color", True]["needs"] == ["color_sections"]
    assert rows["b2b", True]["needs"] == ["b2b_multipliers"]
    house = tmp_path / "house.toml"
    house.write_text(COLORS, encoding="utf-8")
    rows = choices(pitboss, "massachusetts-2020/roulette", "--options", house)
    assert "needs" not in rows["six_numbers_color", True]
    assert edge(rows["six_numbers_color", True], "six_numbers_color") == "5.2632 %"


def test_an_option_of_a_wager_that_is_off_is_compared_with_the_wager_on(pitboss: Run) -> None:
    rows = choices(pitboss, "chapter4/roulette")
    assert rows["btb_reset_after_third", False]["with"] == {"back_to_back_offered": True}
    shown = {value: edge(rows["btb_reset_after_third", value], "back_to_back") for value in (False, True)}
    assert shown[False] != shown[True]


def test_decks_tie_odds_and_commission_are_compared(pitboss: Run) -> None:
    rows = choices(pitboss, "chapter4/mini-baccarat")
    assert edge(rows["decks", 6], "banker") == "1.0558 %" and edge(rows["decks", 8], "banker") == "1.0579 %"
    assert (
        edge(rows["tie_odds", "8 to 1"], "tie") == "14.3596 %" and edge(rows["tie_odds", "9 to 1"], "tie") == "4.8440 %"
    )
    assert [row["value"] for (option, _), row in rows.items() if option == "commission_rate"] == ["0", "5"]


def test_a_value_that_another_option_must_allow_is_compared_with_that_option(pitboss: Run) -> None:
    rows = choices(pitboss, "massachusetts-2020/roulette", "-o", "zero_rule=lose_half")
    assert rows["wheel", "single_zero"]["with"] == {"zero_rule": "lose_all"}
    rows = choices(pitboss, "massachusetts-2020/mini-baccarat")
    assert ("shuffle_method", "automated") not in rows
    assert set(rows["designation", "ez"]["wagers"]) == {"banker", "dragon_7_insurance", "panda_8_insurance"}


def test_one_wager_is_compared_alone(pitboss: Run) -> None:
    rows = choices(pitboss, "oneida-2003/three-card-poker", "--wager", "pair_plus")
    assert {option for option, _ in rows} == {"pair_plus_table"}
    code, out, _ = pitboss("analyze", "oneida-2003/three-card-poker", "--all-pay-tables")
    assert code == 0 and "EVERY PERMITTED CHOICE" in out and "A ◄" in out and "pair_plus_table" in out


def test_a_choice_that_does_not_go_with_the_houses_own_wheel_is_told_as_refused() -> None:
    order = board_of(Setup.of(load("massachusetts-2020/roulette"))).wheel.order
    found = compare(Setup.of(load("massachusetts-2020/roulette"), {"wheel_order": list(order)}))
    assert {choice.value: choice.refused[:33] for choice in found if choice.option == "wheel" and choice.refused} == {
        "single_zero": "wheel order: it has 38 pockets, a"
    }


def test_comparing_reports_progress_up_to_the_end() -> None:
    told: list[float] = []
    compare(Setup.of(load("oneida-2003/roulette")), progress=told.append)
    assert told == sorted(told) and told[0] >= 0 and told[-1] <= 1


def test_outcomes_of_one_name_are_told_apart_by_what_is_wagered(pitboss: Run) -> None:
    _, told, _ = pitboss("analyze", "massachusetts-2020/mississippi-stud", "--wager", "ante")
    assert "8 wagered" in " ".join(told.split()) and "6 wagered" in " ".join(told.split())


def test_a_narrow_table_breaks_no_word_of_usual_length() -> None:
    file = StringIO()
    paper = Paper(Console(file=file, width=60))
    heads = ("Wager", "House edge", "Element of risk", "Hit frequency", "Standard deviation")
    paper.table(heads, [("Three Card Progressive", *["12.3456 %"] * 4)], right=(1, 2, 3, 4))
    assert "Progressive" in file.getvalue()


def sheet_of(strategy: dict[str, Any], *outcomes: Outcome) -> tuple[str, str]:
    """What is printed of a wager with these outcomes and of a strategy, and how a report draws the strategy."""
    found = Analysis(Setup.of(load("oneida-2003/roulette")), {"straight_up": WagerAnalysis(outcomes, "unit")}, strategy)
    file = StringIO()
    print_analysis(Paper(Console(file=file, width=80)), found, {}, whole=True, with_tables=True)
    return " ".join(file.getvalue().split()), strategy_chart(found)


def test_outcomes_keep_their_names_beside_more_combinations_than_a_line_holds() -> None:
    won, lost = Outcome("dealer 22 suited", 10**27, Fraction(50)), Outcome("dealer not 22", 10**30, Fraction(-1))
    printed, _ = sheet_of({}, won, lost)
    assert "dealer 22 suited 1.0000 × 10^27" in printed and "dealer not 22 1.0000 × 10^30" in printed


def test_a_strategy_is_told_in_rows_and_percentages() -> None:
    strategy = {
        "rule": "play by the chart",
        "played": "0.672955974843",
        "raise_against": ["2", "3"],
        "by_up_card": {"ace": "fold the rest", "king": "play every hand"},
        "simple_rules": {"play every pair": {"house_edge": "0.035433044917", "costs": "0.007554516089"}},
        "across_bet": {"fold": [str(hand) for hand in range(99)], "bet_3x": ["AA", "KK"]},
    }
    printed, drawn = sheet_of(strategy, Outcome("win", 1, Fraction(1)), Outcome("lose", 1, Fraction(-1)))
    assert "67.2956 % of hands are played." in printed and "67.2956 % of hands are played." in drawn
    assert "against a dealer's 2, 3" in printed and "second wager" in drawn
    assert "By up card: ace fold the rest king play every hand" in printed
    assert "play every pair 3.5433 % 0.7555 %" in printed
    assert re.search(r"<table><caption><span>By up card", drawn), "cells that hold sentences are folded, not cut off"
    assert '<td class="num">3.5433 %</td>' in drawn and "0.035433" not in drawn + printed
    assert "Across bet: bet 3x AA, KK fold every other hand" in printed and "every other hand" in drawn


def test_an_edge_that_is_rounded_is_not_called_exact(pitboss: Run) -> None:
    _, out, _ = pitboss("analyze", "chapter4/blackjack", "--wager", "main")
    assert "Exact house edge" not in out
    assert "House edge as exactly as it is known: 12 digits" in out and "rounded to 12 digits" in out
    assert "Exact house edge" in pitboss("analyze", "chapter4/big-six")[1]
